"""Scores rows of values without NumPy, for an open sheet in a spreadsheet program.

::

    columns of cards, in most games --> values of all rows at once
      \\-- a row with anything else --> quick_row_reader --> its values and winner
                                          \\-- anything odd --> RowReader --> what is wrong

Most rows hold a card in each cell of each hand, or a whole hand in a cell. Each way takes the rows
that the one before it leaves. `RowReader` reads them as it does those of files.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import add
from typing import Any

from xlpoker.addresses import a1
from xlpoker.errors import CellError
from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.cells import cell_codes, is_blank
from xlpoker.evaluator.hand import card_sets, quick_numbers, quick_values
from xlpoker.evaluator.showdown import (
    best_players,
    winner_of,
    winners_of,
)
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.halves import shares_of_row
from xlpoker.scoring.rows import GoodRow, RowReader
from xlpoker.scoring.run_twice import fault_of_boards
from xlpoker.scoring.single_rows import AddressOf, Hands, Window, names_of_row

__all__ = ["RowResults", "score_rows"]

_HOLE_CARDS = 2
_LEAST_BOARD = 3
_MOST_BOARD = 5
Row = Sequence[Any]
Columns = Sequence[Sequence[Any]]
Values = tuple[float, ...]


class RowResults:
    """The outcome of rows, as lists.

    ========== ==========================================================================
    `grid`     the cells, which `layout` says what to read of
    `rows`     the numbers of the good rows, ascending
    `values`   the values of the hands of each good row, 0 for one not in the showdown
    `winners`  1 .. N of each good row, 0 for a tie and with one hand in each row,
               `NO_SHOWDOWN` where players are left and the board is not dealt
    `cards`    the codes of the hands and of the board of good rows, but for rows of plain cards,
               where these are read when they are needed
    `problems` what is wrong with each bad row
    `titles`   the words of rows between the hands
    `seated`   the players' names in each good row, where they stand there
    `lows`     the values of the low hands of each good row, 0 for none, where the pot is halved
    `shares`   the players' shares of the pot there, None for one not in the showdown
    `further`  the outcome on each further board, in the rows that have it
    ========== ==========================================================================
    """

    def __init__(self, grid: Grid, layout: Layout) -> None:
        self.grid = grid
        self.layout = layout
        self.rows: list[int] = []
        self.values: list[tuple[float, ...]] = []
        self.winners: list[int] = []
        self.cards: dict[int, Hands] = {}
        self.problems: dict[int, CellError] = {}
        self.titles: dict[int, str] = {}
        self.seated: dict[int, tuple[str, ...]] = {}
        self.lows: list[tuple[float, ...]] = []
        self.shares: list[tuple[Fraction | None, ...]] = []
        self.further: list[RowResults] = []

    @property
    def all_rows(self) -> list[int]:
        """All rows with a result or a problem, in order."""
        if not self.problems:
            return self.rows
        return sorted([*self.rows, *self.problems])

    def hands(self, row: int) -> Hands:
        """Return the codes of the hands, and of the board, of a good row."""
        if row in self.cards:
            return self.cards[row]
        hands = [self._codes(row, area) for area in self.layout.hands]
        board = self.layout.board
        return hands, [] if board is None else self._codes(row, board)

    def _codes(
        self,
        row: int,
        area: Area,
    ) -> list[int]:
        """Return the codes in an area of a row of plain cards."""
        codes: list[int] = []
        for column in area.columns:
            codes += cell_codes(self.grid.cell(row, column))
        return codes

    def best_players(self, index: int) -> list[int]:
        """Return the players (from 1 on) with the best hand, high or low, in the good row of an index."""
        lows = self.lows[index] if self.lows else ()
        return best_players(self.values[index], lows)

    def chosen(self, rows: Collection[int]) -> RowResults:
        """Return the outcome with some of the good rows, and without problems and titles."""
        results = RowResults(self.grid, self.layout)
        for index, row in enumerate(self.rows):
            if row not in rows:
                continue
            results.rows.append(row)
            results.values.append(self.values[index])
            results.winners.append(self.winners[index])
            if row in self.cards:
                results.cards[row] = self.cards[row]
            if row in self.seated:
                results.seated[row] = self.seated[row]
            if self.lows:
                results.lows.append(self.lows[index])
                results.shares.append(self.shares[index])
        return results

    def add(
        self,
        row: int,
        values: tuple[float, ...],
        winner: int,
        cards: Hands | None = None,
        lows: tuple[float, ...] = (),
    ) -> None:
        """Add a good row; its cards are none where they are in the cells, one in each."""
        if lows:
            self.lows.append(lows)
            self.shares.append(shares_of_row(values, lows, winner))
        self.rows.append(row)
        self.values.append(values)
        self.winners.append(winner)
        if cards is not None:
            self.cards[row] = cards

    def add_plain_rows(
        self,
        rows: list[int],
        values: list[Values],
    ) -> None:
        """Add good rows of plain cards."""
        self.rows += rows
        self.values += values
        self.winners += winners_of(values)


def score_rows(
    grid: Grid,
    layout: Layout,
    options: Options,
    address_of: AddressOf = a1,
) -> RowResults:
    """Return the outcome of the rows of a grid that belong to the hands; blank rows are skipped.

    `address_of` gives the address of a cell. Raises `OptionError` for an unknown game, joker rule or
    encoding; everything that is wrong with a row is in the outcome.

    >>> rows = [["5H 5C 6S 7S KD", "2C 3S 8S 8D TD"], ["5D 8C 9S JS AC", "1OH"]]
    >>> layout = Layout("", 0, 1, (Area(0, 0), Area(1, 1)), size=5)
    >>> results = score_rows(Grid("", rows), layout, Options())
    >>> results.values, results.winners, str(results.problems[1])
    ([(2067, 2633)], [2], "B2: '1OH' is not a card; did you mean '10H'?")
    """
    if layout.further_boards:
        return _on_all_boards(grid, layout, options, address_of)
    results = RowResults(grid, layout)
    window = Window(grid, address_of=address_of)
    reader = RowReader(window, layout, options)
    skipped = frozenset(layout.skipped_rows)
    end = min(layout.last + 1, len(grid.rows))
    all_numbers = range(layout.first, end)
    numbers = [row for row in all_numbers if row not in skipped]
    width = 1 + max(layout.columns)
    rows_with_gaps: list[Row] = [grid.rows[row] for row in numbers]
    rows = _filled_up(rows_with_gaps, width)
    values_of_rows = _values_of_cells(rows, layout, options)
    plain_values = [values for values in values_of_rows if values is not None]
    if len(plain_values) == len(rows):
        results.add_plain_rows(numbers, plain_values)
    else:
        from xlpoker.scoring.quick_rows import quick_row_reader  # most tables need none

        read = quick_row_reader(rows, layout, options)
        for row, cells, values in zip(numbers, rows, values_of_rows, strict=True):
            _add_row(results, row, cells, values, read, reader)
    if len(layout.hands) == 1:
        results.winners = [min(winner, 0) for winner in results.winners]
    if layout.name_columns:
        for row in results.rows:
            results.seated[row] = names_of_row(window, row, layout.name_columns)
    return results


def _on_all_boards(
    grid: Grid,
    layout: Layout,
    options: Options,
    address_of: AddressOf,
) -> RowResults:
    """Return the outcome of rows on the first board, with those on the others as `further`."""
    window = Window(grid, address_of=address_of)
    first_layout = layout.on_board(0)
    first = score_rows(grid, first_layout, options, address_of)
    problems = {**first.problems}
    further: list[RowResults] = []
    for number in range(1, len(layout.boards)):
        further_layout = _without_blank_boards(grid, layout, number)
        results = score_rows(grid, further_layout, options, address_of)
        faults = _faults_of_boards(window, layout, first, results, number)
        problems = {**faults, **results.problems, **problems}
        further.append(results)
    good_rows = {*first.rows}.difference(problems)
    whole = first.chosen(good_rows)
    whole.layout = layout
    whole.problems = problems
    whole.titles = first.titles
    for results in further:
        showdowns = good_rows.intersection(_rows_with_board(results))
        whole.further.append(results.chosen(showdowns))
    return whole


def _faults_of_boards(
    window: Window,
    layout: Layout,
    first: RowResults,
    results: RowResults,
    number: int,
) -> dict[int, CellError]:
    """Return what is wrong with rows in which the first board or a further one is not full."""
    sizes_of_first = _board_sizes(first)
    faults: dict[int, CellError] = {}
    for row, size in _board_sizes(results).items():
        size_of_first = sizes_of_first.get(row, 0)
        fault = fault_of_boards(layout, [size_of_first, size], number)
        if fault is not None:
            faults[row] = fault.error(window, row)
    return faults


def _rows_with_board(results: RowResults) -> list[int]:
    """Return the good rows with cards on the board."""
    return [row for row, size in _board_sizes(results).items() if size > 0]


def _without_blank_boards(
    grid: Grid,
    layout: Layout,
    number: int,
) -> Layout:
    """Return the layout of the showdowns on a further board, without the rows in which it is blank."""
    columns = layout.boards[number].columns
    skipped_rows = {*layout.skipped_rows}
    for row in range(len(grid.rows)):
        cells = [grid.cell(row, column) for column in columns]
        if all(map(is_blank, cells)):
            skipped_rows.add(row)
    in_order = sorted(skipped_rows)
    return replace(layout.on_board(number), skipped_rows=tuple(in_order))


def _board_sizes(results: RowResults) -> dict[int, int]:
    """Return how many cards the board of each good row has."""
    sizes: dict[int, int] = {}
    for row in results.rows:
        _, board = results.hands(row)
        sizes[row] = len(board)
    return sizes


def _filled_up(
    rows: list[Row],
    width: int,
) -> list[Row]:
    """Return rows with blank cells at the ends of those that are shorter than a width."""
    narrowest = min(map(len, rows), default=width)
    if narrowest >= width:
        return rows
    blank_cells = [None] * width
    return [[*row, *blank_cells[len(row) :]] for row in rows]


def _add_row(
    results: RowResults,
    row: int,
    cells: Row,
    values: Values | None,
    read: Callable[[Row], GoodRow | None],
    reader: RowReader,
) -> None:
    """Add a row whose values are known, or that is still to be read; an odd one is read by `reader`."""
    if values is not None:
        results.add(row, values, winner_of(values))
        return
    outcome = read(cells) or reader.outcome(row)
    if isinstance(outcome, GoodRow):
        results.add(row, *outcome)
    elif isinstance(outcome, CellError):
        results.problems[row] = outcome
    elif outcome.text:
        results.titles[row] = outcome.text


def _values_of_cells(rows: Sequence[Row], layout: Layout, options: Options) -> list[Values | None]:
    """Return the values of the hands of each row of different cards, None for other rows.

    These are rows of five-card hands, or of hold'em with a full board, without a joker. Each cell
    holds a card, or all cards of a hand with blanks between them. The cards are looked up column by
    column.
    """
    board = layout.board
    sizes = [_size_of_area(area, layout.size) for area in layout.hands]
    size_of_board = 0
    if board is not None:
        size_of_board = _size_of_area(board, _MOST_BOARD)
    is_quick = _is_quick_game(options.rule, sizes, size_of_board)
    if not rows or options.cards or not is_quick:
        return [None] * len(rows)
    columns = [*zip(*rows, strict=False)]
    columns_by_area = [
        _columns_of_cards(columns, area, size)
        for area, size in zip(layout.hands, sizes, strict=True)
    ]
    columns_of_board: Columns = []
    if board is not None:
        columns_of_board = _columns_of_cards(columns, board, size_of_board)
    return _values_of_columns(columns_by_area, columns_of_board)


def _is_quick_game(game: str, sizes: Sequence[int], size_of_board: int) -> bool:
    """Tell whether a game is five-card poker or hold'em, with as many cards as it takes."""
    if game == "holdem":
        has_board = _LEAST_BOARD <= size_of_board <= _MOST_BOARD
        return has_board and set(sizes) == {_HOLE_CARDS}
    if game != "five-card" or size_of_board:
        return False
    return min(sizes) > 1 and max(sizes) <= MAX_CARDS


