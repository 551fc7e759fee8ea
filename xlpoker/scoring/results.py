"""The contents of the columns of results for every output, over arrays of rows.

The hands of a sheet have some ten thousand different values. Each different content of a cell has a
number, its *content id*::

    0                 an empty cell
    1 .. 7475         values of five cards: each is its own id
    _UNCONTESTED      the hand that wins because no other is left
    _FIRST_SHORT ..   values of hands with fewer than five cards, which are no whole numbers
    behind these      numbers on a scale that depend on the individual cards of a hand
    _OWN_ORDERS ..    values of games with an order of their own: each is its own id

In a column of low hands 1 is a hand without a low. The ids of shares are those of
`xlpoker.scoring.halves`; amounts that players get have ids as they come. In the column of winners
0 is a tie, 1 .. N are the players, and further ids are those of their names. The content of a cell
is a function of the column and the id: outputs render each content once, and look it up for every
row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import HandError
from xlpoker.evaluator.classes import FIRST_VALUES, NO_LOW, TOP, name, short_values
from xlpoker.evaluator.payouts import Unit
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import COLUMNS, COLUMNS_OF_HALVES, Options
from xlpoker.scoring.halves import share_cell, share_of
from xlpoker.scoring.model import Marks, Numbers, Scored
from xlpoker.scoring.money import NOT_PAID
from xlpoker.scoring.result_columns import (
    BETWEEN,
    GETS,
    UNCONTESTED,
    Column,
    Winner,
    columns_of_layout,
    names_in_row,
    written_names,
)
from xlpoker.scoring.scale_numbers import ScaleNumbers

__all__ = ["RenderedCells", "Results", "hand_name_of", "in_turns"]

_NO_LOW = 1
_UNCONTESTED = TOP + 14
_FIRST_SHORT = TOP + 15
_OWN_ORDERS = min(FIRST_VALUES.values())
_EMPTY = frozenset([0])
_EMPTY_VALUES = frozenset([0, _UNCONTESTED])
"""The ids of empty cells among values; who is left alone wins without one."""
ContentIds = Numbers


@cache
def _short_values() -> list[float]:
    """Return the values of hands with fewer than five cards, ascending."""
    return sorted(short_values().values())


def content_ids_of(values: Numbers) -> ContentIds:
    """Return the content ids of values: whole ones are their own.

    >>> content_ids_of(np.array([2067.0, min(_short_values())])).tolist()
    [2067, 7477]
    """
    if values.dtype.kind != "f":
        return values
    short_values = np.array(_short_values())
    places = np.searchsorted(short_values, values)
    short_ids = _FIRST_SHORT + places
    is_whole = values == np.floor(values)
    content_ids = np.where(is_whole, values, short_ids)
    return content_ids.astype(np.int64)


@cache
def hand_name_of(content_id: int) -> str:
    """Return the name of the hands with a content id."""
    if content_id == _UNCONTESTED:
        return UNCONTESTED
    return name(_value_of(content_id))


def _value_of(content_id: int) -> float:
    """Return the value of the hands with a content id."""
    if _FIRST_SHORT <= content_id < _OWN_ORDERS:
        index = content_id - _FIRST_SHORT
        return _short_values()[index]
    return content_id


def _low_name(content_id: int) -> str:
    """Return the name of a low hand, or that there is none."""
    return NO_LOW if content_id == _NO_LOW else hand_name_of(content_id)


def _share(content_id: int) -> int | float | None:
    """Return a share of the pot as a cell holds it."""
    return share_cell(share_of(content_id))


class _Winners:
    """The contents of the column of winners: tie, each player, no showdown; others as they come."""

    def __init__(self, names: Sequence[str], players: int) -> None:
        labels: Sequence[str | int] = names or range(1, players + 1)
        tie = (0, 0)
        self._contents: list[Winner | None] = [tie]
        for number, label in enumerate(labels, 1):
            self._contents.append((label, number))
        self._contents.append(None)
        numbered_contents = enumerate(self._contents)
        self._ids = {winner: content_id for content_id, winner in numbered_contents}

    def id_of(self, winner: Winner | None) -> int:
        """Return the id of a winner, a new one for a winner that is not known yet."""
        if winner not in self._ids:
            self._ids[winner] = len(self._contents)
            self._contents.append(winner)
        return self._ids[winner]

    def content(self, content_id: int) -> Winner | None:
        """Return the winner of an id, None where there is no showdown."""
        return self._contents[content_id]


class _NumberIds:
    """The ids of numbers on a published scale.

    Where hands of the same value have different numbers by their cards, each number has an id of
    its own.
    """

    def __init__(self, options: Options, sheet: str) -> None:
        self._scale_numbers = ScaleNumbers(options, sheet)
        self._ids_by_cards: dict[tuple[int, float], int] = {}
        self._numbers_by_cards: dict[int, float] = {}
        self._values_by_cards: dict[int, int] = {}

    def number(self, content_id: int) -> float:
        """Return the number of an id; raise `HandError` where the scale has none."""
        if content_id in self._numbers_by_cards:
            return self._numbers_by_cards[content_id]
        value = _value_of(content_id)
        return self._scale_numbers.of_value(value)

    def hand_name(self, content_id: int) -> str:
        """Return the name of a hand, whose number may depend on its cards."""
        value_id = self._values_by_cards.get(content_id, content_id)
        return hand_name_of(value_id)

    def ids(self, scored: Scored, player: int, value_ids: ContentIds) -> ContentIds:
        """Return the ids of a player's hands in the good rows, given those of their values.

        Raises `HandError`, naming the row, for hands that the scale has no number for.
        """
        self._check_numbers(scored, value_ids)
        loose = self._scale_numbers.loose
        if not loose:
            return value_ids
        is_by_cards = np.isin(value_ids, loose)
        if not is_by_cards.any():
            return value_ids
        content_ids = value_ids.astype(np.int64)
        indices = np.flatnonzero(is_by_cards)
        for index in indices.tolist():
            value = int(value_ids[index])
            content_ids[index] = self._id_by_cards(scored, player, index, value)
        return content_ids

    def _check_numbers(self, scored: Scored, value_ids: ContentIds) -> None:
        """Make the numbers of values; raise `HandError` for the first hand without one."""
        rows_by_id = np.bincount(value_ids)
        different_ids = np.flatnonzero(rows_by_id)
        for value_id in different_ids.tolist():
            if value_id == 0 or value_id in self._scale_numbers.loose:
                continue
            try:
                self.number(value_id)
            except HandError as error:
                is_of_value = value_ids == value_id
                first = is_of_value.argmax()
                row = int(scored.rows[first])
                raise self._scale_numbers.error_in_row(error, row) from None

    def _id_by_cards(
        self,
        scored: Scored,
        player: int,
        index: int,
        value: int,
    ) -> int:
        """Return the id of the number of a single hand, which depends on its cards."""
        hands, board = scored.hands(index)
        number = self._scale_numbers.of_cards(value, hands[player], board)
        key = (value, number)
        first_id = _FIRST_SHORT + len(_short_values())
        next_id = first_id + len(self._ids_by_cards)
        content_id = self._ids_by_cards.setdefault(key, next_id)
        self._numbers_by_cards[content_id] = number
        self._values_by_cards[content_id] = value
        return content_id


class _Payouts:
    """The amounts that players get, each with an id of its own; 0 is that of an empty cell."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._units: list[int] = [NOT_PAID]
        self._ids = {NOT_PAID: 0}

    def ids(self, scored: Scored, player: int) -> ContentIds:
        """Return the ids of what a player gets in the good rows."""
        if scored.payouts is None:  # no rows
            return np.zeros(len(scored.rows), np.int64)
        payouts = scored.payouts[:, player]
        different, places = np.unique(payouts, return_inverse=True)
        ids = [self._id_of(units) for units in different.tolist()]
        ids_of_different = np.array(ids, np.int64)
        return ids_of_different[places]

    def _id_of(self, units: int) -> int:
        """Return the id of an amount in units, a new one for an amount that is not known yet."""
        if units not in self._ids:
            self._ids[units] = len(self._units)
            self._units.append(units)
        return self._ids[units]

    def amount(self, content_id: int) -> int | float:
        """Return the amount of an id, a whole number where it is one."""
        units = self._units[content_id] * self._unit.numerator
        denominator = self._unit.denominator
        if units % denominator == 0:
            return units // denominator
        return units / denominator


