"""What is read of small sheets: the shapes that the search knows, one after the other.

Each case is a drawing of a sheet and the whole answer: the line that is printed, or the question
with its options. A bar stands between two cells, a minus for a blank row.
"""

from __future__ import annotations

import shlex

import pytest
from support.drawings import sheet_of

from xlpoker.layout.find import find
from xlpoker.layout.messages import option_text, question_lines, reading_line
from xlpoker.layout.options import Options
from xlpoker.layout.reading import Question, Reading
from xlpoker.layout.sheet import Sheet

Cases = dict[str, tuple[str, str]]


def answer_to(drawing: str) -> str:
    """Return all that is printed about a drawn sheet, without the last line of a question."""
    answer = find(sheet_of(drawing)).answer
    if answer is None:
        return "no cards"
    if isinstance(answer, Reading):
        return reading_line(answer)
    lines = [line for line in question_lines(answer) if not line.startswith("or say")]
    return "\n".join(lines)


def check(drawing: str, expected: str) -> None:
    """Compare an answer with the one that is expected, both without blanks at the left."""
    lines = [line.strip() for line in expected.strip().splitlines()]
    assert answer_to(drawing).splitlines() == lines


HAND_IN_A_CELL: Cases = {
    "two players": (
        """
        Anna           | Ben
        7S QS QD AC QH | QC 6H 3S 4S 8S
        8C 5S KC 3C 7D | TC AC 8S 6C TH
        JD JS 4C QC KC | 4H 4D KS KD AD
        """,
        """
        2-4: five-card; Anna A, Ben B
        """,
    ),
    "numbers and money beside the hands": (
        """
        No | Anna           | Ben            | Cora           | Pot
        1  | KH 6S AC 2C 8H | JS AS 7H 5H 2D | 3C 3S QC AH 5S | 12
        2  | QD 6H 5S 2S 8C | QC KS 4C JS 3C | 7D 5D 4H TH 2H | 13
        3  | 9D 2D QD 7D KS | 9S KH 6C JC 5H | 5C TD KD 7C 8C | 14
        """,
        """
        2-4: five-card; Anna B, Ben C, Cora D; not read: A No, E Pot
        """,
    ),
    "a column of winners is not read": (
        """
        Anna           | Ben            | Winner
        5C 7C JS QS 8S | 7S JC 2D JH KD | Anna
        8S 2H JD 7H 2C | 5H 3C 9S QS 2D | Ben
        6H 5D 5S KS 9H | 7H 8H 4S AD QD | Anna
        """,
        """
        2-4: five-card; Anna A, Ben B; not read: C Winner (3 texts, first C2 'Anna')
        """,
    ),
    "a remark is printed, not understood": (
        """
        Anna           | Ben            | Remark
        5D JC 6C AD 2H | 4H AC 6D QH 3H
        QS 8C 5H 8S QD | QH 4H 4S 5C AC | Ben folded
        KC TC 3S JD 9C | 8S 7C 2H 8C 2C
        """,
        """
        2-4: five-card; Anna A, Ben B; not read: C Remark (1 text, first C3 'Ben folded')
        """,
    ),
    "no headings": (
        """
        3C JC 8S 2C TS | 3H 6C QH 2D 4S
        TD AH JC 9S 9H | 8D AD 7S 6C JD
        8S KC QC 8D 4S | 6S 6H 8H 7H TS
        """,
        """
        1-3: five-card; Player 1 A, Player 2 B
        """,
    ),
    "the word hand is no part of a name": (
        """
        Anna's hand    | Ben's hand
        8H 8S 3D 7D 4H | TS JC 5H 4S QS
        JH 2D 3D TH KC | 7D 4C 2S 8S 6C
        AD 9C JC 7S AH | 4S 8C 6S KC 6C
        """,
        """
        2-4: five-card; Anna A, Ben B
        """,
    ),
    "numbered players": (
        """
        Player 1       | Player 2       | Player 3
        4C 2C KC 3S JD | 9D KH AS 8S 7C | 4H 5H QC 6C JC
        KC 5D TC 8S 9C | TD 6C 5S 7D 2S | 4D 8D 5C AH AC
        TS 9S 9H TD AC | 2D JC 6S KS 2C | QD KD 3D QS 3S
        """,
        """
        2-4: five-card; Player 1 A, Player 2 B, Player 3 C
        """,
    ),
    "German headings": (
        """
        Spieler 1      | Spieler 2      | Sieger
        7D JH KC 4D 3H | QS TH 5S 6D QH | 2
        5S 8H KS JD 5C | 8S TH JS KH AC | 2
        5H JH 6C KH QS | QC TD 3H AH 8H | 2
        """,
        """
        2-4: five-card; Spieler 1 A, Spieler 2 B; not read: C Sieger
        """,
    ),
    "seven cards in a cell": (
        """
        Anna                 | Ben
        8S 2C KC 4C AD 8H KD | 8C AC QS 6S 4S 3D 3C
        AH 4C KH 8D 5H QC 7H | AS 8S 4S 9H QS 8C 2S
        4S 9D JD 9S 4D JS KD | KC AH 6H 7H 8C 6S QH
        """,
        """
        2-4: best five of seven; Anna A, Ben B
        """,
    ),
    "one hand in each row": (
        """
        Hand
        JH AD QS 7S QH
        JH 9H 6C JC TH
        AC 3H 8S 4C 9S
        """,
        """
        2-4: five-card; one hand a row in A
        """,
    ),
    "a missing hand": (
        """
        Anna           | Ben
        8S 3C KC 8D QH | 6S 9S 5S TD JH
        QH TH 4H JC 3H
        9H 6S AC 4H KH | 7D 7C 6D 5C KC
        """,
        """
        2-4: five-card; Anna A, Ben B
        """,
    ),
    "the winning hand is no player's": (
        """
        Anna           | Ben            | Winning hand
        8S AS 6C TD KH | AC JD 8D QS 2C | 8S AS 6C TD KH
        4D 4C KH 7D 7C | 8H 6S QS JC 5D | 4D 4C KH 7D 7C
        2D JD 2H 6C 8S | 6S 9C 6H 7D TS | 2D JD 2H 6C 8S
        """,
        """
        2-4: five-card; Anna A, Ben B; not read: C Winning hand (3 cells with cards, first C2 '8S AS 6C TD KH')
        """,
    ),
    "before and after a draw": (
        """
        Anna before    | Anna after     | Ben before     | Ben after
        9S 2S 4C 3D 7C | KS 8D QH 7S AD | 3C TD 4H 5C AC | TC 6D 4S 5H 4D
        4H TD KC 5D 5C | TS 5H AD KH 8S | AH JC 2D 3S 9H | 9D 3D AC 2C 7S
        7S KD JH 6H 9S | 5S 6C 6D TC 8H | 6S AH JD 8S AD | 4C KS TH 2S QD
        """,
        """
        A1: each player has several hands: 'before' and 'after'
        --hands Anna=B2:B4,Ben=D2:D4   Anna KS 8D QH 7S AD · Ben TC 6D 4S 5H 4D
        --hands Anna=A2:A4,Ben=C2:C4   Anna 9S 2S 4C 3D 7C · Ben 3C TD 4H 5C AC
        """,
    ),
    "before and after, with names of two words": (
        """
        Anna Maria old | Anna Maria new | Ben old        | Ben new
        9S 2S 4C 3D 7C | KS 8D QH 7S AD | 3C TD 4H 5C AC | TC 6D 4S 5H 4D
        4H TD KC 5D 5C | TS 5H AD KH 8S | AH JC 2D 3S 9H | 9D 3D AC 2C 7S
        """,
        """
        A1: each player has several hands: 'old' and 'new'
        --hands "Anna Maria=B2:B3,Ben=D2:D3"   Anna Maria KS 8D QH 7S AD · Ben TC 6D 4S 5H 4D
        --hands "Anna Maria=A2:A3,Ben=C2:C3"   Anna Maria 9S 2S 4C 3D 7C · Ben 3C TD 4H 5C AC
        """,
    ),
    "a hand under no name": (
        """
        Anna           | Ben            | Pot |
        5D JC 6C AD 2H | 4H AC 6D QH 3H | 12  | 9C 9S 9D KH KS
        QS 8C 5H 8S QD | QH 4H 4S 5C AC | 10  | 2C 4C 6H 8D TD
        """,
        """
        D2: the cards in D stand under no name
        --hands Anna=A2:A3,Ben=B2:B3   Anna 5D JC 6C AD 2H · Ben 4H AC 6D QH 3H
        --hands A2:A3,B2:B3,D2:D3   Anna 5D JC 6C AD 2H · Ben 4H AC 6D QH 3H · 9C 9S 9D KH KS
        """,
    ),
    "a copy of a hand": (
        """
        Anna           | Ben            | Shown
        TS 6C QS 9C 5D | 2S 8H AC AD 7D | 2S 8H AC AD 7D
        JS AC 5D TC AD | JC 5H 7H 8D 3D | JC 5H 7H 8D 3D
        3H 2D AH TS 7D | QD 9S 5H 7S 5S | QD 9S 5H 7S 5S
        KC 3D 4D 7D QC | KH 4S QD JH TH | KH 4S QD JH TH
        TC 2D JS 3D QS | 9C AS 9H JD 7C | 9C AS 9H JD 7C
        AS 5H 7S 4H 7C | 3C 9C 5C 6D AD | 3C 9C 5C 6D AD
        """,
        """
        row 2: many rows hold a card twice: a hand may be a copy, or of another deck
        --hands Anna=A2:A7,Ben=B2:B7   Anna TS 6C QS 9C 5D · Ben 2S 8H AC AD 7D
        --hands Anna=A2:A7,Shown=C2:C7   Anna TS 6C QS 9C 5D · Shown 2S 8H AC AD 7D
        """,
    ),
    "no separators in the cells": (
        """
        Anna       | Ben
        2C3S8S8DTD | 5H5C6S7SKD
        2D3D8C8HTC | 5D5S6H7HKS
        """,
        """
        2-3: five-card; Anna A, Ben B
        """,
    ),
}


@pytest.mark.parametrize(("drawing", "expected"), HAND_IN_A_CELL.values(), ids=HAND_IN_A_CELL)
def test_hand_in_a_cell(drawing: str, expected: str) -> None:
    """S1: a hand in a cell."""
    check(drawing, expected)


