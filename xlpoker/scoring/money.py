"""What players got of the pots, and what of it they won: amounts as fractions, and as texts.

This module needs no NumPy: the counts, which hold such amounts, are made without it, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

__all__ = ["NOT_PAID", "NO_MONEY", "Money", "money_texts"]

NOT_PAID = -1
"""The payout, in units, in a row without a showdown: nobody knows who gets the pot."""
_DECIMALS = (0, 2, 3, 4, 5, 6, 7, 8, 9)


class Money(NamedTuple):
    """What a player got in some rows, and how much that is above the stakes there.

    >>> Money(Fraction(35), Fraction(25)).plus(Money(Fraction(0), Fraction(-10)))
    Money(total=Fraction(35, 1), net=Fraction(15, 1))
    """

    total: Fraction
    net: Fraction

    def plus(self, money: Money) -> Money:
        """Return the sum of both."""
        return Money(self.total + money.total, self.net + money.net)


NO_MONEY = Money(Fraction(0), Fraction(0))


def money_texts(players: Iterable[Money]) -> list[tuple[str, str]]:
    """Return total and net of each player, all with equally many decimals; a net has its sign.

    >>> money_texts([Money(Fraction(1035), Fraction(25)), Money(Fraction(0), Fraction(-25))])
    [('1,035', '+25'), ('0', '-25')]
    >>> money_texts([Money(Fraction(5, 2), Fraction(0))])
    [('2.50', '0.00')]
    """
    amounts = list(players)
    decimals = _decimals([amount for money in amounts for amount in money])
    texts = []
    for total, net in amounts:
        sign = "+" if net > 0 else ""
        texts.append((f"{float(total):,.{decimals}f}", f"{sign}{float(net):,.{decimals}f}"))
    return texts


def _decimals(amounts: Sequence[Fraction]) -> int:
    """Return how many decimals show some amounts exactly: none, two, or up to nine."""
    for decimals in _DECIMALS:
        scale = Fraction(f"1e{decimals}")
        if all((amount * scale).denominator == 1 for amount in amounts):
            return decimals
    return max(_DECIMALS)
