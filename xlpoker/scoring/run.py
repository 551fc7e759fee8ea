"""The run through a table: its blocks as one outcome, the counts, and the proof that all rows go on like the first.

The first rows of a table say where the hands are. While the other rows are scored, what does not fit is noted: cards in further
columns, rows without hands. At the end the layout is looked for once more in the first rows, the last ones and all noted rows
with their neighbours; it must be the same, or the table is read as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from xlpoker.errors import CellError, PokerError
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import Grid
from xlpoker.scoring.check import Check
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.model import Block, NotPlainError, Scored, empty
from xlpoker.scoring.score import score_block

__all__ = ["MOST_ODD", "Run"]

MOST_ODD = 250_000
"""Rows without a value that may be kept, half a kilobyte each."""
MOST_PROVED = 1 << 23
"""Rows of which it is proved that they go on like the first: beyond, the proof would need more memory than it is worth."""
BLANKS = 5
"""Blank rows that stand for a gap of any size between two kept rows."""


@dataclass(slots=True)
class Run:
    """The blocks so far; `take` is given every block in order, then `finish` proves what the first rows said.

    `open_end` tells that the hands go on below the last row of the layout. With `keep_codes` the outcome holds the cards of
    all hands, for scales and reports that need them; `check` compares a column with the winners. Without `keep_values`, for tables of any length, it holds the numbers of rows, and
    beyond `MOST_ODD` and `MOST_PROVED` the rows are taken as they come.
    """

    layout: Layout
    options: Options
    open_end: bool = False
    keep_codes: bool = False
    keep_values: bool = True
    check: Check | None = None
    blocks: list[Scored] = field(default_factory=list)
    problems: dict[int, CellError] = field(default_factory=dict)
    rest: dict[int, list[Any]] = field(default_factory=dict)
    bad: dict[int, list[Any]] = field(default_factory=dict)
    outside: dict[int, int] = field(default_factory=dict)
    rows: int = 0

    def take(self, block: Block) -> Scored:
        """Score a block."""
        scored = score_block(block, self.layout, self.options, open_end=self.open_end)
        if self.check is not None:
            self.check.take(block, scored, self.layout.sheet)
        if not self.keep_codes:
            scored.codes, scored.read = [], {}
        self.problems |= scored.problems
        if self.open_end:
            self.rest |= scored.rest
            for column, count in enumerate(np.bincount(block.cards_outside(self.layout.areas)).tolist()):
                self.outside[column] = self.outside.get(column, 0) + count
        if self.keep_values:
            self.bad |= {row: scored.rest[row] for row in scored.problems}
            self.blocks.append(scored)
            return scored
        self.blocks.append(Scored(scored.rows, scored.values[:0], scored.winners[:0]))  # all that the proof needs
        self.rows += len(scored.rows) + len(scored.problems)
        if self.open_end and (len(self.rest) > MOST_ODD or self.rows > MOST_PROVED):
            self.open_end, self.layout = False, replace(self.layout, last=1 << 62)
        if not self.open_end:
            for kept in (self.rest, self.blocks, self.problems):
                kept.clear()
        return scored

    def scored(self) -> Scored:
        """Return all blocks as one; no more blocks are taken."""
        if len(self.blocks) != 1:
            self.blocks[:] = [joined(self.blocks, len(self.layout.hands))]
        whole = self.blocks[0]
        whole.problems, whole.rest = self.problems, self.bad
        return whole

    def count(self, counts: Counts) -> None:
        """Add all rows to the counts."""
        counts.no_showdown = 0 if self.layout.board else None
        counts.add(self.scored())
        if self.check is not None:
            self.check.count(counts)

    def finish(self, head: Grid, located: Callable[[Grid], Layout | None]) -> None:
        """Drop what stands below the hands; raise `NotPlainError` where there is more than the first rows showed.

        `located` finds the layout of a grid.
        """
        if not self.open_end:
            return
        rows = self.scored().rows
        total = len(rows) + len(self.problems)
        if not total or any(10 * count >= total for count in self.outside.values()):
            raise NotPlainError
        grid, numbers = self._condensed(head)
        try:
            found = located(grid)
        except PokerError as error:
            raise NotPlainError from error
        known = self.layout
        if found is None or (found.first, found.hands, found.board) != (known.first, known.hands, known.board):
            raise NotPlainError
        last = numbers[min(found.last, len(numbers) - 1)]
        if (len(rows) and rows[-1] > last) or any(numbers[high] >= len(head.rows) for _, high in found.gaps):
            raise NotPlainError
        self.problems = {row: error for row, error in self.problems.items() if row <= last}

    def _condensed(self, head: Grid) -> tuple[Grid, list[int]]:
        """Return the table without most of its good rows, and the number of each row that is left."""
        good = self.scored().rows
        sample = next((head.rows[row] for row in good[: len(head.rows)].tolist() if row < len(head.rows)), None)
        if sample is None:
            raise NotPlainError
        there = good
        odd = np.sort(np.fromiter(self.rest, np.int32, len(self.rest)))
        there = np.insert(good, np.searchsorted(good, odd), odd)
        there = there[np.searchsorted(there, len(head.rows)) :]
        marks = np.flatnonzero(np.diff(there) != 1) + 1  # behind a gap
        marks = np.append(marks, np.searchsorted(there, odd[odd >= len(head.rows)]))
        first = [0] if len(there) and there[0] != len(head.rows) else []
        kept = np.unique(np.concatenate([marks - 1, marks, marks + 1, first, [len(there) - 1]])).astype(np.int64)
        kept = kept[(kept >= 0) & (kept < len(there))]
        before = np.where(kept > 0, there[kept - 1], len(head.rows) - 1)
        rows, numbers = list(head.rows), list(range(len(head.rows)))
        for row, gap in zip(there[kept].tolist(), (there[kept] - before - 1).tolist(), strict=True):
            for blank in range(min(gap, BLANKS)):
                rows.append([])
                numbers.append(row - gap + blank)
            rows.append(self.rest.get(row, sample))
            numbers.append(row)
        return Grid(head.sheet, rows), numbers


def joined(blocks: Sequence[Scored], players: int) -> Scored:
    """Return some blocks as one; their parts are let go of as they are joined."""
    whole = empty(players)
    if not blocks:
        return whole
    sizes = {block.cards for block in blocks if len(block.rows)}
    whole.cards = sizes.pop() if len(sizes) == 1 else 0
    for name in ("rows", "values", "winners"):
        setattr(whole, name, np.concatenate([getattr(block, name) for block in blocks]))
        for block in blocks:
            setattr(block, name, None)
    if all(block.codes for block in blocks):
        whole.codes = [_stacked(codes) for codes in zip(*[block.codes for block in blocks], strict=True)]
    for block in blocks:
        whole.read |= block.read
    whole.board = blocks[0].board
    return whole


def _stacked(codes: Sequence[Any]) -> Any:
    """Return codes of several blocks as one array, as wide as the widest: hands in cells differ in their cards."""
    width = max(one.shape[1] for one in codes)
    filled = [np.pad(one, ((0, 0), (0, width - one.shape[1])), constant_values=255) for one in codes]
    return np.concatenate(filled)
