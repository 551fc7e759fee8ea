"""Compare a workbook with what scoring made of it: every part byte for byte, the sheet cell by cell.

`first_difference` says in one sentence where the two first differ, None where they do not. What may differ stands in
`ALLOWED`, each with its reason.
"""

import re
import struct
import zipfile
from xml.etree import ElementTree as ET

import openpyxl
import python_calamine

from xlpoker.addresses import a1, column_number

ALLOWED = {
    "sheet": "the sheet with the hands gets the new cells; see SHEET_CHANGES for what else of it may change",
    "workbook": "fullCalcOnLoad is set, so that formulas which see the new cells are right; filters and print areas grow; names cover the results",
    "table": "a table around the hands grows by the new columns, or they would not belong to it",
    "styleSheet": "formats of new cells stand behind those that were there",
}
SHEET_CHANGES = {
    "dimension": "the sheet is wider than it was",
    "cols": "the new columns get widths of their own",
    "autoFilter": "a filter over the hands reaches over the new columns",
}
LOOKS = "width", "customWidth", "bestFit", "hidden", "collapsed", "outlineLevel"
"""What of a column that gets a width of its own is not kept; its style is."""
CHAIN = "calcchain.xml", "[content_types].xml", ".rels"
FIELDS = {
    "date_time": "time stamp",
    "compress_type": "method",
    "flag_bits": "flags",
    "create_system": "system",
    "external_attr": "attributes",
    "extra": "extra field",
    "comment": "comment",
    "CRC": "CRC",
}


def raw_members(path):
    """Return each member's local header, data and descriptor, byte for byte, by name in the archive's order."""
    content = path.read_bytes()
    with zipfile.ZipFile(path) as package:
        members = package.infolist()
        end = package.start_dir
    starts = sorted([member.header_offset for member in members] + [end])
    found = {}
    for member in members:
        start = member.header_offset
        assert content[start : start + 4] == b"PK\3\4", f"{member.filename} has no local header"
        name = struct.unpack("<H", content[start + 26 : start + 28])[0]
        coding = "utf-8" if member.flag_bits & 0x800 else "cp437"
        assert (
            content[start + 30 : start + 30 + name].decode(coding, errors="replace")
            == member.orig_filename
        )
        found[member.filename] = content[start : starts[starts.index(start) + 1]]
    return found


def first_difference(
    before, after, *, sheet, may_differ=("workbook", "table", "styleSheet"), over=frozenset()
):
    """Return where two workbooks first differ beyond what scoring may do to the part `sheet`, None where they do not.

    `may_differ` names those of `ALLOWED` which may change in this book, `over` the cells that may be written
    over; with them the chain of calculations may change or go, and what names it.
    """
    chain = CHAIN if over else ()
    with zipfile.ZipFile(before) as old, zipfile.ZipFile(after) as new:
        left = [
            name
            for name in old.namelist()
            if name in new.namelist() or not name.lower().endswith(chain)
        ]
        if left != new.namelist():
            return f"the parts are {new.namelist()}, not {old.namelist()}"
        if bad := new.testzip():
            return f"{bad} has a wrong CRC"
        raw_old, raw_new = raw_members(before), raw_members(after)
        for name in left:
            texts, found = (old.read(name), new.read(name)), None
            kind = (
                local(ET.fromstring(texts[1]))
                if raw_old[name] != raw_new[name] and name.endswith(".xml")
                else ""
            )
            touched = name == sheet or kind in may_differ
            if name == sheet:
                found = sheet_difference(*map(Sheet, texts), over)
            elif touched:
                found = CHANGES[kind](*texts)
            elif name.lower().endswith(chain):
                continue
            elif raw_old[name] != raw_new[name]:
                found = first_byte(raw_old[name], raw_new[name])
            if found:
                return f"{name}: {found}"
            for field, words in FIELDS.items():
                values = [getattr(book.getinfo(name), field) for book in (old, new)]
                if not (touched and field in ("CRC", "flag_bits")) and values[0] != values[1]:
                    return f"{name}: its {words} is {values[1]!r}, not {values[0]!r}"
    return None


