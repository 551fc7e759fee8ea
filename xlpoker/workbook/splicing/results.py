"""What became of the hands as new columns of a workbook: values, names, winners, or formulas that give them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CellError
from xlpoker.evaluator.classes import name
from xlpoker.scales import on_scale
from xlpoker.workbook.contents import Contents
from xlpoker.workbook.grid import column_letters
from xlpoker.workbook.layout import Area, Layout
from xlpoker.workbook.scoring import Outcome
from xlpoker.workbook.sheets.big_sheet import BigSheet
from xlpoker.workbook.splicing.render import NewColumn, number_content, text_content

__all__ = ["Growing", "Results", "from_arrays", "from_outcomes", "problem_text", "titles_of"]

HAND_WIDTH, WINNER_WIDTH = 34.0, 9.0


@dataclass
class Results:
    """What is written: columns with a content for each good row, and a text for each bad one."""

    rows: npt.NDArray[Any]
    columns: Sequence[NewColumn]
    problems: Mapping[int, str]

    @cached_property
    def all_rows(self) -> npt.NDArray[Any]:
        """All rows with a result or a problem, in order."""
        if not self.problems:
            return self.rows
        bad = np.sort(np.fromiter(self.problems, self.rows.dtype, len(self.problems)))
        return np.insert(self.rows, np.searchsorted(self.rows, bad), bad)


def titles_of(players: int, columns: Sequence[str]) -> list[str]:
    """Return the headers of the results of one or more players.

    >>> titles_of(1, ["value", "hand"]), titles_of(2, ["value", "winner"])
    (['Value', 'Hand'], ['Player 1 value', 'Player 2 value', 'Winner'])
    """
    kinds = [one for one in columns if one != "winner"]
    if players == 1:
        return [kind.title() for kind in kinds]
    titles = [f"Player {player} {kind}" for player in range(1, players + 1) for kind in kinds]
    return titles + ["Winner"] * ("winner" in columns)


def problem_text(error: CellError) -> str:
    """Return what is written beside a bad row."""
    return f"{error.cell}: {error.reason}"


def _formula(function: str, areas: Iterable[Area], more: str = "") -> list[str]:
    """Return the pieces of a formula over areas, between which the number of the row stands.

    >>> _formula("WINNER", [Area(0, 4), Area(5, 5)])
    ['WINNER(A', ':E', ',F', ')']
    """
    pieces: list[str] = []
    for area in areas:
        pieces.append(("," if pieces else f"{function}(") + column_letters(area.first))
        if area.last > area.first:
            pieces.append(":" + column_letters(area.last))
    return [*pieces, more + ")"]


@dataclass(frozen=True, slots=True)
class _Kind:
    """A new column: what it is of (``value``, ``hand``, ``winner``), whose, its content for each different number."""

    what: str
    player: int
    header: str
    width: float
    content: Callable[[float], bytes]
    formula: list[str] | None

    def column(self, index: Any, different: Sequence[float]) -> NewColumn:
        """Return the column of numbers given by their place among the different ones."""
        contents = Contents(lambda place: self.content(different[place]))
        return NewColumn(self.header, self.width, index, contents, self.formula)


def _kinds(layout: Layout, chosen: Sequence[str], scale: str, prefix: bytes, *, live: bool) -> list[_Kind]:
    """Return the new columns from left to right."""
    players = len(layout.hands)
    number = partial(number_content, prefix=prefix, cached=live)
    more = f',"{scale}"' if scale != "strength" else ""
    kinds: list[_Kind] = []
    for player, area in enumerate(layout.hands):
        title = "{}" if players == 1 else f"Player {player + 1} {{}}"
        if "value" in chosen:
            formula = _formula("HANDVAL", [area], more) if live else None
            header = title.format("Value" if players == 1 else "value")
            kinds.append(_Kind("value", player, header, len(header) + 2.0, number, formula))
        if "hand" in chosen:
            formula = _formula("HANDNAME", [area]) if live else None
            header = title.format("Hand" if players == 1 else "hand")
            kinds.append(_Kind("hand", player, header, HAND_WIDTH, partial(_name, prefix=prefix, live=live), formula))
    if players > 1 and "winner" in chosen:
        formula = _formula("WINNER", layout.hands) if live else None
        kinds.append(_Kind("winner", -1, "Winner", WINNER_WIDTH, number, formula))
    return kinds


@lru_cache(maxsize=20_000)
def _name(value: float, prefix: bytes, *, live: bool) -> bytes:
    return text_content(name(value), prefix, cached=live)


Pair = tuple[Any, Sequence[float]]


def _columns(kinds: Sequence[_Kind], values: Sequence[Pair], numbers: Sequence[Pair], winners: Any) -> list[NewColumn]:
    """Return the new columns for each player's values and numbers, given as (index, different ones), and the winners."""
    shown = {"value": numbers, "hand": values, "winner": [(winners, range(len(values) + 1))]}
    return [kind.column(*shown[kind.what][kind.player]) for kind in kinds]


