"""A workbook as a spreadsheet program shows it, and what the command makes of it: for clicks on the open sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import openpyxl

from xlpoker.addresses import Box, boxes_of
from xlpoker.scoring.result_names import covered_by, is_our_name
from xlpoker.scoring.seen import Done, Seen, SeenTable, after

__all__ = [
    "cells_after",
    "cells_of",
    "names_after",
    "names_of",
    "seen_of",
    "width_of",
    "write_sheet",
]

Cells = dict[tuple[int, int], Any]


def write_sheet(path: Path, rows: Sequence[Sequence[Any]], sheet: str = "Sheet1") -> Path:
    """Write rows as the only sheet of a workbook; texts stay texts."""
    book = openpyxl.Workbook()
    book.active.title = sheet
    for row, cells in enumerate(rows, start=1):
        for column, value in enumerate(cells, start=1):
            cell = book.active.cell(row, column, value)
            if isinstance(value, str) and cell.data_type != "s":
                cell.value, cell.data_type = value, "s"
    book.save(path)
    return path


def _active_sheet(path: Path, *, data_only: bool = False) -> Any:
    """Return the active sheet of a workbook, with its values or with what is typed; nobody may change it.

    A file that is asked for again, and is the same, is not read again. Without formulas, what is typed are the values.
    """
    file = path.stat()
    identity = (file.st_ino, file.st_mtime_ns, file.st_size)
    if data_only and _has_formulas(path, *identity):
        return _read_sheet(path, True, *identity)  # noqa: FBT003 - the key of a cache
    return _read_sheet(path, False, *identity)  # noqa: FBT003


@lru_cache(maxsize=4)
def _has_formulas(path: Path, *identity: int) -> bool:
    """Tell whether a cell of the active sheet holds a formula."""
    typed = _read_sheet(path, False, *identity)  # noqa: FBT003
    return any(cell.data_type == "f" for row in typed.iter_rows() for cell in row)


@lru_cache(maxsize=4)
def _read_sheet(path: Path, data_only: bool, *_identity: int) -> Any:
    sheet = openpyxl.load_workbook(path, data_only=data_only).active
    assert sheet is not None
    return sheet


def width_of(path: Path, column: str) -> float:
    """Return the width of a column of the active sheet of a workbook."""
    width: float = _active_sheet(path).column_dimensions[column].width
    return width


def seen_of(path: Path, **more: Any) -> Seen:
    """Return the active sheet of a workbook as a host sees it."""
    values = _active_sheet(path, data_only=True)
    typed = _active_sheet(path)
    names = {
        name: covered_by(defined.attr_text or "")
        for name, defined in typed.defined_names.items()
        if is_our_name(name)
    }
    tables = [
        SeenTable(boxes_of([table.ref])[0], table.headerRowCount != 0)
        for table in typed.tables.values()
    ]
    seen = {
        "values": [list(row) for row in values.iter_rows(values_only=True)],
        "typed": [[_typed(cell) for cell in row] for row in typed.iter_rows()],
        "names": names,
        "tables": tables,
        "hidden_rows": _hidden_rows(typed),
        "hidden_columns": _hidden_columns(typed),
        "struck_cells": _struck_cells(typed),
        "merged": [box for area in typed.merged_cells.ranges for box in boxes_of([str(area)])],
    }
    return Seen(path.name, typed.title, **(seen | more))


def _hidden_rows(sheet: Any) -> frozenset[int]:
    """Return the rows of a sheet that are hidden."""
    heights = sheet.row_dimensions.items()
    return frozenset(number - 1 for number, row in heights if row.hidden)


def _hidden_columns(sheet: Any) -> frozenset[int]:
    """Return the columns of a sheet that are hidden."""
    widths = sheet.column_dimensions.values()
    return frozenset(width.min - 1 for width in widths if width.hidden)


def _struck_cells(sheet: Any) -> dict[int, list[int]]:
    """Return the columns of the cells that are struck out, by row."""
    struck: dict[int, list[int]] = {}
    for row, cells in enumerate(sheet.iter_rows()):
        columns = [column for column, cell in enumerate(cells) if cell.font.strike]
        if columns:
            struck[row] = columns
    return struck


def _typed(cell: Any) -> Any:
    """Return what is typed in a cell; array formulas as their texts."""
    return getattr(cell.value, "text", cell.value)


def cells_of(path: Path) -> Cells:
    """Return the filled cells of the active sheet of a workbook."""
    sheet = _active_sheet(path, data_only=True)
    return _filled(sheet.iter_rows(values_only=True))


def cells_after(seen: Seen, done: Done) -> Cells:
    """Return the filled cells of a sheet once everything is done."""
    return _filled(after(seen, done).values)


def _filled(rows: Any) -> Cells:
    return {
        (row, column): value
        for row, cells in enumerate(rows)
        for column, value in enumerate(cells)
        if value not in (None, "")
    }


def names_of(path: Path) -> dict[str, list[Box]]:
    """Return what our names on the active sheet of a workbook cover."""
    sheet = _active_sheet(path)
    return {
        name: covered_by(defined.attr_text or "")
        for name, defined in sheet.defined_names.items()
        if is_our_name(name)
    }


def names_after(seen: Seen, done: Done) -> dict[str, list[Box]]:
    """Return what our names cover once everything is done."""
    return {name: list(boxes) for name, boxes in after(seen, done).names.items()}
