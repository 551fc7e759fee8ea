"""Files as grids: what a file is, its content says."""

import datetime as dt
import zipfile

import openpyxl
import pytest
from books import ONE, book

from xlpoker.errors import BookError
from xlpoker.workbook.grid import a1, column_letters, formulas_without_values, is_workbook, read_grids


@pytest.mark.parametrize(
    ("row", "column", "address"),
    [(0, 0, "A1"), (2, 4, "E3"), (9, 25, "Z10"), (0, 26, "AA1"), (0, 701, "ZZ1"), (1048575, 16383, "XFD1048576")],
    ids=str,
)
def test_addresses(row, column, address):
    """Rows and columns counted from 0 give the address that Excel shows."""
    assert a1(row, column) == address
    assert address.startswith(column_letters(column))


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        pytest.param(b"5H 6S\n7D 8C\n", [["5H", "6S"], ["7D", "8C"]], id="blanks"),
        pytest.param(b"5H,6S\r\n7D,8C\r\n", [["5H", "6S"], ["7D", "8C"]], id="commas-CRLF"),
        pytest.param(b"5H,6S\r7D,8C\r", [["5H", "6S"], ["7D", "8C"]], id="commas-CR"),
        pytest.param(b"well, well\n5H 6S\n7D 8C\n", [["well,", "well"], ["5H", "6S"], ["7D", "8C"]], id="one-comma"),
        pytest.param(b"5H;6S\n", [["5H", "6S"]], id="semicolons"),
        pytest.param(b"5H\t6S\n", [["5H", "6S"]], id="tabs"),
        pytest.param(b"5H|6S\n", [["5H", "6S"]], id="bars"),
        pytest.param(b"\xef\xbb\xbf5H,6S\n", [["5H", "6S"]], id="UTF-8-with-BOM"),
        pytest.param("5♥,6♠\n".encode(), [["5♥", "6♠"]], id="UTF-8"),
        pytest.param("5♥,6♠\n".encode("utf-16"), [["5♥", "6♠"]], id="UTF-16"),
        pytest.param(b"caf\xe9,6S\n", [["café", "6S"]], id="cp1252"),
        pytest.param(b'"5H 6S","7D, 8C"\n', [["5H 6S", "7D, 8C"]], id="quoted"),
        pytest.param(b"5H,,6S\n\n7D\n", [["5H", None, "6S"], [], ["7D"]], id="empty-cells-and-lines"),
    ],
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


def test_hidden_sheets_only_when_named(tmp_path):
    """A hidden sheet is not searched; named, in any case, it is read."""
    made = openpyxl.load_workbook(book(tmp_path / "a.xlsx", [ONE]))
    made.create_sheet("Secret").append(ONE)
    made["Secret"].sheet_state = "hidden"
    made.save(tmp_path / "a.xlsx")
    assert [grid.sheet for grid in read_grids(tmp_path / "a.xlsx")] == ["Sheet1"]
    assert [grid.sheet for grid in read_grids(tmp_path / "a.xlsx", "SECRET")] == ["Secret"]


def test_formulas_without_values_are_found(tmp_path):
    """Cells that look empty because nobody calculated them give their formulas."""
    path = book(tmp_path / "a.xlsx", [["=A1", "5H", None]], labels=None)
    assert read_grids(path)[0].rows[0][:2] == [None, "5H"]
    assert formulas_without_values(path, "Sheet1", [(0, 0), (0, 2)]) == {(0, 0): "=A1"}


def test_a_wrong_dimension_is_not_believed(tmp_path):
    """What a sheet says of its size may be wrong; all its cells are read."""
    path = book(tmp_path / "a.xlsx", [ONE, ONE], labels=None)
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(tmp_path / "b.xlsx", "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b'ref="A1:E2"', b'ref="A1"'))
    assert read_grids(tmp_path / "b.xlsx")[0].rows == [ONE, ONE]


def rezipped(path, target, change):
    """Copy a zip file member by member through a function of name and content."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            changed = change(name, old.read(name))
            if changed is not None:
                new.writestr(*changed)
    return target


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(
            lambda name, content: (name.replace("xl/", "word/"), content),
            "b.xlsx is not a workbook: its content is a zip file without one",
            id="another-zip",
        ),
        pytest.param(
            lambda name, content: ("xl/workbook.bin" if name == "xl/workbook.xml" else name, content),
            "b.xlsx is an .xlsb workbook; save it as .xlsx first",
            id="xlsb",
        ),
    ],
)
def test_other_zip_files_are_named(tmp_path, change, message):
    """A zip file that is no .xlsx is said to be what it is."""
    path = rezipped(book(tmp_path / "a.xlsx", [ONE]), tmp_path / "b.xlsx", change)
    with pytest.raises(BookError) as caught:
        is_workbook(path)
    assert str(caught.value) == message


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "[Content_Types].xml"])
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


def test_a_formula_that_gives_an_empty_text_is_calculated(tmp_path):
    """A cell whose formula has the value "" is blank, not forgotten."""
    path = book(tmp_path / "a.xlsx", [["=A9", "=B9"]], labels=None)
    calculated = rezipped(
        path,
        tmp_path / "b.xlsx",
        lambda name, content: (name, content.replace(b'<c r="A1">', b'<c r="A1" t="str">')),
    )
    assert formulas_without_values(calculated, "Sheet1", {(0, 0), (0, 1)}) == {(0, 1): "=B9"}


@pytest.mark.parametrize("name", ["a.zip", "a.xls", "a.csv", "a"])
def test_a_workbook_of_any_name_is_read(tmp_path, name):
    """The content decides, not the ending."""
    path = book(tmp_path / "a.xlsx", [ONE], labels=None).rename(tmp_path / name)
    assert read_grids(path)[0].rows == [ONE]
