"""A worksheet as values without arrays, block by block, for small tables of the command and for the web page.

The usual tags are read in one pass; a block that is written in another way is left to the general reader::

    <row r="2"><c r="A2" t="s"><v>7</v></c><c r="B2" s="3"><v>5</v></c></row>   ->   [["5H", 5]]

For a few thousand rows both are faster than the arrays of `xlpoker.workbook.xlsx.source`, since NumPy
takes as long to load.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from xlpoker.addresses import MOST_ROWS, a1, column_number
from xlpoker.errors import BookError
from xlpoker.workbook.xlsx.cell_values import EMPTY, TYPES, Styles, not_a_value, value_of
from xlpoker.workbook.xlsx.general_rows import GeneralRows
from xlpoker.workbook.xlsx.merged import empty_merged
from xlpoker.workbook.xlsx.sheet_xml import PADDING, SLACK, SheetXml
from xlpoker.workbook.xlsx.xml_texts import formula_at, merged_boxes

__all__ = ["PlainFormula", "PlainSheet"]

_MOST_COLUMNS = 1_000
_MOST_KNOWN = 1 << 16
"""Different cells that are read once."""
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
    """The rows are not written in the usual way."""


class PlainFormula(NamedTuple):
    """A formula: the attributes of its tag, its text, whether its cell has a value."""

    attributes: bytes
    text: str
    is_calculated: bool


class _Cell(NamedTuple):
    """What stands in a cell behind its address: the value, None for nothing, the style, the formula."""

    value: Any
    style: int
    formula: PlainFormula | None


class _Row(NamedTuple):
    """A row, from 0: whether it is hidden, and its cells by column."""

    number: int
    is_hidden: bool
    columns: Sequence[int]
    cells: list[_Cell]


class PlainSheet:
    """The values of a sheet, of which `take` reads the blocks one after the other, and `finish` the rest.

    ============= =====================================================================
    `rows`        the values, None for nothing, up to the last row with any
    `formulas`    the formulas, by row and column
    `struck`      the columns of the cells that are struck out, by row
    `hidden_rows` the rows that are hidden and hold a value or a formula
    `last_row`    the number of the last row that is written in the part
    ============= =====================================================================
    """

    def __init__(self, xml: SheetXml, strings: Sequence[str], styles: Styles) -> None:
        self.rows: list[list[Any]] = []
        self.formulas: dict[tuple[int, int], PlainFormula] = {}
        self.struck: dict[int, list[int]] = {}
        self.hidden_rows: set[int] = set()
        self.last_row = -1
        self._xml = xml
        self._struck_styles = styles.struck
        self._cells = _KnownCells(strings, styles)
        self._columns = _KnownColumns()
        self._room = SLACK

    def take(self, block: bytes) -> None:
        """Read a block of whole rows; raise `BookError` for one that is damaged or out of proportion."""
        try:
            rows = self._usual_rows(block)
        except (_OddError, ValueError, LookupError):
            rows = list(self._general_rows(block))
        for row in rows:
            self._keep(row)
        if len(self._cells) > _MOST_KNOWN:
            self._cells.clear()

    def finish(self) -> None:
        """Take what stands around the rows: merged areas have a value in their first cell only."""
        self._xml.check_frame()
        empty_merged(self.rows, merged_boxes(self._xml.tail), self._xml.where)
        while self.rows and all(value is None for value in self.rows[-1]):
            self.rows.pop()

    def _usual_rows(self, block: bytes) -> list[_Row]:
        """Return the rows of a block; raise `_OddError`, `ValueError` or `LookupError` for anything unusual."""
        text = block.decode()
        if self._xml.frame.prefix or "\ufffe" in text or "\uffff" in text:
            raise _OddError
        numbers = _RowNumbers(self.last_row)
        *parts, rest = block.split(b"</row>")
        rows = [self._usual_row(part, numbers) for part in parts]
        if numbers.after_empty_rows(rest) < len(rest):
            raise _OddError
        self.last_row = numbers.last
        return rows

    def _usual_row(self, text: bytes, numbers: _RowNumbers) -> _Row:
        """Return a row up to its closing tag, behind empty ones."""
        tag = _ROW.match(text, numbers.after_empty_rows(text))
        if tag is None:
            raise _OddError
        digits = tag[1]
        number = numbers.next(digits)
        before, *parts = _ADDRESS.split(text[tag.end() :])
        letters = parts[0::3]
        if before or parts[1::3].count(digits) < len(letters):
            raise _OddError
        cells = [self._cells[content] for content in parts[2::3]]
        is_hidden = _HIDDEN.search(tag[2]) is not None
        return _Row(number, is_hidden, self._columns[tuple(letters)], cells)

    def _general_rows(self, block: bytes) -> Iterator[_Row]:
        """Yield the rows of a block, however they are written; raise `BookError` for a damaged cell."""
        frame = self._xml.frame
        reading = GeneralRows(block, self.last_row, self._xml.where)
        reading.read(frame.opening, frame.closing)
        numbers = reading.rows[0::3]
        columns: list[list[int]] = [[] for _ in numbers]
        cells: list[list[_Cell]] = [[] for _ in numbers]
        for index, column, kind, style, _, _, start, text in reading.each_cell():
            try:
                value = self._cells.value_of(kind, text, style)
            except (ValueError, LookupError):
                address = a1(numbers[index], column)
                reason = not_a_value(kind, text, len(self._cells.strings))
                raise BookError(f"{self._xml.where}: cell {address} {reason}") from None
            formula = None
            if start >= 0:
                formula = PlainFormula(*formula_at(block, start), is_calculated=kind != EMPTY)
            columns[index].append(column)
            cells[index].append(_Cell(value, style, formula))
        hidden = set(reading.hidden)
        for number, columns_of_row, cells_of_row in zip(numbers, columns, cells, strict=True):
            self.last_row = number
            yield _Row(number, number in hidden, columns_of_row, cells_of_row)

    def _keep(self, row: _Row) -> None:
        """Keep what a row holds."""
        number, is_hidden, columns, cells = row
        has_formulas = False
        for column, cell in zip(columns, cells, strict=True):
            if cell.formula is not None:
                has_formulas = True
                self.formulas[number, column] = cell.formula
            elif cell.value is None:
                continue
            if cell.style in self._struck_styles:
                self.struck.setdefault(number, []).append(column)
        values = _placed([cell.value for cell in cells], columns)
        if values:
            self._add(number, values)
        if is_hidden and (values or has_formulas):
            self.hidden_rows.add(number)

    def _add(self, number: int, values: list[Any]) -> None:
        """Add the values of a row; raise `BookError` where few cells stand among many blank ones."""
        missing_rows = number - len(self.rows)
        self.rows += [[]] * missing_rows
        self.rows.append(values)
        blanks = values.count(None)
        self._room += PADDING * (len(values) - blanks) - blanks
        if self._room < 0:
            raise BookError(f"{self._xml.where}: its cells lie too far apart")


class _RowNumbers:
    """The numbers of rows that come one after the other, from 0; `last` is the last one."""

    def __init__(self, last: int) -> None:
        self.last = last

    def next(self, digits: bytes) -> int:
        """Return the number of the next row; raise `_OddError` where it is not behind the last one."""
        number = int(digits) - 1
        if not self.last < number < MOST_ROWS:
            raise _OddError
        self.last = number
        return number

    def after_empty_rows(self, text: bytes) -> int:
        """Return where the empty rows end with which a text may begin."""
        end = 0
        while empty_row := _EMPTY_ROW.match(text, end):
            self.next(empty_row[1])
            end = empty_row.end()
        return end


class _KnownColumns(dict[tuple[bytes, ...], Sequence[int]]):
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


class _KnownCells(dict[bytes, _Cell]):
    """Cells by what stands behind their addresses; each is read once."""

    def __init__(self, strings: Sequence[str], styles: Styles) -> None:
        super().__init__()
        self.strings = strings
        self._styles = styles

    def __missing__(self, text: bytes) -> _Cell:
        content = _CONTENT.fullmatch(text)
        if content is None:
            raise _OddError
        style_digits, kind, formula_tags, plain, inline = content.groups(b"")
        if inline and kind != b"inlineStr":
            raise _OddError
        raw = inline or plain
        style = int(style_digits or b"-1")
        value = self.value_of(TYPES[kind.decode() or "n"], raw, style) if raw else None
        formula = None
        if formula_tags:
            is_calculated = bool(raw) or kind == b"str"
            formula = PlainFormula(*formula_at(formula_tags, 0), is_calculated)
        cell = _Cell(value, style, formula)
        self[text] = cell
        return cell

    def value_of(self, kind: int, text: bytes | str, style: int) -> Any:
        """Return the value of a cell, None for nothing; raise `ValueError` or `LookupError` for a damaged one."""
        if kind == EMPTY:
            return None
        value = value_of(kind, text, style, self.strings, self._styles)
        return None if value == "" else value


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
