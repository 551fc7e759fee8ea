"""Writes what a click decided into a sheet of Excel: a block of results by one assignment.

What is typed into a cell stays what it is: Excel would make dates, formulas and truth values of texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from xlpoker.addresses import Box
from xlpoker.hosts.excel_sheet import property_of, range_of, table_boxes
from xlpoker.scoring.seen import CellBlock, Done

__all__ = ["assign_values", "resize_tables", "set_name", "typed_text", "write"]

_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*(?:,? [^\W\d_]+(?:-[^\W\d_]+)*)+")
"""Several words without a digit: no program takes them for a number, a date or a formula."""
NAME_INDENT = 1
"""The indent of a column of names."""
Cells = list[list[Any]]
Assign = Callable[[Any, Cells], None]
"""What puts cells into a range of xlwings."""


def write(sheet: Any, reply: Done, assign: Assign) -> None:
    """Write what a click decided."""
    resize_tables(sheet, reply.resized)
    for box in reply.clear:
        range_of(sheet, box).clear_contents()
    for block in reply.blocks:
        area = range_of(sheet, block.box)
        assign(area, _typed_cells(block))
    for box in reply.titles:
        range_of(sheet, box).font.bold = True
    _format_columns(sheet, reply)
    for name, boxes in reply.names.items():
        refers_to = None if boxes is None else _reference(sheet, boxes)
        set_name(sheet, name, refers_to)


def assign_values(area: Any, cells: Cells) -> None:
    """Put cells into a range of Excel for Windows, without the converters of xlwings."""
    area.raw_value = cells


def _typed_cells(block: CellBlock) -> Cells:
    """Return the cells of a block as they are typed."""
    typed = lru_cache(None, typed=True)(typed_text)
    return [[typed(cell) for cell in row] for row in block.rows]


def typed_text(value: Any) -> Any:
    """Return a value as it is typed into a cell, so that every text stays one.

    Excel hides the apostrophe. Several words need none. Nothing is an empty text.

    >>> typed_text("=2+2"), typed_text("May 5"), typed_text("High Card, King"), typed_text(7462)
    ("'=2+2", "'May 5", 'High Card, King', 7462)
    """
    if value is None or value == "":
        return ""
    if not isinstance(value, str) or _WORDS.fullmatch(value):
        return value
    return f"'{value}"


def resize_tables(sheet: Any, resized: Sequence[tuple[Box, Box]]) -> None:
    """Give tables of Excel their new cells."""
    if not resized:
        return
    new_boxes = dict(resized)
    for table, box in table_boxes(sheet):
        if box in new_boxes:
            new_range = range_of(sheet, new_boxes[box])
            table.resize(new_range)


def _format_columns(sheet: Any, reply: Done) -> None:
    """Align the new columns, and widen those of the usual width."""
    usual_width = property_of(sheet, "api", "StandardWidth")
    for column in reply.columns:
        area = range_of(sheet, column.box)
        area.horizontal_alignment = column.align
        _indent(area, column.align)
        is_usual = usual_width is None or area.column_width == usual_width
        if column.width is not None and is_usual:
            area.column_width = column.width


def _indent(area: Any, align: str) -> None:
    """Let names stand apart from the values left of them; cells of which some have an indent keep it."""
    indent = NAME_INDENT if align == "left" else 0
    current_indent = property_of(area, "api", "IndentLevel")
    if current_indent is not None and current_indent != indent:
        area.api.IndentLevel = indent


def _reference(sheet: Any, boxes: Sequence[Box]) -> str:
    """Return cells as a name refers to them."""
    quoted_sheet = sheet.name.replace("'", "''")
    areas = [f"'{quoted_sheet}'!{range_of(sheet, box).address}" for box in boxes]
    return f"={','.join(areas)}"


def set_name(sheet: Any, name: str, refers_to: str | None) -> None:
    """Let a hidden name on the sheet refer to cells; None deletes it."""
    if name in sheet.names:
        sheet.names[name].delete()
    if refers_to is not None:
        new_name = sheet.names.add(name, refers_to)
        with suppress(Exception):  # a program that cannot hide names
            new_name.api.Visible = False
