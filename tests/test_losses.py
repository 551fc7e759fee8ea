"""What openpyxl loses is named: books with everything that people keep, loaded and saved by it, and what is left compared."""

import re

import openpyxl
import pytest
from support.parts import parts
from support.rich_books import BOOK, BOOKS, charts, decorated_book, hands_book, inject, macros

from xlpoker.workbook.jobs import score

pytestmark = pytest.mark.filterwarnings("ignore:.*not supported", "ignore:.*support is incomplete")

PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
RIBBON = "http://schemas.microsoft.com/office/2007/relationships/ui/extensibility"
FROM_TO = "".join(
    f"<xdr:{end}><xdr:col>{at}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{at}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:{end}>"
    for end, at in (("from", 1), ("to", 4))
)
SHAPE = '<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="9" name="R"/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr/></xdr:sp>'
LINE = '<xdr:cxnSp macro=""><xdr:nvCxnSpPr><xdr:cNvPr id="8" name="C"/><xdr:cNvCxnSpPr/></xdr:nvCxnSpPr><xdr:spPr/></xdr:cxnSp>'
GROUP = (
    '<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="7" name="G"/><xdr:cNvGrpSpPr/></xdr:nvGrpSpPr><xdr:grpSpPr/>'
    f"{SHAPE}{SHAPE}</xdr:grpSp>"
)


def buttons(made, sheet, notes):
    """Add sheets with so many buttons that the names of their drawings are sorted otherwise."""
    macros(made, sheet, notes)
    for _ in range(11):
        made.add_worksheet().insert_button("B2", {"caption": "Deal"})


ANCHORS = "".join(
    f"<xdr:twoCellAnchor>{FROM_TO}{one}<xdr:clientData/></xdr:twoCellAnchor>"
    for one in (LINE, GROUP)
)
UI = f'<Relationship Id="rIdB" Type="{RIBBON}" Target="customUI/customUI14.xml"/>'
SIGNATURE = f'<Relationships xmlns="{PACKAGE}"><Relationship Id="r" Type="x" Target="vbaProjectSignature.bin"/></Relationships>'
SPOKEN = '</t><rPh sb="0" eb="1"><t>x</t></rPh></si>'
CHANGED = {  # what XlsxWriter adds, the parts that are added then, and what is replaced in a part
    "lines-and-groups": (
        charts,
        {},
        ("xl/drawings/drawing1.xml", "</xdr:wsDr>", f"{ANCHORS}</xdr:wsDr>"),
    ),
    "phonetic": (None, {}, ("xl/sharedStrings.xml", "</t></si>", SPOKEN)),
    "read-only": (
        None,
        {},
        (BOOK, "<workbookPr", "<fileSharing readOnlyRecommended='1'/><workbookPr"),
    ),
    "ribbon-of-2010": (
        macros,
        {"customUI/customUI14.xml": "<x/>"},
        ("_rels/.rels", "</Rel", f"{UI}</Rel"),
    ),
    "signed-macros": (
        macros,
        {"xl/vbaProjectSignature.bin": "x", "xl/_rels/vbaProject.bin.rels": SIGNATURE},
        None,
    ),
}


def changed(decorate, added, replaced):
    """Return the builder of a book with some parts more, or changed ones, and its ending."""
    replaced = [replaced] if replaced else []
    return (
        lambda path: inject(hands_book(path, decorate), added=added, replaced=replaced),
        ".xlsm" if decorate is macros else ".xlsx",
    )


