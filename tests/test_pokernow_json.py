"""The hands of PokerNow as JSON: events with numbers for types, amounts in cents, a hand that is run twice."""

import json

import pytest
from click.testing import CliRunner
from support.histories import read_history
from support.pokernow_json import (
    ANNA,
    BACK,
    BEN,
    BET,
    BIG,
    BLINDS,
    BOUNTY,
    CALL,
    CHECK,
    CLEO,
    FLOP,
    FOLD,
    LATE_BIG,
    LATE_SMALL,
    PLAYERS,
    RAISE,
    RAKE,
    RIVER,
    SHOW,
    SHOWDOWN,
    SHOWN_DOWN,
    STRADDLE,
    TURN,
    VOTE,
    hand_of,
    win_of,
)

from xlpoker.cli import main
from xlpoker.histories.files import read_histories


def _read(tmp_path, *hands):
    table = {"generatedAt": "2024-03-05T23:00:00.000Z", "playerId": "aaaa1111", "hands": hands}
    return read_history(tmp_path, json.dumps(table, indent=1), "hands.json")


def test_a_hand_in_cents(tmp_path):
    """The smallest bet is a call; who is folded may show one card."""
    (hand,) = _read(tmp_path, hand_of(SHOWN_DOWN)).hands
    assert (hand.site, hand.number, hand.game, hand.stakes) == (
        "PokerNow",
        "#7 abcd12345678",
        "Hold'em",
        "0.1/0.25",
    )
    assert (str(hand.time), hand.button, hand.pot, hand.notes) == (
        "2024-03-05 20:00:00",
        ANNA,
        3.75,
        [],
    )
    assert hand.boards == [("2C", "7D", "9S", "JC", "3H")]
    assert [(seat.name, seat.stack, seat.cards, seat.folded, seat.net) for seat in hand.seats] == [
        ("Anna", 50, ("AH", "AD"), False, 2),
        ("Ben", 40, ("KH", "9D"), False, -1.75),
        ("Cleo", 30, (), True, -0.25),
    ]
    assert hand.remarks == ["Cleo showed [4D]"]


def test_missed_blinds_a_bet_that_nobody_calls_and_a_bounty(tmp_path):
    """A missed big blind counts for the bet, a missed small blind is dead."""
    events = [
        *BLINDS, (LATE_SMALL, ANNA, 10), (LATE_BIG, ANNA, 25), (RAISE, ANNA, 100), (FOLD, BEN), (FOLD, CLEO),
        (BACK, ANNA, 75), {"type": SHOWDOWN}, win_of(ANNA, 70),
        {"type": BOUNTY, "receivedBounties": [[ANNA, 100]], "paidBounties": [[BEN, 50], [CLEO, 50]]},
    ]  # fmt: skip
    (hand,) = _read(tmp_path, hand_of(events)).hands
    assert [seat.net for seat in hand.seats] == [0.35, -0.1, -0.25]
    assert hand.notes == []
    assert hand.remarks == [
        "Anna receives a bounty of 1",
        "Ben pays a bounty of 0.5",
        "Cleo pays a bounty of 0.5",
    ]


def test_a_straddle_and_antes(tmp_path):
    """A straddle is a bet; the ante stands above the events."""
    events = [*BLINDS, (STRADDLE, ANNA, 50), (FOLD, BEN), (CALL, CLEO, 50), (CHECK, ANNA), FLOP, (FOLD, CLEO), win_of(ANNA, 125)]  # fmt: skip
    (hand,) = _read(tmp_path, hand_of(events, ante=5, straddleSeat=ANNA)).hands
    assert (hand.pot, hand.notes) == (1.25, [])
    assert [seat.net for seat in hand.seats] == [0.7, -0.15, -0.55]


def test_a_hand_that_is_run_twice(tmp_path):
    """The first streets are on both boards; each win names its board."""
    events = [
        *BLINDS, (RAISE, ANNA, 4000), (CALL, BEN, 4000), (FOLD, CLEO), {"type": VOTE, "approved": True}, FLOP,
        TURN, RIVER, TURN | {"run": 2, "cards": ["Kd"]}, RIVER | {"run": 2, "cards": ["4h"]},
        {"type": SHOW, "seat": BEN, "cards": ["Kh", "Ks"]},
        win_of(ANNA, 4013, runNumber="1"), win_of(BEN, 4012, runNumber="2"),
    ]  # fmt: skip
    (hand,) = _read(tmp_path, hand_of(events)).hands
    assert hand.boards == [("2C", "7D", "9S", "JC", "3H"), ("2C", "7D", "9S", "KD", "4H")]
    assert (hand.all_in, hand.notes) == (0, [])
    assert [seat.won_on for seat in hand.seats] == [{1: 40.13}, {2: 40.12}, {}]


