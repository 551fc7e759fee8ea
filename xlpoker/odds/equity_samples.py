"""Random deals over arrays: `xlpoker.odds.sampling` with NumPy, a hundred thousand deals in some tenths of a second."""

from __future__ import annotations

from functools import cache

import numpy as np

from xlpoker.errors import HandError
from xlpoker.evaluator.batch import game_strengths
from xlpoker.evaluator.batch.tables import Codes, Numbers
from xlpoker.evaluator.lows import LOW_BITS, low_values
from xlpoker.odds.equity_numpy import best_of, low_winners
from xlpoker.odds.ranges import HOLES
from xlpoker.odds.sampling import check_weights, crowded
from xlpoker.odds.table import APART, Table

__all__ = ["sample"]

CHUNK = 1 << 14
_COMPARED = 1 << 20
"""How many hands are compared with drawn cards at a time: some 25 MB."""


def sample(table: Table, samples: int, seed: int) -> tuple[list[float], list[float]]:
    """Return how many of some random deals each set of players wins, and the sums of the squares of their weights.

    >>> from xlpoker.odds.table import APART, table_of
    >>> [sum(counts) for counts in sample(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 1)]
    [50.0, 50.0]
    """
    source = np.random.default_rng(seed)
    counts, squares = np.zeros((2, table.sets))
    chunk, draw = CHUNK, _at_once
    if crowded(table.ranges)[0]:
        chunk, draw = min(CHUNK, _COMPARED // max(len(one.hands) for one in table.ranges)), _in_turn
        if not _in_turn(table, chunk, source)[2].any():
            raise HandError(APART)
    for start in range(0, samples, chunk):
        drawn, used, weights = draw(table, min(chunk, samples - start), source)
        holes, board = _dealt(table, drawn, used, source)
        winners = best_of([game_strengths(table.game, hole, board)[0] for hole in holes])
        if table.low:
            winners = winners | low_winners([_lows().take(_low_set(hole) << 8 | _low_set(board)) for hole in holes])
        counts += np.bincount(winners, weights, len(counts))
        squares += np.bincount(winners, weights * weights, len(counts))
    check_weights(total := counts.sum(), samples)
    return (counts * (samples / total)).tolist(), (squares * (samples / total) ** 2).tolist()


@cache
def _lows() -> Numbers:
    """Return a table of the best low's value, indexed by the held set of ranks above the board's."""
    return np.concatenate([np.array(low_values(held), np.uint8) for held in range(256)])


def _low_set(cards: Codes) -> Numbers:
    """Return the ranks from ace to eight in each row, as bits."""
    bits: Numbers = np.bitwise_or.reduce(np.array(LOW_BITS).take(cards >> 2), axis=1)
    return bits


def _lots(table: Table) -> list[tuple[Codes, Numbers, Numbers | None] | None]:
    """Return each range's hands, the bits of their cards, and weights if they differ; nothing for a range of any cards."""
    return [
        None
        if one.random
        else (
            np.array(one.hands, np.uint8),
            np.array([sum(1 << code for code in hand) for hand in one.hands], np.uint64),
            np.array(one.weights, np.float64) if len(set(one.weights)) > 1 else None,
        )
        for one in table.ranges
    ]


def _at_once(table: Table, deals: int, source: np.random.Generator) -> tuple[list[Codes | None], Numbers, Numbers]:
    """Return deals of independently drawn hands without duplicate cards, the bits of their cards, and weights of 1."""
    lots = _lots(table)
    found: list[list[Numbers]] = [[] for _ in lots]
    bits: list[Numbers] = []
    missing = deals
    while missing > 0:
        tries = min(max(2 * missing, 1 << 10), CHUNK)
        used, picks = np.zeros(tries, np.uint64), [np.zeros(tries, np.intp)] * len(lots)
        for place, lot in enumerate(lots):
            if lot is not None:
                hands, cards, weights = lot
                picks[place] = source.choice(
                    len(hands), len(used), p=None if weights is None else weights / weights.sum()
                )
                mine = cards[picks[place]]
                free = np.flatnonzero((used & mine) == 0)  # the other deals are drawn anew, all hands of each
                picks = [pick[free] for pick in picks]
                used = (used | mine)[free]
        for some, pick in zip(found, picks, strict=True):
            some.append(pick[:missing])
        bits.append(used[:missing])
        missing -= len(used)
    drawn = [lot and lot[0][np.concatenate(some)] for lot, some in zip(lots, found, strict=True)]
    return drawn, np.concatenate(bits), np.ones(deals)


def _in_turn(table: Table, deals: int, source: np.random.Generator) -> tuple[list[Codes | None], Numbers, Numbers]:
    """Return deals of hands each drawn from those still free, the bits of their cards, and weights: 0 where none was free."""
    lots = _lots(table)
    drawn: list[Codes | None] = [None] * len(lots)
    used, weights = np.zeros(deals, np.uint64), np.ones(deals)
    for place in sorted(range(len(lots)), key=lambda place: len(table.ranges[place].hands)):
        if lot := lots[place]:
            hands, cards, shares = lot
            free = (used[:, None] & cards) == 0
            sums = free.cumsum(axis=1, dtype=np.int32) if shares is None else (free * shares).cumsum(axis=1)
            wanted = source.random(deals) * sums[:, -1]
            pick = (sums > wanted[:, None]).argmax(axis=1)
            drawn[place] = hands[pick]
            used |= cards[pick]
            weights *= sums[:, -1]
    return drawn, used, weights


def _dealt(
    table: Table, drawn: list[Codes | None], used: Numbers, source: np.random.Generator
) -> tuple[list[Codes], Codes]:
    """Return each player's hole cards and the board; cards not drawn from a range come from the rest of the deck."""
    size, coming = HOLES[table.game][0], 5 - len(table.board)
    wanted = coming + size * sum(hand is None for hand in drawn)
    order = source.random((len(used), 52), np.float32)
    order[:, [*table.board, *table.dead]] = 2
    order[(used[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)] = 2
    rest = np.argpartition(order, wanted, axis=1)[:, :wanted].astype(np.uint8) if wanted else np.empty((len(used), 0))
    if wanted > 1:  # argpartition's order of the smallest is arbitrary, but not random
        rest = source.permuted(rest, axis=1)
    board = np.concatenate([np.tile(np.array(table.board, np.uint8), (len(used), 1)), rest[:, :coming]], axis=1)
    places = iter(range(coming, wanted, size))
    holes = [rest[:, (at := next(places)) : at + size] if hand is None else hand for hand in drawn]
    return [np.ascontiguousarray(hole, np.uint8) for hole in holes], np.ascontiguousarray(board, np.uint8)
