"""Make the sample workbooks: ``python workbooks/build.py`` (needs XlsxWriter, part of the extra ``test``).

Formulas are written with their values, worked out by the catalogue, so that every program shows the answers even where
the functions are not installed; ``calc_on_load`` is off for the same reason. Everything is seeded: running it again
makes the same books.

The books that people open first are listed in `OPEN_BOOKS`. After a change of their formulas run
``python workbooks/build.py --recalculate``: LibreOffice calculates them, and the values are kept in ``stored_values``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import holdem_calculator
from book_parts import YELLOW, calculated_values, store_values, write_without_values
from classroom import classroom, classroom_formulas
from home_game import home_game
from named_functions import with_functions
from pictures import draw_pictures
from sample_book import Book, deals
from tour import tour
from xlsxwriter.utility import xl_range_abs

from xlpoker.functions import call

HERE = Path(__file__).parent
HEADER_ROWS = 2
HOLDEM_DEALS = 200
NO_ANSWER = "← your answer"
"""What stands beside the yellow cell of Euler 54 as long as it is blank."""
OPEN_BOOKS: dict[str, Callable[[Path], None]] = {"holdem-calculator": holdem_calculator.write}
"""The books that people open first, by name: what writes each of them."""
CALCULATED_BOOKS: dict[str, Callable[[Path], None]] = {
    "home-game": home_game,
    "classroom": classroom,
    "classroom-formulas": classroom_formulas,
}
"""Those whose formulas are worked out in Python while they are written (`formula_values`)."""


def poker_txt() -> list[list[str]]:
    """Return the 1000 deals of Project Euler problem 54, ten cards each."""
    return [line.split() for line in (HERE / "poker.txt").read_text(encoding="ascii").splitlines()]


def euler54_formulas(path: Path) -> None:
    """Write the same with the functions as names of the book, so that it needs nothing installed."""
    euler54(path, are_names=True)
    with_functions(path)


def euler54(path: Path, *, are_names: bool = False) -> None:
    """Write cards in A3:J1002 as in the original discussion, functions beside them, the count of Player 1's wins.

    `are_names` says that the functions are names of the book; Excel marks calls of them as formulas that may spill.
    """
    deals_ = poker_txt()
    with Book(path) as book:
        sheet = book.sheet("euler54")
        last = HEADER_ROWS + len(deals_)
        for player, column in ((1, 0), (2, 5)):
            sheet.merge_range(0, column, 0, column + 4, f"Player {player}", book.title)
            sheet.write_row(1, column, [f"Card {number}" for number in range(1, 6)], book.bold)
        book.cards(sheet, HEADER_ROWS, 0, deals_)
        book.file.define_name("cardsIDS", f"=euler54!{xl_range_abs(HEADER_ROWS, 0, last - 1, 9)}")
        header = [
            "Player 1 HANDVAL",
            "Player 1 HANDNAME",
            "Player 2 HANDVAL",
            "Player 2 HANDNAME",
            "WINNER",
        ]
        sheet.write_row(1, 11, header, book.bold)
        wins = 0
        for down, cards in enumerate(deals_):
            row = HEADER_ROWS + down
            one, two = f"A{row + 1}:E{row + 1}", f"F{row + 1}:J{row + 1}"
            first, second = [cards[:5]], [cards[5:]]
            winner = call("WINNER", first, second)
            wins += winner == 1
            for column, formula, style, value in (
                (11, f"=HANDVAL({one})", None, call("HANDVAL", first)),
                (12, f"=HANDNAME({one})", book.name, call("HANDNAME", first)),
                (13, f"=HANDVAL({two})", None, call("HANDVAL", second)),
                (14, f"=HANDNAME({two})", book.name, call("HANDNAME", second)),
                (15, f"=WINNER({one},{two})", book.card, winner),
            ):
                write = sheet.write_dynamic_array_formula if are_names else sheet.write_formula
                place = (row, column, row, column) if are_names else (row, column)
                write(*place, formula, style, value)
        sheet.write(0, 11, "Player 1 wins", book.bold)
        sheet.write_formula(0, 12, f"=COUNTIF(P{HEADER_ROWS + 1}:P{last},1)", book.answer, wins)
        _answer_box(book, sheet, wins, are_names=are_names)
        sheet.set_column(0, 9, 6.5)
        sheet.set_column(10, 10, 3)
        sheet.set_column(11, 15, 17)
        sheet.set_column(12, 12, 34)
        sheet.set_column(13, 13, 20)
        sheet.set_column(14, 14, 34)
        sheet.freeze_panes(HEADER_ROWS, 0)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)


def _answer_box(book: Book, sheet: Any, wins: int, *, are_names: bool) -> None:
    """Write the count in one formula, and a yellow cell for an answer of one's own, with a word about it."""
    last = HEADER_ROWS + len(poker_txt())
    won = f"WINNER(A{HEADER_ROWS + 1}:E{last},F{HEADER_ROWS + 1}:J{last})=1"
    count = f'="in one formula: "&SUMPRODUCT(--({won}))'
    write = sheet.write_dynamic_array_formula if are_names else sheet.write_formula
    place = "N1:N1" if are_names else "N1"
    write(place, count, book.bold, f"in one formula: {wins}")
    yellow = {"bg_color": YELLOW, "border": 1, "align": "center", "font_size": 14}
    sheet.write_blank("O1", None, book.file.add_format(yellow))
    wrong = 'IF(O1>M1,"too many","too few")'
    mark = f'IF(NOT(ISNUMBER(O1)),"type a number",IF(O1=M1,"right",{wrong}))'
    sheet.write_formula("P1", f'=IF(O1="","{NO_ANSWER}",{mark})', book.name, NO_ANSWER)


