"""Scores a block: the batch kernel values its good rows, and `rows` reads the others one by one.

| 5H | 5C | 6S | 7S | KD |    codes 14 12 19 23 45  -> values 1423 ..     an array for all rows
| 5H | 5X | 6S | 7S | KD |    codes 14 BAD ..       -> '5X' is not a card, and why
| Saturday               |    codes BAD MISSING ..  -> a title
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.errors import PokerError
from xlpoker.evaluator.batch.games import game_showdown
from xlpoker.evaluator.batch.kernel import BAD, MISSING, Showdown, showdown
from xlpoker.evaluator.games import HIGH_LOW
from xlpoker.layout.grid import Area
from xlpoker.layout.model import ENDLESS, Layout
from xlpoker.scoring.board_blocks import BoardBlock
from xlpoker.scoring.counts import Options
from xlpoker.scoring.deal_table import NarrowTable
from xlpoker.scoring.encoded import encoded_codes
from xlpoker.scoring.halves import HIGH_WINNERS, NO_PART
from xlpoker.scoring.model import (
    Block,
    Codes,
    GridBlock,
    Marks,
    Numbers,
    Scored,
    empty,
    names_in_rows,
)
from xlpoker.scoring.rows import GoodRow, RowReader, SingleRows, one_by_one
from xlpoker.scoring.seats import SeatedBlock, SeatedCards, SeatedCodes
from xlpoker.scoring.single_rows import NO_SHOWDOWN, Hands

__all__ = ["score_block"]

MOST_PLAYERS = 100
"""The most hands of a row that the kernel compares: winners are numbers of eight bits."""


class _Arrays(NamedTuple):
    """Codes, values and winners of some rows; the winner is -1 where the kernel has no answer.

    `lows` are the values of the low hands where the pot is halved. `read` are the cards of deals of
    some of the players, which are not in `codes`.
    """

    codes: list[Codes]
    values: Numbers
    winners: Numbers
    lows: Numbers | None
    read: SeatedCards | None = None

    def chosen(self, is_chosen: Marks) -> _Arrays:
        """Return some of the rows."""
        codes = [hand[is_chosen] for hand in self.codes]
        values = self.values[is_chosen]
        winners = self.winners[is_chosen]
        lows = None if self.lows is None else self.lows[is_chosen]
        return _Arrays(codes, values, winners, lows, self.read)


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
    if not layout.further_boards:
        return _score_rows(block, layout, options)
    part = _part_with_hands(block, layout, options)
    if part.low >= part.high:
        return empty(len(layout.hands), len(layout.boards))
    rows = len(block.numbers)
    everything = part._replace(low=0, high=rows)
    board_block = BoardBlock(
        block,
        layout,
        codes_of=lambda area: _codes_of_area(everything, area),
        score=lambda layout_of_board: _score_rows(block, layout_of_board, options),
    )
    return board_block.scored()


def _score_rows(block: Block, layout: Layout, options: Options) -> Scored:
    """Return the outcome of rows with one board, or none."""
    part = _part_with_hands(block, layout, options)
    if part.low >= part.high:
        return empty(len(layout.hands))
    arrays = _arrays(part)
    is_chosen = _is_chosen(part)
    has_answer = arrays.winners >= 0
    is_good = is_chosen & has_answer
    single = _no_single_rows()
    if not is_good.all():
        single = _single_rows(part, arrays.codes, is_chosen & ~is_good)
        arrays = _with_single_rows(arrays, part.numbers, single.good)
        good_rows = list(single.good)
        is_read = np.isin(part.numbers, good_rows)
        is_good |= is_read
        arrays = arrays.chosen(is_good)
    rows = part.numbers[is_good].astype(np.int32)
    read: Mapping[int, Hands] = {row: outcome.cards for row, outcome in single.good.items()}
    if arrays.read is not None:
        read = replace(arrays.read, single_rows=read)
    return Scored(
        rows,
        arrays.values,
        _winners(arrays.winners, layout),
        problems=single.problems,
        titles=single.titles,
        rest=single.rest,
        codes=arrays.codes,
        read=read,
        seated=names_in_rows(block, rows, layout.name_columns),
        has_board=layout.board is not None,
        lows=arrays.lows,
        shares=_share_ids(arrays),
    )


def _share_ids(arrays: _Arrays) -> Numbers | None:
    """Return the id of each player's share of the pot in rows with a pot that is halved."""
    values, lows, winners = arrays.values, arrays.lows, arrays.winners
    if lows is None:
        return None
    has_low = lows > 0
    is_low = has_low.any(axis=1, keepdims=True)
    winners_of_high = _times_shared(values)
    winners_of_low = _times_shared(lows)
    # without a low hand the low half goes to the high hands
    winners_of_low = np.where(is_low, winners_of_low, winners_of_high)
    share_ids = NO_PART + HIGH_WINNERS * winners_of_high + winners_of_low
    share_ids[values == 0] = 0
    share_ids[winners == NO_SHOWDOWN] = 0
    # everybody else folded before the board was dealt
    has_value = values > 0
    has_hands = has_value.any(axis=1)
    is_uncontested = ~has_hands & (winners > 0)
    uncontested = np.flatnonzero(is_uncontested)
    last_players = winners[uncontested] - 1
    share_ids[uncontested, last_players] = NO_PART + HIGH_WINNERS + 1
    return share_ids.astype(np.uint16)


