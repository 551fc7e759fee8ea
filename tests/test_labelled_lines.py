"""Text files whose lines name each hand in front of its cards: `HandA:Ac-Kd-Jd-3d HandB:..`."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from support.blocks import blocks
from support.books import cells, csv_rows

from xlpoker.errors import QuestionError
from xlpoker.workbook.imports import import_text
from xlpoker.workbook.jobs import score, wins

KATA = """\
Black: 2H 3D 5S 9C KD  White: 2C 3H 4S 8C AH
Black: 2H 4S 4C 2D 4H  White: 2S 8S AS QS 3S
Black: 2H 3D 5S 9C KD  White: 2C 3H 4S 8C KH
Black: 2H 3D 5S 9C KD  White: 2D 3H 5C 9S KH
"""
OMAHA = """\
HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd
HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-6d Board:Ad-Kh-5s-2d-Qd
HandA:Qc-Jd-Td-3d HandB:Tc-Jc-8h-6d Board:Ad-Kh-Qs-2d-3c
"""
HOLDEM = ("Board: 2h 7d Ks 3c 4d", "Anna: AhAd", "Ben: KcKd")
OMAHA_READ = "Omaha, two of the hand and three of the board; A B, B D; board F"
HOLDEM_READ = "hold'em, best five of two and the board"
READ = {
    "cards with blanks": (KATA, "1-4: five-card; Black B, White D", (2, 1, 1)),
    "cards with hyphens": (OMAHA, f"1-3: {OMAHA_READ}", (1, 1, 1)),
    "no blank behind the colon": (KATA.replace(": ", ":"), "1-4: five-card; Black B, White D", (2, 1, 1)),
    "several words": (
        KATA.replace("Black", "Player 1").replace("White", "Big Bad Ben"),
        "1-4: five-card; Player 1 B, Big Bad Ben D",
        (2, 1, 1),
    ),
    "a title and prose": (
        "Results of the first night in May\n" + KATA.replace("\n", "\n=> somebody wins with a pair\n", 1),
        "2-6: five-card; Black B, White D; not read: row 1 'Results of the first night in May', row 3 '=> somebody wins with a pair'",
        (2, 1, 1),
    ),
    "text behind": (
        OMAHA.replace("\n", " => HandB wins Hi (3-of-a-Kind)\n"),
        f"1-3: {OMAHA_READ}; not read: G (3 texts, first G1 '=> HandB wins Hi (3-of-a-Kind)')",
        (1, 1, 1),
    ),
    "numbers in front": (
        "".join(f"Hand {number} {line}\n" for number, line in enumerate(KATA.splitlines(), 7)),
        "1-4: five-card; Black C, White E; not read: A (4 texts, first A1 'Hand 7')",
        (2, 1, 1),
    ),
    "bars": (" | ".join(HOLDEM) + "\n", f"1-1: {HOLDEM_READ}; Anna D, Ben F; board B", (0, 1, 0)),
    "commas": (",".join(HOLDEM) + "\n", f"1-1: {HOLDEM_READ}; Anna D, Ben F; board B", (0, 1, 0)),
    "cells in quotes": (
        '"Board: 2h, 7d, Ks, 3c, 4d","Anna: Ah, Ad","Ben: Kc, Kd"\n',
        f"1-1: {HOLDEM_READ}; Anna D, Ben F; board B",
        (0, 1, 0),
    ),
    "remarks": (
        f"# Black: 2H 3D 5S 9C KD\n{KATA}",
        "2-5: five-card; Black B, White D; not read: row 1 '# Black: 2H 3D 5S 9C KD'",
        (2, 1, 1),
    ),
    "a label without its colon": (
        KATA.replace("Black: 2H 4S", "Black 2H 4S"),
        "1-4: five-card; Player 1 B (player in A), White D (player in C)",
        (2, 1, 1),
    ),
    "somebody folds": (
        "\n".join([" | ".join(HOLDEM)] * 2 + [" | ".join((*HOLDEM[:2], "Ben: folded"))]),
        f"1-3: {HOLDEM_READ}; Anna D, Ben F; board B; row 2 holds the cards of row 1",
        (1, 2, 0),
    ),
    "lists": (
        "Board: [2h, 7d, Ks, 3c, 4d] Anna: [Ah, Ad] Ben: [Kc, Kd]\n",
        f"1-1: {HOLDEM_READ}; Anna H:I, Ben K:L; board B:F",
        (0, 1, 0),
    ),
}  # fmt: skip
BAD = """\
Black: 2H 3D 5S 9C KD  White: 2C 3H 4S 8C AH
Black: 2H 4S 4C 22D 4H  White: 2S 8S AS QS 3S
Black: 2H 3D 5S 9C  White: 2C 3H 4S 8C KH
Black: 2H 3D 5S 9C KD  White:
Black: 2H 3D 5S 9C KD  White: 2D 3H 5C 9S KH
"""
PROBLEMS = [
    "B2: '22D' is not a card; did you mean '2D'?",
    "B3: '2H 3D 5S 9C' is 4 cards; the hands here have 5",
]


@pytest.mark.parametrize("name", READ)
def test_what_is_read(tmp_path, name):
    """The labels name the hands and the board; each stands in a column of its own."""
    text, line, expected = READ[name]
    path = tmp_path / "a.txt"
    path.write_text(text, "utf-8")
    counts = wins(path)
    assert counts.read == line
    assert (*counts.players, counts.ties) == expected
    assert not counts.errors


def test_line_of_the_page(tmp_path):
    """The line that `docs/sheets.md` shows is read in six columns."""
    page = Path(__file__).parents[1] / "docs" / "sheets.md"
    [line] = re.findall(r"`(HandA:[^`]*)` is a row of six columns", page.read_text("utf-8"))
    path = tmp_path / "a.txt"
    path.write_text(line, "utf-8")
    assert wins(path).read == f"1-1: {HOLDEM_READ}; A B, B D; board F"


def test_one_row_for_each_player(tmp_path):
    """Where the labels change, each row is a hand, and its first card is not lost behind the label."""
    path = tmp_path / "a.txt"
    path.write_text("Anna:AH,3C,8C,2S,AD\nBen:KD,QH,10C,4C,AC\nChris:6S,8D,3D,JH,2D\n", "utf-8")
    counts = wins(path)
    assert counts.read.startswith("1-3: five-card; one hand a row in B:F")
    assert counts.categories["One Pair"] == 1


def test_names_that_change(tmp_path):
    """A win goes to the name in its row, without the colon."""
    text = KATA + KATA.replace("Black", "Anna").replace("White", "Ben")
    path = tmp_path / "a.txt"
    path.write_text(text, "utf-8")
    counts = wins(path)
    assert counts.persons == {"Black": 2, "White": 1, "Anna": 2, "Ben": 1}


def test_bad_rows(tmp_path):
    """A card too few, or a misspelt one, spoils its own hand alone, and its cell is quoted."""
    path = tmp_path / "a.txt"
    path.write_text(BAD, "utf-8")
    counts = wins(path)
    assert [str(problem) for problem in counts.errors[:2]] == PROBLEMS
    assert (*counts.players, counts.ties, len(counts.errors)) == (0, 1, 1, 3)


def test_a_line_for_each_hand_is_asked_about(tmp_path):
    """The board is never taken for a hand."""
    path = tmp_path / "a.txt"
    path.write_text("\n".join(HOLDEM * 3), "utf-8")
    with pytest.raises(QuestionError, match="A1: 'Board:' stands in the row of a board"):
        wins(path)


OTHER = {
    "times": "20:15 5H 5C 6S 7S KD 2C 3S 8S 8D TD\n20:25 5D 8C 9S JS AC 2H 5S 7C QD QH\n",
    "few labels": "5H 5C 6S 7S KD 2C 3S 8S 8D TD\n5D 8C 9S JS AC 2H 5S 7C QD QH\n5D 8C 9S JS AC 2H 5S 7C QD Note: QH\n",
}


@pytest.mark.parametrize("name", OTHER)
def test_other_texts_are_divided_as_before(tmp_path, name):
    """Only lines with labels in front of cards, at least half of them, are cut at colons."""
    path = tmp_path / "a.txt"
    path.write_text(OTHER[name], "utf-8")
    target = tmp_path / "b.csv"
    import_text(path, target)
    words = [line.split() for line in OTHER[name].splitlines()]
    assert [[cell for cell in row if cell] for row in csv_rows(target)[-len(words) :]] == words


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_score(tmp_path, ending):
    """Labels and cards have cells of their own, and results stand behind them."""
    path = tmp_path / "a.txt"
    path.write_text(BAD, "utf-8")
    target = tmp_path / f"b.{ending}"
    score(path, output=target)
    rows = csv_rows(target) if ending == "csv" else cells(target)
    assert list(rows[1][:5]) == ["Black:", "2H 3D 5S 9C KD", "White:", "2C 3H 4S 8C AH", "White"]
    assert "Black value" in rows[0]
    assert "'22D' is not a card" in rows[2][-1]
    assert len(wins(target).errors) == 3


def _omaha_lines(count):
    """Return lines of random Omaha deals; the second hand has another name in the last ones."""
    chance = random.Random(11)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    lines = []
    for number in range(count):
        cards = chance.sample(deck, 13)
        name = "HandB" if number < count - 10 else "HandC"
        hands = "-".join(cards[:4]), "-".join(cards[4:8]), "-".join(cards[8:])
        lines.append("HandA:{} {}:{} Board:{}".format(hands[0], name, *hands[1:]))
    return lines


def test_long_files(tmp_path):
    """A file in blocks is counted row by row, also where a label changes far below the first rows."""
    lines = _omaha_lines(2_500)
    path = tmp_path / "a.txt"
    path.write_text("\n".join(lines), "utf-8")
    with blocks(first=300, lines=400):
        counts = wins(path)
        score(path, output=tmp_path / "b.csv")
    top = tmp_path / "top.txt"
    top.write_text("\n".join(lines[:-10]), "utf-8")
    end = tmp_path / "end.txt"
    end.write_text("\n".join(lines[-10:]), "utf-8")
    first, second = wins(end).players
    assert counts.rows == len(csv_rows(tmp_path / "b.csv")) - 1 == 2_500
    assert counts.persons.get("HandC", 0) == second
    assert counts.persons["HandA"] == wins(top).persons["HandA"] + first
