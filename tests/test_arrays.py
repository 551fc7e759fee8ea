"""The Python API for arrays: cells to codes and back, values on any scale, winners; whole hands in one text."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.refused import refused

import xlpoker
from xlpoker.errors import CardError, OptionError
from xlpoker.evaluator.batch.codes import parse_hands
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.evaluator.cards import MAX_CARDS, card_text
from xlpoker.evaluator.cells import cell_codes
from xlpoker.scales import SCALES


def test_parse_shapes():
    """A table of cells keeps its shape; texts with whole hands become rows; texts with a card each stay flat."""
    assert xlpoker.parse([["5H", "5C"], ["6S", None]]).tolist() == [[14, 12], [19, MISSING]]
    assert xlpoker.parse(["5H 5C 6S 7S KD", "2C 3S 8S 8D TD"]).shape == (2, 5)
    assert xlpoker.parse(["5H", "5C", "5X"]).tolist() == [14, 12, MISSING]
    assert xlpoker.parse(np.array(["AhKh", "QdQc"])).tolist() == [[50, 46], [41, 40]]


@pytest.mark.parametrize("scale", ["strength", "cactus", "percentile"])
@pytest.mark.parametrize("cards", [3, 5, 7])
def test_values_on_scales(scale, cards):
    """Each row has the value of the one hand on that scale."""
    source = random.Random(f"{scale}{cards}")
    hands = [source.sample(range(52), cards) for _ in range(300)]
    found = xlpoker.values(np.array(hands, np.uint8), scale)
    assert found.dtype == np.float64
    assert found.tolist() == [float(xlpoker.value(hand, scale)) for hand in hands]
    assert scale in SCALES


def test_bad_rows_are_nan_and_minus_one():
    """A card twice, a missing card: no value, no winner; the rows beside them stand."""
    one = xlpoker.parse(
        ["AH KH QH JH TH".split(), "2C 2C 4D 5D 6D".split(), ["9C", None, "4D", "5D", "6D"]]
    )
    two = xlpoker.parse([["AS", "KS", "QS", "JS", "9S"]] * 3)
    values = xlpoker.values(one)
    assert values[0] == 7462
    assert all(math.isnan(value) for value in values[1:])
    assert xlpoker.winners(one, two).tolist() == [1, -1, -1]
    assert xlpoker.winners(two, two).tolist() == [-1, -1, -1]


def expected(cell):
    """Return the codes of a cell as the reader of single cells has them, [254] where it has none."""
    try:
        codes = cell_codes(cell)
    except CardError:
        return [BAD]
    return codes if len(codes) <= MAX_CARDS else [BAD]


CARDS = st.integers(0, 51).map(card_text)
HANDS = st.lists(CARDS, max_size=11)
CELLS = st.one_of(
    st.tuples(HANDS, st.sampled_from([" ", ",", "", ", ", "  ", ";"])).map(
        lambda pair: pair[1].join(pair[0])
    ),
    st.tuples(HANDS, st.sampled_from([" ", ""])).map(lambda pair: pair[1].join(pair[0]).lower()),
    st.text("25TAKHSCD ,x*1\n♠", max_size=20),
    st.sampled_from(
        [
            None,
            "",
            "joker",
            "Xn Xn 5H",
            "H5 S6 DK",
            "H5S6DK",
            "5H,5C 6S",
            "10H 10C",
            5,
            "5H 5C 6S 7S KD",
        ]
    ),
)


@pytest.mark.slow
@given(st.lists(CELLS, max_size=30))
def test_whole_hands_in_cells(cells):
    """However hands are written, many cells at a time are read as each alone."""
    array = np.empty(len(cells), dtype=object)
    array[:] = cells
    found = parse_hands(array)
    for row, cell in zip(found.tolist(), cells, strict=True):
        wanted = expected(cell)
        assert row == wanted + [MISSING] * (len(row) - len(wanted))


def test_hands_wider_than_asked_for():
    """With a width, a cell with more cards is marked instead of cut."""
    cells = np.array(["5H 5C", "5H 5C 6S"], dtype=object)
    assert parse_hands(cells, width=2).tolist() == [[14, 12], [BAD, MISSING]]


def test_masked_cells_are_missing():
    """What a masked array hides is no card: the row is bad, its hidden data are not looked at."""
    texts = np.ma.masked_array([["5H", "TD"], ["AS", "KS"]], mask=[[False, True], [False, False]])
    codes = xlpoker.parse(texts)
    assert codes.tolist() == [[14, 255], [51, 47]]
    hidden = np.ma.masked_array([[14, 33], [51, 47]], mask=[[False, True], [False, False]])
    assert np.isnan(xlpoker.values(hidden)).tolist() == [True, False]


@pytest.mark.parametrize("wrong", [-1, 256, 2**63], ids=["negative", "beyond a byte", "huge"])
def test_a_number_that_is_no_code_is_quoted(wrong):
    """Numbers out of bounds never wrap around to a card."""
    dtype = np.uint64 if wrong > 0 else np.int64
    with refused(
        OptionError, f"{wrong} is not a card code; card codes are whole numbers 0 .. 52 and 255"
    ):
        xlpoker.values(np.array([[0, wrong, 2, 3, 4]], dtype))


@pytest.mark.parametrize("wrong", [None, 5, 5.0, True], ids=repr)
def test_what_is_no_hand(wrong):
    """A hand that is neither text nor a list is quoted, with what is accepted."""
    said = (
        f"{wrong!r} is no hand; give its cards as a text, '5H TD', or as a list of texts or codes"
    )
    with refused(CardError, said):
        xlpoker.winner("AH", wrong)
