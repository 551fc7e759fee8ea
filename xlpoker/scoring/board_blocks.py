"""The outcome of a block whose rows have several boards: the showdowns on each, put together.

::

    board 1    rows 2 3 4 5 6    good 2 3 4 6    bad 5
    board 2    rows 2   4   6    good 2 4        bad 6    blank in 3 and 5
               all               good 2 3 4      bad 5 6  further: board 2 in rows 2 and 4
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from xlpoker.errors import CellError
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.layout.grid import Area
from xlpoker.layout.model import Layout
from xlpoker.scoring.model import Block, Codes, Scored
from xlpoker.scoring.run_twice import BoardFault, fault_of_boards

__all__ = ["BoardBlock"]


class BoardBlock(NamedTuple):
    """A block of rows with several boards.

    `codes_of` gives the codes of an area in all rows of the block, `score` the outcome with a
    layout that has one board.
    """

    block: Block
    layout: Layout
    codes_of: Callable[[Area], Codes]
    score: Callable[[Layout], Scored]

    def scored(self) -> Scored:
        """Return the outcome on the first board, with those on the others as `further`."""
        first_layout = self.layout.on_board(0)
        first = self.score(first_layout)
        problems = {**first.problems}
        rest = {**first.rest}
        further: list[Scored] = []
        for number in range(1, len(self.layout.boards)):
            layout = self._without_blank_boards(number)
            scored = self.score(layout)
            faults = self._faults(first, scored, number)
            errors, cells = self._bad_rows(faults)
            problems = {**errors, **scored.problems, **problems}
            rest = {**cells, **scored.rest, **rest}
            further.append(scored)
        bad_rows = list(problems)
        is_bad = np.isin(first.rows, bad_rows)
        good = first.chosen(~is_bad)
        further_boards = tuple(_in_good_rows(scored, good) for scored in further)
        return replace(
            good,
            problems=problems,
            rest=rest,
            further=further_boards,
        )

    def _without_blank_boards(self, number: int) -> Layout:
        """Return the layout of the showdowns on a further board, without rows in which it is blank."""
        board = self.layout.boards[number]
        codes = self.codes_of(board)
        is_blank = (codes == MISSING).all(axis=1)
        blank_rows = self.block.numbers[is_blank]
        skipped_rows = {*self.layout.skipped_rows}
        skipped_rows.update(blank_rows.tolist())
        in_order = sorted(skipped_rows)
        layout = self.layout.on_board(number)
        return replace(layout, skipped_rows=tuple(in_order))

    def _faults(
        self,
        first: Scored,
        scored: Scored,
        number: int,
    ) -> dict[int, BoardFault]:
        """Return what is wrong with the boards of rows in which one of them is not full."""
        sizes_of_first = _cards_on_board(first)
        sizes = _cards_on_board(scored)
        faults: dict[int, BoardFault] = {}
        for row, size in sizes.items():
            size_of_first = sizes_of_first.get(row, size)
            both_sizes = [size_of_first, size]
            fault = fault_of_boards(self.layout, both_sizes, number)
            if fault is not None:
                faults[row] = fault
        return faults

    def _bad_rows(
        self,
        faults: Mapping[int, BoardFault],
    ) -> tuple[dict[int, CellError], dict[int, list[Any]]]:
        """Return the errors about some rows, and the cells of these rows."""
        bad_rows = list(faults)
        places = np.searchsorted(self.block.numbers, bad_rows)
        window = self.block.window(places.tolist())
        errors: dict[int, CellError] = {}
        cells: dict[int, list[Any]] = {}
        for row, fault in faults.items():
            errors[row] = fault.error(window, row)
            cells[row] = window.row(row)
        return errors, cells


def _cards_on_board(scored: Scored) -> dict[int, int]:
    """Return how many cards the board of each good row has."""
    rows = scored.rows.tolist()
    cards = dict.fromkeys(rows, 0)
    if scored.codes:
        board_codes = scored.codes[-1]
        is_card = board_codes < BAD
        counts = is_card.sum(axis=1).tolist()
        cards = dict(zip(rows, counts, strict=True))
    for row, (_, board) in scored.read.items():
        cards[row] = len(board)
    return cards


def _in_good_rows(scored: Scored, good: Scored) -> Scored:
    """Return the outcome on a further board, in good rows where something stands on that board."""
    cards = _cards_on_board(scored)
    all_rows = scored.rows.tolist()
    rows_with_board = [row for row in all_rows if cards[row]]
    rows_of_showdowns = np.intersect1d(rows_with_board, good.rows)
    is_chosen = np.isin(scored.rows, rows_of_showdowns)
    chosen = scored.chosen(is_chosen)
    return replace(chosen, problems={}, titles={}, rest={})
