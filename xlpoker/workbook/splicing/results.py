"""What became of the hands as new columns of a workbook: values, names, winners, or formulas that give them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from xlpoker.evaluator.classes import name
from xlpoker.scales import on_scale
from xlpoker.workbook.grid import column_letters
from xlpoker.workbook.layout import Area, Layout
from xlpoker.workbook.scoring import Outcome
from xlpoker.workbook.sheets.big_sheet import BigSheet
from xlpoker.workbook.splice import Results
from xlpoker.workbook.splicing.render import NewColumn, number_content, text_content

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


Pair = tuple[Any, Sequence[float]]


def _columns(
    layout: Layout,
    chosen: Sequence[str],
    scale: str,
    prefix: bytes,
    values: Sequence[Pair],
    numbers: Sequence[Pair],
    winners: Any,
    *,
    live: bool,
) -> list[NewColumn]:
    """Return the new columns for each player's values and numbers, given as (index, different ones), and the winners."""
    players = len(layout.hands)
    number = partial(number_content, prefix=prefix, cached=live)
    more = f',"{scale}"' if scale != "strength" else ""
    columns: list[NewColumn] = []
    for player, area in enumerate(layout.hands):
        title = "{}" if players == 1 else f"Player {player + 1} {{}}"
        if "value" in chosen:
            index, different = numbers[player]
            formula = _formula("HANDVAL", [area], more) if live else None
            header = title.format("Value" if players == 1 else "value")
            columns.append(NewColumn(header, len(header) + 2.0, index, [number(one) for one in different], formula))
        if "hand" in chosen:
            index, different = values[player]
            formula = _formula("HANDNAME", [area]) if live else None
            header = title.format("Hand" if players == 1 else "hand")
            contents = [text_content(name(value), prefix, cached=live) for value in different]
            columns.append(NewColumn(header, HAND_WIDTH, index, contents, formula))
    if players > 1 and "winner" in chosen:
        contents = [number(player) for player in range(players + 1)]
        formula = _formula("WINNER", layout.hands) if live else None
        columns.append(NewColumn("Winner", WINNER_WIDTH, winners, contents, formula))
    return columns


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
    problems = {one.row: f"{one.error.cell}: {one.error.reason}" for one in outcomes if one.error is not None}
    return Results(rows, _columns(layout, chosen, scale, prefix, values, shown, winners, live=live), problems)


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
    problems = {row: f"{error.cell}: {error.reason}" for row, error in work.errors.items()}
    return Results(rows, _columns(layout, chosen, scale, prefix, pairs, shown, winners, live=live), problems)