class Results:
    """The results of a sheet, whose rows may come block by block.

    >>> from xlpoker.layout.grid import Area
    >>> results = Results(Layout("", 0, 9, (Area(0, 4),)), Options(scale="cactus"))
    >>> [results.content(column, 7462) for column in results.columns]
    [1, 'Royal Flush']
    """

    def __init__(
        self,
        layout: Layout,
        options: Options,
        chosen: Sequence[str] = COLUMNS,
        *,
        live: bool = False,
        sheet: str = "",
    ) -> None:
        self._layout = layout
        self._live = live
        self._names = written_names(layout)
        self._names_in_rows = bool(layout.name_columns) and not live
        self.columns = columns_of_layout(layout, chosen, options, live=live)
        self.titles = [column.title for column in self.columns]
        self._winners = _Winners(self._names, len(layout.hands))
        self._options = options
        has_numbers = "value" in chosen and options.scale != "strength"
        self._number_ids = _NumberIds(options, sheet) if has_numbers else None

    @cached_property
    def _payouts(self) -> _Payouts:
        """The amounts that players get, where there are stakes."""
        return _Payouts(Unit.of(self._options.unit))

    def rename(self, titles: Sequence[str]) -> None:
        """Give the columns other titles."""
        self.titles = [*titles]
        renamed = []
        for column, title in zip(self.columns, titles, strict=True):
            new_column = column._replace(title=title)
            renamed.append(new_column)
        self.columns = renamed

    def content_ids(self, scored: Scored) -> list[ContentIds]:
        """Return for each column the id of its content in each good row.

        Raises `HandError`, naming the row, for hands that a published scale has no number for.
        """
        ids_by_column: list[ContentIds] = []
        for number in range(1 + len(scored.further)):  # the columns of a board stand together
            ids_by_column.extend(self._ids_on_board(scored, number))
        amounts = [column for column in self.columns if column.kind == GETS]  # behind all boards
        ids_by_column += [self._payouts.ids(scored, column.player) for column in amounts]
        return ids_by_column

    def _ids_on_board(self, scored: Scored, board: int) -> list[ContentIds]:
        """Return the ids of the columns of a board but for amounts, in each good row.

        Rows without that board have blank cells.
        """
        part = scored.on_board(board)
        columns_of_hands = [column for column in self.columns if column.kind != GETS]
        columns = [column for column in columns_of_hands if column.board == board]
        ids_by_column = self._ids_of_columns(part, columns)
        if board == 0:
            return ids_by_column
        places = np.searchsorted(scored.rows, part.rows)
        ids_in_all_rows = []
        for column, ids in zip(columns, ids_by_column, strict=True):
            blank = self._winners.id_of(None) if column.player < 0 else 0
            in_all_rows = np.full(len(scored.rows), blank, np.int64)
            in_all_rows[places] = ids
            ids_in_all_rows.append(in_all_rows)
        return ids_in_all_rows

    def _ids_of_columns(
        self,
        scored: Scored,
        columns: Sequence[Column],
    ) -> list[ContentIds]:
        """Return for each column the id of its content in each row of a showdown."""
        players = range(scored.values.shape[1])
        ids_by_player = [self._ids_of_player(scored, player) for player in players]
        winners = scored.winners
        if not scored.values.all():
            no_showdown = len(ids_by_player) + 1
            winners = np.where(winners < 0, no_showdown, winners)
            for player, content_ids in enumerate(ids_by_player):
                has_won = winners == player + 1
                ids_by_player[player] = _with_uncontested(content_ids, has_won)
        winner_ids = self._ids_of_winners(scored, winners)
        ids_by_column = []
        for column in columns:
            if column.player < 0:
                ids_by_column.append(winner_ids)
            elif column.kind in COLUMNS_OF_HALVES:
                ids_by_column.append(_ids_of_half(scored, column))
            else:
                ids_by_column.append(ids_by_player[column.player])
        return ids_by_column

    def _ids_of_player(self, scored: Scored, player: int) -> ContentIds:
        """Return the content ids of a player's hands in the good rows."""
        value_ids = content_ids_of(scored.values[:, player])
        if self._number_ids is None:
            return value_ids
        return self._number_ids.ids(scored, player, value_ids)

    def _ids_of_winners(
        self,
        scored: Scored,
        winners: Numbers,
    ) -> ContentIds:
        """Return the ids of the winners: of deals, names in rows or in headings, or numbers."""
        won = self._layout.won
        if won is not None:
            rows = scored.rows.tolist()
            return self._ids_of(map(won.get, rows))
        if self._names_in_rows:
            return self._ids_of(self._winners_in_rows(scored))
        if self._names:
            return self._with_ties(scored, winners)
        return winners

    def _ids_of(self, winners: Iterable[Winner | None]) -> ContentIds:
        """Return the ids of some winners."""
        id_of = self._winners.id_of
        ids = [id_of(winner) for winner in winners]
        return np.array(ids, np.int64)

    def _winners_in_rows(self, scored: Scored) -> Iterator[Winner | None]:
        """Yield for each good row the names and the number of its winner, None for no showdown."""
        labels = self._layout.labels
        rows = scored.rows.tolist()
        for index, winner in enumerate(scored.winners.tolist()):
            if winner < 0:
                yield None
                continue
            row = rows[index]
            players = [winner] if winner else scored.best_players(index)
            yield names_in_row(players, scored.seated[row], labels), winner

    def _with_ties(
        self,
        scored: Scored,
        winners: Numbers,
    ) -> ContentIds:
        """Return the ids of winners, with an id for each set of tied players."""
        content_ids = winners.astype(np.int64)
        ties = np.flatnonzero(content_ids == 0)
        for index in ties.tolist():
            players = scored.best_players(index)
            tied_names = [self._names[player - 1] for player in players]
            winner = (BETWEEN.join(tied_names), 0)
            content_ids[index] = self._winners.id_of(winner)
        return content_ids

    def content(self, column: Column, content_id: int) -> Any:
        """Return the content of a cell of a column, None for an empty one."""
        (content,) = self.contents(column, [content_id])
        return content

    def contents(self, column: Column, content_ids: Iterable[int]) -> list[Any]:
        """Return the contents of cells of a column, None for empty ones."""
        if column.player < 0:
            return [*map(self._winner_content, content_ids)]
        content_of = self._maker_of(column)
        empty_ids = _EMPTY_VALUES if column.kind == "value" else _EMPTY
        return [None if number in empty_ids else content_of(number) for number in content_ids]

    def _maker_of(self, column: Column) -> Callable[[int], Any]:
        """Return the function that makes the contents of a player's column of their ids."""
        numbers = self._number_ids
        if column.kind == GETS:
            return self._payouts.amount
        if column.kind == "low":
            return _low_name
        if column.kind == "share":
            return _share
        if column.kind == "hand":
            return hand_name_of if numbers is None else numbers.hand_name
        return _value_of if numbers is None else numbers.number

    def _winner_content(self, content_id: int) -> Any:
        """Return what the column of winners holds, with formulas the winner's number."""
        winner = self._winners.content(content_id)
        if winner is None:
            return None
        text, number = winner
        return number if self._live else text

    def cells(self, scored: Scored) -> list[list[Any]]:
        """Return the contents of the good rows, column by column."""
        columns = []
        ids_by_column = self.content_ids(scored)
        for column, content_ids in zip(self.columns, ids_by_column, strict=True):
            ids: list[int] = content_ids.tolist()
            different_ids = set(ids)
            different_contents = self.contents(column, different_ids)
            contents = dict(zip(different_ids, different_contents, strict=True))
            cells = [contents[content_id] for content_id in ids]
            columns.append(cells)
        return columns


