"""The command `import`: a text file or hand histories as a table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from xlpoker.cli.options import file, force_option, quiet_option
from xlpoker.cli.print_counts import warn
from xlpoker.cli.streams import streams
from xlpoker.cli.terminal import say
from xlpoker.errors import counted

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["import_"]

MOST_QUOTED = 10


@click.command("import")
@click.argument("source", metavar="TEXT", type=file)
@click.argument("book", type=file)
@click.option(
    "--game",
    type=click.Choice(["holdem", "omaha", "short-deck"]),
    help="The game of the text's hands; of histories, the hands to take.",
)
@force_option("BOOK where it exists")
@quiet_option
def import_(source: Path, book: Path, game: str | None, force: bool, quiet: bool) -> None:
    """Make a workbook from a text file or hand histories.

    A text has one row per line, one card per cell. BOOK ends in .xlsx, .csv or .parquet.

    Hand histories (PokerStars, GGPoker, Winamax, 888, Party, iPoker, PokerNow and others, Open Hand History, .phh) become a table with a row for each hand:
    hole cards, stacks and nets by seat, the board, the pot, who collected. They may be a file, a folder with all below it, or
    a pattern. A hand that is not understood is quoted and left out. Ledgers of PokerNow become a sheet Results: each person's season,
    and the fewest payments that settle it.

    \b
    Examples:
      xlpoker import poker.txt book.xlsx
      xlpoker import hands.csv book.xlsx --force
      xlpoker import HandHistory/ hands.xlsx --game holdem
      xlpoker score hands.xlsx --game holdem

    In Python: xlpoker.workbook.imports.import_text(text, book), xlpoker.workbook.imports.import_histories(source, book).
    """
    from xlpoker.files.outputs import collected_remarks
    from xlpoker.histories.files import is_history
    from xlpoker.histories.model import RULES
    from xlpoker.workbook import imports

    with streams([source]) as named, collected_remarks() as remarks:
        (text,) = named.books
        if not is_history(text):
            rows = imports.import_text(text, book, game=game, overwrite=force)
            if not quiet:
                warn(remarks)
                say(f"{counted(rows, 'row')} written to {book}")
            return
        found = imports.import_histories(text, book, game=game, overwrite=force)
    if quiet:
        return
    warn(remarks)
    noted = [
        f"{hand.site} {hand.number}: {'; '.join(hand.notes)}" for hand in found.hands if hand.notes
    ]
    noted += [f"ledger of {one.night}: {note}" for one in found.sessions for note in one.notes]
    for what, some in (("Not read", found.unread), ("Noted", noted)):
        for one in some[:MOST_QUOTED]:
            say(f"{what}: {one}", err=True)
        if len(some) > MOST_QUOTED:
            say(f"... and {len(some) - MOST_QUOTED:,} more hands {what.lower()}", err=True)
    if found.doubles:
        say(f"{counted(found.doubles, 'hand')} came twice and stand in the table once", err=True)
    games = " and ".join(sorted({RULES[hand.game] for hand in found.hands}))
    if " and " in games:
        say(
            f"The hands are of {games}; wins, score and report take those of one: import with --game",
            err=True,
        )
    odd = f"; {len(found.unread):,} not read" + (f", {len(noted):,} noted" if noted else "")
    if found.hands:
        sites = Counter(hand.site for hand in found.hands).most_common()
        each = ", ".join(f"{site} {count:,}" for site, count in sites)
        say(f"{counted(len(found.hands), 'hand')} written to {book} ({each}){odd}")
    if found.sessions:
        nights = counted(len({one.night for one in found.sessions}), "night")
        say(f"Results of {nights} written to {book}{'' if found.hands else odd}")
