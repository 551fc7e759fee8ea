"""Long tables: rows that columns group into deals.

Each deal becomes a row of a temporary table, which is scored like any other; messages name the cells of the sheet. Results go
beside each row of a deal, with the winner in the winners' rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from xlpoker.addresses import a1, column_letters
from xlpoker.errors import CardError, LayoutError, OptionError, quoted
from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.cells import cards_in, is_title
from xlpoker.layout.evidence import columns_below
from xlpoker.layout.grid import Area, Grid, Skip, parse_skip
from xlpoker.layout.headings import folded, heading
from xlpoker.layout.kinds import LongTable, players_of
from xlpoker.layout.model import Layout
from xlpoker.scoring.check import column_beside
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.model import Block, GridBlock, Scored, cell_text, empty
from xlpoker.scoring.results import BETWEEN
from xlpoker.scoring.run import ENDLESS, AnySink, Kept, Located, Progress, run
from xlpoker.scoring.sources import Grids, Source, Table

__all__ = ["run_deals"]

Place = tuple[int, int]
Row = list[tuple[Any, Place]]
OUT = "-"


class Deals(Grids):
    """The deals of a sheet, grouped by `options.by`, as a source of one table: the hands of all players side by side, then the board.

    `long` says where the hands are in the sheet, `layout` where in that table; `seats` has for each deal the rows of its players.
    """

    def __init__(self, path: Path, grid: Grid, layout: Layout, options: Options) -> None:
        long, self.titles = _long_table(grid, layout, parse_skip(options.skip))
        self.long = replace(layout, player=long.player)
        self.names, self.seats, alone = _seated(long, self.long, str(options.by))
        self.cells = [_row(grid, self.long, len(self.names), seats, alone) for seats in self.seats]
        table = Grid(grid.sheet, [[value for value, _ in row] for row in self.cells])
        self.block = GridBlock(table, named=self.named)
        super().__init__(path, [table])
        width, end = len(layout.hands[0].columns), len(layout.hands[0].columns) * len(self.names)
        self.layout = replace(
            self.long,
            first=0,
            last=len(table.rows) - 1,
            gaps=(),
            skip=Skip(),
            edge=None,
            hands=tuple(Area(at, at + width - 1) for at in range(0, end, width)),
            board=layout.board and Area(end, end + len(layout.board.columns) - 1),
            names=tuple(self.names) if self.long.player is not None else (),
            sizes=layout.sizes[:1] * len(self.names),
            several=frozenset(at for at, (_, place) in enumerate(self.cells[0]) if place[1] in layout.several),
        )

    def named(self, row: int, column: int) -> str:
        """Return the address in the sheet of a cell of the table."""
        return a1(*self.cells[row][column][1])

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:  # noqa: ARG002 - as the protocol has it
        """Yield all rows."""
        yield self.size, self.block

    def beside(self, scored: Scored) -> tuple[Layout, Scored]:
        """Return the layout with the winner in each winner's row, and each row's value; all rows of a bad deal are bad."""
        rows: list[tuple[int, int, int, bool]] = []
        won: dict[int, tuple[str | int, int]] = {}
        found = empty(1)
        for at, (deal, winner) in enumerate(zip(scored.rows.tolist(), scored.winners.tolist(), strict=True)):
            level = scored.level(at) if winner == 0 else [winner] * (winner > 0)  # nobody where the board is not dealt
            hands, board = scored.hands(at)
            text = BETWEEN.join(self.names[player - 1] for player in level) if self.layout.names else winner
            for player, row in self.seats[deal].items():
                rows.append((row, at, player, player + 1 in level))
                found.read[row] = [hands[player]], board
                if player + 1 in level:
                    won[row] = text, winner
        order = np.array(sorted(rows), np.int32).reshape(-1, 4)
        found.rows, found.winners = order[:, 0], order[:, 3].astype(np.int8)
        found.values = scored.values[order[:, 1], order[:, 2]].reshape(-1, 1)
        found.problems = {row: error for deal, error in scored.problems.items() for row in self.seats[deal].values()}
        found.rest = {row: [] for row in found.problems}
        return replace(self.long, won=won, names=self.layout.names), found


def run_deals(
    source: Source,
    sink_of: Callable[[Table, Layout], AnySink],
    options: Options,
    located: Located,
    progress: Progress | None = None,
    *,
    written: bool = False,
) -> tuple[Grid, Layout, Counts, AnySink]:
    """Take the deals of a source, which is read as a whole, into a sink; return what `xlpoker.scoring.run.run` returns.

    `options.by` defines the deals. With `written` the sink gets the rows of the sheet, beside which results stand, else a row for each
    deal. Raises `LayoutError` where the sheet has no such deals, and for a heading that is not there.
    """
    tables = source.tables(whole=True)
    grid, layout = located([one.grid for one in tables])
    table = next(one for one in tables if one.grid is grid)
    if options.check is not None:
        raise OptionError(f"--check compares rows that are one deal or one hand: --hands {layout} without --by")
    deals, kept = Deals(source.path, grid, layout, options), Kept(codes=True)
    counts = run(deals, lambda *_: kept, options, lambda grids: (grids[0], deals.layout), progress)[2]
    counts.layout, counts.titles = replace(deals.long, by=options.by, game=options.game), deals.titles
    kept.scored.named = deals.named
    block, layout, scored = deals.block, deals.layout, kept.scored
    if written:
        block, (layout, scored) = GridBlock(grid), deals.beside(scored)
    with sink_of(table, layout) as sink:
        sink.take(block, scored)
        counts.warnings += sink.finish(ENDLESS)
    return grid, layout, counts, sink


def _long_table(grid: Grid, layout: Layout, skip: Skip) -> tuple[LongTable, dict[int, str]]:
    """Return the rows with hands of a layout of one hand a row, with the column of the players' names, if there is one, and the titles between."""
    if len(layout.hands) != 1:
        several = f"{grid.sheet or 'The file'} has {len(layout.hands)} hands in each row"
        raise LayoutError(f"{several}; --by compares rows that hold one hand each")
    hand, within = layout.hands[0].columns, grid.within([(layout.first, layout.last)]) - grid.within(layout.gaps)
    rows = [row for row in sorted(within) if not all(is_blank(grid.cell(row, at)) for at in hand)]
    titles = {row: cell_text(grid.cell(row, hand[0])) for row in rows if is_title(grid.rows[row])}
    rows = sorted({*rows} - {*titles})
    if not rows:
        raise LayoutError(f"{grid.sheet or 'The file'} holds nothing in {layout}")
    player = layout.player
    if player is None:
        columns = columns_below(grid, rows[0], rows[-1], range(max(map(len, grid.rows))))
        named = [one.at for one in players_of(columns, layout, skip.columns)]
        if len(named) > 1:
            one, *others = map(column_letters, named)
            found = f"the players may be named in {one} or {' or '.join(others)}"
            raise LayoutError(f"{found}; leave one out, such as with --skip {','.join(others)}")
        player = next(iter(named), None)
    return LongTable(grid, rows, layout.hands, player, grid.within(skip.rows)), titles


