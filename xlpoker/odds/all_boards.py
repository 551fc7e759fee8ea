"""Every board of any game, by rank multisets: how many boards each set of players wins; needs NumPy.

Five cards from 48 are 1,712,304 boards but only 6,175 rank multisets, and the ranks alone decide every showdown in which nobody has
a flush. So every multiset is compared once and weighted by the number of its boards. A flush needs three or more cards of one suit on
the board: a set of ranks, and a small multiset of the other suits. The *patterns* with enough cards for somebody's flush are
counted apart, and their boards move from the winner by ranks to the winner with the flush. Values are rows of the batch kernel's tables, weights
float64 of whole numbers (no board count comes near 2**53). The short deck is the full one with sixteen dead cards and values of its own.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, pairwise
from math import comb

import numpy as np

from xlpoker.evaluator.batch.games import game_strengths
from xlpoker.evaluator.batch.tables import (
    Numbers,
    flushes,
    index_of,
    mask_keys,
    multiset_keys,
    multisets,
    ranks,
)
from xlpoker.evaluator.classes import SHORT_DECK
from xlpoker.odds.table import Deal

__all__ = ["count_winners", "single_keys", "values_of", "winners_of_rows"]

_CHOOSE = np.array([[comb(count, taken) for taken in range(5)] for count in range(5)], np.uint16)
Ranks = tuple[int, ...]
Table = tuple[str, tuple[Ranks, ...], Ranks, Ranks]
"""The game, the ranks of each hole, of the board, and how many cards of each rank are left."""


def count_winners(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins; player 1 is bit 0 of the place, player 2 bit 1 ...

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> count_winners(Deal((tuple(parse_cards("Ah Kh")), tuple(parse_cards("Qc Qd")))))
    [0, 787966, 917606, 6732]
    """
    holes = tuple([tuple(sorted([code >> 2 for code in hole])) for hole in deal.holes])
    known = deal.known()
    left, gone = [4] * 13, [0] * 4
    for code in known:
        left[code >> 2] -= 1
        gone[code & 3] |= 1 << (code >> 2)
    table = deal.game, holes, tuple(sorted([code >> 2 for code in deal.board])), tuple(left)
    by_suit = _by_suit if len(holes) < 4 else _by_suit.__wrapped__
    counts = _by_ranks(table)[2]
    for suit in range(4):
        held = tuple(
            [
                tuple([code >> 2 for code in cards if code & 3 == suit])
                for cards in (*deal.holes, deal.board)
            ]
        )
        counts = counts + by_suit(table, held, gone[suit])
    found = [round(number) for number in counts.tolist()]
    assert sum(found) == comb(52 - len(known), deal.coming), "boards were lost or counted twice"
    return found


def winners_of_rows(game: str, cards: Numbers, ends: list[int]) -> Numbers:
    """Return the set of winners of each row of hole cards, cut at these ends, and a board."""
    hands = [np.ascontiguousarray(cards[:, start:end]) for start, end in pairwise(ends)]
    board = np.ascontiguousarray(cards[:, ends[-1] :])
    return best_of([game_strengths(game, hand, board)[0] for hand in hands])


# Two hands before the flop are 47,008 different matchups up to the names of suits, but only 4,186 pairs of rank pairs and 33,000
# combinations of cards in one suit: each of these is counted once, so that 169 hands against 169 take seconds.


@lru_cache(1 << 7)
def _by_ranks(table: Table) -> tuple[list[Numbers], Numbers, Numbers]:
    """Return for every multiset to come each player's value without flushes, who wins, and the number of boards."""
    game, holes, board, left = table
    if game == "omaha":
        values = [_omaha_values(hole)[_whole_boards(board)] for hole in holes]
    else:
        deck = game if game in SHORT_DECK else ""
        values = [_rank_values((*hole, *board), 5 - len(board), deck) for hole in holes]
    winners = best_of(values)
    return values, winners, _tallied(winners, _ways(left, 5 - len(board)), len(values))


@lru_cache(1 << 16)
def _by_suit(table: Table, held: tuple[Ranks, ...], gone: int) -> Numbers:
    """Return how the flushes of one suit change the counts, given the cards of that suit that players and board hold."""
    values, winners, _ = _by_ranks(table)
    game, board, coming = table[0], held[-1], 5 - len(table[2])
    others = tuple([count - 1 + (gone >> rank & 1) for rank, count in enumerate(table[3])])
    players = len(values)
    moved = np.zeros(1 << players)
    for suited in range(coming + 1):
        able = [_enough(game, mine, board, suited) for mine in held[:-1]]
        if not any(able):
            continue
        sets, places = _patterns(coming, suited, gone)
        before, weights = winners.take(places), _ways(others, coming - suited)
        after = [
            np.maximum(value.take(places), _flushes(game, mine, board, sets)[:, None])
            if one
            else value.take(places)
            for value, mine, one in zip(values, held, able, strict=False)
        ]
        moved += _tallied(best_of(after), weights, players) - _tallied(before, weights, players)
    return moved


