"""Tables with a row for each player: which rows are one deal, and who the players are.

    row   Hand id | Player | Cards
    2     7       | Ann    | 5H 5C 6S 7S KD   ->   a deal of rows 2 and 3, of players 0 and 1
    3     7       | Ben    | 2C 3S 8S 8D TD
    4     8       | Ben    | ..               ->   the next deal, which begins with player 1

`xlpoker.scoring.deal_table` makes a table with a row for each deal of them.

This module needs no NumPy: buttons in a spreadsheet program use it, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from xlpoker.errors import LayoutError, quoted
from xlpoker.evaluator.cells import is_blank, is_out
from xlpoker.layout.cells import BLANK, NEAR
from xlpoker.layout.grid import Grid
from xlpoker.layout.headings import heading
from xlpoker.layout.names import compared, plain_name
from xlpoker.layout.reading import Reading
from xlpoker.layout.sheet import Kinds

__all__ = ["Deal", "Deals", "deals_of"]

NAME_COLUMNS = "name all columns that tell deals apart, such as --by Date,Deal, or insert one"
"""What can be done where a player stands twice in a deal."""
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
