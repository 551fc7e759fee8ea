"""The general reader of a block of rows of a worksheet part, by Expat, however its XML is written; without arrays.

It reads what `xlpoker.workbook.xlsx.tokens` does not: single quotes, comments, CDATA, rich text,
attributes in any order, rows and cells without an address, blanks between tags::

    <row><c t='s'><v>7</v></c><c><!-- none --><v>5</v></c></row>     as   A1 shared string 7, B1 5

`xlpoker.workbook.xlsx.expat` makes the same `Cells` of what it reads; the web page, which has no
arrays, takes the cells as they are.

The address `r` of a row or cell may be missing, and then means the next place. One that names
another row than its own, or that is not behind the place before, makes the part damaged.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from typing import Any, NoReturn
from xml.parsers import expat

from xlpoker.addresses import MOST_COLUMNS, MOST_ROWS, column_number
from xlpoker.errors import BookError
from xlpoker.workbook.xlsx.cell_values import EMPTY, NUMBER, SHARED, TEXT, TYPES
from xlpoker.workbook.xlsx.xml_texts import MAIN, unescaped, whole

__all__ = ["FIELDS", "GeneralRows"]

FIELDS = 7
"""How many numbers `GeneralRows.cells` has for each cell."""
_NO_STRING = 1 << 40
"""Stands for a shared string that is not named by a number."""
_ADDRESS = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")


def _names_by_tag() -> dict[str, str]:
    """Return the names of the elements that are read, by their names with each namespace."""
    names: dict[str, str] = {}
    for space in MAIN:
        for name in ("row", "c", "v", "f", "t", "rPh"):
            names[f"{space} {name}"] = name
    return names


_TAGS = _names_by_tag()


class GeneralRows:
    """The rows and cells of one block, which `read` gathers.

    `before` is the number of the row before the block. Raises `BookError`, which begins with
    `where`, for invalid XML and for rows or cells out of order.

    ===========  ==============================================================
    `numbers`    the numbers of the rows
    `starts`     where their tags begin in the block
    `ends`       where their closing tags begin, -1 for an empty element
    `hidden`     the numbers of the rows that are hidden
    `cells`      for each cell, one after the other, what `Cells` has of it: row,
                 column, kind, style, start, shared string, formula
    `texts`      the text of each cell
    ===========  ==============================================================
    """

    def __init__(self, block: bytes, before: int, where: str) -> None:
        self.numbers = array("q")
        self.starts = array("q")
        self.ends = array("q")
        self.hidden: list[int] = []
        self.cells = array("q")
        self.texts: list[str] = []
        self._block = block
        self._where = where
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._bytes_before = 0  # of tags that are parsed before the block
        self._row = before
        self._is_in_row = False
        self._is_in_phonetic_guide = False
        # of the cell that is read
        self._column = -1
        self._start = 0
        self._kind = NUMBER
        self._style = -1
        self._formula = -1
        self._pieces: list[str] = []

    def _damaged(self, reason: str) -> NoReturn:
        """Raise the error that names file and part."""
        raise BookError(f"{self._where}: {reason}")

    def read(self, opening: bytes, closing: bytes) -> None:
        """Read the block; `opening` are the tags that stand before it (with the namespaces), `closing` those behind."""
        self._bytes_before = len(opening)
        parser = self._parser
        parser.buffer_text = True
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        try:
            parser.Parse(opening + self._block + closing, True)  # noqa: FBT003 - the parameter has no name
        except expat.ExpatError as error:
            self._damaged(f"{expat.ErrorString(error.code)} near row {self._row + 1}")
        finally:  # the cycle of parser and reader would keep all that was read until a garbage collection
            parser.StartElementHandler = None
            parser.EndElementHandler = None
            parser.CharacterDataHandler = None

    def each_cell(self) -> Iterator[tuple[Any, ...]]:
        """Yield the numbers of each cell, in the order of `cells`, and its text."""
        numbers = iter(self.cells)
        return zip(*[numbers] * FIELDS, self.texts, strict=True)

    def _position(self) -> int:
        """Return the byte of the block at which the parser stands."""
        return int(self._parser.CurrentByteIndex) - self._bytes_before

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        """Note where rows, cells and formulas begin, and collect the text of values."""
        name = _TAGS.get(tag)
        if not self._is_in_row:
            if name == "row":
                self._begin_row(attributes)
        elif name in ("v", "t"):
            if not self._is_in_phonetic_guide:
                self._parser.CharacterDataHandler = self._pieces.append
        elif name == "c":
            self._begin_cell(attributes)
        elif name == "f":
            self._formula = self._position()
        elif name == "rPh":
            self._is_in_phonetic_guide = True

    def _begin_row(self, attributes: dict[str, str]) -> None:
        """Begin a row; without a number it is the next one."""
        self._is_in_row = True
        self._column = -1
        number = attributes.get("r", str(self._row + 2))
        self._row = self._row_number(number)
        self.numbers.append(self._row)
        self.starts.append(self._position())
        if attributes.get("hidden") in ("1", "true"):
            self.hidden.append(self._row)

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        """Begin a cell; without an address it is the next one of its row."""
        self._start = self._position()
        self._formula = -1
        if "r" in attributes:
            self._column = self._column_of(attributes["r"])
        else:
            self._column += 1
        if self._column >= MOST_COLUMNS:
            self._damaged(f"row {self._row + 1} has more than {MOST_COLUMNS:,} cells")
        self._kind = TYPES.get(attributes.get("t", "n"), TEXT)
        self._style = whole(attributes.get("s", ""))
        self._pieces.clear()

    def _row_number(self, text: str) -> int:
        """Return the number of a row, from 0, which is higher than that before."""
        number = whole(text)
        if not 1 <= number <= MOST_ROWS:
            self._damaged(f"row {text[:20]} lies outside a sheet: rows are 1 to {MOST_ROWS}")
        before = self._row + 1
        if number <= before:
            self._damaged(
                f"row {text} comes after row {before}; save the book in a spreadsheet program"
            )
        return number - 1

    def _column_of(self, address: str) -> int:
        """Return the column of an address in the present row, which is behind that of the cell before."""
        match = _ADDRESS.fullmatch(address)
        if match is None:
            self._damaged(f"a cell says that it is '{address[:20]}', which is no address")
        if int(match[2]) != self._row + 1:
            self._damaged(f"cell {address} stands in row {self._row + 1}")
        column = column_number(match[1])
        if column >= MOST_COLUMNS:
            self._damaged(f"cell {address} lies outside a sheet: columns are A to XFD")
        if column <= self._column:
            self._damaged(f"cell {address} is out of order; save the book in a spreadsheet program")
        return column

    def _end(self, tag: str) -> None:
        """Keep a cell or a row that is complete."""
        name = _TAGS.get(tag)
        if not self._is_in_row:
            return
        if name in ("v", "t"):
            self._parser.CharacterDataHandler = None
        elif name == "c":
            self._end_cell()
        elif name == "row":
            self._is_in_row = False
            end = self._position()
            has_closing_tag = self._block.startswith(b"</", end)
            self.ends.append(end if has_closing_tag else -1)
        elif name == "rPh":
            self._is_in_phonetic_guide = False

    def _end_cell(self) -> None:
        """Keep the numbers and the text of a cell."""
        text = unescaped("".join(self._pieces))
        self.texts.append(text)
        kind = self._kind if text else EMPTY
        shared = -1
        if kind == SHARED:
            shared = whole(text.strip())
            if shared < 0:
                shared = _NO_STRING
        row = len(self.numbers) - 1
        self.cells.extend(
            (row, self._column, kind, self._style, self._start, shared, self._formula)
        )
