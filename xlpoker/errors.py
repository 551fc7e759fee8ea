"""Every error that xlpoker raises, and the record of a bad cell.

::

    ValueError
      └─ PokerError            anything wrong with what was given
           ├─ CardError        a text, number, date ... that is not a card
           ├─ HandError        good cards that are not a hand: duplicates, too many, too many jokers
           ├─ RangeError       a range of starting hands that cannot be read; knows the character
           ├─ OptionError      a scale, style, joker rule or function name that does not exist
           ├─ LayoutError      the hands of a worksheet could not be found, or were named wrongly
           └─ BookError        a file that cannot be read or written

Messages are one line: where, the value quoted, what is accepted, the nearest guess. A bad row of a worksheet is
not an exception but data: a `CellError`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "BookError",
    "CardError",
    "CellError",
    "HandError",
    "LayoutError",
    "OptionError",
    "PokerError",
    "RangeError",
    "nearest",
]


class PokerError(ValueError):
    """Anything wrong with what was given."""


class CardError(PokerError):
    """A value that is not a card."""


class HandError(PokerError):
    """Good cards that do not make a hand."""


class RangeError(PokerError):
    """A range of starting hands that cannot be read: `position` is the character, counted from 1."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


class OptionError(PokerError):
    """An option that does not exist."""


class LayoutError(PokerError):
    """Hands that could not be found in a worksheet."""


class BookError(PokerError):
    """A file that cannot be read or written."""


@dataclass(frozen=True, slots=True)
class CellError:
    """One bad cell of a worksheet or file: where it is, what stands in it, and what is wrong.

    >>> print(CellError("Sheet1", "C7", "1OH", "'1OH' is not a card; did you mean '10H'?"))
    Sheet1!C7: '1OH' is not a card; did you mean '10H'?
    """

    sheet: str
    cell: str
    value: str
    reason: str

    def __str__(self) -> str:
        where = f"{self.sheet}!{self.cell}" if self.sheet else self.cell
        return f"{where}: {self.reason}"


def nearest(word: str, choices: Iterable[str]) -> str:
    """Return the half sentence that follows an unknown word: the nearest choice, or all of them.

    >>> nearest("strenght", ["strength", "cactus"])
    "did you mean 'strength'?"
    >>> nearest("zzz", ["strength", "cactus"])
    'choose from strength, cactus'
    """
    known = list(choices)
    folded = {choice.casefold(): choice for choice in known}
    close = difflib.get_close_matches(word.casefold(), list(folded), n=1)
    if close:
        return f"did you mean '{folded[close[0]]}'?"
    return "choose from " + ", ".join(known) if known else "there is none"
