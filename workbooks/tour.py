"""The tour: a workbook with a sheet per function, live formulas with their values, and what each of them shows.

Every formula is evaluated by the catalogue over the cells that it points to (`evaluated`), so that the values are right
where the functions are not installed. A block of deals, one of them misspelt and one blank, is answered by one formula
that spills.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sample_book import Book, deals
from xlsxwriter.utility import xl_cell_to_rowcol, xl_range

from xlpoker.functions import CATALOGUE, Function, call

TOP = 4
BLOCK_COLUMN = 5
ROWS = 8
MISSPELT, EMPTY = 3, 5
WIDTHS = {
    "HANDVAL": (5,),
    "HANDNAME": (7,),
    "BESTHAND": (9,),
    "WINNER": (5, 5),
    "SHARES": (2, 2),
    "PAYOUTS": (4, 4),
    "HOLDEM": (5, 2, 2),
    "OMAHA": (5, 4, 4),
    "OUTS": (4, 2, 2),
    "EQUITY": (3, 2, 2),
    "CHANCES": (3, 2),
}
EXAMPLES = {
    "HANDVAL": [
        ('=HANDVAL("TH JH QH KH AH")', "The royal flush is the best: 7462."),
        ('=HANDVAL("AH 2D 3C 4D 5S")', "The ace is low in 5-4-3-2-A, the lowest straight."),
        (
            '=HANDVAL("AH AD AC")',
            "Fewer cards than five stand between the five-card hands: here below AAA32.",
        ),
        ('=HANDVAL("2H 2D 4C 4D 4S", "cactus")', "The scale of Cactus Kev: 1 is best, 7462 worst."),
        (
            '=HANDVAL("2H 2D 4C 4D 4S", "percentile")',
            "The share of all five-card hands that it beats.",
        ),
        (
            '=HANDVAL("AH AD AC AS *")',
            "A joker is the best card that is not in the hand: four aces and a king.",
        ),
        (
            '=HANDVAL("AH AD AC AS *", "strength", "five")',
            "Where five of a kind exists it beats a straight flush.",
        ),
        ('=HANDVAL("10♥ j♥ Queen of Hearts KH 红桃A")', "Cards as people write them."),
        ('=HANDVAL("1OH JH QH KH AH")', "A mistake is told in its own cell."),
        ('=HANDVAL("AH AH QH KH TH")', "So is a card that stands twice."),
    ],
    "HANDNAME": [
        ('=HANDNAME("2H 2D 4C 4D 4S", "short")', "The class alone."),
        ('=HANDNAME("5H 5C 6S 7S KD", "full")', "With the kickers."),
    ],
    "BESTHAND": [
        ('=BESTHAND("KH QH JH TH *")', "The joker is shown as the card that it becomes."),
        ('=HANDVAL(BESTHAND("2H 2D 4C 4D 4S 7H KS"))', "Functions nest."),
        ('=BESTHAND("AH KD", "QH JH TH 2C 2D")', "Two hole cards and a board: the best five."),
        (
            '=BESTHAND("AS KD QH JC", "2S 3S 4S 5S 9D")',
            "Omaha: two of the hole cards, three of the board.",
        ),
    ],
    "WINNER": [
        ('=WINNER("AH KD QC", "AC KH QS")', "0 is a tie of the best."),
        ('=WINNER("AH KD", "AC QH", "2S 2D")', "Up to 255 hands."),
        ('=WINNER("AH KD QC", "AH 5H QS")', "No card can be in two hands."),
    ],
    "SHARES": [
        ('=SHARES("AH KD", "AC KH", "AS KC")', "Three hands that tie get a third of the pot each.")
    ],
    "PAYOUTS": [
        (
            '=PAYOUTS("20 20 5", "2633 2633 7165")',
            "The short stack wins 15; the other two share what is above it.",
        ),
        ('=PAYOUTS("10 10 10", "12 12 12", "20")', "Stakes are multiples of the least amount."),
        ('=PAYOUTS("50 20", "2067 7165")', "What nobody called goes back: 30."),
    ],
    "HOLDEM": [
        ('=HOLDEM("8C 9S 4C", "6C 7C", "AH AD")', "A flop alone: the best of what is there."),
        ('=HOLDEM("TH JH QH KH AH", "6C 7C", "2S 2D")', "The board plays: a tie."),
    ],
    "OMAHA": [
        (
            '=OMAHA("2S 3S 4S 5S 9D", "AS KD QH JC", "6S 6D 7S 8C")',
            "One spade is no flush: exactly two count.",
        )
    ],
    "CHANCES": [
        ('=CHANCES("", "AH KH")', "Before the flop: how often it stays a high card."),
        ('=CHANCES("8C 9S 4C", "TT+, AK")', "A range: all its hands together."),
        ('=CHANCES("2S 3S 4S", "AS KD QH JC")', "Four hole cards are Omaha."),
    ],
}


def evaluated(formula: str, area: Callable[[str], Any]) -> Any:
    """Return what the catalogue gives for a formula; `area` gives the cells of a range.

    >>> evaluated('=HANDVAL(A1:B1, "cactus")', lambda name: [["AH", "AD"]])
    3545.875
    """
    source = re.sub(
        r"\b[A-Z]+\d+:[A-Z]+\d+\b", lambda found: f"area({found[0]!r})", formula.removeprefix("=")
    )

    def value(node: ast.expr) -> Any:
        if not isinstance(node, ast.Call):
            return ast.literal_eval(node)
        assert isinstance(node.func, ast.Name)
        given = [value(argument) for argument in node.args]
        return area(*given) if node.func.id == "area" else call(node.func.id, *given)

    return value(ast.parse(source, mode="eval").body)


def examples(entry: Function) -> list[tuple[str, str]]:
    """Return the formulas of a function's sheet, the example of its help first."""
    rest = [one for one in EXAMPLES.get(entry.name, []) if one[0] != entry.example]
    return [(entry.example, entry.help), *rest]


