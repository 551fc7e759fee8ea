"""`wins --check`: a column of names of hands against the hands."""

import pytest
from support.cases import cases
from support.commands import run
from support.kept_sheets import ENDINGS, write_table

import xlpoker
from xlpoker.errors import OptionError
from xlpoker.workbook.jobs import wins

HANDS = {
    "High Card": "AC KD 9H 5S 3C", "One Pair": "5H 5C 6S 7S KD", "Two Pair": "2H 2D 4C 4D 9S", "Three of a Kind": "2H 2D 2C 3S 4D",
    "Straight": "5H 4C 3S 2D AH", "Flush": "AH KH QH JH 9H", "Full House": "2H 2D 4C 4D 4S", "Four of a Kind": "9S 9C 9D 9H 2H",
    "Straight Flush": "6H 5H 4H 3H 2H", "Royal Flush": "AS KS QS JS TS", "Five of a Kind": "9S 9C 9D 9H Xn",
}  # fmt: skip
WORDS = {
    "High Card": ["high card", "HIGHCARD", "no pair", "höchste Karte", "carta alta"],
    "One Pair": ["pair", "a pair", "1 pair", "Ein Paar", "paire", "pareja", "coppia", "para", "one_pair"],
    "Two Pair": ["two pair", "Two Pairs", "2 pair", "2-pairs", "Zwei Paare", "deux paires", "doble pareja", "dwie pary"],
    "Three of a Kind": ["three of a kind", "3 of a kind", "Trips", "set", "Drilling", "brelan", "trio", "tris"],
    "Straight": ["straight", "Straße", "STRASSE", "quinte", "escalera", "scala"],
    "Flush": ["flush", "a flush", "couleur", "colore", "kolor"],
    "Full House": ["full house", "Full-House", "fullhouse", "boat", "full"],
    "Four of a Kind": ["four of a kind", "4 of a kind", "quads", "Vierling", "carré", "poker"],
    "Straight Flush": ["straight flush", "Straightflush", "quinte flush", "escalera de color"],
    "Royal Flush": ["royal flush", "Royal", "royal straight flush", "escalera real"],
    "Five of a Kind": ["five of a kind", "5 of a kind", "Fünfling"],
}  # fmt: skip
PAIRS = [(said, word, name) for name, words in WORDS.items() for word in words for said in HANDS]


@pytest.mark.slow
def test_every_word_against_every_hand(tmp_path):
    """A word agrees with hands of its category, a royal flush being a straight flush as well, and with no others."""
    rows = [[HANDS[said], word] for said, word, _ in PAIRS]
    found = wins(
        write_table(tmp_path / "a.csv", [["Cards", "Answer"], *rows]), check="Answer", jokers="five"
    )
    means = {(word, name) for name, words in WORDS.items() for word in words} | {
        ("poker", "Straight Flush")
    }
    expected = [
        (word, said) in means or (said == "Royal Flush" and (word, "Straight Flush") in means)
        for said, word, _ in PAIRS
    ]
    assert (found.agree, found.differ, found.not_understood) == (
        sum(expected),
        len(expected) - sum(expected),
        0,
    )
    assert found.rows_that_differ == [row for row, good in enumerate(expected, 2) if not good]


SAID = {
    "a whole name": ("Two Pair", "Two Pair, Fours and Twos", ""),
    "a whole name with kickers": ("One Pair", "one pair, fives; King Seven Six", ""),
    "another whole name": ("Two Pair", "Two Pair, Fours and Threes", "the column says 'Two Pair, Fours and Threes', but the hand is Two Pair, Fours and Twos"),
    "a number": ("Full House", 7165, ""),
    "a number as text": ("Full House", "7165.0", ""),
    "another number": ("Full House", 7164, "the column says '7164', but the hand is 7165, Full House, Fours over Twos"),
    "a misspelt word": ("Two Pair", "two piar", "'two piar' is no hand; the hand is Two Pair, Fours and Twos; did you mean 'Two Pair'?"),
    "nothing": ("Flush", None, "the cell is blank, but the hand is Flush, Ace high"),
    "a hand that is none": ("Straight Flush", "royal flush", "the column says 'royal flush', but the hand is Straight Flush, Six high"),
}  # fmt: skip


