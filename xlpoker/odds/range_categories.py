"""What ranges become from the flop on: weighted deals by category; needs NumPy.

Each hand of a player is put on each run-out, the cards to come. It counts there as often as the other
players can hold hands of their ranges beside it::

    board 8c 9s 4c, hand 6c 7c, the other player has TT+

    run-out    category    hands of TT+ without these cards
    5c 2d      flush       30
    Th Js      straight    30 - 3 with the Th - 3 with the Js            = 24
    Th Td      straight    30 - 3 with the Th - 3 with the Td + 1 with both = 25

So of the other players nothing is needed but the weight of all their hands, of those with each card and
of those with each two cards: `_Beside` below. For two players these weights come from the other range.
For more they are added up over all combinations.

Run-outs of the same ranks are a *lane*, in which a hand has one category, flushes apart. Its weight
follows from sums over the four cards of a rank, without a look at each run-out::

    lane T and J    4 x 4 run-outs    16 x 30 - 4 x (12 with a ten) - 4 x (12 with a jack) + 0 with both

Then the run-outs that make a flush are moved, a suit at a time: out of the category of their lane,
into that of the flush.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from xlpoker.evaluator.batch.tables import Codes, Numbers, flushes
from xlpoker.evaluator.classes import CATEGORY_NAMES, SHORT_DECK
from xlpoker.odds.all_boards import category_table, single_keys, values_of
from xlpoker.odds.known_rows import combinations_of_hands
from xlpoker.odds.lanes import PAIRS
from xlpoker.odds.range_boards import HIGH, LOW, SAME
from xlpoker.odds.range_rivers import LANE
from xlpoker.odds.table import Table

__all__ = ["count_ranges"]

ROUNDING = 1e-12
"""What sums of weights may differ by, as a share of all."""
_LANE_OF = np.array([[LANE[first, second] for second in range(13)] for first in range(13)])
_RANKS_IN_SUIT = np.zeros((4, 52), np.int16)
"""The rank of each card as a bit, in the row of its suit."""
for _code in range(52):
    _RANKS_IN_SUIT[_code & 3, _code] = 1 << (_code >> 2)
_KEYS = (
    np.zeros(1, np.int64),
    single_keys(),
    single_keys()[np.array(PAIRS)].sum(axis=1),
)
"""The base-5 key of the ranks in each lane, by the number of cards to come."""
_IS_SAME = SAME.astype(np.float64)
_HALVED = 1 - _IS_SAME / 2
"""1 for the lanes of one rank, else 0; one half for them, else 1: two cards come in either order."""


class _RunOuts(NamedTuple):
    """Cards that may come, up to the order."""

    cards: Numbers  # (coming, run-outs)
    lanes: Numbers  # the lane of each
    ranks: Numbers  # its ranks in the suit of a flush, as bits


class _Beside(NamedTuple):
    """The weight of the other players' hands beside each hand of a player, by the cards in them."""

    every: Numbers  # (hands,)
    with_card: Numbers  # (hands, 52)
    with_pair: Numbers  # (hands, 52, 52); (1, 52, 52) where it is the same for all hands
    """Of two cards in one of both orders."""


class _Rows(NamedTuple):
    """The hands of all players, a row each, with what the others hold."""

    player: Numbers  # whose hand it is
    hands: Codes  # (rows, 2)
    weights: Numbers  # of each hand
    can_come: Numbers  # 1 for each card that can come beside the hand: (rows, 52)
    every: Numbers  # as in `_Beside`
    with_card: Numbers
    place: Numbers  # of the row's weights among `with_pair`
    with_pair: Numbers  # (places, 52, 52)
    in_combinations: bool  # whether no weight is that of a hand with a card of the row

    def some(self, rows: Numbers) -> _Rows:
        """Return some of the rows."""
        return _Rows(
            self.player[rows],
            self.hands[rows],
            self.weights[rows],
            self.can_come[rows],
            self.every[rows],
            self.with_card[rows],
            self.place[rows],
            self.with_pair,
            self.in_combinations,
        )


