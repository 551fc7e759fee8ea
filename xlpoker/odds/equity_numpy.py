"""The counts of `xlpoker.odds.counting` over arrays: the same patterns, a fraction of the time; needs NumPy.

With five cards to come two players take a third of a millisecond, six players one or two. Values are rows of the
batch kernel's tables, weights float64 of whole numbers (no board count comes near 2**53).
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from math import comb, prod

import numpy as np

from xlpoker.evaluator.batch.tables import (
    HIGH_SHIFT,
    Numbers,
    flushes,
    high_place,
    low_place,
    mask_keys,
    ranks,
)
from xlpoker.evaluator.primes import PRIMES
from xlpoker.odds.counting import Deal, flush_needs
from xlpoker.odds.multisets import multiset_places, multiset_products, multisets, pattern_places, rank_sets

__all__ = ["best_of", "coming_keys", "count_winners", "single_keys", "values_of"]

_LOW_KEY = (1 << HIGH_SHIFT) - 1


def count_winners(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins, as `xlpoker.odds.counting.count_winners` does.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> count_winners(Deal((tuple(parse_cards("Ah Kh")), tuple(parse_cards("Qc Qd")))))
    [0, 787966, 917606, 6732]
    """
    known = deal.known()
    if len(known) == 4 and deal.coming == 5 and deal.game == "holdem":
        return _before_the_flop(*deal.holes)
    there, gone = [4] * 13, [0] * 4
    for code in known:
        there[code >> 2] -= 1
        gone[code & 3] |= 1 << (code >> 2)
    coming = deal.coming
    values = [_values(deal, hole) for hole in deal.holes]
    weights = _ways(there, coming)
    two = len(deal.holes) == 2
    won = _Two(values, weights) if two else _Many(values, weights)
    for suit, need in enumerate(flush_needs(deal)):
        if need > coming:
            continue
        out = gone[suit]
        others = [count - 1 + (out >> rank & 1) for rank, count in enumerate(there)]
        for suited in range(need, coming + 1):
            sets, places = _patterns(coming, suited, out)
            if len(sets):
                mine = [_flushes(deal, hole, suit, suited, sets) for hole in deal.holes]
                won.counts += won.moved(mine, places, _ways(others, coming - suited))
    counts = [round(number) for number in won.counts.tolist()]
    assert sum(counts) == comb(52 - len(known), coming), "boards were lost or counted twice"
    return counts


# --- two hands before the flop ---------------------------------------------------------------------------------------
#
# There are 47,008 of these questions that differ in more than the names of suits, but only 4,186 pairs of rank pairs, and
# 33,000 suits with what each of the two holds in it: each is counted once, and 169 hands against 169 take seconds.


def _before_the_flop(first: tuple[int, ...], second: tuple[int, ...]) -> list[int]:
    if sorted(code >> 2 for code in first) > sorted(code >> 2 for code in second):
        _, won, lost, tied = _before_the_flop(second, first)
        return [0, lost, won, tied]
    ranks = [tuple(sorted(code >> 2 for code in hole)) for hole in (first, second)]
    counts = _by_ranks(*ranks).counts.copy()
    for suit in range(4):
        mine, yours = (sum(1 << (code >> 2) for code in hole if code & 3 == suit) for hole in (first, second))
        counts += _by_suit(ranks[0], mine, ranks[1], yours)
    return [round(number) for number in counts.tolist()]


@lru_cache(1 << 7)
def _by_ranks(first: tuple[int, ...], second: tuple[int, ...]) -> _Two:
    there = [4 - (*first, *second).count(rank) for rank in range(13)]
    return _Two([_rank_values(first, 5), _rank_values(second, 5)], _ways(there, 5))


@lru_cache(1 << 16)
def _by_suit(first: tuple[int, ...], mine: int, second: tuple[int, ...], yours: int) -> Numbers:
    """Return what the flushes of one suit move, of which these ranks are held by the players."""
    gone = mine | yours
    others = np.array([3 - (*first, *second).count(rank) + (gone >> rank & 1) for rank in range(13)])
    moved = np.zeros(4)
    for suited in range(5 - max(mine.bit_count(), yours.bit_count()), 6):
        weights = _few_ways(others, 5 - suited)
        sets, places = _patterns(5, suited, gone)
        flush = [flushes().take(sets | held) if held.bit_count() + suited > 4 else None for held in (mine, yours)]
        moved += _by_ranks(first, second).moved(flush, places, weights)
    return moved


def _few_ways(left: Numbers, coming: int) -> Numbers:
    """Return in how many ways up to two cards come, in the order of `multisets`."""
    if coming < 2:
        return left.astype(np.float64) if coming else np.ones(1)
    one, two = np.array(multisets(2)).T
    ways: Numbers = (left[one] * left[two]).astype(np.float64)
    ways[:13] = left * (left - 1) // 2
    return ways


