"""LibreOffice opens what xlpoker writes."""

import csv
from pathlib import Path

import openpyxl
import pytest
from support.books import ONE, TWO, book

from xlpoker.workbook.job import score, wins

BOOKS = Path(__file__).parent.parent / "workbooks"

pytestmark = [pytest.mark.engine("soffice"), pytest.mark.slow, pytest.mark.xdist_group("libreoffice")]


@pytest.fixture
def as_csv(libreoffice, tmp_path):
    """Return what gives a workbook's first sheet as LibreOffice shows it."""

    def shown(book: Path) -> list[list[str]]:
        libreoffice("csv", tmp_path, book)
        with (tmp_path / f"{book.stem}.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.reader(file))

    return shown


def test_a_scored_book_shows_376(tmp_path, as_csv):
    """The scored deals of Project Euler problem 54, read back by another program."""
    score(BOOKS / "poker.txt", output=tmp_path / "scored.xlsx")
    header, *rows = as_csv(tmp_path / "scored.xlsx")
    assert header[-5:] == ["Player 1 value", "Player 1 hand", "Player 2 value", "Player 2 hand", "Winner"]
    assert [row[-1] for row in rows].count("1") == 376
    assert rows[0][-5:] == ["578", "High Card, King", "790", "High Card, Ace", "2"]


def test_the_sample_book_shows_its_values(as_csv):
    """The live formulas show their cached values in a program that has no HANDVAL."""
    rows = as_csv(BOOKS / "euler54.xlsx")
    assert rows[0][11:13] == ["Player 1 wins", "376"]
    assert rows[2][11:16] == ["578", "High Card, King", "790", "High Card, Ace", "2"]


def test_the_sample_book_survives_a_round_trip(tmp_path, libreoffice):
    """Saved again by LibreOffice as .xlsx, every cached value is what it was."""
    libreoffice("xlsx", tmp_path, BOOKS / "euler54.xlsx")
    before = openpyxl.load_workbook(BOOKS / "euler54.xlsx", data_only=True)["euler54"]
    after = openpyxl.load_workbook(tmp_path / "euler54.xlsx", data_only=True)["euler54"]
    assert list(after.iter_rows(max_row=1002, max_col=16, values_only=True)) == list(before.values)
    assert wins(tmp_path / "euler54.xlsx").players == [376, 624]


def test_a_book_with_shared_widths_opens(tmp_path, as_csv):
    """Split column entries, a merged label, a Problem column: another program reads what was written."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO, [*ONE[:4], "1OH", *TWO], TWO + ONE])
    made = openpyxl.load_workbook(path)
    shared = made.active.column_dimensions["A"]
    shared.min, shared.max, shared.width = 1, 20, 6
    made.active.merge_cells("F1:L1")
    made.save(path)
    score(path, in_place=True)
    rows = as_csv(path)
    assert [row[16:18] for row in rows[1:]] == [
        ["2", ""],
        ["", "E3: '1OH' is not a card; did you mean '10H'?"],
        ["1", ""],
    ]
