"""The kind of each cell as one byte; the search for hands reads these bytes instead of the cells.

A row of a sheet becomes a `bytes` object, a column of a block a slice of them, and counting is `bytes.translate`: a
distinct text is judged once, whatever the number of its cells.

====== ======================================================================================
kind   the cell holds
====== ======================================================================================
0      nothing, or blanks
1      one card
2..16  that many cards (16: sixteen or more)
NEAR   a card or a hand that is misspelt: ``1OH``, ``11H``, ``5H 1OH 6S``
SHORT  another text of one to three characters, no number; words for a player who folds; ``h1c1``
NUMBER a number, as text too; a date; TRUE
LABEL  words that announce a hand or the board: ``Player 1``, ``Hole cards``, ``Flop``
WORD   any other text
====== ======================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import accumulate, chain
from typing import Any

from xlpoker.errors import LayoutError
from xlpoker.evaluator.cards import TEXTS, count_cards
from xlpoker.evaluator.cells import is_out
from xlpoker.layout.grid import Grid, column_letters
from xlpoker.layout.labels import is_label

__all__ = [
    "BLANK", "CARD", "LABEL", "MANY", "NEAR", "NUMBER", "SHORT", "WORD", "Sheet", "cards_only", "counted",
    "is_number", "kind_of",
]  # fmt: skip

BLANK, CARD, MANY = 0, 1, 16
NEAR, SHORT, NUMBER, LABEL, WORD = range(20, 25)
_SEPARATORS = str.maketrans(",;|/[](){}'\"", " " * 12)
_REMEMBERED = 1 << 18
_MOST_CELLS = 1 << 28
_NEAR = re.compile(r"(?:[0-9OIl|]{1,2}|[TJQKA])\s*[cdhs♣♦♥♠]{1,2}|[cdhs♣♦♥♠]\s*[0-9OIl|]{1,2}|[2-9TJQKA][cdhs]{2}", re.IGNORECASE)  # fmt: skip
_CARD_OF = re.compile(r"[ph]\d{1,2}[\s_.-]*c\d{1,2}", re.IGNORECASE)  # beside h2c3, which could be two cards
_NUMBER = re.compile(r"[+-]?\d[\d.,:/ -]*%?")

_KNOWN: dict[Any, int] = dict.fromkeys(TEXTS, CARD) | {None: BLANK}
_NO_CARDS = bytes(kind for kind in range(256) if not CARD <= kind <= MANY)


class _Kinds(dict[Any, int]):
    """Cache of the kinds of values; the kind of a new value is determined at its first look-up."""

    def __missing__(self, cell: Any) -> int:
        kind = kind_of(cell)
        if len(self) < _REMEMBERED:
            self[cell] = kind
        return kind


def kind_of(cell: Any) -> int:
    """Return the kind of a cell's value.

    >>> [kind_of(cell) for cell in (None, " ", "5H", "5H 5C 6S 7S KD")]
    [0, 0, 1, 5]
    >>> [kind_of(cell) for cell in ("1OH", "?", "376", 376, "Player 1", "a note")] == [
    ...     NEAR, SHORT, NUMBER, NUMBER, LABEL, WORD]
    True
    """
    if not isinstance(cell, str):
        return BLANK if cell is None else NUMBER
    if cell in TEXTS:
        return CARD
    text = cell.strip()
    if not text:
        return BLANK
    found = count_cards(text)
    if found:
        return min(found, MANY)
    if is_label(text):
        return LABEL
    if _NUMBER.fullmatch(text):
        return NUMBER
    if _NEAR.fullmatch(text) or _is_misspelt_hand(text):
        return NEAR
    return SHORT if len(text) <= 3 or is_out(text) or _CARD_OF.fullmatch(text) else WORD


def _is_misspelt_hand(text: str) -> bool:
    """Tell whether most words of a text are cards, or all others are misspelt cards: ``5H 1OH``, not ``see 5H``."""
    words = text.translate(_SEPARATORS).split()
    if not 2 <= len(words) <= MANY:
        return False
    others = [word for word in words if word not in TEXTS]
    return len(others) < len(words) and (
        2 * len(others) < len(words) or all(_NEAR.fullmatch(word) or word.isdecimal() for word in others)
    )


def is_number(cell: Any) -> bool:
    """Tell whether a cell holds a number, as text, too.

    >>> is_number(5), is_number("5"), is_number("5H"), is_number(True)
    (True, True, False, False)
    """
    return (isinstance(cell, int | float) and not isinstance(cell, bool)) or (
        isinstance(cell, str) and cell.strip().isdecimal()
    )


def counted(kinds: bytes, *of: int) -> int:
    """Count the cells of some kinds among these.

    >>> counted(bytes([CARD, CARD, NEAR, WORD]), CARD, NEAR)
    3
    """
    return sum(map(kinds.count, of))


def cards_only(kinds: bytes) -> bytes:
    """Return the kinds that are cards: their number is the number of cells, their sum that of the cards.

    >>> list(cards_only(bytes([CARD, NEAR, 5, BLANK])))
    [1, 5]
    """
    return kinds.translate(None, _NO_CARDS)


class Sheet:
    """A grid and the kinds of its cells, row by row."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        kinds = _kinds(grid.rows)
        ends = list(accumulate(map(len, grid.rows)))
        self.rows = [kinds[first:end] for first, end in zip([0, *ends], ends, strict=False)]

    def kind(self, row: int, column: int) -> int:
        """Return the kind of one cell, 0 outside the sheet."""
        kinds = self.rows[row] if 0 <= row < len(self.rows) else b""
        return kinds[column] if column < len(kinds) else BLANK

    def picked(self, row: int, columns: Iterable[int]) -> bytes:
        """Return the kinds of some cells of a row."""
        kinds = self.rows[row] if 0 <= row < len(self.rows) else b""
        return bytes(kinds[column] if column < len(kinds) else BLANK for column in columns)

    def columns(self, first: int, last: int) -> list[bytes]:
        """Return the kinds of each column over some rows, from top to bottom, up to the column behind the last card.

        Raises `LayoutError` where a card stands so far away that a whole sheet would lie in between.
        """
        rows = self.rows[first : last + 1]
        alike = set(rows)
        width = 1 + max((len(row.translate(_MARKED).rstrip(b"\0")) for row in alike), default=0)
        if len(rows) * width > _MOST_CELLS:
            raise LayoutError(
                f"{self.grid.sheet or 'The table'} has cards as far apart as column {column_letters(width - 2)}; "
                "say where the hands are: --hands A3:E1002,F3:J1002"
            )
        cut = {row: row[:width].ljust(width, b"\0") for row in alike}
        whole = b"".join([cut[row] for row in rows])
        return [whole[column::width] for column in range(width)]


_MARKED = bytes(1 if CARD <= kind <= MANY or kind == NEAR else 0 for kind in range(256))


def _kinds(rows: list[list[Any]]) -> bytes:
    """Return the kinds of all cells, row after row."""
    try:
        return bytes(map(_Kinds(_KNOWN).__getitem__, chain.from_iterable(rows)))
    except TypeError:  # a value that cannot be looked up
        return bytes(map(kind_of, chain.from_iterable(rows)))
