"""Compare a workbook with what scoring made of it: every part byte for byte, the sheet cell by cell.

`first_difference` says in one sentence where the two first differ, None where they do not. What may differ stands in
`ALLOWED`, each with its reason.
"""

import posixpath
import re
import struct
import zipfile
from functools import lru_cache
from xml.etree import ElementTree as ET

ALLOWED = {
    "sheet": "the sheet with the hands gets the new cells; see SHEET_CHANGES for what else of it may change",
    "workbook": "fullCalcOnLoad is set, so that formulas which see the new cells are right; filters and print areas grow; names cover the results",
    "table": "a table around the hands grows by the new columns, or they would not belong to it",
}
SHEET_CHANGES = {
    "dimension": "the sheet is wider than it was",
    "cols": "the new columns get widths of their own",
    "autoFilter": "a filter over the hands reaches over the new columns",
}
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
        assert content[start + 30 : start + 30 + name].decode(coding, errors="replace") == member.orig_filename
        found[member.filename] = content[start : starts[starts.index(start) + 1]]
    return found


def first_difference(before, after, *, sheet, may_differ=()):
    """Return where two workbooks first differ beyond what scoring may do to the part `sheet`, None where they do not.

    `may_differ` names those of "workbook" and "table" which may change in this book.
    """
    with zipfile.ZipFile(before) as old, zipfile.ZipFile(after) as new:
        if old.namelist() != new.namelist():
            return f"the parts are {new.namelist()}, not {old.namelist()}"
        if bad := new.testzip():
            return f"{bad} has a wrong CRC"
        raw_old, raw_new = raw_members(before), raw_members(after)
        for member in old.infolist():
            name, other = member.filename, new.getinfo(member.filename)
            touched = name == sheet or part_kind(name) in may_differ
            if not touched and raw_old[name] != raw_new[name]:
                return f"{name}: {first_byte(raw_old[name], raw_new[name])}"
            for field, words in FIELDS.items():
                if not (touched and field in ("CRC", "flag_bits")) and getattr(member, field) != getattr(other, field):
                    return f"{name}: its {words} is {getattr(other, field)!r}, not {getattr(member, field)!r}"
            compare = {sheet: sheet_difference}.get(name, CHANGES.get(part_kind(name), lambda *_: None))
            if touched and (found := compare(old.read(name), new.read(name))):
                return f"{name}: {found}"
    return None


def part_kind(name):
    """Return the key of `ALLOWED` that a part falls under, if any."""
    if name == "xl/workbook.xml":
        return "workbook"
    return "table" if posixpath.dirname(name) == "xl/tables" else None


def first_byte(old, new):
    """Say where two byte strings first differ."""
    place = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return f"byte {place} of {len(old)} differs: {new[place : place + 20]!r}, not {old[place : place + 20]!r}"


def local(element):
    """Return an element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def text_of(element):
    """Return an element in one form of writing, the text after it left out."""
    return canonical(ET.tostring(element).decode())


@lru_cache(10_000)
def canonical(text):
    """Return an element in one form of writing; most are the same before and after, and in many books."""
    return ET.canonicalize(text, strip_text=False).strip()


def sheet_difference(old, new):
    """Say where a scored sheet lost or changed something that was there, None where it only gained cells."""
    before, after = ET.fromstring(old), ET.fromstring(new)
    if before.attrib != after.attrib:
        return f"the root has the attributes {after.attrib}, not {before.attrib}"
    olds = [one for one in before if local(one) not in SHEET_CHANGES]
    news = [one for one in after if local(one) not in SHEET_CHANGES]
    if list(map(local, olds)) != list(map(local, news)):
        return f"it holds {list(map(local, news))}, not {list(map(local, olds))}"
    for one, other in zip(olds, news, strict=True):
        if local(one) == "sheetData":
            if found := rows_difference(one, other):
                return found
        elif text_of(one) != text_of(other):
            return f"{local(one)} is {text_of(other)[:200]}, not {text_of(one)[:200]}"
    for name in ("cols", "autoFilter"):
        if found := kept(name, before, after):
            return found
    return None


def grown(area):
    """Return an area without its last column, which may be a later one after scoring."""
    return re.sub(r"(:\$?)[A-Z]+(?=\$?\d+$)", r"\1", area)


def kept(name, before, after):
    """Say what of the columns or views is gone: every column keeps its look, every view its selection."""
    old = next((one for one in before if local(one) == name), None)
    new = next((one for one in after if local(one) == name), None)
    if old is None:
        return None
    if new is None:
        return f"{name} is gone"
    if name == "autoFilter":
        there, now = grown(old.get("ref")), grown(new.get("ref"))
        return (
            None if there == now and [*map(text_of, old)] == [*map(text_of, new)] else f"the filter is {text_of(new)}"
        )
    looks = columns(new)
    for place, look in columns(old).items():
        there = looks.get(place, {})
        if {**look, "width": 0, "customWidth": 0} != {**there, "width": 0, "customWidth": 0}:
            return f"column {place} has {there}, not {look}"
    return None


def columns(cols):
    """Return the attributes of each column, of those of a sheet that anybody looks at."""
    found = {}
    for one in cols:
        for place in range(int(one.get("min")), min(int(one.get("max")), 60) + 1):
            found[place] = {key: value for key, value in one.items() if key not in ("min", "max")}
    return found


def rows_difference(old, new):
    """Say which old cell or row is not in the new rows as it was, or which new cell stands before an old one."""
    rows = {row.get("r"): row for row in new}
    if len(rows) != len(new):
        return "a row stands there twice"
    if [number for number in rows if number in {row.get("r") for row in old}] != [row.get("r") for row in old]:
        return "the rows are not in the order they were in"
    for row in old:
        other = rows[row.get("r")]
        if row.attrib != other.attrib:
            return f"row {row.get('r')} has {other.attrib}, not {row.attrib}"
        cells = {cell.get("r"): cell for cell in other}
        if list(cells) != sorted(cells, key=column):
            return f"the cells of row {row.get('r')} are not in order"
        for cell in row:
            there = cells.get(cell.get("r"))
            if there is None:
                return f"cell {cell.get('r')} is gone"
            if text_of(there) != text_of(cell) and not (len(cell) == 0 and there.get("s") == cell.get("s")):
                return f"cell {cell.get('r')} is {text_of(there)[:200]}, not {text_of(cell)[:200]}"
    return None


def column(reference):
    """Return what sorts cells of a row by their columns."""
    letters = re.match("[A-Z]+", reference)[0]
    return len(letters), letters


def workbook_difference(old, new):
    """Say what of the workbook part has changed but the order to calculate everything, our names, and how far filters and print areas reach."""
    before, after = ET.fromstring(old), ET.fromstring(new)
    for root in (before, after):
        for one in root.iter():
            if local(one) == "definedName" and one.get("name") in ("_xlnm.Print_Area", "_xlnm._FilterDatabase"):
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
    return None if text_of(before) == text_of(after) else f"it is {text_of(after)[:300]}, not {text_of(before)[:300]}"


def table_difference(old, new):
    """Say which column or attribute of a table has changed but its extent and the new columns."""
    before, after = ET.fromstring(old), ET.fromstring(new)
    names = [[one.get("name") for one in root.iter() if local(one) == "tableColumn"] for root in (before, after)]
    if names[1][: len(names[0])] != names[0]:
        return f"its columns are {names[1]}, not {names[0]}"
    start, end = (root.get("ref").split(":")[0] for root in (before, after))
    return None if start == end else f"it begins at {end}, not {start}"


CHANGES = {"workbook": workbook_difference, "table": table_difference}
