"""Scores a block: the batch kernel values its good rows, and `rows` reads the others one by one.

| 5H | 5C | 6S | 7S | KD |    codes 14 12 19 23 45  -> values 1423 ..     an array for all rows
| 5H | 5X | 6S | 7S | KD |    codes 14 BAD ..       -> '5X' is not a card, and why
| Saturday               |    codes BAD MISSING ..  -> a title
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from xlpoker.errors import PokerError
from xlpoker.evaluator.batch.games import game_showdown
from xlpoker.evaluator.batch.kernel import BAD, MISSING, Showdown, showdown
from xlpoker.evaluator.games import HIGH_LOW, OMAHA_GAMES
from xlpoker.layout.grid import Area
from xlpoker.layout.model import ENDLESS, Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.encoded import encoded_codes
from xlpoker.scoring.halves import HIGH_WINNERS, NO_PART
from xlpoker.scoring.model import Block, Codes, Marks, Numbers, Scored, empty, names_in_rows
from xlpoker.scoring.rows import GoodRow, RowReader, SingleRows, one_by_one
from xlpoker.scoring.single_rows import NO_SHOWDOWN

__all__ = ["score_block"]

MOST_PLAYERS = 100
"""The most hands of a row that the kernel compares: winners are numbers of eight bits."""


class _Arrays(NamedTuple):
    """Codes, values and winners of some rows; the winner is -1 where the kernel has no answer.

    `lows` are the values of the low hands where the pot is halved.
    """

    codes: list[Codes]
    values: Numbers
    winners: Numbers
    lows: Numbers | None

    def chosen(self, is_chosen: Marks) -> _Arrays:
        """Return some of the rows."""
        codes = [hand[is_chosen] for hand in self.codes]
        lows = None if self.lows is None else self.lows[is_chosen]
        return _Arrays(codes, self.values[is_chosen], self.winners[is_chosen], lows)


class _Part(NamedTuple):
    """The rows of a block from `low` up to `high`, which belong to the hands of a layout."""

    block: Block
    layout: Layout
    options: Options
    low: int
    high: int

    @property
    def numbers(self) -> Numbers:
        """The numbers of the rows in the sheet."""
        return self.block.numbers[self.low : self.high]

    def codes(self, area: Area) -> Codes:
        """Return the codes in an area of the rows."""
        return self.block.codes(area, self.low, self.high)

    def codes_by_column(self, columns: Sequence[int]) -> list[Codes]:
        """Return the codes in each of some columns, one or several cards a cell."""
        areas = [Area(column, column) for column in columns]
        return [self.codes(area) for area in areas]


def score_block(block: Block, layout: Layout, options: Options) -> Scored:
    """Return the outcome of the rows of a block that belong to the hands; blank rows are skipped.

    Raises `OptionError` for an unknown game, joker rule or encoding; everything that is wrong with
    a row is in the outcome.
    """
    part = _part_with_hands(block, layout, options)
    if part.low >= part.high:
        return empty(len(layout.hands))
    arrays = _arrays(part)
    is_chosen = _is_chosen(part)
    is_good = is_chosen & (arrays.winners >= 0)
    single = SingleRows()
    if not is_good.all():
        is_odd = is_chosen & ~is_good & _is_filled(part, arrays.codes)
        single = _single_rows(part, is_odd)
        arrays = _with_single_rows(arrays, part.numbers, single.good)
        is_good |= np.isin(part.numbers, list(single.good))
        arrays = arrays.chosen(is_good)
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
        lows=arrays.lows,
        shares=_share_ids(arrays),
    )


def _share_ids(arrays: _Arrays) -> Numbers | None:
    """Return the id of each player's share of the pot in rows with a pot that is halved."""
    values, lows, winners = arrays.values, arrays.lows, arrays.winners
    if lows is None:
        return None
    best = values.max(axis=1, initial=0, keepdims=True)
    best_low = lows.max(axis=1, initial=0, keepdims=True)
    wins_high = (values == best) & (values > 0)
    wins_low = (lows == best_low) & (lows > 0)
    of_high = np.where(wins_high, wins_high.sum(axis=1, keepdims=True), 0)
    of_low = np.where(wins_low, wins_low.sum(axis=1, keepdims=True), 0)
    of_low = np.where(best_low > 0, of_low, of_high)
    share_ids = np.where(values > 0, NO_PART + HIGH_WINNERS * of_high + of_low, 0)
    share_ids[winners == NO_SHOWDOWN] = 0
    # everybody else folded before the board was dealt
    alone = np.flatnonzero((best[:, 0] == 0) & (winners > 0))
    share_ids[alone, winners[alone] - 1] = NO_PART + HIGH_WINNERS + 1
    return share_ids.astype(np.uint16)


def _part_with_hands(block: Block, layout: Layout, options: Options) -> _Part:
    """Return the rows of a block from the first to the last row of the hands."""
    low = int(np.searchsorted(block.numbers, layout.first))
    high = len(block.numbers)
    if layout.last < ENDLESS:
        high = int(np.searchsorted(block.numbers, layout.last + 1))
    return _Part(block, layout, options, low, high)


def _is_chosen(part: _Part) -> Marks:
    """Tell which rows are not left out by ``--skip`` or ``--visible``."""
    left_out = part.layout.skipped_rows
    numbers = part.numbers
    if left_out and len(numbers):
        low = bisect_left(left_out, int(numbers[0]))
        high = bisect_right(left_out, int(numbers[-1]))
        left_out = left_out[low:high]
    if not left_out:
        return np.ones(len(numbers), np.bool_)
    return ~np.isin(numbers, left_out)