def count_ranges(table: Table) -> list[Sequence[float]]:
    """Return for each player the weighted deals by what the hand becomes.

    >>> from xlpoker.odds.table import table_of
    >>> counts = count_ranges(table_of("8c 9s 4c Jh", ["6c7c", "AhAd, TT"]))
    >>> [sum(counts_of_player) for counts_of_player in counts]
    [308.0, 308.0]
    """
    hands = [np.array(hand_range.hands, np.uint8) for hand_range in table.ranges]
    weights = [np.array(hand_range.weights, np.float64) for hand_range in table.ranges]
    if len(hands) == 2:
        beside_first = _beside(hands[1], weights[1], hands[0])
        beside_second = _beside(hands[0], weights[0], hands[1])
        beside_hands = [beside_first, beside_second]
    else:
        beside_hands = _beside_in_combinations(table, hands)
        # The weights of combinations are products with that of the player's own hand.
        weights = [np.ones(len(range_hands)) for range_hands in hands]
    rows = _rows_of(table, hands, weights, beside_hands)
    counts: list[Sequence[float]] = _count(table, rows).tolist()
    return counts


def _rows_of(
    table: Table,
    hands: Sequence[Codes],
    weights: Sequence[Numbers],
    beside_hands: Sequence[_Beside],
) -> _Rows:
    """Return the hands of all players with what the others hold."""
    all_hands = np.concatenate(hands)
    sizes = list(map(len, hands))
    player = np.arange(len(hands)).repeat(sizes)
    every, with_card, with_pair = map(np.concatenate, zip(*beside_hands, strict=True))
    in_combinations = len(hands) > 2
    place = np.arange(len(all_hands)) if in_combinations else player
    can_come = np.ones((len(all_hands), 52))
    can_come[:, [*table.board, *table.dead]] = 0
    rows = np.arange(len(all_hands))
    for card_of_hand in all_hands.T:
        can_come[rows, card_of_hand] = 0
    return _Rows(
        player,
        all_hands,
        np.concatenate(weights),
        can_come,
        every,
        with_card,
        place,
        with_pair,
        in_combinations,
    )


# --- what the others hold ----------------------------------------------------------------------------


def _beside(other_hands: Codes, weights: Numbers, hands: Codes) -> _Beside:
    """Return the weights of another range beside each of some hands."""
    with_pair = np.zeros((52, 52))
    first, second = other_hands.T
    with_pair[first, second] = weights
    in_both_orders = with_pair + with_pair.T
    with_card = in_both_orders.sum(axis=1)
    mine, mine_too = hands.T
    both = in_both_orders[mine, mine_too]
    every = weights.sum() - with_card[mine] - with_card[mine_too] + both
    beside_hand = with_card - in_both_orders[mine] - in_both_orders[mine_too]
    return _Beside(every, beside_hand, with_pair[None])


def _beside_in_combinations(table: Table, hands: Sequence[Codes]) -> list[_Beside]:
    """Return the weights of all other ranges beside each hand of each player.

    Those of the player's own hands are in them.
    """
    has_pairs = len(table.board) == 3
    beside_hands: list[_Beside] = []
    for range_hands in hands:
        size = len(range_hands)
        with_pair = np.zeros((size, 52, 52) if has_pairs else (size, 0, 0))
        beside_hands.append(_Beside(np.zeros(size), np.zeros((size, 52)), with_pair))
    for chosen in combinations_of_hands(table, hands):
        for player, beside in enumerate(beside_hands):
            other_cards: list[Numbers] = []
            for other, range_hands in enumerate(hands):
                if other != player:
                    cards = range_hands.take(chosen.places[other], axis=0)
                    other_cards += [*cards.T.astype(np.int64)]
            _add_weights(beside, chosen.places[player], other_cards, chosen.weights)
    return beside_hands


