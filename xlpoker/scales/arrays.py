"""Scales over whole arrays of hands: a table of 7,475 numbers each; hands whose cards matter go one by one."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import HandError, OptionError
from xlpoker.evaluator.batch import kernel
from xlpoker.evaluator.cards import JOKER
from xlpoker.evaluator.classes import TOP
from xlpoker.scales import Scale, on_scale, scale_named

__all__ = ["numbers_by_class", "on_scale_array", "values"]

Numbers = npt.NDArray[np.float64]


def values(codes: npt.ArrayLike, scale: str = "strength", jokers: str = "natural") -> Numbers:
    """Return the value of each row of codes as float64, NaN where the row is bad.

    >>> hands = np.array([[0, 2, 8, 9, 11], [0, 0, 8, 9, 11]], np.uint8)
    >>> values(hands), values(hands, "mrt")
    (array([7165.,   nan]), array([6.04,  nan]))

    Rows are (n, 1) to (n, 9) uint8. A row is bad with a duplicate, missing or invalid card or more than two jokers
    and on a published scale with five of a kind.
    Raises `OptionError` for an unknown scale or joker rule and for other numbers, `HandError` for ten and more columns,
    and for fewer than five on a published scale. A row costs one look-up; straights on ``machanic-sql`` and straight
    flushes with a joker on ``luyun``, which need their cards, take some 10 microseconds.
    """
    scale_named(scale)
    strengths, bad = kernel.strengths(codes, jokers)
    checked_codes = kernel.checked(codes)
    return on_scale_array(scale, strengths, bad, checked_codes)


def on_scale_array(
    scale: str,
    strengths: npt.NDArray[Any],
    bad: npt.NDArray[np.bool_],
    codes: npt.NDArray[np.uint8] | None = None,
) -> Numbers:
    """Return values of the scale ``strength`` on another scale as float64, NaN where `bad`.

    `codes` are the hands, one per row. ``machanic-sql`` needs them, and raises `OptionError` without; ``luyun`` without
    them goes by the best five.
    """
    named = scale_named(scale)
    if codes is None and named.needs_cards:
        raise OptionError(f"scale {scale} needs the cards of the hands, not their strengths alone")
    if scale == "strength":
        numbers: Numbers = strengths.astype(np.float64)
    elif strengths.max(initial=0) > TOP + 13:
        raise HandError(
            f"scale {scale} has no number for a game with an order of hands of its own; strength has"
        )
    elif strengths.dtype == np.uint16:
        numbers = _table(scale).take(strengths)
    else:
        different, places = np.unique(strengths.astype(np.float64), return_inverse=True)
        numbers_of_different = [_number(named, value) for value in different.tolist()]
        numbers = np.array(numbers_of_different)[places]
    if codes is not None and named.of_cards is not None:
        depends_on_cards = np.isin(strengths, named.loose) & ~bad
        if not named.needs_cards:
            has_joker = (codes == JOKER).any(axis=1)
            depends_on_cards &= has_joker
        for row in np.flatnonzero(depends_on_cards).tolist():
            strength = int(strengths[row])
            cards = codes[row].tolist()
            numbers[row] = named.of_strength(strength, cards)
    if bad.any():
        numbers[bad] = np.nan
    return numbers


def _number(scale: Scale, strength: float) -> float:
    """Return the number of a strength, NaN for a bad hand."""
    if not strength > 0:  # NaN, too
        return np.nan
    whole = int(strength)
    if whole == strength:
        return float(_table(scale.name)[whole])
    return on_scale(scale.name, strength)


@cache
def _table(scale: str) -> Numbers:
    """Return a scale's number of each whole value 0 .. 7475, NaN where there is none."""
    named = scale_named(scale)
    fives_of_a_kind = [np.nan] * 13
    if named.by_strength:
        values_of_fives = range(TOP + 1, TOP + 14)
        fives_of_a_kind = [named.by_strength(value) for value in values_of_fives]
    numbers = [np.nan]
    numbers += numbers_by_class(scale)
    numbers += fives_of_a_kind
    return np.array(numbers)


def numbers_by_class(scale: str) -> list[float]:
    """Return a scale's number of each of the 7,462 classes, weakest first; where suits matter, that of most hands."""
    named = scale_named(scale)
    return [named.of_class(value) for value in range(1, TOP + 1)]
