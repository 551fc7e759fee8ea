"""The new columns as the openpyxl engine and the text files take them: cells by row, widths, alignments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlpoker.layout.find import Layout
from xlpoker.layout.grid import Grid
from xlpoker.scoring.columns import PROBLEM, Results, problem_text
from xlpoker.scoring.counts import Options
from xlpoker.workbook.openpyxl_engine import Column

if TYPE_CHECKING:
    from xlpoker.scoring.model import Scored

__all__ = ["styled_columns"]


def styled_columns(grid: Grid, layout: Layout, scored: Scored, options: Options) -> list[Column]:
    """Return the new columns: value and name for each hand, the winner, and what is wrong where something is."""
    rows = scored.rows.tolist()
    results = Results(layout, options, sheet=grid.sheet)
    columns = [
        Column(one.title, one.width, dict(zip(rows, cells, strict=True)), one.align)
        for one, cells in zip(results.columns, results.cells(scored), strict=True)
    ]
    if scored.problems:
        texts: dict[int, Any] = {row: problem_text(error) for row, error in scored.problems.items()}
        columns.append(Column(PROBLEM.title, PROBLEM.width, texts, PROBLEM.align))
    return columns