CARD_IN_A_CELL: Cases = {
    "a copy of a hand in other letters": (
        """
        Anna |    |    |    |    | Ben |    |    |    |    | Shown
        TS   | 6C | QS | 9C | 5D | 2S  | 8H | AC | AD | 7D | 2s    | 8h | ac | ad | 7d
        JS   | AC | 5D | TC | 2H | JC  | 5H | 7H | 8D | 3D | jc    | 5h | 7h | 8d | 3d
        """,
        """
        row 2: many rows hold a card twice: a hand may be a copy, or of another deck
        --hands Anna=A2:E3,Ben=F2:J3   Anna TS 6C QS 9C 5D · Ben 2S 8H AC AD 7D
        --hands Anna=A2:E3,Shown=K2:O3   Anna TS 6C QS 9C 5D · Shown 2s 8h ac ad 7d
        """,
    ),
    "a name over five columns": (
        """
        Anna |    |    |    |    | Ben
        8H   | 2D | 8C | 4H | JH | 5H  | 2S | 7C | 2H | AH
        9D   | 4H | 4D | TD | 6H | KH  | 7D | 8H | 3S | 6C
        2S   | 7C | QH | QC | 2D | JD  | 7H | 3S | TD | 4C
        """,
        """
        2-4: five-card; Anna A:E, Ben F:J
        """,
    ),
    "names with numbers": (
        """
        Anna 1 | Anna 2 | Anna 3 | Anna 4 | Anna 5 | Ben 1 | Ben 2 | Ben 3 | Ben 4 | Ben 5
        6S     | 8C     | 9H     | 4C     | JD     | QC    | 9D    | 2H    | 5H    | 4H
        7C     | 3D     | 6H     | AC     | 2S     | KH    | TH    | 2C    | 5C    | 6C
        AH     | JD     | 5C     | 3D     | 5H     | QH    | AS    | TC    | 3S    | 2H
        """,
        """
        2-4: five-card; Anna A:E, Ben F:J
        """,
    ),
    "names of a data frame": (
        """
        p1_c1 | p1_c2 | p1_c3 | p1_c4 | p1_c5 | p2_c1 | p2_c2 | p2_c3 | p2_c4 | p2_c5
        6S    | 7C    | TH    | QC    | 5H    | 6H    | 4C    | QS    | 4H    | 2S
        JH    | KS    | 5H    | KD    | 3C    | 5C    | 3H    | QC    | TS    | 9C
        AH    | 5D    | 4D    | KC    | 6H    | 5S    | 8H    | AC    | TH    | AD
        """,
        """
        2-4: five-card; p1 A:E, p2 F:J
        """,
    ),
    "letters with numbers": (
        """
        A1 | A2 | A3 | A4 | A5 | B1 | B2 | B3 | B4 | B5
        8S | 7D | TH | 4H | 7S | 9C | 9H | 2C | 6H | 5C
        TS | 6C | QH | 9S | 3D | QD | JH | 8D | 2S | 5H
        2C | QH | 9C | AD | 8C | 4S | 5C | 6D | 7H | 9H
        """,
        """
        2-4: five-card; A A:E, B F:J
        """,
    ),
    "names above numbered cards": (
        """
        No | Anna   |        |        |        |        | Ben
           | Card 1 | Card 2 | Card 3 | Card 4 | Card 5 | Card 1 | Card 2 | Card 3 | Card 4 | Card 5
        1  | 4S     | QH     | 5H     | QC     | 6S     | 5D     | TH     | 6C     | 2C     | 9H
        2  | QD     | JC     | 5H     | JH     | 2S     | 9H     | 3H     | 7D     | KC     | 7C
        3  | QD     | 7D     | AD     | 8S     | 7C     | TC     | 6S     | JH     | 4H     | 4D
        """,
        """
        3-5: five-card; Anna B:F, Ben G:K; not read: A No
        """,
    ),
    "names above numbers in turn": (
        """
        Anna |    |    |    |    | Ben
        1    | 2  | 3  | 4  | 5  | 1   | 2  | 3  | 4  | 5
        4H   | JS | 5C | AD | 5S | 9S  | QC | 8D | 9D | QD
        3D   | 5C | 5D | 2H | 9C | 4H  | JC | 9S | 6D | 4C
        9D   | JS | 6D | JH | TD | 9H  | TS | KC | 5D | 8H
        """,
        """
        3-5: five-card; Anna A:E, Ben F:J
        """,
    ),
    "headings of one hand that could be cards": (
        """
        C1 | C2 | C3 | C4 | C5
        6D | 5H | JC | 3D | 4D
        3S | JH | 6C | QC | 5S
        AS | 9D | 3H | 6C | KH
        """,
        """
        2-4: five-card; one hand a row in A:E
        """,
    ),
    "pandas fills blank headings": (
        """
        Anna | Unnamed: 1 | Ben | Unnamed: 3 | Board | Unnamed: 5 | Unnamed: 6 | Unnamed: 7 | Unnamed: 8
        9H   | 9S         | 8H  | 4D         | 6D    | 3H         | 9D         | 4C         | QC
        9S   | AC         | 3C  | 4H         | QD    | 3S         | 9H         | 4D         | KD
        6S   | 4C         | 8D  | 9C         | 2S    | 3C         | AH         | TC         | QS
        """,
        """
        2-4: hold'em, best five of two and the board; Anna A:B, Ben C:D; board E:I
        """,
    ),
    "pandas numbers equal headings": (
        """
        Anna | Anna.1 | Anna.2 | Anna.3 | Anna.4 | Ben | Ben.1 | Ben.2 | Ben.3 | Ben.4
        4S   | 8S     | 5D     | 8C     | AD     | KC  | JC    | JH    | 4D    | 6D
        QH   | KS     | 8D     | JC     | 9H     | JD  | 3D    | TH    | 5D    | TS
        KS   | QD     | 4D     | TS     | 8S     | TD  | JH    | 2H    | 6C    | 7H
        """,
        """
        2-4: five-card; Anna A:E, Ben F:J
        """,
    ),
    "cards numbered twice": (
        """
        C 1 | C 2 | C 3 | C 4 | C 5 | C 1 | C 2 | C 3 | C 4 | C 5
        TC  | 8S  | 5D  | 2S  | KS  | QC  | KD  | 5H  | 9D  | 6C
        4S  | KC  | 6C  | 6S  | KS  | 2D  | QD  | 4D  | 2S  | JS
        4C  | 9H  | 9D  | 8D  | 7S  | 4H  | 5H  | 6H  | 7H  | JS
        """,
        """
        2-4: five-card; Player 1 A:E, Player 2 F:J
        """,
    ),
    "seven cards of stud": (
        """
        Anna |    |    |    |    |    |    | Ben
        8D   | 8S | 3D | 6D | 3H | 6S | 2S | 3C  | 4S | 9C | 2H | 5H | 5S | 5D
        7D   | 2H | 7C | QH | TS | 5H | 3D | 2S  | 5D | QS | 6C | KC | AC | QC
        QH   | 5H | 4C | 6C | 8D | KS | AH | JS  | JC | 4S | 8H | 4H | 9C | AC
        """,
        """
        2-4: best five of seven; Anna A:G, Ben H:N
        """,
    ),
    "a blank column between the hands": (
        """
        Anna |    |    |    |    |  | Ben
        6C   | 4C | JC | 9S | 2H |  | 4H  | KH | 6H | 7C | AC
        JH   | AS | 8C | 6D | 6C |  | 5H  | AC | 4H | QD | 7S
        3D   | KS | TH | 9D | 8D |  | 2C  | 3C | 8H | 9H | AH
        """,
        """
        2-4: five-card; Anna A:E, Ben G:K
        """,
    ),
    "hands of five and of four": (
        """
        Anna |    |    |    |    | Ben
        8H   | AH | JS | KH | 2C | 8D  | 2D | 8S | QH
        AC   | 2S | JC | 9D | 4S | 9C  | 5C | 7C | 2C
        3D   | QD | 6C | 3S | 4H | 5S  | 2C | 2D | 6S
        """,
        """
        A1: these hands fit no game: A:E 5 cards, F:I 4 cards
        --hands A2:E4   Anna 8H AH JS KH 2C
        --hands Anna=A2:E4,Ben=F2:I4   Anna 8H AH JS KH 2C · Ben 8D 2D 8S QH
        """,
    ),
    "six columns below one word": (
        """
        Hand
        8S   | 2S | 5S | JD | 6D | QD
        QD   | 3H | TH | 8C | KH | QH
        3D   | 2C | 6S | 8S | 5S | 3H
        """,
        """
        A1: these hands fit no game: A:F 6 cards
        --hands B2:F4   2S 5S JD 6D QD
        --hands A2:E4   8S 2S 5S JD 6D
        --hands A2:F4   8S 2S 5S JD 6D QD
        """,
    ),
}


@pytest.mark.parametrize(("drawing", "expected"), CARD_IN_A_CELL.values(), ids=CARD_IN_A_CELL)
def test_card_in_a_cell(drawing: str, expected: str) -> None:
    """S2: a card in a cell."""
    check(drawing, expected)


WITHOUT_NAMES: Cases = {
    "ten columns are two hands": (
        """
        3H | 9H | KC | 5S | 3D | QH | QS | 7S | 2H | 9D
        7C | TC | 8D | JS | QC | AH | 4H | 5H | 8C | JC
        7S | 4D | 7C | KD | 2S | 9D | 7H | 8C | TS | 9S
        """,
        """
        1-3: five-card; Player 1 A:E, Player 2 F:J
        """,
    ),
    "five columns are one hand": (
        """
        8H | TH | 4S | 9C | AD
        JC | 8S | JS | 2C | 9S
        7H | 5H | TS | 6D | 7D
        """,
        """
        1-3: five-card; one hand a row in A:E
        """,
    ),
    "seven columns are one hand": (
        """
        4S | 6D | JC | 3H | 2C | KC | 5S
        6S | 6H | TD | 3D | 7D | JD | 4H
        2H | 7D | 6S | KH | 3H | QD | 9D
        """,
        """
        1-3: best five of seven; one hand a row in A:G
        """,
    ),
    "a blank column is a border": (
        """
        QD | 9D | 2H | 7S | TD |  | 8S | KH | AD | 5D | 3D
        9C | 6H | TS | 5D | QD |  | 2D | 6D | 6S | QS | 3S
        3S | 3D | 9D | 2S | QC |  | AS | 6S | KD | JS | 4S
        """,
        """
        1-3: five-card; Player 1 A:E, Player 2 G:K
        """,
    ),
    "initials are no cards": (
        """
        KC | 9S | TC | JD | 3S | RW | MB
        2C | 9D | 7C | QH | AD | PL | KH
        4C | TS | 2H | KD | 3C | TC | RW
        5H | JH | 8S | QS | 6C | AS | JD
        """,
        """
        1-4: five-card; one hand a row in A:E; not read: F (2 cells with cards, first F3 'TC'), G (2 cells with cards, first G2 'KH')
        """,
    ),
    "ten cards in one cell": (
        """
        TD QD 3H 8S 9S 6H 9D QS TS TC
        JC KH 4C TS 5S 7H 2S 9D JH KS
        7D 6H 3S TH 8D 8H 7C QD 3C 7H
        """,
        """
        1-3: five-card; Player 1 A (first five cards), Player 2 A (second five cards)
        """,
    ),
    "a number before each line": (
        """
        1 | 8H | 2H | 9S | 4D | TH | 2D | 8D | TC | 3C | 8S
        2 | 8D | AH | 9S | 6C | 4D | AS | 7C | 6D | 2C | 3H
        3 | 6C | TD | QD | 2C | KS | 7D | 2H | KH | 7S | 8C
        """,
        """
        1-3: five-card; Player 1 B:F, Player 2 G:K; not read: A
        """,
    ),
    "two tables of ten columns": (
        """
        7C | TC | 9C | 3S | 5S | KC | 6H | 5H | AC | 6C |  | JS | QC | 8H | 2S | JC | 4H | JD | 7D | 4C | 8S
        4H | JC | 7C | 4C | 8S | TD | AH | 5C | 8D | AC |  | KD | TS | QH | TC | AD | QC | JD | 6S | 9C | 4S
        """,
        """
        A1: these hands fit no game: A:J 10 cards, L:U 10 cards
        --hands A1:E2,F1:J2 --hands L1:P2,Q1:U2   7C TC 9C 3S 5S · KC 6H 5H AC 6C
        --hands A1:E2,F1:J2,L1:P2,Q1:U2   7C TC 9C 3S 5S · KC 6H 5H AC 6C · JS QC 8H 2S JC · 4H JD 7D 4C 8S
        """,
    ),
    "fifteen columns": (
        """
        7C | TC | 9C | 3S | 5S | KC | 6H | 5H | AC | 6C | JS | QC | 8H | 2S | JC
        4H | JC | 7C | 4C | 8S | TD | AH | 5C | 8D | AC | KD | TS | QH | TC | AD
        QC | JD | 6S | 9C | 4S | 6C | 5H | 8D | TH | 3S | KH | KC | 7H | 3H | 7C
        AC | 5D | JD | 2S | 7D | 2D | 7H | JH | 9C | TD | 3C | 8D | JS | KH | 2C
        QH | TH | 3D | 8H | 7S | 4D | 5H | 2D | 8S | KD | 6S | JS | TS | 8C | QD
        AC | JC | AS | AD | 7D | 8D | 2S | 3S | 5H | KH | TS | 5D | 9H | 8C | 6C
        """,
        """
        A1: these hands fit no game: A:O 15 cards
        --hands A1:E6,F1:J6,K1:O6   7C TC 9C 3S 5S · KC 6H 5H AC 6C · JS QC 8H 2S JC
        --hands "Player 1=A1:B6,Player 2=C1:D6,Player 3=E1:F6,Player 4=G1:H6,Player 5=I1:J6,board=K1:O6" --game holdem   7C TC · 9C 3S · 5S KC · 6H 5H · AC 6C
        --hands "Player 1=F1:G6,Player 2=H1:I6,Player 3=J1:K6,Player 4=L1:M6,Player 5=N1:O6,board=A1:E6" --game holdem   KC 6H · 5H AC · 6C JS · QC 8H · 2S JC
        """,
    ),
    "a sixth card in one row": (
        """
        QD | 7H | 6C | KC | KH
        AS | TS | 8C | 5C | 2S
        KD | JD | 9D | 2D | 9H | 4D
        5D | JS | 4S | TH | JD
        8C | JD | AH | 4S | 4C
        """,
        """
        F3: one card more than in the other rows stands in F3
        --hands A1:E5 --skip 3   QD 7H 6C KC KH
        --hands A1:E5   QD 7H 6C KC KH
        """,
    ),
    "two hands, split at their commas": (
        """
        9C | JC | TS | 3H | AD 8H | 5C | TD | 6D | 8S
        TS | 6D | 4S | 3H | 8C QD | 3D | 8S | QS | KC
        7D | KH | 4C | 8H | QH 6C | KD | TD | TS | AD
        """,
        """
        1-3: five-card; Player 1 A:I (first five cards), Player 2 A:I (second five cards)
        """,
    ),
    "three hands, split at their commas": (
        """
        3D | 8D | 5C | TC | 2D 4S | 3H | TH | 4H | JC 9S | AH | 7H | QS | 3S
        JS | 3H | TH | AD | 8C 4S | JD | 8H | 5D | 9C 3C | 8S | 6H | TS | 5H
        TS | AD | 3D | 4C | 9H 8C | 7D | KD | JD | 2D 5D | 3C | KC | 6S | QH
        """,
        """
        1-3: five-card; Player 1 A:M (first five cards), Player 2 A:M (second five cards), Player 3 A:M (third five cards)
        """,
    ),
}


