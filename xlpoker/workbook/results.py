"""What became of the hands as new columns of a workbook: values, names, winners, or formulas that give them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.evaluator.classes import name
from xlpoker.scales import on_scale
from xlpoker.workbook.grid import column_letters
from xlpoker.workbook.layout import Area, Layout
from xlpoker.workbook.render import NewColumn, number_content, text_content
from xlpoker.workbook.scoring import Outcome
from xlpoker.workbook.splice import Results

__all__ = ["from_arrays", "from_outcomes", "titles_of"]

HAND_WIDTH, WINNER_WIDTH = 34.0, 9.0


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


def _columns(
    layout: Layout, chosen: Sequence[str], scale: str, prefix: bytes, values: Sequence[Any], winners: Any, *, live: bool
) -> list[NewColumn]:
    """Return the new columns for the values of each player, given as (index, different values), and the winners."""
    players = len(values)
    texts, numbers = (
        partial(text_content, prefix=prefix, cached=live),
        partial(number_content, prefix=prefix, cached=live),
    )
    more = f',"{scale}"' if scale != "strength" else ""
    columns: list[NewColumn] = []
    for player, (index, different) in enumerate(values, 1):
        for kind in (one for one in chosen if one != "winner"):
            of_value: Callable[[float], bytes] = (
                (lambda value: numbers(on_scale(scale, value)))
                if kind == "value"
                else (lambda value: texts(name(value)))
            )
            title = kind.title() if players == 1 else f"Player {player} {kind}"
            width = len(title) + 2.0 if kind == "value" else HAND_WIDTH
            function, other = ("HANDVAL", more) if kind == "value" else ("HANDNAME", "")
            formula = _formula(function, [layout.hands[player - 1]], other) if live else None
            columns.append(NewColumn(title, width, index, [of_value(value) for value in different], formula))
    if players > 1 and "winner" in chosen:
        contents = [numbers(player) for player in range(players + 1)]
        formula = _formula("WINNER", layout.hands) if live else None
        columns.append(NewColumn("Winner", WINNER_WIDTH, winners, contents, formula))
    return columns


def from_outcomes(
    layout: Layout, outcomes: Sequence[Outcome], chosen: Sequence[str], scale: str, prefix: bytes, *, live: bool = False
) -> Results:
    """Return the results of rows that were valued one by one."""
    good = [outcome for outcome in outcomes if outcome.error is None]
    rows = np.array([outcome.row for outcome in good], np.int64)
    values = []
    for player in range(len(layout.hands)):
        different: dict[float, int] = {}
        index = [different.setdefault(outcome.values[player], len(different)) for outcome in good]
        values.append((np.array(index, np.int64), list(different)))
    winners = np.array([outcome.winner for outcome in good], np.int64)
    problems = {one.row: f"{one.error.cell}: {one.error.reason}" for one in outcomes if one.error is not None}
    return Results(rows, _columns(layout, chosen, scale, prefix, values, winners, live=live), problems)


def from_arrays(
    layout: Layout,
    rows: npt.NDArray[np.int64],
    values: Sequence[npt.NDArray[Any]],
    winners: npt.NDArray[Any],
    problems: dict[int, str],
    chosen: Sequence[str],
    scale: str,
    prefix: bytes,
    *,
    live: bool = False,
) -> Results:
    """Return the results of rows that were valued as arrays: each player's values, and the winners."""
    pairs = []
    for one in values:
        if one.dtype.kind == "f":
            different, index = np.unique(one, return_inverse=True)
            whole = [int(value) if value.is_integer() else value for value in different.tolist()]
        else:
            present = np.flatnonzero(np.bincount(one, minlength=1))
            place = np.zeros(int(present[-1]) + 1 if len(present) else 1, np.uint16)
            place[present] = np.arange(len(present))
            whole, index = present.tolist(), place[one]
        pairs.append((index, whole))
    return Results(rows, _columns(layout, chosen, scale, prefix, pairs, winners, live=live), problems)
