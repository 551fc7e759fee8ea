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
    payout_totals = payouts.sum(axis=0).tolist()
    net_totals = nets.sum(axis=0).tolist()
    totals = zip(payout_totals, net_totals, strict=True)
    for player, (payout, net) in enumerate(totals):
        tally.money[player] = _money(payout, net, unit_amount)
    if not scored.seated:
        return
    paid_rows = scored.rows[is_paid]
    rows = paid_rows.tolist()
    for player, label in enumerate(labels):
        names = [scored.seated[row][player] or label for row in rows]
        payouts_of_player = payouts[:, player]
        nets_of_player = nets[:, player]
        _add_player(tally, names, payouts_of_player, nets_of_player, unit_amount)


def _money(payout: int, net: int, unit_amount: Fraction) -> Money:
    """Return amounts in units as money."""
    return Money(payout * unit_amount, net * unit_amount)


def _add_player(
    tally: Tally,
    names: Sequence[str],
    payouts: Numbers,
    nets: Numbers,
    unit_amount: Fraction,
) -> None:
    """Add what a player got in some rows under the name in each row; empty seats get nothing."""
    payouts_by_row = payouts.tolist()
    nets_by_row = nets.tolist()
    amounts_by_name = zip(names, payouts_by_row, nets_by_row, strict=True)
    for name, payout, net in amounts_by_name:
        has_no_money = payout == 0 and net == 0
        if has_no_money:
            continue
        so_far = tally.persons_money.get(name, NO_MONEY)
        further = _money(payout, net, unit_amount)
        tally.persons_money[name] = so_far.plus(further)
