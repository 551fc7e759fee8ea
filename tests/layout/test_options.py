"""What the caller says: each option is an edit of the input, and the same search goes on."""

from __future__ import annotations

import pytest
from support.drawings import rows_of, sheet_of

from xlpoker.errors import LayoutError
from xlpoker.layout.book import find_in_book
from xlpoker.layout.find import find
from xlpoker.layout.messages import option_text, question_lines, reading_line
from xlpoker.layout.options import Options
from xlpoker.layout.reading import Question, Reading
from xlpoker.layout.sheet import Sheet

TWO_PLAYERS = """
    No | Anna           | Ben            | Cora
    1  | 5H 5C 6S 7S KD | 2C 3S 8S 8D TD | AS AH 9C 9D 4S
    2  | 5D 8C 9S JS AC | 2H 5S 7C QD QH | KS KH 3C 3D 4C
    3  | 2D 9H AD AH JC | 3D 6D 7D TC QS | 4D 4H 5C 6C 8H
"""
A_BOARD = """
    A     | B     | C
    5H 5C | 2C 3S | 6S 7S KD 8S 8D
    5D 8C | 2H 5S | 9S JS AC 7C QD
    2D 9H | 3D 6D | AD AH JC 7D TC
"""
LONG = """
    Date       | Table | Player | Cards
    2026-05-01 | 1     | Anna   | 5H 5C 6S 7S KD
    2026-05-01 | 1     | Ben    | 2C 3S 8S 8D TD
    2026-05-01 | 2     | Anna   | 5D 8C 9S JS AC
    2026-05-01 | 2     | Ben    | 2H 5S 7C QD QH
"""
NUMBERS = """
    c1 | c2 | c3 | c4 | c5
    0  | 17 | 34 | 51 | 8
    5  | 50 | 23 | 12 | 40
    33 | 2  | 19 | 48 | 27
"""


def answer_to(drawing: str, **options: str) -> str:
    """Return what is printed about a drawn sheet with some options."""
    answer = find(sheet_of(drawing), Options.parse(**options)).answer
    if isinstance(answer, Reading):
        return reading_line(answer)
    assert answer is not None
    return "\n".join(question_lines(answer)[:-1])


def test_hands() -> None:
    """Named ranges are the hands; the others are not read."""
    assert answer_to(TWO_PLAYERS, hands="Anna=B2:B4,Cora=D2:D4") == (
        "2-4: five-card; Anna B, Cora D; not read: A No, C Ben (3 cells with cards, first C2 '2C 3S 8S 8D TD')"
    )


def test_options_keep_to_the_game_that_the_caller_asked_for() -> None:
    """The cards of the board are offered as a hand of five only where no game is named."""
    board = "--hands A=A2:A4,B=B2:B4,board=C2:C4 --game holdem   A 5H 5C · B 2C 3S"
    question = "A1: these hands fit no game: A 2 cards, B 2 cards, C 5 cards"
    assert answer_to(A_BOARD, game="holdem").splitlines() == [question, board]
    assert answer_to(A_BOARD).splitlines()[:3] == [
        question,
        board,
        "--hands C2:C4   C 6S 7S KD 8S 8D",
    ]


def test_hands_without_names() -> None:
    """The headings name the hands then."""
    assert answer_to(TWO_PLAYERS, hands="B2:B3,C2:C3") == (
        "2-3: five-card; Anna B, Ben C; not read: A No, "
        "D Cora (2 cells with cards, first D2 'AS AH 9C 9D 4S'), row 4 '3'"
    )


def test_hands_of_whole_columns() -> None:
    """The rows are those with cards."""
    line = answer_to(TWO_PLAYERS, hands="B:B,C:C")
    assert line.startswith("2-4: five-card; Anna B, Ben C; ")


def test_the_board_is_named() -> None:
    """``board=`` is the board, whatever stands above it."""
    assert answer_to(A_BOARD, hands="Anna=A2:A4,Ben=B2:B4,board=C2:C4") == (
        "2-4: hold'em, best five of two and the board; Anna A, Ben B; board C"
    )


def test_the_board_without_names() -> None:
    """In a game with a board, the range of five cards is the board."""
    assert answer_to(A_BOARD, hands="A2:A4,B2:B4,C2:C4", game="holdem") == (
        "2-4: hold'em, best five of two and the board; A A, B B; board C"
    )


TWO_BOARDS = """
    Board 1        | A     | Board 2        | B
    6S 7S KD 8S 8D | 5H 5C | 2D 7D QD TS TD | 2C 3S
    9S JS AC 7C QD | 5D 8C | 6H 6D 3C 3H 4S | 2H 5S
"""


def test_boards_with_a_hand_between() -> None:
    """Each named board counts, wherever it stands."""
    hands = "Anna=B2:B3,Ben=D2:D3,board=A2:A3,board=C2:C3"
    assert answer_to(TWO_BOARDS, hands=hands) == (
        "2-3: hold'em, best five of two and the board; Anna B, Ben D; boards A and C"
    )


