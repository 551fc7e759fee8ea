"""What a selection says about the hands of an open sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from xlpoker.addresses import MOST_ROWS, Box, column_letters
from xlpoker.layout.cells import kind_of
from xlpoker.layout.sheet import is_cards
from xlpoker.scoring.seen import Seen, is_filled

__all__ = ["selected_hands"]


def selected_hands(seen: Seen) -> str:
    """Return the selected ranges, one for each hand; an empty text where the selection says nothing.

    It says nothing without a card in it, with a single cell, and with all that is used.

    >>> rows = [["Ann", None, "Ben", None], ["5H", "5C", "2C", "3S"], ["5D", "8C", "2D", "7D"]]
    >>> selected_hands(Seen("", "", rows, selection=[Box(1, 0, 2, 1), Box(1, 2, 2, 3)]))
    'A2:B3,C2:D3'
    >>> selected_hands(Seen("", "", rows, selection=[Box(0, 0, MOST_ROWS - 1, 1)]))
    'A:B'
    >>> selected_hands(Seen("", "", rows, selection=[Box(1, 0, 1, 0)]))
    ''
    """
    used = _used_box(seen.values) if seen.selection else None
    areas = [area for area in seen.selection if used is not None and area.meets(used)]
    if used is None or not areas or any(_holds_all(area, used) for area in areas):
        return ""
    is_one_cell = len(areas) == 1 and areas[0][:2] == areas[0][2:]
    if is_one_cell or not any(_holds_card(seen.values, area) for area in areas):
        return ""
    if all(area.top == 0 and area.bottom >= MOST_ROWS - 1 for area in areas):
        return ",".join(
            f"{column_letters(left)}:{column_letters(right)}"
            for left, right in _columns(areas, used)
        )
    cut = [area._replace(bottom=min(area.bottom, used.bottom)) for area in areas]
    return ",".join(area._replace(right=min(area.right, used.right)).address for area in cut)


def _columns(areas: Sequence[Box], used: Box) -> Iterator[tuple[int, int]]:
    """Yield the first and the last column of each area, cut to those that are used."""
    for area in areas:
        yield area.left, min(area.right, used.right)


def _used_box(rows: Sequence[Sequence[Any]]) -> Box | None:
    """Return the smallest rectangle that holds all filled cells, None for an empty sheet."""
    filled_rows = [row for row, cells in enumerate(rows) if any(map(is_filled, cells))]
    if not filled_rows:
        return None
    columns = [
        [column for column, cell in enumerate(rows[row]) if is_filled(cell)] for row in filled_rows
    ]
    left = min(row_columns[0] for row_columns in columns)
    right = max(row_columns[-1] for row_columns in columns)
    return Box(filled_rows[0], left, filled_rows[-1], right)


def _holds_all(area: Box, used: Box) -> bool:
    """Tell whether an area holds all cells of another."""
    holds_rows = area.top <= used.top and used.bottom <= area.bottom
    holds_columns = area.left <= used.left and used.right <= area.right
    return holds_rows and holds_columns


def _holds_card(rows: Sequence[Sequence[Any]], area: Box) -> bool:
    """Tell whether a card stands in an area."""
    for cells in rows[area.top : area.bottom + 1]:
        part = cells[area.left : area.right + 1]
        if any(is_cards(kind_of(cell)) for cell in part):
            return True
    return False
