"""Converts sheets of two other forms to the form that the search reads.

- Ranks and suits in columns of their own, side by side or all ranks of a hand first: each pair becomes one column.
- Cells that hold several hands, ``5H 5C 6S 7S KD vs 2C 3S 8S 8D TD``: each becomes several cells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from xlpoker.evaluator.cards import TEXTS, card_text, count_cards, pair_code
from xlpoker.evaluator.cells import hands_in, is_blank, is_out, sides
from xlpoker.layout.grid import Area, Grid

__all__ = ["Places", "paired", "parted", "runs_of", "widened"]

Places = Sequence[tuple[int, int]]
_SAMPLE, _CARD = 200, 3
_FEW = 4  # rows that are enough to rule most sheets out


def paired(grid: Grid) -> tuple[Grid, Places, str] | None:
    """Return a sheet with each pair of columns joined, the original columns of each, and the name of the encoding.

    >>> rows = [["Rank", "Suit"] * 2, ["K", "Spades", 10, "♥"], ["Dame", "Herz", 14, "c"]]
    >>> narrow, places, cards = paired(Grid("", rows))
    >>> narrow.rows, places, cards
    ([['Rank', 'Rank'], ['KS', 'TH'], ['QH', 'AC']], [(0, 1), (2, 3)], 'rank-suit')
    >>> paired(Grid("", [["K", 10, "Spades", "♥"], ["Dame", 14, "Herz", "c"]]))[1:]
    ([(0, 2), (1, 3), (3, 2)], 'ranks-suits')

    None where no columns hold a rank and a suit in most rows, side by side or all ranks of a hand before its suits.
    """
    filled = [row for row in islice(grid.rows, _SAMPLE) if len(row) > 3]
    if not any(_suits(row) > 1 for row in filled[:: len(filled) // _FEW + 1]):
        return None
    rows = [row for row in filled if _suits(row) > 1]
    if sum(sum(isinstance(cell, str) and cell in TEXTS for cell in row) > 1 for row in filled) >= len(rows):
        return None  # cards, below headings A B C D
    kinds = _kinds(rows)
    flip, ends = max(((flip, _ends(kinds, flip=flip)) for flip in (False, True)), key=lambda found: len(found[1]))
    if len(ends) < 2:
        return None
    apart = any(last - first > 1 for first, last in ends.items())
    name = "-".join(word + "s" * apart for word in (("suit", "rank") if flip else ("rank", "suit")))
    last, columns = set(ends.values()), range(max(map(len, grid.rows)))  # the last of a hand is a gap behind it
    places = [
        (at, ends.get(at, at - (at in last))) for at in columns if at not in last or (apart and at + 1 not in last)
    ]
    return Grid(grid.sheet, [_narrowed(row, places, flip=flip) for row in grid.rows]), places, name


def _suits(row: Sequence[Any]) -> int:
    """Return how many cells of a row are suits."""
    return sum(pair_code(2, cell) is not None for cell in row)


def _kinds(rows: Sequence[Sequence[Any]]) -> str:
    """Return a letter for each column of some rows: s for suits, r for ranks, a dot for anything else in most cells."""
    kinds = ""
    for at in range(max(map(len, rows))):
        cells = [row[at] for row in rows if at < len(row) and not is_blank(row[at])]
        suits, ranks = _suits(cells), sum(pair_code(cell, "C") is not None for cell in cells)
        kinds += "." if 2 * max(suits, ranks) < max(len(cells), 1) else "s" if suits >= ranks else "r"
    return kinds


def _ends(kinds: str, *, flip: bool) -> dict[int, int]:
    """Return the first and the last column of each pair: runs of ranks, each with as many suits behind it."""
    ends: dict[int, int] = {}
    for run in re.finditer("s+", kinds):
        size = run.end() - run.start()
        first = run.start() if flip else run.start() - size
        if first >= 0 and kinds[first + size * flip :][:size] == "r" * size:
            ends |= {at: at + size for at in range(first, first + size)}
    return ends


def runs_of(places: Places) -> list[Area]:
    """Return the runs of pairs whose first columns stand side by side, and whose second ones do.

    >>> runs_of([(0, 0), (1, 3), (2, 4)])
    [Area(first=1, last=4)]
    """
    wide = [(first, last) for first, last in places if last > first]
    return [
        Area(first, 2 * last - first - 1) for first, last in wide if all((first - 1, last - 1) != one for one in wide)
    ]


def _code(row: Sequence[Any], first: int, last: int, *, flip: bool) -> int | None:
    """Return the card in two cells of a row."""
    if last >= len(row):
        return None
    return pair_code(row[last], row[first]) if flip else pair_code(row[first], row[last])


def _narrowed(row: Sequence[Any], places: Places, *, flip: bool) -> list[Any]:
    """Return a row with a cell for each pair; pairs are joined only where enough are cards, unlike headings T and s."""
    cells: list[Any] = []
    codes = {
        first: _code(row, first, last, flip=flip) for first, last in places if last > first < len(row) and row[first]
    }
    cards = 2 * sum(code is not None for code in codes.values()) > len(codes)
    for first, last in places:
        code = codes.get(first) if cards else None
        here = [cell for cell in row[first : last + 1 : max(last - first, 1)] if cell is not None]
        cells.append(card_text(code) if code is not None else here[0] if here else None)
    while cells and cells[-1] is None:
        cells.pop()
    return cells


def _hands(cell: Any) -> int:
    """Return how many hands a cell sets against each other, 0 for any other cell."""
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
    """Return a sheet with one cell per hand, the original columns of each, and an empty encoding.

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
    """Return areas, with one for each hand of a column that holds several.

    >>> len(parted([["AhKh vs QsQc", "2c 3d 4h"]], [Area(0, 0), Area(1, 1)]))
    3
    """
    seats = _seats(rows)
    return [
        replace(area, part=part)
        for area in areas
        for part in (range(seats[area.first]) if area.first == area.last and area.first in seats else [None])
    ]
