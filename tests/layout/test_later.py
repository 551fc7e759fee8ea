"""What the rows below the first ones hold, the three voices of a message, and how it came about."""

from __future__ import annotations

from support.drawings import rows_of, sheet_of

from xlpoker.layout.find import find
from xlpoker.layout.later import Later
from xlpoker.layout.messages import Voice, question_lines, reading_line
from xlpoker.layout.options import Options
from xlpoker.layout.reading import Question, Reading
from xlpoker.layout.sheet import Sheet
from xlpoker.layout.why import why

FIRST = """
    No | Anna           | Ben            | Remark
    1  | 5H 5C 6S 7S KD | 2C 3S 8S 8D TD | early
    2  | 5D 8C 9S JS AC | 2H 5S 7C QD QH
"""


def line_with(later_rows: str) -> str:
    """Return the line about a sheet of which the rows below the third come later."""
    sheet = Sheet.of("", rows_of(FIRST))
    later = Later(find(sheet), sheet)
    later.add(3, rows_of(later_rows))
    return reading_line(later.reading())


def test_nothing_new() -> None:
    assert line_with("3 | 2D 9H AD AH JC | 3D 6D 7D TC QS") == (
        "2-3: five-card; Anna B, Ben C; not read: A No, D Remark (1 text, first D2 'early')"
    )


def test_more_texts_in_a_column() -> None:
    assert "D Remark (2 texts, first D2 'early')" in line_with("3 | 2D 9H AD AH JC | 3D 6D 7D TC QS | late")


def test_a_column_that_begins_later() -> None:
    assert line_with("3 | 2D 9H AD AH JC | 3D 6D 7D TC QS | | Anna won").endswith("E (1 text, first E4 'Anna won')")


def test_cards_that_begin_later() -> None:
    """A third player is a warning."""
    line = line_with("3 | 2D 9H AD AH JC | 3D 6D 7D TC QS | | 2C 4C 4S 4D 8H")
    assert "; cards in E begin only in row 4; not read:" in line


def test_rows_of_text() -> None:
    drawing = """
        -
        Second evening
        4 | 4S JS KS JD 8H | 9S 9C 2D TH TS
        Third evening
        4 | 4S JS KS JD 8H | 9S 9C 2D TH TS
        Fourth evening
        Last evening
        """
    assert line_with(drawing).endswith(
        "row 5 'Second evening', row 7 'Third evening', row 9 'Fourth evening', 1 more row of text"
    )


def test_the_same_headings_again() -> None:
    assert "row" not in line_with("No | Anna | Ben | Remark").partition("; ")[2]


def test_other_headings() -> None:
    """Other players may be meant from there on."""
    line = line_with("No | Cora | Dan | Remark\n3 | 2D 9H AD AH JC | 3D 6D 7D TC QS")
    assert "; row 4 has other headings: Cora, Dan; not read:" in line


def test_numbers_of_cards_go_on() -> None:
    """Cards in another encoding are no rows of text."""
    sheet = sheet_of("c1 | c2 | c3 | c4 | c5\n40 | 17 | 34 | 51 | 8\n5 | 50 | 23 | 12 | 41")
    sheet = Sheet.of("", [*sheet.rows, [33, 2, 19, 48, 27]])
    later = Later(find(sheet, Options.parse(cards="0-51")), sheet)
    later.add(4, [[3, 32, 29, 1, 50], ["Total"]])
    assert reading_line(later.reading()) == (
        "2-4: five-card; one hand a row in A:E; cards as 0-51; not read: row 6 'Total'"
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
        "or select the cells of each hand",
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
        "checks without a finding: no showdown, one name twice, tables beside, cards under no name",
        "A1 names a game: short-deck",
        "asked by: sizes differ",
    ]


def test_why_of_a_sheet_without_cards() -> None:
    assert why(find(sheet_of("Anna | Ben\n10 | -10"))) == ["tables: none"]
