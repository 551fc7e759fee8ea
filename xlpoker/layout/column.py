"""The facts about one column of a table: what its cells hold, what stands above it, and what it is to the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.cells import sides
from xlpoker.layout.cells import BLANK, CARD, NEAR, NEARLY, OUT, VERSUS, Codes
from xlpoker.layout.headings import CALLED, Heading, is_series

__all__ = ["Column"]

NO_HEADING = Heading()
_SEVERAL = 3


@dataclass(frozen=True)
class Column:
    """Facts about one column: its cells in the rows of deals, the words above it; `starts`: a label over this and further columns."""

    at: int
    codes: Codes = field(repr=False)
    heading: Heading = NO_HEADING
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
        return sum(self.counts[CARD : VERSUS + 1])

    @cached_property
    def meant(self) -> int:
        """Return how many cells hold cards, misspelt ones included."""
        return self.cards + self.count(NEAR, NEARLY)

    @property
    def versus(self) -> bool:
        """Whether most of its cells with cards set hands against each other."""
        return 2 * self.counts[VERSUS] > self.cards

    @cached_property
    def seats(self) -> tuple[int, int]:
        """Return how many hands its cells set against each other, and how many cards most of these have."""
        cells = [
            [count_cards(side) for side in sides(text)]
            for text, code in zip(self.texts, self.codes, strict=False)
            if code == VERSUS
        ]
        sizes = Counter(size for cell in cells for size in cell if size)
        return max(map(len, cells), default=0), max(sizes, key=sizes.__getitem__, default=0)

    @cached_property
    def size(self) -> int:
        """Return how many cards most of its cells hold; 0 below a player's name where nothing stands."""
        if self.cards:
            return max(range(CARD, VERSUS + 1), key=lambda code: (self.counts[code], code))
        if self.taken:
            return self.taken
        return 0 if self.heading.who and not self.heading.number and not self.count(NEAR) else 1

    @property
    def whole(self) -> bool:
        """Whether its cells hold whole hands, or a flop or a board."""
        return self.size > 1

    @property
    def mixed(self) -> bool:
        """Whether several of its cells hold another number of cards than the rest."""
        others = self.cards - self.counts[self.size]
        return not self.versus and others >= _SEVERAL and 10 * others >= self.cards

    @property
    def filled(self) -> int:
        """Return how many cells hold anything but a word for a player who is out."""
        return len(self.codes) - self.count(BLANK, OUT)

    @property
    def looks_like_cards(self) -> bool:
        """Whether most cells are cards, or misspelt ones; blanks and folds count nothing."""
        return 2 * self.meant >= self.filled > 0

    @cached_property
    def holds(self) -> str:
        """Return what the column is to the search: cards, aside (cards that the heading explains), doubt, rare, or other."""
        role, every = self.heading.role, len(self.codes)
        if self.taken:
            return "cards"
        if role in (*CALLED, "board", "stage"):
            shown = [str(text).strip() for text in self.texts if text is not None]
            if (
                self.heading.is_plain
                and self.filled == 0 < len(shown)
                and all(text[:1] == "?" for text in shown if text)
            ):
                return "cards"
            told = role in ("card", "board") or (role in ("hand", "player") and self.heading.who)
            if told and (self.cards or self.count(BLANK, OUT) == every or (role == "card" and self.heading.number)):
                return "cards"
            counting = not self.heading.text and is_series(
                [str(text) for text in self.texts if text is not None], 5, alike=True
            )
            if not self.heading.text and (counting or 10 * self.meant < every):
                return "rare" if self.meant and not counting else "other"
            return "cards" if self.looks_like_cards else "other"
        if not self.looks_like_cards:
            return "other"
        if (
            role == "aside"
            or (role == "name" and self.heading.who)
            or (role in ("deal", "group", "code", "name") and not self.whole and not self.heading.weak)
        ):
            return "aside"
        return "doubt" if 2 * self.cards >= every else "aside"
