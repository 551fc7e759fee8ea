"""From the results of a table to the cells of its open sheet: where they go, and what goes away.

The plan is the one by which results are written into files. Its new cells become a few blocks, each
written at once::

    row 2  | Ann value | Ann hand      block 1 begins
    row 3  | 2067      | One Pair
    row 4  |           |               a gap: blank cells are written over
    row 5  | 5007      | Two Pair
    row 6  | my note   |               a cell of the user's: block 1 ends above it
    row 7  | 1242      | High Card     block 2
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from xlpoker.addresses import MOST_ROWS, Box
from xlpoker.scoring.counts import Writing
from xlpoker.scoring.earlier_results import EarlierCells, not_ours
from xlpoker.scoring.open_table import OpenTable
from xlpoker.scoring.plain_results import cells_of_columns
from xlpoker.scoring.plan import Plan, plan_columns
from xlpoker.scoring.plan_inputs import Facts, PlanRequest, title_row
from xlpoker.scoring.remedies import DIALOG
from xlpoker.scoring.result_columns import (
    PROBLEM,
    columns_of_layout,
    problem_text,
    problem_width,
)
from xlpoker.scoring.result_names import ResultNames, column_runs
from xlpoker.scoring.row_marks import Marks, mark, marked, no_marks, runs, without
from xlpoker.scoring.seen import CellBlock, Done, NewColumn, Seen, is_filled
from xlpoker.scoring.single_rows import cell_text

__all__ = ["cell_of", "check_cells", "is_our_formula", "write_results"]

_MOST_GAP = 100
"""So many blank rows, at most, are written over within a block."""
_OUR_FORMULA = re.compile(r"=(?:[A-Z.]+\.)?(?:HANDVAL|HANDNAME|WINNER)\([^()]*\)", re.IGNORECASE)
Lines = Mapping[int, Sequence[Any]]
"""The new cells of each row, by the places of the new columns."""


def write_results(seen: Seen, table: OpenTable, *, rows_are_chosen: bool) -> tuple[Done, list[str]]:
    """Return what is to be done to have the results of a table on its sheet, and warnings.

    With `rows_are_chosen` earlier results in other rows stay. Raises `BookError` where the results
    cannot stand.
    """
    return _Writer(seen, table, rows_are_chosen=rows_are_chosen).done()


def is_our_formula(text: object) -> bool:
    """Tell whether a cell holds a formula that scoring has written.

    >>> is_our_formula("=HANDVAL(A3:E3)"), is_our_formula("=A3"), is_our_formula(5)
    (True, False, False)
    """
    return isinstance(text, str) and _OUR_FORMULA.fullmatch(text) is not None


class _Writer:
    """Plans the new columns of one table, and makes its blocks."""

    def __init__(self, seen: Seen, table: OpenTable, *, rows_are_chosen: bool) -> None:
        self.seen = seen
        self.grid = seen.grid
        self.results = table.results
        self.layout = table.results.layout
        chosen = Writing().chosen_for(self.layout)
        self.columns = columns_of_layout(self.layout, chosen, table.options)
        self.cells = cells_of_columns(table.results, self.columns, table.options)
        self.rows_are_chosen = rows_are_chosen
        first_area = self.layout.hands[0]
        self.first, self.last = self.layout.first, min(self.layout.last, MOST_ROWS)
        self.first_hand = Box(self.first, first_area.first, self.last, first_area.last)
        self.names = ResultNames.of(seen.names, self.first_hand)
        self.header = title_row(self.grid, self.layout, self.names.hands)
        self.request = self._plan_request()

    def _plan_request(self) -> PlanRequest:
        """Return what the plan of the new columns depends on."""
        seen = self.seen
        return PlanRequest(
            self.grid,
            self.header,
            [column.title for column in self.columns],
            self.layout.columns,
            (self.first, self.last),
            tables=[table.box for table in seen.tables if table.has_labels],
            unlabelled=[table.box for table in seen.tables if not table.has_labels],
            queries=[table.box for table in seen.tables if table.is_query],
            drawings=seen.drawings,
            earlier_results=self.names.results,
            other_results=self.names.other_results,
            players=self.layout.labels,
            chosen_rows=(self.first, self.last) if self.rows_are_chosen else None,
            remedies=DIALOG,
        )

    def done(self) -> tuple[Done, list[str]]:
        """Return what is to be done, and warnings."""
        facts = _facts_of(self.seen, self.request)
        rows = self.results.all_rows
        plan = plan_columns(
            self.request,
            facts,
            _marks_of(rows),
            problem=bool(self.results.problems),
            names_in_table=self._names_in_table(),
        )
        self._check_earlier_cells(plan)
        lines = self._lines(plan)
        top = rows[0] if self.header is None else self.header
        bottom = rows[-1]
        blocks = tuple(self._blocks(plan, facts, lines))
        covered = self.names.over(
            plan.places, (top, bottom), self.first_hand, keeps_rows=self.rows_are_chosen
        )
        done = Done(
            "",
            resized=self._resized(plan),
            clear=tuple(_cells_to_empty(plan, facts, blocks)),
            blocks=blocks,
            titles=self._titles(plan),
            columns=tuple(self._new_columns(plan, top, bottom)),
            names={name: tuple(boxes) for name, boxes in covered.items()},
        )
        return done, plan.warnings

    def _names_in_table(self) -> list[str]:
        """Return the labels of the table of the hands."""
        table = self.request.table
        if table is None:
            return []
        return [cell_text(self.grid.cell(table.top, column)) for column in table.columns]

    def _check_earlier_cells(self, plan: Plan) -> None:
        """Raise `BookError` for the first cell of the user's among earlier results."""
        if not self.names.results:
            return
        rows = [row for row in marked(plan.rows, 0, len(self.grid.rows) - 1) if row != self.header]
        allowed = EarlierCells.of(self.layout, plan.old.values(), self.results.seated.values())
        check_cells(self.seen, plan.old, rows, allowed.may_hold, self.names.results)

    def _lines(self, plan: Plan) -> Lines:
        """Return the new cells of each row: titles, results, and what is wrong with bad rows."""
        width = len(plan.places)
        missing = width - len(self.cells)
        columns = [*self.cells, *[[None] * len(self.results.rows)] * missing]
        lines: dict[int, Sequence[Any]] = {}
        for row, *cells in zip(self.results.rows, *columns, strict=True):
            lines[row] = cells
        for row, error in self.results.problems.items():
            lines[row] = [*[None] * (width - 1), problem_text(error)]
        if self.header is not None:
            lines[self.header] = plan.labels
        return lines

    def _blocks(self, plan: Plan, facts: Facts, lines: Lines) -> Iterator[CellBlock]:
        """Yield the blocks of cells to write."""
        rows = sorted(lines)
        blank = [None] * len(plan.places)
        for box in column_runs(plan.places, rows[0], rows[-1]):
            kept = [_kept_cells(plan, facts, column) for column in box.columns]
            start = plan.places.index(box.left)
            end = start + len(box.columns)
            for top, bottom in _row_runs(rows, kept):
                cells = [list(lines.get(row, blank)[start:end]) for row in range(top, bottom + 1)]
                yield CellBlock(top, box.left, cells)

    def _resized(self, plan: Plan) -> tuple[tuple[Box, Box], ...]:
        """Return how the table of the hands grows, nothing where it stays."""
        table = self.request.table
        if table is None or not plan.grows:
            return ()
        grown = table._replace(right=max(table.right, *plan.places))
        return () if grown == table else ((table, grown),)

    def _titles(self, plan: Plan) -> tuple[Box, ...]:
        """Return the cells of titles."""
        if self.header is None:
            return ()
        return tuple(column_runs(plan.places, self.header, self.header))

    def _new_columns(self, plan: Plan, top: int, bottom: int) -> Iterator[NewColumn]:
        """Yield how wide the new columns are, and how their cells are aligned."""
        problems = self.results.problems.values()
        for column, place in zip([*self.columns, PROBLEM], plan.places, strict=False):
            width = column.width
            if column is PROBLEM:
                width = problem_width([problem_text(error) for error in problems])
            yield NewColumn(place, width, column.align, top, bottom)


