"""The new columns as the openpyxl engine and the text files take them: cells by row, widths, alignments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xlpoker.evaluator.classes import name
from xlpoker.workbook.grid import Grid
from xlpoker.workbook.layout import Layout
from xlpoker.workbook.openpyxl_engine import Column
from xlpoker.workbook.scoring import Outcome, scale_numbers

if TYPE_CHECKING:
    from xlpoker.workbook.job import Options

__all__ = ["styled_columns"]


def styled_columns(grid: Grid, layout: Layout, results: Sequence[Outcome], options: Options) -> list[Column]:
    """Return the new columns: value and name for each hand, the winner, and what is wrong where something is."""
    players = len(layout.hands)
    columns: list[Column] = []
    rules = options.scale, options.game, options.jokers, options.cards
    numbers = {one.row: scale_numbers(grid, layout, one, *rules) for one in results if one.error is None}
    for player in range(players):
        title = ("Value", "Hand") if players == 1 else (f"Player {player + 1} value", f"Player {player + 1} hand")
        good = [(outcome.row, outcome.values[player]) for outcome in results if outcome.error is None]
        columns.append(Column(title[0], len(title[0]) + 2, {row: found[player] for row, found in numbers.items()}))
        columns.append(Column(title[1], 34, {row: name(value) for row, value in good}, "left"))
    if players > 1:
        winners = {outcome.row: outcome.winner for outcome in results if outcome.error is None}
        columns.append(Column("Winner", 9, winners, "center"))
    bad = {outcome.row: f"{outcome.error.cell}: {outcome.error.reason}" for outcome in results if outcome.error}
    if bad:
        columns.append(Column("Problem", 60, dict(bad), "left"))
    return columns
