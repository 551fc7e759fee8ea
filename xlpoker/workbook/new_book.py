"""Workbooks made from nothing, for tables that are no .xlsx: openpyxl makes the book, the rows are written here.

openpyxl takes some 50 microseconds for a cell with an alignment, and holds each as an object. So it makes a book without
rows, with the widths, the page and the few styles; the XML of the rows, the same as openpyxl's, takes the place of the
empty `sheetData`. As in any large sheet (`xlpoker.files.checked`) the parser reads its beginning and each
different text.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError
from xlpoker.files.checked import XmlCheck, check_book, xml_text
from xlpoker.files.deflate import FAST
from xlpoker.files.replace import replaced
from xlpoker.layout.grid import Grid, column_letters
from xlpoker.workbook.openpyxl_engine import MAX_COLUMNS, MOST_FROZEN, Column, bold, writable

__all__ = ["write_new_book"]

MAX_ROWS = 1_048_576
MOST_LETTERS = 32_767  # of a cell
MOST_KNOWN = 1 << 16
MOST_BYTES = (1 << 31) - 1  # of a part that needs no zip64, which Excel repairs
TOGETHER = 512  # rows
SHEET = "xl/worksheets/sheet1.xml"
_TITLE = re.compile(r"(?!')[^\[\]:*?/\\\x00-\x1f]{1,31}(?<!')")  # OpenDocument knows no such limits
_NO_ROWS = re.compile(rb"<sheetData ?/>|<sheetData></sheetData>")  # as lxml or ElementTree write it

Progress = Callable[[int, int], None]


def write_new_book(
    target: Path, grid: Grid, header: int, columns: Sequence[Column], progress: Progress | None = None
) -> None:
    """Write a grid and the new columns to a workbook of its own.

    Raises `BookError` for more than a worksheet holds.
    """
    import openpyxl
    from openpyxl.worksheet.properties import PageSetupProperties

    if len(grid.rows) > MAX_ROWS:
        raise BookError(f"{target.name} cannot hold {len(grid.rows):,} rows: a sheet has {MAX_ROWS:,}; write a .csv")
    height = max((at for at, row in enumerate(grid.rows, 1) if row), default=1)
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = grid.sheet if _TITLE.fullmatch(grid.sheet) else "Hands"
    widths = [*_widths(grid.rows), *(column.width for column in columns)]
    if len(widths) > MAX_COLUMNS:
        raise BookError(f"there is no room right of the last column of {sheet.title}; name the hands of another sheet")
    for at, width in enumerate(widths):
        sheet.column_dimensions[column_letters(at)].width = width
    if header < MOST_FROZEN:
        sheet.freeze_panes = f"A{header + 2}"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    with zipfile.ZipFile(_saved(book)) as frame:
        head, tail = _NO_ROWS.split(frame.read(SHEET))
    corner = f"{column_letters(len(widths) - 1)}{height}".encode()
    head = head.replace(b'ref="A1:A1"', b'ref="A1:%b"' % corner)
    rows = _rows(sheet, grid.rows[:height], len(widths) - len(columns), header, columns)
    blocks = iter(lambda: "".join(islice(rows, TOGETHER)).encode(), b"")
    with (
        replaced(target) as temporary,
        zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, compresslevel=FAST) as out,
    ):
        check, size, done = XmlCheck(f"{target} was not written: {SHEET}"), 0, 0
        with out.open(SHEET, "w") as part:
            for block in chain([head + b"<sheetData>"], blocks, [b"</sheetData>" + tail]):
                if (size := size + len(block)) > MOST_BYTES:
                    raise BookError(f"{target.name} cannot hold as much: its sheet exceeds 2 GB; write a .csv")
                check.put(block)
                part.write(block)
                if progress is not None:
                    progress(min(done, height), height)
                done += TOGETHER
        check.end()
        parts = _saved(book)  # now with all styles
        check_book(parts, target)
        with zipfile.ZipFile(parts) as frame:
            for name in frame.namelist():
                if name != SHEET:
                    out.writestr(name, frame.read(name))


def _saved(book: Any) -> io.BytesIO:
    made = io.BytesIO()
    book.save(made)
    return made


def _widths(rows: Sequence[Sequence[Any]]) -> list[int]:
    """Return the widths of the columns up to the last in use, in characters."""
    widths = []
    for at in range(max(map(len, rows), default=0)):
        texts = (str(row[at]) for row in rows if at < len(row) and row[at] is not None)
        widths.append(max(map(len, texts), default=-1) + 2)
    while widths and widths[-1] == 1:
        widths.pop()
    return [10 if width == 1 else min(width, 40) for width in widths]


def _rows(
    sheet: Any, rows: Sequence[Sequence[Any]], width: int, header: int, columns: Sequence[Column]
) -> Iterator[str]:
    """Yield the XML of the rows: those of the table centred, with the results behind them."""
    plain, title = _Cells(sheet, "center"), _Cells(sheet, "center", header=True)
    styled = {column.align: _Cells(sheet, column.align) for column in columns}
    places = [f'<c r="{column_letters(at)}' for at in range(width + len(columns))]
    results = [
        (place, styled[column.align], column.cells) for place, column in zip(places[width:], columns, strict=True)
    ]
    for at, row in enumerate(rows):
        cells, number = title if at == header else plain, at + 1
        padded = chain(row[:width], repeat(None, width - len(row)))
        made = [f"{place}{number}{cells(value)}" for place, value in zip(places[:width], padded, strict=True)]
        made += [f"{place}{number}{cells(values[at])}" for place, cells, values in results if at in values]
        if at == header:
            for place, column in zip(places[width:], columns, strict=True):
                made.append(f"{place}{number}{_Cells(sheet, column.align, header=True)(column.header)}")
        yield f'<row r="{number}">{"".join(made)}</row>'


class _Cells:
    """Cells of one alignment as XML, from behind the number of the row on; values that come again are known."""

    def __init__(self, sheet: Any, align: str, *, header: bool = False) -> None:
        from openpyxl.styles import Alignment

        self._sheet, self._header = sheet, header
        self._alignment = Alignment(horizontal=align, indent=int(align == "left"))
        self._styles: dict[str, int] = {}
        self._known: dict[Any, str] = {}

    def __call__(self, value: Any) -> str:
        """Return a cell that holds a value."""
        key = value if value.__class__ is str else (value.__class__, value)  # 1, 1.0 and True are equal
        found = self._known.get(key)
        if found is None:
            if len(self._known) == MOST_KNOWN:
                self._known.clear()
            found = self._known[key] = self._made(value)
        return found

    def _made(self, value: Any) -> str:
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.compat import safe_string
        from openpyxl.utils.datetime import to_excel

        cell = WriteOnlyCell(self._sheet, writable(value))
        if cell.number_format not in self._styles:
            cell.alignment = self._alignment
            if self._header:
                cell.font = bold(cell.font)
            self._styles[cell.number_format] = cell.style_id
        style, kind = self._styles[cell.number_format], cell.data_type
        if value is None or value == "":
            return f'" s="{style}" />'
        if kind in "sf":  # a text that begins with "=" is no formula of ours
            blank = ' xml:space="preserve"' if value != value.strip() else ""
            text = xml_text(value[:MOST_LETTERS]).decode()
            return f'" s="{style}" t="inlineStr"><is><t{blank}>{text}</t></is></c>'
        if kind == "d":
            kind, value = "n", to_excel(value)  # type: ignore[no-untyped-call]
        return f'" s="{style}" t="{kind}"><v>{safe_string(value)}</v></c>'
