"""The deals of a sheet as a table with a row for each deal, and results beside the players' rows.

::

    Ann            | Ben            | Cid             | Board
    5H 5C 6S 7S KD | 2C 3S 8S 8D TD | -               |           Cid is not in the first deal
    ..

Most sheets have few players in each of many deals. `DealTable.narrow_tables` has the same hands without
gaps, for arrays::

    2 players    5H 5C 6S 7S KD | 2C 3S 8S 8D TD      Ann and Ben

This module needs no NumPy: buttons in a spreadsheet program use it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from xlpoker.addresses import a1
from xlpoker.errors import CardError, CellError, quoted
from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.cells import cards_in
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring.result_columns import BETWEEN, Winner

if TYPE_CHECKING:
    from xlpoker.scoring.deals import Deal, Deals

__all__ = ["BesideRows", "DealTable", "NarrowTable"]

OUT = "-"
"""What stands for a player who is not in a deal."""
Place = tuple[int, int]
PlacedCell = tuple[Any, Place]
"""The value of a cell of a deal, or what is wrong with it, and its row and column in the sheet."""


class BesideRows(NamedTuple):
    """The rows of the players in good deals, for results beside them.

    `deals` has for each row the index of its deal among the good ones, `players` its player.
    `won` has what the winner's cell holds in the rows of winners.
    """

    deals: dict[int, int]
    players: dict[int, int]
    won: Mapping[int, Winner]


class NarrowTable(NamedTuple):
    """Deals with the same number of players, as a table without gaps: their hands side by side.

    `deals` are the numbers of the deals, `players` has the players of each, ascending, counted from
    0. `grid` has a row for each deal, in which `layout` says where the hands are.
    """

    deals: list[int]
    players: list[list[int]]
    grid: Grid
    layout: Layout


class DealTable:
    """The deals of a sheet as a table: the hands of all players side by side, then the board.

    `grid` has a row for each deal, `layout` says where the hands are in it. A row is made when it is
    read: where hundreds of players take turns at a table, rows are wide and nearly blank.
    `narrow_tables` have no blank hands.
    """

    def __init__(
        self,
        grid: Grid,
        layout: Layout,
        deals: Deals,
        *,
        has_names: bool,
    ) -> None:
        self.deals = deals
        self.sheet_layout = layout
        self._sheet = grid
        self.grid = Grid(grid.sheet, _DealRows(self))
        names = tuple(deals.names) if has_names else ()
        layout = self._layout(len(deals.names))
        self.layout = replace(layout, names=names)

    def _layout(self, players: int) -> Layout:
        """Return where the hands of some players and the board are in a table."""
        long = self.sheet_layout
        columns_of_hand = long.hands[0].columns
        width = len(columns_of_hand)
        end = width * players
        hands = [_area(start, width) for start in range(0, end, width)]
        columns_in_sheet = [*columns_of_hand] * players
        board = None
        if long.board is not None:
            columns_of_board = long.board.columns
            board = _area(end, len(columns_of_board))
            columns_in_sheet += columns_of_board
        several: list[int] = []
        for column, column_in_sheet in enumerate(columns_in_sheet):
            if column_in_sheet in long.several:
                several.append(column)
        return replace(
            long,
            first=0,
            last=len(self.deals.deals) - 1,
            hands=tuple(hands),
            board=board,
            names=(),
            several=frozenset(several),
            skipped_rows=(),
            parts=(),
        )

    def narrow_tables(self) -> list[NarrowTable]:
        """Return the deals of two players or more, by the number of their players."""
        deals_by_players: dict[int, list[int]] = {}
        for number, deal in enumerate(self.deals.deals):
            players = len(deal.seats)
            deals_by_players.setdefault(players, []).append(number)
        deals_by_players.pop(1, None)
        groups = deals_by_players.items()
        return [self._narrow_table(players, deals) for players, deals in groups]

    def _narrow_table(
        self,
        count: int,
        numbers: list[int],
    ) -> NarrowTable:
        """Return some deals, each with that number of players."""
        columns = self.sheet_layout.hands[0].columns
        deals = [self.deals.deals[number] for number in numbers]
        players_by_deal = [sorted(deal.seats) for deal in deals]
        rows_of_players: list[int] = []
        for deal, players in zip(deals, players_by_deal, strict=True):
            rows_of_players += map(deal.seats.__getitem__, players)
        hands = list(self._sheet.parts(rows_of_players, columns))
        rows: list[list[Any]] = []
        for start in range(0, len(hands), count):
            hands_of_deal = hands[start : start + count]
            rows.append([*chain.from_iterable(hands_of_deal)])
        if self.sheet_layout.board is not None:
            for deal, row in zip(deals, rows, strict=True):
                row.extend(_values_of(self._board(deal)))
        grid = Grid(self.grid.sheet, rows)
        layout = self._layout(count)
        layout = replace(layout, last=len(rows) - 1)
        return NarrowTable(numbers, players_by_deal, grid, layout)

    def address_of(
        self,
        row: int,
        column: int,
    ) -> str:
        """Return the address in the sheet of a cell of the table."""
        _, place = self.cells(row)[column]
        return a1(*place)

    def cells(self, number: int) -> list[PlacedCell]:
        """Return the cells of a deal, each with its place in the sheet.

        The players' hands come first, then the board.
        """
        deal = self.deals.deals[number]
        columns = self.sheet_layout.hands[0].columns
        row_of_absent = deal.first
        cells: list[PlacedCell] = []
        for player in range(len(self.deals.names)):
            row = deal.seats.get(player, row_of_absent)
            hand = self._hand(deal, player)
            cells += _placed(hand, row, columns)
        return cells + self._board(deal)

    def values(self, number: int) -> list[Any]:
        """Return the values in the cells of a deal, as `cells` has them with their places."""
        deal = self.deals.deals[number]
        width = len(self.sheet_layout.hands[0].columns)
        row = _blank_hand(width) * len(self.deals.names)
        for player in deal.seats:
            start = player * width
            end = start + width
            row[start:end] = self._hand(deal, player)
        return row + _values_of(self._board(deal))

    def _board(self, deal: Deal) -> list[PlacedCell]:
        """Return the cells of the board of a deal, each with its place in the sheet."""
        board = self.sheet_layout.board
        if board is None:
            return []
        rows = sorted(deal.seats.values())
        return [_common(self._sheet, rows, column) for column in board.columns]

    def _hand(
        self,
        deal: Deal,
        player: int,
    ) -> list[Any]:
        """Return the values of a player's hand, a mark for one who is not in the deal."""
        columns = self.sheet_layout.hands[0].columns
        row = deal.seats.get(player)
        if row is None:
            return _blank_hand(len(columns))
        hand = self._sheet.cells(row, columns)
        has_board = self.sheet_layout.board is not None
        is_alone = len(deal.seats) == 1 and not deal.is_cut
        if is_alone and not has_board:
            hand[0] = CardError("the only hand of its deal; there is nothing to compare")
        return hand

    def rows_beside(
        self,
        deals: Iterable[int],
        winners: Iterable[int],
        best_players: Callable[[int], list[int]],
    ) -> BesideRows:
        """Return the rows of the players in good deals, and who wins.

        `winners` are those of the deals, 0 for a tie, and `best_players` returns the players who
        tie in the deal of an index.
        """
        deal_of_row: dict[int, int] = {}
        players: dict[int, int] = {}
        won: dict[int, Winner] = {}
        for index, (number, winner) in enumerate(zip(deals, winners, strict=True)):
            deal = self.deals.deals[number]
            deal_of_row.update(dict.fromkeys(deal.players, index))
            players.update(deal.players)
            if winner >= 0:
                players_who_win = [winner] if winner else best_players(index)
                won.update(self._won(deal, winner, players_who_win))
        return BesideRows(deal_of_row, players, won)

    def _won(
        self,
        deal: Deal,
        winner: int,
        players: Sequence[int],
    ) -> dict[int, Winner]:
        """Return what the winner's cell holds in the rows of those who win a deal."""
        text: str | int = winner
        if self.layout.names:
            names = [self.deals.names[player - 1] for player in players]
            text = BETWEEN.join(names)
        rows = [row for row, player in deal.players.items() if player + 1 in players]
        return dict.fromkeys(rows, (text, winner))

    def problems_beside(
        self,
        problems: Mapping[int, CellError],
    ) -> dict[int, CellError]:
        """Return what is wrong with each row of bad deals, given what is wrong with these."""
        beside: dict[int, CellError] = {}
        for number, error in problems.items():
            deal = self.deals.deals[number]
            rows = dict.fromkeys(deal.players, error)
            beside.update(rows)
        return beside


