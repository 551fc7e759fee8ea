"""Cards of two cells: the suit in one, the rank in the other.

    Rank | Suit | ..     Hearts | 10 | ..     S1 | C1 | ..     r0 | s0 | ..
    K    | ♠    | ..     Spades | J  | ..     2  | 12 | ..     11 | 3  | ..

Words and signs leave no doubt, nor do numbers of the data set of UCI below headings for suits and
ranks. Other numbers are a question, since nobody knows which suit is the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from typing import Any

from xlpoker.evaluator.cards import pair_code
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.encodings import ENCODINGS
from xlpoker.layout.headings import heading
from xlpoker.layout.sheet import Sheet
from xlpoker.layout.words import Role
from xlpoker.layout.written import HEADING_ROWS, Written

__all__ = ["columns_in_pairs", "suits_and_ranks"]

_LOOKED = 200
_FEWEST_BARE = 5
_NEARLY_ALL = 9  # cells of ten
_MOST_DIGITS = 3
_NUMBERS_OF_PAIRS = ("2-14", "2-14-0-3", "1-13-ace", "1-13-0-3-ace", "0-12-0-3")
_WITHOUT_ACES = {"1-13-ace": "2-14", "1-13-0-3-ace": "2-14-0-3"}
"""Encodings that differ from another one in the ace alone."""
_RANK_LETTER = r"(?i)(?<![^\W_])[rc][\W_]?\d*$"
_SUIT_LETTER = r"(?i)(?<![^\W_])s[\W_]?\d*$"
_BARE_UCI = (
    "columns of 1 to 4 and of 1 to 13 in turn may be suits and ranks; say how they are written"
)
_HEADED = "these numbers may be ranks and suits; say how they are written"

Pairs = tuple[tuple[int, int], ...]


def suits_and_ranks(sheet: Sheet) -> list[Written]:
    """Return the ways in which cells without cards may be ranks and suits, the likeliest first."""
    return _words_and_signs(sheet) or _headed_numbers(sheet) or _bare_uci(sheet)


def _words_and_signs(sheet: Sheet) -> list[Written]:
    """Return ranks and suits as words, letters or signs: 7 | ♠ Spades, or the suit first."""
    columns = range(sheet.width)
    suits = [column for column in columns if _are_most(sheet, column, _is_suit)]
    if len(suits) < 2:
        return []
    ranks_first = _before(suits)
    if all(_are_most(sheet, rank, _is_rank) for rank, _ in ranks_first):
        return [Written("rank-suit", ranks_first, is_sure=True)]
    suits_first = _behind(suits)
    if all(_are_most(sheet, rank, _is_rank) for _, rank in suits_first):
        return [Written("suit-rank", suits_first, is_sure=True)]
    return []


def _before(columns: Sequence[int]) -> Pairs:
    """Return each column as a pair with the one at its left."""
    return tuple((column - 1, column) for column in columns)


def _behind(columns: Sequence[int]) -> Pairs:
    """Return each column as a pair with the one at its right."""
    return tuple((column, column + 1) for column in columns)


def _are_most(
    sheet: Sheet,
    column: int,
    test: Callable[[Any], bool],
) -> bool:
    """Tell whether most filled cells of a column pass a test; three of them may be headings."""
    if column not in range(sheet.width):
        return False
    cells = [row[column] for row in sheet.rows[:_LOOKED]]
    filled = [cell for cell in cells if not is_blank(cell)]
    passed = [cell for cell in filled if test(cell)]
    if not passed:
        return False
    return 4 * len(passed) >= 3 * len(filled) - HEADING_ROWS


def _is_suit(cell: Any) -> bool:
    """Tell whether a cell holds a suit."""
    return pair_code(2, cell) is not None


def _is_rank(cell: Any) -> bool:
    """Tell whether a cell holds a rank."""
    return pair_code(cell, "s") is not None


def _headed_numbers(sheet: Sheet) -> list[Written]:
    """Return ranks and suits that are numbers, below headings that say so: S1 C1, rank 1 suit 1."""
    ranks = _columns_headed(sheet, _is_headed_rank)
    suits = _columns_headed(sheet, _is_headed_suit)
    if len(suits) < 2:
        return []
    suits_first = _behind(suits)
    are_ranks_behind = all(rank in ranks for _, rank in suits_first)
    if are_ranks_behind and _fit(sheet, suits_first, "uci"):
        return [Written("uci", suits_first, is_sure=True)]
    ranks_first = _before(suits)
    are_ranks_before = all(rank in ranks for rank, _ in ranks_first)
    if not are_ranks_before:
        return []
    names = _names_of_pairs(sheet, ranks_first)
    return [Written(name, ranks_first, is_sure=False, doubt=_HEADED) for name in names]


def _names_of_pairs(sheet: Sheet, pairs: Pairs) -> list[str]:
    """Return the encodings that fit all cells of ranks and suits, else those that fit nearly all."""
    names = _names_that_fit(sheet, pairs, least=10)
    if not names:
        names = _names_that_fit(sheet, pairs, least=_NEARLY_ALL)
    return [name for name in names if _WITHOUT_ACES.get(name) not in names]


def _names_that_fit(sheet: Sheet, pairs: Pairs, least: int) -> list[str]:
    """Return the encodings whose numbers are `least` of ten cells of pairs of columns."""
    return [name for name in _NUMBERS_OF_PAIRS if _fit(sheet, pairs, name, least)]


def _columns_headed(sheet: Sheet, test: Callable[[str], bool]) -> list[int]:
    """Return the columns with a heading that passes a test."""
    columns: set[int] = set()
    heading_rows = min(HEADING_ROWS, len(sheet.rows))
    for row in range(heading_rows):
        for column, text in sheet.texts(row).items():
            if test(text):
                columns.add(column)
    return sorted(columns)


def _is_headed_rank(text: str) -> bool:
    """Tell whether a heading is a word or a letter for ranks, or *card 1*."""
    if re.search(_RANK_LETTER, text):
        return True
    head = heading(text)
    if head.has_role(Role.RANK):
        return True
    return head.is_counted and not head.has_role(Role.SUIT)


def _is_headed_suit(text: str) -> bool:
    """Tell whether a heading is a word or a letter for suits."""
    if re.search(_SUIT_LETTER, text):
        return True
    return heading(text).has_role(Role.SUIT)


def _fit(sheet: Sheet, pairs: Pairs, name: str, least: int = _NEARLY_ALL) -> bool:
    """Tell whether the cells of pairs of columns, `least` of ten, are the numbers of an encoding."""
    first, second = ENCODINGS[name].numbers
    for left, right in pairs:
        if not _are_in(sheet, left, first, least):
            return False
        if not _are_in(sheet, right, second, least):
            return False
    return True


def _are_in(
    sheet: Sheet,
    column: int,
    numbers: Container[int],
    least: int = _NEARLY_ALL,
) -> bool:
    """Tell whether `least` of ten cells of a column below its headings are some numbers."""
    cells = _cells_below_headings(sheet, column)
    fitting = [cell for cell in cells if _number(cell) in numbers]
    if not fitting:
        return False
    return 10 * len(fitting) >= least * len(cells)


def _cells_below_headings(sheet: Sheet, column: int) -> list[Any]:
    """Return the filled cells of a column without the words at its top."""
    cells: list[Any] = []
    for number, row in enumerate(sheet.rows[:_LOOKED]):
        cell = row[column]
        if is_blank(cell):
            continue
        is_heading = number < HEADING_ROWS and _number(cell) is None
        if not is_heading:
            cells.append(cell)
    return cells


def _number(cell: Any) -> int | None:
    """Return the whole number in a cell."""
    text = str(cell).strip().removesuffix(".0")
    if len(text) >= _MOST_DIGITS or not text.isdecimal():
        return None
    return int(text)


def columns_in_pairs(sheet: Sheet, name: str) -> Pairs:
    """Return the neighbouring columns whose cells are the numbers of an encoding of two cells.

    Of two places to begin, the one that makes more cards is taken.
    """
    numbers = ENCODINGS[name].numbers
    if not numbers:
        return ()
    first, second = numbers
    columns = range(sheet.width)
    is_first = [_are_in(sheet, column, first) for column in columns]
    is_second = [_are_in(sheet, column, second) for column in columns]
    from_first = _pairs_from(0, is_first, is_second)
    from_second = _pairs_from(1, is_first, is_second)
    return max(from_first, from_second, key=len)


def _pairs_from(
    start: int,
    is_first: Sequence[bool],
    is_second: Sequence[bool],
) -> Pairs:
    """Return the pairs of columns from one column on, each as far left as it can be."""
    pairs: list[tuple[int, int]] = []
    column = start
    while column + 1 < len(is_first):
        next_column = column + 1
        if is_first[column] and is_second[next_column]:
            pairs.append((column, next_column))
            column += 1
        column += 1
    return tuple(pairs)


def _bare_uci(sheet: Sheet) -> list[Written]:
    """Return the data set of UCI without its headings: columns of 1 to 4 and 1 to 13 in turn."""
    pairs = columns_in_pairs(sheet, "uci")
    if len(pairs) < _FEWEST_BARE or _repeat_cards(sheet, pairs):
        return []
    highest_ranks = [_highest(sheet, rank) for _, rank in pairs]
    suits, _ = ENCODINGS["uci"].numbers
    if min(highest_ranks) <= max(suits):
        return []
    return [Written("uci", pairs, is_sure=False, doubt=_BARE_UCI)]


def _highest(sheet: Sheet, column: int) -> int:
    """Return the highest number in a column."""
    cells = _cells_below_headings(sheet, column)
    numbers = [_number(cell) or 0 for cell in cells]
    return max(numbers, default=0)


def _repeat_cards(sheet: Sheet, pairs: Pairs) -> bool:
    """Tell whether one row in ten holds a card twice."""
    rows = sheet.rows[:_LOOKED]
    repeated = 0
    for row in rows:
        texts = list(map(str, row))
        cards = [(texts[left], texts[right]) for left, right in pairs]
        different_cards = set(cards)
        if len(different_cards) < len(cards):
            repeated += 1
    return 10 * repeated > len(rows)