@pytest.mark.parametrize(("drawing", "expected"), WITHOUT_NAMES.values(), ids=WITHOUT_NAMES)
def test_without_names(drawing: str, expected: str) -> None:
    """S3 and S7: columns without names."""
    check(drawing, expected)


HOLDEM: Cases = {
    "a board in a cell": (
        """
        Board          | Anna  | Ben
        4C 3S 8H KH 7H | TC 3H | KC JD
        8C KS 7H JH AS | TH AC | 5S 5D
        AS 9C 5S 3D 7D | 3C KH | 5D 7H
        """,
        """
        2-4: hold'em, best five of two and the board; Anna B, Ben C; board A
        """,
    ),
    "flop, turn and river": (
        """
        Hand | Flop     | Turn | River | Mike  | Dave
        1    | 2C JS 6H | 7D   | TC    | 2H 9H | 2S 8D
        2    | JH QC 4H | TS   | 5D    | AS AD | 6S 9C
        3    | TS 5H KD | 2C   | 9H    | TD QC | 3C 4D
        """,
        """
        2-4: hold'em, best five of two and the board; Mike E, Dave F; board B:D; not read: A Hand
        """,
    ),
    "flop, 4th and 5th": (
        """
        Flop     | 4th | 5th | Mike  | Dave
        2C JS 6H | 7D  | TC  | 2H 9H | 2S 8D
        JH QC 4H | TS  | 5D  | AS AD | 6S 9C
        TS 5H KD | 2C  | 9H  | TD QC | 3C 4D
        """,
        """
        2-4: hold'em, best five of two and the board; Mike D, Dave E; board A:C
        """,
    ),
    "a board over five columns": (
        """
        Anna |    | Ben |    | Board
        QC   | 9S | TC  | 4S | JD    | KS | AS | JH | 4D
        JC   | 3D | 4S  | 3C | 5D    | 6H | KC | 9H | 7S
        KD   | 3D | 2D  | 7D | 8S    | 6S | TH | 8D | 7S
        """,
        """
        2-4: hold'em, best five of two and the board; Anna A:B, Ben C:D; board E:I
        """,
    ),
    "short words of a program": (
        """
        hero_c1 | hero_c2 | villain_c1 | villain_c2 | board1 | board2 | board3 | board4 | board5
        7C      | 5C      | 3C         | 2H         | JD     | 9D     | JC     | KC     | 2C
        7D      | 2C      | 4H         | 4D         | 5H     | 5S     | JH     | 7C     | TC
        AS      | 8H      | QS         | 6C         | 4D     | AC     | 9H     | QC     | 8D
        """,
        """
        2-4: hold'em, best five of two and the board; hero A:B, villain C:D; board E:I
        """,
    ),
    "b0 to b4": (
        """
        b0 | b1 | b2 | b3 | b4 | h0 | h1 | v0 | v1
        TS | 6H | 9S | 2H | KC | AD | QS | KD | 7S
        8D | KH | 2H | 6H | QC | KC | TS | 7C | 9C
        2D | 4C | JD | AH | 3C | 2S | 9C | 8D | QC
        """,
        """
        2-4: hold'em, best five of two and the board; h F:G, v H:I; board A:E
        """,
    ),
    "F1 F2 F3 T R": (
        """
        F1 | F2 | F3 | T  | R  | Anna |    | Ben
        7S | 2C | 6C | JH | 5C | 5H   | 8C | JS  | KS
        JD | 4C | TS | JH | 4H | 7S   | 9H | TC  | 5S
        TC | 8D | 7D | 3D | 9D | 3H   | 8S | 5D  | TS
        """,
        """
        2-4: hold'em, best five of two and the board; Anna F:G, Ben H:I; board A:E
        """,
    ),
    "the flop alone": (
        """
        Flop     | Anna  | Ben
        TD TS 3C | KH QC | KS 8S
        KD TC 3D | AS 7D | TH 4S
        3C 4H AC | 3D 9S | JS QS
        """,
        """
        2-4: hold'em, best five of two and the board; Anna B, Ben C; board A
        """,
    ),
    "hole cards without a board": (
        """
        Anna  | Ben
        3C TS | 3H TD
        7D 4C | 2H 5S
        TS TC | AC 3C
        """,
        """
        A1: two cards each and no board: only pairs and high cards count
        --hands Anna=A2:A4,Ben=B2:B4   Anna 3C TS · Ben 3H TD
        """,
    ),
    "a board without hands": (
        """
        No | Flop     | Turn | River
        1  | 9D AS 6C | KH   | QS
        2  | 3C 2D 9D | 5C   | JH
        3  | TH KS 7S | 8H   | 7H
        """,
        """
        B1: the board stands in B:D, but no hands beside it
        """,
    ),
    "no word above the board": (
        """
        P1 |    | P2
        AS | 3C | 2C | 8D | 2H | JS | AC | QD | 9H
        TC | JD | 6H | 8C | 7D | 9C | 4S | 4C | 4D
        5S | JD | AH | 4S | 4D | 9S | TC | 7S | TS
        """,
        """
        A1: these hands fit no game: A:B 2 cards, C:I 7 cards
        --hands P1=A2:B4,P2=C2:D4,board=E2:I4 --game holdem   P1 AS 3C · P2 2C 8D
        --hands C2:I4   P2 2C 8D 2H JS AC QD 9H
        --hands P1=A2:B4,P2=C2:I4   P1 AS 3C · P2 2C 8D 2H JS AC QD 9H
        """,
    ),
    "a board that is too wide": (
        """
        Board |    |    |    |    |    |    | Anna  | Ben
        4C    | 3S | 8H | KH | 7H | TC | 3H | KC JD | 5S 5D
        8C    | KS | 7H | JH | AS | TH | AC | 5S 5D | KC JD
        """,
        """
        H1: these hands fit no game: H 2 cards, I 2 cards, board A:G 7 cards
        --hands Anna=H2:H3,Ben=I2:I3,board=A2:E3 --game holdem   Anna KC JD · Ben 5S 5D
        """,
    ),
    "the hands behind a board have no names": (
        """
        Board |    |    |    |    |    |    |    |
        4C    | 3S | 8H | KH | 7H | TC | 3H | KC | JD
        8C    | KS | 7H | JH | AS | TH | AC | 5S | 5D
        """,
        """
        A1: the board in A:I has 9 cards, not three to five
        --hands "Player 1=F2:G3,Player 2=H2:I3,board=A2:E3" --game holdem   TC 3H · KC JD
        """,
    ),
    "a mark below a name is no fold": (
        """
        Anna  | Ben   | Board          | Anna won | Ben won
        3S JH | JS 9S | 8D 9H TC QC 5S | x        | -
        7S TH | JC KS | AH 2S TS 7H 8D | -        | x
        5C 6S | 3D 7D | 8H 9H 4S KS 7H | x        | -
        """,
        """
        2-4: hold'em, best five of two and the board; Anna A, Ben B; board C; not read: D Anna won (3 texts, first D2 'x'), E Ben won (3 texts, first E2 '-')
        """,
    ),
    "a board above the hands, which is no hand": (
        """
        Board | AD | 6C | 8S | 5D | 9C
        Anna  | 2S | 3S
        Ben   | KH | KD
        """,
        """
        A1: 'Board' stands in the row of a board; a board needs columns beside the hands of its row
        """,
    ),
    "a board above a table of hands": (
        """
        Board  | AD     | 6C     | 8S | 5D | 9C
        -
        Player | Card 1 | Card 2
        Anna   | 2S     | 3S
        Ben    | KH     | KD
        Cy     | QH     | QD
        """,
        """
        A1: 'Board' stands in the row of a board; a board needs columns beside the hands of its row
        """,
    ),
    "a player who is called River": (
        """
        Player | Hand
        River  | 7S QS QD AC QH
        Ben    | 8C 5S KC 3C 7D
        """,
        """
        2-3: five-card; one hand a row in B; not read: A Player (2 texts, first A2 'River')
        """,
    ),
    "positions at the table, now and then like cards": (
        """
        Position | Anna  | Ben   | Board
        BTN      | 2S 3S | 4S 9D | 8D 3D 9H 6C QH
        CO       | 8H 4C | TH 2D | 2C 8S JD 7D 3H
        CO       | 4D 5C | JD 8D | JH 6H 4S 3H 2S
        HJ       | KD 5H | QD 7S | 3C TS 9S AH AD
        SB       | 9C TC | 6S KS | 2D 5S 7C 8C QC
        """,
        """
        2-6: hold'em, best five of two and the board; Anna B, Ben C; board D; not read: A Position (5 texts, first A2 'BTN')
        """,
    ),
    "who folded is in another column": (
        """
        Anna Hand | Ben Hand | Board          | Ben Action
        2S 3S     | 4S 9D    | 8D 3D 9H 6C QH | call
        8H 4C     | TH 2D    | 2C 8S JD 7D 3H | FOLD
        4D 5C     | JD 8D    | JH 6H 4S 3H 2S | call
        """,
        """
        D3: who folds is not in the showdown, but folds stand beside the hands in 1 row
        --hands Anna=A2:A4,Ben=B2:B4,board=C2:C4 --skip 3 --game holdem   Anna 2S 3S · Ben 4S 9D
        --hands Anna=A2:A4,Ben=B2:B4,board=C2:C4 --game holdem   Anna 2S 3S · Ben 4S 9D
        """,
    ),
}


