"""Cards as numbers: which columns are proposed when their encoding is named."""

import random

import pytest
from support.books import book

from xlpoker.errors import LayoutError
from xlpoker.evaluator.cards import RANKS, SUITS, card_text
from xlpoker.evaluator.encodings import encoding
from xlpoker.layout.grid import Grid
from xlpoker.workbook.job import Options, wins
from xlpoker.workbook.read import proposed_ranges


def dealt(cards, rows=30, seed=5):
    """Return rows of different card codes."""
    source = random.Random(seed)
    return [source.sample(range(52), cards) for _ in range(rows)]


def uci(codes):
    """Return cards as the UCI data set has them: suit 1-4 (hearts, spades, diamonds, clubs), rank 1-13, the ace 1."""
    texts = map(card_text, codes)
    return [number for rank, suit in texts for number in ("HSDC".index(suit) + 1, (RANKS.index(rank) + 1) % 13 + 1)]


HEADER = [f"{what}{n}" for n in range(1, 6) for what in "SC"]
PLACES = {
    "uci-with-header-and-class": ("uci", [[*HEADER, "CLASS"], *[[*uci(row), 9] for row in dealt(5)]], "A2:J31"),
    "uci-of-a-csv": ("uci", [[*map(str, uci(row)), "0"] for row in dealt(5)], "A1:J30"),
    "uci-behind-a-counter": ("uci", [[100 + at, *uci(row)] for at, row in enumerate(dealt(5))], "B1:K30"),
    "two-players": ("0-51", [[*row, "note"] for row in dealt(10)], "A1:E30,F1:J30"),
    "three-players": ("1-52", [[card + 1 for card in row] for row in dealt(15)], "A1:E30,F1:J30,K1:O30"),
    "under-titles": ("0-51", [["Friday"], ["a", "b"], *dealt(5)], "A3:E32"),
    "words": ("uci", [["a", "b"], ["c", 1]], None),
    "out-of-limits": ("0-51", [[card + 50 for card in row] for row in dealt(5)], None),
    "a-card-twice": ("0-51", [[1, 1, 2, 3, 4]] * 3, None),
    "empty": ("uci", [], None),
}


@pytest.mark.parametrize(("cards", "rows", "expected"), PLACES.values(), ids=PLACES)
def test_proposed(cards, rows, expected):
    """The columns in which every row holds different cards in the limits of the encoding."""
    assert proposed_ranges(Grid("Sheet1", rows), encoding(cards)) == expected


def test_the_proposal_can_be_pasted(tmp_path):
    """The message ends in options; with them the hands are read."""
    rows = dealt(10)
    path = book(tmp_path / "a.xlsx", [uci(row) for row in rows], labels=None)
    with pytest.raises(LayoutError) as caught:
        wins(path, Options(cards="uci"))
    asked = (
        "cards written as numbers are not found by themselves; say where they are: --cards uci --hands A1:J30,K1:T30"
    )
    assert str(caught.value) == asked
    spelt = book(
        tmp_path / "b.xlsx", [[RANKS[code >> 2] + SUITS[code & 3] for code in row] for row in rows], labels=None
    )
    assert wins(path, Options(cards="uci", hands=asked.rsplit(maxsplit=1)[-1])).players == wins(spelt).players
