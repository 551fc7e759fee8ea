"""Numbers, truth values and dates of cells from their texts, and what styles say of them, without arrays."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any
from xml.etree.ElementTree import Element

from xlpoker.errors import BookError
from xlpoker.workbook.xlsx.package import Package, local_name
from xlpoker.workbook.xlsx.xml_texts import text_of, whole

__all__ = [
    "BOOL",
    "EMPTY",
    "ERROR",
    "NUMBER",
    "SHARED",
    "TEXT",
    "TYPES",
    "Styles",
    "date_or_error",
    "days_of",
    "not_a_value",
    "number",
    "truth_value",
    "value_of",
]

NUMBER, SHARED, TEXT, BOOL, ERROR, EMPTY = range(6)
TYPES = {
    "n": NUMBER,
    "s": SHARED,
    "str": TEXT,
    "inlineStr": TEXT,
    "b": BOOL,
    "e": ERROR,
    "d": TEXT,  # a date in words
}
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
MOST_DIGITS = 400
"""Numbers of more digits become infinite."""
_WHOLE = re.compile(rf"[-+]?\d{{1,{MOST_DIGITS}}}")
_TRUTHS = {"1": True, "true": True, "0": False, "false": False}
DATES = frozenset([*range(14, 23), *range(27, 37), 45, 47, *range(50, 59)])
"""The built-in number formats that show dates or times, by number."""
CODE = 1 << 10
"""The most characters of a number format that are read; Excel writes 255."""
_LITERALS = r'(?i)"[^"]*"?|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]?'
_ELAPSED = r"(?i)\[(?:h+|m+|s+)\]"
_LETTERS = r"(?i)[dmhys]"
_DAY = 86_400_000  # milliseconds
_EPOCH = dt.datetime(1899, 12, 30)  # noqa: DTZ001 - a sheet has no zone
_EPOCH_OF_OLD_MACS = dt.datetime(1904, 1, 1)  # noqa: DTZ001


class Styles:
    """The styles of a workbook that show dates, or strike texts out; read at first use.

    `epoch` is the day from which days are counted.
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        self.epoch = _EPOCH_OF_OLD_MACS if package.from_1904 else _EPOCH

    @cached_property
    def _tree(self) -> Element | None:
        """The part of the styles as a tree."""
        package = self._package
        if package.styles is None:
            return None
        styles = package.tree(package.styles)
        name = local_name(styles.tag)
        if name != "styleSheet":
            where = f"{package.path.name} is damaged: {package.styles}"
            raise BookError(f"{where}: it begins with <{name}>, not <styleSheet>")
        return styles

    @cached_property
    def dates(self) -> frozenset[int]:
        """The styles that show dates or times."""
        if self._tree is None:
            return frozenset()
        return _date_styles(self._tree.iter())

    @cached_property
    def struck(self) -> frozenset[int]:
        """The styles of cells whose text is struck out."""
        if self._tree is None:
            return frozenset()
        return _struck_styles(self._tree)


def value_of(
    kind: int,
    text: bytes | str,
    style: int,
    strings: Sequence[str],
    styles: Styles,
) -> Any:
    """Return the value of a cell, an empty text or None for nothing.

    Raises `ValueError` or `LookupError` for a text that is no value of its kind, which `not_a_value`
    explains.
    """
    if kind in (TEXT, ERROR):
        return text_of(text)
    if kind == SHARED:
        index = whole(text_of(text).strip())
        if index < 0:
            raise ValueError(text)
        return strings[index]
    if kind == BOOL:
        return truth_value(text)
    value = number(text)
    if value is not None and style in styles.dates:
        return date_or_error(value, styles.epoch)
    return value


def not_a_value(kind: int, text: str, strings: int) -> str:
    """Return what is said of such a text, behind the address of its cell; `strings` is how many are shared.

    >>> not_a_value(SHARED, "9", 2)
    "holds '9' as one of 2 shared strings"
    """
    meaning_by_kind = {
        SHARED: f"one of {strings:,} shared strings",
        NUMBER: "a number",
    }
    meaning = meaning_by_kind.get(kind, "a truth value")
    return f"holds '{text.strip()[:40]}' as {meaning}"


def truth_value(raw: bytes | str) -> bool:
    """Return the truth value of a cell from its text; raises `KeyError` for another text."""
    return _TRUTHS[text_of(raw).strip()]


