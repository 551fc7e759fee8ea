"""What openpyxl loses is named: every line is proved by loading and saving the very book."""

import io
import re
import warnings
from importlib.util import find_spec

import openpyxl
import pytest
import xlsxwriter
from support.machines import XLWINGS
from support.parts import SHEET, parts, zipped

from xlpoker.workbook.openpyxl_engine import lost_parts

DRAWING = "xl/drawings/drawing1.xml"
CHART = "xl/charts/chart1.xml"
BOOK = "xl/workbook.xml"
RELS = "xl/_rels/workbook.xml.rels"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cf50"
    "0f00038601805a345d6a0000000049454e44ae426082"
)
FROM_TO = "".join(
    f"<xdr:{end}><xdr:col>{at}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{at}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:{end}>"
    for end, at in (("from", 1), ("to", 4))
)
SHAPE = '<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="9" name="R"/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr/></xdr:sp>'
LINE = '<xdr:cxnSp macro=""><xdr:nvCxnSpPr><xdr:cNvPr id="8" name="C"/><xdr:cNvCxnSpPr/></xdr:nvCxnSpPr><xdr:spPr/></xdr:cxnSp>'
GROUP = f'<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="7" name="G"/><xdr:cNvGrpSpPr/></xdr:nvGrpSpPr><xdr:grpSpPr/>{SHAPE}{SHAPE}</xdr:grpSp>'
PICT = "xl/media/image1"


