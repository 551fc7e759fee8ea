"""What is given as codes, looked at before anything is reckoned: whole numbers in rows of equal length, or a sentence."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import HandError, OptionError, shown
from xlpoker.evaluator.batch.tables import Codes
from xlpoker.evaluator.cards import MAX_CARDS

__all__ = ["BAD", "MISSING", "checked", "ragged", "whole_codes"]

MISSING = 255
"""The code of a card that is not there."""
BAD = 254
"""The code of a cell that holds something which is no card; every code from 53 to 254 is one."""
_SEARCHED = 1000


def whole_codes(codes: npt.ArrayLike) -> Codes:
    """Return codes as a uint8 array of their shape; raises `OptionError` for other numbers and for ragged rows."""
    try:
        array = np.asarray(codes.filled(MISSING) if isinstance(codes, np.ma.MaskedArray) else codes)
    except (TypeError, ValueError):
        raise OptionError(ragged(codes)) from None
    if array.dtype != np.uint8:
        if not array.size:
            return array.astype(np.uint8)
        if array.dtype.kind not in "iu":
            raise OptionError(f"card codes are whole numbers 0 .. 52 and 255, not {_kind(array)}")
        if array.size and not (array.min() >= 0 and array.max() <= MISSING):
            wrong = array[(array < 0) | (array > MISSING)][0]
            raise OptionError(f"{wrong} is not a card code; card codes are whole numbers 0 .. 52 and 255")
        array = array.astype(np.uint8)
    return array


def _kind(array: npt.NDArray[Any]) -> str:
    """Return what an array holds, in words."""
    if array.dtype.kind in "OUS":
        texts = [cell for cell in array.reshape(-1)[:_SEARCHED].tolist() if isinstance(cell, str | bytes)]
        return f"texts such as {shown(texts[0])}; xlpoker.parse reads texts" if texts else shown(array.tolist())
    return f"{array.dtype} such as {array.reshape(-1)[0]}"


def ragged(rows: object) -> str:
    """Return the sentence about rows of which one is longer than another, or that cannot be an array at all.

    >>> ragged([[14, 33], [14]])
    'rows are of different lengths, 2 and 1; fill short ones up with 255 (codes) or None (texts)'
    """
    lengths = [len(row) for row in rows if isinstance(row, Sized)] if isinstance(rows, list | tuple) else []
    other = next((length for length in lengths if length != lengths[0]), None)
    if other is None:
        return f"{shown(rows)} is no table of cards; give rows of equal length, [['5H', 'TD'], ['AS', 'KS']]"
    return (
        f"rows are of different lengths, {lengths[0]} and {other}; fill short ones up with 255 (codes) or None (texts)"
    )


def checked(codes: npt.ArrayLike) -> Codes:
    """Return codes as a C-contiguous uint8 array of rows.

    Raises `OptionError` for other numbers or another shape, `HandError` for no or more than nine columns.
    """
    array = whole_codes(codes)
    if array.ndim != 2:
        raise OptionError(f"hands are rows of a table with two dimensions, not {array.ndim}")
    if not 1 <= array.shape[1] <= MAX_CARDS:
        raise HandError(f"{array.shape[1]} cards: a hand has 1 to {MAX_CARDS}")
    return np.ascontiguousarray(array)
