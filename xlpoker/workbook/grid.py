"""Any input as grids of cells: workbooks through openpyxl, text files by their lines.

What a file is, its content says, not its name. A grid keeps the raw values (texts, numbers, dates, booleans, error
texts); row 0 is the sheet's row 1, column 0 its column A.
"""

from __future__ import annotations

import csv
import difflib
import io
import zipfile
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError, nearest

__all__ = [
    "Grid",
    "a1",
    "column_letters",
    "delimiter_of",
    "formulas_without_values",
    "is_parquet",
    "is_workbook",
    "read_grids",
]

_HEAD = 1024
_ZIP = (b"PK\3\4", b"PK\5\6")
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_DELIMITERS = ",;\t|"
_TEXT_SUFFIXES = (".csv", ".tsv", ".txt", "")


@dataclass(frozen=True, slots=True)
class Grid:
    """One sheet, or a text file: its name (empty for a text file) and its rows of raw cell values."""

    sheet: str
    rows: list[list[Any]] = field(repr=False)

    def cell(self, row: int, column: int) -> Any:
        """Return the value in a cell, None outside the grid."""
        cells = self.rows[row] if 0 <= row < len(self.rows) else ()
        return cells[column] if column < len(cells) else None


def column_letters(column: int) -> str:
    """Return the letters of a column counted from 0.

    >>> column_letters(0), column_letters(25), column_letters(26), column_letters(16383)
    ('A', 'Z', 'AA', 'XFD')
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(65 + letter) + letters
    return letters


def a1(row: int, column: int) -> str:
    """Return the address of a cell counted from 0.

    >>> a1(2, 4)
    'E3'
    """
    return f"{column_letters(column)}{row + 1}"


def is_parquet(path: Path) -> bool:
    """Tell whether a file is Parquet, by its content."""
    try:
        with path.open("rb") as file:
            return file.read(4) == b"PAR1"
    except OSError:
        return False


def is_workbook(path: Path) -> bool:
    """Tell whether a file is an .xlsx or .xlsm workbook, by its content.

    Raises `BookError` for a file that is neither a workbook nor text: encrypted, an old .xls, another zip, missing.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
            if head.startswith(_COMPOUND):
                if _ENCRYPTED in head + file.read():
                    raise BookError(f"{path.name} is encrypted; open it with its password and save it without one")
                raise BookError(f"{path.name} is an old .xls workbook; save it as .xlsx first")
    except FileNotFoundError:
        raise BookError(f"{path} does not exist{_sibling(path)}") from None
    except IsADirectoryError:
        raise BookError(f"{path} is a folder, not a workbook") from None
    except OSError as error:
        raise BookError(f"{path} cannot be read: {error.strerror}") from None
    if head.startswith(_ZIP):
        return _has_workbook(path)
    if not head:
        raise BookError(f"{path.name} is empty")
    if path.suffix.lower() not in _TEXT_SUFFIXES:
        raise BookError(f"{path.name} is not a workbook: its content is {_content(path, head)}")
    return False


def _sibling(path: Path) -> str:
    """Return the question for a file that was probably meant: a similar name, whatever its ending."""
    others = path.parent.iterdir() if path.parent.is_dir() else ()
    names = {other.stem: other.name for other in others if other.name != path.name}
    close = difflib.get_close_matches(path.stem, list(names), n=1, cutoff=0.7)
    return f"; did you mean '{names[close[0]]}'?" if close else ""


