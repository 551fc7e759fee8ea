"""Every board of any game in plain Python: what `all_boards` counts in arrays, counted in lanes.

One int holds all rank multisets that can come, a lane each (`xlpoker.odds.lanes`): 6,188 lanes of
five ranks before the flop. The ranks alone decide every board on which nobody has a flush, and all
multisets are compared at once::

    AhKh against QcQd, some of the lanes

    multiset       2 3 7 9 J    3 7 9 J A    2 2 3 7 9    A A A K K
    first          ace high     aces         twos         four aces
    second         queens       queens       two pair     full house
    won by         second       first        second       first
    weight         1,024        768          384          3

Boards with enough cards of one suit for somebody's flush are counted once more, by each set of ranks
of the suit with each multiset of the other cards. They are taken from the winners by ranks and given
to the winners with the flush::

    hearts 2 7 J, others    2 2           2 3          A A
    first, by ranks         three twos    twos         three aces
    first, with flush       flush         flush        flush
    second                  full house    two pair     two pair
    by ranks, with flush    second        second       first
                            second        first        first
    weight                  3             9            3

The categories that a hand becomes are counted in the same way, in place of the winners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from operator import itemgetter
from typing import NamedTuple

from xlpoker.evaluator.classes import (
    CATEGORY_NAMES,
    FIRST_VALUES,
    SHORT_DECK,
    category_place,
    ladder,
)
from xlpoker.odds.lanes import (
    RANK_BITS,
    RANK_KEYS,
    each_lane,
    five_values,
    flush_values,
    higher,
    in_lanes,
    lanes_by_winners,
    sum_of_lanes,
    winning_lanes,
)
from xlpoker.odds.rank_tables import (
    Ranks,
    RankTable,
    SuitTable,
    rank_bits,
    rank_table,
    suit_tables,
)
from xlpoker.odds.table import Deal

__all__ = ["count_categories", "count_winners"]

Holes = Sequence[Sequence[int]]
Values = Sequence[int]
Picker = Callable[[Values], Values]
"""Picks the values of some lanes."""
Counts = Counter[int]
"""The number of boards of each kind."""
LanesByKind = list[tuple[int, int]]
"""Each kind with the free bits of its lanes."""
_Kinds = Callable[[str, Values, int], LanesByKind]
"""What boards are counted by, `_winners` or `_categories`: game, values of each player and the lowest
bit of each lane -> kinds."""


def count_winners(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins; player 1 is bit 0 of the index.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> count_winners(Deal((tuple(parse_cards("Ah Kh")), tuple(parse_cards("Qc Qd")))))
    [0, 787966, 917606, 6732]
    """
    counts = _counts(deal, deal.holes, _winners)
    sets_of_players = range(1 << len(deal.holes))
    return [counts[winners] for winners in sets_of_players]


def count_categories(deal: Deal, player: int = 0) -> list[int]:
    """Return on how many boards a player's hand becomes each of `CATEGORY_NAMES`.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> count_categories(Deal((tuple(parse_cards("Ah Kh")),)))
    [386130, 916776, 469092, 92004, 65508, 138296, 47124, 2668, 78, 1084]
    """
    hole = deal.holes[player]
    counts = _counts(deal, [hole], _categories)
    places = range(len(CATEGORY_NAMES))
    return [counts[place] for place in places]


# --- counting ----------------------------------------------------------------------------------------


class _Boards(NamedTuple):
    """Boards that can come, in lanes."""

    weights: int
    """How many boards each lane is."""
    lanes: int
    """The number of lanes."""

    @property
    def each(self) -> int:
        """Return the lowest bit of each lane."""
        return each_lane(self.lanes)

    def counts(self, kinds: _Kinds, game: str, values: Values) -> Counts:
        """Return the number of boards of each kind, given the values of each player."""
        counts = Counter[int]()
        for kind, lanes in kinds(game, values, self.each):
            all_bits = lanes - (lanes >> 15)
            counts[kind] = sum_of_lanes(all_bits & self.weights, self.lanes)
        return counts


def _counts(deal: Deal, holes: Holes, kinds: _Kinds) -> Counts:
    """Return the number of boards of each kind, for the players with these hole cards."""
    table = rank_table(deal, holes)
    counts = _counts_by_ranks(table, kinds).copy()
    for suit in suit_tables(deal, holes):
        changes = _flush_changes(table, suit, kinds)
        counts.update(changes)
    return counts


@lru_cache(1 << 7)
def _counts_by_ranks(table: RankTable, kinds: _Kinds) -> Counts:
    """Return the number of boards of each kind, flushes apart."""
    boards = _all_boards(table.left, table.coming)
    values = _lanes_of_players(table, 0)
    return boards.counts(kinds, table.game, values)


