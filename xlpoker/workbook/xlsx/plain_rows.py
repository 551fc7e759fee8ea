"""The rows of a worksheet with new cells among those that stay, as texts, row by row.

A row is cut behind its last cell left of the new ones; what stands behind is taken cell by cell::

    old row   <row r="5"><c r="A5".../>...<c r="J5".../>  <c r="L5" s="7"/> <c r="M5".../> </row>
    new row   <row r="5"><c r="A5".../>...<c r="J5".../>  <c r="K5".../><c r="L5".../> <c r="M5".../></row>
              \\____ copied as it stands ____________/     \\____ new ____________/    \\___ kept __/

The tag of a row stays as it is, also its ``spans``, a hint that no program relies on. `row_writer` does
the same for large sheets, many rows at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from xlpoker.addresses import a1, column_number
from xlpoker.errors import BookError
from xlpoker.scoring.seen import Done
from xlpoker.workbook.xlsx.cell_formats import RowLook
from xlpoker.workbook.xlsx.one_cell import cell_content, opening_of
from xlpoker.workbook.xlsx.plain_looks import PlainLooks
from xlpoker.workbook.xlsx.xml_texts import attribute, content_up_to

__all__ = ["NewCells", "PlainRows"]

NewCells = Mapping[int, Mapping[int, Any]]
"""The new values by row and column; None empties a cell."""
_CELL = re.compile(
    rb"<(?:[\w.-]+:)?c(?=[\s/>])[^<>]*?(?:/>|>%b</(?:[\w.-]+:)?c\s*>)" % content_up_to(b"c")
)
_FORMULA_OF_OTHERS = re.compile(rb"<(?:[\w.-]+:)?f\s[^<>]*\bt=[\"'](?:shared|array|dataTable)")
"""A formula on which other cells may depend."""


class _Row(NamedTuple):
    """A row that gets new cells.

    ============ ==================================================================
    `number`     its number in the sheet, counted from 0
    `beginning`  the cells left of the new ones, as they stand
    `old_cells`  the cells from the first new one on, by column
    `look`       what the row looks like, by its own cells
    `style`      the style of the row, None where it has none
    ============ ==================================================================
    """

    number: int
    beginning: bytes
    old_cells: Mapping[int, bytes]
    look: RowLook
    style: int | None


class PlainRows:
    """The rows of a sheet with the new cells of a click.

    `xml` are the old rows, `prefix` that of their tags, with colon. `unusual` is raised for rows that
    cannot be told apart for sure by their tags.
    """

    def __init__(
        self,
        xml: bytes,
        prefix: bytes,
        reply: Done,
        cells: NewCells,
        looks: PlainLooks,
        unusual: BookError,
    ) -> None:
        self._xml = xml
        self._prefix = prefix
        self._cells = cells
        self._looks = looks
        self._unusual = unusual
        self._title_rows = frozenset(box.top for box in reply.titles)
        self._columns = frozenset(new_column.column for new_column in reply.columns)
        self._row_tag = re.compile(rb"<%srow(?=[\s/>])[^<>]*>" % re.escape(prefix))
        self._row_end = b"</%srow>" % prefix
        self._cell_start = b"<%sc " % prefix
        self._opening = lru_cache(None)(self._opening_of)

    def texts(self) -> Iterator[bytes]:
        """Yield the rows and what stands between them, with the rows that were missing."""
        missing = sorted(self._cells, reverse=True)
        end = 0
        last = -1
        for tag in self._row_tag.finditer(self._xml):
            number = _number_of(tag[0], last)
            if number <= last or tag.start() < end:
                raise self._unusual
            yield self._xml[end : tag.start()]
            while missing and missing[-1] < number:
                yield self._missing_row(missing.pop())
            end = self._end_of_row(tag)
            old = self._xml[tag.start() : end]
            if missing and missing[-1] == number:
                missing.pop()
                yield self._changed_row(number, tag[0], old)
            else:
                yield old
            last = number
        for number in reversed(missing):
            yield self._missing_row(number)
        yield self._xml[end:]

    def _end_of_row(self, tag: re.Match[bytes]) -> int:
        """Return where the row ends that begins with a tag."""
        if tag[0].endswith(b"/>"):
            return tag.end()
        end = self._xml.find(self._row_end, tag.end())
        if end < 0:
            raise self._unusual
        return end + len(self._row_end)

    def _missing_row(self, number: int) -> bytes:
        """Return a row that is not in the file, nothing where nothing new stands in it."""
        tag = b'<%srow r="%d">' % (self._prefix, number + 1)
        row = self._parsed(number, tag, content=b"")
        new_cells = self._cells_of(row)
        return tag + new_cells + self._row_end if new_cells else b""

    def _changed_row(self, number: int, tag: bytes, old: bytes) -> bytes:
        """Return a row of the file with its new cells."""
        if tag.endswith(b"/>"):
            return self._filled_row(number, tag, old)
        start = len(tag)
        end = len(old) - len(self._row_end)
        row = self._parsed(number, tag, old[start:end])
        new_cells = self._cells_of(row)
        return tag + row.beginning + new_cells + self._row_end

    def _filled_row(self, number: int, tag: bytes, old: bytes) -> bytes:
        """Return a row that was an empty element, with its new cells."""
        row = self._parsed(number, tag, content=b"")
        new_cells = self._cells_of(row)
        if not new_cells:
            return old
        opening = tag.removesuffix(b"/>").rstrip() + b">"
        return opening + new_cells + self._row_end

    def _parsed(self, number: int, tag: bytes, content: bytes) -> _Row:
        """Return a row by its tag and its content."""
        first_new = min(self._cells[number])
        is_title = number in self._title_rows
        if not is_title and self._is_plain(content, first_new):
            styles = [-1] if content else []
            return self._row(number, tag, content, {}, styles)
        own_end = first_new if is_title else self._looks.first
        styles = []
        end_of_beginning = 0
        behind: dict[int, bytes] = {}
        for cell in _cells_in(content):
            if cell.column < first_new:
                end_of_beginning = cell.end
            else:
                behind[cell.column] = cell.text
            is_blank_title = is_title and _is_empty(cell.text)
            if cell.column < own_end and not is_blank_title:
                styles.append(_style_of(cell.text))
        beginning = content[:end_of_beginning]
        return self._row(number, tag, beginning, behind, styles)

    def _row(
        self,
        number: int,
        tag: bytes,
        beginning: bytes,
        old_cells: Mapping[int, bytes],
        styles: Sequence[int],
    ) -> _Row:
        """Return a row whose own cells have some styles."""
        return _Row(
            number=number,
            beginning=beginning,
            old_cells=old_cells,
            look=self._looks.formats.look_of_row(styles),
            style=_style_of_row(tag),
        )

    def _is_plain(self, content: bytes, first_new: int) -> bool:
        """Tell whether all cells of a row are its own, left of the new ones, and none has a style."""
        last_cell = content.rfind(self._cell_start)
        if last_cell < 0 or b" s=" in content:
            return not content
        tag = _tag_of(content[last_cell:])
        if not attribute(tag, "r"):
            return False
        own_end = min(first_new, self._looks.first)
        return _column_of(tag, before=-1) < own_end

    def _cells_of(self, row: _Row) -> bytes:
        """Return the cells of a row from the first new one on."""
        new = self._cells[row.number]
        is_gap = all(value is None for value in new.values())
        texts = []
        for column in sorted({*row.old_cells, *new}):
            if column not in new:
                texts.append(row.old_cells[column])
                continue
            old = row.old_cells.get(column)
            if old is not None and _FORMULA_OF_OTHERS.search(old):
                raise self._unusual
            if is_gap or column not in self._columns:
                texts.append(self._emptied(row, column))
            else:
                texts.append(self._cell(row, column, new[column]))
        return b"".join(texts)

    def _cell(self, row: _Row, column: int, value: Any) -> bytes:
        """Return a new cell; without a value it is blank, or missing where nobody would see it."""
        old = row.old_cells.get(column)
        old_style = None if old is None else _style_of(old)
        place = row.number, column
        style = self._looks.of_cell(place, row.look, row.style, old_style)
        if value is None and not self._looks.formats.draws(style):
            return self._emptied(row, column)
        row_number = b"%d" % (row.number + 1)
        opening = row_number.join(self._opening(column, style))
        if value is None:
            return opening + b"/>"
        return opening + cell_content(value, self._prefix)

    def _emptied(self, row: _Row, column: int) -> bytes:
        """Return the old cell in a column without its content, nothing where it has no style.

        A blank cell of the user's stays as it stands.
        """
        old = row.old_cells.get(column)
        if old is None:
            return b""
        place = row.number, column
        if _is_empty(old) and not self._looks.is_earlier_result(place):
            return old
        style = _style_of(old)
        if style < 0:
            return b""
        address = a1(row.number, column).encode()
        return b'<%sc r="%s" s="%d"/>' % (self._prefix, address, style)

    def _opening_of(self, column: int, style: int) -> list[bytes]:
        """Return the pieces of a new cell around the number of its row."""
        return opening_of(column, style, self._prefix)


def _number_of(tag: bytes, before: int) -> int:
    """Return the number of a row, counted from 0; one without a number is below the row before.

    >>> _number_of(b'<row r="7" spans="1:9">', 3), _number_of(b"<row>", 3)
    (6, 4)
    """
    number = attribute(tag, "r")
    return int(number) - 1 if number else before + 1


def _style_of_row(tag: bytes) -> int | None:
    """Return the style of a row, None where it has none.

    >>> _style_of_row(b'<row r="7" s="3" customFormat="1">'), _style_of_row(b'<row r="7" s="3">')
    (3, None)
    """
    has_style = attribute(tag, "customFormat") in (b"1", b"true")
    style = attribute(tag, "s")
    return int(style) if has_style and style else None


class _OldCell(NamedTuple):
    """A cell of a row: its column, its text, and where it ends in the content of the row."""

    column: int
    text: bytes
    end: int


def _cells_in(content: bytes) -> Iterator[_OldCell]:
    """Yield the cells in the content of a row.

    >>> [cell.column for cell in _cells_in(b'<c r="A5"/><c r="J5"><v>5</v></c><c/>')]
    [0, 9, 10]
    """
    column = -1
    for match in _CELL.finditer(content):
        column = _column_of(match[0], column)
        yield _OldCell(column, match[0], match.end())


def _tag_of(cell: bytes) -> bytes:
    """Return the tag of a cell, without what is in it."""
    end = cell.index(b">") + 1
    return cell[:end]


def _column_of(cell: bytes, before: int) -> int:
    """Return the column of a cell; one without an address is right of the cell before.

    >>> _column_of(b'<c r="C7"/>', -1), _column_of(b"<c><v>5</v></c>", 2)
    (2, 3)
    """
    address = attribute(_tag_of(cell), "r").decode()
    if not address:
        return before + 1
    letters = address.rstrip("0123456789")
    return column_number(letters)


def _style_of(cell: bytes) -> int:
    """Return the style of a cell, -1 without one.

    >>> _style_of(b'<c r="A1" s="7"/>'), _style_of(b'<c r="A1"><v>5</v></c>')
    (7, -1)
    """
    style = attribute(_tag_of(cell), "s")
    return int(style) if style else -1


def _is_empty(cell: bytes) -> bool:
    """Tell whether a cell holds nothing.

    >>> _is_empty(b'<c r="A1" s="7"/>'), _is_empty(b'<c r="A1"><v>5</v></c>')
    (True, False)
    """
    tag = _tag_of(cell)
    return tag.endswith(b"/>") or cell.startswith(b"</", len(tag))
