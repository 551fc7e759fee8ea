"""Small changes to parts as bytes: what they do not concern stays as it was written.

Before the rows of a sheet: its dimension, widths of the new columns. Beside the sheet: a table that grows, the workbook
that calculates when it is opened, the calculation chain without cells that hold no formula any more.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

from xlpoker.layout.grid import a1
from xlpoker.scoring.plan import Box, grown
from xlpoker.workbook.xlsx.cells import attribute, boxes, xml_text
from xlpoker.workbook.xlsx.package import Package

__all__ = [
    "CellStyles", "calculating", "chain_without", "column_styles", "grown_filter", "grown_names", "grown_table", "table_box", "table_names",
    "with_dimension", "with_links", "with_widths", "without_part",
]  # fmt: skip

_COLS = re.compile(rb"(<((?:[\w.-]+:)?)cols(?:\s[^<>]*)?>)(.*?)(</(?:[\w.-]+:)?cols>)", re.DOTALL)
_COL = re.compile(rb"<(?:[\w.-]+:)?col\s[^<>]*>")
_DIMENSION = re.compile(rb"(<(?:[\w.-]+:)?dimension\s[^<>]*?\bref=[\"'])([^\"']*)([\"'])")
_TABLE = re.compile(rb"<(?:[\w.-]+:)?table\s[^<>]*>")
_RANGE_OF_TABLE = re.compile(rb"(<(?:[\w.-]+:)?(?:table|autoFilter)\s(?:[^<>]*?\s)?ref=[\"'])([^\"']*)")
_FILTER = re.compile(rb"(<(?:[\w.-]+:)?autoFilter\s[^<>]*?\bref=[\"'])([^\"']*)([\"'])")
_COLUMNS = re.compile(rb"(<((?:[\w.-]+:)?)tableColumns\s[^<>]*?\bcount=[\"'])(\d{1,9})([\"'])")
_COLUMN_ID = re.compile(rb"<(?:[\w.-]+:)?tableColumn\s[^<>]*?\bid=[\"'](\d{1,9})[\"']")
_SHEET = re.compile(rb"<(?:[\w.-]+:)?sheet\s[^<>]*>")
_NAME = re.compile(rb"(<(?:[\w.-]+:)?definedName\s[^<>]*>)([^<>]*)(?=<)")
_GROWING = (b"_xlnm.Print_Area", b"_xlnm._FilterDatabase")
_LINK = re.compile(rb"<(?:[\w.-]+:)?hyperlink\s[^<>]*?(?:/>|>\s*</(?:[\w.-]+:)?hyperlink>)")
_BEFORE_LINKS = (b"customSheetViews", b"conditionalFormatting", b"dataValidations")  # hold what else comes behind links
_BEHIND_LINKS = (
    b"printOptions|pageMargins|pageSetup|headerFooter|rowBreaks|colBreaks|customProperties|cellWatches|ignoredErrors|"
    b"smartTags|drawing|legacyDrawing|legacyDrawingHF|drawingHF|picture|oleObjects|controls|webPublishItems|tableParts|extLst"
)
MOST_LINKS = 10_000
_CALCULATION = re.compile(rb"<((?:[\w.-]+:)?)calcPr\b([^<>]*?)(/?)>")
_BEFORE_CALCULATION = ("definedNames", "externalReferences", "functionGroups", "sheets")
_CELL = re.compile(rb"<((?:[\w.-]+:)?)c\s([^<>]*?)/>")
_XFS = re.compile(rb"<((?:[\w.-]+:)?)cellXfs(\s[^<>]*)?>(.*?)</\1cellXfs\s*>", re.DOTALL)
_XF = re.compile(rb"<((?:[\w.-]+:)?)xf(\s[^<>]*?)?(?:/>|>(.*?)</\1xf\s*>)", re.DOTALL)
_ALIGNMENT = re.compile(rb"<(?:[\w.-]+:)?alignment(\s[^<>]*?)?(?:/>|></(?:[\w.-]+:)?alignment\s*>)")
_APPLIED = re.compile(rb"\s+applyAlignment=[\"'][^\"'<>]*[\"']")
_COUNT = re.compile(rb"(?<=\bcount=[\"'])\d+(?=[\"'])")
_MOST = 60_000  # Excel opens 65,490
_LOOKS = {"left": b'horizontal="left" indent="1"', "center": b'horizontal="center"'}


def _number(tag: bytes, name: str, default: int) -> int:
    value = attribute(tag, name)
    return int(value) if value.isdigit() and len(value) < 10 else default


def _reference(box: Box) -> bytes:
    """Return the text of a rectangle of cells."""
    return f"{a1(box.top, box.left)}:{a1(box.bottom, box.right)}".encode()


def with_dimension(head: bytes, box: Box) -> bytes:
    """Return the head of a sheet with a dimension that includes some cells; one that is missing stays so.

    >>> with_dimension(b'<dimension ref="A1:J9"/>', Box(1, 10, 8, 12))
    b'<dimension ref="A1:M9"/>'
    """
    match = _DIMENSION.search(head)
    old = boxes([match[2]]) if match else []
    if match is None or not old:
        return head
    whole = Box(*map(min, box[:2], old[0][:2]), *map(max, box[2:], old[0][2:]))
    return head[: match.start(2)] + _reference(whole) + head[match.end(2) :]


def column_styles(head: bytes) -> Callable[[int], int]:
    """Return the function from a column to its default style, -1 without one."""
    found = _COLS.search(head)
    ranges = [
        (_number(tag, "min", 0) - 1, _number(tag, "max", 0) - 1, _number(tag, "style", -1))
        for tag in (_COL.findall(found[3]) if found else [])
    ]
    return lambda column: next((style for first, last, style in ranges if first <= column <= last), -1)


def with_widths(head: bytes, widths: Sequence[tuple[int, float]], prefix: bytes) -> bytes:
    """Return the head of a sheet in which columns have a width; one that has a width of its own keeps it.

    >>> with_widths(b'<cols><col min="1" max="11" width="5"/></cols><sheetData>', [(10, 9.0), (11, 34.0)], b"")
    b'<cols><col min="1" max="10" width="5"/><col min="11" max="11" width="9" customWidth="1"/><col min="12" max="12" width="34" customWidth="1"/></cols><sheetData>'
    """
    found = _COLS.search(head)
    tags = [(_number(tag, "min", 0), _number(tag, "max", 0), tag) for tag in (_COL.findall(found[3]) if found else [])]
    wanted = {at + 1: width for at, width in widths if (at + 1, at + 1) not in [(low, high) for low, high, _ in tags]}
    if not wanted or any(not tag.endswith(b"/>") for _, _, tag in tags):
        return head
    entries: list[tuple[int, bytes]] = []
    shared: dict[int, bytes] = {}
    for low, high, tag in tags:
        inside = sorted(at for at in wanted if low <= at <= high)
        shared |= dict.fromkeys(inside, tag)
        edges = [low - 1, *inside, high + 1]
        for start, end in pairwise(edges):  # what is left between the columns that get a width of their own
            if end - start > 1:
                entries.append((start + 1, tag if not inside else _span(tag, start + 1, end - 1)))
    for at, width in wanted.items():
        style = _number(shared[at], "style", -1) if at in shared else -1
        formatted = b' style="%d"' % style if style >= 0 else b""
        entries.append(
            (at, b'<%scol min="%d" max="%d" width="%g"%s customWidth="1"/>' % (prefix, at, at, width, formatted))
        )
    inside_cols = b"".join(tag for _, tag in sorted(entries))
    if found is None:
        at = head.rindex(b"<" + prefix + b"sheetData")
        return head[:at] + b"<%scols>%s</%scols>" % (prefix, inside_cols, prefix) + head[at:]
    return head[: found.start(3)] + inside_cols + head[found.end(3) :]


def _span(tag: bytes, low: int, high: int) -> bytes:
    for name, value in ((b"min", low), (b"max", high)):
        tag = re.sub(rb"(\s%s=[\"'])\d+" % name, rb"\g<1>%d" % value, tag)
    return tag


def table_box(xml: bytes) -> Box | None:
    """Return the cells of a table that has a row of labels."""
    tag = _TABLE.search(xml)
    if tag is None or _number(tag[0], "headerRowCount", 1) != 1:
        return None
    found = boxes([attribute(tag[0], "ref")])
    return found[0] if found else None


def table_names(xml: bytes) -> list[str]:
    """Return the names of a table's columns, as they are compared."""
    import html

    found = re.findall(rb"<(?:[\w.-]+:)?tableColumn\s[^<>]*?\bname=(?:\"([^\"]*)\"|'([^']*)')", xml)
    return [html.unescape((one or other).decode("utf-8", "replace")).casefold() for one, other in found]


