"""How much each player paid into the pot and won from it, where the amounts of bets are ambiguous.

`raises $3` may add three to what the player has bet on this street, or be the whole bet; so may
`calls $3`. A bet that nobody called may be returned without a line that says so. The right reading
makes the pot equal to what was collected plus the rake.

    Ben: posts $1
    Ann: raises $3
    Ben: calls $3             $4 in all if the call is added to the blind, $3 if it is the whole bet
    Ann collected $6          so Ben paid $3
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import product

from xlpoker.histories.model import PlayedHand

__all__ = ["Bet", "settled"]

_CENT = 0.011
_MOST_RAKE = 0.11  # of a pot whose rake is not given


@dataclass(frozen=True, slots=True)
class Bet:
    """Chips that a player moves.

    `to` is the whole bet on that street where the line gives it. `late` marks a bet from the
    summary. `run` is the board, from 1 on, on which chips are won, 0 where the line does not say it.
    """

    kind: str
    street: int
    name: str
    amount: float
    to: float | None = None
    late: bool = False
    run: int = 0


class _Amount(Enum):
    """What the amount of a raise or a call means."""

    ADDED = auto()  # chips added to the player's bet on this street
    WHOLE = auto()  # the player's whole bet on this street
    OVER = auto()  # chips above the highest bet of this street


def settled(
    hand: PlayedHand,
    bets: list[Bet],
    rake: float | None,
    gift: float = 0.0,
    stated: dict[str, float] | None = None,
) -> None:
    """Set what each player paid and won, the pot and the rake.

    A note tells where no reading makes up the pot.

    `gift` are chips in the pot that no player put there. `stated` is what each player paid, where
    the site states it.
    """
    won = _won_by_player(bets)
    total = round(sum(won.values()) - gift, 4)
    tolerance = _CENT * min(1.0, hand.big_blind or 1.0)
    tolerance_of_all = tolerance * (1 + len(won))  # each amount won may be rounded
    if stated and rake is not None and hand.pot == total:
        # the pot is given without the rake and without a fee that has no name
        rake = max(rake, round(sum(stated.values()) - total, 4))

    if rake is None:
        exact = None
        paid = _first_fitting(_readings(hand, bets, stated), total, None, tolerance_of_all)
    else:
        exact = _first_fitting(_readings(hand, bets, stated), total, rake, tolerance_of_all)
        paid = exact or _first_fitting(_readings(hand, bets, stated), total, None, tolerance)
    if paid is None or (exact is None and rake):
        hand.note("the bets do not make up the pot")

    best = exact or stated or paid or next(_readings(hand, bets, stated))
    for seat in hand.seats:
        seat.paid = round(best.get(seat.name, 0.0), 4)
        seat.won = round(won.get(seat.name, 0.0), 4)
        seat.won_on = _won_by_run(bets, seat.name)
    put_in = round(sum(best.values()) + gift, 4)
    if hand.pot is None or paid is not None:
        hand.pot = put_in
    if rake and exact is None:
        hand.rake = rake
    else:
        hand.rake = max(0.0, round(put_in - sum(won.values()), 4))


def _won_by_player(bets: Iterable[Bet]) -> dict[str, float]:
    """Return what each player collected."""
    won: defaultdict[str, float] = defaultdict(float)
    for bet in bets:
        if bet.kind == "won":
            won[bet.name] += bet.amount
    return won


def _won_by_run(bets: Iterable[Bet], name: str) -> dict[int, float]:
    """Return what a player collected on each board, where the lines say it.

    >>> bets = [Bet("won", 3, "Ann", 7.5, run=1), Bet("won", 3, "Ben", 7.5, run=2)]
    >>> _won_by_run(bets, "Ben")
    {2: 7.5}
    """
    won: dict[int, float] = {}
    for bet in bets:
        if bet.kind == "won" and bet.run and bet.name == name:
            won[bet.run] = won.get(bet.run, 0.0) + bet.amount
    return won


def _readings(
    hand: PlayedHand, bets: list[Bet], stated: dict[str, float] | None
) -> Iterator[dict[str, float]]:
    """Yield what each player paid under each reading, the likeliest first.

    These are what the site states, then what the bets may mean.
    """
    if stated:
        yield stated
    returns_are_listed = hand.site == "Party" or any(bet.kind == "back" for bet in bets)
    uncalled_stays = (True, False) if returns_are_listed else (False, True)
    for raises, calls, stays in product(
        (_Amount.ADDED, _Amount.WHOLE, _Amount.OVER),
        (_Amount.ADDED, _Amount.WHOLE),
        uncalled_stays,
    ):
        yield _paid(bets, raises, calls, uncalled_stays=stays)


def _first_fitting(
    readings: Iterable[dict[str, float]], total: float, rake: float | None, tolerance: float
) -> dict[str, float] | None:
    """Return the first reading whose pot is the total collected plus the rake.

    Where `rake` is None, any plausible rake fits.
    """
    for paid in readings:
        rest = sum(paid.values()) - total
        if rake is None:
            fits = -tolerance < rest <= _MOST_RAKE * (total + rest)
        else:
            fits = abs(rest - rake) < tolerance
        if fits:
            return paid
    return None


def _paid(
    bets: Iterable[Bet], raises: _Amount, calls: _Amount, *, uncalled_stays: bool
) -> dict[str, float]:
    """Return what each player paid under one reading.

    The uncalled last bet is returned unless it stays in the pot.

    >>> bets = [Bet("bet", 1, "Ann", 2.0), Bet("raise", 1, "Ben", 6.0), Bet("raise", 1, "Ann", 9.0)]
    >>> dict(_paid(bets, _Amount.ADDED, _Amount.ADDED, uncalled_stays=True))
    {'Ann': 11.0, 'Ben': 6.0}
    >>> dict(_paid(bets, _Amount.WHOLE, _Amount.ADDED, uncalled_stays=False))
    {'Ann': 6.0, 'Ben': 6.0}
    """
    paid: defaultdict[str, float] = defaultdict(float)
    on_street: dict[str, float] = {}
    street = 0
    for bet in bets:
        if bet.kind == "won":
            continue
        if bet.street != street and bet.kind != "back":
            street = bet.street
            on_street = {}
        before = on_street.get(bet.name, 0.0)
        added = bet.amount
        if bet.kind == "back":
            added = -added
        elif bet.kind == "raise" and bet.to is not None:
            added = bet.to - before
        elif bet.kind == "raise" and raises is not _Amount.ADDED:
            if raises is _Amount.OVER:
                added += max(on_street.values(), default=0.0)
            added -= before
        elif bet.kind == "call" and calls is _Amount.WHOLE:
            added -= before
        if bet.kind != "dead":
            on_street[bet.name] = before + added
        paid[bet.name] += added
    if on_street and not uncalled_stays:
        _return_uncalled(paid, on_street)
    return paid


def _return_uncalled(paid: dict[str, float], on_street: dict[str, float]) -> None:
    """Subtract what the highest bet of the last street is above the second highest.

    >>> paid = {"Ann": 9.0, "Ben": 4.0}
    >>> _return_uncalled(paid, {"Ann": 7.0, "Ben": 2.0})
    >>> paid
    {'Ann': 4.0, 'Ben': 4.0}
    """
    bets = sorted((chips, name) for name, chips in on_street.items())
    highest, name = bets.pop()
    second = bets[-1][0] if bets else 0.0
    paid[name] -= highest - second
