"""Rows of one hand each in which the same players come again and again: where a deal ends that has no number.

A deal ends at a blank row, at a title, and where one of its players comes again. Whether rows are deals is asked, not assumed.
"""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import pairwise

from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.cell_types import Sheet
from xlpoker.layout.find import Layout, UnclearLayoutError
from xlpoker.layout.grid import Grid
from xlpoker.layout.regions import where
from xlpoker.scoring.words import codes_in, folded, is_title, rows_of, words_above

__all__ = ["PLAYER", "TURNS", "check_turns", "turns_of"]

TURNS = "turns"
"""What is typed after `--by` where deals end without a column that says so."""
PLAYER = re.compile(r"(?:player|name|who|seat|spieler|joueur|jugador)(?:\s*name)?s?", re.IGNORECASE)
_MOST_PLAYERS, _SHOWN, _FEW = 10, 3, 3


def turns_of(grid: Grid, layout: Layout) -> tuple[int, list[list[int]]] | None:
    """Return the column of the players' names and the rows of each deal, None where no column names the player of every row.

    >>> from xlpoker.layout.find import find_layout
    >>> rows = [["Ann", "5H 5C 6S 7S KD"], ["Bob", "2C 3S 8S 8D TD"], ["Ann", "2H 4S 4C 2D 4H"], [], ["Bob", "2S 8H AS QS 3S"]]
    >>> turns_of(Grid("", rows), find_layout(Grid("", rows)))
    (0, [[0, 1], [2], [4]])
    """
    known = {at for at, word in words_above(grid, layout).items() if PLAYER.fullmatch(word)}
    columns = sorted(known | {*range(layout.hands[0].first)}, key=lambda at: (at not in known, at))
    rows = rows_of(grid, layout) if columns else []
    for column in columns:
        cells = {row: grid.cell(row, column) for row in rows}
        if not rows or not all(isinstance(cell, str) and any(map(str.isalpha, cell)) for cell in cells.values()):
            continue
        deals: list[list[int]] = []
        here: set[str] = set()
        names = {folded(cell) for cell in cells.values()}
        for row, cell in cells.items():
            name = folded(cell)
            if not deals or name in here or _is_gap(grid, deals[-1][-1], row, names):
                deals.append([])
                here = set()
            deals[-1].append(row)
            here.add(name)
        if len(deals) < len(rows):
            return column, deals
    return None


def check_turns(grid: Grid, layout: Layout) -> None:
    """Raise `UnclearLayoutError` where rows of one hand each seem to be deals: the same players, and no card twice in a deal."""
    if len(layout.hands) != 1 or (found := turns_of(grid, layout)) is None:
        return
    column, deals = found
    names = [[folded(grid.cell(row, column)) for row in deal] for deal in deals]
    players = {name for one in names for name in one}
    gaps = all(_is_gap(grid, before[-1], after[0], players) for before, after in pairwise(deals))
    alike = all({*one} == players for one in names[:-1]) and {*names[-1]} <= players and len(deals) >= _FEW
    often = 2 * sum(map(len, names)) > len(deals) * len(players) and min(map(len, names[:-1] or names)) > 1
    columns = layout.hands[0].columns
    dealt = [[card for row in deal for at in columns for card in codes_in(grid.cell(row, at))] for deal in deals]
    twice = sum(len(cards) > len({*cards}) for cards in dealt)
    if (
        not 1 < len(players) <= _MOST_PLAYERS
        or len(deals) < 2
        or not (alike or (gaps and often))
        or 4 * twice > len(deals)
    ):
        return
    shown = [str(grid.cell(row, column)).strip() for row in deals[0][:_SHOWN]]
    listed = ", ".join(shown[:-1]) + " and " + shown[-1] + " and more" * (len(players) > len(shown))
    raise UnclearLayoutError(
        f"{where(Sheet(grid))} has a hand in each row, and {listed} come again and again without a column that numbers their deals",
        "say whether they play against each other",
        f"--by {TURNS} (a deal ends at a blank row, a title, or where one of its players comes again) "
        f"or --hands {layout} (every hand by itself)",
    )


def _is_gap(grid: Grid, before: int, row: int, names: Container[str]) -> bool:
    """Tell whether a blank row or a title, not the name of a player without a hand, stands between two rows."""
    held = [[cell for cell in cells if not is_blank(cell)] for cells in grid.rows[before + 1 : row]]
    return any(not cells or (is_title(cells) and folded(cells[0]) not in names) for cells in held)