def check_cells(
    seen: Seen,
    titles: Mapping[int, str],
    rows: Sequence[int],
    may_hold: Callable[[str, object], bool],
    boxes: Sequence[Box],
) -> None:
    """Raise `BookError` for the first cell among earlier results that can be none.

    `titles` has the title of each column, `may_hold` tells whether a value can stand below a title.
    """
    foreign = []
    for column, title in titles.items():
        row = _first_foreign(seen, column, rows, partial(may_hold, title))
        if row is not None:
            foreign.append((row, column))
    if foreign:
        row, column = min(foreign)
        shown = cell_text(cell_of(seen.values, row, column))
        raise not_ours(seen.sheet, row, column, shown, boxes, DIALOG.not_ours)


def _first_foreign(
    seen: Seen, column: int, rows: Sequence[int], may_hold: Callable[[object], bool]
) -> int | None:
    """Return the first of some rows whose cell in a column is no result, None where all are."""
    is_result = lru_cache(None, typed=True)(may_hold)
    texts = seen.texts
    for row in rows:
        cells = texts[row]
        text = cells[column] if column < len(cells) else None
        if text is None or text == "":
            continue
        value = text if seen.typed is None else cell_of(seen.values, row, column)
        is_ours = is_our_formula(text) if text_is_formula(text, value) else is_result(value)
        if not is_ours:
            return row
    return None


