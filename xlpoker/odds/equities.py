"""Equity of many situations at once, arrays in and arrays out: a board and known hole cards in each row; needs NumPy.

Two players on the flop or turn take less than a microsecond a row: the 91 or 13 lanes that
`xlpoker.odds.known` keeps in one int are a row of a table here, and each comparison covers thousands of rows. Values are found by the dense index
of the ranks of hole cards and board (`xlpoker.evaluator.batch.tables`) or by the set of ranks of one suit, weights by the ranks of
all known cards. All other streets and numbers of players go through `xlpoker.odds.equity.count`, one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from xlpoker.errors import check_choice
from xlpoker.evaluator.batch import BAD, MISSING, parse_hands
from xlpoker.evaluator.batch.tables import Codes, Numbers, card_masks, flushes, index_of, multiset_keys, multisets
from xlpoker.evaluator.games import OUT
from xlpoker.odds.early import Deal
from xlpoker.odds.equity import count
from xlpoker.odds.equity_numpy import single_keys, values_of
from xlpoker.odds.lanes import PAIRS
from xlpoker.odds.ranges import HOLES
from xlpoker.odds.table import GAMES

__all__ = ["known_equities", "text_equities"]

_CHUNK = 1 << 13
_WIDTH = 96  # 91 lanes in whole words of eight bytes
_FIRST, _SECOND = np.array(PAIRS).T
_SAME = _FIRST == _SECOND
_RANKS = np.arange(13)
_GRID = np.full((13, 16), _WIDTH - 1)
"""The lanes of two ranks, the second in 16 places."""

_GRID[_FIRST, _SECOND] = _GRID[_SECOND, _FIRST] = np.arange(91)
_THERE, _BACK = np.full((2, _WIDTH), 15)  # the place of no rank
_THERE[:91], _BACK[:91] = 16 * _FIRST + _SECOND, np.where(_SAME, 15, 16 * _SECOND + _FIRST)
_SUIT = 8191


def known_equities(boards: Codes, holes: Codes, game: str = "holdem") -> Numbers:
    """Return win, tie and equity of each player in each row: (rows, players, 3); NaN for a row with invalid cards.

    >>> known_equities(np.array([[24, 31, 8]]), np.array([[[16, 20], [50, 49]]])).round(4).tolist()
    [[[0.5626, 0.0, 0.5626], [0.4374, 0.0, 0.4374]]]
    """
    found = np.full((*holes.shape[:2], 3), np.nan)
    streets = np.count_nonzero(boards != MISSING, axis=1)
    for street in {0, 3, 4, 5}.intersection(streets.tolist()):
        rows = np.flatnonzero(streets == street)
        found[rows] = _on_a_street(boards[rows, :street], holes[rows], game)
    return found


def _on_a_street(boards: Codes, holes: Codes, game: str) -> Numbers:
    rows, players = holes.shape[:2]
    cards = np.concatenate([boards.T, holes.reshape(rows, -1).T])
    masks = card_masks().take(cards)
    out = OUT.get(game, ())
    there = (cards >= len(out)).all(axis=0)
    good = np.flatnonzero(there & (np.bitwise_count(np.bitwise_or.reduce(masks, axis=0)) == len(cards)))
    found = np.full((rows, players, 3), np.nan)
    if game == "holdem" and players == 2 and boards.shape[1] in {3, 4}:
        total = 990 if boards.shape[1] == 3 else 44
        for start in range(0, len(good), _CHUNK):
            some = good[start : start + _CHUNK]
            won, lost = _counts(boards[some], holes[some])
            win, lose = won / total, lost / total
            tie = 1 - (win + lose)
            found[some] = np.stack([win, tie, win + tie / 2, lose, tie, lose + tie / 2], axis=1).reshape(-1, 2, 3)
        return found
    low = game == "omaha-hilo"
    sets = np.arange(1 << (players << low))
    high, lows = (
        (some >> np.arange(players)[:, None] & 1) / np.maximum(np.bitwise_count(some), 1)
        for some in (sets & (1 << players) - 1, sets >> players)
    )
    share = np.where(sets >> players, (high + lows) / 2, high)
    alone, tied = (share == 1).astype(np.float64), ((share > 0) & (share < 1)).astype(np.float64)
    for row in good.tolist():
        deal = Deal(
            tuple(map(tuple, holes[row].tolist())), tuple(boards[row].tolist()), out, "omaha" if low else game, low
        )
        counts = np.array(count(deal), np.float64)
        counts /= counts.sum()
        found[row] = np.stack([alone @ counts, tied @ counts, share @ counts], axis=1)
    return found


def text_equities(boards: Sequence[object], holes: Sequence[Sequence[object]], game: str = "holdem") -> Numbers:
    """Return what `known_equities` does, a row for each board, from the texts of each player; NaN for ranges, too.

    >>> text_equities(["8c 9s 4c", "8c 9s"], [["6c 7c", "6c 7c"], ["Ah Ad", "TT+"]]).round(4).tolist()
    [[0.5626, 0.0, 0.5626, 0.4374, 0.0, 0.4374], [nan, nan, nan, nan, nan, nan]]
    """
    check_choice(game, GAMES, "has no odds")
    hands = _codes([text for row in zip(*holes, strict=True) for text in row], *HOLES.get(game, HOLES["omaha"]))
    found = known_equities(_codes(boards, 0, 5), hands.reshape(len(boards), len(holes), hands.shape[1]), game)
    return found.reshape(len(boards), 3 * len(holes))


def _codes(texts: Sequence[object], least: int, most: int) -> Codes:
    """Return the codes of texts, with room for that many cards; a text of more cards is bad."""
    codes = parse_hands(np.array(texts, np.object_))
    found = np.full((len(codes), max(least, min(codes.shape[1], most))), MISSING, np.uint8)
    found[:, : codes.shape[1]] = codes[:, :most]
    found[(codes[:, most:] != MISSING).any(axis=1)] = BAD
    return found


# --- two players on the flop and the turn ----------------------------------------------------------------------------


class _Street(NamedTuple):
    """Tables for one or for two cards to come; each row holds the lanes of one key."""

    values: Numbers  # by the dense index of the ranks of hand and board; then flushes by `flush_rows`
    flush_rows: Numbers  # ranks of one suit -> row of values
    weights: Numbers  # by the dense index of all known ranks
    live: Numbers  # ranks of a suit that are gone -> 1 where all cards to come can be of the suit


def _wide(lanes: Numbers, dtype: type) -> Numbers:
    table: Numbers = np.zeros((len(lanes), -lanes.shape[1] % 8 + lanes.shape[1]), dtype)
    table[:, : lanes.shape[1]] = lanes
    return table


@cache
def _street(coming: int) -> _Street:
    ranks = np.array(PAIRS).T if coming == 2 else _RANKS[None]
    bits = np.bitwise_or.reduce(1 << ranks)
    masks = np.arange(1 << 13)
    held = np.bitwise_count(masks)
    suited = np.flatnonzero((held >= 5 - coming) & (held <= 7 - coming))
    keys = multiset_keys(7 - coming)[:, None] + single_keys()[ranks].sum(axis=0)
    flush_rows = np.zeros(1 << 13, np.int32)
    flush_rows[suited] = len(keys) + np.arange(len(suited))
    left = 4 - multisets(9 - coming)
    ways = left[ranks[0]]
    if coming == 2:
        ways *= left[ranks[1]]
        ways[_SAME] = (left * (left - (left > 0)) // 2)[_FIRST[_SAME]]
    return _Street(
        np.concatenate([_wide(values_of(keys), np.uint16), _wide(flushes()[suited[:, None] | bits], np.uint16)]),
        flush_rows,
        _wide(ways.T, np.uint8),
        _wide((masks[:, None] & bits == 0) & (np.bitwise_count(bits) == coming), np.uint8),
    )


def _sums(compared: Numbers, weights: Numbers) -> Numbers:
    """Return for each row the sum of the weights where a comparison holds; eight-byte words are added, whose bytes stay below 256."""
    words = (compared.view(np.uint8) * weights).view(np.uint64)
    total = words[:, 0].copy()
    for column in range(1, words.shape[1]):
        total += words[:, column]
    pairs = np.uint64(0x00FF00FF00FF00FF)
    total = (total & pairs) + (total >> np.uint64(8) & pairs)
    sums: Numbers = (total * np.uint64(0x0001000100010001) >> np.uint64(48)).astype(np.int64)
    return sums


def _keys(boards: Codes, holes: Codes) -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers, Numbers]:
    """Return keys of ranks and sets of cards: of each player with the board, and of all."""
    cards = np.concatenate([boards.T, holes.reshape(-1, 4).T])
    keys, bits = single_keys().take(cards >> 2), card_masks().take(cards).view(np.int64)
    key, mask = sum(keys[1:-4], keys[0]), sum(bits[1:-4], bits[0])
    first, second = key + keys[-4] + keys[-3], keys[-2] + keys[-1]
    one, two = mask | bits[-4] | bits[-3], mask | bits[-2] | bits[-1]
    return first, key + second, first + second, one, two, one | two


def _counts(boards: Codes, holes: Codes) -> tuple[Numbers, Numbers]:
    """Return the boards that each of two players wins."""
    coming = 5 - boards.shape[1]
    table = _street(coming)
    first, second, known, one, two, every = _keys(boards, holes)
    mine, yours = index_of(first, 7 - coming), index_of(second, 7 - coming)
    weights = table.weights.take(index_of(known, 9 - coming), axis=0)
    values = [table.values.take(mine, axis=0), table.values.take(yours, axis=0)]
    won, lost = counts = np.zeros((2, len(boards)), np.int64)
    made = []
    for suit in range(0, 52, 13):
        my_suit, your_suit = one >> suit & _SUIT, two >> suit & _SUIT
        my_count, your_count = np.bitwise_count(my_suit), np.bitwise_count(your_suit)
        at = np.flatnonzero((my_count >= 5 - coming) | (your_count >= 5 - coming))
        my_suit, your_suit, my_count, your_count = my_suit[at], your_suit[at], my_count[at], your_count[at]
        live = table.live.take(my_suit | your_suit, axis=0)
        rows = np.where(my_count >= 5 - coming, table.flush_rows.take(my_suit), mine[at])
        other = np.where(your_count >= 5 - coming, table.flush_rows.take(your_suit), yours[at])
        ahead, behind = table.values.take(rows, axis=0), table.values.take(other, axis=0)
        won[at] += _sums(ahead > behind, live)
        lost[at] += _sums(ahead < behind, live)
        weights[at] -= live
        four = np.flatnonzero((my_count > 3) | (your_count > 3))
        if len(four):
            suits = my_suit[four], your_suit[four]
            if coming == 2:
                _one_suited(at[four], every[at[four]], suit, suits, values, weights, counts)
            made += [(which, at[four], some) for which, some in enumerate(suits)]
    for which, at, suited in made:
        flush = np.flatnonzero(np.bitwise_count(suited) > 4)
        values[which][at[flush]] = flushes().take(suited[flush])[:, None]
    won += _sums(values[0] > values[1], weights)
    lost += _sums(values[0] < values[1], weights)
    return won, lost


def _one_suited(
    at: Numbers,
    every: Numbers,
    suit: int,
    suits: tuple[Numbers, Numbers],
    values: list[Numbers],
    weights: Numbers,
    counts: Numbers,
) -> None:
    """Count the boards with one card of a suit of which a player has four: 13 x 16 lanes, by its rank and the other card's."""
    left = np.zeros((len(at), 1, 16), np.uint8)
    left[:, 0, :13] = 3 - sum((every >> other)[:, None] >> _RANKS & 1 for other in range(0, 52, 13) if other != suit)
    free = (every >> suit)[:, None] >> _RANKS & 1 == 0
    ways = left * free[:, :, None]
    ahead, behind = (
        np.maximum(value[at].take(_GRID, axis=1, mode="clip"), flushes().take(held[:, None] | 1 << _RANKS)[:, :, None])
        for value, held in zip(values, suits, strict=True)
    )
    flat = ways.reshape(len(at), -1)
    counts[0][at] += _sums((ahead > behind).reshape(flat.shape), flat)
    counts[1][at] += _sums((ahead < behind).reshape(flat.shape), flat)
    weights[at] -= flat.take(_THERE, axis=1, mode="clip") + flat.take(_BACK, axis=1, mode="clip")