# --- what is looked up -----------------------------------------------------------------------------------------------


@cache
def single_keys() -> Numbers:
    """Return the base-5 key of one card of each rank."""
    keys: Numbers = mask_keys()[1 << np.arange(13)]
    return keys


@cache
def coming_keys(coming: int) -> Numbers:
    """Return the base-5 keys of the multisets."""
    wanted = np.array(multisets(coming), np.int64).reshape(len(multisets(coming)), coming)
    keys: Numbers = single_keys()[wanted].sum(axis=1, dtype=np.int64)
    return keys


def values_of(keys: Numbers, cards: int = 7) -> Numbers:
    """Return the values of rank multisets by their base-5 keys, flushes apart; five of a rank give anything at all."""
    index = high_place(cards).take(keys >> HIGH_SHIFT, mode="clip") + low_place().take(keys & _LOW_KEY, mode="clip")
    values: Numbers = ranks(cards).take(index, mode="clip")
    return values


def _values(deal: Deal, hole: tuple[int, ...]) -> Numbers:
    if deal.game == "omaha":
        whole = _omaha_values(tuple(sorted(code >> 2 for code in hole)))
        return whole if not deal.board else whole[_whole_boards(tuple(sorted(code >> 2 for code in deal.board)))]
    return _rank_values(tuple(sorted(code >> 2 for code in (*hole, *deal.board))), deal.coming)


@lru_cache(1 << 10)
def _rank_values(held: tuple[int, ...], coming: int) -> Numbers:
    """Return the values of these ranks with each multiset to come."""
    return values_of(coming_keys(coming) + single_keys()[list(held)].sum())


@lru_cache(1 << 10)
def _omaha_values(hole: tuple[int, ...]) -> Numbers:
    """Return the values of four or more hole ranks with each multiset of five: two of them and three of the board."""
    pairs = np.array([single_keys()[list(two)].sum() for two in set(combinations(hole, 2))])
    best = values_of(coming_keys(3)[:, None] + pairs, 5).max(axis=1)
    values: Numbers = best.take(_triples()).max(axis=1)
    return values


@cache
def _triples() -> Numbers:
    """Return which ten multisets of three each multiset of five has."""
    places = {three: place for place, three in enumerate(multisets(3))}
    return np.array([[places[three] for three in combinations(five, 3)] for five in multisets(5)])


@lru_cache(1 << 8)
def _whole_boards(board: tuple[int, ...]) -> Numbers:
    """Return where the board and each multiset to come stand among the multisets of five."""
    places = multiset_places(5)
    number = prod(PRIMES[rank] for rank in board)
    return np.array([places.get(number * other, 0) for other in multiset_products(5 - len(board))])


@cache
def _full_ways(coming: int) -> Numbers:
    times = [[ranks.count(rank) for rank in range(13)] for ranks in multisets(coming)]
    table = np.array([comb(4, taken) for taken in range(6)], np.float64)
    full: Numbers = table[np.array(times).reshape(-1, 13)].prod(axis=1)
    return full


@cache
def _share_of_ways(coming: int, rank: int, there: int) -> Numbers:
    """Return which share of the ways is left when so many cards of a rank are."""
    share = np.array([comb(there, taken) / max(comb(4, taken), 1) for taken in range(6)])
    return share[[ranks.count(rank) for ranks in multisets(coming)]]


def _ways(there: list[int], coming: int) -> Numbers:
    weights: Numbers = _full_ways(coming)
    fewer = [(rank, count) for rank, count in enumerate(there) if count < 4]
    if coming and fewer:
        weights = weights.copy()
        for rank, count in fewer:
            weights *= _share_of_ways(coming, rank, count)
        np.rint(weights, out=weights)
    return weights


@cache
def _all_patterns(coming: int, suited: int) -> tuple[Numbers, Numbers]:
    masks = np.array([mask for mask, _ in rank_sets(suited)])
    return masks, np.array(pattern_places(coming, suited), np.intp)


@lru_cache(1 << 8)
def _patterns(coming: int, suited: int, out: int) -> tuple[Numbers, Numbers]:
    """Return the sets of ranks (bits) that a suit without some ranks still has, and their rows of places."""
    masks, places = _all_patterns(coming, suited)
    live = (masks & out) == 0
    return masks[live], places[live]


def _flushes(deal: Deal, hole: tuple[int, ...], suit: int, suited: int, sets: Numbers) -> Numbers | None:
    """Return the player's flush with each set of further ranks of a suit, None when the cards are too few for one."""
    mine = [1 << (code >> 2) for code in hole if code & 3 == suit]
    common = [1 << (code >> 2) for code in deal.board if code & 3 == suit]
    if deal.game != "omaha":
        if len(mine) + len(common) + suited < 5:
            return None
        return flushes().take(sets | sum(mine) | sum(common))
    if len(mine) < 2 or len(common) + suited < 3:
        return None
    return _omaha_flushes(tuple(mine), sum(common), suited + len(common)).take(sets)


