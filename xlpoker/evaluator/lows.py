"""The low half of Omaha hi-lo, eight or better: five different ranks from ace to eight; lows compare from their highest card down.

Only ranks count: straights and flushes do not matter, and the ace is low. A set of ranks is a byte, the ace its lowest bit and the
eight its highest, so that the smaller of two numbers is the better low. The 56 lows have the values 1 (8-7-6-5-4) to 56 (the wheel).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

__all__ = ["LOW_BITS", "low_set", "low_values"]

LOW_BITS = (2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 1)
"""The bit of each rank, deuce to ace; none above the eight."""

_VALUES = {five: value for value, five in enumerate([s for s in range(255, 0, -1) if s.bit_count() == 5], 1)}


def low_set(ranks: Iterable[int]) -> int:
    """Return the ranks from ace to eight that are among some ranks, as bits.

    >>> low_set([12, 0, 0, 11])
    3
    """
    found = 0
    for rank in ranks:
        found |= LOW_BITS[rank]
    return found


@lru_cache(1 << 8)
def low_values(held: int) -> list[int]:
    """Return a table, indexed by the board's set of ranks, of the best low of two held ranks and three of the board, 0 for none.

    >>> low_values(0b11)[0b11100], low_values(0b11)[0b11010], low_values(0b10000011)[0b11100000]
    (56, 0, 10)
    """
    pairs = [1 << one | 1 << two for one, two in combinations(range(8), 2) if held >> one & held >> two & 1]
    values = [0] * 256
    for board in range(256):
        if board.bit_count() == 3:
            values[board] = max([_VALUES[pair | board] for pair in pairs if not pair & board], default=0)
        elif board.bit_count() > 3:
            values[board] = max([values[board ^ 1 << rank] for rank in range(8) if board >> rank & 1])
    return values
