"""Two ranges on a flop or turn, large ones on a river: the pairs of hands that win and tie, over all boards; needs NumPy.

Hands that no board can tell apart are a *group*: the same ranks, and the same ranks in each suit of which a flush may come. Boards that cannot
tell hands apart are a *run-out*: one rank or two, and how many of them are of such a suit. Each pair of groups is compared on each run-out, which counts
as often as its cards can come beside the two; the weight of the pair, that of all their hands which share no card, comes last. On a turn the run-outs are
13 ranks, and 13 more for each suit of which the board has two cards. On a flop they are 91 pairs of ranks as if there were no flushes; then
the pairs of groups with a flush are compared with it and without it, a suit at a time, and the difference is added.
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

__all__ = ["HIGH", "LOW", "RANKS", "SAME", "lane_ways", "on_boards"]

RANKS, _KEYS = np.arange(13), single_keys().tolist()
LOW, HIGH = np.array(PAIRS).T
SAME = LOW == HIGH
_LANE = np.array([[LANE[one, two] for two in range(13)] for one in range(13)])
_BITS = (1 << RANKS).astype(np.int16)
_SETS = [np.zeros(1, np.int16), _BITS, (_BITS[LOW] | _BITS[HIGH])[~SAME]]
"""The sets of no, of one and of two ranks that come in a suit."""

_RUN_OUTS = [np.arange(91)[None], _LANE, np.flatnonzero(~SAME)[:, None]]
"""The pairs of ranks of a run-out, by these sets and by the ranks of the other cards."""

_GONE = -(np.arange(1 << 13)[:, None, None] >> RANKS[:, None] & 1).astype(np.int16)
_FREE = 1 + _GONE.astype(np.int8)
"""-1 for the ranks in a set; 1 for those that are not in it."""

_MOST_KEPT = 1 << 15
"""Products of weights of up to so many pairs are kept, 256 KB, with 64 pairs of ranges."""

_NONE_OR_ONE, _TOP = np.array([0, *(1 << RANKS)])[:, None], np.int16(0x7FFF)


class _Groups:
    """The hands of a range by their ranks and their ranks in some suits."""

    def __init__(self, hands: Hands, suits: tuple[int, ...]) -> None:
        one, two = np.array(hands.cards).T
        lanes = keys = _LANE[one >> 2, two >> 2]
        ranks = np.stack(
            [
                (one & 3 == suit) << (one >> 2) | (two & 3 == suit) << (two >> 2)
                for suit in (*suits, 0)
            ]
        )
        for part in ranks[:-1]:
            keys = keys << 13 | part
        _, first, self.of_hand = np.unique(keys, return_index=True, return_inverse=True)
        self.members = (self.of_hand[:, None] == np.arange(len(first))).astype(np.float64)
        self.lanes, self.ranks = lanes[first], ranks[:-1, first].astype(np.int16)
        pair = sum((RANKS[:, None] == part[self.lanes]).view(np.int8) for part in (LOW, HIGH))
        self.others = pair - ((self.ranks[:, None] & _BITS[:, None]) != 0).sum(
            axis=0, dtype=np.int8
        )
        self.lacking = [
            ((sets[:, None] & self.ranks[0]) == 0).view(np.int8) for sets in _SETS if suits
        ]
        """Which groups hold none of each set of no, one or two ranks of the first suit."""


class _Duel:
    """Two ranges in groups by some suits; those of the second range behind those of the first."""

    def __init__(self, one: Hands, two: Hands, suits: tuple[int, ...]) -> None:
        self.mine, self.yours = _Groups(one, suits), _Groups(two, suits)
        self.size = len(self.mine.lanes)
        self.lanes = np.concatenate([self.mine.lanes, self.yours.lanes])
        self.others = self.mine.others[:, :, None] + self.yours.others[:, None]
        ranks = np.concatenate([self.mine.ranks, self.yours.ranks], axis=1).astype(np.int64)[
            :, None
        ]
        self.sets = _NONE_OR_ONE | ranks
        self.taken = -((_NONE_OR_ONE[1:] & ranks) != 0).astype(np.int16)
        self.taken[:, :, self.size :] &= _TOP
        """By suit: the ranks of it without a card more, then with each one; -1 or the top value where that card is held."""


class _Meeting:
    """Two ranges: the products of the weights of all pairs of hands, 0 for those that share a card."""

    def __init__(self, first: Hands, second: Hands) -> None:
        one, two = self.masks = [
            np.bitwise_or.reduce(card_masks()[np.array(hands.cards)], axis=1)
            for hands in (first, second)
        ]
        self.pairs = ((one[:, None] & two) == 0) * np.outer(first.weights, second.weights).astype(
            np.float64
        )
        self.duel = cache(lambda suits: _Duel(first, second, suits))

    def weighted(self, counts: Numbers, duel: _Duel, able: Numbers) -> Numbers:
        """Return the counts of pairs of groups for each hand of the first range, weighted by those hands of the second that are able."""
        weights = self.pairs @ (duel.yours.members * able[:, None])
        sums: Numbers = np.vecdot(counts.take(duel.mine.of_hand, axis=1), weights)
        return sums


_meeting = lru_cache(1 << 6)(_Meeting)


@cache
def _tables(deck: str) -> tuple[Numbers, Numbers]:
    """Return the values of each rank multiset of five with each pair of ranks, and of flushes by the ranks in a suit."""
    keys = multiset_keys(5)[:, None] + single_keys()[LOW] + single_keys()[HIGH]
    return values_of(keys, deck=deck).astype(np.int16), (
        flushes(0, deck) if deck else flushes()
    ).astype(np.int16)


@cache
def _next(coming: int) -> tuple[dict[int, int], Numbers]:
    """Return the row of a board by its base-5 key, and in each row where it stands after each run-out among the boards of five."""
    keys = multiset_keys(5 - coming)
    more = (np.zeros(1, np.int64), single_keys(), single_keys()[LOW] + single_keys()[HIGH])[coming]
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
    rows, places = _next(coming)
    ranks, flush = _tables(deck)
    values = ranks.take(places[rows[sum([_KEYS[code >> 2] for code in board])]], axis=0)
    if not coming:
        return _on_river([*board, *dead], common, (first, second), values[0], flush)
    few = len(first.cards) * len(second.cards) <= _MOST_KEPT
    meeting = (_meeting if few else _Meeting)(first, second)
    out = np.uint64(known[0] | known[1] << 13 | known[2] << 26 | known[3] << 39)
    mine, yours = (((masks & out) == 0).astype(np.float64) for masks in meeting.masks)
    counts = (_last_card if coming == 1 else _two_cards)(
        common, known, meeting, values, flush, yours
    )
    won, tied = (counts @ mine).tolist()
    return (
        won,
        tied,
        float(mine @ meeting.pairs @ yours) * comb(48 - len(board) - len(dead), coming),
    )


def _ranks_of(cards: Sequence[int]) -> list[int]:
    """Return the ranks in each suit as bits."""
    ranks = [0, 0, 0, 0]
    for code in cards:
        ranks[code & 3] |= 1 << (code >> 2)
    return ranks


def _left(known: Sequence[int], suits: Sequence[int]) -> Numbers:
    """Return how many cards of each rank are left outside of some suits."""
    found: Numbers = sum([_FREE[ranks] for suit, ranks in enumerate(known) if suit not in suits])
    return found[:, :, None]


def _compared(mine: Numbers, yours: Numbers) -> Numbers:
    """Return where mine is higher, and where both are equal, as 1 and 0."""
    size = mine.shape[-1], yours.shape[-1]
    mine = mine[..., None].repeat(
        size[1], axis=-1
    )  # an inner loop over few groups would take four times as long
    yours = yours[..., None, :].repeat(size[0], axis=-2)
    found = np.empty((2, *mine.shape), np.bool_)
    np.greater(mine, yours, out=found[0])
    np.equal(mine, yours, out=found[1])
    return found.view(np.int8)


@lru_cache(1 << 6)
def _arrays(hands: Hands) -> tuple[Numbers, ...]:
    """Return of a range: the cards, the pair of ranks, the ranks in each suit, the weight in the columns of both cards and in the last one."""
    one, two = cards = np.array(hands.cards).T
    ranks = (cards & 3 == np.arange(4)[:, None, None]) << (cards >> 2)
    held = (np.eye(53)[one] + np.eye(53)[two] + np.eye(53)[52]) * np.array(hands.weights)[:, None]
    return cards, _LANE[one >> 2, two >> 2], ranks.sum(axis=1), held


def _on_river(
    gone: Sequence[int],
    common: Sequence[int],
    ranges: Sequence[Hands],
    values: Numbers,
    flush: Numbers,
) -> tuple[float, float, float]:
    """Return what `on_boards` does on a river: of each hand the weights of all lower hands, less those with either of its cards."""
    found = []
    for cards, lanes, suits, held in map(_arrays, ranges):
        ranked = values.take(lanes)
        for ranks, suited in zip(common, suits, strict=True):
            if ranks.bit_count() > 2:
                ranked = np.maximum(ranked, flush.take(ranks | suited))
        able = np.flatnonzero(~held[:, gone].any(axis=1))
        able = able[ranked[able].argsort()]
        found.append((*cards[:, able], ranked[able], held[able]))
    (one, two, mine, weights), (third, fourth, yours, held) = found
    sums, same = np.zeros((len(yours) + 1, 53)), np.zeros((52, 52))
    held.cumsum(axis=0, out=sums[1:])
    same[third, fourth] = held[:, 52]
    lower, upto = (yours.searchsorted(mine, side) for side in ("left", "right"))
    beaten, met, every = (sums[at, 52] - sums[at, one] - sums[at, two] for at in (lower, upto, -1))
    won, tied, total = (
        np.stack([beaten, met - beaten + same[one, two], every + same[one, two]]) @ weights[:, 52]
    )
    return float(won), float(tied), float(total)


def _last_card(
    common: Sequence[int],
    known: Sequence[int],
    meeting: _Meeting,
    values: Numbers,
    flush: Numbers,
    able: Numbers,
) -> Numbers:
    """Return the same on a turn."""
    suits = tuple([suit for suit, ranks in enumerate(common) if ranks.bit_count() > 1])
    duel = meeting.duel(suits)
    size = duel.size
    ranked = plain = values.take(duel.lanes, axis=1)
    if suits:
        sets = duel.sets | np.array([[[common[suit]]] for suit in suits])
        if common[suits[0]].bit_count() > 2:
            ranked = np.maximum(plain, flush.take(sets[0, 0]))
        flushed = np.maximum(plain, flush.take(sets[:, 1:]))
        flushed |= duel.taken  # where the card cannot come, neither wins nor ties
        for place, suit in enumerate(suits):
            flushed[place, :, :size] |= _GONE[known[suit]]
        ranked = np.concatenate([ranked, flushed.reshape(-1, plain.shape[1])])
    found = _compared(ranked[:, :size], ranked[:, size:])
    found[:, :13] *= lane_ways(_left(known, suits) - duel.others, 1)
    return meeting.weighted(np.add.reduce(found, axis=1, dtype=np.int8), duel, able)


def _two_cards(
    common: Sequence[int],
    known: Sequence[int],
    meeting: _Meeting,
    values: Numbers,
    flush: Numbers,
    able: Numbers,
) -> Numbers:
    """Return the same on a flop."""
    duel = meeting.duel(())
    ranked = values.take(duel.lanes, axis=1)
    found = _compared(ranked[:, : duel.size], ranked[:, duel.size :])
    found *= lane_ways(_left(known, ()) - duel.others, 2)
    sevens = np.add.reduce(
        found.reshape(2, 13, 7, *found.shape[2:]), axis=2, dtype=np.int8
    )  # below 128 for now
    won = meeting.weighted(np.add.reduce(sevens, axis=1, dtype=np.int16), duel, able)
    for suit, ranks in enumerate(common):
        duel = meeting.duel((suit,))
        changes = np.zeros((2, *duel.others.shape[1:]), np.int16)
        for suited in range(3 - ranks.bit_count(), 3) if ranks else ():
            live = np.flatnonzero((_SETS[suited] & known[suit]) == 0)
            plain = values.take(_RUN_OUTS[suited][live], axis=0).take(duel.lanes, axis=2)
            sets = (_SETS[suited][live] | ranks)[:, None] | duel.sets[0, 0]
            flushed = np.maximum(plain, flush.take(sets)[:, None])
            mine, yours = (
                part.lacking[suited].take(live, axis=0) for part in (duel.mine, duel.yours)
            )
            change = _compared(flushed[..., : duel.size], flushed[..., duel.size :])
            change -= _compared(plain[..., : duel.size], plain[..., duel.size :])
            if suited < 2:
                change *= lane_ways(_left(known, (suit,)) - duel.others, 2 - suited)
            sums = np.add.reduce(change, axis=2, dtype=np.int8 if suited else np.int16)
            sums *= mine[..., None] * yours[:, None]
            changes += np.add.reduce(sums, axis=1, dtype=np.int16)
        if changes.any():
            won += meeting.weighted(changes, duel, able)
    return won


def lane_ways(left: Numbers, coming: int) -> Numbers:
    """Return in how many ways each rank or pair of ranks comes by how many cards of each rank are left; meaningless below none.

    >>> lane_ways(np.array([4, 4, 1, *10 * [0]]), 2).sum().tolist() == 9 * 8 // 2
    True
    """
    if coming == 1:
        return left
    ways: Numbers = left[LOW] * left[HIGH]
    ways[_LANE.diagonal()] = left * (left - 1) >> 1
    return ways
