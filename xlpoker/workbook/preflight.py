"""Lists what a workbook would lose if openpyxl saved it, before it is overwritten.

openpyxl does not edit a file, it reads what it knows and writes a new one: all other content is lost, mostly without a
warning. So the parts of the file are searched for such content, and the losses are listed. Every row of `LOSSES`
was measured with openpyxl 3.1.5 (``load_workbook(rich_text=True, keep_vba=...)``, then ``save``) by comparing the
parts and elements before and after; the tests repeat that, so a row that is no longer true fails.

Measured as kept, and therefore not listed: cells, styles, table styles, theme, rich text, merged cells, names, filters,
validations, conditional formats, hyperlinks, scenarios, protection, page setup, tables, plain comments, custom
properties, links to other workbooks with their cached cells, pivot tables, plain charts, chart sheets; with Pillow
pictures; and in ``.xlsm`` files (``keep_vba=True``) the VBA project, the 2006 ribbon and VML controls. Not looked for:
sizes and colours of comment boxes, the order in which a range was last sorted.
"""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from xlpoker.errors import BookError
from xlpoker.workbook.xlsx.package import Package

__all__ = ["LOSSES", "Loss", "losses"]

CHUNK = 1 << 20
SHEET = "a worksheet or chart sheet"  # stands for the parts which the workbook names as such, wherever they lie
DRAWING = r"xl/drawings/[^/]+\.xml"
CHART = r"xl/charts/(?!chartEx)[^/]+\.xml"
VML = r"xl/drawings/[^/]*\.vml"
COPIED_VML = r"xl/drawings/[^/]*vmlDrawing\d\.vml"  # keep_vba copies these; from the tenth on they are left out
OTHER_VML = r"xl/drawings/(?![^/]*vmlDrawing\d\.vml)[^/]*\.vml"
CONTROL = r"ObjectType=[\"'](?:Button|Checkbox|Dialog|Drop|Edit|GBox|Label|List|Radio|Scroll|Spin)[\"']"
FORMULA = r"<(?:[\w.-]+:)?f(?:\s[^<>]*)?(?:/>|>[^<]*</(?:[\w.-]+:)?f>)\s*<(?:[\w.-]+:)?v(?:\s[^<>]*)?>[^<]"
FALLBACK = r"<mc:Fallback>.*?</mc:Fallback>|"  # what old programs show instead: no loss of its own
CHART_TEXT = r"</(?:\w+:)?chart>(?:\s*<(?:\w+:)?spPr[\s/>].*?)?\s*<(?:\w+:)?txPr[\s/>]"
CELL = re.compile(rb".*(?:</(?:[\w.-]+:)?c>|(?=<(?:[\w.-]+:)?c[\s>]))", re.DOTALL)  # up to the last border of a cell
KNOWN_EXTENSIONS = "05C60535|3A4CF648|78C0D931|7E03D99C|A8765BA9|B025F937|CCE6A557"


class Loss(NamedTuple):
    """One kind of content that is lost: where it stands, its description, and what prevents the loss.

    `part` is matched with the whole name of a part. `seek` is a literal that must stand in that part, if not empty;
    `mark` is the expression to count there, by default the elements named `seek`. In `words`, ``{n}`` is the count and
    ``|`` parts the words for one from those for many. `unless` is what prevents the loss (or, without Pillow, what
    makes another row say it): "vba" is kept, "pillow" or "no pillow" is installed.
    """

    part: str
    seek: str
    words: str
    why: str
    mark: str = ""
    unless: str = ""

    @property
    def pattern(self) -> re.Pattern[bytes]:
        """The compiled expression to count."""
        mark = self.mark or rf"<(?:[\w.-]+:)?{self.seek}[\s/>]"
        return re.compile(mark.encode(), re.DOTALL)


