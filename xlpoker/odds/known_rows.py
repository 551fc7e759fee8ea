"""Known hands of many situations at once, arrays in and arrays out; needs NumPy.

Three ranges and more from the flop on are counted here, too: each combination of hands is a row.

On the flop and the turn a row of two players takes about a microsecond. The lanes that
`xlpoker.odds.known_hands` keeps in one int (91 pairs of ranks, or 13 ranks) are a row of a table
here, and each comparison covers thousands of rows. Some lanes of the turn 8c 9s 4c Jh, by ranks::

    rank that comes    2       4         5         8         T         A
    6c 7c              high    pair      straight  pair      straight  high
    Ah Ad              pair    two pair  pair      two pair  pair      three
    weight             4       3         4         3         4         2         cards left

    wins of 6c 7c  =  sum of the weights of lanes in which its value is higher

- Values are looked up by the dense index of the ranks of hole cards and board
  (`xlpoker.evaluator.batch.tables`), flushes by the set of ranks of one suit.
- Weights are looked up by the ranks of all known cards.
- Lanes whose cards are of a flush's suit are compared apart, and their cards are taken off the
  weights, as in `xlpoker.odds.known_hands`.

A finished board is valued by the batch kernel. Before the flop, and in games of other hands, rows
are counted one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import comb, prod
from typing import NamedTuple

import numpy as np

from xlpoker.evaluator.batch.kernel import MISSING
from xlpoker.evaluator.batch.tables import (
    Codes,
    Numbers,
    card_masks,
    card_sets,
    flushes,
    index_of,
    multiset_keys,
    multisets,
)
from xlpoker.evaluator.games import OUT
from xlpoker.odds.all_boards import single_keys, values_of, winners_of_rows
from xlpoker.odds.deals import count
from xlpoker.odds.range_boards import HIGH, LOW, RANKS, SAME, lane_ways
from xlpoker.odds.table import Deal, Sums, Table

__all__ = ["Combinations", "combinations_of_hands", "known_equities", "sums_of_ranges"]

_CHUNK = 1 << 13  # rows that are counted at once
_BLOCK = 1 << 19  # combinations of ranges that are listed at once
_STREETS = {0, 3, 4, 5}  # board cards
_SUIT = (1 << 13) - 1  # the ranks of a suit, as bits
_SUIT_BITS = range(0, 52, 13)  # where the ranks of each suit begin in a mask
_FACTORS = (
    0x9E3779B97F4A7C15,
    0xBF58476D1CE4E5B9,
    0x94D049BB133111EB,
    0xD6E8FEB86659FD93,
    0xA0761D6478BD642F,
)
"""Odd numbers that make one key of five: the ranks and the cards of four suits."""


def known_equities(boards: Codes, holes: Codes, game: str = "holdem") -> Numbers:
    """Return win, tie and equity of each player in each row: (rows, players, 3).

    `boards` is (rows, 5) with `MISSING` for cards to come, `holes` (rows, players, cards). A row
    with invalid or duplicate cards is NaN.

    >>> known_equities(np.array([[24, 31, 8]]), np.array([[[16, 20], [50, 49]]])).round(4).tolist()
    [[[0.5626, 0.0, 0.5626], [0.4374, 0.0, 0.4374]]]
    """
    players = holes.shape[1]
    equities = np.full((len(holes), players, 3), np.nan)
    streets = np.count_nonzero(boards != MISSING, axis=1)
    for street in _STREETS.intersection(streets.tolist()):
        rows = np.flatnonzero(streets == street)
        board_cards = boards[rows, :street]
        hole_cards = holes[rows].reshape(len(rows), -1)
        cards = np.concatenate([board_cards.T, hole_cards.T])
        valid = np.flatnonzero(_are_valid(cards, game))
        for start in range(0, len(valid), _CHUNK):
            chunk = valid[start : start + _CHUNK]
            equities[rows[chunk]] = _on_a_street(cards[:, chunk], street, players, game)
    return equities


def _are_valid(cards: Codes, game: str) -> Numbers:
    """Tell of each column whether its cards are of the game's deck, and different."""
    lowest_card = len(OUT.get(game, ()))
    is_in_deck = (cards >= lowest_card).all(axis=0)
    masks = np.bitwise_or.reduce(card_masks().take(cards), axis=0)
    are_different = np.bitwise_count(masks) == len(cards)
    valid: Numbers = is_in_deck & are_different
    return valid


