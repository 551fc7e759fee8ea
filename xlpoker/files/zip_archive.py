"""A zip archive: its records as they stand in the file, and its members, checked as they are read, packed in a thread.

Python's `zipfile` cannot copy members unchanged: it re-encodes names and drops extra fields and data descriptors. Here a
copied member keeps the bytes of its record in the central directory, except for the fields that must change::

    46 bytes: signature 4, made by 2, needs 2, flags 2, method 2, time 4, CRC 4, packed 4, size 4, lengths of name, extra
    and comment 2 each, disk 2, attributes 2 + 4, offset 4; then name, extra, comment

A field of 0xFFFFFFFF means that the number stands in the extra field 1 (zip64), eight bytes each, in the order size,
packed, offset.

Packing and unpacking is by zlib from the standard library, or by isal (extra ``fast``) where it is installed.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, reduce
from importlib import import_module
from itertools import pairwise
from operator import xor
from typing import IO, Any, BinaryIO, NamedTuple, NoReturn, TypeVar

from xlpoker.errors import BookError

__all__ = [
    "DEFLATED", "FAST", "STORED", "Directory", "Member", "Packed", "Packer", "Part", "ahead", "head_and", "read_directory",
    "without_field",
]  # fmt: skip

DEFLATED, STORED = 8, 0  # the two ways in which members of a workbook are packed
_PIECE, _COPY, _ZIP64 = 1 << 16, 1 << 20, 1

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

RAW = -15  # a stream without header: what zip files hold
FAST = 1  # the compression level: a full sheet is a third larger than at 6, and takes a third of the time
SMALL_TABLES = 7  # of zlib's packer: one step below the default they fit into the first-level cache, a tenth faster
ISAL = 2
Item = TypeVar("Item")


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
        record = bytearray(self.with_field(_ZIP64).record)
        struct.pack_into("<3H", record, 6, 20, self.flags & ~(_DESCRIPTOR | _STRENGTH), DEFLATED)
        struct.pack_into("<3L", record, 16, crc, packed, size)
        struct.pack_into("<L", record, 42, start)
        return replace(self, record=bytes(record), start=start, crc=crc, packed=packed, size=size)

    def with_field(self, kind: int, field: bytes = b"") -> Member:
        """Return the member with that extra field for those of a kind in its record, or with none."""
        name, extra = struct.unpack_from("<2H", self.record, 28)
        begin, end = 46 + name, 46 + name + extra
        fields = without_field(self.record[begin:end], kind) + field
        head = self.record[:30] + struct.pack("<H", len(fields)) + self.record[32:begin]
        return replace(self, record=head + fields + self.record[end:])

    def local_header(self, crc: int, packed: int, size: int) -> bytes:
        """Return the header that stands before a new content of this member."""
        (time,), (length,) = struct.unpack_from("<L", self.record, 12), struct.unpack_from("<H", self.record, 28)
        name = self.record[46 : 46 + length]
        flags = self.flags & ~(_DESCRIPTOR | _STRENGTH)
        return _LOCAL.pack(b"PK\3\4", 20, flags, 8, time & 0xFFFF, time >> 16, crc, packed, size, len(name), 0) + name


def _zip64_at(record: bytes | bytearray) -> int:
    """Return where the numbers of the zip64 field of a record begin."""
    at, end = 46, 46
    for length in struct.unpack_from("<2H", record, 28):
        at, end = end, end + length
    while at + 4 <= end:
        kind, length = struct.unpack_from("<2H", record, at)
        if kind == _ZIP64:
            return at + 4
        at += 4 + length
    raise BookError("a zip64 field is missing")


def without_field(extra: bytes, unwanted: int) -> bytes:
    """Return extra fields without those of one kind."""
    kept = b""
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<2H", extra)
        kept += extra[: 4 + length] * (kind != unwanted)
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
        few = min(count, 0xFFFF)
        out.write(_END.pack(b"PK\5\6", 0, 0, few, few, end - start, start, len(self.comment)) + self.comment)


def read_directory(file: BinaryIO) -> Directory:
    """Return the central directory of a zip file; raises `BookError` for one that is cut off or makes no sense."""
    try:
        return _read(file)
    except BookError:
        raise
    except (struct.error, IndexError, ValueError, OverflowError):  # an offset that no file can have
        raise BookError("it begins like a workbook but is not a whole zip file") from None


def _read(file: BinaryIO) -> Directory:
    size = file.seek(0, 2)
    tail_at = max(0, size - _COMMENT - _END.size - _LOCATOR.size)
    file.seek(tail_at)
    tail = file.read()
    end_at = tail.rindex(b"PK\5\6")
    _, _, _, _, count, length, start, comment = _END.unpack_from(tail, end_at)
    end = tail_at + end_at
    zip64 = end_at >= _LOCATOR.size and tail[end_at - _LOCATOR.size :].startswith(b"PK\6\7")
    if zip64:
        (_, _, end, _) = _LOCATOR.unpack_from(tail, end_at - _LOCATOR.size)
        file.seek(end)
        (mark, *_, count, length, start) = _END64.unpack(file.read(_END64.size))
        if mark != b"PK\6\6":
            raise ValueError
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
    return Directory(tuple(placed), start, tail[end_at + _END.size :][:comment], zip64)


def _member(file: BinaryIO, records: bytes, at: int) -> tuple[Member, int]:
    """Return the member whose record is at that offset, and the offset of the next record."""
    fields = _RECORD.unpack_from(records, at)
    (_, _, flags, method, _, crc, packed, size, name_length, extra, comment, _, _, _, start) = fields[1:]
    after = at + _RECORD.size + name_length + extra + comment
    record = records[at:after]
    if fields[0] != b"PK\1\2" or len(record) < after - at:
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


@cache
def _zlib() -> Any:
    """Return isal, which is faster, where it is installed, else zlib."""
    try:
        return import_module("isal.isal_zlib")
    except ImportError:
        return zlib


class Part(io.RawIOBase):
    """A part being read: unpacked piece by piece, never more than is asked for; `piece` gives bytes of the archive."""

    def __init__(self, piece: Callable[[int, int], bytes], member: Member, damaged: Callable[[str], NoReturn]) -> None:
        self._piece, self._member, self._damaged = piece, member, damaged
        self._place, self._rest = member.data, member.packed
        self._unpack = _zlib().decompressobj(RAW) if member.method == DEFLATED else None
        self._waiting = b""
        self._crc = self._given = 0

    def read(self, size: int | None = -1, /) -> bytes:
        """Return up to `size` bytes, all that is left without it, nothing at the end.

        Raises `BookError` where the data cannot be unpacked, or do not match the directory's size and CRC.
        """
        if size is None or size < 0:
            return b"".join(iter(lambda: self.read(_COPY), b""))
        pieces: list[bytes] = []
        missing = size
        while missing and (piece := self._some(missing)):
            pieces.append(piece)
            missing -= len(piece)
        found = b"".join(pieces)
        self._crc = _zlib().crc32(found, self._crc)
        self._given += len(found)
        if self._given > self._member.size:
            self._damaged(f"{self._member.name} is longer than the directory says")
        if missing and size and (self._given != self._member.size or self._crc != self._member.crc):
            self._damaged(f"{self._member.name} is not what was stored (its CRC differs)")
        return found

    def _some(self, most: int) -> bytes:
        """Return some bytes; an empty result means the end."""
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


class Packed(NamedTuple):
    """Packed data: the CRC and length of the original, and the packed length."""

    crc: int
    size: int
    packed: int


class Packer:
    """Packs pieces in a thread while the next ones are made (zlib releases the GIL), and writes them to a file.

    A level from 1 (fast) to 9 (small) is zlib's own; without one isal packs where it is installed, as small as level 1.

    >>> from contextlib import closing
    >>> file = io.BytesIO()
    >>> with closing(Packer(1, file)) as first:
    ...     first.put(b"one ")
    ...     head = first.end(last=False)
    >>> with closing(Packer(1, file)) as second:
    ...     second.put(b"two")
    ...     whole = head_and(head, second.end())
    >>> text = zlib.decompress(file.getvalue(), RAW)
    >>> text, whole.crc == zlib.crc32(text), whole.size
    (b'one two', True, 7)
    """

    def __init__(self, level: int | None, out: IO[bytes]) -> None:
        if level is None and _zlib() is not zlib:
            self._deflater: Any = _zlib().compressobj(ISAL, zlib.DEFLATED, RAW)
        else:
            strength = FAST if level is None else level
            memory = SMALL_TABLES if strength == FAST else zlib.DEF_MEM_LEVEL
            self._deflater = zlib.compressobj(strength, zlib.DEFLATED, RAW, memory)
        self._out = out
        self._crc = self._size = self._packed = 0
        self._waiting: Future[bytes] | None = None  # one piece: more, of megabytes each, would not stay in the cache
        self._pool = ThreadPoolExecutor(1)

    def close(self) -> None:
        """Stop the thread."""
        self._pool.shutdown(cancel_futures=True)

    def put(self, piece: bytes) -> None:
        """Pack another piece, and write the one before."""
        self._write()
        self._waiting = self._pool.submit(self._pack, piece)

    def _pack(self, piece: bytes) -> bytes:
        self._crc = _zlib().crc32(piece, self._crc)
        self._size += len(piece)
        packed: bytes = self._deflater.compress(piece)
        return packed

    def _write(self) -> None:
        if self._waiting is not None:
            packed = self._waiting.result()
            self._packed += len(packed)
            self._out.write(packed)

    def end(self, *, last: bool = True) -> Packed:
        """Write the rest; after one that is not the last, another packer's data can follow."""
        self._write()
        self._waiting = self._pool.submit(self._deflater.flush, zlib.Z_FINISH if last else zlib.Z_FULL_FLUSH)
        self._write()
        return Packed(self._crc, self._size, self._packed)


def head_and(head: Packed, rest: Packed) -> Packed:
    """Return the combination of two pieces of packed data, one behind the other.

    The CRC of the head is carried over the length of the rest by squaring the step over one zero bit, a matrix over bits,
    as zlib's crc32_combine does.
    """
    step = [0xEDB88320, *(1 << bit for bit in range(31))]  # a zero bit: shift right, the polynomial for what falls out
    crc, length = head.crc, 8 * rest.size
    while length:
        if length & 1:
            crc = _times(step, crc)
        step = [_times(step, column) for column in step]
        length >>= 1
    return Packed(crc ^ rest.crc, head.size + rest.size, head.packed + rest.packed)


def _times(matrix: list[int], vector: int) -> int:
    """Return a product over bits: the columns of the matrix that the vector names, added up."""
    return reduce(xor, (column for bit, column in enumerate(matrix) if vector >> bit & 1), 0)


def ahead(items: Iterator[Item]) -> Iterator[Item]:
    """Yield the items of an iterator; a thread makes the next item while one is used.

    >>> list(ahead(iter("abc")))
    ['a', 'b', 'c']
    """
    end: Any = object()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(next, items, end)
        while (item := waiting.result()) is not end:
            waiting = pool.submit(next, items, end)
            yield item
