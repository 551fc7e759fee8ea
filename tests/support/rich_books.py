"""Workbooks with everything that people keep in them, one feature a book, around the same thirty rows of two hands.

Most are made by XlsxWriter; what it cannot make (pivot tables, slicers, threaded comments, links ...) is written as XML
by hand into the finished file, with its relationships and content types.
"""

# ruff: noqa: ARG001, D401 - each decorator is called with the book and both sheets, and says what it is

import io
import random
import struct
import zlib

import xlsxwriter

from support.parts import SHEET, parts, zipped

ROWS = 30
HEADER = [f"{who} card {card}" for who in ("P1", "P2") for card in range(1, 6)]
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
HANDS = [random.Random(seed).sample(DECK, 10) for seed in range(ROWS)]

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MICROSOFT = "http://schemas.microsoft.com/office"
X14 = f"{MICROSOFT}/spreadsheetml/2009/9/main"
XM = f"{MICROSOFT}/excel/2006/main"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def png(shade=120):
    """Return a picture of eight by eight pixels."""

    def chunk(name, content):
        return (
            struct.pack(">I", len(content))
            + name
            + content
            + struct.pack(">I", zlib.crc32(name + content))
        )

    lines = zlib.compress(bytes([0, *[shade] * 8]) * 8)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


def hands_book(path, decorate=None, options=None):
    """Write the rows to the sheet "Hands", a sheet "Notes" beside it, and whatever `decorate` adds."""
    with xlsxwriter.Workbook(path, options or {}) as made:
        sheet, notes = made.add_worksheet("Hands"), made.add_worksheet("Notes")
        sheet.write_row(0, 0, HEADER)
        for row, hand in enumerate(HANDS, 1):
            sheet.write_row(row, 0, hand)
        notes.write_row(0, 0, ["Friday", 1, 2.5])
        if decorate is not None:
            decorate(made, sheet, notes)
    return path


def charts(made, sheet, notes):
    """Charts of several types, with styles, data labels and a trend line; a chart sheet."""
    for place, kind in enumerate(("column", "line", "pie", "scatter", "radar", "area", "stock"), 1):
        chart = made.add_chart({"type": kind})
        for _ in range(3 if kind == "stock" else 1):
            chart.add_series(
                {
                    "values": "=Notes!$B$1:$C$1",
                    "categories": "=Notes!$B$1:$C$1",
                    "data_labels": {"value": True},
                }
            )
        chart.set_title({"name": f"A {kind} chart"})
        chart.set_style(10 + place)
        sheet.insert_chart(35 + 16 * place, 1, chart, {"description": "text for the blind"})
    page = made.add_chart({"type": "bar"})
    page.add_series({"values": "=Notes!$B$1:$C$1", "trendline": {"type": "linear"}})
    made.add_chartsheet("Chart").set_chart(page)


def pictures(made, sheet, notes):
    """Pictures: floating, in a cell, behind the cells, in the header."""
    sheet.insert_image(
        "L2", "a.png", {"image_data": io.BytesIO(png()), "url": "https://example.com/"}
    )
    notes.embed_image("B5", "b.png", {"image_data": io.BytesIO(png(9))})
    notes.set_background(io.BytesIO(png(200)))
    sheet.set_header("&L&G", {"image_left": "c.png", "image_data_left": io.BytesIO(png(50))})


def shapes(made, sheet, notes):
    """Text boxes and drawn shapes."""
    sheet.insert_textbox(
        "L2", "A note in a box", {"fill": {"color": "#FFF8E0"}, "font": {"bold": True}}
    )
    sheet.insert_textbox("L20", "", {"textlink": "=$A$1"})


def sparklines(made, sheet, notes):
    """Small charts in cells."""
    notes.add_sparkline("E1", {"range": "Notes!B1:C1", "type": "column", "markers": True})
    sheet.add_sparkline("A40", {"range": "Notes!B1:C1"})


def form_controls(made, sheet, notes):
    """Buttons and checkboxes."""
    sheet.insert_button("L2", {"macro": "shuffle", "caption": "Shuffle"})
    notes.insert_checkbox("D1", boolean=True)


