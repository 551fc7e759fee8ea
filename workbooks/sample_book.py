"""What all sample workbooks share: one look, cards in their suits' colours, deals drawn from a seed."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import xlsxwriter
from xlsxwriter.worksheet import Worksheet

from xlpoker.evaluator.cards import card_text

MADE = dt.datetime(2026, 1, 1, tzinfo=dt.UTC).replace(tzinfo=None)
EXCEL_2021 = 191029
RED = "#C00000"


class FilledWorksheet(Worksheet):
    """A worksheet whose formulas all have values, also those that give an empty text.

    XlsxWriter writes such a cell like one that was never calculated. Programs without the functions would then show
    an error instead of a blank cell.
    """

    def _xml_formula_element(self, formula: str, result: Any, attributes: Any = ()) -> None:
        """Write a cell with a formula and its value."""
        if result == "":
            attributes = [*attributes, ("t", "str")]
        super()._xml_formula_element(formula, result, attributes)


class Book:
    """One workbook being written, with the formats that all share."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = xlsxwriter.Workbook(path)
        self.file.set_properties({"created": MADE, "author": "xlpoker"})
        self.file.set_calc_mode("auto", EXCEL_2021)
        self.file.calc_on_load = False
        self.bold = self.file.add_format({"bold": True, "bottom": 1})
        self.title = self.file.add_format(
            {"bold": True, "align": "center", "bg_color": "#DDEBF7", "border": 1}
        )
        self.card = self.file.add_format({"align": "center"})
        self.name = self.file.add_format({"align": "left", "indent": 1})
        self.answer = self.file.add_format({"bold": True, "font_size": 14, "align": "center"})
        self.red = self.file.add_format({"font_color": RED})
        self.note = self.file.add_format({"italic": True, "font_color": "#7F7F7F"})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def sheet(self, name: str) -> Any:
        return self.file.add_worksheet(name, FilledWorksheet)

    def cards(self, sheet: Any, row: int, column: int, rows: Sequence[Sequence[str]]) -> None:
        """Write cards one a cell, hearts and diamonds in red."""
        for down, cells in enumerate(rows):
            sheet.write_row(row + down, column, cells, self.card)
        last = row + len(rows) - 1, column + max(map(len, rows)) - 1
        for suit in "HD":
            rule = {"type": "text", "criteria": "ends with", "value": suit, "format": self.red}
            sheet.conditional_format(row, column, *last, rule)


def deals(seed: int, cards: int) -> Iterator[list[str]]:
    """Yield random deals of that many cards, the same for the same seed."""
    source = random.Random(seed)
    while True:
        yield [card_text(code) for code in source.sample(range(52), cards)]
