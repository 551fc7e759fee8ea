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
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from xlpoker.addresses import Box
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
from xlpoker.scoring.result_names import ResultNames, column_runs, first_hands_of
from xlpoker.scoring.row_marks import Marks, has_marks, mark, marked, no_marks, runs, without
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
    writer = _Writer(seen, table, rows_are_chosen=rows_are_chosen)
    return writer.step()


def is_our_formula(text: object) -> bool:
    """Tell whether a cell holds a formula that scoring has written.

    >>> is_our_formula("=HANDVAL(A3:E3)"), is_our_formula("=A3"), is_our_formula(5)
    (True, False, False)
    """
    if not isinstance(text, str):
        return False
    return _OUR_FORMULA.fullmatch(text) is not None


class _Writer:
    """Plans the new columns of one table, and makes its blocks."""

    def __init__(self, seen: Seen, table: OpenTable, *, rows_are_chosen: bool) -> None:
        results = table.results
        layout = results.layout
        self.seen = seen
        self.grid = seen.grid
        self.results = results
        self.layout = layout
        chosen = Writing().chosen_for(layout)
        self.columns = columns_of_layout(layout, chosen, table.options)
        self.cells = cells_of_columns(results, self.columns, table.options)
        self.rows_are_chosen = rows_are_chosen
        self.first_hands = first_hands_of(layout)
        self.names = ResultNames.of(seen.names, self.first_hands)
        self.header = title_row(self.grid, layout, self.names.hands)
        self.request = self._plan_request()

    def _plan_request(self) -> PlanRequest:
        """Return what the plan of the new columns depends on."""
        seen = self.seen
        rows = (self.first_hands.top, self.first_hands.bottom)
        return PlanRequest(
            self.grid,
            self.header,
            [column.title for column in self.columns],
            self.layout.columns,
            rows,
            tables=[table.box for table in seen.tables if table.has_labels],
            unlabelled=[table.box for table in seen.tables if not table.has_labels],
            queries=[table.box for table in seen.tables if table.is_query],
            drawings=seen.drawings,
            earlier_results=self.names.results,
            other_results=self.names.other_results,
            players=self.layout.labels,
            chosen_rows=rows if self.rows_are_chosen else None,
            remedies=DIALOG,
        )

    def step(self) -> tuple[Done, list[str]]:
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
            plan.columns,
            (top, bottom),
            self.first_hands,
            keeps_rows=self.rows_are_chosen,
        )
        names = {name: tuple(boxes) for name, boxes in covered.items()}
        step = Done(
            "",
            resized=self._resized(plan),
            clear=tuple(_cells_to_empty(plan, facts, blocks)),
            blocks=blocks,
            titles=self._titles(plan),
            columns=tuple(self._new_columns(plan, top, bottom)),
            names=names,
        )
        return step, plan.warnings

    def _names_in_table(self) -> list[str]:
        """Return the labels of the table of the hands."""
        table = self.request.table
        if table is None:
            return []
        grid = self.grid
        labels = [grid.cell(table.top, column) for column in table.columns]
        return [cell_text(label) for label in labels]

    def _check_earlier_cells(self, plan: Plan) -> None:
        """Raise `BookError` for the first cell of the user's among earlier results."""
        if not self.names.results:
            return
        titles = plan.old_titles
        last = len(self.grid.rows) - 1
        earlier_rows = marked(plan.old_rows, 0, last)
        rows = [row for row in earlier_rows if row != self.header]
        names_in_rows = self.results.seated.values()
        allowed = EarlierCells.of(self.layout, titles.values(), names_in_rows)
        check_cells(self.seen, titles, rows, allowed.may_hold, self.names.results)

    def _lines(self, plan: Plan) -> Lines:
        """Return the new cells of each row: titles, results, and what is wrong with bad rows."""
        width = len(plan.columns)
        missing = width - len(self.cells)
        no_problem = [None] * missing
        lines: dict[int, Sequence[Any]] = {}
        for row, *cells in zip(self.results.rows, *self.cells, strict=True):
            lines[row] = cells + no_problem
        no_results: list[Any] = [None] * (width - 1)
        for row, error in self.results.problems.items():
            problem = problem_text(error)
            lines[row] = [*no_results, problem]
        if self.header is not None:
            lines[self.header] = plan.labels
        return lines

    def _blocks(self, plan: Plan, facts: Facts, lines: Lines) -> Iterator[CellBlock]:
        """Yield the blocks of cells to write."""
        rows = sorted(lines)
        boxes = column_runs(plan.columns, rows[0], rows[-1])
        for box in boxes:
            staying = [_staying_cells(plan, facts, column) for column in box.columns]
            start = plan.columns.index(box.left)
            end = start + len(box.columns)
            columns = slice(start, end)
            for top, bottom in _row_runs(rows, staying):
                block_rows = range(top, bottom + 1)
                cells = _cells_of_block(lines, block_rows, columns)
                yield CellBlock(top, box.left, cells)

    def _resized(self, plan: Plan) -> tuple[tuple[Box, Box], ...]:
        """Return how the table of the hands grows, nothing where it stays."""
        table = self.request.table
        if table is None or not plan.grows:
            return ()
        right = max(table.right, *plan.columns)
        if right == table.right:
            return ()
        grown = table._replace(right=right)
        return ((table, grown),)

    def _titles(self, plan: Plan) -> tuple[Box, ...]:
        """Return the cells of titles."""
        header = self.header
        if header is None:
            return ()
        return tuple(column_runs(plan.columns, header, header))

    def _new_columns(self, plan: Plan, top: int, bottom: int) -> Iterator[NewColumn]:
        """Yield how wide the new columns are, and how their cells are aligned."""
        for number, column in zip(plan.columns, self.columns, strict=False):
            yield NewColumn(number, column.width, column.align, top, bottom)
        problems = self.results.problems.values()
        if not problems:
            return
        texts = [problem_text(error) for error in problems]
        width = problem_width(texts)
        last_column = plan.columns[-1]
        yield NewColumn(last_column, width, PROBLEM.align, top, bottom)


