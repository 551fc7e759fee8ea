"""The commands `wins`, `score` and `report`: hands in workbooks, texts and Parquet files."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from xlpoker.cli.choices import asks_on_a_terminal
from xlpoker.cli.each_book import Tables, each_table, files_of
from xlpoker.cli.options import (
    WRITING,
    GroupedCommand,
    books_argument,
    column_option,
    file,
    force_option,
    input_options,
    meanings_of,
    output_options,
    scheduler_option,
    stakes_options,
    strict_options,
    writing_options,
)
from xlpoker.cli.streams import STREAM, streams
from xlpoker.errors import PokerError, error_or_result

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from xlpoker.cli.each_book import Result
    from xlpoker.cli.output import Bar
    from xlpoker.report.report import BookFigures
    from xlpoker.scoring.counts import Counts, Options

__all__ = ["report", "score", "wins"]


@click.command(cls=GroupedCommand)
@books_argument
@click.option(
    "--check",
    metavar="COLUMN",
    help="Compare a column, named by its letters or heading. It holds the winners, or a hand (Two "
    "Pair, or its number on the scale). The rows in which it is right are counted, and the others "
    "are listed (exit code 1 under --strict).",
)
@scheduler_option
@input_options
@stakes_options
@output_options
@strict_options
@asks_on_a_terminal
def wins(books: tuple[Path, ...], scheduler: str | None, **options: Any) -> None:
    """Count each player's wins in a workbook, .csv or text file.

    \b
    Examples:
      xlpoker wins workbooks/euler54.xlsx
      xlpoker wins poker.txt --json
      xlpoker wins book.xlsx --sheet Friday --hands A3:E1002,F3:J1002
      xlpoker wins holdem.xlsx --game holdem
      xlpoker wins hands/
      xlpoker wins - < hands.csv
      xlpoker wins book.xlsx --check Winner
      xlpoker wins year.xlsx --all-sheets
      xlpoker wins database.csv --by "Hand id"
      xlpoker wins friday.xlsx --stakes "Anna=K,Ben=L"

    In Python: xlpoker.wins(book).
    """
    from xlpoker.workbook import jobs

    def count(book: Path, chosen: Sequence[Options], bar: Bar) -> list[Result]:
        results = [error_or_result(book, jobs.wins, book, options, bar) for options in chosen]
        return _apart(chosen, results)

    tables = Tables(options, scheduler)
    with streams(books) as streamed:
        files, wrong = files_of(streamed.books)
        results = each_table(files, tables, count, elsewhere={"written": False})
        tables.print_counts(map(streamed.with_given_names, results), wrong, len(files))


def _apart(chosen: Sequence[Options], results: Sequence[Result]) -> list[Result]:
    """Return the results of the tables of a book; refuse tables that have cells in common.

    Where there are several, the counts of each have the ranges that name it.
    """
    from xlpoker.scoring.totals import TableOfFile, check_apart

    places: list[TableOfFile] = []
    named_results: list[Result] = []
    for options, result in zip(chosen, results, strict=True):
        if isinstance(result, PokerError):
            named_results.append(result)
            continue
        places.append((options, result.sheet, result.layout))
        hands = options.hands if len(chosen) > 1 else result.hands
        named_results.append(replace(result, hands=hands))
    check_apart(places, boards=True)
    return named_results


@click.command(cls=GroupedCommand)
@books_argument
@click.option("-o", "--output", type=file, help="The file to write; else BOOK.scored.xlsx.")
@click.option("--in-place", is_flag=True, help="Write into the workbook itself.")
@force_option(
    "a file in the output's place; with --in-place: a workbook that is write-protected or has hard "
    "links, and with --engine openpyxl even where something is lost"
)
@scheduler_option
@input_options
@stakes_options
@writing_options
@output_options
@strict_options
@asks_on_a_terminal
def score(
    books: tuple[Path, ...],
    output: Path | None,
    in_place: bool,
    scheduler: str | None,
    **options: Any,
) -> None:
    """Write values, names and winners beside the hands.

    The workbook itself stays as it is: the result goes to BOOK.scored.xlsx unless -o or --in-place
    says otherwise. Either way only the rows of that one sheet change, and names for the results are
    added; everything else is copied byte for byte. Bad rows get their reason in the row. A folder
    or a pattern stands for the files in it, without *.scored.* and *.report.*.

    \b
    Examples:
      xlpoker score book.xlsx
      xlpoker score book.xlsx -o result.xlsx --scale percentile
      xlpoker score book.xlsx --in-place --columns value,winner
      xlpoker score friday.xlsx --stakes "Anna=K,Ben=L" --unit 1
      xlpoker score poker.txt -o scored.csv
      xlpoker score "hands/*.xlsx"
      xlpoker score - < hands.csv > scored.csv

    In Python: xlpoker.score(book).
    """
    from xlpoker.workbook import jobs

    if output is not None and in_place:
        raise click.UsageError("-o and --in-place exclude each other.")
    if in_place and STREAM in books and not STREAM.exists():
        raise click.UsageError(
            "- is standard input, which nothing can be written into; leave --in-place out."
        )
    how: dict[str, Any] = {
        "force": options.pop("force"),
        "engine": options.pop("engine"),
        "in_place": in_place,
        "writing": jobs.Writing(**{name: options.pop(name) for name in WRITING}),
    }
    tables = Tables(options, scheduler)
    with streams(books, output, written=not in_place) as streamed:
        how["output"] = streamed.output

        def write(book: Path, chosen: Sequence[Options], bar: Bar) -> Sequence[Result]:
            if tables.several:
                return jobs.score_tables(book, chosen, **how, progress=bar)
            return [jobs.score(book, chosen[0], **how, progress=bar)]

        beside = streamed.output is None and not in_place
        files, wrong = files_of(streamed.books, written=beside)
        if streamed.output is not None and len(files) > 1:
            raise click.UsageError(
                "-o takes one workbook; without it each goes to BOOK.scored.xlsx."
            )
        results = each_table(files, tables, write, elsewhere=how)
        tables.print_counts(map(streamed.with_given_names, results), wrong, len(files))


@click.command(cls=GroupedCommand)
@books_argument
@click.option("-o", "--output", type=file, help="The file to write; else BOOK.report.xlsx.")
@column_option
@force_option("a file in the output's place")
@input_options
@output_options
@strict_options
@asks_on_a_terminal
def report(
    books: tuple[Path, ...],
    output: Path | None,
    columns: tuple[str, ...],
    force: bool,
    **options: Any,
) -> None:
    """Write a summary workbook with charts.

    It shows wins, categories against their odds, and bad rows. Several books go into one report,
    with the counts of each book and their sum. A ledger that is kept by hand becomes the sheet
    Results, as with import.

    \b
    Examples:
      xlpoker report workbooks/euler54.xlsx
      xlpoker report book.xls -o summary.xlsx
      xlpoker report ledger.xlsx
      xlpoker report holdem.xlsx --game holdem
      xlpoker report "2026-*.xlsx" -o year.xlsx

    In Python: xlpoker.report.report.report(book).
    """
    from xlpoker.histories.files import check_columns
    from xlpoker.report.ledgers import LedgerFigures
    from xlpoker.report.report import figures_or_ledger, headings_of_ledgers, report_into

    if STREAM in books and output is None:
        raise click.UsageError(
            "a report on standard input needs a name: xlpoker report - -o FILE.xlsx."
        )
    meanings = meanings_of(columns)
    tables = Tables(options)
    figures: list[BookFigures] = []

    def look(book: Path, chosen: Sequence[Options], bar: Bar) -> list[Result]:
        outcomes = [
            error_or_result(book, figures_or_ledger, book, table, bar, meanings) for table in chosen
        ]
        results = _apart(chosen, [_counts_or_error(outcome) for outcome in outcomes])
        for outcome, result in zip(outcomes, results, strict=True):
            if isinstance(outcome, PokerError) or isinstance(result, PokerError):
                continue
            if isinstance(outcome, LedgerFigures):
                figures.append(replace(outcome, counts=result))
            else:
                figures.append(replace(outcome, counts=result, books=(result,)))
        return results

    with streams(books) as streamed:
        files, wrong = files_of(streamed.books)
        results: list[Result] = []
        if files:
            with report_into(files, output, force=force) as write:
                results += each_table(files, tables, look)
                if not any(isinstance(result, PokerError) for result in results):
                    check_columns(meanings, headings_of_ledgers(figures), files[0])
                if figures:
                    results = _with_counts(results, write(figures))
        tables.print_counts(map(streamed.with_given_names, results), wrong, len(files))


def _counts_or_error(outcome: BookFigures | PokerError) -> Result:
    """Return the counts of some figures; an error as it is."""
    return outcome if isinstance(outcome, PokerError) else outcome.counts


def _with_counts(results: Sequence[Result], written: Sequence[Counts]) -> list[Result]:
    """Return results with the counts that were written in the place of those without an output."""
    left = [*written]
    return [result if isinstance(result, PokerError) else left.pop(0) for result in results]
