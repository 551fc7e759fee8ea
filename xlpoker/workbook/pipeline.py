"""The way of a table, from an open file to the sink that takes its results.

    open     source_of         a source of any format
    detect   detect            where the hands are; a question is raised
    deals    score_deals       only where each row is one player's: the rows of a deal are grouped
    score    run               block by block, counted on the way
    write    the sink          plans where new columns go when it is made, and takes each block

Three functions, each of which begins one step later: `score_file` opens, `score_source` detects,
`score_detected` scores. `xlpoker.workbook.jobs` chooses the sink; without one the rows are only
counted, and those of a small table without NumPy. A new input format is a `Source` that `xlpoker.workbook.read` opens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeAlias

from xlpoker.errors import LayoutError, quoted
from xlpoker.files import is_workbook
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.layout.ranges import parse_ranges
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.marked_rows import NO_MARKS
from xlpoker.scoring.sources import NotPlainError, arrays_are_loaded

if TYPE_CHECKING:
    from xlpoker.scoring.detected import Detected
    from xlpoker.scoring.run import Progress, Sink
    from xlpoker.scoring.sources import Source, Table

__all__ = ["Outcome", "SinkMaker", "score_detected", "score_file", "score_source"]

SinkMaker: TypeAlias = "Callable[[Source, Table, Layout, Options], Any]"
"""Makes the sink, once the hands are detected; its options name the game and the encoding."""


class Outcome(NamedTuple):
    """What became of a table: its rows, the layout, the counts, and the sink with the results.

    The rows are the first ones, or all where deals have several rows. The sink is None where the
    rows of a small table were only counted.
    """

    grid: Grid
    layout: Layout
    counts: Counts
    sink: Any


def score_file(
    path: Path,
    options: Options,
    make_sink: SinkMaker | None,
    progress: Progress | None = None,
    *,
    whole: bool = False,
    beside_rows: bool = False,
    file: BinaryIO | None = None,
) -> Outcome:
    """Take a table of a file of any format into a sink; `file` is the file if it is open already.

    Without a sink wins are only counted. The other arguments are those of `score_source`.
    """
    from xlpoker.workbook.read import source_of

    if options.hands is not None and is_workbook(path):
        from xlpoker.workbook.xlsx.named_ranges import ranges_in_book

        hands = ranges_in_book(path, options.hands)
        options = replace(options, hands=hands)
    sheet = _named_sheet(options)
    is_plain = make_sink is None and _needs_no_arrays(options)
    with source_of(path, sheet, file, is_only_counted=is_plain) as source:
        return score_source(
            source, options, make_sink, progress, whole=whole, beside_rows=beside_rows
        )


def score_source(
    source: Source,
    options: Options,
    make_sink: SinkMaker | None,
    progress: Progress | None = None,
    *,
    whole: bool = False,
    beside_rows: bool = False,
) -> Outcome:
    """Detect the hands of an open source, and take its table into a sink.

    With `whole` the table is read as a whole instead of in blocks. A table that cannot be read in
    blocks, such as one with hands in merged cells, raises `NotPlainError` on the way: then the sink
    is left unfinished, and all begins again with `whole` and a new sink.

    With `beside_rows` results go beside the rows of the sheet, also where a deal has several rows.
    """
    from xlpoker.workbook.detect import detect

    try:
        detected = detect(source, options, whole=whole)
        return score_detected(
            source, detected, options, make_sink, progress, beside_rows=beside_rows
        )
    except NotPlainError:
        if whole:
            raise
    return score_source(source, options, make_sink, progress, whole=True, beside_rows=beside_rows)


def score_detected(
    source: Source,
    detected: Detected,
    options: Options,
    make_sink: SinkMaker | None,
    progress: Progress | None = None,
    *,
    beside_rows: bool = False,
) -> Outcome:
    """Take a table in which the hands were found into a sink.

    Raises `NotPlainError` for a table that cannot be read in blocks.
    """
    if options.stakes is not None:
        from xlpoker.scoring.stake_columns import with_stakes

        detected = with_stakes(detected, options.stakes)
    reading = detected.reading
    options = replace(options, game=reading.game.value, cards=reading.cards or None)
    warnings = source.warnings(detected.layout, options)
    if reading.by:
        outcome = _score_deals(
            source, detected, options, make_sink, progress, beside_rows=beside_rows
        )
    else:
        outcome = _score_rows(source, detected, options, make_sink, progress)
    counts = outcome.counts.with_warnings(warnings)
    return outcome._replace(counts=counts)


def _score_deals(
    source: Source,
    detected: Detected,
    options: Options,
    make_sink: SinkMaker | None,
    progress: Progress | None,
    *,
    beside_rows: bool,
) -> Outcome:
    """Take a table with a row for each player into a sink: its rows are grouped into deals."""
    from xlpoker.workbook.deals import score_deals

    grid = _whole_grid(source, detected.grid.sheet)
    layout, counts, sink = score_deals(
        source,
        grid,
        detected,
        options,
        make_sink or _sink_of_counts,
        progress,
        beside_rows=beside_rows,
    )
    return Outcome(grid, layout, counts, sink)


def _score_rows(
    source: Source,
    detected: Detected,
    options: Options,
    make_sink: SinkMaker | None,
    progress: Progress | None,
) -> Outcome:
    """Take a table with a showdown in each row into a sink, block by block."""
    layout = detected.layout
    if make_sink is None:
        rows_at_hand = _rows_at_hand(source, detected, options)
        if rows_at_hand is not None:
            counts = _counts_of_small_table(source, detected, rows_at_hand, options)
            return Outcome(detected.grid, layout, counts, None)
        make_sink = _sink_of_counts
    from xlpoker.scoring.run import run

    sink = make_sink(source, detected.table, layout, options)
    counts = run(source, detected, sink, options, progress)
    return Outcome(detected.grid, layout, counts, sink)


def _sink_of_counts(*_: object) -> Sink:
    """Make the sink that keeps no results: the counts are enough."""
    from xlpoker.scoring.run import Sink

    return Sink()


def _needs_no_arrays(options: Options) -> bool:
    """Tell whether the rows of a table can be counted without NumPy."""
    return options.check is None and options.stakes is None


def _rows_at_hand(source: Source, detected: Detected, options: Options) -> Grid | None:
    """Return all rows of a table with so few that NumPy is not loaded for them, None for any other."""
    if not source.is_small or not _needs_no_arrays(options) or arrays_are_loaded():
        return None
    table = detected.table
    if table.ended:
        return table.grid
    return _whole_grid(source, table.grid.sheet)


def _counts_of_small_table(
    source: Source, detected: Detected, grid: Grid, options: Options
) -> Counts:
    """Return the counts of a table whose rows are all at hand: those of `run`, without arrays."""
    from xlpoker.scoring.open_table import count_rows, with_later_rows
    from xlpoker.scoring.plain_rows import score_rows

    results = score_rows(grid, detected.layout, options)
    rows = len(results.all_rows)
    detected.check_hands(rows)
    reading = detected.reading
    if detected.later is not None and rows:
        reading = with_later_rows(reading, results, detected.later)
    marked = source.marked_rows(detected.table) or NO_MARKS
    rows_only = marked._replace(hidden_columns=frozenset())
    counts = count_rows(str(source.path), results, reading, options, rows_only)
    return replace(counts, why=detected.why)


def _whole_grid(source: Source, sheet: str) -> Grid:
    """Return all rows of a sheet."""
    for table in source.tables(whole=True):
        if table.grid.sheet == sheet:
            return table.grid
    raise LookupError(sheet)


def _named_sheet(options: Options) -> str | None:
    """Return the sheet that is named, by an option or before the ranges."""
    named = parse_ranges(options.hands).sheet if options.hands is not None else None
    if named and options.sheet and named.casefold() != options.sheet.casefold():
        raise LayoutError(
            f"--sheet {quoted(options.sheet)} and --hands {quoted(options.hands or '')} name different sheets"
        )
    return options.sheet or named