@pytest.mark.parametrize(("drawing", "expected"), HOLDEM.values(), ids=HOLDEM)
def test_holdem(drawing: str, expected: str) -> None:
    """S4: hold'em."""
    check(drawing, expected)


OMAHA_AND_SHORT_DECK: Cases = {
    "Omaha, four cards": (
        """
        Board          | Anna        | Ben
        2D TD 6S 7C 7H | KS 3H 8C AH | 9C 5H 5D 4H
        3C 4C 6H 5S 9H | 2H TC JH TH | 6S 9D QH KH
        6H 5H 3H 7D 4C | JC AC 8D TC | 5S QS 5C 4H
        """,
        """
        2-4: Omaha, two of the hand and three of the board; Anna B, Ben C; board A
        """,
    ),
    "Omaha, five cards": (
        """
        Board          | Hero           | Villain
        6S 3D TC 5S 3C | 2H 4H QH 4D QS | JC KH TS AD 7H
        7H QS 4S 9D KH | 8H JC 6D TD 3S | 3H 4C AC 2D AS
        3H JD 7S 3C AH | 6H 9C 5D QC QS | 3D TD QD 6C 4S
        """,
        """
        2-4: Omaha, two of the hand and three of the board; Hero B, Villain C; board A
        """,
    ),
    "Omaha, a card in a cell": (
        """
        Anna |    |    |    | Ben |    |    |    | Board
        QS   | AC | 6H | AH | 2H  | 6S | JS | 7D | 3C    | 3S | 3H | 4D | TH
        7D   | 8C | QD | 4H | JC  | 2H | 3H | 5D | 2S    | 5H | 7S | 6C | 8S
        3C   | AD | 5C | 9D | QS  | 5H | 6S | 4D | 9H    | 7H | KC | AC | 6H
        """,
        """
        2-4: Omaha, two of the hand and three of the board; Anna A:D, Ben E:H; board I:M
        """,
    ),
    "Omaha hi-lo, in a title": (
        """
        Omaha Hi-Lo night
        Board             | Anna        | Ben
        3D 6S 7S 6D JS    | 6H 4D 7C JH | 4H 3H QD TS
        7C 9D 5C 8C TH    | 2H 7S QC KH | 8S 9S 2C 2S
        JD AC 7C TD 6S    | 4D 5H 3S KS | 5C 5D 9S 6H
        """,
        """
        3-5: Omaha hi-lo, half of the pot for the best low, eight or better; Anna B, Ben C; board A; not read: row 1 'Omaha Hi-Lo night'
        """,
    ),
    "short deck, in a title": (
        """
        Short deck night
        Board            | Anna  | Ben
        9H TD 6C 7S AH   | KD KC | QS JS
        6D 7D 8H 9C TC   | AS AC | KH QH
        JD JC 6S 8S 9S   | TH TS | QD QC
        """,
        """
        3-5: short deck, hold'em from the sixes up, a flush beats a full house; Anna B, Ben C; board A; not read: row 1 'Short deck night'
        """,
    ),
    "a board without a word, short deck in a title": (
        """
        Short deck night
        Anna             | Ben   | Middle
        9H 9C            | TC JS | 6S 7S KD 8S 8D
        6D 8C            | 7H QD | 9S JS AC 7C QS
        TD 9H            | KS 6D | AD AH JC 7D TC
        """,
        """
        A2: these hands fit no game: A 2 cards, B 2 cards, C 5 cards
        --hands Anna=A3:A5,Ben=B3:B5,board=C3:C5 --game short-deck   Anna 9H 9C · Ben TC JS
        """,
    ),
    "thirteen columns": (
        """
        2C | AH | 4S | 5S | 4D | 5C | JC | 2S | 8D | 9S | 3S | KC | JD
        3H | 6C | 2C | 7H | KC | 5D | 3C | JD | 5S | 8H | AS | QS | AD
        AH | TH | 3S | 2C | 6H | 5H | 4S | 8C | 2D | JH | 6D | 6C | 9D
        """,
        """
        A1: these hands fit no game: A:M 13 cards
        --hands "Player 1=A1:B3,Player 2=C1:D3,Player 3=E1:F3,Player 4=G1:H3,board=I1:M3" --game holdem   2C AH · 4S 5S · 4D 5C · JC 2S
        --hands "Player 1=F1:G3,Player 2=H1:I3,Player 3=J1:K3,Player 4=L1:M3,board=A1:E3" --game holdem   5C JC · 2S 8D · 9S 3S · KC JD
        --hands "Player 1=A1:D3,Player 2=E1:H3,board=I1:M3" --game omaha   2C AH 4S 5S · 4D 5C JC 2S
        """,
    ),
    "thirteen columns, Omaha in a title": (
        """
        Omaha test hands
        2C               | AH | 4S | 5S | 4D | 5C | JC | 2S | 8D | 9S | 3S | KC | JD
        3H               | 6C | 2C | 7H | KC | 5D | 3C | JD | 5S | 8H | AS | QS | AD
        AH               | TH | 3S | 2C | 6H | 5H | 4S | 8C | 2D | JH | 6D | 6C | 9D
        """,
        """
        A2: these hands fit no game: A:M 13 cards
        --hands "Player 1=A2:D4,Player 2=E2:H4,board=I2:M4" --game omaha   2C AH 4S 5S · 4D 5C JC 2S
        --hands "Player 1=F2:I4,Player 2=J2:M4,board=A2:E4" --game omaha   5C JC 2S 8D · 9S 3S KC JD
        """,
    ),
    "short deck is no rule for five cards": (
        """
        Short deck night
        Anna             | Ben
        TD 6H 7C TH 7S   | 3D 2C 9C 5C AC
        7C AC 9S 9D KC   | 6C 5C 3C 4D 5S
        TH JD 8D KD TC   | 9C 5H QH 7S AC
        """,
        """
        A1: 'Short deck night' names short deck, which is scored only for two cards each and a board
        --game five-card counts by the rules of the full deck
        """,
    ),
}


@pytest.mark.parametrize(
    ("drawing", "expected"), OMAHA_AND_SHORT_DECK.values(), ids=OMAHA_AND_SHORT_DECK
)
def test_omaha_and_short_deck(drawing: str, expected: str) -> None:
    """Omaha and short deck."""
    check(drawing, expected)


THREE_CARDS: Cases = {
    "which rules?": (
        """
        Anna     | Ben
        9S JH 2C | 4C TC 3H
        4C 3C 3H | 5S 7D 5D
        2S 2C 4C | QC 8H QS
        """,
        """
        three cards each: which rules?
        --game three-card   Anna 9S JH 2C · Ben 4C TC 3H
        --game front   Anna 9S JH 2C · Ben 4C TC 3H
        """,
    ),
    "three-card poker, in a title": (
        """
        Three Card Poker
        No               | Seat 1   | Seat 2
        1                | 6S 4H 8S | AS KD 9C
        2                | 8H QS 5H | 3C AH 9C
        3                | JS 2C AD | 5C 3H 8D
        """,
        """
        3-5: three-card, casino rules: a straight beats a flush; Seat 1 B, Seat 2 C; not read: A No, row 1 'Three Card Poker'
        """,
    ),
    "Chinese fronts, in a title": (
        """
        Chinese fronts
        Anna           | Ben
        7C 2H TS       | 5C QH 8S
        9D QH 7S       | 7H QS 7C
        6H 9H 2H       | 8H 8S 3H
        """,
        """
        3-5: front hands, Chinese poker: pairs and trips only; Anna A, Ben B; not read: row 1 'Chinese fronts'
        """,
    ),
    "three cards in columns": (
        """
        Three Card Poker
        Anna             |    |    | Ben
        TC               | 4S | 7S | 7D  | TS | 3H
        4H               | QH | 7S | 3D  | QD | 9D
        9H               | 3H | 9S | AS  | QD | 5C
        """,
        """
        3-5: three-card, casino rules: a straight beats a flush; Anna A:C, Ben D:F; not read: row 1 'Three Card Poker'
        """,
    ),
}


@pytest.mark.parametrize(("drawing", "expected"), THREE_CARDS.values(), ids=THREE_CARDS)
def test_three_cards(drawing: str, expected: str) -> None:
    """Three cards."""
    check(drawing, expected)


GAME_NAMES: Cases = {
    "a column names hold'em": (
        """
        Game          | Board          | Anna  | Ben
        Texas Hold'em | 3D 3C 5C 2S 2H | 8D 5H | 8S QH
        Texas Hold'em | AD QH 6D 7H 8C | AH 3D | JH KH
        Texas Hold'em | 6S TC TH QD KH | AC 6C | 7C 4S
        """,
        """
        2-4: hold'em, best five of two and the board; Anna C, Ben D; board B; not read: A Game (3 texts, first A2 'Texas Hold'em')
        """,
    ),
    "a column names high and low games": (
        """
        Game        | Anna           | Ben
        Draw        | 7S AD 8S 9C 6D | 4H 6S QS 3H AC
        2-7 lowball | TS 8C 2C 9H AD | 9D JC KD 7D AH
        Draw        | 8S KH KD 6H QH | 5H 3H QC 9C 2C
        """,
        """
        A3: the rows are of several games: 'Draw', '2-7 lowball'; count one game at a time
        --skip 3   Anna 7S AD 8S 9C 6D · Ben 4H 6S QS 3H AC
        --skip 2,4   Anna 7S AD 8S 9C 6D · Ben 4H 6S QS 3H AC
        """,
    ),
    "a column names badugi": (
        """
        Game        | Anna           | Ben
        Draw        | 7S AD 8S 9C 6D | 4H 6S QS 3H AC
        Badugi      | TS 8C 2C 9H AD | 9D JC KD 7D AH
        Draw        | 8S KH KD 6H QH | 5H 3H QC 9C 2C
        """,
        """
        A3: 'Badugi' in the column Game names a game that is not scored: low hands
        --skip leaves its rows out
        """,
    ),
    "a column names several games": (
        """
        Game    | Board          | Anna        | Ben
        Hold'em | 3D 3C 5C 2S 2H | 8D 5H       | 8S QH
        NLHE    | AD QH 6D 7H 8C | AH 3D       | JH KH
        Omaha   | 6S TC TH QD KH | AC 6C 2S 2D | 7C 4S 3H 3D
        """,
        """
        A4: the rows are of several games: 'Hold'em', 'Omaha'; count one game at a time
        --skip 4   Anna 8D 5H · Ben 8S QH
        """,
    ),
    "badugi has four cards": (
        """
        Badugi
        Anna        | Ben
        AC 6D 2S 9H | 7C 4S 3H QD
        2C 6H 8S TH | 3C 5S KH JD
        """,
        """
        A1: 'Badugi' names a game that is not scored: low hands
        """,
    ),
    "wild cards": (
        """
        Deuces wild
        Anna           | Ben
        7H JS 8D 3S 4C | 5S AD 3C 2C 4H
        QH 4C JH 3C TS | KS QC 2C 8D JD
        """,
        """
        A1: 'Deuces wild' names a game that is not scored: wild cards
        --game five-card counts the high hands
        """,
    ),
    "no card below six": (
        """
        Board          | Anna  | Ben
        7S TH AS KD QC | 9C 9D | JH KS
        TD 8C KC 6D JD | AH QD | 7H 7D
        9H KH 8S 6C QC | TS TC | AC 8H
        AD JS 9S 7C 6H | KS QS | 8D JC
        6S TC 8H KD AC | 9D QH | TH AS
        QD 7D JH 9C 8C | AH KC | 6D 6H
        KH 9S TS 6C 7S | JD AD | QC QS
        """,
        """
        2-8: hold'em, best five of two and the board; Anna B, Ben C; board A; no card below six in 7 rows: a short deck? then --game short-deck
        """,
    ),
    "five-card draw is what the cards say, too": (
        """
        Five-card draw
        Anna           | Ben
        7H JS 8D 3S 4C | 5S AD 3C 2C 4H
        QH 4C JH 3C TS | KS QC 2C 8D JD
        6H 6C 5H 5C TH | 5S AS AD 2D 7S
        """,
        """
        3-5: five-card; Anna A, Ben B; not read: row 1 'Five-card draw'
        """,
    ),
    "a name that the cards do not allow is a title": (
        """
        Hold'em
        Anna           | Ben
        6D 9D QH AH JD | 7D JS 5S QS 4H
        8D 3S 5C 2S 5D | KC QC 8C 7S QS
        TH 3S KS JS 9D | 7S JH 2D 5D 5C
        """,
        """
        3-5: five-card; Anna A, Ben B; not read: row 1 'Hold'em'
        """,
    ),
}


