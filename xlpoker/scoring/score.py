"""Scores a block of rows: first all rows as arrays, then rows without an answer one by one.

The batch kernel values every row in which each cell is a card (or a whole hand) and nothing is wrong. A bad card, a
missing one, a short board or cards as numbers leave a row without an answer: it is read cell by cell, which gives its values
or names the cell and the reason. Whom a row names beside the cards, as in *Player A | Cards A*, is noted, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CellError, PokerError, quoted
from xlpoker.evaluator.batch.codes import parse_hands
from xlpoker.evaluator.batch.games import game_showdown
from xlpoker.evaluator.batch.kernel import BAD, MISSING, showdown
from xlpoker.evaluator.cards import JOKER, card_text, check_cards
from xlpoker.evaluator.cells import cell_codes, hands_in, is_blank, is_out, is_unknown
from xlpoker.evaluator.encodings import Encoding, encoding
from xlpoker.evaluator.games import check_counts, check_game, game_strength
from xlpoker.evaluator.hand import strength
from xlpoker.evaluator.showdown import shared_card, winner_of
from xlpoker.layout.cells import NEAR, code_of, is_title
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.headings import heading
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import NO_SHOWDOWN, Block, Codes, Hands, Scored, Window, empty

__all__ = ["persons_beside", "score_block"]

NO_CARD = "a card is missing"
LEAST_BOARD = 3
MOST_PLAYERS = 100
"""The most hands of a row that the kernel compares: winners are numbers of eight bits."""
UNCALCULATED = "has no calculated value; open the book in a spreadsheet program and save it"
Row = tuple[tuple[float, ...], int, Hands]


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
    for above, below in layout.gaps:
        within[np.searchsorted(numbers, above) : np.searchsorted(numbers, below + 1)] = False
    good = (winners >= 0) & within
    scored = Scored(numbers, values, winners, codes=codes, board=layout.board is not None)
    if not good.all():
        blank = np.ones(len(good), np.bool_)
        for one in codes:
            blank &= (one == MISSING).all(axis=1)
        odd = np.flatnonzero(~good & within & (~blank | block.held(low, high)))
        if len(odd):
            reader = _Reader(block.window((odd + low).tolist()), layout, options)
            _one_by_one(reader, odd.tolist(), scored, good)
        scored.rows, scored.values, scored.winners = numbers[good], scored.values[good], winners[good]
        scored.codes = [one[good] for one in codes]
    scored.rows = scored.rows.astype(np.int32)
    if players == 1:
        scored.winners = np.minimum(scored.winners, 0).astype(np.int8)
        scored.cards = _hand_size(scored) if options.game != "omaha" else 0
    return scored


def persons_beside(head: Grid, layout: Layout) -> tuple[int, ...]:
    """Return the columns of names right before each hand, or right behind each, whose headings say that they are names or players.

    >>> row = ["Ann", "5H 5C 6S 7S KD", "Ben", "2C 3S 8S 8D TD"]
    >>> grid = Grid("", [["Player A", "Cards A", "Player B", "Cards B"], row])
    >>> persons_beside(grid, Layout("", 1, 1, (Area(1, 1), Area(3, 3)), header=0))
    (0, 2)
    """
    if len(layout.hands) < 2 or layout.header is None:
        return ()
    rows = head.rows[layout.first : layout.last + 1]

    def holds_names(column: int) -> bool:
        cells = [row[column] for row in rows if column < len(row) and not is_blank(row[column])]
        named = heading(head.cell(layout.header or 0, column)).role in ("name", "player")
        return named and bool(cells) and all(isinstance(cell, str) and any(map(str.isalpha, cell)) for cell in cells)

    for columns in ([area.first - 1 for area in layout.hands], [area.last + 1 for area in layout.hands]):
        if min(columns) >= 0 and len({*columns} - {*layout.columns}) == len(columns) and all(map(holds_names, columns)):
            return tuple(columns)
    return ()


def _hand_size(scored: Scored) -> int:
    """Return how many cards each hand has with the board, 0 where they differ or jokers are among them."""
    sizes = {len(hand) + len(board) if JOKER not in hand + board else 0 for (hand,), board in scored.read.values()}
    if scored.codes:
        odd = np.isin(scored.rows, list(scored.read)) if scored.read else np.zeros(len(scored.rows), np.bool_)
        each = np.hstack(scored.codes)[~odd]
        sizes |= {0} if (each == JOKER).any() else {*np.flatnonzero(np.bincount((each < BAD).sum(axis=1))).tolist()}
    return sizes.pop() if len(sizes) == 1 else 0


def _arrays(
    block: Block, layout: Layout, options: Options, low: int, high: int
) -> tuple[list[Codes], npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the codes, the values and the winners of some rows; winner -1 where the kernel has no answer."""
    players = len(layout.hands)
    if players <= MOST_PLAYERS and (options.cards is None or block.reads_numbers):
        parted = [area for area in layout.hands if area.part is not None]
        window = block.window(range(low, high)) if parted else None
        rows = block.numbers[low:high].tolist() if parted else []
        codes = [
            _codes(block, area, low, high)
            if window is None or area.part is None
            else parse_hands(np.array([_part(window, layout, row, area) for row in rows], dtype=object))
            for area in layout.areas
        ]
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
        if layout.strict and size > 1 and area.first == area.last and area.part is None:
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


