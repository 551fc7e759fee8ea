"""Formulas as nobody should type them: an answer in words, at once, and never a traceback in the cell."""

import random

import pytest
from support.cases import cases
from support.samples import sample_size

from xlpoker.functions import CATALOGUE, call

pytestmark = pytest.mark.slow

HAND = ("5H", "5C", "6S", "7S", "KD")
OTHER = ("2C", "3S", "8S", "8D", "TD")
WHOLE_COLUMN = 1_048_576
MANY = sample_size(20_000, release=100_000)
REPEATING = [
    name
    for name, entry in CATALOGUE.items()
    if any(argument.repeats for argument in entry.arguments)
]


def cells_of(answer):
    """Return the cells of an answer, row after row."""
    return [cell for row in answer for cell in row] if isinstance(answer, list) else [answer]


def test_whole_columns_end_with_their_last_cell():
    """`=HANDVAL(A:I)` passes 1,048,576 x 9 cells; the spill ends with the data, gaps are blank, opponents are named."""
    blank, nine = (None,) * 9, ("2C", "3S", "8S", "8D", "TD", "9H", "KC", "AD", "AH")
    block = ((*HAND, *blank[5:]), blank, nine) + (blank,) * (WHOLE_COLUMN - 3)
    missing = "#VALUE! a card is missing: cell 6 of 9 is blank"
    assert call("HANDNAME", block) == [[missing], [""], ["Two Pair, Aces and Eights"]]
    assert call("HANDNAME", (blank,) * WHOLE_COLUMN) == ""
    one = (HAND, OTHER) + (blank[:5],) * (WHOLE_COLUMN - 2)
    two = (OTHER,) + (blank[:5],) * (WHOLE_COLUMN - 1)
    assert call("WINNER", one, two) == [[2], ["#VALUE! hand 2 is blank"]]


@pytest.mark.parametrize(
    ("cell", "rows"),
    [
        ("x", MANY),
        *((cell, 500) for cell in ("one pair?", 7.0, -2146826246, True, "#VALUE! x")),
    ],
    ids=lambda value: repr(value) if value not in (MANY, 500) else str(value),
)
def test_a_tall_block_of_nonsense_is_answered_in_full(cell, rows):
    """Every bad row gets its reason; many of them are no matter of minutes."""
    answer = call("HANDVAL", ((cell,) * 9,) * rows)
    assert len(answer) == rows
    assert answer[0] == answer[-1]
    assert answer[0][0].startswith("#VALUE! ")


@pytest.mark.parametrize("name", REPEATING)
def test_255_arguments_are_answered(name):
    """Excel's limit of arguments: a reason in words."""
    for argument in ("5H", -2146826246, HAND, "x"):
        assert all(
            str(cell).startswith("#VALUE! ") for cell in cells_of(call(name, *[argument] * 255))
        )


def test_one_hand_against_254():
    """As many hands as Excel lets one name, each of one card more than the deck can give, or blank."""
    assert call("WINNER", "AH", *["AC"] * 254) == "#VALUE! duplicate card AC in hands 2 and 3"
    assert call("WINNER", "AH", *[None] * 254) == "#VALUE! hand 2 is blank"


@cases(
    ("inner", "expected"),
    {
        "our-reason": ("#VALUE! '1OH' is not a card; did you mean '10H'?", None),
        "Excel's-VALUE": ("#VALUE!", "#VALUE! #VALUE! is an Excel error, not a card"),
        "a-newer-error": (-2146826200, "#VALUE! #UNKNOWN! is an Excel error, not a card"),
    },
)
def test_nested_errors_keep_their_reason(inner, expected):
    """`=HANDVAL(BESTHAND(A3:I3))` of a bad hand shows the reason once, not a quotation of a quotation."""
    assert call("HANDVAL", inner) == (expected or inner)
    assert call("HANDVAL", ((inner,) * 5, HAND)) == [[expected or inner], [2067]]


def test_functions_nest():
    """The best five of nine are valued as the nine are, row by row, bad rows included."""
    rows = [[*HAND, "2C", "3S", "8S", "8D"], [None] * 9, ["1OH", *OTHER, "AC", "AD", "AS"]]
    assert call("HANDVAL", call("BESTHAND", rows)) == call("HANDVAL", rows)


@pytest.mark.parametrize("name", CATALOGUE)
def test_reasons_fit_a_cell_of_a_spill(name):
    """No answer is longer than the 255 characters that every Excel takes in an array, whatever is passed."""
    source = random.Random(name)
    nonsense = [
        "".join(source.choices("5HKD 10♥,;#\n'x🃏", k=source.choice([1, 3, 40, 5000])))
        for _ in range(60)
    ]
    count = 3 if name in REPEATING else 1
    for _ in range(60):
        answer = call(name, *[[source.choices(nonsense, k=3)] for _ in range(count)])
        for cell in cells_of(answer):
            assert not isinstance(cell, str) or (len(cell) <= 255 and "\n" not in cell)


def test_what_nobody_foresaw_is_one_line(monkeypatch):
    """Should xlpoker itself fail, the cell shows a sentence and no traceback."""

    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("xlpoker.functions.catalogue._rows", broken)
    expected = "#VALUE! a mistake in xlpoker, please report it: ZeroDivisionError in HANDVAL"
    assert call("HANDVAL", "5H") == expected
