"""Notes the facts of a block of rows on which the plan of the new columns depends."""

from __future__ import annotations

import re

import numpy as np

from xlpoker.scoring.plan_inputs import Facts
from xlpoker.workbook.xlsx.cells import Cells, shared_formulas
from xlpoker.workbook.xlsx.xml_texts import boxes

__all__ = ["note_facts"]

_ARRAY_FORMULA = re.compile(
    rb'<(?:[\w.-]+:)?f\s(?=[^<>]*\bt=["\'](?:array|dataTable)["\'])[^<>]*\bref=["\']([^"\']+)["\']'
)


def note_facts(facts: Facts, cells: Cells) -> None:
    """Note the facts of a block.

    >>> from xlpoker.workbook.xlsx.tokens import scan_block
    >>> facts = Facts()
    >>> note_facts(facts, scan_block(b'<row r="2"><c r="A2"/><c r="B2"><v>5</v></c></row>'))
    >>> facts.used
    {1}
    """
    occupied = cells.occupied
    last_column = int(cells.column.max(initial=-1))
    facts.used.update(cells.used)
    for column, marks in facts.filled.items():
        if column > last_column:
            continue
        is_in_column = cells.column == column
        indices = cells.row[is_in_column & occupied]
        rows = cells.numbers[indices]
        np.frombuffer(marks, np.bool_)[rows] = True
    if cells.has_formulas:
        _note_formulas(facts, cells)


def _note_formulas(facts: Facts, cells: Cells) -> None:
    """Note the columns of formulas, and the areas that array and shared formulas cover."""
    calculated = cells.column[cells.formula >= 0]
    facts.calculated.update(calculated.tolist())
    facts.arrays += boxes(_ARRAY_FORMULA.findall(cells.block))
    for cell, _, reference, _ in shared_formulas(cells):
        row, column = cells.place(cell)
        for box in boxes([reference]):
            facts.shared.append((row, column, box))
