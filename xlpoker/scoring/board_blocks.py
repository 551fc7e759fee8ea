"""The outcome of a block whose rows have several boards: the showdowns on each, put together.

::

    board 1    rows 2 3 4 5 6    good 2 3 4 6    bad 5
    board 2    rows 2   4   6    good 2 4        bad 6    blank in 3 and 5
               all               good 2 3 4      bad 5 6  further: board 2 in rows 2 and 4
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from xlpoker.errors import CellError
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.layout.grid import Area
from xlpoker.layout.model import Layout
from xlpoker.scoring.model import Block, Codes, Marks, Numbers, Scored
from xlpoker.scoring.run_twice import fault_of_boards

__all__ = ["on_all_boards"]

CodesOf = Callable[[Area], Codes]
Score = Callable[[Layout], Scored]


def on_all_boards(block: Block, layout: Layout, codes_of: CodesOf, score: Score) -> Scored:
    """Return the outcome of a block on the first board, with those on the others as `further`.

    `codes_of` gives the codes of an area in all rows of the block, `score` the outcome with a
    layout that has one board.
    """
    first = score(layout.on_board(0))
    further: list[Scored] = []
    problems = {**first.problems}
    rest = {**first.rest}
    for number in range(1, len(layout.boards)):
        scored = score(_without_blank_boards(block, layout, codes_of, number))
        faults = _faults(block, layout, first, scored, number)
        for row, error in {**scored.problems, **faults}.items():
            problems.setdefault(row, error)
            rest.setdefault(row, _cells_of(block, row))
        further.append(scored)
    is_good = ~np.isin(first.rows, list(problems))
    whole = replace(first.chosen(is_good), problems=problems, rest=rest)
    return replace(whole, further=tuple(_compared(part, whole) for part in further))


def _without_blank_boards(block: Block, layout: Layout, codes_of: CodesOf, number: int) -> Layout:
    """Return the layout of the showdowns on a further board, without the rows in which it is blank."""
    on_board = layout.on_board(number)
    codes = codes_of(layout.boards[number])
    is_blank = (codes == MISSING).all(axis=1)
    blank_rows = block.numbers[is_blank].tolist()
    skipped_rows = {*layout.skipped_rows, *blank_rows}
    return replace(on_board, skipped_rows=tuple(sorted(skipped_rows)))


def _faults(
    block: Block, layout: Layout, first: Scored, scored: Scored, number: int
) -> dict[int, CellError]:
    """Return what is wrong with the boards of rows in which one of them is not full."""
    cards_on_first = dict(zip(first.rows.tolist(), _cards_on_board(first), strict=True))
    faults: dict[int, CellError] = {}
    cards_by_row = zip(scored.rows.tolist(), _cards_on_board(scored), strict=True)
    for row, cards in cards_by_row:
        fault = fault_of_boards(layout, [cards_on_first.get(row, cards), cards], number)
        if fault is None:
            continue
        window = block.window([_place(block, row)])
        faults[row] = fault.error(window, row)
    return faults


def _cards_on_board(scored: Scored) -> list[int]:
    """Return how many cards the board of each good row has."""
    if scored.codes:
        cards: list[int] = (scored.codes[-1] < BAD).sum(axis=1).tolist()
    else:
        cards = [0] * len(scored.rows)
    for index, row in enumerate(scored.rows.tolist()):
        if row in scored.read:
            _, board = scored.read[row]
            cards[index] = len(board)
    return cards


def _cells_of(block: Block, row: int) -> list[object]:
    """Return the cells of a row."""
    return block.window([_place(block, row)]).row(row)


def _place(block: Block, row: int) -> int:
    """Return the index of a row in a block."""
    return int(np.searchsorted(block.numbers, row))


def _compared(part: Scored, whole: Scored) -> Scored:
    """Return the outcome on a further board, in good rows where something stands on that board."""
    is_good: Marks = np.isin(part.rows, whole.rows)
    cards: Numbers = np.array(_cards_on_board(part), np.int64)
    chosen = part.chosen(is_good & (cards > 0))
    return replace(chosen, problems={}, titles={}, rest={})
