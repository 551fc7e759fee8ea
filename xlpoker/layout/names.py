"""The players' names: what stands above their hands where that is more than a number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from xlpoker.layout.grid import Grid
from xlpoker.layout.labels import is_card_name, is_label, is_plain_label, short
from xlpoker.layout.ranges import Area

__all__ = ["names_of"]

_ROWS_ABOVE = 3
_ROLES = ("hero", "villain", "dealer")
_NUMBERED = re.compile(r"(?P<who>.*?)[\s_.'’:-]*(?:cards?|c|karte|carte)?[\s_.#-]*\d{1,2}", re.IGNORECASE)
_OWNED = re.compile(r"(?P<who>.+?)(?:['’]s?)?\s+(?:hand|cards|hole\s+cards)\s*:?", re.IGNORECASE)


def names_of(head: Grid, first: int, hands: Sequence[Area]) -> tuple[str, ...]:
    """Return the name of each player, nothing where the sheet has none; `first` is the first row of the hands.

    >>> hands = Area(0, 1), Area(2, 3)
    >>> names_of(Grid("", [["Anna", None, "Ben"], ["Card 1", "Card 2", "Card 1", "Card 2"]]), 2, hands)
    ('Anna', 'Ben')
    >>> names_of(Grid("", [[], ["Anna c1", "Anna c2", "Ben c1", "Ben c2"]]), 2, hands)
    ('Anna', 'Ben')
    >>> names_of(Grid("", [["Player 1", None, "Player 2"]]), 1, hands)
    ()
    """
    for row in range(first - 1, max(first - 1 - _ROWS_ABOVE, -1), -1):
        names = tuple(_name(head, row, area) for area in hands)
        if all(names) and len({name.casefold() for name in names}) == len(names):
            return names
    return ()


def _name(head: Grid, row: int, area: Area) -> str:
    """Return the name that a row gives the player with the hand in an area, an empty text for none."""
    first, *others = [head.cell(row, column) for column in area.columns]
    text = _text(first)
    if others and any(cell is not None for cell in others):
        found = {
            match["who"].strip() if (match := _NUMBERED.fullmatch(_text(cell))) else "" for cell in (first, *others)
        }
        text = found.pop() if len(found) == 1 else ""
    elif (owned := _OWNED.fullmatch(text)) is not None:
        text = owned["who"]
    generic = (is_label(text) and text.casefold() not in _ROLES) or is_plain_label(text) or is_card_name(text)
    return "" if generic or not any(map(str.isalpha, text)) else text


def _text(cell: Any) -> str:
    return short(cell) if isinstance(cell, str) else ""
