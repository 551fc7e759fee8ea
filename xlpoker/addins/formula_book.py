"""Workbooks that carry the functions as defined names: a new one with examples, or the names added to any other.

Into an existing workbook go the names and nothing else: `workbook.xml` is the one part that changes, all others are
copied byte for byte.
"""

from __future__ import annotations

import html
import random
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from xlpoker.addins.formulas import MOST, filed, formulas
from xlpoker.addins.old_formula import old
from xlpoker.errors import BookError
from xlpoker.evaluator.cards import card_text
from xlpoker.files.checked import check_book, xml_text
from xlpoker.files.file_types import kind_of
from xlpoker.files.replace import check_place, check_unlocked, replaced, same_file, watch_target, watched
from xlpoker.functions import call
from xlpoker.layout.grid import a1
from xlpoker.workbook.outputs import check_target_is_ours
from xlpoker.workbook.writing import fits
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.part_edits import calculating

__all__ = ["add_formulas", "write_formulas"]

DEALS = 12
FIRST = 3
_NAME = rb"<(?:[\w.-]+:)?definedName\s[^<>]*?\bname=[\"']%b[\"'][^<>]*>.*?</(?:[\w.-]+:)?definedName>"
_AFTER = ("externalReferences", "functionGroups", "sheets")

_HEAD = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PARTS = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_CONTENT = {
    "xl/workbook.xml": "sheet.main",
    "xl/worksheets/sheet1.xml": "worksheet",
    "xl/worksheets/sheet2.xml": "worksheet",
    "xl/styles.xml": "styles",
    "xl/metadata.xml": "sheetMetadata",
}
_RELATED = {
    "worksheet": ("worksheets/sheet1.xml", "worksheets/sheet2.xml"),
    "styles": ("styles.xml",),
    "sheetMetadata": ("metadata.xml",),
}
_METADATA = f"""<metadata xmlns="{_MAIN}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray">\
<metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" \
merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/>\
</metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}}">\
<xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata>\
<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>"""
"""What tells Excel that formulas spill (`cm="1"`); without it each would be shown with an @ in front."""
_STYLES = f"""<styleSheet xmlns="{_MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>\
<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>\
<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/>\
<xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs><cellStyles count="1">\
<cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"""


def _defined(prefix: str = "") -> dict[str, bytes]:
    """Return the names as elements; signs as references, for any encoding of the part; Excel ends lines with CR LF."""
    made = {}
    for formula in formulas():
        text = filed(formula.text)
        assert len(text) <= MOST
        made[formula.name] = (
            (
                f'<{prefix}definedName name="{formula.name}" comment="{html.escape(formula.help)}">'
                f"{html.escape(text, quote=False)}</{prefix}definedName>"
            )
            .encode("ascii", "xmlcharrefreplace")
            .replace(b"\n", b"\r\n")
        )
    return made


def add_formulas(
    book: Path, output: Path | None = None, *, in_place: bool = False, force: bool = False, overwrite: bool = False
) -> list[str]:
    """Add the names to a workbook, in another file or in place; return what was done and what to know of it.

    Raises `BookError` for a file that is no workbook, a target that must not be replaced (`force` replaces it), and for
    names that the workbook has already and that are not ours (`overwrite` replaces them).
    """
    with watched(book) as remarks:
        target = book if in_place or output is None else output
        if kind_of(book) != "xlsx":
            raise BookError(f"{book.name} is no .xlsx or .xlsm workbook; save it as one")
        if not in_place and same_file(book, target):
            raise BookError(f"{book} is the workbook itself; use --in-place to write into it")
        if target.suffix.lower() not in (".xlsx", ".xlsm") or not fits(book, target):
            raise BookError(f"{target.name} has not the ending of {book.name}; name it {target.stem}{book.suffix}")
        watch_target(target)
        if not force:
            check_unlocked(target)
        check_target_is_ours(target, force=force, in_place=in_place, ours=_never)
        with Package(book) as package:
            before = package.read(package.workbook)
            after, new = _with_names(package, before, overwrite=overwrite)
            if in_place and not new:
                return [f"Nothing to do: {book.name} has the names already"]
            if new and package.is_signed:
                remarks.append(f"{target.name} is signed, and its signature no longer holds")
            package.write(target, {package.workbook: [calculating(after)]} if new else {})
        return [f"{', '.join(new) or 'No new names'} written to {target}", *remarks]


