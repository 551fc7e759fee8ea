"""The XML of a new workbook is read back before it replaces anything.

Small parts are parsed whole while they are packed, of a large sheet the first `MOST` bytes. Its rest consists of the user's rows, which
were parsed when they were read, and of new cells made of their tags and addresses, of digits, and of texts that are parsed one by
one when they are made.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO
from xml.parsers import expat

from xlpoker.errors import BookError

__all__ = ["MOST", "XmlCheck", "check_book"]

MOST = 1 << 18


class XmlCheck:
    """An XML parser for a part while it is written; `where` begins the message of the `BookError` about invalid XML."""

    def __init__(self, where: str, most: int = MOST) -> None:
        self._where, self._most = where, most
        self._parser = expat.ParserCreate()

    def put(self, piece: bytes, *, last: bool = False) -> None:
        """Read another piece."""
        if self._most < 0:
            return
        self._most -= len(piece)
        try:
            self._parser.Parse(piece, last)
        except (expat.ExpatError, ValueError, LookupError) as error:
            raise BookError(f"{self._where} cannot be read back: {error}") from None

    def end(self) -> None:
        """Raise `BookError` for an incomplete part."""
        self.put(b"", last=True)

    def checked(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the pieces of a part, each as soon as it was read."""
        for piece in pieces:
            self.put(piece)
            yield piece
        self.end()


def check_book(path: Path | IO[bytes], target: Path) -> None:
    """Raise `BookError` unless all XML parts of a workbook that is about to become the target can be read."""
    with zipfile.ZipFile(path) as package:
        for name in package.namelist():
            if name.endswith((".xml", ".rels")):
                check = XmlCheck(f"{target} was not written: {name}", package.getinfo(name).file_size)
                with package.open(name) as part:
                    while piece := part.read(1 << 16):
                        check.put(piece)
                check.end()
