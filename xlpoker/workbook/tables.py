"""Sinks for tables of rows: a .csv is written block by block; a workbook and a Parquet file at the end.

A workbook has the column *Problem* where there is a bad row; a .csv and a Parquet file always have it, because nobody knows while
they are written whether a bad row will come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from types import SimpleNamespace
from typing import Any, Self, TextIO

from xlpoker.addresses import a1
from xlpoker.errors import counted
from xlpoker.evaluator.cells import is_blank
from xlpoker.files.outputs import replaced
from xlpoker.layout.headings import heading
from xlpoker.layout.model import Layout
from xlpoker.scoring.model import Block, GridBlock, NotPlainError, Scored, cell_text
from xlpoker.scoring.results import (
    PROBLEM,
    Column,
    RenderedCells,
    Results,
    in_turns,
    problem_text,
    problem_width,
)
from xlpoker.scoring.run import MemorySink, Output, Sink
from xlpoker.scoring.sources import NamedColumns, Source, Table
from xlpoker.scoring.titles import OldColumns, columns_read, new_titles
from xlpoker.workbook.text_files import Dialect, LinesBlock, writer_of

__all__ = ["BookSink", "CsvSink", "labels_of"]


class _RowsSink(Sink):
    """Base of the sinks of rows: where the results go, and which formulas the output lacks."""

    def __init__(self, output: Output, source: Source, table: Table, layout: Layout) -> None:
        self._output, self._target, self._options = output, output.target, output.options
        self._source, self._table, self._layout = source, table, layout
        self._formulas: list[tuple[int, int]] = []
        self._renamed: list[str] = []

    def take(self, block: Block, scored: Scored) -> None:
        """Note formulas without a value."""
        self._formulas += getattr(block, "uncalculated", ())
        super().take(block, scored)

    def rows(self, *, problem: bool) -> ResultRows:
        """Return the object that puts the results into the rows, behind all columns or in the place of earlier results."""
        table, layout, grid, writing = (
            self._table,
            self._layout,
            self._table.grid,
            self._output.writing,
        )
        results = Results(layout, self._options, writing.chosen, sheet=grid.sheet)
        old = self._old_columns()
        new = new_titles([*results.titles, PROBLEM.title], old, overwrite=writing.overwrite)
        self._renamed, replaced = new.warnings, new.replaced
        results.rename(new.titles[:-1])
        problem_column = replace(PROBLEM, title=new.titles[-1])
        problem |= any(old.labels[column] == problem_column.title for column in replaced)
        width = max(map(len, grid.rows), default=0)
        if not (
            table.ended or (self._source.rereads and not replaced)
        ):  # a longer row would come too late
            width = max(
                width,
                *(_width(block) for _, block in self._source.blocks(table, layout, self._options)),
            )
        return ResultRows(
            layout, results, problem_column if problem else None, width, replaced, self._names()
        )

    def _names(self) -> Sequence[str]:
        """Return the names of the columns of a Parquet file, which are its own first row; of any other file nothing."""
        return self._source.names if isinstance(self._source, NamedColumns) else ()

    def _old_columns(self) -> OldColumns:
        """Return the columns of the table as their labels and first rows show them."""
        layout, grid = self._layout, self._table.grid
        labels = self._names() or (grid.rows[layout.header] if layout.header is not None else [])
        return OldColumns(labels, grid.rows[layout.first :], columns_read(layout), layout.names)

    def warnings(self) -> list[str]:
        """Return the warnings that formulas are lost, and that columns have other titles."""
        lost = f"{self._target.name}: formulas without a value are empty, the first is in "
        formulas = [lost + a1(*min(self._formulas))] if self._formulas else []
        return [*formulas, *self._renamed]


class CsvSink(_RowsSink):
    """Rows with their results as a .csv, block by block: plain lines as bytes, others by the csv module."""

    def __enter__(self) -> Self:
        rows = self.rows(problem=True)
        with ExitStack() as stack:
            temporary = stack.enter_context(replaced(self._target))
            out = stack.enter_context(temporary.open("w", encoding="utf-8", newline=""))
            self._out = CsvLines(out, rows, getattr(self._source, "dialect", Dialect()))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.__exit__(*error)  # type: ignore[arg-type]

    def take(self, block: Block, scored: Scored) -> None:
        """Write a block."""
        super().take(block, scored)
        self._out.write(block, scored)

    def finish(self) -> list[str]:
        """Return the warning about formulas."""
        return self.warnings()


class BookSink(_RowsSink, MemorySink):
    """Rows with their results, all of them at hand, in a workbook of their own or a Parquet file."""

    def __init__(self, output: Output, source: Source, table: Table, layout: Layout) -> None:
        super().__init__(output, source, table, layout)
        MemorySink.__init__(self, codes=output.options.by_cards)

    def finish(self) -> list[str]:
        """Write all rows."""
        from xlpoker.workbook.new_book import write_table

        super().finish()
        grid, is_parquet = self._table.grid, self._target.suffix.lower() == ".parquet"
        rows = self.rows(problem=is_parquet or any(one.problems for one in self._blocks))
        scored = self.scored
        lines, header, columns = rows.of_book(grid.rows, scored)
        above = sum(map(any, lines[:header]))
        left_out = rows.without_hands(lines, header, scored) if is_parquet else []
        if is_parquet:
            lines[header] = names_with_cards(lines[header], rows.layout, whole=not above)
            lines = [line for row, line in enumerate(lines) if row not in left_out]
        write_table(
            self._target,
            grid.sheet,
            lines,
            header,
            columns,
            cards=rows.layout.areas,
            progress=self._output.progress,
        )
        warnings = self.warnings()
        if is_parquet and above:
            warnings.append(f"{self._target.name} lacks {counted(above, 'row')} above the labels")
        if left_out:
            rows_said = f"{counted(len(left_out), 'row')} without a deal, such as titles and totals"
            warnings.append(f"{self._target.name} lacks {rows_said}")
        return warnings


def _width(block: Block) -> int:
    """Return how many cells the longest row of a block has."""
    return (
        block.ends.shape[1]
        if isinstance(block, LinesBlock)
        else max(map(len, _values_of(block)), default=0)
    )


def _values_of(block: Block) -> list[list[Any]]:
    """Return all rows of a block of a table as values."""
    assert isinstance(block, GridBlock | LinesBlock)
    return block.grid.rows


@dataclass(slots=True)
class ResultRows:
    """Rows with their results, in the place of the `replaced` columns and behind all others of a table of that width.

    `problem` is the column of what is wrong with bad rows, where there is one. `names` are those of the columns of a file
    that has names instead of a first row.
    """

    layout: Layout
    results: Results
    problem: Column | None
    width: int
    replaced: Sequence[int] = ()
    names: Sequence[str] = ()
    places: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.behind(self.width)

    def behind(self, width: int) -> None:
        """Put the results behind all columns of a table of that width, and behind hands that no row fills to the end."""
        self.width = max(width, *(area.last + 1 for area in self.layout.areas))
        count = len(self.columns)
        self.places = [*self.replaced, *range(self.width, self.width + count)][:count]

    @property
    def columns(self) -> list[Column]:
        """All new columns."""
        return [*self.results.columns, *filter(None, [self.problem])]

    def of(self, first: int, rows: Sequence[list[Any]], scored: Scored) -> Iterator[list[Any]]:
        """Yield some rows, of which the first has that number, with their results; and labels above a table without any.

        Raises `NotPlainError` for a row that is longer than the table was said to be wide.
        """
        layout, labels = self.layout, [column.title for column in self.columns]
        blank = [] if self.problem is None else [None]
        width = max(self.width, max(self.places) + 1)
        good = zip(*self.results.cells(scored), strict=True)
        new: dict[int, list[Any]] = {
            at: [*cells, *blank] for at, cells in zip(scored.rows.tolist(), good, strict=True)
        }
        for at, error in scored.problems.items():
            new[at] = [*[None] * len(self.results.columns), problem_text(error)]
        if layout.header is not None:
            new[layout.header] = labels
        for number, read in enumerate(rows, first):
            row = [*self.names] if number == 0 and self.names else read
            if len(row) > self.width:
                raise NotPlainError
            if number == layout.first and layout.header is None:
                yield [*labels_of(layout, self.width), *labels]
            line = [*row, *[None] * (width - len(row))]
            if number in new:
                for at in self.replaced:
                    line[at] = None
                for at, cell in zip(self.places, new[number], strict=True):
                    line[at] = cell
            yield line

    def of_book(
        self, rows: Sequence[list[Any]], scored: Scored
    ) -> tuple[list[list[Any]], int, dict[int, Column]]:
        """Return all rows of a table with their results, the number of the labels' row, and which columns are results."""
        rows = [
            row[: max((at for at, cell in enumerate(row, 1) if cell is not None), default=0)]
            for row in rows
        ]
        self.behind(max(map(len, rows)))
        header = self.layout.header if self.layout.header is not None else self.layout.first
        width = problem_width(map(problem_text, scored.problems.values()))
        columns = [
            replace(column, width=width) if column is self.problem else column
            for column in self.columns
        ]
        return [*self.of(0, rows, scored)], header, dict(zip(self.places, columns, strict=True))

    def without_hands(
        self, lines: Sequence[Sequence[Any]], header: int, scored: Scored
    ) -> list[int]:
        """Return which lines below the labels hold anything in the columns of the hands, but are no rows of them."""
        inserted = 1 if self.layout.header is None else 0
        counted_rows = {*scored.rows.tolist(), *scored.problems}
        found = []
        for row, line in enumerate(lines[header + 1 :], header + 1):
            cells = [line[column] for column in self.layout.columns if column < len(line)]
            if row - inserted not in counted_rows and any(not is_blank(cell) for cell in cells):
                found.append(row)
        return found


