"""Showdowns that are not rows: hands downwards, and long tables with a row for each player."""

import datetime as dt
import json
from itertools import zip_longest

import pytest
from support.blocks import blocks
from support.books import sheets
from support.kept_deals import DOWN, LONG, NAMES, PIVOTED, STACKED, THREE, WHOLE, long
from support.kept_sheets import (
    ENDINGS,
    answer,
    counted,
    deals,
    hints,
    run,
    summary,
    true_reading,
    values,
    written,
)
from support.layout_table import rows_of

import xlpoker


@ENDINGS
@pytest.mark.parametrize("rows", DOWN.values(), ids=DOWN)
def test_hands_downwards(tmp_path, rows, ending):
    """Cards of a hand below one another are asked about, and so is the sheet turned, with players below one another."""
    code, _, message = run("wins", written(tmp_path / f"a{ending}", rows))
    assert (code, "the cards of a hand may stand below one another" in message) == (2, True)
    code, _, message = run("wins", written(tmp_path / f"b{ending}", zip_longest(*rows)))
    assert (code, "each column may be a deal" in message) == (2, True)


@ENDINGS
@pytest.mark.parametrize(("rows", "showdowns"), LONG.values(), ids=LONG)
def test_long_tables(tmp_path, rows, showdowns, ending):
    """Rows of one deal are compared by themselves where a heading says so, or by --by."""
    path = written(tmp_path / f"a{ending}", rows)
    expected = answer(showdowns) | {"names": sorted(NAMES)}
    for options in (["--by", rows[0][0]], ["--by", "A"]):
        found = counted(path, *options)
        won = dict(zip(found["names"], [found[f"player_{number}"] for number in (1, 2, 3)], strict=True))
        assert [won[name] for name in NAMES] == [expected[f"player_{number}"] for number in (1, 2, 3)]
        assert [found[key] for key in ("rows", "ties", "bad")] == [expected[key] for key in ("rows", "ties", "bad")]


@ENDINGS
def test_a_long_table_of_which_the_first_rows_end_within_a_deal(tmp_path, ending):
    """What belongs together is seen in the first rows and holds for all."""
    rows = [["Hand id", "Player", "Cards"], *long(WHOLE * 20, ids=range(160))]
    with blocks(first=64, lines=2000):
        found = counted(written(tmp_path / f"a{ending}", rows))
    expected = answer(THREE)
    assert found == {key: 20 * value for key, value in expected.items()} | {"names": NAMES}


@ENDINGS
@pytest.mark.parametrize("rows", (PIVOTED | STACKED).values(), ids=PIVOTED | STACKED)
def test_a_deal_in_each_column(tmp_path, rows, ending):
    """Players downwards and rounds across are asked about; the cells pasted with Transpose have the answer."""
    path = written(tmp_path / f"a{ending}", rows)
    code, _, message = run("wins", path)
    assert (code, "a deal has to be a row: Paste Special, Transpose turns cells" in message) == (2, True)
    assert run("score", path)[2] == message
    hints = ["--hands", "B2:F9,G2:K9,L2:P9"] if rows is STACKED["no-words-at-the-left"] else []
    found = counted(written(tmp_path / f"b{ending}", zip_longest(*rows)), *hints)
    named = any(row[:1] == ["Anna"] for row in rows)
    assert found == answer(THREE) | ({"names": NAMES} if named else {})


def test_dates_above_a_few_cards_are_no_deals(tmp_path):
    """Fewer rows of cards than two hands need, below dates or words that number deals, are hands side by side."""
    head = [dt.date(2026, 1, day) for day in range(1, 6)]
    path = written(tmp_path / "a.xlsx", [head, *[hands[0] for hands in THREE[:4]]])
    assert (counted(path)["rows"], counted(path)["bad"]) == (4, 0)


REFUSED = {
    "no-such-heading": (["--by", "Hand ix"], "'Hand ix' is no column beside the hands; did you mean 'Hand id'?"),
    "a-column-of-cards": (
        ["--by", "C"],
        "'C' is no column beside the hands; choose from Hand id, Player, turns",
    ),
    "check-of-a-column-of-cards": (
        ["--by", "A", "--check", "C"],
        "'C' is a column of the hands; choose from Hand id, Player, Cards",
    ),
    "no-cards-there": (["--by", "A", "--hands", "D50:D60"], "Sheet holds nothing in D50:D60"),
}


