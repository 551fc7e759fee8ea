"""Two programs that work out LAMBDAs without Excel; what they agree on is believed.

Known gaps: IronCalc counts COUNTIF over an array of criteria as 0 and lacks MOD, COMBIN, TEXTJOIN and LARGE of arrays;
Formulon does not read `_xlop.` (a parameter that may be left out) from files, and so gets the formulas as one types them.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any
from unittest import mock

from support.books import plain_book

from xlpoker.hosts.formulas import formulas

ERRORS = {2: "#VALUE!", 4: "#NAME?", 5: "#NUM!", 6: "#N/A"}
Rows = Sequence[Sequence[Any]]


def in_ironcalc(blocks: Sequence[Rows], formula: str) -> list[list[Any]]:
    """Return the rows that a formula over blocks, side by side from A1, gives in IronCalc."""
    import ironcalc

    model = ironcalc.create("book")
    for one in formulas():
        model.new_defined_name(one.name, None, "=" + one.text)
    at = 1
    for block in blocks:
        for row, cells in enumerate(block, 1):
            for column, cell in enumerate(cells, at):
                if cell is not None:
                    model.set_user_input(0, row, column, str(cell))
        at += len(block[0])
    model.set_user_input(0, 1, at + 1, "=" + formula)
    model.evaluate()
    height = max(map(len, blocks))
    return [[model.get_cell_value(0, row, at + 1)] for row in range(1, height + 1)]


@functools.cache
def formulon() -> Any:
    """Return the module of Formulon, which has started.

    To compile its program takes seconds: wasmtime keeps what it has compiled.
    """
    import formulon
    import wasmtime

    config = wasmtime.Config()
    config.cache = True
    with mock.patch("wasmtime.Engine", functools.partial(wasmtime.Engine, config)):
        formulon.Workbook.create_default().close()
    return formulon


def in_formulon(blocks: Sequence[Rows], formula: str) -> list[list[Any]]:
    """Return the same in Formulon."""
    rows = [[cell for cells in side for cell in cells] for side in zip(*blocks, strict=True)]
    with formulon().Workbook.load(
        plain_book(rows, "Sheet1")
    ) as book:  # cell by cell takes as long as the formulas
        for one in formulas():
            book.set_defined_name(one.name, one.text)
        at = sum(len(block[0]) for block in blocks)
        found = book.evaluate_formula_array(0, 0, at + 1, "=" + formula)
    return [
        [
            ERRORS.get(cell.error_code, cell.error_code) if cell.error_code else cell.to_python()
            for cell in row
        ]
        for row in found
    ]
