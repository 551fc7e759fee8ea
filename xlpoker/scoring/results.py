"""Columns of results for every output: titles, widths, alignment, formulas, and the contents of their cells.

The hands of a sheet have some ten thousand different values. Each gets a number, its *place*: whole values are their own
places; those of short hands follow, then the numbers on a scale that depend on individual cards. The content of a cell is a
function of the column and the place, so that outputs make it once for each place and look it up for every row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import column_letters
from xlpoker.errors import CellError, HandError, OptionError
from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.classes import FIRST_VALUES, TOP, name, short_values
from xlpoker.evaluator.games import game_hand
from xlpoker.evaluator.hand import codes_of
from xlpoker.layout.grid import Area
from xlpoker.layout.model import Layout
from xlpoker.scales import scale_named
from xlpoker.scoring.counts import COLUMNS, Options
from xlpoker.scoring.model import Scored

__all__ = [
    "PROBLEM", "UNCONTESTED", "Column", "Contents", "Results", "columns_of", "in_turns", "name_at", "parts_of",
    "places_of", "problem_text", "problem_width", "written_names",
]  # fmt: skip

BETWEEN = ", "
"""Stands between the names of players who tie."""
UNCONTESTED = "Uncontested"
"""Stands for the name of a hand that wins because no other is left."""
_ROW = "\0"
_PERSON = 20  # characters of a name that stands beside the hands
_UNCONTESTED = TOP + 14
_FIRST_SHORT = TOP + 15
_SHORT_DECK = min(FIRST_VALUES.values())
_TITLE = re.compile(r"(?:(?P<who>.*)[ _])?(?P<kind>value|hand|winner)\d*", re.IGNORECASE)
Places = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of results: its kind, the player, its title, width in characters and alignment.

    `formula` are the pieces of a formula, between which the number of the row stands; `text` tells whether its cells are texts.
    """

    kind: str
    player: int
    title: str
    width: float
    align: Literal["left", "center", "right"] = "right"
    formula: list[str] | None = None
    text: bool = False


PROBLEM = Column("problem", -1, "Problem", 60, "left", text=True)
"""The column of what is wrong with bad rows."""


def columns_of(
    hands: Sequence[Area],
    chosen: Sequence[str] = COLUMNS,
    scale: str = "strength",
    *,
    names: Sequence[str] = (),
    live: bool = False,
    deals: bool = False,
) -> list[Column]:
    """Return the columns for some hands: the winner, then those of each player; with `live` they have formulas.

    `names` are the players', for values; a formula gives the winner's number. With one hand in each row there is a winner column where rows are `deals` together.

    >>> [column.formula for column in columns_of([Area(0, 4), Area(5, 5)], ["winner"], live=True)]
    [['WINNER(A', ':E', ',F', ')']]
    >>> [column.title for column in columns_of([Area(0, 4), Area(5, 9)], names=["Anna", "Ben"])]
    ['Winner', 'Anna value', 'Anna hand', 'Ben value', 'Ben hand']
    """
    functions = {
        "value": ("HANDVAL", f',"{scale}"' if scale != "strength" else ""),
        "hand": ("HANDNAME", ""),
    }
    columns = []
    if "winner" in chosen and (len(hands) > 1 or deals):
        named = () if live else names
        width = min(
            max(9, sum(sorted(map(len, named))[-2:]) + len(BETWEEN) + 2), 40
        )  # a tie of two can be read
        formula = _formula("WINNER", hands).split(_ROW) if live else None
        columns.append(Column("winner", -1, "Winner", width, "center", formula, text=bool(named)))
    for player, area in enumerate(hands):
        for kind in (one for one in chosen if one in functions):
            title = (
                kind.title()
                if len(hands) == 1
                else f"{names[player] if names else f'Player {player + 1}'} {kind}"
            )
            function, more = functions[kind]
            formula = _formula(function, [area], more).split(_ROW) if live else None
            if kind == "value":
                columns.append(Column(kind, player, title, len(title) + 2, "right", formula))
            else:
                columns.append(Column(kind, player, title, 28, "left", formula, text=True))
    return columns


def _formula(function: str, areas: Iterable[Area], more: str = "") -> str:
    """Return a formula over areas, with `_ROW` for the number of the row."""
    ends = [
        dict.fromkeys((column_letters(area.first), column_letters(area.last))) for area in areas
    ]
    return f"{function}({','.join(':'.join(one + _ROW for one in both) for both in ends)}{more})"


def problem_text(error: CellError) -> str:
    """Return the text that is written beside a bad row."""
    return f"{error.cell}: {error.reason}"


def problem_width(texts: Iterable[str]) -> float:
    """Return the width of a column in which each of these texts can be read, up to a limit.

    >>> problem_width(["E5: '1OH' is not a card; did you mean '10H'?"]), problem_width([])
    (46, 20)
    """
    return min(max([18, *map(len, texts)]) + 2, 120)


