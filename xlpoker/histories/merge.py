"""One hand that several logs hold, each with the cards of its owner.

Their seats are paired by number and name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xlpoker.histories.model import Cards, PlayedHand, Seat

__all__ = ["merged_hand"]

_OWNER_MARK = "[ME]"
"""Behind the name of the player whose log it is, at Bovada."""
_OWNER_NAME = "Hero"
"""What GGPoker calls the player whose log it is; other logs have another name in that seat."""


def merged_hand(logs: Sequence[PlayedHand]) -> PlayedHand:
    """Return the hand that some logs hold, with the cards of all of them.

    The log with the most seats is kept, of several such the first. What is only in the others, or
    different there, is noted.

    >>> cleos_seats = [Seat(1, "Ann"), Seat(2, "Ben"), Seat(3, "Cleo", cards=("AS", "4D"))]
    >>> bens_seats = [Seat(2, "Ben", cards=("KH", "KD")), Seat(3, "Cleo")]
    >>> logs = [PlayedHand("PokerStars", "1", seats=seats) for seats in (bens_seats, cleos_seats)]
    >>> hand = merged_hand(logs)
    >>> [(seat.name, seat.cards) for seat in hand.seats]
    [('Ann', ()), ('Ben', ('KH', 'KD')), ('Cleo', ('AS', '4D'))]
    >>> hand.notes
    ['another log has nobody in seat 1']
    """
    fullest = max(logs, key=lambda log: len(log.seats))
    for log in logs:
        if log is not fullest:
            _add_log(fullest, log)
    return fullest


def _add_log(hand: PlayedHand, log: PlayedHand) -> None:
    """Add to a hand what another log of it holds."""
    own_notes = [*hand.notes]
    numbers = {seat.number for seat in hand.seats}
    for seat in log.seats:
        partner = _partner(hand.seats, seat)
        if partner is not None:
            _add_cards(hand, partner, seat.cards)
        elif seat.cards:
            hand.note(
                f"another log has {seat.name} {_in_brackets(seat.cards)} in seat {seat.number}"
            )
        elif seat.number not in numbers:
            hand.note(f"another log has {seat.name} in seat {seat.number}")
    for number in sorted(numbers - {seat.number for seat in log.seats}):
        hand.note(f"another log has nobody in seat {number}")
    _add_boards(hand, log)
    for remark in log.remarks:
        if remark not in hand.remarks:
            hand.remarks.append(remark)
    for note in log.notes:
        if note not in own_notes:
            hand.note(f"another log: {note}")


def _partner(seats: Iterable[Seat], other: Seat) -> Seat | None:
    """Return the seat with the number and the name of a seat in another log, else None."""
    for seat in seats:
        if seat.number == other.number and _same_player(seat.name, other.name):
            return seat
    return None


def _same_player(name: str, other: str) -> bool:
    """Tell whether two names of one seat may be one player's.

    They are equal, or one of them is what a site calls the log's owner.

    >>> _same_player("UTG [ME]", "UTG"), _same_player("Hero", "a1b2c3"), _same_player("Ann", "Ben")
    (True, True, False)
    """
    if _OWNER_NAME in (name, other):
        return True
    return _without_mark(name) == _without_mark(other)


def _add_cards(hand: PlayedHand, seat: Seat, cards: Cards) -> None:
    """Give a seat the cards that another log has for it; note them where the seat has others."""
    if not seat.cards:
        seat.cards = cards
    elif not {*cards} <= {*seat.cards}:
        hand.note(f"another log has {seat.name} {_in_brackets(cards)} in seat {seat.number}")


def _add_boards(hand: PlayedHand, log: PlayedHand) -> None:
    """Take the boards of another log where the hand has none, and note those that differ."""
    if not hand.boards:
        hand.boards = log.boards
    for board in log.boards:
        if board not in hand.boards:
            hand.note(f"another log has the board {_in_brackets(board)}")


def _in_brackets(cards: Cards) -> str:
    return f"[{' '.join(cards)}]"


def _without_mark(name: str) -> str:
    """Return a name without the mark of the log's owner.

    >>> _without_mark("Seat 3 [ME]")
    'Seat 3'
    """
    return name.removesuffix(_OWNER_MARK).rstrip()
