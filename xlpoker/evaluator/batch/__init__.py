"""The rules of poker over arrays: (n, cards) uint8 codes -> values, categories, winners, shares; needs NumPy.

What a row is worth is what `xlpoker.evaluator.hand` and its neighbours say of the one hand; here are millions of rows::

    text.py   cells -> codes and back         games.py    hold'em, Omaha, front      counts.py   how many hands have
        \\                                      |                                         |      each value, undealt
         \\_______________________ kernel.py: values, reasons, winners, shares           |
                                     |              |                                    |
                      engine_numpy.py     engine_numba.py (optional, compiled)           |
                                     \\              |                                    |
                                      tables.py: logarithm keys, drawn with their bits __|

Bad rows are data: they have a `Reason` instead of a value. What is no array of codes at all is refused by `given.py`.
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
