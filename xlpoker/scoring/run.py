"""The one loop: from a source, its blocks scored, into a sink, with the counts.

Where the hands are was decided by the first rows of the table. What later rows hold that the first
ones did not is noted on the way, and said::

    Source --blocks--> score_block --Scored--> Counts, Check, Sink
       \\--rows below the first ones--> Later --> what is not read
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

import numpy as np

from xlpoker.errors import OptionError
from xlpoker.evaluator.payouts import Unit
from xlpoker.layout.later import Later
from xlpoker.layout.model import Layout
from xlpoker.layout.reading import Reading
from xlpoker.scoring.blocks import score_block
from xlpoker.scoring.counts import Agreement, Counts, Options, Tally, Writing
from xlpoker.scoring.detected import Detected
from xlpoker.scoring.marked_rows import remark_on_rows
from xlpoker.scoring.model import Block, Scored, joined
from xlpoker.scoring.money_tally import add_money
from xlpoker.scoring.remarks import board_remarks, check_game_cell, run_remarks, runs_in
from xlpoker.scoring.sources import Source
from xlpoker.scoring.tally import tally_of

if TYPE_CHECKING:
    from xlpoker.scoring.check import Check

__all__ = ["MemorySink", "Output", "Progress", "Sink", "run"]

MOST_LISTED = 1000
"""So many bad rows are listed of an input that cannot be read twice; the others are only counted."""
Progress = Callable[[int, int], None]


class Sink:
    """A destination of results: a context manager that leaves nothing behind without `finish`.

    This one keeps nothing.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def take(self, block: Block, scored: Scored) -> None:
        """Take a block with its results: write it at once, or keep it until `finish`."""

    def finish(self) -> list[str]:
        """Complete the output; return warnings."""
        return []


class Output(NamedTuple):
    """Where results are written, and how.

    Every writing sink is made from this, the source, the table and the layout. `force` lifts limits
    of size and allows losses.
    """

    target: Path
    writing: Writing
    options: Options
    force: bool = False
    progress: Progress | None = None


AnySink = TypeVar("AnySink", bound=Sink)


class MemorySink(Sink):
    """A sink that keeps the outcome of all rows in memory; with `codes` the cards, too."""

    def __init__(self, *, codes: bool = False) -> None:
        self._codes = codes
        self._blocks: list[Scored] = []

    def take(self, block: Block, scored: Scored) -> None:  # noqa: ARG002 - as the protocol has it
        """Keep the outcome of a block."""
        if not self._codes:
            further = [_without_cards(part) for part in scored.further]
            scored = replace(_without_cards(scored), further=tuple(further))
        rest = {row: scored.rest[row] for row in scored.problems}
        self._blocks.append(replace(scored, rest=rest))

    @property
    def scored(self) -> Scored:
        """The outcome of all blocks as one; no further block is taken."""
        if len(self._blocks) != 1:
            self._blocks = [joined(self._blocks)]
        return self._blocks[0]


def _without_cards(scored: Scored) -> Scored:
    """Return the outcome of a block without the cards of its rows."""
    return replace(scored, codes=[], read={})


def run(
    source: Source,
    detected: Detected,
    sink: Sink,
    options: Options,
    progress: Progress | None = None,
) -> Counts:
    """Take all rows of a table through scoring into a sink; return the counts.

    Raises `LayoutError` where there are no hands after all, and whatever source and sink raise.
    """
    progress = progress or _no_progress
    # a file that cannot be read again may be of any length
    is_limited = not detected.table.ended and not source.rereads
    most_problems = MOST_LISTED if is_limited else None
    table_run = _Run(detected, options, most_problems)
    with sink:
        blocks = source.blocks(detected.table, detected.layout, options)
        for place, block in blocks:
            scored = table_run.score(block)
            sink.take(block, scored)
            progress(min(place, source.size), source.size)
        progress(source.size, source.size)
        detected.check_hands(table_run.tally.rows)
        warnings = sink.finish()
    remarks = board_remarks(detected.grid, detected.layout)
    return table_run.counts(str(source.path), [*warnings, *remarks])


def _no_progress(_place: int, _size: int) -> None:
    """Show nothing."""