def _tallied(winners: Numbers, weights: Numbers, players: int) -> Numbers:
    """Return the weights of the boards that each set of players wins; a row of winners for each set of ranks of a suit."""
    repeated = weights[None].repeat(winners.size // weights.size, axis=0)
    counts: Numbers = np.bincount(winners.ravel(), repeated.ravel(), 1 << players)
    return counts


def best_of(values: list[Numbers]) -> Numbers:
    """Return at each place the set of players with the highest value; player 1 is bit 0."""
    top = values[0]
    for value in values[1:]:
        top = np.maximum(top, value)
    size = np.int8 if len(values) < 8 else np.int16 if len(values) < 16 else np.int32
    winners: Numbers = (values[0] == top).astype(size)
    for place, value in enumerate(values[1:], 1):
        winners |= (value == top).astype(size) << size(place)
    return winners


# --- cached tables ---------------------------------------------------------------------------------------------------


@cache
def single_keys() -> Numbers:
    """Return the base-5 key of one card of each rank."""
    keys: Numbers = mask_keys()[1 << np.arange(13)]
    return keys


def values_of(keys: Numbers, cards: int = 7, deck: str = "") -> Numbers:
    """Return the values of rank multisets by their base-5 keys, flushes apart; meaningless for five of a rank."""
    table = ranks(cards, 0, "natural", deck) if deck else ranks(cards)
    values: Numbers = table.take(index_of(keys, cards), mode="clip")
    return values


@lru_cache(1 << 10)
def _rank_values(held: Ranks, coming: int, deck: str) -> Numbers:
    return values_of(multiset_keys(coming) + single_keys()[list(held)].sum(), deck=deck)


@lru_cache(1 << 10)
def _omaha_values(hole: Ranks) -> Numbers:
    """Return the values of four or more hole ranks with each multiset of five: two of them and three of the board."""
    pairs = np.array([single_keys()[list(two)].sum() for two in set(combinations(hole, 2))])
    best = values_of(multiset_keys(3)[:, None] + pairs, 5).max(axis=1)
    values: Numbers = best.take(_triples()).max(axis=1)
    return values


@cache
def _triples() -> Numbers:
    """Return which ten multisets of three each multiset of five has."""
    boards = np.repeat(
        np.tile(single_keys(), len(multiset_keys(5))), multisets(5).T.ravel()
    ).reshape(-1, 5)
    return index_of(boards[:, list(combinations(range(5), 3))].sum(axis=2), 3)


@lru_cache(1 << 8)
def _whole_boards(board: Ranks) -> Numbers:
    """Return where the board and each multiset to come stand among the multisets of five."""
    return _places(multiset_keys(5 - len(board)) + single_keys()[list(board)].sum(), 5)


def _places(keys: Numbers, cards: int) -> Numbers:
    """Return where multisets with these base-5 keys stand; five of a rank, which never come, anywhere."""
    return np.minimum(index_of(keys, cards), len(multiset_keys(cards)) - 1)


@lru_cache(1 << 10)
def _half_ways(first: int, left: Ranks, coming: int) -> Numbers:
    """Return in how many ways each multiset of some ranks, from `first` on, comes when that many cards of each are left."""
    ways = np.ones(len(multiset_keys(coming)), np.uint16)
    for times, count in zip(multisets(coming)[first:], left, strict=False):
        ways *= _CHOOSE[count].take(times)
    return ways


def _ways(left: Ranks, coming: int) -> Numbers:
    """Return in how many ways each multiset comes from so many cards of each rank: at most 4**5."""
    return (_half_ways(0, left[:7], coming) * _half_ways(7, left[7:], coming)).astype(np.float64)


@cache
def _rank_sets(cards: int) -> Numbers:
    """Return all sets of that many different ranks, as bits."""
    masks = np.arange(1 << 13)
    return np.flatnonzero(np.bitwise_count(masks) == cards)


@cache
def _all_patterns(coming: int, suited: int) -> Numbers:
    return _places(
        mask_keys()[_rank_sets(suited)][:, None] + multiset_keys(coming - suited), coming
    )


@lru_cache(1 << 8)
def _patterns(coming: int, suited: int, out: int) -> tuple[Numbers, Numbers]:
    """Return the sets of ranks (bits) that can still come in a suit of which some are gone, and their rows of places."""
    live = (_rank_sets(suited) & out) == 0
    return _rank_sets(suited)[live], _all_patterns(coming, suited)[live]


def _enough(game: str, mine: Ranks, board: Ranks, suited: int) -> bool:
    """Tell whether a player has a flush when that many further cards of a suit come."""
    common = len(board) + suited
    return len(mine) > 1 and common > 2 if game == "omaha" else len(mine) + common > 4


def _flushes(game: str, mine: Ranks, board: Ranks, sets: Numbers) -> Numbers:
    """Return the flush with each set of further ranks of a suit."""
    if game == "omaha":
        return _omaha_flushes(mine).take(sets | sum([1 << rank for rank in board]))
    table = flushes(0, game) if game in SHORT_DECK else flushes()
    return table.take(sets | sum([1 << rank for rank in (*mine, *board)]))


@lru_cache(1 << 8)
def _omaha_flushes(mine: Ranks) -> Numbers:
    """Return the best flush of two hole cards and three of each set of ranks on the board."""
    pairs = np.array([1 << one | 1 << two for one, two in combinations(mine, 2)])
    table = np.zeros(1 << 13, np.uint16)
    table[_rank_sets(3)] = flushes().take(_rank_sets(3)[:, None] | pairs).max(axis=1)
    for rank in range(13):  # a set is as good as the best of its parts
        without, whole = table.reshape(-1, 2, 1 << rank).swapaxes(0, 1)
        np.maximum(without, whole, out=whole)
    return table
