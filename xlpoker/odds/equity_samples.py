"""Deals at random over arrays: what `xlpoker.odds.sampling` does, a hundred thousand deals in some tenths of a second."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from xlpoker.errors import HandError
from xlpoker.evaluator.batch import game_strengths
from xlpoker.evaluator.batch.tables import Codes, Numbers
from xlpoker.odds.equity_numpy import best_of
from xlpoker.odds.ranges import HOLES

if TYPE_CHECKING:
    from xlpoker.odds.equity import Table

__all__ = ["sample"]

CHUNK = 1 << 14
MISSES = 1 << 23


def sample(table: Table, samples: int, seed: int) -> list[float]:
    """Return how many of some random deals each set of players wins.

    >>> from xlpoker.odds.equity import table_of
    >>> sum(sample(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 1))
    50.0
    """
    source = np.random.default_rng(seed)
    counts = np.zeros(1 << len(table.ranges))
    for start in range(0, samples, CHUNK):
        deals = min(CHUNK, samples - start)
        drawn, used = _drawn(table, deals, source)
        holes, board = _dealt(table, drawn, used, source)
        values = [game_strengths(table.game, hole, board)[0] for hole in holes]
        counts += np.bincount(best_of(values), minlength=len(counts))
    return counts.tolist()


def _drawn(table: Table, deals: int, source: np.random.Generator) -> tuple[list[Codes | None], Numbers]:
    """Return hands drawn from the ranges that no card is in twice, and the bits of their cards."""
    lots = [None if one.random else np.array(one.hands, np.uint8) for one in table.ranges]
    chances = [np.array(one.weights) / sum(one.weights) if one.weights else None for one in table.ranges]
    hands: list[list[Codes]] = [[] for _ in lots]
    bits: list[Numbers] = []
    missing, tried = deals, 0
    while missing > 0:
        tries = min(max(2 * missing, 1 << 10), CHUNK)
        used = np.zeros(tries, np.uint64)
        free = np.ones(tries, np.bool_)
        picks: list[Codes | None] = []
        for lot, chance in zip(lots, chances, strict=True):
            if lot is None:
                picks.append(None)
                continue
            pick = lot[source.choice(len(lot), tries, p=chance)]
            mine = np.bitwise_or.reduce(np.uint64(1) << pick.astype(np.uint64), axis=1)
            free &= (used & mine) == 0
            used |= mine
            picks.append(pick)
        kept = np.flatnonzero(free)[:missing]
        for found, some in zip(hands, picks, strict=True):
            if some is not None:
                found.append(some[kept])
        bits.append(used[kept])
        missing -= len(kept)
        tried = 0 if len(kept) else tried + tries
        if tried > MISSES:
            raise HandError("the ranges cannot be held together: every combination needs a card twice")
    return [np.concatenate(found) if found else None for found in hands], np.concatenate(bits)


def _dealt(
    table: Table, drawn: list[Codes | None], used: Numbers, source: np.random.Generator
) -> tuple[list[Codes], Codes]:
    """Return everybody's hole cards and the board: what is not drawn comes from the rest of the deck."""
    size, coming = HOLES[table.game][0], 5 - len(table.board)
    wanted = coming + size * sum(hand is None for hand in drawn)
    order = source.random((len(used), 52), np.float32)
    order[:, [*table.board, *table.dead]] = 2
    order[(used[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)] = 2
    rest = np.argpartition(order, wanted, axis=1)[:, :wanted].astype(np.uint8) if wanted else np.empty((len(used), 0))
    if wanted > 1:  # the smallest come in no order that means anything, but not in a random one
        rest = source.permuted(rest, axis=1)
    board = np.concatenate([np.tile(np.array(table.board, np.uint8), (len(used), 1)), rest[:, :coming]], axis=1)
    places = iter(range(coming, wanted, size))
    holes = [rest[:, (at := next(places)) : at + size] if hand is None else hand for hand in drawn]
    return [np.ascontiguousarray(hole, np.uint8) for hole in holes], np.ascontiguousarray(board, np.uint8)
