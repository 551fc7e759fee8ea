"""Rows with several boards: each board is a showdown of its own.

    Anna  | Ben   | Board 1        | Board 2        | Board 1 winner | Board 2 winner
    AH AD | KH KC | 2C 7D 9S JC 3H | 2C 7D 9S KD 3H | Anna           | Ben
    QS QD | 8H 8C | 3C 4D 9H TS AC |                | Anna           |               run once

A row in which a further board is blank was run once. One with half a board is a bad row. This
module needs no NumPy: buttons in a spreadsheet program use it, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xlpoker.errors import CellError, counted
from xlpoker.layout.grid import Area
from xlpoker.layout.model import Layout
from xlpoker.scoring.single_rows import Window

__all__ = ["ORDINALS", "BoardFault", "fault_of_boards"]

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class BoardFault(NamedTuple):
    """What is wrong with the boards of a row: the area of the wrong one, and the reason."""

    area: Area
    reason: str

    def error(self, window: Window, row: int) -> CellError:
        """Return the error about the first cell of the wrong board in a row."""
        column = self.area.columns[0]
        value = window.cell(row, column)
        text = "" if value is None else str(value)
        return CellError(window.grid.sheet, window.address_of(row, column), text, self.reason)


def fault_of_boards(layout: Layout, cards: Sequence[int], number: int) -> BoardFault | None:
    """Return what is wrong with a further board, None for one that is full, or blank.

    `cards` are the numbers of cards on the first board and on the further one, which is the board
    of that `number`, counted from 0.

    >>> layout = Layout("", 1, 9, (Area(0, 0), Area(1, 1)), Area(2, 2), board_cards=5, further_boards=(Area(3, 3),))
    >>> fault_of_boards(layout, [5, 2], 1).reason, fault_of_boards(layout, [5, 0], 1)
    ('the second board has 2 cards, the first one 5', None)
    >>> fault_of_boards(layout, [3, 5], 1).area.letters
    'C'
    """
    on_first, on_further = cards
    full = layout.board_cards
    if on_further == 0 or on_first == on_further == full:
        return None
    if on_further < full:
        name = ORDINALS[number] if number < len(ORDINALS) else f"{number + 1}th"
        reason = f"the {name} board has {counted(on_further, 'card')}, the first one {on_first}"
        return BoardFault(layout.boards[number], reason)
    reason = f"the first board has {counted(on_first, 'card')}, a further one {on_further}"
    return BoardFault(layout.boards[0], reason)
