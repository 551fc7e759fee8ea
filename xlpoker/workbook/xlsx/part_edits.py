"""Small edits of parts as bytes, which leave all other bytes as they are.

In the head of a sheet: its dimension and the widths of new columns. In other parts: a table that grows, the workbook's request
to calculate when it is opened, the names of a removed part, and the names that cover results, which tell the next run what it may replace. Tables and names as ranges, for ``--hands``, are read here, too.

Spreadsheet programs keep a name right when rows and columns are inserted, moved and sorted. Each table has two, hidden and
local to its sheet, with a number behind them where a sheet has several tables: `_xlpoker_results` covers the new columns,
`_xlpoker_hands` the first hand of each row, by which the table is known again.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from xlpoker.addresses import a1, column_letters, column_number, unquoted
from xlpoker.errors import BookError, LayoutError, nearest, quoted
from xlpoker.layout.ranges import split_ranges
from xlpoker.scoring.model import Box
from xlpoker.workbook.xlsx.cells import attribute, boxes, text_of, xml_text
from xlpoker.workbook.xlsx.package import Package, local_name

__all__ = [
    "ResultNames", "calculating", "column_styles", "drawings_of", "grown", "grown_filter", "grown_names", "grown_table", "on_sheet",
    "over_results", "resolved", "sparklines", "tables_of", "with_defined_names", "with_dimension", "with_widths", "without_part",
]  # fmt: skip

_COLS = re.compile(rb"(<((?:[\w.-]+:)?)cols(?:\s[^<>]*)?>)(.*?)(</(?:[\w.-]+:)?cols>)", re.DOTALL)
_COL = re.compile(rb"<(?:[\w.-]+:)?col\s[^<>]*>")
_DIMENSION = re.compile(rb"(<(?:[\w.-]+:)?dimension\s[^<>]*?\bref=[\"'])([^\"']*)([\"'])")
_TABLE = re.compile(rb"<(?:[\w.-]+:)?table\s[^<>]*>")
_RANGE_OF_TABLE = re.compile(
    rb"(<(?:[\w.-]+:)?(?:table|autoFilter)\s(?:[^<>]*?\s)?ref=[\"'])([^\"']*)"
)
_FILTER = re.compile(rb"(<(?:[\w.-]+:)?autoFilter\s[^<>]*?\bref=[\"'])([^\"']*)([\"'])")
_COLUMNS = re.compile(rb"(<((?:[\w.-]+:)?)tableColumns\s[^<>]*?\bcount=[\"'])(\d{1,9})([\"'])")
_AREA = re.compile(r"(\$?[A-Z]{1,3}\$?(\d{0,7}):\$?)([A-Z]{1,3})(?=\$?(\d{0,7})(?![\w$(]))")
_SPARKLINE = re.compile(rb"<(/?)(?:[\w.-]+:)?sparkline>|<(?:[\w.-]+:)?sqref>([^<]*)<")
_TABLE_COLUMN = re.compile(rb"<(?:[\w.-]+:)?tableColumn\s[^<>]*>")
_SHEET = re.compile(rb"<(?:[\w.-]+:)?sheet\s[^<>]*>")
_NAME = re.compile(rb"(<(?:[\w.-]+:)?definedName\s[^<>]*>)([^<>]*)(?=<)")
_GROWING = (b"_xlnm.Print_Area", b"_xlnm._FilterDatabase")
_CALCULATION = re.compile(rb"<((?:[\w.-]+:)?)calcPr\b([^<>]*?)(/?)>")
RESULTS, HANDS = "_xlpoker_results", "_xlpoker_hands"
_OWN = re.compile(f"({RESULTS}|{HANDS})([0-9]*)")
_ONE = r"('(?:[^']|'')*'|[^'!,()]+)!(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)"
_CELLS, _LISTED = re.compile(_ONE), re.compile(rf"{_ONE}(?:,{_ONE})*")
_WHOLE = re.compile(rb"<((?:[\w.-]+:)?)definedName\s[^<>]*>[^<>]*</\1definedName\s*>")
_NONE = re.compile(rb"<(?:[\w.-]+:)?definedNames\s*/>")
_END = re.compile(rb"</((?:[\w.-]+:)?)definedNames\s*>")
_REFERENCE = re.compile(
    r"(?:.+!)?\$?[A-Z]{1,3}\$?\d*:\$?[A-Z]{1,3}\$?\d*|(?:.+!)?\$?[A-Z]{1,3}\$?\d+", re.IGNORECASE
)
_COLUMN, _ROW = (
    609_600,
    190_500,
)  # the usual width of a column and height of a row, in the units of drawings (EMU)
_BEFORE_NAMES = ("externalReferences", "functionGroups", "sheets")


def _number(tag: bytes, name: str, default: int) -> int:
    value = attribute(tag, name)
    return int(value) if value.isdigit() and len(value) < 10 else default


def reference(box: Box) -> bytes:
    """Return the text of a rectangle of cells."""
    return f"{a1(box.top, box.left)}:{a1(box.bottom, box.right)}".encode()


def with_dimension(head: bytes, box: Box) -> bytes:
    """Return the head of a sheet with a dimension that includes some cells; a missing dimension is not added.

    >>> with_dimension(b'<dimension ref="A1:J9"/>', Box(1, 10, 8, 12))
    b'<dimension ref="A1:M9"/>'
    """
    match = _DIMENSION.search(head)
    old = boxes([match[2]]) if match else []
    if match is None or not old:
        return head
    whole = Box(*map(min, box[:2], old[0][:2]), *map(max, box[2:], old[0][2:]))
    return head[: match.start(2)] + reference(whole) + head[match.end(2) :]


def _columns(head: bytes) -> list[tuple[int, int, bytes]]:
    """Return the entries for columns in the head of a sheet: the first and the last column, and the tag."""
    found = _COLS.search(head)
    tags = _COL.findall(found[3]) if found else []
    return [(_number(tag, "min", 0) - 1, _number(tag, "max", 0) - 1, tag) for tag in tags]


def column_styles(head: bytes) -> Callable[[int], int]:
    """Return the function from a column to its default style, -1 without one."""
    ranges = [(first, last, _number(tag, "style", -1)) for first, last, tag in _columns(head)]
    return lambda column: next(
        (style for first, last, style in ranges if first <= column <= last), -1
    )


def with_widths(head: bytes, widths: Sequence[tuple[int, float]], prefix: bytes) -> bytes:
    """Return the head of a sheet with widths for columns; a column with a width of its own keeps it.

    >>> with_widths(b'<cols><col min="1" max="12" width="5"/></cols><sheetData>', [(10, 9.0), (11, 34.0)], b"")
    b'<cols><col min="1" max="10" width="5"/><col min="11" max="11" width="9" customWidth="1"/><col min="12" max="12" width="34" customWidth="1"/></cols><sheetData>'
    """
    found, old = _COLS.search(head), _columns(head)
    columns, set_alone = old, {one[:2] for one in old}
    for place, width in widths:
        entry = low, high, tag = next(
            (one for one in columns if one[0] <= place <= one[1]), (place, place, b"")
        )
        if (place, place) in set_alone:
            continue
        style = b' style="%d"' % at if (at := _number(tag, "style", -1)) >= 0 else b""
        sizes = (prefix, place + 1, place + 1, width, style)
        made = [(place, place, b'<%scol min="%d" max="%d" width="%g"%s customWidth="1"/>' % sizes)]
        for start, end in ((low, place - 1), (place + 1, high)):  # what is left beside the column
            made += [(start, end, _span(tag, start + 1, end + 1))] if start <= end else []
        columns = sorted([*(one for one in columns if one != entry), *made])
    if columns == old or any(not tag.endswith(b"/>") for _, _, tag in old):
        return head
    inside = b"".join(tag for _, _, tag in columns)
    if found is None:
        at = head.rindex(b"<" + prefix + b"sheetData")
        return head[:at] + b"<%scols>%s</%scols>" % (prefix, inside, prefix) + head[at:]
    return head[: found.start(3)] + inside + head[found.end(3) :]


def _span(tag: bytes, low: int, high: int) -> bytes:
    for name, value in ((b"min", low), (b"max", high)):
        tag = re.sub(rb"(\s%s=[\"'])\d+" % name, rb"\g<1>%d" % value, tag)
    return tag


@dataclass(frozen=True, slots=True)
class BookTable:
    """A table of a workbook: its part, all its cells, the numbers of label and total rows among them, its columns.

    A table that a `query` fills, as Power Query's do, has its columns from there.
    """

    part: str
    xml: bytes
    name: str
    box: Box
    labels: int
    totals: int
    columns: list[str]
    query: bool = False


def tables_of(package: Package, sheet: str) -> Iterator[BookTable]:
    """Yield the tables of the sheet with that part."""
    for part in package.related(sheet, "table").values():
        xml = package.read(part)
        tag = next(iter(_TABLE.findall(xml)), b"")
        for box in boxes([attribute(tag, "ref")]):
            name = text_of(attribute(tag, "displayName") or attribute(tag, "name"))
            columns = [text_of(attribute(one, "name")) for one in _TABLE_COLUMN.findall(xml)]
            labels, totals = _number(tag, "headerRowCount", 1), _number(tag, "totalsRowCount", 0)
            query = attribute(tag, "tableType") == b"queryTable"
            yield BookTable(part, xml, name, box, labels, totals, columns, query)


def sparklines(tail: bytes) -> list[Box]:
    """Return the cells of sparklines, which are listed behind the rows of a sheet and may hold nothing else.

    >>> sparklines(b"<x14:sparkline><xm:f>S!A1:C1</xm:f><xm:sqref>D1</xm:sqref></x14:sparkline>")
    [Box(top=0, left=3, bottom=0, right=3)]
    """
    cells: list[bytes] = []
    within = False
    for match in _SPARKLINE.finditer(tail):
        if match[2] is None:
            within = not match[1]
        elif within:
            cells += match[2].split()
    return boxes(cells)


def drawings_of(package: Package, sheet: str) -> list[Box]:
    """Return the cells below each drawing of the sheet with that part: exact where both corners are given, else estimated.

    Drawings without a cell, and parts that cannot be read, are left out.
    """
    found = []
    for part in package.related(sheet, "drawing").values():
        try:
            anchors = [
                one
                for one in package.tree(part).iter()
                if local_name(one.tag).endswith("CellAnchor")
            ]
        except BookError:
            continue
        for anchor in anchors:
            parts = {local_name(one.tag): one for one in anchor}
            corners = [
                {local_name(one.tag): one.text for one in parts.get(key, ())}
                for key in ("from", "to")
            ]
            start, end = map(_numbers, corners)
            if not {"col", "row"} <= start.keys() or (
                "to" in parts and not {"col", "row"} <= end.keys()
            ):
                continue
            left, top = start["col"], start["row"]
            if end:  # a corner at the edge of a cell covers nothing of it
                right, bottom = (end[name] - (not end.get(f"{name}Off")) for name in ("col", "row"))
            else:
                size = _numbers(parts["ext"].attrib if "ext" in parts else {})
                right, bottom = left + size.get("cx", 0) // _COLUMN, top + size.get("cy", 0) // _ROW
            found.append(Box(top, left, max(bottom, top), max(right, left)))
    return found


def _numbers(texts: Mapping[str, str | None]) -> dict[str, int]:
    """Return the whole numbers among some texts."""
    return {
        name: int(text)
        for name, text in texts.items()
        if text is not None and text.strip().isdecimal()
    }


def grown_table(table: BookTable, names: Sequence[tuple[str, str | None]]) -> bytes:
    """Return a table with further columns at its right side: the name of each, and the formula that new rows get."""
    xml = table.xml
    counted = _COLUMNS.search(xml)
    if counted is None:
        return xml
    prefix, tag = counted[2], counted[2] + b"calculatedColumnFormula"
    number = max([_number(one, "id", 0) for one in _TABLE_COLUMN.findall(xml)], default=0)
    made = b"".join(
        b'<%stableColumn id="%d" name="%s"' % (prefix, at, xml_text(name).replace(b'"', b"&quot;"))
        + (
            b"/>"
            if formula is None
            else b"><%s>%s</%s></%stableColumn>" % (tag, xml_text(formula), tag, prefix)
        )
        for at, (name, formula) in enumerate(names, number + 1)
    )
    end = xml.rindex(b"</" + prefix + b"tableColumns>")
    xml = xml[:end] + made + xml[end:]
    xml = xml[: counted.start(3)] + b"%d" % (int(counted[3]) + len(names)) + xml[counted.end(3) :]

    def wider(match: re.Match[bytes]) -> bytes:
        (old,) = boxes([match[2]])
        return match[1] + reference(old._replace(right=old.right + len(names)))

    return _RANGE_OF_TABLE.sub(wider, xml, count=2)


def grown_filter(tail: bytes, places: Collection[int], row: int) -> bytes:
    """Return the XML behind the rows with the filter extended to new columns that adjoin it."""
    return _FILTER.sub(
        lambda match: match[1] + _wider(match[2], places, row) + match[3], tail, count=1
    )


def grown_names(xml: bytes, sheet: str, places: Collection[int], row: int) -> bytes:
    """Return the workbook part with the print area and the filter of the sheet with that number grown by the new columns."""
    at = _local_number(xml, sheet)

    def wider(match: re.Match[bytes]) -> bytes:
        own = attribute(match[1], "localSheetId") == at and attribute(match[1], "name") in _GROWING
        return match[1] + _wider(match[2], places, row) if own else match[0]

    return _NAME.sub(wider, xml)


def _local_number(xml: bytes, sheet: str) -> bytes:
    """Return the text by which names refer to the sheet with that number: its place among all sheets."""
    numbers = [attribute(tag, "sheetId").decode("ascii", "replace") for tag in _SHEET.findall(xml)]
    return str(numbers.index(sheet)).encode() if sheet in numbers else b""


def _wider(ranges: bytes, places: Collection[int], row: int) -> bytes:
    return grown(ranges.decode("utf-8", "surrogateescape"), places, row).encode(
        "utf-8", "surrogateescape"
    )


def calculating(xml: bytes) -> bytes:
    """Return the workbook part that asks for all formulas to be calculated when it is opened.

    >>> calculating(b'<workbook><sheets/><calcPr calcId="1"/></workbook>')
    b'<workbook><sheets/><calcPr calcId="1" fullCalcOnLoad="1"/></workbook>'
    """
    found = _CALCULATION.search(xml)
    if found:
        kept = re.sub(rb"\sfullCalcOnLoad=[\"'][^\"']*[\"']", b"", found[2]).rstrip()
        tag = b'<%scalcPr%s fullCalcOnLoad="1"%s>' % (found[1], kept, found[3])
        return xml[: found.start()] + tag + xml[found.end() :]
    end, prefix = _behind(xml, ("definedNames", *_BEFORE_NAMES))
    return xml[:end] + b'<%scalcPr fullCalcOnLoad="1"/>' % prefix + xml[end:]


def with_defined_names(book: bytes, names: Iterable[tuple[bytes, ...]]) -> bytes:
    """Return the workbook part with names more, each as its attributes and what it stands for.

    >>> with_defined_names(b"<x:sheets/>", [(b'name="A"', b"1")])
    b'<x:sheets/><x:definedNames><x:definedName name="A">1</x:definedName></x:definedNames>'
    """
    book = _NONE.sub(b"", book)
    listed = _END.search(book)
    place, prefix = (listed.start(), listed[1]) if listed else _behind(book, _BEFORE_NAMES)
    made = b"".join(
        b"<%sdefinedName %s>%s</%sdefinedName>" % (prefix, *one, prefix) for one in names
    )
    made = made if listed else b"<%sdefinedNames>%s</%sdefinedNames>" % (prefix, made, prefix)
    return book[:place] + made + book[place:]


def _behind(xml: bytes, names: Sequence[str]) -> tuple[int, bytes]:
    """Return where the first of some elements that is there ends, and the prefix of its tags."""
    for name in names:
        if end := re.search(
            rb"</((?:[\w.-]+:)?)%s\s*>|<((?:[\w.-]+:)?)%s\s*/>" % (name.encode(), name.encode()),
            xml,
        ):
            return end.end(), end[1] or end[2] or b""
    return len(xml), b""


def without_part(package: Package, part: str) -> dict[str, list[bytes]]:
    """Return the content types and the workbook's relationships without the name of a removed part."""
    folder, name = posixpath.split(package.workbook)
    base = re.escape(posixpath.basename(part).encode())
    naming = {
        "[Content_Types].xml": rb"<(?:[\w.-]+:)?Override\s[^<>]*PartName=[\"'][^\"']*/%s[\"'][^<>]*/>",
        posixpath.join(folder, "_rels", name + ".rels"): rb"<(?:[\w.-]+:)?Relationship\s[^<>]*Target=[\"'](?:[^\"']*/)?%s[\"'][^<>]*/>",
    }  # fmt: skip
    return {where: [re.sub(tag % base, b"", package.read(where))] for where, tag in naming.items()}


