"""The short deck by the rules alone: five cards as a tuple that compares, seven as the best of their fives."""

from collections import Counter
from functools import cache
from itertools import combinations

DECK = range(16, 52)
USUAL = ["high card", "pair", "two pair", "three", "straight", "full house", "flush", "four", "straight flush"]
TRIPS = ["high card", "pair", "two pair", "straight", "three", "full house", "flush", "four", "straight flush"]
ORDERS = {"short-deck": USUAL, "short-deck-trips": TRIPS}
SHAPES = {(4, 1): "four", (3, 2): "full house", (3, 1, 1): "three", (2, 2, 1): "two pair", (2, 1, 1, 1): "pair"}


@cache
def five(codes, game):
    """Return the category's place and the ranks that count, of five cards."""
    times = Counter(code >> 2 for code in codes)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    name = SHAPES.get(tuple(times[rank] for rank in ranks), "high card")
    if name == "high card":
        flush = len({code & 3 for code in codes}) == 1
        runs = {tuple(range(top, top - 5, -1)): top for top in range(8, 13)} | {(12, 7, 6, 5, 4): 7}
        if tuple(ranks) in runs:
            name, ranks = ("straight flush" if flush else "straight"), [runs[tuple(ranks)]]
        elif flush:
            name = "flush"
    return ORDERS[game].index(name), tuple(ranks)


def best(codes, game):
    """Return the best five of some cards."""
    return max(five(tuple(sorted(some)), game) for some in combinations(codes, 5))


def brute_force(holes, board, game, dead=()):
    """Return how many boards each set of players wins, every board dealt."""
    used = {*board, *dead}.union(*holes)
    counts = [0] * (1 << len(holes))
    for coming in combinations([code for code in DECK if code not in used], 5 - len(board)):
        values = [best((*hole, *board, *coming), game) for hole in holes]
        counts[sum(1 << place for place, value in enumerate(values) if value == max(values))] += 1
    return counts
