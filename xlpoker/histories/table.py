"""Hands as a table: a row a hand, for each seat name, hole cards, stack and net, then the board, the pot, who collected.

The headings are such that `score` finds the hole cards (*Seat 3 cards*) and the *Board* by itself. A player's cards stand
there only where the player did not fold, so that the best hand of a row is the winner; those of players who folded are named
in a column of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from xlpoker.histories.model import Hand, Seat

__all__ = ["SEAT", "rows_of"]

HEAD = {
    "Site": "site", "Hand id": "number", "Time": "time", "Table": "table", "Tournament": "tournament", "Game": "game",
    "Limit": "limit", "Stakes": "stakes", "Big blind": "big_blind", "Currency": "currency", "Button": "button",
}  # fmt: skip
SEAT = ("name", "cards", "stack", "net")
TAIL = ("Board", "Pot", "Rake", "Collected", "All-in at", "Folded", "Note")


def rows_of(hands: Sequence[Hand]) -> list[list[Any]]:
    """Return a row of headings and a row for each hand; seats that nobody took in any hand have no columns."""
    numbers = sorted({seat.number for hand in hands for seat in hand.seats})
    head = [*HEAD, *(f"Seat {number} {what}" for number in numbers for what in SEAT), *TAIL]
    return [head, *(_row(hand, numbers) for hand in hands)]


def _row(hand: Hand, numbers: Iterable[int]) -> list[Any]:
    row: list[Any] = [getattr(hand, field) for field in HEAD.values()]
    seats = {seat.number: seat for seat in hand.seats}
    for number in numbers:
        seat = seats.get(number)
        row += [seat.name, None if seat.folded else _cards(seat), seat.stack, seat.net] if seat else [None] * len(SEAT)
    collected = "; ".join(f"{seat.name} {seat.won:.10g}" for seat in hand.seats if seat.won)
    folded = "; ".join(f"{seat.name} folded [{_cards(seat)}]" for seat in hand.seats if seat.folded and seat.cards)
    more = [f"board {at} [{' '.join(board)}]" for at, board in enumerate(hand.boards[1:], 2)]
    row += [" ".join(hand.board), hand.pot, hand.rake, collected, hand.all_in, folded, "; ".join([*more, *hand.notes])]
    return [_plain(value) for value in row]


def _cards(seat: Seat) -> str:
    return " ".join(seat.cards)


def _plain(value: Any) -> Any:
    """Return whole chips without decimals, and None for an empty text."""
    return int(value) if isinstance(value, float) and value.is_integer() else None if value == "" else value
