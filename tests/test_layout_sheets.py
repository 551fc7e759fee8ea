"""Sheets as people keep them: what is found on each, or what is asked.

A question is a right answer; a layout that leaves out a row or a card without a word is not.
"""

import json

import pytest
from support.kept_sheets import hints, run, written
from support.sheets import deals, grid, one_cell, spread

from xlpoker.errors import LayoutError
from xlpoker.layout.find import find_layout, named_layout

TEN, FIVE, NINE, SEVEN = deals(10), deals(5), deals(9), deals(7)
LABELS = spread("Player 1", "Player 2")
BAD = ["x"] * 10


def with_first(cells, rows):
    """Return rows with a cell more at the left of each."""
    return [[cell, *row] for cell, row in zip(cells, rows, strict=False)]


SHEETS = {
    # several tables, headers in any row, notes around the data
    "a-title-a-date-and-a-total": (
        "five-card",
        [
            ["Friday night poker"], ["Date:", "2024-05-03"], [], ["#", *spread("Ann", "Bob"), "Pot"],
            *[[number, *row, 120 + number] for number, row in enumerate(TEN, 1)], ["Total", *[None] * 10, 741],
        ],
        "B5:F10,G5:K10",
    ),
    "notes-right-and-below": (
        "five-card",
        [LABELS, *[[*row, None, "see 5H" if at == 3 else None] for at, row in enumerate(TEN)], ["* misdealt once"]],
        "A2:E7,F2:J7",
    ),
    "labels-whose-columns-nobody-filled": (
        "five-card",
        [[f"P{player} card {card}" for player in (1, 2) for card in range(1, 6)], *[row[:7] for row in TEN]],
        "A2:E7,F2:J7",
    ),
    "omaha-with-four-and-five-hole-cards": (
        "omaha",
        [
            ["Seat 1 cards", "", "Seat 2 cards", "", "Board"],
            *[["5H 6H 7H 8H", 1, "KD 7S QS TC", 2, "2C 3S 8S 8D TD"] for _ in range(3)],
            *[["5H 6H 7H 8H 9H", 1, "", 2, "2C 3S 8S 8D TD"] for _ in range(4)],
        ],
        "A2:A8,C2:C8,E2:E8",
    ),
    "a-seat-that-never-shows": (
        "holdem",
        [["Seat 1 cards", "Net", "Seat 2 cards", "Net", "Seat 3 cards", "Board"], *[["5H 6H", 1, None, 2, "AS AD", "2C 3S 8S 8D TD"]] * 3],
        "A2:A4,C2:C4,E2:E4,F2:F4",
    ),
    "all-fold-in-the-first-deals": (
        "holdem",
        [
            ["Name", "Seat 1 cards", "Name", "Seat 2 cards", "Board", "Pot"],
            ["Ann", None, "Bob", None, None, 3], ["Ann", "fold", "Bob", None, None, 4],
            *[["Ann", "5H 6H", "Bob", "AS AD", "2C 3S 8S 8D TD", 5]] * 3,
        ],
        "B2:B6,D2:D6,E2:E6",
    ),
    "players-who-are-called-by-numbers": (
        "holdem",
        [
            ["", "Seat 1 cards", "", "Seat 2 cards", "", "Seat 3 cards", "Board"],
            *[[f"P{n}", "5H 6H", f"P{n % 3 + 1}", "KD 7S", f"P{(n + 1) % 3 + 1}", "AS AD", "2C 3S 8S 8D TD"] for n in (1, 2, 3)],
        ],
        "B2:B4,D2:D4,F2:F4,G2:G4",
    ),
    "a-flop-in-a-cell-before-hole-cards-that-are-numbered": (
        "omaha",
        [["Deal", "Flop", "Turn", "River", "Card 1", "Card 2", "Card 3", "Card 4"], *[[1, *one_cell(row, 3), *row[3:9]] for row in NINE]],
        "E2:H7,B2:D7",
    ),
    "a-flop-in-a-cell-before-two-hole-cards": (
        "holdem",
        [["Deal", "Flop", "Turn", "River", "Card 1", "Card 2"], *[[1, *one_cell(row, 3), *row[3:7]] for row in SEVEN]],
        "E2:F7,B2:D7",
    ),
    "deals-named-as-hands": (
        "five-card",
        [["Hand", *LABELS], *with_first([f"Hand {n}" for n in range(6)], [*TEN[:3], BAD, *TEN[4:]])],
        "B2:F7,G2:K7",
    ),
    "two-tables-with-titles": (
        "five-card",
        [["Table 1"], LABELS, *TEN, [], ["Table 2"], LABELS, *TEN],
        "A3:E17,F3:J17",
    ),
    "positions-and-results": ("five-card", [["BTN", *row, "W"] for row in FIVE], "B1:F6"),
    "a-row-per-player": (
        "five-card",
        [["Deal", "Player", "C1", "C2", "C3", "C4", "C5"], *[[n // 2, "AnnBob"[n % 2 * 3 :][:3], *r] for n, r in enumerate(FIVE)]],
        "C2:G7",
    ),
    "a-frame-with-its-index": ("five-card", [[None, *range(10)], *with_first(range(6), TEN)], "B2:F7,G2:K7"),
    "a-csv-with-ids-and-winners": (
        "five-card",
        [
            ["hand_id", *[f"p{p}_card{n}" for p in (1, 2) for n in range(1, 6)], "winner"],
            *[[str(100 + n), *row, "P1"] for n, row in enumerate(TEN)],
        ],
        "B2:F7,G2:K7",
    ),
    "blank-rows-between-all": ("five-card", [line for row in TEN for line in (row, [])], "A1:E11,F1:J11"),
    "a-subtotal-in-between": (
        "five-card",
        [LABELS, *TEN[:3], ["Subtotal", *[None] * 4, 3], *TEN[3:]],
        "A2:E8,F2:J8",
    ),
    "columns-after-the-cards-numbered": (
        "five-card",
        [["Card 1", "Card 2", "Card 3", "Card 4", "Pot"], *[[*row[:4], 120] for row in FIVE]],
        "A2:D7",
    ),
    "rows-counted-before-four-cards": ("five-card", with_first(range(1, 7), [row[:4] for row in FIVE]), "B1:E6"),
    # players
    "a-player-without-a-name-who-folds": (
        "five-card",
        [[*one_cell(row, 5), None, "fold"] for row in TEN] + [[*one_cell(row, 5), None, *one_cell(row[5:], 5)] for row in TEN[:3]],
        "A1:A9,C1:C9",
    ),
    "three-players-without-words": ("five-card", deals(15), "A1:E6,F1:J6,K1:O6"),
    "six-players": (
        "five-card",
        [spread(*[f"P{n}" for n in range(1, 7)]), *deals(30)],
        "A2:E7,F2:J7,K2:O7,P2:T7,U2:Y7,Z2:AD7",
    ),
    "nine-seats": (
        "five-card",
        [spread(*[f"Seat {n}" for n in range(1, 10)]), *deals(45)],
        "A2:E7,F2:J7,K2:O7,P2:T7,U2:Y7,Z2:AD7,AE2:AI7,AJ2:AN7,AO2:AS7",
    ),
    "names-over-sevens": ("five-card", [spread("Ann", "Bob", by=7), *deals(14)], "A2:G7,H2:N7"),
    "names-over-sixes": ("five-card", [spread("Ann", "Bob", by=6), *deals(12)], "A2:F7,G2:L7"),
    "a-word-over-every-column": ("five-card", [["Player 1"] * 5 + ["Player 2"] * 5, *TEN], "A2:E7,F2:J7"),
    "other-languages": ("five-card", [spread("Spieler 1", "Spieler 2"), *TEN], "A2:E7,F2:J7"),
    "chinese": ("five-card", [spread("玩家1", "玩家2"), *TEN], "A2:E7,F2:J7"),
    "hands-by-name": ("five-card", [spread("Ann's hand", "Bob's hand"), *TEN], "A2:E7,F2:J7"),
    "cards-before-players": (
        "five-card",
        [[f"c{n}_p{p}" for p in (1, 2) for n in range(1, 6)], *TEN],
        "A2:E7,F2:J7",
    ),
    # hold'em and omaha
    "hero-and-villain": (
        "holdem",
        [["#", "Hero", None, "Villain", None, "Flop", None, None, "Turn", "River", "Note"],
         *[[n, *row, "nice" if n == 3 else None] for n, row in enumerate(NINE)]],
        "B2:C7,D2:E7,F2:J7",
    ),
    "few-hands-reach-the-river": (
        "holdem",
        [["#", "Hero", None, "Villain", None, "Flop", None, None, "Turn", "River"],
         *[[n, *(row if n < 2 else row[:7] if n < 6 else row[:4])] for n, row in enumerate(deals(9, 40))]],
        "B2:C41,D2:E41,F2:J41",
    ),
    "names-over-hole-cards": ("holdem", [["Ann", None, "Bob", None, "Flop"], *SEVEN], "A2:B7,C2:D7,E2:G7"),
    "names-and-a-flop-without-a-word": ("holdem", [["Ann", None, "Bob"], *SEVEN], "A2:B7,C2:D7,E2:G7"),
    "labels-and-a-flop-without-a-word": ("holdem", [["P1", None, "P2"], *SEVEN], "A2:B7,C2:D7,E2:G7"),
    "hole-cards-in-one-label": ("holdem", [["Hole cards", *[None] * 3, "Board"], *NINE], "A2:B7,C2:D7,E2:I7"),
    "the-board-first": ("holdem", [["Board", *[None] * 4, "Ann", None, "Bob"], *NINE], "F2:G7,H2:I7,A2:E7"),
    "the-board-in-the-middle": ("holdem", [["P1", None, "Board", *[None] * 4, "P2"], *NINE], "A2:B7,H2:I7,C2:G7"),
    "nine-players": (
        "holdem",
        [spread(*(f"Seat {n}" for n in range(1, 10)), by=2), *deals(23)],
        "A2:B7,C2:D7,E2:F7,G2:H7,I2:J7,K2:L7,M2:N7,O2:P7,Q2:R7,S2:W7",
    ),
    "hole-cards-in-one-cell-each": ("holdem", [[*one_cell(row, 2, 2), *row[4:]] for row in NINE], "A1:A6,B1:B6,C1:G6"),
    "the-board-in-one-cell": ("holdem", [[*row[:4], *one_cell(row[4:], 5)] for row in NINE], "A1:B6,C1:D6,E1:E6"),
    "a-flop-in-one-cell-then-streets": (
        "holdem",
        [["P1", "P2", "Flop", "Turn", "River"], *[[*one_cell(row, 2, 2, 3), *row[7:]] for row in NINE]],
        "A2:A7,B2:B7,C2:E7",
    ),
    "everything-in-one-cell-each": (
        "omaha",
        [["P1", "P2", "Board"], *[one_cell(row, 4, 4, 5) for row in deals(13)]],
        "A2:A7,B2:B7,C2:C7",
    ),
    "omaha-with-gaps": (
        "omaha",
        [[*row[:4], None, *row[4:8], None, *row[8:]] for row in deals(13)],
        "A1:D6,F1:I6,K1:O6",
    ),
    "three-fronts": ("front", NINE, "A1:C6,D1:F6,G1:I6"),
    # rare columns
    "the-second-player-seldom-stays": (
        "five-card",
        [LABELS, *deals(5, 40), *TEN[:2]],
        "A2:E43,F2:J43",
    ),
    "the-second-player-seldom-stays-behind-a-gap": (
        "five-card",
        [*deals(5, 40), *[[*row[:5], None, *row[5:]] for row in TEN[:2]]],
        "A1:E42,G1:K42",
    ),
    "the-second-hand-in-one-cell-is-rare": (
        "five-card",
        [["Player 1", "Player 2"], *[one_cell(row, 5) for row in deals(5, 40)], one_cell(TEN[0], 5, 5)],
        "A2:A42,B2:B42",
    ),
    "cards-dealt-in-turn": (
        "five-card",
        [[f"P{p} card {n}" for n in range(1, 6) for p in (1, 2)], *TEN],
        "A2:A7+C2:C7+E2:E7+G2:G7+I2:I7,B2:B7+D2:D7+F2:F7+H2:H7+J2:J7",
    ),
    "cards-dealt-in-turn-card-first": (
        "five-card",
        [[f"c{n}_p{p}" for n in range(1, 6) for p in (1, 2)], *TEN],
        "A2:A7+C2:C7+E2:E7+G2:G7+I2:I7,B2:B7+D2:D7+F2:F7+H2:H7+J2:J7",
    ),
    "holdem-dealt-in-turn": (
        "holdem",
        [[*[f"Seat {p}{n}" for n in "ab" for p in (1, 2)], "Flop 1", "Flop 2", "Flop 3", "Turn", "River"], *NINE],
        "A2:A7+C2:C7,B2:B7+D2:D7,E2:I7",
    ),
    "holdem-dealt-in-turn-and-a-board-under-one-word": (
        "holdem",
        [[*[f"P{p} card {n}" for n in (1, 2) for p in (1, 2)], "Board"], *NINE],
        "A2:A7+C2:C7,B2:B7+D2:D7,E2:I7",
    ),
    "holdem-dealt-in-turn-and-a-board-in-a-cell": (
        "holdem",
        [[*[f"P{p} card {n}" for n in (1, 2) for p in (1, 2)], "Board"],
         *[[*row[:4], *one_cell(row[4:], 5)] for row in NINE]],
        "A2:A7+C2:C7,B2:B7+D2:D7,E2:E7",
    ),
    "a-mark-behind-every-card": (
        "five-card",
        [["Deal", *[word for n in range(1, 6) for word in (f"Card {n}", "Hold")], "Won"],
         *[[7, *[cell for card in row for cell in (card, "x" if n % 2 else None)], 5] for n, row in enumerate(FIVE)]],
        "B2:B7+D2:D7+F2:F7+H2:H7+J2:J7",
    ),
    "a-card-never-filled-in": (
        "five-card",
        [[f"p{p}_card{n}" for p in (1, 2) for n in range(1, 6)], *[[*row[:4], None, *row[5:]] for row in TEN]],
        "A2:E7,F2:J7",
    ),
    # labels that look like cards
    "ids-from-seven": ("five-card", with_first(["H7", "H8", "H9"], FIVE), "B1:F3"),
    "ids-from-two": ("five-card", with_first([f"S{n}" for n in range(2, 8)], TEN), "B1:F6,G1:K6"),
    "ids-over-ten": ("five-card", with_first([f"D{n}" for n in range(1, 51)], deals(5, 50)), "B1:F50"),
    "ids-downwards": ("five-card", with_first([f"{n}D" for n in range(9, 3, -1)], FIVE), "B1:F6"),
    "ids-with-gaps": ("five-card", with_first(["C3", "C4", "C7", "C7", "C9"], TEN), "B1:F5,G1:K5"),
    "ids-at-the-right": ("five-card", [[*row, f"H{n}"] for n, row in enumerate(FIVE, 4)], "A1:E6"),
    "ids-under-a-word": (
        "holdem",
        [["Deal", *spread("Ann", "Bob", by=2)], *with_first([f"H{n}" for n in range(4, 10)], NINE)],
        "B2:C7,D2:E7,F2:J7",
    ),
    "ids-before-a-deal-without-a-river": (
        "holdem",
        [["#", "P1", None, "P2", None, "Board"], *with_first([f"S{n}" for n in range(6, 10)], deals(8))],
        "B2:C5,D2:E5,F2:I5",
    ),
    "ids-before-one-cell": (
        "five-card",
        with_first([f"H{n}" for n in range(4, 10)], [one_cell(row, 5, 5) for row in TEN]),
        "B1:B6,C1:C6",
    ),
    "ids-of-three-rows-before-sevens": ("five-card", with_first(["H7", "H8", "H9"], deals(14)), "B1:H3,I1:O3"),
    "cards-that-rise-under-a-name": (
        "five-card",
        [["Ann"], "2H AC JS JD 7H".split(), "3H 2S TC 4H 5C".split(), "4H 9D 6H 2C 4S".split()],
        "A2:E4",
    ),
    "a-hand-written-suit-first": ("five-card", ["H7 D8 CA SK S2".split()] * 3, "A1:E3"),
    "straight-flushes-are-no-ids": ("five-card", [[f"C{n + at}" for at in range(5)] for n in range(2, 6)], "A1:E4"),
    "a-header-1C-2C": ("five-card", [["1C", "2C", "3C", "4C", "5C"], *FIVE], "A2:E7"),
    "a-header-C0-C1": ("five-card", [[f"C{n}" for n in range(5)], *FIVE], "A2:E7"),
    # bad rows at the ends
    "a-bad-first-row-under-labels": ("five-card", [LABELS, BAD, *TEN], "A2:E8,F2:J8"),
    "a-bad-first-row-without-labels": ("five-card", [["?"] * 10, *TEN], "A1:E7,F1:J7"),
    "a-first-row-of-one-card": ("five-card", [["5H", *BAD[1:]], *TEN], "A1:E7,F1:J7"),
    "a-misspelt-first-row": ("five-card", [["1OH", "11D", "1C", *BAD[3:]], *TEN], "A1:E7,F1:J7"),
    "two-bad-last-rows": ("five-card", [LABELS, *TEN, BAD, ["?"] * 10], "A2:E9,F2:J9"),
    "a-last-row-of-one-card": ("five-card", [LABELS, *TEN, ["5H"]], "A2:E8,F2:J8"),
    "a-last-row-of-one-misspelt-card": ("five-card", [LABELS, *TEN, ["1OH"]], "A2:E8,F2:J8"),
    "a-bad-last-row-behind-a-blank-one": ("five-card", [LABELS, *TEN, [], BAD], "A2:E9,F2:J9"),
    "a-misdeal-at-the-end": (
        "five-card",
        [["P1", "P2"], *[one_cell(row, 5, 5) for row in TEN], ["misdeal", "misdeal"]],
        "A2:A8,B2:B8",
    ),
    "a-total-under-hands-in-one-cell": (
        "five-card",
        [["P1", "P2"], *[one_cell(row, 5, 5) for row in TEN], ["Total", 5]],
        "A2:A7,B2:B7",
    ),
    "a-second-header": ("five-card", [LABELS, list("ABCDE") * 2, *TEN], "A3:E8,F3:J8"),
    "a-second-header-of-one-word": ("five-card", [LABELS, ["Card"] * 10, *TEN], "A3:E8,F3:J8"),
    "a-bad-last-row-with-its-number": (
        "five-card",
        [["Hand", *LABELS], *with_first([f"Hand {n}" for n in range(7)], [*TEN, BAD])],
        "B2:F8,G2:K8",
    ),
    "a-bad-first-row-with-its-number": (
        "five-card",
        [["Hand", *LABELS], *with_first([f"Hand {n}" for n in range(7)], [BAD, *TEN])],
        "B2:F8,G2:K8",
    ),
    "columns-that-excel-has-numbered": (
        "five-card",
        [[f"Column{n}" for n in range(1, 8)], *[[*row, "won", 120] for row in FIVE]],
        "A2:E7",
    ),
    "a-bad-last-row-that-goes-on-counting": (
        "five-card",
        [["Deal", "P1", "P2"], *[[f"Deal {n}", *one_cell(row, 5, 5)] for n, row in enumerate(TEN)], ["Deal 6", "void", None]],
        "B2:B8,C2:C8",
    ),
    "a-bad-first-row-that-counts": (
        "five-card",
        [["Deal", "Ann"], [1, "void"], *[[n, *one_cell(row, 5)] for n, row in enumerate(FIVE, 2)]],
        "B2:B8",
    ),
    "a-bad-first-row-under-labels-in-one-cell": (
        "five-card",
        [["P1", "P2"], ["?", "void"], *[one_cell(row, 5, 5) for row in TEN]],
        "A2:A8,B2:B8",
    ),
    "names-under-labels-in-one-cell": (
        "five-card",
        [["P1", "P2"], ["Ann", "Bob"], *[one_cell(row, 5, 5) for row in TEN]],
        "A3:A8,B3:B8",
    ),
    "a-player-who-folds": (
        "five-card",
        [["P1", "P2"], *[[*one_cell(row, 5), "fold"] for row in TEN], one_cell(deals(10, 1, 9)[0], 5, 5)],
        "A2:A8,B2:B8",
    ),
    # a column that is bad throughout
    "the-last-card-misspelt-throughout": ("five-card", [[*row[:4], "1OH"] for row in FIVE], "A1:E6"),
    "the-last-card-labelled-and-bad-throughout": (
        "five-card",
        [[f"Card {n}" for n in range(1, 6)], *[[*row[:4], "void"] for row in FIVE]],
        "A2:E7",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("game", "rows", "expected"), SHEETS.values(), ids=SHEETS)
def test_sheets(game, rows, expected):
    """The hands are found by themselves, and what is found means the same after --hands."""
    layout = find_layout(grid(*rows), game)
    assert str(layout) == expected
    again = named_layout(grid(*rows), expected, game)
    assert (again.hands, again.board) == (layout.hands, layout.board)


QUESTIONS = {
    "nine-of-ten": (
        "five-card",
        [TEN[0][:9]],
        ("Sheet1 holds hands in A1:I1; say which: --hands A1:I1 (one hand), "
        "--hands A1:E1,F1:J1 (two, a card missing), --game holdem --hands A1:B1,C1:D1,E1:I1 or --game holdem --hands F1:G1,H1:I1,A1:E1"),
    ),
    "nine-of-ten-and-a-blank": (
        "five-card",
        [[*TEN[0][:9], None]],
        ("Sheet1 holds hands in A1:I1; say which: --hands A1:I1 (one hand), "
        "--hands A1:E1,F1:J1 (two, a card missing), --game holdem --hands A1:B1,C1:D1,E1:I1 or --game holdem --hands F1:G1,H1:I1,A1:E1"),
    ),
    "fourteen-of-fifteen": (
        "five-card",
        deals(14, 1),
        ("Sheet1 holds hands in A1:N1; say which: --hands A1:G1,H1:N1 (two hands) "
        "or --hands A1:E1,F1:J1,K1:O1 (three, a card missing)"),
    ),
    "six": (
        "five-card",
        deals(6),
        "Sheet1 holds hands in A1:F6; say which: --hands A1:F6 (one hand) or --hands A1:C6,D1:F6 (two hands)",
    ),
    "eight": (
        "five-card",
        deals(8),
        "Sheet1 holds hands in A1:H6; say which: --hands A1:H6 (one hand) or --hands A1:D6,E1:H6 (two hands)",
    ),
    "eleven": (
        "five-card",
        deals(11),
        "Sheet1 holds hands in A1:K6; say which: --hands A1:E6,F1:J6 or --hands B1:F6,G1:K6",
    ),
    "two-ids-that-may-be-cards": (
        "five-card",
        with_first(["H7", "H8"], FIVE),
        "Sheet1 holds hands in A1:F2; say which: --hands A1:F2 (one hand), --hands A1:C2,D1:F2 (two hands) or --hands B1:F2",
    ),
    "two-players-and-the-flop": (
        "holdem",
        SEVEN,
        "Sheet1 holds hands in A1:G6; say which: --hands A1:B6,C1:G6 or --hands A1:B6,C1:D6,E1:G6",
    ),
    "ids-before-two-players-and-the-turn": (
        "holdem",
        with_first([f"S{n}" for n in range(6, 10)], deals(8)),
        "Sheet1 holds hands in B1:I4; say which: --hands B1:C4,D1:E4,F1:I4",
    ),
    "an-id-before-two-players-and-the-turn": (
        "holdem",
        with_first(["C3", "C4"], deals(8)),
        "Sheet1 holds hands in A1:I2; say which: --hands A1:B2,C1:D2,E1:I2, --hands F1:G2,H1:I2,A1:E2 or --hands B1:C2,D1:E2,F1:I2",
    ),
    "an-id-before-sevens": (
        "five-card",
        with_first(["D8"], deals(14)),
        "Sheet1 holds hands in A1:O1; say which: --hands A1:E1,F1:J1,K1:O1 or --hands B1:H1,I1:O1 (two hands)",
    ),
    "two-players-and-the-turn": (
        "holdem",
        deals(8),
        "Sheet1 holds hands in A1:H6; say which: --hands A1:B6,C1:D6,E1:H6",
    ),
    "omaha-of-four-or-six": (
        "omaha",
        deals(17),
        ("Sheet1 holds hands in A1:Q6; say which: "
        "--hands A1:D6,E1:H6,I1:L6,M1:Q6, --hands F1:I6,J1:M6,N1:Q6,A1:E6, "
        "--hands A1:F6,G1:L6,M1:Q6 or --hands F1:K6,L1:Q6,A1:E6"),
    ),
    "omaha-without-words": (
        "omaha",
        deals(13),
        "Sheet1 holds hands in A1:M6; say which: --hands A1:D6,E1:H6,I1:M6 or --hands F1:I6,J1:M6,A1:E6",
    ),
    "omaha-with-the-river-or-the-flop": (
        "omaha",
        deals(11),
        "Sheet1 holds hands in A1:K6; say which: --hands A1:F6,G1:K6 or --hands A1:D6,E1:H6,I1:K6",
    ),
    "omaha-under-holdem": (
        "holdem",
        [[*spread("P1", "P2", by=4), "Board"], *deals(13)],
        ("Sheet1 holds hands in A2:M7; say which: --game omaha (A2:D7,E2:H7,I2:M7)"),
    ),
    "the-last-card-a-question-mark-throughout": (
        "five-card",
        [[*row[:4], "?"] for row in FIVE],
        "Sheet1 holds hands in A1:D6; say which: --hands A1:E6 or --hands A1:D6",
    ),
    "the-last-card-a-number-throughout": (
        "five-card",
        [[*row[:4], 11111] for row in FIVE],
        "Sheet1 holds hands in A1:D6; say which: --hands A1:E6 or --hands A1:D6",
    ),
    "the-first-card-a-word-throughout": (
        "five-card",
        [["joken", *row[1:5]] for row in FIVE],
        "Sheet1 holds hands in B1:E6; say which: --hands A1:E6 or --hands B1:E6",
    ),
    "a-numbered-card-bad-throughout": (
        "five-card",
        [[1, 2, 3, 4, 5], *[[*row[:4], "void"] for row in FIVE]],
        "Sheet1 holds hands in A2:D7; say which: --hands A2:E7 or --hands A2:D7",
    ),
    "the-last-of-fifteen-bad-throughout": (
        "five-card",
        [[*row[:14], "void"] for row in deals(15)],
        ("Sheet1 holds hands in A1:N6; say which: --hands A1:G6,H1:N6 (two hands) "
        "or --hands A1:E6,F1:J6,K1:O6 (three, a card missing)"),
    ),
    "a-seventh-card-bad-throughout": (
        "five-card",
        [[*spread("P1", "P2", by=7), "P3"], *[[*row[:6], "?", *row[6:12], "?", *row[12:18], "?"] for row in deals(18)]],
        ("Sheet1 holds hands in A2:F7, H2:M7 and O2:T7; "
        "say which: --hands A2:G7,H2:N7,O2:U7 or --hands A2:F7,H2:M7,O2:T7"),
    ),
    "omaha-of-five-with-a-bad-card": (
        "omaha",
        [[*spread("P1", "P2", "Board")], *[[*row[:4], "?", *row[5:]] for row in deals(15)]],
        "Sheet1 holds hands in A2:D7 and F2:O7; omaha needs 4 to 6 cards for each player and a board of three to five",
    ),
    "titles-in-two-cells": (
        "five-card",
        [["Friday", *[None] * 9, "Saturday"], *deals(20)],
        "Sheet1 holds hands in A2:T7; say which: --hands A2:E7,F2:J7 or --hands K2:O7,P2:T7",
    ),
    "a-bad-card-in-the-middle": (
        "five-card",
        [[*row[:2], "#N/A", *row[3:]] for row in FIVE],
        "Sheet1 holds hands in A1:B6 and D1:E6; say which: --hands A1:E6 or --hands A1:B6,D1:E6",
    ),
    "one-player-and-a-board-or-two-and-the-flop": (
        "holdem",
        [[*row[:2], None, *row[2:]] for row in SEVEN],
        "Sheet1 holds hands in A1:B6 and D1:H6; say which: --hands A1:B6,D1:H6 or --hands A1:B6,D1:E6,F1:H6",
    ),
    "a-board-whose-label-stands-inside-a-run": (
        "holdem",
        [[*[None] * 4, "Board"], *[[*row[:2], "?", *row[3:]] for row in NINE]],
        "Sheet1 holds hands in A2:B7 and D2:I7; holdem needs 2 cards for each player and a board of three to five",
    ),
    "an-id-of-two-rows-before-numbered-cards": (
        "five-card",
        [[None, *[f"p{p}_card{n}" for p in (1, 2) for n in range(1, 8)]], *with_first(["D8", "D9"], deals(14))],
        "Sheet1 holds hands in A2:O3; say which: --hands B2:H3,I2:O3",
    ),
    "both-last-cards-bad-throughout": (
        "five-card",
        [[*row[:4], "?", *row[5:9], "?"] for row in TEN],
        "Sheet1 holds hands in A1:D6 and F1:I6; say which: --hands A1:E6,F1:J6 or --hands A1:D6,F1:I6",
    ),
    "the-river-bad-throughout": (
        "holdem",
        [["P1", None, "P2", None, "Board"], *[[*row[:8], "?"] for row in NINE]],
        "Sheet1 holds hands in A2:H7; say which: --hands A2:B7,C2:D7,E2:I7 or --hands A2:B7,C2:D7,E2:H7",
    ),
    "two-tables-side-by-side": (
        "five-card",
        [[*row, None, None, *row] for row in TEN],
        "Sheet1 holds hands in A1:J6 and M1:V6; say which: --hands A1:E6,F1:J6 or --hands M1:Q6,R1:V6",
    ),
    "two-tables-with-names": (
        "five-card",
        [spread("Ann", "Bob"), *TEN[:3], [], spread("Cid", "Dan"), *TEN[3:]],
        "Sheet1 holds hands in A2:J4 and A7:J9; say which: --hands A2:E4,F2:J4, --hands A7:E9,F7:J9 or --hands A2:E4,F2:J4 --hands A7:E9,F7:J9 (each by itself)",
    ),
    "a-table-of-hands-and-one-of-deals": (
        "holdem",
        [*NINE, [], [], [], *FIVE],
        ("Sheet1 holds hands in A1:I6 and A10:E15; say which: --hands A1:B6,C1:D6,E1:I6"),
    ),
    "an-example-above": (
        "five-card",
        [["Example:", *FIVE[0]], [], LABELS, *TEN],
        "Sheet1 holds hands in B1:F1 and A4:J9; say which: --hands B1:F1 or --hands A4:E9,F4:J9",
    ),
    "a-card-named-in-a-column-of-notes": (
        "five-card",
        [[*row, note] for row, note in zip(TEN, ["5H", "good", "AH", "7C", "2D", None], strict=True)],
        "Sheet1 holds hands in A1:K6; say which: --hands A1:E6,F1:J6 or --hands B1:F6,G1:K6",
    ),
    "holdem-dealt-in-turn": (
        "five-card",
        [[*[f"P{p} card {n}" for n in (1, 2) for p in (1, 2)], *[f"Board {n}" for n in range(1, 6)]], *NINE],
        ("Sheet1 holds hands in A2:I7; say which: --game holdem --hands A2:A7+C2:C7,B2:B7+D2:D7,E2:I7"),
    ),
    "hands-in-turn": (
        "five-card",
        [[f"P{p} hand {n}" for n in (1, 2) for p in (1, 2)], *[[*one_cell(row, 5, 5), *one_cell(row, 5, 5)] for row in TEN]],
        "Sheet1 holds hands in A2:D7; say which: --hands A2:A7,B2:B7 or --hands C2:C7,D2:D7",
    ),
    "cards-apart": (
        "five-card",
        [[cell for card in row for cell in (card, "x")] for row in FIVE],
        ("Sheet1 holds hands in A1:A6, C1:C6, E1:E6, G1:G6 and I1:I6; say which: "
        "--hands A1:A6+C1:C6+E1:E6+G1:G6+I1:I6 or --hands A1:A6,C1:C6,E1:E6,G1:G6,I1:I6"),
    ),
    "a-gap-behind-every-card": (
        "five-card",
        [[cell for card in row[:2] for cell in (card, None)] for row in FIVE],
        "Sheet1 holds hands in A1:A6 and C1:C6; say which: --hands A1:A6+C1:C6 or --hands A1:A6,C1:C6",
    ),
    "holdem-in-one-cell-each": (
        "five-card",
        [one_cell(row, 2, 2, 5) for row in NINE],
        "Sheet1 looks like hold'em with the board in C1:C6; say so: --game holdem",
    ),
    "a-board-in-one-cell": (
        "five-card",
        [["P1", "P2", "Board"], *[one_cell(row, 2, 2, 5) for row in NINE]],
        "Sheet1 has a board in C2:C7; say which game: --game holdem",
    ),
    "front-middle-back": (
        "five-card",
        [["Front", None, None, "Middle", *[None] * 4, "Back"], *deals(13)],
        "Sheet1 holds hands in A2:M7; say which: --hands A2:C7,D2:H7,I2:M7",
    ),
    "names-over-four-and-three": (
        "five-card",
        [["Ann", *[None] * 3, "Bob"], *SEVEN],
        "Sheet1 holds hands in A2:G7; say which: --hands A2:D7,E2:G7",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("game", "rows", "question"), QUESTIONS.values(), ids=QUESTIONS)
def test_questions(game, rows, question):
    """What has more than one reading is asked, with ranges to paste."""
    with pytest.raises(LayoutError) as caught:
        find_layout(grid(*rows), game)
    assert str(caught.value) == question


@pytest.mark.parametrize(("game", "rows", "question"), QUESTIONS.values(), ids=QUESTIONS)
def test_hints_are_understood(tmp_path, game, rows, question):
    """Each option that a question names can be pasted, and is not answered by a question."""
    path = written(tmp_path / "a.xlsx", rows)
    for hint in hints(question):
        code, out, _ = run("wins", path, *(["--game", game] if "--game" not in hint else []), *hint, "--json")
        assert (code, all(json.loads(line)["rows"] for line in out.splitlines())) == (0, True), hint


PASTED = {
    name: (game, rows, way)
    for name, (game, rows, question) in QUESTIONS.items()
    for way in question.split("--hands ")[1:2]
    if "board last" not in way
}


@pytest.mark.parametrize(("game", "rows", "way"), PASTED.values(), ids=PASTED)
def test_the_first_answer_can_be_pasted(game, rows, way):
    """The ranges in a question are ranges that --hands takes, and they hold cards."""
    ranges = way.split(" ")[0].rstrip(",")
    assert str(named_layout(grid(*rows), ranges, game)) == ranges


UCI = [["S1", "C1", "S2", "C2", "S3", "C3", "S4", "C4", "S5", "C5", "CLASS"], [1, 10, 1, 11, 1, 13, 1, 12, 1, 1, 9]]


def test_numbers_are_read_when_they_are_named():
    """The header of the UCI data, S1 C1 S2 C2, is no hand; named, its columns are cards of two cells."""
    assert find_layout(grid(*UCI)) is None
    assert str(named_layout(grid(*UCI), "A:J", cells_a_card=2)) == "A2:J2"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param([LABELS, BAD, *TEN, BAD], "A2:E9,F2:J9", id="bad-ends"),
        pytest.param([["1C", "2C", "3C", "4C", "5C"] * 2, *TEN], "A2:E7,F2:J7", id="a-header-like-cards"),
        pytest.param([LABELS, *TEN, [], ["a note"]], "A2:E7,F2:J7", id="a-note"),
    ],
)
def test_whole_columns_have_the_same_rows(rows, expected):
    """Named as A:E,F:J the hands begin and end where they do when they are found."""
    assert str(named_layout(grid(*rows), "A:E,F:J")) == str(find_layout(grid(*rows))) == expected
