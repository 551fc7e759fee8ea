"""Showdowns that are not rows: hands downwards in columns, and rows that belong together by what a column says.

Each showdown becomes a row of a table of its own, which is scored like any other; messages name the cells of the sheet.
Results stand beside the first row of hands downwards, and beside each row of one deal, the winner in the rows of who wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from xlpoker.errors import LayoutError, OptionError, nearest, quoted
from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.cell_types import Sheet
from xlpoker.layout.deals import words_above
from xlpoker.layout.find import Area, Layout
from xlpoker.layout.grid import Grid, a1
from xlpoker.layout.labels import numbered
from xlpoker.layout.regions import Block, find_blocks, where
from xlpoker.scoring.check import column_of
from xlpoker.scoring.columns import BETWEEN
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.model import GridBlock, Scored, Window, empty
from xlpoker.scoring.run import ENDLESS, AnySink, Located, Source, Table
from xlpoker.scoring.score import score_block

__all__ = ["COLUMNS", "run_showdowns"]

COLUMNS = "columns"
OUT = "-"
_MOST_CARDS = 9
_PLAYER = re.compile(r"(?:player|name|who|seat|spieler|joueur|jugador)(?:\s*name)?s?", re.IGNORECASE)
Cell = tuple[int, int]


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


@dataclass(frozen=True, slots=True)
class Showdowns:
    """The showdowns of a sheet: where they are and what became of them, a row for each, or as results are written beside them."""

    grid: Grid
    layout: Layout
    scored: Scored


def run_showdowns(
    source: Source,
    sink_of: Callable[[Table, Layout], AnySink],
    options: Options,
    located: Located,
    *,
    written: bool = False,
) -> tuple[Grid, Layout, Counts, AnySink]:
    """Take the showdowns of a source, which is read as a whole, into a sink; return what `xlpoker.scoring.run.run` returns."""
    tables = source.tables(whole=True)
    counts = Counts(str(source.path), "")
    found = showdowns(source.path.name, [one.grid for one in tables], located, options, counts, written=written)
    table = next(one for one in tables if one.grid is found.grid)
    with sink_of(table, found.layout) as sink:
        sink.take(GridBlock(found.grid), found.scored)
        counts.warnings += sink.finish(ENDLESS)
    return found.grid, found.layout, counts, sink


def showdowns(
    name: str, grids: Sequence[Grid], located: Located, options: Options, counts: Counts, *, written: bool = False
) -> Showdowns:
    """Return the showdowns of a file of that name, where `options.by` says what one is, and add them to the counts.

    With `written` the rows are those in which results are written: of hands downwards the first of each showdown, of rows
    that belong together each. Raises `LayoutError` where the sheet has no such showdowns, `OptionError` for a heading that is not there.
    """
    if options.check is not None:
        raise OptionError("winners are checked in tables with a showdown a row, not with --by")
    if options.by == COLUMNS:
        return _downwards(name, grids, options, counts)
    grid, layout = located(grids)
    if len(layout.hands) != 1:
        raise LayoutError(f"{grid.sheet or 'The file'} has {len(layout.hands)} hands a row; --by compares rows of one")
    column = _heading(grid, layout, options.by or "")
    names = [at for at, word in words_above(grid, layout).items() if _PLAYER.fullmatch(word) and at != column]
    deals: dict[Any, dict[tuple[Any, int], int]] = {}
    before = None
    for row in range(layout.first, min(layout.last + 1, len(grid.rows))):
        if all(is_blank(grid.cell(row, at)) for at in layout.hands[0].columns):
            continue
        before = before if is_blank(grid.cell(row, column)) else grid.cell(row, column)
        deal = deals.setdefault(before, {})
        player = grid.cell(row, names[0]) if names else len(deal) + 1
        deal[player, sum(who == player for who, _ in deal)] = row
    players = list(dict.fromkeys(one for deal in deals.values() for one in deal))
    hand, board = layout.hands[0], layout.board
    seats = [[deal.get(one) for one in players] for deal in deals.values()]
    rows = [
        _row(grid, places, list(deal.values()), hand, board) for places, deal in zip(seats, deals.values(), strict=True)
    ]
    firsts = [next(iter(deal.values())) for deal in deals.values()]
    counts.names = [str(name) for name, _ in players] if names else []
    found = _scored(grid, rows, firsts, len(players), hand, board, layout.cards, options, counts)
    if not written:
        return found
    scored, won = _beside(found.scored, seats, firsts, counts.names)
    return Showdowns(grid, replace(layout, won=won), scored)


def _beside(
    found: Scored, seats: Sequence[Sequence[int | None]], firsts: Sequence[int], names: Sequence[str]
) -> tuple[Scored, dict[int, tuple[str | int, int]]]:
    """Return what is written beside each hand: its value, and in the rows of winners who these are; all of a bad deal are bad."""
    places = dict(zip(firsts, seats, strict=True))
    values, winners, hands = dict[int, float](), dict[int, int](), dict[int, Any]()
    scored, won = empty(1), dict[int, tuple[str | int, int]]()
    for at, (first, winner) in enumerate(zip(found.rows.tolist(), found.winners.tolist(), strict=True)):
        worth, (cards, board) = found.values[at], found.hands(at)
        level = [winner - 1] if winner > 0 else np.flatnonzero(worth == worth.max()).tolist() if winner == 0 else []
        text = BETWEEN.join(names[player] for player in level) if names else winner
        for player, row in enumerate(places[first]):
            if row is None:
                continue
            values[row], winners[row], hands[row] = worth[player], int(player in level), ([cards[player]], board)
            if player in level:
                won[row] = text, winner
    order = sorted(values)
    scored.rows = np.array(order, np.int32)
    scored.values = np.array([[values[row]] for row in order], found.values.dtype).reshape(-1, 1)
    scored.winners = np.array([winners[row] for row in order], np.int8)
    scored.read = {row: hands[row] for row in order}
    scored.problems = {
        row: error for first, error in found.problems.items() for row in places[first] if row is not None
    }
    scored.rest = {row: [] for row in scored.problems}
    return scored, won


def _heading(grid: Grid, layout: Layout, by: str) -> int:
    """Return the column of a heading, or of its letters."""
    words = words_above(grid, layout)
    found = column_of(by, [(word, at) for at, word in words.items()], grid)
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


def _scored(
    grid: Grid,
    rows: Sequence[Row],
    firsts: Sequence[int],
    players: int,
    hand: Area,
    board: Area | None,
    cards: str | None,
    options: Options,
    counts: Counts,
) -> Showdowns:
    """Return what became of showdowns, each a row, under the numbers of their first rows, and add it to the counts."""
    width = len(hand.columns)
    areas = [Area(at * width, at * width + width - 1) for at in range(players)]
    common = Area(players * width, players * width + len(board.columns) - 1) if board else None
    if players == 1:
        raise LayoutError(f"{grid.sheet or 'The file'} has one hand in each showdown; there is nothing to compare")
    table = Grid(grid.sheet, [[cell for cell, _ in row] for row in rows])
    block = _Block(table, places=[[place for _, place in row] for row in rows])
    layout = Layout(grid.sheet, 0, len(rows) - 1, tuple(areas), common, cards=cards, names=tuple(counts.names))
    scored = score_block(block, layout, options)
    number = dict(zip(firsts, range(len(firsts)), strict=True))
    scored.rows = np.array(firsts, np.int32)[scored.rows]
    scored.problems = {firsts[at]: error for at, error in scored.problems.items()}
    scored.read = {firsts[at]: hands for at, hands in scored.read.items()}
    scored.rest = {firsts[at]: cells for at, cells in scored.rest.items()}
    scored.named = lambda row, column: block.named(number[row], column)
    counts.sheet, counts.no_showdown = grid.sheet, 0 if board else None
    counts.add(scored)
    return Showdowns(grid, layout, scored)


def _downwards(name: str, grids: Sequence[Grid], options: Options, counts: Counts) -> Showdowns:
    """Return the showdowns of a sheet whose hands stand in columns, a card of each player in every row."""
    if options.hands is not None or options.cards is not None:
        raise OptionError("--by columns finds the hands itself; leave --hands and --cards out")
    if options.game not in ("five-card", "front"):
        raise OptionError("--by columns takes games without a board")
    found = [(sheet, blocks) for grid in grids for sheet in [Sheet(grid)] if (blocks := find_blocks(sheet))]
    if len(found) != 1:
        sheets = " and ".join(f"'{where(sheet)}'" for sheet, _ in found[:3])
        raise LayoutError(f"{name} holds hands on {sheets or 'no sheet'}; --by columns takes one, named by --sheet")
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
    counts.names = names if all(names) and len(set(names)) == len(names) else []
    made = _scored(
        grid, rows, [deal[0] for deal in deals], len(columns), Area(0, size - 1), None, None, options, counts
    )
    made.scored.named = a1  # of the first card
    first, last, areas = deals[0][0], deals[-1][-1], tuple(Area(at, at) for at in columns)
    header = first - 1 if first and any(isinstance(cell, str) for cell in grid.rows[first - 1]) else None
    return replace(made, layout=Layout(grid.sheet, first, last, areas, header=header, names=made.layout.names))


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