def number(raw: bytes | str) -> float | None:
    """Return the number of a cell from its text, None for blanks; raises `ValueError` for another text.

    >>> number(b"12"), number("1.5e3"), number(" ")
    (12, 1500.0, None)
    """
    if raw.isdigit() and len(raw) <= MOST_DIGITS:
        return int(raw)
    plain = text_of(raw).strip()
    if _WHOLE.fullmatch(plain):
        return int(plain)
    if plain and not _NUMBER.fullmatch(plain):
        raise ValueError(plain)
    return float(plain) if plain else None


def _struck_styles(styles: Element) -> frozenset[int]:
    """Return the numbers of the cell formats whose font is struck out."""
    struck_fonts: set[str] = set()
    formats: list[str] = []
    for group in styles:
        name = local_name(group.tag)
        if name == "fonts":
            struck_fonts = {str(number) for number, font in enumerate(group) if _is_struck(font)}
        elif name == "cellXfs":
            formats = [cell_format.get("fontId", "0") for cell_format in group]
    struck = [number for number, font in enumerate(formats) if font in struck_fonts]
    return frozenset(struck)


def _is_struck(font: Element) -> bool:
    """Tell whether a font is struck out: ``<strike/>``, unless its value is false."""
    for part in font:
        if local_name(part.tag) == "strike":
            value = part.get("val", "1").lower()
            return value not in ("0", "false")
    return False


def _date_styles(styles: Iterable[Element]) -> frozenset[int]:
    """Return the cell styles that show dates or times."""
    formats: dict[str, str] = {}
    numbers: list[str] = []
    for element in styles:
        name = local_name(element.tag)
        if name == "numFmt":
            number = element.get("numFmtId", "")
            code = element.get("formatCode", "")
            formats.setdefault(number, code)
        elif name == "cellXfs":
            cell_formats = [child for child in element if local_name(child.tag) == "xf"]
            numbers += [cell_format.get("numFmtId", "0") for cell_format in cell_formats]
    dates = {number for number in numbers if _shows_dates(number, formats.get(number))}
    styles_of_dates = [style for style, number in enumerate(numbers) if number in dates]
    return frozenset(styles_of_dates)


def _shows_dates(number: str, code: str | None) -> bool:
    """Tell whether a number format shows dates or times; a duration (``[h]:mm``) is a number of days."""
    if code is None:
        return whole(number) in DATES
    without_literals = re.sub(_LITERALS, "", code[:CODE])
    shown = without_literals.split(";")[0]
    if re.search(_ELAPSED, shown):
        return False
    return re.search(_LETTERS, shown) is not None


def days_of(moment: dt.date | dt.time | dt.timedelta) -> float:
    """Return the number of days by which a cell stores a date, a time or a duration; `date_or_error` is the inverse.

    >>> days_of(dt.date(2026, 11, 28)), days_of(dt.time(18)), days_of(dt.timedelta(hours=30))
    (46354.0, 0.75, 1.25)
    """
    day = dt.timedelta(days=1)
    if isinstance(moment, dt.timedelta):
        return moment / day
    if isinstance(moment, dt.time):
        return (dt.datetime.combine(_EPOCH, moment) - _EPOCH) / day
    if not isinstance(moment, dt.datetime):
        moment = dt.datetime.combine(moment, dt.time())
    after = moment - _EPOCH
    if 1 <= after.days <= 60:
        after -= day  # Excel's 1900 has a 29 February
    return after / day


def date_or_error(days: float, epoch: dt.datetime) -> Any:
    """Return the date and time of a number of days, an error text beyond the calendar."""
    try:
        return _date_of(days, epoch)
    except (OverflowError, ValueError):
        return "#VALUE!"


def _date_of(days: float, epoch: dt.datetime) -> Any:
    """Return the date and time of a number of days, a time alone below one day."""
    whole_days, fraction = divmod(days, 1)
    after = dt.timedelta(milliseconds=round(fraction * _DAY))
    if 0 <= days < 1 and not after.days:
        return (epoch + after).time()
    if 0 < days < 60 and epoch.year == 1899:
        whole_days += 1  # Excel's 1900 has a 29 February, so only later days count from 1899-12-30
    return epoch + dt.timedelta(days=whole_days) + after