def _cells_of_block(lines: Lines, rows: range, columns: slice) -> list[list[Any]]:
    """Return the cells of a block; a row without new cells is blank."""
    blank_cells = [None] * (columns.stop - columns.start)
    cells: list[list[Any]] = []
    for row in rows:
        new_cells: Sequence[Any] = blank_cells
        if row in lines:
            new_cells = lines[row][columns]
        cells.append([*new_cells])
    return cells


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
    foreign_cells = []
    for column, title in titles.items():
        may_hold_below_title = partial(may_hold, title)
        row = _first_foreign(seen, column, rows, may_hold_below_title)
        if row is not None:
            foreign_cells.append((row, column))
    if not foreign_cells:
        return
    row, column = min(foreign_cells)
    value = cell_of(seen.values, row, column)
    raise not_ours(seen.sheet, row, column, cell_text(value), boxes, DIALOG.not_ours)


def _first_foreign(
    seen: Seen, column: int, rows: Sequence[int], may_hold: Callable[[object], bool]
) -> int | None:
    """Return the first of some rows whose cell in a column is no result, None where all are."""
    cached = lru_cache(None, typed=True)
    is_result = cached(may_hold)
    texts = seen.texts
    for row in rows:
        cells = texts[row]
        text = cells[column] if column < len(cells) else None
        if text is None or text == "":
            continue
        value = text
        if seen.typed is not None:
            value = cell_of(seen.values, row, column)
        is_formula = text_is_formula(text, value)
        is_ours = is_our_formula(text) if is_formula else is_result(value)
        if not is_ours:
            return row
    return None


def text_is_formula(text: object, value: object) -> bool:
    """Tell whether what is typed in a cell is a formula, and no text that begins like one.

    >>> text_is_formula("=A3", 5), text_is_formula("=A3", "=A3")
    (True, False)
    """
    if not isinstance(text, str) or not text.startswith("="):
        return False
    return text != value


def cell_of(cells: Sequence[Sequence[Any]], row: int, column: int) -> Any:
    """Return a cell, None outside the sheet."""
    if row >= len(cells):
        return None
    cells_of_row = cells[row]
    if column >= len(cells_of_row):
        return None
    return cells_of_row[column]


def _marks_of(rows: Sequence[int]) -> Marks:
    """Return some ascending rows as a set."""
    marks = no_marks()
    for row in rows:
        marks[row] = 1
    return marks


def _facts_of(seen: Seen, request: PlanRequest) -> Facts:
    """Return the facts of a sheet; a formula that gives an empty text fills its cell, too."""
    facts = Facts(request.watched_columns)
    facts.merged = list(seen.merged)
    facts.arrays = list(seen.arrays)
    width = max(map(len, seen.texts), default=0)
    for column in range(width):
        filled_rows = _filled_rows(seen, column)
        first = next(filled_rows, None)
        if first is None:
            continue
        facts.used.add(column)
        if column in facts.filled:
            marks = facts.filled[column]
            for row in chain([first], filled_rows):
                marks[row] = 1
    return facts


def _filled_rows(seen: Seen, column: int) -> Iterator[int]:
    """Yield the rows that have something in a column."""
    for row, cells in enumerate(seen.texts):
        if column >= len(cells):
            continue
        cell = cells[column]
        if is_filled(cell):
            yield row


def _staying_cells(plan: Plan, facts: Facts, column: int) -> Marks:
    """Return the rows in which a column holds cells that stay."""
    filled = facts.filled.get(column)
    if filled is None:
        return no_marks()
    if column in plan.old_titles:
        return without(filled, plan.old_rows)
    return filled


def _row_runs(rows: Sequence[int], staying: Sequence[Marks]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last row of each block: over gaps, but not over cells that stay.

    `staying` are the rows with such cells, for each column of the block.
    """
    columns = [marks for marks in staying if has_marks(marks)]
    first, *further_rows = rows
    last = first
    for row in further_rows:
        gap = range(last + 1, row)
        if gap and _is_split(gap, columns):
            yield first, last
            first = row
        last = row
    yield first, last


def _is_split(gap: range, staying: Sequence[Marks]) -> bool:
    """Tell whether a block ends at a gap: a wide one, or one with a cell that stays."""
    if len(gap) > _MOST_GAP:
        return True
    last = gap.stop - 1
    return any(has_marks(marks, gap.start, last) for marks in staying)


def _cells_to_empty(plan: Plan, facts: Facts, blocks: Sequence[CellBlock]) -> Iterator[Box]:
    """Yield the cells of earlier results over which nothing new is written."""
    columns_by_run: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for column in sorted(plan.old_titles):
        filled = facts.filled.get(column, no_marks())
        written = _written_rows(blocks, column)
        unwritten = without(plan.old_rows, written)
        for first, last in runs(unwritten):
            if has_marks(filled, first, last):
                run = (first, last)
                columns_by_run[run].append(column)
    for (first, last), columns in columns_by_run.items():
        yield from column_runs(columns, first, last)


def _written_rows(blocks: Sequence[CellBlock], column: int) -> Marks:
    """Return the rows in which blocks write a cell of a column."""
    rows = no_marks()
    for block in blocks:
        box = block.box
        if column in box.columns:
            mark(rows, box.top, box.bottom)
    return rows
