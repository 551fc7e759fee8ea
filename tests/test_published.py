"""The published systems, number by number: the sources' own examples, defects, and what has no number."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.refused import refused

from xlpoker import HandError, value
from xlpoker.evaluator.cards import card_text, parse_cards
from xlpoker.evaluator.classes import ladder
from xlpoker.evaluator.hand import strength
from xlpoker.functions import call
from xlpoker.scales import SCALES
from xlpoker.scales.arrays import values
from xlpoker.scales.face_numbers import sample

PUBLISHED = [scale for scale in SCALES.values() if scale.source]
BY_NAME = {"ids": lambda scale: scale.name}

EXAMPLES = {
    # besides those of the doctests
    "mrt, the listing: ace-low straight flush": ("mrt", "AS 2S 3S 4S 5S", 8.0504030201),
    "mrt, the listing: AAAAK": ("mrt", "AS AD AC AH KC", 7.1414141413),
    "mrt, the listing: AKKKK": ("mrt", "AS KD KC KH KS", 7.1313131314),
    "mrt, the listing: AAAKK": ("mrt", "AS AD AC KH KC", 6.14),
    "mrt, the listing: AAKKK": ("mrt", "AS AD KC KH KS", 6.13),
    "mrt, the listing: AKQJ9 suited": ("mrt", "AS KS QS JS 9S", 5.1413121109),
    "mrt, the listing: AKQJT": ("mrt", "AS KD QC JH TC", 4.1413121110),
    "mrt, the text: JJ998": ("mrt", "JS JD 9C 9H 8C", 2.1111090908),
    "handval: bands of 20": ("handval", "AS AD AC AH KC", 154.7),
    "handval: no ace-low straight": ("handval", "AS 2D 3C 4H 5H", 14),
    "handval: full house with the higher pair": ("handval", "4S 4D 4C 9H 9C", 64.45),
    "handval: full house with the lower pair": ("handval", "9S 9D 9C 4H 4C", 129.45),
    "fzz-formulas: straight flush": ("fzz-formulas", "KS QS JS TS 9S", 0.1211100908 * 1e16),
    "fzz-formulas: the wheel has its ace high": ("fzz-formulas", "AS 2D 3C 4H 5H", 0.1304030201 * 1e8),
    "fzz-formulas: two pair": ("fzz-formulas", "AS AD KC KH 2C", 0.1313121201 * 1e4),
    "fzz-formulas: full house": ("fzz-formulas", "2S 2D 2C 3H 3C", 0.0202010101 * 1e12),
    "fzz-vba: the wheel is mended": ("fzz-vba", "AS 2D 3C 4H 5H", (0xE5432 / 16**5 - 13 / 16) * 16**4),
    "fzz-vba: the steel wheel is not": ("fzz-vba", "AS 2S 3S 4S 5S", 0xE5432 * 16**3),
    "fzz-vba: four of a kind": ("fzz-vba", "2S 2D 2C 2H 3C", 0x32222 * 16**2),
    "fzz-single: four of a kind": ("fzz-single", "2S 2D 2C 2H 3C", 16**10 + 2 * 16**3),
    "fzz-single: full house": ("fzz-single", "2S 2D 2C 3H 3C", (256 * 16**4 + 32 * 16**3) * 16**3),
    "keepitcool: two pair has no kicker": ("keepitcool", "AS AD KC KH 2C", 21211),
    "keepitcool: a flush of two cards": ("keepitcool", "AS KS 4S 3S 2S", 51211),
    "keepitcool: steel wheel": ("keepitcool", "AS 2S 3S 4S 5S", 80300),
    "hans: two pair": ("hans", "JS JD 9C 9H 8C", 322),
    "hans: four of a kind": ("hans", "2S 2D 2C 2H 3C", 810),
    "hans: straight flush": ("hans", "KS QS JS TS 9S", 913),
    "hans: steel wheel": ("hans", "AS 2S 3S 4S 5S", 614),
    "machanic: the ace weighs 1": ("machanic", "AS 2D 3C 4H 5H", 5_500_000_000 + 31),
    "machanic: full house": ("machanic", "2S 2D 2C 3H 3C", 14 + 8_000_000_000 + 131_072 * 2 + 8192 * 4),
    "luyun: flushes from 322": ("luyun", "AS KS QS JS 9S", 322),
    "luyun: straights from 1599": ("luyun", "AS KD QC JH TC", 1599),
    "luyun: threes from 1609": ("luyun", "AS AD AC KH QC", 1609),
    "luyun: two pair from 2467": ("luyun", "AS AD KC KH QC", 2467),
    "luyun: pairs from 3325": ("luyun", "AS AD KC QH JC", 3325),
    "luyun: a joker for the best five": ("luyun", "Xn 8D 8H 9H 9S 6H TH", 4),
}


@pytest.mark.parametrize(("scale", "cards", "expected"), EXAMPLES.values(), ids=EXAMPLES)
def test_examples(scale, cards, expected):
    """The number that the source gives, or that its formula gives when worked out by hand, in text, cell and array."""
    assert value(cards, scale) == pytest.approx(expected, rel=1e-14)
    assert call("HANDVAL", cards, scale) == value(cards, scale)
    assert values([parse_cards(cards)], scale).tolist() == [float(value(cards, scale))]


def test_mrt_numbers_are_the_decimals_that_they_mean():
    """No trace of sums of doubles: each number prints with at most ten decimals."""
    assert all(len(f"{SCALES['mrt'].of_strength(number)!r}") <= 12 for number in range(1, 7463))


@pytest.mark.parametrize("scale", PUBLISHED, **BY_NAME)
def test_the_range_is_the_range(scale):
    """The registry's least and greatest number are those of all classes."""
    numbers = [scale.of_strength(number) for number in range(1, 7463)]
    assert (min(numbers), max(numbers)) == (scale.least, scale.greatest)
    assert scale.source


