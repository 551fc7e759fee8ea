"""Two ranges on a flop or turn, large ones on a river: the pairs of hands that win and tie.

The pairs are added up over all boards; needs NumPy. A range is compared by *groups* of hands, and
the boards by *run-outs*::

    board 8c 9s 4c, range TT+, AK against 6c 7c, 65s

    groups     hands that no board can tell apart: the same ranks, and the same ranks in each suit
               of which a flush may come (clubs)
                   TT without the Tc (3 hands), TT with it (3), ..., AK without a club (9),
                   with the Ac alone (3), with the Kc alone (3), with both (1)
    run-outs   cards to come that cannot tell hands apart: one rank or two, and how many of them
               are clubs
                   5 and 6 without a club, 5c and 6, 5 and 6c, 5c and 6c, ...

Each pair of groups is compared on each run-out. It counts as often as the run-out's cards can come
beside the two groups. The weight of a pair of groups, that of all their hands which share no card,
comes last.

- On a turn the run-outs are 13 ranks, and 13 more for each suit of which the board has two cards.
- On a flop they are 91 pairs of ranks as if there were no flushes. Then, a suit at a time, pairs
  of groups are compared with the flush and without it, and the difference is added.
- On a river there is nothing to come: hands are sorted by value, and running sums of weights say
  what each hand beats.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from xlpoker.evaluator.batch.tables import (
    Codes,
    Numbers,
    card_sets,
    flushes,
    index_of,
    multiset_keys,
)
from xlpoker.odds.all_boards import single_keys, values_of
from xlpoker.odds.lanes import PAIRS
from xlpoker.odds.range_rivers import LANE, Hands

__all__ = ["HIGH", "LOW", "RANKS", "SAME", "lane_ways", "on_boards"]

RANKS = np.arange(13)
LOW, HIGH = np.array(PAIRS).T
SAME = LOW == HIGH
"""The lower and the higher rank of each of 91 lanes, and which of them are one rank twice."""

Cards = Sequence[int]
Suits = Sequence[int]

_KEYS = single_keys().tolist()
_LANE = np.array([[LANE[first, second] for second in range(13)] for first in range(13)])
_BITS = (1 << RANKS).astype(np.int16)
_SETS = [
    np.zeros(1, np.int16),
    _BITS,
    (_BITS[LOW] | _BITS[HIGH])[~SAME],
]
"""The sets of no, of one and of two ranks that come in a suit."""

_RUN_OUTS = [
    np.arange(91)[None],
    _LANE,
    np.flatnonzero(~SAME)[:, None],
]
"""The pairs of ranks of a run-out, by these sets and by the ranks of the other cards."""

_ALL_SETS = np.arange(1 << 13)[:, None, None]
_IN_SET = _ALL_SETS >> RANKS[:, None] & 1
_GONE = -_IN_SET.astype(np.int16)
_FREE = 1 + _GONE.astype(np.int8)
"""-1 for the ranks in a set; 1 for those that are not in it."""

_MOST_KEPT = 1 << 15
"""The products of weights of two ranges are kept if they have at most this many pairs of hands.

