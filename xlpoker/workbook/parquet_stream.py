"""Parquet files of any size, batch by batch: a source and a sink, in memory that does not grow.

The new file has the columns of the old one unchanged and the new ones behind them: ``winner`` (int8, or the names of the
players where the columns have them), ``value`` (uint16; on another scale than ``strength``, or for hands with fewer columns,
float64), ``hand`` (a dictionary of names), ``problem``. A bad or blank row has nulls there.
"""

from __future__ import annotations

import base64
import importlib.util
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import compress, islice
from pathlib import Path
from typing import Any

import numpy as np

from xlpoker.errors import BookError, LayoutError, quoted, remedy
from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.encodings import encoding
from xlpoker.files.marks import marked
from xlpoker.layout.grid import Area, Grid, column_letters
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import Block, Scored, grid_blocks
from xlpoker.scoring.results import PROBLEM, columns_of
from xlpoker.scoring.run import Output, Sink, Table
from xlpoker.workbook.arrow import Columns, TableBlock
from xlpoker.workbook.column_results import ColumnResults, NewColumn, kept_columns, names

__all__ = ["ParquetSink", "ParquetSource"]

HEAD = 1000
"""Rows that say where the hands are."""
ROWS = 1 << 17
_NOT_YET = "Not yet implemented"  # how pyarrow refuses a valid file; the error is that of a damaged one
_IN_STRUCT = re.compile(r"(?:(?<=[:,] )|(?<=\[))'([^']*)'(?!:)")  # a text, not the name of a field
_INDEX = re.compile(r"__index_level_\d+__")  # the column of an index of pandas that has no name
BATCH_BYTES = 1 << 27
CSV_BYTES = 1 << 30  # of one batch as text
MOST_CELLS = 1 << 25
BELIEVED, MOST_RATIO = 1 << 28, 500  # bytes, and times the file's size, that make a bomb


