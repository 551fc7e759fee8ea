"""Opens any file as a source of tables: a workbook, a text or a Parquet file.

The content of a file determines its kind, not its name. A grid keeps the raw values (texts,
numbers, dates, booleans, error texts).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from xlpoker.addresses import a1
from xlpoker.errors import BookError, as_typed, quoted
from xlpoker.files import FORMATS, is_workbook, kind_of, no_table, opened
from xlpoker.layout.grid import Grid
from xlpoker.layout.nearly_cards import nearly_cards
from xlpoker.layout.sheet import MOST_ROWS
from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows
from xlpoker.scoring.sources import Grids, Table, arrays_are_loaded

if TYPE_CHECKING:
    from types import ModuleType

    from xlpoker.layout.model import Layout
    from xlpoker.scoring.counts import Options
    from xlpoker.scoring.sources import Source
    from xlpoker.workbook.text_files import TextSource
    from xlpoker.workbook.xlsx.package import Package

__all__ = ["formulas_without_values", "message_without_hands", "read_grids", "source_of"]

_HEAD = 1 << 14
_LEDGER_COLUMNS = 256
"""The columns of a wide table in which a ledger is looked for."""
_SEAT = re.compile(rb"seat \d")
_WORDS_OF_HISTORIES = (
    b"<session",
    b"pokerstars",
    b"starting hand #",
    b"ending hand #",
    b"player_nickname",
)


class WholeBook(Grids):
    """A workbook that its reader, a function of a module, reads as a whole.

    ``hidden_sheets`` of that module names the hidden sheets, ``marked_rows`` returns the rows that
    are hidden or struck out.
    """

    def __init__(
        self,
        path: Path,
        module: ModuleType,
        reader: str,
        sheet: str | None,
    ) -> None:
        self._module = module
        self._read: Callable[[Path, str | None], list[Grid]] = getattr(module, reader)
        self._marks: dict[str, MarkedRows | None] = {}
        super().__init__(path, self._read(path, sheet))

    @property
    def hidden_sheets(self) -> list[str]:
        """The names of the sheets that are hidden."""
        names_of = getattr(self._module, "hidden_sheets", None)
        return names_of(self.path) if names_of else []

    def marked_rows(self, table: Table) -> MarkedRows | None:
        """Return the rows of a sheet that are hidden or struck out; None if the format does not tell."""
        sheet = table.grid.sheet
        if sheet not in self._marks:
            marks_of = getattr(self._module, "marked_rows", None)
            self._marks[sheet] = marks_of(self.path, sheet) if marks_of else NO_MARKS
        return self._marks[sheet]

    def warnings(self, layout: Layout, options: Options) -> list[str]:  # noqa: ARG002 - as the protocol has it
        """Return the remark on hidden columns."""
        marked = self.marked_rows(Table(Grid(layout.sheet, [])))
        return [] if marked is None else marked.remarks_on_columns(layout.columns)

    def named_sheet(self, name: str) -> Table:
        """Return the sheet of a name, also a hidden one."""
        return Table(self._read(self.path, name)[0])


@contextmanager
def source_of(
    path: Path,
    sheet: str | None = None,
    file: BinaryIO | None = None,
    *,
    is_only_counted: bool = False,
) -> Iterator[Source]:
    """Open a file: a workbook, a text or a Parquet file.

    A workbook comes with its visible sheets, or with the one of that name. A `file` that is open
    already is read and closed. Where a small workbook `is_only_counted` it may be read without NumPy.
    Raises `BookError` for a file that cannot be read and for a sheet
    that does not exist (with the nearest name).
    """
    with opened(path) if file is None else file as open_file:
        kind = kind_of(path, open_file)
        if kind == "xlsx":
            from xlpoker.workbook.xlsx.package import Package

            with Package(path, open_file) as package:
                yield _book(package, sheet, is_only_counted=is_only_counted)
            return
    file_format = FORMATS[kind]
    if file_format.reader:
        module, _, function = file_format.reader.partition(":")
        yield WholeBook(path, import_module(module), function, sheet)
    elif sheet is not None:
        raise BookError(f"{path.name} is {file_format.words} and has no sheet {quoted(sheet)}")
    elif kind == "parquet":
        from xlpoker.workbook.parquet import ParquetSource

        with closing(ParquetSource(path)) as source:
            yield source
    else:
        yield _text(path)


def _book(package: Package, sheet: str | None, *, is_only_counted: bool) -> Source:
    """Return the source of a workbook: a small one without arrays, where these are not at hand."""
    if is_only_counted and not arrays_are_loaded():
        from xlpoker.workbook.xlsx.small_book import small_book

        source = small_book(package, sheet)
        if source is not None:
            return source
    from xlpoker.workbook.xlsx.source import BookSource

    return BookSource(package, sheet)


def read_grids(path: Path, sheet: str | None = None) -> list[Grid]:
    """Return all tables of a file as a whole; raises what `source_of` raises."""
    with source_of(path, sheet) as source:
        return [table.grid for table in source.tables(whole=True)]


def _text(path: Path) -> TextSource:
    """Return the source of a text file.

    Raises `BookError` for hand histories, whose lines are no rows of cards.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if _may_be_history(head):
        from xlpoker.histories.files import is_history

        if is_history(path):
            raise BookError(no_table(path))
    from xlpoker.workbook.text_files import TextSource

    return TextSource(path)


