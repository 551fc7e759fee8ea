"""Parquet files as grids: the names of the columns are the header, each row of the table is a row."""

from __future__ import annotations

import datetime as dt
import importlib.util
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError, remedy
from xlpoker.workbook.grid import Grid

__all__ = ["read_parquet"]

MOST_CELLS = 100_000_000


def read_parquet(path: Path) -> list[Grid]:
    """Return the table of a Parquet file as one grid without a sheet's name.

    Raises `BookError` for a file that is damaged or larger than any sheet, and where pyarrow is not installed.
    """
    if importlib.util.find_spec("pyarrow") is None:
        raise BookError(f"reading {path.name} needs pyarrow: {remedy('parquet')}")
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as file:
            names, rows, columns = file.schema_arrow.names, file.metadata.num_rows, file.metadata.num_columns
            if rows * columns > MOST_CELLS:
                raise BookError(f"{path.name} is too large: {rows:,} rows of {columns:,} columns")
            table = file.read()
    except (pa.ArrowException, OSError, ValueError) as error:
        if isinstance(error, BookError):
            raise
        raise BookError(f"{path.name} is damaged: {(str(error).splitlines() or ['unknown error'])[0]}") from None
    values = [_values(column) for column in table.columns]
    return [Grid("", [list(names), *map(list, zip(*values, strict=True))])]


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
            values += map(_cell, chunk.to_pylist())
    return values


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    if isinstance(value, dt.datetime):
        return value.replace(tzinfo=None)
    return value if value is None or isinstance(value, str | int | float | dt.date | dt.time) else str(value)
