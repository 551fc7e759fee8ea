"""Files as grids: what a file is, its content says."""

import datetime as dt
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.worksheet.formula import ArrayFormula
from support.books import ONE, book, compound_file, sheets
from support.cases import cases
from support.refused import refused
from support.xml_books import MAIN, xml_book

from xlpoker.errors import BookError
from xlpoker.files.file_types import is_workbook
from xlpoker.layout.grid import a1, column_letters
from xlpoker.workbook.read import formulas_without_values, read_grids


@pytest.mark.parametrize(
    ("row", "column", "address"),
    [(0, 0, "A1"), (2, 4, "E3"), (9, 25, "Z10"), (0, 26, "AA1"), (0, 701, "ZZ1"), (1048575, 16383, "XFD1048576")],
    ids=str,
)
def test_addresses(row, column, address):
    """Rows and columns counted from 0 give the address that Excel shows."""
    assert a1(row, column) == address
    assert address.startswith(column_letters(column))


@cases(
    ("content", "rows"),
    {
        "blanks": (b"5H 6S\n7D 8C\n", [["5H", "6S"], ["7D", "8C"]]),
        "commas-CRLF": (b"5H,6S\r\n7D,8C\r\n", [["5H", "6S"], ["7D", "8C"]]),
        "commas-CR": (b"5H,6S\r7D,8C\r", [["5H", "6S"], ["7D", "8C"]]),
        "one-comma": (b"well, well\n5H 6S\n7D 8C\n", [["well,", "well"], ["5H", "6S"], ["7D", "8C"]]),
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
        "semicolons": (b"5H;6S\n", [["5H", "6S"]]),
        "tabs": (b"5H\t6S\n", [["5H", "6S"]]),
        "bars": (b"5H|6S\n", [["5H", "6S"]]),
        "UTF-8-with-BOM": (b"\xef\xbb\xbf5H,6S\n", [["5H", "6S"]]),
        "UTF-8": ("5♥,6♠\n".encode(), [["5♥", "6♠"]]),
        "UTF-16": ("5♥,6♠\n".encode("utf-16"), [["5♥", "6♠"]]),
        "cp1252": (b"caf\xe9,6S\n", [["café", "6S"]]),
        "quoted": (b'"5H 6S","7D, 8C"\n', [["5H 6S", "7D, 8C"]]),
        "empty-cells-and-lines": (b"5H,,6S\n\n7D\n", [["5H", None, "6S"], [], ["7D"]]),
    },
)
def test_text_files(tmp_path, content, rows):
    """Text is cut at the delimiter that it uses, in the encoding that it has."""
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    (grid,) = read_grids(path)
    assert (grid.sheet, grid.rows) == ("", rows)


def test_values_of_every_kind(tmp_path):
    """Texts, numbers, dates, booleans and errors come as they are; merged cells count for their anchor."""
    made = openpyxl.Workbook()
    made.active.append(["5H", 5, 5.5, True, dt.datetime(2009, 6, 8), "#N/A", None, " "])
    made.active["A2"] = "7D"
    made.active.merge_cells("A2:B2")
    made.save(tmp_path / "a.xlsx")
    (grid,) = read_grids(tmp_path / "a.xlsx")
    assert grid.rows[0] == ["5H", 5, 5.5, True, dt.datetime(2009, 6, 8), "#N/A", None, " "]
    assert (grid.cell(1, 0), grid.cell(1, 1), grid.cell(99, 0), grid.cell(0, 99)) == ("7D", None, None, None)


