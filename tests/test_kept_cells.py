"""Scoring again replaces results alone: whatever else stands below the name of the results stops it."""

import re

import openpyxl
import pytest
from openpyxl.worksheet.hyperlink import Hyperlink
from support.commands import run
from support.kept_sheets import written
from support.parts import SHEET, parts, with_part

ROWS = [["Player 1", *[None] * 4, "Player 2"], *[[*"5H 5C 6S 7S KD 2C 3S 8S 8D TD".split()]] * 4]


def inserted(sheet):
    """Insert a column of the user's among the results."""
    for row in range(1, 6):
        for column in range(16, 11, -1):
            sheet.cell(row, column).value = sheet.cell(row, column - 1).value
        sheet.cell(row, 12).value = "Stack value" if row == 1 else 1000.5 * row


CASES = {
    "a column inserted among the results": (inserted, ("$K$1:$O$5", "$K$1:$P$5"), "L1: 'Stack value' is no result"),
    "areas in rows of their own": (
        lambda sheet: sheet.__setitem__("L9", 777),
        ("$K$1:$O$5", "$K$1:$N$5,'Sheet'!$O$1:$O$9"),
        "rows of their own",
    ),
}


@pytest.mark.parametrize(("change", "name", "said"), CASES.values(), ids=CASES)
def test_what_is_no_result_stops_the_second_run(tmp_path, change, name, said):
    """The message names the cell, and the workbook stays as it is."""
    path = written(tmp_path / "a.xlsx", ROWS)
    assert run("score", path, "--in-place")[0] == 0
    book = openpyxl.load_workbook(path)
    change(book.active)
    book.save(path)
    with_part(path, lambda xml: xml.replace(*name), "xl/workbook.xml")
    before = path.read_bytes()
    code, _, error = run("score", path, "--in-place")
    assert (code, said in error, path.read_bytes() == before) == (2, True, True), error


def test_a_name_on_another_sheet_covers_nothing_here(tmp_path):
    """Results that were moved to another sheet leave their old place to the user."""
    path = written(tmp_path / "a.xlsx", ROWS)
    run("score", path, "--in-place")
    book = openpyxl.load_workbook(path)
    sheet = book.active
    for row in sheet["K1:O5"]:
        for cell in row:
            cell.value = None
    for row in range(1, 6):
        sheet.cell(row, 12).value = "Stack value" if row == 1 else 1000 * row
    book.create_sheet("Out")
    book.save(path)
    with_part(path, lambda xml: xml.replace(f"'{sheet.title}'!$K$1:$O$5", "'Out'!$L$1:$P$5"), "xl/workbook.xml")
    assert run("score", path, "--in-place")[0] == 0
    stacks = [row[11] for row in openpyxl.load_workbook(path)[sheet.title].iter_rows(values_only=True)]
    assert stacks[1:5] == [2000, 3000, 4000, 5000]


@pytest.mark.parametrize(
    "link", [{"target": "https://example.com/hand3"}, {"location": "Sheet!A1"}], ids=["web", "cell"]
)
def test_links_of_the_user_stay(tmp_path, link):
    """A link on a cell of the results is not ours, wherever it leads."""
    path = written(tmp_path / "a.xlsx", ROWS)
    run("score", path, "--in-place")
    book = openpyxl.load_workbook(path)
    book.active["K3"].hyperlink = Hyperlink("K3", **link)
    book.save(path)
    assert run("score", path, "--in-place")[0] == 0
    assert re.search(rb"<hyperlink [^<>]*ref=\"K3\"", parts(path)[SHEET])


def test_a_table_does_not_grow_over_another(tmp_path):
    """Results stand right of both where there is no room between them."""
    from openpyxl.worksheet.table import Table

    book = openpyxl.Workbook()
    sheet = book.active
    for row, cells in enumerate([[f"c{at}" for at in range(1, 11)], *ROWS[1:]], 6):
        for column, cell in enumerate(cells, 1):
            sheet.cell(row, column, cell)
    for column in range(12, 15):
        sheet.cell(1, column, f"note{column}")
        sheet.cell(2, column, "x")
    sheet.add_table(Table(displayName="T", ref="A6:J10"))
    sheet.add_table(Table(displayName="U", ref="L1:N20"))
    path = tmp_path / "a.xlsx"
    book.save(path)
    assert run("score", path, "--in-place")[0] == 0
    assert [one.ref for one in openpyxl.load_workbook(path).active.tables.values()] == ["A6:J10", "L1:N20"]


def names_of(path):
    """Return what the hidden names of a workbook stand for."""
    found = re.findall(r'name="(_xlpoker\w+)"[^>]*>([^<]*)<', parts(path)["xl/workbook.xml"].decode())
    return {name: cells.partition("!")[2].replace("$", "") for name, cells in found}


@pytest.mark.parametrize("part", ["A2:E3,F2:J3", "A4:E5,F4:J5", "A3:E4,F3:J4"], ids=["above", "below", "amid"])
def test_a_part_of_the_rows_leaves_the_names_as_they_are(tmp_path, part):
    """Scored again by --hands, some rows get their results; titles, the other rows and both names stay."""
    path = written(tmp_path / "a.xlsx", ROWS)
    assert run("score", path, "--in-place")[0] == 0
    before, rows = names_of(path), [*openpyxl.load_workbook(path).active.values]
    for _ in range(2):
        assert run("score", path, "--in-place", "--hands", part)[0] == 0
        assert (names_of(path), [*openpyxl.load_workbook(path).active.values]) == (before, rows)
    assert run("score", path, "--in-place")[0] == 0
    assert (names_of(path), [*openpyxl.load_workbook(path).active.values]) == (before, rows)


def test_a_word_above_results_without_titles_stays(tmp_path):
    """Rows amid a table are scored without titles; what stands above their results is the user's."""
    path = written(tmp_path / "a.xlsx", ROWS)
    assert run("score", path, "--in-place", "--hands", "A4:E5,F4:J5")[0] == 0
    book = openpyxl.load_workbook(path)
    book.active["L1"] = "Pot"
    book.save(path)
    code, _, err = run("score", path, "--in-place")
    assert (code, "!L1: 'Pot' is no result of xlpoker" in err) == (2, True)


@pytest.mark.parametrize("part", ["A2:E3,F2:J3", "A4:E5,F4:J5"], ids=["above", "below"])
def test_a_part_of_the_rows_and_then_all(tmp_path, part):
    """The first rows, or the last ones, are scored, then the whole sheet."""
    path = written(tmp_path / "a.xlsx", ROWS)
    assert run("score", path, "--in-place", "--hands", part)[0] == 0
    assert run("score", path, "--in-place")[0] == 0
    assert [row[10] for row in openpyxl.load_workbook(path).active.iter_rows(min_row=2, values_only=True)] == [2] * 4


def test_a_long_table_above_another(tmp_path):
    """Named by --hands, an upper table of more rows than the search reads has names of its own, not those of the lower one."""
    deal = ROWS[1]
    path = written(tmp_path / "a.xlsx", [ROWS[0], *[deal] * 1800, [], [], ROWS[0], *[deal] * 9])
    for hands in ("A1805:E1813,F1805:J1813", "A2:E1801,F2:J1801"):
        assert run("score", path, "--in-place", "--hands", hands)[0] == 0
    assert names_of(path) == {
        "_xlpoker_results": "K1804:O1813", "_xlpoker_hands": "A1805:E1813",
        "_xlpoker_results2": "K1:O1801", "_xlpoker_hands2": "A2:E1801",
    }  # fmt: skip
