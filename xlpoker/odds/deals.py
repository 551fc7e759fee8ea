"""One deal of known hands, counted by the fastest engine; deals of ranges, listed or at random, from a seed.

Of all combinations of hands only one of those is listed that differ in the names of suits alone. A suit's *signature*
is what each player holds in it together with what the board and the dead cards take of it. The four signatures without
their order determine the result. Ace-king suited against all queens are 24 combinations and two different questions.

Random hands are drawn from their ranges independently, and all again when two need the same card: every combination
has its true chance. Where that is nearly always so (nine players with TT+) there are fewer deals. Players who may hold
anything get their cards from what is left, as the board does. With NumPy `random_deals` deals 10 to 90 times as fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations
from math import inf
from random import Random
from types import ModuleType

from xlpoker.errors import HandError
from xlpoker.evaluator.games import game_strength
from xlpoker.odds.known_hands import count_codes
from xlpoker.odds.ranges import HOLES, Range
from xlpoker.odds.table import Deal, Table

__all__ = ["count", "every_board", "matchups", "numpy_engine", "sample"]

Row = Sequence[int]
Hand = tuple[int, ...]
Signature = tuple[int, int, int, int]
Combination = tuple[tuple[Hand, ...], int, Signature, float]
TRIES = 100
"""How many times hands are drawn, at most, for each deal that is wanted."""


def count(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins, by the fastest engine."""
    if deal.game == "holdem" and deal.coming < 3:
        return _in_lanes(deal, deal.board)
    if deal.coming and (arrays := numpy_engine()):
        return arrays.count_winners(deal)  # type: ignore[no-any-return]
    if deal.game != "holdem" or deal.board:
        return every_board(deal)
    flops = combinations(sorted(set(range(52)) - set(deal.known())), 3)  # a board has ten of them
    counts = [_in_lanes(deal, flop) for flop in flops]
    return [sum(boards) // 10 for boards in zip(*counts, strict=True)]


def _in_lanes(deal: Deal, board: Hand) -> list[int]:
    counts = count_codes(board, deal.holes, deal.dead)
    assert counts is not None, "a deal is made of different cards"
    return [counts.get(players, 0) for players in range(1 << len(deal.holes))]


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
    counts = [0] * (1 << len(deal.holes))
    for coming in combinations(rest, deal.coming):
        counts[_winners(deal.game, deal.holes, (*deal.board, *coming))] += 1
    return counts


def _winners(game: str, holes: Sequence[Row], board: Row) -> int:
    """Return the players with the best hand as bits."""
    values = [game_strength(game, hole, board) for hole in holes]
    return sum([1 << place for place, value in enumerate(values) if value == max(values)])


# --- all combinations of ranges --------------------------------------------------------------------------------------


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
        lot = [
            (hand, sum(1 << code for code in hand), _signature(hand, place)) for hand in one.hands
        ]
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
                yield (
                    (*holes, hand),
                    used | bits,
                    (c | clubs, d | diamonds, h | hearts, s | spades),
                    weight * share,
                )


def _signature(cards: Hand, place: int) -> Signature:
    """Return the ranks that some cards take of each suit, as 13 bits reserved for the player."""
    suits = [0, 0, 0, 0]
    for code in cards:
        suits[code & 3] |= 1 << 13 * place + (code >> 2)
    return suits[0], suits[1], suits[2], suits[3]


# --- random deals ----------------------------------------------------------------------------------------------------


def sample(table: Table, samples: int, seed: int) -> list[int]:
    """Return how many random deals each set of players wins: `samples` of them, fewer where hands hardly ever go together.

    >>> from xlpoker.odds.table import table_of
    >>> sum(sample(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 1))
    50
    """
    if numpy_engine():
        from xlpoker.odds.random_deals import tally
    else:
        tally = _tally
    counts = tally(table, samples, TRIES * samples, seed)
    if sum(counts) < 2:
        raise HandError(
            f"the ranges cannot be held together, or hardly ever: not twice in {TRIES * samples:,} draws"
        )
    return counts


def _tally(table: Table, samples: int, tries: int, seed: int) -> list[int]:
    """Return how many random deals each set of players wins, of at most so many tries."""
    source, size = Random(seed), HOLES[table.game][0]  # noqa: S311 - cards, not secrets
    counts, players = [0] * (1 << len(table.ranges)), range(len(table.ranges))
    lots = [
        (place, one.hands, [*accumulate(one.weights)])
        for place, one in enumerate(table.ranges)
        if not one.random
    ]
    for _ in range(tries):
        drawn, used = dict[int, Row](), {*table.board, *table.dead}
        for place, hands, weights in lots:
            (drawn[place],) = source.choices(hands, cum_weights=weights)
            if not used.isdisjoint(drawn[place]):
                break
            used.update(drawn[place])
        else:
            rest = sorted(set(range(52)) - used)
            others = source.sample(rest, size * (len(players) - len(drawn)) + 5 - len(table.board))
            holes = [drawn.get(place) or [others.pop() for _ in range(size)] for place in players]
            counts[_winners(table.game, holes, [*table.board, *others])] += 1
            samples -= 1
            if not samples:
                break
    return counts
