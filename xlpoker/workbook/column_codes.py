"""A column of Arrow, of NumPy or a categorical as card codes, wherever possible without a Python object per cell, or as values.

Where all texts of a column have the same length, they are read from Arrow's memory as rows of a table of bytes. Of other texts, of a
dictionary and of a categorical each different cell is read once.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CardError
from xlpoker.evaluator.batch.codes import hands_of_bytes, is_empty, parse, parse_hands
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.evaluator.encodings import Encoding
from xlpoker.scoring.model import Codes
from xlpoker.scoring.results import Made

__all__ = ["cell_value", "column_cells", "column_codes", "number_codes", "objects"]

_LISTS = (list, tuple, np.ndarray)
_TEXTS = ("string", "large_string")


def column_cells(column: Any, rows: Sequence[int] | None = None) -> list[Any]:
    """Return some cells of a column, or all, as Python holds them, None for what is missing.

    >>> column_cells(np.array(["5H", None, 7.0], dtype=object), [2, 1])
    [7.0, None]

    Equal texts of Arrow are one object.
    """
    if isinstance(column, np.ndarray) or hasattr(column, "categories"):
        picked = column if rows is None else column[np.array(rows, np.intp)]
        return [None if is_empty(cell) else cell for cell in picked.tolist()]
    column = _combined(column)
    values, places = _different(column if rows is None else column.take(np.array(rows, np.int64)))
    if places is None:
        return [cell_value(cell) for cell in values]
    seen = Made(lambda place: cell_value(values[place]) if place >= 0 else None)
    return [seen[place] for place in places.tolist()]


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


def objects(cells: Iterable[Any]) -> npt.NDArray[np.object_]:
    """Return cells as an array of Python objects; a list of cards is the text of a whole hand."""
    held = list(map(_joined, cells))
    found = np.empty(len(held), dtype=object)
    found[:] = held
    return found


def column_codes(column: Any, *, whole: bool = False) -> Codes:
    """Return the code of the one card in each cell of a column, 255 for a blank cell, 254 for no card; or those of `whole` hands.

    >>> column_codes(np.array(["5H", "td", None, "5X"], dtype=object))
    array([ 14,  33, 255, 254], dtype=uint8)
    >>> column_codes(np.array(["5H 5C", "TD 2S"], dtype=object), whole=True).tolist()
    [[14, 12], [33, 3]]
    """
    column = _combined(column)
    codes = _plain_hands(column)
    if codes is not None and (whole or codes.shape[1] == 1):
        return codes if whole else codes[:, 0]
    values, places = _different(column, whole=whole)
    codes = _plain_hands(values) if whole and places is not None else None
    if codes is None:
        cells = values if isinstance(values, np.ndarray) else objects(column_cells(values))
        codes = parse_hands(cells) if whole else parse(cells)
    if places is None:
        return codes
    blank = np.full_like(codes, MISSING, shape=(1, *codes.shape[1:]))
    return np.concatenate([codes, blank]).take(places, axis=0)  # the last one for the place -1


def _combined(column: Any) -> Any:
    """Return a column of Arrow in one piece, its texts in one run of bytes; any other column as it is."""
    column = column.combine_chunks() if hasattr(column, "chunks") else column
    return column.cast("large_string") if str(getattr(column, "type", "")) == "string_view" else column


def _different(column: Any, *, whole: bool = False) -> tuple[Any, npt.NDArray[Any] | None]:
    """Return the different cells of a column, and the place of each cell among them, -1 for an empty one; without places all cells.

    Texts of `whole` hands, which are seldom equal, are not compared.
    """
    if isinstance(column, np.ndarray):
        return column, None
    if hasattr(column, "categories"):
        return column.categories.to_numpy(dtype=object), column.codes
    if str(column.type) in _TEXTS and not whole:
        column = column.dictionary_encode()
    if not hasattr(column, "dictionary"):
        return column, None
    return column.dictionary, column.indices.cast("int64").fill_null(-1).to_numpy(zero_copy_only=False)


def _plain_hands(texts: Any) -> Codes | None:
    """Return the codes of whole hands from the memory of Arrow, None unless all are plain texts of one length."""
    if str(getattr(texts, "type", "")) not in _TEXTS or texts.null_count or not len(texts):
        return None
    _, offsets, data = texts.buffers()
    kind = np.int64 if str(texts.type).startswith("large") else np.int32
    places = np.frombuffer(offsets, kind)[texts.offset : texts.offset + len(texts) + 1]
    length = int(places[1] - places[0])
    if length < 2 or (np.diff(places) != length).any():
        return None
    clean, codes = hands_of_bytes(np.frombuffer(data, np.uint8)[places[0] : places[-1]].reshape(-1, length))
    return codes if clean.all() else None


def number_codes(columns: Sequence[Any], numbers: Encoding) -> Codes:
    """Return the codes of cards written as numbers, in `numbers.cells` columns for each card; `BAD` for anything else."""
    table = np.full([some[-1] + 2 for some in numbers.numbers], BAD, np.uint8)
    for place in np.ndindex(table.shape):
        with suppress(CardError):
            (table[place],) = numbers.codes(place)
    cards = []
    for first in range(0, len(columns), numbers.cells):
        cells = zip(columns[first : first + numbers.cells], numbers.numbers, strict=True)
        cards.append(table[tuple(_indices(column, some[-1]) for column, some in cells)])
    return np.stack(cards, axis=1)


def _indices(column: Any, most: int) -> npt.NDArray[np.intp]:
    """Return the numbers of a column from 0 to `most`, one more for any other cell."""
    import pandas as pd

    values = np.asarray(column)
    if values.dtype.kind not in "iuf":
        cells = [None if isinstance(cell, bool) else cell for cell in values.tolist()]
        values = np.asarray(pd.to_numeric(pd.Series(cells, dtype=object), errors="coerce"), np.float64)
    whole = (values >= 0) & (values <= most) & (values == np.floor(values))
    return np.where(whole, values, most + 1).astype(np.intp)
