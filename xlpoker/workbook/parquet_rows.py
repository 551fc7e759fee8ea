"""Rows of values as a Parquet file, and such a file as rows of values.

The row of labels names the columns, each of which gets the one type of its values.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError, remedy
from xlpoker.files.replace import replaced
from xlpoker.layout.grid import Grid, cell_text, column_letters
from xlpoker.scoring.columns import PROBLEM, Column, titles_of
from xlpoker.workbook.arrow import cell_value

__all__ = ["grid_of", "write_parquet"]


def write_parquet(
    target: Path, rows: Sequence[Sequence[Any]], header: int = 0, columns: Mapping[int, Column] | None = None
) -> None:
    """Write the rows below a row of labels; `columns` are those of results, which are named as in every Parquet file.

    A column without a label is named by its letters. Raises `BookError` where pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise BookError(f"writing {target.name} needs pyarrow: {remedy('parquet')}") from None
    results = columns or {}
    named: dict[str, Any] = {}
    for at in range(max(map(len, rows), default=0)):
        label = rows[header][at] if at < len(rows[header]) else None
        title = results[at].title.lower().replace(" ", "_") if at in results else cell_text(label).strip()
        names = chain([title or column_letters(at)], (f"{title or column_letters(at)}_{n}" for n in count(2)))
        values = _of_one_type([row[at] if at < len(row) else None for row in rows[header + 1 :]])
        try:
            made = pa.array(values)
        except (pa.ArrowException, OverflowError):  # a number of more than 64 bits
            made = pa.array([None if value is None else cell_text(value) for value in values])
        named[next(name for name in names if name not in named)] = made
    with replaced(target) as temporary:
        parquet.write_table(pa.table(named), temporary)


def _of_one_type(values: Sequence[Any]) -> list[Any]:
    """Return values as one type: whole numbers beside others are fractions, moments at midnight dates, a mixture is texts.

    >>> _of_one_type([1, 2.5, None]), _of_one_type([7, "x"]), _of_one_type([True, 1])
    ([1.0, 2.5, None], ['7', 'x'], ['TRUE', '1'])
    """
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int, float}:
        return [None if value is None else float(value) for value in values]
    if kinds == {dt.datetime} and all(value is None or value.time() == dt.time() for value in values):
        return [value and value.date() for value in values]
    return [*values] if len(kinds) < 2 else [None if value is None else cell_text(value) for value in values]


def grid_of(table: Any) -> Grid:
    """Return an Arrow table as a grid under its columns' names; those that are named as results have the titles of a sheet."""
    names, columns = list(table.column_names), [_values(column) for column in table.columns]
    for players in range(1, sum(name.endswith("hand") for name in names) + 1):
        titles = [*titles_of(players), PROBLEM.title]
        known = [title.lower().replace(" ", "_") for title in titles]
        at = names.index(known[0]) if known[0] in names else 0
        if names[at : at + len(known)] == known:
            names[at : at + len(known)] = titles
            if not any(columns[end := at + len(known) - 1]):  # a sheet without bad rows has no such column
                del names[end], columns[end]
            break
    return Grid("", [names, *map(list, zip(*columns, strict=True))])


def _values(column: Any) -> list[Any]:
    """Return a column's values, equal texts as one object; what no cell holds becomes text, a list its items."""
    import pyarrow as pa

    kind = column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        column = column.dictionary_encode()
    values: list[Any] = []
    for chunk in column.chunks:
        if pa.types.is_dictionary(chunk.type):
            texts = [_cell(value) for value in chunk.dictionary.to_pylist()]
            values += [None if index is None else texts[index] for index in chunk.indices.to_pylist()]
        else:
            try:
                values += map(_cell, chunk.to_pylist())
            except (OverflowError, ValueError):
                values += [_cell(cell_value(cell)) for cell in chunk]
    return values


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    if isinstance(value, dt.datetime):
        return value.replace(tzinfo=None)
    return value if value is None or isinstance(value, str | int | float | dt.date | dt.time) else str(value)
