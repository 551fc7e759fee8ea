"""Other ways to make hands of the same columns: the options of a question where no shape fits.

    P1 |    | P2                                       the heading P2 is spread too far:
    5H | 5C | 6S | 7S | KD | 2C | 3S | 8S | 8D         the last five columns may be a board

Each one is a complete reading, so that a question can show its first row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from xlpoker.layout.boards import separate_boards
from xlpoker.layout.games import OMAHA_GAMES, Game, fits_a_game
from xlpoker.layout.grouping import FIVE, Grouping, HandColumns, Hands, cut, have_one_size
from xlpoker.layout.tables import Columns

__all__ = ["Alternative", "all_seven_cards", "alternatives_of_cards", "other_alternatives"]

_RUNS_OF_FIVES = (10, 15, 20)
_HOLDEM_CARDS = 2
_OMAHA_CARDS = 4
_SIZES_BESIDE_A_BOARD = (_HOLDEM_CARDS, _OMAHA_CARDS)
_MOST_CARDS = 9
_CARDS_OF_STUD = 7

Runs = Sequence[Columns]


class Alternative(NamedTuple):
    """An answer to a question: groupings that count together.

    `skipped_rows` are left out. `is_by_row` is true if each row is a hand by itself, no part of a
    deal.
    """

    groupings: tuple[Grouping, ...]
    skipped_rows: tuple[int, ...] = ()
    is_by_row: bool = False

    @classmethod
    def of(cls, *groupings: Grouping) -> Alternative:
        """Return the alternative that counts some groupings together."""
        return cls(groupings)


def other_alternatives(grouping: Grouping, game: str) -> list[Alternative]:
    """Return other ways to make hands of columns that fit no game, the likeliest first."""
    alternatives = _each([*_board_without_a_word(grouping), *_boards_split_off(grouping)])
    runs = [hand.columns for hand in grouping.hands]
    has_board_game = game in (Game.HOLDEM, *OMAHA_GAMES)
    if not _is_bare(grouping):
        alternatives += _tables_of_fives(runs)
    elif has_board_game:
        size = _OMAHA_CARDS if game in OMAHA_GAMES else _HOLDEM_CARDS
        alternatives += _each(_around_boards(runs, size))
        alternatives += _each(_cut_evenly(runs))
    else:
        alternatives += _tables_of_fives(runs)
        alternatives += _each(_cut_evenly(runs))
        alternatives += _each(_five_of_six(runs))
        alternatives += _each(_around_boards(runs, _HOLDEM_CARDS))
        alternatives += _each(_around_boards(runs, _OMAHA_CARDS))
    alternatives += _each(_of_one_size(grouping))
    return alternatives


def alternatives_of_cards(columns: Columns, grouping: Grouping) -> list[Alternative]:
    """Return the ways where each heading stands above one card: a wide board, or one hand."""
    alternatives = _each(_boards_split_off(grouping))
    if any(column.is_whole for column in columns):
        return alternatives
    if fits_a_game(len(columns), 0):
        hand = HandColumns("", tuple(columns))
        alternatives.append(Alternative.of(Grouping((hand,))))
    return alternatives


def all_seven_cards(columns: Columns) -> list[Alternative]:
    """Return seven single cards side by side, each below a heading of its own, as one hand.

    These are the streets of seven-card stud: Down 1 | Down 2 | Door | 4th | 5th | 6th | River.
    """
    if len(columns) != _CARDS_OF_STUD:
        return []
    if any(column.is_whole for column in columns):
        return []
    first, *_, last = columns
    are_side_by_side = last.index == first.index + _CARDS_OF_STUD - 1
    headings = {column.heading.text for column in columns}
    headings.discard("")
    if not are_side_by_side or len(headings) < _CARDS_OF_STUD:
        return []
    hand = HandColumns("", tuple(columns))
    return [Alternative.of(Grouping((hand,)))]


def _each(groupings: Iterable[Grouping]) -> list[Alternative]:
    """Return each grouping as an alternative of its own."""
    return [Alternative.of(grouping) for grouping in groupings]


def _is_bare(grouping: Grouping) -> bool:
    """Tell whether there are only single cards without names."""
    if grouping.board:
        return False
    return not any(hand.is_whole or hand.name for hand in grouping.hands)


def _board_without_a_word(grouping: Grouping) -> list[Grouping]:
    """Return the way in which the only five cards beside several hands of two, or of four, are the board."""
    if grouping.board:
        return []
    boards = [hand for hand in grouping.hands if hand.size == FIVE]
    hands = [hand for hand in grouping.hands if hand.size != FIVE]
    if len(boards) != 1 or len(hands) < 2:
        return []
    if not have_one_size(hands, _SIZES_BESIDE_A_BOARD):
        return []
    return [Grouping(tuple(hands), boards[0].columns)]


def _boards_split_off(grouping: Grouping) -> list[Grouping]:
    """Return the ways to take five cards of a board out of columns below too wide a heading."""
    board = grouping.board
    if grouping.hands and not board:
        return _board_behind_the_last_hand(grouping)
    if grouping.board_size <= FIVE:
        return []
    first_five = board[:FIVE]
    if not grouping.hands and len(board) % 2:
        hands = cut(board[FIVE:], 2)
        return [Grouping(hands, first_five)]
    boards: list[Columns] = [*separate_boards(board)]
    if not boards:
        boards = [first_five]
    return [grouping.with_board(columns) for columns in boards]


def _board_behind_the_last_hand(grouping: Grouping) -> list[Grouping]:
    """Return the way in which the last hand's columns are a hand and a board of five."""
    *hands, last = grouping.hands
    size = last.size - FIVE
    if size not in _SIZES_BESIDE_A_BOARD or last.is_whole:
        return []
    if any(hand.size != size for hand in hands):
        return []
    board = last.columns[-FIVE:]
    last_hand = last._replace(columns=last.columns[:-FIVE])
    return [Grouping((*hands, last_hand), board)]


