"""Scores a block: the batch kernel values its good rows, and `rows` reads the others one by one.

| 5H | 5C | 6S | 7S | KD |    codes 14 12 19 23 45  -> values 1423 ..     an array for all rows
| 5H | 5X | 6S | 7S | KD |    codes 14 BAD ..       -> '5X' is not a card, and why
| Saturday               |    codes BAD MISSING ..  -> a title
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.errors import PokerError
from xlpoker.evaluator.batch.games import game_showdown
from xlpoker.evaluator.batch.kernel import BAD, MISSING, Showdown, showdown
from xlpoker.layout.grid import Area
from xlpoker.layout.model import ENDLESS, Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.encoded import encoded_codes
from xlpoker.scoring.model import Block, Codes, Scored, empty, names_in_rows
from xlpoker.scoring.rows import GoodRow, RowReader, SingleRows, one_by_one

__all__ = ["score_block"]

MOST_PLAYERS = 100
"""The most hands of a row that the kernel compares: winners are numbers of eight bits."""
Numbers = npt.NDArray[Any]
Marks = npt.NDArray[np.bool_]


class _Arrays(NamedTuple):
    """Codes, values and winners of some rows; the winner is -1 where the kernel has no answer."""

    codes: list[Codes]
    values: Numbers
    winners: Numbers


class _Part(NamedTuple):
    """The rows of a block from `low` up to `high`, those of the hands by their numbers."""

    block: Block
    low: int
    high: int

    @property
    def numbers(self) -> Numbers:
        """The numbers of the rows in the sheet."""
        return self.block.numbers[self.low : self.high]

    def codes(self, area: Area) -> Codes:
        """Return the codes in an area of the rows."""
        return self.block.codes(area, self.low, self.high)


def score_block(block: Block, layout: Layout, options: Options) -> Scored:
    """Return the outcome of the rows of a block that belong to the hands; blank rows are skipped.

    Raises `OptionError` for an unknown game, joker rule or encoding; everything that is wrong with
    a row is in the outcome.
    """
    part = _part_with_hands(block, layout)
    if part.low >= part.high:
        return empty(len(layout.hands))
    arrays = _arrays(part, layout, options)
    is_chosen = _chosen(part.numbers, layout)
    is_good = is_chosen & (arrays.winners >= 0)
    single = SingleRows()
    if not is_good.all():
        is_odd = is_chosen & ~is_good & _is_filled(part, arrays.codes)
        single = _single_rows(part, np.flatnonzero(is_odd), layout, options)
        arrays, is_good = _with_single_rows(arrays, is_good, part.numbers, single.good)
        arrays = _Arrays(
            [codes[is_good] for codes in arrays.codes],
            arrays.values[is_good],
            arrays.winners[is_good],
        )
    rows = part.numbers[is_good].astype(np.int32)
    return Scored(
        rows,
        arrays.values,
        _winners(arrays.winners, layout),
        single.problems,
        single.titles,
        single.rest,
        arrays.codes,
        read={row: outcome.cards for row, outcome in single.good.items()},
        seated=names_in_rows(block, rows, layout.name_columns),
        board=layout.board is not None,
    )


def _part_with_hands(block: Block, layout: Layout) -> _Part:
    """Return the rows of a block from the first to the last row of the hands."""
    low = int(np.searchsorted(block.numbers, layout.first))
    high = len(block.numbers)
    if layout.last < ENDLESS:
        high = int(np.searchsorted(block.numbers, layout.last + 1))
    return _Part(block, low, high)


def _chosen(numbers: Numbers, layout: Layout) -> Marks:
    """Tell which rows are not left out by ``--skip``."""
    if not layout.skipped_rows:
        return np.ones(len(numbers), np.bool_)
    return ~np.isin(numbers, layout.skipped_rows)


def _is_filled(part: _Part, codes: list[Codes]) -> Marks:
    """Tell which rows may hold anything."""
    is_filled = part.block.held(part.low, part.high)
    for hand in codes:
        is_filled = is_filled | (hand != MISSING).any(axis=1)
    return is_filled


def _single_rows(
    part: _Part, places: npt.NDArray[np.intp], layout: Layout, options: Options
) -> SingleRows:
    """Read the rows at some places of a part one by one."""
    if not len(places):
        return SingleRows()
    window = part.block.window((places + part.low).tolist())
    reader = RowReader(window, layout, options)
    return one_by_one(reader, part.numbers[places].tolist())


def _with_single_rows(
    arrays: _Arrays, is_good: Marks, numbers: Numbers, single: dict[int, GoodRow]
) -> tuple[_Arrays, Marks]:
    """Return the arrays and the marks of good rows with those that were read one by one.

    Values of fewer than five cards are no whole numbers.
    """
    if not single:
        return arrays, is_good
    places = np.searchsorted(numbers, list(single))
    new_values = np.array([row.values for row in single.values()], np.float64)
    values, winners, marks = arrays.values.copy(), arrays.winners.copy(), is_good.copy()
    has_fractions = (new_values != np.floor(new_values)).any()
    if has_fractions:
        values = values.astype(np.float64)
    values[places] = new_values
    winners[places] = [row.winner for row in single.values()]
    marks[places] = True
    return _Arrays(arrays.codes, values, winners), marks


def _winners(winners: Numbers, layout: Layout) -> Numbers:
    """Return the winners of rows; with one hand in each row nobody wins."""
    if len(layout.hands) > 1:
        return winners
    return np.minimum(winners, 0).astype(np.int8)


def _arrays(part: _Part, layout: Layout, options: Options) -> _Arrays:
    """Return codes, values and winners as the kernel gives them, where it can."""
    if len(layout.hands) > MOST_PLAYERS or layout.has_lines:
        return _no_arrays(part, layout)
    codes = _codes_of_areas(part, layout, options)
    try:
        outcome = _showdown(codes, layout, options)
    except PokerError:
        # the number of cards, which is the same in every row: reading them says what is wrong
        return _no_arrays(part, layout)
    is_odd = _has_other_sizes(layout, options, codes)
    winners = np.where(is_odd, -1, outcome.winners)
    return _Arrays(codes, outcome.values, winners)


def _no_arrays(part: _Part, layout: Layout) -> _Arrays:
    """Return arrays without an answer for any row."""
    rows = part.high - part.low
    values = np.zeros((rows, len(layout.hands)), np.uint16)
    return _Arrays([], values, np.full(rows, -1, np.int16))


def _showdown(codes: list[Codes], layout: Layout, options: Options) -> Showdown:
    """Return the values and winners of hands by the rules of the game; the board is the last."""
    hands, board = codes, None
    if layout.board is not None:
        hands, board = codes[:-1], codes[-1]
    if options.rule == "five-card":
        return showdown(hands, options.jokers)
    return game_showdown(options.rule, board, *hands, jokers=options.jokers)


def _has_other_sizes(layout: Layout, options: Options, codes: list[Codes]) -> Marks:
    """Tell which rows have a hand, or a board, of another size; these are read one by one."""
    is_odd = np.zeros(len(codes[0]), np.bool_)
    if layout.size > 1 and options.rule != "omaha":
        for area, hand in zip(layout.hands, codes, strict=False):
            if area.first == area.last:
                cards = (hand < BAD).sum(axis=1)
                is_odd |= (cards != layout.size) & (cards > 0)
    board = layout.board
    if board is not None and board.last > board.first:
        is_odd |= (codes[-1] < BAD).sum(axis=1) < layout.board_cards
    return is_odd


def _codes_of_areas(part: _Part, layout: Layout, options: Options) -> list[Codes]:
    """Return the codes of each hand, and of the board."""
    block = part.block
    if options.cards is not None and not block.reads_numbers:
        return encoded_codes(block, layout.areas, options.cards, part.low, part.high)
    return [_codes(part, area, layout) for area in layout.areas]


def _codes(part: _Part, area: Area, layout: Layout) -> Codes:
    """Return the codes of an area, column by column where others stand between."""
    most = layout.board_cards if area == layout.board else layout.size
    has_full_cells = not layout.several.isdisjoint(area.columns)
    if most and area.last > area.first and has_full_cells:
        return _codes_in_a_run(part, area, most)
    if not area.apart or part.block.reads_numbers:
        return part.codes(area)
    columns = []
    for column in area.apart:
        cells = part.codes(Area(column, column))
        has_more = (cells[:, 1:] < MISSING).any(axis=1)
        columns.append(np.where(has_more, BAD, cells[:, 0]))
    return np.stack(columns, axis=1)


def _codes_in_a_run(part: _Part, area: Area, most: int) -> Codes:
    """Return the codes of columns with several cards in a cell as one run of at most so many.

    Such columns are *Flop* | *Turn* | *River*. A row with more cards begins with `BAD`.
    """
    cells = [part.codes(Area(column, column)) for column in area.columns]
    codes = np.hstack(cells)
    is_missing = codes == MISSING
    # the cards of each row to the left, in their order
    order = np.argsort(is_missing, axis=1, kind="stable")
    codes = np.take_along_axis(codes, order, axis=1)
    has_more = (codes[:, most:] != MISSING).any(axis=1)
    codes[has_more, 0] = BAD
    return np.ascontiguousarray(codes[:, :most])
