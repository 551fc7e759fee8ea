"""The fast tier: rows of a worksheet part as arrays, a block of some megabytes at a time, in NumPy.

Programs write sheets in one way: ``<row r="7" ...><c r="A7" s="1" t="s"><v>12</v></c>...</row>``. A block of rows is
cut at every ``<`` into tokens, whose kinds are looked up by the two bytes behind it, and the kinds must follow each
other as this automaton allows::

    ROW -> C -> [F -> /F] -> V -> /V -> /C -> C ... -> /ROW       C -> IS -> T -> /T -> /IS -> /C

Then every row must have a number above the one before, every cell an address whose row is that number and whose column
lies right of the cell before, attributes that are known (`s`, `t`), and a value that fits its type. So a block is
either *proved* to be understood, cell for cell, or `scan_block` returns None and the general tier of
`xlpoker.workbook.sheets.cells_xml` reads it: comments, CDATA, prefixes, rich text, missing addresses, blanks between tags.

The tricks: a run of bytes at many places is one look-up in a window over the buffer (`_at`), eight bytes are compared
or turned into a number as one uint64, and the few different texts of attributes are parsed once each.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["BOOL", "DATE", "EMPTY", "ERROR", "NUMBER", "SHARED", "TEXT", "Cells", "padded", "scan_block"]

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
Array = npt.NDArray[Any]

PAD = 64
NUMBER, SHARED, TEXT, BOOL, ERROR, DATE, EMPTY = range(7)
TYPES = {"n": NUMBER, "s": SHARED, "str": TEXT, "inlineStr": TEXT, "b": BOOL, "e": ERROR, "d": DATE}

_ODD, _ROW, _ROW0, _C, _C0, _V, _V0, _F, _F0, _IS, _T, _T0, _ROWX, _CX, _VX, _FX, _ISX, _TX = range(18)
_NAMES = {
    "ro": _ROW, "c ": _C, "v>": _V, "v/": _V0, "f>": _F, "f ": _F, "f/": _F0, "is": _IS, "t>": _T, "t ": _T, "t/": _T0,
    "/r": _ROWX, "/c": _CX, "/v": _VX, "/f": _FX, "/i": _ISX, "/t": _TX,
}  # fmt: skip
_FOLLOW = {
    _ROW: (_C, _C0, _ROWX), _ROW0: (_ROW, _ROW0), _ROWX: (_ROW, _ROW0),
    _C: (_V, _V0, _F, _F0, _IS, _CX), _C0: (_C, _C0, _ROWX), _CX: (_C, _C0, _ROWX),
    _V: (_VX,), _V0: (_CX,), _VX: (_CX,), _F: (_FX,), _F0: (_V, _V0, _CX), _FX: (_V, _V0, _CX),
    _IS: (_T, _T0), _T: (_TX,), _T0: (_ISX,), _TX: (_ISX,), _ISX: (_CX,),
}  # fmt: skip
_ATTRIBUTES = re.compile(rb'(?: (?:s="(\d{1,6})"|t="(\w+)"))*')
_ATTRIBUTE = re.compile(rb' (s|t)="(\w+)"')
_LONGEST = 24  # bytes of the attributes behind an address
_DIFFERENT = 200  # texts of attributes in one block
_PRESERVE = b'<t xml:space="preserve">'


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

    def text(self, cell: int) -> str:
        """Return the text of a cell's value as it stands in the part."""
        if self.texts is not None:
            return self.texts[cell]
        raw = self.block[self.value[cell] : self.value[cell] + self.length[cell]].decode("utf-8", "replace")
        return _resolved(raw) if "&" in raw else raw

    def end(self, cell: int) -> int:
        """Return where a cell ends: at the next one of its row, or at the end of the row."""
        row = self.row[cell]
        if cell + 1 < len(self.row) and self.row[cell + 1] == row:
            return int(self.start[cell + 1])
        return int(self.ends[row])