@pytest.mark.parametrize(
    ("hands", "game", "sizes"),
    [
        ("Anna=A2:A4,Ben=B2:B4,board=C2:C4", "five-card", "A 2 cards, B 2 cards, board C 5 cards"),
        ("Anna=A2:A4,Ben=B2:B4,board=C2:C4", "razz", "A 2 cards, B 2 cards, board C 5 cards"),
        ("Anna=A2:A4,board=B2:B4", "", "A 2 cards, board B 2 cards"),
        ("", "five-card", "A 2 cards, B 2 cards, board C 5 cards"),
    ],
)
def test_a_board_of_no_game(hands: str, game: str, sizes: str) -> None:
    """A board is never left out of the count without a word."""
    drawing = A_BOARD.replace("| C", "| Board")
    answer = answer_to(drawing, hands=hands, game=game)
    assert f"these hands fit no game: {sizes}" in answer


def test_the_game_says_that_five_bare_columns_are_the_board() -> None:
    cards = "5H | 5C | 2C | 3S |  | 6S | 7S | KD | 8S | 8D\n5D | 8C | 2H | 5S |  | 9S | JS | AC | 7C | QD"
    assert answer_to(cards, game="omaha") == (
        "1-2: Omaha, two of the hand and three of the board; one hand a row in A:D; board F:J"
    )


def test_a_named_player_is_never_the_board() -> None:
    """A range with another name is a hand, also below the word *board*."""
    drawing = TWO_PLAYERS.replace("Cora", "Board")
    assert answer_to(drawing, hands="Anna=B2:B4,Turner=D2:D4") == (
        "2-4: five-card; Anna B, Turner D; not read: A No, C Ben (3 cells with cards, first C2 '2C 3S 8S 8D TD')"
    )


def test_ten_cards_in_a_cell_are_two_hands() -> None:
    """The same as without ``--hands``."""
    drawing = """
        Line                          | Copy
        5H 5C 6S 7S KD 2C 3S 8S 8D TD | x
        5D 8C 9S JS AC 2H 5S 7C QD QH | y
        """
    assert answer_to(drawing, hands="A2:A3") == (
        "2-3: five-card; Player 1 A (first five cards), Player 2 A (second five cards); "
        "not read: B Copy (2 texts, first B2 'x')"
    )


WIDE = """
    Friday | Anna |    |    |    |    | Ben |    |    |    |    | Copy of Ben's
    1      | 8H   | 2D | 8C | 4H | JH | 5H  | 2S | 7C | 2H | AH | 5H 2S 7C 2H AH
    2      | 9D   | 4H | 4D | TD | 6H | KH  | 7D | 8H | 3S | 6C | KH 7D 8H 3S 6C
    3      | 2S   | 7C | QH | QC | 2D | JD  | 7H | 3S | TD | 4C | JD 7H 3S TD 4C
"""


@pytest.mark.parametrize(("hands", "rows"), {"A1:K4": "2-4", "B2:K3": "2-3", "A:K": "2-4"}.items())
def test_one_range_wider_than_a_hand(hands: str, rows: str) -> None:
    """A table of a workbook, or a named range: the hands are searched inside of it."""
    line = answer_to(WIDE, hands=hands)
    assert line.partition("; not read")[0] == f"{rows}: five-card; Anna B:F, Ben G:K"


def test_one_range_of_a_hand() -> None:
    """Up to nine columns are one hand."""
    assert answer_to(WIDE, hands="G2:K4").startswith(
        "2-4: five-card; one hand a row in G:K; not read: "
    )


def test_hands_that_hold_no_cards() -> None:
    with pytest.raises(LayoutError, match="no cards stand in A2:A4; cards look like 5H"):
        answer_to(TWO_PLAYERS, hands="A2:A4")


def test_skip_columns_and_rows() -> None:
    """What is skipped is blank to the search, and not said to be unread."""
    assert answer_to(TWO_PLAYERS, skip="A,D,3") == ("2-4: five-card; Anna B, Ben C; without row 3")


def test_by_columns() -> None:
    """The columns are named by their headings, or by letters."""
    expected = "2-5: five-card; hands in D, players in C; deals by Date, Table"
    assert answer_to(LONG, by="date,table") == expected
    assert answer_to(LONG, by="A,B") == expected


def test_by_columns_that_make_no_deals() -> None:
    """The question has no option: the caller has to name other columns."""
    assert answer_to(LONG, by="Date") == "C4: a player stands twice in the deal of row 4"


def test_by_an_unknown_column() -> None:
    message = "no column is headed 'Hand no'; the headings are Date, Table, Player, Cards"
    with pytest.raises(LayoutError, match=message):
        answer_to(LONG, by="Hand no")


def test_cards() -> None:
    """Numbers are read in the encoding that is named."""
    assert answer_to(NUMBERS, cards="0-51") == (
        "2-4: five-card; one hand a row in A:E; cards as 0-51"
    )


