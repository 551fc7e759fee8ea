"""Files made to harm: each is the smallest that shows its kind of malice or damage."""

import struct
import zipfile

import openpyxl

from support.binary_books import write_xlsb
from support.books import ONE, TWO
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


def cut(path, share):
    """Write a workbook of which only the first share is there."""
    book(path)
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])


def bomb(path, name="xl/worksheets/sheet1.xml", megabytes=300, filler=b" ", root="worksheet", **options):
    """Write a workbook with a part that unpacks to hundreds of megabytes."""
    book(path, changed={name: None}, **options)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as made, made.open(name, "w") as part:
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


def patched(path, old, new, *, last=False):
    """Write a workbook in whose bytes something is replaced, in the directory or in the first place."""
    book(path)
    content = path.read_bytes()
    place = content.rindex(old) if last else content.index(old)
    path.write_bytes(content[:place] + new + content[place + len(old) :])


def twice(path):
    """Write a workbook that holds its sheet twice, with other cards in the second."""
    import warnings

    book(path)
    with warnings.catch_warnings(), zipfile.ZipFile(path, "a") as made:
        warnings.simplefilter("ignore")
        made.writestr("xl/worksheets/sheet1.xml", sheet(row(1, DEALS[1])))


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
    """Write a workbook with thirty thousand parts."""
    book(path)
    with zipfile.ZipFile(path, "a") as made:
        for number in range(30_000):
            made.writestr(f"x/{number}", b"")


def repeated(path, rows, columns):
    """Write an .ods whose one card is said to fill a rectangle."""
    content = (
        '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
        f'<table:table table:name="One"><table:table-row table:number-rows-repeated="{rows}">'
        f'<table:table-cell table:number-columns-repeated="{columns}" office:value-type="string"><text:p>5H</text:p>'
        "</table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        made.writestr("META-INF/manifest.xml", "<manifest/>")
        made.writestr("content.xml", content)


def far_locator(path):
    """Write a workbook whose zip64 directory is said to stand behind all that a file can hold."""
    book(path)
    content = path.read_bytes()
    at = content.rindex(b"PK\5\6")
    path.write_bytes(content[:at] + struct.pack("<4sLQL", b"PK\6\7", 0, 1 << 63, 1) + content[at:])


def formats(code):
    """Return a styles part with one number format."""
    return STYLES.replace("dd/mm/yyyy", code)


def listed(*targets):
    """Return the parts that list sheets, each by the part that holds it."""
    sheets = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n in range(1, len(targets) + 1))
    return {
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{sheets}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(*((f"r{n}", "worksheet", to) for n, to in enumerate(targets, 1))),
    }


DOCTYPE = f'<!DOCTYPE x [<!ENTITY a "{"ha" * 50}"><!ENTITY b "{"&a;" * 50}"><!ENTITY c "{"&b;" * 50}">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
ANSWER = "2 rows"
"""What stands for a right answer in the table: the two hands of each of two rows, one win for each player."""

