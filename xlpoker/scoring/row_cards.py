"""Reads the cards in the cells of single rows, by the layout.

| 5H | 5X | 6S |    a hand with a card a cell:  "'5X' is not a card ..." in its second column
| 5H 5C 6S 7S  |    a hand in one cell:         "... is 4 cards; the hands here have 5"
| 3 | 10 | 1 | 13   suit and rank as numbers, two cells a card
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from xlpoker.errors import PokerError, counted, quoted
from xlpoker.evaluator.cells import cell_codes, is_blank, is_out, says_out
from xlpoker.evaluator.encodings import Encoding
from xlpoker.layout.grid import Area
from xlpoker.layout.model import Layout
from xlpoker.scoring.single_rows import Window

__all__ = ["BadCellError", "CardReader", "Row"]

NO_CARD = "a card is missing"
UNCALCULATED = "has no calculated value; open the book in a spreadsheet program and save it"
_HAND_OF_A_LINE = 5
Codes = list[int]
"""The codes of the cards of a hand, or of the board."""


class BadCellError(Exception):
    """A cell of a row is wrong: its column, and the reason."""

    def __init__(self, column: int, reason: str) -> None:
        super().__init__(reason)
        self.column = column
        self.reason = reason


class Row(NamedTuple):
    """A row of a window, by its number."""

    window: Window
    number: int

    @property
    def cells(self) -> list[Any]:
        """The values of all its cells."""
        return self.window.row(self.number)

    def cell(self, column: int) -> Any:
        """Return the value of a cell, None for an empty one."""
        return self.window.cell(self.number, column)

    def cells_in(self, columns: Sequence[int]) -> list[Any]:
        """Return the values of the cells in some columns."""
        return [self.cell(column) for column in columns]

    def formula(self, column: int) -> str | None:
        """Return the formula in a cell that was never calculated, None for any other cell."""
        return self.window.uncalculated.get((self.number, column))

    def text(self, column: int) -> str:
        """Return what stands in a cell, as messages quote it."""
        cell = self.cell(column)
        if cell is None:
            return self.formula(column) or ""
        return str(cell)

    def has_formula(self, columns: Sequence[int]) -> bool:
        """Tell whether one of some cells holds a formula that was never calculated."""
        formulas = [self.formula(column) for column in columns]
        return any(formula is not None for formula in formulas)


class CardReader(NamedTuple):
    """Reads hands and boards; with an `encoding` cards are written as numbers."""

    layout: Layout
    encoding: Encoding | None

    def hands(self, row: Row) -> list[Codes]:
        """Return the codes of each hand of a row, nothing for a player who is out."""
        if self.layout.has_lines:
            return self._hands_of_line(row)
        hands: list[Codes] = []
        for area in self.layout.hands:
            codes: Codes = []
            if not self._is_out(row, area):
                codes = self._cards(row, area)
            hands.append(codes)
        return hands

    def board(self, row: Row) -> Codes:
        """Return the codes of the board; it may end in blank cells."""
        board = self.layout.board
        if board is None:
            return []
        return self._cards(row, board, streets=True)

    def _is_out(self, row: Row, area: Area) -> bool:
        """Tell whether a player is not in the showdown.

        The cells hold only words for that or, in games with a board, nothing.
        """
        has_board = self.layout.board is not None
        has_players = len(self.layout.hands) > 1
        if not has_board and not has_players:
            return False
        cells = row.cells_in(area.columns)
        may_fold = has_board or len(cells) > 1
        if says_out(cells, folds=may_fold):
            return True
        if not has_board or row.has_formula(area.columns):
            return False
        return all(map(is_blank, cells))

    def _hands_of_line(self, row: Row) -> list[Codes]:
        """Return the hands of five in the same cells, such as 5H 5C 6S 7S KD 2C 3S 8S 8D TD."""
        area = self.layout.hands[0]
        codes = self._cards(row, area, streets=True)
        expected = _HAND_OF_A_LINE * len(self.layout.hands)
        if len(codes) != expected:
            reason = f"{counted(len(codes), 'card')}; the lines here have {expected}"
            raise BadCellError(area.first, reason)
        hands: list[Codes] = []
        for start in range(0, expected, _HAND_OF_A_LINE):
            end = start + _HAND_OF_A_LINE
            hands.append(codes[start:end])
        return hands

    def _cards(self, row: Row, area: Area, *, streets: bool = False) -> Codes:
        """Return the codes in an area of a row; `streets` may end in blank cells."""
        cells = row.cells_in(area.columns)
        parts = self.parts(len(cells))
        while streets and parts and all(map(is_out, cells[parts[-1]])):
            parts.pop()
        has_one_cell = len(parts) == 1
        codes: Codes = []
        for part in parts:
            column = area.columns[part.start]
            codes_of_part = self._card(row, column, cells[part])
            may_be_several = streets or has_one_cell or column in self.layout.several
            is_single = self.encoding is None and not may_be_several
            if is_single and len(codes_of_part) > 1:
                text = quoted(cells[part.start])
                reason = f"{text} is {len(codes_of_part)} cards; a cell here holds one"
                raise BadCellError(column, reason)
            codes += codes_of_part
        if not streets:
            self._check_size(row, area, codes)
        return codes

    def _card(self, row: Row, column: int, cells: Sequence[Any]) -> Codes:
        """Return the codes in one cell, or in the cells of one card that is written as numbers."""
        try:
            codes = self._codes(cells)
        except PokerError as error:
            # a cell of a deal may itself be what is wrong with it
            wrong = cells[0] if isinstance(cells[0], PokerError) else error
            raise BadCellError(column, str(wrong)) from None
        if codes:
            return codes
        formula = row.formula(column)
        if formula is None:
            raise BadCellError(column, NO_CARD)
        raise BadCellError(column, f"{formula} {UNCALCULATED}")

    def _codes(self, cells: Sequence[Any]) -> Codes:
        """Return the codes in the cells of one card; raises `PokerError`."""
        if self.encoding is None:
            return cell_codes(cells[0])
        return self.encoding.codes(cells)

    def _check_size(self, row: Row, area: Area, codes: Codes) -> None:
        """Raise the error about a hand in one cell that has another size than the hands here."""
        size = self.layout.size
        has_fixed_size = size > 1 and area.first == area.last
        if not has_fixed_size or len(codes) == size:
            return
        text = quoted(str(row.cell(area.first)))
        reason = f"{text} is {counted(len(codes), 'card')}; the hands here have {size}"
        raise BadCellError(area.first, reason)

    def holds_card(self, row: Row) -> bool:
        """Tell whether some cells of a row are a card, as the encoding has it."""
        for area in self.layout.hands:
            cells = row.cells_in(area.columns)
            for part in self.parts(len(cells)):
                try:
                    codes = self._codes(cells[part])
                except PokerError:
                    continue
                if codes:
                    return True
        return False

    def parts(self, cells: int) -> list[slice]:
        """Return where each card is among that many cells: in one, or in those of the encoding."""
        if self.encoding is None:
            return [slice(place, place + 1) for place in range(cells)]
        return self.encoding.parts(cells)

    def column_of(self, area: Area, codes: Codes, code: int) -> int:
        """Return the column in which a card of a hand stands, the last one if it is there twice.

        For hands in one cell this is the first column.
        """
        columns = area.columns
        places = [place for place, other_code in enumerate(codes) if other_code == code]
        last = places[-1]
        if self.encoding is not None:
            part = self.parts(len(columns))[last]
            return columns[int(part.start)]
        has_a_cell_each = len(codes) == len(columns)
        return columns[last] if has_a_cell_each else columns[0]
