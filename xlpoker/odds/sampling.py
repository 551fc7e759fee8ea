"""Deals at random, in pure Python: what is left when counting takes too long and NumPy is not there.

Hands are drawn from the ranges independently and put back together when two need the same card, which gives every
combination its true chance; players who may hold anything get their cards from what is left of the deck, as the board
does.
"""

from __future__ import annotations

from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING

from xlpoker.errors import HandError
from xlpoker.evaluator.games import omaha_strength
from xlpoker.evaluator.hand import strength
from xlpoker.odds.ranges import HOLES

if TYPE_CHECKING:
    from xlpoker.odds.equity import Table

__all__ = ["MISSES", "sample"]

MISSES = 100_000
"""After so many draws in a row in which ranges got in each other's way they are taken to exclude each other."""


def sample(table: Table, samples: int, seed: int) -> list[float]:
    """Return how many of some random deals each set of players wins.

    >>> from xlpoker.odds.equity import table_of
    >>> sum(sample(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 1))
    50.0
    """
    source = Random(seed)  # noqa: S311 - cards, not secrets
    holes = HOLES[table.game][0]
    lots = [
        None if one.random else (one.hands, list(accumulate(one.weights)) if len(set(one.weights)) > 1 else None)
        for one in table.ranges
    ]
    deck = [code for code in range(52) if code not in table.board and code not in table.dead]
    randoms = sum(lot is None for lot in lots)
    counts = [0.0] * (1 << len(lots))
    coming = 5 - len(table.board)
    for _ in range(samples):
        for _ in range(MISSES):
            drawn = [
                None
                if lot is None
                else source.choice(lot[0])
                if lot[1] is None
                else source.choices(lot[0], cum_weights=lot[1])[0]
                for lot in lots
            ]
            used = [code for hand in drawn if hand for code in hand]
            taken = set(used)
            if len(taken) == len(used):
                break
        else:
            raise HandError("the ranges cannot be held together: every combination needs a card twice")
        rest = source.sample([code for code in deck if code not in taken], coming + holes * randoms)
        board = [*table.board, *rest[:coming]]
        others = iter(rest[coming:])
        values = []
        for hand in drawn:
            cards = hand or [next(others) for _ in range(holes)]
            values.append(omaha_strength(cards, board) if table.game == "omaha" else strength([*cards, *board]))
        best = max(values)
        counts[sum(1 << place for place, value in enumerate(values) if value == best)] += 1
    return counts
