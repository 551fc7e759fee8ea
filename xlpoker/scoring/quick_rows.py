"""Values rows of cards cell by cell, without NumPy and without saying what is wrong with a row.

::

    5H | 5C | 6S | 7S | KD      codes 14 12 19 23 45    the value, and who wins
    5H | 5X | 6S | 7S | KD      None: `xlpoker.scoring.rows` reads the row and says what is wrong

The codes of each different cell are parsed once and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from xlpoker.errors import PokerError
from xlpoker.evaluator.cells import cell_codes
from xlpoker.evaluator.encodings import Encoding, encoding
from xlpoker.evaluator.games import HIGH_LOW, game_strength, low_strength
from xlpoker.evaluator.hand import strength
from xlpoker.evaluator.showdown import shared_card, winner_of, winner_of_halves
from xlpoker.layout.cells import kind_of
from xlpoker.layout.grid import Area
from xlpoker.layout.model import Layout
from xlpoker.layout.sheet import is_cards
from xlpoker.scoring.counts import Options
from xlpoker.scoring.rows import GoodRow

__all__ = ["quick_row_reader"]

_LEAST_BOARD = 3
Row = Sequence[Any]
Codes = tuple[int, ...]
QuickRowReader = Callable[[Row], GoodRow | None]
"""Returns the outcome of a row, None where anything is odd."""
AreaReader = Callable[[Row], Codes | None]
"""Returns the codes of an area of a row, None where anything is odd."""
Valuer = Callable[[Sequence[int], Sequence[int]], float]
"""Returns the value of the codes of a hand and of a board."""


def quick_row_reader(rows: Sequence[Row], layout: Layout, options: Options) -> QuickRowReader:
    """Return a function that values one of some rows, and returns None where anything is odd."""
    if layout.has_lines:
        return _no_quick_row
    numbers = encoding(options.cards) if options.cards else None
    hand_readers = [_area_reader(area, layout.size, numbers) for area in layout.hands]
    board_reader = _area_reader(layout.board, 0, numbers) if layout.board else _no_board
    full_board = _full_board(rows, layout, board_reader)
    value_hands = _hands_valuer(options)

    def read(row: Row) -> GoodRow | None:
        board = board_reader(row)
        if board is None or len(board) < full_board:
            return None
        hands: list[Codes] = []
        for hand_reader in hand_readers:
            codes = hand_reader(row)
            if codes is None:
                return None
            hands.append(codes)
        return value_hands(hands, board)

    return read


def _hands_valuer(options: Options) -> Callable[[Sequence[Codes], Codes], GoodRow | None]:
    """Return a function that values the hands of a row with its board, and returns None for wrong ones."""
    value_of = _valuer(options)
    low_of = _low_valuer(options)

    def value_hands(hands: Sequence[Codes], board: Codes) -> GoodRow | None:
        lows: tuple[float, ...] = ()
        try:
            values = tuple([value_of(codes, board) for codes in hands])
            if low_of is not None:
                lows = tuple([low_of(codes, board) for codes in hands])
        except PokerError:
            return None
        if len(hands) == 1:
            return GoodRow(values, 0, (hands, board), lows)
        if shared_card(hands):
            return None
        winner = winner_of_halves(values, lows) if lows else winner_of(values)
        return GoodRow(values, winner, (hands, board), lows)

    return value_hands


def _no_quick_row(_row: Row) -> None:
    """Return no outcome of a row with all hands in one cell, which is read cell by cell."""


def _full_board(rows: Sequence[Row], layout: Layout, board_reader: AreaReader) -> int:
    """Return how many cards the board of a row has whose hands are compared.

    A board in one cell has as many as the longest one.
    """
    if layout.board is None:
        return 0
    if len(layout.board.columns) > 1:
        return max(layout.board_cards, _LEAST_BOARD)
    longest = _LEAST_BOARD
    for row in rows:
        board = board_reader(row)
        if board is not None:
            longest = max(longest, len(board))
    return longest


def _no_board(_row: Row) -> Codes:
    """Return the board of a game without one."""
    return ()


def _valuer(options: Options) -> Valuer:
    """Return the function that values the codes of a hand and of a board."""
    game = options.rule
    jokers = options.jokers
    if game == "five-card":
        return lambda codes, _board: strength(codes, jokers)
    return lambda codes, board: game_strength(game, codes, board, jokers)


def _low_valuer(options: Options) -> Valuer | None:
    """Return the function that values the low hand of a hand and a board, None where there is none."""
    game = options.rule
    jokers = options.jokers
    if game != HIGH_LOW:
        return None
    return lambda codes, board: low_strength(game, codes, board, jokers)


def _area_reader(area: Area, size: int, numbers: Encoding | None) -> AreaReader:
    """Return a function that reads the codes of an area of a row.

    `size` is that of hands in one cell, 0 or 1 where it is free.
    """
    columns = area.columns
    if numbers is not None:
        return _numbers_reader(columns, numbers)
    known = _KnownCells()
    if len(columns) == 1:
        column = columns[0]

        def read_hand(row: Row) -> Codes | None:
            codes = known[row[column]]
            if codes is None:
                return None
            if size > 1 and len(codes) != size:
                return None
            return codes

        return read_hand
    take = itemgetter(*columns)

    def read_cards(row: Row) -> Codes | None:
        cards: list[int] = []
        for cell in take(row):
            codes = known[cell]
            if codes is None or len(codes) > 1:
                return None
            cards += codes
        return tuple(cards)

    return read_cards


def _numbers_reader(columns: Sequence[int], numbers: Encoding) -> AreaReader:
    """Return a function that reads cards which are written as numbers."""
    known = _KnownPairs(numbers)
    parts = numbers.parts(len(columns))
    columns_by_card = [tuple(columns[part]) for part in parts]

    def read(row: Row) -> Codes | None:
        cards: list[int] = []
        for columns_of_card in columns_by_card:
            cells = tuple([row[column] for column in columns_of_card])
            if bool in map(type, cells):  # True equals 1, and is no card
                return None
            codes = known[cells]
            if codes is None:
                return None
            cards += codes
        return tuple(cards)

    return read


class _KnownCells(dict[Any, Codes | None]):
    """The codes in a cell of cards, parsed once for each different value; None for any other."""

    def __missing__(self, cell: Any) -> Codes | None:
        codes = None
        if isinstance(cell, str) and is_cards(kind_of(cell)):
            try:
                codes = tuple(cell_codes(cell))
            except PokerError:
                codes = None
        self[cell] = codes
        return codes


class _KnownPairs(dict[tuple[Any, ...], Codes | None]):
    """The code in the cells of a card that is written as numbers; None for any other cells."""

    def __init__(self, numbers: Encoding) -> None:
        self._numbers = numbers

    def __missing__(self, cells: tuple[Any, ...]) -> Codes | None:
        try:
            codes = tuple(self._numbers.codes(cells)) or None
        except PokerError:
            codes = None
        self[cells] = codes
        return codes
