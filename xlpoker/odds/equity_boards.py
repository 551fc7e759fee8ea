"""Two ranges of hands of two cards on every board that can come: each hand of the one against the whole other range.

On a finished board the weights of the other range are summed by value, so that a hand beats the sum below its own value.
Hands that share a card with it must not count: the same sums, made for each card over the hands that hold it, are subtracted.
So a board costs a search for each hand's value instead of a million comparisons, and gives the odds of each single hand,
which a grid needs.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from xlpoker.errors import HandError
from xlpoker.evaluator.batch.tables import Codes, Numbers, flushes, index_of, multiset_keys
from xlpoker.evaluator.classes import SHORT_DECK
from xlpoker.odds.equity_numpy import single_keys, values_of
from xlpoker.odds.ranges import Range
from xlpoker.odds.table import Table

__all__ = ["all_boards", "count_ranges", "hand_counts"]

_CHUNK = 64
_WHOLE = float(1 << 40)
"""Weights, at most 1, are rounded to multiples of 1 / this: their sums are exact, and subtracting all of them leaves 0."""


def count_ranges(table: Table) -> list[float]:
    """Return the (weighted) deals that player 1 wins, player 2 wins, and that tie: ``[0, first, second, tie]``.

    >>> from xlpoker.odds.table import table_of
    >>> count_ranges(table_of("8c 9s 4c", ["6c7c", "AhAd"]))
    [0.0, 557.0, 433.0, 0.0]
    """
    first, second = table.ranges
    boards = all_boards(table)
    won, lost, tied = hand_counts(first, second, boards, table.game if table.game in SHORT_DECK else "")
    weights = np.array(first.weights)
    counts = [0.0, float(weights @ won), float(weights @ lost), float(weights @ tied)]
    if not any(counts):
        raise HandError("the ranges cannot be held together: every combination needs a card twice")
    return counts


def all_boards(table: Table) -> Codes:
    """Return every full board that can come, whatever the players hold."""
    rest = [code for code in range(52) if code not in table.board and code not in table.dead]
    coming = list(combinations(rest, 5 - len(table.board)))
    boards = np.array([(*table.board, *cards) for cards in coming], np.uint8)
    return boards.reshape(len(coming), 5)


def hand_counts(first: Range, second: Range, boards: Codes, deck: str = "") -> tuple[Numbers, Numbers, Numbers]:
    """Return for each hand of the first range the weights of the hands that it beats, loses to and ties with on these boards."""
    mine, yours = np.array(first.hands, np.uint8), np.array(second.hands, np.uint8)
    weights = np.maximum(np.rint(np.array(second.weights) * _WHOLE), 1) / _WHOLE
    won, lost, tied = np.zeros((3, len(mine)))
    first_hands, second_hands = _Hands(mine, deck), _Hands(yours, deck)
    same = _own_weights(mine, yours, weights)
    for start in range(0, len(boards), _CHUNK):
        some = boards[start : start + _CHUNK]
        for values, others in zip(first_hands.values(some), second_hands.values(some), strict=True):
            able, there = values > 0, others > 0
            below, equal, whole = _compared(mine[able], values[able], yours[there], others[there], weights[there])
            equal += same[able]  # the hand itself holds both cards and was subtracted twice
            whole += same[able]
            won[able] += below
            tied[able] += equal
            lost[able] += whole - below - equal
    return won, lost, tied


def _own_weights(mine: Codes, yours: Codes, weights: Numbers) -> Numbers:
    """Return the weight that each hand of the first range has in the second."""
    table = np.zeros((52, 52))
    table[yours.min(axis=1), yours.max(axis=1)] = weights
    own: Numbers = table[mine.min(axis=1), mine.max(axis=1)]
    return own


class _Hands:
    """The hands of a range, ready to be valued on boards."""

    def __init__(self, hands: Codes, deck: str) -> None:
        self.deck, self.flushes = deck, flushes(0, deck) if deck else flushes()
        self.pairs = index_of(single_keys()[hands >> 2].sum(axis=1), 2)
        self.bits = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
        self.suits = [_ranks_in(hands, suit) for suit in range(4)]

    def values(self, boards: Codes) -> Numbers:
        """Return the values of all hands on each board, 0 where a hand needs a card of the board."""
        keys = single_keys()[boards >> 2].sum(axis=1)
        values = values_of(keys[:, None] + multiset_keys(2), deck=self.deck).take(self.pairs, axis=1)
        for suit, mine in enumerate(self.suits):
            rows = np.flatnonzero(np.count_nonzero(boards & 3 == suit, axis=1) >= 3)
            common = _ranks_in(boards[rows], suit)
            values[rows] = np.maximum(values[rows], self.flushes.take(common[:, None] | mine))
        bits = np.bitwise_or.reduce(np.uint64(1) << boards.astype(np.uint64), axis=1)
        values[(bits[:, None] & self.bits) != 0] = 0
        return values


def _ranks_in(cards: Codes, suit: int) -> Numbers:
    """Return the ranks of one suit in each row, as 13 bits."""
    bits: Numbers = np.where(cards & 3 == suit, 1 << (cards >> 2).astype(np.int64), 0).sum(axis=1)
    return bits


def _compared(
    mine: Codes, values: Numbers, yours: Codes, others: Numbers, weights: Numbers
) -> tuple[Numbers, Numbers, Numbers]:
    """Return the weights below, equal to and of all hands against each of my hands, without those that share a card with it."""
    levels = np.unique(others)
    places = (len(levels) + 1) * yours.T.astype(np.int64) + levels.searchsorted(others) + 1
    by_card = np.bincount(places.ravel(), np.tile(weights, 2), 52 * (len(levels) + 1)).reshape(52, -1).cumsum(axis=1)
    every, (one, other) = by_card.sum(axis=0) / 2, mine.T

    def sums(ends: Numbers) -> Numbers:
        """Return the sums of the weights below some values, one for each of my hands."""
        weights: Numbers = every[ends] - by_card[one, ends] - by_card[other, ends]
        return weights

    below = sums(levels.searchsorted(values))
    return below, sums(levels.searchsorted(values, "right")) - below, sums(np.full(len(mine), len(levels)))
