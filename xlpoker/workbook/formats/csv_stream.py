"""Large text files, some rows at a time: scored into a .csv, or counted, in constant memory.

The first rows say where the hands are, as for a small file; all others must go on like them. What is written is what
a small file gets, with one difference: the column *Problem* is always there, because nobody knows yet whether a bad
row will come.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from xlpoker.errors import BookError, CellError, HandError
from xlpoker.evaluator.classes import name
from xlpoker.scales import on_scale, scale_named
from xlpoker.workbook.grid import Grid, delimiter_of
from xlpoker.workbook.layout import Layout
from xlpoker.workbook.own import earlier_places
from xlpoker.workbook.replacing import replaced
from xlpoker.workbook.scoring import Outcome, outcomes, scale_numbers

if TYPE_CHECKING:
    from xlpoker.workbook.job import Counts, Options

__all__ = ["LARGE", "count_csv"]

LARGE = 1 << 25
"""Bytes from which a text file is streamed: 32 MB, a million hands of five cards for two players."""
HEAD = 1 << 14
MOST_LISTED = 1000
Progress = Callable[[int, int], None]
Located = Callable[[Grid], Layout | None]


@contextmanager
def _text(path: Path) -> Iterator[TextIO]:
    with path.open("rb") as file:
        head = file.read(1 << 20)
    encoding = "utf-8-sig"
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    else:
        try:
            codecs.getincrementaldecoder(encoding)().decode(head)
        except UnicodeDecodeError:
            encoding = "cp1252"
    with path.open(encoding=encoding, errors="replace", newline="") as text:
        yield text


def _rows(text: TextIO) -> Iterator[list[Any]]:
    head = list(islice(text, 200))
    lines = chain(head, text)
    delimiter = delimiter_of(head)
    if delimiter is None:
        return (list(line.split()) for line in lines)
    return ([cell or None for cell in row] for row in csv.reader(lines, delimiter=delimiter, skipinitialspace=True))


def count_csv(
    path: Path,
    target: Path | None,
    options: Options,
    counts: Counts,
    located: Located,
    progress: Progress | None = None,
) -> bool:
    """Add what a text file holds to the counts, and write the scored rows to a target; False if that cannot be done so.

    It cannot where the first 16,384 rows do not settle where the hands are; then nothing is written. `located` finds the
    layout of a grid. Raises `BookError` for a file that cannot be read or written.
    """
    size = path.stat().st_size
    with _text(path) as text:
        rows = _rows(text)
        try:
            head = list(islice(rows, HEAD))
            layout = located(Grid("", head))
            if layout is None or layout.last < len(head) - 1 or options.cards is not None:
                return False
            counts.players = [0] * len(layout.hands) if len(layout.hands) > 1 else []
            blocks = _blocks(head, rows if target is None else _without(_earlier(head, layout), head, rows))
            if target is None:
                for first, block in blocks:
                    list(_outcomes(first, block, layout, options, counts))
                    _tell(progress, text, size)
                return True
            with replaced(target) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
                writer = csv.writer(file)
                for first, block in blocks:
                    _write(writer, first, block, layout, options, counts)
                    _tell(progress, text, size)
        except csv.Error as error:
            raise BookError(f"{path.name} cannot be read: {error}") from None
    counts.output = str(target)
    return True


def _earlier(head: list[list[Any]], layout: Layout) -> set[int]:
    """Return the columns of an earlier run's results: they are left out, for the new ones stand behind all others."""
    if layout.header is None:
        return set()
    titles = _titles(layout)
    first, problem = earlier_places(Grid("", head), layout.header, titles)
    if first <= max(area.last for area in (*layout.hands, *([layout.board] if layout.board else []))):
        return set()
    return {*range(first, first + len(titles)), *([problem] if problem >= 0 else [])}


def _without(columns: set[int], head: list[list[Any]], rows: Iterator[list[Any]]) -> Iterator[list[Any]]:
    """Return the other rows without some columns; those of the head lose them in place."""
    if not columns:
        return rows

    def kept(row: list[Any]) -> list[Any]:
        return [cell for at, cell in enumerate(row) if at not in columns]

    head[:] = map(kept, head)
    return map(kept, rows)


def _titles(layout: Layout) -> list[str]:
    players = len(layout.hands)
    if players == 1:
        return ["Value", "Hand"]
    return [f"Player {n} {what}" for n in range(1, players + 1) for what in ("value", "hand")] + ["Winner"]


def _tell(progress: Progress | None, text: TextIO, size: int) -> None:
    if progress is not None:
        progress(min(text.buffer.tell(), size), size)  # the text itself cannot tell while it is iterated over


def _blocks(head: list[list[Any]], rows: Iterator[list[Any]]) -> Iterator[tuple[int, list[list[Any]]]]:
    first = 0
    block = head
    while block:
        yield first, block
        first += len(block)
        block = list(islice(rows, HEAD))


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


def _write(writer: Any, first: int, block: list[list[Any]], layout: Layout, options: Options, counts: Counts) -> None:
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
    for number, row in enumerate(block, first):
        line = [*row, *[None] * (width - len(row))]
        outcome = done.get(number)
        if number == layout.header:
            line += [*titles, "Problem"]
        elif outcome is None:
            line += [None] * (len(titles) + 1)
        elif outcome.error is not None:
            line += [*[None] * len(titles), f"{outcome.error.cell}: {outcome.error.reason}"]
        else:
            line += _numbers_and_names(first, block, layout, options, replace(outcome, row=number - first))
            line += [outcome.winner, None] if players > 1 else [None]
        writer.writerow(line)


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
