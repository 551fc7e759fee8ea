"""Plain lines of a text as arrays: in UTF-8, without quotes and with the same number of cells.

NumPy cuts a block of lines at its delimiters. The codes of the cards come from the bytes in two
look-ups per cell. The results beside a line are looked up by its values, so that no object is made
for a cell::

    lines     5H,TD,note     6S,,x
    starts    0, 3, 6        11, 14, 15
    ends      2, 5, 10       13, 14, 16
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import MOST_COLUMNS
from xlpoker.evaluator.batch.codes import pair_codes, parse_hands
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.layout.grid import Area, Grid
from xlpoker.scoring.model import Block
from xlpoker.scoring.single_rows import Window

__all__ = ["LINE_BYTES", "LinesBlock", "cut", "line_blocks"]

FIRST, BLOCK = 1 << 14, 1 << 20  # the rows of the labels, and those behind them
LINE_BYTES = 1 << 24
_NEW_LINE = ord("\n")
_OTHER_BLANKS = re.compile(rb"[\t\x0b\x0c\x1c-\x1f\x80-\xff]|,,|,\n|\n,|\A,")


@dataclass(frozen=True, slots=True)
class LinesBlock(Block):
    """Plain lines cut into cells; the first has the number `first`.

    `text` has the `delimiter` between cells and a line feed behind each line; `starts` and `ends`
    (lines, cells) are the places of the cells.
    """

    text: bytes
    starts: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]
    delimiter: str = ","
    first: int = 0

    @property
    def numbers(self) -> npt.NDArray[Any]:
        """The numbers of the lines."""
        return np.arange(self.first, self.first + len(self.ends))

    @property
    def width(self) -> int:
        """How many cells each line has."""
        width: int = self.ends.shape[1]
        return width

    @property
    def texts(self) -> list[bytes]:
        """All lines without their line feeds."""
        spans = zip(
            self.starts[:, 0].tolist(),
            self.ends[:, -1].tolist(),
            strict=True,
        )
        return [self.text[start:end] for start, end in spans]

    @property
    def grid(self) -> Grid:
        """All lines as values."""
        return self.window(range(len(self.ends))).grid

    def codes(
        self,
        area: Area,
        low: int,
        high: int,
    ) -> npt.NDArray[np.uint8]:
        """Return the codes in some columns of some lines."""
        if area.last > area.first:
            return self._codes(
                slice(low, high),
                area.first,
                area.last,
            )
        cells = np.full(high - low, None, dtype=object)
        if area.first < self.width:
            starts = self.starts[low:high, area.first].tolist()
            ends = self.ends[low:high, area.first].tolist()
            spans = zip(starts, ends, strict=True)
            cells[:] = [self.text[start:end].decode() or None for start, end in spans]
        return parse_hands(cells)

    def _codes(
        self,
        lines: slice,
        first: int,
        last: int,
    ) -> npt.NDArray[np.uint8]:
        """Return the codes in some columns: of two characters, or of three where they are a ten.

        Others are no cards here.
        """
        raw = np.frombuffer(self.text, np.uint8)
        starts = self.starts[lines, first : last + 1]
        ends = self.ends[lines, first : last + 1]
        length = ends - starts
        rank = raw.take(starts, mode="clip")
        suit = raw.take(ends - 1, mode="clip")
        second = raw.take(starts + 1, mode="clip")
        is_ten = (length == len("10H")) & (rank == ord("1")) & (second == ord("0"))
        rank[is_ten] = ord("T")
        pairs = rank | suit.astype(np.uint16) << np.uint16(8)
        codes = pair_codes().take(pairs)
        codes[(length != len("TH")) & ~is_ten] = BAD
        codes[length == 0] = MISSING
        missing = last + 1 - first - codes.shape[1]  # the lines are shorter than the hands
        if not missing:
            return codes
        return np.pad(
            codes,
            ((0, 0), (0, missing)),
            constant_values=MISSING,
        )

    def may_be_filled(
        self,
        low: int,
        high: int,
    ) -> npt.NDArray[np.bool_]:
        """Tell for each line whether there is anything in it."""
        lengths = self.ends[low:high, -1] - self.starts[low:high, 0]
        is_filled: npt.NDArray[np.bool_] = lengths >= self.width
        return is_filled

    def cells_in(self, column: int, places: npt.NDArray[Any]) -> list[Any]:
        """Return the values in a column of some lines, None for nothing."""
        if column >= self.width:
            return [None] * len(places)
        starts = self.starts[places, column].tolist()
        ends = self.ends[places, column].tolist()
        spans = zip(starts, ends, strict=True)
        if self.text.isascii():  # its bytes are its characters
            text = self.text.decode()
            return [text[start:end] or None for start, end in spans]
        return [self.text[start:end].decode() or None for start, end in spans]

    def window(self, places: Sequence[int]) -> Window:
        """Return some lines as values."""
        rows: list[list[Any]] = []
        index: dict[int, int] = {}
        for row, place in enumerate(places):
            line = self.text[self.starts[place, 0] : self.ends[place, -1]].decode()
            rows.append([cell or None for cell in line.split(self.delimiter)])
            index[self.first + place] = row
        return Window(Grid("", rows), index)

    def first_filled(
        self, known: Collection[int], first: int, texts: Collection[int]
    ) -> dict[int, int]:
        """Return the first line, from one on, of each filled column that is not known yet.

        Lines of text do not count.
        """
        rows: dict[int, int] = {}
        numbers = self.numbers
        counts = (numbers >= first) & ~np.isin(numbers, list(texts))
        for column in range(self.width):
            if column in known:
                continue
            is_filled = self.ends[:, column] > self.starts[:, column]
            places = np.flatnonzero(counts & is_filled)
            if len(places):
                rows[column] = self.first + int(places[0])
        return rows


def line_blocks(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the rest of a file as blocks of whole lines.

    The last line may lack its end, and so may one of more than `LINE_BYTES`.
    """
    rest = b""
    size = FIRST
    while piece := file.read(size):
        size = BLOCK
        rest += piece
        end = rest.rfind(b"\n") + 1
        if not end and len(rest) > LINE_BYTES:
            end = len(rest)
        if end:
            yield rest[:end]
            rest = rest[end:]
    if rest:
        yield rest


