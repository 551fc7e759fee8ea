"""Implementations of the spreadsheet functions: the answer to one row of hands and, for some, to many rows at once.

A function of one row takes the codes of each hand, none for a player who is out, and the options. A function of many rows returns None for each row that
the function of one row must answer. `handvals` and `winners` take the raw cells and answer only rows of different cards
without jokers, one card per cell, which is three times as fast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan
from typing import Any

from xlpoker.blocks import Codes, Rows
from xlpoker.errors import HandError
from xlpoker.evaluator.cards import TEXTS, card_text, check_cards
from xlpoker.evaluator.classes import name
from xlpoker.evaluator.games import GAMES, check_counts, game_strength
from xlpoker.evaluator.hand import QUICK, QUICK_DECK, QUICK_KEY, QUICK_VALUES, best_five, strength
from xlpoker.evaluator.showdown import check_showdown, shares_of, winner_of
from xlpoker.scales import on_scale

__all__ = [
    "Row",
    "besthand",
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
FLOP = 3
WON = (1.0, 0.0, 1.0)
"""Win, tie and equity of the only player who is left."""
GONE = (0.0, 0.0, 0.0)
"""Win, tie and equity of a player who is out."""


def handval(given: list[Codes], options: list[str]) -> Row:
    """Return the value of a hand."""
    scale, jokers = options
    value = strength(given[0], jokers)
    return [value if scale == "strength" else on_scale(scale, value, given[0])]


def _quick(cards: Rows) -> tuple[list[float], list[int]]:
    """Return each row's value and its cards as a set of bits; for other rows than different cards without jokers the value is 0."""
    numbers, known, width = QUICK, QUICK_VALUES, len(cards[0])
    values: list[float] = []
    sets = []
    for row in cards:
        number = 0
        try:
            for cell in row:
                number += numbers[cell]
        except KeyError:
            number = 0
        held = number >> QUICK_DECK
        plain = held.bit_count() == width
        values.append(
            plain and (known.get(number & QUICK_KEY) or strength([TEXTS[cell] for cell in row]))
        )
        sets.append(held)
    return values, sets


def handvals(given: list[Rows], options: list[str]) -> Sequence[Row | None]:
    """Return the values of rows of cards; only on the scale `strength`."""
    return (
        [[value] if value else None for value in _quick(given[0])[0]]
        if options[0] == "strength"
        else []
    )


def winners(given: list[Rows], _options: list[str]) -> Sequence[Row | None]:
    """Return the winners of rows without duplicate cards."""
    cards = sum(len(rows[0]) for rows in given)
    values, sets = zip(*map(_quick, given), strict=True)
    return [
        [winner_of(row)] if sum(held).bit_count() == cards else None
        for row, held in zip(zip(*values, strict=True), zip(*sets, strict=True), strict=True)
    ]


def handname(given: list[Codes], options: list[str]) -> Row:
    """Return the name of a hand."""
    return [name(strength(given[0]), options[0])]


def besthand(given: list[Codes], _options: list[str]) -> Row:
    """Return the best five cards of a hand."""
    return [" ".join(map(card_text, best_five(given[0], strength(given[0]))))]


def _strengths(given: list[Codes]) -> list[float]:
    """Return the value of each hand, 0 for that of a player who is out."""
    values = [strength(codes) if codes else 0 for codes in given]
    check_showdown(given)
    return values


def winner(given: list[Codes], _options: list[str]) -> Row:
    """Return which hand wins."""
    return [winner_of(_strengths(given))]


def shares(given: list[Codes], _options: list[str]) -> Row:
    """Return the share of the pot of each hand."""
    return [float(share) for share in shares_of(_strengths(given))]


def game_winner(game: str) -> Callable[[list[Codes], list[str]], Row]:
    """Return the function that tells which hole cards win in a game with a board."""

    def row(given: list[Codes], _options: list[str]) -> Row:
        board, *holes = given
        check_showdown(given, ["the board", *(f"hole {number}" for number in range(1, len(given)))])
        left = [number for number, hole in enumerate(holes, 1) if hole]
        if len(left) == 1:
            return [_uncontested(game, board, holes, left[0])]
        if not board:
            raise HandError("board is blank")
        return [winner_of([game_strength(game, hole, board) if hole else 0 for hole in holes])]

    return row


def _uncontested(game: str, board: Codes, holes: list[Codes], player: int) -> int:
    """Return the one player who is left, and wins on any board; raise `HandError` unless the cards can be held."""
    hole = holes[player - 1]
    check_counts(GAMES[game], len(hole), FLOP)
    check_cards([*hole, *board])
    return player


def outs(given: list[Any], _options: list[str]) -> Row:
    """Return the next cards after which the first player wins, ties and loses, and the number of run-outs of each kind."""
    from xlpoker.odds.outs import outs

    found = outs(given[0], given[1], given[2], game="omaha" if len(given[1]) >= 4 else "holdem")
    return [*map(" ".join, found.cards.values()), found.win, found.tie, found.lose]


def equity(given: list[Any], _options: list[str]) -> Row:
    """Return win, tie and equity of each player, zeros for one who is out."""
    from xlpoker.odds.equity import check_alone, quick

    board, *holes = given
    cards = "".join(map(card_text, board))
    left = [hole for hole in holes if hole]
    if len(left) == 1:
        check_alone(cards, left[0])
        return [share for hole in holes for share in (WON if hole else GONE)]
    players = iter(quick(cards, *left).players)
    odds: Row = []
    for hole in holes:
        player = next(players) if hole else None
        odds += (player.win, player.tie, player.equity) if player else GONE
    return odds


def equities(columns: list[list[Any]]) -> Sequence[Row | None]:
    """Return the odds of whole columns of boards, hands and ranges."""
    try:
        from xlpoker.arrays import equities
    except ImportError:  # without NumPy, row by row
        return [None] * len(columns[0])
    boards = [
        "".join(map(card_text, codes)) if isinstance(codes, list) else "?" for codes in columns[0]
    ]
    holes = [[cell if isinstance(cell, str) else "?" for cell in column] for column in columns[1:]]
    found = equities(boards, list(zip(*holes, strict=True))).reshape(len(boards), -1)
    return [None if isnan(row[0]) else row for row in found.tolist()]
