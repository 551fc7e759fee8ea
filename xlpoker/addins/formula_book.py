"""Workbooks that carry the functions as defined names: a new one with examples, or the names added to any other.

Into an existing workbook go the names and nothing else: `workbook.xml` is the one part that changes, all others are
copied byte for byte.
"""

from __future__ import annotations

import html
import random
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from xlpoker.addins.formulas import filed, formulas
from xlpoker.addins.old_formula import old
from xlpoker.errors import BookError, quoted
from xlpoker.evaluator.cards import card_text
from xlpoker.files.file_types import check_ending, holds_macros, kind_of, path_of
from xlpoker.files.replace import check_output, check_place, same_file, watched
from xlpoker.functions import call
from xlpoker.layout.grid import column_letters
from xlpoker.workbook.xlsx.cells import xml_text
from xlpoker.workbook.xlsx.package import COPY, Package
from xlpoker.workbook.xlsx.part_edits import calculating

__all__ = ["add_formulas", "write_formulas"]

DEALS = 12
NAMES = ("HANDVAL", "HANDNAME", "BESTHAND")
FIRST = 3
_NAME = rb"<(?:[\w.-]+:)?definedName\s[^<>]*?\bname=[\"']%b[\"'][^<>]*>.*?</(?:[\w.-]+:)?definedName>"
_CALL = re.compile(rb"""<(?:\w+:)?f(?:\s[^<>]*)?>[^<]*?(?<![\w.!";])(?:HANDVAL|HANDNAME|BESTHAND|WINNER)\(""")
"""A call in a cell's formula without the prefix of an add-in, such as ``[1]!``, ``XLWINGS.``, ``_xldudf_XLWINGS_``."""
LONGEST = 1 << 16
"""More bytes than a formula has; Excel's have 8,192 characters."""
_BEFORE = (b"definedNames", b"externalReferences", b"functionGroups", b"sheets")

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PARTS = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_METADATA = f"""<metadata xmlns="{_MAIN}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray">\
<metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" \
merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/>\
</metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}}">\
<xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata>\
<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>"""
"""The metadata part that marks formulas as spilling (`cm="1"`); without it Excel shows an @ before each."""
_ADDED = {
    "[Content_Types].xml": f'<Override PartName="/xl/metadata.xml" ContentType="{_PARTS}sheetMetadata+xml"/></Types>',
    "xl/_rels/workbook.xml.rels": f'<Relationship Id="spill" Type="{_OFFICE}/sheetMetadata" Target="metadata.xml"/></Relationships>',
}
"""The entries that name that part, each with the end of the part in which it stands."""
_FORMULA = re.compile(rb'<c r="(\w+)">(<f .*?</f>)<v ?(?:/>|></v>)</c>', re.DOTALL)
"""A formula as openpyxl writes it, without its value."""
HANDS = [4.5] * 10 + [3, 14, 34, 16, 14, 34, 8, 19, 16]
TEXTS = [14, 24, 40, 140]
"""Widths of the columns."""
TITLES = (
    *("Player 1 value", "hand", "best five", "Player 2 value", "hand"),
    *("Winner", "Winner, one formula", "Value, old Excel"),
)


def add_formulas(
    book: Path, output: Path | None = None, *, in_place: bool = False, force: bool = False, overwrite: bool = False
) -> list[str]:
    """Add the names to a workbook, in another file or in place; return sentences on what was done and what to know.

    Raises `BookError` for a file that is no workbook, a target that must not be replaced (`force` replaces it), and for
    names that the workbook has already and that are not ours (`overwrite` replaces them).
    """
    with watched(book) as remarks:
        target = book if in_place or output is None else output
        if kind_of(path_of(book)) != "xlsx":
            raise BookError(f"{book.name} is not an .xlsx or .xlsm workbook; save it as one")
        if not in_place and same_file(book, target):
            raise BookError(f"{book} is the workbook itself; use --in-place to write into it")
        if not in_place:
            plain = [".xlsx", ".xlsm"][: 1 + (book.suffix.lower() == ".xlsm")]
            check_ending(target, [".xlsm"] if holds_macros(book) else plain)
        check_output(target, force=force, in_place=in_place)
        with Package(book) as package:
            after, new = _with_names(package, overwrite=overwrite)
            if in_place and not new:
                return [f"Nothing to do: {book.name} has the names already"]
            if new and (calling := [quoted(sheet.name) for sheet in package.sheets if _calls(package, sheet.part)]):
                sheets = ", ".join(calling[:3]) + " and more" * (len(calling) > 3)
                remarks.append(
                    f"{sheets}: formulas without the prefix of an add-in are calls of these names now; "
                    "use the names or an add-in in a workbook, not both"
                )
            if new and package.is_signed:
                remarks.append(f"{target.name} is signed, and its signature no longer holds")
            package.write(target, {package.workbook: [calculating(after)]} if new else {})
        names = ", ".join(new)
        return [
            f"{names} written to {target}" if new else f"{book.name} has the names already; copied to {target}",
            *remarks,
        ]


def _calls(package: Package, part: str) -> bool:
    """Tell whether a cell of a worksheet part calls one of the functions by its name alone."""
    rest = b""
    with package.open_part(part) as sheet:
        while piece := sheet.read(COPY):
            text = rest + piece
            if _CALL.search(text):
                return True
            rest = text[-LONGEST:]
    return False


