"""The parts of a pot whose other half is for the low hand: each player's share in a row.

::

    high  low          share id        share
    5007  60056        1 + 101 + 2     1 of 1 high, 1 of 2 low     0.75
    4120  60056        1 +   0 + 2                  1 of 2 low     0.25

This module needs no NumPy: buttons in a spreadsheet program use it, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from xlpoker.evaluator.showdown import shares_of_halves
from xlpoker.scoring.single_rows import NO_SHOWDOWN

__all__ = ["HIGH_WINNERS", "NO_PART", "pot_text", "share_cell", "share_of", "shares_of_row"]

HIGH_WINNERS = 101
"""The step of a share's id for each player with the best high hand; the rest are those of the low half."""
NO_PART = 1
"""The id of a player in the showdown who gets nothing; 0 is that of a player who is not in it."""


@cache
def share_of(share_id: int) -> Fraction | None:
    """Return the share of the pot that an id stands for, None for a player who is not in the showdown.

    >>> share_of(1 + 101 + 2), share_of(NO_PART), share_of(0)
    (Fraction(3, 4), Fraction(0, 1), None)
    """
    if share_id == 0:
        return None
    share = Fraction(0)
    for winners in divmod(share_id - NO_PART, HIGH_WINNERS):
        if winners:
            share += Fraction(1, 2 * winners)
    return share


def shares_of_row(
    values: Sequence[float], lows: Sequence[float], winner: int
) -> tuple[Fraction | None, ...]:
    """Return the share of each player in a row, None for one who is not in the showdown.

    >>> shares_of_row([5007, 4120, 0], [60056, 60056, 0], 0), shares_of_row([0, 0], [0, 0], 2)
    ((Fraction(3, 4), Fraction(1, 4), None), (None, Fraction(1, 1)))
    """
    if winner == NO_SHOWDOWN:
        return (None,) * len(values)
    if not any(values):  # everybody else folded before the board was dealt
        players = range(1, len(values) + 1)
        return tuple(Fraction(1) if player == winner else None for player in players)
    shares = zip(values, shares_of_halves(values, lows), strict=True)
    return tuple(share if value else None for value, share in shares)


def share_cell(share: Fraction | None) -> int | float | None:
    """Return a share as a cell holds it.

    >>> share_cell(Fraction(3, 4)), share_cell(Fraction(1)), share_cell(None)
    (0.75, 1, None)
    """
    if share is None:
        return None
    return float(share) if share.denominator > 1 else int(share)


def pot_text(pots: Fraction) -> str:
    """Return a sum of shares of pots with up to two decimals.

    >>> pot_text(Fraction(5, 2)), pot_text(Fraction(7, 3)), pot_text(Fraction(1200))
    ('2.5', '2.33', '1,200')
    """
    return f"{float(pots):,.2f}".rstrip("0").rstrip(".")
