"""Tables with a row for each player: their rows as deals, and the deals as a table.

    Hand id | Player | Cards                 Ann            | Ben
    7       | Ann    | 5H 5C 6S 7S KD   ->   5H 5C 6S 7S KD | 2C 3S 8S 8D TD    a row for each deal
    7       | Ben    | 2C 3S 8S 8D TD

This module needs no NumPy: buttons in a spreadsheet program use it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple, overload

from xlpoker.addresses import a1
from xlpoker.errors import CardError, CellError, LayoutError, quoted
from xlpoker.evaluator.cells import is_blank, is_out
from xlpoker.layout.cells import BLANK, NEAR, cards_in
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.headings import heading
from xlpoker.layout.model import Layout
from xlpoker.layout.names import compared, plain_name
from xlpoker.layout.reading import Reading
from xlpoker.layout.sheet import Kinds
from xlpoker.scoring.result_columns import BETWEEN

__all__ = ["BesideRows", "Deal", "DealTable", "Deals", "Seats", "deals_of"]

NAME_COLUMNS = "name all columns that tell deals apart, such as --by Date,Deal, or insert one"
"""What can be done where a player stands twice in a deal."""
OUT = "-"
"""What stands for a player who is not in a deal."""
Place = tuple[int, int]
Winner = tuple[str | int, int]
"""What the winner's cell holds, and the winner's number."""
Won = Mapping[int, Winner]
PlacedCell = tuple[Any, Place]
"""The value of a cell of a deal, or what is wrong with it, and its row and column in the sheet."""
_CARD_KINDS = frozenset(range(BLANK + 1, NEAR + 1))


class Deal(NamedTuple):
    """A deal: for each player, counted from 0, the row that holds the hand; the player of each row.

    Several rows of a player may say the same. `is_cut` is true if rows of other players were left
    out by ``--skip`` or ``--visible``.
    """

    seats: dict[int, int]
    players: dict[int, int]
    is_cut: bool = False

    @property
    def first(self) -> int:
        """Its first row."""
        return min(self.players)

    @property
    def last(self) -> int:
        """Its last row."""
        return max(self.players)


class Deals(NamedTuple):
    """The deals of a sheet, the players' names, and the rows of text between them."""

    deals: list[Deal]
    names: list[str]
    texts: dict[int, str]

    @property
    def rows(self) -> set[int]:
        """The rows of the sheet that belong to a deal."""
        rows: set[int] = set()
        for deal in self.deals:
            rows.update(deal.players)
        return rows


class BesideRows(NamedTuple):
    """The rows of the players in good deals, for results beside them.

    `places` has for each row the index of its deal among the good ones, `players` its player.
    `won` has what the winner's cell holds in the rows of winners.
    """

    places: dict[int, int]
    players: dict[int, int]
    won: Won


def deals_of(grid: Grid, reading: Reading, remedy: str = NAME_COLUMNS) -> Deals:
    """Return the deals of a sheet by the columns of a reading; `remedy` is the end of a message.

    Raises `LayoutError` where a player stands twice in a deal, with different cards, and where a
    row is the board's.
    """
    rows, texts = _rows_of(grid, reading)
    if not rows:
        raise LayoutError(f"{grid.sheet or 'the file'} holds no hands below the headings")
    groups = _rows_by_deal(grid, reading, rows)
    players = _Players()
    player_by_row = _players_by_row(grid, reading, rows, groups, players)
    _check_board_rows(grid, players.names)
    deals = [_deal(grid, reading, group, player_by_row, remedy) for group in groups]
    return Deals(deals, players.names, texts)


class _Players(dict[str, int]):
    """The players by what their cells hold, each different text judged once; `names` are theirs.

    >>> players = _Players()
    >>> [players[text] for text in ("Anna", "Ben *", " ANNA ")], players.names
    ([0, 1, 0], ['Anna', 'Ben'])
    """

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self._number_by_name: dict[str, int] = {}

    def __missing__(self, text: str) -> int:
        """Judge a text that was not met before."""
        words = text.split()
        name = " ".join(words).removesuffix(".0")
        key = compared(name)
        number = self._number_by_name.get(key)
        if number is None:
            number = len(self.names)
            self.names.append(plain_name(name))
            self._number_by_name[key] = number
        self[text] = number
        return number