def on_sheet(sheet: str, cells: str) -> str:
    """Return the reference to cells of a sheet: ``'Tom''s hands'!C7``."""
    return "'{}'!{}".format(sheet.replace("'", "''"), cells)


def grown(ranges: str, places: Collection[int], row: int) -> str:
    """Return the ranges of a print area or filter; one that ends where new columns begin, and holds their first row, grows.

    >>> grown("Hands!$A$1:$J$31,Hands!$L$1:$L$9", [10, 11], 0), grown("$A:$J", [11], 0)
    ('Hands!$A$1:$L$31,Hands!$L$1:$L$9', '$A:$J')
    """

    def wider(match: re.Match[str]) -> str:
        right = column_number(match[3])
        if int(match[2] or 1) <= row + 1 <= int(match[4] or row + 1):
            right = next(column for column in count(right) if column + 1 not in places)
        return match[1] + column_letters(right)

    return _AREA.sub(wider, ranges)


def over_results(sheet: str, suffix: str, results: Sequence[Box], hand: Box) -> dict[str, str]:
    """Return the names of a table on a sheet of that name, and what they stand for.

    >>> over_results("Hands", "", [Box(0, 10, 8, 12)], Box(1, 0, 8, 4))
    {'_xlpoker_results': "'Hands'!$K$1:$M$9", '_xlpoker_hands': "'Hands'!$A$2:$E$9"}
    """
    return {
        name + suffix: ",".join(on_sheet(sheet, _fixed(box)) for box in covered)
        for name, covered in ((RESULTS, results), (HANDS, [hand]))
    }


