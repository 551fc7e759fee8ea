"""Cells that set hands against each other, `AhKh.. vs QsQc..`: two hands a row, or the command that answers them."""

import pandas as pd
import pytest
from support.cases import cases
from support.kept_sheets import answer, check, deals, offered, run, values, written
from support.sheets import find_layout

from xlpoker.errors import LayoutError
from xlpoker.frames import FramePoker
from xlpoker.layout.grid import Grid
from xlpoker.workbook.job import score, wins

FIVES = [(" ".join(row[:5]), " ".join(row[5:])) for row in deals(10, 9, seed=3)]
SEVENS = [("".join(row[:7]), "".join(row[7:])) for row in deals(14, 9, seed=4)]
TWO = answer([[one.split(), other.split()] for one, other in FIVES])
SEVEN = answer([[[one[at : at + 2] for at in range(0, 14, 2)] for one in row] for row in SEVENS])


def against(rows, between=" vs "):
    """Return rows with the hands in one cell."""
    return [[f"{one}{between}{other}"] for one, other in rows]


@cases(
    ("rows", "options", "expected"),
    {
        "named": ([["Hands"], *against(FIVES)], ["--hands", "A2:A10"], TWO),
        "a-whole-column": ([["#", "Hands"], *[[1, *row] for row in against(FIVES)]], ["--hands", "B"], TWO),
        "sevens-without-blanks": ([["Hands"], *against(SEVENS, " gegen ")], [], SEVEN),
    },
)
def test_workbooks(tmp_path, rows, options, expected):
    """Each cell is as many hands as stand in it."""
    check(written(tmp_path / "a.xlsx", rows), options, expected)


def test_every_output(tmp_path):
    """Parquet, DataFrames and both engines have one answer, and winners by name."""
    frame = pd.DataFrame(against(FIVES), columns=["Anna vs Ben"])
    frame.to_parquet(tmp_path / "a.parquet")
    book = written(tmp_path / "a.xlsx", [["Anna vs Ben"], *against(FIVES)])
    found = FramePoker(frame).score()
    assert found.equals(FramePoker(frame).score(hands=["Anna vs Ben"]))
    winners = found["winner"].tolist()
    assert [winners.count(1), winners.count(2), winners.count(0)] == [TWO["player_1"], TWO["player_2"], TWO["ties"]]
    names = [["", "Anna", "Ben"][winner] for winner in winners]
    score(tmp_path / "a.parquet", output=tmp_path / "out.parquet")
    assert pd.read_parquet(tmp_path / "out.parquet")["winner"].tolist() == names
    for engine in ("splice", "openpyxl"):
        score(book, output=tmp_path / f"{engine}.xlsx", engine=engine)
        labels, *rows = values(tmp_path / f"{engine}.xlsx")
        assert labels == ("Anna vs Ben", "Winner", "Anna value", "Anna hand", "Ben value", "Ben hand")
        assert [row[1] for row in rows] == names


def test_far_below_the_first_rows(tmp_path):
    """A third hand in a cell far below makes a bad row."""
    third = "5H 5C 6S 7S KD vs 2C 3S 8S 8D TD vs AS AD AH AC 9C"
    for ending in ("xlsx", "csv"):
        path = written(
            tmp_path / f"a.{ending}", [["#", "Hands"], *[[1, *row] for row in against(FIVES) * 300], [1, third]]
        )
        found = wins(path)
        assert (found.players, found.bad) == ([300 * TWO["player_1"], 300 * TWO["player_2"]], 1)


def test_several_columns_are_showdowns_of_their_own(tmp_path):
    """They are asked about: four players of one showdown are these only where both columns are named."""
    path = written(tmp_path / "a.xlsx", [[*row, *row] for row in against(FIVES)])
    assert sorted(offered(path)) == [["--hands", "A1:A9"], ["--hands", "B1:B9"]]
    assert wins(path, hands=["A1:A9", "B1:B9"]).players == [2 * TWO["player_1"], 2 * TWO["player_2"]]
    assert wins(path, hands="A1:A9,B1:B9").bad == 9  # each card twice


@cases(
    ("cell", "reason"),
    {
        "a-card": ("5H 5C 6S 7S KX vs 2C 3S 8S 8D TD", "'KX' in '5H 5C 6S 7S KX' is not a card"),
        "one-hand": ("5H 5C 6S 7S KD", "a card is missing"),
        "a-card-twice": ("5H 5C 6S 7S KD vs 5H 3S 8S 8D TD", "duplicate card 5H"),
        "a-short-one": ("5H 5C 6S 7S KD vs 2C 3S 8S", None),
    },
)
def test_bad_cells(tmp_path, cell, reason):
    """The cell is named with all that stands in it."""
    path = written(tmp_path / "a.xlsx", [["#", "Hands"], *[[1, *row] for row in against(FIVES)], [1, cell]])
    errors = wins(path).errors
    assert [(error.cell, error.value) for error in errors] == [("B11", cell)] * (reason is not None)
    assert not errors or errors[0].reason.startswith(reason)


def test_other_cells_stay_what_they_are():
    """Marks between single cards and boards make no hands."""
    assert str(find_layout(Grid("", [["5H/5C/6S/7S/KD", "2C|3S|8S|8D|TD"]] * 3))) == "A1:A3,B1:B3"
    assert str(find_layout(Grid("", [["5H 5C", "6S/7S", "2c 3d 4h | 5s 6d"]] * 3), "holdem")) == "A1:A3,B1:B3,C1:C3"


def test_data_frames_and_formulas_say_what_to_do(tmp_path):
    """Hole cards alone are no hands there, either; formulas take a cell for each hand."""
    with pytest.raises(LayoutError, match="the number of cards of a hand is unusual"):
        FramePoker(pd.DataFrame({"Spot": ["AhKh vs QsQc"] * 3})).wins()
    code, _, err = run("score", written(tmp_path / "a.xlsx", [["Hands"], *against(FIVES)]), "--live")
    assert (code, "for hands in cells of their own, side by side" in err) == (2, True)
