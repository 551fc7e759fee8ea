"""Workbooks of XML parts (.xlsx, .xlsm) as grids: which part is which sheet, and what its cells mean.

`xlpoker.workbook.xlsx.package` knows where the parts lie; the cells themselves are read by `xlpoker.workbook.xlsx.whole_sheet`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from xlpoker.layout.grid import Grid
from xlpoker.workbook.xlsx.package import Package, SheetPart
from xlpoker.workbook.xlsx.strings_styles import Readable, date_styles, has_1904_dates, shared_strings
from xlpoker.workbook.xlsx.whole_sheet import SheetCells, read_sheet

__all__ = ["BookReader", "read_workbook", "uncalculated"]


def read_workbook(path: Path, sheet: str | None = None) -> list[Grid]:
    """Return the visible sheets of a workbook, or the one of that name; sheets of charts are passed over.

    Raises `BookError` for a book that is damaged or out of proportion and for a sheet that does not exist.
    """
    with Package(path) as package:
        chosen = (
            [package.sheet(sheet)] if sheet is not None else [one for one in package.sheets if one.state == "visible"]
        )
        reader = BookReader(package)
        cells = [(one.name, reader.cells(one)) for one in chosen]
    return [Grid(name, found.rows) for name, found in cells if found.cells]


def uncalculated(path: Path, sheet: str) -> dict[tuple[int, int], str]:
    """Return the formulas of a sheet that have no cached value, by row and column counted from 0."""
    with Package(path) as package:
        return BookReader(package).cells(package.sheet(sheet)).uncalculated


class BookReader:
    """Reads the sheets of an open package; what they lean on (shared strings, styles) is read once."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self._leaned_on: tuple[Sequence[str], Mapping[str, Callable[[float], Any]]] | None = None

    def leaned_on(self) -> tuple[Sequence[str], Mapping[str, Callable[[float], Any]]]:
        """Return the shared strings and, for each style that shows dates, the function from a number to the date."""
        if self._leaned_on is None:
            package = self.package
            strings = self._read(package.shared_strings, shared_strings) if package.shared_strings else []
            dates = {}
            if package.styles:
                from_1904 = self._read(package.workbook, has_1904_dates)
                dates = self._read(package.styles, lambda part, where: date_styles(part, where, from_1904=from_1904))
            self._leaned_on = strings, dates
        return self._leaned_on

    def cells(self, sheet: SheetPart) -> SheetCells:
        """Return the cells of a sheet."""
        strings, dates = self.leaned_on()
        found: SheetCells = self._read(sheet.part, lambda part, where: read_sheet(part, strings, dates, where))
        return found

    def _read(self, name: str, read: Callable[[Readable, str], Any]) -> Any:
        with self.package.open_part(name) as part:
            return read(part, f"{self.package.path.name} is damaged: {name}")
