"""Names what a workbook loses when openpyxl saves it, by comparing the two files.

openpyxl does not edit a file, it reads what it knows and writes a new one. So both files are counted: their parts by type, their
elements by name and parent, sheet by sheet; and what there is less of is told. No loss is known in advance. Known is only what
openpyxl writes in another way without a loss (`REWRITTEN`). An element that is gone with its parent is not told apart.
Not compared are styles, the theme, most of the properties, and all attributes but `ATTRIBUTES`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from xlpoker.errors import BookError, counted
from xlpoker.workbook.xlsx.package import Package

__all__ = ["Census", "census", "losses"]

PIECE = 1 << 20
AROUND = ("extLst", "ext", "AlternateContent", "Choice")
"""Elements that mean nothing themselves, around others."""
ATTRIBUTES = {"cm": "dynamic array formula", "vm": "rich value", "descr": "alternative text"}
WORDS = {"pic": "picture", "sp": "shape", "cxnSp": "line", "grpSp": "group", "twoCellAnchor": "drawing"}
CACHED, VALUE = "cached value", "cell value"
PROPERTIES = ("Company", "Manager", "HyperlinkBase")
ROOT, LEFT_OUT = (
    "/",
    "Fallback",
)  # what stands for the parent of a root, and for what is inside an element that is not compared
VML = (("xml", "shape"), ("ClientData", "Visible"))
"""What is compared of the drawings of comments and controls, which are made anew for comments."""
UNCOUNTED = ("styles+xml", "theme+xml", "calcChain+xml", "core-properties+xml")
NOTHING = ("drawing+xml", "person+xml")
"""Parts that some programs write for nothing: with a root alone."""
MADE = ("sharedStrings+xml", "properties+xml")
"""Parts that are written if there is anything to write."""
REWRITTEN = {
    *(("workbook", one) for one in ("fileVersion", "absPath", "revisionPtr", "fileRecoveryPr", "webPublishing")),
    *(("worksheet", one) for one in ("conditionalFormatting", "cols", "phoneticPr", "drawing")),
    *(("rPr", one) for one in ("sz", "color", "rFont", "family", "charset", "scheme")),
    *(("cols", "col"), ("sheetData", "row"), ("row", "c"), ("c", "is"), ("cNvPr", "creationId"), ("ser", "uniqueId"), ("dPt", "uniqueId"), ("blip", "useLocalDpi"), ("xfrm", "off"), ("xfrm", "ext")),
    *(("chartSpace", "lang"), ("chartSpace", "printSettings"), ("cNvGraphicFramePr", "graphicFrameLocks")),
    *(("printSettings", one) for one in ("pageMargins", "pageSetup", "headerFooter")),
    *(("text", "r"), ("r", "rPr"), ("r", "t")),
}  # fmt: skip


class Census(NamedTuple):
    """The elements of a workbook, each by its sheet, its parent and its name, and its parts by type, all and those that are linked."""

    elements: Counter[tuple[str, str, str]]
    parts: dict[str, list[str]]


def losses(before: Census, after: Census) -> list[str]:
    """Return one line for each kind of content of which a workbook has less after it was saved, and one for the parts."""
    lost = before.elements - after.elements
    gone = {(sheet, name) for sheet, _, name in lost}
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for (sheet, parent, name), number in lost.items():
        if parent != ROOT and (sheet, parent) not in gone:
            found[name][sheet] += number
    lines = []
    for name, sheets in found.items():
        words = WORDS.get(name, name if " " in name else "")
        what = counted(sheets.total(), words) if words else f"{sheets.total():,} <{name}>"
        lines.append(f"{what} on {_some([*filter(None, sheets)])}" if any(sheets) else what)
    gone_parts = (names[len(after.parts.get(kind, ())) :] for kind, names in before.parts.items())
    parts = list(dict.fromkeys(chain.from_iterable(gone_parts)))
    return lines + [f"{'parts' if len(parts) > 1 else 'part'} {_some(parts)}"] * bool(parts)


def _some(names: Sequence[str]) -> str:
    """Return up to four names and how many more there are."""
    return ", ".join(names[:4]) + (f" and {len(names) - 4:,} more" if len(names) > 4 else "")


def census(path: Path) -> Census:
    """Count what a workbook holds; raises `BookError` for a part with a DOCTYPE."""
    found = Census(Counter(), defaultdict(list))
    with Package(path) as package:
        types = {key.lstrip("/").casefold(): kind for key, kind in _types(package)}
        owners = {part: sheet.name for sheet in package.sheets for part in _belonging(package, sheet.part)}
        reached = {target for part in ("", *package.members) for target in package.related(part).values()}
        for name in package.members:
            ending = f".{name.rpartition('.')[2].casefold()}"
            kind = types.get(name.casefold(), types.get(ending, ending))
            if name.endswith("/") or name == "[Content_Types].xml" or kind.endswith(UNCOUNTED):
                continue
            reader = _Reader(found, owners.get(name, ""), kind, name)
            empty = ending in (".xml", ".rels", ".vml") and reader.read(package) == 1 and kind.endswith(NOTHING)
            if not empty and not kind.endswith(MADE) and ending != ".rels" and name != package.workbook:
                for key in (kind, f"{kind}, linked")[: 1 + (name in reached)]:
                    found.parts[key].append(name)
    return found


def _types(package: Package) -> list[tuple[str, str]]:
    """Return the content types by the names of parts, and by endings with their dots."""
    rows = package.tree("[Content_Types].xml") if "[Content_Types].xml" in package else ()
    return [(row.get("PartName") or f".{row.get('Extension', '')}", row.get("ContentType", "")) for row in rows]


def _belonging(package: Package, part: str) -> list[str]:
    """Return a sheet's part and all parts that it refers to, as they are called in the archive."""
    parts = [part]
    for one in parts:  # which grows
        parts += [other for other in package.related(one).values() if other in package and other not in parts]
    return [package.member(one).filename for one in parts]


