"""Which rows of a sheet hold hands, and which rows above them hold headings.

    Poker 2026               a title, not a heading: one text, not above the only cards
    No | Anna      | Ben     headings: words, one of them above cards
    1  | 5H 5C ..  | 2C ..   a row with hands
    C1 | C2 | C3 | C4 | C5   headings, though each could be a card

A table has at most three rows of headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from xlpoker.layout.games import game_named
from xlpoker.layout.headings import before_pandas, heading
from xlpoker.layout.sheet import CARD, DATE, NEAR, NUMBER, Sheet, is_cards, is_several_cards
from xlpoker.layout.words import Role

__all__ = [
    "are_repeated",
    "begins_a_table",
    "heading_rows_above",
    "heading_texts",
    "looks_like_headings",
    "runs_of_hands",
]

_MOST_HEADINGS = 3
_MOST_BLANK_ROWS = 2
_HIGHEST = 16
_MOST_WORDS = 3
_MOST_DIGITS = 10
_SUIT_FIRST = re.compile(r"([CDHScdhs])[\s_]?(\d{1,2})")


def runs_of_hands(sheet: Sheet) -> list[range]:
    """Return the rows with hands, as runs of rows that follow each other.

    Headings such as C1 C2 C3, and names such as Jack or Kh above whole hands, are left out.
    """
    kinds_of_hands = {kinds for kinds in set(sheet.kinds) if _holds_a_hand(kinds)}
    other_rows = [row for row, kinds in enumerate(sheet.kinds) if kinds not in kinds_of_hands]
    runs: list[range] = []
    first = 0
    for end in (*other_rows, len(sheet.kinds)):
        if first < end and looks_like_headings(sheet, first):
            first += 1
        if first < end:
            runs.append(range(first, end))
        first = end + 1
    return runs


def _holds_a_hand(kinds: bytes) -> bool:
    """Tell whether a row has several cards: in one cell, or in cells of their own."""
    if kinds.count(CARD) > 1:
        return True
    return any(map(is_several_cards, kinds))


def looks_like_headings(sheet: Sheet, row: int) -> bool:
    """Tell whether the single cards of a row are rather headings.

    They are if they count (S1 C1 S2 C2), if they are far fewer than the cards below, or if they
    stand above whole hands.
    """
    kinds = sheet.kinds[row]
    below = _kinds_below(sheet, row)
    singles = [column for column, kind in enumerate(kinds) if kind == CARD]
    are_few = 2 * len(singles) < below.count(CARD)
    if are_few or all(is_several_cards(below[column]) for column in singles):
        return not any(map(is_several_cards, kinds))
    texts = sheet.texts(row)
    for column in singles:
        if not _SUIT_FIRST.fullmatch(texts[column]):
            return False
    if not _count_up(texts.values()):
        return False
    is_straight_flush = _is_one_suit(sheet, row) and _is_one_suit(sheet, row + 1)
    return not is_straight_flush


def _kinds_below(sheet: Sheet, row: int) -> bytes:
    """Return what the next row holds; blank cells below the last one."""
    if row + 1 < len(sheet.kinds):
        return sheet.kinds[row + 1]
    return bytes(sheet.width)


def _count_up(texts: Iterable[str]) -> bool:
    """Tell whether the numbers behind each letter go up: S1 C1 S2 C2."""
    numbers: dict[str, list[int]] = {}
    for text in texts:
        match = _SUIT_FIRST.fullmatch(text)
        if match:
            letter = match[1].casefold()
            numbers.setdefault(letter, []).append(int(match[2]))
    longest = max(map(len, numbers.values()), default=0)
    return longest > 1 and all(map(_is_series, numbers.values()))


def _is_series(numbers: Sequence[int]) -> bool:
    """Tell whether numbers go up by one, or begin again: 1 2 3 1 2 3."""
    for number, later in pairwise(numbers):
        begins_again = later <= numbers[0]
        if later != number + 1 and not begins_again:
            return False
    return True


def _is_one_suit(sheet: Sheet, row: int) -> bool:
    """Tell whether a row holds cards of one suit with the suit first: C2 C3 C4 C5 C6."""
    if row == len(sheet.rows):
        return False
    texts = sheet.texts(row).values()
    if not texts or not all(map(_SUIT_FIRST.fullmatch, texts)):
        return False
    suits = {text[0] for text in texts}
    return len(suits) == 1


def heading_rows_above(
    sheet: Sheet,
    row: int,
    stop: int,
) -> tuple[int, ...]:
    """Return the rows of headings right above a row with hands, from top to bottom.

    There are at most three. Two blank rows may stand below them, none between them. Rows that are
    hidden, and left out, are no rows.
    """
    headings: list[int] = []
    blank_rows = 0
    for above in islice(_seen_rows_above(sheet, row, stop), _HIGHEST):
        is_blank = not any(sheet.kinds[above])
        is_heading = not is_blank and _is_heading_row(sheet, above, row)
        if is_blank:
            blank_rows += 1
        if headings and not is_heading:
            break
        if blank_rows > _MOST_BLANK_ROWS or len(headings) == _MOST_HEADINGS:
            break
        if is_heading:
            headings.insert(0, above)
    return tuple(headings)


def _seen_rows_above(sheet: Sheet, row: int, stop: int) -> Iterator[int]:
    """Yield the rows above one, upwards to another, without those that are hidden and left out."""
    for above in range(row - 1, stop - 1, -1):
        if above not in sheet.hidden_rows:
            yield above


def _card_columns(sheet: Sheet, row: int) -> list[int]:
    """Return the columns in which a row has cards."""
    kinds = sheet.kinds[row]
    return [column for column, kind in enumerate(kinds) if is_cards(kind)]


def _is_heading_row(sheet: Sheet, row: int, hands: int) -> bool:
    """Tell whether a row above one with hands holds headings.

    These are words, one of them above cards, or numbers in turn above all cards.
    """
    kinds = sheet.kinds[row]
    if DATE in kinds or any(map(is_several_cards, kinds)):
        return False
    texts = sheet.texts(row)
    columns = _card_columns(sheet, hands)
    above_cards = [texts[column] for column in columns if column in texts]
    if 2 * _count_misspelt(sheet, row, columns) > len(above_cards):
        return False
    is_above_all = len(above_cards) == len(columns)
    if any(kinds[column] == NUMBER for column in columns):
        return is_above_all and _are_numbers_in_turn(above_cards)
    if len(texts) == 1 and above_cards:
        return len(columns) == 1 or _is_label(above_cards[0])
    if is_above_all:
        return True
    if not above_cards:
        return False
    different_texts = set(texts.values())
    return len(different_texts) > 1


def _count_misspelt(
    sheet: Sheet,
    row: int,
    columns: Iterable[int],
) -> int:
    """Return how many cells of a row are misspelt cards; C1 is a heading."""
    texts = sheet.texts(row)
    count = 0
    for column in columns:
        is_near = sheet.kinds[row][column] == NEAR
        if is_near and not _SUIT_FIRST.fullmatch(texts[column]):
            count += 1
    return count


def begins_a_table(sheet: Sheet, row: int, hands: int) -> bool:
    """Tell whether a row between hands holds other headings, not a remark.

    Two different texts stand above cards, or a word for cards stands above the only ones.
    """
    columns = _card_columns(sheet, hands)
    texts = sheet.texts(row)
    above_cards = {text for column, text in texts.items() if column in columns}
    if len(columns) == 1:
        return len(texts) > 1 and any(map(_is_label, above_cards))
    if NUMBER in sheet.kinds[row]:
        return False
    return len(above_cards) > 1


def _is_label(text: str) -> bool:
    """Tell whether a word or two above several cards are a heading, not a title or a # remark."""
    words = text.split()
    if len(words) > _MOST_WORDS or words[0] == "#" or game_named(text):
        return False
    head = heading(text)
    return head.is_board or head.has_role(Role.PLAYER, Role.HAND, Role.CARD)


def _are_numbers_in_turn(texts: Iterable[str]) -> bool:
    """Tell whether texts are 1 2 3 4 5, or 1 2 3 4 5 1 2 3 4 5."""
    digits = [text.removesuffix(".0") for text in texts]
    numbers = [int(text) for text in digits if text.isdecimal() and len(text) < _MOST_DIGITS]
    if len(numbers) < 2 or numbers[0] > 1:
        return False
    return _is_series(numbers)


def heading_texts(sheet: Sheet, row: int) -> dict[int, str]:
    """Return the texts of a row of headings, by column, as they stood before pandas."""
    texts = sheet.texts(row)
    originals = before_pandas(list(texts.values()))
    by_column = zip(texts, originals, strict=True)
    return {column: text for column, text in by_column if text}


def are_repeated(
    sheet: Sheet,
    rows: Sequence[int],
    heading_rows: Sequence[int],
) -> bool:
    """Tell whether rows of headings repeat those above: the same texts in the same columns."""
    if not rows:
        return True
    lowest = heading_texts(sheet, rows[-1])
    texts_of_rows = [heading_texts(sheet, row) for row in heading_rows]
    return lowest in texts_of_rows
