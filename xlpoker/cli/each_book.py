"""Runs a job on each table of many books: one after another, on all processors or on a cluster."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from xlpoker.cli.choices import can_ask, raise_question
from xlpoker.cli.output import Bar
from xlpoker.cli.print_counts import Printing, print_counts, warn
from xlpoker.errors import PokerError, QuestionError, error_or_result, visible
from xlpoker.scoring.counts import Counts, Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    Books = Sequence[Path]
    Result = Counts | PokerError
    Results = Iterable[Result]
    ResultsOfBooks = Iterable[tuple[Path, Result]]
    Work = Callable[[Path, Sequence[Options], Bar], Sequence[Result]]
    Arguments = dict[str, Any]

__all__ = ["Tables", "each_table", "files_of"]


class Tables:
    """The tables that --sheet, --hands and --all-sheets name, and how their counts are printed.

    These options and those of printing are taken out of a command's options; `options` holds the
    others. `several` tells whether there is more than one table in each book.
    """

    def __init__(self, options: Arguments, scheduler: str | None = None) -> None:
        self._all: bool = options.pop("all_sheets")
        self._sheets: Sequence[str] = options.pop("sheet")
        self._hands: Sequence[str] = options.pop("hands")
        self._printing = _printing_of(options)
        self.scheduler = scheduler
        self.quiet = self._printing.quiet
        has_several_sheets = self._all or len(self._sheets) > 1
        has_several_ranges = len(self._hands) > 1
        self.several = has_several_sheets or has_several_ranges
        self._check()
        if not self.several:
            options["sheet"] = _first_of(self._sheets)
            options["hands"] = _first_of(self._hands)
        self.options = Options(**options)

    def _check(self) -> None:
        """Raise `click.UsageError` for options that exclude each other."""
        sheets = [sheet.casefold() for sheet in self._sheets]
        different_sheets = set(sheets)
        if self._all and sheets:
            raise click.UsageError("--all-sheets and --sheet exclude each other.")
        if len(different_sheets) < len(sheets):
            raise click.UsageError("a sheet is named twice; its rows would count twice.")
        if self.several and self.scheduler is not None:
            raise click.UsageError("--scheduler takes one table of each book.")

    def of(self, book: Path) -> list[Options]:
        """Return the options for each table of a book.

        Ranges that name no sheet are taken on each of the sheets.
        """
        if not self.several:
            return [self.options]
        from xlpoker.workbook.jobs import sheets_of

        sheets: Sequence[str | None] = self._sheets
        if self._all:
            sheets = sheets_of(book, self.options)
        ranges: Sequence[str | None] = self._hands or [None]
        tables: list[Options] = []
        for hands in ranges:
            on_sheets = sheets or [None]
            if hands is not None and "!" in hands:  # the ranges name their sheet
                on_sheets = [None]
            for sheet in on_sheets:
                table = replace(self.options, hands=hands, sheet=sheet)
                tables.append(table)
        return tables

    def print_counts(self, results: Results, wrong: Sequence[PokerError], files: int) -> None:
        """Print the results of the tables of that many files, and what is wrong with others.

        Ends with the exit code.
        """
        printing = self._printing
        books = files + len(wrong)
        together = self.several or books > 1
        asks = can_ask(printing.form, quiet=printing.quiet)
        if asks and not together:
            results = [raise_question(result) for result in results]
        print_counts(results, wrong, printing, together=together)


def _printing_of(options: Arguments) -> Printing:
    """Return how counts are printed; the options that say so are taken out of a command's options."""
    return Printing(
        form=options.pop("form"),
        strict=options.pop("strict"),
        quiet=options.pop("quiet"),
        why=options.pop("why"),
        check=options.get("check"),
    )


def _first_of(values: Sequence[str]) -> str | None:
    """Return the first value of an option that may be given several times, None without any."""
    return values[0] if values else None


def files_of(books: Books, *, written: bool = False) -> tuple[list[Path], list[Any]]:
    """Return the files that books, folders and patterns stand for, and errors about the others.

    The notes about files that are left out are printed.
    """
    from xlpoker.workbook.inputs import expanded

    notes: list[str] = []
    files_and_errors = expanded(books, written=written, notes=notes)
    warn(notes)
    return files_and_errors


def each_table(
    books: Books,
    tables: Tables,
    work: Work,
    elsewhere: Arguments | None = None,
) -> Iterator[Result]:
    """Yield the counts of each table of each book, or what is wrong with it.

    `work` does all tables of a book. Books of one table may be done by other processes or a
    cluster where `elsewhere` holds the arguments for these.
    """
    if elsewhere is not None and not tables.several:
        results = _results_elsewhere(books, tables, elsewhere)
        if results is not None:
            yield from _finished(len(books), results, quiet=tables.quiet)
            return
    names_files = tables.several or len(books) > 1
    for place, book in enumerate(books):
        with Bar(book.name, quiet=tables.quiet) as bar:
            outcome = error_or_result(book, _all_tables, book, tables, work, bar)
        if isinstance(outcome, PokerError):
            outcome = [outcome]
        if place == 0:
            _prepare(books[1:], outcome)
        for result in outcome:
            yield _of_file(book, result) if names_files else result


def _prepare(books: Books, first_results: Sequence[Result]) -> None:
    """Prepare for more books, which mostly hold the game of the first one."""
    if not books:
        return
    from xlpoker.workbook.many_files import load_arrays

    games = [result.game for result in first_results if isinstance(result, Counts)]
    if games:
        load_arrays(books, games[0])


def _all_tables(book: Path, tables: Tables, work: Work, bar: Bar) -> Sequence[Result]:
    """Do all tables of a book."""
    tables_of_book = tables.of(book)
    return work(book, tables_of_book, bar)


def _results_elsewhere(books: Books, tables: Tables, elsewhere: Arguments) -> ResultsOfBooks | None:
    """Return books with their results by a cluster or other processes; None if this one does it."""
    scheduler = tables.scheduler
    if scheduler is None and len(books) < 2:
        return None
    from xlpoker.workbook.many_files import on_cluster, on_processors, processes_for

    if scheduler is not None:
        return on_cluster(books, scheduler, tables.options, **elsewhere)
    processes = processes_for(books)
    if processes < 2:
        return None
    results = on_processors(books, tables.options, processes, **elsewhere)
    return zip(books, results, strict=True)


def _finished(count: int, results: ResultsOfBooks, *, quiet: bool) -> Iterator[Result]:
    """Yield results as processes finish them."""
    finished = 0
    with Bar(f"{count} files", quiet=quiet) as bar:
        for book, result in results:
            yield _of_file(book, result)
            finished += 1
            bar(finished, count)


def _of_file(book: Path, result: Result) -> Result:
    """Return a result; an error names its file."""
    if not isinstance(result, PokerError):
        return result
    message = str(result)
    if visible(book.name) in message:
        return result
    if isinstance(result, QuestionError):
        first, *answers = result.lines
        return QuestionError([f"{book}: {first}", *answers])
    return type(result)(f"{book}: {message}")
