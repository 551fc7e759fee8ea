"""What can still come, forgetting suits: rank multisets, sets of ranks in one suit, and in how many ways each comes.

Five cards from 48 are 1,712,304 boards but only 6,175 rank multisets, and the ranks alone decide every showdown in
which nobody has a flush. A flush needs three or more cards of one suit on the board: those cards are a set of ranks,
and the others, of three suits, a small multiset again. So a *pattern* is (suit, set of k ranks, multiset of the rest),
and all tables here list multisets and sets in one fixed order, the multisets of five::

    j cards of the ranks 2-8  x  5 - j of the ranks 9-A          j = 5 .. 0

so that the number of ways of all of them is an outer product of two short lists.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from xlpoker.evaluator.primes import PRIMES

__all__ = ["multiset_places", "multiset_products", "multisets", "pattern_places", "rank_sets", "ways"]

Ranks = tuple[int, ...]
_LOW = 7
_CHOOSE = tuple(tuple(comb(there, taken) for taken in range(6)) for there in range(5))


def _of_ranks(ranks: range, cards: int) -> list[Ranks]:
    """Return the multisets of some ranks with at most four of each."""
    chosen = combinations_with_replacement(ranks, cards)
    return [ranks for ranks in chosen if cards < 5 or all(ranks.count(rank) < 5 for rank in ranks)]


@cache
def multisets(cards: int) -> tuple[Ranks, ...]:
    """Return all rank multisets of up to five cards, as tuples of ranks.

    >>> [len(multisets(cards)) for cards in range(6)]
    [1, 13, 91, 455, 1820, 6175]
    """
    if cards == 2:  # the order in which `ways` is fastest
        return (*((rank, rank) for rank in range(13)), *combinations(range(13), 2))
    return tuple(
        low + high
        for below in range(cards, -1, -1)
        for low in _of_ranks(range(_LOW), below)
        for high in _of_ranks(range(_LOW, 13), cards - below)
    )


@cache
def multiset_products(cards: int) -> tuple[int, ...]:
    """Return the prime products of `multisets`."""
    return tuple(prod(PRIMES[rank] for rank in ranks) for ranks in multisets(cards))


@cache
def multiset_places(cards: int) -> dict[int, int]:
    """Return where each product stands in `multisets`."""
    return {number: place for place, number in enumerate(multiset_products(cards))}


@cache
def rank_sets(cards: int) -> tuple[tuple[int, int], ...]:
    """Return all sets of that many different ranks: the bits of the ranks, and their prime product.

    >>> len(rank_sets(3)), rank_sets(1)[12]
    (286, (4096, 41))
    """
    return tuple(
        (sum(1 << rank for rank in ranks), prod(PRIMES[rank] for rank in ranks))
        for ranks in combinations(range(13), cards)
    )


@cache
def pattern_places(cards: int, suited: int) -> tuple[tuple[int, ...], ...]:
    """Return for each set of `suited` ranks and each multiset of the rest where the union stands in `multisets`.

    A union with five of a rank, which the rest of three suits never makes, stands at 0.
    """
    places = multiset_places(cards)
    rest = multiset_products(cards - suited)
    return tuple(tuple(places.get(number * other, 0) for other in rest) for _, number in rank_sets(suited))


@lru_cache(1 << 12)
def _half(there: tuple[int, ...], cards: int) -> tuple[int, ...]:
    """Return the ways of the multisets of some ranks of which so many are there, in the order of `_of_ranks`."""
    if not there:
        return (1,) if cards == 0 else ()
    first = _CHOOSE[there[0]]
    return tuple(
        first[taken] * rest for taken in range(min(cards, 4), -1, -1) for rest in _half(there[1:], cards - taken)
    )


def ways(there: list[int], cards: int) -> list[int]:
    """Return in how many ways each multiset comes from a deck with so many cards of each of the 13 ranks.

    >>> sum(ways([4] * 13, 5)), ways([4] * 12 + [1], 1)[-1]
    (2598960, 1)
    """
    if cards == 2:
        found = [count * (count - 1) // 2 for count in there]
        found += [first * second for first, second in combinations(there, 2)]
        return found
    if cards < 2:
        return there if cards else [1]
    low, high = tuple(there[:_LOW]), tuple(there[_LOW:])
    return [
        first * second
        for below in range(cards, -1, -1)
        for first in _half(low, below)
        for second in _half(high, cards - below)
    ]