LOSSES = (
    Loss(SHEET, "f", "cached value of {n} formula|cached values of {n} formulas", "<v> is written empty", FORMULA),
    Loss(SHEET, "cm=", "{n} dynamic array formula|{n} dynamic array formulas", "xl/metadata.xml", r"<(?:\w+:)?c\s[^<>]*\bcm="),
    Loss(SHEET, "vm=", "{n} rich value (picture in a cell, data type)|{n} rich values (pictures in cells, data types)", "xl/richData", r"<(?:\w+:)?c\s[^<>]*\bvm="),
    Loss(r"xl/featurePropertyBag/.+", "", "checkboxes in cells", "unknown part"),
    Loss(DRAWING, "pic", "{n} picture|{n} pictures", "read by Pillow only", FALLBACK + r"(<(?:\w+:)?pic[\s>])", "pillow"),
    Loss(r"xl/media/[^/]+\.[ew]mf", "", "{n} EMF or WMF picture|{n} EMF or WMF pictures", "Pillow cannot write them", unless="no pillow"),
    Loss(DRAWING, "sp", "{n} shape, line or text box|{n} shapes, lines or text boxes", "not read", FALLBACK + r"(<(?:\w+:)?(?:sp|cxnSp|contentPart)[\s>])"),
    Loss(DRAWING, "grpSp", "{n} group of shapes, pictures or charts|{n} groups of shapes, pictures or charts", "not read", FALLBACK + r"(<(?:\w+:)?grpSp[\s>])"),
    Loss(DRAWING, "hlinkClick", "{n} hyperlink of a picture or shape|{n} hyperlinks of pictures or shapes", "the target is not written"),
    Loss(DRAWING, "descr=", "alternative text of {n} chart|alternative text of {n} charts", "frames are made anew", r"<(?:\w+:)?nvGraphicFramePr>\s*<(?:\w+:)?cNvPr\s[^<>]*\bdescr=\"[^\"]"),
    Loss(r"xl/diagrams/data\d*\.xml", "", "{n} SmartArt diagram|{n} SmartArt diagrams", "unknown part"),
    Loss(r"xl/ink/.+", "", "ink drawings", "unknown part"),
    Loss(r"xl/charts/chartEx\d*\.xml", "", "{n} chart of a newer type (waterfall, treemap, ...)|{n} charts of newer types (waterfall, treemap, ...)", "unknown part"),
    Loss(CHART, "chartSpace", "style, data table, text format or extensions of {n} chart|style, data table, text format or extensions of {n} charts", "read but not written", rf"<(?:\w+:)?chartSpace[\s>](?=.*(?:<(?:\w+:)?(?:style|dTable|extLst|userShapes|clrMapOvr|protection|AlternateContent)[\s/>]|{CHART_TEXT}))"),
    Loss(COPIED_VML, "ObjectType", "{n} form control|{n} form controls", "the drawing of comments is made anew", CONTROL, "vba"),
    Loss(OTHER_VML, "ObjectType", "{n} form control|{n} form controls", "not copied, not even with the VBA project", CONTROL),
    Loss(VML, "Visible", "{n} comment shown all the time|{n} comments shown all the time", "written hidden"),
    Loss(r"xl/comments/?[^/]*\.xml", "rPr", "text format of comments", "read as plain text", r"<(?:\w+:)?(?:b|i|u|strike|vertAlign)[\s/>]"),
    Loss(r"xl/threadedComments/.+\.xml", "threadedComment", "{n} threaded comment|{n} threaded comments", "unknown part"),
    Loss(r"xl/activeX/[^/]+\.xml", "", "{n} ActiveX control|{n} ActiveX controls", "no sheet points to them any more"),
    Loss(SHEET, "oleObject", "{n} embedded object|{n} embedded objects", "not read", FALLBACK + r"(<(?:\w+:)?oleObject[\s>])"),
    Loss(SHEET, "sparkline", "{n} sparkline|{n} sparklines", "extension"),
    Loss(SHEET, "uri=", "extended conditional formats (x14)", "extension", r"(?i)\{78C0D931-"),
    Loss(SHEET, "uri=", "extended data validations (x14)", "extension", r"(?i)\{CCE6A557-"),
    Loss(SHEET, "uri=", "other extensions", "extension", rf"(?i)<(?:\w+:)?ext\s[^<>]*\buri=[\"'](?!\{{(?:{KNOWN_EXTENSIONS}))"),
    Loss(r"xl/slicers/.+\.xml", "slicer", "{n} slicer|{n} slicers", "unknown part"),
    Loss(r"xl/timelines/.+\.xml", "timeline", "{n} timeline|{n} timelines", "unknown part"),
    Loss(r"xl/pivotTables/[^/]+\.xml", "extLst", "extended settings of pivot tables", "read but not written"),
    Loss(r"xl/tables/table\d*\.xml", "extLst", "alternative text of tables", "read but not written"),
    Loss(r"xl/namedSheetViews/.+", "", "sheet views", "unknown part"),
    Loss(SHEET, "customSheetView", "custom views", "not read"),
    Loss(SHEET, "protectedRange", "{n} range editable on a protected sheet|{n} ranges editable on a protected sheet", "not read"),
    Loss(SHEET, "ignoredErrors", "ignored error marks", "not read"),
    Loss(SHEET, "cellWatch", "cell watches", "not read"),
    Loss(SHEET, "dataConsolidate", "consolidation settings", "not read"),
    Loss(SHEET, "customPr", "custom sheet properties", "not read"),
    Loss(SHEET, "picture", "background picture|background pictures", "not read"),
    Loss(SHEET, "legacyDrawingHF", "pictures in headers or footers", "not read"),
    Loss(r"xl/printerSettings/.+", "", "printer settings", "unknown part"),
    Loss(r"xl/sharedStrings\.xml", "rPh", "phonetic guides", "read but not written"),
    Loss(r"xl/workbook\.xml", "fileSharing", "read-only recommendation or password for changes", "read but not written"),
    Loss(r"docProps/app\.xml", "", "company or manager in the properties", "written anew", r"<(?:\w+:)?(?:Company|Manager)>[^<]"),
    Loss(r"xl/vbaProject\.bin", "", "a VBA project", "only copied with keep_vba", unless="vba"),
    Loss(r"xl/vbaProjectSignature.*\.bin", "", "signature of the VBA project", "nothing points to it any more"),
    Loss(r"customUI/(?!customUI14)[^/]+\.xml", "", "ribbon customisation", "only copied with keep_vba", unless="vba"),
    Loss(r"customUI/customUI14\.xml", "", "ribbon customisation (Office 2010)", "nothing points to it any more"),
    Loss(r"xl/macrosheets/[^/]+\.xml", "", "{n} macro sheet|{n} macro sheets", "becomes a worksheet"),
    Loss(r"xl/dialogsheets/[^/]+\.xml", "", "{n} dialog sheet|{n} dialog sheets", "becomes a worksheet"),
    Loss(r"xl/(?:connections\.xml|queryTables/.+)", "", "queries and connections", "unknown part"),
    Loss(r"xl/model/.+", "", "data model", "unknown part"),
    Loss(r"customXml/item\d*\.xml", "", "custom XML", "unknown part"),
    Loss(r"xl/xmlMaps\.xml|xl/tables/tableSingleCells\d*\.xml", "", "XML maps", "unknown part"),
    Loss(r"xl/volatileDependencies\.xml", "", "real-time data functions", "unknown part"),
    Loss(r"xl/revisions/.+", "", "change history of a shared workbook", "unknown part"),
    Loss(r"xl/webextensions/.+", "", "web add-ins", "unknown part"),
    Loss(r"docMetadata/.+", "", "sensitivity label", "unknown part"),
    Loss(r"_xmlsignatures/.+", "", "digital signature", "unknown part"),
)  # fmt: skip