def grown_table(xml: bytes, names: Sequence[tuple[str, str | None]]) -> bytes:
    """Return a table with further columns at its right side: the name of each, and the formula that new rows get."""
    box = table_box(xml)
    counted = _COLUMNS.search(xml)
    assert box is not None
    if counted is None:
        return xml
    prefix, tag = counted[2], counted[2] + b"calculatedColumnFormula"
    number = max([int(one) for one in _COLUMN_ID.findall(xml)], default=0)
    made = b"".join(
        b'<%stableColumn id="%d" name="%s"' % (prefix, at, xml_text(name).replace(b'"', b"&quot;"))
        + (b"/>" if formula is None else b"><%s>%s</%s></%stableColumn>" % (tag, xml_text(formula), tag, prefix))
        for at, (name, formula) in enumerate(names, number + 1)
    )
    end = xml.rindex(b"</" + prefix + b"tableColumns>")
    xml = xml[:end] + made + xml[end:]
    xml = xml[: counted.start(3)] + b"%d" % (int(counted[3]) + len(names)) + xml[counted.end(3) :]

    def wider(match: re.Match[bytes]) -> bytes:
        (old,) = boxes([match[2]])
        return match[1] + _reference(old._replace(right=old.right + len(names)))

    return _RANGE_OF_TABLE.sub(wider, xml, count=2)


