"""The prime-product dictionary: every rank is a prime, and the product of a hand's primes names its rank multiset.

Ranks 2 .. A are the primes 2 3 5 7 11 13 17 19 23 29 31 37 41, a joker is 43. Multiplication forgets the order of
the cards and nothing else. So one dictionary of products answers for the ranks and another for the ranks of one
suit; the suits only decide which of the two is used.

::

    4D 6S 9H QH QC  ->  5 * 13 * 19 * 37 * 37 = 1,690,715  ->  RANKS[1690715] = 3521

**What is built and what is derived.** The values come from the ladder of `xlpoker.evaluator.classes`. There are 6,175
products of five cards (all multisets without five of a kind), 1,287 of five different ranks in one suit, and those of
the short hands. Each table is built privately at its first use and published whole. `RANKS` and `SUITED` are memories
over them: a product is worked out when it is first met, from smaller ones, and kept:

- six to nine cards: the best five of n are the best five of some n - 1. So the value is the largest over the products
  divided by each of their primes, down to five cards;
- a joker: the largest over the products in which 43 is replaced by the prime of another rank, because a joker
  becomes a card not already in the hand. The rank is one of which fewer than four are there, or in `SUITED` one
  that is missing in the suit.

What is kept depends on the product alone, never on what has been kept before. So threads need no lock: the worst that
two of them can do at once is to work out the same value twice.

Importing builds nothing, the five-card tables take some milliseconds at the first hand, a new six- to nine-card product
takes microseconds and a known one a single look-up. Nothing is approximate: each step is a maximum over all cases.
The largest product, nine cards with two jokers, is 43**2 * 41**4 * 37**3 < 2**63; a dictionary that has met every
multiset of two to nine cards holds about 450,000 products.

Idea: Cactus Kev's evaluator and keepITcool's dictionary of all products in VBA; here with short hands and jokers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from math import prod
from operator import getitem

from xlpoker.evaluator.classes import (
    TOP,
    Category,
    HandClass,
    short_values,
    values_by_category,
)

__all__ = [
    "JOKER_PRIME",
    "PRIMES",
    "RANKS",
    "SUITED",
    "five_card_values",
    "five_of_a_kind",
    "own_order_values",
    "product",
]

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
JOKER_PRIME = 43
_PRIMES_AND_JOKER = (*PRIMES, JOKER_PRIME)


def product(ranks: tuple[int, ...]) -> int:
    """Return the product of the primes of ranks 0 (deuce) .. 12 (ace), 13 being a joker.

    >>> product((12, 12, 13))
    72283
    """
    primes = [_PRIMES_AND_JOKER[rank] for rank in ranks]
    return prod(primes)


def _count(number: int) -> int:
    """Return how many cards a product stands for."""
    cards = 0
    for prime in _PRIMES_AND_JOKER:
        while number % prime == 0:
            number //= prime
            cards += 1
    return cards


QUICK_RANKS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""Numbers that do for up to seven cards under addition what primes do under multiplication: sums of equally many differ.

They replace the primes' logarithms where all properties of a card are added up at once; found by Kenneth
Shackleton for SpecialKEval.
"""


@cache
def five_card_values(game: str = "") -> tuple[dict[int, int], dict[int, int]]:
    """Return the values of five cards, in three-card poker of three, by their products: those that need no flush, and ranks in one suit."""
    ranks: dict[int, int] = {}
    suited: dict[int, int] = {}
    for category, ranks_of_classes, values in values_by_category(game):
        table = suited if category.flush else ranks
        products = _products(category, ranks_of_classes)
        table.update(zip(products, values, strict=True))
    return ranks, suited


def _products(category: Category, ranks_of_classes: Iterable[tuple[int, ...]]) -> list[int]:
    """Return the products of the classes of a category.

    >>> from xlpoker.evaluator.classes import CATEGORIES
    >>> _products(CATEGORIES[6], [(2, 0)]) == [5 * 5 * 5 * 2 * 2]
    True
    """
    if category.straight:
        return [product(HandClass(category, ranks).spread()) for ranks in ranks_of_classes]
    powers = [[prime**times for prime in PRIMES] for times in category.shape]
    return [prod(map(getitem, powers, ranks)) for ranks in ranks_of_classes]


@cache
def _shorts() -> dict[int, float]:
    """Return the values of one to four cards by their products."""
    values: dict[int, float] = {}
    for rung, value in short_values().items():
        number = product(rung.spread())
        values[number] = value
    return values


_Table = Callable[[], Mapping[int, float]]


class _Values(dict[int, float]):
    """Product of primes -> value of the best hand; one that is missing is worked out from smaller ones, and kept.

    `table` gives the values of five cards (in three-card poker of three), `shorts` those of fewer; any other product of so few has
    the value 0. A joker becomes a rank of which there are fewer than `most`.
    """

    def __init__(self, table: _Table, most: int = 1, shorts: _Table = dict) -> None:
        self._table = table
        self._most = most
        self._shorts = shorts

    def __missing__(self, number: int) -> float:
        value = self._table().get(number)
        if value is None:
            value = self._derived(number)
        self[number] = value
        return value

    def _derived(self, number: int) -> float:
        """Return the value of a product with a joker, of fewer or of more than five cards."""
        if number % JOKER_PRIME == 0:
            rest = number // JOKER_PRIME
            return max(self[rest * prime] for prime in PRIMES if rest % prime**self._most)
        if _count(number) <= 5:
            return self._shorts().get(number, 0)
        return max(self[number // prime] for prime in PRIMES if number % prime == 0)


RANKS = _Values(lambda: five_card_values()[0], 4, _shorts)
"""Product of all cards' primes -> value of the best hand that needs no flush."""
SUITED = _Values(lambda: five_card_values()[1])
"""Product of the primes of five or more cards of one suit (and jokers) -> value of the best flush."""


@cache
def own_order_values(game: str) -> tuple[Mapping[int, float], Mapping[int, float]]:
    """Return the counterparts of `RANKS` and `SUITED` for a game with an order of hands of its own."""
    ranks, suited = five_card_values(game)
    return _Values(lambda: ranks), _Values(lambda: suited)


def five_of_a_kind(number: int) -> int:
    """Return the value of the best five of a kind in a product with jokers (house rule ``five``), 0 if there is none.

    >>> five_of_a_kind(product((12, 12, 12, 12, 13))), five_of_a_kind(product((12, 12, 12, 11, 13)))
    (7475, 0)
    """
    jokers = 0
    while number % JOKER_PRIME == 0:
        number //= JOKER_PRIME
        jokers += 1
    for rank in range(12, -1, -1):
        if number % PRIMES[rank] ** (5 - jokers) == 0:
            return TOP + 1 + rank
    return 0
