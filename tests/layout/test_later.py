"""What the rows below the first ones hold, the three voices of a message, and how it came about."""

from __future__ import annotations

from support.drawings import rows_of, sheet_of

from xlpoker.layout.find import find
from xlpoker.layout.later import Later
from xlpoker.layout.messages import Voice, question_lines, reading_line
from xlpoker.layout.reading import Question, Reading
from xlpoker.layout.sheet import Sheet
from xlpoker.layout.why import why

FIRST = """
    No | Anna           | Ben            | Remark
    1  | 5H 5C 6S 7S KD | 2C 3S 8S 8D TD | early
    2  | 5D 8C 9S JS AC | 2H 5S 7C QD QH
"""
SEARCHED = "2-9: five-card; Anna B, Ben C"
REMARK = "A No, D Remark (1 text in the first 3 rows, first D2 'early')"


def later_of(drawing: str = FIRST) -> Later:
    """Return the collector for a drawn sheet that goes on below its drawn rows."""
    sheet = Sheet.of("", rows_of(drawing), last_row=8)
    return Later(find(sheet), sheet)


def line_with(rows_of_text: str) -> str:
    """Return the line about a sheet with rows without hands from its fourth row on."""
    later = later_of()
    for row, values in enumerate(rows_of(rows_of_text), start=3):
        later.row_of_text(row, values)
    return reading_line(later.reading(8))


def test_nothing_new() -> None:
    """Texts are counted in the rows that were searched."""
    assert reading_line(later_of().reading(8)) == f"{SEARCHED}; not read: {REMARK}"


def test_the_last_row_is_known_in_the_end() -> None:
    assert reading_line(later_of().reading(6)).startswith("2-7: five-card; ")


def test_a_column_that_begins_later() -> None:
    """Its first cell is printed."""
    later = later_of()
    later.column_begins(4, 5, "Anna won")
    assert reading_line(later.reading(8)) == (
        f"{SEARCHED}; not read: {REMARK}, E (from row 6 on, first 'Anna won')"
    )


def test_cards_that_begin_later() -> None:
    """A third player is a warning, too."""
    later = later_of()
    later.column_begins(4, 5, "2C 4C 4S 4D 8H")
    assert reading_line(later.reading(8)) == (
        f"{SEARCHED}; cards in E begin only in row 6; not read: {REMARK}, E (from row 6 on, first '2C 4C 4S 4D 8H')"
    )


def test_cards_in_several_columns_that_begin_later() -> None:
    """The warnings come in the order of the columns, whichever block of rows showed them first."""
    later = later_of()
    later.column_begins(5, 4, "2D 4C 4S 4D 8H")
    later.column_begins(4, 5, "2C 4C 4S 4D 8H")
    line = reading_line(later.reading(8))
    assert "; cards in E begin only in row 6; cards in F begin only in row 5; " in line


def test_a_column_of_a_hand_is_read() -> None:
    """The last card of a hand may be blank in all searched rows."""
    later = later_of(
        "Ann card 1 | Ann card 2 | Ann card 3 | Ann card 4 | Ann card 5 | Ben\n"
        "5H         | 6C         | 7D         | 5C         |            | 2C 3S 8S 8D TD"
    )
    later.column_begins(4, 7, "AS")
    assert "not read" not in reading_line(later.reading(8))


def test_rows_of_text() -> None:
    """The first three are printed, the others are counted."""
    drawing = "Second evening\n-\nThird evening | 12\nFourth evening\nLast evening"
    assert line_with(drawing) == (
        f"{SEARCHED}; not read: {REMARK}, row 4 'Second evening', row 6 'Third evening', "
        "row 7 'Fourth evening', 1 more row of text"
    )


def test_the_same_headings_again() -> None:
    """They are no rows of text."""
    assert line_with("No | Anna | Ben | Remark") == f"{SEARCHED}; not read: {REMARK}"


def test_other_headings() -> None:
    """Other players may be meant from there on."""
    assert line_with("No | Cora | Dan | Remark") == (
        f"{SEARCHED}; row 4 has other headings: Cora, Dan; not read: {REMARK}"
    )


def test_cards_in_rows_without_a_hand() -> None:
    """They may be of another table further at the right."""
    assert line_with("x | | | 5H 5C 6S 7S KD\ny | | | 2C 3S 8S 8D TD") == (
        f"{SEARCHED}; 2 rows have cards, but none of a hand, first row 4; not read: {REMARK}"
    )