def grown_filter(tail: bytes, places: Collection[int], row: int) -> bytes:
    """Return what stands behind the rows with a filter over the new columns, too, where they belong to it."""
    return _FILTER.sub(lambda match: match[1] + _wider(match[2], places, row) + match[3], tail, count=1)


def with_links(tail: bytes, links: Sequence[tuple[str, str]], prefix: bytes, gone: Callable[[int, int], bool]) -> bytes:
    """Return what stands behind the rows with links from cells to places, and without those of cells that are gone.

    >>> with_links(b"</sheetData><pageMargins/></worksheet>", [("K2", "Hands!A2")], b"", lambda row, column: False)
    b'</sheetData><hyperlinks><hyperlink ref="K2" location="Hands!A2"/></hyperlinks><pageMargins/></worksheet>'
    """

    def kept(match: re.Match[bytes]) -> bytes:
        single = [
            box[:2] for box in boxes([attribute(match[0], "ref")]) if box[:2] == box[2:]
        ]  # wider ones are the user's
        return b"" if single and gone(*single[0]) else match[0]

    made = b"".join(
        b'<%shyperlink ref="%s" location="%s"/>' % (prefix, cell.encode(), xml_text(to).replace(b'"', b"&quot;"))
        for cell, to in links[:MOST_LINKS]
    )
    opening, closing = b"<" + prefix + b"hyperlinks>", b"</" + prefix + b"hyperlinks>"
    found = re.search(rb"(<%shyperlinks(?:\s[^<>]*)?>)(.*?)(?=%s)" % (prefix, closing), tail, re.DOTALL)
    if found is not None:
        inside = _LINK.sub(kept, found[2]) + made
        end = found.end() + (0 if inside.strip() else len(closing))  # without any link there is no list of them
        return tail[: found.start()] + (found[1] + inside if inside.strip() else b"") + tail[end:]
    if not made:
        return tail
    start = max(tail.rfind(b"</" + prefix + name + b">") for name in _BEFORE_LINKS)
    behind = rb"<(?:%s(?:%s)[\s/>]|[\w.-]+:AlternateContent)|</%sworksheet" % (prefix, _BEHIND_LINKS, prefix)
    place = re.compile(behind).search(tail, max(start, 0))
    return tail if place is None else tail[: place.start()] + opening + made + closing + tail[place.start() :]


def grown_names(xml: bytes, sheet: str, places: Collection[int], row: int) -> bytes:
    """Return the workbook part with the print area and the filter of the sheet with that number grown by the new columns."""
    numbers = [attribute(tag, "sheetId").decode("ascii", "replace") for tag in _SHEET.findall(xml)]
    at = str(numbers.index(sheet)).encode() if sheet in numbers else b""

    def wider(match: re.Match[bytes]) -> bytes:
        own = attribute(match[1], "localSheetId") == at and attribute(match[1], "name") in _GROWING
        return match[1] + _wider(match[2], places, row) if own else match[0]

    return _NAME.sub(wider, xml)


def _wider(ranges: bytes, places: Collection[int], row: int) -> bytes:
    return grown(ranges.decode("utf-8", "surrogateescape"), places, row).encode("utf-8", "surrogateescape")


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
    for name in _BEFORE_CALCULATION:
        end = re.search(rb"</((?:[\w.-]+:)?)%s>|<((?:[\w.-]+:)?)%s\s*/>" % (name.encode(), name.encode()), xml)
        if end:
            prefix = end[1] or end[2] or b""
            return xml[: end.end()] + b'<%scalcPr fullCalcOnLoad="1"/>' % prefix + xml[end.end() :]
    return xml


