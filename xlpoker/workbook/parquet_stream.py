"""Parquet files of any size read batch by batch: counted, or scored into a new file, in memory that does not grow.

The new file has the columns of the old one unchanged and the new ones behind them: ``value`` (uint16; on another scale than
``strength``, or for hands with fewer columns, float64), ``hand`` (a dictionary of names), ``winner`` (int8), ``problem``. A
bad or blank row has nulls there. Output goes to a temporary file beside the target, which takes the target's place when it
is complete.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from functools import partial
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError, quoted
from xlpoker.evaluator.encodings import encoding
from xlpoker.files.replace import replaced
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.earlier import Proof
from xlpoker.scoring.model import empty
from xlpoker.workbook.arrow import ArrowTable
from xlpoker.workbook.column_results import Results, check_free, names
from xlpoker.workbook.columns import HEAD, Plan, planned
from xlpoker.workbook.parquet_grid import opened_parquet, understood

__all__ = ["score_parquet", "wins_parquet"]

ROWS = 1 << 17
BATCH_BYTES = 1 << 27
CSV_BYTES = 1 << 30  # of one batch as text
MOST_LISTED = 1000
Progress = Callable[[int, int], None]


def _rows(file: Any) -> int:
    """Return how many rows a batch has: fewer where they are long."""
    groups = [file.metadata.row_group(number) for number in range(file.metadata.num_row_groups)]
    longest = max((group.total_byte_size // max(group.num_rows, 1) for group in groups), default=0)
    return min(ROWS, max(BATCH_BYTES // max(longest, 1), 1))


def _plan(path: Path, file: Any, options: Options) -> Plan:
    import pyarrow as pa

    if options.sheet is not None:
        raise BookError(f"{path.name} is a Parquet file and has no sheet {quoted(options.sheet)}")
    with understood(path):
        head = next(file.iter_batches(batch_size=min(HEAD, _rows(file))), None)
        table = pa.Table.from_batches([head] if head is not None else [], file.schema_arrow)
        table.validate(full=True)
        return planned(ArrowTable(table), options.hands, None, options)


def wins_parquet(path: Path, options: Options, progress: Progress | None = None) -> Counts:
    """Return how often each player wins in a Parquet file; raises what `xlpoker.workbook.job.wins` raises."""
    with closing(opened_parquet(path)) as file:
        plan = _plan(path, file, options)
        counts = _counts(path, plan)
        for _ in _results(path, file, plan, counts, progress, plan.columns):
            pass
    return counts


def score_parquet(
    path: Path, target: Path, options: Options, progress: Progress | None = None, *, overwrite: bool = False
) -> Counts:
    """Write a Parquet file with the results as new columns; return what `wins_parquet` returns.

    A target that ends in .csv is written as CSV. Raises `OptionError` where a column has the name of a new one and does not prove
    to be an earlier result, unless `overwrite` is set.
    """
    import pyarrow as pa

    with closing(opened_parquet(path)) as file:
        plan = _plan(path, file, options)
        counts = _counts(path, plan)
        with replaced(target) as temporary:
            writer: Any = None
            proof: Proof | None = None
            try:
                for batch, results in _results(path, file, plan, counts, progress, None):
                    proof = proof or Proof(results.names[:-1])
                    if not overwrite:
                        cells = partial(_cells, batch)
                        check_free(batch.schema.names, results.names, cells, proof=proof, remedy="--overwrite")
                    scored = _appended(batch, results)
                    if writer is None:
                        stored = _stored(path, scored.schema, results.names)
                        writer = _writer(temporary, target, scored.schema, stored, file)
                    if target.suffix.lower() == ".csv":
                        _check_length(target, scored)
                    writer.write(scored)
                if writer is None:
                    raise BookError(f"{path.name} is empty")
            except pa.ArrowException as error:  # a list has no place in a .csv
                raise BookError(f"{target.name} cannot be written: {str(error).splitlines()[0]}") from error
            finally:
                if writer is not None:
                    writer.__exit__(None, None, None)
    counts.output = str(target)
    return counts


def _counts(path: Path, plan: Plan) -> Counts:
    counts = Counts(str(path), "", no_showdown=0 if plan.board else None, names=list(plan.names))
    counts.add(empty(len(plan.hands)))
    return counts


def _results(
    path: Path, file: Any, plan: Plan, counts: Counts, progress: Progress | None, columns: list[str] | None
) -> Iterator[tuple[Any, Results]]:
    """Yield the batches of a file with their results, and add these to the counts."""
    total, done = file.metadata.num_rows, 0
    with understood(path):
        for batch in file.iter_batches(batch_size=_rows(file), columns=columns):
            batch.validate(full=True)  # what is stored may name texts that are not there
            results = Results(ArrowTable(batch), plan, partial(_place, done + 1))
            counts.add(results.scored, MOST_LISTED)
            yield batch, results
            done += batch.num_rows
            if progress is not None:
                progress(done, total)


def _place(first: int, row: int, column: str) -> str:
    return f"row {first + row:,}, {column}"


def _cells(batch: Any, column: str) -> list[Any]:
    found: list[Any] = batch.column(column).to_pylist()
    return found


def _appended(batch: Any, results: Results) -> Any:
    """Return a batch with the new columns behind its own, in place of those of an earlier run."""
    import numpy as np
    import pyarrow as pa

    columns = {name: batch.column(name) for name in batch.schema.names if name not in results.names}
    fields = [batch.schema.field(name) for name in columns]
    for name, kind, values, blank in results.columns():
        if kind == "hand":
            places = pa.array(values, mask=blank)
            columns[name] = pa.DictionaryArray.from_arrays(places, pa.array(names(), pa.string()), ordered=True)
        elif kind == "text":
            columns[name] = pa.array(values, pa.string())
        else:
            whole = kind == "value" and _whole(results.plan)
            columns[name] = pa.array(np.where(blank, 0, values).astype(np.uint16) if whole else values, mask=blank)
        fields.append(pa.field(name, columns[name].type))
    return pa.RecordBatch.from_arrays([*columns.values()], schema=pa.schema(fields, batch.schema.metadata))


def _whole(plan: Plan) -> bool:
    """Tell whether all values are whole numbers: known of hands with a column for each of five and more cards."""
    cells = encoding(plan.options.cards).cells if plan.options.cards else 1
    wide = bool(plan.board) or all(len(hand) >= 5 * cells for hand in plan.hands)
    return plan.options.scale == "strength" and wide


def _stored(path: Path, schema: Any, new: list[str]) -> Any:
    """Return a schema with a file's own columns as they are stored there, and not as they are read here."""
    import pyarrow as pa
    from pyarrow import parquet

    own = parquet.read_schema(path)
    return pa.schema([one if one.name in new else own.field(one.name) for one in schema], schema.metadata)


