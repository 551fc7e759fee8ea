"""The command ``import`` for hand histories: their table as a workbook, a .csv or a Parquet file."""

from __future__ import annotations

import csv
from datetime import datetime
from pathlib import Path

from xlpoker.errors import BookError, check_choice
from xlpoker.files.file_types import path_of
from xlpoker.files.replace import check_place, replaced
from xlpoker.histories.files import Histories, read_histories
from xlpoker.histories.table import rows_of

__all__ = ["import_histories"]

SHEET = "Hands"
GAMES = {"holdem": "Hold'em", "omaha": "Omaha"}
_ENDINGS = (".xlsx", ".csv", ".parquet")


def import_histories(
    source: Path | str, book: Path | str, *, game: str | None = None, overwrite: bool = False
) -> Histories:
    """Write the hands of a file, a folder or a pattern of histories to `book` as a table; return what was read.

    The hands stand in the order of their times; with `game`, ``holdem`` or ``omaha``, only those of that game. Raises `BookError`
    for files that cannot be read or hold no such hand that is understood, and for a book that exists unless
    `overwrite` is set.
    """
    target = path_of(book, "written")
    if target.suffix.lower() not in _ENDINGS:
        raise BookError(f"{target.name} has no ending that can be written here; choose .xlsx, .csv or .parquet")
    check_place(target, overwrite=overwrite)
    found = read_histories(path_of(source))
    if game is not None:
        check_choice(game, GAMES, "is no game of histories")
        found.hands = [hand for hand in found.hands if hand.game.startswith(GAMES[game]) and "6+" not in hand.game]
    found.hands.sort(key=lambda hand: hand.time or datetime.max)  # noqa: DTZ901 - the sites' own clocks
    if not found.hands:
        reason = f": {found.unread[0]}" if found.unread else ""
        raise BookError(f"{source} holds no hand that is understood{reason}")
    rows = rows_of(found.hands)
    if target.suffix.lower() == ".parquet":
        from xlpoker.workbook.parquet_rows import write_parquet

        write_parquet(target, rows)
    elif target.suffix.lower() == ".csv":
        with replaced(target) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
    else:
        from xlpoker.workbook.new_book import write_new_book

        write_new_book(target, SHEET, rows, 0, {})
    return found
