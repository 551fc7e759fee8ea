"""The answer of the search: one `Layout`, which says what was read, or a `Question` that holds the layouts to choose from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from xlpoker.addresses import a1, column_letters
from xlpoker.errors import as_typed, quoted, visible
from xlpoker.evaluator.games import rule_said
from xlpoker.layout.grid import NO_SKIP, Area, Skip

if TYPE_CHECKING:
    from xlpoker.layout.grid import Grid

__all__ = ["Layout", "Question"]

_SHOWN, _UNREAD, _NAMED, _LISTED = 6, 8, 12, 60
_PLAIN = re.compile(r"[\w .-]+")  # a name that can be typed before its range


@dataclass(frozen=True, slots=True)
class Layout:
    """One reading of a table: rows counted from 0 (both ends included), an area per hand, the board, and what is left out.

    Where each row is one player's, `deal` are the columns whose cells tell deals apart (`by` as it is typed), and `player` that
    of the names. `doubts` are for the search alone.
    """

    sheet: str
    first: int
    last: int
    hands: tuple[Area, ...]
    board: Area | None = None
    header: int | None = None
    board_cards: int = 0  # of a full board
    gaps: tuple[tuple[int, int], ...] = ()  # rows between the tables that the hands are, both ends included
    names: tuple[str, ...] = ()  # of the players, where headings name them
    won: Mapping[int, tuple[str | int, int]] | None = None  # of rows that are one deal: who wins, in the winners' rows
    several: frozenset[int] = frozenset()  # of hands over several columns, those whose cells hold several cards
    sizes: tuple[int, ...] = ()  # cards of each hand
    by: str | None = None
    player: int | None = None
    skip: Skip = NO_SKIP  # further columns that may name the players, and rows that are left out
    beside: tuple[int, ...] = field(default=(), compare=False)  # columns with the name of each hand's player
    unread: tuple[str, ...] = ()  # columns that are left out, as they are said
    left: tuple[Area, ...] = ()  # those of them that hold cards
    edge: int | None = None  # the column behind hands without headings, where nothing may stand
    strict: bool = False  # whether whole hands in cells must have as many cards as `sizes` says
    game: str = field(default="five-card", compare=False)
    doubts: Mapping[str, Any] = field(default_factory=dict, compare=False)  # each with what was found

    def __str__(self) -> str:
        """Return the ranges as ``--hands`` takes them."""
        return ",".join(dict.fromkeys(map(self.range, self.areas)))

    @property
    def areas(self) -> list[Area]:
        """The areas of the hands, the board's last."""
        return [*self.hands, *filter(None, [self.board])]

    @property
    def left_out(self) -> list[tuple[int, int]]:
        """The rows within the table that are no rows of it, from one to another, both ends included."""
        return [*self.gaps, *self.skip.rows]

    @property
    def columns(self) -> list[int]:
        """The columns of the hands, the board's last."""
        return [at for area in self.areas for at in area.columns]

    @property
    def labels(self) -> list[str]:
        """The players' names, or *Player 1*, *Player 2* ..."""
        return [*self.names] or [f"Player {number}" for number in range(1, len(self.hands) + 1)]

    @property
    def named(self) -> list[tuple[str, Area]]:
        """The areas behind the names of the players, the board's last."""
        return [*zip([*self.labels, *["board"] * bool(self.board)], self.areas, strict=True)]

    def range(self, area: Area) -> str:
        """Return an area as people write it: A3:E1002, or A3:A9+C3:C9."""
        return "+".join(f"{a1(self.first, low)}:{a1(self.last, high)}" for low, high in area.runs)

    def option(self, *, python: bool = False) -> str:
        """Return what is typed for this reading in a command, or in `python`.

        >>> Layout("May 5", 1, 8, (Area(0, 1), Area(2, 3)), Area(4, 8), game="holdem").option()
        '--hands A2:B9,C2:D9,E2:I9 --game holdem'
        """
        hands, plain = str(self), self.names and all(map(_PLAIN.fullmatch, self.names))
        if plain and not {"words", "unread cards"}.isdisjoint(self.doubts):  # no heading says these names
            hands = ",".join(f"{name}={self.range(area)}" for name, area in self.named)
        game = self.game * (self.game != "five-card")
        skip = Skip(self.skip.columns, tuple(self.left_out)).typed
        options = {"hands": hands, "by": self.by, "skip": ",".join(filter(None, skip)), "game": game}
        given = {name: value for name, value in options.items() if value}
        if python:
            return ", ".join(f"{name}={value!r}" for name, value in given.items())
        return " ".join(
            f"--{name} {value if name in ('hands', 'skip') and ' ' not in value else as_typed(value)}"
            for name, value in given.items()
        )

    def preview(self, grid: Grid) -> str:
        """Return the first row as this reading has it: the players and their cards."""
        without = grid.within(self.left_out)
        first, *below = islice((row for row in range(self.first, self.last + 1) if row not in without), 2)
        shown: list[tuple[Any, int, Area]] = [(name, first, area) for name, area in self.named]
        if self.player is not None:  # of two rows, one below the other
            shown = [(grid.cell(row, self.player), row, self.hands[0]) for row in (first, *below)]
        elif len(self.hands) == 1:
            shown[0] = "", first, self.hands[0]
        cells = [[name, *(grid.cell(row, at) for at in area.columns)] for name, row, area in shown[:_SHOWN]]
        texts = [" ".join(" ".join(str(cell) for cell in one if cell is not None).split())[:60] for one in cells]
        return " · ".join(texts) + " ..." * (len(shown) > _SHOWN)

    def said(self, game: str = "", more: Sequence[str] = ()) -> str:
        """Return in one line what was read, with further things that were left out.

        >>> Layout("Friday", 2, 1001, (Area(0, 4), Area(5, 9)), names=("Anna", "Ben"), sizes=(5, 5), unread=("L Notes",)).said()
        'Friday 3-1002: Anna A:E, Ben F:J (5 cards each), five-card; not read: L Notes'
        """
        sizes = {*self.sizes} - {0}
        size = sizes.pop() if len(sizes) == 1 else 0
        each = f" ({size} cards{' each' * (len(self.hands) > 1)})" * bool(size)
        named = [f"{name} {area.letters}" for name, area in self.named]
        hands, board = named[: len(self.hands)], named[len(self.hands) :]
        if len(hands) == 1:
            hands = [f"{'hands' if self.by else 'one hand a row'} in {self.hands[0].letters}"]
        parts = [", ".join(_some(hands, _NAMED)) + each, *board]
        parts += [f"deals by {self.by}"] * bool(self.by) + [f"without rows {self.skip.typed[1]}"] * bool(self.skip.rows)
        parts += [f"players in {column_letters(self.player)}"] if self.player is not None else []
        left = ", ".join(_some([*self.unread, *more], _UNREAD))
        end = f"; not read: {left}" * bool(left)
        rows = f"{self.first + 1}-{self.last + 1}" if self.last < 1 << 40 else f"from row {self.first + 1} on"
        return visible(f"{self.sheet} {rows}: {', '.join(parts)}, {rule_said(game or self.game, size)}{end}".strip())

    def record(self, game: str = "") -> dict[str, object]:
        """Return what was read as ``--json`` prints it."""
        return {
            "hands": {name: self.range(area) for name, area in self.named[: len(self.hands)]},
            "board": self.range(self.board) if self.board else None,
            "game": game or self.game,
            "cards": [*self.sizes],
            "by": self.by,
            "names": column_letters(self.player) if self.player is not None else None,
            "without_rows": self.skip.typed[1] or None,
            "not_read": [*self.unread],
        }


