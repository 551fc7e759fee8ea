"""Data types of scoring: blocks of rows, single rows as values, and the outcome of a block.

Every input is scored block by block. A `Block` gives the codes of an area as an array, which is
enough for good rows. It gives single rows as values (`Window`), to find out what is wrong with the
others::

    Block --codes--> batch kernel --values, winners--> Scored
      \\--window--> rows one by one --values or CellError--/
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import a1
from xlpoker.errors import CellError
from xlpoker.evaluator.batch.codes import parse, parse_hands
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.evaluator.cards import JOKER
from xlpoker.evaluator.classes import name
from xlpoker.evaluator.showdown import best_players
from xlpoker.layout.grid import Area, Grid
from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows
from xlpoker.scoring.single_rows import (
    AddressOf,
    Hands,
    Texts,
    Window,
    first_filled,
    names_of_row,
)

__all__ = [
    "Block",
    "Codes",
    "GridBlock",
    "Scored",
    "cards_of",
    "categories_of",
    "empty",
    "grid_blocks",
    "joined",
    "names_in_rows",
]

GRID_ROWS = 1 << 14
"""Rows of a table in memory that are scored together."""
_category = cache(partial(name, style="short"))
Codes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[Any]
Marks = npt.NDArray[np.bool_]
Value = TypeVar("Value")


class Block(Protocol):
    """Some rows of a sheet of any format; the content of a cell never raises.

    `first_filled` and `value` go by the numbers of rows in the sheet. All other methods go by their
    indices in the block, from 0: from `low` up to, but not including, `high`, or some `places`.
    """

    @property
    def reads_numbers(self) -> bool:
        """Whether `codes` also reads cards written as numbers, in the encoding of the block."""
        return False

    @property
    def numbers(self) -> Numbers:
        """The numbers of its rows in the sheet, ascending, counted from 0."""

    @property
    def marked(self) -> MarkedRows:
        """Its rows that are hidden, filtered out or struck out."""
        return NO_MARKS

    def codes(self, area: Area, low: int, high: int) -> Codes:
        """Return the codes (rows, cards) of an area in some of the rows.

        The code is 255 for an empty cell, 254 for any other cell without a card.
        """

    def may_be_filled(self, low: int, high: int) -> Marks:
        """Tell for each of some rows whether it may hold anything: one that does not is never read."""
        return np.ones(high - low, np.bool_)

    def window(self, places: Sequence[int]) -> Window:
        """Return some of the rows as values."""

    def cells_in(self, column: int, places: Numbers) -> list[Any]:
        """Return the values in a column, in some of the rows."""
        window = self.window(places.tolist())
        rows = self.numbers[places].tolist()
        return [window.cell(row, column) for row in rows]

    def first_filled(
        self,
        known: Collection[int],  # noqa: ARG002 - as in subclasses
        first: int,  # noqa: ARG002 - as in subclasses
        texts: Collection[int],  # noqa: ARG002 - as in subclasses
    ) -> dict[int, int]:
        """Return the first filled row of each column that has one and is not known yet.

        Only rows from `first` on count, without those of text.
        """
        return {}

    def value(self, row: int, column: int) -> Any:
        """Return the value of a cell in one of the rows."""
        place = np.searchsorted(self.numbers, row)
        window = self.window([int(place)])
        return window.cell(row, column)


@dataclass(frozen=True, slots=True)
class GridBlock(Block):
    """Rows in memory as Python values; the first has the number `first`.

    `address_of` gives the addresses of their cells, `marked` may know of other rows, too.

    >>> block = GridBlock(Grid("", [["5H", "TD"], ["5H 5C", 7]]))
    >>> block.codes(Area(0, 1), 0, 2).tolist()
    [[14, 33], [254, 254]]
    """

    grid: Grid
    first: int = 0
    uncalculated: Texts = field(default_factory=dict)
    address_of: AddressOf = a1
    marked: MarkedRows = NO_MARKS

    @property
    def numbers(self) -> Numbers:
        """The numbers of its rows."""
        count = len(self.grid.rows)
        return np.arange(self.first, self.first + count)

    def codes(self, area: Area, low: int, high: int) -> Codes:
        """Return the codes of an area: one card per cell, or whole hands in cells."""
        width = area.last + 1 - area.first
        cells: list[Any] = []
        for row in self.grid.rows[low:high]:
            part = row[area.first : area.last + 1]
            cells += part
            missing = width - len(part)
            if missing > 0:
                blank_cells = [None] * missing
                cells += blank_cells
        texts = np.fromiter(cells, object, len(cells))
        if width == 1:
            return parse_hands(texts)
        texts_by_row = texts.reshape(-1, width)
        return parse(texts_by_row)

    def first_filled(
        self, known: Collection[int], first: int, texts: Collection[int]
    ) -> dict[int, int]:
        """Return the first filled row of each column that has one and is not known yet.

        Only rows from `first` on count, without those of text.

        >>> block = GridBlock(Grid("", [["5H"], ["6S", None, "x"], ["7S", "y", "z"]]))
        >>> block.first_filled({0}, 0, [2])
        {2: 1}
        """
        return first_filled(self.grid.rows, self.first, known, first, texts)

    def window(self, places: Sequence[int]) -> Window:
        """Return all rows as values."""
        index = None
        if self.first > 0:
            index = {place + self.first: place for place in places}
        return Window(self.grid, index, self.uncalculated, self.address_of)


def grid_blocks(
    grid: Grid,
    size: int,
    uncalculated: Texts | None = None,
    marked: MarkedRows = NO_MARKS,
) -> Iterator[tuple[int, GridBlock]]:
    """Yield all rows of a grid as blocks, each with its share of a size.

    >>> [(place, block.first) for place, block in grid_blocks(Grid("", [[]] * 40_000), 100)]
    [(40, 0), (81, 16384), (100, 32768)]
    """
    count = len(grid.rows)
    for first in range(0, count, GRID_ROWS):
        end = min(first + GRID_ROWS, count)
        part = Grid(grid.sheet, grid.rows[first:end])
        block = GridBlock(part, first, uncalculated or {}, marked=marked)
        place = size * end // count
        yield place, block


Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """The outcome of a block: rows, values and winners of the good rows, the problems of bad ones.

    ============ =============================================================================
    `rows`       (n,) numbers of the good rows, ascending
    `values`     (n, hands) whole numbers (uint16), or float64 where hands of fewer than five
                 cards are among them; 0 for a hand that is not in the showdown
    `winners`    (n,) 1 .. N, 0 for a tie and with one hand in each row, `NO_SHOWDOWN` where
                 players are left and the board is not dealt
    `problems`   what is wrong with each bad row
    `titles`     the words of rows between the hands
    `rest`       the values of bad rows, and of rows that are blank where the hands are
    `codes`      the codes of the good rows' hands, the board's last
    `read`       the codes of rows that were read one by one: hands and board, by row
    `seated`     the players' names in each good row, where they stand there
    `has_board`  whether the last of `codes` are those of the board
    `address_of` gives the address of a hand from its row and column
    `lows`       (n, hands) values of the low hands, 0 for none, where the pot is halved
    `shares`     (n, hands) ids of the players' shares (`xlpoker.scoring.halves`) there
    `further`    the outcome on each further board, in the rows that have it
    `stakes`     (n, hands) what each player put in, in whole units, where the columns are named
    `payouts`    (n, hands) what each player gets of the pots there, -1 without a showdown
    ============ =============================================================================
    """

    rows: npt.NDArray[np.int32]
    values: Numbers
    winners: Numbers
    problems: dict[int, CellError] = field(default_factory=dict)
    titles: dict[int, str] = field(default_factory=dict)
    rest: dict[int, list[Any]] = field(default_factory=dict)
    codes: list[Codes] = field(default_factory=list)
    read: Mapping[int, Hands] = field(default_factory=dict)
    seated: dict[int, Names] = field(default_factory=dict)
    has_board: bool = False
    address_of: AddressOf = a1
    lows: Numbers | None = None
    shares: Numbers | None = None
    further: tuple[Scored, ...] = ()
    stakes: Numbers | None = None
    payouts: Numbers | None = None

    def on_board(self, number: int) -> Scored:
        """Return the outcome on a board, counted from 0."""
        if number == 0:
            return self
        return self.further[number - 1]

    def chosen(self, is_chosen: Marks) -> Scored:
        """Return the outcome with some of the good rows."""
        rows = self.rows[is_chosen]
        chosen_rows = {*rows.tolist()}
        return replace(
            self,
            rows=rows,
            values=self.values[is_chosen],
            winners=self.winners[is_chosen],
            codes=[codes[is_chosen] for codes in self.codes],
            read=_of_rows(self.read, chosen_rows),
            seated=_of_rows(self.seated, chosen_rows),
            lows=_chosen_or_none(self.lows, is_chosen),
            shares=_chosen_or_none(self.shares, is_chosen),
            stakes=_chosen_or_none(self.stakes, is_chosen),
            payouts=_chosen_or_none(self.payouts, is_chosen),
        )

    def hands(self, index: int) -> Hands:
        """Return the codes of each hand and of the board in the good row of an index."""
        row = int(self.rows[index])
        read = self.read.get(row)
        if read is not None:
            return read
        hands = [cards_of(codes[index]) for codes in self.codes]
        board = hands.pop() if self.has_board else []
        return hands, board

    def hand_size(self) -> int:
        """Return how many cards each hand has with the board, in rows of one hand.

        The size is 0 where hands differ, or jokers are among them.
        """
        sizes: set[int] = set()
        for (hand,), board in self.read.values():
            cards = [*hand, *board]
            has_joker = JOKER in cards
            sizes.add(0 if has_joker else len(cards))
        if self.codes:
            sizes |= self._sizes_by_codes()
        return sizes.pop() if len(sizes) == 1 else 0

    def _sizes_by_codes(self) -> set[int]:
        """Return the sizes of hands with the board, in rows that were not read one by one."""
        codes = np.hstack(self.codes)
        if self.read:
            is_read = np.isin(self.rows, list(self.read))
            codes = codes[~is_read]
        if (codes == JOKER).any():
            return {0}
        is_card = codes < BAD
        sizes = is_card.sum(axis=1)
        rows_by_size = np.bincount(sizes)
        sizes_there = np.flatnonzero(rows_by_size)
        return set(sizes_there.tolist())

    def best_players(self, index: int) -> list[int]:
        """Return the players (from 1 on) with the best hand, high or low, in the good row of an index."""
        lows: list[float] = []
        if self.lows is not None:
            lows = self.lows[index].tolist()
        values = self.values[index].tolist()
        return best_players(values, lows)


def _of_rows(values: Mapping[int, Value], rows: Collection[int]) -> dict[int, Value]:
    """Return the values of some rows."""
    return {row: value for row, value in values.items() if row in rows}


def _chosen_or_none(numbers: Numbers | None, is_chosen: Marks) -> Numbers | None:
    """Return the numbers of some good rows, None where there are none."""
    if numbers is None:
        return None
    return numbers[is_chosen]


def cards_of(codes: Codes) -> list[int]:
    """Return the cards among the codes of a hand."""
    return [code for code in codes.tolist() if code < BAD]


def names_in_rows(block: Block, rows: Numbers, columns: Sequence[int]) -> dict[int, Names]:
    """Return whom some rows of a block name in some columns, nobody without columns."""
    if not columns:
        return {}
    places = range(len(block.numbers))
    window = block.window(places)
    names: dict[int, Names] = {}
    for row in rows.tolist():
        names[row] = names_of_row(window, row, columns)
    return names


def empty(players: int, boards: int = 1) -> Scored:
    """Return the outcome of no rows."""
    rows = np.zeros(0, np.int32)
    values = np.zeros((0, players), np.uint16)
    winners = np.zeros(0, np.int8)
    further = tuple(empty(players) for _ in range(1, boards))
    return Scored(rows, values, winners, further=further)


def joined(blocks: Sequence[Scored]) -> Scored:
    """Return some blocks as one."""
    if not blocks:
        return empty(0)
    read: dict[int, Hands] = {}
    for block in blocks:
        read.update(block.read)
    whole = Scored(
        np.concatenate([block.rows for block in blocks]),
        np.concatenate([block.values for block in blocks]),
        np.concatenate([block.winners for block in blocks]),
        codes=_joined_codes(blocks),
        read=read,
        has_board=blocks[0].has_board,
        lows=_joined_or_none([block.lows for block in blocks]),
        shares=_joined_or_none([block.shares for block in blocks]),
        further=_joined_boards(blocks),
        stakes=_joined_or_none([block.stakes for block in blocks]),
        payouts=_joined_or_none([block.payouts for block in blocks]),
    )
    for block in blocks:
        whole.problems.update(block.problems)
        whole.titles.update(block.titles)
        whole.rest.update(block.rest)
        whole.seated.update(block.seated)
    return whole


def _joined_boards(blocks: Sequence[Scored]) -> tuple[Scored, ...]:
    """Return the outcome of all blocks on each further board."""
    count = len(blocks[0].further)
    further: list[Scored] = []
    for number in range(1, count + 1):
        on_board = [block.on_board(number) for block in blocks]
        further.append(joined(on_board))
    return tuple(further)


def _joined_or_none(parts: Sequence[Numbers | None]) -> Numbers | None:
    """Return the low hands, shares or stakes of all blocks, None where none has any; empty ones have none."""
    arrays = [part for part in parts if part is not None]
    if not arrays:
        return None
    return np.concatenate(arrays)


def _joined_codes(blocks: Sequence[Scored]) -> list[Codes]:
    """Return the codes of each hand in all blocks, none unless all blocks have them."""
    codes_by_block = [block.codes for block in blocks]
    if not all(codes_by_block):
        return []
    codes_by_hand = zip(*codes_by_block, strict=True)
    return [_stacked(codes) for codes in codes_by_hand]


def _stacked(codes: Sequence[Codes]) -> Codes:
    """Return the codes of several blocks as one array, as wide as the widest.

    Hands in cells differ in the number of their cards.
    """
    widths = [codes_of_block.shape[1] for codes_of_block in codes]
    filled_up = []
    for codes_of_block, width in zip(codes, widths, strict=True):
        missing = max(widths) - width
        further_columns = (0, missing)
        padding = ((0, 0), further_columns)
        wide = np.pad(codes_of_block, padding, constant_values=MISSING)
        filled_up.append(wide)
    return np.concatenate(filled_up)


def categories_of(values: Numbers) -> Counter[str]:
    """Return how often each category is among some values, the weakest first; 0 is no hand.

    >>> import numpy as np
    >>> categories_of(np.array([7462, 0, 1, 2]))
    Counter({'High Card': 2, 'Royal Flush': 1})
    """
    times: dict[float, int]
    if values.dtype.kind == "f":
        times = Counter(values.tolist())
    else:
        counts = np.bincount(values).tolist()
        times = dict(enumerate(counts))
    categories: Counter[str] = Counter()
    for value in sorted(times):
        if value and times[value]:
            categories[_category(value)] += times[value]
    return categories
