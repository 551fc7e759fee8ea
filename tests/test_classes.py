"""The hand classes, their number, order and names, and the dictionary of prime products that holds their values."""

import copy
import math
import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest
from support import reference
from support.cases import cases
from support.reference import five_card_classes, short_classes, values
from support.refused import refused
from support.samples import sample_size

from xlpoker import OptionError, value
from xlpoker.evaluator import primes
from xlpoker.evaluator.classes import class_of, ladder, name, short_values
from xlpoker.evaluator.primes import JOKER_PRIME, PRIMES, RANKS, SUITED, five_of_a_kind, product

NAMES = {
    "seven high": ("7S 5D 4C 3H 2C", "High Card, Seven", "High Card, Seven; Five Four Three Two"),
    "two pair": ("JS JD 2S 2D AC", "Two Pair, Jacks and Twos", "Two Pair, Jacks and Twos; Ace"),
    "wheel": ("AS 2D 3C 4H 5S", "Straight, Five high (wheel)", "Straight, Five high (wheel)"),
    "broadway": ("AS KD QC JH TS", "Straight, Ace high", "Straight, Ace high"),
    "full house": ("4S 4D 4C 2H 2D", "Full House, Fours over Twos", "Full House, Fours over Twos"),
    "four of a kind": ("6S 6D 6C 6H 2D", "Four of a Kind, Sixes", "Four of a Kind, Sixes; Two"),
    "steel wheel": ("AS 2S 3S 4S 5S", *["Straight Flush, Five high (steel wheel)"] * 2),
    "royal flush": ("AH KH QH JH TH", "Royal Flush", "Royal Flush"),
    "two pair of four": ("6S 6D 5C 5H", "Two Pair, Sixes and Fives", "Two Pair, Sixes and Fives"),
}


@pytest.mark.parametrize(("cards", "long", "full"), NAMES.values(), ids=NAMES)
def test_names(cards, long, full):
    """Each category has its long name, and its full name with the kickers; the short name is the category."""
    number = value(cards)
    assert (name(number), name(number, "full")) == (long, full)
    assert name(number, "short") == (
        "Royal Flush" if long == "Royal Flush" else class_of(number).category.name
    )


@pytest.mark.parametrize(("number", "rank"), [(7463, "Twos"), (7467, "Sixes"), (7475, "Aces")])
def test_five_of_a_kind_has_names_too(number, rank):
    """The classes of the house rule stand above the royal flush."""
    assert name(number) == name(number, "full") == f"Five of a Kind, {rank}"
    assert name(number, "short") == "Five of a Kind"


def test_the_royal_flush_need_not_be_named_apart():
    """With `royal` off the best straight flush is named like the others."""
    named = [name(7462, style, royal=False) for style in ("long", "short", "full")]
    assert named == ["Straight Flush, Ace high", "Straight Flush", "Straight Flush, Ace high"]


@pytest.mark.parametrize("royal", [True, False], ids=["royal", "no royal"])
def test_all_full_names_differ(royal):
    """Each of the 7,475 classes (five of a kind included) and 2,379 short hands has a full name of its own."""
    numbers = [*range(1, 7476), *short_values().values()]
    names = Counter(name(number, "full", royal=royal) for number in numbers)
    assert len(names) == len(numbers) == 7475 + 2379


def test_the_ladder_is_the_reference_order():
    """Rung by rung the ladder is the sorted list of the slow evaluator's tuples."""
    low = {rung: rung.category.straight and rung.ranks == (3,) for rung in ladder()}
    ladder_tuples = [
        (
            rung.category.number,
            tuple(-1 if low[rung] and rank == 12 else rank for rank in rung.spread()),
        )
        for rung in ladder()
    ]
    assert ladder_tuples == five_card_classes()


def test_short_hands_are_the_reference_order():
    """The 2,379 short hands have the reference's numbers, rising, and none is a whole number."""
    shorts = {
        (rung.category.number, (*rung.spread(), -1, -1, -1, -1)[:5]): number
        for rung, number in short_values().items()
    }
    assert shorts == {hand: values()[hand] for hand in short_classes()}
    numbers = list(short_values().values())
    assert numbers == sorted(set(numbers))
    assert not any(float(number).is_integer() for number in numbers)


def test_class_of_is_the_inverse():
    """Every value gives its class back."""
    assert [class_of(number) for number in range(1, 7463)] == list(ladder())
    assert all(class_of(number) == rung for rung, number in short_values().items())
    assert class_of(7462.0) == class_of(7462)


@pytest.mark.parametrize(
    "number", [0, -1, 7476, 0.51, 3917.126, math.nan, math.inf, -math.inf], ids=repr
)
def test_other_numbers_are_no_values(number):
    """A number that no hand has is refused."""
    with refused(
        OptionError, f"{number!r} is not the value of a hand; values of five cards are 1 .. 7462"
    ):
        class_of(number)


def test_an_unknown_style_is_refused():
    """The nearest style is offered."""
    with refused(OptionError, "'shrt' is not a style of names; did you mean 'short'?"):
        name(1, "shrt")


def test_primes_are_primes():
    """Thirteen ranks and the joker have the first fourteen primes."""
    numbers = (*PRIMES, JOKER_PRIME)
    assert numbers == tuple(
        number for number in range(2, 44) if all(number % small for small in range(2, number))
    )


def test_the_largest_product_fits_63_bits():
    """Nine cards with two jokers are the largest product, so int64 arrays can hold every key."""
    largest = product((13, 13, 12, 12, 12, 12, 11, 11, 11))
    assert largest == 43**2 * 41**4 * 37**3
    assert largest < 2**63


def test_five_card_products_are_the_contracts():
    """There are 6,175 rank multisets of five cards, 1,287 of them with five ranks and so a flush value too."""
    multisets = [
        ranks for ranks in combinations_with_replacement(range(13), 5) if len(set(ranks)) > 1
    ]
    flushes = [ranks for ranks in multisets if len(set(ranks)) == 5]
    assert (len(multisets), len(flushes)) == (6175, 1287)
    order = reference.values()
    assert all(
        RANKS[product(ranks)] == order[reference.ranked(ranks, one_suit=False)]
        for ranks in multisets
    )
    assert all(
        SUITED[product(ranks)] == order[reference.ranked(ranks, one_suit=True)] for ranks in flushes
    )


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
    for _ in range(sample_size(100, release=300)):
        deck = [rank for rank in range(13) for _ in range(4)]
        number = product((*rng.sample(deck, cards - jokers), *[13] * jokers))
        assert fresh[number] == RANKS[number]


@pytest.mark.slow
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