def _on_a_street(cards: Codes, street: int, players: int, game: str) -> Numbers:
    """Return win, tie and equity: (rows, players, 3).

    The cards are valid, the board first: (cards, rows).
    """
    coming = 5 - street
    size = (len(cards) - street) // players
    if game == "holdem" and coming in {1, 2}:
        boards = _boards_won(cards, street).transpose(2, 1, 0)
        return boards / comb(52 - len(cards), coming)
    if coming:
        return _deal_by_deal(cards, street, size, game)
    board = cards[:street]
    holes = cards[street:]
    holes_first = np.concatenate([holes, board])
    ends = list(range(0, len(holes) + 1, size))
    winners = winners_of_rows(game, holes_first.T, ends)
    return _shares(players)[:, :, winners].T


def _deal_by_deal(cards: Codes, street: int, size: int, game: str) -> Numbers:
    """Return win, tie and equity: (rows, players, 3). Every different deal is counted by itself."""
    ends = list(range(street, len(cards) + 1, size))
    dead = OUT.get(game, ())
    deals = []
    for row in cards.T.tolist():
        board = tuple(row[:street])
        hands = []
        for start, end in pairwise(ends):
            hand = sorted(row[start:end])
            hands.append(tuple(hand))
        deals.append(Deal(tuple(hands), board, dead, game))
    counts = {deal: count(deal) for deal in sorted(set(deals))}
    boards = np.array([counts[deal] for deal in deals], np.float64)
    boards /= boards.sum(axis=1, keepdims=True)
    shares = _shares(len(ends) - 1)
    equities = np.tensordot(boards, shares, (1, 2))
    return equities.transpose(0, 2, 1)


def _shares(players: int) -> Numbers:
    """Return for each set of winners whether each player wins, ties, and the share of the pot.

    The shape is (3, players, sets).
    """
    sets = np.arange(1 << players)
    player = np.arange(players)[:, None]
    is_winner = sets >> player & 1
    winners = np.bitwise_count(sets)
    share = is_winner / np.maximum(winners, 1)
    wins = share == 1
    ties = (share > 0) & (share < 1)
    return np.stack([wins, ties, share])


# --- three ranges and more ---------------------------------------------------------------------------


def sums_of_ranges(table: Table) -> Sums:
    """Return the weighted boards that each player wins and ties, of ranges from the flop on.

    >>> from xlpoker.odds.table import table_of
    >>> sums_of_ranges(table_of("8c 9s 4c Jh", ["6c7c", "AhAd", "TT"])).won
    [78.0, 138.0, 36.0]
    """
    players = len(table.ranges)
    street = len(table.board)
    hands = [np.array(hand_range.hands, np.uint8) for hand_range in table.ranges]
    sums = np.zeros((3, players))
    total = 0.0
    for combinations in combinations_of_hands(table, hands):
        total += float(combinations.weights.sum())
        if street < 5 and players < 5:
            combinations = combinations.merged(hands, table.board)  # noqa: PLW2901 - fewer of them
        cards = combinations.cards(hands, table.board)
        for start in range(0, len(combinations.weights), _CHUNK):
            chunk = cards[:, start : start + _CHUNK]
            weights = combinations.weights[start : start + _CHUNK]
            if street < 5:
                boards = _boards_won(chunk, street, table.dead)
            else:
                boards = _on_a_street(chunk, 5, players, "holdem").T
            sums += boards @ weights
    won, tied, pots = sums.tolist()
    left = 52 - street - len(table.dead) - 2 * players
    boards_to_come = comb(left, 5 - street)
    return Sums(won, tied, pots, total * boards_to_come)


