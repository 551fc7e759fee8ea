"""Ranks without suits and cards among words, which are said, and ranks and suits as numbers, which are asked about."""

from __future__ import annotations

import pytest
from support.ledgers import write_book

from xlpoker.errors import LayoutError, QuestionError
from xlpoker.workbook.imports import import_text
from xlpoker.workbook.jobs import wins

ALONE = "each hand, or each card, needs a cell of its own"
RULE = "a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD"
MESSAGES = {
    "starting hands": (
        "Deal|Anna|Ben\n1|T95|AKs\n2|AKo|QQ",
        f"Deals!B2: 'T95' has ranks without suits; {RULE}",
    ),
    "five ranks": (
        "Anna|Ben\nT95K2|AKQJT\n22345|QQQJ9",
        f"Deals!A2: 'T95K2' has ranks without suits; {RULE}",
    ),
    "labels": (
        "HandA:Ac-Kd-Jd-3d|HandB:5c-5d-6c-7d|Board:Ah-Kh-5s-2s-Qd\nHandA:Ac-Kd-Jd-3d|HandB:5c-5d-6c-6d|Board:Ad-Kh-5s-2d-Qd",
        f"Deals!A1: 'HandA:Ac-Kd-Jd-3d' has cards among other text; {ALONE}",
    ),
    "states of a match": (
        "STATE:0:c:AcJs\nSTATE:1:c:3d2d/Kc5sQc",
        f"Deals!A1: 'STATE:0:c:AcJs' has cards among other text; {ALONE}",
    ),
    "words": (
        "Shuffling the deck.\nBot 1 received ['6 of Clubs', 'Ace of Diamonds'].\nBot 2 received ['Q of Clubs', '10 of Spades'].",
        f"Deals!A2: 'Bot 1 received ['6 of Clubs', 'Ace of  ...' has cards among other text; {ALONE}",
    ),
    "signs": (
        "Flop: [3♦, Q♠, 7♥]\nTurn: K♥",
        f"Deals!A1: 'Flop: [3♦, Q♠, 7♥]' has cards among other text; {ALONE}",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("drawing", "reason"), MESSAGES.values(), ids=MESSAGES)
def test_what_stands_there_instead(tmp_path, drawing, reason):
    """The first such cell is named, and what reads it, if anything does."""
    book = write_book(tmp_path / "a.xlsx", Deals=drawing)
    with pytest.raises(LayoutError) as raised:
        wins(book)
    assert str(raised.value) == f"a.xlsx holds no hands; {reason}"


NO_HINT = {
    "one label": "HandA:Ac-Kd\nHandB:x",
    "addresses": "Table 2c3d1\nTable x2c3d",
    "a few lines of prose": "as we said, As ad hoc\n" + "no cards\n" * 9,
    "one word": "Anna|Ben\nAK|x",
    "numbers": "Anna|Ben\n22345|66789",
}


@pytest.mark.parametrize("drawing", NO_HINT.values(), ids=NO_HINT)
def test_nothing_like_cards(tmp_path, drawing):
    """Other sheets get the general message."""
    book = write_book(tmp_path / "a.xlsx", Deals=drawing)
    with pytest.raises(LayoutError, match="holds no hands; cards look like 5H or TD"):
        wins(book)


QUESTIONS = {
    "the ace as 1, suits from 0": ("1|0|13|3|5|2|10|1|7|0", "1-13-0-3-ace"),
    "the ace as 1, suits from 1": ("1|1|13|4|5|2|10|1|7|3", "1-13-ace"),
    "the ace as 14": ("2|1|14|4|5|2|10|1|7|3", "2-14"),
    "without an ace": ("2|1|13|4|5|2|10|1|7|3", "2-14"),
    "the deuce as 0": ("0|0|12|3|5|2|10|1|7|3", "0-12-0-3"),
}


@pytest.mark.parametrize(("row", "encoding"), QUESTIONS.values(), ids=QUESTIONS)
def test_numbers_of_ranks_and_suits(tmp_path, row, encoding):
    """The question offers the encoding that fits, and the answer reads the row."""
    headings = "|".join(f"Rank {card}|Suit {card}" for card in range(1, 6))
    book = write_book(tmp_path / "a.xlsx", Deals=f"{headings}\n{row}")
    with pytest.raises(QuestionError) as asked:
        wins(book)
    assert [choice.arguments["cards"] for choice in asked.value.choices] == [encoding]
    (choice,) = asked.value.choices
    counts = wins(book, **choice.arguments)
    assert (counts.rows, counts.bad) == (1, 0)


ROWS = ["1,0,13,3,12,3,11,3,10,3", "2,0,4,1,6,2,8,3,10,0"]


@pytest.mark.parametrize(("encoding", "shift"), [("1-13-0-3-ace", 0), ("1-13-ace", 1)])
def test_the_encodings_read_them(tmp_path, encoding, shift):
    """The ace is 1: ace to ten in spades, the ace in clubs, is a straight, and beats ten high."""
    rows = []
    for row in ROWS:
        numbers = [int(number) for number in row.split(",")]
        suited = [number + shift * (place % 2) for place, number in enumerate(numbers)]
        rows.append(suited)
    text = tmp_path / "a.csv"
    line = ",".join(map(str, rows[0] + rows[1]))
    text.write_text(f"{line}\n{line}\n{line}\n", "utf-8")
    counts = wins(text, cards=encoding, hands="A1:J3,K1:T3")
    assert (counts.players, counts.bad) == ([3, 0], 0)


def test_import_says_it_too(tmp_path):
    """A text without hands is not written."""
    text = tmp_path / "a.csv"
    text.write_text("Anna,Ben\nT95K2,AKQJT\n22345,QQQJ9\n", "utf-8")
    with pytest.raises(
        LayoutError, match=r"a\.csv holds no hands; A2: 'T95K2' has ranks without suits"
    ):
        import_text(text, tmp_path / "b.xlsx")


def test_lines_of_a_text(tmp_path):
    """A text may be split into words, so that a card in words stands in three cells."""
    text = tmp_path / "a.txt"
    text.write_text(
        "Log\nBot 1 has ['6 of Clubs'].\nBot 1 bets.\nBot 2 has ['Q of Hearts'].\n", "utf-8"
    )
    with pytest.raises(
        LayoutError, match=r"a\.txt holds no hands; row 2: 'Bot 1 has \['6 of Clubs'\]\.'"
    ):
        wins(text)


def test_named_columns(tmp_path):
    """Cells that the caller names are quoted in the same way."""
    book = write_book(tmp_path / "a.xlsx", Deals="Deal|Anna|Ben\n1|T95|AKs\n2|AKo|QQ")
    with pytest.raises(LayoutError) as raised:
        wins(book, hands="B2:B3,C2:C3")
    assert (
        str(raised.value)
        == f"no cards stand in B2:B3, C2:C3; 'T95' has ranks without suits; {RULE}"
    )