def written_names(layout: Layout) -> tuple[str, ...]:
    """Return the players' names for results: none with one hand in each row, and none where a name could be read as a card."""
    names = layout.names if len(layout.hands) > 1 else ()
    return () if any(map(count_cards, names)) else names


def parts_of(label: Any) -> tuple[str, str]:
    """Return the player and the kind of result that a title announces; empty texts for any other title."""
    match = _TITLE.fullmatch(label) if isinstance(label, str) else None
    return (match["who"] or "", match["kind"].lower()) if match is not None else ("", "")


@cache
def _shorts() -> list[float]:
    return sorted(short_values().values())


def places_of(values: Places) -> Places:
    """Return the places of values: whole ones are their own.

    >>> places_of(np.array([2067.0, min(_shorts())])).tolist()
    [2067, 7477]
    """
    if values.dtype.kind != "f":
        return values
    short = _FIRST_SHORT + np.searchsorted(np.array(_shorts()), values)
    return np.where(values == np.floor(values), values, short).astype(np.int64)


@cache
def name_at(place: int) -> str:
    """Return the name of the hands at a place."""
    return UNCONTESTED if place == _UNCONTESTED else name(_strength(place))


def _strength(place: int) -> float:
    return (
        place if place < _FIRST_SHORT or place >= _SHORT_DECK else _shorts()[place - _FIRST_SHORT]
    )


class Results:
    """The results of a sheet, whose rows may come block by block.

    >>> results = Results(Layout("", 0, 9, (Area(0, 4),)), Options(scale="cactus"))
    >>> [results.content(column, 7462) for column in results.columns]
    [1, 'Royal Flush']
    """

    def __init__(
        self,
        layout: Layout,
        options: Options,
        chosen: Sequence[str] = COLUMNS,
        *,
        live: bool = False,
        sheet: str = "",
    ) -> None:
        self._names, self._won = written_names(layout), layout.won
        self._labels, self._persons = layout.labels, bool(layout.name_columns) and not live
        self.columns = columns_of(
            layout.hands,
            chosen,
            options.scale,
            names=self._names,
            live=live,
            deals=layout.won is not None,
        )
        if self._persons and "winner" in chosen:
            self.columns[0] = replace(self.columns[0], width=_PERSON, text=True)
        if not self.columns:
            raise OptionError(
                "with one hand in each row there is no winner; choose --columns value,hand"
            )
        self.titles = [column.title for column in self.columns]
        self._options, self._sheet, self._live = options, sheet, live
        players = range(1, len(layout.hands) + 1)
        one = [(self._names[player - 1] if self._names else player, player) for player in players]
        self._said = {
            said: place for place, said in enumerate([(0, 0), *one, None])
        }  # of a winner: the name, the number
        self._numbered = "value" in chosen and options.scale != "strength"
        self._numbers: dict[int, Any] = {}
        self._by_cards: dict[tuple[int, float], int] = {}
        self._strengths: dict[int, int] = {}

    def rename(self, titles: Sequence[str]) -> None:
        """Give the columns other titles."""
        self.titles = [*titles]
        self.columns = [
            replace(column, title=title) for column, title in zip(self.columns, titles, strict=True)
        ]

    def places(self, scored: Scored) -> list[Places]:
        """Return for each column the place of its content in each good row.

        Raises `HandError`, naming the row, for hands that a published scale has no number for.
        """
        players, winners = (
            [self._places(scored, player) for player in range(scored.values.shape[1])],
            scored.winners,
        )
        if not scored.values.all():
            winners = np.where(winners < 0, len(players) + 1, winners)
            for player, places in enumerate(players):  # who is left alone wins without a value
                players[player] = np.where(
                    (places == 0) & (winners == player + 1), _UNCONTESTED, places
                )
        if self._won is not None:
            winners = np.array(
                [self._place(self._won.get(row)) for row in scored.rows.tolist()], np.int64
            )
        elif self._persons:
            winners = np.array([self._place(one) for one in self._of_persons(scored)], np.int64)
        elif self._names:
            winners = self._with_ties(scored, winners)
        return [winners if column.player < 0 else players[column.player] for column in self.columns]

    def _place(self, said: tuple[str | int, int] | None) -> int:
        return self._said.setdefault(said, len(self._said))

    def _of_persons(self, scored: Scored) -> Iterator[tuple[str, int] | None]:
        """Yield of each good row the names and the number of its winner, None where there is none."""
        for at, (row, winner) in enumerate(
            zip(scored.rows.tolist(), scored.winners.tolist(), strict=True)
        ):
            won = [winner] if winner else scored.level(at)
            names = BETWEEN.join(
                scored.seated[row][player - 1] or self._labels[player - 1] for player in won
            )
            yield (names, winner) if winner >= 0 else None

    def _with_ties(self, scored: Scored, winners: Places) -> Places:
        """Return the places of winners, with a place for each set of tied players."""
        winners = winners.astype(np.int64)
        for at in np.flatnonzero(winners == 0).tolist():
            winners[at] = self._place(
                (BETWEEN.join(self._names[player - 1] for player in scored.level(at)), 0)
            )
        return winners

    def content(self, column: Column, place: int) -> Any:
        """Return the content of a cell of a column, None for an empty one."""
        if column.player < 0:
            said = list(self._said)[place]
            return None if said is None else said[self._live]
        if place == 0 or (place == _UNCONTESTED and column.kind == "value"):
            return None
        if column.kind == "hand":
            return name_at(self._strengths.get(place, place))
        return self._number(place) if self._numbered else _strength(place)

    def _number(self, place: int) -> Any:
        """Return the number of a place on the scale, made once."""
        if place not in self._numbers:
            self._numbers[place] = scale_named(self._options.scale).of_strength(_strength(place))
        return self._numbers[place]

    def cells(self, scored: Scored) -> list[list[Any]]:
        """Return the contents of the good rows, column by column."""
        columns = []
        for column, places in zip(self.columns, self.places(scored), strict=True):
            found = places.tolist()
            made = {place: self.content(column, place) for place in set(found)}
            columns.append([made[place] for place in found])
        return columns

    def _places(self, scored: Scored, player: int) -> Places:
        places = places_of(scored.values[:, player])
        if not self._numbered:
            return places
        scale = scale_named(self._options.scale)
        loose = scale.loose
        for place in np.flatnonzero(np.bincount(places)).tolist():
            if place and place not in loose:
                try:
                    self._number(place)
                except HandError as error:
                    row = f"row {int(scored.rows[(places == place).argmax()]) + 1}"
                    raise HandError(
                        f"{self._sheet}, {row}: {error}" if self._sheet else f"{row}: {error}"
                    ) from None
        by_cards: list[int] = np.flatnonzero(np.isin(places, loose)).tolist() if loose else []
        if by_cards:
            places = places.astype(np.int64)
        for at in by_cards:  # the number depends on the cards of this very hand
            strength = int(places[at])
            hands, board = scored.hands(at)
            hand = hands[player]
            if self._options.rule != "five-card":
                hand = codes_of(
                    game_hand(self._options.rule, hand, board, self._options.jokers).cards
                )
            number = scale.of_strength(strength, hand)
            further = _FIRST_SHORT + len(_shorts()) + len(self._by_cards)
            place = places[at] = self._by_cards.setdefault((strength, number), further)
            self._numbers[place], self._strengths[place] = number, strength
        return places