class Combinations(NamedTuple):
    """Combinations of hands that share no card: an array a player, and an array of weights."""

    places: list[Numbers]  # of the hand in the range of each player
    weights: Numbers  # products of the weights of the hands

    def cards(self, hands: Sequence[Codes], board: Sequence[int]) -> Codes:
        """Return the cards of each combination, the board first: (cards, combinations)."""
        combinations = len(self.weights)
        rows = [np.full(combinations, code, np.uint8) for code in board]
        for range_hands, places in zip(hands, self.places, strict=True):
            rows.extend(range_hands[places].T)
        return np.stack(rows)

    def merged(self, hands: Sequence[Codes], board: Sequence[int]) -> Combinations:
        """Return the first of all combinations that no board tells apart, their weights added up.

        Such combinations have the same ranks, and the same cards of each suit in which somebody's
        flush may come. They are grouped by keys. If unequal combinations have the same key by
        chance, nothing is merged.
        """
        parts = self._distinguishing_parts(hands, board)
        keys = np.zeros(len(self.weights), np.uint64)
        for part, factor in zip(parts, _FACTORS, strict=True):
            keys += part * np.uint64(factor)
        _, first, group = np.unique(keys, return_index=True, return_inverse=True)
        for part in parts:
            part_of_group = part[first]
            if not np.array_equal(part_of_group[group], part):
                return self
        places = [chosen[first] for chosen in self.places]
        weights = np.bincount(group, self.weights)
        return Combinations(places, weights)

    def _distinguishing_parts(self, hands: Sequence[Codes], board: Sequence[int]) -> list[Numbers]:
        """Return the ranks of each combination, and its cards in each suit of a flush to come."""
        ranks = np.zeros(len(self.weights), np.uint64)
        masks = []
        for player, (range_hands, places) in enumerate(zip(hands, self.places, strict=True)):
            ranks_of_hand = (range_hands >> 2) @ np.array([13, 1], np.uint64)
            ranks |= ranks_of_hand[places] << np.uint64(8 * player)
            masks.append(card_sets(range_hands)[places])
        parts = [ranks]
        for suit in range(4):
            first_bit = np.uint64(13 * suit)
            suited = [mask >> first_bit & np.uint64(_SUIT) for mask in masks]
            most_held = np.maximum.reduce([np.bitwise_count(ranks) for ranks in suited])
            on_board = [code for code in board if code & 3 == suit]
            may_flush = most_held + len(on_board) >= len(board)
            cards = np.zeros_like(ranks)
            for player, bits in enumerate(suited):
                cards |= bits << np.uint64(13 * player)
            parts.append(np.where(may_flush, cards, np.uint64(0)))
        return parts


