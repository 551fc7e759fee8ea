"""What spreadsheet programs send, put in order."""

import datetime as dt

import numpy as np
import pandas as pd
import pytest

from xlpoker.blocks import TALL, block, codes_of_row, hands, option, rows_of, shaped, without_tails
from xlpoker.errors import CardError, HandError, OptionError


class JsNull:
    """What Pyodide passes for an empty cell."""


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param((("5H", "6S"), ("7D", "8C")), [["5H", "6S"], ["7D", "8C"]], id="COM-tuples"),
        pytest.param([["5H", "6S"]], [["5H", "6S"]], id="OfficeJS-lists"),
        pytest.param(["5H", "6S"], [["5H", "6S"]], id="flat-list"),
        pytest.param("5H", [["5H"]], id="scalar"),
        pytest.param(None, [[None]], id="left-out"),
        pytest.param([], [[]], id="empty-list"),
        pytest.param([[]], [[]], id="empty-row"),
        pytest.param([["5H", "", None, 0, 0.0, "  ", JsNull()]], [["5H"] + [None] * 6], id="blanks"),
        pytest.param([["5H"], ["6S", "7D"]], [["5H", None], ["6S", "7D"]], id="ragged"),
        pytest.param(((-2146826246, -2146826265),), [["#N/A", "#REF!"]], id="COM-errors"),
        pytest.param([[{"type": "Error", "basicValue": "#DIV/0!"}]], [["#DIV/0!"]], id="OfficeJS-error"),
        pytest.param([[{"type": "Entity"}, {}]], [["Entity", {}]], id="OfficeJS-objects"),
        pytest.param([[5.0, True, -3]], [[5.0, True, -3]], id="other-values-stay"),
        pytest.param([[float("nan")]], [[None]], id="NaN"),
        pytest.param([[["5H"]]], [[["5H"]]], id="nested"),
    ],
)
def test_block_puts_every_shape_in_rows(raw, expected):
    """Every host's shape becomes rows of cells, blank cells None, errors their text."""
    assert block(raw) == expected


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        pytest.param([["5H"], ["6S"], ["7D"]], [["5H", "6S", "7D"]], id="a-column-of-cards-is-one-hand"),
        pytest.param([["5H 6S"], ["7D 7C"]], [["5H 6S"], ["7D 7C"]], id="a-column-of-hands-is-many"),
        pytest.param([["5H6S"], [None]], [["5H6S"], [None]], id="compact-hands-with-a-blank-row"),
        pytest.param([["1OH 5C 6S 7S KD"], ["x"]], [["1OH 5C 6S 7S KD"], ["x"]], id="a-bad-hand-is-still-a-hand"),
        pytest.param([["5H", "6S"], ["7D", "7C"]], [["5H", "6S"], ["7D", "7C"]], id="a-block-has-a-hand-a-row"),
        pytest.param([["A ♠"], ["K ♠"]], [["A ♠", "K ♠"]], id="a-card-with-a-blank-is-one-card"),
    ],
)
def test_rows_of_turns_a_column_of_cards(cells, expected):
    """A single column of cards is one hand lying on its side; a column of whole hands is not."""
    assert rows_of(cells) == expected


def test_hands_keep_bad_rows_as_errors():
    """A bad row is data: the rows around it are still read."""
    good, missing, wrong, blank = hands([["5H", "6S"], ["5H", None], ["5H", "1OH"], [None, None]])
    assert good == [14, 19]
    assert isinstance(missing, HandError)
    assert str(missing) == "a card is missing: cell 2 of 2 is blank"
    assert isinstance(wrong, CardError)
    assert str(wrong) == "'1OH' is not a card; did you mean '10H'?"
    assert blank == []


