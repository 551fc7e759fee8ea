"""Two ranges on a flop or turn, with weights on a river: the pairs of hands that win and tie, over all boards; needs NumPy.

Hands with the same ranks, and the same ranks in a suit, are a *group*; cards that come with the same ranks, and as many of that suit, a *run-out*.
Each pair of groups is compared on each run-out, which counts as often as its cards can come beside the two; the weight of the pair,
that of all their hands which share no card, comes last. Run-outs are first counted as if no flush came: none, 13 ranks, or 91 pairs of ranks. Then
run-outs with enough cards of a suit are compared with the flushes and without, a suit at a time, and the difference is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb

import numpy as np

from xlpoker.evaluator.batch.tables import Numbers, card_masks, flushes, index_of, multiset_keys
from xlpoker.odds.all_boards import single_keys, values_of
from xlpoker.odds.lanes import PAIRS
from xlpoker.odds.range_rivers import LANE, Hands

__all__ = ["on_boards"]

_RANKS, _KEYS = np.arange(13), single_keys().tolist()
_LOW, _HIGH = np.array(PAIRS).T
_SAME = _LOW == _HIGH
_LANE = np.array([[LANE[one, two] for two in range(13)] for one in range(13)])
_BITS = (1 << _RANKS).astype(np.int16)
_SETS = {1: _BITS, 2: (_BITS[_LOW] | _BITS[_HIGH])[~_SAME]}
"""The sets of one and of two ranks that come in a suit."""

_RUN_OUTS = {(1, 1): _RANKS[:, None], (2, 1): _LANE, (2, 2): np.flatnonzero(~_SAME)[:, None]}
"""The rows of run-outs by how many cards come, and how many of the suit; for each set by the rank of the other card."""

_FREE = 1 - (np.arange(1 << 13)[:, None, None] >> _RANKS[:, None] & 1).astype(np.int8)
"""1 for the ranks that are not in a set."""

_MOST_KEPT = 1 << 15
"""Products of weights of up to so many pairs are kept, 256 KB, with 64 pairs of ranges."""


class _Groups:
    """The hands of a range by their ranks and their ranks in a suit; -1 is none."""

    def __init__(self, hands: Hands, suit: int) -> None:
        one, two = np.array(hands.cards).T
        lanes = _LANE[one >> 2, two >> 2]
        ranks = (one & 3 == suit) << (one >> 2) | (two & 3 == suit) << (two >> 2)
        _, first, self.of_hand = np.unique(lanes << 13 | ranks, return_index=True, return_inverse=True)
        self.members = (self.of_hand[:, None] == np.arange(len(first))).astype(np.float64)
        self.lanes, self.ranks = lanes[first], ranks[first].astype(np.int16)
        self.held = sum((_RANKS[:, None] == part[self.lanes]).view(np.int8) for part in (_LOW, _HIGH))
        self.others = self.held - ((self.ranks & _BITS[:, None]) != 0).view(np.int8)
        """How many cards of each rank the hands hold, and how many of other suits."""
        self.lacking = {size: ((sets[:, None] & self.ranks) == 0).view(np.int8) for size, sets in _SETS.items()}
        """Which groups hold none of each set of one or two ranks of the suit."""


class _Duel:
    """Two ranges in groups by a suit; those of the second range behind those of the first."""

    def __init__(self, one: Hands, two: Hands, suit: int) -> None:
        self.mine, self.yours = _Groups(one, suit), _Groups(two, suit)
        self.size = len(self.mine.lanes)
        self.lanes = np.concatenate([self.mine.lanes, self.yours.lanes])
        self.ranks = np.concatenate([self.mine.ranks, self.yours.ranks])
        self.held, self.others = (
            mine[:, :, None] + yours[:, None]
            for mine, yours in ((self.mine.held, self.yours.held), (self.mine.others, self.yours.others))
        )


class _Meeting:
    """Two ranges: the products of the weights of all pairs of hands, 0 for those that share a card."""

    def __init__(self, first: Hands, second: Hands) -> None:
        one, two = self.masks = [
            np.bitwise_or.reduce(card_masks()[np.array(hands.cards)], axis=1) for hands in (first, second)
        ]
        self.pairs = ((one[:, None] & two) == 0) * np.outer(first.weights, second.weights)
        self.duel = cache(lambda suit: _Duel(first, second, suit))

    def weighted(self, counts: Numbers, duel: _Duel, able: Numbers) -> Numbers:
        """Return the counts of pairs of groups for each hand of the first range, weighted by those hands of the second that are able."""
        weights = self.pairs @ (duel.yours.members * able[:, None])
        sums: Numbers = np.vecdot(counts.take(duel.mine.of_hand, axis=1), weights)
        return sums


_meeting = lru_cache(1 << 6)(_Meeting)


@cache
def _tables(deck: str) -> tuple[Numbers, Numbers]:
    """Return the values of each rank multiset of five with each pair of ranks, and of flushes by the ranks in a suit."""
    keys = multiset_keys(5)[:, None] + single_keys()[_LOW] + single_keys()[_HIGH]
    return values_of(keys, deck=deck).astype(np.int16), (flushes(0, deck) if deck else flushes()).astype(np.int16)


@cache
def _next(coming: int) -> tuple[dict[int, int], Numbers]:
    """Return the row of a board by its base-5 key, and in each row where it stands after each run-out among the boards of five."""
    keys = multiset_keys(5 - coming)
    more = (np.zeros(1, np.int64), single_keys(), single_keys()[_LOW] + single_keys()[_HIGH])[coming]
    places = np.minimum(index_of(keys[:, None] + more, 5), len(multiset_keys(5)) - 1)
    return {key: row for row, key in enumerate(keys.tolist())}, places


def on_boards(
    board: Sequence[int], dead: Sequence[int], first: Hands, second: Hands, deck: str = ""
) -> tuple[float, float, float]:
    """Return the weights of the pairs of hands that the first range wins, that tie, and of all, over all boards.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> from xlpoker.odds.range_rivers import hands_of
    >>> on_boards(parse_cards("8c 9s 4c"), (), hands_of("6c7c"), hands_of("AhAd"))
    (557.0, 0.0, 990.0)
    """
    coming, common = 5 - len(board), _ranks_of(board)
    known = _ranks_of((*board, *dead)) if dead else common
    out = np.uint64(known[0] | known[1] << 13 | known[2] << 26 | known[3] << 39)
    few = len(first.cards) * len(second.cards) <= _MOST_KEPT
    meeting = (_meeting if few else _Meeting)(first, second)
    mine, yours = (((masks & out) == 0).astype(np.float64) for masks in meeting.masks)
    rows, places = _next(coming)
    ranks, flush = _tables(deck)
    values = ranks.take(places[rows[sum([_KEYS[code >> 2] for code in board])]], axis=0)
    counts = _counts(common, known, meeting, values, flush, yours)
    won, tied = (counts @ mine).tolist()
    return won, tied, float(mine @ meeting.pairs @ yours) * comb(48 - len(board) - len(dead), coming)


def _ranks_of(cards: Sequence[int]) -> list[int]:
    """Return the ranks in each suit as bits."""
    ranks = [0, 0, 0, 0]
    for code in cards:
        ranks[code & 3] |= 1 << (code >> 2)
    return ranks


def _compared(values: Numbers, size: int) -> Numbers:
    """Return where each of the first values is higher than each of the others, and where both are equal, as 1 and 0."""
    others = values.shape[-1] - size
    mine = values[..., :size, None].repeat(others, axis=-1)  # an inner loop over few groups would take longer
    yours = values[..., None, size:].repeat(size, axis=-2)
    found = np.empty((2, *mine.shape), np.bool_)
    np.greater(mine, yours, out=found[0])
    np.equal(mine, yours, out=found[1])
    return found.view(np.int8)


def _counts(
    common: Sequence[int], known: Sequence[int], meeting: _Meeting, values: Numbers, flush: Numbers, able: Numbers
) -> Numbers:
    """Return what each hand of the first range wins and ties on a board with these cards of each suit."""
    coming = (len(values) > 1) + (len(values) > 13)
    free = _FREE.take(known, axis=0)
    left = free[0] + free[1] + free[2] + free[3]
    suits = [suit for suit, ranks in enumerate(common) if ranks.bit_count() + coming > 2]
    won: Numbers = np.zeros(1)
    for suit in suits or [-1]:
        duel, ranks = meeting.duel(suit), common[suit] if suits else 0
        plain = values.take(duel.lanes, axis=1)
        if ranks.bit_count() > 2:  # no other suit matters
            plain = np.maximum(plain, flush.take(ranks | duel.ranks))
        compared = _compared(plain, duel.size)
        boards = np.zeros((2, *compared.shape[2:]), np.int16)
        if suit in (-1, *suits[:1]):  # as if no card of the suit came
            counted = compared * _ways(left, duel.held, coming) if coming else compared
            boards += np.add.reduce(counted, axis=1, dtype=np.int16)
        for suited in range(max(3 - ranks.bit_count(), 1), coming + 1):
            live = np.flatnonzero((_SETS[suited] & known[suit]) == 0)
            run_outs = _RUN_OUTS[coming, suited].take(live, axis=0)
            sets = _SETS[suited].take(live)[:, None] | ranks
            flushed = np.maximum(plain.take(run_outs, axis=0), flush.take(sets | duel.ranks)[:, None])
            change = _compared(flushed, duel.size)
            change -= compared.take(run_outs, axis=1)
            if suited < coming:
                change *= _ways(left - free[suit], duel.others, coming - suited)
            sums = np.add.reduce(change, axis=2, dtype=np.int8) if suited < coming else change[:, :, 0]
            mine, yours = (part.lacking[suited].take(live, axis=0) for part in (duel.mine, duel.yours))
            sums *= mine[..., None] * yours[:, None]
            boards += np.add.reduce(sums, axis=1, dtype=np.int16)
        won = won + meeting.weighted(boards, duel, able)
    return won


def _ways(left: Numbers, others: Numbers, coming: int) -> Numbers:
    """Return in how many ways the ranks of each run-out come beside a pair of groups; meaningless where these cannot meet."""
    count = left[:, :, None] - others
    if coming == 1:
        return count
    ways: Numbers = count[_LOW] * count[_HIGH]
    ways[_LANE.diagonal()] = count * (count - 1) >> 1
    return ways