BARE_UCI = """
    1 | 10 | 1 | 11 | 1 | 13 | 1 | 12 | 1 | 1  | 9
    4 | 1  | 3 | 13 | 2 | 4  | 2 | 3  | 1 | 12 | 0
"""
FEW_NUMBERS = """
    No | c1 | c2 | c3 | c4 | c5 | class
    1  | 0  | 17 | 4  | 51 | 8  | 0
    2  | 5  | 20 | 3  | 12 | 10 | 1
"""


def test_cards_alone() -> None:
    """The encoding is enough: columns whose numbers fit are cards, also in a few rows."""
    assert (
        answer_to(BARE_UCI, cards="uci")
        == "1-2: five-card; one hand a row in A:J; cards as uci; not read: K"
    )
    assert answer_to(FEW_NUMBERS, cards="0-51") == (
        "2-3: five-card; one hand a row in B:F; cards as 0-51; not read: A No, G class"
    )


def test_cards_with_an_order_of_suits() -> None:
    """Nothing else about the sheet changes."""
    assert answer_to(BARE_UCI, cards="uci:SHDC").startswith(
        "1-2: five-card; one hand a row in A:J; cards as uci:SHDC"
    )


def test_cards_in_an_encoding_that_does_not_fit() -> None:
    """Nothing is found then."""
    assert find(sheet_of(BARE_UCI), Options.parse(cards="treys")).answer is None


def test_cards_and_hands() -> None:
    assert answer_to(NUMBERS, cards="0-51-suits", hands="A2:C4", game="three-card") == (
        "2-4: three-card, casino rules: a straight beats a flush; one hand a row in A:C; "
        "cards as 0-51-suits; not read: D c4, E c5"
    )


def test_game() -> None:
    """The game decides where the cards leave two, and it groups bare columns."""
    fronts = "5H 5C 6S | 2C 3S 8S\n5D 8C 9S | 2H 5S 7C"
    assert answer_to(fronts, game="front") == (
        "1-2: front hands, Chinese poker: pairs and trips only; Player 1 A, Player 2 B"
    )
    cards = "5H | 5C | 6S | 2C | 3S | 8S\n5D | 8C | 9S | 2H | 5S | 7C"
    assert answer_to(cards, game="three-card") == (
        "1-2: three-card, casino rules: a straight beats a flush; Player 1 A:C, Player 2 D:F"
    )


BOOK = [
    sheet_of(TWO_PLAYERS, "Jan"),
    sheet_of(TWO_PLAYERS, "Feb"),
    sheet_of("Name | Example\nPair | 5H 5C 6S 7S KD\nTwo pair | 5H 5C 6S 6D KD", "Hand rankings"),
]


def test_several_sheets() -> None:
    """A sheet that explains the game is none of them."""
    question = find_in_book(BOOK).answer
    assert isinstance(question, Question)
    assert question.cause == "hands stand on 2 sheets: 'Jan', 'Feb'"
    assert [option_text(option) for option in question.options] == [
        "--all-sheets",
        "--sheet Jan",
        "--sheet Feb",
    ]


def test_a_sheet_of_a_game_that_is_not_scored() -> None:
    """It is never left out without a word, and the sheets are not counted together."""
    question = find_in_book([*BOOK, sheet_of(TWO_PLAYERS, "Badugi")]).answer
    assert isinstance(question, Question)
    assert question.cause == (
        "hands stand on 3 sheets: 'Jan', 'Feb', 'Badugi'; 'Badugi' names a game that is not scored: low hands"
    )
    assert [option_text(option) for option in question.options] == ["--sheet Jan", "--sheet Feb"]


def test_sheet() -> None:
    reading = find_in_book(BOOK, Options.parse(sheet="feb")).answer
    assert isinstance(reading, Reading)
    assert reading_line(reading) == "Feb 2-4: five-card; Anna B, Ben C, Cora D; not read: A No"
    with pytest.raises(LayoutError, match="there is no sheet 'May'; there are 'Jan', 'Feb', 'Hand"):
        find_in_book(BOOK, Options.parse(sheet="May"))


def test_ranges_end_at_the_last_row_of_the_sheet() -> None:
    """Only the first 1,500 rows are searched, but options name all."""
    rows = rows_of(TWO_PLAYERS.replace("2C 3S 8S 8D TD", "5H 5C 6S 7S KD"))
    rows = [rows[0], *[rows[1]] * 2000]
    question = find(Sheet.of("", rows)).answer
    assert isinstance(question, Question)
    assert option_text(question.options[0]) == "--hands Anna=B2:B2001,Cora=D2:D2001"
    question = find(Sheet.of("", rows[:1500], last_row=4999)).answer
    assert isinstance(question, Question)
    assert option_text(question.options[0]) == "--hands Anna=B2:B5000,Cora=D2:D5000"
