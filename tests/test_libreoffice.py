"""LibreOffice opens what xlpoker writes."""

import csv
from pathlib import Path

import openpyxl
import pytest
from support.books import ONE, RESULTS, TWO, book
from support.parts import parts, zipped
from support.xml_books import inline, sheet, xml_book

from xlpoker.workbook.jobs import score, wins

BOOKS = Path(__file__).parent.parent / "workbooks"

pytestmark = [pytest.mark.engine("soffice"), pytest.mark.slow]


@pytest.fixture(scope="module")
def shown(libreoffice, tmp_path_factory):
    """Return the first sheets of workbooks as LibreOffice shows them, by name."""
    folder = tmp_path_factory.mktemp("shown")
    score(BOOKS / "poker.txt", output=folder / "scored.xlsx")
    path = book(folder / "widths.xlsx", [ONE + TWO, [*ONE[:4], "1OH", *TWO], TWO + ONE])
    made = openpyxl.load_workbook(path)
    shared = made.active.column_dimensions["A"]
    shared.min, shared.max, shared.width = 1, 20, 6
    made.active.merge_cells("F1:L1")
    made.save(path)
    score(path, in_place=True)
    libreoffice("csv", folder, folder / "scored.xlsx", path)
    return {
        one.stem: list(csv.reader(one.read_text("utf-8").splitlines()))
        for one in folder.glob("*.csv")
    }


def test_a_scored_book_shows_376(shown):
    """The scored deals of Project Euler problem 54, read back by another program."""
    header, *rows = shown["scored"]
    assert header[-5:] == RESULTS
    assert [row[-5] for row in rows].count("1") == 376
    assert rows[0][-5:] == ["2", "578", "High Card, King", "790", "High Card, Ace"]


def test_the_sample_book_survives_a_round_trip(tmp_path, libreoffice):
    """Saved again by LibreOffice as .xlsx, every cached value is what it was."""
    libreoffice("xlsx", tmp_path, BOOKS / "euler54.xlsx")
    before = openpyxl.load_workbook(BOOKS / "euler54.xlsx", data_only=True)["euler54"]
    after = openpyxl.load_workbook(tmp_path / "euler54.xlsx", data_only=True)["euler54"]
    assert list(after.iter_rows(max_row=1002, max_col=16, values_only=True)) == list(before.values)
    assert wins(tmp_path / "euler54.xlsx").players == [376, 624]


def test_a_book_with_shared_widths_opens(shown):
    """Split column entries, a merged label, a Problem column: another program reads what was written."""
    assert [[row[12], row[17]] for row in shown["widths"][1:]] == [
        ["2", ""],
        ["", "E3: '1OH' is not a card; did you mean '10H'?"],
        ["1", ""],
    ]


PART = "xl/worksheets/sheet1.xml"
SPELLED = {  # the sheet's name in the archive, in the workbook's relationships and in the content types, if not the usual one
    "as-usual": (None, None, None),
    "case-in-the-archive": ("xl/worksheets/Sheet1.xml", None, None),
    "case-of-the-folder": ("XL/Worksheets/sheet1.xml", None, None),
    "case-of-the-relationship": (None, "worksheets/SHEET1.xml", None),
    "case-of-the-type": (None, None, "/XL/worksheets/Sheet1.XML"),
    "case-everywhere": (
        "xl/worksheets/SHEET1.XML",
        "worksheets/SHEET1.XML",
        "/xl/worksheets/SHEET1.XML",
    ),
    "percent-of-the-relationship": (None, "worksheets/sheet%31.xml", None),
    "percent-everywhere": (
        "xl/worksheets/a%20b.xml",
        "worksheets/a%20b.xml",
        "/xl/worksheets/a%20b.xml",
    ),
    "percent-for-a-blank": (
        "xl/worksheets/a b.xml",
        "worksheets/a%20b.xml",
        "/xl/worksheets/a%20b.xml",
    ),
    "backslash-in-the-archive": ("xl\\worksheets\\sheet1.xml", None, None),
    "backslash-of-the-relationship": (None, "worksheets\\sheet1.xml", None),
}


def spelled(path, member, target, kind):
    """Write a workbook of a row with two hands, whose sheet goes by these names."""
    cells = (inline(f"{at}1", text) for at, text in zip("ABCDEFGHIJ", ONE + TWO, strict=True))
    usual = xml_book(path, sheet(f'<row r="1">{"".join(cells)}</row>'))
    content = {name: text.decode() for name, text in parts(usual).items()}
    content[member or PART] = content.pop(PART)
    relations, types = "xl/_rels/workbook.xml.rels", "[Content_Types].xml"
    content[relations] = content[relations].replace(
        "worksheets/sheet1.xml", target or "worksheets/sheet1.xml"
    )
    content[types] = content[types].replace(f"/{PART}", kind or f"/{PART}")
    path.write_bytes(zipped({name: text.encode() for name, text in content.items()}))
    return path


def test_results_show_wherever_the_hands_show(tmp_path, libreoffice):
    """Names of parts in other spellings stay as they are: LibreOffice shows the results of each book that it can read at all."""
    for name, names in SPELLED.items():
        path = spelled(tmp_path / f"before-{name}.xlsx", *names)
        assert score(path, output=tmp_path / f"after-{name}.xlsx").players == [0, 1]
    libreoffice("csv", tmp_path, *sorted(tmp_path.glob("*.xlsx")))
    shown = {"before": {}, "after": {}}
    for path in tmp_path.glob("*.csv"):
        when, _, name = path.stem.partition("-")
        if cells := [
            cell
            for row in csv.reader(path.read_text("utf-8").splitlines()[:1])
            for cell in row
            if cell
        ]:
            shown[when][name] = cells
    results = ["2", "2067", "One Pair, Fives", "2633", "One Pair, Eights"]
    assert [row[10:] for row in shown["after"].values()] == [results] * len(shown["before"])
    assert shown["after"].keys() == shown["before"].keys()
    assert {row[0] for row in shown["before"].values()} == {"5H"}
    assert {"as-usual", "case-everywhere", "case-of-the-type", "percent-everywhere"} <= {
        *shown["before"]
    }
