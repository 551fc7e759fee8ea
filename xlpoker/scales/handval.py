"""`handval`: Jenkins' worksheet function HandVal, reply 4 to "Euler Problem 54" on Daily Dose of Excel (2009).

::

      2 -  14  high card          62 -  74  three of a kind     122 - 134  full house
     22 -  34  one pair           82 -  94  straight            142 - 154  four of a kind
     42 -  54  two pair          102 - 114  flush               162 - 174  straight flush

Each category has a band of 20. In it counts the face of the largest group (of two pairs the higher), and the highest
card of the hand divided by 20. High cards, straights and flushes have no such fraction, since their face is that card
already.

**Range** 7 .. 174; **higher is better**.

**Defects** (157,313 pairs of classes misordered, 542,560 tied that should not be): the wheel is no straight ("I took
that literally"). While counting, the second group is remembered only when a later group is at least as large. So a
full house whose pair ranks above its threes is taken for three of a kind. In two pair the lower pair never counts, no
kicker but the highest card does, and a high card or flush is known by its highest card.

LibreOffice Basic, given the listing, finds the numbers of this module for all 7,462 classes.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.scales.face_numbers import faces, one_suit, straight_but_wheel
from xlpoker.scales.model import DAILY_DOSE, Scale

__all__ = ["SCALES", "handval"]


def handval(cards: Sequence[int]) -> float:
    """Return the number of HandVal for five card codes.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> [handval(parse_cards(hand)) for hand in ("7S 5D 4C 3H 2C", "5H 5C 6S 7S KD", "AS KS QS JS TS")]
    [7, 25.65, 174]
    >>> [handval(parse_cards(hand)) for hand in ("AS AD AC KH KC", "KS KD KC AH AC")]  # the second is a full house too
    [134.7, 73.7]
    """
    numbers = faces(cards)
    top = numbers[0]
    largest = second = group = 0
    for face in range(2, 15):
        times = numbers.count(face)
        if times >= largest:
            largest, second, group = times, largest, face
    flush, straight = one_suit(cards), straight_but_wheel(numbers)
    if flush or straight:
        return (160 if flush and straight else 100 if flush else 80) + top
    bands = {(4, 1): 140, (4, 0): 140, (3, 2): 120, (2, 2): 40}
    if largest == 1:
        return top
    return bands.get((largest, second), 60 if largest == 3 else 20) + group + top / 20


SCALES = (
    Scale(
        "handval",
        "higher",
        7,
        174,
        "a band of 20 for each category, the face of the largest group, the highest card / 20",
        f"{DAILY_DOSE}, reply 4",
        by_five_cards=handval,
    ),
)
"""What the registry takes."""
