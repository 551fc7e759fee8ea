"""Where the hands are: found, named, or asked for."""

import pytest
from books import LABELS, ONE, TWO

from xlpoker.errors import LayoutError
from xlpoker.workbook.grid import Grid
from xlpoker.workbook.layout import find_layout, named_layout

THREE = "2H 4H 6D 9D JC".split()
BOARD = "8C 9S 4C JH TC".split()
HOLE = "6C 7C AH AD".split()
TEN = ONE + TWO
ONE_CELL = [" ".join(ONE), " ".join(TWO)]
NOTHING = [None] * 10


def grid(*rows) -> Grid:
    """Return a sheet of these rows."""
    return Grid("Sheet1", [list(row) for row in rows])


def spread(*labels, by=5):
    """Return labels, each over that many columns."""
    return [cell for label in labels for cell in [label, *[None] * (by - 1)]]


FOUND = {
    "no-labels": ("five-card", [TEN, TEN], "A1:E2,F1:J2"),
    "labels": ("five-card", [LABELS, TEN, TEN], "A2:E3,F2:J3"),
    "P1-P2": ("five-card", [spread("P1", "P2"), TEN], "A2:E2,F2:J2"),
    "two-label-rows": ("five-card", [LABELS, [f"Card {n}" for n in (1, 2, 3, 4, 5)] * 2, TEN], "A3:E3,F3:J3"),
    "p1_card1": ("five-card", [[f"p{p}_card{n}" for p in (1, 2) for n in range(1, 6)], TEN], "A2:E2,F2:J2"),
    "c1-c10": ("five-card", [[f"C{n}" for n in range(1, 11)], TEN], "A2:E2,F2:J2"),
    "gap": ("five-card", [[*ONE, None, *TWO], [*ONE, None, *TWO]], "A1:E2,G1:K2"),
    "three-players": ("five-card", [ONE + TWO + THREE], "A1:E1,F1:J1,K1:O1"),
    "one-cell": ("five-card", [["Deal", "Player 1", "Player 2"], [1, *ONE_CELL], [2, *ONE_CELL]], "B2:B3,C2:C3"),
    "one-cell-without-labels": ("five-card", [ONE_CELL], "A1:A1,B1:B1"),
    "one-player": ("five-card", [ONE, TWO], "A1:E2"),
    "seven-cards": ("five-card", [BOARD + HOLE[:2]], "A1:G1"),
    "seven-and-seven": ("five-card", [spread("Player 1", "Player 2", by=7), [*BOARD, *HOLE[:2]] * 2], "A2:G2,H2:N2"),
    "offset": (
        "five-card",
        [["Home game"], [], [None, None, *LABELS], [None, None, *TEN], [], ["a note"]],
        "C4:G4,H4:L4",
    ),
    "bad-cells": ("five-card", [LABELS, TEN, [*ONE[:4], "1OH", *TWO], [*ONE, *TWO[:4], None], TEN], "A2:E5,F2:J5"),
    "a-column-mostly-bad": (
        "five-card",
        [LABELS, TEN, *[[*ONE[:4], "1OH", *TWO]] * 3, *[[*ONE[:4], "?", *TWO]] * 30],
        "A2:E35,F2:J35",
    ),
    "bad-last-row": ("five-card", [TEN, TEN, ["x", *TEN[1:]]], "A1:E3,F1:J3"),
    "bad-first-row": ("five-card", [["x", *TEN[1:]], TEN, TEN], "A1:E3,F1:J3"),
    "blank-rows": ("five-card", [TEN, NOTHING, NOTHING, TEN], "A1:E4,F1:J4"),
    "far-note": ("five-card", [TEN, TEN, TEN, [], [], [*[None] * 20, "5H"]], "A1:E3,F1:J3"),
    "results-beside": ("five-card", [[*TEN, None, 2067, "One Pair, Fives", 2]] * 3, "A1:E3,F1:J3"),
    "holdem": ("holdem", [HOLE + BOARD], "A1:B1,C1:D1,E1:I1"),
    "holdem-labels": ("holdem", [["P1", None, "P2", None, "Board"], HOLE + BOARD], "A2:B2,C2:D2,E2:I2"),
    "holdem-board-first": ("holdem", [["Board", *[None] * 4, "P1", None, "P2"], BOARD + HOLE], "F2:G2,H2:I2,A2:E2"),
    "holdem-gaps": ("holdem", [[*HOLE[:2], None, *HOLE[2:], None, *BOARD]], "A1:B1,D1:E1,G1:K1"),
    "holdem-board-first-without-labels": ("holdem", [[*BOARD, None, *HOLE[:2], None, *HOLE[2:]]], "G1:H1,J1:K1,A1:E1"),
    "holdem-flop-only": ("holdem", [[*HOLE[:2], None, *HOLE[2:], None, *BOARD[:3]]], "A1:B1,D1:E1,G1:I1"),
    "holdem-board-without-a-label": ("holdem", [["P1", None, "P2"], HOLE + BOARD], "A2:B2,C2:D2,E2:I2"),
    "holdem-one-cell": ("holdem", [["P1", "P2", "Board"], ["6C 7C", "AH AD", " ".join(BOARD)]], "A2:A2,B2:B2,C2:C2"),
    "omaha": ("omaha", ["AS KD QH JC 6S 6D 7S 8C 2S 3S 4S 5S 9D".split()], "A1:D1,E1:H1,I1:M1"),
    "front": ("front", ["KC KD 2S AH QD JC".split()], "A1:C1,D1:F1"),
}


