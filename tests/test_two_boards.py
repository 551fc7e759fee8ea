"""Hands with two boards: a row for each, with its share of the chips; each row is a showdown of its own."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner
from support.histories import HOME, LOG, STARS, read_history
from support.open_sheets import seen_of

from xlpoker.cli import main
from xlpoker.errors import QuestionError
from xlpoker.histories.files import read_histories
from xlpoker.histories.model import PlayedHand, Seat
from xlpoker.histories.runs import runs_of
from xlpoker.report.history_figures import history_deals
from xlpoker.scoring.open_sheet import run
from xlpoker.workbook.imports import import_histories, rows_of
from xlpoker.workbook.jobs import score, wins

FIRST_RIVER = "*** RIVER *** [2h 7d Jc Ts] [3c]"
TWO_RIVERS = "*** FIRST RIVER *** [2h 7d Jc Ts] [3c]\n*** SECOND RIVER *** [2h 7d Jc Ts] [Ac]"
SHOWN = "Bob the 2nd: shows [Jh Js]\nCyd: x: shows [Ah Ad]"
POKERSTARS = f"""\
*** FIRST SHOW DOWN ***
{SHOWN}
Bob the 2nd collected $59.25 from pot
*** SECOND SHOW DOWN ***
{SHOWN}
Cyd: x collected $59.25 from pot
*** SUMMARY ***
Total pot $120.50 | Rake $2
Hand was run twice
FIRST Board [2h 7d Jc Ts 3c]
SECOND Board [2h 7d Jc Ts Ac]
"""
GGPOKER = POKERSTARS.replace("SHOW DOWN", "SHOWDOWN").replace("run twice", "run two times")
WINAMAX = f"""\
*** SHOW DOWN ***
{SHOWN}
Bob the 2nd collected 59.25 from pot
Cyd: x collected 59.25 from pot
*** SUMMARY ***
Total pot $120.50 | Rake $2
Board: [2h 7d Jc Ts 3c]
"""
"""Nothing says who collects on which board: the cards do."""
ENDS = {"PokerStars": POKERSTARS, "GGPoker": GGPOKER, "Winamax": WINAMAX}
BEFORE = STARS[: STARS.index(FIRST_RIVER)]


def run_twice(end: str = POKERSTARS) -> str:
    """Return a hand in which Bob's jacks win the first board, and Cyd's aces the second."""
    return f"{BEFORE}{TWO_RIVERS}\n{end}"


def table_of(hands: list[PlayedHand]) -> list[dict[str, Any]]:
    """Return the rows of the table of some hands by their headings."""
    headings, *rows = rows_of(hands)
    return [dict(zip(headings, row, strict=True)) for row in rows]


def imported(folder: Path, text: str, ending: str = ".xlsx") -> Path:
    """Return the table of a history."""
    history, table = folder / "hand.txt", folder / f"hands{ending}"
    history.write_text(text, "utf-8")
    import_histories(history, table)
    return table


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_row_for_each_board(tmp_path: Path, end: str) -> None:
    """Each has half of the pot, and who won that half."""
    rows = table_of(read_history(tmp_path, run_twice(end)).hands)
    columns = ("Hand id", "Run", "Board", "Pot", "Rake", "Collected", "Seat 2 net", "Seat 3 net")
    assert [tuple(row[column] for column in columns) for row in rows] == [
        ("700000000001", 1, "2H 7D JC TS 3C", 60.25, 1, "Bob the 2nd 59.25", 29.25, -30),
        ("700000000001", 2, "2H 7D JC TS AC", 60.25, 1, "Cyd: x 59.25", -30, 29.25),
    ]
    assert [row["Note"] for row in rows] == [None, None]


def test_a_table_without_such_hands_has_no_column_for_boards(tmp_path: Path) -> None:
    """It is as ever."""
    (row,) = table_of(read_history(tmp_path, STARS).hands)
    assert "Run" not in row
    assert list(row)[:3] == ["Site", "Hand id", "Time"]


def test_a_log_of_pokernow(tmp_path: Path) -> None:
    """The line says who collects on the second board; other hands have one row."""
    rows = table_of(read_history(tmp_path, LOG, "log.csv").hands)
    assert [(row["Hand id"][:2], row["Run"], row["Collected"]) for row in rows] == [
        ("#1", 1, 'Ben "The Wall" 120.5'),
        ("#2", 1, 'Ben "The Wall" 49.75'),
        ("#2", 2, "spa @ ces 49.75"),
        ("#3", 1, "Anna 8"),
        ("#3", 2, 'Ben "The Wall" 8'),
        ("#4", 1, "Anna 1"),
    ]


def open_hand_history() -> str:
    """Return a hand of two players all in before the flop; its streets come twice."""
    streets = {"Flop": "2h 7d Jc", "Turn": "Ts", "River": "3c"}, {"Flop": "4h 8d Qc", "Turn": "9s", "River": "Ad"}  # fmt: skip
    bets = [("Post SB", 1, 1), ("Post BB", 2, 2), ("Raise", 1, 9), ("Call", 2, 8)]
    actions = [
        {"action": action, "player_id": player, "amount": amount} for action, player, amount in bets
    ]
    shows = [
        {"action": "Shows Cards", "player_id": player, "cards": cards.split()}
        for player, cards in [(1, "Jh Js"), (2, "Ah Ac")]
    ]
    boards = [
        {"street": street, "cards": cards.split(), "actions": []}
        for board in streets
        for street, cards in board.items()
    ]
    record = {
        "site_name": "Invented", "game_number": "1", "game_type": "Holdem", "dealer_seat": 1,
        "start_date_utc": "2024-03-05T21:14:07Z", "currency": "USD", "bet_limit": {"bet_type": "NL"},
        "small_blind_amount": 1, "big_blind_amount": 2,
        "players": [
            {"id": 1, "seat": 1, "name": "Ann", "starting_stack": 10},
            {"id": 2, "seat": 2, "name": "Ben", "starting_stack": 10},
        ],
        "rounds": [
            {"street": "Preflop", "actions": actions},
            *boards,
            {"street": "Showdown", "actions": shows},
        ],
        "pots": [
            {"amount": 20, "rake": 0,
             "player_wins": [{"player_id": 1, "win_amount": 10}, {"player_id": 2, "win_amount": 10}]},
        ],
    }  # fmt: skip
    return json.dumps({"ohh": record})


def test_the_open_hand_history(tmp_path: Path) -> None:
    """Its pots say nothing of boards: the cards tell who collects on which."""
    rows = table_of(read_history(tmp_path, open_hand_history(), "hand.ohh").hands)
    assert [(row["Run"], row["Board"], row["Collected"]) for row in rows] == [
        (1, "2H 7D JC TS 3C", "Ann 10"),
        (2, "4H 8D QC 9S AD", "Ben 10"),
    ]


def test_side_pots_go_to_those_who_win_them_on_each_board() -> None:
    """Ann has the best cards on the first board but less money: Ben wins the rest of it there."""
    hand = PlayedHand("", "", "Hold'em", pot=140)
    hand.seats = [
        Seat(1, "Ann", 20, ("AH", "AD"), paid=20, won=30),
        Seat(2, "Ben", 60, ("KH", "KD"), paid=60, won=110),
        Seat(3, "Cleo", 60, ("QH", "QD"), paid=60),
    ]
    hand.boards = [("2C", "7S", "9S", "JC", "3H"), ("2C", "7S", "9S", "JC", "KC")]
    assert [[seat.won for seat in board.seats] for board in runs_of(hand)] == [
        [30, 40, 0],
        [0, 70, 0],
    ]


@pytest.mark.parametrize("number", range(4))
def test_sums_are_equal(number: int) -> None:
    """What each player wins and loses, the pot and the rake are those of the hand."""
    hand = read_histories(HOME / "poker_now_log_pglInvented.csv").hands[number]
    runs = runs_of(hand)
    assert sum(run.pot or 0 for run in runs) == pytest.approx(hand.pot)
    assert sum(run.rake or 0 for run in runs) == pytest.approx(hand.rake)
    sums: defaultdict[str, float] = defaultdict(float)
    for board in runs:
        for seat in board.seats:
            sums[seat.name] += seat.net
    assert dict(sums) == pytest.approx({seat.name: seat.net for seat in hand.seats})


def test_a_hand_that_all_but_one_fold_is_not_decided_by_boards() -> None:
    """It stays one row, and the second board is noted."""
    ann, ben = Seat(1, "Ann", paid=5, won=10), Seat(2, "Ben", paid=5, folded=True)
    boards = [("2C", "7D", "9S"), ("4C", "8D", "KS")]
    hand = PlayedHand("PokerNow", "1", "Hold'em", seats=[ann, ben], boards=boards)
    (row,) = table_of([hand])
    assert (row["Board"], row["Note"]) == ("2C 7D 9S", "board 2 [4C 8D KS]")


@pytest.mark.parametrize("ending", [".xlsx", ".csv", ".parquet"])
def test_each_board_is_a_showdown(tmp_path: Path, ending: str) -> None:
    """Bob wins one and Cyd the other, and the counts say how many hands had two."""
    second = STARS.replace("700000000001", "700000000002")
    counts = wins(imported(tmp_path, f"{run_twice()}\n\n{second}", ending))
    assert dict(counts.persons) == {"Bob the 2nd": 2, "Cyd: x": 1, "Ann": 0}
    assert "1 hand was run twice: each board counts" in counts.read


def test_a_click_says_the_same(tmp_path: Path) -> None:
    """The way without NumPy counts and scores as the command does."""
    table = imported(tmp_path, run_twice())
    assert "1 hand was run twice: each board counts" in run("count", seen_of(table)).text
    done = run("score", seen_of(table))
    counts = score(table, output=tmp_path / "scored.xlsx")
    assert dict(counts.persons) == {"Bob the 2nd": 1, "Cyd: x": 1, "Ann": 0}
    assert "1 hand was run twice: each board counts" in counts.read
    sheet = openpyxl.load_workbook(tmp_path / "scored.xlsx").active
    assert sheet is not None
    (block,) = done.blocks
    written = sheet.iter_rows(
        1, len(block.rows), block.left + 1, block.left + len(block.rows[0]), values_only=True
    )
    assert [list(row) for row in written] == [list(row) for row in block.rows]


def test_a_report_counts_the_hand_once(tmp_path: Path) -> None:
    """Its chips are the sum of both rows, and its luck that of one all-in."""
    (deal,) = history_deals(imported(tmp_path, run_twice()))
    (hand,) = read_histories(tmp_path / "hand.txt").hands
    assert {part.name: part.net for part in deal.parts} == {
        seat.name: seat.net for seat in hand.seats
    }
    assert len(deal.rows) == 2


def test_the_command_says_it(tmp_path: Path) -> None:
    """`import` counts hands, not rows."""
    (tmp_path / "hand.txt").write_text(run_twice(), "utf-8")
    arguments = ["import", str(tmp_path / "hand.txt"), str(tmp_path / "hands.xlsx")]
    done = CliRunner().invoke(main, arguments)
    assert done.output.splitlines() == [
        "1 hand was run twice or more: a row for each board",
        f"1 hand written to {tmp_path / 'hands.xlsx'} (PokerStars 1); 0 not read",
    ]


TWO = "2C 7D 9S JC 3H", "2C 7D 9S KD 3H"
"""Anna's aces win on the first board, Ben's kings on the second."""
SHEETS = {
    "in cells": (
        ["Anna", "Ben", "Board 1", "Board 2"],
        ["AH AD", "KH KC", *TWO],
        "C and D",
        ["C2:C4", "D2:D4"],
    ),
    "before the hands": (
        ["First board", "Second board", "Anna", "Ben"],
        [*TWO, "AH AD", "KH KC"],
        "A and B",
        ["A2:A4", "B2:B4"],
    ),
    "a card in each cell": (
        ["Anna", "", "Ben", "", "Board 1", "", "", "", "", "Board 2", "", "", "", ""],
        " ".join(["AH AD", "KH KC", *TWO]).split(),
        "E:I and J:N",
        ["E2:I4", "J2:N4"],
    ),
    "streets": (
        ["Anna", "Ben", "Flop", "Turn", "River", "Flop", "Turn", "River"],
        ["AH AD", "KH KC", "2C 7D 9S", "JC", "3H", "2C 7D 9S", "KD", "3H"],
        "C:E and F:H",
        ["C2:E4", "F2:H4"],
    ),
    "three boards": (
        ["Anna", "Ben", "Board 1", "Board 2", "Board 3"],
        ["AH AD", "KH KC", *TWO, "4C 5D 6S TC 8H"],
        "C, D and E",
        ["C2:C4", "D2:D4", "E2:E4"],
    ),
}


def sheet_of(path: Path, headings: list[str], row: list[str]) -> Path:
    """Write a workbook whose three rows are the same deal."""
    book = openpyxl.Workbook()
    assert book.active is not None
    for cells in [headings, row, row, row]:
        book.active.append([cell or None for cell in cells])
    book.save(path)
    return path


@pytest.mark.parametrize(("headings", "row", "boards", "ranges"), SHEETS.values(), ids=SHEETS)
def test_a_sheet_with_several_boards_is_asked_about(
    tmp_path: Path, headings: list[str], row: list[str], boards: str, ranges: list[str]
) -> None:
    """Each answer counts one board; the first one never counts in silence."""
    path = sheet_of(tmp_path / "a.xlsx", headings, row)
    cause = f"there are several boards, in {boards}: which one counts?"
    with pytest.raises(QuestionError, match=cause) as asked:
        wins(path)
    hands = [choice.arguments["hands"] for choice in asked.value.choices]
    assert [text.partition("board=")[2] for (text,) in hands] == ranges
    counts = [wins(path, **choice.arguments) for choice in asked.value.choices]
    assert [table.players for table in counts[:2]] == [[3, 0], [0, 3]]
    done = run("count", seen_of(path))
    assert cause in done.text
    assert len(done.choices) == len(ranges)


def test_both_boards_of_a_sheet_add_up(tmp_path: Path) -> None:
    """The command counts each board that is named."""
    path = sheet_of(tmp_path / "a.xlsx", *SHEETS["in cells"][:2])
    ranges = [f"Anna=A2:A4,Ben=B2:B4,board={column}2:{column}4" for column in "CD"]
    options = [word for text in ranges for word in ("--hands", text)]
    done = CliRunner().invoke(main, ["wins", str(path), *options])
    assert re.search(r"2 tables +6 +3 +3 +0\n", done.output)
