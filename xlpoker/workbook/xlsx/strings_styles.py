"""Two small parts of a workbook: the shared strings, and the styles that show a number as a date or time."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, BinaryIO
from xml.etree.ElementTree import Element
from xml.parsers import expat

from xlpoker.errors import BookError
from xlpoker.workbook.xlsx.package import Package, local_name

__all__ = ["MAIN", "BookTexts", "reason_of", "unescaped", "whole"]

Converter = Callable[[float], Any]


MAIN = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",  # strict
)
_TAGS = {f"{space} {name}": name for space in MAIN for name in ("sst", "si", "t", "rPh")}
CHUNK = 1 << 18
STRING_BYTES = 1 << 22  # of one shared string; a cell holds 32,767 characters
DATES = frozenset([*range(14, 23), *range(27, 37), 45, *range(47, 48), *range(50, 59)])  # number formats by number
ELAPSED = 46
CODE = 1 << 10  # characters of a number format; Excel writes 255
_LITERALS = re.compile(r'"[^"]*"?|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]?', re.IGNORECASE)
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_LETTERS = re.compile(r"[dmhys]", re.IGNORECASE)
_ESCAPE = re.compile(r"_x(?![Dd][89A-Fa-f])([0-9A-Fa-f]{4})_")  # halves of surrogate pairs stay as they are
_DAY = 86_400_000  # milliseconds


def unescaped(text: str) -> str:
    r"""Return a text with the characters that XML cannot hold put back.

    >>> unescaped("5H_x000D_"), unescaped("_x005F_x000D_")
    ('5H\r', '_x000D_')
    """
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def whole(text: str) -> int:
    """Return the number that up to nine digits are, -1 for any other text: a part may say any number.

    >>> whole("12"), whole("9" * 10), whole("x")
    (12, -1, -1)
    """
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def reason_of(error: Exception) -> str:
    """Return what Expat says of a part; an encoding that only Python knows, or nobody, is the one error not its own.

    Any other error is raised again.
    """
    if isinstance(error, expat.ExpatError):
        return f"{expat.ErrorString(error.code)} in line {error.lineno}"
    if isinstance(error, UnicodeError) or "encoding" in str(error):
        return f"its encoding is not understood ({error})"
    raise error


class BookTexts:
    """What the cells of a workbook lean on: its shared strings, its styles that show dates; each read when first asked for."""

    def __init__(self, package: Package) -> None:
        self._package = package

    @cached_property
    def strings(self) -> list[str]:
        """All shared strings; raises `BookError` for a part that is damaged."""
        package = self._package
        if package.shared_strings is None:
            return []
        with package.open_part(package.shared_strings) as part:
            return _shared_strings(part, f"{package.path.name} is damaged: {package.shared_strings}")

    @cached_property
    def dates(self) -> dict[int, Converter]:
        """The function from a number to the date, for each style that shows dates or times."""
        package = self._package
        epoch = dt.datetime(1904, 1, 1) if package.from_1904 else dt.datetime(1899, 12, 30)  # noqa: DTZ001 - a sheet has no zone
        if package.styles is None:
            return {}
        styles = package.tree(package.styles)
        if (name := local_name(styles.tag)) != "styleSheet":
            where = f"{package.path.name} is damaged: {package.styles}"
            raise BookError(f"{where}: it begins with <{name}>, not <styleSheet>")
        return _date_styles(styles.iter(), epoch)

    def __call__(self, index: int) -> str:
        """Return a shared string; raises `BookError` where it is not there."""
        if index >= len(self.strings):
            there = f"of which there are {len(self.strings):,}" if self.strings else "of which there are none"
            raise BookError(f"{self._package.path.name} is damaged: a cell asks for shared string {index}, {there}")
        return self.strings[index]


def _shared_strings(part: BinaryIO, where: str) -> list[str]:
    """Return the texts of the shared strings part: rich text as plain text, phonetic guides left out."""
    strings: list[str] = []
    pieces: list[str] = []
    phonetic = begun = False
    last = 0

    def start(tag: str, _: dict[str, str]) -> None:
        nonlocal phonetic, begun
        name = _TAGS.get(tag)
        if not begun and name != "sst":
            raise BookError(f"{where}: it begins with <{tag.rpartition(' ')[2]}>, not <sst>")
        begun = True
        if name == "t" and not phonetic:
            parser.CharacterDataHandler = pieces.append
        elif name == "si":
            pieces.clear()
        elif name == "rPh":
            phonetic = True

    def end(tag: str) -> None:
        nonlocal phonetic, last
        name = _TAGS.get(tag)
        if name == "t":
            parser.CharacterDataHandler = None
        elif name == "si":
            strings.append(unescaped("".join(pieces)))
            last = parser.CurrentByteIndex
        elif name == "rPh":
            phonetic = False

    def doctype(*_: object) -> None:
        raise BookError(f"{where}: it has a DOCTYPE, which no workbook needs")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.StartDoctypeDeclHandler = start, end, doctype
    fed = 0
    try:
        while piece := part.read(CHUNK):
            parser.Parse(piece, False)  # noqa: FBT003 - the parameter has no name
            fed += len(piece)
            if fed - last > STRING_BYTES + CHUNK:
                raise BookError(f"{where}: a text of more than {STRING_BYTES >> 20} MB")  # noqa: TRY301 - ends the reading
        parser.Parse(b"", True)  # noqa: FBT003
    except BookError:
        raise
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise BookError(f"{where}: {reason_of(error)}") from None
    return strings


def _date_styles(styles: Iterable[Element], epoch: dt.datetime) -> dict[int, Converter]:
    """Return for each cell style that shows dates or times the function from the number to the date."""
    formats: dict[str, str] = {}
    numbers: list[str] = []
    for one in styles:
        name = local_name(one.tag)
        if name == "numFmt":
            formats.setdefault(one.get("numFmtId", ""), one.get("formatCode", ""))
        elif name == "cellXfs":
            numbers += [each.get("numFmtId", "0") for each in one if local_name(each.tag) == "xf"]
    kinds = {number: _kind(number, formats.get(number)) for number in set(numbers)}
    converters: dict[str, Converter] = {"date": lambda days: _date(days, epoch), "elapsed": _elapsed}
    return {style: converters[kinds[number]] for style, number in enumerate(numbers) if kinds[number]}


def _kind(number: str, code: str | None) -> str:
    """Return what a number format shows: "date", "elapsed" time, or "" for neither."""
    if code is None:
        known = whole(number)
        return "date" if known in DATES else "elapsed" if known == ELAPSED else ""
    shown = _LITERALS.sub("", code[:CODE]).split(";")[0]
    if _ELAPSED.search(shown):
        return "elapsed"
    return "date" if _LETTERS.search(shown) else ""


def _date(days: float, epoch: dt.datetime) -> Any:
    """Return the date and time of a number of days: times alone below one day, 29 February 1900 left out."""
    try:
        whole, part = divmod(days, 1)
        after = dt.timedelta(milliseconds=round(part * _DAY))
        if 0 <= days < 1 and not after.days:
            return (epoch + after).time()
        if 0 < days < 60 and epoch.year == 1899:
            whole += 1  # the sheet's 1900 has a day too many, and only days after it count from 1899-12-30
        return epoch + dt.timedelta(days=whole) + after
    except (OverflowError, ValueError):
        return "#VALUE!"


def _elapsed(days: float) -> Any:
    try:
        return dt.timedelta(milliseconds=round(days * _DAY))
    except (OverflowError, ValueError):
        return "#VALUE!"
