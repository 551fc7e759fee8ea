"""Files made to harm: each is the smallest that shows its kind of malice or damage."""

import struct
import zipfile

import openpyxl

from support.books import ONE, TWO
from support.parts import zipped
from support.xml_books import MAIN, OFFICE, STYLES, inline, relations, sheet, strings, xml_book

DEALS = [ONE + TWO, TWO + ONE]
MEGA = 1 << 20


def row(number, cells):
    """Return a row of texts."""
    letters = openpyxl.utils.get_column_letter
    return (
        f'<row r="{number}">'
        + "".join(inline(f"{letters(c)}{number}", text) for c, text in enumerate(cells, 1))
        + "</row>"
    )


ROWS = row(1, DEALS[0]) + row(2, DEALS[1])
GOOD = sheet(ROWS)


def book(path, part=GOOD, **options):
    """Write a workbook of one part."""
    return xml_book(path, part, **options)


def bomb(
    path, name="xl/worksheets/sheet1.xml", megabytes=300, filler=b" ", root="worksheet", **options
):
    """Write a workbook with a part that unpacks to hundreds of megabytes."""
    book(path, changed={name: None}, **options)
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as made,
        made.open(name, "w") as part,
    ):
        part.write(f'<{root} xmlns="{MAIN}"><sheetData>'.encode())
        for _ in range(megabytes):
            part.write(filler * (MEGA // len(filler)))


def lying_bomb(path):
    """Write a bomb that says that its part is small."""
    bomb(path, megabytes=200)
    content = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as package:
        member = package.getinfo("xl/worksheets/sheet1.xml")
        size = struct.pack("<I", member.file_size)
    for start in (member.header_offset, content.rindex(b"PK\1\2", 0, content.rindex(b"PK\5\6"))):
        place = content.index(size, start)
        content[place : place + 4] = struct.pack("<I", 1000)
    path.write_bytes(content)


def nested(path, name, depth=200_000):
    """Write a workbook in which a part's elements stand in one another."""
    text = f'<x xmlns="{MAIN}">' + "<a>" * depth + "</a>" * depth + "</x>"
    book(path, changed={name: text})


def unknown_method(path):
    """Write a workbook whose first part is said to be packed in a way that nobody knows."""
    book(path)
    path.write_bytes(
        path.read_bytes().replace(b"PK\1\2\x14\3\x14\0\0\0\x08", b"PK\1\2\x14\3\x14\0\0\0\x63", 1)
    )


def encrypted(path):
    """Write a workbook whose first part is said to be encrypted."""
    book(path)
    content = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as package:
        for member in package.infolist():
            content[member.header_offset + 6] |= 1
    at = content.find(b"PK\1\2")
    while at >= 0:
        content[at + 8] |= 1
        at = content.find(b"PK\1\2", at + 1)
    path.write_bytes(content)


def many(path):
    """Write a workbook with ten thousand parts."""
    book(path)
    with zipfile.ZipFile(path, "a") as made:
        for number in range(10_000):
            made.writestr(f"x/{number}", b"")


def open_document(path, rows):
    """Write an OpenDocument sheet of rows, which are its XML."""
    names = "urn:oasis:names:tc:opendocument:xmlns"
    spaces = "".join(f' xmlns:{one}="{names}:{one}:1.0"' for one in ("office", "table", "text"))
    content = (
        f"<office:document-content{spaces}><office:body><office:spreadsheet><table:table table:name='One'>"
        f"{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": f'<m:manifest xmlns:m="{names}:manifest:1.0"/>',
        "content.xml": content,
        "meta.xml": "<meta:generator>a script</meta:generator>",
    }
    path.write_bytes(zipped(parts))
    return path


def repeated(path, rows, columns):
    """Write an .ods whose one card is said to fill a rectangle."""
    cell = f'<table:table-cell table:number-columns-repeated="{columns}" office:value-type="string"><text:p>5H</text:p>'
    row = f'<table:table-row table:number-rows-repeated="{rows}">{cell}</table:table-cell></table:table-row>'
    return open_document(path, row)


def far_locator(path):
    """Write a workbook whose zip64 directory is said to stand behind all that a file can hold."""
    book(path)
    content = path.read_bytes()
    at = content.rindex(b"PK\5\6")
    path.write_bytes(content[:at] + struct.pack("<4sLQL", b"PK\6\7", 0, 1 << 63, 1) + content[at:])


def parts_that_list_sheets(*targets):
    """Return the parts that list sheets, each by the part that holds it."""
    sheets = "".join(
        f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n in range(1, len(targets) + 1)
    )
    return {
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{sheets}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(
            *((f"r{n}", "worksheet", to) for n, to in enumerate(targets, 1))
        ),
    }


def book_of(part, **options):
    """Return what writes a workbook of one part."""
    return lambda path: book(path, part, **options)


def book_with_data_behind(data):
    """Return what writes a workbook whose sheet goes on behind its two rows."""
    return book_of(sheet(ROWS + data))


def book_with_text_above(text):
    """Return what writes a workbook with something before the rows of its sheet."""
    return book_of(GOOD.replace("<sheetData>", f"{text}<sheetData>"))


DOCTYPE = (
    f'<!DOCTYPE x [<!ENTITY a "{"ha" * 50}"><!ENTITY b "{"&a;" * 50}"><!ENTITY c "{"&b;" * 50}">]>'
)
IDNA = '<?xml version="1.0" encoding="idna"?>'  # an encoding that Python has, and XML has not
MERGED = "".join(f'<mergeCell ref="L{r}:M{r}"/>' for r in range(1, 30_000))
FAR = "".join(f'<row r="{r}"><c r="XFD{r}"><v>1</v></c></row>' for r in range(3, 20_000))
ANSWER = "2 rows"
"""What stands for a right answer in the table: the two hands of each of two rows, one win for each player."""

HOSTILE = {
    "bomb": (bomb, "more than 32 MB without the end of a row"),
    "bomb-of-zeros": (lambda path: bomb(path, "xl/media/a.png", filler=bytes(MEGA)), ANSWER),
    "bomb-of-strings": (
        lambda path: bomb(path, "xl/sharedStrings.xml", root="sst", shared=strings()),
        "is damaged: ",
    ),
    "bomb-below-the-limit": (lambda path: bomb(path, megabytes=60), "is damaged: "),
    "bomb-of-rows": (lambda path: bomb(path, megabytes=40, filler=b"<row/>"), "is damaged: "),
    "bomb-that-lies": (lying_bomb, "is damaged: "),
    "laughs": (book_of(DOCTYPE + GOOD.replace("5H", "&c;")), "it has a DOCTYPE"),
    "far-cell": (
        book_with_data_behind('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
        ANSWER,
    ),
    "far-cells": (book_with_data_behind(FAR), "its cells lie too far apart"),
    "string-number-endless": (
        book_of(
            sheet(f'<row r="1"><c r="A1" t="s"><v>{"9" * 100_000}</v></c></row>'),
            shared=strings("5H"),
        ),
        "holds '999",
    ),
    "10,000-columns": (book_of(sheet(row(1, ONE * 2000) + row(2, TWO * 2000))), ""),
    "rows-without-end": (  # a million of them: bomb-of-rows
        book_of(sheet('<row r="1000000"/>' + "<row/>" * 50_000)),
        "row 1048577 lies outside a sheet",
    ),
    "row-without-end": (
        book_of(sheet("<row>" + "<c/>" * 20_000 + "</row>")),
        "row 1 has more than 16,384 cells",
    ),
    "addresses-endless": (
        book_of(sheet(ROWS.replace('r="C2"', f'r="C{"2" * 100_000}"'))),
        "which is no address",
    ),
    "text-of-8-MB": (
        book_with_data_behind(f'<row r="3">{inline("A3", "x" * 8 * MEGA)}</row>'),
        "",
    ),
    "attribute-of-8-MB": (book_with_text_above(f'<sheetPr a="{"x" * 8 * MEGA}"/>'), ""),
    "nested-sheet": (lambda path: nested(path, "xl/worksheets/sheet1.xml"), "is damaged: "),
    "nested-workbook": (lambda path: nested(path, "xl/workbook.xml"), "is damaged: "),
    "nested-styles": (lambda path: nested(path, "xl/styles.xml"), "is damaged: "),
    "many-merged-areas": (book_of(sheet(ROWS, tail=f"<mergeCells>{MERGED}</mergeCells>")), ANSWER),
    "merged-over-all": (
        book_of(sheet(ROWS, tail='<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>')),
        "",
    ),
    "encrypted-parts": (encrypted, "encrypt"),
    "unknown-method": (unknown_method, "is damaged: "),
    "ten-thousand-parts": (many, ANSWER),
    "target-outside": (
        book_of(
            GOOD,
            changed={
                "xl/_rels/workbook.xml.rels": relations(
                    ("rId1", "worksheet", "../../../../etc/passwd")
                )
            },
        ),
        "it has no sheets",
    ),
    "sheets-in-a-ring": (
        book_of(
            GOOD,
            changed={
                "xl/_rels/workbook.xml.rels": relations(("rId1", "worksheet", "workbook.xml"))
            },
        ),
        "it is no worksheet",
    ),
    "locator-far-away": (
        far_locator,
        "is damaged: it begins like a workbook but is not a whole zip file",
    ),
    "style-endless": (book_of(GOOD.replace('r="A1"', f'r="A1" s="{1 << 64}"')), ANSWER),
    "row-number-endless": (
        book_with_data_behind(f'<row r="000000003{"9" * 5000}"><c><v>1</v></c></row>'),
        "lies outside a sheet",
    ),
    "encoding-of-Python": (book_of(IDNA + GOOD), "UTF-8"),
    "strings-in-an-encoding-of-Python": (
        book_of(GOOD, shared=IDNA + strings("5H")),
        "its encoding is not understood",
    ),
    "format-of-brackets": (
        book_of(GOOD, changed={"xl/styles.xml": STYLES.replace("dd/mm/yyyy", "[" * 500_000)}),
        ANSWER,
    ),
    "format-number-endless": (
        book_of(GOOD, changed={"xl/styles.xml": STYLES.replace('"46"', f'"{"9" * 5000}"')}),
        ANSWER,
    ),
    "words-without-end": (
        book_of(
            sheet(row(1, ["player" + " " * 30_000 + "x", "_" * 30_000 + "1x"]) + row(2, DEALS[0]))
        ),
        "",
    ),
    "labels-of-5,000-digits": (
        book_of(sheet(row(1, ["A" + "1" * 5000] * 3) + row(2, DEALS[0]))),
        "",
    ),
    "numbers-endless": (
        book_with_data_behind(f'<row r="3"><c><v>{"9" * 200_000}</v></c></row>'),
        "",
    ),
    "control-characters": (
        book_with_data_behind(f'<row r="3">{inline("A3", "_x0000__x001B__xD83C_")}</row>'),
        "",
    ),
    "not-a-character": (book_of(GOOD.replace("5H", "&#0;")), "is damaged: "),
    "not-UTF-8": (book_of(GOOD.encode().replace(b"5H", b"\xff\xfe", 1)), "is damaged: "),
    "ods-repeated-forever": (lambda path: repeated(path, 1_048_576, 16_384), "too far apart"),
    "line-of-8-MB": (
        lambda path: path.write_bytes(b"5H " * (8 * MEGA // 3)),
        "row 1 has more than 16,384 cells",
    ),
    "commas-alone": (
        lambda path: path.write_bytes(b"," * 5 * MEGA),
        "row 1 has more than 16,384 cells",
    ),
    "bytes-alone": (
        lambda path: path.write_bytes(bytes(range(256)) * 1000),
        "is neither a workbook nor text",
    ),
}
"""How each file is made, and what stands in the answer: `ANSWER`, words of the message, or nothing where both will do."""

ENDINGS = {"ods": ".ods", "line": ".txt", "commas": ".csv", "bytes": ".txt"}


def ending(name):
    """Return the ending of a hostile file's name."""
    return ENDINGS.get(name.split("-")[0], ".xlsx")
