"""Tables that `xlpoker import` makes of hand histories: a name and the cards of each seat.

    Hand id | Game    | Seat 1 name | Seat 1 cards | Seat 1 net | Seat 2 name | .. | Board
    5000    | Hold'em | Ann         | JH JS        | 58.5       | Zoë         | .. | 2H 7D JC TS 3C

Most cells are blank: few hands are shown. All seats are hands, and each is named row by row.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from xlpoker.layout.boards import board_columns
from xlpoker.layout.flaws import Flaw
from xlpoker.layout.grouping import Grouping, HandColumns, Shape
from xlpoker.layout.sheet import Sheet, is_cards
from xlpoker.layout.tables import Column, Columns, Table

__all__ = ["NO_SHOWDOWN", "has_seats", "no_showdown", "seats_with_names"]

NO_SHOWDOWN = "no deal has a showdown: two hands and a board of five cards"
_CARDS_OF_A_SEAT = re.compile(r"(seat \d+) cards", re.IGNORECASE)
_FEWEST = 2
_WHOLE_BOARD = 5
_LOOKED = 3


def seats_with_names(table: Table) -> Grouping | None:
    """Return the seats of an imported table as hands, None for other tables."""
    hands: list[HandColumns] = []
    for left, column in pairwise(table.columns):
        seat = _seat_above(column)
        if seat and _is_headed(left, f"{seat} name"):
            hands.append(HandColumns(seat, (column,), names=left))
    if len(hands) < _FEWEST:
        return None
    size = _commonest_size([hand.first for hand in hands])
    seats = [hand._replace(blank_size=size) for hand in hands]
    board = board_columns(table)
    return Grouping.of(seats, board, Shape.SEATS, table.heading_rows[-1])


def _seat_above(column: Column) -> str:
    """Return the seat whose cards stand in a column, nothing for other columns."""
    match = _CARDS_OF_A_SEAT.fullmatch(column.heading.text)
    if match is None:
        return ""
    return match[1]


def _is_headed(column: Column, text: str) -> bool:
    """Tell whether a text is the heading of a column, in large or small letters."""
    return column.heading.text.casefold() == text.casefold()


def _commonest_size(columns: Columns) -> int:
    """Return how many cards most cells of columns hold."""
    counts = Counter[int]()
    for column in columns:
        counts.update(column.cells_by_size)
    return max(counts, key=counts.__getitem__, default=0)


def has_seats(sheet: Sheet) -> bool:
    """Tell whether the headings of an imported table stand at the top of a sheet."""
    for row in range(min(_LOOKED, len(sheet.rows))):
        texts = sheet.texts(row).values()
        seats = [text for text in texts if _CARDS_OF_A_SEAT.fullmatch(text)]
        if len(seats) >= _FEWEST:
            return True
    return False


def no_showdown(
    table: Table,
    grouping: Grouping,
    _game: str,
) -> Flaw | None:
    """Ask about an imported table in which no row has two hands and a whole board."""
    if grouping.shape is not Shape.SEATS:
        return None
    seats = [hand.first for hand in grouping.hands]
    for row in table.rows:
        kinds = table.sheet.kinds[row]
        hands = _sizes_of_cards(kinds, seats)
        board = _sizes_of_cards(kinds, grouping.board)
        if len(hands) >= _FEWEST and sum(board) == _WHOLE_BOARD:
            return None
    return Flaw(NO_SHOWDOWN, table.top_cell(grouping.hands[0].first))


def _sizes_of_cards(kinds: bytes, columns: Columns) -> list[int]:
    """Return how many cards stand in each of the cells of some columns that hold any."""
    kinds_of_columns = [kinds[column.index] for column in columns]
    return list(filter(is_cards, kinds_of_columns))
