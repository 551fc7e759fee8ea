"""The calls of our functions in the workbooks, each with its answer here, for other hosts to give the same."""

import re

import formula_values
import openpyxl
import pytest
from formula_values import NOT_A_VALUE, Cells
from hosts import Range
from openpyxl.worksheet.formula import ArrayFormula

from support.samples import each_nth
from xlpoker.functions import CATALOGUE, call

OURS = re.compile(rf"\b(?:{'|'.join(CATALOGUE)})\(")
NAME = re.compile(r'"[^"]*"|\b[a-z_]+\b(?![(!])')


MORE_FUNCTIONS = {
    "NOW": lambda: 46_000.5,
    "REPT": lambda text, times: text * int(times),
    "SEARCH": lambda text, within: str(within).lower().find(text.lower()) + 1 or NOT_A_VALUE,
}
"""Functions of Excel beside ours in formulas whose values `formula_values` does not work out."""


EACH_FIFTH = 5
"""Ordinary runs take each fifth formula, and each fifth of their calls; those of a release take all."""


def some_of_each(items, kind):
    """Return each fifth item of each kind; all items for a release."""
    items_by_kind = {}
    for item in items:
        items_by_kind.setdefault(kind(item), []).append(item)
    return [item for same in items_by_kind.values() for item in each_nth(same, EACH_FIFTH)]


def stored_cells(book):
    """Return the stored values of a book by sheet, row and column, which formulas read."""
    cells = Cells()
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                cells.values[sheet.title, cell.row - 1, cell.column - 1] = cell.value
    return cells


def our_formulas(book):
    """Return each different formula with one of our functions and its sheet, names replaced by their cells."""
    cell_of_name = {name: target.attr_text for name, target in book.defined_names.items()}
    formulas = {}
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                formula = cell.value.text if isinstance(cell.value, ArrayFormula) else cell.value
                if isinstance(formula, str) and OURS.search(formula):
                    replaced = NAME.sub(lambda match: cell_of_name.get(match[0], match[0]), formula)
                    formulas[sheet.title, replaced] = None
    return list(formulas)


def calls_of(path, monkeypatch):
    """Return the different calls of our functions in a book, each with the answer here."""
    answers = {}

    def recorded(function, *arguments):
        answer = call(function, *arguments)
        answers[function, repr(arguments)] = (arguments, answer)
        return answer

    monkeypatch.setattr("formula_values.call", recorded)
    for name, function in MORE_FUNCTIONS.items():
        monkeypatch.setitem(formula_values._FUNCTIONS, name, function)
    cells = stored_cells(openpyxl.load_workbook(path, data_only=True))
    formulas = our_formulas(openpyxl.load_workbook(path))
    for sheet, formula in some_of_each(formulas, lambda item: tuple(OURS.findall(item[1]))):
        cells.answer(sheet, formula)
    return [(function, *call_) for (function, _), call_ in answers.items()]


def as_cells(argument):
    """Return an argument as a formula passes it: an area, a blank cell, or a value."""
    if argument is None or isinstance(argument, list):
        return Range(argument or [[None]])
    return argument


def as_rows(answer):
    """Return the rows of an answer, whose numbers may differ in the last place."""
    rows = answer if isinstance(answer, list) else [[answer]]
    return [
        [cell if isinstance(cell, str) else pytest.approx(cell, rel=1e-12) for cell in row]
        for row in rows
    ]
