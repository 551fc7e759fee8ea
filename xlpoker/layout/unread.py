"""What is not read of a table, and its first row as it is read.

    not read: D Remark (7 texts, first D4 'Ben folded'), row 9 'Total'

Whatever is filled is read, or is listed here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from xlpoker.layout.grouped_table import GroupedTable
from xlpoker.layout.grouping import HandColumns, Shape
from xlpoker.layout.reading import Unread, UnreadColumn, UnreadRow, UnreadRows
from xlpoker.layout.sheet import CARD, NEAR, WORD, is_cards
from xlpoker.layout.tables import Column, Table

__all__ = ["preview", "unread"]

_MOST_ROWS = 3
_MOST_HANDS = 6
_KINDS_OF_CARDS = range(CARD, NEAR + 1)
_KINDS_OF_TEXTS = (*_KINDS_OF_CARDS, WORD)


def unread(grouped: GroupedTable) -> list[Unread]:
    """Return the filled columns and the rows of text that are not read."""
    table = grouped.table
    used = {column.index for column in grouped.columns}
    if grouped.grouping.shape is not Shape.LINE:  # whose hands have no names
        used.update(index for index, labels in table.labels.items() if labels.are_one)
    filled = [column for column in table.columns if column.filled]
    columns = [_unread_column(table, column) for column in filled if column.index not in used]
    return [*columns, *_unread_rows(grouped)]


def _unread_column(table: Table, column: Column) -> UnreadColumn:
    """Return a column that is not read, with the number of its texts or cards, and the first."""
    index = table.real_column(column)
    heading = column.heading.text
    is_of_words = column.holds_words and not column.holds_cards  # positions, of which HJ is a card
    holds_cards = column.cards > 0 and not is_of_words
    kinds = _KINDS_OF_CARDS if holds_cards else _KINDS_OF_TEXTS
    rows = table.rows_with(column, *kinds)
    if not rows:
        return UnreadColumn(index, heading)
    first = rows[0]
    return UnreadColumn(
        index,
        heading,
        total=len(rows),
        holds_cards=holds_cards,
        cell=table.cell(first, column),
        text=table.text(first, column),
    )


def _unread_rows(grouped: GroupedTable) -> list[Unread]:
    """Return the rows of text: titles, subtotals, notes below; those with cards first."""
    table = grouped.table
    rows = list(_rows_of_text(grouped))
    rows.sort(key=lambda row: not _has_cards(table, row))
    unread_rows: list[Unread] = []
    for row in rows[:_MOST_ROWS]:
        text = _first_text(table, row)
        unread_rows.append(UnreadRow(row, text))
    more = len(rows) - _MOST_ROWS
    if more > 0:
        unread_rows.append(UnreadRows(more))
    return unread_rows


def _rows_of_text(grouped: GroupedTable) -> Iterator[int]:
    """Yield the filled rows that are neither headings nor hands in the columns that are read.

    A row amid the hands with a card in a hand's column is no text, but a bad row. A row with names
    of seats is a deal in which no cards were shown.
    """
    table = grouped.table
    columns = [column.index for column in grouped.grouping.all_columns]
    yield from _rows_with_words_for_hands(table, columns)
    names = _name_columns_of_seats(grouped)
    for row in table.rows_not_read():
        kinds = table.sheet.kinds[row]
        if _has_words(kinds, names):
            continue
        is_amid = table.first < row <= grouped.last
        is_bad_row = is_amid and _has_a_card(kinds, columns)
        if not is_bad_row:
            yield row


def _rows_with_words_for_hands(table: Table, columns: Collection[int]) -> Iterator[int]:
    """Yield the rows whose cards stand beside the columns of the hands, in which there are words alone."""
    kinds_of_rows = table.sheet.kinds
    kinds_beside: set[bytes] = set()
    for kinds in set(kinds_of_rows):
        has_words = _has_words(kinds, columns)
        if has_words and not _has_a_card(kinds, columns):
            kinds_beside.add(kinds)
    if not kinds_beside:
        return
    for row in table.rows:
        if kinds_of_rows[row] in kinds_beside:
            yield row


def _name_columns_of_seats(grouped: GroupedTable) -> list[int]:
    """Return the columns of the names of seats, none where hands have no seats."""
    if grouped.grouping.shape is not Shape.SEATS:
        return []
    return [column.index for column in grouped.grouping.name_columns]


def _has_words(kinds: bytes, columns: Collection[int]) -> bool:
    """Tell whether a row has a word in one of some columns, given the kinds of its cells."""
    return any(kinds[column] == WORD for column in columns)


def _has_cards(table: Table, row: int) -> bool:
    """Tell whether a row has cards in any column."""
    return any(map(is_cards, table.sheet.kinds[row]))


def _has_a_card(kinds: bytes, columns: Collection[int]) -> bool:
    """Tell whether a row has a card, or a misspelt one, in some columns."""
    kinds_of_columns = [kinds[column] for column in columns]
    return NEAR in kinds_of_columns or any(map(is_cards, kinds_of_columns))


def _first_text(table: Table, row: int) -> str:
    """Return the first word of a row, else its first text."""
    texts = table.sheet.texts(row)
    for column, text in texts.items():
        if table.sheet.kinds[row][column] == WORD:
            return text
    return next(iter(texts.values()))


def preview(grouped: GroupedTable) -> str:
    """Return the first row, or the first deal, as it is read: the players and their cards."""
    if grouped.deals and grouped.names:
        hands = _hands_of_a_deal(grouped, grouped.names, grouped.deals.rows[0])
    else:
        hands = _hands_of_a_row(grouped)
    return " · ".join(hands)


def _hands_of_a_deal(
    grouped: GroupedTable,
    names: Column,
    rows: Sequence[int],
) -> list[str]:
    """Return the players of a deal and their cards, from rows of one player each."""
    table = grouped.table
    hand = grouped.grouping.hands[0]
    texts: list[str] = []
    for row in rows[:_MOST_HANDS]:
        name = table.text(row, names)
        cards = _cards(table, row, hand)
        texts.append(f"{name} {cards}")
    return texts


def _hands_of_a_row(grouped: GroupedTable) -> list[str]:
    """Return the players of the first row and their cards."""
    table = grouped.table
    texts: list[str] = []
    for hand in grouped.grouping.hands[:_MOST_HANDS]:
        name = hand.name
        if hand.names:
            name = table.text(table.first, hand.names)
        cards = _cards(table, table.first, hand)
        texts.append(f"{name} {cards}".strip())
    return texts


def _cards(
    table: Table,
    row: int,
    hand: HandColumns,
) -> str:
    """Return the cards of a hand as they stand in a row."""
    cards = [table.text(row, column) for column in hand.columns]
    return " ".join(card for card in cards if card)
