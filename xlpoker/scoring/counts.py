"""The options of the jobs ``wins`` and ``score``, the options of writing, and the counts that a job returns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from xlpoker.addresses import MOST_COLUMNS, column_number
from xlpoker.errors import (
    CellError,
    LayoutError,
    OptionError,
    check_choice,
    html_table,
    nearest,
    quoted,
    shown,
)

if TYPE_CHECKING:
    from xlpoker.layout.model import Layout
    from xlpoker.layout.reading import Reading
    from xlpoker.scoring.model import Scored

__all__ = [
    "COLUMNS", "ENGINES", "Counts", "Options", "Writing", "check_calls", "check_named", "checked_column", "checked_writing",
    "options_of", "tables_of",
]  # fmt: skip

COLUMNS = ("value", "hand", "winner")
"""The columns that can be chosen, all by default: each hand's value and name, and the winner, by name where headings name the players."""
_RULES = ("natural", "strength")
ENGINES = ("splice", "openpyxl")
"""The engines that write into workbooks."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of ``wins`` and ``score``: where the hands are, how cards are written, the rules, the scale."""

    sheet: str | None = None
    hands: str | None = None
    cards: str | None = None
    game: str | None = None  # decided by the cards and the sheet
    jokers: str = _RULES[0]
    scale: str = _RULES[1]
    by: str | None = None  # the headings of columns whose equal cells make rows one showdown
    check: str | None = None  # a column, by letters or heading, that names the winners
    skip: str | None = None  # columns, by letters, and rows, by numbers, that are left out

    def given(self) -> dict[str, Any]:
        """Return the options that differ from their defaults.

        >>> Options(sheet="Friday").given()
        {'sheet': 'Friday'}
        """
        values = {
            option.name: (getattr(self, option.name), option.default) for option in fields(self)
        }
        return {
            name: value for name, (value, default) in values.items() if _differs(value, default)
        }

    def checked(self) -> Options:
        """Return the options; raise `OptionError` for a value of the wrong type or an unknown word."""
        _check_kinds(self)
        words = (self.jokers, self.scale)
        is_default = (
            self.game is None and all(isinstance(word, str) for word in words) and words == _RULES
        )
        if not is_default:
            from xlpoker.evaluator.cards import check_rule
            from xlpoker.evaluator.games import check_game
            from xlpoker.scales import scale_named

            scale_named(self.scale)
            check_game(self.rule)
            check_rule(self.jokers)
        return self

    @property
    def rule(self) -> str:
        """The game by whose rules hands are valued: five-card where none is named."""
        return "five-card" if self.game is None else self.game

    @property
    def by_cards(self) -> bool:
        """Whether numbers on the scale depend on the individual cards of some hands."""
        from xlpoker.scales import scale_named

        return self.scale != "strength" and bool(scale_named(self.scale).loose)


def _differs(value: object, default: object) -> bool:
    """Tell whether an option is not its default, a text or None; other objects, such as a Series, are never compared."""
    is_default = value is default or (isinstance(value, str) and value == default)
    return not is_default


def _check_kinds(options: Options | Writing) -> None:
    """Raise `OptionError` for an option of the wrong type: those without a default are texts."""
    for one in fields(options):
        value, kind = getattr(options, one.name), bool if one.default is False else str | None
        if (one.default is None or kind is bool) and not isinstance(value, kind):
            what = "True or False" if kind is bool else "a text, as on the command line"
            raise OptionError(f"{one.name}={shown(value)} is not understood; {one.name} is {what}")


@dataclass(frozen=True, slots=True)
class Writing:
    """How results are written: which columns, from which one on, over occupied cells or not, as formulas."""

    columns: str | None = None
    at: str | None = None
    overwrite: bool = False
    live: bool = False

    @property
    def chosen(self) -> tuple[str, ...]:
        """The chosen columns, all by default.

        >>> Writing("Winner, value").chosen, Writing().chosen
        (('value', 'winner'), ('value', 'hand', 'winner'))

        Raises `OptionError` for an unknown one, with the nearest.
        """
        words = [
            one.strip().lower()
            for one in (",".join(COLUMNS) if self.columns is None else self.columns).split(",")
        ]
        for word in filter(None, words):
            if word not in COLUMNS:
                raise OptionError(
                    f"{quoted(word)} is not a column of results; {nearest(word, COLUMNS)}"
                )
        if not any(words):
            raise OptionError(f"no column of results is named; choose from {', '.join(COLUMNS)}")
        return tuple(one for one in COLUMNS if one in words)


