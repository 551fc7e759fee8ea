"""The deals of a sheet as card codes: what the audit of the scales plays through."""

from __future__ import annotations

from pathlib import Path

from xlpoker.errors import BookError
from xlpoker.workbook.grid import read_grids
from xlpoker.workbook.kinds import path_of
from xlpoker.workbook.layout import find_layout
from xlpoker.workbook.scoring import hands_of_row, outcomes

__all__ = ["read_deals"]

Deal = tuple[list[int], list[int]]


def read_deals(book: Path | str) -> list[Deal]:
    """Return the two hands of every row of the first sheet that holds hands.

    Raises `BookError` for a file that cannot be read or holds no two hands a row, or a bad row.
    """
    path = path_of(book)
    for grid in read_grids(path, None):
        layout = find_layout(grid)
        if layout is None:
            continue
        if len(layout.hands) != 2:
            raise BookError(f"{path.name} holds {len(layout.hands)} hands a row; deals to two players are needed")
        deals: list[Deal] = []
        for outcome in outcomes(grid, layout, "five-card", "natural", None, lambda _row, _column: "a card is missing"):
            if outcome.error is not None:
                raise BookError(f"{path.name}: {outcome.error}")
            (one, two), _ = hands_of_row(grid, layout, outcome.row)
            deals.append((one, two))
        return deals
    raise BookError(f"{path.name} holds no deals to two players")
