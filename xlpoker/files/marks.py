"""A mark in each output file: it tells which input the output was made from, and whether another program has saved it since.

A scored copy is replaced when the book is scored again, and what its owner has added meanwhile would be lost. Every program that saves a workbook writes a new zip archive; so the mark of a workbook is an
extra field in a record of the central directory, where `zip` puts its own times and which spreadsheet programs ignore::

    ID 2, length 2, CRC 4: of the names and the CRCs of all members, then the job and the name of its input: score fri.csv

A tool that changes one part and copies all fields leaves a mark that does not match the parts. .csv and Parquet files have no
place for a mark that readers ignore; but saving one changes its modification time. So their mark is the time itself: its digits
from ten milliseconds down to 100 nanoseconds, the finest that Windows keeps, are `TICKS`, one value of 100,000.
"""

from __future__ import annotations

import contextlib
import os
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from pathlib import Path

from xlpoker.errors import BookError
from xlpoker.files.replace import replaced
from xlpoker.files.zip_archive import Directory, Member, read_directory

__all__ = ["MARK", "making", "mark_of", "marked"]

MARK = 0x6C70
TICKS, TICK, PERIOD = 61_807, 100, 10_000_000  # nanoseconds
_job: ContextVar[str] = ContextVar("_job", default="")


@contextlib.contextmanager
def making(job: str, source: Path) -> Iterator[None]:
    """Within the ``with`` block, `marked` marks files as outputs of that job, made from that file."""
    token = _job.set(f"{job} {source.name}")
    try:
        yield
    finally:
        _job.reset(token)


def mark_of(path: Path) -> tuple[str, str] | None:
    """Return the job that wrote an output and the name of its input, "" where no name is kept; None for any other file.

    A file that was saved since is not an output any more.
    """
    try:
        if (directory := _directory(path)) is None:
            return ("score", "") if path.stat().st_mtime_ns % PERIOD // TICK == TICKS else None
    except OSError:
        return None
    sums = re.escape(_sums(directory.members))
    field = re.compile(re.escape(struct.pack("<H", MARK)) + b"(..)" + sums, re.DOTALL)
    for member in directory.members:
        if found := field.search(member.record):
            text = member.record[found.end() : found.end() + int.from_bytes(found[1], "little") - 4]
            job, _, name = text.decode("utf-8", "surrogateescape").partition(" ")
            return job, name
    return None


@contextlib.contextmanager
def marked(target: Path, part: str = "") -> Iterator[Path]:
    """Yield a temporary path beside the target, as `xlpoker.files.replace.replaced` does, and mark the file written there.

    The mark of a workbook stands in the record of that part, else in the first. Nothing is marked outside of `making`.
    """
    with replaced(target) as temporary:
        yield temporary
        if not (job := _job.get()):
            return
        if (directory := _directory(temporary)) is None:
            time = temporary.stat().st_mtime_ns
            os.utime(temporary, ns=(time, time + (TICKS * TICK - time) % PERIOD))
            return
        members, text = list(directory.members), job.encode("utf-8", "surrogateescape")
        at = next((at for at, member in enumerate(members) if member.name == part), 0)
        field = struct.pack("<2H", MARK, 4 + len(text)) + _sums(members) + text
        members[at] = members[at].with_field(MARK, field)
        with temporary.open("r+b") as file:
            file.seek(directory.start)
            file.truncate()
            directory.write(file, members)


def _directory(path: Path) -> Directory | None:
    """Return the directory of a zip archive, None for any other file."""
    with path.open("rb") as file:
        try:
            return read_directory(file)
        except BookError:
            return None


def _sums(members: Sequence[Member]) -> bytes:
    sums = b"".join(member.name.encode() + struct.pack("<L", member.crc) for member in members)
    return struct.pack("<L", zlib.crc32(sums))
