"""The answers of the search: one `Reading`, or one `Question` with its options, and a `Trace`.

These are plain values; `xlpoker.layout.messages` puts them into words.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

from xlpoker.layout.games import Game, GameNamed
from xlpoker.layout.grouping import Shape

__all__ = [
    "Answer",
    "Finding",
    "Hand",
    "Option",
    "Part",
    "Question",
    "Reading",
    "Remedy",
    "Trace",
    "UnreadColumn",
    "UnreadRow",
    "UnreadRows",
    "UnreadSheet",
]

_NO_HEADINGS: Mapping[int, str] = {}


class Hand(NamedTuple):
    """A hand: its player, and its columns on the sheet, counted from 0.

    `part` is 0, 1 .. where the columns hold several hands of five; `names` is the column of the
    players' names where each row has a name of its own beside the hand.
    """

    name: str
    columns: tuple[int, ...]
    part: int | None = None
    names: int | None = None


class UnreadColumn(NamedTuple):
    """A filled column that is not read; `total` texts, or cells with cards, the first in `cell`.

    `begins` is the row of its first filled cell if that stands below the rows that were searched.
    """

    column: int
    heading: str
    total: int = 0
    holds_cards: bool = False
    cell: str = ""
    text: str = ""
    begins: int | None = None


class UnreadRow(NamedTuple):
    """A row of text: a title, a subtotal, a note."""

    row: int
    text: str


class UnreadRows(NamedTuple):
    """So many more rows of text."""

    total: int


class UnreadSheet(NamedTuple):
    """Another sheet with cards."""

    name: str


Unread = UnreadColumn | UnreadRow | UnreadRows | UnreadSheet


class Reading(NamedTuple):
    """What was read of a sheet: the rows from `first` to `last`, the hands, the board, the game.

    `by` are the columns that tell deals apart where each row is one player's, and `names` is the
    column of the players. `in_runs` is true if numbers of deals begin again further down.
    `cards` is the encoding of cards in numbers, or in cells of their own for rank and suit.
    `size` and `board_size` are the cards of a hand and of a full board, `several` the columns
    whose cells hold several cards. `header` is the lowest row of headings, None without one;
    `headings` are the texts above the columns, by column. `searched_rows` is how many rows were
    searched if the sheet has more; texts are counted in these only. `changes_later` is true if
    the rows below hold cards elsewhere, or other headings. `game_columns` name the game of each row, and
    `run_column` numbers the boards of a hand in a table of hand histories. `further_boards` are
    the columns of the second board, the third .. of hands that are run twice or more.
    `stake_columns` are those of what each player put in.
    """

    sheet: str
    first: int
    last: int
    hands: tuple[Hand, ...]
    board: tuple[int, ...] = ()
    game: Game = Game.FIVE_CARD
    size: int = 5
    by: tuple[int, ...] = ()
    names: int | None = None
    in_runs: bool = False
    cards: str = ""
    skipped_rows: tuple[int, ...] = ()
    unseen_rows: tuple[int, ...] = ()
    board_size: int = 0
    several: frozenset[int] = frozenset()
    header: int | None = None
    changes_later: bool = False
    headings: Mapping[int, str] = _NO_HEADINGS
    unread: tuple[Unread, ...] = ()
    warnings: tuple[str, ...] = ()
    preview: str = ""
    searched_rows: int = 0
    game_columns: tuple[int, ...] = ()
    run_column: int | None = None
    further_boards: tuple[tuple[int, ...], ...] = ()
    stake_columns: tuple[int, ...] = ()

    @property
    def boards(self) -> tuple[tuple[int, ...], ...]:
        """The columns of each board, nothing where there is none."""
        return (self.board, *self.further_boards) if self.board else ()

    @property
    def left_out_rows(self) -> tuple[int, ...]:
        """All rows that are not counted: those of ``--skip``, and those that ``--visible`` leaves out."""
        if not self.unseen_rows:
            return self.skipped_rows
        return tuple(sorted({*self.skipped_rows, *self.unseen_rows}))

    @property
    def leaves_cards(self) -> bool:
        """Whether cards, or rows of text amid the deals, are not read."""
        return self.changes_later or any(map(self._is_left, self.unread))

    def with_stakes(self, columns: tuple[int, ...]) -> Reading:
        """Return the reading with columns of stakes, which are no longer among those not read."""
        unread = [
            part
            for part in self.unread
            if not isinstance(part, UnreadColumn) or part.column not in columns
        ]
        return self._replace(stake_columns=columns, unread=tuple(unread))

    def _is_left(self, part: Unread) -> bool:
        """Tell whether a part that is not read may belong to the deals."""
        if isinstance(part, UnreadColumn):
            return part.holds_cards
        if isinstance(part, UnreadRow):
            return self.first < part.row < self.last
        return isinstance(part, UnreadRows)

    @property
    def columns(self) -> tuple[int, ...]:
        """All columns that are read, in order."""
        columns = {*self.by, *self.stake_columns}
        for board in self.boards:
            columns.update(board)
        for hand in self.hands:
            columns.update(hand.columns)
            if hand.names is not None:
                columns.add(hand.names)
        if self.names is not None:
            columns.add(self.names)
        return tuple(sorted(columns))


class Part(Enum):
    """What an option says: the hands, the columns of deals, and so on."""

    SHEET = auto()
    ALL_SHEETS = auto()
    HANDS = auto()
    BY = auto()
    CARDS = auto()
    GAME = auto()
    SKIP = auto()


class Option(NamedTuple):
    """One answer to a question: the readings that count together, and what has to be said."""

    readings: tuple[Reading, ...]
    parts: tuple[Part, ...]

    @property
    def first(self) -> Reading:
        """The first of its readings; they have most in common."""
        return self.readings[0]


class Remedy(NamedTuple):
    """What the caller may say about a game that is not scored: another game, and its effect.

    Where a column *Game* names it, `game` is None, and its rows may be left out.
    """

    game: Game | None
    effect: str = ""


class Question(NamedTuple):
    """What is asked about a sheet: one cause with its cell, at most three options.

    The likeliest option is the first. A game that is not scored has no option, but a remedy.
    """

    sheet: str
    cause: str
    cell: str = ""
    options: tuple[Option, ...] = ()
    remedy: Remedy | None = None
    is_refused: bool = False


Answer = Reading | Question


class Trace(NamedTuple):
    """How an answer came about.

    `named_by` is the row of headings that names the hands, `asked_by` the check that asked.
    """

    tables: tuple[tuple[int, int], ...] = ()
    cards: str = ""
    shape: Shape | None = None
    heading_rows: tuple[int, ...] = ()
    named_by: int | None = None
    checks: tuple[str, ...] = ()
    asked_by: str = ""
    games: tuple[GameNamed, ...] = ()


class Finding(NamedTuple):
    """The answer about a sheet, None if it holds no cards, and how it came about."""

    answer: Answer | None
    trace: Trace = Trace()