def holdem(path: Path) -> None:
    """Write two hole cards for each of two players and a board of five, with HOLDEM beside them."""
    with Book(path) as book:
        sheet = book.sheet("holdem")
        for title, column, width in (("Player 1", 0, 2), ("Player 2", 2, 2), ("Board", 4, 5)):
            sheet.merge_range(0, column, 0, column + width - 1, title, book.title)
        names = ["Hole 1", "Hole 2"] * 2 + ["Flop 1", "Flop 2", "Flop 3", "Turn", "River", "HOLDEM"]
        sheet.write_row(1, 0, names, book.bold)
        source = deals(2, 9)
        rows = [next(source) for _ in range(HOLDEM_DEALS)]
        book.cards(sheet, HEADER_ROWS, 0, rows)
        for down, cards in enumerate(rows):
            row = HEADER_ROWS + down + 1
            value = call("HOLDEM", [cards[4:]], [cards[:2]], [cards[2:4]])
            sheet.write_formula(
                row - 1, 9, f"=HOLDEM(E{row}:I{row},A{row}:B{row},C{row}:D{row})", None, value
            )
        sheet.set_column(0, 9, 8)
        sheet.freeze_panes(HEADER_ROWS, 0)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)


def layouts(folder: Path) -> None:
    """Write a small book per layout that `xlpoker wins` finds by itself, and one where it has to ask."""
    source = deals(54, 15)
    rows = [next(source) for _ in range(12)]
    tens = [cards[:10] for cards in rows]

    with Book(folder / "no-labels.xlsx") as book:
        book.cards(book.sheet("Sheet1"), 0, 0, tens)

    with Book(folder / "offset.xlsx") as book:
        sheet = book.sheet("Friday")
        sheet.write(1, 1, "Home game, Friday", book.bold)
        sheet.write(2, 1, "Everybody's cards as they were shown down", book.note)
        sheet.write_row(5, 3, ["Player 1", "", "", "", "", "Player 2"], book.bold)
        book.cards(sheet, 6, 3, tens)
        sheet.write(20, 3, "Copied from the notebook on Saturday", book.note)

    with Book(folder / "gap.xlsx") as book:
        sheet = book.sheet("Sheet1")
        sheet.write_row(0, 0, ["P1", "", "", "", "", "", "P2"], book.bold)
        book.cards(sheet, 1, 0, [cards[:5] for cards in tens])
        book.cards(sheet, 1, 6, [cards[5:] for cards in tens])

    with Book(folder / "one-cell.xlsx") as book:
        sheet = book.sheet("Sheet1")
        sheet.write_row(0, 0, ["Deal", "Player 1", "Player 2"], book.bold)
        for number, cards in enumerate(tens, 1):
            sheet.write_row(number, 0, [number, " ".join(cards[:5]), " ".join(cards[5:])])
        sheet.set_column(1, 2, 20)

    with Book(folder / "three-players.xlsx") as book:
        sheet = book.sheet("Sheet1")
        sheet.write_row(0, 0, ["Player 1", *[""] * 4, "Player 2", *[""] * 4, "Player 3"], book.bold)
        book.cards(sheet, 1, 0, rows)

    with Book(folder / "one-player.xlsx") as book:
        sheet = book.sheet("Sheet1")
        sheet.write_row(0, 0, [f"Card {number}" for number in range(1, 6)], book.bold)
        book.cards(sheet, 1, 0, [cards[:5] for cards in rows])

    with Book(folder / "suits.xlsx") as book:
        sheet = book.sheet("Sheet1")
        signs = dict(zip("CDHS", ("♣", "♦️", "♥", "♠"), strict=True))
        spelt = [
            [(card[0].replace("T", "10")) + signs[card[1]] for card in cards] for cards in tens
        ]
        sheet.write_row(0, 0, ["Player 1", *[""] * 4, "Player 2"], book.bold)
        for down, cards in enumerate(spelt, 1):
            sheet.write_row(down, 0, cards, book.card)

    with Book(folder / "bad-rows.xlsx") as book:
        sheet = book.sheet("Sheet1")
        sheet.write_row(0, 0, ["Player 1", *[""] * 4, "Player 2"], book.bold)
        spoilt = [list(cards) for cards in tens]
        spoilt[2][3] = "1OH"
        spoilt[5][4] = ""
        spoilt[8][9] = spoilt[8][0]
        book.cards(sheet, 1, 0, spoilt)

    with Book(folder / "two-tables.xlsx") as book:
        sheet = book.sheet("Sheet1")
        for column, title in ((0, "Monday"), (12, "Tuesday")):
            sheet.write(0, column, title, book.bold)
            book.cards(sheet, 2, column, tens[:6] if column == 0 else tens[6:])

    lines = [",".join(cards) for cards in tens]
    (folder / "hands.csv").write_text(
        "\n".join(
            [",".join(f"p{1 + place // 5}_card{place % 5 + 1}" for place in range(10)), *lines]
        )
        + "\n",
        encoding="utf-8",
    )