def _is_filled(part: _Part, codes: list[Codes]) -> Marks:
    """Tell which rows may hold anything."""
    is_filled = part.block.held(part.low, part.high)
    for hand in codes:
        is_filled = is_filled | (hand != MISSING).any(axis=1)
    return is_filled


def _single_rows(part: _Part, is_odd: Marks) -> SingleRows:
    """Read some rows of a part one by one."""
    if not is_odd.any():
        return SingleRows()
    places = np.flatnonzero(is_odd) + part.low
    window = part.block.window(places.tolist())
    reader = RowReader(window, part.layout, part.options)
    return one_by_one(reader, part.numbers[is_odd].tolist())


def _with_single_rows(arrays: _Arrays, numbers: Numbers, single: dict[int, GoodRow]) -> _Arrays:
    """Return the arrays with the values and winners of rows that were read one by one.

    Values of fewer than five cards are no whole numbers.
    """
    if not single:
        return arrays
    places = np.searchsorted(numbers, list(single))
    new_values = np.array([row.values for row in single.values()], np.float64)
    is_fraction = new_values != np.floor(new_values)
    values, winners = arrays.values.copy(), arrays.winners.copy()
    if is_fraction.any():
        values = values.astype(np.float64)
    values[places] = new_values
    winners[places] = [row.winner for row in single.values()]
    lows = None if arrays.lows is None else arrays.lows.copy()
    if lows is not None:
        lows[places] = [row.lows for row in single.values()]
    return _Arrays(arrays.codes, values, winners, lows)


def _winners(winners: Numbers, layout: Layout) -> Numbers:
    """Return the winners of rows; with one hand in each row nobody wins."""
    if len(layout.hands) > 1:
        return winners
    return np.minimum(winners, 0).astype(np.int8)


def _arrays(part: _Part) -> _Arrays:
    """Return codes, values and winners as the kernel gives them, where it can."""
    layout = part.layout
    if len(layout.hands) > MOST_PLAYERS or layout.has_lines:
        return _no_arrays(part)
    codes = _codes_of_areas(part)
    try:
        outcome = _showdown(part, codes)
    except PokerError:
        # the number of cards, which is the same in every row: reading them says what is wrong
        return _no_arrays(part)
    is_odd = _has_other_sizes(part, codes)
    winners = np.where(is_odd, -1, outcome.winners)
    return _Arrays(codes, outcome.values, winners, outcome.lows)


def _no_arrays(part: _Part) -> _Arrays:
    """Return arrays without an answer for any row."""
    rows, players = part.high - part.low, len(part.layout.hands)
    values = np.zeros((rows, players), np.uint16)
    winners = np.full(rows, -1, np.int16)
    lows = np.zeros_like(values) if part.options.rule == HIGH_LOW else None
    return _Arrays([], values, winners, lows)


def _showdown(part: _Part, codes: list[Codes]) -> Showdown:
    """Return the values and winners of hands by the rules of the game; the board is the last."""
    game, jokers = part.options.rule, part.options.jokers
    hands, board = codes, None
    if part.layout.board is not None:
        hands, board = codes[:-1], codes[-1]
    if game == "five-card":
        return showdown(hands, jokers)
    return game_showdown(game, board, *hands, jokers=jokers)


def _has_other_sizes(part: _Part, codes: list[Codes]) -> Marks:
    """Tell which rows have a hand, or a board, of another size; these are read one by one."""
    layout, board = part.layout, part.layout.board
    is_odd = np.zeros(len(codes[0]), np.bool_)
    if layout.size > 1 and part.options.rule not in OMAHA_GAMES:
        for area, hand in zip(layout.hands, codes, strict=False):
            if area.first == area.last:
                cards = _cards_in(hand)
                is_odd |= (cards != layout.size) & (cards > 0)
    if board is not None and board.last > board.first:
        is_odd |= _cards_in(codes[-1]) < layout.board_cards
    return is_odd


def _cards_in(codes: Codes) -> Numbers:
    """Return how many cards each row has."""
    cards: Numbers = (codes < BAD).sum(axis=1)
    return cards


def _codes_of_areas(part: _Part) -> list[Codes]:
    """Return the codes of each hand, and of the board."""
    areas, encoding = part.layout.areas, part.options.cards
    if encoding is None or part.block.reads_numbers:
        return [_codes(part, area) for area in areas]
    return encoded_codes(part.block, areas, encoding, part.low, part.high)


def _codes(part: _Part, area: Area) -> Codes:
    """Return the codes of an area, column by column where others stand between."""
    layout = part.layout
    most = layout.board_cards if area == layout.board else layout.size
    has_full_cells = not layout.several.isdisjoint(area.columns)
    if most and area.last > area.first and has_full_cells:
        return _codes_in_a_run(part, area, most)
    if not area.apart or part.block.reads_numbers:
        return part.codes(area)
    columns = []
    for cells in part.codes_by_column(area.apart):
        has_more = (cells[:, 1:] < MISSING).any(axis=1)
        codes = np.where(has_more, BAD, cells[:, 0])
        columns.append(codes)
    return np.stack(columns, axis=1)


def _codes_in_a_run(part: _Part, area: Area, most: int) -> Codes:
    """Return the codes of columns with several cards in a cell as one run of at most so many.

    Such columns are *Flop* | *Turn* | *River*. A row with more cards begins with `BAD`.
    """
    cells = part.codes_by_column(area.columns)
    codes = np.hstack(cells)
    is_missing = codes == MISSING
    # the cards of each row to the left, in their order
    order = np.argsort(is_missing, axis=1, kind="stable")
    codes = np.take_along_axis(codes, order, axis=1)
    has_more = (codes[:, most:] != MISSING).any(axis=1)
    codes[has_more, 0] = BAD
    return np.ascontiguousarray(codes[:, :most])
