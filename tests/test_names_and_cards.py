"""First names are no cards: letters that run together are cards only where all are written alike."""

import itertools
import random

import numpy as np
import pytest
from support.card_letter_names import ALL_NAMES, CARD_LETTER_NAMES
from support.refused import refused

from xlpoker import CardError, HandError, hand
from xlpoker.evaluator.batch.codes import parse_hands
from xlpoker.evaluator.cards import card_text, count_cards, parse_cards
from xlpoker.evaluator.cells import cell_codes, sides

TENS = ("T", "10", "0")
RANKS = tuple("23456789TJQKA")
SUITS = tuple("CDHS")
ORDERS = ("rank first", "suit first")
WAYS = list(itertools.product(ORDERS, (str.upper, str.lower), (str.upper, str.lower)))
"""The order of the two letters, and how each of them is written."""

SINGLE_CARDS = "Ad Ah As Jc Jd Kc Ks Tc Td Th Ts 10h Joker".split()
"""Two letters are one card, as people write it: nothing tells the name or the initials from it."""
NUMBERED = "4d4h 4h4d 4s4d Ad4h As4d Jc4d Th4d 5h4d".split()
"""Nicknames with numbers, which have no capitals: written as two cards are, in each of the three spellings."""
ALL_ALIKE = """
Acts Adac Adad Adah Adas Ahad Asad Asah Dack Dada Dasa Hada Hasa Hasada Hask Sada Saha Sahasa Sasa Thad D4d4 Dad5 H4d4 H0d0
""".split()
"""Names that are cards where all letters are capitals, or all are small: `THAD` and `thad` are written as `AHKD` and `ahkd`."""

STILL_CARDS = {
    "Capitalised": (str.capitalize, [*SINGLE_CARDS, *NUMBERED]),
    "lower": (str.lower, [*SINGLE_CARDS, *NUMBERED, *ALL_ALIKE]),
    "UPPER": (str.upper, [*SINGLE_CARDS, *NUMBERED, *ALL_ALIKE]),
}


@pytest.mark.parametrize(("spell", "still_cards"), STILL_CARDS.values(), ids=STILL_CARDS)
def test_first_names_in_three_spellings(spell, still_cards):
    """Of some 1,500 names those that are taken for cards are listed above, no more and no fewer."""
    taken_for_cards = [name for name in ALL_NAMES if count_cards(spell(name))]
    assert len(ALL_NAMES) > 1500
    assert len(CARD_LETTER_NAMES) > 300
    assert sorted(taken_for_cards) == sorted(still_cards)


def two_letter_cards(text):
    """Return the cards in a text of letters and numbers, two characters each, whatever their order."""
    for pair in (text[place : place + 2].upper() for place in range(0, len(text), 2)):
        rank, suit = pair if pair[1] in SUITS else pair[::-1]
        yield 4 * RANKS.index(rank) + SUITS.index(suit)


@pytest.mark.parametrize("name", "Asha Thad Adah Dada Saha Acts Hasada Stas Daksha D4d4".split())
def test_a_name_is_no_hand(name):
    """Where cards are expected, the message says why it is none, and how the cards would be written."""
    alike = "".join(
        card_text(code)[0] + card_text(code)[1].lower() for code in two_letter_cards(name)
    )
    message = (
        f"'{name}' holds cards that run together and are not written alike; did you mean '{alike}'?"
    )
    for read in (parse_cards, cell_codes, hand):
        with refused(CardError, message):
            read(name)
    assert parse_hands(np.array([name, "AhKd"], dtype=object)).tolist() == [[254, 255], [50, 45]]


ALIKE = {
    "capital and small": ("AhKd", "AH KD"),
    "capitals": ("AHKD", "AH KD"),
    "small": ("ahkd", "AH KD"),
    "small and capital": ("aHkD", "AH KD"),
    "suit first": ("hAdK", "AH KD"),
    "suit first, capitals": ("HADK", "AH KD"),
    "Thad as cards": ("ThAd", "TH AD"),
    "a number goes with capitals": ("10HKD", "TH KD"),
    "a number goes with a capital rank": ("10hKd", "TH KD"),
    "a number goes with a small rank": ("10hkd", "TH KD"),
    "numbers alone": ("5H5C6S7S", "5H 5C 6S 7S"),
    "a zero for the ten": ("0hKd", "TH KD"),
    "eleven": ("11hKd12s", "JH KD QS"),
    "a joker among capitals": ("5H5CXnKD", "5H 5C Xn KD"),
    "joker stars": ("AhKd**", "AH KD Xn Xn"),
    "signs of suits": ("A♥k♦", "AH KD"),
    "a sign beside letters": ("A♥kdqs", "AH KD QS"),
    "full width": ("ＡｈＫｄ", "AH KD"),
    "an invisible character": ("Ah\u200bKd", "AH KD"),
    "hyphens inside": ("A-hK-d", "AH KD"),
    "brackets": ("[AhKd]", "AH KD"),
    "a list in quotes": ("['AhKd', 'qsjs']", "AH KD QS JS"),
    "words of other languages": ("Herz Dame, Roi de cœur", "QH KH"),
    "each run in its own way": ("AhKd QSJS, tcad", "AH KD QS JS TC AD"),
    "cards apart": ("Ah kD, hQ", "AH KD QH"),
    "initials apart": ("Th, ad", "TH AD"),
}


