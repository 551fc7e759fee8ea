"""Ranges against each other: every combination of hands, but only one of those that differ in the names of suits alone.

A suit's *signature* is what each player holds in it together with what the board and the dead cards take of it. The
four signatures without their order determine the result: each player wins as many boards whichever suit is called spades. Ace-king suited against all pairs of queens are 24 combinations and two
different questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from operator import or_

from xlpoker.odds.ranges import Range

__all__ = ["TooMany", "matchups"]

Hand = tuple[int, ...]
Signature = tuple[int, int, int, int]


class TooMany(Exception):  # noqa: N818 - no error, but the end of an attempt
    """There are more combinations than were allowed."""


def matchups(
    ranges: Sequence[Range], board: Hand = (), dead: Hand = (), most: float = inf
) -> list[tuple[float, tuple[Hand, ...]]]:
    """Return one of each kind of combination without duplicate cards, each behind the summed weight of its kind.

    >>> from xlpoker.odds.ranges import parse_range
    >>> [weight for weight, _ in matchups([parse_range("AKs"), parse_range("QQ")])]
    [12, 12]

    Raises `TooMany` when more than `most` of them are different.
    """
    found: dict[Signature, tuple[Hand, ...]] = {}
    weights: dict[Signature, float] = {}
    lots = [
        [
            (hand, sum(1 << code for code in hand), _signature(hand, place), one.weights[at])
            for at, hand in enumerate(one.hands)
        ]
        for place, one in enumerate(ranges)
    ]
    common = _signature(board, len(lots)), _signature(dead, len(lots) + 1)
    stack: list[tuple[int, tuple[Hand, ...], int, Sequence[int], float]] = [(0, (), 0, list(map(or_, *common)), 1)]
    while stack:
        depth, holes, used, suits, weight = stack.pop()
        last = depth + 1 == len(lots)
        for hand, bits, (clubs, diamonds, hearts, spades), share in lots[depth]:
            if bits & used:
                continue
            c, d, h, s = suits
            together = [c | clubs, d | diamonds, h | hearts, s | spades]
            if not last:
                stack.append((depth + 1, (*holes, hand), used | bits, together, weight * share))
                continue
            together.sort()
            key: Signature = tuple(together)  # type: ignore[assignment]
            if key in weights:
                weights[key] += weight * share
                continue
            weights[key], found[key] = weight * share, (*holes, hand)
            if len(found) > most:
                raise TooMany
    return list(zip(weights.values(), found.values(), strict=True))


def _signature(cards: Hand, place: int) -> Signature:
    """Return the ranks that some cards take of each suit, as 13 bits reserved for the player."""
    suits = [0, 0, 0, 0]
    for code in cards:
        suits[code & 3] |= 1 << 13 * place + (code >> 2)
    return suits[0], suits[1], suits[2], suits[3]
