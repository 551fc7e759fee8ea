"""Hands with two boards: a row for each, with its share of the chips; each row is a showdown of its own."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import pandas as pd
import pytest
from click.testing import CliRunner
from support.blocks import blocks
from support.histories import HOME, LOG, STARS, read_history
from support.open_sheets import seen_of

from xlpoker.cli import main
from xlpoker.errors import OptionError, QuestionError
from xlpoker.histories.files import read_histories
from xlpoker.histories.model import PlayedHand, Seat
from xlpoker.histories.runs import runs_of
from xlpoker.report.history_figures import history_deals
from xlpoker.report.report import figures_of_book
from xlpoker.scoring.counts import Options, Writing
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


def test_both_halves_of_hi_lo() -> None:
    """Ann has the best high hands, and Ben the only low hand: on the first board."""
    hand = PlayedHand("", "", "Omaha Hi/Lo", pot=80)
    hand.seats = [
        Seat(1, "Ann", 40, ("KH", "KD", "QH", "QD"), paid=40, won=60),
        Seat(2, "Ben", 40, ("AH", "2D", "4H", "5S"), paid=40, won=20),
    ]
    hand.boards = [("3C", "7S", "8S", "JC", "KS"), ("3C", "7S", "9C", "JC", "KC")]
    assert [[seat.won for seat in board.seats] for board in runs_of(hand)] == [[20, 20], [40, 0]]


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
        "boards C and D",
    ),
    "before the hands": (
        ["First board", "Second board", "Anna", "Ben"],
        [*TWO, "AH AD", "KH KC"],
        "boards A and B",
    ),
    "a card in each cell": (
        ["Anna", "", "Ben", "", "Board 1", "", "", "", "", "Board 2", "", "", "", ""],
        " ".join(["AH AD", "KH KC", *TWO]).split(),
        "boards E:I and J:N",
    ),
    "streets": (
        ["Anna", "Ben", "Flop", "Turn", "River", "Flop", "Turn", "River"],
        ["AH AD", "KH KC", "2C 7D 9S", "JC", "3H", "2C 7D 9S", "KD", "3H"],
        "boards C:E and F:H",
    ),
    "three boards": (
        ["Anna", "Ben", "Board 1", "Board 2", "Board 3"],
        ["AH AD", "KH KC", *TWO, "4C 5D 6S TC 8H"],
        "boards C, D and E",
    ),
    "omaha": (
        ["Anna", "Ben", "Board 1", "Board 2"],
        ["AH AD 2H 5S", "KH KC 8S 8H", *TWO],
        "boards C and D",
    ),
}


def sheet_of(path: Path, headings: list[str], *rows: list[Any]) -> Path:
    """Write a workbook with some rows; an empty text is a blank cell."""
    book = openpyxl.Workbook()
    assert book.active is not None
    for cells in [headings, *rows]:
        book.active.append([None if cell == "" else cell for cell in cells])
    book.save(path)
    return path


def text_of(path: Path, headings: list[str], *rows: list[str | None]) -> Path:
    """Write the same rows as a text file."""
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([headings, *rows])
    return path


def written(path: Path) -> list[list[Any]]:
    """Return the cells of a workbook."""
    sheet = openpyxl.load_workbook(path).active
    assert sheet is not None
    return [list(row) for row in sheet.iter_rows(values_only=True)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("headings", "row", "boards"), SHEETS.values(), ids=SHEETS)
def test_each_board_of_a_sheet_is_a_showdown(
    tmp_path: Path, headings: list[str], row: list[str], boards: str
) -> None:
    """Both are counted and written, and the line says so; a click does the same."""
    path = sheet_of(tmp_path / "a.xlsx", headings, row, row, row)
    counts = wins(path)
    assert counts.players == ([6, 3] if "three" in boards or "E" in boards[-1:] else [3, 3])
    assert boards in counts.read
    assert re.search("; 3 hands were run twice( or more)?: each board counts", counts.read)
    score(path, output=tmp_path / "b.xlsx")
    titles, *results = [line[len(headings) :] for line in written(tmp_path / "b.xlsx")]
    assert titles[:2] == ["Board 1 winner", "Board 2 winner"]
    assert [line[:2] for line in results] == [["Anna", "Ben"]] * 3
    (block,) = run("score", seen_of(path)).blocks
    assert [list(line) for line in block.rows] == [titles, *results]


def test_one_board_alone_is_counted_by_its_name(tmp_path: Path) -> None:
    """Ranges that name one board leave the other out, and those that name both count both."""
    headings, row, _ = SHEETS["in cells"]
    path = sheet_of(tmp_path / "a.xlsx", headings, row, row, row)
    hands = "Anna=A2:A4,Ben=B2:B4,board={}2:{}4"
    assert [wins(path, hands=hands.format(*letters)).players for letters in ("CC", "DD")] == [
        [3, 0],
        [0, 3],
    ]
    assert wins(path, hands="Anna=A2:A4,Ben=B2:B4,board=C2:C4,board=D2:D4").players == [3, 3]


MIXED = [
    ["AH AD", "KH KC", *TWO],
    ["QS QD", "8H 8C", "3C 4D 9H TS AC", ""],
    ["QS QC", "8H 8C", "3C 4D 9H TS AC", "3C 4D"],
    ["QS QH", "8H 8C", "3C 4D 9H TS", "3C 4D 8D TS AC"],
    ["JS JH", "fold", "3C 4D 9H TS AC", "-"],
    ["JS JD", "8H 8C", "3C 4D 9H TS AC", "3C 4D 9H TS 1C"],
    ["7S 7H", "8H 8C", "3C 4D 9H TS AC", "8H 4D 9H TS AC"],
    ["", "", "", ""],
    ["AS AC", "8H 8C", "3C 4D 9H TS AD", "3C 4D 8D TS AD"],
]
RESULTS = [
    ["Anna", "Ben", None],
    ["Anna", None, None],
    [None, None, "D4: the second board has 2 cards, the first one 5"],
    [None, None, "C5: the first board has 4 cards, a further one 5"],
    ["Anna", None, None],
    [None, None, "D7: '1C' is not a card; did you mean 'AC'?"],
    [None, None, "B8: duplicate card 8H, which is on the board"],
    [None, None, None],
    ["Anna", "Anna", None],
]
TITLES = ["Board 1 winner", "Board 2 winner", "Problem"]


@pytest.mark.parametrize("write", [sheet_of, text_of], ids=[".xlsx", ".csv"])
def test_rows_that_were_run_once_and_half_boards(tmp_path: Path, write: Any) -> None:
    """A blank second board is one showdown; half a board is a bad row that says which."""
    ending = ".xlsx" if write is sheet_of else ".csv"
    path = write(tmp_path / f"a{ending}", SHEETS["in cells"][0], *MIXED)
    counts = score(path, output=tmp_path / "b.xlsx")
    assert (counts.rows, counts.players, counts.ties, counts.bad) == (8, [5, 1], 0, 4)
    assert counts.size == "8 rows, 6 showdowns"
    assert "2 hands were run twice" in counts.read
    lines = written(tmp_path / "b.xlsx")
    assert [line[4:] for line in lines] == [TITLES, *RESULTS[: len(lines) - 1]]


@pytest.mark.parametrize("columns", ["winner", "value,hand,winner", "hand"])
def test_lines_behind_the_first_ones(tmp_path: Path, columns: str) -> None:
    """Lines of a long text file get the results of each board, as its first lines do."""
    path = text_of(tmp_path / "a.csv", SHEETS["in cells"][0], *MIXED * 12)
    writing = Writing(columns=columns)
    score(path, output=tmp_path / "at-once.csv", writing=writing)
    with blocks(first=12, lines=300):
        score(path, output=tmp_path / "in-blocks.csv", writing=writing)
    at_once = (tmp_path / "at-once.csv").read_text("utf-8")
    assert "Anna,Ben" in at_once or "winner" not in columns
    assert (tmp_path / "in-blocks.csv").read_text("utf-8") == at_once


def test_a_workbook_of_libreoffice(tmp_path: Path) -> None:
    """An .ods with two boards is scored as the same .xlsx is."""
    headings = SHEETS["in cells"][0]
    book = sheet_of(tmp_path / "a.xlsx", headings, *MIXED)
    rows = [[cell or None for cell in row] for row in MIXED]
    pd.DataFrame(rows, columns=headings).to_excel(
        tmp_path / "a.ods", sheet_name="Sheet", index=False
    )
    counts = score(tmp_path / "a.ods", output=tmp_path / "ods.xlsx")
    of_book = score(book, output=tmp_path / "book.xlsx")
    assert (counts.rows, counts.players, counts.bad) == (8, [5, 1], 4)
    assert counts.read == of_book.read
    assert [line[4:] for line in written(tmp_path / "ods.xlsx")] == [TITLES, *RESULTS]
    assert written(tmp_path / "ods.xlsx") == written(tmp_path / "book.xlsx")


def test_a_click_on_mixed_rows(tmp_path: Path) -> None:
    """It writes and counts what the command does."""
    path = sheet_of(tmp_path / "a.xlsx", SHEETS["in cells"][0], *MIXED)
    done = run("score", seen_of(path))
    (block,) = done.blocks
    assert [list(line) for line in block.rows] == [TITLES, *RESULTS]
    assert done.text.startswith("8 rows, 6 showdowns: Anna 5, Ben 1, ties 0")


def test_values_and_names_of_each_board(tmp_path: Path) -> None:
    """They are written with --columns, those of a board together; scored again nothing changes."""
    path = sheet_of(tmp_path / "a.xlsx", SHEETS["in cells"][0], *MIXED[:2])
    writing = Writing(columns="winner,value,hand")
    score(path, in_place=True, writing=writing)
    first = written(path)
    titles = ["winner", "Anna value", "Anna hand", "Ben value", "Ben hand"]
    assert first[0][4:] == [f"Board {number} {title}" for number in (1, 2) for title in titles]
    assert first[1][4:7] == ["Anna", 4028, "One Pair, Aces"]
    assert first[1][9:] == ["Ben", 4109, "One Pair, Aces", 5748, "Three of a Kind, Kings"]
    assert first[2][9:] == [None] * 5
    score(path, in_place=True, writing=writing)
    assert written(path) == first


def test_a_frame_with_two_boards() -> None:
    """Its new columns are called as those of other tables, with underscores."""
    frame = pd.DataFrame(MIXED[:2], columns=SHEETS["in cells"][0])
    scored = frame.poker.score()
    assert scored["board_1_winner"].tolist() == [1, 1]
    assert scored["board_2_winner"].tolist() == [2, pd.NA]
    assert frame.poker.wins()["player_1"] == 2


def test_a_summary_counts_each_board(tmp_path: Path) -> None:
    """A report counts what `wins` counts, and its best hands are those of both boards."""
    path = sheet_of(tmp_path / "a.xlsx", SHEETS["in cells"][0], *MIXED)
    figures = figures_of_book(path, Options())
    assert (figures.counts.players, figures.counts.rows) == ([5, 1], 8)
    best = [hand.name for hand in figures.best]
    assert best[:2] == ["Three of a Kind, Aces", "Three of a Kind, Aces"]
    assert "Three of a Kind, Kings" in best


def test_numbers_for_cards(tmp_path: Path) -> None:
    """Boards may be numbers, too."""
    headings = SHEETS["a card in each cell"][0]
    row = [51, 50, 47, 46, 0, 5, 10, 15, 29, 0, 5, 10, 45, 29]
    path = sheet_of(tmp_path / "numbers.xlsx", headings, *[row] * 6)
    hands = "Anna=A2:B7,Ben=C2:D7,board=E2:I7,board=J2:N7"
    counts = wins(path, cards="0-51", hands=hands)
    assert counts.players == [6, 6]
    assert "boards E:I and J:N" in counts.read


def test_a_check_needs_one_board(tmp_path: Path) -> None:
    """A dealer's column names one winner a row."""
    path = sheet_of(tmp_path / "a.xlsx", [*SHEETS["in cells"][0], "Won"], [*MIXED[0], "Anna"])
    with pytest.raises(OptionError, match="--check compares one winner a row"):
        wins(path, check="Won")


