"""The input of odds, validated: board, dead cards and what each player may hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from xlpoker.errors import HandError, check_choice
from xlpoker.evaluator.cards import JOKER, check_cards
from xlpoker.evaluator.games import OUT, check_deck
from xlpoker.evaluator.showdown import check_showdown
from xlpoker.odds.range_words import card_codes
from xlpoker.odds.ranges import HOLES, NO_JOKERS, Range, hand_of_range, parse_range

__all__ = [
    "APART",
    "MOST_PLAYERS",
    "OF_NEXT_CARDS",
    "Cards",
    "Deal",
    "Table",
    "check_board",
    "table_of",
    "whole",
]

Cards = str | Iterable[str | int]
APART = "the ranges cannot be held together: every combination needs a card twice"
MOST_PLAYERS = 22
"""The most players: two cards each leave enough cards for a board."""


class Table(NamedTuple):
    """Board and dead cards as codes, and each player's range without the hands that these cards rule out."""

    board: tuple[int, ...]
    dead: tuple[int, ...]
    ranges: tuple[Range, ...]
    game: str = "holdem"

    def deal(self, holes: tuple[tuple[int, ...], ...]) -> Deal:
        """Return the deal of known hands at this table."""
        return Deal(holes, self.board, self.dead, self.game)


class Deal(NamedTuple):
    """Known hands: each player's hole cards, the board so far, dead cards."""

    holes: tuple[tuple[int, ...], ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    game: str = "holdem"

    @property
    def coming(self) -> int:
        """Return how many board cards are still to come."""
        return 5 - len(self.board)

    def known(self) -> list[int]:
        """Return all cards that cannot come."""
        return [*self.board, *self.dead, *[code for hole in self.holes for code in hole]]


def table_of(
    board: Cards, holes: Sequence[Cards | Range], game: str = "holdem", dead: Cards = ""
) -> Table:
    """Return the validated table of a situation."""
    check_choice(game, HOLES, "has no odds")
    if not 2 <= len(holes) <= MOST_PLAYERS:
        raise HandError(
            f"{len(holes)} player{'s' * (len(holes) != 1)}: odds are for two to {MOST_PLAYERS}"
        )
    common, out = tuple(card_codes(board)), tuple(card_codes(dead))
    ranges = tuple([_range(hole, game) for hole in holes])
    known = [one.hands[0] for one in ranges if one.known]
    names = [f"hole {number}" for number, one in enumerate(ranges, 1) if one.known]
    gone = {*common, *out}.union(*known)
    check_deck(game, sorted(gone))
    if len(common) > 5:
        raise HandError(f"{len(common)} board cards: a board has at most 5")
    if JOKER in gone:
        raise HandError(NO_JOKERS)
    check_cards(common)
    check_cards(out)
    check_showdown([common, out, *known], ["the board", "the dead cards", *names])
    out += OUT.get(game, ())
    gone.update(out)
    ranges = tuple(
        [one if one.known else _without(one, gone, number) for number, one in enumerate(ranges, 1)]
    )
    cards = sum(len(one.hands[0]) if one.hands else HOLES[game][0] for one in ranges)
    if cards + len(out) + 5 > 52:
        raise HandError(
            f"{52 - len(out) - cards} cards are left for the board: too many are held or dead"
        )
    return Table(common, out, ranges, game)


OF_NEXT_CARDS = "outs are for a flop of 3 or a turn of 4"


def check_board(board: Sequence[int], sizes: Sequence[int], what: str) -> None:
    """Raise `HandError`, with `what` as the rule, for a board of another number of cards."""
    if len(board) not in sizes:
        raise HandError(f"{len(board)} board card{'s' * (len(board) != 1)}: {what}")


def _range(hole: Cards | Range, game: str) -> Range:
    if isinstance(hole, Range):
        return hole
    return (
        parse_range(hole, game) if isinstance(hole, str) else hand_of_range(card_codes(hole), game)
    )


def _without(one: Range, gone: set[int], number: int) -> Range:
    """Return a range without the hands that hold a card which is on the board, dead or another player's."""
    kept = [
        (hand, weight)
        for hand, weight in zip(one.hands, one.weights, strict=True)
        if gone.isdisjoint(hand)
    ]
    if not kept and one.hands:
        taken = "each needs a card that is on the board, dead or in another hand"
        raise HandError(f"hole {number}: no hand of '{one.text}' is left; {taken}")
    hands, weights = zip(*kept, strict=True) if kept else ((), ())
    if kept and (top := max(one.weights)) != 1:  # products of weights must not overflow
        weights = tuple([weight / top for weight in weights])
    return Range(one.text, hands, weights, one.random)


def whole(count: float) -> float:
    """Return a whole number as an int."""
    return int(count) if count == int(count) else count
