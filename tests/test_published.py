"""The published systems, number by number: the sources' own examples, defects, and what has no number."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.counts import hands_up_to_suits
from support.refused import refused
from support.samples import sample_size

import xlpoker
from xlpoker import HandError, OptionError, value
from xlpoker.evaluator.batch.kernel import strengths
from xlpoker.evaluator.cards import JOKER, card_text, parse_cards
from xlpoker.evaluator.classes import ladder
from xlpoker.evaluator.hand import strength
from xlpoker.functions import call
from xlpoker.scales import SCALES, on_scale
from xlpoker.scales.arrays import on_scale_array, values
from xlpoker.scales.face_numbers import sample
from xlpoker.scales.hans import beats
from xlpoker.scales.luyun import STRAIGHT_FLUSHES

PUBLISHED = [scale for scale in SCALES.values() if scale.source]
BY_NAME = {"ids": lambda scale: scale.name}

EXAMPLES = {
    # besides those of the doctests
    "mrt, the listing: ace-low straight flush": ("mrt", "AS 2S 3S 4S 5S", 8.0504030201),
    "mrt, the listing: AAKKK": ("mrt", "AS AD KC KH KS", 6.13),
    "mrt, the listing: AKQJ9 suited": ("mrt", "AS KS QS JS 9S", 5.1413121109),
    "mrt, the listing: AKQJT": ("mrt", "AS KD QC JH TC", 4.1413121110),
    "mrt, the text: JJ998": ("mrt", "JS JD 9C 9H 8C", 2.1111090908),
    "handval: bands of 20": ("handval", "AS AD AC AH KC", 154.7),
    "handval: no ace-low straight": ("handval", "AS 2D 3C 4H 5H", 14),
    "handval: full house with the higher pair": ("handval", "4S 4D 4C 9H 9C", 64.45),
    "handval: full house with the lower pair": ("handval", "9S 9D 9C 4H 4C", 129.45),
    "fzz-formulas: straight flush": ("fzz-formulas", "KS QS JS TS 9S", 0.1211100908 * 1e16),
    "fzz-formulas: the wheel has its ace high": (
        "fzz-formulas",
        "AS 2D 3C 4H 5H",
        0.1304030201 * 1e8,
    ),
    "fzz-formulas: full house": ("fzz-formulas", "2S 2D 2C 3H 3C", 0.0202010101 * 1e12),
    "fzz-vba: the wheel is mended": (
        "fzz-vba",
        "AS 2D 3C 4H 5H",
        (0xE5432 / 16**5 - 13 / 16) * 16**4,
    ),
    "fzz-vba: the steel wheel is not": ("fzz-vba", "AS 2S 3S 4S 5S", 0xE5432 * 16**3),
    "fzz-vba: four of a kind": ("fzz-vba", "2S 2D 2C 2H 3C", 0x32222 * 16**2),
    "fzz-single: four of a kind": ("fzz-single", "2S 2D 2C 2H 3C", 16**10 + 2 * 16**3),
    "fzz-single: full house": ("fzz-single", "2S 2D 2C 3H 3C", (256 * 16**4 + 32 * 16**3) * 16**3),
    "keepitcool: a flush of two cards": ("keepitcool", "AS KS 4S 3S 2S", 51211),
    "keepitcool: steel wheel": ("keepitcool", "AS 2S 3S 4S 5S", 80300),
    "hans: four of a kind": ("hans", "2S 2D 2C 2H 3C", 810),
    "hans: steel wheel": ("hans", "AS 2S 3S 4S 5S", 614),
    "machanic: the ace weighs 1": ("machanic", "AS 2D 3C 4H 5H", 5_500_000_000 + 31),
    "machanic: full house": (
        "machanic",
        "2S 2D 2C 3H 3C",
        14 + 8_000_000_000 + 131_072 * 2 + 8192 * 4,
    ),
    "machanic-sql: eights": ("machanic-sql", "8S 8D 2C 3H 4C", 256 + 14),
    "machanic-sql: straight up the suits": ("machanic-sql", "2C 3C 4D 5H 6S", 5_500_000_000 + 62),
    "machanic-sql: straight down the suits": ("machanic-sql", "2S 3H 4D 5D 6C", 62),
    "machanic-sql: no wheel": ("machanic-sql", "AS 2S 3S 4S 5S", 5_800_000_000 + 8192 + 30),
    "luyun: flushes from 322": ("luyun", "AS KS QS JS 9S", 322),
    "luyun: joker, six cards": ("luyun", "Xn 8D 8H 9H 9S 6H TH", 231),
    "luyun: joker and fours": (
        "luyun",
        "Xn 9C KD 3D 2D 9D 9S",
        7462 - strength(parse_cards("9C 9D 9S 9H KD")),
    ),
}


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("scale", "cards", "expected"), EXAMPLES.values(), ids=EXAMPLES)
def test_examples(scale, cards, expected):
    """The number that the source gives, or that its formula gives when worked out by hand, in text, cell and array."""
    assert value(cards, scale) == pytest.approx(expected, rel=1e-14)
    assert call("HANDVAL", cards, scale) == value(cards, scale)
    assert values([parse_cards(cards)], scale).tolist() == [float(value(cards, scale))]


def test_mrt_numbers_are_the_decimals_that_they_mean():
    """No trace of sums of doubles: each number prints with at most ten decimals."""
    assert all(len(f"{SCALES['mrt'].of_strength(number)!r}") <= 12 for number in range(1, 7463))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("scale", PUBLISHED, **BY_NAME)
def test_the_range_is_the_range(scale):
    """The registry's least and greatest number are those of all classes."""
    numbers = [scale.of_class(number) for number in range(1, 7463)]
    assert (min(numbers), max(numbers)) == (scale.least, scale.greatest)
    assert scale.source


