"""LibreOffice opens what xlpoker writes."""

import csv
from pathlib import Path

import openpyxl
import pytest
from support.books import ONE, TWO, book

from xlpoker.workbook.job import score, wins

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
    libreoffice("csv", folder, folder / "scored.xlsx", path, BOOKS / "euler54.xlsx")
    return {one.stem: list(csv.reader(one.read_text("utf-8").splitlines())) for one in folder.glob("*.csv")}


def test_a_scored_book_shows_376(shown):
    """The scored deals of Project Euler problem 54, read back by another program."""
    header, *rows = shown["scored"]
    assert header[-5:] == ["Player 1 value", "Player 1 hand", "Player 2 value", "Player 2 hand", "Winner"]
    assert [row[-1] for row in rows].count("1") == 376
    assert rows[0][-5:] == ["578", "High Card, King", "790", "High Card, Ace", "2"]


def test_the_sample_book_shows_its_values(shown):
    """The live formulas show their cached values in a program that has no HANDVAL."""
    rows = shown["euler54"]
    assert rows[0][11:13] == ["Player 1 wins", "376"]
    assert rows[2][11:16] == ["578", "High Card, King", "790", "High Card, Ace", "2"]


def test_the_sample_book_survives_a_round_trip(tmp_path, libreoffice):
    """Saved again by LibreOffice as .xlsx, every cached value is what it was."""
    libreoffice("xlsx", tmp_path, BOOKS / "euler54.xlsx")
    before = openpyxl.load_workbook(BOOKS / "euler54.xlsx", data_only=True)["euler54"]
    after = openpyxl.load_workbook(tmp_path / "euler54.xlsx", data_only=True)["euler54"]
    assert list(after.iter_rows(max_row=1002, max_col=16, values_only=True)) == list(before.values)
    assert wins(tmp_path / "euler54.xlsx").players == [376, 624]


def test_a_book_with_shared_widths_opens(shown):
    """Split column entries, a merged label, a Problem column: another program reads what was written."""
    assert [row[16:18] for row in shown["widths"][1:]] == [
        ["2", ""],
        ["", "E3: '1OH' is not a card; did you mean '10H'?"],
        ["1", ""],
    ]
