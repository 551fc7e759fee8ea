"""The commands ``wins`` and ``score`` as functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from xlpoker.errors import BookError, LayoutError, OptionError, PokerError, check_choice, quoted
from xlpoker.files import (
    FORMATS,
    check_ending,
    holds_macros,
    is_workbook,
    kind_of,
    opened,
    path_of,
    same_file,
    watched,
)
from xlpoker.files.outputs import claimed, replaced
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.layout.ranges import parse_ranges
from xlpoker.scoring.counts import (
    ENGINES,
    Counts,
    Options,
    Writing,
    check_calls,
    check_live,
    check_named,
    checked_writing,
    tables_of,
)
from xlpoker.scoring.totals import check_apart, total_of

if TYPE_CHECKING:
    from xlpoker.scoring.run import Detected, Output, Progress
    from xlpoker.scoring.sources import Source, Table

__all__ = [
    "Counts", "Options", "Outcome", "Writing", "output_of", "read_deals", "score", "score_detected",
    "score_file", "score_source", "score_tables", "wins",
]  # fmt: skip

PathLike = Path | str
_BOOKS = (".xlsx", ".xlsm")
_ROWS = (".csv", ".parquet")
"""Endings of outputs that hold the rows of one sheet."""
_SINKS = {
    "splice": "xlpoker.workbook.xlsx.sink:SpliceSink",
    "openpyxl": "xlpoker.workbook.openpyxl_engine:OpenpyxlSink",
    "parquet": "xlpoker.workbook.parquet:ParquetSink",
    "csv": "xlpoker.workbook.tables:CsvSink",
    "rows": "xlpoker.workbook.tables:BookSink",
}
"""The classes that write results: into a workbook by either engine, batches of Parquet, lines, or all rows of a sheet."""
_IS_THE_INPUT = "is the input; name another"
_AWAY_FROM_INPUT = {
    "xlsx": "is the workbook itself; use --in-place to write into it",
    "parquet": "is the input; name another, or use --in-place to add the columns to it",
}
"""What is said where the output is the input, by the kind of file."""
OTHERWISE = ", -o names another"
"""What can be done, beside --force, about a file in the output's place."""


def wins(  # noqa: PLR0913 - each option by its name
    book: PathLike,
    options: Options | None = None,
    progress: Progress | None = None,
    *,
    sheet: str | None = None,
    hands: str | Sequence[str] | None = None,
    cards: str | None = None,
    game: str | None = None,
    jokers: str = "natural",
    scale: str = "strength",
    by: str | None = None,
    check: str | None = None,
    skip: str | None = None,
    **unknown: Any,
) -> Counts:
    """Return how often each player wins in a workbook or text file.

    Options by name override `options`: ``wins("book.xlsx", game="omaha")``; without a game the cards and the sheet decide it. A list
    of `hands` names several tables: the result is their sum, with a `Counts` for each in ``tables``.

    >>> book = Path(__file__).parents[2] / "workbooks" / "layouts" / "two-tables.xlsx"
    >>> counts = wins(book, hands=["A3:E8,F3:J8", "M3:Q8,R3:V8"])
    >>> counts.rows, [table.rows for table in counts.tables]
    (12, [6, 6])

    Raises `BookError` for a file that cannot be read, `LayoutError` where the hands are not found, `OptionError` for
    an unknown option. Bad rows are counted and listed in the result.
    """
    check_named(unknown, "wins")
    check_calls(progress)
    named = Options(sheet, None, cards, game, jokers, scale, by, check, skip).given()
    path, tables = path_of(book), tables_of(options, hands, named)
    with watched(path):
        from xlpoker.scoring.run import Sink

        counts = [score_file(path, table, lambda *_: Sink(), progress).counts for table in tables]
    if isinstance(hands, str | None):
        return counts[0]
    places = [(table, each.sheet, each.layout) for table, each in zip(tables, counts, strict=True)]
    check_apart(places, boards=True)
    for table, each in zip(tables, counts, strict=True):
        each.hands = table.hands
    return total_of(str(path), counts)


