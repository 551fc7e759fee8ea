"""Results say what the headings call the players: titles, winners and formulas, in every output."""

import json

import openpyxl
import pandas as pd
import pytest
from support.blocks import blocks
from support.books import RESULTS, answer_of_formula
from support.kept_sheets import deals, read_table, run, write_table

import xlpoker
from xlpoker.workbook.jobs import Writing, score

TIE_OF_TWO = ["5H 5C 6S 7S KD".split(), "2C 3S 8S 9D TD".split(), "5D 5S 6H 7H KC".split()]
TIE_OF_ALL = ["2H 3H 4S 5S 6D".split(), "2C 3C 4D 5D 6S".split(), "2D 3D 4H 5H 6C".split()]
NAMES = ["Anna", "Doe, John", "Ñu ✓"]
HANDS = [TIE_OF_TWO, TIE_OF_ALL, *([row[:5], row[5:10], row[10:]] for row in deals(15, 60))]
HEADINGS = {
    "names": [[cell for name in NAMES for cell in (name, *[None] * 4)]],
    "a-name-for-each-card": [[f"{name} c{card}" for name in NAMES for card in range(1, 6)]],
    "names-above-numbers": [
        [cell for name in NAMES for cell in (name, *[None] * 4)],
        [f"Card {card}" for _ in NAMES for card in range(1, 6)],
    ],
}
TITLES = ["Winner", *(f"{name} {kind}" for name in NAMES for kind in ("value", "hand"))]


WINNERS = [
    ", ".join(name for name, share in zip(NAMES, xlpoker.shares(*hands), strict=True) if share)
    for hands in HANDS
]


def sheet(tmp_path, heading, ending):
    """Write the hands under a heading."""
    rows = [[card for hand in hands for card in hand] for hands in HANDS]
    return write_table(tmp_path / f"a{ending}", [*HEADINGS[heading], *rows])


WAYS = [
    ("names", way)
    for way in ("splice", "streamed", "openpyxl", "csv-to-csv", "csv-to-xlsx", "xlsx-to-csv")
]
WAYS += [(heading, "splice") for heading in HEADINGS if heading != "names"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("heading", "way"), WAYS, ids=map(" ".join, WAYS))
def test_titles_and_winners(tmp_path, heading, way):
    """Each output has the names; scored again it stays as it is; wins --check and report understand it."""
    source = sheet(tmp_path, heading, ".csv" if way.startswith("csv") else ".xlsx")
    target = tmp_path / ("b.csv" if way.endswith("csv") else "b.xlsx")
    again = target if target.suffix == ".xlsx" else tmp_path / "again.csv"
    options = ["--engine", "openpyxl"] if way == "openpyxl" else []
    with blocks(first=20, piece=6_000) if way == "streamed" else blocks():
        assert run("score", source, "-o", target, *options)[0] == 0
        first = read_table(target)
        options += ["--in-place"] if again == target else ["--overwrite", "-o", again]
        assert run("score", target, *options)[0] == 0
    top = len(HEADINGS[heading]) - 1
    assert first[top][15:22] == TITLES
    assert [row[15] for row in first[top + 1 :]] == WINNERS
    assert read_table(again) == first
    found = json.loads(run("wins", target, "--check", "Winner", "--json")[1])
    assert (found["agree"], found["differ"], found["names"]) == (len(HANDS), 0, NAMES)
    assert run("report", target, "-o", tmp_path / "report.xlsx")[0] == 0
    summary = openpyxl.load_workbook(tmp_path / "report.xlsx")["Summary"]
    assert {*NAMES} <= {cell for row in summary.iter_rows(values_only=True) for cell in row}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("source", [".xlsx", ".csv", ".parquet"])
def test_parquet(tmp_path, source):
    """A Parquet file has the names as its columns have them, the winners as they are; and is replaced under --overwrite."""
    path = (
        sheet(tmp_path, "a-name-for-each-card", source)
        if source != ".parquet"
        else tmp_path / "a.parquet"
    )
    if source == ".parquet":
        labels, *rows = read_table(sheet(tmp_path, "a-name-for-each-card", ".csv"))
        pd.DataFrame(rows, columns=labels).to_parquet(path)
    score(path, output=tmp_path / "b.parquet")
    first = read_table(tmp_path / "b.parquet")
    assert first[0][15:] == [title.lower().replace(" ", "_") for title in (*TITLES, "Problem")]
    assert [row[15] for row in first[1:]] == WINNERS
    score(tmp_path / "b.parquet", in_place=True, writing=Writing(overwrite=True))
    assert read_table(tmp_path / "b.parquet") == first


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_formulas(tmp_path, players):
    """`--live` writes formulas that give the number, also in bad rows; scored again they are replaced, by names without it."""
    path = sheet(tmp_path, "names", ".xlsx")
    book = openpyxl.load_workbook(path)
    book.active["C9"], book.active["A1"] = "1OH", 'An"na'
    if players == 2:
        book.active.delete_cols(11, 5)
    book.save(path)
    score(path, in_place=True, writing=Writing(live=True))
    formulas, values = (
        openpyxl.load_workbook(path).active,
        openpyxl.load_workbook(path, data_only=True).active,
    )
    at = 5 * players + 1
    for row in range(2, len(HANDS) + 2):
        assert values.cell(row, at).value == answer_of_formula(
            formulas, formulas.cell(row, at).value
        )
    assert values.cell(9, at).value.startswith("#VALUE! hand 1: '1OH' is not a card")
    assert values.cell(2, at).value == (1 if players == 2 else 0)
    first = read_table(path)
    score(path, in_place=True, writing=Writing(live=True))
    assert read_table(path) == first
    score(path, in_place=True)
    assert read_table(path)[1][at - 1] == ('An"na' if players == 2 else 'An"na, Ñu ✓')


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "names", [["Player 1", "Player 2", "Player 3"], ["Ana", "Jon", "Nu"]], ids=" ".join
)
@pytest.mark.parametrize("columns", [None, "value,winner"])
def test_results_under_other_names_are_replaced(tmp_path, names, columns):
    """The name of the book tells whose columns they are, whatever the players were called; the titles change."""
    path, writing = sheet(tmp_path, "names", ".xlsx"), Writing(columns=columns)
    score(path, output=tmp_path / "fresh.xlsx", writing=writing)
    for called in (names, NAMES):
        book = openpyxl.load_workbook(path)
        for at, name in enumerate(called):
            book.active.cell(1, 1 + 5 * at).value = name
        book.save(path)
        counts = score(path, in_place=True, writing=writing)
    assert (read_table(path), counts.warnings) == (read_table(tmp_path / "fresh.xlsx"), [])


@pytest.mark.slow
def test_names_that_are_cards_are_numbers(tmp_path):
    """A column of As and others would be cards for the next run."""
    rows = [[card for hand in hands[:2] for card in hand] for hands in HANDS]
    path = write_table(tmp_path / "a.xlsx", [["As", *[None] * 4, "Jack"], *rows])
    score(path, in_place=True)
    assert read_table(path)[0][10:] == RESULTS
    score(path, in_place=True)
    assert len(read_table(path)[0]) == 15
