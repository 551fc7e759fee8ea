"""Tables parted by a title, a row with words in one cell and nothing else: no bad row, and what is nearly a card stays one."""

import datetime as dt

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
    [["1OH"], ["x"], ["5H"], ["#REF!"], ["AhKhQhJhTx"], ["Table 2", 7], [12]],
    ids=lambda row: str(row[0]),
)
def test_bad_rows_stay_bad(tmp_path, row):
    """What may have been a hand is reported: a misspelt card, one card, an error, words in two cells."""
    path = written(tmp_path / "a.xlsx", [LABELS, *TEN[:4], row, *TEN[4:]])
    code, out, err = run("wins", path, "--json")
    assert (code, '"bad": 1' in out) == (0, True)
    assert err.startswith(("Sheet!A6: ", "Sheet!B6: ", "Sheet!F6: a card is missing"))  # x: Player 1 folds


DAYS = [
    [dt.datetime(2026, 1, 2 + 7 * at) if at < 4 else dt.datetime(2026, 2, at), *row, at] for at, row in enumerate(TEN)
]
DATED = [["Date", *LABELS, *[None] * 4, "Pot"], *DAYS]
NO_GAME = {
    "no-game": [dt.datetime(2026, 1, 20), "no game"],
    "cancelled": [dt.datetime(2026, 1, 20), "cancelled (snow)"],
    "of-a-number": ["Round 4", "misdeal"],
    "day-off": ["2026-01-20", "day off"],
    "words-with-a-number": [dt.datetime(2026, 1, 20), "5 cards lost"],
    "ausgefallen": ["20.1.2026", "ausgefallen"],
}


@pytest.mark.parametrize("ending", ["xlsx", "csv"])
@pytest.mark.parametrize("row", NO_GAME.values(), ids=NO_GAME)
def test_evenings_without_a_game(tmp_path, row, ending):
    """A date, and beside it words where a card would stand: left alone as titles are."""
    check(written(tmp_path / f"a.{ending}", [*DATED[:5], row, *DATED[5:], row]), [], EXPECTED)
    cells = [["Date", "Ann", "Ben"], *[[day[0], *two] for day, two in zip(DAYS, CELLS, strict=True)]]
    check(written(tmp_path / f"b.{ending}", [*cells[:5], row, *cells[5:]]), [], EXPECTED)
    check(written(tmp_path / f"c.{ending}", [*DATED[:5], [row[0], None, row[1]], *DATED[5:]]), [], EXPECTED)


@pytest.mark.parametrize(
    "row",
    [
        [dt.datetime(2026, 1, 20), *cells]
        for cells in (
            ["1OH"],
            ["Ace of Spads"],
            ["x"],
            ["no game", "5H"],
            ["Pik Dme"],
        )
    ]
    + [[4, "no game"], [dt.datetime(2026, 1, 20), "no game", *[None] * 9, 5]],
    ids=lambda row: " ".join(map(str, row[1:3])),
)
def test_what_may_be_a_hand_beside_a_date_stays_bad(tmp_path, row):
    """A misspelt card, words elsewhere, a pot: reported."""
    code, out, _ = run("wins", written(tmp_path / "a.xlsx", [*DATED[:5], row, *DATED[5:]]), "--json")
    assert (code, '"bad": 1' in out) == (0, True)


@pytest.mark.parametrize("ending", ["xlsx", "csv"])
@pytest.mark.parametrize("names", [("A", "B"), ("Anna", "Ben"), ("1", "2")], ids="-".join)
def test_a_heading_over_every_card(tmp_path, names, ending):
    """A A A A A B B B B B is no row of hands."""
    heading = [name for name in names for _ in range(5)]
    path = written(tmp_path / f"a.{ending}", [[*heading, "W"], *[[*row, 1] for row in TEN]])
    check(path, [], EXPECTED)


@pytest.mark.parametrize(
    "row", [["x"] * 10, ["5H"] * 5 + ["6S"] * 5, ["1OH"] * 5 + ["1OS"] * 5], ids=["x", "cards", "misspelt"]
)
def test_a_bad_row_at_the_top_stays_bad(tmp_path, row):
    """One text over all hands, or cards, are no names."""
    code, out, _ = run("wins", written(tmp_path / "a.xlsx", [row, *TEN]), "--json")
    assert (code, '"bad": 1' in out) == (0, True)
