"""Rows without an answer of the batch kernel, one by one.

These are rows with a bad card, a missing one, a short board, or cards as numbers.

Each is read cell by cell, which gives its values, or names the cell and the reason. A row without
any card in the columns of the hands is a row of text: a title, a subtotal, a note. It is said, and
not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from xlpoker.errors import CellError, PokerError, counted
from xlpoker.evaluator.cards import JOKER, card_text, check_cards
from xlpoker.evaluator.cells import is_blank, is_out, is_unknown
from xlpoker.evaluator.encodings import encoding
from xlpoker.evaluator.games import (
    HIGH_LOW,
    check_counts,
    check_game,
    game_strength,
    low_strength,
)
from xlpoker.evaluator.hand import strength
from xlpoker.evaluator.showdown import shared_card, winner_of, winner_of_halves
from xlpoker.layout.cells import BLANK, NEAR, WORD, kind_of
from xlpoker.layout.grid import Area
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.row_cards import BadCellError, CardReader, Codes, Row
from xlpoker.scoring.single_rows import NO_SHOWDOWN, Hands, Window

__all__ = ["GoodRow", "RowReader", "SingleRows", "one_by_one"]

LEAST_BOARD = 3
_CARD_KINDS = range(BLANK + 1, NEAR + 1)


class GoodRow(NamedTuple):
    """The values of the hands of a row, its winner, and its cards; of low hands where the pot is halved."""

    values: tuple[float, ...]
    winner: int
    cards: Hands
    lows: tuple[float, ...] = ()


class TextRow(NamedTuple):
    """A row without hands, and its first text; the text is empty for a blank row."""

    text: str = ""


Outcome = GoodRow | TextRow | CellError


class SingleRows(NamedTuple):
    """What came of rows that were read one by one, each by its number.

    `rest` has the cells of rows that are not good: bad ones, and those of text.
    """

    good: dict[int, GoodRow]
    problems: dict[int, CellError]
    titles: dict[int, str]
    rest: dict[int, list[Any]]


def one_by_one(reader: RowReader, rows: Sequence[int]) -> SingleRows:
    """Read some rows, and return their values, or what is wrong with them."""
    good: dict[int, GoodRow] = {}
    problems: dict[int, CellError] = {}
    titles: dict[int, str] = {}
    rest: dict[int, list[Any]] = {}
    for row in rows:
        outcome = reader.outcome(row)
        if isinstance(outcome, GoodRow):
            good[row] = outcome
            continue
        rest[row] = reader.window.row(row)
        if isinstance(outcome, CellError):
            problems[row] = outcome
        elif outcome.text:
            titles[row] = outcome.text
    return SingleRows(good, problems, titles, rest)


class _Deal(NamedTuple):
    """The cards of a row, whether enough of the board is dealt, and whether a hand is not shown."""

    hands: list[Codes]
    board: Codes
    is_dealt: bool
    has_unseen_hand: bool

    @property
    def players(self) -> list[int]:
        """The players with cards, from 1 on."""
        return _players(self.hands)


class RowReader:
    """Reads the hands of single rows by the layout."""

    def __init__(self, window: Window, layout: Layout, options: Options) -> None:
        self.window = window
        self.layout = layout
        self.options = options
        self.game = check_game(options.rule)
        numbers = encoding(options.cards) if options.cards else None
        self.cards = CardReader(layout, numbers)
        self.columns = layout.columns
        self.hand_columns: list[int] = []
        for area in layout.hands:
            self.hand_columns += area.columns

    def outcome(self, number: int) -> Outcome:
        """Return the values, winner and cards of a row, or why it has none.

        A row without cards is given by its text.
        """
        row = Row(self.window, number)
        if self._is_row_of_text(row):
            return TextRow(_first_text(row.cells))
        try:
            return self._good_row(row)
        except BadCellError as bad:
            sheet = self.window.grid.sheet
            address = self.window.address_of(number, bad.column)
            return CellError(sheet, address, row.text(bad.column), bad.reason)

    def _is_row_of_text(self, row: Row) -> bool:
        """Tell whether a row is blank, a title or a note; a record is so only if it is blank."""
        if self._holds_cards(row):
            return False
        if not self.layout.has_records:
            return True
        return all(map(is_blank, row.cells_in(self.hand_columns)))

    def _holds_cards(self, row: Row) -> bool:
        """Tell whether a row holds a card, or a misspelt one, in the columns of the hands.

        Of cards as numbers it holds more than half.
        """
        if row.has_formula(self.hand_columns):
            return True
        cells = row.cells_in(self.columns)
        if self.cards.encoding is None:
            return any(map(_may_be_card, cells))
        filled = [cell for cell in cells if not is_blank(cell)]
        if 2 * len(filled) <= len(cells):
            return False
        has_other_than_words = any(kind_of(cell) != WORD for cell in filled)
        # rank and suit may both be words
        return has_other_than_words or self.cards.holds_card(row)

    def _good_row(self, row: Row) -> GoodRow:
        """Return the values, winner and cards of a row; raise `BadCellError` for a wrong cell."""
        deal = self._deal(row)
        if deal.is_dealt and len(deal.players) > 1:
            self._check_board(deal.board)
        values = self._values(deal)
        lows = self._lows(deal, values)
        winner = _winner(deal, values, lows)
        return GoodRow(values, winner, (deal.hands, deal.board), lows)

    def _deal(self, row: Row) -> _Deal:
        """Return the cards of a row; raise `BadCellError` for a wrong cell."""
        hands = self.cards.hands(row)
        board = self.cards.board(row)
        cells = row.cells_in(self.hand_columns)
        has_unseen_hand = any(map(is_unknown, cells))
        players = _players(hands)
        is_single = len(players) == 1 and not has_unseen_hand
        is_dealt = self._is_dealt(row, board, is_single=is_single)
        return _Deal(hands, board, is_dealt, has_unseen_hand)

    def _is_dealt(self, row: Row, codes: Codes, *, is_single: bool) -> bool:
        """Tell whether enough of the board is on the table.

        For several players these are all cards that the sheet has room for.
        """
        board = self.layout.board
        if board is None:
            return True
        if is_single:
            return len(codes) >= LEAST_BOARD
        if board.last > board.first:
            return not is_out(row.cell(board.last))
        return len(codes) >= max(LEAST_BOARD, self.layout.board_cards)

    def _check_board(self, codes: Codes) -> None:
        """Raise the error about a board over several cells that lacks cards before the river."""
        board, full = self.layout.board, self.layout.board_cards
        if board is None or board.first == board.last:
            return
        if len(codes) >= full:
            return
        reason = f"the board is {counted(len(codes), 'card')}; the boards here have {full}"
        raise BadCellError(board.first, reason)

    def _values(self, deal: _Deal) -> tuple[float, ...]:
        """Return the strengths of the hands of a row.

        A strength is 0 for players not in the showdown, and where the board is not dealt.
        """
        values: list[float] = []
        for area, codes in zip(self.layout.hands, deal.hands, strict=True):
            try:
                value = self._value(codes, deal)
            except PokerError as error:
                raise self._wrong_hand(area, codes, deal, str(error)) from None
            values.append(value)
        shared = shared_card(deal.hands)
        if shared is not None:
            code, first, second = shared
            raise self._card_of_two(deal, code, first, second)
        return tuple(values)

    def _value(self, codes: Codes, deal: _Deal) -> float:
        """Return the strength of one hand.

        Raises `PokerError` for a wrong number of cards, and for a card twice.
        """
        rule = self.options.rule
        jokers = self.options.jokers
        if not codes:
            return 0
        if not deal.is_dealt:
            check_counts(self.game, len(codes), LEAST_BOARD)
            check_cards([*codes, *deal.board])
            return 0
        if rule == "five-card":
            return strength(codes, jokers)
        return game_strength(rule, codes, deal.board, jokers)

    def _lows(self, deal: _Deal, values: Sequence[float]) -> tuple[float, ...]:
        """Return the values of the low hands of a row where the pot is halved, none elsewhere."""
        rule, jokers = self.options.rule, self.options.jokers
        if rule != HIGH_LOW:
            return ()
        return tuple(
            low_strength(rule, codes, deal.board, jokers) if value else 0
            for codes, value in zip(deal.hands, values, strict=True)
        )

    def _wrong_hand(self, area: Area, codes: Codes, deal: _Deal, reason: str) -> BadCellError:
        """Return the error about a hand without a value.

        It names the cell of a card that is there twice, else the first cell of the hand.
        """
        code = _repeated(codes, deal.board)
        if code is not None:
            reason = f"duplicate card {card_text(code)}"
            if code in deal.board:
                reason += ", which is on the board"
            column = self.cards.column_of(area, codes, code)
            return BadCellError(column, reason)
        board = self.layout.board
        if board is None:
            return BadCellError(area.first, reason)
        code = _repeated(deal.board, [])
        if code is not None:
            reason = f"duplicate card {card_text(code)}"
            column = self.cards.column_of(board, deal.board, code)
            return BadCellError(column, reason)
        is_board_wrong = self._has_cards(codes) and not self._has_board(deal.board)
        wrong_area = board if deal.is_dealt and is_board_wrong else area
        return BadCellError(wrong_area.first, reason)

    def _has_cards(self, codes: Codes) -> bool:
        """Tell whether a hand has as many cards as the game asks for."""
        least, most = self.game.hole
        return least <= len(codes) <= most

    def _has_board(self, codes: Codes) -> bool:
        """Tell whether a board has as many cards as the game asks for."""
        least, most = self.game.board
        return least <= len(codes) <= most

    def _card_of_two(self, deal: _Deal, code: int, first: int, second: int) -> BadCellError:
        """Return the error about a card that two hands have, given by their indices."""
        owners = f"hands {first + 1} and {second + 1}"
        names = self.layout.names
        if names:
            owners = f"{names[first]}'s and {names[second]}'s hands"
        reason = f"duplicate card {card_text(code)} in {owners}"
        column = self.cards.column_of(self.layout.hands[second], deal.hands[second], code)
        return BadCellError(column, reason)


def _players(hands: Sequence[Codes]) -> list[int]:
    """Return the players with cards, from 1 on."""
    return [player for player, codes in enumerate(hands, 1) if codes]


def _may_be_card(cell: Any) -> bool:
    """Tell whether a cell holds a card, a misspelt one, or cells that disagree about it."""
    if isinstance(cell, PokerError):
        return True
    return kind_of(cell) in _CARD_KINDS


def _first_text(cells: Sequence[Any]) -> str:
    """Return the first word among the cells of a row, else what stands in its first cell.

    >>> _first_text([None, 2026, " Total  won "])
    'Total won'
    """
    filled = [cell for cell in cells if not is_blank(cell)]
    if not filled:
        return ""
    words = [cell for cell in filled if kind_of(cell) == WORD]
    first = words[0] if words else filled[0]
    return " ".join(str(first).split())


def _winner(deal: _Deal, values: Sequence[float], lows: Sequence[float]) -> int:
    """Return who wins: 1 .. N, 0 for a tie, a pot that is split, and one hand in a row.

    `NO_SHOWDOWN` where hands are not compared.
    """
    players = deal.players
    has_one_hand = len(values) == 1
    if len(players) == 1 and not has_one_hand and not deal.has_unseen_hand:
        return players[0]
    if not players or not deal.is_dealt or deal.has_unseen_hand:
        return NO_SHOWDOWN
    if has_one_hand:
        return 0
    return winner_of_halves(values, lows) if lows else winner_of(values)


def _repeated(cards: Codes, board: Codes) -> int | None:
    """Return the first card, no joker, that stands twice among some cards, or on the board, too."""
    for place, code in enumerate(cards):
        is_repeated = code in cards[:place] or code in board
        if is_repeated and code != JOKER:
            return code
    return None
