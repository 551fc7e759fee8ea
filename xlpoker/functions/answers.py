"""Implementations of the spreadsheet functions: the answers to rows of hands.

There are three kinds of them, and `xlpoker.functions.catalogue` says which a function has:

- *one row* (`handval`, `winner`, ...): every function has one. It takes the codes of each hand, an
  empty list for a player who is out, and the options as texts. It returns the cells of the answer
  or raises `PokerError`, whose message becomes the answer.
- *many rows from raw cells* (`handvals`, `winners`): three times as fast, and optional. They answer
  rows of different cards without jokers, one card per cell.
- *many rows of hands* (`equities`): optional, too.

A function of many rows returns None for each row that the function of one row must answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan
from operator import itemgetter
from typing import Any

from xlpoker.errors import HandError, PokerError
from xlpoker.evaluator.cards import card_text, check_cards, parse_cards
from xlpoker.evaluator.classes import name
from xlpoker.evaluator.games import GAMES, check_counts, game_hand, game_strength
from xlpoker.evaluator.hand import best_five, card_sets, quick_numbers, quick_values, strength
from xlpoker.evaluator.showdown import check_showdown, shares_of, winner_of
from xlpoker.functions.arguments import Absent, Codes, Rows
from xlpoker.scales import on_scale

__all__ = [
    "MANY",
    "Row",
    "besthand",
    "chances",
    "equities",
    "equity",
    "game_winner",
    "handname",
    "handval",
    "handvals",
    "outs",
    "shares",
    "winner",
    "winners",
]

Row = list[Any]
RowsOrNone = Sequence[Row | None]
Hands = list[Codes]
FLOP = 3
ALONE = (1.0, 0.0, 1.0)
"""Win, tie and equity of the only player who is left."""
FOLDED = (0.0, 0.0, 0.0)
"""Win, tie and equity of a player who is out."""
DEAD = "dead"
"""The word before cards that are out of play, in the seat of a player."""
MANY = 200
"""The number of rows from which loading NumPy pays off."""
FEWEST_OF_A_GRID = 20
"""The number of hands from which it pays off to deal each board once for all of them."""
UNREADABLE = "?"
"""Takes the place of a cell that the odds of whole columns cannot use; its row has no odds then."""


def handval(hands: Hands, options: list[str]) -> Row:
    """Return the value of a hand; the options are the scale and the rule of jokers."""
    scale, jokers = options
    value = strength(hands[0], jokers)
    if scale == "strength":
        return [value]
    return [on_scale(scale, value, hands[0])]


def handvals(blocks: list[Rows], options: list[str]) -> RowsOrNone:
    """Return the values of rows of cards; only on the scale `strength`."""
    if options[0] != "strength":
        return []
    columns = _columns_of(blocks[0])
    numbers = quick_numbers(columns)
    values = quick_values(columns, numbers)
    values_by_row: list[Row | None] = []
    for value, card_set in zip(values, card_sets(numbers), strict=True):
        are_different_cards = card_set.bit_count() == len(columns)
        values_by_row.append([value] if are_different_cards else None)
    return values_by_row


def _columns_of(rows: Rows) -> list[list[Any]]:
    """Return the columns of rows of the same length.

    `zip` would make an object for each row, and so many at once start the search for cycles of a host.

    >>> _columns_of([["5H", "6S"], ["7D", "8C"]])
    [['5H', '7D'], ['6S', '8C']]
    """
    width = len(rows[0])
    return [list(map(itemgetter(column), rows)) for column in range(width)]


def winners(blocks: list[Rows], _options: list[str]) -> RowsOrNone:
    """Return the winners of rows without duplicate cards."""
    cards = sum(len(rows[0]) for rows in blocks)
    values_by_player = []
    sets_by_player = []
    for rows in blocks:
        columns = _columns_of(rows)
        numbers = quick_numbers(columns)
        values_by_player.append(quick_values(columns, numbers))
        sets_by_player.append(card_sets(numbers))
    values_by_row = zip(*values_by_player, strict=True)
    sets_by_row = zip(*sets_by_player, strict=True)
    winners_by_row: list[Row | None] = []
    for values, sets_of_row in zip(values_by_row, sets_by_row, strict=True):
        are_different_cards = sum(sets_of_row).bit_count() == cards
        winners_by_row.append([winner_of(values)] if are_different_cards else None)
    return winners_by_row


def handname(hands: Hands, options: list[str]) -> Row:
    """Return the name of a hand."""
    return [name(strength(hands[0]), options[0])]


def besthand(hands: Hands, _options: list[str]) -> Row:
    """Return the best five cards of a hand, or of hole cards with a board: the second hand."""
    cards = hands[0]
    board = hands[1] if len(hands) > 1 else []
    if board:
        hand = game_hand(_game_of(cards), cards, board)
        return [" ".join(hand.cards)]
    best = best_five(cards, strength(cards))
    texts = map(card_text, best)
    return [" ".join(texts)]


def _game_of(hole: Codes) -> str:
    """Return the game of hole cards: Omaha from four cards on."""
    return "omaha" if len(hole) >= 4 else "holdem"


def _strengths(hands: Hands) -> list[float]:
    """Return the value of each hand, 0 for that of a player who is out."""
    values = [strength(codes) if codes else 0 for codes in hands]
    check_showdown(hands)
    return values


def winner(hands: Hands, _options: list[str]) -> Row:
    """Return which hand wins."""
    return [winner_of(_strengths(hands))]


def shares(hands: Hands, _options: list[str]) -> Row:
    """Return the share of the pot of each hand."""
    return [float(share) for share in shares_of(_strengths(hands))]


def game_winner(game: str) -> Callable[[Hands, list[str]], Row]:
    """Return the function that tells which hole cards win in a game with a board."""

    def row(hands: Hands, _options: list[str]) -> Row:
        board, *holes = hands
        hole_names = [f"hole {number}" for number in range(1, len(hands))]
        check_showdown(hands, ["the board", *hole_names])
        players_left = [number for number, hole in enumerate(holes, 1) if hole]
        if len(players_left) == 1:
            player = players_left[0]
            _check_alone(game, board, holes[player - 1])
            return [player]
        if not board:
            raise HandError("board is blank")
        values: list[float] = []
        for hole in holes:
            value = game_strength(game, hole, board) if hole else 0
            values.append(value)
        return [winner_of(values)]

    return row


def _check_alone(game: str, board: Codes, hole: Codes) -> None:
    """Raise `HandError` unless the only player who is left can hold the cards. Any board wins."""
    check_counts(GAMES[game], len(hole), FLOP)
    check_cards([*hole, *board])


def outs(hands: list[Any], _options: list[str]) -> Row:
    """Return the outs of the first player, and the run-outs of each kind.

    Three texts of the next cards after which the first player wins, ties and loses; then the three
    numbers of run-outs to the river that end so.
    """
    from xlpoker.odds.outs import outs

    board, hole, other_hole = hands
    counts = outs(board, hole, other_hole, game=_game_of(hole))
    next_cards = [" ".join(texts) for texts in counts.cards.values()]
    return [*next_cards, counts.win, counts.tie, counts.lose]


def equity(hands: list[Any], _options: list[str]) -> Row:
    """Return win, tie and equity of each player, zeros for one who is out and for dead cards."""
    from xlpoker.odds.equity import check_alone, quick

    board, *seats = hands
    cards = "".join(map(card_text, board))
    dead = ""
    holes = {}
    for seat, hole in enumerate(seats, 1):
        if not hole:
            continue
        if _is_dead(hole):
            dead += _dead_cards(hole)
        else:
            holes[seat] = hole
    if not holes:
        return [""]
    odds_by_seat = {}
    if len(holes) == 1:
        ((seat, hole),) = holes.items()
        check_alone(cards, hole, dead, seat)
        odds_by_seat[seat] = ALONE
    else:
        seats_left = list(holes)
        odds_of_all = quick(cards, *holes.values(), dead=dead, seats=seats_left)
        for seat, player in zip(holes, odds_of_all.players, strict=True):
            odds_by_seat[seat] = (player.win, player.tie, player.equity)
    odds: Row = []
    for seat in range(1, len(seats) + 1):
        odds += odds_by_seat.get(seat, FOLDED)
    return odds


def _is_dead(hole: str) -> bool:
    """Tell whether a seat holds cards that are out of play: ``dead 2H 3D``."""
    return hole.casefold().startswith(DEAD + " ")


def _dead_cards(hole: str) -> str:
    """Return the cards of a seat that are out of play, without blanks; raises for wrong cards."""
    cards = parse_cards(hole[len(DEAD) :])
    return "".join(map(card_text, cards))


def chances(hands: list[Any], _options: list[str]) -> Row:
    """Return the chance of each category by the river, the royal flush last."""
    from xlpoker.odds.chances import quick_chances

    board, hole, *dead = hands
    cards = "".join(map(card_text, board))
    dead_codes = dead[0] if dead else []
    dead_cards = "".join(map(card_text, dead_codes))
    return quick_chances(cards, hole, dead_cards)


def equities(columns: list[list[Any]]) -> RowsOrNone:
    """Return the odds of whole columns of boards, hands and ranges."""
    rows = _rows_against_one_range(columns)
    if rows is not None:
        return rows
    if len(columns[0]) < MANY:
        return [None] * len(columns[0])
    try:
        from xlpoker.arrays import equities
    except ImportError:  # without NumPy, row by row
        return [None] * len(columns[0])
    board_column, *hole_columns = columns
    boards = [_board_text(board) for board in board_column]
    holes_by_player = [map(_range_text, column) for column in hole_columns]
    holes_by_row = list(zip(*holes_by_player, strict=True))
    odds = equities(boards, holes_by_row).reshape(len(boards), -1)
    return [None if isnan(row[0]) else row for row in odds.tolist()]


def _rows_against_one_range(columns: list[list[Any]]) -> RowsOrNone | None:
    """Return the odds of many hands on one board against one range, such as a grid of hands.

    The result is None where the columns hold anything else, or NumPy is faster row by row.
    """
    board_column, hole_column, *other_columns = columns
    shared = _shared_cells([board_column, *other_columns])
    if shared is None or len(hole_column) < FEWEST_OF_A_GRID:
        return None
    board, opponent, *seats = shared
    dead = _dead_cards_of(seats)
    if dead is None:
        return None
    if not isinstance(board, list) or not isinstance(opponent, str):
        return None
    from xlpoker.odds.range_rows import is_for_rows, shares_against

    if not is_for_rows(board, dead, opponent):
        return None
    holes = list(map(_range_text, hole_column))
    rows: list[Row | None] = []
    for share in shares_against(board, dead, holes, opponent):
        if share is None:
            rows.append(None)
            continue
        half = share.tie / 2
        mine = (share.win, share.tie, share.win + half)
        yours = (share.lose, share.tie, share.lose + half)
        rows.append([*mine, *yours, *FOLDED * len(seats)])
    return rows


def _shared_cells(columns: list[list[Any]]) -> list[Any] | None:
    """Return the cell that each column repeats in all rows, None where one has different cells."""
    cells: list[Any] = []
    for column in columns:
        cell = column[0]
        if column.count(cell) < len(column):
            return None
        cells.append(cell)
    return cells


def _dead_cards_of(seats: list[Any]) -> Codes | None:
    """Return the dead cards that seats name, None where there is another player or a wrong card."""
    dead: Codes = []
    for seat in seats:
        if seat is Absent.OUT:
            continue
        if not isinstance(seat, str) or not _is_dead(seat):
            return None
        try:
            dead += parse_cards(seat[len(DEAD) :])
        except PokerError:
            return None
    return dead


def _board_text(board: Any) -> str:
    """Return the cards of a board as one text."""
    if not isinstance(board, list):
        return UNREADABLE
    return "".join(map(card_text, board))


def _range_text(hole: Any) -> str:
    """Return a hand or range as a text."""
    return hole if isinstance(hole, str) else UNREADABLE
