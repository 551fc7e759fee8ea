"""An .xlsb workbook of texts and numbers, written record by record: no free program writes this format."""

import struct
import zipfile

SHEET_ROW, NUMBER, TEXT, BOOLEAN, RICH_TEXT = 0, 5, 6, 4, 62
SHORT = {NUMBER: 16, TEXT: 17, BOOLEAN: 15}  # the same without a column: that after the cell before
BEGIN_SHEET, END_SHEET, DIMENSION, BEGIN_DATA, END_DATA = 129, 130, 148, 145, 146
BEGIN_BOOK, END_BOOK, BEGIN_SHEETS, END_SHEETS, SHEET = 131, 132, 143, 144, 156
STATES = {"visible": 0, "hidden": 1, "veryHidden": 2}
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def record(number, content=b""):
    """Return a record: its number and length in groups of seven bits, and its content."""
    head = bytes([number]) if number < 128 else bytes([number & 127 | 128, number >> 7])
    length = len(content)
    while length > 127:
        head += bytes([length & 127 | 128])
        length >>= 7
    return head + bytes([length]) + content


def wide(text):
    """Return a text as its length and UTF-16."""
    return struct.pack("<I", len(text.encode("utf-16-le")) // 2) + text.encode("utf-16-le")


def cell(column, value, form=""):
    """Return the record of a cell, in the ``short`` form or of ``rich`` text."""
    place = struct.pack("<II", column, 0)
    if isinstance(value, bool):
        kind, content = BOOLEAN, bytes([value])
    elif isinstance(value, str):
        kind, content = TEXT, wide(value)
    else:
        kind, content = NUMBER, struct.pack("<d", value)
    if form == "rich":
        kind, content = RICH_TEXT, b"\1" + content + struct.pack("<IHH", 1, 0, 0)
    return (
        record(SHORT[kind], place[4:] + content)
        if form == "short"
        else record(kind, place + content)
    )


def sheet_part(cells, dimension=(0, 0, 0, 0), form=""):
    """Return a sheet of {(row, column): value}, in the order of its rows; `form` is that of cells behind another one."""
    rows = {}
    for (row, column), value in sorted(cells.items()):
        rows.setdefault(row, []).append((column, value, form if (row, column - 1) in cells else ""))
    data = b"".join(
        record(SHEET_ROW, struct.pack("<IIHHBI", row, 0, 300, 0, 0, 0))
        + b"".join(cell(*one) for one in found)
        for row, found in rows.items()
    )
    parts = record(BEGIN_SHEET), record(DIMENSION, struct.pack("<IIII", *dimension))
    return b"".join(parts) + record(BEGIN_DATA) + data + record(END_DATA) + record(END_SHEET)


def write_xlsb(path, sheets, *, form=""):
    """Write a workbook of {name: {(row, column): value}}; a name may be (name, state)."""
    named = [(key, "visible") if isinstance(key, str) else key for key in sheets]
    bundle = b"".join(
        record(SHEET, struct.pack("<II", STATES[state], number) + wide(f"rId{number}") + wide(name))
        for number, (name, state) in enumerate(named, 1)
    )
    book = (
        record(BEGIN_BOOK) + record(BEGIN_SHEETS) + bundle + record(END_SHEETS) + record(END_BOOK)
    )
    relations = "".join(
        f'<Relationship Id="rId{number}" Type="{RELATION}/worksheet" Target="worksheets/sheet{number}.bin"/>'
        for number in range(1, len(named) + 1)
    )
    space = "http://schemas.openxmlformats.org/package/2006"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("[Content_Types].xml", f'<Types xmlns="{space}/content-types"/>')
        made.writestr("xl/workbook.bin", book)
        made.writestr(
            "xl/_rels/workbook.bin.rels",
            f'<Relationships xmlns="{space}/relationships">{relations}</Relationships>',
        )
        for number, cells in enumerate(sheets.values(), 1):
            made.writestr(f"xl/worksheets/sheet{number}.bin", sheet_part(cells, form=form))
    return path
