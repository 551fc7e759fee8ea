"""Tables with a row for each player, as trackers export them, each command as a whole process: ``python -m benchmarks.long_tables``.

Three of some players are dealt five cards each; a row has the number of the deal, the player's name and the five
cards. Tables are .xlsx as `openpyxl` writes them; the time is the processor time of the process, the start of Python included.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from statistics import median

import openpyxl

from benchmarks.sizes import processor_seconds

__all__ = ["run"]

ROWS = 60_000
SEATS = 3
ROUNDS = 3
HEADINGS = ["Deal", "Player", *[f"Card {card}" for card in range(1, 6)]]
PLAYERS = (3, 6, 200)
"""How many different players there are; three of them are in each deal."""


def make(path: Path, rows: int, players: int) -> None:
    """Write a table."""
    source = random.Random(49)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    names = [f"Player {chr(65 + number // 26)}{chr(65 + number % 26)}" for number in range(players)]
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Hands")
    sheet.append(HEADINGS)
    for deal in range(1, rows // SEATS + 1):
        cards = source.sample(deck, 5 * SEATS)
        for seat, name in enumerate(source.sample(names, SEATS)):
            sheet.append([deal, name, *cards[5 * seat : 5 * seat + 5]])
    book.save(path)


def run() -> str:
    """Return the table."""
    lines = [
        f"### {ROWS:,} rows, one for each player, {SEATS} players a deal",
        "",
        "| different players | wins, processor seconds | score, processor seconds |",
        "|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        book, out = Path(folder, "book.xlsx"), Path(folder, "out.xlsx")
        for players in PLAYERS:
            make(book, ROWS, players)
            wins = ["-m", "xlpoker", "wins", str(book)]
            score = ["-m", "xlpoker", "score", str(book), "-o", str(out), "--force"]
            rounds = [(processor_seconds(wins), processor_seconds(score)) for _ in range(ROUNDS)]
            counted, scored = (median(times) for times in zip(*rounds, strict=True))
            lines.append(f"| {players:,} | {counted:.2f} | {scored:.2f} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(run())