def test_whole_chips_rake_and_omaha(tmp_path):
    """Where a hand is not in cents the amounts stay; what a rake takes is no fault."""
    players = [PLAYERS[0] | {"hand": ["Ah", "Ad", "Kh", "Kd"]}, *PLAYERS[1:]]
    events = [*BLINDS, (CALL, ANNA, 25), (CALL, BEN, 25), (CHECK, CLEO), FLOP, (BET, BEN, 50), (FOLD, CLEO), (FOLD, ANNA),
              (BACK, BEN, 50), win_of(BEN, 72), {"type": RAKE, "value": 3}]  # fmt: skip
    (hand,) = _read(tmp_path, hand_of(events, gameType="omaha", cents=False, players=players)).hands
    assert (hand.game, hand.pot, hand.rake, hand.notes) == ("Omaha", 75, 3, [])
    assert [seat.net for seat in hand.seats] == [-25, 47, -25]
    assert hand.seats[0].cards == ("AH", "AD", "KH", "KD")


def test_a_pot_of_nothing(tmp_path):
    """All fold to the big blind, and the small blind is dead: the hand is whole."""
    events = [(BIG, CLEO, 25), (FOLD, ANNA), (FOLD, BEN), (BACK, CLEO, 25), win_of(CLEO, 0)]
    (hand,) = _read(tmp_path, hand_of(events)).hands
    assert (hand.pot, hand.notes, [seat.net for seat in hand.seats]) == (0, [], [0, 0, 0])


FAULTS = {
    "another version": ({"handVersion": 3}, "is of version 3; 2 is read"),
    "another game": ({"gameType": "stud"}, "is no hold'em or Omaha but stud"),
    "nobody collects": (
        {"events": hand_of(BLINDS)["events"]},
        "is cut off: nobody collects the pot",
    ),
    "a player who does not sit there": (
        {"events": hand_of([(FOLD, 4)])["events"]},
        "is damaged: 4",
    ),
}


@pytest.mark.parametrize(("fields", "reason"), FAULTS.values(), ids=FAULTS)
def test_the_rest_is_still_read(tmp_path, fields, reason):
    """A hand that is not understood is named with its line."""
    found = _read(tmp_path, hand_of(SHOWN_DOWN, id="zyxw87654321"), hand_of(SHOWN_DOWN) | fields)
    assert [hand.number for hand in found.hands] == ["#7 zyxw87654321"]
    assert [one.reason for one in found.unread] == [reason]


def test_an_unknown_event_is_noted(tmp_path):
    """It may move chips."""
    (hand,) = _read(tmp_path, hand_of([*SHOWN_DOWN, {"type": 23, "seat": ANNA}])).hands
    assert hand.notes == ["an event of type 23 is not known"]


def test_a_hand_in_the_log_and_in_json_counts_once(tmp_path):
    """Their times may differ by parts of a second."""
    (tmp_path / "hands.json").write_text(json.dumps({"hands": [hand_of(SHOWN_DOWN)]}), "utf-8")
    lines = [
        '-- starting hand #7 (id: abcd12345678)  No Limit Texas Hold\'em (dealer: "Anna @ aaaa1111") --',
        'Player stacks: #2 "Anna @ aaaa1111" (50.00) | #5 "Ben @ bbbb2222" (40.00) | #9 "Cleo @ cccc3333" (30.00)',
        '"Cleo @ cccc3333" posts a big blind of 0.25',
        '"Anna @ aaaa1111" collected 0.25 from pot',
        "-- ending hand #7 --",
    ]
    rows = [
        f'"{line.replace(chr(34), chr(34) * 2)}",2024-03-05T20:00:01.000Z,{order}\n'
        for order, line in enumerate(lines)
    ]
    (tmp_path / "log.csv").write_text("entry,at,order\n" + "".join(rows[::-1]), "utf-8")
    found = read_histories(tmp_path)
    assert (len(found.hands), found.doubles, found.unread) == (1, 1, [])


def test_the_counts_of_a_table_name_the_command(tmp_path):
    """As for the other histories."""
    file = tmp_path / "hands.json"
    file.write_text(json.dumps({"playerId": "aaaa1111", "hands": [hand_of(SHOWN_DOWN)]}), "utf-8")
    done = CliRunner().invoke(main, ["wins", str(file)])
    assert (done.exit_code, done.output) == (
        2,
        f"xlpoker: hands.json holds hand histories; make a table of them first: xlpoker import {file} hands.xlsx\n",
    )