@contextmanager
def _understood(path: Path) -> Iterator[None]:
    """Turn an error of pyarrow or Python into a `BookError` of one line."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, UnicodeError, OverflowError) as error:
        what = "cannot be read by pyarrow" if _NOT_YET in str(error) else "is damaged"
        raise BookError(f"{path.name} {what}: {(str(error).splitlines() or ['unknown error'])[0]}") from error


class ParquetSource:
    """A Parquet file, opened so that texts of its dictionaries are in memory once, however many rows hold them.

    Columns in DELTA encodings, of which pyarrow makes no dictionaries, are made such batch by batch, once reading fails: the
    metadata of single columns would tell them, but damaged ones end the process. With `all_columns` blocks have all columns,
    else those of the hands. Raises `BookError` for a file that is damaged or a decompression bomb, and without pyarrow.
    """

    reads_numbers, rereads = True, False

    def __init__(self, path: Path) -> None:
        if importlib.util.find_spec("pyarrow") is None:
            raise BookError(f"reading {path.name} needs pyarrow: {remedy('parquet')}")
        from pyarrow import parquet

        self.path, self.all_columns = path, False
        with _understood(path):
            with parquet.ParquetFile(path) as file:
                metadata = file.metadata
                columns = [file.schema.column(at) for at in range(metadata.num_columns)]
            self._groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
            size, packed = sum(group.total_byte_size for group in self._groups), path.stat().st_size
            if size > BELIEVED and size > MOST_RATIO * packed:
                raise BookError(
                    f"{path.name} is refused: it would unpack from {packed >> 10:,} KB to {size >> 20:,} MB"
                )
            self._texts = sorted({column.path for column in columns if column.physical_type == "BYTE_ARRAY"})
            self._open = partial(parquet.ParquetFile, path, metadata=metadata, pre_buffer=False)
            self._file: Any = self._open(read_dictionary=self._texts)  # what is read ahead would never be given back
            self.schema: Any = self._file.schema_arrow
        self.size = metadata.num_rows
        self.names: list[str] = self.schema.names

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def batch_rows(self) -> int:
        """How many rows a batch has: fewer where they are long."""
        longest = max((group.total_byte_size // max(group.num_rows, 1) for group in self._groups), default=0)
        return min(ROWS, max(BATCH_BYTES // max(longest, 1), 1))

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the table with its first rows, or with all of them; raise `BookError` for cards in structs."""
        with _understood(self.path):
            if whole and self.size * len(self.names) > MOST_CELLS:
                raise BookError(f"{self.path.name} is too large: {self.size:,} rows of {len(self.names):,} columns")
            batches = self._batches(ROWS if whole else min(HEAD, self.batch_rows), None)
            every = range(len(self.names))
            rows = [row for _, batch in islice(batches, None if whole else 1) for row in batch.cells(every)]
        self._check_structs(rows)
        grid = _grid_of([*self.names], rows) if whole else Grid("", [[*self.names], *rows])
        return [Table(grid, ended=whole, named=not whole)]

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:
        """Yield all rows, and how many were read."""
        if table.ended:
            yield from grid_blocks(table.grid, self.size)
            return
        shown = sorted({at for area in layout.areas for at in area.columns})
        if shown[-1] >= len(self.names):
            last = column_letters(len(self.names) - 1)
            raise LayoutError(f"{self.path.name} has no column {column_letters(shown[-1])}; columns are A to {last}")
        picked = None if self.all_columns or options.check or len({*self.names}) < len(self.names) else shown
        shown = [*range(len(self.names))] if options.check else shown
        done = 0
        with _understood(self.path):
            for done, batch in self._batches(self.batch_rows, picked):
                yield done, TableBlock(batch, done - len(batch) + 1, shown, options.cards)

    def _batches(self, size: int, picked: list[int] | None, done: int = 0) -> Iterator[tuple[int, Columns]]:
        """Yield the rows behind the first ones, all columns or some, and how many were read."""
        import pyarrow as pa

        shown, place = picked or [*range(len(self.names))], 0
        columns = None if picked is None else [self.names[at] for at in picked]
        try:
            for batch in self._file.iter_batches(size, columns=columns):
                batch.validate(full=True)  # what is stored may name texts that are not there
                place += batch.num_rows
                if place > done:
                    new = batch.slice(max(batch.num_rows - (place - done), 0))
                    if self._file.schema_arrow != self.schema:
                        new = new.cast(pa.schema(map(self.schema.field, shown)))
                    done = place
                    yield done, Columns(self.names, len(new), dict(zip(shown, new.columns, strict=True)).__getitem__)
        except OSError as error:
            if _NOT_YET not in str(error) or all(readable := [*map(self._is_readable, self._texts)]):
                raise
            self._texts = [*compress(self._texts, readable)]
            self.close()
            self._file = self._open(read_dictionary=self._texts)
            yield from self._batches(size, picked, done)

    def _is_readable(self, text: str) -> bool:
        """Tell whether all texts of a column can be read as dictionaries; raise `BookError` if they must not be written out."""
        readable, longest = True, 0
        for group in range(len(self._groups)):
            try:
                for batch in self._file.iter_batches(ROWS, row_groups=[group], columns=[text]):
                    longest = max(longest, _written_out(batch))
            except OSError:
                readable = False
        if not readable and longest > CSV_BYTES:
            raise BookError(f"{self.path.name} is too large: column {quoted(text)} has {longest >> 20:,} MB of text")
        return readable

    def _check_structs(self, rows: Sequence[Sequence[Any]]) -> None:
        """Raise `BookError` for a column of structs of which most hold cards."""
        for at, field in enumerate(self.schema):
            cells = [str(row[at]) for row in rows if row[at]] if "struct<" in str(field.type) else []
            words = map(_IN_STRUCT.findall, cells)
            if 2 * sum(any(map(count_cards, [*found, " ".join(found)])) for found in words) > len(cells):
                shape = f"column {quoted(field.name)} holds cards in structs, {quoted(cells[0])}"
                raise BookError(f"{self.path.name}: {shape}; give each card, or each hand, a column of its own")

    @property
    def compression(self) -> str:
        """How the columns are packed."""
        packed = self._groups[0].column(0).compression.lower() if self._groups and self.names else "snappy"
        return "none" if packed == "uncompressed" else packed


def _written_out(batch: Any) -> int:
    """Return how many bytes the texts of a batch's dictionaries are when each cell has its own."""
    import pyarrow.compute as pc

    columns = [column.flatten() if hasattr(column, "flatten") else column for column in batch.columns]  # of lists
    held = [column for column in columns if hasattr(column, "dictionary")]
    return sum(pc.sum(pc.binary_length(one.dictionary).take(one.indices)).as_py() or 0 for one in held)


def _grid_of(names: list[Any], rows: list[list[Any]]) -> Grid:
    """Return rows as a grid under their columns' names; those that are named as results have the titles of a sheet."""
    for players in range(1, sum(name.endswith("hand") for name in names) + 1):
        titles = [one.title for one in (*columns_of([Area(0, 0)] * players), PROBLEM)]
        known = [title.lower().replace(" ", "_") for title in titles]
        at = names.index(known[0]) if known[0] in names else 0
        if names[at : at + len(known)] == known:
            names[at : at + len(known)] = titles
            end = at + len(known) - 1
            if not any(row[end] for row in rows):  # a sheet without bad rows has no such column
                for row in (names, *rows):
                    del row[end]
            break
    return Grid("", [[None if _INDEX.fullmatch(name) else name for name in names], *rows])


