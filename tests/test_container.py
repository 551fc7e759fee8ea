"""The package of a workbook: what is read is checked, what is not changed is copied to the byte."""

import io
import os
import random
import re
import struct
import sys
import threading
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from support.books import ONE, TWO, book, shared_book
from support.compare_books import raw_members
from support.parts import zipped
from support.refused import refused
from support.xml_books import MAIN, OFFICE, relations

import xlpoker
from xlpoker.errors import BookError
from xlpoker.evaluator.batch import engine_numpy, kernel
from xlpoker.workbook.jobs import score, wins
from xlpoker.workbook.xlsx import package as packages
from xlpoker.workbook.xlsx.package import Package, SheetPart

STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships"


def parts(**changed):
    """Return the parts of a small book; names are given with __ for a slash."""
    sheets = f'<x:workbook xmlns:x="{MAIN}" xmlns:q="{OFFICE}"><x:sheets>'
    sheets += '<x:sheet name="Hands" sheetId="7" q:id="a"/><x:sheet name="Old" sheetId="2" state="hidden" q:id="b"/>'
    sheets += '<x:sheet name="Chart" sheetId="3" q:id="c"/></x:sheets></x:workbook>'
    return {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": relations(("r", "officeDocument", "/xl/wb.xml")),
        "xl/wb.xml": sheets,
        "xl/_rels/wb.xml.rels": relations(
            ("a", "worksheet", "worksheets/s one.xml"),
            ("b", "worksheet", "/xl/other/../two.xml"),
            ("c", "chartsheet", "chart.xml"),
            ("d", "sharedStrings", "SHAREDSTRINGS.xml"),
        ),
        "xl/worksheets/s one.xml": f'<worksheet xmlns="{MAIN}"/>',
        "xl/two.xml": "<two/>",
        "xl/chart.xml": "<chart/>",
        "xl/sharedStrings.xml": "<sst/>",
    } | changed


def packed(path, content, how=zipfile.ZIP_DEFLATED):
    """Write parts to a zip file."""
    path.write_bytes(zipped(content, how))
    return path


@pytest.mark.parametrize("space", [OFFICE, STRICT], ids=["transitional", "strict"])
def test_sheets_are_found_by_their_relationships(tmp_path, space):
    """Prefixes, absolute and dotted targets, blanks and upper case in names, types by their ends; sheets of charts are none."""
    content = {name: text.replace(OFFICE, space) for name, text in parts().items()}
    with Package(packed(tmp_path / "a.xlsx", content)) as package:
        assert package.sheets == [
            SheetPart("Hands", "xl/worksheets/s one.xml", "visible", "7"),
            SheetPart("Old", "xl/two.xml", "hidden", "2"),
        ]  # fmt: skip
        assert package.sheet("hANDS").part == "xl/worksheets/s one.xml"
        assert package.shared_strings is not None
        assert package.read(package.shared_strings) == b"<sst/>"
        assert (package.styles, package.calc_chain, package.is_signed) == (None, None, False)
        with pytest.raises(BookError, match=r"a.xlsx has no sheet 'Hnds'; did you mean 'Hands'?"):
            package.sheet("Hnds")


