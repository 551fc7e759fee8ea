"""What ranges become from the flop on: weighted deals by category; needs NumPy.

Each hand of a player is put on each run-out, the cards to come. It counts there as often as the other
players can hold hands of their ranges beside it::

    board 8c 9s 4c, hand 6c 7c, the other player has TT+

    run-out    category    hands of TT+ without these cards
    5c 2d      flush       30
    Th Js      straight    30 - 3 with the Th - 3 with the Js            = 24
    Th Td      straight    30 - 3 with the Th - 3 with the Td + 1 with both = 25

So of the other players nothing is needed but the weight of all their hands, of those with each card and
of those with each two cards: `other_weights` below. For two players these weights come from the other range.
For more they are added up over all combinations.

The categories are looked up by the ranks of hand, board and run-out, flushes by those of one suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from xlpoker.evaluator.batch.tables import Codes, Numbers, flushes
from xlpoker.evaluator.classes import CATEGORY_NAMES, SHORT_DECK
from xlpoker.odds.all_boards import category_table, single_keys, values_of
from xlpoker.odds.known_rows import combinations_of_hands
from xlpoker.odds.lanes import PAIRS
from xlpoker.odds.range_rivers import LANE
from xlpoker.odds.table import Table

__all__ = ["count_ranges"]

Hand = tuple[int, ...]

_CELLS = 1 << 18
"""Hands times run-outs that are counted at once."""
ROUNDING = 1e-12
"""What sums of weights may differ by, as a share of all."""
_LANE_OF = np.array([[LANE[first, second] for second in range(13)] for first in range(13)])
_KEYS_OF_PAIRS = single_keys()[np.array(PAIRS)].sum(axis=1)


class _RunOuts(NamedTuple):
    """All cards that can still come, up to the order."""

    cards: Codes  # (coming, run-outs)
    with_card: Numbers  # which run-outs have a card: (52, number); for cards that are gone they mean nothing
    lanes: Numbers  # the place of the ranks of each run-out among `keys`
    keys: Numbers  # the base-5 keys of all ranks that can come
    ranks: Numbers  # the ranks in each suit, as bits: (suits, run-outs)


class _Held(NamedTuple):
    """The weight of the other players' hands beside each hand of a player, by the cards in them."""

    every: Numbers  # (hands,)
    with_card: Numbers  # (hands, 52)
    with_pair: Numbers  # (hands, 52, 52), or (52, 52) where it is the same for all hands


def count_ranges(table: Table) -> list[Sequence[float]]:
    """Return for each player the weighted deals by what the hand becomes.

    >>> from xlpoker.odds.table import table_of
    >>> counts = count_ranges(table_of("8c 9s 4c Jh", ["6c7c", "AhAd, TT"]))
    >>> [sum(counts_of_player) for counts_of_player in counts]
    [308.0, 308.0]
    """
    hands = [np.array(hand_range.hands, np.uint8) for hand_range in table.ranges]
    weights = [np.array(hand_range.weights, np.float64) for hand_range in table.ranges]
    run_outs = _run_outs(table.board, table.dead)
    if len(hands) == 2:
        first = _held_by(hands[1], weights[1], hands[0])
        second = _held_by(hands[0], weights[0], hands[1])
        held_by_others = [first, second]
    else:
        held_by_others = _held_in_combinations(table, hands)
    counts: list[Sequence[float]] = []
    for range_hands, range_weights, other_weights in zip(
        hands, weights, held_by_others, strict=True
    ):
        # The weights of combinations are products with that of the player's own hand.
        own_weights = range_weights if len(hands) == 2 else np.ones(len(range_hands))
        counts.append(_count(table, range_hands, own_weights, other_weights, run_outs))
    return counts


# --- what can come -----------------------------------------------------------------------------------


@lru_cache(1 << 6)
def _run_outs(board: Hand, dead: Hand) -> _RunOuts:
    """Return all cards that can still come on a board."""
    gone = {*board, *dead}
    free = np.array([code for code in range(52) if code not in gone], np.uint8)
    coming = 5 - len(board)
    if coming == 2:
        cards = free[_places_of_two(len(free))]
        lanes = _LANE_OF[cards[0] >> 2, cards[1] >> 2]
        keys = _KEYS_OF_PAIRS
    elif coming == 1:
        cards = free[None]
        lanes = free >> 2
        keys = single_keys()
    else:
        cards = np.empty((0, 1), np.uint8)
        lanes = keys = np.zeros(1, np.int64)
    with_card = np.zeros((52, comb(len(free) - 1, coming - 1) if coming else 0), np.int64)
    for code in free:
        with_card[code] = np.flatnonzero((cards == code).any(axis=0))
    return _RunOuts(cards, with_card, lanes, keys, _ranks_by_suit(cards))


@cache
def _places_of_two(cards: int) -> Numbers:
    """Return the places of each two of some cards: (2, pairs)."""
    return np.array(np.triu_indices(cards, 1))


def _ranks_by_suit(cards: Codes) -> Numbers:
    """Return the ranks in each suit as bits; `cards` are (cards, columns), the result (suits, columns)."""
    bits = np.int16(1) << (cards >> 2).astype(np.int16)
    suits = cards & 3
    ranks = np.zeros((4, cards.shape[1]), np.int16)
    for suit in range(4):
        ranks[suit] = np.where(suits == suit, bits, 0).sum(axis=0)
    return ranks


# --- what the others hold ----------------------------------------------------------------------------