@ENDINGS
def test_what_a_cell_says(ending, tmp_path):
    """Names in full, numbers, and what is printed for cells that differ or say nothing that is understood."""
    rows = [[*HANDS[name].split(), said] for name, said, _ in SAID.values()]
    path = write_table(tmp_path / f"a{ending}", [["C1", "C2", "C3", "C4", "C5", "Hand"], *rows])
    found = wins(path, check="Hand")
    assert [one.reason for one in found.differing] == [told for *_, told in SAID.values() if told]
    assert (found.agree, found.differ, found.not_understood) == (4, 4, 1)
    code, out, _ = run("wins", path, "--check", "F", "--strict")
    assert (code, "F: 4 agree, 4 differ, 1 not understood" in out) == (1, True)


@pytest.mark.parametrize(
    ("scale", "number"), [("cactus", 298), ("percentile", 0.9982), ("mrt", 6.04)]
)
def test_numbers_on_a_scale(scale, number, tmp_path):
    """A number agrees to as many decimals as it has."""
    number = (
        round(xlpoker.value(HANDS["Full House"], scale), 4) if scale == "percentile" else number
    )
    path = write_table(
        tmp_path / "a.csv",
        [["Cards", "Value"], [HANDS["Full House"], number], [HANDS["Flush"], number]],
    )
    found = wins(path, check="Value", scale=scale)
    assert (found.agree, found.rows_that_differ) == (1, [3])


CLASSES = [*HANDS][:10]
"""The categories by their classes: 0 for a high card to 9 for a royal flush."""


@ENDINGS
@cases("title", {"of the data set": "CLASS", "of any other name": "Answer"})
def test_classes_from_0_to_9(title, ending, tmp_path):
    """A column of classes agrees with hands of that category; all others are listed with the right class."""
    rows = [[*HANDS[category].split(), said] for category in CLASSES for said in range(10)]
    path = write_table(tmp_path / f"a{ending}", [["C1", "C2", "C3", "C4", "C5", title], *rows])
    found = wins(path, check=title)
    assert (found.agree, found.differ, found.not_understood) == (10, 90, 0)
    assert found.differing[0].reason == "the column says '1', but the hand is 0, High Card, Ace"
    assert found.differing[-1].reason == "the column says '8', but the hand is 9, Royal Flush"


def test_the_data_set_itself(tmp_path):
    """Cards as numbers and a class behind them, as they come, without headings."""
    deals = [
        [1, 10, 1, 11, 1, 13, 1, 12, 1, 1, 9],
        [4, 1, 4, 13, 4, 12, 4, 11, 4, 9, 5],
        [1, 2, 1, 4, 1, 5, 1, 3, 1, 6, 8],
        [1, 9, 2, 9, 3, 5, 4, 7, 1, 2, 2],
    ]
    path = write_table(tmp_path / "poker-hand-testing.csv", deals)
    code, out, _ = run("wins", path, "--cards", "uci", "--hands", "A1:J4", "--check", "K")
    assert (code, "K: 3 agree, 1 differ" in out) == (0, True)
    assert "K4: the column says '2', but the hand is 1, One Pair, Nines" in out


def test_classes_of_one_player(tmp_path):
    """Beside hands of several players the heading says whose they are; without such a heading the numbers name winners."""
    rows = [
        [HANDS["High Card"], HANDS["Full House"], 0, 2],
        [HANDS["Flush"], HANDS["Two Pair"], 4, 1],
    ]
    path = write_table(tmp_path / "a.csv", [["Anna", "Ben", "Anna hand", "Dealer"], *rows])
    assert (
        wins(path, check="Anna hand").differing[0].reason
        == "the column says '4', but the hand is 5, Flush, Ace high"
    )
    assert wins(path, check="Dealer").agree == 2