def text_is_formula(text: object, value: object) -> bool:
    """Tell whether what is typed in a cell is a formula, and no text that begins like one.

    >>> text_is_formula("=A3", 5), text_is_formula("=A3", "=A3")
    (True, False)
    """
    return isinstance(text, str) and text.startswith("=") and text != value


def cell_of(cells: Sequence[Sequence[Any]], row: int, column: int) -> Any:
    """Return a cell, None outside the sheet."""
    if row >= len(cells) or column >= len(cells[row]):
        return None
    return cells[row][column]


def _marks_of(rows: Sequence[int]) -> Marks:
    """Return some ascending rows as a set."""
    marks = no_marks()
    for row in rows:
        marks[row] = 1
    return marks


def _facts_of(seen: Seen, request: PlanRequest) -> Facts:
    """Return the facts of a sheet; a formula that gives an empty text fills its cell, too."""
    facts = Facts.watching(request.watched_columns)
    facts.merged = list(seen.merged)
    facts.arrays = list(seen.arrays)
    width = max(map(len, seen.texts), default=0)
    for column in range(width):
        filled = (row for row, cells in enumerate(seen.texts) if _holds(cells, column))
        first = next(filled, None)
        if first is None:
            continue
        facts.used.add(column)
        if column in facts.filled:
            marks = facts.filled[column]
            for row in chain([first], filled):
                marks[row] = 1
    return facts


def _holds(cells: Sequence[Any], column: int) -> bool:
    """Tell whether a row has something in a column."""
    return column < len(cells) and is_filled(cells[column])


def _kept_cells(plan: Plan, facts: Facts, column: int) -> Marks | None:
    """Return the rows in which a column holds cells that stay, None where it holds nothing."""
    filled = facts.filled.get(column)
    if filled is None:
        return None
    kept = without(filled, plan.rows) if column in plan.old else filled
    return kept if kept.find(1) >= 0 else None


def _row_runs(rows: Sequence[int], kept: Sequence[Marks | None]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last row of each block: over gaps, but not over cells that stay."""
    columns = [marks for marks in kept if marks is not None]
    first = last = rows[0]
    for row in rows[1:]:
        gap = row - last - 1
        is_split = gap > _MOST_GAP or (
            gap > 0 and any(marks.find(1, last + 1, row) >= 0 for marks in columns)
        )
        if is_split:
            yield first, last
            first = row
        last = row
    yield first, last


def _cells_to_empty(plan: Plan, facts: Facts, blocks: Sequence[CellBlock]) -> Iterator[Box]:
    """Yield the cells of earlier results over which nothing new is written."""
    columns_by_rows: dict[tuple[int, int], list[int]] = {}
    for column in sorted(plan.old):
        filled = facts.filled.get(column, no_marks())
        written = no_marks()
        for block in blocks:
            if column in block.box.columns:
                mark(written, block.box.top, block.box.bottom)
        for first, last in runs(without(plan.rows, written)):
            if filled.find(1, first, last + 1) >= 0:
                columns_by_rows.setdefault((first, last), []).append(column)
    for (first, last), columns in columns_by_rows.items():
        yield from column_runs(columns, first, last)
