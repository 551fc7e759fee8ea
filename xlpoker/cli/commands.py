"""The command group `xlpoker` and its commands `wins`, `score`, `report` and `hand`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import xlpoker
from xlpoker.cli.options import (
    FILE,
    WRITING,
    against,
    hand_options,
    in_hands,
    input_options,
    one_line_errors,
    output_options,
    scheduler_option,
    strict_options,
    writing_options,
)
from xlpoker.cli.output import Bar, echo_table, print_records
from xlpoker.cli.runs import Tables, each, each_table, into_one, print_all, warn
from xlpoker.cli.streams import STREAM, Streams, streams
from xlpoker.cli.terminal import Commands
from xlpoker.errors import HandError
from xlpoker.evaluator.cards import MAX_CARDS, count_cards
from xlpoker.evaluator.hand import codes_of
from xlpoker.evaluator.showdown import check_showdown, shares_of
from xlpoker.scales import on_scale

if TYPE_CHECKING:
    from xlpoker.workbook.job import Counts, Options

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(xlpoker.__version__, message="xlpoker %(version)s")
def main() -> None:
    """Exact poker hands, winners and pot shares in spreadsheets.

    \b
    xlpoker wins book.xlsx                  count each player's wins
    xlpoker score book.xlsx                 write values, names and winners to book.scored.xlsx
    xlpoker report book.xlsx                write a summary with charts to book.report.xlsx
    xlpoker hand "4D 6S 9H QH QC"           value one hand
    xlpoker outs 6c7c AhAd --board 8c9s4c   the next cards that win, tie and lose
    xlpoker equity AhKh QcQd                odds of hands and ranges
    xlpoker import poker.txt book.xlsx      make a workbook from a text file
    xlpoker deck deck.parquet               write all five-card hands with their values
    xlpoker functions                       the functions for Excel
    xlpoker excel install                   put them into Excel

    Exit codes: 0 done, 1 bad rows or rows that do not agree (--check) under --strict, or a doctor that found something, 2 wrong usage or an input that cannot be read.
    """


@main.command()
@click.argument("books", metavar="BOOK...", nargs=-1, required=True, type=FILE)
@click.option(
    "--check",
    metavar="COLUMN",
    help="A column, by its letters or heading, that names the winners: count the rows in which it is right, and list the others "
    "(exit code 1 under --strict).",
)
@scheduler_option
@input_options
@output_options
@strict_options
@one_line_errors
def wins(
    books: tuple[Path, ...],
    scheduler: str | None,
    as_csv: bool,
    as_json: bool,
    strict: bool,
    quiet: bool,
    **options: Any,
) -> None:
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

    In Python: xlpoker.wins(book).
    """
    from xlpoker.workbook import inputs, job

    tables = Tables(options)
    tables.check_alone(scheduler)

    def count(book: Path, bar: Bar) -> Counts:
        return job.wins(book, tables.options, progress=bar)

    with streams(books) as named:
        notes: list[str] = []
        files, wrong = inputs.expanded(named.books, notes=notes)
        warn(notes)
        if tables.several:
            done = each_table(files, tables, job.wins, quiet=quiet)
        else:
            done = each(files, scheduler, tables.options, count, quiet=quiet, written=False)
        together = tables.several or len(files) + len(wrong) > 1
        told = map(named.told, done)
        print_all(
            told,
            wrong,
            together=together,
            as_csv=as_csv,
            as_json=as_json,
            strict=strict,
            quiet=quiet,
            check=options["check"],
        )


