"""Tables with a row for each player, whose rows columns group into deals.

    Hand id | Player | Cards                 Ann            | Ben
    7       | Ann    | 5H 5C 6S 7S KD   ->   5H 5C 6S 7S KD | 2C 3S 8S 8D TD    a row for each deal
    7       | Ben    | 2C 3S 8S 8D TD

The deals become a temporary table, which is scored like any other; messages name the cells of the
sheet. Results go beside each row of a deal, with the winner in the winners' rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from xlpoker.errors import OptionError
from xlpoker.layout.columns_text import range_of
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.layout.reading import Reading
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.deal_table import DealTable
from xlpoker.scoring.deals import Deals, deals_of
from xlpoker.scoring.detected import Detected
from xlpoker.scoring.marked_rows import NO_MARKS
from xlpoker.scoring.model import Block, GridBlock, Numbers, Scored
from xlpoker.scoring.remarks import completed_reading
from xlpoker.scoring.run import AnySink, MemorySink, Progress, run
from xlpoker.scoring.seats import SeatedBlock
from xlpoker.scoring.single_rows import Hands
from xlpoker.scoring.sources import Grids, Source, Table

__all__ = ["score_deals"]


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
    deals = deals_of(grid, detected.reading)
    deal_source = _DealSource(source.path, grid, detected, deals)
    memory = MemorySink(codes=True)
    counts = run(deal_source, deal_source.detected, memory, options, progress)
    counts = replace(counts, reading=_whole_reading(source, grid, detected, deals))
    scored = replace(memory.scored, address_of=deal_source.address_of)
    block: Block = deal_source.block
    layout = deal_source.layout
    if beside_rows:
        block = GridBlock(grid)
        layout, scored = deal_source.beside(scored)
    table = detected.table._replace(grid=grid, ended=True)
    with make_sink(source, table, layout, options) as sink:
        sink.take(block, scored)
        counts = counts.with_warnings(sink.finish())
    return layout, counts, sink


def _whole_reading(
    source: Source,
    grid: Grid,
    detected: Detected,
    deals: Deals,
) -> Reading:
    """Return the reading with what later rows hold, and with remarks on rows that are hidden."""
    reading = detected.reading
    if detected.later is not None:
        last_row = max(deal.last for deal in deals.deals)
        reading = completed_reading(detected.later, grid, deals.texts, last_row)
    marked = source.marked_rows(detected.table) or NO_MARKS
    remarks = marked.remarks_on_rows(detected.layout.columns, deals.rows)
    return reading._replace(warnings=(*reading.warnings, *remarks))


def _cannot_check(
    grid: Grid,
    reading: Reading,
) -> OptionError:
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


class _DealSource(Grids):
    """The deals of a sheet as a table: the hands of all players side by side, then the board."""

    def __init__(
        self,
        path: Path,
        grid: Grid,
        detected: Detected,
        deals: Deals,
    ) -> None:
        self.sheet_layout = detected.layout
        table = DealTable(
            grid, detected.layout, deals, has_names=detected.reading.names is not None
        )
        super().__init__(path, [table.grid])
        self.table = table
        self.address_of = table.address_of
        self.layout = table.layout
        self.block = SeatedBlock(
            table.grid, address_of=table.address_of, narrow_tables=table.narrow_tables()
        )
        reading = detected.reading._replace(
            first=0,
            last=len(table.grid.rows) - 1,
            skipped_rows=(),
            unseen_rows=(),
        )
        self.detected = Detected(Table(table.grid), reading, self.layout)

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:  # noqa: ARG002 - as the protocol has it
        """Yield all rows."""
        yield self.size, self.block

    def beside(
        self,
        scored: Scored,
    ) -> tuple[Layout, Scored]:
        """Return the layout with the winner in each winner's row, and each row's value.

        All rows of a bad deal are bad.
        """
        deals, winners = scored.rows.tolist(), scored.winners.tolist()
        beside_rows = self.table.rows_beside(deals, winners, scored.best_players)
        rows = sorted(beside_rows.deals)
        numbers = np.array(rows, np.int32)
        deals_of_rows = _looked_up(beside_rows.deals, rows)
        players = _looked_up(beside_rows.players, rows)
        is_winner = np.fromiter(map(beside_rows.won.__contains__, rows), np.int8, len(rows))
        problems = self.table.problems_beside(scored.problems)
        scored_beside = Scored(
            numbers,
            scored.values[deals_of_rows, players].reshape(-1, 1),
            is_winner,
            problems,
            rest={row: [] for row in problems},
            read=_CardsBeside(scored, numbers, deals_of_rows, players),
            lows=_beside(scored.lows, deals_of_rows, players),
            shares=_beside(scored.shares, deals_of_rows, players),
        )
        layout = replace(
            self.sheet_layout,
            won=beside_rows.won,
            names=self.layout.names,
        )
        return layout, scored_beside


@dataclass(frozen=True, eq=False)
class _CardsBeside(Mapping[int, Hands]):
    """The cards of a player and the board, by the row of the sheet; they are looked up when they are asked for.

    `rows` are the numbers of the rows, `deals` and `players` tell for each the deal and the player.
    """

    scored: Scored
    rows: Numbers
    deals: Numbers
    players: Numbers

    def __getitem__(self, row: int) -> Hands:
        index = int(np.searchsorted(self.rows, row))
        if index == len(self.rows) or self.rows[index] != row:
            raise KeyError(row)
        hands, board = self.scored.hands(int(self.deals[index]))
        player = int(self.players[index])
        return [hands[player]], board

    def __iter__(self) -> Iterator[int]:
        return iter(self.rows.tolist())

    def __len__(self) -> int:
        return len(self.rows)


def _beside(
    halves: Numbers | None,
    deals: Numbers,
    players: Numbers,
) -> Numbers | None:
    """Return the low hands, or shares, of some players in some deals, a row each."""
    return None if halves is None else halves[deals, players].reshape(-1, 1)


def _looked_up(
    numbers: Mapping[int, int],
    rows: Sequence[int],
) -> Numbers:
    """Return the numbers of some rows."""
    return np.fromiter(map(numbers.__getitem__, rows), np.int64, len(rows))
