"""What a selection says about the hands of an open sheet."""

from __future__ import annotations

from collections.abc import Sequence
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
    if not seen.selection or _is_single_cell(seen.selection):
        return ""
    used = _used_box(seen.values)
    if used is None:
        return ""
    areas = [area for area in seen.selection if area.meets(used)]
    if not areas:
        return ""
    if any(area.contains(used) for area in areas):
        return ""
    if _is_single_cell(areas):
        return ""
    if not any(_holds_card(seen.values, area) for area in areas):
        return ""
    range_of = _cells_of
    if all(map(_has_whole_columns, areas)):
        range_of = _columns_of
    ranges = [range_of(area, used) for area in areas]
    return ",".join(ranges)


def _is_single_cell(areas: Sequence[Box]) -> bool:
    """Tell whether a selection is one cell, as it mostly is."""
    return len(areas) == 1 and areas[0].is_single_cell


def _has_whole_columns(area: Box) -> bool:
    """Tell whether an area reaches from the first row of a sheet to the last one."""
    return area.top == 0 and area.bottom >= MOST_ROWS - 1


def _columns_of(area: Box, used: Box) -> str:
    """Return the columns of an area that are not behind all used ones: A:B."""
    last = min(area.right, used.right)
    return f"{column_letters(area.left)}:{column_letters(last)}"


def _cells_of(area: Box, used: Box) -> str:
    """Return the cells of an area that are not below or behind all used ones: A2:B3."""
    bottom = min(area.bottom, used.bottom)
    right = min(area.right, used.right)
    cut_area = area._replace(bottom=bottom, right=right)
    return cut_area.address


def _used_box(rows: Sequence[Sequence[Any]]) -> Box | None:
    """Return the smallest rectangle that holds all filled cells, None for an empty sheet."""
    used_rows: list[int] = []
    used_columns: set[int] = set()
    for row, cells in enumerate(rows):
        columns = [column for column, cell in enumerate(cells) if is_filled(cell)]
        if columns:
            used_rows.append(row)
            used_columns.update(columns)
    if not used_rows:
        return None
    left = min(used_columns)
    right = max(used_columns)
    return Box(used_rows[0], left, used_rows[-1], right)


def _holds_card(rows: Sequence[Sequence[Any]], area: Box) -> bool:
    """Tell whether a card stands in an area."""
    for cells in rows[area.top : area.bottom + 1]:
        selected_cells = cells[area.left : area.right + 1]
        kinds = map(kind_of, selected_cells)
        if any(map(is_cards, kinds)):
            return True
    return False