def _players_by_row(
    grid: Grid,
    reading: Reading,
    rows: Sequence[int],
    groups: Sequence[Sequence[int]],
    players: _Players,
) -> dict[int, int]:
    """Return the player of each row; without names they are numbered in their deal."""
    if reading.names is not None:
        cells = grid.column(reading.names, rows)
        texts = ["" if cell is None else str(cell) for cell in cells]
        player_by_row = {}
        for row, text in zip(rows, texts, strict=True):
            player_by_row[row] = players[text]
        return player_by_row
    numbered: dict[int, int] = {}
    for group in groups:
        numbers = range(1, len(group) + 1)
        numbered.update(zip(group, numbers, strict=True))
    return {row: players[f"Player {numbered[row]}"] for row in rows}


def _rows_of(
    grid: Grid,
    reading: Reading,
) -> tuple[list[int], dict[int, str]]:
    """Return the rows with a hand, or with a word for a player who is out.

    Return, too, the texts of rows with other words there, by row.
    """
    hand = reading.hands[0].columns
    skipped = frozenset(reading.left_out_rows)
    kinds = Kinds()
    rows: list[int] = []
    texts: dict[int, str] = {}
    end = min(reading.last + 1, len(grid.rows))
    numbers = range(reading.first, end)
    hands = grid.parts(numbers, hand)
    for row, cells in zip(numbers, hands, strict=True):
        if row in skipped:
            continue
        if _is_seat(cells, reading, kinds):
            rows.append(row)
            continue
        filled = [cell for cell in cells if not is_blank(cell)]
        if filled:
            texts[row] = str(filled[0])
    return rows, texts


def _is_seat(
    cells: Sequence[Any],
    reading: Reading,
    kinds: Kinds,
) -> bool:
    """Tell whether the cells of a hand hold cards, or words for a player who is out.

    Numbers are cards where the reading says so.
    """
    if reading.cards:
        return not any(map(is_blank, cells))
    kinds_of_cells = kinds.of_row(cells)
    if not _CARD_KINDS.isdisjoint(kinds_of_cells):
        return True
    if all(map(is_blank, cells)):
        return False
    return all(map(is_out, cells))


def _rows_by_deal(
    grid: Grid,
    reading: Reading,
    rows: Sequence[int],
) -> list[list[int]]:
    """Return the rows of each deal, with those that are left out.

    A blank cell repeats the one above. A number that comes again is another deal in runs.
    """
    groups: dict[tuple[Any, ...], list[int]] = {}
    key_above: tuple[str, ...] = ()
    run_number = 0
    left_out = _left_out_rows(grid, reading)
    in_order = sorted({*rows, *left_out})  # a row that is left out may number those below
    columns = [_filled_down(grid, column, in_order) for column in reading.by]
    keys = zip(*columns, strict=True)
    for row, key in zip(in_order, keys, strict=True):
        if key != key_above:
            key_above = key
            run_number += 1
        deal = (*key, run_number) if reading.in_runs else key
        groups.setdefault(deal, []).append(row)
    rows_by_deal = groups.values()
    if not left_out:
        return [*rows_by_deal]
    return [group for group in rows_by_deal if not left_out.issuperset(group)]


def _filled_down(
    grid: Grid,
    column: int,
    rows: Sequence[int],
) -> list[str]:
    """Return the texts of a column in some rows; a blank cell repeats that of the row above."""
    texts: list[str] = []
    above = ""
    for cell in grid.column(column, rows):
        if not is_blank(cell):
            above = str(cell)
        texts.append(above)
    return texts