def test_one_hand_in_each_row_is_asked_about(tmp_path: Path) -> None:
    """Rows that are put together as deals have one board."""
    rows = [["1", "AH AD", *TWO], ["1", "KH KC", *TWO], ["2", "5H 5D", *TWO], ["2", "6H 6C", *TWO]]
    path = sheet_of(tmp_path / "a.xlsx", ["Deal", "Hand", "Board 1", "Board 2"], *rows)
    with pytest.raises(QuestionError, match="there are several boards, in C and D"):
        wins(path)


def test_tables_side_by_side_are_not_run_twice(tmp_path: Path) -> None:
    """Hands stand between their boards."""
    headings = ["Anna", "Ben", "Board", "", "Cora", "Dan", "Board"]
    row = ["AH AD", "KH KC", TWO[0], "", "QH QC", "JH JC", "4C 5D 6S TC 8H"]
    with pytest.raises(QuestionError):
        wins(sheet_of(tmp_path / "a.xlsx", headings, row, row, row))


def test_both_boards_of_a_sheet_add_up(tmp_path: Path) -> None:
    """The command counts each board that is named."""
    headings, row, _ = SHEETS["in cells"]
    path = sheet_of(tmp_path / "a.xlsx", headings, row, row, row)
    ranges = [f"Anna=A2:A4,Ben=B2:B4,board={column}2:{column}4" for column in "CD"]
    options = [word for text in ranges for word in ("--hands", text)]
    done = CliRunner().invoke(main, ["wins", str(path), *options])
    assert re.search(r"2 tables +6 +3 +3 +0\n", done.output)


