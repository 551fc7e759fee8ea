"""Put columns of cards into hands by the names in one row of headings.

    Anna 1 | Anna 2 | .. | Ben 1 | Ben 2 | ..      the stem of the heading, Anna, names five columns
    Anna   |        | .. | Ben   |       | ..      a heading counts for the columns at its right
    Anna   | Ben    | Discard | Best               cards below a word such as *Discard* are no hand

`xlpoker.layout.shapes` chooses the row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from xlpoker.layout.grouping import HandColumns, Hands
from xlpoker.layout.headings import NO_HEADING, Heading
from xlpoker.layout.tables import Column, Columns
from xlpoker.layout.words import Role

__all__ = ["group_by_heading", "without_strays"]


def group_by_heading(columns: Columns, level: int | None) -> list[HandColumns]:
    """Return columns as hands by the names in one row of headings.

    `level` counts the rows of headings; without one, columns that touch are a hand.
    """
    groups = _Groups(level)
    heads = [groups.heading(column) for column in columns]
    repeated = _repeated_texts(heads)
    for column, head in zip(columns, heads, strict=True):
        name = head.stem
        if column.is_whole or head.text in repeated:
            name = head.name
        groups.add(column, name)
    return groups.hands


def _repeated_texts(heads: Sequence[Heading]) -> set[str]:
    """Return the texts that stand over two neighbours."""
    repeated: set[str] = set()
    for left, right in pairwise(heads):
        if left.text == right.text:
            repeated.add(left.text)
    return repeated


class _Groups:
    """Hands to which columns of cards are added from left to right."""

    def __init__(self, level: int | None) -> None:
        self._level = level
        self._names: list[str] = []
        self._columns: list[list[Column]] = []
        self._latest: dict[str, int] = {}

    @property
    def hands(self) -> list[HandColumns]:
        """The hands with all columns that were added."""
        hands = zip(self._names, self._columns, strict=True)
        return [HandColumns(name, tuple(columns)) for name, columns in hands]

    def heading(self, column: Column) -> Heading:
        """Return what stands above a column in the row of headings."""
        if self._level is None or not column.headings:
            return NO_HEADING
        return column.headings[self._level]

    def add(self, column: Column, name: str) -> None:
        """Add a column to the latest hand of this name, or begin another hand."""
        key = name.casefold()
        place = self._latest.get(key)
        if place is not None:
            columns = self._columns[place]
            if self._goes_on(columns[-1], column):
                columns.append(column)
                return
        self._latest[key] = len(self._names)
        self._names.append(name)
        self._columns.append([column])

    def _goes_on(self, last: Column, column: Column) -> bool:
        """Tell whether a card belongs to the hand of another one.

        It stands beside it below the same heading, or its number is higher.
        """
        if column.is_whole or last.is_whole:
            return False
        before = self.heading(last)
        head = self.heading(column)
        if head.number > before.number:
            return True
        if head.text != before.text:
            return False
        return column.index == last.index + 1


def without_strays(groups: Hands) -> list[HandColumns]:
    """Return the hands without cards that are no hand.

    These are a card by itself, cards below *Discard*, and a few cards of another number.
    """
    common = _size_of_most_cards(groups)
    strays = [group for group in groups if _is_aside(group, common)]
    several = [group for group in groups if group.size > 1]
    if len(strays) == len(groups):
        return several
    return [group for group in several if group not in strays]


def _size_of_most_cards(groups: Hands) -> int:
    """Return the size of those hands that hold most of the cards."""
    cards = Counter[int]()
    for group in groups:
        if not _is_seldom_filled(group):
            cards[group.size] += group.size
    return max(cards, key=cards.__getitem__, default=0)


def _is_aside(group: HandColumns, common: int) -> bool:
    """Tell whether cards are discards, or stand in few rows and in another number."""
    if group.first.heading.has_role(Role.ASIDE):
        return True
    if group.size == common:
        return False
    return _is_seldom_filled(group)


def _is_seldom_filled(group: HandColumns) -> bool:
    """Tell whether a hand stands in less than half of the rows, below no word for a player."""
    column = group.first
    if column.heading.has_role(Role.PLAYER, Role.HAND, Role.CARD):
        return False
    return 2 * column.filled < len(column.kinds)
