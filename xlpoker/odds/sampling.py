"""Random deals in pure Python: used where counting takes too long and NumPy is not installed.

Hands are drawn from the ranges independently, and all again when two need the same card, which gives every combination
its true chance. Where that would nearly always happen (nine players with TT+) they are drawn in turn, each from the hands
that are still free. That favours some combinations, so each deal is weighted by the product of the weights of the free
hands (importance sampling); the standard error is that of the weighted mean. Players who
may hold anything get their cards from what is left of the deck, as the board does.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random

from xlpoker.errors import HandError
from xlpoker.evaluator.games import game_strength
from xlpoker.evaluator.hand import strength
from xlpoker.evaluator.lows import low_set, low_values
from xlpoker.odds.ranges import HOLES, Range
from xlpoker.odds.table import APART, Table

__all__ = ["check_weights", "crowded", "sample"]

MISSES = 1_000
"""After this many failed draws in turn the ranges are taken to exclude each other."""
PILOT = 256
_DRAWING = 16
"""How many hands of a range can be examined in the time of drawing one."""

Hand = tuple[int, ...]
Lots = Sequence[tuple[Sequence[Hand], list[float], Sequence[float]] | None]


def crowded(ranges: Sequence[Range]) -> tuple[bool, float]:
    """Tell whether hands drawn independently collide so often that they are better drawn in turn.

    The number beside it is how many hands have to be examined for a deal.

    >>> from xlpoker.odds.ranges import parse_range
    >>> crowded([parse_range("TT+")] * 2)[0], crowded([parse_range("TT+")] * 7)
    (False, (True, 210))
    """
    source = Random(PILOT)  # noqa: S311 - cards, not secrets
    lots = [(one.hands, list(accumulate(one.weights))) for one in ranges if not one.random]
    kept = 0
    for _ in range(PILOT):
        used = [code for hands, sums in lots for code in source.choices(hands, cum_weights=sums)[0]]
        kept += len(set(used)) == len(used)
    in_turn, at_once = sum(len(hands) for hands, _ in lots), _DRAWING * len(lots) * PILOT / max(kept, 1)
    return (True, in_turn) if 4 * kept < PILOT and in_turn < at_once else (False, at_once)


def check_weights(weight: float, samples: int) -> None:
    """Raise `HandError` where the weights of all deals sum to 0."""
    if not weight:
        raise HandError(f"in each of {samples:,} random deals two hands needed the same card; deal more samples")


def sample(table: Table, samples: int, seed: int) -> tuple[list[float], list[float]]:
    """Return how many of some random deals each set of players wins, and the sums of the squares of their weights.

    >>> from xlpoker.odds.table import table_of
    >>> [sum(counts) for counts in sample(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 1)]
    [50.0, 50.0]
    """
    source = Random(seed)  # noqa: S311 - cards, not secrets
    size, game = HOLES[table.game][0], table.game
    lots = [None if one.random else (one.hands, list(accumulate(one.weights)), one.weights) for one in table.ranges]
    deck = [code for code in range(52) if code not in table.board and code not in table.dead]
    unknown = size * lots.count(None) + 5 - len(table.board)
    counts, squares = [0.0] * table.sets, [0.0] * table.sets
    draw = _in_turn if crowded(table.ranges)[0] else _at_once
    if draw is _in_turn and not any(draw(lots, source)[1] for _ in range(MISSES)):
        raise HandError(APART)
    for _ in range(samples):
        drawn, weight = draw(lots, source)
        if not weight:
            continue
        taken = {code for hand in drawn if hand for code in hand}
        rest = source.sample([code for code in deck if code not in taken], unknown)
        board = [*table.board, *rest[: 5 - len(table.board)]]
        others = iter(rest[5 - len(table.board) :])
        hands = [hand or [next(others) for _ in range(size)] for hand in drawn]
        if game == "holdem":
            values = [strength([*cards, *board]) for cards in hands]
        else:
            values = [game_strength(game, cards, board) for cards in hands]
        best = max(values)
        winners = sum(1 << place for place, value in enumerate(values) if value == best)
        if table.low:
            common = low_set([code >> 2 for code in board])
            lows = [low_values(low_set([code >> 2 for code in cards]))[common] for cards in hands]
            winners += sum(1 << place for place, low in enumerate(lows, len(lots)) if low and low == max(lows))
        counts[winners] += weight
        squares[winners] += weight * weight
    check_weights(sum(counts), samples)
    share = samples / sum(counts)
    return [count * share for count in counts], [square * share * share for square in squares]


def _at_once(lots: Lots, source: Random) -> tuple[list[Hand | None], float]:
    """Return hands drawn independently of each other, repeated until no card is in two of them."""
    while True:
        drawn = [lot and source.choices(lot[0], cum_weights=lot[1])[0] for lot in lots]
        used = [code for hand in drawn if hand for code in hand]
        if len(set(used)) == len(used):
            return drawn, 1.0


def _in_turn(lots: Lots, source: Random) -> tuple[list[Hand | None], float]:
    """Return hands each drawn from those still free, and the weight of the deal: 0 where none was free."""
    drawn: list[Hand | None] = [None] * len(lots)
    weight, taken = 1.0, set[int]()
    for place, lot in sorted(enumerate(lots), key=lambda pair: len(pair[1][0]) if pair[1] else 0):
        if lot:
            free = [pair for pair in zip(lot[0], lot[2], strict=True) if taken.isdisjoint(pair[0])]
            total = sum(share for _, share in free)
            if not total:
                return drawn, 0.0
            hands, shares = zip(*free, strict=True)
            drawn[place] = hand = source.choices(hands, shares)[0]
            taken.update(hand)
            weight *= total
    return drawn, weight
