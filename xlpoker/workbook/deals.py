"""Long tables: rows that columns group into deals.

Each deal becomes a row of a temporary table, which is scored like any other, under the number of the deal's first row; messages
name the cells of the sheet. Results go beside each row of a deal, with the winner in the winners' rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CardError, LayoutError, quoted
from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.cells import cards_in, is_title
from xlpoker.layout.deals import LongTable, players_of
from xlpoker.layout.evidence import columns_below
from xlpoker.layout.grid import Area, Grid, a1, column_letters
from xlpoker.layout.headings import folded, heading
from xlpoker.layout.model import Layout
from xlpoker.scoring.check import HandCheck, check_of, column_beside, said_of
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.model import Block, GridBlock, Scored, Window, empty
from xlpoker.scoring.results import BETWEEN
from xlpoker.scoring.run import ENDLESS, AnySink, Kept, Located, Progress, run
from xlpoker.scoring.sources import Grids, Source, Table
from xlpoker.workbook.read import columns_named

__all__ = ["run_deals"]

Place = tuple[int, int]
Row = list[tuple[Any, Place]]
OUT = "-"


@dataclass(frozen=True)
class _Block(GridBlock):
    """A row for each deal, under the number of its first row in the sheet; `places` are the cells of the sheet in that row."""

    places: Mapping[int, Sequence[Place]] = field(default_factory=dict)

    @property
    def numbers(self) -> npt.NDArray[Any]:
        """The first row of each deal."""
        return np.array([*self.places])

    def window(self, places: Sequence[int]) -> Window:  # noqa: ARG002 - all rows are in memory
        """Return all rows as values; messages name their cells as in the sheet."""
        return Window(self.grid, {row: at for at, row in enumerate(self.places)}, named=self.named)

    def named(self, row: int, column: int) -> str:
        """Return the address of a cell in the sheet."""
        return a1(*self.places[row][column])


class Deals(Grids):
    """The deals of a sheet as a source of one table: the hands of all players side by side, then the board.

    `long` says where the hands are in the sheet, `layout` where they are in that table; `seats` has by the first row of each deal the
    row of each player who is in it. Raises `LayoutError` where the sheet has no deals that `options.by` groups.
    """

    def __init__(self, path: Path, grid: Grid, layout: Layout, options: Options) -> None:
        layout = _with_players(grid, layout, options)
        long = LongTable(grid, _rows(grid, layout), layout.hands, layout.player)
        columns = [column_beside(grid, layout, one) for one in str(options.by).split(",")]
        self.grid, self.long = grid, layout
        self.names, self.seats = _seated(long, _together(long, columns))
        cells = {first: _row(grid, layout, len(self.names), seats) for first, seats in self.seats.items()}
        values = {first: [value for value, _ in row] for first, row in cells.items()}
        places = {first: [place for _, place in row] for first, row in cells.items()}
        self.block = _Block(Grid(grid.sheet, [*values.values()]), places=places)
        table = Grid(grid.sheet, [values.get(row, []) for row in range(len(grid.rows))])
        super().__init__(path, [table])
        width, board = len(layout.hands[0].columns), layout.board
        end = width * len(self.names)
        hands = tuple(Area(at, at + width - 1) for at in range(0, end, width))
        board = board and Area(end, end + len(board.columns) - 1)
        names = tuple(self.names) if layout.player is not None else ()
        found = replace(layout, hands=hands, board=board, names=names, sizes=layout.sizes[:1] * len(hands), edge=None)
        columns = [*layout.hands[0].columns] * len(hands) + [*(layout.board.columns if layout.board else ())]
        self.layout = replace(found, several=frozenset(at for at, of in enumerate(columns) if of in layout.several))

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
                won |= {row: (text, winner)} if player + 1 in level else {}
        order = np.array(sorted(rows), np.int32).reshape(-1, 4)
        found.rows, found.winners = order[:, 0], order[:, 3].astype(np.int8)
        found.values = scored.values[order[:, 1], order[:, 2]].reshape(-1, 1)
        found.problems = {row: error for deal, error in scored.problems.items() for row in self.seats[deal].values()}
        found.rest = {row: [] for row in found.problems}
        return replace(self.long, won=won, names=self.layout.names), found

    def compare(self, options: Options, scored: Scored, counts: Counts) -> None:
        """Compare a column with the hands of its rows, if it names hands, else with the winners of the deals."""
        check = check_of(self.grid, self.long, str(options.check), self.layout, options.scale)
        if isinstance(check, HandCheck):
            check.take(GridBlock(self.grid), self.beside(scored)[1], counts)
            return
        players = [{row: self.names[player] for player, row in seats.items()} for seats in self.seats.values()]
        said = said_of(self.grid, check.column, players)
        places = {first: [place] for first, (_, place) in zip(self.seats, said, strict=True)}
        block = _Block(Grid(self.grid.sheet, [[text] for text, _ in said]), places=places)
        replace(check, column=0).take(block, scored, counts)


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
    deals, kept = Deals(source.path, grid, layout, options), Kept(codes=True)
    unchecked = replace(options, check=None)
    counts = run(deals, lambda *_: kept, unchecked, lambda grids: (grids[0], deals.layout), progress)[2]
    counts.layout = replace(deals.long, by=options.by, game=options.game)
    if options.check is not None:
        deals.compare(options, kept.scored, counts)
    kept.scored.named = deals.block.named
    block: Block = deals.block
    layout, scored = deals.layout, kept.scored
    if written:
        block, (layout, scored) = GridBlock(grid), deals.beside(scored)
    with sink_of(table, layout) as sink:
        sink.take(block, scored)
        counts.warnings += sink.finish(ENDLESS)
    return grid, layout, counts, sink


def _with_players(grid: Grid, layout: Layout, options: Options) -> Layout:
    """Return the layout of one hand a row with the column of the players' names, if there is one."""
    sheet, skip = grid.sheet or "The file", columns_named(options.skip)
    if len(layout.hands) != 1:
        several = f"{sheet} has {len(layout.hands)} hands in each row"
        raise LayoutError(f"{several}; --by compares rows that hold one hand each")
    if layout.player is not None:
        return layout
    columns = columns_below(grid, layout.first, layout.last, range(max(map(len, grid.rows))))
    named = [one.at for one in players_of(columns, layout, skip)]
    if len(named) > 1:
        letters = [column_letters(at) for at in named]
        found = f"{sheet} may name the players in {' or '.join(letters)}"
        raise LayoutError(f"{found}; leave one out, such as with --skip {','.join(letters[1:])}")
    return replace(layout, player=next(iter(named), None))


