"""Runs a command on many books (one after another, on all processors or on a cluster) and prints their counts."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from xlpoker.cli.options import EXIT_BAD_ROWS, EXIT_ERROR
from xlpoker.cli.output import Bar, echo_check, echo_counts, echo_table, print_csv, print_json, print_problems
from xlpoker.cli.terminal import say
from xlpoker.errors import PokerError, counted, tried, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from xlpoker.scoring.counts import Counts, Options

__all__ = ["Tables", "each", "each_table", "in_turn", "into_one", "print_all", "warn"]


def each(
    books: Sequence[Path],
    scheduler: str | None,
    options: Options,
    work: Callable[[Path, Bar], Counts],
    *,
    quiet: bool,
    **named: Any,
) -> Iterator[Counts | PokerError]:
    """Yield the counts of each book, or what is wrong with it: from a cluster, from all processors, or one after another."""
    from xlpoker.workbook.many_files import on_cluster, on_processors, processes_for

    if scheduler is not None:
        return _together(len(books), on_cluster(books, scheduler, options, **named), quiet=quiet)
    if (processes := processes_for(books)) > 1:
        results = zip(books, on_processors(books, options, processes, **named), strict=True)
        return _together(len(books), results, quiet=quiet)
    return in_turn(books, work, quiet=quiet)


def _together(
    count: int, results: Iterable[tuple[Path, Counts | PokerError]], *, quiet: bool
) -> Iterator[Counts | PokerError]:
    """Yield what `in_turn` yields, as processes finish it."""
    with Bar(f"{count} files", quiet=quiet) as bar:
        for number, (book, result) in enumerate(results, 1):
            yield _of_file(book, result)
            bar(number, count)


def in_turn(
    books: Sequence[Path], work: Callable[[Path, Bar], Counts], *, quiet: bool
) -> Iterator[Counts | PokerError]:
    """Yield the counts of each book, or what is wrong with it."""
    for book in books:
        with Bar(book.name, quiet=quiet) as bar:
            found = tried(book, work, book, bar)
        yield _of_file(book, found) if len(books) > 1 else found


class Tables:
    """The tables that --sheet, --hands and --all-sheets name; `several` tells whether there is more than one.

    These options are taken out of a command's options; `options` holds the others.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        from xlpoker.scoring.counts import Options

        self._all: bool = options.pop("all_sheets")
        self._sheets: Sequence[str] = options.pop("sheet")
        self._hands: Sequence[str] = options.pop("hands")
        if self._all and self._sheets:
            raise click.UsageError("--all-sheets and --sheet exclude each other.")
        self.several = self._all or len(self._sheets) > 1 or len(self._hands) > 1
        self.options = Options(**options)
        if not self.several:
            self.options = replace(
                self.options, sheet=next(iter(self._sheets), None), hands=next(iter(self._hands), None)
            )

    def check_alone(self, scheduler: str | None) -> None:
        """Raise `click.UsageError` for several tables on a cluster."""
        if self.several and scheduler is not None:
            raise click.UsageError("--scheduler takes one table of each book.")

    def of(self, book: Path) -> list[Options]:
        """Return the options for each table of a book: ranges that name no sheet are taken on each.

        Raises `OptionError` where two of them have cells in common.
        """
        from xlpoker.workbook import job

        if not self.several:
            return [self.options]
        sheets: Sequence[str | None] = job.sheets_of(book, self.options) if self._all else self._sheets
        ranges: Sequence[str | None] = self._hands or [None]
        named = [
            (sheet or None, hands) for hands in ranges for sheet in (not (hands and "!" in hands) and sheets) or [None]
        ]
        from xlpoker.workbook.apart import check_apart

        check_apart(book, named)
        return [replace(self.options, sheet=sheet, hands=hands) for sheet, hands in named]


def each_table(
    books: Sequence[Path], tables: Tables, work: Callable[[Path, Options, Bar], Counts], *, quiet: bool
) -> Iterator[Counts | PokerError]:
    """Yield the counts of each table of each book, or what is wrong with it."""
    for book in books:
        if isinstance(chosen := tried(book, tables.of, book), PokerError):
            yield _of_file(book, chosen)
            continue
        for one in chosen:
            for found in in_turn([book], lambda path, bar, one=one: work(path, one, bar), quiet=quiet):  # type: ignore[misc]
                if isinstance(found, PokerError):
                    yield _of_file(book, found) if tables.several or len(books) > 1 else found
                    continue
                found.hands = one.hands if tables.several else None
                yield found


