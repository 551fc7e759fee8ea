"""What cannot be meant is refused in words: wrong kinds of arguments of the public functions, never a bare Python error."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from support.cases import cases
from support.refused import refused

import xlpoker
import xlpoker.frames
from xlpoker.errors import CardError, OptionError, check_choice, shown, whole_number
from xlpoker.functions import call

SCALES = "choose from strength, cactus, percentile, "
GIVEN = "give its cards as a text, '5H TD', or as a list of texts or codes"
MIXED = "is no text as others are; give all as texts, '5H', or all as codes"
A_HAND = "a hand is 1 to 9 cards such as 5H or TD, each in a cell of its own or all in one text"
CODES = "card codes are whole numbers 0 .. 52 and 255"
LENGTHS = "is no table of cards; give rows of equal length, short ones filled up with 255 (codes) or None (texts)"
BOOK = Path(__file__).parents[1] / "workbooks" / "euler54.xlsx"
AK, QQ = "AhKh", "QcQd"


class Unwritable:
    """What cannot even be shown."""

    def __repr__(self):
        raise RuntimeError


@cases(
    ("given", "message"),
    {
        "negative": ({"seed": -1}, "-1 is not a seed; a seed is a whole number from 0 on"),
        "text": ({"seed": "x"}, "'x' is not a seed; a seed is a whole number from 0 on"),
        "bool": ({"seed": True}, "True is not a seed; a seed is a whole number from 0 on"),
        "samples": ({"samples": 1.5}, "1.5 is not a number of samples; a number of samples is a whole number from 2 on"),
        "few samples": ({"samples": 1, "exact": False}, "1 samples are too few: 2 or more are dealt"),
        "exact": ({"exact": "yes"}, "exact='yes' is not understood; True counts, False samples, None counts where that takes seconds"),
        "game": ({"game": ["holdem"]}, "['holdem'] has no odds; choose from holdem, omaha, short-deck, short-deck-trips"),
        "dead": ({"dead": 5}, f"5 is no hand; {GIVEN}"),
    },
)  # fmt: skip
def test_equity_refuses_options_of_another_kind(given, message):
    """Seeds and numbers of samples are whole numbers, whether or not anything is dealt at random in the end."""
    with refused((OptionError, CardError), message):
        xlpoker.equity("", AK, QQ, **given)


def test_a_seed_of_numpy_is_a_seed():
    """Whole numbers of NumPy are whole numbers."""
    board = "8c 9s 4c"
    one = xlpoker.equity(board, AK, QQ, exact=False, samples=np.int64(200), seed=np.uint8(7))
    assert one == xlpoker.equity(board, AK, QQ, exact=False, samples=200, seed=7)


@cases(
    "work",
    {
        "value": lambda scale: xlpoker.value("AH KH", scale),
        "values": lambda scale: xlpoker.values([[14, 33]], scale),
        "frame": lambda scale: pd.DataFrame({"a": ["AH KH"]}).poker.score(hands=["a"], scale=scale),
        "score": lambda scale: xlpoker.score(BOOK, scale=scale),
    },
)
@cases(
    ("scale", "message"),
    {
        "list": (["mrt"], f"['mrt'] is not a scale; {SCALES}"),
        "none": (None, f"None is not a scale; {SCALES}"),
        "dict": ({}, f"{{}} is not a scale; {SCALES}"),
        "misspelt": ("strenght", "'strenght' is not a scale; did you mean 'strength'?"),
    },
)
def test_a_scale_is_a_word(work, scale, message):
    """Whatever cannot be a key is no scale either, wherever a scale is named."""
    with pytest.raises(OptionError, match=f"^{re.escape(message)}"):
        work(scale)


@cases(
    ("cards", "message"),
    {
        "text and code": (["AH", 5], f"5, card 2 of 2, {MIXED}"),
        "code and text": ([14, "AH"], f"14, card 1 of 2, {MIXED}"),
        "none": (["AH", None], "a card is missing: card 2 of 2 is None"),
        "dict": ({"AH": 1, "KH": 2}, f"{{'AH': 1, 'KH': 2}} is no hand; {GIVEN}"),
        "bytes that could be codes": (b"\x05\x06", f"b'\\x05\\x06' is no hand; {GIVEN}"),
        "number": (5, f"5 is no hand; {GIVEN}"),
    },
)
@pytest.mark.parametrize("work", [xlpoker.hand, xlpoker.value, xlpoker.winner, xlpoker.shares])
def test_a_hand_is_texts_or_codes(work, cards, message):
    """A 5 among texts is no 3D, and what only happens to be iterable is no hand."""
    with pytest.raises(CardError, match=f"^{re.escape(message)}$"):
        work(cards)


@cases(
    ("codes", "message"),
    {
        "negative": ([[-1]], f"-1 is not a card code; {CODES}"),
        "too large": ([[300]], f"300 is not a card code; {CODES}"),
        "fraction": ([[1.5]], f"{CODES}, not [1.5]; xlpoker.parse reads texts"),
        "text": ([["5H"]], f"{CODES}, not ['5H']; xlpoker.parse reads texts"),
        "nothing": (None, f"{CODES}, not [None]; xlpoker.parse reads texts"),
        "ragged": ([[14, 33], [14]], f"[[14, 33], [14]] {LENGTHS}"),
    },
)
@pytest.mark.parametrize("work", [xlpoker.format, xlpoker.values, xlpoker.winners])
def test_codes_are_whole_numbers_in_a_table(work, codes, message):
    """No number is rounded to a card, and rows have one length."""
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        work(codes)


@cases(
    ("texts", "message"),
    {
        "ragged": ([["5H", "6H"], ["7H"]], f"[['5H', '6H'], ['7H']] {LENGTHS}"),
        "row": (
            np.array(["5H", ["6H"]], dtype=object),
            "array(['5H', list(['6H'])], dtype=object) is no",
        ),
        "text": (
            "5H 6H",
            "'5H 6H' is no array of cells; give a list of texts, or one hand to xlpoker.hand",
        ),
        "none": (None, "None is no array of cells;"),
        "dict": ({"5H": 1}, "{'5H': 1} is no array of cells;"),
    },
)
def test_texts_stand_in_a_table(texts, message):
    """What is no table is refused; it is not 255, the code of a cell in a table that holds no card."""
    with pytest.raises(OptionError, match=f"^{re.escape(message)}"):
        xlpoker.parse(texts)


@cases(
    ("cards", "answer"),
    {
        "empty dict": ({}, f"#VALUE! {{}} is not a card; {A_HAND}"),
        "dict": ({"AH": 1}, f"#VALUE! {{'AH': 1}} is not a card; {A_HAND}"),
        "list in a cell": ([["AH", ["KH"]]], f"#VALUE! ['KH'] is not a card; {A_HAND}"),
        "huge number": (10**400, f"#VALUE! 1{'0' * 55} ... is a number, not a card; "),
    },
)
def test_a_cell_that_holds_no_value_is_told_what_a_hand_is(cards, answer):
    """Objects and lists in cells are quoted as they are, not read as words."""
    assert str(call("HANDVAL", cards)).startswith(answer)


@pytest.mark.parametrize("made", [np.array, pd.DataFrame, list], ids=["NumPy", "pandas", "list"])
def test_functions_take_arrays(made):
    """The functions of the catalogue read arrays and frames as they read lists."""
    rows = [["AH", "KH"], ["2C", "3C"]]
    assert call("WINNER", made(rows), made([["QS", "QD"], ["2S", "2D"]])) == [[2], [2]]
    assert call("BESTHAND", made(rows)) == [["AH KH"], ["3C 2C"]]


@pytest.mark.parametrize(
    "word", [np.array([]), np.array([[1, 2]]), pd.Series(["natural", "five"])], ids=str
)
def test_an_array_is_no_word(word):
    """What cannot be compared with a word is refused as any other value is."""
    for work in (
        lambda: xlpoker.value("AH KH", word),
        lambda: xlpoker.value("AH KH", jokers=word),
        lambda: xlpoker.hand("AH KH", game=word),
        lambda: pd.DataFrame({"a": ["AH KH"]}).poker.score(hands=["a"], scale=word),
    ):
        with pytest.raises(OptionError, match=r"^array\(|^Series\(|^0 "):
            work()


def test_an_array_in_a_cell_is_a_hand_or_a_bad_row():
    """A Series of arrays is read like any other: those without cards are bad rows, an empty one is blank."""
    wrong = [np.array([["AH"], ["KH"], ["XX"]]), ["AH", "KH", None], np.array([1, 2]), np.array(7)]
    cells = [np.array(["AH", "KH"]), *wrong, np.array([]), "AH KH"]
    found = pd.DataFrame({"cards": pd.Series(cells, dtype=object)}).poker.score(["cards"])
    problem = found["problem"].tolist()
    assert all("is not a card" in text for text in problem[1:5])
    assert [problem[0], *problem[5:]] == [None] * 3
    assert found["value"].notna().tolist() == [True, *[False] * 5, True]


def test_any_value_is_quoted_on_one_short_line():
    """Messages stay one line, whatever is wrong."""
    assert shown(Unwritable()) == "<Unwritable>"
    assert "\n" not in shown(pd.DataFrame({"a": range(99)}))
    assert len(shown("x" * 999)) == 60
    with pytest.raises(OptionError, match=r"^'x+ \.\.\. is not a scale; choose from strength$"):
        check_choice("x" * 999, ["strength"], "is not a scale")
    assert whole_number(np.int8(3), "a seed", 0) == 3