def test_low_cards_in_words() -> None:
    """A card in words has no digit: twelve fives are no sign of a short deck."""
    row = [
        f"{rank} of {suit}"
        for suit in ("Clubs", "Spades")
        for rank in "Five Ace King Jack Ten".split()
    ]
    reading = find(Sheet.of("", [row] * 6)).answer
    assert isinstance(reading, Reading)
    assert not any("short deck" in warning for warning in reading.warnings)
    without_fives = [cell.replace("Five", "Nine") for cell in row]
    reading = find(Sheet.of("", [without_fives] * 6)).answer
    assert isinstance(reading, Reading)
    assert "no card below six in 6 rows: a short deck?" in reading.warnings


NOT_SCORED = {
    "Low hand": "low hands",
    "Lowball": "low hands",
    "Triple Draw": "low hands",
    "Badugi": "low hands",
    "Stud Hi/Lo": "half of the pot is for the low hand",
    "Stud 8": "half of the pot is for the low hand",
    "Jokers wild": "wild cards",
    "Crazy Pineapple": "rules of its own",
    "Open-face": "rules of its own",
}


@pytest.mark.parametrize("game", NOT_SCORED)
@pytest.mark.parametrize("where", ["sheet", "file"])
def test_names_of_games_that_are_not_scored(game: str, where: str) -> None:
    """The names of the sheet and of the file are read like titles; ``--game`` decides anyway."""
    rows = [
        ["Anna", "Ben"],
        ["7S AD 8S 9C 6D", "4H 6S QS 3H AC"],
        ["TS 8C 2C 9H AD", "9D JC KD 7D AH"],
    ]
    file = game.replace(" ", "_") + ".xlsx"
    sheet = Sheet.of(game, rows) if where == "sheet" else Sheet.of("", rows, file=file)
    question = find(sheet).answer
    assert isinstance(question, Question)
    name = game if where == "sheet" else file
    assert question.cause == f"'{name}' names a game that is not scored: {NOT_SCORED[game]}"
    assert question_lines(question)[1:] == ["--game five-card counts the high hands"]
    assert isinstance(find(sheet, Options.parse(game="five-card")).answer, Reading)


@pytest.mark.parametrize(
    ("name", "game"),
    {
        "Razz": "razz",
        "razz night.xlsx": "razz",
        "Ace-to-five lowball": "razz",
        "A-5 Triple Draw": "razz",
        "2-7 Triple Draw": "2-7",
        "2-7 NL Single Draw": "2-7",
        "Deuce to seven": "2-7",
        "Week 2-7": "five-card",
        "5 card draw": "five-card",
    }.items(),
)
def test_names_of_low_games(name: str, game: str) -> None:
    """A low game is never assumed; the name of the sheet decides."""
    rows = [
        ["Anna", "Ben"],
        ["7S AD 8S 9C 6D", "4H 6S QS 3H AC"],
        ["TS 8C 2C 9H AD", "9D JC KD 7D AH"],
    ]
    reading = find(Sheet.of(name, rows)).answer
    assert isinstance(reading, Reading)
    assert reading.game == game


@pytest.mark.parametrize(
    "name", ["Omaha Hi-Lo", "PLO8", "Omaha/8", "O8", "Big O", "Hi/Lo", "8 or better"]
)
def test_names_of_hi_lo(name: str) -> None:
    """Four cards each and a board, named hi-lo: half of the pot is for the low hand."""
    rows = [
        ["Board", "Anna", "Ben"],
        ["7S AD 8S 9C 6D", "KH KD 2C 3D", "QS QH 4S 5S"],
        ["TS 8C 7C 9H AD", "9D JC 5C 5D", "KD AH 2S 2H"],
    ]
    reading = find(Sheet.of(name, rows)).answer
    assert isinstance(reading, Reading)
    assert reading.game == "omaha-hi-lo"


@pytest.mark.parametrize(
    ("name", "cause"),
    {
        "Razz": "names razz, which is scored only for five or seven cards each",
        "Deuce to seven": "names 2-7, which is scored only for five cards each",
        "Hi-Lo": "names hi-lo, which is scored only for four to six cards each and a board",
    }.items(),
)
def test_low_games_of_other_cards(name: str, cause: str) -> None:
    """Two cards and a board are no hands of these games, and are not taken for hold'em without a word."""
    rows = [
        ["Board", "Anna", "Ben"],
        ["7S AD 8S 9C 6D", "KH KD", "QS QH"],
        ["TS 8C 7C 9H AD", "9D JC", "KD AH"],
    ]
    question = find(Sheet.of(name, rows)).answer
    assert isinstance(question, Question)
    assert question.cause == f"'{name}' {cause}"
    assert question_lines(question)[1:] == ["--game holdem counts the high hands"]


def test_a_sheet_named_like_a_date() -> None:
    """2-7 is the second of July, or a low game."""
    rows = [
        ["Anna", "Ben"],
        ["7S AD 8S 9C 6D", "4H 6S QS 3H AC"],
        ["TS 8C 2C 9H AD", "9D JC KD 7D AH"],
    ]
    question = find(Sheet.of("2-7", rows)).answer
    assert isinstance(question, Question)
    assert question.cause == "'2-7' is a date, or the low game: which rules?"
    answers = [option_text(option) for option in question.options]
    assert answers == ["--game five-card", "--game 2-7"]
    in_column = [["Game", *rows[0]], ["2-7", *rows[1]], ["2-7", *rows[2]]]
    reading = find(Sheet.of("", in_column)).answer
    assert isinstance(reading, Reading)
    assert reading.game == "2-7"


@pytest.mark.parametrize("asked", ["five-card", "2-7"])
def test_rows_of_a_low_game_are_not_counted_high(asked: str) -> None:
    """The caller may name the game, but not that of rows that name another one, nor the reverse."""
    rows = [
        ["Game", "Anna", "Ben"],
        ["Razz", "7S AD 8S 9C 6D", "4H 6S QS 3H AC"],
        ["Razz", "TS 8C 2C 9H AD", "9D JC KD 7D AH"],
    ]
    question = find(Sheet.of("", rows), Options.parse(game=asked)).answer
    assert isinstance(question, Question)
    assert question.cause == f"'Razz' in the column Game names another game than {asked}"


@pytest.mark.parametrize(
    ("name", "game"),
    {
        "Hold'em": "holdem",
        "No Limit Holdem": "holdem",
        "NLHE 2024": "holdem",
        "Hold'em 6+": "short-deck",
        "Short Deck": "short-deck",
        "six plus": "short-deck",
        "Grade 6+": "holdem",
        "Week 2-7": "holdem",
        "Wild West": "holdem",
    }.items(),
)
def test_names_of_games(name: str, game: str) -> None:
    """A name decides between the games that the cards allow, and is a title otherwise."""
    rows = [
        ["Board", "Anna", "Ben"],
        ["7S AD 8S 9C 6D", "KH KD", "QS QH"],
        ["TS 8C 7C 9H AD", "9D JC", "KD AH"],
    ]
    reading = find(Sheet.of(name, rows)).answer
    assert isinstance(reading, Reading)
    assert reading.game == game


@pytest.mark.parametrize(("drawing", "expected"), GAME_NAMES.values(), ids=GAME_NAMES)
def test_game_names(drawing: str, expected: str) -> None:
    """The name of the game."""
    check(drawing, expected)


