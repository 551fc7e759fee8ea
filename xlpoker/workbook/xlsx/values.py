"""Cells as Python values: texts, numbers, dates, booleans, error texts, in rows; and formulas without a cached value.

It serves the first rows of a sheet, single rows of a block, and sheets read as a whole; of the latter merged cells count for
their anchor. Cells too far apart make the part damaged. The shared strings, and the styles that show a number as a date or
time, are read here, too.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import IO, Any, NoReturn
from xml.etree.ElementTree import Element
from xml.parsers import expat

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import a1
from xlpoker.errors import BookError
from xlpoker.evaluator.batch.codes import parse, parse_hands
from xlpoker.scoring.model import Codes
from xlpoker.workbook.xlsx.cells import (
    BOOL,
    EMPTY,
    ERROR,
    MAIN,
    NUMBER,
    SHARED,
    TEXT,
    Array,
    Cells,
    formula_of,
    merged_boxes,
    text_of,
    unescaped,
    whole,
)
from xlpoker.workbook.xlsx.expat import reason_of
from xlpoker.workbook.xlsx.package import Package, local_name

__all__ = ["BookTexts", "SheetValues"]

SLACK = 1 << 23  # empty places between cells that are paid for by no cell
PADDING = 4  # further empty places for each cell
MERGED_STEPS = 1 << 23
MOST_KNOWN = 1 << 16  # different texts and numbers that are made once
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_WHOLE = re.compile(r"[-+]?\d{1,400}")
_TRUTHS = {"1": True, "true": True, "0": False, "false": False}
_TEXT_TYPE = re.compile(rb"\st=[\"']str[\"']")
_TAGS = {f"{space} {name}": name for space in MAIN for name in ("sst", "si", "t", "rPh")}
CHUNK = 1 << 18
STRING_BYTES = 1 << 22  # of one shared string; a cell holds 32,767 characters
DATES = frozenset(
    [*range(14, 23), *range(27, 37), 45, *range(47, 48), *range(50, 59)]
)  # number formats by number
CODE = 1 << 10  # characters of a number format; Excel writes 255
_LITERALS = re.compile(r'"[^"]*"?|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]?', re.IGNORECASE)
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_LETTERS = re.compile(r"[dmhys]", re.IGNORECASE)
_DAY = 86_400_000  # milliseconds
Place = tuple[int, int]


class SheetValues:
    """Rows of a sheet, block after block: `rows`, the first of which has the number `above`, and formulas without a value.

    `uncalculated` has the texts of these by row and column.
    """

    def __init__(self, texts: BookTexts, where: str, above: int = 0) -> None:
        self.rows: list[list[Any]] = []
        self.uncalculated: dict[Place, str] = {}
        self._texts, self._where, self._above = texts, where, above
        self._room = SLACK
        as_text = lru_cache(MOST_KNOWN)(text_of)
        self._makers: dict[int, Callable[[Any], Any]] = {
            NUMBER: lru_cache(MOST_KNOWN)(_number), TEXT: as_text, ERROR: as_text,
            BOOL: lambda raw: _TRUTHS[text_of(raw).strip()],
        }  # fmt: skip

    def _damaged(self, reason: str) -> NoReturn:
        raise BookError(f"{self._where}: {reason}")

    def take(self, cells: Cells, places: Sequence[int] | None = None) -> None:
        """Take the rows of a block, or those at some places; raises `BookError` for a damaged cell."""
        chosen = (
            np.ones(len(cells.row), np.bool_)
            if places is None
            else np.isin(cells.row, list(places))
        )
        if cells.has_formulas:
            self._note(
                cells,
                np.flatnonzero(chosen & (cells.kind == EMPTY) & (cells.formula >= 0)).tolist(),
            )
        there = np.flatnonzero(chosen & (cells.kind != EMPTY))
        if not len(there):
            return
        values = self._values(cells, there)
        if not all(listed := values.tolist()):  # an empty text is no value
            kept = np.array([value is not None and value != "" for value in listed])
            there, values = there[kept], values[kept]
            if not len(there):
                return
        numbers, columns = cells.numbers[cells.row[there]], cells.column[there]
        first = np.flatnonzero(np.append(True, numbers[1:] != numbers[:-1]))
        rows, counts = numbers[first], np.diff(first, append=len(there))
        widths = columns[first + counts - 1] + 1
        ends = np.cumsum(widths)
        self._room += PADDING * len(there) - int(ends[-1] - len(there))
        if self._room < 0:
            self._damaged("its cells lie too far apart")
        if ends[-1] > len(there):  # columns without a value
            spread = np.full(ends[-1], None, object)
            spread[np.repeat(ends - widths, counts) + columns] = values
            values = spread
        listed = values.tolist()
        lines = [listed[start:end] for start, end in pairwise([0, *ends.tolist()])]
        if rows[-1] - rows[0] < len(lines):  # no blank rows between
            self.rows += [[]] * (int(rows[0]) - self._above - len(self.rows)) + lines
            return
        for number, line in zip(rows.tolist(), lines, strict=True):
            self.rows += [[]] * (number - self._above - len(self.rows))
            self.rows.append(line)

    def _values(self, cells: Cells, there: Any) -> Array:
        """Return the values of some cells, an empty text or None for nothing."""
        try:
            values = cells.converted(there, self._texts.strings, self._makers)
        except (ValueError, LookupError):
            for cell in there.tolist():
                self._explain(cells, cell)
            raise
        dates = self._texts.dates
        if dates:
            dated = (cells.kind[there] == NUMBER) & np.isin(cells.style[there], list(dates))
            for at in np.flatnonzero(dated).tolist():
                if values[at] is not None:
                    try:
                        values[at] = _date_of(values[at], self._texts.epoch)
                    except (OverflowError, ValueError):  # beyond the calendar
                        values[at] = "#VALUE!"
        return values

    def _explain(self, cells: Cells, cell: int) -> None:
        """Raise the error about a cell that is damaged."""
        try:
            cells.converted(np.array([cell]), self._texts.strings, self._makers)
        except (ValueError, LookupError):
            strings = f"one of {len(self._texts.strings):,} shared strings"
            meant = {SHARED: strings, NUMBER: "a number"}.get(
                int(cells.kind[cell]), "a truth value"
            )
            self._damaged(
                f"cell {a1(*cells.place(cell))} holds '{cells.text(cell).strip()[:40]}' as {meant}"
            )

    def _note(self, cells: Cells, empty: Sequence[int]) -> None:
        """Note formulas without a value."""
        for cell in empty:
            start, begin = int(cells.start[cell]), int(cells.formula[cell])
            if not _TEXT_TYPE.search(cells.block, start, begin):  # else its value is an empty text
                text = formula_of(cells, cell)[1]  # none where several cells share it
                self.uncalculated[cells.place(cell)] = f"={text}" if text else "a formula"

    def finish(self, tail: bytes) -> None:
        """Empty all cells of merged areas but their anchors."""
        steps = 0
        for box in set(merged_boxes(tail)):
            below = min(box.bottom + 1, len(self.rows))
            steps += max(0, below - box.top)
            if steps > MERGED_STEPS:
                self._damaged("its merged areas overlap")
            for row in range(box.top, below):
                cells = self.rows[row]
                for column in range(box.left + (row == box.top), min(box.right + 1, len(cells))):
                    cells[column] = None
        while self.rows and not any(value is not None for value in self.rows[-1]):
            self.rows.pop()


def _number(raw: bytes | str) -> float | None:
    plain = text_of(raw).strip()
    if _WHOLE.fullmatch(plain):
        return int(plain)
    if plain and not _NUMBER.fullmatch(plain):
        raise ValueError(plain)
    return float(plain) if plain else None


class BookTexts:
    """The shared strings of a workbook and their cards, and its styles that show dates; read at first use."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._codes: dict[int, Codes] = {}
        self.epoch = dt.datetime(1904, 1, 1) if package.from_1904 else dt.datetime(1899, 12, 30)  # noqa: DTZ001 - a sheet has no zone

    @cached_property
    def strings(self) -> npt.NDArray[np.object_]:
        """All shared strings; raises `BookError` for a part that is damaged."""
        package = self._package
        if package.shared_strings is None:
            return np.zeros(0, object)
        with package.open_part(package.shared_strings) as part:
            found = _shared_strings(
                part, f"{package.path.name} is damaged: {package.shared_strings}"
            )
        return np.array(found, object)

    @cached_property
    def dates(self) -> frozenset[int]:
        """The styles that show dates or times."""
        package = self._package
        if package.styles is None:
            return frozenset()
        styles = package.tree(package.styles)
        if (name := local_name(styles.tag)) != "styleSheet":
            where = f"{package.path.name} is damaged: {package.styles}"
            raise BookError(f"{where}: it begins with <{name}>, not <styleSheet>")
        return _date_styles(styles.iter())

    @cached_property
    def struck(self) -> frozenset[int]:
        """The styles of cells whose text is struck out."""
        package = self._package
        if package.styles is None or b"strike" not in package.read(package.styles):
            return frozenset()
        return _struck_styles(package.tree(package.styles))

    def codes(self, width: int) -> Codes:
        """Return the codes of all shared strings, one card each (width 1) or whole hands, that many cards wide; the last is blank."""
        if width not in self._codes:
            texts = np.array([*self.strings, None], object)
            self._codes[width] = parse(texts) if width == 1 else parse_hands(texts, width)
        return self._codes[width]


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
    return frozenset(number for number, font in enumerate(formats) if font in struck_fonts)


