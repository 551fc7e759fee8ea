"""Texts as they are compared."""

from __future__ import annotations

import unicodedata

__all__ = ["folded"]


def folded(name: str) -> str:
    """Return a name as it is compared with others: without regard to capitals, blanks and `_`, which columns of Parquet files have.

    >>> folded(" Anna  Lee"), folded("anna_lee")
    ('anna lee', 'anna lee')
    """
    words = unicodedata.normalize("NFC", name).replace("_", " ").split()
    return " ".join(words).casefold()