def _never(_path: Path) -> bool:
    return False


def _with_names(package: Package, xml: bytes, *, overwrite: bool) -> tuple[bytes, list[str]]:
    """Return the workbook part with the names, and those that are new or changed in it."""
    ours = {formula.name: filed(formula.text) for formula in formulas()}
    same = set()
    for one in package.tree(package.workbook).iter():
        title = one.get("name", "").upper()
        if str(one.tag).endswith("}definedName") and title in ours:
            if "localSheetId" not in one.attrib and (one.text or "") == ours[title]:
                same.add(title)
            elif not overwrite:
                raise BookError(
                    f"{package.path.name} has a name {title} already: {(one.text or '')[:40]!r}; use --overwrite to replace it"
                )
            xml = xml if title in same else re.sub(_NAME % title.encode(), b"", xml, flags=re.DOTALL | re.IGNORECASE)
    start = re.search(rb"<((?:[\w.-]+:)?)workbook[\s>]", xml)
    prefix = start[1].decode() if start else ""
    made = b"".join(text for title, text in _defined(prefix).items() if title not in same)
    end = re.search(rb"</(?:[\w.-]+:)?definedNames>", xml)
    if not end:
        xml = re.sub(rb"<(?:[\w.-]+:)?definedNames\s*/>", b"", xml)
        made = b"<%bdefinedNames>%b</%bdefinedNames>" % (prefix.encode(), made, prefix.encode())
        ends = (rb"</(?:[\w.-]+:)?%b>|<(?:[\w.-]+:)?%b\b[^<>]*/>" % (name.encode(), name.encode()) for name in _AFTER)
        end = next(found for found in (re.search(pattern, xml) for pattern in ends) if found)
        return xml[: end.end()] + made + xml[end.end() :], [title for title in ours if title not in same]
    return xml[: end.start()] + made + xml[end.start() :], [title for title in ours if title not in same]


def _cell(row: int, column: int, value: Any, formula: str = "", area: str = "", style: int = 0) -> bytes:
    """Return a cell; a formula has its value, and the area that it fills."""
    place = a1(row, column)
    made = b'<f t="array" ref="%b">%b</f>' % ((area or place).encode(), xml_text(formula)) if formula else b""
    marks = f' s="{style}"' if style else ""
    marks += ' cm="1"' if formula and not formula.startswith("IF(") else ""  # the old formula is one of its time
    if isinstance(value, str):
        kind = b' t="str"' if formula else b' t="inlineStr"'
        text = (
            b"<v>%b</v>" % xml_text(value) if formula else b'<is><t xml:space="preserve">%b</t></is>' % xml_text(value)
        )
        return b'<c r="%b"%b%b>%b%b</c>' % (place.encode(), marks.encode(), kind, made, text)
    return b'<c r="%b"%b>%b<v>%d</v></c>' % (place.encode(), marks.encode(), made, value)


def _sheet(rows: Iterable[Iterable[bytes]], widths: Iterable[float]) -> bytes:
    columns = "".join(
        f'<col min="{at}" max="{at}" width="{width}" customWidth="1"/>' for at, width in enumerate(widths, 1)
    )
    lines = b"".join(b'<row r="%d">%b</row>' % (at, b"".join(cells)) for at, cells in enumerate(rows, 1))
    return b'<worksheet xmlns="%b"><cols>%b</cols><sheetData>%b</sheetData></worksheet>' % (
        _MAIN.encode(),
        columns.encode(),
        lines,
    )


