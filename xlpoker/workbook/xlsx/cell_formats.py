"""What new cells look like: the borders and colours of their row, and the alignment of their column.

The formats of all cells of a workbook are a list in its part of styles. A cell names one by its
number, which is called its style. A format that is missing is added at the end, all other bytes of
the part stay::

    <cellXfs count="2">        old cell, 1    J5 | KD             |    a border, yellow
      <xf fontId="0" .../>     new cell, 2    K5 |  One Pair, Fives|   the same, left with an indent
      <xf fillId="2" .../>
    </cellXfs>

The text of a hand has an indent, so that it does not stick to the number left of it.

Both splices ask here what a new cell looks like, `row_writer` for many rows at once and `plain_looks`
cell by cell:

===============================  ==============================================================
in the place of the new cell is  it looks like
===============================  ==============================================================
nothing                          its row (`look_of_row`), in the alignment of its column
                                 (`of_new_cell`); a title like the cell left of it
an earlier result, another kind  the same: numbers and texts have different alignments
an earlier result, same kind     that result (`taken_over`)
a cell of the user's             that cell, in the alignment of the column (`taken_over`)
===============================  ==============================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import Literal, NamedTuple

from xlpoker.scoring.result_columns import parts_of
from xlpoker.workbook.xlsx.xml_texts import attribute, content_up_to

__all__ = ["NO_LOOK", "Align", "CellFormats", "ColumnBefore", "RowLook"]

Align = Literal["left", "center", "right"]
_FORMATS = re.compile(
    rb"(<((?:[\w.-]+:)?)cellXfs)(\s[^<>]*)?>(%b)(</(?:[\w.-]+:)?cellXfs\s*>)"
    % content_up_to(b"cellXfs")
)
_FORMAT = re.compile(
    rb"<(?:[\w.-]+:)?xf(?=[\s/>])[^<>]*?(?:/>|>%b</(?:[\w.-]+:)?xf\s*>)" % content_up_to(b"xf")
)
_ALIGNMENT = re.compile(rb"<(?:[\w.-]+:)?alignment\s[^<>]*>")
_PROTECTION = re.compile(rb"<(?:[\w.-]+:)?protection\s[^<>]*>")
_COUNT = re.compile(rb"(\scount=[\"'])\d+")
_MOST_FORMATS = 64_000
"""Spreadsheet programs open no workbook with many more."""
_LEAST_CELLS = 3
"""From so many cells on the first one may be bold or coloured without the row being so."""


class ColumnBefore(Enum):
    """What stood in the column of new results."""

    NO_RESULTS = "no results"
    SAME_KIND = "results of the same kind"
    OTHER_KIND = "results of another kind"

    @classmethod
    def of(cls, old_title: str | None, new_title: str) -> ColumnBefore:
        """Compare the title of earlier results, None where there are none, with the new one.

        >>> ColumnBefore.of("Anna value", "Anna hand"), ColumnBefore.of("Anna value", "Ben value")
        (<ColumnBefore.OTHER_KIND: 'results of another kind'>, <ColumnBefore.SAME_KIND: 'results of the same kind'>)
        """
        if old_title is None:
            return cls.NO_RESULTS
        _, old_kind = parts_of(old_title)
        _, new_kind = parts_of(new_title)
        return cls.SAME_KIND if old_kind == new_kind else cls.OTHER_KIND


class RowLook(NamedTuple):
    """The style of a row's last own cell, -1 for none, and whether the row has one font and one fill."""

    last: int
    has_one_font: bool
    has_one_fill: bool


NO_LOOK = RowLook(-1, has_one_font=True, has_one_fill=True)
"""The look of a row without own cells."""


