"""The new columns as the openpyxl engine and the text files take them: cells by row, widths, alignments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlpoker.evaluator.classes import name
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import Grid
from xlpoker.scoring.counts import Options
from xlpoker.workbook.openpyxl_engine import Column

if TYPE_CHECKING:
    from xlpoker.scoring.model import Scored

__all__ = ["styled_columns"]


def styled_columns(grid: Grid, layout: Layout, scored: Scored, options: Options) -> list[Column]:
    """Return the new columns: value and name for each hand, the winner, and what is wrong where something is."""
    from xlpoker.scoring.score import different, scale_numbers

    players = len(layout.hands)
    columns: list[Column] = []
    rows = scored.rows.tolist()
    for player, (places, numbers) in enumerate(scale_numbers(scored, options, grid.sheet)):
        title = ("Value", "Hand") if players == 1 else (f"Player {player + 1} value", f"Player {player + 1} hand")
        index, values = different(scored.values[:, player])
        names = [name(value) for value in values]
        shown = dict(zip(rows, map(numbers.__getitem__, places.tolist()), strict=True))
        named = dict(zip(rows, map(names.__getitem__, index.tolist()), strict=True))
        columns.append(Column(title[0], len(title[0]) + 2, shown))
        columns.append(Column(title[1], 34, named, "left"))
    if players > 1:
        columns.append(Column("Winner", 9, dict(zip(rows, scored.winners.tolist(), strict=True)), "center"))
    bad = {row: f"{error.cell}: {error.reason}" for row, error in scored.problems.items()}
    if bad:
        columns.append(Column("Problem", 60, dict(bad), "left"))
    return columns