def _some(texts: Sequence[str], most: int) -> list[str]:
    """Return the first texts, and how many more there are."""
    return [*texts[:most], *[f"{len(texts) - most} more"] * (len(texts) > most)]


@dataclass(frozen=True)
class Question:
    """Readings of a sheet, each of one table or several, and why none of them was taken.

    `grid` holds the cells that the previews show, `remark` is the word that a doubt is about.
    """

    grid: Grid
    readings: tuple[tuple[Layout, ...], ...]
    doubts: tuple[str, ...] = ()
    remark: str = ""

    def lines(self, *, sheet: bool = False, python: bool = False) -> list[str]:
        """Return the question: why it is asked, then each reading with its option and its first row. The only place that words it."""
        where, because = self.grid.sheet or "The file", "; ".join(WHY[doubt] for doubt in self.doubts)
        because += f": {quoted(self.remark)}" * (self.remark != "")
        own = (_OWN, _OWN_IN_PYTHON)[python]
        if not self.readings:
            return [f"{where} holds cards, which fit no layout ({because}); {own}"]
        ways = [*dict.fromkeys(self._way(one, sheet=sheet, python=python) for one in self.readings)]
        head = f"can be read in {len(ways)} ways ({because}); say which:"
        if len(ways) == 1:
            head = f"is read only if you say so ({because}):"
        return [f"{where} {head}", *ways[:_SHOWN], f"none of these: {own}"]

    def _way(self, reading: Sequence[Layout], *, sheet: bool, python: bool) -> str:
        """Return the option of a reading, and its first row."""
        options = [f"--sheet {as_typed(self.grid.sheet)}"] * sheet
        options += dict.fromkeys(layout.option(python=python) for layout in reading)
        hands = reading[0].hands
        if len(hands) > _LISTED:
            options = [f"{len(hands):,} hands in columns {hands[0].letters} to {hands[-1].letters}"]
        first = " / ".join(layout.preview(self.grid) for layout in reading[:2])
        return f"{' '.join(options)}   {first}"


WHY = {
    "several readings": "the cards can be cut into hands in several ways",
    "game": "it may be one game or another",
    "unread cards": "a column of cards would not be read",
    "repeated names": "a name stands over two hands",
    "words": "a word above a hand may be no player's name, or name a stage or a row of a hand",
    "side by side": "tables may stand side by side",
    "ends apart": "a hand begins or ends rows apart from the others: tables may stand side by side",
    "several tables": "there are several tables",
    "deal numbers": "the numbers of deals begin again or do not fit",
    "draws": "rows or columns may be hands before and after a draw, which are no rivals",
    "players": "the players may be named in two columns, or change from row to row or below a title; if each row is one player's, turn the table: Paste Special, Transpose",
    "turns": "players come again and again, and no column beside numbers their deals for --by",
    "no kind fits": "no number of cards that a hand has; hands that stand in one cell need a column each (Data, Text to Columns); if cards stand below one another, turn them: Paste Special, Transpose",
    "repeated cards": "most rows hold a card twice: hands may be copies, or before and after a draw, or each column a deal, which Paste Special, Transpose turns",
    "repeated deals": "a deal stands there twice",
    "remarks": "words or marks say that a player is out (then clear the cards), that a row does not count (then leave it out) or counts more than once, or name another rule",
    "letters": "one rank has letters of two languages, and V is a jack: write J Q K",
    "sizes": "the number of cards of a hand is unusual, or differs; if cards stand below one another, turn them: Paste Special, Transpose",
}
"""What each doubt is called in a question."""
_OWN = '--hands "Anna=A3:E9,Ben=F3:J9" names the hands, --skip G,7 leaves out a column and a row'
_OWN_IN_PYTHON = "hands=[['p1_1', 'p1_2', ...], ['p2_1', ...]] names the columns of each hand"
