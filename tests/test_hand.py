"""One hand: values, jokers, short hands, the best five, and the quick way from text to value."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import reference
from support.cases import cases
from support.refused import refused
from support.samples import sample_size

from xlpoker import Hand, HandError, OptionError, hand, value
from xlpoker.evaluator.cards import (
    JOKER,
    RANKS,
    SUITS,
    TEXTS,
    card_text,
    check_hand,
    parse_card,
    parse_cards,
)
from xlpoker.evaluator.hand import best_five, strength
from xlpoker.evaluator.primes import RANKS as PRODUCTS
from xlpoker.evaluator.primes import SUITED, product

VALUES = {
    "worst": ("7S 5D 4C 3H 2C", 1),
    "worst pair": ("2S 2D 5C 4H 3S", 1278),
    "worst two pair": ("3S 3D 2S 2D 4C", 4138),
    "worst three of a kind": ("2S 2D 2C 4H 3S", 4996),
    "wheel": ("AS 2D 3C 4H 5S", 5854),
    "worst flush": ("7S 5S 4S 3S 2S", 5864),
    "the contract's full house": ("2H 2D 4C 4D 4S", 7165),
    "worst four of a kind": ("2S 2D 2C 2H 3S", 7297),
    "best four of a kind": ("AS AD AC AH KS", 7452),
    "royal flush": ("AS KS QS JS TS", 7462),
    "seven cards": ("AS KS QS JS TS 2C 2D", 7462),
    "nine cards, a flush within": ("2S 4S 6S 8S TS AC AD KC KD", 5936),
    "three pairs": ("2S 2D 4C 4H 6S 6D", 4226),
    "two threes": ("4S 4D 4C 2H 2D 2S", 7165),
    "pocket aces": ("As Ad", 3917.125),
}


@pytest.mark.parametrize(("cards", "expected"), VALUES.values(), ids=VALUES)
def test_values(cards, expected):
    """The first and last of each category have the numbers that the README promises."""
    assert value(cards) == value(cards.split()) == hand(cards).value == expected
    assert type(value(cards)) is type(expected)
    assert reference.value(parse_cards(cards)) == expected


LADDERS = {
    "the contract: pairs of aces": "KKAQJ < AA < AA2 < AA32 < AA432",
    "three against five": "AKQ < AKQ32 < 22 < 223 < 22345 < AAK < AAKQJ < 22334 < 222 < 22234 < AAA < AAA32 < 23456",
}


def cards_of(ranks):
    """Return cards of these ranks, equal ones side by side, in turning suits."""
    return [4 * RANKS.index(rank) + place % 4 for place, rank in enumerate(ranks)]


@pytest.mark.parametrize("ladder", LADDERS.values(), ids=LADDERS)
def test_order_of_short_hands(ladder):
    """Missing cards rank below a deuce: hands of fewer cards fall between those of five."""
    hands = [cards_of(ranks) for ranks in ladder.split(" < ")]
    for low, high in pairwise(hands):
        assert strength(low) < strength(high)
        assert reference.best(low) < reference.best(high)


JOKERS = {
    "four aces take a king": ("AS AD AC AH Xn", "natural", 7452, "AS AH AD AC KS"),
    "four kings take an ace": ("KS KD KC KH Xn", "natural", 7440, "KS KH KD KC AS"),
    "five aces": ("AS AD AC AH Xn", "five", 7475, "AS AH AD AC Xn"),
    "royal flush by rule": ("AS KS QS JS TS AD AC AH Xn", "natural", 7462, "AS KS QS JS TS"),
    "no double-ace flush": ("AS 9S 7S 4S Xn", "natural", 7024, "AS KS 9S 7S 4S"),
    "inside straight": ("9S 8D 6C 5H Xn", "natural", 5858, "9S 8D 7S 6C 5H"),
    "wheel": ("AS 2D 3C 5H Xn", "natural", 5854, "5H 4S 3C 2D AS"),
    "two jokers make three": ("AS 9D 7C Xn Xn", "natural", 5814, "AS AH AD 9D 7C"),
    "two jokers alone": ("Xn Xn", "natural", 3917.125, "AS AH"),
    "a joker makes a pair": ("KS Xn", "natural", 3697.125, "KS KH"),
    "four of a kind in four cards": ("KS KD KC Xn", "natural", 7428.5, "KS KD KC KH"),
    "a joker more than the suit needs": (
        "2S 3S 4S 5S 6S 7S 8S Xn Xn",
        "natural",
        7458,
        "TS 9S 8S 7S 6S",
    ),
}


@pytest.mark.parametrize(("cards", "rule", "expected", "best"), JOKERS.values(), ids=JOKERS)
def test_jokers(cards, rule, expected, best):
    """A joker becomes the best card that is not in the hand; five of a kind is a house rule."""
    made = hand(cards, jokers=rule)
    assert (made.value, " ".join(made.cards)) == (expected, best)
    assert value(cards, jokers=rule) == value(cards.split(), jokers=rule) == expected
    assert reference.value(parse_cards(cards), rule) == expected


@pytest.mark.parametrize("call", [value, hand], ids=["value", "hand"])
@pytest.mark.parametrize("cards", ["AS AD", "AS KS QS JS TS", "AS Xn"])
def test_an_unknown_joker_rule_is_refused(call, cards):
    """Also where no joker is in the hand."""
    with refused(OptionError, "'fives' is not a joker rule; did you mean 'five'?"):
        call(cards, jokers="fives")


def test_a_hand_prints_as_a_line():
    """The best five, the name and the value."""
    made = hand("2H 2D 4C 4D 4S 7H")
    assert made == Hand(
        7165, "Full House", "Full House, Fours over Twos", ("4S", "4D", "4C", "2H", "2D")
    )
    assert str(made) == "4S 4D 4C 2H 2D  Full House, Fours over Twos (7165)"
    with pytest.raises(AttributeError):
        made.value = 1


@cases(
    ("cards", "best"),
    {
        "pairs first": ("4D 6S 9H QH QC", "QH QC 9H 6S 4D"),
        "the ace of a wheel last": ("AS 2D 3C 4H 5S", "5S 4H 3C 2D AS"),
        "equal ranks: suits S H D C": ("AS AH AD AC KS KD 2C", "AS AH AD AC KS"),
        "the best of six suited": ("2S 4S 6S 8S TS AS AD AC", "AS TS 8S 6S 4S"),
        "third pair is no kicker here": ("KS KD QS QD 2S 2D 3C", "KS KD QS QD 3C"),
        "two cards": ("AD KD", "AD KD"),
    },
)
def test_best_five(cards, best):
    """The best five stand strongest first."""
    assert " ".join(hand(cards).cards) == best


# ---- the quick way from text to value -----------------------------------------------------------------------------

SPELLINGS = {code: [text for text, other in TEXTS.items() if other == code] for code in range(53)}
DIALECTS = {
    code: [*texts, texts[0] + "\u200b", f" {texts[1]} "]
    + (
        [RANKS[code // 4] + "♣♦♥♠"[code % 4], "♣♦♥♠"[code % 4] + "\ufe0f" + RANKS[code // 4]]
        if code < JOKER
        else ["joker"]
    )
    for code, texts in SPELLINGS.items()
}


def outcome(function, cards):
    """Return a function's value with its type, or its error."""
    try:
        number = function(cards)
    except HandError as error:
        return str(error)
    return type(number), number


