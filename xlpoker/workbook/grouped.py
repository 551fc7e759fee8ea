"""Showdowns that are not rows: hands that stand downwards in columns, and rows that one column groups into deals.

Each showdown becomes a row of a temporary table, which is scored like any other; messages name the cells of the sheet.
Results go beside the first row of hands downwards, or beside each row of a deal, with the winner in the winners' rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Generic

import numpy as np

from xlpoker.errors import CardError, LayoutError, OptionError, PokerError, nearest, quoted
from xlpoker.evaluator.cells import cell_codes, is_blank
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import Grid, a1, column_letters
from xlpoker.layout.labels import is_board
from xlpoker.scoring.check import column_beside, column_of, said_of
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.model import GridBlock, Scored, empty
from xlpoker.scoring.results import BETWEEN
from xlpoker.scoring.run import ENDLESS, AnySink, Kept, Located, Progress, Source, Table, run
from xlpoker.scoring.turns import PLAYER, TURNS, turns_of
from xlpoker.scoring.words import folded, rows_of, words_above
from xlpoker.workbook.downwards import downwards
from xlpoker.workbook.read import TurnedError
from xlpoker.workbook.showdowns import Cell, Row, Showdowns

__all__ = ["COLUMNS", "run_showdowns"]

COLUMNS = "columns"
OUT = "-"


class _Back(Kept, Generic[AnySink]):
    """A sink that keeps the outcome of all showdowns, and passes it on, as rows of the sheet, to the real sink.

    With `written` its rows are those beside which results stand: the first row of each showdown of hands downwards, every row
    of a deal of several rows. Otherwise there is one row for each showdown.
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

    `options.by` defines the showdowns; `_Back` explains `written`. Raises `LayoutError` where the sheet has no such
    showdowns, `OptionError` for a heading that is not there, `TurnedError` where results are to be `written` and each column is a deal.
    """
    tables = source.tables(whole=True)
    grids = [one.grid for one in tables]
    by_columns = options.by == COLUMNS
    found = downwards(source.path, grids, options) if by_columns else _deals(source.path, grids, located, options)
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
    turns = _turns(grid, layout) if options.by == TURNS else None
    columns = _headings(grid, layout, options.by or "") if turns is None else []
    words = {at: word for at, word in words_above(grid, layout).items() if at not in columns}
    names = [at for at, word in words.items() if PLAYER.fullmatch(word)] if turns is None else [turns[0]]
    deals: dict[Any, dict[tuple[Any, int], int]] = {}
    held = rows_of(grid, layout)
    said = {row: _name(grid.cell(row, names[0])) for row in held} if names else {}
    if (row := next((row for row, name in said.items() if is_board(name)), None)) is not None:
        found = f"{grid.sheet or 'the file'} has a board in a row of its own, {a1(row, layout.hands[0].first)}"
        raise LayoutError(f"{found}; put it beside the hands of its deal, in a column Board, and add --game holdem")
    alike = {row: folded(name) if isinstance(name, str) else name for row, name in said.items()}
    together = dict(_together(grid, held, columns, alike, words) if turns is None else enumerate(turns[1]))
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


def _turns(grid: Grid, layout: Layout) -> tuple[int, list[list[int]]]:
    """Return the column of players who take turns, and the rows of each deal; raise `LayoutError` where there is none."""
    if (found := turns_of(grid, layout)) is None:
        place = f"{grid.sheet or 'The file'} has no column beside its hands with a name in every row, of players who come again"
        raise LayoutError(f"{place}; insert one that numbers the deals, and name it with --by")
    return found


def _name(cell: Any) -> Any:
    """Return the name in a cell with single blanks."""
    return " ".join(cell.split()) if isinstance(cell, str) else cell


def _together(
    grid: Grid, rows: Sequence[int], columns: Sequence[int], players: Mapping[int, Any], words: Mapping[int, str]
) -> Iterator[tuple[Any, list[int]]]:
    """Yield the rows of each deal: those in which the columns hold the same; a blank cell repeats the one above it.

    Numbers of deals that start again, such as each evening, are recognised by the players: if a player comes twice under a number
    with other deals between, and no row would be alone, only consecutive rows are a deal. Raises `LayoutError` where a player is
    twice in a deal, and another column (its heading is in `words`) tells such deals apart. `players` has the player of each row,
    and is empty without such a column.
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
            near = nearest(one, [*words.values(), COLUMNS, TURNS])
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
