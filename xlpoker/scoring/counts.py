"""Options of the jobs ``wins`` and ``score``, options of writing, and the counts of a job."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from xlpoker.addresses import MOST_COLUMNS, column_number
from xlpoker.errors import (
    CellError,
    LayoutError,
    OptionError,
    check_choice,
    counted,
    html_table,
    nearest,
    quoted,
    shown,
)
from xlpoker.evaluator.payouts import UNIT, Unit
from xlpoker.scoring.money import NO_MONEY, Money

if TYPE_CHECKING:
    from xlpoker.layout.model import Layout
    from xlpoker.layout.reading import Reading

__all__ = [
    "COLUMNS", "COLUMNS_OF_HALVES", "ENGINES", "Agreement", "Counts", "Options", "Showdowns", "Tally", "Writing", "check_calls", "check_named",
    "checked_column", "checked_writing", "options_of", "pots_of_persons", "tables_of",
    "wins_of_persons",
]  # fmt: skip

Showdowns = Counter[tuple[int, ...]]
"""Rows that one player won, by the players in the showdown, counted from 0."""
COLUMNS = ("value", "hand", "low", "share", "winner")
"""The columns that can be chosen: each hand's value and name, and the winner.

All are written by default for up to three players, for more the winner alone.

The winner is given by name where headings name the players. Only in hi-lo there are the name of
each low hand, and each player's share of the pot.
"""
COLUMNS_OF_HALVES = ("low", "share")
_RULES = ("natural", "strength")
ENGINES = ("splice", "openpyxl")
"""The engines that write into workbooks."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of ``wins`` and ``score``: where the hands are, their cards, the rules, the scale."""

    sheet: str | None = None
    hands: str | None = None
    cards: str | None = None
    game: str | None = None  # decided by the cards and the sheet
    jokers: str = _RULES[0]
    scale: str = _RULES[1]
    by: str | None = None  # the headings of columns whose equal cells make rows one showdown
    check: str | None = None  # a column, by letters or heading, that names the winners
    skip: str | None = None  # columns, by letters, and rows, by numbers, that are left out
    visible: bool = False  # whether hidden, filtered and struck-out rows are left out
    stakes: str | None = None  # a column of stakes, by letters or heading, for each player
    unit: str | float = UNIT  # the least amount that is paid out

    def given(self) -> dict[str, Any]:
        """Return the options that differ from their defaults.

        >>> Options(sheet="Friday").given()
        {'sheet': 'Friday'}
        """
        values = {}
        for option in fields(self):
            value = getattr(self, option.name)
            if _differs(value, option.default):
                values[option.name] = value
        return values

    def checked(self) -> Options:
        """Return the options; raise `OptionError` for a wrong type or an unknown word."""
        _check_kinds(self)
        if str(self.unit) != UNIT:
            self._check_unit()
        words = (self.jokers, self.scale)
        are_texts = all(isinstance(word, str) for word in words)
        is_default = self.game is None and are_texts and words == _RULES
        if not is_default:
            from xlpoker.evaluator.cards import check_rule
            from xlpoker.evaluator.games import check_game
            from xlpoker.scales import scale_named

            scale_named(self.scale)
            check_game(self.rule)
            check_rule(self.jokers)
        return self

    def _check_unit(self) -> None:
        """Raise `OptionError` for a unit that is none, and for one without stakes."""
        Unit.of(self.unit)
        if self.stakes is None:
            raise OptionError(
                'the unit (--unit) is that of stakes; name their columns: --stakes "Anna=K,Ben=L"'
            )

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
    """Tell whether an option is not its default, a text or None.

    Other objects, such as a Series, are never compared.
    """
    is_default = value is default or (isinstance(value, str) and value == default)
    return not is_default


def _check_kinds(options: Options | Writing) -> None:
    """Raise `OptionError` for an option of the wrong type: those without a default are texts."""
    for option in fields(options):
        name, value = option.name, getattr(options, option.name)
        if option.default is False:
            is_valid = isinstance(value, bool)
            accepted = "True or False"
        else:
            is_valid = option.default is not None or isinstance(value, str | None)
            accepted = "a text, as on the command line"
        if not is_valid:
            raise OptionError(f"{name}={shown(value)} is not understood; {name} is {accepted}")


