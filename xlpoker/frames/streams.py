"""Parquet and CSV files of any size, some rows at a time: scored into a new file, or counted, in constant memory.

A Parquet file is read by its row groups and written the same way, its own columns unchanged, with the new ones behind
them: ``value`` (uint16; on another scale than ``strength``, or for hands with fewer columns, float64), ``hand`` (a dictionary of names), ``winner`` (int8),
``problem``. A bad or blank row has nulls there. Output goes to a temporary file beside the target, which takes the
target's place when it is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from functools import partial
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError, OptionError, remedy
from xlpoker.evaluator.encodings import encoding
from xlpoker.frames.plan import HEAD, Plan, planned
from xlpoker.frames.results import Results, check_free, evaluate, name_codes, names
from xlpoker.frames.tables import ArrowTable
from xlpoker.workbook.earlier import Proof
from xlpoker.workbook.job import Counts, Options
from xlpoker.workbook.replacing import replaced

__all__ = ["score_parquet", "wins_parquet"]

ROWS = 1 << 17
MOST_LISTED = 1000
Progress = Callable[[int, int], None]


def _parquet() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise OptionError(f"Parquet files need pyarrow: {remedy('parquet')}") from None
    return pyarrow.parquet


def _opened(path: Path) -> Any:
    parquet = _parquet()
    try:
        return parquet.ParquetFile(path, pre_buffer=False)  # what is read ahead is never given back
    except (OSError, ValueError) as error:
        raise BookError(f"{path.name} is damaged: {str(error).splitlines()[0]}") from error


def _plan(path: Path, file: Any, options: Options) -> Plan:
    import pyarrow as pa

    if options.sheet is not None:
        raise BookError(f"{path.name} is a Parquet file and has no sheet '{options.sheet}'")
    try:
        head = next(file.iter_batches(batch_size=HEAD), None)
    except OSError as error:
        raise BookError(f"{path.name} is damaged: {str(error).splitlines()[0]}") from error
    table = pa.Table.from_batches([head] if head is not None else [], file.schema_arrow)
    return planned(
        ArrowTable(table),
        options.hands,
        game=options.game,
        jokers=options.jokers,
        scale=options.scale,
        cards=options.cards,
    )


def wins_parquet(path: Path, options: Options, progress: Progress | None = None) -> Counts:
    """Return how often each player wins in a Parquet file; raises what `xlpoker.workbook.job.wins` raises."""
    with closing(_opened(path)) as file:
        plan = _plan(path, file, options)
        counts = _empty(path, plan)
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
    if target.suffix.lower() not in (".parquet", ".csv"):
        raise BookError(f"{target.name} has no ending that can be written here; choose .parquet or .csv")
    with closing(_opened(path)) as file:
        plan = _plan(path, file, options)
        counts = _empty(path, plan)
        with replaced(target) as temporary:
            writer: Any = None
            proof: Proof | None = None
            try:
                for batch, results in _results(path, file, plan, counts, progress, None):
                    proof = proof or Proof(results.columns()[:-1])
                    if not overwrite:
                        cells = partial(_cells, batch)
                        check_free(batch.schema.names, results.columns(), cells, proof=proof, remedy="--overwrite")
                    scored = _appended(batch, results)
                    if writer is None:
                        writer = _writer(temporary, target, scored.schema, file)
                    writer.write(scored)
                if writer is None:
                    raise BookError(f"{path.name} is empty")
            finally:
                if writer is not None:
                    writer.__exit__(None, None, None)
    counts.output = str(target)
    return counts


def _empty(path: Path, plan: Plan) -> Counts:
    return Counts(str(path), "", players=[0] * len(plan.hands) if len(plan.hands) > 1 else [])


def _results(
    path: Path, file: Any, plan: Plan, counts: Counts, progress: Progress | None, columns: list[str] | None
) -> Iterator[tuple[Any, Results]]:
    """Yield the batches of a file with their results, and add these to the counts."""
    total, done = file.metadata.num_rows, 0
    try:
        for batch in file.iter_batches(batch_size=ROWS, columns=columns):
            results = evaluate(ArrowTable(batch), plan, partial(_place, done + 1))
            _add(counts, results)
            yield batch, results
            done += batch.num_rows
            if progress is not None:
                progress(done, total)
    except OSError as error:  # a page that cannot be read
        raise BookError(f"{path.name} is damaged: {str(error).splitlines()[0]}") from error


def _place(first: int, row: int, column: str) -> str:
    return f"row {first + row:,}, {column}"


def _add(counts: Counts, results: Results) -> None:
    ties, *won = results.counts()
    counts.rows += len(results.winners) - results.blank
    if counts.players:
        counts.ties += ties
        counts.players = [before + more for before, more in zip(counts.players, won, strict=True)]
    errors = list(results.errors.values())
    room = max(MOST_LISTED - len(counts.errors), 0)
    counts.errors += errors[:room]
    counts.unlisted += len(errors[room:])


def _cells(batch: Any, column: str) -> list[Any]:
    found: list[Any] = batch.column(column).to_pylist()
    return found


def _appended(batch: Any, results: Results) -> Any:
    """Return a batch with the new columns behind its own, in place of those of an earlier run."""
    import numpy as np
    import pyarrow as pa

    new = results.columns()
    kept = [name for name in batch.schema.names if name not in new]
    arrays = [batch.column(name) for name in kept]
    fields = [batch.schema.field(name) for name in kept]
    bad = results.winners < 0
    dictionary = pa.array(names(), pa.string())
    whole = _whole(results.plan)
    made: list[Any] = []
    for player in range(len(results.plan.hands)):
        strengths = results.strengths[:, player]
        if whole:
            made.append(pa.array(strengths.astype(np.uint16), mask=bad))
        else:
            made.append(pa.array(results.on_scale(player), mask=bad))
        made.append(pa.DictionaryArray.from_arrays(pa.array(name_codes(strengths), mask=bad), dictionary, ordered=True))
    if len(results.plan.hands) > 1:
        made.append(pa.array(results.winners, mask=bad))
    problems: list[str | None] = [None] * len(bad)
    for row, error in results.errors.items():
        problems[row] = str(error)
    made.append(pa.array(problems, pa.string()))
    fields += [pa.field(name, array.type) for name, array in zip(new, made, strict=True)]
    return pa.RecordBatch.from_arrays([*arrays, *made], schema=pa.schema(fields, batch.schema.metadata))


def _whole(plan: Plan) -> bool:
    """Tell whether all values are whole numbers: known of hands with a column for each of five and more cards."""
    cells = encoding(plan.cards).cells if plan.cards else 1
    wide = bool(plan.board) or all(len(hand) >= 5 * cells for hand in plan.hands)
    return plan.scale == "strength" and wide


def _writer(temporary: Path, target: Path, schema: Any, file: Any) -> AbstractContextManager[Any]:
    if target.suffix.lower() == ".csv":
        import pyarrow.csv

        plain: AbstractContextManager[Any] = pyarrow.csv.CSVWriter(temporary, schema)
        return plain
    groups = file.metadata
    compression = (
        groups.row_group(0).column(0).compression.lower() if groups.num_row_groups and groups.num_columns else "snappy"
    )
    parquet: AbstractContextManager[Any] = _parquet().ParquetWriter(
        temporary, schema, compression="none" if compression == "uncompressed" else compression
    )
    return parquet
