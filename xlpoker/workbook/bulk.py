"""The good rows of a layout, many at a time through the batch kernel; the others are left to be read one by one.

A row is good here when every cell of its hands (and of its board) is a card, or every hand is a cell with as many cards
as the first rows have, and the kernel finds nothing wrong with it. Whatever else a row holds, the reader of single
rows names the cell and the reason; so both ways say the same and this one is only faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any

from xlpoker.workbook.grid import Grid
from xlpoker.workbook.layout import Area, Layout

__all__ = ["CHUNK", "good_rows"]

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
    from xlpoker.evaluator.batch import game_showdown, showdown, strengths

    try:
        hands = [_codes(grid, rows, area) for area in layout.hands]
        board = _codes(grid, rows, layout.board) if layout.board else None
        if game != "five-card":
            found = game_showdown(game, board, *hands, jokers=jokers)
        elif len(hands) > 1:
            found = showdown(hands, jokers)
        else:
            values, reasons = strengths(hands[0], jokers)
            return {row: ((value,), 0) for row, value, bad in _zipped(rows, values, reasons) if not bad}
    except PokerError:  # the number of cards: the same in every row, and so is what is wrong with it
        return {}
    lines: Iterator[tuple[int, list[float], int]] = _zipped(rows, found.values, found.winners)
    if len(hands) == 1:
        return {row: (tuple(values), 0) for row, values, winner in lines if winner >= 0}
    return {row: (tuple(values), winner) for row, values, winner in lines if winner >= 0}


def _zipped(rows: range, values: Any, marks: Any) -> Iterator[Any]:
    return zip(rows, values.tolist(), marks.tolist(), strict=True)


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