def _tables_of_fives(runs: Runs) -> list[Alternative]:
    """Return several runs of columns as tables side by side, each of hands of five."""
    if len(runs) < 2:
        return []
    tables: list[Grouping] = []
    for run in runs:
        if len(run) not in _RUNS_OF_FIVES:
            return []
        hands = cut(run, FIVE)
        tables.append(Grouping(hands))
    return [Alternative.of(*tables)]


def _cut_evenly(runs: Runs) -> Iterator[Grouping]:
    """Yield the runs cut into hands of five, or of seven."""
    for size in (FIVE, 7):
        hands = _cut_all(runs, size)
        if _are_full(hands, size):
            yield Grouping(hands)


def _five_of_six(runs: Runs) -> list[Grouping]:
    """Return the last five of six columns, and the first five: one may hold no card of a hand."""
    if len(runs) != 1:
        return []
    run = runs[0]
    if len(run) != FIVE + 1:
        return []
    last_five = run[1:]
    first_five = run[:FIVE]
    return [
        Grouping(cut(last_five, FIVE)),
        Grouping(cut(first_five, FIVE)),
    ]


def _cut_all(runs: Runs, size: int) -> tuple[HandColumns, ...]:
    """Return the hands of one size in several runs; the last one of a run may be shorter."""
    hands: list[HandColumns] = []
    for run in runs:
        hands.extend(cut(run, size))
    return tuple(hands)


def _are_full(hands: Hands, size: int) -> bool:
    """Tell whether all hands have so many columns."""
    return all(len(hand.columns) == size for hand in hands)


def _around_boards(runs: Runs, size: int) -> Iterator[Grouping]:
    """Yield the ways in which the last five columns are a board, or the first five, of hands of one size."""
    columns = list(chain.from_iterable(runs))
    if len(columns) <= FIVE + size:
        return
    last_five = columns[-FIVE:]
    first_five = columns[:FIVE]
    for board in (last_five, first_five):
        other_columns = _without(runs, board)
        hands = _cut_all(other_columns, size)
        if _are_full(hands, size):
            yield Grouping(hands, tuple(board))


def _without(runs: Runs, board: Columns) -> list[Columns]:
    """Return runs of columns without those of a board."""
    remaining: list[Columns] = []
    for run in runs:
        hands = [column for column in run if column not in board]
        remaining.append(hands)
    return remaining


def _of_one_size(grouping: Grouping) -> list[Grouping]:
    """Return all hands cut to the commonest size, the hands of each size, and all as they are."""
    common = _commonest_size(grouping)
    each_size = _each_size(grouping)
    if not fits_a_game(common, grouping.board_size):
        return each_size
    hands = tuple(_first_cards(hand, common) for hand in grouping.hands)
    is_even = all(hand.size == common for hand in hands)
    if not is_even or hands == grouping.hands:
        return each_size
    return [grouping.with_hands(hands), *each_size]


def _commonest_size(grouping: Grouping) -> int:
    """Return the size of most hands, one of a game if there is one."""
    sizes = grouping.sizes
    board = grouping.board_size
    playable = [size for size in sizes if fits_a_game(size, board)]
    return max(playable or sizes, key=sizes.__getitem__)


def _first_cards(hand: HandColumns, size: int) -> HandColumns:
    """Return the first cards of a hand with a card in each cell."""
    if hand.is_whole:
        return hand
    return hand._replace(columns=hand.columns[:size])


def _each_size(grouping: Grouping) -> list[Grouping]:
    """Return the hands of each size that fits a game; without a board also all as they are."""
    groupings: list[Grouping] = []
    for size in _sizes_by_cards(grouping):
        if not fits_a_game(size, grouping.board_size):
            continue
        hands = [hand for hand in grouping.hands if hand.size == size]
        groupings.append(grouping.with_hands(hands))
    is_playable = max(grouping.sizes) <= _MOST_CARDS
    if is_playable and not grouping.board and grouping not in groupings:
        groupings.append(grouping)
    return groupings


def _sizes_by_cards(grouping: Grouping) -> list[int]:
    """Return the sizes of hands, that of most cards first."""
    cards_by_size: dict[int, int] = {}
    for size, count in grouping.sizes.items():
        cards_by_size[size] = size * count
    return sorted(cards_by_size, key=cards_by_size.__getitem__, reverse=True)
