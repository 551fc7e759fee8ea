"""Labels with a colon in front of the cards of each row: headings if they stay the same, else names."""

from __future__ import annotations

import pytest
from support.drawings import rows_of, sheet_of

from xlpoker.layout.find import find
from xlpoker.layout.messages import question_lines, reading_line
from xlpoker.layout.reading import Question, Reading
from xlpoker.layout.sheet import MOST_ROWS, Sheet

READ = {
    "the same labels": (
        """
        Black: | 5H 5C 6S 7S KD | White: | 2C 3S 8S 8D TD
        Black: | 5D 8C 9S JS AC | White: | 2H 5S 7C QD QH
        """,
        "1-2: five-card; Black B, White D",
    ),
    "one row": (
        "Black: | 5H | 5C | 6S | 7S | KD | White: | 2C | 3S | 8S | 8D | TD",
        "1-1: five-card; Black B:F, White H:L",
    ),
    "a board": (
        """
        HandA: | Ac-Kd-Jd-3d | HandB: | 5c-5d-6c-7d | Board: | Ah-Kh-5s-2s-Qd
        HandA: | Ac-Kd-Jd-3d | HandB: | 5c-5d-6c-6d | Board: | Ad-Kh-5s-2d-Qd
        """,
        "1-2: Omaha, two of the hand and three of the board; A B, B D; board F",
    ),
    "streets, other text": (
        """
        Anna: | Ah Kd | Ben: | 9c 9s | Flop: | 2h 7d Ks | Turn: | 3c | River: | 4d | Anna wins
        Anna: | Ah Qd | Ben: | 9c 8s | Flop: | 2h 7d Kc | Turn: | 3c | River: | 4d | a tie
        """,
        "1-2: hold'em, best five of two and the board; Anna B, Ben D; board F+H+J; not read: K (2 texts, first K1 'Anna wins')",
    ),
    "discards are no hand": (
        """
        Anna: | 5H 5C 6S 7S KD | Discards: | 2C 3S | Ben: | 8C 9C TC JD QD
        Anna: | 5H 5C 6S 7S AD | Discards: | 2C 3S | Ben: | 8C 9C TC JD QH
        """,
        "1-2: five-card; Anna B, Ben F; not read: D Discards (2 cells with cards, first D1 '2C 3S')",
    ),
    "other labels from row to row": (
        """
        Anna:  | 5H 5C 6S 7S KD | Ben: | 2C 3S 8S 8D TD
        Chris: | 5D 8C 9S JS AC | Dan: | 2H 5S 7C QD QH
        Anna:  | 5D 8C 9S JS AH | Ben: | 2H 5S 7C QD QC
        """,
        "1-3: five-card; Player 1 B (player in A), Player 2 D (player in C)",
    ),
    "one of two labels changes": (
        """
        Anna: | 5H 5C 6S 7S KD | Ben: | 2C 3S 8S 8D TD
        Anna: | 5D 8C 9S JS AC | Dan: | 2H 5S 7C QD QH
        """,
        "1-2: five-card; Anna B (player in A), Player 2 D (player in C)",
    ),
    "one hand a row": (
        """
        Anna:  | 5H | 5C | 6S | 7S | KD
        Ben:   | 2C | 3S | 8S | 8D | TD
        Chris: | 5D | 8C | 9S | JS | AC
        """,
        "1-3: five-card; one hand a row in B:F; not read: A (3 texts, first A1 'Anna:')",
    ),
    "a label that names no player": (
        """
        Hand: | 5H 5C 6S 7S KD
        Hand: | 2C 3S 8S 8D TD
        """,
        "1-2: five-card; one hand a row in B",
    ),
    "a label of deals": (
        """
        Game: | 5H 5C 6S 7S KD 2C 3S 8S 8D TD
        Game: | 5D 8C 9S JS AC 2H 5S 7C QD QH
        """,
        "1-2: five-card; Player 1 B (first five cards), Player 2 B (second five cards); not read: A (2 texts, first A1 'Game:')",
    ),
    "a label of two hands": (
        """
        Black: | 5H 5C 6S 7S KD 2C 3S 8S 8D TD
        Black: | 5D 8C 9S JS AC 2H 5S 7C QD QH
        """,
        "1-2: five-card; Player 1 B (first five cards), Player 2 B (second five cards); not read: A (2 texts, first A1 'Black:')",
    ),
    "a row that is shifted": (
        """
        Black: | 5H 5C 6S 7S KD | White: | 2C 3S 8S 8D TD | Ann
        Black: | 5D 8C 9S JS AC | White: | 2H 5S 7C QD QH | Ann
        Black: | 5D 8C 9S JS KC | White: | 2H 5S 7C QD QC | Ben
        Game   | Black: | 5D 8C 9S JS AH | White: | 2H 5S 7C QD QC
        Black: | 5D 8C 9S JS KH | White: | 2H 5S 7C QD TH | Ben
        Black: | 5D 8C 9S JS KD | White: | 2H 5S 7C QD TD | Ann
        """,
        "1-6: five-card; Player 1 B (player in A), Player 2 D (player in C); not read: E (6 texts, first E1 'Ann'), row 4 'Game'",
    ),
    "headings count more": (
        """
        No | Anna           | Ben
        1: | 5H 5C 6S 7S KD | 2C 3S 8S 8D TD
        1: | 5D 8C 9S JS AC | 2H 5S 7C QD QH
        """,
        "2-3: five-card; Anna B, Ben C; not read: A No (2 texts, first A2 '1:')",
    ),
}  # fmt: skip
ASKED = {
    "a line for each hand": (
        """
        Board: | 2H 7D KS 3C 4D
        Anna:  | AH AD
        Ben:   | KC KD
        Board: | 2H 7D KS 3C 5D
        Anna:  | QH AD
        Ben:   | KC JD
        """,
        "A1: 'Board:' stands in the row of a board; a board needs columns beside the hands of its row",
    ),
    "the same labels behind a blank column": (
        """
        Anna: | 5H 5C 6S 7S KD | Discards: | 2C 3S | | Ben: | 8C 9C TC JD QD | Discards: | 2D 3H
        Anna: | 5H 5C 6S 7S AD | Discards: | 2C 3S | | Ben: | 8C 9C TC JD QH | Discards: | 2D 3H
        """,
        "F1: tables may stand side by side",
    ),
    "a word for deals in front of a board": (
        """
        Table: | 2H 7D KS 3C 4D | Anna: | AH AD | Ben: | KC KD
        Table: | 2H 7D KS 3C 5D | Anna: | QH AD | Ben: | KC JD
        """,
        "B1: these hands fit no game: B 5 cards, D 2 cards, F 2 cards",
    ),
}