def _left_out_rows(grid: Grid, reading: Reading) -> set[int]:
    """Return the rows with a hand that ``--skip`` or ``--visible`` leaves out."""
    hand = reading.hands[0].columns
    kinds = Kinds()
    numbers = [row for row in reading.left_out_rows if row < len(grid.rows)]
    hands = grid.parts(numbers, hand)
    rows: set[int] = set()
    for row, cells in zip(numbers, hands, strict=True):
        is_blank_row = all(map(is_blank, cells))
        if not is_blank_row and _is_seat(cells, reading, kinds):
            rows.add(row)
    return rows


def _deal(
    grid: Grid,
    reading: Reading,
    rows: Sequence[int],
    players: dict[int, int],
    remedy: str,
) -> Deal:
    """Return one deal; several rows of a player with the same cards count once."""
    players_here = {row: players[row] for row in rows if row in players}
    seats = {player: row for row, player in players_here.items()}
    if len(seats) < len(players_here):
        seats = _first_seats(grid, reading, players_here, remedy)
    is_cut = len(players_here) < len(rows)  # the others are left out
    return Deal(seats, players_here, is_cut)


def _first_seats(
    grid: Grid,
    reading: Reading,
    players: Mapping[int, int],
    remedy: str,
) -> dict[int, int]:
    """Return the first row of each player in a deal where some have several, which must say the same."""
    seats: dict[int, int] = {}
    for row, player in players.items():
        seat = seats.setdefault(player, row)
        if seat != row and not _same_cards(grid, reading, seat, row):
            raise LayoutError(f"a player stands twice in the deal of row {row + 1}; {remedy}")
    return seats


def _same_cards(
    grid: Grid,
    reading: Reading,
    row: int,
    other: int,
) -> bool:
    """Tell whether two rows hold the same hand."""
    columns = reading.hands[0].columns
    return grid.cells(row, columns) == grid.cells(other, columns)


def _check_board_rows(grid: Grid, names: Sequence[str]) -> None:
    """Raise `LayoutError` where the board has a row of its own, as if it were a player."""
    for name in names:
        if heading(name).is_board:
            raise LayoutError(
                f"{grid.sheet or 'the file'} has the board in rows of its own, called {quoted(name)};"
                " put it beside the hands of its deal, in a column Board"
            )


class Seats(NamedTuple):
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
    read: where hundreds of players take turns at a table, rows are wide and nearly blank. `seats`
    are narrow.
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

    def seats(self) -> list[Seats]:
        """Return the deals of two players or more, by the number of their players."""
        deals_by_players: dict[int, list[int]] = {}
        for number, deal in enumerate(self.deals.deals):
            players = len(deal.seats)
            deals_by_players.setdefault(players, []).append(number)
        deals_by_players.pop(1, None)
        groups = deals_by_players.items()
        return [self._seats(players, deals) for players, deals in groups]

    def _seats(self, count: int, numbers: list[int]) -> Seats:
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
        return Seats(numbers, players_by_deal, grid, layout)

    def named(self, row: int, column: int) -> str:
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

    def _hand(self, deal: Deal, player: int) -> list[Any]:
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
        places: dict[int, int] = {}
        players: dict[int, int] = {}
        won: dict[int, Winner] = {}
        for place, (number, winner) in enumerate(zip(deals, winners, strict=True)):
            deal = self.deals.deals[number]
            places.update(dict.fromkeys(deal.players, place))
            players.update(deal.players)
            if winner >= 0:
                players_who_win = [winner] if winner else best_players(place)
                won.update(self._won(deal, winner, players_who_win))
        return BesideRows(places, players, won)

    def _won(self, deal: Deal, winner: int, players: Sequence[int]) -> dict[int, Winner]:
        """Return what the winner's cell holds in the rows of those who win a deal."""
        text: str | int = winner
        if self.layout.names:
            names = [self.deals.names[player - 1] for player in players]
            text = BETWEEN.join(names)
        rows = [row for row, player in deal.players.items() if player + 1 in players]
        return dict.fromkeys(rows, (text, winner))

    def problems_beside(self, problems: Mapping[int, CellError]) -> dict[int, CellError]:
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


def _area(first: int, width: int) -> Area:
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


def _values_of(cells: Iterable[PlacedCell]) -> list[Any]:
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