@pytest.mark.parametrize(("options", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(tmp_path, options, message):
    """A heading that is not there, and what does not go together."""
    path = written(tmp_path / "a.xlsx", LONG["whole-hands"][0])
    assert run("wins", path, *options) == (2, "", f"xlpoker: {message}\n")


def test_monthly_sheets(tmp_path):
    """Sheets are counted together, a line each and the sum; one without hands is left out."""
    months = {month: deals(10, 5 + at, seed=at) for at, month in enumerate(("Jan", "Feb", "Mar"))}
    tables = {month: [[*"ABCDE", *"FGHIJ"], *rows] for month, rows in months.items()}
    path = sheets(tmp_path / "year.xlsx", {"Notes": []} | tables)
    code, out, _ = run("wins", path, "--all-sheets", "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert (code, [(one["sheet"], one["rows"]) for one in found]) == (0, [("Jan", 5), ("Feb", 6), ("Mar", 7)])
    for one in found:
        expected = answer([[row[:5], row[5:]] for row in months[one["sheet"]]])
        assert {key: one[key] for key in expected} == expected
    table = run("wins", path, "--all-sheets")[1]
    assert [words[:4] for words in summary(table)[1:]] == [
        *(["year.xlsx", "·", month, str(5 + at)] for at, month in enumerate(("Jan", "Feb", "Mar"))),
        ["3", "sheets", "18", str(sum(one["player_1"] for one in found))],
    ]
    assert run("wins", path, "--all-sheets", "--sheet", "Jan")[0] == 2


@ENDINGS
@pytest.mark.parametrize("options", [[], ["--by", "Deal"], ["--by", "Date,Deal"], ["--by", "A, B"]], ids=" ".join)
def test_numbers_of_deals_begin_anew_each_evening(tmp_path, options, ending):
    """Rows under one number are one deal as far as they follow each other, where a player stands under it again."""
    evening = long(WHOLE, ids=range(1, 9))
    rows = [["Date", "Deal", "Player", "Cards"]]
    rows += [[date, *row] for date in ("2026-11-06", "2026-11-13") for row in evening]
    expected = answer(THREE)
    found = counted(written(tmp_path / f"a{ending}", rows), *options)
    assert found == {key: 2 * value for key, value in expected.items()} | {"names": NAMES}


@pytest.mark.parametrize("order", [1, 2], ids=["by-deal", "by-player"])
def test_a_column_that_tells_deals_apart_is_named(tmp_path, order):
    """Numbers that begin anew in a sorted table are asked about, and the hint has the answer; pots tell nothing apart."""
    evening = long(WHOLE, ids=range(1, 9))
    rows = [[pot, date, *row] for date in ("2026-11-06", "2026-11-13") for pot, row in enumerate(evening)]
    path = written(
        tmp_path / "a.xlsx", [["Pot", "Date", "Deal", "Player", "Cards"], *sorted(rows, key=lambda row: row[order + 1])]
    )
    code, _, message = run("wins", path, "--by", "Deal")
    assert (code, hints(message)) == (2, [["--by", "Deal,Date"]])
    assert counted(path, "--by", "Deal,Date") == {key: 2 * value for key, value in answer(THREE).items()} | {
        "names": NAMES
    }


@pytest.mark.parametrize("by", ["Deal", "B"])
def test_rows_of_a_deal_may_stand_apart(tmp_path, by):
    """Sorted by player, each number comes once with each of them."""
    rows = sorted(long(WHOLE, ids=range(1, 9)), key=lambda row: row[1])
    path = written(tmp_path / "a.xlsx", [["Cards", "Deal", "Player"], *[[row[2], *row[:2]] for row in rows]])
    assert counted(path, "--by", by) == answer(THREE) | {"names": NAMES}


def test_columns_of_deals_are_named_one_by_one(tmp_path):
    """The message quotes the heading that is not there."""
    path = written(tmp_path / "a.xlsx", [["Deal", "Player", "Cards"], *long(WHOLE)])
    assert run("wins", path, "--by", "Deal,Tabel")[2].endswith(
        "'Tabel' is no column beside the hands; choose from Deal, Player, turns\n"
    )


@pytest.mark.parametrize("parted", [False, True], ids=["in-one-cell", "in-five"])
def test_boards_of_one_deal_that_differ(tmp_path, parted):
    """All rows of the deal are bad and name both boards; one that is not finished yet is no other board."""
    boards = ["2c 7d 9h Js 3c", "2c 7d 9h Js Kc"], ["2c 7d 9h Js 3c", "2c 7d 9h"], ["2C 7D 9H JS 3C", "2♣ 7♦ 9♥ J♠ 3♣"]
    rows = [
        [number, name, hole, *(board.split() if parted else [board])]
        for number, pair in enumerate(boards)
        for name, hole, board in zip(("Ann", "Bob"), ("Ah Ad", "Kh Kd"), pair, strict=True)
    ]
    labels = ["F1", "F2", "F3", "T", "R"] if parted else ["Board"]
    path = written(tmp_path / "a.xlsx", [["Hand id", "Player", "Hole", *labels], *rows])
    found = counted(path, "--by", "Hand id", "--game", "holdem")
    assert (found["player_1"], found["player_2"], found["bad"]) == (2, 0, 1)
    one, other, places = ("3c", "Kc", ("H2", "H3")) if parted else (*boards[0], ("D2", "D3"))
    said = f"Sheet!{places[0]}: the board of one deal is '{one}' in {places[0]} and '{other}' in {places[1]}\n"
    assert run("wins", path, "--by", "Hand id", "--game", "holdem")[2] == said


SPELLINGS = [["Anna", "Bernd"], ["anna", "BERND"], ["Anna ", "bernd"], [" ANNA", "Bernd  "]]


@ENDINGS
def test_names_that_differ_in_case_or_blanks_are_one_player(tmp_path, ending):
    """A player has the name that is written first."""
    rows = [["Hand id", "Player", "Cards"]]
    for at, hands in enumerate(THREE[:8]):
        rows += [[at, name, " ".join(hand)] for name, hand in zip(SPELLINGS[at % 4], hands, strict=False)]
    found = xlpoker.wins(written(tmp_path / f"a{ending}", rows))
    expected = [xlpoker.winner(*hands[:2]) for hands in THREE[:8]]
    assert (found.names, found.rows, found.bad) == (["Anna", "Bernd"], 8, 0)
    assert (found.players, found.ties) == ([expected.count(1), expected.count(2)], expected.count(0))


def test_players_who_meet_under_two_spellings_are_two(tmp_path):
    """Where one deal has both spellings they are not one player."""
    rows = [["Hand id", "Player", "Cards"]]
    for at, hands in enumerate(THREE[:4]):
        pair = list(zip(["ann", "Ann"], hands, strict=False))
        rows += [[at, name, " ".join(hand)] for name, hand in (pair if at % 2 else pair[::-1])]
    found = xlpoker.wins(written(tmp_path / "a.xlsx", rows))
    expected = [xlpoker.winner(*hands[1::-1]) for hands in THREE[:4]]
    assert (found.names, found.players) == (["Ann", "ann"], [expected.count(1), expected.count(2)])


def test_a_board_in_a_row_of_its_own_is_no_player(tmp_path):
    """A long table in which the board has a row among the players is not counted; the message says where to put it."""
    cards = [[" ".join(row[at:end]) for at, end in ((0, 2), (2, 4), (4, 9))] for row in deals(9, 3)]
    rows = [
        [at, who, cell]
        for at, deal in enumerate(cards, 1)
        for who, cell in zip(("Ann", "Bob", "Board"), deal, strict=True)
    ]
    path = written(tmp_path / "a.xlsx", [["Hand", "Player", "Cards"], *rows])
    assert run("wins", path)[:2] == (2, "")
    code, out, err = run("wins", path, "--by", "Hand")
    assert (code != 0, out) == (True, "")
    assert "has a board in a row of its own, C4; put it beside the hands of its deal, in a column Board" in err


TURNS = "8x Deal {n} / Ann|5c / Bob|5c"


def test_results_beside_players_who_take_turns(tmp_path):
    """Every hand has its value, and the winner stands in the winner's row; scored again it stays the same."""
    path, target = written(tmp_path / "a.xlsx", rows_of(TURNS)), tmp_path / "b.xlsx"
    assert run("score", path, "--by", "turns", "-o", target)[0] == 0
    first = values(target)
    assert counted(target, "--by", "turns") == counted(path, "--by", "turns")
    assert run("score", target, "--by", "turns", "--in-place")[0] == 0
    assert values(target) == first


def test_turns_in_a_long_table_of_which_the_first_rows_are_read(tmp_path):
    """The question does not depend on where the first rows end."""
    path = written(tmp_path / "a.xlsx", rows_of("Player|C{1..5} // 160x Ann|5c / Bob|5c / Cid|5c"))
    with blocks(first=64, lines=2000):
        assert true_reading(path, {"rows": 160})[-2:] == ["--by", "turns"]
        assert counted(path, "--by", "turns")["rows"] == 160


def test_turns_without_names(tmp_path):
    """Without a column of names there is nothing that tells where a deal ends."""
    code, _, message = run("wins", written(tmp_path / "a.xlsx", rows_of("40x 5c")), "--by", "turns")
    assert code == 2
    assert message.endswith("insert one that numbers the deals, and name it with --by\n")
