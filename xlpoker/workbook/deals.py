"""Tables with a row for each player, whose rows columns group into deals.

    Hand id | Player | Cards                 Ann            | Ben
    7       | Ann    | 5H 5C 6S 7S KD   ->   5H 5C 6S 7S KD | 2C 3S 8S 8D TD    a row for each deal
    7       | Ben    | 2C 3S 8S 8D TD

The deals become a temporary table, which is scored like any other; messages name the cells of the sheet. Results go beside each
row of a deal, with the winner in the winners' rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from xlpoker.addresses import a1
from xlpoker.errors import CardError, LayoutError, OptionError, quoted
from xlpoker.evaluator.cells import is_blank, is_out
from xlpoker.layout.cells import BLANK, NEAR, cards_in, kind_of
from xlpoker.layout.columns_text import range_of
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.headings import heading
from xlpoker.layout.later import Later
from xlpoker.layout.model import Layout
from xlpoker.layout.names import compared, plain_name
from xlpoker.layout.reading import Reading
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.model import Block, GridBlock, Scored, empty
from xlpoker.scoring.results import BETWEEN
from xlpoker.scoring.run import AnySink, Detected, MemorySink, Progress, run
from xlpoker.scoring.sources import Grids, Table

__all__ = ["score_deals"]

OUT = "-"
"""What stands for a player who is not in a deal."""
Place = tuple[int, int]
_CARD_KINDS = range(BLANK + 1, NEAR + 1)


@dataclass(frozen=True)
class Deal:
    """A deal: for each player, counted from 0, the row that holds the hand, and all rows, of which several may say the same.

    `is_cut` is true if rows of other players were left out by ``--skip``.
    """

    seats: dict[int, int]
    rows: dict[int, list[int]]
    is_cut: bool = False

    @property
    def first(self) -> int:
        """Its first row."""
        return min(self.seats.values())


@dataclass(frozen=True)
class Deals:
    """The deals of a sheet, the players' names, and the rows of text between them."""

    deals: list[Deal]
    names: list[str]
    texts: dict[int, str]


def score_deals(
    grid: Grid,
    detected: Detected,
    sink_of: Callable[[Table, Layout, Options], AnySink],
    options: Options,
    path: Path,
    progress: Progress | None = None,
    *,
    written: bool = False,
) -> tuple[Layout, Counts, AnySink]:
    """Take the deals of a sheet, all of whose rows are given, into a sink; return the layout, the counts and the sink.

    With `written` the sink gets the rows of the sheet, beside which results stand, else a row for each deal. Raises `LayoutError`
    where a player stands twice in a deal.
    """
    if options.check is not None:
        reading = detected.reading
        last = min(reading.last, len(grid.rows) - 1)
        hands = range_of(reading.hands[0].columns, reading.first, last)
        raise OptionError(
            "--check compares rows that are one deal or one hand; in this table a deal has several rows;"
            f" --hands {hands} makes each a hand by itself"
        )
    deals = _deals_of(grid, detected.reading)
    source = _DealSource(path, grid, detected, deals)
    kept = MemorySink(codes=True)
    counts = run(source, source.detected, kept, options, progress)
    counts.reading = _completed(detected, grid, deals)
    kept.scored.named = source.named
    block: GridBlock = source.block
    layout, scored = source.layout, kept.scored
    if written:
        block = GridBlock(grid)
        layout, scored = source.beside(scored)
    table = detected.table._replace(grid=grid, ended=True)
    with sink_of(table, layout, options) as sink:
        sink.take(block, scored)
        counts.warnings += sink.finish()
    return layout, counts, sink


def _completed(detected: Detected, grid: Grid, deals: Deals) -> Reading:
    """Return the reading with the last row of the deals, and with what later rows hold that is not read."""
    last = max(row for deal in deals.deals for rows in deal.rows.values() for row in rows)
    if detected.later is None:
        return detected.reading
    later: Later = detected.later
    searched = later.searched_rows
    for column, row in (
        GridBlock(grid).first_filled(later.filled_columns, searched, deals.texts).items()
    ):
        later.column_begins(column, row, grid.cell(row, column))
    for row in deals.texts:
        if row >= searched:
            later.row_of_text(row, grid.rows[row])
    return later.reading(last)


def _deals_of(grid: Grid, reading: Reading) -> Deals:
    """Return the deals of a sheet by the columns of a reading.

    Raises `LayoutError` where a player stands twice in a deal, with different cards, and where a row is the board's.
    """
    rows, texts = _rows_of(grid, reading)
    if not rows:
        raise LayoutError(f"{grid.sheet or 'the file'} holds no hands below the headings")
    spelled = {row: _player(grid, reading, row) for row in rows}
    groups = _rows_by_deal(grid, reading, rows)
    if reading.names is None:
        numbered = {
            row: f"Player {number}" for group in groups for number, row in enumerate(group, 1)
        }
        spelled = {row: numbered[row] for row in rows}
    names: dict[str, str] = {}
    for name in spelled.values():
        names.setdefault(compared(name), plain_name(name))
    _check_board_rows(grid, list(names.values()))
    numbers = {key: number for number, key in enumerate(names)}
    players = {row: numbers[compared(name)] for row, name in spelled.items()}
    return Deals(
        [_deal(grid, reading, group, players) for group in groups], list(names.values()), texts
    )