@pytest.mark.parametrize(("text", "cards"), ALIKE.values(), ids=ALIKE)
def test_cards_that_are_written_alike(text, cards):
    """Numbers, signs and jokers go with every pattern, and only cards that run together are compared."""
    assert " ".join(map(card_text, parse_cards(text))) == cards
    assert count_cards(text) == len(cards.split())


NOT_ALIKE = {
    "capitals change": ("Ahkd", "AhKd"),
    "one suit of five": ("5H5C6S7SKd", "5h5c6s7sKd"),
    "order changes": ("AhdK", "AhKd"),
    "behind a number": ("10hKD", "ThKd"),
    "around a joker": ("Th*ad", "ThXnAd"),
    "around a sign": ("Th2♥ad", "Th2hAd"),
    "full width": ("Ａｈｋｄ", "AhKd"),
    "an invisible character": ("Th\u200bad", "ThAd"),
    "an initial and a surname": ("K Das", "KdAs"),
    "small letters, a surname": ("k das", "KdAs"),
    "the second run": ("AhKd Thad", "AhKd ThAd"),
    "in a list": ("['AhKd', 'thAd']", "AhKd ThAd"),
}


@pytest.mark.parametrize(("text", "alike"), NOT_ALIKE.values(), ids=NOT_ALIKE)
def test_cards_that_are_not_written_alike(text, alike):
    """They count as no cards, and the message offers them in one spelling, which is read."""
    assert count_cards(text) == 0
    with pytest.raises(CardError, match="not written alike; did you mean") as raised:
        parse_cards(text)
    assert str(raised.value).endswith(f"did you mean '{alike}'?")
    assert count_cards(alike)


def test_names_around_a_slash_are_no_hands():
    """A cell sets hands against each other, not people."""
    assert sides("AhKd / QsJs") == ["AhKd", "QsJs"]
    assert sides("Thad / Acts") == ["Thad / Acts"]


def test_the_same_card_twice_is_still_said():
    """Cards that are written alike and stand there twice are cards, and refused as such."""
    with refused(HandError, "duplicate card AD"):
        hand("AdAd")


def spelt(code, way, ten="T"):
    """Return a card in one of the eight ways, its ten as a letter or a number."""
    order, spell_rank, spell_suit = way
    rank = spell_rank(RANKS[code // 4].replace("T", ten))
    suit = spell_suit(SUITS[code % 4])
    return rank + suit if order == "rank first" else suit + rank


SPELLINGS = [{spelt(code, way, ten): code for code in range(52) for ten in TENS} for way in WAYS]
"""The cards by their spellings in each of the eight ways."""


def reference_codes(text):
    """Return the cards of a text that is written in one of the eight ways throughout, nothing for any other.

    Slow and plain: for each way the text is eaten from the left, one spelling of one card after the other.
    """
    for spellings in SPELLINGS:
        codes, rest = [], text
        while rest:
            start = next((spelling for spelling in spellings if rest.startswith(spelling)), None)
            if start is None:
                break
            codes.append(spellings[start])
            rest = rest[len(start) :]
        if not rest:
            return codes
    return []


def read_codes(text):
    """Return the cards that xlpoker reads in a text, nothing where it refuses it."""
    try:
        codes = parse_cards(text)
    except CardError:
        codes = []
    assert count_cards(text) == len(codes)
    return codes


@pytest.mark.sampled(3)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way[0]}-{spelt(48, way)}")
def test_random_hands_in_all_spellings(way):
    """Hands of one to nine cards in one way are those cards; with one card in another way they are as the reference says."""
    draw = random.Random(str(spelt(48, way)))
    for _ in range(150):
        codes = draw.sample(range(52), draw.randint(1, 9))
        cards = [spelt(code, way, draw.choice(TENS)) for code in codes]
        text = "".join(cards)
        assert read_codes(text) == codes == reference_codes(text)
        place = draw.randrange(len(cards))
        cards[place] = spelt(codes[place], draw.choice(WAYS), draw.choice(TENS))
        changed = "".join(cards)
        assert read_codes(changed) == reference_codes(changed)


@pytest.mark.slow
def test_random_letters():
    """Whatever letters and numbers run together, the reader finds the cards that the reference finds."""
    draw = random.Random(8)
    letters = [*"akqjtcdhsAKQJTCDHS25", "10"]
    texts = ["".join(draw.choices(letters, k=draw.randint(1, 6))) for _ in range(2000)]
    pairs = [
        "".join(draw.choices("AaKkTt25", k=1) + draw.choices("ChHsSd", k=1)) for _ in range(4000)
    ]
    texts += ["".join(draw.sample(pairs, draw.randint(2, 3))) for _ in range(1000)]
    found = [text for text in texts if reference_codes(text)]
    assert 100 < len(found) < len(texts) - 100
    assert {text: read_codes(text) for text in texts} == {
        text: reference_codes(text) for text in texts
    }


def test_columns_of_hands_are_read_as_single_hands_are():
    """The array reader takes compact hands by the same rule, whether one or all hands of a length keep it."""
    draw = random.Random(9)
    texts = []
    for _ in range(600):
        ways = draw.choices(WAYS, k=draw.choice((1, 1, 2)))
        codes = draw.sample(range(52), draw.randint(2, 5))
        texts.append("".join(spelt(code, draw.choice(ways)) for code in codes))
    table = parse_hands(np.array(texts, dtype=object))
    by_hand = [reference_codes(text) or [254] for text in texts]
    assert [[code for code in row if code != 255] for row in table.tolist()] == by_hand
    assert 50 < sum(codes == [254] for codes in by_hand) < 550