STAKES = [
    [10, 30, 50, 5], [20, 20, 20, 20], [5, 40, 40, 15], ["ten", 30, 50, 5],
    [100, 25, 60, 100], [None, None, None, None], [2.5, 2.5, 7.5, 7.5], [1, 3, 3, 3],
]  # fmt: skip
VALUES = [
    [7165, 2067, 2633, None], [3521, 3521, None, 12], [5000, 300, 300, None], [1, 2, 3, 4],
    [2633, 7165, 5396, "folded"], [None, None, None, None], [40, 41, 42, 42], [9, 8, 8, 7],
]  # fmt: skip


def block(entry: Function, seed: int) -> list[list[Any]]:
    """Return the deals of a function's sheet: one misspelt, one blank."""
    if entry.name == "PAYOUTS":
        return [[*stakes, *values] for stakes, values in zip(STAKES, VALUES, strict=True)]
    source = deals(seed, sum(WIDTHS.get(entry.name, (5,))))
    rows = [next(source) for _ in range(ROWS)]
    rows[MISSPELT][0] = "1OH"
    rows[EMPTY] = [""] * len(rows[EMPTY])
    return rows


def tour(path: Path) -> None:
    """Write the workbook: a first sheet with all functions, then a sheet for each."""
    with Book(path) as book:
        start = book.sheet("Start")
        start.write(0, 0, "A tour of the functions", book.bold)
        start.write(
            1,
            0,
            "Values are stored: they show without the functions. With them, press Ctrl+Alt+F9.",
            book.note,
        )
        start.write_row(3, 0, ["Function", "Gives", "Sheet"], book.bold)
        for down, entry in enumerate(CATALOGUE.values(), TOP):
            start.write_row(down, 0, [entry.signature, entry.help])
            start.write_url(down, 2, f"internal:'{entry.name}'!A1", string=entry.name)
        start.set_column(0, 0, 36)
        start.set_column(1, 1, 110)
        start.set_landscape()
        start.fit_to_pages(1, 0)
        for seed, entry in enumerate(CATALOGUE.values(), 1):
            _sheet(book, entry, seed)


def _sheet(book: Book, entry: Function, seed: int) -> None:
    sheet = book.sheet(entry.name)
    sheet.write(0, 0, entry.signature, book.bold)
    sheet.write_row(TOP - 1, 0, ["Formula", "Answer", "What it shows"], book.bold)
    for down, (formula, text) in enumerate(examples(entry), TOP):
        answer = evaluated(formula, lambda _name: None)
        first = answer[0][0] if isinstance(answer, list) else answer
        live = f"=INDEX({formula[1:]},1)" if isinstance(answer, list) else formula
        sheet.write_string(down, 0, formula)
        sheet.write_formula(down, 1, live, book.name, first)
        sheet.write(
            down, 2, text if live == formula else f"{text} The first of {len(answer[0])} cells."
        )
    below = TOP + len(examples(entry)) + 1
    sheet.write(below, 0, "Argument", book.bold)
    for down, argument in enumerate(entry.arguments, below + 1):
        sheet.write_row(down, 0, [argument.name, argument.help])

    rows, column = block(entry, seed), BLOCK_COLUMN
    book.cards(sheet, TOP, column, rows)
    areas = []
    for width in WIDTHS.get(entry.name, (5,)):
        areas.append(xl_range(TOP, column, TOP + ROWS - 1, column + width - 1))
        column += width
    formula = f"={entry.name}({','.join(areas)})"
    answer = evaluated(formula, lambda name: cells(rows, name))
    left, right, last = column + 1, column + len(answer[0]), TOP + ROWS - 1
    sheet.write(TOP - 2, BLOCK_COLUMN, f"One formula for {ROWS} deals: {formula}", book.bold)
    sheet.write(TOP - 1, left, "Answers", book.bold)
    sheet.write_dynamic_array_formula(TOP, left, last, right, formula, book.name, answer[0][0])
    for down, row in enumerate(answer, TOP):
        for across, value in enumerate(row, left):
            if (down, across) != (TOP, left):
                sheet.write(down, across, value if value != "" else None, book.name)
    sheet.set_column(0, 0, 46)
    sheet.set_column(1, 1, 30)
    sheet.set_column(2, 2, 60)
    sheet.set_column(BLOCK_COLUMN, column, 6)
    sheet.set_column(left, left, 34)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)


def cells(rows: list[list[Any]], name: str) -> list[list[Any]]:
    """Return a range of a sheet's block of deals."""
    (top, left), (bottom, right) = map(xl_cell_to_rowcol, name.split(":"))
    return [
        row[left - BLOCK_COLUMN : right - BLOCK_COLUMN + 1]
        for row in rows[top - TOP : bottom - TOP + 1]
    ]
