"""Arguments that nobody means: tables as options, lists within themselves. Each gives one sentence, of the kind that all errors are."""

import numpy as np
import pandas as pd
import pytest
from support.books import CARDS, book
from support.cases import cases

import xlpoker
from xlpoker.errors import OptionError, PokerError, RangeError
from xlpoker.functions import CATALOGUE, call
from xlpoker.workbook.jobs import score, wins

HAND, OTHER = "5H 5C 6S 7S KD", "2C 3S 8S 8D TD"
FRAME = pd.DataFrame({"one": [HAND], "two": [OTHER]})
TABLES = {
    "series": pd.Series(["a", "b"]),
    "empty-series": pd.Series([], dtype=object),
    "frame": pd.DataFrame({"a": [1]}),
    "array": np.arange(3),
    "missing": pd.NA,
}
FILE_OPTIONS = ["sheet", "cards", "game", "jokers", "scale", "by", "check", "skip"]
FRAME_OPTIONS = ["cards", "game", "jokers", "scale", "by", "skip"]


def path(folder):
    """Return a workbook of one deal."""
    return book(folder / "a.xlsx", [f"{HAND} {OTHER}".split()], labels=CARDS)


def is_sentence(error):
    """Tell whether an error is one line that says what is wrong with the input."""
    text = str(error)
    return (
        "\n" not in text and len(text) < 1000 and "mistake" not in text and "ambiguous" not in text
    )


@cases("value", TABLES)
@pytest.mark.parametrize("option", FILE_OPTIONS)
def test_options_of_files(tmp_path, option, value):
    """No option of a job is a table."""
    for job in (wins, score):
        with pytest.raises(OptionError) as caught:
            job(path(tmp_path), **{option: value})
        assert is_sentence(caught.value)
    assert not [*tmp_path.glob("*scored*")]


@cases("value", TABLES)
@pytest.mark.parametrize("option", ["in_place", "force", "engine", "writing", "progress"])
def test_switches(tmp_path, option, value):
    """Nor is a switch, an engine or a function of progress."""
    with pytest.raises(OptionError) as caught:
        score(path(tmp_path), **{option: value})
    assert is_sentence(caught.value)
    assert not [*tmp_path.glob("*scored*")]


@cases("value", TABLES)
@pytest.mark.parametrize("option", [*FRAME_OPTIONS, "overwrite"])
def test_options_of_frames(option, value):
    """Nor an option of a DataFrame."""
    with pytest.raises(OptionError) as caught:
        FRAME.poker.score(**{option: value})
    assert is_sentence(caught.value)


@cases("value", TABLES)
@cases(
    ("function", "arguments", "option"),
    {
        "hand-game": (xlpoker.hand, [HAND], "game"),
        "hand-jokers": (xlpoker.hand, [HAND], "jokers"),
        "value-scale": (xlpoker.value, [HAND], "scale"),
        "winner-jokers": (xlpoker.winner, [HAND, OTHER], "jokers"),
        "equity-game": (xlpoker.equity, ["", "AhKh", "QcQd"], "game"),
        "equity-seed": (xlpoker.equity, ["", "AhKh", "QcQd"], "seed"),
        "equity-samples": (xlpoker.equity, ["", "AhKh", "QcQd"], "samples"),
        "equity-exact": (xlpoker.equity, ["", "AhKh", "QcQd"], "exact"),
        "outs-game": (xlpoker.outs, ["8c 9s 4c", "6c 7c", "Ah Ad"], "game"),
        "range-game": (xlpoker.parse_range, ["TT+"], "game"),
        "deal-seed": (xlpoker.deal, [], "seed"),
        "deal-game": (xlpoker.deal, [], "game"),
        "deal-players": (xlpoker.deal, [], "players"),
        "equities-game": (xlpoker.equities, [["8c9s4c"], [["6c7c", "AhAd"]]], "game"),
        "values-jokers": (xlpoker.values, [[[0, 1, 2, 3, 4]]], "jokers"),
    },
)
def test_options_of_functions(function, arguments, option, value):
    """Nor an option of a function for hands, odds or deals."""
    with pytest.raises(OptionError) as caught:
        function(*arguments, **{option: value})
    assert is_sentence(caught.value)


@cases("value", {"number": 5, "nothing": None, "bytes": b"TT+", "list": ["TT+"], **TABLES})
def test_ranges_are_texts(value):
    """A range that is no text is refused with an example."""
    with pytest.raises(RangeError, match="is no range; a range is a text such as 'TT\\+, AKs'"):
        xlpoker.parse_range(value)


def within_itself():
    """Return a list that is its own item."""
    found = []
    found.append(found)
    return found


def deep(levels):
    """Return a list in a list in a list ..."""
    found = []
    for _ in range(levels):
        found = [found]
    return found


LISTS = {
    "within-itself": within_itself(),
    "deep": deep(2000),
    "deep-error": {"type": "Error", "basicValue": deep(2000)},
    "deep-table": [[deep(2000), "5H"]],
}


@cases("value", LISTS)
@pytest.mark.parametrize("function", CATALOGUE)
def test_endless_lists_in_functions(function, value):
    """A function that gets such a list in any place answers with an error of a spreadsheet."""
    for arguments in (
        [value],
        [value, value],
        [HAND, value],
        [HAND, OTHER, value],
        ["8c 9s 4c", value, "6c 7c"],
    ):
        answer = call(function, *arguments)
        cells = [cell for row in answer for cell in row] if isinstance(answer, list) else [answer]
        assert all(
            "mistake" not in str(cell) for cell in cells if not isinstance(cell, list | dict)
        )


@cases("value", LISTS)
@cases("function", {"hand": xlpoker.hand, "value": xlpoker.value, "winner": xlpoker.winner})
def test_endless_lists_in_python(function, value):
    """In Python such a list is no hand."""
    with pytest.raises(PokerError) as caught:
        function(value)
    assert is_sentence(caught.value)


@cases("value", LISTS)
@pytest.mark.parametrize("named", ["hands", "board"])
def test_endless_lists_of_columns(named, value):
    """Nor do they name columns of a DataFrame."""
    with pytest.raises(OptionError) as caught:
        FRAME.poker.score(**{named: value})
    assert is_sentence(caught.value)
