"""Text files as rows of cells: their encoding, their lines, the delimiter; and as blocks to score.

Plain lines, as in most large files, become arrays (`xlpoker.workbook.plain_lines`). Blocks that are
not plain are left to the csv module, and a single line with a bad card is valued by itself: both
write the same bytes. Only blocks need NumPy.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import IO, TYPE_CHECKING, Any, TextIO

from xlpoker.addresses import MOST_COLUMNS
from xlpoker.errors import BookError
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows
from xlpoker.scoring.sources import Table
from xlpoker.workbook.labelled_lines import are_labelled, cells_of_line, parts_of_cells

if TYPE_CHECKING:
    from xlpoker.scoring.model import Block, GridBlock

__all__ = [
    "Dialect",
    "TextSource",
    "delimiter_of",
    "encoding_of",
    "writer_of",
]

HEAD = 2_000
"""Rows that say where the hands are."""
MOST_LINES = 1 << 22
MOST_TEXTS = 1 << 16  # different texts that are one object each
MOST_TEXT = 3 << 24  # bytes of a text file that is read as a whole: more than a worksheet holds
LINE_LETTERS = 1 << 25
SMALL = 1 << 17
"""Bytes of a text, some 4,000 rows of ten cards, that are counted before NumPy is loaded."""
_DELIMITERS = ",;\t|"
_DIRECTIVE = re.compile(r"sep=([\t!#-/:-@\[-`{-~])[\r\n]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Dialect:
    """The dialect of a .csv: its head, the delimiter, the line end.

    The head is a byte order mark, Excel's ``sep=;``, both or nothing.
    """

    head: str = ""
    delimiter: str = ","
    end: str = "\r\n"


class TextSource:
    """A text file: its first rows, all of its rows, and the blocks behind the first ones.

    `dialect` is how a .csv made from it is written. A first line such as ``sep=;`` tells Excel the
    delimiter and is not a row.
    """

    reads_numbers = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = path.stat().st_size
        self.is_small = self.size <= SMALL
        self.rereads = self.size <= MOST_TEXT
        self.encoding = encoding_of(path)
        with path.open("rb") as file, self._lines(file, self.encoding) as lines:
            first = list(islice(lines, 200))
            file.seek(0)
            has_byte_order_mark = self.encoding != "utf-8-sig" or file.read(3) == codecs.BOM_UTF8
        directive = _DIRECTIVE.fullmatch(first[0]) if first else None
        head = "\ufeff" if has_byte_order_mark else ""
        if directive is None:
            self._lines_above = 0
            self.delimiter = delimiter_of(first)
        else:
            self._lines_above = 1
            self.delimiter = directive[1]
            head += first[0]
        self._has_labels = are_labelled(first[self._lines_above :], self.delimiter)
        self.dialect = Dialect(
            head,
            self.delimiter or ",",
            _line_end(first),
        )

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the table with its first rows, or with all of them."""
        name = self.path.name
        if whole and not self.rereads:
            raise BookError(
                f"{name} is too large to be read as a whole, {self.size >> 20:,} MB;"
                " cut it, or write nothing but deals into it"
            )
        most = MOST_LINES if whole else HEAD
        rows = self._rows_of_small_text if self.is_small else self._first_rows(most + 1)
        ended = len(rows) <= most
        if whole and not ended:
            raise BookError(
                f"{name} is too large to be read as a whole: more than {MOST_LINES:,} lines"
            )
        return [Table(Grid("", rows[:most]), ended)]

    @cached_property
    def _rows_of_small_text(self) -> list[list[Any]]:
        """All rows of a small text, which may be asked for twice."""
        return self._first_rows(MOST_LINES + 1)

    def _first_rows(self, most: int) -> list[list[Any]]:
        """Return the first rows, or all of them where there are no more."""
        with self._rows() as (rows, _):
            return list(islice(rows, most))

    def blocks(self, table: Table, *_: object) -> Iterator[tuple[int, Block]]:
        """Yield all rows as blocks to score, and how many bytes were read."""
        from xlpoker.scoring.model import grid_blocks

        if table.ended:
            yield from grid_blocks(table.grid, self.size)
        elif self.encoding == "utf-8-sig" and not self._has_labels:
            yield from self._blocks_of_utf8()
        else:
            with self._rows() as (rows, tell):
                yield from _in_blocks(rows, 0, tell)

    def _blocks_of_utf8(self) -> Iterator[tuple[int, Block]]:
        """Yield all rows of a text in UTF-8, plain lines as they are."""
        from xlpoker.scoring.model import GridBlock
        from xlpoker.workbook.plain_lines import LINE_BYTES, cut, line_blocks

        start = len(self.dialect.head.encode())  # of the block, in bytes
        first = 0  # line of the block
        with self.path.open("rb") as file:
            file.seek(start)
            for block in line_blocks(file):
                has_quotes = b'"' in block
                if has_quotes or len(block) > LINE_BYTES:  # a cell may go over several lines
                    file.seek(start)
                    with self._lines(file, "utf-8") as text:
                        yield from _in_blocks(self._cells(text, first), first, file.tell)
                    return
                lines = cut(block, self.delimiter, first)
                if lines is not None:
                    yield file.tell(), lines
                    first += len(lines.ends)
                else:
                    with self._lines(io.BytesIO(block), "utf-8") as text:
                        rows = list(self._cells(text, first))
                    yield file.tell(), GridBlock(Grid("", rows), first)
                    first += len(rows)
                start += len(block)

    def marked_rows(self, table: Table) -> MarkedRows | None:  # noqa: ARG002 - as the protocol has it
        """Return no rows: such a file has no look."""
        return NO_MARKS

    def last_row(self, table: Table) -> int:
        """Return the number of the last row."""
        if table.ended:
            return len(table.grid.rows) - 1
        with self._rows() as (rows, _):
            return sum(1 for _ in rows) - 1

    def warnings(self, layout: Layout, options: Options) -> list[str]:  # noqa: ARG002 - as the protocol has it
        """Return nothing: only rows can be odd."""
        return []

    @property
    def hidden_sheets(self) -> list[str]:
        """The names of hidden sheets, which a text file has not."""
        return []

    def named_sheet(self, name: str) -> Table:  # noqa: ARG002 - as the protocol has it
        """Return the only table."""
        return self.tables(whole=False)[0]

    @contextmanager
    def _rows(self) -> Iterator[tuple[Iterator[list[Any]], Callable[[], int]]]:
        """Open the file as rows, with the function that tells how far it was read."""
        with self.path.open("rb") as file, self._lines(file, self.encoding) as lines:
            below = islice(lines, self._lines_above, None)
            yield self._cells(below), file.tell

    @contextmanager
    def _lines(
        self,
        file: IO[bytes],
        encoding: str,
    ) -> Iterator[Iterator[str]]:
        """Read the lines of a file from where it stands.

        Raises `BookError` for a line that no memory should hold.
        """
        text = io.TextIOWrapper(file, encoding, errors="replace", newline="")
        try:
            yield text if self.size <= LINE_LETTERS else self._short(text)
        except csv.Error as error:
            raise BookError(f"{self.path.name} cannot be read: {error}") from None
        finally:
            text.detach()  # who opened the file closes it

    def _short(self, text: TextIO) -> Iterator[str]:
        """Yield lines of a length that memory can hold."""
        while line := text.readline(LINE_LETTERS + 1):
            if len(line) > LINE_LETTERS:
                raise BookError(
                    f"{self.path.name} cannot be read: a line of more than {LINE_LETTERS >> 20} MB"
                )
            yield line

    def _cells(
        self,
        lines: Iterable[str],
        first: int = 0,
    ) -> Iterator[list[Any]]:
        """Yield the cells of lines, None for empty ones.

        Without a delimiter blanks divide them, and # begins a remark. `first` is the number of the
        first line. Raises `BookError` for a row that is wider than a sheet, and `csv.Error`.
        """
        if self.delimiter is None:
            divide = cells_of_line if self._has_labels else _divided_by_blanks
            rows: Iterable[list[Any]] = map(divide, lines)
        else:
            rows = csv.reader(
                lines,
                delimiter=self.delimiter,
                skipinitialspace=True,
            )  # "5H", "6S"
            if self._has_labels:
                rows = map(parts_of_cells, rows)
        cell_of = _CellTexts().__getitem__
        for number, row in enumerate(rows, first + 1):
            if len(row) > MOST_COLUMNS:
                raise BookError(
                    f"{self.path.name} cannot be read: row {number:,} has more than {MOST_COLUMNS:,} cells"
                )
            yield list(map(cell_of, row))


