"""What new cells look like: the borders and colours of their row, and the alignment of their column.

The formats of all cells of a workbook are a list in its part of styles. A cell names one by its
number. A format that is missing is added at the end, all other bytes of the part stay::

    <cellXfs count="2">        old cell, 1    J5 | KD             |    a border, yellow
      <xf fontId="0" .../>     new cell, 2    K5 |  One Pair, Fives|   the same, left with an indent
      <xf fillId="2" .../>
    </cellXfs>

The text of a hand has an indent, so that it does not stick to the number left of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from xlpoker.workbook.xlsx.xml_texts import attribute

__all__ = ["LEAST_CELLS", "Align", "CellFormats", "RowLook"]

Align = Literal["left", "center", "right"]
_FORMATS = re.compile(
    rb"(<((?:[\w.-]+:)?)cellXfs)(\s[^<>]*)?>(.*?)(</(?:[\w.-]+:)?cellXfs\s*>)", re.DOTALL
)
_FORMAT = re.compile(
    rb"<(?:[\w.-]+:)?xf(?=[\s/>])[^<>]*?(?:/>|>.*?</(?:[\w.-]+:)?xf\s*>)", re.DOTALL
)
_ALIGNMENT = re.compile(rb"<(?:[\w.-]+:)?alignment\s[^<>]*>")
_PROTECTION = re.compile(rb"<(?:[\w.-]+:)?protection\s[^<>]*>")
_COUNT = re.compile(rb"(\scount=[\"'])\d+")
_MOST_FORMATS = 64_000
"""Spreadsheet programs open no workbook with many more."""
LEAST_CELLS = 3
"""From so many cells on the first one may be bold or coloured without the row being so."""


class RowLook(NamedTuple):
    """The format of a row's last own cell, and whether the cells of the row share its font and its fill."""

    last: int
    has_one_font: bool
    has_one_fill: bool


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


@dataclass
class CellFormats:
    """The formats in the part of styles of a workbook, and those that new cells add.

    >>> part = b'<s><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="3" borderId="2"/></cellXfs></s>'
    >>> formats = CellFormats(part)
    >>> formats.of_new_cell(RowLook(0, True, True), -1, "left"), formats.of_new_cell(None, -1, "right")
    (1, -1)
    >>> b'<cellXfs count="2">' in formats.part(), formats.part().count(b'fillId="3" borderId="2"')
    (True, 2)

    A workbook without such a part gets none: there new cells have no formats.
    """

    xml: bytes | None
    _added: list[bytes] = field(default_factory=list)
    _known: dict[tuple[RowLook | None, int, Align], int] = field(default_factory=dict)

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
        index = max(number, 0)
        count = len(self._elements)
        if index < count:
            return _Format.of(self._elements[index])
        if index < count + len(self._added):
            return _Format.of(self._added[index - count])
        return _Format()

    def of_new_cell(self, look: RowLook | None, own: int, align: Align) -> int:
        """Return the number of the format of a new cell, -1 for none.

        `look` is that of its row, None for a row without cells; `own` is the format that its row or
        its column has.
        """
        key = (look, own, align)
        if key not in self._known:
            self._known[key] = self._made(look, own, align)
        return self._known[key]

    def draws(self, number: int) -> bool:
        """Tell whether a cell of a format can be seen where it is blank: by its border or its fill."""
        parts = self.parts_of(number)
        return parts.border != b"0" or parts.fill != b"0"

    def _made(self, look: RowLook | None, own: int, align: Align) -> int:
        """Return the number of a format, which is added if it is missing."""
        if not self._elements:
            return own
        old = self.parts_of(own)
        new = old
        if look is not None and look.last >= 0:
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
            return own
        return self._number_of(new, own)

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
