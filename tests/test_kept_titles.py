"""Tables parted by a title, a row with words in one cell and nothing else: no bad row, and what is nearly a card stays one."""

import pandas as pd
import pytest
from support.binary_books import write_xlsb
from support.kept_sheets import answer, check, deals, run, written

from xlpoker.frames import FramePoker

TEN = deals(10, 9, seed=3)
CELLS = [[" ".join(row[:5]), " ".join(row[5:])] for row in TEN]
LONG = [row for part in range(60) for row in deals(10, 9, seed=part)]
LABELS = ["Anna", None, None, None, None, "Ben"]
EXPECTED = answer([[row[:5], row[5:]] for row in TEN])
PARTED = {
    "a-title": [LABELS, *TEN[:4], ["Table 2"], *TEN[4:]],
    "blank-title": [LABELS, *TEN[:4], [], ["February"], *TEN[4:]],
    "blank-title-blank": [LABELS, *TEN[:4], [], ["Table 2 (late)"], [], *TEN[4:]],
    "two-lines": [LABELS, *TEN[:4], ["Table 2"], ["February 2026"], *TEN[4:]],
    "three-letters": [LABELS, *TEN[:4], ["Feb"], *TEN[4:]],
    "in-the-middle": [LABELS, *TEN[:4], [*[None] * 4, "Tisch 2"], *TEN[4:]],
    "without-labels": [*TEN[:4], ["Runde 2"], *TEN[4:]],
    "hands-in-cells": [["Anna", "Ben"], *CELLS[:4], [None, "Session 3, Ben deals"], *CELLS[4:]],
    "several": [LABELS, *[row for deal in TEN for row in (["Friday"], deal)][1:]],
}


@pytest.mark.parametrize("ending", ["xlsx", "csv"])
@pytest.mark.parametrize("rows", PARTED.values(), ids=PARTED)
def test_titles_are_no_rows_of_hands(tmp_path, rows, ending):
    """All other rows count, and results stand beside them, the same when they are written again."""
    check(written(tmp_path / f"a.{ending}", rows), [], EXPECTED)


@pytest.mark.parametrize("title", [["February"], [None, None, "Table 2"]], ids=["first-column", "among-the-cards"])
def test_titles_in_long_tables(tmp_path, title):
    """Between rows that are a player each, too: they are no deal of their own."""
    rows = [[at // 2, "Anna" if at % 2 else "Ben", " ".join(row[:5])] for at, row in enumerate(TEN[:8])]
    path = written(tmp_path / "a.xlsx", [["Hand id", "Player", "Cards"], *rows[:4], title, *rows[4:]])
    expected = answer([[TEN[at][:5], TEN[at + 1][:5]] for at in range(0, 8, 2)])
    check(path, [], expected)


@pytest.mark.parametrize("ending", ["xlsx", "csv", "parquet"])
def test_titles_far_below_the_first_rows(tmp_path, ending):
    """They are passed over where a file is read block by block, too."""
    rows = [*LONG[:400], ["February", *[None] * 9], *LONG[400:]]
    path = tmp_path / f"a.{ending}"
    if ending == "parquet":
        pd.DataFrame(rows, columns=[f"c{at}" for at in range(10)]).to_parquet(path)
    else:
        written(path, rows)
    code, out, err = run("wins", path, "--json")
    assert (code, err) == (0, "")
    assert f'"rows": {len(LONG)}' in out
    assert '"bad": 0' in out


def test_titles_in_data_frames_and_other_workbooks(tmp_path):
    """One rule for every input."""
    rows = [*TEN[:4], ["Table 2", *[None] * 9], *TEN[4:]]
    frame = pd.DataFrame(rows, columns=[f"P{who} c{card}" for who in (1, 2) for card in range(1, 6)])
    assert FramePoker(frame).wins().bad == 0
    cells = {(at, column): cell for at, row in enumerate(rows) for column, cell in enumerate(row) if cell}
    write_xlsb(tmp_path / "a.xlsb", {"Friday": cells})
    assert '"bad": 0' in run("wins", tmp_path / "a.xlsb", "--json")[1]


@pytest.mark.parametrize(
    "row",
    [["1OH"], ["x"], ["5H"], ["#REF!"], ["AhKhQhJhTx"], ["Table 2", 7], ["Anna", "Ben"], [12]],
    ids=lambda row: str(row[0]),
)
def test_bad_rows_stay_bad(tmp_path, row):
    """What may have been a hand is reported: a misspelt card, one card, an error, words in two cells."""
    path = written(tmp_path / "a.xlsx", [LABELS, *TEN[:4], row, *TEN[4:]])
    code, out, err = run("wins", path, "--json")
    assert (code, '"bad": 1' in out) == (0, True)
    assert err.startswith(("Sheet!A6: ", "Sheet!B6: ", "Sheet!F6: a card is missing"))  # x: Player 1 folds
