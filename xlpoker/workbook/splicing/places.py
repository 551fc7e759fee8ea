"""Where the new columns go: over the results of an earlier run, else right of everything that is there.

The rules are those of `xlpoker.workbook.openpyxl_engine`, applied to a survey of the sheet instead of its cells. What
nobody may write over (formulas that fill several cells, the hidden cells of a merged area) is refused here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import BookError
from xlpoker.workbook.grid import Grid, a1, column_letters
from xlpoker.workbook.openpyxl_engine import MAX_COLUMNS, PROBLEM, is_result
from xlpoker.workbook.sheets.survey import NAME, NUMERIC, REASON, Box, Survey

__all__ = ["Plan", "bits_of", "planned", "to_watch"]

_SEEN = 50  # rows of a sheet without labels in which earlier results are looked for
Rows = npt.NDArray[Any]


@dataclass(slots=True)
class Plan:
    """The column of each new column, and what is emptied: groups of columns with the rows (a flag each) to clear."""

    places: list[int]
    cleared: list[tuple[range, npt.NDArray[np.bool_]]] = field(default_factory=list)
    grows: bool = False

    @property
    def first(self) -> int:
        """The first column in which anything changes."""
        return min([*self.places, *(columns.start for columns, _ in self.cleared)])


def bits_of(title: str) -> int:
    """Return what a result under a title looks like, as `xlpoker.workbook.sheets.survey` notes it."""
    return REASON if title == PROBLEM else NAME if title.lower().endswith("hand") else NUMERIC


def to_watch(
    grid: Grid, header: int | None, titles: Sequence[str], hands: Iterable[int], rows: Iterable[int]
) -> set[int]:
    """Return the columns of which every cell must be known: those that may hold the results of an earlier run.

    A number in a column with the format of a date, which the new cells take, looks like a date when it is read again.
    """
    if header is not None:
        labels = grid.rows[header] if header < len(grid.rows) else []
        found = {column for column, label in enumerate(labels) if label in (*titles, PROBLEM)}
        starts = {column for column, label in enumerate(labels) if label == titles[0]}
    else:
        taken = set(hands)
        found = {
            column
            for _, row in zip(range(_SEEN), rows, strict=False)
            for column, value in enumerate(grid.rows[row] if row < len(grid.rows) else [])
            if column not in taken
            and (isinstance(value, dt.date | dt.time) or any(is_result(title, value) for title in (*titles, PROBLEM)))
        }
        starts = found
    return found | {column + len(titles) for column in starts}


class _Sheet:
    """The survey with the questions that are asked of it."""

    def __init__(self, found: Survey, grid: Grid, header: int | None, rows: Rows) -> None:
        self.found, self.grid, self.header, self.rows = found, grid, header, rows
        self.height = max((len(bits) for bits in found.watched.values()), default=0)

    def held(self, column: int) -> npt.NDArray[np.uint8]:
        """Return what the cells of a column hold, by row."""
        bits = self.found.watched.get(column)
        return np.zeros(self.height, np.uint8) if bits is None else bits

    def results(self, first: int, titles: Sequence[str]) -> tuple[Any, Any]:
        """Return for every row whether any of the columns holds something, and whether all hold results."""
        some, every = np.zeros(self.height, np.bool_), np.ones(self.height, np.bool_)
        for column, title in enumerate(titles, first):
            bits = self.held(column)
            some |= bits != 0
            every &= (bits & bits_of(title)) != 0
        return some, every

    def is_earlier(self, first: int, titles: Sequence[str]) -> bool:
        """Tell whether the columns from `first` on are an earlier run's."""
        if self.header is not None:
            labels = [self.grid.cell(self.header, column) for column in range(first, first + len(titles))]
            if labels != list(titles):
                return False
        elif first not in self.found.watched:
            return False
        some, every = self.results(first, titles)
        rows = self.rows[self.rows < self.height]
        if (some[rows] & ~every[rows]).any():
            return False
        if self.header is not None and titles[0] != PROBLEM:
            return True
        return bool(every[0 if self.header is None else self.header + 1 :].any())

    def clear(self, first: int, titles: Sequence[str]) -> tuple[range, npt.NDArray[np.bool_]]:
        """Return the columns and the rows of an earlier run's results; what is not a result stays."""
        _, every = self.results(first, titles)
        if self.header is not None:
            every[: self.header + 1] = False
            every[self.header : self.header + 1] = True
        return range(first, first + len(titles)), every

    def last_used(self, cleared: Sequence[tuple[range, npt.NDArray[np.bool_]]] = ()) -> int:
        """Return the last column with a value, or with a merged area beside the hands; -1 for none.

        Columns that hold nothing but what is cleared do not count.
        """
        emptied = {at for columns, rows in cleared for at in columns if not self.held(at)[~rows].any()}
        used = max(self.found.used - emptied, default=-1)
        if len(self.rows):
            top = int(self.rows[0]) if self.header is None else self.header
            merged = [box.right for box in self.found.merged if box.top <= self.rows[-1] and box.bottom >= top]
            used = max(used, *merged, -1)
        return used


