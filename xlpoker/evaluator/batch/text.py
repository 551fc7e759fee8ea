"""Text of many cells into card codes and back: 10-15 ns a cell where cells are clean, any dialect where they are not.

Clean cells have two characters, such as ``5H`` or ``td``. A block of them is joined with line feeds into one text, in
which every third byte must be a line feed, and every two bytes between are one uint16, the index into a table of 65,536
codes. That the cells were indeed two characters each follows: the joined text has one line feed for each cell; if all
of them stand at every third place, none stands in a cell, and the cells are what is between. A block in which anything
is different, one cell of 16,384 being enough, goes cell by cell through a dictionary and `parse_card`, and what was
found is kept there: ten million cells have few different texts.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CardError
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.evaluator.batch.tables import Codes
from xlpoker.evaluator.cards import JOKER, TEXTS, card_text
from xlpoker.evaluator.cells import cell_codes

__all__ = ["format_codes", "parse"]

BLOCK = 1 << 14
_KEPT_TEXTS = 100_000
_LINE_FEED = 10


class _Cells(dict[object, int]):
    """Cell -> code; what is not there is worked out, and texts are kept."""

    def __missing__(self, cell: object) -> int:
        code = _code(cell)
        if isinstance(cell, str) and len(self) < _KEPT_TEXTS:
            self[cell] = code
        return code


_cells = _Cells(TEXTS)
_pairs: list[Codes] = []


def _code(cell: object) -> int:
    if cell is None or cell != cell or type(cell).__name__ in {"NAType", "NaTType"}:  # noqa: PLR0124 - NaN is not itself
        return MISSING
    try:
        codes = cell_codes(cell)
    except CardError:
        return BAD
    return (codes[0] if len(codes) == 1 else BAD) if codes else MISSING


def parse(cells: npt.ArrayLike) -> Codes:
    """Return the codes of an array of cells, in its shape: 0 .. 51, 52 for a joker, 255 for a blank, 254 for no card.

    >>> parse(np.array([["5H", "td", "10s"], ["Ace of Spades", None, "5X"]], dtype=object))
    array([[ 14,  33,  35],
           [ 51, 255, 254]], dtype=uint8)

    A cell is text, or whatever a worksheet or a DataFrame holds; arrays of bytes are read as ASCII. Why a cell is no
    card, `xlpoker.evaluator.cells.cell_codes` says about the one cell.
    """
    array = np.asarray(cells)
    if array.dtype.kind == "S":
        array = array.astype("U")
    codes = np.empty(array.size, np.uint8)
    flat = array.reshape(-1)
    for start in range(0, array.size, BLOCK):
        texts = flat[start : start + BLOCK].tolist()
        part = codes[start : start + BLOCK]
        if not _clean(texts, part):
            part[:] = np.fromiter(map(_lookup, texts), np.uint8, len(texts))
    return codes.reshape(array.shape)


def _lookup(cell: object) -> int:
    try:
        return _cells[cell]
    except TypeError:  # a cell that cannot be a key
        return _code(cell)


def _clean(texts: list[object], codes: Codes) -> bool:
    """Write the codes of cells with two ASCII characters each, and tell whether all of them were that."""
    try:
        joined = ("\n".join(texts) + "\n").encode("ascii")  # type: ignore[arg-type]
    except (TypeError, UnicodeEncodeError):
        return False
    if len(joined) != 3 * len(texts):
        return False
    np.take(_pair_codes(), np.ndarray(len(texts), "<u2", joined, 0, 3), out=codes, mode="wrap")
    ends = np.ndarray(len(texts), np.uint8, joined, 2, 3)
    return bool(codes.max() <= JOKER and ends.min() == _LINE_FEED == ends.max())


def _pair_codes() -> Codes:
    if not _pairs:
        table = np.full(1 << 16, BAD, np.uint8)
        for text, code in TEXTS.items():
            if len(text) == 2:
                table[ord(text[0]) | ord(text[1]) << 8] = code
        _pairs.append(table)
    return _pairs[0]


def format_codes(codes: npt.ArrayLike) -> npt.NDArray[np.object_]:
    """Return card codes as texts, ``5H TD AS Xn``, in their shape; None for what is no card.

    >>> format_codes(np.array([[14, 33, 52, 255]], np.uint8)).tolist()
    [['5H', 'TD', 'Xn', None]]
    """
    texts = np.array([card_text(code) for code in range(JOKER + 1)] + [None] * (255 - JOKER), dtype=object)
    return texts.take(np.asarray(codes, np.uint8))
