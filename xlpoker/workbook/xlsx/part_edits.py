"""Small edits of parts as bytes, which leave all other bytes as they are.

In the head of a sheet: its dimension, and the widths of new columns. In other parts: a table that
grows, the request to calculate all formulas when the workbook is opened, and the names of a removed
part. Also the names that cover results, which tell the next run what it may replace. What is to be
edited is read here, too: tables, drawings, sparklines.

Spreadsheet programs keep a name right when rows and columns are inserted, moved and sorted. Each
table of hands has two names, hidden and local to its sheet. They end with a number where a sheet
has several tables. `_xlpoker_results` covers the new columns, `_xlpoker_hands` the first hand of
each row, by which the table is recognised in the next run.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from xlpoker.addresses import Box, column_letters, column_number
from xlpoker.errors import BookError
from xlpoker.scoring.result_names import covered_by, is_our_name
from xlpoker.workbook.xlsx.package import Package, local_name
from xlpoker.workbook.xlsx.xml_texts import attribute, boxes, content_up_to, text_of, xml_text

__all__ = [
    "calculating",
    "column_styles",
    "covered_by_names",
    "drawings_of",
    "grown",
    "grown_filter",
    "grown_names",
    "grown_table",
    "sparklines",
    "tables_of",
    "with_defined_names",
    "with_dimension",
    "with_names",
    "with_widths",
    "without_part",
]

_COLS = re.compile(
    rb"(<((?:[\w.-]+:)?)cols(?:\s[^<>]*)?>)(%b)(</(?:[\w.-]+:)?cols>)" % content_up_to(b"cols")
)
_COL = re.compile(rb"<(?:[\w.-]+:)?col\s[^<>]*>")
_DIMENSION = re.compile(rb"(<(?:[\w.-]+:)?dimension\s[^<>]*?\bref=[\"'])([^\"']*)([\"'])")
_TABLE = rb"<(?:[\w.-]+:)?table\s[^<>]*>"
_RANGE_OF_TABLE = rb"(<(?:[\w.-]+:)?(?:table|autoFilter)\s(?:[^<>]*?\s)?ref=[\"'])([^\"']*)"
_FILTER = re.compile(rb"(<(?:[\w.-]+:)?autoFilter\s[^<>]*?\bref=[\"'])([^\"']*)([\"'])")
_TABLE_COLUMNS = rb"(<((?:[\w.-]+:)?)tableColumns\s[^<>]*?\bcount=[\"'])(\d{1,9})([\"'])"
_TABLE_COLUMN = rb"<(?:[\w.-]+:)?tableColumn\s[^<>]*>"
_AREA = r"(\$?[A-Z]{1,3}\$?(\d{0,7}):\$?)([A-Z]{1,3})(?=\$?(\d{0,7})(?![\w$(]))"
_SPARKLINE = re.compile(rb"<(/?)(?:[\w.-]+:)?sparkline>|<(?:[\w.-]+:)?sqref>([^<]*)<")
_SHEET = re.compile(rb"<(?:[\w.-]+:)?sheet\s[^<>]*>")
_CALCULATION = re.compile(rb"<((?:[\w.-]+:)?)calcPr\b([^<>]*?)(/?)>")

# A defined name: its tag and what it stands for; the whole element; the element of all names.
_NAME = re.compile(rb"(<(?:[\w.-]+:)?definedName\s[^<>]*>)([^<>]*)(?=<)")
_NAME_ELEMENT = re.compile(rb"<((?:[\w.-]+:)?)definedName\s[^<>]*>[^<>]*</\1definedName\s*>")
_EMPTY_NAMES = re.compile(rb"<(?:[\w.-]+:)?definedNames\s*/>")
_END_OF_NAMES = re.compile(rb"</((?:[\w.-]+:)?)definedNames\s*>")
_BEFORE_NAMES = ("externalReferences", "functionGroups", "sheets")
_GROWING_NAMES = (b"_xlnm.Print_Area", b"_xlnm._FilterDatabase")

_COLUMN_WIDTH = 609_600
"""The usual width of a column, in the units of drawings (EMU)."""
_ROW_HEIGHT = 190_500
"""The usual height of a row, in the same units."""


def _number(tag: bytes, name: str, default: int) -> int:
    """Return the number of up to nine digits that an attribute holds."""
    value = attribute(tag, name)
    is_number = value.isdigit() and len(value) < 10
    return int(value) if is_number else default


def _with_group(match: re.Match[bytes], group: int, new: bytes) -> bytes:
    """Return the text in which a match was found, with other bytes in place of one of its groups."""
    start, end = match.span(group)
    text = match.string
    return text[:start] + new + text[end:]


def with_dimension(head: bytes, box: Box) -> bytes:
    """Return the head of a sheet with a dimension that includes some cells.

    A missing dimension is not added.

    >>> with_dimension(b'<dimension ref="A1:J9"/>', Box(1, 10, 8, 12))
    b'<dimension ref="A1:M9"/>'
    """
    match = _DIMENSION.search(head)
    if match is None:
        return head
    old_boxes = boxes([match[2]])
    if not old_boxes:
        return head
    old = old_boxes[0]
    whole = Box(
        top=min(box.top, old.top),
        left=min(box.left, old.left),
        bottom=max(box.bottom, old.bottom),
        right=max(box.right, old.right),
    )
    return _with_group(match, 2, whole.address.encode())


class ColumnEntry(NamedTuple):
    """A ``<col>`` in the head of a sheet: its first and last column, counted from 0, and its tag."""

    first: int
    last: int
    tag: bytes


def _column_entries(head: bytes) -> list[ColumnEntry]:
    """Return the entries for columns in the head of a sheet."""
    match = _COLS.search(head)
    if match is None:
        return []
    entries = []
    for tag in _COL.findall(match[3]):
        first = _number(tag, "min", 0) - 1
        last = _number(tag, "max", 0) - 1
        entries.append(ColumnEntry(first, last, tag))
    return entries


def _entry_of(column: int, entries: Iterable[ColumnEntry]) -> ColumnEntry | None:
    """Return the first entry that covers a column."""
    for entry in entries:
        if entry.first <= column <= entry.last:
            return entry
    return None


def column_styles(head: bytes) -> Callable[[int], int]:
    """Return the function from a column to its default style, -1 without one."""
    entries = _column_entries(head)

    def style_of(column: int) -> int:
        entry = _entry_of(column, entries)
        return -1 if entry is None else _number(entry.tag, "style", -1)

    return style_of


def with_widths(head: bytes, widths: Sequence[tuple[int, float]], prefix: bytes) -> bytes:
    """Return the head of a sheet with widths for columns, given as pairs of column and width.

    A column that has an entry of its own keeps it. One that lies amid the columns of an entry
    splits that entry.

    >>> head = b'<cols><col min="1" max="12" width="5"/></cols><sheetData>'
    >>> for tag in with_widths(head, [(10, 9.0), (11, 34.0)], b"").split(b"><"):
    ...     print(tag.decode())
    <cols
    col min="1" max="10" width="5"/
    col min="11" max="11" width="9" customWidth="1"/
    col min="12" max="12" width="34" customWidth="1"/
    /cols
    sheetData>
    """
    old_entries = _column_entries(head)
    columns_with_entry = {entry.first for entry in old_entries if entry.first == entry.last}
    entries = old_entries
    for column, width in widths:
        if column not in columns_with_entry:
            entries = _with_width(entries, column, width, prefix)
    all_are_empty_elements = all(entry.tag.endswith(b"/>") for entry in old_entries)
    if entries == old_entries or not all_are_empty_elements:
        return head
    tags = b"".join(entry.tag for entry in entries)
    match = _COLS.search(head)
    if match is not None:
        return _with_group(match, 3, tags)
    end = head.rindex(b"<" + prefix + b"sheetData")
    element = b"<%scols>%s</%scols>" % (prefix, tags, prefix)
    return head[:end] + element + head[end:]


def _with_width(
    entries: Sequence[ColumnEntry], column: int, width: float, prefix: bytes
) -> list[ColumnEntry]:
    """Return the entries with one for a single column, with its width and the old style."""
    old = _entry_of(column, entries) or ColumnEntry(column, column, b"")
    style = _number(old.tag, "style", -1)
    style_text = b' style="%d"' % style if style >= 0 else b""
    tag = b'<%scol min="%d" max="%d" width="%g"%s customWidth="1"/>' % (
        prefix,
        column + 1,
        column + 1,
        width,
        style_text,
    )
    new = [ColumnEntry(column, column, tag)]
    if old.first < column:
        new.append(_limited(old, old.first, column - 1))
    if column < old.last:
        new.append(_limited(old, column + 1, old.last))
    unchanged = [entry for entry in entries if entry != old]
    return sorted([*unchanged, *new])


def _limited(entry: ColumnEntry, first: int, last: int) -> ColumnEntry:
    """Return an entry for some of its columns only."""
    tag = entry.tag
    numbers = {b"min": first + 1, b"max": last + 1}
    for name, number in numbers.items():
        tag = re.sub(rb"(\s%s=[\"'])\d+" % name, rb"\g<1>%d" % number, tag)
    return ColumnEntry(first, last, tag)


class BookTable(NamedTuple):
    """An Excel table: its part, all its cells, and how many of its rows are headings or totals.

    A table that `is_query` is filled by a query, as Power Query does, which also names its columns.
    """

    part: str
    xml: bytes
    name: str
    box: Box
    heading_rows: int
    total_rows: int
    columns: list[str]
    is_query: bool = False

    @property
    def rows(self) -> Box:
        """Its cells without those of headings and totals."""
        return self.box._replace(
            top=self.box.top + self.heading_rows,
            bottom=self.box.bottom - self.total_rows,
        )


def tables_of(package: Package, sheet: str) -> Iterator[BookTable]:
    """Yield the tables of the sheet with that part."""
    for part in package.related(sheet, "table").values():
        xml = package.read(part)
        match = re.search(_TABLE, xml)
        tag = match[0] if match else b""
        columns = [text_of(attribute(column, "name")) for column in re.findall(_TABLE_COLUMN, xml)]
        for box in boxes([attribute(tag, "ref")]):
            yield BookTable(
                part=part,
                xml=xml,
                name=text_of(attribute(tag, "displayName") or attribute(tag, "name")),
                box=box,
                heading_rows=_number(tag, "headerRowCount", 1),
                total_rows=_number(tag, "totalsRowCount", 0),
                columns=columns,
                is_query=attribute(tag, "tableType") == b"queryTable",
            )


def sparklines(tail: bytes) -> list[Box]:
    """Return the cells of sparklines, which are listed behind the rows of a sheet.

    Such a cell may hold nothing else.

    >>> sparklines(b"<x14:sparkline><xm:f>S!A1:C1</xm:f><xm:sqref>D1</xm:sqref></x14:sparkline>")
    [Box(top=0, left=3, bottom=0, right=3)]
    """
    cells: list[bytes] = []
    is_inside = False
    for match in _SPARKLINE.finditer(tail):
        if match[2] is None:
            is_inside = not match[1]
        elif is_inside:
            cells += match[2].split()
    return boxes(cells)


def drawings_of(package: Package, sheet: str) -> list[Box]:
    """Return the cells below each drawing of the sheet with that part.

    They are exact where both corners of a drawing are given, else estimated. Drawings without a
    cell, and parts that cannot be read, are left out.
    """
    drawings = []
    for part in package.related(sheet, "drawing").values():
        try:
            root = package.tree(part)
        except BookError:
            continue
        for element in root.iter():
            if local_name(element.tag).endswith("CellAnchor"):
                box = _cells_below(element)
                if box is not None:
                    drawings.append(box)
    return drawings


def _cells_below(anchor: Element) -> Box | None:
    """Return the cells below a drawing, None where its corners are not cells."""
    parts = {local_name(part.tag): part for part in anchor}
    start = _corner(parts.get("from"))
    end = _corner(parts.get("to"))
    has_start = {"col", "row"} <= start.keys()
    has_end = {"col", "row"} <= end.keys()
    if not has_start or ("to" in parts and not has_end):
        return None
    left = start["col"]
    top = start["row"]
    if has_end:
        right = _last_covered(end, "col")
        bottom = _last_covered(end, "row")
    else:
        size = _whole_numbers(parts["ext"].attrib if "ext" in parts else {})
        right = left + size.get("cx", 0) // _COLUMN_WIDTH
        bottom = top + size.get("cy", 0) // _ROW_HEIGHT
    return Box(top, left, max(bottom, top), max(right, left))


def _corner(element: Element | None) -> dict[str, int]:
    """Return the numbers of a corner of a drawing: its column and row, and the offsets in them."""
    if element is None:
        return {}
    return _whole_numbers({local_name(part.tag): part.text for part in element})


def _last_covered(corner: Mapping[str, int], name: str) -> int:
    """Return the last column or row that is covered by a drawing that ends at a corner.

    A corner at the edge of a cell covers nothing of it.
    """
    is_at_edge = not corner.get(f"{name}Off")
    return corner[name] - 1 if is_at_edge else corner[name]


def _whole_numbers(texts: Mapping[str, str | None]) -> dict[str, int]:
    """Return the whole numbers among some texts."""
    return {
        name: int(text)
        for name, text in texts.items()
        if text is not None and text.strip().isdecimal()
    }


def grown_table(table: BookTable, new_columns: Sequence[tuple[str, str | None]]) -> bytes:
    """Return the XML of a table with further columns at its right side.

    Each is the name of a column, and the formula that new rows get, or None.
    """
    xml = table.xml
    columns = re.search(_TABLE_COLUMNS, xml)
    if columns is None:
        return xml
    prefix = columns[2]
    ids = [_number(tag, "id", 0) for tag in re.findall(_TABLE_COLUMN, xml)]
    last_id = max(ids, default=0)
    elements = [
        _table_column(column_id, name, formula, prefix)
        for column_id, (name, formula) in enumerate(new_columns, last_id + 1)
    ]
    end = xml.rindex(b"</" + prefix + b"tableColumns>")
    count_start, count_end = columns.span(3)
    new_count = int(columns[3]) + len(new_columns)
    pieces = [
        xml[:count_start],
        b"%d" % new_count,
        xml[count_end:end],
        *elements,
        xml[end:],
    ]

    def widened(match: re.Match[bytes]) -> bytes:
        (old,) = boxes([match[2]])
        wide = old._replace(right=old.right + len(new_columns))
        return match[1] + wide.address.encode()

    return re.sub(_RANGE_OF_TABLE, widened, b"".join(pieces), count=2)


def _table_column(column_id: int, name: str, formula: str | None, prefix: bytes) -> bytes:
    """Return the element of a column of an Excel table."""
    name_text = xml_text(name).replace(b'"', b"&quot;")
    start = b'<%stableColumn id="%d" name="%s"' % (prefix, column_id, name_text)
    if formula is None:
        return start + b"/>"
    tag = prefix + b"calculatedColumnFormula"
    return start + b"><%s>%s</%s></%stableColumn>" % (tag, xml_text(formula), tag, prefix)


def grown_filter(tail: bytes, columns: Collection[int], row: int) -> bytes:
    """Return the XML behind the rows with the filter extended to new columns that adjoin it."""
    match = _FILTER.search(tail)
    if match is None:
        return tail
    return _with_group(match, 2, _grown_bytes(match[2], columns, row))


def grown_names(xml: bytes, sheet: str, columns: Collection[int], row: int) -> bytes:
    """Return the workbook part with the print area and the filter of a sheet extended.

    They grow by the new columns that adjoin them; `sheet` is the number of the sheet.
    """
    local_number = _local_number(xml, sheet)

    def widened(match: re.Match[bytes]) -> bytes:
        tag = match[1]
        is_of_sheet = attribute(tag, "localSheetId") == local_number
        if not is_of_sheet or attribute(tag, "name") not in _GROWING_NAMES:
            return match[0]
        return tag + _grown_bytes(match[2], columns, row)

    return _NAME.sub(widened, xml)


def _local_number(xml: bytes, sheet: str) -> bytes:
    """Return the text by which names refer to the sheet with that number: its index among all."""
    for index, tag in enumerate(_SHEET.findall(xml)):
        number = attribute(tag, "sheetId").decode("ascii", "replace")
        if number == sheet:
            return b"%d" % index
    return b""


def _grown_bytes(ranges: bytes, columns: Collection[int], row: int) -> bytes:
    """Return ranges as `grown` does, from bytes that need not be UTF-8."""
    text = ranges.decode("utf-8", "surrogateescape")
    return grown(text, columns, row).encode("utf-8", "surrogateescape")


def grown(ranges: str, columns: Collection[int], row: int) -> str:
    """Return the ranges of a print area or filter, extended to new columns.

    A range grows if it ends where the new columns begin, and includes their first row.

    >>> grown("Hands!$A$1:$J$31,Hands!$L$1:$L$9", [10, 11], 0), grown("$A:$J", [11], 0)
    ('Hands!$A$1:$L$31,Hands!$L$1:$L$9', '$A:$J')
    """

    def widened(match: re.Match[str]) -> str:
        right = column_number(match[3])
        first_row = int(match[2] or 1)
        last_row = int(match[4] or row + 1)
        if first_row <= row + 1 <= last_row:
            while right + 1 in columns:
                right += 1
        return match[1] + column_letters(right)

    return re.sub(_AREA, widened, ranges)


def calculating(xml: bytes) -> bytes:
    """Return the workbook part that asks for all formulas to be calculated when it is opened.

    >>> calculating(b'<workbook><sheets/><calcPr calcId="1"/></workbook>')
    b'<workbook><sheets/><calcPr calcId="1" fullCalcOnLoad="1"/></workbook>'
    """
    match = _CALCULATION.search(xml)
    if match:
        attributes = re.sub(rb"\sfullCalcOnLoad=[\"'][^\"']*[\"']", b"", match[2]).rstrip()
        tag = b'<%scalcPr%s fullCalcOnLoad="1"%s>' % (match[1], attributes, match[3])
        return xml[: match.start()] + tag + xml[match.end() :]
    end, prefix = _behind(xml, ("definedNames", *_BEFORE_NAMES))
    tag = b'<%scalcPr fullCalcOnLoad="1"/>' % prefix
    return xml[:end] + tag + xml[end:]


def with_defined_names(book: bytes, names: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return the workbook part with further names, given as their attributes and their meaning.

    >>> with_defined_names(b"<x:sheets/>", [(b'name="A"', b"1")])
    b'<x:sheets/><x:definedNames><x:definedName name="A">1</x:definedName></x:definedNames>'
    """
    book = _EMPTY_NAMES.sub(b"", book)
    end_of_names = _END_OF_NAMES.search(book)
    if end_of_names:
        end = end_of_names.start()
        prefix = end_of_names[1]
    else:
        end, prefix = _behind(book, _BEFORE_NAMES)
    elements = b"".join(
        b"<%sdefinedName %s>%s</%sdefinedName>" % (prefix, attributes, meaning, prefix)
        for attributes, meaning in names
    )
    if not end_of_names:
        elements = b"<%sdefinedNames>%s</%sdefinedNames>" % (prefix, elements, prefix)
    return book[:end] + elements + book[end:]


