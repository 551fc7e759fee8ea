"""The command ``import``: makes a workbook, a .csv or a Parquet file from a text file or from hand histories.

A row of a table of histories is a hand: name, hole cards, stack and net of each seat, then the board, the pot, who collected. The headings are
such that `score` finds the hole cards (*Seat 3 cards*) and the *Board* by itself. A player's cards stand there only where the
player did not fold, so that the best hand of a row is the winner, or ``unknown``, so that there is none; those of players who
folded have a column of their own. Ledgers make a sheet *Results*: each person's season, the payments that settle it, and the sums night
by night as a chart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import accumulate, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from xlpoker.errors import BookError, LayoutError, check_choice, counted
from xlpoker.files.file_types import FORMATS, kind_of, path_of
from xlpoker.histories.files import Histories, read_histories
from xlpoker.histories.ledger import Session, payments
from xlpoker.histories.model import CENT, PlayedHand, Seat
from xlpoker.layout.find import find
from xlpoker.layout.model import Question
from xlpoker.workbook import sheet_format as look
from xlpoker.workbook.new_book import check_table, write_table
from xlpoker.workbook.openpyxl_engine import save_book
from xlpoker.workbook.read import source_of
from xlpoker.workbook.sheet_format import COUNT, GOLD, GREEN, LEFT, NET, TOP_ROW, TableColumn
from xlpoker.workbook.tables import labels_of
from xlpoker.workbook.text_files import TextSource

__all__ = ["NOBODY", "import_histories", "import_text", "rows_of", "settling"]

SHEET = "Hands"
HEAD = {
    "Site": "site", "Hand id": "number", "Time": "time", "Table": "table", "Tournament": "tournament", "Game": "game",
    "Limit": "limit", "Stakes": "stakes", "Big blind": "big_blind", "Currency": "currency", "Button": "button",
}  # fmt: skip
SEAT = ("name", "cards", "stack", "net")
TAIL = ("Board", "Pot", "Rake", "Collected", "All-in at", "Folded", "Note")
NOBODY = "(not in the ledgers)"
COLORS = (GREEN, GOLD, "4472A8", "B5533C", "7A5BA6", "4FA3A5", "8C8C8C", "C77CA0")  # of the people in the chart
MONEY = "#,##0.00"
GAMES = {"holdem": "Hold'em", "omaha": "Omaha", "short-deck": "Hold'em 6+"}


def import_text(text: Path | str, book: Path | str, *, game: str = "five-card", overwrite: bool = False) -> int:
    """Write a text file's rows to a workbook, a .csv or a Parquet file, one card per cell; return how many rows hold hands.

    Hands without labels get a row of labels where they are found. Raises `BookError` for a file that
    cannot be read, and for a book that exists unless `overwrite` is set, `LayoutError` where there are no cards.
    """
    source, target = path_of(text), path_of(book, "written")
    if (kind := kind_of(source)) != "text":
        raise BookError(f"{source.name} is {FORMATS[kind].words} already")
    check_table(target, source, overwrite=overwrite)
    with source_of(source) as opened:
        ((grid, *_),) = opened.tables(whole=True)
    dialect = opened.dialect if isinstance(opened, TextSource) else None
    rows = list(grid.rows)
    layout = find(grid, game)
    if isinstance(layout, Question):  # how to read the hands is asked when they are counted
        return write_table(target, "", rows, None, dialect=dialect)
    if layout is None:
        raise LayoutError(f"{source.name} holds neither cards, such as 5H or TD, nor hand histories")
    header = layout.header
    if header is None:
        header = layout.first
        rows.insert(header, labels_of(layout, max(map(len, rows))))
    write_table(target, "", rows, header, cards=layout.areas, dialect=dialect)
    return sum(any(cell is not None for cell in row) for row in grid.rows[layout.first : layout.last + 1])


def import_histories(
    source: Path | str, book: Path | str, *, game: str | None = None, overwrite: bool = False
) -> Histories:
    """Write the hands of a file, a folder or a pattern of histories to `book` as a table, the sessions of ledgers to a sheet *Results*.

    Returns what was read. The hands stand in the order of their times; with `game`, ``holdem``, ``omaha`` or ``short-deck``, only those of that game. Raises `BookError`
    for files that cannot be read or hold no such hand that is understood, and for a book that exists unless
    `overwrite` is set.
    """
    target = path_of(book, "written")
    check_table(target, path_of(source), overwrite=overwrite)
    found = read_histories(path_of(source))
    if game is not None:
        check_choice(game, GAMES, "is no game of histories")
        of_all = Counter(hand.game for hand in found.hands)
        short = game == "short-deck"
        found.hands = [
            hand for hand in found.hands if hand.game.startswith(GAMES[game]) and ("6+" in hand.game) == short
        ]
        if of_all and not found.hands:
            others = ", ".join(f"{count:,} of {name}" for name, count in of_all.most_common())
            raise BookError(f"{source} holds no hand of {GAMES[game]}; it holds {others}")
    found.hands.sort(key=lambda hand: hand.time or datetime.max)  # noqa: DTZ901 - the sites' own clocks
    if not (found.hands or found.sessions):
        reason = f": {found.unread[0]}" if found.unread else ""
        raise BookError(f"{source} holds no hand that is understood{reason}")
    if not found.sessions:
        write_table(target, SHEET, rows_of(found.hands))
        return found
    if target.suffix.lower() != ".xlsx":
        raise BookError(f"{target.name} has no room for the sheet Results of ledgers; write {target.stem}.xlsx")
    from openpyxl import load_workbook

    with TemporaryDirectory(prefix="xlpoker-") as folder:
        made = Path(folder) / target.name
        write_table(made, SHEET, rows_of(found.hands))
        opened = load_workbook(made)
    _add_results(opened, found.sessions)
    if not found.hands:
        del opened[SHEET]
    save_book(opened, target)
    return found


def rows_of(hands: Sequence[PlayedHand]) -> list[list[Any]]:
    """Return a row of headings and a row for each hand; seats that nobody took in any hand have no columns."""
    numbers = sorted({seat.number for hand in hands for seat in hand.seats})
    head = [*HEAD, *(f"Seat {number} {what}" for number in numbers for what in SEAT), *TAIL]
    return [head, *(_row(hand, numbers) for hand in hands)]


def _row(hand: PlayedHand, numbers: Iterable[int]) -> list[Any]:
    row: list[Any] = [getattr(hand, field) for field in HEAD.values()]
    seats = {seat.number: seat for seat in hand.seats}
    unseen = hand.left if len(hand.left) > 1 else []  # `score` knows that word: there is no winner
    for number in numbers:
        seat = seats.get(number)
        cards = "" if seat is None or seat.folded else _cards(seat) or "unknown" * (seat in unseen)
        row += [seat.name, cards, seat.stack, seat.net] if seat else [None] * len(SEAT)
    collected = "; ".join(f"{seat.name} {seat.won:.10g}" for seat in hand.seats if seat.won)
    folded = "; ".join(f"{seat.name} folded [{_cards(seat)}]" for seat in hand.seats if seat.folded and seat.cards)
    more = [f"board {at} [{' '.join(board)}]" for at, board in enumerate(hand.boards[1:], 2)]
    row += [" ".join(hand.board), hand.pot, hand.rake, collected, hand.all_in, folded]
    row.append("; ".join([*more, *hand.remarks, *hand.notes]))
    return [_plain(value) for value in row]


def _cards(seat: Seat) -> str:
    return " ".join(seat.cards)


def _plain(value: Any) -> Any:
    """Return whole chips without decimals, and None for an empty text."""
    return int(value) if isinstance(value, float) and value.is_integer() else None if value == "" else value


def settling(sessions: Sequence[Session]) -> tuple[dict[str, float], list[tuple[str, str, float]]]:
    """Return the net of each person, the greatest first, and the payments that settle all; what is missing is nobody's."""
    nets: dict[str, float] = {}
    for one in sessions:
        nets[one.name] = round(nets.get(one.name, 0.0) + one.net, 4)
    nets = dict(sorted(nets.items(), key=lambda pair: -pair[1]))
    rest = round(-sum(nets.values()), 4)
    return nets, payments(nets | ({NOBODY: rest} if abs(rest) > CENT else {}))


