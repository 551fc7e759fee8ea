"""Showdowns that are not rows: hands that stand downwards in columns, and rows that one column groups into deals.

Each showdown becomes a row of a temporary table, which is scored like any other; messages name the cells of the sheet.
Results go beside the first row of hands downwards, or beside each row of a deal, with the winner in the winners' rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import Any, Generic

import numpy as np

from xlpoker.errors import CardError, LayoutError, OptionError, PokerError, nearest, quoted
from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.cells import cell_codes, is_blank
from xlpoker.layout.boards import ASKED, HOLE
from xlpoker.layout.cell_types import Sheet
from xlpoker.layout.find import Area, Layout, several_cards
from xlpoker.layout.grid import Grid, a1, column_letters
from xlpoker.layout.labels import is_board, numbered
from xlpoker.layout.regions import Block as Columns
from xlpoker.layout.regions import find_blocks, where
from xlpoker.scoring.check import column_beside, column_of, said_of
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.model import Block, GridBlock, Scored, Window, empty
from xlpoker.scoring.results import BETWEEN
from xlpoker.scoring.run import ENDLESS, AnySink, Grids, Kept, Located, Progress, Source, Table, run
from xlpoker.scoring.words import folded, is_deal, names_of, rows_of, words_above
from xlpoker.workbook.read import TurnedError

__all__ = ["COLUMNS", "run_showdowns"]

COLUMNS = "columns"
OUT = "-"
_MOST_CARDS, _FULL = 9, 5
_PLAYER = re.compile(r"(?:player|name|who|seat|spieler|joueur|jugador)(?:\s*name)?s?", re.IGNORECASE)
Cell = tuple[int, int]
Row = list[tuple[Any, Cell | None]]


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

    `hands` says where the hands are in that table, `layout` where they are on the sheet. `firsts` has the row of the sheet in
    which each showdown begins, `said` the column behind that says who wins, `seats` the row of each player where rows of the sheet are one deal. With `turned` the grid is the
    sheet with its columns as rows.
    """

    def __init__(
        self,
        path: Path,
        grid: Grid,
        layout: Layout,
        rows: Sequence[Row],
        firsts: Sequence[int],
        players: int,
        width: int,
        names: Sequence[str],
        seats: Sequence[Sequence[int | None]] = (),
        *,
        turned: bool = False,
    ) -> None:
        if players == 1:
            raise LayoutError(f"{grid.sheet or 'The file'} has one hand in each showdown; there is nothing to compare")
        table = Grid(grid.sheet, [[cell for cell, _ in row] for row in rows])
        super().__init__(path, [table])
        self.grid, self.layout, self.firsts, self.seats, self.turned = grid, layout, firsts, seats, turned
        self.block = _Block(table, places=[[place for _, place in row] for row in rows])
        *areas, board = [Area(at, at + width - 1) for at in range(0, (players + 1) * width, width)]
        common = Area(board.first, board.first + len(layout.board.columns) - 1) if layout.board else None
        last, self.said = len(rows) - 1, board.first + len(layout.board.columns if layout.board else ())
        hands = Layout(grid.sheet, 0, last, tuple(areas), common, cards=layout.cards, names=tuple(names))
        self.hands = replace(hands, several=several_cards(table, hands))

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:  # noqa: ARG002 - as the protocol has it
        """Yield all rows."""
        yield self.size, self.block


class _Back(Kept, Generic[AnySink]):
    """A sink that keeps the outcome of all showdowns, and passes it on, as rows of the sheet, to the real sink.

    With `written` the rows are those in which results are written: of hands downwards the first of each showdown, of rows
    that belong together each; else there is a row for each showdown.
    """

    def __init__(self, found: Showdowns, sink_of: Callable[[Layout], AnySink], *, written: bool) -> None:
        super().__init__(codes=True)
        self._found, self._sink_of, self._written = found, sink_of, written
        self.layout = found.hands if found.seats else found.layout

    def finish(self, last: int) -> list[str]:
        """Make the sink, and complete it."""
        super().finish(last)
        found, scored, firsts = self._found, self.scored, self._found.firsts
        if found.seats and self._written:
            scored, won = _beside(scored, found.seats, found.hands.names)
            self.layout = replace(found.layout, won=won)
        else:
            scored.rows = np.array(firsts, np.int32)[scored.rows]
            scored.problems = {firsts[at]: error for at, error in scored.problems.items()}
            scored.read = {firsts[at]: hands for at, hands in scored.read.items()}
            scored.rest = {firsts[at]: cells for at, cells in scored.rest.items()}
            if found.turned:
                scored.named = lambda row, column: a1(column, row)
            elif found.seats:
                scored.named = lambda row, column: found.block.named(firsts.index(row), column)
        with self._sink_of(self.layout) as self.sink:
            self.sink.take(GridBlock(found.grid), scored)
            return self.sink.finish(ENDLESS)


