"""Files as grids: what a file is, its content says."""

import datetime as dt
import sys
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from hypothesis import example, given, settings
from hypothesis import strategies as st
from openpyxl.utils.cell import coordinate_to_tuple
from support.books import ONE, book, compound_file
from support.cases import cases
from support.parts import parts, zipped
from support.refused import refused
from support.xml_books import MAIN, xml_book

from xlpoker.addresses import a1, column_letters
from xlpoker.errors import BookError
from xlpoker.files import is_workbook
from xlpoker.workbook.read import formulas_without_values, read_grids


@cases(
    ("content", "rows"),
    {
        "blanks": (b"5H 6S\n7D 8C\n", [["5H", "6S"], ["7D", "8C"]]),
        "commas-CRLF": (b"5H,6S\r\n7D,8C\r\n", [["5H", "6S"], ["7D", "8C"]]),
        "one-comma": (
            b"well, well\n5H 6S\n7D 8C\n",
            [["well,", "well"], ["5H", "6S"], ["7D", "8C"]],
        ),
        "blanks-after-commas": (b'"5H", "6S"\n5D, 6D\n', [["5H", "6S"], ["5D", "6D"]]),
        "blanks-CRLF": (b"5H 6S\r\n\r\n  7D   8C \r\n", [["5H", "6S"], [], ["7D", "8C"]]),
        "hands-in-cells": (b"5H 6S|7D 8C\n", [["5H 6S", "7D 8C"]]),
        "no-line-end": (b"5H 6S\t7D 8C", [["5H 6S", "7D 8C"]]),
        "line-break-in-quotes": (b'"5H\n6S",7D\n', [["5H\n6S", "7D"]]),
        "quotes-in-quotes": (b'"a ""b""",7D\n', [['a "b"', "7D"]]),
        "most-lines-decide": (b"5H,6S\n7D;8C,9C\n", [["5H", "6S"], ["7D;8C", "9C"]]),
        "blanks-with-BOM": (b"\xef\xbb\xbf5H 6S\n", [["5H", "6S"]]),
        "BOM-alone": (b"\xef\xbb\xbf", []),
        "blank-lines-alone": (b"\n\n", [[], []]),
        "UTF-16-BE": (b"\xfe\xff" + "5H;6♠\n".encode("utf-16-be"), [["5H", "6♠"]]),
        "UTF-16-tabs-as-Excel-saves-Unicode-text": ("5H\t6♠\r\n".encode("utf-16"), [["5H", "6♠"]]),
        "begins-with-PK": (b"PK,5H\n6S,7D\n", [["PK", "5H"], ["6S", "7D"]]),
        "empty-cells-and-lines": (b"5H,,6S\n\n7D\n", [["5H", None, "6S"], [], ["7D"]]),
    },
)
def test_text_files(tmp_path, content, rows):
    """Text is cut at the delimiter that it uses, in the encoding that it has."""
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    (grid,) = read_grids(path)
    assert (grid.sheet, grid.rows) == ("", rows)


def test_text_has_no_sheets(tmp_path):
    """--sheet with a text file is a mistake."""
    (tmp_path / "a.txt").write_text("5H 6S")
    with pytest.raises(BookError, match=r"^a\.txt is text and has no sheet 'x'$"):
        read_grids(tmp_path / "a.txt", "x")


def test_a_cell_beyond_all_limits_is_one_line(tmp_path):
    """What the CSV reader refuses is said in one line."""
    path = tmp_path / "a.csv"
    path.write_text("a" * 200_000 + ",b\n")
    with pytest.raises(
        BookError, match=r"^a\.csv cannot be read: field larger than field limit \(131072\)$"
    ):
        read_grids(path)


@pytest.mark.parametrize("name", ["a.zip", "a.xls", "a.csv", "a"])
def test_a_workbook_of_any_name_is_read(tmp_path, name):
    """The content decides, not the ending."""
    path = book(tmp_path / "a.xlsx", [ONE], labels=None).rename(tmp_path / name)
    assert read_grids(path)[0].rows == [ONE]


