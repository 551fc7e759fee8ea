"""Long tables: rows that columns group into deals.

Each deal becomes a row of a temporary table, which is scored like any other; messages name the cells of the sheet. Results go
beside each row of a deal, with the winner in the winners' rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Generic

import numpy as np

from xlpoker.errors import CardError, LayoutError, OptionError, PokerError, nearest, quoted
from xlpoker.evaluator.cells import cell_codes, is_blank
from xlpoker.layout.cells import is_title
from xlpoker.layout.deals import LongTable, players_of
from xlpoker.layout.evidence import columns_below
from xlpoker.layout.grid import Area, Grid, a1, column_letters
from xlpoker.layout.headings import folded, heading
from xlpoker.layout.model import Layout
from xlpoker.scoring.check import Check, HandCheck, column_beside, column_of, hand_check, said_of
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.model import Block, GridBlock, Scored, Window, empty
from xlpoker.scoring.results import BETWEEN
from xlpoker.scoring.run import ENDLESS, AnySink, Grids, Kept, Located, Progress, Source, Table, run
from xlpoker.workbook.read import columns_named

__all__ = ["run_deals"]

Cell = tuple[int, int]
Row = list[tuple[Any, Cell | None]]
OUT = "-"


@dataclass(frozen=True)
class _Block(GridBlock):
    """Rows composed of cells of a sheet; `places` has the cell for each row and column."""

    places: Sequence[Sequence[Cell | None]] = ()

    def window(self, places: Sequence[int]) -> Window:
        """Return all rows as values; messages name their cells as in the sheet."""
        return replace(GridBlock.window(self, places), named=self.named)

    def named(self, row: int, column: int) -> str:
        """Return the name of a cell in messages; a blank cell at the end of a row has the name of the cell before it."""
        cells = self.places[row]
        return a1(*next(cell for cell in reversed(cells[: column + 1]) if cell is not None))


class Showdowns(Grids):
    """The showdowns of a sheet as a source of one table with a row for each: the hands side by side, then the board.

    `hands` is the layout of that table, `layout` that of the sheet. `firsts` has the row of the sheet in which each showdown
    begins, `said` the column of the table with the dealer's winners, `seats` the row of each player of a deal, `check` the check
    of a column that names the hand of each row.
    """

    def __init__(
        self,
        path: Path,
        grid: Grid,
        layout: Layout,
        rows: Sequence[Row],
        firsts: Sequence[int],
        names: Sequence[str],
        width: int,
        seats: Sequence[Sequence[int | None]],
        check: HandCheck | None = None,
    ) -> None:
        table = Grid(grid.sheet, [[cell for cell, _ in row] for row in rows])
        super().__init__(path, [table])
        self.grid, self.layout, self.firsts, self.seats, self.check = grid, layout, firsts, seats, check
        self.block = _Block(table, places=[[place for _, place in row] for row in rows])
        board = Area(len(names) * width, len(names) * width + len(layout.board.columns) - 1) if layout.board else None
        areas = tuple(Area(at * width, at * width + width - 1) for at in range(len(names)))
        self.said = (board.last if board else areas[-1].last) + 1
        hands = Layout(
            grid.sheet, 0, len(rows) - 1, areas, board, board_cards=layout.board_cards,
            sizes=layout.sizes[:1] * len(areas), strict=layout.strict,
        )  # fmt: skip
        columns = columns_below(table, 0, len(rows) - 1, hands.columns)
        several = frozenset(at for at in hands.columns if width > 1 and columns[at].whole)
        self.hands = replace(hands, names=tuple(names) if any(names) else (), several=several)

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:  # noqa: ARG002 - as the protocol has it
        """Yield all rows."""
        yield self.size, self.block


class _Back(Kept, Generic[AnySink]):
    """A sink that keeps the outcome of all showdowns, and passes it on, as rows of the sheet, to the real sink.

    With `written` its rows are those beside which results stand: every row of a deal. Otherwise there is one row for each deal.
    """

    def __init__(self, found: Showdowns, sink_of: Callable[[Layout], AnySink], *, written: bool) -> None:
        super().__init__(codes=True)
        self._found, self._sink_of, self._written = found, sink_of, written
        self.layout = found.hands

    def finish(self, last: int) -> list[str]:
        """Make the sink, and complete it."""
        super().finish(last)
        found, scored, firsts = self._found, self.scored, self._found.firsts
        if found.check is not None:
            self.beside = _beside(scored, found.seats, ())[0]
        if self._written:
            scored, won = _beside(scored, found.seats, found.hands.names)
            self.layout = replace(found.layout, won=won, names=found.hands.names)
        else:
            scored.rows = np.array(firsts, np.int32)[scored.rows]
            scored.problems = {firsts[at]: error for at, error in scored.problems.items()}
            scored.read = {firsts[at]: hands for at, hands in scored.read.items()}
            scored.rest = {firsts[at]: cells for at, cells in scored.rest.items()}
            scored.named = lambda row, column: found.block.named(firsts.index(row), column)
        with self._sink_of(self.layout) as self.sink:
            self.sink.take(GridBlock(found.grid), scored)
            return self.sink.finish(ENDLESS)


def run_deals(
    source: Source,
    sink_of: Callable[[Table, Layout], AnySink],
    options: Options,
    located: Located,
    progress: Progress | None = None,
    *,
    written: bool = False,
) -> tuple[Grid, Layout, Counts, AnySink]:
    """Take the showdowns of a source, which is read as a whole, into a sink; return what `xlpoker.scoring.run.run` returns.

    `options.by` defines the deals; `_Back` explains `written`. Raises `LayoutError` where the sheet has no such deals,
    `OptionError` for a heading that is not there.
    """
    tables = source.tables(whole=True)
    grids = [one.grid for one in tables]
    found = _deals(source.path, *located(grids), options)
    if len(found.hands.hands) == 1:
        raise LayoutError(
            f"{found.grid.sheet or 'The file'} has one hand in each showdown; there is nothing to compare"
        )
    table = next((one for one in tables if one.grid is found.grid), Table(found.grid))
    back = _Back(found, partial(sink_of, table), written=written)
    options = replace(options, check=column_letters(found.said) if options.check and not found.check else None)
    counts = run(found, lambda *_: back, options, lambda grids: (grids[0], found.hands), progress)[2]
    if found.check is not None:
        found.check.take(GridBlock(found.grid), back.beside, counts)
    else:
        counts.rows_that_differ = [found.firsts[at - 1] + 1 for at in counts.rows_that_differ]
    counts.layout = replace(found.layout, by=options.by, game=options.game)
    return found.grid, back.layout, counts, back.sink


def _deals(path: Path, grid: Grid, layout: Layout, options: Options) -> Showdowns:
    """Return the showdowns of rows that one or several columns group into deals."""
    sheet = grid.sheet or "The file"
    if len(layout.hands) != 1:
        raise LayoutError(
            f"{sheet} has {len(layout.hands)} hands in each row; --by compares rows that hold one hand each"
        )
    rows = [row for row in _rows(grid, layout) if not is_title(grid.rows[row])]
    if not rows:
        raise LayoutError(f"{sheet} holds nothing in {layout}")
    columns = columns_below(grid, layout.first, layout.last, range(max(map(len, grid.rows))))
    named = [one.at for one in players_of(columns, layout, columns_named(options.skip))]
    if layout.player is None and len(named) > 1:
        letters = [column_letters(at) for at in named]
        found = f"{sheet} may name the players in {' or '.join(letters)}"
        raise LayoutError(f"{found}; leave one out, such as with --skip {','.join(letters[1:])}")
    player = layout.player if layout.player is not None else named[0] if named else None
    long = LongTable(grid, rows, layout.hands, player)
    said = long.spelled or dict.fromkeys(rows, "")
    boards = (row for row, name in said.items() if heading(name).role == "board" and not heading(name).weak)
    for row in boards:
        found = f"{sheet} has a board in a row of its own, {a1(row, layout.hands[0].first)}"
        raise LayoutError(f"{found}; put it beside the hands of its deal, in a column Board, and add --game holdem")
    deals = _together(long, layout, options.by or "")
    alike = {row: folded(name) for row, name in said.items()}
    if player is not None and any(
        len({said[row] for row in deal}) > len({alike[row] for row in deal}) for deal in deals
    ):
        alike = said  # two spellings that meet in one deal are two players
    numbered = [{alike[row] if player is not None else at: row for at, row in enumerate(deal)} for deal in deals]
    players = list(dict.fromkeys(one for deal in numbered for one in deal))
    spelled: dict[str | int, str] = {alike[row]: said[row] for row in reversed(rows)}
    seats = [[deal.get(one) for one in players] for deal in numbered]
    cells = [_row(grid, row_of, deal, layout) for row_of, deal in zip(seats, deals, strict=True)]
    names = [str(spelled[one]) for one in players] if player is not None else [""] * len(players)
    width, check = len(layout.hands[0].columns), None
    if options.check is not None:
        named_by = Check(column_beside(grid, layout, options.check), names)
        check = hand_check(grid, layout, named_by, options.scale)
        if check is None:
            seated: list[Mapping[int, str | int]] = [
                {row: str(spelled[alike[row]]) if player is not None else at for at, row in enumerate(deal, 1)}
                for deal in deals
            ]
            said_by = said_of(grid, named_by.column, seated)
            cells = [[*row_of, one] for row_of, one in zip(cells, said_by, strict=True)]
    layout = replace(layout, player=player)
    return Showdowns(path, grid, layout, cells, [deal[0] for deal in deals], names, width, seats, check)


def _rows(grid: Grid, layout: Layout) -> list[int]:
    """Return the rows of a long table that hold anything where the hands are."""
    gaps = {row for low, high in layout.gaps for row in range(low, high + 1)}
    rows = range(layout.first, min(layout.last + 1, len(grid.rows)))
    return [
        row
        for row in rows
        if row not in gaps
        and any(not is_blank(grid.cell(row, at)) for at in layout.hands[0].columns)
        and (layout.header is None or grid.rows[row] != grid.rows[layout.header])
    ]


def _together(long: LongTable, layout: Layout, by: str) -> list[list[int]]:
    """Return the rows of each deal; where numbers of deals begin again, only rows that follow one another are a deal.

    Raises `LayoutError` where a player stands twice in a deal, with a column that tells such deals apart.
    """
    keys = _headings(long.grid, layout, by)
    deals = long.deals(keys)
    if (twice := long.twice(deals)) is None:
        return deals
    if long.twice(deals := long.deals(keys, runs=True)) is None and 2 * sum(len(deal) > 1 for deal in deals) >= len(
        deals
    ):
        return deals
    names = {row: folded(long.spelled[row]) for row in twice}
    again = next(row for at, row in enumerate(twice) if names[row] in [names[one] for one in twice[:at]])
    message = f"{quoted(long.spelled[again])} stands twice in one deal, rows {twice[0] + 1} and {again + 1}"
    every = range(max(map(len, long.grid.rows)))
    others = [at for at in every if at not in (*keys, long.player, *layout.hands[0].columns)]
    for at, finer in long.finer(keys, others):
        if long.fits(finer):
            head = _words(long.grid, layout).get(at) or column_letters(at)
            raise LayoutError(f'{message}; say which columns tell deals apart: --by "{by},{head}"')
    raise LayoutError(f"{message}; insert a column that numbers the deals, and name it with --by")


def _words(grid: Grid, layout: Layout) -> dict[int, str]:
    """Return the headings of the columns beside the hands."""
    cells = grid.rows[layout.header] if layout.header is not None else []
    beside = [at for at in range(len(cells)) if not any(at in area.columns for area in layout.areas)]
    return {at: " ".join(cells[at].split()) for at in beside if isinstance(cells[at], str) and cells[at].strip()}


def _headings(grid: Grid, layout: Layout, by: str) -> list[int]:
    """Return the columns of headings, or of letters, separated by commas."""
    words = _words(grid, layout)
    headings = [(word, at) for at, word in words.items()]
    columns = []
    for one in [by] if column_of(by, headings, grid) is not None else by.split(","):
        found = column_of(one, headings, grid)
        if found is None or any(found in area.columns for area in layout.areas):
            near = nearest(one, [*words.values()]) if words else "name it by its letters, such as B"
            raise OptionError(f"{quoted(one.strip())} is no column beside the hands; {near}")
        columns.append(found)
    return columns


def _beside(
    found: Scored, seats: Sequence[Sequence[int | None]], names: Sequence[str]
) -> tuple[Scored, dict[int, tuple[str | int, int]]]:
    """Return the results beside each hand: its value and, in winners' rows, the winner; all rows of a bad deal are bad."""
    scored, won = empty(1), dict[int, tuple[str | int, int]]()
    beside: dict[int, tuple[float, int, Any]] = {}
    for at, (deal, winner) in enumerate(zip(found.rows.tolist(), found.winners.tolist(), strict=True)):
        worth, (cards, board) = found.values[at], found.hands(at)
        level = [winner] if winner > 0 else found.level(at) if winner == 0 else []
        text = BETWEEN.join(names[player - 1] for player in level) if names else winner
        for player, row in enumerate(seats[deal], 1):
            if row is not None:
                beside[row] = worth[player - 1], int(player in level), ([cards[player - 1]], board)
                if player in level:
                    won[row] = text, winner
    rows = sorted(beside)
    scored.rows = np.array(rows, np.int32)
    scored.values = np.array([beside[row][0] for row in rows], found.values.dtype).reshape(-1, 1)
    scored.winners = np.array([beside[row][1] for row in rows], np.int8)
    scored.read = {row: beside[row][2] for row in rows}
    scored.problems = {row: error for deal, error in found.problems.items() for row in seats[deal] if row is not None}
    scored.rest = {row: [] for row in scored.problems}
    return scored, won


