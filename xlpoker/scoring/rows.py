"""Rows without an answer of the batch kernel, one by one.

These are rows with a bad card, a missing one, a short board, or cards as numbers.

Each is read cell by cell, which gives its values, or names the cell and the reason. A row without
any card in the columns of the hands is a row of text: a title, a subtotal, a note. It is said, and
not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from xlpoker.errors import CellError, PokerError, quoted
from xlpoker.evaluator.cards import JOKER, card_text, check_cards
from xlpoker.evaluator.cells import cell_codes, is_blank, is_out, is_unknown, says_out
from xlpoker.evaluator.encodings import Encoding, encoding
from xlpoker.evaluator.games import check_counts, check_game, game_strength
from xlpoker.evaluator.hand import strength
from xlpoker.evaluator.showdown import shared_card, winner_of
from xlpoker.layout.cells import BLANK, NEAR, WORD, kind_of
from xlpoker.layout.grid import Area
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import NO_SHOWDOWN, Hands, Window

__all__ = ["GoodRow", "RowReader", "SingleRows", "one_by_one"]

NO_CARD = "a card is missing"
LEAST_BOARD = 3
UNCALCULATED = "has no calculated value; open the book in a spreadsheet program and save it"
_HAND_OF_A_LINE = 5
_CARD_KINDS = range(BLANK + 1, NEAR + 1)


@dataclass(frozen=True)
class GoodRow:
    """The values of the hands of a row, its winner, and its cards."""

    values: tuple[float, ...]
    winner: int
    cards: Hands


@dataclass(frozen=True)
class TextRow:
    """A row without hands, and its first text; the text is empty for a blank row."""

    text: str = ""


Outcome = GoodRow | TextRow | CellError


@dataclass(frozen=True)
class SingleRows:
    """What came of rows that were read one by one, each by its number.

    `rest` has the cells of rows that are not good: bad ones, and those of text.
    """

    good: dict[int, GoodRow] = field(default_factory=dict)
    problems: dict[int, CellError] = field(default_factory=dict)
    titles: dict[int, str] = field(default_factory=dict)
    rest: dict[int, list[Any]] = field(default_factory=dict)


def one_by_one(reader: RowReader, rows: Sequence[int]) -> SingleRows:
    """Read some rows, and return their values, or what is wrong with them."""
    single = SingleRows()
    for row in rows:
        outcome = reader.outcome(row)
        if isinstance(outcome, GoodRow):
            single.good[row] = outcome
            continue
        single.rest[row] = reader.window.row(row)
        if isinstance(outcome, CellError):
            single.problems[row] = outcome
        elif outcome.text:
            single.titles[row] = outcome.text
    return single


class _BadCellError(Exception):
    def __init__(self, row: int, column: int, reason: str) -> None:
        super().__init__(reason)
        self.row, self.column, self.reason = row, column, reason


class RowReader:
    """Reads the hands of single rows by the layout."""

    def __init__(self, window: Window, layout: Layout, options: Options) -> None:
        self.window, self.layout, self.options = window, layout, options
        self.numbers: Encoding | None = encoding(options.cards) if options.cards else None
        self.game = check_game(options.rule)
        self.columns = layout.columns
        self.hand_columns = [column for area in layout.hands for column in area.columns]

    def outcome(self, row: int) -> Outcome:
        """Return the values, winner and cards of a row, or why it has none.

        A row without cards is given by its text.
        """
        if self.is_row_of_text(row):
            return TextRow(self.first_text(row))
        try:
            return self.good_row(row)
        except _BadCellError as bad:
            cell = self.window.cell(bad.row, bad.column)
            shown = (
                self.window.uncalculated.get((bad.row, bad.column), "")
                if cell is None
                else str(cell)
            )
            return CellError(
                self.window.grid.sheet, self.window.named(bad.row, bad.column), shown, bad.reason
            )

    def good_row(self, row: int) -> GoodRow:
        """Return the values, winner and cards of a row; raise `_BadCellError` for a wrong cell."""
        hands = self.hands(row)
        board = self.hand(row, self.layout.board, streets=True) if self.layout.board else []
        players = [player for player, codes in enumerate(hands, 1) if codes]
        unseen = any(
            is_unknown(cell) for area in self.layout.hands for cell in self.cells(row, area)
        )
        is_single = len(players) == 1 and not unseen
        dealt = self.is_dealt(row, board, is_single=is_single)
        if dealt and len(players) > 1:
            self.check_board(row, board)
        values = self.values(row, hands, board, dealt=dealt)
        winner = self.winner(values, players, dealt=dealt, unseen=unseen)
        return GoodRow(values, winner, (hands, board))

    def winner(
        self, values: Sequence[float], players: Sequence[int], *, dealt: bool, unseen: bool
    ) -> int:
        """Return who wins: 1 .. N, 0 for a tie and for one hand in a row.

        `NO_SHOWDOWN` where hands are not compared.
        """
        is_single = len(values) == 1
        if not is_single and len(players) == 1 and not unseen:
            return players[0]
        if not players or not dealt or unseen:
            return NO_SHOWDOWN
        return 0 if is_single else winner_of(values)

    def holds_cards(self, row: int) -> bool:
        """Tell whether a row holds a card, or a misspelt one, in the columns of the hands.

        Of cards as numbers it holds more than half.
        """
        if any((row, column) in self.window.uncalculated for column in self.hand_columns):
            return True
        cells = [self.window.cell(row, column) for column in self.columns]
        if self.numbers is not None:
            filled = [cell for cell in cells if not is_blank(cell)]
            if 2 * len(filled) <= len(cells):
                return False
            return any(kind_of(cell) != WORD for cell in filled) or self.holds_written_card(row)
        return any(kind_of(cell) in _CARD_KINDS or isinstance(cell, PokerError) for cell in cells)

    def holds_written_card(self, row: int) -> bool:
        """Tell whether two cells of a row are the rank and the suit of a card, both in words."""
        assert self.numbers is not None
        for area in self.layout.hands:
            cells = self.cells(row, area)
            for part in self.parts(len(cells)):
                try:
                    if self.numbers.codes(cells[part]):
                        return True
                except PokerError:
                    continue
        return False

    def is_row_of_text(self, row: int) -> bool:
        """Tell whether a row is blank, a title or a note; a record is so only if it is blank."""
        if self.holds_cards(row):
            return False
        if not self.layout.has_records:
            return True
        return all(is_blank(self.window.cell(row, column)) for column in self.hand_columns)

    def first_text(self, row: int) -> str:
        """Return the first word of a row, else what stands in its first cell."""
        filled = [cell for cell in self.window.row(row) if not is_blank(cell)]
        words = [cell for cell in filled if kind_of(cell) == WORD]
        first = next(iter(words or filled), "")
        return " ".join(str(first).split())

    def cells(self, row: int, area: Area) -> list[Any]:
        """Return the values of the cells in an area of a row."""
        return [self.window.cell(row, column) for column in area.columns]

    def is_out(self, row: int, area: Area) -> bool:
        """Tell whether a player is not in the showdown.

        The cells hold only words for that or, in games with a board, nothing.
        """
        board, cells = self.layout.board, self.cells(row, area)
        if board is None and len(self.layout.hands) == 1:
            return False
        if says_out(cells, folds=board is not None or len(cells) > 1):
            return True
        is_blank_seat = board is not None and all(map(is_blank, cells))
        return is_blank_seat and not any(
            (row, column) in self.window.uncalculated for column in area.columns
        )

    def is_dealt(self, row: int, codes: list[int], *, is_single: bool) -> bool:
        """Tell whether enough of the board is on the table.

        For several players these are all cards that the sheet has room for.
        """
        board = self.layout.board
        if board is None:
            return True
        if not is_single and board.last > board.first:
            return not is_out(self.window.cell(row, board.last))
        least = LEAST_BOARD if is_single else max(LEAST_BOARD, self.layout.board_cards)
        return len(codes) >= least

    def check_board(self, row: int, codes: list[int]) -> None:
        """Raise the error about a board over several cells that lacks cards before the river."""
        area, full = self.layout.board, self.layout.board_cards
        if area is not None and area.last > area.first and len(codes) < full:
            raise _BadCellError(
                row, area.first, f"the board is {len(codes)} cards; the boards here have {full}"
            )

    def missing(self, row: int, column: int) -> _BadCellError:
        """Return the error about a missing card, or about a formula that was never calculated."""
        formula = self.window.uncalculated.get((row, column))
        return _BadCellError(
            row, column, NO_CARD if formula is None else f"{formula} {UNCALCULATED}"
        )

    def hands(self, row: int) -> list[list[int]]:
        """Return the codes of each hand of a row, nothing for a player who is out."""
        if self.layout.has_lines:
            return self.hands_of_line(row)
        return [
            [] if self.is_out(row, area) else self.hand(row, area) for area in self.layout.hands
        ]

    def hands_of_line(self, row: int) -> list[list[int]]:
        """Return the hands of five in the same cells, such as 5H 5C 6S 7S KD 2C 3S 8S 8D TD."""
        area = self.layout.hands[0]
        codes = self.hand(row, area, streets=True)
        expected = _HAND_OF_A_LINE * len(self.layout.hands)
        if len(codes) != expected:
            raise _BadCellError(
                row, area.first, f"{len(codes)} cards; the lines here have {expected}"
            )
        return [
            codes[start : start + _HAND_OF_A_LINE] for start in range(0, expected, _HAND_OF_A_LINE)
        ]

    def hand(self, row: int, area: Area, *, streets: bool = False) -> list[int]:
        """Return the codes in an area of a row; `streets` may end in blank cells."""
        cells = self.cells(row, area)
        cards = self.parts(len(cells))
        while streets and cards and all(map(is_out, cells[cards[-1]])):
            cards.pop()
        codes: list[int] = []
        for part in cards:
            column = area.columns[part.start]
            codes_here = self.card(row, column, cells[part])
            is_too_many = self.numbers is None and len(codes_here) > 1 and len(cards) > 1
            if is_too_many and not streets and column not in self.layout.several:
                text = (
                    f"{quoted(cells[part.start])} is {len(codes_here)} cards; a cell here holds one"
                )
                raise _BadCellError(row, column, text)
            codes += codes_here
        self.check_size(row, area, codes, streets=streets)
        return codes

    def card(self, row: int, column: int, cells: Sequence[Any]) -> list[int]:
        """Return the codes in one cell, or in the cells of one card that is written as numbers."""
        try:
            codes = cell_codes(cells[0]) if self.numbers is None else self.numbers.codes(cells)
        except PokerError as error:
            disagreement = cells[0] if isinstance(cells[0], PokerError) else error
            raise _BadCellError(row, column, str(disagreement)) from None
        if not codes:
            raise self.missing(row, column)
        return codes

    def check_size(self, row: int, area: Area, codes: list[int], *, streets: bool) -> None:
        """Raise the error about a hand in one cell that has another size than the hands here."""
        size = self.layout.size
        is_free = streets or size < 2
        if is_free or area.first < area.last or len(codes) == size:
            return
        cell = self.window.cell(row, area.first)
        raise _BadCellError(
            row,
            area.first,
            f"{quoted(str(cell))} is {len(codes)} cards; the hands here have {size}",
        )

    def parts(self, cells: int) -> list[slice]:
        """Return where each card is among that many cells: in one, or in those of the encoding."""
        if self.numbers is None:
            return [slice(place, place + 1) for place in range(cells)]
        return self.numbers.parts(cells)

    def values(
        self, row: int, hands: Sequence[list[int]], board: list[int], *, dealt: bool
    ) -> tuple[float, ...]:
        """Return the strengths of the hands of a row.

        A strength is 0 for players not in the showdown, and where the board is not dealt.
        """
        values: list[float] = []
        for area, codes in zip(self.layout.hands, hands, strict=True):
            try:
                values.append(self.value(codes, board, dealt=dealt))
            except PokerError as error:
                raise self.wrong_hand(row, area, codes, board, error, dealt=dealt) from None
        shared = shared_card(hands)
        if shared:
            raise self.card_of_two(row, hands, *shared)
        return tuple(values)

    def value(self, codes: list[int], board: list[int], *, dealt: bool) -> float:
        """Return the strength of one hand.

        Raises `PokerError` for a wrong number of cards, and for a card twice.
        """
        if not codes:
            return 0
        if not dealt:
            check_counts(self.game, len(codes), LEAST_BOARD)
            check_cards([*codes, *board])
            return 0
        if self.options.rule == "five-card":
            return strength(codes, self.options.jokers)
        return game_strength(self.options.rule, codes, board, self.options.jokers)

    def wrong_hand(
        self,
        row: int,
        area: Area,
        codes: list[int],
        board: list[int],
        error: PokerError,
        *,
        dealt: bool,
    ) -> _BadCellError:
        """Return the error about a hand without a value.

        It names the cell of a card that is there twice, else the first cell of the hand.
        """
        code = _repeated(codes, board)
        if code is not None:
            reason = f"duplicate card {card_text(code)}"
            if code in board:
                reason += ", which is on the board"
            return _BadCellError(row, self.column(area, codes, code), reason)
        code = _repeated(board, [])
        if code is not None and self.layout.board is not None:
            reason = f"duplicate card {card_text(code)}"
            return _BadCellError(row, self.column(self.layout.board, board, code), reason)
        (least, most), (fewest, all_cards) = self.game.hole, self.game.board
        is_board_wrong = (
            dealt and least <= len(codes) <= most and not fewest <= len(board) <= all_cards
        )
        if self.layout.board is not None and is_board_wrong:
            return _BadCellError(row, self.layout.board.first, str(error))
        return _BadCellError(row, area.first, str(error))

    def card_of_two(
        self, row: int, hands: Sequence[list[int]], code: int, first: int, second: int
    ) -> _BadCellError:
        """Return the error about a card that two hands have."""
        names = self.layout.names
        reason = f"duplicate card {card_text(code)} in hands {first + 1} and {second + 1}"
        if names:
            reason = (
                f"duplicate card {card_text(code)} in {names[first]}'s and {names[second]}'s hands"
            )
        return _BadCellError(
            row, self.column(self.layout.hands[second], hands[second], code), reason
        )

    def column(self, area: Area, codes: Sequence[int], code: int) -> int:
        """Return the column in which a card of a hand stands, the last one if it is there twice.

        For hands in one cell this is the first column.
        """
        place = len(codes) - 1 - codes[::-1].index(code)
        if self.numbers is not None:
            return area.columns[int(self.numbers.parts(len(area.columns))[place].start)]
        has_a_cell_each = len(codes) == len(area.columns)
        return area.columns[place if has_a_cell_each else 0]


def _repeated(cards: Sequence[int], board: Sequence[int]) -> int | None:
    """Return the first card, no joker, that stands twice among some cards, or on the board, too."""
    for place, code in enumerate(cards):
        is_repeated = code in cards[:place] or code in board
        if is_repeated and code != JOKER:
            return code
    return None
