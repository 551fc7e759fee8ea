"""Scoring again replaces results alone: whatever else stands below the name of the results stops it."""

import re
from contextlib import contextmanager

import openpyxl
import pytest
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.table import Table
from support.commands import run
from support.kept_sheets import cell_values, write_table
from support.parts import SHEET, parts, with_part

ROWS = [["Player 1", *[None] * 4, "Player 2"], *[[*"5H 5C 6S 7S KD 2C 3S 8S 8D TD".split()]] * 4]


@contextmanager
def opened(path):
    """Give the sheet of a workbook to be changed with openpyxl, which keeps the names."""
    book = openpyxl.load_workbook(path)
    yield book.active
    book.save(path)


@pytest.fixture
def scored(tmp_path):
    """Return a workbook of four rows with their results in K to O."""
    path = write_table(tmp_path / "a.xlsx", ROWS)
    assert run("score", path, "--in-place")[0] == 0
    return path


def inserted(sheet):
    """Insert a column of the user's among the results."""
    for row in range(1, 6):
        for column in range(16, 11, -1):
            sheet.cell(row, column).value = sheet.cell(row, column - 1).value
        sheet.cell(row, 12).value = "Stack value" if row == 1 else 1000.5 * row


CASES = {
    "a column inserted among the results": (
        inserted,
        ("$K$1:$O$5", "$K$1:$P$5"),
        "L1: 'Stack value' is no result",
    ),
    "areas in rows of their own": (
        lambda sheet: sheet.__setitem__("L9", 777),
        ("$K$1:$O$5", "$K$1:$N$5,'Sheet'!$O$1:$O$9"),
        "rows of their own",
    ),
}


@pytest.mark.parametrize(("change", "name", "said"), CASES.values(), ids=CASES)
def test_what_is_no_result_stops_the_second_run(scored, change, name, said):
    """The message names the cell, and the workbook stays as it is."""
    with opened(scored) as sheet:
        change(sheet)
    with_part(scored, lambda xml: xml.replace(*name), "xl/workbook.xml")
    before = scored.read_bytes()
    code, _, error = run("score", scored, "--in-place")
    assert (code, said in error, scored.read_bytes() == before) == (2, True, True), error


def test_a_name_on_another_sheet_covers_nothing_here(scored):
    """Results that were moved to another sheet leave their old place to the user."""
    with opened(scored) as sheet:
        for row in sheet["K1:O5"]:
            for cell in row:
                cell.value = None
            row[1].value = "Stack value" if row[0].row == 1 else 1000 * row[0].row
        sheet.parent.create_sheet("Out")
    with_part(
        scored, lambda xml: xml.replace("'Sheet'!$K$1:$O$5", "'Out'!$L$1:$P$5"), "xl/workbook.xml"
    )
    assert run("score", scored, "--in-place")[0] == 0
    assert [row[11] for row in cell_values(scored)][1:5] == [2000, 3000, 4000, 5000]


@pytest.mark.parametrize(
    "link", [{"target": "https://example.com/hand3"}, {"location": "Sheet!A1"}], ids=["web", "cell"]
)
def test_links_of_the_user_stay(scored, link):
    """A link on a cell of the results is not ours, wherever it leads."""
    with opened(scored) as sheet:
        sheet["K3"].hyperlink = Hyperlink("K3", **link)
    assert run("score", scored, "--in-place")[0] == 0
    assert re.search(rb"<hyperlink [^<>]*ref=\"K3\"", parts(scored)[SHEET])


def test_a_table_does_not_grow_over_another(tmp_path):
    """Results stand right of both where there is no room between them."""
    labels = [f"c{at}" for at in range(1, 11)]
    notes = [[*[None] * 11, *row] for row in ([*"abc"], [*"xxx"])]
    path = write_table(tmp_path / "a.xlsx", [*notes, [], [], [], labels, *ROWS[1:]])
    with opened(path) as sheet:
        sheet.add_table(Table(displayName="T", ref="A6:J10"))
        sheet.add_table(Table(displayName="U", ref="L1:N20"))
    assert run("score", path, "--in-place")[0] == 0
    assert [one.ref for one in openpyxl.load_workbook(path).active.tables.values()] == [
        "A6:J10",
        "L1:N20",
    ]


def names_of(path):
    """Return what the hidden names of a workbook stand for."""
    found = re.findall(
        r'name="(_xlpoker\w+)"[^>]*>([^<]*)<', parts(path)["xl/workbook.xml"].decode()
    )
    return {name: cells.partition("!")[2].replace("$", "") for name, cells in found}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "part", ["A2:E3,F2:J3", "A4:E5,F4:J5", "A3:E4,F3:J4"], ids=["above", "below", "amid"]
)
def test_a_part_of_the_rows_leaves_the_names_as_they_are(scored, part):
    """Scored again by --hands, some rows get their results; titles, the other rows and both names stay."""
    before, rows = names_of(scored), cell_values(scored)
    for words in (["--hands", part], ["--hands", part], []):
        assert run("score", scored, "--in-place", *words)[0] == 0
        assert (names_of(scored), cell_values(scored)) == (before, rows)


@pytest.mark.parametrize("part", ["A2:E3,F2:J3", "A4:E5,F4:J5"], ids=["above", "below"])
def test_a_part_of_the_rows_and_then_all(tmp_path, part):
    """The first rows, or the last ones, are scored, then the whole sheet; a word of the user's above them stops it."""
    path = write_table(tmp_path / "a.xlsx", ROWS)
    assert run("score", path, "--in-place", "--hands", part)[0] == 0
    if part == "A4:E5,F4:J5":  # rows amid a table are scored without titles
        with opened(path) as sheet:
            sheet["L1"] = "Pot"
        code, _, err = run("score", path, "--in-place")
        assert (code, "!L1: 'Pot' is no result of xlpoker" in err) == (2, True)
        with opened(path) as sheet:
            sheet["L1"] = None
    assert run("score", path, "--in-place")[0] == 0
    assert [row[10] for row in cell_values(path)[1:]] == [2] * 4


def test_a_long_table_above_another(tmp_path):
    """Named by --hands, an upper table of more rows than the search reads has names of its own, not those of the lower one."""
    deal = ROWS[1]
    path = write_table(tmp_path / "a.xlsx", [ROWS[0], *[deal] * 1800, [], [], ROWS[0], *[deal] * 9])
    for hands in ("A1805:E1813,F1805:J1813", "A2:E1801,F2:J1801"):
        assert run("score", path, "--in-place", "--hands", hands)[0] == 0
    assert names_of(path) == {
        "_xlpoker_results": "K1804:O1813", "_xlpoker_hands": "A1805:E1813",
        "_xlpoker_results2": "K1:O1801", "_xlpoker_hands2": "A2:E1801",
    }  # fmt: skip
