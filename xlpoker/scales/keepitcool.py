"""`keepitcool`: a dictionary of prime products, reply 15 to "Euler Problem 54" on Daily Dose of Excel (2009).

The product of five primes (deuce 2 .. ace 41) is looked up in a dictionary of all 6,175 products, made at the start.
For the 1,287 products of five different ranks the value is stored negative, and a common suit decides what becomes
of it. The same idea as `xlpoker.evaluator.primes`. ``kSF + 100 * h + k`` with ranks 0 .. 12, h the highest and k the
next in weight::

        0  high card         30000  three of a kind    60000  full house
    10000  one pair          40000  straight           70000  four of a kind
    20000  two pair          50000  flush              80000  straight flush

**Range** 503 (75432) .. 81200; **higher is better**.

**Defects**: only two ranks are kept. High cards and flushes are known by their two highest cards, pairs and threes by
one kicker, two pairs by none. So 154,183 pairs of classes tie that should not; none is misordered.

**Reconstructed**: in reply 12 the blog ate everything between ``<`` and ``>``; reply 15 spells them LT, GT and
NOTEQUAL.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from xlpoker.scales.face_numbers import one_suit
from xlpoker.scales.model import DAILY_DOSE, Scale

__all__ = ["SCALES", "keepitcool"]


def _rank_bits(ranks: Iterable[int]) -> int:
    """Return the set of ranks as bits."""
    bits = 0
    for rank in ranks:
        bits |= 1 << rank
    return bits


STRAIGHTS = {
    _rank_bits(rank % 13 for rank in range(low, low + 5)): 400 + 100 * low for low in range(-1, 9)
}
"""The rank bits of each straight -> 100 times its highest rank, 300 for the wheel."""
PATTERN = {(2, 1, 1, 1): 10000, (2, 2, 1): 20000, (3, 1, 1): 30000, (3, 2): 60000, (4, 1): 70000}


def keepitcool(cards: Sequence[int]) -> int:
    """Return the number of the dictionary for five card codes.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> [keepitcool(parse_cards(hand)) for hand in ("7S 5D 4C 3H 2C", "AS KS QS JS TS", "AS 2D 3C 4H 5H")]
    [503, 81200, 40300]
    >>> [keepitcool(parse_cards(hand)) for hand in ("AS KD QC JH 9H", "AS KD 4C 3H 2H")]  # these should not tie
    [1211, 1211]
    """
    times = Counter(code >> 2 for code in cards)
    order = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    number = order[0] * 100 + order[1]
    if len(order) < 5:
        return PATTERN[tuple(times[rank] for rank in order)] + number
    is_flush = one_suit(cards)
    straight = STRAIGHTS.get(_rank_bits(order))
    if straight is None:
        return 50000 + number if is_flush else number
    return (80000 if is_flush else 40000) + straight


SCALES = (
    Scale(
        "keepitcool",
        "higher",
        503,
        81_200,
        "10000 for each category, 100 for the highest rank, 1 for the next; a dictionary of prime products",
        f"{DAILY_DOSE}, reply 15",
        by_five_cards=keepitcool,
    ),
)
"""What the registry takes."""
