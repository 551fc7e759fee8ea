"""Shapes of public files: each is answered, or asked about with the truth among the options."""

from __future__ import annotations

import pytest
from support.sheet_files import sheets_of

from xlpoker.layout.book import find_in_book
from xlpoker.layout.messages import question_lines, reading_line
from xlpoker.layout.reading import Reading

ANSWERS = {
    "action-log.csv": """
        2-67: hold'em, best five of two and the board; hands in D, players in C; board E; deals by hand_no; several rows of a player in a deal, with the same cards, count once; not read: B street (66 texts, first B2 'preflop'), F action (66 texts, first F2 'check'), G amount, H result (6 texts, first H10 'win')
        """,
    "blank-hand.csv": """
        2-5: five-card; one hand a row in A; not read: B Type (3 texts, first B2 'pair'), row 3 'high card'
        """,
    "board-only.csv": """
        C1: the board stands in C:E, but no hands beside it
        """,
    "bot-one-row.csv": """
        A1: two cards each and no board: only pairs and high cards count
        --hands Player=A2:A2,Bot=B2:B2   Player 9 of Clubs, J of Hearts · Bot 3 of Diamonds, 6 of Hearts
        """,
    "deck-sheet.xlsx": """
        hands stand on 2 sheets: 'dataset', 'df'
        --all-sheets   H Q♣ 8♠ 9♦ J♦ 3♥
        --sheet dataset   H Q♣ 8♠ 9♦ J♦ 3♥
        --sheet df   H 9♦ 6♥ Q♦ 10♥ 7♦
        """,
    "fold-named.csv": """
        D4: who folds is not in the showdown, but folds stand beside the hands in 4 rows
        --hands Anna=A2:A13,Ben=B2:B13,board=C2:C13 --skip 4,6,9,11 --game holdem   Anna 7s 4h · Ben 8h Qh
        --hands Anna=A2:A13,Ben=B2:B13,board=C2:C13 --game holdem   Anna 7s 4h · Ben 8h Qh
        """,
    "hole.csv": """
        C1: two cards each and no board: only pairs and high cards count
        --hands C2:C301 --by deal   Anna 6h Qd · Ben Kd 9c · Cleo As 8d
        """,
    "imported-same-hole-cards.csv": """
        2-61: hold'em, best five of two and the board; Seat 1 M (player in L), Seat 2 Q (player in P), Seat 3 U (player in T); board X; not read: A Site (60 texts, first A2 'PokerStars'), B Hand id, C Time, D Table (60 texts, first D2 'Alpha'), F Game (60 texts, first F2 'Hold'em'), G Limit (60 texts, first G2 'NL'), H Stakes (60 texts, first H2 '$0.01/$0.02'), I Big blind, 11 more
        """,
    "imported-winamax.csv": """
        2-2: hold'em, best five of two and the board; Seat 1 M (player in L), Seat 2 Q (player in P), Seat 3 U (player in T); board X; not read: A Site (1 text, first A2 'Winamax'), B Hand id (1 text, first B2 '7000001-1-1709669647'), C Time, D Table (1 text, first D2 'Invented 03'), F Game (1 text, first F2 'Hold'em'), G Limit (1 text, first G2 'NL'), H Stakes (1 text, first H2 '0.50€/1€'), I Big blind, 13 more
        """,
    "number-of-aces.csv": """
        2-31: five-card; one hand a row in A; not read: B Number of Aces
        """,
    "sessions.csv": """
        2-61: five-card; hands in D, players in C; deals by session, hand_id
        """,
    "sides-in-4.csv": """
        1-4: five-card; Player 1 A, Player 2 B; row 4 holds the cards of row 1
        """,
    "six.txt": """
        F9: one card more than in the other rows stands in F9
        --hands A1:E15 --skip 9   7c 3h 5d 3d 9d
        --hands A1:E15   7c 3h 5d 3d 9d
        """,
    "twice-in-4.csv": """
        1-4: five-card; Player 1 A, Player 2 B; row 4 holds the cards of row 1
        """,
    "two.txt": """
        1-30: five-card; Player 1 A:I (first five cards), Player 2 A:I (second five cards)
        """,
    "uci.csv": """
        2-31: five-card; one hand a row in A:J; cards as uci; not read: K CLASS
        """,
    "winnings.csv": """
        B1: two cards each and no board: only pairs and high cards count
        --hands B2:B401   8cKs
        """,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_public_shapes(name: str) -> None:
    """The line, or the question with its options."""
    answer = find_in_book(sheets_of(name)).answer
    assert answer is not None
    lines = (
        question_lines(answer)[:-1] if not isinstance(answer, Reading) else [reading_line(answer)]
    )
    assert lines == [line.strip() for line in ANSWERS[name].strip().splitlines()]
