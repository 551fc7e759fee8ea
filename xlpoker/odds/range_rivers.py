"""Two ranges on a river: the pairs of hands that win and tie, by bits.

Hands with the same ranks, and the same ranks in the suit of a flush, have the same value: a *group*. What a group of the first range
beats is the set of all lower hands of the second, a whole number with one bit a hand. Copied side by side for each hand of the group,
without the hands that share a card with it, the bits are counted by one `int.bit_count` for each weight of the second range.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from xlpoker.odds.lanes import CODE_NUMBER, DECK, FLUSHED, KEY, PAIRS, RANK_KEYS, SUITS_AT, THREE, VALUES, flush_values
from xlpoker.odds.ranges import Range, parse_range
from xlpoker.odds.table import whole

__all__ = ["FEW_WEIGHTS", "LANE", "Hands", "hands_of", "on_river"]

FEW_WEIGHTS = 8
"""So many different weights are counted one after the other; more on both sides are for NumPy."""

LANE = {pair: lane for lane, (low, high) in enumerate(PAIRS) for pair in ((low, high), (high, low))}


class Hands:
    """A range, prepared for any board: as bits the hands without a card, by the card, and the hands of each weight."""

    def __init__(self, held: Range) -> None:
        most = max(held.weights, default=0)
        self.cards, self.weights = held.hands, [whole(weight / most) for weight in held.weights]
        self.without = [(1 << len(self.cards)) - 1] * 52
        self.by_weight = dict.fromkeys(self.weights, 0)
        for place, ((one, two), weight) in enumerate(zip(self.cards, self.weights, strict=True)):
            self.without[one] ^= 1 << place
            self.without[two] ^= 1 << place
            self.by_weight[weight] |= 1 << place

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
    """Two ranges in groups, and for each group of the first what its hands share no card with, side by side.

    The range with fewer hands, times the different weights of the other, is the first here (else `swapped`).
    """

    def __init__(self, first: Hands, second: Hands, suit: int | None, least: int) -> None:
        self.swapped = len(first.cards) * len(second.by_weight) > len(second.cards) * len(first.by_weight)
        if self.swapped:
            first, second = second, first
        self.without, self.by_weight, width = second.without, list(second.by_weight.items()), len(second.cards)
        mine, yours = first.groups(suit, least), second.groups(suit, least)
        self.copies = sum([1 << width * copy for copy in range(max(map(len, mine.values())))])
        """What copies the bits of all hands of the second range side by side."""

        self.others = [sum([1 << place for place in places]) * self.copies for places in yours.values()]
        self.weights = [weight for _, _, weight in mine]
        self.reach: list[int] = []
        self.holding: list[list[tuple[int, int]]] = [[] for _ in range(52)]
        """By the card: the groups of the first range that hold it, and the bits of their other hands."""

        for group, places in enumerate(mine.values()):
            hands = [(width * at, first.cards[place]) for at, place in enumerate(places)]
            self.reach.append(sum([(self.without[one] & self.without[two]) << at for at, (one, two) in hands]))
            for code in {code for _, hand in hands for code in hand}:
                others = sum([(1 << width) - 1 << at for at, hand in hands if code not in hand])
                self.holding[code].append((group, others))
        self.lanes = [lane for lane, _, _ in (*yours, *mine)]
        self.suited = [(at, ranks) for at, (_, ranks, _) in enumerate((*yours, *mine)) if ranks or not least]
        """By the group, those of the second range first: the ranks of its hands, and in the suit, where it can be a flush."""


_duel = lru_cache(1 << 6)(_Duel)  # of two small ranges 60 KB each, of the largest ones 2 MB


@cache
def _values() -> dict[int, array[int]]:
    """Return the values of five board cards with each pair of ranks by the key of their ranks."""
    keys = [sum(ranks) for ranks in combinations_with_replacement(RANK_KEYS, 5) if ranks[0] < ranks[4]]
    return {key: array("H", VALUES[key].to_bytes(182, "little")) for key in keys}


def on_river(board: Sequence[int], dead: Sequence[int], first: Hands, second: Hands) -> tuple[float, float, float]:
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
    reach, free = duel.reach.copy(), -1
    for code in (*board, *dead):
        free &= duel.without[code]
        for group, rest in duel.holding[code]:
            reach[group] &= rest
    able = [(weight, (bits & free) * duel.copies) for weight, bits in duel.by_weight]
    ranked = [values[lane] for lane in duel.lanes]
    if suit is not None:
        flushes = flush_values()
        for group, ranks in duel.suited:
            ranked[group] = max(ranked[group], flushes[common | ranks])
    others, bits, below = duel.others, 0, [0]
    order = sorted(range(len(others)), key=ranked.__getitem__)
    for group in order:
        bits |= others[group]
        below.append(bits)
    levels, highest = [ranked[group] for group in order], len(order)
    won = tied = total = 0.0
    for value, weight, row in zip(ranked[highest:], duel.weights, reach, strict=True):
        at = bisect_left(levels, value)
        lower, equal = below[at], 0
        if at < highest and levels[at] == value:
            equal = below[bisect_right(levels, value)] ^ lower
        for share, them in able:
            met, both = row & them, weight * share
            pairs = both * met.bit_count()
            total += pairs
            if at == highest:
                won += pairs
            elif lower:
                won += both * (met & lower).bit_count()
            if equal:
                tied += both * (met & equal).bit_count()
    return total - won - tied if duel.swapped else won, tied, total
