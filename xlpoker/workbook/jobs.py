"""The commands ``wins`` and ``score`` as functions; ``import`` is in `xlpoker.workbook.imports`.

    wins     open -> detect the hands -> score the blocks -> counts
    score    open -> detect the hands -> score the blocks -> plan -> write -> counts

`xlpoker.workbook.pipeline` is the way that both take from the open file on. What is decided before
is here: the options, the tables of a book, the target and who may replace it. A table of a book is
an `Options` whose `sheet` and `hands` name it. A new output format is a `Sink` in the table of
`xlpoker.workbook.score_job`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlpoker.errors import BookError, OptionError, PokerError, check_choice
from xlpoker.evaluator.payouts import UNIT
from xlpoker.files import kind_of, opened, path_of, watched
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import (
    ENGINES,
    Counts,
    Options,
    Writing,
    check_calls,
    check_named,
    checked_writing,
    tables_of,
)
from xlpoker.scoring.totals import TableOfFile, check_apart, total_of
from xlpoker.workbook.pipeline import score_file

if TYPE_CHECKING:
    from xlpoker.scoring.run import Progress
    from xlpoker.workbook.score_job import ScoreJob

__all__ = [
    "Counts",
    "Options",
    "Writing",
    "read_deals",
    "score",
    "score_tables",
    "sheets_of",
    "wins",
]

PathLike = Path | str


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
    visible: bool = False,
    stakes: str | None = None,
    unit: str | float = UNIT,
    **unknown: Any,
) -> Counts:
    """Return how often each player wins in a workbook or text file.

    Options by name override `options`: ``wins("book.xlsx", game="omaha")``; without a game the
    cards and the sheet decide it. A list of `hands` names several tables: the result is their sum,
    with a `Counts` for each in ``tables``.

    >>> book = Path(__file__).parents[2] / "workbooks" / "layouts" / "two-tables.xlsx"
    >>> counts = wins(book, hands=["A3:E8,F3:J8", "M3:Q8,R3:V8"])
    >>> counts.rows, [table.rows for table in counts.tables]
    (12, [6, 6])

    With `stakes`, such as ``"Anna=K,Ben=L"``, ``money`` is what each player got of the pots, and won.

    Raises `BookError` for a file that cannot be read, `LayoutError` where the hands are not found,
    `OptionError` for an unknown option. Bad rows are counted and listed in the result.
    """
    check_named(unknown, "wins")
    check_calls(progress)
    rules = Options(sheet, None, cards, game, jokers, scale, by, check, skip, visible)
    named = replace(rules, stakes=stakes, unit=unit).given()
    path = path_of(book)
    tables = tables_of(options, hands, named)
    with watched(path):
        counts = [score_file(path, table, None, progress).counts for table in tables]
    if isinstance(hands, str | None):
        return counts[0]
    check_apart(_places(tables, counts), boards=True)
    counts_with_ranges = [
        replace(of_table, hands=table.hands) for table, of_table in zip(tables, counts, strict=True)
    ]
    return total_of(str(path), counts_with_ranges)


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
    visible: bool = False,
    stakes: str | None = None,
    unit: str | float = UNIT,
    output: PathLike | None = None,
    in_place: bool = False,
    force: bool = False,
    engine: str = ENGINES[0],
    writing: Writing | None = None,
    progress: Progress | None = None,
    **unknown: Any,
) -> Counts:
    """Write the winner and the hands' values and names beside the hands.

    Returns what `wins` returns, and the output. That is BOOK.scored.xlsx, or `output`, or with
    `in_place` the workbook itself. `writing` says which columns are written, where and how.

    The engine ``splice`` changes nothing of a workbook but the rows of that sheet. ``openpyxl``
    writes it anew, and in place only where nothing would be lost. A file in the output's place is
    refused; `force` lifts both.

    Options by name override `options`: ``score("book.xlsx", sheet="Friday")``. A list of `hands`
    names several tables, written into one workbook: the result is their sum, with a `Counts` for
    each in ``tables``.

    Raises what `wins` raises, `OptionError` for a name that is unknown, and `BookError` where
    another program changes the book, or the file in the output's place, meanwhile.
    """
    check_named(unknown, "score", ["output", "in_place", "force", "engine", "writing"])
    check_calls(progress, in_place=in_place, force=force)
    rules = Options(sheet, None, cards, game, jokers, scale, by, check, skip, visible)
    named = replace(rules, stakes=stakes, unit=unit).given()
    path = path_of(book)
    tables = tables_of(options, hands, named)
    if not isinstance(hands, str | None):
        counts_of_tables = score_tables(
            path,
            tables,
            output=output,
            in_place=in_place,
            force=force,
            engine=engine,
            writing=writing,
            progress=progress,
        )
        return total_of(str(path), counts_of_tables)
    from xlpoker.files.outputs import claimed
    from xlpoker.scoring.run import Output
    from xlpoker.workbook.score_job import ScoreJob
    from xlpoker.workbook.targets import OTHERWISE, target_of

    (table,) = tables
    check_choice(engine, ENGINES, "is not an engine")
    writing = checked_writing(writing, table)
    named_target = None if in_place or output is None else path_of(output, "written")
    with watched(path), opened(path) as file:
        kind = kind_of(path, file)
        target = target_of(path, kind, named_target, file, in_place=in_place)
        with claimed(target, force=force, in_place=in_place, otherwise=OTHERWISE) as remarks:
            written = Output(target, writing, table, force, progress)
            counts = ScoreJob(path, kind, written, engine, in_place, file).run()
        return counts.with_warnings(remarks)


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
    """Score several tables of a book into one workbook; return the counts of each.

    The tables are scored one after the other into a workbook in a temporary folder, which replaces
    the target once all are done. Results in rows of their own stand below each other. Raises what
    `score` raises, naming the table; then nothing was written.
    """
    from shutil import copyfile
    from tempfile import TemporaryDirectory

    from xlpoker.files.outputs import claimed, replaced
    from xlpoker.scoring.run import Output
    from xlpoker.workbook.score_job import ScoreJob
    from xlpoker.workbook.targets import BOOKS, OTHERWISE, target_of

    path = path_of(book)
    named_target = None if in_place or output is None else path_of(output, "written")
    if (named_target or path).suffix.lower() not in BOOKS:
        raise OptionError(
            f"several tables are written into {' and '.join(BOOKS)} only; score each by itself, with -o"
        )
    check_choice(engine, ENGINES, "is not an engine")
    writing = checked_writing(writing, tables[0])
    with watched(path):
        kind = kind_of(path)
        target = target_of(path, kind, named_target, in_place=in_place)
        claim = claimed(target, force=force, in_place=in_place, otherwise=OTHERWISE)
        with claim as remarks, TemporaryDirectory(prefix="xlpoker-") as folder:
            book_so_far = Path(folder) / target.name
            if in_place:  # the first table, too, goes into a workbook that is its owner's
                copyfile(path, book_so_far)
            counts: list[Counts] = []
            for table in tables:
                is_begun = in_place or bool(counts)
                written = Output(book_so_far, writing, table, force, progress)
                source = book_so_far if is_begun else path
                check = partial(_check_place, _places(tables, counts), table)
                job = ScoreJob(source, kind, written, engine, is_begun, check=check)
                counts.append(_run_naming_its_table(job, table))
            with replaced(target) as temporary:
                copyfile(book_so_far, temporary)
    counts[-1] = counts[-1].with_warnings(remarks)
    return [
        replace(of_table, file=str(path), output=str(target), hands=table.hands)
        for table, of_table in zip(tables, counts, strict=True)
    ]


def _places(tables: Sequence[Options], counts: Sequence[Counts]) -> list[TableOfFile]:
    """Return the places of the tables that are counted; these are the first ones."""
    return [
        (table, of_table.sheet, of_table.layout)
        for table, of_table in zip(tables, counts, strict=False)
    ]


def _check_place(places: Sequence[TableOfFile], table: Options, sheet: str, layout: Layout) -> None:
    """Raise `OptionError` where a table has cells in common with those at some places."""
    check_apart([*places, (table, sheet, layout)])


def _run_naming_its_table(job: ScoreJob, table: Options) -> Counts:
    """Run the job of one among several tables.

    An error names the table, and says that nothing was written.
    """
    try:
        with watched(job.path):
            return job.run()
    except PokerError as error:
        where = table.hands or f"--sheet {table.sheet}"
        first, *more_lines = getattr(error, "lines", [str(error)])
        message = f"{where}: {first}; nothing was written"
        contents: Any = [message, *more_lines] if more_lines else message
        raise type(error)(contents) from None


def sheets_of(book: PathLike, options: Options) -> list[str]:
    """Return the names of the visible sheets that hold hands, also of those that need an option.

    Raises `BookError` for a file that cannot be read, `LayoutError` where no sheet holds any.
    """
    from xlpoker.workbook.detect import sheets_with_hands
    from xlpoker.workbook.read import source_of

    with source_of(path_of(book)) as source:
        return sheets_with_hands(source, options)


def read_deals(book: PathLike) -> list[tuple[list[int], list[int]]]:
    """Return the codes of the two hands in every row of the first sheet that holds hands.

    The audit of the scales uses them. Raises what `wins` raises, and `BookError` unless each row
    holds two hands, and for a bad row.
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
