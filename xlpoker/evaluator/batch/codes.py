"""Arrays of card codes: parsed from cells of text, validated, and written as text.

*Clean cells* have two characters, such as ``5H`` or ``td``. A block of n
of them is joined into one text, with a line feed behind each::

    cells     "5H"       "td"       "KS"
    bytes     5 H LF     t d LF     K S LF     3 n bytes
              +-+        +-+        +-+        a uint16 each: the index of a table of 65,536 codes
    codes     14         33         47

If the text has 3 n bytes and all n codes are cards, the cells were indeed two characters each. No
card is written with a line feed, so the n line feeds (or more) can only be the n third bytes, and
the cells are what is between. A block of 16,384 cells in which one differs goes cell by cell
through a dictionary that keeps what `cell_codes` returned: ten million cells have few different
texts.

*Cells with a whole hand* each, ``5H 5C 6S 7S KD`` or ``5H5C6S7SKD``, are grouped by their length.
Texts of one length are the rows of a table of bytes, in which the cards are pairs of columns and
the separators columns of their own.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CardError, HandError, OptionError, shown
from xlpoker.evaluator.batch.tables import Codes, Numbers
from xlpoker.evaluator.cards import JOKER, MAX_CARDS, RANKS, TEXTS, card_text, count_cards
from xlpoker.evaluator.cells import cell_codes

__all__ = [
    "BAD",
    "MISSING",
    "checked",
    "format_codes",
    "hands_of_bytes",
    "pair_codes",
    "parse",
    "parse_hands",
    "ragged",
    "whole_codes",
]

MISSING = 255
"""The code of a missing card."""
BAD = 254
"""The code of a cell that holds anything else than a card; input codes from 53 to 254 mean the same."""
BLOCK = 1 << 14
LONGEST = 200
"""The most characters of a cell that may be read together with others."""
_KEPT_TEXTS = 100_000
_SEPARATORS = np.frombuffer(b" ,", np.uint8)
_SMALL = np.uint16(0x2020)
"""For both characters of a pair the bit that small letters and digits have, and capitals have not.

Letters alone have the next bit, too.
"""


class _Cells(dict[object, int]):
    """Cell -> code: a cell that is missing is parsed, and its code kept if it is text."""

    def __missing__(self, cell: object) -> int:
        code = _code(cell)
        if isinstance(cell, str) and len(self) < _KEPT_TEXTS:
            self[cell] = code
        return code


_cells = _Cells(TEXTS)


def is_empty(cell: object) -> bool:
    """Tell whether a cell of a DataFrame holds nothing: None, NaN, NA or NaT."""
    if cell is None or type(cell).__name__ in {"NAType", "NaTType"}:
        return True
    try:
        return bool(cell != cell)  # noqa: PLR0124 - NaN is not itself
    except ValueError:  # an array in a cell
        return False


def _code(cell: object) -> int:
    """Return the code of a cell: of its one card, `MISSING` for a blank, else `BAD`."""
    if is_empty(cell):
        return MISSING
    if isinstance(cell, str) and _is_word(cell):
        return BAD  # no message is made
    try:
        codes = cell_codes(cell)
    except CardError:
        return BAD
    if not codes:
        return MISSING
    return codes[0] if len(codes) == 1 else BAD


def _is_word(text: str) -> bool:
    """Tell whether a text has letters or digits, but no card in it."""
    return not count_cards(text) and any(map(str.isalnum, text))


def parse(cells: npt.ArrayLike) -> Codes:
    """Return the codes of an array of cells, in its shape.

    Codes are 0 .. 51, 52 for a joker, 255 for a blank, 254 for anything else.

    >>> parse(np.array([["5H", "td", "10s"], ["Ace of Spades", None, "5X"]], dtype=object))
    array([[ 14,  33,  35],
           [ 51, 255, 254]], dtype=uint8)

    A cell is text, or whatever a worksheet or a DataFrame holds; arrays of bytes are read as ASCII.
    `xlpoker.evaluator.cells.cell_codes` tells why a cell is not a card.
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
        if max(map(len, texts[::61]), default=0) > LONGEST:  # type: ignore[arg-type]
            return False  # joining long texts to find out would cost too much
        joined = ("\n".join(texts) + "\n").encode("ascii")  # type: ignore[arg-type]
    except (TypeError, UnicodeEncodeError):
        return False
    if len(joined) != 3 * len(texts):
        return False
    pairs = np.ndarray(len(texts), "<u2", joined, 0, 3)
    pair_codes().take(pairs, None, codes, "wrap")
    return bool(np.maximum.reduce(codes) <= JOKER)


