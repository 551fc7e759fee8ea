"""Random deals as arrays, valued by the batch kernel: what `xlpoker.odds.deals` does one by one, 10 to 90 times as fast; needs NumPy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from xlpoker.evaluator.batch.tables import Numbers
from xlpoker.odds.all_boards import winners_of_rows
from xlpoker.odds.ranges import HOLES, Range
from xlpoker.odds.table import Table

__all__ = ["tally"]

_CHUNK = 1 << 14
_COMPARED = 1 << 18
"""How many hands are compared with drawn cards at a time."""
_ONE = np.uint64(1)

Lots = list[tuple[int, Numbers, Numbers, Numbers | None]]


def tally(table: Table, samples: int, seed: int, *, in_turn: bool) -> tuple[list[float], list[float]]:
    """Return the sums of the weights, and of their squares, of the random deals that each set of players wins.

    >>> from xlpoker.odds.table import table_of
    >>> [sum(sums) for sums in tally(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 1, in_turn=False)]
    [50.0, 50.0]
    """
    source, lots, size = np.random.default_rng(seed), _lots(table.ranges), HOLES[table.game][0]
    draw, chunk, ends = _at_once, _CHUNK, list(range(0, size * len(table.ranges) + 1, size))
    if in_turn:
        draw, chunk = _in_turn, max(1, min(_CHUNK, _COMPARED // max(len(hands) for _, hands, _, _ in lots)))
    gone = _bits(np.array([[*table.board, *table.dead]], np.uint64))[0]
    unknown = [place for place in range(len(table.ranges)) if table.ranges[place].random]
    columns = [ends[place] + card for place in unknown for card in range(size)]
    columns += range(ends[-1] + len(table.board), ends[-1] + 5)
    sums, squares = np.zeros((2, table.sets))
    for start in range(0, samples, chunk):
        cards = np.empty((ends[-1] + 5, min(chunk, samples - start)), np.uint8)  # a row for each card is written faster
        cards[ends[-1] : ends[-1] + len(table.board)] = np.array(table.board, np.uint8)[:, None]
        picks, used, weights = draw(lots, cards.shape[1], gone, source)
        for (place, hands, _, _), pick in zip(lots, picks, strict=True):
            cards[ends[place] : ends[place + 1]] = hands[pick].T
        for column in columns:
            cards[column] = _free_cards(used, source)
        winners = winners_of_rows(table.game, cards.T, ends, low=table.low)
        sums += np.bincount(winners, weights, table.sets)
        squares += np.bincount(winners, weights * weights, table.sets)
    return sums.tolist(), squares.tolist()


def _bits(hands: Numbers) -> Numbers:
    """Return the set of cards in each row."""
    bits: Numbers = np.bitwise_or.reduce(_ONE << hands.astype(np.uint64), axis=1)
    return bits


def _lots(ranges: Sequence[Range]) -> Lots:
    """Return each range's player, hands, these as bits and their weights if they differ; ranges of any cards are left out."""
    each = [(place, np.array(one.hands, np.uint8), one) for place, one in enumerate(ranges) if not one.random]
    return [(place, hands, _bits(hands), np.array(one.weights) if one.weighted else None) for place, hands, one in each]


def _at_once(lots: Lots, deals: int, gone: Numbers, source: np.random.Generator) -> tuple[Numbers, Numbers, Numbers]:
    """Return where each hand stands in its range, drawn as `xlpoker.odds.deals` does, all cards used, and weights of 1."""
    picks, used, missing = np.zeros((len(lots), deals), np.intp), np.full(deals, gone), np.arange(deals)
    while missing.size:
        taken, clash = np.full(missing.size, gone), np.zeros(missing.size, np.bool_)
        for pick, (_, hands, bits, weights) in zip(picks, lots, strict=True):
            if weights is None:
                some = source.integers(0, len(hands), missing.size)
            else:
                some = source.choice(len(hands), missing.size, p=weights / weights.sum())
            mine = bits[some]
            clash |= (taken & mine) != 0
            taken |= mine
            pick[missing] = some
        used[missing] = taken
        missing = missing[clash]
    return picks, used, np.ones(deals)


def _in_turn(lots: Lots, deals: int, gone: Numbers, source: np.random.Generator) -> tuple[Numbers, Numbers, Numbers]:
    """Return the same for hands each drawn from those still free; the weight is 0 where none was free."""
    picks, used, total = np.zeros((len(lots), deals), np.intp), np.full(deals, gone), np.ones(deals)
    for pick, (_, hands, bits, weights) in sorted(zip(picks, lots, strict=True), key=lambda pair: len(pair[1][1])):
        free = (used[:, None] & bits) == 0
        sums = free.cumsum(1, np.min_scalar_type(len(hands))) if weights is None else (free * weights).cumsum(1)
        wanted = (source.random(deals) * sums[:, -1]).astype(sums.dtype)
        pick[:] = (sums > wanted[:, None]).argmax(axis=1)
        used |= bits[pick]
        total *= sums[:, -1]
    return picks, used, total


def _free_cards(used: Numbers, source: np.random.Generator) -> Numbers:
    """Return for each deal a card that is not used, and mark it as used."""
    codes = source.integers(0, 52, used.size, np.uint64)
    again = np.flatnonzero(used >> codes & _ONE)
    while again.size:
        codes[again] = source.integers(0, 52, again.size, np.uint64)
        again = again[(used[again] >> codes[again] & _ONE) != 0]
    used |= _ONE << codes
    return codes