def _add_weights(
    beside: _Beside, places: Numbers, cards: Sequence[Numbers], weights: Numbers
) -> None:
    """Add the weights of combinations; `cards` are those of the other players, `places` the hands."""
    every, with_card, with_pair = beside
    every += np.bincount(places, weights, every.size)
    first_cells = 52 * places
    cells = np.concatenate([first_cells + code for code in cards])
    repeated = np.tile(weights, len(cards))
    with_card += np.bincount(cells, repeated, with_card.size).reshape(with_card.shape)
    if not with_pair.size:
        return
    pairs = list(itertools.combinations(cards, 2))
    cells = np.concatenate([52 * (first_cells + first) + second for first, second in pairs])
    repeated = np.tile(weights, len(pairs))
    with_pair += np.bincount(cells, repeated, with_pair.size).reshape(with_pair.shape)


# --- counting ----------------------------------------------------------------------------------------


def _count(table: Table, rows: _Rows) -> Numbers:
    """Return the weighted deals of each player by category: (players, categories)."""
    board = np.array(table.board, np.uint8)
    categories = _categories_of_lanes(table.game, rows.hands, board)
    categories += _first_cell(rows)
    weights = _weights_of_lanes(rows, 5 - len(board))
    cells = len(table.ranges) * len(CATEGORY_NAMES)
    counts = np.bincount(categories.ravel(), weights.ravel(), cells)
    for suit in range(4):
        on_board = [code for code in table.board if code & 3 == suit]
        if len(on_board) + 2 >= len(board):
            _move_flushes(counts, table, rows, suit, categories)
    counts = counts.reshape(len(table.ranges), -1)
    counts[counts < ROUNDING * counts[0].sum()] = 0
    return counts


def _first_cell(rows: _Rows) -> Numbers:
    """Return the place of the first category of each row's player in the counts of all players."""
    return rows.player[:, None] * len(CATEGORY_NAMES)


def _categories_of_lanes(game: str, hands: Codes, board: Codes) -> Numbers:
    """Return what each hand becomes in each lane, flushes apart: (hands, lanes)."""
    deck = game if game in SHORT_DECK else ""
    keys = single_keys().take(hands >> 2).sum(axis=1) + single_keys().take(board >> 2).sum()
    values = values_of(keys[:, None] + _KEYS[5 - len(board)], deck=deck)
    categories: Numbers = _category_places(game).take(values)
    return categories


@cache
def _category_places(game: str) -> Numbers:
    """Return the place of a category by the value, as an index of counts."""
    return category_table(game).astype(np.int64)


def _move_flushes(
    counts: Numbers, table: Table, rows: _Rows, suit: int, categories: Numbers
) -> None:
    """Move the run-outs that make a flush of a suit to the category of the flush.

    `categories` are the cells of the lanes in `counts`.
    """
    ranks = _RANKS_IN_SUIT[suit]
    ranks_of_hands = np.bitwise_or.reduce(ranks.take(rows.hands), axis=1)
    suited = ranks_of_hands | np.bitwise_or.reduce(ranks[[*table.board]])
    cards = np.bitwise_count(suited)
    coming = 5 - len(table.board)
    for lacking in range(coming + 1):
        is_enough = cards == 5 - lacking if lacking else cards >= 5
        places = np.flatnonzero(is_enough)
        if not len(places):
            continue
        flushing = rows.some(places)
        run_outs = _run_outs(coming, suit, lacking)
        weights = _weights_of_run_outs(flushing, run_outs.cards).ravel()
        flushed = _flush_categories(table.game).take(suited[places, None] | run_outs.ranks)
        flushed += _first_cell(flushing)
        plain = categories[places].take(run_outs.lanes, axis=1)
        counts += np.bincount(flushed.ravel(), weights, len(counts))
        counts -= np.bincount(plain.ravel(), weights, len(counts))


@cache
def _flush_categories(game: str) -> Numbers:
    """Return the category of a flush by the ranks in its suit, 0 where there is none."""
    values = flushes(0, game) if game in SHORT_DECK else flushes()
    categories: Numbers = _category_places(game).take(values)
    return categories