def test_deals_of_an_import_without_cards() -> None:
    """Seats have names in such rows, but nobody showed a hand."""
    later = later_of(
        "Hand id | Seat 1 name | Seat 1 cards | Seat 2 name | Seat 2 cards | Board\n"
        "7001    | Ann         | 2H 7D        | Bob         | 3C 3D        | AH AD 4C 4D 8S"
    )
    later.row_of_text(5, [7002, "Ann", None, "Bob", None, None])
    assert "row" not in reading_line(later.reading(8)).partition("; not read")[2].replace(
        "first 2 rows", ""
    )


MOMENTS = """
    Anna before    | Anna after     | Ben before     | Ben after
    9S 2S 4C 3D 7C | KS 8D QH 7S AD | 3C TD 4H 5C AC | TC 6D 4S 5H 4D
    4H TD KC 5D 5C | TS 5H AD KH 8S | AH JC 2D 3S 9H | 9D 3D AC 2C 7S
"""


def question_about(drawing: str) -> Question:
    """Return the question about a drawn sheet."""
    question = find(sheet_of(drawing)).answer
    assert isinstance(question, Question)
    return question


def test_the_voice_of_a_terminal() -> None:
    assert question_lines(question_about(MOMENTS), Voice.COMMAND) == [
        "A1: each player has several hands: 'before' and 'after'",
        "--hands Anna=B2:B3,Ben=D2:D3   Anna KS 8D QH 7S AD · Ben TC 6D 4S 5H 4D",
        "--hands Anna=A2:A3,Ben=C2:C3   Anna 9S 2S 4C 3D 7C · Ben 3C TD 4H 5C AC",
        'or say where they are: --hands "Anna=A3:E9,Ben=F3:J9"',
    ]


def test_the_voice_of_python() -> None:
    assert question_lines(question_about(MOMENTS), Voice.PYTHON) == [
        "each player has several hands: 'before' and 'after'",
        "hands=['Anna after', 'Ben after']   Anna KS 8D QH 7S AD · Ben TC 6D 4S 5H 4D",
        "hands=['Anna before', 'Ben before']   Anna 9S 2S 4C 3D 7C · Ben 3C TD 4H 5C AC",
        "or name the columns: hands=[['a1', 'a2', 'a3', 'a4', 'a5'], ['b1', ..]]",
    ]


def test_the_voice_of_a_dialog() -> None:
    assert question_lines(question_about(MOMENTS), Voice.DIALOG) == [
        "A1: each player has several hands: 'before' and 'after'",
        "1  Anna B, Ben D, rows 2 to 3   Anna KS 8D QH 7S AD · Ben TC 6D 4S 5H 4D",
        "2  Anna A, Ben C, rows 2 to 3   Anna 9S 2S 4C 3D 7C · Ben 3C TD 4H 5C AC",
        "choose a number; or cancel, select the cells of each hand, and click again",
    ]


def test_a_board_in_the_voice_of_python() -> None:
    reading = find(
        sheet_of(
            "h1 | h2 | v1 | v2 | b1 | b2 | b3 | b4 | b5 | pot\n"
            "7C | 5C | 3C | 2H | JD | 9D | JC | KC | 2C | 10\n"
            "7D | 2C | 4H | 4D | 5H | 5S | JH | 7C | TC | 12"
        )
    ).answer
    assert isinstance(reading, Reading)
    assert reading_line(reading, Voice.PYTHON) == (
        "2-3: hold'em, best five of two and the board; h h1, h2, v v1, v2; board b1 .. b5; not read: pot"
    )


def test_why() -> None:
    """How a reading came about."""
    drawing = """
        Short deck night
        No | Anna      | Cards | Ben
        1  | 9H        | TD    | 7S | AH
        2  | KD        | KC    | QS | JS
        """
    assert why(find(sheet_of(drawing))) == [
        "tables: rows 3 to 4",
        "shape: a heading above each hand",
        "rows of headings: 2",
        "the hands are named by row 2",
        "checks without a finding: no showdown, board in a row, one name twice, tables beside, cards under no name",
        "A1 names a game: short-deck",
        "asked by: sizes differ",
    ]


def test_why_of_a_sheet_without_cards() -> None:
    assert why(find(sheet_of("Anna | Ben\n10 | -10"))) == ["tables: none"]