@contextmanager
def office() -> Iterator[Any]:
    """Start LibreOffice with our extension, as the tests do."""
    sys.path += [str(HERE.parent), str(HERE.parent / "tests")]
    from hosts import libreoffice

    with libreoffice.Calc(libreoffice.fetch(libreoffice.cache())) as calc:
        yield calc


def recalculate() -> None:
    """Let LibreOffice calculate the books that people open first, and store the values."""
    with TemporaryDirectory() as name, office() as calc:
        for book_name, write in OPEN_BOOKS.items():
            path = Path(name) / f"{book_name}.xlsx"
            bare = Path(name) / f"{book_name}-bare.xlsx"
            write(path)
            write_without_values(path, bare)
            store_values(book_name, calculated_values(calc.converted(bare, "xlsx")))


def main() -> None:
    """Write all sample workbooks below a folder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=HERE)
    parser.add_argument(
        "--recalculate",
        action="store_true",
        help="first let LibreOffice calculate the formulas anew (needs what the tests need)",
    )
    parser.add_argument(
        "--pictures",
        action="store_true",
        help="draw the pictures of the documentation, too (needs pdftoppm as well)",
    )
    options = parser.parse_args()
    folder: Path = options.folder
    if options.recalculate:
        recalculate()
    for book_name, write in (OPEN_BOOKS | CALCULATED_BOOKS).items():
        write(folder / f"{book_name}.xlsx")
    euler54(folder / "euler54.xlsx")
    euler54_formulas(folder / "euler54-formulas.xlsx")
    holdem(folder / "holdem.xlsx")
    layouts(folder / "layouts")
    tour(folder / "tour.xlsx")
    if options.pictures:
        with office() as calc:
            draw_pictures(calc)
    print(f"Sample workbooks written to {folder}")


if __name__ == "__main__":
    main()
