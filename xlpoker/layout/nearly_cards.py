"""What a sheet without hands holds instead: ranks without suits, such as T95 and AKs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xlpoker.addresses import a1
from xlpoker.errors import quoted
from xlpoker.evaluator.cards import ACCEPTED, has_ranks_alone
from xlpoker.layout.grid import Grid

__all__ = ["ranks_alone"]

_LOOKED = 200  # rows
_FEWEST = 2  # cells: a single one is a word


def ranks_alone(grids: Sequence[Grid]) -> str:
    """Return the message about ranks without suits in some tables, an empty text where there are none.

    >>> ranks_alone([Grid("Deals", [["Anna", "Ben"], ["T95", "AKs"]])]).partition(";")[0]
    "Deals!A2: 'T95' has ranks without suits"
    """
    for grid in grids:
        cells = list(_cells_with_ranks(grid))
        if len(cells) >= _FEWEST:
            address, cell = cells[0]
            return f"{address}: {quoted(cell)} has ranks without suits; {ACCEPTED}"
    return ""


def _cells_with_ranks(grid: Grid) -> Iterator[tuple[str, str]]:
    """Yield the cells with ranks without suits, each with its address; numbers are none."""
    for number, row in enumerate(grid.rows[:_LOOKED]):
        for column, cell in enumerate(row):
            if not isinstance(cell, str) or cell.strip().isdecimal():
                continue
            if has_ranks_alone(cell):
                address = a1(number, column)
                yield f"{grid.sheet}!{address}" if grid.sheet else address, cell.strip()