def _may_be_history(head: bytes) -> bool:
    """Tell whether the beginning of a file holds a word of hand histories."""
    text = head.replace(b"\0", b"").lower()  # in UTF-16 every other byte is 0
    has_word = any(word in text for word in _WORDS_OF_HISTORIES)
    return has_word or _SEAT.search(text) is not None


def formulas_without_values(path: Path, sheet: str) -> Mapping[tuple[int, int], str]:
    """Return the formulas of a sheet without a cached value, whose cells look empty.

    A formula whose value is an empty text is calculated, and not among them.
    """
    from xlpoker.workbook.xlsx.package import Package
    from xlpoker.workbook.xlsx.source import SheetStream
    from xlpoker.workbook.xlsx.values import BookTexts

    with Package(path) as package:
        stream = SheetStream(package, package.sheet(sheet))
        values = stream.whole(BookTexts(package))
    return {} if values is None else values.uncalculated


def message_without_hands(path: Path, grids: Sequence[Grid]) -> str:
    """Return the message about a file in whose tables no hands were found."""
    name = path.name
    if is_workbook(path):
        place = _first_uncalculated(path, grids)
        if place:
            return f"{name} holds formulas without values, {place}; open it in a spreadsheet program and save it"
    if _is_ledger(grids):
        typed = as_typed(name)
        return f"{name} holds a ledger and no hands; xlpoker import {typed} season.xlsx settles it"
    hint = nearly_cards(grids)
    if hint:
        return f"{name} holds no hands; {hint}"
    if not grids:
        return f"{name} has no visible worksheet; name one that is hidden, such as --sheet 'Hands'"
    return (
        f"{name} holds no hands; cards look like 5H or TD, each hand has columns of its own, and"
        " numbers, or ranks and suits in cells of their own, are read with --cards and --hands;"
        " --cards list shows the ways"
    )


def _is_ledger(grids: Sequence[Grid]) -> bool:
    """Tell whether tables are a ledger, which has no cards, by their first rows and columns."""
    from xlpoker.histories.ledgers import LedgerSheet, is_ledger

    sheets: list[LedgerSheet] = []
    for grid in grids:
        first_cells = [row[:_LEDGER_COLUMNS] for row in grid.rows[:MOST_ROWS]]
        sheets.append(LedgerSheet(grid.sheet, first_cells))
    return is_ledger(sheets)


def _first_uncalculated(path: Path, grids: Sequence[Grid]) -> str:
    """Return the first formula without a value and its place, an empty text without any."""
    for grid in grids:
        for (row, column), formula in formulas_without_values(path, grid.sheet).items():
            return f"{formula} in {grid.sheet}!{a1(row, column)}"
    return ""
