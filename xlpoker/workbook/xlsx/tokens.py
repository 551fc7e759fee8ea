"""The quick reader: a block of rows of a worksheet part as arrays of cells, by NumPy.

Programs write sheets alike: ``<row r="7" ...><c r="A7" s="1" t="s"><v>12</v></c>...</row>``. A
block of rows is cut at every ``<`` into tokens, whose kinds are looked up by the two bytes behind
it. The kinds must follow each other as this automaton allows::

    ROW -> C -> [F -> /F] -> V -> /V -> /C -> C ... -> /ROW       C -> IS -> T -> /T -> /IS -> /C

Each row must have a number above that of the row before. Each cell must have an address whose row
is that number and whose column lies right of the cell before. Its attributes must be known (`s`,
`t`), and its value must fit its type. So a block is either *proved* to be understood, cell for
cell, or `scan_block` returns None. Then the general reader of `xlpoker.workbook.xlsx.expat` reads
it: comments, CDATA, rich text, missing addresses, blanks between tags. A prefix that all tags have is
left out before (`xlpoker.workbook.xlsx.prefixed_tags`).

A small block as tokens::

    <row r="2"> <c r="A2" t="s"> <v>7 </v> </c> <c r="B2"> <v>5 </v> </c> </row>
    ROW         C                V    VX   CX   C          V    VX   CX   ROWX
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import MOST_COLUMNS, MOST_ROWS
from xlpoker.workbook.xlsx.cell_values import EMPTY, SHARED, TEXT, TYPES
from xlpoker.workbook.xlsx.cells import (
    MASKS,
    Array,
    Bytes,
    Cells,
    Numbers,
    byte_pairs,
    words,
)

__all__ = ["OddError", "is_legal", "prove", "scan_block", "shared_indices"]

# The kinds of tokens. A name ending in 0 is an empty element (<row/>), in X a closing tag (</row>).
# An empty row, cell or formula has the kind one above that of one with content.
_ODD, _ROW, _ROW0, _C, _C0, _V, _V0, _F, _F0 = range(9)
_IS, _T, _T0, _ROWX, _CX, _VX, _FX, _ISX, _TX = range(9, 18)
_KIND_BITS = 5
_KINDS = range(1 << _KIND_BITS)
_NAMES = {
    "ro": _ROW,
    "c ": _C,
    "v>": _V,
    "v/": _V0,
    "v ": _V0,
    "f>": _F,
    "f ": _F,
    "f/": _F0,
    "is": _IS,
    "t>": _T,
    "t ": _T,
    "t/": _T0,
    "/r": _ROWX,
    "/c": _CX,
    "/v": _VX,
    "/f": _FX,
    "/i": _ISX,
    "/t": _TX,
}
"""The kinds of tokens by the two characters behind ``<``."""
_FOLLOWING = {
    _ROW: {_C, _C0, _ROWX},
    _ROW0: {_ROW, _ROW0},
    _ROWX: {_ROW, _ROW0},
    _C: {_V, _V0, _F, _F0, _IS, _CX},
    _C0: {_C, _C0, _ROWX},
    _CX: {_C, _C0, _ROWX},
    _V: {_VX},
    _V0: {_CX},
    _VX: {_CX},
    _F: {_FX},
    _F0: {_V, _V0, _CX},
    _FX: {_V, _V0, _CX},
    _IS: {_T, _T0},
    _T: {_TX},
    _T0: {_ISX},
    _TX: {_ISX},
    _ISX: {_CX},
}
"""The kinds that may follow a kind."""
_STEPS_BY_KIND = {_V: 1, _IS: 2, _F0: 2, _F: 3}


def _kinds_by_pair() -> Bytes:
    """Return the table of kinds by the two bytes behind ``<``, read as a number."""
    table = np.zeros(1 << 16, np.uint8)
    for name, kind in _NAMES.items():
        table[int.from_bytes(name.encode(), "little")] = kind
    return table


def _allowed_steps() -> npt.NDArray[np.bool_]:
    """Return the table of whether a kind may follow another, by the bits of both."""
    table = np.zeros((len(_KINDS), len(_KINDS)), np.bool_)
    for kind, following in _FOLLOWING.items():
        table[kind, list(following)] = True
    return table.reshape(-1)


_KIND_OF = _kinds_by_pair()
_MAY_FOLLOW = _allowed_steps()
_STEPS_TO_VALUE = np.array([_STEPS_BY_KIND.get(kind, 0) for kind in _KINDS])
"""Tokens from that of a cell to that of its value, by the kind of the token behind the cell's."""
_ROW_TAG = np.uint64(int.from_bytes(b'<row r="', "little"))
_CELL_TAG = np.uint64(int.from_bytes(b'<c r="', "little"))
_CELL_TAG_MASK = np.uint64((1 << 48) - 1)
_EMPTY_END = int.from_bytes(b"/>", "little")
_LAST_BYTE = np.uint64(255)
_PRESERVE = b't xml:space="preserve">'
_LESS_THAN = ord("<")
_GREATER_THAN = ord(">")
_REFERENCE = re.compile(rb"&#(x[0-9a-fA-F]{1,8}|\d{1,8});")
_ATTRIBUTES = re.compile(
    rb'(?: (?:s="(\d{1,6})"|t="(\w+)"))* ?'
)  # ElementTree ends an empty tag in " />"
_ATTRIBUTE = re.compile(rb' (s|t)="(\w+)"')
_MOST_ATTRIBUTE_BYTES = 24
"""The most bytes of the attributes behind an address."""
_MOST_DIFFERENT = 200
"""The most different texts of attributes in one block."""
_PADDING = 64
"""Bytes of room behind a block, so that words at its end can be read."""
_BLANK = ord(" ")
_ILLEGAL = bytes({*range(32)} - {9, 10, 13})


