"""Parquet files of any size, batch by batch: a source and a sink, in memory that does not grow.

The new file has the columns of the old one unchanged, and the new ones behind them. These are
``winner`` (int8, or names where the columns name the players), ``value`` (float64), ``hand`` (a
dictionary of names), ``problem``. A bad or blank row has nulls there.
"""

from __future__ import annotations

import base64
import importlib.util
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from xlpoker.errors import BookError, remedy
from xlpoker.files.outputs import replaced
from xlpoker.layout.model import Layout
from xlpoker.scoring.model import Block, Scored
from xlpoker.scoring.run import Output
from xlpoker.scoring.sources import Table
from xlpoker.workbook.columns import (
    ROWS,
    ColumnBlock,
    ColumnSink,
    ColumnSource,
    ResultColumn,
    hand_names,
)

__all__ = ["ParquetSink", "ParquetSource"]

_NOT_YET = (
    "Not yet implemented"  # how pyarrow refuses a valid file; the error is that of a damaged one
)
BATCH_BYTES = 1 << 27
MOST_CELLS = 1 << 25
BELIEVED, MOST_RATIO = 1 << 28, 500  # bytes, and times the file's size, that make a bomb


@contextmanager
def _understood(path: Path) -> Iterator[None]:
    """Turn an error of pyarrow or Python into a `BookError` of one line."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, UnicodeError, OverflowError) as error:
        problem = "cannot be read by pyarrow" if _NOT_YET in str(error) else "is damaged"
        lines = str(error).splitlines() or ["unknown error"]
        raise BookError(f"{path.name} {problem}: {lines[0]}") from error


class ParquetSource(ColumnSource):
    """A Parquet file, opened so that equal texts are in memory once, however many rows hold them.

    Where a column has a DELTA encoding, of which pyarrow makes no dictionaries, reading fails, and
    goes on without any. The metadata of single columns would tell them, but damaged ones end the
    process. Raises `BookError` for a file that is damaged or a decompression bomb, and without
    pyarrow.
    """

    def __init__(self, path: Path) -> None:
        if importlib.util.find_spec("pyarrow") is None:
            raise BookError(f"reading {path.name} needs pyarrow: {remedy('parquet')}")
        from pyarrow import parquet

        self.path = path
        with _understood(path):
            with parquet.ParquetFile(path) as file:
                metadata = file.metadata
                columns = [file.schema.column(column) for column in range(metadata.num_columns)]
            groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
            _check_size(path, groups)
            texts = {column.path for column in columns if column.physical_type == "BYTE_ARRAY"}
            # What is read ahead would never be given back
            self._open = partial(
                parquet.ParquetFile,
                path,
                metadata=metadata,
                pre_buffer=False,
            )
            self._has_plain_texts = False
            self._file: Any = self._open(read_dictionary=sorted(texts))
            self.schema: Any = self._file.schema_arrow
        self.batch_rows = _rows_of_batch(groups)
        self.size = metadata.num_rows
        self.names: list[str] = self.schema.names

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the table with its first rows, or with all of them."""
        if whole and self.size * len(self.names) > MOST_CELLS:
            raise BookError(
                f"{self.path.name} is too large: {self.size:,} rows of {len(self.names):,} columns"
            )
        return super().tables(whole=whole)

    def batches(
        self,
        rows: int,
        columns: Sequence[int] | None,
    ) -> Iterator[ColumnBlock]:
        """Yield all rows in batches of at most so many, with all columns or some."""
        shown = range(len(self.names)) if columns is None else columns
        with _understood(self.path):
            for batch in self._batches(rows, columns):
                columns_by_place = dict(zip(shown, batch.columns, strict=True))
                yield ColumnBlock(
                    self.names,
                    len(batch),
                    columns_by_place.__getitem__,
                    shown=shown,
                )

    def _batches(
        self,
        size: int,
        picked: Sequence[int] | None,
        first: int = 0,
    ) -> Iterator[Any]:
        """Yield the rows from one on as batches of Arrow, with all columns or some."""
        import pyarrow as pa

        shown = range(len(self.names)) if picked is None else picked
        names = None if picked is None else [self.names[column] for column in picked]
        schema = pa.schema([self.schema.field(column) for column in shown])
        end = 0  # of the rows that were read
        try:
            for batch in self._file.iter_batches(size, columns=names):
                batch.validate(full=True)  # what is stored may name texts that are missing
                end += batch.num_rows
                if end <= first:
                    continue
                new_rows = end - first
                remaining = batch.slice(max(batch.num_rows - new_rows, 0))
                if self._file.schema_arrow != self.schema:
                    remaining = remaining.cast(schema)
                first = end
                yield remaining
        except OSError as error:
            if _NOT_YET not in str(error) or self._has_plain_texts:
                raise
            self.close()
            self._file = self._open()
            self._has_plain_texts = True
            yield from self._batches(size, picked, first)


