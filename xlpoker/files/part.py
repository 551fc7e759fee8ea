"""A part of a workbook as a file to read: unpacked on the way, its length and checksum verified."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import NoReturn

from xlpoker.errors import BookError
from xlpoker.files.deflate import codec
from xlpoker.files.zip_records import Member

__all__ = ["DEFLATED", "STORED", "Part"]

PIECE = 1 << 16
COPY = 1 << 20
DEFLATED, STORED = 8, 0


class Part(io.RawIOBase):
    """A part being read: unpacked piece by piece, never more than is asked for; `piece` gives bytes of the archive."""

    def __init__(self, piece: Callable[[int, int], bytes], member: Member, damaged: Callable[[str], NoReturn]) -> None:
        self._piece, self._member, self._damaged = piece, member, damaged
        self._place, self._rest = member.data, member.packed
        self._codec = codec()
        self._unpack = self._codec.inflater() if member.method == DEFLATED else None
        self._waiting = b""
        self._crc = self._given = 0

    def read(self, size: int | None = -1, /) -> bytes:
        """Return up to `size` bytes, all that is left without it, nothing at the end.

        Raises `BookError` where the data cannot be unpacked, or are not those of which the directory tells.
        """
        if size is None or size < 0:
            return b"".join(iter(lambda: self.read(COPY), b""))
        pieces: list[bytes] = []
        missing = size
        while missing:
            piece = self._some(missing)
            if not piece:
                break
            pieces.append(piece)
            missing -= len(piece)
        found = pieces[0] if len(pieces) == 1 else b"".join(pieces)
        self._crc = self._codec.crc(found, self._crc)
        self._given += len(found)
        if self._given > self._member.size:
            self._damaged(f"{self._member.name} is longer than the directory says")
        if missing and size and (self._given != self._member.size or self._crc != self._member.crc):
            self._damaged(f"{self._member.name} is not what was stored (its CRC differs)")
        return found

    def _some(self, most: int) -> bytes:
        """Return some bytes, nothing at the end only."""
        if self._unpack is None:
            return self._packed(most)
        try:
            while not self._unpack.eof:
                packed = self._waiting or self._packed(PIECE)
                piece: bytes = self._unpack.decompress(packed, most)
                self._waiting = self._unpack.unconsumed_tail
                if piece:
                    return piece
                if not packed:
                    self._damaged(f"{self._member.name} is cut off")
        except Exception as error:
            if isinstance(error, BookError):
                raise
            self._damaged(f"{self._member.name} cannot be unpacked")
        return b""

    def _packed(self, most: int) -> bytes:
        piece = self._piece(self._place, min(most, self._rest))
        self._place += len(piece)
        self._rest -= len(piece)
        return piece
