"""The good rows of a layout, many at a time through the batch kernel; the others are left to be read one by one.

A row is good here when every cell of its hands (and of its board) is a card, or every hand is a cell with as many cards
as the first rows have, and the kernel finds nothing wrong with it. Whatever else a row holds, the reader of single
rows names the cell and the reason; so both ways say the same and this one is only faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

from xlpoker.workbook.grid import Grid
from xlpoker.workbook.layout import Area, Layout

if TYPE_CHECKING:
    from xlpoker.evaluator.batch import Showdown

__all__ = ["CHUNK", "evaluated", "good_rows"]

CHUNK = 1 << 14
_FEW = 8  # rows for which loading the tables costs more than reading them one by one

Good = tuple[tuple[float, ...], int]


def good_rows(grid: Grid, layout: Layout, rows: range, game: str, jokers: str) -> dict[int, Good]:
    """Return the values and the winner (0 a tie, or a single hand) of the good ones among some rows, by row.

    >>> sheet = Grid("Sheet1", [["5H", "5C", "6S", "7S", "KD", "2C", "3S", "8S", "8D", "TD"]] * 9)
    >>> good_rows(sheet, Layout("Sheet1", 0, 8, (Area(0, 4), Area(5, 9))), range(9), "five-card", "natural")[8]
    ((2067, 2633), 2)
    """
    if len(rows) < _FEW:
        return {}
    from xlpoker.errors import PokerError

    try:
        hands = [_codes(grid, rows, area) for area in layout.hands]
        board = _codes(grid, rows, layout.board) if layout.board else None
        found = evaluated(hands, board, game, jokers)
    except PokerError:  # the number of cards: the same in every row, and so is what is wrong with it
        return {}
    values = found.values.tolist() if found.values.dtype.kind != "f" else _whole(found.values)
    lines = zip(rows, values, found.winners.tolist(), strict=True)
    alone = len(hands) == 1
    return {row: (tuple(worth), 0 if alone else winner) for row, worth, winner in lines if winner >= 0}


def evaluated(hands: Sequence[Any], board: Any, game: str, jokers: str) -> Showdown:
    """Return the showdown of hands in arrays of codes, with a board where the game has one."""
    from xlpoker.evaluator.batch import game_showdown, showdown

    return showdown(hands, jokers) if game == "five-card" else game_showdown(game, board, *hands, jokers=jokers)


def _whole(values: Any) -> list[list[float]]:
    """Return rows of numbers in which a whole one is an int, though short hands beside it have made it a float."""
    return [[int(value) if value.is_integer() else value for value in row] for row in values.tolist()]


def _codes(grid: Grid, rows: range, area: Area) -> Any:
    """Return the codes of an area in some rows: a card a cell, or whole hands in cells."""
    import numpy as np

    from xlpoker.evaluator.batch import parse, parse_hands

    first, end = area.first, area.last + 1
    width = end - first
    cells: list[Any] = []
    for row in rows:
        part: Sequence[Any] = grid.rows[row][first:end] if row < len(grid.rows) else ()
        cells += part
        if len(part) < width:
            cells += repeat(None, width - len(part))
    array = np.empty(len(cells), dtype=object)
    array[:] = cells
    return parse_hands(array) if width == 1 else parse(array.reshape(-1, width))
