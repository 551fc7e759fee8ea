"""Which columns of cards are the board.

    Flop     | Turn | River | Anna           a word for the board stands above
    Flop     | 4th  | 5th   | Anna           streets by their number, behind the flop
    b0 | b1 | b2 | b3 | b4 | h0 | h1 | v0    letters of streets, if the other columns make hands

All other columns of cards are hands.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.layout.by_heading import group_by_heading, without_strays
from xlpoker.layout.games import fits_a_game
from xlpoker.layout.grouping import FIVE, Grouping, have_one_size, total_size
from xlpoker.layout.tables import Column, Columns, Table

__all__ = [
    "SIZES_WITH_BOARD",
    "board_columns",
    "separate_boards",
    "with_each_board",
    "with_named_boards",
]

SIZES_WITH_BOARD = (2, 4, 5, 6)
_SIZES = range(3, 6)
_LETTERS = ("b", "ftr")
_SIZE_OF_A_FLOP = 3


def board_columns(table: Table) -> list[Column]:
    """Return the columns of the board.

    They stand below a word for it, or below letters of streets (b0 to b4, F1 F2 F3 T R) if the
    other columns make hands then.
    """
    columns = table.card_columns
    titled = [column for column in columns if _is_below_a_board_word(column)]
    titled += _later_streets(titled, columns)
    if titled:
        return _with_streets(titled, columns)
    for letters in _LETTERS:
        board = [column for column in columns if _is_street_of(column, letters)]
        has_size = total_size(board) in _SIZES
        if not has_size:
            continue
        if _leaves_hands(table, board):
            return board
    return []


def separate_boards(board: Columns) -> list[list[Column]]:
    """Return the columns of each board where hands are run twice or more, nothing for one board.

    Board 1        | Board 2
    2C 7D 9S JC 3H | 2C 7D 9S KD 3H
    """
    boards: list[list[Column]] = [[]]
    for column in board:
        if total_size(boards[-1]) >= FIVE:
            boards.append([])
        boards[-1].append(column)
    are_several = len(boards) > 1
    are_full = all(total_size(columns) == FIVE for columns in boards)
    return boards if are_several and are_full else []


def with_each_board(grouping: Grouping, game: str) -> Grouping:
    """Return the grouping of hands that are run twice or more with their boards apart, any other as it is.

    With one hand in each row it is a question which board counts. With hands between the boards
    these may be of tables side by side.
    """
    if _stands_a_hand_between(grouping):
        return grouping
    boards = separate_boards(grouping.board)
    return _run_on(grouping, boards, game)


def with_named_boards(grouping: Grouping, boards: Sequence[Columns], game: str) -> Grouping:
    """Return the grouping with each of the boards that the caller named, wherever these stand.

    Boards of fewer cards are streets of one board.
    """
    are_several = len(boards) > 1
    are_full = all(total_size(columns) == FIVE for columns in boards)
    if are_several and are_full:
        return _run_on(grouping, boards, game)
    return with_each_board(grouping, game)


def _run_on(grouping: Grouping, boards: Sequence[Columns], game: str) -> Grouping:
    """Return the grouping with several boards where a game has such hands, else as it is."""
    are_compared = len(grouping.hands) > 1 and len(grouping.sizes) == 1
    if not boards or not are_compared or not fits_a_game(grouping.size, FIVE, game):
        return grouping
    return grouping.with_boards(boards)


def _stands_a_hand_between(grouping: Grouping) -> bool:
    """Tell whether a column of a hand stands between those of the boards."""
    if not grouping.board:
        return False
    places = [column.index for column in grouping.board]
    first = min(places)
    last = max(places)
    return any(first < hand.first.index < last for hand in grouping.hands)


def _with_streets(titled: list[Column], columns: Columns) -> list[Column]:
    """Return the columns of a board with those below letters of streets, if these are no more cards than a board has."""
    board = [column for column in columns if column in titled or column.heading.is_street]
    if total_size(board) > FIVE:
        return titled
    return board


def _later_streets(titled: Columns, columns: Columns) -> list[Column]:
    """Return the columns of single cards headed *4th* and *5th* behind the three of a flop."""
    streets: list[Column] = []
    if total_size(titled) != _SIZE_OF_A_FLOP:
        return streets
    index = titled[-1].index
    number = _SIZE_OF_A_FLOP
    for column in columns:
        head = column.heading
        goes_on = column.index == index + 1 and head.number == number + 1
        if goes_on and head.is_counted and not column.is_whole:
            streets.append(column)
            index += 1
            number += 1
    return streets


def _is_below_a_board_word(column: Column) -> bool:
    """Tell whether a column is below a word for the board."""
    return any(head.is_board for head in column.headings)


def _is_street_of(column: Column, letters: str) -> bool:
    """Tell whether a column is headed by one of some letters of streets."""
    head = column.heading
    return head.is_street and head.text[0].casefold() in letters


def _leaves_hands(table: Table, board: Columns) -> bool:
    """Tell whether the columns beside a board are hands, not the cards of players A, B and C."""
    remaining = [column for column in table.card_columns if column not in board]
    groups = group_by_heading(remaining, -1)
    hands = without_strays(groups)
    names = {hand.name.casefold() for hand in hands}
    if "a" in names:
        return False
    return have_one_size(hands, SIZES_WITH_BOARD)
