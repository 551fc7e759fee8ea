"""The Python API for arrays: texts -> codes -> values and winners, a row a hand (`xlpoker.evaluator.batch` does the work)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from xlpoker.errors import OptionError, shown
from xlpoker.evaluator import batch
from xlpoker.evaluator.batch.given import ragged
from xlpoker.scales.arrays import on_scale_array, values

__all__ = ["format", "on_scale_array", "parse", "values", "winners"]

_ROWS = (list, tuple, np.ndarray)


def parse(texts: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Return the codes of an array of cells: 4 * rank + suit, 52 for a joker, 255 for what is missing or no card.

    >>> parse([["5H", "td", "joker"], ["Ace of Spades", None, "5X"]])
    array([[ 14,  33,  52],
           [ 51, 255, 255]], dtype=uint8)

    Cells are texts of any accepted spelling; a table of n x k cells gives n x k codes. A flat array whose texts hold a
    whole hand each, ``5H 5C 6S 7S KD``, gives a row of codes for each; one whose texts hold one card each stays flat.
    Raises `OptionError` for rows of different lengths, and for one text, which is no array.
    """
    cells = np.asarray(texts) if isinstance(texts, np.ndarray) else _objects(texts)
    if cells.ndim == 1 and cells.dtype == object and any(isinstance(cell, _ROWS) for cell in cells.tolist()):
        raise OptionError(ragged(texts))
    if isinstance(texts, np.ma.MaskedArray):
        cells = cells.astype(object)
        cells[np.ma.getmaskarray(texts)] = None
    if cells.ndim == 1:
        hands = batch.parse_hands(cells)
        codes = hands if hands.shape[1] > 1 else hands[:, 0]
    else:
        codes = batch.parse(cells)
    codes[codes == batch.BAD] = batch.MISSING
    return codes


def _objects(texts: npt.ArrayLike) -> npt.NDArray[np.object_]:
    try:
        cells = np.array(texts, dtype=object)
    except (TypeError, ValueError):
        raise OptionError(ragged(texts)) from None
    if not cells.ndim:
        raise OptionError(f"{shown(texts)} is no array of cells; give a list of texts, or one hand to xlpoker.hand")
    return cells


def format(codes: npt.ArrayLike) -> npt.NDArray[np.object_]:  # noqa: A001 - the name that goes with parse
    """Return card codes as texts in their shape, None for what is no card.

    >>> format([[14, 33, 52, 255]]).tolist()
    [['5H', 'TD', 'Xn', None]]

    Raises `OptionError` for what is no whole number 0 .. 255.
    """
    return batch.format_codes(codes)


def winners(*codes: npt.ArrayLike, jokers: str = "natural") -> npt.NDArray[np.int8]:
    """Return the winner of each row: 1 .. N, 0 for a tie, -1 for a bad row; an array of codes for each hand.

    >>> winners(parse([["5H", "5C", "6S", "7S", "KD"]]), parse([["2C", "3S", "8S", "8D", "TD"]]))
    array([2], dtype=int8)
    """
    return batch.winners(*codes, jokers=jokers)
