"""Tables of rows, counted or scored: text files, and sheets of other programs' workbooks.

A `Source` gives the first rows, which say where the hands are, and the others as blocks; all must go on like the first, which
is proved at the end (`xlpoker.scoring.run`), or the table is read as a whole. Results go to a .csv block by block, in memory
that does not grow, or to a workbook of their own. The column *Problem* is there where a bad row was seen in a table that
is read as a whole, and always in a longer one, because nobody knows yet whether a bad row will come.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol, TextIO

import numpy as np

from xlpoker.errors import LayoutError
from xlpoker.evaluator.cells import is_blank
from xlpoker.files.replace import replaced
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import Grid, a1, cell_text
from xlpoker.scales import scale_named
from xlpoker.scoring.cell_cache import Contents
from xlpoker.scoring.check import check_of
from xlpoker.scoring.columns import PROBLEM, Column, Results, problem_text, problem_width
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.earlier import STRANGE, number_of, plain
from xlpoker.scoring.model import GridBlock, NotPlainError, Scored, empty
from xlpoker.scoring.plan import Plan, facts_of, planned, to_watch
from xlpoker.scoring.run import Run
from xlpoker.workbook.new_book import write_new_book
from xlpoker.workbook.text_lines import Lines, LinesBlock, beside, csv_text

__all__ = ["Grids", "Source", "TableBlock", "labels_of", "score_table"]

BLOCK = 1 << 14
"""Rows of a table in memory that are scored together."""
MOST_LISTED = 1000
Progress = Callable[[int, int], None]
TableBlock = GridBlock | LinesBlock
Located = Callable[[list[Grid]], tuple[Grid, Layout]]


class Source(Protocol):
    """Where a table comes from."""

    @property
    def size(self) -> int:
        """What the places of `blocks` count up to."""

    def tables(self, *, whole: bool) -> tuple[list[Grid], bool]:
        """Return the first rows of each table, or with `whole` all of them; and whether there are no more."""

    def parts(self) -> Iterator[list[list[Any]]]:
        """Yield all rows of a source with one table, some at a time."""

    def blocks(self, first: int) -> Iterator[tuple[int, TableBlock]]:
        """Yield the rows from that one on as blocks, each with the place that was reached."""


class Grids:
    """Tables that are in memory as a whole."""

    size = 0

    def __init__(self, grids: list[Grid]) -> None:
        self._grids = grids

    def tables(self, *, whole: bool) -> tuple[list[Grid], bool]:  # noqa: ARG002 - as the protocol has it
        """Return all rows of each table."""
        return self._grids, True

    def parts(self) -> Iterator[list[list[Any]]]:
        """Yield all rows, which `tables` has given already."""
        return iter(())

    def blocks(self, first: int) -> Iterator[tuple[int, TableBlock]]:  # noqa: ARG002 - as the protocol has it
        """Yield nothing: there are no more rows."""
        return iter(())


def score_table(
    source: Source,
    path: Path,
    target: Path | None,
    options: Options,
    located: Located,
    progress: Progress | None = None,
    *,
    overwrite: bool = False,
    keep_codes: bool = False,
    uncalculated: Callable[[Grid], Mapping[tuple[int, int], str]] = lambda _: {},
) -> tuple[Grid, Layout, Scored, Counts]:
    """Score a table, and write its rows with the results to a target where there is one.

    Returns the first rows at least, where the hands are, what became of them (with `keep_codes` of all, and their cards), and
    the counts. `located` finds the hands in some grids, `uncalculated` the formulas without a value in one. Raises `BookError` for a file that cannot be read or written.
    """
    table = _Table(source, path, target, options, located, progress, overwrite, keep_codes, uncalculated)
    tables, ended = source.tables(whole=keep_codes or options.cards is not None or not table.is_csv)
    grid, layout = located(tables)
    with suppress(NotPlainError):
        if ended or layout.last >= len(grid.rows) - 1:
            return table.scored(grid, layout, ended=ended)
    grid, layout = located(source.tables(whole=True)[0])
    return table.scored(grid, layout, ended=True)


@dataclass(slots=True)
class _Table:
    """A table being scored, and what that is told."""

    source: Source
    path: Path
    target: Path | None
    options: Options
    located: Located
    progress: Progress | None
    overwrite: bool
    keep_codes: bool
    uncalculated: Callable[[Grid], Mapping[tuple[int, int], str]]

    @property
    def is_csv(self) -> bool:
        """Whether rows can be written as they come."""
        return self.target is None or self.target.suffix.lower() == ".csv"

    @property
    def is_parquet(self) -> bool:
        """Whether the target is a Parquet file."""
        return self.target is not None and self.target.suffix.lower() == ".parquet"

    def scored(self, grid: Grid, layout: Layout, *, ended: bool) -> tuple[Grid, Layout, Scored, Counts]:
        """Score and write a table of which the first rows are given, all of them where it has `ended` with these."""
        keep_codes = self.keep_codes or (self.target is not None and bool(scale_named(self.options.scale).loose))
        check = check_of(grid, layout, self.options)
        run = Run(layout, self.options, open_end=not ended, keep_codes=keep_codes, keep_values=ended, check=check)
        counts = Counts(str(self.path), grid.sheet, no_showdown=0 if layout.board else None)
        most, formulas = None if ended else MOST_LISTED, self.uncalculated(grid)
        for first in range(0, len(grid.rows), BLOCK):
            head = run.take(GridBlock(replace(grid, rows=grid.rows[first : first + BLOCK]), first, formulas))
            counts.add(head, most)
            if ended:
                self.tell(min(first + BLOCK, len(grid.rows)), len(grid.rows))
        scored = run.scored() if ended else head
        if ended and not counts.rows:
            raise LayoutError(f"{grid.sheet or 'the file'} holds nothing in {layout}")
        rows = self.rows(grid, run, counts, ended=ended) if self.target is not None else None
        if formulas and self.target is not None:
            counts.warnings.append(
                f"{self.target.name}: formulas without a value are empty, the first is in {a1(*min(formulas))}"
            )
        with ExitStack() as stack:
            sink: _CsvSink | None = None
            if self.target is not None and rows is not None and self.is_parquet:
                from xlpoker.workbook.parquet_rows import write_parquet

                lines, header, columns = rows.of_book(grid.rows, scored)
                write_parquet(self.target, lines, header, columns)
                if above := sum(map(any, lines[:header])):
                    counts.warnings.append(f"{self.target.name} lacks {above} row{'s' * (above > 1)} above the labels")
            elif self.target is not None and rows is not None and not self.is_csv:
                write_new_book(self.target, grid.sheet, *rows.of_book(grid.rows, scored), self.progress)
            elif self.target is not None and rows is not None:
                temporary = stack.enter_context(replaced(self.target))
                sink = _CsvSink(stack.enter_context(temporary.open("w", encoding="utf-8", newline="")), rows)
                texts = [[cell if cell.__class__ is str else cell_text(cell) for cell in row] for row in grid.rows]
                sink.take(GridBlock(replace(grid, rows=texts)), scored)
            for place, block in () if ended else self.source.blocks(len(grid.rows)):
                blank = isinstance(block, LinesBlock) and block.is_blank  # by the million
                taken = empty(len(layout.hands)) if blank else run.take(block)
                counts.add(taken, most)
                if sink is not None:
                    sink.take(block, taken)
                self.tell(min(place, self.source.size), self.source.size)
            run.finish(grid, lambda condensed: self.located([condensed])[1])
        if check is not None:
            check.count(counts)
        counts.output = str(self.target) if self.target is not None else None
        return grid, layout, scored, counts

    def tell(self, done: int, total: int) -> None:
        """Show how far the table was read."""
        if self.progress is not None:
            self.progress(done, total)

    def rows(self, grid: Grid, run: Run, counts: Counts, *, ended: bool) -> _ResultRows:
        """Return what puts the results into the rows: behind all others, or in the place of an earlier run's."""
        results = Results(run.layout, self.options, sheet=grid.sheet)
        found = _ResultRows(run.layout, results, problem=not ended or self.is_parquet or bool(run.problems))
        header = run.layout.header
        watch, proofs = to_watch(grid, header, results.titles, (), ()) if header is not None else (set(), {})
        if not proofs:
            return found
        hands: list[int] = []
        width, last = 0, run.layout.last if ended else 1 << 62

        def noted() -> Iterator[list[list[Any]]]:
            nonlocal width
            first = 0
            for part in [grid.rows] if ended else self.source.parts():
                width = max(width, *map(len, part))
                hands.extend(
                    at
                    for at, row in enumerate(part, first)
                    if run.layout.first <= at <= last
                    and any(not all(map(is_blank, row[area.first : area.last + 1])) for area in run.layout.areas)
                )
                first += len(part)
                yield part

        facts = facts_of(noted(), watch, proofs, _typed)
        facts.used = set(range(width))
        plan = planned(
            facts, grid, header, results.titles, np.array(hands, np.int64),
            problem=found.problem, proofs=proofs, overwrite=self.overwrite,
        )  # fmt: skip
        counts.warnings += plan.warnings
        if plan.places[0] in proofs:
            found.plan, found.width = plan, width
        return found