def labels_of(layout: Layout, width: int) -> list[Any]:
    """Return the labels that a table without any gets.

    >>> from xlpoker.layout.grid import Area
    >>> labels_of(Layout("", 0, 9, (Area(0, 1), Area(3, 4))), 5)
    ['P1 card 1', 'P1 card 2', None, 'P2 card 1', 'P2 card 2']
    """
    labels: list[Any] = [None] * width
    for player, area in enumerate(layout.hands, 1):
        for number, column in enumerate(area.columns, 1):
            labels[column] = (
                f"P{player} card {number}" if len(layout.hands) > 1 else f"Card {number}"
            )
    for number, column in enumerate(layout.board.columns if layout.board else (), 1):
        labels[column] = f"Board {number}"
    return labels


def names_with_cards(labels: Sequence[Any], layout: Layout, *, whole: bool) -> list[Any]:
    """Return labels as names of columns, by which the same hands are found again.

    Labels of cards that are blank or stand there again, and those that are not the `whole` heading of named players, become
    names of their own.

    >>> from xlpoker.layout.grid import Area
    >>> layout = Layout("", 1, 9, (Area(0, 1), Area(2, 3)), names=("Anna", "Ben"))
    >>> names_with_cards(["Anna", None, "Ben", None, "Pot"], layout, whole=True)
    ['Anna card 1', 'Anna card 2', 'Ben card 1', 'Ben card 2', 'Pot']
    """
    found = [*labels, *[None] * (max(layout.columns) + 1 - len(labels))]
    texts = [cell_text(found[column]).strip() for column in layout.columns]
    names_are_above = bool(layout.names) and not whole
    if all(texts) and len({*texts}) == len(texts) and not names_are_above:
        return found
    own = labels_of(layout, len(found))
    for player, area in zip(layout.names, layout.hands, strict=False):
        for column, name in zip(area.columns, _card_names(player, len(area.columns)), strict=True):
            own[column] = name
    for column in layout.columns:
        found[column] = own[column]
    return found


