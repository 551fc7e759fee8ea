"""What each cell holds, as one small number, so that the search counts numbers and looks at a text only once.

    5H 5C 6S 7S KD   5        so many cards: 1 to 16 (16: sixteen or more)
    1OH              NEAR     a misspelt card, or a hand with one: 5H 1OH 6S
    376, 12.50 €     NUMBER   also a text that is a number
    2026-05-01       DATE     also a text that is a date or a time
    Anna, folded     WORD     any other text
                     BLANK    nothing, or blanks

This module needs no NumPy: buttons in a spreadsheet program use it, too.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Any

from xlpoker.errors import CardError
from xlpoker.evaluator.cards import TEXTS, count_cards
from xlpoker.evaluator.cells import cell_codes

__all__ = [
    "BLANK",
    "CARD",
    "DATE",
    "MANY",
    "NEAR",
    "NUMBER",
    "WORD",
    "cards_in",
    "cards_of",
    "kind_of",
]

BLANK = 0
CARD = 1
MANY = 16
NEAR = 20
NUMBER = 22
DATE = 23
WORD = 24

_JOKER = 52
_DATES_AND_TIMES = (dt.date, dt.time)
_LONGEST = 400  # characters of a text that is searched for misspelt cards
_NEAR_CARD = re.compile(
    r"(?:[0-9]|[0-9OIl|]{2}|[TJQKA])\s*[cdhs♣♦♥♠]{1,2}"  # 1OH, 5 HH, but not the words OH, is
    r"|[cdhs♣♦♥♠]\s*(?:[0-9]|[0-9OIl|]{2})"  # H1O, but not the position CO
    r"|[1-9TJQKA][cdhsxz]",  # 1H, 5X
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[+-]?[£$€]?\d[\d.,]*\s?[%€$£]?")
_DATE = re.compile(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T]\d.*)?"  # 2026-05-01, 1.5.26 20:15
    r"|\d{1,2}:\d{2}(?::\d{2})?",  # 20:15
)
_CARD_HEADING = re.compile(r"[ph]\d{1,2}[\s_.-]*c\d{1,2}", re.IGNORECASE)
"""P1C3 and h2c3 are headings, though h2c3 could be two cards."""
_CARDS_OF_A_HEADING = 2
_WORDS = re.compile(r"[^\s,;|/()\[\]{}'\"]+")


def kind_of(cell: Any) -> int:
    """Return what one cell holds: a number of cards, or one of the constants above.

    >>> kind_of("5H"), kind_of("5H 5C"), kind_of("1OH") == NEAR, kind_of("5H 1OH 6S") == NEAR
    (1, 2, True, True)
    >>> kind_of(376) == kind_of("12.50 €") == NUMBER, kind_of("2026-05-01") == DATE
    (True, True)
    >>> kind_of("Anna") == kind_of("folded") == WORD, kind_of(None) == kind_of(" ") == BLANK
    (True, True)
    """
    if not isinstance(cell, str):
        return _kind_of_value(cell)
    if cell in TEXTS:
        return CARD
    text = cell.strip()
    if not text:
        return BLANK
    cards = count_cards(text)
    if cards == 0:
        return _kind_of_text(text)
    if cards == _CARDS_OF_A_HEADING and _CARD_HEADING.fullmatch(text):
        return WORD
    return min(cards, MANY)


def _kind_of_value(cell: Any) -> int:
    """Return what a cell holds that is no text: nothing, a date, or a number."""
    is_nan = cell != cell  # noqa: PLR0124 - NaN is the only value that differs from itself
    if cell is None or is_nan:
        return BLANK
    if isinstance(cell, _DATES_AND_TIMES):
        return DATE
    return NUMBER


def _kind_of_text(text: str) -> int:
    """Return what a text without cards holds."""
    if _DATE.fullmatch(text):
        return DATE
    if _NUMBER.fullmatch(text):
        return NUMBER
    if _is_near_card(text):
        return NEAR
    words = _WORDS.findall(text[:_LONGEST])
    meant_as_cards = list(filter(_is_meant_as_card, words))
    return NEAR if 2 * len(meant_as_cards) > len(words) else WORD


@lru_cache(maxsize=1 << 12)
def _is_meant_as_card(word: str) -> bool:
    """Tell whether a word is a card, or a misspelt one."""
    return count_cards(word) == 1 or _is_near_card(word)


def _is_near_card(text: str) -> bool:
    """Tell whether a text is a misspelt card."""
    return _NEAR_CARD.fullmatch(text) is not None


@lru_cache(maxsize=1 << 14)
def cards_in(cell: Any) -> tuple[int, ...]:
    """Return the codes of the cards in a cell, jokers left out; nothing for a cell that is no card.

    >>> cards_in("5H 5C"), cards_in("no game")
    ((14, 12), ())
    """
    try:
        return tuple(card for card in cell_codes(cell) if card < _JOKER)
    except CardError:
        return ()


def cards_of(cells: Iterable[Any]) -> list[int]:
    """Return the codes of the cards in several cells.

    >>> cards_of(["5H", None, "5C"])
    [14, 12]
    """
    return list(chain.from_iterable(map(cards_in, cells)))
