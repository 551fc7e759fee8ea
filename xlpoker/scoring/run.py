"""The one loop: from a source, its blocks scored, into a sink, with the counts and the proof of the layout.

The batch kernel values every row of a block in which each cell is a card (or a whole hand) and nothing is wrong; `rows` reads the
others one by one. The layout is found in the first rows of a table. While the other rows are scored, irregular ones are noted: cards
in further columns, rows without hands. If there are any, the layout is searched once more at the end, in the first rows, the last
ones and all noted rows with their neighbours; if it differs, the table is read as a whole::

    Source --tables--> first rows --located--> Layout
       \\--blocks--> score_block --Scored--> Counts, Check, Sink
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import MOST_COLUMNS
from xlpoker.errors import LayoutError, PokerError
from xlpoker.evaluator.batch.games import game_showdown
from xlpoker.evaluator.batch.kernel import BAD, MISSING, showdown
from xlpoker.evaluator.cards import count_cards
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Counts, Options, Writing
from xlpoker.scoring.model import Block, Codes, NotPlainError, Scored, empty, joined
from xlpoker.scoring.persons import persons_beside
from xlpoker.scoring.rows import RowReader, one_by_one
from xlpoker.scoring.sources import Source, Table

if TYPE_CHECKING:
    from xlpoker.scoring.check import Check

__all__ = ["ENDLESS", "Kept", "Located", "Output", "Progress", "Sink", "run", "score_block"]

MOST_PLAYERS = 100
"""The most hands of a row that the kernel compares: winners are numbers of eight bits."""
MOST_LISTED = 1000
"""Bad rows that are kept of a table of any length."""
MOST_ODD = 250_000
"""Rows without a value that may be kept, half a kilobyte each."""
BLANKS = 5
"""Blank rows that stand for a gap of any size."""
ENDLESS = 1 << 62
"""The last row of hands that go on to the end of their table, however long it is."""
Located = Callable[[Sequence[Grid]], tuple[Grid, Layout]]
Progress = Callable[[int, int], None]


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
    layout = replace(layout, last=ENDLESS, header=0, edge=None) if table.named else layout
    layout = layout if table.named else replace(layout, beside=persons_beside(grid, layout))
    below = len(grid.rows) - 1
    ends = (layout.last < below, layout.first > below, *(high > below for _, high in layout.left_out))
    if not table.ended and not table.named and any(ends):
        raise NotPlainError
    players = [0] * len(layout.hands) if len(layout.hands) > 1 else []
    counts = Counts(
        str(source.path), grid.sheet, players=players, names=list(layout.names), layout=layout, game=options.game
    )
    counts.no_showdown = 0 if layout.board else None
    check = None
    if options.check is not None:
        from xlpoker.scoring.check_hands import check_of

        check = check_of(grid, layout, options.check, layout, options.scale)
    open_end = not table.ended and layout.last == below
    rows = _Rows(layout, options, counts, check, open_end)
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

    `open_end` tells that the hands go on below the last row of the layout. `kept` has the cells of odd rows and of blank ones, and
    None for the good rows beside them.
    """

    layout: Layout
    options: Options
    counts: Counts
    check: Check | None
    open_end: bool
    kept: dict[int, list[Any] | None] = field(default_factory=dict)
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
        near = marks.copy()
        near[:-1] |= marks[1:]
        near[1:] |= marks[:-1]
        near[:1] = near[-1:] = True
        for row, gap in zip(there[near].tolist(), gaps[near].tolist(), strict=True):
            self.kept |= {blank: [] for blank in range(row - gap, row)[:BLANKS]}
            self.kept[row] = scored.rest.get(row)
        self.seen = max([self.seen, *there[-1:].tolist()])
        self.odd += len(odd)
        if self.odd > MOST_ODD:
            raise NotPlainError

    def last_proved(self, head: Grid, located: Located) -> int:
        """Return the last row of the hands; raise `NotPlainError` where there is more than the first rows showed."""
        if not self.open_end:
            return ENDLESS
        if self.first_good >= len(head.rows) or (10 * self.outside >= self.count).any():
            raise NotPlainError
        kept = {row: cells for row, cells in self.kept.items() if row >= len(head.rows)}
        if all(cells is None for cells in kept.values()):
            return self.last_good  # good rows without a gap: the layout of the first ones holds
        good, numbers = head.rows[self.first_good], [*range(len(head.rows)), *kept]
        below = [good if cells is None else cells for cells in kept.values()]
        try:
            found = located([Grid(head.sheet, [*head.rows, *below])])[1]
        except PokerError as error:
            raise NotPlainError from error
        known = self.layout
        if (found.first, found.hands, found.board) != (known.first, known.hands, known.board):
            raise NotPlainError
        last: int = numbers[min(found.last, len(numbers) - 1)]
        if self.last_good > last or any(high >= len(head.rows) for _, high in found.gaps):
            raise NotPlainError
        return last