_ENTITY = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));")
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}


def _resolved(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        if match[3]:
            return _ENTITIES.get(match[3], match[0])
        number = int(match[1], 16) if match[1] else int(match[2])
        return chr(number) if number < 0x110000 else "\ufffd"

    return _ENTITY.sub(one, text)


@cache
def _kinds() -> Bytes:
    table = np.zeros(1 << 16, np.uint8)
    for name, kind in _NAMES.items():
        table[ord(name[0]) | ord(name[1]) << 8] = kind
    return table


@cache
def _allowed() -> npt.NDArray[np.bool_]:
    table = np.zeros((32, 32), np.bool_)
    for kind, following in _FOLLOW.items():
        table[kind, list(following)] = True
    return table.reshape(-1)


@cache
def _masks() -> npt.NDArray[np.uint64]:
    """Return for 0 .. 24 bytes the three words that keep so many of the first bytes of 24."""
    rows = np.zeros((_LONGEST + 1, _LONGEST), np.uint8)
    for length in range(_LONGEST + 1):
        rows[length, :length] = 255
    return rows.view("<u8")


def padded(block: bytes) -> Bytes:
    """Return the bytes of a block with room behind them for the windows."""
    text = np.zeros(len(block) + PAD, np.uint8)
    text[: len(block)] = np.frombuffer(block, np.uint8)
    return text


def _words(text: Bytes, places: Array, kind: str = "<u8") -> Array:
    """Return the bytes at each place as a number, or as many bytes as the type ``V...`` says."""
    width = np.dtype(kind).itemsize
    window: Array = np.ndarray((len(text) - width + 1,), kind, text, 0, (1,))  # overlapping, one at every byte
    return window[places]


def _word(text: bytes) -> np.uint64:
    return np.uint64(int.from_bytes(text, "little"))


def scan_block(block: bytes, before: int = -1) -> Cells | None:
    """Return the rows and cells of a block of whole rows, None where it is not understood; `before` is the row before.

    >>> cells = scan_block(b'<row r="2"><c r="A2" t="s"><v>7</v></c><c r="B2"><v>5</v></c></row>')
    >>> cells.numbers.tolist(), cells.column.tolist(), cells.shared.tolist(), cells.text(1)
    ([1], [0, 1], [7, -1], '5')
    >>> scan_block(b'<row r="2"><!-- a comment --></row>') is None
    True
    """
    text = padded(block)
    places = np.flatnonzero(text == 60)
    if not len(places):
        return None
    kinds = _tokens(text, places, len(block))
    if kinds is None:
        return None
    opening = np.flatnonzero((kinds == _ROW) | (kinds == _ROW0))
    starts = places[opening]
    numbered = _row_numbers(text, starts, before)
    if numbered is None:
        return None
    numbers, digits, lengths = numbered
    ends = np.full(len(starts), -1, np.int64)
    ends[kinds[opening] == _ROW] = places[kinds == _ROWX]
    tokens = np.flatnonzero((kinds == _C) | (kinds == _C0))
    counts = np.diff(np.append(np.searchsorted(tokens, opening), len(tokens)))
    after = np.append(places, len(block))
    begin, end = places[tokens], after[tokens + 1]
    found = _addresses(text, begin, end, np.repeat(digits, counts), np.repeat(lengths, counts))
    if found is None:
        return None
    column, rest = found
    row = np.repeat(np.arange(len(starts)), counts)
    if len(row) > 1 and not ((column[1:] > column[:-1]) | (row[1:] != row[:-1])).all():
        return None
    end -= 1
    end -= kinds[tokens] == _C0
    attributes = _attributes(text, rest, end - rest)
    if attributes is None:
        return None
    kind, style = attributes
    value, length, formula = _values(places, kinds, tokens)
    cells = Cells(
        block, numbers, starts, ends, row, column, kind, style, begin, value, length, np.full(len(row), -1), formula
    )
    return cells if _check_values(text, kinds, tokens, cells) else None


def _tokens(text: Bytes, places: Numbers, end: int) -> Bytes | None:
    """Return the kinds of the tokens, None unless they follow each other as they may."""
    kinds = _kinds().take(_words(text, places + 1, "<u2"))
    tags = np.flatnonzero((kinds == _C) | (kinds == _ROW) | (kinds == _F))
    last = np.append(places, end)[tags + 1] - 2  # the last two bytes before the next token
    close = _words(text, last, "<u2")
    kinds[tags[close == 0x3E2F]] += 1  # C0, ROW0, F0: they end in />
    open_tags = kinds[tags] != _F
    if ((close[open_tags] >> 8) != 62).any():
        return None
    if kinds[0] not in (_ROW, _ROW0) or kinds[-1] not in (_ROWX, _ROW0) or not kinds.all():
        return None
    steps = kinds[:-1].astype(np.uint16)
    steps <<= 5
    steps |= kinds[1:]
    return kinds if _allowed().take(steps).all() else None


def _row_numbers(text: Bytes, starts: Numbers, before: int) -> tuple[Numbers, Array, Numbers] | None:
    """Return the numbers of rows from 0, the eight bytes from the first digit on, and how many digits there are."""
    if not len(starts) or (_words(text, starts) != _word(b'<row r="')).any():
        return None
    words = _words(text, starts + 8)
    digits = words.view(np.uint8).reshape(-1, 8)
    inside = (digits < 48) | (digits > 57)
    lengths = inside.argmax(axis=1)
    values, good = _integers(words, lengths)
    if not good or (digits[np.arange(len(starts)), lengths] != 34).any() or lengths.min() < 1:
        return None
    if values[0] - 1 <= before or (len(values) > 1 and (values[1:] <= values[:-1]).any()) or values[-1] > 1_048_576:
        return None
    return values - 1, words & _masks()[lengths + 1, 0], lengths


def _integers(words: Array, lengths: Numbers) -> tuple[Numbers, bool]:
    """Return the numbers whose decimal digits (at most seven) are the first bytes of words, and whether all are digits."""
    if len(lengths) and not 0 < lengths.min() <= lengths.max() <= 7:
        return lengths, False
    shift = (np.uint64(8) - lengths.astype(np.uint64)) << np.uint64(3)
    number = words << shift  # the last digit is the last byte
    zeros = np.uint64(0x3030303030303030) << shift
    number ^= zeros
    if (((number + np.uint64(0x7676767676767676)) | number) & np.uint64(0x8080808080808080)).any():
        return lengths, False
    number = number * np.uint64(10) + (number >> np.uint64(8))
    low, high = np.uint64(0x000000FF000000FF), np.uint64(16)
    number = (
        (number & low) * np.uint64(0x000F424000000064) + ((number >> high) & low) * np.uint64(0x0000271000000001)
    ) >> np.uint64(32)
    return number.astype(np.int64), True


def _addresses(
    text: Bytes, starts: Numbers, ends: Numbers, digits: Array, lengths: Numbers
) -> tuple[Numbers, Numbers] | None:
    """Return the columns of cells and where their addresses end; None unless each names the row that it stands in."""
    if not len(starts):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    head = _words(text, starts)
    if ((head ^ _word(b'<c r="')) & np.uint64((1 << 48) - 1)).any():
        return None
    column = (head >> np.uint64(48) & np.uint64(255)).astype(np.int64) - 65
    if column.min() < 0 or column.max() > 25:
        return None
    rest = starts + 7
    number = _words(text, rest)
    wide = np.flatnonzero((number & np.uint64(255)) >= 65)
    for _ in range(2):
        letter = (number[wide] & np.uint64(255)).astype(np.int64)
        wide, letter = wide[letter >= 65], letter[letter >= 65]
        if (letter > 90).any():
            return None
        column[wide] = (column[wide] + 1) * 26 + letter - 65
        rest[wide] += 1
        number[wide] = _words(text, rest[wide])
    number &= _masks()[:, 0].take(lengths + 1)
    if (number != digits).any() or column.max() >= 16_384:
        return None
    rest += lengths
    rest += 1
    return (column, rest) if (rest < ends).all() else None


def _attributes(text: Bytes, places: Numbers, lengths: Numbers) -> tuple[Bytes, Numbers] | None:
    """Return the kind and the style of cells from what stands behind their addresses."""
    kind, style = np.empty(len(places), np.uint8), np.empty(len(places), np.int64)
    if not len(places):
        return kind, style
    longest = int(lengths.max())
    if longest > _LONGEST or lengths.min() < 0:
        return None
    words = [
        _words(text, places + 8 * word) & _masks()[:, word].copy().take(lengths)
        for word in range(-(-longest // 8) or 1)
    ]
    left: Any = slice(None)
    for _ in range(_DIFFERENT):
        here = [one[left][0] for one in words]
        same = words[0][left] == here[0]
        for one, first in zip(words[1:], here[1:], strict=True):
            same &= one[left] == first
        known = _known_attributes(b"".join(one.tobytes() for one in here).rstrip(b"\0"))
        if known is None:
            return None
        chosen = left[same] if isinstance(left, np.ndarray) else same
        kind[chosen], style[chosen] = known
        left = left[~same] if isinstance(left, np.ndarray) else np.flatnonzero(~same)
        if not len(left):
            return kind, style
    return None


@cache
def _known_attributes(text: bytes) -> tuple[int, int] | None:
    if not _ATTRIBUTES.fullmatch(text):
        return None
    found = dict(_ATTRIBUTE.findall(text))
    kind = TYPES.get(found.get(b"t", b"n").decode())
    return None if kind is None else (kind, int(found.get(b"s", b"-1")))


@cache
def _steps() -> npt.NDArray[np.int64]:
    """Return how many tokens after that of a cell its value stands, by the token that follows it."""
    table = np.zeros(32, np.int64)
    table[[_V, _IS, _F0, _F]] = 1, 2, 2, 3
    return table


def _values(places: Numbers, kinds: Bytes, tokens: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return where the text of each cell's value begins, its length (0 without one), where its formula begins or -1."""
    following = kinds.take(tokens + 1, mode="clip")
    at = tokens + _steps().take(following)
    here = kinds.take(at, mode="clip")
    begin = places.take(at, mode="clip") + 3
    length = places.take(at + 1, mode="clip") - begin
    length[(here != _V) & (here != _T)] = 0
    formula = np.full(len(tokens), -1)
    calculated = np.flatnonzero((following == _F) | (following == _F0))
    formula[calculated] = places[tokens[calculated] + 1]
    return begin, length, formula


def _check_values(text: Bytes, kinds: Bytes, tokens: Numbers, cells: Cells) -> bool:
    """Tell whether each value fits the type of its cell; take attributes off, and read the indices of shared strings."""
    inline = np.flatnonzero(kinds[tokens + 1] == _IS)
    if len(inline):
        if (cells.kind[inline] != TEXT).any():
            return False
        long = inline[(text[cells.value[inline] - 1] != 62) & (cells.length[inline] > 0)]  # xml:space="preserve"
        if len(long) and (_words(text, cells.value[long] - 3, "V24") != np.void(_PRESERVE)).any():
            return False
        cells.value[long] += len(_PRESERVE) - 3
        cells.length[long] -= len(_PRESERVE) - 3
    cells.kind[cells.length == 0] = EMPTY
    shared = cells.kind == SHARED
    if shared.all():
        cells.shared, good = _integers(_words(text, cells.value), cells.length)
        return good
    if shared.any():
        cells.shared[shared], good = _integers(_words(text, cells.value[shared]), cells.length[shared])
        return good
    return True
