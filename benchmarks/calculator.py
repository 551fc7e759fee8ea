"""Typing a card in holdem-calculator.xlsx, open in LibreOffice 25.2: ``python -m benchmarks.calculator``.

A table of two to nine players is typed, then one hand after another is changed, or a card of the board where there is
one, and LibreOffice calculates after each. It tells its own processor time (of Linux, in hundredths of a second); Calc's
Python has no NumPy. *Whole table* is the first table of a new LibreOffice, all its cells typed one after the other, for which
tables are still to be made. The grid is that of the second sheet on a flop, against one range after another.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from hosts.libreoffice import Calc, cache, fetch

from benchmarks.calc import TICKS

BOOK = Path(__file__).parent.parent / "workbooks" / "holdem-calculator.xlsx"
STREETS = {"before the flop": 0, "flop": 3, "turn": 4, "river": 5}
PLAYERS = (2, 3, 6, 9)
CHANGES = 12
BOARD = "EFGHI"
FIRST_ROW = 13
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
PROGRAM = """
  Dim commands, line, parts, before, hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  book = StarDesktop.loadComponentFromURL("{{folder}}/{name}", "_blank", 0, hidden())
  book.calculateAll()
  commands = FreeFile
  Open "{commands}" For Input As #commands
  Do While Not EOF(commands)
    Line Input #commands, line
    parts = Split(line, Chr(9))
    If parts(0) = "time" Then
      book.calculate()
      GoSub Ticks
      Print #out, spent
    Else
      sheet = book.Sheets.getByName(parts(0))
      cell = sheet.getCellRangeByName(parts(1))
      If parts(2) = "-" Then
        cell.clearContents(7)
      Else
        cell.setString(parts(2))
      End If
    End If
  Loop
  book.close(True)
{ticks}
"""
BLANK = "-"
Command = tuple[str, ...]


def cells_of(cards: list[str], players: int, street: int) -> dict[str, str]:
    """Return what is typed into the board and the hands."""
    cells = {}
    for place, column in enumerate(BOARD):
        cells[f"{column}9"] = cards[place] if place < street else BLANK
    for seat in range(9):
        start = 5 + 2 * seat
        hand = " ".join(cards[start : start + 2])
        cells[f"B{FIRST_ROW + seat}"] = hand if seat < players else BLANK
    return cells


def commands_of(players: int, street: int, source: random.Random) -> Iterable[Command]:
    """Yield the commands: a table is typed, then one of its cells is changed again and again."""
    cards = source.sample(DECK, 5 + 2 * 9)
    for cell, text in cells_of(cards, players, street).items():
        yield ("Calculator", cell, text)
    yield ("time",)
    rest = [card for card in DECK if card not in cards]
    source.shuffle(rest)
    for change in range(CHANGES):
        if street and change % 2:
            yield ("Calculator", f"{BOARD[street - 1]}9", rest.pop())
        else:
            yield ("Calculator", f"B{FIRST_ROW + change % players}", f"{rest.pop()} {rest.pop()}")
        yield ("time",)


def grid_commands() -> Iterable[Command]:
    """Yield the commands: the grid on a flop against a range, then other ranges."""
    yield ("Calculator", "E9", "8c")
    yield ("Calculator", "F9", "9s")
    yield ("Calculator", "G9", "4c")
    yield ("Calculator", "H9", BLANK)
    yield ("Calculator", "I9", BLANK)
    yield ("Starting hands", "C8", "With the board")
    yield ("Starting hands", "C7", "TT+, AK")
    yield ("time",)
    for text in ("top 30%", "22+", "random", "KK"):
        yield ("Starting hands", "C7", text)
        yield ("time",)


def seconds(office: Calc, commands: Iterable[Command]) -> list[float]:
    """Return the processor seconds between the commands that take the time."""
    lines = ["\t".join(command) for command in commands]
    path = office.folder / "commands.txt"
    path.write_text("\n".join(["time", *lines]) + "\n", encoding="utf-8")
    book = office.folder / BOOK.name
    book.write_bytes(BOOK.read_bytes())
    book.chmod(
        0o666
    )  # Calc is another user, and empties no cells of a book that is not its to write
    program = PROGRAM.format(name=BOOK.name, commands=path, ticks=TICKS)
    ticks = list(map(int, office.run_macro(program)))
    return [(after - before) / 100 for before, after in pairwise(ticks)]


def run() -> str:
    """Return the table: processor time in ms of typing a hand or a card, by players and street."""
    rows = ["| street | players | whole table | mean | longest |", "|---|---:|---:|---:|---:|"]
    source = random.Random(47)
    with Calc(fetch(cache())) as office:
        for street, cards in STREETS.items():
            for players in PLAYERS:
                first, *others = seconds(office, commands_of(players, cards, source))
                figures = (first, mean(others), max(others))
                cells = [f"{1000 * figure:,.0f}" for figure in figures]
                rows.append(f"| {street} | {players} | {' | '.join(cells)} |")
        first, *others = seconds(office, grid_commands())
        cells = [f"{1000 * figure:,.0f}" for figure in (first, mean(others), max(others))]
        rows.append(f"| grid on a flop | | {' | '.join(cells)} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(run())
