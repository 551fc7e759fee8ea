"""Sheets as lines of text, and what is read of them as a line: the notation of the table of layouts.

Rows stand between ``//``, their cells between ``|``:

=============== ====================================================================================
a cell          stands for
=============== ====================================================================================
``5c``, ``c``   five cells, or one, with a card each
``[5]``         five cards in the cell, also within other words: ``[2] vs [2]``
``2rs``         two cells for each of two cards: its rank and its suit; ``2r2s`` the ranks first
``Anna>5``      a word over five columns, in the first of them
``Card {1..5}`` five cells, numbered
``5*x``         five such cells
``=B``, ``=B:F`` what stands in these columns of the row
``{n}``         the number of the repetition; alone a number, within words part of a text; ``{n+6}`` counts from 7
``{a,b,c}``     one of these in turn
``'7``          the text 7; digits alone are a number, nothing is a blank cell
=============== ====================================================================================

``8x`` before a row repeats it eight times; rows between ``/`` are repeated together, have one deck and one ``{n}``.
``turn:`` before all makes rows of the columns.
"""

import random
import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout, Question

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
Rows = list[list[Any]]


def rows_of(sheet: str, seed: str = "") -> Rows:
    """Return the rows of a sheet; the same cards each time, others with another seed.

    >>> rows_of("Deal|Anna>2|Note // 2x {n}|2c|{good,bad} hand // |[2] vs [1]|=B")
    [['Deal', 'Anna', None, 'Note'], [1, 'AH', '7D', 'good hand'], [2, '5C', 'QS', 'bad hand'], [None, 'JD 8S vs 9S', 'JD 8S vs 9S']]
    >>> rows_of("Card {1..3} // 2x {n}|Ann / {n}|Bob")
    [['Card 1', 'Card 2', 'Card 3'], [1, 'Ann'], [1, 'Bob'], [2, 'Ann'], [2, 'Bob']]
    >>> rows_of("turn: |Ann|Bob // 2x {n}|yes")
    [[None, 1, 2], ['Ann', 'yes', 'yes'], ['Bob', None, None]]
    """
    source, made = random.Random(f"cards {seed}"), []
    for line in sheet.removeprefix("turn:").split("//"):
        times, rows = re.fullmatch(r"\s*(?:(\d+)x(?: |$))?(.*)", line, re.DOTALL).groups()
        for number in range(int(times or 1)):
            deck = iter(source.sample(DECK, 52))
            for row in rows.split(" / "):
                cells: list[Any] = []
                for cell in row.split("|") if row.strip() else ():
                    cells += _cells(cell.strip(), deck, number, cells)
                made.append(cells)
    return [[*row] for row in zip_longest(*made)] if sheet.startswith("turn:") else made


def _cells(cell: str, deck: Iterator[str], number: int, before: list[Any]) -> list[Any]:
    """Return the cells that one of the notation stands for."""
    if found := re.fullmatch(r"(\d*)c", cell):
        return [next(deck) for _ in range(int(found[1] or 1))]
    if found := re.fullmatch(r"(\d+)(rs|sr|r\1s)", cell):
        cards = [next(deck) for _ in range(int(found[1]))]
        apart = {"rs": "".join(cards), "sr": "".join(card[::-1] for card in cards)}
        return [*apart.get(found[2], "".join(card[0] for card in cards) + "".join(card[1] for card in cards))]
    if found := re.fullmatch(r"(.*)>(\d+)", cell):
        return [_value(found[1]), *[None] * (int(found[2]) - 1)]
    if found := re.fullmatch(r"=([A-Z])(?::([A-Z]))?", cell):
        return before[ord(found[1]) - 65 : ord(found[2] or found[1]) - 64]
    if found := re.fullmatch(r"(\d+)\*(.*)", cell):
        return [_value(found[2])] * int(found[1])
    if found := re.fullmatch(r"(.*)\{(\d+)\.\.(\d+)\}(.*)", cell):
        return [_value(f"{found[1]}{at}{found[4]}") for at in range(int(found[2]), int(found[3]) + 1)]
    cell = re.sub(r"\{n([+-]\d+)?\}", lambda one: str(number + 1 + int(one[1] or 0)), cell)
    cell = re.sub(r"\{(.*?)\}", lambda one: (words := one[1].split(","))[number % len(words)], cell)
    cell = re.sub(r"\[(\d+)\]", lambda one: " ".join(next(deck) for _ in range(int(one[1]))), cell)
    return [_value(cell)]


def _value(cell: str) -> Any:
    """Return the value of a cell."""
    cell = cell.strip()
    return int(cell) if re.fullmatch(r"\d{1,9}", cell) else cell.removeprefix("'") or None


def grid_of(sheet: str, seed: str = "") -> Grid:
    """Return a sheet of the notation as a grid."""
    return Grid("Sheet1", rows_of(sheet, seed))


def told(layout: Layout, game: str = "five-card") -> str:
    """Return a layout as the table has it: ranges with the players' names as ``--hands`` takes them, and what goes with them.

    >>> from xlpoker.layout.find import find
    >>> grid = grid_of("Anna>2|Ben>2|Board // 3x 9c")
    >>> told(find(grid, "holdem"), "holdem"), told(find(grid_of("Deal|Player|Cards // 4x {n}|Ann|[5] / {n}|Bob|[5]")))
    ('Anna=A2:B4,Ben=C2:D4,board=E2:I4', 'C2:C9 by Deal')
    """
    named = [*layout.names, *(["board"] if layout.board else [])]
    names = [f"{name}=" for name in named] if layout.names else [""] * len(layout.areas)
    ranges = [name + layout.range(area) for name, area in zip(names, layout.areas, strict=False)]
    said = f"{layout.game} " * (layout.game != game) + ",".join(ranges)
    return said + f" by {layout.by}" * (layout.by is not None)


def answer(found: Layout | Question | None, game: str = "five-card") -> str:
    """Return the answer of the search as a line: a layout, ``?`` with the readings of a question, or nothing."""
    if isinstance(found, Question):
        return "? " + " / ".join(" & ".join(told(one, game) for one in reading) for reading in found.readings)
    return told(found, game) if found else "nothing"


def offers(found: Layout | Question | None, expected: str, game: str = "five-card") -> bool:
    """Tell whether an answer is the expected one: a layout, with ``-`` and what is said to be not read, or a question.

    A question, ``? A1:E8 / A1:C8,D1:F8 because turned``, must offer these readings, and may offer more, and name this doubt;
    ``~ A1:E8`` is read, or offered.
    """
    said = answer(found, game)
    kind, _, rest = expected.partition(" ")
    if kind == "?":
        readings, _, doubt = f" {rest}".partition(" because ")
        wanted = set(filter(None, readings.strip().split(" / ")))
        return isinstance(found, Question) and wanted <= {*said[2:].split(" / ")} and {doubt} <= {"", *found.doubts}
    if kind == "~":
        return offers(found, rest, game) or offers(found, f"? {rest}", game)
    ranges, _, unread = expected.partition(" - ")
    return said == ranges and (not unread or ", ".join(found.unread) == unread)
