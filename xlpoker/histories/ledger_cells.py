"""What the cells of a ledger can be: dates, also as texts, headings, amounts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from xlpoker.histories.amounts import amount_or_none
from xlpoker.histories.ledger_tables import has_word_of_totals, text_of

__all__ = ["are_mostly_dates", "cell_in", "has_digit", "is_date", "is_heading"]

_MONTHS = """
    jan feb mar apr may jun jul aug sep oct nov dec mär mai okt dez fév avr aoû déc ene abr ago dic
    gen mag giu lug set ott mrt mei fev out sty lut kwi maj cze lip sie wrz paź lis gru
"""
_MONTH = rf"(?:{'|'.join(_MONTHS.split())})[^\W\d_]{{0,8}}\.?"
_DATE = re.compile(
    r"\d{1,4}([./-])\d{1,2}\1(?:\d{1,4})?"  # 5.3.2024, 3/5/24, 2024-03-05, 5.3.
    r"|\d{1,2}/\d{1,2}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)?[ -]{_MONTH}(?:,?[ -]\d{{2,4}})?"  # 5 March 2024, 5-Mar
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?",  # March 5, 2024
    re.IGNORECASE,
)


def cell_in(row: Sequence[Any], index: int) -> Any:
    """Return the value in a row, None right of its last cell."""
    return row[index] if index < len(row) else None


def has_digit(text: str) -> bool:
    """Tell whether a digit stands in a text."""
    return any(character.isdecimal() for character in text)


def is_heading(cell: Any) -> bool:
    """Tell whether a cell can be a heading: a text that is no amount, or a date."""
    if isinstance(cell, str):
        return bool(cell.strip()) and amount_or_none(cell) is None
    return isinstance(cell, date)


def is_date(cell: Any) -> bool:
    """Tell whether a cell holds a date, also as a text.

    >>> [is_date(cell) for cell in ("5.3.2024", "March 5", "2024-03-05", "12.50", "Anna")]
    [True, True, True, False, False]
    """
    if isinstance(cell, str):
        return _DATE.fullmatch(cell.strip()) is not None
    return isinstance(cell, date)


def are_mostly_dates(cells: Sequence[Any]) -> bool:
    """Tell whether more than half of the cells that are not blank are dates."""
    filled = [cell for cell in cells if text_of(cell) and not has_word_of_totals(text_of(cell))]
    dates = [cell for cell in filled if is_date(cell)]
    return 2 * len(dates) > len(filled)