def into_one(books: Sequence[Path], tables: Tables, *, quiet: bool, **named: Any) -> Iterator[Counts | PokerError]:
    """Yield the counts of each table, those of a book written into one workbook, or what is wrong with a book."""
    from xlpoker.workbook import job

    def work(book: Path, bar: Bar) -> list[Counts]:
        return job.score_tables(book, tables.of(book), **named, progress=bar)

    for book in books:
        with Bar(book.name, quiet=quiet) as bar:
            found = tried(book, work, book, bar)
        yield from [_of_file(book, found)] if isinstance(found, PokerError) else found


def _of_file(book: Path, result: Counts | PokerError) -> Counts | PokerError:
    """Return a result; an error names its file."""
    if isinstance(result, PokerError) and visible(book.name) not in str(result):
        return type(result)(f"{book}: {result}")
    return result


def print_all(
    results: Iterable[Counts | PokerError],
    wrong: Sequence[PokerError] = (),
    *,
    together: bool = False,
    as_csv: bool,
    as_json: bool,
    strict: bool,
    quiet: bool,
    check: str | None = None,
) -> None:
    """Print the counts of each book and, with `together`, their sum; a book that cannot be read does not stop the rest.

    Under `strict` rows in which the column `check` does not name the winners are bad rows, too.
    """
    done: list[Counts] = []
    failed = 0
    for result in chain(wrong, results):
        if isinstance(result, PokerError):
            say(f"xlpoker: {result}", err=True)
            failed += 1
            continue
        done.append(result)
        if as_json:
            print_json(result.as_dict())
        elif not as_csv and not together:
            _print_counts(result)
        if check and not (as_json or as_csv):
            echo_check(result, check, f"{result.file}: " if together else "")
        if not quiet:
            file = f"{result.file}: " if together else ""
            print_problems([f"{file}{error}" for error in result.errors], result.bad)
            warn(result.warnings)
    if as_csv and done:
        records = [
            {
                key: ", ".join(map(str, value)) if isinstance(value, list) else value
                for key, value in counts.as_dict().items()
            }
            for counts in done
        ]
        print_csv(records, names=("file", "sheet", "output", "names"))
    elif done and together and not as_json:
        total = echo_counts(done, failed)
        _echo_categories("", total)
        warn(() if quiet else total.warnings)
    if failed:
        raise click.exceptions.Exit(EXIT_ERROR)
    if strict and any(counts.bad or counts.differ or counts.not_understood for counts in done):
        raise click.exceptions.Exit(EXIT_BAD_ROWS)


def warn(warnings: Iterable[str]) -> None:
    """Print warnings, a line each."""
    for warning in warnings:
        say(f"Warning: {warning}", err=True)


def _print_counts(counts: Counts) -> None:
    file = "standard input" if counts.file == "-" else counts.file
    title = " · ".join(str(part) for part in (file, counts.sheet, counted(counts.rows, "row")) if part)
    rows: list[tuple[str, int]] = list(zip(counts.labels, counts.players, strict=False))
    if counts.players:
        rows.append(("Ties", counts.ties))
    if counts.no_showdown is not None:
        rows.append(("No showdown", counts.no_showdown))
    rows.append(("Bad rows", counts.bad))
    if counts.categories:
        _echo_categories(title, counts, rows)
    else:
        echo_table(title, ("", "Wins" if counts.players else ""), rows, counts=True)
    if counts.output:
        say(f"Written to {counts.output}")


def _echo_categories(title: str, counts: Counts, rows: Sequence[tuple[str, int]] = ()) -> None:
    """Print how often each category came, where all tables have one hand in each row, and further rows."""
    if counts.categories and not counts.players:
        lines = [*_shares(counts), *((*row, "", "") for row in rows)]
        echo_table(title, ("", "Hands", "Share", "Expected"), lines, counts=True)


def _shares(counts: Counts) -> Iterator[tuple[str, int, str, str]]:
    """Yield a line for each category: its count, its share and, where that is known, its expected share."""
    from xlpoker.report.figures import COUNTED, expected_shares

    total = sum(counts.categories.values())
    expected = expected_shares(counts.cards) if counts.cards and counts.cards in COUNTED else {}
    for category in dict.fromkeys((*expected, *counts.categories)):
        found = counts.categories.get(category, 0)
        yield category, found, f"{found / total:8.3%}", f"{expected[category]:8.3%}" if category in expected else ""
