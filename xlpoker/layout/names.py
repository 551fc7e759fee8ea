"""Names beside the hands: a column of words directly left of each hand names its player.

    Pupil 1 | Hand 1          | Pupil 2 | Hand 2
    Anna    | 5H 5C 6S 7S KD  | Ben     | 2C 3S 8S 8D TD
    Ben     | ..              | Chris   | ..                 the seats rotate

Wins are counted by these names then, not by seats.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import chain
from typing import Any

from xlpoker.layout.grouping import Grouping, HandColumns
from xlpoker.layout.persons import has_letter, is_like_cards, person_in, without_colon
from xlpoker.layout.sheet import one_line
from xlpoker.layout.tables import Column, Columns, Table
from xlpoker.layout.words import Role

__all__ = ["compared", "names_come_once", "plain_name", "with_names_beside"]

_WINNER_MARKS = " *★✓✔🏆"
_SAMPLE = 200
_FEWEST_OF_A_LIST = 3


def plain_name(cell: Any) -> str:
    """Return a name without the mark of a winner or a colon, its accents in one sign with their letters.

    >>> plain_name(" Anna  Maria *"), plain_name("Ben:"), plain_name(None), plain_name(7)
    ('Anna Maria', 'Ben', '', '7')
    """
    if cell is None:
        return ""
    name = unicodedata.normalize("NFC", one_line(cell)).strip(_WINNER_MARKS)
    return without_colon(name)


def compared(cell: Any) -> str:
    """Return a name as names are compared: in small letters, without the mark of a winner.

    >>> compared(" Anna  Maria *"), compared(None)
    ('anna maria', '')
    """
    return plain_name(cell).casefold()


def with_names_beside(table: Table, grouping: Grouping) -> Grouping:
    """Return the same hands, each with the column that names its player, if all have one."""
    if grouping.name_columns:
        return grouping
    columns = _columns_beside(table, grouping)
    if not columns or not _are_names(table, grouping, columns):
        return grouping
    hands: list[HandColumns] = []
    for hand, column in zip(grouping.hands, columns, strict=True):
        hands.append(hand._replace(names=column))
    return grouping.with_hands(hands)


def _columns_beside(table: Table, grouping: Grouping) -> list[Column]:
    """Return the columns directly left of each of several hands, none if a hand has no such column."""
    if len(grouping.hands) < 2:
        return []
    columns: list[Column] = []
    for hand in grouping.hands:
        index = hand.first.index - 1
        if index < 0 or index in grouping.indexes:
            return []
        columns.append(table.columns[index])
    return columns


def names_come_once(table: Table, grouping: Grouping) -> bool:
    """Tell whether a list of names stands beside each hand, and no name comes again.

    Such lists are pupils with one hand each, not players of a deal.
    """
    columns = _columns_beside(table, grouping)
    if not columns or grouping.board:
        return False
    rows = _rows_of_names(table, columns)
    if len(rows) < _FEWEST_OF_A_LIST or _come_again(rows):
        return False
    return _are_titled(table, columns) or not _have_own_names(grouping)


def _are_names(table: Table, grouping: Grouping, columns: Columns) -> bool:
    """Tell whether columns of words name the players of their rows.

    In each row the names differ. The same names come again in another column (rotating seats); or
    they come again below a word for players, or each column holds one name.
    """
    rows = _rows_of_names(table, columns)
    if not rows:
        return False
    if _are_headings(table, columns):
        return False
    are_titled = _are_titled(table, columns)
    if not are_titled and _have_own_names(grouping):
        return False
    if _rotate(rows):
        return True
    if _has_a_gap(table):  # tables side by side
        return False
    if _are_fixed(rows):
        return True
    return are_titled and _come_again(rows)


def _are_titled(table: Table, columns: Columns) -> bool:
    """Tell whether a word for players stands above each of some columns, or each holds labels."""
    return all(column.heading.is_player or column.index in table.labels for column in columns)


def _are_headings(table: Table, columns: Columns) -> bool:
    """Tell whether columns hold one label each; in rows that were not searched there may be others."""
    if table.sheet.is_cut:
        return False
    labels = [table.labels.get(column.index) for column in columns]
    return all(texts is not None and texts.are_one for texts in labels)


def _rows_of_names(table: Table, columns: Columns) -> list[list[str]]:
    """Return the words of some columns row by row; none if they cannot be names."""
    if not _are_different(columns):
        return []
    half = len(table.rows) / 2
    if any(column.filled < half for column in columns):
        return []
    if not _hold_names(table, columns):
        return []
    rows: list[list[str]] = []
    for row in table.rows[:_SAMPLE]:
        names = _names_in(table, row, columns)
        if not _are_different(names):
            return []
        rows.append(names)
    return rows


def _hold_names(table: Table, columns: Columns) -> bool:
    """Tell whether columns hold names.

    Below words for players at least half of the different names have a letter: some players are
    called 77777777. Elsewhere most cells of each column are words.
    """
    if not _are_titled(table, columns):
        return all(column.holds_words for column in columns)
    names: set[str] = set()
    for column in columns:
        for row in table.rows[:_SAMPLE]:
            cell = table.sheet.rows[row][column.index]
            name = person_in(cell)
            if name is None:
                return False
            if not is_like_cards(name):
                names.add(name)
    names.discard("")
    if not names:
        return False
    with_letter = list(filter(has_letter, names))
    return 2 * len(with_letter) >= len(names)


def _have_own_names(grouping: Grouping) -> bool:
    """Tell whether a player's name stands above some hands."""
    return any(map(_has_own_name, grouping.hands))


def _has_own_name(hand: HandColumns) -> bool:
    """Tell whether a player's name stands above a hand: *Anna*, but not *Hand 1* or *Seat 1*."""
    if not hand.name:
        return False
    is_word = hand.first.heading.has_role(Role.PLAYER, Role.HAND, Role.CARD)
    return not is_word


def _has_a_gap(table: Table) -> bool:
    """Tell whether a column without heading is blank between others."""
    return any(column.is_gap for column in table.columns[:-1])


def _names_in(table: Table, row: int, columns: Columns) -> list[str]:
    """Return the names in one row; blank cells are left out."""
    texts = [table.text(row, column) for column in columns]
    return [compared(text) for text in texts if text]


def _rotate(rows: Sequence[list[str]]) -> bool:
    """Tell whether a name of the first column stands in the second one, too."""
    full = [names for names in rows if len(names) > 1]
    first = {names[0] for names in full}
    second = {names[1] for names in full}
    return not first.isdisjoint(second)


def _come_again(rows: Sequence[list[str]]) -> bool:
    """Tell whether some names stand in several rows."""
    names = list(chain.from_iterable(rows))
    return not _are_different(names)


def _are_different(values: Sequence[object]) -> bool:
    """Tell whether no value comes twice."""
    return len(set(values)) == len(values)


def _are_fixed(rows: Sequence[list[str]]) -> bool:
    """Tell whether all of several rows hold the same names."""
    if len(rows) < 3:
        return False
    return all(names == rows[0] for names in rows)
