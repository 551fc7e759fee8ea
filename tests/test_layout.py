"""Where the hands are: found, named, or asked for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.books import LABELS, ONE, TWO

from xlpoker.errors import LayoutError
from xlpoker.layout.find import find_layout, named_layout
from xlpoker.layout.grid import Grid
from xlpoker.layout.labels import is_series, series_of

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
    **{
        f"a-board-before-{words[0]}": ("holdem", [words, [*BOARD, *HOLE], [*BOARD, *HOLE]], "F2:G3,H2:I3,A2:E3")
        for words in (
            ["F1", "F2", "F3", "T", "R"],
            [f"B{n}" for n in range(1, 6)],
            "Flop1 Flop2 Flop3 Turn River".split(),
        )
    },
    "no-labels": ("five-card", [TEN, TEN], "A1:E2,F1:J2"),
    "labels": ("five-card", [LABELS, TEN, TEN], "A2:E3,F2:J3"),
    "P1-P2": ("five-card", [spread("P1", "P2"), TEN], "A2:E2,F2:J2"),
    "two-label-rows": ("five-card", [LABELS, [f"Card {n}" for n in (1, 2, 3, 4, 5)] * 2, TEN], "A3:E3,F3:J3"),
    "p1_card1": ("five-card", [[f"p{p}_card{n}" for p in (1, 2) for n in range(1, 6)], TEN], "A2:E2,F2:J2"),
    "c1-c10": ("five-card", [[f"C{n}" for n in range(1, 11)], TEN], "A2:E2,F2:J2"),
    "gap": ("five-card", [[*ONE, None, *TWO], [*ONE, None, *TWO]], "A1:E2,G1:K2"),
    "three-players": ("five-card", [ONE + TWO + THREE], "A1:E1,F1:J1,K1:O1"),
    "one-cell": ("five-card", [["Deal", "Player 1", "Player 2"], [1, *ONE_CELL], [2, *ONE_CELL]], "B2:B3,C2:C3"),
    "names-like-cards": (
        "five-card",
        [["Kh", "Stack", "JD"], [ONE_CELL[0], 9, ONE_CELL[1]], [ONE_CELL[0], 8, ONE_CELL[1]]],
        "A2:A3,C2:C3",
    ),
    "a-name-like-a-card": ("five-card", [["Friday"], [], ["Anna", "Kh"], ONE_CELL, ONE_CELL], "A4:A5,B4:B5"),
    "names-like-cards-over-holdem": (
        "holdem",
        [["Kh", "JD", "Board"], ["6C 7C", "AH AD", " ".join(BOARD)]],
        "A2:A2,B2:B2,C2:C2",
    ),
    "cards-below-labels-are-bad-hands": (
        "five-card",
        [["Player 1", "Player 2"], ["5H", "2C"], ONE_CELL, ONE_CELL],
        "A2:A4,B2:B4",
    ),
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
    "Hand-1": ("five-card", [spread("Hand 1", "Hand 2"), TEN], "A2:E2,F2:J2"),
    "hero-and-villain": ("five-card", [spread("Hero", "Villain"), TEN], "A2:E2,F2:J2"),
    "names-as-labels": ("five-card", [spread("Alice", "Bob"), TEN], "A2:E2,F2:J2"),
    "Card-1-to-5-twice": ("five-card", [[f"Card {n}" for n in range(1, 6)] * 2, TEN], "A2:E2,F2:J2"),
    "numbers-1-to-5-twice": ("five-card", [[*range(1, 6)] * 2, TEN], "A2:E2,F2:J2"),
    "C1-to-C5-twice": ("five-card", [[f"C{n}" for n in range(1, 6)] * 2, TEN], "A2:E2,F2:J2"),
    "P1C1": ("five-card", [[f"P{p}C{n}" for p in (1, 2) for n in range(1, 6)], TEN], "A2:E2,F2:J2"),
    "Player-1-Card-1": (
        "five-card",
        [[f"Player {p} Card {n}" for p in (1, 2) for n in range(1, 6)], TEN],
        "A2:E2,F2:J2",
    ),
    "labels-decide-the-widths": (
        "five-card",
        [["Player 1", None, None, "Player 2"], "KC KD 2S AH QD JC".split()],
        "A2:C2,D2:F2",
    ),
    "labels-two-rows-above": ("five-card", [LABELS, [], TEN], "A3:E3,F3:J3"),
    "three-players-with-gaps": ("five-card", [[*ONE, None, *TWO, None, *THREE]], "A1:E1,G1:K1,M1:Q1"),
    "three-players-one-cell": (
        "five-card",
        [["A", "B", "C"], [" ".join(ONE), " ".join(TWO), " ".join(THREE)]],
        "A2:A2,B2:B2,C2:C2",
    ),
    "a-number-in-the-gap": ("five-card", [[*ONE, 7, *TWO]] * 3, "A1:E3,G1:K3"),
    "a-wide-gap": ("five-card", [[*ONE, None, None, None, *TWO]] * 3, "A1:E3,I1:M3"),
    "numbers-before": ("five-card", [[number, *TEN] for number in range(3)], "B1:F3,G1:K3"),
    "names-before": ("five-card", [["Table A", *TEN]] * 3, "B1:F3,G1:K3"),
    "ids-like-cards-before": ("five-card", [[f"H{n}", *TEN] for n in range(1, 13)], "B1:F12,G1:K12"),
    "ids-like-cards-before-one-hand": ("five-card", [["Deal"], *[[f"D{n}", *ONE] for n in range(1, 9)]], "B2:F9"),
    "ids-like-cards-before-one-cell": ("five-card", [[f"C{n}", *ONE_CELL] for n in range(1, 9)], "B1:B8,C1:C8"),
    "one-cell-with-a-gap": ("five-card", [[1, ONE_CELL[0], None, ONE_CELL[1]]] * 3, "B1:B3,D1:D3"),
    "one-cell-compact": ("five-card", [["5H5C6S7SKD", "2C3S8S8DTD"]], "A1:A1,B1:B1"),
    "one-cell-bad-row": ("five-card", [ONE_CELL, ONE_CELL, ["5H 1OH", ONE_CELL[1]]], "A1:A3,B1:B3"),
    "one-cell-one-player": ("five-card", [ONE_CELL[:1]] * 3, "A1:A3"),
    "four-cards": ("five-card", [ONE[:4], TWO[:4]], "A1:D2"),
    "nine-cards": ("five-card", [[f"Card {n}" for n in range(1, 10)], HOLE + BOARD], "A2:I2"),
    "seven-and-seven-without-labels": ("five-card", [[*BOARD, *HOLE[:2]] * 2] * 3, "A1:G3,H1:N3"),
    "four-players": ("five-card", [TEN + THREE + "2D 3D 4D 5D 6H".split()], "A1:E1,F1:J1,K1:O1,P1:T1"),
    "other-spellings": (
        "five-card",
        [["5♥", "10♠", "A ♠", "黑桃A", "ten hearts", "0h", "H5", "Xn", "🃏", "2c"]],
        "A1:E1,F1:J1",
    ),
    "numbers-and-blanks": (
        "five-card",
        [LABELS, TEN, [5, *TEN[1:]], [*TEN[:9], True], [None, *TEN[1:]]],
        "A2:E5,F2:J5",
    ),
    "bad-in-every-column": (
        "five-card",
        [LABELS, TEN, *[[*TEN[:at], "1OH", *TEN[at + 1 :]] for at in range(10)]],
        "A2:E12,F2:J12",
    ),
    "blank-corners": ("five-card", [LABELS, [None, *TEN[1:]], TEN, [*TEN[:9], None]], "A2:E4,F2:J4"),
    "a-row-without-any-card": ("five-card", [TEN, ["x"] * 10, TEN], "A1:E3,F1:J3"),
    "first-row-without-any-card": ("five-card", [LABELS, ["x"] * 10, TEN, TEN], "A2:E4,F2:J4"),
    "note-above": ("five-card", [["5H"], [], TEN, TEN], "A3:E4,F3:J4"),
    "note-below": ("five-card", [TEN, TEN, [], ["5H"]], "A1:E2,F1:J2"),
    "note-far-right": ("five-card", [[*TEN, *[None] * 10, "5H"], *[TEN] * 20], "A1:E21,F1:J21"),
    "results-of-an-earlier-run": (
        "five-card",
        [
            [*LABELS, *[None] * 5, "Player 1 value", "Player 1 hand", "Player 2 value", "Player 2 hand", "Winner"],
            *[[*TEN, None, 2067, "One Pair, Fives", 2336, "Pair, Eights", 2]] * 3,
        ],
        "A2:E4,F2:J4",
    ),
    "results-as-text": ("five-card", [[*TEN, "2067", "One Pair, Fives", "0.5", "Royal Flush", "2"]] * 3, "A1:E3,F1:J3"),
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
    "holdem-labels": ("holdem", [["P1", None, "P2", None, "Board"], HOLE + BOARD], "A2:B2,C2:D2,E2:I2"),
    "holdem-board-first": ("holdem", [["Board", *[None] * 4, "P1", None, "P2"], BOARD + HOLE], "F2:G2,H2:I2,A2:E2"),
    "holdem-gaps": ("holdem", [[*HOLE[:2], None, *HOLE[2:], None, *BOARD]], "A1:B1,D1:E1,G1:K1"),
    "holdem-board-first-without-labels": ("holdem", [[*BOARD, None, *HOLE[:2], None, *HOLE[2:]]], "G1:H1,J1:K1,A1:E1"),
    "holdem-flop-only": ("holdem", [[*HOLE[:2], None, *HOLE[2:], None, *BOARD[:3]]], "A1:B1,D1:E1,G1:I1"),
    "holdem-board-without-a-label": ("holdem", [["P1", None, "P2"], HOLE + BOARD], "A2:B2,C2:D2,E2:I2"),
    "holdem-one-cell": ("holdem", [["P1", "P2", "Board"], ["6C 7C", "AH AD", " ".join(BOARD)]], "A2:A2,B2:B2,C2:C2"),
    "holdem-flop-turn-river": (
        "holdem",
        [["Hole 1", "Hole 2"] * 2 + ["Flop 1", "Flop 2", "Flop 3", "Turn", "River"], HOLE + BOARD],
        "A2:B2,C2:D2,E2:I2",
    ),
    "holdem-p1_card1-board1": (
        "holdem",
        [["p1_card1", "p1_card2", "p2_card1", "p2_card2", *[f"board{n}" for n in range(1, 6)]], HOLE + BOARD],
        "A2:B2,C2:D2,E2:I2",
    ),
    "a-flop-that-falls": (
        "omaha",
        [
            ["Flop 1", "Flop 2", "Flop 3", "Turn", "River", "P1", "P2"],
            *[[f"{n}C", "KH", "8H", "4S", "JH", "JS 3D 9D AH", "2H TD QC JD"] for n in (9, 7, 2)],
        ],
        "F2:F4,G2:G4,A2:E4",
    ),
    "holdem-streets": (
        "holdem",
        [["P1", None, "P2", None, "Board"], HOLE + BOARD, HOLE + BOARD[:3], HOLE + BOARD[:4]],
        "A2:B4,C2:D4,E2:I4",
    ),
    "holdem-board-of-a-flop": ("holdem", [["P1", None, "P2", None, "Flop"], HOLE + BOARD[:3]], "A2:B2,C2:D2,E2:G2"),
    "holdem-one-player": ("holdem", [["Hero", None, "Board"], HOLE[:2] + BOARD], "A2:B2,C2:G2"),
    "holdem-three-players": (
        "holdem",
        [["Ann", None, "Bob", None, "Cem"], ["AS", "KS", *HOLE, *BOARD]],
        "A2:B2,C2:D2,E2:F2,G2:K2",
    ),
    "omaha-labels": (
        "omaha",
        [["P1", *[None] * 3, "P2", *[None] * 3, "Board"], "AS KD QH JC 6S 6D 7S 8C 2S 3S 4S 5S 9D".split()],
        "A2:D2,E2:H2,I2:M2",
    ),
    "omaha-five-hole-cards": (
        "omaha",
        [["P1", *[None] * 4, "P2"], "AS KD QH JC TC 6S 6D 7S 8C TD 2S 3S 4S 5S 9D".split()],
        "A2:E2,F2:J2,K2:O2",
    ),
    "front-labels": ("front", [["P1", None, None, "P2"], "KC KD 2S AH QD JC".split()], "A2:C2,D2:F2"),
    "front-gap": ("front", [["KC", "KD", "2S", None, "AH", "QD", "JC"]], "A1:C1,E1:G1"),
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
    "rows",
    [
        pytest.param([], id="empty"),
        pytest.param([[]], id="blank"),
        pytest.param([["a", 1, None]], id="no-cards"),
        pytest.param([["Player 1", 5]], id="label"),
        pytest.param([[1, 10, 2, 13], [3, 1, 4, 2]], id="numbers"),
        pytest.param([["5H"]], id="one-card"),
        pytest.param([[card] for card in ONE], id="cards-in-a-column"),
        pytest.param([[f"C{n}" for n in range(1, 6)]], id="labels-like-cards"),
    ],
)
def test_nothing_to_find(rows):
    """A sheet without cards has no layout."""
    assert find_layout(grid(*rows)) is None


@pytest.mark.parametrize(
    ("rows", "question"),
    [
        pytest.param(
            [[*TEN, None, *TEN]],
            "Sheet1 holds hands in A1:J1 and L1:U1; say which: --hands A1:E1,F1:J1 or --hands L1:P1,Q1:U1",
            id="side-by-side",
        ),
        pytest.param(
            [LABELS, TEN, TEN, [], LABELS, [None, *TEN]],
            "Sheet1 holds hands in A2:J3 and B6:K6; say which: --hands A2:E3,F2:J3, --hands B6:F6,G6:K6 or --hands A2:E3,F2:J3 --hands B6:F6,G6:K6 (each by itself)",
            id="one-above-the-other",
        ),
        pytest.param(
            [TEN, [], [], [], ONE],
            "Sheet1 holds hands in A1:J1 and A5:E5; say which: --hands A1:E1,F1:J1 or --hands A5:E5",
            id="far-apart",
        ),
        pytest.param(
            [[*ONE[:4], "11111", *TWO]] * 3,
            "Sheet1 holds hands in A1:D3 and F1:J3; say which: --hands A1:E3,F1:J3",
            id="a-column-all-bad",
        ),
        pytest.param(
            [[*TEN, "AS", "KS"]], "Sheet1 holds hands in A1:L1; say which: --hands A1:E1,F1:J1", id="twelve-columns"
        ),
        pytest.param(
            [LABELS, TEN, ["Hand"], ONE] * 3 + [LABELS, TEN],
            "Sheet1 holds hands in A2:J2, A4:E4, A6:J6, A8:E8 and 3 more; "
            "say which: --hands A2:E2,F2:J2, --hands A4:E4 or --hands A6:E6,F6:J6",
            id="many",
        ),
        pytest.param(
            [["P1", None, "P2", None, "Board"], HOLE + BOARD],
            "Sheet1 has a board in E2:I2; say which game: --game holdem",
            id="board",
        ),
        pytest.param(
            [[*HOLE[:2], None, *HOLE[2:], None, *BOARD]],
            "Sheet1 looks like hold'em with the board in G1:K1; say so: --game holdem",
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
        pytest.param("A2:A3+C2:D3,F2:F3+H2:H3", "five-card", "A2:A3+C2:C3+D2:D3,F2:F3+H2:H3", id="apart"),
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
        pytest.param(
            "A3-E9", "five-card", "'A3-E9' is not a range; write it like A3:E9, one range per hand", id="hyphen"
        ),
        pytest.param("", "five-card", "'' is not a range; write it like A3:E1002, one range per hand", id="empty"),
        pytest.param(
            "A1:E2,F1:J3",
            "five-card",
            "the ranges of --hands A1:E2,F1:J3 have different rows; give every hand the same ones",
            id="heights",
        ),
        pytest.param("A1:E2,E1:I2", "five-card", "the ranges of --hands A1:E2,E1:I2 overlap in column E", id="overlap"),
        pytest.param("A+C,B+C", "five-card", "the ranges of --hands A+C,B+C overlap in column C", id="overlap-apart"),
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


def test_words_over_the_board_are_no_part_of_one_hand():
    """Two hands and a board under words of their own are asked about, not taken for one hand of nine."""
    header = ["Cards", None, "Cards", None, "F1", "F2", "F3", "T", "R"]
    with pytest.raises(LayoutError, match=r"a board in E2:I3; say which game: --game holdem$"):
        find_layout(grid(header, HOLE + BOARD, HOLE + BOARD))


@pytest.mark.parametrize(
    ("rows", "question"),
    [
        pytest.param(
            [LABELS, TEN],
            "Sheet1 holds hands in A2:J2; holdem needs 2 cards for each player and a board of three to five; without one leave --game out",
            id="five-and-five",
        ),
        pytest.param(
            [["Hero", None, "Villain"], HOLE, HOLE],
            "Sheet1 holds hands in A2:D3; holdem needs 2 cards for each player and a board of three to five; without one leave --game out",
            id="no-board",
        ),
        pytest.param(
            [HOLE + BOARD],
            "Sheet1 holds hands in A1:I1; say which: --hands A1:B1,C1:D1,E1:I1 or --hands F1:G1,H1:I1,A1:E1",
            id="no-words",
        ),
        pytest.param(
            [["Poker night"], HOLE + BOARD, HOLE + BOARD],
            "Sheet1 holds hands in A2:I3; say which: --hands A2:B3,C2:D3,E2:I3 or --hands F2:G3,H2:I3,A2:E3",
            id="a-title",
        ),
        pytest.param(
            [[*range(9)], HOLE + BOARD],
            "Sheet1 holds hands in A2:I2; say which: --hands A2:B2,C2:D2,E2:I2 or --hands F2:G2,H2:I2,A2:E2",
            id="numbers-of-columns",
        ),
        pytest.param(
            [[f"Card {n}" for n in range(1, 10)], HOLE + BOARD],
            "Sheet1 holds hands in A2:I2; say which: --hands A2:B2,C2:D2,E2:I2 or --hands F2:G2,H2:I2,A2:E2",
            id="words-that-number-all-cards",
        ),
        pytest.param(
            [HOLE + BOARD, [], [], [], [None, *HOLE, *BOARD]],
            "Sheet1 holds hands in A1:I1 and B5:J5; say which: --hands A1:B1,C1:D1,E1:I1, --hands B5:C5,D5:E5,F5:J5 or --hands A1:B1,C1:D1,E1:I1 --hands B5:C5,D5:E5,F5:J5 (each by itself)",
            id="two-blocks",
        ),
        pytest.param(
            [[*HOLE[:2], None, *BOARD[:3], None, BOARD[3], None, BOARD[4]]],
            "Sheet1 holds hands in A1:B1 and D1:F1 and H1:H1 and J1:J1; holdem needs 2 cards for each player and a board of three to five; without one leave --game out",
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
        pytest.param(
            "A2:E3", 2, "these numbers have 2 cells for each card, and A2:E3 is 5 columns wide", id="half-a-card"
        ),
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


@pytest.mark.parametrize(
    ("game", "rows", "question"),
    [
        pytest.param(
            "five-card",
            [LABELS, TEN, spread("Player 3", "Player 4"), TEN],
            "Sheet1 holds hands in A2:J2 and A4:J4; say which: --hands A2:E2,F2:J2, --hands A4:E4,F4:J4 or --hands A2:E2,F2:J2 --hands A4:E4,F4:J4 (each by itself)",
            id="labels-between",
        ),
        pytest.param(
            "five-card",
            [[*ONE[:3], None, *ONE[4:], *TWO]],
            "Sheet1 holds hands in A1:C1 and E1:J1; say which: --hands A1:E1,F1:J1",
            id="one-row-with-a-blank",
        ),
        pytest.param(
            "five-card",
            [[*TEN, None, " ".join(ONE)]] * 3,
            "Sheet1 holds hands in A1:J3 and L1:L3; say which: --hands A1:E3,F1:J3 or --hands L1:L3",
            id="best-hands-beside",
        ),
        pytest.param(
            "five-card",
            [[*TEN, "AS"]],
            "Sheet1 holds hands in A1:K1; say which: --hands A1:E1,F1:J1 or --hands B1:F1,G1:K1",
            id="eleven-columns",
        ),
        pytest.param(
            "front",
            ["KC KD 2S AH".split()],
            "Sheet1 holds hands in A1:D1; say which: --hands A1:C1",
            id="front-of-four",
        ),
        pytest.param(
            "holdem",
            [BOARD],
            "Sheet1 holds hands in A1:E1; holdem needs 2 cards for each player and a board of three to five; without one leave --game out",
            id="a-board-alone",
        ),
    ],
)
def test_more_questions(game, rows, question):
    """What is not certain is asked, with the ranges that were found."""
    with pytest.raises(LayoutError) as caught:
        find_layout(grid(*rows), game)
    assert str(caught.value) == question


def test_a_text_file_is_called_the_file():
    """A grid without a sheet name is the file in every message."""
    with pytest.raises(LayoutError, match=r"^The table holds hands in A1:L1; say which: --hands A1:E1,F1:J1$"):
        find_layout(Grid("", [[*TEN, "AS", "KS"]]))
    with pytest.raises(LayoutError, match=r"^there are no cards in these columns of the file$"):
        named_layout(Grid("", [TEN]), "X:Z")


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        pytest.param([TEN], None, id="first-row"),
        pytest.param([LABELS, TEN], 0, id="labels"),
        pytest.param([["a title"], TEN], 0, id="any-words"),
        pytest.param([LABELS, [], TEN], None, id="blank-row-between"),
        pytest.param([[1, 2, 3], TEN], None, id="numbers"),
        pytest.param([[" "], TEN], None, id="blanks"),
    ],
)
def test_the_header_row(rows, header):
    """The row above the hands is their header if there are words in it, found or named."""
    sheet = grid(*rows)
    assert find_layout(sheet).header == header
    assert named_layout(sheet, f"A{len(rows)}:E{len(rows)}").header == header


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        pytest.param("a:e,f:j", "A2:E3,F2:J3", id="whole-columns-lower-case"),
        pytest.param("$A:$E,$F:$J", "A2:E3,F2:J3", id="whole-columns-dollars"),
        pytest.param("Sheet1!$A$2:$E$3,$F$2:$J$3", "A2:E3,F2:J3", id="sheet-before-the-first"),
        pytest.param("'My sheet'!A:E;'My sheet'!F:J", "A2:E3,F2:J3", id="quoted-sheet"),
        pytest.param("A,B", "A2:A3,B2:B3", id="one-letter"),
        pytest.param("A:A,B:B", "A2:A3,B2:B3", id="one-column"),
        pytest.param("A2:A3 , B2:B3", "A2:A3,B2:B3", id="blanks-around"),
        pytest.param("J3:F2,E3:A2", "F2:J3,A2:E3", id="order-kept"),
        pytest.param("A2:E900,F2:J900", "A2:E900,F2:J900", id="beyond-the-grid"),
        pytest.param("XEZ1048576:XFD1048576", "XEZ1048576:XFD1048576", id="last-corner"),
    ],
)
def test_ranges_as_people_type_them(hands, expected):
    """Ranges come back in one form, whatever they were typed like."""
    assert str(named_layout(grid(LABELS, TEN, TEN), hands)) == expected


def test_the_board_is_the_last_range():
    """In hold'em and omaha the last range named is the board, wherever it stands."""
    layout = named_layout(grid(BOARD + HOLE), "F1:G1,H1:I1,A1:E1", "holdem")
    assert [(area.first, area.last) for area in layout.hands] == [(5, 6), (7, 8)]
    assert (layout.board.first, layout.board.last) == (0, 4)
    assert named_layout(grid(TEN), "A1:E1,F1:J1").board is None


