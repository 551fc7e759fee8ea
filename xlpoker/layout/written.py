"""Cards that are no cards by themselves: rank and suit in cells of their own, and numbers.

    Anna                          S1 | C1 | S2 | C2 ..         card1 | card2 ..
    Rank | Suit     | Rank ..     2  | 12 | 1  | 11            17    | 34         0 to 51
    7    | ♠ Spades | K           the data set of UCI

They become a sheet with one card in each cell, and the same search goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from xlpoker.errors import CardError
from xlpoker.evaluator.cards import card_text, pair_code
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.encodings import Encoding, encoding
from xlpoker.layout.headings import heading
from xlpoker.layout.sheet import Sheet
from xlpoker.layout.words import ROLE_OF, Role

__all__ = ["Written", "sheet_of_cards", "written_cards"]

_LOOKED = 200
_HIGHEST = 52
_FEWEST = 4
_HEADING_ROWS = 3
_UCI = "s1 c1 s2 c2 s3 c3 s4 c4 s5 c5".split()
_FROM_ZERO = ("0-51", "0-51-suits", "0-51-ace")
_FROM_ONE = ("1-52", "1-52-suits", "1-52-ace")
_WORDS = [word for word, role in ROLE_OF.items() if role in (Role.RANK, Role.SUIT)]
_PART_OF_CARD = re.compile(
    rf"\b(?:{'|'.join(_WORDS)})\b|(?<![^\W\d_])[rs](?=\W*\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Written:
    """A way to write cards: the encoding, and the columns of each card.

    `is_sure` is true if the cells leave no doubt; else it is only an option.
    """

    encoding: str
    columns: tuple[tuple[int, ...], ...]
    is_sure: bool

    @property
    def cells_of_a_card(self) -> int:
        """How many cells each card has."""
        return len(self.columns[0])


def written_cards(sheet: Sheet, asked: str = "") -> list[Written]:
    """Return the ways in which cells without cards may be cards, the likeliest first.

    `asked` is the encoding that the caller gave; then it is the only one.
    """
    every = _uci(sheet) or _words_and_signs(sheet) or _ranks_and_suits_as_numbers(sheet) or _numbers(sheet)
    if not asked or not every:
        return every
    likeliest = every[0]
    name = asked.partition(":")[0]
    if likeliest.cells_of_a_card != encoding(name).cells:
        return []
    return [Written(asked, likeliest.columns, is_sure=True)]


def sheet_of_cards(sheet: Sheet, written: Written) -> Sheet:
    """Return a sheet in which each card has one cell."""
    columns_of_card = {columns[0]: columns for columns in written.columns}
    further = {index for columns in written.columns for index in columns[1:]}
    first_columns = [index for index in range(sheet.width) if index not in further]
    origins = [columns_of_card.get(index, (index,)) for index in first_columns]
    code = encoding(written.encoding)
    rows: list[list[Any]] = []
    for row in sheet.rows:
        cells = [row[index] for index in first_columns]
        for place, index in enumerate(first_columns):
            if index in columns_of_card:
                parts = [row[part] for part in columns_of_card[index]]
                cells[place] = _card(parts, code)
        rows.append(cells)
    return sheet.with_columns(rows, origins)


def _card(cells: Sequence[Any], code: Encoding) -> Any:
    """Return a card as text; of a heading what is left without the words for rank and suit."""
    if all(map(is_blank, cells)):
        return cells[0]
    try:
        return card_text(code.codes(cells)[0])
    except CardError:
        text = cells[1] if is_blank(cells[0]) else cells[0]
    if not isinstance(text, str):
        return text
    text = text.replace("_", " ")
    return _PART_OF_CARD.sub("", text).strip(" _-.")


def _uci(sheet: Sheet) -> list[Written]:
    """Return the data set of UCI, which is known by its headings S1 C1 S2 C2 .. S5 C5."""
    for row in range(min(_HEADING_ROWS, len(sheet.rows))):
        texts = [text.casefold() for text in sheet.texts(row).values()]
        if _UCI[0] not in texts:
            continue
        place = texts.index(_UCI[0])
        start = list(sheet.texts(row))[place]
        if texts[place : place + len(_UCI)] == _UCI:
            indexes = range(start, start + len(_UCI), 2)
            pairs = tuple((index, index + 1) for index in indexes)
            return [Written("uci", pairs, is_sure=True)]
    return []


def _words_and_signs(sheet: Sheet) -> list[Written]:
    """Return ranks and suits as words, letters or signs: 7 | ♠ Spades, or the suit first."""
    indexes = range(sheet.width)
    suits = [index for index in indexes if _are_most(sheet, index, _is_suit)]
    if len(suits) < 2:
        return []
    if all(_are_most(sheet, index - 1, _is_rank) for index in suits):
        pairs = tuple((index - 1, index) for index in suits)
        return [Written("rank-suit", pairs, is_sure=True)]
    if all(_are_most(sheet, index + 1, _is_rank) for index in suits):
        pairs = tuple((index, index + 1) for index in suits)
        return [Written("suit-rank", pairs, is_sure=True)]
    return []


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
    return len(filled) > 1 and 4 * len(passed) >= 3 * len(filled) - _HEADING_ROWS


def _is_suit(cell: Any) -> bool:
    return pair_code(2, cell) is not None


def _is_rank(cell: Any) -> bool:
    return pair_code(cell, "s") is not None


def _ranks_and_suits_as_numbers(sheet: Sheet) -> list[Written]:
    """Return ranks and suits that are numbers, below headings that say so: r0 s0, rank 1 suit 1."""
    ranks = _columns_headed(sheet, Role.RANK, r"r\d*")
    suits = _columns_headed(sheet, Role.SUIT, r"s\d*")
    behind_ranks = [index + 1 for index in ranks]
    if len(ranks) < 2 or behind_ranks != suits:
        return []
    rank_numbers = [_numbers_in(sheet, column) for column in ranks]
    suit_numbers = [_numbers_in(sheet, column) for column in suits]
    if not all(rank_numbers) or not all(suit_numbers):
        return []
    name = "2-14"
    if min(map(min, rank_numbers)) == 0:
        name = "0-12-0-3"
    elif min(map(min, suit_numbers)) == 0:
        name = "2-14-0-3"
    pairs = tuple((index, index + 1) for index in ranks)
    return [Written(name, pairs, is_sure=False)]


def _columns_headed(sheet: Sheet, role: Role, pattern: str) -> list[int]:
    """Return the columns below a word for ranks or suits, or its first letter."""
    columns: set[int] = set()
    for row in range(min(_HEADING_ROWS, len(sheet.rows))):
        for column, text in sheet.texts(row).items():
            is_letter = re.fullmatch(pattern, text, re.IGNORECASE) is not None
            if is_letter or heading(text).has_role(role):
                columns.add(column)
    return sorted(columns)


def _numbers(sheet: Sheet) -> list[Written]:
    """Return cards that are numbers: 0 to 51, 1 to 52, or the integers of treys."""
    treys = set(encoding("treys").numbers[0])
    of_treys: list[int] = []
    of_a_deck: list[int] = []
    lowest = _HIGHEST
    for index in range(sheet.width):
        numbers = _numbers_in(sheet, index)
        if numbers and numbers <= treys:
            of_treys.append(index)
        elif _are_of_a_deck(numbers):
            of_a_deck.append(index)
            lowest = min(lowest, *numbers)
    if len(of_treys) >= _FEWEST:
        return [_one_cell_each("treys", of_treys)]
    if len(of_a_deck) < _FEWEST or _repeat_numbers(sheet, of_a_deck):
        return []
    names = _FROM_ONE if lowest else _FROM_ZERO
    return [_one_cell_each(name, of_a_deck) for name in names]


def _one_cell_each(name: str, columns: Sequence[int]) -> Written:
    """Return cards of one cell each."""
    cards = tuple((index,) for index in columns)
    return Written(name, cards, is_sure=False)


def _are_of_a_deck(numbers: set[int]) -> bool:
    """Tell whether numbers are 0 to 52, and not only small ones."""
    if not numbers:
        return False
    return _HIGHEST // 2 < max(numbers) <= _HIGHEST


def _repeat_numbers(sheet: Sheet, columns: Sequence[int]) -> bool:
    """Tell whether one row in ten holds a number twice."""
    rows = sheet.rows[:_LOOKED]
    repeated = 0
    for row in rows:
        texts = [str(row[index]) for index in columns]
        if len(set(texts)) < len(texts):
            repeated += 1
    return 10 * repeated > len(rows)


def _numbers_in(sheet: Sheet, column: int) -> set[int]:
    """Return the whole numbers of a column, none if it holds anything else below its heading."""
    numbers: set[int] = set()
    for row in sheet.rows[1:_LOOKED]:
        if is_blank(row[column]):
            continue
        text = str(row[column]).removesuffix(".0")
        if not text.isdecimal():
            return set()
        numbers.add(int(text))
    return numbers
