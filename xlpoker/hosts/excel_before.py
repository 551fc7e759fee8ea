"""A sheet of Excel as it was before a click, and how it becomes that again.

Excel keeps no steps of undo for what a program writes. So what a click will change is kept: the cells
as they were read, so that Excel is not asked again, and their looks and names::

    before_of  before the click writes
    restore    after Excel refused something, or for Undo
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from xlpoker.addresses import Box
from xlpoker.hosts.excel_cells import resize_tables, set_name
from xlpoker.hosts.excel_sheet import property_of, range_of
from xlpoker.scoring.seen import Done, Seen

__all__ = ["Before", "before_of", "restore"]

Cells = Sequence[Sequence[Any]]


class OldCells(NamedTuple):
    """Some cells: what was typed in them, and their values; None where they are beyond all cells."""

    box: Box
    typed: Cells | None
    values: Cells | None


class OldColumn(NamedTuple):
    """A part of a column: the width of the column, and how its cells are aligned, None where they differ."""

    box: Box
    width: float | None
    alignment: str | None
    indent: int | None


class OldTitles(NamedTuple):
    """Cells of titles, and whether they are bold."""

    box: Box
    is_bold: bool | None


@dataclass
class Before:
    """A sheet as it was before a click, as far as the click changes it.

    `resized` has the cells of a table after the click, and before it; `names` what each of our names
    refers to, None where there is none.
    """

    book: str
    sheet: str
    resized: list[tuple[Box, Box]]
    cells: list[OldCells] = field(default_factory=list)
    columns: list[OldColumn] = field(default_factory=list)
    titles: list[OldTitles] = field(default_factory=list)
    names: dict[str, str | None] = field(default_factory=dict)


def before_of(
    book: str,
    sheet: Any,
    seen: Seen,
    reply: Done,
) -> Before:
    """Return a sheet as it is before a click, as far as the click will change it."""
    resized = [(new, old) for old, new in reply.resized]
    before = Before(book, sheet.name, resized)
    blocks = [block.box for block in reply.blocks]
    for box in [*reply.clear, *blocks]:
        typed = _part_of(seen.texts, box)
        values = _part_of(seen.values, box)
        before.cells.append(OldCells(box, typed, values))
    for box in reply.titles:
        is_bold = range_of(sheet, box).font.bold
        before.titles.append(OldTitles(box, is_bold))
    for column in reply.columns:
        area = range_of(sheet, column.box)
        old_column = OldColumn(
            column.box,
            area.column_width,
            property_of(area, "horizontal_alignment"),
            property_of(area, "api", "IndentLevel"),
        )
        before.columns.append(old_column)
    for name in reply.names:
        before.names[name] = None
        if name in sheet.names:
            before.names[name] = sheet.names[name].refers_to
    return before


def restore(sheet: Any, before: Before) -> None:
    """Make the cells of a sheet what they were before a click."""
    for cells in reversed(before.cells):
        area = range_of(sheet, cells.box)
        if cells.typed is None or cells.values is None:
            area.clear_contents()
        else:
            area.formula = _as_typed(cells.typed, cells.values)
    resize_tables(sheet, before.resized)
    for titles in before.titles:
        range_of(sheet, titles.box).font.bold = bool(titles.is_bold)
    for column in before.columns:
        area = range_of(sheet, column.box)
        if column.width is not None:
            area.column_width = column.width
        if column.indent is not None:
            area.api.IndentLevel = column.indent
        if column.alignment is not None:
            area.horizontal_alignment = column.alignment
    for name, refers_to in before.names.items():
        set_name(sheet, name, refers_to)


def _part_of(rows: Cells, box: Box) -> Cells | None:
    """Return some cells of a sheet, None where they are beyond all that is used.

    >>> _part_of([["a", "b"], ["c", "d"]], Box(1, 1, 2, 2)), _part_of([["a"]], Box(0, 1, 9, 5))
    ([['d', ''], ['', '']], None)
    """
    used_rows = len(rows)
    used_columns = max(map(len, rows), default=0)
    if box.top >= used_rows or box.left >= used_columns:
        return None
    width = len(box.columns)
    part: list[list[Any]] = []
    for row in range(box.top, box.bottom + 1):
        used_cells = rows[row] if row < used_rows else []
        cells = list(used_cells[box.left : box.right + 1])
        missing = width - len(cells)
        part.append(cells + [""] * missing)
    return part


def _as_typed(formulas: Cells, values: Cells) -> list[list[str]]:
    """Return cells as they can be typed again.

    >>> _as_typed([["=A1", "=2+2", "45000"]], [["5H", "=2+2", 45000.0]])
    [['=A1', "'=2+2", '45000']]
    """
    rows: list[list[str]] = []
    for typed_cells, cells in zip(formulas, values, strict=True):
        row = map(_typed_again, typed_cells, cells)
        rows.append(list(row))
    return rows


def _typed_again(typed: str, value: Any) -> str:
    """Return a cell as it can be typed again: a text with an apostrophe, so that it stays one."""
    is_text = typed != "" and isinstance(value, str) and typed == value
    if not is_text or value.startswith("#"):  # an error that was typed
        return typed
    return f"'{typed}"