class _Format(NamedTuple):
    """The parts of a cell's format, as the texts of their numbers."""

    number: bytes = b"0"
    font: bytes = b"0"
    fill: bytes = b"0"
    border: bytes = b"0"
    parent: bytes = b"0"
    horizontal: bytes = b""
    vertical: bytes = b""
    indent: bytes = b""
    protection: bytes = b""

    @classmethod
    def of(cls, element: bytes) -> _Format:
        """Return the parts of a format."""
        tag = element[: element.index(b">") + 1]
        alignment = _ALIGNMENT.search(element)
        protection = _PROTECTION.search(element)
        aligned = b"" if alignment is None else alignment[0]
        return cls(
            attribute(tag, "numFmtId") or b"0",
            attribute(tag, "fontId") or b"0",
            attribute(tag, "fillId") or b"0",
            attribute(tag, "borderId") or b"0",
            attribute(tag, "xfId") or b"0",
            attribute(aligned, "horizontal"),
            attribute(aligned, "vertical"),
            attribute(aligned, "indent"),
            b"" if protection is None else protection[0],
        )

    def aligned(self, align: Align) -> _Format:
        """Return the format with the alignment of a column, unless it has one of its own.

        Numbers stand right by themselves.
        """
        if self.horizontal or align == "right":
            return self
        indent = b"1" if align == "left" else b""
        return self._replace(horizontal=align.encode(), indent=indent)

    def element(self, prefix: bytes) -> bytes:
        """Return the format as an element of the part of styles."""
        names = (b"horizontal", b"vertical", b"indent")
        texts = zip(names, (self.horizontal, self.vertical, self.indent), strict=True)
        alignment = b"".join(b' %s="%s"' % (name, text) for name, text in texts if text)
        tag = (
            b'<%sxf numFmtId="%s" fontId="%s" fillId="%s" borderId="%s" xfId="%s"'
            b' applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"'
        ) % (prefix, self.number, self.font, self.fill, self.border, self.parent)
        content = b""
        if alignment:
            tag += b' applyAlignment="1"'
            content = b"<%salignment%s/>" % (prefix, alignment)
        if self.protection:
            tag += b' applyProtection="1"'
            content += self.protection
        return b"%s>%s</%sxf>" % (tag, content, prefix)