@lru_cache(1 << 12)
def _flush_changes(table: RankTable, suit: SuitTable, kinds: _Kinds) -> Counts:
    """Return how the flushes of a suit change the number of boards of each kind."""
    game = table.game
    left_in_other_suits = table.left_in_other_suits(suit)
    changes = Counter[int]()
    for suited in suit.numbers_with_flush():
        unsuited = _all_boards(left_in_other_suits, table.coming - suited)
        boards = _with_suited(unsuited, suit.gone, suited)
        tops = boards.each << 15
        by_ranks = _lanes_of_players(table, suited)
        with_flush = by_ranks.copy()
        for player, hole in enumerate(suit.holes):
            if suit.has_flush(player, suited):
                flushes = _flush_lanes(game, hole, suit.board, suited, unsuited.lanes)
                with_flush[player] = higher(flushes, by_ranks[player], tops)
        changes.update(boards.counts(kinds, game, with_flush))
        changes.subtract(boards.counts(kinds, game, by_ranks))
    return changes


def _winners(_game: str, values: Values, each: int) -> LanesByKind:
    """Return each set of players with the free bits of the lanes that they win."""
    tops = each << 15
    best = winning_lanes(values, tops, tops)
    return lanes_by_winners(best)


def _categories(game: str, values: Values, each: int) -> LanesByKind:
    """Return each category with the free bits of the lanes in which the only player has it."""
    tops = each << 15
    above = values[0] + tops
    not_below = tops
    lanes_by_category = []
    for place, next_lowest in _category_bounds(game):
        not_below_next = above - next_lowest * each & tops
        lanes = not_below ^ not_below_next
        lanes_by_category.append((place, lanes))
        not_below = not_below_next
    return lanes_by_category


@cache
def _category_bounds(game: str) -> list[tuple[int, int]]:
    """Return the place of each category, the weakest first, and the value above its highest one."""
    deck = _deck(game)
    first_value = FIRST_VALUES.get(deck, 1)
    bounds = {}
    for value, rung in enumerate(ladder(deck), first_value):
        bounds[rung.category.number] = value + 1
    # The highest of all is the royal flush, a category of its own.
    bounds[rung.category.number] = value
    bounds[category_place(value)] = value + 1
    return list(bounds.items())


# --- numbers of boards -------------------------------------------------------------------------------


@lru_cache(1 << 8)
def _all_boards(left: Ranks, coming: int) -> _Boards:
    """Return the boards by their rank multisets.

    `left` says how many cards of each rank there are.
    """
    empty_board = _Boards(1, 1)
    return _lane_by_lane(left, coming, coming, empty_board)


def _with_suited(unsuited: _Boards, gone: int, suited: int) -> _Boards:
    """Return the boards by each set of ranks of a suit with each multiset of the other cards.

    `gone` are the ranks of the suit that cannot come.
    """
    left = [0 if gone & bit else 1 for bit in RANK_BITS]
    return _lane_by_lane(left, suited, 1, unsuited)


def _lane_by_lane(left: Sequence[int], cards: int, most: int, unit: _Boards) -> _Boards:
    """Return in how many ways each multiset comes that has up to `most` cards of a rank.

    Each number of ways is multiplied by the lanes of `unit`. The multisets are in the order of
    `itertools`: those with the lowest rank first, most of it at the beginning. So the lanes of a rank
    and the higher ones are made of lanes of the higher ones::

        ranks Q K A, two cards     QQ            QK QA               KK KA AA
        number of ways             two queens    one queen times     two cards of K A
                                                 one card of K A
    """
    no_lanes = _Boards(0, 0)
    rows = [unit] + [no_lanes] * cards  # of 0, 1, .. cards
    for cards_left in reversed(left):
        longer_rows = []
        for length in range(cards + 1):
            highest = min(length, most)
            parts = []
            for times in range(highest, -1, -1):
                row = rows[length - times]
                multiplied = comb(cards_left, times) * row.weights
                parts.append(_Boards(multiplied, row.lanes))
            longer_rows.append(_side_by_side(parts))
        rows = longer_rows
    return rows[cards]


def _side_by_side(parts: Iterable[_Boards]) -> _Boards:
    """Return the lanes of some boards, those of the first in the lowest lanes."""
    weights = 0
    lanes = 0
    for part in parts:
        weights |= part.weights << 16 * lanes
        lanes += part.lanes
    return _Boards(weights, lanes)


# --- values of rank multisets ------------------------------------------------------------------------


def _deck(game: str) -> str:
    """Return the game whose order of hands counts; blank is the usual one."""
    return game if game in SHORT_DECK else ""


@cache
def _multisets(cards: int) -> dict[int, int]:
    """Return the key of each multiset of so many ranks, and its lane."""
    lane_of = {}
    for lane, ranks in enumerate(combinations_with_replacement(RANK_KEYS, cards)):
        key = sum(ranks)
        lane_of[key] = lane
    return lane_of


