"""Showdowns of `--by columns`: players in columns and their cards downwards, or a deal in each column."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, zip_longest
from pathlib import Path

from xlpoker.errors import LayoutError, OptionError
from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.boards import ASKED, HOLE
from xlpoker.layout.cell_types import Sheet
from xlpoker.layout.find import Area, Layout, find_layout
from xlpoker.layout.grid import Grid
from xlpoker.layout.labels import is_board, numbered
from xlpoker.layout.regions import Block, find_blocks, where
from xlpoker.scoring.check import column_beside
from xlpoker.scoring.counts import Options
from xlpoker.scoring.turns import check_turns
from xlpoker.scoring.words import is_deal, names_of
from xlpoker.workbook.showdowns import Row, Showdowns

__all__ = ["downwards"]

_MOST_CARDS, _FULL = 9, 5


def downwards(path: Path, grids: Sequence[Grid], options: Options) -> Showdowns:
    """Return the showdowns of a sheet whose hands stand in columns, a card of each player in every row."""
    if options.hands is not None or options.cards is not None:
        raise OptionError("--by columns finds the hands itself; leave --hands and --cards out")
    found = [(sheet, blocks) for grid in grids for sheet in [Sheet(grid)] if (blocks := find_blocks(sheet))]
    if len(found) != 1:
        sheets = " and ".join(f"'{where(sheet)}'" for sheet, _ in found[:3])
        raise LayoutError(
            f"{path.name} holds hands on {sheets or 'no sheet'}; --by columns takes one, named by --sheet"
        )
    ((sheet, blocks),) = found
    grid, columns = sheet.grid, blocks[0].columns
    _check_rows(grid, options.game)
    if len(blocks) == 1 < len(columns) and all(blocks[0].stats[at].one_cell for at in columns):
        held = [[row] for row in range(blocks[0].first, blocks[0].last + 1) if any(sheet.picked(row, columns))]
        return _turned(path, sheet, columns, held, options)
    deals = [rows for block in blocks for rows in _deals_of(sheet, block)]
    if any(block.columns != columns for block in blocks) or len({len(rows) for rows in deals}) > 1:
        raise LayoutError(
            f"{where(sheet)} has columns of different lengths, or tables in different columns; write one table each"
        )
    if all(is_deal(blocks[0].header.get(at)) for at in columns):
        return _turned(path, sheet, columns, deals, options)
    if options.game not in ("five-card", "front"):
        raise OptionError("--by columns takes games without a board")
    names = [str(blocks[0].header.get(at) or "").strip() for at in columns]
    rows: list[Row] = [[(grid.cell(row, at), (row, at)) for at in columns for row in deal] for deal in deals]
    called = names if all(names) and len(set(names)) == len(names) else []
    first, last, areas = deals[0][0], deals[-1][-1], tuple(Area(at, at) for at in columns)
    header = first - 1 if first and any(isinstance(cell, str) for cell in grid.rows[first - 1]) else None
    layout = Layout(grid.sheet, first, last, areas, header=header, names=tuple(called))
    rows = _with_said(rows, grid, layout, deals, options.check)
    return Showdowns(path, grid, layout, rows, [deal[0] for deal in deals], len(columns), len(deals[0]), called)


def _check_rows(grid: Grid, game: str) -> None:
    """Raise `LayoutError` where each row is a hand, with the names of players beside it who come again."""
    try:
        layout = find_layout(grid, game)
    except LayoutError:
        return
    if layout is not None:
        check_turns(grid, layout)


def _turned(
    path: Path, sheet: Sheet, columns: Sequence[int], groups: Sequence[Sequence[int]], options: Options
) -> Showdowns:
    """Return the showdowns of a sheet with a deal in each column; `groups` are the rows of each hand, or the board."""
    grid, left, game = sheet.grid, columns[0] - 1, options.game
    boards = [rows for rows in groups if is_board(grid.cell(rows[0], left))] if left >= 0 else []
    seats = [rows for rows in groups if rows not in boards]
    if len(boards) > 1 or (game in HOLE) != bool(boards):
        cards = max(len(seats[0]), count_cards(str(grid.cell(seats[0][0], columns[0]))))
        games = [f"--game {one}" for one in ASKED if cards in HOLE[one] and len(boards) == 1]
        remedy = (
            f"say which game: {' or '.join(games)}" if games else "games with a board need one, of five cards a column"
        )
        raise LayoutError(
            f"{where(sheet)} has {len(boards) or 'no'} row{'s' * (len(boards) != 1)} called Board; {remedy}"
        )
    turned = Grid(grid.sheet, [list(cells) for cells in zip_longest(*grid.rows)])
    hands, *common = (tuple(Area(rows[0], rows[-1]) for rows in those) for those in (seats, *[boards] * bool(boards)))
    board = common[0][0] if common else None
    header = left if left >= 0 and any(isinstance(cell, str) for cell in turned.rows[left]) else None
    names = names_of(turned, columns[0], hands)
    layout = Layout(grid.sheet, columns[0], columns[-1], hands, board, header, _FULL * len(boards), names=names)
    cells = [row for rows in (*seats, *boards) for row in rows]
    deals: list[Row] = [[(grid.cell(row, at), (row, at)) for row in cells] for at in columns]
    deals = _with_said(deals, turned, layout, [[at] for at in columns], options.check, turned=True)
    return Showdowns(path, turned, layout, deals, columns, len(seats), len(seats[0]), names, turned=True)


def _with_said(
    rows: list[Row],
    grid: Grid,
    layout: Layout,
    deals: Sequence[Sequence[int]],
    check: str | None,
    *,
    turned: bool = False,
) -> list[Row]:
    """Return rows of showdowns, each followed by the first cell of the dealer's column beside its rows."""
    if check is None:
        return rows
    at = column_beside(grid, layout, check)
    said = [next((row for row in deal if not is_blank(grid.cell(row, at))), deal[0]) for deal in deals]
    places = [(at, row) if turned else (row, at) for row in said]
    return [[*cells, (grid.cell(row, at), one)] for cells, row, one in zip(rows, said, places, strict=True)]


def _deals_of(sheet: Sheet, block: Block) -> list[list[int]]:
    """Return the rows of each deal, which ends at a blank row, where the numbers of cards start again, or after five cards."""
    rows = [row for row in range(block.first, block.last + 1) if any(sheet.picked(row, block.columns))]
    left = block.columns[0] - 1
    counts = [numbered([(0, sheet.grid.cell(row, left))]).get(0, ("", 0))[1] if left >= 0 else 0 for row in rows]
    words = [row for row in rows if left >= 0 and sheet.kind(row, left)] if not any(counts) else []
    new = [
        b - a > 1 or 0 < counts[at + 1] <= counts[at] or (b in words and a not in words)
        for at, (a, b) in enumerate(pairwise(rows))
    ]
    deals = [[rows[0]]]
    for row, starts in zip(rows[1:], new, strict=True):
        if starts:
            deals.append([])
        deals[-1].append(row)
    size = next((size for size in (5, 7) if len(rows) % size == 0), 0)
    if len(deals) == 1 and len(rows) > _MOST_CARDS and size:
        return [rows[at : at + size] for at in range(0, len(rows), size)]
    return deals
