"""The rules of poker over arrays: (n, cards) uint8 codes -> values, categories, winners, shares; needs NumPy.

Each row gets the value that `xlpoker.evaluator.hand` and its neighbours give a single hand::

    codes.py  cells -> codes and back         games.py    hold'em, Omaha, front      counts.py   how many hands have
        \\                                      |                                         |      each value, undealt
         \\_______________________ kernel.py: values, reasons, winners, shares           |
                                     |              |                                    |
                      engine_numpy.py     engine_numba.py (optional, compiled)           |
                                     \\              |                                    |
                                      tables.py: logarithm keys, drawn with their bits __|

Bad rows are data: they have a `Reason` instead of a value. `codes.py` also rejects arrays that do not hold card codes.
"""

from xlpoker.evaluator.batch.codes import format_codes, parse, parse_hands
from xlpoker.evaluator.batch.counts import value_counts
from xlpoker.evaluator.batch.games import game_showdown, game_strengths
from xlpoker.evaluator.batch.kernel import (
    BAD,
    MISSING,
    REASONS,
    Reason,
    Showdown,
    categories,
    shares,
    showdown,
    strengths,
    values,
    winners,
)

__all__ = [
    "BAD",
    "MISSING",
    "REASONS",
    "Reason",
    "Showdown",
    "categories",
    "format_codes",
    "game_showdown",
    "game_strengths",
    "parse",
    "parse_hands",
    "shares",
    "showdown",
    "strengths",
    "value_counts",
    "values",
    "winners",
]
