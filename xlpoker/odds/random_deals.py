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

from xlpoker.evaluator.batch.tables import Codes, Numbers, card_masks, card_sets
from xlpoker.evaluator.classes import CATEGORY_NAMES
from xlpoker.odds.all_boards import category_table, sets_of_winners, values_of_rows
from xlpoker.odds.ranges import HOLES
from xlpoker.odds.table import Table

__all__ = ["tally"]

_CHUNK = 1 << 14  # deals that are drawn at once


class _Lot(NamedTuple):
    """The hands that a player's hand is drawn from."""

    player: int
    hands: Codes  # (hands, cards)
    masks: Numbers  # the cards of each hand as bits
    chances: Numbers | None  # None for equal ones


def tally(table: Table, samples: int, tries: int, seed: int) -> tuple[list[int], list[list[int]]]:
    """Return how many random deals each set of players wins, and what the hands become.

    These are `samples` deals, or fewer if that many `tries` do not suffice. The results are those
    of `xlpoker.odds.deals.Tally`.

    >>> from xlpoker.odds.table import table_of
    >>> winners, categories = tally(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 100, 1)
    >>> sum(winners), [sum(counts) for counts in categories]
    (50, [50, 50])
    """
    source = np.random.default_rng(seed)
    players = len(table.ranges)
    size = HOLES[table.game][0]
    lots = _lots(table)
    ends = list(range(0, size * players + 1, size))
    counts = np.zeros(1 << players, np.int64)
    categories = np.zeros((players, len(CATEGORY_NAMES)), np.int64)
    category_of_value = category_table(table.game)
    left = samples
    for start in range(0, tries, _CHUNK):
        deals = min(_CHUNK, tries - start)
        picks, used = _picked(table, lots, deals, source)
        picks = [pick[:left] for pick in picks]
        used = used[:left]
        cards = _cards_of(table, lots, picks, len(used))
        for row in _random_rows(table):
            cards[row] = _free_cards(used, source)
        values = values_of_rows(table.game, cards.T, ends)
        counts += np.bincount(sets_of_winners(values), minlength=len(counts))
        for player, values_of_player in enumerate(values):
            places = category_of_value.take(values_of_player)
            categories[player] += np.bincount(places, minlength=len(CATEGORY_NAMES))
        left -= len(used)
        if not left:
            break
    return counts.tolist(), categories.tolist()


def _cards_of(table: Table, lots: Sequence[_Lot], picks: Sequence[Numbers], deals: int) -> Codes:
    """Return the cards of deals with the drawn hands and the board; all others are still empty.

    The hole cards come first: (cards, deals).
    """
    size = HOLES[table.game][0]
    first_board_row = size * len(table.ranges)
    cards = np.empty((first_board_row + 5, deals), np.uint8)
    for lot, pick in zip(lots, picks, strict=True):
        first = size * lot.player
        cards[first : first + size] = lot.hands[pick].T
    for row, code in enumerate(table.board, first_board_row):
        cards[row] = code
    return cards


def _lots(table: Table) -> list[_Lot]:
    """Return what is drawn from the ranges of players who may not hold any cards."""
    lots = []
    for player, hand_range in enumerate(table.ranges):
        if hand_range.random:
            continue
        hands = np.array(hand_range.hands, np.uint8)
        chances = None
        if len(set(hand_range.weights)) > 1:
            weights = np.array(hand_range.weights)
            chances = weights / sum(hand_range.weights)
        lots.append(_Lot(player, hands, card_sets(hands), chances))
    return lots


def _picked(
    table: Table, lots: Sequence[_Lot], deals: int, source: np.random.Generator
) -> tuple[list[Numbers], Numbers]:
    """Return the places of the drawn hands in each lot, and the known cards of each deal as bits.

    That many deals are drawn; those in which two hands share a card are dropped.
    """
    gone = card_sets([*table.board, *table.dead])
    used = np.full(deals, gone)
    picks: list[Numbers] = []
    for lot in lots:
        pick = source.choice(len(lot.hands), len(used), p=lot.chances)
        masks = lot.masks[pick]
        possible = np.flatnonzero((used & masks) == 0)
        picks.append(pick)
        picks = [pick_of_lot[possible] for pick_of_lot in picks]
        used = used[possible] | masks[possible]
    return picks, used


def _random_rows(table: Table) -> list[int]:
    """Return the rows of cards that are not of a range: hole cards first, then the board."""
    size = HOLES[table.game][0]
    rows: list[int] = []
    for player, hand_range in enumerate(table.ranges):
        if hand_range.random:
            first = size * player
            rows.extend(range(first, first + size))
    first_board_row = size * len(table.ranges)
    board_end = first_board_row + 5
    rows.extend(range(first_board_row + len(table.board), board_end))
    return rows


def _free_cards(used: Numbers, source: np.random.Generator) -> Numbers:
    """Return for each deal a card that is not used, and mark it as used."""
    codes = source.integers(0, 52, used.size)
    masks = card_masks().take(codes)
    again = np.flatnonzero(used & masks)
    while again.size:
        codes[again] = source.integers(0, 52, again.size)
        masks = card_masks().take(codes)
        again = np.flatnonzero(used & masks)
    used |= masks
    return codes
