"""Rows are left out from the top as far as one likes: the hands are found below them, in every format."""

import numpy as np
import pandas as pd
import pytest
from support.books import book
from support.cases import cases
from support.refused import refused

import xlpoker.frames
from xlpoker.dealing import deal
from xlpoker.errors import LayoutError
from xlpoker.evaluator.cards import card_text
from xlpoker.workbook import column_cells, columns
from xlpoker.workbook.jobs import score, wins

pytest.importorskip("pyarrow")
assert xlpoker.frames.__all__
ROWS = 2500
DEALT = [dealt.hands[0] + dealt.hands[1] for dealt in deal(ROWS, seed=11)]
WINNERS = xlpoker.winners(np.array(DEALT)[:, :5], np.array(DEALT)[:, 5:])
TABLE = pd.DataFrame(
    [[" ".join(map(card_text, cards[:5])), " ".join(map(card_text, cards[5:]))] for cards in DEALT],
    columns=["Anna", "Ben"],
)
SKIPS = {  # rows of the sheet, the first of which has the names; and whether each deal is left out
    "more-than-the-first-rows": ("2:2001", [at < 2000 for at in range(ROWS)]),
    "all-but-the-last": (f"2:{ROWS}", [at < ROWS - 1 for at in range(ROWS)]),
    "two-parts": ("2:1201,1203:2001", [at < 2000 and at != 1200 for at in range(ROWS)]),
    "a-part-amid": ("900:2000", [898 <= at <= 1998 for at in range(ROWS)]),
}
FORMATS = [".parquet", ".csv", ".xlsx"]


def written(path):
    """Write the table to a file."""
    if path.suffix == ".parquet":
        TABLE.to_parquet(path, row_group_size=700)
    elif path.suffix == ".csv":
        TABLE.to_csv(path, index=False)
    else:
        book(path, TABLE.to_numpy().tolist(), labels=[*TABLE])
    return path


def expected(left_out):
    """Return the number of deals that are not left out, and how many each player wins."""
    winners = WINNERS[~np.array(left_out)].tolist()
    return len(winners), [winners.count(1), winners.count(2)]


@pytest.mark.sampled(10)
@cases(("skip", "left_out"), SKIPS)
@pytest.mark.parametrize("ending", FORMATS)
def test_files(tmp_path, ending, skip, left_out):
    """The deals that are left are counted, and have results."""
    path = written(tmp_path / f"a{ending}")
    counts = wins(path, skip=skip)
    assert (counts.rows, counts.players) == expected(left_out)
    assert score(path, skip=skip, output=tmp_path / f"b{ending}").players == counts.players


@pytest.mark.sampled(4)
@cases(("skip", "left_out"), SKIPS)
def test_frames(skip, left_out):
    """In DataFrames, too."""
    counts = TABLE.poker.wins(skip=skip)
    rows, players = expected(left_out)
    assert [counts["rows"], counts["player_1"], counts["player_2"]] == [rows, *players]
    assert TABLE.poker.score(skip=skip)["winner"].isna().tolist() == left_out


@pytest.mark.sampled(3)
@pytest.mark.parametrize("ending", FORMATS)
def test_where_all_are_left_out(tmp_path, ending):
    """The message says so, and not that there are no hands."""
    path = written(tmp_path / f"a{ending}")
    with refused(LayoutError, f"a{ending} holds hands only where --skip 2:9000 leaves them out"):
        wins(path, skip="2:9000")


def test_where_all_of_a_frame_are_left_out():
    """As in a file."""
    with refused(LayoutError, "the DataFrame holds hands only where skip='2:9000' leaves them out"):
        TABLE.poker.wins(skip="2:9000")


def test_where_there_are_no_hands(tmp_path):
    """A file without hands is still called that."""
    pd.DataFrame({"a": [1, 2, 3]}).to_parquet(tmp_path / "a.parquet")
    with pytest.raises(LayoutError, match=r"a\.parquet holds no hands"):
        wins(tmp_path / "a.parquet", skip="2")


def test_no_more_rows_become_values_than_are_looked_at(tmp_path, monkeypatch):
    """Of rows that are left out far below the top no cell becomes an object of Python."""
    seen = []
    cells = columns.column_cells

    def counting(column, rows=None):
        found = cells(column, rows)
        seen.append(len(found))
        return found

    for module in (columns, column_cells):
        monkeypatch.setattr(module, "column_cells", counting)
    wins(written(tmp_path / "a.parquet"), skip="2:2301")
    assert sum(seen) <= 2 * (columns.HEAD + 200)