def _times_shared(values: Numbers) -> Numbers:
    """Return for each hand among how many the row's win is shared, 0 for a hand that does not win.

    >>> _times_shared(np.array([[9, 7, 9], [0, 0, 5], [0, 0, 0]])).tolist()
    [[2, 0, 2], [0, 0, 1], [0, 0, 0]]
    """
    best = values.max(axis=1, initial=0, keepdims=True)
    is_best = (values == best) & (values > 0)
    best_hands = is_best.sum(axis=1, keepdims=True)
    return np.where(is_best, best_hands, 0)


def _part_with_hands(block: Block, layout: Layout, options: Options) -> _Part:
    """Return the rows of a block from the first to the last row of the hands."""
    numbers = block.numbers
    low = bisect_left(numbers, layout.first)
    high = len(numbers)
    if layout.last < ENDLESS:
        high = bisect_right(numbers, layout.last)
    return _Part(block, layout, options, low, high)


def _is_chosen(part: _Part) -> Marks:
    """Tell which rows are not left out by ``--skip`` or ``--visible``."""
    left_out = part.layout.skipped_rows
    numbers = part.numbers
    if left_out and len(numbers):
        first = int(numbers[0])
        last = int(numbers[-1])
        low = bisect_left(left_out, first)
        high = bisect_right(left_out, last)
        left_out = left_out[low:high]
    if not left_out:
        return np.ones(len(numbers), np.bool_)
    return ~np.isin(numbers, left_out)


def _is_filled(part: _Part, codes: list[Codes]) -> Marks:
    """Tell which rows may hold anything."""
    is_filled = part.block.may_be_filled(part.low, part.high)
    for hand in codes:
        is_cell = hand != MISSING
        has_cell = is_cell.any(axis=1)
        is_filled = is_filled | has_cell
    return is_filled


def _single_rows(part: _Part, codes: list[Codes], is_left: Marks) -> SingleRows:
    """Read those rows of a part one by one that are left and not blank."""
    is_odd = is_left & _is_filled(part, codes)
    if not is_odd.any():
        return _no_single_rows()
    places = np.flatnonzero(is_odd) + part.low
    window = part.block.window(places.tolist())
    reader = RowReader(window, part.layout, part.options)
    numbers = part.numbers[is_odd]
    return one_by_one(reader, numbers.tolist())


def _no_single_rows() -> SingleRows:
    """Return the outcome of no rows."""
    return SingleRows({}, {}, {}, {})


def _with_single_rows(
    arrays: _Arrays,
    numbers: Numbers,
    single: dict[int, GoodRow],
) -> _Arrays:
    """Return the arrays with the values and winners of rows that were read one by one.

    Values of fewer than five cards are no whole numbers.
    """
    if not single:
        return arrays
    places = np.searchsorted(numbers, list(single))
    rows = single.values()
    values = arrays.values
    values_by_row = [row.values for row in rows]
    new_values = np.array(values_by_row, np.float64)
    is_fraction = new_values != np.floor(new_values)
    if is_fraction.any():
        values = values.astype(np.float64)
    values = _replaced(values, places, new_values)
    new_winners = [row.winner for row in rows]
    winners = _replaced(arrays.winners, places, new_winners)
    lows = arrays.lows
    if lows is not None:
        new_lows = [row.lows for row in rows]
        lows = _replaced(lows, places, new_lows)
    return _Arrays(arrays.codes, values, winners, lows, arrays.read)


def _replaced(array: Numbers, places: Numbers, new_rows: npt.ArrayLike) -> Numbers:
    """Return an array with new rows in some places."""
    changed = array.copy()
    changed[places] = new_rows
    return changed


def _winners(winners: Numbers, layout: Layout) -> Numbers:
    """Return the winners of rows; with one hand in each row nobody wins."""
    if len(layout.hands) > 1:
        return winners
    return np.minimum(winners, 0).astype(np.int8)


def _arrays(part: _Part) -> _Arrays:
    """Return codes, values and winners as the kernel gives them, where it can."""
    layout = part.layout
    if isinstance(part.block, SeatedBlock):
        return _arrays_of_seats(part, part.block)
    if len(layout.hands) > MOST_PLAYERS or layout.has_lines:
        return _no_arrays(part)
    codes = _codes_of_areas(part)
    try:
        outcome = _showdown(part, codes)
    except PokerError:
        # the number of cards, which is the same in every row: reading them says what is wrong
        return _no_arrays(part)
    has_other_sizes = _has_other_sizes(part, codes)
    winners = np.where(has_other_sizes, -1, outcome.winners)
    return _Arrays(codes, outcome.values, winners, outcome.lows)


