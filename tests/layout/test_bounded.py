"""Sheets that nobody keeps: the search takes four times as long for four times as much, not sixteen."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from xlpoker.errors import LayoutError
from xlpoker.layout.find import find
from xlpoker.layout.messages import question_lines, reading_line
from xlpoker.layout.reading import Question, Reading
from xlpoker.layout.sheet import Sheet

Rows = list[list[Any]]

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
HAND = "5H 5C 6S 7S KD"
OTHER_HAND = "2C 3S 8S 8D TD"
SMALL = 500
LARGE = 2000
RUNS = 3

WIDE: dict[str, Callable[[int], Rows]] = {
    "headings without cards": lambda n: [[f"x{i}" for i in range(n)], [HAND, OTHER_HAND]],
    "headings above hands": lambda n: [[f"x{i}" for i in range(n)], [HAND] * n],
    "one name with numbers": lambda n: [
        [f"Anna {i}" for i in range(n)],
        [CARDS[i % 52] for i in range(n)],
    ],
    "one name above all": lambda n: [["Anna"] * n, [CARDS[i % 52] for i in range(n)]],
    "cards without headings": lambda n: [[CARDS[i % 52] for i in range(n)]] * 3,
    "numbers": lambda n: [[i % 52 for i in range(n)]] * 3,
    "suits and ranks": lambda n: [[1 + i % 4, 1 + i % 13] * (n // 2) for i in range(3)],
    "gaps between hands": lambda n: [["A", None] * (n // 2), [HAND, None] * (n // 2)],
    "words beside hands": lambda n: [["Ben", HAND] * (n // 2)] * 4,
    "words behind the hands": lambda n: [[HAND, OTHER_HAND] + ["x"] * n] * 4,
    "a wide title": lambda n: [
        [f"x{i}" for i in range(n)],
        [],
        ["Anna", "Ben"],
        [HAND, OTHER_HAND],
    ],
    "names of two words": lambda n: [[f"{i % 50} {i // 50}" for i in range(n)], [HAND] * n],
}
LONG: dict[str, Callable[[int], Rows]] = {
    "hands in one column": lambda n: [[HAND]] * n,
    "words in one column": lambda n: [["Anna"]] * n,
    "tables below one another": lambda n: [
        [f"P{i}", f"Q{i}"] if i % 2 else [HAND, OTHER_HAND] for i in range(n)
    ],
    "a number for each deal": lambda n: (
        [["Deal", "Player", "Hand"]] + [[i // 2, "ab"[i % 2], HAND] for i in range(n)]
    ),
    "blank rows": lambda n: [["Anna", "Ben"], [HAND, OTHER_HAND], *[[]] * n, [HAND, OTHER_HAND]],
}
TEXTS: dict[str, Callable[[int], Rows]] = {
    "words in a cell": lambda n: [["Anna", "Ben", "x"], [HAND, OTHER_HAND, "x " * n]],
    "cards in a cell": lambda n: [["Anna", "Ben", "x"], [HAND, OTHER_HAND, "5H " * n]],
    "digits in a heading": lambda n: [["Anna", "1" * n], [HAND, OTHER_HAND]],
    "words in a heading": lambda n: [["Anna", "a " * n], [HAND, OTHER_HAND]],
    "words in a title": lambda n: [["hi low " * n], ["Anna", "Ben"], [HAND, OTHER_HAND]],
}


def seconds(rows: Rows) -> float:
    """Return the processor time that the search and its message take."""
    start = time.process_time()
    answer = find(Sheet.of("", rows)).answer
    if isinstance(answer, Reading):
        reading_line(answer)
    elif isinstance(answer, Question):
        question_lines(answer)
    return time.process_time() - start


def grows_too_fast(small: Rows, large: Rows) -> bool:
    """Tell whether four times as much takes more than eight times as long, in each of some runs."""
    return all(seconds(large) >= 8 * seconds(small) + 0.05 for _ in range(RUNS))


@pytest.mark.sampled(10)
@pytest.mark.parametrize("make", {**WIDE, **LONG}.values(), ids={**WIDE, **LONG})
def test_many_cells(make: Callable[[int], Rows]) -> None:
    """The time grows with the number of cells."""
    assert not grows_too_fast(make(SMALL), make(LARGE))


@pytest.mark.parametrize("make", TEXTS.values(), ids=TEXTS)
def test_long_texts(make: Callable[[int], Rows]) -> None:
    """The time grows with the length of a text."""
    assert not grows_too_fast(make(10_000), make(40_000))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("make", {**WIDE, **LONG, **TEXTS}.values(), ids={**WIDE, **LONG, **TEXTS})
def test_messages_are_short(make: Callable[[int], Rows]) -> None:
    """No message lists thousands of columns."""
    answer = find(Sheet.of("", make(SMALL))).answer
    if isinstance(answer, Reading):
        assert len(reading_line(answer)) < 1000
    elif isinstance(answer, Question):
        assert max(map(len, question_lines(answer))) < 2000


def test_more_columns_than_a_sheet_has() -> None:
    """A text file may have a line of a million words."""
    with pytest.raises(
        LayoutError, match="16,385 columns are too many; a sheet has at most 16,384"
    ):
        find(Sheet.of("", [["x"] * 16_385]))


def test_only_the_first_rows_are_searched() -> None:
    """A sheet of 60,000 rows takes as long as one of 1,500."""
    rows = LONG["a number for each deal"](60_000)
    sheet = Sheet.of("", rows)
    assert len(sheet.rows) == 1500
    assert sheet.last_row == 60_000