def first_byte(old, new):
    """Say where two byte strings first differ."""
    place = next(
        (at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
        min(len(old), len(new)),
    )
    return f"byte {place} of {len(old)} differs: {new[place : place + 20]!r}, not {old[place : place + 20]!r}"


def local(element):
    """Return an element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def form(element):
    """Return an element as something to compare: its name, attributes, text and children."""
    attributes = tuple(sorted(element.attrib.items()))
    return element.tag, attributes, element.text or "", tuple(map(form, element))


class Sheet:
    """The cells of a sheet part by row and column, however they are written."""

    def __init__(self, xml):
        self.root = ET.fromstring(xml)
        self.rows, self.cells = {}, {}
        data = next(one for one in self.root if local(one) == "sheetData")
        number = -1
        for row in data:
            number = int(row.get("r", number + 2)) - 1
            attributes = {key: value for key, value in row.items() if key != "r"}
            assert number not in self.rows or not len(row), f"row {number + 1} stands there twice"
            self.rows.setdefault(number, attributes)
            column = -1
            for cell in row:
                reference = cell.get("r")
                after = column
                column = (
                    column_number(re.match("[A-Za-z]+", reference)[0]) if reference else column + 1
                )
                self.cells[number, column] = cell
                assert column > after, f"{a1(number, column)} stands behind {a1(number, after)}"

    def changed(self, other):
        """Return the places of the cells that are not the same in another sheet."""
        places = self.cells.keys() | other.cells.keys()
        found = [{at: form(cell) for at, cell in one.cells.items()} for one in (self, other)]
        return {place for place in places if found[0].get(place) != found[1].get(place)}


def sheet_difference(before, after, over=frozenset()):
    """Say where a scored sheet lost or changed something that was there, None where it only gained cells, or `over` others."""
    if before.root.attrib != after.root.attrib:
        return f"the root has the attributes {after.root.attrib}, not {before.root.attrib}"
    around = [
        [form(one) for one in sheet.root if local(one) not in (*SHEET_CHANGES, "sheetData")]
        for sheet in (before, after)
    ]
    if around[0] != around[1]:
        return f"it holds {str(around[1])[:200]}, not {str(around[0])[:200]}"
    if [row for row in after.rows if row in before.rows] != list(before.rows):
        return "the rows are not in the order they were in"
    for row, attributes in before.rows.items():
        if after.rows[row] != attributes:
            return f"row {row + 1} has {after.rows[row]}, not {attributes}"
    changed = before.changed(after)
    for place in sorted(changed & before.cells.keys() - over):
        cell, there = before.cells[place], after.cells.get(place)
        if there is None:
            return f"cell {a1(*place)} is gone"
        if len(cell) or there.get("s") != cell.get("s"):
            return f"cell {a1(*place)} is {form(there)}, not {form(cell)}"
    return frame_difference(before, after, {column for _, column in changed})


def frame_difference(before, after, new):
    """Say what of the columns and the filter has changed: new columns get a width, the filter may reach further."""
    old, now = ([find(sheet, name) for name in ("cols", "autoFilter")] for sheet in (before, after))
    looks = columns(old[0]), columns(now[0])
    for at, look in looks[0].items():
        free = dict.fromkeys(LOOKS, 0) if at - 1 in new else {}
        if look | free != looks[1].get(at, {}) | free:
            return f"column {at} has {looks[1].get(at)}, not {look}"
    if old[1] is not None:
        for sheet in (old, now):
            sheet[1].set("ref", grown(sheet[1].get("ref")))
        if form(old[1]) != form(now[1]):
            return f"the filter is {form(now[1])}, not {form(old[1])}"
    return None


def find(sheet, name):
    """Return the element of a sheet with that name, if any."""
    return next((one for one in sheet.root if local(one) == name), None)


def grown(area):
    """Return an area without its last column, which may be a later one after scoring."""
    return re.sub(r"(:\$?)[A-Z]+(?=\$?\d+$)", r"\1", area)


def columns(cols):
    """Return the attributes of each column, of those of a sheet that anybody looks at."""
    found = {}
    for one in () if cols is None else cols:
        for place in range(int(one.get("min")), min(int(one.get("max")), 60) + 1):
            found[place] = {key: value for key, value in one.items() if key not in ("min", "max")}
    return found


def workbook_difference(old, new):
    """Say what of the workbook part has changed but the order to calculate everything, our names, and how far filters and print areas reach."""
    before, after = ET.fromstring(old), ET.fromstring(new)
    for root in (before, after):
        for one in root.iter():
            if local(one) == "definedName" and one.get("name") in (
                "_xlnm.Print_Area",
                "_xlnm._FilterDatabase",
            ):
                one.text = grown(one.text)
        for one in [one for one in root if local(one) == "definedNames"]:
            for name in [name for name in one if name.get("name").startswith("_xlpoker_")]:
                one.remove(name)
            if not len(one):
                root.remove(one)
        for one in [one for one in root if local(one) == "calcPr"]:
            one.attrib.pop("fullCalcOnLoad", None)
            if not one.attrib:
                root.remove(one)
    return (
        None
        if form(before) == form(after)
        else f"it is {str(form(after))[:300]}, not {str(form(before))[:300]}"
    )


def table_difference(old, new):
    """Say which column or attribute of a table has changed but its extent and the new columns."""
    before, after = ET.fromstring(old), ET.fromstring(new)
    names = [
        [one.get("name") for one in root.iter() if local(one) == "tableColumn"]
        for root in (before, after)
    ]
    if names[1][: len(names[0])] != names[0]:
        return f"its columns are {names[1]}, not {names[0]}"
    start, end = (root.get("ref").split(":")[0] for root in (before, after))
    return None if start == end else f"it begins at {end}, not {start}"


def styles_difference(old, new):
    """Say what of the styles has changed but formats of cells behind those that were there, and their number."""
    before, after = ET.fromstring(old), ET.fromstring(new)
    formats = [next(one for one in root if local(one) == "cellXfs") for root in (before, after)]
    count = len(formats[0])
    for one in formats[1][count:]:
        formats[1].remove(one)
    formats[1].set("count", formats[0].get("count"))
    if form(before) != form(after):
        return f"it is {str(form(after))[:300]}, not {str(form(before))[:300]}"
    return None


CHANGES = {
    "workbook": workbook_difference,
    "table": table_difference,
    "styleSheet": styles_difference,
}


def value_of(value):
    """Return a value of openpyxl as something to compare: array and table formulas by their texts."""
    return (
        (getattr(value, "ref", None), getattr(value, "text", None))
        if hasattr(value, "ref")
        else value
    )


def by_openpyxl(path):
    """Return the values of all sheets by name, row and column."""
    book = openpyxl.load_workbook(path)
    found = {}
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None:
                    found[sheet.title, cell.row - 1, cell.column - 1] = value_of(cell.value)
    return found


def by_calamine(path):
    """Return the values of all sheets by name, row and column."""
    book = python_calamine.CalamineWorkbook.from_path(str(path))
    found = {}
    for sheet in book.sheets_metadata:
        if sheet.typ == python_calamine.SheetTypeEnum.WorkSheet:
            rows = book.get_sheet_by_name(sheet.name).to_python(skip_empty_area=False)
            found |= {
                (sheet.name, r, c): cell
                for r, row in enumerate(rows)
                for c, cell in enumerate(row)
                if cell != ""
            }
    return found


def value_difference(old, new, cells):
    """Say which value of a book, or of the new cells, is another one in the scored book, None where all are there."""
    for place, value in (old | cells).items():
        there = new.get(place)
        date = (
            isinstance(value, int | float)
            and there is not None
            and not isinstance(there, int | float | str)
        )
        if (
            repr(there) != repr(value) and there != value and not (place in cells and date)
        ):  # new cells in columns of dates
            return f"{place} holds {there!r}, not {value!r}"
    return None


PEERS = by_openpyxl, by_calamine
"""Readers that share no code with ours, and none with each other."""
