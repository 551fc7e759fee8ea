"""Checks of names: several hands of one player, and several tables side by side.

    Anna         | Ben                  Table 1       | Table 2
    old  | new   | old  | new           Anna  | Ben   | Cora  | Dan

The options are the moments, the last one first, or the tables.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.addresses import a1
from xlpoker.errors import quoted
from xlpoker.layout.alternatives import Alternative
from xlpoker.layout.flaws import Flaw
from xlpoker.layout.grouping import Grouping, HandColumns, Hands
from xlpoker.layout.names import compared, names_come_once
from xlpoker.layout.tables import Columns, Table
from xlpoker.layout.words import Role

__all__ = ["one_name_twice", "tables_beside"]

_MOST_MOMENTS = 3


def one_name_twice(
    table: Table,
    grouping: Grouping,
    _game: str,
) -> Flaw | None:
    """Ask which hands count where a name stands over two of them, or names come in pairs.

    They may be hands before and after a draw, or tables side by side.
    """
    hands = grouping.hands
    if len(hands) < 2 or grouping.name_columns or not all(hand.name for hand in hands):
        return None
    names = [compared(hand.name) for hand in hands]
    if len(set(names)) == len(names):
        return _names_in_two_parts(table, grouping)
    labels = [_label_above(hand) for hand in hands]
    has_several_labels = len(set(labels)) > 1
    if has_several_labels and not _has_group_labels(hands):
        moments = [hand.name for hand in hands]
        owners_and_moments = list(zip(labels, moments, strict=True))
        return _several_moments(table, grouping, owners_and_moments)
    return _names_begin_again(table, grouping)


def _has_group_labels(hands: Hands) -> bool:
    """Tell whether a word such as *Table* or *Date* stands above the names."""
    for hand in hands:
        upper = hand.first.headings[:-1]
        if any(head.has_role(Role.GROUP) for head in upper):
            return True
    return False


def _names_begin_again(table: Table, grouping: Grouping) -> Flaw:
    """Return the question about hands whose names begin again, as of two tables."""
    hands = grouping.hands
    names = [compared(hand.name) for hand in hands]
    start = 1
    while names[start] not in names[:start]:
        start += 1
    left = grouping.with_hands(hands[:start])
    right = grouping.with_hands(hands[start:])
    tables = Alternative.of(left, right)
    repeated = hands[start]
    cause = f"the name {quoted(repeated.name)} stands over two hands"
    cell = table.top_cell(repeated.first)
    return Flaw(cause, cell, [tables])


def _names_in_two_parts(table: Table, grouping: Grouping) -> Flaw | None:
    """Return the question about names such as *Anna old*, *Anna new*, *Ben old*, *Ben new*."""
    names = [hand.name for hand in grouping.hands]
    words = names[0].split()
    for count in range(1, len(words) + 1):
        owner = " ".join(words[:count])
        moments = _moments_of(owner, names)
        owners_and_moments = _split_at(moments, names)
        if owners_and_moments:
            return _several_moments(table, grouping, owners_and_moments)
    return None


def _moments_of(owner: str, names: Sequence[str]) -> list[str]:
    """Return what stands behind the first words of those names that begin with them."""
    moments: list[str] = []
    for name in names:
        begins_with_owner = f"{name} ".startswith(f"{owner} ")
        if begins_with_owner:
            moment = name.removeprefix(owner)
            moments.append(moment.strip())
    return moments


def _split_at(moments: Sequence[str], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the names as owners with moments, nothing unless each owner has each moment."""
    owners_and_moments: list[tuple[str, str]] = []
    longest_first = sorted(moments, key=len, reverse=True)
    for name in names:
        for moment in longest_first:
            if name.endswith(f" {moment}".rstrip()):
                owner = name.removesuffix(moment)
                owners_and_moments.append((owner.strip(), moment))
                break
    owners = {owner for owner, _ in owners_and_moments}
    if len(moments) < 2 or len(owners) < 2:
        return []
    different_names = set(owners_and_moments)
    is_complete = len(owners) * len(moments) == len(names) == len(different_names)
    return owners_and_moments if is_complete else []


def _label_above(hand: HandColumns) -> str:
    """Return the highest heading of a hand, above the row that names it."""
    for head in hand.first.headings[:-1]:
        if head.text:
            return head.text
    return ""


