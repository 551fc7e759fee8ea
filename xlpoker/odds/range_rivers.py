"""Two ranges on a river: the pairs of hands that win and tie, by bits.

Hands with the same ranks, the same ranks in the suit of a flush and the same weight are a *group*:
they have the same value. What a group of the first range beats is the set of all lower hands of the
second, an int with one bit a hand::

    second range   AhAd AhAc AdAc KhKd KhKc ...    bit 0, 1, 2, 3, 4, ...
    lower hands    0    0    0    1    1    ...    below aces: kings and whatever else is lower

    group AsKs, AsKh: a copy of the set for each of its hands
                   | 0 0 0 1 1 ... for AsKs | 0 0 0 1 1 ... for AsKh |
    without those that share a card with the hand
                   | 0 0 0 1 1 ...          | 0 0 0 0 0 ...          |     KhKd and KhKc share Kh

`int.bit_count` then counts the pairs of all copies at once. Where the hands of the second range
have many different weights, the weights are multiplied instead, as if no hands shared a card, and
only the pairs that do are counted by bits and taken off.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from operator import itemgetter

from xlpoker.odds.lanes import (
    CODE_NUMBER,
    DECK,
    FLUSHED,
    KEY,
    PAIRS,
    RANK_KEYS,
    SUIT_SHIFTS,
    THREE,
    VALUES,
    flush_values,
)
from xlpoker.odds.ranges import Range, parse_range
from xlpoker.odds.table import whole

__all__ = ["LANE", "Hands", "hands_of", "on_river", "river_values"]

LANE = {}
"""The lane of two ranks, in either order."""
for _lane, (_low, _high) in enumerate(PAIRS):
    LANE[_low, _high] = _lane
    LANE[_high, _low] = _lane


_GroupKey = tuple[int, int, float]
"""What all hands of a group have in common: the lane of their ranks, the ranks in the suit of a
flush (as bits, 0 where these are too few for one), and the weight."""

_Groups = dict[_GroupKey, list[int]]
"""The places of the hands in each group."""


class Hands:
    """A range, prepared for any board.

    cards    the two cards of each hand
    weights  of each hand; the heaviest has 1
    kinds    the number of different weights
    without  by the card: the hands without it, as bits
    """

    def __init__(self, hand_range: Range) -> None:
        heaviest = max(hand_range.weights, default=0)
        self.cards = hand_range.hands
        self.weights = [whole(weight / heaviest) for weight in hand_range.weights]
        self.kinds = len(set(self.weights))
        all_hands = (1 << len(self.cards)) - 1
        self.without = [all_hands] * 52
        for place, (first, second) in enumerate(self.cards):
            hand = 1 << place
            self.without[first] ^= hand
            self.without[second] ^= hand

    def groups(self, suit: int | None, least: int) -> _Groups:
        """Return the places of the hands in each group.

        Hands with at least `least` cards of the suit are told apart by their ranks in it.
        """
        groups: _Groups = {}
        weighted = zip(self.cards, self.weights, strict=True)
        for place, ((first, second), weight) in enumerate(weighted):
            suited = 0
            if first & 3 == suit:
                suited = 1 << (first >> 2)
            if second & 3 == suit:
                suited |= 1 << (second >> 2)
            if suited.bit_count() < least:
                suited = 0
            key = LANE[first >> 2, second >> 2], suited, weight
            groups.setdefault(key, []).append(place)
        return groups


@lru_cache(1 << 6)
def hands_of(text: str) -> Hands:
    """Return the prepared hands of a text; of 64 texts they are kept, half a megabyte each at most."""
    return Hands(parse_range(text))


# Plain tuples: named ones are unpacked at half the speed.

_YourGroup = tuple[float, int, int]
"""A group of the second range: its weight, its hands as bits, and these bits copied, once for each
hand of the largest group of the first range."""

_Products = list[tuple[float, int]]
_MyGroup = tuple[float, int, _Products]
"""A group of the first range: its weight, its hands as bits, and by the weights of the second range
the product of both weights and the copied bits of the hands."""

_Rests = list[tuple[int, int]]
_OfCard = tuple[int, int, _Rests]
"""What a card leaves of two ranges: the hands of the first without it, as bits, and those of the
second; the groups of the first that hold it, with the bits of their hands that do not."""


class _RiverPair:
    """Two ranges in groups.

    The range with fewer groups, times the different weights of the other, comes first.

    swapped         whether the ranges have changed places
    by_weight       whether the second range has different weights, which are counted apart
    by_subtraction  whether weights are multiplied, and pairs that share a card taken off
    is_one_group    whether the first range is one group, such as a known hand, compared one by one
    copies          the int that copies the bits of the second range side by side: times it
    rows            of each group of the first range: for each of its hands, side by side, the hands
                    of the second without its cards; with `by_subtraction` those that share a card
    cards           what each card leaves of both ranges
    lanes_of        picks the values of all groups, those of the second range first, by their lanes
    suited          the place of a group there, and its ranks in the suit, where it can be a flush
    """

    def __init__(self, first: Hands, second: Hands, suit: int | None, least: int) -> None:
        mine = first.groups(suit, least)
        yours = second.groups(suit, least)
        comparisons = len(mine) * second.kinds
        comparisons_if_swapped = len(yours) * first.kinds
        self.swapped = comparisons > comparisons_if_swapped
        if self.swapped:
            first, second = second, first
            mine, yours = yours, mine
        self.by_weight = second.kinds > 1
        self.by_subtraction = self.by_weight and len(mine) * second.kinds > 4
        self.is_one_group = len(mine) == 1 and not self.by_subtraction
        self._width = len(second.cards)
        largest = max(map(len, mine.values()))
        first_bits = [1 << self._width * copy for copy in range(largest)]
        self.copies = sum(first_bits)
        self.yours: list[_YourGroup] = []
        for (_, _, weight), places in yours.items():
            hands = _bits(places)
            self.yours.append((weight, hands, hands * self.copies))
        self.mine: list[_MyGroup] = []
        self.rows: list[int] = []
        self._add_my_groups(first, second, mine)
        self.cards = self._cards(first, second, mine)
        keys = [*yours, *mine]
        lanes = [lane for lane, _, _ in keys]
        self.lanes_of = itemgetter(*lanes)
        self.suited: list[tuple[int, int]] = []
        for place, (_, ranks, _) in enumerate(keys):
            if ranks or not least:
                self.suited.append((place, ranks))

    def _add_my_groups(self, first: Hands, second: Hands, mine: _Groups) -> None:
        """Fill `mine` and `rows`."""
        hands_by_weight = defaultdict[float, int](int)
        for weight, _, copied in self.yours:
            hands_by_weight[weight] |= copied
        sign = -1 if self.by_subtraction else 1
        for (_, _, my_weight), places in mine.items():
            row = 0
            for copy, place in enumerate(places):
                card, other_card = first.cards[place]
                without_both = second.without[card] & second.without[other_card]
                row |= without_both << self._width * copy
            if self.by_subtraction:
                row ^= (1 << self._width * len(places)) - 1
            products = []
            for weight, hands in hands_by_weight.items():
                if hands & row:
                    products.append((sign * my_weight * weight, hands))
            self.mine.append((my_weight, _bits(places), products))
            self.rows.append(row)

    def _cards(self, first: Hands, second: Hands, mine: _Groups) -> list[_OfCard]:
        """Return what each card leaves of both ranges."""
        rests: list[_Rests] = [[] for _ in range(52)]
        copy_bits = (1 << self._width) - 1
        for group, places in enumerate(mine.values()):
            hands = [first.cards[place] for place in places]
            for code in set[int]().union(*hands):
                rest = 0
                for copy, hand in enumerate(hands):
                    if code not in hand:
                        rest |= copy_bits << self._width * copy
                rests[code].append((group, rest))
        return list(zip(first.without, second.without, rests, strict=True))


def _bits(places: Sequence[int]) -> int:
    return sum([1 << place for place in places])


_river_pair = lru_cache(1 << 6)(_RiverPair)
"""Of two small ranges these are 60 KB, of the largest ones half a megabyte."""


@cache
def river_values() -> dict[int, array[int]]:
    """Return the values of five board cards with each pair of ranks by the key of their ranks."""
    values = {}
    for ranks in combinations_with_replacement(RANK_KEYS, 5):
        if ranks[0] < ranks[4]:
            key = sum(ranks)
            lanes = VALUES[key].to_bytes(182, "little")
            values[key] = array("H", lanes)
    return values


_Levels = tuple[list[int], list[int], list[float]]
"""The groups of the second range, the lowest value first: values, copied bits, weights.

