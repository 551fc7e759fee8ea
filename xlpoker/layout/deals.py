"""Tables with a row for each player: which rows belong to one deal, and who the players are.

    HandID | PlayerName | Card1 .. Card5 | Amount
    20001  | Ramos      | QD    .. 8H    | 10          one deal of two players: HandID tells it
    20001  | Schmidt    | 7S    .. TH    | 10          from the others
    20002  | ..

Where no column tells deals apart, each row is a hand by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from xlpoker.layout.cells import cards_of
from xlpoker.layout.grouping import Grouping
from xlpoker.layout.names import compared
from xlpoker.layout.sheet import BLANK, NUMBER
from xlpoker.layout.tables import Column, Columns, Table, cells_in_columns

__all__ = ["Deals", "LongTable"]

_SAMPLE = 100
_MOST_KEYS = 5
_compared = lru_cache(maxsize=1 << 12, typed=True)(compared)
"""The same few players stand in most deals."""


class Deals(NamedTuple):
    """The rows of each deal, the columns that tell deals apart, and the column of the players.

    `in_runs` is true where the numbers of deals begin again further down: then a number that comes
    again is another deal. `repeated` is true where a player has several rows in a deal, all with
    the same cards, as in a table with a row for each action.
    """

    by: tuple[Column, ...]
    names: Column | None
    rows: tuple[tuple[int, ...], ...]
    in_runs: bool = False
    repeated: bool = False

    @property
    def of_several_rows(self) -> list[tuple[int, ...]]:
        """The rows of each deal that has more than one."""
        return [rows for rows in self.rows if len(rows) > 1]


class LongTable:
    """A table with one hand in each row, and the deals that its rows may make."""

    def __init__(self, table: Table, grouping: Grouping) -> None:
        self.table = table
        self.hand = grouping.hands[0]
        self._used = grouping.indexes
        self._cells_of_hand = cells_in_columns(self.hand.columns)
        self._names_of_columns: dict[int, dict[int, str]] = {}
        self._texts_of_columns: dict[int, list[str]] = {}

    def find_deals(self) -> Deals | None:
        """Return the deals by all columns that may number them, or by fewer that fit.

        None where no such column has a value twice: each row is a hand by itself.
        """
        keys = self.key_columns
        for in_runs in (False, True):
            for columns in _combinations(keys):
                deals = self.deals_by(columns, in_runs=in_runs)
                if self.are_deals(deals):
                    return deals
        return None

    @cached_property
    def key_columns(self) -> list[Column]:
        """The columns below a word such as *deal*, *date* or *table* whose values repeat."""
        keys: list[Column] = []
        for column in self._free_columns:
            if column.filled and column.heading.is_deal:
                different = len(set(self._filled_down(column)))
                if 1 < different < len(self.table.rows):
                    keys.append(column)
        return keys

    @cached_property
    def _free_columns(self) -> list[Column]:
        """The columns that hold no cards of hands or of the board."""
        return [column for column in self.table.columns if column.index not in self._used]

    @cached_property
    def _name_columns(self) -> list[Column]:
        """The free columns that may hold names of players, as those of hands do not."""
        return [column for column in self._free_columns if not column.heading.is_hand]

    def deals_by(
        self,
        keys: Columns,
        *,
        in_runs: bool = False,
    ) -> Deals:
        """Return the deals that some columns tell apart; a blank cell repeats the one above."""
        rows_of_deals: dict[tuple[object, ...], list[int]] = {}
        before: tuple[object, ...] = ()
        run = 0
        columns = [self._filled_down(column) for column in keys]
        keys_of_rows = zip(*columns, strict=True)
        for row, key in zip(self.table.rows, keys_of_rows, strict=True):
            if key != before:
                before = key
                run += 1
            deal = (*key, run) if in_runs else key
            rows_of_deals.setdefault(deal, []).append(row)
        rows = tuple(map(tuple, rows_of_deals.values()))
        names = self.names_column(keys, rows)
        repeated = names is not None and self._repeat_players(names, rows)
        return Deals(tuple(keys), names, rows, in_runs, repeated)

    def are_deals(self, deals: Deals) -> bool:
        """Tell whether rows can be deals.

        Most have several rows, no player stands in one twice, and seldom a card.
        """
        if deals.names is None:
            is_numbered = any(column.heading.is_numbering for column in deals.by)
            if not is_numbered or not self.are_in_order(deals):
                return False
        if 2 * len(deals.of_several_rows) < len(deals.rows):
            return False
        if self.row_of_player_twice(deals) is not None:
            return False
        return self._seldom_repeat_a_card(deals)

    def _seldom_repeat_a_card(self, deals: Deals) -> bool:
        """Tell whether few of the first deals of several rows hold a card twice."""
        sample = deals.of_several_rows[:_SAMPLE]
        count = 0
        for rows in sample:
            rows_of_players = self._of_players(deals, rows)
            if self.repeat_a_card(rows_of_players):
                count += 1
        return 5 * count <= len(sample)

    def repeat_a_card(self, rows: Sequence[int]) -> bool:
        """Tell whether rows hold a card twice."""
        cards: list[int] = []
        for row in rows:
            cards.extend(self._cards(row))
        return len(set(cards)) < len(cards)

    def _cards(self, row: int) -> list[int]:
        """Return the cards of the hand in a row."""
        row_cells = self.table.sheet.rows[row]
        return cards_of(self._cells_of_hand(row_cells))

    def row_of_player_twice(self, deals: Deals) -> int | None:
        """Return a row whose player stands in another row of the same deal, with other cards."""
        if deals.names is None:
            return None
        names = self._names(deals.names)
        for rows in deals.rows:
            players: set[str] = set()
            for row in self._of_players(deals, rows):
                name = names[row]
                if name in players:
                    return row
                if name:
                    players.add(name)
        return None

    def _of_players(self, deals: Deals, rows: Sequence[int]) -> Sequence[int]:
        """Return one row for each player of a deal, and all rows of one with different cards."""
        if not deals.repeated or deals.names is None:
            return rows
        names = self._names(deals.names)
        first_rows: dict[tuple[object, ...], int] = {}
        for row in rows:
            player_and_cards = (names[row], *self._cards(row))
            first_rows.setdefault(player_and_cards, row)
        return list(first_rows.values())

    def _repeat_players(self, column: Column, deals: Sequence[Sequence[int]]) -> bool:
        """Tell whether players have several rows in a deal, always with the same cards."""
        names = self._names(column)
        has_repeated = False
        for rows in deals:
            players = {names[row] for row in rows}
            if len(players) == len(rows):
                continue
            has_repeated = True
            hands = {(names[row], *self._cards(row)) for row in rows}
            if len(players) < len(hands):
                return False
        return has_repeated

    def names_column(
        self,
        keys: Columns,
        deals: Sequence[Sequence[int]] = (),
    ) -> Column | None:
        """Return the column of the players.

        It stands below a word for them, or holds words that differ in each deal and come again.
        """
        half = len(self.table.rows) // 2
        beside_keys = [column for column in self._name_columns if column not in keys]
        free = [column for column in beside_keys if column.filled > half]
        titled = [column for column in free if column.heading.is_player]
        if titled:
            return min(titled, key=_how_little_like_names)
        for column in free:
            if column.holds_words and deals and self._differ_in_deals(column, deals):
                return column
        return None

    def has_names_in_each(self, blocks: Sequence[Sequence[int]]) -> bool:
        """Tell whether a column of words differs in each block of rows, and comes again."""
        for column in self._name_columns:
            if column.holds_words and self._differ_in_deals(column, blocks):
                return True
        return False

    def _differ_in_deals(self, column: Column, deals: Sequence[Sequence[int]]) -> bool:
        """Tell whether the words in a column differ in each deal, and come again in others."""
        names = self._names(column)
        different: set[str] = set()
        count = 0
        for rows in deals:
            names_in_deal = {names[row] for row in rows}
            if len(names_in_deal) < len(rows):
                return False
            different.update(names_in_deal)
            count += len(rows)
        return len(different) < count

    def names_in_turn(self) -> Column | None:
        """Return a column of names that take turns, the same ones again and again.

        None if a column numbers the rows.
        """
        if self._numbers_rows():
            return None
        for column in self._name_columns:
            is_full = column.filled == len(self.table.rows)
            if is_full and column.holds_words and self._take_turns(column):
                return column
        return None

    def _take_turns(self, column: Column) -> bool:
        """Tell whether the texts of a column are Anna, Ben, Cy, Anna, Ben, Cy .."""
        names = list(self._names(column).values())
        if names[0] not in names[1:]:
            return False
        period = names.index(names[0], 1)
        if period == 1 or len(set(names)) != period:
            return False
        return all(name == names[place % period] for place, name in enumerate(names))

    def _numbers_rows(self) -> bool:
        """Tell whether a column below a word for deals has a value of its own in each row."""
        for column in self._free_columns:
            if column.heading.is_deal:
                different = set(self._filled_down(column))
                if len(different) == len(self.table.rows):
                    return True
        return False

    def _names(self, column: Column) -> dict[int, str]:
        """Return the names in a column as they are compared, by row."""
        names = self._names_of_columns.get(column.index)
        if names is None:
            rows = self.table.sheet.rows
            index = column.index
            names = {row: _compared(rows[row][index]) for row in self.table.rows}
            self._names_of_columns[index] = names
        return names

    def _filled_down(self, column: Column) -> list[str]:
        """Return the texts of a column, a blank cell as the one above."""
        texts = self._texts_of_columns.get(column.index)
        if texts is not None:
            return texts
        rows = self.table.sheet.rows
        index = column.index
        texts = [str(rows[row][index]) for row in self.table.rows]
        if BLANK in column.kinds:
            _fill_down(texts, column.kinds)
        self._texts_of_columns[column.index] = texts
        return texts

    def are_in_order(self, deals: Deals) -> bool:
        """Tell whether the rows of nearly each deal follow each other."""
        scattered = 0
        for rows in deals.rows:
            places = [self._place_of_row[row] for row in rows]
            if any(later != place + 1 for place, later in pairwise(places)):
                scattered += 1
        return 5 * scattered <= len(deals.rows)

    @cached_property
    def _place_of_row(self) -> dict[int, int]:
        """The index of each row among the rows of the table."""
        return {row: place for place, row in enumerate(self.table.rows)}


def _fill_down(texts: list[str], kinds: bytes) -> None:
    """Replace the text of each blank cell but the first one by the text above."""
    for place in range(1, len(texts)):
        if kinds[place] == BLANK:
            texts[place] = texts[place - 1]


def _combinations(columns: Columns) -> Iterator[tuple[Column, ...]]:
    """Yield all columns, then all without one, and so on."""
    first_columns = columns[:_MOST_KEYS]
    for size in range(len(first_columns), 0, -1):
        yield from combinations(first_columns, size)


def _how_little_like_names(column: Column) -> tuple[bool, bool]:
    """Return a rank of columns of players: names before numbers, *Name* before *Seat*."""
    return column.count(NUMBER) > 0, not column.heading.is_name
