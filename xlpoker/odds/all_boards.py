"""Every board of any game, by rank multisets: how many boards each set of players wins.

Needs NumPy. Five cards from 48 are 1,712,304 boards but only 6,175 rank multisets, and the ranks
alone decide every showdown in which nobody has a flush. So every multiset is compared once and
weighted by the number of its boards. A flush needs three or more cards of one suit on the board: a
set of ranks, and a small multiset of the other suits::

    AhKh against QcQd, before the flop

    multiset     winner by ranks                    boards
    2 2 3 7 9    second: queens and deuces          6 * 4 * 4 * 4        384
    2 3 7 9 J    second: a pair of queens           4 * 4 * 4 * 4 * 4  1,024
    3 7 9 J A    first: a pair of aces              4 * 4 * 4 * 4 * 3    768
    ...

    pattern      hearts 2 7 J with others 3 9       3 * 3                  9
                 these boards move from the second player to the first, who has a flush

The *patterns* with enough cards for somebody's flush are counted apart, and their boards move from
the winner by ranks to the winner with the flush. Values are rows of the batch kernel's tables,
weights float64 of whole numbers (no board count comes near 2**53). The short deck is the full one
with sixteen dead cards and values of its own.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, pairwise
from math import comb
from typing import Any, NamedTuple

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
from xlpoker.evaluator.classes import (
    CATEGORY_NAMES,
    FIRST_VALUES,
    SHORT_DECK,
    category_place,
    ladder,
)
from xlpoker.odds.rank_tables import Ranks, RankTable, SuitTable, rank_bits, rank_table, suit_tables
from xlpoker.odds.table import Deal

__all__ = [
    "category_table",
    "count_categories",
    "count_winners",
    "sets_of_winners",
    "single_keys",
    "values_of",
    "values_of_rows",
    "winners_of_rows",
]


def _choices(cards: int) -> list[int]:
    """Return the number of ways to take none, one .. four of these cards."""
    return [comb(cards, taken) for taken in range(5)]


_CHOICES = np.array([_choices(cards) for cards in range(5)], np.uint16)


class _ByRanks(NamedTuple):
    """Every multiset to come of a deal, flushes apart."""

    values: list[Numbers]  # of each player
    winners: Numbers  # sets of players: player 1 is bit 0
    counts: Numbers  # boards by the set of players who win them


def count_winners(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins; player 1 is bit 0 of the index.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> count_winners(Deal((tuple(parse_cards("Ah Kh")), tuple(parse_cards("Qc Qd")))))
    [0, 787966, 917606, 6732]
    """
    table = rank_table(deal, deal.holes)
    # With four players and more the same flushes are hardly ever met again.
    flush_changes = _flush_changes if len(deal.holes) < 4 else _flush_changes.__wrapped__
    counts = _by_ranks(table).counts
    for suit in suit_tables(deal, deal.holes):
        counts = counts + flush_changes(table, suit)
    boards = [round(number) for number in counts.tolist()]
    all_boards = comb(sum(table.left), deal.coming)
    assert sum(boards) == all_boards, "boards were lost or counted twice"
    return boards


def count_categories(deal: Deal, player: int = 0) -> list[int]:
    """Return on how many boards a player's hand becomes each of `CATEGORY_NAMES`.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> hand = tuple(parse_cards("Ah Kh"))
    >>> count_categories(Deal((hand,)))
    [386130, 916776, 469092, 92004, 65508, 138296, 47124, 2668, 78, 1084]
    """
    holes = [deal.holes[player]]
    table = rank_table(deal, holes)
    counts = _categories_by_ranks(table)
    for suit in suit_tables(deal, holes):
        counts = counts + _category_changes(table, suit)
    return [round(number) for number in counts.tolist()]


def winners_of_rows(game: str, cards: Numbers, ends: list[int]) -> Numbers:
    """Return the set of winners of each row of cards.

    Each row is the players' hole cards and the board. A player's cards go from one of the `ends` to
    the next; the first is 0, and at the last one the board begins.
    """
    return sets_of_winners(values_of_rows(game, cards, ends))


def values_of_rows(game: str, cards: Numbers, ends: list[int]) -> list[Numbers]:
    """Return the value of each player's hand in each row; the arguments are as above."""
    board = np.ascontiguousarray(cards[:, ends[-1] :])
    values = []
    for start, end in pairwise(ends):
        hand = np.ascontiguousarray(cards[:, start:end])
        values.append(game_strengths(game, hand, board)[0])
    return values


# --- counting ----------------------------------------------------------------------------------------

# Two hands before the flop are 47,008 different matchups up to the names of suits, but only 4,186
# pairs of rank pairs and 33,000 combinations of cards in one suit. Each of these is counted once, so
# that 169 hands against 169 take seconds.


