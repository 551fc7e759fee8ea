"""Old, binary and OpenDocument workbooks (.xls, .xlsb, .ods) through python-calamine.

python-calamine lays a sheet out as one rectangle from its first cell to its last. The cells A1 and
XFD1048576 alone would take 412 GB, for which it ends the process. So an .xlsb is looked through for
such cells before, and a damaged .xls for cells in columns that it cannot have; of an .ods it refuses
a hundred million cells itself.

A rectangle cannot tell a blank from an error value or a formula without a value: they are read as
blank cells. So are those that python-calamine passes over, whole columns as some programs write
them: a book that has any is refused.
"""

from __future__ import annotations

import datetime as dt
import importlib.util
import io
import os
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from xlpoker.errors import BookError, nearest, quoted, remedy
from xlpoker.files import FORMATS, kind_of
from xlpoker.layout.grid import Grid
from xlpoker.scoring.marked_rows import MarkedRows

__all__ = ["read_foreign"]

MOST_UNPACKED = 1 << 31
MOST_REPEATED, MOST_RATIO = 1 << 27, 400  # bytes, and times the file's size, that make a bomb
MOST_CELLS = 1 << 24  # a sheet must have fewer, with all blanks
MOST_TEXT = 1 << 22  # characters of a cell; spreadsheet programs write 32,767
# Records of an .xlsb, by number
_BEGIN_SHEET = b"\x81\x01"
_ROW = 0
_LAST_CELL = 11
_END_OF_CELLS = 146
_ODD_CELLS = (*range(13, 19), 62)
_MOST_RECORD = 1 << 20  # bytes
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

    Raises `BookError` for a book that is damaged, encrypted or a decompression bomb, for a sheet
    that does not exist, and where python-calamine is not installed.
    """
    if importlib.util.find_spec("python_calamine") is None:
        raise BookError(f"reading {path.name} needs python-calamine: {remedy('formats')}")
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    kind = kind_of(path)
    if kind == "xls":
        _check_columns(path)
    else:
        _check_size(path)
        if reason := _skipped_cells(path, kind):
            words = FORMATS[kind].words
            raise BookError(f"{path.name} is {words}{reason}; {_SAVE_IT}")
    with _readable_errors(path, kind), _quiet(), path.open("rb") as file:
        if path.suffix.lower() == f".{kind}":
            book = CalamineWorkbook.from_path(path)
        else:  # a path is judged by its ending
            book = CalamineWorkbook.from_filelike(file)
        sheets = [entry for entry in book.sheets_metadata if entry.typ == SheetTypeEnum.WorkSheet]
        names = [entry.name for entry in sheets if entry.visible == SheetVisibleEnum.Visible]
        if sheet is not None:
            names = [entry.name for entry in sheets if entry.name.casefold() == sheet.casefold()]
        grids = [Grid(name, _rows(book.get_sheet_by_name(name))) for name in names]
    if sheet is not None and not grids:
        near = nearest(sheet, [entry.name for entry in sheets])
        raise BookError(f"{path.name} has no sheet {quoted(sheet)}; {near}")
    return grids


@contextmanager
def _readable_errors(path: Path, kind: str) -> Iterator[None]:
    """Turn an error of python-calamine into a `BookError` that says what to do."""
    from python_calamine import CalamineError

    try:
        yield
    except _TooManyCellsError:
        raise BookError(f"{path.name}: {_FAR}") from None
    except CalamineError as error:
        reason = str(error) or type(error).__name__
        raise _refusal(path, kind, reason) from None
    except BaseException as error:
        cannot_unpack = isinstance(error, OSError) and error.errno is None
        is_rust_panic = type(error).__name__ == "PanicException"
        if cannot_unpack or is_rust_panic:
            message = f"{path.name} is damaged: python-calamine cannot read it"
            raise BookError(message) from None
        raise


def _refusal(
    path: Path,
    kind: str,
    reason: str,
) -> BookError:
    """Return the error for a book that python-calamine refuses for a reason."""
    if reason.startswith("Cell limit exceeded"):
        return BookError(f"{path.name}: {_FAR}")
    if any(word in reason.lower() for word in _PASSWORD):
        return BookError(
            f"{path.name} is encrypted; open it with its password and save it without one"
        )
    first_line = reason.splitlines()[0]
    problem = f"{path.name} is {FORMATS[kind].words} that python-calamine cannot read"
    return BookError(f"{problem} ({first_line}); {_SAVE_IT}")


def hidden_sheets(path: Path) -> list[str]:
    """Return the names of the worksheets of an .xls, .xlsb or .ods book that are hidden.

    The book was read before.
    """
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    with _quiet(), path.open("rb") as file:
        book = CalamineWorkbook.from_filelike(file)
        sheets = [sheet for sheet in book.sheets_metadata if sheet.typ == SheetTypeEnum.WorkSheet]
    return [sheet.name for sheet in sheets if sheet.visible != SheetVisibleEnum.Visible]


def marked_rows(path: Path, sheet: str) -> MarkedRows | None:
    """Return the rows of a sheet of an .xls or .ods book that are hidden or struck out.

    None for an .xlsb, and for an .xls that does not tell. The book was read before;
    python-calamine says nothing of such rows.
    """
    kind = kind_of(path)
    if kind == "ods":
        from xlpoker.workbook.marks_of_ods import marked_rows_of_ods

        return marked_rows_of_ods(path, sheet)
    if kind == "xls":
        from xlpoker.workbook.marks_of_xls import marked_rows_of_xls

        return marked_rows_of_xls(path, sheet)
    return None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Rust says about a panic, before Python raises it, off standard error."""
    try:
        standard_error = os.dup(2)
    except OSError:  # it is closed
        yield
        return
    try:
        with open(os.devnull, "wb") as null:  # noqa: PTH123
            os.dup2(null.fileno(), 2)
        yield
    finally:
        os.dup2(standard_error, 2)
        os.close(standard_error)