def unusual(path):
    """Write an archive as other programs do: stored and packed members, descriptors, zip64, extra fields, a comment."""

    class Pipe(io.RawIOBase):
        """Cannot be wound back, so that descriptors follow the data."""

        def __init__(self, file):
            self.file = file

        def writable(self):
            return True

        def write(self, data):
            return self.file.write(data)

    with path.open("wb") as file, zipfile.ZipFile(Pipe(file), "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in parts().items():
            made.writestr(name, text)
        with made.open(zipfile.ZipInfo("xl/media/bild ä.bin"), "w", force_zip64=True) as member:
            member.write(bytes(range(256)) * 40)
        padded = zipfile.ZipInfo("docProps/app.xml", (1999, 12, 31, 23, 59, 58))
        padded.extra, padded.comment = struct.pack("<HH", 0xA220, 4) + b"\0" * 4, b"kept"
        made.writestr(padded, "<Properties/>", zipfile.ZIP_STORED)
        wide = zipfile.ZipInfo("docProps/wide.xml")
        wide.extra = struct.pack("<HHQQ", 1, 16, 7, 7) + struct.pack("<HH", 0xA220, 0)
        made.writestr(wide, "<wide/>", zipfile.ZIP_STORED)
        made.writestr("xl/media/old name ä.bin", b"old")
        made.comment = b"made by hand"
    content = bytearray(path.read_bytes())
    names = [match.start() for match in re.finditer("xl/media/old name ä.bin".encode(), content)]
    for place in (
        names[0] - 30 + 6,
        names[1] - 46 + 8,
    ):  # its name is not in UTF-8, as old programs write it
        content[place + 1] &= ~8
    place = (
        content.rindex(b"docProps/wide.xml") - 46 + 20
    )  # its sizes stand in the field of zip64 alone
    content[place : place + 8] = b"\xff" * 8
    path.write_bytes(content)
    return path


def test_everything_else_is_copied_raw(tmp_path):
    """One part is new; all other members, their order, records and the comment are the same bytes."""
    source, target = unusual(tmp_path / "a.xlsx"), tmp_path / "b.xlsx"
    with Package(source) as package:
        package.write(target, {"xl/worksheets/s one.xml": [b"<new>", b"", b"text</new>"]})
        names = package.members
    before, after = raw_members(source), raw_members(target)
    assert list(after) == list(before) == names
    assert {name for name in names if before[name] != after[name]} == {"xl/worksheets/s one.xml"}
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target) as new:
        assert new.testzip() is None
        assert new.read("xl/worksheets/s one.xml") == b"<new>text</new>"
        assert "xl/media/old name ├ñ.bin" in new.namelist() == old.namelist()
        assert new.read("docProps/wide.xml") == b"<wide/>"
        assert new.comment == old.comment == b"made by hand"
        for one in old.infolist():
            other = new.getinfo(one.filename)
            same = (
                "date_time",
                "extra",
                "comment",
                "external_attr",
                "create_system",
                "flag_bits",
                "compress_type",
            )
            one.extra = one.extra.removeprefix(
                struct.pack("<HHQQ", 1, 16, 7, 7)
            )  # no archive of less than 2 GB needs it
            changed = {what for what in same if getattr(one, what) != getattr(other, what)}
            assert changed <= (
                {"flag_bits"} if one.filename == "xl/worksheets/s one.xml" else set()
            )


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED], ids=["stored", "packed"]
)
@pytest.mark.parametrize("size", [1, 1000, 1 << 20, -1], ids=str)
def test_parts_are_read_in_pieces_of_any_size(tmp_path, how, size):
    """The pieces of a part make the whole."""
    text = "".join(f"{number * number % 9973} " for number in range(60_000 if size != 1 else 300))
    with (
        Package(packed(tmp_path / "a.xlsx", parts() | {"x": text}, how)) as package,
        package.open_part("x") as part,
    ):
        assert b"".join(iter(lambda: part.read(size), b"")) == text.encode()


def lying(content, at, number):
    """Return an archive whose directory has another number at a place."""
    return content[:at] + struct.pack("<L", number) + content[at + 4 :]


ENTITY = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
STORED = "is cut off, or not what was stored (its CRC differs)"
REFUSED = {
    "twice": ({"XL/two.xml": "<other/>"}, bytes, "it holds the part XL/two.xml twice"),
    "doctype": (
        {"xl/wb.xml": ENTITY},
        bytes,
        "xl/wb.xml: it has a DOCTYPE, which no workbook needs",
    ),
    "cut-off": (
        {},
        lambda content: content[:-30],
        "it begins like a workbook but is not a whole zip file",
    ),
    "something-in-front": (
        {},
        lambda content: b"PK\3\4 something else" + content,
        "the directory of its parts does not lie where its end says",
    ),
    "overlapping": (
        {},
        lambda content: lying(content, content.index(b"PK\1\2") + 20, 5000),
        "its part [Content_Types].xml does not lie where the directory says",
    ),
    "no-workbook": ({"_rels/.rels": relations()}, bytes, "it has no workbook part"),
    "no-sheets": ({"xl/wb.xml": "<workbook/>"}, bytes, "it has no sheets"),
    "no-xml": (
        {"xl/wb.xml": "<workbook>"},
        bytes,
        "xl/wb.xml: no element found: line 1, column 10",
    ),
    "wrong-CRC": (
        {},
        lambda content: content.replace(b"<two/>", b"<tow/>"),
        f"its part xl/two.xml {STORED}",
    ),
    "longer-than-it-says": (
        {"long": "0" * 5000},
        lambda content: lying(content, content.rindex(b"PK\1\2") + 24, 3),
        f"its part long {STORED}",
    ),
}