def _with_uncontested(
    content_ids: ContentIds,
    has_won: Marks,
) -> ContentIds:
    """Return the ids of a player's hands, with that of a win without a value: no other was left."""
    has_no_value = content_ids == 0
    is_uncontested = has_won & has_no_value
    return np.where(is_uncontested, _UNCONTESTED, content_ids)


def _ids_of_half(
    scored: Scored,
    column: Column,
) -> ContentIds:
    """Return the ids of a player's low hands, or shares, in the good rows."""
    if scored.lows is None or scored.shares is None:  # no rows
        return np.zeros(len(scored.rows), np.int64)
    if column.kind == "share":
        return scored.shares[:, column.player]
    lows = scored.lows[:, column.player]
    values = scored.values[:, column.player]
    has_no_low = (values > 0) & (lows == 0)
    return np.where(has_no_low, _NO_LOW, lows)


class RenderedCells:
    """Cache of the cell contents of a column by content id: each is rendered at its first look-up.

    >>> cells = RenderedCells(lambda content_ids: [b"<v>%d</v>" % number for number in content_ids])
    >>> cells.of(np.array([7, 15])).tolist(), cells.texts(np.array([5]))
    ([b'<v>7</v>\\x00', b'<v>15</v>'], [b'<v>5</v>'])
    """

    def __init__(self, render: Callable[[list[int]], list[bytes]]) -> None:
        self._render = render
        self._table = np.zeros((0, 1), np.uint8)  # a row of bytes for each id, zeros where missing

    def of(self, content_ids: ContentIds) -> npt.NDArray[np.void]:
        """Return the contents of some cells, filled up with zeros to the same length."""
        highest_id = int(content_ids.max(initial=0))
        self._grow(highest_id + 1, width=1)
        first_bytes = self._table[:, 0]
        is_missing = first_bytes.take(content_ids) == 0
        if is_missing.any():
            counts = np.bincount(content_ids[is_missing])
            missing_ids = np.flatnonzero(counts)
            self._add(missing_ids)
        width = self._table.shape[1]
        cells = self._table.view(f"V{width}").reshape(-1)
        return cells.take(content_ids)

    def _add(self, content_ids: ContentIds) -> None:
        """Render the contents of some ids; the table becomes as wide as the longest."""
        contents = self._render(content_ids.tolist())
        cells = np.array(contents, np.bytes_)
        width = cells.itemsize
        self._grow(len(self._table), width)
        all_bytes = cells.view(np.uint8)
        table_rows = all_bytes.reshape(len(contents), width)
        self._table[content_ids, :width] = table_rows

    def _grow(self, rows: int, width: int) -> None:
        """Make the table at least so long and so wide."""
        old_rows, old_width = self._table.shape
        if rows <= old_rows and width <= old_width:
            return
        shape = (max(rows, old_rows), max(width, old_width))
        table = np.zeros(shape, np.uint8)
        table[:old_rows, :old_width] = self._table
        self._table = table

    def texts(self, content_ids: ContentIds) -> list[bytes]:
        """Return the contents of some cells."""
        cells = self.of(content_ids)
        width = cells.dtype.itemsize
        texts: list[bytes] = cells.view(f"S{width}").tolist()
        return texts


def in_turns(columns: Sequence[Sequence[bytes]]) -> list[bytes]:
    """Return the contents of some columns of the same length, row by row.

    >>> in_turns([[b"5H", b"6S"], [b",1", b",2"]])
    [b'5H', b',1', b'6S', b',2']
    """
    count = len(columns)
    number_of_cells = count * len(columns[0])
    cells = [b""] * number_of_cells
    for index, column in enumerate(columns):
        cells[index::count] = column
    return cells
