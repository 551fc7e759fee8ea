"""Whom a cell beside a hand names.

Most names have a letter, but sites also have players called `77777777`, `19/20/21` or `=)`. A spreadsheet program that
opens a .csv turns the first of them into a number. A player called `dj` has the name of a card.
"""

from __future__ import annotations

from typing import Any

from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.cells import is_blank, is_out

__all__ = ["has_letter", "is_like_cards", "person_in", "without_colon"]

_COLON = ":"
_FORMULA_SIGNS = "=+-@"


def person_in(cell: Any) -> str | None:
    """Return whom a cell of a column of names names: a text, an empty one for nobody; None where it holds no name at all.

    Nobody is named by an empty cell, by a dash or a question mark. The colon of a label is no part of a name.

    >>> [person_in(cell) for cell in (" Ann  Lee", "77777777", 77777777.0, "=)", "--", None, "dj", 0.5, True)]
    ['Ann Lee', '77777777', '77777777', '=)', '', '', 'dj', None, None]
    >>> person_in("Ann:")
    'Ann'
    """
    if is_blank(cell):
        return ""
    if isinstance(cell, bool):
        return None
    if isinstance(cell, int) or (isinstance(cell, float) and cell.is_integer()):
        return str(int(cell))
    if not isinstance(cell, str):
        return None
    words = cell.split()
    name = without_colon(_unguarded(" ".join(words)))
    means_nobody = not has_letter(name) and is_out(name)
    return "" if means_nobody else name


def _unguarded(name: str) -> str:
    """Return a name without the apostrophe that keeps a spreadsheet program from taking it for a formula.

    >>> _unguarded("'=)"), _unguarded("'t Hooft")
    ('=)', "'t Hooft")
    """
    is_guarded = name.startswith("'") and name[1:2] in _FORMULA_SIGNS and len(name) > 1
    return name[1:] if is_guarded else name


def without_colon(name: str) -> str:
    """Return a name without the colon of a label.

    >>> without_colon("Ann:"), without_colon("=:")
    ('Ann', '=:')
    """
    return name.removesuffix(_COLON) if has_letter(name) else name


def has_letter(text: str) -> bool:
    """Tell whether a text has a letter of any language."""
    return any(map(str.isalpha, text))


def is_like_cards(name: str) -> bool:
    """Tell whether a name may be cards, so that it is no sign of a column of names.

    >>> is_like_cards("dj"), is_like_cards("Ann")
    (True, False)
    """
    return count_cards(name) > 0