@lru_cache(1 << 7)
def _by_ranks(table: RankTable) -> _ByRanks:
    """Return the values and the winners of each multiset to come, and the boards of each set of winners."""
    game, holes, board, left = table
    if game == "omaha":
        rows = _whole_boards(board)
        values = [_omaha_values(hole)[rows] for hole in holes]
    else:
        deck = game if game in SHORT_DECK else ""
        values = [_rank_values((*hole, *board), table.coming, deck) for hole in holes]
    winners = sets_of_winners(values)
    weights = _board_counts(left, table.coming)
    counts = _counts_by_winners(winners, weights, len(holes))
    return _ByRanks(values, winners, counts)


@lru_cache(1 << 16)
def _flush_changes(table: RankTable, suit: SuitTable) -> Numbers:
    """Return how the flushes of one suit change the counts."""
    values, winners, _ = _by_ranks(table)
    players = len(values)
    changes = np.zeros(1 << players)
    left_in_other_suits = table.left_in_other_suits(suit)
    for suited in suit.numbers_with_flush():
        sets, places = _patterns(table.coming, suited, suit.gone)
        weights = _board_counts(left_in_other_suits, table.coming - suited)
        flushed_values = []
        for player, hole in enumerate(suit.holes):
            value = values[player].take(places)
            if suit.has_flush(player, suited):
                flush = _flushes(table.game, hole, suit.board, sets)
                value = np.maximum(value, flush[:, None])
            flushed_values.append(value)
        winners_with_flush = sets_of_winners(flushed_values)
        winners_by_ranks = winners.take(places)
        changes += _counts_by_winners(winners_with_flush, weights, players)
        changes -= _counts_by_winners(winners_by_ranks, weights, players)
    return changes


@cache
def category_table(game: str) -> Numbers:
    """Return the place of a category among `CATEGORY_NAMES` by the value; 0 for no hand."""
    deck = game if game in SHORT_DECK else ""
    first_value = FIRST_VALUES.get(deck, 1)
    values = range(first_value, first_value + len(ladder(deck)))
    table = np.zeros(values.stop, np.uint8)
    table[values.start :] = [category_place(value) for value in values]
    return table


@lru_cache(1 << 10)
def _categories_by_ranks(table: RankTable) -> Numbers:
    """Return the boards of each category, flushes apart."""
    (values,), _, _ = _by_ranks(table)
    categories = category_table(table.game).take(values)
    weights = _board_counts(table.left, table.coming)
    counts: Numbers = np.bincount(categories, weights, len(CATEGORY_NAMES))
    return counts


@lru_cache(1 << 16)
def _category_changes(table: RankTable, suit: SuitTable) -> Numbers:
    """Return how the flushes of one suit change the boards of each category."""
    changes = np.zeros(len(CATEGORY_NAMES))
    (values,), _, _ = _by_ranks(table)
    (hole,) = suit.holes
    category_of_value = category_table(table.game)
    left_in_other_suits = table.left_in_other_suits(suit)
    for suited in suit.numbers_with_flush():
        sets, places = _patterns(table.coming, suited, suit.gone)
        weights = _board_counts(left_in_other_suits, table.coming - suited)
        plain = values.take(places)
        flush = _flushes(table.game, hole, suit.board, sets)
        flushed = np.maximum(plain, flush[:, None])
        repeated = weights[None].repeat(len(sets), axis=0).ravel()
        for sign, hands in ((1, flushed), (-1, plain)):
            categories = category_of_value.take(hands.ravel())
            changes += sign * np.bincount(categories, repeated, len(CATEGORY_NAMES))
    return changes


def _counts_by_winners(winners: Numbers, weights: Numbers, players: int) -> Numbers:
    """Return the weights of the boards that each set of players wins.

    `winners` has a row for each set of ranks of a suit.
    """
    rows = winners.size // weights.size
    repeated = weights[None].repeat(rows, axis=0)
    counts: Numbers = np.bincount(winners.ravel(), repeated.ravel(), 1 << players)
    return counts


def sets_of_winners(values: list[Numbers]) -> Numbers:
    """Return at each place the set of players with the highest value; player 1 is bit 0."""
    top = values[0]
    for value in values[1:]:
        top = np.maximum(top, value)
    dtype = _dtype_of_sets(len(values))
    winners: Numbers = (values[0] == top).astype(dtype)
    for player, value in enumerate(values[1:], 1):
        winners |= (value == top).astype(dtype) << dtype(player)
    return winners


def _dtype_of_sets(players: int) -> type[np.signedinteger[Any]]:
    """Return the smallest type that has a bit for each player."""
    if players < 8:
        return np.int8
    if players < 16:
        return np.int16
    return np.int32


# --- values of rank multisets ------------------------------------------------------------------------


@cache
def single_keys() -> Numbers:
    """Return the base-5 key of one card of each rank."""
    keys: Numbers = mask_keys()[1 << np.arange(13)]
    return keys


def _key_of(card_ranks: Ranks) -> Numbers:
    """Return the base-5 key of some ranks."""
    key: Numbers = single_keys()[list(card_ranks)].sum()
    return key


