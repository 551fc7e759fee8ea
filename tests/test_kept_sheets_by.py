"""Showdowns that are not rows: hands downwards, and long tables with a row for each player."""

import json

import openpyxl
import pytest
from support.blocks import blocks
from support.kept_deals import DOWN, LONG, NAMES, SHOWN, THREE, WHOLE, holdem, long
from support.kept_sheets import answer, deals, hints, run, written


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
@pytest.mark.parametrize("rows", DOWN.values(), ids=DOWN)
def test_hands_downwards(tmp_path, rows, ending):
    """Hands in columns are asked about, and the hint has the answer."""
    path = written(tmp_path / f"a{ending}", rows)
    code, _, message = run("wins", path)
    assert (code, hints(message)) == (2, [["--by", "columns"]])
    assert counted(path, "--by", "columns") == (answer(THREE) | {"names": NAMES})


def counted(path, *options):
    """Return what a command prints as JSON, without the file."""
    code, out, _ = run("wins", path, *options, "--json")
    assert code == 0
    return {key: value for key, value in json.loads(out).items() if key not in ("file", "sheet")}


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
@pytest.mark.parametrize(("rows", "showdowns"), LONG.values(), ids=LONG)
def test_long_tables(tmp_path, rows, showdowns, ending):
    """Rows of one deal are compared by themselves where a heading says so, or by --by."""
    path = written(tmp_path / f"a{ending}", rows)
    expected = answer(showdowns) | {"names": sorted(NAMES)}
    for options in ([], ["--by", rows[0][0]], ["--by", "A"]):
        found = counted(path, *options)
        won = dict(zip(found["names"], [found[f"player_{number}"] for number in (1, 2, 3)], strict=True))
        assert [won[name] for name in NAMES] == [expected[f"player_{number}"] for number in (1, 2, 3)]
        assert [found[key] for key in ("rows", "ties", "bad")] == [expected[key] for key in ("rows", "ties", "bad")]


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
def test_a_long_table_of_which_the_first_rows_end_within_a_deal(tmp_path, ending):
    """What belongs together is seen in the first rows and holds for all."""
    rows = [["Hand id", "Player", "Cards"], *long(WHOLE * 20, ids=range(160))]
    with blocks(first=64, lines=2000):
        found = counted(written(tmp_path / f"a{ending}", rows))
    expected = answer(THREE)
    assert found == {key: 20 * value for key, value in expected.items()} | {"names": NAMES}


@pytest.mark.parametrize("where", ["each", "first"])
def test_long_tables_of_holdem(tmp_path, where):
    """The board may stand in every row of a deal or in one."""
    path = written(tmp_path / "a.xlsx", holdem(each=where == "each"))
    code, _, message = run("wins", path)
    assert (code, hints(message)) == (2, [["--game", "holdem"]])
    assert counted(path, "--game", "holdem") == (answer(SHOWN, board=True) | {"names": NAMES})


def test_bad_cells_of_showdowns(tmp_path):
    """A bad cell is named by its place in the sheet, and makes its showdown a bad one."""
    rows = [line.copy() for line in DOWN["blank-rows"]]
    rows[3][1], rows[8][2] = "1OH", None
    code, out, err = run("wins", written(tmp_path / "a.xlsx", rows), "--by", "columns", "--json")
    assert (code, json.loads(out)["bad"]) == (0, 2)
    assert err.splitlines() == [
        "Sheet!B4: '1OH' is not a card; did you mean '10H'?",
        "Sheet!C9: a card is missing",
    ]


REFUSED = {
    "no-such-heading": (["--by", "Hand ix"], "'Hand ix' is no column beside the hands; did you mean 'Hand id'?"),
    "a-column-of-cards": (["--by", "C"], "'C' is no column beside the hands; choose from Hand id, Player, columns"),
    "with-check": (["--by", "A", "--check", "B"], "winners are checked in tables with a showdown a row, not with --by"),
    "columns-and-hands": (
        ["--by", "columns", "--hands", "C2:C9"],
        "--by columns finds the hands itself; leave --hands and --cards out",
    ),
    "no-cards-there": (["--by", "A", "--hands", "D50:D60"], "Sheet holds nothing in D50:D60"),
    "columns-of-holdem": (["--by", "columns", "--game", "holdem"], "--by columns takes games without a board"),
}


@pytest.mark.parametrize(("options", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(tmp_path, options, message):
    """A heading that is not there, and what does not go together."""
    path = written(tmp_path / "a.xlsx", LONG["whole-hands"][0])
    assert run("wins", path, *options) == (2, "", f"xlpoker: {message}\n")


def test_monthly_sheets(tmp_path):
    """Sheets are counted together, a line each and the sum; one without hands is left out."""
    book = openpyxl.Workbook()
    book.active.title = "Notes"
    for at, month in enumerate(("Jan", "Feb", "Mar")):
        sheet = book.create_sheet(month)
        for line in ([*"ABCDE", *"FGHIJ"], *deals(10, 5 + at, seed=at)):
            sheet.append(line)
    path = tmp_path / "year.xlsx"
    book.save(path)
    code, out, _ = run("wins", path, "--all-sheets", "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert (code, [(one["sheet"], one["rows"]) for one in found]) == (0, [("Jan", 5), ("Feb", 6), ("Mar", 7)])
    for at, one in enumerate(found):
        expected = answer([[row[:5], row[5:]] for row in deals(10, 5 + at, seed=at)])
        assert {key: one[key] for key in expected} == expected
    table = run("wins", path, "--all-sheets")[1]
    assert [line.split()[:4] for line in table.splitlines() if "·" in line or "sheets" in line] == [
        *(["year.xlsx", "·", month, str(5 + at)] for at, month in enumerate(("Jan", "Feb", "Mar"))),
        ["3", "sheets", "18", str(sum(one["player_1"] for one in found))],
    ]
    assert run("wins", path, "--all-sheets", "--sheet", "Jan")[0] == 2
