"""Showdowns that are not rows: hands downwards in columns, and rows that belong together by what a column says.

Each showdown becomes a row of a table of its own, which is scored like any other; messages name the cells of the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from xlpoker.errors import LayoutError, OptionError, nearest, quoted
from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.cell_types import Sheet
from xlpoker.layout.deals import words_above
from xlpoker.layout.find import Area, Layout
from xlpoker.layout.grid import Grid, a1, column_number
from xlpoker.layout.labels import numbered
from xlpoker.layout.regions import Block, find_blocks, where
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.model import GridBlock, Window
from xlpoker.scoring.score import score_block

__all__ = ["COLUMNS", "wins_by"]

COLUMNS = "columns"
OUT = "-"
_MOST_CARDS = 9
_PLAYER = re.compile(r"(?:player|name|who|seat|spieler|joueur|jugador)(?:\s*name)?s?", re.IGNORECASE)
Cell = tuple[int, int]
Located = Callable[[Sequence[Grid]], tuple[Grid, Layout]]


@dataclass(frozen=True)
class _Block(GridBlock):
    """Rows that were put together from cells of a sheet; `places` says for each row and column which."""

    places: Sequence[Sequence[Cell | None]] = ()

    def window(self, places: Sequence[int]) -> Window:
        """Return all rows as values, whose cells have the names of those in the sheet."""
        return replace(GridBlock.window(self, places), named=self.named)

    def named(self, row: int, column: int) -> str:
        """Return what a message calls a cell: a blank one at the end of a row by that before it."""
        cells = self.places[row]
        return a1(*next(cell for cell in reversed(cells[: column + 1]) if cell is not None))


def wins_by(path: Path, grids: Sequence[Grid], located: Located, options: Options) -> Counts:
    """Return how often each player wins where `options.by` says what a showdown is.

    Raises `LayoutError` where the sheet has no such showdowns, `OptionError` for a heading that is not there.
    """
    if options.by == COLUMNS:
        return _downwards(path, grids, options)
    grid, layout = located(grids)
    if len(layout.hands) != 1:
        raise LayoutError(f"{grid.sheet or 'The file'} has {len(layout.hands)} hands a row; --by compares rows of one")
    column = heading(grid, layout, options.by or "")
    names = [at for at, word in words_above(grid, layout).items() if _PLAYER.fullmatch(word) and at != column]
    deals: dict[Any, dict[tuple[Any, int], int]] = {}
    before = None
    for row in range(layout.first, min(layout.last + 1, len(grid.rows))):
        if all(is_blank(grid.cell(row, at)) for at in layout.hands[0].columns):
            continue
        before = before if is_blank(grid.cell(row, column)) else grid.cell(row, column)
        deal = deals.setdefault(before, {})
        name = grid.cell(row, names[0]) if names else len(deal) + 1
        deal[name, sum(who == name for who, _ in deal)] = row
    players = list(dict.fromkeys(player for deal in deals.values() for player in deal))
    hand, board = layout.hands[0], layout.board
    rows = [
        _row(grid, [deal.get(player) for player in players], list(deal.values()), hand, board)
        for deal in deals.values()
    ]
    return _counts(
        path,
        grid,
        rows,
        len(players),
        hand,
        board,
        layout.cards,
        options,
        [str(name) for name, _ in players] if names else [],
    )


def heading(grid: Grid, layout: Layout, by: str) -> int:
    """Return the column of a heading, or of its letters."""
    words = words_above(grid, layout)
    said = " ".join(by.split()).casefold()
    found = next((at for at, word in words.items() if word.casefold() == said), None)
    if found is None and re.fullmatch(r"[a-z]{1,3}", said):
        found = column_number(said)
    if found is None or any(found in area.columns for area in layout.areas):
        raise OptionError(f"{quoted(by)} is no column beside the hands; {nearest(by, [*words.values(), COLUMNS])}")
    return found


Row = list[tuple[Any, Cell | None]]


def _row(grid: Grid, seats: Sequence[int | None], rows: Sequence[int], hand: Area, board: Area | None) -> Row:
    """Return the cells of a showdown: the hands of its rows, a mark for who is not in it, the board that any row has."""
    cells: Row = []
    for row in seats:
        if row is None:
            cells += [(OUT if at == hand.first else None, None) for at in hand.columns]
        else:
            cells += [(grid.cell(row, at), (row, at)) for at in hand.columns]
    if board is not None:
        row = next((row for row in rows if not is_blank(grid.cell(row, board.first))), rows[0])
        cells += [(grid.cell(row, at), (row, at)) for at in board.columns]
    return cells


def _counts(
    path: Path,
    grid: Grid,
    rows: Sequence[Row],
    players: int,
    hand: Area,
    board: Area | None,
    cards: str | None,
    options: Options,
    names: list[str],
) -> Counts:
    """Return the counts of showdowns, a row each."""
    width = len(hand.columns)
    areas = [Area(at * width, at * width + width - 1) for at in range(players)]
    common = Area(players * width, players * width + len(board.columns) - 1) if board else None
    table = Grid(grid.sheet, [[cell for cell, _ in row] for row in rows])
    block = _Block(table, places=[[place for _, place in row] for row in rows])
    counts = Counts(str(path), grid.sheet, no_showdown=0 if board else None, names=names)
    counts.add(score_block(block, Layout(grid.sheet, 0, len(rows) - 1, tuple(areas), common, cards=cards), options))
    if players == 1:
        raise LayoutError(f"{grid.sheet or 'The file'} has one hand in each showdown; there is nothing to compare")
    return counts


def _downwards(path: Path, grids: Sequence[Grid], options: Options) -> Counts:
    """Return the counts of a sheet whose hands stand in columns, a card of each player in every row."""
    if options.hands is not None or options.cards is not None:
        raise OptionError("--by columns finds the hands itself; leave --hands and --cards out")
    if options.game not in ("five-card", "front"):
        raise OptionError("--by columns takes games without a board")
    found = [(sheet, blocks) for grid in grids for sheet in [Sheet(grid)] if (blocks := find_blocks(sheet))]
    if len(found) != 1:
        sheets = " and ".join(f"'{where(sheet)}'" for sheet, _ in found[:3])
        raise LayoutError(
            f"{path.name} holds hands on {sheets or 'no sheet'}; --by columns takes one, named by --sheet"
        )
    ((sheet, blocks),) = found
    grid, columns = sheet.grid, blocks[0].columns
    deals = [rows for block in blocks for rows in _deals(sheet, block)]
    if any(block.columns != columns for block in blocks) or len({len(rows) for rows in deals}) > 1:
        raise LayoutError(
            f"{where(sheet)} has columns of different lengths, or tables in different columns; write one table each"
        )
    names = [str(blocks[0].header.get(at) or "").strip() for at in columns]
    size = len(deals[0])
    rows: list[Row] = [[(grid.cell(row, at), (row, at)) for at in columns for row in deal] for deal in deals]
    named = all(names) and len(set(names)) == len(names)
    return _counts(path, grid, rows, len(columns), Area(0, size - 1), None, None, options, names if named else [])


def _deals(sheet: Sheet, block: Block) -> list[list[int]]:
    """Return the rows of each deal: they end where rows are blank, where the cards are counted anew, or after five."""
    rows = [row for row in range(block.first, block.last + 1) if any(sheet.picked(row, block.columns))]
    left = block.columns[0] - 1
    counts = [numbered([(0, sheet.grid.cell(row, left))]).get(0, ("", 0))[1] if left >= 0 else 0 for row in rows]
    new = [b - a > 1 or 0 < counts[at + 1] <= counts[at] for at, (a, b) in enumerate(pairwise(rows))]
    deals = [[rows[0]]]
    for row, starts in zip(rows[1:], new, strict=True):
        if starts:
            deals.append([])
        deals[-1].append(row)
    if len(deals) == 1 and len(rows) > _MOST_CARDS and len(rows) % 5 == 0:
        return [rows[at : at + 5] for at in range(0, len(rows), 5)]
    return deals
