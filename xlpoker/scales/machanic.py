"""`machanic`, `machanic-sql`: binary weights and bonuses, Adam Machanic, "Texas Hold 'em Hint #1" (2006, SQL Server).

A card weighs 2 (deuce), 4, 8 .. 8192 (ace), "or 1, should it happen to be part of a straight with a high 5". The
weights of the five cards are added up, and for each condition that holds a bonus::

    pair             2,000,000,000 +   8,192 * weight      (two pair: both; full house: the pair's and the threes')
    three of a kind  6,000,000,000 + 131,072 * weight      straight  5,500,000,000
    four of a kind   9,500,000,000 + 131,072 * weight      flush     5,800,000,000   (straight flush: both)

``machanic`` is that text; ``machanic-sql`` is the SQL as it is printed beside it.

**Ranges** 94 .. 11,300,015,872, of the SQL 62 .. 19,017,047,560; **higher is better**.

**Defects of the text**: the bonuses were found by "completely non-scientific trial-and-error". Three of a kind has more
than a straight or a flush, and in a full house a high pair can outweigh the threes: 1,105,282 pairs of classes are
misordered. No two tie.

**Defects of the SQL**, besides: its test for eights asks for weight 2, so that a pair of eights has no bonus and one
of deuces has the eights' too. Its wheel test asks whether the second card is a deuce and is never true. Its cards
stand in the order of their ids, by suit and then by weight. So a straight is found only where the suits do not go
down (clubs, diamonds, hearts, spades): in 52 of the 1,020 hands of each straight but the wheel. The number therefore
**depends on suits**; with straights as most hands have them, 3,095,217 pairs of classes are misordered.

SQLite, given the SQL as it is printed, finds the numbers of this module for a hand of each class. It also does for
all 10,240 hands of the ten ways to five cards in a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xlpoker.evaluator.hand import best_five
from xlpoker.scales.face_numbers import WHEEL, faces, one_suit, straight_but_wheel
from xlpoker.scales.model import SQL_BLOG, Scale

__all__ = ["SCALES", "machanic", "machanic_sql", "machanic_sql_of_hand"]

PAIR, THREE, FOUR = 2_000_000_000, 6_000_000_000, 9_500_000_000
STRAIGHT, FLUSH = 5_500_000_000, 5_800_000_000
ACE_LOW = 8191
EIGHT = 128


def _bonus(times: int, weight: int) -> int:
    """Return the bonus of a rank that occurs that many times."""
    if times < 2:
        return 0
    if times == 2:
        return PAIR + 8192 * weight
    return (THREE if times == 3 else FOUR) + 131_072 * weight


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
    number = sum(weights)
    for weight in set(weights):
        number += _bonus(weights.count(weight), weight)
    if numbers == WHEEL:
        number += STRAIGHT - ACE_LOW
    elif straight_but_wheel(numbers):
        number += STRAIGHT
    if one_suit(cards):
        number += FLUSH
    return number


def machanic_sql(cards: Sequence[int]) -> int:
    """Return what the SQL puts into its table for five card codes.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> [machanic_sql(parse_cards(hand)) for hand in ("8C 8D QH KS AS", "2C 2D QH KS AS")]
    [14592, 4001079300]
    >>> [machanic_sql(parse_cards(hand)) for hand in ("TC JC QC KC AD", "TC JC QC KD AC")]  # both are straights
    [5500015872, 15872]
    """
    weights = [1 << (code >> 2) + 1 for code in sorted(cards, key=lambda code: (code & 3, code))]
    number = sum(weights)
    for weight in (1 << power for power in range(1, 14)):
        number += _bonus(weights.count(2 if weight == EIGHT else weight), weight)
    if all(high == 2 * low for low, high in pairwise(weights)):
        number += STRAIGHT
    if one_suit(cards):
        number += FLUSH
    return number


def machanic_sql_of_hand(codes: Sequence[int], strength: float) -> int:
    """Return `machanic_sql` of the best five of a hand; of equal ranks the suits S H D C come first.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> from xlpoker.evaluator.hand import strength
    >>> seven = parse_cards("TC JC QC KC AD 2H 2S")
    >>> machanic_sql_of_hand(seven, strength(seven))
    5500015872
    """
    return machanic_sql(best_five(codes, strength))


STRAIGHTS = range(1 + 1277 + 2860 + 858 + 858, 1 + 1277 + 2860 + 858 + 858 + 10)
SCALES = (
    Scale(
        "machanic",
        "higher",
        94,
        11_300_015_872,
        "a bit for each rank and bonuses of thousands of millions",
        f"{SQL_BLOG}, the text",
        by_five_cards=machanic,
    ),
    Scale(
        "machanic-sql",
        "higher",
        62,
        19_017_047_560,
        "the same as its SQL is printed; depends on the suits of straights",
        f"{SQL_BLOG}, the SQL",
        by_five_cards=machanic_sql,
        loose=STRAIGHTS,
        of_cards=machanic_sql_of_hand,
        needs_cards=True,
    ),
)
"""What the registry takes."""