@cases(
    ("title", "cells", "scale", "differ"),
    {
        "a number that is no class": ("Class", [2, 12, 9], "strength", [3, 4]),
        "five of a kind has no class": ("Class", [2, 1, 9], "strength", [4]),
        "a word among the numbers": ("Class", [2, "pair"], "strength", []),
        "values": ("Value", [2, 1], "strength", [2, 3]),
        "mostly strengths": ("Number", [2, 2067], "strength", [2]),
        "another scale": ("Number", [2, 1], "cactus", [2, 3]),
    },
)
def test_which_numbers_are_classes(title, cells, scale, differ, tmp_path):
    """Most of the first cells decide, and a chosen scale or a heading of values says that they are none."""
    hands = [HANDS[category] for category in ("Two Pair", "One Pair", "Five of a Kind")]
    path = write_table(tmp_path / "a.csv", [["Cards", title], *zip(hands, cells, strict=False)])
    assert wins(path, check=title, scale=scale, jokers="five").rows_that_differ == differ


DEALT = [
    ["AC KD 9H 5S 3C", "2H 2D 4C 4S 9D", "pair", "two pair"],
    ["5H 5C 6S 7S KD", "AH KH QH JH 9H", "full", "pair"],
]


@cases(
    ("head", "column", "differ"),
    {
        "named in the heading": (["Anna", "Ben", "Anna hand", "Ben hand"], "Anna hand", [2, 3]),
        "the second": (["Anna", "Ben", "Anna hand", "Ben hand"], "Ben hand", [3]),
        "before the column": (["Anna", "Result", "Ben", "Note"], "Result", [2, 3]),
        "behind all": (["Anna", "Ben", "Note", "Answer"], "Answer", [3]),
    },
)
def test_of_one_player(head, column, differ, tmp_path):
    """Of several players it is the one in the heading, else the one before the column; winners are checked as ever."""
    rows = [
        [deal[at] for at in ((0, 2, 1, 3) if head[1] == "Result" else (0, 1, 2, 3))]
        for deal in DEALT
    ]
    path = write_table(tmp_path / "a.csv", [[*head, "Winner"], *([*row, "Ben"] for row in rows)])
    assert wins(path, check=column).rows_that_differ == differ
    assert wins(path, check="Winner").agree == 2


@ENDINGS
@cases("title", {"hand": "Hand", "answer": "Answer"})
def test_deals_with_a_row_for_each_player(title, ending, tmp_path):
    """The word in each row against the hand of that row, where it stands for itself; in deals no column is checked."""
    rows = [["Deal", "Player", "Cards", title, "Winner"]]
    for number, deal in enumerate(DEALT, 1):
        rows += [
            [number, *cells, "Ben"]
            for cells in zip(["Anna", "Ben"], deal[:2], deal[2:], strict=True)
        ]
    rows += [
        [3, "Anna", "1OH 2C 3C 4C 5C", "Flush", None],
        [3, "Ben", "2H 2D 4C 4S 9D", "Flush", None],
    ]
    path = write_table(tmp_path / f"a{ending}", rows)
    with pytest.raises(
        OptionError, match="a deal has several rows; --hands C2:C7 makes each a hand by itself"
    ):
        wins(path, check=title)
    found = wins(path, check=title, hands="C2:C7")
    assert (found.rows, found.bad, found.agree, found.differ, found.rows_that_differ) == (
        6,
        1,
        1,
        4,
        [2, 4, 5, 7],
    )
    assert found.differing[0].reason == "the column says 'pair', but the hand is High Card, Ace"
    assert [one.cell for one in found.differing] == ["D2", "D4", "D5", "D7"]


def test_three_cards_and_a_board(tmp_path):
    """The categories are those of the game."""
    rows = [["Player", "Dealer", "Player hand"], ["2C 3C 4C", "5C 7D 8H", "straight flush"]]
    path = write_table(tmp_path / "a.csv", rows)
    assert wins(path, check="Player hand", game="three-card").agree == 1
    rows = [["Anna", "Ben", "Board", "Anna hand"], ["2C 3C", "5C 7D", "4C 5H 6C AC KD", "flush"]]
    path = write_table(tmp_path / "b.csv", rows)
    assert wins(path, check="Anna hand", game="holdem").agree == 1
