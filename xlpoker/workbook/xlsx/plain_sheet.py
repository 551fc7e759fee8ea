"""A worksheet as values without arrays, block by block, for small tables of the command and for the web page.

A block with the usual tags is cut into cells by one pattern, which matches a whole row; a block that is
written in another way is left to the general reader::

    <row r="2"><c r="A2" t="s"><v>7</v></c><c r="B2" s="3"><v>5</v></c></row>   ->   [["5H", 5]]

For a few thousand rows both are faster than the arrays of `xlpoker.workbook.xlsx.source`, since NumPy
takes as long to load.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from xlpoker.addresses import MOST_ROWS, a1, column_letters, column_number
from xlpoker.errors import BookError
from xlpoker.workbook.xlsx.cell_values import EMPTY, TYPES, Styles, not_a_value, value_of
from xlpoker.workbook.xlsx.general_rows import GeneralRows
from xlpoker.workbook.xlsx.merged import empty_merged
from xlpoker.workbook.xlsx.sheet_xml import PADDING, SLACK, SheetXml
from xlpoker.workbook.xlsx.xml_texts import (
    attribute,
    formula_at,
    gives_empty_text,
    merged_boxes,
)

__all__ = ["PlainFormula", "PlainSheet"]

_MOST_COLUMNS = 200
"""The columns of a pattern, which takes a tenth of a millisecond a column to make."""
_MOST_KNOWN = 1 << 16
"""Different cells that are read once."""
_TEXT = rb"(?:[^<&\x00-\x1f]|&(?:amp|lt|gt|quot|apos);)*"
_ROW = rb'<row r="([0-9]{1,7})"([^>]*)>(?:(?<=/>)|%b</row>)'
"""A row: its number, its attributes, and its cells, if it has any."""
_CELL = rb'(?:<c r="%b\1"((?>[^>]*+>(?:<v>[^<]*+</v></c>|(?:<(?!c |/row)[^<]*)*)))|(?!<c r="%b\1"))'
"""A cell of a column that may be missing: its letters, the number of its row, and its content.

