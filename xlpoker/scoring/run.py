"""The one loop: from a source, its blocks scored, into a sink, with the counts.

The batch kernel values every row of a block in which each cell is a card (or a whole hand) and
nothing is wrong. `rows` reads the others one by one. Where the hands are was decided by the first
rows of the table; what later rows hold that the first ones did not is noted on the way, and said::

    Source --blocks--> score_block --Scored--> Counts, Check, Sink
       \\--rows below the first ones--> Later --> what is not read
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
import numpy.typing as npt

from xlpoker.errors import LayoutError, PokerError, quoted
from xlpoker.evaluator.batch.games import game_showdown
from xlpoker.evaluator.batch.kernel import BAD, MISSING, showdown
from xlpoker.evaluator.cards import count_cards
from xlpoker.layout.games import game_named
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.later import Later
from xlpoker.layout.model import ENDLESS, Layout
from xlpoker.layout.reading import Reading
from xlpoker.scoring.counts import Counts, Options, Writing
from xlpoker.scoring.encoded import encoded_codes
from xlpoker.scoring.model import Block, Codes, Scored, empty, joined, names_in_rows
from xlpoker.scoring.rows import RowReader, one_by_one
from xlpoker.scoring.sources import Source, Table

if TYPE_CHECKING:
    from xlpoker.scoring.check import Check

__all__ = ["ENDLESS", "Detected", "MemorySink", "Output", "Progress", "Sink", "run", "score_block"]

MOST_PLAYERS = 100
"""The most hands of a row that the kernel compares: winners are numbers of eight bits."""
MOST_LISTED = 1000
"""Bad rows that are kept of a table of any length."""
Progress = Callable[[int, int], None]


class Sink:
    """A destination of results: a context manager that leaves nothing behind without `finish`.

    This one keeps nothing.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def take(self, block: Block, scored: Scored) -> None:
        """Take a block with its results: write it at once, or keep it until `finish`."""

    def finish(self) -> list[str]:
        """Complete the output; return warnings."""
        return []


@dataclass(frozen=True, slots=True)
class Output:
    """Where results are written, and how.

    Every writing sink is made from this, the source, the table and the layout. `force` lifts limits
    of size and allows losses.
    """

    target: Path
    writing: Writing
    options: Options
    force: bool = False
    progress: Progress | None = None


AnySink = TypeVar("AnySink", bound=Sink)


class MemorySink(Sink):
    """A sink that keeps the outcome of all rows in memory; with `codes` the cards, too."""

    def __init__(self, *, codes: bool = False) -> None:
        self._codes = codes
        self._blocks: list[Scored] = []

    def take(self, block: Block, scored: Scored) -> None:  # noqa: ARG002 - as the protocol has it
        """Keep the outcome of a block."""
        if not self._codes:
            scored.codes, scored.read = [], {}
        scored.rest = {row: scored.rest[row] for row in scored.problems}
        self._blocks.append(scored)

    @property
    def scored(self) -> Scored:
        """The outcome of all blocks as one; no further block is taken."""
        if len(self._blocks) != 1:
            self._blocks[:] = [joined(self._blocks)]
        (whole,) = self._blocks
        return whole


@dataclass(frozen=True)
class Detected:
    """A table in which the hands were found: its first rows, the reading and the layout.

    `later` takes what the rows below the searched ones hold; None where all were searched. `why`
    says how the search came to the reading.
    """

    table: Table
    reading: Reading
    layout: Layout
    later: Later | None = None
    why: tuple[str, ...] = ()

    @property
    def grid(self) -> Grid:
        """The first rows."""
        return self.table.grid


def run(
    source: Source,
    detected: Detected,
    sink: AnySink,
    options: Options,
    progress: Progress | None = None,
) -> Counts:
    """Take all rows of a table through scoring into a sink; return the counts.

    Raises `LayoutError` where there are no hands after all, and whatever source and sink raise.
    """
    rows = _Rows(detected, options, _counts_of(source, detected, options))
    with sink:
        _take_all(source, rows, sink, progress or (lambda *_: None))
        may_be_empty = detected.layout.has_records or detected.layout.last < detected.layout.first
        if not rows.counts.rows and not may_be_empty:
            where = detected.grid.sheet or "the file"
            raise LayoutError(f"{where} holds nothing in {rows.ranges}")
        rows.counts.reading = rows.completed_reading()
        rows.counts.warnings += [*sink.finish(), *rows.warnings, *_board_warnings(detected)]
    return rows.counts


def _counts_of(source: Source, detected: Detected, options: Options) -> Counts:
    """Return the counts of a table before any row is counted."""
    layout = detected.layout
    counts = Counts(
        str(source.path),
        detected.grid.sheet,
        names=list(layout.names),
        layout=layout,
        game=options.rule,
        why=detected.why,
    )
    if len(layout.hands) > 1:
        counts.players = [0] * len(layout.hands)
    if layout.board:
        counts.no_showdown = 0
    return counts


