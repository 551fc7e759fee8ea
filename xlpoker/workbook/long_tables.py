"""Long tables, a row for each player: which column says what belongs to one deal."""

from __future__ import annotations

import re
from collections import Counter

from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.cell_types import is_number, is_title
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import Grid

__all__ = ["deal_heading", "rows_of", "words_above"]

_DEAL = re.compile(
    r"(?:hand|deal|game|round|spiel|runde|main|donne)[\s_-]*(?:id|no\.?|nr\.?|n°|number|nummer|#)|deal|round|donne",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"hand|game|spiel|main|mano|partie", re.IGNORECASE
)  # over numbers only: a hand's name comes again, too


def words_above(grid: Grid, layout: Layout) -> dict[int, str]:
    """Return the headings of the columns beside the hands."""
    cells = grid.rows[layout.header] if layout.header is not None else []
    beside = [at for at in range(len(cells)) if not any(at in area.columns for area in layout.areas)]
    return {at: " ".join(cells[at].split()) for at in beside if isinstance(cells[at], str) and cells[at].strip()}


def rows_of(grid: Grid, layout: Layout) -> list[int]:
    """Return the rows of a long table that hold a hand: no blank ones, and no titles between."""
    rows = range(layout.first, min(layout.last + 1, len(grid.rows)))
    held = [row for row in rows if any(not is_blank(grid.cell(row, at)) for at in layout.hands[0].columns)]
    return [row for row in held if not is_title(grid.rows[row])]


def deal_heading(grid: Grid, layout: Layout) -> str | None:
    """Return the heading under which every deal has several rows, None where there is none, or more than one.

    >>> from xlpoker.layout.find import find_layout
    >>> rows = [["Hand id", "Cards"], [7, "5H 5C 6S 7S KD"], [7, "2C 3S 8S 8D TD"]]
    >>> deal_heading(Grid("", rows), find_layout(Grid("", rows)))
    'Hand id'
    """
    found = []
    for column, word in words_above(grid, layout).items():
        cells = [grid.cell(row, column) for row in rows_of(grid, layout)]
        if not _DEAL.fullmatch(word) and not (
            _COUNTED.fullmatch(word) and all(is_number(cell) or is_blank(cell) for cell in cells)
        ):
            continue
        before, times = None, Counter[object]()
        for cell in cells:
            before = before if is_blank(cell) else cell
            times[before] += 1
        whole = list(times.values())
        several = _DEAL.fullmatch(word) or (len(whole) > 1 and column < layout.hands[0].first)
        if several and min(whole[:-1] or whole) > 1:  # the rows that are here may end within a deal
            found.append(word)
    return found[0] if len(found) == 1 else None
