"""Cards of one cell that are numbers: 0 to 51, 1 to 52, or the integers of treys.

    c1 | c2 | c3 | c4 | c5
    0  | 17 | 34 | 51 | 8

Nobody knows which card is the first, so that such cards are a question, or named by the caller.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.encodings import ENCODINGS
from xlpoker.layout.headings import Heading, heading
from xlpoker.layout.sheet import Sheet
from xlpoker.layout.written import HEADING_ROWS, Written

__all__ = ["columns_of_numbers", "numbered_cards"]

_LOOKED = 200
_HIGHEST = 52
_SMALL = _HIGHEST // 2
_FEWEST = 4
_FEW_ROWS = 5
_MOST_DIGITS = 10
_FROM_ZERO = ("0-51", "0-51-suits", "0-51-ace")
_FROM_ONE = ("1-52", "1-52-suits", "1-52-ace")
_DOUBT = "these numbers may be cards; say how they are written"


def numbered_cards(sheet: Sheet) -> list[Written]:
    """Return the ways in which numbers may be cards, the likeliest first."""
    numbers_of_columns = _numbers_of_columns(sheet)
    of_treys = _columns_within(numbers_of_columns, "treys")
    if len(of_treys) >= _FEWEST:
        return [_one_cell_each("treys", of_treys)]
    of_a_deck = {
        column: numbers for column, numbers in numbers_of_columns.items() if _are_of_a_deck(numbers)
    }
    if len(of_a_deck) < _FEWEST or _repeat_numbers(sheet, of_a_deck):
        return []
    names = _FROM_ONE
    if any(0 in numbers for numbers in of_a_deck.values()):
        names = _FROM_ZERO
    return [_one_cell_each(name, of_a_deck) for name in names]


def _columns_within(numbers_of_columns: Mapping[int, set[int]], name: str) -> list[int]:
    """Return the columns whose numbers are all numbers of an encoding."""
    numbers_of_cards, *_ = ENCODINGS[name].numbers
    allowed = frozenset(numbers_of_cards)
    columns: list[int] = []
    for column, numbers in numbers_of_columns.items():
        if numbers <= allowed:
            columns.append(column)
    return columns


def _one_cell_each(name: str, columns: Iterable[int]) -> Written:
    """Return cards of one cell each."""
    cards = [(column,) for column in columns]
    return Written(name, tuple(cards), is_sure=False, doubt=_DOUBT)


def columns_of_numbers(sheet: Sheet, name: str) -> list[int]:
    """Return the columns whose cells are the numbers of an encoding that the caller named.

    In many rows a column of small numbers is no column of cards; in a few rows it may be. Then
    numbered headings, if there are any, say which columns are.
    """
    numbers_of_columns = _numbers_of_columns(sheet)
    fitting = _columns_within(numbers_of_columns, name)
    filled_rows = list(sheet.filled_rows())
    if len(filled_rows) > _FEW_ROWS:
        return [column for column in fitting if max(numbers_of_columns[column]) > _SMALL]
    numbered = [column for column in fitting if _is_numbered(sheet, column)]
    if len(numbered) < _FEWEST:
        return fitting
    return numbered


def _is_numbered(sheet: Sheet, column: int) -> bool:
    """Tell whether a heading such as *c1* or *Anna 2* stands above a column."""
    heads = _headings(sheet, column)
    return any(head.number and not head.text.isdecimal() for head in heads)


def _headings(sheet: Sheet, column: int) -> list[Heading]:
    """Return what may be the headings of a column: its top cells."""
    top_rows = sheet.rows[:HEADING_ROWS]
    return [heading(row[column]) for row in top_rows]


def _are_of_a_deck(numbers: set[int]) -> bool:
    """Tell whether numbers are 0 to 52, and not only small ones."""
    highest = max(numbers)
    return _SMALL < highest <= _HIGHEST


def _repeat_numbers(sheet: Sheet, columns: Collection[int]) -> bool:
    """Tell whether one row in ten holds a number twice."""
    rows = sheet.rows[:_LOOKED]
    repeated = 0
    for row in rows:
        cells = [row[column] for column in columns]
        different = set(map(str, cells))
        if len(different) < len(cells):
            repeated += 1
    return 10 * repeated > len(rows)


def _numbers_of_columns(sheet: Sheet) -> dict[int, set[int]]:
    """Return the different numbers of each column of whole numbers that does not number the rows."""
    columns: dict[int, set[int]] = {}
    for column in range(sheet.width):
        numbers = _numbers_in(sheet, column)
        if not numbers or _count_up(numbers):
            continue
        heads = _headings(sheet, column)
        numbers_deals = any(head.is_deal and not head.number for head in heads)
        if not numbers_deals:
            columns[column] = set(numbers)
    return columns


def _count_up(numbers: Sequence[int]) -> bool:
    """Tell whether numbers are 1 2 3 4 .."""
    if len(numbers) < 3:
        return False
    return all(later == number + 1 for number, later in pairwise(numbers))


def _numbers_in(sheet: Sheet, column: int) -> list[int]:
    """Return the whole numbers of a column, none if it holds anything else below its headings."""
    numbers: list[int] = []
    for number, row in enumerate(sheet.rows[:_LOOKED]):
        cell = row[column]
        if is_blank(cell):
            continue
        text = str(cell).removesuffix(".0")
        if text.isdecimal() and len(text) < _MOST_DIGITS:
            numbers.append(int(text))
        elif number >= HEADING_ROWS or numbers:
            return []
    return numbers
