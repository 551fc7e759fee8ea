"""Any input as grids of cells: each kind of workbook through its reader, text files by their lines.

What a file is, its content says, not its name. A grid keeps the raw values (texts, numbers, dates, booleans, error
texts); row 0 is the sheet's row 1, column 0 its column A.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from xlpoker.errors import BookError, quoted
from xlpoker.workbook.kinds import FOREIGN, WORDS, kind_of

__all__ = [
    "Grid",
    "a1",
    "cells_of_lines",
    "column_letters",
    "column_number",
    "delimiter_of",
    "encoding_of",
    "formulas_without_values",
    "is_parquet",
    "is_workbook",
    "lines_of",
    "read_grids",
]

MOST_COLUMNS = 16_384
MOST_LINES = 1 << 22
MOST_TEXT = 3 << 24  # bytes of a text file that is read as a whole: more than a worksheet holds
LINE_LETTERS = 1 << 25
MOST_SHARED = 1 << 16  # texts; more are no cards
_DELIMITERS = ",;\t|"


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


def column_number(letters: str) -> int:
    """Return the column of its letters, counted from 0.

    >>> column_number("A"), column_number("xfd")
    (0, 16383)
    """
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def a1(row: int, column: int) -> str:
    """Return the address of a cell counted from 0.

    >>> a1(2, 4)
    'E3'
    """
    return f"{column_letters(column)}{row + 1}"


def is_parquet(path: Path) -> bool:
    """Tell whether a file is Parquet, by its content; a pipe is not, and is not opened."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(4) == b"PAR1"
    except OSError:
        return False


def is_workbook(path: Path) -> bool:
    """Tell whether a file is an .xlsx or .xlsm workbook, by its content: results can be written into it.

    Raises `BookError` for a file that cannot be read.
    """
    return kind_of(path) == "xlsx"


def read_grids(path: Path, sheet: str | None = None) -> list[Grid]:
    """Return the visible sheets of a workbook, the one sheet of that name, or the grid of a text or Parquet file.

    Raises `BookError` for a file that cannot be read and for a sheet that does not exist (with the nearest name).
    """
    kind = kind_of(path)
    if kind == "xlsx":
        from xlpoker.workbook.reader import read_workbook

        return read_workbook(path, sheet)
    if kind in FOREIGN:
        from xlpoker.workbook.formats.foreign import read_foreign

        return read_foreign(path, sheet)
    if sheet is not None:
        raise BookError(f"{path.name} is {WORDS[kind]} and has no sheet {quoted(sheet)}")
    if kind == "parquet":
        from xlpoker.workbook.formats.parquet import read_parquet

        return read_parquet(path)
    return [Grid("", text_rows(path))]


def formulas_without_values(path: Path, sheet: str, cells: Container[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return the formulas in those cells of a sheet which look empty because nobody calculated them.

    A formula whose value is an empty text is calculated, and not among them.
    """
    from xlpoker.workbook.reader import uncalculated

    return {cell: formula for cell, formula in uncalculated(path, sheet).items() if cell in cells}


def text_rows(path: Path) -> list[list[Any]]:
    """Return the lines of a text file as rows: cut at the delimiter it uses, else at blanks."""
    if (size := path.stat().st_size) > MOST_TEXT:
        raise BookError(
            f"{path.name} is too large to be read as a whole, {size >> 20:,} MB; cut it, or write nothing but deals into it"
        )
    text = _decoded(path)
    delimiter = delimiter_of(text.splitlines()[:200])
    lines = text.splitlines() if delimiter is None else io.StringIO(text, None)
    try:
        rows = list(islice(_shared(cells_of_lines(path, lines, delimiter)), MOST_LINES + 1))
    except csv.Error as error:
        raise BookError(f"{path.name} cannot be read: {error}") from None
    if len(rows) > MOST_LINES:
        raise BookError(f"{path.name} is too large to be read as a whole: more than {MOST_LINES:,} lines")
    return rows


def _shared(rows: Iterable[list[Any]]) -> Iterator[list[Any]]:
    """Yield rows in which equal texts are one object: a million rows of ten cards take half a gigabyte less."""
    known: dict[Any, Any] = {}
    for row in rows:
        if len(known) > MOST_SHARED:
            known.clear()
        yield [known.setdefault(cell, cell) for cell in row]


def lines_of(path: Path, text: TextIO) -> Iterator[str]:
    """Yield the lines of a text file; raises `BookError` for one that no memory should hold."""
    while line := text.readline(LINE_LETTERS + 1):
        if len(line) > LINE_LETTERS:
            raise BookError(f"{path.name} cannot be read: a line of more than {LINE_LETTERS >> 20} MB")
        yield line


def cells_of_lines(path: Path, lines: Iterable[str], delimiter: str | None, first: int = 0) -> Iterator[list[Any]]:
    """Yield the cells of lines, None for empty ones; without a delimiter blanks divide them.

    `first` is the number of the first line. Raises `BookError` for a row that is wider than a sheet, and `csv.Error`.
    """
    if delimiter is None:
        return (_narrow(path, number, line.split(None, MOST_COLUMNS)) for number, line in enumerate(lines, first + 1))
    rows = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)  # "5H", "6S"
    return ([cell or None for cell in _narrow(path, number, row)] for number, row in enumerate(rows, first + 1))


def _narrow(path: Path, number: int, row: list[str]) -> list[Any]:
    """Return a row that is not wider than a sheet."""
    if len(row) > MOST_COLUMNS:
        raise BookError(f"{path.name} cannot be read: row {number:,} has more than {MOST_COLUMNS:,} cells")
    return row


def _decoded(path: Path) -> str:
    return path.read_bytes().decode(encoding_of(path), errors="replace")


def encoding_of(path: Path, size: int = 1 << 20) -> str:
    """Return the encoding of a text file: UTF-8, with a mark or without, UTF-16 with one, else that of Windows.

    All of the file is looked at, `size` bytes at a time. Raises `BookError` for a file that holds NUL bytes.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    encoding = "utf-8-sig"
    with path.open("rb") as file:
        if file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            return "utf-16"
        file.seek(0)
        ended = False
        while not ended:
            piece = file.read(size)
            ended = not piece
            if b"\0" in piece:
                raise BookError(f"{path.name} is neither a workbook nor text")
            try:
                decoder.decode(piece, final=ended)
            except UnicodeDecodeError:
                encoding = "cp1252"
                decoder.reset()
    return encoding


def delimiter_of(lines: Sequence[str]) -> str | None:
    """Return the delimiter that most of some lines hold, None where fewer than half of them have one."""
    lines = [line for line in lines if line.strip()]
    counts = {mark: sum(mark in line for line in lines) for mark in _DELIMITERS}
    best = max(counts, key=lambda mark: counts[mark])
    return best if counts[best] and 2 * counts[best] >= len(lines) else None