@dataclass(frozen=True, slots=True)
class Writing:
    """How results are written; the fields are called as the options of the command.

    >>> Writing(columns="value,winner", at="M")
    Writing(columns='value,winner', at='M', overwrite=False, live=False)
    """

    columns: str | None = None  # the kinds of results, separated by commas
    at: str | None = None  # the first column, by letters
    overwrite: bool = False  # whether cells that are occupied are replaced
    live: bool = False  # whether formulas are written in place of values

    @property
    def chosen(self) -> tuple[str, ...]:
        """The chosen columns, all by default.

        >>> Writing("Winner, value").chosen, Writing().chosen
        (('value', 'winner'), ('value', 'hand', 'low', 'share', 'winner'))

        Raises `OptionError` for an unknown one, with the nearest.
        """
        if self.columns is None:
            return COLUMNS
        words = [word.strip().lower() for word in self.columns.split(",")]
        for word in words:
            if word and word not in COLUMNS:
                raise OptionError(
                    f"{quoted(word)} is not a column of results; {nearest(word, COLUMNS)}"
                )
        if not any(words):
            raise OptionError(f"no column of results is named; choose from {', '.join(COLUMNS)}")
        return tuple(column for column in COLUMNS if column in words)

    def chosen_for(self, layout: Layout) -> tuple[str, ...]:
        """Return the chosen columns; by default the winner alone for many players, or boards."""
        hands = len(layout.hands) * max(len(layout.boards), 1)
        if self.columns is None and hands >= MANY_PLAYERS:
            return ("winner",)
        return self.chosen


MANY_PLAYERS = 4
"""From so many hands in a row on, each board counted, only the winner is written by default.

Else there are more results than cards.
"""


def checked_writing(writing: Writing | None, options: Options) -> Writing:
    """Return the options of writing.

    Raises `OptionError` or `LayoutError` for an invalid combination.
    """
    if writing is None:
        return Writing()
    if not isinstance(writing, Writing):
        such = "xlpoker.workbook.jobs.Writing, such as Writing(columns='value,winner')"
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
    if options.stakes:
        raise OptionError("formulas (--live) are those of hands; leave --live or --stakes out")


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


@dataclass
class Tally:
    """What is counted in some rows; each field is that of `Counts`."""

    rows: int = 0
    further_showdowns: int = 0
    players: list[int] = field(default_factory=list)
    ties: int = 0
    errors: list[CellError] = field(default_factory=list)
    unlisted: int = 0
    no_showdown: int | None = None
    categories: Counter[str] = field(default_factory=Counter)
    cards: int | None = None
    showdowns: Showdowns = field(default_factory=Counter)
    persons: Counter[str] = field(default_factory=Counter)
    pots: list[Fraction] = field(default_factory=list)
    persons_pots: dict[str, Fraction] = field(default_factory=dict)
    money: list[Money] = field(default_factory=list)
    persons_money: dict[str, Money] = field(default_factory=dict)

    def add_board(self, tally: Tally) -> None:
        """Add what was counted on a further board of the same rows.

        >>> tally = Tally(rows=3, players=[2, 1])
        >>> tally.add_board(Tally(rows=1, players=[0, 1]))
        >>> tally.rows, tally.further_showdowns, tally.players
        (3, 1, [2, 2])
        """
        self.add(replace(tally, rows=0, further_showdowns=tally.rows))

    def add(self, tally: Tally) -> None:
        """Add what was counted in other rows.

        >>> tally = Tally(rows=3, players=[2, 1], cards=5)
        >>> tally.add(Tally(rows=2, players=[0, 1, 1], cards=7))
        >>> tally.rows, tally.players, tally.cards
        (5, [2, 2, 1], 0)
        """
        self.rows += tally.rows
        self.further_showdowns += tally.further_showdowns
        self.ties += tally.ties
        self.unlisted += tally.unlisted
        self.errors += tally.errors
        pairs = zip_longest(self.players, tally.players, fillvalue=0)
        self.players = [wins + further for wins, further in pairs]
        pots = zip_longest(self.pots, tally.pots, fillvalue=Fraction(0))
        self.pots = [pot + further for pot, further in pots]
        money = zip_longest(self.money, tally.money, fillvalue=NO_MONEY)
        self.money = [amounts.plus(further) for amounts, further in money]
        for person, amounts in tally.persons_money.items():
            self.persons_money[person] = self.persons_money.get(person, NO_MONEY).plus(amounts)
        self.persons.update(tally.persons)
        for person, pot in tally.persons_pots.items():
            self.persons_pots[person] = self.persons_pots.get(person, Fraction(0)) + pot
        self.categories.update(tally.categories)
        self.showdowns.update(tally.showdowns)
        if tally.cards is not None:
            is_same = self.cards in (None, tally.cards)
            self.cards = tally.cards if is_same else 0
        if tally.no_showdown is not None:
            before = self.no_showdown or 0
            self.no_showdown = before + tally.no_showdown


