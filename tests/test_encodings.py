"""Cards as numbers, read only when named."""

import datetime as dt
import random
from itertools import permutations, product

import pytest
from click.testing import CliRunner
from support.books import book
from support.cases import cases
from support.refused import refused

from xlpoker.cli import main
from xlpoker.errors import CardError, OptionError, QuestionError
from xlpoker.evaluator.cards import RANKS, card_text
from xlpoker.evaluator.encodings import ENCODINGS, encoding
from xlpoker.workbook.jobs import Options, wins

NUMBERS = [one for one in ENCODINGS.values() if one.numbers and one.name != "treys"]


@cases(
    ("name", "cells", "cards"),
    {
        "uci": ("uci", [1, 10, 2, 13, 3, 1, 4, 2], "TH KS AD 2C"),
        "texts-and-floats": ("uci", ["1", "10", 2.0, 13.0], "TH KS"),
        "suit-order": ("1-52-suits:SHDC", [1, 13, 14, 52], "2S AS 2H AC"),
        "2-14-in-another-order": ("2-14:hsdc", [14, 1, 13, 2, 12, 3, 11, 4], "AH KS QD JC"),
        "colon-without-an-order": ("1-52:", [1], "2C"),
        "ranks-from-1": ("1-13", [1, 1, 13, 4, 9, 2], "2C AS TD"),
        "ranks-from-1-aces-first": ("1-13-ace", [1, 1, 13, 4, 10, 2], "AC KS TD"),
        "ranks-from-1-suits-from-0": ("1-13-0-3", [1, 0, 13, 3], "2C AS"),
        "the-same-aces-first": ("1-13-0-3-ace", [1, 0, 13, 3], "AC KS"),
        "ranks-from-0-aces-first": ("0-12-0-3-ace", [0, 0, 12, 3], "AC KS"),
        "blanks-around": ("  0-51  ", [" 7 "], "3S"),
        "blank": ("UCI", [None, "", " "], ""),
    },
)
def test_encodings(name, cells, cards):
    """Each encoding gives the cards it stands for."""
    assert " ".join(map(card_text, encoding(name).codes(cells))) == cards


@pytest.mark.parametrize("one", NUMBERS, ids=lambda one: one.name)
@pytest.mark.parametrize("order", ["", ":SHDC"], ids=["usual", "SHDC"])
def test_every_encoding_has_every_card_once(one, order):
    """The numbers in range are the 52 cards, each once."""
    codes = [encoding(one.name + order).codes(cells)[0] for cells in product(*one.numbers)]
    assert sorted(codes) == list(range(52))


CHOICE = (
    "uci, 2-14, 0-51, 1-52, 0-51-suits, 1-52-suits, 0-51-ace, 1-52-ace, 0-51-suits-ace, 1-52-suits-ace, 2-14-0-3, 0-12-0-3, 1-13, "
    "1-13-0-3, 0-12-0-3-ace, 1-13-ace, 1-13-0-3-ace, treys, rank-suit, suit-rank, ranks-suits, suits-ranks"
)
SHOWN = {
    "uci": "1 | 1 is AH, 1 | 2 is 2H",
    "1-52-suits": "1 is 2C, 2 is 3C",
    "1-13-0-3-ace": "1 | 0 is AC, 1 | 1 is AD",
    "treys": "69634 is 2S, 73730 is 2H",
    "suits-ranks": "such as Spades | K",
}
"""The first cards of some encodings, as they are shown."""


@cases(
    ("name", "message"),
    {
        "unknown": (
            "zzz",
            f"'zzz' is not an encoding of cards; choose from {CHOICE}; 'list' shows the first cards of each",
        ),
        "nearest-number": ("0-53", "'0-53' is not an encoding of cards; did you mean '0-51'?"),
        "misspelt-with-an-order": (
            "ucy:SHDC",
            "'ucy' is not an encoding of cards; did you mean 'uci'?",
        ),
        "suit-twice": (
            "uci:SHDS",
            "'SHDS' is not a suit order; name each of C D H S once, as in uci:SHDC",
        ),
        "three-suits": (
            "1-52:SHD",
            "'SHD' is not a suit order; name each of C D H S once, as in 1-52:SHDC",
        ),
    },
)
def test_unknown_names(name, message):
    """An unknown encoding or suit order is refused with the nearest or an example."""
    with refused(OptionError, message):
        encoding(name)