def chain_without(xml: bytes, sheet: str, gone: Callable[[int, int], bool]) -> bytes:
    """Return the calculation chain without some cells (row, column) of the sheet with that number.

    >>> chain_without(b'<calcChain><c r="A1" i="1"/><c r="B1"/><c r="B1" i="2"/></calcChain>', "1", lambda r, c: c == 1)
    b'<calcChain><c r="A1" i="1"/><c r="B1" i="2"/></calcChain>'

    A chain that holds none of them stays byte for byte.
    """
    number = b""
    dropped = False

    def kept(match: re.Match[bytes]) -> bytes:
        nonlocal number, dropped
        attributes = b" " + match[2]
        said = attribute(attributes, "i")
        number = said or number
        place = boxes([attribute(attributes, "r")])
        if place and number.decode() == sheet and gone(place[0].top, place[0].left):
            dropped = True
            return b""
        if said or not number:
            return match[0]
        return b'<%sc %s i="%s"/>' % (match[1], match[2].rstrip(), number)

    shorter = _CELL.sub(kept, xml)
    return shorter if dropped else xml


def without_part(package: Package, part: str) -> dict[str, list[bytes]]:
    """Return the parts that name a part which goes, without its name: the types, and the workbook's relationships."""
    folder, name = posixpath.split(package.workbook)
    base = re.escape(posixpath.basename(part).encode())
    naming = {
        "[Content_Types].xml": rb"<(?:[\w.-]+:)?Override\s[^<>]*PartName=[\"'][^\"']*/%s[\"'][^<>]*/>",
        posixpath.join(folder, "_rels", name + ".rels"): rb"<(?:[\w.-]+:)?Relationship\s[^<>]*Target=[\"'](?:[^\"']*/)?%s[\"'][^<>]*/>",
    }  # fmt: skip
    return {where: [re.sub(tag % base, b"", package.read(where))] for where, tag in naming.items()}


class CellStyles:
    """The styles of an open workbook, and those that are added; one that cannot be understood stays as it is."""

    def __init__(self, package: Package) -> None:
        self._xml = package.read(package.styles) if package.styles else b""
        match = _XFS.search(self._xml)
        self._place = match
        inside = match[3] if match is not None else b""
        self._found = [one[0] for one in _XF.finditer(inside)]
        if b"".join(self._found) != re.sub(rb">\s+<", b"><", inside.strip()) or len(self._found) > _MOST:
            self._found.clear()  # comments, or anything else between them
        self._known = len(self._found)
        self._made: dict[tuple[int, str], int] = {}

    def aligned(self, style: int, align: str) -> int:
        """Return the number of a style like that one (-1 for none), aligned; a column that is aligned already stays so."""
        if align not in _LOOKS or not max(style, 0) < self._known:
            return style
        if (style, align) not in self._made:
            self._made[style, align] = self._number(style, _LOOKS[align])
        return self._made[style, align]

    def _number(self, style: int, look: bytes) -> int:
        match = _XF.fullmatch(self._found[max(style, 0)])
        assert match is not None
        prefix, attributes, inside = match[1], match[2] or b"", match[3] or b""
        old = _ALIGNMENT.search(inside)
        others = (old[1] or b"") if old is not None else b""
        if b"horizontal=" in others or b"indent=" in others or (old is None and b"alignment" in inside):
            return style
        rest = _ALIGNMENT.sub(b"", inside, count=1).strip()
        tag = b'<%sxf%s applyAlignment="1">' % (prefix, _APPLIED.sub(b"", attributes.rstrip()))
        made = tag + b"<%salignment %s%s/>" % (prefix, look, others) + rest + b"</%sxf>" % prefix
        if made not in self._found:
            self._found.append(made)
        return self._found.index(made)

    @property
    def changed(self) -> bytes | None:
        """The part with the styles that were added, None where there are none."""
        match, new = self._place, self._found[self._known :]
        if match is None or not new:
            return None
        attributes = _COUNT.sub(b"%d" % len(self._found), match[2] or b"", count=1)
        start, end = match.span(3)
        opening = b"<%scellXfs%s>" % (match[1], attributes)
        return self._xml[: match.start()] + opening + self._xml[start:end] + b"".join(new) + self._xml[end:]
