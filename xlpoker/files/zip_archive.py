"""Zip archives: what `zipfile` lacks, members copied raw, and the check of what is written.

A copied member keeps every byte from its local header to the next one, and in the directory its name, times, flags, attributes,
extra fields and comment; only a zip64 field goes, which no archive as small as these needs (`MOST`).

The XML of a new workbook is read back before it replaces anything: small parts are parsed whole while they are packed, of a large sheet
the first `CHECKED` bytes. Its rest consists of the user's rows, which were parsed when they were read, and of new cells made of their
tags and addresses, of digits, and of texts that are parsed one by one when they are made.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, BinaryIO, NoReturn, TypeVar, cast
from xml.parsers import expat

from xlpoker.errors import BookError

__all__ = [
    "CHECKED", "FAST", "MOST", "NewArchive", "Part", "XmlCheck", "ahead", "check_book", "open_archive", "without_field",
]  # fmt: skip

MOST = zipfile.ZIP64_LIMIT
"""The most bytes of a member and of an archive that is written: beyond it `zipfile` writes 64-bit fields, which Excel repairs."""
CHECKED = 1 << 18
"""The bytes of a large part that are parsed."""
FAST = 1  # the compression level: a full sheet is a third larger than at 6, and takes a third of the time
SMALL_TABLES = 7  # of zlib's packer: one step below the default they fit into the first-level cache, a tenth faster
RAW = -15  # a stream without header, which zip files hold
_COPY, _ZIP64, _MOST_MEMBERS = 1 << 20, 1, 100_000
_LOCAL = struct.Struct("<4s4xH16x2H")  # a local header: mark, method, the lengths of name and extra fields
_UTF8 = 0x800  # the flag of a name, the only one that does not say how a member was packed
Item = TypeVar("Item")


class Member(zipfile.ZipInfo):
    """A member under the very bytes of its name; `zipfile` would write them as UTF-8."""

    __slots__ = ()

    def _encodeFilenameFlags(self) -> tuple[bytes, int]:  # noqa: N802 - what `zipfile` calls
        return self.orig_filename.encode("utf-8" if self.flag_bits & _UTF8 else "cp437"), self.flag_bits


def open_archive(file: BinaryIO) -> tuple[zipfile.ZipFile, dict[int, int]]:
    """Return an archive to read, and where the record of each member ends, by its beginning.

    Raises `BookError` for one that is cut off, begins with other bytes, or whose members do not lie one after the other.
    """
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OverflowError, struct.error):
        raise BookError("it begins like a workbook but is not a whole zip file") from None
    members = archive.infolist()
    starts = sorted(member.header_offset for member in members)
    if len(members) > _MOST_MEMBERS or (starts and starts[0] != 0):
        raise BookError("the directory of its parts does not lie where its end says")
    ends = dict(pairwise([*starts, archive.start_dir]))
    for member in members:
        room = ends[member.header_offset] - member.header_offset - _LOCAL.size - member.compress_size
        if room >= 0:
            file.seek(member.header_offset)
            mark, method, name, extra = _LOCAL.unpack(file.read(_LOCAL.size))
            room = room - name - extra if (mark, method) == (b"PK\3\4", member.compress_type) else -1
        if room < 0 or len(ends) < len(members):
            raise BookError(f"its part {member.filename} does not lie where the directory says")
    return archive, ends


class Part(io.RawIOBase):
    """A member being read: unpacked piece by piece, its length and CRC checked at its end; `damaged` raises the error."""

    def __init__(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo, damaged: Callable[[str], NoReturn]) -> None:
        self._damaged, self._name, self._left = damaged, member.filename, member.file_size
        try:
            self._stream = archive.open(member)
        except (zipfile.BadZipFile, ValueError, RuntimeError):
            damaged(f"its part {self._name} does not lie where the directory says")

    def read(self, size: int | None = -1, /) -> bytes:
        """Return up to `size` bytes, all that is left without it, nothing at the end."""
        if size is None or size < 0:
            return b"".join(iter(lambda: self.read(_COPY), b""))
        try:
            found = self._stream.read(size)
        except (zlib.error, EOFError):
            self._damaged(f"{self._name} cannot be unpacked")
        except zipfile.BadZipFile:
            self._damaged(f"{self._name} is not what was stored (its CRC differs)")
        self._left -= len(found)
        if self._left and len(found) < size:
            self._damaged(f"{self._name} is shorter than the directory says")
        return found


class NewArchive:
    """An archive that is written to a file, from the members of another one; `name` is for messages."""

    def __init__(self, out: IO[bytes], name: str) -> None:
        self._out, self._name = out, name
        self._members: dict[str, Member] = {}

    def copy_raw(self, source: BinaryIO, member: zipfile.ZipInfo, end: int) -> None:
        """Copy a member with all bytes of the source from its header to `end`."""
        made = _with_name(member)
        made.header_offset = self._out.tell()
        source.seek(member.header_offset)
        for place in range(member.header_offset, end, _COPY):
            self._out.write(source.read(min(_COPY, end - place)))
        if self._out.tell() - made.header_offset < end - member.header_offset:
            raise BookError(f"{member.filename} is cut off")
        self._add(made)

    def pack(self, member: zipfile.ZipInfo, pieces: Iterable[bytes], level: int | None) -> None:
        """Write new content in the place of a member's, whose name, times and attributes stay; a thread makes the next piece."""
        made = _with_name(member)
        extra, made.extra = made.extra, b""  # those of a local header can be others
        made.compress_type, made.flag_bits = zipfile.ZIP_DEFLATED, member.flag_bits & _UTF8
        made.header_offset = self._out.tell()
        made.CRC = made.compress_size = made.file_size = 0
        self._out.write(made.FileHeader(zip64=False))
        strength = level or FAST
        deflater = zlib.compressobj(
            strength, zlib.DEFLATED, RAW, SMALL_TABLES if strength == FAST else zlib.DEF_MEM_LEVEL
        )
        for piece in ahead(iter(pieces)):
            made.CRC = zlib.crc32(piece, made.CRC)
            made.file_size += len(piece)
            made.compress_size += self._out.write(deflater.compress(piece))
        made.compress_size += self._out.write(deflater.flush())
        self._add(made)
        self._out.seek(made.header_offset)
        self._out.write(made.FileHeader(zip64=False))
        self._out.seek(0, io.SEEK_END)
        made.extra = extra

    def _add(self, made: Member) -> None:
        if max(self._out.tell(), made.file_size) > MOST:
            raise BookError(f"{self._name} would be larger than 2 GB")
        self._members[made.orig_filename] = made

    def end(self, order: Iterable[zipfile.ZipInfo], comment: bytes) -> None:
        """Write the directory, in the order of these members, and the comment."""
        directory = zipfile.ZipFile(self._out, "w")
        directory.filelist = [self._members[one.orig_filename] for one in order if one.orig_filename in self._members]
        directory.comment = comment
        directory.close()


def _with_name(member: zipfile.ZipInfo) -> Member:
    """Return a copy of a member that keeps the bytes of its name, without its zip64 field."""
    made: Any = copy(member)
    made.__class__ = Member
    made.extra = without_field(member.extra, _ZIP64)
    return cast("Member", made)


def without_field(extra: bytes, unwanted: int) -> bytes:
    """Return extra fields without those of one kind."""
    kept = b""
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<2H", extra)
        kept += extra[: 4 + length] * (kind != unwanted)
        extra = extra[4 + length :]
    return kept + extra


def ahead(items: Iterator[Item]) -> Iterator[Item]:
    """Yield the items of an iterator; a thread makes the next item while one is used.

    >>> list(ahead(iter("abc")))
    ['a', 'b', 'c']
    """
    from concurrent.futures import ThreadPoolExecutor  # small files need none

    end: Any = object()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(next, items, end)
        while (item := waiting.result()) is not end:
            waiting = pool.submit(next, items, end)
            yield item


class XmlCheck:
    """An XML parser for a part while it is written; `where` begins the message of the `BookError` about invalid XML."""

    def __init__(self, where: str, most: int = CHECKED) -> None:
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
