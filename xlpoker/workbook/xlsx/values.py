"""The cells of a block as Python values: texts, numbers, dates, booleans, error texts."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from typing import Any

import numpy as np

from xlpoker.workbook.xlsx.byte_ops import BOOL, DATE, EMPTY, NUMBER, SHARED, TEXT
from xlpoker.workbook.xlsx.cells import Cells
from xlpoker.workbook.xlsx.strings_styles import unescaped

__all__ = ["rows_of"]

SLACK = 1 << 20
"""Empty places between far cells that a block may have."""
LONG = 1 << 22
"""Bytes of a block that is not taken apart as one text."""
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_WHOLE = re.compile(r"[-+]?\d{1,400}")
_TRUTHS = {"1": True, "true": True, "0": False, "false": False}


class _UnclearError(Exception):
    """A cell that only the general reader can name or explain."""


def rows_of(
    cells: Cells,
    strings: Sequence[str],
    dates: Mapping[str, Callable[[float], Any]],
    above: int = 0,
    places: Sequence[int] | None = None,
) -> list[list[Any]] | None:
    """Return the rows of a block, or those at some places, as values; the first row given has the number `above`.

    None where a cell is damaged, or a formula has no value: `xlpoker.workbook.xlsx.whole_sheet` names these. `dates` says by
    the style of a cell how its number becomes a date.
    """
    kinds = cells.kind
    if ((kinds == EMPTY) & (cells.formula >= 0)).any():
        return None
    there = np.flatnonzero(kinds != EMPTY)
    if places is not None:
        there = there[np.isin(cells.row[there], list(places))]
    counts = np.bincount(cells.row[there], minlength=len(cells.numbers)).tolist()
    columns = cells.column[there].tolist()
    if int(cells.column[there].max(initial=0)) * len(counts) > SLACK + 8 * len(there):
        return None
    try:
        values = _values(cells, there, strings, dates)
    except (_UnclearError, IndexError):
        return None
    rows: list[list[Any]] = []
    done = 0
    for number, count in zip(cells.numbers.tolist(), counts, strict=True):
        if not count:
            continue
        line = values[done : done + count]
        if columns[done + count - 1] != count - 1 or None in line:  # columns without a value between them
            line = _spread(columns[done : done + count], line)
        done += count
        if line:
            if number - above > len(rows):
                rows.extend([] for _ in range(number - above - len(rows)))
            rows.append(line)
    return rows


def _spread(columns: list[int], values: list[Any]) -> list[Any]:
    """Return values in their columns, None in those between."""
    line: list[Any] = []
    for column, value in zip(columns, values, strict=True):
        if value is not None:
            line.extend(repeat(None, column - len(line)))
            line.append(value)
    return line


def _values(cells: Cells, there: Any, strings: Sequence[str], dates: Mapping[str, Callable[[float], Any]]) -> list[Any]:
    """Return the values of some cells, None for an empty text."""
    if (cells.kind[there] == SHARED).all():
        return [strings[index] or None for index in cells.shared[there].tolist()]
    found: list[Any] = []
    read = cells.texts is not None
    plain = (
        not read
        and len(cells.block) < LONG
        and cells.block.isascii()
        and b"&" not in cells.block
        and b"_x" not in cells.block
    )
    if plain and (cells.kind[there] == TEXT).all():  # nothing to put back: slices of one text
        text, starts = cells.block.decode("ascii"), cells.value[there]
        ends = (starts + cells.length[there]).tolist()
        return [text[start:end] for start, end in zip(starts.tolist(), ends, strict=True)]
    for cell, kind, style in zip(there.tolist(), cells.kind[there].tolist(), cells.style[there].tolist(), strict=True):
        if kind == SHARED:
            found.append(strings[int(cells.shared[cell])] or None)
            continue
        text = cells.text(cell)
        if kind == NUMBER:
            value = _number(text)
            how = dates.get(str(style)) if dates else None
            found.append(value if how is None else how(value))
        elif kind == BOOL:
            if text.strip() not in _TRUTHS:
                raise _UnclearError
            found.append(_TRUTHS[text.strip()])
        elif kind == DATE:
            found.append(_date(text))
        else:
            found.append((text if read else unescaped(text)) or None)
    return found


def _number(text: str) -> float:
    plain = text.strip()
    if _WHOLE.fullmatch(plain):
        return int(plain)
    if not _NUMBER.fullmatch(plain):
        raise _UnclearError
    return float(plain)


def _date(text: str) -> Any:
    try:
        return dt.datetime.fromisoformat(text.strip()).replace(tzinfo=None)
    except ValueError:
        return text