def scan_block(block: bytes, before: int = -1) -> Cells | None:
    """Return the rows and cells of a block of whole rows, None where it is not understood.

    `before` is the number of the row before, counted from 0; -1 if there is none.

    >>> cells = scan_block(b'<row r="2"><c r="A2" t="s"><v>7</v></c><c r="B2"><v>5</v></c></row>')
    >>> cells.numbers.tolist(), cells.column.tolist(), cells.shared.tolist(), cells.text(1)
    ([1], [0, 1], [7, -1], '5')
    >>> scan_block(b'<row r="2"><!-- a comment --></row>') is None
    True
    """
    try:
        return _scanned(block, before)
    except OddError:
        return None


class OddError(Exception):
    """The block is not understood."""


def prove(holds: object) -> None:
    """Raise `OddError` unless a condition holds."""
    if not holds:
        raise OddError


def _scanned(block: bytes, before: int) -> Cells:
    """Return the rows and cells of a block; raise `OddError` where it is not understood."""
    text = np.frombuffer(block + bytes(_PADDING), np.uint8)
    places = np.flatnonzero(text == _LESS_THAN)
    prove(len(places) and is_legal(block, text))
    after = np.append(places, len(block))
    kinds = _tokens(text, after)
    row_tokens = np.flatnonzero((kinds == _ROW) | (kinds == _ROW0))
    row_starts = places[row_tokens]
    numbers, digits, digit_counts = _row_numbers(text, row_starts, before)
    row_ends = np.full(len(row_starts), -1, np.int64)
    row_ends[kinds[row_tokens] == _ROW] = places[kinds == _ROWX]
    tokens = np.flatnonzero((kinds == _C) | (kinds == _C0))
    row = _rows_of(tokens, row_tokens)
    starts = places[tokens]
    ends = after[tokens + 1]
    column, rest = _addresses(text, starts, ends, digits[row], digit_counts[row])
    prove(((column[1:] > column[:-1]) | (row[1:] != row[:-1])).all())
    ends -= 1  # attributes end before ">", or before "/>"
    is_empty_element = kinds[tokens] == _C0
    np.subtract(ends, is_empty_element, out=ends)
    kind, style = _attributes(text, rest, ends - rest)
    value, length, formula = _values(places, kinds, tokens)
    _fit(text, kinds, tokens, kind, value, length)
    return Cells(
        block=block,
        numbers=numbers,
        starts=row_starts,
        ends=row_ends,
        row=row,
        column=column,
        kind=kind,
        style=style,
        start=starts,
        value=value,
        length=length,
        shared=shared_indices(text, kind, value, length),
        formula=formula,
    )


def shared_indices(text: Bytes, kind: Bytes, value: Numbers, length: Numbers) -> Numbers:
    """Return the indices of the shared strings of cells, -1 for other cells."""
    ends = value + length
    is_shared = kind == SHARED
    if is_shared.all():
        return _integers(text, ends, length)
    indices = np.full(len(kind), -1)
    indices[is_shared] = _integers(text, ends[is_shared], length[is_shared])
    return indices


