"""What a hand becomes: on how many boards it is a pair, a flush and so on by the river.

Counts are lists of ten, in the order of `xlpoker.evaluator.classes.CATEGORY_NAMES`: high card first,
royal flush last. A known hand of hold'em on a flop or turn is counted in plain Python, with all ranks
that can come side by side in one int (`xlpoker.odds.lanes`)::

    turn 8c 9s 4c Jh with 6c 7c; some of the lanes of the 13 ranks that can come

    rank that comes    2       4         5         8         T         A
    category           high    pair      straight  pair      straight  high
    weight             4       3         4         3         4         4         cards left

Boards on which the hand is a flush are counted apart, by the ranks that come in its suit. Such a hand
is never a full house, too: that leaves two of seven cards for other ranks.

Other games, and hands before the flop, are counted by the engine over all boards, and ranges from the
flop on by `xlpoker.odds.range_categories` if NumPy is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from xlpoker.evaluator.classes import CATEGORIES, CATEGORY_NAMES, category_place, ladder
from xlpoker.evaluator.games import game_strength
from xlpoker.odds.deals import board_engine, matchups, numpy_engine
from xlpoker.odds.lanes import (
    CODE_NUMBER,
    EACH,
    EACH_RANK,
    FLUSHED,
    FOUR,
    KEY,
    LIVE_PAIRS,
    LIVE_RANKS,
    ONE_MORE,
    OTHER_RANKS,
    RANK_VALUES,
    STRAIGHT_FLUSH,
    SUIT_SHIFTS,
    THREE,
    TOPS,
    TOPS_13,
    TWO_MORE,
    VALUES,
    flush_values,
    lane_weights,
    rank_weights,
)
from xlpoker.odds.table import Deal, Table

__all__ = ["Categories", "add_kinds", "category_counts", "count_hand", "named"]

Categories = dict[str, float]
"""The share of each category, the weakest first."""
Counts = list[int]
KnownHands = tuple[tuple[int, ...], ...]
"""A combination of the ranges' hands: the codes of each player's cards."""

_FLUSH = CATEGORY_NAMES.index("Flush")
_ROYAL_FLUSH = len(ladder())
_ONE = (TOPS_13, EACH_RANK)
_TWO = (TOPS, EACH)
"""The free bit, and the lowest bit, of 13 lanes of a rank and of 91 lanes of two."""


def named(counts: Sequence[float]) -> Categories:
    """Return counts by category as shares of their sum, by name.

    >>> named([3, 1, 0, 0, 0, 0, 0, 0, 0, 0])["One Pair"]
    0.25
    """
    total = sum(counts)
    shares = [count / total for count in counts]
    return dict(zip(CATEGORY_NAMES, shares, strict=True))


# --- tables ------------------------------------------------------------------------------------------


def category_counts(table: Table) -> list[Sequence[float]]:
    """Return for each player the (weighted) deals of a table by what the hand becomes.

    >>> from xlpoker.odds.table import table_of
    >>> category_counts(table_of("8c 9s 4c Jh", ["6c7c", "AhAd"]))
    [[13, 16, 0, 0, 6, 8, 0, 0, 1, 0], [0, 30, 12, 2, 0, 0, 0, 0, 0, 0]]

    All deals are counted, however long it takes: before the flop, a kind of combination at a time.
    """
    if all(hand_range.known for hand_range in table.ranges):
        known_hands = [hand_range.hands[0] for hand_range in table.ranges]
        deal = table.deal(tuple(known_hands))
        return [count_hand(deal, player) for player in range(len(known_hands))]
    has_flop = len(table.board) >= 3
    is_in_arrays = has_flop and table.game != "omaha" and numpy_engine()
    if is_in_arrays and len(table.ranges) > 1:
        from xlpoker.odds.range_categories import count_ranges

        return count_ranges(table)
    kinds = matchups(table.ranges, table.board, table.dead)
    assert kinds is not None, "there is no limit"
    return add_kinds(table, kinds)


def add_kinds(table: Table, kinds: Sequence[tuple[float, KnownHands]]) -> list[Sequence[float]]:
    """Return for each player the deals by category, given the combinations of hands and their weights."""
    no_boards = [0.0] * len(CATEGORY_NAMES)
    sums = [no_boards.copy() for _ in table.ranges]
    for weight, holes in kinds:
        deal = table.deal(holes)
        for player, sums_of_player in enumerate(sums):
            counts = count_hand(deal, player)
            for place, boards in enumerate(counts):
                sums_of_player[place] += weight * boards
    return list(sums)


# --- a known hand ------------------------------------------------------------------------------------


def count_hand(deal: Deal, player: int = 0) -> Counts:
    """Return on how many boards a player's hand becomes each category, by the fastest engine.

    Unlike `xlpoker.odds.deals.count` it takes a deal of a single hand, too.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> flop, hand = parse_cards("8c 9s 4c"), tuple(parse_cards("6c 7c"))
    >>> count_hand(Deal((hand,), tuple(flop)))
    [135, 270, 78, 13, 207, 331, 0, 0, 47, 0]
    """
    hole = deal.holes[player]
    if not deal.coming:
        return _on_river(deal.game, hole, deal.board)
    if deal.game == "holdem" and deal.coming < 3:
        cards = [*hole, *deal.board]
        return _in_lanes(cards, deal.known(), deal.coming)
    return board_engine().count_categories(deal, player)  # type: ignore[no-any-return]


def _on_river(game: str, hole: Sequence[int], board: Sequence[int]) -> Counts:
    """Return the one board of a river as counts."""
    counts = [0] * len(CATEGORY_NAMES)
    value = game_strength(game, hole, board)
    counts[category_place(value)] = 1
    return counts


# --- in lanes ----------------------------------------------------------------------------------------


class _Suit(NamedTuple):
    """The suit of which a flush can come."""

    ranks: int  # of the hand and the board, as bits
    gone: int  # of all known cards
    free: int  # how many cards of the suit can come
    free_elsewhere: int  # how many other cards can come


def _in_lanes(cards: Sequence[int], known: Sequence[int], coming: int) -> Counts:
    """Return the boards by category of a hand with its flop or turn, given as codes.

    `known` are all cards that cannot come.
    """
    hand = sum([CODE_NUMBER[code] for code in cards])
    gone = sum([CODE_NUMBER[code] for code in known])
    weights_of = lane_weights if coming == 2 else rank_weights
    weights = weights_of(gone & KEY)
    counts = [0] * len(CATEGORY_NAMES)
    cards_left = 52 - len(known)
    enough_for_flush = THREE if coming == 2 else FOUR
    suits_with_flush = hand + enough_for_flush & FLUSHED
    for shift in SUIT_SHIFTS[suits_with_flush]:
        ranks = hand >> shift & 8191
        gone_ranks = gone >> shift & 8191
        free = 13 - gone_ranks.bit_count()
        suit = _Suit(ranks, gone_ranks, free, cards_left - free)
        lacking = max(5 - ranks.bit_count(), 0)
        for suited in range(lacking, coming + 1):
            _add_flushes(counts, suit, suited, coming)
        weights = _weights_without_flush(weights, gone & KEY, suit, lacking, coming)
    for place, lanes in _categories_of(hand & KEY, coming):
        counts[place] += (lanes & weights) % 65535
    return counts


def _add_flushes(counts: Counts, suit: _Suit, suited: int, coming: int) -> None:
    """Add the boards with so many further cards of a suit that make a flush of it."""
    boards = comb(suit.free_elsewhere, coming - suited)  # of the cards of other suits
    if suited == 0:
        counts[category_place(flush_values()[suit.ranks])] += boards
        return
    values = (TWO_MORE if suited == 2 else ONE_MORE)[suit.ranks]
    live = (LIVE_PAIRS if suited == 2 else LIVE_RANKS)[suit.gone]
    tops, each = _TWO if suited == 2 else _ONE
    straight_or_royal = values + tops - STRAIGHT_FLUSH * each & live
    royal = values + tops - _ROYAL_FLUSH * each & live
    straight = straight_or_royal ^ royal
    flush = live ^ straight_or_royal
    counts[-1] += boards * royal.bit_count()
    counts[-2] += boards * straight.bit_count()
    counts[_FLUSH] += boards * flush.bit_count()


def _weights_without_flush(weights: int, key: int, suit: _Suit, lacking: int, coming: int) -> int:
    """Return the weights of the lanes without the boards that make a flush of a suit.

    `key` is that of all known cards, `lacking` the number of cards that the flush needs.
    """
    if lacking == 0:
        return 0
    if lacking == 2:
        return weights - (LIVE_PAIRS[suit.gone] >> 15)
    key_of_others = key + OTHER_RANKS[suit.gone]
    weights_of = lane_weights if coming == 2 else rank_weights
    return weights_of(key_of_others)


@lru_cache(1 << 13)
def _categories_of(key: int, coming: int) -> list[tuple[int, int]]:
    """Return the categories that ranks can become, each with its lanes as bits, flushes apart."""
    rows = VALUES if coming == 2 else RANK_VALUES
    tops, each = _TWO if coming == 2 else _ONE
    above = rows[key] + tops
    lanes_by_category = []
    not_below = tops
    for place, next_lowest in enumerate(_LOWEST[1:]):
        not_below_next = above - next_lowest * each & tops
        lanes = not_below ^ not_below_next
        if lanes:
            lanes_by_category.append((place, lanes - (lanes >> 15)))
        not_below = not_below_next
    return lanes_by_category


def _lowest_values() -> list[int]:
    """Return the lowest value of each category, the weakest first."""
    categories = [rung.category.number for rung in ladder()]
    return [categories.index(category.number) + 1 for category in CATEGORIES]


_LOWEST = _lowest_values()
