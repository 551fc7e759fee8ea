"""Two ranges on a river: the pairs of hands that win and tie, by bits.

Hands are sorted by value. What a hand beats is the set of all lower ones without those that share a card with it, a whole number
with one bit a hand, and `int.bit_count` counts it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement

from xlpoker.odds.lanes import DECK, FLUSHED, KEY, NUMBER, PAIRS, RANK_KEYS, SUITS_AT, THREE, VALUES, flush_values
from xlpoker.odds.ranges import Range, parse_range

__all__ = ["LANE", "Hands", "hands_of", "on_river"]

Level = tuple[int, int, int, Sequence[int]]
LANE = {pair: lane for lane, (low, high) in enumerate(PAIRS) for pair in ((low, high), (high, low))}


class Hands:
    """A range, prepared for any board: which hands lack a card, and which are alike."""

    def __init__(self, one: Range) -> None:
        most = max(one.weights, default=0)
        self.cards, self.weights = one.hands, [weight / most for weight in one.weights]
        self.level = not one.weighted
        self._alike: dict[int | None, list[Level]] = {}

    @cached_property
    def without(self) -> list[int]:
        """The hands without a card, as bits, by the card."""
        without = [(1 << len(self.cards)) - 1] * 52
        for place, (one, two) in enumerate(self.cards):
            without[one] ^= 1 << place
            without[two] ^= 1 << place
        return without

    def apart(self, cards: Sequence[int]) -> int:
        """Return the hands without any of some cards, as bits."""
        without, bits = self.without, -1
        for code in cards:
            bits &= without[code]
        return bits

    def alike(self, suit: int | None) -> list[Level]:
        """Return the hands with the same ranks, and the same ranks in a suit: lane, these ranks as bits, hands as bits and places."""
        if suit not in self._alike:
            found: dict[tuple[int, int], list[int]] = {}
            for place, (one, two) in enumerate(self.cards):
                ranks = (one & 3 == suit) << (one >> 2) | (two & 3 == suit) << (two >> 2)
                found.setdefault((LANE[one >> 2, two >> 2], ranks), []).append(place)
            self._alike[suit] = [
                (lane, ranks, sum([1 << place for place in places]), places) for (lane, ranks), places in found.items()
            ]
        return self._alike[suit]


@lru_cache(1 << 6)
def hands_of(text: str) -> Hands:
    """Return the prepared hands of a text; of 64 texts they are kept, at most half a megabyte each."""
    return Hands(parse_range(text))


@lru_cache(1 << 6)
def _reach(first: Hands, second: Hands) -> list[int]:
    """Return for each hand of the first range those of the second that share no card with it, as bits."""
    return [second.apart(hand) for hand in first.cards]


@cache
def _values() -> dict[int, array[int]]:
    """Return the values of five board cards with each pair of ranks by the key of their ranks."""
    keys = [sum(ranks) for ranks in combinations_with_replacement(RANK_KEYS, 5) if ranks[0] < ranks[4]]
    return {key: array("H", VALUES[key].to_bytes(182, "little")) for key in keys}


def on_river(board: Sequence[int], dead: Sequence[int], first: Hands, second: Hands) -> tuple[int, int, int]:
    """Return of all pairs of hands that share no card how many the first wins and how many tie, and their number; weights do not count.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> on_river(parse_cards("8c 9s 4c Jh 5d"), (), hands_of("6c7c, 22"), hands_of("TT+"))
    (27, 0, 189)
    """
    if len(first.cards) > len(second.cards):
        won, tied, total = on_river(board, dead, second, first)
        return total - won - tied, tied, total
    number = sum([NUMBER[code] for code in board])
    values, suit, common = _values()[number & KEY], None, 0
    if many := number + THREE & FLUSHED:
        at = SUITS_AT[many][0]
        suit, common = (at - DECK) // 13, number >> at & 8191
    gone = (*board, *dead)
    reach, free, mine_free = _reach(first, second), second.apart(gone), first.apart(gone)
    levels: dict[int, int] = {}
    for value, bits, _ in _levels(second.alike(suit), values, common):
        levels[value] = levels.get(value, 0) | bits
    higher = sorted(levels, reverse=True)
    won = tied = total = below = 0
    for value, _, places in sorted(_levels(first.alike(suit), values, common)):
        while higher and higher[-1] < value:
            below |= levels[higher.pop()]
        equal = levels.get(value, 0)
        for one in places:
            if mine_free >> one & 1:
                able = reach[one] & free
                total += able.bit_count()
                won += (able & below).bit_count()
                if equal:
                    tied += (able & equal).bit_count()
    return won, tied, total


def _levels(alike: list[Level], values: array[int], common: int) -> list[tuple[int, int, Sequence[int]]]:
    """Return the value, the bits and the places of hands that are alike, `common` being the ranks of three cards or more of a suit."""
    flushes, found = flush_values(), []
    for lane, ranks, bits, places in alike:
        value = values[lane]
        if common and flushes[common | ranks] > value:
            value = flushes[common | ranks]
        found.append((value, bits, places))
    return found
