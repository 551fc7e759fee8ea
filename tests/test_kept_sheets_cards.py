"""Headings, marks and words beside the cards, as people write them."""

import json

import pytest
from support.blocks import blocks
from support.cases import cases
from support.kept_sheets import (
    ENDINGS,
    assert_counts_and_scores,
    counts_of,
    deals,
    expected_counts,
    run,
    write_table,
)

from xlpoker.workbook.jobs import Options, wins

TEN = deals(10, 12)
PAIRS = [[row[:5], row[5:]] for row in TEN]


def ranks(names):
    """Return what is written for each rank."""
    return dict(zip("23456789TJQKA", names.split(), strict=True))


GERMAN = ranks("Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Bube Dame König Ass")
FRENCH = ranks("deux trois quatre cinq six sept huit neuf dix Valet Dame Roi As")
KREUZ = {"C": "Kreuz", "D": "Karo", "H": "Herz", "S": "Pik"}
TREFLE = {"C": "trèfle", "D": "carreau", "H": "cœur", "S": "pique"}
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def local(letters, rank):
    """Return a rank as a local deck prints it."""
    return "10" if rank == "T" else letters.get(rank, rank)


def one(write, mark=""):
    """Return how a card, or a hand with a mark between its cards, is written in a cell."""
    return lambda cell: mark.join(write(*card) for card in cell.split())


BLACK = {"J": "B", "Q": "D"}  # of a German deck
ROI = {"J": "V", "Q": "D", "K": "R"}
WRITTEN = {  # of a card or a hand in a cell
    "german-words": one(lambda rank, suit: f"{KREUZ[suit]} {GERMAN[rank]}"),
    "german-words-and-numbers": one(
        lambda rank, suit: f"{KREUZ[suit]}-{GERMAN[rank] if rank in 'TJQKA' else rank}"
    ),
    "german-letters": one(lambda rank, suit: SIGNS[suit] + local(BLACK, rank)),
    "french-words": one(lambda rank, suit: f"{FRENCH[rank]} de {TREFLE[suit]}"),
    "french-letters": one(lambda rank, suit: local(ROI, rank) + SIGNS[suit]),
    "french-hands": one(lambda rank, suit: f"{local(ROI, rank)} de {TREFLE[suit]}", ", "),
    "a-dash-in-cards": one("{}-{}".format),
    "a-slash-in-cards": one("{}/{}".format),
    "ten-dash": one(lambda rank, suit: f"{'10' if rank == 'T' else rank} - {suit.lower()}"),
    "brackets": "[{}]".format,
    "round-brackets": lambda cell: f"({', '.join(cell.split())})",
    "python-lists": lambda cell: str(cell.split()),
    "json-lists": lambda cell: json.dumps(cell.split()),
    "numpy-arrays": lambda cell: f"[{' '.join(map(repr, cell.split()))}]",
}
IN_CELLS = ("french-hands", "brackets", "round-brackets", "python-", "json-", "numpy-")


@pytest.mark.sampled(10)
@ENDINGS
@pytest.mark.parametrize("way", WRITTEN)
def test_other_spellings(tmp_path, way, ending):
    """Two players with five cards each are found, in words of other languages, too, with marks and brackets."""
    whole = way.startswith(IN_CELLS)
    cells = [[" ".join(row[:5]), " ".join(row[5:])] if whole else row for row in TEN]
    words = [["Anna", *[None] * (0 if whole else 4), "Bernd"]] * (len(way) % 2)
    path = write_table(
        tmp_path / f"a{ending}", [*words, *[[WRITTEN[way](cell) for cell in row] for row in cells]]
    )
    assert_counts_and_scores(path, [], expected_counts(PAIRS))


ORDERS = {
    "rank-suit": lambda hand: [cell for pair in hand for cell in pair],
    "suit-rank": lambda hand: [cell for pair in hand for cell in pair[::-1]],
    "ranks-suits": lambda hand: [cell for part in zip(*hand, strict=True) for cell in part],
    "suits-ranks": lambda hand: [
        cell for part in [*zip(*hand, strict=True)][::-1] for cell in part
    ],
}


