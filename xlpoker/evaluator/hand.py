"""One hand -> its value, category, name and best five cards.

The value ("strength") is a number, **higher is better**: 1 (7-5-4-3-2) .. 7462 (royal flush) for five to nine cards,
of which the best five decide; one to four cards fall between those whole numbers::

    K < KQJT8 < A < A6432        KKAQJ < AA < AA2 < AA32 < AA432

A joker becomes the card, not already in the hand, that makes the hand best (rule ``natural``). With the house rule
``five`` five of a kind exists too and beats every straight flush: 7463 (twos) .. 7475 (aces).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import prod
from operator import index
from typing import Any

from xlpoker.errors import CardError, OptionError, html_table, shown
from xlpoker.evaluator.cards import JOKER, TEXTS, card_text, check_hand, check_rule, parse_cards
from xlpoker.evaluator.classes import NO_LOW, class_of, name
from xlpoker.evaluator.primes import JOKER_PRIME, PRIMES, QUICK_RANKS, RANKS, SUITED, five_of_a_kind

__all__ = [
    "Hand",
    "HighLowHand",
    "best_five",
    "card_sets",
    "codes_of",
    "hand_of",
    "quick_numbers",
    "quick_values",
    "strength",
]

GIVEN = "give its cards as a text, '5H TD', or as a list of texts or codes"
_NO_LISTS = (dict, bytes, bytearray)  # iterable, but not lists of cards

# A card's number, added up over a hand:
#
#    105 .................. 54   53..48 47..42 41..36 35..30   29..27   26..23   22 .............. 0
#    AS AH AD AC ... 2D 2C          S      H      D      C     jokers    cards   QUICK_RANKS
#
# n different cards set n of the 52 bits, and a card that stands twice carries into the next bit, so there are fewer.
# A card adds 7 to its suit, a joker to every suit, so that five of a suit (35) set its highest bit and four (28) do not.
#
# The lower 30 bits, and the highest bit of each suit, are the key to the value of up to seven cards without a flush: two
# multisets of equally many cards have different sums of QUICK_RANKS. The first hand with a key is valued the long way and
# its value kept; each further one takes one look-up. Flushes always go the long way. So do duplicates: only a class
# with a pair can hold one (five of a rank, which duplicates can make, never has the sum of a high card).
_CARDS = 23
_JOKERS = 27
_SUITS = 30  # without a flush a key is one digit of 30 bits
QUICK_DECK = 54
_FLUSHES = sum(32 << _SUITS + 6 * suit for suit in range(4))


def _number(code: int) -> int:
    """Return the number of a card or a joker, as drawn above."""
    one_card = 1 << _CARDS
    if code == JOKER:
        seven_in_every_suit = _FLUSHES // 32 * 7
        return one_card | seven_in_every_suit | 1 << _JOKERS
    seven_in_its_suit = 7 << _SUITS + 6 * (code & 3)
    return QUICK_RANKS[code >> 2] | one_card | seven_in_its_suit | 1 << QUICK_DECK + code


_NUMBER = tuple([_number(code) for code in range(JOKER + 1)])
_PRIME = (*[PRIMES[code >> 2] for code in range(JOKER)], JOKER_PRIME)
QUICK = {text: _NUMBER[code] for text, code in TEXTS.items()}
QUICK_KEY = (1 << _SUITS) - 1 | _FLUSHES
QUICK_VALUES: dict[int, float] = {}
QUICK_MOST = 7
BEST_HIGH_CARD = 1277


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that has been valued: higher `value` is better, `cards` are the best five, strongest first.

    Hands compare by their values, so that they can be sorted; equal are only hands of the same cards.
    """

    value: float
    category: str
    name: str
    cards: tuple[str, ...]

    def __lt__(self, other: Hand) -> bool:
        return self.value < other.value if isinstance(other, Hand) else NotImplemented

    def __le__(self, other: Hand) -> bool:
        return self.value <= other.value if isinstance(other, Hand) else NotImplemented

    def __gt__(self, other: Hand) -> bool:
        return self.value > other.value if isinstance(other, Hand) else NotImplemented

    def __ge__(self, other: Hand) -> bool:
        return self.value >= other.value if isinstance(other, Hand) else NotImplemented

    def _repr_html_(self) -> str:
        cards = " ".join(self.cards)
        row = (cards, self.name, f"{self.value:g}")
        return html_table(("cards", "name", "value"), [row])

    def __str__(self) -> str:
        cards = " ".join(self.cards)
        return f"{cards}  {self.name} ({self.value:g})"


