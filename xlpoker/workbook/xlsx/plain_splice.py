"""Splices the reply to a click into a workbook without NumPy, for hosts such as a browser.

Only the sheet, its table, the workbook part, new formats and the list of calculated cells change; every other
member is copied byte for byte, as `xlpoker.workbook.xlsx.sink` does it::

    Done --> cells by row --> rows of the sheet, spliced: `plain_rows` --> Package.write
                              styles of new cells: `plain_looks`
                              head and tail, workbook and table: `part_edits`

The cells are those of the command, byte for byte, but for the numbers of new formats. A sheet whose rows cannot be told apart for sure
by their tags is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from xlpoker.errors import BookError
from xlpoker.scoring.result_names import over_results
from xlpoker.scoring.seen import Done, Seen
from xlpoker.workbook.xlsx import part_edits as edits
from xlpoker.workbook.xlsx.cell_formats import CellFormats
from xlpoker.workbook.xlsx.package import Package, SheetPart
from xlpoker.workbook.xlsx.plain_looks import PlainLooks
from xlpoker.workbook.xlsx.plain_rows import NewCells, PlainRows

__all__ = ["splice"]

MOST_BYTES = 1 << 28
"""The most bytes of a sheet."""
_ROWS_AT_ONCE = 4_000
"""Rows, and what stands between them, that are packed at once."""
_TABLE = re.compile(rb"<((?:[\w.-]+:)?)sheetData(?:\s[^<>]*)?>")
_ODD = (b"<!", b"<?")
"""What may hide tags among rows: comments, CDATA, instructions."""


def splice(
    package: Package,
    sheet: SheetPart,
    seen: Seen,
    reply: Done,
    target: Path,
) -> list[str]:
    """Write a workbook in which a sheet has what a click decided; return warnings.

    `seen` is the sheet as the click saw it. The package is closed afterwards. Raises `BookError`
    for a sheet that is damaged or written in an unusual way; then nothing is written.
    """
    parts = _ChangedParts(package, sheet, seen, reply)
    changed = parts.by_name()
    dropped: list[str] = []
    if package.calc_chain is not None and parts.replace_formulas():
        changed |= edits.without_part(package, package.calc_chain)
        dropped.append(package.calc_chain)  # spreadsheet programs make it anew
    warnings = []
    if package.is_signed:
        warnings.append(f"{target.name} is signed, and its signature no longer holds")
    package.write(target, changed, dropped, last=package.styles)
    return warnings


class _SheetXml(NamedTuple):
    """The part of a sheet: what stands before its rows, the rows, and what stands behind.

    `prefix` is that of its tags, with colon.
    """

    head: bytes
    rows: bytes
    tail: bytes
    prefix: bytes


@dataclass(frozen=True)
class _ChangedParts:
    """The parts of a workbook that change when a reply is written into a sheet."""

    package: Package
    sheet: SheetPart
    seen: Seen
    reply: Done

    def by_name(self) -> dict[str, Any]:
        """Return the new contents, in pieces, by the names of the parts.

        Raises `BookError` for a sheet that is written in an unusual way.
        """
        package = self.package
        xml = self._sheet_xml()
        cells = _new_cells(self.reply)
        formats = CellFormats(package.read(package.styles) if package.styles else None)
        looks = PlainLooks(xml.head, self.seen, self.reply, formats)
        rows = PlainRows(xml.rows, xml.prefix, self.reply, cells, looks, self._unusual())
        tail = edits.grown_filter(xml.tail, self._columns, self._top)
        changed: dict[str, Any] = {
            self.sheet.part: chain([self._head(xml)], _joined(rows.texts()), [tail]),
            package.workbook: [self._workbook()],
        }
        if package.styles is not None:
            changed[package.styles] = formats.pieces()
        return changed | self._grown_tables(cells)

    @property
    def _columns(self) -> list[int]:
        """The columns of the new cells."""
        return [new_column.column for new_column in self.reply.columns]

    @property
    def _top(self) -> int:
        """The first row with new cells."""
        return min(new_column.top for new_column in self.reply.columns)

    def _sheet_xml(self) -> _SheetXml:
        """Return the part of the sheet; raise `BookError` for one with tags that could deceive."""
        with self.package.open_part(self.sheet.part) as part:
            content = part.read(MOST_BYTES + 1)
        table = _TABLE.search(content)
        if table is None or len(content) > MOST_BYTES:
            raise self._unusual()
        prefix = table[1]
        start = table.end()
        end = content.find(b"</%ssheetData" % prefix, start)
        rows = content[start:end]
        if end < 0 or any(odd in rows for odd in _ODD):
            raise self._unusual()
        return _SheetXml(content[:start], rows, content[end:], prefix)

    def _unusual(self) -> BookError:
        """Return the refusal of the sheet."""
        return BookError(
            f"{self.package.path.name}: the sheet {self.sheet.name} is written in an unusual way;"
            " open the workbook in a spreadsheet program and save it, or take the results only"
        )

    def _head(self, xml: _SheetXml) -> bytes:
        """Return the head of the sheet, with its dimension and the widths of the new columns."""
        head = xml.head
        widths = []
        for new_column in self.reply.columns:
            head = edits.with_dimension(head, new_column.box)
            if new_column.width is not None:
                widths.append((new_column.column, new_column.width))
        return edits.with_widths(head, widths, xml.prefix)

    def _workbook(self) -> bytes:
        """Return the workbook part with our names, and the request to calculate all formulas."""
        number = self.sheet.number
        covered = {}
        for name, boxes in self.reply.names.items():
            if boxes is not None:
                covered[name] = list(boxes)
        texts = over_results(self.sheet.name, covered)
        book = self.package.read(self.package.workbook)
        book = edits.grown_names(book, number, self._columns, self._top)
        book = edits.with_names(book, number, texts)
        return edits.calculating(book)

    def _grown_tables(self, cells: NewCells) -> dict[str, list[bytes]]:
        """Return the parts of the tables that grow."""
        new_boxes = dict(self.reply.resized)
        changed: dict[str, list[bytes]] = {}
        for table in edits.tables_of(self.package, self.sheet.part):
            new_box = new_boxes.get(table.box)
            if new_box is None:
                continue
            titles = cells[table.box.top]
            labels: list[tuple[str, str | None]] = []
            for column in range(table.box.right + 1, new_box.right + 1):
                label = str(titles[column])
                labels.append((label, None))
            changed[table.part] = [edits.grown_table(table, labels)]
        return changed

    def replace_formulas(self) -> bool:
        """Tell whether cells of columns with formulas are written or emptied."""
        if self.seen.typed is None:
            return False
        columns = set(self._columns)
        for box in self.reply.clear:
            columns.update(box.columns)
        for typed in self.seen.typed:
            for column in columns:
                text = typed[column] if column < len(typed) else None
                if isinstance(text, str) and text.startswith("="):
                    return True
        return False


def _new_cells(reply: Done) -> NewCells:
    """Return the new cells of a reply, and those to be emptied."""
    cells: dict[int, dict[int, Any]] = {}
    for box in reply.clear:
        for row in range(box.top, box.bottom + 1):
            emptied = dict.fromkeys(box.columns)
            cells.setdefault(row, {}).update(emptied)
    for block in reply.blocks:
        for row, values in enumerate(block.rows, start=block.top):
            new_values = enumerate(values, start=block.left)
            cells.setdefault(row, {}).update(new_values)
    return cells


def _joined(rows: Iterator[bytes]) -> Iterator[bytes]:
    """Yield rows in pieces that are worth to be packed."""
    while texts := list(islice(rows, _ROWS_AT_ONCE)):
        yield b"".join(texts)
