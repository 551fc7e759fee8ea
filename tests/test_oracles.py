"""Other people's evaluators: 10,000 random hands of five to seven cards stand in the same order everywhere."""

import random
from functools import cache

import phevaluator
import pytest
import treys
from support.eval7_values import value_by_eval7

from xlpoker import winner
from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.hand import strength

pytestmark = pytest.mark.slow

HANDS = 10_000


@cache
def sample():
    """Return the hands, a third of each size and every second of them from half a deck, where good hands are frequent."""
    rng = random.Random(54)
    decks = (range(52), [code for code in range(52) if code % 4 < 2 or code // 4 > 8])
    return [rng.sample(list(decks[number % 2]), 5 + number % 3) for number in range(HANDS)]


def by_phevaluator(hands):
    """1 is best."""
    texts = [card_text(code) for code in range(52)]
    return [-phevaluator.evaluate_cards(*[texts[code] for code in codes]) for codes in hands]


def by_treys(hands):
    """1 is best."""
    evaluator = treys.Evaluator()
    cards = [treys.Card.new(card_text(code)[0] + card_text(code)[1].lower()) for code in range(52)]
    return [-evaluator.evaluate([], [cards[code] for code in codes]) for codes in hands]


def by_eval7(hands):
    """Higher is better, with gaps."""
    return [value_by_eval7(codes) for codes in hands]


def by_pokerkit(hands):
    """Higher is better."""
    import pokerkit

    cards = [
        next(pokerkit.Card.parse(card_text(code)[0] + card_text(code)[1].lower()))
        for code in range(52)
    ]
    return [
        pokerkit.StandardHighHand.from_game([cards[code] for code in codes]).entry.index
        for codes in hands
    ]


PEERS = {
    "phevaluator": by_phevaluator,
    "treys": by_treys,
    "eval7": by_eval7,
    "pokerkit": by_pokerkit,
}


@pytest.mark.parametrize("peer", PEERS.values(), ids=PEERS)
def test_the_same_order_as(peer):
    """A peer's numbers are a rising function of ours: equal hands are equal to both, better hands better."""
    ours = [strength(codes) for codes in sample()]
    theirs = peer(sample())
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    assert len(pairs) == len(set(ours)) == len(set(theirs)) > 2000
    assert [number for _, number in pairs] == sorted(number for _, number in pairs)


@pytest.mark.parametrize("name", ["phevaluator", "treys"])
def test_the_same_numbers_as(name):
    """Where a peer counts the 7,462 classes from the top, its number is 7463 less ours."""
    ours = [strength(codes) for codes in sample()]
    assert [7463 + number for number in PEERS[name](sample())] == ours


@pytest.mark.parametrize("peer", PEERS.values(), ids=PEERS)
def test_the_same_winners_as(peer):
    """Two players with five cards each: the same player wins, or both say that it is a tie."""
    rng = random.Random(376)
    deals = [rng.sample(range(52), 10) for _ in range(1000)] + [
        rng.sample(range(36, 52), 10) for _ in range(1000)
    ]
    first, second = peer([codes[:5] for codes in deals]), peer([codes[5:] for codes in deals])
    theirs = [(one > two) + 2 * (one < two) for one, two in zip(first, second, strict=True)]
    assert [winner(codes[:5], codes[5:]) for codes in deals] == theirs
    assert set(theirs) == {0, 1, 2}
