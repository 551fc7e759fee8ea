"""Showdowns: compares hands, finds the winner and shares the pot.

A card can be in one hand only, except for a common board. Hands of six or more cards may share up to five cards when
all of them share the same ones. Jokers are no duplicates of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from xlpoker.errors import HandError
from xlpoker.evaluator.cards import JOKER, card_text

__all__ = [
    "best_players",
    "check_showdown",
    "shared_card",
    "shares_of",
    "shares_of_halves",
    "winner_of",
    "winner_of_halves",
    "winners_of",
]

Hands = Sequence[Sequence[int]]
"""The card codes of each hand; none for a player who is not in the showdown."""


def check_showdown(hands: Hands, names: Sequence[str] = ()) -> None:
    """Raise `HandError` when there are no hands, or a card is in two and is not part of a common board.

    `names` are used in the message where the hands are more than numbers ("the board", "hole 1").

    >>> check_showdown([[0, 4, 8, 12, 17], [1, 5, 9, 13, 17]])
    Traceback (most recent call last):
    xlpoker.errors.HandError: duplicate card 6D in hands 1 and 2
    """
    if not hands:
        raise HandError("no hands: a showdown needs one or more")
    duplicate = shared_card(hands)
    if duplicate is None:
        return
    code, first, second = duplicate
    card = card_text(code)
    if names:
        raise HandError(f"duplicate card {card} in {names[first]} and {names[second]}")
    raise HandError(f"duplicate card {card} in hands {first + 1} and {second + 1}")


def shared_card(hands: Hands) -> tuple[int, int, int] | None:
    """Return a card that two hands must not share, and the two hands, counted from 0.

    None where there is no such card. A hand without cards is that of a player who is not in the
    showdown.

    >>> shared_card([[0, 4, 8, 12, 17], [], [1, 5, 9, 13, 17]])
    (17, 0, 2)
    """
    different_cards = set().union(*hands)
    if len(different_cards) == sum(map(len, hands)):
        return None  # nearly every showdown
    sets = [set(hand) - {JOKER} for hand in hands]
    board = _common_board(hands, sets)
    for (first, cards), (second, other_cards) in combinations(enumerate(sets), 2):
        twice = (cards & other_cards) - board
        if twice:
            return min(twice), first, second
    return None


def _common_board(hands: Hands, sets: Sequence[set[int]]) -> set[int]:
    """Return the cards of a common board, none where the hands cannot have one."""
    smallest_hand = min(len(hand) for hand in hands if hand)
    if smallest_hand < 6:
        return set()
    players_in = [cards for hand, cards in zip(hands, sets, strict=True) if hand]
    common = set.intersection(*players_in)
    if len(common) > 5:
        return set()
    return common


def winner_of(values: Sequence[float]) -> int:
    """Return 1 .. N for the hand with the highest value, 0 when the best ones tie.

    >>> winner_of([3, 7462, 12]), winner_of([5, 5, 1])
    (2, 0)
    """
    best = max(values)
    if values.count(best) > 1:
        return 0
    return values.index(best) + 1


def winners_of(rows: Sequence[Sequence[float]]) -> list[int]:
    """Return the winner of each row of values, of equally many hands.

    >>> winners_of([(3, 7462), (5, 5)]), winners_of([(3, 7462, 12)])
    ([2, 0], [2])
    """
    if rows and len(rows[0]) == 2:  # written out, as most showdowns are
        return [1 if first > second else 2 if first < second else 0 for first, second in rows]
    return [*map(winner_of, rows)]


def shares_of(values: Sequence[float]) -> tuple[Fraction, ...]:
    """Return the share of the pot that each hand wins.

    >>> shares_of([5, 5, 1])
    (Fraction(1, 2), Fraction(1, 2), Fraction(0, 1))
    """
    best = max(values)
    winners = [value for value in values if value == best]
    share = Fraction(1, len(winners))
    nothing = Fraction(0)
    return tuple(share if value == best else nothing for value in values)


def shares_of_halves(highs: Sequence[float], lows: Sequence[float]) -> tuple[Fraction, ...]:
    """Return the share of each hand where half of the pot is for the best low hand; a low of 0 is none.

    Without any low hand the whole pot is for the best high hand.

    >>> shares_of_halves([7, 5, 5], [0, 60_001, 60_001])
    (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    >>> shares_of_halves([7, 5, 5], [0, 0, 0])
    (Fraction(1, 1), Fraction(0, 1), Fraction(0, 1))
    """
    high_shares = shares_of(highs)
    if not any(lows):
        return high_shares
    halves = zip(high_shares, shares_of(lows), strict=True)
    return tuple((high + low) / 2 for high, low in halves)


def best_players(values: Sequence[float], lows: Sequence[float] = ()) -> list[int]:
    """Return the players (from 1 on) with the best hand, or with the best low hand where there is one.

    >>> best_players([5, 7, 7]), best_players([5, 7, 3], [60_001, 0, 60_001]), best_players([5, 7], [0, 0])
    ([2, 3], [1, 2, 3], [2])
    """
    best = max(values)
    players = [player for player, value in enumerate(values, 1) if value == best]
    best_low = max(lows, default=0)
    if best_low:
        players += [player for player, low in enumerate(lows, 1) if low == best_low]
    return sorted(set(players))


def winner_of_halves(highs: Sequence[float], lows: Sequence[float]) -> int:
    """Return 1 .. N for the hand that wins both halves of the pot alone, 0 where the pot is split.

    >>> winner_of_halves([7, 5], [60_002, 60_001]), winner_of_halves([7, 5], [0, 60_001]), winner_of_halves([7, 5], [0, 0])
    (1, 0, 1)
    """
    high_winner = winner_of(highs)
    if not any(lows):
        return high_winner
    return high_winner if winner_of(lows) == high_winner else 0