@lru_cache(1 << 16, typed=True)
def _typed(cell: Any) -> Any:
    """Return a cell as a proof takes it; the numbers of a text file are texts."""
    number = number_of(cell) if isinstance(cell, str) else STRANGE
    return plain(cell) if number is STRANGE else number


@dataclass(slots=True)
class _ResultRows:
    """Rows with their results: behind them, or where the plan wants them in tables of that width."""

    layout: Layout
    results: Results
    problem: bool
    plan: Plan | None = None
    width: int = 0

    @property
    def columns(self) -> list[Column]:
        """All new columns."""
        return [*self.results.columns, *[PROBLEM] * self.problem]

    def of(self, first: int, rows: Sequence[list[Any]], scored: Scored) -> Iterator[list[Any]]:
        """Yield some rows, of which the first has that number, with their results; and labels above a table without any."""
        layout, plan, blank = self.layout, self.plan, [None] * self.problem
        titles = [column.title for column in self.columns]
        width = max(map(len, rows), default=0)
        good = zip(*self.results.cells(scored), strict=True)
        new: dict[int, list[Any]] = {at: [*cells, *blank] for at, cells in zip(scored.rows.tolist(), good, strict=True)}
        for at, error in scored.problems.items():
            new[at] = [*[None] * len(self.results.columns), problem_text(error)]
        if layout.header is not None:
            new[layout.header] = titles if plan is None else plan.labels
        for number, row in enumerate(rows, first):
            if number == layout.first and layout.header is None:
                yield [*labels_of(layout, width), *titles]
            line = [*row, *[None] * (width - len(row))]
            if plan is None:
                yield [*line, *new.get(number, [None] * len(titles))]
                continue
            line += [None] * (max(plan.places) + 1 - len(line))
            emptied = [
                at for columns, cleared in plan.cleared if number < len(cleared) and cleared[number] for at in columns
            ]
            for at in emptied:
                line[at] = None
            for at, cell in zip(plan.places, new.get(number, ()), strict=False):
                line[at] = cell
            yield line[: self.end] if not any(line[self.end :]) else line

    @property
    def end(self) -> int | None:
        """The width that is left where old problems stood in the last column and no new ones come."""
        emptied = self.plan.cleared[-1][0].start if self.plan is not None else 0
        gone = self.plan is not None and emptied == self.width - 1 and emptied not in self.plan.places
        return emptied if gone else None

    def of_book(self, rows: Sequence[list[Any]], scored: Scored) -> tuple[list[list[Any]], int, dict[int, Column]]:
        """Return all rows of a table with their results, the number of the labels' row, and which columns are results."""
        rows = [row[: max((at for at, cell in enumerate(row, 1) if cell is not None), default=0)] for row in rows]
        first = max(map(len, rows))
        places = self.plan.places if self.plan is not None else range(first, first + len(self.columns))
        header = self.layout.header if self.layout.header is not None else self.layout.first
        width = problem_width(map(problem_text, scored.problems.values()))
        columns = [replace(column, width=width) if column is PROBLEM else column for column in self.columns]
        return [*self.of(0, rows, scored)], header, dict(zip(places, columns, strict=True))


