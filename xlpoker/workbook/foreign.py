"""Old, binary and OpenDocument workbooks (.xls, .xlsb, .ods) through python-calamine.

python-calamine lays a sheet out as one rectangle from its first cell to its last: the cells A1 and XFD1048576 alone
would take 412 GB, for which it ends the process. So an .xlsb is looked through for such cells before; of an .ods it refuses a
hundred million cells itself, and an .xls is never so large.

A rectangle cannot tell a blank from an error value or a formula without a value: they are read as blank cells. So are those that
python-calamine passes over, whole columns as some programs write them: a book that has any is refused.
"""

from __future__ import annotations

import datetime as dt
import importlib.util
import io
import os
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from xlpoker.errors import BookError, nearest, quoted, remedy
from xlpoker.files import FORMATS, kind_of
from xlpoker.layout.grid import Grid

__all__ = ["read_foreign"]

MOST_UNPACKED = 1 << 31
MOST_REPEATED, MOST_RATIO = 1 << 27, 400  # bytes, and times the file's size, that make a bomb
MOST_CELLS = 1 << 24  # a sheet must have fewer, with all blanks
MOST_TEXT = 1 << 22  # characters of a cell; spreadsheet programs write 32,767
_BEGIN_SHEET, _END_OF_CELLS, _ODD_CELLS = (
    b"\x81\x01",
    146,
    (*range(13, 19), 62),
)  # records of an .xlsb
_ROW, _LAST_CELL = 0, 11
_UNTYPED = re.compile(
    rb"<table:table-cell(?:\s+(?!office)[\w:-]+=[\"'][^\"']*[\"'])*\s*>\s*<text:p(?:\s[^>]*)?>(?!</)"
)
_SAVE_IT = "save it as .xlsx in a program that opens it"
_PASSWORD = ("password", "encrypt")
_FAR = "its cells lie too far apart to be read, or hold too much; move them together, or save it as .xlsx"


class _TooManyCellsError(Exception):
    """A sheet spans more cells than are read."""


def read_foreign(path: Path, sheet: str | None = None) -> list[Grid]:
    """Return the visible sheets of an .xls, .xlsb or .ods book, or the one of that name.

    Raises `BookError` for a book that is damaged, encrypted or a decompression bomb, for a sheet that does not exist, and
    where python-calamine is not installed.
    """
    if importlib.util.find_spec("python_calamine") is None:
        raise BookError(f"reading {path.name} needs python-calamine: {remedy('formats')}")
    from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    kind = kind_of(path)
    if kind != "xls":
        _check_size(path)
        if cells := _passed_over(path, kind):
            raise BookError(f"{path.name} is {FORMATS[kind].words}{cells}; {_SAVE_IT}")
    try:
        with _quiet(), path.open("rb") as file:  # a path is judged by its ending
            by_path = path.suffix.lower() == f".{kind}"
            book = (
                CalamineWorkbook.from_path(path)
                if by_path
                else CalamineWorkbook.from_filelike(file)
            )
            sheets = [one for one in book.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet]
            if sheet is None:
                names = [one.name for one in sheets if one.visible == SheetVisibleEnum.Visible]
            else:
                names = [one.name for one in sheets if one.name.casefold() == sheet.casefold()]
            grids = [Grid(name, _rows(book.get_sheet_by_name(name))) for name in names]
    except _TooManyCellsError:
        raise BookError(f"{path.name}: {_FAR}") from None
    except CalamineError as error:
        reason = str(error) or type(error).__name__
        if reason.startswith("Cell limit exceeded"):
            raise BookError(f"{path.name}: {_FAR}") from None
        if any(word in reason.lower() for word in _PASSWORD):
            raise BookError(
                f"{path.name} is encrypted; open it with its password and save it without one"
            ) from None
        what = f"{path.name} is {FORMATS[kind].words} that python-calamine cannot read"
        raise BookError(f"{what} ({reason.splitlines()[0]}); {_SAVE_IT}") from None
    except BaseException as error:
        stream = isinstance(error, OSError) and error.errno is None  # one that cannot be unpacked
        if not stream and type(error).__name__ != "PanicException":  # of Rust
            raise
        raise BookError(f"{path.name} is damaged: python-calamine cannot read it") from None
    if sheet is not None and not grids:
        raise BookError(
            f"{path.name} has no sheet {quoted(sheet)}; {nearest(sheet, [one.name for one in sheets])}"
        )
    return grids