def _key_of(ranks: Ranks) -> int:
    """Return the key of some ranks."""
    return sum([RANK_KEYS[rank] for rank in ranks])


def _lanes_of_players(table: RankTable, suited: int) -> list[int]:
    """Return the values of each player with all that can come, flushes apart.

    That is each set of `suited` ranks with each multiset of other cards.
    """
    return [_rank_lanes(table.game, hole, table.board, suited) for hole in table.holes]


@lru_cache(1 << 8)
def _rank_lanes(game: str, hole: Ranks, board: Ranks, suited: int) -> int:
    """Return the values of a player's ranks, as `_lanes_of_players` does."""
    values = _values(game, hole)
    pick = _boards_to_come(board, suited)
    return in_lanes(pick(values))


@lru_cache(1 << 6)
def _boards_to_come(board: Ranks, suited: int) -> Picker:
    """Return what picks the lanes of the boards from those of all multisets of five."""
    known = _key_of(board)
    unsuited = 5 - len(board) - suited
    lane_of = _multisets(5)
    lanes = []
    for ranks in combinations(RANK_KEYS, suited):
        key = known + sum(ranks)
        lanes += [lane_of[key + other_key] for other_key in _multisets(unsuited)]
    return itemgetter(*lanes)


@lru_cache(1 << 6)
def _values(game: str, hole: Ranks) -> Values:
    """Return the values of hole ranks with each multiset of five."""
    if game == "omaha":
        pairs = set(combinations(hole, 2))
        values_of_pairs = [_with("", pair, 3) for pair in pairs]
        return _from_three(_best(values_of_pairs))
    deck = _deck(game)
    with_both = _from_three(_with(deck, hole, 3))
    with_each = [_values_with_one(deck, rank) for rank in hole]
    return _best([with_both, *with_each])


@cache
def _values_with_one(deck: str, rank: int) -> Values:
    """Return the values of a rank with each multiset of five, of which it replaces one card or none."""
    with_rank = _one_more(_with(deck, (rank,), 4), 5)
    without_rank = _with(deck, (), 5)
    return _best([with_rank, without_rank])


def _with(deck: str, hole: Ranks, cards: int) -> Values:
    """Return the values of hole ranks with each multiset that makes five cards of them."""
    known = _key_of(hole)
    value_of = five_values(deck)
    return [value_of.get(known + key, 0) for key in _multisets(cards)]


def _from_three(values: Values) -> Values:
    """Return for each multiset of five the best of its three, given the values of multisets of three."""
    values_of_four = _one_more(values, 4)
    return _one_more(values_of_four, 5)


def _one_more(values: Values, cards: int) -> Values:
    """Return the best that each multiset contains, given the values of those of a card less."""
    return _best([without_card(values) for without_card in _without_each(cards)])


@cache
def _without_each(cards: int) -> list[Picker]:
    """Return what picks for each multiset the lane without its first, its second card, and so on."""
    lane_of = _multisets(cards - 1)
    multisets = list(combinations_with_replacement(RANK_KEYS, cards))
    pickers: list[Picker] = []
    for place in range(cards):
        lanes = [lane_of[sum(ranks) - ranks[place]] for ranks in multisets]
        pickers.append(itemgetter(*lanes))
    return pickers


def _best(rows: Sequence[Values]) -> Values:
    """Return the highest value in each lane of some rows."""
    return [max(values) for values in zip(*rows, strict=True)]


# --- flushes -----------------------------------------------------------------------------------------


@lru_cache(1 << 8)
def _flush_lanes(game: str, hole: Ranks, board: Ranks, suited: int, repeats: int) -> int:
    """Return the flush with each set of further ranks of a suit, each in so many lanes."""
    known = rank_bits(board)
    lanes = []
    for bits in combinations(RANK_BITS, suited):
        common = known | sum(bits)
        flush = _flush(game, hole, common)
        lane = flush.to_bytes(2, "little")
        lanes.append(lane * repeats)
    return int.from_bytes(b"".join(lanes), "little")


def _flush(game: str, hole: Ranks, common: int) -> int:
    """Return the flush of hole cards and the cards of the suit on the board, as bits."""
    if game == "omaha":
        return _omaha_flushes(hole).get(common, 0)
    cards = common | rank_bits(hole)
    return flush_values(_deck(game))[cards]


@lru_cache(1 << 6)
def _omaha_flushes(hole: Ranks) -> dict[int, int]:
    """Return the best flush of two hole cards and three of the board, by its cards of the suit."""
    flushes = flush_values()
    pairs = [rank_bits(pair) for pair in combinations(hole, 2)]
    values = {}
    for three in combinations(RANK_BITS, 3):
        common = sum(three)
        values[common] = max([flushes[common | pair] for pair in pairs])
    for cards in (4, 5):
        for bits in combinations(RANK_BITS, cards):
            common = sum(bits)
            values[common] = max([values[common - bit] for bit in bits])
    return values