def random_row(random: Random, hole: int) -> list[Any]:
    """Return a random deal: run once, twice, with half a board, or with a seat that folds."""
    cards = random.sample(
        [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"], 2 * hole + 10
    )
    hands = [" ".join(cards[:hole]), " ".join(cards[hole : 2 * hole])]
    boards = [" ".join(cards[-10:-5]), " ".join(cards[-5:])]
    kind = random.randrange(9)
    if kind < 3:
        boards[1] = ["", "-", boards[1][:5]][kind]
    elif kind == 3:
        hands[random.randrange(2)] = random.choice(["fold", "", "5H XX"])
    elif kind == 4:
        boards[0] = random.choice(["", boards[0][:8]])
    return [*hands, *boards]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("game", "hole"), [("holdem", 2), ("omaha", 4), ("omaha-hi-lo", 4)], ids=str
)
def test_a_click_equals_the_command(tmp_path: Path, game: str, hole: int, seed: int) -> None:
    """Random rows are counted and written alike, from .xlsx, .csv and .parquet, with all columns."""
    random = Random(seed)
    headings = SHEETS["in cells"][0]
    rows = [random_row(random, hole) for _ in range(60)]
    path = sheet_of(tmp_path / "a.xlsx", headings, *rows)
    counts = score(path, output=tmp_path / "b.xlsx", game=game)
    lines = [line[4:] for line in written(tmp_path / "b.xlsx")]
    done = run("score", replace(seen_of(path), game=game))
    (block,) = done.blocks
    assert [list(line) for line in block.rows] == lines
    totals = ", ".join(
        f"{name} {wins}" for name, wins in zip(counts.labels, counts.players, strict=True)
    )
    assert done.text.startswith(f"{counts.size}: {totals}, ")
    text = score(
        text_of(tmp_path / "a.csv", headings, *rows), output=tmp_path / "c.xlsx", game=game
    )
    frame = pd.DataFrame(rows, columns=headings)
    frame.to_parquet(tmp_path / "a.parquet")
    parquet = wins(tmp_path / "a.parquet", game=game)
    for other in (text, parquet):
        assert (other.size, other.players, other.ties, other.bad, other.pots) == (
            counts.size, counts.players, counts.ties, counts.bad, counts.pots,
        )  # fmt: skip


def test_each_board_is_what_it_would_be_alone(tmp_path: Path) -> None:
    """Of rows with two full boards, values, names and winners are those of tables with one board."""
    random = Random(7)
    deals = [random_row(random, 2) for _ in range(200)]
    rows = [
        row
        for row in deals
        if [len(cell) for cell in row] == [5, 5, 14, 14] and "XX" not in "".join(row)
    ]
    path = sheet_of(tmp_path / "a.xlsx", SHEETS["in cells"][0], *rows)
    score(path, output=tmp_path / "b.xlsx", writing=Writing(columns="winner,value,hand"))
    both = [line[4:] for line in written(tmp_path / "b.xlsx")[1:]]
    for number, column in enumerate([2, 3]):
        single = [[*row[:2], row[column]] for row in rows]
        path = sheet_of(tmp_path / "a.xlsx", ["Anna", "Ben", "Board"], *single)
        score(path, output=tmp_path / "b.xlsx", force=True)
        first = 5 * number
        assert [line[3:] for line in written(tmp_path / "b.xlsx")[1:]] == [
            line[first : first + 5] for line in both
        ]
