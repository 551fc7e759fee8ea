"""The nearest guess for a text that is not a card: what the user probably meant.

A guess is made only where one reading is likely: letters that look like digits (``1OH``), a rank as its number
(``1H``), a doubled key (``5HH``), a misspelt word (``Qeen of Harts``). Otherwise there is none: a wrong guess
is worse than the rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

__all__ = ["guess"]

_LOOKALIKES = str.maketrans("OoIl|", "00111")
_NUMBERS = {"1": "A", "11": "J", "12": "Q", "13": "K", "14": "A"}
_JOKERS = ("jk", "jkr", "jo", "wild", "wild card", "wildcard")
_WORDS = (
    "Ace King Queen Jack Ten Nine Eight Seven Six Five Four Three Two Deuce Trey "
    "of Spades Hearts Diamonds Clubs Spade Heart Diamond Club Joker"
).split()


def guess(text: str, is_card: Callable[[str], bool]) -> str:
    """Return the card that was probably meant, or an empty text; `is_card` judges a candidate.

    >>> guess("1OH", lambda word: word == "10H")
    '10H'
    """
    word = text.strip()
    if len(word) > 30:
        return ""
    for candidate in _candidates(word):
        if candidate != word and is_card(candidate):
            return candidate
    return ""


def _candidates(word: str) -> list[str]:
    return [
        "joker" if word.casefold() in _JOKERS else "",
        _rank_as_number(word.translate(_LOOKALIKES)),
        word.translate(_LOOKALIKES).upper(),
        re.sub(r"(.)\1+", r"\1", word).upper(),
        word.strip("'\"`´.:!?()[]<>").upper(),
        " ".join(_nearest_word(part) for part in word.split()),
    ]


def _rank_as_number(word: str) -> str:
    match = re.fullmatch(r"(\d+)\s*([cdhs♣♦♥♠])", word, re.IGNORECASE)
    if match is None or match[1] not in _NUMBERS:
        return ""
    return _NUMBERS[match[1]] + match[2].upper()


@lru_cache(1 << 12)
def _nearest_word(part: str) -> str:
    if len(part) < 3 or not part.isalpha():
        return part
    import difflib

    close = difflib.get_close_matches(part.capitalize(), _WORDS, n=1, cutoff=0.75)
    return close[0] if close else part
