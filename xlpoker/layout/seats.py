"""Tables that `xlpoker import` makes of hand histories: a name and the cards of each seat.

    Hand id | Game    | Seat 1 name | Seat 1 cards | Seat 1 net | Seat 2 name | .. | Board
    5000    | Hold'em | Ann         | JH JS        | 58.5       | Zoë         | .. | 2H 7D JC TS 3C

Most cells are blank: few hands are shown. All seats are hands, and each is named row by row.
"""

from __future__ import annotations

import re

from xlpoker.layout.boards import board_columns
from xlpoker.layout.flaws import Flaw
from xlpoker.layout.grouping import Grouping, HandColumns, Shape
from xlpoker.layout.sheet import Sheet, is_cards
from xlpoker.layout.tables import Column, Table

__all__ = ["NO_SHOWDOWN", "has_seats", "no_showdown", "seats_with_names"]

NO_SHOWDOWN = "no deal has a showdown: two hands and a board of five cards"
_CARDS_OF_A_SEAT = re.compile(r"(seat \d+) cards", re.IGNORECASE)
_FEWEST = 2
_WHOLE_BOARD = 5
_LOOKED = 3


def seats_with_names(table: Table) -> Grouping | None:
    """Return the seats of an imported table as hands, None for other tables."""
    hands: list[HandColumns] = []
    for left, column in zip(table.columns, table.columns[1:], strict=False):
        match = _CARDS_OF_A_SEAT.fullmatch(column.heading.text)
        if match and left.heading.text.casefold() == f"{match[1].casefold()} name":
            hands.append(HandColumns(match[1], (column,), names=left))
    if len(hands) < _FEWEST:
        return None
    size = _commonest_size([hand.first for hand in hands])
    seats = [
        HandColumns(hand.name, hand.columns, names=hand.names, blank_size=size) for hand in hands
    ]
    return Grouping.of(seats, board_columns(table), Shape.SEATS, table.heading_rows[-1])


def _commonest_size(columns: list[Column]) -> int:
    """Return how many cards most cells of columns hold."""
    counts: dict[int, int] = {}
    for column in columns:
        for size, count in column.cells_by_size.items():
            counts[size] = counts.get(size, 0) + count
    return max(counts, key=counts.__getitem__, default=0)


def has_seats(sheet: Sheet) -> bool:
    """Tell whether the headings of an imported table stand at the top of a sheet."""
    for row in range(min(_LOOKED, len(sheet.rows))):
        matches = [text for text in sheet.texts(row).values() if _CARDS_OF_A_SEAT.fullmatch(text)]
        if len(matches) >= _FEWEST:
            return True
    return False


def no_showdown(table: Table, grouping: Grouping, _game: str) -> Flaw | None:
    """Ask about an imported table in which no row has two hands and a whole board."""
    if grouping.shape is not Shape.SEATS:
        return None
    for row in table.rows:
        kinds = table.sheet.kinds[row]
        hands = [hand for hand in grouping.hands if is_cards(kinds[hand.first.index])]
        cards = sum(
            kinds[column.index] for column in grouping.board if is_cards(kinds[column.index])
        )
        if len(hands) >= _FEWEST and cards == _WHOLE_BOARD:
            return None
    return Flaw(NO_SHOWDOWN, table.top_cell(grouping.hands[0].first))