class Agreement:
    """What a check came to; each field is that of `Counts`.

    The rows that are not understood are listed with those that differ.
    """

    def __init__(self) -> None:
        self.agree = 0
        self.differ = 0
        self.not_understood = 0
        self.differing: list[CellError] = []
        self.rows_that_differ: list[int] = []


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a job: rows with hands, each player's wins, ties, bad rows and their reasons.

    - `rows`: the rows that hold hands, bad rows included.
    - `players`: how often each player wins; empty where a row holds one hand.
    - `ties`, and `no_showdown`: rows whose hands are not compared, None in games without a board.
    - `errors`: the bad rows, each a `CellError`; `warnings`: what else a person should know.
    - `names`: the players' names where the sheet has them; `persons`: wins by the names beside hands.
    - `categories`: how often each kind of hand occurs, where a row holds one hand.
    - `output`: the file that was written.
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
    categories: Counter[str] = field(default_factory=Counter)  # of one hand a row
    cards: int | None = None  # that every such hand has, 0 where they differ
    agree: int | None = None  # rows in which the checked column names the winner
    differ: int = 0
    not_understood: int = 0  # such rows are neither, but listed with those that differ
    differing: list[CellError] = field(default_factory=list)
    rows_that_differ: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # of the players, where the sheet has them
    # the tables of which this is the sum, and where the players of each are among all players
    tables: list[Counts] = field(default_factory=list, repr=False)
    seats: list[list[int]] = field(default_factory=list, repr=False)
    showdowns: Showdowns = field(default_factory=Counter)
    reading: Reading | None = None  # what was read
    layout: Layout | None = None  # where the hands are
    game: str = "five-card"
    persons: Counter[str] = field(default_factory=Counter)  # wins by the names beside the hands
    why: tuple[str, ...] = ()  # how the hands were found
    pots: list[Fraction] = field(default_factory=list)  # each player's sum of shares, in hi-lo
    persons_pots: dict[str, Fraction] = field(default_factory=dict)  # the same by names in rows
    ledger: str = ""  # how many nights and players a ledger has, which holds no hands
    money: list[Money] = field(default_factory=list)  # what each player got, and won, with stakes
    persons_money: dict[str, Money] = field(default_factory=dict)  # the same by names in rows
    further_showdowns: int = 0  # on the second board of a row, the third ..

    @property
    def read(self) -> str:
        """What was read, in one line: rows, the game, each player's columns, what was not read."""
        if self.reading is None:
            return self.ledger
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
    def counted_showdowns(self) -> int:
        """Return how many showdowns were counted: one for each good row, and for each further board."""
        uncounted_rows = self.bad
        if self.no_showdown is not None:
            uncounted_rows += self.no_showdown
        good_rows = self.rows - uncounted_rows
        return good_rows + self.further_showdowns

    @property
    def size(self) -> str:
        """Return how many rows there are, and how many showdowns if some rows have several boards."""
        rows = counted(self.rows, "row")
        if not self.further_showdowns:
            return rows
        return f"{rows}, {counted(self.counted_showdowns, 'showdown')}"

    @property
    def labels(self) -> list[str]:
        """The players' names, or *Player 1*, *Player 2* ...; none where each row is one hand."""
        if not self.players:
            return []
        numbers = range(1, len(self.players) + 1)
        return self.names or [f"Player {number}" for number in numbers]

    @property
    def tally(self) -> Tally:
        """What was counted in the rows."""
        values = {part.name: getattr(self, part.name) for part in fields(Tally)}
        return Tally(**values)

    def with_warnings(self, warnings: Iterable[str]) -> Counts:
        """Return the counts with further warnings."""
        return replace(self, warnings=[*self.warnings, *warnings])

    def by_table(self) -> list[tuple[Counts, list[int | None]]]:
        """Return the tables that were added up, and their sum, each with the wins of all players.

        These are None for a player who is not in a table.

        >>> tables, seats = [Counts("", "", players=[2])], [[1]]
        >>> total = Counts("", "", players=[3, 2], names=["Ana", "Ben"], tables=tables, seats=seats)
        >>> [wins for _, wins in total.by_table()]
        [[None, 2], [3, 2]]
        """
        rows: list[tuple[Counts, list[int | None]]] = []
        for table, seats in zip(self.tables, self.seats, strict=True):
            wins = dict(zip(seats, table.players, strict=True))
            wins_of_all = [wins.get(player) for player in range(len(self.players))]
            rows.append((table, wins_of_all))
        return [*rows, (self, [*self.players])]

    @property
    def label_of_ties(self) -> str:
        """What rows are called that nobody wins alone."""
        return "Split pots" if self.pots else "Ties"

    def pots_of_winners(self) -> list[tuple[str, Fraction]]:
        """Return everybody whose wins are shown, with the sum of shares; nobody where no pot is halved.

        >>> Counts("", "", players=[1, 0], pots=[Fraction(5, 4), Fraction(3, 4)]).pots_of_winners()
        [('Player 1', Fraction(5, 4)), ('Player 2', Fraction(3, 4))]
        """
        if self.pots and self.persons:
            persons = [person for person, _ in self.persons.most_common()]
            return [(person, self.persons_pots.get(person, Fraction(0))) for person in persons]
        return list(zip(self.labels, self.pots, strict=False))

    def money_of_winners(self) -> list[tuple[str, Money]]:
        """Return everybody whose wins are shown, with what each got; nobody without stakes."""
        if self.money and self.persons:
            persons = [person for person, _ in self.persons.most_common()]
            return [(person, self.persons_money.get(person, NO_MONEY)) for person in persons]
        return list(zip(self.labels, self.money, strict=False))

    def _lines(self) -> list[tuple[str, int]]:
        """Return the counts as they are shown, each with its label."""
        lines = [("Rows", self.rows)]
        if self.further_showdowns:
            lines.append(("Showdowns", self.counted_showdowns))
        if self.players:
            lines += zip(self.labels, self.players, strict=False)
            lines.append((self.label_of_ties, self.ties))
        else:
            lines += self.categories.items()
        if self.no_showdown is not None:
            lines.append(("No showdown", self.no_showdown))
        return [*lines, ("Bad", self.bad)]

    @property
    def _where(self) -> str:
        """The file, the sheet and the columns that were counted."""
        parts = [part for part in (self.file, self.sheet, self.hands) if part]
        return " · ".join(parts)

    def _repr_html_(self) -> str:
        return html_table(("", "rows"), self._lines(), self._where)

    def __str__(self) -> str:
        widest = max(len(label) for label, _ in self._lines())
        lines = [self._where]
        for label, rows in self._lines():
            lines.append(f"{label:<{widest}} {rows:6,}")
        if self.output:
            lines.append(f"Written to {self.output}")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """Return the counts as the object that ``--json`` prints.

        >>> counts = Counts("book.xlsx", "Sheet1", 3, [2, 1]).as_dict()
        >>> list(counts.items())[:5]
        [('file', 'book.xlsx'), ('sheet', 'Sheet1'), ('rows', 3), ('player_1', 2), ('player_2', 1)]
        >>> list(counts.items())[5:]
        [('ties', 0), ('bad', 0)]
        """
        record: dict[str, Any] = {"file": self.file, "sheet": self.sheet, "rows": self.rows}
        for number, wins in enumerate(self.players, 1):
            record[f"player_{number}"] = wins
        record |= {
            "showdowns": self.counted_showdowns if self.further_showdowns else None,
            "ties": self.ties if self.players else None,
            "names": self.names or None,
            "pots": [float(pot) for pot in self.pots] or None,
            "gets": [float(money.total) for money in self.money] or None,
            "net": [float(money.net) for money in self.money] or None,
            "no_showdown": self.no_showdown,
            "bad": self.bad,
            "categories": self.categories or None,
        }
        if self.agree is not None:
            record |= {
                "agree": self.agree,
                "differ": self.differ,
                "not_understood": self.not_understood,
                "rows_that_differ": self.rows_that_differ,
            }
        record |= {
            "persons": dict(self.persons.most_common()) or None,
            "pots_of_persons": {name: float(pot) for name, pot in self.persons_pots.items()}
            or None,
            "net_of_persons": {name: float(money.net) for name, money in self.persons_money.items()}
            or None,
            "hands": self.hands,
            "output": self.output,
            "ledger": self.ledger or None,
            "read": self._read_record(),
        }
        return {name: value for name, value in record.items() if value is not None}

    def _read_record(self) -> dict[str, Any] | None:
        """Return what was read as ``--json`` prints it."""
        if self.reading is None:
            return None
        from xlpoker.layout.messages import reading_record

        return reading_record(self.reading)


