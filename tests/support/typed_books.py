"""A book of `workbooks` into which somebody types: its cells as Python works them out, and what differs."""

import itertools

import openpyxl
import pytest
from formula_values import Cells, FormulaError
from hosts.calc_books import Read, Typed
from openpyxl.utils.cell import range_boundaries
from xlsxwriter.utility import xl_col_to_name


def typed_over(contents, typed, *, are_names=False):
    """Return the cells of a book with others typed over them; `are_names`: our functions are names of it."""
    changed = dict(contents)
    for step in typed:
        for area, content in step.cells.items():
            left, top, right, bottom = range_boundaries(area)
            for row, column in itertools.product(range(top, bottom + 1), range(left, right + 1)):
                changed[step.sheet, row - 1, column - 1] = content
    return Cells(changed, are_names=are_names)


def shown(cells, sheet, area):
    """Return the rows of an area as they are shown, a blank for an empty cell."""
    left, top, right, bottom = range_boundaries(area)
    rows = [
        [cells.value(sheet, row - 1, column - 1) for column in range(left, right + 1)]
        for row in range(top, bottom + 1)
    ]
    return [["" if value is None else value for value in row] for row in rows]


def differences(found, expected):
    """Return the cells of rows that differ, with what they should be; numbers are compared to nine places."""
    return [
        (value, other)
        for row, wanted in zip(found, expected, strict=True)
        for value, other in zip(row, wanted, strict=True)
        if value != (other if isinstance(other, str) else pytest.approx(other, abs=1e-9))
    ]


def wrong_areas(steps, found, expected):
    """Return the areas that are read in some steps and do not hold what is expected, with the cells that differ."""
    areas = [step for step in steps if isinstance(step, Read)]
    return [
        (area, *differences(rows, wanted))
        for area, rows, wanted in zip(areas, found, expected, strict=True)
        if differences(rows, wanted)
    ]


def emptied(path):
    """Return what empties all cells of a book into which one can type."""
    return [
        Typed(
            sheet.title,
            {
                cell.coordinate: None
                for row in sheet.iter_rows()
                for cell in row
                if not cell.protection.locked
            },
        )
        for sheet in openpyxl.load_workbook(path)
    ]


def errors(cells):
    """Return the places of all cells that show an error."""
    return [place for place in cells.contents if isinstance(cells.value(*place), FormulaError)]


def column_cells(column, first, contents):
    """Return the cells of a column by address."""
    return {f"{column}{row}": content for row, content in enumerate(contents, first)}


def typed_of(change):
    """Return what is typed for a row of the table."""
    return [Typed(sheet, cells) for sheet, cells in change.items()]


def back(contents, typed):
    """Return the steps that type the book's own cells again."""
    steps = []
    for step in typed:
        cells = {}
        for area in step.cells:
            left, top, right, bottom = range_boundaries(area)
            for row, column in itertools.product(range(top, bottom + 1), range(left, right + 1)):
                content = contents.get((step.sheet, row - 1, column - 1))
                cells[f"{xl_col_to_name(column - 1)}{row}"] = content
        steps.append(Typed(step.sheet, cells))
    return steps
