"""A column of Arrow's, of NumPy's or a categorical as card codes, wherever possible without a Python object per cell, or as values.

Text in Arrow's memory is one run of bytes and the offsets of its cells. Where every cell has two bytes, two
neighbours are one number and a table of 65,536 codes reads them (as in `xlpoker.evaluator.batch.codes`); where every cell
has the same length, whole hands are rows of a table of bytes. Other texts are read once for each different one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CardError
from xlpoker.evaluator.batch.codes import hands_of_bytes, is_empty, pair_codes, parse, parse_hands
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.evaluator.cards import JOKER
from xlpoker.evaluator.encodings import Encoding
from xlpoker.scoring.model import Codes, stacked
from xlpoker.scoring.results import Made

__all__ = ["cell_value", "column_cells", "column_codes", "number_codes", "objects"]

_LISTS = (list, tuple, np.ndarray)


def column_cells(column: Any, rows: Sequence[int] | None = None) -> list[Any]:
    """Return some cells of a column, or all, as Python holds them, None for what is missing.

    >>> column_cells(np.array(["5H", None, 7.0], dtype=object), [2, 1])
    [7.0, None]

    Equal texts of an Arrow dictionary are one object.
    """
    if isinstance(column, np.ndarray) or hasattr(column, "categories"):
        picked = column if rows is None else column[np.array(rows, np.intp)]
        return [None if is_empty(cell) else cell for cell in picked.tolist()]
    array = column.combine_chunks() if hasattr(column, "chunks") else column
    if rows is None and str(array.type) in ("string", "large_string"):
        texts: list[Any] = array.to_pylist()
        return texts
    if hasattr(array, "dictionary"):
        places = _places(array)
        if rows is None:
            held = [*column_cells(array.dictionary), None]  # which stands at the place -1
            return [held[place] for place in places.tolist()]
        seen = Made(lambda place: None if place < 0 else cell_value(array.dictionary[place]))
        return [seen[place] for place in places[np.array(rows, np.intp)].tolist()]
    return [cell_value(cell) for cell in (array if rows is None else map(array.__getitem__, rows))]


def cell_value(cell: Any) -> Any:
    """Return a cell of Arrow's as a sheet can hold it: a list its items; a time that Python has none for is its number."""
    try:
        value = cell.as_py()
    except (OverflowError, ValueError):
        if not isinstance(getattr(cell, "value", None), int):
            raise
        value = cell.value
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    if isinstance(value, dt.datetime):
        return value.replace(tzinfo=None)
    value = _joined(value)
    return value if value is None or isinstance(value, str | int | float | dt.date | dt.time) else str(value)


def _joined(cell: Any) -> Any:
    """Return a list of cards as the text of a whole hand, any other cell as it is."""
    if not isinstance(cell, _LISTS):
        return cell
    return " ".join(map(str, cell.ravel() if isinstance(cell, np.ndarray) else cell))


def column_codes(column: Any, *, whole: bool = False) -> Codes:
    """Return the code of the one card in each cell of a column, 255 for a blank cell, 254 for no card; or those of `whole` hands.

    >>> column_codes(np.array(["5H", "td", None, "5X"], dtype=object))
    array([ 14,  33, 255, 254], dtype=uint8)
    >>> column_codes(np.array(["5H 5C", "TD 2S"], dtype=object), whole=True).tolist()
    [[14, 12], [33, 3]]
    """
    if isinstance(column, np.ndarray):
        return parse_hands(column) if whole else parse(column)
    if hasattr(column, "categories"):
        return _looked_up(column_codes(column.categories.to_numpy(dtype=object), whole=whole), column.codes)
    parts = [_arrow_codes(part, whole=whole) for part in getattr(column, "chunks", [column])]
    if whole:
        return stacked(parts or [np.empty((0, 1), np.uint8)])
    return np.concatenate(parts or [np.empty(0, np.uint8)])


