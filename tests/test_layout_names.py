"""First names of many countries above hands: each of them is a player, or the sheet is asked about; none is lost."""

import pytest
from support.first_names import LIKE_CARDS, WORDS, different
from support.layout_table import offers, rows_of

from xlpoker.layout.find import find
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Question

NAMES = [name for name in different() if name not in ("Anna", "Ben")]
SHEETS = {  # {} is the name
    "whole hands": ("five-card", "Anna|{}|Ben // 6x [5]|[5]|[5]", "Anna=A2:A7,{}=B2:B7,Ben=C2:C7"),
    "above the first card": ("five-card", "Anna>5|{}>5|Ben // 6x 15c", "Anna=A2:E7,{}=F2:J7,Ben=K2:O7"),
    "above each card": ("five-card", "5*{}|5*Ben // 6x 10c", "{}=A2:E7,Ben=F2:J7"),
    "numbered": ("five-card", "{} _1|{} _2|{} _3|{} _4|{} _5|Ben _1|Ben _2|Ben _3|Ben _4|Ben _5 // 6x 10c", "{}=A2:E7,Ben=F2:J7"),
    "card by card": ("five-card", "Deal|{} card _1|{} card _2|{} card _3|{} card _4|{} card _5|Ben card _1|Ben card _2|Ben card _3|Ben card _4|Ben card _5 // 6x 7|10c", "{}=B2:F7,Ben=G2:K7"),
    "hole cards": ("holdem", "{}>2|Ben>2|Board // 6x 9c", "{}=A2:B7,Ben=C2:D7,board=E2:I7"),
    "hole cards in cells": ("holdem", "Ben|{}|Flop|Turn|River // 6x [2]|[2]|[3]|c|c", "Ben=A2:A7,{}=B2:B7,board=C2:E7"),
}  # fmt: skip


def read(form, name):
    """Return what is found under a name, and what is right."""
    game, sheet, expected = SHEETS[form]
    rows = rows_of(sheet.replace("_", "").replace("{}", "Mia"), form)
    heads = [cell.replace("Mia", name) if isinstance(cell, str) else cell for cell in rows[0]]
    return find(Grid("Sheet1", [heads, *rows[1:]]), game), expected.replace("{}", name), game


def test_there_are_five_hundred():
    """The list is long, and holds the names that are words of cards or of sheets."""
    assert len(NAMES) >= 500
    assert set("Nick Memo Nom Will Jack Ace Queenie Hart King Bo Di Ed".split()) <= {*NAMES, *WORDS}


@pytest.mark.parametrize("names", [NAMES[::12], pytest.param(NAMES, marks=pytest.mark.slow)], ids=["some", "all"])
@pytest.mark.parametrize("form", SHEETS)
def test_names(form, names):
    """What is read is right; few names are asked about."""
    wrong, asked = [], []
    for name in names:
        found, expected, game = read(form, name)
        if isinstance(found, Question):
            asked.append(name)
        elif not offers(found, expected, game):
            wrong.append(name)
    assert wrong == []
    assert len(asked) <= 0.02 * len(NAMES), asked


@pytest.mark.parametrize("form", SHEETS)
def test_words_that_are_names(form):
    """A word of sheets above a hand is a question, or left out by name, or the hand is read, though the player may have no name."""
    for name in WORDS:
        found, expected, _ = read(form, name)
        if not isinstance(found, Question):
            hands = ",".join(one.rpartition("=")[2] for one in expected.split(","))
            assert str(found) == hands or any(name in left for left in found.unread), name


@pytest.mark.parametrize("name", LIKE_CARDS)
@pytest.mark.parametrize("form", SHEETS)
def test_names_that_are_cards(request, form, name):
    """Diamond 2 is a player's second card, not the two of diamonds, where all headings are such."""
    if form == "numbered" and name != "Joker":
        request.applymarker(pytest.mark.xfail(strict=True, reason="the row of headings is read as a deal"))
    found, expected, game = read(form, name)
    assert isinstance(found, Question) or offers(found, expected, game)
