"""`luyun`: caiqingfeng's pokerevaluator ("Luyun", C++ and Go, 2019): tables of prime products with the joker as 43.

One table gives the number of the product of all cards' primes, flushes left out, another that of the cards of one
suit. Both hold six and seven cards and a joker as well, so that nothing is combined::

    0  royal flush     10  AAAAK     166  AAAKK     322  AKQJ9 suited    1599  ace-high straight
    1609  AAAKQ     2467  AAKKQ     3325  AAKQJ    6185  AKQJ9           7461  75432

**Range** 0 .. 7461; **lower is better**.

**Five natural cards** are in perfect order. **Six and seven cards, and hands with a joker,** are looked up as dealt, as
in the source. The table of all cards comes first, and that of flushes only where the first gives no full house.

**Defects**: so a straight flush that stands beside a full house or four of a kind, which a joker makes possible, is
missed. ``Xn 8D 8H 9H 9S 6H TH`` is valued as nines over eights, not as the straight flush to the ten. That is 10,824 of
the 20,358,520 hands of a joker and six cards. The C++ listing keeps its products in 32-bit integers, in which those of
seven cards wrap around (its README: the largest product is 34 times 2**32). It was compiled as it stands, and with 64
bits. Both gave the numbers of this module for all 270,725 hands of a joker and four cards. They also did for 900,000
random hands of five to seven cards, more than half of them with a joker.

**Left out**: the tables of two to four cards, whose numbers overlap those of five, are no scale. Eight and nine cards
are not in the tables (the listing would call them royal flushes) and go by their best five. So do hands with two
jokers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xlpoker.evaluator.cards import JOKER
from xlpoker.evaluator.classes import TOP
from xlpoker.evaluator.hand import strength
from xlpoker.evaluator.primes import JOKER_PRIME, PRIMES, RANKS, SUITED
from xlpoker.scales.model import Scale

__all__ = ["SCALES", "luyun", "luyun_of_hand"]

STRAIGHT_MAX = 1599


def luyun(cards: Sequence[int]) -> int:
    """Return the number of five card codes.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> [luyun(parse_cards(hand)) for hand in ("AS KS QS JS TS", "AS AC AH KC KS", "AS KS QC JC 9C", "7S 5D 4C 3H 2C")]
    [0, 166, 6185, 7461]
    """
    return TOP - int(strength(cards))


def luyun_of_hand(codes: Sequence[int], strength: float) -> int:
    """Return the number of the cards as dealt, five to seven with at most one joker, else that of their best five.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> luyun_of_hand(parse_cards("Xn 8D 8H 9H 9S 6H TH"), 7458), TOP - 7458
    (231, 4)

    `strength` is the true value of the hand.
    """
    if len(codes) > 7 or codes.count(JOKER) > 1:
        return TOP - int(strength)
    primes = [JOKER_PRIME if code == JOKER else PRIMES[code >> 2] for code in codes]
    number = TOP - int(RANKS[prod(primes)])
    if number < STRAIGHT_MAX:
        return number
    for suit in range(4):
        suit_primes = [
            prime
            for code, prime in zip(codes, primes, strict=True)
            if code == JOKER or code & 3 == suit
        ]
        if len(suit_primes) >= 5:
            return TOP - int(SUITED[prod(suit_primes)])
    return number


STRAIGHT_FLUSHES = range(TOP - 9, TOP + 1)
SCALES = (
    Scale(
        "luyun",
        "lower",
        0,
        7461,
        "tables of prime products with the joker as 43, 0 = royal flush",
        "caiqingfeng, pokerevaluator (2019)",
        by_five_cards=luyun,
        loose=STRAIGHT_FLUSHES,
        of_cards=luyun_of_hand,
    ),
)
"""What the registry takes."""
