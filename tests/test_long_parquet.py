"""Long Parquet files, a row for each player: the results stand beside each row, as in a worksheet and a DataFrame."""

import pandas as pd
import pytest

import xlpoker.frames
from xlpoker.dealing import deal
from xlpoker.evaluator.cards import card_text
from xlpoker.workbook.jobs import Writing, score, wins

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
assert xlpoker.frames.__all__
PLAYERS = ["Ann", "Ben", "Cy"]


def long_table(deals=40, seed=6):
    """Return a row for each player of random deals."""
    rows = []
    for number, dealt in enumerate(deal(deals, players=len(PLAYERS), seed=seed), 1):
        for player, hand in zip(PLAYERS, dealt.hands, strict=True):
            rows.append([number, player, " ".join(map(card_text, hand))])
    return pd.DataFrame(rows, columns=["hand_id", "player", "cards"])


def best_rows(frame):
    """Return 1 for each row whose hand no other of its deal beats, else 0; each hand is valued by itself."""
    values = frame["cards"].map(xlpoker.value)
    return (values == values.groupby(frame["hand_id"]).transform("max")).astype(int).tolist()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("group_rows", [7, 1000], ids=["many-batches", "one-batch"])
@pytest.mark.parametrize("by", [None, "hand_id"], ids=["found", "by"])
def test_results_stand_beside_each_row(tmp_path, by, group_rows):
    """The old columns stay as they are; new ones have each row's value and name, and who wins its deal."""
    frame = long_table()
    frame.to_parquet(tmp_path / "a.parquet", row_group_size=group_rows)
    counts = score(tmp_path / "a.parquet", by=by)
    scored = pd.read_parquet(counts.output)
    pd.testing.assert_frame_equal(scored[[*frame]], frame)
    assert [*scored][3:] == ["winner", "value", "hand", "problem"]
    assert scored["winner"].tolist() == best_rows(frame)
    assert scored["value"].tolist() == [xlpoker.value(cards) for cards in frame["cards"]]
    assert scored["hand"].tolist() == [xlpoker.hand(cards).name for cards in frame["cards"]]
    assert scored["problem"].isna().all()
    won = frame["player"][scored["winner"] == 1].value_counts()
    assert counts.players == [won[player] for player in counts.names]


def test_a_bad_row_spoils_its_deal(tmp_path):
    """The problem names the row and the column; the rows of the other deals have their results."""
    frame = long_table(3)
    frame.loc[4, "cards"] = "1OH 2C 3C 4C 5C"
    frame.to_parquet(tmp_path / "a.parquet")
    counts = score(tmp_path / "a.parquet")
    scored = pd.read_parquet(counts.output)
    assert counts.bad == 1
    assert scored["value"].isna().tolist() == [False] * 3 + [True] * 3 + [False] * 3
    problem = "row 5, cards: '1OH' is not a card; did you mean '10H'?"
    assert scored["problem"].dropna().tolist() == [problem] * 3


def test_scored_again(tmp_path):
    """`wins` counts the same in the new file, which is the same when it is scored again in its place."""
    long_table().to_parquet(tmp_path / "a.parquet")
    first = score(tmp_path / "a.parquet")
    scored = pd.read_parquet(first.output)
    again = wins(first.output)
    assert (again.rows, again.players, again.names) == (first.rows, first.players, first.names)
    score(first.output, in_place=True, writing=Writing(overwrite=True))
    pd.testing.assert_frame_equal(pd.read_parquet(first.output), scored)


@pytest.mark.parametrize("columns", ["winner", "value", "hand,value"])
def test_chosen_columns(tmp_path, columns):
    """As in every other output, columns can be chosen."""
    long_table(4).to_parquet(tmp_path / "a.parquet")
    counts = score(tmp_path / "a.parquet", writing=Writing(columns=columns))
    new = {*parquet.read_schema(counts.output).names} - {"hand_id", "player", "cards", "problem"}
    assert new == {*columns.split(",")}


def test_a_frame_and_its_file_agree(tmp_path):
    """A DataFrame and the Parquet file that was made of it have the same results."""
    frame = long_table(20, seed=9)
    frame.to_parquet(tmp_path / "a.parquet")
    written = pd.read_parquet(score(tmp_path / "a.parquet").output)
    scored = frame.poker.score()
    assert (
        written.drop(columns="problem")
        .astype(str)
        .equals(scored.drop(columns="problem").astype(str))
    )