def run_showdowns(
    source: Source,
    sink_of: Callable[[Table, Layout], AnySink],
    options: Options,
    located: Located,
    progress: Progress | None = None,
    *,
    written: bool = False,
) -> tuple[Grid, Layout, Counts, AnySink]:
    """Take the showdowns of a source, which is read as a whole, into a sink; return what `xlpoker.scoring.run.run` returns.

    `options.by` says what a showdown is; `written` is explained in `_Back`. Raises `LayoutError` where the sheet has no such
    showdowns, `OptionError` for a heading that is not there, `TurnedError` where results are to be `written` and each column is a deal.
    """
    if options.check is not None and options.by == COLUMNS:
        raise OptionError(
            "winners are checked in tables with a showdown, or a player, a row; leave --check or --by columns out"
        )
    tables = source.tables(whole=True)
    grids = [one.grid for one in tables]
    found = (_downwards if options.by == COLUMNS else _deals)(source.path, grids, located, options)
    if found.turned and written:
        raise TurnedError
    table = next((one for one in tables if one.grid is found.grid), Table(found.grid))
    back = _Back(found, partial(sink_of, table), written=written)
    options = replace(options, check=options.check and column_letters(found.said))
    counts = run(found, lambda *_: back, options, lambda grids: (grids[0], found.hands), progress)[2]
    counts.rows_that_differ = [found.firsts[at - 1] + 1 for at in counts.rows_that_differ]
    return found.grid, back.layout, counts, back.sink


def _deals(path: Path, grids: Sequence[Grid], located: Located, options: Options) -> Showdowns:
    """Return the showdowns of rows that one or several columns group into deals."""
    grid, layout = located(grids)
    if len(layout.hands) != 1:
        raise LayoutError(
            f"{grid.sheet or 'The file'} has {len(layout.hands)} hands in each row; --by compares rows that hold one hand each"
        )
    columns = _headings(grid, layout, options.by or "")
    words = {at: word for at, word in words_above(grid, layout).items() if at not in columns}
    names = [at for at, word in words.items() if _PLAYER.fullmatch(word)]
    deals: dict[Any, dict[tuple[Any, int], int]] = {}
    held = rows_of(grid, layout)
    said = {row: _name(grid.cell(row, names[0])) for row in held} if names else {}
    alike = {row: folded(name) if isinstance(name, str) else name for row, name in said.items()}
    together = dict(_together(grid, held, columns, alike, words))
    if any(len({said[row] for row in one}) > len({alike[row] for row in one}) for one in together.values() if names):
        alike = said  # two spellings that meet in one deal are two players
    spelled: dict[Any, Any] = {}
    for key, rows_of_deal in together.items():
        deal = deals[key] = {}
        for row in rows_of_deal:
            player = alike.get(row, len(deal) + 1)
            spelled.setdefault(player, said.get(row))
            deal[player, sum(who == player for who, _ in deal)] = row
    players = list(dict.fromkeys(one for deal in deals.values() for one in deal))
    if not deals:
        raise LayoutError(f"{grid.sheet or 'the file'} holds nothing in {layout}")
    seats = [[deal.get(one) for one in players] for deal in deals.values()]
    rows = [_row(grid, row_of, list(deal.values()), layout) for row_of, deal in zip(seats, deals.values(), strict=True)]
    firsts = [next(iter(deal.values())) for deal in deals.values()]
    called = [str(spelled[name]) for name, _ in players] if names else []
    if options.check is not None:
        column = column_beside(grid, layout, options.check)
        seated = [
            {row: str(spelled[one[0]]) if names else at for at, (one, row) in enumerate(deal.items(), 1)}
            for deal in deals.values()
        ]
        rows = [[*cells, one] for cells, one in zip(rows, said_of(grid, column, seated), strict=True)]
    return Showdowns(path, grid, layout, rows, firsts, len(players), len(layout.hands[0].columns), called, seats)


def _name(cell: Any) -> Any:
    """Return the name in a cell with single blanks."""
    return " ".join(cell.split()) if isinstance(cell, str) else cell


