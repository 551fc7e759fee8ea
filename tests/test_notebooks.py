"""What a notebook, a type checker and `import *` see: names, types, tables, hands that sort, messages."""

import builtins
import inspect
import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from hosts import ROOT
from support.refused import refused

import xlpoker
import xlpoker.frames
from xlpoker.errors import HandError
from xlpoker.workbook.jobs import Counts, Options


def test_hands_sort_by_value():
    """The better hand is the greater one; hands of one value are equal only if their cards are."""
    texts = ["2c2d4h4s9c", "AhKhQhJhTh", "2h2s4c4d9d", "7c5d4h3s2c"]
    hands = sorted(map(xlpoker.hand, texts))
    assert [hand.value for hand in hands] == sorted(hand.value for hand in hands)
    one, other = xlpoker.hand(texts[0]), xlpoker.hand(texts[2])
    assert (one <= other, one >= other) == (True, True)
    assert (one < other, one > other, one == other) == (False, False, False)
    assert max(hands).name == "Royal Flush"
    with pytest.raises(TypeError):
        assert one < 7


def test_odds_as_tables():
    """Odds and outs are DataFrames on request and tables in a notebook."""
    odds = xlpoker.equity("8c 9s 4c", "6c 7c", "TT+, AK")
    frame = odds.to_frame()
    assert list(frame.columns) == ["hand", "win", "tie", "equity", "wins", "ties", "error"]
    assert frame["equity"].tolist() == [player.equity for player in odds.players]
    assert "<td>TT+, AK</td><td>43.05%</td>" in odds._repr_html_()
    turn = xlpoker.outs("8c 9s 4c Jh", "6c 7c", "Ah Ad")
    assert turn.to_frame()["result"].value_counts().to_dict() == {"lose": 29, "win": 15}
    assert "<td>win</td><td>15</td><td>2C 3C" in turn._repr_html_()
    assert "win=15, tie=0, lose=29" in repr(turn)


@pytest.mark.parametrize(
    ("arguments", "board"),
    [
        (("AhKh", "QcQd"), "AhKh"),
        (("TT+", "AK", "random"), "TT+"),
        (("AsKsQhJh", "random"), "AsKsQhJh"),
    ],
    ids=["cards", "ranges", "omaha"],
)
def test_the_board_comes_first(arguments, board):
    """Hands without a board before them are told so."""
    blank = f'before the flop it is blank: xlpoker.equity("", "{board}", ...)'
    with refused(HandError, f"'{board}' is a hand, and the board comes first; {blank}"):
        xlpoker.equity(*arguments)


def test_single_hands_and_counts_as_tables():
    """Counts are a row each; a notebook shows them and hands as tables."""
    hand = xlpoker.hand("2H 2D 4C 4D 4S")
    assert (
        "<td>4S 4D 4C 2H 2D</td><td>Full House, Fours over Twos</td><td>7165</td>"
        in hand._repr_html_()
    )
    counts = Counts("deals.csv", "", 5, [2, 1], ties=1, names=["Black", "White"], unlisted=1)
    assert "<caption>deals.csv</caption>" in counts._repr_html_()
    lines = [
        "deals.csv",
        "Rows       5",
        "Black      2",
        "White      1",
        "Ties       1",
        "Bad        1",
    ]
    assert str(counts).splitlines() == lines
    single = Counts("deals.csv", "", 2, categories={"Flush": 2})
    assert "<td>Flush</td>" in single._repr_html_()
    log = Counts("log.xlsx", "Friday", 3, [2, 0], no_showdown=1, output="log.scored.xlsx")
    assert str(log).splitlines()[-2:] == ["Bad              0", "Written to log.scored.xlsx"]
    assert "No showdown      1" in str(log).splitlines()


def test_the_options_of_score_are_in_its_signature():
    """Every option of a job is a keyword of `score` with the same default; those given by name go before the others."""
    parameters = inspect.signature(xlpoker.score).parameters
    named = {one.name: one.default for one in fields(Options)}
    assert {name: parameters[name].default for name in named} == named
    assert {parameters[name].kind for name in named} == {inspect.Parameter.KEYWORD_ONLY}


def test_the_example_of_polars():
    """The lines of the documentation run as they stand."""
    pytest.importorskip("polars")
    page = (Path(__file__).parent.parent / "docs" / "python.md").read_text(encoding="utf-8")
    example = page.split("```python\nimport polars")[1].split("```")[0]
    place: dict[str, object] = {}
    exec("import polars" + example, place)
    assert place["scored"]["winner"].to_list() == [2, 1]
    assert place["scored"].columns[:2] == ["black", "white"]


USERS = """\
from typing import Literal, assert_type

import numpy as np
import numpy.typing as npt

import xlpoker
from xlpoker import *
from xlpoker.odds.equity import Odds
from xlpoker.odds.outs import Outs
from xlpoker.workbook.jobs import Counts

assert_type(xlpoker.hand("5H 5C 6S 7S KD"), Hand)
assert_type(xlpoker.equity("", "AhKh", "QcQd"), Odds)
assert_type(xlpoker.equity("", "AhKh", "QcQd").players[0].win, float)
assert_type(xlpoker.outs("8c 9s 4c", "6c 7c", "Ah Ad"), Outs)
assert_type(xlpoker.equities(["8c9s4c"], [["6c7c", "AhAd"]]), npt.NDArray[np.float64])
assert_type(xlpoker.parse(["5H"]), npt.NDArray[np.uint8])
assert_type(xlpoker.format([14]), npt.NDArray[np.object_])
assert_type(xlpoker.values([[14]]), npt.NDArray[np.float64])
assert_type(xlpoker.winners([[14]], [[15]]), npt.NDArray[np.int8])
assert_type(xlpoker.wins("book.xlsx"), Counts)
assert_type(score("book.xlsx"), Counts)
assert_type(format(7, "x"), str)
"""
WRONG = 'xlpoker.equty\nxlpoker.equity("", "AhKh", "QcQd").player\nxlpoker.score(7)\n'


@pytest.mark.slow
def test_a_users_file_has_types(tmp_path, request):
    """Every public name has its type under --strict, and what is misspelt or of another type is an error.

    What mypy has read of other packages is kept with pytest's cache.
    """
    (tmp_path / "users.py").write_text(USERS + WRONG, "utf-8")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports=silent",
        "--cache-dir",
        str(request.config.cache.mkdir("mypy")),
        "users.py",
    ]
    environment = os.environ | {"MYPYPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    said = done.stdout.splitlines()
    first = len(USERS.splitlines()) + 1
    assert [line.partition(": ")[0] for line in said[:-1]] == [
        f"users.py:{first + at}" for at in range(3)
    ], said
    assert [line.rpartition("[")[2] for line in said[:-1]] == [
        "attr-defined]",
        "attr-defined]",
        "arg-type]",
    ]


def test_the_list_of_names_is_that_of_the_public_ones():
    """`dir` has what is documented, also what is loaded later, and nothing that the module needs for itself."""
    assert dir(xlpoker) == sorted([*xlpoker.__all__, "__version__", "format"])
    assert all(hasattr(xlpoker, name) for name in dir(xlpoker))


def test_a_star_hides_no_builtin():
    """`from xlpoker import *` gives no name that Python has already; `xlpoker.format` stays."""
    assert not set(xlpoker.__all__) & set(dir(builtins))
    assert xlpoker.format([14]).tolist() == ["5H"]
