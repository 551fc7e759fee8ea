"""Labels in the rows: a word and a colon, directly left of the cards of a hand.

    Black: | 5H 5C 6S 7S KD | White: | 2C 3S 8S 8D TD        the same in all rows: as headings above the cards
    Black: | 5D 8C 9S JS AC | White: | 2H 5S 7C QD QH
    Anna:  | 5H 5C 6S 7S KD | Ben:   | 2C 3S 8S 8D TD        others from row to row: names beside the hands
    Chris: | 5D 8C 9S JS AC | Anna:  | 2H 5S 7C QD QH

Tables with headings have no labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from xlpoker.layout.headings import NO_HEADING, Heading, heading
from xlpoker.layout.sheet import WORD, Sheet, is_cards, one_line

__all__ = ["LABEL_END", "Labels", "labels_beside_cards"]

LABEL_END = ":"
_LOOKED = 20
"""So many rows say which columns may be labels."""


class Labels(NamedTuple):
    """The different texts in a column of labels, as they came."""

    texts: tuple[str, ...]

    @property
    def are_one(self) -> bool:
        """Whether the same label stands in all rows."""
        return len(self.texts) == 1

    @property
    def heading(self) -> Heading:
        """What a label of all rows says about its cards; nothing where labels differ."""
        if not self.are_one:
            return NO_HEADING
        return heading(self.texts[0].removesuffix(LABEL_END))

    @property
    def tell_deals_apart(self) -> bool:
        """Whether the word is one for deals, such as *Deal:* or *Table:*, so that it names no cards."""
        return self.heading.is_deal and not self.heading.calls_for_cards


def labels_beside_cards(sheet: Sheet, rows: Sequence[int]) -> dict[int, Labels]:
    """Return the columns of labels in some rows with hands; none where one of them names no cards."""
    columns: set[int] = set()
    for row in rows[:_LOOKED]:
        columns.update(_labels_in(sheet, row))
    labels: dict[int, Labels] = {}
    for column in sorted(columns):
        texts = _texts_in(sheet, rows, column)
        if not _are_labels(texts, rows):
            continue
        different = dict.fromkeys(texts)
        labels[column] = Labels(tuple(different))
    if any(texts.tell_deals_apart for texts in labels.values()):
        return {}
    return labels


def _labels_in(sheet: Sheet, row: int) -> list[int]:
    """Return the columns of a row with a label directly left of cards."""
    kinds = sheet.kinds[row]
    if WORD not in kinds:
        return []
    columns: list[int] = []
    for column, (kind, kind_behind) in enumerate(pairwise(kinds)):
        if kind != WORD or not is_cards(kind_behind):
            continue
        text = one_line(sheet.rows[row][column])
        if _is_label(text):
            columns.append(column)
    return columns


def _texts_in(sheet: Sheet, rows: Sequence[int], column: int) -> list[str]:
    """Return the texts of a column in some rows, without blank cells."""
    texts: list[str] = []
    for row in rows:
        if sheet.kinds[row][column]:
            cell = sheet.rows[row][column]
            texts.append(one_line(cell))
    return texts


def _are_labels(texts: Sequence[str], rows: Sequence[int]) -> bool:
    """Tell whether texts stand in at least half of some rows, and at least half of them are labels."""
    labels = list(filter(_is_label, texts))
    are_usual = 2 * len(texts) >= len(rows)
    return are_usual and 2 * len(labels) >= len(texts)


def _is_label(text: str) -> bool:
    """Tell whether a text ends in a colon."""
    return text.endswith(LABEL_END)