def written(fill, **options):
    """Return the bytes of a book that a function fills by XlsxWriter."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True, **options}) as book:
        fill(book)
    return stream.getvalue()


def patched(data, edits):
    """Return a book with parts added (text), or edited: a pair of what is replaced and by what."""
    found = parts(data)
    for name, edit in edits.items():
        if isinstance(edit, tuple):
            old, new = (part.encode() for part in edit)
            assert old in found[name], (old, found[name])
            found[name] = found[name].replace(old, new, 1)
        else:
            found[name] = edit.encode()
    return zipped(found)


def plain(book):
    book.add_worksheet().write(0, 0, "plain")


def chart(book, change=lambda _: None, options=None):
    for sheet in (book.add_worksheet(), book.add_worksheet()):
        sheet.write_column(0, 0, [1, 2, 3])
        drawn = book.add_chart({"type": "line"})
        drawn.add_series({"values": f"={sheet.name}!$A$1:$A$3"})
        change(drawn)
        sheet.insert_chart("C3", drawn, options)


def everything_kept(book):
    """Fill a book with what openpyxl reads and writes."""
    bold = book.add_format({"bold": True, "bg_color": "#ffff00", "num_format": "0.00"})
    sheet = book.add_worksheet("Kept & <co>")
    sheet.write_row(0, 0, ["text", 1.5, True, None], bold)
    sheet.write_rich_string("D2", "a", bold, "b")
    sheet.write_url("D3", "https://example.org")
    sheet.write_comment("A1", "a note", {"author": "me"})
    sheet.merge_range("A3:B3", "merged", bold)
    sheet.conditional_format("B1:B9", {"type": "cell", "criteria": ">", "value": 3, "format": bold})
    sheet.data_validation("C1", {"validate": "list", "source": ["a", "b"]})
    sheet.add_table("F1:G4")
    sheet.autofilter("A10:B12")
    sheet.freeze_panes(1, 0)
    sheet.set_header("&Ltext")
    sheet.set_landscape()
    sheet.repeat_rows(0)
    sheet.protect()
    book.define_name("Pot", "=100")
    book.set_custom_property("k", "v")
    chart(book)
    sheet = book.add_chartsheet()
    drawn = book.add_chart({"type": "pie"})
    drawn.add_series({"values": "=Sheet2!$A$1:$A$3"})
    sheet.set_chart(drawn)


def formulas(book):
    sheet = book.add_worksheet()
    for row in range(1000):
        sheet.write_formula(row, 0, "=1<2", None, row)
    sheet.write_formula("B1", "=1+1", None, "")
    sheet.write_array_formula("C1:C2", "{=ROW(1:2)}", None, 1)
    sheet.write_column("D1", range(3_000))


def dynamic(book):
    book.add_worksheet().write_dynamic_array_formula("A1:A3", "=SEQUENCE(3)", None, "")


def pictures(book):
    sheet = book.add_worksheet("Pics")
    sheet.insert_image("B2", "x.png", {"image_data": io.BytesIO(PNG)})
    sheet.insert_image("B9", "x.png", {"image_data": io.BytesIO(PNG)})


def linked_picture(book):
    book.add_worksheet().insert_image("B2", "x.png", {"image_data": io.BytesIO(PNG), "url": "https://example.org"})


def picture_in_cell(book):
    book.add_worksheet().embed_image("B2", "x.png", {"image_data": io.BytesIO(PNG)})


def backgrounds(book):
    sheet = book.add_worksheet()
    sheet.set_header("&L&G", {"image_left": "h.png", "image_data_left": io.BytesIO(PNG)})
    sheet.set_background(io.BytesIO(PNG))


def extensions(book):
    sheet = book.add_worksheet("Bars")
    sheet.write_row(0, 0, [1, 2, 3])
    sheet.add_sparkline("F1", {"range": "A1:E1"})
    sheet.add_sparkline("F2", {"range": "A1:E1"})
    sheet.conditional_format("A1:A5", {"type": "data_bar", "data_bar_2010": True})


def buttons(book):
    for _ in range(11):
        book.add_worksheet().insert_button("B2", {"caption": "Deal"})


def with_vba(fill):
    """Return what fills a book and adds the VBA project that xlwings brings."""
    template = (XLWINGS / "quickstart.xlsm").read_bytes()

    def filled(book):
        book.add_vba_project(io.BytesIO(parts(template)["xl/vbaProject.bin"]), is_stream=True)
        fill(book)

    return filled


def in_sheet(element):
    """Return edits that put an element at the end of the first sheet."""
    return {SHEET: ("</worksheet>", f"{element}</worksheet>")}


def in_drawing(body):
    """Return edits that put an object beside the chart of the first sheet."""
    mc = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    anchor = f"<xdr:twoCellAnchor {mc}>{FROM_TO}{body}<xdr:clientData/></xdr:twoCellAnchor>"
    return {DRAWING: ("</xdr:wsDr>", f"{anchor}</xdr:wsDr>")}


def linked(kind, target):
    """Return edits by which the first sheet refers to a part."""
    return {"xl/worksheets/_rels/sheet1.xml.rels": relations(kind, f"/{target}")}


def ext(uri):
    return f'<extLst><ext uri="{{{uri}}}" xmlns:x14="http://x14"><x14:some/></ext></extLst>'


def special(kind):
    """Return edits that add a sheet which is neither a worksheet nor a chart."""
    row = f'<Relationship Id="rId88" Type="{OFFICE}/{kind}" Target="{kind}s/sheet1.xml"/>'
    return {
        RELS: ("</Relationships>", f"{row}</Relationships>"),
        BOOK: ("</sheets>", '<sheet name="Odd" sheetId="9" r:id="rId88"/></sheets>'),
        f"xl/{kind}s/sheet1.xml": f'<{kind} xmlns="{MAIN}"/>',
    }


def relations(kind, target, mode="Internal"):
    """Return the text of relations with one row."""
    row = f'<Relationship Id="rId1" Type="{OFFICE}/{kind}" Target="{target}" TargetMode="{mode}"/>'
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{row}</Relationships>'


def typed(**parts):
    """Return edits that give the content types of parts of spreadsheets by their names."""
    rows = "".join(
        f'<Override PartName="/xl/{name.replace("__", "/")}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.{kind}+xml"/>'
        for name, kind in parts.items()
    )
    return {"[Content_Types].xml": ("</Types>", f"{rows}</Types>")}


def pivot(extension):
    """Return edits that add a pivot table to the first sheet."""
    cache = "xl/pivotCache/pivotCacheDefinition1.xml"
    row = f'<Relationship Id="rId78" Type="{OFFICE}/pivotCacheDefinition" Target="/{cache}"/>'
    table = (
        '<location ref="E1:F3" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/><pivotFields count="1">'
        '<pivotField axis="axisRow" showAll="0"><items count="1"><item x="0"/></items></pivotField></pivotFields>'
        f'<rowFields count="1"><field x="0"/></rowFields>{extension}'
    )
    source = (
        '<cacheSource type="worksheet"><worksheetSource ref="A1:A2" sheet="Sheet1"/></cacheSource><cacheFields count="1">'
        '<cacheField name="plain"><sharedItems count="1"><s v="x"/></sharedItems></cacheField></cacheFields>'
    )
    return (
        {
            RELS: ("</Relationships>", f"{row}</Relationships>"),
            BOOK: ("</workbook>", '<pivotCaches><pivotCache cacheId="1" r:id="rId78"/></pivotCaches></workbook>'),
            cache: f'<pivotCacheDefinition xmlns="{MAIN}" xmlns:r="{OFFICE}" r:id="rId1" recordCount="1">{source}</pivotCacheDefinition>',
            "xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels": relations(
                "pivotCacheRecords", "pivotCacheRecords1.xml"
            ),
            "xl/pivotCache/pivotCacheRecords1.xml": f'<pivotCacheRecords xmlns="{MAIN}" count="1"><r><x v="0"/></r></pivotCacheRecords>',
            "xl/pivotTables/pivotTable1.xml": f'<pivotTableDefinition xmlns="{MAIN}" name="P" cacheId="1" dataCaption="V">{table}</pivotTableDefinition>',
            "xl/pivotTables/_rels/pivotTable1.xml.rels": relations("pivotCacheDefinition", f"/{cache}"),
        }
        | linked("pivotTable", "xl/pivotTables/pivotTable1.xml")
        | typed(
            pivotCache__pivotCacheDefinition1="pivotCacheDefinition",
            pivotCache__pivotCacheRecords1="pivotCacheRecords",
            pivotTables__pivotTable1="pivotTable",
        )
    )


def other_workbook():
    """Return edits that add a link to another workbook."""
    part = "xl/externalLinks/externalLink1.xml"
    row = f'<Relationship Id="rId77" Type="{OFFICE}/externalLink" Target="/{part}"/>'
    sheets = (
        '<sheetNames><sheetName val="Sheet1"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1">'
        "<v>3</v></cell></row></sheetData></sheetDataSet>"
    )
    return {
        RELS: ("</Relationships>", f"{row}</Relationships>"),
        BOOK: ("<calcPr", '<externalReferences><externalReference r:id="rId77"/></externalReferences><calcPr'),
        part: f'<externalLink xmlns="{MAIN}" xmlns:r="{OFFICE}"><externalBook r:id="rId1">{sheets}</externalBook></externalLink>',
        "xl/externalLinks/_rels/externalLink1.xml.rels": relations("externalLinkPath", "other.xlsx", "External"),
    } | typed(externalLinks__externalLink1="externalLink")


PILLOW = find_spec("PIL") is not None


def case(name, expected, gone, fill=plain, edits=None, suffix=".xlsx"):
    """Return a case: the book, the lines, and what is in the parts of the book before and in none afterwards."""
    return pytest.param(fill, edits or {}, suffix, expected, gone, id=name)


def part_case(name):
    return case(name.rpartition("/")[2], [f"part {name}"], [name], edits={name: "<x/>"})


CASES = [
    case("kept", [], [], everything_kept),
    case("formulas", ["1,001 cached values"], ["<f>1&lt;2</f><v>999"], formulas),
    case("dynamic array", ["1 dynamic array formula", "part xl/metadata.xml"], [' cm="1"', "xl/metadata.xml"], dynamic),
    case("picture in a cell", ["1 rich value", "parts xl/media/image1.png, xl/metadata.xml, xl/richData/rdrichvalue.xml, xl/richData/rdRichValueTypes.xml and 2 more"], [' vm="1"', "xl/metadata.xml"], picture_in_cell),
    case("pictures", [], [] if PILLOW else ["<xdr:pic>", DRAWING], pictures),
    case("hyperlink of a picture", ["1 external link"], ["https://example.org"], linked_picture),
    case("text box", ["part xl/drawings/drawing1.xml"], ["xdr:sp>"], lambda book: book.add_worksheet().insert_textbox("B2", "Pot")),
    case("line", ["1 line", "1 drawing", "1 <cNvCxnSpPr>", "1 <cNvPr>", "1 <clientData>", "2 <colOff>", "5 other kinds of elements"], ["cxnSp"], chart, in_drawing(LINE)),
    case("group", ["2 shapes", "1 group", "1 drawing", "1 <cNvGrpSpPr>", "3 <cNvPr>", "2 <cNvSpPr>", "1 <clientData>", "8 other kinds of elements"], ["grpSp"], chart, in_drawing(GROUP)),
    case(
        "waterfall",
        ["1 shape", "1 drawing", "1 <cNvPr>", "1 <cNvSpPr>", "1 <clientData>", "2 <colOff>", "5 other kinds of elements", "part xl/charts/chartEx1.xml"],
        ["xl/charts/chartEx1.xml", "mc:Choice"],
        chart,
        in_drawing(f"<mc:AlternateContent><mc:Choice Requires='cx1'/><mc:Fallback>{SHAPE}</mc:Fallback></mc:AlternateContent>") | {"xl/charts/chartEx1.xml": "<x/>"},
    ),
    case("alternative text", ["2 alternative texts"], ["a curve"], lambda book: chart(book, options={"description": "a curve"})),
    case("chart style", ["2 <style>"], ["c:style"], lambda book: chart(book, lambda drawn: drawn.set_style(10))),
    case("chart data table", ["2 <dTable>", "2 <showHorzBorder>", "2 <showOutline>", "2 <showVertBorder>"], ["dTable"], lambda book: chart(book, lambda drawn: drawn.set_table())),
    *(
        case(f"chart {name}", elements.split("|"), [gone], chart, {CHART: (before, f"{added}{before}")})
        for name, elements, gone, before, added in (
            ("text", "1 <bodyPr>|1 <defRPr>|1 <p>|1 <pPr>|1 other kind of elements", 'sz="777"', "<c:printSettings>", '<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="777"/></a:pPr></a:p></c:txPr>'),
            ("shapes", "1 <userShapes>", "userShapes", "</c:chartSpace>", '<c:userShapes r:id="rId7"/>'),
            ("extension", "1 <some>", "c16", "</c:ser>", '<c:extLst><c:ext uri="{C3380CC4}" xmlns:c16="c16"><c16:some/></c:ext></c:extLst>'),
            ("colours", "1 <clrMapOvr>", "clrMapOvr", "<c:chart>", '<c:clrMapOvr bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'),
            ("protection", "1 <protection>", "c:protection", "<c:chart>", "<c:protection/>"),
            ("style of 2010", "1 <style>", "c14", "<c:chart>", '<mc:AlternateContent xmlns:mc="mc"><mc:Choice Requires="c14"><c14:style xmlns:c14="c14" val="102"/></mc:Choice></mc:AlternateContent>'),
        )
    ),
    case("form controls", ["11 <legacyDrawing>", "parts xl/drawings/vmlDrawing1.vml, xl/drawings/vmlDrawing2.vml, xl/drawings/vmlDrawing3.vml, xl/drawings/vmlDrawing4.vml and 7 more"], ['ObjectType="Button"'], buttons),
    case("form controls beside VBA", ["2 <shape>", "parts xl/drawings/vmlDrawing10.vml, xl/drawings/vmlDrawing11.vml"], ["xl/drawings/vmlDrawing10.vml\n", "xl/drawings/vmlDrawing11.vml\n"], with_vba(buttons), None, ".xlsm"),
    case("checkbox", ["part xl/featurePropertyBag/featurePropertyBag.xml"], ["xl/featurePropertyBag/featurePropertyBag.xml"], lambda book: book.add_worksheet().insert_checkbox("A1", True)),  # noqa: FBT003
    case("comment always shown", ["1 <Visible>"], ["<x:Visible"], lambda book: book.add_worksheet().write_comment("A1", "x", {"visible": True})),
    case("comment in bold", ["1 <b>"], ["<b/>"], lambda book: book.add_worksheet().write_comment("A1", "x"), {"xl/comments1.xml": ("<rPr>", "<rPr><b/>")}),
    case(
        "threaded comments",
        ["parts xl/threadedComments/threadedComment1.xml, xl/persons/person.xml"],
        ["xl/threadedComments/threadedComment1.xml", "xl/persons/person.xml"],
        edits={"xl/threadedComments/threadedComment1.xml": "<ThreadedComments><threadedComment ref='A1'/><threadedComment ref='A1'/></ThreadedComments>", "xl/persons/person.xml": "<x/>"} | linked("threadedComment", "xl/threadedComments/threadedComment1.xml"),
    ),
    case("ActiveX", ["1 <control>", "1 <controls>", "part xl/activeX/activeX1.xml"], ["<controls>", "xl/activeX/activeX1.xml"], edits=in_sheet('<controls><control shapeId="1" r:id="rId1" name="x"/></controls>') | {"xl/activeX/activeX1.xml": "<x/>"} | linked("control", "xl/activeX/activeX1.xml")),
    case("ActiveX beside VBA", ["1 <control>", "1 <controls>", "part xl/activeX/activeX1.xml"], ["<controls>", '/control"'], with_vba(plain), in_sheet('<controls><control shapeId="1" r:id="rId1" name="x"/></controls>') | {"xl/activeX/activeX1.xml": "<x/>"} | linked("control", "xl/activeX/activeX1.xml"), ".xlsm"),
    case("embedded object", ["2 <oleObject>", "1 <oleObjects>"], ["<oleObject"], edits=in_sheet('<oleObjects><mc:AlternateContent xmlns:mc="mc"><mc:Choice><oleObject progId="Word" shapeId="1"/></mc:Choice><mc:Fallback><oleObject progId="Word" shapeId="1"/></mc:Fallback></mc:AlternateContent></oleObjects>')),
    case("sparklines and x14", ["1 <axisColor>", "1 <borderColor>", "1 <cfRule>", "2 <cfvo>", "18 other kinds of elements"], ["x14:sparkline", "x14:conditionalFormatting"], extensions),
    case("x14 validations", ["1 <some>"], ["x14:some"], edits=in_sheet(ext("CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF"))),
    case("other extension", ["1 <some>"], ["x14:some"], edits=in_sheet(ext("FC87AEE6-9EDD-4A0A-B7FB-166176984837"))),
    case("slicers", ["1 <some>", "parts xl/slicers/slicer1.xml, xl/slicerCaches/slicerCache1.xml"], ["x14:some", "xl/slicers/slicer1.xml", "xl/slicerCaches/slicerCache1.xml"], edits=in_sheet(ext("A8765BA9-456A-4dab-B4F3-ACF838C121DE")) | {"xl/slicers/slicer1.xml": "<slicers><slicer name='s'/></slicers>", "xl/slicerCaches/slicerCache1.xml": "<x/>"} | linked("slicer", "xl/slicers/slicer1.xml")),
    case("timeline", ["part xl/timelines/timeline1.xml"], ["xl/timelines/timeline1.xml"], edits={"xl/timelines/timeline1.xml": "<timelines><timeline name='s'/></timelines>"} | linked("timeline", "xl/timelines/timeline1.xml")),
    case("table", ["1 <some>"], ["x14:some"], lambda book: book.add_worksheet().add_table("A1:B3"), {"xl/tables/table1.xml": ("</table>", f"{ext('504A1905')}</table>")}),
    *(
        case(name, elements.split("|"), [gone], edits=in_sheet(added))
        for name, elements, gone, added in (
            ("custom view", "1 <customSheetView>|1 <customSheetViews>", "customSheetView", '<customSheetViews><customSheetView guid="{00000000-0000-0000-0000-000000000001}"/></customSheetViews>'),
            ("protected ranges", "2 <protectedRange>|1 <protectedRanges>", "protectedRange", '<protectedRanges><protectedRange name="a" sqref="A1"/><protectedRange name="b" sqref="A2"/></protectedRanges>'),
            ("ignored errors", "1 <ignoredError>|1 <ignoredErrors>", "ignoredError", '<ignoredErrors><ignoredError sqref="A1" numberStoredAsText="1"/></ignoredErrors>'),
            ("cell watch", "1 <cellWatch>|1 <cellWatches>", "cellWatch", '<cellWatches><cellWatch r="A1"/></cellWatches>'),
            ("consolidation", "1 <dataConsolidate>", "dataConsolidate", "<dataConsolidate/>"),
            ("sheet properties", "1 <customPr>|1 <customProperties>", "customPr", '<customProperties><customPr name="n" r:id="rId1"/></customProperties>'),
        )
    ),
    case("background and header", ["1 <legacyDrawingHF>", "1 <picture>", "parts xl/drawings/vmlDrawing1.vml, xl/media/image1.png, xl/media/image2.png"], ["<picture", "legacyDrawingHF", f"{PICT}.png"], backgrounds),
    case("printer settings", ["part xl/printerSettings/printerSettings1.bin"], ["xl/printerSettings/printerSettings1.bin"], edits={"xl/printerSettings/printerSettings1.bin": "x"} | linked("printerSettings", "xl/printerSettings/printerSettings1.bin")),
    case("phonetic", ["1 <rPh>"], ["rPh"], edits={"xl/sharedStrings.xml": ("<t>plain</t>", '<t>plain</t><rPh sb="0" eb="1"><t>x</t></rPh>')}),
    case("read-only", ["1 <fileSharing>"], ["fileSharing"], lambda book: (plain(book), book.read_only_recommended())),
    case("company", ["1 document property"], ["Casino"], lambda book: (plain(book), book.set_properties({"company": "Casino"}))),
    case("macros without keep_vba", ["part xl/vbaProject.bin"], ["xl/vbaProject.bin"], with_vba(plain), {"[Content_Types].xml": ("ms-excel.sheet.macroEnabled.main", "openxmlformats-officedocument.spreadsheetml.sheet.main")}),
    case("macros kept", [], [], with_vba(lambda book: book.add_worksheet().insert_button("B2")), {"customUI/customUI.xml": "<x/>"}, ".xlsm"),
    case("macros signed", ["part xl/vbaProjectSignature.bin"], ["xl/_rels/vbaProject.bin.rels"], with_vba(plain), {"xl/vbaProjectSignature.bin": "x", "xl/_rels/vbaProject.bin.rels": relations("vbaProjectSignature", "vbaProjectSignature.bin")}, ".xlsm"),
    case("ribbon of 2010", ["part customUI/customUI14.xml"], ["2007/relationships/ui"], with_vba(plain), {"customUI/customUI14.xml": "<x/>", "_rels/.rels": ("</Relationships>", '<Relationship Id="rIdB" Type="http://schemas.microsoft.com/office/2007/relationships/ui/extensibility" Target="customUI/customUI14.xml"/></Relationships>')}, ".xlsm"),
    case("dialog sheet", ["part xl/dialogsheets/sheet1.xml"], ["xl/dialogsheets/sheet1.xml"], edits=special("dialogsheet")),
    case("macro sheet", ["part xl/macrosheets/sheet1.xml"], ["xl/macrosheets/sheet1.xml"], edits=special("macrosheet")),
    case("pivot table", ["1 <some>"], ["x14:some"], edits=pivot(ext("962EF5D1"))),
    case("pivot table kept", [], [], edits=pivot("")),
    case("other workbook", [], [], edits=other_workbook()),
    *map(part_case, "xl/diagrams/data1.xml xl/ink/ink1.xml xl/namedSheetViews/namedSheetView1.xml customUI/customUI.xml xl/connections.xml xl/queryTables/queryTable1.xml xl/model/item.data".split()),
    *map(part_case, "customXml/item1.xml xl/xmlMaps.xml xl/volatileDependencies.xml xl/revisions/revisionHeaders.xml xl/webextensions/webextension1.xml docMetadata/LabelInfo.xml _xmlsignatures/sig1.xml xl/jsaProject.bin".split()),
]  # fmt: skip


def saved(path):
    """Return the parts of a book after openpyxl has loaded and saved it as the engine does."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(extension is not supported|DrawingML support is incomplete).*")
        book = openpyxl.load_workbook(path, rich_text=True, keep_vba=path.suffix == ".xlsm")
    stream = io.BytesIO()
    book.save(stream)
    if book.vba_archive:
        book.vba_archive.close()
    return parts(stream.getvalue())