def _fixed(box: Box) -> str:
    return (
        f"${column_letters(box.left)}${box.top + 1}:${column_letters(box.right)}${box.bottom + 1}"
    )


class ResultNames:
    """The names on the sheet with that number, for the table whose first hand stands in some cells.

    `own` is what the name of its results covers, `hands` what that of its hands does, `others` what those of other tables' results do.

    >>> name = b'<definedName name="_xlpoker_%s" localSheetId="0">Hands!$%s$1:$%s$9</definedName>'
    >>> book = b'<sheet sheetId="7"/>' + name % (b"results", b"K", b"M") + name % (b"hands", b"A", b"E")
    >>> ResultNames(book, "7", Box(1, 0, 8, 4)).own, ResultNames(book, "7", Box(1, 20, 8, 24)).own
    ([Box(top=0, left=10, bottom=8, right=12)], [])
    """

    def __init__(self, book: bytes, sheet: str, hand: Box) -> None:
        self._sheet = _local_number(book, sheet)
        sheets = [text_of(attribute(tag, "name")).casefold() for tag in _SHEET.findall(book)]
        others = {one for at, one in enumerate(sheets) if str(at).encode() != self._sheet}
        found: dict[str, dict[str, list[Box]]] = {}
        for tag, text in _NAME.findall(book):
            name = _OWN.fullmatch(text_of(attribute(tag, "name")))
            if name and attribute(tag, "localSheetId") == self._sheet:
                there = _CELLS.findall(text_of(text)) if _LISTED.fullmatch(text_of(text)) else []
                mine = [cells for sheet, cells in there if unquoted(sheet).casefold() not in others]
                found.setdefault(name[2], {})[name[1]] = boxes([cells.encode() for cells in mine])
        found = {
            suffix: one for suffix, one in found.items() if any(one.values())
        }  # others lost their cells
        own = (suffix for suffix, one in found.items() if any(map(hand.meets, one.get(HANDS, ()))))
        free = (suffix for suffix in chain([""], map(str, count(2))) if suffix not in found)
        self._suffix = next(chain(own, free))
        kept = found.pop(self._suffix, {})
        self.own, self.hands = kept.get(RESULTS, []), kept.get(HANDS, [])
        self.others = [box for one in found.values() for box in one.get(RESULTS, ())]

    def written(
        self, book: bytes, sheet: str, places: Sequence[int], rows: tuple[int, int], hand: Box
    ) -> bytes:
        """Return the workbook part with names over the new columns in some rows, and the first hand, of a sheet of that name."""
        starts, ends = ([at for at in places if at + step not in places] for step in (-1, 1))
        results = [
            Box(rows[0], left, rows[1], right) for left, right in zip(starts, ends, strict=True)
        ]
        names = over_results(sheet, self._suffix, results, hand)

        def others(match: re.Match[bytes]) -> bytes:
            local = attribute(match[0], "localSheetId") == self._sheet
            return b"" if local and text_of(attribute(match[0], "name")) in names else match[0]

        form = b'name="%s" localSheetId="%s" hidden="1"'
        new = [
            (form % (name.encode(), self._sheet), xml_text(text)) for name, text in names.items()
        ]
        return with_defined_names(_WHOLE.sub(others, book), new)


