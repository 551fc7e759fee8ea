"""Rows and columns that ``--skip`` leaves out: they count nothing through every door, and a question offers the rows it is about."""

import importlib

import pytest
from support.kept_sheets import run, values, written

import xlpoker
from xlpoker import LayoutError, OptionError
from xlpoker.layout.find import find
from xlpoker.layout.grid import Grid, parse_skip
from xlpoker.layout.model import Question

HIGH, LOW = "AS AH AD AC KS", "2S 3H 4D 5C 7S"
LONG = ["Deal", "Player", "Cards", "Status"]


def pairs(count, **notes):
    """Return a table in which Anna always wins; notes stand in rows: r4="void"."""
    hands = [f"{HIGH[:-2]}{'KQJT98'[row % 6]}{'SHDC'[row % 4]}" for row in range(count)]
    return [["No", "Anna", "Ben", "Notes"]] + [
        [at, hand, LOW, notes.get(f"r{at + 1}")] for at, hand in enumerate(hands, 1)
    ]


@pytest.mark.parametrize("name", ["a.xlsx", "a.csv", "a.parquet"])
def test_rows_that_are_left_out_count_nothing(tmp_path, name):
    """They are neither wins nor bad rows, also below the first thousand; the line of what was read names them."""
    rows = pairs(2500)
    rows[2][1] = "AS AS AD AC KS"
    if name.endswith("parquet"):
        pa = pytest.importorskip("pyarrow")
        pq = pytest.importorskip("pyarrow.parquet")
        path = tmp_path / name
        pq.write_table(pa.table({head: [row[at] for row in rows[1:]] for at, head in enumerate(rows[0])}), path)
    else:
        path = written(tmp_path / name, rows)
    found = xlpoker.wins(path, skip="3,10:12,2001")
    assert (found.rows, found.bad, found.players) == (2495, 0, [2495, 0])
    assert "without rows 3,10:12,2001" in found.as_dict()["read"]["said"]
    assert xlpoker.wins(path).bad == 1


def test_results_stay_away_from_rows_that_are_left_out(tmp_path):
    """`score` writes nothing beside them."""
    path = written(tmp_path / "a.xlsx", pairs(4))
    assert run("score", path, "--skip", "3", "--in-place")[0] == 0
    column = [row[4] for row in values(path)]
    assert column[2] is None
    assert None not in (column[1], *column[3:5])


def test_a_frame_counts_rows_as_a_worksheet_does():
    """The headings are row 1."""
    pd = pytest.importorskip("pandas")
    heads, *rows = pairs(4)
    importlib.import_module("xlpoker.frames")
    frame = pd.DataFrame(rows, columns=heads)
    assert frame.poker.wins(skip="2,3").rows == 2
    assert frame.poker.wins(hands=["Anna", "Ben"], skip="2,3").rows == 2


def test_a_question_offers_the_reading_without_the_rows_it_is_about():
    """Those of a remark or below a title; of marks that only a heading explains each half; of deals that stand there twice the later ones."""
    void = find(Grid("", pairs(6, r4="void", r6="void - misdeal")))
    assert [one.skip.rows for (one,) in void.readings] == [(), ((3, 3), (5, 5))]
    rows = pairs(6)
    valid = [[*rows[0][:3], "Valid"], *([*row[:3], "yes" if row[0] % 3 else "no"] for row in rows[1:])]
    assert [one.skip.rows for (one,) in find(Grid("", valid)).readings] == [(), ((3, 3), (6, 6)), ((1, 2), (4, 5))]
    warm = [*(row[:3] for row in rows), ["Warm-up"], *(row[:3] for row in pairs(8)[7:])]
    assert [one.skip.rows for (one,) in find(Grid("", warm)).readings] == [(), ((8, 9),)]
    twice = [row[:3] for row in [*rows, *rows[1:]]]
    assert isinstance(found := find(Grid("", twice)), Question)
    assert found.readings[1][0].option() == "--hands B2:B13,C2:C13 --skip 8:13"


def test_options_leave_out_headings_that_stand_there_again():
    """Within the ranges that are pasted they would be bad rows."""
    rows = [row[:3] for row in pairs(6)]
    found = find(Grid("", [*rows, ["Typed again"], *rows]))
    assert found.readings[1][0].option() == "--hands B2:B15,C2:C15 --skip 8:9,10:15"


def test_who_stays_wins_where_the_rows_of_others_are_left_out(tmp_path):
    """A deal with one row is a bad row, unless its other rows were left out; a deal whose rows are all left out is none."""
    rows = [LONG, [1, "Anna", HIGH], [None, "Ben", LOW], [2, "Anna", HIGH], [3, "Anna", LOW], [None, "Ben", HIGH]]
    path = written(tmp_path / "a.xlsx", rows)
    said = {"hands": "C2:C6", "by": "Deal"}
    wins = {}
    for skip in ("2", "3", "2,3"):
        found = xlpoker.wins(path, **said, skip=skip).as_dict()
        wins[skip] = found["player_1"], found["player_2"], found["bad"]
    assert wins == {"2": (0, 2, 1), "3": (1, 1, 1), "2,3": (0, 1, 1)}  # Ben's first hand belongs to deal 1


@pytest.mark.parametrize(
    ("skip", "message"),
    {
        "no column": ("7x", "'7x' is not a range"),
        "row zero": ("0", "'0' lies outside a sheet"),
        "beyond the sheet": ("99999999999", "'99999999999' lies outside a sheet"),
        "a last row beyond it": ("7:1048577", "'7:1048577' lies outside a sheet"),
        "no last row": ("12:", "'12:' is not a range"),
        "no first row": (":9", "':9' is not a range"),
        "three": ("7:8:x", "'7:8:x' is not a range"),
    }.values(),
)
def test_what_is_no_column_and_no_row_is_named(tmp_path, skip, message):
    """The part is quoted."""
    path = written(tmp_path / "a.csv", pairs(4))
    with pytest.raises((LayoutError, OptionError), match=message):
        xlpoker.wins(path, skip=skip)


def test_blanks_and_semicolons_part_too():
    """As between ranges."""
    assert parse_skip(" 7; 9 L 12:11") == parse_skip("L,7,9,11:12")
