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

from bisect import bisect_left
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import isnan
from numbers import Rational, Real
from typing import Any, NamedTuple

from xlpoker.errors import HandError, OptionError, shown

__all__ = [
    "MOST_UNITS",
    "TOLERANCE",
    "UNIT",
    "KnownUnits",
    "Pot",
    "Unit",
    "payouts",
    "payouts_in_units",
    "pots_of",
]

UNIT = "0.01"
"""The least amount that is paid out, unless another one is named."""
MOST_UNITS = 1e15
"""Amounts are below so many units, and exact in floating-point numbers."""
TOLERANCE = 1e-6
"""So far, in units, a sum of binary fractions such as 0.1 + 0.2 may be from a whole number."""

_MOST_KNOWN = 100_000
"""So many amounts are kept, which takes some 10 MB."""

Amount = int | float | Decimal | Fraction


class Pot(NamedTuple):
    """An amount in units, and the players who can win it, counted from 0."""

    amount: int
    players: list[int]


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


class KnownUnits(dict[float, Any]):
    """Amounts in whole units, each looked at once: the stakes of many hands are few different ones.

    >>> units = KnownUnits(Unit(1, 100))
    >>> units[0.1 + 0.2], units[5.0], units[0.123]
    (30, 500, None)

    None stands for an amount that `Unit.units_of` refuses.
    """

    def __init__(self, unit: Unit) -> None:
        super().__init__()
        self.unit = unit

    def __missing__(self, amount: float) -> Any:
        try:
            units = self.unit.units_of(amount, "")
        except HandError:
            return None
        if len(self) < _MOST_KNOWN:
            self[amount] = units
        return units


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
    payouts = payouts_in_units(stakes_in_units, _checked(values), _checked(lows))
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


def payouts_in_units(
    stakes: Sequence[int], values: Sequence[float | None], lows: Sequence[float | None] = ()
) -> list[int]:
    """Return what each player gets, all in whole units; the arguments are those of `payouts`."""
    values_left = [value for value in values if value is not None]
    if not values_left or 0 in stakes:
        _check_players(stakes, values)
    payout = [0] * len(stakes)
    in_play = _take_back_uncalled(stakes, payout)
    if values_left and not lows:
        # Most hands are as simple as this.
        best = max(values_left)
        winner = values.index(best)
        if in_play[winner] == max(in_play) and values_left.count(best) == 1:
            payout[winner] += sum(in_play)
            return payout
    players_left = _players_left(values)
    if players_left and not lows and _pay_best_first(in_play, players_left, values, payout):
        return payout
    for amount, players in pots_of(in_play, players_left):
        players_with_low = [player for player in players if lows and lows[player]]
        low_half = amount // 2 if players_with_low else 0
        _share_out(amount - low_half, _best_of(players, values), payout)
        if players_with_low:
            _share_out(low_half, _best_of(players_with_low, lows), payout)
    return payout


def _pay_best_first(
    stakes: Sequence[int], players_left: Sequence[int], values: Sequence[Any], payout: list[int]
) -> bool:
    """Pay all pots unless hands tie: the best hand wins those up to its stake, then the next best.

    A player with a lower stake than a better hand wins nothing, so that few are looked at::

        values, best first    Anna 7165   Ben 2633   Carl 2067   Dora 12
        stakes                Anna 10     Ben 30     Carl 20     Dora 30
                              up to 10    10 to 30   nothing, and nothing is left

    Returns False, and pays nothing, where two of these hands tie.
    """
    values_left = [values[player] for player in players_left]
    stakes_left = [stakes[player] for player in players_left]
    players = list(players_left)
    highest = max(stakes_left)
    winners: list[int] = []
    level = -1
    while level < highest:
        best = max(values_left)
        if values_left.count(best) > 1:
            return False
        place = values_left.index(best)
        if stakes_left[place] > level:
            level = stakes_left[place]
            winners.append(players[place])
        del values_left[place], stakes_left[place], players[place]
    _pay_up_to_stakes(winners, stakes, payout)
    return True


def _pay_up_to_stakes(winners: Sequence[int], stakes: Sequence[int], payout: list[int]) -> None:
    """Pay each winner what is in the pots between the stake of the winner before and the own one.

    The last one also wins what others who folded put in above it.
    """
    *all_but_last, last = winners
    paid_out = 0
    if all_but_last:
        ascending = sorted(stakes)
        for player in all_but_last:
            up_to_level = _sum_up_to(stakes[player], ascending)
            payout[player] += up_to_level - paid_out
            paid_out = up_to_level
    payout[last] += sum(stakes) - paid_out


def _sum_up_to(level: int, ascending: Sequence[int]) -> int:
    """Return the sum of some stakes of which at most a level counts.

    >>> _sum_up_to(20, [5, 10, 30, 30])
    55
    """
    lower = bisect_left(ascending, level)
    return sum(ascending[:lower]) + level * (len(ascending) - lower)


def _share_out(amount: int, winners: Sequence[int], payout: list[int]) -> None:
    """Add an amount in equal shares to what some players get; what is left over is the first one's."""
    share, left_over = divmod(amount, len(winners))
    for player in winners:
        payout[player] += share
    payout[winners[0]] += left_over


def _best_of(players: Sequence[int], values: Sequence[Any]) -> list[int]:
    """Return the players with the highest value among some who all have one."""
    best = max([values[player] for player in players])
    return [player for player in players if values[player] == best]


def _players_left(values: Sequence[float | None]) -> list[int]:
    """Return the players who have not folded."""
    return [player for player, value in enumerate(values) if value is not None]


def _check_players(stakes: Sequence[int], values: Sequence[float | None]) -> None:
    """Raise `HandError` unless each player who is left has put something in, if anybody has."""
    if not any(stakes):
        return
    players_left = _players_left(values)
    if not players_left:
        raise HandError("nobody is left to win the pot; give the winner a value")
    for player in players_left:
        if not stakes[player]:
            raise HandError(
                f"player {player + 1} has a value and no stake; a player who folded has no value"
            )


def _take_back_uncalled(stakes: Sequence[int], payout: list[int]) -> Sequence[int]:
    """Give the player with the highest stake back what nobody called; return the stakes in play."""
    if len(stakes) < 2:
        return stakes
    *_, called, highest = sorted(stakes)
    if highest == called:
        return stakes
    player = stakes.index(highest)
    payout[player] += highest - called
    in_play = list(stakes)
    in_play[player] = called
    return in_play


def pots_of(stakes: Sequence[int], players_left: Sequence[int]) -> list[Pot]:
    """Return the main pot and the side pots, without money that nobody called.

    >>> pots_of([10, 30, 30, 5], [0, 1, 2])
    [Pot(amount=35, players=[0, 1, 2]), Pot(amount=40, players=[1, 2])]

    `players_left` are those who have not folded. What others put in above all of them is in the
    last pot.
    """
    levels = sorted({stakes[player] for player in players_left})
    ascending = sorted(stakes)
    pots: list[Pot] = []
    paid_out = 0
    for level in levels:
        is_last = level == levels[-1]
        up_to_level = sum(stakes) if is_last else _sum_up_to(level, ascending)
        players = [player for player in players_left if stakes[player] >= level]
        if up_to_level > paid_out:
            pots.append(Pot(up_to_level - paid_out, players))
        paid_out = up_to_level
    return pots