class _CellTexts(dict[str, str | None]):
    """The cells of texts: None for an empty one; equal texts are one object.

    So a million rows take half a gigabyte less.
    """

    def __init__(self) -> None:
        super().__init__({"": None})

    def __missing__(self, text: str) -> str:
        """Keep a text that was not met before, unless there are too many different ones."""
        if len(self) < MOST_TEXTS:
            self[text] = text
        return text


def _divided_by_blanks(line: str) -> list[str]:
    """Return the cells of a line without a delimiter."""
    if line.startswith("#"):
        return [line.strip()]
    return line.split(None, MOST_COLUMNS)


def _line_end(lines: Sequence[str]) -> str:
    """Return the most frequent end of some lines, that of Windows where none has any."""
    lengths = [len(line.rstrip("\r\n")) for line in lines]
    counts = Counter([line[length:] for line, length in zip(lines, lengths, strict=True)])
    del counts[""]
    return max(counts, key=counts.__getitem__, default="\r\n")


def _in_blocks(
    rows: Iterator[list[Any]], first: int, tell: Callable[[], int]
) -> Iterator[tuple[int, GridBlock]]:
    """Yield rows in blocks from the number `first` on, and how many bytes `tell` says were read."""
    from xlpoker.scoring.model import GridBlock

    while part := list(islice(rows, HEAD)):
        yield tell(), GridBlock(Grid("", part), first)
        first += len(part)


