"""Counts the money of the rows of a block: what each player got, and won or lost.

::

    stakes     payouts                  got    net
    10 30      40  0                    Anna   45      +30
     5  5       5  5          ->        Ben     5      -30
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from xlpoker.evaluator.payouts import Unit
from xlpoker.scoring.counts import Tally
from xlpoker.scoring.model import Numbers, Scored
from xlpoker.scoring.money import NO_MONEY, NOT_PAID, Money

__all__ = ["add_money"]


def add_money(tally: Tally, scored: Scored, labels: Sequence[str], unit: Unit) -> None:
    """Count what the players got in the rows of a block, by their labels and by names in rows.

    Rows without a showdown are left out: nobody knows who gets their pots.
    """
    tally.money = [NO_MONEY] * len(labels)
    if scored.stakes is None or scored.payouts is None:
        return
    is_paid = scored.payouts[:, 0] != NOT_PAID
    payouts = scored.payouts[is_paid]
    nets = payouts - scored.stakes[is_paid]
    unit_amount = Fraction(*unit)
    totals = payouts.sum(axis=0).tolist()
    for player, net in enumerate(nets.sum(axis=0).tolist()):
        tally.money[player] = Money(totals[player] * unit_amount, net * unit_amount)
    if not scored.seated:
        return
    rows = scored.rows[is_paid].tolist()
    for player, label in enumerate(labels):
        names = [scored.seated[row][player] or label for row in rows]
        _add_player(tally, names, payouts[:, player], nets[:, player], unit_amount)


def _add_player(
    tally: Tally, names: Sequence[str], payouts: Numbers, nets: Numbers, unit_amount: Fraction
) -> None:
    """Add what a player got in some rows under the name in each row; empty seats get nothing."""
    amounts_by_row = zip(names, payouts.tolist(), nets.tolist(), strict=True)
    for name, payout, net in amounts_by_row:
        if payout == net == 0:
            continue
        money = tally.persons_money.get(name, NO_MONEY)
        further = Money(payout * unit_amount, net * unit_amount)
        tally.persons_money[name] = money.plus(further)
