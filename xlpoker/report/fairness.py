"""Tests of fairness, which ask whether counts differ more than by chance.

The test is Pearson's chi-square test, with its p-value in words.

The rows of a sheet are deals independent of each other, the hands of one row are not (they share a
deck or a board). So categories are tested for one player at a time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["LEAST", "Fairness", "fairness"]

LEAST = 5
"""The expected count that every cell of the test needs for the chi-square distribution to hold."""
UNLIKELY = 0.05
VERY_UNLIKELY = 0.001


@dataclass(frozen=True, slots=True)
class Fairness:
    """A test: its question, the statistic, its degrees of freedom, and the p-value (`chance`)."""

    question: str
    statistic: float
    degrees: int
    chance: float

    def __str__(self) -> str:
        """Return the question, the p-value in words, and the numbers behind it.

        >>> str(Fairness("Is it fair?", 3.2, 4, tail(3.2, 4)))
        'Is it fair? As expected by chance: 52 of 100 fair sheets differ as much; chi-square(4) = 3.2, p = 0.5249'
        >>> str(Fairness("And this?", 7.0, 1, tail(7.0, 1)))
        'And this? Unlikely by chance: 1 of 123 fair sheets differs as much; chi-square(1) = 7.0, p = 0.0082'
        """
        if self.chance >= UNLIKELY:
            sheets = round(100 * self.chance)
            words = f"As expected by chance: {sheets} of 100 fair sheets differ as much"
        elif self.chance >= VERY_UNLIKELY:
            sheets = round(1 / self.chance)
            words = f"Unlikely by chance: 1 of {sheets:,} fair sheets differs as much"
        else:
            sheets = round(1 / VERY_UNLIKELY)
            words = (
                f"Very unlikely by chance: fewer than 1 of {sheets:,} fair sheets differs as much"
            )
        p = "p < 0.0001" if self.chance < 0.0001 else f"p = {self.chance:.4f}"
        return f"{self.question} {words}; chi-square({self.degrees}) = {self.statistic:.1f}, {p}"


def fairness(
    question: str, observed: Sequence[float], expected: Sequence[float]
) -> Fairness | None:
    """Return the test of counts against those expected; None where too little is expected to tell.

    >>> test = fairness("Is the die fair?", [5, 8, 9, 8, 10, 20], [10] * 6)
    >>> round(test.statistic, 1), test.degrees, round(test.chance, 3)
    (13.4, 5, 0.02)
    >>> fairness("Is it?", [3, 4], [3.5, 3.5]) is None
    True

    Cells that expect fewer than 5 are merged. Source: Pearson 1900; the rule of 5 is Cochran's
    (1954).
    """
    cells = _merged_cells(sorted(zip(expected, observed, strict=True)))
    if len(cells) < 2:
        return None
    statistic = sum((count - expectation) ** 2 / expectation for expectation, count in cells)
    degrees = len(cells) - 1
    return Fairness(question, statistic, degrees, tail(statistic, degrees))


def _merged_cells(cells: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Merge the two least cells, each an expected and an observed count, until all expect enough.

    >>> _merged_cells([(2, 1), (4, 3), (20, 22)])
    [(6, 4), (20, 22)]
    """
    while len(cells) > 1 and cells[0][0] < LEAST:
        least, second, *rest = cells
        merged = (least[0] + second[0], least[1] + second[1])
        cells = sorted([merged, *rest])
    return cells


def tail(statistic: float, degrees: int) -> float:
    """Return the chance of a chi-square of at least that size.

    >>> round(tail(3.841, 1), 3), round(tail(5.991, 2), 3), round(tail(16.919, 9), 3)
    (0.05, 0.05, 0.05)

    Source: Abramowitz and Stegun 6.5.21, with a = degrees / 2 and x = statistic / 2:

        Q(1/2, x) = erfc(sqrt(x))
        Q(1, x) = e^-x
        Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a + 1)
    """
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    if degrees % 2:
        a = 0.5
        chance = math.erfc(math.sqrt(half))
    else:
        a = 1.0
        chance = math.exp(-half)
    while a < degrees / 2:
        chance += math.exp(a * math.log(half) - half - math.lgamma(a + 1))
        a += 1
    return chance
