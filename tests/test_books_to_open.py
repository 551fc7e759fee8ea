"""What all books that people open first have in common: what is locked, what is in the file, how it opens."""

import re
import zipfile
from functools import cache
from pathlib import Path

import build
import openpyxl
import pytest
from openpyxl.cell.cell import MergedCell
from openpyxl.worksheet.formula import ArrayFormula

from xlpoker.functions import CATALOGUE
from xlpoker.workbook.jobs import wins

BOOKS = Path(__file__).parent.parent / "workbooks"
WRITERS = build.CALCULATED_BOOKS | build.OPEN_BOOKS
EACH = pytest.mark.parametrize("name", WRITERS)


@pytest.fixture(scope="module")
def book_of():
    """Return what opens a committed book by its name, once."""
    return cache(lambda name: openpyxl.load_workbook(BOOKS / f"{name}.xlsx"))


@EACH
def test_nothing_points_outside(name):
    """No macro, no other workbook, no path of a machine, no address in the web."""
    with zipfile.ZipFile(BOOKS / f"{name}.xlsx") as book:
        assert not [
            part for part in book.namelist() if re.search(r"externalLink|vbaProject|\.bin$", part)
        ]
        for part in book.namelist():
            text = book.read(part).decode()
            links = re.findall(r'(?:Target|location)="([^"]*)"[^>]*', text)
            assert 'TargetMode="External"' not in text, part
            assert not re.search(r"file:|[A-Z]:\\|/home/|/work/|/tmp/", text), part
            assert not [link for link in links if "://" in link], part


@pytest.mark.sampled(4)
@EACH
def test_the_first_screen(book_of, name):
    """A title, and five lines that say what to type where."""
    sheet = book_of(name).worksheets[0]
    assert all(sheet[f"A{row}"].value for row in range(1, 8))


@pytest.mark.slow
@EACH
def test_formulas_are_locked_without_a_password(book_of, name):
    """Each sheet is protected; what can be changed is yellow and holds no formula; each sheet has a print area."""
    unlocked = 0
    for sheet in book_of(name):
        assert (sheet.protection.sheet, sheet.protection.password) == (True, None), sheet.title
        assert sheet.print_area, sheet.title
        for cell in (cell for row in sheet.iter_rows() for cell in row):
            if not cell.protection.locked and not isinstance(cell, MergedCell):
                unlocked += 1
                assert cell.data_type != "f", (sheet.title, cell.coordinate)
                assert cell.fill.fgColor.rgb == "FFFFF2A8", (sheet.title, cell.coordinate)
    assert unlocked


@pytest.mark.slow
@EACH
def test_openpyxl_opens_it_unchanged(book_of, name, tmp_path):
    """Read and written by openpyxl, each cell is what it was."""
    book_of(name).save(tmp_path / "copy.xlsx")
    copy = openpyxl.load_workbook(tmp_path / "copy.xlsx")
    assert copy.sheetnames == book_of(name).sheetnames
    for sheet in book_of(name):
        cells = [[content(cell) for cell in row] for row in sheet.iter_rows()]
        assert [[content(cell) for cell in row] for row in copy[sheet.title].iter_rows()] == cells


def content(cell):
    """Return the value or formula of a cell."""
    return (cell.value.ref, cell.value.text) if isinstance(cell.value, ArrayFormula) else cell.value


@pytest.mark.slow
@EACH
def test_answers_are_stored(book_of, name):
    """Each formula has a value, and no function that is unknown is hidden: no error is, and none is stored."""
    values = openpyxl.load_workbook(BOOKS / f"{name}.xlsx", data_only=True)
    formulas = 0
    for sheet in book_of(name):
        for cell in (cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"):
            text = cell.value.text if isinstance(cell.value, ArrayFormula) else cell.value
            value = values[sheet.title][cell.coordinate].value
            assert "IFERROR" not in text, (sheet.title, cell.coordinate)
            assert value not in ("#NAME?", "#VALUE!", "#REF!", "#DIV/0!"), (
                sheet.title,
                cell.coordinate,
            )
            formulas += 1
    assert formulas


@pytest.mark.slow
@pytest.mark.parametrize("name", ["home-game", "classroom", "classroom-formulas"])
def test_functions_of_excel_2016(book_of, name):
    """No function that is newer than Excel 2016; in the book with names only those inside the names are."""
    texts = [
        content(cell)[1] if isinstance(content(cell), tuple) else content(cell)
        for sheet in book_of(name)
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]
    used = {word for text in texts for word in re.findall(r"[A-Z][A-Z.]*(?=\()", text)}
    assert used - set(CATALOGUE) <= KNOWN_SINCE_2010
    assert len(used & set(CATALOGUE)) > 2


KNOWN_SINCE_2010 = {
    "ABS", "AND", "CHISQ.DIST.RT", "COMBIN", "COUNT", "COUNTA", "COUNTIF", "COUNTIFS", "ERROR.TYPE", "FIXED", "IF", "INDEX", "INT",
    "ISERROR", "ISNUMBER", "ISTEXT", "LEFT", "LEN", "MATCH", "MAX", "MID", "MIN", "MOD", "N", "NA", "NOT", "NOW", "OR", "RANK", "REPT",
    "ROUND", "ROUNDDOWN", "SMALL", "SUBSTITUTE", "SUM", "SUMIFS", "SUMPRODUCT", "TRIM",
}  # fmt: skip


@pytest.mark.slow
def test_wins_reads_the_hands_of_a_home_game(book_of):
    """The command finds the hands by itself, calls the players by their names, and counts what the book says."""
    counts = wins(BOOKS / "home-game.xlsx")
    names = [cell.value for (cell,) in book_of("home-game")["Start"]["A11:A17"]]
    shown = openpyxl.load_workbook(BOOKS / "home-game.xlsx", data_only=True)["Hands"]
    winners = [cell.value for (cell,) in shown["B7:B106"] if cell.value]
    without_cards = sum("??" in [cell.value for cell in row] for row in shown["J7:AC106"])
    assert counts.rows == len(winners)
    assert without_cards == 1
    assert counts.players == [
        winners.count(name) - (name == hidden_winner(shown)) for name in names
    ]
    assert counts.ties == sum(", " in winner for winner in winners)


def hidden_winner(sheet):
    """Return who won the hand in which nobody showed cards."""
    for row in sheet["A7:AC106"]:
        if "??" in [cell.value for cell in row]:
            return row[1].value
    return None
