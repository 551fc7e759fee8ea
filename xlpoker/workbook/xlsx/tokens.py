"""The quick reader: a block of rows of a worksheet part as arrays of cells, by NumPy.

Programs write sheets alike: ``<row r="7" ...><c r="A7" s="1" t="s"><v>12</v></c>...</row>``. A block of rows is
cut at every ``<`` into tokens, whose kinds are looked up by the two bytes behind it, and the kinds must follow each
other as this automaton allows::

    ROW -> C -> [F -> /F] -> V -> /V -> /C -> C ... -> /ROW       C -> IS -> T -> /T -> /IS -> /C

Then every row must have a number above the one before, every cell an address whose row is that number and whose column
lies right of the cell before, attributes that are known (`s`, `t`), and a value that fits its type. So a block is
either *proved* to be understood, cell for cell, or `scan_block` returns None and the general reader of
`xlpoker.workbook.xlsx.expat` reads it: comments, CDATA, rich text, missing addresses, blanks between tags, tags with a prefix.
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import MOST_COLUMNS, MOST_ROWS
from xlpoker.workbook.xlsx.cells import (
    EMPTY,
    SHARED,
    TEXT,
    TYPES,
    Array,
    Bytes,
    Cells,
    Numbers,
    words,
)

__all__ = ["keep_freed_memory", "scan_block"]

_ODD, _ROW, _ROW0, _C, _C0, _V, _V0, _F, _F0, _IS, _T, _T0, _ROWX, _CX, _VX, _FX, _ISX, _TX = range(
    18
)
_NAMES = {
    "ro": _ROW, "c ": _C, "v>": _V, "v/": _V0, "v ": _V0, "f>": _F, "f ": _F, "f/": _F0, "is": _IS, "t>": _T, "t ": _T, "t/": _T0,
    "/r": _ROWX, "/c": _CX, "/v": _VX, "/f": _FX, "/i": _ISX, "/t": _TX,
}  # fmt: skip
_FOLLOW = {
    _ROW: (_C, _C0, _ROWX), _ROW0: (_ROW, _ROW0), _ROWX: (_ROW, _ROW0),
    _C: (_V, _V0, _F, _F0, _IS, _CX), _C0: (_C, _C0, _ROWX), _CX: (_C, _C0, _ROWX),
    _V: (_VX,), _V0: (_CX,), _VX: (_CX,), _F: (_FX,), _F0: (_V, _V0, _CX), _FX: (_V, _V0, _CX),
    _IS: (_T, _T0), _T: (_TX,), _T0: (_ISX,), _TX: (_ISX,), _ISX: (_CX,),
}  # fmt: skip
_KIND_OF = np.zeros(1 << 16, np.uint8)  # of a token, by the two bytes behind "<"
_KIND_OF[[int.from_bytes(name.encode(), "little") for name in _NAMES]] = [*_NAMES.values()]
_MAY_FOLLOW = np.array(
    [other in _FOLLOW.get(kind, ()) for kind in range(32) for other in range(32)]
)
_STEPS = np.array([{_V: 1, _IS: 2, _F0: 2, _F: 3}.get(kind, 0) for kind in range(32)])
"""Tokens from that of a cell to that of its value, by the token that follows it."""
_ROW_TAG, _CELL_TAG = (np.uint64(int.from_bytes(tag, "little")) for tag in (b'<row r="', b'<c r="'))
_FIRST = np.array(
    [(1 << 8 * length) - 1 for length in range(9)], np.uint64
)  # masks of so many first bytes of a word
_PRESERVE = b't xml:space="preserve">'
_LESS_THAN = ord("<")
_REFERENCE = re.compile(rb"&#(x[0-9a-fA-F]{1,8}|\d{1,8});")
_ATTRIBUTES = re.compile(
    rb'(?: (?:s="(\d{1,6})"|t="(\w+)"))* ?'
)  # ElementTree ends an empty tag in " />"
_ATTRIBUTE = re.compile(rb' (s|t)="(\w+)"')
_LONGEST = 24  # bytes of the attributes behind an address
_DIFFERENT = 200  # texts of attributes in one block
_PAD = 64  # bytes of room behind a block for the windows
_BLANK, _ILLEGAL = ord(" "), bytes({*range(32)} - {9, 10, 13})


def scan_block(block: bytes, before: int = -1) -> Cells | None:
    """Return the rows and cells of a block of whole rows, None where it is not understood.

    `before` is the row before.

    >>> cells = scan_block(b'<row r="2"><c r="A2" t="s"><v>7</v></c><c r="B2"><v>5</v></c></row>')
    >>> cells.numbers.tolist(), cells.column.tolist(), cells.shared.tolist(), cells.text(1)
    ([1], [0, 1], [7, -1], '5')
    >>> scan_block(b'<row r="2"><!-- a comment --></row>') is None
    True
    """
    try:
        return _scanned(block, before)
    except _OddError:
        return None


class _OddError(Exception):
    """The block is not understood."""


def _prove(holds: object) -> None:
    """Raise `_OddError` unless a condition holds."""
    if not holds:
        raise _OddError


def _scanned(block: bytes, before: int) -> Cells:
    text = np.frombuffer(block + bytes(_PAD), np.uint8)
    places = np.flatnonzero(text == _LESS_THAN)
    _prove(len(places) and _is_legal(block, text))
    after = np.append(places, len(block))
    kinds = _tokens(text, after)
    opening = np.flatnonzero((kinds == _ROW) | (kinds == _ROW0))
    starts = places[opening]
    numbers, digits, lengths = _row_numbers(text, starts, before)
    ends = np.full(len(starts), -1, np.int64)
    ends[kinds[opening] == _ROW] = places[kinds == _ROWX]
    tokens = np.flatnonzero((kinds == _C) | (kinds == _C0))
    counts = np.diff(np.append(np.searchsorted(tokens, opening), len(tokens)))
    begin, end = places[tokens], after[tokens + 1]
    row = np.repeat(np.arange(len(starts)), counts)
    column, rest = _addresses(text, begin, end, digits[row], lengths[row])
    _prove(((column[1:] > column[:-1]) | (row[1:] != row[:-1])).all())
    end -= 1
    end -= kinds[tokens] == _C0
    kind, style = _attributes(text, rest, end - rest)
    value, length, formula = _values(places, kinds, tokens)
    _fit(text, kinds, tokens, kind, value, length)
    shared = np.full(len(kind), -1)
    there = np.flatnonzero(kind == SHARED)
    shared[there] = _integers(words(text, value[there]), length[there])
    return Cells(
        block,
        numbers,
        starts,
        ends,
        row,
        column,
        kind,
        style,
        begin,
        value,
        length,
        shared,
        formula,
    )


def _pairs(text: Bytes, places: Array) -> npt.NDArray[np.uint16]:
    """Return the two bytes at each place as a number; faster than `words` for so few."""
    found = text[1:].take(places).astype(np.uint16)
    found <<= np.uint16(8)
    found |= text.take(places)
    return found


def _is_legal(block: bytes, text: Bytes) -> bool:
    """Tell whether a block holds nothing that XML forbids: characters, bytes that are not UTF-8, references to characters."""
    if text[: len(block)].min() < _BLANK and len(block.translate(None, _ILLEGAL)) < len(block):
        return False
    if b"&" in block and not all(map(_is_character, set(_REFERENCE.findall(block)))):
        return False
    if block.isascii():
        return True
    try:
        shown = block.decode()
    except UnicodeDecodeError:
        return False
    return "\ufffe" not in shown and "\uffff" not in shown


def _is_character(reference: bytes) -> bool:
    """Tell whether XML has a character of that number: ``65`` or ``x41``."""
    number = int(reference[1:], 16) if reference.startswith(b"x") else int(reference)
    return (
        number in (9, 10, 13)
        or 32 <= number < 0xD800
        or 0xE000 <= number < 0xFFFE
        or 0x10000 <= number < 0x110000
    )


def _tokens(text: Bytes, places: Numbers) -> Bytes:
    """Return the kinds of the tokens, whose last place is the end; they must follow each other as they may."""
    kinds = _KIND_OF.take(_pairs(text[1:], places[:-1]))
    tags = np.flatnonzero((kinds == _C) | (kinds == _ROW) | (kinds == _F))
    last = places[tags + 1] - 2  # the last two bytes before the next token
    close = _pairs(text, last)
    kinds[tags[close == 0x3E2F]] += 1  # C0, ROW0, F0: they end in />
    _prove((close[kinds[tags] != _F] >> 8 == 62).all())
    _prove((_pairs(text, places[np.flatnonzero(kinds == _V0) + 1] - 2) == 0x3E2F).all())
    _prove(kinds[0] in (_ROW, _ROW0) and kinds[-1] in (_ROWX, _ROW0) and kinds.all())
    steps = kinds[:-1].astype(np.uint16)
    steps <<= 5
    steps |= kinds[1:]
    _prove(_MAY_FOLLOW.take(steps).all())
    return kinds


def _row_numbers(text: Bytes, starts: Numbers, before: int) -> tuple[Numbers, Array, Numbers]:
    """Return the numbers of rows from 0, the eight bytes from the first digit on, and how many digits there are."""
    _prove((words(text, starts) == _ROW_TAG).all())
    first = words(text, starts + 8)
    digits = first.view(np.uint8).reshape(-1, 8)
    lengths = ((digits < 48) | (digits > 57)).argmax(axis=1)
    values = _integers(first, lengths)
    _prove(
        (digits[np.arange(len(starts)), lengths] == 34).all() and (values[1:] > values[:-1]).all()
    )
    _prove(before < values[0] - 1 < values[-1] <= MOST_ROWS)
    return values - 1, first & _FIRST[lengths + 1], lengths


def _integers(texts: Array, lengths: Numbers) -> Numbers:
    """Return the numbers whose decimal digits (at most seven) begin some words."""
    _prove(lengths.min(initial=1) > 0 and lengths.max(initial=1) <= 7)
    shift = (np.uint64(8) - lengths.astype(np.uint64)) << np.uint64(3)
    number = texts << shift  # the last digit is the last byte
    zeros = np.uint64(0x3030303030303030) << shift
    number ^= zeros
    _prove(
        not (
            ((number + np.uint64(0x7676767676767676)) | number) & np.uint64(0x8080808080808080)
        ).any()
    )
    number = number * np.uint64(10) + (number >> np.uint64(8))
    low, high = np.uint64(0x000000FF000000FF), np.uint64(16)
    number = (number & low) * np.uint64(0x000F424000000064) + ((number >> high) & low) * np.uint64(
        0x0000271000000001
    )
    found: Numbers = (number >> np.uint64(32)).astype(np.int64)
    return found


def _addresses(
    text: Bytes, starts: Numbers, ends: Numbers, digits: Array, lengths: Numbers
) -> tuple[Numbers, Numbers]:
    """Return the columns of cells and where their addresses end; each address must name its own row."""
    head = words(text, starts)
    _prove(not ((head ^ _CELL_TAG) & np.uint64((1 << 48) - 1)).any())
    column = (head >> np.uint64(48) & np.uint64(255)).astype(np.int64) - 65
    _prove(column.min(initial=0) >= 0 and column.max(initial=0) <= 25)
    rest = starts + 7
    number = words(text, rest)
    wide = np.flatnonzero((number & np.uint64(255)) >= 65)
    for _ in range(2):
        letter = (number[wide] & np.uint64(255)).astype(np.int64)
        wide, letter = wide[letter >= 65], letter[letter >= 65]
        _prove((letter <= 90).all())
        column[wide] = (column[wide] + 1) * 26 + letter - 65
        rest[wide] += 1
        number[wide] = words(text, rest[wide])
    number &= _FIRST.take(lengths + 1)
    _prove((number == digits).all() and column.max(initial=0) < MOST_COLUMNS)
    rest += lengths
    rest += 1
    _prove((rest < ends).all())
    return column, rest


def _attributes(text: Bytes, places: Numbers, lengths: Numbers) -> tuple[Bytes, Numbers]:
    """Return the kind and the style of cells from the attributes behind their addresses."""
    kind, style = np.empty(len(places), np.uint8), np.empty(len(places), np.int64)
    _prove(lengths.max(initial=0) <= _LONGEST and lengths.min(initial=0) >= 0)
    heads, done = (
        words(text, places) & _FIRST.take(lengths, mode="clip"),
        np.zeros(len(places), np.bool_),
    )
    for _ in range(_DIFFERENT):
        if done.all():
            return kind, style
        first = int(done.argmin())
        length = int(lengths[first])
        same, one = heads == heads[first], text[places[first] :][:length].tobytes()
        if length >= 8:  # of which the word is the beginning
            at = np.flatnonzero(same & (lengths == length))
            same[:] = False
            same[at] = words(text, places[at] + 7, f"V{length - 7}") == np.void(one[7:])
        kind[same], style[same] = known_attributes(one)
        done |= same
    raise _OddError


@cache
def known_attributes(text: bytes) -> tuple[int, int]:
    """Return the kind and the style (-1 without) of a cell from the attributes behind its address, which must be known.

    >>> known_attributes(b' s="3" t="s"') == (SHARED, 3), known_attributes(b"")
    (True, (0, -1))
    """
    _prove(_ATTRIBUTES.fullmatch(text))
    found = dict(_ATTRIBUTE.findall(text))
    kind = found.get(b"t", b"n").decode()
    _prove(kind in TYPES)
    return TYPES[kind], int(found.get(b"s", b"-1"))


def _values(places: Numbers, kinds: Bytes, tokens: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return where the text of each cell's value begins, its length (0 without one), where its formula begins or -1."""
    following = kinds.take(tokens + 1, mode="clip")
    at = tokens + _STEPS.take(following)
    here = kinds.take(at, mode="clip")
    begin = places.take(at, mode="clip") + len("<v>")
    length = places.take(at + 1, mode="clip") - begin
    length[(here != _V) & (here != _T)] = 0
    formula = np.full(len(tokens), -1)
    calculated = np.flatnonzero((following == _F) | (following == _F0))
    formula[calculated] = places[tokens[calculated] + 1]
    return begin, length, formula


def _fit(
    text: Bytes, kinds: Bytes, tokens: Numbers, kind: Bytes, value: Numbers, length: Numbers
) -> None:
    """Strip attributes from values, which must fit the types of their cells, and clear the type of cells without one."""
    inline = np.flatnonzero(kinds[tokens + 1] == _IS)
    if len(inline):
        _prove((kind[inline] == TEXT).all())
        long = inline[
            (text[value[inline] - 1] != 62) & (length[inline] > 0)
        ]  # xml:space="preserve"
        _prove((words(text, value[long] - 2, f"V{len(_PRESERVE)}") == np.void(_PRESERVE)).all())
        value[long] += len(_PRESERVE) - 2
        length[long] -= len(_PRESERVE) - 2
    kind[length == 0] = EMPTY


def keep_freed_memory() -> None:
    """Make malloc keep freed memory, which the next block needs again.

    A block of rows takes a dozen arrays of half a megabyte. GNU's malloc returns such pieces to the system until a larger one has
    been freed, and every page requested again costs a fault: 60,000 in a full sheet, a tenth of the time. So a larger piece is
    allocated and freed, untouched. With another malloc this has no effect.
    """
    np.empty((1 << 25) - (1 << 13), np.uint8)
