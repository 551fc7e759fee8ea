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

HEAD = (
    "Site", "Hand id", "Time", "Table", "Tournament", "Game", "Limit", "Stakes", "Big blind", "Currency", "Button",
)  # fmt: skip
SEAT = ("name", "cards", "stack", "net")
TAIL = ("Board", "Pot", "Rake", "Collected", "All-in at", "Folded", "Note")


def rows_of(hands: Sequence[Hand]) -> list[list[Any]]:
    """Return a row of headings and a row for each hand; seats that nobody took in any hand have no columns."""
    numbers = sorted({seat.number for hand in hands for seat in hand.seats})
    head = [*HEAD, *(f"Seat {number} {what}" for number in numbers for what in SEAT), *TAIL]
    return [head, *(_row(hand, numbers) for hand in hands)]


def _row(hand: Hand, numbers: Iterable[int]) -> list[Any]:
    row: list[Any] = [
        hand.site,
        hand.number,
        hand.time,
        hand.table,
        hand.tournament,
        hand.game,
        hand.limit,
        hand.stakes,
    ]
    row += [_plain(hand.big_blind), hand.currency, hand.button]
    seats = {seat.number: seat for seat in hand.seats}
    for number in numbers:
        seat = seats.get(number)
        shown = seat is not None and not seat.folded
        row += (
            [seat.name, _cards(seat) if shown else None, _plain(seat.stack), _plain(seat.net)] if seat else [None] * 4
        )
    collected = "; ".join(f"{seat.name} {seat.won:.10g}" for seat in hand.seats if seat.won)
    folded = "; ".join(f"{seat.name} folded [{_cards(seat)}]" for seat in hand.seats if seat.folded and seat.cards)
    more = [f"board {at} [{' '.join(board)}]" for at, board in enumerate(hand.boards[1:], 2)]
    row += [" ".join(hand.board), _plain(hand.pot), _plain(hand.rake), collected, hand.all_in, folded]
    return [value if value != "" else None for value in [*row, "; ".join([*more, *hand.notes])]]


def _cards(seat: Seat) -> str:
    return " ".join(seat.cards)


def _plain(number: float | None) -> float | None:
    """Return whole chips without decimals."""
    return int(number) if number is not None and float(number).is_integer() else number
