"""Lines that name each hand in front of its cards; the label and the cards get cells of their own.

    HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd
    HandA: | Ac-Kd-Jd-3d | HandB: | 5c-5d-6c-7d | Board: | Ah-Kh-5s-2s-Qd

A label is one to three words and a colon: *Anna:*, *Red Player 1:*. `xlpoker.layout.labels` says
what it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from xlpoker.evaluator.cards import count_cards
from xlpoker.layout.labels import LABEL_END

__all__ = ["are_labelled", "cells_of_line", "parts_of_cells"]

_MOST_WORDS = 3
_DIGITS_OF_MINUTES = 2
_QUOTES = ' "'


class _Part(NamedTuple):
    """A label with its colon, an empty one in front of the first, and the words behind it."""

    label: str
    words: list[str]


def are_labelled(lines: Iterable[str], delimiter: str | None) -> bool:
    """Tell whether at least half of some lines have a label in front of cards.

    >>> are_labelled(["Black: 2H 3D 5S 9C KD White: 2C 3H 4S 8C AH"], None)
    True
    >>> are_labelled(["Anna:AH,3C,8C,2S,JD", "Ben:KD,QH,10C,4C,AC"], ",")
    True
    >>> are_labelled(["STATE:0:c:AcJs", "20:15 5H 5C 6S 7S KD"], None)
    False
    """
    filled = [line for line in lines if line.strip()]
    if not any(LABEL_END in line for line in filled):
        return False
    labelled = [line for line in filled if _has_label(line, delimiter)]
    return 2 * len(labelled) >= len(filled)


def _has_label(line: str, delimiter: str | None) -> bool:
    """Tell whether a label stands in front of cards in a line."""
    for cell in line.split(delimiter) if delimiter else [line]:
        for part in _parts(cell.strip(_QUOTES)):
            if part.label and any(map(count_cards, part.words[:1])):
                return True
    return False


def cells_of_line(line: str) -> list[str]:
    """Return the cells of a line without a delimiter: labels, the cards behind each, other text.

    A remark behind # is one cell.

    >>> cells_of_line("Red Player 1:Ah Kh Ben: Board: 5h 1Oc 2s")
    ['Red Player 1:', 'Ah Kh', 'Ben:', '', 'Board:', '5h 1Oc 2s']
    >>> cells_of_line("Hand 7 Anna: 5H 5C 6S 7S KD => one pair"), cells_of_line("Anna wins")
    (['Hand 7', 'Anna:', '5H 5C 6S 7S KD', '=> one pair'], ['Anna wins'])
    >>> cells_of_line("Anna Ah Kh Ben: 5h 2s")
    ['Anna', 'Ah Kh', 'Ben:', '5h 2s']
    """
    if line.startswith("#"):
        return [line.strip()]
    cells: list[str] = []
    for part in _parts(line):
        cells += _cells_of_part(part)
    return cells


def _cells_of_part(part: _Part) -> list[str]:
    """Return the cells of a part: its label, the cards, other text behind them.

    Where a label has no colon, the words in front of the first card stand for it.
    """
    end = _end_of_cards(part.words)
    if not part.label and not end:
        return [" ".join(part.words)]
    end = end or len(part.words)
    start = 0 if part.label else _start_of_cards(part.words)
    label = part.label or " ".join(part.words[:start])
    cards = " ".join(part.words[start:end])
    text = " ".join(part.words[end:])
    return [label, cards, text] if text else [label, cards]


def parts_of_cells(cells: Iterable[str]) -> list[str]:
    """Return the cells of a line, each label and what stands behind it apart.

    >>> parts_of_cells(["Board: 2h 7d Ks", " Anna:AhAd", "12", "Ben:", "Ks] Jo: [Ah"])
    ['Board:', '2h 7d Ks', 'Anna:', 'AhAd', '12', 'Ben:', '', 'Ks]', 'Jo:', '[Ah']
    """
    parts: list[str] = []
    for cell in cells:
        if LABEL_END not in cell:
            parts.append(cell)
            continue
        for part in _parts(cell):
            if part.label:
                parts.append(part.label)
            parts.append(" ".join(part.words))
    return parts


def _parts(text: str) -> Iterator[_Part]:
    """Yield the labels of a text with the words behind them, and the words in front of the first."""
    label = ""
    words: list[str] = []
    for word in text.split():
        name, behind = _divided(word)
        if not name:
            words.append(word)
            continue
        start = _start_of_label(words)
        if label or words[:start]:
            yield _Part(label, words[:start])
        label = " ".join([*words[start:], name]) + LABEL_END
        words = [behind] if behind else []
    if label or words:
        yield _Part(label, words)


def _divided(word: str) -> tuple[str, str]:
    """Return what stands in front of the colon of a word and behind it, nothing in front if that is no label.

    >>> _divided("HandA:Ac-Kd"), _divided("1:"), _divided("20:15"), _divided("STATE:0:c:AcJs")
    (('HandA', 'Ac-Kd'), ('1', ''), ('', '20:15'), ('', 'STATE:0:c:AcJs'))
    """
    name, colon, behind = word.partition(LABEL_END)
    is_time = name.isdecimal() and behind.isdecimal() and len(behind) == _DIGITS_OF_MINUTES
    may_be_named = name[:1].isalnum() and not is_time
    if not colon or not may_be_named or LABEL_END in behind:
        return "", word
    return name, behind


def _start_of_label(words: Sequence[str]) -> int:
    """Return which of the words in front of the last one of a label is its first.

    Words in front of a number, and cards, are of something else: *Hand 7 Anna:*, *KD White:*.
    """
    start = len(words)
    lowest = max(_end_of_cards(words), start + 1 - _MOST_WORDS)
    while start > lowest and words[start - 1][:1].isalpha():
        start -= 1
    return start


def _start_of_cards(words: Sequence[str]) -> int:
    """Return the place of the first card of some words, one of which is a card."""
    start = 0
    while not count_cards(words[start]):
        start += 1
    return start


def _end_of_cards(words: Sequence[str]) -> int:
    """Return the place behind the last card of some words, 0 where there is none."""
    for place in range(len(words), 0, -1):
        if count_cards(words[place - 1]):
            return place
    return 0