def apart(rank, suit, order="rank-suit", *, rows=TEN, sizes=(5, 5)):
    """Return rows with ranks and suits in cells of their own, written so, hand by hand in that order."""
    hands = [[row[sum(sizes[:at]) :][:size] for at, size in enumerate(sizes)] for row in rows]
    pairs = [[[(rank(card[0]), suit(card[1])) for card in hand] for hand in row] for row in hands]
    return [[cell for hand in row for cell in ORDERS[order](hand)] for row in pairs]


NUMBER, TENS = ranks("2 3 4 5 6 7 8 9 10 11 12 13 14"), ranks("2 3 4 5 6 7 8 9 10 J Q K A")
WORDS = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
HEADING = [
    f"P{player} {what} {card}"
    for player in (1, 2)
    for card in range(1, 6)
    for what in ("rank", "suit")
]
APART = {
    "words": (TENS.get, WORDS.get, "rank-suit"),
    "numbers-and-letters": (NUMBER.get, str.lower, "rank-suit"),
    "numbers-and-signs": (NUMBER.get, SIGNS.get, "rank-suit"),
    "german": (GERMAN.get, KREUZ.get, "rank-suit"),
    "french": (FRENCH.get, TREFLE.get, "rank-suit"),
    "french-letters": (lambda rank: local(ROI, rank), TREFLE.get, "rank-suit"),
    "suits-first": (TENS.get, WORDS.get, "suit-rank"),
    "ranks-then-suits": (NUMBER.get, str, "ranks-suits"),
    "suits-then-ranks": (NUMBER.get, str, "suits-ranks"),
}


@pytest.mark.sampled(15)
@ENDINGS
@pytest.mark.parametrize("heading", ["heading", "names", "none"])
@cases(("rank", "suit", "cards"), APART)
def test_ranks_and_suits_in_cells_of_their_own(tmp_path, rank, suit, cards, heading, ending):
    """Side by side they are read at once; all ranks before or behind the suits are named with --cards and --hands."""
    titles = ORDERS[cards]([*zip(HEADING[:10:2], HEADING[1:10:2], strict=True)])
    titles += ORDERS[cards]([*zip(HEADING[10::2], HEADING[11::2], strict=True)])
    above = {"names": [["Anna", *[None] * 9, "Bernd"]], "none": [], "heading": [titles]}[heading]
    path = write_table(tmp_path / f"a{ending}", [*above, *apart(rank, suit, cards)])
    first = len(above) + 1
    named = ["--cards", cards, "--hands", f"A{first}:J{first + 11},K{first}:T{first + 11}"]
    assert expected_counts(PAIRS).items() <= counts_of(path, *named).items()
    code, out, err = run("wins", path)
    if cards in ("rank-suit", "suit-rank") and rank != FRENCH.get:  # As is a card
        assert f"cards as {cards}" in " ".join(out.split())
        assert expected_counts(PAIRS).items() <= counts_of(path).items()
    else:
        assert (code, out) == (2, "")
        assert "--hands" in err


