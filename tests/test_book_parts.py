"""The parts that the books share which people open first: stored values, protection, the line about the functions."""

import subprocess
from pathlib import Path

import book_parts
import build
import openpyxl
import pytest
from book_parts import INSTALL, LIVE, OpenBook, calculated_values, write_without_values
from pictures import PICTURES

LINES = ["Type a hand into A8.", "B8 values it.", "C8 names it.", "Yellow cells are yours.", "."]


def write_example(path, values=None):
    """Write a book with a yellow cell, a formula, and an array formula over two cells."""
    with OpenBook(path, values) as book:
        sheet = book.sheet("Hands")
        book.first_screen(sheet, "Hands", LINES)
        book.input(sheet, "A8", "AH KH QH JH TH")
        book.formula(sheet, "B8", "=HANDVAL(A8)")
        book.array(sheet, "C8:D8", '=SHARES("AH KD","2C 7S")')
        book.formula(sheet, "E8", "=NOSUCHFUNCTION(A8)")
        book.finish(sheet, "A1:E8", freeze="A8")
    return path


def test_a_book_is_locked_but_for_its_yellow_cells(tmp_path):
    """No password, five lines on the first screen, the title above them, and the same bytes each time."""
    path = write_example(tmp_path / "example.xlsx")
    sheet = openpyxl.load_workbook(path)["Hands"]
    assert (sheet.protection.sheet, sheet.protection.password) == (True, None)
    assert [cell.protection.locked for cell in sheet[8]] == [False, True, True, True, True]
    assert [sheet[f"A{row}"].value for row in range(1, 7)] == ["Hands", *LINES]
    assert (sheet.freeze_panes, sheet.print_area) == ("A8", "'Hands'!$A$1:$E$8")
    assert path.read_bytes() == write_example(tmp_path / "again.xlsx").read_bytes()
    with (
        pytest.raises(ValueError, match="a first screen has 5 lines, not 1"),
        OpenBook(path) as book,
    ):
        book.first_screen(book.sheet("Hands"), "Hands", ["Type."])


def test_stored_values_come_back(tmp_path, monkeypatch):
    """What is stored for a book stands in its formulas' cells; a new book has blanks."""
    monkeypatch.setattr(book_parts, "STORED", tmp_path / "stored")
    values = {"Hands": {"B8": 7462, "C8": 1, "D8": 0, "E8": "#NAME?"}}
    assert book_parts.stored_values("example") == {}
    book_parts.store_values("example", values)
    shown = calculated_values(write_example(tmp_path / "example.xlsx"))
    assert shown == {"Hands": {"A7": INSTALL, **values["Hands"]}}


@pytest.mark.slow
@pytest.mark.engine("soffice")
def test_the_line_about_the_functions_in_calc(calc, tmp_path):
    """With the extension it says that they are there; a function that is unknown stays #NAME?."""
    path = write_example(tmp_path / "example.xlsx")
    write_without_values(path, tmp_path / "bare.xlsx")
    shown = calculated_values(calc.converted(tmp_path / "bare.xlsx", "xlsx"))["Hands"]
    assert shown == {"A7": LIVE, "B8": 7462, "C8": 1, "D8": 0, "E8": "#NAME?"}


@pytest.mark.slow
@pytest.mark.engine("soffice")
def test_the_line_without_the_functions(tmp_path):
    """Without the extension the line says what to install, though the book was saved elsewhere."""
    path = write_example(tmp_path / "example.xlsx")
    write_without_values(path, tmp_path / "bare.xlsx")
    profile = (tmp_path / "profile").as_uri()
    command = ["soffice", f"-env:UserInstallation={profile}", "--headless", "--convert-to", "xlsx"]
    command += ["--outdir", str(tmp_path / "out"), str(tmp_path / "bare.xlsx")]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    shown = calculated_values(tmp_path / "out" / "bare.xlsx")["Hands"]
    assert (shown["A7"], shown["B8"]) == (INSTALL, "#NAME?")


def test_every_book_is_shown():
    """Each book that people open first has its heading, a link and a picture on the page of the workbooks."""
    root = Path(build.__file__).parent.parent
    page = (root / "docs" / "workbooks.md").read_text(encoding="utf-8")
    for book in (*build.OPEN_BOOKS, *build.CALCULATED_BOOKS, "euler54"):
        assert f"[{book}.xlsx](../workbooks/{book}.xlsx)" in page
    for name in PICTURES:
        assert f"]({name}.png)" in page
        assert (root / "docs" / f"{name}.png").exists()
