"""The deals of a sheet as card codes: what the audit of the scales plays through."""

from __future__ import annotations

from pathlib import Path

from xlpoker.errors import BookError
from xlpoker.files.file_types import path_of
from xlpoker.layout.find import find_layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import GridBlock
from xlpoker.scoring.score import score_block
from xlpoker.workbook.read import read_grids

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
        scored = score_block(GridBlock(grid), layout, Options())
        for error in scored.problems.values():
            raise BookError(f"{path.name}: {error}")
        deals = [scored.hands(at)[0] for at in range(len(scored.rows))]
        return [(one, two) for one, two in deals]
    raise BookError(f"{path.name} holds no deals to two players")
