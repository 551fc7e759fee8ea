"""What each cell holds, as one byte, and the facts about one column; the search counts these bytes and never looks at a cell twice.

The codes: 0 for nothing, or blanks; 1 to 16 for that many cards (16: sixteen or more); NEAR for a card that is misspelt (1OH), NEARLY
for a hand with one (5H 1OH 6S); OUT for a word or sign for a player who is not in the showdown (?, folded, #N/A); NUMBER and DATE, also
for such texts; WORD for any other text.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CardError
from xlpoker.evaluator.cards import TEXTS, count_cards
from xlpoker.evaluator.cells import cell_codes, is_blank, is_out
from xlpoker.layout.headings import CALLED, WORDS, Heading

__all__ = [
    "BLANK", "CARD", "DATE", "MANY", "NEAR", "NEARLY", "NUMBER", "OUT", "WORD", "Codes", "Column",
    "cards_in", "code_of", "codes_of", "is_cards", "is_said", "is_title", "is_whole",
]  # fmt: skip

BLANK, CARD, MANY = 0, 1, 16
NEARLY, NEAR, OUT, NUMBER, DATE, WORD = range(19, 25)
Codes = npt.NDArray[np.uint8]
_NEAR = re.compile(r"(?:[0-9OIl|]{1,2}|[TJQKA])\s*[cdhs♣♦♥♠]{1,2}|[cdhs♣♦♥♠]\s*[0-9OIl|]{1,2}|[1-9TJQKA][cdhsxz]", re.IGNORECASE)  # fmt: skip
_NUMBER = re.compile(r"[+-]?[£$€]?\d[\d.,]*\s?[%€$£]?")
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T]\d.*)?|\d{1,2}:\d{2}(?::\d{2})?")
_CARD_OF = re.compile(r"[ph]\d{1,2}[\s_.-]*c\d{1,2}", re.IGNORECASE)  # a heading; h2c3 could be two cards
_JUNK = re.compile(r"x{1,3}|#[A-Z/0!?]+|void", re.IGNORECASE)
_WORDS = re.compile(r"[^\s,;|/()\[\]{}'\"]+")
_TOTAL = re.compile(r"(?:sub|grand )?(?:total|sum|summe|average|mean|count)\b.*", re.IGNORECASE)
_CARD_WORD = re.compile(
    rf"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]{{1,2}}|(?:[2-9TJQKA][cdhs]){{2,}}x?.*|(?:{'|'.join(WORDS['cells']['cards'])})(?:e?s)?",
    re.IGNORECASE,
)
_RANKS = frozenset("2 3 4 5 6 7 8 9 10 T J Q K A".split())
_NAMES = frozenset(WORDS["cells"]["hands"])
_FEW, _SEVERAL = 5, 3  # cells of a title with dates; hands of another size
_REMEMBERED = 1 << 18


def code_of(cell: Any) -> int:
    """Return what one cell holds: a number of cards, or one of the codes above.

    >>> [code_of(cell) for cell in (None, " ", "5H", "5H 5C", "1OH", "5H 1OH", "?", 376, "2026-05-01", "Anna")] == [
    ...     BLANK, BLANK, 1, 2, NEAR, NEARLY, OUT, NUMBER, DATE, WORD]
    True
    """
    if not isinstance(cell, str):
        if cell is None or cell != cell:  # noqa: PLR0124 - NaN
            return BLANK
        return DATE if isinstance(cell, dt.date | dt.time) else NUMBER
    if cell in TEXTS:
        return CARD
    text = cell.strip()
    if not text:
        return BLANK
    cards = count_cards(text)
    if cards:
        return WORD if _CARD_OF.fullmatch(text) else min(cards, MANY)
    for pattern, code in ((_DATE, DATE), (_NUMBER, NUMBER), (_JUNK, OUT), (_NEAR, NEAR)):
        if pattern.fullmatch(text):
            return code
    if is_out(text):
        return OUT
    words = _WORDS.findall(text[:400])
    meant = sum(count_cards(word) == 1 or _NEAR.fullmatch(word) is not None for word in words)
    return NEARLY if 2 * meant > len(words) else WORD


class _Known(dict[Any, int]):
    """Codes of cells; a distinct value is judged once."""

    def __missing__(self, cell: Any) -> int:
        code = code_of(cell)
        if len(self) < _REMEMBERED:
            self[cell] = code
        return code


def codes_of(rows: Sequence[Sequence[Any]]) -> Codes:
    """Return the codes of all cells as a matrix, short rows filled up with blanks.

    >>> codes_of([["5H", "AhKh"], [], [None, 7]]).tolist()
    [[1, 2], [0, 0], [0, 22]]
    """
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    codes = np.zeros((len(rows), lengths.max(initial=0)), np.uint8, order="F")  # they are read by columns
    try:
        found = bytes(map(_Known().__getitem__, chain.from_iterable(rows)))
    except TypeError:  # a list in a cell
        found = bytes(map(code_of, chain.from_iterable(rows)))
    codes[np.arange(codes.shape[1]) < lengths[:, None]] = np.frombuffer(found, np.uint8)
    return codes


def is_cards(codes: Codes) -> npt.NDArray[np.bool_]:
    """Tell for each code whether the cell holds nothing but cards."""
    return (codes >= CARD) & (codes <= MANY)


def is_whole(codes: Codes) -> npt.NDArray[np.bool_]:
    """Tell for each code whether the cell holds several cards."""
    return (codes > CARD) & (codes <= MANY)


@lru_cache(maxsize=1 << 14, typed=True)
def cards_in(cell: Any) -> tuple[int, ...]:
    """Return the cards in a cell, jokers left out; nothing for a bad one.

    >>> cards_in("5H 5C"), cards_in("no game")
    ((14, 12), ())
    """
    try:
        return tuple(card for card in cell_codes(cell) if card < 52)
    except CardError:
        return ()


def is_title(cells: Sequence[Any]) -> bool:
    """Tell whether a row is a title: words in one cell, no card or word of a card, and nothing else but dates; or a total.

    >>> is_title([None, "February"]), is_title(["Table 2", ""]), is_title(["2026-01-24", "no game"]), is_title(["Total", 17])
    (True, True, True, True)
    >>> is_title(["two aces and three kings"]), is_title(["Table 2", 7]), is_title(["folded"]), is_title(["AhKhQhJhTx"])
    (False, False, False, False)
    """
    held = [cell for cell in cells if not is_blank(cell)]
    codes = [code_of(cell) for cell in held[:_FEW]]
    words = [text for text, code in zip(held, codes, strict=False) if code == WORD]
    if words[:1] == held[:1] != [] and _TOTAL.fullmatch(words[0].strip()):
        return not any(code_of(cell) <= NEAR for cell in held)
    if not words or len(held) != 1 + codes.count(DATE):
        return len(held) > 1 and codes.count(DATE) == len(held)
    found = _WORDS.findall(words[0])
    said = any(len(word) + len(word.encode()) // 6 > 2 and word.isalpha() for word in found)  # 練習 is a word
    return said and not any(map(_CARD_WORD.fullmatch, found))


def is_said(text: str) -> bool:
    """Tell whether a text names a hand in words or by its ranks.

    >>> is_said("two aces and three kings"), is_said("a pair"), is_said("Q J T 4 4"), is_said("pizza")
    (True, True, True, False)
    """
    found = _WORDS.findall(text[:80])
    ranks = len(found) > 2 and all(word.upper() in _RANKS for word in found)
    return ranks or any(word.casefold() in _NAMES or _CARD_WORD.fullmatch(word) for word in found)


@dataclass(frozen=True)
class Column:
    """Facts about one column: its cells in the rows of deals, the words above it; `starts`: a label over this and further columns."""

    at: int
    codes: Codes = field(repr=False)
    heading: Heading = field(default_factory=Heading)
    starts: bool = False
    texts: Sequence[Any] = field(default=(), repr=False)
    taken: int = 0  # cards that its cells were meant to hold, if it is taken for a hand's whatever it holds

    @cached_property
    def counts(self) -> list[int]:
        """Return how often each code occurs."""
        counts: list[int] = np.bincount(self.codes, minlength=32).tolist()
        return counts

    def count(self, *codes: int) -> int:
        """Return how many cells have one of these codes."""
        return sum(map(self.counts.__getitem__, codes))

    @cached_property
    def cards(self) -> int:
        """Return how many cells hold nothing but cards."""
        return sum(self.counts[CARD : MANY + 1])

    @cached_property
    def meant(self) -> int:
        """Return how many cells hold cards, misspelt ones included."""
        return self.cards + self.count(NEAR, NEARLY)

    @cached_property
    def size(self) -> int:
        """Return how many cards most of its cells hold; 0 below a player's name where nothing stands."""
        if self.cards:
            return max(range(CARD, MANY + 1), key=lambda code: (self.counts[code], code))
        return self.taken or int(not self.heading.who or self.heading.number > 0 or NEAR in self.codes)

    @property
    def whole(self) -> bool:
        """Whether its cells hold whole hands, or a flop or a board."""
        return self.size > 1

    @property
    def mixed(self) -> bool:
        """Whether several of its cells hold another number of cards than the rest."""
        others = self.cards - self.counts[self.size]
        return others >= _SEVERAL and 10 * others >= self.cards

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands in it."""
        return self.count(BLANK) == len(self.codes)

    @cached_property
    def holds(self) -> str:
        """Return what the column is to the search: cards, aside (the heading explains what it holds), doubt, or other."""
        head, filled = self.heading, len(self.codes) - self.count(BLANK, OUT)  # blanks and folds count nothing
        looks = 2 * self.meant >= filled > 0
        if head.role in (*CALLED, "board"):
            told = head.role in ("card", "board") or (head.role and head.who)
            blank = (filled == 0 and not (head.weak and OUT in self.codes)) or (head.role == "card" and head.number > 0)
            rare = not head.text and 10 * self.meant < len(self.codes)
            return "cards" if self.taken or (told and (self.cards or blank)) or (looks and not rare) else "other"
        codes = head.role in ("deal", "group", "code", "name", "result") and not self.whole and not head.weak
        named = head.role == "name" and head.who
        aside = not looks or head.role == "aside" or codes or named or 2 * self.cards < len(self.codes)
        return "aside" if aside else "doubt"