def _rows(grid: Grid, layout: Layout) -> list[int]:
    """Return the rows of a long table that hold anything where the hands are."""
    titles = [grid.rows[layout.header]] if layout.header is not None else []
    columns = layout.hands[0].columns
    rows = [
        row
        for row in range(layout.first, min(layout.last + 1, len(grid.rows)))
        if not all(is_blank(grid.cell(row, at)) for at in columns)
        and not any(above <= row <= below for above, below in layout.gaps)
        and grid.rows[row] not in titles
        and (cards_in(grid.cell(row, columns[0])) or not is_title(grid.rows[row]))
    ]
    if not rows:
        raise LayoutError(f"{grid.sheet or 'The file'} holds nothing in {layout}")
    return rows


def _together(long: LongTable, columns: Sequence[int]) -> list[list[int]]:
    """Return the rows of each deal; where numbers of deals begin again, only rows that follow one another are a deal.

    Raises `LayoutError` where a player stands twice in a deal.
    """
    deals = long.deals(columns)
    if (twice := long.twice(deals)) is None:
        return deals
    if long.fits(deals := long.deals(columns, runs=True)):
        return deals
    message = f"a player stands twice in the deal of row {twice[0] + 1}"
    raise LayoutError(f"{message}; name all columns that tell deals apart, such as --by Date,Deal, or insert one")


def _seated(long: LongTable, deals: Sequence[Sequence[int]]) -> tuple[list[str], dict[int, dict[int, int]]]:
    """Return the players' names, or *Player 1*, *Player 2* ..., and by the first row of each deal the row of each player."""
    spelled = long.spelled or {row: f"Player {at}" for deal in deals for at, row in enumerate(deal, 1)}
    keys = {row: folded(name) for row, name in spelled.items()}
    if any(len({keys[row] for row in deal}) < len(deal) for deal in deals):  # two spellings in one deal are two players
        keys = spelled
    names: dict[str, str] = {}
    for row, key in keys.items():
        names.setdefault(key, spelled[row])
    sheet = long.grid.sheet or "The file"
    if len(names) == 1:
        raise LayoutError(f"{sheet} has one hand in each showdown; there is nothing to compare")
    for name in names.values():
        if heading(name).role == "board" and not heading(name).weak:
            found = f"{sheet} has the board in rows of its own, called {quoted(name)}"
            raise LayoutError(f"{found}; put it beside the hands of its deal, in a column Board, and add --game holdem")
    seats = {key: player for player, key in enumerate(names)}
    return [*names.values()], {deal[0]: {seats[keys[row]]: row for row in deal} for deal in deals}


def _row(grid: Grid, layout: Layout, players: int, seated: Mapping[int, int]) -> Row:
    """Return the cells of a deal: the hands of its rows, a mark for each player who is not in it, and the board."""
    columns, rows = layout.hands[0].columns, sorted(seated.values())
    place = rows[0], columns[0]
    cells: Row = [(OUT, place), *[(None, place)] * (len(columns) - 1)] * players
    for player, row in seated.items():
        at = player * len(columns)
        cells[at : at + len(columns)] = [(grid.cell(row, column), (row, column)) for column in columns]
        if layout.board is None and len(rows) == 1:
            cells[at] = CardError("the only hand of its deal; there is nothing to compare"), place
    return cells + [_common(grid, rows, at) for at in (layout.board.columns if layout.board else ())]


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
