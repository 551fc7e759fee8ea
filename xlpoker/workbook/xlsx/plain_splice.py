"""Splices the reply to a click into a workbook without NumPy, for hosts such as a browser.

Only the sheet, its table, the workbook part, new formats and the list of calculated cells change; every other
member is copied byte for byte, as `xlpoker.workbook.xlsx.sink` does it::

    Done --> cells by row --> rows of the sheet, spliced --> Package.write
                              head and tail, workbook and table: `part_edits`

The cells are those of the command, byte for byte, but for the numbers of new formats. A sheet whose rows cannot be told apart for sure
by their tags is refused.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from xlpoker.addresses import a1, column_number
from xlpoker.errors import BookError
from xlpoker.scoring.result_columns import parts_of
from xlpoker.scoring.result_names import RESULTS, over_results
from xlpoker.scoring.seen import Done, NewColumn, Seen
from xlpoker.workbook.xlsx import part_edits as edits
from xlpoker.workbook.xlsx.cell_formats import LEAST_CELLS, Align, CellFormats, RowLook
from xlpoker.workbook.xlsx.one_cell import cell_content, opening_of
from xlpoker.workbook.xlsx.package import Package, SheetPart
from xlpoker.workbook.xlsx.xml_texts import attribute

__all__ = ["splice"]

MOST_BYTES = 1 << 28
"""The most bytes of a sheet."""
_PIECE = 4_000
"""Rows, and what stands between them, that are packed at once."""
_TABLE = re.compile(rb"<((?:[\w.-]+:)?)sheetData(?:\s[^<>]*)?>")
_CELL = re.compile(rb"<(?:[\w.-]+:)?c(?=[\s/>])[^<>]*?(?:/>|>.*?</(?:[\w.-]+:)?c\s*>)", re.DOTALL)
_FORMULA_OF_OTHERS = re.compile(rb"<(?:[\w.-]+:)?f\s[^<>]*\bt=[\"'](?:shared|array|dataTable)")
"""A formula on which other cells may depend."""
_ODD = (b"<!", b"<?")
"""What may hide tags among rows: comments, CDATA, instructions."""
NewCells = dict[int, dict[int, Any]]
"""The new values by row and column; None empties a cell."""


def splice(package: Package, sheet: SheetPart, seen: Seen, reply: Done, target: Path) -> list[str]:
    """Write a workbook in which a sheet has what a click decided; return warnings.

    `seen` is the sheet as the click saw it. The package is closed afterwards. Raises `BookError`
    for a sheet that is damaged or written in an unusual way; then nothing is written.
    """
    xml = _SheetXml.of(package, sheet)
    cells = _new_cells(reply)
    formats = CellFormats(package.read(package.styles) if package.styles else None)
    looks = _Looks(xml, seen, reply, formats)
    writer = _RowWriter(xml, reply, cells, looks, _unusual(package, sheet))
    rows = _joined(writer.rows())
    columns = [new_column.column for new_column in reply.columns]
    top = min(new_column.top for new_column in reply.columns)
    head = _head(xml, reply)
    tail = edits.grown_filter(xml.tail, columns, top)
    workbook = _workbook(package, sheet, reply, columns, top)
    changed: dict[str, Any] = {
        sheet.part: chain([head], rows, [tail]),
        package.workbook: [workbook],
    }
    if package.styles is not None:
        changed[package.styles] = _once_needed(formats.part)
    changed |= _grown_tables(package, sheet, reply, cells)
    dropped = []
    if package.calc_chain is not None and _replaces_formulas(seen, reply):
        changed |= edits.without_part(package, package.calc_chain)
        dropped.append(package.calc_chain)  # spreadsheet programs make it anew
    warnings = []
    if package.is_signed:
        warnings.append(f"{target.name} is signed, and its signature no longer holds")
    package.write(target, changed, dropped, last=package.styles)
    return warnings


def _joined(rows: Iterator[bytes]) -> Iterator[bytes]:
    """Yield rows in pieces that are worth to be packed."""
    while texts := list(islice(rows, _PIECE)):
        yield b"".join(texts)


def _once_needed(make: Callable[[], bytes]) -> Iterator[bytes]:
    """Yield what a function returns, called only when it is needed: behind the rows."""
    yield make()


class _SheetXml(NamedTuple):
    """The part of a sheet: what stands before its rows, the rows, and what stands behind.

    `prefix` is that of its tags, with colon.
    """

    head: bytes
    rows: bytes
    tail: bytes
    prefix: bytes

    @classmethod
    def of(cls, package: Package, sheet: SheetPart) -> _SheetXml:
        """Return the part of a sheet; raise `BookError` for one with tags that could deceive."""
        with package.open_part(sheet.part) as part:
            content = part.read(MOST_BYTES + 1)
        table = _TABLE.search(content)
        if table is None or len(content) > MOST_BYTES:
            raise _unusual(package, sheet)
        end = content.find(b"</%ssheetData" % table[1], table.end())
        rows = content[table.end() : end]
        if end < 0 or any(odd in rows for odd in _ODD):
            raise _unusual(package, sheet)
        return cls(content[: table.end()], rows, content[end:], table[1])


def _unusual(package: Package, sheet: SheetPart) -> BookError:
    """Return the refusal of a sheet."""
    return BookError(
        f"{package.path.name}: the sheet {sheet.name} is written in an unusual way; open the"
        " workbook in a spreadsheet program and save it, or take the results only"
    )


def _new_cells(reply: Done) -> NewCells:
    """Return the new cells of a reply, and those to be emptied."""
    cells: NewCells = defaultdict(dict)
    for box in reply.clear:
        for row in range(box.top, box.bottom + 1):
            cells[row].update(dict.fromkeys(box.columns))
    for block in reply.blocks:
        for row, values in enumerate(block.rows, start=block.top):
            cells[row].update(enumerate(values, start=block.left))
    return cells


def _head(xml: _SheetXml, reply: Done) -> bytes:
    """Return the head of the sheet, with its dimension and the widths of the new columns."""
    head = xml.head
    widths = []
    for new_column in reply.columns:
        head = edits.with_dimension(head, new_column.box)
        if new_column.width is not None:
            widths.append((new_column.column, new_column.width))
    return edits.with_widths(head, widths, xml.prefix)


def _workbook(
    package: Package, sheet: SheetPart, reply: Done, columns: list[int], top: int
) -> bytes:
    """Return the workbook part with our names, and the request to calculate all formulas."""
    book = package.read(package.workbook)
    book = edits.grown_names(book, sheet.number, columns, top)
    covered = {name: list(boxes) for name, boxes in reply.names.items() if boxes is not None}
    book = edits.with_names(book, sheet.number, over_results(sheet.name, covered))
    return edits.calculating(book)


def _grown_tables(
    package: Package, sheet: SheetPart, reply: Done, cells: NewCells
) -> dict[str, list[bytes]]:
    """Return the parts of the tables that grow."""
    new_boxes = dict(reply.resized)
    changed: dict[str, list[bytes]] = {}
    for table in edits.tables_of(package, sheet.part):
        if table.box not in new_boxes:
            continue
        titles = cells[table.box.top]
        added = range(table.box.right + 1, new_boxes[table.box].right + 1)
        labels: list[tuple[str, str | None]] = [(str(titles[column]), None) for column in added]
        changed[table.part] = [edits.grown_table(table, labels)]
    return changed


def _replaces_formulas(seen: Seen, reply: Done) -> bool:
    """Tell whether cells of columns with formulas are written or emptied."""
    if seen.typed is None:
        return False
    boxes = [*reply.clear, *(new_column.box for new_column in reply.columns)]
    columns = {column for box in boxes for column in box.columns}
    for typed in seen.typed:
        for column in columns:
            text = typed[column] if column < len(typed) else None
            if isinstance(text, str) and text.startswith("="):
                return True
    return False


class _Looks:
    """The formats of new cells: those of their row or column, or of the cell in whose place they are."""

    def __init__(self, xml: _SheetXml, seen: Seen, reply: Done, formats: CellFormats) -> None:
        self._formats = formats
        self._column_style: Callable[[int], int] = lru_cache(None)(edits.column_styles(xml.head))
        self._earlier = [
            box for name, boxes in seen.names.items() for box in boxes if name.startswith(RESULTS)
        ]
        self._values = seen.values
        self._title_rows = {box.top for box in reply.titles}
        self._new_titles: dict[int, str] = {}
        self._columns = reply.columns
        self._columns_at: dict[int, list[NewColumn]] = defaultdict(list)
        for new_column in reply.columns:
            self._columns_at[new_column.column].append(new_column)
        for block in reply.blocks:
            if block.top in self._title_rows:
                titles = enumerate(block.rows[0], start=block.left)
                self._new_titles.update((column, str(title)) for column, title in titles)
        self._known_looks: dict[tuple[int, ...], RowLook | None] = {}

    @property
    def first(self) -> int:
        """The first column of new or earlier results."""
        lefts = [box.left for box in self._earlier]
        return min([*lefts, *(new_column.column for new_column in self._columns)])

    def of_row(self, styles: tuple[int, ...]) -> RowLook | None:
        """Return the look of a row by the formats of its cells left of the results."""
        if styles not in self._known_looks:
            self._known_looks[styles] = self._look(styles)
        return self._known_looks[styles]

    def _look(self, styles: tuple[int, ...]) -> RowLook | None:
        """Return the last format, and whether fonts and fills are alike; the first may differ."""
        if not styles:
            return None
        alike = styles[1:] if len(styles) >= LEAST_CELLS else styles
        parts = [self._formats.parts_of(style) for style in alike]
        return RowLook(
            styles[-1],
            has_one_font=len({part.font for part in parts}) == 1,
            has_one_fill=len({part.fill for part in parts}) == 1,
        )

    def of_cell(
        self, row: int, column: int, look: RowLook | None, row_style: int | None, old: int | None
    ) -> int:
        """Return the format of a new cell, -1 for none.

        `row_style` is the format of its row, None where only the column has one; `old` is that of the cell
        in its place, None where there is none. A title looks like the one left of it.
        """
        is_new_kind = False
        if old is not None:
            if not self._is_earlier(row, column):
                align = self._align(row, column)
                is_title = row in self._title_rows
                return old if is_title else self._formats.of_new_cell(None, old, align)
            is_new_kind = self._has_new_kind(column)
            if not is_new_kind:
                return old
        if row in self._title_rows:
            return -1 if look is None else look.last
        style = self._column_style(column) if row_style is None else row_style
        return self._formats.of_new_cell(look, style, self._align(row, column))

    def draws(self, style: int) -> bool:
        """Tell whether a blank cell of a format can be seen."""
        return self._formats.draws(style)

    def _align(self, row: int, column: int) -> Align:
        """Return the alignment of a new column; several tables may share one."""
        columns = self._columns_at[column]
        for new_column in columns:
            if new_column.top <= row <= new_column.bottom:
                return new_column.align
        return columns[0].align

    def _is_earlier(self, row: int, column: int) -> bool:
        """Tell whether a cell is a result of an earlier run."""
        return any(
            box.top <= row <= box.bottom and box.left <= column <= box.right
            for box in self._earlier
        )

    def _has_new_kind(self, column: int) -> bool:
        """Tell whether an earlier column held another kind of results, which have another alignment."""
        for box in self._earlier:
            if box.left <= column <= box.right and column in self._new_titles:
                titles = self._values[box.top]
                old_title = str(titles[column]) if column < len(titles) else ""
                return parts_of(old_title)[1] != parts_of(self._new_titles[column])[1]
        return False


class _RowWriter:
    """Writes the rows of a sheet with new cells among those that stay."""

    def __init__(
        self,
        xml: _SheetXml,
        reply: Done,
        cells: NewCells,
        looks: _Looks,
        unusual: BookError,
    ) -> None:
        self._xml = xml
        self._unusual = unusual
        self._prefix = xml.prefix
        self._cells = cells
        self._looks = looks
        self._first = looks.first
        self._title_rows = frozenset(box.top for box in reply.titles)
        self._columns = frozenset(new_column.column for new_column in reply.columns)
        self._row_tag = re.compile(rb"<%srow(?=[\s/>])[^<>]*>" % re.escape(xml.prefix))
        self._row_end = b"</%srow>" % xml.prefix
        self._cell_start = b"<%sc " % xml.prefix
        cached = lru_cache(None, typed=True)  # 1 and 1.0 are rendered in different ways
        self._content = cached(lambda value: cell_content(value, self._prefix))
        self._opening = cached(lambda column, style: opening_of(column, style, self._prefix))

    def rows(self) -> Iterator[bytes]:
        """Yield the rows, with those that were missing."""
        waiting = sorted(self._cells)
        waiting.reverse()
        end = 0
        last = -1
        xml = self._xml.rows
        for tag in self._row_tag.finditer(xml):
            number = int(attribute(tag[0], "r") or last + 2) - 1
            if number <= last or tag.start() < end:
                raise self._unusual
            yield xml[end : tag.start()]
            while waiting and waiting[-1] < number:
                yield self._missing_row(waiting.pop())
            end = self._end_of_row(tag)
            old = xml[tag.start() : end]
            if waiting and waiting[-1] == number:
                waiting.pop()
                yield self._row(number, tag[0], old)
            else:
                yield old
            last = number
        for number in reversed(waiting):
            yield self._missing_row(number)
        yield xml[end:]

    def _end_of_row(self, tag: re.Match[bytes]) -> int:
        """Return where the row ends that begins with a tag."""
        if tag[0].endswith(b"/>"):
            return tag.end()
        end = self._xml.rows.find(self._row_end, tag.end())
        if end < 0:
            raise self._unusual
        return end + len(self._row_end)

    def _missing_row(self, number: int) -> bytes:
        """Return a row that is not in the file, nothing where nothing new stands in it."""
        tag = b'<%srow r="%d">' % (self._prefix, number + 1)
        content = self._spliced(number, tag, b"")
        return tag + content + self._row_end if content else b""

    def _row(self, number: int, tag: bytes, old: bytes) -> bytes:
        """Return a row with its new cells."""
        if tag.endswith(b"/>"):
            content = self._spliced(number, tag, b"")
            opening = tag[:-2].rstrip() + b">"
            return opening + content + self._row_end if content else old
        content = old[len(tag) : -len(self._row_end)]
        return tag + self._spliced(number, tag, content) + self._row_end

    def _spliced(self, number: int, tag: bytes, content: bytes) -> bytes:
        """Return the content of a row with its new cells."""
        new = self._cells[number]
        first = min(new)
        is_title = number in self._title_rows
        if not is_title and self._is_plain(content, first):
            look = self._looks.of_row((-1,) if content else ())
            return content + self._merged(number, {}, new, look, _style_of_row(tag))
        start = 0
        column = -1
        styles = []
        old_cells: dict[int, bytes] = {}
        for match in _CELL.finditer(content):
            cell = match[0]
            column = _column_of(cell, column)
            if column >= first:
                old_cells[column] = cell
            else:
                start = match.end()
            is_seen = not (is_title and _is_empty(cell))
            if column < (first if is_title else self._first) and is_seen:
                styles.append(_style_of(cell))
        look = self._looks.of_row(tuple(styles))
        row_style = _style_of_row(tag)
        return content[:start] + self._merged(number, old_cells, new, look, row_style)

    def _is_plain(self, content: bytes, first: int) -> bool:
        """Tell whether all cells of a row are left of a column, and none has a format."""
        last_cell = content.rfind(self._cell_start)
        if last_cell < 0 or b" s=" in content:
            return not content
        tag = _tag_of(content[last_cell:])
        return bool(attribute(tag, "r")) and _column_of(tag, -1) < min(first, self._first)

    def _merged(
        self,
        number: int,
        old_cells: Mapping[int, bytes],
        new: Mapping[int, Any],
        look: RowLook | None,
        row_style: int | None,
    ) -> bytes:
        """Return the cells of a row from the first new one on."""
        texts = []
        is_gap = not any(value is not None for value in new.values())
        for column in sorted({*old_cells, *new}):
            old = old_cells.get(column)
            if column not in new:
                texts.append(old_cells[column])
                continue
            if old is not None and _FORMULA_OF_OTHERS.search(old):
                raise self._unusual
            value = new[column]
            if column not in self._columns or is_gap:
                texts.append(self._emptied(number, column, old))
                continue
            old_style = None if old is None else _style_of(old)
            style = self._looks.of_cell(number, column, look, row_style, old_style)
            if value is not None or self._looks.draws(style):
                texts.append(self._cell(number, column, value, style))
            else:
                texts.append(self._emptied(number, column, old))
        return b"".join(texts)

    def _emptied(self, number: int, column: int, old: bytes | None) -> bytes:
        """Return a cell without its content, nothing where it has no style of its own."""
        if old is None or _is_empty(old):
            return old or b""
        style = _style_of(old)
        if style < 0:
            return b""
        return b'<%sc r="%s" s="%d"/>' % (self._prefix, a1(number, column).encode(), style)

    def _cell(self, number: int, column: int, value: Any, style: int) -> bytes:
        """Return a new cell, blank without a value."""
        row_number = b"%d" % (number + 1)
        opening = row_number.join(self._opening(column, style))
        if value is None:
            return opening + b"/>"
        return opening + self._content(value)


def _style_of_row(tag: bytes) -> int | None:
    """Return the style of a row, None where it has none."""
    has_style = attribute(tag, "customFormat") in (b"1", b"true")
    style = attribute(tag, "s")
    return int(style) if has_style and style else None


def _tag_of(cell: bytes) -> bytes:
    """Return the tag of a cell, without what is in it."""
    return cell[: cell.index(b">") + 1]


def _column_of(cell: bytes, before: int) -> int:
    """Return the column of a cell; one without an address is right of the cell before.

    >>> _column_of(b'<c r="C7"/>', -1), _column_of(b"<c><v>5</v></c>", 2)
    (2, 3)
    """
    address = attribute(_tag_of(cell), "r").decode()
    return column_number(address.rstrip("0123456789")) if address else before + 1


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
