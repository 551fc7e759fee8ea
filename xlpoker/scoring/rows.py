"""Rows without an answer of the batch kernel, one by one: a bad card, a missing one, a short board, cards as numbers.

Each is read cell by cell, which gives its values, or names the cell and the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CellError, PokerError, quoted
from xlpoker.evaluator.cards import JOKER, card_text, check_cards
from xlpoker.evaluator.cells import cell_codes, is_blank, is_out, is_unknown, says_out
from xlpoker.evaluator.encodings import Encoding, encoding
from xlpoker.evaluator.games import check_counts, check_game, game_strength
from xlpoker.evaluator.hand import strength
from xlpoker.evaluator.showdown import shared_card, winner_of
from xlpoker.layout.cells import NEAR, code_of, is_title
from xlpoker.layout.grid import Area
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import NO_SHOWDOWN, Hands, Scored, Window

__all__ = ["RowReader", "one_by_one"]

NO_CARD = "a card is missing"
LEAST_BOARD = 3
UNCALCULATED = "has no calculated value; open the book in a spreadsheet program and save it"
Row = tuple[tuple[float, ...], int, Hands]


def one_by_one(reader: RowReader, odd: Sequence[int], scored: Scored, good: npt.NDArray[np.bool_]) -> None:
    """Value the rows at some places (values become floats where needed), or note what is wrong with them."""
    for at in odd:
        row = int(scored.rows[at])
        found = reader.outcome(row)
        if isinstance(found, tuple):
            worth, winner, scored.read[row] = found
            if scored.values.dtype.kind != "f" and any(value != int(value) for value in worth):
                scored.values = scored.values.astype(np.float64)
            scored.values[at], scored.winners[at], good[at] = worth, winner, True
            continue
        scored.rest[row] = reader.window.row(row)
        if isinstance(found, str):
            scored.titles[row] = found
        elif found is not None:
            scored.problems[row] = found


class _BadCellError(Exception):
    def __init__(self, row: int, column: int, reason: str) -> None:
        super().__init__(reason)
        self.row, self.column, self.reason = row, column, reason


class RowReader:
    """Reads the hands of single rows by the layout."""

    def __init__(self, window: Window, layout: Layout, options: Options) -> None:
        self.window, self.layout, self.options = window, layout, options
        self.numbers: Encoding | None = encoding(options.cards) if options.cards else None
        self.sizes = dict(zip(layout.hands, layout.sizes, strict=False)) if layout.strict else {}
        self.columns = layout.columns
        self.hand_columns = [column for area in layout.hands for column in area.columns]

    def outcome(self, row: int) -> Row | CellError | str | None:
        """Return the values, winner and cards of a row, or its error, the words of a title or beside no hands, or None for a blank row."""
        window = self.window
        blank = all(is_blank(window.cell(row, column)) for column in self.columns)
        title = self.is_title(row)
        if (blank or title) and not any((row, at) in window.uncalculated for at in self.hand_columns):
            said = [cell for cell in window.row(row) if not is_blank(cell)]
            return str(said[0]) if title or (len(said) == 1 and isinstance(said[0], str)) else None
        try:
            self.check_edge(row)
            hands = [[] if self.is_out(row, area) else self.hand(row, area) for area in self.layout.hands]
            board = self.hand(row, self.layout.board, streets=True) if self.layout.board else []
            players = [player for player, codes in enumerate(hands, 1) if codes]
            unseen = any(is_unknown(cell) for area in self.layout.hands for cell in self.cells(row, area))
            dealt = self.is_dealt(row, board, alone=len(players) == 1 and not unseen)
            self.check_board(row, board, alone=not dealt or len(players) < 2)
            values = self.values(row, hands, board, dealt=dealt)
        except _BadCellError as bad:
            cell = window.cell(bad.row, bad.column)
            shown = window.uncalculated.get((bad.row, bad.column), "") if cell is None else str(cell)
            return CellError(window.grid.sheet, window.named(bad.row, bad.column), shown, bad.reason)
        if len(hands) == 1 or len(players) != 1 or unseen:
            winner = (winner_of(values) if len(hands) > 1 else 0) if players and dealt and not unseen else NO_SHOWDOWN
        else:
            (winner,) = players
        return values, winner, (hands, board)

    def is_title(self, row: int) -> bool:
        """Tell whether a row has words in one cell and nothing else but a date, where rows of hands have several hands or cells."""
        return (len(self.layout.areas) > 1 or len(self.columns) > 1) and is_title(self.window.row(row))

    def check_edge(self, row: int) -> None:
        """Raise the error about a card behind the last hand of a table without headings."""
        edge = self.layout.edge
        if edge is not None and code_of(cell := self.window.cell(row, edge)) in range(1, NEAR + 1):
            raise _BadCellError(
                row, edge, f"{quoted(str(cell))} is a cell too many; rows here have {len(self.columns)}"
            )

    def cells(self, row: int, area: Area) -> list[Any]:
        """Return the values of the cells in an area of a row."""
        return [self.window.cell(row, column) for column in area.columns]

    def is_out(self, row: int, area: Area) -> bool:
        """Tell whether a player is not in the showdown: cells hold only words for that or, in games with a board, nothing."""
        board, cells = self.layout.board, self.cells(row, area)
        if board is None and len(self.layout.hands) == 1:
            return False
        if says_out(cells, folds=board is not None or len(cells) > 1):
            return True
        blank = board is not None and all(map(is_blank, cells))
        return blank and not any((row, column) in self.window.uncalculated for column in area.columns)

    def is_dealt(self, row: int, codes: list[int], *, alone: bool) -> bool:
        """Tell whether enough of the board is on the table: of several players all that the sheet has room for."""
        board = self.layout.board
        if board is None:
            return True
        if not alone and board.last > board.first:
            return not is_out(self.window.cell(row, board.last))
        return len(codes) >= (LEAST_BOARD if alone else max(LEAST_BOARD, self.layout.board_cards))

    def check_board(self, row: int, codes: list[int], *, alone: bool) -> None:
        """Raise the error about a board over several cells to whose river cards are missing: a flop of two."""
        area, full = self.layout.board, self.layout.board_cards
        if area is not None and area.last > area.first and not alone and len(codes) < full:
            raise _BadCellError(row, area.first, f"the board is {len(codes)} cards; the boards here have {full}")

    def missing(self, row: int, column: int) -> _BadCellError:
        """Return the error about a cell that holds nothing: a card is missing, or its formula was never calculated."""
        formula = self.window.uncalculated.get((row, column))
        return _BadCellError(row, column, NO_CARD if formula is None else f"{formula} {UNCALCULATED}")

    def hand(self, row: int, area: Area, *, streets: bool = False) -> list[int]:
        """Return the codes in an area of a row; with `streets` blank cells at its end are not dealt yet."""
        cells, numbers = self.cells(row, area), self.numbers
        cards = self.parts(len(cells))
        while streets and cards and all(map(is_out, cells[cards[-1]])):
            cards.pop()
        codes: list[int] = []
        for part in cards:
            column, cell = area.columns[part.start], cells[part.start]
            try:
                found = cell_codes(cell) if numbers is None else numbers.codes(cells[part])
            except PokerError as error:
                reason = str(cell if isinstance(cell, PokerError) else error)  # a cell made of several that disagree
                raise _BadCellError(row, column, reason) from None
            if not found:
                raise self.missing(row, column)
            if numbers is None and len(found) > 1 < len(cards) and not streets and column not in self.layout.several:
                text = f"{quoted(cell)} is {len(found)} cards; a cell here holds one"
                raise _BadCellError(row, column, text)
            codes += found
        size = self.sizes.get(area, 0)
        if len(cells) == 1 < size != len(codes):
            raise _BadCellError(
                row, area.first, f"{quoted(str(cells[0]))} is {len(codes)} cards; the hands here have {size}"
            )
        return codes

    def parts(self, cells: int) -> list[slice]:
        """Return where each card is among that many cells: in one, or in those of the encoding."""
        return [slice(at, at + 1) for at in range(cells)] if self.numbers is None else self.numbers.parts(cells)

    def values(self, row: int, hands: Sequence[list[int]], board: list[int], *, dealt: bool) -> tuple[float, ...]:
        """Return the strengths of the hands of a row, 0 for players not in the showdown and where the board is not dealt."""
        layout, game, jokers = self.layout, self.options.game, self.options.jokers
        values: list[float] = []
        for area, codes in zip(layout.hands, hands, strict=True):
            try:
                if codes and dealt:
                    values.append(
                        strength(codes, jokers) if game == "five-card" else game_strength(game, codes, board, jokers)
                    )
                    continue
                if codes:
                    check_counts(check_game(game), len(codes), LEAST_BOARD)
                    check_cards([*codes, *board])
                values.append(0)
            except PokerError as error:
                (least, most), (fewest, all_cards) = check_game(game).hole, check_game(game).board
                for where, cards, others in ((area, codes, board), (layout.board, board, [])):
                    twice = [code for at, code in enumerate(cards) if code != JOKER and code in [*cards[:at], *others]]
                    if twice and where is not None:
                        reason = (
                            f"duplicate card {card_text(twice[0])}{', which is on the board' * (twice[0] in others)}"
                        )
                        raise _BadCellError(row, self.column(where, cards, twice[0]), reason) from None
                wrong_board = dealt and least <= len(codes) <= most and not fewest <= len(board) <= all_cards
                column = layout.board.first if layout.board and wrong_board else area.first
                raise _BadCellError(row, column, str(error)) from None
        if found := shared_card(hands):
            code, *both = found
            one, two = (f"{layout.names[at]}'s" if layout.names else at + 1 for at in both)
            reason = f"duplicate card {card_text(code)} in {f'{one} and {two} hands' if layout.names else f'hands {one} and {two}'}"
            raise _BadCellError(row, self.column(layout.hands[both[1]], hands[both[1]], code), reason)
        return tuple(values)

    def column(self, area: Area, codes: Sequence[int], code: int) -> int:
        """Return the column in which a card of a hand stands, the last one if it is there twice; the first for hands in one cell."""
        at = len(codes) - 1 - codes[::-1].index(code)
        if self.numbers is not None:
            return area.columns[int(self.numbers.parts(len(area.columns))[at].start)]
        return area.columns[at if len(codes) == len(area.columns) else 0]