@pytest.mark.parametrize(("game", "rows", "expected"), FOUND.values(), ids=FOUND)
def test_found(game, rows, expected):
    """The hands are found by themselves; what is found can be handed back as --hands."""
    layout = find_layout(grid(*rows), game)
    assert str(layout) == expected
    again = named_layout(grid(*rows), expected, game)
    assert (again.hands, again.board, again.first, again.last) == (
        layout.hands, layout.board, layout.first, layout.last,
    )  # fmt: skip


@pytest.mark.parametrize(
    "rows", [[], [[]], [["a", 1, None]], [["Player 1", 5]]], ids=["empty", "blank", "no-cards", "label"]
)
def test_nothing_to_find(rows):
    """A sheet without cards has no layout."""
    assert find_layout(grid(*rows)) is None


@pytest.mark.parametrize(
    ("rows", "question"),
    [
        pytest.param(
            [[*TEN, None, *TEN]],
            "Sheet1 holds hands in A1:J1 and L1:U1; say which: --hands A1:E1,F1:J1",
            id="side-by-side",
        ),
        pytest.param(
            [LABELS, TEN, TEN, [], LABELS, TEN],
            "Sheet1 holds hands in A2:J3 and A6:J6; say which: --hands A2:E3,F2:J3",
            id="one-above-the-other",
        ),
        pytest.param(
            [TEN, [], [], [], TEN],
            "Sheet1 holds hands in A1:J1 and A5:J5; say which: --hands A1:E1,F1:J1",
            id="far-apart",
        ),
        pytest.param(
            [[*ONE[:4], "11111", *TWO]] * 3,
            "Sheet1 holds hands in A1:D3 and F1:J3; say which: --hands A1:D3",
            id="a-column-all-bad",
        ),
        pytest.param(
            [[*TEN, "AS", "KS"]], "Sheet1 holds hands in A1:L1; say which: --hands A1:L1", id="twelve-columns"
        ),
        pytest.param(
            [LABELS, TEN] * 7,
            "Sheet1 holds hands in A2:J2, A4:J4, A6:J6, A8:J8 and 3 more; say which: --hands A2:E2,F2:J2",
            id="many",
        ),
        pytest.param(
            [["P1", None, "P2", None, "Board"], HOLE + BOARD],
            "Sheet1 has a board in E2:I2; say which game: --game holdem or --game omaha",
            id="board",
        ),
        pytest.param(
            [[*HOLE[:2], None, *HOLE[2:], None, *BOARD]],
            "Sheet1 looks like hold'em with the board in G1:K1; say so: --game holdem, "
            "or name the hands: --hands A1:B1,D1:E1,G1:K1",
            id="looks-like-holdem",
        ),
    ],
)
def test_questions(rows, question):
    """Where the hands could be cut in two ways the ranges are listed and asked for."""
    with pytest.raises(LayoutError) as caught:
        find_layout(grid(*rows))
    assert str(caught.value) == question


@pytest.mark.parametrize(
    ("hands", "game", "expected"),
    [
        pytest.param("A2:E3,F2:J3", "five-card", "A2:E3,F2:J3", id="ranges"),
        pytest.param("$a$2:$e$3; f2:j3", "five-card", "A2:E3,F2:J3", id="dollars-and-lower-case"),
        pytest.param("Sheet1!A2:E3,Sheet1!F2:J3", "five-card", "A2:E3,F2:J3", id="sheet-prefix"),
        pytest.param("A:E,F:J", "five-card", "A2:E3,F2:J3", id="whole-columns"),
        pytest.param("E3:A2", "five-card", "A2:E3", id="backwards"),
        pytest.param("A2", "five-card", "A2:A2", id="one-cell"),
        pytest.param("A2:B3,C2:D3,E2:I3", "holdem", "A2:B3,C2:D3,E2:I3", id="board-last"),
    ],
)
def test_named(hands, game, expected):
    """--hands takes ranges as people type them."""
    layout = named_layout(grid(LABELS, TEN, TEN), hands, game)
    assert str(layout) == expected
    assert layout.header == 0


