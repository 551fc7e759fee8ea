"""home-game.xlsx: nights, hands, standings, who pays whom, prizes of a tournament, and a deal at its final table.

Who pays whom is found as `xlpoker import` finds it: over all sets of players, so that the payments are as few as can be.
What a stack is worth in a deal is worked out over all sets of players, too. Both are on sheets of their own, *Working ..*.
"""

from __future__ import annotations

from pathlib import Path

from book_parts import STEP, OpenBook
from draft import Draft

from home_game.hands import add_hands, add_working_hands
from home_game.nights import add_nights, add_standings, add_working
from home_game.parts import LINK, NAMES, NAMES_ROW, PLAYERS, PROBLEM, SEASON_NAMES
from home_game.settle import add_settle_up, add_working_settle
from home_game.tournament import add_deal, add_payouts, add_working_deal

__all__ = ["drafted", "home_game"]

SHEETS = {
    "Nights": "who played, bought in, cashed out: a row for each player and night",
    "Hands": "the hands worth keeping: who wins, what each player gets, side pots too",
    "Standings": "the season: ranking, hours, the biggest pot, and a chart",
    "Settle up": "the fewest payments that settle the season or a night",
    "Payouts": "the prizes of a tournament",
    "Deal": "a deal at its final table: chip chop and ICM",
}


def home_game(path: Path) -> None:
    """Write the book with a season of six nights, twelve hands, a tournament and a deal."""
    with OpenBook(path) as book:
        drafted(book).write()


def drafted(book: OpenBook) -> Draft:
    """Return the cells of the book, not written yet."""
    draft = Draft(book)
    _start(draft)
    add_nights(draft)
    add_hands(draft)
    add_standings(draft)
    add_settle_up(draft)
    add_payouts(draft)
    add_deal(draft)
    add_working(draft)
    add_working_hands(draft)
    add_working_settle(draft)
    add_working_deal(draft)
    return draft


# the first screen


def _start(draft: Draft) -> None:
    sheet = draft.sheet("Start")
    steps = [
        "1. Type the names of your players into the yellow cells below.",
        "2. Nights: a row for each player and night with the date, the buy-ins and the cash-out.",
        "3. Hands: the board, two cards for each player who shows down, and what each player put in.",
        "4. Standings and Settle up answer by themselves. Choose there whether the season or a night is settled.",
        "5. Payouts and Deal are for tournaments: type over the yellow cells.",
    ]
    draft.book.first_screen(sheet, "Home game", steps)
    draft.headings("Start", f"A{NAMES_ROW - 1}", ["Players"])
    draft.headings("Start", f"D{NAMES_ROW - 1}", ["Sheet", "What it is for"])
    for index in range(PLAYERS):
        row = NAMES_ROW + index
        draft.input("Start", f"A{row}", SEASON_NAMES[index] if index < len(SEASON_NAMES) else None)
        twice = f'IF(COUNTIF({NAMES},A{row})>1,"This name is there twice","")'
        spaces = f'IF(LEN(TRIM(A{row}))<LEN(A{row}),"A blank before or behind the name",{twice})'
        draft.put("Start", f"B{row}", f'=IF(A{row}="","",{spaces})', PROBLEM)
    for row, (name, text) in enumerate(SHEETS.items(), NAMES_ROW):
        sheet.write_url(f"D{row}", f"internal:'{name}'!A1", draft.book.style(LINK), name)
        draft.label("Start", f"E{row}", text, STEP)
    sheet.set_column("A:A", 22)
    sheet.set_column("B:B", 26)
    sheet.set_column("C:C", 2)
    sheet.set_column("D:D", 14)
    sheet.set_column("E:E", 62)
    draft.book.finish(sheet, f"A1:E{NAMES_ROW + PLAYERS - 1}")