REMADE = (  # parts that are kept, written anew without a loss, or said by the loss of something else
    r"\[Content_Types\]\.xml|.*\.rels|.*/|xl/(workbook|styles|sharedStrings|calcChain|metadata)\.xml|xl/theme/theme1\.xml"
    r"|xl/(charts|chartsheets|comments|drawings|media|pivotCache|pivotTables|tables|worksheets|externalLinks)/.*"
    r"|xl/comments\d*\.xml|docProps/(app|core|custom)\.xml|docProps/thumbnail\..*|customXml/itemProps\d*\.xml"
    r"|xl/(activeX|ctrlProps|diagrams|embeddings|persons|richData|slicerCaches|timelineCaches)/.*|xl/customProperty\d*\.bin"
)


def losses(path: Path, target: Path | None = None) -> list[str]:
    """Return one line for each kind of content that openpyxl would lose by saving this workbook, under that name or its own."""
    with Package(path) as package:
        return list(_lines(package, vba=(target or path).suffix.lower() == ".xlsm"))


def _owners(package: Package) -> tuple[set[str], dict[str, list[str]]]:
    """Return the parts that are worksheets or chart sheets, and the names of the sheets on which each part stands."""
    targets = package.related(package.workbook, "worksheet") | package.related(package.workbook, "chartsheet")
    sheets: set[str] = set()
    owners: dict[str, list[str]] = {}
    for sheet in package.tree(package.workbook).iterfind("{*}sheets/{*}sheet"):
        key = next((value for name, value in sheet.attrib.items() if name.endswith("}id")), "")
        leads = [targets.get(key, "")]
        sheets.update(package.member(part).filename for part in leads if part in package)
        for part in leads:  # which grows by all that the sheet refers to
            names = owners.setdefault(package.member(part).filename, []) if part in package else None
            if names is not None and (name := sheet.get("name", "")) not in names:
                names.append(name)
                leads += package.related(part).values()
    return sheets, owners


