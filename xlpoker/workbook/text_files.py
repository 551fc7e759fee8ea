"""Text files as rows of cells: their encoding, their lines, the delimiter between cells; and as blocks to score.

Lines in UTF-8 without quotes become arrays block by block (`xlpoker.workbook.text_lines`), all others rows of the csv module.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, TextIO

from xlpoker.errors import BookError
from xlpoker.layout.grid import MOST_COLUMNS, Grid
from xlpoker.scoring.model import Block, GridBlock, grid_blocks
from xlpoker.scoring.results import Made
from xlpoker.scoring.run import Source, Table
from xlpoker.workbook.text_lines import LINE_BYTES, Dialect, cut, line_blocks

__all__ = ["TextSource", "delimiter_of", "dialect_of", "encoding_of"]

HEAD = 2_000
"""Rows that say where the hands are."""
MOST_LINES = 1 << 22
MOST_TEXT = 3 << 24  # bytes of a text file that is read as a whole: more than a worksheet holds
LINE_LETTERS = 1 << 25
_DELIMITERS = ",;\t|"
_DIRECTIVE = re.compile(r"sep=([\t!#-/:-@\[-`{-~])[\r\n]*", re.IGNORECASE)


class TextSource:
    """A text file: its first rows, all of its rows, and the blocks behind the first ones.

    `dialect` is how a .csv made from it is written. A first line such as ``sep=;`` tells Excel the delimiter and is not a row.
    """

    reads_numbers = False

    def __init__(self, path: Path) -> None:
        self.path, self.size = path, path.stat().st_size
        self.rereads = self.size <= MOST_TEXT
        self.encoding = encoding_of(path)
        with path.open("rb") as file, self._lines(file, self.encoding) as lines:
            first = _whole(islice(lines, 200))
            file.seek(0)
            marked = self.encoding != "utf-8-sig" or file.read(3) == codecs.BOM_UTF8
        directive = _DIRECTIVE.fullmatch(first[0]) if first else None
        self._above = int(directive is not None)  # lines
        self.delimiter = directive[1] if directive else delimiter_of(first)
        head = "\ufeff" * marked + "".join(first[: self._above])
        ends = Counter(line[len(line.rstrip("\r\n")) :] for line in first)
        self.dialect = Dialect(
            head, self.delimiter or ",", max(filter(None, ends), key=ends.__getitem__, default="\r\n")
        )

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the table with its first rows, or with all of them."""
        if whole and not self.rereads:
            raise BookError(
                f"{self.path.name} is too large to be read as a whole, {self.size >> 20:,} MB; cut it, or write nothing but deals into it"
            )
        most = MOST_LINES if whole else HEAD
        with self._rows() as (rows, _):
            texts = Made(
                lambda cell: cell
            )  # equal ones are one object: a million rows of ten cards take half a gigabyte less
            head = [[texts[cell] for cell in row] for row in islice(rows, most)]
            ended = next(rows, None) is None
        if whole and not ended:
            raise BookError(f"{self.path.name} is too large to be read as a whole: more than {MOST_LINES:,} lines")
        return [Table(Grid("", head), ended)]

    def blocks(self, table: Table, *_: object) -> Iterator[tuple[int, Block]]:
        """Yield all rows as blocks to score, and how many bytes were read."""
        if table.ended:
            yield from grid_blocks(table.grid, self.size)
            return
        if self.encoding != "utf-8-sig":
            with self._rows() as (rows, tell):
                yield from _in_blocks(rows, 0, tell)
            return
        place, first = len(self.dialect.head.encode()), 0
        with self.path.open("rb") as file:
            file.seek(place)
            for block in line_blocks(file):
                if b'"' in block or len(block) > LINE_BYTES:  # from here on a cell may go over several lines
                    file.seek(place)
                    with self._lines(file, "utf-8") as text:
                        yield from _in_blocks(self._cells(text, first), first, file.tell)
                    return
                lines = cut(block, self.delimiter, first)
                if lines is None:
                    with self._lines(io.BytesIO(block), "utf-8") as text:
                        part = list(self._cells(text, first))
                    yield file.tell(), GridBlock(Grid("", part), first)
                    first += len(part)
                else:
                    yield file.tell(), lines
                    first += len(lines.ends)
                place += len(block)

    @contextmanager
    def _rows(self) -> Iterator[tuple[Iterator[list[Any]], Callable[[], int]]]:
        """Open the file as rows, with the function that tells how far it was read."""
        with self.path.open("rb") as file, self._lines(file, self.encoding) as lines:
            yield self._cells(islice(lines, self._above, None)), file.tell

    @contextmanager
    def _lines(self, file: IO[bytes], encoding: str) -> Iterator[Iterator[str]]:
        """Read the lines of a file from where it stands; raises `BookError` for one that no memory should hold."""
        text = io.TextIOWrapper(file, encoding, errors="replace", newline="")
        try:
            yield self._short(text)
        except csv.Error as error:
            raise BookError(f"{self.path.name} cannot be read: {error}") from None
        finally:
            text.detach()  # who opened the file closes it

    def _short(self, text: TextIO) -> Iterator[str]:
        while line := text.readline(LINE_LETTERS + 1):
            if len(line) > LINE_LETTERS:
                raise BookError(f"{self.path.name} cannot be read: a line of more than {LINE_LETTERS >> 20} MB")
            yield line

    def _cells(self, lines: Iterable[str], first: int = 0) -> Iterator[list[Any]]:
        """Yield the cells of lines, None for empty ones; without a delimiter blanks divide them, and # begins a remark.

        `first` is the number of the first line. Raises `BookError` for a row that is wider than a sheet, and `csv.Error`.
        """
        if self.delimiter is None:
            rows: Iterable[list[Any]] = (
                [line.strip()] if line.startswith("#") else line.split(None, MOST_COLUMNS) for line in lines
            )
        else:
            rows = csv.reader(lines, delimiter=self.delimiter, skipinitialspace=True)  # "5H", "6S"
        for number, row in enumerate(rows, first + 1):
            if len(row) > MOST_COLUMNS:
                raise BookError(f"{self.path.name} cannot be read: row {number:,} has more than {MOST_COLUMNS:,} cells")
            yield [cell or None for cell in row]


