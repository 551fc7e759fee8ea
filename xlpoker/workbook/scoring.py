"""One row of a sheet -> the values of its hands and the winner, or the bad cell and the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from xlpoker.errors import CellError, HandError, PokerError
from xlpoker.evaluator.cards import TEXTS
from xlpoker.evaluator.cells import cell_codes, is_blank
from xlpoker.evaluator.encodings import Encoding, encoding
from xlpoker.evaluator.games import check_counts, check_game, game_hand, game_strength
from xlpoker.evaluator.hand import check_rule, codes_of, strength
from xlpoker.evaluator.showdown import check_showdown, winner_of
from xlpoker.scales import scale_named
from xlpoker.workbook.bulk import CHUNK, good_rows
from xlpoker.workbook.grid import Grid, a1
from xlpoker.workbook.layout import Area, Layout

__all__ = ["Outcome", "hands_of_row", "outcomes", "scale_numbers"]

Codes = list[int]
Empty = Callable[[int, int], str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a row: the hands' strengths and the winner (0 a tie), or what is wrong with it."""

    row: int
    values: tuple[float, ...] = ()
    winner: int = 0
    error: CellError | None = None


class _BadCellError(Exception):
    def __init__(self, row: int, column: int, reason: str) -> None:
        super().__init__(reason)
        self.row, self.column, self.reason = row, column, reason


@dataclass(slots=True)
class _Reader:
    """Reads the hands of a row by the layout."""

    grid: Grid
    layout: Layout
    numbers: Encoding | None
    empty: Empty

    def hand(self, row: int, area: Area, *, streets: bool = False) -> Codes:
        """Return the codes in an area of a row; with `streets` blank cells at its end are not dealt yet."""
        cells = [self.grid.cell(row, column) for column in area.columns]
        while streets and cells and is_blank(cells[-1]):
            cells.pop()
        if self.numbers is not None:
            return self._numbered(row, area, cells)
        try:
            return [TEXTS[cell] for cell in cells]
        except (KeyError, TypeError):
            pass
        codes: Codes = []
        for column, cell in zip(area.columns, cells, strict=False):
            if is_blank(cell):
                raise _BadCellError(row, column, self.empty(row, column))
            try:
                codes += cell_codes(cell)
            except PokerError as error:
                raise _BadCellError(row, column, str(error)) from None
        return codes

    def _numbered(self, row: int, area: Area, cells: Sequence[Any]) -> Codes:
        numbers = self.numbers
        assert numbers is not None
        codes: Codes = []
        for start in range(0, len(cells), numbers.cells):
            part = cells[start : start + numbers.cells]
            try:
                found = numbers.codes(part)
            except PokerError as error:
                raise _BadCellError(row, area.first + start, str(error)) from None
            if not found:
                raise _BadCellError(row, area.first + start, self.empty(row, area.first + start))
            codes += found
        return codes


def outcomes(grid: Grid, layout: Layout, game: str, jokers: str, cards: str | None, empty: Empty) -> Iterator[Outcome]:
    """Yield what becomes of each row of a layout; rows that are blank altogether are passed over.

    `empty` says why a cell that is needed holds nothing. Raises `OptionError` for an unknown game, joker rule or
    encoding of `cards`; everything that is wrong with a row is in its outcome.
    """
    check_game(game)
    check_rule(jokers)
    reader = _Reader(grid, layout, encoding(cards) if cards else None, empty)
    areas = [*layout.hands, *([layout.board] if layout.board else [])]
    columns = [column for area in areas for column in area.columns]
    for first in range(layout.first, layout.last + 1, CHUNK):
        rows = range(first, min(first + CHUNK, layout.last + 1))
        good = {} if cards else good_rows(grid, layout, rows, game, jokers)
        for row in rows:
            if row in good:
                yield Outcome(row, *good[row])
            elif not all(is_blank(grid.cell(row, column)) for column in columns):
                yield _outcome(reader, row, game, jokers)


def _outcome(reader: _Reader, row: int, game: str, jokers: str) -> Outcome:
    grid = reader.grid
    try:
        values = _values(reader, row, game, jokers)
    except _BadCellError as bad:
        cell = grid.cell(bad.row, bad.column)
        shown = "" if cell is None else str(cell)
        return Outcome(row, error=CellError(grid.sheet, a1(bad.row, bad.column), shown, bad.reason))
    return Outcome(row, values, winner_of(values) if len(values) > 1 else 0)


def _values(reader: _Reader, row: int, game: str, jokers: str) -> tuple[float, ...]:
    layout = reader.layout
    hands = [reader.hand(row, area) for area in layout.hands]
    board = reader.hand(row, layout.board, streets=True) if layout.board else []
    values: list[float] = []
    for area, codes in zip(layout.hands, hands, strict=True):
        try:
            if game == "five-card":
                values.append(strength(codes, jokers))
            else:
                values.append(game_strength(game, codes, board, jokers))
        except PokerError as error:
            column = area.first
            if layout.board and _board_is_wrong(game, codes, board):
                column = layout.board.first
            raise _BadCellError(row, column, str(error)) from None
    try:
        check_showdown(hands)
    except PokerError as error:
        raise _BadCellError(row, layout.hands[-1].first, str(error)) from None
    return tuple(values)


def _board_is_wrong(game: str, hole: Codes, board: Codes) -> bool:
    try:
        check_counts(check_game(game), len(hole), len(board))
    except PokerError as error:
        return "board" in str(error)
    return False


def hands_of_row(grid: Grid, layout: Layout, row: int, cards: str | None = None) -> tuple[list[Codes], Codes]:
    """Return the codes of the hands in a good row and of its board, empty where there is none."""
    reader = _Reader(grid, layout, encoding(cards) if cards else None, lambda _row, _column: "a card is missing")
    board = reader.hand(row, layout.board, streets=True) if layout.board else []
    return [reader.hand(row, area) for area in layout.hands], board


def scale_numbers(
    grid: Grid,
    layout: Layout,
    outcome: Outcome,
    scale: str,
    game: str,
    jokers: str,
    cards: str | None = None,
    *,
    first: int = 0,
) -> list[float]:
    """Return the numbers of a good row's hands on a scale; its cards are read again where the scale depends on them.

    `first` is the number of the grid's first row where it is a part of a sheet. Raises `HandError`, naming the row, for
    hands that a published scale has no number for.
    """
    named = scale_named(scale)
    hands: list[Codes] = [[] for _ in outcome.values]
    if any(value in named.loose for value in outcome.values):
        hands, board = hands_of_row(grid, layout, outcome.row, cards)
        if game != "five-card":
            hands = [codes_of(game_hand(game, hole, board, jokers).cards) for hole in hands]
    try:
        return [named.of_strength(value, hand) for value, hand in zip(outcome.values, hands, strict=True)]
    except HandError as error:
        row = f"row {first + outcome.row + 1}"
        raise HandError(f"{grid.sheet}, {row}: {error}" if grid.sheet else f"{row}: {error}") from None