class CellFormats:
    """The formats in the part of styles of a workbook, and those that new cells add.

    >>> part = b'<s><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="3" borderId="2"/></cellXfs></s>'
    >>> formats = CellFormats(part)
    >>> look = formats.look_of_row([0, 0])
    >>> formats.of_new_cell(look, -1, "left"), formats.of_new_cell(NO_LOOK, -1, "right")
    (1, -1)
    >>> b'<cellXfs count="2">' in formats.part(), formats.part().count(b'fillId="3" borderId="2"')
    (True, 2)

    A workbook without such a part gets none: there new cells have no formats.
    """

    def __init__(self, xml: bytes | None) -> None:
        self.xml = xml
        self._added: list[bytes] = []
        self._known: dict[tuple[RowLook, int, Align], int] = {}
        self._known_parts: dict[int, _Format] = {}
        self._known_looks: dict[tuple[int, ...], RowLook] = {}

    @cached_property
    def _match(self) -> re.Match[bytes] | None:
        """The element of all formats."""
        return None if self.xml is None else _FORMATS.search(self.xml)

    @cached_property
    def _elements(self) -> list[bytes]:
        """The old formats, in order."""
        return [] if self._match is None else _FORMAT.findall(self._match[4])

    @cached_property
    def _numbers(self) -> dict[bytes, int]:
        """The number of each format."""
        numbers: dict[bytes, int] = {}
        for number, element in enumerate(self._elements):
            numbers.setdefault(element, number)
        return numbers

    def parts_of(self, number: int) -> _Format:
        """Return the parts of the format with a number; -1 stands for the first one."""
        if number in self._known_parts:
            return self._known_parts[number]
        index = max(number, 0)
        count = len(self._elements)
        if index < count:
            element = self._elements[index]
        elif index < count + len(self._added):
            element = self._added[index - count]
        else:
            return _Format()
        parts = _Format.of(element)
        self._known_parts[number] = parts
        return parts

    def look_of_row(self, styles: Sequence[int]) -> RowLook:
        """Return the look of a row by the styles of its own cells, those left of the results.

        A fill or a font that only some of the cells have is no look of the row: it marks a winner,
        or a red suit. The first of three or more cells may differ.

        >>> CellFormats(None).look_of_row([5, -1, -1])
        RowLook(last=-1, has_one_font=True, has_one_fill=True)
        """
        key = tuple(styles)
        if key not in self._known_looks:
            self._known_looks[key] = self._look_of(key)
        return self._known_looks[key]

    def _look_of(self, styles: tuple[int, ...]) -> RowLook:
        """Return the look of a row, from its cells."""
        if not styles:
            return NO_LOOK
        alike = styles[1:] if len(styles) >= _LEAST_CELLS else styles
        parts = [self.parts_of(style) for style in set(alike)]
        fonts = {part.font for part in parts}
        fills = {part.fill for part in parts}
        return RowLook(styles[-1], has_one_font=len(fonts) == 1, has_one_fill=len(fills) == 1)

    def taken_over(self, old: int, before: ColumnBefore, align: Align) -> int | None:
        """Return the style that a new cell takes over from the cell in its place, None for none.

        `old` is the style of that cell. `before` says what its column held.
        """
        if before is ColumnBefore.OTHER_KIND:
            return None
        if before is ColumnBefore.SAME_KIND:
            return old
        return self.of_new_cell(NO_LOOK, old, align)

    def of_new_cell(self, look: RowLook, default: int, align: Align) -> int:
        """Return the style of a new cell, -1 for none.

        `look` is that of its row; `default` is the style that its row or its column has.
        """
        key = (look, default, align)
        if key not in self._known:
            self._known[key] = self._number_with_look(look, default, align)
        return self._known[key]

    def draws(self, number: int) -> bool:
        """Tell whether a cell of a format can be seen where it is blank: by its border or its fill."""
        parts = self.parts_of(number)
        return parts.border != b"0" or parts.fill != b"0"

    def _number_with_look(self, look: RowLook, default: int, align: Align) -> int:
        """Return the number of a format, which is added if it is missing."""
        if not self._elements:
            return default
        old = self.parts_of(default)
        new = old
        if look.last >= 0:
            beside = self.parts_of(look.last)
            new = old._replace(
                border=beside.border,
                vertical=beside.vertical,
                protection=beside.protection,
                font=beside.font if look.has_one_font else old.font,
                fill=beside.fill if look.has_one_fill else old.fill,
                parent=beside.parent,
            )
        new = new.aligned(align)
        if new == old:
            return default
        return self._number_of(new, default)

    def _number_of(self, new: _Format, otherwise: int) -> int:
        """Return the number of a format, or another one where no more formats fit."""
        assert self._match is not None
        element = new.element(self._match[2])
        count = len(self._elements) + len(self._added)
        if element not in self._numbers and count >= _MOST_FORMATS:
            return otherwise
        if element not in self._numbers:
            self._numbers[element] = count
            self._added.append(element)
        return self._numbers[element]

    def pieces(self) -> Iterator[bytes]:
        """Yield the part of styles, made only once it is asked for: behind the rows, which add formats."""
        yield self.part()

    def part(self) -> bytes:
        """Return the part of styles with the formats that were added."""
        assert self.xml is not None
        match = self._match
        if match is None or not self._added:
            return self.xml
        count = len(self._elements) + len(self._added)
        attributes = _COUNT.sub(rb"\g<1>%d" % count, match[3] or b"")
        old_end = match.start(5)
        return b"".join(
            [
                self.xml[: match.end(1)],
                attributes,
                self.xml[match.start(4) - 1 : old_end],
                *self._added,
                self.xml[old_end:],
            ]
        )