def rebuilt(change):
    """Return what writes a workbook through a function of the name and the content of each part."""

    def made(folder):
        found = [change(*part) for part in parts(book(folder / "a.xlsx", [ONE])).items()]
        return zipped(dict(filter(None, found)))

    return made


def whole(folder):
    """Return the bytes of a workbook."""
    return book(folder / "a.xlsx", [ONE]).read_bytes()


def old(stream):
    """Return what writes an OLE compound file with a stream of that name."""
    return lambda folder: compound_file(folder / "a.xls", stream).read_bytes()


FOREIGN = f'<_é.1:worksheet xmlns:_é.1="{MAIN}"><_é.1:sheetData/></_é.1:worksheet>'
CALAMINE = (
    "python-calamine cannot read (Cfb error: Invalid sector shift, expecting 0x09 or 0x0C found 0)"
)
REFUSED = {
    "empty": ("b.xlsx", b"", "b.xlsx is empty"),
    "empty-text": ("b.csv", b"", "b.csv is empty"),
    "text": ("b.xlsx", b"5H 6S\n", "b.xlsx is not a workbook: its content is text; name it b.csv or b.txt"),
    "two-letters": ("b.xlsx", b"PK", "b.xlsx is not a workbook: its content is text; name it b.csv or b.txt"),
    "UTF-16": ("b.xls", "5H,6S\n".encode("utf-16"), "b.xls is not a workbook: its content is text; name it b.csv or b.txt"),
    "HTML": ("b.xls", b"<html><table>", "b.xls is not a workbook: its content is HTML or XML"),
    "HTML-below-blank-lines": ("b.xlsx", b"\r\n" * 9 + b"<table>", "b.xlsx is not a workbook: its content is HTML or XML"),
    "HTML-with-BOM": ("b.xlsx", b"\xef\xbb\xbf<html>", "b.xlsx is not a workbook: its content is HTML or XML"),
    "picture": ("b.xlsx", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "b.xlsx is not a workbook: its content is not known"),
    "bytes": ("b.csv", b"\1\0\2\0", "b.csv is neither a workbook nor text in UTF-8; save it as UTF-8"),
    "damaged-xls": ("b.xls", old("Workbook\0"), f"b.xls is an old .xls workbook that {CALAMINE}; save it as .xlsx in a program that opens it"),
    "old-document": ("b.xls", old("WordDocument"), "b.xls is not a workbook: its content is an old document of another kind"),
    "encrypted": ("b.xlsx", old("EncryptedPackage"), "b.xlsx is encrypted; open it with its password and save it without one"),
    "truncated": ("b.xlsx", lambda folder: whole(folder)[:2000], "b.xlsx is damaged: it begins like a workbook but is not a whole zip file"),
    "empty-zip": ("b.xlsx", b"PK\5\6" + bytes(18), "b.xlsx is not a workbook: its content is a zip file without one"),
    "bytes-before-a-zip": ("b.xlsx", lambda folder: b"MZ\0" + whole(folder), "b.xlsx is not a workbook: its content is not known"),
    "prefix-of-other-letters": ("b.xlsx", lambda folder: xml_book(folder / "a.xlsx", FOREIGN).read_bytes(), "b.xlsx is damaged: xl/worksheets/sheet1.xml: it has no tag <worksheet>, and none whose prefix is of English letters"),
    "no-sheet-part": ("b.xlsx", rebuilt(lambda name, content: None if "sheet1" in name else (name, content)), "b.xlsx is damaged: it has no sheets"),
    "another-zip": ("b.xlsx", rebuilt(lambda name, content: (name.replace("xl/", "word/"), content)), "b.xlsx is not a workbook: its content is a zip file without one"),
    "a-zip-of-texts": ("b.xlsx", rebuilt(lambda name, content: (f"{name}.txt", content)), "b.xlsx is not a workbook: its content is a zip file without one; unzip it first"),
}  # fmt: skip


@cases(("name", "content", "message"), REFUSED)
def test_files_that_cannot_be_read(tmp_path, name, content, message):
    """Each kind of file that is no workbook and no text is refused for what it is, in one line."""
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content(tmp_path))
    with refused(BookError, message):
        read_grids(tmp_path / name)


