"""A draft of a workbook: cells by their addresses, whose formulas are worked out before anything is written."""

from __future__ import annotations

import re
from typing import Any

from book_parts import ANSWER, HEADER, INPUT, LABEL, OpenBook, Style
from formula_values import ArrayPart, Cells
from xlsxwriter.utility import xl_cell_to_rowcol, xl_rowcol_to_cell

from xlpoker.functions import CATALOGUE

__all__ = ["Draft", "letter"]

_OURS = re.compile(rf"^=.*\b(?:{'|'.join(CATALOGUE)})\(")
"""A formula that calls a function of xlpoker; Excel marks calls of a LAMBDA as formulas that may spill."""


def letter(column: int) -> str:
    """Return the letters of a column, counted from 0.

    >>> letter(0), letter(27)
    ('A', 'AB')
    """
    return xl_rowcol_to_cell(0, column).removesuffix("1")


class Draft:
    """The cells of a book that is being made, each with its style; `write` works out the formulas and writes all."""

    def __init__(self, book: OpenBook, *, are_names: bool = False) -> None:
        self.book = book
        self.sheets: dict[str, Any] = {}
        self.cells = Cells(are_names=are_names)
        self._styles: dict[tuple[str, str], Style] = {}
        self._arrays: dict[tuple[str, str], tuple[str, str]] = {}
        """Area and formula of an array formula, by its first cell."""

    def sheet(self, name: str) -> Any:
        """Return a new sheet of the book."""
        self.sheets[name] = self.book.sheet(name)
        return self.sheets[name]

    def put(self, sheet: str, cell: str, content: Any, style: Style = ANSWER) -> None:
        """Set a cell to a constant, or to a formula, which begins with `=`."""
        place = sheet, *xl_cell_to_rowcol(cell)
        self.cells.contents[place] = content
        self._styles[sheet, cell] = style

    def label(self, sheet: str, cell: str, text: str, style: Style = LABEL) -> None:
        """Set a cell to a text."""
        self.put(sheet, cell, text, style)

    def input(self, sheet: str, cell: str, content: Any = None, style: Style = INPUT) -> None:
        """Set a yellow cell, into which one types."""
        self.put(sheet, cell, content, style)

    def headings(self, sheet: str, first: str, texts: list[str]) -> None:
        """Set the headings of a table, from its first cell on to the right."""
        row, column = xl_cell_to_rowcol(first)
        for place, text in enumerate(texts, column):
            self.put(sheet, xl_rowcol_to_cell(row, place), text, HEADER)

    def array(self, sheet: str, area: str, formula: str, style: Style = ANSWER) -> None:
        """Set the cells of a row to the answers of one array formula."""
        first, last = area.split(":")
        (row, left), (_, right) = xl_cell_to_rowcol(first), xl_cell_to_rowcol(last)
        self._arrays[sheet, first] = area, formula
        self._styles[sheet, first] = style
        for column in range(left, right + 1):
            self.cells.contents[sheet, row, column] = ArrayPart(formula, column - left)

    def write(self) -> None:
        """Write all cells, the formulas with their values."""
        self.book.values = self._values()
        for (sheet, cell), style in self._styles.items():
            worksheet = self.sheets[sheet]
            content = self.cells.contents[(sheet, *xl_cell_to_rowcol(cell))]
            if (sheet, cell) in self._arrays:
                self.book.array(worksheet, *self._arrays[sheet, cell], style)
            elif self.cells.are_names and _OURS.search(str(content)):
                value = self.book.values[sheet][cell]
                given = cell, content, self.book.style(style), value
                worksheet.write_dynamic_array_formula(*given)
            elif isinstance(content, str) and content.startswith("="):
                self.book.formula(worksheet, cell, content, style)
            elif isinstance(content, str):
                self.book.text(worksheet, cell, content, style)
            else:
                self.book.input(worksheet, cell, content, style)

    def _values(self) -> dict[str, dict[str, Any]]:
        """Return the values of all formulas by sheet and cell."""
        values: dict[str, dict[str, Any]] = {name: {} for name in self.sheets}
        for (sheet, row, column), content in self.cells.contents.items():
            is_formula = isinstance(content, str) and content.startswith("=")
            if is_formula or isinstance(content, ArrayPart):
                cell = xl_rowcol_to_cell(row, column)
                values[sheet][cell] = self.cells.value(sheet, row, column)
        return values
