"""Amounts of money as people write them, read exactly: `$20`, `20,50`, `(15)`, `1.234,50 €`."""

from __future__ import annotations

import math
import re
import unicodedata
from decimal import Decimal
from typing import Any

from xlpoker.errors import quoted
from xlpoker.histories.model import NotReadError

__all__ = ["amount_of", "amount_or_none", "currency_of"]

_CURRENCIES = ("USD", "EUR", "GBP", "CHF", "CAD", "AUD", "PLN", "kr", "zł")
_CODE = re.compile(
    rf"(?i)(?<!\w)({'|'.join(_CURRENCIES)})(?!\w)|(?<=\d)({'|'.join(_CURRENCIES)})\b"
)
_SIGNED = re.compile(r"([+-]?)(\d[\d.,' ]*|[.,]\d+)")
_GROUPS = r"[1-9]\d{0,2}"
_PLAIN = re.compile(r"\d+|\d{4,}[.,]\d+|\d*[.,](?:\d{1,2}|\d{4,})|0[.,]\d+")
_THOUSANDS = re.compile(
    rf"{_GROUPS}(?:,\d{{3}})+(?P<point>\.\d+)?|{_GROUPS}(?:\.\d{{3}})+(?P<comma>,\d+)?"
    rf"|{_GROUPS}(?:[' ]\d{{3}})+(?P<either>[.,]\d+)?"
)
_DASHES = ("-", "–", "—")
_MOST_DIGITS = 20  # characters of an amount


def currency_of(value: Any) -> str:
    """Return the sign or the code of the currency in a cell, an empty text where there is none.

    >>> currency_of("$20"), currency_of("20 eur"), currency_of(20)
    ('$', 'EUR', '')
    """
    if not isinstance(value, str):
        return ""
    for character in value:
        if unicodedata.category(character) == "Sc":
            return character
    code = _CODE.search(value)
    return code[0].upper() if code else ""


def amount_of(value: Any) -> Decimal | None:
    """Return the amount in a cell, None for a blank one; a dash alone is 0, as in accounting.

    Raises `NotReadError` for anything else, and for a text with two meanings.

    >>> [str(amount_of(cell)) for cell in ("$20", "20,50", "(15)", "1.234,50 €", "-7.5", 20.1)]
    ['20', '20.50', '-15', '1234.50', '-7.5', '20.1']
    >>> amount_of("1.234")
    Traceback (most recent call last):
    xlpoker.histories.model.NotReadError: '1.234' is 1234 or 1 and 234 thousandths
    """
    if value is None:
        return None
    if isinstance(value, str):
        return _amount_of_text(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        # a spreadsheet shows 15 digits: 0.1 + 0.2 is 0.3
        return Decimal(f"{value:.15g}")
    raise NotReadError(f"{quoted(str(value))} is no amount")


def amount_or_none(cell: Any) -> Decimal | None:
    """Return the amount in a cell, None for a blank one and for what is no amount."""
    try:
        return amount_of(cell)
    except NotReadError:
        return None


def _amount_of_text(cell: str) -> Decimal | None:
    """Return the amount in a text, None for a blank one."""
    text = " ".join(unicodedata.normalize("NFKC", cell).replace("−", "-").replace("’", "'").split())
    if not text:
        return None
    currency = currency_of(text)
    digits = _CODE.sub("", text).replace(currency, "").strip() if currency else text
    if digits in _DASHES:
        return Decimal(0)
    in_parentheses = digits.startswith("(") and digits.endswith(")")
    if in_parentheses:
        digits = digits[1:-1].strip()
    sign_and_digits = _SIGNED.fullmatch(digits.replace("- ", "-").replace("+ ", "+"))
    if sign_and_digits is None or len(digits) > _MOST_DIGITS:
        raise NotReadError(f"{quoted(cell)} is no amount")
    sign, number = sign_and_digits.groups()
    if in_parentheses and sign:
        raise NotReadError(f"{quoted(cell)} is no amount")
    amount = _unsigned(number, cell, has_currency=bool(currency))
    return -amount if in_parentheses or sign == "-" else amount


def _unsigned(number: str, cell: str, *, has_currency: bool) -> Decimal:
    """Return the amount of digits with their separators.

    Three digits behind one separator are thousands where a currency stands beside them.
    """
    if _PLAIN.fullmatch(number):
        return Decimal(number.replace(",", "."))
    match = _THOUSANDS.fullmatch(number)
    if match is None:
        raise NotReadError(f"{quoted(cell)} is no amount")
    decimals = match["point"] or match["comma"] or match["either"] or ""
    whole = re.sub(r"\D", "", number.removesuffix(decimals))
    is_open = not decimals and re.fullmatch(r"\d+[.,]\d{3}", number) is not None
    if is_open and not has_currency:
        units, thousandths = re.split(r"[.,]", number)
        raise NotReadError(f"{quoted(cell)} is {whole} or {units} and {thousandths} thousandths")
    return Decimal(whole + decimals.replace(",", "."))