class _Reader:
    """Counts the elements of one part."""

    def __init__(self, found: Census, sheet: str, kind: str, name: str) -> None:
        self._elements, self._sheet, self._kind, self._name = found.elements, sheet, kind, name
        self._where = name
        self._stack = [ROOT]
        self._read = 0
        self._formula = self._value = self._is_error = False

    def read(self, package: Package) -> int:
        """Count, and return how many elements there are; the rest of a part that is no XML, as a drawing can be, is passed over."""
        parser = expat.ParserCreate()
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = self._text, self._doctype
        self._where = f"{package.path.name}: {self._name}"
        with package.open_part(self._name) as part, suppress(expat.ExpatError):
            while piece := part.read(PIECE):
                parser.Parse(piece)
        return self._read

    def _doctype(self, *_: object) -> None:
        raise BookError(f"{self._where} has a DOCTYPE, which no workbook needs")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name, parent = tag.rpartition(":")[2] if ":" in tag else tag, self._stack[-1]
        if parent == "c" and name == "v":  # as often as all others together
            self._stack.append(name)
            return
        if name == "c":
            self._is_error = attributes.get("t") == "e"
        left_out = LEFT_OUT in (name, parent) or (parent, name) == ("workbook", "extLst")
        inside = LEFT_OUT if left_out else parent if name in AROUND else name
        self._stack.append(inside)
        self._read += 1
        if name == "c":
            self._formula = self._value = False
        elif name == "f":
            self._formula = True
        elif (parent, name) == ("c", "is"):
            self._value = True
        for key, words in ATTRIBUTES.items():
            if attributes.get(key):
                self._count("", words)
        if name == "Relationship" and attributes.get("TargetMode") == "External":
            self._count("", f"external {attributes.get('Type', '').rpartition('/')[2]}")
        if inside == name != LEFT_OUT and (parent, name) not in REWRITTEN:
            self._count(parent, name, self._is_counted(parent, name))

    def _is_counted(self, parent: str, name: str) -> bool:
        if self._kind.endswith("vmlDrawing"):
            return (parent, name) in VML
        if self._kind.endswith("sharedStrings+xml"):  # texts that openpyxl writes into the cells
            return name == "rPh"
        return parent != "Relationships" and not self._kind.endswith("extended-properties+xml")

    def _count(self, parent: str, name: str, number: int = 1) -> None:
        self._elements[self._sheet, parent, name] += number

    def _text(self, _text: str) -> None:
        if self._stack[-1] == "v":
            self._value = True
        elif self._stack[-2:-1] == ["Properties"] and self._stack[-1] in PROPERTIES:
            self._elements[self._sheet, "Properties", self._stack[-1]] = 1

    def _end(self, tag: str) -> None:
        self._stack.pop()
        if self._value and tag.rpartition(":")[2] == "c" and (self._formula or not self._is_error):
            self._count("", CACHED if self._formula else VALUE)