@pytest.mark.slow
@pytest.mark.parametrize("scale", PUBLISHED, **BY_NAME)
@settings(max_examples=sample_size(40, release=100), deadline=None)
@given(data=st.data())
def test_order_and_suits_change_nothing(scale, data):
    """Cards in another order, suits renamed: the same number, but for the straights of machanic-sql."""
    hand = data.draw(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True))
    if strength(hand) in scale.loose and scale.needs_cards:
        return
    suits = data.draw(st.permutations(range(4)))
    changed = [code // 4 * 4 + suits[code % 4] for code in data.draw(st.permutations(hand))]
    assert scale.of_hand(changed) == scale.of_hand(hand) == scale.of_strength(strength(hand), hand)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("scale", PUBLISHED, **BY_NAME)
def test_the_best_five_of_more_cards_count(scale):
    """Six to nine natural cards have the number of their best five."""
    source = random.Random(scale.name)
    for _ in range(200):
        cards = source.sample(range(52), source.randint(6, 9))
        five = xlpoker.hand(cards).cards
        assert scale.of_hand(cards) == scale.of_hand(parse_cards(" ".join(five)))


@pytest.mark.parametrize("scale", PUBLISHED, **BY_NAME)
def test_a_joker_is_the_card_that_it_becomes(scale):
    """A hand of five with a joker has the number of the hand without."""
    for cards, plain in (
        ("AS AD AC KH Xn", "AS AD AC AH KH"),
        ("AS KS QS JS Xn", "AS KS QS JS TS"),
    ):
        assert value(cards, scale.name) == value(plain, scale.name)


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


@pytest.mark.sampled(21)
@pytest.mark.parametrize("scale", SCALES.values(), **BY_NAME)
@pytest.mark.parametrize("cards", [5, 6, 7, 8, 9])
def test_arrays_are_the_one_hand_many_times(scale, cards):
    """Rows of five to nine cards with up to one joker, many straights; a card that stands twice is NaN."""
    source = random.Random(f"{scale.name}{cards}")
    hands = [source.sample(range(53), cards) for _ in range(sample_size(100, release=300))]
    for low in range(32, 0, -1):  # straights of all kinds, the other cards from below
        straight = [4 * (low // 4 + step) + source.randrange(4) for step in range(5)]
        hands.append(
            [*straight, *[code for code in range(52) if code not in straight][: cards - 5]]
        )
    found = values([*hands, [0] * cards], scale.name)
    assert found[:-1].tolist() == [float(scale.of_hand(hand)) for hand in hands]
    assert np.isnan(found[-1])


def test_strengths_alone_do_not_do_for_suits():
    """Where a scale looks at suits, a strength of a straight or an array of strengths is not enough."""
    straight = value("2S 3H 4D 5D 6C")
    message = "scale machanic-sql needs the cards of a hand, not its strength alone"
    with pytest.raises(OptionError, match=message):
        on_scale("machanic-sql", straight)
    with pytest.raises(OptionError, match="not their strengths alone"):
        on_scale_array("machanic-sql", np.array([1], np.uint16), np.array([False]))
    assert on_scale("machanic-sql", value("8S 8D 2C 3H 4C")) == 270
    assert on_scale("luyun", 7462) == 0


HANS = {
    "higher pair": ("KS KD AC 3H 2C", "QC QH AH 3D 2D", True),
    "same pair, lower kicker": ("KS KD 9C 3H 2C", "KC KH AH 3D 2D", False),
    "same pair, second kicker: the pair comes back": ("KS KD AC 9H 2C", "KC KH AH 8D 7D", None),
    "high card, second card": ("AS QD 9C 3H 2C", "AC JH TH 3D 2D", True),
    "two flushes with the same highest card": ("AS 9S 7S 3S 2S", "AD KD QD JD 9D", None),
    "the wheel loses to a pair": ("AS 2D 3C 4H 5H", "2C 2H 4C 5D 6S", False),
    "the same hand": ("AS KD QC JH 9H", "AD KC QH JS 9S", None),
}


@pytest.mark.parametrize(("one", "two", "expected"), HANS.values(), ids=HANS)
def test_hans_compares_two_hands(one, two, expected):
    """The macro's answer, None where its loop never ends; exchanged hands give the opposite."""
    first, second = parse_cards(one), parse_cards(two)
    assert beats(first, second) is expected
    assert beats(second, first) is (None if expected is None else not expected)


@pytest.mark.slow
def test_luyun_misses_as_many_straight_flushes_as_were_counted():
    """Of a joker and six cards 10,824 of 20,358,520 hands are misjudged, all of them straight flushes.

    Suits are equal, so that one hand is valued for all that differ in their names, which it gets by chance.
    """
    hands, times = hands_up_to_suits(6)
    assert times.sum() == 20_358_520
    names = np.random.default_rng(1).permuted(np.tile(np.arange(4), (len(hands), 1)), axis=1)
    codes = np.full((len(hands), 7), JOKER, np.uint8)
    codes[:, 1:] = (hands & 252) + np.take_along_axis(names, (hands & 3).astype(np.int64), axis=1)
    best, bad = strengths(codes)
    missed = on_scale_array("luyun", best, bad, codes) != 7462.0 - best
    assert not bad.any()
    assert (best[missed] >= STRAIGHT_FLUSHES[0]).all()
    assert times[missed].sum() == 10_824


def test_samples_are_of_their_class():
    """Each class's sample has the class's strength, its cards strongest first."""
    for number, rung in enumerate(ladder(), 1):
        assert strength(sample(rung)) == number
        assert [card_text(code)[0] for code in sample(rung)] == [
            "23456789TJQKA"[rank] for rank in rung.spread()
        ]