def test_a_missing_file(tmp_path):
    """A file that is not there, or a link to one, is named by its whole path."""
    (tmp_path / "a.xlsx").symlink_to(tmp_path / "gone" / "b.xlsx")
    for path in (tmp_path / "no" / "a.xlsx", tmp_path / "a.xlsx"):
        with refused(BookError, f"{path} does not exist"):
            read_grids(path)


def test_a_folder_and_a_file_taken_for_one(tmp_path, monkeypatch):
    """A folder is refused without being opened (Windows denies that), and so is a path through a file."""
    (tmp_path / "a.csv").touch()
    inside = tmp_path / "a.csv" / "b.xlsx"
    why = "does not exist" if sys.platform == "win32" else "cannot be read: Not a directory"
    with refused(BookError, f"{inside} {why}"):
        is_workbook(inside)
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("opened"))
    with refused(BookError, f"{tmp_path} is a folder, not a workbook"):
        is_workbook(tmp_path)


@pytest.fixture
def calculated(tmp_path):
    """Return a workbook with formulas and their values, as a spreadsheet program saves it."""
    path = tmp_path / "calculated.xlsx"
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet("Friday")
        for column, (formula, value) in enumerate(
            [('="5"&"H"', "5H"), ("=1+1", 2), ("=NA()", "#N/A"), ("=1=1", True)]
        ):
            sheet.write_formula(0, column, formula, None, value)
        sheet.write_array_formula("A2:A2", "{=A1}", None, "5H")
        sheet.write_dynamic_array_formula("B2", "=A1:A1", None, "5H")
        sheet.write_rich_string(1, 2, "5", made.add_format({"bold": True}), "H")
        sheet.write_blank(1, 3, None, made.add_format({"bold": True}))
        sheet.write(1, 4, False)  # noqa: FBT003
        sheet.write_datetime(
            2, 0, dt.datetime(2009, 6, 8), made.add_format({"num_format": "d mmm yyyy"})
        )
        sheet.write_datetime(2, 1, dt.time(12, 30), made.add_format({"num_format": "hh:mm"}))
        sheet.write_number(2, 2, 5.25)
        chart = made.add_chart({"type": "line"})
        chart.add_series({"values": "=Friday!$B$1"})
        made.add_chartsheet("Chart").set_chart(chart)
    return path


def test_formulas_are_read_as_their_values(calculated):
    """What a program calculated is read, array formulas and rich text too; a sheet of charts is no sheet of cells."""
    (grid,) = read_grids(calculated)
    assert grid.sheet == "Friday"
    assert [grid.cell(0, column) for column in range(4)] == ["5H", 2, "#N/A", True]
    assert [grid.cell(1, column) for column in range(5)] == ["5H", "5H", "5H", None, False]
    assert [grid.cell(2, column) for column in range(3)] == [
        dt.datetime(2009, 6, 8),
        dt.time(12, 30),
        5.25,
    ]
    assert formulas_without_values(calculated, "friday") == {}


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_every_sheet_hidden_but_one(tmp_path, state):
    """Visible sheets come in their order, whichever are hidden and in whatever way."""
    made = openpyxl.Workbook()
    made.active.title = "One"
    made.active.sheet_state = state
    for title in ("Two", "Three"):
        made.create_sheet(title).append(ONE)
    made.active = 1
    made.save(tmp_path / "a.xlsx")
    assert [grid.sheet for grid in read_grids(tmp_path / "a.xlsx")] == ["Two", "Three"]
    assert [(grid.sheet, grid.rows) for grid in read_grids(tmp_path / "a.xlsx", "one")] == [
        ("One", [])
    ]


@settings(deadline=None, derandomize=True, database=None)
@example(0, 0)
@example(25, 9)
@example(26, 0)
@example(701, 0)
@example(16383, 1048575)
@given(st.integers(0, 16383), st.integers(0, 1048575))
def test_addresses_are_those_of_openpyxl(column, row):
    """Every address is read back by another program as the same cell."""
    assert coordinate_to_tuple(a1(row, column)) == (row + 1, column + 1)
    assert a1(row, column) == f"{column_letters(column)}{row + 1}"