def _rows_of(tokens: Numbers, row_tokens: Numbers) -> Numbers:
    """Return for the token of each cell the index of its row."""
    first_cells = np.searchsorted(tokens, row_tokens)
    counts = np.diff(np.append(first_cells, len(tokens)))
    return np.repeat(np.arange(len(row_tokens)), counts)


def is_legal(block: bytes, text: Bytes) -> bool:
    """Tell whether a block holds nothing that XML forbids.

    Forbidden are some characters, bytes that are not UTF-8, and references to such characters.
    """
    has_control = text[: len(block)].min() < _BLANK
    if has_control and len(block.translate(None, _ILLEGAL)) < len(block):
        return False
    if b"&" in block:
        references = set(_REFERENCE.findall(block))
        if not all(map(_is_character, references)):
            return False
    if block.isascii():
        return True
    try:
        decoded = block.decode()
    except UnicodeDecodeError:
        return False
    return "\ufffe" not in decoded and "\uffff" not in decoded


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
    """Return the kinds of the tokens, whose last place is the end of the block.

    Each kind must be allowed to follow the one before.
    """
    kinds = _KIND_OF.take(byte_pairs(text[1:], places[:-1]))
    tags = np.flatnonzero((kinds == _C) | (kinds == _ROW) | (kinds == _F))
    tag_ends = byte_pairs(text, places[tags + 1] - 2)  # the last two bytes before the next token
    kinds[tags[tag_ends == _EMPTY_END]] += 1  # C0, ROW0, F0
    last_bytes = tag_ends[kinds[tags] != _F] >> 8
    prove((last_bytes == _GREATER_THAN).all())
    empty_values = np.flatnonzero(kinds == _V0)
    prove((byte_pairs(text, places[empty_values + 1] - 2) == _EMPTY_END).all())
    begins_with_row = kinds[0] in (_ROW, _ROW0)
    ends_with_row = kinds[-1] in (_ROWX, _ROW0)
    prove(begins_with_row and ends_with_row and kinds.all())
    steps = kinds[:-1].astype(np.uint16)
    steps <<= _KIND_BITS
    steps |= kinds[1:]
    prove(_MAY_FOLLOW.take(steps).all())
    return kinds


def _row_numbers(text: Bytes, starts: Numbers, before: int) -> tuple[Numbers, Array, Numbers]:
    """Return the numbers of rows, counted from 0, their digits, and how many digits they have.

    The digits are those in the tag of the row, with the quote behind them, as a word.
    """
    prove((words(text, starts) == _ROW_TAG).all())
    first_words = words(text, starts + 8)
    characters = first_words.view(np.uint8).reshape(-1, 8)
    is_no_digit = (characters < ord("0")) | (characters > ord("9"))
    counts = is_no_digit.argmax(axis=1)
    numbers = _integers(text, starts + 8 + counts, counts)
    behind = characters[np.arange(len(starts)), counts]
    prove((behind == ord('"')).all())
    prove((numbers[1:] > numbers[:-1]).all())
    prove(before + 1 < numbers[0] and numbers[-1] <= MOST_ROWS)
    return numbers - 1, first_words & MASKS[counts + 1], counts


def _integers(text: Bytes, ends: Numbers, lengths: Numbers) -> Numbers:
    """Return the numbers of at most seven decimal digits that end before some places of a text.

    All last digits are read at once, then those left of them::

        12.  5.  107.   ->   2  5  7   ->   12  5  7   ->   12  5  107
    """
    least = int(lengths.min(initial=1))
    most = int(lengths.max(initial=1))
    prove(least > 0 and most <= 7)
    numbers = np.zeros(len(ends), np.int64)
    for place in range(most):
        digits = text.take(ends - place - 1)
        digits -= ord("0")
        if place >= least:
            digits[lengths <= place] = 0
        prove(digits.max(initial=0) <= 9)
        numbers += digits * np.int64(10**place)
    return numbers


