"""Cells that hold several hands, ``5H 5C 6S 7S KD vs 2C 3S 8S 8D TD``: each made several cells, as the search takes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.cells import hands_in, is_out, sides
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.pairs import Places

__all__ = ["parted", "widened"]

_SAMPLE, _CARD = 200, 3


def _hands(cell: Any) -> int:
    """Return how many hands a cell sets against each other, 0 where it holds anything else."""
    if not isinstance(cell, str) or len(parts := sides(cell)) < 2:
        return 0
    sizes = [count_cards(part) for part in parts if not is_out(part)]
    return len(parts) if sizes and min(sizes) > 1 else 0


def _seats(rows: Sequence[Sequence[Any]]) -> dict[int, int]:
    """Return the columns that hold several hands in most rows with cards, each with the most that a cell has."""
    head = list(islice(rows, _SAMPLE))
    long = ((at, cell) for row in head for at, cell in enumerate(row) if type(cell) is str and len(cell) > _CARD)
    found = Counter(at for at, cell in long if _hands(cell))
    held = sum(any(count_cards(str(cell)) or _hands(cell) for cell in row if cell) for row in head if found)
    several = [at for at, count in found.items() if 2 * count >= held]
    return {at: max(_hands(row[at]) for row in rows if at < len(row)) for at in several}


def widened(grid: Grid) -> tuple[Grid, Places, None] | None:
    """Return a sheet with a cell for each hand, where its columns come from, and no encoding.

    >>> wide, places, _ = widened(Grid("", [["Anna vs Ben"], ["AhKh vs QsQc", "2c 3d 4h"]]))
    >>> wide.rows, places
    ([['Anna', 'Ben'], ['AhKh', 'QsQc', '2c 3d 4h']], [(0, 0), (0, 0), (1, 1)])

    None where no column holds several hands in most rows.
    """
    if not (seats := _seats(grid.rows)):
        return None
    places = [(at, at) for at in range(max(map(len, grid.rows))) for _ in range(seats.get(at, 1))]
    rows = [
        [one for at, cell in enumerate(row) for one in (hands_in(cell, seats[at]) if at in seats else [cell])]
        for row in grid.rows
    ]
    return Grid(grid.sheet, rows), places, None


def parted(rows: Sequence[Sequence[Any]], areas: Sequence[Area]) -> list[Area]:
    """Return areas with one for each hand where they are columns that hold several.

    >>> len(parted([["AhKh vs QsQc", "2c 3d 4h"]], [Area(0, 0), Area(1, 1)]))
    3
    """
    seats = _seats(rows)
    return [
        Area(area.first, area.last, part)
        for area in areas
        for part in (range(seats[area.first]) if area.first == area.last and area.first in seats else [None])
    ]
