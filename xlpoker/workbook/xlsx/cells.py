"""The rows and cells of a block of a worksheet part as arrays, in one form for both readers; texts of XML, and new cells.

References, attributes and escapes are read here, and texts written. Bytes of a block are read as words: eight bytes at once
are compared, or converted to a number, as one uint64; `words` reads the bytes at many places in one look-up.

New cells of a column are rows of a table of bytes: constant pieces, the number of the row, and the content, padded with
zero bytes, which NumPy strips when it converts them to texts::

    <c r="K 12 "> <v>2067</v></c>        <c r="L 12 " t="inlineStr"> <is><t>One Pair, Fives</t></is></c>
    <c r="K 13 "> <v>5</v></c>000        <c r="L 13 " t="inlineStr"> <is><t>King High</t></is></c>000000
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import column_letters, column_number
from xlpoker.scoring.model import Box

__all__ = [
    "BOOL", "EMPTY", "ERROR", "MAIN", "NUMBER", "SHARED", "TEXT", "TYPES", "Array", "Bytes", "Cells", "Numbers",
    "attribute", "boxes", "cell_content", "decimal_digits", "formula_of", "legal", "merged_boxes", "new_cells", "numbered", "one_cell",
    "shared_formulas", "text_of", "unescaped", "whole", "words", "xml_text",
]  # fmt: skip

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
Array = npt.NDArray[Any]

NUMBER, SHARED, TEXT, BOOL, ERROR, EMPTY = range(6)
TYPES = {
    "n": NUMBER,
    "s": SHARED,
    "str": TEXT,
    "inlineStr": TEXT,
    "b": BOOL,
    "e": ERROR,
    "d": TEXT,
}  # d: a date in words
MAIN = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",  # strict
)
_FORMULA = re.compile(rb"<(?:[\w.-]+:)?f(\s[^<>]*?)?(?:/>|>(.*?)</(?:[\w.-]+:)?f\s*>)", re.DOTALL)
_SHARED = re.compile(rb"<(?:[\w.-]+:)?f\s(?=[^<>]*\bt=[\"']shared[\"'])[^<>]*(?<!/)>")
_MARKS = re.compile(rb"<!--.*?-->|<!\[CDATA\[|\]\]>", re.DOTALL)
_ROW_STYLE = re.compile(
    rb"<(?:[\w.-]+:)?row\s(?=[^<>]*\bcustomFormat=[\"'](?:1|true)[\"'])[^<>]*?\bs=[\"'](\d{1,9})[\"']"
)
_PLAIN = re.compile(r"[ !#-%'-;=?-~]*")  # no character that means something in XML
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LITERAL = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_MERGED = re.compile(rb"<(?:[\w.-]+:)?mergeCell\s[^<>]*\bref=[\"']([^\"']+)[\"']")
_AREA = re.compile(rb"\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?")
_ESCAPE = re.compile(
    r"_x(?![Dd][89A-Fa-f])([0-9A-Fa-f]{4})_"
)  # halves of surrogate pairs stay as they are


@dataclass(slots=True)
class Cells:
    """The rows of a block and their cells, in order; places are bytes of the block, rows and columns count from 0.

    Rows: `numbers`, `starts` (of the tag), `ends` (of the closing tag; -1 for a row without one). Cells: `row` (index
    into the rows), `column`, `kind`, `style` (-1 without), `start`, where the text of the value begins (`value`) and
    how long it is (`length`), the index of a shared string (`shared`, else -1), where its formula begins (`formula`,
    else -1). `texts` holds the text of each cell where the bytes of the block are not that text.
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

    @property
    def occupied(self) -> npt.NDArray[np.bool_]:
        """Which cells hold a value, or a formula without one."""
        there: npt.NDArray[np.bool_] = (self.kind != EMPTY) | (self.formula >= 0)
        return there

    @property
    def used(self) -> list[int]:
        """The columns with a value or a formula."""
        there = self.column[self.occupied]
        columns: list[int] = np.flatnonzero(np.bincount(there)).tolist()
        return columns

    @property
    def has_formulas(self) -> bool:
        """Whether any cell holds a formula."""
        return bool((self.formula >= 0).any())

    def row_styles(self) -> list[tuple[int, int]]:
        """Return the rows that have a format of their own, and its style."""
        if (
            b"m" not in self.block or b"customFormat" not in self.block
        ):  # one letter is found faster
            return []
        found = [
            (at, _ROW_STYLE.match(self.block, start))
            for at, start in enumerate(self.starts.tolist())
        ]
        return [(at, int(match[1])) for at, match in found if match]

    def tail(self, first: int) -> tuple[Numbers, Numbers, Numbers]:
        """Return for each row where its cells from a column on begin (else the row's end), where the row ends, and these cells."""
        ends = np.where(self.ends < 0, self.starts, self.ends)
        here = np.flatnonzero(self.column >= first)
        firsts = here[np.flatnonzero(np.diff(self.row[here], prepend=-1))]
        cuts = ends.copy()
        cuts[self.row[firsts]] = self.start[firsts]
        return cuts, ends, here

    def filled(self, low: int, high: int) -> npt.NDArray[np.bool_]:
        """Tell for each of some rows whether it holds a value, or a formula without one."""
        there = self.row[self.occupied]
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

    def converted(
        self,
        there: Numbers,
        strings: npt.NDArray[np.object_],
        makers: Mapping[int, Callable[[Any], Any]],
    ) -> Array:
        """Convert some cells: shared strings by their index, others by the function for their kind from bytes or text; None without one."""
        kinds, found = self.kind[there], np.full(len(there), None, object)
        for kind in np.flatnonzero(np.bincount(kinds)).tolist():
            here = np.flatnonzero(kinds == kind)
            if kind == SHARED:
                found[here] = strings.take(self.shared[there[here]])
            elif kind in makers:
                found[here] = np.fromiter(
                    map(makers[kind], self._raw(there[here])), object, len(here)
                )
        return found

    def end(self, cell: int) -> int:
        """Return where a cell ends: at the next one of its row, or at the end of the row."""
        row = self.row[cell]
        if cell + 1 < len(self.row) and self.row[cell + 1] == row:
            return int(self.start[cell + 1])
        return int(self.ends[row])


