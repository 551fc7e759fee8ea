"""Random deals as arrays, drawn as `xlpoker.odds.deals` draws them one by one; needs NumPy.

One deal is a column, so that each card of all deals is written at once::

    board 8c 9s 4c, 6c 7c against random      deal 0   deal 1   deal 2  ..
    hole 1                                    6c       6c       6c          from the range
                                              7c       7c       7c
    hole 2                                    Ah       2d       Kc          any cards that are left
                                              3s       Js       5h
    board                                     8c 9s 4c in each
                                              Td       Ah       2c          any cards that are left
                                              2h       7d       7s

The batch kernel values all hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from xlpoker.evaluator.batch.tables import Codes, Numbers, card_masks
from xlpoker.odds.all_boards import winners_of_rows
from xlpoker.odds.ranges import HOLES
from xlpoker.odds.table import Table

__all__ = ["tally"]

_CHUNK = 1 << 14  # deals that are drawn at once


class _Lot(NamedTuple):
    """The hands that a player's are drawn from."""

    player: int
    hands: Codes  # (hands, cards)
    masks: Numbers  # the cards of each hand as bits
    chances: Numbers | None  # None for equal ones


def tally(table: Table, samples: int, tries: int, seed: int) -> list[int]:
    """Return how many random deals each set of players wins, of at most so many tries.

    >>> from xlpoker.odds.table import table_of
    >>> sum(tally(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 100, 1))
    50
    """
    source = np.random.default_rng(seed)
    size = HOLES[table.game][0]
    players = len(table.ranges)
    lots = _lots(table)
    ends = list(range(0, size * players + 1, size))
    counts = np.zeros(1 << players, np.int64)
    left = samples
    for start in range(0, tries, _CHUNK):
        picks, used = _picked(table, lots, min(_CHUNK, tries - start), source)
        used = used[:left]
        cards = np.empty((ends[-1] + 5, len(used)), np.uint8)
        for lot, pick in zip(lots, picks, strict=True):
            first = ends[lot.player]
            cards[first : first + size] = lot.hands[pick[:left]].T
        board_end = ends[-1] + len(table.board)
        cards[ends[-1] : board_end] = np.array(table.board, np.uint8)[:, None]
        for row in _random_rows(table, ends):
            cards[row] = _free_cards(used, source)
        winners = winners_of_rows(table.game, cards.T, ends)
        counts += np.bincount(winners, minlength=len(counts))
        left -= len(used)
        if not left:
            break
    return counts.tolist()


def _lots(table: Table) -> list[_Lot]:
    """Return what is drawn from the ranges of players who may not hold any cards."""
    lots = []
    for player, hand_range in enumerate(table.ranges):
        if hand_range.random:
            continue
        hands = np.array(hand_range.hands, np.uint8)
        masks = np.bitwise_or.reduce(card_masks()[hands], axis=1)
        chances = None
        if len(set(hand_range.weights)) > 1:
            chances = np.array(hand_range.weights) / sum(hand_range.weights)
        lots.append(_Lot(player, hands, masks, chances))
    return lots


def _picked(
    table: Table, lots: Sequence[_Lot], deals: int, source: np.random.Generator
) -> tuple[list[Numbers], Numbers]:
    """Return the places of drawn hands in each lot, and the known cards of each deal as bits.

    Of so many deals those remain in which no two hands share a card.
    """
    gone = np.bitwise_or.reduce(card_masks()[[*table.board, *table.dead]])
    used = np.full(deals, gone)
    picks: list[Numbers] = []
    for lot in lots:
        pick = source.choice(len(lot.hands), len(used), p=lot.chances)
        free = np.flatnonzero((used & lot.masks[pick]) == 0)
        picks = [earlier[free] for earlier in (*picks, pick)]
        used = used[free] | lot.masks[picks[-1]]
    return picks, used


def _random_rows(table: Table, ends: Sequence[int]) -> list[int]:
    """Return the rows of cards that are not of a range: hole cards first, then the board."""
    rows: list[int] = []
    for player, hand_range in enumerate(table.ranges):
        if hand_range.random:
            rows.extend(range(ends[player], ends[player + 1]))
    rows.extend(range(ends[-1] + len(table.board), ends[-1] + 5))
    return rows


def _free_cards(used: Numbers, source: np.random.Generator) -> Numbers:
    """Return for each deal a card that is not used, and mark it as used."""
    codes = source.integers(0, 52, used.size)
    again = np.flatnonzero(used & card_masks().take(codes))
    while again.size:
        codes[again] = source.integers(0, 52, again.size)
        again = np.flatnonzero(used & card_masks().take(codes))
    used |= card_masks().take(codes)
    return codes
