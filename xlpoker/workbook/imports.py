"""The command ``import``: makes a table from a text file or from hand histories.

The table is a workbook, a .csv or a Parquet file. A row of a table of histories is a hand: name,
hole cards, stack and net of each seat, then the board, the pot, who collected. The headings are
such that `score` finds the hole cards (*Seat 3 cards*) and the *Board* by itself. A player's cards
stand there only where the player did not fold, so that the best hand of a row is the winner. Where
a hand is not known, ``unknown`` stands there, and the row has no winner. Cards of players who
folded have a column of their own. A hand that was run twice has a row for each board, with the
share of the chips that was played on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from xlpoker.errors import BookError, LayoutError, check_choice, csv_text
from xlpoker.files import FORMATS, check_ending, is_workbook, kind_of, path_of, watched
from xlpoker.histories.files import SUFFIXES, Histories, ledger_of_text, read_histories, read_ledger
from xlpoker.histories.ledgers import LedgerSheet, is_ledger
from xlpoker.histories.model import RULES, PlayedHand, Seat
from xlpoker.histories.runs import has_several_runs, runs_of
from xlpoker.layout.find import find
from xlpoker.layout.grid import Grid, with_cells
from xlpoker.layout.model import Layout
from xlpoker.layout.nearly_cards import nearly_cards
from xlpoker.layout.options import Options as Wishes
from xlpoker.layout.reading import Question
from xlpoker.layout.sheet import Sheet
from xlpoker.workbook.new_table import claimed_table, write_table
from xlpoker.workbook.openpyxl_engine import save_book
from xlpoker.workbook.read import formulas_without_values, read_grids, source_of
from xlpoker.workbook.result_rows import labels_of
from xlpoker.workbook.results_sheet import add_results
from xlpoker.workbook.text_files import Dialect, TextSource

__all__ = ["import_histories", "import_text", "ledger_sheets", "rows_of", "sheets_of_ledger"]

SHEET = "Hands"
_NEITHER = "neither cards, such as 5H or TD, nor hand histories"
_NO_LEDGERS = ("text", "parquet")
"""Kinds of files that are no workbooks; ledgers in texts have a reader of their own."""
HEAD = {
    "Site": "site",
    "Hand id": "number",
    "Time": "time",
    "Table": "table",
    "Tournament": "tournament",
    "Game": "game",
    "Limit": "limit",
    "Stakes": "stakes",
    "Big blind": "big_blind",
    "Currency": "currency",
    "Button": "button",
}
"""The first columns, each with the attribute of a hand that it shows."""
RUN = "Run"
"""The number of a board, from 1 on; a column of tables in which a hand has several."""
INDEX_OF_RUN = 2  # behind the id of the hand
SEAT = ("name", "cards", "stack", "net")
TAIL = ("Board", "Pot", "Rake", "Collected", "All-in at", "Folded", "Note")


def import_text(
    text: Path | str, book: Path | str, *, game: str | None = None, overwrite: bool = False
) -> int:
    """Write a text file's rows to a workbook, a .csv or a Parquet file, one card per cell.

    Return how many rows hold hands. Hands without labels get a row of labels where they are found.
    Raises `BookError` for a file that cannot be read, and for a book that exists unless `overwrite`
    is set, `LayoutError` where there are no cards.
    """
    source = path_of(text)
    target = path_of(book, "written")
    kind = kind_of(source)
    if kind != "text":
        message = f"{source.name} is {FORMATS[kind].words} already"
        if is_workbook(source):
            message += "; a ledger names its players, below headings such as Name, Buy-in, Cash-out"
        raise BookError(message)
    with watched(source), claimed_table(target, source, overwrite=overwrite):
        rows, dialect = _rows_of_text(source)
        sheet = Sheet.of("", rows)
        wishes = Wishes(game=game or "")
        answer = find(sheet, wishes).answer
        if isinstance(answer, Question):  # how to read the hands is asked when they are counted
            return write_table(target, "", rows, None, dialect=dialect)
        if answer is None:
            hint = nearly_cards([Grid("", rows)])
            reason = f"no hands; {hint}" if hint else _NEITHER
            raise LayoutError(f"{source.name} holds {reason}")
        layout = Layout.of(answer)
        filled = _filled_rows(rows, layout)
        header = _labelled(rows, layout)
        write_table(target, "", rows, header, cards=layout.areas, dialect=dialect)
    return filled


def _rows_of_text(path: Path) -> tuple[list[list[Any]], Dialect | None]:
    """Return the rows of a text file, and how a .csv made from it is written."""
    with source_of(path) as source:
        table, *_ = source.tables(whole=True)
        dialect = source.dialect if isinstance(source, TextSource) else None
    return [*table.grid.rows], dialect


def _filled_rows(rows: Sequence[Sequence[Any]], layout: Layout) -> int:
    """Return how many rows of a layout hold anything."""
    filled = 0
    for row in rows[layout.first : layout.last + 1]:
        if any(cell is not None for cell in row):
            filled += 1
    return filled


def _labelled(rows: list[list[Any]], layout: Layout) -> int:
    """Return the number of the labels' row, which is inserted where there is none."""
    if layout.header is not None:
        return layout.header
    labels = labels_of(layout, max(map(len, rows)))
    rows.insert(layout.first, labels)
    return layout.first


