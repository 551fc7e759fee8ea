"""The columns of cards as hands and a board: what every shape ends in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from xlpoker.layout.tables import Column, Columns

__all__ = [
    "FIVE",
    "Grouping",
    "HandColumns",
    "Hands",
    "Shape",
    "cut",
    "hands_of_a_line",
    "have_one_size",
    "total_size",
]

FIVE = 5


class Shape(Enum):
    """How hands stand on the sheet."""

    SEATS = "seats with the names of their players"
    LINE = "lines of several hands of five"
    BARE = "columns without names"
    NAMED = "a heading above each hand"
    ASKED = "columns that the caller named"
    OTHER = "another way to group the columns"


class HandColumns(NamedTuple):
    """The columns of one hand.

    `part` counts the hands of five in a line of several, from 0. `names` is the column that holds
    the name of the hand's player, if it is another one row by row. `blank_size` is the size of a
    hand whose columns are blank so far.
    """

    name: str
    columns: tuple[Column, ...]
    part: int | None = None
    names: Column | None = None
    blank_size: int = 0

    @property
    def size(self) -> int:
        """How many cards the hand has."""
        if self.part is not None:
            return FIVE
        return total_size(self.columns) or self.blank_size

    @property
    def first(self) -> Column:
        """Its first column."""
        return self.columns[0]

    @property
    def is_whole(self) -> bool:
        """Whether its cards stand in one cell."""
        return self.first.is_whole


Hands = Sequence[HandColumns]


@dataclass(frozen=True)
class Grouping:
    """The hands and the board; `named_by` is the row of headings that names the hands.

    `further_boards` are those of hands that are run twice or more.
    """

    hands: tuple[HandColumns, ...]
    board: tuple[Column, ...] = ()
    shape: Shape = Shape.OTHER
    named_by: int | None = None
    further_boards: tuple[Columns, ...] = ()

    @classmethod
    def of(
        cls,
        hands: Hands,
        board: Columns = (),
        shape: Shape = Shape.OTHER,
        named_by: int | None = None,
    ) -> Grouping:
        """Return the grouping of some hands and a board."""
        return cls(tuple(hands), tuple(board), shape, named_by)

    @cached_property
    def sizes(self) -> Counter[int]:
        """How many hands have so many cards."""
        return Counter(hand.size for hand in self.hands)

    @cached_property
    def size(self) -> int:
        """How many cards most hands have."""
        sizes = self.sizes
        return max(sizes, key=sizes.__getitem__, default=0)

    @cached_property
    def board_size(self) -> int:
        """How many cards the whole board has; in a cell of its own some boards may be shorter."""
        if len(self.board) == 1:
            sizes = [size for size in self.board[0].cells_by_size if size <= FIVE]
            return max(sizes, default=self.board[0].size)
        return total_size(self.board)

    @cached_property
    def columns(self) -> list[Column]:
        """The columns of the hands and of the board."""
        columns = [column for hand in self.hands for column in hand.columns]
        return [*dict.fromkeys(columns), *self.board]

    @cached_property
    def all_columns(self) -> list[Column]:
        """The columns of the hands and of all boards; those of further boards may repeat a flop."""
        columns = [*self.columns]
        for board in self.further_boards:
            columns.extend(board)
        return columns

    @cached_property
    def indexes(self) -> frozenset[int]:
        """The places of these columns."""
        return frozenset([column.index for column in self.all_columns])

    @property
    def name_columns(self) -> list[Column]:
        """The columns that name the players of the hands."""
        return [hand.names for hand in self.hands if hand.names]

    @property
    def is_one_hand_a_row(self) -> bool:
        """Whether each row holds one hand."""
        return len(self.hands) == 1

    def with_hands(self, hands: Hands) -> Grouping:
        """Return the same grouping with other hands."""
        return replace(self, hands=tuple(hands))

    def with_board(self, board: Columns) -> Grouping:
        """Return the same grouping with another board."""
        return replace(self, board=tuple(board))

    def with_boards(self, boards: Sequence[Columns]) -> Grouping:
        """Return the same grouping with several boards."""
        first, *further = boards
        return replace(self, board=tuple(first), further_boards=tuple(map(tuple, further)))


def hands_of_a_line(columns: Columns, count: int) -> tuple[HandColumns, ...]:
    """Return several hands of five that follow each other in the same columns."""
    line = HandColumns("", tuple(columns))
    return tuple(line._replace(part=part) for part in range(count))


def cut(columns: Columns, size: int) -> tuple[HandColumns, ...]:
    """Return columns of single cards as hands of one size."""
    hands: list[HandColumns] = []
    for start in range(0, len(columns), size):
        hand = columns[start : start + size]
        hands.append(HandColumns("", tuple(hand)))
    return tuple(hands)


def have_one_size(hands: Hands, sizes: Sequence[int]) -> bool:
    """Tell whether all hands have the same number of cards, one that some game has."""
    different = {hand.size for hand in hands}
    if len(different) != 1:
        return False
    return different.issubset(sizes)


def total_size(columns: Columns) -> int:
    """Return how many cards some columns have."""
    return sum(column.size for column in columns)
