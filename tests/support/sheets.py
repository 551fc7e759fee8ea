"""Sheets for the tests: rows in memory, drawn as people lay them out."""

import random

from xlpoker.layout.find import find
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Question, QuestionError

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]


def deals(cards: int, rows: int = 6, seed: int = 3) -> list[list[str]]:
    """Return rows of different cards."""
    source = random.Random(seed)
    return [source.sample(DECK, cards) for _ in range(rows)]


def grid(*rows) -> Grid:
    """Return a sheet of these rows."""
    return Grid("Sheet1", [list(row) for row in rows])


def spread(*labels, by=5):
    """Return labels, each over that many columns."""
    return [cell for label in labels for cell in [label, *[None] * (by - 1)]]


def one_cell(row, *sizes):
    """Return a row of cards as cells with so many cards each."""
    cells, at = [], 0
    for size in sizes:
        cells.append(" ".join(row[at : at + size]))
        at += size
    return cells


def find_layout(grid, game="five-card"):
    """Return the layout that the search finds; raise `QuestionError` for a question."""
    found = find(grid, game)
    if isinstance(found, Question):
        raise QuestionError(found.lines())
    return found
