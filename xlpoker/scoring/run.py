"""The one loop: from a source through `score_block` into a sink, with the counts and the proof of the layout.

The layout is found in the first rows of a table. While the other rows are scored, irregular ones are noted: cards in further
columns, rows without hands. If there are any, the layout is searched once more at the end, in the first rows, the last ones and
all noted rows with their neighbours; if it differs, the table is read as a whole::

    Source --tables--> first rows --located--> Layout
       \\--blocks--> score_block --Scored--> Counts, Check, Sink
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

import numpy as np

from xlpoker.errors import LayoutError, PokerError
from xlpoker.evaluator.cards import count_cards
from xlpoker.layout.grid import MOST_COLUMNS, Area, Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Counts, Options, Writing
from xlpoker.scoring.model import Block, NotPlainError, Scored, empty, grid_blocks, stacked
from xlpoker.scoring.score import persons_beside, score_block

if TYPE_CHECKING:
    from xlpoker.scoring.check import Check

__all__ = ["ENDLESS", "Grids", "Kept", "Located", "Output", "Progress", "Sink", "Source", "Table", "run"]

MOST_LISTED = 1000
"""Bad rows that are kept of a table of any length."""
MOST_ODD = 250_000
"""Rows without a value that may be kept, half a kilobyte each."""
BLANKS = 5
"""Blank rows that stand for a gap of any size between two kept rows."""
LARGE = 1 << 22
"""Bytes of a source from which unused memory is released before it is read again."""
ENDLESS = 1 << 62
"""The last row of hands that go on to the end of their table, however long it is."""
Located = Callable[[Sequence[Grid]], tuple[Grid, Layout]]
Progress = Callable[[int, int], None]


class Table(NamedTuple):
    """The first rows of a table, all of them where it has `ended` with these.

    With `named` the first row holds the names of the columns, and the hands go on to the end.
    """

    grid: Grid
    ended: bool = True
    named: bool = False


class Source(Protocol):
    """A source of tables: an open file, or data in memory.

    `path` names it in messages; `size` is what the places of `blocks` count up to; `reads_numbers` tells that its blocks read
    cards that are written as numbers, and `rereads` that it can be read as a whole where its first rows said too little.
    """

    path: Path
    size: int
    reads_numbers: bool
    rereads: bool

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the first rows of each table, or with `whole` all of them."""

    def blocks(self, table: Table, layout: Layout, options: Options, /) -> Iterator[tuple[int, Block]]:
        """Yield all rows of a table as blocks in their order, each with the place that was reached.

        Raises `NotPlainError` for a table that must be read as a whole.
        """