def _behind(xml: bytes, names: Sequence[str]) -> tuple[int, bytes]:
    """Return where the first existing element of some names ends, and the prefix of its tags."""
    for name in names:
        tag = name.encode()
        pattern = rb"</((?:[\w.-]+:)?)%s\s*>|<((?:[\w.-]+:)?)%s\s*/>" % (tag, tag)
        end = re.search(pattern, xml)
        if end:
            return end.end(), end[1] or end[2] or b""
    return len(xml), b""


def without_part(package: Package, part: str) -> dict[str, list[bytes]]:
    """Return the content types and the workbook's relationships without a removed part."""
    folder, name = posixpath.split(package.workbook)
    base = re.escape(posixpath.basename(part).encode())
    override = rb"<(?:[\w.-]+:)?Override\s[^<>]*PartName=[\"'][^\"']*/%s[\"'][^<>]*/>" % base
    relationship = (
        rb"<(?:[\w.-]+:)?Relationship\s[^<>]*Target=[\"'](?:[^\"']*/)?%s[\"'][^<>]*/>" % base
    )
    element_by_part = {
        "[Content_Types].xml": override,
        posixpath.join(folder, "_rels", name + ".rels"): relationship,
    }
    return {
        changed_part: [re.sub(element, b"", package.read(changed_part))]
        for changed_part, element in element_by_part.items()
    }


