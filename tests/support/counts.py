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


@cache
def hands_up_to_suits(cards):
    """Return the hands whose ranks in spades are highest, then in hearts ...; and how many hands each is with other suits.

    The arrays are shared. A hand of this kind without its lowest card is also of this kind.
    """
    if cards == 0:
        return np.empty((1, 0), np.uint8), np.ones(1, np.int64)
    rest, _ = hands_up_to_suits(cards - 1)
    lower_cards = rest[:, 0].astype(np.int64) if cards > 1 else np.array([52])
    before = np.cumsum(lower_cards) - lower_cards
    hands = np.empty((lower_cards.sum(), cards), np.uint8)
    hands[:, 0] = np.arange(len(hands)) - np.repeat(before, lower_cards)
    hands[:, 1:] = np.repeat(rest, lower_cards, axis=0)
    clubs, diamonds, hearts, spades = ranks_by_suit(hands)
    kept = (spades >= hearts) & (hearts >= diamonds) & (diamonds >= clubs)
    pairs_of_suits = pairwise((clubs, diamonds, hearts, spades))
    a, b, c = ((one == other)[kept] for one, other in pairs_of_suits)
    orders = np.select([a & b & c, (a & b) | (b & c), a & c, a | b | c], [1, 4, 6, 12], 24)
    return hands[kept], orders


def ranks_by_suit(hands):
    """Return the ranks that hands hold of each suit, from clubs to spades, as masks of 13 bits."""
    places = np.array([1 << 13 * (code % 4) + code // 4 for code in range(52)], np.uint64)
    held = np.zeros(len(hands), np.uint64)
    for column in hands.T:
        held |= places[column]
    return [(held >> np.uint64(13 * suit)) & np.uint64(8191) for suit in range(4)]
