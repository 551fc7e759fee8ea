"""What a file holds in which no hands were found: formulas without values, a ledger, cards in two cells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from xlpoker.addresses import a1
from xlpoker.errors import as_typed
from xlpoker.files import is_workbook
from xlpoker.layout.grid import Grid
from xlpoker.layout.nearly_cards import ranks_alone
from xlpoker.workbook.read import formulas_without_values

__all__ = ["message_without_hands"]


def message_without_hands(path: Path, grids: Sequence[Grid]) -> str:
    """Return the message about a file in whose tables no hands were found."""
    name = path.name
    if is_workbook(path):
        place = _first_uncalculated(path, grids)
        if place:
            return f"{name} holds formulas without values, {place}; open it in a spreadsheet program and save it"
    if _is_ledger(grids):
        typed = as_typed(name)
        return f"{name} holds a ledger and no hands; xlpoker import {typed} season.xlsx settles it"
    hint = ranks_alone(grids)
    if hint:
        return f"{name} holds no hands; {hint}"
    if not grids:
        return f"{name} has no visible worksheet; name one that is hidden, such as --sheet 'Hands'"
    return (
        f"{name} holds no hands; cards look like 5H or TD, each hand has columns of its own, and"
        " numbers, or ranks and suits in cells of their own, are read with --cards and --hands;"
        " --cards list shows the ways"
    )


def _is_ledger(grids: Sequence[Grid]) -> bool:
    """Tell whether tables are a ledger, which has no cards."""
    from xlpoker.histories.ledgers import LedgerSheet, is_ledger

    return is_ledger([LedgerSheet(grid.sheet, grid.rows) for grid in grids])


def _first_uncalculated(path: Path, grids: Sequence[Grid]) -> str:
    """Return the first formula without a value and its place, an empty text without any."""
    for grid in grids:
        for (row, column), formula in formulas_without_values(path, grid.sheet).items():
            return f"{formula} in {grid.sheet}!{a1(row, column)}"
    return ""