A row with a cell too many is tried in one way only. What `*+` and `(?>` have matched is never given back,
so that no place is kept to return to; and no cell that is there is taken for a missing one.
"""
_CELL_BEGINS = b'<c r="'
_LETTERS_OF_CELLS = re.compile(_CELL_BEGINS + b"([A-Z]{1,3})")
_PIECES_BEFORE_CELLS = 3
"""What stands before a row, its number and its attributes."""
_ATTRIBUTES = re.compile(rb'(?: [\w:]+="[^"<>&]*")* ?/?')
_CONTENT = re.compile(
    rb'(?: s="([0-9]{1,9})")?(?: t="(s|n|str|b|e|inlineStr)")?'
    rb"(?: ?/>|>(<f(?: [^<>&]*)?(?:/>|>%b</f>))?"
    rb'(?:<v>(%b)</v>|<is><t(?: xml:space="preserve")?>(%b)</t></is>)?</c>)' % (_TEXT, _TEXT, _TEXT)
)
"""What stands behind the address of a cell: its style and type, its formula, its value or a text."""
_SEVERAL = (b"array", b"dataTable")
"""The types of formulas that fill several cells."""
_HIDDEN = re.compile(rb' hidden="(?:1|true)"')


class _OddError(Exception):
    """The rows are not written in the usual way."""


class PlainFormula(NamedTuple):
    """A formula: its text, the reference of the cells that it fills together, whether its cell has a value."""

    text: str
    area: bytes
    is_calculated: bool

    @classmethod
    def parse(cls, block: bytes, start: int, *, is_calculated: bool) -> PlainFormula:
        """Return the formula whose tag begins at a place."""
        attributes, text = formula_at(block, start)
        fills_several = attribute(attributes, "t") in _SEVERAL
        area = attribute(attributes, "ref") if fills_several else b""
        return cls(text, area, is_calculated)


class _Cell(NamedTuple):
    """What stands in a cell behind its address: the value, None for nothing, the style, the formula."""

    value: Any
    style: int
    formula: PlainFormula | None


class _UsualRows(NamedTuple):
    """The rows of a block: their numbers, from 0, and attributes; what each column holds in them.

    The contents are what stands behind the addresses of cells, None where there is none.
    """

    numbers: list[int]
    attributes: list[bytes]
    columns: list[list[bytes | None]]

    @property
    def hidden(self) -> list[int]:
        """The rows that are hidden."""
        different_attributes = set(self.attributes)
        hidden = set(filter(_HIDDEN.search, different_attributes))
        if not hidden:
            return []
        rows = zip(self.numbers, self.attributes, strict=True)
        return [number for number, attributes in rows if attributes in hidden]


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

    def __init__(
        self,
        xml: SheetXml,
        strings: Sequence[str],
        styles: Styles,
    ) -> None:
        self.rows: list[list[Any]] = []
        self.formulas: dict[tuple[int, int], PlainFormula] = {}
        self.struck: dict[int, list[int]] = {}
        self.hidden_rows: set[int] = set()
        self.last_row = -1
        self._xml = xml
        self._struck_styles = styles.struck
        self._cells = _KnownCells(strings, styles)
        self._places = 0  # of cells, blank ones too
        self._room = SLACK
        self._checked_rows = 0

    def take(self, block: bytes) -> None:
        """Read a block of whole rows; raise `BookError` for one that is damaged or out of proportion."""
        try:
            rows = self._usual_rows(block)
            values_by_row = self._values_of(rows)
        except (_OddError, ValueError, LookupError):
            for row in self._general_rows(block):
                self._keep(row)
        else:
            self._keep_usual(rows, values_by_row)
        if len(self._cells) > _MOST_KNOWN:
            self._cells = self._cells.anew()

    def finish(self) -> None:
        """Take what stands around the rows: merged areas have a value in their first cell only."""
        self._xml.check_frame()
        empty_merged(self.rows, merged_boxes(self._xml.tail), self._xml.where)
        while self.rows and all(value is None for value in self.rows[-1]):
            self.rows.pop()

    def _usual_rows(self, block: bytes) -> _UsualRows:
        """Return the rows of a block; raise `_OddError` or `ValueError` for anything unusual."""
        text = "" if block.isascii() else block.decode()
        if self._xml.frame.prefix or "\ufffe" in text or "\uffff" in text:
            raise _OddError
        rows = _usual_rows(block)
        last = self.last_row
        for number in rows.numbers:
            if not last < number < MOST_ROWS:
                raise _OddError
            last = number
        return rows

    def _values_of(self, rows: _UsualRows) -> list[list[Any]]:
        """Return the values of rows; raise `_OddError`, `ValueError` or `LookupError` for an unusual cell."""
        if not rows.columns:
            return [[] for _ in rows.numbers]
        value_of_content = self._cells.__getitem__
        values_by_column = [map(value_of_content, contents) for contents in rows.columns]
        values_by_row = zip(*values_by_column, strict=True)
        return [list(values) for values in values_by_row]

    def _keep_usual(self, rows: _UsualRows, values_by_row: list[list[Any]]) -> None:
        """Keep what the rows of a block hold."""
        for values in values_by_row:
            while values and values[-1] is None:
                values.pop()
        numbers = rows.numbers
        if numbers:
            self._add_rows(numbers, values_by_row)
            self.last_row = numbers[-1]
        marked_cells = self._cells.marked
        if marked_cells:
            for column, contents in enumerate(rows.columns):
                for number, content in zip(rows.numbers, contents, strict=True):
                    if content in marked_cells:
                        self._mark(number, column, marked_cells[content])
        hidden_rows = rows.hidden
        if hidden_rows:
            filled_rows = {number for number, values in enumerate(self.rows) if values}
            rows_with_formulas = {number for number, _ in self.formulas}
            written_rows = filled_rows | rows_with_formulas
            self.hidden_rows.update(written_rows.intersection(hidden_rows))

    def _mark(self, number: int, column: int, cell: _Cell) -> None:
        """Keep the formula of a cell, and that it is struck out."""
        if cell.formula is not None:
            self.formulas[number, column] = cell.formula
        if cell.style in self._struck_styles:
            self.struck.setdefault(number, []).append(column)

    def _general_rows(self, block: bytes) -> Iterator[_Row]:
        """Yield the rows of a block, however they are written; raise `BookError` for a damaged cell."""
        frame = self._xml.frame
        reading = GeneralRows(block, self.last_row, self._xml.where)
        reading.read(frame.opening, frame.closing)
        numbers = reading.numbers
        columns: list[list[int]] = [[] for _ in numbers]
        cells: list[list[_Cell]] = [[] for _ in numbers]
        for index, column, kind, style, start, _, formula_start, text in reading.each_cell():
            try:
                value = self._cells.value_of(kind, text, style)
            except (ValueError, LookupError):
                address = a1(numbers[index], column)
                reason = not_a_value(kind, text, len(self._cells.strings))
                raise BookError(f"{self._xml.where}: cell {address} {reason}") from None
            formula = None
            if formula_start >= 0:
                is_calculated = kind != EMPTY or gives_empty_text(block, start, formula_start)
                formula = PlainFormula.parse(block, formula_start, is_calculated=is_calculated)
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
            elif cell.value is None:
                continue
            self._mark(number, column, cell)
        values = _placed([cell.value for cell in cells], columns)
        if values:
            self._add(number, [values])
        if is_hidden and (values or has_formulas):
            self.hidden_rows.add(number)

    def _add_rows(self, numbers: list[int], values_by_row: list[list[Any]]) -> None:
        """Add the values of rows that have ascending numbers."""
        rows_from_first_to_last = numbers[-1] - numbers[0] + 1
        if len(numbers) == rows_from_first_to_last:
            self._add(numbers[0], values_by_row)
            return
        for number, values in zip(numbers, values_by_row, strict=True):
            if values:
                self._add(number, [values])

    def _add(self, first: int, values_by_row: list[list[Any]]) -> None:
        """Add the values of the row of a number, and of those right below it."""
        missing_rows = first - len(self.rows)
        self.rows += [[]] * missing_rows
        self.rows += values_by_row
        self._places += sum(map(len, values_by_row))
        if self._places > SLACK:  # fewer places are never too many
            self._check_room()

    def _check_room(self) -> None:
        """Raise `BookError` where few cells stand among many blank ones."""
        for values in self.rows[self._checked_rows :]:
            blanks = values.count(None)
            self._room += PADDING * (len(values) - blanks) - blanks
            if self._room < 0:
                raise BookError(f"{self._xml.where}: its cells lie too far apart")
        self._checked_rows = len(self.rows)


def _usual_rows(block: bytes) -> _UsualRows:
    """Return the rows of a block; raise `_OddError` where anything else stands between them."""
    last_cell = max(block.rfind(_CELL_BEGINS), 0)
    letters = _LETTERS_OF_CELLS.findall(block, last_cell)
    rows = _rows_up_to(letters, block)
    if rows is None:
        letters = _LETTERS_OF_CELLS.findall(block)
        rows = _rows_up_to(letters, block)
    if rows is None:
        raise _OddError
    different_attributes = set(rows.attributes)
    if not all(map(_ATTRIBUTES.fullmatch, different_attributes)):
        raise _OddError
    return rows


def _rows_up_to(letters: Iterable[bytes], block: bytes) -> _UsualRows | None:
    """Return the rows of a block if no cell is behind the last of some columns, else None."""
    columns = [column_number(text.decode()) for text in set(letters)]
    width = 1 + max(columns, default=-1)
    if width > _MOST_COLUMNS:
        raise _OddError
    pattern = _pattern_of_rows(width)
    pieces = pattern.split(block)
    size = width + _PIECES_BEFORE_CELLS
    columns_of_pieces = [pieces[start::size] for start in range(size)]
    between, digits, attributes, *contents = columns_of_pieces
    if any(between):
        return None
    numbers = [int(text) - 1 for text in digits]
    return _UsualRows(numbers, attributes, contents)


@lru_cache(maxsize=16)
def _pattern_of_rows(width: int) -> re.Pattern[bytes]:
    """Return the pattern of a row with cells in so many columns, each of which may be missing."""
    cells = b""
    for column in range(width):
        letters = column_letters(column).encode()
        cells += _CELL % (letters, letters)
    return re.compile(_ROW % cells)


class _KnownCells(dict[bytes | None, Any]):
    """The values of cells by what stands behind their addresses, None for nothing; each is read once.

    `marked` are those of the cells that have a formula, or are struck out.
    """

    def __init__(
        self,
        strings: Sequence[str],
        styles: Styles,
    ) -> None:
        super().__init__({None: None})
        self.strings = strings
        self.marked: dict[bytes | None, _Cell] = {}
        self._styles = styles

    def anew(self) -> _KnownCells:
        """Return the same without any cell."""
        return _KnownCells(self.strings, self._styles)

    def __missing__(self, text: bytes) -> Any:
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
            formula = PlainFormula.parse(formula_tags, 0, is_calculated=is_calculated)
        is_struck = value is not None and style in self._styles.struck
        if formula is not None or is_struck:
            self.marked[text] = _Cell(value, style, formula)
        self[text] = value
        return value

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
