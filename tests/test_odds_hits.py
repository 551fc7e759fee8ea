"""How a range hits a board, in Python and on the command line."""

import csv
import io
import json

import pytest
from support.commands import run

import xlpoker
from xlpoker.errors import HandError
from xlpoker.odds.hits import hits, next_equities


@pytest.mark.parametrize(
    ("held", "board", "made"),
    [
        pytest.param("99", "8c 9s 4c", {"Set": 3}, id="set"),
        pytest.param("A9", "9c 9s 4c", {"Trips": 8}, id="trips"),
        pytest.param(
            "AK", "9c 9s 9d", {"Three of a kind on the board": 16}, id="trips-on-the-board"
        ),
        pytest.param("TT+", "8c 9s 4c", {"Overpair": 30}, id="overpair"),
        pytest.param(
            "55, 22", "8c 9s 4c", {"Pocket pair below the top card": 12}, id="pocket-pair"
        ),
        pytest.param(
            "A8, A9, A4",
            "8c 9s 4c",
            {"Top pair": 12, "Second pair": 12, "Low pair": 12},
            id="pairs",
        ),
        pytest.param("AK", "9c 9s 4c", {"Pair on the board": 16}, id="pair-on-the-board"),
        pytest.param("98", "8c 9s 4c", {"Two Pair": 9}, id="two-pair"),
        pytest.param("AK, KQ", "8c 9s 4c", {"Ace high": 16, "Nothing": 16}, id="high-cards"),
        pytest.param(
            "76s, AcKc", "8c 9c 5c", {"Straight Flush": 1, "Flush": 1, "Straight": 3}, id="better"
        ),
        pytest.param(
            "99, 44:0.5", "9c 9s 4c", {"Four of a Kind": 1, "Full House": 1.5}, id="weights"
        ),
        pytest.param(
            "AA, KQ:0.5",
            "Ah As Ad",
            {"Three of a kind on the board": 8},
            id="weights-beside-what-is-blocked",
        ),
    ],
)
def test_made_hands(held, board, made):
    """What the combinations of a range are with a flop; their sum is the range without what the board holds."""
    found = hits(held, board)
    assert found.made_hands == made
    assert sum(found.made_hands.values()) == sum(found.hands.values()) == found.combinations


@pytest.mark.parametrize(
    ("held", "board", "draws"),
    [
        pytest.param("AcKc", "8c 9s 4c", {"flush draw": 1, "overcards": 1}, id="flush-draw"),
        pytest.param(
            "JTo", "8c 9s 4c", {"open-ended straight draw": 12, "overcards": 12}, id="open"
        ),
        pytest.param("22", "8c 9s 4c", {"no draw": 6}, id="none"),
        pytest.param("22", "8c 9s 4c Jh 2d", {}, id="river"),
    ],
)
def test_draws(held, board, draws):
    """A combination may have several draws; on the river there is nothing to draw to."""
    assert hits(held, board).draws == draws


def test_before_the_flop():
    """Combinations and their share of all hands; dead cards are not counted."""
    found = hits("TT+, AKs")
    assert (found.combinations, found.possible, found.made_hands) == (34, 1326, {})
    assert hits("TT+, AKs", dead="Ah").combinations == 34 - 3 - 1
    assert [hits(held).possible for held in ("AhKh", "AhKh, QQ")] == [1326, 1326]
    with pytest.raises(HandError, match="2 board cards: a range hits a flop, a turn or a river"):
        hits("TT+", "8c 9s")


def test_the_command_prints_a_grid_and_two_tables():
    """Thirteen lines of the grid, then made hands and draws with combinations and shares."""
    code, out, _ = run("range", "TT+, AKs", "--board", "8c 9s 4c")
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "TT+, AKs · 34 of 1,176 combinations, 2.89%"
    assert run("range", "AhKh, QQ", "--board", "Ah 7d 2c")[1].startswith(
        "AhKh, QQ · 6 of 1,176 combinations, 0.51% · 1 blocked by cards that are known\n"
    )
    assert [line.split()[:2] for line in lines[1:6]] == [
        ["AA", "AKs"],
        ["·", "KK"],
        ["·", "·"],
        ["·", "·"],
        ["·", "·"],
    ]
    assert any(line.split() == ["Overpair", "30", "88.24%"] for line in lines)
    assert run("range", "TT+", "AKs", "--board", "8c 9s 4c")[1].splitlines()[1:] == lines[1:]
    made = [line for line in lines if line.startswith(("Overpair", "Ace high"))]
    assert made[0].index(" 30 ") == made[1].index("  4 ")
    assert any(line.split() == ["overcards", "4", "11.76%"] for line in lines)


def test_the_command_as_data():
    """JSON is one object, CSV a row for each name."""
    record = json.loads(run("range", "TT+, AKs", "--board", "8c 9s 4c", "--json")[1])
    assert (record["combinations"], record["made"]) == (34, {"Overpair": 30, "Ace high": 4})
    rows = list(csv.DictReader(io.StringIO(run("range", "TT+", "--csv")[1])))
    assert [(row["kind"], row["name"], row["combinations"]) for row in rows[:2]] == [
        ("hand", "AA", "6"),
        ("hand", "KK", "6"),
    ]
    assert "is not a rank" in run("range", "zz")[2]


def test_outs_of_ranges():
    """After each next card the equity is what equity says on that board; the mean over all cards is the equity now."""
    found = next_equities("8c 9s 4c", "6c 7c", "TT+, AK")
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert len(found) == 52 - 3 - 2
    for card in ("TC", "2H", "AH"):
        assert (
            found[card] == xlpoker.equity(f"8c 9s 4c {card}", "6c 7c", "TT+, AK").players[0].equity
        )
    turn = next_equities("8c 9s 4c Jh", "6c 7c", "AhAd")
    assert sum(turn.values()) == pytest.approx(15)
    assert "AH" not in turn
    assert next_equities("8c 9s 4c", "TT+", "AhAd", dead="2c").keys().isdisjoint({"AH", "AD", "2C"})
    with pytest.raises(HandError, match="0 board cards: outs are for a flop of 3 or a turn of 4"):
        next_equities("", "TT+", "AK")


def test_outs_of_ranges_as_a_command():
    """Cards of one equity share a line, the best first; JSON has them one by one."""
    code, out, _ = run("outs", "6c 7c", "TT+, AK", "--board", "8c 9s 4c Jh")
    assert code == 0
    assert out.splitlines()[0].startswith("6c 7c against TT+, AK on 8c 9s 4c Jh · equity now 3")
    assert "100.00%" in out.splitlines()[3]
    record = json.loads(run("outs", "6c 7c", "TT+, AK", "--board", "8c 9s 4c Jh", "--json")[1])
    assert record["5C"] == 1
    assert (
        len(
            list(
                csv.DictReader(
                    io.StringIO(run("outs", "6c 7c", "TT+", "--board", "8c 9s 4c Jh", "--csv")[1])
                )
            )
        )
        == 46
    )
