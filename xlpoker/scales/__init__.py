"""Scales: other numbers for the same hands, and their registry.

``strength`` (the default), ``cactus`` and ``percentile`` are xlpoker's own and know every hand. The others are
published answers to the question which single number says how good a hand is. Each is faithful to its source, defects
included: its module gives the source, the formula and the defects, and `xlpoker.scales.audit` counts these.

A published scale takes five cards: of six and more the best five count, and a joker counts as the card that it
becomes. It has no number for one to four cards or five of a kind: these raise `HandError`. Two scales depend on more
than the class of the hand: `machanic-sql` at the suits of a straight, `luyun` at all cards where there is a joker.
"""

from __future__ import annotations

from importlib import import_module

from xlpoker.errors import check_choice
from xlpoker.scales.model import Codes, Scale

__all__ = ["SCALES", "Scale", "on_scale", "scale_named"]

_MODULES = (
    "own",
    "mrt",
    "handval",
    "fzz",
    "keepitcool",
    "hans",
    "machanic",
    "luyun",
)
"""The files of this folder that hold scales, in the order in which people see them."""
SCALES: dict[str, Scale] = {
    scale.name: scale
    for name in _MODULES
    for scale in import_module(f"xlpoker.scales.{name}").SCALES
}


def scale_named(scale: str) -> Scale:
    """Return the scale of that name.

    Raises `OptionError` for an unknown one.
    """
    check_choice(scale, SCALES, "is not a scale")
    return SCALES[scale]


def on_scale(scale: str, strength: float, cards: Codes = ()) -> float:
    """Return the number that a scale gives to a hand of that strength; `cards`, its codes, where they matter.

    >>> on_scale("cactus", 7462), on_scale("percentile", 7462), on_scale("mrt", 7165)
    (1, 0.9999992304614154, 6.04)

    Raises `OptionError` for an unknown scale and where a scale needs the cards, `HandError` for a hand that a
    published scale has no number for.
    """
    return scale_named(scale).of_strength(strength, cards)