def _several_moments(
    table: Table,
    grouping: Grouping,
    owners_and_moments: Sequence[tuple[str, str]],
) -> Flaw:
    """Return the question which of several hands of each player counts; likely the last one."""
    moments = list(dict.fromkeys(moment for _, moment in owners_and_moments))
    last_moments = moments[-_MOST_MOMENTS:]
    alternatives: list[Alternative] = []
    for wanted in reversed(last_moments):
        hands: list[HandColumns] = []
        for hand, (owner, moment) in zip(grouping.hands, owners_and_moments, strict=True):
            if moment == wanted:
                hands.append(hand._replace(name=owner))
        alternatives.append(Alternative.of(grouping.with_hands(hands)))
    texts = [quoted(moment) if moment else "nothing more" for moment in moments[:3]]
    cause = f"each player has several hands: {' and '.join(texts)}"
    return Flaw(cause, table.top_cell(grouping.hands[0].first), alternatives)


def tables_beside(
    table: Table,
    grouping: Grouping,
    _game: str,
) -> Flaw | None:
    """Ask whether tables stand side by side.

    A label stands over several hands with names of their own, the same headings come again
    behind a blank column, or a list of other names stands beside each hand.
    """
    if grouping.name_columns:
        return None
    if names_come_once(table, grouping):
        return _lists_beside(table, grouping)
    borders = _labels_over_hands(grouping) or _borders_at_gaps(table, grouping)
    if not borders:
        return None
    tables = _cut_at(borders, grouping)
    alternatives = [
        Alternative.of(*tables),
        Alternative.of(grouping),
    ]
    highest = table.heading_rows[0] if table.heading_rows else table.first
    cell = a1(highest, borders[-1])
    return Flaw("tables may stand side by side", cell, alternatives)


def _lists_beside(table: Table, grouping: Grouping) -> Flaw:
    """Return the question about lists of names side by side, each name with one hand."""
    lists = tuple(grouping.with_hands([hand]) for hand in grouping.hands)
    alternatives = [
        Alternative(lists, is_by_row=True),
        Alternative.of(grouping),
    ]
    cause = "lists of names stand side by side, and no name comes again: each row may be a hand by itself"
    return Flaw(cause, table.top_cell(grouping.hands[0].first), alternatives)


def _cut_at(borders: Sequence[int], grouping: Grouping) -> list[Grouping]:
    """Return the hands of each table; a border is the first column of one."""
    tables: list[Grouping] = []
    remaining = list(grouping.hands)
    for border in reversed(borders[1:]):
        hands = [hand for hand in remaining if hand.first.index >= border]
        remaining = remaining[: len(remaining) - len(hands)]
        tables.insert(0, grouping.with_hands(hands))
    return [grouping.with_hands(remaining), *tables]


def _labels_over_hands(grouping: Grouping) -> list[int]:
    """Return the columns where labels begin that stand over two named hands and more each."""
    hands_by_label: dict[str, list[HandColumns]] = {}
    for hand in grouping.hands:
        label = _label_above(hand)
        hands_by_label.setdefault(label, []).append(hand)
    if "" in hands_by_label or len(hands_by_label) < 2:
        return []
    labelled_hands = hands_by_label.values()
    if any(len(hands) < 2 for hands in labelled_hands):
        return []
    return [hands[0].first.index for hands in labelled_hands]


def _borders_at_gaps(table: Table, grouping: Grouping) -> list[int]:
    """Return the columns where tables begin: headings come again behind a blank column."""
    free = [column for column in table.columns if column.index not in grouping.indexes]
    texts_beside = _heading_texts(free)
    begins = [0]
    for column in free:
        if not column.is_gap:
            continue
        if not _has_hands_on_both_sides(grouping, column.index):
            continue
        columns_left = table.columns[begins[-1] : column.index]
        columns_right = table.columns[column.index :]
        left = _heading_texts(columns_left)
        right = _heading_texts(columns_right)
        if left & right & texts_beside:
            begins.append(column.index + 1)
    if len(begins) == 1:
        return []
    return begins


def _heading_texts(columns: Columns) -> set[str]:
    """Return the headings of columns; a blank one is none."""
    texts = {column.heading.text for column in columns}
    texts.discard("")
    return texts


def _has_hands_on_both_sides(grouping: Grouping, index: int) -> bool:
    """Tell whether hands begin left and right of a column."""
    is_left = [hand.first.index < index for hand in grouping.hands]
    return any(is_left) and not all(is_left)