def labels_of(layout: Layout, width: int) -> list[Any]:
    """Return the labels that a table without any gets.

    >>> from xlpoker.layout.find import Area
    >>> labels_of(Layout("", 0, 9, (Area(0, 1), Area(3, 4))), 5)
    ['P1 card 1', 'P1 card 2', None, 'P2 card 1', 'P2 card 2']
    """
    labels: list[Any] = [None] * width
    for player, area in enumerate(layout.hands, 1):
        for number, column in enumerate(area.columns, 1):
            labels[column] = f"P{player} card {number}" if len(layout.hands) > 1 else f"Card {number}"
    for number, column in enumerate(layout.board.columns if layout.board else (), 1):
        labels[column] = f"Board {number}"
    return labels


class _CsvSink:
    """Rows with their results written as CSV: plain lines as bytes, others by the csv module."""

    def __init__(self, out: TextIO, rows: _ResultRows) -> None:
        self._out, self._rows, self._writer = out, rows, csv.writer(out)
        groups = [list(columns) for _, columns in groupby(rows.results.columns, lambda column: column.player)]
        ends = ["," * rows.problem + "\r\n" if group is groups[-1] else "" for group in groups]
        made = {
            (len(group), end): Contents(partial(self._piece, group, end))
            for group, end in zip(groups, ends, strict=True)
        }
        self._contents = [made[len(group), end] for group, end in zip(groups, ends, strict=True)]  # one for all players
        self._firsts = [rows.results.columns.index(group[0]) for group in groups]

    def _piece(self, columns: Sequence[Column], end: str, place: int) -> bytes:
        cells = [self._rows.results.content(column, place) for column in columns]
        return f",{'' if cells == [None] else csv_text(cells)}{end}".encode()  # an only cell would be quoted

    def take(self, block: TableBlock, scored: Scored) -> None:
        """Write a block."""
        if isinstance(block, LinesBlock) and self._rows.plan is None:
            self._out.write(self._beside(block.lines, block.first, scored).decode())
        else:
            self._writer.writerows(self._rows.of(block.first, block.grid.rows, scored))

    def _beside(self, lines: Lines, first: int, scored: Scored) -> bytes:
        """Return plain lines with the results behind them; what the cells of a player hold is made once."""
        empty = b"," * len(self._rows.results.columns)
        if not len(scored.rows) and not scored.problems:
            return lines.text.replace(b"\n", empty + b",\r\n")
        others = dict.fromkeys(range(len(lines.ends)), empty + b",\r\n")
        if len(scored.rows) == len(others):
            others.clear()
        for row in scored.rows.tolist() if others else ():
            del others[row - first]
        for row, error in scored.problems.items():
            others[row - first] = empty + f",{csv_text([problem_text(error)])}\r\n".encode()
        places = self._rows.results.places(scored)
        pieces = [made.texts(places[at]) for made, at in zip(self._contents, self._firsts, strict=True)]
        return beside(lines, scored.rows - first, pieces, others)