def _seated(long: LongTable, layout: Layout, by: str) -> tuple[list[str], list[dict[int, int]], set[int]]:
    """Return the players' names, or *Player 1*, *Player 2* ..., for each deal the row of each player, and the rows that are alone in theirs.

    Raises `LayoutError` where a player stands twice in a deal.
    """
    columns = [column_beside(long.grid, layout, one) for one in by.split(",")]
    deals = long.deals(columns)
    if (twice := long.twice(deals)) is not None:
        message = f"a player stands twice in the deal of row {twice[0] + 1}"
        raise LayoutError(f"{message}; name all columns that tell deals apart, such as --by Date,Deal, or insert one")
    spelled = long.spelled or {row: f"Player {at}" for deal in deals for at, row in enumerate(deal, 1)}
    names: dict[str, str] = {}
    for name in spelled.values():
        names.setdefault(folded(name), name)
    if board := [name for name in names.values() if heading(name).role == "board" and not heading(name).weak]:
        found = f"{long.grid.sheet or 'The file'} has the board in rows of its own, called {quoted(board[0])}"
        raise LayoutError(f"{found}; put it beside the hands of its deal, in a column Board, and add --game holdem")
    seats = {key: player for player, key in enumerate(names)}
    alone = {deal[0] for deal in replace(long, without=()).deals(columns) if len(deal) == 1}
    return [*names.values()], [{seats[folded(spelled[row])]: row for row in deal} for deal in deals], alone


def _row(grid: Grid, layout: Layout, players: int, seated: Mapping[int, int], alone: Collection[int]) -> Row:
    """Return the cells of a deal: the hands of its rows, a mark for each player who is not in it, and the board; rows `alone` are no deal."""
    columns, rows = layout.hands[0].columns, sorted(seated.values())
    absent: Row = [*zip([OUT, *[None] * (len(columns) - 1)], [(rows[0], at) for at in columns], strict=True)]
    hands: list[Row] = [absent] * players
    for player, row in seated.items():
        hands[player] = [(grid.cell(row, at), (row, at)) for at in columns]
        if layout.board is None and rows[0] in alone:
            hands[player][0] = CardError("the only hand of its deal; there is nothing to compare"), (row, columns[0])
    board = layout.board.columns if layout.board else ()
    return [*chain.from_iterable(hands), *(_common(grid, rows, at) for at in board)]


def _common(grid: Grid, rows: Sequence[int], column: int) -> tuple[Any, Place]:
    """Return the board of a deal in one of its columns: the longest one with which all rows agree, else an error."""
    held: dict[tuple[int | str, ...], tuple[Any, Place]] = {}
    for row in rows:
        if not is_blank(cell := grid.cell(row, column)):
            held.setdefault(cards_in(cell) or (str(cell),), (cell, (row, column)))
    longest = max(held, key=len, default=())
    if all(one == longest[: len(one)] for one in held):
        return held.get(longest, (None, (rows[0], column)))
    differ = " and ".join(f"{quoted(str(cell))} in {a1(*place)}" for cell, place in held.values())
    return CardError(f"the board of one deal is {differ}"), held[longest][1]