def long_way(codes):
    """Return the value of card codes from the products of primes alone, nothing of what was valued before."""
    check_hand(codes)
    products = [
        product(tuple(code >> 2 for code in codes if code == JOKER or code & 3 == suit))
        for suit in range(4)
    ]
    suited = [sum(code == JOKER or code & 3 == suit for code in codes) for suit in range(4)]
    flushes = [SUITED[number] for number, cards in zip(products, suited, strict=True) if cards >= 5]
    return max(PRODUCTS[product(tuple(code >> 2 for code in codes))], *flushes, 0)


def quick_and_slow(texts, codes):
    """Assert that texts, a tuple, an iterator, a line and codes all give what the long way gives, value or error."""
    expected = outcome(long_way, codes)
    for cards in (texts, tuple(texts), iter(texts), " ".join(texts), ",".join(texts), codes):
        assert outcome(value, cards) == expected, (texts, cards)
    return expected


@pytest.mark.sampled(9)
@pytest.mark.parametrize(
    "spellings", [SPELLINGS, DIALECTS], ids=["common spellings", "all dialects"]
)
@pytest.mark.parametrize("deck", ["plain", "jokers", "suited", "duplicates", "few ranks"])
@pytest.mark.parametrize("cards", range(1, 10))
def test_the_quick_way_agrees_with_the_long_way(cards, deck, spellings):
    """Every size, every mix of spellings, flushes, four suited cards, jokers, duplicates: the same value or error.

    Asked twice: values that are remembered must not leak into other hands.
    """
    rng = random.Random(f"{cards} {deck}")
    pool = {
        "plain": list(range(52)),
        "jokers": [*range(52), JOKER, JOKER],
        "suited": [*range(3, 52, 4), 0, 13, 26],
        "duplicates": list(range(0, 52, 3)) * 2,
        "few ranks": list(range(40, 52)),
    }[deck]
    for _ in range(60):
        codes = rng.sample(pool, cards)
        texts = [rng.choice(spellings[code]) for code in codes]
        quick_and_slow(texts, codes)
        quick_and_slow(texts, codes)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("rank", range(13), ids=RANKS)