def _together(
    grid: Grid, rows: Sequence[int], columns: Sequence[int], players: Mapping[int, Any], words: Mapping[int, str]
) -> Iterator[tuple[Any, list[int]]]:
    """Yield the rows of each deal: those in which the columns hold the same; a blank cell repeats the one above it.

    Numbers of deals that begin anew, each evening say, are told by players: where one stands under a number again, after
    others, and no row stands alone, rows belong together as far as they follow each other. Raises `LayoutError` where one stands
    twice in a deal, and another column, of which `words` has the heading, tells such deals apart. `players` are by row, none
    where no column has them.
    """
    runs: list[tuple[Any, list[int]]] = []
    before: list[Any] = [None] * len(columns)
    for row in rows:
        before = [
            held if is_blank(grid.cell(row, at)) else grid.cell(row, at)
            for held, at in zip(before, columns, strict=True)
        ]
        if not runs or runs[-1][0] != tuple(before):
            runs.append((tuple(before), []))
        runs[-1][1].append(row)
    deals: dict[Any, list[int]] = {}
    seen: dict[Any, set[Any]] = {}
    anew = False
    for key, of_run in runs:
        here = {players[row] for row in of_run} if players else set()
        anew = anew or not here.isdisjoint(seen.setdefault(key, set()))
        seen[key] |= here
        deals.setdefault(key, []).extend(of_run)
    if anew and all(len(of_run) > 1 for _, of_run in runs):
        yield from enumerate(of_run for _, of_run in runs)
        return
    for column, word in words.items() if players and sum(map(len, seen.values())) < len(rows) else ():
        parts: dict[Any, list[Any]] = {}
        for key, of_deal in deals.items():
            for row in of_deal:
                parts.setdefault((key, grid.cell(row, column)), []).append(players[row])
        if all(1 < len(part) == len(set(part)) for part in parts.values()):
            by = ",".join([column_letters(at) for at in columns] + [word])
            raise LayoutError(f'a player stands twice in one deal; say which columns tell deals apart: --by "{by}"')
    yield from deals.items()


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


def _headings(grid: Grid, layout: Layout, by: str) -> list[int]:
    """Return the columns of headings, or of letters, separated by commas."""
    words = words_above(grid, layout)
    headings = [(word, at) for at, word in words.items()]
    columns = []
    for one in [by] if column_of(by, headings, grid) is not None else by.split(","):
        found = column_of(one, headings, grid)
        if found is None or any(found in area.columns for area in layout.areas):
            near = nearest(one, [*words.values(), COLUMNS])
            raise OptionError(f"{quoted(one.strip())} is no column beside the hands; {near}")
        columns.append(found)
    return columns


def _row(grid: Grid, seats: Sequence[int | None], rows: Sequence[int], layout: Layout) -> Row:
    """Return the cells of a showdown: the hands of its rows, a mark for each player who is not in it, and the board."""
    hand, board = layout.hands[0], layout.board
    cells: Row = []
    for row in seats:
        if row is None:
            cells += [(OUT if at == hand.first else None, None) for at in hand.columns]
        else:
            cells += [(grid.cell(row, at), (row, at)) for at in hand.columns]
    if board is not None:
        cells += [_common(grid, rows, at) for at in board.columns]
    return cells


def _common(grid: Grid, rows: Sequence[int], column: int) -> tuple[Any, Cell]:
    """Return what a column of the board holds in the rows of a deal: the longest board that all agree with, else an error."""
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


def _downwards(path: Path, grids: Sequence[Grid], _: Located, options: Options) -> Showdowns:
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
    if len(blocks) == 1 < len(columns) and all(blocks[0].stats[at].one_cell for at in columns):
        held = [[row] for row in range(blocks[0].first, blocks[0].last + 1) if any(sheet.picked(row, columns))]
        return _turned(path, sheet, columns, held, options.game)
    deals = [rows for block in blocks for rows in _deals_of(sheet, block)]
    if any(block.columns != columns for block in blocks) or len({len(rows) for rows in deals}) > 1:
        raise LayoutError(
            f"{where(sheet)} has columns of different lengths, or tables in different columns; write one table each"
        )
    if all(is_deal(blocks[0].header.get(at)) for at in columns):
        return _turned(path, sheet, columns, deals, options.game)
    if options.game not in ("five-card", "front"):
        raise OptionError("--by columns takes games without a board")
    names = [str(blocks[0].header.get(at) or "").strip() for at in columns]
    rows: list[Row] = [[(grid.cell(row, at), (row, at)) for at in columns for row in deal] for deal in deals]
    called = names if all(names) and len(set(names)) == len(names) else []
    first, last, areas = deals[0][0], deals[-1][-1], tuple(Area(at, at) for at in columns)
    header = first - 1 if first and any(isinstance(cell, str) for cell in grid.rows[first - 1]) else None
    layout = Layout(grid.sheet, first, last, areas, header=header, names=tuple(called))
    return Showdowns(path, grid, layout, rows, [deal[0] for deal in deals], len(columns), len(deals[0]), called)


def _turned(path: Path, sheet: Sheet, columns: Sequence[int], groups: Sequence[Sequence[int]], game: str) -> Showdowns:
    """Return the showdowns of a sheet with a deal in each column; `groups` are the rows of each hand, or the board."""
    grid, left = sheet.grid, columns[0] - 1
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
    return Showdowns(path, turned, layout, deals, columns, len(seats), len(seats[0]), names, turned=True)


def _deals_of(sheet: Sheet, block: Columns) -> list[list[int]]:
    """Return the rows of each deal: they end where rows are blank, where the cards are counted anew, or after five."""
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