@pytest.mark.parametrize(("changed", "damage", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(tmp_path, changed, damage, message):
    """A package that could mean two things, or nothing, is not opened; changed data are found at the end of their part."""
    path = packed(tmp_path / "a.xlsx", parts(**changed), zipfile.ZIP_STORED)
    path.write_bytes(damage(path.read_bytes()))
    with refused(BookError, f"a.xlsx is damaged: {message}"), Package(path) as package:
        for name in package.members:
            package.read(name)


@pytest.mark.slow
def test_a_bomb_is_not_unpacked(tmp_path):
    """A part that unpacks to five hundred times its size is refused before a byte of it is read."""
    path = packed(tmp_path / "a.xlsx", parts(bomb=b"0" * (80 << 20)))
    with (
        Package(path) as package,
        refused(BookError, "a.xlsx is refused: bomb would unpack from 79 KB to 80 MB"),
        package.open_part("bomb"),
    ):
        pass


def test_what_fails_while_writing_leaves_no_trace(tmp_path):
    """A part whose pieces end in an error leaves the target as it was."""

    def pieces():
        yield b"x"
        raise BookError("no more")

    source, target = book(tmp_path / "a.xlsx", [ONE + TWO]), tmp_path / "b.xlsx"
    target.write_bytes(b"old")
    with Package(source) as package, pytest.raises(BookError, match="no more"):
        package.write(target, {package.sheets[0].part: pieces()})
    assert (target.read_bytes(), sorted(entry.name for entry in tmp_path.iterdir())) == (
        b"old",
        ["a.xlsx", "b.xlsx"],
    )


def test_too_large_an_archive_is_not_written(tmp_path, monkeypatch):
    """Excel repairs archives with 64-bit fields."""
    monkeypatch.setattr(packages, "MOST_WRITTEN", 1000)
    with (
        Package(packed(tmp_path / "a.xlsx", parts())) as package,
        refused(BookError, "b.xlsx would be larger than 2 GB"),
    ):
        package.write(
            tmp_path / "b.xlsx",
            {"xl/two.xml": [b"<a>%s</a>" % random.Random(5).randbytes(450).hex().encode()]},
        )


def test_a_part_that_is_dropped(tmp_path):
    """It goes, and so does its record; a part that is written anew stays in its place."""
    with Package(unusual(tmp_path / "a.xlsx")) as package:
        new = {"xl/two.xml": [b"<a>" + b"abc" * 9000, b"</a>"]}
        package.write(tmp_path / "b.xlsx", new, dropped=["xl/chart.xml"])
        left = [name for name in package.members if name != "xl/chart.xml"]
    with zipfile.ZipFile(tmp_path / "b.xlsx") as made:
        assert (made.namelist(), made.testzip()) == (left, None)
        assert made.read("xl/two.xml") == b"<a>" + b"abc" * 9000 + b"</a>"


def test_a_small_workbook_is_opened_and_unpacked_seldom(tmp_path, monkeypatch):
    """Counted and scored, the file is opened once, its sheet is unpacked once and each other part twice at most."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 50)
    opened, read = Counter(), Counter()
    opening, checking = io.open, Package._check_readable
    monkeypatch.setattr(
        io,
        "open",
        lambda file, *more, **named: opened.update([str(file)]) or opening(file, *more, **named),
    )
    monkeypatch.setattr(
        Package,
        "_check_readable",
        lambda self, member, name: read.update([name]) or checking(self, member, name),
    )
    for work in (wins, score):
        assert work(path).rows == 50
        assert opened[str(path)] == 1
        assert read["xl/worksheets/sheet1.xml"] == 1
        assert max(read.values()) <= 2
        opened.clear()
        read.clear()


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_small_parts_are_read_whole(method, tmp_path):
    """Packed or stored, and also an empty part."""
    content = {**parts(), "xl/empty.xml": ""}
    with Package(packed(tmp_path / "a.xlsx", content, method)) as package:
        read = {name: package.read(name).decode() for name in package.members}
    assert read == content


MOST_MODULES = 49
"""The modules that it takes today, without a margin: whoever needs one more for every book says why."""


def test_a_small_workbook_goes_through_few_modules(tmp_path, monkeypatch):
    """Scored once more, it runs functions of 49 modules, beside those of the search: some thirty small ones."""
    monkeypatch.setattr(
        kernel, "engine_for", lambda _: engine_numpy
    )  # Numba's is one more, where another test has loaded it
    path = shared_book(tmp_path / "a.xlsx", [ONE + TWO] * 1000)
    score(path, output=tmp_path / "b.xlsx")  # what is imported and made at first use
    root = str(Path(xlpoker.__file__).parent)
    entered = set()

    def noted(frame, event, _):
        if event == "call":
            entered.add(frame.f_code.co_filename)

    threading.setprofile(noted)
    sys.setprofile(noted)
    try:
        score(path, output=tmp_path / "c.xlsx")
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    modules = sorted(name.removeprefix(root) for name in entered if name.startswith(root))
    others = [name for name in modules if not name.startswith(f"{os.sep}layout{os.sep}")]
    assert f"{os.sep}scoring{os.sep}blocks.py" in others  # calls were noted
    assert len(others) <= MOST_MODULES, others