@main.command()
@click.argument("books", metavar="BOOK...", nargs=-1, required=True, type=FILE)
@click.option("-o", "--output", type=FILE, help="The file to write; else BOOK.scored.xlsx.")
@click.option("--in-place", is_flag=True, help="Write into the workbook itself.")
@click.option(
    "--force",
    is_flag=True,
    help="Replace a file in the output's place; with --in-place: a workbook that is write-protected or has hard links, and with --engine "
    "openpyxl even where something is lost.",
)
@scheduler_option
@input_options
@writing_options
@output_options
@strict_options
@one_line_errors
def score(
    books: tuple[Path, ...],
    output: Path | None,
    in_place: bool,
    force: bool,
    scheduler: str | None,
    as_csv: bool,
    as_json: bool,
    strict: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Write each hand's value and name and the winner beside the hands.

    The workbook itself stays as it is: the result goes to BOOK.scored.xlsx unless -o or --in-place says otherwise. Either
    way only the rows of that one sheet change, and styles for the results are added; everything else is copied byte for byte.
    Bad rows get their reason in the row. A folder or a pattern stands for the files in it, without *.scored.* and *.report.*.

    \b
    Examples:
      xlpoker score book.xlsx
      xlpoker score book.xlsx -o result.xlsx --scale percentile
      xlpoker score book.xlsx --in-place --columns value,winner
      xlpoker score poker.txt -o scored.csv
      xlpoker score "hands/*.xlsx"
      xlpoker score - < hands.csv > scored.csv

    In Python: xlpoker.score(book).
    """
    if output is not None and in_place:
        raise click.UsageError("-o and --in-place exclude each other.")
    if in_place and STREAM in books and not STREAM.exists():
        raise click.UsageError("- is standard input, which nothing can be written into; leave --in-place out.")
    with streams(books, output, written=not in_place) as named:
        _score(named, in_place, force, scheduler, as_csv, as_json, strict, quiet, options)


def _score(
    streamed: Streams,
    in_place: bool,
    force: bool,
    scheduler: str | None,
    as_csv: bool,
    as_json: bool,
    strict: bool,
    quiet: bool,
    options: dict[str, Any],
) -> None:
    """Score the files, and print their counts."""
    from xlpoker.workbook import inputs, job
    from xlpoker.workbook.job import output_of

    books, output = streamed.books, streamed.output
    notes: list[str] = []
    files, wrong = inputs.expanded(books, written=output is None and not in_place, notes=notes)
    if output is not None and len(files) > 1:
        raise click.UsageError("-o takes one workbook; without it each goes to BOOK.scored.xlsx.")
    outputs: dict[Path, Path] = {}
    for book in files if not in_place else ():
        other = outputs.setdefault(output_of(book), book)
        if other != book:
            raise click.UsageError(f"{other} and {book} would go to the same file; score them one by one with -o.")

    named: dict[str, Any] = {"output": output, "in_place": in_place, "force": force}
    named |= {"engine": options.pop("engine"), "writing": job.Writing(**{key: options.pop(key) for key in WRITING})}
    tables = Tables(options)

    def write(book: Path, bar: Bar) -> Counts:
        return job.score(book, tables.options, **named, progress=bar)

    warn(notes)
    tables.check_alone(scheduler)
    if tables.several:
        found = into_one(files, tables, quiet=quiet, **named)
    else:
        found = each(files, scheduler, tables.options, write, quiet=quiet, **named)
    told = map(streamed.told, found)
    together = tables.several or len(files) + len(wrong) > 1
    print_all(told, wrong, together=together, as_csv=as_csv, as_json=as_json, strict=strict, quiet=quiet)


@main.command()
@click.argument("books", metavar="BOOK...", nargs=-1, required=True, type=FILE)
@click.option("-o", "--output", type=FILE, help="The file to write; else BOOK.report.xlsx.")
@click.option("--force", is_flag=True, help="Replace a file in the output's place.")
@input_options
@output_options
@strict_options
@one_line_errors
def report(
    books: tuple[Path, ...],
    output: Path | None,
    force: bool,
    as_csv: bool,
    as_json: bool,
    strict: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Write a summary workbook with charts: wins, categories against their odds, bad rows.

    Several books go into one report, with the counts of each book and their sum.

    \b
    Examples:
      xlpoker report workbooks/euler54.xlsx
      xlpoker report book.xls -o summary.xlsx
      xlpoker report holdem.xlsx --game holdem
      xlpoker report "2026-*.xlsx" -o year.xlsx

    In Python: xlpoker.report.report.report(book).
    """
    from xlpoker.report.report import looked_at, report_into
    from xlpoker.workbook import inputs

    if STREAM in books and output is None:
        raise click.UsageError("a report on standard input needs a name: xlpoker report - -o FILE.xlsx.")
    with streams(books) as named:
        notes: list[str] = []
        files, wrong = inputs.expanded(named.books, notes=notes)
        warn(notes)
        if not files:
            print_all((), wrong, as_csv=as_csv, as_json=as_json, strict=strict, quiet=quiet)
        tables = Tables(options)
        made = []

        def look(path: Path, chosen: Options, bar: Bar) -> Counts:
            made.append(looked_at(path, chosen, bar))
            return made[-1].counts

        with report_into(files, output, force=force) as write:
            done = list(each_table(files, tables, look, quiet=quiet))
            if made:
                write(made)
        together = tables.several or len(files) + len(wrong) > 1
        told = map(named.told, done)
        print_all(told, wrong, together=together, as_csv=as_csv, as_json=as_json, strict=strict, quiet=quiet)


@main.command()
@click.argument("hands", metavar="CARDS...", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="The board of holdem or omaha.")
@hand_options
@output_options
@one_line_errors
def hand(hands: tuple[str, ...], board: str, game: str, jokers: str, scale: str, as_csv: bool, as_json: bool) -> None:
    """Value one hand, or several and who wins.

    Words of one card each are one hand.

    \b
    Examples:
      xlpoker hand Ah Kh Qh Jh Th
      xlpoker hand "4D 6S 9H QH QC"
      xlpoker hand "5H 5C 6S 7S KD" "2C 3S 8S 8D TD"
      xlpoker hand "As Ks" "Qd Qh" --game holdem --board "Js Ts 2c 2d 9h"
      xlpoker hand "A♠ K♠ Q♠ J♠ joker" --scale cactus --json

    In Python: xlpoker.hand(cards), xlpoker.winner(hand1, hand2).
    """
    if board and game in ("five-card", "front"):
        raise HandError(f"{game} has no board; name the game: --game holdem or --game omaha")
    hands = against(hands)
    hands = in_hands(hands, len(hands))
    if long := next((cards for cards in hands if count_cards(cards) > MAX_CARDS), ""):
        several = "; several hands stand in quotes each" if game == "five-card" else ""
        raise HandError(f"{count_cards(long)} cards are too many: a hand has 1 to {MAX_CARDS}{several}")
    made = [xlpoker.hand(cards, jokers, game, board) for cards in hands]
    codes = [codes_of(cards) for cards in hands]
    check_showdown(codes)
    shares = shares_of([one.value for one in made])
    records: list[dict[str, Any]] = []
    for cards, one, share in zip(hands, made, shares, strict=True):
        used = codes_of(cards if game == "five-card" else one.cards)
        record: dict[str, Any] = {"hand": cards, "value": on_scale(scale, one.value, used), "name": one.name}
        record |= {"category": one.category, "best_five": " ".join(one.cards)}
        if len(made) > 1:
            record["share"] = float(share)
        records.append(record)
    if not print_records(records, as_csv=as_csv, as_json=as_json):
        header = ["Hand", "Value", "Name", "Best five"] + ["Share"] * (len(made) > 1)
        keys = ["hand", "value", "name", "best_five"] + ["share"] * (len(made) > 1)
        for record in records:
            record["value"] = round(record["value"], 2) if scale == "strength" else record["value"]
            share = round(record.get("share", 0), 4)
            record["share"] = share if share % 1 else int(share)
        echo_table("", header, [[record[key] for key in keys] for record in records])
