"""One new cell of a worksheet as XML: its opening, and its content."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from xlpoker.addresses import column_letters
from xlpoker.workbook.xlsx.xml_texts import xml_text

__all__ = ["cached_value", "cell_content", "one_cell", "opening_of"]


_MOST_KNOWN = 1 << 14
"""Different contents that are kept: all values and names of hands are fewer."""


@lru_cache(_MOST_KNOWN, typed=True)  # 1 and 1.0 are rendered in different ways
def cell_content(content: str | float, prefix: bytes = b"") -> bytes:
    """Return the part of a cell behind its address.

    >>> cell_content(7462)
    b'><v>7462</v></c>'
    >>> cell_content("A & B ")
    b' t="inlineStr"><is><t xml:space="preserve">A &amp; B </t></is></c>'
    """
    if not isinstance(content, str):
        return b">" + cached_value(content, prefix)
    must_preserve = content != content.strip() or "\n" in content
    space = b' xml:space="preserve"' if must_preserve else b""
    text = b"<%st%s>%s</%st>" % (prefix, space, xml_text(content), prefix)
    return b' t="inlineStr"><%sis>%s</%sis></%sc>' % (prefix, text, prefix, prefix)


@lru_cache(_MOST_KNOWN, typed=True)
def cached_value(content: str | float, prefix: bytes = b"") -> bytes:
    """Return the part of a cell behind its formula: the cached value.

    >>> cached_value(3917.125, b"x:")
    b'<x:v>3917.125</x:v></x:c>'
    """
    value = xml_text(content) if isinstance(content, str) else b"%a" % content
    return b"<%sv>%s</%sv></%sc>" % (prefix, value, prefix, prefix)


def opening_of(
    column: int,
    style: int,
    prefix: bytes,
    formula: Sequence[str] | None = None,
    *,
    text: bool = False,
) -> list[bytes]:
    """Return the pieces of a cell before its content; the number of the row joins them.

    `text` tells whether the formula's value is a text.

    >>> opening_of(10, 3, b"")
    [b'<c r="K', b'" s="3"']
    """
    style_text = b' s="%d"' % style if style >= 0 else b""
    letters = column_letters(column).encode()
    head = b'<%sc r="%s' % (prefix, letters)
    if formula is None:
        return [head, b'"' + style_text]
    type_text = b' t="str"' if text else b""
    pieces = [xml_text(piece) for piece in formula]
    pieces[0] = b'"%s%s><%sf>%s' % (style_text, type_text, prefix, pieces[0])
    pieces[-1] += b"</%sf>" % prefix
    return [head, *pieces]


def one_cell(
    content: str | float,
    column: int,
    style: int,
    prefix: bytes,
    row: int,
    formula: Sequence[str] | None = None,
) -> bytes:
    """Return the cell of a row, counted from 0: with a content, or with a formula and its value.

    >>> one_cell(5, 10, -1, b"", 8)
    b'<c r="K9"><v>5</v></c>'
    """
    is_text = isinstance(content, str)
    pieces = opening_of(column, style, prefix, formula, text=is_text)
    number = b"%d" % (row + 1)
    opening = number.join(pieces)
    content_of = cell_content if formula is None else cached_value
    return opening + content_of(content, prefix)