def planned(
    found: Survey,
    grid: Grid,
    header: int | None,
    titles: Sequence[str],
    rows: Rows,
    *,
    problem: bool,
    table: Box | None = None,
    at: int | None = None,
    overwrite: bool = False,
) -> Plan:
    """Return where the columns with those titles go, and a column for problems where there are any.

    `rows` are the rows of the hands, `table` is the table that they are; `at` names the first column. Raises
    `BookError` where the cells are occupied (unless `overwrite` is set) or may not be written.
    """
    sheet = _Sheet(found, grid, header, rows)
    names = [*titles, *[PROBLEM] * problem]
    if at is not None:
        plan = Plan([*range(at, at + len(names))])
        if not overwrite:
            _check_free(sheet, plan)
    else:
        plan = _plan(sheet, titles, problem=problem, table=table)
    if max(plan.places) >= MAX_COLUMNS:
        raise BookError(f"there is no room right of the last column of {grid.sheet}; name the hands of another sheet")
    _check_allowed(sheet, plan)
    return plan


def _plan(sheet: _Sheet, titles: Sequence[str], *, problem: bool, table: Box | None) -> Plan:
    starts = sorted(sheet.found.watched)
    first = next((column for column in starts if sheet.is_earlier(column, titles)), None)
    names = [*titles, *[PROBLEM] * problem]
    if first is None:
        cleared = []
        if sheet.header is None:  # nothing but bad rows last time: a problem stands alone
            cleared = [sheet.clear(column, [PROBLEM]) for column in starts if sheet.is_earlier(column, [PROBLEM])]
        free = sheet.last_used(cleared) + 1
        if table is not None and table.right < free and _free_beside(sheet, table, len(names)):
            return Plan([*range(table.right + 1, table.right + 1 + len(names))], cleared, grows=True)
        return Plan([*range(free, free + len(names))], cleared)
    behind = [column for column in starts if column >= first + len(titles)]
    old = next((column for column in behind if sheet.is_earlier(column, [PROBLEM])), None)
    cleared = [sheet.clear(first, titles)]
    places = [*range(first, first + len(titles))]
    if old is not None:
        cleared.append(sheet.clear(old, [PROBLEM]))
    if problem:
        beside = first + len(titles)
        taken = sheet.held(beside).any()
        places.append(old if old is not None else sheet.last_used() + 1 if taken else beside)
    grows = table is not None and any(place > table.right for place in places) and table.right + 1 in places
    return Plan(places, cleared, grows=grows and places == [*range(places[0], places[-1] + 1)])


def _free_beside(sheet: _Sheet, table: Box, width: int) -> bool:
    columns = range(table.right + 1, table.right + 1 + width)
    merged = any(box.meets(Box(table.top, columns[0], table.bottom, columns[-1])) for box in sheet.found.merged)
    return not merged and not any(sheet.held(column)[table.top : table.bottom + 1].any() for column in columns)


def _check_free(sheet: _Sheet, plan: Plan) -> None:
    rows = sheet.rows if sheet.header is None else np.concatenate([[sheet.header], sheet.rows])
    rows = rows[rows < sheet.height]
    for column in plan.places:
        full = rows[sheet.held(column)[rows] != 0]
        if len(full):
            cell = f"{sheet.grid.sheet}!{a1(int(full[0]), column)}"
            raise BookError(
                f"{cell} is not empty; name another column, or use --overwrite to write over {len(full):,} cells"
            )


def _check_allowed(sheet: _Sheet, plan: Plan) -> None:
    """Refuse cells that belong together with others."""
    rows = sheet.rows if sheet.header is None else np.concatenate([[sheet.header], sheet.rows])
    written = set(rows.tolist()) if sheet.found.shared else set()
    shared = [
        box
        for row, column, box in sheet.found.shared
        if column in plan.places and row in written and (box.top, box.left) != (box.bottom, box.right)
    ]
    filling = [*sheet.found.arrays, *shared]
    for what, found in (("a formula that fills", filling), ("the merged area", sheet.found.merged)):
        for box in found:
            inside = rows[(rows >= box.top) & (rows <= box.bottom)]
            columns = [column for column in plan.places if box.left <= column <= box.right]
            cells = [(int(row), column) for column in columns for row in inside[:2].tolist()]
            if what.startswith("the merged") and cells:
                cells = [cell for cell in cells if cell != (box.top, box.left)]
            if cells:
                area = f"{a1(box.top, box.left)}:{a1(box.bottom, box.right)}"
                letters = column_letters(cells[0][1])
                raise BookError(
                    f"{sheet.grid.sheet}!{a1(*cells[0])} is part of {what} {area}; column {letters} stays as it is"
                )