def _is_struck(font: Element) -> bool:
    """Tell whether a font is struck out: ``<strike/>``, unless its value is false."""
    for part in font:
        if local_name(part.tag) == "strike":
            return part.get("val", "1").lower() not in ("0", "false")
    return False


def _shared_strings(part: IO[bytes], where: str) -> list[str]:  # noqa: C901
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
    parser.StartElementHandler, parser.EndElementHandler, parser.StartDoctypeDeclHandler = (
        start,
        end,
        doctype,
    )
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


def _date_styles(styles: Iterable[Element]) -> frozenset[int]:
    """Return the cell styles that show dates or times."""
    formats: dict[str, str] = {}
    numbers: list[str] = []
    for one in styles:
        name = local_name(one.tag)
        if name == "numFmt":
            formats.setdefault(one.get("numFmtId", ""), one.get("formatCode", ""))
        elif name == "cellXfs":
            numbers += [each.get("numFmtId", "0") for each in one if local_name(each.tag) == "xf"]
    dates = {number for number in numbers if _shows_dates(number, formats.get(number))}
    return frozenset(style for style, number in enumerate(numbers) if number in dates)


def _shows_dates(number: str, code: str | None) -> bool:
    """Tell whether a number format shows dates or times; a duration (``[h]:mm``) is a number of days."""
    if code is None:
        return whole(number) in DATES
    shown = _LITERALS.sub("", code[:CODE]).split(";")[0]
    return bool(_LETTERS.search(shown)) and not _ELAPSED.search(shown)


def _date_of(days: float, epoch: dt.datetime) -> Any:
    """Return the date and time of a number of days: times alone below one day, 29 February 1900 left out."""
    whole, part = divmod(days, 1)
    after = dt.timedelta(milliseconds=round(part * _DAY))
    if 0 <= days < 1 and not after.days:
        return (epoch + after).time()
    if 0 < days < 60 and epoch.year == 1899:
        whole += 1  # Excel's 1900 has a 29 February, so only later days count from 1899-12-30
    return epoch + dt.timedelta(days=whole) + after