def sheets_of(book: PathLike, options: Options) -> list[str]:
    """Return the names of the visible sheets that hold hands, also of those that need an option.

    Raises `BookError` for a file that cannot be read, `LayoutError` where no sheet holds any.
    """
    from xlpoker.workbook.detect import sheets_with_hands
    from xlpoker.workbook.read import source_of

    with source_of(path_of(book)) as source:
        return sheets_with_hands(source, options)


class Outcome(NamedTuple):
    """What a job did with a table: its first rows, where the hands are, the counts, and the sink that took the results."""

    grid: Grid
    layout: Layout
    counts: Counts
    sink: Any


def score_file(
    path: Path,
    options: Options,
    sink_of: Callable[[Source, Table, Layout, Options], Any],
    progress: Progress | None = None,
    *,
    whole: bool = False,
    written: bool = False,
    file: BinaryIO | None = None,
) -> Outcome:
    """Take a table of a file of any format, from a `file` if it is open already, into a sink.

    open -> detect the hands -> `score_detected`. `sink_of` makes the sink once the hands are found, of the options with
    the game and the encoding that were found, too. With `whole` the table is read as a whole, as it is where it cannot
    be read in blocks. With `written` results go beside the rows of the sheet, also where a deal has several rows.
    """
    from xlpoker.workbook.read import source_of

    if options.hands is not None and is_workbook(path):
        from xlpoker.workbook.xlsx.part_edits import resolved

        options = replace(options, hands=resolved(path, options.hands))
    with source_of(path, _sheet(options), file) as source:
        sink_of_table = partial(sink_of, source)
        return score_source(source, options, sink_of_table, progress, whole=whole, written=written)


def score_source(
    source: Source,
    options: Options,
    sink_of: Callable[[Table, Layout, Options], Any],
    progress: Progress | None = None,
    *,
    whole: bool = False,
    written: bool = False,
) -> Outcome:
    """Detect the hands of an open source, and take its table into a sink.

    A table that cannot be read in blocks is read as a whole.
    """
    from xlpoker.scoring.model import NotPlainError
    from xlpoker.workbook.detect import detect

    try:
        detected = detect(source, options, whole=whole)
        return score_detected(source, detected, options, sink_of, progress, written=written)
    except NotPlainError:
        if whole:
            raise
    detected = detect(source, options, whole=True)
    return score_detected(source, detected, options, sink_of, progress, written=written)


def score_detected(
    source: Source,
    detected: Detected,
    options: Options,
    sink_of: Callable[[Table, Layout, Options], Any],
    progress: Progress | None = None,
    *,
    written: bool = False,
) -> Outcome:
    """Take a table in which the hands were found into a sink.

    Raises `NotPlainError` for a table that cannot be read in blocks.
    """
    from xlpoker.scoring.run import run

    reading = detected.reading
    options = replace(options, game=reading.game.value, cards=reading.cards or None)
    if reading.by:
        from xlpoker.workbook.deals import score_deals

        tables = source.tables(whole=True)
        grid = next(table.grid for table in tables if table.grid.sheet == detected.grid.sheet)
        layout, counts, sink = score_deals(
            grid, detected, sink_of, options, source.path, progress, written=written
        )
    else:
        grid, layout = detected.grid, detected.layout
        sink = sink_of(detected.table, layout, options)
        counts = run(source, detected, sink, options, progress)
    counts.warnings += source.warnings(detected.layout, options)
    return Outcome(grid, layout, counts, sink)


