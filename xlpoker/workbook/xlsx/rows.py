"""New cells at the ends of rows: a block of rows is cut at these ends and put together again with the cells between.

The last column that a row's ``spans`` name is put right in the same go; in the blocks that programs write all rows name
the same one, with as many digits as the new one mostly, and it is written over.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.scoring.cell_cache import in_turns

__all__ = ["SPANS", "Edges", "filled", "place_of"]

SPANS = re.compile(rb"<(?:[\w.-]+:)?row\s[^<>]*?\bspans=[\"']\d+:(\d{1,9})(?=[\"'])")
"""The tag of a row; its group is the last column of its ``spans``."""
_CANONICAL = re.compile(rb'<(?:[\w.-]+:)?row r="(\d+)" spans="\d+:\d+"')
_POWERS = 10 ** np.arange(1, 8)
Places = npt.NDArray[Any]


class Edges(NamedTuple):
    """The rows of a block: their numbers, where their tags begin and where their closing tags do.

    `cuts` are where the cells begin that the new ones replace, in a block where they do: from there to the end of the row.
    """

    numbers: Places
    starts: Places
    ends: Places
    cuts: Places | None = None


def place_of(numbers: npt.NDArray[Any] | Sequence[int], number: int) -> int:
    """Return the place of a number among sorted ones; NumPy's search may copy all of them first."""
    return bisect_left(numbers, number)


def filled(
    text: bytes,
    block: Edges,
    good: Places,
    new: Sequence[Sequence[bytes]],
    others: Mapping[int, bytes],
    last_columns: tuple[int, int],
) -> bytes:
    """Return a block with the new cells of its good rows (column by column), and those of other rows by their numbers.

    `last_columns` are the last ones of good rows and, in a block with others, of any row.

    >>> text = b'<row r="5" spans="1:2"><c r="B5"><v>1</v></c></row>'
    >>> rows = Edges(np.array([4]), np.array([0]), np.array([45]))
    >>> filled(text, rows, np.array([4]), [[b'<c r="C5"/>']], {}, (2, 3))
    b'<row r="5" spans="1:3"><c r="B5"><v>1</v></c><c r="C5"/></row>'
    """
    if not len(good) and not others:
        return text
    every = len(good) == len(block.numbers)
    places = np.arange(len(good)) if every else np.searchsorted(block.numbers, good)
    strange = np.searchsorted(block.numbers, list(others)) if others else np.zeros(0, np.int64)
    text, shift = _spans(text, block, np.union1d(places, strange) if others else places, last_columns[bool(others)])
    ends = block.ends + shift
    edges = ends[places].tolist()
    cuts = ends if block.cuts is None else block.cuts + shift
    slices = [text[start:end] for start, end in zip([0, *edges], [*cuts[places].tolist(), None], strict=True)]
    old = zip(ends[strange].tolist(), cuts[strange].tolist(), others.values(), strict=True)
    for end, cut, cells in sorted(old, reverse=True):
        at = bisect_left(edges, end)  # the piece in which that row ends
        begin = edges[at - 1] if at else 0
        slices[at] = slices[at][: cut - begin] + cells + slices[at][end - begin :]
    return b"".join([*in_turns([slices[:-1], *new]), slices[-1]])


def _spans(text: bytes, block: Edges, rows: Places, last_column: int) -> tuple[bytes, Any]:
    """Return the block with the spans of some rows made wider, and how far the ends of its rows moved by that."""
    if b"spans=" not in text:
        return text, 0
    last = b"%d" % (last_column + 1)
    starts = block.starts[rows].astype(np.int64)
    alike = _alike(text, starts, block.numbers[rows])
    if alike is not None:
        low, high = alike
        if int(text[low[0] : high[0]]) >= int(last):
            return text, 0
    else:
        low, high = _each(text, starts, int(last))
    there = np.flatnonzero(high > low)
    if ((high - low)[there] == len(last)).all():
        changed = np.frombuffer(bytearray(text), np.uint8)
        for place, digit in enumerate(last):
            changed[low[there] + place] = digit
        return changed.tobytes(), 0
    more = np.zeros(len(block.ends), np.int64)
    more[rows[there]] = len(last) - (high - low)[there]
    pieces: list[bytes] = []
    done = 0
    for start, end in zip(low[there].tolist(), high[there].tolist(), strict=True):
        pieces += (text[done:start], last)
        done = end
    pieces.append(text[done:])
    return b"".join(pieces), np.cumsum(more)


def _alike(text: bytes, starts: Any, numbers: Any) -> tuple[Any, Any] | None:
    """Return where the last column stands in the spans of rows, None unless all begin with the same span as the first."""
    match = SPANS.match(text, int(starts[0]))
    canonical = _CANONICAL.match(text, int(starts[0]))
    if match is None or canonical is None:
        return None
    before = canonical.start(1) - int(starts[0])
    places = starts + before + 1 + np.searchsorted(_POWERS, numbers + 1, side="right")  # behind the number
    wanted = text[int(places[0]) : canonical.end()]
    window = np.ndarray((len(text) - len(wanted) + 1,), f"V{len(wanted)}", text, 0, (1,))
    if places[-1] > len(window) - 1 or (window[places] != np.void(wanted)).any():
        return None
    low = places + (match.start(1) - int(places[0]))
    return low, low + len(match[1])


def _each(text: bytes, starts: Any, last: int) -> tuple[Any, Any]:
    """Return where the last column stands in the spans of each row that ends before it, nothing for the others."""
    low, high = starts.copy(), starts.copy()
    for at, start in enumerate(starts.tolist()):
        match = SPANS.match(text, start)
        if match is not None and int(match[1]) < last:
            low[at], high[at] = match.span(1)
    return low, high
