"""Runs a job on each table of many books: one after another, on all processors or on a cluster."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from xlpoker.cli.choices import can_ask, raise_question
from xlpoker.cli.output import Bar
from xlpoker.cli.print_counts import print_counts, warn
from xlpoker.errors import PokerError, error_or_result, visible
from xlpoker.scoring.counts import Counts, Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    Result = Counts | PokerError

__all__ = ["Tables", "each_table", "files_of"]


class Tables:
    """The tables that --sheet, --hands and --all-sheets name, and how their counts are printed; `several` tells whether there is more than one.

    These options are taken out of a command's options; `options` holds the others.
    """

    def __init__(self, options: dict[str, Any], scheduler: str | None = None) -> None:
        self._all: bool = options.pop("all_sheets")
        self._sheets: Sequence[str] = options.pop("sheet")
        self._hands: Sequence[str] = options.pop("hands")
        self._printing = {name: options.pop(name) for name in ("form", "strict", "quiet", "why")}
        self.quiet: bool = self._printing["quiet"]
        self.options, self.scheduler = Options(**options), scheduler
        self.several = self._all or len(self._sheets) > 1 or len(self._hands) > 1
        if self._all and self._sheets:
            raise click.UsageError("--all-sheets and --sheet exclude each other.")
        if len({sheet.casefold() for sheet in self._sheets}) < len(self._sheets):
            raise click.UsageError("a sheet is named twice; its rows would count twice.")
        if self.several and scheduler is not None:
            raise click.UsageError("--scheduler takes one table of each book.")
        if not self.several:
            sheet, hands = next(iter(self._sheets), None), next(iter(self._hands), None)
            self.options = replace(self.options, sheet=sheet, hands=hands)

    def of(self, book: Path) -> list[Options]:
        """Return the options for each table of a book: ranges that name no sheet are taken on each of the sheets."""
        if not self.several:
            return [self.options]
        from xlpoker.workbook.job import sheets_of

        sheets: Sequence[str | None] = sheets_of(book, self.options) if self._all else self._sheets
        ranges: Sequence[str | None] = self._hands or [None]
        each = (
            (hands, sheets if sheets and "!" not in (hands or "") else [None]) for hands in ranges
        )
        return [
            replace(self.options, sheet=sheet, hands=hands) for hands, on in each for sheet in on
        ]

    def print_counts(
        self, results: Iterable[Result], wrong: Sequence[PokerError], files: int
    ) -> None:
        """Print the results of the tables of that many files, and what is wrong with others; end with the exit code."""
        together = self.several or files + len(wrong) > 1
        if not together and can_ask(self._printing["form"], quiet=self.quiet):
            results = [raise_question(result) for result in results]
        print_counts(results, wrong, together=together, check=self.options.check, **self._printing)


def files_of(books: Sequence[Path], *, written: bool = False) -> tuple[list[Path], list[Any]]:
    """Return the files that books, folders and patterns stand for, and what is wrong with the others; print the notes."""
    from xlpoker.workbook.inputs import expanded

    notes: list[str] = []
    files, wrong = expanded(books, written=written, notes=notes)
    warn(notes)
    return files, wrong


def each_table(
    books: Sequence[Path],
    tables: Tables,
    work: Callable[[Path, Sequence[Options], Bar], Sequence[Result]],
    elsewhere: dict[str, Any] | None = None,
) -> Iterator[Result]:
    """Yield the counts of each table of each book, or what is wrong with it.

    `work` does all tables of a book; `elsewhere` says how processes and clusters do books of one table, which they may with it.
    """
    if (
        elsewhere is not None
        and not tables.several
        and (tables.scheduler is not None or len(books) > 1)
    ):
        from xlpoker.workbook.many_files import on_cluster, on_processors, processes_for

        if tables.scheduler is not None:
            results = on_cluster(books, tables.scheduler, tables.options, **elsewhere)
            yield from _finished(len(books), results, quiet=tables.quiet)
            return
        if (processes := processes_for(books)) > 1:
            results = zip(
                books, on_processors(books, tables.options, processes, **elsewhere), strict=True
            )
            yield from _finished(len(books), results, quiet=tables.quiet)
            return
    for book in books:
        with Bar(book.name, quiet=tables.quiet) as bar:
            done = error_or_result(
                book, lambda book, bar: work(book, tables.of(book), bar), book, bar
            )
        for one in [done] if isinstance(done, PokerError) else done:
            yield _of_file(book, one) if tables.several or len(books) > 1 else one


def _finished(
    count: int, results: Iterable[tuple[Path, Result]], *, quiet: bool
) -> Iterator[Result]:
    """Yield results as processes finish them."""
    with Bar(f"{count} files", quiet=quiet) as bar:
        for number, (book, result) in enumerate(results, 1):
            yield _of_file(book, result)
            bar(number, count)


def _of_file(book: Path, result: Result) -> Result:
    """Return a result; an error names its file."""
    if isinstance(result, PokerError) and visible(book.name) not in str(result):
        lines = getattr(result, "lines", None)
        return type(result)([f"{book}: {lines[0]}", *lines[1:]] if lines else f"{book}: {result}")  # type: ignore[arg-type]
    return result
