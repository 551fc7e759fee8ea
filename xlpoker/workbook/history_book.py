"""The command ``import`` for hand histories: their table as a workbook, a .csv or a Parquet file."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from pathlib import Path

from xlpoker.errors import BookError, check_choice
from xlpoker.files.file_types import path_of
from xlpoker.histories.files import Histories, read_histories
from xlpoker.histories.table import rows_of
from xlpoker.workbook.new_book import check_table, write_table

__all__ = ["import_histories"]

SHEET = "Hands"
GAMES = {"holdem": "Hold'em", "omaha": "Omaha"}


def import_histories(
    source: Path | str, book: Path | str, *, game: str | None = None, overwrite: bool = False
) -> Histories:
    """Write the hands of a file, a folder or a pattern of histories to `book` as a table; return what was read.

    The hands stand in the order of their times; with `game`, ``holdem`` or ``omaha``, only those of that game. Raises `BookError`
    for files that cannot be read or hold no such hand that is understood, and for a book that exists unless
    `overwrite` is set.
    """
    target = path_of(book, "written")
    check_table(target, path_of(source), overwrite=overwrite)
    found = read_histories(path_of(source))
    if game is not None:
        check_choice(game, GAMES, "is no game of histories")
        of_all = Counter(hand.game for hand in found.hands)
        found.hands = [hand for hand in found.hands if hand.game.startswith(GAMES[game]) and "6+" not in hand.game]
        if of_all and not found.hands:
            others = ", ".join(f"{count:,} of {name}" for name, count in of_all.most_common())
            raise BookError(f"{source} holds no hand of {GAMES[game]}; it holds {others}")
    found.hands.sort(key=lambda hand: hand.time or datetime.max)  # noqa: DTZ901 - the sites' own clocks
    if not found.hands:
        reason = f": {found.unread[0]}" if found.unread else ""
        raise BookError(f"{source} holds no hand that is understood{reason}")
    write_table(target, SHEET, rows_of(found.hands))
    return found