def _add_results(book: Any, sessions: Sequence[Session]) -> None:
    """Add the sheet to a workbook of openpyxl."""
    sheet = book.create_sheet("Results")
    look.set_page(sheet)
    nets, paid = settling(sessions)
    nights = sorted({one.night for one in sessions})
    told = f"{counted(len(nets), 'player')}, {counted(len(nights), 'night')}; amounts as in the ledgers"
    look.write_title(sheet, "Results", told)
    rows, won = [], dict.fromkeys(((name, night) for name in nets for night in nights), 0.0)
    for one in sessions:
        won[one.name, one.night] += one.net
    for name, net in nets.items():
        mine = [one for one in sessions if one.name == name]
        also = ", ".join(sorted({one.also for one in mine} - {"", name})) or None
        chips = sum(one.bought for one in mine), sum(one.cashed for one in mine)
        rows.append([name, len({one.night for one in mine}), *chips, net, also])
    titles = ["Person", "Nights", "Bought in", "Cashed out", "Net", "Also called"]
    columns = [*map(TableColumn, titles, ("", COUNT, MONEY, MONEY, NET, ""), (26, 12, 14, 14, 14, 24))]
    below = look.add_table(sheet, TOP_ROW, columns, rows) + 1
    columns = [*map(TableColumn, ("Pays", "To", "", "Amount"), ("", "", "", MONEY))]
    below = look.add_table(sheet, below, columns, [(payer, payee, None, chips) for payer, payee, chips in paid])
    if any(NOBODY in one for one in paid):
        look.write_note(sheet, below, f"The nets add up to {sum(nets.values()):,.2f}, not to 0: somebody is missing.")
    top = max(below + 2, TOP_ROW + look.CHART_ROWS + 1)
    sums = zip(*(accumulate([won[name, night] for night in nights]) for name in nets), strict=True)
    columns = [TableColumn("After the night"), *(TableColumn(name, NET) for name in nets)]
    look.add_table(sheet, top, columns, [[night, *after] for night, after in zip(nights, sums, strict=True)])
    if len(nights) > 1:
        _season(sheet, list(nets), range(top + 1, top + 1 + len(nights)))


def _season(sheet: Any, people: Sequence[str], rows: range) -> None:
    """Draw the sums from night to night in some rows."""
    from openpyxl.chart import LineChart

    chart: Any = LineChart()
    chart.title, chart.legend.position = look.chart_title("The season", 1400), "b"
    look.add_series(sheet, chart, LEFT + 1, rows, dict(zip(people, cycle(COLORS), strict=False)), LEFT)
    look.set_axes(chart, "Net", "#,##0")
    chart.x_axis.tickLblPos = "low"
    look.place_chart(sheet, chart, LEFT + 7, TOP_ROW, 9)
