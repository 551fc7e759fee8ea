"""Text files read block by block: counted, or scored into a .csv, in memory that does not grow.

The first rows say where the hands are; all others must go on like them, which is proved at the end (`xlpoker.scoring.run`), or
the file is read as a whole. The column *Problem* is there where a bad row was seen in a file of few rows, and always in a
longer one, because nobody knows yet whether a bad row will come.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, groupby, islice
from pathlib import Path
from typing import IO, Any, TextIO

from xlpoker.errors import BookError
from xlpoker.evaluator.cells import is_blank
from xlpoker.files.replace import replaced
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import Grid
from xlpoker.scales import scale_named
from xlpoker.scoring.cell_cache import Contents
from xlpoker.scoring.columns import PROBLEM, Column, Results, problem_text, titles_of
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.model import Block, GridBlock, NotPlainError, Scored
from xlpoker.scoring.run import MOST_ODD, Run
from xlpoker.workbook.outputs import Earlier, labels_of, without_column
from xlpoker.workbook.text_files import cells_of_lines, delimiter_of, encoding_of, lines_of
from xlpoker.workbook.text_lines import (
    LINE_BYTES,
    Lines,
    LinesBlock,
    beside,
    csv_text,
    cut,
    line_blocks,
    rows_end,
)

__all__ = ["count_csv"]

HEAD = 2_000
"""Rows that say where the hands are."""
MOST_LISTED = 1000
MOST_PROVED = 1 << 23
"""Rows of which it is proved that they go on like the first: beyond, the proof would need more memory than it is worth."""
Progress = Callable[[int, int], None]
Located = Callable[[Grid], Layout | None]


@dataclass(slots=True)
class _Work:
    """A text file being counted, and scored where there is a file to write to.

    `problem` tells whether the column for problems is written.
    """

    path: Path
    run: Run
    counts: Counts
    delimiter: str | None
    progress: Progress | None
    size: int
    out: TextIO | None = None
    earlier: Earlier | None = None
    problem: bool = True
    results: Results = field(init=False)
    pieces: _Pieces = field(init=False)

    def __post_init__(self) -> None:
        self.results = Results(self.run.layout, self.run.options)
        self.pieces = _Pieces(self.results)

    def tell(self, place: int) -> None:
        """Show how far the file was read."""
        if self.progress is not None:
            self.progress(min(place, self.size), self.size)

    def score(self, block: Block) -> Scored:
        """Score a block and count it; bad rows are listed as far as there is room."""
        run = self.run
        scored = run.take(block)
        run.blocks[-1] = Scored(scored.rows, scored.values[:0], scored.winners[:0])  # all that the proof needs
        if run.open_end and (
            len(run.rest) > MOST_ODD or self.counts.rows > MOST_PROVED
        ):  # the rows are taken as they come
            run.open_end, run.layout = False, replace(run.layout, last=1 << 62)
        if not run.open_end:
            run.rest.clear()
            run.blocks.clear()
            run.problems.clear()
        listed = [scored.problems[row] for row in sorted(scored.problems)]
        room = max(MOST_LISTED - len(self.counts.errors), 0)
        self.counts.errors += listed[:room]
        self.counts.unlisted += len(listed[room:])
        self.counts.rows += len(scored.rows) + len(listed)
        self.counts.add_winners(scored.winners)
        return scored

    def take(self, first: int, block: list[list[Any]]) -> None:
        """Score some rows, the first of which has that number, and write them."""
        scored = self.score(GridBlock(Grid("", block), first))
        if self.out is not None:
            self.write(first, block, scored)

    def write(self, first: int, block: list[list[Any]], scored: Scored) -> None:
        """Write some rows with their results."""
        assert self.out is not None
        layout, titles = self.run.layout, [*self.results.titles, *[PROBLEM.title] * self.problem]
        writer = csv.writer(self.out)
        width = max(map(len, block), default=0)
        if first == 0 and layout.header is None:
            writer.writerow([*labels_of(layout, width), *titles])
        lines = [[*row, *[None] * (width - len(row))] for row in block]
        new: list[list[Any] | None] = [None] * len(block)
        columns = self.results.cells(scored)
        blank = [None] * self.problem
        for row, *cells in zip(scored.rows.tolist(), *columns, strict=True):
            new[row - first] = [*cells, *blank]
        for row, error in scored.problems.items():
            new[row - first] = [*[None] * len(self.results.columns), problem_text(error)]
        if layout.header is not None and 0 <= layout.header - first < len(block):
            new[layout.header - first] = titles
        if self.earlier is not None:
            below = max(layout.first - first, 0)
            self.earlier.replace(lines[below:], new[below:])
            new = [(cells or [None])[-1:] if self.earlier.problem < 0 and self.problem else [] for cells in new]
            if self.earlier.problem >= 0 and not self.problem:
                lines = without_column(lines, layout.header or 0, self.earlier.problem)
        for line, found in zip(lines, new, strict=True):
            writer.writerow([*line, *(found if found is not None else [None] * len(titles))])

    def take_rest(self, first: int, rows: Iterator[list[Any]], place: Callable[[], int]) -> None:
        """Score and write all rows that are left; `place` tells how far the file was read."""
        while block := list(islice(rows, HEAD)):
            self.take(first, block)
            first += len(block)
            self.tell(place())

    def take_lines(self, first: int, file: IO[bytes]) -> None:
        """Score and write the rest of a file in UTF-8 whose next line has that number, as arrays as far as it is plain."""
        place = file.tell()
        for block in line_blocks(file):
            if b'"' in block or len(block) > LINE_BYTES:  # from here on a cell may go over several lines
                file.seek(place)
                rest = io.TextIOWrapper(file, "utf-8", errors="replace", newline="")
                try:
                    self.take_rest(
                        first, cells_of_lines(self.path, lines_of(self.path, rest), self.delimiter, first), file.tell
                    )
                finally:
                    rest.detach()  # who opened the file closes it
                return
            place += len(block)
            if not block.strip(b"\n"):  # blank lines by the million
                first += block.count(b"\n")
                if self.out is not None:
                    self.out.write(("," * len(self.results.columns) + "\r\n") * block.count(b"\n"))
                continue
            lines = cut(block, self.delimiter)
            if lines is None:
                part = list(cells_of_lines(self.path, _lines(block), self.delimiter, first))
                self.take(first, part)
                first += len(part)
            else:
                self.take_plain(first, lines)
                first += len(lines.ends)
            self.tell(file.tell())

    def take_plain(self, first: int, lines: Lines) -> None:
        """Score and write plain lines."""
        scored = self.score(LinesBlock(lines, first))
        if self.out is None:
            return
        empty = b"," * len(self.results.columns)
        others = dict.fromkeys(range(len(lines.ends)), empty + b",\r\n")
        if len(scored.rows) == len(others):
            others.clear()
        for row in scored.rows.tolist() if others else ():
            del others[row - first]
        for row, error in scored.problems.items():
            others[row - first] = empty + f",{csv_text([problem_text(error)])}\r\n".encode()
        columns = self.pieces.of(scored)
        self.out.write(beside(lines, scored.rows - first, columns, others).decode())


class _Pieces:
    """The results of lines as bytes between their cells and their ends; what the cells of a player hold is made once."""

    def __init__(self, results: Results) -> None:
        self._results = results
        groups = [list(columns) for _, columns in groupby(results.columns, lambda column: column.player)]
        ends = ["", ",\r\n"]
        self._contents = [Contents(partial(self._piece, group, ends[group is groups[-1]])) for group in groups]
        self._firsts = [results.columns.index(group[0]) for group in groups]

    def _piece(self, columns: Sequence[Column], end: str, place: int) -> bytes:
        return f",{csv_text([self._results.content(column, place) for column in columns])}{end}".encode()

    def of(self, scored: Scored) -> list[list[bytes]]:
        """Return the pieces of the good rows, a list for each player."""
        places = self._results.places(scored)
        return [made.texts(places[first]) for made, first in zip(self._contents, self._firsts, strict=True)]


def _lines(block: bytes) -> Iterator[str]:
    return iter(io.StringIO(block.decode("utf-8", "replace"), newline=""))


def count_csv(
    path: Path,
    target: Path | None,
    options: Options,
    counts: Counts,
    located: Located,
    progress: Progress | None = None,
    *,
    overwrite: bool = False,
) -> bool:
    """Add what a text file holds to the counts, and write the scored rows to a target; False if that cannot be done so.

    It cannot where the first rows do not settle where the hands are, or the others do not go on like them; then nothing is
    written. `located` finds the layout of a grid. Raises `BookError` for a file that cannot be read or written.
    """
    encoding = encoding_of(path)
    with path.open("rb") as file, path.open("rb") as raw:
        whole = io.TextIOWrapper(
            file, encoding, errors="replace", newline=""
        )  # as long as it is there the file stays open
        text = lines_of(path, whole)
        first = list(islice(text, 200))
        delimiter = delimiter_of(first)
        rows = cells_of_lines(path, chain(first, text), delimiter)
        try:
            head = list(islice(rows, HEAD))
            ended = (following := next(rows, None)) is None
            rows = chain([following], rows) if following is not None else rows
            layout = located(Grid("", head))
            if layout is None or (layout.last < len(head) - 1 and not ended) or options.cards is not None:
                return False
            loose = bool(scale_named(options.scale).loose)
            run = Run(layout, options, open_end=not ended, keep_codes=loose)
            counts.players = [0] * len(layout.hands) if len(layout.hands) > 1 else []
            counts.no_showdown = 0 if layout.board else None
            work = _Work(path, run, counts, delimiter, progress, path.stat().st_size)
            if target is not None and layout.header is not None:
                work.earlier = _earlier(path, encoding, delimiter, layout, head[layout.header], overwrite=overwrite)
                counts.warnings += work.earlier.kept(max(map(len, head)))
                work.earlier = work.earlier if work.earlier.first >= 0 else None
            plain = work.earlier is None and encoding == "utf-8-sig" and not ended
            after = rows_end(raw, len(head)) if plain else None
            with ExitStack() as stack:
                if target is not None:
                    temporary = stack.enter_context(replaced(target))
                    work.out = stack.enter_context(temporary.open("w", encoding="utf-8", newline=""))
                scored = work.score(GridBlock(Grid("", head)))
                work.problem = not ended or bool(scored.problems)
                if target is not None:
                    work.write(0, head, scored)
                work.tell(file.tell())
                if ended:
                    pass
                elif after is None:
                    work.take_rest(len(head), rows, file.tell)
                else:
                    raw.seek(after)
                    work.take_lines(len(head), raw)
                run.finish(Grid("", head), located)
        except csv.Error as error:
            raise BookError(f"{path.name} cannot be read: {error}") from None
        except NotPlainError:
            return False
    if target is not None:
        counts.output = str(target)
    return True


def _earlier(
    path: Path, encoding: str, delimiter: str | None, layout: Layout, labels: list[Any], *, overwrite: bool
) -> Earlier:
    """Return what there is of an earlier run's results, from all rows."""
    found = Earlier(labels, titles_of(len(layout.hands)), overwrite=overwrite)
    if found.proofs:
        areas = layout.areas
        with path.open(encoding=encoding, errors="replace", newline="") as file:
            rows = islice(cells_of_lines(path, file, delimiter), layout.first, None)
            while block := list(islice(rows, HEAD)):
                found.take(
                    block, [any(not all(map(is_blank, row[a.first : a.last + 1])) for a in areas) for row in block]
                )
    return found
