"""The hand classes: their number, order and names."""

import math
from collections import Counter

import pytest
from support.cases import cases
from support.reference import five_card_classes, short_classes, values
from support.refused import refused

from xlpoker import OptionError, value
from xlpoker.evaluator.classes import CATEGORIES, class_of, is_straight, ladder, name, short_values

NAMES = {
    "seven high": ("7S 5D 4C 3H 2C", "High Card, Seven", "High Card, Seven; Five Four Three Two"),
    "two pair": ("JS JD 2S 2D AC", "Two Pair, Jacks and Twos", "Two Pair, Jacks and Twos; Ace"),
    "three of a kind": ("8S 8D 8C KD 2C", "Three of a Kind, Eights", "Three of a Kind, Eights; King Two"),
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
    assert name(number, "short") == ("Royal Flush" if long == "Royal Flush" else class_of(number).category.name)


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


def test_class_sizes_of_the_ladder():
    """The ladder has 7,462 rungs, category by category, weakest first."""
    rungs = [(category.name, sum(rung.category is category for rung in ladder())) for category in CATEGORIES]
    assert rungs == [
        ("High Card", 1277), ("One Pair", 2860), ("Two Pair", 858), ("Three of a Kind", 858), ("Straight", 10),
        ("Flush", 1277), ("Full House", 156), ("Four of a Kind", 156), ("Straight Flush", 10),
    ]  # fmt: skip


def test_the_ladder_is_the_reference_order():
    """Rung by rung the ladder is the sorted list of the slow evaluator's tuples."""
    low = {rung: rung.category.straight and rung.ranks == (3,) for rung in ladder()}
    ladder_tuples = [
        (rung.category.index, tuple(-1 if low[rung] and rank == 12 else rank for rank in rung.spread()))
        for rung in ladder()
    ]
    assert ladder_tuples == five_card_classes()


def test_short_hands_are_the_reference_order():
    """The 2,379 short hands have the reference's numbers, rising, and none is a whole number."""
    shorts = {
        (rung.category.index, (*rung.spread(), -1, -1, -1, -1)[:5]): number for rung, number in short_values().items()
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


@pytest.mark.parametrize("number", [0, -1, 7476, 0.51, 3917.126, math.nan, math.inf, -math.inf], ids=repr)
def test_other_numbers_are_no_values(number):
    """A number that no hand has is refused."""
    with refused(OptionError, f"{number!r} is not the value of a hand; values of five cards are 1 .. 7462"):
        class_of(number)


def test_an_unknown_style_is_refused():
    """The nearest style is offered."""
    with refused(OptionError, "'shrt' is not a style of names; did you mean 'short'?"):
        name(1, "shrt")


@cases(
    ("ranks", "expected"),
    {
        "broadway": ((12, 11, 10, 9, 8), True),
        "wheel": ((12, 3, 2, 1, 0), True),
        "six high": ((4, 3, 2, 1, 0), True),
        "around the corner": ((12, 11, 2, 1, 0), False),
        "ace and six high": ((12, 4, 3, 2, 1), False),
    },
)
def test_straights(ranks, expected):
    """The ace is high or low, never in the middle."""
    assert is_straight(ranks) is expected
