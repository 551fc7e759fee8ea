"""What the cells of results hold, made once for each different value.

The hands of a sheet have one of some ten thousand values. Each has a place: a whole value is its own, those of short hands
follow, then the numbers of a scale that depend on the very cards. What a cell shows is a function of the column and the
place, so that outputs make it once for each place and look it up for every row, as bytes where they write these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import HandError, OptionError
from xlpoker.evaluator.classes import FIRST_VALUES, TOP, name, short_values
from xlpoker.evaluator.games import game_hand
from xlpoker.evaluator.hand import codes_of
from xlpoker.layout.find import Layout
from xlpoker.scales import Scale, scale_named
from xlpoker.scoring.columns import BETWEEN, COLUMNS, UNCONTESTED, Column, columns_of, written_names
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import Scored

__all__ = ["Contents", "Made", "Results", "in_turns", "name_at", "places_of"]

MOST = 1 << 16
_UNCONTESTED = TOP + 14
_FIRST_SHORT = TOP + 15
_SHORT_DECK = min(FIRST_VALUES.values())
Places = npt.NDArray[Any]


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
    return place if place < _FIRST_SHORT or place >= _SHORT_DECK else _shorts()[place - _FIRST_SHORT]


class Results:
    """The results of a sheet, whose rows may come block by block.

    >>> from xlpoker.layout.find import Area, Layout
    >>> from xlpoker.scoring.counts import Options
    >>> results = Results(Layout("", 0, 9, (Area(0, 4),)), Options(scale="cactus"))
    >>> [results.content(column, 7462) for column in results.columns]
    [1, 'Royal Flush']
    """

    def __init__(
        self, layout: Layout, options: Options, chosen: Sequence[str] = COLUMNS, *, live: bool = False, sheet: str = ""
    ) -> None:
        names = written_names(layout, live=live)
        self._won = layout.won
        self._said = dict[Any, int]({None: 0})  # of rows of one deal, who wins
        self.columns = columns_of(
            layout.hands, chosen, options.scale, names=names, live=live, deals=layout.won is not None
        )
        self._names, self._ties = names, dict[tuple[int, ...], int]()
        if not self.columns:
            raise OptionError("one hand a row has no winner; choose --columns value,hand")
        self._options, self._sheet, self._players = options, sheet, len(layout.hands)
        self._numbered = "value" in chosen and options.scale != "strength"
        self._numbers: dict[int, float] = {}
        self._by_cards: dict[tuple[int, float], int] = {}
        self._strengths: dict[int, int] = {}

    @property
    def titles(self) -> list[str]:
        """The titles of the columns."""
        return [column.title for column in self.columns]

    @cached_property
    def _scale(self) -> Scale:
        return scale_named(self._options.scale)

    def places(self, scored: Scored) -> list[Places]:
        """Return for each column the place of what it holds in each good row.

        Raises `HandError`, naming the row, for hands that a published scale has no number for.
        """
        players, winners = [self._places(scored, player) for player in range(scored.values.shape[1])], scored.winners
        if not scored.values.all():
            winners = np.where(winners < 0, len(players) + 1, winners)
            for player, places in enumerate(players):  # who is left alone wins without a value
                players[player] = np.where((places == 0) & (winners == player + 1), _UNCONTESTED, places)
        if self._won is not None:
            said = [self._said.setdefault(self._won.get(row), len(self._said)) for row in scored.rows.tolist()]
            winners = np.array(said, np.int64)
        elif self._names:
            winners = self._with_ties(scored.values, winners)
        return [winners if column.player < 0 else players[column.player] for column in self.columns]

    def _with_ties(self, values: Places, winners: Places) -> Places:
        """Return the places of winners, those of ties by the players who are level: behind that of no showdown."""
        tied = np.flatnonzero(winners == 0)
        if not len(tied):
            return winners
        best = values[tied] == values[tied].max(axis=1, keepdims=True)
        which, inverse = np.unique(best, axis=0, return_inverse=True)
        level = [tuple(np.flatnonzero(row).tolist()) for row in which]
        places = [self._ties.setdefault(one, self._players + 2 + len(self._ties)) for one in level]
        winners = winners.astype(np.int64)
        winners[tied] = np.array(places)[inverse.reshape(-1)]
        return winners

    def winner_name(self, players: Sequence[int]) -> str:
        """Return how the winners of a row, counted from 0, are named."""
        return BETWEEN.join(self._names[player] for player in players)

    def content(self, column: Column, place: int) -> Any:
        """Return what a cell of a column holds, None where that is nothing."""
        if column.player < 0 and self._won is not None:
            won: tuple[str | int, int] | None = list(self._said)[place]
            return None if won is None else won[column.kind == "winner-number"]
        if column.player < 0:
            tied = next((level for level, at in self._ties.items() if at == place), ())
            if column.text:
                return self.winner_name(tied or [place - 1]) if tied or place <= self._players else None
            return 0 if tied else place if place <= self._players else None
        if place == 0 or (place == _UNCONTESTED and column.kind == "value"):
            return None
        if column.kind == "hand":
            return name_at(self._strengths.get(place, place))
        if not self._numbered:
            return _strength(place)
        if place not in self._numbers:
            self._numbers[place] = self._scale.of_strength(_strength(place))
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
        loose = self._scale.loose
        for place in np.flatnonzero(np.bincount(places)).tolist():
            if place and place not in self._numbers and place not in loose:
                try:
                    self._numbers[place] = self._scale.of_strength(_strength(place))
                except HandError as error:
                    row = f"row {int(scored.rows[(places == place).argmax()]) + 1}"
                    raise HandError(f"{self._sheet}, {row}: {error}" if self._sheet else f"{row}: {error}") from None
        by_cards: list[int] = np.flatnonzero(np.isin(places, loose)).tolist() if loose else []
        if by_cards:
            places = places.astype(np.int64)
        for at in by_cards:  # the number depends on the cards of this very hand
            strength = int(places[at])
            hands, board = scored.hands(at)
            hand = hands[player]
            if self._options.game != "five-card":
                hand = codes_of(game_hand(self._options.game, hand, board, self._options.jokers).cards)
            number = self._scale.of_strength(strength, hand)
            further = _FIRST_SHORT + len(_shorts()) + len(self._by_cards)
            place = places[at] = self._by_cards.setdefault((strength, number), further)
            self._numbers[place], self._strengths[place] = number, strength
        return places


class Made(dict[Any, Any]):
    """What a function makes of things, kept of the first 65,536.

    >>> made = Made(str.upper)
    >>> made["5h"], len(made)
    ('5H', 1)
    """

    def __init__(self, make: Callable[[Any], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, thing: Any) -> Any:
        """Make it."""
        made = self._make(thing)
        if len(self) < MOST:
            self[thing] = made
        return made


class Contents:
    """What stands in the cells of a column, by number: made when a number comes for the first time, and kept.

    >>> contents = Contents(lambda number: b"<v>%d</v>" % number)
    >>> contents[5], contents.of(np.array([7, 15])).tolist(), contents.texts(np.array([5]))
    (b'<v>5</v>', [b'<v>7</v>\\x00', b'<v>15</v>'], [b'<v>5</v>'])
    """

    def __init__(self, make: Callable[[int], bytes]) -> None:
        self._make = make
        self._known = np.zeros((0, 1), np.uint8)
        self._made = Made(make)

    def __getitem__(self, number: int) -> bytes:
        """Return the content for a number."""
        found: bytes = self._made[number]
        return found

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
                self._known = np.pad(self._known, ((0, 0), (0, made.itemsize - self._known.shape[1])))
            self._known[new, : made.itemsize] = made.view(np.uint8).reshape(len(new), -1)
        table = self._known.view(f"V{self._known.shape[1]}").reshape(-1)
        return table.take(numbers)

    def texts(self, numbers: npt.NDArray[Any]) -> list[bytes]:
        """Return the contents of some cells."""
        table = self.of(numbers)
        found: list[bytes] = table.view(f"S{table.dtype.itemsize}").tolist()
        return found


def in_turns(columns: Sequence[Sequence[bytes]]) -> list[bytes]:
    """Return what stands in some columns of the same length, row by row.

    >>> in_turns([[b"5H", b"6S"], [b",1", b",2"]])
    [b'5H', b',1', b'6S', b',2']
    """
    found = [b""] * (len(columns) * len(columns[0]))
    for at, column in enumerate(columns):
        found[at :: len(columns)] = column
    return found