def _held_by(other_hands: Codes, weights: Numbers, hands: Codes) -> _Held:
    """Return the weights of another range beside each of some hands."""
    with_pair = np.zeros((52, 52))
    first, second = other_hands.T
    with_pair[first, second] = with_pair[second, first] = weights
    with_card = with_pair.sum(axis=1)
    mine, mine_too = hands.T
    both = with_pair[mine, mine_too]
    every = weights.sum() - with_card[mine] - with_card[mine_too] + both
    beside_hand = with_card - with_pair[mine] - with_pair[mine_too]
    return _Held(every, beside_hand, with_pair)


def _held_in_combinations(table: Table, hands: Sequence[Codes]) -> list[_Held]:
    """Return the weights of all other ranges beside each hand of each player.

    Those of the player's own hands are in them.
    """
    coming = 5 - len(table.board)
    helds = []
    for range_hands in hands:
        size = len(range_hands)
        pairs_of_cards = 52 * 52 if coming == 2 else 0
        other_weights = _Held(
            np.zeros(size), np.zeros((size, 52)), np.zeros((size, pairs_of_cards))
        )
        helds.append(other_weights)
    for combinations in combinations_of_hands(table, hands):
        for player, other_weights in enumerate(helds):
            other_cards = []
            for other, range_hands in enumerate(hands):
                if other != player:
                    other_cards += [*range_hands[combinations.places[other]].T.astype(np.int64)]
            _add_held(other_weights, combinations.places[player], other_cards, combinations.weights)
    if coming < 2:
        return helds
    return [
        other_weights._replace(with_pair=other_weights.with_pair.reshape(-1, 52, 52))
        for other_weights in helds
    ]


def _add_held(
    other_weights: _Held, places: Numbers, cards: Sequence[Numbers], weights: Numbers
) -> None:
    """Add the weights of combinations; `cards` are those of the other players, `places` the hands."""
    other_weights.every[:] += np.bincount(places, weights, len(other_weights.every))
    for code in cards:
        with_card = np.bincount(places * 52 + code, weights, other_weights.with_card.size)
        other_weights.with_card[:] += with_card.reshape(other_weights.with_card.shape)
    if not other_weights.with_pair.size:
        return
    for first in cards:
        for second in cards:
            if first is not second:
                index = (places * 52 + first) * 52 + second
                with_pair = np.bincount(index, weights, other_weights.with_pair.size)
                other_weights.with_pair[:] += with_pair.reshape(other_weights.with_pair.shape)


def _weights(hands: Codes, other_weights: _Held, run_outs: _RunOuts) -> Numbers:
    """Return how often each hand meets each run-out: (hands, run-outs), 0 where they share a card."""
    cards = run_outs.cards
    weights = other_weights.every[:, None].repeat(cards.shape[1], axis=1)
    for codes in cards:
        weights -= other_weights.with_card.take(codes, axis=1)
    if len(cards) == 2:
        weights += other_weights.with_pair[..., cards[0], cards[1]]
    rows = np.arange(len(hands))[:, None]
    for card_of_hand in hands.T:
        weights[rows, run_outs.with_card[card_of_hand]] = 0
    return weights


# --- counting ----------------------------------------------------------------------------------------


def _count(
    table: Table, hands: Codes, own_weights: Numbers, other_weights: _Held, run_outs: _RunOuts
) -> list[float]:
    """Return the weighted deals of a player by category."""
    counts = np.zeros(len(CATEGORY_NAMES))
    rows = max(_CELLS // run_outs.cards.shape[1], 1)
    for start in range(0, len(hands), rows):
        part = slice(start, start + rows)
        with_pair = other_weights.with_pair
        if with_pair.ndim == 3:
            with_pair = with_pair[part]
        held_part = _Held(other_weights.every[part], other_weights.with_card[part], with_pair)
        weights = _weights(hands[part], held_part, run_outs)
        weights *= own_weights[part, None]
        categories = _categories(table, hands[part], run_outs)
        counts += np.bincount(categories.ravel(), weights.ravel(), len(counts))
    counts[counts < ROUNDING * counts.sum()] = 0
    result: list[float] = counts.tolist()
    return result


def _categories(table: Table, hands: Codes, run_outs: _RunOuts) -> Numbers:
    """Return what each hand becomes with each run-out: (hands, run-outs)."""
    deck = table.game if table.game in SHORT_DECK else ""
    category_of_value = category_table(table.game)
    board = np.array(table.board, np.uint8)
    keys = single_keys()[hands >> 2].sum(axis=1) + single_keys()[board >> 2].sum()
    values = values_of(keys[:, None] + run_outs.keys, deck=deck)
    categories: Numbers = category_of_value.take(values).take(run_outs.lanes, axis=1)
    flush_of_ranks = _flush_categories(table.game)
    board_ranks = _ranks_by_suit(board[:, None])
    suits = zip(board_ranks[:, 0], _ranks_by_suit(hands.T), run_outs.ranks, strict=True)
    for common, of_hands, of_run_outs in suits:
        ranks = of_hands | common
        rows = np.flatnonzero(np.bitwise_count(ranks) >= len(board))
        if not len(rows):
            continue
        flushed = flush_of_ranks.take(ranks[rows, None] | of_run_outs)
        categories[rows] = np.where(flushed, flushed, categories[rows])
    return categories


@cache
def _flush_categories(game: str) -> Numbers:
    """Return the category of a flush by the ranks in its suit, 0 where there is none."""
    values = flushes(0, game) if game in SHORT_DECK else flushes()
    categories: Numbers = category_table(game).take(values)
    return categories
