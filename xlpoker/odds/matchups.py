"""Ranges against each other: every combination of hands, but only one of those that differ in the names of suits alone.

A suit's *signature* is what each player holds in it together with what the board and the dead cards take of it. The
four signatures without their order determine the result: each player wins as many boards whichever suit is called spades. Ace-king suited against all pairs of queens are 24 combinations and two
different questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf

from xlpoker.odds.ranges import Range

__all__ = ["matchups"]

Hand = tuple[int, ...]
Signature = tuple[int, int, int, int]
Combination = tuple[tuple[Hand, ...], int, Signature, float]


def matchups(
    ranges: Sequence[Range], board: Hand = (), dead: Hand = (), most: float = inf
) -> list[tuple[float, tuple[Hand, ...]]] | None:
    """Return one of each kind of combination without duplicate cards, each behind the summed weight of its kind.

    None stands for more than `most` of them.

    >>> from xlpoker.odds.ranges import parse_range
    >>> [weight for weight, _ in matchups([parse_range("AKs"), parse_range("QQ")])]
    [12, 12]
    """
    common = _signature((*board, *[code + 52 for code in dead]), len(ranges))
    together: Iterable[Combination] = [((), 0, common, 1)]
    for place, one in enumerate(ranges):
        lot = [(hand, sum(1 << code for code in hand), _signature(hand, place)) for hand in one.hands]
        together = _with_each(together, list(zip(lot, one.weights, strict=True)))
    found: dict[Signature, tuple[Hand, ...]] = {}
    weights: dict[Signature, float] = {}
    for holes, _, suits, weight in together:
        key: Signature = tuple(sorted(suits))  # type: ignore[assignment]
        if key in weights:
            weights[key] += weight
            continue
        weights[key], found[key] = weight, holes
        if len(found) > most:
            return None
    return list(zip(weights.values(), found.values(), strict=True))


def _with_each(
    together: Iterable[Combination], lot: list[tuple[tuple[Hand, int, Signature], float]]
) -> Iterator[Combination]:
    """Yield each combination with each further hand that shares no card with it."""
    for holes, used, (c, d, h, s), weight in together:
        for (hand, bits, (clubs, diamonds, hearts, spades)), share in lot:
            if not bits & used:
                yield (*holes, hand), used | bits, (c | clubs, d | diamonds, h | hearts, s | spades), weight * share


def _signature(cards: Hand, place: int) -> Signature:
    """Return the ranks that some cards take of each suit, as 13 bits reserved for the player."""
    suits = [0, 0, 0, 0]
    for code in cards:
        suits[code & 3] |= 1 << 13 * place + (code >> 2)
    return suits[0], suits[1], suits[2], suits[3]
