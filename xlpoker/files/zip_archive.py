"""A zip archive: its records as they stand in the file, and its members as files to read, checked on the way.

Python's `zipfile` reads archives well but writes its own: names are coded anew, extra fields and data descriptors go. What
is copied here comes out as it went in: a member keeps the bytes of its record in the central directory, of which only the
fields that must change are changed::

    46 bytes: signature 4, made by 2, needs 2, flags 2, method 2, time 4, CRC 4, packed 4, size 4, lengths of name, extra
    and comment 2 each, disk 2, attributes 2 + 4, offset 4; then name, extra, comment

A field of 0xFFFFFFFF means that the number stands in the extra field 1 (zip64), eight bytes each, in the order size,
packed, offset.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import IO, BinaryIO, NoReturn

from xlpoker.errors import BookError
from xlpoker.files.deflate import codec

__all__ = ["DEFLATED", "STORED", "Directory", "Member", "Part", "read_directory"]

DEFLATED, STORED = 8, 0
"""The two ways in which members of a workbook are packed."""
_PIECE, _COPY = 1 << 16, 1 << 20

_RECORD = struct.Struct("<4s4H4L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_END = struct.Struct("<4s4H2LH")
_LOCATOR = struct.Struct("<4sLQL")
_END64 = struct.Struct("<4sQ2H2L4Q")
_FULL = 0xFFFFFFFF
_MOST_MEMBERS = 100_000
_COMMENT = 1 << 16
_DESCRIPTOR, _STRENGTH = 8, 6  # flags that say how a member was packed
_UTF8 = 0x800


@dataclass(frozen=True, slots=True)
class Member:
    """One member: its name, where it stands (`start` .. `end`) and where its data begin, and what its record says."""

    name: str
    record: bytes
    start: int
    data: int
    end: int
    flags: int
    method: int
    crc: int
    packed: int
    size: int

    @property
    def _raw_name(self) -> bytes:
        (length,) = struct.unpack_from("<H", self.record, 28)
        return self.record[46 : 46 + length]

    def moved(self, start: int) -> Member:
        """Return the member at another offset, its record put right."""
        record = bytearray(self.record)
        if struct.unpack_from("<L", record, 42)[0] == _FULL:
            place = 8 * sum(struct.unpack_from("<L", record, at)[0] == _FULL for at in (20, 24))
            struct.pack_into("<Q", record, _zip64_at(record) + place, start)
        else:
            struct.pack_into("<L", record, 42, start)
        return replace(self, record=bytes(record), start=start)

    def repacked(self, start: int, crc: int, packed: int, size: int) -> Member:
        """Return the member with a new content at an offset; its name, dates and attributes stay."""
        (_, made, _, flags, _, time, _, _, _, name, extra, comment, disk, inner, outer, _) = _RECORD.unpack_from(
            self.record
        )
        kept = _without_zip64(self.record[46 + name : 46 + name + extra])
        head = _RECORD.pack(
            b"PK\1\2", made, 20, flags & ~(_DESCRIPTOR | _STRENGTH), 8, time, crc, packed, size,
            name, len(kept), comment, disk, inner, outer, start,
        )  # fmt: skip
        rest = self.record[46 : 46 + name] + kept + self.record[46 + name + extra :]
        return replace(self, record=head + rest, start=start, crc=crc, packed=packed, size=size)

    def local_header(self, crc: int, packed: int, size: int) -> bytes:
        """Return the header that stands before a new content of this member."""
        (time,) = struct.unpack_from("<L", self.record, 12)
        name = self._raw_name
        flags = self.flags & ~(_DESCRIPTOR | _STRENGTH)
        return _LOCAL.pack(b"PK\3\4", 20, flags, 8, time & 0xFFFF, time >> 16, crc, packed, size, len(name), 0) + name


def _zip64_at(record: bytes | bytearray) -> int:
    """Return where the numbers of the zip64 field of a record begin."""
    at, end = 46, 46
    for length in struct.unpack_from("<2H", record, 28):
        at, end = end, end + length
    while at + 4 <= end:
        kind, length = struct.unpack_from("<2H", record, at)
        if kind == 1:
            return at + 4
        at += 4 + length
    raise BookError("a zip64 field is missing")


def _without_zip64(extra: bytes) -> bytes:
    kept = b""
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<2H", extra)
        if kind != 1:
            kept += extra[: 4 + length]
        extra = extra[4 + length :]
    return kept + extra


@dataclass(frozen=True, slots=True)
class Directory:
    """The central directory: the members in its order, where it starts, the comment, whether the end is in zip64."""

    members: tuple[Member, ...]
    start: int
    comment: bytes
    zip64: bool

    def write(self, out: IO[bytes], members: Sequence[Member]) -> None:
        """Write the records of those members and the end of the archive."""
        start = out.tell()
        for member in members:
            out.write(member.record)
        end = out.tell()
        count = len(members)
        if self.zip64:
            out.write(_END64.pack(b"PK\6\6", 44, 45, 45, 0, 0, count, count, end - start, start))
            out.write(_LOCATOR.pack(b"PK\6\7", 0, end, 1))
        out.write(
            _END.pack(b"PK\5\6", 0, 0, min(count, 0xFFFF), min(count, 0xFFFF), end - start, start, len(self.comment))
        )
        out.write(self.comment)


def read_directory(file: BinaryIO) -> Directory:
    """Return the central directory of a zip file; raises `BookError` for one that is cut off or makes no sense."""
    try:
        return _read(file)
    except (struct.error, IndexError, ValueError, OverflowError) as error:  # an offset that no file can have
        if isinstance(error, BookError):
            raise
        raise BookError("it begins like a workbook but is not a whole zip file") from None


def _read(file: BinaryIO) -> Directory:
    size = file.seek(0, 2)
    tail_at = max(0, size - _COMMENT - _END.size - _LOCATOR.size)
    file.seek(tail_at)
    tail = file.read()
    at = tail.rfind(b"PK\5\6")
    if at < 0:
        raise BookError("it begins like a workbook but is not a whole zip file")
    _, _, _, _, count, length, start, comment = _END.unpack_from(tail, at)
    end = tail_at + at
    zip64 = at >= _LOCATOR.size and tail[at - _LOCATOR.size :].startswith(b"PK\6\7")
    if zip64:
        (_, _, end, _) = _LOCATOR.unpack_from(tail, at - _LOCATOR.size)
        file.seek(end)
        (mark, *_, count, length, start) = _END64.unpack(file.read(_END64.size))
        if mark != b"PK\6\6":
            raise BookError("it begins like a workbook but is not a whole zip file")
    if start + length != end or count > _MOST_MEMBERS:
        raise BookError("the directory of its parts does not lie where its end says")
    file.seek(start)
    records = file.read(length)
    members: list[Member] = []
    at = 0
    for _ in range(count):
        member, at = _member(file, records, at)
        members.append(member)
    by_place = sorted(members, key=lambda one: one.start)
    ends = {one.start: after.start for one, after in pairwise(by_place)}
    placed = [replace(one, end=ends.get(one.start, start)) for one in members]
    for one in placed:
        if one.data + one.packed > one.end:
            raise BookError(f"its part {one.name} does not lie where the directory says")
    return Directory(tuple(placed), start, tail[tail.rfind(b"PK\5\6") + _END.size :][:comment], zip64)


def _member(file: BinaryIO, records: bytes, at: int) -> tuple[Member, int]:
    """Return the member whose record stands there, and where the next record stands."""
    fields = _RECORD.unpack_from(records, at)
    if fields[0] != b"PK\1\2":
        raise BookError("the directory of its parts is damaged")
    (_, _, flags, method, _, crc, packed, size, name_length, extra, comment, _, _, _, start) = fields[1:]
    after = at + _RECORD.size + name_length + extra + comment
    record = records[at:after]
    if len(record) < after - at:
        raise BookError("the directory of its parts is damaged")
    if _FULL in (size, packed, start):
        place = _zip64_at(record)
        wide = []
        for number in (size, packed, start):
            wide.append(struct.unpack_from("<Q", record, place)[0] if number == _FULL else number)
            place += 8 * (number == _FULL)
        size, packed, start = wide
    raw = record[46 : 46 + name_length]
    name = raw.decode("utf-8" if flags & _UTF8 else "cp437", "replace")
    file.seek(start)
    header = file.read(_LOCAL.size)
    local = _LOCAL.unpack(header)
    if local[0] != b"PK\3\4" or file.read(local[9]) != raw or local[3] != method:
        raise BookError(f"its part {name} does not lie where the directory says")
    data = start + _LOCAL.size + local[9] + local[10]
    return Member(name, record, start, data, data + packed, flags, method, crc, packed, size), after


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
            return b"".join(iter(lambda: self.read(_COPY), b""))
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
                packed = self._waiting or self._packed(_PIECE)
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