def dialect_of(source: Source) -> Dialect:
    """Return the dialect of a .csv made from a source: that of a text file, else that of most programs."""
    return source.dialect if isinstance(source, TextSource) else Dialect()


def _in_blocks(rows: Iterator[list[Any]], first: int, tell: Callable[[], int]) -> Iterator[tuple[int, GridBlock]]:
    while part := list(islice(rows, HEAD)):
        yield tell(), GridBlock(Grid("", part), first)
        first += len(part)


def encoding_of(path: Path, size: int = 1 << 20) -> str:
    """Return the encoding of a text file: UTF-16 where its mark is there, UTF-8, else that of Windows.

    All of the file is looked at, `size` bytes at a time. Raises `BookError` for a file that holds NUL bytes.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    encoding = "utf-8-sig"
    with path.open("rb") as file:
        if file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            return "utf-16"
        file.seek(0)
        ended = False
        while not ended:
            piece = file.read(size)
            ended = not piece
            if b"\0" in piece:
                raise BookError(f"{path.name} is neither a workbook nor text in UTF-8; save it as UTF-8")
            try:
                decoder.decode(piece, final=ended)
            except UnicodeDecodeError:
                encoding = "cp1252"
                decoder.reset()
    return encoding


def _whole(lines: Iterable[str]) -> list[str]:
    """Join the lines that a cell in quotes spans; leave out the last ones if their quote is not closed.

    >>> _whole(['a,"b\\r\\n', 'c",d\\r\\n', '5H,6S\\r\\n', 'x,"y\\r\\n', 'z'])
    ['a,"b\\r\\nc",d\\r\\n', '5H,6S\\r\\n']
    """
    whole: list[list[str]] = []
    inside = 0
    for line in lines:
        if not inside:
            whole.append([])
        whole[-1].append(line)
        inside ^= line.count('"') & 1
    if inside and len(whole) == 1:  # a stray quote
        return whole[0]
    return ["".join(parts) for parts in (whole[:-1] if inside else whole)]


def delimiter_of(lines: Sequence[str]) -> str | None:
    """Return the delimiter in most of some lines (of two, the more frequent one); None where fewer than half of the lines have one.

    >>> delimiter_of(["5H;TD;AS;12,50", "6S;9C;8H;0,75"])
    ';'
    >>> delimiter_of(['Hand', '"AS KS QS JS TS"', '"2C 3D 5S 9C KD"'])
    ','

    Lines of one cell in quotes are those of a .csv with one column.
    """
    lines = [line for line in lines if line.strip()]
    counts = {
        mark: (sum(mark in line for line in lines), sum(line.count(mark) for line in lines)) for mark in _DELIMITERS
    }
    best = max(counts, key=lambda mark: counts[mark])
    if counts[best][0] and 2 * counts[best][0] >= len(lines):
        return best
    alone = sum(line.count('"') == 2 and line.strip()[0] == line.strip()[-1] == '"' for line in lines)
    return "," if alone and 2 * alone >= len(lines) else None