def rezipped(path, target, change):
    """Copy a zip file member by member through a function of name and content."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            changed = change(name, old.read(name))
            if changed is not None:
                new.writestr(*changed)
    return target


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"])
def test_damaged_parts_are_one_line(tmp_path, part):
    """A part that is cut off makes one line that names the file, not a traceback."""
    cut = lambda name, content: (name, content[: len(content) // 2] if name == part else content)  # noqa: E731
    path = rezipped(book(tmp_path / "a.xlsx", [ONE] * 50), tmp_path / "b.xlsx", cut)
    with pytest.raises(BookError) as caught:
        read_grids(path)
    assert str(caught.value).startswith("b.xlsx is damaged: ")
    assert "\n" not in str(caught.value)


def test_text_has_no_sheets(tmp_path):
    """--sheet with a text file is a mistake."""
    (tmp_path / "a.txt").write_text("5H 6S")
    with pytest.raises(BookError, match=r"^a\.txt is text and has no sheet 'x'$"):
        read_grids(tmp_path / "a.txt", "x")


def test_a_cell_beyond_all_limits_is_one_line(tmp_path):
    """What the CSV reader refuses is said in one line."""
    path = tmp_path / "a.csv"
    path.write_text("a" * 200_000 + ",b\n")
    with pytest.raises(BookError, match=r"^a\.csv cannot be read: field larger than field limit \(131072\)$"):
        read_grids(path)


@pytest.mark.parametrize("name", ["a.zip", "a.xls", "a.csv", "a"])
def test_a_workbook_of_any_name_is_read(tmp_path, name):
    """The content decides, not the ending."""
    path = book(tmp_path / "a.xlsx", [ONE], labels=None).rename(tmp_path / name)
    assert read_grids(path)[0].rows == [ONE]


def text(folder, name, content):
    """Write a file of these bytes."""
    (folder / name).write_bytes(content)
    return folder / name


def truncated(folder):
    """Write the first half of a workbook."""
    content = book(folder / "a.xlsx", [ONE]).read_bytes()
    return text(folder, "b.xlsx", content[: len(content) // 2])


def without_sheets(folder):
    """Write a workbook whose only sheet part is missing."""
    keep = lambda name, content: None if name == "xl/worksheets/sheet1.xml" else (name, content)  # noqa: E731
    return rezipped(book(folder / "a.xlsx", [ONE]), folder / "b.xlsx", keep)


def renamed(folder, name_of):
    """Write a workbook whose parts have other names."""
    change = lambda name, content: (name_of(name), content)  # noqa: E731
    return rezipped(book(folder / "a.xlsx", [ONE]), folder / "b.xlsx", change)


REFUSED = {
    "empty": (lambda folder: text(folder, "b.xlsx", b""), "b.xlsx is empty"),
    "empty-text": (lambda folder: text(folder, "b.csv", b""), "b.csv is empty"),
    "text": (
        lambda folder: text(folder, "b.xlsx", b"5H 6S\n"),
        "b.xlsx is not a workbook: its content is text; name it b.csv or b.txt",
    ),
    "two-letters": (
        lambda folder: text(folder, "b.xlsx", b"PK"),
        "b.xlsx is not a workbook: its content is text; name it b.csv or b.txt",
    ),
    "UTF-16": (
        lambda folder: text(folder, "b.xls", "5H,6S\n".encode("utf-16")),
        "b.xls is not a workbook: its content is text; name it b.csv or b.txt",
    ),
    "HTML": (
        lambda folder: text(folder, "b.xls", b"<html><table>"),
        "b.xls is not a workbook: its content is HTML or XML",
    ),
    "HTML-below-blank-lines": (
        lambda folder: text(folder, "b.xlsx", b"\r\n" * 9 + b"<table>"),
        "b.xlsx is not a workbook: its content is HTML or XML",
    ),
    "HTML-with-BOM": (
        lambda folder: text(folder, "b.xlsx", b"\xef\xbb\xbf<html>"),
        "b.xlsx is not a workbook: its content is HTML or XML",
    ),
    "picture": (
        lambda folder: text(folder, "b.xlsx", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        "b.xlsx is not a workbook: its content is not known",
    ),
    "bytes": (
        lambda folder: text(folder, "b.csv", b"\1\0\2\0"),
        "b.csv is neither a workbook nor text in UTF-8; save it as UTF-8",
    ),
    "damaged-xls": (
        lambda folder: compound_file(folder / "b.xls", "Workbook\0"),
        (
            "b.xls is an old .xls workbook that python-calamine cannot read (Cfb error: Invalid sector shift, expecting 0x09 or "
            "0x0C found 0); save it as .xlsx in a program that opens it"
        ),
    ),
    "old-document": (
        lambda folder: compound_file(folder / "b.xls", "WordDocument"),
        "b.xls is not a workbook: its content is an old document of another kind",
    ),
    "encrypted": (
        lambda folder: compound_file(folder / "b.xlsx", "EncryptedPackage"),
        "b.xlsx is encrypted; open it with its password and save it without one",
    ),
    "truncated": (truncated, "b.xlsx is damaged: it begins like a workbook but is not a whole zip file"),
    "empty-zip": (
        lambda folder: text(folder, "b.xlsx", b"PK\5\6" + bytes(18)),
        "b.xlsx is not a workbook: its content is a zip file without one",
    ),
    "bytes-before-a-zip": (
        lambda folder: text(folder, "b.xlsx", b"MZ\0" + book(folder / "a.xlsx", [ONE]).read_bytes()),
        "b.xlsx is not a workbook: its content is not known",
    ),
    "prefix-of-other-letters": (
        lambda folder: xml_book(
            folder / "b.xlsx", f'<_é.1:worksheet xmlns:_é.1="{MAIN}"><_é.1:sheetData/></_é.1:worksheet>'
        ),
        (
            "b.xlsx is damaged: xl/worksheets/sheet1.xml: it has no tag <worksheet>, and none whose prefix is of English "
            "letters"
        ),
    ),
    "no-sheet-part": (without_sheets, "b.xlsx is damaged: it has no sheets"),
    "another-zip": (
        lambda folder: renamed(folder, lambda name: name.replace("xl/", "word/")),
        "b.xlsx is not a workbook: its content is a zip file without one",
    ),
    "a-zip-of-texts": (
        lambda folder: renamed(folder, "{}.txt".format),
        "b.xlsx is not a workbook: its content is a zip file without one; unzip it first",
    ),
}


@pytest.mark.parametrize(("make", "message"), REFUSED.values(), ids=REFUSED)
def test_files_that_cannot_be_read(tmp_path, make, message):
    """Each kind of file that is no workbook and no text is refused for what it is, in one line."""
    path = make(tmp_path)
    with refused(BookError, message):
        read_grids(path)


def test_a_missing_file(tmp_path):
    """A file that is not there is named by its whole path."""
    with refused(BookError, f"{tmp_path / 'no' / 'a.xlsx'} does not exist"):
        read_grids(tmp_path / "no" / "a.xlsx")


def test_a_link_to_nowhere(tmp_path):
    """A broken link is a file that is not there."""
    link = tmp_path / "a.xlsx"
    link.symlink_to(tmp_path / "gone" / "b.xlsx")
    with refused(BookError, f"{link} does not exist"):
        read_grids(link)


def test_a_folder_and_a_file_taken_for_one(tmp_path, monkeypatch):
    """A folder is refused without being opened (Windows denies that), and so is a path through a file."""
    with monkeypatch.context() as windows:
        windows.setattr(Path, "open", lambda *_: pytest.fail("opened"))
        with pytest.raises(BookError) as caught:
            is_workbook(tmp_path)
    assert str(caught.value) == f"{tmp_path} is a folder, not a workbook"
    inside = text(tmp_path, "a.csv", b"5H 6S\n") / "b.xlsx"
    with pytest.raises(BookError) as caught:
        is_workbook(inside)
    windows = "does not exist"  # which is what Windows says of it
    assert str(caught.value) == f"{inside} {windows if sys.platform == 'win32' else 'cannot be read: Not a directory'}"


@cases(
    ("sheet", "message"),
    {
        "misspelt": ("Fryday", "a.xlsx has no sheet 'Fryday'; did you mean 'Friday'?"),
        "nothing-like-it": ("zz", "a.xlsx has no sheet 'zz'; choose from Friday, Saturday"),
        "empty": ("", "a.xlsx has no sheet ''; choose from Friday, Saturday"),
    },
)
def test_an_unknown_sheet(tmp_path, sheet, message):
    """A sheet that is not there brings up the nearest name, or all of them."""
    path = sheets(tmp_path / "a.xlsx", {"Friday": [], "Saturday": []})
    with refused(BookError, message):
        read_grids(path, sheet)


@pytest.fixture
def calculated(tmp_path):
    """Return a workbook with formulas and their values, as a spreadsheet program saves it."""
    path = tmp_path / "calculated.xlsx"
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet("Friday")
        for column, (formula, value) in enumerate([('="5"&"H"', "5H"), ("=1+1", 2), ("=NA()", "#N/A"), ("=1=1", True)]):
            sheet.write_formula(0, column, formula, None, value)
        sheet.write_array_formula("A2:A2", "{=A1}", None, "5H")
        sheet.write_dynamic_array_formula("B2", "=A1:A1", None, "5H")
        sheet.write_rich_string(1, 2, "5", made.add_format({"bold": True}), "H")
        sheet.write_blank(1, 3, None, made.add_format({"bold": True}))
        sheet.write(1, 4, False)  # noqa: FBT003
        sheet.write_datetime(2, 0, dt.datetime(2009, 6, 8), made.add_format({"num_format": "d mmm yyyy"}))
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
    assert [grid.cell(2, column) for column in range(3)] == [dt.datetime(2009, 6, 8), dt.time(12, 30), 5.25]
    assert formulas_without_values(calculated, "friday") == {}


def test_array_formulas_without_values_are_found(tmp_path):
    """An array formula nobody calculated gives its text, in any case of its sheet's name."""
    made = openpyxl.Workbook()
    made.active["B2"] = ArrayFormula("B2:B3", "=A1:A2")
    made.active["C2"] = "=A5"
    made.save(tmp_path / "a.xlsx")
    assert read_grids(tmp_path / "a.xlsx")[0].rows == []
    assert formulas_without_values(tmp_path / "a.xlsx", "SHEET") == {(1, 1): "=A1:A2", (1, 2): "=A5"}


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
    assert [(grid.sheet, grid.rows) for grid in read_grids(tmp_path / "a.xlsx", "one")] == [("One", [])]


def test_rows_keep_their_places(tmp_path):
    """Blank rows and columns before the cards count, formatted blank rows after them do not."""
    made = openpyxl.Workbook()
    made.active["C4"] = "5H"
    made.active["A90"].font = openpyxl.styles.Font(bold=True)
    made.save(tmp_path / "a.xlsx")
    (grid,) = read_grids(tmp_path / "a.xlsx")
    assert (len(grid.rows), grid.cell(3, 2), grid.cell(3, 0), grid.cell(0, 0)) == (4, "5H", None, None)


@settings(deadline=None, derandomize=True, database=None)
@given(st.integers(0, 16383), st.integers(0, 1048575))
def test_addresses_are_those_of_openpyxl(column, row):
    """Every address is read back by another program as the same cell."""
    assert coordinate_to_tuple(a1(row, column)) == (row + 1, column + 1)
