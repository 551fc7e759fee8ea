"""`machanic`: binary weights and bonuses, Adam Machanic, "Texas Hold 'em Hint #1" (2006, SQL Server).

A card weighs 2 (deuce), 4, 8 .. 8192 (ace), "or 1, should it happen to be part of a straight with a high 5". The
weights of the five cards are added up, and for each condition that holds a bonus::

    pair             2,000,000,000 +   8,192 * weight      (two pair: both; full house: the pair's and the threes')
    three of a kind  6,000,000,000 + 131,072 * weight      straight  5,500,000,000
    four of a kind   9,500,000,000 + 131,072 * weight      flush     5,800,000,000   (straight flush: both)

**Range** 94 .. 11,300,015,872; **higher is better**.

**Defects**: the bonuses were found by "completely non-scientific trial-and-error". Three of a kind has more
than a straight or a flush, and in a full house a high pair can outweigh the threes: 1,105,282 pairs of classes are
misordered. No two tie.

**Left out**: the SQL printed beside the text gives other numbers, which depend on the suits of straights. Its test for eights
asks for weight 2, its wheel test is never true, and it finds a straight only where the suits do not go down.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.scales.face_numbers import WHEEL, faces, one_suit, straight_but_wheel
from xlpoker.scales.model import SQL_BLOG, Scale

__all__ = ["SCALES", "machanic"]

PAIR, THREE, FOUR = 2_000_000_000, 6_000_000_000, 9_500_000_000
STRAIGHT, FLUSH = 5_500_000_000, 5_800_000_000
ACE_LOW = 8191


def _bonus(times: int, weight: int) -> int:
    if times == 2:
        return PAIR + 8192 * weight
    return 0 if times < 2 else (THREE if times == 3 else FOUR) + 131_072 * weight


def machanic(cards: Sequence[int]) -> int:
    """Return base weight and bonuses of five card codes, as the text has them.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> [machanic(parse_cards(hand)) for hand in ("2C 3D QH KS AS", "2C 3D QH KS KH", "AS KS QS JS TS")]
    [14342, 2033564678, 11300015872]
    >>> [machanic(parse_cards(hand)) for hand in ("2C 2D 2H 3S 4S", "AS KD QC JH TH")]  # the first wins
    [6000262162, 5500015872]
    """
    numbers = faces(cards)
    weights = [1 << face - 1 for face in numbers]
    number = sum(weights) + sum(_bonus(weights.count(weight), weight) for weight in set(weights))
    if numbers == WHEEL:
        number += STRAIGHT - ACE_LOW
    elif straight_but_wheel(numbers):
        number += STRAIGHT
    return number + FLUSH * one_suit(cards)


SCALES = (
    Scale(
        "machanic",
        "higher",
        94,
        11_300_015_872,
        "a bit for each rank and bonuses of thousands of millions",
        f"{SQL_BLOG}, the text",
        five=machanic,
    ),
)
"""What the registry takes."""