def read_deals(book: PathLike) -> list[tuple[list[int], list[int]]]:
    """Return the codes of the two hands in every row of the first sheet that holds hands, for the audit of the scales.

    Raises what `wins` raises, and `BookError` unless each row holds two hands, and for a bad row.
    """
    from xlpoker.scoring.run import MemorySink

    path = path_of(book)
    options = Options(sheet=sheets_of(path, Options())[0] or None)
    _, layout, counts, sink = score_file(path, options, lambda *_: MemorySink(codes=True))
    if len(layout.hands) != 2:
        raise BookError(
            f"{path.name} does not hold two hands in each row; deals to two players are needed"
        )
    for error in counts.errors:
        raise BookError(f"{path.name}: {error}")
    deals: list[tuple[list[int], list[int]]] = []
    for place in range(counts.rows):
        (first, second), _ = sink.scored.hands(place)
        deals.append((first, second))
    return deals


def score(  # noqa: PLR0913 - each option by its name
    book: PathLike,
    options: Options | None = None,
    *,
    sheet: str | None = None,
    hands: str | Sequence[str] | None = None,
    cards: str | None = None,
    game: str | None = None,
    jokers: str = "natural",
    scale: str = "strength",
    by: str | None = None,
    check: str | None = None,
    skip: str | None = None,
    output: PathLike | None = None,
    in_place: bool = False,
    force: bool = False,
    engine: str = ENGINES[0],
    writing: Writing | None = None,
    progress: Progress | None = None,
    **unknown: Any,
) -> Counts:
    """Write the winner and the hands' values and names beside the hands; return what `wins` returns and the output.

    The result goes to BOOK.scored.xlsx, to `output`, or with `in_place` into the workbook itself. The engine ``splice``
    changes nothing of a workbook but the rows of that sheet; ``openpyxl`` writes it anew, and in place only where
    nothing would be lost. A file in the output's place is refused; `force` lifts both. `writing`
    says which columns, where and how. Options by name override `options`: ``score("book.xlsx", sheet="Friday")``. Raises
    what `wins` raises, `OptionError` for a name that is unknown, and `BookError` where another program changes the book, or the file in the output's place, meanwhile.
    A list of `hands` names several tables, written into one workbook: the result is their sum, with a `Counts` for each in ``tables``.
    """
    check_named(unknown, "score", ["output", "in_place", "force", "engine", "writing"])
    check_calls(progress, in_place=in_place, force=force)
    named = Options(sheet, None, cards, game, jokers, scale, by, check, skip).given()
    path, tables = path_of(book), tables_of(options, hands, named)
    if not isinstance(hands, str | None):
        places: dict[str, Any] = {
            "output": output,
            "in_place": in_place,
            "force": force,
            "writing": writing,
        }
        return total_of(
            str(path), score_tables(path, tables, **places, engine=engine, progress=progress)
        )
    from xlpoker.scoring.run import Output

    (options,) = tables
    check_choice(engine, ENGINES, "is not an engine")
    writing = checked_writing(writing, options)
    place = None if in_place or output is None else path_of(output, "written")
    with watched(path), opened(path) as file:
        target, kind = _target_of(path, place, file, in_place=in_place)
        to = Output(target, writing, options, force, progress)
        with claimed(target, force=force, in_place=in_place, otherwise=OTHERWISE) as remarks:
            counts = _ScoreJob(path, kind, to, engine, in_place, file).run()
        counts.warnings += remarks
        return counts