@lru_cache(1 << 8)
def _omaha_flushes(mine: tuple[int, ...], common: int, cards: int) -> Numbers:
    """Return by the bits of further ranks the best flush of two hole cards and three of the board."""
    pairs = np.array([one | two for one, two in combinations(mine, 2)])
    triples = np.array([mask for mask, _ in rank_sets(3)])
    best = np.zeros(1 << 13, np.uint16)
    best[triples] = flushes().take(triples[:, None] | pairs).max(axis=1)
    boards, inside = _threes(cards)
    table = np.zeros(1 << 13, np.uint16)
    fits = (boards & common) == common
    table[boards[fits] ^ common] = best.take(inside[fits]).max(axis=1)
    return table


@cache
def _threes(cards: int) -> tuple[Numbers, Numbers]:
    """Return the sets of that many ranks, and the sets of three in each."""
    boards = [mask for mask, _ in rank_sets(cards)]
    bits = [[1 << rank for rank in range(13) if mask >> rank & 1] for mask in boards]
    return np.array(boards), np.array([[sum(three) for three in combinations(ranks, 3)] for ranks in bits])


# --- who wins --------------------------------------------------------------------------------------------------------


class _Two:
    """Two players: the boards of player 1, of player 2, and the ties."""

    def __init__(self, values: list[Numbers], weights: Numbers) -> None:
        one, two = self.values = values
        self.ahead, self.behind = one > two, one < two
        self.tied = one == two
        self.counts = np.array([0.0, weights @ self.ahead, weights @ self.behind, weights @ self.tied])

    def moved(self, flushes: list[Numbers | None], places: Numbers, weights: Numbers) -> Numbers:
        """Return what it changes that the boards of some patterns go to those who win them with a flush."""
        first, second = flushes
        one, two = self.values
        if first is not None and second is not None:
            after_one = np.maximum(one.take(places), first[:, None])
            after_two = np.maximum(two.take(places), second[:, None])
            after = self._counted(after_one > after_two, after_one < after_two, weights)
            return after - self._counted(self.ahead.take(places), self.behind.take(places), weights)
        if first is not None:
            return self._gained(1, first, two.take(places), self.ahead, places, weights)
        if second is not None:
            return self._gained(2, second, one.take(places), self.behind, places, weights)
        return np.zeros(4)

    def _counted(self, first: Numbers, second: Numbers, weights: Numbers) -> Numbers:
        won, lost = (first @ weights).sum(), (second @ weights).sum()
        return np.array([0.0, won, lost, weights.sum() * len(first) - won - lost])

    def _gained(
        self, winner: int, flush: Numbers, other: Numbers, ahead: Numbers, places: Numbers, weights: Numbers
    ) -> Numbers:
        gained = other < flush[:, None]
        gained &= ~ahead.take(places)
        won = (gained @ weights).sum()
        gained &= self.tied.take(places)
        tied = (gained @ weights).sum()
        moved = np.zeros(4)
        moved[winner], moved[3], moved[3 - winner] = won, -tied, tied - won
        return moved


class _Many:
    """Any number of players: the boards of each set of players."""

    def __init__(self, values: list[Numbers], weights: Numbers) -> None:
        self.values = values
        self.winners = best_of(values)
        self.size = 1 << len(values)
        self.counts = np.bincount(self.winners, weights, self.size)

    def moved(self, flushes: list[Numbers | None], places: Numbers, weights: Numbers) -> Numbers:
        """Return what it changes that the boards of some patterns go to those who win them with a flush."""
        some = np.flatnonzero(weights)
        if len(some) < len(weights):
            places, weights = places[:, some], weights[some]
        after = [value.take(places) for value in self.values]
        for value, flush in zip(after, flushes, strict=True):
            if flush is not None:
                np.maximum(value, flush[:, None], out=value)
        winners, before = best_of(after), self.winners.take(places)
        changed = np.flatnonzero(winners != before)
        moved = weights.take(changed % len(weights))
        after_counts: Numbers = np.bincount(winners.ravel().take(changed), moved, self.size)
        return after_counts - np.bincount(before.ravel().take(changed), moved, self.size)


def best_of(values: list[Numbers]) -> Numbers:
    """Return in each place the set of those who have the highest value, player 1 being bit 0."""
    top = values[0]
    for value in values[1:]:
        top = np.maximum(top, value)
    size = np.int16 if len(values) < 16 else np.int32
    winners: Numbers = (values[0] == top).astype(size)
    for place, value in enumerate(values[1:], 1):
        winners |= (value == top).astype(size) << size(place)
    return winners