def text_of(raw: bytes | str) -> str:
    """Return the text of a value from its bytes in a part; a text that Expat has read is returned as it is.

    >>> text_of(b"R&amp;B")
    'R&B'
    """
    if isinstance(raw, str):
        return raw
    text = raw.decode("utf-8", "replace")
    if "&" in text:
        import html  # whose table of entities takes a millisecond

        text = html.unescape(text)
    return unescaped(text)


def formula_of(cells: Cells, cell: int) -> tuple[bytes, str]:
    """Return the attributes and the text of a cell's formula."""
    match = _FORMULA.match(cells.block, int(cells.formula[cell]))
    return (match[1] or b"", text_of(_MARKS.sub(b"", match[2] or b""))) if match else (b"", "")


def shared_formulas(cells: Cells) -> Iterator[tuple[int, bytes, bytes, str]]:
    """Yield the cells with the texts of formulas that other cells share: index and reference of a formula, and its text."""
    if b"shared" in cells.block:
        starts = [match.start() for match in _SHARED.finditer(cells.block)]
        for cell in np.flatnonzero(np.isin(cells.formula, starts)).tolist():
            attributes, text = formula_of(cells, cell)
            if text:
                yield cell, attribute(attributes, "si"), attribute(attributes, "ref"), text


def attribute(tag: bytes, name: str) -> bytes:
    """Return an attribute of a tag, nothing where it has none of that name."""
    match = re.search(rb"\s%s=(?:\"([^\"]*)\"|'([^']*)')" % name.encode(), tag)
    return (match[1] or match[2] or b"") if match else b""


def unescaped(text: str) -> str:
    r"""Return a text with the escapes of characters that XML cannot hold (``_x000D_``) decoded.

    >>> unescaped("5H_x000D_"), unescaped("_x005F_x000D_")
    ('5H\r', '_x000D_')
    """
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def legal(text: str) -> str:
    r"""Return a text as a cell holds it: illegal characters are replaced, and text that looks like an escape is escaped.

    >>> legal("\x07 \uffff \r _x0041_")
    '� � _x000D_ _x005F_x0041_'
    """
    return _ILLEGAL.sub("\ufffd", _LITERAL.sub("_x005F_", text)).replace("\r", "_x000D_")


