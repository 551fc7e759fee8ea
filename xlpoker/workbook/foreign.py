"""Old, binary and OpenDocument workbooks (.xls, .xlsb, .ods) through python-calamine, in a separate process.

python-calamine lays a sheet out as one rectangle from its first cell to its last: the cells A1 and XFD1048576 alone
make it ask for 412 GB, and then its process is aborted. So it runs in a process of its own, `calamine_child.py`, whose
memory is limited in proportion to the file: for 100,000 rows of ten cards it took 163 MB of address space for 122 MB of
unpacked .ods, 115 MB for 20 MB of .xlsb and for 65,536 rows 108 MB for an .xls of 11 MB; more than that is needed only
where cells lie far apart. (Windows knows no such limit; there a request for 412 GB fails too, and ends that process
only.)

A rectangle cannot tell a blank from an error value or a formula without a value: they are read as blank cells. So are those that
python-calamine passes over, whole columns as some programs write them: a book that has any is refused.
"""

from __future__ import annotations

import datetime as dt
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, cast

from xlpoker.errors import BookError, nearest, quoted, remedy
from xlpoker.files.file_types import described, kind_of, occurs
from xlpoker.layout.grid import Grid

__all__ = ["read_foreign"]

BASE_MEMORY = 192 << 20
MEMORY_PER_BYTE = 16
MOST_UNPACKED = 1 << 31
MOST_MEMORY = 1 << 30
MOST_REPEATED, MOST_RATIO = 1 << 27, 400  # bytes, and times the file's size, that make a bomb
_BEGIN_SHEET, _END_OF_CELLS, _ODD_CELLS = b"\x81\x01", 146, (*range(13, 19), 62)  # records of an .xlsb
_UNTYPED = re.compile(rb"<table:table-cell(?:\s+(?!office)[\w:-]+=[\"'][^\"']*[\"'])*\s*>\s*<text:p(?:\s[^>]*)?>(?!</)")
_MAKER = re.compile(rb"<(?:Application|meta:generator)>([^<]{1,80})<")
_SAVE_IT = "save it as .xlsx in a program that opens it"
_PASSWORD = ("password", "encrypt")
_FAR = "its cells lie too far apart to be read, or hold too much; move them together, or save it as .xlsx"


