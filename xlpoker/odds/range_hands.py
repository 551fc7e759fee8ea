"""The hands of a range, prepared for any board; a set of them is a whole number with one bit a hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from xlpoker.odds.lanes import PAIRS
from xlpoker.odds.ranges import Range, parse_range

__all__ = ["LANE", "Hands", "hands_of"]

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
    def heaviest(self) -> int:
        """The hands with the highest weight, as bits."""
        return sum([1 << place for place, weight in enumerate(self.weights) if weight == 1])

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
