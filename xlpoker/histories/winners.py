"""The check of a hand against itself: no card stands twice, and the best cards shown on each board collect."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from xlpoker.evaluator.cards import TEXTS
from xlpoker.evaluator.games import game_strength
from xlpoker.histories.model import PlayedHand

__all__ = ["check_winners"]

_RULES = {"Hold'em": "holdem", "Hold'em 6+": "short-deck", "Omaha": "omaha", "Omaha Hi/Lo": "omaha"}


def check_winners(hand: PlayedHand) -> None:
    """Note a card that stands twice, and who has the best cards of those shown on a board and collects nothing.

    >>> from xlpoker.histories.model import Seat
    >>> ann, ben = Seat(1, "Ann", 9, ("AH", "AD"), paid=9), Seat(2, "Ben", 9, ("KH", "KD"), paid=9, won=18)
    >>> hand = PlayedHand("PokerNow", "1", "Hold'em", seats=[ann, ben], boards=[("2C", "7D", "9S", "JC", "3H")])
    >>> check_winners(hand)
    >>> hand.notes
    ['Ann has the best cards on [2C 7D 9S JC 3H] and collects nothing']
    """
    shown = [seat for seat in hand.left if seat.cards]
    for board in hand.boards or [()]:
        counts = Counter(chain(board, *(seat.cards for seat in hand.seats)))
        for card in (card for card, count in counts.items() if count > 1):
            hand.note(f"{card} stands twice")
        if len(board) < 5 or len(shown) < 2 or max(counts.values()) > 1:
            continue
        common = [TEXTS[card] for card in board]
        values = [game_strength(_RULES[hand.game], [TEXTS[card] for card in seat.cards], common) for seat in shown]
        for seat, value in zip(shown, values, strict=True):
            if value == max(values) and not seat.won:
                hand.note(f"{seat.name} has the best cards on [{' '.join(board)}] and collects nothing")
