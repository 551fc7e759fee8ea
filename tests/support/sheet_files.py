"""Files of `tests/data/sheets` as worksheets, read without the readers of the project."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import openpyxl

from xlpoker.layout.sheet import Sheet

__all__ = ["sheets_of"]

_FOLDER = Path(__file__).parents[1] / "data" / "sheets"
_DELIMITERS = {"six.txt": " "}


def sheets_of(name: str) -> list[Sheet]:
    """Return the worksheets of a file in the folder of sheets."""
    path = _FOLDER / name
    if path.suffix == ".xlsx":
        book = openpyxl.load_workbook(path, data_only=True)
        return [
            Sheet.of(sheet.title, [list(row) for row in sheet.values], file=name) for sheet in book
        ]
    with path.open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.reader(lines, delimiter=_DELIMITERS.get(name, ",")))
    return [Sheet.of("", [_cells(row) for row in rows], file=name)]


def _cells(row: list[str]) -> list[Any]:
    """Return the cells of a row, blank ones as None."""
    return [cell or None for cell in row]
