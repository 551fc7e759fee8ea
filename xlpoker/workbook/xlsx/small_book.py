"""Small worksheets as values without arrays, where their wins are counted: the usual tags in one pass.

    <row r="2"><c r="A2" t="s"><v>7</v></c><c r="B2" s="3"><v>5</v></c></row>   ->   [["5H", 5]]

A sheet that is longer than the first rows, or written in another way (merged cells, texts that are
struck out, formulas without a value, other tags), is left to `xlpoker.workbook.xlsx.source`, whose
arrays read every sheet. These are faster, but NumPy takes as long to load as thousands of rows take here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from xlpoker.addresses import column_number
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows
from xlpoker.scoring.sources import Grids, Table
from xlpoker.workbook.xlsx.cell_values import Styles, date_or_error, number, truth_value
from xlpoker.workbook.xlsx.package import Package, SheetPart
from xlpoker.workbook.xlsx.shared_strings import shared_strings
from xlpoker.workbook.xlsx.sheet_xml import HEAD, SheetXml, hidden_columns
from xlpoker.workbook.xlsx.xml_texts import merged_boxes, text_of

__all__ = ["SmallBook", "small_book"]

MOST_BYTES = 1 << 20
"""The most bytes of the sheets, unpacked."""
_MOST_COLUMNS = 1_000
_TEXT = rb"(?:[^<&\x00-\x1f]|&(?:amp|lt|gt|quot|apos);)*"
_ROW = re.compile(rb'<row r="([0-9]{1,7})"((?: [\w:]+="[^"<>&]*")*)>')
_EMPTY_ROW = re.compile(rb'<row r="([0-9]{1,7})"(?: [\w:]+="[^"<>&]*")* ?/>')
_ADDRESS = re.compile(rb'<c r="([A-Z]{1,3})([0-9]{1,7})"')
_CONTENT = re.compile(
    rb'(?: s="([0-9]{1,9})")?(?: t="(s|n|str|b|e|inlineStr)")?'
    rb"(?: ?/>|>(<f(?: [^<>&]*)?(?:/>|>%b</f>))?"
    rb'(?:<v>(%b)</v>|<is><t(?: xml:space="preserve")?>(%b)</t></is>)?</c>)' % (_TEXT, _TEXT, _TEXT)
)
"""What stands behind the address of a cell: its style and type, its formula, its value or a text."""
_HIDDEN = re.compile(rb' hidden="(?:1|true)"')


class _OddError(Exception):
    """The sheet is not written in the usual way."""


class SmallBook(Grids):
    """The worksheets of a small workbook, all of which were read.

    `marks` has the rows and columns of each sheet that are hidden.
    """

    def __init__(self, package: Package, grids: list[Grid], marks: dict[str, MarkedRows]) -> None:
        super().__init__(package.path, grids)
        self._package = package
        self._marks = marks

    def marked_rows(self, table: Table) -> MarkedRows:
        """Return the rows of a sheet that are hidden."""
        marked = self._marks[table.grid.sheet]
        return MarkedRows(marked.hidden) if marked.hidden else NO_MARKS

    def warnings(self, layout: Layout, options: Options) -> list[str]:  # noqa: ARG002 - as the protocol has it
        """Return what is said of hidden columns."""
        return self._marks[layout.sheet].said_of_columns(layout.columns)

    @property
    def hidden_sheets(self) -> list[str]:
        """The names of the worksheets that are hidden."""
        return [part.name for part in self._package.sheets if part.state != "visible"]

    def named_sheet(self, name: str) -> Table:
        """Return the first rows of the sheet of a name, also of a hidden one."""
        from xlpoker.workbook.xlsx.source import BookSource

        return BookSource(self._package).named_sheet(name)


def small_book(package: Package, sheet: str | None = None) -> SmallBook | None:
    """Return the visible worksheets of a workbook, or the one of that name; None where they are not small.

    Raises `BookError` for a damaged workbook.
    """
    chosen = package.chosen(sheet)
    size = sum(package.member(part.part).file_size for part in chosen)
    styles = Styles(package)
    if size > MOST_BYTES or styles.struck:
        return None
    strings = shared_strings(package)
    grids: list[Grid] = []
    marks: dict[str, MarkedRows] = {}
    try:
        for part in chosen:
            rows, marked = _read(package, part, strings, styles)
            grids.append(Grid(part.name, rows))
            marks[part.name] = marked
    except (_OddError, ValueError, LookupError):
        return None
    return SmallBook(package, grids, marks)


def _read(
    package: Package, part: SheetPart, strings: Sequence[str], styles: Styles
) -> tuple[list[list[Any]], MarkedRows]:
    """Return the rows of a sheet, and what is hidden; raise `_OddError` where it is not usual."""
    xml = SheetXml(package, part)
    if xml.frame.prefix or not xml.holds_cells:
        raise _OddError
    reader = _RowsReader(strings, styles)
    for block in xml.blocks():
        reader.take(block)
    if merged_boxes(xml.tail):
        raise _OddError
    marked = MarkedRows(
        frozenset(reader.hidden_rows), hidden_columns=hidden_columns(xml.frame.head)
    )
    return reader.rows, marked


class _Columns(dict[tuple[bytes, ...], Sequence[int]]):
    """The columns of the cells of a row by their letters, converted once for all rows that are alike."""

    def __missing__(self, letters: tuple[bytes, ...]) -> Sequence[int]:
        columns = [column_number(text.decode()) for text in letters]
        for column, following in pairwise(columns):
            if following <= column:
                raise _OddError
        if columns and columns[-1] >= _MOST_COLUMNS:
            raise _OddError
        self[letters] = columns
        return columns


class _Contents(dict[bytes, Any]):
    """The values of cells by what stands behind their addresses, None for nothing; each is read once."""

    def __init__(self, strings: Sequence[str], styles: Styles) -> None:
        super().__init__()
        self._strings = strings
        self._styles = styles

    def __missing__(self, text: bytes) -> Any:
        content = _CONTENT.fullmatch(text)
        if content is None:
            raise _OddError
        value = self._value(*content.groups(b""))
        if value == "":
            value = None
        self[text] = value
        return value

    def _value(self, style: bytes, kind: bytes, formula: bytes, text: bytes, inline: bytes) -> Any:
        """Return the value of a cell, None or an empty text for nothing."""
        if inline and kind != b"inlineStr":
            raise _OddError
        if formula and not text and kind != b"str":
            raise _OddError
        content = inline or text
        if not content:
            return None
        if kind == b"s":
            return self._strings[int(content)]
        if kind == b"b":
            return truth_value(content)
        if kind and kind != b"n":
            return text_of(content)
        value = number(content)
        if value is not None and style and int(style) in self._styles.dates:
            return date_or_error(value, self._styles.epoch)
        return value


class _RowsReader:
    """Reads blocks of whole rows into `rows`, which end with the last row that holds anything."""

    def __init__(self, strings: Sequence[str], styles: Styles) -> None:
        self.rows: list[list[Any]] = []
        self.hidden_rows: set[int] = set()
        self._last_number = 0
        self._columns = _Columns()
        self._contents = _Contents(strings, styles)

    def take(self, block: bytes) -> None:
        """Read a block; raise `_OddError`, `ValueError` or `LookupError` for anything unusual."""
        text = block.decode()
        if "\ufffe" in text or "\uffff" in text:
            raise _OddError
        *rows, rest = block.split(b"</row>")
        for row in rows:
            self._take_row(row)
        if self._after_empty_rows(rest) < len(rest):
            raise _OddError

    def _after_empty_rows(self, text: bytes) -> int:
        """Return where the empty rows end with which a text may begin."""
        end = 0
        while empty_row := _EMPTY_ROW.match(text, end):
            self._row_of(empty_row[1])
            end = empty_row.end()
        return end

    def _take_row(self, text: bytes) -> None:
        """Read a row up to its closing tag, and empty ones before it."""
        tag = _ROW.match(text, self._after_empty_rows(text))
        if tag is None:
            raise _OddError
        digits = tag[1]
        row = self._row_of(digits)
        before, *parts = _ADDRESS.split(text[tag.end() :])
        letters = parts[0::3]
        if before or parts[1::3].count(digits) < len(letters):
            raise _OddError
        columns = self._columns[tuple(letters)]
        values = [self._contents[content] for content in parts[2::3]]
        cells = _placed(values, columns)
        if not cells:
            return
        missing_rows = row - len(self.rows)
        self.rows += [[]] * missing_rows
        self.rows.append(cells)
        if _HIDDEN.search(tag[2]):
            self.hidden_rows.add(row)

    def _row_of(self, digits: bytes) -> int:
        """Return the next row, counted from 0, of its number; raise `_OddError` where it is not behind the last one."""
        number_of_row = int(digits)
        if not self._last_number < number_of_row <= HEAD:
            raise _OddError
        self._last_number = number_of_row
        return number_of_row - 1


def _placed(values: list[Any], columns: Sequence[int]) -> list[Any]:
    """Return a row with values in their columns, None elsewhere, up to its last value.

    >>> _placed(["5H", None, "TD", None], [0, 1, 3, 4])
    ['5H', None, None, 'TD']
    """
    if not values:
        return values
    cells = values
    width = columns[-1] + 1
    if width > len(values):
        cells = [None] * width
        for column, value in zip(columns, values, strict=True):
            cells[column] = value
    while cells and cells[-1] is None:
        cells.pop()
    return cells
