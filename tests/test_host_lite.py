"""xlwings Lite up to its door: real Pyodide under Node, what `xlpoker excel lite` prints as its main.py."""

import pytest
from hosts import MISSING, Range
from support.cases import cases

pytestmark = [pytest.mark.engine("node"), pytest.mark.slow]

HAND = ["5H", "5C", "6S", "7S", "KD"]


def test_only_the_functions_are_installed(lite):
    """In the browser there is xlwings and nothing heavy; xlpoker comes out of main.py."""
    facts = lite.ask("facts")
    assert (facts["platform"], facts["loader"]) == ("emscripten", "XlpokerPacked")
    assert facts["packages"] == ["xlwings"]
    assert facts["heavy"] == []
    assert all(name.endswith("-py3-none-any.whl") for name in facts["wheels"])


@cases(
    ("formula", "expected"),
    {
        "null-and-empty": (("HANDVAL", Range([HAND, [None] * 5, [""] * 5])), [[2067], [""], [""]]),
        "all-null": (("HANDVAL", Range([[None] * 5])), [[""]]),
        "option-left-out": (("HANDVAL", Range([HAND]), MISSING, "five"), [[2067]]),
        "error-object": (("HANDVAL", "#REF!"), [["#VALUE! #REF! is an Excel error, not a card"]]),
        "repeating-left-out": (("WINNER", Range([HAND]), MISSING), [["#VALUE! hand 2 is blank"]]),
        "flop-ends-in-null": (
            (
                "HOLDEM",
                Range([["8C", "9S", "4C", None, None]]),
                Range([["6C", "7C"]]),
                Range([["AH", "AD"]]),
            ),
            [[2]],
        ),
    },
)
def test_values_of_javascript_are_understood(lite, formula, expected):
    """JavaScript's null, empty texts and error objects are what blank and broken cells are elsewhere."""
    assert lite.call(*formula) == expected