def _board_warnings(detected: Detected) -> list[str]:
    """Return a warning where several players share a board without room for a river."""
    grid, layout = detected.grid, detected.layout
    if layout.board is None or len(layout.hands) < 2:
        return []
    columns = layout.board.columns
    sizes = [len(columns)]
    last = min(layout.last + 1, len(grid.rows))
    for row in range(layout.first, last):
        cells = [grid.cell(row, column) for column in columns]
        if cells[-1]:
            sizes.append(sum(count_cards(cell) for cell in cells if isinstance(cell, str)))
    most = max(sizes)
    if len(sizes) == 1 or most not in (3, 4):
        return []
    return [f"the board has {most} cards, no river: winners are those so far"]


def _take_all(source: Source, rows: _Rows, sink: Sink, progress: Progress) -> None:
    """Take all blocks of a table through scoring into a sink, which alone may keep them."""
    table = rows.detected.table
    most = None if table.ended or source.rereads else MOST_LISTED
    for place, block in source.blocks(table, rows.detected.layout, rows.options):
        sink.take(block, rows.scored(block, most))
        progress(min(place, source.size), source.size)
    progress(source.size, source.size)


class _Rows:
    """The rows of a table while they are scored, checked and counted."""

    def __init__(self, detected: Detected, options: Options, counts: Counts) -> None:
        self.detected, self.options, self.counts = detected, options, counts
        self.check = _check_of(detected, options)
        self.last = -1
        self.warnings: list[str] = []

    @property
    def ranges(self) -> str:
        """The columns of the hands, for a message."""
        return ", ".join(area.letters for area in self.detected.layout.areas)

    def scored(self, block: Block, most: int | None) -> Scored:
        """Score a block, and count it; at `most` as many problems are listed."""
        layout = self.detected.layout
        scored = score_block(block, layout, self.options)
        if self.check is not None:
            self.check.take(block, scored, self.counts)
        self.counts.add(scored, most)
        self.last = max([self.last, *scored.rows[-1:].tolist(), *scored.problems])
        self._count_marked_rows(block, scored)
        if self.detected.later is not None:
            self._note_later_rows(block, scored, self.detected.later)
        return scored

    def _count_marked_rows(self, block: Block, scored: Scored) -> None:
        """Count the rows that are hidden, or struck out, and count all the same."""
        hidden, struck = block.hidden, block.struck
        if not hidden and not struck:
            return
        counted = {*scored.rows.tolist(), *scored.problems}
        self.counts.hidden += len(hidden & counted)
        self.counts.struck += len(struck & counted)

    def _note_later_rows(self, block: Block, scored: Scored, later: Later) -> None:
        """Note what the rows below the first ones hold that is not read."""
        searched = later.searched_rows
        if not len(block.numbers) or int(block.numbers[-1]) < searched:
            return
        self._check_later_games(block, scored, searched)
        for column, row in block.first_filled(
            later.filled_columns, searched, scored.titles
        ).items():
            later.column_begins(column, row, block.value(row, column))
        for row, text in scored.titles.items():
            if row >= searched and text:
                later.row_of_text(row, scored.rest[row])

    def _check_later_games(self, block: Block, scored: Scored, searched: int) -> None:
        """Raise `LayoutError` for a row below the searched ones whose column *Game* names a game that is not scored, or another one."""
        reading = self.detected.reading
        if not reading.game_columns:
            return
        rows = [row for row in scored.rows.tolist() if row >= searched]
        places = np.searchsorted(block.numbers, rows).tolist()
        window = block.window(places)
        for column in reading.game_columns:
            for row in rows:
                text = window.cell(row, column)
                if not self._is_game_of_rows(text):
                    raise LayoutError(
                        f"{window.named(row, column)}: {quoted(str(text))} in the column Game names another game"
                        f" than {reading.game}, or one that is not scored; leave its rows out with --skip"
                    )

    def _is_game_of_rows(self, text: Any) -> bool:
        """Tell whether a cell of a column *Game* allows the game that is scored."""
        if not isinstance(text, str):
            return True
        named = game_named(text)
        return named is None or named.game == self.detected.reading.game

    def completed_reading(self) -> Reading:
        """Return the reading with the last row, and with what later rows hold."""
        reading = self.detected.reading
        if self.detected.later is not None:
            reading = self.detected.later.reading(self.last)
        return replace(reading, warnings=(*reading.warnings, *self._marked_rows()))

    def _marked_rows(self) -> list[str]:
        """Return what is said of hidden and of struck-out rows."""
        texts: list[str] = []
        for count, word in ((self.counts.hidden, "hidden"), (self.counts.struck, "struck-out")):
            if count:
                texts.append(f"{count} {word} row{'s are' if count > 1 else ' is'} counted")
        return texts


def _check_of(detected: Detected, options: Options) -> Check | None:
    """Return the check of a dealer's column, if one is asked for."""
    if options.check is None:
        return None
    from xlpoker.scoring.check_hands import check_of

    return check_of(detected.grid, detected.layout, options.check, detected.layout, options.scale)


