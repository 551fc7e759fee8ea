"""The table of all five-card hands, in each kind of file."""

import csv
from itertools import combinations

import numpy as np
import openpyxl
import pytest

import xlpoker
from xlpoker import deck
from xlpoker.errors import BookError, OptionError

COUNTS = {
    "High Card": 1302540, "One Pair": 1098240, "Two Pair": 123552, "Three of a Kind": 54912, "Straight": 10200,
    "Flush": 5108, "Full House": 3744, "Four of a Kind": 624, "Straight Flush": 40,
}  # fmt: skip


@pytest.mark.slow
def test_parquet_holds_every_hand(tmp_path):
    """Two million and a half rows, so many of each category, values from 1 to 7462."""
    parquet = pytest.importorskip("pyarrow.parquet")
    seen = []
    assert deck.write_deck(tmp_path / "deck.parquet", ["cactus"], lambda *done: seen.append(done)) == 2_598_960
    table = parquet.read_table(tmp_path / "deck.parquet")
    counts = table.column("category").value_counts().to_pylist()
    assert {entry["values"]: entry["counts"] for entry in counts} == COUNTS
    values = table.column("value").to_numpy()
    assert (values.min(), values.max()) == (1, 7462)
    assert (table.column("cactus").to_numpy() == 7463 - values).all()
    assert seen[-1] == (2_598_960, 2_598_960)
    for row in (0, 1, 999_999, 2_598_959):
        line = table.slice(row, 1).to_pylist()[0]
        hand = xlpoker.hand([line[f"card_{place}"] for place in range(1, 6)])
        assert (line["value"], line["category"], line["name"]) == (hand.value, hand.category, hand.name)


@pytest.fixture
def few(monkeypatch):
    """Write a few hands only."""
    hands = np.array([*combinations(range(38, 52), 5)][-1000:], np.uint8)
    monkeypatch.setattr(deck, "all_hands", lambda: hands)
    monkeypatch.setattr(deck, "HANDS", len(hands))
    monkeypatch.setattr(deck, "ROWS", 300)
    monkeypatch.setattr(deck, "SHEET_ROWS", 400)


@pytest.mark.usefixtures("few")
def test_other_files(tmp_path):
    """A text and a workbook of three sheets hold the same rows; a published system has its number of each hand."""
    for name in ("deck.csv", "deck.xlsx"):
        assert deck.write_deck(tmp_path / name, ["machanic-sql"]) == 1000
    with (tmp_path / "deck.csv").open(encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    assert header == ["card_1", "card_2", "card_3", "card_4", "card_5", "value", "category", "name", "machanic-sql"]
    assert [float(line[8]) for line in lines] == [xlpoker.value(line[:5], "machanic-sql") for line in lines]
    book = openpyxl.load_workbook(tmp_path / "deck.xlsx")
    assert [sheet.max_row for sheet in book.worksheets] == [401, 401, 201]
    cells = [row for sheet in book.worksheets for row in sheet.iter_rows(min_row=2, values_only=True)]
    assert [[*map(str, row[:8]), float(row[8])] for row in cells] == [[*line[:8], float(line[8])] for line in lines]


def test_refusals(tmp_path):
    """An unknown ending or scale is said before anything is written."""
    with pytest.raises(BookError, match=r"deck.json has no ending that can be written here; choose \.parquet, \.csv"):
        deck.write_deck(tmp_path / "deck.json")
    with pytest.raises(OptionError, match="did you mean 'cactus'"):
        deck.write_deck(tmp_path / "deck.csv", ["cactis"])
    assert list(tmp_path.iterdir()) == []
