"""Results by person: the names that stand beside the cards of each row, as in *Player A | Cards A*."""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.grid import Grid
from xlpoker.layout.headings import heading
from xlpoker.layout.model import Layout
from xlpoker.scoring.model import Block, Scored

__all__ = ["persons_beside", "seat"]


def persons_beside(head: Grid, layout: Layout) -> tuple[int, ...]:
    """Return the columns of names right before each hand, or right behind each, whose headings say that they are names or players.

    >>> from xlpoker.layout.grid import Area
    >>> row = ["Ann", "5H 5C 6S 7S KD", "Ben", "2C 3S 8S 8D TD"]
    >>> grid = Grid("", [["Player A", "Cards A", "Player B", "Cards B"], row])
    >>> persons_beside(grid, Layout("", 1, 1, (Area(1, 1), Area(3, 3)), header=0))
    (0, 2)
    """
    if len(layout.hands) < 2 or layout.header is None:
        return ()
    rows = head.rows[layout.first : layout.last + 1]

    def holds_names(column: int) -> bool:
        cells = [row[column] for row in rows if column < len(row) and not is_blank(row[column])]
        named = heading(head.cell(layout.header or 0, column)).role in ("name", "player")
        return named and bool(cells) and all(isinstance(cell, str) and any(map(str.isalpha, cell)) for cell in cells)

    for columns in ([area.first - 1 for area in layout.hands], [area.last + 1 for area in layout.hands]):
        if min(columns) >= 0 and len({*columns} - {*layout.columns}) == len(columns) and all(map(holds_names, columns)):
            return tuple(columns)
    return ()


def seat(block: Block, scored: Scored, columns: Sequence[int]) -> None:
    """Note whom the good rows of a block name in some columns; a name that may be a card is none."""
    window = block.window(range(len(block.numbers)))
    for row in scored.rows.tolist():
        names = (" ".join(str(window.cell(row, column) or "").split()) for column in columns)
        scored.seated[row] = tuple("" if count_cards(name) else name for name in names)