@pytest.mark.parametrize("cell", [pd.NA, pd.NaT, float("nan"), np.float64(0), "\u200b"], ids=repr)
def test_cells_of_pandas_that_hold_nothing_are_blank(cell):
    """What pandas and NumPy have for no value is a missing card in its row, and no mistake in the others."""
    good, missing, blank = hands([["5H", "6S"], ["5H", cell], [cell, None]])
    assert (good, blank, str(missing)) == ([14, 19], [], "a card is missing: cell 2 of 2 is blank")


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param(["8C", "9S", "4C", None, None], [24, 31, 8], id="flop"),
        pytest.param(["8C", "9S", "4C", "JH", None], [24, 31, 8, 38], id="turn"),
    ],
)
def test_a_board_may_end_in_blanks(row, expected):
    """Cards of a board that are not dealt yet are no mistake."""
    assert codes_of_row(row, streets=True) == expected


def test_a_board_with_a_hole_is_a_mistake():
    """A blank before a dealt card is one, though."""
    with pytest.raises(HandError, match=r"^a card is missing: cell 2 of 4 is blank$"):
        codes_of_row(["8C", None, "4C", "JH"], streets=True)


@pytest.mark.parametrize("raw", [None, "", (("",),), [[None]], 0], ids=repr)
def test_an_option_left_out_is_the_default(raw):
    """Blank and missing optional arguments mean the default."""
    assert option(raw, "strength", "scale") == "strength"


def test_an_option_is_one_word():
    """A range of several cells is no option."""
    with pytest.raises(OptionError, match=r"^the scale is one word, not a range of 2 cells$"):
        option([["strength", "cactus"]], "strength", "scale")


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        pytest.param(5, "5 is a number, not a card; ", id="number"),
        pytest.param(5.5, "5.5 is a number, not a card; ", id="float"),
        pytest.param(True, "TRUE is not a card; ", id="boolean"),
        pytest.param("#N/A", "#N/A is an Excel error, not a card", id="error"),
        pytest.param(dt.datetime(2009, 6, 8), "2009-06-08 is a date, not a card; ", id="date"),
        pytest.param(
            dt.datetime(2009, 6, 8, 12, 30), "2009-06-08 12:30:00 is a date, not a card; ", id="date-and-time"
        ),
        pytest.param(dt.time(12, 30), "12:30:00 is a date, not a card; ", id="time"),
        pytest.param("Entity", "'Entity' is not a card; ", id="object"),
    ],
)
def test_cells_that_are_no_cards_say_what_they_are(cell, message):
    """Numbers, dates, booleans and errors have sentences of their own."""
    rule = "a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD"
    with pytest.raises(CardError) as caught:
        codes_of_row([cell, "5H"])
    assert str(caught.value) == message + (rule if message.endswith("; ") else "")


def test_shapes_keep_their_cells():
    """Rows of equal length stay the objects that they were: nothing of a large block is copied."""
    raw = (("5H", None), ("6S", 0.0))
    assert shaped(raw) is raw


@pytest.mark.parametrize(
    ("filled", "height", "kept"),
    [
        pytest.param([3, 2], TALL + 1, [3, 3], id="whole-columns-end-together"),
        pytest.param([0, 0], TALL + 1, [1, 1], id="blank-columns-keep-a-row"),
        pytest.param([3, 2], TALL, [TALL, TALL], id="ranges-stay-as-they-were-asked-for"),
    ],
)
def test_only_whole_columns_are_cut(filled, height, kept):
    """Below its last cell a whole column has no answers; a range that somebody chose is answered row by row."""
    blocks = [[["5H"]] * rows + [[None]] * (height - rows) for rows in filled]
    assert [len(rows) for rows in without_tails(blocks)] == kept


def test_errors_keep_no_frames_alive():
    """A million bad rows are a million sentences, not a million tracebacks."""
    (error,) = hands([["1OH", "6S"]])
    assert error.__traceback__ is None
    assert error.__context__ is None


def test_an_option_that_is_an_error_says_so():
    """An error of Excel is no misspelt word."""
    with pytest.raises(OptionError, match=r"^the scale is #N/A, an Excel error$"):
        option(-2146826246, "strength", "scale")