def _values_of_columns(hands: Sequence[Columns], board: Columns) -> list[Values | None]:
    """Return the values of the hands of each row, None where a card is missing or stands twice.

    Of different cards the sum of the sets has a bit for each card, of any others fewer.
    """
    numbers_by_area = [quick_numbers(columns) for columns in (*hands, board)]
    sets_by_area = [card_sets(numbers) for numbers in numbers_by_area if numbers]
    *numbers_by_hand, numbers_of_board = numbers_by_area
    values_by_hand = []
    for columns, numbers in zip(hands, numbers_by_hand, strict=True):
        with_board = [*map(add, numbers, numbers_of_board)] if board else numbers
        values = quick_values([*columns, *board], with_board)
        values_by_hand.append(values)
    cards = sum(map(len, hands)) + len(board)
    sums_of_sets = map(sum, zip(*sets_by_area, strict=True))
    values_of_rows = zip(*values_by_hand, strict=True)
    return [
        values if sum_of_sets.bit_count() == cards else None
        for values, sum_of_sets in zip(values_of_rows, sums_of_sets, strict=True)
    ]


def _size_of_area(
    area: Area,
    size_in_cell: int,
) -> int:
    """Return how many cards an area holds; those in one cell have a size of their own."""
    columns = len(area.columns)
    return columns if columns > 1 else size_in_cell


def _columns_of_cards(
    columns: Columns,
    area: Area,
    size: int,
) -> Columns:
    """Return the texts of the cards in an area, card by card; blank texts for any other number of cards."""
    if len(area.columns) > 1:
        return [columns[column] for column in area.columns]
    other_size = ("",) * size
    texts: list[Sequence[str]] = []
    for cell in columns[area.first]:
        words = cell.split() if isinstance(cell, str) else ()
        texts.append(words if len(words) == size else other_size)
    return [*zip(*texts, strict=True)]
