"""The short deck by the rules alone: five cards as a tuple that compares, seven as the best of their fives."""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

DECK = range(16, 52)
USUAL = ["high card", "pair", "two pair", "three", "straight", "full house", "flush", "four", "straight flush"]
TRIPS = ["high card", "pair", "two pair", "straight", "three", "full house", "flush", "four", "straight flush"]
ORDERS = {"short-deck": USUAL, "short-deck-trips": TRIPS}
SHAPES = {(4, 1): "four", (3, 2): "full house", (3, 1, 1): "three", (2, 2, 1): "two pair", (2, 1, 1, 1): "pair"}


@cache
def ranked(cards, flush, game):
    """Return the category's place and the ranks that count, of the ranks of five cards."""
    times = Counter(cards)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    name = SHAPES.get(tuple(times[rank] for rank in ranks), "high card")
    if name == "high card":
        runs = {tuple(range(top, top - 5, -1)): top for top in range(8, 13)} | {(12, 7, 6, 5, 4): 7}
        if tuple(ranks) in runs:
            name, ranks = ("straight flush" if flush else "straight"), [runs[tuple(ranks)]]
        elif flush:
            name = "flush"
    return ORDERS[game].index(name), tuple(ranks)


def five(codes, game):
    """Return the same of five cards in the order of their codes."""
    return ranked(tuple([code >> 2 for code in codes]), len({code & 3 for code in codes}) == 1, game)


def best(codes, game):
    """Return the best five of some cards."""
    return max(five(some, game) for some in combinations(sorted(codes), 5))


@cache
def places(game):
    """Return the places of all hands of five cards in the order of a game, by the sum of comb(card, 1 .. 5)."""
    hands = list(combinations(range(len(DECK)), 5))
    tuples = [five([DECK[card] for card in hand], game) for hand in hands]
    order = {one: place for place, one in enumerate(sorted(set(tuples)))}
    found = np.zeros(len(hands), np.int16)
    found[[sum(map(comb, hand, range(1, 6))) for hand in hands]] = [order[one] for one in tuples]
    return found


def best_places(hands, game):
    """Return the place of the best five of each row of cards."""
    combs = np.array([[comb(card, size) for card in range(len(DECK))] for size in range(1, 6)])
    cards = np.sort(hands, axis=1) - DECK[0]
    sums = (
        sum(combs[place, cards[:, column]] for place, column in enumerate(columns))
        for columns in combinations(range(cards.shape[1]), 5)
    )
    return np.max([places(game)[one] for one in sums], axis=0)


def brute_force(holes, board, game, dead=()):
    """Return how many boards each set of players wins, every board dealt."""
    used = {*board, *dead}.union(*holes)
    free = [code for code in DECK if code not in used]
    boards = np.array([(*board, *coming) for coming in combinations(free, 5 - len(board))])
    values = np.array([best_places(np.hstack([np.tile(hole, (len(boards), 1)), boards]), game) for hole in holes])
    winners = (values == values.max(axis=0)).T @ (1 << np.arange(len(holes)))
    return np.bincount(winners, minlength=1 << len(holes)).tolist()