def _rows_of(grid: Grid, reading: Reading) -> tuple[list[int], dict[int, str]]:
    """Return the rows with a hand, or with a word for a player who is out; and the texts of rows with other words there."""
    columns = reading.hands[0].columns
    skipped = frozenset(reading.skipped_rows)
    rows: list[int] = []
    texts: dict[int, str] = {}
    for row in range(reading.first, min(reading.last + 1, len(grid.rows))):
        cells = [grid.cell(row, column) for column in columns]
        if row in skipped or all(map(is_blank, cells)):
            continue
        if _is_seat(cells, reading):
            rows.append(row)
        else:
            texts[row] = str(next(cell for cell in cells if not is_blank(cell)))
    return rows, texts


def _is_seat(cells: Sequence[Any], reading: Reading) -> bool:
    """Tell whether the cells of a hand hold cards, numbers that are cards, or words for a player who is out."""
    if reading.cards:
        return not any(map(is_blank, cells))
    return any(kind_of(cell) in _CARD_KINDS for cell in cells) or all(map(is_out, cells))


def _player(grid: Grid, reading: Reading, row: int) -> str:
    """Return the name of the player of a row."""
    if reading.names is None:
        return ""
    cell = grid.cell(row, reading.names)
    return "" if cell is None else " ".join(str(cell).split()).removesuffix(".0")


def _rows_by_deal(grid: Grid, reading: Reading, rows: Sequence[int]) -> list[list[int]]:
    """Return the rows of each deal, with those that are left out: a blank cell repeats the one above.

    A number that comes again is another deal in runs.
    """
    groups: dict[tuple[Any, ...], list[int]] = {}
    above: list[Any] = [""] * len(reading.by)
    run_number = 0
    left_out = _left_out_rows(grid, reading)
    for row in sorted({*rows, *left_out}):  # a row that is left out may number those below
        key = [grid.cell(row, column) for column in reading.by]
        key = [
            cell_above if is_blank(cell) else str(cell)
            for cell, cell_above in zip(key, above, strict=True)
        ]
        if key != above:
            above = key
            run_number += 1
        deal = (*key, run_number) if reading.in_runs else tuple(key)
        groups.setdefault(deal, []).append(row)
    return [group for group in groups.values() if not left_out.issuperset(group)]


def _left_out_rows(grid: Grid, reading: Reading) -> set[int]:
    """Return the rows with a hand that ``--skip`` leaves out."""
    columns = reading.hands[0].columns
    rows: set[int] = set()
    for row in reading.skipped_rows:
        cells = [grid.cell(row, column) for column in columns] if row < len(grid.rows) else []
        if cells and not all(map(is_blank, cells)) and _is_seat(cells, reading):
            rows.add(row)
    return rows


def _deal(grid: Grid, reading: Reading, rows: Sequence[int], players: dict[int, int]) -> Deal:
    """Return one deal; several rows of a player with the same cards count once."""
    seats: dict[int, int] = {}
    all_rows: dict[int, list[int]] = {}
    for row in rows:
        if row not in players:  # left out
            continue
        player = players[row]
        all_rows.setdefault(player, []).append(row)
        seat = seats.setdefault(player, row)
        if seat != row and not _same_cards(grid, reading, seat, row):
            raise LayoutError(
                f"a player stands twice in the deal of row {row + 1}; name all columns that tell deals apart, such as"
                " --by Date,Deal, or insert one"
            )
    return Deal(seats, all_rows, is_cut=any(row not in players for row in rows))


def _same_cards(grid: Grid, reading: Reading, row: int, other: int) -> bool:
    """Tell whether two rows hold the same hand."""
    columns = reading.hands[0].columns
    return [grid.cell(row, column) for column in columns] == [
        grid.cell(other, column) for column in columns
    ]


def _check_board_rows(grid: Grid, names: Sequence[str]) -> None:
    """Raise `LayoutError` where the board has a row of its own, as if it were a player."""
    for name in names:
        if heading(name).is_board:
            raise LayoutError(
                f"{grid.sheet or 'the file'} has the board in rows of its own, called {quoted(name)};"
                " put it beside the hands of its deal, in a column Board"
            )


