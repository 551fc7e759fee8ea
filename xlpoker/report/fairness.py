"""Tests of fairness: do counts differ more than by chance? Pearson's chi-square test, with its p-value in words.

The rows of a sheet are deals independent of each other, the hands of one row are not (they share a deck or a board). So
categories are tested for one player at a time. Not all players are in every row, so wins are tested within the groups of players of each showdown.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = ["LEAST", "Fairness", "equal_shares", "fairness", "fairness_of_wins", "tail"]

LEAST = 5  # expected count that every cell of the test needs for the chi-square distribution to hold
SELDOM, HARDLY = 0.05, 0.001


@dataclass(frozen=True, slots=True)
class Fairness:
    """A test: its question, the statistic, its degrees of freedom, and the p-value (`chance`)."""

    question: str
    statistic: float
    degrees: int
    chance: float

    @property
    def words(self) -> str:
        """Return the p-value in words.

        >>> Fairness("", 3.2, 4, tail(3.2, 4)).words
        'as expected by chance: 52 of 100 fair sheets differ as much'
        >>> Fairness("", 7.0, 1, tail(7.0, 1)).words
        'unlikely by chance: 1 of 123 fair sheets differs as much'
        """
        if self.chance >= SELDOM:
            return f"as expected by chance: {round(100 * self.chance)} of 100 fair sheets differ as much"
        if self.chance >= HARDLY:
            return f"unlikely by chance: 1 of {round(1 / self.chance):,} fair sheets differs as much"
        return f"very unlikely by chance: fewer than 1 of {round(1 / HARDLY):,} fair sheets differs as much"


def equal_shares(players: int, showdowns: Mapping[tuple[int, ...], int]) -> list[float]:
    """Return how many rows each player would win if all players in a showdown won equally often.

    >>> equal_shares(3, {(0, 1): 10, (0, 1, 2): 30})
    [15.0, 15.0, 10.0]
    """
    return [sum(rows / len(group) for group, rows in showdowns.items() if player in group) for player in range(players)]


def fairness_of_wins(question: str, won: Sequence[int], showdowns: Mapping[tuple[int, ...], int]) -> Fairness | None:
    """Return the test of each player's wins against an equal share of the showdowns with that player.

    >>> test = fairness_of_wins("Is it?", [376, 624], {(0, 1): 1000})
    >>> round(test.statistic, 3), test.degrees
    (61.504, 1)

    Only those who expect 5 wins or more against others are compared; None where nobody does. The statistic is that of
    differences with the covariance of such draws (Wald 1943): where all are in every row it is Pearson's.
    """
    import numpy as np

    differences, spread = np.array(won, float), np.zeros((len(won), len(won)))
    enough = np.zeros(len(won))
    for group, rows in showdowns.items():
        at, share = np.array(group), rows / len(group)
        differences[at] -= share
        spread[np.ix_(at, at)] -= share / len(group)
        spread[at, at] += share
        enough[at] += share if len(group) > 1 else 0
    kept = np.flatnonzero(enough >= LEAST)
    spread = spread[np.ix_(kept, kept)]
    degrees = int(np.linalg.matrix_rank(spread, hermitian=True)) if len(kept) else 0
    if not degrees:
        return None
    statistic = float(differences[kept] @ np.linalg.pinv(spread, hermitian=True) @ differences[kept])
    return Fairness(question, statistic, degrees, tail(statistic, degrees))


def fairness(question: str, found: Sequence[float], expected: Sequence[float]) -> Fairness | None:
    """Return the test of counts against those expected; None where too little is expected to tell.

    >>> test = fairness("Is the die fair?", [5, 8, 9, 8, 10, 20], [10] * 6)
    >>> round(test.statistic, 1), test.degrees, round(test.chance, 3)
    (13.4, 5, 0.02)
    >>> fairness("Is it?", [3, 4], [3.5, 3.5]) is None
    True

    Cells that expect fewer than 5 are taken together. Source: Pearson 1900; the rule of 5 is Cochran's (1954).
    """
    cells = sorted(zip(expected, found, strict=True))
    while len(cells) > 1 and cells[0][0] < LEAST:
        (first, one), (second, two), *rest = cells
        cells = sorted([(first + second, one + two), *rest])
    if len(cells) < 2:
        return None
    statistic = sum((seen - should) ** 2 / should for should, seen in cells)
    return Fairness(question, statistic, len(cells) - 1, tail(statistic, len(cells) - 1))


def tail(statistic: float, degrees: int) -> float:
    """Return the chance of a chi-square of at least that size.

    >>> round(tail(3.841, 1), 3), round(tail(5.991, 2), 3), round(tail(16.919, 9), 3)
    (0.05, 0.05, 0.05)

    Source: Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a + 1), from Q(1/2, x) = erfc(sqrt(x)) and Q(1, x) = e^-x
    (Abramowitz and Stegun 6.5.21), with a = degrees / 2 and x = statistic / 2.
    """
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    a, chance = (0.5, math.erfc(math.sqrt(half))) if degrees % 2 else (1.0, math.exp(-half))
    while a < degrees / 2:
        chance += math.exp(a * math.log(half) - half - math.lgamma(a + 1))
        a += 1
    return chance
