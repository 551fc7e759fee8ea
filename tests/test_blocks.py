"""What spreadsheet programs send, put in order."""

import numpy as np
import pandas as pd
import pytest
from support.cases import cases
from support.refused import refused

from xlpoker.errors import CardError, HandError, OptionError
from xlpoker.functions.arguments import (
    TALL,
    block,
    codes_of_row,
    hands,
    option,
    rows_of,
    shaped,
    without_tails,
)


class JsNull:
    """What Pyodide passes for an empty cell."""


@cases(
    ("raw", "expected"),
    {
        "COM-tuples": ((("5H", "6S"), ("7D", "8C")), [["5H", "6S"], ["7D", "8C"]]),
        "OfficeJS-lists": ([["5H", "6S"]], [["5H", "6S"]]),
        "flat-list": (["5H", "6S"], [["5H", "6S"]]),
        "scalar": ("5H", [["5H"]]),
        "left-out": (None, [[None]]),
        "empty-list": ([], [[]]),
        "empty-row": ([[]], [[]]),
        "blanks": ([["5H", "", None, 0, 0.0, "  ", JsNull()]], [["5H"] + [None] * 6]),
        "ragged": ([["5H"], ["6S", "7D"]], [["5H", None], ["6S", "7D"]]),
        "COM-errors": (((-2146826246, -2146826265),), [["#N/A", "#REF!"]]),
        "OfficeJS-error": ([[{"type": "Error", "basicValue": "#DIV/0!"}]], [["#DIV/0!"]]),
        "OfficeJS-objects": ([[{"type": "Entity"}, {}]], [["Entity", {}]]),
        "other-values-stay": ([[5.0, True, -3]], [[5.0, True, -3]]),
        "NaN": ([[float("nan")]], [[None]]),
        "nested": ([[["5H"]]], [[["5H"]]]),
    },
)
def test_block_puts_every_shape_in_rows(raw, expected):
    """Every host's shape becomes rows of cells, blank cells None, errors their text."""
    assert block(raw) == expected


@cases(
    ("cells", "expected"),
    {
        "a-column-of-cards-is-one-hand": ([["5H"], ["6S"], ["7D"]], [["5H", "6S", "7D"]]),
        "a-column-of-hands-is-many": ([["5H 6S"], ["7D 7C"]], [["5H 6S"], ["7D 7C"]]),
        "compact-hands-with-a-blank-row": ([["5H6S"], [None]], [["5H6S"], [None]]),
        "a-bad-hand-is-still-a-hand": ([["1OH 5C 6S 7S KD"], ["x"]], [["1OH 5C 6S 7S KD"], ["x"]]),
        "a-block-has-a-hand-a-row": ([["5H", "6S"], ["7D", "7C"]], [["5H", "6S"], ["7D", "7C"]]),
        "a-card-with-a-blank-is-one-card": ([["A ♠"], ["K ♠"]], [["A ♠", "K ♠"]]),
    },
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


@cases(
    ("row", "expected"),
    {
        "flop": (["8C", "9S", "4C", None, None], [24, 31, 8]),
        "turn": (["8C", "9S", "4C", "JH", None], [24, 31, 8, 38]),
    },
)
def test_a_board_may_end_in_blanks(row, expected):
    """Cards of a board that are not dealt yet are no mistake; a blank before a dealt card is one, though."""
    assert codes_of_row(row, streets=True) == expected
    with refused(HandError, f"a card is missing: cell 2 of {len(expected) + 1} is blank"):
        codes_of_row(["8C", None, *row[1 : len(expected)]], streets=True)


@pytest.mark.parametrize("raw", [None, "", (("",),), [[None]], 0], ids=repr)
def test_an_option_left_out_is_the_default(raw):
    """Blank and missing optional arguments mean the default."""
    assert option(raw, "strength", "scale") == "strength"


@cases(
    ("raw", "message"),
    {
        "range": ([["strength", "cactus"]], "the scale is one word, not a range of 2 cells"),
        "error": (-2146826246, "the scale is #N/A, an Excel error"),
    },
)
def test_an_option_is_one_word(raw, message):
    """A range of several cells is no option, and an error of Excel is no misspelt word."""
    with refused(OptionError, message):
        option(raw, "strength", "scale")


def test_shapes_keep_their_cells():
    """Rows of equal length stay the objects that they were: nothing of a large block is copied."""
    raw = (("5H", None), ("6S", 0.0))
    assert shaped(raw) is raw


@cases(
    ("filled", "height", "kept"),
    {
        "whole-columns-end-together": ([3, 2], TALL + 1, [3, 3]),
        "blank-columns-keep-a-row": ([0, 0], TALL + 1, [1, 1]),
        "ranges-stay-as-they-were-asked-for": ([3, 2], TALL, [TALL, TALL]),
    },
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
