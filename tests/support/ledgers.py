"""Ledgers that are drawn as small sheets, and what is read of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl

from xlpoker.histories.files import Histories
from xlpoker.workbook.imports import import_histories

__all__ = ["imported", "nets_of", "notes_of", "write_book"]


def _rows(drawing: str) -> list[list[str | None]]:
    """Return the rows of a drawn sheet; a line without text is a blank row."""
    rows: list[list[str | None]] = []
    for line in drawing.strip("\n").splitlines():
        cells = [cell.strip() or None for cell in line.split("|")]
        rows.append(cells if any(cells) else [])
    return rows


def _value(cell: str | None) -> Any:
    """Return a cell as a workbook holds it: whole numbers and decimals are numbers."""
    if cell is None:
        return None
    try:
        return float(cell)
    except ValueError:
        return cell


def write_book(path: Path, **drawings: str) -> Path:
    """Write a workbook with a sheet for each drawing."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, drawing in drawings.items():
        sheet = book.create_sheet(name)
        for row in _rows(drawing):
            sheet.append([_value(cell) for cell in row])
    book.save(path)
    return path


def imported(tmp_path: Path, columns: dict[str, str] | None = None, **drawings: str) -> Histories:
    """Return what is read of a ledger with a sheet for each drawing."""
    book = write_book(tmp_path / "ledger.xlsx", **drawings)
    return import_histories(book, tmp_path / "season.xlsx", columns=columns, overwrite=True)


def nets_of(histories: Histories) -> dict[tuple[str, str], str]:
    """Return the nets by night and player, as exact texts."""
    nets: dict[tuple[str, str], str] = {}
    for session in histories.sessions:
        nets[session.night, session.name] = f"{session.net.normalize():f}"
    return nets


def notes_of(histories: Histories) -> list[str]:
    notes: list[str] = []
    for session in histories.sessions:
        notes += [f"{session.night}: {note}" for note in session.notes]
    return notes
