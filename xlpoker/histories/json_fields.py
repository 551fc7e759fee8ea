"""The fields of an object of JSON, in which anything may stand: texts, and numbers of seats."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from xlpoker.errors import shown
from xlpoker.histories.model import NotReadError

__all__ = ["seat_in", "text_in"]

_WHOLE = re.compile(r"[0-9]{1,4}")
_MOST_SEATS = 9999


def text_in(record: Mapping[str, Any], field: str) -> str:
    """Return the text or the number in a field as a text, an empty one where there is none.

    >>> text_in({"game_number": 7}, "game_number"), text_in({"currency": None}, "currency")
    ('7', '')

    Raises `NotReadError` for a list, an object, and true or false.
    """
    value = record.get(field)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise NotReadError(f"has {shown(value)} in {field}, which is no text")
    return str(value)


def seat_in(record: Mapping[str, Any], field: str) -> int:
    """Return the number of a seat in a field, also of one that is written as a text.

    >>> seat_in({"dealer_seat": 3}, "dealer_seat"), seat_in({"seat": "3"}, "seat")
    (3, 3)

    Raises `NotReadError` for anything else.
    """
    value = record.get(field)
    number: Any = value
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        number = float(value)
    if not _is_seat_number(number):
        raise NotReadError(f"has {shown(value)} in {field}, which is no number of a seat")
    return int(number)


def _is_seat_number(value: object) -> bool:
    """Tell whether a value is a whole number that a seat may have.

    >>> _is_seat_number(3), _is_seat_number(3.0), _is_seat_number(True), _is_seat_number(2.5)
    (True, True, False, False)
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= _MOST_SEATS and value % 1 == 0
