"""xlpoker's own scales: strength and cactus, and percentile, the share of all 2,598,960 five-card hands that a hand beats."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from math import comb

from xlpoker.evaluator.classes import TOP, HandClass, ladder
from xlpoker.scales.model import Scale

__all__ = ["SCALES", "class_size", "percentile"]

HANDS = comb(52, 5)


def class_size(rung: HandClass) -> int:
    """Return how many of the 2,598,960 five-card hands belong to a class.

    >>> class_size(ladder()[7461]), class_size(ladder()[0])
    (4, 1020)

    Every rank's suits are chosen freely; where the five ranks differ, the four one-suited choices are the flush's.
    """
    category = rung.category
    if category.flush:
        return 4
    if len(category.shape) == 5:
        return 4**5 - 4
    size = 1
    for times in category.shape:
        size *= comb(4, times)
    return size


@cache
def _below() -> tuple[int, ...]:
    return (0, *accumulate(class_size(rung) for rung in ladder()))


def percentile(strength: float) -> float:
    """Return the share of five-card hands that a hand of that strength beats, equal ones counted half.

    >>> percentile(1), percentile(3745), percentile(3917.125)
    (0.00019623233908948196, 0.8657539939052544, 0.8912411118293472)

    A short hand beats every class below its place and ties with none; five of a kind (above 7462) beats them all.
    """
    below = _below()
    rung = min(int(strength), TOP)
    if strength != rung:
        return below[rung] / HANDS
    return (below[rung - 1] + below[rung]) / 2 / HANDS


SCALES = (
    Scale(
        "strength",
        "higher",
        1,
        TOP,
        "place among the 7,462 classes of five cards, 7462 = royal flush",
        by_strength=lambda strength: strength,
    ),
    Scale(
        "cactus",
        "lower",
        1,
        TOP,
        "the same counted from the top, 1 = royal flush",
        by_strength=lambda strength: 7463 - strength,
    ),
    Scale(
        "percentile",
        "higher",
        0,
        1,
        "share of all five-card hands that it beats, equal ones half",
        by_strength=percentile,
    ),
)
"""What the registry takes."""
