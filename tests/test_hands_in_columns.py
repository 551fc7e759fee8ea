"""Hands that stand in columns are not valued across the players: the sheet is asked about, in every command."""

import openpyxl
import pandas as pd
import pytest

import xlpoker.frames  # noqa: F401 - the accessor
from xlpoker.errors import LayoutError
from xlpoker.layout.find import find_layout
from xlpoker.layout.grid import Grid
from xlpoker.report.report import report
from xlpoker.workbook.job import score, wins

NAMES = ["Anna", "Bob", "Chris", "Dora"]
FIVE = ["6C 6S 4S 8H", "2H 7C 2D 8S", "JC QD JD 2S", "9S QS TD KS", "3S AC 8D 9C"]
ROWS = [row.split() for row in FIVE]
ACROSS = {
    "names": [NAMES, *ROWS],
    "players": [["Player 1", "Player 2", "Player 3", "Player 4"], *ROWS],
    "seven-cards": [NAMES[:2], *[row[:2] for row in ROWS], ["AD", "AH"], ["KD", "KH"]],
    "labels": [[None, "Anna", "Bob"], *[[f"Card {n}", *row[:2]] for n, row in enumerate(ROWS, 1)]],
    "three-labels": [[None, *NAMES], *[[f"Karte {n}", *row] for n, row in enumerate(ROWS[:3], 1)]],
}
DOWN = {
    "cards": [["Card 1", "Card 2", "Card 3", "Card 4"], *ROWS],
    "letters": [list("abcd"), *ROWS],
    "numbered-deals": [["Deal", "Card 1", "Card 2", "Card 3", "Card 4"], *[[n, *row] for n, row in enumerate(ROWS, 1)]],
    "six-rows": [NAMES, *ROWS, "5C 5D 5H 5S".split()],
    "five-names-five-rows": [
        ["Ahmed", None, None, None, None, "Kim"],
        *[[*ROWS[0], "AH", *row, "AD"] for row in ROWS[1:]],
    ],
    "nothing-above": ROWS,
}


@pytest.mark.parametrize("name", ACROSS)
def test_a_sheet_of_columns(tmp_path, name):
    """Counting, scoring and reporting ask; nothing is written."""
    book = openpyxl.Workbook()
    for row in ACROSS[name]:
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    for work in (wins, score, report):
        with pytest.raises(
            LayoutError,
            match=r"Sheet seems to hold hands in columns.*paste transposed.*, or let xlpoker wins count them: --by columns$",
        ):
            work(tmp_path / "a.xlsx")
    assert [one.name for one in tmp_path.iterdir()] == ["a.xlsx"]


def test_a_frame_of_columns():
    """A DataFrame of such columns is asked about, too."""
    with pytest.raises(LayoutError, match="seems to hold hands in columns"):
        pd.DataFrame(ROWS, columns=NAMES).poker.score()


@pytest.mark.parametrize("name", DOWN)
def test_a_sheet_of_rows(name):
    """Names of cards, counters, letters or more rows than a hand has cards are no such sheet."""
    said = ""
    try:
        found = find_layout(Grid("Sheet", DOWN[name]))
    except LayoutError as error:
        found, said = None, str(error)
    assert found is not None or said
    assert "in columns" not in said