def _check_length(target: Path, batch: Any) -> None:
    """Raise `BookError` for a batch that is out of proportion once the texts that it holds once are written out."""
    import pyarrow.compute as pc

    columns = [column for column in batch.columns if hasattr(column, "dictionary")]
    if sum(pc.sum(pc.binary_length(one.dictionary).take(one.indices)).as_py() or 0 for one in columns) > CSV_BYTES:
        raise BookError(
            f"{target.name} would have {batch.num_rows:,} rows of more than {CSV_BYTES >> 20:,} MB; write .parquet"
        )


def _writer(temporary: Path, target: Path, schema: Any, stored: Any, file: Any) -> AbstractContextManager[Any]:
    if target.suffix.lower() == ".csv":
        import pyarrow.csv

        plain: AbstractContextManager[Any] = pyarrow.csv.CSVWriter(temporary, schema)
        return plain
    groups = file.metadata
    compression = (
        groups.row_group(0).column(0).compression.lower() if groups.num_row_groups and groups.num_columns else "snappy"
    )
    from pyarrow import parquet

    made: Any = parquet.ParquetWriter(
        temporary,
        schema,
        store_schema=False,
        compression="none" if compression == "uncompressed" else compression,
    )
    made.add_key_value_metadata(
        {**(schema.metadata or {}), b"ARROW:schema": base64.b64encode(stored.serialize())}  # as pyarrow stores it
    )
    written: AbstractContextManager[Any] = made
    return written