def _with_names(package: Package, *, overwrite: bool) -> tuple[bytes, list[str]]:
    """Return the workbook part with the names, and those that are new or changed in it."""
    xml = package.read(package.workbook)
    new = {formula.name: (formula.help, filed(formula.text)) for formula in formulas()}
    for one in package.tree(package.workbook).iter():
        title, text = one.get("name", "").upper(), one.text or ""
        if str(one.tag).endswith("}definedName") and title in new:
            if "localSheetId" not in one.attrib and text == new[title][1]:
                del new[title]
                continue
            if not overwrite:
                raise BookError(
                    f"{package.path.name} has a name {title} already: {text[:40]!r}; use --overwrite to replace it"
                )
            xml = re.sub(_NAME % title.encode(), b"", xml, flags=re.DOTALL | re.IGNORECASE)
    xml = re.sub(rb"<(?:[\w.-]+:)?definedNames\s*/>", b"", xml)
    ends = (re.search(rb"</([\w.-]+:)?%b>|<([\w.-]+:)?%b\b[^<>]*/>" % (name, name), xml) for name in _BEFORE)
    end = next(filter(None, ends))
    prefix, at = (end[1] or end[2] or b"").decode(), end.end()
    made = "".join(
        f'<{prefix}definedName name="{title}" comment="{html.escape(said)}">{html.escape(text, quote=False)}</{prefix}definedName>'
        for title, (said, text) in new.items()
    ).replace("\n", "\r\n")  # as Excel ends lines
    if end[0].endswith(b"definedNames>"):
        at = end.start()
    else:
        made = f"<{prefix}definedNames>{made}</{prefix}definedNames>"
    return xml[:at] + made.encode("ascii", "xmlcharrefreplace") + xml[at:], list(new)


def _hands(sheet: Any) -> dict[str, str | float]:
    """Fill a sheet with deals to two players, their values, names, best hands, winners; return the values of its formulas."""
    from openpyxl.worksheet.formula import ArrayFormula

    source = random.Random(54)  # noqa: S311 - sample deals
    sheet.append(["Deals to two players in A3:J14; one formula per cell from L to Q, one for all rows in R"])
    sheet.append([*[None] * 11, *TITLES])
    last = FIRST + DEALS - 1
    given: dict[str, str | float] = {}
    for line in range(FIRST, last + 1):
        deal = [card_text(code) for code in source.sample(range(52), 10)]
        hands = {f"A{line}:E{line}": deal[:5], f"F{line}:J{line}": deal[5:]}
        one, two = hands
        asked = [*((name, one) for name in NAMES), *((name, two) for name in NAMES[:2])]
        made = [(f"{name}({place})", call(name, hands[place])) for name, place in asked]
        winner = call("WINNER", *hands.values())
        block = f"WINNER(A{line}:E{last},F{line}:J{last})" if line == FIRST else ""
        made += [(f"WINNER({one},{two})", winner), (block, winner), (old(one), made[0][1])]
        sheet.append([*deal, None, *[number for _, number in made]])
        for cell, (formula, number) in zip(sheet[line][11:], made, strict=True):
            if formula:
                area = f"R{line}:R{last}" if cell.column_letter == "R" else cell.coordinate
                cell.value = ArrayFormula(area, f"={formula}")
                given[cell.coordinate] = number
    return given


def write_formulas(target: Path, *, force: bool = False) -> list[str]:
    """Write a workbook with the names, deals as examples and the formulas to read; return what was done.

    Raises `BookError` where the file is there, unless `force`.
    """
    import openpyxl
    from openpyxl.styles import Alignment, Font

    check_ending(target, [".xlsx"])
    check_place(target, overwrite=force)
    book = openpyxl.Workbook()
    hands, texts = book.worksheets[0], book.create_sheet("Formulas")
    hands.title = "Hands"
    given = _hands(hands)
    texts.append(["Name", "Arguments", "Gives", "Formula"])
    for line, one in enumerate(formulas(), 2):
        texts.append([one.name, ", ".join(one.parameters), one.help, f"={one.text}"])
        texts.cell(line, 4).data_type = "s"
        for cell in texts[line]:
            cell.alignment = Alignment(vertical="top", wrap_text=True)
    for sheet, widths in ((hands, HANDS), (texts, TEXTS)):
        for at, width in enumerate(widths):
            sheet.column_dimensions[column_letters(at)].width = width
    for cell in (*hands[1], *hands[2], *texts[1]):
        cell.font = Font(bold=True)

    with TemporaryDirectory() as folder:
        frame = Path(folder) / "frame.xlsx"
        book.save(frame)
        with zipfile.ZipFile(frame, "a") as archive:
            archive.writestr("xl/metadata.xml", _METADATA)
        with Package(frame) as package:
            parts = {part: package.read(part).rpartition(b"</")[0] + end.encode() for part, end in _ADDED.items()}
            sheet = package.sheets[0].part
            parts[sheet] = _FORMULA.sub(lambda match: _with_value(match, given), package.read(sheet))
            parts[package.workbook], names = _with_names(package, overwrite=False)
            package.write(target, {part: [content] for part, content in parts.items()})
    return [f"{', '.join(names)} written to {target}"]


def _with_value(match: re.Match[bytes], given: Mapping[str, str | float]) -> bytes:
    """Return a formula with its value and, except for the old formula in column S, with the mark that it spills."""
    place, formula = match.groups()
    value = given[place.decode()]
    marks = (b' t="str"' if isinstance(value, str) else b"") + (b"" if place[:1] == b"S" else b' cm="1"')
    return b'<c r="%b"%b>%b<v>%b</v></c>' % (place, marks, formula, xml_text(str(value)))
