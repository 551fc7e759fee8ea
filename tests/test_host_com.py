"""Excel for Windows up to its door: xlwings' own COM dispatch, over a stub of pywin32 and under Wine."""

import datetime as dt
import re

import pytest
from hosts import MISSING, WINE, Range
from hosts.cells import CELLS
from support.cases import cases

from xlpoker.evaluator.cards import ACCEPTED
from xlpoker.functions import CATALOGUE

pytestmark = [pytest.mark.slow]

HAND = ["5H", "5C", "6S", "7S", "KD"]
ENGINES = [pytest.mark.engine(program) for program in WINE]
HOSTS = ["com", pytest.param("wine", marks=ENGINES)]
RESERVED = set(
    "and as boolean byref byte byval call case const currency date declare dim do double each else end enum eqv erase "
    "error event exit false for friend function get gosub goto if imp implements in input integer is let like lock long "
    "loop lset me mod name new next not nothing null object on open option optional or paramarray print private property "
    "public put redim rem resume rset select set single static step stop string sub then time to true type until variant "
    "wend while with xor k argsarray application thisworkbook activeworkbook xlpy".split()
)
"""Words that a parameter must not be: VBA's own, and the variables of xlwings' wrapper."""


@pytest.mark.parametrize("name", CATALOGUE)
def test_names_are_safe_in_vba_and_in_formulas(name):
    """No function looks like a cell (A1, R1C1), no parameter is a function, a word of VBA or one of the wrapper's."""
    assert re.fullmatch(r"[A-Z][A-Z_]+", name)
    assert not re.fullmatch(r"[A-Z]{1,3}[0-9]+|R[0-9]*C[0-9]*", name)
    parameters = [argument.name.lower() for argument in CATALOGUE[name].arguments]
    assert len(set(parameters)) == len(parameters)
    assert not set(parameters) & (RESERVED | {function.lower() for function in CATALOGUE})


@cases(
    ("formula", "expected"),
    {
        "error-typed": (("HANDVAL", "#REF!"), [["#VALUE! #REF! is an Excel error, not a card"]]),
        "option-in-a-cell": (("HANDVAL", Range([HAND]), Range([["Cactus"]])), [[5396]]),
        "option-left-out": (("HANDVAL", Range([HAND]), MISSING, "five"), [[2067]]),
        "option-in-a-blank-cell": (("HANDVAL", Range([HAND]), Range([[None]])), [[2067]]),
        "option-an-error": (
            ("HANDVAL", Range([HAND]), "#N/A"),
            [["#VALUE! the scale is #N/A, an Excel error"]],
        ),
        "ParamArray-left-out": (("WINNER", Range([HAND]), MISSING), [["#VALUE! hand 2 is blank"]]),
        "one-hand": (
            ("WINNER", Range([HAND])),
            [["#VALUE! WINNER(hand1, hand2, ...) takes two hands or more"]],
        ),
        "dates": (
            ("HANDVAL", Range([[dt.datetime(2023, 3, 15, 12)], [dt.datetime(2023, 3, 15)]])),
            [["#VALUE! 2023-03-15 12:00:00 is a date, not a card; " + ACCEPTED]],
        ),
    },
)
@pytest.mark.parametrize("host", HOSTS)
def test_calludf_answers(host, formula, expected, request):
    """Ranges come as objects or as values, blanks as None, errors as numbers, what is left out as a number of its own."""
    assert request.getfixturevalue(host).call(*formula) == expected


@pytest.mark.parametrize("host", HOSTS)
def test_cells_of_every_kind(host, request):
    """Whatever a cell holds arrives as what it is, and its row says so."""
    block = Range([[cell, *HAND[1:]] for cell, _ in CELLS])
    assert request.getfixturevalue(host).call("HANDVAL", block) == [
        [f"#VALUE! {reason}"] for _, reason in CELLS
    ]


@pytest.mark.parametrize("host", HOSTS)
def test_one_cell_of_every_kind(host, request):
    """A Range of one cell delivers its value bare, of whatever kind; a blank one is no hand."""
    shown = request.getfixturevalue(host).calls(
        [("HANDVAL", (Range([[cell]]),)) for cell, _ in CELLS]
    )
    missing = "a card is missing: cell 1 of 5 is blank"
    assert shown == [[["" if reason == missing else f"#VALUE! {reason}"]] for _, reason in CELLS]
