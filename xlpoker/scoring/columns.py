"""Columns of results, the same in every output: titles, widths, alignment, formulas, and what a cell holds.

The hands of a sheet have one of some ten thousand values. Each has a place: a whole value is its own, those of short hands
follow, then the numbers of a scale that depend on the very cards. What a cell shows is a function of the column and the
place, so that outputs make it once for each place and look it up for every row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from xlpoker.errors import CellError, HandError, OptionError
from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.classes import CATEGORIES, FIVE_OF_A_KIND, ROYAL_FLUSH, TOP, name, short_values
from xlpoker.evaluator.games import game_hand
from xlpoker.evaluator.hand import codes_of
from xlpoker.layout.grid import column_letters
from xlpoker.scales import scale_named

if TYPE_CHECKING:
    import numpy.typing as npt

    from xlpoker.layout.find import Area, Layout
    from xlpoker.scoring.counts import Options
    from xlpoker.scoring.model import Scored

    Places = npt.NDArray[Any]

__all__ = [
    "CHOICES",
    "COLUMNS",
    "PROBLEM",
    "UNCONTESTED",
    "Column",
    "Results",
    "columns_of",
    "is_result",
    "name_at",
    "places_of",
    "problem_text",
    "problem_width",
    "titles_of",
    "written_names",
]

COLUMNS = ("value", "hand", "winner")
"""What is written of a row: the value of each hand, its name, the winner: by name where headings name the players."""
CHOICES = (*COLUMNS, "winner-number")
"""What can be written of it."""
BETWEEN = ", "
"""Stands between the names of players who tie."""
LONGEST_FORMULA, LONGEST_TEXT = 8192, 255
"""Characters of a formula, and of a text in quotes within one, that Excel opens."""
UNCONTESTED = "Uncontested"
"""Stands for the name of a hand that wins because no other is left."""
_UNCONTESTED = TOP + 14
_FIRST_SHORT = TOP + 15
_NAMES = {UNCONTESTED, ROYAL_FLUSH, *(category.name for category in (*CATEGORIES, FIVE_OF_A_KIND))}
_REASON = re.compile(r"(?:[A-Z]{1,3}\d+|row [^\n]+?, [^\n]+?): ")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of results: what it is of, which player's, its title, width in characters and alignment.

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
    """Return the columns for some hands from left to right, with the players' names; with `live` they have formulas.

    One hand a row has a winner where rows are `deals` together.

    >>> from xlpoker.layout.find import Area
    >>> [column.formula for column in columns_of([Area(0, 4), Area(5, 5)], ["winner"], live=True)]
    [['WINNER(A', ':E', ',F', ')']]
    >>> [column.title for column in columns_of([Area(0, 4), Area(5, 9)], names=["Anna", "Ben"])]
    ['Anna value', 'Anna hand', 'Ben value', 'Ben hand', 'Winner']
    """
    functions = {"value": ("HANDVAL", f',"{scale}"' if scale != "strength" else ""), "hand": ("HANDNAME", "")}
    columns = []
    for player, area in enumerate(hands):
        for kind in (one for one in chosen if one in functions):
            who = names[player] if names else f"Player {player + 1}"
            title = kind.title() if len(hands) == 1 else f"{who} {kind}"
            formula = _formula(functions[kind][0], [area], functions[kind][1]) if live else None
            if kind == "hand":
                columns.append(Column(kind, player, title, max(34, len(title) + 2), "left", formula, text=True))
            else:
                columns.append(Column(kind, player, title, len(title) + 2, "right", formula))
    if (len(hands) > 1 or deals) and "winner" in chosen:
        longest = sorted(map(len, names), reverse=True)[:2]  # a tie of two can be read
        width = min(max(9, sum(longest) + len(BETWEEN) + 2), 40)
        formula = (_name_formula(hands, names) if names else _formula("WINNER", hands)) if live else None
        columns.append(Column("winner", -1, "Winner", width, "center", formula, text=bool(names)))
    if (len(hands) > 1 or deals) and "winner-number" in chosen:
        formula = _formula("WINNER", hands) if live else None
        columns.append(Column("winner-number", -1, "Winner number", 16, "center", formula))
    return columns


def titles_of(players: int, chosen: Sequence[str] = COLUMNS) -> list[str]:
    """Return the titles of the results of one or more players.

    >>> titles_of(1, ["value", "hand"]), titles_of(2, ["value", "winner"])
    (['Value', 'Hand'], ['Player 1 value', 'Player 2 value', 'Winner'])
    """
    from xlpoker.layout.find import Area

    return [column.title for column in columns_of([Area(0, 0)] * players, chosen)]


def _formula(function: str, areas: Iterable[Area], more: str = "") -> list[str]:
    """Return the pieces of a formula over areas."""
    pieces: list[str] = []
    for area in areas:
        pieces.append(("," if pieces else f"{function}(") + column_letters(area.first))
        if area.last > area.first:
            pieces.append(":" + column_letters(area.last))
    return [*pieces, more + ")"]


def _name_formula(hands: Sequence[Area], names: Sequence[str]) -> list[str]:
    """Return the pieces of a formula that gives the name of the winner, of a tie the names; what is wrong stays as it is.

    >>> from xlpoker.layout.find import Area
    >>> "1".join(_name_formula([Area(0, 0), Area(1, 1)], ["Anna", "Ben"]))
    'IFERROR(CHOOSE(WINNER(A1,B1)+1,"Anna, Ben","Anna","Ben"),WINNER(A1,B1))'
    """
    texts = ['"' + name.replace('"', '""') + '"' for name in names]
    tied: list[str | list[str]] = [f'"{BETWEEN.join(text[1:-1] for text in texts)}"']
    if len(names) > 2:
        tied = ["MID("]
        for at, text in enumerate(texts, 1):
            tied += ["&" * (at > 1) + "IF(INDEX(", _formula("SHARES", hands), f',{at})>0,"{BETWEEN}"&{text},"")']
        tied.append(f",{len(BETWEEN) + 1},9999)")
    winner = _formula("WINNER", hands)
    parts = ["IFERROR(CHOOSE(", winner, "+1,", *tied, "," + ",".join(texts) + "),", winner, ")"]
    pieces = [""]
    for part in parts:
        first, *others = [part] if isinstance(part, str) else part
        pieces[-1] += first
        pieces += others
    return pieces


def problem_text(error: CellError) -> str:
    """Return what is written beside a bad row."""
    return f"{error.cell}: {error.reason}"


def problem_width(texts: Iterable[str]) -> float:
    """Return the width of a column in which each of these texts can be read, up to a limit.

    >>> problem_width(["E5: '1OH' is not a card; did you mean '10H'?"]), problem_width([])
    (46, 20)
    """
    return min(max([18, *map(len, texts)]) + 2, 120)


def written_names(layout: Layout, *, live: bool = False) -> tuple[str, ...]:
    """Return the names of the players as results have them: none for one hand a row, and none that is a card itself.

    Formulas have none, either, where Excel would not open them: long names, or many.
    """
    names = layout.names if len(layout.hands) > 1 else ()
    if not names or any(map(count_cards, names)):
        return ()
    if live:
        formula = "1048576".join(_name_formula(layout.hands, names))
        texts = re.findall(r'"((?:[^"]|"")*)"', formula)
        if len(formula) > LONGEST_FORMULA or max(map(len, texts)) > LONGEST_TEXT:
            return ()
    return names


def is_result(title: str, value: object) -> bool:
    """Tell whether a value is one that scoring writes under a title; what else stands there is somebody's own.

    >>> is_result("Player 1 value", 2067), is_result("Hand", "One Pair, Fives"), is_result("Hand", "lost it all")
    (True, True, False)
    """
    if title == PROBLEM.title:
        return isinstance(value, str) and bool(_REASON.match(value))
    if title.lower().endswith("hand"):
        return isinstance(value, str) and value.split(",")[0] in _NAMES
    return isinstance(value, int | float) and not isinstance(value, bool)


@cache
def _shorts() -> list[float]:
    return sorted(short_values().values())


def places_of(values: Places) -> Places:
    """Return the places of values: whole ones are their own.

    >>> import numpy as np
    >>> places_of(np.array([2067.0, min(_shorts())])).tolist()
    [2067, 7477]
    """
    import numpy as np

    if values.dtype.kind != "f":
        return values
    short = _FIRST_SHORT + np.searchsorted(np.array(_shorts()), values)
    return np.where(values == np.floor(values), values, short).astype(np.int64)


@cache
def name_at(place: int) -> str:
    """Return the name of the hands at a place."""
    return UNCONTESTED if place == _UNCONTESTED else name(_strength(place))


def _strength(place: int) -> float:
    return place if place < _FIRST_SHORT else _shorts()[place - _FIRST_SHORT]


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
        self._scale = scale_named(options.scale)
        self._numbered = "value" in chosen and options.scale != "strength"
        self._numbers: dict[int, float] = {}
        self._by_cards: dict[tuple[int, float], int] = {}
        self._strengths: dict[int, int] = {}

    @property
    def titles(self) -> list[str]:
        """The titles of the columns."""
        return [column.title for column in self.columns]

    def places(self, scored: Scored) -> list[Places]:
        """Return for each column the place of what it holds in each good row.

        Raises `HandError`, naming the row, for hands that a published scale has no number for.
        """
        import numpy as np

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
        import numpy as np

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
        import numpy as np

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