@pytest.mark.slow
@pytest.mark.parametrize("scale", PUBLISHED, **BY_NAME)
@given(data=st.data())
def test_order_and_suits_change_nothing(scale, data):
    """Cards in another order, suits renamed: the same number."""
    hand = data.draw(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True))
    suits = data.draw(st.permutations(range(4)))
    changed = [code // 4 * 4 + suits[code % 4] for code in data.draw(st.permutations(hand))]
    assert scale.five(changed) == scale.of_strength(strength(hand))


@pytest.mark.parametrize("scale", PUBLISHED, **BY_NAME)
def test_short_hands_have_no_number(scale):
    """One to four cards: an error in words, in a cell too."""
    message = f"scale {scale.name} has no number for fewer than five cards; strength has"
    for cards in ("AS", "AS AD", "2C 2D 2H", "AS KS QS JS"):
        with refused(HandError, message):
            value(cards, scale.name)
    assert call("HANDVAL", "AS AD", scale.name) == f"#VALUE! {message}"
    with pytest.raises(HandError, match="fewer than five cards"):
        values([parse_cards("AS AD")], scale.name)


@pytest.mark.parametrize("scale", PUBLISHED, **BY_NAME)
def test_five_of_a_kind_has_no_number(scale):
    """The house rule is not the sources'; in an array the row is bad."""
    with refused(HandError, f"scale {scale.name} has no number for five of a kind; strength has"):
        value("AS AD AC AH Xn", scale.name, "five")
    assert np.isnan(values([parse_cards("AS AD AC AH Xn")], scale.name, "five")).all()


@pytest.mark.parametrize("scale", SCALES.values(), **BY_NAME)
@pytest.mark.parametrize("cards", [5, 6, 7, 8, 9])
def test_arrays_are_the_one_hand_many_times(scale, cards):
    """Rows of five to nine cards with up to one joker, many straights; a card that stands twice is NaN."""
    source = random.Random(f"{scale.name}{cards}")
    hands = [source.sample(range(53), cards) for _ in range(300)]
    for low in range(32, 0, -1):  # straights of all kinds, the other cards from below
        straight = [4 * (low // 4 + step) + source.randrange(4) for step in range(5)]
        hands.append([*straight, *[code for code in range(52) if code not in straight][: cards - 5]])
    found = values([*hands, [0] * cards], scale.name)
    assert found[:-1].tolist() == [float(scale.of_hand(hand)) for hand in hands]
    assert np.isnan(found[-1])


def test_samples_are_of_their_class():
    """Each class's sample has the class's strength, its cards strongest first."""
    for number, rung in enumerate(ladder(), 1):
        assert strength(sample(rung)) == number
        assert [card_text(code)[0] for code in sample(rung)] == ["23456789TJQKA"[rank] for rank in rung.spread()]