def _check_size(path: Path, groups: Sequence[Any]) -> None:
    """Raise `BookError` for a decompression bomb."""
    size = sum(group.total_byte_size for group in groups)
    packed = path.stat().st_size
    if size > max(BELIEVED, MOST_RATIO * packed):
        raise BookError(
            f"{path.name} is refused: it would unpack from {packed >> 10:,} KB to {size >> 20:,} MB"
        )


def _rows_of_batch(groups: Sequence[Any]) -> int:
    """Return how many rows a batch has: fewer where rows are long."""
    longest = 1
    for group in groups:
        bytes_of_row = group.total_byte_size // max(group.num_rows, 1)
        longest = max(longest, bytes_of_row)
    return min(ROWS, max(BATCH_BYTES // longest, 1))


class ParquetSink(ColumnSink):
    """The batches of a Parquet file with the results as further columns."""

    def __init__(
        self,
        output: Output,
        source: ParquetSource,
        table: Table,
        layout: Layout,
    ) -> None:
        super().__init__(
            source.names,
            table,
            layout,
            output.options,
            output.writing,
        )
        source.all_columns = True
        self._source = source
        self._target = output.target
        self._stack = ExitStack()
        self._writer: Any = None

    def __exit__(self, *error: object) -> None:
        self._stack.__exit__(*error)  # type: ignore[arg-type]

    def take(self, block: Block, scored: Scored) -> None:
        """Write a batch.

        Rows that come as values, of a long table, are all of the file, whose batches are read
        again.
        """
        if isinstance(block, ColumnBlock):
            new_columns = self.new_columns(scored, block.first, block.size)
            self._write(block, [*new_columns])
            return
        named = self.named_by_columns(scored)
        whole_columns = [*self.new_columns(named, 1, self._source.size)]
        start = 0
        for batch in self._source.batches(self._source.batch_rows, None):
            rows = slice(start, start + batch.size)
            part = [column._replace(cells=column.cells[rows]) for column in whole_columns]
            self._write(batch, part)
            start += batch.size

    def _write(
        self,
        block: ColumnBlock,
        new_columns: Sequence[ResultColumn],
    ) -> None:
        """Write a batch with its new columns."""
        import pyarrow as pa

        fields = [self._source.schema.field(column) for column in self.kept]
        columns = [block.column(column) for column in self.kept]
        for new in new_columns:
            columns.append(self._arrow(new))
            fields.append(pa.field(new.name, columns[-1].type))
        schema = pa.schema(fields, self._source.schema.metadata)
        batch = pa.RecordBatch.from_arrays(columns, schema=schema)
        if self._writer is None:
            self._writer = self._stack.enter_context(self._begun(batch.schema))
        self._writer.write(batch)

    def cell_name(self, row: int, column: int) -> str:
        """Return what a message calls a cell."""
        return f"row {row:,}, {self._source.names[column]}"

    def _arrow(self, new: ResultColumn) -> Any:
        """Return a new column as an Arrow array."""
        import pyarrow as pa

        if new.kind == "text":
            return pa.array(new.cells, pa.string())
        if new.kind == "value":
            return pa.array(new.cells, mask=np.isnan(new.cells))
        numbers = pa.array(new.cells, mask=new.cells < 0)
        if new.kind != "hand":
            return numbers
        names = pa.array(hand_names(self.order), pa.string())
        return pa.DictionaryArray.from_arrays(numbers, names, ordered=True)

    def finish(self) -> list[str]:
        """Complete the file."""
        if self._writer is None:
            raise BookError(f"{self._source.path.name} is empty")
        self._stack.close()
        return self.renamed

    @contextmanager
    def _begun(self, schema: Any) -> Iterator[Any]:
        """Open the writer of the new file, which takes the target's place when it is closed."""
        import pyarrow as pa
        from pyarrow import parquet

        with replaced(self._target) as temporary:
            # The file's own columns as they are stored there
            old = parquet.read_schema(self._source.path)
            old_fields = [old.field(column) for column in self.kept]
            new_fields = list(schema)[len(self.kept) :]
            stored = pa.schema([*old_fields, *new_fields], schema.metadata)
            with parquet.ParquetWriter(temporary, schema, store_schema=False) as writer:
                metadata = dict(schema.metadata or {})
                metadata[b"ARROW:schema"] = base64.b64encode(stored.serialize())  # as pyarrow does
                writer.add_key_value_metadata(metadata)
                yield writer
