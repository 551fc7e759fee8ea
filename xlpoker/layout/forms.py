"""Sheets in other forms, made such as the search takes.

Cards over two columns, the rank in one and the suit in the other: each pair becomes one column. Cells that hold several hands,
``5H 5C 6S 7S KD vs 2C 3S 8S 8D TD``: each becomes several cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from xlpoker.evaluator.cards import card_text, count_cards, pair_code
from xlpoker.evaluator.cells import hands_in, is_out, sides
from xlpoker.layout.grid import Area, Grid

__all__ = ["Places", "paired", "parted", "widened"]

Places = Sequence[tuple[int, int]]
_SAMPLE, _CARD = 200, 3
_FEW = 4  # rows that tell of most sheets that there is nothing here


def paired(grid: Grid) -> tuple[Grid, Places, str] | None:
    """Return a sheet with each pair of columns as one, where its columns begin and end, and the name of the encoding.

    >>> rows = [["Rank", "Suit"] * 2, ["K", "Spades", 10, "♥"], ["Dame", "Herz", 14, "c"]]
    >>> narrow, places, cards = paired(Grid("", rows))
    >>> narrow.rows, places, cards
    ([['Rank', 'Rank'], ['KS', 'TH'], ['QH', 'AC']], [(0, 1), (2, 3)], 'rank-suit')

    None where no columns side by side hold a rank and a suit in most rows.
    """
    filled = [row for row in islice(grid.rows, _SAMPLE) if len(row) > 3]
    if not any(len(_pairs(row, flip=flip)) > 1 for row in filled[:: len(filled) // _FEW + 1] for flip in (False, True)):
        return None
    forward, backward = (_starts([_pairs(row, flip=flip) for row in filled]) for flip in (False, True))
    best, name = (backward, "suit-rank") if len(backward) > len(forward) else (forward, "rank-suit")
    if len(best) < 2:
        return None
    width = max(map(len, grid.rows))
    places = [(at, at + (at in best)) for at in range(width) if at - 1 not in best]
    return Grid(grid.sheet, [_narrowed(row, places, flip=name == "suit-rank") for row in grid.rows]), places, name


def _pairs(row: Sequence[Any], *, flip: bool) -> set[int]:
    """Return where a rank and a suit stand side by side in a row."""
    return {at for at in range(len(row) - 1) if _code(row, at, flip=flip) is not None}


def _starts(rows: Sequence[set[int]]) -> set[int]:
    """Return the columns with which pairs begin, from those of the rows."""
    counts = Counter(at for row in rows for at in row)
    most = sum(map(bool, rows))
    starts: set[int] = set()
    for at in sorted(counts):
        if at - 1 not in starts and 2 * counts[at] > most:
            starts.add(at)
    return starts


def _code(row: Sequence[Any], at: int, *, flip: bool) -> int | None:
    """Return the card in two cells of a row."""
    if at + 1 >= len(row):
        return None
    rank, suit = row[at : at + 2]
    return pair_code(suit, rank) if flip else pair_code(rank, suit)


def _narrowed(row: Sequence[Any], places: Places, *, flip: bool) -> list[Any]:
    """Return a row with a cell for each pair; where few of these are cards, as in T and s above columns, none is."""
    cells: list[Any] = []
    codes = {first: _code(row, first, flip=flip) for first, last in places if last > first < len(row) and row[first]}
    cards = 2 * sum(code is not None for code in codes.values()) > len(codes)
    for first, last in places:
        code = codes.get(first) if cards else None
        here = [cell for cell in row[first : last + 1] if cell is not None]
        cells.append(card_text(code) if code is not None else here[0] if here else None)
    while cells and cells[-1] is None:
        cells.pop()
    return cells


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
