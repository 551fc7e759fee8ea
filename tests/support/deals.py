"""Situations of players, hole cards and a board, and their winners counted board by board."""

from functools import lru_cache
from itertools import combinations, product

from support import reference
from xlpoker.odds import all_boards
from xlpoker.odds.table import Deal

DECKS = {
    "whole": range(52),
    "two-suits": [code for code in range(52) if code & 3 < 2],
    "one-suit-and-a-half": [
        code for code in range(52) if code & 3 == 0 or (code & 3 == 1 and 6 <= code >> 2 <= 10)
    ],
    "low-ranks": range(28),
    "straight-flushes": [
        code for code in range(52) if 3 <= code >> 2 <= 7 or (code & 3 == 2 and code >> 2 < 9)
    ],
    "six-ranks": [code for code in range(52) if code >> 2 in {3, 4, 9, 10, 11, 12}],
}


def random_deal(rng, game, players, board, dead=0, size=None, deck=range(52)):
    """Return a deal of random cards."""
    size = size or (2 if game == "holdem" else 4)
    cards = rng.sample(deck, size * players + board + dead)
    holes = tuple(tuple(cards[start : start + size]) for start in range(0, size * players, size))
    rest = cards[size * players :]
    return Deal(holes, tuple(rest[:board]), tuple(rest[board:]), game)


def deal_from(rng, deck, players, board, dead=0):
    """Return a deal of cards from a part of the deck; all cards may come."""
    cards = rng.sample(list(deck), 2 * players + board + dead)
    holes = tuple(tuple(cards[2 * place : 2 * place + 2]) for place in range(players))
    rest = cards[2 * players :]
    return Deal(holes, tuple(rest[:board]), tuple(rest[board:]))


def brute_force(one, evaluate=lambda cards: best_of_seven(frozenset(cards))):
    """Return the counts by dealing every board and comparing hands with the reference evaluator or another one."""
    rest = [code for code in range(52) if code not in one.known()]
    counts = [0] * (1 << len(one.holes))
    for coming in combinations(rest, one.coming):
        board = [*one.board, *coming]
        if one.game == "omaha":
            values = [reference.omaha(hole, board) for hole in one.holes]
        else:
            values = [evaluate([*hole, *board]) for hole in one.holes]
        counts[sum(1 << place for place, value in enumerate(values) if value == max(values))] += 1
    return counts


def count_every_combination(table):
    """Return the counts by winners, every combination of hands counted by itself."""
    counts = [0.0] * (1 << len(table.ranges))
    lots = [list(zip(one.hands, one.weights, strict=True)) for one in table.ranges]
    for chosen in product(*lots):
        cards = [code for hand, _ in chosen for code in hand]
        if len(set(cards)) == len(cards):
            weight = 1.0
            for _, share in chosen:
                weight *= share
            deal = Deal(tuple(hand for hand, _ in chosen), table.board, table.dead, table.game)
            for place, boards in enumerate(all_boards.count_winners(deal)):
                counts[place] += weight * boards
    return counts


@lru_cache(1 << 16)
def best_of_seven(codes):
    """Return the reference evaluator's verdict on a set of cards."""
    return reference.plain(tuple(codes))