@pytest.mark.parametrize("cards", ["rank-suit", "ranks-suits"])
def test_ranks_and_suits_that_are_none(tmp_path, cards):
    """A hand a row is looked up; a bad pair is named by its rank and shown whole."""
    rows = apart(NUMBER.get, WORDS.get, cards, rows=[row[:5] for row in TEN], sizes=[5])
    beside = 1 if cards == "rank-suit" else 5
    rows[3][2], rows[5][4 - beside // 5], rows[5][4 - beside // 5 + beside] = "Z", None, None
    heading = ORDERS[cards]([(f"Rank{at}", f"Suit{at}") for at in range(1, 6)])
    named = ["--cards", cards, "--hands", "A2:J13"]
    code, out, message = run(
        "wins", write_table(tmp_path / "a.xlsx", [heading, *rows]), "--json", *named
    )
    assert (code, json.loads(out)["rows"], sum(json.loads(out)["categories"].values())) == (
        0,
        12,
        10,
    )
    assert message.splitlines() == [
        f"Sheet!C5: 'Z | {rows[3][2 + beside]}' is not a card; {cards} has cells such as K | Spades",
        f"Sheet!{'DE'[beside == 1]}7: a card is missing",
    ]


def test_holdem_with_ranks_before_suits(tmp_path):
    """Hole cards and the board are named."""
    nine = deals(9, 12)
    shown = [[[*row[:2], *row[4:]], [*row[2:4], *row[4:]]] for row in nine]
    path = write_table(
        tmp_path / "a.xlsx", apart(NUMBER.get, str, "ranks-suits", rows=nine, sizes=(2, 2, 5))
    )
    named = ["--cards", "ranks-suits", "--game", "holdem", "--hands", "A1:D12,E1:H12,I1:R12"]
    assert_counts_and_scores(path, named, expected_counts(shown, board=True))


@pytest.mark.parametrize("remark", ["# my hands", "# hands", "#two hands of mine"])
def test_a_remark_above_a_text(tmp_path, remark):
    """The words of a remark stand over no column."""
    path = tmp_path / "a.txt"
    path.write_text("\n".join([remark, *map(" ".join, TEN)]), encoding="utf-8")
    assert_counts_and_scores(path, [], expected_counts(PAIRS))


@ENDINGS
def test_a_heading_again_behind_the_first_rows(tmp_path, ending):
    """A heading that comes again far down is one, too, and no bad row."""
    heading = ["Player 1", *[None] * 4, "Player 2"]
    path = write_table(tmp_path / f"a{ending}", [heading, *TEN * 20, [], heading, *TEN * 20])
    with blocks(first=64, lines=2000):
        counts = wins(path, Options())
    assert (counts.rows, counts.bad) == (480, 0)
    assert counts.players == [40 * expected_counts(PAIRS)[f"player_{number}"] for number in (1, 2)]


def in_turn(hands):
    """Return cards of two hands, dealt in turn."""
    return [card for pair in zip(hands[:5], hands[5:], strict=True) for card in pair]


IN_TURN = [
    in_turn([f"P{player} card {card}" for player in (1, 2) for card in range(1, 6)]),
    *map(in_turn, TEN),
]


def test_cards_dealt_in_turn(tmp_path):
    """Cards that are numbered make a hand where they stand apart, too; a formula is not written for it."""
    path = write_table(tmp_path / "a.xlsx", IN_TURN)
    assert_counts_and_scores(path, [], expected_counts(PAIRS))
    code, _, err = run("score", path, "-o", tmp_path / "b.xlsx", "--live")
    assert (code, "for hands in cells of their own, side by side" in err) == (2, True)


def test_bad_cards_of_a_hand_apart(tmp_path):
    """A bad card is named by its own cell, and so is a cell with two."""
    rows = [line.copy() for line in IN_TURN]
    rows[1][2], rows[2][3], rows[3][4], rows[4][0] = "1OH", "5H 6S", None, rows[4][1]
    code, out, err = run("wins", write_table(tmp_path / "a.xlsx", rows), "--json")
    assert (code, json.loads(out)["bad"]) == (0, 4)
    assert [line.split(":")[0] for line in err.splitlines()] == [
        "Sheet!C2",
        "Sheet!D3",
        "Sheet!E4",
        "Sheet!B5",
    ]


@pytest.mark.parametrize(
    "hands",
    [
        "A2:A9+C2:C9+E2:E9+G2:G9+I2:I9,B2:B9+D2:D9+F2:F9+H2:H9+J2:J9",
        "a+c+e+g+i, b+d+f+h+j",
        "Sheet!A2:A9+C2:C9+E2:E9+G2:G9+I2:I9,Sheet!B2:B9+D2:D9+F2:F9+H2:H9+J2:J9",
    ],
)
def test_cards_apart_are_named(tmp_path, hands):
    """A plus joins the columns of one hand."""
    path = write_table(tmp_path / "a.xlsx", [[None], *IN_TURN[1:9]])
    assert counts_of(path, "--hands", hands) == expected_counts(PAIRS[:8])