def read_foreign(path: Path, sheet: str | None = None) -> list[Grid]:
    """Return the visible sheets of an .xls, .xlsb or .ods book, or the one of that name.

    Raises `BookError` for a book that is damaged, encrypted or a decompression bomb, for a sheet that does not exist, and
    where python-calamine is not installed.
    """
    if importlib.util.find_spec("python_calamine") is None:
        raise BookError(f"reading {path.name} needs python-calamine: {remedy('formats')}")
    command = [sys.executable, "-P", str(Path(__file__).with_name("calamine_child.py"))]
    command += [kind := kind_of(path), str(_memory(path)), str(path.resolve()), *([] if sheet is None else [sheet])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONIOENCODING": "utf-8"}
    with (
        tempfile.TemporaryFile() as noise,
        subprocess.Popen(  # noqa: S603 - our own script
            command, stdout=subprocess.PIPE, stderr=noise, stdin=subprocess.DEVNULL, env=environment
        ) as child,
    ):
        assert child.stdout is not None
        try:
            if kind != "xls" and (cells := _passed_over(path, kind)):  # found while the other process reads
                raise BookError(f"{path.name} is {described(path, kind)}{cells}; {_SAVE_IT}")
            return _grids(path, sheet, child.stdout)
        except EOFError:
            child.wait()
            noise.seek(0)
            if b"memory allocation" in noise.read() or child.returncode < 0:
                raise BookError(f"{path.name}: {_FAR}") from None
            raise BookError(f"{path.name} is damaged: python-calamine cannot read it") from None
        finally:
            child.kill()


def _passed_over(path: Path, kind: str) -> str:
    """Return which cells of a book python-calamine passes over, and the program that wrote them; an empty text for none."""
    found = maker = ""
    with zipfile.ZipFile(path) as package:
        for name in package.namelist():
            with suppress(Exception), package.open(name) as part:  # the other process says what is wrong with it
                if kind == "xlsb" and name.endswith(".bin") and _has_odd_cells(part):
                    found = "cells in a short form or with formats of their own"
                elif kind == "ods" and name == "content.xml" and occurs(_UNTYPED, part):
                    found = "texts in cells without a type"
                elif name in ("docProps/app.xml", "meta.xml") and (named := _MAKER.search(part.read(1 << 16))):
                    maker = f" by {named[1].decode()}"
    return found and f"{maker}, with {found}, which python-calamine passes over"


def _has_odd_cells(part: IO[bytes]) -> bool:
    """Tell whether a part is a binary worksheet with records that python-calamine does not know as cells."""
    stream, number, size = io.BufferedReader(cast("io.RawIOBase", part), 1 << 16), 0, 0
    read, known = stream.read, stream.peek(2)[:2] == _BEGIN_SHEET
    while known and number != _END_OF_CELLS and size < 1 << 20:
        number, size = read(2)
        if number > 127:
            number, size = number - 128 + (size << 7), read(1)[0]
        for shift in (7, 14, 21) if size > 127 else ():
            if size >> shift:  # the last byte says that another one follows
                size += (read(1)[0] - 1) << shift
        known = number not in _ODD_CELLS
        read(size)
    return number in _ODD_CELLS


def _memory(path: Path) -> int:
    """Return the bytes of memory that reading a book may take, 0 where a process cannot be limited."""
    if importlib.util.find_spec("resource") is None:
        return 0
    size = path.stat().st_size
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as package:
            packed, size = size, sum(member.file_size for member in package.infolist())
        if size > MOST_REPEATED and size > MOST_RATIO * packed:
            raise BookError(f"{path.name} is refused: it would unpack from {packed >> 10:,} KB to {size >> 20:,} MB")
    if size > MOST_UNPACKED:
        raise BookError(f"{path.name} is too large: {size >> 20:,} MB unpacked; save it as .xlsx")
    return min(BASE_MEMORY + MEMORY_PER_BYTE * size, MOST_MEMORY)


def _grids(path: Path, sheet: str | None, stream: IO[bytes]) -> list[Grid]:
    """Return the grids that the child prints."""
    lines = _answers(path, stream)
    sheets = next(lines)
    chosen = [name for name, visible in sheets if (visible if sheet is None else name.casefold() == sheet.casefold())]
    if sheet is not None and not chosen:
        raise BookError(f"{path.name} has no sheet {quoted(sheet)}; {nearest(sheet, [name for name, _ in sheets])}")
    grids: list[Grid] = []
    for expected in chosen:
        assert next(lines) == expected
        rows: list[list[Any]] = []
        memo: dict[str, str] = {}
        while (block := next(lines)) is not None:
            rows += [[_decoded(value, memo) for value in row] for row in block]
        while rows and not rows[-1]:
            rows.pop()
        grids.append(Grid(expected, rows))
    return grids


def _answers(path: Path, stream: IO[bytes]) -> Iterator[Any]:
    """Yield what the child prints; raise `BookError` for an error that it reports, `EOFError` if it ends early."""
    for line in stream:
        try:
            answer = json.loads(line)
        except ValueError:
            raise EOFError from None
        if isinstance(answer, dict):
            reason = answer["error"]
            if reason == "too far apart" or reason.startswith("Cell limit exceeded"):
                raise BookError(f"{path.name}: {_FAR}")
            if any(word in reason.lower() for word in _PASSWORD):
                raise BookError(f"{path.name} is encrypted; open it with its password and save it without one")
            what = f"{path.name} is {described(path, kind_of(path))} that python-calamine cannot read"
            raise BookError(f"{what} ({reason.splitlines()[0]}); {_SAVE_IT}")
        yield answer
    raise EOFError


def _decoded(value: Any, memo: dict[str, str]) -> Any:
    """Return a cell's value; texts that occur again are the same object."""
    if isinstance(value, str):
        return memo.setdefault(value, value)
    if isinstance(value, list):
        kind, text = value
        return dt.timedelta(seconds=text) if kind == "timedelta" else getattr(dt, kind).fromisoformat(text)
    return value