@cache
def _run_outs(coming: int, suit: int, least: int) -> _RunOuts:
    """Return the run-outs with at least so many cards of a suit."""
    run_outs: list[tuple[int, ...]] = []
    for cards in itertools.combinations(range(52), coming):
        suited = [code for code in cards if code & 3 == suit]
        if len(suited) >= least:
            run_outs.append(cards)
    codes = np.array(run_outs, np.int64).T.reshape(coming, len(run_outs))
    ranks = codes >> 2
    if coming == 2:
        lanes = _LANE_OF[ranks[0], ranks[1]]
    elif coming == 1:
        lanes = ranks[0]
    else:
        lanes = np.zeros(1, np.int64)
    bits = _RANKS_IN_SUIT[suit].take(codes).sum(axis=0, dtype=np.int16)
    return _RunOuts(codes, lanes, bits)


# --- weights -----------------------------------------------------------------------------------------


def _weights_of_run_outs(rows: _Rows, cards: Numbers) -> Numbers:
    """Return how often each hand meets each run-out: (rows, run-outs), 0 where they share a card."""
    weights = rows.every[:, None].repeat(cards.shape[1], axis=1)
    for codes in cards:
        weights -= rows.with_card.take(codes, axis=1)
    if len(cards) == 2:
        first, second = cards
        place = rows.place[:, None]
        weights += rows.with_pair[place, first, second]
        weights += rows.with_pair[place, second, first]
    for codes in cards:
        weights *= rows.can_come.take(codes, axis=1)
    weights *= rows.weights[:, None]
    return weights


def _weights_of_lanes(rows: _Rows, coming: int) -> Numbers:
    """Return how often each hand meets each lane: (rows, lanes)."""
    weights = rows.every[:, None]
    if coming:
        cards = _by_rank(rows.can_come)
        with_card = _by_rank(rows.with_card * rows.can_come)
        if coming == 1:
            weights = weights * cards - with_card
        else:
            weights = _weights_of_two(weights, cards, with_card) + _pairs_in_lanes(rows)
    return weights * rows.weights[:, None]


def _weights_of_two(every: Numbers, cards: Numbers, with_card: Numbers) -> Numbers:
    """Return the weights of the lanes of two ranks as if no other player had both cards.

    `cards` are those of each rank that can come, `with_card` the weights of hands with them.
    """
    low = cards.take(LOW, axis=1)
    high = cards.take(HIGH, axis=1) - _IS_SAME  # a card comes once
    weights: Numbers = low * high * every
    weights -= with_card.take(LOW, axis=1) * high
    weights -= with_card.take(HIGH, axis=1) * (low - _IS_SAME)
    weights *= _HALVED
    return weights


def _by_rank(cards: Numbers) -> Numbers:
    """Return the sums over the four cards of each rank: (..., 52) -> (..., 13)."""
    sums: Numbers = cards[..., 0::4] + cards[..., 1::4]
    sums += cards[..., 2::4]
    sums += cards[..., 3::4]
    return sums


def _pairs_in_lanes(rows: _Rows) -> Numbers:
    """Return the weight of the others' hands that are run-outs of each lane: (rows, lanes).

    Of two players, hands with a card of the row are taken off.
    """
    with_rank = _by_rank(rows.with_pair)
    ranks = _by_rank(with_rank.transpose(0, 2, 1))
    lanes: Numbers = ranks[:, LOW, HIGH] + ranks[:, HIGH, LOW]
    lanes *= _HALVED
    if rows.in_combinations:
        return lanes
    lanes = lanes.take(rows.place, axis=0)
    with_rank += _by_rank(rows.with_pair.transpose(0, 2, 1))
    row = np.arange(len(lanes))
    first, second = rows.hands.T
    for card in (first, second):
        lanes[row[:, None], _LANE_OF[card >> 2]] -= with_rank[rows.place, card]
    both = rows.with_pair[rows.place, first, second] + rows.with_pair[rows.place, second, first]
    lanes[row, _LANE_OF[first >> 2, second >> 2]] += both
    return lanes