def wins_of_persons(
    rows: Sequence[int],
    winners: Sequence[int],
    seated: Mapping[int, tuple[str, ...]],
    labels: Sequence[str],
) -> Counter[str]:
    """Return the wins of everybody who is named beside the hands of some rows, also without a win.

    `seated` has the names in each row. A winner without a name there counts under the label of the
    hand.

    >>> wins_of_persons([4, 5], [2, 1], {4: ("Ann", "Ben"), 5: ("", "Ann")}, ["P1", "P2"])
    Counter({'Ben': 1, 'P1': 1, 'Ann': 0})
    """
    wins: Counter[str] = Counter()
    if not seated:
        return wins
    for row, winner in zip(rows, winners, strict=True):
        names = seated[row]
        for name in names:
            if name:
                wins[name] += 0
        if winner > 0 and any(names):
            index = winner - 1
            wins[names[index] or labels[index]] += 1
    return wins


def pots_of_persons(
    rows: Sequence[int],
    shares: Iterable[Sequence[Fraction | None]],
    seated: Mapping[int, tuple[str, ...]],
    labels: Sequence[str],
) -> dict[str, Fraction]:
    """Return the sum of the shares of everybody who is named beside the hands, as `wins_of_persons` does.

    >>> pots_of_persons([4], [(Fraction(3, 4), Fraction(1, 4))], {4: ("Ann", "")}, ["P1", "P2"])
    {'Ann': Fraction(3, 4), 'P2': Fraction(1, 4)}
    """
    pots: dict[str, Fraction] = {}
    if not seated:
        return pots
    for row, shares_of_row in zip(rows, shares, strict=True):
        names = seated[row]
        for name, label, share in zip(names, labels, shares_of_row, strict=True):
            if share and any(names):
                person = name or label
                pots[person] = pots.get(person, Fraction(0)) + share
    return pots


