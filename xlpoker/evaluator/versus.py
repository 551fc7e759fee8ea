"""Cells and lines that set several hands against each other: ``5H 5C 6S 7S KD vs 2C 3S 8S 8D TD``, ``AhKh / QsQc``."""

from __future__ import annotations

import re
from typing import Any

from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.cells import is_out

__all__ = ["hands_in", "sides"]

_LONGEST = 200
_WORD = re.compile(r"\s+(?:vs?\.?|versus|against|gegen|contre)\s+", re.IGNORECASE)
_MARKS = [re.compile(text) for text in (r"\s*\n\s*", r"\s+[/|;]\s+", r"\s*[/|;]\s*")]
_BETWEEN = re.compile(r"\s(?:v|against|gegen|contre)|[\n/|;]", re.IGNORECASE)


def sides(cell: Any) -> list[str]:
    """Return the texts that a cell sets against each other: by a word, or by a mark or a new line between hands of one size.

    >>> sides("AhKh vs. QQ"), sides("5H 5C / 6S 7S"), sides("Ah/Kh/Qh/Jh/Th")
    (['AhKh', 'QQ'], ['5H 5C', '6S 7S'], ['Ah/Kh/Qh/Jh/Th'])
    """
    text = cell.strip() if isinstance(cell, str) and len(cell) <= _LONGEST else ""
    if not _BETWEEN.search(text):
        return [text]
    if len(parts := _WORD.split(text)) > 1:
        return parts
    for mark in _MARKS:
        parts = mark.split(text)
        sizes = set(map(count_cards, parts))
        if len(parts) > 1 and len(sizes) == 1 and sizes.isdisjoint((0, 1)):
            return parts
    return [text]


def hands_in(cell: Any, seats: int) -> list[Any]:
    """Return a cell as one for each of some players: who is not named is out, and what is too much stays with the last.

    >>> hands_in("AhKh vs QsQc", 3), hands_in("AhKh", 2), hands_in("??", 2)
    (['AhKh', 'QsQc', '-'], ['AhKh', None], ['??', '??'])
    """
    parts: list[Any] = sides(cell)
    if len(parts) == 1:
        return [cell] * seats if is_out(cell) else [cell, *[None] * (seats - 1)]
    return [*parts[: seats - 1], " vs ".join(parts[seats - 1 :]) or "-", *["-"] * seats][:seats]
