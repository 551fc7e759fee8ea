"""Deals of known hands, each counted by the fastest engine or board by board; random deals of ranges, from a seed.

Hands are drawn from the ranges independently, and all again when two need the same card, which gives every combination
its true chance. Where that would nearly always happen (nine players with TT+) they are drawn in turn, each from the hands
that are still free. That favours some combinations, so each deal is weighted by the product of the weights of the free
hands (importance sampling); the standard error is that of the weighted mean. Players who
may hold anything get their cards from what is left of the deck, as the board does.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate, combinations
from random import Random
from types import ModuleType

from xlpoker.errors import HandError
from xlpoker.evaluator.games import game_strength
from xlpoker.evaluator.hand import strength
from xlpoker.evaluator.lows import low_set, low_values
from xlpoker.odds.known_hands import count_winners
from xlpoker.odds.ranges import HOLES, Range
from xlpoker.odds.table import APART, Deal, Table

__all__ = ["count", "crowded", "every_board", "numpy_engine", "sample"]

MISSES = 1_000
"""After this many failed draws in turn the ranges are taken to exclude each other."""
_PILOT = 256
_DRAWING = 16
"""How many hands of a range can be examined in the time of drawing one."""

Row = Sequence[int]
Sums = tuple[list[float], list[float]]
Drawn = tuple[list[Row | None], int, float]
Lots = Sequence[tuple[Sequence[Row], Sequence[int], Sequence[float], Sequence[float]] | None]


def crowded(ranges: Sequence[Range]) -> tuple[bool, float]:
    """Tell whether hands drawn independently collide so often that they are better drawn in turn.

    The number beside it is how many hands have to be examined for a deal.

    >>> from xlpoker.odds.ranges import parse_range
    >>> crowded([parse_range("TT+")] * 2)[0], crowded([parse_range("TT+")] * 7)
    (False, (True, 210))
    """
    random = Random(_PILOT).random  # noqa: S311 - cards, not secrets
    lots = [lot for lot in _lots(ranges) if lot]
    kept = sum([_at_once(lots, 0, random, 1)[2] for _ in range(_PILOT)])
    in_turn, at_once = sum(len(lot[0]) for lot in lots), _DRAWING * len(lots) * _PILOT / max(kept, 1)
    return (True, in_turn) if not kept or (4 * kept < _PILOT and in_turn < at_once) else (False, at_once)


def count(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins, by the fastest engine."""
    if deal.game == "holdem" and deal.coming < 3:
        return count_winners(deal.holes, deal.board, deal.dead)
    if arrays := numpy_engine():
        return arrays.count_winners(deal)  # type: ignore[no-any-return]
    if deal.game != "holdem" or deal.board:
        return every_board(deal)
    flops = combinations(sorted(set(range(52)) - set(deal.known())), 3)  # a board has ten of them
    counts = [count_winners(deal.holes, flop, deal.dead) for flop in flops]
    return [sum(boards) // 10 for boards in zip(*counts, strict=True)]


@cache
def numpy_engine() -> ModuleType | None:
    """Return the engine over arrays, if NumPy is there."""
    try:
        from xlpoker.odds import all_boards
    except ImportError:
        return None
    return all_boards


def every_board(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins, every board dealt and each hand valued by itself.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> every_board(Deal((tuple(parse_cards("6c 7c")), tuple(parse_cards("Ah Ad"))), tuple(parse_cards("8c 9s 4c Jh"))))
    [0, 15, 29, 0]
    """
    rest = sorted(set(range(52)) - set(deal.known()))
    counts = [0] * (1 << (len(deal.holes) << deal.low))
    for coming in combinations(rest, deal.coming):
        counts[_winners(deal.game, deal.low, deal.holes, (*deal.board, *coming))] += 1
    return counts


def sample(table: Table, samples: int, seed: int) -> tuple[list[float], list[float]]:
    """Return how many of some random deals each set of players wins, and the sums of the squares of their weights.

    >>> from xlpoker.odds.table import table_of
    >>> [sum(counts) for counts in sample(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 1)]
    [50.0, 50.0]
    """
    in_turn, lots, gone = crowded(table.ranges)[0], _lots(table.ranges), _bits((*table.board, *table.dead))
    if in_turn:
        random = Random(seed).random  # noqa: S311 - cards, not secrets
        if not any(_in_turn(lots, gone, random)[2] for _ in range(MISSES)):
            raise HandError(APART)
    if numpy_engine():
        from xlpoker.odds.random_deals import tally

        sums, squares = tally(table, samples, seed, in_turn=in_turn)
    else:
        sums, squares = _tally(table, samples, seed, _in_turn if in_turn else _at_once)
    if not (total := sum(sums)):
        raise HandError(f"in each of {samples:,} random deals two hands needed the same card; deal more samples")
    share = samples / total
    return [some * share for some in sums], [square * share * share for square in squares]


def _tally(table: Table, samples: int, seed: int, draw: Callable[[Lots, int, Callable[[], float]], Drawn]) -> Sums:
    """Return the sums of the weights, and of their squares, of the random deals that each set of players wins."""
    random = Random(seed).random  # noqa: S311 - cards, not secrets
    size, lots, gone = HOLES[table.game][0], _lots(table.ranges), _bits((*table.board, *table.dead))
    sums, squares = [0.0] * table.sets, [0.0] * table.sets
    for _ in range(samples):
        drawn, used, weight = draw(lots, gone, random)
        if weight:
            others = _others(size * drawn.count(None) + 5 - len(table.board), used, random)
            holes = [hole or [others.pop() for _ in range(size)] for hole in drawn]
            winners = _winners(table.game, table.low, holes, [*table.board, *others])
            sums[winners] += weight
            squares[winners] += weight * weight
    return sums, squares


def _winners(game: str, low: bool, holes: Sequence[Row], board: Row) -> int:
    """Return the players with the best hand as bits, and those with the best low above them."""
    if game == "holdem":
        values = [strength([*hole, *board]) for hole in holes]
    else:
        values = [game_strength(game, hole, board) for hole in holes]
    best = max(values)
    winners = sum([1 << place for place, value in enumerate(values) if value == best])
    if low:
        common = low_set([code >> 2 for code in board])
        lows = [low_values(low_set([code >> 2 for code in hole]))[common] for hole in holes]
        winners += sum([1 << place for place, value in enumerate(lows, len(holes)) if value and value == max(lows)])
    return winners


# --- drawing ---------------------------------------------------------------------------------------------------------


def _bits(codes: Iterable[int]) -> int:
    return sum([1 << code for code in codes])


def _lots(ranges: Sequence[Range]) -> Lots:
    """Return each range's hands, these as bits, their weights and the sums of these if they differ; nothing for a range of any cards."""
    return [
        None
        if one.random
        else (
            one.hands,
            list(map(_bits, one.hands)),
            one.weights,
            list(accumulate(one.weights)) if one.weighted else (),
        )
        for one in ranges
    ]


def _others(number: int, used: int, random: Callable[[], float]) -> list[int]:
    """Return cards that are not used."""
    found: list[int] = []
    while len(found) < number:
        code = int(random() * 52)
        if not used >> code & 1:
            used |= 1 << code
            found.append(code)
    return found


def _at_once(lots: Lots, gone: int, random: Callable[[], float], tries: int = -1) -> Drawn:
    """Return hands drawn independently of each other, again until no card is in two of them, all cards used, and the weight 1."""
    while tries:
        tries -= 1
        used = gone
        drawn: list[Row | None] = []
        for lot in lots:
            if lot is None:
                drawn.append(None)
                continue
            hands, bits, _, sums = lot
            place = _pick(sums, random()) if sums else int(random() * len(hands))
            if used & bits[place]:
                break
            used |= bits[place]
            drawn.append(hands[place])
        else:
            return drawn, used, 1.0
    return [], gone, 0.0


def _in_turn(lots: Lots, gone: int, random: Callable[[], float]) -> Drawn:
    """Return hands each drawn from those still free, all cards used, and the weight of the deal: 0 where none was free."""
    drawn: list[Row | None] = [None] * len(lots)
    used, weight = gone, 1.0
    for place, lot in sorted(enumerate(lots), key=lambda pair: len(pair[1][0]) if pair[1] else 0):
        if lot:
            hands, bits, weights, sums = lot
            free = [one for one, some in enumerate(bits) if not some & used]
            if not free:
                return drawn, used, 0.0
            if sums:
                sums = list(accumulate([weights[one] for one in free]))
            one = free[_pick(sums, random()) if sums else int(random() * len(free))]
            drawn[place] = hands[one]
            used |= bits[one]
            weight *= sums[-1] if sums else len(free)
    return drawn, used, weight


def _pick(sums: Sequence[float], part: float) -> int:
    return min(bisect(sums, part * sums[-1]), len(sums) - 1)
