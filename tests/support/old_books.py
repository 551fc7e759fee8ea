"""Workbooks of Excel 95 (BIFF5), which no program writes any more: as many records as their readers ask for."""

from __future__ import annotations

import struct
from collections.abc import Collection, Sequence
from pathlib import Path

from xlpoker.files.compound_file import write

_BOF, _EOF, _CODEPAGE, _SHEET = 0x0809, 0x000A, 0x0042, 0x0085
_FONT, _XF, _COLUMNS, _DIMENSIONS, _ROW, _LABEL = 0x0031, 0x00E0, 0x007D, 0x0200, 0x0208, 0x0204
_VERSION, _GLOBALS, _WORKSHEET = 0x0500, 0x0005, 0x0010
_STRUCK_FONT, _HIDDEN_ROW, _HIDDEN_COLUMNS = 0x0008, 0x0020, 0x0001
_PLAIN, _STRUCK = 0, 1  # fonts, and the formats that have them


def write_excel_95(
    path: Path,
    rows: Sequence[Sequence[str]],
    *,
    hidden: Collection[int] = (),
    struck: Collection[int] = (),
    hidden_columns: Collection[int] = (),
) -> Path:
    """Write a sheet of texts; rows count as in a spreadsheet, columns from 0."""
    width = max(map(len, rows))
    sheet = _begin(_WORKSHEET)
    for column in hidden_columns:
        content = struct.pack("<HHHHHH", column, column, 2000, _PLAIN, _HIDDEN_COLUMNS, 0)
        sheet += _record(_COLUMNS, content)
    sheet += _record(_DIMENSIONS, struct.pack("<HHHHH", 0, len(rows), 0, width, 0))
    for row, texts in enumerate(rows):
        flags = _HIDDEN_ROW if row + 1 in hidden else 0
        look = _STRUCK if row + 1 in struck else _PLAIN
        sheet += _record(_ROW, struct.pack("<HHHHHHHH", row, 0, width, 255, 0, 0, flags, 0))
        for column, text in enumerate(texts):
            content = struct.pack("<HHHH", row, column, look, len(text)) + text.encode("cp1252")
            sheet += _record(_LABEL, content)
    sheet += _record(_EOF)
    start = len(_globals(0))
    path.write_bytes(write({"Book": _globals(start) + sheet}))
    return path


def _globals(start: int) -> bytes:
    """Return the records of the book, whose sheet starts at a place."""
    records = _begin(_GLOBALS) + _record(_CODEPAGE, struct.pack("<H", 1252))
    records += _font(0) + _font(_STRUCK_FONT)
    records += _format(_PLAIN) + _format(_STRUCK)
    name = b"Sheet"
    records += _record(_SHEET, struct.pack("<IBBB", start, 0, 0, len(name)) + name)
    return records + _record(_EOF)


def _begin(kind: int) -> bytes:
    return _record(_BOF, struct.pack("<HHHH", _VERSION, kind, 0x096C, 1995))


def _font(flags: int) -> bytes:
    name = b"Arial"
    head = struct.pack("<HHHHHBBBBB", 200, flags, 0x7FFF, 400, 0, 0, 0, 0, 0, len(name))
    return _record(_FONT, head + name)


def _format(font: int) -> bytes:
    return _record(_XF, struct.pack("<HHH10x", font, 0, 0))


def _record(number: int, content: bytes = b"") -> bytes:
    return struct.pack("<HH", number, len(content)) + content