class _Run:
    """Everything that is counted and noted while the blocks of a table are scored.

    `score` takes block after block; `counts` returns the sum, once all were taken.
    """

    def __init__(self, detected: Detected, options: Options, most_problems: int | None) -> None:
        self.detected = detected
        self.options = options
        self.most_problems = most_problems
        self.check = _check_of(detected, options)
        self.agreement = Agreement()
        self.tally = _tally_before(detected.layout)
        self.marked_rows: Counter[str] = Counter()
        self.runs: Counter[int] = Counter()
        self.last_row = -1

    @cached_property
    def unit(self) -> Unit:
        """The least amount that is paid out, where there are stakes."""
        return Unit.of(self.options.unit)

    def score(self, block: Block) -> Scored:
        """Score a block, and count it; no more than `most_problems` are listed in all blocks."""
        layout = self.detected.layout
        scored = score_block(block, layout, self.options)
        if layout.stake_columns and len(scored.rows):
            from xlpoker.scoring.stakes import pay_out

            scored = pay_out(block, scored, layout, self.unit)
        if self.check is not None:
            self.check.take(block, scored, self.agreement)
        tally = tally_of(scored, self.options.rule, layout.labels, self._room_for_problems())
        if layout.stake_columns:
            add_money(tally, scored, layout.labels, self.unit)
        self.tally.add(tally)
        self._count_further_boards(scored)
        last_good_row = scored.rows[-1:].tolist()
        last_rows = [self.last_row, *last_good_row, *scored.problems]
        self.last_row = max(last_rows)
        self._count_marked_rows(block, scored)
        self._count_runs(block, scored)
        if self.detected.later is not None:
            self._note_later_rows(block, scored, self.detected.later)
        return scored

    def _room_for_problems(self) -> int | None:
        """Return how many more bad rows are listed; None where all are."""
        if self.most_problems is None:
            return None
        listed = len(self.tally.errors)
        return max(self.most_problems - listed, 0)

    def _count_further_boards(self, scored: Scored) -> None:
        """Count the showdowns on further boards, each by itself."""
        game = self.options.rule
        labels = self.detected.layout.labels
        for number, part in enumerate(scored.further, start=2):
            tally = tally_of(part, game, labels)
            self.tally.add_board(tally)
            if len(part.rows):
                self.runs[number] += len(part.rows)

    def _count_marked_rows(self, block: Block, scored: Scored) -> None:
        """Count the rows that are hidden, or struck out, and count all the same."""
        marked = block.marked
        if not marked:
            return
        counted = {*scored.rows.tolist(), *scored.problems}
        struck = marked.struck_in(self.detected.layout.columns)
        self.marked_rows["hidden"] += len(marked.hidden & counted)
        self.marked_rows["struck-out"] += len(struck & counted)

    def _count_runs(self, block: Block, scored: Scored) -> None:
        """Count the rows of each board where hands of a history have several."""
        column = self.detected.layout.run_column
        if column is None:
            return
        counted = [*scored.rows.tolist(), *scored.problems]
        rows = sorted(counted)
        places = np.searchsorted(block.numbers, rows).tolist()
        window = block.window(places)
        cells = [window.cell(row, column) for row in rows]
        self.runs += runs_in(cells)

    def _note_later_rows(self, block: Block, scored: Scored, later: Later) -> None:
        """Note what the rows below the first ones hold that is not read."""
        searched = later.searched_rows
        is_below = len(block.numbers) > 0 and block.numbers[-1] >= searched
        if not is_below:
            return
        self._check_later_games(block, scored, searched)
        new_columns = block.first_filled(later.filled_columns, searched, scored.titles)
        for column, row in new_columns.items():
            later.column_begins(column, row, block.value(row, column))
        for row, text in scored.titles.items():
            if row >= searched and text:
                later.row_of_text(row, scored.rest[row])

    def _check_later_games(self, block: Block, scored: Scored, searched: int) -> None:
        """Raise `LayoutError` for a row below the searched ones that is not of the game.

        Its column *Game* names another game, or one that is not scored.
        """
        reading = self.detected.reading
        if not reading.game_columns:
            return
        rows = [row for row in scored.rows.tolist() if row >= searched]
        places = np.searchsorted(block.numbers, rows).tolist()
        window = block.window(places)
        for column in reading.game_columns:
            for row in rows:
                cell = window.cell(row, column)
                address = window.address_of(row, column)
                check_game_cell(cell, address, reading.game)

    def counts(self, file: str, warnings: list[str]) -> Counts:
        """Return the counts of all rows that were taken."""
        detected = self.detected
        agreement = {} if self.check is None else vars(self.agreement)
        return Counts(
            file,
            detected.grid.sheet,
            names=list(detected.layout.names),
            layout=detected.layout,
            game=self.options.rule,
            reading=self._completed_reading(),
            warnings=warnings,
            why=detected.why,
            **vars(self.tally),
            **agreement,
        )

    def _completed_reading(self) -> Reading:
        """Return the reading with the last row, and with what later rows hold."""
        reading = self.detected.reading
        if self.detected.later is not None:
            reading = self.detected.later.reading(self.last_row)
        if self.detected.layout.stake_columns:
            reading = reading.with_stakes(self.detected.layout.stake_columns)
        warnings = [*reading.warnings]
        for mark, rows in self.marked_rows.items():
            warnings += remark_on_rows(rows, mark, "counted")
        warnings += run_remarks(self.runs)
        return reading._replace(warnings=tuple(warnings))


def _check_of(detected: Detected, options: Options) -> Check | None:
    """Return the check of a dealer's column, if one is asked for."""
    if options.check is None:
        return None
    from xlpoker.scoring.check_hands import check_of

    layout = detected.layout
    if layout.further_boards:
        raise OptionError(
            "--check compares one winner a row, but there are several boards; name one of them:"
            ' --hands "Anna=A2:A9,Ben=B2:B9,board=C2:C9"'
        )
    return check_of(detected.grid, layout, options.check, layout, options.scale)


def _tally_before(layout: Layout) -> Tally:
    """Return the tally of no rows: what can be counted is 0, else None or empty."""
    hands = len(layout.hands)
    tally = Tally()
    if hands > 1:
        tally.players = [0] * hands
    if layout.board is not None:
        tally.no_showdown = 0
    return tally
