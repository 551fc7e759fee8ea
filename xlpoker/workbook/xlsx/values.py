"""Cells as Python values in rows: texts, numbers, dates, booleans, error texts.

Formulas without a cached value are collected beside them. This serves the first rows of a sheet,
single rows of a block, and sheets read as a whole. In the latter a merged area has the value of its
anchor only. Cells too far apart make the part damaged. The shared strings, and the styles that show
a number as a date or time, are read here, too.
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

from xlpoker.addresses import Box, a1
from xlpoker.errors import BookError
from xlpoker.evaluator.batch.codes import parse, parse_hands
from xlpoker.scoring.model import Codes
from xlpoker.workbook.xlsx.cells import (
    BOOL,
    EMPTY,
    ERROR,
    NUMBER,
    SHARED,
    TEXT,
    Array,
    Cells,
    Numbers,
    formula_of,
)
from xlpoker.workbook.xlsx.expat import reason_of
from xlpoker.workbook.xlsx.package import Package, local_name
from xlpoker.workbook.xlsx.xml_texts import MAIN, merged_boxes, text_of, unescaped, whole

__all__ = ["BookTexts", "SheetValues"]

SLACK = 1 << 23
"""Empty places between cells that any sheet may have."""
PADDING = 4
"""Further empty places for each cell."""
MERGED_STEPS = 1 << 23
"""The most rows of all merged areas."""
MOST_KNOWN = 1 << 16
"""Different texts and numbers that are cached."""
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
MOST_DIGITS = 400
"""Numbers of more digits become infinite."""
_WHOLE = re.compile(rf"[-+]?\d{{1,{MOST_DIGITS}}}")
_TRUTHS = {"1": True, "true": True, "0": False, "false": False}
_TEXT_TYPE = re.compile(rb"\st=[\"']str[\"']")
_TAGS = {f"{space} {name}": name for space in MAIN for name in ("sst", "si", "t", "rPh")}
CHUNK = 1 << 18
STRING_BYTES = 1 << 22
"""The most bytes of one shared string; a cell holds 32,767 characters."""
DATES = frozenset([*range(14, 23), *range(27, 37), 45, 47, *range(50, 59)])
"""The built-in number formats that show dates or times, by number."""
CODE = 1 << 10
"""The most characters of a number format that are read; Excel writes 255."""
_LITERALS = re.compile(r'"[^"]*"?|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]?', re.IGNORECASE)
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_LETTERS = re.compile(r"[dmhys]", re.IGNORECASE)
_DAY = 86_400_000  # milliseconds
_EPOCH = dt.datetime(1899, 12, 30)  # noqa: DTZ001 - a sheet has no zone
_EPOCH_OF_OLD_MACS = dt.datetime(1904, 1, 1)  # noqa: DTZ001
Place = tuple[int, int]


class SheetValues:
    """Rows of a sheet, block after block; the first of the `rows` has the number `above`.

    `uncalculated` has the texts of formulas without a cached value, by row and column.
    """

    def __init__(self, texts: BookTexts, where: str, above: int = 0) -> None:
        self.rows: list[list[Any]] = []
        self.uncalculated: dict[Place, str] = {}
        self._texts = texts
        self._where = where
        self._above = above
        self._room = SLACK
        as_text = lru_cache(MOST_KNOWN)(text_of)
        self._makers: dict[int, Callable[[Any], Any]] = {
            NUMBER: lru_cache(MOST_KNOWN)(_number),
            TEXT: as_text,
            ERROR: as_text,
            BOOL: _truth_value,
        }

    def _damaged(self, reason: str) -> NoReturn:
        raise BookError(f"{self._where}: {reason}")

    def take(self, cells: Cells, row_indices: Sequence[int] | None = None) -> None:
        """Take the rows of a block, or some of them by their indices in the block.

        Raises `BookError` for a damaged cell.
        """
        if row_indices is None:
            is_chosen = np.ones(len(cells.row), np.bool_)
        else:
            is_chosen = np.isin(cells.row, list(row_indices))
        if cells.has_formulas:
            has_no_value = (cells.kind == EMPTY) & (cells.formula >= 0)
            self._note(cells, np.flatnonzero(is_chosen & has_no_value).tolist())
        filled = np.flatnonzero(is_chosen & (cells.kind != EMPTY))
        if not len(filled):
            return
        values = self._values(cells, filled)
        listed = values.tolist()
        if not all(listed):  # an empty text is no value
            is_blank = [value is None or value == "" for value in listed]
            is_value = ~np.array(is_blank)
            filled = filled[is_value]
            values = values[is_value]
        if len(filled):
            numbers = cells.numbers[cells.row[filled]]
            columns = cells.column[filled]
            self._add(numbers, columns, values)

    def of_column(self, cells: Cells, column: int, row_indices: Numbers) -> list[Any]:
        """Return the values in a column of a block, in some rows by their indices, None for nothing.

        Raises `BookError` for a damaged cell.
        """
        is_filled = (cells.column == column) & (cells.kind != EMPTY)
        filled = np.flatnonzero(is_filled)
        values = np.full(len(cells.numbers), None, object)
        values[cells.row[filled]] = self._values(cells, filled)
        chosen: list[Any] = values[row_indices].tolist()
        return chosen

    def _add(self, numbers: Numbers, columns: Numbers, values: Array) -> None:
        """Add rows, from the row, the column and the value of each of their cells."""
        is_first = np.append(True, numbers[1:] != numbers[:-1])
        firsts = np.flatnonzero(is_first)
        rows = numbers[firsts]
        counts = np.diff(firsts, append=len(values))
        widths = columns[firsts + counts - 1] + 1
        ends = np.cumsum(widths)
        blanks = int(ends[-1] - len(values))
        self._room += PADDING * len(values) - blanks
        if self._room < 0:
            self._damaged("its cells lie too far apart")
        if blanks:
            spread = np.full(ends[-1], None, object)
            spread[np.repeat(ends - widths, counts) + columns] = values
            values = spread
        listed = values.tolist()
        edges = [0, *ends.tolist()]
        lines = [listed[start:end] for start, end in pairwise(edges)]
        has_no_gaps = rows[-1] - rows[0] < len(lines)
        if has_no_gaps:
            self._add_blank_rows(int(rows[0]))
            self.rows += lines
            return
        for row, line in zip(rows.tolist(), lines, strict=True):
            self._add_blank_rows(row)
            self.rows.append(line)

    def _add_blank_rows(self, end: int) -> None:
        """Add blank rows up to the one before a row."""
        count = end - self._above - len(self.rows)
        self.rows += [[]] * count

    def _values(self, cells: Cells, chosen: Numbers) -> Array:
        """Return the values of some cells, an empty text or None for nothing."""
        try:
            values = cells.converted(chosen, self._texts.strings, self._makers)
        except (ValueError, LookupError):
            for cell in chosen.tolist():
                self._explain(cells, cell)
            raise
        dates = self._texts.dates
        if dates:
            is_number = cells.kind[chosen] == NUMBER
            has_date_style = np.isin(cells.style[chosen], list(dates))
            for index in np.flatnonzero(is_number & has_date_style).tolist():
                if values[index] is not None:
                    values[index] = _date_or_error(values[index], self._texts.epoch)
        return values

    def _explain(self, cells: Cells, cell: int) -> None:
        """Raise the error about a cell that is damaged."""
        try:
            cell_alone = np.array([cell])
            cells.converted(cell_alone, self._texts.strings, self._makers)
        except (ValueError, LookupError):
            count = len(self._texts.strings)
            meaning_by_kind = {
                SHARED: f"one of {count:,} shared strings",
                NUMBER: "a number",
            }
            kind = int(cells.kind[cell])
            meaning = meaning_by_kind.get(kind, "a truth value")
            address = a1(*cells.place(cell))
            text = cells.text(cell).strip()[:40]
            self._damaged(f"cell {address} holds '{text}' as {meaning}")

    def _note(self, cells: Cells, empty: Sequence[int]) -> None:
        """Note formulas without a value."""
        for cell in empty:
            start = int(cells.start[cell])
            formula_start = int(cells.formula[cell])
            has_empty_text = _TEXT_TYPE.search(cells.block, start, formula_start)
            if not has_empty_text:
                text = formula_of(cells, cell)[1]  # none where several cells share it
                self.uncalculated[cells.place(cell)] = f"={text}" if text else "a formula"

    def finish(self, tail: bytes) -> None:
        """Empty all cells of merged areas but their anchors, and drop blank rows at the end."""
        steps = 0
        for box in set(merged_boxes(tail)):
            below = min(box.bottom + 1, len(self.rows))
            steps += max(0, below - box.top)
            if steps > MERGED_STEPS:
                self._damaged("its merged areas overlap")
            for row in range(box.top, below):
                self._empty(row, box)
        while self.rows and _is_empty(self.rows[-1]):
            self.rows.pop()

    def _empty(self, row: int, box: Box) -> None:
        """Empty the cells of a merged area in one of its rows."""
        cells = self.rows[row]
        holds_anchor = row == box.top
        first = box.left + 1 if holds_anchor else box.left
        end = min(box.right + 1, len(cells))
        for column in range(first, end):
            cells[column] = None


def _truth_value(raw: bytes | str) -> bool:
    return _TRUTHS[text_of(raw).strip()]


def _number(raw: bytes | str) -> float | None:
    if raw.isdigit() and len(raw) <= MOST_DIGITS:
        return int(raw)
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
        self.epoch = _EPOCH_OF_OLD_MACS if package.from_1904 else _EPOCH

    @cached_property
    def strings(self) -> npt.NDArray[np.object_]:
        """All shared strings; raises `BookError` for a part that is damaged."""
        package = self._package
        if package.shared_strings is None:
            return np.zeros(0, object)
        with package.open_part(package.shared_strings) as part:
            where = f"{package.path.name} is damaged: {package.shared_strings}"
            strings = _shared_strings(part, where)
        return np.array(strings, object)

    @cached_property
    def _styles(self) -> Element | None:
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
        if self._styles is None:
            return frozenset()
        return _date_styles(self._styles.iter())

    @cached_property
    def struck(self) -> frozenset[int]:
        """The styles of cells whose text is struck out."""
        if self._styles is None:
            return frozenset()
        return _struck_styles(self._styles)

    def codes(self, width: int) -> Codes:
        """Return the codes of all shared strings, and of a blank behind them: (strings + 1, width).

        Each string is one card for the width 1, else a whole hand of that many cards.
        """
        if width not in self._codes:
            texts = np.array([*self.strings, None], object)
            codes = parse(texts) if width == 1 else parse_hands(texts, width)
            self._codes[width] = codes
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


class _StringsReader:
    """Reads the shared strings part by Expat; one object reads one part."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.strings: list[str] = []
        self.pieces: list[str] = []
        self.is_phonetic = False
        self.has_begun = False
        self.last_end = 0  # the byte behind the last string
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.doctype

    def start(self, tag: str, _: dict[str, str]) -> None:
        """Note where strings, texts and phonetic guides begin."""
        name = _TAGS.get(tag)
        if not self.has_begun and name != "sst":
            root = tag.rpartition(" ")[2]
            raise BookError(f"{self.where}: it begins with <{root}>, not <sst>")
        self.has_begun = True
        if name == "t" and not self.is_phonetic:
            self.parser.CharacterDataHandler = self.pieces.append
        elif name == "si":
            self.pieces.clear()
        elif name == "rPh":
            self.is_phonetic = True

    def end(self, tag: str) -> None:
        """Keep a string that is complete."""
        name = _TAGS.get(tag)
        if name == "t":
            self.parser.CharacterDataHandler = None
        elif name == "si":
            self.strings.append(unescaped("".join(self.pieces)))
            self.last_end = self.parser.CurrentByteIndex
        elif name == "rPh":
            self.is_phonetic = False

    def doctype(self, *_: object) -> None:
        """Refuse a DOCTYPE before it can declare anything."""
        raise BookError(f"{self.where}: it has a DOCTYPE, which no workbook needs")

    def read(self, part: IO[bytes]) -> None:
        """Feed the parser with a part."""
        fed = 0
        piece = part.read(CHUNK)
        while piece:
            self.parser.Parse(piece, False)  # noqa: FBT003 - the parameter has no name
            fed += len(piece)
            if fed - self.last_end > STRING_BYTES + CHUNK:
                raise BookError(f"{self.where}: a text of more than {STRING_BYTES >> 20} MB")
            piece = part.read(CHUNK)
        self.parser.Parse(b"", True)  # noqa: FBT003

    def close(self) -> None:
        """Break the reference cycle of parser and reader, which would outlive the reading."""
        self.parser.StartElementHandler = None
        self.parser.EndElementHandler = None
        self.parser.StartDoctypeDeclHandler = None
        self.parser.CharacterDataHandler = None


def _shared_strings(part: IO[bytes], where: str) -> list[str]:
    """Return the texts of the shared strings part.

    Rich text becomes plain text, phonetic guides are left out.
    """
    reader = _StringsReader(where)
    try:
        reader.read(part)
    except BookError:
        raise
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise BookError(f"{where}: {reason_of(error)}") from None
    finally:
        reader.close()
    return reader.strings


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
    return frozenset(style for style, number in enumerate(numbers) if number in dates)


def _shows_dates(number: str, code: str | None) -> bool:
    """Tell whether a number format shows dates or times; a duration (``[h]:mm``) is a number of days."""
    if code is None:
        return whole(number) in DATES
    without_literals = _LITERALS.sub("", code[:CODE])
    shown = without_literals.split(";")[0]
    return bool(_LETTERS.search(shown)) and not _ELAPSED.search(shown)


def _date_or_error(days: float, epoch: dt.datetime) -> Any:
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


def _is_empty(row: Sequence[Any]) -> bool:
    """Tell whether a row of a sheet has no value."""
    return all(value is None for value in row)
