"""A check of columns beside the hands that say who folded.

    Anna Hand | Ben Hand | Board          | Anna Action
    7S 4H     | 8H QH    | 2C 3S TD 3D 7C | FOLD

It is the only place where words beside the hands are looked at: they change who is in the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xlpoker.errors import counted
from xlpoker.evaluator.cells import is_out
from xlpoker.layout.alternatives import Alternative
from xlpoker.layout.flaws import Flaw
from xlpoker.layout.grouping import Grouping
from xlpoker.layout.names import compared
from xlpoker.layout.sheet import NEAR, WORD, one_line
from xlpoker.layout.tables import Column, Table

__all__ = ["folds_beside"]

_MOST_SKIPPED = 40
_SHORTEST = 4


def folds_beside(
    table: Table,
    grouping: Grouping,
    _game: str,
) -> Flaw | None:
    """Ask about rows in which a column headed by a player's name says that the player folded."""
    rows: set[int] = set()
    cells: list[str] = []
    for column in _columns_of_players(table, grouping):
        for row in _rows_with_folds(table, column):
            rows.add(row)
            cells.append(table.cell(row, column))
    if not rows or len(rows) == len(table.rows):
        return None
    where = counted(len(rows), "row")
    cause = f"who folds is not in the showdown, but folds stand beside the hands in {where}"
    alternatives = [Alternative.of(grouping)]
    if len(rows) <= _MOST_SKIPPED and not table.sheet.is_cut:
        without_rows = Alternative((grouping,), tuple(sorted(rows)))
        alternatives.insert(0, without_rows)
    return Flaw(cause, cells[0], alternatives)


def _columns_of_players(table: Table, grouping: Grouping) -> list[Column]:
    """Return the columns beside the hands that are headed by a player's name."""
    names = [compared(hand.name) for hand in grouping.hands if hand.name]
    used = {*grouping.all_columns, *grouping.name_columns}
    columns: list[Column] = []
    for column in table.columns:
        if column in used:
            continue
        if _begins_with_a_name(column, names):
            columns.append(column)
    return columns


def _begins_with_a_name(column: Column, names: Sequence[str]) -> bool:
    """Tell whether a heading is a player's name and more: *Anna Action* beside *Anna Hand*."""
    text = column.heading.text.casefold().replace("_", " ")
    return any(text.startswith(f"{name} ") for name in names)


def _rows_with_folds(table: Table, column: Column) -> list[int]:
    """Return the rows in which a column holds a word for a fold; x or a dash is none."""
    cells: dict[int, Any] = {}
    for row in table.rows_with(column, WORD, NEAR):
        row_cells = table.sheet.rows[row]
        cells[row] = row_cells[column.index]
    different_cells = set(cells.values())
    folds = set(filter(_says_fold, different_cells))
    return [row for row, cell in cells.items() if cell in folds]


def _says_fold(cell: Any) -> bool:
    """Tell whether a cell holds a word for a player who is out, no single sign."""
    text = one_line(cell)
    if len(text) < _SHORTEST:
        return False
    return is_out(text)
