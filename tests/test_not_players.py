"""Columns that hold cards and are no players: the winning hand again, a hand in a box, notes."""

import json

import pandas as pd
import pytest
from support.blocks import blocks
from support.kept_sheets import answer, check, deals, run, true_reading, written

import xlpoker.frames  # noqa: F401 - the accessor
from xlpoker import winner
from xlpoker.workbook.text_files import TextSource

TEN = deals(10, 12, seed=21)
HANDS = [[" ".join(row[:5]), " ".join(row[5:])] for row in TEN]
WON = [hands[winner(*hands) - 1] for hands in HANDS]
EXPECTED = answer([[row[:5], row[5:]] for row in TEN])
BOX = ["Ah Kh Qh Jh Th", "by Ben, 2019", *[None] * 10]


def beside(heads, column):
    """Return a table of two players' hands with one more column."""
    return [heads, *[[at, *hands, more] for at, (hands, more) in enumerate(zip(HANDS, column, strict=True), 1)]]


SORTED = [" ".join(sorted(hand.split())) for hand in WON]
SPREAD = [[at, *row, *hand.split()] for at, (row, hand) in enumerate(zip(TEN, WON, strict=True), 1)]
SIX = [None, "Ann", *[None] * 4, "Ben", *[None] * 4]
SHEETS = {
    **{
        word: beside(["#", "Ann", "Ben", word], SORTED)
        for word in ("Winning hand", "winner's hand", "Best hand", "Siegerhand", "Beste Hand", "main gagnante")
    },
    "the-winning-hand-first": [[row[0], row[3], *row[1:3]] for row in beside(["#", "Ann", "Ben", "Winning hand"], WON)],
    "five-columns-each": [[*SIX, "Winning hand"], *SPREAD],
    "a-box-at-the-right": [[*row[:3], None, row[3]] for row in beside(["#", "Ann", "Ben", "Best hand so far"], BOX)],
    **{
        word: [["Deal", *SIX[1:], word], *[[at, *row, "Kd Qd" if at % 5 == 0 else None] for at, row in enumerate(TEN)]]
        for word in ("Notes", "My comments", "Bemerkung", "Remarques", "Mucked")
    },
    "a-hand-of-other-cards": beside(["#", "Ann", "Ben", "Best hand"], ["7c 5d 4h 3s 2c"] * 12),
}
ASKED = {
    "without-words": [row[1:] for row in beside([], WON)[1:]],
    "under-another-word": beside(["#", "Ann", "Ben", "Shown"], WON),
    "all-but-one": beside(["#", "Ann", "Ben", "Shown"], ["7c 5d 4h 3s 2c", *WON[1:]]),
    "a-box-under-another-word": [[*row[:3], None, row[3]] for row in beside(["#", "Ann", "Ben", "Record"], BOX)],
    "notes-without-any-heading": SHEETS["Notes"][1:],
    "notes-without-a-heading": [[*SIX, None], *SHEETS["Notes"][1:]],
}


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
@pytest.mark.parametrize("rows", SHEETS.values(), ids=SHEETS)
def test_columns_that_are_no_players(tmp_path, rows, ending):
    """The players are counted without asking, and their names are theirs."""
    check(written(tmp_path / f"a{ending}", rows), [], EXPECTED)


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
@pytest.mark.parametrize("rows", ASKED.values(), ids=ASKED)
def test_columns_that_may_be_players(tmp_path, rows, ending):
    """Where no heading says what more cards are, the sheet is asked about."""
    assert true_reading(written(tmp_path / f"a{ending}", rows), EXPECTED)


def test_a_frame_with_the_winning_hand():
    """The accessor sees the same players."""
    frame = pd.DataFrame([row[1:] for row in SHEETS["Best hand"][1:]], columns=["ann", "ben", "best hand"])
    assert len([one for one in frame.poker.score() if one.endswith("_value")]) == 2


PLAYERS = {
    "a-third-player": (
        [["Ann", "Ben", None, "Cem"], *[[*HANDS[at], None, "fold" if at else "7c 7d 7h 7s 2c"] for at in range(6)]],
        {"rows": 6},
    ),
}


@pytest.mark.parametrize(("rows", "some"), PLAYERS.values(), ids=PLAYERS)
def test_columns_that_are_players(tmp_path, rows, some):
    """What only looks like it stays a hand."""
    path = written(tmp_path / "a.xlsx", rows)
    found = json.loads(run("wins", path, "--json")[1])
    assert {f"player_{len(rows[0]) - rows[0].count(None)}"} <= found.keys()
    assert {key: found[key] for key in some} == some


def test_long_tables_with_the_winning_hand_in_columns(tmp_path, monkeypatch):
    """They are read block by block like others: the cards of the winning hand are no sign of a further player."""
    whole = []
    tables = TextSource.tables
    monkeypatch.setattr(TextSource, "tables", lambda self, *, whole: asked(self, whole))

    def asked(source, all_rows):
        whole.append(all_rows)
        return tables(source, whole=all_rows)

    with blocks(first=64, lines=2000):
        path = written(tmp_path / "a.csv", [*SHEETS["five-columns-each"], *SPREAD * 30])
        found = json.loads(run("wins", path, "--json")[1])
    assert (found["rows"], found["player_1"], found["bad"]) == (12 * 31, 31 * EXPECTED["player_1"], 0)
    assert whole == [False]
