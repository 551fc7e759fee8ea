"""Large text files, some rows at a time: scored into a .csv, or counted, in constant memory.

The first rows say where the hands are, as for a small file; all others must go on like them. What is written is what
a small file gets, with one difference: the column *Problem* is always there, because nobody knows yet whether a bad
row will come.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TextIO

import numpy as np

from xlpoker.errors import BookError, CellError, HandError
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.classes import name
from xlpoker.scales import on_scale, scale_named
from xlpoker.workbook.contents import Contents
from xlpoker.workbook.formats.csv_plain import LINE_BYTES, Lines, beside, csv_text, cut, line_blocks, rows_end, valued
from xlpoker.workbook.grid import Grid, cells_of_lines, delimiter_of, encoding_of, lines_of
from xlpoker.workbook.layout import Layout
from xlpoker.workbook.own import Earlier
from xlpoker.workbook.replacing import replaced
from xlpoker.workbook.scoring import Outcome, outcomes, scale_numbers

if TYPE_CHECKING:
    from xlpoker.workbook.job import Counts, Options

__all__ = ["count_csv"]

HEAD = 1 << 14
MOST_LISTED = 1000
Progress = Callable[[int, int], None]
Located = Callable[[Grid], Layout | None]


@dataclass(slots=True)
class _Work:
    """A text file being counted, and scored where there is a file to write to."""

    path: Path
    layout: Layout
    options: Options
    counts: Counts
    delimiter: str | None
    progress: Progress | None
    size: int
    out: TextIO | None = None
    contents: list[Contents] = field(default_factory=list)
    earlier: Earlier | None = None

    def tell(self, place: int) -> None:
        """Show how far the file was read."""
        if self.progress is not None:
            self.progress(min(place, self.size), self.size)

    def take(self, first: int, block: list[list[Any]]) -> None:
        """Count and write some rows, the first of which has that number."""
        if self.out is None:
            for _ in _outcomes(first, block, self.layout, self.options, self.counts):
                pass
        else:
            _write(csv.writer(self.out), first, block, self.layout, self.options, self.counts, self.earlier)

    def take_rest(self, first: int, rows: Iterator[list[Any]], place: Callable[[], int]) -> None:
        """Count and write all rows that are left; `place` tells how far the file was read."""
        while block := list(islice(rows, HEAD)):
            self.take(first, block)
            first += len(block)
            self.tell(place())

    def take_lines(self, first: int, file: IO[bytes]) -> None:
        """Count and write the rest of a file in UTF-8 whose next line has that number, as arrays as far as it is plain."""
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
                    self.out.write(("," * len(_titles(self.layout)) + "\r\n") * block.count(b"\n"))
                continue
            lines = cut(block, self.delimiter)
            if lines is None or not self.take_plain(first, lines):
                part = list(cells_of_lines(self.path, _lines(block), self.delimiter, first))
                self.take(first, part)
                first += len(part)
            else:
                first += len(lines.ends)
            self.tell(file.tell())

    def take_plain(self, first: int, lines: Lines) -> bool:
        """Count and write plain lines; False, and nothing done, where that is not for them."""
        found = valued(lines, self.layout, self.options.game, self.options.jokers)
        if found is None:
            return False
        values, winners = found
        good = winners >= 0

        def alone(row: int) -> None:
            self.take(first + row, [lines.cells(row)])

        if self.out is None:
            for row in np.flatnonzero(~good).tolist():
                alone(row)
        else:
            try:
                pieces = beside(lines, values, winners, self.contents)
            except HandError:  # a scale without a number for a hand, in a line that will be named
                return False
            for piece in pieces:
                if isinstance(piece, int):
                    alone(piece)
                else:
                    self.out.write(piece)
        self.counts.rows += int(good.sum())
        self.counts.add_winners(winners[good])
        return True


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

    It cannot where the first 16,384 rows do not settle where the hands are; then nothing is written. `located` finds the
    layout of a grid. Raises `BookError` for a file that cannot be read or written.
    """
    encoding = encoding_of(path)
    with path.open("rb") as file, path.open("rb") as raw:
        whole = io.TextIOWrapper(file, encoding, errors="replace", newline="")
        text = lines_of(path, whole)
        first = list(islice(text, 200))
        delimiter = delimiter_of(first)
        rows = cells_of_lines(path, chain(first, text), delimiter)
        try:
            head = list(islice(rows, HEAD))
            layout = located(Grid("", head))
            if layout is None or layout.last < len(head) - 1 or options.cards is not None:
                return False
            counts.players = [0] * len(layout.hands) if len(layout.hands) > 1 else []
            work = _Work(path, layout, options, counts, delimiter, progress, path.stat().st_size)
            if target is not None and layout.header is not None:
                work.earlier = _earlier(path, encoding, delimiter, layout, head[layout.header], overwrite=overwrite)
                counts.warnings += work.earlier.kept(max(map(len, head)))
                work.earlier = work.earlier if work.earlier.first >= 0 else None
            plain = work.earlier is None and encoding == "utf-8-sig" and not scale_named(options.scale).loose
            after = rows_end(raw, len(head)) if plain else None
            with ExitStack() as stack:
                if target is not None:
                    temporary = stack.enter_context(replaced(target))
                    work.out = stack.enter_context(temporary.open("w", encoding="utf-8", newline=""))
                    work.contents = _contents(layout, options.scale)
                work.take(0, head)
                work.tell(file.tell())
                if after is None:
                    work.take_rest(len(head), rows, file.tell)
                else:
                    raw.seek(after)
                    work.take_lines(len(head), raw)
        except csv.Error as error:
            raise BookError(f"{path.name} cannot be read: {error}") from None
    if target is not None:
        counts.output = str(target)
    return True


