"""The commands that make data of their own."""

from __future__ import annotations

from pathlib import Path

import click

from xlpoker.cli.options import FILE, one_line_errors, replace_option
from xlpoker.cli.output import Bar
from xlpoker.cli.terminal import Command, say
from xlpoker.scales import SCALES

__all__ = ["deck", "import_"]

MOST_QUOTED = 10


@click.command(cls=Command)
@click.argument("out", type=FILE)
@click.option(
    "--scale", "scales", type=click.Choice(list(SCALES)), multiple=True, help="One more column; may be repeated."
)
@replace_option("OUT")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing.")
@one_line_errors
def deck(out: Path, scales: tuple[str, ...], overwrite: bool, quiet: bool) -> None:
    """Write all 2,598,960 five-card hands: cards, value, category, name.

    OUT ends in .parquet, .csv, .sqlite or .xlsx (three sheets; this takes three minutes).

    \b
    Examples:
      xlpoker deck deck.parquet
      xlpoker deck deck.sqlite --scale cactus --scale percentile

    In Python: xlpoker.deck.write_deck(path, scales).
    """
    from xlpoker.deck import write_deck
    from xlpoker.files.replace import check_place

    check_place(out, overwrite=overwrite)
    with Bar(out.name, quiet=quiet) as bar:
        hands = write_deck(out, scales, bar)
    if not quiet:
        say(f"{hands:,} hands written to {out}")


@click.command("import", cls=Command)
@click.argument("source", metavar="TEXT|HISTORIES", type=FILE)
@click.argument("book", type=FILE)
@replace_option("BOOK")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing.")
@one_line_errors
def import_(source: Path, book: Path, overwrite: bool, quiet: bool) -> None:
    """Make a workbook from a text file: one row a line, one card a cell.

    Hand histories (PokerStars, GGPoker, Winamax, 888, Party, iPoker and others, .phh, .phhs) become a table with a row a hand:
    hole cards, stacks and nets by seat, the board, the pot, who collected. They may be a file, a folder with all below it, or
    a pattern; BOOK ends in .xlsx, .csv or .parquet. A hand that is not understood is quoted and left out.

    \b
    Examples:
      xlpoker import poker.txt book.xlsx
      xlpoker import hands.csv book.xlsx --force
      xlpoker import HandHistory/ hands.xlsx
      xlpoker score hands.xlsx --game holdem

    In Python: xlpoker.workbook.job.import_text(text, book), xlpoker.workbook.history_book.import_histories(source, book).
    """
    from xlpoker.histories.files import is_history

    if not is_history(source):
        from xlpoker.workbook import job

        rows = job.import_text(source, book, overwrite=overwrite)
        if not quiet:
            say(f"{rows:,} row{'s' * (rows != 1)} written to {book}")
        return
    from xlpoker.workbook.history_book import import_histories

    found = import_histories(source, book, overwrite=overwrite)
    if quiet:
        return
    for one in found.unread[:MOST_QUOTED]:
        say(f"Not read: {one}", err=True)
    if len(found.unread) > MOST_QUOTED:
        say(f"... and {len(found.unread) - MOST_QUOTED:,} more hands not read", err=True)
    if found.doubles:
        say(f"{found.doubles:,} hand{'s' * (found.doubles != 1)} came twice and stand in the table once", err=True)
    sites = ", ".join(f"{site} {count:,}" for site, count in found.sites.most_common())
    say(
        f"{len(found.hands):,} hand{'s' * (len(found.hands) != 1)} written to {book} ({sites}); {len(found.unread):,} not read"
    )