ROW_FOR_EACH_PLAYER: Cases = {
    "a number for each deal": (
        """
        HandID | Player | Cards
        1      | Anna   | 2S QS 9S AD 2D
        1      | Ben    | 4S JH 8H 3D 6D
        2      | Anna   | 5H 7S 3S 4S QH
        2      | Ben    | KD 6D 2C 5C JD
        3      | Anna   | KD 7S 6S QD 3D
        3      | Ben    | JS 4D TS 8D AH
        """,
        """
        2-7: five-card; hands in C, players in B; deals by HandID
        """,
    ),
    "a card in a cell": (
        """
        HandID | PlayerName | Card1 | Card2 | Card3 | Card4 | Card5 | Amount
        2001   | Ramos      | KD    | 7H    | 4D    | KH    | 3D    | 10
        2001   | Schmidt    | 4S    | 6C    | 5H    | 2H    | TH    | 10
        2002   | Ramos      | 8D    | 9C    | 7S    | 9D    | 8H    | 10
        2002   | Schmidt    | TD    | KC    | JS    | 5H    | 2H    | 10
        2003   | Ramos      | 3D    | 2S    | 4H    | 3C    | 6C    | 10
        2003   | Schmidt    | 6D    | 5S    | 7C    | 7D    | TS    | 10
        """,
        """
        2-7: five-card; hands in C:G, players in B; deals by HandID; not read: H Amount
        """,
    ),
    "blank cells repeat the number above": (
        """
        Deal | Player | Cards
        1    | Anna   | 3H 5S 2C JD 9D
             | Ben    | 3D 2H KC 8D 8C
        2    | Anna   | 4D 6S 8C 6C 5D
             | Ben    | 9D 9C 9H 5H QC
        3    | Anna   | 6S AD 4C QH 3D
             | Ben    | TH 9C JS 5D 2D
        """,
        """
        2-7: five-card; hands in C, players in B; deals by Deal
        """,
    ),
    "a date and a number": (
        """
        Date       | Deal | Name | Hand
        2026-05-01 | 1    | Anna | JD 5H KS 2D JH
        2026-05-01 | 1    | Ben  | 4C TS 3C 2C 7C
        2026-05-01 | 2    | Anna | 4S 4C QH TC 3H
        2026-05-01 | 2    | Ben  | 8S KC 6H 8H 6D
        2026-05-08 | 1    | Anna | TC 3S JC AD 3C
        2026-05-08 | 1    | Ben  | JD 9S 7C 4S 6C
        2026-05-08 | 2    | Anna | 6C QS 7D 5S AS
        2026-05-08 | 2    | Ben  | QD 2H 3D 9D KH
        """,
        """
        2-9: five-card; hands in D, players in C; deals by Date, Deal
        """,
    ),
    "numbers of deals begin again": (
        """
        Deal | Player | Cards
        1    | Anna   | 4H QD AS 9S JC
        1    | Ben    | 9D AD 8D QS 3H
        2    | Anna   | 2D 4D 2H 4H 6D
        2    | Ben    | KH 5S AS KS AC
        1    | Anna   | 7C 5H TH AS 8H
        1    | Ben    | 5S 9S JD 5C 9H
        2    | Anna   | 2H KD 8H JS 9H
        2    | Ben    | 7H 4D 7D 6D TC
        """,
        """
        2-9: five-card; hands in C, players in B; deals by Deal row after row, its numbers begin again
        """,
    ),
    "names without a word above them": (
        """
        Deal |      | Cards
        1    | Anna | KS KH 7D KC 9C
        1    | Ben  | AC 8H 7S TS 6H
        2    | Anna | 2D TS 4D TH 8S
        2    | Ben  | 3H 4H 7S 9S 7D
        3    | Anna | AC QH 3C KS TD
        3    | Ben  | 5S 6S JD KC 5H
        """,
        """
        2-7: five-card; hands in C, players in B; deals by Deal
        """,
    ),
    "seats instead of names": (
        """
        Deal | Seat | Cards
        1    | 1    | JC 2S 6S 4C 3H
        1    | 2    | 7C 4H 9S QS 2H
        2    | 1    | 5D 4H KD 9S 8H
        2    | 2    | JD TC JC 5C 3C
        3    | 1    | 6H 9D JD 4H TC
        3    | 2    | 3C 7D 6S 7H 2D
        """,
        """
        2-7: five-card; hands in C, players in B; deals by Deal
        """,
    ),
    "a board in each row": (
        """
        HandID | Player | Hole  | Board
        1      | Anna   | QS 3C | 8D 9H 9D KS TH
        1      | Ben    | 7D 5S
        2      | Anna   | TD 7D | 5C KD 9C JS 8H
        2      | Ben    | 5D QD
        3      | Anna   | JH QS | 4D 7S 4C 6D QD
        3      | Ben    | 7D JD
        """,
        """
        2-7: hold'em, best five of two and the board; hands in C, players in B; board D; deals by HandID
        """,
    ),
    "a row for each action": (
        """
        Hand | Street | Player | Hole  | Board
        1    | flop   | Anna   | 9S TC | AC TS JH
        1    | flop   | Ben    | AH 9H | AC TS JH
        1    | turn   | Anna   | 9S TC | AC TS JH 5S
        1    | turn   | Ben    | AH 9H | AC TS JH 5S
        2    | flop   | Anna   | QH KC | 4D AD 2S
        2    | flop   | Ben    | JC AS | 4D AD 2S
        """,
        """
        2-7: hold'em, best five of two and the board; hands in D, players in C; board E; deals by Hand; several rows of a player in a deal, with the same cards, count once; not read: B Street (6 texts, first B2 'flop')
        """,
    ),
    "a player twice in a deal": (
        """
        Deal | Player | Cards
        1    | Anna   | TH QD AS KS 5S
        1    | Anna   | 7D TC QC 8C 4S
        2    | Anna   | JC 5H 3D TD 7H
        2    | Anna   | 6C 5S QH 9D 4H
        3    | Anna   | KC 5S 8D TD 3H
        3    | Anna   | 8H JH JS TC 6C
        """,
        """
        B3: a player stands twice in the deal of row 3
        --hands C2:C7   TH QD AS KS 5S
        """,
    ),
    "a card twice in most deals": (
        """
        HandID | Player | Cards
        1      | Anna   | 2S QS 9S AD 2D
        1      | Ben    | 2S JH 8H 3D 6D
        2      | Anna   | 5H 7S 3S 4S QH
        2      | Ben    | 5H 6D 2C 5C JD
        3      | Anna   | KD 7S 6S QD 3D
        3      | Ben    | KD 4D TS 8D AH
        """,
        """
        A2: deals by HandID hold a card twice
        --hands C2:C7   2S QS 9S AD 2D
        """,
    ),
    "several hands in a row, and one number in several rows": (
        """
        Deal | Anna           | Ben
        1    | 2S QS 9S AD 2D | 4S JH 8H 3D 6D
        1    | 5H 7S 3S 4S QH | KD 6D 2C 5C JD
        2    | KD 7S 6S QD 3D | JS 4D TS 8D AH
        2    | 9C 7C 6C QC 3C | JH 4H TH 8H AH
        """,
        """
        2-5: five-card; Anna B, Ben C; Deal has one number in several rows (row 2): rows of one deal?; not read: A Deal
        """,
    ),
    "players take turns": (
        """
        Who  | Cards
        Anna | 2C 9S 7C 8D 5S
        Ben  | QD 7H TD 3H 6C
        Cora | KD 3C QH 8S QS
        Anna | 6S 2S JH TS TC
        Ben  | AH 6C JS AD 2D
        Cora | 7H 8S 4H KH AS
        Anna | 3S 8D JD TS 5C
        Ben  | 7C 8H 9D 7S QH
        Cora | AD 6C 3C TH KH
        Anna | 8D 4C QC 7S AH
        Ben  | 4S AC TD 3D 3H
        Cora | 8S 7H TH 7C 4D
        """,
        """
        A2: players take turns, and no heading says which column numbers the deals
        --hands B2:B13   2C 9S 7C 8D 5S
        """,
    ),
    "a number that is not one of a deal": (
        """
        Hand           | Number of aces
        5H 5C 6S 7S AD | 1
        2C 3S 8S 8D TD | 0
        AS AH 8C JC 7D | 2
        4S 4D KS QD 2H | 0
        9H 9C 6D AC 3D | 1
        """,
        """
        2-6: five-card; one hand a row in A; not read: B Number of aces
        """,
    ),
    "names come again in each block": (
        """
        Week 1
        Anna   | 9S QS KH AC 4C
        Ben    | KC 5S 2S 3S TD
        Cora   | JH 9D JC 8H AC
        Week 2
        Ben    | JD 4S 5H QD 8H
        Anna   | JC 9S 6S 7D 8C
        Cora   | 6H 7S KC 2H TS
        """,
        """
        row 1: each block of rows below a title such as 'Week 1' may be one deal; number the deals in a column of their own
        --hands B2:B8   9S QS KH AC 4C
        """,
    ),
    "a block for each deal": (
        """
        Hand 1
        Anna   | JH 6C 4C QH 7C
        Ben    | 2C 4D TH 6H 9S
        -
        Hand 2
        Anna   | 8D 8S KH AC 5C
        Ben    | QD 6H TC QH 4C
        """,
        """
        row 1: each block of rows below a title such as 'Hand 1' may be one deal; number the deals in a column of their own
        --hands B2:B7   JH 6C 4C QH 7C
        """,
    ),
    "blocks without titles": (
        """
        Anna | 6C KS 6S KD 2H
        Ben  | 3D 6D 8C 3C 9H
        -
        Anna | 2S 2C 8H 7S KD
        Ben  | 9C 4D 9D 2H KS
        """,
        """
        row 1: each block of rows may be one deal; number the deals in a column of their own
        --hands B1:B5   6C KS 6S KD 2H
        """,
    ),
    "hands by months are no blocks": (
        """
        January
        AS KH 9C 4D 2S
        AS QD 7C 6H 3D
        February
        AS JD 8C 5H 2D
        AS TD 9H 7S 3C
        """,
        """
        2-6: five-card; one hand a row in A; not read: row 4 'February'
        """,
    ),
}


@pytest.mark.parametrize(
    ("drawing", "expected"), ROW_FOR_EACH_PLAYER.values(), ids=ROW_FOR_EACH_PLAYER
)
def test_row_for_each_player(drawing: str, expected: str) -> None:
    """S5: a row for each player."""
    check(drawing, expected)


NOT_WRITTEN_AS_CARDS: Cases = {
    "rank and suit": (
        """
        Rank | Suit | Rank | Suit | Rank | Suit | Rank | Suit | Rank | Suit
        A    | H    | K    | D    | 8    | S    | 5    | H    | 6    | S
        7    | S    | 9    | C    | T    | H    | 4    | D    | 9    | H
        2    | D    | 3    | C    | 9    | D    | K    | C    | 7    | D
        A    | D    | 3    | S    | A    | S    | 3    | C    | 7    | S
        """,
        """
        2-5: five-card; one hand a row in A:J; cards as rank-suit
        """,
    ),
    "the suit first, as a word": (
        """
        Hearts | 5 | Clubs  | K  | Spades | 2 | Diamonds | J | Clubs    | 9
        Clubs  | 7 | Spades | K  | Spades | 3 | Hearts   | J | Diamonds | A
        Hearts | 5 | Clubs  | Q  | Spades | 4 | Diamonds | 2 | Clubs    | 8
        Spades | 5 | Clubs  | 10 | Hearts | 6 | Diamonds | J | Hearts   | 9
        """,
        """
        1-4: five-card; one hand a row in A:J; cards as suit-rank
        """,
    ),
    "the data set of UCI": (
        """
        S1 | C1 | S2 | C2 | S3 | C3 | S4 | C4 | S5 | C5 | CLASS
        1  | 10 | 1  | 11 | 1  | 13 | 1  | 12 | 1  | 1  | 9
        2  | 11 | 2  | 13 | 2  | 10 | 2  | 12 | 2  | 1  | 9
        4  | 1  | 3  | 13 | 2  | 4  | 2  | 3  | 1  | 12 | 0
        """,
        """
        2-4: five-card; one hand a row in A:J; cards as uci; not read: K CLASS
        """,
    ),
    "numbers of cards are a question": (
        """
        c1 | c2 | c3 | c4 | c5
        0  | 17 | 34 | 51 | 8
        5  | 50 | 23 | 12 | 40
        33 | 2  | 19 | 48 | 27
        """,
        """
        these numbers may be cards; say how they are written
        --cards 0-51   2C 6D TH AS 4C
        --cards 0-51-suits   2C 6D TH AS TC
        --cards 0-51-ace   AC 5D 9H KS 3C
        """,
    ),
    "ranks and suits as numbers": (
        """
        r0 | s0 | r1 | s1 | r2 | s2 | r3 | s3 | r4 | s4
        12 | 0  | 3  | 1  | 7  | 2  | 9  | 3  | 0  | 1
        1  | 3  | 8  | 0  | 11 | 2  | 4  | 2  | 6  | 1
        5  | 1  | 9  | 2  | 12 | 3  | 0  | 0  | 7  | 0
        """,
        """
        these numbers may be ranks and suits; say how they are written
        --cards 0-12-0-3   AC 5D 9H JS 2D
        """,
    ),
    "UCI below suit1, card1": (
        """
        suit1 | card1 | suit2 | card2 | suit3 | card3 | suit4 | card4 | suit5 | card5 | class
        1     | 10    | 1     | 11    | 1     | 13    | 1     | 12    | 1     | 1     | 9
        2     | 11    | 2     | 13    | 2     | 10    | 2     | 12    | 2     | 1     | 9
        4     | 1     | 3     | 13    | 2     | 4     | 2     | 3     | 1     | 12    | 0
        """,
        """
        2-4: five-card; one hand a row in A:J; cards as uci; not read: K class
        """,
    ),
    "UCI below S1, R1, and a second row of headings": (
        """
        S1      | R1      | S2      | R2      | S3      | R3      | S4      | R4      | S5      | R5      | hand
        numeric | numeric | numeric | numeric | numeric | numeric | numeric | numeric | numeric | numeric | numeric
        1       | 10      | 1       | 11      | 1       | 13      | 1       | 12      | 1       | 1       | 9
        4       | 1       | 3       | 13      | 2       | 4       | 2       | 3       | 1       | 12      | 0
        """,
        """
        3-4: five-card; one hand a row in A:J; cards as uci; not read: K numeric
        """,
    ),
    "UCI below whole sentences": (
        """
        Suit of card #1 | Rank of card #1 | Suit of card #2 | Rank of card #2 | Suit of card #3 | Rank of card #3 | Suit of card #4 | Rank of card #4 | Suit of card #5 | Rank of card #5 | Poker Hand
        1               | 10              | 1               | 11              | 1               | 13              | 1               | 12              | 1               | 1               | 9
        4               | 1               | 3               | 13              | 2               | 4               | 2               | 3               | 1               | 12              | 0
        """,
        """
        2-3: five-card; one hand a row in A:J; cards as uci; not read: K Poker Hand
        """,
    ),
    "UCI in words": (
        """
        Suit of card #1 | Rank of card #1 | Suit of card #2 | Rank of card #2 | Suit of card #3 | Rank of card #3 | Suit of card #4 | Rank of card #4 | Suit of card #5 | Rank of card #5 | Poker Hand
        Hearts          | 10              | Hearts          | J               | Hearts          | K               | Hearts          | Q               | Hearts          | 1               | 9
        Clubs           | 1               | Diamonds        | 13              | Spades          | 4               | Spades          | 3               | Hearts          | 12              | 0
        """,
        """
        2-3: five-card; one hand a row in A:J; cards as suit-rank; not read: K Poker Hand
        """,
    ),
    "UCI in Spanish words": (
        """
        corazones | 10 | corazones | J | corazones | K | corazones | Q | corazones | 1 | 9
        tréboles  | 1  | diamantes | K | picas     | 4 | picas     | 3 | corazones | Q | 0
        """,
        """
        1-2: five-card; one hand a row in A:J; cards as suit-rank; not read: K
        """,
    ),
    "a card in words": (
        """
        Diamonds of Six | Hearts of King | Spades of Two  | Clubs of Ten    | Clubs of Ace
        Spades of Ace   | Hearts of Six  | Clubs of Queen | Diamonds of Ten | Clubs of Two
        """,
        """
        1-2: five-card; one hand a row in A:E
        """,
    ),
    "two players' suits and ranks": (
        """
        p1_suit1 | p1_rank1 | p1_suit2 | p1_rank2 | p1_suit3 | p1_rank3 | p2_suit1 | p2_rank1 | p2_suit2 | p2_rank2 | p2_suit3 | p2_rank3
        1        | 10       | 1        | 11       | 1        | 13       | 1        | 12       | 1        | 1        | 2        | 9
        4        | 1        | 3        | 13       | 2        | 4        | 2        | 3        | 1        | 12       | 3        | 7
        """,
        """
        three cards each: which rules?
        --game three-card --cards uci   p1 TH JH KH · p2 QH AH 9S
        --game front --cards uci   p1 TH JH KH · p2 QH AH 9S
        """,
    ),
    "UCI without headings": (
        """
        1 | 10 | 1 | 11 | 1 | 13 | 1 | 12 | 1 | 1  | 9
        2 | 11 | 2 | 13 | 2 | 10 | 2 | 12 | 2 | 1  | 9
        4 | 1  | 3 | 13 | 2 | 4  | 2 | 3  | 1 | 12 | 0
        """,
        """
        columns of 1 to 4 and of 1 to 13 in turn may be suits and ranks; say how they are written
        --cards uci   TH JH KH QH AH
        """,
    ),
    "small numbers are no suits and ranks": (
        """
        1 | 2 | 1 | 3 | 2 | 3 | 1 | 4 | 2 | 2
        4 | 1 | 3 | 3 | 2 | 4 | 2 | 3 | 1 | 1
        2 | 1 | 2 | 3 | 1 | 4 | 2 | 4 | 1 | 2
        """,
        """
        no cards
        """,
    ),
}


