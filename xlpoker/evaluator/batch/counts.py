"""How many hands of five, six or seven cards have each value, computed without enumerating the hands.

A hand is a rank multiset and a way to give its cards suits. A rank that occurs c times has C(4, c) ways; of them
C(3, c - 1) use a given suit and C(3, c) do not, so the ways in which that suit gets five or more cards are the upper
coefficients of the product of ``C(3, c) + C(3, c - 1) x`` over the ranks. Up to seven cards only one suit can, and a hand
with a flush cannot hold a full house or four of a kind: flushes are counted by the mask of their suit alone, the other
cards being any of the 39 of other suits, and the rest belongs to the multiset's own value.

So 49,205 multisets and 8,192 masks give the values of all 133,784,560 hands of seven cards.
"""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from xlpoker.errors import HandError
from xlpoker.evaluator.batch.tables import flushes, multisets, ranks
from xlpoker.evaluator.classes import TOP

__all__ = ["value_counts"]


def value_counts(cards: int) -> npt.NDArray[np.int64]:
    """Return how many hands of that many cards have each value 0 .. 7462 (none has 0).

    >>> counts = value_counts(7)
    >>> int(counts.sum()), int(counts[7462])
    (133784560, 4324)

    Raises `HandError` unless the cards are five, six or seven.
    """
    if not 5 <= cards <= 7:
        raise HandError(f"hands of {cards} cards are not counted: 5, 6 or 7 are")
    times = multisets(cards)
    ways = np.array([comb(4, c) for c in range(5)]).take(times).prod(axis=0)
    outside = np.array([comb(3, c) for c in range(5)]).take(times)
    inside = np.array([comb(3, c - 1) if c else 0 for c in range(5)]).take(times)
    suited = np.zeros((cards + 1, times.shape[1]), np.int64)  # ways in which a suit has 0, 1, 2 .. cards
    suited[0] = 1
    for without, within in zip(outside, inside, strict=True):
        suited[1:] = suited[1:] * without + suited[:-1] * within
        suited[0] *= without
    plain = ways - 4 * suited[5:].sum(axis=0)
    masks = np.arange(1 << 13)
    held = np.bitwise_count(masks)
    some = (held >= 5) & (held <= cards)
    rest = np.array([comb(39, cards - count) if count <= cards else 0 for count in range(14)])
    counts = np.zeros(TOP + 1, np.int64)
    np.add.at(counts, ranks(cards), plain)
    np.add.at(counts, flushes()[some], 4 * rest[held[some]])
    return counts
