"""Checks that a workbook can be read again: texts in the form that XML takes, parts read by the parser.

A file that no program opens is refused before it takes the place of anything. Small parts are read whole while they are
packed. A large sheet would take longer to read than to make, so of it the first `MOST` bytes are read. The rest consists
of the rows of the user, which the survey has read, and of cells in front of the ends of these rows: their tags and
addresses are the same pieces as in the rows before, numbers are digits, and each different text (names of hands, the
reasons of bad rows) is read by itself when `xml_text` makes it, unless it is nothing but plain letters.
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import IO
from xml.parsers import expat

from xlpoker.errors import BookError

__all__ = ["MOST", "XmlCheck", "check_book", "legal", "xml_text"]

MOST = 1 << 18
_PLAIN = re.compile(r"[ !#-%'-;=?-~]*")  # no character that means something in XML
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LITERAL = re.compile("_(?=x[0-9A-Fa-f]{4}_)")


def legal(text: str) -> str:
    r"""Return a text as a cell holds it: what no worksheet can hold is replaced, what would be an escape is escaped.

    >>> legal("\x07 \uffff \r _x0041_")
    '� � _x000D_ _x005F_x0041_'
    """
    return _ILLEGAL.sub("\ufffd", _LITERAL.sub("_x005F_", text)).replace("\r", "_x000D_")


def xml_text(text: str) -> bytes:
    """Return a text between two tags.

    >>> xml_text("a<b & c")
    b'a&lt;b &amp; c'

    Raises `BookError` where the parser does not take it.
    """
    if _PLAIN.fullmatch(text) and "_x" not in text:
        return text.encode()
    made = legal(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").encode("utf-8", "replace")
    check = XmlCheck("nothing was written: a text")
    check.put(b"<t>%s</t>" % made)
    check.end()
    return made


class XmlCheck:
    """A part that is read while it is written; `where` begins the message of the `BookError` about one that is none."""

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
        """Raise `BookError` for a part that is not whole."""
        self.put(b"", last=True)


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