class Sink:
    """A destination of results: a context manager that leaves nothing behind unless `finish` was called; this one keeps nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def take(self, block: Block, scored: Scored) -> None:
        """Take a block with its results: write it at once, or keep it until `finish`."""

    def finish(self, last: int) -> list[str]:  # noqa: ARG002 - for those that complete anything
        """Complete the output, where `last` is the last row of the hands; return warnings."""
        return []


@dataclass(frozen=True, slots=True)
class Output:
    """Where results are written, and how; with the source, the table and the layout every writing sink is made from this.

    `force` lifts limits of size and allows losses.
    """

    target: Path
    writing: Writing
    options: Options
    force: bool = False
    progress: Progress | None = None


class Grids:
    """Tables that are in memory as a whole."""

    reads_numbers = rereads = False

    def __init__(self, path: Path, grids: list[Grid]) -> None:
        self.path, self._grids = path, grids
        self.size = sum(len(grid.rows) for grid in grids)

    def tables(self, *, whole: bool) -> list[Table]:  # noqa: ARG002 - as the protocol has it
        """Return all rows of each table."""
        return [Table(grid) for grid in self._grids]

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:  # noqa: ARG002 - as the protocol has it
        """Yield all rows."""
        return grid_blocks(table.grid, self.size)


AnySink = TypeVar("AnySink", bound=Sink)


class Kept(Sink):
    """A sink that keeps the outcome of all rows in memory; with `codes` the cards of all hands, too."""

    def __init__(self, *, codes: bool = False) -> None:
        self._codes, self._last = codes, ENDLESS
        self._blocks: list[Scored] = []

    def take(self, block: Block, scored: Scored) -> None:  # noqa: ARG002 - as the protocol has it
        """Keep the outcome of a block."""
        if not self._codes:
            scored.codes, scored.read = [], {}
        scored.rest = {row: scored.rest[row] for row in scored.problems}
        self._blocks.append(scored)

    def finish(self, last: int) -> list[str]:
        """Drop the problems of rows below the hands."""
        self._last = last
        return []

    @property
    def scored(self) -> Scored:
        """The outcome of all blocks as one; no further block is taken."""
        if len(self._blocks) != 1:
            self._blocks[:] = [joined(self._blocks)]
        (whole,) = self._blocks
        whole.problems = {row: error for row, error in whole.problems.items() if row <= self._last}
        return whole


def run(
    source: Source,
    sink_of: Callable[[Table, Layout], AnySink],
    options: Options,
    located: Located,
    progress: Progress | None = None,
    *,
    whole: bool = False,
) -> tuple[Grid, Layout, Counts, AnySink]:
    """Take the table with the hands through scoring into a sink; return its first rows, where the hands are, the counts, the sink.

    `located` finds the hands in some grids, `sink_of` makes the sink once they are found, again where the table is read as a
    whole after all (at once with `whole`). Raises `LayoutError` where there are no hands, and whatever source and sink raise.
    """
    whole |= options.cards is not None and not source.reads_numbers
    try:
        return once(source, sink_of, options, located, progress, whole=whole)
    except (NotPlainError, LayoutError) as error:  # the reader of whole tables understands more, or says what is wrong
        if whole or not (source.rereads or isinstance(error, NotPlainError)):
            raise
    if source.size > LARGE:
        gc.collect()  # what was read so far goes before the table is read as a whole
    return once(source, sink_of, options, located, progress, whole=True)


def once(
    source: Source,
    sink_of: Callable[[Table, Layout], AnySink],
    options: Options,
    located: Located,
    progress: Progress | None,
    *,
    whole: bool,
) -> tuple[Grid, Layout, Counts, AnySink]:
    """Do the work of `run`, once; raises `NotPlainError` where the table must be read as a whole."""
    tables = source.tables(whole=whole)
    grid, layout = located([table.grid for table in tables])
    table = next(one for one in tables if one.grid is grid)
    if table.named:
        layout = replace(layout, last=ENDLESS, header=0, edge=None)
    else:
        layout = replace(layout, beside=persons_beside(grid, layout))
    below = len(grid.rows) - 1
    if not table.ended and not table.named and (layout.last < below or layout.first > below):
        raise NotPlainError
    players = [0] * len(layout.hands) if len(layout.hands) > 1 else []
    none = 0 if layout.board else None
    counts = Counts(
        str(source.path),
        grid.sheet,
        players=players,
        names=list(layout.names),
        no_showdown=none,
        layout=layout,
        game=options.game,
    )
    check = None
    if options.check is not None:
        from xlpoker.scoring.check import check_of

        check = check_of(grid, layout, options.check, options.scale)
    open_end = not table.ended and layout.last == below
    rows = _Rows(layout, options, counts, check, source.rereads, open_end)
    with sink_of(table, layout) as sink:
        _take_all(source, table, rows, sink, progress or (lambda *_: None))
        last = rows.last_proved(grid, located)
        counts.take_back(sum(row > last for row in rows.problems))
        counts.layout = replace(
            layout, last=min(max(rows.end, layout.first), last) if open_end or table.named else layout.last
        )
        if not counts.rows and layout.last < ENDLESS:
            raise LayoutError(f"{grid.sheet or 'the file'} holds nothing in {layout}")
        counts.warnings += [*sink.finish(last), *_so_far(grid, layout)]
    return grid, layout, counts, sink


def _so_far(grid: Grid, layout: Layout) -> list[str]:
    """Return a warning where several players share a board without a river, and no column has room for one."""
    if layout.board is None or len(layout.hands) < 2:
        return []
    columns = layout.board.columns
    rows = [[grid.cell(row, at) for at in columns] for row in range(layout.first, min(layout.last + 1, len(grid.rows)))]
    dealt = [sum(count_cards(cell) for cell in row if isinstance(cell, str)) for row in rows if row[-1]]
    most = max(len(columns), *dealt, 0)
    return [f"the board has {most} cards, no river: winners are those so far"] if dealt and most in (3, 4) else []


def _take_all(source: Source, table: Table, rows: _Rows, sink: Sink, progress: Progress) -> None:
    """Take all blocks of a table through scoring into a sink; then nobody else holds any of them."""
    most = None if table.ended or source.rereads else MOST_LISTED
    for place, block in source.blocks(table, rows.layout, rows.options):
        sink.take(block, rows.scored(block, most))
        progress(min(place, source.size), source.size)
    progress(source.size, source.size)


@dataclass(slots=True)
class _Rows:
    """The rows of a table while they are scored, checked and counted, and the proof that they follow the layout of the first ones.

    `open_end` tells that the hands go on below the last row of the layout. `kept` are the odd rows, the rows behind gaps and those
    beside both, each with the size of the gap before it and the cells of an odd one. In a table that cannot be read as a whole,
    rows beyond `MOST_ODD` are accepted without proof.
    """

    layout: Layout
    options: Options
    counts: Counts
    check: Check | None
    rereads: bool
    open_end: bool
    kept: list[tuple[int, int, list[Any] | None]] = field(default_factory=list)
    problems: set[int] = field(default_factory=set)
    outside: Any = field(default_factory=lambda: np.zeros(MOST_COLUMNS, np.int64))
    count: int = 0
    odd: int = 0
    first_good: int = ENDLESS
    last_good: int = -1
    seen: int = -1
    end: int = 0

    def scored(self, block: Block, most: int | None) -> Scored:
        """Score a block, and count it; at `most` as many problems are listed."""
        scored = score_block(block, self.layout, self.options, open_end=self.open_end)
        if self.layout.beside:
            scored.seat(block, self.layout.beside)
        if self.check is not None:
            self.check.take(block, scored, self.counts)
        self.counts.add(scored, most)
        if len(scored.rows):
            self.first_good, self.last_good = min(self.first_good, int(scored.rows[0])), int(scored.rows[-1])
        self.end = max(self.end, self.last_good, *scored.problems)
        if hidden := block.hidden:
            self.counts.hidden += len(hidden & {*scored.rows.tolist(), *scored.problems})
        if self.open_end:
            self._note(block, scored)
        return scored

    def _note(self, block: Block, scored: Scored) -> None:
        """Note what the proof needs of a block."""
        layout, edge = self.layout, self.layout.edge
        known = [*layout.areas, *layout.left, *([] if edge is None else [Area(edge, edge)])]
        self.outside += np.bincount(block.cards_outside(known), minlength=MOST_COLUMNS)
        self.count += len(scored.rows) + len(scored.problems)
        self.problems |= set(scored.problems)
        odd = np.array(sorted(scored.rest), np.int32)
        there = np.sort(np.concatenate([scored.rows, odd]))
        gaps = np.diff(there, prepend=self.seen) - 1  # blank rows before each
        marks = (gaps > 0) | np.isin(there, odd)
        kept = marks.copy()
        kept[:-1] |= marks[1:]
        kept[1:] |= marks[:-1]
        kept[:1] = kept[-1:] = True
        rows = there[kept].tolist()
        self.kept += zip(rows, gaps[kept].tolist(), map(scored.rest.get, rows), strict=True)
        self.seen = max([self.seen, *there[-1:].tolist()])
        self.odd += len(odd)
        if self.odd > MOST_ODD and self.rereads:
            raise NotPlainError
        if self.odd > MOST_ODD:
            self.open_end, self.layout = False, replace(layout, last=ENDLESS)
            self.kept.clear()
            self.problems.clear()

    def last_proved(self, head: Grid, located: Located) -> int:
        """Return the last row of the hands; raise `NotPlainError` where there is more than the first rows showed."""
        if not self.open_end:
            return ENDLESS
        if self.first_good >= len(head.rows) or (10 * self.outside >= self.count).any():
            raise NotPlainError
        if not any(row >= len(head.rows) and (gap or cells is not None) for row, gap, cells in self.kept):
            return self.last_good  # good rows without a gap: the layout of the first ones holds
        grid, numbers = self._condensed(head)
        try:
            found = located([grid])[1]
        except PokerError as error:
            raise NotPlainError from error
        known = self.layout
        if (found.first, found.hands, found.board) != (known.first, known.hands, known.board):
            raise NotPlainError
        last = numbers[min(found.last, len(numbers) - 1)]
        if self.last_good > last or any(numbers[high] >= len(head.rows) for _, high in found.gaps):
            raise NotPlainError
        return last

    def _condensed(self, head: Grid) -> tuple[Grid, list[int]]:
        """Return the table without most of its good rows, and the number of each row that is left."""
        sample, rows, numbers = head.rows[self.first_good], list(head.rows), list(range(len(head.rows)))
        for row, gap, cells in self.kept:
            if row >= len(head.rows):
                blanks = range(row - gap, row)[:BLANKS]
                rows += [*([] for _ in blanks), sample if cells is None else cells]
                numbers += [*blanks, row]
        return Grid(head.sheet, rows), numbers


def joined(blocks: Sequence[Scored]) -> Scored:
    """Return some blocks as one; their memory is released as they are joined."""
    if not blocks:
        return empty(0)
    whole = empty(blocks[0].values.shape[1])
    sizes = {block.cards for block in blocks if len(block.rows)}
    whole.cards = sizes.pop() if len(sizes) == 1 else 0
    for name in ("rows", "values", "winners"):
        setattr(whole, name, np.concatenate([getattr(block, name) for block in blocks]))
        for block in blocks:
            setattr(block, name, None)
    if all(block.codes for block in blocks):
        whole.codes = [stacked(codes) for codes in zip(*[block.codes for block in blocks], strict=True)]
    for block in blocks:
        whole.read |= block.read
        whole.seated |= block.seated
        whole.problems |= block.problems
        whole.rest |= block.rest
    whole.board = blocks[0].board
    return whole