@pytest.mark.parametrize(
    ("hands", "game", "message"),
    [
        pytest.param(
            "A3:E", "five-card", "'A3:E' is not a range; write it like A3:E1002, one range per hand", id="half"
        ),
        pytest.param(
            "hands", "five-card", "'hands' is not a range; write it like A3:E1002, one range per hand", id="word"
        ),
        pytest.param("", "five-card", "'' is not a range; write it like A3:E1002, one range per hand", id="empty"),
        pytest.param(
            "A1:E2,F1:J3",
            "five-card",
            "the ranges of --hands A1:E2,F1:J3 have different rows; give every hand the same ones",
            id="heights",
        ),
        pytest.param("A1:E2,E1:I2", "five-card", "the ranges of --hands A1:E2,E1:I2 overlap in column E", id="overlap"),
        pytest.param(
            "A1:B2",
            "holdem",
            "holdem needs a range per hand and one for the board, such as --hands A3:B9,C3:D9,E3:I9",
            id="no-board",
        ),
        pytest.param("X:Z", "five-card", "there are no cards in these columns of Sheet1", id="empty-columns"),
    ],
)
def test_named_wrongly(hands, game, message):
    """What is wrong with --hands is said with an example of what is right."""
    with pytest.raises(LayoutError) as caught:
        named_layout(grid(LABELS, TEN, TEN), hands, game)
    assert str(caught.value) == message


def test_a_long_sheet_is_searched_row_by_row():
    """Fifty thousand rows are found as one block."""
    assert str(find_layout(grid(LABELS, *[TEN] * 50_000))) == "A2:E50001,F2:J50001"


@pytest.mark.parametrize(
    ("rows", "question"),
    [
        pytest.param(
            [LABELS, TEN],
            "Sheet1 holds hands in A2:J2; say which: --hands A3:B9,C3:D9,E3:I9, the board last",
            id="five-and-five",
        ),
        pytest.param(
            [HOLE + BOARD, [], [], [], HOLE + BOARD],
            "Sheet1 holds hands in A1:I1 and A5:I5; say which: --hands A1:B1,C1:D1,E1:I1",
            id="two-blocks",
        ),
        pytest.param(
            [[*HOLE[:2], None, *BOARD[:3], None, BOARD[3], None, BOARD[4]]],
            "Sheet1 holds hands in A1:B1, D1:F1, H1:H1 and J1:J1; say which: --hands A3:B9,C3:D9,E3:I9, the board last",
            id="board-in-pieces",
        ),
    ],
)
def test_questions_about_holdem(rows, question):
    """Cards that are not hole cards and a board are not taken for a deal."""
    with pytest.raises(LayoutError) as caught:
        find_layout(grid(*rows), "holdem")
    assert str(caught.value) == question


@pytest.mark.parametrize(
    ("hands", "cells_a_card", "message"),
    [
        pytest.param(
            "A2:J3",
            0,
            "A2:J3 is 10 cards wide; a hand has at most 9; name a range per hand, such as --hands A2:E3,F2:J3",
            id="two-hands-in-one-range",
        ),
        pytest.param("A2:K3", 0, "A2:K3 is 11 cards wide; a hand has at most 9; name a range per hand", id="eleven"),
        pytest.param("A2:E3", 2, "these numbers have 2 cells a card, and A2:E3 is 5 columns wide", id="half-a-card"),
    ],
)
def test_widths_that_are_no_hand(hands, cells_a_card, message):
    """A range that cannot be a hand is refused once, not row by row."""
    with pytest.raises(LayoutError) as caught:
        named_layout(grid(LABELS, TEN, TEN), hands, cells_a_card=cells_a_card)
    assert str(caught.value) == message


def test_whole_columns_of_numbers():
    """The rows of whole columns are those with numbers where cards are numbers, in a workbook or as text."""
    sheet = grid(["S1", "C1"], [1, 10], ["4", "13"], [True, None])
    assert str(named_layout(sheet, "A:B", cells_a_card=2)) == "A2:B3"