Bits are those of all groups below the place, with all hands at the last place. So are weights,
those of possible hands, which are needed with `by_subtraction` alone."""


def on_river(
    board: Sequence[int],
    dead: Sequence[int],
    first: Hands,
    second: Hands,
) -> tuple[float, float, float]:
    """Return the weights of the pairs of hands that share no card: that win, that tie, and all.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> on_river(parse_cards("8c 9s 4c Jh 5d"), (), hands_of("6c7c, 22"), hands_of("TT+"))
    (27.0, 0.0, 189.0)
    """
    first_card, second_card, third_card, turn, river = board
    number = CODE_NUMBER[first_card] + CODE_NUMBER[second_card] + CODE_NUMBER[third_card]
    number += CODE_NUMBER[turn] + CODE_NUMBER[river]
    values = river_values()[number & KEY]
    flushed = number + THREE & FLUSHED
    if flushed:
        shift = SUIT_SHIFTS[flushed][0]
        suit = (shift - DECK) // 13
        common = number >> shift & 8191
        lacking = 5 - common.bit_count()
        pair = _river_pair(first, second, suit, lacking)
        ranked = list(pair.lanes_of(values))
        flushes = flush_values()
        for group, ranks in pair.suited:
            flush = flushes[common | ranks]
            ranked[group] = max(ranked[group], flush)
    else:
        pair = _river_pair(first, second, None, 0)
        ranked = pair.lanes_of(values)
    rows = pair.rows.copy()
    mine = -1
    yours = -1
    for code in (*board, *dead):
        my_others, your_others, rest_by_group = pair.cards[code]
        mine &= my_others
        yours &= your_others
        for group, rest in rest_by_group:
            rows[group] &= rest
    if pair.is_one_group:
        won, tied, total = _compared_with_one(pair, ranked, rows[0], yours)
    else:
        levels = _levels(pair, ranked, yours)
        won, tied, total = _compared(pair, levels, ranked, rows, mine, yours)
    if pair.swapped:
        won = total - won - tied
    return won, tied, total


def _compared_with_one(
    pair: _RiverPair, ranked: Sequence[int], row: int, yours: int
) -> tuple[float, float, float]:
    """Return the weights as `_compared` does, where the first range is one group: the last in `ranked`.

    To sort the groups of the second range would take longer than to go through them once.
    """
    value = ranked[-1]
    lower = 0
    equal = 0
    for your_value, (_, _, hands) in zip(ranked, pair.yours, strict=False):
        if your_value < value:
            lower |= hands
        elif your_value == value:
            equal |= hands
    won: float = 0
    tied: float = 0
    total: float = 0
    met = row & yours * pair.copies
    ((_, _, products),) = pair.mine
    for product, hands_of_weight in products:
        hands_met = met & hands_of_weight
        total += product * hands_met.bit_count()
        won += product * (hands_met & lower).bit_count()
        tied += product * (hands_met & equal).bit_count()
    return won, tied, total


def _levels(pair: _RiverPair, ranked: Sequence[int], yours: int) -> _Levels:
    """Return the groups of the second range by value; `yours` are the possible hands, as bits."""
    values = []
    hands = [0]
    weights = [0.0]
    bits = 0
    weight = 0.0
    by_subtraction = pair.by_subtraction
    for value, (weight_of_hand, group, copied) in sorted(zip(ranked, pair.yours, strict=False)):
        values.append(value)
        bits |= copied
        hands.append(bits)
        if by_subtraction:
            weight += weight_of_hand * (group & yours).bit_count()
            weights.append(weight)
    return values, hands, weights


def _compared(
    pair: _RiverPair,
    levels: _Levels,
    ranked: Sequence[int],
    rows: Sequence[int],
    mine: int,
    yours: int,
) -> tuple[float, float, float]:
    """Return the weights of the pairs that the first range wins, that tie, and all.

    `ranked` are the values of all groups, those of the second range first; `mine` and `yours` are
    the possible hands of both ranges, `rows` those that each hand of the first meets.
    """
    won = tied = total = 0.0
    values, hands, weights = levels
    by_weight = pair.by_weight
    by_subtraction = pair.by_subtraction
    highest = len(values)
    possible = yours * pair.copies
    groups = zip(ranked[highest:], pair.mine, rows, strict=True)
    for value, (weight_of_hand, group, products), row in groups:
        below = until = bisect_left(values, value)
        lower = hands[below]
        equal = 0
        if below < highest and values[below] == value:
            until = bisect_right(values, value)
            equal = hands[until] ^ lower
        if by_subtraction:
            weight = weight_of_hand * (group & mine).bit_count()
            total += weight * weights[-1]
            won += weight * weights[below]
            tied += weight * (weights[until] - weights[below])
        met = row & possible
        if not met:
            continue
        for product, hands_of_weight in products:
            hands_met = met & hands_of_weight if by_weight else met
            pairs = product * hands_met.bit_count()
            total += pairs
            if below == highest:
                won += pairs
            elif below:
                won += product * (hands_met & lower).bit_count()
            if equal:
                tied += product * (hands_met & equal).bit_count()
    return won, tied, total
