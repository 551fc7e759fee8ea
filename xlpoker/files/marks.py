"""A mark in a workbook that is written as an output: it tells later whether somebody has saved that workbook since.

A scored copy is replaced when the book is scored again. What its owner has done in it by then, a remark, a sheet, would be
lost, and stands in no other file. Every program that saves a workbook writes a new zip archive; so the mark is an extra field
in a record of the central directory, where `zip` puts its own times and which spreadsheet programs pass over::

    ID 2, length 2, CRC 4: of the names and the CRCs of all members

A tool that changes one part and copies all fields leaves a mark that is not that of the parts.
"""

from __future__ import annotations

import contextlib
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from xlpoker.errors import BookError
from xlpoker.files.replace import replaced
from xlpoker.files.zip_archive import Member, read_directory, without_field

__all__ = ["MARK", "is_unchanged", "marked"]

MARK = 0x6C70
_FIELD = struct.Struct("<2HL")
_LENGTHS = struct.Struct("<2H")  # of name and extra, at byte 28 of a record


def is_unchanged(path: Path) -> bool:
    """Tell whether a workbook is as it was when it was written as an output, by its mark."""
    try:
        with path.open("rb") as file:
            members = read_directory(file).members
    except (OSError, BookError):
        return False
    field = _field(members)
    return any(field in member.record for member in members)


@contextlib.contextmanager
def marked(target: Path, part: str = "") -> Iterator[Path]:
    """Give a temporary path beside the target, as `xlpoker.files.replace.replaced` does, and mark the workbook written there.

    The mark stands in the record of that part, else in the first.
    """
    with replaced(target) as temporary:
        yield temporary
        with temporary.open("r+b") as file:
            directory = read_directory(file)
            members = list(directory.members)
            at = next((at for at, member in enumerate(members) if member.name == part), 0)
            members[at] = _with_field(members[at], _field(members))
            file.seek(directory.start)
            file.truncate()
            directory.write(file, members)


def _field(members: Sequence[Member]) -> bytes:
    sums = b"".join(member.name.encode() + struct.pack("<L", member.crc) for member in members)
    return _FIELD.pack(MARK, 4, zlib.crc32(sums))


def _with_field(member: Member, field: bytes) -> Member:
    """Return a member whose record has that mark, and no other."""
    record = member.record
    name, extra = _LENGTHS.unpack_from(record, 28)
    begin, end = 46 + name, 46 + name + extra
    fields = without_field(record[begin:end], MARK) + field
    return replace(
        member, record=record[:28] + _LENGTHS.pack(name, len(fields)) + record[32:begin] + fields + record[end:]
    )