@cases(
    "words",
    {
        "wins": ["wins", "--cards", "list"],
        "score of a file that is not there": [
            "score",
            "none.xlsx",
            "--cards",
            " List ",
            "--hands",
            "A1:J9",
        ],
        "report": ["report", "--cards", "list"],
    },
)
def test_the_encodings_are_listed(words):
    """The word `list` prints all of them with their first cards and ends well, whatever else is named or left out."""
    done = CliRunner().invoke(main, words)
    lines = [line.split(maxsplit=2) for line in done.stdout.splitlines()[2:]]
    assert (done.exit_code, done.stderr, [name for name, *_ in lines]) == (0, "", [*ENCODINGS])
    assert {name: example.strip() for name, _, example in lines if name in SHOWN} == SHOWN


def test_the_list_in_python():
    """As an option it is refused with the same list."""
    with pytest.raises(OptionError) as caught:
        encoding("list")
    assert all(f"{name} ({example})" in str(caught.value) for name, example in SHOWN.items())


@cases(
    ("name", "cells", "message"),
    {
        "suit-5": ("uci", [5, 1], "'5' is not a number 1 .. 4 as uci has it"),
        "fraction": ("0-51", [1.5], "'1.5' is not a number 0 .. 51 as 0-51 has it"),
        "text": ("0-51", ["5H"], "'5H' is not a number 0 .. 51 as 0-51 has it"),
        "TRUE": ("0-51", [True], "'TRUE' is not a number 0 .. 51 as 0-51 has it"),
        "negative": ("0-51", [-1], "'-1' is not a number 0 .. 51 as 0-51 has it"),
        "NaN": ("0-51", [float("nan")], "'nan' is not a number 0 .. 51 as 0-51 has it"),
        "date": (
            "0-51",
            [dt.datetime(2009, 6, 8)],
            "'2009-06-08 00:00:00' is not a number 0 .. 51 as 0-51 has it",
        ),
        "beyond-a-float": (
            "0-51",
            [10**400],
            f"'1{'0' * 37} ...' is not a number 0 .. 51 as 0-51 has it",
        ),
        "half-a-pair": ("rank-suit", ["K", "Spades", "Q", ""], "a card is missing"),
        "missing": ("0-51", [1, None], "a card is missing"),
        "no-integer-of-treys": (
            "treys",
            [69635],
            "'69635' is not a number 69634 .. 268471337 as treys has it",
        ),
        "odd-number-of-cells": ("uci", [1, 2, 3], "uci takes 2 cells for each card, not 3 in all"),
    },
)
def test_numbers_that_are_no_cards(name, cells, message):
    """What is out of range is quoted with the range."""
    with refused(CardError, message):
        encoding(name).codes(cells)


@pytest.mark.parametrize("one", NUMBERS, ids=lambda one: one.name)
def test_every_suit_order_is_followed(one):
    """In all 24 orders the first suit named is the suit of the least number, and the last that of the greatest."""
    least, greatest = ([numbers[end] for numbers in one.numbers] for end in (0, -1))
    for suits in map("".join, permutations("CDHS")):
        renamed = encoding(f"{one.name}:{suits}")
        assert card_text(renamed.codes(least)[0])[1] == suits[0]
        assert card_text(renamed.codes(greatest)[0])[1] == suits[-1]


def test_treys_are_those_of_the_package():
    """Its integers are those that treys makes of the texts."""
    treys = pytest.importorskip("treys")
    texts = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    codes = encoding("treys").codes([treys.Card.new(text) for text in texts])
    assert codes == list(range(52))


def dealt(cards, rows=30, seed=5):
    """Return rows of different card codes."""
    source = random.Random(seed)
    return [source.sample(range(52), cards) for _ in range(rows)]


def uci(codes):
    """Return cards as the UCI data set has them: suit 1-4 (hearts, spades, diamonds, clubs), rank 1-13, the ace 1."""
    texts = map(card_text, codes)
    return [
        number
        for rank, suit in texts
        for number in ("HSDC".index(suit) + 1, (RANKS.index(rank) + 1) % 13 + 1)
    ]


def test_numbers_need_their_encoding(tmp_path):
    """Numbers that may be cards are asked about; --cards alone reads them, and hands may be named."""
    rows = dealt(5)
    path = book(tmp_path / "a.xlsx", [[*uci(row), 9] for row in rows], labels=None)
    with pytest.raises(
        QuestionError, match="may be suits and ranks; say how they are written"
    ) as asked:
        wins(path)
    assert [choice.typed for choice in asked.value.choices] == ["--cards uci"]
    spelt = book(tmp_path / "b.xlsx", [[*map(card_text, row)] for row in rows], labels=None)
    for hands in (None, "A:J"):
        found = wins(path, Options(cards="uci", hands=hands))
        assert (found.bad, found.categories) == (0, wins(spelt).categories)
