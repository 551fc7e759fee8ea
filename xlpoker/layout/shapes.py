"""How the columns of cards make hands: one function for each shape that people use.

    a hand in a cell            a card in a cell                   with a board
    Anna       | Ben            Anna        | Ben                  Board          | Anna  | Ben
    5H 5C ..   | 2C 3S ..       5H | 5C |.. | 2C | 3S | ..         QH | 5S | 2C.. | AH KH | 9C 9D

A line of hands is 5H 5C 6S 7S KD 2C 3S 8S 8D TD, in ten cells or in one.
"""

from __future__ import annotations

from xlpoker.layout.boards import SIZES_WITH_BOARD, board_columns, with_each_board
from xlpoker.layout.by_heading import group_by_heading, without_strays
from xlpoker.layout.games import Game
from xlpoker.layout.grouping import (
    FIVE,
    Grouping,
    HandColumns,
    Hands,
    Shape,
    cut,
    hands_of_a_line,
    have_one_size,
    total_size,
)
from xlpoker.layout.seats import seats_with_names
from xlpoker.layout.tables import Column, Columns, Table

__all__ = ["detect_hands"]

_SIZES = (3, 5, 7)
_LABELS = 0  # labels are the only headings of their columns


def detect_hands(table: Table, game: str) -> Grouping:
    """Return how the columns of cards make hands, in the first shape that fits."""
    return (
        seats_with_names(table)
        or lines_of_hands(table)
        or bare_columns(table, game)
        or with_each_board(named_hands(table), game)
    )


def lines_of_hands(table: Table) -> Grouping | None:
    """Return two hands of five in one cell, or hands that were split in the wrong places.

    A file of ``6D,KH,KS,8D,9S TS,TC,6S,AC,6C`` that is split at its commas has two cards in the
    fifth cell, the last of one hand and the first of the next. Single cards beside ten in a cell
    are not read.
    """
    whole = [column for column in table.card_columns if column.is_whole]
    if [column.size for column in whole] == [2 * FIVE]:
        hands = hands_of_a_line(whole, 2)
        return Grouping.of(hands, shape=Shape.LINE)
    columns = table.card_columns
    total = total_size(columns)
    if table.heading_rows or not whole or total % FIVE:
        return None
    if not _is_split_line(columns):
        return None
    hands = hands_of_a_line(columns, total // FIVE)
    return Grouping.of(hands, shape=Shape.LINE)


def _is_split_line(columns: Columns) -> bool:
    """Tell whether each hand of five ends amid a cell with two cards, and all columns touch."""
    end = 0
    for column in columns:
        end += column.size
        begins_a_hand = end % FIVE == 1 and end > 1
        expected = 2 if begins_a_hand else 1
        if column.size != expected:
            return False
    width = columns[-1].index - columns[0].index + 1
    return width == len(columns)


def bare_columns(table: Table, game: str) -> Grouping | None:
    """Return columns of single cards without names, five or seven for a hand.

    Ten are two hands of five. A blank column is a border, too.
    """
    columns = table.card_columns
    if any(column.is_whole for column in columns):
        return None
    if any(map(_has_name, columns)) or board_columns(table):
        return None
    level = -1 if table.heading_rows else None
    if game not in ("", Game.FIVE_CARD, Game.RAZZ, Game.DEUCE_TO_SEVEN):
        groups = group_by_heading(columns, level)
        return _bare_columns_of(groups, game)
    half = len(table.rows) / 2
    usual = [column for column in columns if column.filled >= half]
    for some_columns in (columns, usual):  # without a sixth card that few rows have
        hands = _halved(group_by_heading(some_columns, level))
        if have_one_size(hands, _SIZES):
            return Grouping.of(hands, shape=Shape.BARE)
    return None


def _has_name(column: Column) -> bool:
    """Tell whether a heading of a column names a player."""
    return any(head.name for head in column.headings)


def _bare_columns_of(groups: Hands, game: str) -> Grouping | None:
    """Return columns without names in the game that the caller asked for.

    Three cards are cut in threes; a run of five is the board of the others.
    """
    if game in (Game.THREE_CARD, Game.FRONT):
        return _cut_in_threes(groups)
    boards = [group for group in groups if group.size == FIVE]
    hands = [group for group in groups if group.size != FIVE]
    if len(boards) != 1:
        return None
    if not have_one_size(hands, (2, 4)):
        return None
    return Grouping.of(hands, boards[0].columns, Shape.BARE)


def _cut_in_threes(groups: Hands) -> Grouping | None:
    """Return single cards as hands of three."""
    hands: list[HandColumns] = []
    for group in groups:
        if group.size % 3:
            return None
        hands.extend(cut(group.columns, 3))
    return Grouping.of(hands, shape=Shape.BARE)


def named_hands(table: Table) -> Grouping:
    """Return hands by the lowest row of headings that makes hands of one playable size."""
    board = board_columns(table)
    indexes = {column.index for column in board}
    columns = [column for column in table.card_columns if column.index not in indexes]
    groupings: list[Grouping] = []
    for level in reversed(range(len(table.heading_rows))):
        hands = _hands_by(columns, level)
        named_by = table.heading_rows[level]
        groupings.append(Grouping.of(hands, board, Shape.NAMED, named_by))
    if not groupings:
        hands = _hands_by(columns, _LABELS if table.labels else None)
        return Grouping.of(hands, board, Shape.NAMED)
    return max(groupings, key=_are_playable_and_named)


def _are_playable_and_named(grouping: Grouping) -> tuple[bool, bool]:
    """Return a rank of groupings: hands of one playable size first, hands with names next."""
    hands = grouping.hands
    sizes = SIZES_WITH_BOARD if grouping.board else _SIZES
    are_named = all(hand.name for hand in hands)
    return have_one_size(hands, sizes), are_named


def _hands_by(columns: Columns, level: int | None) -> list[HandColumns]:
    """Return the hands that one row of headings names."""
    groups = group_by_heading(columns, level)
    return _halved(without_strays(groups))


def _halved(groups: Hands) -> list[HandColumns]:
    """Return ten single cards without a name as two hands of five, if they are all there is."""
    if len(groups) != 1:
        return list(groups)
    line = groups[0]
    if line.name or line.is_whole or line.size != 2 * FIVE:
        return list(groups)
    return list(cut(line.columns, FIVE))
