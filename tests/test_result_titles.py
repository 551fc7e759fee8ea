"""What new columns are called where a table has columns of these names: no column that was read is ever replaced."""

import pandas as pd
import pytest
from support.cases import cases

import xlpoker.frames
from xlpoker.errors import OptionError
from xlpoker.scoring.titles import OldColumns, new_titles
from xlpoker.workbook.jobs import Writing, score, wins

pytest.importorskip("pyarrow")
assert xlpoker.frames.__all__
KINGS, FIVES = "KS KD 2C 3H 4S", "5H 5C 6S 7S TD"
ONE_HAND = {"name": ["Ann", "Ben"], "hand": [KINGS, FIVES]}
TWO_HANDS = {"player_1_hand": [KINGS] * 2, "player_2_hand": [FIVES] * 2}
LONG = {"hand": [1, 1, 2, 2], "player": ["Ann", "Ben"] * 2, "cards": [KINGS, FIVES] * 2}
NOTED = {**ONE_HAND, "hand_name": ["lucky", "unlucky"]}
TABLES = {
    "the-cards": (ONE_HAND, ["value", "hand_name"]),
    "the-cards-of-two": (
        TWO_HANDS,
        ["winner", "player_1_value", "player_1_hand_name", "player_2_value", "player_2_hand_name"],
    ),
    "the-numbers-of-deals": (LONG, ["winner", "value", "hand_name"]),
}
WAYS = [
    f"{source} {output}"
    for source in (".csv", ".txt", ".parquet")
    for output in (".csv", ".xlsx", ".parquet")
]


def written(path, table):
    """Write a table to a text or a Parquet file."""
    frame = pd.DataFrame(table)
    if path.suffix == ".parquet":
        frame.to_parquet(path)
    else:
        frame.to_csv(path, index=False, sep="\t" if path.suffix == ".txt" else ",")
    return path


def read(path):
    """Read a table that was scored."""
    if path.suffix == ".xlsx":
        return pd.read_excel(path, engine="openpyxl")
    if path.suffix == ".parquet":
        return pd.read_parquet(path)
    return pd.read_csv(path, sep="\t" if "\t" in path.read_text() else ",")


def new_columns(scored, table):
    """Return what the new columns are called, but the last one, which is for problems."""
    titles = [str(title).lower().replace(" ", "_") for title in scored]
    return [title for title in titles[len(table) :] if title != "problem"]


@pytest.mark.sampled(24)
@pytest.mark.parametrize("overwrite", [False, True], ids=["plainly", "overwrite"])
@pytest.mark.parametrize("way", WAYS)
@cases(("table", "new"), TABLES)
def test_columns_that_were_read_stay(tmp_path, table, new, way, overwrite):
    """In files the new columns have names of their own, and the old ones hold what they held, whatever is asked for."""
    source, output = way.split()
    path = written(tmp_path / f"a{source}", table)
    score(path, output=tmp_path / f"b{output}", writing=Writing(overwrite=overwrite))
    scored = read(tmp_path / f"b{output}")
    kept = scored.iloc[:, : len(table)].astype(str)
    assert kept.to_dict("list") == pd.DataFrame(table).astype(str).to_dict("list")
    assert new_columns(scored, table) == new


@pytest.mark.sampled(3)
@pytest.mark.parametrize("overwrite", [False, True], ids=["plainly", "overwrite"])
@cases(("table", "new"), {**TABLES, "the-cards-and-notes": (NOTED, ["value", "hand_name_2"])})
def test_columns_of_frames_that_were_read_stay(table, new, overwrite):
    """In DataFrames, too."""
    frame = pd.DataFrame(table)
    scored = frame.poker.score(overwrite=overwrite)
    pd.testing.assert_frame_equal(scored[[*table]], frame)
    assert new_columns(scored, table) == new


@pytest.mark.parametrize("source", [".csv", ".parquet"])
def test_results_are_found_under_their_own_names(tmp_path, source):
    """Scored again, the columns with such names are refused, and replaced where that is asked for, the cards never."""
    path, again = written(tmp_path / f"a{source}", ONE_HAND), tmp_path / f"c{source}"
    score(path, output=tmp_path / f"b{source}")
    first = read(tmp_path / f"b{source}")
    with pytest.raises(OptionError, match="already; rename it, or use --overwrite to replace it"):
        score(tmp_path / f"b{source}", output=again)
    score(tmp_path / f"b{source}", output=again, writing=Writing(overwrite=True))
    pd.testing.assert_frame_equal(read(again), first)
    assert wins(again).as_dict()["categories"] == wins(path).as_dict()["categories"]


@pytest.mark.parametrize("output", [".csv", ".xlsx", ".parquet"])
def test_a_column_of_the_users_stays_with_a_warning(tmp_path, output):
    """A column that holds no result is the user's own: it stays, and a warning names the new one."""
    table = {"cards": [KINGS, FIVES], "Hand": ["first", "second"]}
    path = written(tmp_path / "a.csv", table)
    counts = score(path, output=tmp_path / f"b{output}")
    assert "there is a column 'Hand' already; the new one is 'Hand name'" in counts.warnings
    assert read(tmp_path / f"b{output}").iloc[:, :2].to_dict("list") == table


@cases(
    ("labels", "cells", "overwrite", "found"),
    {
        "free": (["cards"], ["x"], False, ["Hand"]),
        "read": (["Hand"], [KINGS], True, ["Hand name"]),
        "other-capitals": (["HAND"], [KINGS], True, ["Hand name"]),
        "own": (["cards", "Hand"], [KINGS, "good"], False, ["Hand name"]),
        "own-twice": (
            ["cards", "Hand", "Hand name"],
            [KINGS, "good", "bad"],
            False,
            ["Hand name 2"],
        ),
        "replaced": (["cards", "Hand"], [KINGS, "good"], True, ["Hand"]),
        "results": (["cards", "Hand"], [KINGS, "Royal Flush"], True, ["Hand"]),
        "results-of-their-own-name": (
            ["hand", "Hand name"],
            [KINGS, "Royal Flush"],
            True,
            ["Hand name"],
        ),
    },
)
def test_titles(labels, cells, overwrite, found):
    """The first column is that of the cards."""
    old = OldColumns(labels, [cells], frozenset([0]))
    assert new_titles(["Hand"], old, overwrite=overwrite).titles == found
