"""Known hands of many situations at once, arrays in and arrays out, and three ranges and more from the flop on; needs NumPy.

On the flop and the turn two players take about a microsecond a row: the 91 or 13 lanes that `xlpoker.odds.known_hands` keeps in
one int are a row of a table here, and each comparison covers thousands of rows. Values are found by the dense index of the ranks of hole
cards and board (`xlpoker.evaluator.batch.tables`) or by the set of ranks of one suit, weights by the ranks of all known cards. A finished board
is valued by the batch kernel; before the flop, and in games of other hands, rows are counted one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    flushes,
    index_of,
    multiset_keys,
    multisets,
)
from xlpoker.evaluator.games import OUT
from xlpoker.odds.all_boards import single_keys, values_of, winners_of_rows
from xlpoker.odds.deals import count
from xlpoker.odds.range_boards import HIGH, LOW, RANKS, SAME, lane_ways
from xlpoker.odds.table import Deal, Table

__all__ = ["known_equities", "sums_of_ranges"]

_CHUNK = 1 << 13
_SUIT = 8191
_FACTORS = (
    0x9E3779B97F4A7C15,
    0xBF58476D1CE4E5B9,
    0x94D049BB133111EB,
    0xD6E8FEB86659FD93,
    0xA0761D6478BD642F,
)


def known_equities(boards: Codes, holes: Codes, game: str = "holdem") -> Numbers:
    """Return win, tie and equity of each player in each row: (rows, players, 3); NaN for a row with invalid cards.

    >>> known_equities(np.array([[24, 31, 8]]), np.array([[[16, 20], [50, 49]]])).round(4).tolist()
    [[[0.5626, 0.0, 0.5626], [0.4374, 0.0, 0.4374]]]
    """
    found = np.full((*holes.shape[:2], 3), np.nan)
    streets = np.count_nonzero(boards != MISSING, axis=1)
    for street in {0, 3, 4, 5}.intersection(streets.tolist()):
        rows = np.flatnonzero(streets == street)
        cards = np.concatenate([boards[rows, :street].T, holes[rows].reshape(len(rows), -1).T])
        there = (cards >= len(OUT.get(game, ()))).all(axis=0)
        different = np.bitwise_count(np.bitwise_or.reduce(card_masks().take(cards), axis=0)) == len(
            cards
        )
        good = np.flatnonzero(there & different)
        for start in range(0, len(good), _CHUNK):
            some = good[start : start + _CHUNK]
            found[rows[some]] = _on_a_street(cards[:, some], street, holes.shape[1], game)
    return found


def _on_a_street(cards: Codes, street: int, players: int, game: str) -> Numbers:
    """Return the same for valid cards, the board first: a row for each card."""
    coming, size = 5 - street, (len(cards) - street) // players
    ends = list(range(street, len(cards) + 1, size))
    if game == "holdem" and coming in {1, 2}:
        return _counts(cards, street).transpose(2, 1, 0) / comb(52 - len(cards), coming)
    if not coming:
        whole = np.concatenate([cards[street:], cards[:street]]).T
        return _shares(players)[
            :, :, winners_of_rows(game, whole, [end - street for end in ends])
        ].T
    deals = []
    for row in cards.T.tolist():
        hands = tuple([tuple(sorted(row[start:end])) for start, end in pairwise(ends)])
        deals.append(Deal(hands, tuple(row[:street]), OUT.get(game, ()), game))
    counted = {deal: count(deal) for deal in sorted(set(deals))}
    won = np.array([counted[deal] for deal in deals], np.float64)
    return np.tensordot(won / won.sum(axis=1, keepdims=True), _shares(players), (1, 2)).transpose(
        0, 2, 1
    )


def _shares(players: int) -> Numbers:
    """Return for each set of winners whether each player wins, ties, and his share."""
    sets = np.arange(1 << players)
    share = (sets >> np.arange(players)[:, None] & 1) / np.maximum(np.bitwise_count(sets), 1)
    return np.stack([share == 1, (share > 0) & (share < 1), share])


def sums_of_ranges(table: Table) -> tuple[list[float], list[float], list[float], float]:
    """Return the weighted boards that each player wins and ties, the pots of each and all boards, of ranges from the flop on.

    >>> from xlpoker.odds.table import table_of
    >>> sums_of_ranges(table_of("8c 9s 4c Jh", ["6c7c", "AhAd", "TT"]))[0]
    [78.0, 138.0, 36.0]
    """
    size, street = len(table.ranges), len(table.board)
    lots = [
        (np.array(one.hands, np.uint8), np.array(one.weights, np.float64)) for one in table.ranges
    ]
    bits = [np.bitwise_or.reduce(card_masks()[hands], axis=1) for hands, _ in lots]
    ranks = [(hands >> 2) @ np.array([13, 1]) for hands, _ in lots]
    block = max((1 << 19) // prod(len(hands) for hands, _ in lots[1:]), 1)
    sums, total = np.zeros((3, size)), 0.0
    for first in range(0, len(bits[0]), block):
        chosen = [np.arange(first, min(first + block, len(bits[0])))]
        used, weights = bits[0][chosen[0]], lots[0][1][chosen[0]]
        for mine, (_, shares) in zip(bits[1:], lots[1:], strict=True):
            rows, places = np.nonzero((used[:, None] & mine) == 0)
            chosen = [*(some[rows] for some in chosen), places]
            used, weights = used[rows] | mine[places], weights[rows] * shares[places]
        total += float(weights.sum())
        if street < 5 and size < 5:
            held = [mask[some] for mask, some in zip(bits, chosen, strict=True)]
            lanes = sum(
                both[some] << 8 * place
                for place, (both, some) in enumerate(zip(ranks, chosen, strict=True))
            )
            first_of, weights = _different(lanes, held, weights, table.board)
            chosen = [some[first_of] for some in chosen]
        holes = [
            card for (hands, _), some in zip(lots, chosen, strict=True) for card in hands[some].T
        ]
        cards = np.stack([*(np.full(len(weights), code, np.uint8) for code in table.board), *holes])
        for start in range(0, len(weights), _CHUNK):
            some, weight = cards[:, start : start + _CHUNK], weights[start : start + _CHUNK]
            found = (
                _counts(some, street, table.dead)
                if street < 5
                else _on_a_street(some, 5, size, "holdem").T
            )
            sums += found @ weight
    won, shared, pots = sums.tolist()
    return won, shared, pots, total * comb(52 - street - len(table.dead) - 2 * size, 5 - street)


def _different(
    lanes: Numbers, held: list[Numbers], weights: Numbers, board: Sequence[int]
) -> tuple[Numbers, Numbers]:
    """Return the first of all rows that no board tells apart, and the sums of their weights.

    Such rows have the same ranks, and the same cards of each suit in which somebody's flush may come; unequal rows could have the same key by chance.
    """
    parts = [lanes.astype(np.uint64)]
    for suit in range(4):
        suits = [mask >> np.uint64(13 * suit) & np.uint64(_SUIT) for mask in held]
        most = np.maximum.reduce([np.bitwise_count(one) for one in suits])
        cards = sum(one << np.uint64(13 * place) for place, one in enumerate(suits))
        parts.append(
            np.where(
                most + sum(code & 3 == suit for code in board) >= len(board), cards, np.uint64(0)
            )
        )
    keys = sum(part * np.uint64(factor) for part, factor in zip(parts, _FACTORS, strict=True))
    _, first, of_row = np.unique(keys, return_index=True, return_inverse=True)
    if not all(np.array_equal(part[first][of_row], part) for part in parts):
        return np.arange(len(weights)), weights
    return first, np.bincount(of_row, weights)


# --- the flop and the turn ---------------------------------------------------------------------------------------------


class _Street(NamedTuple):
    """Tables for one or for two cards to come; each row holds the lanes of one key."""

    values: Numbers  # by the dense index of the ranks of hand and board
    flushes: Numbers  # by the ranks of hand and board in a suit, 0 where there is none
    weights: Numbers  # by the dense index of all known ranks of two players
    live: Numbers  # ranks of a suit that are gone -> 1 where all cards to come can be of the suit


@cache
def _street(coming: int) -> _Street:
    ranks = np.array([LOW, HIGH]) if coming == 2 else RANKS[None]
    bits, masks = np.bitwise_or.reduce(1 << ranks), np.arange(1 << 13)[:, None]
    return _Street(
        values_of(multiset_keys(7 - coming)[:, None] + single_keys()[ranks].sum(axis=0)),
        flushes()[masks | bits],
        _ways(4 - multisets(9 - coming), coming),
        ((masks & bits == 0) & (np.bitwise_count(bits) == coming)).view(np.uint8),
    )


def _ways(left: Numbers, coming: int) -> Numbers:
    """Return in how many ways the cards of each lane come, a row for each column of how many of each rank are left."""
    return np.ascontiguousarray(lane_ways(left, coming).T, np.uint8)


def _sums(compared: Numbers, weights: Numbers) -> Numbers:
    """Return for each row the sum of the weights where a comparison holds."""
    sums: Numbers = (compared.view(np.uint8) * weights).sum(axis=1, dtype=np.uint16)
    return sums


def _add(found: Numbers, at: Numbers | slice, values: list[Numbers], weights: Numbers) -> None:
    """Add to the boards that each player wins and ties, and to the pots, those of some rows: the weights of lanes with the highest value."""
    if len(values) == 2:  # ties are what is left of all boards
        found[0, 0, at] += _sums(values[0] > values[1], weights)
        found[0, 1, at] += _sums(values[0] < values[1], weights)
        return
    top = np.maximum.reduce(values)
    best = [value == top for value in values]
    together = np.add.reduce(best, dtype=np.uint8)
    for sharing in range(1, len(values) + 1):
        shared = (together == sharing) * weights
        if shared.any():
            for place, one in enumerate(best):
                boards = _sums(one, shared)
                found[int(sharing > 1), place, at] += boards
                found[2, place, at] += boards / sharing


def _counts(cards: Codes, street: int, dead: Sequence[int] = ()) -> Numbers:
    """Return the boards that each player wins and ties, and the pots: (3, players, rows); a row of cards for each card, the board first."""
    coming, players = 5 - street, (len(cards) - street) // 2
    table = _street(coming)
    all_keys, all_bits = single_keys().take(cards >> 2), card_masks().take(cards).view(np.int64)
    common_keys, common_bits = sum(all_keys[:street]), sum(all_bits[:street])
    keys, bits = (
        [part[at] + part[at + 1] for at in range(street, len(cards), 2)]
        for part in (all_keys, all_bits)
    )
    gone = card_masks()[list(dead)].view(np.int64).sum()
    every = common_bits + sum(bits) + gone
    held = [common_bits + one for one in bits]
    index = [index_of(common_keys + key, 5 + 2 - coming) for key in keys]
    values = [table.values.take(one, axis=0) for one in index]
    if players == 2 and not dead:
        weights = table.weights.take(index_of(common_keys + sum(keys), 9 - coming), axis=0)
    else:
        ranks = np.unpackbits(
            every.astype("<i8").view(np.uint8).reshape(-1, 8), axis=1, count=52, bitorder="little"
        )
        weights = _ways(4 - ranks.reshape(-1, 4, 13).sum(axis=1, dtype=np.uint8).T, coming)
    found = np.zeros((3, players, cards.shape[1]))
    for suit in range(0, 52, 13):
        suits = [one >> suit & _SUIT for one in held]
        most = np.maximum.reduce([np.bitwise_count(one) for one in suits])
        some = np.flatnonzero(most >= street)
        if not len(some):
            continue
        live = table.live.take(every[some] >> suit & _SUIT, axis=0)
        flushed = [
            np.maximum(value[some], table.flushes.take(one[some], axis=0))
            for one, value in zip(suits, values, strict=True)
        ]
        _add(found, some, flushed, live)
        weights[some] -= live
        four = some[most[some] > 3]
        if len(four) and coming == 2:
            _one_suited(
                found, four, every[four], suit, [one[four] for one in suits], values, weights
            )
        for one, value in zip(suits, values, strict=True):
            value[four] = np.maximum(value[four], flushes().take(one[four])[:, None])
    _add(found, slice(None), values, weights)
    if players == 2:
        found[1] = comb(52 - len(cards) - len(dead), coming) - found[0, 0] - found[0, 1]
        found[2] = found[0] + found[1] / 2
    return found


def _one_suited(
    found: Numbers,
    at: Numbers,
    every: Numbers,
    suit: int,
    suits: list[Numbers],
    values: list[Numbers],
    weights: Numbers,
) -> None:
    """Count the boards with one card of a suit of which a player has four: with the first rank of each lane, then with the second."""
    left = 3 - np.add.reduce(
        [(every >> other)[:, None] >> RANKS & 1 for other in range(0, 52, 13) if other != suit]
    )
    free = (every >> suit)[:, None] >> RANKS & 1 == 0
    for mine, others in ((LOW, HIGH), (HIGH, LOW)):
        ways = (free.take(mine, axis=1) * left.take(others, axis=1)).astype(np.uint8)
        if mine is HIGH:
            ways[:, SAME] = 0
        flushed = [
            np.maximum(value[at], flushes().take(held[:, None] | 1 << mine))
            for value, held in zip(values, suits, strict=True)
        ]
        _add(found, at, flushed, ways)
        weights[at] -= ways