class _DealSource(Grids):
    """The deals of a sheet as a table with the hands of all players side by side, then the board."""

    def __init__(self, path: Path, grid: Grid, detected: Detected, deals: Deals) -> None:
        self.deals = deals
        self.sheet_layout = detected.layout
        self.cells = [self._row(grid, deal) for deal in deals.deals]
        table = Grid(grid.sheet, [[value for value, _ in row] for row in self.cells])
        super().__init__(path, [table])
        self.block = GridBlock(table, named=self.named)
        self.layout = self._layout(detected)
        reading = replace(detected.reading, first=0, last=len(table.rows) - 1, skipped_rows=())
        self.detected = Detected(Table(table), reading, self.layout)

    def _layout(self, detected: Detected) -> Layout:
        """Return where the hands and the board are in the table."""
        long, count = self.sheet_layout, len(self.deals.names)
        width = len(long.hands[0].columns)
        end = width * count
        board = Area(end, end + len(long.board.columns) - 1) if long.board else None
        several = [
            column for column, (_, place) in enumerate(self.cells[0]) if place[1] in long.several
        ]
        has_names = detected.reading.names is not None
        return replace(
            long,
            first=0,
            last=len(self.cells) - 1,
            hands=tuple(Area(start, start + width - 1) for start in range(0, end, width)),
            board=board,
            names=tuple(self.deals.names) if has_names else (),
            several=frozenset(several),
            skipped_rows=(),
            parts=(),
        )

    def named(self, row: int, column: int) -> str:
        """Return the address in the sheet of a cell of the table."""
        return a1(*self.cells[row][column][1])

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:  # noqa: ARG002 - as the protocol has it
        """Yield all rows."""
        yield self.size, self.block

    def _row(self, grid: Grid, deal: Deal) -> list[tuple[Any, Place]]:
        """Return the cells of a deal, each with its place in the sheet: the players' hands, then the board."""
        columns, board = self.sheet_layout.hands[0].columns, self.sheet_layout.board
        marks = [OUT, *[None] * (len(columns) - 1)]
        absent = [(mark, (deal.first, column)) for mark, column in zip(marks, columns, strict=True)]
        hands: list[list[tuple[Any, Place]]] = [absent] * len(self.deals.names)
        for player, row in deal.seats.items():
            hands[player] = [(grid.cell(row, column), (row, column)) for column in columns]
            if board is None and len(deal.seats) == 1 and not deal.is_cut:
                alone = CardError("the only hand of its deal; there is nothing to compare")
                hands[player][0] = alone, (row, columns[0])
        rows = sorted(deal.seats.values())
        common = [_common(grid, rows, column) for column in board.columns] if board else []
        return [*chain.from_iterable(hands), *common]

    def beside(self, scored: Scored) -> tuple[Layout, Scored]:
        """Return the layout with the winner in each winner's row, and each row's value; all rows of a bad deal are bad."""
        results: list[tuple[int, int, int, bool]] = []
        won: dict[int, tuple[str | int, int]] = {}
        beside = empty(1)
        for place, (number, winner) in enumerate(
            zip(scored.rows.tolist(), scored.winners.tolist(), strict=True)
        ):
            winners = scored.level(place) if winner == 0 else [winner] if winner > 0 else []
            hands, board = scored.hands(place)
            text = self._winners_text(winners, winner)
            for player, rows in self.deals.deals[number].rows.items():
                is_winner = player + 1 in winners
                for row in rows:
                    results.append((row, place, player, is_winner))
                    beside.read[row] = [hands[player]], board
                    if is_winner:
                        won[row] = text, winner
        order = np.array(sorted(results), np.int32).reshape(-1, 4)
        beside.rows, beside.winners = order[:, 0], order[:, 3].astype(np.int8)
        beside.values = scored.values[order[:, 1], order[:, 2]].reshape(-1, 1)
        for number, error in scored.problems.items():
            for rows in self.deals.deals[number].rows.values():
                beside.problems.update(dict.fromkeys(rows, error))
        beside.rest = {row: [] for row in beside.problems}
        return replace(self.sheet_layout, won=won, names=self.layout.names), beside

    def _winners_text(self, winners: Sequence[int], winner: int) -> str | int:
        """Return the names of the winners, or the winner's number where players have no names."""
        if not self.layout.names:
            return winner
        return BETWEEN.join(self.deals.names[player - 1] for player in winners)


def _common(grid: Grid, rows: Sequence[int], column: int) -> tuple[Any, Place]:
    """Return the board of a deal in one of its columns: the longest one with which all rows agree, else an error."""
    boards: dict[tuple[int | str, ...], tuple[Any, Place]] = {}
    for row in rows:
        cell = grid.cell(row, column)
        if not is_blank(cell):
            boards.setdefault(cards_in(cell) or (str(cell),), (cell, (row, column)))
    longest = max(boards, key=len, default=())
    if all(board == longest[: len(board)] for board in boards):
        return boards.get(longest, (None, (rows[0], column)))
    differ = " and ".join(f"{quoted(str(cell))} in {a1(*place)}" for cell, place in boards.values())
    return CardError(f"the board of one deal is {differ}"), boards[longest][1]
