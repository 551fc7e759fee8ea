"""Workbooks written as XML by hand, for all that no library would write."""

import zipfile

from support.parts import zipped

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"

STRINGS_TYPE = (
    f'<Override PartName="/xl/sharedStrings.xml" ContentType="{KINDS}.sharedStrings+xml"/>'
)
TYPES = f"""<Types xmlns="{PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="{KINDS}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{KINDS}.worksheet+xml"/>
{STRINGS_TYPE}
<Override PartName="/xl/styles.xml" ContentType="{KINDS}.styles+xml"/></Types>"""
STYLES = f"""<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/></numFmts>
<fonts><font/></fonts><fills><fill><patternFill/></fill></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="46"/></cellXfs></styleSheet>"""


def relations(*targets):
    """Return a relationships part of (id, kind, target)."""
    found = "".join(
        f'<Relationship Id="{key}" Type="{OFFICE}/{kind}" Target="{to}"/>'
        for key, kind, to in targets
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{found}</Relationships>'


def sheet(data, *, tail=""):
    """Return a worksheet part of what stands in its <sheetData>."""
    return f'<worksheet xmlns="{MAIN}"><sheetData>{data}</sheetData>{tail}</worksheet>'


def strings(*texts):
    """Return a shared strings part; a text that begins with < stands as it is."""
    items = "".join(text if text.startswith("<") else f"<si><t>{text}</t></si>" for text in texts)
    return f'<sst xmlns="{MAIN}">{items}</sst>'


def xml_book(path, part, *, shared=None, changed=(), method=zipfile.ZIP_DEFLATED):
    """Write a workbook of one sheet part (text or bytes) and shared strings; `changed` replaces or adds parts."""
    parts = {
        "[Content_Types].xml": TYPES if shared is not None else TYPES.replace(STRINGS_TYPE, ""),
        "_rels/.rels": relations(("rId1", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(
            ("rId1", "worksheet", "worksheets/sheet1.xml"),
            ("rId2", "styles", "styles.xml"),
            *[("rId3", "sharedStrings", "sharedStrings.xml")] * (shared is not None),
        ),
        "xl/worksheets/sheet1.xml": part,
        "xl/styles.xml": STYLES,
        **({} if shared is None else {"xl/sharedStrings.xml": shared}),
        **dict(changed),
    }
    path.write_bytes(
        zipped({name: content for name, content in parts.items() if content is not None}, method)
    )
    return path


def inline(reference, text):
    """Return a cell with its text in it."""
    return f'<c r="{reference}" t="inlineStr"><is><t>{text}</t></is></c>'
