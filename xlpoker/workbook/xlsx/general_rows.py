"""The general reader of a block of rows of a worksheet part, by Expat, however its XML is written; without arrays.

It reads what `xlpoker.workbook.xlsx.tokens` does not: single quotes, comments, CDATA, rich text, attributes
in any order, rows and cells without an address, blanks between tags. `xlpoker.workbook.xlsx.expat` makes the
same `Cells` of what it reads; the web page, which has no arrays, takes the cells as they are.

The address `r` of a row or cell may be missing, and then means the next place. One that names another row than its own,
or that is not behind the place before, makes the part damaged.
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

__all__ = ["GeneralRows"]

NUMBERS = 7
"""The numbers of a cell."""
NO_STRING = 1 << 40
"""Stands for a shared string that is not named by a number."""
_REFERENCE = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")


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

    `before` is the number of the row before the block. Raises `BookError`, which begins with `where`, for
    invalid XML and for rows or cells out of order.

    ===========  ==============================================================
    `rows`       number, start and end of each row, one after the other
    `hidden`     the numbers of the rows that are hidden
    `cells`      row, column, kind, style, start, shared string, formula of each cell, as `Cells` has them
    `texts`      the text of each cell
    ===========  ==============================================================
    """

    def __init__(self, block: bytes, before: int, where: str) -> None:
        self.block, self.shift, self.where = block, 0, where
        self.rows = array("q")
        self.hidden: list[int] = []
        self.cells = array("q")
        self.texts: list[str] = []
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.number = before
        self.inside = self.phonetic = False  # a row; a phonetic guide
        self.column, self.start = -1, 0
        self.kind, self.style, self.formula = NUMBER, -1, -1
        self.chars: list[str] = []

    def damaged(self, reason: str) -> NoReturn:
        """Raise the error that names file and part."""
        raise BookError(f"{self.where}: {reason}")

    def read(self, opening: bytes, closing: bytes) -> None:
        """Read the block; `opening` are the tags that stand before it (with the namespaces), `closing` those behind."""
        self.shift = len(opening)
        parser = self.parser
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self.begin, self.end
        try:
            parser.Parse(opening + self.block + closing, True)  # noqa: FBT003 - the parameter has no name
        except expat.ExpatError as error:
            self.damaged(f"{expat.ErrorString(error.code)} near row {self.number + 1}")
        finally:  # breaks the reference cycle of parser and reading, which would keep all that was read until a garbage collection
            parser.StartElementHandler = parser.EndElementHandler = parser.CharacterDataHandler = (
                None
            )

    def each_cell(self) -> Iterator[tuple[Any, ...]]:
        """Yield the numbers of each cell, in the order of `cells`, and its text."""
        numbers = iter(self.cells)
        return zip(*[numbers] * NUMBERS, self.texts, strict=True)

    def here(self) -> int:
        """Return the byte of the block at which the parser stands."""
        return int(self.parser.CurrentByteIndex) - self.shift

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        """Note where rows, cells and formulas begin, and collect the text of values."""
        name = _TAGS.get(tag)
        if not self.inside:
            if name == "row":
                self.inside, self.column = True, -1
                self.number = self.row_number(attributes.get("r", str(self.number + 2)))
                self.rows.extend((self.number, self.here(), -1))
                if attributes.get("hidden") in ("1", "true"):
                    self.hidden.append(self.number)
        elif name in ("v", "t"):
            if not self.phonetic:
                self.parser.CharacterDataHandler = self.chars.append
        elif name == "c":
            self.start, self.formula = self.here(), -1
            self.column = self.place(attributes["r"]) if "r" in attributes else self.column + 1
            if self.column >= MOST_COLUMNS:
                self.damaged(f"row {self.number + 1} has more than {MOST_COLUMNS:,} cells")
            self.kind = TYPES.get(attributes.get("t", "n"), TEXT)
            self.style = whole(attributes.get("s", ""))
            self.chars.clear()
        elif name == "f":
            self.formula = self.here()
        elif name == "rPh":
            self.phonetic = True

    def row_number(self, number: str) -> int:
        """Return the number of a row, from 0, which is higher than that before."""
        if not 1 <= whole(number) <= MOST_ROWS:
            self.damaged(f"row {number[:20]} lies outside a sheet: rows are 1 to {MOST_ROWS}")
        if int(number) <= self.number + 1:
            self.damaged(
                f"row {number} comes after row {self.number + 1}; save the book in a spreadsheet program"
            )
        return int(number) - 1

    def place(self, reference: str) -> int:
        """Return the column of an address in the present row, which is behind that of the cell before."""
        match = _REFERENCE.fullmatch(reference)
        if match is None:
            self.damaged(f"a cell says that it is '{reference[:20]}', which is no address")
        if int(match[2]) != self.number + 1:
            self.damaged(f"cell {reference} stands in row {self.number + 1}")
        column = column_number(match[1])
        if column >= MOST_COLUMNS:
            self.damaged(f"cell {reference} lies outside a sheet: columns are A to XFD")
        if column <= self.column:
            self.damaged(
                f"cell {reference} is out of order; save the book in a spreadsheet program"
            )
        return column

    def end(self, tag: str) -> None:
        """Keep a cell or a row that is complete."""
        name = _TAGS.get(tag)
        if not self.inside:
            return
        if name in ("v", "t"):
            self.parser.CharacterDataHandler = None
        elif name == "c":
            text = unescaped("".join(self.chars))
            shared = -1
            if self.kind == SHARED and text and (shared := whole(text.strip())) < 0:
                shared = NO_STRING
            kind = self.kind if text else EMPTY
            self.texts.append(text)
            row = len(self.rows) // 3 - 1
            self.cells.extend(
                (row, self.column, kind, self.style, self.start, shared, self.formula)
            )
        elif name == "row":
            self.inside = False
            end = self.here()
            self.rows[-1] = end if self.block[end : end + 2] == b"</" else -1
        elif name == "rPh":
            self.phonetic = False
