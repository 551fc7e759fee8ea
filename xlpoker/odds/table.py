"""The input of odds, validated: board, dead cards and what each player may hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from xlpoker.errors import HandError, check_choice, counted
from xlpoker.evaluator.cards import JOKER, check_cards
from xlpoker.evaluator.games import OUT, check_deck
from xlpoker.evaluator.showdown import check_showdown
from xlpoker.odds.range_words import card_codes
from xlpoker.odds.ranges import HOLES, NO_JOKERS, Range, hand_of_range, parse_range

__all__ = [
    "MOST_PLAYERS",
    "NO_COMBINATION",
    "OF_NEXT_CARDS",
    "Cards",
    "Deal",
    "Sums",
    "Table",
    "check_board",
    "table_of",
    "whole",
]

Cards = str | Iterable[str | int]
NO_COMBINATION = "the ranges cannot be held together: every combination needs a card twice"
OF_NEXT_CARDS = "outs are for a flop of 3 or a turn of 4"
MOST_PLAYERS = 22
"""The most players: two cards each leave enough cards for a board."""


class Table(NamedTuple):
    """Board and dead cards as codes, and the range of each player.

    The ranges are without the hands that the board, the dead cards and known hands rule out.
    """

    board: tuple[int, ...]
    dead: tuple[int, ...]
    ranges: tuple[Range, ...]
    game: str = "holdem"

    def deal(self, holes: tuple[tuple[int, ...], ...]) -> Deal:
        """Return the deal of known hands at this table."""
        return Deal(holes, self.board, self.dead, self.game)


class Deal(NamedTuple):
    """Known hands: the hole cards of each player, the board so far, dead cards."""

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
        known = [*self.board, *self.dead]
        for hole in self.holes:
            known.extend(hole)
        return known


class Sums(NamedTuple):
    """What the players win: each list has one number a player, in boards (weighted for ranges)."""

    won: list[float]
    tied: list[float]
    pots: list[float]
    total: float
    """All boards, whoever wins them."""


def table_of(
    board: Cards,
    holes: Sequence[Cards | Range],
    game: str = "holdem",
    dead: Cards = "",
    fewest: int = 2,
    seats: Sequence[int] = (),
) -> Table:
    """Return the validated table of a situation, with `fewest` players or more.

    `seats` are the numbers of the players in messages, by default 1, 2, ...

    >>> table = table_of("8c 9s 4c", ["6c 7c", "TT+"])
    >>> table.board, [len(hand_range.hands) for hand_range in table.ranges]
    ((24, 31, 8), [1, 30])

    Raises `OptionError` for a game without odds, `CardError` and `RangeError` for a text that is
    not understood. Raises `HandError` for a card that stands twice, a range of which no hand is
    left, or a wrong number of players or cards.
    """
    check_choice(game, HOLES, "has no odds")
    if not fewest <= len(holes) <= MOST_PLAYERS:
        raise HandError(f"{counted(len(holes), 'player')}: odds are for two to {MOST_PLAYERS}")
    board_codes = tuple(card_codes(board))
    dead_codes = tuple(card_codes(dead))
    ranges = [_range_of(hole, game) for hole in holes]
    names = _hole_names(seats or range(1, len(ranges) + 1))
    gone = _checked_cards(board_codes, dead_codes, dict(zip(names, ranges, strict=True)), game)
    dead_codes += OUT.get(game, ())
    gone.update(dead_codes)
    for place, hand_range in enumerate(ranges):
        if not hand_range.known:
            ranges[place] = _without(hand_range, gone, names[place])
    _check_enough_cards(ranges, len(dead_codes), game)
    return Table(board_codes, dead_codes, tuple(ranges), game)


def _checked_cards(
    board: tuple[int, ...], dead: tuple[int, ...], ranges: Mapping[str, Range], game: str
) -> set[int]:
    """Return the cards of the board, the dead ones and those of known hands, all different.

    The ranges are by what errors call them.
    """
    known_hands = []
    names = ["the board", "the dead cards"]
    for name, hand_range in ranges.items():
        if hand_range.known:
            known_hands.append(hand_range.hands[0])
            names.append(name)
    gone = {*board, *dead}.union(*known_hands)
    check_deck(game, sorted(gone))
    if len(board) > 5:
        raise HandError(f"{len(board)} board cards: a board has at most 5")
    if JOKER in gone:
        raise HandError(NO_JOKERS)
    check_cards(board)
    check_cards(dead)
    check_showdown([board, dead, *known_hands], names)
    return gone


def _check_enough_cards(ranges: Sequence[Range], dead: int, game: str) -> None:
    """Raise `HandError` where players and dead cards leave fewer than five cards."""
    hole_cards = 0
    for hand_range in ranges:
        hole_cards += len(hand_range.hands[0]) if hand_range.hands else HOLES[game][0]
    gone = dead + hole_cards
    if gone > 52 - 5:
        raise HandError(f"{gone} cards are held or dead, and leave fewer than five for the board")


def check_board(board: Sequence[int], sizes: Sequence[int], rule: str) -> None:
    """Raise `HandError`, with this rule, for a board of another number of cards."""
    if len(board) not in sizes:
        raise HandError(f"{counted(len(board), 'board card')}: {rule}")


def _range_of(hole: Cards | Range, game: str) -> Range:
    """Return what a player may hold, given as a range, as text or as cards."""
    if isinstance(hole, Range):
        return hole
    if isinstance(hole, str):
        return parse_range(hole, game)
    return hand_of_range(card_codes(hole), game)


def _hole_names(seats: Sequence[int]) -> list[str]:
    """Return what errors call the hole cards of each player."""
    return ["hole"] if len(seats) == 1 else [f"hole {seat}" for seat in seats]


def _without(hand_range: Range, gone: set[int], name: str) -> Range:
    """Return a range without the hands that hold a card which is gone.

    `name` is that of the hole cards, for the error that no hand is left.
    """
    hands = []
    weights: list[float] = []
    for hand, weight in zip(hand_range.hands, hand_range.weights, strict=True):
        if gone.isdisjoint(hand):
            hands.append(hand)
            weights.append(weight)
    if hand_range.hands and not hands:
        raise HandError(
            f"{name}: no hand of '{hand_range.text}' is left; "
            "each needs a card that is on the board, dead or in another hand"
        )
    heaviest = max(hand_range.weights, default=1)
    if heaviest != 1:  # products of weights must not overflow
        weights = [weight / heaviest for weight in weights]
    return Range(hand_range.text, tuple(hands), tuple(weights), hand_range.random)


def whole(count: float) -> float:
    """Return a whole number as an int, any other number as it is."""
    whole_count = int(count)
    return whole_count if whole_count == count else count
