"""The command `import`: a text file or hand histories as a table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from xlpoker.cli.choices import asks_on_a_terminal
from xlpoker.cli.options import column_option, file, force_option, meanings_of, quiet_option
from xlpoker.cli.print_counts import warn
from xlpoker.cli.streams import streams
from xlpoker.cli.terminal import say
from xlpoker.errors import counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from xlpoker.histories.files import Histories

__all__ = ["import_"]

MOST_QUOTED = 10
"""How many hands of a kind are quoted."""


@click.command("import")
@click.argument("source", metavar="TEXT", type=file)
@click.argument("book", type=file)
@click.option(
    "--game",
    type=click.Choice(["holdem", "omaha", "omaha-hi-lo", "short-deck"]),
    help="The game of the text's hands; of histories, the hands to take.",
)
@column_option
@force_option("BOOK where it exists")
@quiet_option
@asks_on_a_terminal
def import_(
    source: Path,
    book: Path,
    game: str | None,
    columns: tuple[str, ...],
    force: bool,
    quiet: bool,
) -> None:
    """Make a workbook from a text file or hand histories.

    A text has one row per line, one card per cell. BOOK ends in .xlsx, .csv or .parquet.

    Hand histories become a table with a row for each hand: hole cards, stacks and nets by seat,
    the board, the pot, who collected. A hand that was run twice has a row for each board, with its
    share of the chips. Read are PokerStars, GGPoker, Winamax, 888, Party, iPoker,
    PokerNow and others, Open Hand History, and .phh. They may be a file, a folder with its
    subfolders, or a pattern. A hand that is not understood is quoted and left out.

    Ledgers become a sheet Results: each person's season, and the fewest payments that settle it.
    They come from PokerNow, or are workbooks and .csv kept by hand, with headings such as Name,
    Buy-in, Rebuy, Cash-out, Net, Date. A column for each player, or for each night, is read, too.

    \b
    Examples:
      xlpoker import poker.txt book.xlsx
      xlpoker import hands.csv book.xlsx --force
      xlpoker import HandHistory/ hands.xlsx --game holdem
      xlpoker import ledger.xlsx season.xlsx
      xlpoker score hands.xlsx --game holdem

    In Python: xlpoker.workbook.imports.import_text(text, book),
    xlpoker.workbook.imports.import_histories(source, book).
    """
    from xlpoker.files.outputs import collected_remarks
    from xlpoker.histories.files import check_columns, is_history
    from xlpoker.workbook import imports

    with streams([source]) as streamed, collected_remarks() as remarks:
        (text,) = streamed.books
        meanings = meanings_of(columns)
        if not is_history(text, meanings) and not imports.ledger_sheets(text, meanings):
            check_columns(meanings, [], text)
            rows = imports.import_text(text, book, game=game, overwrite=force)
            if not quiet:
                warn(remarks)
                say(f"{counted(rows, 'row')} written to {book}")
            return
        imported = imports.import_histories(
            text, book, game=game, columns=meanings, overwrite=force
        )
    if not quiet:
        warn(remarks)
        _print_imported(imported, book)


def _print_imported(imported: Histories, book: Path) -> None:
    """Print what was read of hand histories and ledgers, and what was not."""
    from xlpoker.histories.model import RULES
    from xlpoker.histories.runs import has_several_runs

    noted = _notes(imported)
    _print_first("Not read", imported.unread)
    _print_first("Noted", noted)
    if imported.doubles:
        doubles = counted(imported.doubles, "hand")
        say(f"{doubles} came twice and stand in the table once", err=True)
    several_boards = sum(map(has_several_runs, imported.hands))
    if several_boards:
        verb = "was" if several_boards == 1 else "were"
        hands = counted(several_boards, "hand")
        say(f"{hands} {verb} run twice or more: a row for each board", err=True)
    games = sorted({RULES[hand.game] for hand in imported.hands})
    if len(games) > 1:
        say(
            f"The hands are of {' and '.join(games)}; "
            "wins, score and report take those of one: import with --game",
            err=True,
        )
    remaining = f"; {len(imported.unread):,} not read"
    if noted:
        remaining += f", {len(noted):,} noted"
    if imported.hands:
        hands_by_site = Counter(hand.site for hand in imported.hands)
        sites = ", ".join(f"{site} {count:,}" for site, count in hands_by_site.most_common())
        hands = counted(len(imported.hands), "hand")
        say(f"{hands} written to {book} ({sites}){remaining}")
    if imported.sessions:
        nights = {session.night for session in imported.sessions}
        end = "" if imported.hands else remaining
        say(f"Results of {counted(len(nights), 'night')} written to {book}{end}")


def _notes(imported: Histories) -> list[str]:
    """Return the notes about hands, then those about ledgers, each with its place."""
    hands = [hand for hand in imported.hands if hand.notes]
    notes = [f"{hand.site} {hand.number}: {'; '.join(hand.notes)}" for hand in hands]
    for session in imported.sessions:
        notes += [f"ledger of {session.night}: {note}" for note in session.notes]
    return notes


def _print_first(label: str, lines: Sequence[object]) -> None:
    """Print the first lines under a label on standard error, and how many more there are."""
    for line in lines[:MOST_QUOTED]:
        say(f"{label}: {line}", err=True)
    if len(lines) > MOST_QUOTED:
        say(f"... and {len(lines) - MOST_QUOTED:,} more hands {label.lower()}", err=True)
