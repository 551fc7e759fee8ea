"""The command ``import``: makes a workbook, a .csv or a Parquet file from a text file or from hand histories.

A row of a table of histories is a hand: name, hole cards, stack and net of each seat, then the board, the pot, who collected. The headings are
such that `score` finds the hole cards (*Seat 3 cards*) and the *Board* by itself. A player's cards stand there only where the
player did not fold, so that the best hand of a row is the winner, or ``unknown``, so that there is none; those of players who
folded have a column of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from xlpoker.errors import BookError, LayoutError, check_choice, csv_text
from xlpoker.files import FORMATS, check_ending, kind_of, path_of, watched
from xlpoker.histories.files import Histories, read_histories
from xlpoker.histories.model import RULES, PlayedHand, Seat
from xlpoker.layout.find import find
from xlpoker.layout.model import Layout
from xlpoker.layout.options import Options as Said
from xlpoker.layout.reading import Question
from xlpoker.layout.sheet import Sheet
from xlpoker.workbook.new_book import claimed_table, write_table
from xlpoker.workbook.openpyxl_engine import save_book
from xlpoker.workbook.read import source_of
from xlpoker.workbook.results_sheet import add_results
from xlpoker.workbook.tables import labels_of
from xlpoker.workbook.text_files import TextSource

__all__ = ["import_histories", "import_text", "rows_of"]

SHEET = "Hands"
HEAD = {
    "Site": "site", "Hand id": "number", "Time": "time", "Table": "table", "Tournament": "tournament", "Game": "game",
    "Limit": "limit", "Stakes": "stakes", "Big blind": "big_blind", "Currency": "currency", "Button": "button",
}  # fmt: skip
SEAT = ("name", "cards", "stack", "net")
TAIL = ("Board", "Pot", "Rake", "Collected", "All-in at", "Folded", "Note")


def import_text(
    text: Path | str, book: Path | str, *, game: str | None = None, overwrite: bool = False
) -> int:
    """Write a text file's rows to a workbook, a .csv or a Parquet file, one card per cell; return how many rows hold hands.

    Hands without labels get a row of labels where they are found. Raises `BookError` for a file that
    cannot be read, and for a book that exists unless `overwrite` is set, `LayoutError` where there are no cards.
    """
    source, target = path_of(text), path_of(book, "written")
    if (kind := kind_of(source)) != "text":
        raise BookError(f"{source.name} is {FORMATS[kind].words} already")
    with watched(source), claimed_table(target, source, overwrite=overwrite):
        return _import_text(source, target, game)


def _import_text(source: Path, target: Path, game: str | None) -> int:
    """Write a text file's rows to a table whose place is held; return how many rows hold hands."""
    with source_of(source) as opened:
        ((grid, *_),) = opened.tables(whole=True)
    dialect = opened.dialect if isinstance(opened, TextSource) else None
    rows = list(grid.rows)
    answer = find(Sheet.of("", grid.rows), Said(game=game or "")).answer
    if isinstance(answer, Question):  # how to read the hands is asked when they are counted
        return write_table(target, "", rows, None, dialect=dialect)
    if answer is None:
        raise LayoutError(
            f"{source.name} holds neither cards, such as 5H or TD, nor hand histories"
        )
    layout = Layout.of(answer)
    header = layout.header
    if header is None:
        header = layout.first
        rows.insert(header, labels_of(layout, max(map(len, rows))))
    write_table(target, "", rows, header, cards=layout.areas, dialect=dialect)
    return sum(
        any(cell is not None for cell in row) for row in grid.rows[layout.first : layout.last + 1]
    )


def import_histories(
    source: Path | str, book: Path | str, *, game: str | None = None, overwrite: bool = False
) -> Histories:
    """Write the hands of a file, a folder or a pattern of histories to `book` as a table, the sessions of ledgers to a sheet *Results*.

    Returns what was read. The hands stand in the order of their times; with `game`, ``holdem``, ``omaha`` or ``short-deck``, only those of that game. Raises `BookError`
    for files that cannot be read or hold no such hand that is understood, and for a book that exists unless
    `overwrite` is set.
    """
    target = path_of(book, "written")
    with claimed_table(target, path_of(source), overwrite=overwrite):
        return _import_histories(source, target, game)


