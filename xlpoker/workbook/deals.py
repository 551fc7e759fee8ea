"""Tables with a row for each player, whose rows columns group into deals.

    Hand id | Player | Cards                 Ann            | Ben
    7       | Ann    | 5H 5C 6S 7S KD   ->   5H 5C 6S 7S KD | 2C 3S 8S 8D TD    a row for each deal
    7       | Ben    | 2C 3S 8S 8D TD

The deals become a temporary table, which is scored like any other; messages name the cells of the
sheet. Results go beside each row of a deal, with the winner in the winners' rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from xlpoker.addresses import a1
from xlpoker.errors import CardError, CellError, LayoutError, OptionError, quoted
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
from xlpoker.scoring.model import Block, GridBlock, Hands, Scored
from xlpoker.scoring.result_columns import BETWEEN
from xlpoker.scoring.run import AnySink, Detected, MemorySink, Progress, run
from xlpoker.scoring.sources import Grids, Source, Table

__all__ = ["score_deals"]

OUT = "-"
"""What stands for a player who is not in a deal."""
Place = tuple[int, int]
PlacedCell = tuple[Any, Place]
"""The value of a cell of a deal, or what is wrong with it, and its row and column in the sheet."""
_CARD_KINDS = range(BLANK + 1, NEAR + 1)


@dataclass(frozen=True)
class Deal:
    """A deal: for each player, counted from 0, the row that holds the hand, and all rows.

    Several rows of a player may say the same. `is_cut` is true if rows of other players were left
    out by ``--skip``.
    """

    seats: dict[int, int]
    rows: dict[int, list[int]]
    is_cut: bool = False

    @property
    def first(self) -> int:
        """Its first row."""
        return min(self.seats.values())

    @property
    def last(self) -> int:
        """Its last row."""
        return max(max(rows) for rows in self.rows.values())


@dataclass(frozen=True)
class Deals:
    """The deals of a sheet, the players' names, and the rows of text between them."""

    deals: list[Deal]
    names: list[str]
    texts: dict[int, str]


def score_deals(
    source: Source,
    grid: Grid,
    detected: Detected,
    options: Options,
    make_sink: Callable[[Source, Table, Layout, Options], AnySink],
    progress: Progress | None = None,
    *,
    beside_rows: bool = False,
) -> tuple[Layout, Counts, AnySink]:
    """Take the deals of a sheet into a sink; return the layout, the counts and the sink.

    `grid` has all rows of the sheet. With `beside_rows` the sink gets these rows, beside which
    results stand, else a row for each deal. Raises `LayoutError` where a player stands twice in a
    deal.
    """
    if options.check is not None:
        raise _cannot_check(grid, detected.reading)
    deals = _DealSource(source.path, grid, detected, _deals_of(grid, detected.reading))
    memory = MemorySink(codes=True)
    counts = run(deals, deals.detected, memory, options, progress)
    counts.reading = _completed(detected, grid, deals.deals)
    scored = replace(memory.scored, named=deals.named)
    block, layout = deals.block, deals.layout
    if beside_rows:
        block = GridBlock(grid)
        layout, scored = deals.beside(scored)
    table = detected.table._replace(grid=grid, ended=True)
    with make_sink(source, table, layout, options) as sink:
        sink.take(block, scored)
        counts.warnings += sink.finish()
    return layout, counts, sink


def _cannot_check(grid: Grid, reading: Reading) -> OptionError:
    """Return the error that rows of such a table cannot be checked, with the option to type instead."""
    last = min(reading.last, len(grid.rows) - 1)
    hands = range_of(
        reading.hands[0].columns,
        reading.first,
        last,
    )
    return OptionError(
        "--check compares rows that are one deal or one hand; in this table a deal has several rows;"
        f" --hands {hands} makes each a hand by itself"
    )


