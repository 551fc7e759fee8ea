"""Parquet files as grids: the names of the columns are the header, each row of the table is a row."""

from __future__ import annotations

import datetime as dt
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError, remedy
from xlpoker.layout.grid import Grid

__all__ = ["cell_value", "opened_parquet", "read_parquet", "understood"]

MOST_CELLS = 1 << 25
BELIEVED, MOST_RATIO = 1 << 28, 500  # more than so many bytes, and so many times the file, is a bomb


def read_parquet(path: Path) -> list[Grid]:
    """Return the table of a Parquet file as one grid without a sheet's name.

    Raises `BookError` for a file that is damaged or larger than any sheet, and where pyarrow is not installed.
    """
    with opened_parquet(path) as file, understood(path):
        names, rows, columns = file.schema_arrow.names, file.metadata.num_rows, file.metadata.num_columns
        if rows * columns > MOST_CELLS:
            raise BookError(f"{path.name} is too large: {rows:,} rows of {columns:,} columns")
        table = file.read()
        table.validate(full=True)
        values = [_values(column) for column in table.columns]
    return [Grid("", [list(names), *map(list, zip(*values, strict=True))])]


@contextmanager
def understood(path: Path) -> Iterator[None]:
    """Say in one line what pyarrow, or Python, says of a file that cannot be read."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, UnicodeError, OverflowError) as error:
        raise BookError(f"{path.name} is damaged: {(str(error).splitlines() or ['unknown error'])[0]}") from error


def opened_parquet(path: Path) -> Any:
    """Return a file opened so that texts which it holds once, and names in many rows, are in memory once, too.

    Raises `BookError` for a file that is damaged or out of proportion, and where pyarrow is not installed.
    """
    if importlib.util.find_spec("pyarrow") is None:
        raise BookError(f"reading {path.name} needs pyarrow: {remedy('parquet')}")
    from pyarrow import parquet

    with understood(path):
        with parquet.ParquetFile(path) as file:
            metadata = file.metadata
            columns = [file.schema.column(at) for at in range(metadata.num_columns)]
        # not the metadata of single columns: damaged ones end the process
        size = sum(metadata.row_group(number).total_byte_size for number in range(metadata.num_row_groups))
        packed = path.stat().st_size
        if size > BELIEVED and size > MOST_RATIO * packed:
            raise BookError(f"{path.name} is not believed: {packed >> 10:,} KB that unpack to {size >> 20:,} MB")
        texts = {column.path for column in columns if column.physical_type == "BYTE_ARRAY"}
        # what is read ahead is never given back
        return parquet.ParquetFile(path, metadata=metadata, pre_buffer=False, read_dictionary=sorted(texts))


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


def cell_value(cell: Any) -> Any:
    """Return a cell as Python holds it; a date or time that Python has none for is its number."""
    try:
        return cell.as_py()
    except (OverflowError, ValueError):
        if not isinstance(getattr(cell, "value", None), int):
            raise
        return cell.value


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    if isinstance(value, dt.datetime):
        return value.replace(tzinfo=None)
    return value if value is None or isinstance(value, str | int | float | dt.date | dt.time) else str(value)