class Contents:
    """Cache of the cell contents of a column by number: each is made at its first look-up.

    >>> contents = Contents(lambda number: b"<v>%d</v>" % number)
    >>> contents.of(np.array([7, 15])).tolist(), contents.texts(np.array([5]))
    ([b'<v>7</v>\\x00', b'<v>15</v>'], [b'<v>5</v>'])
    """

    def __init__(self, make: Callable[[int], bytes]) -> None:
        self._make, self._known = make, np.zeros((0, 1), np.uint8)

    def of(self, numbers: npt.NDArray[Any]) -> npt.NDArray[np.void]:
        """Return the contents of some cells, filled up with zeros to the same length."""
        most = int(numbers.max(initial=0))
        if most >= len(self._known):
            self._known = np.pad(self._known, ((0, most + 1), (0, 0)))
        missing = self._known[:, 0].take(numbers) == 0
        if missing.any():
            new = np.flatnonzero(np.bincount(numbers[missing]))
            made = np.array([self._make(number) for number in new.tolist()], np.bytes_)
            if made.itemsize > self._known.shape[1]:
                self._known = np.pad(
                    self._known, ((0, 0), (0, made.itemsize - self._known.shape[1]))
                )
            self._known[new, : made.itemsize] = made.view(np.uint8).reshape(len(new), -1)
        table = self._known.view(f"V{self._known.shape[1]}").reshape(-1)
        return table.take(numbers)

    def texts(self, numbers: npt.NDArray[Any]) -> list[bytes]:
        """Return the contents of some cells."""
        table = self.of(numbers)
        found: list[bytes] = table.view(f"S{table.dtype.itemsize}").tolist()
        return found


def in_turns(columns: Sequence[Sequence[bytes]]) -> list[bytes]:
    """Return the contents of some columns of the same length, row by row.

    >>> in_turns([[b"5H", b"6S"], [b",1", b",2"]])
    [b'5H', b',1', b'6S', b',2']
    """
    found = [b""] * (len(columns) * len(columns[0]))
    for at, column in enumerate(columns):
        found[at :: len(columns)] = column
    return found
