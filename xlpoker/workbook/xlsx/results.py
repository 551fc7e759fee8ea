"""The outcome of the hands as new columns of a workbook: values, names, winners, or formulas that give them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CellError
from xlpoker.evaluator.classes import name
from xlpoker.layout.find import Area, Layout
from xlpoker.layout.grid import column_letters
from xlpoker.scales import on_scale
from xlpoker.scoring.cell_cache import Contents
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import Scored
from xlpoker.scoring.score import Pair, different, scale_numbers
from xlpoker.workbook.xlsx.cell_xml import NewColumn, number_content, text_content

__all__ = ["Growing", "Results", "problem_text", "results_of", "titles_of"]

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


@lru_cache(20_000)
def _name(value: float, prefix: bytes, *, live: bool) -> bytes:
    return text_content(name(value), prefix, cached=live)


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


def results_of(
    layout: Layout,
    scored: Scored,
    chosen: Sequence[str],
    options: Options,
    prefix: bytes,
    sheet: str,
    *,
    live: bool = False,
) -> Results:
    """Return the results of a sheet.

    Raises `HandError`, naming the row, for a hand that a published scale has no number for.
    """
    values: list[Pair] = [different(one) for one in scored.values.T]
    shown = scale_numbers(scored, options, sheet) if "value" in chosen else values
    problems = {row: problem_text(error) for row, error in scored.problems.items()}
    kinds = _kinds(layout, chosen, options.scale, prefix, live=live)
    return Results(scored.rows, _columns(kinds, values, shown, scored.winners), problems)