def xml_text(text: str) -> bytes:
    """Return a text escaped to stand between two tags.

    >>> xml_text("a<b & c")
    b'a&lt;b &amp; c'
    """
    if _PLAIN.fullmatch(text) and "_x" not in text:
        return text.encode()
    return legal(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").encode()


def whole(text: str) -> int:
    """Return the number of up to nine digits, -1 for any other text.

    >>> whole("12"), whole("9" * 10), whole("x")
    (12, -1, -1)
    """
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def boxes(references: Collection[bytes]) -> list[Box]:
    """Return the rectangles of references; other texts are left out.

    >>> boxes([b"B2:C5", b"A1", b"none"])
    [Box(top=1, left=1, bottom=4, right=2), Box(top=0, left=0, bottom=0, right=0)]
    """
    found = []
    for match in filter(None, map(_AREA.fullmatch, references)):
        columns = sorted(
            column_number((letters or match[1]).decode()) for letters in (match[1], match[3])
        )
        rows = sorted(int(number or match[2]) - 1 for number in (match[2], match[4]))
        found.append(Box(rows[0], columns[0], rows[1], columns[1]))
    return found


def merged_boxes(tail: bytes) -> list[Box]:
    """Return the merged areas, which are listed behind the rows of a sheet."""
    return boxes(_MERGED.findall(tail))


def words(text: Bytes, places: Array, kind: str = "<u8") -> Array:
    """Return the bytes at each place as a number, or as a run of bytes for a type ``V...``."""
    width = np.dtype(kind).itemsize
    window: Array = np.ndarray(
        (len(text) - width + 1,), kind, text, 0, (1,)
    )  # overlapping, one at every byte
    return window[places]


@cache
def _four_digits() -> npt.NDArray[np.uint32]:
    """Return a table of the numbers 0 .. 9,999: their four digits as one uint32."""
    return np.array([b"%04d" % number for number in range(10_000)], "S4").view("<u4")


def decimal_digits(numbers: Array, count: int) -> Array:
    """Return the last digits of numbers, that many (at most eight) of each, as items of bytes.

    >>> decimal_digits(np.array([8, 1048576]), 7).tolist()
    [b'0000008', b'1048576']
    """
    high = numbers // 10_000
    both = np.empty((len(numbers), 2), np.uint32)
    both[:, 0] = _four_digits().take(high)
    both[:, 1] = _four_digits().take(numbers - 10_000 * high)
    return np.ndarray((len(numbers),), f"V{count}", both, 8 - count, (8,)).copy()


def cell_content(content: str | float, prefix: bytes = b"", *, cached: bool = False) -> bytes:
    """Return the part of a cell behind its address or its formula: the cached value.

    >>> cell_content(7462), cell_content(3917.125, b"x:", cached=True), cell_content("A & B ")
    (b'><v>7462</v></c>', b'<x:v>3917.125</x:v></x:c>', b' t="inlineStr"><is><t xml:space="preserve">A &amp; B </t></is></c>')
    """
    p = prefix
    if cached or not isinstance(content, str):
        value = xml_text(content) if isinstance(content, str) else b"%a" % content
        return b"%s<%sv>%s</%sv></%sc>" % (b"" if cached else b">", p, value, p, p)
    keep = b' xml:space="preserve"' if content != content.strip() or "\n" in content else b""
    return b' t="inlineStr"><%sis><%st%s>%s</%st></%sis></%sc>' % (
        p,
        p,
        keep,
        xml_text(content),
        p,
        p,
        p,
    )


def _opening(
    place: int,
    style: int,
    prefix: bytes,
    formula: Sequence[str] | None = None,
    *,
    text: bool = False,
) -> list[bytes]:
    """Return the pieces of a cell before its content; the number of the row stands between any two.

    `text` tells whether the formula's value is a text.
    """
    shown = b' s="%d"' % style if style >= 0 else b""
    head = b'<%sc r="%s' % (prefix, column_letters(place).encode())
    if formula is None:
        return [head, b'"' + shown]
    pieces = [xml_text(piece) for piece in formula]
    pieces[0] = b'"%s%s><%sf>%s' % (shown, b' t="str"' * text, prefix, pieces[0])
    pieces[-1] += b"</%sf>" % prefix
    return [head, *pieces]


def one_cell(
    content: str | float,
    place: int,
    style: int,
    prefix: bytes,
    row: int,
    formula: Sequence[str] | None = None,
) -> bytes:
    """Return the cell of a row, counted from 0: with a content, or with a formula and its value."""
    opening = _opening(place, style, prefix, formula, text=isinstance(content, str))
    return (b"%d" % (row + 1)).join(opening) + cell_content(
        content, prefix, cached=formula is not None
    )


def numbered(rows: Array) -> list[tuple[slice, Array]]:
    """Split ascending rows into parts whose numbers have equally many digits; return each with its digits."""
    edges = np.searchsorted(rows, [10**count - 1 for count in range(8)]).tolist()
    parts = enumerate(map(slice, edges, edges[1:]), 1)
    return [
        (part, decimal_digits(rows[part] + 1, digits))
        for digits, part in parts
        if part.start < part.stop
    ]


def new_cells(
    place: int,
    style: int,
    prefix: bytes,
    rows: Sequence[tuple[slice, Array]],
    contents: Array,
    formula: Sequence[str] | None = None,
    *,
    text: bool = False,
) -> list[bytes]:
    """Return the new cells of a column in some rows, from the contents behind their addresses, or behind their formulas.

    >>> new_cells(10, -1, b"", numbered(np.array([8, 9])), np.array([b"><v>1</v></c>", b"><v>2</v></c>"], "V13"))
    [b'<c r="K9"><v>1</v></c>', b'<c r="K10"><v>2</v></c>']
    """
    pieces = _opening(place, style, prefix, formula, text=text)
    return list(
        chain.from_iterable(_cells(pieces, digits, contents[part]) for part, digits in rows)
    )


def _cells(pieces: Sequence[bytes], numbers: Array, contents: Array) -> list[bytes]:
    """Return cells: the pieces with the number of the row between any two, and the content behind."""
    parts: list[Any] = [numbers] * (2 * len(pieces) - 1)
    parts[::2] = [np.void(piece) for piece in pieces]
    parts.append(contents)
    table = np.empty(
        len(numbers), np.dtype([(f"f{at}", part.dtype) for at, part in enumerate(parts)])
    )
    for at, part in enumerate(parts):
        table[f"f{at}"] = part
    cells: list[bytes] = table.view(f"S{table.dtype.itemsize}").tolist()
    return cells
