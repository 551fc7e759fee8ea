"""Where the hands are, as scoring needs it: rows, and an area of columns for each hand.

`Layout.of` makes it of a `Reading`, the answer of the search; `xlpoker.layout.messages` says a reading in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from xlpoker.layout.grid import Area
from xlpoker.layout.reading import Reading

__all__ = ["Layout"]

_PARTS_OF = 5
"""Cards of a hand that shares its columns with others."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Rows from `first` to `last`, counted from 0, both ends included; an area for each hand; the board.

    `parts` holds for each hand its place among hands of five that share the same columns, None where it has columns of its own.
    `names` are the players' names, where headings name them all; `name_columns` the column of each hand's player, where they change
    from row to row. `several` are the columns whose cells may hold several cards. `won` is set for rows that are one player's each:
    who wins, in the winners' rows.
    """

    sheet: str
    first: int
    last: int
    hands: tuple[Area, ...]
    board: Area | None = None
    header: int | None = None
    names: tuple[str, ...] = ()
    size: int = 0
    parts: tuple[int | None, ...] = ()
    board_cards: int = 0
    several: frozenset[int] = frozenset()
    name_columns: tuple[int, ...] = field(default=(), compare=False)
    skipped_rows: frozenset[int] = frozenset()
    won: Mapping[int, tuple[str | int, int]] | None = None

    @classmethod
    def of(cls, reading: Reading) -> Layout:
        """Return the layout of a reading."""
        hands = tuple(Area.of_columns(hand.columns) for hand in reading.hands)
        return cls(
            reading.sheet,
            reading.first,
            reading.last,
            hands,
            Area.of_columns(reading.board) if reading.board else None,
            reading.header,
            _names(reading.hands),
            reading.size,
            tuple(hand.part for hand in reading.hands),
            reading.board_size,
            reading.several,
            _name_columns(reading.hands),
            frozenset(reading.skipped_rows),
        )