def checked_writing(writing: Writing | None, options: Options) -> Writing:
    """Return the options of writing; raise `OptionError` or `LayoutError` for an invalid combination."""
    if writing is None:
        return Writing()
    if not isinstance(writing, Writing):
        such = "xlpoker.workbook.job.Writing, such as Writing(columns='value,winner')"
        raise OptionError(f"{shown(writing)} is no {such}")
    _check_kinds(writing)
    _ = writing.chosen
    if writing.at is not None:
        checked_column(writing.at)
    check_live(writing, options)
    return writing


def check_live(writing: Writing, options: Options) -> None:
    """Raise `OptionError` for formulas in a game, or of cards, that they do not know."""
    if not writing.live:
        return
    if options.rule != "five-card" or options.jokers != "natural":
        raise OptionError("formulas (--live) work only with --game five-card and --jokers natural")
    if options.cards:
        raise OptionError("formulas (--live) work only for cards as texts, not with --cards")


def checked_column(letters: str) -> int:
    """Return the column that letters name, counted from 0.

    >>> checked_column("A"), checked_column("xfd")
    (0, 16383)

    Raises `LayoutError` for anything else.
    """
    number = column_number(letters) if letters.isascii() and letters.isalpha() else -1
    if not 0 <= number < MOST_COLUMNS:
        raise LayoutError(f"{quoted(letters)} is not a column; columns are A to XFD")
    return number