def hidden_sheets(path: Path) -> list[str]:
    """Return the names of the worksheets of an .xls, .xlsb or .ods book that are hidden; the book can be read."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    with _quiet(), path.open("rb") as file:
        book = CalamineWorkbook.from_filelike(file)
        sheets = [sheet for sheet in book.sheets_metadata if sheet.typ == SheetTypeEnum.WorkSheet]
    return [sheet.name for sheet in sheets if sheet.visible != SheetVisibleEnum.Visible]


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Rust says about a panic, before Python raises it, off standard error."""
    try:
        kept = os.dup(2)
    except OSError:  # it is closed
        yield
        return
    try:
        with open(os.devnull, "wb") as null:  # noqa: PTH123
            os.dup2(null.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _rows(sheet: Any) -> list[list[Any]]:
    """Return the rows of a sheet without the blanks at their ends; equal texts are one object. Raises `_TooManyCellsError` where it does."""
    if sheet.start is None:
        return []
    if sheet.height * sheet.width >= MOST_CELLS:
        raise _TooManyCellsError
    hidden: dict[int, list[tuple[int, int]]] = {}
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        for number in range(top, bottom + 1):
            hidden.setdefault(number, []).append((left + (number == top), right))
    rows: list[list[Any]] = []
    memo: dict[Any, Any] = {}
    indent = [None] * sheet.start[1]
    for number, cells in enumerate(sheet.iter_rows()):
        row = indent + [_value(cell, memo) for cell in cells]
        for left, right in hidden.get(number, ()):
            row[left : right + 1] = [None] * len(row[left : right + 1])
        while row and row[-1] is None:
            row.pop()
        rows.append(row)
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _value(value: Any, memo: dict[Any, Any]) -> Any:
    """Return a cell's value: whole numbers, moments for dates, None for a blank."""
    if isinstance(value, str):
        if len(value) > MOST_TEXT:
            raise _TooManyCellsError
        return memo.setdefault(value, value) or None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dt.date) and not isinstance(value, dt.datetime):
        return dt.datetime.combine(value, dt.time())
    return value


def _passed_over(path: Path, kind: str) -> str:
    """Return which cells of a book python-calamine passes over; an empty text for none.

    Raises `BookError` for cells of an .xlsb that lie too far apart.
    """
    found, room = "", 0
    with zipfile.ZipFile(path) as package:
        for name in package.namelist():
            with (
                suppress(Exception),
                package.open(name) as part,
            ):  # python-calamine says what is wrong with it
                if kind == "xlsb" and name.endswith(".bin"):
                    odd, cells = _records(part)
                    found = "cells in a short form or with formats of their own" if odd else found
                    room = max(room, cells)
                elif kind == "ods" and name == "content.xml" and _holds_untyped(part):
                    found = "texts in cells without a type"
    if room >= MOST_CELLS:
        raise BookError(f"{path.name}: {_FAR}")
    return found and f", with {found}, which python-calamine passes over"


def _holds_untyped(part: IO[bytes]) -> bool:
    """Tell whether a part of an .ods, which is read piece by piece, has texts in cells without a type."""
    seam = b""
    while (piece := part.read(1 << 20)) and not _UNTYPED.search(seam + piece):
        seam = piece[-1000:]
    return bool(piece)


def _records(part: IO[bytes]) -> tuple[bool, int]:
    """Tell whether a binary worksheet has records that python-calamine does not know as cells, and how many cells it spans."""
    stream, number, size = io.BufferedReader(cast("io.RawIOBase", part), 1 << 16), 0, 0
    read, known, rows, columns, held = stream.read, stream.peek(2)[:2] == _BEGIN_SHEET, 0, 0, b""
    with suppress(
        IndexError, ValueError
    ):  # it ends early, perhaps behind where python-calamine stops
        while known and number != _END_OF_CELLS and size < 1 << 20:
            number, size = read(2)
            if number > 127:
                number, size = number - 128 + (size << 7), read(1)[0]
            for shift in (7, 14, 21) if size > 127 else ():
                if size >> shift:  # the last byte says that another one follows
                    size += (read(1)[0] - 1) << shift
            known = number not in _ODD_CELLS
            content = read(size)[:4]
            held = (
                content + held[len(content) :]
            )  # what a record is too short for is taken from the one before
            place = int.from_bytes(held, "little") + 1
            if number == _ROW:
                rows = place
            elif number <= _LAST_CELL and place > columns:
                columns = place
    return number in _ODD_CELLS, rows * columns


def _check_size(path: Path) -> None:
    """Raise `BookError` for a decompression bomb, and for a book of more than two gigabytes."""
    with zipfile.ZipFile(path) as package:
        packed, size = path.stat().st_size, sum(member.file_size for member in package.infolist())
    if size > MOST_REPEATED and size > MOST_RATIO * packed:
        raise BookError(
            f"{path.name} is refused: it would unpack from {packed >> 10:,} KB to {size >> 20:,} MB"
        )
    if size > MOST_UNPACKED:
        raise BookError(f"{path.name} is too large: {size >> 20:,} MB unpacked; save it as .xlsx")