@pytest.mark.parametrize("name", READ)
def test_what_is_read(name: str) -> None:
    """The whole line that is printed."""
    drawing, line = READ[name]
    answer = find(sheet_of(drawing)).answer
    assert isinstance(answer, Reading)
    assert reading_line(answer) == line


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked(name: str) -> None:
    """The reason of the question."""
    drawing, reason = ASKED[name]
    answer = find(sheet_of(drawing)).answer
    assert isinstance(answer, Question)
    assert question_lines(answer)[0] == reason


def test_a_board_in_turn_has_no_options() -> None:
    """No columns of such a sheet hold the hands of a deal."""
    drawing, _ = ASKED["a line for each hand"]
    answer = find(sheet_of(drawing)).answer
    assert isinstance(answer, Question)
    assert answer.options == ()


@pytest.mark.parametrize("more", [0, 1])
def test_labels_of_long_sheets_are_names(more: int) -> None:
    """Further down the labels may be others, so that each row is asked for its names."""
    drawing, _ = READ["the same labels"]
    rows = rows_of(drawing) * (MOST_ROWS // 2)
    answer = find(Sheet.of("", rows, last_row=MOST_ROWS - 1 + more)).answer
    assert isinstance(answer, Reading)
    names = [hand.names for hand in answer.hands]
    assert names == ([0, 2] if more else [None, None])
    assert [hand.name for hand in answer.hands] == ["Black", "White"]
