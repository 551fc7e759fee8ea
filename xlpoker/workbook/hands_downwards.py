"""Hands that stand downwards (`--by columns`): players in columns and their cards below one another, or a deal in each column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from pathlib import Path

from xlpoker.errors import LayoutError
from xlpoker.evaluator.games import GAMES
from xlpoker.layout.cells import NEAR, code_of, is_deal
from xlpoker.layout.evidence import tables_of
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.headings import heading, own_names
from xlpoker.layout.kinds import KINDS
from xlpoker.layout.model import Layout

__all__ = ["in_columns"]

_FULL, _MOST = 5, 9
Groups = list[list[int]]


def in_columns(path: Path, grids: Sequence[Grid], game: str) -> tuple[Grid, Layout, Groups, Sequence[str], bool]:
    """Return the sheet with hands downwards, their layout, the rows of each deal or hand, the players, and whether columns are deals.

    Where columns are deals, sheet and layout are turned, and the groups are the rows of each player, the board's last.
    """
    found = [(grid, tables) for grid in grids if (tables := tables_of(grid))]
    if len(found) != 1:
        sheets = " and ".join(f"'{grid.sheet}'" for grid, _ in found[:3]) or "no sheet"
        raise LayoutError(f"{path.name} holds hands on {sheets}; --by columns takes one, named by --sheet")
    ((grid, tables),) = found
    where = grid.sheet or "The file"
    held = [one for one in tables[0].columns if 2 * one.cards >= len(one.codes)]
    every = [one.at for one in held]
    meant = sorted(row for table in tables for row in (*table.rows, *table.bad))
    rows = [row for row in meant if any(0 < code_of(grid.cell(row, at)) <= NEAR for at in every)]
    if not held or any(
        [one.at for one in table.columns if 2 * one.cards >= len(one.codes)] != [one.at for one in held]
        for table in tables
    ):
        raise LayoutError(f"{where} has tables in different columns; write one table each")
    columns = [one.at for one in held]
    if len(columns) > 1 and all(one.whole for one in held):
        return _turned(grid, columns, [[row] for row in rows], game)
    groups = _groups(grid, rows, columns[0] - 1)
    if len({len(group) for group in groups}) > 1:
        raise LayoutError(f"{where} has columns of different lengths; write one table each")
    if len(groups[0]) < 3:
        raise LayoutError(
            f"{where} has no hands below one another in its columns; to compare rows of one deal, use: --by turns"
        )
    if all(is_deal(one.heading.text) for one in held):
        return _turned(grid, columns, groups, game)
    if GAMES[game].board != (0, 0):
        raise LayoutError("--by columns takes games with a board only where each column is a deal")
    names = [one.heading.text for one in held]
    layout = Layout(
        grid.sheet, rows[0], rows[-1], tuple(Area(at, at) for at in columns), names=own_names(names), by="columns"
    )
    header = rows[0] - 1 if rows[0] and any(isinstance(cell, str) for cell in grid.rows[rows[0] - 1]) else None
    return grid, replace(layout, header=header), groups, own_names(names) or [""] * len(columns), False


def _turned(
    grid: Grid, columns: list[int], groups: Groups, game: str
) -> tuple[Grid, Layout, Groups, Sequence[str], bool]:
    """Return the turned sheet, with a deal in each of its rows; `groups` are the rows of each hand, or the board, of the sheet."""
    left = columns[0] - 1
    boards = [rows for rows in groups if left >= 0 and heading(grid.cell(rows[0], left)).role == "board"]
    seats = [rows for rows in groups if rows not in boards]
    needs = any(kind.game == game and kind.board != (0,) for kind in KINDS)
    if len(boards) > 1 or needs != bool(boards) or not seats:
        remedy = "say which game: --game holdem or --game omaha" if len(boards) == 1 else "games with a board need one"
        raise LayoutError(
            f"{grid.sheet or 'The file'} has {len(boards) or 'no'} row{'s' * (len(boards) != 1)} called Board; {remedy}"
        )
    turned = Grid(grid.sheet, [list(cells) for cells in zip_longest(*grid.rows)])
    hands, *common = (tuple(Area(rows[0], rows[-1]) for rows in those) for those in (seats, *[boards] * bool(boards)))
    words = [str(grid.cell(rows[0], left) or "") for rows in seats] if left >= 0 else []
    names = own_names([heading(word).who or word for word in words])
    layout = Layout(
        grid.sheet, columns[0], columns[-1], hands, common[0][0] if common else None, names=names, by="columns"
    )
    header = left if left >= 0 and any(isinstance(cell, str) for cell in turned.rows[left]) else None
    layout = replace(layout, header=header, board_cards=_FULL * len(boards))
    return turned, layout, [*seats, *boards], names or [""] * len(seats), True


def _groups(grid: Grid, rows: Sequence[int], left: int) -> Groups:
    """Return the rows of each deal, which ends at a blank row, where the numbers of cards start again, or after five cards."""
    heads = [heading(grid.cell(row, left)) if left >= 0 else heading(None) for row in rows]
    counts = [head.number for head in heads]
    new = [
        below - above > 1
        or 0 < counts[at + 1] <= counts[at]
        or (not any(counts) and bool(heads[at + 1].text) and not heads[at].text)
        for at, (above, below) in enumerate(pairwise(rows))
    ]
    groups = [[rows[0]]]
    for row, starts in zip(rows[1:], new, strict=True):
        groups += [[]] * starts
        groups[-1] = [*groups[-1], row]
    size = next((size for size in (_FULL, 7) if len(rows) % size == 0), 0)
    if len(groups) == 1 and len(rows) > _MOST and size:
        return [list(rows[at : at + size]) for at in range(0, len(rows), size)]
    return groups