def _addresses(
    text: Bytes, starts: Numbers, ends: Numbers, digits: Array, lengths: Numbers
) -> tuple[Numbers, Numbers]:
    """Return the columns of cells and where their addresses end; each must name its own row."""
    head = words(text, starts)
    prove(not ((head ^ _CELL_TAG) & _CELL_TAG_MASK).any())
    column = (head >> np.uint64(48) & _LAST_BYTE).astype(np.int64) - ord("A")
    prove(column.min(initial=0) >= 0 and column.max(initial=0) <= 25)
    rest = starts + len('<c r="A')
    number = words(text, rest)
    wide = np.flatnonzero((number & _LAST_BYTE) >= ord("A"))
    for _ in range(2):  # the second and the third letter of a column
        letter = (number[wide] & _LAST_BYTE).astype(np.int64)
        is_letter = letter >= ord("A")
        wide = wide[is_letter]
        letter = letter[is_letter]
        prove((letter <= ord("Z")).all())
        column[wide] = (column[wide] + 1) * 26 + letter - ord("A")
        rest[wide] += 1
        number[wide] = words(text, rest[wide])
    number &= MASKS.take(lengths + 1)
    prove((number == digits).all() and column.max(initial=0) < MOST_COLUMNS)
    rest += lengths
    rest += 1
    prove((rest < ends).all())
    return column, rest


def _attributes(text: Bytes, places: Numbers, lengths: Numbers) -> tuple[Bytes, Numbers]:
    """Return the kind and the style of cells from the attributes behind their addresses.

    Each different text of attributes is read once, for all cells that have it.
    """
    kind = np.empty(len(places), np.uint8)
    style = np.empty(len(places), np.int64)
    prove(lengths.max(initial=0) <= _MOST_ATTRIBUTE_BYTES and lengths.min(initial=0) >= 0)
    heads = words(text, places) & MASKS.take(lengths, mode="clip")
    is_read = np.zeros(len(places), np.bool_)
    for _ in range(_MOST_DIFFERENT):
        if is_read.all():
            return kind, style
        first = int(is_read.argmin())
        length = int(lengths[first])
        attributes = text[places[first] :][:length].tobytes()
        is_same = heads == heads[first]
        if length >= 8:  # of which the word is the beginning
            candidates = np.flatnonzero(is_same & (lengths == length))
            ends = words(text, places[candidates] + 7, f"V{length - 7}")
            is_same[:] = False
            is_same[candidates] = ends == np.void(attributes[7:])
        kind[is_same], style[is_same] = known_attributes(attributes)
        is_read |= is_same
    raise OddError


@cache
def known_attributes(text: bytes) -> tuple[int, int]:
    """Return the kind and the style (-1 without) of a cell from the attributes behind its address.

    >>> known_attributes(b' s="3" t="s"') == (SHARED, 3), known_attributes(b"")
    (True, (0, -1))
    """
    prove(_ATTRIBUTES.fullmatch(text))
    attributes = dict(_ATTRIBUTE.findall(text))
    kind = attributes.get(b"t", b"n").decode()
    prove(kind in TYPES)
    return TYPES[kind], int(attributes.get(b"s", b"-1"))


def _values(places: Numbers, kinds: Bytes, tokens: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return where the values of cells begin, their lengths, and where their formulas begin.

    The length is 0 for a cell without a value, the place of a formula -1 for one without it.
    """
    following = kinds.take(tokens + 1, mode="clip")
    value_tokens = tokens + _STEPS_TO_VALUE.take(following)
    value_kinds = kinds.take(value_tokens, mode="clip")
    starts = places.take(value_tokens, mode="clip") + len("<v>")
    lengths = places.take(value_tokens + 1, mode="clip") - starts
    lengths[(value_kinds != _V) & (value_kinds != _T)] = 0
    formulas = np.full(len(tokens), -1)
    calculated = np.flatnonzero((following == _F) | (following == _F0))
    formulas[calculated] = places[tokens[calculated] + 1]
    return starts, lengths, formulas


def _fit(
    text: Bytes, kinds: Bytes, tokens: Numbers, kind: Bytes, value: Numbers, length: Numbers
) -> None:
    """Prove that values fit the types of their cells, and correct the arrays in place.

    Attributes of a text are taken off its value; a cell without a value gets the type `EMPTY`.
    """
    inline = np.flatnonzero(kinds[tokens + 1] == _IS)
    if len(inline):
        prove((kind[inline] == TEXT).all())
        has_attribute = (text[value[inline] - 1] != _GREATER_THAN) & (length[inline] > 0)
        preserved = inline[has_attribute]
        attributes = words(text, value[preserved] - 2, f"V{len(_PRESERVE)}")
        prove((attributes == np.void(_PRESERVE)).all())
        value[preserved] += len(_PRESERVE) - 2
        length[preserved] -= len(_PRESERVE) - 2
    kind[length == 0] = EMPTY
