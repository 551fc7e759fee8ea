"""The prime-product dictionary: what it holds, and that what it derives is exact."""

import copy
import random
from itertools import combinations_with_replacement

import pytest
from support import reference
from support.cases import cases

from xlpoker.evaluator import primes
from xlpoker.evaluator.primes import JOKER_PRIME, PRIMES, RANKS, SUITED, five_of_a_kind, product


def test_primes_are_primes():
    """Thirteen ranks and the joker have the first fourteen primes."""
    numbers = (*PRIMES, JOKER_PRIME)
    assert numbers == tuple(number for number in range(2, 44) if all(number % small for small in range(2, number)))


def test_the_largest_product_fits_63_bits():
    """Nine cards with two jokers are the largest product, so int64 arrays can hold every key."""
    largest = product((13, 13, 12, 12, 12, 12, 11, 11, 11))
    assert largest == 43**2 * 41**4 * 37**3
    assert largest < 2**63


def test_five_card_products_are_the_contracts():
    """There are 6,175 rank multisets of five cards, 1,287 of them with five ranks and so a flush value too."""
    multisets = [ranks for ranks in combinations_with_replacement(range(13), 5) if len(set(ranks)) > 1]
    flushes = [ranks for ranks in multisets if len(set(ranks)) == 5]
    assert (len(multisets), len(flushes)) == (6175, 1287)
    order = reference.values()
    assert all(RANKS[product(ranks)] == order[reference.ranked(ranks, one_suit=False)] for ranks in multisets)
    assert all(SUITED[product(ranks)] == order[reference.ranked(ranks, one_suit=True)] for ranks in flushes)


@cases(
    ("ranks", "expected"),
    {
        "four aces and a joker": ((12, 12, 12, 12, 13), 7475),
        "three aces and a joker": ((12, 12, 12, 11, 13), 0),
        "three twos and two jokers": ((0, 0, 0, 13, 13), 7463),
        "the better of two": ((0, 0, 0, 1, 1, 1, 13, 13), 7464),
        "too few cards": ((12, 12, 13, 13), 0),
        "no joker": ((12, 12, 12, 12, 11), 0),
    },
)
def test_five_of_a_kind(ranks, expected):
    """The house rule's value comes from the product alone."""
    assert five_of_a_kind(product(ranks)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("cards", [6, 7, 8, 9])
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_derived_products_do_not_depend_on_the_way(cards, jokers):
    """A product of six to nine cards has the value that its multiset has, in whatever order products were met."""
    rng = random.Random(cards * 10 + jokers)
    fresh = copy.copy(RANKS)
    fresh.clear()
    for _ in range(300):
        deck = [rank for rank in range(13) for _ in range(4)]
        number = product((*rng.sample(deck, cards - jokers), *[13] * jokers))
        assert fresh[number] == RANKS[number]


def test_quick_sums_are_as_good_as_products():
    """Sums of equally many ranks all differ, and five of a rank never look like a high card.

    A sum has 23 bits, the number of cards stands above it; six aces carry into that number.
    """
    found, keys, high, five_of_a_rank = [], set(), set(), set()
    for cards in range(1, 8):
        for ranks in combinations_with_replacement(range(13), cards):
            key = sum(primes.QUICK_RANKS[rank] for rank in ranks) + (cards << 23)
            if max(map(ranks.count, ranks)) > 4:
                five_of_a_rank.add(key)
                continue
            assert key not in keys
            assert key >> 23 == cards
            keys.add(key)
            if len(set(ranks)) == cards:
                high.add(key)
        found.append(len(keys))
    assert found == [13, 104, 559, 2_379, 8_554, 26_949, 76_154]
    assert not high & five_of_a_rank
