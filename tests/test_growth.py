"""No line of input takes long: the time grows with the length, in each regular expression and from a file to its result."""

import re

import pytest
from support.growth import (
    LENGTHS,
    LINEAR,
    Expression,
    expressions_of,
    growth_of,
    modules_with_expressions,
    worst_growth,
)
from support.histories import STARS, read_history
from support.samples import sample_size

from xlpoker.functions import call
from xlpoker.scoring.earlier_results import is_result

MODULES = [*modules_with_expressions(["xlpoker"])]
BOUNDED = {
    "xlpoker.evaluator.cells:_VERSUS": (2, 200, "sides() reads at most 200 characters"),
    "xlpoker.evaluator.cells._SEPARATORS[0]": (2, 200, "sides() reads at most 200 characters"),
    "xlpoker.evaluator.cells._SEPARATORS[1]": (2, 200, "sides() reads at most 200 characters"),
    "xlpoker.evaluator.cells._SEPARATORS[2]": (2, 200, "sides() reads at most 200 characters"),
}
"""The expressions whose time grows with a higher power of the length: the power, the longest text that they are given, and why."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("module", MODULES[::5])
def test_some_expressions_with_few_texts(module):
    """Texts that nearly match, with a piece repeated, take time in proportion to their length."""
    for expression in expressions_of(module):
        assert_bounded(expression, samples=5)


@pytest.mark.slow
@pytest.mark.parametrize("module", MODULES)
def test_expressions(module):
    """The same for every expression, with more texts drawn from it; a release draws five times as many."""
    for expression in expressions_of(module):
        assert_bounded(expression, samples=sample_size(8, release=40))


def assert_bounded(expression, samples):
    """Assert that the time of an expression grows no faster than is allowed."""
    power, characters, _ = BOUNDED.get(expression.where, (1, LENGTHS[-1], ""))
    allowed = power - 1 + LINEAR
    lengths = [length for length in LENGTHS if length <= 4 * characters]
    growth, method, hostile = worst_growth(expression, samples, allowed, lengths)
    assert growth < allowed, (expression.where, method, hostile)


SLOW = {
    "two stars": r"\d*\d*x",
    "three stars": r" *\(?[^()]*\)? *\(",
    "words that hold their separator": r"(?:[A-Z][\w.]*[ _]){0,4}?Hand",
    "alternatives that begin alike": r"(?:a|a, a)(?:, (?:a|a, a))*!",
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_a_slow_expression_is_found(text):
    """The texts drawn from such an expression show that its time is not in proportion to the length."""
    growth, *_ = worst_growth(Expression("", re.compile(text), ("match",)), samples=15)
    assert growth >= LINEAR


def test_where_expressions_are_found():
    """In variables, in lists, behind a method, and in calls of `re` in functions."""
    places = ("texts._START", "texts._TIMES[6]", "phh.READER[0]", r"model:'\\D'")
    for place in places:
        module = re.split("[.:]", place)[0]
        found = [expression.where for expression in expressions_of(f"xlpoker.histories.{module}")]
        assert f"xlpoker.histories.{place}" in found


LENGTHS_OF_FILES = [60, 125, 250, 500, 1_000, 4_000, sample_size(16_000, release=64_000)]
FIRST, *_ = STARS.splitlines()
DEALER = '-- starting hand #1 (id: a)  (No Limit Texas Hold\'em) (dealer: "A @ a") --'
GAME = (
    '<game gamecode="1"><players><player seat="1" name="A" chips="$1" win="$2"/><player seat="2" name="B" chips="$1"/>'
    '</players><round no="0"><action player="A" type="1" sum="$1"/><action player="B" type="2" sum="$1"/></round></game>\n'
)


def log_of(*entries):
    """Return a log of PokerNow with some entries."""
    quoted = (entry.replace('"', '""') for entry in entries)
    return "entry,at,order\n" + "".join(
        f'"{entry}",2024-03-05T20:00:00.000Z,1\n' for entry in quoted
    )


LINES = {
    "words before the number": ("hand.txt", lambda size: f"{FIRST}\n" + "a_" * (size // 2) + "#\n"),
    "asterisks": ("hand.txt", lambda size: f"{FIRST}\n" + ("*" * 500 + "\n") * (size // 500)),
    "seats": ("hand.txt", lambda size: f"{FIRST}\n" + "".join(f"Seat {n}: P{n} ($1 in chips)\n" for n in range(size // 25))),
    "brackets": ("hand.txt", lambda size: f"{STARS}\n" + ("[" * 900 + "\n") * (size // 900)),
    "stakes": ("hand.txt", lambda size: f"{FIRST}\n" + ("1," * min(450, size // 2) + "\n") * max(1, size // 900)),
    "blanks behind a number": ("log.csv", lambda size: log_of(f"-- starting hand #1{' ' * size}x")),
    "a session before many games": (
        "games.xml",
        lambda size: "<session><mode>real</mode><gametype>Holdem NL $1/$2</gametype>" + "<x/>" * size + GAME * (size // 100),
    ),
}  # fmt: skip


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("name", "text"), LINES.values(), ids=LINES)
def test_histories(tmp_path, name, text):
    """A hostile file takes time in proportion to its size."""
    assert (
        growth_of(lambda size: read_history(tmp_path, text(size), name), LENGTHS_OF_FILES) < LINEAR
    )


RANGES = {
    "digits": lambda size: "10" * (size // 2),
    "blanks in brackets": lambda size: "[" + " " * size + "5",
    "numbers before a bracket": lambda size: "1 " * (size // 2) + "(",
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("text", RANGES.values(), ids=RANGES)
def test_ranges(text):
    """A cell of any length is read, or refused, in time in proportion to its length."""
    lengths = (500, 2_000, 8_000, 32_000)
    assert growth_of(lambda size: call("EQUITY", "8C 9S 4C", "6C 7C", text(size)), lengths) < LINEAR


def test_winners_whose_names_hold_each_other():
    """Names are compared at each place of the text once, also where one name is the beginning of another."""
    players = ["A", "A, A"]
    assert is_result("Winner", "A, A, A", players)
    lengths = (16, 24, 36, 64, 1_024, 4_096, 16_384)
    assert (
        growth_of(
            lambda size: is_result("Winner", ", ".join("A" * (size // 3)) + " !", players), lengths
        )
        < LINEAR
    )


REFUSED = {
    "a hundred seats": (
        "hand.txt", LINES["seats"][1](5_000), "has 100 seats or more; at most 99 are read",
    ),
    "a seat with a great number": (
        "hand.txt", STARS.replace("Seat 2:", "Seat 222:"), "has 100 seats or more; at most 99 are read",
    ),
    "very many lines": (
        "hand.txt", f"{FIRST}\n" + "Zoe said hello\n" * 5_000, "goes on for 5,001 lines; at most 5,000 are read",
    ),
    "a number of 5,000 digits": (
        "log.csv", log_of(f"-- starting hand #{'1' * 5_000}"), "is no first line of a hand",
    ),
    "an order of 5,000 digits": (
        "log.csv", log_of(DEALER)[:-2] + "1" * 5_000, "has fewer than two players",
    ),
    "a quotation without an end in a log": (
        "log.csv", 'entry,at,order\n"' + ("x" * 16_000 + "\n") * 20, "begins a quotation that does not end",
    ),
    "a quotation without an end in a ledger": (
        "ledger.csv", 'player_nickname,player_id\n"' + ("x" * 16_000 + "\n") * 20, "begins a quotation that does not end",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("name", "text", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_hand_is_listed(tmp_path, name, text, reason):
    """More than a table of players has is one hand that is not read; the file's other hands are."""
    unread = [str(entry.reason) for entry in read_history(tmp_path, text, name).unread]
    assert reason in unread
