"""All 2,598,960 five-card hands one by one, and samples of all other sizes, against the slow evaluator."""

import hashlib
import random
import sys
from array import array
from itertools import combinations

import pytest
from support import reference
from support.samples import sample_size

from xlpoker.evaluator.cards import JOKER
from xlpoker.evaluator.hand import hand_of, strength

pytestmark = pytest.mark.slow

DIGEST = "f726a3c1a70fe2965ba5d4a1fd254dc0de9de79c9beea030ffc21e09972370c1"
"""sha256 of the values of all five-card hands, two bytes each, low byte first, hands in the order of their codes."""


def reference_by_ranks():
    """Return the reference's values of five-card hands of several suits and of one, by the ranks as octal digits."""
    mixed, flush = {}, {}
    for (category, ranks), number in reference.values().items():
        if category != reference.FIVE and float(number).is_integer():
            one_suit = category in (reference.FLUSH, reference.STRAIGHT_FLUSH)
            (flush if one_suit else mixed)[sum(8 ** (rank % 13) for rank in ranks)] = (
                number  # a wheel's -1 is the ace
            )
    assert (len(mixed), len(flush)) == (6175, 1287)
    return mixed, flush


def test_every_value_is_the_references(five_card_values):
    """Each hand's value is the place of its ranks in the slow evaluator's order: 1 .. 7462, none left out."""
    mixed, flush = reference_by_ranks()
    keys = [8 ** (code // 4) for code in range(52)]
    expected = array("H")
    for a, b, c, d in combinations(range(52), 4):
        key = keys[a] + keys[b] + keys[c] + keys[d]
        if a % 4 == b % 4 == c % 4 == d % 4:
            expected.extend(
                [(mixed if (e - a) % 4 else flush)[key + keys[e]] for e in range(d + 1, 52)]
            )
        else:
            expected.extend([mixed[key + other] for other in keys[d + 1 :]])
    assert len(expected) == 2_598_960
    assert five_card_values == expected


def test_digest(five_card_values):
    """One line pins the whole ladder."""
    values = five_card_values[:]
    if sys.byteorder == "big":
        values.byteswap()
    assert hashlib.sha256(values.tobytes()).hexdigest() == DIGEST


def hands(rng, cards, jokers=0):
    """Yield random hands for ever, many of them of few suits or ranks, where flushes and pairs are frequent."""
    decks = [
        list(range(52)),
        [code for code in range(52) if code % 4 == 1 or code % 5 == 0],
        list(range(20, 40)),
    ]
    while True:
        for deck in decks:
            codes = [*rng.sample(deck, cards - jokers), *[JOKER] * jokers]
            rng.shuffle(codes)
            yield codes


@pytest.mark.parametrize("cards", range(1, 10))
def test_random_hands(cards):
    """One to nine cards: the best five of all combinations."""
    rng = random.Random(cards)
    for codes, _ in zip(hands(rng, cards), range(sample_size(500, release=3_000)), strict=False):
        assert strength(codes) == reference.value(codes), codes


@pytest.mark.parametrize(
    ("cards", "jokers", "times"),
    [
        *((cards, 1, 600 if cards < 8 else 150) for cards in range(1, 10)),
        *((cards, 2, {6: 90, 7: 40, 8: 20, 9: 12}.get(cards, 150)) for cards in range(2, 10)),
    ],
)
def test_random_hands_with_jokers(cards, jokers, times):
    """One and two jokers, both rules: the best of all substitutions; the named hand has that value."""
    rng = random.Random(10 * cards + jokers)
    count = sample_size(times // 5, release=times)
    for codes, _ in zip(hands(rng, cards, jokers), range(count), strict=False):
        natural, five = reference.best(codes), reference.best(codes, "five")
        numbers = reference.values()
        assert (strength(codes), strength(codes, "five")) == (numbers[natural], numbers[five]), (
            codes
        )
        assert hand_of(codes, "five").value == numbers[five]