@pytest.mark.parametrize(
    ("drawing", "expected"), NOT_WRITTEN_AS_CARDS.values(), ids=NOT_WRITTEN_AS_CARDS
)
def test_not_written_as_cards(drawing: str, expected: str) -> None:
    """S6: rank and suit apart, cards as numbers."""
    check(drawing, expected)


NAMES_BESIDE_HANDS: Cases = {
    "rotating seats": (
        """
        Pupil 1 | Hand 1         | Pupil 2 | Hand 2
        Anna    | QC QD 7H 5S TS | Ben     | 6H 9C 8C TH 7D
        Ben     | AH 4S KS AD 2H | Cora    | JS KC 3C TC 9S
        Cora    | 4C JH 4S 4H AC | Anna    | 4D 9S QS 6H JC
        """,
        """
        2-4: five-card; Hand 1 B (player in A), Hand 2 D (player in C)
        """,
    ),
    "the same seats, no headings": (
        """
        Anna | 7S 3S 9C QH 6C | Ben | AC 3H TC QD 2C
        Anna | QH 3H 4H 4C 8C | Ben | TC 3D 6C AC 9D
        Anna | 3H JD 3D 4D TD | Ben | TC AC AD 8H KD
        """,
        """
        1-3: five-card; Player 1 B (player in A), Player 2 D (player in C)
        """,
    ),
    "in any language": (
        """
        X    | Blatt 1        | Y    | Blatt 2
        Anna | QS 8H KC JH QH | Ben  | 5S 4D 8D 9S 6H
        Ben  | 2C TC 8C 9H AC | Cora | 2H 7S AS KH 9S
        Cora | 7S 9D 6C 9H 3S | Anna | 3H 9S 5D 2D 4D
        """,
        """
        2-4: five-card; Blatt 1 B (player in A), Blatt 2 D (player in C)
        """,
    ),
    "words that differ too little are no names": (
        """
        Move | Hand 1         | Answer | Hand 2
        call | 4H 5H 8C 7H 4S | call   | TH AS 3D 6H JC
        call | 7H 6S 4D 8H 6D | call   | KH 3S 3C 4C 4S
        call | 6H 5S 2C 9S AC | call   | TC 3C JC 6C AD
        """,
        """
        2-4: five-card; Hand 1 B, Hand 2 D; not read: A Move (3 texts, first A2 'call'), C Answer (3 texts, first C2 'call')
        """,
    ),
    "lists of two classes stand side by side": (
        """
        Name | Hand           |  | Name | Hand
        Anna | AH TC 6C 3D 2H |  | Finn | 2D KH KD AC 7S
        Ben  | AS 3C 9H 8H TS |  | Gus  | JS 5C AC JH 4C
        Cora | AS 4D 7S AH 5S |  | Hal  | 6S JS KH 9C 3S
        """,
        """
        B1: lists of names stand side by side, and no name comes again: each row may be a hand by itself
        --hands B2:B4 --hands E2:E4   AH TC 6C 3D 2H
        --hands B2:B4,E2:E4   AH TC 6C 3D 2H · 2D KH KD AC 7S
        """,
    ),
    "lists of pupils below titles": (
        """
        Group A |                | Group B |
        Anna    | AH TC 6C 3D 2H | Finn    | 2D KH KD AC 7S
        Ben     | AS 3C 9H 8H TS | Gus     | JS 5C AC JH 4C
        Cora    | AS 4D 7S AH 5S | Hal     | 6S JS KH 9C 3S
        """,
        """
        B2: lists of names stand side by side, and no name comes again: each row may be a hand by itself
        --hands B2:B4 --hands D2:D4   AH TC 6C 3D 2H
        --hands B2:B4,D2:D4   AH TC 6C 3D 2H · 2D KH KD AC 7S
        """,
    ),
    "lists of pupils below titles and headings": (
        """
        Group A |                | Group B |
        Name    | Hand           | Name    | Hand
        Anna    | AH TC 6C 3D 2H | Finn    | 2D KH KD AC 7S
        Ben     | AS 3C 9H 8H TS | Gus     | JS 5C AC JH 4C
        Cora    | AS 4D 7S AH 5S | Hal     | 6S JS KH 9C 3S
        """,
        """
        B2: lists of names stand side by side, and no name comes again: each row may be a hand by itself
        --hands B3:B5 --hands D3:D5   AH TC 6C 3D 2H
        --hands B3:B5,D3:D5   AH TC 6C 3D 2H · 2D KH KD AC 7S
        """,
    ),
    "players with names keep them": (
        """
        Result | Anna           | Result | Ben
        won    | 4D 5D TS KH AD | lost   | 2C JC 9S 9H 3H
        lost   | 5D 5S 8C TC JC | won    | 7D 8H JD KS 2S
        won    | KC 8S 3D 7D 9S | lost   | 4S 7H 3C JC AS
        """,
        """
        2-4: five-card; Anna B, Ben D; not read: A Result (3 texts, first A2 'won'), C Result (3 texts, first C2 'lost')
        """,
    ),
    "beside cards of their own cells": (
        """
        Seat 1 | Cards |    |    |    |    | Seat 2 | Cards
        Anna   | TC    | 5C | KH | 6H | 7S | Ben    | 3C    | 3D | 7C | AS | 9H
        Ben    | AS    | TS | TH | QD | AC | Cora   | 4H    | 4D | KS | 5S | 6D
        Cora   | 8D    | 9H | JC | QS | 8S | Anna   | 9D    | JH | 5C | 7C | KC
        """,
        """
        2-4: five-card; Player 1 B:F (player in A), Player 2 H:L (player in G)
        """,
    ),
}


@pytest.mark.parametrize(
    ("drawing", "expected"), NAMES_BESIDE_HANDS.values(), ids=NAMES_BESIDE_HANDS
)
def test_names_beside_hands(drawing: str, expected: str) -> None:
    """Names beside the hands."""
    check(drawing, expected)


IMPORTED: Cases = {
    "seats with the names of their players": (
        """
        Hand id | Game  | Seat 1 name | Seat 1 cards | Seat 2 name | Seat 2 cards | Seat 3 name | Seat 3 cards | Board
        7001    | Omaha | Ann         | 2H 7D JC TS  | Bob         | 3C 3D QS KS  | Cy          |              | AH AD 4C 4D 8S
        7002    | Omaha | Cy          | 2H 7D JC TS  | Ann         |              | Bob         | 9H 9D 5C 6C  | KH TD 8C
        7003    | Omaha | Ann         |              | Bob         |              | Cy          |              |
        7004    | Omaha | Ann         | 2H 7D JC TS  | Bob         |              |
        """,
        """
        2-5: Omaha, two of the hand and three of the board; Seat 1 D (player in C), Seat 2 F (player in E), Seat 3 H (player in G); board I; not read: A Hand id, B Game (3 texts, first B2 'Omaha')
        """,
    ),
    "a seat whose cards were never shown": (
        """
        Hand id | Game    | Seat 1 name | Seat 1 cards | Seat 2 name | Seat 2 cards | Seat 3 name | Seat 3 cards | Board
        7001    | Hold'em | Ann         |              | Bob         | 3C 3D        | Cy          | QH QC        | AH AD 4C 4D 8S
        """,
        """
        2-2: hold'em, best five of two and the board; Seat 1 D (player in C), Seat 2 F (player in E), Seat 3 H (player in G); board I; not read: A Hand id, B Game (1 text, first B2 'Hold'em')
        """,
    ),
    "no showdown": (
        """
        Hand id | Game    | Seat 1 name | Seat 1 cards | Seat 2 name | Seat 2 cards | Board
        7001    | Hold'em | Ann         | 2H 7D        | Bob         |              | AH AD 4C
        7002    | Hold'em | Ann         | 3H 7S        | Bob         |              |
        """,
        """
        D1: no deal has a showdown: two hands and a board of five cards
        """,
    ),
    "no cards were shown": (
        """
        Hand id | Game    | Seat 1 name | Seat 1 cards | Seat 2 name | Seat 2 cards | Board
        7001    | Hold'em | Ann         |              | Bob         |              |
        """,
        """
        no deal has a showdown: two hands and a board of five cards
        """,
    ),
    "deals with ids of their own are never the same again": (
        """
        HandID | Board          | Anna  | Ben
        1      | 4C 3S 8H KH 7H | TC 3H | KC JD
        2      | 4C 3S 8H KH 7H | TC 3H | KC JD
        """,
        """
        2-3: hold'em, best five of two and the board; Anna C, Ben D; board B; not read: A HandID
        """,
    ),
}