That is at most 256 KB for two ranges; those of the last 64 are kept.
"""

_LONG_ROW = 256
"""From this many groups of the second range on, pairs of groups are compared without an array of their
differences: the loops are long enough, and the array would take longer to fill than to compare."""

_NONE_OR_ONE = np.array([0, *(1 << RANKS)])[:, None]
_TOP = np.int16(0x7FFF)

Result = tuple[float, float, float]
"""The weights of the pairs of hands that the first range wins, that tie, and of all."""


# --- groups of hands ---------------------------------------------------------------------------------


class _Groups:
    """The hands of a range by their ranks and their ranks in some suits.

    of_hand  the group of each hand
    members  which hands are in which group: (hands, groups) of 1 and 0
    lanes    the pair of ranks of each group
    ranks    the ranks of each group in each of the suits, as bits: (suits, groups)
    others   how many cards of each rank each group has outside of the suits: (13, groups)
    lacking  which groups have none of each set of `_SETS` in the first suit: three of (sets, groups)
    """

    def __init__(self, hands: Hands, suits: Suits) -> None:
        cards = np.array(hands.cards)
        lanes = _lanes_of(cards)
        ranks_by_suit = _ranks_by_suit(cards, suits)
        keys = lanes
        for ranks in ranks_by_suit:
            keys = keys << 13 | ranks
        _, first_hands, self.of_hand = np.unique(keys, return_index=True, return_inverse=True)
        groups = np.arange(len(first_hands))
        is_member = self.of_hand[:, None] == groups
        self.members = is_member.astype(np.float64)
        self.lanes = lanes[first_hands]
        self.ranks = ranks_by_suit.take(first_hands, axis=1).astype(np.int16)
        self.others = self._count_others()
        self.lacking: list[Numbers] = []
        if suits:
            self.lacking = [self._lacks(sets) for sets in _SETS]

    def _count_others(self) -> Numbers:
        """Return how many cards of each rank each group has outside of the suits."""
        rank = RANKS[:, None]
        is_low = rank == LOW[self.lanes]
        is_high = rank == HIGH[self.lanes]
        cards = is_low.view(np.int8) + is_high.view(np.int8)
        is_suited = (self.ranks[:, None] & _BITS[:, None]) != 0
        suited_cards = is_suited.sum(axis=0, dtype=np.int8)
        cards_outside: Numbers = cards - suited_cards
        return cards_outside

    def _lacks(self, sets: Numbers) -> Numbers:
        """Return which groups have none of each set of ranks in the first suit, as 1 and 0."""
        shared_ranks = sets[:, None] & self.ranks[0]
        lacks: Numbers = shared_ranks == 0
        return lacks.view(np.int8)


def _lanes_of(cards: Codes) -> Numbers:
    """Return the pair of ranks of each hand; `cards` are (hands, 2)."""
    first_ranks, second_ranks = (cards >> 2).T
    lanes: Numbers = _LANE[first_ranks, second_ranks]
    return lanes


def _ranks_by_suit(cards: Codes, suits: Suits) -> Numbers:
    """Return the ranks of each hand in each of some suits, as bits: (suits, hands)."""
    bits = 1 << (cards >> 2)
    ranks = np.zeros((len(suits), len(cards)), np.int64)
    for row, suit in enumerate(suits):
        is_suited = cards & 3 == suit
        suited_bits = np.where(is_suited, bits, 0)
        ranks[row] = suited_bits.sum(axis=1)
    return ranks


class _SuitGroups:
    """Two ranges in groups by some suits; in arrays the groups of the second come behind the first.

    first, second  the groups of each range
    size           how many groups the first range has
    lanes          the pair of ranks of each group
    others         how many cards of each rank two groups have outside of the suits
    sets           by suit: the ranks that each group has of it, without a card more, then with
                   each of 13 ranks
    taken          by suit and rank: -1 where a group of the first range has that card, the top
                   value where a group of the second has it, so that neither wins nor ties
    """

    def __init__(self, first: Hands, second: Hands, suits: Suits) -> None:
        self.first = _Groups(first, suits)
        self.second = _Groups(second, suits)
        self.size = len(self.first.lanes)
        self.lanes = np.concatenate([self.first.lanes, self.second.lanes])
        my_others = self.first.others[:, :, None]
        your_others = self.second.others[:, None]
        self.others = my_others + your_others
        narrow_ranks = np.concatenate([self.first.ranks, self.second.ranks], axis=1)
        ranks = narrow_ranks.astype(np.int64)[:, None]
        self.sets = _NONE_OR_ONE | ranks
        is_taken = (_NONE_OR_ONE[1:] & ranks) != 0
        self.taken = -is_taken.astype(np.int16)
        self.taken[:, :, self.size :] &= _TOP


class _RangePair:
    """Two ranges: the products of the weights of all pairs of hands, 0 for those that share a card."""

    def __init__(self, first: Hands, second: Hands) -> None:
        self.my_cards = card_sets(np.array(first.cards))
        self.your_cards = card_sets(np.array(second.cards))
        shared_cards = self.my_cards[:, None] & self.your_cards
        products = np.outer(first.weights, second.weights)
        self.products = products.astype(np.float64)
        self.products[shared_cards != 0] = 0
        self.groups = cache(lambda suits: _SuitGroups(first, second, suits))

    def weighted(self, counts: Numbers, groups: _SuitGroups, possible: Numbers) -> Numbers:
        """Return the counts of pairs of groups for each hand of the first range: (..., hands).

        They are weighted by the hands of the second range that are possible.
        """
        possible_members = groups.second.members * possible[:, None]
        weights = self.products @ possible_members
        counts_of_hands = counts.take(groups.first.of_hand, axis=1)
        sums: Numbers = np.vecdot(counts_of_hands, weights)
        return sums


_kept_range_pair = lru_cache(1 << 6)(_RangePair)


def _range_pair(first: Hands, second: Hands) -> _RangePair:
    """Return two ranges, prepared for any board; large ones are not kept."""
    pairs = len(first.cards) * len(second.cards)
    if pairs > _MOST_KEPT:
        return _RangePair(first, second)
    return _kept_range_pair(first, second)


# --- a board -----------------------------------------------------------------------------------------


class _Board(NamedTuple):
    """What a board means to all hands; sets of ranks are bits."""

    common: list[int]  # the ranks of the board in each suit
    known: list[int]  # those of the board and the dead cards
    values: Numbers  # by the ranks to come and the lane of a hand, flushes apart
    flush: Numbers  # by the ranks in a suit, 0 where there is no flush


@cache
def _tables(deck: str) -> tuple[Numbers, Numbers]:
    """Return the values of all hands of seven cards in a deck.

    First those of each rank multiset of five with each pair of ranks, then those of flushes by the
    ranks in a suit.
    """
    pair_keys = single_keys()[LOW] + single_keys()[HIGH]
    keys = multiset_keys(5)[:, None] + pair_keys
    values = values_of(keys, deck=deck)
    flush = flushes(0, deck) if deck else flushes()
    return values.astype(np.int16), flush.astype(np.int16)


@cache
def _run_out_rows(coming: int) -> tuple[dict[int, int], Numbers]:
    """Return the row of a board by its base-5 key, and the boards of five in each row.

    These stand among all rank multisets of five, one for each run-out.
    """
    keys = multiset_keys(5 - coming)
    if coming == 0:
        coming_keys = np.zeros(1, np.int64)
    elif coming == 1:
        coming_keys = single_keys()
    else:
        coming_keys = single_keys()[LOW] + single_keys()[HIGH]
    last = len(multiset_keys(5)) - 1
    places = index_of(keys[:, None] + coming_keys, 5)
    boards_of_five = np.minimum(places, last)
    row_of_key = {key: row for row, key in enumerate(keys.tolist())}
    return row_of_key, boards_of_five


def _situation(board: Cards, dead: Cards, deck: str) -> _Board:
    """Return what a board means to all hands."""
    common = _ranks_of(board)
    known = _ranks_of((*board, *dead)) if dead else common
    row_of_key, boards_of_five = _run_out_rows(5 - len(board))
    key = sum([_KEYS[code >> 2] for code in board])
    row = row_of_key[key]
    values, flush = _tables(deck)
    values = values.take(boards_of_five[row], axis=0)
    return _Board(common, known, values, flush)


def on_boards(board: Cards, dead: Cards, first: Hands, second: Hands, deck: str = "") -> Result:
    """Return the weights of the pairs of hands that win, that tie, and of all, over all boards.

    The board has three to five cards; `deck` is the game of a short deck.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> from xlpoker.odds.range_rivers import hands_of
    >>> on_boards(parse_cards("8c 9s 4c"), (), hands_of("6c7c"), hands_of("AhAd"))
    (557.0, 0.0, 990.0)
    """
    situation = _situation(board, dead, deck)
    gone = [*board, *dead]
    coming = 5 - len(board)
    if not coming:
        return _on_river(gone, situation, first, second)
    pair = _range_pair(first, second)
    gone_cards = card_sets(gone)
    mine = _possible(pair.my_cards, gone_cards)
    yours = _possible(pair.your_cards, gone_cards)
    count_boards = _last_card if coming == 1 else _last_two_cards
    won_and_tied = count_boards(situation, pair, yours)
    won, tied = (won_and_tied @ mine).tolist()
    pairs = float(mine @ pair.products @ yours)
    boards = comb(48 - len(gone), coming)
    return won, tied, pairs * boards


def _possible(hands: Numbers, gone: Numbers) -> Numbers:
    """Return which hands need no card that is gone, as 1 and 0; cards are bits."""
    is_possible: Numbers = (hands & gone) == 0
    return is_possible.astype(np.float64)


def _ranks_of(cards: Cards) -> list[int]:
    """Return the ranks in each suit as bits."""
    ranks = [0, 0, 0, 0]
    for code in cards:
        ranks[code & 3] |= 1 << (code >> 2)
    return ranks


def _left(known: Sequence[int], suits: Suits) -> Numbers:
    """Return how many cards of each rank are left outside of some suits: (13, 1, 1).

    `known` are the ranks in each suit that cannot come, as bits.
    """
    left = np.zeros((13, 1), np.int8)
    for suit, ranks in enumerate(known):
        if suit not in suits:
            left += _FREE[ranks]
    return left[:, :, None]


def _compared(values: Numbers, size: int) -> Numbers:
    """Return which pairs of groups the first range wins, and which tie, as 1 and 0.

    `values` are those of the `size` groups of the first range and of the groups of the second:
    (..., groups). The shape of the result is (2, ..., first groups, second groups).
    """
    mine = values[..., :size, None]
    yours: Numbers | int = values[..., None, size:]
    your_size = values.shape[-1] - size
    compared = np.empty((2, *mine.shape[:-1], your_size), np.bool_)
    is_won, is_tied = compared
    if your_size < _LONG_ROW:
        # Rows are combined once, not twice; values of -1 to 32767 leave no lead below -32768.
        mine = mine - yours
        yours = 0
    np.greater(mine, yours, out=is_won)
    np.equal(mine, yours, out=is_tied)
    return compared.view(np.int8)


# --- the river ---------------------------------------------------------------------------------------


class _HandArrays(NamedTuple):
    """The hands of a range as arrays."""

    cards: Numbers  # (2, hands)
    lanes: Numbers  # the pair of ranks of each hand
    suits: Numbers  # its ranks in each suit as bits: (4, hands)
    weights: Numbers  # its weight in the columns of its cards and in column 52: (hands, 53)


class _RankedHands(NamedTuple):
    """The hands of a range that are possible on a river, the lowest value first."""

    first_cards: Numbers
    second_cards: Numbers
    values: Numbers
    weights: Numbers  # as those of `_HandArrays`


@lru_cache(1 << 6)
def _arrays(hands: Hands) -> _HandArrays:
    cards = np.array(hands.cards)
    first, second = cards.T
    weights = np.array(hands.weights)
    column = np.eye(53)
    columns = column[first] + column[second] + column[52]
    return _HandArrays(
        cards=cards.T,
        lanes=_lanes_of(cards),
        suits=_ranks_by_suit(cards, range(4)),
        weights=columns * weights[:, None],
    )


def _ranked(hands: Hands, gone: Cards, situation: _Board) -> _RankedHands:
    """Return the hands that need no card which is gone, by their value on a river."""
    cards, lanes, suits, weights = _arrays(hands)
    values = situation.values[0].take(lanes)
    for ranks, suited in zip(situation.common, suits, strict=True):
        if ranks.bit_count() > 2:
            flush = situation.flush.take(ranks | suited)
            values = np.maximum(values, flush)
    needs_gone_card = weights[:, gone].any(axis=1)
    possible = np.flatnonzero(~needs_gone_card)
    order = values[possible].argsort()
    possible = possible[order]
    first, second = cards[:, possible]
    return _RankedHands(first, second, values[possible], weights[possible])


def _on_river(gone: Cards, situation: _Board, first: Hands, second: Hands) -> Result:
    """Return the weights of the pairs of hands on a river that win, that tie, and of all.

    A hand beats the weights of all lower hands, less those with either of its cards. The same
    hand, which was then taken off twice, is added again.
    """
    mine = _ranked(first, gone, situation)
    yours = _ranked(second, gone, situation)
    running_sums = np.zeros((len(yours.values) + 1, 53))
    yours.weights.cumsum(axis=0, out=running_sums[1:])
    weight_of_hand = np.zeros((52, 52))
    weight_of_hand[yours.first_cards, yours.second_cards] = yours.weights[:, 52]
    same = weight_of_hand[mine.first_cards, mine.second_cards]

    def weight_below(end: Numbers | int) -> Numbers:
        with_first_card = running_sums[end, mine.first_cards]
        with_second_card = running_sums[end, mine.second_cards]
        below: Numbers = running_sums[end, 52] - (with_first_card + with_second_card)
        return below

    begin = yours.values.searchsorted(mine.values, "left")
    end = yours.values.searchsorted(mine.values, "right")
    lower = weight_below(begin)
    lower_or_equal = weight_below(end)
    equal = lower_or_equal - lower + same
    every = weight_below(-1) + same
    by_hand = np.stack([lower, equal, every])
    won, tied, total = by_hand @ mine.weights[:, 52]
    return float(won), float(tied), float(total)


# --- one card to come, and two -----------------------------------------------------------------------


def _last_card(situation: _Board, pair: _RangePair, possible: Numbers) -> Numbers:
    """Return the weights that each hand of the first range wins and ties on a turn: (2, hands).

    `possible` says which hands of the second range are, as 1 and 0.
    """
    suits = []
    for suit, ranks in enumerate(situation.common):
        if ranks.bit_count() > 1:
            suits.append(suit)
    groups = pair.groups(tuple(suits))
    values = situation.values.take(groups.lanes, axis=1)
    if suits:
        values = _with_flushes(values, situation, groups, suits)
    compared = _compared(values, groups.size)
    left = _left(situation.known, suits) - groups.others
    compared[:, :13] *= lane_ways(left, 1)
    counts = np.add.reduce(compared, axis=1, dtype=np.int8)
    return pair.weighted(counts, groups, possible)


def _with_flushes(plain: Numbers, situation: _Board, groups: _SuitGroups, suits: Suits) -> Numbers:
    """Return the values of groups on a turn with each rank of no suit, then of each of some suits.

    `plain` are the values by the 13 ranks, flushes apart.
    """
    board_ranks = np.array([situation.common[suit] for suit in suits])
    sets = groups.sets | board_ranks[:, None, None]
    of_other_suits = plain
    has_three_of_a_suit = situation.common[suits[0]].bit_count() > 2
    if has_three_of_a_suit:
        flush = situation.flush.take(sets[0, 0])
        of_other_suits = np.maximum(plain, flush)
    flush = situation.flush.take(sets[:, 1:])
    flushed = np.maximum(plain, flush)
    flushed |= groups.taken  # where the card cannot come, neither wins nor ties
    for place, suit in enumerate(suits):
        flushed[place, :, : groups.size] |= _GONE[situation.known[suit]]
    of_suits = flushed.reshape(-1, plain.shape[1])
    return np.concatenate([of_other_suits, of_suits])


def _last_two_cards(situation: _Board, pair: _RangePair, possible: Numbers) -> Numbers:
    """Return the weights that each hand of the first range wins and ties on a flop: (2, hands)."""
    groups = pair.groups(())
    values = situation.values.take(groups.lanes, axis=1)
    compared = _compared(values, groups.size)
    left = _left(situation.known, ()) - groups.others
    compared *= lane_ways(left, 2)
    by_sevens = compared.reshape(2, 13, 7, *compared.shape[2:])
    sevens = np.add.reduce(by_sevens, axis=2, dtype=np.int8)  # below 128
    counts = np.add.reduce(sevens, axis=1, dtype=np.int16)
    won = pair.weighted(counts, groups, possible)
    for suit, ranks in enumerate(situation.common):
        if not ranks:
            continue
        groups = pair.groups((suit,))
        changes = np.zeros((2, *groups.others.shape[1:]), np.int16)
        fewest = 3 - ranks.bit_count()
        for suited in range(fewest, 3):
            changes += _flush_changes(situation, groups, suit, suited)
        if changes.any():
            won += pair.weighted(changes, groups, possible)
    return won


def _flush_changes(situation: _Board, groups: _SuitGroups, suit: int, suited: int) -> Numbers:
    """Return how the flushes of a suit change the boards that pairs of groups win and tie on a flop.

    `suited` of the two cards to come are of the suit.
    """
    known = situation.known
    needs_gone_card = _SETS[suited] & known[suit]
    live = np.flatnonzero(needs_gone_card == 0)
    run_outs = _RUN_OUTS[suited][live]
    plain = situation.values.take(run_outs, axis=0)
    plain = plain.take(groups.lanes, axis=2)
    board_sets = _SETS[suited][live] | situation.common[suit]
    sets = board_sets[:, None] | groups.sets[0, 0]
    flush = situation.flush.take(sets)
    flushed = np.maximum(plain, flush[:, None])
    change = _compared(flushed, groups.size)
    change -= _compared(plain, groups.size)
    if suited < 2:
        left = _left(known, (suit,)) - groups.others
        change *= lane_ways(left, 2 - suited)
    dtype = np.int8 if suited else np.int16
    sums = np.add.reduce(change, axis=2, dtype=dtype)
    mine_lack = groups.first.lacking[suited].take(live, axis=0)
    yours_lack = groups.second.lacking[suited].take(live, axis=0)
    sums *= mine_lack[..., None] * yours_lack[:, None]
    changes: Numbers = np.add.reduce(sums, axis=1, dtype=np.int16)
    return changes


def lane_ways(left: Numbers, coming: int) -> Numbers:
    """Return in how many ways each rank, or pair of ranks, comes.

    `left` says how many cards of each rank are left; for a number below 0 the result means nothing.

    >>> lane_ways(np.array([4, 4, 1, *10 * [0]]), 2).sum().tolist() == 9 * 8 // 2
    True
    """
    if coming == 1:
        return left
    combinations: Numbers = left[LOW] * left[HIGH]
    pairs_of_a_rank = left * (left - 1) >> 1
    combinations[_LANE.diagonal()] = pairs_of_a_rank
    return combinations