def ledger_sheets(path: Path, columns: Mapping[str, str] | None = None) -> list[LedgerSheet]:
    """Return the sheets of a workbook with a ledger, an empty list for any other file.

    A formula without a cached value is there as its text. Raises `BookError` for a file that cannot
    be read.
    """
    path = path_of(path)
    if not path.is_file() or path.suffix.lower() in SUFFIXES:
        return []
    if kind_of(path) in _NO_LEDGERS:
        return []
    sheets = [LedgerSheet(grid.sheet, grid.rows) for grid in read_grids(path)]
    if not is_ledger(sheets, columns):
        return []
    if not is_workbook(path):
        return sheets
    return [_with_formulas(path, sheet) for sheet in sheets]


def sheets_of_ledger(
    path: Path, columns: Mapping[str, str] | None = None, sheet: str | None = None
) -> list[LedgerSheet]:
    """Return the sheets of a workbook or a text file with a ledger, or the one of that name.

    The list is empty for any other file.
    """
    sheets = ledger_sheets(path, columns) or ledger_of_text(path, columns)
    if sheet is None:
        return sheets
    return [other for other in sheets if other.name.casefold() == sheet.casefold()]


def _with_formulas(path: Path, sheet: LedgerSheet) -> LedgerSheet:
    """Return a sheet with the texts of the formulas that have no value, which look empty."""
    rows = with_cells(sheet.rows, formulas_without_values(path, sheet.name))
    return LedgerSheet(sheet.name, rows)


def import_histories(
    source: Path | str,
    book: Path | str,
    *,
    game: str | None = None,
    columns: Mapping[str, str] | None = None,
    overwrite: bool = False,
) -> Histories:
    """Write the hands of a file, a folder or a pattern of histories to `book` as a table.

    The sessions of ledgers go to a sheet *Results*. Returns what was read. The hands stand in the
    order of their times; with `game`, ``holdem``, ``omaha``, ``omaha-hi-lo`` or ``short-deck``, only
    those of that game. `columns` says what columns of a ledger hold, by heading or letter:
    ``{"Tips": "skip"}``.

    Raises `BookError` for files that cannot be read or hold no such hand that is understood, and
    for a book that exists unless `overwrite` is set. Raises `QuestionError` where it is not clear
    what a column of a ledger holds.
    """
    target = path_of(book, "written")
    with claimed_table(target, path_of(source), overwrite=overwrite):
        return _import_histories(path_of(source), target, game, columns)


def _import_histories(
    source: Path, target: Path, game: str | None, columns: Mapping[str, str] | None
) -> Histories:
    """Write the content of histories to a table whose place is held; return what was read."""
    sheets = ledger_sheets(source, columns)
    histories = read_ledger(source, sheets, columns) if sheets else read_histories(source, columns)
    if game is not None:
        _keep_game(histories, game, source)
    histories.hands.sort(key=_time_of)
    if not histories.hands and not histories.sessions:
        reason = f": {histories.unread[0]}" if histories.unread else ""
        raise BookError(f"{source} holds no hand that is understood{reason}")
    if histories.sessions:
        _write_with_results(histories, target)
    else:
        is_csv = target.suffix.lower() == ".csv"
        safe = csv_text if is_csv else _whole_text
        write_table(target, SHEET, rows_of(histories.hands, safe))
    return histories


def _keep_game(histories: Histories, game: str, source: Path | str) -> None:
    """Drop the hands of other games; raise `BookError` where there are no others."""
    check_choice(game, dict.fromkeys(RULES.values()), "is no game of histories")
    counts = Counter(hand.game for hand in histories.hands)
    histories.hands = [hand for hand in histories.hands if RULES[hand.game] == game]
    if counts and not histories.hands:
        other_games = ", ".join(f"{count:,} of {name}" for name, count in counts.most_common())
        raise BookError(f"{source} holds no hand of {game}; it holds {other_games}")


