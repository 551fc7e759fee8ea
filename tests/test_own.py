"""Results of an earlier run, known again: replaced in text files."""

import csv

import pytest
from support.blocks import blocks
from support.books import BAD, LABELS, ONE, RESULTS, TWO, cells, csv_rows
from support.cases import cases
from support.refused import refused

import xlpoker
from xlpoker.errors import OptionError
from xlpoker.workbook.job import Writing, score


def written(path, rows):
    """Write rows as .csv and return the path."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


@cases(
    "rows",
    {
        "two-players": [ONE + TWO, TWO + ONE],
        "a-bad-row": [ONE + TWO, BAD],
        "bad-rows-only": [BAD, BAD, BAD],
        "labels": [[*LABELS, None, None, None, None], ONE + TWO],
        "one-player": [ONE, TWO],
        "one-cell": [["id", "hand 1", "hand 2"], [1, " ".join(ONE), " ".join(TWO)]],
    },
)
@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_scoring_the_output_again_changes_nothing(tmp_path, rows, suffix):
    """Output after output has the same columns under --overwrite, and the same values; problems name their cell in the file that was read."""
    score(written(tmp_path / "a.csv", rows), output=tmp_path / "b.csv")
    again = Writing(overwrite=True)
    score(tmp_path / "b.csv", output=tmp_path / "c.csv", writing=again)
    score(tmp_path / "c.csv", output=tmp_path / f"d{suffix}", writing=again)
    again = csv_rows(tmp_path / "c.csv")
    last = csv_rows(tmp_path / "d.csv") if suffix == ".csv" else cells(tmp_path / "d.xlsx")
    assert [["" if cell is None else str(cell) for cell in row] for row in last] == again
    assert again[0] == csv_rows(tmp_path / "b.csv")[0]


def test_a_large_text_file_is_scored_anew(tmp_path):
    """Read some rows at a time, an output loses its old results, and the new ones are the same."""
    rows = [ONE + TWO, TWO + ONE, BAD, ONE + TWO, ONE + TWO, BAD, TWO + ONE]
    with blocks(first=4):
        score(written(tmp_path / "a.csv", [[*LABELS, None, None, None, None], *rows]), output=tmp_path / "b.csv")
        counts = score(tmp_path / "b.csv", output=tmp_path / "c.csv", writing=Writing(overwrite=True))
    assert (counts.players, counts.bad) == ([2, 3], 2)
    assert csv_rows(tmp_path / "c.csv") == csv_rows(tmp_path / "b.csv")
    assert csv_rows(tmp_path / "b.csv")[0][10:] == [*RESULTS, "Problem"]


def test_results_are_replaced_in_their_place(tmp_path):
    """Another scale, other cards and the user's own column behind the results."""
    path = written(tmp_path / "a.csv", [["C1", "C2"], ["AS", "AD"], ["KS", "KD"]])
    score(path, hands="A2:B3", output=tmp_path / "b.csv")
    rows = [[*row, note] for row, note in zip(csv_rows(tmp_path / "b.csv"), ["Note", "nice", ""], strict=True)]
    rows[1][0] = "QD"
    score(
        written(tmp_path / "b.csv", rows),
        hands="A2:B3",
        output=tmp_path / "c.csv",
        scale="percentile",
        writing=Writing(overwrite=True),
    )
    assert csv_rows(tmp_path / "c.csv") == [
        ["C1", "C2", "Value", "Hand", "Problem", "Note"],
        ["QD", "AD", str(xlpoker.value("QD AD", "percentile")), "High Card, Ace", "", "nice"],
        ["KS", "KD", str(xlpoker.value("KS KD", "percentile")), "One Pair, Kings", "", ""],
    ]


def test_old_problems_go_and_new_ones_come(tmp_path):
    """A row that was mended has no problem any more; one that was spoilt has one, in the same column."""
    first = written(tmp_path / "a.csv", [ONE + TWO, BAD])
    score(first, output=tmp_path / "b.csv")
    rows = csv_rows(tmp_path / "b.csv")
    rows[1][4], rows[2][4] = "?", "KD"
    again = Writing(overwrite=True)
    score(written(tmp_path / "b.csv", rows), output=tmp_path / "c.csv", writing=again)
    header, bad, good = csv_rows(tmp_path / "c.csv")
    assert header[10:] == [*RESULTS, "Problem"]
    assert (bad[10:15], good[15]) == ([""] * 5, "")
    assert bad[15].startswith("E2: '?' is not a card")
    rows[1][4] = ONE[4]
    score(written(tmp_path / "b.csv", rows), output=tmp_path / "d.csv", writing=again)
    assert [row[10:16] for row in csv_rows(tmp_path / "d.csv")][1:] == [[*row[10:15], ""] for row in (good, good)]


@pytest.mark.parametrize(
    ("title", "value"), [("Value", "high"), ("Hand", "lost it all")], ids=["value-in-words", "hand-in-words"]
)
def test_columns_of_the_user_are_never_replaced(tmp_path, title, value):
    """The same titles are the user's columns: they are named, and nothing is written."""
    own = {"Value": "7", "Hand": "Flush"} | {title: value}
    path = written(tmp_path / "a.csv", [["C1", "C2", *own], ["AS", "AD", *own.values()]])
    with pytest.raises(
        OptionError, match="there is a column 'Value' already; rename it, or use --overwrite to replace"
    ):
        score(path, hands="A2:B2", output=tmp_path / "b.csv")
    assert not (tmp_path / "b.csv").exists()


def test_an_option_that_does_not_exist_is_named(tmp_path):
    """A misspelt option of xlpoker.score is an OptionError with the nearest name, before anything is read."""
    for name, message in (
        ("froce", "'froce' is not an option of score; did you mean 'force'?"),
        (
            "zzz",
            "'zzz' is not an option of score; choose from sheet, hands, cards, game, jokers, scale, by, check, skip, output, in_place, force, engine, writing",
        ),
    ):
        with refused(OptionError, message):
            xlpoker.score(tmp_path / "nowhere.xlsx", **{name: 1})
