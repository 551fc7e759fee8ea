"""Letters of two languages for one rank are said: V is a jack in French, and a queen in Dutch."""

from __future__ import annotations

import pytest
from support.drawings import sheet_of

from xlpoker.layout.find import find
from xlpoker.layout.reading import Reading

WARNING = "J and V mean one rank in two languages: is each card what you meant?"
SHEETS = {
    "J and V": ("5♥ 5♣ 6♠ 7♠ V♦ | 2♣ 3♠ 8♠ 8♦ J♦", (WARNING,)),
    "the suit first": ("♥5 ♣5 ♠6 ♠7 ♦V | ♣2 ♠3 ♠8 ♦8 ♦J", (WARNING,)),
    "French alone": ("5♥ 5♣ 6♠ 7♠ V♦ | 2♣ 3♠ 8♠ 8♦ R♦", ()),
    "English alone": ("5♥ 5♣ 6♠ 7♠ J♦ | 2♣ 3♠ 8♠ 8♦ K♦", ()),
    "letters for suits": ("5H 5C 6S 7S JD | 2C 3S 8S 8D KD", ()),
}


@pytest.mark.parametrize("case", SHEETS)
def test_letters_of_two_languages(case: str) -> None:
    """Only letters beside suit signs count."""
    row, warnings = SHEETS[case]
    reading = find(sheet_of(f"Anna | Ben\n{row}")).answer
    assert isinstance(reading, Reading)
    assert reading.warnings == warnings