def number_codes(cells: Sequence[Any], numbers: Encoding) -> Codes:
    """Return the codes of cards written as numbers, in `numbers.cells` columns for each card."""
    columns = [_numbers(column) for column in cells]
    grid = _grid(numbers)
    cards = []
    for first in range(0, len(columns), numbers.cells):
        places = []
        absent = np.ones(len(cells[0]), np.bool_)
        for (value, empty), (_, most) in zip(columns[first : first + numbers.cells], numbers.limits, strict=True):
            whole = (value >= 0) & (value <= most) & (value == np.floor(value))
            places.append(np.where(whole, value, most + 1).astype(np.intp))
            absent &= empty
        card = grid[tuple(places)]
        card[absent] = MISSING
        cards.append(card)
    return np.ascontiguousarray(np.stack(cards, axis=1))


def _grid(numbers: Encoding) -> Codes:
    """Return a table of the code of each number, or pair of numbers; `BAD` for other numbers and at the end of each axis."""
    grid = np.full([most + 2 for _, most in numbers.limits], BAD, np.uint8)
    for place in np.ndindex(grid.shape):
        try:
            (grid[place],) = numbers.codes(place)
        except CardError:
            continue
    return grid


def _numbers(column: Any) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Return a column as float64, NaN for cells without a number, and which of its cells are empty."""
    import pandas as pd

    values = column.to_pandas().to_numpy() if hasattr(column, "to_pandas") else np.asarray(column)
    if values.dtype.kind in "iuf":
        numbers = values.astype(np.float64)
        return numbers, np.isnan(numbers)
    cells = [None if cell is True or cell is False else cell for cell in values.tolist()]
    numbers = np.asarray(pd.to_numeric(pd.Series(cells, dtype=object), errors="coerce"), np.float64)
    blank = [is_empty(cell) or (isinstance(cell, str) and not cell.strip()) for cell in values.tolist()]
    return numbers, np.array(blank, np.bool_)


def _arrow_codes(array: Any, *, whole: bool) -> Codes:
    """Return the result of `column_codes` for an Arrow array, read from its memory where that is possible."""
    import pyarrow as pa

    if str(array.type) == "string_view":
        array = array.cast(pa.large_string())
    if isinstance(array, pa.DictionaryArray):
        codes = column_codes(array.dictionary, whole=whole)
    elif str(array.type) in ("string", "large_string"):
        length, data = _same_length(array)
        if whole and length > 1:
            clean, codes = hands_of_bytes(data.reshape(-1, length))
            if clean.all():
                return codes
        elif length == 2:
            codes = pair_codes().take(np.ndarray(len(array), "<u2", data))
            if codes.max() <= JOKER:
                return codes
        if not whole:
            array = array.dictionary_encode()
            codes = parse(objects(column_cells(array.dictionary)))
    if not isinstance(array, pa.DictionaryArray):
        return column_codes(objects(column_cells(array)), whole=whole)
    return _looked_up(codes, _places(array))


def _places(array: Any) -> npt.NDArray[Any]:
    """Return the places of the cells of an Arrow array in its dictionary, -1 for an empty one."""
    places = array.indices.cast("int64").fill_null(-1) if array.null_count else array.indices
    found: npt.NDArray[Any] = places.to_numpy(zero_copy_only=False)
    return found


def _same_length(array: Any) -> tuple[int, Codes]:
    """Return the one length of all texts of an Arrow array and their bytes, length 0 where lengths differ or one is null."""
    if array.null_count or not len(array):
        return 0, np.empty(0, np.uint8)
    _, offsets, data = array.buffers()
    kind = np.int64 if str(array.type).startswith("large") else np.int32
    places = np.frombuffer(offsets, kind)[array.offset : array.offset + len(array) + 1].astype(np.int64)
    first, last, length = int(places[0]), int(places[-1]), int(places[1] - places[0])
    if last - first != length * len(array) or not bool((np.diff(places) == length).all()):
        return 0, np.empty(0, np.uint8)
    return length, np.frombuffer(data or b"", np.uint8)[first:last]


def _looked_up(codes: Codes, places: npt.NDArray[Any]) -> Codes:
    """Return the codes of cells from the indices of their texts in a dictionary, -1 for an empty cell."""
    found: Codes = np.append(codes, np.full_like(codes, MISSING, shape=(1, *codes.shape[1:])), axis=0).take(
        places, axis=0
    )
    return found


def objects(cells: Iterable[Any]) -> npt.NDArray[np.object_]:
    """Return cells as an array of Python objects; a list of cards is the text of a whole hand."""
    held = list(map(_joined, cells))
    found = np.empty(len(held), dtype=object)
    found[:] = held
    return found