def score_tables(  # noqa: PLR0913 - each option by its name
    book: PathLike,
    tables: Sequence[Options],
    *,
    output: PathLike | None = None,
    in_place: bool = False,
    force: bool = False,
    engine: str = ENGINES[0],
    writing: Writing | None = None,
    progress: Progress | None = None,
) -> list[Counts]:
    """Score several tables of a book into one workbook, which is written once all are done; return the counts of each.

    Results in rows of their own stand below each other. Raises what `score` raises, naming the table; then nothing was written.
    """
    from xlpoker.scoring.run import Output

    path = path_of(book)
    place = None if in_place or output is None else path_of(output, "written")
    if (place or path).suffix.lower() not in _BOOKS:
        raise OptionError(
            f"several tables are written into {' and '.join(_BOOKS)} only; score each by itself, with -o"
        )
    check_choice(engine, ENGINES, "is not an engine")
    writing = checked_writing(writing, tables[0])
    from shutil import copyfile
    from tempfile import TemporaryDirectory

    with ExitStack() as stack:
        stack.enter_context(watched(path))
        target, kind = _target_of(path, place, in_place=in_place)
        claim = claimed(target, force=force, in_place=in_place, otherwise=OTHERWISE)
        remarks = stack.enter_context(claim)
        folder = stack.enter_context(TemporaryDirectory(prefix="xlpoker-"))
        book_so_far = Path(folder) / target.name
        if in_place:  # the first table, too, goes into a workbook that is its owner's
            copyfile(path, book_so_far)
        counts_of_tables: list[Counts] = []
        for table in tables:
            is_begun = in_place or bool(counts_of_tables)
            source = book_so_far if is_begun else path
            target_of_table = Output(book_so_far, writing, table, force, progress)
            check = _check_of_place(tables, counts_of_tables, table)
            job = _ScoreJob(source, kind, target_of_table, engine, is_begun, check=check)
            counts = _run_naming_its_table(job, table)
            counts.file, counts.output, counts.hands = str(path), str(target), table.hands
            counts_of_tables.append(counts)
        with replaced(target) as temporary:
            copyfile(book_so_far, temporary)
    counts_of_tables[-1].warnings += remarks
    return counts_of_tables


def _check_of_place(
    tables: Sequence[Options], counts_before: Sequence[Counts], table: Options
) -> Callable[[str, Layout], None]:
    """Return the check that a table has no cells in common with those that were scored before it."""

    def check(sheet: str, layout: Layout) -> None:
        places: list[tuple[Options, str, Layout | None]] = [
            (options, counts.sheet, counts.layout)
            for options, counts in zip(tables, counts_before, strict=False)
        ]
        check_apart([*places, (table, sheet, layout)])

    return check


def _run_naming_its_table(job: _ScoreJob, table: Options) -> Counts:
    """Run the job of one among several tables; an error names the table, and says that nothing was written."""
    try:
        with watched(job.path):
            return job.run()
    except PokerError as error:
        where = table.hands or f"--sheet {table.sheet}"
        first, *more_lines = getattr(error, "lines", [str(error)])
        message = f"{where}: {first}; nothing was written"
        contents: Any = [message, *more_lines] if more_lines else message
        raise type(error)(contents) from None


def _import_sink(name: str) -> Any:
    """Return a class of sinks by the module and the name that `_SINKS` has."""
    module, _, class_name = _SINKS[name].partition(":")
    return getattr(import_module(module), class_name)


