"""First names of many countries above hands: each of them is a player, and none is lost."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.first_names import LIKE_CARDS, WORDS, plain_names
from support.random_sheets import DECK, Rows
from support.samples import each_nth

from xlpoker.layout.find import find
from xlpoker.layout.reading import Answer, Question, Reading, UnreadColumn
from xlpoker.layout.sheet import Sheet

NAMES = [name for name in plain_names() if name not in ("Anna", "Ben")]
BOARD_WORDS = ("Flop", "Turn", "River")
ROWS = 6
SHAPES: dict[str, tuple[list[str | None], list[int]]] = {
    "whole hands": (["Anna", "{}", "Ben"], [5, 5, 5]),
    "above the first card": (
        ["Anna", *[None] * 4, "{}", *[None] * 4, "Ben", *[None] * 4],
        [1] * 15,
    ),
    "above each card": (["{}"] * 5 + ["Ben"] * 5, [1] * 10),
    "numbered": (
        [f"{name} {card}" for name in ("{}", "Ben") for card in range(1, 6)],
        [1] * 10,
    ),
    "card by card": (
        [f"{name} card {card}" for name in ("{}", "Ben") for card in range(1, 6)],
        [1] * 10,
    ),
    "hole cards": (["{}", None, "Ben", None, "Board", *[None] * 4], [1] * 9),
    "hole cards in cells": (["Ben", "{}", "Flop", "Turn", "River"], [2, 2, 3, 1, 1]),
}
"""Headings, with ``{}`` for the name, and the number of cards in each cell below."""
COLUMNS = {
    "whole hands": ["Anna 0", "{} 1", "Ben 2"],
    "above the first card": ["Anna 0-4", "{} 5-9", "Ben 10-14"],
    "above each card": ["{} 0-4", "Ben 5-9"],
    "numbered": ["{} 0-4", "Ben 5-9"],
    "card by card": ["{} 0-4", "Ben 5-9"],
    "hole cards": ["{} 0-1", "Ben 2-3", "board 4-8"],
    "hole cards in cells": ["Ben 0", "{} 1", "board 2-4"],
}
"""The names, and the columns below them, counted from 0."""


def sheet(shape: str, name: str) -> Rows:
    """Return a sheet with a name in one of the shapes."""
    headings, sizes = SHAPES[shape]
    rows: Rows = [[text and text.format(name) for text in headings]]
    chance = random.Random(shape)
    for _ in range(ROWS):
        deck = iter(chance.sample(DECK, 52))
        rows.append([" ".join(next(deck) for _ in range(size)) for size in sizes])
    return rows


def answer_to(shape: str, name: str) -> Answer | None:
    """Return what the search says of a name in one of the shapes."""
    return find(Sheet.of("", sheet(shape, name))).answer


def columns(reading: Reading) -> list[str]:
    """Return the players and the board with their columns."""
    groups: list[tuple[str, Any]] = [(hand.name, hand.columns) for hand in reading.hands]
    if reading.board:
        groups.append(("board", reading.board))
    texts: list[str] = []
    for name, places in groups:
        assert list(places) == list(range(places[0], places[-1] + 1))
        texts.append(f"{name} {places[0]}" + (f"-{places[-1]}" if len(places) > 1 else ""))
    return texts


def expected(shape: str, name: str) -> list[str]:
    """Return what is right."""
    return [text.format(name) for text in COLUMNS[shape]]


def test_there_are_five_hundred() -> None:
    """The list is long, and holds the names that are words of cards or of sheets."""
    assert len(NAMES) >= 500
    assert set("Nick Memo Nom Will Jack Ace Queenie Hart King Bo Di Ed".split()) <= {*NAMES, *WORDS}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "names",
    [
        pytest.param(NAMES[::20], id="quick"),
        pytest.param(each_nth(NAMES, 3), id="many", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("shape", SHAPES)
def test_names(shape: str, names: list[str]) -> None:
    """Each name is a player; hardly any is asked about. All five hundred are tried for a release."""
    wrong: list[str] = []
    asked: list[str] = []
    for name in names:
        answer = answer_to(shape, name)
        if isinstance(answer, Question):
            asked.append(name)
        elif not isinstance(answer, Reading) or columns(answer) != expected(shape, name):
            wrong.append(name)
    assert wrong == []
    assert len(asked) <= 0.02 * len(names), asked


def places(texts: list[str]) -> list[str]:
    """Return the columns of players, without the names."""
    return [text.rpartition(" ")[2] for text in texts]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_words_that_are_names(shape: str, name: str) -> None:
    """A word of sheets above a hand names it, or the line says what else is made of it."""
    answer = answer_to(shape, name)
    if not isinstance(answer, Reading):
        assert isinstance(answer, Question)
        return
    unread = [part.heading for part in answer.unread if isinstance(part, UnreadColumn)]
    is_named = any(heading.startswith(name) for heading in unread)
    is_board = name in BOARD_WORDS and answer.board
    assert is_board or is_named or places(columns(answer)) == places(COLUMNS[shape])


@pytest.mark.parametrize("name", LIKE_CARDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_names_that_are_cards(shape: str, name: str) -> None:
    """*Diamond 2* is a player's second card, not the two of diamonds, where all headings are such."""
    answer = answer_to(shape, name)
    if isinstance(answer, Reading):
        assert places(columns(answer)) == places(COLUMNS[shape])
    else:
        assert isinstance(answer, Question)
