"""`luyun`: caiqingfeng's pokerevaluator ("Luyun", C++ and Go, 2019): tables of prime products with the joker as 43.

One table gives the number of the product of all cards' primes, flushes left out, another that of the cards of one
suit::

    0  royal flush     10  AAAAK     166  AAAKK     322  AKQJ9 suited    1599  ace-high straight
    1609  AAAKQ     2467  AAKKQ     3325  AAKQJ    6185  AKQJ9           7461  75432

**Range** 0 .. 7461; **lower is better**.

**Defects**: five cards are in perfect order. The source looks six and seven cards and hands with a joker up as dealt, flushes
only where the first table gives no full house: a straight flush beside a full house or four of a kind, which a joker makes possible,
is missed. Here the best five count, as on the other scales.

**Left out**: the tables of two to four cards, whose numbers overlap those of five, are no scale.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.evaluator.classes import TOP
from xlpoker.evaluator.hand import strength
from xlpoker.scales.model import Scale

__all__ = ["SCALES", "luyun"]


def luyun(cards: Sequence[int]) -> int:
    """Return the number of five card codes.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> [luyun(parse_cards(hand)) for hand in ("AS KS QS JS TS", "AS AC AH KC KS", "AS KS QC JC 9C", "7S 5D 4C 3H 2C")]
    [0, 166, 6185, 7461]
    """
    return TOP - int(strength(cards))


SCALES = (
    Scale(
        "luyun",
        "lower",
        0,
        7461,
        "tables of prime products with the joker as 43, 0 = royal flush",
        "caiqingfeng, pokerevaluator (2019)",
        five=luyun,
    ),
)
"""What the registry takes."""