def cut(
    block: bytes,
    delimiter: str | None,
    first: int = 0,
) -> LinesBlock | None:
    """Return lines in UTF-8 as a block whose first has that number, None where they are not plain.

    Without a delimiter blanks become commas.

    >>> lines = cut(b"5H;TD;note\\r\\n6S;;x\\r\\n", ";")
    >>> lines.text, lines.texts[1], lines.grid.rows[1]
    (b'5H;TD;note\\n6S;;x\\n', b'6S;;x', ['6S', None, 'x'])
    >>> cut(b'5H,"TD"\\n', ","), cut(b"5H,TD\\n6S\\n", ",")
    (None, None)
    """
    text = _plain_text(block, delimiter)
    if text is None:
        return None
    mark = (delimiter or ",").encode()
    raw = np.frombuffer(text, np.uint8)
    places = np.flatnonzero((raw == ord(mark)) | (raw == _NEW_LINE))
    first_end = text.index(b"\n")
    width = text.count(mark, 0, first_end) + 1
    rows, rest = divmod(len(places), width)
    if rest or width > MOST_COLUMNS:
        return None
    ends = places.reshape(rows, width)
    marks = raw.take(ends)
    if (marks[:, -1] != _NEW_LINE).any() or (marks[:, :-1] != ord(mark)).any():
        return None
    starts = np.empty_like(places)
    starts[0] = 0
    starts[1:] = places[:-1] + 1
    return LinesBlock(
        text,
        starts.reshape(rows, width),
        ends,
        delimiter or ",",
        first,
    )


def _plain_text(block: bytes, delimiter: str | None) -> bytes | None:
    """Return a block with a line feed behind each line and a delimiter between cells.

    Return None where the csv module would read it in another way, or where it is not UTF-8.
    """
    text = block if block.endswith(b"\n") else block + b"\n"
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n")
    if b'"' in text or b"\r" in text or b"\0" in text:
        return None
    if delimiter is None:
        if b"," in text:
            return None
        text = text.replace(b" ", b",")
        if _OTHER_BLANKS.search(text):
            return None
    elif b" " in text:
        blank_before_cell = rb"(?:[\%b\n]|\A) " % delimiter.encode()
        if re.search(blank_before_cell, text):
            return None
    if not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError:
            return None
    return text
