"""The audit: what a scale does to all 27,836,991 pairs of the 7,462 classes of five cards, and to the deals of a sheet.

A pair is *misordered* where the scale says that the weaker class wins, and a *false tie* where it says that two
different classes are equal. `machanic-sql` depends on suits: its straights are taken as most hands have them (968 of 1,020).
`hans` breaks ties with a loop: pairs are compared by all numbers of its loop, and pairs for which it never ends are
`unfinished`, neither misordered nor tied.

::

    scale          misordered   false ties             Euler 54, Player 1 (true: 376)
    mrt                     0          858             376
    handval           157,313      542,560             376
    fzz-formulas    1,393,694            0             359
    fzz-vba         1,393,686            0             359
    fzz-single        692,136            0             382
    keepitcool              0      154,183             376
    hans               11,244            0             376    4,888 by its numbers, 6,356 inside ties; 335,001 never end
    machanic        1,105,282            0             377
    machanic-sql    3,095,217            0             397
    strength, cactus, percentile, luyun: none          376
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from xlpoker.evaluator.cards import RANKS
from xlpoker.evaluator.classes import TOP, ladder
from xlpoker.scales import Scale, scale_named
from xlpoker.scales.arrays import numbers_by_class
from xlpoker.scales.face_numbers import sample
from xlpoker.scales.hans import beats, trail

__all__ = ["PAIRS", "Audit", "audit", "class_text", "player_1_wins"]

PAIRS = TOP * (TOP - 1) // 2
Numbers = npt.NDArray[np.float64]
Deal = tuple[Sequence[int], Sequence[int]]
BLOCK = 512


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found about a scale, in pairs of classes.

    `example` is the pair that lies farthest apart, misordered if there is one, else tied; `euler_player_1` how often
    the first player wins the deals that were given, None without deals.
    """

    scale: str
    misordered: int
    false_ties: int
    unfinished: int
    example: str
    euler_player_1: int | None


def audit(scale: str, deals: Iterable[Deal] | None = None) -> Audit:
    """Return what a scale does to all pairs of classes, and how often it lets Player 1 win the deals.

    >>> mrt = audit("mrt")
    >>> mrt.misordered, mrt.false_ties, mrt.example
    (0, 858, '222AA ties with 22233')
    >>> audit("fzz-formulas").example
    '22A43 beats KKQJT'

    Raises `OptionError` for an unknown scale.
    """
    named = scale_named(scale)
    order = _order(named)
    misordered, weak, strong = _pairs(order, ties=False)
    ties, lower, higher = _pairs(order, ties=True)
    example = f"{higher} ties with {lower}" if ties else ""
    hans = scale == "hans"
    return Audit(
        scale,
        misordered=misordered,
        false_ties=0 if hans else ties,
        unfinished=ties if hans else 0,
        example=f"{weak} beats {strong}" if misordered else example,
        euler_player_1=None if deals is None else player_1_wins(scale, deals),
    )


def _order(scale: Scale) -> Numbers:
    """Return numbers, higher is better, that compare as the scale does; those of `hans` come from its whole trails."""
    if scale.name == "hans":
        return _order_of_trails()
    numbers = np.array(numbers_by_class(scale.name), np.float64)
    return numbers if scale.better == "higher" else -numbers


def _order_of_trails() -> Numbers:
    """Return numbers that compare as the trails of `hans` do."""
    trails = [trail(sample(rung)) for rung in ladder()]
    longest = max(len(numbers) for numbers in trails)
    padded = [numbers + numbers[-1:] * (longest - len(numbers)) for numbers in trails]
    places = {numbers: place for place, numbers in enumerate(sorted(set(padded)))}
    return np.array([places[numbers] for numbers in padded], np.float64)


def _pairs(order: Numbers, *, ties: bool) -> tuple[int, str, str]:
    """Return how many pairs have the greater number in the weaker class, and the pair farthest apart.

    With `ties` pairs that have the same number.
    """
    count = 0
    farthest = 0
    weak = 1
    strong = 1
    places = np.arange(TOP)
    for start in range(0, TOP, BLOCK):  # rows at a time
        rows = places[start : start + BLOCK]
        numbers = order[start : start + BLOCK, None]
        is_pair = numbers == order if ties else numbers > order
        is_pair &= places > rows[:, None]
        count += int(np.count_nonzero(is_pair))
        last = TOP - 1 - is_pair[:, ::-1].argmax(axis=1)
        last[~is_pair.any(axis=1)] = 0
        distances = last - rows
        row = int(distances.argmax())
        if distances[row] > farthest:
            farthest = int(distances[row])
            weak = start + row + 1
            strong = int(last[row]) + 1
    return count, class_text(weak), class_text(strong)


def class_text(value: int) -> str:
    """Return a class of five cards as its ranks, strongest first.

    >>> class_text(1), class_text(7165), class_text(7461)
    ('75432', '44422', 'KQJT9 suited')
    """
    rung = ladder()[value - 1]
    ranks = "".join(RANKS[rank] for rank in rung.spread())
    return f"{ranks} suited" if rung.category.flush else ranks


def player_1_wins(scale: str, deals: Iterable[Deal]) -> int:
    """Return how many deals the first of two players wins on a scale.

    Deals that never end (`hans`) are not won.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> deal = parse_cards("5H 5C 6S 7S KD"), parse_cards("2C 3S 8S 8D TD")
    >>> player_1_wins("strength", [deal]), player_1_wins("fzz-formulas", [deal])
    (0, 1)
    """
    named = scale_named(scale)
    wins = 0
    for first, second in deals:
        if scale == "hans":
            first_wins = beats(first, second) is True
        elif named.better == "higher":
            first_wins = named.of_hand(first) > named.of_hand(second)
        else:
            first_wins = named.of_hand(first) < named.of_hand(second)
        if first_wins:
            wins += 1
    return wins