@cache
def pair_codes(letters: str = "") -> Codes:
    """Return the code of each two ASCII characters, as one little-endian uint16 index.

    Other characters have the code `BAD`. With `letters` so have pairs that begin with none of them:
    with the ranks there remain the cards that have one reading when written without separators, not
    ``H5`` and jokers.
    """
    table = np.full(1 << 16, BAD, np.uint8)
    for text, code in TEXTS.items():
        is_wanted = not letters or text[0].upper() in letters
        if len(text) == 2 and is_wanted:
            first, second = map(ord, text)
            table[first | second << 8] = code
    return table


def parse_hands(cells: npt.ArrayLike, width: int = 0) -> Codes:
    """Return the codes of cells with a whole hand each.

    One row per cell, as wide as the longest hand, 255 after its cards.

    >>> parse_hands(np.array(["5H 5C 6S 7S KD", "AhKhQhJhTh", "5H 5X", None], dtype=object))
    array([[ 14,  12,  19,  23,  45],
           [ 50,  46,  42,  38,  34],
           [254, 255, 255, 255, 255],
           [255, 255, 255, 255, 255]], dtype=uint8)

    With `width` the rows have that many columns. A cell that cannot be read, or holds more cards than there are
    columns (nine at the most), begins with 254; `xlpoker.evaluator.cells.cell_codes` says why.
    """
    texts: list[object] = np.asarray(cells).reshape(-1).tolist()
    hands = np.full((len(texts), MAX_CARDS), MISSING, np.uint8)
    is_read = _read_by_length(texts, hands)
    for row in np.flatnonzero(~is_read).tolist():
        try:
            codes = _hand_codes(texts[row])
        except CardError:
            codes = [BAD]
        hands[row, : len(codes)] = codes
    columns = width or _longest(hands)
    is_longer = (hands[:, columns:] != MISSING).any(axis=1)
    if is_longer.any():
        hands[is_longer] = MISSING
        hands[is_longer, 0] = BAD
    return np.ascontiguousarray(hands[:, :columns])


def _longest(hands: Codes) -> int:
    """Return the number of cards of the longest hand, 1 if there are no cards."""
    used = np.flatnonzero((hands != MISSING).any(axis=0))
    return int(used.max(initial=0)) + 1


def _read_by_length(texts: list[object], hands: Codes) -> npt.NDArray[np.bool_]:
    """Write the codes of texts that are plain hands, and tell which rows these are."""
    sizes = [len(text) if type(text) is str else -1 for text in texts]
    lengths = np.array(sizes, np.int64)
    is_read = np.zeros(len(texts), np.bool_)
    for length in sorted(set(sizes)):
        if not 1 < length <= LONGEST:
            continue
        rows = np.flatnonzero(lengths == length)
        texts_of_length = [texts[row] for row in rows.tolist()]
        try:
            joined = "".join(texts_of_length).encode("ascii")  # type: ignore[arg-type]
        except UnicodeEncodeError:
            continue
        table = np.frombuffer(joined, np.uint8).reshape(-1, length)
        clean, codes = hands_of_bytes(table)
        clean_rows = rows[clean]
        hands[clean_rows, : codes.shape[1]] = codes[clean]
        is_read[clean_rows] = True
    return is_read


def _hand_codes(cell: object) -> list[int]:
    """Return the codes of the hand in a cell, `BAD` for too many cards; raises `CardError`."""
    if is_empty(cell):
        return []
    codes = cell_codes(cell)
    return codes if len(codes) <= MAX_CARDS else [BAD]


def hands_of_bytes(texts: Codes) -> tuple[npt.NDArray[np.bool_], Codes]:
    """Return which rows of an (n, length) table of ASCII characters are plain hands, and their codes.

    A plain hand has cards of two characters, separated by one blank or comma (the same throughout)
    or by nothing. Without separators all cards are written in one pattern of capitals, as
    `parse_cards` asks for.
    """
    rows, length = texts.shape
    clean: Numbers = np.zeros(rows, np.bool_)
    best = np.full((rows, 1), BAD, np.uint8)
    for step, table in ((3, pair_codes()), (2, pair_codes(RANKS))):
        cards, rest = divmod(length + step - 2, step)
        if rest or not 1 <= cards <= MAX_CARDS or clean.all():
            continue
        good, codes = _pairs_of_bytes(texts, step, table)
        if step == 3 and cards > 1:
            separators = texts[:, 2::3]
            first_separator = separators[:, :1]
            good &= np.isin(first_separator[:, 0], _SEPARATORS)
            good &= (separators == first_separator).all(axis=1)
        if good.all():
            return good, codes
        columns = best.shape[1]
        wide = np.full((rows, max(cards, columns)), MISSING, np.uint8)
        wide[:, :columns] = best
        wide[good, :cards] = codes[good]
        clean, best = clean | good, wide
    return clean, best


