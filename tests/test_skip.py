"""Rows and columns that ``--skip`` leaves out: they count nothing through every door, and a question offers the rows it is about."""

import importlib

import pytest
from support.kept_sheets import cell_values, run, write_table

import xlpoker
from xlpoker import LayoutError, OptionError
from xlpoker.layout.ranges import parse_skip

HIGH, LOW = "AS AH AD AC KS", "2S 3H 4D 5C 7S"
LONG = ["Deal", "Player", "Cards", "Status"]


def pairs(count, **notes):
    """Return a table in which Anna always wins; notes stand in rows: r4="void"."""
    hands = [f"{HIGH[:-2]}{'KQJT98'[row % 6]}{'SHDC'[row % 4]}" for row in range(count)]
    return [["No", "Anna", "Ben", "Notes"]] + [
        [at, hand, LOW, notes.get(f"r{at + 1}")] for at, hand in enumerate(hands, 1)
    ]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["a.xlsx", "a.csv", "a.parquet"])
def test_rows_that_are_left_out_count_nothing(tmp_path, name):
    """They are neither wins nor bad rows, also below the first thousand; the line of what was read names them."""
    rows = pairs(2500)
    rows[2][1] = "AS AS AD AC KS"
    if name.endswith("parquet"):
        pa = pytest.importorskip("pyarrow")
        pq = pytest.importorskip("pyarrow.parquet")
        path = tmp_path / name
        pq.write_table(
            pa.table({head: [row[at] for row in rows[1:]] for at, head in enumerate(rows[0])}), path
        )
    else:
        path = write_table(tmp_path / name, rows)
    found = xlpoker.wins(path, skip="3,10:12,2001")
    assert (found.rows, found.bad, found.players) == (2495, 0, [2495, 0])
    assert "without rows 3, 10, 11, 12, 2001" in found.as_dict()["read"]["said"]
    assert xlpoker.wins(path).bad == 1


def test_results_stay_away_from_rows_that_are_left_out(tmp_path):
    """`score` writes nothing beside them."""
    path = write_table(tmp_path / "a.xlsx", pairs(4))
    assert run("score", path, "--skip", "3", "--in-place")[0] == 0
    column = [row[4] for row in cell_values(path)]
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


def test_rows_of_remarks_are_named_and_can_be_left_out(tmp_path):
    """The line has the cell of the remark, whose row is what ``--skip`` takes."""
    path = write_table(tmp_path / "a.xlsx", pairs(6, r4="void", r6="void - misdeal"))
    assert "D Notes (2 texts, first D4 'void')" in xlpoker.wins(path).read
    assert xlpoker.wins(path, skip="4,6").players == [4, 0]
    assert xlpoker.wins(path).players == [6, 0]


def test_deals_that_stand_there_twice(tmp_path):
    """They are warned about, and headings that stand there again are left out with them."""
    rows = [row[:3] for row in pairs(6)]
    path = write_table(tmp_path / "a.xlsx", [*rows, ["Typed again"], *rows])
    found = xlpoker.wins(path)
    assert "row 10 holds the cards of row 2, 5 more such rows" in found.read
    assert (found.rows, found.bad) == (12, 0)
    again = xlpoker.wins(path, skip="8:15")
    assert (again.rows, again.bad) == (6, 0)


def test_who_stays_wins_where_the_rows_of_others_are_left_out(tmp_path):
    """A deal with one row is a bad row, unless its other rows were left out; a deal whose rows are all left out is none."""
    rows = [
        LONG,
        [1, "Anna", HIGH],
        [None, "Ben", LOW],
        [2, "Anna", HIGH],
        [3, "Anna", LOW],
        [None, "Ben", HIGH],
    ]
    path = write_table(tmp_path / "a.xlsx", rows)
    said = {"hands": "C2:C6", "by": "Deal"}
    won = {}
    for skip in ("2", "3", "2,3"):
        found = xlpoker.wins(path, **said, skip=skip)
        won[skip] = dict(zip(found.names, found.players, strict=True)), found.bad
    assert won == {  # Ben's first hand belongs to deal 1
        "2": ({"Anna": 0, "Ben": 2}, 1),
        "3": ({"Anna": 1, "Ben": 1}, 1),
        "2,3": ({"Anna": 0, "Ben": 1}, 1),
    }


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
    path = write_table(tmp_path / "a.csv", pairs(4))
    with pytest.raises((LayoutError, OptionError), match=message):
        xlpoker.wins(path, skip=skip)


def test_blanks_and_semicolons_part_too():
    """As between ranges."""
    assert parse_skip(" 7; 9 L 12:11") == parse_skip("L,7,9,11:12")