def _time_of(hand: PlayedHand) -> datetime:
    """Return the time of a hand, by the clock of the site; hands without a time come last."""
    return hand.time or datetime.max  # noqa: DTZ901 - the sites' own clocks


def _write_with_results(histories: Histories, target: Path) -> None:
    """Write the hands and the sheet *Results* to a workbook."""
    check_ending(target, (".xlsx",))  # it has room for another sheet
    from openpyxl import load_workbook

    with TemporaryDirectory(prefix="xlpoker-") as folder:
        hands_alone = Path(folder) / target.name
        write_table(hands_alone, SHEET, rows_of(histories.hands, _whole_text))
        book = load_workbook(hands_alone)
    add_results(book, histories.sessions)
    if not histories.hands:
        del book[SHEET]
    save_book(book, target)


def rows_of(hands: Sequence[PlayedHand], safe: Callable[[str], str] = str) -> list[list[Any]]:
    """Return a row of headings, and a row for each hand; for each board of a hand with several.

    Seats that nobody took in any hand have no columns. `safe` makes a text of a history one that
    the file of the table can hold.
    """
    numbers: set[int] = set()
    for hand in hands:
        numbers.update(seat.number for seat in hand.seats)
    seats = sorted(numbers)
    headings = [*HEAD]
    for number in seats:
        headings += [f"Seat {number} {column}" for column in SEAT]
    headings += TAIL
    if not any(map(has_several_runs, hands)):
        return [headings, *(_row(hand, seats, safe) for hand in hands)]
    headings.insert(INDEX_OF_RUN, RUN)
    rows = [headings]
    for hand in hands:
        for run, hand_on_board in enumerate(runs_of(hand), 1):
            row = _row(hand_on_board, seats, safe)
            row.insert(INDEX_OF_RUN, run)
            rows.append(row)
    return rows


def _row(
    hand: PlayedHand,
    numbers: Iterable[int],
    safe: Callable[[str], str],
) -> list[Any]:
    """Return the row of a hand; `numbers` are those of the seats that have columns."""
    row: list[Any] = [getattr(hand, field) for field in HEAD.values()]
    seats = {seat.number: seat for seat in hand.seats}
    for number in numbers:
        seat = seats.get(number)
        if seat is None:
            row += [None] * len(SEAT)
        else:
            row += [safe(seat.name), _cards_shown(seat, hand), seat.stack, seat.net]
    collected: list[str] = []
    folded: list[str] = []
    for seat in hand.seats:
        name = safe(seat.name)
        if seat.won:
            collected.append(f"{name} {seat.won:.10g}")
        if seat.folded and seat.cards:
            folded.append(f"{name} folded [{_cards(seat)}]")
    notes = [*_further_boards(hand), *hand.remarks, *hand.notes]
    row += [
        " ".join(hand.board),
        hand.pot,
        hand.rake,
        "; ".join(collected),
        hand.all_in,
        "; ".join(folded),
        "; ".join(notes),
    ]
    return [_plain(value, safe) for value in row]


def _further_boards(hand: PlayedHand) -> list[str]:
    """Return the boards of a hand from the second on, each with its number."""
    boards = []
    for run, board in enumerate(hand.boards[1:], 2):
        cards = " ".join(board)
        boards.append(f"board {run} [{cards}]")
    return boards


def _cards_shown(seat: Seat, hand: PlayedHand) -> str:
    """Return the cards of a player who did not fold, or a word that says that they are not known.

    `score` finds no winner in a row with that word, so it is due only where several players are left.
    """
    if seat.folded:
        return ""
    if seat.cards:
        return _cards(seat)
    players_left = hand.left
    is_unknown = len(players_left) > 1 and seat in players_left
    return "unknown" if is_unknown else ""


def _cards(seat: Seat) -> str:
    """Return the cards of a seat as a text."""
    return " ".join(seat.cards)


def _whole_text(text: str) -> str:
    """Return a text without halves of surrogate pairs, which JSON can spell but no file can hold."""
    return text.encode("utf-8", "replace").decode()


def _plain(value: Any, safe: Callable[[str], str]) -> Any:
    """Return whole chips without decimals, None for an empty text, any other text made safe."""
    if value == "":
        return None
    if isinstance(value, str):
        return safe(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