def _has_workbook(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as package:
            names = {name.lower() for name in package.namelist()}
    except zipfile.BadZipFile:
        raise BookError(f"{path.name} is damaged: it begins like a workbook but is not a whole zip file") from None
    if "xl/workbook.bin" in names:
        raise BookError(f"{path.name} is an .xlsb workbook; save it as .xlsx first")
    if "[content_types].xml" not in names or not any(name.startswith("xl/") for name in names):
        raise BookError(f"{path.name} is not a workbook: its content is a zip file without one")
    return True


def _content(path: Path, head: bytes) -> str:
    if head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<":
        return "HTML or XML"
    if b"\0" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "not known"
    return f"text; name it {path.stem}.csv or {path.stem}.txt"


def read_grids(path: Path, sheet: str | None = None) -> list[Grid]:
    """Return the visible sheets of a workbook, the one sheet of that name, or a text file's grid.

    Raises `BookError` for a file that cannot be read and for a sheet that does not exist (with the nearest name).
    """
    if is_workbook(path):
        return _workbook_grids(path, sheet)
    if sheet is not None:
        raise BookError(f"{path.name} is text and has no sheet '{sheet}'")
    return [Grid("", text_rows(path))]


@contextmanager
def _opened(path: Path, *, values: bool) -> Iterator[Any]:
    import warnings

    import openpyxl

    with path.open("rb") as file, warnings.catch_warnings():  # a path would be judged by its ending
        warnings.simplefilter("ignore")  # about parts that reading does not need
        try:
            book = openpyxl.load_workbook(file, read_only=True, data_only=values, rich_text=False)
        except Exception as error:
            raise BookError(f"{path.name} is damaged: {_first_line(error)}") from error
        if not book.sheetnames:  # their parts are missing
            book.close()
            raise BookError(f"{path.name} is damaged: it has no sheets")
        try:
            yield book
        except BookError:
            raise
        except Exception as error:
            raise BookError(f"{path.name} is damaged: {_first_line(error)}") from error
        finally:
            book.close()


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _workbook_grids(path: Path, sheet: str | None) -> list[Grid]:
    with _opened(path, values=True) as book:
        return [Grid(one.title, _sheet_rows(one)) for one in _chosen(path, book, sheet)]


def _chosen(path: Path, book: Any, sheet: str | None) -> list[Any]:
    if sheet is None:
        return [one for one in book.worksheets if one.sheet_state == "visible"]
    names = {one.title.casefold(): one for one in book.worksheets}
    if sheet.casefold() not in names:
        raise BookError(f"{path.name} has no sheet '{sheet}'; {nearest(sheet, [one.title for one in book.worksheets])}")
    return [names[sheet.casefold()]]


def _sheet_rows(sheet: Any) -> list[list[Any]]:
    sheet.reset_dimensions()  # what a file says of its size is not always true
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    while rows and not any(cell is not None for cell in rows[-1]):
        rows.pop()
    return rows


def formulas_without_values(path: Path, sheet: str, cells: Container[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return the formulas in those cells of a sheet which look empty because nobody calculated them.

    A formula whose value is an empty text is calculated, and not among them.
    """
    found: dict[tuple[int, int], str] = {}
    with _opened(path, values=False) as book:
        (chosen,) = _chosen(path, book, sheet)
        chosen.reset_dimensions()
        for row, values in enumerate(chosen.iter_rows(values_only=True)):
            for column, value in enumerate(values):
                if value is not None and (row, column) in cells:
                    text = str(getattr(value, "text", value))
                    if text.startswith("="):
                        found[row, column] = text
    if found:
        with _opened(path, values=True) as book:
            (chosen,) = _chosen(path, book, sheet)
            chosen.reset_dimensions()
            for row, line in enumerate(chosen.iter_rows()):
                for column, cell in enumerate(line):
                    if (row, column) in found and (cell.value is not None or cell.data_type == "str"):
                        del found[row, column]
    return found


def text_rows(path: Path) -> list[list[Any]]:
    """Return the lines of a text file as rows: cut at the delimiter it uses, else at blanks."""
    text = _decoded(path)
    delimiter = delimiter_of(text.splitlines()[:200])
    if delimiter is None:
        return [line.split() for line in text.splitlines()]
    lines = csv.reader(io.StringIO(text, None), delimiter=delimiter, skipinitialspace=True)  # "5H", "6S"
    try:
        return [[cell or None for cell in row] for row in lines]
    except csv.Error as error:
        raise BookError(f"{path.name} cannot be read: {error}") from None


def _decoded(path: Path) -> str:
    raw = path.read_bytes()
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", errors="replace")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    if "\0" in text:
        raise BookError(f"{path.name} is neither a workbook nor text")
    return text


def delimiter_of(lines: Sequence[str]) -> str | None:
    """Return the delimiter that most of some lines hold, None where fewer than half of them have one."""
    lines = [line for line in lines if line.strip()]
    counts = {mark: sum(mark in line for line in lines) for mark in _DELIMITERS}
    best = max(counts, key=lambda mark: counts[mark])
    return best if counts[best] and 2 * counts[best] >= len(lines) else None