def covered_by_names(book: bytes, sheet: str) -> dict[str, list[Box]]:
    """Return the cells that our names on the sheet with that number cover."""
    local_number = _local_number(book, sheet)
    other_titles = _titles_of_others(book, local_number)
    covered = {}
    for tag, meaning in _NAME.findall(book):
        name = text_of(attribute(tag, "name"))
        if attribute(tag, "localSheetId") == local_number and is_our_name(name):
            covered[name] = covered_by(text_of(meaning), other_titles)
    return covered


def _titles_of_others(book: bytes, local_number: bytes) -> set[str]:
    """Return the names of all sheets but one."""
    titles = set()
    for index, tag in enumerate(_SHEET.findall(book)):
        if b"%d" % index != local_number:
            titles.add(text_of(attribute(tag, "name")))
    return titles


def with_names(book: bytes, sheet: str, texts: Mapping[str, str]) -> bytes:
    """Return the workbook part with hidden names on the sheet with that number; those of the same names go."""
    local_number = _local_number(book, sheet)

    def without_old(match: re.Match[bytes]) -> bytes:
        is_of_sheet = attribute(match[0], "localSheetId") == local_number
        is_replaced = is_of_sheet and text_of(attribute(match[0], "name")) in texts
        return b"" if is_replaced else match[0]

    attributes = b'name="%s" localSheetId="%s" hidden="1"'
    new_names = [
        (attributes % (name.encode(), local_number), xml_text(text)) for name, text in texts.items()
    ]
    return with_defined_names(_NAME_ELEMENT.sub(without_old, book), new_names)