CARDS = st.permutations([rank + suit for rank in "23456789TJQKA" for suit in "CDHS"])


@settings(deadline=None, derandomize=True, database=None)
@given(CARDS, st.integers(1, 4), st.integers(1, 5), st.integers(0, 3), st.integers(0, 4), st.booleans(), st.booleans())
def test_what_is_found_is_found_again(deck, players, deals, left, above, labels, gaps):
    """Hands of five anywhere on a sheet, labelled or not, with gaps or not, are found; --hands takes them back."""
    row, header, areas = [None] * left, [None] * left, []
    for player in range(players):
        if gaps and player:
            row.append(None)
            header.append(None)
        areas.append((len(row), len(row) + 4))
        row += deck[5 * player : 5 * player + 5]
        header += [f"Player {player + 1}", None, None, None, None]
    sheet = grid(*[[]] * above, *[header] * labels, *[row] * deals)
    layout = find_layout(sheet)
    assert [(area.first, area.last) for area in layout.hands] == areas
    assert (layout.first, layout.last) == (above + labels, above + labels + deals - 1)
    assert named_layout(sheet, str(layout)) == layout


@settings(deadline=None, derandomize=True, database=None)
@given(CARDS, st.sampled_from(["1OH", "x", "?", None, 5, True, "#N/A", "Z9"]), st.integers(0, 9), st.integers(0, 11))
def test_one_bad_cell_moves_nothing(deck, bad, column, row):
    """A bad cell anywhere in a dozen deals leaves the hands where they are."""
    rows = [deck[at : at + 10] for at in range(12)]
    rows[row][column] = bad
    assert str(find_layout(grid(LABELS, *rows))) == "A2:E13,F2:J13"
    assert str(find_layout(grid(*rows))) == "A1:E12,F1:J12"


@pytest.mark.slow
def test_a_long_sheet_with_bad_cells_and_whole_columns():
    """Fifty thousand rows with a bad cell in each hundredth, and named by their columns, are the same block."""
    rows = [[*TEN[:9], f"bad {row}"] if row % 100 == 99 else TEN for row in range(50_000)]
    sheet = grid(LABELS, *rows)
    assert str(find_layout(sheet)) == "A2:E50001,F2:J50001"
    assert named_layout(sheet, "A:E,F:J") == find_layout(sheet)


def test_long_texts_are_no_labels():
    """Words and a number of more than 80 characters count nothing; of megabytes they would take seconds to read."""
    cells = ["C" * 80 + str(number) for number in range(1, 5)]
    assert not is_series(cells)
    assert series_of(cells) is None