def _hands() -> bytes:
    """Return the sheet with deals to two players: values, names, best hands, winners."""
    source = random.Random(54)  # noqa: S311 - sample deals
    deals = [[card_text(code) for code in source.sample(range(52), 10)] for _ in range(DEALS)]
    one, two = [deal[:5] for deal in deals], [deal[5:] for deal in deals]
    titles = [
        "Player 1 value",
        "hand",
        "best five",
        "Player 2 value",
        "hand",
        "Winner",
        "Winner, one formula",
        "Value, old Excel",
    ]
    rows = [
        [_cell(0, 0, "Deals to two players in A3:J14; one formula a cell from L to Q, one for all rows in R", style=1)],
        [_cell(1, 11 + at, title, style=1) for at, title in enumerate(titles)],
    ]
    winners = call("WINNER", one, two)
    for at, deal in enumerate(deals):
        line = at + FIRST
        first, second = f"A{line}:E{line}", f"F{line}:J{line}"
        made = [(f"{name}({first})", call(name, [deal[:5]])) for name in ("HANDVAL", "HANDNAME", "BESTHAND")]
        made += [(f"{name}({second})", call(name, [deal[5:]])) for name in ("HANDVAL", "HANDNAME")]
        made.append((f"WINNER({first},{second})", winners[at][0]))
        cells = [_cell(line - 1, column, card) for column, card in enumerate(deal)]
        cells += [_cell(line - 1, 11 + column, value, formula) for column, (formula, value) in enumerate(made)]
        area = f"R{FIRST}:R{FIRST + DEALS - 1}"
        block = f"WINNER(A{FIRST}:E{FIRST + DEALS - 1},F{FIRST}:J{FIRST + DEALS - 1})" if not at else ""
        cells += [_cell(line - 1, 17, winners[at][0], block, area), _cell(line - 1, 18, made[0][1], old(first))]
        rows.append(cells)
    return _sheet(rows, [4.5] * 10 + [3, 14, 34, 16, 14, 34, 8, 19, 16])


def _texts() -> bytes:
    """Return the sheet with the formulas to read."""
    rows = [[_cell(0, at, title, style=1) for at, title in enumerate(("Name", "Arguments", "Gives", "Formula"))]]
    for at, one in enumerate(formulas(), 1):
        words = (one.name, ", ".join(one.parameters), one.help, "=" + one.text)
        rows.append([_cell(at, column, word, style=2) for column, word in enumerate(words)])
    return _sheet(rows, [14, 24, 40, 140])


def write_formulas(target: Path, *, force: bool = False) -> list[str]:
    """Write a workbook with the names, deals as examples and the formulas to read; return what was done.

    Raises `BookError` where the file is there, unless `force`.
    """
    if target.suffix.lower() != ".xlsx":
        raise BookError(f"{target.name} does not end in .xlsx")
    check_place(target, overwrite=force)
    sheets = '<sheet name="Hands" sheetId="1" r:id="rId1"/><sheet name="Formulas" sheetId="2" r:id="rId2"/>'
    types = "".join(
        f'<Override PartName="/{part}" ContentType="{_PARTS}{kind}+xml"/>' for part, kind in _CONTENT.items()
    )
    links = [(kind, part) for kind, parts in _RELATED.items() for part in parts]
    related = "".join(
        f'<Relationship Id="rId{at}" Type="{_OFFICE}/{kind}" Target="{part}"/>'
        for at, (kind, part) in enumerate(links, 1)
    )
    relations = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default '
        'Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        + types
        + "</Types>",
        "_rels/.rels": relations.format(
            f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
        ),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{sheets}</sheets><definedNames>'
        f'{b"".join(_defined().values()).decode()}</definedNames><calcPr calcId="191029" fullCalcOnLoad="1"/></workbook>',
        "xl/_rels/workbook.xml.rels": relations.format(related),
        "xl/styles.xml": _STYLES,
        "xl/metadata.xml": _METADATA,
        "xl/worksheets/sheet1.xml": _hands(),
        "xl/worksheets/sheet2.xml": _texts(),
    }
    with replaced(target) as temporary:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as package:
            for name, content in parts.items():
                package.writestr(name, _HEAD + (content.encode() if isinstance(content, str) else content))
        check_book(temporary, target)
    return [f"{', '.join(formula.name for formula in formulas())} written to {target}"]
