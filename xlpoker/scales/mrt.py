"""`mrt`: the post itself, "Euler Problem 54" on Daily Dose of Excel (2009), VBA: the hand as one decimal number.

::

    category . r1 r2 r3 r4 r5        two decimals a card, face numbers 02 .. 14, "the most important card" first

Categories: 0 high card, 1 pair, 2 two pair, 3 threes, 4 straight, 5 flush, 6 full house, 7 fours, 8 straight flush. The
royal flush is 9 and nothing else ("could have been" 8.1413121110, "well, Dad, it just isn't"). Cards that make the hand
come before the kickers. In a straight to the five the ace counts 1 and comes last. A full house is known by its threes
alone: 6.04 whatever the pair.

**Range** 0.0705040302 (75432) .. 9; **higher is better**.

**Defects**: full houses with the same threes tie, 858 pairs of classes; nothing is misordered. They cannot meet in one
deal of five cards to each player, as the post says; in hold'em they can.

**Reconstructed**: the blog ate everything from the middle of the straights on (a ``<`` too many). Threes, pairs and
high cards follow the post's text and its examples 3.0303031402 and 0.0705040302, the ace-low straight the listing's
own ace-low straight flush. The sums of doubles in the listing are given here rounded to the ten decimals that they
mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from xlpoker.scales.face_numbers import WHEEL, faces, one_suit, straight_but_wheel
from xlpoker.scales.model import DAILY_DOSE, Scale

__all__ = ["SCALES", "mrt"]

CATEGORY = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (4, 1): 7}


def mrt(cards: Sequence[int]) -> float:
    """Return the number of the post for five card codes.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> [mrt(parse_cards(hand)) for hand in ("KS QS JS TS 9S", "3S 3H 3D AC 2C", "7S 5D 4C 3H 2C")]
    [8.1312111009, 3.0303031402, 0.0705040302]
    >>> [mrt(parse_cards(hand)) for hand in ("AS KS QS JS TS", "4S 4D 4C AH AC", "4S 4D 4C 2H 2C", "AS 2D 3C 4H 5H")]
    [9.0, 6.04, 6.04, 4.0504030201]
    """
    numbers = faces(cards)
    is_flush = one_suit(cards)
    times = Counter(numbers)
    numbers.sort(key=lambda face: (times[face], face), reverse=True)
    shape = tuple(sorted(times.values(), reverse=True))
    if shape == (3, 2):
        return 6 + numbers[0] / 100
    is_straight = straight_but_wheel(numbers)
    if is_straight and is_flush and numbers[0] == 14:
        return 9.0
    if numbers == WHEEL:
        is_straight = True
        numbers = [5, 4, 3, 2, 1]
    number = CATEGORY[shape]
    if is_straight and is_flush:
        number = 8
    elif is_straight:
        number = 4
    elif is_flush:
        number = 5
    for face in numbers:
        number = number * 100 + face
    return number / 100**5


SCALES = (
    Scale(
        "mrt",
        "higher",
        0.0705040302,
        9,
        "the category, then two decimals a card",
        f"{DAILY_DOSE}, the post",
        by_five_cards=mrt,
    ),
)
"""What the registry takes."""