def lost(path):
    """Return what a book has lost when openpyxl has saved it."""
    made = path.with_stem("made")
    made.write_bytes(zipped(saved(path)))
    return lost_parts(path, made)


def standing(found):
    """Return the names and the text of the parts, where a case may look for what it says."""
    return "\n".join(found) + "\n" + b"\n".join(found.values()).decode("latin-1")


@pytest.mark.slow
@pytest.mark.parametrize(("fill", "edits", "suffix", "expected", "gone"), CASES)
def test_what_is_said_is_lost(tmp_path, fill, edits, suffix, expected, gone):
    """What is listed is in the book, and no more in the one that openpyxl saves."""
    path = tmp_path / f"book{suffix}"
    path.write_bytes(patched(written(fill), edits))
    assert lost(path) == expected
    before = standing(parts(path.read_bytes()))
    after = standing(saved(path))
    assert [word for word in gone if word not in before] == []
    assert [word for word in gone if word in after] == []


def test_what_is_not_said_is_kept(tmp_path):
    """A book of which nothing is listed has the same elements after it was saved."""
    path = tmp_path / "kept.xlsx"
    path.write_bytes(written(everything_kept))
    before, after = parts(path.read_bytes()), saved(path)
    tags = re.compile(rb"<(?:\w+:)?(mergeCell|dataValidation|conditionalFormatting|hyperlink|tablePart|autoFilter|pane|sheetProtection|definedName|comment|tableColumn|lineChart|pieChart|ser|property|chartsheet|graphicFrame|b)[\s/>]")  # fmt: skip
    found = [sorted(tag for part in one.values() for tag in tags.findall(part)) for one in (before, after)]
    assert set(found[0]) == set(found[1])
    assert [found[0].count(tag) for tag in (b"ser", b"comment", b"mergeCell", b"graphicFrame")] == [3, 1, 1, 3]
    assert [found[1].count(tag) for tag in (b"ser", b"comment", b"mergeCell", b"graphicFrame")] == [3, 1, 1, 3]