@dataclass(frozen=True, slots=True)
class HighLowHand(Hand):
    """A hand of a game whose pot is halved: the fields are those of the high hand, `low` is the low one, None without any.

    Such hands compare by their high halves.
    """

    low: Hand | None

    def __str__(self) -> str:
        low = NO_LOW if self.low is None else f"low {self.low}"
        return f"{Hand.__str__(self)}; {low}"


def codes_of(cards: str | Iterable[str | int]) -> list[int]:
    """Return the codes of a hand given as text, as texts, or as codes.

    >>> codes_of("5H TD"), codes_of(["5H", "TD"]), codes_of([14, 33])
    ([14, 33], [14, 33], [14, 33])

    Texts and codes do not go together: a 5 among texts is more likely a card without its suit than the code of 3D.
    Raises `CardError` for a text that is blank or not a card, for texts and codes together, and for anything but a text
    or a list. Raises `OptionError` for a number that is not a code.
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    if isinstance(cards, _NO_LISTS):
        raise CardError(f"{shown(cards)} is no hand; {GIVEN}")
    try:
        cards = list(cards)
    except TypeError:
        raise CardError(f"{shown(cards)} is no hand; {GIVEN}") from None
    try:
        return [TEXTS[card] for card in cards]  # type: ignore[index]
    except (KeyError, TypeError):
        pass
    texts = any(isinstance(card, str) for card in cards)
    codes: list[int] = []
    for place, card in enumerate(cards, 1):
        if isinstance(card, str):
            parsed = parse_cards(card)
            if not parsed:
                raise CardError(f"a card is missing: text {place} of {len(cards)} is blank")
            codes += parsed
        elif texts and card is None:
            raise CardError(f"a card is missing: card {place} of {len(cards)} is None")
        elif texts:
            raise CardError(
                f"{shown(card)}, card {place} of {len(cards)}, is no text as others are; give all as texts, '5H', or all as codes"
            )
        else:
            codes.append(_code(card))
    return codes


def _code(card: object) -> int:
    try:
        code = -1 if isinstance(card, bool) else index(card)  # type: ignore[arg-type]
    except TypeError:
        code = -1
    if not 0 <= code <= JOKER:
        raise OptionError(
            f"{shown(card)} is not a card code; codes are 0 .. 51 (4 * rank + suit) and 52 for a joker"
        )
    return code


def strength(codes: Sequence[int], jokers: str = "natural") -> float:
    """Return the value of one to nine card codes: a whole number for five cards and more.

    >>> strength(parse_cards("2H 2D 4C 4D 4S")), strength(parse_cards("As Ad"))
    (7165, 3917.125)

    Raises `HandError` for a card that stands twice, more than nine cards, more than two jokers.
    """
    bits = sum([_NUMBER[code] for code in codes])
    wild = bits >> _JOKERS & 7
    cards = len(codes)
    different_cards = (bits >> QUICK_DECK).bit_count() + wild
    if different_cards != cards or not 1 <= cards <= 9 or wild > 2:
        check_hand(codes)
    if wild and jokers != "natural":
        check_rule(jokers)
        if fives := five_of_a_kind(prod([_PRIME[code] for code in codes])):
            return fives
    key = bits & QUICK_KEY
    value = QUICK_VALUES.get(key) if cards <= QUICK_MOST else None
    if value is None:
        value = RANKS[prod([_PRIME[code] for code in codes])]
        if bits & _FLUSHES:
            for suit in range(4):
                if bits & 32 << _SUITS + 6 * suit:
                    value = max(value, SUITED[_suit_product(codes, suit)])
        elif cards <= QUICK_MOST:
            QUICK_VALUES[key] = value
    return value


def _suit_product(codes: Sequence[int], suit: int) -> int:
    """Return the product of the primes of the cards of one suit, and of the jokers."""
    primes = [_PRIME[code] for code in codes if code & 3 == suit or code == JOKER]
    return prod(primes)


def best_five(codes: Sequence[int], value: float) -> list[int]:
    """Return the cards that make a hand of that value, strongest first; a joker as the card that it becomes.

    >>> cards = parse_cards("2H 2D 4C 4D 4S 7H")
    >>> " ".join(map(card_text, best_five(cards, strength(cards))))
    '4S 4D 4C 2H 2D'

    Of equal ranks the suits S H D C come first, a joker's card after those of the hand. In five of a kind a joker stays a
    joker.
    """
    rung = class_of(value)
    natural = [code for code in codes if code != JOKER]
    wild = len(codes) - len(natural)
    suits: list[int] = [3, 2, 1, 0]
    if rung.category.flush:
        suits = _suits_of_flush(rung.spread(), natural, wild)[:1]
    best: list[int] = []
    for rank in rung.spread():
        cards_of_rank = [4 * rank + suit for suit in suits]
        unused = [code for code in cards_of_rank if code not in best]
        best.append(_next_card(unused, natural))
    jokers = [code for code in best if code not in natural]
    assert len(jokers) <= wild, "a best hand that needs cards which are not there"
    return best


def _next_card(unused: Sequence[int], natural: Sequence[int]) -> int:
    """Return the first of some cards that a hand has, else the first one, which a joker becomes.

    A joker stays a joker where there is none.
    """
    for code in unused:
        if code in natural:
            return code
    return unused[0] if unused else JOKER


def _suits_of_flush(ranks: Sequence[int], natural: Sequence[int], wild: int) -> list[int]:
    """Return the suits in which these cards and jokers have all ranks of a flush, spades first."""
    suits = []
    for suit in (3, 2, 1, 0):
        cards = [4 * rank + suit for rank in ranks]
        missing = [code for code in cards if code not in natural]
        if len(missing) <= wild:
            suits.append(suit)
    return suits


def hand_of(codes: Sequence[int], jokers: str = "natural") -> Hand:
    """Return the `Hand` of one to nine card codes.

    >>> print(hand_of(parse_cards("Ah Kh Qh Jh Xn 2c 2d")))
    AH KH QH JH TH  Royal Flush (7462)
    """
    check_rule(jokers)
    value = strength(codes, jokers)
    return described(value, codes)


def described(value: float, codes: Sequence[int]) -> Hand:
    """Return the `Hand` of cards whose value is known."""
    best = best_five(codes, value)
    cards = [card_text(code) for code in best]
    category = class_of(value).category
    return Hand(value, category.name, name(value), tuple(cards))


def quick_numbers(columns: Sequence[Sequence[Any]]) -> list[int]:
    """Return the number of each row of cards: the sum of theirs, 0 for a cell that is no card."""
    number_of = QUICK.get
    if len(columns) == 5:  # written out in three quarters of the time
        return [
            number_of(a, 0) + number_of(b, 0) + number_of(c, 0) + number_of(d, 0) + number_of(e, 0)
            for a, b, c, d, e in zip(*columns, strict=True)
        ]
    numbers_by_column = [map(number_of, cells, repeat(0)) for cells in columns]
    return [*map(sum, zip(*numbers_by_column, strict=True))]


def card_sets(numbers: Iterable[int]) -> list[int]:
    """Return the cards of each number as a set of bits, of which duplicates leave fewer than there are cards."""
    return [number >> QUICK_DECK for number in numbers]


def quick_values(columns: Sequence[Sequence[Any]], numbers: Sequence[int]) -> list[float]:
    """Return the value of each row of different cards without jokers, any value for another row.

    >>> columns = [["5H", "2C"], ["5C", "3S"], ["6S", "8S"], ["7S", "8D"], ["KD", "TD"]]
    >>> quick_values(columns, quick_numbers(columns))
    [2067, 2633]
    """
    known_value = QUICK_VALUES.get
    values = [known_value(number & QUICK_KEY, 0) for number in numbers]
    unknown_rows = [row for row, value in enumerate(values) if not value]
    for row in unknown_rows:
        card_set = numbers[row] >> QUICK_DECK
        if card_set.bit_count() == len(columns):
            codes = [TEXTS[cells[row]] for cells in columns]
            values[row] = strength(codes)
    return values