def _completed(
    detected: Detected,
    grid: Grid,
    deals: Deals,
) -> Reading:
    """Return the reading with the last row of the deals, and with what else later rows hold."""
    if detected.later is None:
        return detected.reading
    later: Later = detected.later
    searched = later.searched_rows
    block = GridBlock(grid)
    first_rows = block.first_filled(later.filled_columns, searched, deals.texts)
    for column, row in first_rows.items():
        later.column_begins(column, row, grid.cell(row, column))
    for row in deals.texts:
        if row >= searched:
            later.row_of_text(row, grid.rows[row])
    last = max(deal.last for deal in deals.deals)
    return later.reading(last)


def _deals_of(grid: Grid, reading: Reading) -> Deals:
    """Return the deals of a sheet by the columns of a reading.

    Raises `LayoutError` where a player stands twice in a deal, with different cards, and where a
    row is the board's.
    """
    rows, texts = _rows_of(grid, reading)
    if not rows:
        raise LayoutError(f"{grid.sheet or 'the file'} holds no hands below the headings")
    groups = _rows_by_deal(grid, reading, rows)
    name_by_row = _names_by_row(grid, reading, rows, groups)
    names: dict[str, str] = {}
    for name in name_by_row.values():
        names.setdefault(compared(name), plain_name(name))
    players = [*names.values()]
    _check_board_rows(grid, players)
    numbers = {key: number for number, key in enumerate(names)}
    player_by_row = {row: numbers[compared(name)] for row, name in name_by_row.items()}
    deals = [_deal(grid, reading, group, player_by_row) for group in groups]
    return Deals(deals, players, texts)


def _names_by_row(
    grid: Grid,
    reading: Reading,
    rows: Sequence[int],
    groups: Sequence[Sequence[int]],
) -> dict[int, str]:
    """Return the name of the player of each row; without names they are numbered in their deal."""
    if reading.names is not None:
        return {row: _player(grid, reading.names, row) for row in rows}
    numbered: dict[int, str] = {}
    for group in groups:
        for number, row in enumerate(group, 1):
            numbered[row] = f"Player {number}"
    return {row: numbered[row] for row in rows}


def _rows_of(grid: Grid, reading: Reading) -> tuple[list[int], dict[int, str]]:
    """Return the rows with a hand, or with a word for a player who is out.

    Return, too, the texts of rows with other words there, by row.
    """
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
            filled = [cell for cell in cells if not is_blank(cell)]
            texts[row] = str(filled[0])
    return rows, texts


def _is_seat(cells: Sequence[Any], reading: Reading) -> bool:
    """Tell whether the cells of a hand hold cards, or words for a player who is out.

    Numbers are cards where the reading says so.
    """
    if reading.cards:
        return not any(map(is_blank, cells))
    has_cards = any(kind_of(cell) in _CARD_KINDS for cell in cells)
    return has_cards or all(map(is_out, cells))


def _player(
    grid: Grid,
    column: int,
    row: int,
) -> str:
    """Return the name of the player of a row, which stands in a column."""
    cell = grid.cell(row, column)
    if cell is None:
        return ""
    words = str(cell).split()
    return " ".join(words).removesuffix(".0")


def _rows_by_deal(
    grid: Grid,
    reading: Reading,
    rows: Sequence[int],
) -> list[list[int]]:
    """Return the rows of each deal, with those that are left out.

    A blank cell repeats the one above. A number that comes again is another deal in runs.
    """
    groups: dict[tuple[Any, ...], list[int]] = {}
    key = [""] * len(reading.by)
    run_number = 0
    left_out = _left_out_rows(grid, reading)
    for row in sorted({*rows, *left_out}):  # a row that is left out may number those below
        key_above = key
        key = _key_of(grid, reading, row, key_above)
        if key != key_above:
            run_number += 1
        deal = (*key, run_number) if reading.in_runs else tuple(key)
        groups.setdefault(deal, []).append(row)
    return [group for group in groups.values() if not left_out.issuperset(group)]