@pytest.mark.parametrize("edits", [pivot(""), other_workbook()], ids=["pivot table", "other workbook"])
def test_parts_of_which_nothing_is_said_are_still_there(tmp_path, edits):
    """Parts that openpyxl carries over are there in the saved book."""
    path = tmp_path / "kept.xlsx"
    path.write_bytes(patched(written(plain), edits))
    after = saved(path)
    assert [name for name in edits if name not in after] == []
    assert [
        name for name in ("pivotTables/pivotTable1.xml", "externalLinks/externalLink1.xml") if f"xl/{name}" in edits
    ] != []


def test_macros_kept_are_still_there(tmp_path):
    """The VBA project and the drawing of its buttons are the same bytes."""
    path = tmp_path / "kept.xlsm"
    path.write_bytes(written(with_vba(lambda book: book.add_worksheet().insert_button("B2"))))
    before, after = parts(path.read_bytes()), saved(path)
    for name in ("xl/vbaProject.bin", "xl/drawings/vmlDrawing1.vml"):
        assert after[name] == before[name]
    assert b"legacyDrawing" in after[SHEET]


def test_an_xlsx_holds_no_macros(tmp_path):
    """What an .xlsm keeps is lost under a name that ends in .xlsx: the project and the controls beside it."""
    path = tmp_path / "kept.xlsm"
    path.write_bytes(written(with_vba(lambda book: book.add_worksheet().insert_button("B2"))))
    copy = tmp_path / "b.xlsx"
    copy.write_bytes(path.read_bytes())
    assert lost(path) == []
    gone = "parts xl/drawings/vmlDrawing1.vml, xl/vbaProject.bin"
    assert lost(copy) == ["1 <legacyDrawing>", gone]


@pytest.mark.skipif(not PILLOW, reason="Pillow is not installed: no picture is kept anyway")
def test_metafiles_are_lost_even_with_pillow(tmp_path):
    """Pillow opens no metafile, so openpyxl drops the picture."""
    path = tmp_path / "wmf.xlsx"
    path.write_bytes(patched(written(pictures), {"xl/media/image2.wmf": "x"}))
    assert lost(path) == ["part xl/media/image2.wmf"]
    assert "xl/media/image2.wmf" not in saved(path)
