"""Letters of two languages for one rank: J and V beside suit signs are both a jack, so one of them may be meant for another rank.

J♣ | V♥      a jack in English, a jack in French (valet), a queen in Dutch (vrouw)
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain
from typing import Any

from xlpoker.layout.tables import Column, Table

__all__ = ["letters_of_two_languages"]

_SIGNS = "♣♧♦♢♥♡♠♤"
_LETTER = rf"([A-Za-z])\s?(?=[{_SIGNS}])|(?<=[{_SIGNS}])\s?([A-Za-z])(?![A-Za-z])"
_ONE_RANK = ("JBVW", "QD", "KRP")
"""Jack, Bube, valet, walet; queen, Dame; king, roi, papaz."""


def letters_of_two_languages(table: Table, columns: list[Column]) -> str:
    """Return the letters that mean one rank in several languages, such as *J and V*, nothing where there are none."""
    if not _in_two_languages(table.sheet.different_cells):
        return ""
    cells_of_rows = table.cells_in_rows(columns)
    different_cells = set(chain.from_iterable(cells_of_rows))
    return _in_two_languages(different_cells)


def _in_two_languages(cells: Collection[Any]) -> str:
    """Return the letters that mean one rank in several languages in some cells."""
    letters = _letters_beside_signs(cells)
    for rank in _ONE_RANK:
        used = [letter for letter in rank if letter in letters]
        if len(used) > 1:
            return " and ".join(used)
    return ""


def _letters_beside_signs(cells: Collection[Any]) -> set[str]:
    """Return the letters that stand beside the sign of a suit in some cells, as capitals."""
    letters: set[str] = set()
    texts_with_signs = [text for text in map(str, cells) if not text.isascii()]
    for text in texts_with_signs:
        for before, behind in re.findall(_LETTER, text):
            letter = before or behind
            letters.add(letter.upper())
    return letters
