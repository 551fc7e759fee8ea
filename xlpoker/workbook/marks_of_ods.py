"""The rows of an .ods sheet that are hidden, filtered out or struck out, read from its XML.

<table:table table:name="Hands">
<table:table-row table:visibility="filter">         hidden (also "collapse")
<table:table-cell table:style-name="ce1" ..>      struck out, if the style "ce1" is so
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO
from xml.parsers import expat

from xlpoker.addresses import MOST_COLUMNS, MOST_ROWS
from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows

__all__ = ["marked_rows_of_ods"]

_CHUNK = 1 << 18
_SEAM = 100
_SPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_TABLE, _STYLE, _OFFICE = f"{_SPACE}table:1.0 ", f"{_SPACE}style:1.0 ", f"{_SPACE}office:1.0 "
_LINE_THROUGH = f"{_STYLE}text-line-through-style"
_HIDDEN = ("collapse", "filter")
_MAY_HOLD_MARKS = re.compile(
    rb"""visibility\s*=\s*["'](?:collapse|filter)|text-line-through-style\s*=\s*["'](?!none["'])"""
)


def marked_rows_of_ods(path: Path, sheet: str) -> MarkedRows:
    """Return the filled rows of a sheet of an .ods book that are hidden, and its struck-out cells."""
    with zipfile.ZipFile(path) as package:
        with package.open("content.xml") as content:
            if not _may_hold_marks(content):
                return NO_MARKS
        with package.open("content.xml") as content:
            return _ContentReader(sheet).read(content)


def _may_hold_marks(content: IO[bytes]) -> bool:
    """Tell whether a part names anything that is hidden or struck out; it is read piece by piece."""
    seam = b""
    while piece := content.read(_CHUNK):
        if _MAY_HOLD_MARKS.search(seam + piece):
            return True
        seam = piece[-_SEAM:]
    return False


class _ContentReader:
    """Reads the marks of one sheet by Expat; one object reads one part."""

    def __init__(self, sheet: str) -> None:
        self.sheet = sheet
        self.is_in_sheet = False
        self.depth = 0  # tables within cells
        self.cell_style = ""
        self.struck_styles: set[str] = set()
        self.column_styles: list[str] = []
        self.row_style = ""
        self.row = self.repeated_rows = self.column = 0
        self.is_hidden = self.is_filled = False
        self.struck_columns: list[int] = []
        self.hidden: set[int] = set()
        self.struck: dict[int, list[int]] = {}
        self.hidden_columns: set[int] = set()
        self.starts: dict[str, Callable[[Mapping[str, str]], None]] = {
            f"{_STYLE}style": self._begin_style,
            f"{_STYLE}text-properties": self._take_text_properties,
            f"{_TABLE}table": self._begin_table,
            f"{_TABLE}table-column": self._take_columns,
            f"{_TABLE}table-row": self._begin_row,
            f"{_TABLE}table-cell": self._take_cells,
            f"{_TABLE}covered-table-cell": self._take_cells,
        }

    def read(self, content: IO[bytes]) -> MarkedRows:
        """Feed the parser with the part; the book was read before, so that its XML is valid."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        try:
            parser.ParseFile(content)
        finally:  # breaks the reference cycle of parser and reader
            parser.StartElementHandler = parser.EndElementHandler = None
        return MarkedRows(frozenset(self.hidden), self.struck, frozenset(self.hidden_columns))

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        take = self.starts.get(tag)
        if take is not None:
            take(attributes)

    def _end(self, tag: str) -> None:
        if tag == f"{_TABLE}table":
            self.depth -= 1
            self.is_in_sheet = self.is_in_sheet and self.depth > 0
        elif tag == f"{_TABLE}table-row" and self._is_at_sheet:
            self._end_row()

    @property
    def _is_at_sheet(self) -> bool:
        """Whether the parser stands in the sheet, and in no table within one of its cells."""
        return self.is_in_sheet and self.depth == 1

    def _begin_style(self, attributes: Mapping[str, str]) -> None:
        self.cell_style = ""
        if attributes.get(f"{_STYLE}family") != "table-cell":
            return
        self.cell_style = attributes.get(f"{_STYLE}name", "")
        if attributes.get(f"{_STYLE}parent-style-name") in self.struck_styles:
            self.struck_styles.add(self.cell_style)

    def _take_text_properties(self, attributes: Mapping[str, str]) -> None:
        line = attributes.get(_LINE_THROUGH)
        if not self.cell_style or line is None:
            return
        if line == "none":
            self.struck_styles.discard(self.cell_style)
        else:
            self.struck_styles.add(self.cell_style)

    def _begin_table(self, attributes: Mapping[str, str]) -> None:
        self.depth += 1
        if self.depth == 1:
            self.is_in_sheet = attributes.get(f"{_TABLE}name") == self.sheet
            self.row = 0
            self.column_styles = []

    def _take_columns(self, attributes: Mapping[str, str]) -> None:
        """Take the style of the cells of some columns that name none, and whether these are hidden."""
        style = attributes.get(f"{_TABLE}default-cell-style-name", "")
        columns = _repeated(attributes, "columns", MOST_COLUMNS - len(self.column_styles))
        if not self._is_at_sheet:
            return
        if attributes.get(f"{_TABLE}visibility") in _HIDDEN:
            first = len(self.column_styles)
            self.hidden_columns.update(range(first, first + columns))
        self.column_styles += [style] * columns

    def _begin_row(self, attributes: Mapping[str, str]) -> None:
        if not self._is_at_sheet:
            return
        self.repeated_rows = _repeated(attributes, "rows", MOST_ROWS - self.row)
        self.row_style = attributes.get(f"{_TABLE}default-cell-style-name", "")
        self.is_hidden = attributes.get(f"{_TABLE}visibility") in _HIDDEN
        self.is_filled = False
        self.column = 0
        self.struck_columns = []

    def _take_cells(self, attributes: Mapping[str, str]) -> None:
        """Take a cell, which may stand for several beside each other."""
        if not self._is_at_sheet:
            return
        count = _repeated(attributes, "columns", MOST_COLUMNS - self.column)
        if f"{_OFFICE}value-type" in attributes:
            self.is_filled = True
            named_style = attributes.get(f"{_TABLE}style-name", self.row_style)
            for column in range(self.column, self.column + count):
                if (named_style or self._column_style(column)) in self.struck_styles:
                    self.struck_columns.append(column)
        self.column += count

    def _column_style(self, column: int) -> str:
        return self.column_styles[column] if column < len(self.column_styles) else ""

    def _end_row(self) -> None:
        """Keep what is marked in a row, which may stand for several below each other."""
        rows = range(self.row, self.row + self.repeated_rows)
        if self.is_filled and self.is_hidden:
            self.hidden.update(rows)
        if self.struck_columns:
            self.struck.update(dict.fromkeys(rows, self.struck_columns))
        self.row += self.repeated_rows


def _repeated(attributes: Mapping[str, str], unit: str, most: int) -> int:
    """Return how many rows or columns an element stands for, at most those that a sheet has left."""
    text = attributes.get(f"{_TABLE}number-{unit}-repeated", "1")
    count = int(text) if text.isdecimal() else 1
    return max(min(count, most), 0)
