"""Scales: other numbers for the same order of hands, and their registry.

======================  ===========================  =========================================================
scale                   range, direction             meaning
======================  ===========================  =========================================================
``strength`` (default)  1 .. 7462, higher is better  the place of the hand among the classes of five cards
``cactus``              1 .. 7462, lower is better   the same counted from the royal flush (Cactus Kev's number)
``percentile``          0 .. 1, higher is better     share of the 2,598,960 hands that it beats, equal ones half
======================  ===========================  =========================================================
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from xlpoker.errors import OptionError, nearest
from xlpoker.scales.percentile import percentile

__all__ = ["SCALES", "Scale", "on_scale"]


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale: its name, which direction is better, one line about it, and the number for a strength."""

    name: str
    better: Literal["higher", "lower"]
    help: str
    of_strength: Callable[[float], float]


def _same(strength: float) -> float:
    return strength


def _cactus(strength: float) -> float:
    return 7463 - strength


SCALES: dict[str, Scale] = {
    scale.name: scale
    for scale in (
        Scale("strength", "higher", "place among the 7,462 classes of five cards, 7462 = royal flush", _same),
        Scale("cactus", "lower", "the same counted from the top, 1 = royal flush", _cactus),
        Scale("percentile", "higher", "share of all five-card hands that it beats, equal ones half", percentile),
    )
}


def on_scale(scale: str, strength: float) -> float:
    """Return the number that a scale gives to a hand of that strength.

    >>> on_scale("cactus", 7462), on_scale("percentile", 7462)
    (1, 0.9999992304614154)

    Raises `OptionError` for an unknown scale.
    """
    if scale not in SCALES:
        raise OptionError(f"'{scale}' is not a scale; {nearest(str(scale), SCALES)}")
    return SCALES[scale].of_strength(strength)