def score_block(block: Block, layout: Layout, options: Options) -> Scored:
    """Return the outcome of the rows of a block that belong to the hands; blank rows are skipped.

    Raises `OptionError` for an unknown game, joker rule or encoding; everything that is wrong with
    a row is in the outcome.
    """
    numbers = block.numbers
    low = int(np.searchsorted(numbers, layout.first))
    high = len(numbers)
    if layout.last < ENDLESS:
        high = int(np.searchsorted(numbers, layout.last + 1))
    players = len(layout.hands)
    if low >= high:
        return empty(players)
    numbers = numbers[low:high]
    codes, values, winners = _arrays(block, layout, options, low, high)
    within = np.ones(len(numbers), np.bool_)
    if layout.skipped_rows:
        within &= ~np.isin(numbers, layout.skipped_rows)
    good = (winners >= 0) & within
    scored = Scored(numbers, values, winners, codes=codes, board=layout.board is not None)
    if not good.all():
        blank = np.ones(len(good), np.bool_)
        for hand in codes:
            blank &= (hand == MISSING).all(axis=1)
        odd = np.flatnonzero(~good & within & (~blank | block.held(low, high)))
        if len(odd):
            reader = RowReader(block.window((odd + low).tolist()), layout, options)
            one_by_one(reader, odd.tolist(), scored, good)
        scored.rows = numbers[good]
        scored.values = scored.values[good]
        scored.winners = scored.winners[good]
        scored.codes = [hand[good] for hand in codes]
    scored.rows = scored.rows.astype(np.int32)
    if players == 1:
        scored.winners = np.minimum(scored.winners, 0).astype(np.int8)
    if layout.name_columns:
        scored.seated = names_in_rows(block, scored.rows, layout.name_columns)
    return scored


def _arrays(
    block: Block, layout: Layout, options: Options, low: int, high: int
) -> tuple[list[Codes], npt.NDArray[Any], npt.NDArray[Any]]:
    """Return codes, values and winners of some rows; -1 where the kernel has no answer."""
    players = len(layout.hands)
    if players <= MOST_PLAYERS and not layout.has_lines:
        codes = _codes_of_areas(block, layout, options, low, high)
        hands, board = (codes[:-1], codes[-1]) if layout.board else (codes, None)
        try:
            if options.rule == "five-card":
                outcome = showdown(hands, options.jokers)
            else:
                outcome = game_showdown(options.rule, board, *hands, jokers=options.jokers)
        except PokerError:
            # the number of cards, which is the same in every row: reading them says what is wrong
            pass
        else:
            return codes, outcome.values, _checked(layout, options, codes, outcome.winners)
    values = np.zeros((high - low, players), np.uint16)
    no_winners = np.full(high - low, -1, np.int16)
    return [], values, no_winners


def _checked(
    layout: Layout, options: Options, codes: list[Codes], winners: npt.NDArray[Any]
) -> npt.NDArray[Any]:
    """Return the winners, -1 for rows with a hand, or a board, of another size.

    These are read one by one.
    """
    odd = np.zeros(len(winners), np.bool_)
    if layout.size > 1 and options.rule != "omaha":
        for area, hand in zip(layout.hands, codes, strict=False):
            if area.first == area.last:
                cards = (hand < BAD).sum(axis=1)
                odd |= (cards != layout.size) & (cards > 0)
    if layout.board is not None and layout.board.last > layout.board.first:
        odd |= (codes[-1] < BAD).sum(axis=1) < layout.board_cards
    return np.where(odd, -1, winners) if odd.any() else winners


def _codes_of_areas(
    block: Block, layout: Layout, options: Options, low: int, high: int
) -> list[Codes]:
    """Return the codes of each hand, and of the board, of some rows."""
    if options.cards is not None and not block.reads_numbers:
        return encoded_codes(block, layout.areas, options.cards, low, high)
    return [_codes(block, area, layout, low, high) for area in layout.areas]


def _codes(block: Block, area: Area, layout: Layout, low: int, high: int) -> Codes:
    """Return the codes of an area of some rows, column by column where others stand between."""
    most = layout.board_cards if area == layout.board else layout.size
    if most and area.last > area.first and not layout.several.isdisjoint(area.columns):
        return _joined_codes(block, area, most, low, high)
    if not area.apart or block.reads_numbers:
        return block.codes(area, low, high)
    columns = []
    for column in area.apart:
        cells = block.codes(Area(column, column), low, high)
        has_more = (cells[:, 1:] < MISSING).any(axis=1)
        columns.append(np.where(has_more, BAD, cells[:, 0]))
    return np.stack(columns, axis=1)


def _joined_codes(block: Block, area: Area, most: int, low: int, high: int) -> Codes:
    """Return the codes of columns with several cards in a cell as one run of at most so many.

    Such columns are *Flop* | *Turn* | *River*. A row with more cards begins with `BAD`.
    """
    cells = [block.codes(Area(column, column), low, high) for column in area.columns]
    codes = np.hstack(cells)
    is_missing = codes == MISSING
    # the cards of each row to the left, in their order
    order = np.argsort(is_missing, axis=1, kind="stable")
    codes = np.take_along_axis(codes, order, axis=1)
    has_more = (codes[:, most:] != MISSING).any(axis=1)
    codes[has_more, 0] = BAD
    return np.ascontiguousarray(codes[:, :most])