def _import_histories(source: Path | str, target: Path, game: str | None) -> Histories:
    """Write the hands and sessions of histories to a table whose place is held; return what was read."""
    found = read_histories(path_of(source))
    if game is not None:
        check_choice(game, dict.fromkeys(RULES.values()), "is no game of histories")
        of_all = Counter(hand.game for hand in found.hands)
        found.hands = [hand for hand in found.hands if RULES[hand.game] == game]
        if of_all and not found.hands:
            others = ", ".join(f"{count:,} of {name}" for name, count in of_all.most_common())
            raise BookError(f"{source} holds no hand of {game}; it holds {others}")
    found.hands.sort(key=lambda hand: hand.time or datetime.max)  # noqa: DTZ901 - the sites' own clocks
    if not (found.hands or found.sessions):
        reason = f": {found.unread[0]}" if found.unread else ""
        raise BookError(f"{source} holds no hand that is understood{reason}")
    if not found.sessions:
        is_csv = target.suffix.lower() == ".csv"
        write_table(target, SHEET, rows_of(found.hands, csv_text if is_csv else _whole_text))
        return found
    check_ending(target, (".xlsx",))  # it has room for another sheet
    from openpyxl import load_workbook

    with TemporaryDirectory(prefix="xlpoker-") as folder:
        made = Path(folder) / target.name
        write_table(made, SHEET, rows_of(found.hands, _whole_text))
        opened = load_workbook(made)
    add_results(opened, found.sessions)
    if not found.hands:
        del opened[SHEET]
    save_book(opened, target)
    return found


def rows_of(hands: Sequence[PlayedHand], safe: Callable[[str], str] = str) -> list[list[Any]]:
    """Return a row of headings and a row for each hand; seats that nobody took in any hand have no columns.

    `safe` makes a text of a history one that the file of the table can hold.
    """
    numbers = sorted({seat.number for hand in hands for seat in hand.seats})
    head = [*HEAD, *(f"Seat {number} {what}" for number in numbers for what in SEAT), *TAIL]
    return [head, *(_row(hand, numbers, safe) for hand in hands)]


def _row(hand: PlayedHand, numbers: Iterable[int], safe: Callable[[str], str]) -> list[Any]:
    row: list[Any] = [getattr(hand, field) for field in HEAD.values()]
    seats = {seat.number: seat for seat in hand.seats}
    unseen = hand.left if len(hand.left) > 1 else []  # `score` knows that word: there is no winner
    for number in numbers:
        seat = seats.get(number)
        cards = "" if seat is None or seat.folded else _cards(seat) or "unknown" * (seat in unseen)
        row += [safe(seat.name), cards, seat.stack, seat.net] if seat else [None] * len(SEAT)
    collected = "; ".join(f"{safe(seat.name)} {seat.won:.10g}" for seat in hand.seats if seat.won)
    folded = "; ".join(
        f"{safe(seat.name)} folded [{_cards(seat)}]"
        for seat in hand.seats
        if seat.folded and seat.cards
    )
    more = [f"board {at} [{' '.join(board)}]" for at, board in enumerate(hand.boards[1:], 2)]
    row += [" ".join(hand.board), hand.pot, hand.rake, collected, hand.all_in, folded]
    row.append("; ".join([*more, *hand.remarks, *hand.notes]))
    return [_plain(safe(value) if isinstance(value, str) else value) for value in row]


def _cards(seat: Seat) -> str:
    return " ".join(seat.cards)


def _whole_text(text: str) -> str:
    """Return a text without halves of surrogate pairs, which JSON can spell and no file can hold."""
    return text.encode("utf-8", "replace").decode()


def _plain(value: Any) -> Any:
    """Return whole chips without decimals, and None for an empty text."""
    return (
        int(value)
        if isinstance(value, float) and value.is_integer()
        else None
        if value == ""
        else value
    )