def macros(made, sheet, notes):
    """A VBA project with the names of its modules (its content is never run)."""
    made.add_vba_project(
        io.BytesIO(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 not a project"), is_stream=True
    )
    sheet.insert_button("L2", {"macro": "shuffle"})


def comments(made, sheet, notes):
    """Comments, one of them always shown, with sizes and colours."""
    sheet.write_comment("A2", "first card", {"author": "Ann", "visible": True, "color": "#FFE0E0"})
    sheet.write_comment("J31", "last card\nof the last hand", {"x_scale": 2})


def table(made, sheet, notes):
    """A table around the hands, with a style."""
    sheet.add_table(
        0, 0, ROWS, 9, {"name": "Deals", "columns": [{"header": word} for word in HEADER]}
    )


def table_elsewhere(made, sheet, notes):
    """A table on the same sheet that has nothing to do with the hands."""
    sheet.add_table(
        40, 0, 43, 1, {"name": "Other", "total_row": True, "data": [["a", 1], ["b", 2]]}
    )


def conditional_formats(made, sheet, notes):
    """Conditional formats old and new: colours, bars with axes, icons, a formula."""
    red = made.add_format({"font_color": "#C00000", "bold": True})
    for condition in (
        {"type": "cell", "criteria": "==", "value": '"KH"', "format": red},
        {"type": "formula", "criteria": "=$A2=$B2", "format": red},
        {"type": "duplicate", "format": red},
    ):
        sheet.conditional_format(1, 0, ROWS, 9, condition)
    notes.conditional_format(
        "B1:C1", {"type": "data_bar", "data_bar_2010": True, "bar_axis_position": "middle"}
    )
    notes.conditional_format("B1:C1", {"type": "icon_set", "icon_style": "3_traffic_lights"})
    sheet.conditional_format("A40:A50", {"type": "data_bar", "data_bar_2010": True})


def validations(made, sheet, notes):
    """Lists and limits for what may be typed."""
    sheet.data_validation(
        1,
        0,
        ROWS,
        9,
        {"validate": "list", "source": ["AS", "AH", "AD", "AC"], "ignore_blank": True},
    )
    notes.data_validation(
        "B1", {"validate": "decimal", "criteria": "between", "minimum": 0, "maximum": 9}
    )


def formulas(made, sheet, notes):
    """Formulas of every kind with their values: plain, array, dynamic, LAMBDA, names, errors, texts."""
    sheet.write_formula("A40", '=COUNTIF(A2:J31,"A*")', None, 23)
    sheet.write_array_formula("B40:C40", "{=A40*{1,2}}", None, 23)
    sheet.write_dynamic_array_formula("A42", "=UNIQUE(A2:A31)", None, "AS")
    sheet.write_formula("E40", "=Double(4)", None, 8)
    made.define_name("Double", "=_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)")
    made.define_name("Hands!local", "=Hands!$A$1")
    notes.write_formula("D1", '=A1&" night"', None, "Friday night")
    notes.write_formula("E1", "=1/0", None, "#DIV/0!")


def rich_text(made, sheet, notes):
    """Texts with parts in bold and red, blanks that must stay, characters beyond the first plane."""
    bold, red = made.add_format({"bold": True}), made.add_format({"font_color": "red"})
    notes.write_rich_string("A2", "one ", bold, "bold", " and ", red, "red ♥")
    notes.write_string("A3", "  blanks around  ")
    notes.write_string("A4", "🂡 line\nbreak\ttab _x000D_ <&>\"'")


def looks(made, sheet, notes):
    """Formats, widths, heights, groups, frozen panes, filters, protection, page breaks, print settings."""
    odd = made.add_format(
        {"bg_color": "#DDEEFF", "border": 1, "num_format": "@", "rotation": 45, "locked": False}
    )
    sheet.set_column("A:J", 5, odd)
    sheet.set_column("K:XFD", 3)
    sheet.set_row(5, 30, odd)
    sheet.set_row(6, None, None, {"level": 1, "hidden": True})
    sheet.freeze_panes(1, 1)
    sheet.autofilter(0, 0, ROWS, 9)
    sheet.set_landscape()
    sheet.set_h_pagebreaks([10, 20])
    sheet.print_area(0, 0, ROWS, 9)
    sheet.repeat_rows(0)
    sheet.ignore_errors({"number_stored_as_text": "A1:J31"})
    notes.protect("secret", {"sort": True})
    notes.unprotect_range("B1:C1", "some")
    notes.hide()
    made.set_custom_property("Dealer", "Ann")
    made.set_properties({"title": "Deals", "company": "Casino"})


def merged_and_links(made, sheet, notes):
    """Merged cells above, below and beside the hands; links."""
    sheet.merge_range("L1:N1", "Notes of the evening")
    sheet.merge_range("A40:J40", "The end")
    notes.write_url("A5", "https://example.com/a?b=c&d=e", string="rules")
    notes.write_url("A6", "internal:Hands!A1")


def inject(path, *, added=None, relations=(), types=(), replaced=()):
    """Add parts to a finished workbook.

    `relations` are (part, id, type, target), `types` are (name, content type), or (ending, content type) without a
    slash; `replaced` are (part, old, new).
    """
    found = parts(path)
    for part, key, kind, target in relations:
        folder, _, name = part.rpartition("/")
        rels = f"{folder}/_rels/{name}.rels"
        empty = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
        one = f'<Relationship Id="{key}" Type="{kind}" Target="{target}"/></Relationships>'
        found[rels] = found.get(rels, empty).replace(b"</Relationships>", one.encode())
    for name, kind in types:
        key = f'Override PartName="{name}"' if "/" in name else f'Default Extension="{name}"'
        known = found["[Content_Types].xml"]
        if f'"{name}"'.encode() not in known:
            one = f'<{key} ContentType="{kind}"/></Types>'
            found["[Content_Types].xml"] = known.replace(b"</Types>", one.encode())
    for part, before, after in replaced:
        assert before.encode() in found[part], f"{part} has no {before}"
        found[part] = found[part].replace(before.encode(), after.encode(), 1)
    path.write_bytes(zipped(found | (added or {})))
    return path


BOOK, NOTES = "xl/workbook.xml", "xl/worksheets/sheet2.xml"
CACHE, RECORDS = "/xl/pivotCache/pivotCacheDefinition1.xml", "/xl/pivotCache/pivotCacheRecords1.xml"
TABLE, SLICER, SLICERS = (
    "/xl/pivotTables/pivotTable1.xml",
    "/xl/slicers/slicer1.xml",
    "/xl/slicerCaches/slicerCache1.xml",
)


def pivot_table_and_slicer(path):
    """A pivot table of the hands' first cards, with its cache, and a slicer on it."""
    cards = "".join(f'<s v="{card}"/>' for card in DECK)
    records = "".join(f'<r><x v="{DECK.index(hand[0])}"/></r>' for hand in HANDS)
    shown = "".join(f'<item x="{place}"/>' for place in range(52))
    added = {
        CACHE: f'<pivotCacheDefinition xmlns="{MAIN}" xmlns:r="{OFFICE}" r:id="rId1" refreshedBy="Ann" recordCount="{ROWS}">'
        '<cacheSource type="worksheet"><worksheetSource ref="A1:A31" sheet="Hands"/></cacheSource><cacheFields count="1">'
        f'<cacheField name="{HEADER[0]}" numFmtId="0"><sharedItems count="52">{cards}</sharedItems></cacheField>'
        "</cacheFields></pivotCacheDefinition>",
        RECORDS: f'<pivotCacheRecords xmlns="{MAIN}" count="{ROWS}">{records}</pivotCacheRecords>',
        TABLE: f'<pivotTableDefinition xmlns="{MAIN}" name="First cards" cacheId="7" dataCaption="Values">'
        '<location ref="E3:F5" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/><pivotFields count="1">'
        f'<pivotField axis="axisRow" dataField="1" showAll="0"><items count="53">{shown}<item t="default"/></items>'
        '</pivotField></pivotFields><rowFields count="1"><field x="0"/></rowFields><rowItems count="1"><i t="grand"><x/></i>'
        '</rowItems><colItems count="1"><i/></colItems><dataFields count="1"><dataField name="Count" fld="0" '
        'subtotal="count"/></dataFields><pivotTableStyleInfo name="PivotStyleLight16"/></pivotTableDefinition>',
        SLICER: f'<slicers xmlns="{X14}"><slicer name="Card" cache="Slicer_Card" caption="Card" rowHeight="241300"/></slicers>',
        SLICERS: f'<slicerCacheDefinition xmlns="{X14}" name="Slicer_Card" sourceName="{HEADER[0]}"><pivotTables>'
        '<pivotTable tabId="2" name="First cards"/></pivotTables><data><tabular pivotCacheId="7"><items count="1">'
        '<i x="0" s="1"/></items></tabular></data></slicerCacheDefinition>',
    }
    caches = (
        '<pivotCaches><pivotCache cacheId="7" r:id="rIdP"/></pivotCaches><extLst><ext '
        f'uri="{{BBE1A952-AA13-448e-AADC-164F8A28A991}}" xmlns:x14="{X14}"><x14:slicerCaches>'
        '<x14:slicerCache r:id="rIdS"/></x14:slicerCaches></ext></extLst></workbook>'
    )
    slicers = (
        f'<extLst><ext uri="{{A8765BA9-456A-4dab-B4F3-ACF838C121DE}}" xmlns:x14="{X14}"><x14:slicerList>'
        '<x14:slicer r:id="rIdS"/></x14:slicerList></ext></extLst></worksheet>'
    )
    return inject(
        hands_book(path),
        added={name[1:]: text for name, text in added.items()},
        relations=[
            (BOOK, "rIdP", f"{OFFICE}/pivotCacheDefinition", CACHE),
            (BOOK, "rIdS", f"{MICROSOFT}/2007/relationships/slicerCache", SLICERS),
            (CACHE[1:], "rId1", f"{OFFICE}/pivotCacheRecords", RECORDS),
            (TABLE[1:], "rId1", f"{OFFICE}/pivotCacheDefinition", CACHE),
            (NOTES, "rIdT", f"{OFFICE}/pivotTable", TABLE),
            (NOTES, "rIdS", f"{MICROSOFT}/2007/relationships/slicer", SLICER),
        ],
        types=[
            *(
                (name, f"{KIND}.{name[:-5].rpartition('/')[2]}+xml")
                for name in (CACHE, RECORDS, TABLE)
            ),
            (SLICER, "application/vnd.ms-excel.slicer+xml"),
            (SLICERS, "application/vnd.ms-excel.slicerCache+xml"),
        ],
        replaced=[(BOOK, "</workbook>", caches), (NOTES, "</worksheet>", slicers)],
    )


def threaded_comments(path):
    """A comment with an answer, as new programs keep them, beside the old form of it."""
    hands_book(path, lambda _, sheet, __: sheet.write_comment("A2", "[Threaded comment] really?"))
    space, kinds = (
        f"{MICROSOFT}/spreadsheetml/2018/threadedcomments",
        f"{MICROSOFT}/2017/10/relationships",
    )
    one = '<threadedComment ref="A2" dT="2026-01-0{0}T00:00:00" personId="{{B0}}" id="{{A{0}}}"{1}><text>{2}</text></threadedComment>'
    thread, person = "/xl/threadedComments/threadedComment1.xml", "/xl/persons/person.xml"
    answered = one.format(1, "", "really?") + one.format(2, ' parentId="{A1}"', "yes")
    return inject(
        path,
        added={
            thread[1:]: f'<ThreadedComments xmlns="{space}">{answered}</ThreadedComments>',
            person[1:]: f'<personList xmlns="{space}"><person displayName="Ann" id="{{B0}}"/></personList>',
        },
        relations=[
            (SHEET, "rIdT", f"{kinds}/threadedComment", thread), (BOOK, "rIdN", f"{kinds}/person", person)
        ],
        types=[
            (thread, "application/vnd.ms-excel.threadedcomments+xml"), (person, "application/vnd.ms-excel.person+xml")
        ],
    )  # fmt: skip


def x14_extensions(path):
    """Validations and conditional formats that point at other sheets (x14)."""
    hands_book(path)
    tail = (
        f'<extLst><ext uri="{{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}}" xmlns:x14="{X14}"><x14:dataValidations count="1" '
        f'xmlns:xm="{XM}"><x14:dataValidation type="list" allowBlank="1"><x14:formula1><xm:f>Notes!$A$1:$A$9</xm:f>'
        "</x14:formula1><xm:sqref>A2:J31</xm:sqref></x14:dataValidation></x14:dataValidations></ext>"
        f'<ext uri="{{78C0D931-6437-407d-A8EE-F0AAD7539E65}}" xmlns:x14="{X14}"><x14:conditionalFormattings>'
        f'<x14:conditionalFormatting xmlns:xm="{XM}"><x14:cfRule type="expression" priority="1" id="{{00000001}}">'
        "<xm:f>Notes!$B$1&gt;0</xm:f></x14:cfRule><xm:sqref>A2:J31</xm:sqref></x14:conditionalFormatting>"
        "</x14:conditionalFormattings></ext></extLst>"
    )
    return inject(path, replaced=[(SHEET, "</worksheet>", tail + "</worksheet>")])


def attachments(path):
    """Custom XML, printer settings, a link to another workbook, a ribbon, parts that nobody knows."""
    hands_book(path, lambda _, sheet, __: sheet.set_paper(9))
    link = "xl/externalLinks/externalLink1.xml"
    return inject(
        path,
        added={
            "customXml/item1.xml": '<game xmlns="urn:game">hold\'em &amp; more</game>',
            "xl/printerSettings/printerSettings1.bin": bytes(range(256)) * 4,
            link: f'<externalLink xmlns="{MAIN}"><externalBook xmlns:r="{OFFICE}" r:id="rId1"><sheetNames>'
            '<sheetName val="Other"/></sheetNames></externalBook></externalLink>',
            "customUI/customUI.xml": '<customUI xmlns="http://schemas.microsoft.com/office/2006/01/customui"/>',
            "xl/unheard-of/part 1.bin": b"\0\1\2",
            "empty.txt": b"",
        },
        relations=[
            (BOOK, "rIdX", f"{OFFICE}/customXml", "../customXml/item1.xml"),
            (BOOK, "rIdL", f"{OFFICE}/externalLink", "externalLinks/externalLink1.xml"),
            (SHEET, "rIdP", f"{OFFICE}/printerSettings", "../printerSettings/printerSettings1.bin"),
            (link, "rId1", f'{OFFICE}/externalLinkPath" TargetMode="External', "other.xlsx"),
        ],
        types=[
            ("bin", "application/octet-stream"),
            ("txt", "text/plain"),
            (f"/{link}", f"{KIND}.externalLink+xml"),
        ],
        replaced=[
            (
                BOOK,
                "</sheets>",
                '</sheets><externalReferences><externalReference r:id="rIdL"/></externalReferences>',
            ),
            (SHEET, "<pageSetup ", '<pageSetup r:id="rIdP" '),
        ],
    )


def decorated_book(decorate, ending=".xlsx"):
    """Return the builder of a book that XlsxWriter decorates, and its ending."""
    return (lambda path: hands_book(path, decorate)), ending


DECORATED = (
    charts, pictures, shapes, sparklines, form_controls, comments, table, table_elsewhere, conditional_formats, validations,
    formulas, rich_text, looks, merged_and_links,
)  # fmt: skip
BUILT = (pivot_table_and_slicer, threaded_comments, x14_extensions, attachments)
BOOKS = {"plain": decorated_book(None), "VBA": decorated_book(macros, ".xlsm")}
BOOKS |= {one.__name__.replace("_", "-"): decorated_book(one) for one in DECORATED}
BOOKS |= {one.__name__.replace("_", "-"): (one, ".xlsx") for one in BUILT}
"""Each book's builder (called with a path) and the ending of its name."""
