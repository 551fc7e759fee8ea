"""Random deals as arrays, valued by the batch kernel; needs NumPy.

Hands are drawn from the ranges independently, and all again when two need the same card, which gives every combination its true chance.
Where that would nearly always happen (nine players with TT+) they are drawn in turn and weighted, as `xlpoker.odds.deals` does.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from xlpoker.evaluator.batch.tables import Numbers
from xlpoker.odds.all_boards import winners_of_rows
from xlpoker.odds.ranges import HOLES, Range
from xlpoker.odds.table import Table

__all__ = ["crowded", "tally"]

_CHUNK = 1 << 14
_COMPARED = 1 << 18
"""How many hands are compared with drawn cards at a time."""
_PILOT = 256
Lots = list[tuple[int, Numbers, Numbers, Numbers | None]]
"""Players, their hands, these as bits, and their weights if they differ."""


def crowded(ranges: Sequence[Range]) -> int:
    """Return how many hands have to be examined for a deal where they are drawn in turn, 0 where they are drawn independently.

    >>> from xlpoker.odds.ranges import parse_range
    >>> crowded([parse_range("TT+")] * 2), crowded([parse_range("TT+")] * 7)
    (0, 210)
    """
    lots = _lots(ranges)
    clash = _drawn(lots, np.zeros(_PILOT, np.uint64), np.random.default_rng(_PILOT))[2]
    return sum(len(hands) for _, hands, _, _ in lots) if clash.mean() > 15 / 16 else 0


def tally(table: Table, samples: int, seed: int) -> tuple[list[float], list[float]]:
    """Return the sums of the weights, and of their squares, of the random deals that each set of players wins.

    >>> from xlpoker.odds.table import table_of
    >>> [sum(sums) for sums in tally(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 1)]
    [50.0, 50.0]
    """
    source, lots, size = np.random.default_rng(seed), _lots(table.ranges), HOLES[table.game][0]
    draw, chunk, ends = _at_once, _CHUNK, list(range(0, size * len(table.ranges) + 1, size))
    gone = _bits(np.array([[*table.board, *table.dead]], np.uint64))[0]
    if crowded(table.ranges):
        draw, chunk = _in_turn, max(1, min(_CHUNK, _COMPARED // max(len(hands) for _, hands, _, _ in lots)))
    columns = [ends[place] + card for place, one in enumerate(table.ranges) if one.random for card in range(size)]
    columns += range(ends[-1] + len(table.board), ends[-1] + 5)
    sums, squares = np.zeros((2, 1 << len(table.ranges)))
    for start in range(0, samples, chunk):
        cards = np.empty((ends[-1] + 5, min(chunk, samples - start)), np.uint8)  # a row for each card is written faster
        cards[ends[-1] : ends[-1] + len(table.board)] = np.array(table.board, np.uint8)[:, None]
        picks, used, weights = draw(lots, np.full(cards.shape[1], gone), source)
        for (place, hands, _, _), pick in zip(lots, picks, strict=True):
            cards[ends[place] : ends[place + 1]] = hands[pick].T
        for column in columns:
            cards[column] = _free_cards(used, source)
        winners = winners_of_rows(table.game, cards.T, ends)
        sums += np.bincount(winners, weights, len(sums))
        squares += np.bincount(winners, weights * weights, len(sums))
    return sums.tolist(), squares.tolist()


def _bits(hands: Numbers) -> Numbers:
    """Return the set of cards in each row."""
    bits: Numbers = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return bits


def _lots(ranges: Sequence[Range]) -> Lots:
    """Return the ranges as arrays; those of any cards are left out."""
    each = [(place, np.array(one.hands, np.uint8), one) for place, one in enumerate(ranges) if not one.random]
    return [(place, hands, _bits(hands), np.array(one.weights) if one.weighted else None) for place, hands, one in each]


def _drawn(lots: Lots, used: Numbers, source: np.random.Generator) -> tuple[Numbers, Numbers, Numbers]:
    """Return where hands drawn independently stand in their ranges, all cards used, and where two hands need the same card."""
    picks, clash = np.zeros((len(lots), len(used)), np.intp), np.zeros(len(used), np.bool_)
    for pick, (_, hands, bits, weights) in zip(picks, lots, strict=True):
        chances = None if weights is None else weights / weights.sum()
        pick[:] = source.choice(len(hands), len(used), p=chances)
        clash |= (used & bits[pick]) != 0
        used = used | bits[pick]
    return picks, used, clash


def _at_once(lots: Lots, gone: Numbers, source: np.random.Generator) -> tuple[Numbers, Numbers, Numbers]:
    """Return the same for hands that go together, and the weights of the deals, which are 1."""
    picks, used, clash = _drawn(lots, gone, source)
    while (missing := np.flatnonzero(clash)).size:
        picks[:, missing], used[missing], clash[missing] = _drawn(lots, gone[missing], source)
    return picks, used, np.ones(len(gone))


def _in_turn(lots: Lots, gone: Numbers, source: np.random.Generator) -> tuple[Numbers, Numbers, Numbers]:
    """Return the same for hands each drawn from those still free; the weight is 0 where none was free."""
    picks, used, total = np.zeros((len(lots), len(gone)), np.intp), gone, np.ones(len(gone))
    for pick, (_, hands, bits, weights) in sorted(zip(picks, lots, strict=True), key=lambda pair: len(pair[1][1])):
        free = (used[:, None] & bits) == 0
        sums = free.cumsum(1, np.min_scalar_type(len(hands))) if weights is None else (free * weights).cumsum(1)
        wanted = (source.random(len(used)) * sums[:, -1]).astype(sums.dtype)
        pick[:] = (sums > wanted[:, None]).argmax(axis=1)
        used = used | bits[pick]
        total *= sums[:, -1]
    return picks, used, total


def _free_cards(used: Numbers, source: np.random.Generator) -> Numbers:
    """Return for each deal a card that is not used, and mark it as used."""
    one = np.uint64(1)
    codes = source.integers(0, 52, used.size, np.uint64)
    while (again := np.flatnonzero(used >> codes & one)).size:
        codes[again] = source.integers(0, 52, again.size, np.uint64)
    used |= one << codes
    return codes