def _arrays_of_seats(part: _Part, block: SeatedBlock) -> _Arrays:
    """Return the answers of the kernel for deals of some of the players.

    Deals with the same number of players are valued as a table of their own::

        deal 1   Ann, Cid     values  7 3   ->   7 0 3    winner 2   ->   3
        deal 4   Ben, Cid             5 6        0 5 6           2        3
    """
    arrays = _no_arrays(part)
    parts: list[SeatedCodes] = []
    for table in block.narrow_tables:
        narrow_block = GridBlock(table.grid)
        rows = len(table.deals)
        narrow_part = _Part(narrow_block, table.layout, part.options, 0, rows)
        answers = _arrays(narrow_part)
        arrays = _with_answers(arrays, table, answers)
        if answers.codes:
            parts.append(SeatedCodes(table, answers.codes))
    return arrays._replace(read=SeatedCards(part.layout, parts))


def _with_answers(arrays: _Arrays, table: NarrowTable, answers: _Arrays) -> _Arrays:
    """Put the answers for some deals into the arrays of all deals; return these."""
    values = arrays.values
    winners = arrays.winners
    lows = arrays.lows
    deals = np.array(table.deals)
    players = np.array(table.players)
    if values.dtype != answers.values.dtype:
        values = values.astype(np.float64)
    values[deals[:, None], players] = answers.values
    if lows is not None and answers.lows is not None:
        lows[deals[:, None], players] = answers.lows
    has_winner = answers.winners > 0
    won_deals = deals[has_winner]
    winning_seats = answers.winners[has_winner] - 1
    winners[deals] = answers.winners
    winners[won_deals] = players[has_winner, winning_seats] + 1
    return arrays._replace(values=values)


def _no_arrays(part: _Part) -> _Arrays:
    """Return arrays without an answer for any row."""
    rows = part.high - part.low
    players = len(part.layout.hands)
    values = np.zeros((rows, players), np.uint16)
    winners = np.full(rows, -1, np.int32)
    lows = None
    if part.options.rule == HIGH_LOW:
        lows = np.zeros_like(values)
    return _Arrays([], values, winners, lows)


def _showdown(part: _Part, codes: list[Codes]) -> Showdown:
    """Return the values and winners of hands by the rules of the game; the board is the last."""
    game = part.options.rule
    jokers = part.options.jokers
    hands = codes
    board = None
    if part.layout.board is not None:
        *hands, board = codes
    if game == "five-card":
        return showdown(hands, jokers)
    return game_showdown(game, board, *hands, jokers=jokers)


def _has_other_sizes(part: _Part, codes: list[Codes]) -> Marks:
    """Tell which rows have a hand, or a board, of another size; these are read one by one."""
    layout = part.layout
    board = layout.board
    is_odd = np.zeros(len(codes[0]), np.bool_)
    for area, hand in zip(layout.hands, codes, strict=False):
        if layout.size > 1 and area.first == area.last:
            cards = _cards_in(hand)
            is_other_size = cards != layout.size
            has_cards = cards > 0
            is_odd |= is_other_size & has_cards
    if board is not None and board.last > board.first:
        cards = _cards_in(codes[-1])
        is_odd |= cards < layout.board_cards
    return is_odd


def _cards_in(codes: Codes) -> Numbers:
    """Return how many cards each row has."""
    is_card = codes < BAD
    cards: Numbers = is_card.sum(axis=1)
    return cards


def _codes_of_areas(part: _Part) -> list[Codes]:
    """Return the codes of each hand, and of the board."""
    areas = part.layout.areas
    encoding = part.options.cards
    block = part.block
    if encoding is None or block.reads_numbers:
        return [_codes(part, area) for area in areas]
    return encoded_codes(block, areas, encoding, part.low, part.high)


def _codes_of_area(part: _Part, area: Area) -> Codes:
    """Return the codes of one area."""
    encoding = part.options.cards
    if encoding is None or part.block.reads_numbers:
        return _codes(part, area)
    (codes,) = encoded_codes(part.block, [area], encoding, part.low, part.high)
    return codes


def _codes(part: _Part, area: Area) -> Codes:
    """Return the codes of an area, column by column where others stand between."""
    layout = part.layout
    most = layout.board_cards if area in layout.boards else layout.size
    has_several_columns = area.last > area.first
    has_full_cells = not layout.several.isdisjoint(area.columns)
    if most and has_several_columns and has_full_cells:
        return _codes_in_a_run(part, area, most)
    if not area.listed_columns or part.block.reads_numbers:
        return part.codes(area)
    columns = []
    for cells in part.codes_by_column(area.listed_columns):
        first_cards, further_cards = cells[:, 0], cells[:, 1:]
        is_filled = further_cards < MISSING
        has_more = is_filled.any(axis=1)
        codes = np.where(has_more, BAD, first_cards)
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
    further_cards = codes[:, most:]
    is_filled = further_cards != MISSING
    has_more = is_filled.any(axis=1)
    codes[has_more, 0] = BAD
    return np.ascontiguousarray(codes[:, :most])
