"""Sheets drawn as text: a bar between two cells, a minus for a blank row.

Anna           | Ben
5H 5C 6S 7S KD | 2C 3S 8S 8D TD
"""

from __future__ import annotations

from typing import Any

from xlpoker.layout.sheet import Sheet


def rows_of(drawing: str) -> list[list[Any]]:
    r"""Return the rows of a drawing: digits are numbers, nothing is a blank cell.

    >>> rows_of("No | Anna | \n1 | 5H | x")
    [['No', 'Anna', None], [1, '5H', 'x']]
    """
    rows: list[list[Any]] = []
    for line in drawing.strip("\n").splitlines():
        text = line.strip()
        if text == "-":
            rows.append([])
        elif text:
            rows.append([_cell(cell.strip()) for cell in line.split("|")])
    return rows


def _cell(text: str) -> Any:
    if text.removeprefix("-").isdecimal():
        return int(text)
    return text or None


def sheet_of(drawing: str, name: str = "") -> Sheet:
    """Return a drawn sheet."""
    return Sheet.of(name, rows_of(drawing))