def _lines(package: Package, *, vba: bool) -> Iterator[str]:
    """Yield the lines in the order of the table, at last the parts that no row knows."""
    prevented = {"vba"} if vba else set()
    prevented.add("pillow" if importlib.util.find_spec("PIL") else "no pillow")
    worksheets, owners = _owners(package)
    counts: Counter[str] = Counter()
    sheets: dict[str, dict[str, None]] = {}
    unknown = []
    for name in package.members:
        rows = [row for row in LOSSES if re.fullmatch(row.part, SHEET if name in worksheets else name)]
        if not rows and name not in worksheets and not re.fullmatch(REMADE, name):
            unknown.append(name)
        rows = [row for row in rows if row.unless not in prevented]
        found = Counter(row.words for row in rows if not row.seek and not row.mark)
        if searched := [row for row in rows if row.seek or row.mark]:
            found += _count(package, name, searched)
        for words in found:
            sheets.setdefault(words, {}).update(dict.fromkeys(owners.get(name, ())))
        counts += found
    for words in dict.fromkeys(row.words for row in LOSSES if row.words in counts):
        one, _, many = words.partition("|")
        said = many if many and counts[words] > 1 else one
        yield said.format(n=f"{counts[words]:,}") + (f" on {_some([*sheets[words]])}" if sheets[words] else "")
    if unknown:
        yield f"parts of unknown use: {_some(unknown)}"


def _count(package: Package, name: str, rows: Iterable[Loss]) -> Counter[str]:
    """Count what is sought in a part, read piece by piece and cut between cells, elsewhere between tags."""
    sought = [(row.words, row.seek.encode(), row.pattern) for row in rows]
    found: Counter[str] = Counter()
    with package.open_part(name) as stream:
        rest = stream.read(CHUNK)
        if b"<!DOCTYPE" in rest or b"\0" in rest:
            raise BookError(f"{package.path.name}: {name} has a DOCTYPE or is not encoded in UTF-8")
        while rest:
            piece = stream.read(CHUNK)
            cell = CELL.match(rest)
            cut = len(rest) if not piece else cell.end() if cell else max(rest.rfind(b"<"), 0)
            text, rest = rest[:cut], rest[cut:] + piece
            for words, seek, pattern in sought:
                if seek in text:
                    found[words] += sum(map(bool, pattern.findall(text)))
    return +found


def _some(names: list[str]) -> str:
    """Return up to four names and how many more there are."""
    return ", ".join(names[:4]) + (f" and {len(names) - 4:,} more" if len(names) > 4 else "")
