"""Text files as rows of cells: their encoding, their lines, the delimiter between cells."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from xlpoker.errors import BookError
from xlpoker.layout.grid import MOST_COLUMNS

__all__ = ["cells_of_lines", "delimiter_of", "encoding_of", "lines_of", "text_rows"]

MOST_LINES = 1 << 22
MOST_TEXT = 3 << 24  # bytes of a text file that is read as a whole: more than a worksheet holds
LINE_LETTERS = 1 << 25
MOST_SHARED = 1 << 16  # texts; more are no cards
_DELIMITERS = ",;\t|"


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