def _key_of(
    grid: Grid,
    reading: Reading,
    row: int,
    key_above: Sequence[str],
) -> list[str]:
    """Return the cells of a row that tell deals apart; a blank one repeats that of the row above."""
    key: list[str] = []
    for column, cell_above in zip(reading.by, key_above, strict=True):
        cell = grid.cell(row, column)
        key.append(cell_above if is_blank(cell) else str(cell))
    return key


def _left_out_rows(grid: Grid, reading: Reading) -> set[int]:
    """Return the rows with a hand that ``--skip`` leaves out."""
    columns = reading.hands[0].columns
    rows: set[int] = set()
    for row in reading.skipped_rows:
        if row >= len(grid.rows):
            continue
        cells = [grid.cell(row, column) for column in columns]
        is_blank_row = all(map(is_blank, cells))
        if not is_blank_row and _is_seat(cells, reading):
            rows.add(row)
    return rows


def _deal(
    grid: Grid,
    reading: Reading,
    rows: Sequence[int],
    players: dict[int, int],
) -> Deal:
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
    return Deal(
        seats,
        all_rows,
        is_cut=any(row not in players for row in rows),
    )


def _same_cards(
    grid: Grid,
    reading: Reading,
    row: int,
    other: int,
) -> bool:
    """Tell whether two rows hold the same hand."""
    columns = reading.hands[0].columns
    cells = [grid.cell(row, column) for column in columns]
    other_cells = [grid.cell(other, column) for column in columns]
    return cells == other_cells


def _check_board_rows(grid: Grid, names: Sequence[str]) -> None:
    """Raise `LayoutError` where the board has a row of its own, as if it were a player."""
    for name in names:
        if heading(name).is_board:
            raise LayoutError(
                f"{grid.sheet or 'the file'} has the board in rows of its own, called {quoted(name)};"
                " put it beside the hands of its deal, in a column Board"
            )


