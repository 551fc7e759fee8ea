"""The layout that ``--hands`` names: ranges, names before them, the board; what their cells and the words above them say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from xlpoker.errors import LayoutError
from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.encodings import encoding
from xlpoker.evaluator.games import check_game
from xlpoker.layout.cells import MANY, codes_of, is_cards
from xlpoker.layout.evidence import columns_below
from xlpoker.layout.grid import Area, Grid, parse_ranges
from xlpoker.layout.headings import folded
from xlpoker.layout.kinds import layout_of
from xlpoker.layout.model import Layout

__all__ = ["named_layout", "with_facts"]


def named_layout(grid: Grid, hands: str, game: str = "five-card", cards: str | None = None) -> Layout:
    """Return the layout that ``--hands`` names: a range per hand, ``board=`` or in games with a board the last one the board's.

    >>> print(named_layout(Grid("Sheet1", []), "Anna=A3:E1002,Ben=F3:J1002").said())
    Sheet1 3-1002: Anna A:E, Ben F:J, five-card

    Whole columns (``A:E,F:J``) go from the first row with a card to the last, bad rows beside them included.
    `cards` is the encoding of cards that are written as numbers. Raises `LayoutError` for what is not a range,
    ranges of different heights, ranges that overlap, and ranges that cannot be a hand by their width.
    """
    ranges = parse_ranges(hands)
    areas, names = [*ranges.areas], [*ranges.names]
    each = encoding(cards).cells if cards is not None else 1
    for area in areas:
        if len(area.columns) % each or len(area.columns) > MAX_CARDS * each:
            size = f"{MAX_CARDS} cards{f', each in {each} cells' * (each > 1)}; name a range per hand"
            raise LayoutError(f"{area.letters} is {len(area.columns)} columns wide; a hand has at most {size}")
    boards = [at for at, name in enumerate(names) if folded(name) == "board"]
    boards = boards or [len(areas) - 1] * (check_game(game).board[1] > 0)
    board = areas.pop(boards[0]) if boards else None
    names = [name for at, name in enumerate(names) if at not in boards]
    if not areas or len(boards) > 1:
        raise LayoutError(f"{game} needs a range per hand and one for the board, such as --hands A3:B9,C3:D9,E3:I9")
    first, last = ranges.rows or _rows_with_cards(grid, ranges.areas, numbers=cards is not None)
    named = Layout(grid.sheet, first, last, tuple(areas), board, names=tuple(names), game=game)
    return with_facts(grid, named, numbers=cards is not None)


def with_facts(grid: Grid, named: Layout, *, numbers: bool) -> Layout:
    """Return the layout of named ranges with what their cells and the words above them say.

    Without a game hands may be of any size; in one a hand of another size than most of its column is a bad row.
    """
    rows, hands = (named.first, named.last), named.hands
    columns = columns_below(grid, *rows, named.columns)
    found = layout_of(grid, columns, rows, hands, named.board, game=named.game, names=named.names)
    if numbers or not len(columns[0].codes):
        found = replace(found, hands=hands, sizes=(), several=frozenset(), board_cards=0)
    strict = found.strict and len(found.sizes) > 1 and named.game != ""
    return replace(found, names=named.names or found.names, strict=strict)


def _rows_with_cards(grid: Grid, areas: Sequence[Area], *, numbers: bool) -> tuple[int, int]:
    """Return the first and the last row with a card, or with a number, in some columns, and bad rows next to these."""
    columns = [at for area in areas for at in area.columns]
    codes = codes_of([[grid.cell(row, at) for at in columns] for row in range(len(grid.rows))])
    held = (codes > MANY) if numbers else is_cards(codes)
    rows = np.flatnonzero(held.any(axis=1))
    if not len(rows):
        raise LayoutError(f"there are no cards in these columns of {grid.sheet or 'the file'}")
    return int(rows[0]), int(rows[-1])
