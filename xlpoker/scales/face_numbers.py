"""Helpers of the published scales.

Five cards as face numbers 2 .. 14, tests for one suit and straights, and sample hands of classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xlpoker.evaluator.classes import HandClass

__all__ = ["WHEEL", "faces", "one_suit", "sample", "straight_but_wheel"]

WHEEL = [14, 5, 4, 3, 2]
CLUBS = 0
SPADES = 3


def faces(cards: Sequence[int]) -> list[int]:
    """Return the face numbers of card codes, 2 .. 10, jack 11 .. ace 14, highest first.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> faces(parse_cards("5H AC 6S TS KD"))
    [14, 13, 10, 6, 5]
    """
    numbers = [(code >> 2) + 2 for code in cards]
    return sorted(numbers, reverse=True)


def one_suit(cards: Sequence[int]) -> bool:
    """Tell whether all cards have the same suit."""
    suits = {code & 3 for code in cards}
    return len(suits) == 1


def straight_but_wheel(numbers: Sequence[int]) -> bool:
    """Tell whether five numbers, highest first, go down by one; the ace is high only.

    >>> straight_but_wheel([14, 13, 12, 11, 10]), straight_but_wheel(WHEEL)
    (True, False)
    """
    steps = [high - low for high, low in pairwise(numbers)]
    return all(step == 1 for step in steps)


def sample(rung: HandClass) -> list[int]:
    """Return the codes of one hand of a class of five cards, strongest card first.

    >>> from xlpoker.evaluator.cards import card_text
    >>> from xlpoker.evaluator.classes import ladder
    >>> [" ".join(map(card_text, sample(ladder()[place]))) for place in (0, 7164, 7461)]
    ['7C 5S 4S 3S 2S', '4C 4D 4H 2C 2D', 'AS KS QS JS TS']

    Where the five ranks differ the highest card is a club and the rest are spades. `machanic-sql`
    misses such a straight, as it does 968 of the 1,020 hands of each.
    """
    ranks = rung.spread()
    highest_rank = max(ranks)
    has_different_ranks = len(set(ranks)) == 5
    codes: list[int] = []
    for place, rank in enumerate(ranks):
        if rung.category.flush:
            suit = SPADES
        elif has_different_ranks:
            suit = CLUBS if rank == highest_rank else SPADES
        else:
            equal_before = ranks[:place].count(rank)
            suit = equal_before
        codes.append(4 * rank + suit)
    return codes
