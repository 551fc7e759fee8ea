"""Columns of Arrow, of pandas and of NumPy: their cells as Python values and as card codes.

Card codes come, wherever possible, without a Python object per cell. Where all texts of a column of
Arrow have the same length, they are read from its memory as rows of a table of bytes. Of other
texts, of a dictionary and of a categorical each different cell is read once. The texts of a
dictionary, for example::

    hands              different cells           places
    5H 5C 6S 7S KD     0: 5H 5C 6S 7S KD          0
    2C 3S 8S 8D TD     1: 2C 3S 8S 8D TD          1
    5H 5C 6S 7S KD                                0
    (blank)                                      -1
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CardError
from xlpoker.evaluator.batch.codes import hands_of_bytes, is_empty, parse, parse_hands
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.encodings import Encoding
from xlpoker.scoring.model import Codes

__all__ = [
    "cell_value",
    "column_cells",
    "column_codes",
    "filled_cells",
    "number_codes",
]

_TEXTS = ("string", "large_string")
Places = npt.NDArray[Any]


def column_cells(column: Any, rows: Sequence[int] | None = None) -> list[Any]:
    """Return some cells of a column, or all, as Python holds them, None for what is missing.

    >>> column_cells(np.array(["5H", None, 7.0], dtype=object), [2, 1])
    [7.0, None]

    Equal texts of Arrow are one object.
    """
    is_array = isinstance(column, np.ndarray)
    is_arrow = not is_array and not hasattr(column, "categories")
    if is_arrow:
        column = _combined(column)
    if rows is not None:
        places = np.array(rows, np.int64)
        column = column.take(places)
    if is_arrow:
        return _arrow_cells(column)
    cells = column.tolist()
    return [None if is_empty(cell) else cell for cell in cells]


def _arrow_cells(column: Any) -> list[Any]:
    """Return the cells of a column of Arrow; of a dictionary each different cell is read once."""
    values, places = _different(column)
    if places is None:
        return [cell_value(cell) for cell in values]

    @cache
    def value_at(place: int) -> Any:
        if place < 0:
            return None
        return cell_value(values[place])

    return [value_at(place) for place in places.tolist()]


def filled_cells(column: Any) -> Iterator[tuple[int, Any]]:
    """Yield the cells of a column that are not blank, each with its place.

    >>> list(filled_cells(np.array([None, " ", "5H", 7], dtype=object)))
    [(2, '5H'), (3, 7)]
    """
    empty_cells = getattr(column, "null_count", -1)
    if empty_cells == len(column):
        return
    for place, cell in enumerate(column_cells(column)):
        if not is_blank(cell):
            yield place, cell


def cell_value(cell: Any) -> Any:
    """Return a cell of Arrow's as a sheet can hold it.

    A list gives its items as a text, a time that Python has none for its number.
    """
    try:
        value = cell.as_py()
    except (OverflowError, ValueError):
        value = getattr(cell, "value", None)
        if not isinstance(value, int):
            raise
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    if isinstance(value, dt.datetime):
        return value.replace(tzinfo=None)
    if isinstance(value, list):
        return " ".join(map(str, value))
    if value is None or isinstance(value, str | int | float | dt.date | dt.time):
        return value
    return str(value)


def column_codes(column: Any, *, whole: bool = False) -> Codes:
    """Return the code of the one card in each cell of a column, or those of `whole` hands.

    A blank cell gives 255, one that holds no card 254.

    >>> column_codes(np.array(["5H", "td", None, "5X"], dtype=object))
    array([ 14,  33, 255, 254], dtype=uint8)
    >>> column_codes(np.array(["5H 5C", "TD 2S"], dtype=object), whole=True).tolist()
    [[14, 12], [33, 3]]
    """
    column = _combined(column)
    codes = _plain_hands(column)
    if codes is not None:
        if whole:
            return codes
        if codes.shape[1] == 1:
            return codes[:, 0]
    values, places = _different(column, whole=whole)
    if places is None:
        return _parsed(values, whole=whole)
    codes = _plain_hands(values) if whole else None
    if codes is None:
        codes = _parsed(values, whole=whole)
    shape_of_row = (1, *codes.shape[1:])
    blank = np.full(shape_of_row, MISSING, codes.dtype)
    codes_and_blank = np.concatenate([codes, blank])
    return codes_and_blank.take(places, axis=0)  # the place -1 is that of the blank


def _parsed(cells: Any, *, whole: bool) -> Codes:
    """Return the codes of cells that are read one by one."""
    if not isinstance(cells, np.ndarray):
        values = column_cells(cells)
        cells = np.array(values, object)
    if whole:
        return parse_hands(cells)
    return parse(cells)


def _combined(column: Any) -> Any:
    """Return a column of Arrow in one piece, its texts in one run of bytes.

    Any other column stays as it is.
    """
    if hasattr(column, "chunks"):
        column = column.combine_chunks()
    if _type_name(column) == "string_view":
        return column.cast("large_string")
    return column


def _type_name(column: Any) -> str:
    """Return the name of the type of a column of Arrow, an empty text for any other column."""
    return str(getattr(column, "type", ""))


def _different(column: Any, *, whole: bool = False) -> tuple[Any, Places | None]:
    """Return the different cells of a column, and the place of each cell among them.

    An empty cell has the place -1. Without places the cells are all cells: texts of `whole` hands,
    which are seldom equal, are not compared.
    """
    if isinstance(column, np.ndarray):
        return column, None
    if hasattr(column, "categories"):
        categories = column.categories.to_numpy(dtype=object)
        return categories, column.codes
    is_text = _type_name(column) in _TEXTS
    if is_text and not whole:
        column = column.dictionary_encode()
    if not hasattr(column, "dictionary"):
        return column, None
    indices = column.indices.cast("int64").fill_null(-1)
    places = indices.to_numpy(zero_copy_only=False)
    return column.dictionary, places


def _plain_hands(texts: Any) -> Codes | None:
    """Return the codes of whole hands from the memory of Arrow.

    Unless all are plain texts of one length, return None.
    """
    type_name = _type_name(texts)
    if type_name not in _TEXTS:
        return None
    if texts.null_count or not len(texts):
        return None
    _, offset_bytes, data = texts.buffers()
    offset_type = np.int64 if type_name.startswith("large") else np.int32
    all_offsets = np.frombuffer(offset_bytes, offset_type)
    first = texts.offset
    end = first + len(texts)
    offsets = all_offsets[first : end + 1]
    lengths = np.diff(offsets)
    length = int(lengths[0])
    if length < 2 or (lengths != length).any():
        return None
    all_bytes = np.frombuffer(data, np.uint8)
    bytes_of_texts = all_bytes[offsets[0] : offsets[-1]]
    hands = bytes_of_texts.reshape(-1, length)
    is_clean, codes = hands_of_bytes(hands)
    return codes if is_clean.all() else None


def number_codes(columns: Sequence[Any], numbers: Encoding) -> Codes:
    """Return the codes of cards written as numbers, in `numbers.cells` columns for each card.

    Anything else gives `BAD`.
    """
    greatest = [values[-1] for values in numbers.numbers]
    shape = [number + 2 for number in greatest]
    table = np.full(shape, BAD, np.uint8)
    for place in np.ndindex(table.shape):
        with suppress(CardError):
            (table[place],) = numbers.codes(place)
    cards: list[Codes] = []
    for first in range(0, len(columns), numbers.cells):
        columns_of_card = columns[first : first + numbers.cells]
        limits = zip(columns_of_card, greatest, strict=True)
        indices = [_indices(column, most) for column, most in limits]
        codes = table[tuple(indices)]
        cards.append(codes)
    return np.stack(cards, axis=1)


def _indices(column: Any, most: int) -> npt.NDArray[np.intp]:
    """Return the numbers of a column from 0 to `most`, one more for any other cell."""
    import pandas as pd

    values = np.asarray(column)
    if values.dtype.kind not in "iuf":
        cells = values.tolist()
        without_truth_values = [None if isinstance(cell, bool) else cell for cell in cells]
        series = pd.Series(without_truth_values, dtype=object)
        numbers = pd.to_numeric(series, errors="coerce")
        values = np.asarray(numbers, np.float64)
    is_in_range = (values >= 0) & (values <= most)
    is_whole = values == np.floor(values)
    is_index = is_in_range & is_whole
    other = most + 1
    indices = np.where(is_index, values, other)
    return indices.astype(np.intp)
