"""All hands; and how many hands of five, six or seven cards have each value, computed without enumerating the hands.

A hand is a rank multiset and a way to give its cards suits. Up to seven cards only one suit can hold a flush, and a hand with a flush
no full house or four of a kind: flushes are counted by the mask of their suit alone, the rest belongs to the multiset's own value.
"""

from functools import cache
from itertools import pairwise
from math import comb

import numpy as np

from xlpoker.evaluator.batch.tables import flushes, multisets, ranks
from xlpoker.evaluator.classes import TOP


def value_counts(cards):
    """Return how many hands of that many cards have each value 0 .. 7462 (none has 0)."""
    times = multisets(cards)
    ways = np.array([comb(4, c) for c in range(5)]).take(times).prod(axis=0)
    outside = np.array([comb(3, c) for c in range(5)]).take(times)
    inside = np.array([comb(3, c - 1) if c else 0 for c in range(5)]).take(times)
    suited = np.zeros(
        (cards + 1, times.shape[1]), np.int64
    )  # ways in which a suit has 0, 1, 2 .. cards
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


@cache
def all_hands(cards):
    """Return all hands of so many cards, in the order of their codes; the array is shared."""
    if cards == 1:
        return np.arange(52, dtype=np.uint8)[:, None]
    rest = all_hands(cards - 1)
    tails = [rest[np.searchsorted(rest[:, 0], first, "right") :] for first in range(52)]
    hands = np.empty((sum(map(len, tails)), cards), np.uint8)
    hands[:, 0] = np.repeat(np.arange(52), [len(tail) for tail in tails])
    np.concatenate(tails, out=hands[:, 1:])
    return hands


def up_to_suits(hands):
    """Return the hands whose ranks in clubs are highest, then in diamonds ...; and how many hands each is with other suits."""
    places = np.array([1 << 13 * (code % 4) + code // 4 for code in range(52)], np.uint64)
    held = np.zeros(len(hands), np.uint64)
    for column in hands.T:
        held |= places[column]
    ranks = [(held >> np.uint64(13 * suit)) & np.uint64(8191) for suit in range(4)]
    kept = (ranks[0] >= ranks[1]) & (ranks[1] >= ranks[2]) & (ranks[2] >= ranks[3])
    a, b, c = ((one == other)[kept] for one, other in pairwise(ranks))
    orders = np.select([a & b & c, (a & b) | (b & c), a & c, a | b | c], [1, 4, 6, 12], 24)
    return hands[kept], orders
