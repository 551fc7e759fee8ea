"""Who gets what of the money in a hand: main pot, side pots, money that nobody called.

A player can win from each other player at most what that player has put in against the own stake::

    stakes      Anna 10   Ben 30   Carl 50   Dora 5 (folded)

    nobody called 20 of Carl's 50: they go back, 30 are in play
    main pot    Anna 10 + Ben 10 + Carl 10 + Dora 5 = 35    for Anna, Ben and Carl
    side pot              Ben 20 + Carl 20          = 40    for Ben and Carl

The best hand of each pot wins it; hands that tie share it in whole units (cents, or chips), and
what is left over goes to the first of them. All amounts are counted in whole units, so that they
add up exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import isnan
from numbers import Rational, Real
from typing import NamedTuple

from xlpoker.errors import HandError, OptionError, shown

__all__ = [
    "MOST_UNITS",
    "TOLERANCE",
    "UNIT",
    "Unit",
    "payouts",
    "payouts_in_units",
    "ranks_of",
]

UNIT = "0.01"
"""The least amount that is paid out, unless another one is named."""
MOST_UNITS = 1e15
"""Amounts are below so many units, and exact in floating-point numbers."""
TOLERANCE = 1e-6
"""So far, in units, a sum of binary fractions such as 0.1 + 0.2 may be from a whole number."""

Amount = int | float | Decimal | Fraction


class Unit(NamedTuple):
    """The least amount that is paid out, as a fraction: a cent is 1 / 100."""

    numerator: int
    denominator: int

    @classmethod
    def of(cls, amount: object) -> Unit:
        """Return a unit from a number or its text; raises `OptionError` for one that is none.

        >>> Unit.of("0.01"), Unit.of(5)
        (Unit(numerator=1, denominator=100), Unit(numerator=5, denominator=1))
        """
        try:
            unit = Fraction(Decimal(str(amount)))
        except (InvalidOperation, ValueError, OverflowError):
            unit = Fraction(0)
        if not Fraction(1, 10**9) <= unit <= 10**9:
            raise OptionError(
                f"the unit is {shown(amount)}; name the least amount that is paid out, such as 0.01 or 1"
            )
        return cls(unit.numerator, unit.denominator)

    def units_of(self, amount: Amount, name: str) -> int:
        """Return an amount in whole units; `name` is what a message calls it.

        >>> Unit(1, 100).units_of(0.1 + 0.2, "stake 1")
        30

        Raises `HandError` for an amount that is negative, not a multiple of the unit, or no number.
        """
        if isinstance(amount, float):
            units = amount * self.denominator / self.numerator
            is_finite = abs(units) < MOST_UNITS
            whole = round(units) if is_finite else 0
            is_multiple = is_finite and abs(units - whole) <= TOLERANCE
        else:
            exact = _exact(amount, name) * self.denominator / self.numerator
            whole = exact.numerator
            is_multiple = exact.denominator == 1
        if not is_multiple:
            unit = float(Fraction(*self))
            raise HandError(
                f"{name} is {float(amount):.10g}, not a multiple of {unit:g}; name a smaller unit"
            )
        if whole < 0:
            raise HandError(
                f"{name} is {float(amount):g}; a stake is what a player put in, 0 or more"
            )
        return whole

    def amounts(self, units: Sequence[int]) -> list[float]:
        """Return the amounts of some numbers of units."""
        numerator, denominator = self
        if numerator == 1:
            return [number / denominator for number in units]
        return [number * numerator / denominator for number in units]


def _exact(amount: object, name: str) -> Fraction:
    """Return an amount as a fraction; raises `HandError` for a text and other things than numbers."""
    if isinstance(amount, Rational | Decimal) and not isinstance(amount, bool):
        try:
            return Fraction(amount)
        except (ValueError, OverflowError):
            pass  # NaN and infinity
    raise HandError(f"{name} is {shown(amount)}; a stake is a number, such as 2.50")


def payouts(
    stakes: Sequence[Amount],
    values: Sequence[float | None],
    unit: Amount | str = UNIT,
    *,
    lows: Sequence[float | None] = (),
) -> tuple[Decimal, ...]:
    """Return what each player gets of a hand with side pots.

    >>> payouts([10, 30, 50, 5], [7165, 2067, 2633, None])
    (Decimal('35.00'), Decimal('0.00'), Decimal('60.00'), Decimal('0.00'))
    >>> payouts([5, 5, 5], [2633, 2633, 12], unit=1)
    (Decimal('8'), Decimal('7'), Decimal('0'))
    >>> payouts([5, 5, 5], [2633, 12, 10], unit=1, lows=[None, 60056, 60012])
    (Decimal('8'), Decimal('7'), Decimal('0'))

    `stakes` is what each player put in, `values` how good the hands are: higher is better, None (or
    NaN, as in a DataFrame) for a player who folded. `unit` is the least amount that is paid out; stakes are multiples of it.
    What is left over where hands tie goes to the first of them.

    `lows` are the values of low hands, None or 0 for no low. They win half of each pot in which
    anybody has one, and the odd unit of a pot belongs to the high hands.

    The sum is that of the stakes. Raises `HandError` for a stake that is negative, no multiple of
    the unit or no number, for a value that is a text, for unequally many stakes and values, and
    where nobody is left.
    """
    for kind, numbers in (("values", values), ("lows", lows or values)):
        if len(stakes) != len(numbers):
            raise HandError(
                f"{len(stakes)} stakes and {len(numbers)} {kind}; give each player one of both"
            )
    least_amount = Unit.of(unit)
    stakes_in_units = [
        least_amount.units_of(stake, f"stake {number}") for number, stake in enumerate(stakes, 1)
    ]
    ranks = ranks_of(_checked(values))
    low_values = [low or None for low in _checked(lows)]
    payouts = payouts_in_units(stakes_in_units, ranks, ranks_of(low_values))
    step = Decimal(str(unit))
    return tuple(step * units for units in payouts)


def _checked(values: Sequence[float | None]) -> list[float | None]:
    """Return some values with None in the place of NaN; raise `HandError` for a text."""
    for number, value in enumerate(values, 1):
        if value is not None and not isinstance(value, Real):
            raise HandError(
                f"value {number} is {shown(value)}; give a number, or None for a player who folded"
            )
    return [None if value is None or isnan(value) else value for value in values]


def ranks_of(values: Sequence[float | None]) -> list[float]:
    """Return the place of each value among all, the lowest first; 0 for None.

    >>> ranks_of([7165, 0, None, -5, 0])
    [3, 2, 0, 1, 2]
    """
    ascending = sorted({value for value in values if value is not None})
    ranks: dict[float | None, float] = {value: rank for rank, value in enumerate(ascending, 1)}
    return [ranks.get(value, 0) for value in values]


def payouts_in_units(
    stakes: Sequence[int], values: Sequence[float], lows: Sequence[float] = ()
) -> list[int]:
    """Return what each player gets, all in whole units.

    >>> payouts_in_units([10, 30, 50, 5], [7165, 2067, 2633, 0])
    [35, 0, 60, 0]

    `values` are above 0, and 0 for a player who folded; so are `lows`, 0 for a hand without a low.
    Raises `HandError` where nobody is left, and for a hand without a stake.
    """
    payout = [0] * len(stakes)
    total = sum(stakes)
    if not total:
        return payout
    best = max(values)
    if not best:
        raise HandError("nobody is left to win the pot; give the winner a value")
    if 0 in stakes:
        _check_stakes(stakes, values)
    highest = max(stakes)
    winner = values.index(best)
    # Most hands are as simple as this.
    if stakes[winner] == highest and values.count(best) == 1 and not lows:
        payout[winner] = total
        return payout
    if not values[stakes.index(highest)]:
        stakes = _take_back_uncalled(stakes, highest, payout)
        highest = max([stakes[player] for player in _players_left(values)])
    _pay_pots(stakes, values, lows, highest, payout)
    return payout


def _check_stakes(stakes: Sequence[int], values: Sequence[float]) -> None:
    """Raise `HandError` unless each player who is left has put something in."""
    for number, (stake, value) in enumerate(zip(stakes, values, strict=True), 1):
        if value and not stake:
            raise HandError(
                f"player {number} has a value and no stake; a player who folded has no value"
            )


def _take_back_uncalled(stakes: Sequence[int], highest: int, payout: list[int]) -> Sequence[int]:
    """Give a player with the highest stake back what nobody called; return the stakes in play.

    A player who is left need not take it back: nobody else can win it.
    """
    *_, called, _ = sorted(stakes)
    player = stakes.index(highest)
    payout[player] = highest - called
    in_play = list(stakes)
    in_play[player] = called
    return in_play


def _players_left(values: Sequence[float]) -> list[int]:
    """Return the players who have not folded."""
    return [player for player, value in enumerate(values) if value]


def _pay_pots(
    stakes: Sequence[int],
    values: Sequence[float],
    lows: Sequence[float],
    highest: int,
    payout: list[int],
) -> None:
    """Pay all pots, the best hand first; `highest` is the highest stake of those who are left.

    A hand that does not tie wins all pots up to its stake, then it is the next best hand's turn::

        values, best first    Anna 7165   Ben 2633    Carl 2067   Dora 12     Emil 12
        stakes                Anna 10     Ben 30      Carl 20     Dora 40     Emil 50
                              up to 10    10 to 30    nothing     30 to 40    40 to 50

    Where hands tie, or some are low, each pot is paid on its own, since each may have an odd unit.
    """
    level = 0
    paid_out = 0
    for player in sorted(range(len(stakes)), key=values.__getitem__, reverse=True):
        while level < stakes[player] and level < highest:
            wins_alone = values.count(values[player]) == 1 and not lows
            if wins_alone:
                level = stakes[player]
            else:
                players = [other for other in _players_left(values) if stakes[other] > level]
                level = min([stakes[other] for other in players])
            is_last = level == highest  # with what others who folded put in above it
            up_to_level = sum(stakes) if is_last else _sum_up_to(level, stakes)
            pot = up_to_level - paid_out
            paid_out = up_to_level
            if wins_alone:
                payout[player] += pot
            else:
                _pay_pot(pot, players, values, lows, payout)


def _sum_up_to(level: int, stakes: Sequence[int]) -> int:
    """Return the sum of some stakes of which at most a level counts.

    >>> _sum_up_to(20, [5, 10, 30, 30])
    55
    """
    # min() takes three times as long
    return sum([stake if stake < level else level for stake in stakes])  # noqa: FURB136


def _pay_pot(
    pot: int,
    players: Sequence[int],
    values: Sequence[float],
    lows: Sequence[float],
    payout: list[int],
) -> None:
    """Add a pot to what the players in it get, in halves where anybody has a low hand."""
    players_with_low = [player for player in players if lows and lows[player]]
    low_half = pot // 2 if players_with_low else 0
    _share_out(pot - low_half, _best_of(players, values), payout)
    if players_with_low:
        _share_out(low_half, _best_of(players_with_low, lows), payout)


def _best_of(players: Sequence[int], values: Sequence[float]) -> list[int]:
    """Return the players with the highest value among some who all have one."""
    best = max([values[player] for player in players])
    return [player for player in players if values[player] == best]


def _share_out(amount: int, winners: Sequence[int], payout: list[int]) -> None:
    """Add an amount in equal shares to what some players get; what is left over is the first one's."""
    share, left_over = divmod(amount, len(winners))
    for player in winners:
        payout[player] += share
    payout[winners[0]] += left_over
