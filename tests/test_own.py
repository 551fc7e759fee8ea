"""Results of an earlier run, known again: replaced in text files."""

import csv

from support.books import BAD, ONE, RESULTS, TWO, csv_rows

import xlpoker
from xlpoker.workbook.job import Writing, score


def written(path, rows):
    """Write rows as .csv and return the path."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


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
        ["C1", "C2", "Value", "Hand", "Note"],
        ["QD", "AD", str(xlpoker.value("QD AD", "percentile")), "High Card, Ace", "nice"],
        ["KS", "KD", str(xlpoker.value("KS KD", "percentile")), "One Pair, Kings", ""],
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
