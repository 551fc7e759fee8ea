"""Plain lines of a text file as arrays: no quotes, the same number of cells on every line, as in most large files.

NumPy cuts a block of lines at its delimiters; the codes of the cards come from the bytes in two look-ups per cell, and the
results beside a line are looked up by its values, so that no object is made for a cell. Blocks that are not plain (quotes,
lines of other lengths, blanks around cards) are left to the csv module, and a single line with a bad card is valued by
itself: both ways write the same bytes.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from xlpoker.evaluator.batch.codes import pair_codes, parse_hands
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.evaluator.cards import JOKER
from xlpoker.layout.grid import MOST_COLUMNS, Area, Grid
from xlpoker.scoring.model import Block, Window

__all__ = ["LINE_BYTES", "Dialect", "LinesBlock", "cut", "line_blocks", "writer_of"]

FIRST, BLOCK = 1 << 14, 1 << 20  # the rows of the labels, and those behind them
LINE_BYTES = 1 << 24
_NEW_LINE = ord("\n")
_OTHER_BLANKS = re.compile(rb"[\t\x0b\x0c\x1c-\x1f\x80-\xff]|,,|,\n|\n,|\A,")


@dataclass(frozen=True, slots=True)
class Dialect:
    """The dialect of a .csv: its beginning (a byte order mark, Excel's ``sep=;``), the delimiter, the line end."""

    head: str = ""
    delimiter: str = ","
    end: str = "\r\n"


@dataclass(frozen=True, slots=True)
class LinesBlock(Block):
    """Plain lines cut into cells, for `xlpoker.scoring.score.score_block`; the first has the number `first`.

    `text` has the `delimiter` between cells and a line feed behind each line; `starts` and `ends` (lines, cells) are the places
    of the cells.
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
    def texts(self) -> list[bytes]:
        """All lines without their line feeds."""
        spans = zip(self.starts[:, 0].tolist(), self.ends[:, -1].tolist(), strict=True)
        return [self.text[start:end] for start, end in spans]

    @property
    def grid(self) -> Grid:
        """All lines as values."""
        return self.window(range(len(self.ends))).grid

    def codes(self, area: Area, low: int, high: int) -> npt.NDArray[np.uint8]:
        """Return the codes in some columns of some lines."""
        if area.last > area.first:
            return self._codes(slice(low, high), area.first, area.last)
        cells = np.full(high - low, None, dtype=object)
        if area.first < self.ends.shape[1]:
            places = (edges[low:high, area.first].tolist() for edges in (self.starts, self.ends))
            cells[:] = [self.text[start:end].decode() or None for start, end in zip(*places, strict=True)]
        return parse_hands(cells)

    def _codes(self, lines: slice, first: int, last: int) -> npt.NDArray[np.uint8]:
        """Return the codes in some columns: of two characters, or of three where they are a ten; others are no cards here."""
        raw = np.frombuffer(self.text, np.uint8)
        starts, ends = self.starts[lines, first : last + 1], self.ends[lines, first : last + 1]
        length = ends - starts
        rank, suit, second = (raw.take(places, mode="clip") for places in (starts, ends - 1, starts + 1))
        ten = (length == len("10H")) & (rank == ord("1")) & (second == ord("0"))
        rank[ten] = ord("T")
        codes = pair_codes().take(rank | suit.astype(np.uint16) << np.uint16(8))
        codes[(length != len("TH")) & ~ten] = BAD
        codes[length == 0] = MISSING
        missing = last + 1 - first - codes.shape[1]  # the lines are shorter than the hands
        return np.pad(codes, ((0, 0), (0, missing)), constant_values=MISSING) if missing else codes

    def held(self, low: int, high: int) -> npt.NDArray[np.bool_]:
        """Tell for each line whether there is anything in it."""
        found: npt.NDArray[np.bool_] = self.ends[low:high, -1] - self.starts[low:high, 0] >= self.ends.shape[1]
        return found

    def window(self, places: Sequence[int]) -> Window:
        """Return some lines as values."""
        lines = (self.text[self.starts[at, 0] : self.ends[at, -1]].decode().split(self.delimiter) for at in places)
        rows = [[cell or None for cell in line] for line in lines]
        return Window(Grid("", rows), {self.first + place: at for at, place in enumerate(places)})

    def cards_outside(self, areas: Sequence[Area]) -> npt.NDArray[np.int64]:
        """Return the column of each card outside of some areas, as far as a line in sixteen tells."""
        columns = [at for at in range(self.ends.shape[1]) if not any(area.first <= at <= area.last for area in areas)]
        found = [(self._codes(slice(None, None, 16), at, at) <= JOKER).sum() for at in columns]
        return np.repeat(np.array(columns, np.int64), 16 * np.array(found, np.int64))


def line_blocks(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the rest of a file as blocks of whole lines; the last may lack its end, and so may one of more than `LINE_BYTES`."""
    rest, size = b"", FIRST
    while piece := file.read(size):
        size = BLOCK
        rest += piece
        end = rest.rfind(b"\n") + 1 or (len(rest) if len(rest) > LINE_BYTES else 0)
        if end:
            yield rest[:end]
            rest = rest[end:]
    if rest:
        yield rest


def cut(block: bytes, delimiter: str | None, first: int = 0) -> LinesBlock | None:
    """Return lines in UTF-8 as a block whose first has that number, None where the lines are not plain; without a delimiter blanks become commas.

    >>> lines = cut(b"5H;TD;note\\r\\n6S;;x\\r\\n", ";")
    >>> lines.text, lines.texts[1], lines.grid.rows[1]
    (b'5H;TD;note\\n6S;;x\\n', b'6S;;x', ['6S', None, 'x'])
    >>> cut(b'5H,"TD"\\n', ","), cut(b"5H,TD\\n6S\\n", ",")
    (None, None)
    """
    text = block if block.endswith(b"\n") else block + b"\n"
    text = text.replace(b"\r\n", b"\n") if b"\r" in text else text
    if delimiter is None:
        if b"," in text:
            return None
        text = text.replace(b" ", b",")
    mark = (delimiter or ",").encode()
    strange = _OTHER_BLANKS if delimiter is None else rb"(?:[\%b\n]|\A) " % mark
    if (
        b'"' in text
        or b"\r" in text
        or b"\0" in text
        or ((b" " in text or delimiter is None) and re.search(strange, text))
    ):
        return None
    if not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError:
            return None
    raw = np.frombuffer(text, np.uint8)
    places = np.flatnonzero((raw == ord(mark)) | (raw == _NEW_LINE))
    width = text.count(mark, 0, text.index(b"\n")) + 1
    rows, rest = divmod(len(places), width)
    if rest or width > MOST_COLUMNS:
        return None
    ends = places.reshape(rows, width)
    marks = raw.take(ends)
    if (marks[:, -1] != _NEW_LINE).any() or (marks[:, :-1] != ord(mark)).any():
        return None
    starts = np.empty_like(places)
    starts[0], starts[1:] = 0, places[:-1] + 1
    return LinesBlock(text, starts.reshape(rows, width), ends, delimiter or ",", first)


def writer_of(out: Any, dialect: Dialect) -> Any:
    """Write the beginning of a .csv above its rows; return the writer of the rows.

    >>> import io
    >>> out = io.StringIO(newline="")
    >>> _ = writer_of(out, Dialect("sep=;\\n", ";", "\\n")).writerow(["5H", "a,b", "c;d", "e\\rf"])
    >>> out.getvalue()
    'sep=;\\n5H;a,b;"c;d";"e\\rf"\\n'
    """
    out.write(dialect.head)
    write = SimpleNamespace(write=lambda line: out.write(line[:-2] + dialect.end))
    return csv.writer(write, delimiter=dialect.delimiter)  # quotes every end of a line that a cell may hold