def options_of(options: Options | None, named: Mapping[str, Any] | None = None) -> Options:
    """Return the options of a job, updated by those given by name.

    >>> options_of(None, {"sheet": "Friday"}).sheet
    'Friday'

    Raises `OptionError` for what is no `Options`, and for a place or encoding that is no text.
    """
    if options is not None and not isinstance(options, Options):
        raise OptionError(
            f"{shown(options)} is no xlpoker.workbook.jobs.Options, such as Options(sheet='Friday')"
        )
    return replace(options or Options(), **named or {}).checked()


def check_named(unknown: Iterable[str], job: str, further: Sequence[str] = ()) -> None:
    """Raise `OptionError` for the first name that is no option of a job.

    `further` are the names of options beside those of `Options`.
    """
    names = [option.name for option in fields(Options)]
    for word in unknown:
        check_choice(word, [*names, *further], f"is not an option of {job}")


def check_calls(progress: object = None, **switches: object) -> None:
    """Raise `OptionError` for a progress that is no function, and for a switch that is no bool."""
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

    >>> [table.hands for table in tables_of(None, ["A3:E9,F3:J9", "A20:E40,F20:J40"])]
    ['A3:E9,F3:J9', 'A20:E40,F20:J40']
    """
    shared = options_of(options, named)
    if hands is None:
        return [shared]
    ranges = [hands] if isinstance(hands, str) else hands
    if not isinstance(ranges, list | tuple) or not ranges:
        accepted = "a text such as 'A3:E1002,F3:J1002', or a list of them"
        raise OptionError(f"hands={shown(hands)} is not understood; hands is {accepted}")
    return [shared if cells is None else options_of(shared, {"hands": cells}) for cells in ranges]