def score_block(block: Block, layout: Layout, options: Options, *, open_end: bool = False) -> Scored:
    """Return the outcome of the rows of a block that belong to the hands; blank rows are skipped.

    With `open_end` the hands go on below the last row of the layout. Raises `OptionError` for an unknown game, joker rule
    or encoding; everything that is wrong with a row is in the outcome.
    """
    numbers = block.numbers
    low = int(np.searchsorted(numbers, layout.first))
    high = len(numbers) if open_end else int(np.searchsorted(numbers, layout.last + 1))
    players = len(layout.hands)
    if low >= high:
        return empty(players)
    numbers = numbers[low:high]
    codes, values, winners = _arrays(block, layout, options, low, high)
    within = np.ones(len(numbers), np.bool_)
    for above, below in layout.left_out:
        within[np.searchsorted(numbers, above) : np.searchsorted(numbers, below + 1)] = False
    good = (winners >= 0) & within
    scored = Scored(numbers, values, winners, codes=codes, board=layout.board is not None)
    if not good.all():
        blank = np.ones(len(good), np.bool_)
        for one in codes:
            blank &= (one == MISSING).all(axis=1)
        odd = np.flatnonzero(~good & within & (~blank | block.held(low, high)))
        if len(odd):
            reader = RowReader(block.window((odd + low).tolist()), layout, options)
            one_by_one(reader, odd.tolist(), scored, good)
        scored.rows, scored.values, scored.winners = numbers[good], scored.values[good], winners[good]
        scored.codes = [one[good] for one in codes]
    scored.rows = scored.rows.astype(np.int32)
    if players == 1:
        scored.winners = np.minimum(scored.winners, 0).astype(np.int8)
    return scored


def _arrays(
    block: Block, layout: Layout, options: Options, low: int, high: int
) -> tuple[list[Codes], npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the codes, the values and the winners of some rows; winner -1 where the kernel has no answer."""
    players = len(layout.hands)
    if players <= MOST_PLAYERS and (options.cards is None or block.reads_numbers):
        codes = [_codes(block, area, low, high) for area in layout.areas]
        hands, board = (codes[:-1], codes[-1]) if layout.board else (codes, None)
        try:
            if options.game == "five-card":
                found = showdown(hands, options.jokers)
            else:
                found = game_showdown(options.game, board, *hands, jokers=options.jokers)
        except PokerError:  # the number of cards, which is the same in every row: reading them says what is wrong
            pass
        else:
            return codes, found.values, _checked(block, layout, codes, found.winners, low, high)
    return [], np.zeros((high - low, players), np.uint16), np.full(high - low, -1, np.int16)


def _checked(
    block: Block, layout: Layout, codes: list[Codes], winners: npt.NDArray[Any], low: int, high: int
) -> npt.NDArray[Any]:
    """Return the winners, -1 for rows that are read one by one: with a hand of another size, or a cell behind the last hand."""
    odd = np.zeros(len(winners), np.bool_)
    for area, one, size in zip(layout.hands, codes, layout.sizes, strict=False):
        if layout.strict and size > 1 and area.first == area.last:
            cards = (one < BAD).sum(axis=1)
            odd |= (cards != size) & (cards > 0)
    if layout.board is not None and layout.board.last > layout.board.first:
        odd |= (codes[-1] < BAD).sum(axis=1) < layout.board_cards
    if layout.edge is not None:
        odd |= (block.codes(Area(layout.edge, layout.edge), low, high) != MISSING).any(axis=1)
    return np.where(odd, -1, winners) if odd.any() else winners


def _codes(block: Block, area: Area, low: int, high: int) -> Codes:
    """Return the codes of an area of some rows, column by column where others stand between."""
    if not area.apart or block.reads_numbers:
        return block.codes(area, low, high)
    cells = [block.codes(Area(at, at), low, high) for at in area.apart]
    return np.stack([np.where((one[:, 1:] < MISSING).any(axis=1), BAD, one[:, 0]) for one in cells], axis=1)
