"""Cash-outs and insurance: payments between a site and a player after the betting has ended.

PokerStars pays a cash-out instead of the pot, whoever wins it. GGPoker awards the pot as usual: a
player with an EV cash-out receives an amount when the pot is lost, and pays the risk when it is
won. An insurance has a premium and a compensation. The pot, the rake and what the other players
paid do not change, so the bets are checked against the pot first.
"""

from __future__ import annotations

from dataclasses import dataclass

from xlpoker.histories.model import PlayedHand, Seat, number_of

__all__ = ["CashOuts", "has_cash_out"]

_POT_REPLACED = ("cashed out", "has cashed out", "cashes out")
_CHOSEN = ("chooses to ev cashout",)
_RECEIVED = ("receives cashout",)
_PAID = ("pays cashout risk",)
_INSURED = ("get an all-in insurance", "gets an all-in insurance")
_PREMIUM = ("pay premium of all-in insurance", "pays premium of all-in insurance")
_COMPENSATION = tuple(
    f"{verb} {part}compensation of all-in insurance"
    for verb in ("get", "gets")
    for part in ("", "main ", "sub ", "mandatory ")
)
_IN_NOTES = (" cashed out", " insured the hand")


@dataclass(slots=True)
class _SidePayment:
    """What a site settled with one player beside the pot.

    `in_place` is paid instead of what the player won from it.
    """

    insured: bool = False
    in_place: float | None = None
    received: float = 0.0
    paid: float = 0.0


class CashOuts:
    """The cash-outs and insurances of one hand, by player."""

    def __init__(self) -> None:
        self._by_player: dict[str, _SidePayment] = {}

    def take(self, name: str, words: str) -> bool:
        """Take what a line says behind a player's name.

        Returns whether it is about a cash-out or an insurance.

        >>> cash_outs = CashOuts()
        >>> cash_outs.take("Ann", "cashed out the hand for $15.82 | Cash Out Fee $0.32")
        True
        >>> cash_outs.take("Ben", "calls $10")
        False
        """
        lower = words.lower()
        if not lower.startswith(
            (*_POT_REPLACED, *_CHOSEN, *_RECEIVED, *_PAID, *_INSURED, *_PREMIUM, *_COMPENSATION)
        ):
            return False
        payment = self._by_player.setdefault(name, _SidePayment())
        amount = number_of(words)
        if lower.startswith(_POT_REPLACED):
            payment.in_place = amount
        elif lower.startswith((*_RECEIVED, *_COMPENSATION)):
            payment.received += amount or 0.0
        elif lower.startswith((*_PAID, *_PREMIUM)):
            payment.paid += amount or 0.0
        payment.insured |= "insurance" in lower
        return True

    def settle(self, hand: PlayedHand) -> None:
        """Set what the players of a settled hand won to what they were paid in the end.

        The hand gets a note about each of them.

        >>> hand = PlayedHand("PokerStars", "1", seats=[Seat(1, "Ann", paid=10.42, won=19.84)])
        >>> cash_outs = CashOuts()
        >>> cash_outs.take("Ann", "cashed out the hand for $15.82")
        True
        >>> cash_outs.settle(hand)
        >>> hand.seats[0].net, hand.notes
        (5.4, ['Ann cashed out for 15.82 in the place of 19.84 from the pot'])
        """
        for seat in hand.seats:
            if seat.name in self._by_player:
                payment = self._by_player[seat.name]
                hand.note(_note_of(seat, payment))
                _pay(seat, payment)


def has_cash_out(notes: str) -> bool:
    """Tell whether the notes of a hand in a table say that a player cashed out or was insured.

    >>> has_cash_out("Ann cashed out for 15.82"), has_cash_out("board 2 [2C 7D 9S JC 3H]")
    (True, False)
    """
    return any(words in notes for words in _IN_NOTES)


def _pay(seat: Seat, payment: _SidePayment) -> None:
    """Set what a player won; what the player paid for it beyond that counts as a bet."""
    won = seat.won if payment.in_place is None else payment.in_place
    won += payment.received - payment.paid
    seat.won = round(max(won, 0.0), 4)
    seat.paid = round(seat.paid + max(-won, 0.0), 4)


def _note_of(seat: Seat, payment: _SidePayment) -> str:
    """Return the note about a player's cash-out or insurance, with the amounts."""
    amounts = []
    if payment.in_place is not None:
        instead = f" in the place of {seat.won:.10g} from the pot" if seat.won else ""
        amounts.append(f" for {payment.in_place:.10g}{instead}")
    if payment.received:
        amounts.append(f" and received {payment.received:.10g}")
    if payment.paid:
        amounts.append(f" and paid {payment.paid:.10g}")
    deal = "insured the hand" if payment.insured else "cashed out"
    return f"{seat.name} {deal}{''.join(amounts)}"
