"""Rows that are hidden, filtered out or struck out: counted with a remark, or left out by ``--visible``.

    5H | 5C | 6S | 7S | KD      seen: counted
    ----------------------      hidden, or filtered out
    8H | 8C | 9S | JS | AD      struck out, by the font of its cells

The rows that are left out look blank to the search, and scoring passes over them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.cells import kind_of
from xlpoker.layout.columns_text import letters
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.layout.reading import Reading
from xlpoker.layout.sheet import is_cards

__all__ = [
    "NO_MARKS",
    "MarkedRows",
    "merge_marks",
    "remark_on_rows",
    "without_rows",
]

_NOT_STRUCK: Mapping[int, Collection[int]] = {}


class MarkedRows(NamedTuple):
    """The filled rows of a sheet that a person does not see, or has struck out.

    `hidden` are the rows that a filter or a person has hidden, `struck` has the columns of filled
    cells that are struck out, by row. There is a remark on `hidden_columns` where they hold cards.
    """

    hidden: frozenset[int] = frozenset()
    struck: Mapping[int, Collection[int]] = _NOT_STRUCK
    hidden_columns: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.hidden or self.struck)

    def struck_in(self, columns: Iterable[int]) -> frozenset[int]:
        """Return the rows with a struck-out cell in one of some columns.

        >>> sorted(MarkedRows(struck={3: [0, 1], 7: [9]}).struck_in([1, 2]))
        [3]
        """
        wanted = frozenset(columns)
        rows: set[int] = set()
        for row, struck_columns in self.struck.items():
            if not wanted.isdisjoint(struck_columns):
                rows.add(row)
        return frozenset(rows)

    def with_struck_cards(self, grid: Grid) -> frozenset[int]:
        """Return the rows with a struck-out cell that holds cards."""
        rows: set[int] = set()
        for row, struck_columns in self.struck.items():
            struck_cells = [grid.cell(row, column) for column in struck_columns]
            if any(is_cards(kind_of(cell)) for cell in struck_cells):
                rows.add(row)
        return frozenset(rows)

    def remarks_on_columns(self, columns: Iterable[int]) -> list[str]:
        """Return the remark on the columns of hands that are hidden, nothing where none is.

        >>> MarkedRows(hidden_columns=frozenset([1, 2, 9])).remarks_on_columns([0, 1, 2])
        ['hidden columns hold cards, which count: B:C']
        """
        hidden = sorted(self.hidden_columns.intersection(columns))
        if not hidden:
            return []
        noun = "a hidden column holds" if len(hidden) == 1 else "hidden columns hold"
        return [f"{noun} cards, which count: {letters(hidden)}"]

    def remarks_on_rows(self, columns: Iterable[int], rows: Collection[int]) -> list[str]:
        """Return remarks on counted rows: how many are hidden, and how many struck out in some columns."""
        hidden = self.hidden.intersection(rows)
        struck = self.struck_in(columns).intersection(rows)
        return [
            *remark_on_rows(len(hidden), "hidden", "counted"),
            *remark_on_rows(len(struck), "struck-out", "counted"),
        ]

    def left_out(self, grid: Grid) -> frozenset[int]:
        """Return the rows that are hidden, or have a card of the grid struck out."""
        return self.hidden | self.with_struck_cards(grid)

    def taken_from(self, reading: Reading, grid: Grid) -> Reading:
        """Return a reading without the rows of hands that are marked; it says how many these are."""
        if not self:
            return reading
        columns = Layout.of(reading).columns
        left_out = self.hidden | self.struck_in(columns)
        top = 0 if reading.header is None else reading.header + 1

        def count_hands(rows: Iterable[int]) -> int:
            """Return how many of some rows may hold hands."""
            hands = 0
            for row in rows:
                if row >= top and _may_hold_hands(grid, row, columns):
                    hands += 1
            return hands

        hidden_hands = count_hands(self.hidden)
        struck_hands = count_hands(left_out - self.hidden)
        warnings = [
            *reading.warnings,
            *remark_on_rows(hidden_hands, "hidden", "left out"),
            *remark_on_rows(struck_hands, "struck-out", "left out"),
        ]
        return reading._replace(
            unseen_rows=tuple(sorted(left_out)),
            warnings=tuple(warnings),
        )


NO_MARKS = MarkedRows()


def without_rows(grid: Grid, rows: Collection[int]) -> Grid:
    """Return a grid in which some rows are blank.

    >>> without_rows(Grid("", [["5H"], ["6H"]]), [0]).rows
    [[], ['6H']]
    """
    if not rows:
        return grid
    remaining = list(grid.rows)
    for number in rows:
        if number < len(remaining):
            remaining[number] = []
    return Grid(grid.sheet, remaining)


def merge_marks(parts: Iterable[MarkedRows]) -> MarkedRows:
    """Return the marks of several blocks of a sheet as one."""
    hidden: set[int] = set()
    struck: dict[int, Collection[int]] = {}
    for part in parts:
        hidden |= part.hidden
        struck.update(part.struck)
    return MarkedRows(frozenset(hidden), struck)


def remark_on_rows(count: int, mark: str, fate: str) -> list[str]:
    """Return the remark on rows that are marked, nothing where none is.

    >>> remark_on_rows(2, "hidden", "counted"), remark_on_rows(0, "hidden", "counted")
    (['2 hidden rows are counted'], [])
    """
    if not count:
        return []
    verb = "row is" if count == 1 else "rows are"
    return [f"{count} {mark} {verb} {fate}"]


def _may_hold_hands(grid: Grid, row: int, columns: Iterable[int]) -> bool:
    """Tell whether a row holds anything in some columns; one below the first rows may do so."""
    if row >= len(grid.rows):
        return True
    cells = [grid.cell(row, column) for column in columns]
    return not all(map(is_blank, cells))