class _DealRows(Sequence[list[Any]]):
    """The rows of a table of deals; of those made the last is kept, since its cells are read in turn."""

    def __init__(self, table: DealTable) -> None:
        self._table = table
        self._number = -1
        self._row: list[Any] = []

    def __len__(self) -> int:
        return len(self._table.deals.deals)

    @overload
    def __getitem__(self, index: int) -> list[Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[list[Any]]: ...
    def __getitem__(self, index: int | slice) -> list[Any]:
        if isinstance(index, slice):
            numbers = range(len(self))[index]
            return [self[number] for number in numbers]
        number = range(len(self))[index]
        if number != self._number:
            self._row = self._table.values(number)
            self._number = number
        return self._row


def _area(
    first: int,
    width: int,
) -> Area:
    """Return an area of so many columns."""
    last = first + width - 1
    return Area(first, last)


def _blank_hand(width: int) -> list[Any]:
    """Return the values of the hand of a player who is not in a deal."""
    return [OUT, *[None] * (width - 1)]


def _placed(
    cells: Sequence[Any],
    row: int,
    columns: Sequence[int],
) -> list[PlacedCell]:
    """Return the cells of a row, each with its place in the sheet."""
    places = [(row, column) for column in columns]
    return list(zip(cells, places, strict=True))


def _values_of(
    cells: Iterable[PlacedCell],
) -> list[Any]:
    """Return the values of some cells without their places."""
    return [value for value, _ in cells]


def _common(
    grid: Grid,
    rows: Sequence[int],
    column: int,
) -> PlacedCell:
    """Return the board of a deal in one of its columns.

    It is the longest one with which all rows agree, else an error.
    """
    boards: dict[tuple[int | str, ...], PlacedCell] = {}
    for row in rows:
        cell = grid.cell(row, column)
        if not is_blank(cell):
            cards = cards_in(cell) or (str(cell),)
            boards.setdefault(cards, (cell, (row, column)))
    if not boards:
        return None, (rows[0], column)
    longest = max(boards, key=len)
    if all(board == longest[: len(board)] for board in boards):
        return boards[longest]
    different = [f"{quoted(str(cell))} in {a1(*place)}" for cell, place in boards.values()]
    error = CardError(f"the board of one deal is {' and '.join(different)}")
    _, place = boards[longest]
    return error, place