class _DealSource(Grids):
    """The deals of a sheet as a table: the hands of all players side by side, then the board."""

    def __init__(
        self,
        path: Path,
        grid: Grid,
        detected: Detected,
        deals: Deals,
    ) -> None:
        self.deals = deals
        self.sheet_layout = detected.layout
        self.cells = [self._row(grid, deal) for deal in deals.deals]
        rows = [[value for value, _ in row] for row in self.cells]
        table = Grid(grid.sheet, rows)
        super().__init__(path, [table])
        self.block = GridBlock(table, named=self.named)
        self.layout = self._layout(detected)
        reading = replace(
            detected.reading,
            first=0,
            last=len(table.rows) - 1,
            skipped_rows=(),
        )
        self.detected = Detected(Table(table), reading, self.layout)

    def _layout(self, detected: Detected) -> Layout:
        """Return where the hands and the board are in the table."""
        long = self.sheet_layout
        width = len(long.hands[0].columns)
        end = width * len(self.deals.names)
        hands = [Area(start, start + width - 1) for start in range(0, end, width)]
        board = None
        if long.board is not None:
            board = Area(end, end + len(long.board.columns) - 1)
        several: list[int] = []
        for column, (_, place) in enumerate(self.cells[0]):
            _, column_in_sheet = place
            if column_in_sheet in long.several:
                several.append(column)
        has_names = detected.reading.names is not None
        return replace(
            long,
            first=0,
            last=len(self.cells) - 1,
            hands=tuple(hands),
            board=board,
            names=tuple(self.deals.names) if has_names else (),
            several=frozenset(several),
            skipped_rows=(),
            parts=(),
        )

    def named(self, row: int, column: int) -> str:
        """Return the address in the sheet of a cell of the table."""
        _, place = self.cells[row][column]
        return a1(*place)

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:  # noqa: ARG002 - as the protocol has it
        """Yield all rows."""
        yield self.size, self.block

    def _row(
        self,
        grid: Grid,
        deal: Deal,
    ) -> list[PlacedCell]:
        """Return the cells of a deal, each with its place in the sheet.

        The players' hands come first, then the board.
        """
        cells: list[PlacedCell] = []
        for player in range(len(self.deals.names)):
            cells += self._hand(grid, deal, player)
        board = self.sheet_layout.board
        if board is not None:
            rows = sorted(deal.seats.values())
            cells += [_common(grid, rows, column) for column in board.columns]
        return cells

    def _hand(self, grid: Grid, deal: Deal, player: int) -> list[PlacedCell]:
        """Return the cells of a player's hand, a mark for one who is not in the deal."""
        columns = self.sheet_layout.hands[0].columns
        row = deal.seats.get(player)
        if row is None:
            hand: list[PlacedCell] = [(None, (deal.first, column)) for column in columns]
            hand[0] = OUT, (deal.first, columns[0])
            return hand
        hand = [(grid.cell(row, column), (row, column)) for column in columns]
        has_board = self.sheet_layout.board is not None
        is_alone = len(deal.seats) == 1 and not deal.is_cut
        if is_alone and not has_board:
            error = CardError("the only hand of its deal; there is nothing to compare")
            hand[0] = error, (row, columns[0])
        return hand

    def beside(self, scored: Scored) -> tuple[Layout, Scored]:
        """Return the layout with the winner in each winner's row, and each row's value.

        All rows of a bad deal are bad.
        """
        results: list[tuple[int, int, int, bool]] = []  # row, deal, player, whether they won
        won: dict[int, tuple[str | int, int]] = {}
        read: dict[int, Hands] = {}
        numbers = scored.rows.tolist()
        winner_by_deal = scored.winners.tolist()
        for place, (number, winner) in enumerate(zip(numbers, winner_by_deal, strict=True)):
            winners = _winners(scored, place, winner)
            hands, board = scored.hands(place)
            text = self._winners_text(winners, winner)
            for player, rows in self.deals.deals[number].rows.items():
                is_winner = player + 1 in winners
                for row in rows:
                    results.append((row, place, player, is_winner))
                    read[row] = [hands[player]], board
                    if is_winner:
                        won[row] = text, winner
        order = np.array(sorted(results), np.int32).reshape(-1, 4)
        rows_in_order, places, players, marks = order.T
        problems: dict[int, CellError] = {}
        for number, error in scored.problems.items():
            for rows in self.deals.deals[number].rows.values():
                problems.update(dict.fromkeys(rows, error))
        beside = Scored(
            rows_in_order,
            scored.values[places, players].reshape(-1, 1),
            marks.astype(np.int8),
            problems,
            rest={row: [] for row in problems},
            read=read,
        )
        layout = replace(
            self.sheet_layout,
            won=won,
            names=self.layout.names,
        )
        return layout, beside

    def _winners_text(
        self,
        winners: Sequence[int],
        winner: int,
    ) -> str | int:
        """Return the names of the winners, or the winner's number where players have no names."""
        if not self.layout.names:
            return winner
        names = [self.deals.names[player - 1] for player in winners]
        return BETWEEN.join(names)


def _winners(
    scored: Scored,
    place: int,
    winner: int,
) -> list[int]:
    """Return the players, from 1 on, who won or tied in a good row."""
    if winner == 0:
        return scored.level(place)
    return [winner] if winner > 0 else []


def _common(
    grid: Grid,
    rows: Sequence[int],
    column: int,
) -> PlacedCell:
    """Return the board of a deal in one of its columns.

    It is the longest one with which all rows agree, else an error.
    """
    boards: dict[tuple[int | str, ...], PlacedCell] = {}
    for row in rows:
        cell = grid.cell(row, column)
        if not is_blank(cell):
            cards = cards_in(cell) or (str(cell),)
            boards.setdefault(cards, (cell, (row, column)))
    if not boards:
        return None, (rows[0], column)
    longest = max(boards, key=len)
    if all(board == longest[: len(board)] for board in boards):
        return boards[longest]
    different = [f"{quoted(str(cell))} in {a1(*place)}" for cell, place in boards.values()]
    error = CardError(f"the board of one deal is {' and '.join(different)}")
    _, place = boards[longest]
    return error, place