def _rows(sheet: Any) -> list[list[Any]]:
    """Return the rows of a sheet without the blanks at their ends; equal texts are one object.

    Raises `_TooManyCellsError` for more cells than are read.
    """
    if sheet.start is None:
        return []
    if sheet.height * sheet.width >= MOST_CELLS:
        raise _TooManyCellsError
    hidden = _hidden_by_merging(sheet.merged_cell_ranges or ())
    _, first_column = sheet.start
    indent = [None] * first_column
    rows: list[list[Any]] = []
    memo: dict[Any, Any] = {}
    for number, cells in enumerate(sheet.iter_rows()):
        row = indent + [_value(cell, memo) for cell in cells]
        for left, right in hidden.get(number, ()):
            for column in range(left, min(right + 1, len(row))):
                row[column] = None
        while row and row[-1] is None:
            row.pop()
        rows.append(row)
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _hidden_by_merging(ranges: Iterable[Any]) -> dict[int, list[tuple[int, int]]]:
    """Return, by row, the first and last columns of cells that merged ranges hide: all but the top left ones."""
    hidden: dict[int, list[tuple[int, int]]] = {}
    for (top, left), (bottom, right) in ranges:
        hidden.setdefault(top, []).append((left + 1, right))
        for row in range(top + 1, bottom + 1):
            hidden.setdefault(row, []).append((left, right))
    return hidden


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


def _skipped_cells(path: Path, kind: str) -> str:
    """Return which cells of a book python-calamine passes over, as the end of a sentence.

    Raises `BookError` for cells of an .xlsb that lie too far apart.
    """
    skipped = ""
    most_cells = 0
    with zipfile.ZipFile(path) as package:
        for name in package.namelist():
            is_xlsb_part = kind == "xlsb" and name.endswith(".bin")
            is_ods_content = kind == "ods" and name == "content.xml"
            # python-calamine says what is wrong with a part that cannot be unpacked
            with suppress(Exception), package.open(name) as part:
                if is_xlsb_part:
                    has_odd_cells, cells = _scan_records(part)
                    most_cells = max(most_cells, cells)
                    if has_odd_cells:
                        skipped = "cells in a short form or with formats of their own"
                elif is_ods_content and _holds_untyped(part):
                    skipped = "texts in cells without a type"
    if most_cells >= MOST_CELLS:
        raise BookError(f"{path.name}: {_FAR}")
    if not skipped:
        return ""
    return f", with {skipped}, which python-calamine passes over"


def _holds_untyped(part: IO[bytes]) -> bool:
    """Tell whether a part of an .ods has texts in cells without a type; it is read piece by piece."""
    seam = b""
    while piece := part.read(1 << 20):
        if _UNTYPED.search(seam + piece):
            return True
        seam = piece[-1000:]
    return False


def _scan_records(part: IO[bytes]) -> tuple[bool, int]:
    """Tell whether python-calamine does not know a record of a worksheet, and how many cells the sheet spans.

    A record is a number, a size and the content: of a row its number, of a cell its column first.
    Number and size are written in groups of 7 bits, the lowest first; the top bit of a byte says
    that another one follows. The part may end early, perhaps behind the place where python-calamine
    stops.
    """
    stream = io.BufferedReader(cast("io.RawIOBase", part), 1 << 16)
    if stream.peek(2)[:2] != _BEGIN_SHEET:
        return False, 0
    read = stream.read
    content = b""
    number = size = rows = columns = 0
    with suppress(IndexError, ValueError):
        while number != _END_OF_CELLS and size < _MOST_RECORD:
            number, size = read(2)
            if number > 127:
                following = read(1)[0]
                number += (size << 7) - 128
                size = following
            if size > 127:
                size = _whole_size(size, read)
            if number in _ODD_CELLS:
                return True, rows * columns
            begin = read(size)[:4]
            content = begin + content[len(begin) :]  # a short record goes on as the one before
            if number <= _LAST_CELL:
                position = int.from_bytes(content, "little") + 1
                if number == _ROW:
                    rows = position
                elif position > columns:
                    columns = position
    return number in _ODD_CELLS, rows * columns


def _whole_size(size: int, read: Callable[[int], bytes]) -> int:
    """Return the size of a record, of which the first byte is given."""
    for shift in (7, 14, 21):
        if size >> shift:  # the byte before says that another one follows
            size += (read(1)[0] - 1) << shift
    return size


def _check_columns(path: Path) -> None:
    """Raise `BookError` for a damaged .xls with a cell in a column that there is not.

    Of a book that is damaged in another way, python-calamine says what is wrong.
    """
    from xlpoker.workbook.xls_records import DAMAGED, Records

    has_far_cells = False
    with suppress(*DAMAGED):
        has_far_cells = Records(path).has_far_cells()
    if has_far_cells:
        raise BookError(f"{path.name} is damaged: a cell stands in a column that no .xls has")


def _check_size(path: Path) -> None:
    """Raise `BookError` for a decompression bomb, and for a book of more than two gigabytes."""
    with zipfile.ZipFile(path) as package:
        size = sum(member.file_size for member in package.infolist())
    packed = path.stat().st_size
    if size > max(MOST_REPEATED, MOST_RATIO * packed):
        raise BookError(
            f"{path.name} is refused: it would unpack from {packed >> 10:,} KB to {size >> 20:,} MB"
        )
    if size > MOST_UNPACKED:
        raise BookError(f"{path.name} is too large: {size >> 20:,} MB unpacked; save it as .xlsx")
