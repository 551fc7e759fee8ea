"""Who wins how many boards before the flop and in Omaha, counted exactly and without dealing them; pure Python.

The cards still to come are counted by rank multiset (`xlpoker.odds.multisets`): the ranks give each player's value
unless somebody has a flush, so every multiset is compared once and counts as many boards as it has ways. Then the
patterns with enough cards of one suit are gone through: where a flush changes who wins, their ways move from the old
winner to the new one. No board can hold two such suits, so nothing is moved twice.

What a player's ranks are worth comes from rows of the prime-product dictionary: the product of hole cards and board
so far names a row, which lists the value with every multiset that may follow. Rows are made when they are first needed
and kept.

Results are lists of counts: place w holds the boards that the players in w win, player 1 being bit 0, player 2 bit 1;
with two players ``[0, 1 wins, 2 wins, tie]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from operator import add
from typing import NamedTuple

from xlpoker.evaluator.primes import PRIMES, RANKS, SUITED
from xlpoker.odds.multisets import multiset_products, multisets, pattern_places, rank_sets, ways

__all__ = ["Deal", "count_winners", "flush_needs", "rank_values"]

Codes = Sequence[int]
Values = tuple[int, ...]
_PRIME = tuple(PRIMES[code >> 2] for code in range(52))


class Deal(NamedTuple):
    """What lies on the table: each player's hole cards, the board so far, cards that are out of play."""

    holes: tuple[tuple[int, ...], ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    game: str = "holdem"

    @property
    def coming(self) -> int:
        """Return how many cards the board still gets."""
        return 5 - len(self.board)

    def known(self) -> list[int]:
        """Return all cards that cannot come."""
        return [*self.board, *self.dead, *[code for hole in self.holes for code in hole]]


def count_winners(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> two = tuple(parse_cards("6c 7c")), tuple(parse_cards("Ah Ad"))
    >>> count_winners(Deal(two, tuple(parse_cards("8c 9s 4c"))))
    [0, 557, 433, 0]
    """
    known = deal.known()
    there, gone = [4] * 13, [0] * 4
    for code in known:
        there[code >> 2] -= 1
        gone[code & 3] |= 1 << (code >> 2)
    coming = deal.coming
    if deal.game == "omaha":
        board = prod([_PRIME[code] for code in deal.board])
        values = [_omaha_values(tuple(sorted(code >> 2 for code in hole)), board, coming) for hole in deal.holes]
    else:
        values = [rank_values(prod([_PRIME[code] for code in hole + deal.board]), coming) for hole in deal.holes]
    weights = ways(there, coming)
    two = len(deal.holes) == 2
    counts = _two_by_ranks(values, weights) if two else _many_by_ranks(values, weights)
    if two:
        counts[3] = comb(52 - len(known), coming) - counts[1] - counts[2]
    move = _move_two if two else _move_many
    for suit, need in enumerate(flush_needs(deal)):
        if need > coming:
            continue
        out = gone[suit]
        others = [count - 1 + (out >> rank & 1) for rank, count in enumerate(there)] if need < coming else there
        for suited in range(need, coming + 1):
            sets, rows = _patterns(coming, suited, out)
            flushes = [_flushes(deal, hole, suit, suited, sets) for hole in deal.holes]
            move(values, flushes, rows, ways(others, coming - suited), counts)
    return counts


@lru_cache(1 << 11)
def _patterns(coming: int, suited: int, out: int) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return the products of the sets of ranks that a suit without some ranks still has, and their rows of places."""
    rows = pattern_places(coming, suited)
    live = [(number, row) for (mask, number), row in zip(rank_sets(suited), rows, strict=True) if not mask & out]
    return [number for number, _ in live], [row for _, row in live]


def flush_needs(deal: Deal) -> list[int]:
    """Return for each suit how many of its cards must come before anyone can have a flush in it, 6 for never.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> flush_needs(Deal((tuple(parse_cards("6c 7c")),), tuple(parse_cards("8c 9s 4c"))))
    [1, 5, 5, 4]
    """
    common = [0, 0, 0, 0]
    for code in deal.board:
        common[code & 3] += 1
    held = [0, 0, 0, 0]
    for hole in deal.holes:
        mine = [code & 3 for code in hole]
        for suit in mine:
            held[suit] = max(held[suit], mine.count(suit))
    if deal.game == "omaha":
        return [max(0, 3 - board) if most >= 2 else 6 for board, most in zip(common, held, strict=True)]
    return [max(0, 5 - board - most) for board, most in zip(common, held, strict=True)]


@lru_cache(1 << 15)
def rank_values(number: int, coming: int) -> tuple[int, ...]:
    """Return the values of cards with that prime product and each multiset to come, flushes apart.

    >>> rank_values(37 * 37 * 2 * 3 * 5 * 7, 1)[12] == RANKS[37 * 37 * 2 * 3 * 5 * 7 * 41]
    True

    Five of a rank, which no deck has, are worth 0.
    """
    fives = [prime**5 for prime in PRIMES if number % prime == 0 or coming > 4]
    whole = [number * other for other in multiset_products(coming)]
    return tuple([0 if any(one % five == 0 for five in fives) else RANKS[one] for one in whole])  # type: ignore[misc]


@lru_cache(1 << 10)
def _omaha_values(hole: tuple[int, ...], board: int, coming: int) -> tuple[int, ...]:
    """Return the same for Omaha: the best of two ranks of the hole cards and three of the whole board."""
    pairs = {PRIMES[a] * PRIMES[b] for a, b in combinations(hole, 2)}
    common: list[int] = []
    for rank, prime in enumerate(PRIMES):
        while board % prime == 0:
            common.append(rank)
            board //= prime
    best: dict[tuple[int, ...], int] = {}
    for three in multisets(3):
        numbers = [pair * prod(PRIMES[rank] for rank in three) for pair in pairs]
        best[three] = max((int(RANKS[one]) for one in numbers if all(one % prime**5 for prime in PRIMES)), default=0)
    return tuple(
        max(best[three] for three in combinations(sorted((*common, *ranks)), 3)) for ranks in multisets(coming)
    )


def _flushes(deal: Deal, hole: Codes, suit: int, suited: int, sets: list[int]) -> list[int] | None:
    """Return the player's flush with each set of further ranks of a suit, None when the cards are too few for one."""
    mine = [_PRIME[code] for code in hole if code & 3 == suit]
    common = [_PRIME[code] for code in deal.board if code & 3 == suit]
    if deal.game != "omaha":
        if len(mine) + len(common) + suited < 5:
            return None
        base = prod(mine) * prod(common)
        return list(map(SUITED.__getitem__, map(base.__mul__, sets)))
    if len(mine) < 2 or len(common) + suited < 3:
        return None
    pairs = [a * b for a, b in combinations(mine, 2)]
    found = []
    for number in sets:
        ranks = common + [prime for prime in PRIMES if number % prime == 0]
        triples = [a * b * c for a, b, c in combinations(ranks, 3)]
        found.append(max([SUITED[pair * triple] for pair in pairs for triple in triples]))
    return found


# --- two players: the loops that run most ----------------------------------------------------------------------------


def _two_by_ranks(values: list[Values], weights: list[int]) -> list[int]:
    first = second = 0
    for weight, one, two in zip(weights, *values, strict=True):
        if one > two:
            first += weight
        elif one < two:
            second += weight
    return [0, first, second, 0]


def _move_two(
    values: list[Values],
    flushes: list[list[int] | None],
    rows: list[tuple[int, ...]],
    weights: list[int],
    counts: list[int],
) -> None:
    ones, twos = values
    none = [0] * len(rows)
    moved = [0, 0, 0, 0]
    for mine, yours, row in zip(flushes[0] or none, flushes[1] or none, rows, strict=True):
        for weight, place in zip(weights, row, strict=True):
            one, two = ones[place], twos[place]
            if mine > one or yours > two:
                moved[1 if one > two else 2 if one < two else 3] -= weight
                one = mine if mine > one else one  # noqa: FURB136 - twice as fast as max
                two = yours if yours > two else two  # noqa: FURB136
                moved[1 if one > two else 2 if one < two else 3] += weight
    counts[:] = map(add, counts, moved)


# --- any number of players -------------------------------------------------------------------------------------------


def _best(values: Sequence[int]) -> int:
    """Return the set of those who have the highest value."""
    top = max(values)
    if values.count(top) == 1:
        return 1 << values.index(top)
    return sum(1 << place for place, value in enumerate(values) if value == top)


def _many_by_ranks(values: list[Values], weights: list[int]) -> list[int]:
    counts = [0] * (1 << len(values))
    for weight, row in zip(weights, zip(*values, strict=True), strict=True):
        counts[_best(row)] += weight
    return counts


def _move_many(
    values: list[Values],
    flushes: list[list[int] | None],
    rows: list[tuple[int, ...]],
    weights: list[int],
    counts: list[int],
) -> None:
    none = [0] * len(rows)
    for row, *suited in zip(rows, *(flush or none for flush in flushes), strict=True):
        for weight, place in zip(weights, row, strict=True):
            if weight:
                ranks = [value[place] for value in values]
                before = _best(ranks)
                after = _best(list(map(max, ranks, suited)))
                if before != after:
                    counts[before] -= weight
                    counts[after] += weight
