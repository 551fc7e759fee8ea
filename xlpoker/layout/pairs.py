"""Cards over two columns, the rank in one and the suit in the other: each pair made one column, as the search takes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from xlpoker.evaluator.cards import card_text, pair_code
from xlpoker.layout.grid import Grid

__all__ = ["Places", "paired"]

Places = Sequence[tuple[int, int]]
_SAMPLE = 200
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
    if not any(_pairs(row, flip=flip) for row in filled[:: len(filled) // _FEW + 1] for flip in (False, True)):
        return None
    forward, backward = (_starts([_pairs(row, flip=flip) for row in filled]) for flip in (False, True))
    best, name = (backward, "suit-rank") if len(backward) > len(forward) else (forward, "rank-suit")
    if len(best) < 2:
        return None
    width = max(map(len, grid.rows))
    places = [(at, at + (at in best)) for at in range(width) if at - 1 not in best]
    return Grid(grid.sheet, [_narrowed(row, places, flip=name == "suit-rank") for row in grid.rows]), places, name


def _pairs(row: Sequence[Any], *, flip: bool) -> set[int]:
    """Return where a rank and a suit stand side by side in a row that has two such places at least."""
    found = {at for at in range(len(row) - 1) if _code(row, at, flip=flip) is not None}
    return found if len(found) > 1 else set()


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
    cells: list[Any] = []
    for first, last in places:
        code = _code(row, first, flip=flip) if last > first else None
        here = [cell for cell in row[first : last + 1] if cell is not None]
        cells.append(card_text(code) if code is not None else here[0] if here else None)
    while cells and cells[-1] is None:
        cells.pop()
    return cells