def encoding_of(path: Path, size: int = 1 << 20) -> str:
    """Return the encoding of a text file: UTF-16 if it has its mark, UTF-8, else that of Windows.

    All of the file is read, `size` bytes at a time. Raises `BookError` for a file that holds
    NUL bytes.
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
                raise BookError(
                    f"{path.name} is neither a workbook nor text in UTF-8; save it as UTF-8"
                )
            try:
                decoder.decode(piece, final=ended)
            except UnicodeDecodeError:
                encoding = "cp1252"
                decoder.reset()
    return encoding


def delimiter_of(lines: Sequence[str]) -> str | None:
    """Return the delimiter in most of some lines; of two, the more frequent one.

    >>> delimiter_of(["5H;TD;AS;12,50", "6S;9C;8H;0,75"])
    ';'
    >>> delimiter_of(['Hand', '"AS KS QS JS TS"', '"2C 3D 5S 9C KD"'])
    ','

    Lines of one cell in quotes are those of a .csv with one column. Return None where fewer than
    half of the lines have a delimiter.
    """
    filled = [line for line in lines if line.strip()]
    counts: dict[str, tuple[int, int]] = {}  # lines with a delimiter, all delimiters
    for mark in _DELIMITERS:
        in_lines = [line.count(mark) for line in filled]
        counts[mark] = sum(map(bool, in_lines)), sum(in_lines)
    best = max(counts, key=counts.__getitem__)
    divided, _ = counts[best]
    if _is_most(divided, filled):
        return best
    quoted = sum(map(_is_one_quoted_cell, filled))
    return "," if _is_most(quoted, filled) else None


def _is_most(count: int, lines: Sequence[str]) -> bool:
    """Tell whether at least half of some lines were counted."""
    return count > 0 and 2 * count >= len(lines)


def _is_one_quoted_cell(line: str) -> bool:
    """Tell whether a line is one cell in quotes."""
    text = line.strip()
    return text.count('"') == 2 and text[0] == text[-1] == '"'


def writer_of(out: Any, dialect: Dialect) -> Any:
    """Write the beginning of a .csv above its rows; return the writer of the rows.

    >>> import io
    >>> out = io.StringIO(newline="")
    >>> _ = writer_of(out, Dialect("sep=;\\n", ";", "\\n")).writerow(["5H", "a,b", "c;d", "e\\rf"])
    >>> out.getvalue()
    'sep=;\\n5H;a,b;"c;d";"e\\rf"\\n'
    """
    out.write(dialect.head)
    # The writer quotes every end of a line that a cell may hold, and then gets another end
    write = SimpleNamespace(write=lambda line: out.write(line[:-2] + dialect.end))
    return csv.writer(write, delimiter=dialect.delimiter)
