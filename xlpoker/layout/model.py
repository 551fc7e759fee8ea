"""Where the hands are, as scoring needs it: rows, and an area of columns for each hand.

Reading   what the search found, with everything that is not read; it is printed
Layout    its rows and areas of columns; blocks of rows are scored by it
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from xlpoker.layout.grid import Area
from xlpoker.layout.reading import Hand, Reading
from xlpoker.layout.words import ROLE_OF, Role
from xlpoker.text import folded

__all__ = ["ENDLESS", "Layout", "word_and_count"]

ENDLESS = 1 << 62
"""The last row of hands that go on to the end of their table, however long it is."""
_COUNT = re.compile(r"\d{1,2}$|(?<![^\W_])[a-j]$", re.IGNORECASE)
_BEFORE_A_COUNT = " #.:_-"
_ROLES_OF_NO_NAME = (Role.PLAYER, Role.HAND, Role.CARD)
_NO_NAMES = {word for word, role in ROLE_OF.items() if role in _ROLES_OF_NO_NAME}
_NO_NAMES |= {""}
_NO_NAMES -= {"seat"}


@dataclass(frozen=True, slots=True)
class Layout:
    """Rows from `first` to `last`, counted from 0, both ends included; an area for each hand; the board.

    `header` is the row of the headings. `names` are the players' names where headings name them all, `name_columns` the columns of
    their names where these change from row to row. `size` and `board_cards` are the cards of a hand and of a full board, `several`
    the columns whose cells may hold several cards. `parts` has for each hand its place among hands of five that share the same
    columns, None for hands with columns of their own.

    `deal_columns` and `won` are set where each row is one player's: the columns of the deals and of the players, and who wins, in
    the winners' rows.

    `run_column` numbers the boards of a hand in a table of hand histories. `further_boards` are those
    of hands that are run twice or more: each board of a row is a showdown of its own.

    `stake_columns` has for each hand the column of what its player put in, where the caller names these.

    `has_records` is true for a DataFrame: each row is a record, so words in place of all hands are a bad row, and no title or note.
    """

    sheet: str
    first: int
    last: int
    hands: tuple[Area, ...]
    board: Area | None = None
    header: int | None = None
    names: tuple[str, ...] = ()
    size: int = 0
    board_cards: int = 0
    several: frozenset[int] = frozenset()
    parts: tuple[int | None, ...] = ()
    name_columns: tuple[int, ...] = field(default=(), compare=False)
    skipped_rows: tuple[int, ...] = ()
    deal_columns: tuple[int, ...] = ()
    won: Mapping[int, tuple[str | int, int]] | None = None
    has_records: bool = False
    run_column: int | None = field(default=None, compare=False)
    further_boards: tuple[Area, ...] = ()
    stake_columns: tuple[int, ...] = ()

    @classmethod
    def of(cls, reading: Reading) -> Layout:
        """Return the layout of a reading."""
        return cls(
            reading.sheet,
            reading.first,
            reading.last,
            tuple(_area(reading, hand.columns) for hand in reading.hands),
            _area(reading, reading.board) if reading.board else None,
            reading.header,
            _own_names([hand.name for hand in reading.hands]),
            reading.size,
            reading.board_size,
            reading.several,
            tuple(hand.part for hand in reading.hands),
            _name_columns(reading.hands),
            reading.left_out_rows,
            _deal_columns(reading),
            run_column=reading.run_column,
            further_boards=tuple(_area(reading, board) for board in reading.further_boards),
        )

    @property
    def boards(self) -> tuple[Area, ...]:
        """The areas of all boards."""
        return () if self.board is None else (self.board, *self.further_boards)

    @property
    def areas(self) -> list[Area]:
        """The areas of the hands, those of the boards last."""
        return [*self.hands, *self.boards]

    def on_board(self, number: int) -> Layout:
        """Return the layout of the showdowns on one of the boards, counted from 0."""
        return replace(self, board=self.boards[number], further_boards=())

    @property
    def columns(self) -> list[int]:
        """The columns of the hands, those of the boards last."""
        columns: list[int] = []
        for area in self.areas:
            columns.extend(area.columns)
        return columns

    @property
    def labels(self) -> list[str]:
        """The players' names, or *Player 1*, *Player 2* ..."""
        if self.names:
            return list(self.names)
        return [f"Player {number}" for number in range(1, len(self.hands) + 1)]

    @property
    def has_lines(self) -> bool:
        """Whether several hands share the same columns."""
        return any(part is not None for part in self.parts)


def _area(reading: Reading, columns: Sequence[int]) -> Area:
    """Return columns as an area; those of ranks and suits apart in the order of the sheet.

    The encoding says which of them are one card: of all ranks and then all suits each in turn.
    """
    if reading.cards:
        columns = sorted(columns)
    return Area.in_order(columns)


def _own_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names if each has one of its own; nothing for words counted from 1, and for names that come twice.

    >>> _own_names(["Anna", "Ben"]), _own_names(["Player 1", "Player 2"]), _own_names(["Seat 2", "Seat 5"])
    (('Anna', 'Ben'), (), ('Seat 2', 'Seat 5'))
    >>> _own_names(["", "Ben"]), _own_names(["Anna", "ANNA"])
    ((), ())
    """
    different = {folded(name) for name in names}
    if not all(names) or len(different) < len(names) or _are_counted(names):
        return ()
    return tuple(names)


def word_and_count(name: str) -> tuple[str, str]:
    """Return the word and the number, or the letter, of a name that is counted; two empty texts for any other name.

    >>> word_and_count("Player 1"), word_and_count("P2"), word_and_count("Hand A"), word_and_count("Anna")
    (('Player', '1'), ('P', '2'), ('Hand', 'A'), ('', ''))
    """
    match = _COUNT.search(name)
    if match is None:
        return "", ""
    word = name[: match.start()].rstrip(_BEFORE_A_COUNT)
    if any(map(str.isdigit, word)):
        return "", ""
    return word, match[0]


def _are_counted(names: Sequence[str]) -> bool:
    """Tell whether names are a word for players or hands, and numbers from 1 on."""
    for number, name in enumerate(names, start=1):
        word, count = word_and_count(name)
        if count != str(number) or word.casefold() not in _NO_NAMES:
            return False
    return True


def _deal_columns(reading: Reading) -> tuple[int, ...]:
    """Return the columns that tell deals apart, and that of the players, where each row is one player's."""
    if reading.names is None:
        return reading.by
    return (*reading.by, reading.names)


def _name_columns(hands: Sequence[Hand]) -> tuple[int, ...]:
    """Return the columns of the players' names beside the hands, if each hand has one."""
    columns = [hand.names for hand in hands if hand.names is not None]
    if len(columns) < len(hands):
        return ()
    return tuple(columns)
