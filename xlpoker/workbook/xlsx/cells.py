"""The rows and cells of a block of a worksheet part as arrays, in one form for both readers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.workbook.xlsx.byte_ops import EMPTY, SHARED, Bytes, Numbers
from xlpoker.workbook.xlsx.strings_styles import unescaped

__all__ = ["Cells", "attribute", "formula_of", "row_formats", "shared_formulas", "text_of"]

_ENTITY = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));")
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_FORMULA = re.compile(rb"<(?:[\w.-]+:)?f(\s[^<>]*?)?(?:/>|>(.*?)</(?:[\w.-]+:)?f\s*>)", re.DOTALL)
_SHARED = re.compile(rb"<(?:[\w.-]+:)?f\s(?=[^<>]*\bt=[\"']shared[\"'])[^<>]*(?<!/)>")
_MARKS = re.compile(rb"<!--.*?-->|<!\[CDATA\[|\]\]>", re.DOTALL)
_ROW_FORMAT = re.compile(rb"\bcustomFormat=[\"'](?:1|true)[\"']")


def row_formats(text: bytes) -> bool:
    """Tell whether any of some rows has a format of its own.

    >>> row_formats(b'<row r="5" s="3" customFormat="1">'), row_formats(b'<row r="5" customFormat="false" ht="12.8">')
    (True, False)
    """
    return b"customFormat" in text and _ROW_FORMAT.search(text) is not None


@dataclass(slots=True)
class Cells:
    """The rows of a block and their cells, in order; places are bytes of the block, rows and columns count from 0.

    Rows: `numbers`, `starts` (of the tag), `ends` (of the closing tag; -1 for a row without one). Cells: `row` (index
    into the rows), `column`, `kind`, `style` (-1 without), `start`, where the text of the value begins (`value`) and
    how long it is (`length`), the index of a shared string (`shared`, else -1), where its formula begins (`formula`,
    else -1). `texts` holds the text of each cell where the bytes of the block are not that text; `width` is how many cells
    each row has where all rows have the same columns, kinds and styles, else 0.
    """

    block: bytes
    numbers: Numbers
    starts: Numbers
    ends: Numbers
    row: Numbers
    column: Numbers
    kind: Bytes
    style: Numbers
    start: Numbers
    value: Numbers
    length: Numbers
    shared: Numbers
    formula: Numbers
    texts: list[str] | None = None
    width: int = 0

    @property
    def held(self) -> npt.NDArray[np.bool_]:
        """Which cells hold something, a formula without a value too."""
        there: npt.NDArray[np.bool_] = (self.kind != EMPTY) | (self.formula >= 0)
        return there

    @property
    def last_column(self) -> int:
        """The last column with a cell, -1 without any."""
        return int(self.column.max(initial=-1))

    @property
    def used(self) -> list[int]:
        """The columns with a value or a formula."""
        there = self.column[self.held]
        columns: list[int] = np.flatnonzero(np.bincount(there)).tolist()
        return columns

    @property
    def has_formulas(self) -> bool:
        """Whether any cell holds a formula."""
        return bool((self.formula >= 0).any())

    @property
    def has_row_formats(self) -> bool:
        """Whether a row with cells may have a format of its own: most tags are too short for that, and need not be searched."""
        firsts = np.flatnonzero(np.diff(self.row, prepend=-1))
        tags = self.start[firsts] - self.starts[self.row[firsts]]
        shortest = len('<row r="" customFormat="1">') + len(str(self.numbers[0] + 1))
        return bool(tags.max(initial=0) >= shortest) and row_formats(self.block)

    def tail(self, first: int) -> tuple[Numbers, dict[int, int]] | None:
        """Return where in each row the cells from a column on begin (else its end), and their styles by column.

        None unless all rows have the same columns and styles there.
        """
        if self.width:
            at = int(np.searchsorted(self.column[: self.width], first))
            found = dict(zip(self.column[at : self.width].tolist(), self.style[at : self.width].tolist(), strict=True))
            return (self.start[at :: self.width] if found else self.ends), found
        here, rows = np.flatnonzero(self.column >= first), len(self.numbers)
        width, rest = divmod(len(here), rows)
        if rest or (self.ends < 0).any():
            return None
        if not width:
            return self.ends, {}
        row, columns, styles = (each[here].reshape(rows, width) for each in (self.row, self.column, self.style))
        if (row != np.arange(rows)[:, None]).any() or (columns != columns[0]).any() or (styles != styles[0]).any():
            return None
        return self.start[here[::width]], dict(zip(columns[0].tolist(), styles[0].tolist(), strict=True))

    def filled(self, low: int, high: int) -> npt.NDArray[np.bool_]:
        """Tell for each of some rows whether anything stands in it, a formula without a value too."""
        there = self.row[self.held]
        return np.bincount(there, minlength=len(self.numbers))[low:high] > 0

    def text(self, cell: int) -> str:
        """Return the text of a cell's value as it stands in the part."""
        return text_of(self._raw(np.array([cell]))[0])

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell."""
        return int(self.numbers[self.row[cell]]), int(self.column[cell])

    def _raw(self, there: Numbers) -> list[Any]:
        """Return the values of some cells: bytes of the block, or texts that Expat has read."""
        if self.texts is not None:
            return [self.texts[cell] for cell in there.tolist()]
        starts = self.value[there]
        spans = zip(starts.tolist(), (starts + self.length[there]).tolist(), strict=True)
        return [self.block[start:end] for start, end in spans]

    def made(self, there: Numbers, makers: Mapping[int, Callable[[Any], Any]], other: Any = None) -> list[Any]:
        """Return what the maker of its kind makes of each of some cells.

        It is given the index of a shared string, else the value as bytes or text; a kind without a maker is `other`.
        """
        kinds = self.kind[there]
        found = np.full(len(there), other, object)
        for kind, make in makers.items():
            here = kinds == kind
            if here.any():
                at = there if (alike := bool(here.all())) else there[here]
                made = map(make, self.shared[at].tolist() if kind == SHARED else self._raw(at))
                if alike:
                    return list(made)
                found[here] = np.fromiter(made, object, len(at))
        listed: list[Any] = found.tolist()
        return listed

    def end(self, cell: int) -> int:
        """Return where a cell ends: at the next one of its row, or at the end of the row."""
        row = self.row[cell]
        if cell + 1 < len(self.row) and self.row[cell + 1] == row:
            return int(self.start[cell + 1])
        return int(self.ends[row])


def text_of(raw: bytes | str) -> str:
    """Return the text of a value that stands in a part as these bytes; one that is read already stays.

    >>> text_of(b"R&amp;B")
    'R&B'
    """
    if isinstance(raw, str):
        return raw
    text = raw.decode("utf-8", "replace")
    return unescaped(_ENTITY.sub(_entity, text) if "&" in text else text)


def _entity(match: re.Match[str]) -> str:
    if match[3]:
        return _ENTITIES.get(match[3], match[0])
    number = int(match[1], 16) if match[1] else int(match[2])
    return chr(number) if number < 0x110000 else "\ufffd"


def formula_of(cells: Cells, cell: int) -> tuple[bytes, str]:
    """Return the attributes and the text of a cell's formula."""
    match = _FORMULA.match(cells.block, int(cells.formula[cell]))
    return (match[1] or b"", text_of(_MARKS.sub(b"", match[2] or b""))) if match else (b"", "")


def shared_formulas(cells: Cells) -> Iterator[tuple[int, bytes, str]]:
    """Yield the cells with the texts of formulas that other cells share, their attributes and these texts."""
    if b"shared" in cells.block:
        starts = [match.start() for match in _SHARED.finditer(cells.block)]
        for cell in np.flatnonzero(np.isin(cells.formula, starts)).tolist():
            attributes, text = formula_of(cells, cell)
            if text:
                yield cell, attributes, text


def attribute(tag: bytes, name: str) -> bytes:
    """Return an attribute of a tag, nothing where it has none of that name."""
    match = re.search(rb"\s%s=(?:\"([^\"]*)\"|'([^']*)')" % name.encode(), tag)
    return (match[1] or match[2] or b"") if match else b""