@dataclass(slots=True)
class Counts:
    """The counts of a job: rows with hands, each player's wins, ties, bad rows and their reasons.

    `players` is empty where a row holds one hand; `rows` counts bad rows too; `no_showdown` counts the rows in which hands
    are not compared, None in games without a board; `warnings` say what a copy lacks.
    """

    file: str
    sheet: str
    rows: int = 0
    players: list[int] = field(default_factory=list)
    ties: int = 0
    errors: list[CellError] = field(default_factory=list)
    output: str | None = None
    hands: str | None = None  # where they are, of one table among several
    warnings: list[str] = field(default_factory=list)
    no_showdown: int | None = None
    unlisted: int = 0  # bad rows beyond those that are kept in `errors`
    categories: Counter[str] = field(
        default_factory=Counter
    )  # of one hand a row, how often each came
    cards: int | None = None  # that every such hand has, 0 where they differ
    agree: int | None = None  # rows in which the checked column names the winner
    differ: int = 0
    not_understood: int = 0  # such rows are neither, but listed with those that differ
    differing: list[CellError] = field(default_factory=list)
    rows_that_differ: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # of the players, where the sheet has them
    tables: list[Counts] = field(default_factory=list, repr=False)  # of which this is the sum
    seats: list[list[int]] = field(
        default_factory=list, repr=False
    )  # where the players of each table are among all
    showdowns: Counter[tuple[int, ...]] = field(
        default_factory=Counter
    )  # rows that one player won, by who was in
    reading: Reading | None = None  # what was read
    layout: Layout | None = None  # where the hands are
    game: str = "five-card"
    hidden: int = 0  # rows that are counted although a filter or a person has hidden them
    struck: int = 0  # rows that are counted although they are struck out
    persons: Counter[str] = field(default_factory=Counter)  # wins by the names beside the hands
    why: tuple[str, ...] = ()  # how the hands were found

    @property
    def read(self) -> str:
        """Return in one line what was read: rows, the game, the columns of each player, what was not read."""
        if self.reading is None:
            return ""
        from xlpoker.layout.messages import reading_line

        return reading_line(self.reading)

    @property
    def leaves_cards(self) -> bool:
        """Whether cards, or rows of text amid the deals, are not read."""
        return self.reading is not None and self.reading.leaves_cards

    @property
    def bad(self) -> int:
        """Return the number of bad rows."""
        return len(self.errors) + self.unlisted

    @property
    def labels(self) -> list[str]:
        """Return the players' names, or *Player 1*, *Player 2* ...; an empty list where each row is one hand."""
        labels = self.names or [f"Player {number}" for number in range(1, len(self.players) + 1)]
        return labels if self.players else []

    def by_table(self) -> list[tuple[Counts, list[int | None]]]:
        """Return the tables of which this is the sum, and the sum, with the wins of all players, None for who is not in a table.

        >>> total = Counts("", "", players=[3, 2], names=["Ana", "Ben"], tables=[Counts("", "", players=[2])], seats=[[1]])
        >>> [won for _, won in total.by_table()]
        [[None, 2], [3, 2]]
        """
        every = range(len(self.players))
        each = [
            dict(zip(at, one.players, strict=True))
            for one, at in zip(self.tables, self.seats, strict=True)
        ]
        won = [[one.get(place) for place in every] for one in each]
        return list(zip([*self.tables, self], [*won, [*self.players]], strict=True))

    def add(self, scored: Scored, most: int | None = None) -> None:
        """Count some rows; at most `most` problems are listed in all."""
        from xlpoker.scoring.model import categories_of

        players = scored.values.shape[1]
        listed = [scored.problems[row] for row in sorted(scored.problems)]
        room = len(listed) if most is None else max(most - len(self.errors), 0)
        missing = int((scored.winners < 0).sum())
        more = Counts(
            "",
            "",
            len(scored.rows) + len(listed),
            errors=listed[:room],
            unlisted=len(listed[room:]),
        )
        if missing or self.no_showdown is not None:
            more.no_showdown = missing
        if players == 1 and len(scored.rows):
            more.categories = categories_of(scored.values[:, 0])
            more.cards = 0 if self.game == "omaha" else scored.hand_size()
        if players > 1:
            more.ties, *more.players = (
                int((scored.winners == player).sum()) for player in range(players + 1)
            )
            more.showdowns = _showdowns(scored.values, scored.winners)
        for row, winner in (
            zip(scored.rows.tolist(), scored.winners.tolist(), strict=True) if scored.seated else ()
        ):
            more.persons.update(dict.fromkeys(filter(None, scored.seated[row]), 0))
            if winner > 0 and any(scored.seated[row]):
                more.persons[scored.seated[row][winner - 1] or self.labels[winner - 1]] += 1
        self.plus(more)

    def plus(self, more: Counts) -> None:
        """Add the counts of other rows; the players' names stay."""
        self.rows += more.rows
        self.ties += more.ties
        self.unlisted += more.unlisted
        self.errors += more.errors
        self.players = [sum(won) for won in zip_longest(self.players, more.players, fillvalue=0)]
        self.persons.update(more.persons)
        self.categories.update(more.categories)
        self.showdowns.update(more.showdowns)
        if more.cards is not None:
            self.cards = more.cards if self.cards in (None, more.cards) else 0
        if more.no_showdown is not None:
            self.no_showdown = (self.no_showdown or 0) + more.no_showdown

    def _lines(self) -> list[tuple[str, int]]:
        won = (
            [*zip(self.labels, self.players, strict=False), ("Ties", self.ties)]
            if self.players
            else []
        )
        without = [("No showdown", self.no_showdown)] if self.no_showdown is not None else []
        return [("Rows", self.rows), *(won or self.categories.items()), *without, ("Bad", self.bad)]

    @property
    def _place(self) -> str:
        return " · ".join(filter(None, (self.file, self.sheet, self.hands)))

    def _repr_html_(self) -> str:
        return html_table(("", "rows"), self._lines(), self._place)

    def __str__(self) -> str:
        widest = max(len(name) for name, _ in self._lines())
        more = [f"Written to {self.output}"] if self.output else []
        return "\n".join(
            [self._place, *(f"{name:<{widest}} {rows:6,}" for name, rows in self._lines()), *more]
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the counts as the object that ``--json`` prints.

        >>> Counts("book.xlsx", "Sheet1", 3, [2, 1]).as_dict()
        {'file': 'book.xlsx', 'sheet': 'Sheet1', 'rows': 3, 'player_1': 2, 'player_2': 1, 'ties': 0, 'bad': 0}
        """
        checked = self.agree is not None
        found: dict[str, Any] = {
            "file": self.file, "sheet": self.sheet, "rows": self.rows,
            **{f"player_{number}": won for number, won in enumerate(self.players, 1)},
            "ties": self.ties if self.players else None, "names": self.names or None, "no_showdown": self.no_showdown,
            "bad": self.bad, "categories": self.categories or None, "agree": self.agree,
            "differ": self.differ if checked else None, "not_understood": self.not_understood if checked else None,
            "rows_that_differ": self.rows_that_differ if checked else None,
            "persons": dict(self.persons.most_common()) or None, "hands": self.hands, "output": self.output,
            "read": self._read_record(),
        }  # fmt: skip
        return {name: value for name, value in found.items() if value is not None}

    def _read_record(self) -> dict[str, Any] | None:
        """Return what was read as ``--json`` prints it."""
        if self.reading is None:
            return None
        from xlpoker.layout.messages import reading_record

        return reading_record(self.reading)


def _showdowns(values: Any, winners: Any) -> Counter[tuple[int, ...]]:
    """Return for each group of players the number of its showdowns with a single winner; players outside have the value 0.

    >>> import numpy as np
    >>> _showdowns(np.array([[7, 5, 0], [1, 2, 3], [4, 4, 4], [0, 8, 9]]), np.array([1, 3, 0, 3]))
    Counter({(0, 1): 1, (1, 2): 1, (0, 1, 2): 1})
    >>> _showdowns(np.array([[0, 0]]), np.array([1]))
    Counter({(0,): 1})
    """
    import numpy as np

    won, players = winners > 0, values.shape[1]
    if not won.any() or values.min() > 0:  # all are in, as in most tables
        return +Counter({tuple(range(players)): int(won.sum())})
    seated = values > 0
    alone = np.flatnonzero(
        won & ~seated.any(axis=1)
    )  # everybody else folded before the board was dealt
    seated[alone, winners[alone] - 1] = True
    bits = np.array(
        [1 << player for player in range(players)], np.int64 if players < 63 else object
    )
    groups, rows = np.unique(seated[won] @ bits, return_counts=True)
    found = zip(groups.tolist(), rows.tolist(), strict=True)
    return Counter(
        {tuple(one for one in range(players) if group >> one & 1): count for group, count in found}
    )


def options_of(options: Options | None, named: Mapping[str, Any] | None = None) -> Options:
    """Return the options of a job, updated by those given by name.

    >>> options_of(None, {"sheet": "Friday"}).sheet
    'Friday'

    Raises `OptionError` for what is no `Options`, and for a place or encoding that is no text.
    """
    if options is not None and not isinstance(options, Options):
        raise OptionError(
            f"{shown(options)} is no xlpoker.workbook.job.Options, such as Options(sheet='Friday')"
        )
    return replace(options or Options(), **named or {}).checked()


def check_named(unknown: Iterable[str], job: str, others: Sequence[str] = ()) -> None:
    """Raise `OptionError` for the first name that is no option of a job; `others` are the names beside those of `Options`."""
    for word in unknown:
        check_choice(
            word, [*(one.name for one in fields(Options)), *others], f"is not an option of {job}"
        )


def check_calls(progress: object = None, **switches: object) -> None:
    """Raise `OptionError` for a progress that cannot be called, and for a switch that is neither True nor False."""
    if progress is not None and not callable(progress):
        raise OptionError(
            f"progress={shown(progress)} is not understood; progress is a function of two numbers"
        )
    for name, value in switches.items():
        if not isinstance(value, bool):
            raise OptionError(f"{name}={shown(value)} is not understood; {name} is True or False")


def tables_of(
    options: Options | None,
    hands: str | Sequence[str] | None,
    named: Mapping[str, Any] | None = None,
) -> list[Options]:
    """Return the options of each table: one, or one for each of the ranges in a list.

    >>> [one.hands for one in tables_of(None, ["A3:E9,F3:J9", "A20:E40,F20:J40"])]
    ['A3:E9,F3:J9', 'A20:E40,F20:J40']
    """
    given = options_of(options, named)
    listed = [hands] if isinstance(hands, str | None) else hands
    if not isinstance(listed, list | tuple) or not listed:
        such = "a text such as 'A3:E1002,F3:J1002', or a list of them"
        raise OptionError(f"hands={shown(hands)} is not understood; hands is {such}")
    return [given if one is None else options_of(given, {"hands": one}) for one in listed]