def _contents(layout: Layout, scale: str) -> list[Contents]:
    """Return what stands beside a plain line: number and name of each player's hand, the winner, no problem."""
    players = len(layout.hands)

    def hand(end: str, value: int) -> bytes:
        return f",{csv_text([on_scale(scale, value), name(value)])}{end}".encode()

    if players == 1:
        return [Contents(partial(hand, ",\r\n"))]
    shared = Contents(partial(hand, ""))
    return [*[shared] * players, Contents(lambda winner: b",%d,\r\n" % winner)]


def _earlier(
    path: Path, encoding: str, delimiter: str | None, layout: Layout, labels: list[Any], *, overwrite: bool
) -> Earlier:
    """Return what there is of an earlier run's results, from all rows."""
    found = Earlier(labels, _titles(layout), overwrite=overwrite)
    if found.proofs:
        areas = [*layout.hands, *([layout.board] if layout.board else [])]
        with path.open(encoding=encoding, errors="replace", newline="") as file:
            rows = islice(cells_of_lines(path, file, delimiter), layout.first, None)
            while block := list(islice(rows, HEAD)):
                found.take(
                    block, [any(not all(map(is_blank, row[a.first : a.last + 1])) for a in areas) for row in block]
                )
    return found


def _titles(layout: Layout) -> list[str]:
    players = len(layout.hands)
    if players == 1:
        return ["Value", "Hand"]
    return [f"Player {n} {what}" for n in range(1, players + 1) for what in ("value", "hand")] + ["Winner"]


def _outcomes(
    first: int, block: list[list[Any]], layout: Layout, options: Options, counts: Counts
) -> Iterator[Outcome]:
    """Yield what becomes of the rows of a block, numbered from the start of the file, and count it."""
    here = replace(layout, first=max(layout.first - first, 0), last=len(block) - 1)
    for outcome in outcomes(
        Grid("", block), here, options.game, options.jokers, None, lambda _r, _c: "a card is missing"
    ):
        counts.rows += 1
        moved = Outcome(first + outcome.row, outcome.values, outcome.winner)
        if outcome.error is not None:
            error = outcome.error
            letters = error.cell.rstrip("0123456789")
            cell = f"{letters}{int(error.cell[len(letters) :]) + first}"
            moved = Outcome(moved.row, error=CellError("", cell, error.value, error.reason))
            if len(counts.errors) < MOST_LISTED:
                counts.errors.append(moved.error or error)
            else:
                counts.unlisted += 1
        else:
            counts.add_winner(outcome.winner)
        yield moved


def _write(
    writer: Any,
    first: int,
    block: list[list[Any]],
    layout: Layout,
    options: Options,
    counts: Counts,
    earlier: Earlier | None = None,
) -> None:
    players = len(layout.hands)
    titles = _titles(layout)
    done = {outcome.row: outcome for outcome in _outcomes(first, block, layout, options, counts)}
    width = max(map(len, block), default=0)
    if first == 0 and layout.header is None:
        labels: list[Any] = [None] * width
        for player, area in enumerate(layout.hands, 1):
            for number, column in enumerate(area.columns, 1):
                labels[column] = f"P{player} card {number}" if players > 1 else f"Card {number}"
        writer.writerow([*labels, *titles, "Problem"])
    lines = [[*row, *[None] * (width - len(row))] for row in block]
    new: list[list[Any] | None] = []
    for number in range(first, first + len(block)):
        outcome = done.get(number)
        if outcome is None:
            new.append(None)
        elif outcome.error is not None:
            new.append([*[None] * len(titles), f"{outcome.error.cell}: {outcome.error.reason}"])
        else:
            made = list(_numbers_and_names(first, block, layout, options, replace(outcome, row=number - first)))
            new.append([*made, *([outcome.winner] if players > 1 else []), None])
    if layout.header is not None and 0 <= layout.header - first < len(block):
        new[layout.header - first] = [*titles, "Problem"]
    if earlier is not None:
        below = max(layout.first - first, 0)
        earlier.replace(lines[below:], new[below:])
        new = [(cells or [None])[-1:] if earlier.problem < 0 else [] for cells in new]
    for line, cells in zip(lines, new, strict=True):
        writer.writerow([*line, *(cells if cells is not None else [None] * (len(titles) + 1))])


def _numbers_and_names(
    first: int, block: list[list[Any]], layout: Layout, options: Options, outcome: Outcome
) -> Iterator[Any]:
    """Return the number and the name of each hand; the common case is two look-ups in a cache."""
    if not scale_named(options.scale).loose:
        with suppress(HandError):
            return chain.from_iterable([_shown(options.scale, value) for value in outcome.values])
    rules = options.scale, options.game, options.jokers
    numbers = scale_numbers(Grid("", block), layout, outcome, *rules, first=first)
    return chain.from_iterable(zip(numbers, map(name, outcome.values), strict=True))


@lru_cache(maxsize=20_000)
def _shown(scale: str, value: float) -> tuple[float, str]:
    return on_scale(scale, value), name(value)
