"""The command ``report``: a summary of the hands of workbooks, as a workbook with charts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from xlpoker.errors import BookError, LayoutError, OptionError, QuestionError
from xlpoker.files import check_ending, path_of, same_file, watched
from xlpoker.files.outputs import claimed
from xlpoker.histories.files import check_columns
from xlpoker.report.figures import Figures, figures, merged
from xlpoker.report.history_figures import HistoryDeal, history_deals, is_history_table
from xlpoker.report.ledgers import LedgerFigures, ledger_figures, merged_ledgers
from xlpoker.scoring.counts import Counts, Options, options_of
from xlpoker.workbook.pipeline import score_file

__all__ = [
    "BookFigures",
    "figures_of_book",
    "figures_or_ledger",
    "headings_of_ledgers",
    "report",
    "report_into",
]

BookFigures: TypeAlias = Figures | LedgerFigures
Progress = Callable[[int, int], None]
PathLike: TypeAlias = Path | str


def report(
    book: PathLike | Sequence[PathLike],
    options: Options | None = None,
    *,
    output: PathLike | None = None,
    force: bool = False,
    progress: Progress | None = None,
    columns: Mapping[str, str] | None = None,
) -> Counts:
    """Write a summary of the hands of one book, or of several.

    Returns what `wins` returns, with the output. A ledger that is kept by hand becomes the sheet
    *Results*, as `import` writes it; `columns` says what columns of ledgers hold, by heading or
    letter: ``{"Tips": "skip"}``.

    The output is BOOK.report.xlsx, or `output`, which several books need. The summary has native
    charts (wins per player, categories against their expected share), tests of fairness, and the
    bad rows with sheet, cell, value and reason. Raises what `wins` raises, and `BookError` where
    the output cannot be written or, unless `force`, would replace a file.
    """
    names = book if isinstance(book, list | tuple) else [book]
    books = [path_of(name) for name in names]
    options = options_of(options)
    with report_into(books, output, force=force) as write:
        parts = [figures_or_ledger(path, options, progress, columns) for path in books]
        figures, ledgers = _apart(parts)
        check_columns(columns or {}, headings_of_ledgers(parts), books[0])
        sums: list[BookFigures] = []
        if figures:
            sums.append(merged(figures))
        if ledgers:
            sums.append(merged_ledgers(ledgers))
        first, *further = write(sums)
    for counts in further:
        first = first.with_warnings(counts.warnings)
    return first


def _apart(parts: Sequence[BookFigures]) -> tuple[list[Figures], list[LedgerFigures]]:
    """Return the figures of hands, and those of ledgers."""
    figures = [part for part in parts if isinstance(part, Figures)]
    ledgers = [part for part in parts if isinstance(part, LedgerFigures)]
    return figures, ledgers


def headings_of_ledgers(parts: Sequence[BookFigures]) -> list[str]:
    """Return the headings and letters of the columns of all ledgers."""
    headings: list[str] = []
    for part in parts:
        if isinstance(part, LedgerFigures):
            headings += part.headings
    return headings


@contextmanager
def report_into(
    books: Sequence[Path], output: PathLike | None, *, force: bool = False
) -> Iterator[Callable[[Sequence[BookFigures]], list[Counts]]]:
    """Check where the report of some books goes, and yield the function that writes it there.

    The body of the ``with`` statement reads the books, which must not change meanwhile, and calls
    the function with the figures, which returns the counts of each with the output.
    """
    if output is None and len(books) != 1:
        raise OptionError("several books go into one report; say where it goes: -o FILE.xlsx")
    if output is not None:
        target = path_of(output, "written")
    else:
        target = books[0].with_name(f"{books[0].stem}.report.xlsx")
    check_ending(target, [".xlsx"])
    for path in books:
        source = path_of(path)
        if same_file(target, source):
            raise BookError(f"{target} is the input; name another")
    with ExitStack() as stack:
        for path in books:
            stack.enter_context(watched(path))
        remarks = stack.enter_context(claimed(target, force=force, otherwise=", -o names another"))

        def write(parts: Sequence[BookFigures]) -> list[Counts]:
            from xlpoker.report.book import write_report

            figures, ledgers = _apart(parts)
            sessions = merged_ledgers(ledgers).sessions if ledgers else ()
            write_report(target, merged(figures) if figures else None, sessions)
            output = str(target)
            counts = [replace(part.counts, output=output) for part in parts]
            counts[0] = counts[0].with_warnings(remarks)
            return counts

        yield write


def figures_or_ledger(
    path: Path,
    options: Options,
    progress: Progress | None = None,
    columns: Mapping[str, str] | None = None,
) -> BookFigures:
    """Return the figures of one book, or those of a ledger where it holds no hands.

    Raises what `wins` raises, and `QuestionError` where the meaning of a column is open.
    """
    try:
        return figures_of_book(path, options, progress)
    except QuestionError:
        raise
    except LayoutError:
        ledger = None
        if options.hands is None:
            ledger = ledger_figures(path, columns, options.sheet)
        if ledger is None:
            raise
        return ledger


def figures_of_book(path: Path, options: Options, progress: Progress | None = None) -> Figures:
    """Return the figures of one book; raises what `wins` raises."""
    from xlpoker.scoring.run import MemorySink

    def make_sink(*_: object) -> MemorySink:
        return MemorySink(codes=True)

    grid, layout, counts, sink = score_file(path, options, make_sink, progress)
    headings: Sequence[Any] = []
    if layout.header is not None:
        headings = grid.rows[layout.header]
    deals: Sequence[HistoryDeal] = []
    if is_history_table(headings):
        deals = history_deals(path, options.sheet)
    return figures(layout, sink.scored, counts, deals)