@dataclass(frozen=True, slots=True)
class _ScoreJob:
    """Where results go: a file of some kind, its target, the engine; `file` is the file if it is open already.

    `check` looks at the place of the hands before anything is written.
    """

    path: Path
    kind: str
    output: Output
    engine: str
    in_place: bool
    file: BinaryIO | None = None
    check: Callable[[str, Layout], None] | None = None

    @property
    def ending(self) -> str:
        """The ending of the target's name, in small letters."""
        return self.output.target.suffix.lower()

    @property
    def changes_a_workbook(self) -> bool:
        """Whether a workbook becomes a workbook."""
        return self.kind == "xlsx" and self.ending not in _ROWS

    @property
    def sink(self) -> str:
        """The name of the sink in `_SINKS`."""
        if self.changes_a_workbook:
            return self.engine
        if self.kind == "parquet" and self.ending == ".parquet":
            return "parquet"
        return "csv" if self.ending == ".csv" else "rows"

    @property
    def reads_whole(self) -> bool:
        """Whether the table is read as a whole: into a file of another kind."""
        goes_by_blocks = self.sink in (*ENGINES, "parquet")
        is_text_to_text = self.kind == "text" and self.sink == "csv"
        return not goes_by_blocks and not is_text_to_text

    def check_options(self) -> None:
        """Raise the error about options that do not go with the target."""
        is_spliced = self.sink == "splice"
        may_lose_macros = is_spliced and not self.in_place and self.ending == ".xlsx"
        if may_lose_macros and holds_macros(self.path, self.file):
            raise BookError(
                f"{self.path.name} holds macros; name the output .xlsm, or leave them out:"
                " --engine openpyxl"
            )
        writing = self.output.writing
        plain = Writing(columns=writing.columns, overwrite=writing.overwrite)
        if not is_spliced and writing != plain:
            raise OptionError(
                "--at and --live work only for .xlsx and .xlsm with the engine splice; leave them out"
            )

    def run(self) -> Counts:
        """Score the table, and return its counts."""
        self.check_options()
        sink_class = _import_sink(self.sink)

        def sink_of(source: Source, table: Table, layout: Layout, options: Options) -> Any:
            check_live(self.output.writing, options)
            if self.check is not None:
                self.check(table.grid.sheet, layout)
            return sink_class(replace(self.output, options=options), source, table, layout)

        outcome = score_file(
            self.path,
            self.output.options,
            sink_of,
            self.output.progress,
            whole=self.reads_whole,
            written=True,
            file=self.file,
        )
        target, counts = self.output.target, outcome.counts
        counts.output = str(target)
        has_sheets = self.kind == "xlsx" or FORMATS[self.kind].reader
        if has_sheets and not self.changes_a_workbook:
            counts.warnings.append(
                f"{target.name} holds the values of '{outcome.grid.sheet}' alone, without formats"
            )
        return counts


def _target_of(
    path: Path, named: Path | None, file: BinaryIO | None = None, *, in_place: bool
) -> tuple[Path, str]:
    """Return the target of a file's result and the file's kind.

    Raises `BookError` for a target that cannot hold the result.
    """
    kind = kind_of(path, file)
    if in_place:
        if kind not in ("xlsx", "parquet"):
            raise BookError(
                f"{path.name} is {FORMATS[kind].words} and cannot be scored in place;"
                " leave --in-place out"
            )
        return path, kind
    beside = output_of(path)
    if kind == "parquet":
        beside = path.with_name(f"{path.stem}.scored.parquet")
    target = named or beside
    if same_file(target, path):
        raise BookError(f"{target} {_AWAY_FROM_INPUT.get(kind, _IS_THE_INPUT)}")
    endings = (*_BOOKS, *_ROWS) if kind == "xlsx" else (".xlsx", *_ROWS)
    check_ending(target, endings)
    target_has_macros = target.suffix.lower() == ".xlsm"
    input_has_macros = path.suffix.lower() == ".xlsm"
    gains_macros = target_has_macros and not input_has_macros
    if kind == "xlsx" and gains_macros and not holds_macros(path, file):
        raise BookError(f"{path.name} holds no macros; name the output .xlsx")
    return target, kind


def output_of(book: Path) -> Path:
    """Return the default output of a book.

    >>> str(output_of(Path("hands/book.csv"))), str(output_of(Path("book.xlsm"))), str(output_of(Path("a.parquet")))
    ('hands/book.scored.xlsx', 'book.scored.xlsm', 'a.scored.parquet')
    """
    suffix = book.suffix.lower()
    if suffix not in (".xlsm", ".parquet"):
        suffix = ".xlsx"
    return book.with_name(f"{book.stem}.scored{suffix}")


def _sheet(options: Options) -> str | None:
    """Return the sheet that is named, by an option or before the ranges."""
    named = parse_ranges(options.hands).sheet if options.hands is not None else None
    if named and options.sheet and named.casefold() != options.sheet.casefold():
        raise LayoutError(
            f"--sheet {quoted(options.sheet)} and --hands {quoted(options.hands or '')} name different sheets"
        )
    return options.sheet or named