HOSTILE = {
    "truncated-early": (lambda path: cut(path, 0.2), "is damaged: "),
    "truncated-late": (lambda path: cut(path, 0.95), "is damaged: "),
    "bomb": (bomb, "more than 32 MB without the end of a row"),
    "bomb-of-zeros": (lambda path: bomb(path, "xl/media/a.png", filler=bytes(MEGA)), ANSWER),
    "bomb-of-strings": (lambda path: bomb(path, "xl/sharedStrings.xml", root="sst", shared=strings()), "is damaged: "),
    "bomb-below-the-limit": (lambda path: bomb(path, megabytes=60), "is damaged: "),
    "bomb-of-rows": (lambda path: bomb(path, megabytes=40, filler=b"<row/>"), "is damaged: "),
    "bomb-that-lies": (lying_bomb, "is damaged: "),
    "laughs": (lambda path: book(path, DOCTYPE + GOOD.replace("5H", "&c;")), "it has a DOCTYPE"),
    "outside-entity": (lambda path: book(path, OUTSIDE + GOOD.replace("5H", "&x;")), "it has a DOCTYPE"),
    "outside-entity-in-strings": (
        lambda path: book(path, shared=OUTSIDE + strings("<si><t>&x;</t></si>")),
        "it has a DOCTYPE",
    ),
    "doctype-in-relations": (
        lambda path: book(
            path, changed={"_rels/.rels": OUTSIDE + relations(("a", "officeDocument", "xl/workbook.xml"))}
        ),
        "it has a DOCTYPE",
    ),
    "far-cell": (
        lambda path: book(path, sheet(ROWS + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
        ANSWER,
    ),
    "far-cells": (
        lambda path: book(
            path, sheet(ROWS + "".join(f'<row r="{r}"><c r="XFD{r}"><v>1</v></c></row>' for r in range(3, 20_000)))
        ),
        "its cells lie too far apart",
    ),
    "dimension-too-large": (
        lambda path: book(path, GOOD.replace("<sheetData>", '<dimension ref="A1:XFD1048576"/><sheetData>')),
        ANSWER,
    ),
    "dimension-elsewhere": (
        lambda path: book(path, GOOD.replace("<sheetData>", '<dimension ref="ZZ9"/><sheetData>')),
        ANSWER,
    ),
    "strings-missing": (
        lambda path: book(path, sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>')),
        "holds '0' as one of",
    ),
    "string-out-of-range": (
        lambda path: book(path, sheet('<row r="1"><c r="A1" t="s"><v>99</v></c></row>'), shared=strings("5H")),
        "holds '99' as one of",
    ),
    "string-number-endless": (
        lambda path: book(
            path, sheet(f'<row r="1"><c r="A1" t="s"><v>{"9" * 100_000}</v></c></row>'), shared=strings("5H")
        ),
        "holds '999",
    ),
    "part-twice": (twice, "it holds the part xl/worksheets/sheet1.xml twice"),
    "10,000-columns": (lambda path: book(path, sheet(row(1, ONE * 2000) + row(2, TWO * 2000))), ""),
    "UTF-16": (lambda path: book(path, ('<?xml version="1.0" encoding="UTF-16"?>' + GOOD).encode("utf-16")), "UTF-8"),
    "rows-out-of-order": (
        lambda path: book(path, sheet(row(2, DEALS[1]) + row(1, DEALS[0]))),
        "row 1 comes after row 2",
    ),
    "rows-twice": (lambda path: book(path, sheet(row(1, DEALS[0]) + row(1, DEALS[1]))), "row 1 comes after row 1"),
    "rows-without-end": (
        lambda path: book(path, sheet('<row r="700000"/>' + "<row/>" * 400_000)),  # a million of them: bomb-of-rows
        "row 1048577 lies outside a sheet",
    ),
    "row-without-end": (
        lambda path: book(path, sheet("<row>" + "<c/>" * 20_000 + "</row>")),
        "row 1 has more than 16,384 cells",
    ),
    "cells-lie": (lambda path: book(path, sheet(ROWS.replace('r="C2"', 'r="C9"'))), "cell C9 stands in row 2"),
    "addresses-endless": (
        lambda path: book(path, sheet(ROWS.replace('r="C2"', f'r="C{"2" * 100_000}"'))),
        "which is no address",
    ),
    "33,000-characters": (lambda path: book(path, sheet(ROWS + f'<row r="3">{inline("A3", "x" * 33_000)}</row>')), ""),
    "text-of-20-MB": (lambda path: book(path, sheet(ROWS + f'<row r="3">{inline("A3", "x" * 20 * MEGA)}</row>')), ""),
    "attribute-of-20-MB": (
        lambda path: book(path, GOOD.replace("<sheetData>", f'<sheetPr a="{"x" * 20 * MEGA}"/><sheetData>')),
        "",
    ),
    "nested-sheet": (lambda path: nested(path, "xl/worksheets/sheet1.xml"), "is damaged: "),
    "nested-workbook": (lambda path: nested(path, "xl/workbook.xml"), "is damaged: "),
    "nested-strings": (lambda path: nested(path, "xl/styles.xml"), "is damaged: "),
    "million-merged-areas": (
        lambda path: book(
            path,
            sheet(
                ROWS,
                tail="<mergeCells>"
                + "".join(f'<mergeCell ref="L{r}:M{r}"/>' for r in range(1, 300_000))
                + "</mergeCells>",
            ),
        ),
        ANSWER,
    ),
    "merged-over-all": (
        lambda path: book(path, sheet(ROWS, tail='<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>')),
        "",
    ),
    "encrypted-parts": (encrypted, "encrypt"),
    "unknown-method": (
        lambda path: patched(path, b"PK\1\2\x14\3\x14\0\0\0\x08", b"PK\1\2\x14\3\x14\0\0\0\x63"),
        "is damaged: ",
    ),
    "thirty-thousand-parts": (many, ANSWER),
    "target-outside": (
        lambda path: book(
            path, changed={"xl/_rels/workbook.xml.rels": relations(("rId1", "worksheet", "../../../../etc/passwd"))}
        ),
        "it has no sheets",
    ),
    "sheets-in-a-ring": (
        lambda path: book(
            path, changed={"xl/_rels/workbook.xml.rels": relations(("rId1", "worksheet", "workbook.xml"))}
        ),
        "it is no worksheet",
    ),
    "ten-thousand-sheets": (
        lambda path: book(
            path,
            changed={
                "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
                + "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="rId1"/>' for n in range(1, 3_000))
                + "</sheets></workbook>"
            },
        ),
        "it lists 2,999 sheets, more than it holds",
    ),
    "locator-far-away": (far_locator, "is damaged: "),
    "style-endless": (lambda path: book(path, GOOD.replace('r="A1"', f'r="A1" s="{1 << 64}"')), ANSWER),
    "row-number-endless": (
        lambda path: book(path, sheet(ROWS + f'<row r="000000003{"9" * 5000}"><c><v>1</v></c></row>')),
        "lies outside a sheet",
    ),
    "string-number-with-zeros": (
        lambda path: book(path, sheet(f'<row r="1"><c t="s"><v>{"0" * 12}99</v></c></row>'), shared=strings("5H")),
        "holds '00000000000099' as one of",
    ),
    "encoding-of-Python": (lambda path: book(path, '<?xml version="1.0" encoding="idna"?>' + GOOD), "UTF-8"),
    "strings-in-an-encoding-of-Python": (
        lambda path: book(path, shared='<?xml version="1.0" encoding="idna"?>' + strings("5H")),
        "its encoding is not understood",
    ),
    "format-of-brackets": (lambda path: book(path, changed={"xl/styles.xml": formats("[" * 500_000)}), ANSWER),
    "format-number-endless": (
        lambda path: book(path, changed={"xl/styles.xml": STYLES.replace('"46"', f'"{"9" * 5000}"')}),
        ANSWER,
    ),
    "words-without-end": (
        lambda path: book(path, sheet(row(1, ["player" + " " * 30_000 + "x", "_" * 30_000 + "1x"]) + row(2, DEALS[0]))),
        "",
    ),
    "labels-of-5,000-digits": (lambda path: book(path, sheet(row(1, ["A" + "1" * 5000] * 3) + row(2, DEALS[0]))), ""),
    "comment-with-rows": (
        lambda path: book(path, GOOD.replace("<row", '<!-- </row></sheetData><row r="9"> --><row', 1)),
        "is damaged: ",
    ),
    "numbers-endless": (lambda path: book(path, sheet(ROWS + f'<row r="3"><c><v>{"9" * 200_000}</v></c></row>')), ""),
    "control-characters": (
        lambda path: book(path, sheet(ROWS + f'<row r="3">{inline("A3", "_x0000__x001B__xD83C_")}</row>')),
        "",
    ),
    "not-a-character": (lambda path: book(path, GOOD.replace("5H", "&#0;")), "is damaged: "),
    "not-UTF-8": (lambda path: book(path, GOOD.encode().replace(b"5H", b"\xff\xfe", 1)), "is damaged: "),
    "xlsb-far-cells": (
        lambda path: write_xlsb(path, {"S": {(0, 0): "5H", (1_048_575, 16_383): "5H"}}),
        "too far apart",
    ),
    "ods-repeated-forever": (lambda path: repeated(path, 1_048_576, 16_384), "too far apart"),
    "line-of-20-MB": (lambda path: path.write_bytes(b"5H " * (7 * MEGA)), "row 1 has more than 16,384 cells"),
    "commas-alone": (lambda path: path.write_bytes(b"," * 5 * MEGA), "row 1 has more than 16,384 cells"),
    "bytes-alone": (lambda path: path.write_bytes(bytes(range(256)) * 1000), "is neither a workbook nor text"),
}
"""How each file is made, and what stands in the answer: `ANSWER`, words of the message, or nothing where both will do."""

NOT_SCORED = {
    "far-cell": "there is no room right of the last column of Sheet1",
}
"""Files that are counted but not written into, and what is said of each."""

ENDINGS = {"xlsb": ".xlsb", "ods": ".ods", "line": ".txt", "commas": ".csv", "bytes": ".txt"}


def ending(name):
    """Return the ending of a hostile file's name."""
    return ENDINGS.get(name.split("-")[0], ".xlsx")
