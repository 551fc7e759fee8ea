"""Any file as a source of tables: each kind of file through its reader.

What a file is, its content says, not its name. A grid keeps the raw values (texts, numbers, dates, booleans, error
texts).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from xlpoker.errors import BookError, quoted
from xlpoker.files.file_types import FOREIGN, WORDS, kind_of, no_table
from xlpoker.layout.grid import Grid

if TYPE_CHECKING:
    from xlpoker.scoring.run import Source
    from xlpoker.workbook.text_files import TextSource

__all__ = ["formulas_without_values", "read_grids", "source_of"]

_HEAD = 1 << 14
_SEAT = re.compile(rb"seat \d|<session", re.IGNORECASE)


@contextmanager
def source_of(path: Path, sheet: str | None = None) -> Iterator[Source]:
    """Open a file: a workbook with its visible sheets, or the one of that name, a text or a Parquet file.

    Raises `BookError` for a file that cannot be read and for a sheet that does not exist (with the nearest name).
    """
    kind = kind_of(path)
    if kind == "xlsx":
        from xlpoker.workbook.xlsx.package import Package
        from xlpoker.workbook.xlsx.source import BookSource

        with Package(path) as package:
            yield BookSource(package, sheet)
    elif kind in FOREIGN:
        from xlpoker.scoring.run import Grids
        from xlpoker.workbook.foreign import read_foreign

        yield Grids(path, read_foreign(path, sheet))
    elif sheet is not None:
        raise BookError(f"{path.name} is {WORDS[kind]} and has no sheet {quoted(sheet)}")
    elif kind == "parquet":
        from xlpoker.workbook.parquet_stream import ParquetSource

        with closing(ParquetSource(path)) as source:
            yield source
    else:
        yield _text(path)


def read_grids(path: Path, sheet: str | None = None) -> list[Grid]:
    """Return all tables of a file as a whole; raises what `source_of` raises."""
    with source_of(path, sheet) as source:
        return [table.grid for table in source.tables(whole=True)]


def _text(path: Path) -> TextSource:
    """Return the source of a text file; raise `BookError` for hand histories, whose lines are no rows of cards."""
    with path.open("rb") as file:
        head = file.read(_HEAD).replace(b"\0", b"")  # in UTF-16 every other byte
    if _SEAT.search(head):
        from xlpoker.histories.files import is_history

        if is_history(path):
            raise BookError(no_table(path))
    from xlpoker.workbook.text_files import TextSource

    return TextSource(path)


def formulas_without_values(path: Path, sheet: str, cells: Container[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return the formulas in those cells of a sheet which look empty because nobody calculated them.

    A formula whose value is an empty text is calculated, and not among them.
    """
    from xlpoker.workbook.xlsx.package import Package
    from xlpoker.workbook.xlsx.stream import SheetStream
    from xlpoker.workbook.xlsx.strings_styles import BookTexts
    from xlpoker.workbook.xlsx.values import whole_sheet

    with Package(path) as package:
        found = whole_sheet(SheetStream(package, package.sheet(sheet)), BookTexts(package))
    return {} if found is None else {cell: text for cell, text in found.uncalculated.items() if cell in cells}