class Growing:
    """The columns of a sheet whose rows come block by block, as whole values; what a cell holds is made once."""

    def __init__(self, layout: Layout, chosen: Sequence[str], scale: str, prefix: bytes, *, live: bool = False) -> None:
        self.kinds = _kinds(layout, chosen, scale, prefix, live=live)
        self._contents = [Contents(partial(_content, kind, scale)) for kind in self.kinds]

    def columns(self, values: Any, winners: Any) -> list[NewColumn]:
        """Return the columns for the values (n, players) and the winners of some rows.

        A hand that a published scale has no number for raises `HandError` when its content is asked for.
        """
        numbers = [winners if kind.what == "winner" else values[:, kind.player] for kind in self.kinds]
        return [
            NewColumn(kind.header, kind.width, index, contents, kind.formula)
            for kind, index, contents in zip(self.kinds, numbers, self._contents, strict=True)
        ]


def _content(kind: _Kind, scale: str, number: int) -> bytes:
    """Return the content of a cell for a value or a winner."""
    return kind.content(on_scale(scale, number) if kind.what == "value" else number)


def from_outcomes(
    layout: Layout,
    outcomes: Sequence[Outcome],
    numbers: Sequence[Sequence[float]],
    chosen: Sequence[str],
    scale: str,
    prefix: bytes,
    *,
    live: bool = False,
) -> Results:
    """Return the results of rows that were valued one by one; `numbers` are those of the good rows on the scale."""
    good = [outcome for outcome in outcomes if outcome.error is None]
    rows = np.array([outcome.row for outcome in good], np.int64)
    players = range(len(layout.hands))
    values = [_different([outcome.values[player] for outcome in good]) for player in players]
    shown = [_different([row[player] for row in numbers]) for player in players]
    winners = np.array([outcome.winner for outcome in good], np.int64)
    problems = {one.row: problem_text(one.error) for one in outcomes if one.error is not None}
    kinds = _kinds(layout, chosen, scale, prefix, live=live)
    return Results(rows, _columns(kinds, values, shown, winners), problems)


def _different(found: Sequence[float]) -> Pair:
    different: dict[float, int] = {}
    index = [different.setdefault(one, len(different)) for one in found]
    return np.array(index, np.int64), list(different)


def from_arrays(
    layout: Layout, work: BigSheet, chosen: Sequence[str], scale: str, prefix: bytes, *, live: bool = False
) -> Results:
    """Return the results of a large sheet.

    Raises `HandError` for a hand that a published scale has no number for.
    """
    rows, values, winners = work.arrays()
    pairs: list[Pair] = []
    for one in values:
        if one.dtype.kind == "f":
            floats, index = np.unique(one, return_inverse=True)
            pairs.append((index, [int(value) if value.is_integer() else value for value in floats.tolist()]))
        else:
            present = np.flatnonzero(np.bincount(one, minlength=1))
            place = np.zeros(int(present[-1]) + 1 if len(present) else 1, np.uint16)
            place[present] = np.arange(len(present))
            pairs.append((place[one], present.tolist()))
    wanted = "value" in chosen
    shown: list[Pair] = [(index, [on_scale(scale, one) for one in found] if wanted else []) for index, found in pairs]
    problems = {row: problem_text(error) for row, error in work.errors.items()}
    kinds = _kinds(layout, chosen, scale, prefix, live=live)
    return Results(rows, _columns(kinds, pairs, shown, winners), problems)
