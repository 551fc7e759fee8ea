"""The commands `import`, `functions` and `deck`: tables from texts and hand histories, of the functions, of all hands."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from xlpoker.cli.options import FILE, one_line_errors, output_options, replace_option
from xlpoker.cli.output import Bar, print_records
from xlpoker.cli.streams import streams
from xlpoker.cli.terminal import Command, say
from xlpoker.errors import counted
from xlpoker.functions import CATALOGUE
from xlpoker.scales import SCALES

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["deck", "functions", "import_"]

MOST_QUOTED = 10


@click.command("import", cls=Command)
@click.argument("source", metavar="TEXT", type=FILE)
@click.argument("book", type=FILE)
@click.option(
    "--game",
    type=click.Choice(["holdem", "omaha", "short-deck"]),
    help="The game of the text's hands; of histories, the hands to take.",
)
@replace_option("BOOK")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing.")
@one_line_errors
def import_(source: Path, book: Path, game: str | None, overwrite: bool, quiet: bool) -> None:
    """Make a workbook from a text file: one row per line, one card per cell.

    BOOK ends in .xlsx, .csv or .parquet.

    Hand histories (PokerStars, GGPoker, Winamax, 888, Party, iPoker and others, .phh, .phhs) become a table with a row for each hand:
    hole cards, stacks and nets by seat, the board, the pot, who collected. They may be a file, a folder with all below it, or
    a pattern. A hand that is not understood is quoted and left out.

    \b
    Examples:
      xlpoker import poker.txt book.xlsx
      xlpoker import hands.csv book.xlsx --force
      xlpoker import HandHistory/ hands.xlsx --game holdem
      xlpoker score hands.xlsx --game holdem

    In Python: xlpoker.workbook.imports.import_text(text, book), xlpoker.workbook.imports.import_histories(source, book).
    """
    from xlpoker.histories.files import is_history
    from xlpoker.workbook import imports

    with streams([source]) as named:
        (text,) = named.books
        if not is_history(text):
            rows = imports.import_text(text, book, game=game or "five-card", overwrite=overwrite)
            if not quiet:
                say(f"{counted(rows, 'row')} written to {book}")
            return
        found = imports.import_histories(text, book, game=game, overwrite=overwrite)
    if quiet:
        return
    noted = [f"{hand.site} {hand.number}: {'; '.join(hand.notes)}" for hand in found.hands if hand.notes]
    for what, some in (("Not read", found.unread), ("Noted", noted)):
        for one in some[:MOST_QUOTED]:
            say(f"{what}: {one}", err=True)
        if len(some) > MOST_QUOTED:
            say(f"... and {len(some) - MOST_QUOTED:,} more hands {what.lower()}", err=True)
    if found.doubles:
        say(f"{counted(found.doubles, 'hand')} came twice and stand in the table once", err=True)
    sites = ", ".join(f"{site} {count:,}" for site, count in Counter(hand.site for hand in found.hands).most_common())
    odd = f", {len(noted):,} noted" if noted else ""
    say(f"{counted(len(found.hands), 'hand')} written to {book} ({sites}); {len(found.unread):,} not read{odd}")


@click.command(cls=Command)
@output_options
def functions(as_csv: bool, as_json: bool) -> None:
    """List the functions for Excel, with an example each.

    \b
    Examples:
      xlpoker functions
      xlpoker functions --json

    In Python: xlpoker.functions.CATALOGUE.
    """
    records: Sequence[dict[str, Any]] = [
        {"function": entry.signature, "help": entry.help, "example": entry.example, "answer": entry.answer}
        for entry in CATALOGUE.values()
    ]
    if not print_records(records, as_csv=as_csv, as_json=as_json):
        for record in records:
            click.secho(record["function"], bold=True)
            answer = record["answer"]
            parts = answer if isinstance(answer, tuple) else (answer,)
            shown = ", ".join(f"{part:g}" if isinstance(part, float) else str(part) for part in parts)
            click.echo(f"  {record['help']}\n  {record['example']}  ->  {shown}\n")


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