@pytest.mark.parametrize(("drawing", "expected"), IMPORTED.values(), ids=IMPORTED)
def test_imported_tables(drawing: str, expected: str) -> None:
    """Tables that ``xlpoker import`` makes of hand histories."""
    check(drawing, expected)


SEVERAL_TABLES: Cases = {
    "the headings come again": (
        """
        No | Anna           | Ben
        1  | 9D 5D JD KH 4S | 8S 4C 3H 5S 3D
        2  | 5D QC JC 5H 3H | JH 9S TD JD KS
        -
        No | Anna           | Ben
        3  | 3D 2S QS 9C 3C | JS KD 4H 6D KH
        4  | 2D TD AC 8C 5D | 7C 3S AH 6H 7D
        """,
        """
        2-7: five-card; Anna B, Ben C; not read: A No
        """,
    ),
    "other headings": (
        """
        No | Anna           | Ben
        1  | KD 6S TH JC 7S | 4H 6H AS KC 4D
        2  | 9D 8S 2S 8H 4C | JC 6D 7D 3H 5S
        -
        No | Cora           | Dan
        3  | 3S 4S 7D 9D 7C | 2D 2C 6S 3D 6H
        4  | KC JC 9D 6H 5C | AS 8D 8H AC 3D
        """,
        """
        A5: several tables with different headings; another is in rows 6 to 7
        --hands Anna=B2:B3,Ben=C2:C3 --hands Cora=B6:B7,Dan=C6:C7   Anna KD 6S TH JC 7S · Ben 4H 6H AS KC 4D
        --hands Anna=B2:B3,Ben=C2:C3   Anna KD 6S TH JC 7S · Ben 4H 6H AS KC 4D
        --hands Cora=B6:B7,Dan=C6:C7   Cora 3S 4S 7D 9D 7C · Dan 2D 2C 6S 3D 6H
        """,
    ),
    "a title between, no headings": (
        """
        Anna           | Ben
        AH QH 8D 6H 7C | 8S KH 4C 9S 5S
        JD AC JS 9S 3S | 2C 3C 5D 5H KH
        Second evening
        5C JS 9C 8D 9D | 3S 3D QD 2D 4D
        2D 7C 6S 8D 4H | 4S TS 5C QH JH
        """,
        """
        2-6: five-card; Anna A, Ben B; not read: row 4 'Second evening'
        """,
    ),
    "tables side by side": (
        """
        No | Anna           | Ben            |  | No | Cora           | Dan
        1  | QC 9C QS JH 3C | 3D 8D KD 3S AH |  | 1  | 2H 5S QD KS 7H | TC 6D AD 4H 7C
        2  | 6C TC 9S JC 9H | 5C AS 5D TH AC |  | 2  | 9C 9D QH KD 3H | 7C 7S 4C 8S 4S
        3  | TD 4D JS 3D 4H | 4S TH 2S 5H 2C |  | 3  | 6D 3S 6H 3H 9D | 2H 5D QS 7H 6C
        4  | 4D 3C TD KD AS | JD TC QS 7C 9D |  | 4  | 4S JC TH JH 3H | 3D KS 2C 5H 9C
        """,
        """
        E1: tables may stand side by side
        --hands Anna=B2:B5,Ben=C2:C5 --hands Cora=F2:F5,Dan=G2:G5   Anna QC 9C QS JH 3C · Ben 3D 8D KD 3S AH
        --hands Anna=B2:B5,Ben=C2:C5,Cora=F2:F5,Dan=G2:G5   Anna QC 9C QS JH 3C · Ben 3D 8D KD 3S AH · Cora 2H 5S QD KS 7H · Dan TC 6D AD 4H 7C
        """,
    ),
    "the same names in two tables": (
        """
        Anna           | Ben            | Anna           | Ben
        8H 8S 3D 7D 4H | TS JC 5H 4S QS | JH 2D 3D TH KC | 7D 4C 2S 8S 6C
        AD 9C JC 7S AH | 4S 8C 6S KC 6C | 8H 8S 3D 7D 4H | TS JC 5H 4S QS
        """,
        """
        C1: the name 'Anna' stands over two hands
        --hands Anna=A2:A3,Ben=B2:B3 --hands Anna=C2:C3,Ben=D2:D3   Anna 8H 8S 3D 7D 4H · Ben TS JC 5H 4S QS
        """,
    ),
    "tables side by side below titles": (
        """
        Table 1        | Table 1        | Table 2        | Table 2
        Anna           | Ben            | Cora           | Dan
        AS 9C 8H QC 6C | 3H KH AH TS JD | 9H TH KC 6D 7C | 2S 8S TD 5C QH
        AH 8S KD JD JH | QS 7S 2D AC 4C | 8D 2C 8H 9C 6D | TS 7C 6S 4D 4H
        8D AH 8H 6S 6H | 5H TD KS 5S 7S | 7D 6C 3S 4H KD | KC 7C 9C QC TS
        3C JD 7S 8C 8H | 6D 7H 2C QS AD | 9D 4C 2S 5H KC | 7D 5D 4H 9H 9S
        """,
        """
        C1: tables may stand side by side
        --hands Anna=A3:A6,Ben=B3:B6 --hands Cora=C3:C6,Dan=D3:D6   Anna AS 9C 8H QC 6C · Ben 3H KH AH TS JD
        --hands Anna=A3:A6,Ben=B3:B6,Cora=C3:C6,Dan=D3:D6   Anna AS 9C 8H QC 6C · Ben 3H KH AH TS JD · Cora 9H TH KC 6D 7C · Dan 2S 8S TD 5C QH
        """,
    ),
}


@pytest.mark.parametrize(("drawing", "expected"), SEVERAL_TABLES.values(), ids=SEVERAL_TABLES)
def test_several_tables(drawing: str, expected: str) -> None:
    """Tables below one another."""
    check(drawing, expected)


TITLES_AND_NOTES: Cases = {
    "a title and a date": (
        """
        Friday night poker
        Date:              | 2026-05-01
        -
        Anna               | Ben
        5D 6S 3D JS AH     | 5S 3S 7S 8D 3H
        QC AH 8H KD 5H     | 4D TC 7C 2H 9C
        2C 6D QH TS TC     | TD 7C JC KC 6C
        """,
        """
        5-7: five-card; Anna A, Ben B; not read: row 1 'Friday night poker', row 2 'Date:'
        """,
    ),
    "subtotals": (
        """
        Deal          | Anna           | Ben            | Pot
        1             | AS KH QH 8D 3C | AC 2D KS TH 6C | 7
        2             | 7H KH AD QS 6C | QD AC 5D 5S QH | 7
        Total January |                |                | 14
        3             | 5D 5C 3S KS 4D | AC AH 2C JH 3H | 7
        4             | QC KS KC 2S AC | 7H 9H 4C 6C KH | 7
        Total         |                |                | 28
        """,
        """
        2-6: five-card; Anna B, Ben C; not read: A Deal, D Pot, row 4 'Total January', row 7 'Total'
        """,
    ),
    "a note below": (
        """
        Anna                  | Ben
        KS QD TH KD 9C        | AH AS 5D 4D TS
        KC 2S 9H JH 3S        | 8S QC 6S 2H AC
        5S JD 7D TH 9S        | QD JH QS 2S 9H
        -
        Ben owes Anna a pizza
        """,
        """
        2-4: five-card; Anna A, Ben B; not read: row 6 'Ben owes Anna a pizza'
        """,
    ),
    "a misspelt card is a bad row, no text": (
        """
        Anna            | Ben
        6S 2D 5H 5S 8C  | 9S 6D JC 3S TD
        1OH 5C 6S 7S KD | 8C TH 2S AD 7H
        TD 8S 9C 8H AD  | 7H 7C JC 2H 3C
        """,
        """
        2-4: five-card; Anna A, Ben B
        """,
    ),
    "a legend on the right": (
        """
        Anna           | Ben            |  | Legend
        3C 2C 9C AC JH | 9H KS QD 4D 6C |  | T is ten
        3H 9S AH JH KH | 5C 9H 8H 5S 7C |  | J is jack
        6D 9C 5H 7S 7H | QC JC 4D 8D 8S |  | Q is queen
        5C 2C 3C 3S AC | 7H 6C 8S TC JD |  | K is king
        """,
        """
        2-5: five-card; Anna A, Ben B; not read: D Legend (4 texts, first D2 'T is ten')
        """,
    ),
    "the same deal twice": (
        """
        Anna           | Ben
        2C 3S 8S 8D TD | 5H 5C 6S 7S KD
        3D 5C 9H AH AD | AC TH 7C AS 8S
        2C 3S 8S 8D TD | 5H 5C 6S 7S KD
        """,
        """
        2-4: five-card; Anna A, Ben B; row 4 holds the cards of row 2
        """,
    ),
    "no cards at all": (
        """
        Anna | Ben
        10   | -10
        10   | -10
        10   | -10
        """,
        """
        no cards
        """,
    ),
    "cards one below the other": (
        """
        Anna
        5H
        5C
        6S
        7S
        KD
        """,
        """
        A2: cards stand one below the other; each hand needs a row of its own (Paste Special, Transpose)
        """,
    ),
}


@pytest.mark.parametrize(("drawing", "expected"), TITLES_AND_NOTES.values(), ids=TITLES_AND_NOTES)
def test_titles_and_notes(drawing: str, expected: str) -> None:
    """Titles, notes, subtotals."""
    check(drawing, expected)


EVERY_CASE = {
    **HAND_IN_A_CELL,
    **CARD_IN_A_CELL,
    **WITHOUT_NAMES,
    **HOLDEM,
    **OMAHA_AND_SHORT_DECK,
    **THREE_CARDS,
    **GAME_NAMES,
    **ROW_FOR_EACH_PLAYER,
    **NOT_WRITTEN_AS_CARDS,
    **NAMES_BESIDE_HANDS,
    **IMPORTED,
    **SEVERAL_TABLES,
    **TITLES_AND_NOTES,
}


def options_of(text: str, place: int) -> Options:
    """Return an option as it is typed; `place` is the table's place among several ``--hands``."""
    words = shlex.split(text)
    values = dict(zip(words[::2], words[1::2], strict=True))
    hands = [
        value for name, value in zip(words[::2], words[1::2], strict=True) if name == "--hands"
    ]
    if hands:
        values["--hands"] = hands[place]
    return Options.parse(**{name.removeprefix("--"): value for name, value in values.items()})


def what_counts(reading: Reading) -> tuple[object, ...]:
    """Return what decides who wins: not the names of hands, which a board makes necessary."""
    hands = [(hand.columns, hand.part) for hand in reading.hands]
    rows = {*range(reading.first, reading.last + 1)}.difference(reading.skipped_rows)
    return hands, reading.board, reading.game, reading.by, reading.cards, max(rows)


@pytest.mark.parametrize("case", EVERY_CASE)
def test_each_option_gives_the_reading_that_it_shows(case: str) -> None:
    """What a question offers can be pasted, and is complete."""
    sheet = sheet_of(EVERY_CASE[case][0])
    question = find(sheet).answer
    if not isinstance(question, Question):
        return
    assert len(question.options) <= 3
    assert len(question.cause.split()) <= 30
    for option in question.options:
        for place, reading in enumerate(option.readings):
            answer = find(sheet, options_of(option_text(option), place)).answer
            assert isinstance(answer, Reading)
            assert what_counts(answer) == what_counts(reading)