def _row(grid: Grid, seats: Sequence[int | None], rows: Sequence[int], layout: Layout) -> Row:
    """Return the cells of a showdown: the hands of its rows, a mark for each player who is not in it, and the board."""
    hand, board = layout.hands[0], layout.board
    cells: Row = []
    for row in seats:
        if row is None:
            cells += [(OUT if at == hand.first else None, None) for at in hand.columns]
        else:
            cells += [(grid.cell(row, at), (row, at)) for at in hand.columns]
    lone = [at for at, row in enumerate(seats) if row is not None]
    if board is None and len(lone) == 1 < len(seats):
        at = lone[0] * len(hand.columns)
        cells[at] = CardError("the only hand of its deal; there is nothing to compare"), cells[at][1]
    if board is not None:
        cells += [_common(grid, rows, at) for at in board.columns]
    return cells


def _common(grid: Grid, rows: Sequence[int], column: int) -> tuple[Any, Cell]:
    """Return the board of a deal in one of its columns: the longest one with which all rows agree, else an error."""
    held: dict[Any, tuple[Any, Cell]] = {}
    for row in rows:
        cell = grid.cell(row, column)
        if not is_blank(cell):
            try:
                held.setdefault(tuple(cell_codes(cell)), (cell, (row, column)))
            except PokerError:
                held.setdefault((str(cell),), (cell, (row, column)))
    longest = max(held, key=len, default=())
    if not held or all(one == longest[: len(one)] for one in held):
        return held.get(longest, (None, (rows[0], column)))
    differ = " and ".join(f"{quoted(cell)} in {a1(*place)}" for cell, place in held.values())
    return CardError(f"the board of one deal is {differ}"), next(iter(held.values()))[1]