def resolved(path: Path, hands: str) -> str:
    """Return the ranges that a text names, in a workbook also by tables and names.

    Raises `LayoutError` for a table or name that is not there.
    """
    named = split_ranges(hands)
    if all(_REFERENCE.fullmatch(part) for _, parts in named for part in parts):
        return hands
    with Package(path) as package:
        names = [
            one
            for one in package.tree(package.workbook).iter()
            if local_name(one.tag) == "definedName"
        ]
        known = {one.get("name", "").casefold(): (one.text or "").lstrip("=") for one in names}
        for sheet in package.sheets:
            for one in tables_of(package, sheet.part):
                cells = one.box._replace(
                    top=one.box.top + one.labels, bottom=one.box.bottom - one.totals
                )
                known[one.name.casefold()] = on_sheet(sheet.name, reference(cells).decode())
    ranges = [(name, "+".join(_range(part, known) for part in parts)) for name, parts in named]
    return ",".join(f"{name}={one}" if name else one for name, one in ranges)


def _range(part: str, known: Mapping[str, str]) -> str:
    """Return the range of a table or a name; any other text unchanged."""
    name = part.rpartition("!")[2].strip().casefold()
    if name in known:
        return known[name]
    if _REFERENCE.fullmatch(part) or re.fullmatch(r"\$?[a-z]{1,3}", name):
        return part
    near = [one for one in known if not one.startswith(("_xlnm.", "_xlpoker_"))]
    told = nearest(name, near) if near else "write it like A3:E1002"
    raise LayoutError(
        f"{quoted(part)} is not a range, and no table or name of the workbook; {told}"
    )
