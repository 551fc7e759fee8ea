"""Which ways to write cards are tried on a sheet whose cells are no cards by themselves."""

from __future__ import annotations

from xlpoker.evaluator.encodings import APART, encoding
from xlpoker.layout.numbered_cards import columns_of_numbers, numbered_cards
from xlpoker.layout.sheet import Sheet
from xlpoker.layout.suits_and_ranks import columns_in_pairs, suits_and_ranks
from xlpoker.layout.written import Written

__all__ = ["ways_of_writing"]


def ways_of_writing(sheet: Sheet, asked: str = "") -> list[Written]:
    """Return the ways in which cells without cards may be cards, the likeliest first.

    `asked` is the encoding that the caller gave; then it is the only one.
    """
    if not asked:
        return suits_and_ranks(sheet) or numbered_cards(sheet)
    columns = _columns_of(sheet, asked)
    if not columns:
        return []
    return [Written(asked, columns, is_sure=True)]


def _columns_of(sheet: Sheet, asked: str) -> tuple[tuple[int, ...], ...]:
    """Return the columns of each card in the encoding that the caller gave."""
    code = encoding(asked)
    if code.name in APART:
        return ()
    if code.cells == 1:
        columns = columns_of_numbers(sheet, code.name)
        return tuple((column,) for column in columns)
    for written in suits_and_ranks(sheet):
        if written.encoding == code.name:
            return written.columns
    return columns_in_pairs(sheet, code.name)
