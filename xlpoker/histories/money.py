"""How much each player paid into the pot and won from it, where the amounts of bets have several readings.

`raises $3` may add three to what the player has bet on this street, or be the whole bet; so may `calls $3`; a bet that nobody
called may come back without a line. The right reading is the one under which the pot equals what was collected plus the rake.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from xlpoker.histories.model import PlayedHand

__all__ = ["Bet", "settled"]

_CENT = 0.011
_MOST_RAKE = 0.11  # of a pot whose rake is not given


@dataclass(frozen=True, slots=True)
class Bet:
    """Chips that a player moves; `to` is the whole bet on that street where the line gives it, `late` marks one from the summary."""

    kind: str
    street: int
    name: str
    amount: float
    to: float | None = None
    late: bool = False


def settled(
    hand: PlayedHand,
    bets: list[Bet],
    rake: float | None,
    gift: float = 0.0,
    told: dict[str, float] | None = None,
) -> None:
    """Set what each player paid and won, the pot and the rake; note it where no reading makes up the pot.

    `gift` are chips in the pot that no player put there, `told` is what each player paid where the site says so.
    """
    won: defaultdict[str, float] = defaultdict(float)
    for bet in bets:
        if bet.kind == "won":
            won[bet.name] += bet.amount
    total = round(sum(won.values()) - gift, 4)
    kept = (
        [True, False]
        if hand.site == "Party" or any(bet.kind == "back" for bet in bets)
        else [False, True]
    )
    near = _CENT * min(1.0, hand.big_blind or 1.0)

    def readings() -> Iterator[dict[str, float]]:
        yield from [told] if told else []
        yield from (
            _paid(bets, *one)
            for one in product(("added", "whole", "over"), ("added", "whole"), kept)
        )

    def fitting(rake: float | None, near: float) -> dict[str, float] | None:
        for paid in readings():
            rest = sum(paid.values()) - total
            if (
                abs(rest - rake) < near
                if rake is not None
                else -near < rest <= _MOST_RAKE * (total + rest)
            ):
                return paid
        return None

    if (
        told and rake is not None and hand.pot == total
    ):  # the pot without the rake, and without a fee that has no name
        rake = max(rake, round(sum(told.values()) - total, 4))
    exact = None if rake is None else fitting(rake, near * (1 + len(won)))
    paid = exact or fitting(None, near * (1 + len(won) * (rake is None)))
    if paid is None or (exact is None and rake):
        hand.note("the bets do not make up the pot")
    best = exact or told or paid or next(readings())
    for seat in hand.seats:
        seat.paid, seat.won = round(best.get(seat.name, 0.0), 4), round(won.get(seat.name, 0.0), 4)
    put = round(sum(best.values()) + gift, 4)
    if hand.pot is None or paid is not None:
        hand.pot = put
    hand.rake = rake if rake and exact is None else max(0.0, round(put - sum(won.values()), 4))


def _paid(bets: list[Bet], raises: str, calls: str, keeps: bool) -> dict[str, float]:
    """Return what each player paid under one reading, without the uncalled last bet unless the pot keeps it."""
    paid: defaultdict[str, float] = defaultdict(float)
    live: dict[str, float] = {}
    street = 0
    for bet in bets:
        if bet.kind == "won":
            continue
        if bet.street != street and bet.kind != "back":
            street, live = bet.street, {}
        before = live.get(bet.name, 0.0)
        add = bet.amount
        if bet.kind == "back":
            add = -add
        elif bet.kind == "raise" and bet.to is not None:
            add = bet.to - before
        elif bet.kind == "raise" and raises != "added":
            add += max(live.values(), default=0.0) if raises == "over" else 0.0
            add -= before
        elif bet.kind == "call" and calls == "whole":
            add -= before
        if bet.kind != "dead":
            live[bet.name] = before + add
        paid[bet.name] += add
    if not keeps and live:
        (over, name), *others = sorted(
            ((chips, name) for name, chips in live.items()), reverse=True
        )
        paid[name] -= over - (others[0][0] if others else 0.0)
    return paid