def values_of(keys: Numbers, cards: int = 7, deck: str = "") -> Numbers:
    """Return the values of rank multisets by their base-5 keys, flushes apart.

    Five of a rank mean nothing.
    """
    table = ranks(cards, 0, "natural", deck) if deck else ranks(cards)
    index = index_of(keys, cards)
    values: Numbers = table.take(index, mode="clip")
    return values


@lru_cache(1 << 10)
def _rank_values(known: Ranks, coming: int, deck: str) -> Numbers:
    """Return the values of some ranks with each multiset to come."""
    keys = multiset_keys(coming) + _key_of(known)
    return values_of(keys, deck=deck)


@lru_cache(1 << 10)
def _omaha_values(hole: Ranks) -> Numbers:
    """Return the values of four or more hole ranks with each multiset of five.

    Two of the hole and three of the board count.
    """
    pairs = set(combinations(hole, 2))
    pair_keys = np.array([_key_of(pair) for pair in pairs])
    triple_keys = multiset_keys(3)[:, None]
    values_of_triples = values_of(triple_keys + pair_keys, 5).max(axis=1)
    values: Numbers = values_of_triples.take(_triples()).max(axis=1)
    return values


@cache
def _triples() -> Numbers:
    """Return which ten multisets of three each multiset of five has."""
    times = multisets(5).T.ravel()
    keys = np.tile(single_keys(), len(multiset_keys(5)))
    boards = np.repeat(keys, times).reshape(-1, 5)
    places_of_three = list(combinations(range(5), 3))
    triples = boards[:, places_of_three]
    return index_of(triples.sum(axis=2), 3)


@lru_cache(1 << 8)
def _whole_boards(board: Ranks) -> Numbers:
    """Return where the board and each multiset to come stand among the multisets of five."""
    keys = multiset_keys(5 - len(board)) + _key_of(board)
    return _places(keys, 5)


def _places(keys: Numbers, cards: int) -> Numbers:
    """Return where multisets with these base-5 keys stand.

    Five of a rank, which never come, stand anywhere.
    """
    last = len(multiset_keys(cards)) - 1
    return np.minimum(index_of(keys, cards), last)


# --- numbers of boards -------------------------------------------------------------------------------


@lru_cache(1 << 10)
def _half_counts(first: int, left: Ranks, coming: int) -> Numbers:
    """Return in how many ways the ranks from `first` on of each multiset come.

    `left` says how many cards of each of these ranks there are.
    """
    counts = np.ones(len(multiset_keys(coming)), np.uint16)
    rows = multisets(coming)[first:]
    for times, cards in zip(rows, left, strict=False):
        counts *= _CHOICES[cards].take(times)
    return counts


def _board_counts(left: Ranks, coming: int) -> Numbers:
    """Return in how many ways each multiset can come; `left` are the cards left of each rank.

    There are at most 4**5 ways.
    """
    low = _half_counts(0, left[:7], coming)
    high = _half_counts(7, left[7:], coming)
    return (low * high).astype(np.float64)


# --- flushes -----------------------------------------------------------------------------------------


@cache
def _rank_sets(cards: int) -> Numbers:
    """Return all sets of that many different ranks, as bits."""
    masks = np.arange(1 << 13)
    return np.flatnonzero(np.bitwise_count(masks) == cards)


@cache
def _all_patterns(coming: int, suited: int) -> Numbers:
    """Return where each set of ranks of a suit stands with each multiset of the other cards."""
    set_keys = mask_keys()[_rank_sets(suited)]
    keys_of_others = multiset_keys(coming - suited)
    return _places(set_keys[:, None] + keys_of_others, coming)


def _patterns(coming: int, suited: int, gone: int) -> tuple[Numbers, Numbers]:
    """Return the sets of ranks (bits) that can come in a suit, and their rows of `_all_patterns`."""
    sets = _rank_sets(suited)
    is_live = (sets & gone) == 0
    patterns = _all_patterns(coming, suited)
    return sets[is_live], patterns[is_live]


def _flushes(game: str, hole: Ranks, board: Ranks, sets: Numbers) -> Numbers:
    """Return the flush with each set of further ranks of a suit."""
    if game == "omaha":
        return _omaha_flushes(hole).take(sets | rank_bits(board))
    table = flushes(0, game) if game in SHORT_DECK else flushes()
    known = rank_bits((*hole, *board))
    return table.take(sets | known)


@lru_cache(1 << 8)
def _omaha_flushes(hole: Ranks) -> Numbers:
    """Return the best flush of two hole cards and three of each set of ranks on the board."""
    pairs = np.array([rank_bits(pair) for pair in combinations(hole, 2)])
    triples = _rank_sets(3)
    fives = triples[:, None] | pairs
    table = np.zeros(1 << 13, np.uint16)
    table[triples] = flushes().take(fives).max(axis=1)
    for rank in range(13):  # a set is as good as the best of its parts
        halves = table.reshape(-1, 2, 1 << rank)
        without_rank, with_rank = halves.swapaxes(0, 1)
        np.maximum(without_rank, with_rank, out=with_rank)
    return table