def _pairs_of_bytes(texts: Codes, step: int, table: Codes) -> tuple[Numbers, Codes]:
    """Return the codes of pairs of characters, one every `step` columns, and in which rows all are cards.

    Without separators (2 columns) all cards of such a row are written in one pattern of capitals.
    """
    rows = len(texts)
    firsts = texts[:, ::step].T
    seconds = texts[:, 1::step].T
    cards = len(seconds)
    codes = np.empty((rows, cards), np.uint8)
    any_small = np.zeros(rows, np.uint16)
    no_capital = np.full(rows, _SMALL, np.uint16)
    for card in range(cards):
        pair = firsts[card].astype(np.uint16)
        pair |= seconds[card].astype(np.uint16) << 8
        codes[:, card] = table.take(pair)
        any_small |= pair & (pair >> 1)
        no_capital &= pair
    good: Numbers = codes.max(axis=1) <= JOKER
    if step == 2:
        has_mixed_capitals = (any_small & ~no_capital & _SMALL) != 0
        good &= ~has_mixed_capitals
    return good, codes


def format_codes(codes: npt.ArrayLike) -> npt.NDArray[np.object_]:
    """Return card codes as texts, ``5H TD AS Xn``, in their shape; None for other codes (53 .. 255).

    >>> format_codes(np.array([[14, 33, 52, 255]], np.uint8)).tolist()
    [['5H', 'TD', 'Xn', None]]

    Raises `OptionError` for anything but whole numbers 0 .. 255.
    """
    texts = np.full(256, None, dtype=object)
    texts[: JOKER + 1] = [card_text(code) for code in range(JOKER + 1)]
    return texts.take(whole_codes(codes))


def whole_codes(codes: npt.ArrayLike) -> Codes:
    """Return codes as a uint8 array of their shape.

    Raises `OptionError` for other numbers and for ragged rows.
    """
    try:
        if hasattr(codes, "filled"):  # an array with a mask
            codes = codes.filled(MISSING)
        array = np.asarray(codes)
    except (TypeError, ValueError):
        raise OptionError(ragged(codes)) from None
    if array.dtype == np.uint8:
        return array
    if array.size:
        _check_codes(array)
    return array.astype(np.uint8)


def _check_codes(array: Numbers) -> None:
    """Raise `OptionError` for anything but whole numbers 0 .. 255."""
    if array.dtype.kind not in "iu":
        numbers = shown(array.ravel()[:5].tolist())
        raise OptionError(
            f"card codes are whole numbers 0 .. 52 and 255, not {numbers}; xlpoker.parse reads texts"
        )
    if array.min() < 0 or array.max() > MISSING:
        is_wrong = (array < 0) | (array > MISSING)
        wrong = array[is_wrong][0]
        raise OptionError(
            f"{wrong} is not a card code; card codes are whole numbers 0 .. 52 and 255"
        )


def ragged(rows: object) -> str:
    """Return the message about rows of different lengths, or about rows that cannot be an array at all.

    >>> ragged([[14, 33], [14]])
    '[[14, 33], [14]] is no table of cards; give rows of equal length, short ones filled up with 255 (codes) or None (texts)'
    """
    return f"{shown(rows)} is no table of cards; give rows of equal length, short ones filled up with 255 (codes) or None (texts)"


def checked(codes: npt.ArrayLike) -> Codes:
    """Return codes as a C-contiguous uint8 array of rows.

    Raises `OptionError` for other numbers or another shape, `HandError` for no or more than nine columns.
    """
    array = whole_codes(codes)
    if array.ndim != 2:
        raise OptionError(f"hands are rows of a table with two dimensions, not {array.ndim}")
    if not 1 <= array.shape[1] <= MAX_CARDS:
        raise HandError(f"{array.shape[1]} cards: a hand has 1 to {MAX_CARDS}")
    return np.ascontiguousarray(array)