class ParquetSink(Sink):
    """The batches of a Parquet file with the results as further columns, as Parquet or, if the target ends so, as .csv."""

    def __init__(self, output: Output, source: ParquetSource, table: Table, layout: Layout) -> None:
        target, writing, options = output.target, output.writing, output.options
        source.all_columns = True
        self._source, self._target, self._stack = source, target, ExitStack()
        self._is_csv = target.suffix.lower() == ".csv"
        self._results = ColumnResults(layout, options, writing.chosen)
        new = self._results.names
        self._kept = kept_columns(table.grid.rows[0], new, overwrite=writing.overwrite, remedy="--overwrite")
        per_card = encoding(options.cards).cells if options.cards else 1
        wide = layout.board is not None or all(len(area.columns) >= 5 * per_card for area in layout.hands)
        self._whole = options.scale == "strength" and wide
        self._writer: Any = None

    def __exit__(self, *error: object) -> None:
        self._stack.__exit__(*error)  # type: ignore[arg-type]

    def take(self, block: Block, scored: Scored) -> None:
        """Write a batch."""
        import pyarrow as pa

        assert isinstance(block, TableBlock)
        table = block.table
        kept = self._kept
        if self._is_csv:  # an index without a name stands first under no name, as pandas writes it
            kept = sorted(kept, key=lambda at: _INDEX.fullmatch(self._source.names[at]) is None)
        fields = [self._source.schema.field(at) for at in kept]
        columns = [table.column(at) for at in kept]
        for new in self._results.of(scored, block.first, len(table)):
            columns.append(self._arrow(new))
            fields.append(pa.field(new.name, columns[-1].type))
        schema = pa.schema(fields, self._source.schema.metadata)
        batch = pa.RecordBatch.from_arrays(columns, schema=schema)
        if self._is_csv:
            self._check_length(batch)
            batch = batch.rename_columns([_INDEX.sub("", name) for name in schema.names])
        try:
            if self._writer is None:
                self._writer = self._stack.enter_context(self._begun(batch.schema, kept))
            self._writer.write(batch)
        except pa.ArrowException as error:  # a list has no place in a .csv
            raise BookError(f"{self._target.name} cannot be written: {str(error).splitlines()[0]}") from error

    def _arrow(self, new: NewColumn) -> Any:
        """Return a new column as an Arrow array."""
        import pyarrow as pa

        if new.kind == "text":
            return pa.array(new.cells, pa.string())
        if new.kind == "hand":
            places = pa.array(new.cells, mask=new.empty)
            return pa.DictionaryArray.from_arrays(places, pa.array(names(), pa.string()), ordered=True)
        whole = new.kind == "value" and self._whole
        return pa.array(np.where(new.empty, 0, new.cells).astype(np.uint16) if whole else new.cells, mask=new.empty)

    def finish(self, last: int) -> list[str]:  # noqa: ARG002 - as the protocol has it
        """Complete the file."""
        if self._writer is None:
            raise BookError(f"{self._source.path.name} is empty")
        self._stack.close()
        return []

    def _check_length(self, batch: Any) -> None:
        """Raise `BookError` for a batch that becomes too large when the texts of its dictionaries are written out."""
        if _written_out(batch) > CSV_BYTES:
            size = f"{batch.num_rows:,} rows of more than {CSV_BYTES >> 20:,} MB"
            raise BookError(f"{self._target.name} would have {size}; write .parquet")

    @contextmanager
    def _begun(self, schema: Any, kept: list[int]) -> Iterator[Any]:
        """Open the writer of the new file, which takes the target's place when it is closed."""
        with marked(self._target) as temporary:
            if self._is_csv:
                import pyarrow.csv

                with pyarrow.csv.CSVWriter(temporary, schema) as writer:
                    yield writer
                return
            import pyarrow as pa
            from pyarrow import parquet

            own = parquet.read_schema(self._source.path)  # the file's own columns as they are stored there
            stored = pa.schema([*map(own.field, kept), *list(schema)[len(kept) :]], schema.metadata)
            packed = self._source.compression
            with parquet.ParquetWriter(temporary, schema, store_schema=False, compression=packed) as writer:
                types = {b"ARROW:schema": base64.b64encode(stored.serialize())}  # as pyarrow stores them
                writer.add_key_value_metadata({**(schema.metadata or {}), **types})
                yield writer