def _part(window: Window, layout: Layout, row: int, area: Area) -> Any:
    """Return one of the hands in a cell."""
    seats = sum(hand.first == area.first for hand in layout.hands)
    return hands_in(window.cell(row, area.first), seats)[area.part or 0]


def _one_by_one(reader: _Reader, odd: Sequence[int], scored: Scored, good: npt.NDArray[np.bool_]) -> None:
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


_FOLDS = frozenset(["x", "xx", "f"])  # alone where the cards of a hand would stand


class _BadCellError(Exception):
    def __init__(self, row: int, column: int, reason: str) -> None:
        super().__init__(reason)
        self.row, self.column, self.reason = row, column, reason


class _Reader:
    """Reads the hands of single rows by the layout."""

    def __init__(self, window: Window, layout: Layout, options: Options) -> None:
        self.window, self.layout, self.options = window, layout, options
        self.numbers: Encoding | None = encoding(options.cards) if options.cards else None
        self.sizes = dict(zip(layout.hands, layout.sizes, strict=False)) if layout.strict else {}
        self.columns = layout.columns
        self.hand_columns = [column for area in layout.hands for column in area.columns]

    def outcome(self, row: int) -> Row | CellError | str | None:
        """Return the values, winner and cards of a row, or its error, the words of a title, or None for a blank row."""
        window = self.window
        blank = all(is_blank(window.cell(row, column)) for column in self.columns)
        title = self.is_title(row)
        if (blank or title) and not any((row, at) in window.uncalculated for at in self.hand_columns):
            return next(str(cell) for cell in window.row(row) if not is_blank(cell)) if title else None
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
        if area.part is not None:
            return [_part(self.window, self.layout, row, area)]
        return [self.window.cell(row, column) for column in area.columns]

    def is_out(self, row: int, area: Area) -> bool:
        """Tell whether a player is not in the showdown: cells hold only words for that or, in games with a board, nothing."""
        window, board, cells = self.window, self.layout.board, self.cells(row, area)
        said = [str(cell).strip().casefold() for cell in cells if not is_blank(cell)]
        folds = len(said) == 1 and said[0] in _FOLDS and (board is not None or len(cells) > 1)
        if (board is None and len(self.layout.hands) == 1) or not (folds or all(map(is_out, cells))):
            return False
        return any(not is_blank(cell) for cell in cells) or (
            board is not None and not any((row, column) in window.uncalculated for column in area.columns)
        )

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
        if len(cells) == 1 < size != len(codes) and area.part is None:
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