def combinations_of_hands(table: Table, hands: Sequence[Codes]) -> Iterator[Combinations]:
    """Yield all combinations of hands that share no card, a block at a time."""
    first_sets, *other_sets = [card_sets(range_hands) for range_hands in hands]
    weights = [np.array(hand_range.weights, np.float64) for hand_range in table.ranges]
    first_weights, *other_weights = weights
    combinations_of_others = prod([len(sets) for sets in other_sets])
    block = max(_BLOCK // combinations_of_others, 1)
    for start in range(0, len(first_sets), block):
        used = first_sets[start : start + block]
        products = first_weights[start : start + block]
        places = [np.arange(start, start + len(used))]
        for sets, shares in zip(other_sets, other_weights, strict=True):
            shared_cards = used[:, None] & sets
            rows, next_places = np.nonzero(shared_cards == 0)
            places = [chosen[rows] for chosen in places]
            places.append(next_places)
            used = used[rows] | sets[next_places]
            products = products[rows] * shares[next_places]
        yield Combinations(places, products)


# --- the flop and the turn ---------------------------------------------------------------------------


class _Street(NamedTuple):
    """Tables for one or for two cards to come; each row holds the lanes of one key."""

    values: Numbers  # by the dense index of the ranks of hand and board
    flushes: Numbers  # by the ranks of hand and board in a suit, 0 where there is none
    weights: Numbers  # by the dense index of all known ranks of two players
    live: Numbers  # ranks of a suit that are gone -> 1 where all cards to come can be of the suit


@cache
def _street(coming: int) -> _Street:
    lane_ranks = np.array([LOW, HIGH]) if coming == 2 else RANKS[None]
    bits = np.bitwise_or.reduce(1 << lane_ranks)
    masks = np.arange(1 << 13)[:, None]
    known_keys = multiset_keys(7 - coming)
    coming_keys = single_keys()[lane_ranks].sum(axis=0)
    are_different = np.bitwise_count(bits) == coming
    are_left = (masks & bits) == 0
    return _Street(
        values=values_of(known_keys[:, None] + coming_keys),
        flushes=flushes()[masks | bits],
        weights=_row_weights(4 - multisets(9 - coming), coming),
        live=(are_left & are_different).view(np.uint8),
    )


def _row_weights(left: Numbers, coming: int) -> Numbers:
    """Return in how many ways the cards of each lane come: (rows, lanes).

    `left` says how many cards of each rank are left: (13, rows).
    """
    return np.ascontiguousarray(lane_ways(left, coming).T, np.uint8)


def _weight_where(compared: Numbers, weights: Numbers) -> Numbers:
    """Return for each row the sum of the weights where a comparison holds."""
    weights_where = compared.view(np.uint8) * weights
    sums: Numbers = weights_where.sum(axis=1, dtype=np.uint16)
    return sums


def _add_winners(
    boards: Numbers, rows: Numbers | slice, values: list[Numbers], weights: Numbers
) -> None:
    """Add the weights of lanes to the boards of the players with the highest value in them.

    `boards` are those that each player wins, ties, and the pots: (3, players, rows). Of two players
    only the first row is filled, since ties are what is left of all boards.
    """
    if len(values) == 2:
        mine, yours = values
        boards[0, 0, rows] += _weight_where(mine > yours, weights)
        boards[0, 1, rows] += _weight_where(mine < yours, weights)
        return
    top = np.maximum.reduce(values)
    is_best = [value == top for value in values]
    winners = np.add.reduce(is_best, dtype=np.uint8)
    for sharing in range(1, len(values) + 1):
        shared_lanes = (winners == sharing).view(np.uint8)
        weights_of_lanes = shared_lanes * weights
        if not weights_of_lanes.any():
            continue
        for player, is_winner in enumerate(is_best):
            won = _weight_where(is_winner, weights_of_lanes)
            won_or_tied = 0 if sharing == 1 else 1
            boards[won_or_tied, player, rows] += won
            boards[2, player, rows] += won / sharing


class _Known(NamedTuple):
    """The cards of many rows; a card is the bit ``13 * suit + rank`` of a mask."""

    masks: list[Numbers]  # of each player's hand with the board
    all_masks: Numbers  # of all known cards
    keys: Numbers  # of the ranks of the board and all hands
    values: list[Numbers]  # of each player without a flush: (rows, lanes)


def _boards_won(cards: Codes, street: int, dead: Sequence[int] = ()) -> Numbers:
    """Return the boards that each player wins and ties, and the pots: (3, players, rows).

    The cards are (cards, rows), the board first.
    """
    coming = 5 - street
    known = _known(cards, street, dead)
    players = len(known.masks)
    if players == 2 and not dead:
        index = index_of(known.keys, 9 - coming)
        weights = _street(coming).weights.take(index, axis=0)
    else:
        left = 4 - _count_ranks(known.all_masks)
        weights = _row_weights(left, coming)
    boards = np.zeros((3, players, cards.shape[1]))
    for suit_bit in _SUIT_BITS:
        _count_suit(boards, known, suit_bit, weights, street)
    _add_winners(boards, slice(None), known.values, weights)
    if players == 2:
        total = comb(52 - len(cards) - len(dead), coming)
        wins, ties, pots = boards
        ties[:] = total - wins[0] - wins[1]
        pots[:] = wins + ties / 2
    return boards


def _known(cards: Codes, street: int, dead: Sequence[int]) -> _Known:
    """Return the cards of many rows, given as (cards, rows), the board first."""
    table = _street(5 - street)
    keys = single_keys().take(cards >> 2)
    masks = card_masks().take(cards).view(np.int64)
    board_key = np.add.reduce(keys[:street])
    board_mask = np.add.reduce(masks[:street])
    all_keys = board_key
    all_masks = board_mask + card_masks()[list(dead)].view(np.int64).sum()
    hand_masks = []
    values = []
    for first in range(street, len(cards), 2):
        key = keys[first] + keys[first + 1]
        mask = masks[first] + masks[first + 1]
        all_keys = all_keys + key
        all_masks = all_masks + mask
        index = index_of(board_key + key, street + 2)
        hand_masks.append(board_mask + mask)
        values.append(table.values.take(index, axis=0))
    return _Known(hand_masks, all_masks, all_keys, values)


def _ranks_in(masks: Numbers, suit_bit: int) -> Numbers:
    """Return the ranks of one suit in each mask, as bits."""
    return masks >> suit_bit & _SUIT


def _count_ranks(masks: Numbers) -> Numbers:
    """Return how many cards of each rank are in each mask: (13, rows)."""
    little_endian = masks.astype("<i8")
    as_bytes = little_endian.view(np.uint8).reshape(-1, 8)
    bits = np.unpackbits(as_bytes, axis=1, count=52, bitorder="little")
    by_suit_and_rank = bits.reshape(-1, 4, 13)
    counts: Numbers = by_suit_and_rank.sum(axis=1, dtype=np.uint8)
    return counts.T


def _count_suit(
    boards: Numbers, known: _Known, suit_bit: int, weights: Numbers, street: int
) -> None:
    """Count the boards that can bring a flush of one suit, and take them off the weights.

    A flush that a player has already becomes the value of all his lanes.
    """
    table = _street(5 - street)
    suited = [_ranks_in(mask, suit_bit) for mask in known.masks]
    most = np.maximum.reduce([np.bitwise_count(ranks) for ranks in suited])
    rows = np.flatnonzero(most >= street)
    if not len(rows):
        return
    gone = _ranks_in(known.all_masks[rows], suit_bit)
    live = table.live.take(gone, axis=0)
    flushed = []
    for ranks, value in zip(suited, known.values, strict=True):
        flush = table.flushes.take(ranks[rows], axis=0)
        flushed.append(np.maximum(value[rows], flush))
    _add_winners(boards, rows, flushed, live)
    weights[rows] -= live
    four = rows[most[rows] > 3]
    if len(four) and street == 3:
        _count_single_cards(boards, four, known, suit_bit, weights)
    for ranks, value in zip(suited, known.values, strict=True):
        flush = flushes().take(ranks[four])
        value[four] = np.maximum(value[four], flush[:, None])


def _count_single_cards(
    boards: Numbers, rows: Numbers, known: _Known, suit_bit: int, weights: Numbers
) -> None:
    """Count the boards with one card of a suit of which a player has four.

    The first rank of each lane is of the suit, and the second is not; then the other way round.
    """
    all_masks = known.all_masks[rows]
    is_gone = {bit: (all_masks >> bit)[:, None] >> RANKS & 1 for bit in _SUIT_BITS}
    is_free = is_gone.pop(suit_bit) == 0
    left = 3 - np.add.reduce(list(is_gone.values()))  # of each rank in the other suits
    for suited_ranks, other_ranks in ((LOW, HIGH), (HIGH, LOW)):
        suited_cards = is_free.take(suited_ranks, axis=1)
        other_cards = left.take(other_ranks, axis=1)
        lane_weights = (suited_cards * other_cards).astype(np.uint8)
        if suited_ranks is HIGH:
            lane_weights[:, SAME] = 0
        flushed = []
        for mask, value in zip(known.masks, known.values, strict=True):
            ranks = _ranks_in(mask[rows], suit_bit)
            flush = flushes().take(ranks[:, None] | 1 << suited_ranks)
            flushed.append(np.maximum(value[rows], flush))
        _add_winners(boards, rows, flushed, lane_weights)
        weights[rows] -= lane_weights