@pytest.mark.parametrize("cards", range(2, 10))
def test_duplicates_never_look_like_another_hand(rank, cards):
    """Cards of one rank, some of them twice, are refused even when every other hand has been valued before.

    Sums of powers carry: five fives add up to a six, a card twice to the next card.
    """
    for code in range(52):
        value([card_text(code)])
    rng = random.Random(rank * 10 + cards)
    for _ in range(30):
        codes = [4 * rank + rng.randrange(4) for _ in range(cards)]
        if len(set(codes)) < cards:
            texts = [rng.choice(SPELLINGS[code]) for code in codes]
            assert str(quick_and_slow(texts, codes)).startswith("duplicate card ")


# ---- properties ---------------------------------------------------------------------------------------------------

PROFILE = settings(
    max_examples=sample_size(50, release=100), deadline=None, derandomize=True, database=None
)


def hands(least, most, deck=52):
    """Return a strategy of hands without duplicates; code 53 is the second joker."""
    return st.lists(st.integers(0, deck - 1), min_size=least, max_size=most, unique=True).map(
        lambda codes: [min(code, JOKER) for code in codes]
    )


@PROFILE
@given(hands(1, 9, 54), st.sampled_from(["natural", "five"]), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(codes, rule, rng):
    """Shuffled cards make the same hand."""
    shuffled = rng.sample(codes, len(codes))
    assert strength(shuffled, rule) == strength(codes, rule)
    assert best_five(shuffled, strength(codes)) == best_five(codes, strength(codes))


@PROFILE
@given(hands(1, 9))
def test_the_best_five_are_cards_of_the_hand(codes):
    """Without jokers the best five come from the hand and have its value."""
    best = best_five(codes, strength(codes))
    assert len(best) == min(5, len(codes)) == len(set(best))
    assert set(best) <= set(codes)
    assert strength(best) == strength(codes)


@PROFILE
@given(hands(1, 7, 52), st.integers(1, 2))
def test_the_best_five_have_the_hands_value_with_jokers_too(held, jokers):
    """A joker is shown as the card that it becomes, and with that card the hand is worth the same."""
    codes = [*held, *[JOKER] * jokers]
    best = best_five(codes, strength(codes))
    assert strength(best) == strength(codes)
    assert JOKER not in best
    assert sum(code not in held for code in best) <= jokers


@PROFILE
@given(hands(1, 9, 54))
def test_the_house_rule_adds_five_of_a_kind_and_nothing_else(codes):
    """Rule `five` gives five of a kind or what rule `natural` gives."""
    natural, five = strength(codes), strength(codes, "five")
    assert five == natural or five > 7462


def test_the_tables_of_this_file_cover_the_deck():
    """The spellings above are read as the cards that they are listed for."""
    assert all(parse_card(text) == code for code, texts in DIALECTS.items() for text in texts)
    assert {code % 4 for code in DIALECTS if code < JOKER} == set(range(len(SUITS)))
