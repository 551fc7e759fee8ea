"""Two ranges on a river: the pairs of hands that win and tie, by bits.

Hands with the same ranks, the same ranks in the suit of a flush and the same weight are a *group*: they have the same value. What a group of the first
range beats is the set of all lower hands of the second, a whole number with one bit a hand. Copied side by side for each hand of the group,
without the hands that share a card with it, the bits are counted by one `int.bit_count`. Where the hands of the second range differ much in weight,
the numbers of hands are multiplied instead, and only those that share a card are counted by bits.
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
    SUITS_AT,
    THREE,
    VALUES,
    flush_values,
)
from xlpoker.odds.ranges import Range, parse_range
from xlpoker.odds.table import whole

__all__ = ["LANE", "Hands", "hands_of", "on_river"]

LANE = {pair: lane for lane, (low, high) in enumerate(PAIRS) for pair in ((low, high), (high, low))}


class Hands:
    """A range, prepared for any board: its weights, the number of different ones, and as bits the hands without a card, by the card."""

    def __init__(self, held: Range) -> None:
        most = max(held.weights, default=0)
        self.cards, self.weights = held.hands, [whole(weight / most) for weight in held.weights]
        self.kinds = len(set(self.weights))
        self.without = [(1 << len(self.cards)) - 1] * 52
        for place, (one, two) in enumerate(self.cards):
            self.without[one] ^= 1 << place
            self.without[two] ^= 1 << place

    def groups(self, suit: int | None, least: int) -> dict[tuple[int, int, float], list[int]]:
        """Return the places of hands with the same ranks, the same ranks in a suit if `least` or more are of it, and the same weight."""
        found: dict[tuple[int, int, float], list[int]] = {}
        for place, ((one, two), weight) in enumerate(zip(self.cards, self.weights, strict=True)):
            ranks = (one & 3 == suit) << (one >> 2) | (two & 3 == suit) << (two >> 2)
            key = LANE[one >> 2, two >> 2], ranks if ranks.bit_count() >= least else 0, weight
            found.setdefault(key, []).append(place)
        return found


@lru_cache(1 << 6)
def hands_of(text: str) -> Hands:
    """Return the prepared hands of a text; of 64 texts they are kept, at most half a megabyte each."""
    return Hands(parse_range(text))


class _Duel:
    """Two ranges in groups, the one with fewer of them, times the different weights of the other, first (else `swapped`).

    For each hand of a group of the first, side by side: the hands of the second without its cards, counted `apart` by weight; those with one of them
    where weights are `several`, since all others are counted by their numbers then.
    """

    def __init__(self, first: Hands, second: Hands, suit: int | None, least: int) -> None:
        mine, yours = first.groups(suit, least), second.groups(suit, least)
        self.swapped = len(mine) * second.kinds > len(yours) * first.kinds
        if self.swapped:
            first, second, mine, yours = second, first, yours, mine
        self.apart, width, lots = second.kinds > 1, len(second.cards), defaultdict[float, int](int)
        self.several = self.apart and len(mine) * second.kinds > 4
        self.copies = sum([1 << width * copy for copy in range(max(map(len, mine.values())))])
        """What copies the bits of all hands of the second range side by side."""

        self.yours, self.mine, self.rows = [], [], []
        for (_, _, share), places in yours.items():
            hands = sum([1 << place for place in places])
            self.yours.append((share, hands, hands * self.copies))
            lots[share] |= hands * self.copies
        sign = -1 if self.several else 1
        holding: list[list[tuple[int, int]]] = [[] for _ in range(52)]
        for group, ((_, _, share), places) in enumerate(mine.items()):
            cards = [(width * at, first.cards[place]) for at, place in enumerate(places)]
            for code in {code for _, hand in cards for code in hand}:
                holding[code].append(
                    (group, sum([(1 << width) - 1 << at for at, hand in cards if code not in hand]))
                )
            row = sum(
                [(second.without[one] & second.without[two]) << at for at, (one, two) in cards]
            )
            if self.several:
                row ^= (1 << width * len(cards)) - 1
            both = [(sign * share * weight, lot) for weight, lot in lots.items() if lot & row]
            self.mine.append((share, sum([1 << place for place in places]), both))
            self.rows.append(row)
        self.cards = list(zip(first.without, second.without, holding, strict=True))
        """By the card: the hands without it of either range, the groups of the first that hold it, and the bits of their other hands."""

        self.ranks_of = itemgetter(*[lane for lane, _, _ in (*yours, *mine)])
        self.suited = [
            (at, ranks) for at, (_, ranks, _) in enumerate((*yours, *mine)) if ranks or not least
        ]
        """By the group, those of the second range first: the ranks of its hands, and in the suit, where it can be a flush."""


_duel = lru_cache(1 << 6)(
    _Duel
)  # of two small ranges 60 KB each, of the largest ones half a megabyte


@cache
def _values() -> dict[int, array[int]]:
    """Return the values of five board cards with each pair of ranks by the key of their ranks."""
    keys = [
        sum(ranks) for ranks in combinations_with_replacement(RANK_KEYS, 5) if ranks[0] < ranks[4]
    ]
    return {key: array("H", VALUES[key].to_bytes(182, "little")) for key in keys}


def on_river(  # noqa: C901, PLR0912
    board: Sequence[int], dead: Sequence[int], first: Hands, second: Hands
) -> tuple[float, float, float]:
    """Return the weights of the pairs of hands that share no card: those that the first wins, that tie, and all.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> on_river(parse_cards("8c 9s 4c Jh 5d"), (), hands_of("6c7c, 22"), hands_of("TT+"))
    (27.0, 0.0, 189.0)
    """
    number = sum([CODE_NUMBER[code] for code in board])
    values, suit, common, least = _values()[number & KEY], None, 0, 0
    if many := number + THREE & FLUSHED:
        at = SUITS_AT[many][0]
        suit, common = (at - DECK) // 13, number >> at & 8191
        least = 5 - common.bit_count()
    duel = _duel(first, second, suit, least)
    apart, several, rows, mine, yours = duel.apart, duel.several, duel.rows.copy(), -1, -1
    for code in (*board, *dead):
        my_others, your_others, holding = duel.cards[code]
        mine &= my_others
        yours &= your_others
        for group, others in holding:
            rows[group] &= others
    ranked = duel.ranks_of(values)
    if suit is not None:
        flushes, ranked = flush_values(), list(ranked)
        for group, ranks in duel.suited:
            ranked[group] = max(ranked[group], flushes[common | ranks])
    levels, below, bits, weights, weight = [], [0], 0, [0.0], 0.0
    for value, (share, hands, copied) in sorted(zip(ranked, duel.yours, strict=False)):
        levels.append(value)
        bits |= copied
        below.append(bits)
        if several:
            weight += share * (hands & yours).bit_count()
            weights.append(weight)
    won = tied = total = 0.0
    highest, able = len(levels), yours * duel.copies
    for value, (share, hands, both), row in zip(ranked[highest:], duel.mine, rows, strict=True):
        at = until = bisect_left(levels, value)
        lower, equal = below[at], 0
        if at < highest and levels[at] == value:
            until = bisect_right(levels, value)
            equal = below[until] ^ lower
        if several:
            here = share * (hands & mine).bit_count()
            total += here * weight
            won += here * weights[at]
            tied += here * (weights[until] - weights[at])
        if met := row & able:
            for weight_of_two, lot in both:
                some = met & lot if apart else met
                pairs = weight_of_two * some.bit_count()
                total += pairs
                if at == highest:
                    won += pairs
                elif at:
                    won += weight_of_two * (some & lower).bit_count()
                if equal:
                    tied += weight_of_two * (some & equal).bit_count()
    return total - won - tied if duel.swapped else won, tied, total
