"""Ranges in which cards written as numbers may stand: a proposal for ``--hands``, made only when their encoding is named.

Numbers are never taken for cards unasked, and even then other columns (counters, classes, pots) may hold numbers in the
same limits. So the columns are proposed, and the user says that they are right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xlpoker.errors import CardError
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.encodings import Encoding
from xlpoker.layout.cell_types import is_number
from xlpoker.layout.grid import Grid, a1

__all__ = ["proposed_ranges"]

_TRIED = 200
_HAND = 5
_MOST_PLAYERS = 10


def proposed_ranges(grid: Grid, numbers: Encoding) -> str | None:
    """Return the ranges in which every row holds hands of five in an encoding, None where there are none.

    >>> from xlpoker.evaluator.encodings import encoding
    >>> rows = [["S1", "C1", "S2", "C2"], [1, 10, 1, 11, 1, 13, 1, 12, 1, 1, 9], [2, 11, 2, 13, 2, 10, 2, 12, 2, 1, 9]]
    >>> proposed_ranges(Grid("", rows), encoding("uci"))
    'A2:J3'

    Of several places the one with most cards is proposed, the leftmost first; in it no row has a card twice.
    """
    rows = [number for number, row in enumerate(grid.rows) if sum(map(is_number, row)) >= _HAND * numbers.cells]
    if not rows:
        return None
    first, last = rows[0], rows[-1]
    tried = [grid.rows[row] for row in rows[:_TRIED]]
    width = _HAND * numbers.cells
    for players in range(_MOST_PLAYERS, 0, -1):
        for start in range(max(map(len, tried)) - players * width + 1):
            if all(_are_hands(row[start : start + players * width], numbers, players * _HAND) for row in tried):
                starts = range(start, start + players * width, width)
                return ",".join(f"{a1(first, at)}:{a1(last, at + width - 1)}" for at in starts)
    return None


def _are_hands(cells: Sequence[Any], numbers: Encoding, cards: int) -> bool:
    if any(map(is_blank, cells)):
        return False
    try:
        codes = numbers.codes(cells)
    except CardError:
        return False
    return len(codes) == cards == len(set(codes))
