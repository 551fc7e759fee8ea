"""Checks of cards: hands that fit no game, a card too many, the same card twice in a row."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any

from xlpoker.errors import counted, quoted
from xlpoker.layout.alternatives import (
    Alternative,
    all_seven_cards,
    alternatives_of_cards,
    other_alternatives,
)
from xlpoker.layout.boards import separate_boards
from xlpoker.layout.cells import cards_of
from xlpoker.layout.columns_text import letters
from xlpoker.layout.flaws import Flaw
from xlpoker.layout.games import fits_a_game
from xlpoker.layout.grouping import FIVE, Grouping, HandColumns
from xlpoker.layout.headings import heading
from xlpoker.layout.sheet import CARD, WORD
from xlpoker.layout.tables import Column, Columns, Table

__all__ = ["board_in_a_row", "cards_twice", "cards_under_no_name", "one_card_more", "sizes_differ"]

_SAMPLE = 200
_MOST_SKIPPED = 40
_MOST_HANDS = 12
_MOST_NAMED = 4
_NUMBERS = {2: "two", 4: "four"}
_STAR = "*"


def board_in_a_row(
    table: Table,
    grouping: Grouping,
    _game: str,
) -> Flaw | None:
    """Find a board that has a row of its own, such as one above the players of a deal.

    Board | 2C 7D 9S JC 3H
    Anna  | AH AD

    Below a heading such words are names.
    """
    first_column = min(grouping.indexes, default=0)
    if grouping.board or not first_column:
        return None
    labels = table.columns[first_column - 1]
    if labels.heading.text or not labels.count(WORD):
        return None
    for row in table.rows:
        label = table.text(row, labels)
        if heading(label).is_board:
            cause = f"{quoted(label)} stands in the row of a board; a board needs columns beside the hands of its row"
            return Flaw(cause, table.cell(row, labels))
    return None


def cards_under_no_name(
    table: Table,
    grouping: Grouping,
    _game: str,
) -> Flaw | None:
    """Ask about a hand without a name among hands with names: a legend, or cards of the board."""
    if grouping.name_columns:
        return None
    named = [hand for hand in grouping.hands if hand.name]
    unnamed = [hand for hand in grouping.hands if not hand.name]
    if not named or not unnamed:
        return None
    where = ", ".join(letters(table.real_columns(hand.columns)) for hand in unnamed[:_MOST_NAMED])
    alternatives = [
        *all_seven_cards(table.card_columns),
        Alternative.of(grouping.with_hands(named)),
        Alternative.of(grouping),
    ]
    cell = table.top_cell(unnamed[0].first)
    return Flaw(f"the cards in {where} stand under no name", cell, alternatives)


def sizes_differ(
    table: Table,
    grouping: Grouping,
    game: str,
) -> Flaw | None:
    """Ask about hands of different numbers of cards, or of a number that no game has.

    A name is missing, a board has no word above it, or columns are no hand's.
    """
    if not grouping.hands:
        return _no_hands(table, grouping)
    is_even = len(grouping.sizes) == 1
    if is_even and fits_a_game(grouping.size, grouping.board_size, game):
        return None
    alternatives = [
        *_without_stars(table, grouping, game),
        *all_seven_cards(table.card_columns),
        *other_alternatives(grouping, game),
    ]
    cell = table.top_cell(grouping.hands[0].first)
    if is_even and grouping.size in _NUMBERS and not grouping.board:
        number = _NUMBERS[grouping.size]
        cause = f"{number} cards each and no board: only pairs and high cards count"
        return Flaw(cause, cell, alternatives)
    cause = f"these hands fit no game: {_sizes(table, grouping)}"
    if is_even:
        cause = _several_boards(table, grouping, game) or cause
    return Flaw(cause, cell, alternatives)


def _several_boards(table: Table, grouping: Grouping, game: str) -> str:
    """Return the question which of several boards counts, nothing where there is one board."""
    boards = separate_boards(grouping.board)
    if not boards or not fits_a_game(grouping.size, FIVE, game):
        return ""
    *first, last = [letters(table.real_columns(board)) for board in boards]
    return f"there are several boards, in {', '.join(first)} and {last}: which one counts?"


def _without_stars(table: Table, grouping: Grouping, game: str) -> list[Alternative]:
    """Return the hands without columns that hold stars only: these mark the winners, or the lines."""
    hands: list[HandColumns] = []
    for hand in grouping.hands:
        columns = tuple(column for column in hand.columns if not _holds_stars_only(table, column))
        if columns:
            hands.append(hand._replace(columns=columns))
    without_stars = grouping.with_hands(hands)
    if without_stars == grouping or len(without_stars.sizes) != 1:
        return []
    if not fits_a_game(without_stars.size, without_stars.board_size, game):
        return []
    return [Alternative.of(without_stars)]


def _holds_stars_only(table: Table, column: Column) -> bool:
    """Tell whether nothing but stars stands in a column; a single star may be a joker."""
    return all(table.text(row, column) in ("", _STAR) for row in table.rows)


def _sizes(table: Table, grouping: Grouping) -> str:
    """Return the columns of each hand and how many cards it has."""
    parts: list[str] = []
    for hand in grouping.hands[:_MOST_NAMED]:
        where = letters(table.real_columns(hand.columns))
        parts.append(f"{where} {counted(hand.size, 'card')}")
    if len(grouping.hands) > _MOST_NAMED:
        parts.append(f"{len(grouping.hands) - _MOST_NAMED} more")
    if grouping.board:
        where = letters(table.real_columns(grouping.board))
        parts.append(f"board {where} {counted(grouping.board_size, 'card')}")
    return ", ".join(parts)


def _no_hands(table: Table, grouping: Grouping) -> Flaw:
    """Return the question about columns of cards that make no hand."""
    columns = table.card_columns
    alternatives = alternatives_of_cards(columns, grouping)
    first = columns[0] if columns else table.columns[0]
    cell = table.top_cell(first)
    if grouping.board and not alternatives:
        where = letters(table.real_columns(grouping.board))
        return Flaw(f"the board stands in {where}, but no hands beside it", cell)
    if grouping.board_size > FIVE:
        where = letters(table.real_columns(grouping.board))
        return Flaw(
            f"the board in {where} has {grouping.board_size} cards, not three to five",
            cell,
            alternatives,
        )
    return Flaw("one card stands below each heading", cell, alternatives)


def one_card_more(
    table: Table,
    grouping: Grouping,
    _game: str,
) -> Flaw | None:
    """Ask about a few rows with one card more than the others.

        5H | 5C | 6S | 7S | KD
        2C | 3S | 8S | 8D | TD | 9D

    The card stands right behind the hand.
    """
    if not grouping.is_one_hand_a_row or table.heading_rows:
        return None
    index = grouping.hands[0].columns[-1].index + 1
    if index >= len(table.columns):
        return None
    column = table.columns[index]
    rows = table.rows_with(column, CARD)
    if table.holds_initials(column):
        return None
    if not rows or len(rows) > _MOST_SKIPPED or 2 * len(rows) > len(table.rows):
        return None
    cell = table.cell(rows[0], column)
    cause = f"one card more than in the other rows stands in {cell}"
    if len(rows) > 1:
        cause = f"one card more than in the other rows stands in {len(rows)} rows, first in {cell}"
    alternatives = [
        Alternative((grouping,), tuple(rows)),
        Alternative.of(grouping),
    ]
    return Flaw(cause, cell, alternatives)


def cards_twice(
    table: Table,
    grouping: Grouping,
    _game: str,
) -> Flaw | None:
    """Ask about hands where many rows hold a card twice.

    A hand is a copy, or each one is dealt from a deck of its own.
    """
    if grouping.is_one_hand_a_row or not _often_repeat(table, grouping):
        return None
    smaller_groupings = _without_one_hand(grouping)
    unrepeated = _that_seldom_repeat(table, smaller_groupings)
    if not unrepeated:
        single_hands = [Grouping((hand,)) for hand in grouping.hands[:_MOST_HANDS]]
        unrepeated = _that_seldom_repeat(table, single_hands)
    first_row = _rows_with_a_card_twice(table, grouping.columns)[0]
    cause = "many rows hold a card twice: a hand may be a copy, or of another deck"
    alternatives = [Alternative.of(smaller) for smaller in unrepeated]
    return Flaw(cause, f"row {first_row + 1}", alternatives)


def _without_one_hand(grouping: Grouping) -> list[Grouping]:
    """Return the groupings that lack one of the hands, that without the last hand first."""
    groupings: list[Grouping] = []
    if len(grouping.hands) > _MOST_HANDS:
        return groupings
    for left_out in reversed(grouping.hands):
        hands = [hand for hand in grouping.hands if hand is not left_out]
        groupings.append(grouping.with_hands(hands))
    return groupings


def _that_seldom_repeat(table: Table, groupings: Sequence[Grouping]) -> list[Grouping]:
    """Return those of some groupings in which a row seldom holds a card twice."""
    return [grouping for grouping in groupings if not _often_repeat(table, grouping)]


def _often_repeat(table: Table, grouping: Grouping) -> bool:
    """Tell whether more than one row in five holds a card twice."""
    count = len(_rows_with_a_card_twice(table, grouping.columns))
    sample = min(len(table.rows), _SAMPLE)
    return count > 1 and FIVE * count > sample


def _rows_with_a_card_twice(table: Table, columns: Columns) -> list[int]:
    """Return those of the first rows that hold a card twice in some columns."""
    cells_of_rows = table.cells_in_rows(columns, _SAMPLE)
    rows = list(zip(table.rows, cells_of_rows, strict=False))
    different_cells = set(chain.from_iterable(cells_of_rows))
    if _are_different(cards_of(different_cells)):  # each card is written in one way only
        rows = [(row, cells) for row, cells in rows if not _are_different(cells)]
    return [row for row, cells in rows if not _are_different(cards_of(cells))]


def _are_different(items: Collection[Any]) -> bool:
    """Tell whether none of some cells or cards comes twice."""
    return len(set(items)) == len(items)