def _card_names(player: str, cards: int) -> list[str]:
    """Return names for the columns of a player's cards, by which the player is found again.

    >>> _card_names("Anna", 2), _card_names("Anna", 1)
    (['Anna card 1', 'Anna card 2'], ['Anna'])
    """
    if cards == 1 or heading(f"{player} card 1").name != player:
        return [player, *(f"{player}.{number}" for number in range(1, cards))]
    return [f"{player} card {number}" for number in range(1, cards + 1)]


class CsvLines:
    """Rows with their results as lines of CSV, below the head of that dialect."""

    def __init__(self, out: TextIO, rows: ResultRows, dialect: Dialect) -> None:
        self.rows, self._out = rows, out
        self._mark = dialect.delimiter.encode()
        self._end = dialect.end.encode()
        self._writer = writer_of(out, dialect)
        self._cells = writer_of(
            SimpleNamespace(write=str), Dialect("", dialect.delimiter, "")
        )  # returns the text
        groups = [
            list(columns)
            for _, columns in groupby(rows.results.columns, lambda column: column.player)
        ]
        self._groups: list[
            tuple[int, bytes, RenderedCells]
        ] = []  # the first column, what a row without results has, others
        made: dict[tuple[tuple[str, ...], bytes], RenderedCells] = {}  # one for all players
        for group in groups:
            marks = b"" if rows.problem is None else self._mark
            end = marks + self._end if group is groups[-1] else b""
            contents = made.setdefault(
                (tuple(one.kind for one in group), end),
                RenderedCells(partial(self._piece, group, end)),
            )
            first, blank = rows.results.columns.index(group[0]), self._mark * len(group) + end
            self._groups.append((first, blank, contents))

    def _piece(self, columns: Sequence[Column], end: bytes, place: int) -> bytes:
        return self._text(self.rows.results.content(column, place) for column in columns) + end

    def _text(self, cells: Iterable[Any]) -> bytes:
        """Return cells as text that follows other cells."""
        text: str = self._cells.writerow([None, *cells])
        return text.encode()

    def write(self, block: Block, scored: Scored) -> None:
        """Write a block of rows."""
        beyond = int(block.numbers[0]) > self.rows.layout.first  # the labels
        if beyond and isinstance(block, LinesBlock) and not self.rows.replaced:
            self._out.write(self._beside(block, scored).decode())
            return
        texts = [
            [cell if cell.__class__ is str else cell_text(cell) for cell in row]
            for row in _values_of(block)
        ]
        self._writer.writerows(self.rows.of(int(block.numbers[0]), texts, scored))

    def _beside(self, lines: LinesBlock, scored: Scored) -> bytes:
        """Return plain lines with the results behind them; the text of each different result is made once."""
        places, rows, size = (
            self.rows.results.content_ids(scored),
            (scored.rows - lines.first).tolist(),
            len(lines.ends),
        )
        if (short := self.rows.width - lines.ends.shape[1]) < 0:
            raise NotPlainError
        columns = [lines.texts, *[[self._mark * short] * size] * (short > 0)]
        for at, blank, made in self._groups:
            found = made.texts(places[at])
            columns.append(found if len(found) == size else [blank] * size)
            for row, text in zip(rows, found, strict=True) if len(found) < size else ():
                columns[-1][row] = text
        for row, error in scored.problems.items():
            columns[-1][row - lines.first] = (
                blank[: -len(self._mark + self._end)]
                + self._text([problem_text(error)])
                + self._end
            )
        return b"".join(in_turns(columns))