MADE = BOOKS | {name: changed(*row) for name, row in CHANGED.items()}
MADE["buttons-beside-VBA"] = decorated_book(buttons, ".xlsm")
KEPT = ["plain", "VBA", "table", "table-elsewhere", "validations", "rich-text", "merged-and-links"]
LOST = dict.fromkeys(KEPT, "") | {
    "charts": "7 alternative texts; 2 <auto>; 1 <crossBetween>; 2 <crosses>; 1 <lblAlgn>; 3 other kinds of elements",
    "pictures": "1 rich value; 1 external link; 1 <legacyDrawingHF>; 1 <picture>; parts xl/drawings/vmlDrawing1.vml, "
    "xl/media/image2.png, xl/media/image3.png, xl/media/image4.png and 5 more",
    "shapes": "part xl/drawings/drawing1.xml",
    "sparklines": "2 <colorAxis>; 2 <colorFirst>; 2 <colorHigh>; 2 <colorLast>; 9 other kinds of elements",
    "form-controls": "1 <legacyDrawing>; parts xl/drawings/vmlDrawing1.vml, xl/featurePropertyBag/featurePropertyBag.xml",
    "comments": "1 <Visible>",
    "conditional-formats": "2 <axisColor>; 2 <borderColor>; 2 <cfRule>; 4 <cfvo>; 6 other kinds of elements",
    "formulas": "6 cached values; 1 dynamic array formula; part xl/metadata.xml",
    "looks": "1 document property; 1 <ignoredError>; 1 <ignoredErrors>; 1 <protectedRange>; 1 <protectedRanges>",
    "pivot-table-and-slicer": "1 <slicer>; 1 <slicerCache>; 1 <slicerCaches>; 1 <slicerList>; "
    "parts xl/slicers/slicer1.xml, xl/slicerCaches/slicerCache1.xml",
    "threaded-comments": "parts xl/threadedComments/threadedComment1.xml, xl/persons/person.xml",
    "x14-extensions": "1 <cfRule>; 1 <conditionalFormattings>; 1 <dataValidation>; 1 <dataValidations>; "
    "2 other kinds of elements",
    "attachments": "parts customXml/item1.xml, customUI/customUI.xml, xl/printerSettings/printerSettings1.bin, "
    "xl/unheard-of/part 1.bin and 1 more",
    "lines-and-groups": "2 shapes; 1 line; 1 group; 2 drawings; 7 alternative texts; 2 <auto>; 1 <cNvCxnSpPr>; "
    "1 <cNvGrpSpPr>; 4 <cNvPr>; 17 other kinds of elements",
    "phonetic": "1 <rPh>",
    "buttons-beside-VBA": "3 <shape>; parts xl/drawings/vmlDrawing10.vml, xl/drawings/vmlDrawing11.vml, "
    "xl/drawings/vmlDrawing12.vml",
    "ribbon-of-2010": "part customUI/customUI14.xml",
    "signed-macros": "part xl/vbaProjectSignature.bin",
    "read-only": "1 <fileSharing>",
}


def number(book, tag):
    """Return how many elements of a name the parts of a book hold."""
    return sum(
        len(re.findall(rf"<(?:\w+:)?{tag}[\s/>]".encode(), part)) for part in parts(book).values()
    )


def appearance(path):
    """Return what a person sees of a book: of its cells by sheet and address, and of each sheet."""
    made = openpyxl.load_workbook(path, rich_text=True)
    cells = {
        (sheet.title, cell.coordinate): (
            str(getattr(cell.value, "text", cell.value)), cell.data_type, cell.number_format,
            repr((cell.font, cell.fill, cell.border, cell.alignment)),
            cell.comment and cell.comment.text, cell.hyperlink and cell.hyperlink.ref,
        )
        for sheet in made.worksheets for row in sheet.iter_rows() for cell in row
        if cell.value is not None or cell.has_style
    }  # fmt: skip
    sheets = [
        (sheet.title, sheet.freeze_panes, [*sheet.tables], sorted(map(str, sheet.merged_cells.ranges)),
         len(sheet.conditional_formatting), sheet.column_dimensions["A"].width, [name for name in sheet.defined_names if "xlpoker" not in name])
        for sheet in made.worksheets
    ]  # fmt: skip
    return cells, sheets, [*made.defined_names]


@pytest.mark.sampled(16)
@pytest.mark.parametrize("name", MADE)
def test_what_is_said_is_lost(tmp_path, name):
    """A warning lists what the saved book lacks, and nothing where it lacks nothing; the rest is as it was."""
    build, ending = MADE[name]
    path = build(tmp_path / f"a{ending}")
    counts = score(path, engine="openpyxl")
    made = path.with_name(f"a.scored{ending}")
    assert counts.warnings == [f"{made.name} lacks {LOST[name]}"] * bool(LOST[name])
    for count, tag in re.findall(r"(\d+) <(\w+)>", LOST[name]):
        assert number(path, tag) - number(made, tag) >= int(count)
    (cells, *others), (now, *rest) = appearance(path), appearance(made)
    assert ({place: now.get(place) for place in cells}, rest) == (cells, others)
