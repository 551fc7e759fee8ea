"""A slow and obviously right evaluator, written from the rules of poker and sharing nothing with the product.

No primes, no tables of classes: five cards become a tuple that compares as poker hands do, more cards are the
best of their combinations, a joker is tried as every card there is. Missing cards of a short hand are -1, below a
deuce. Cards are the codes of the contract (4 * rank + suit, joker 52); that is all the two have in common.
"""

from bisect import bisect_left
from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement

DECK = range(52)
JOKER = 52
HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE = range(
    10
)

CATEGORY = {
    **{(1,) * cards: HIGH_CARD for cards in range(1, 6)},
    **{(2, *[1] * more): PAIR for more in range(4)},
    **{(2, 2, *[1] * more): TWO_PAIR for more in range(2)},
    **{(3, *[1] * more): THREE for more in range(3)},
    (3, 2): FULL_HOUSE,
    **{(4, *[1] * more): FOUR for more in range(2)},
    (5,): FIVE,
}


@cache
def ranked(ranks, one_suit):
    """Return the tuple of up to five ranks that compares as the hand does: the category, then the cards that count.

    >>> ranked((12, 11, 12, 3, 3), False)
    (2, (12, 12, 3, 3, 11))
    >>> ranked((12, 0, 1, 2, 3), True)
    (8, (3, 2, 1, 0, -1))
    >>> ranked((11,), True)
    (0, (11, -1, -1, -1, -1))
    """
    times = Counter(ranks)
    ordered = sorted(ranks, key=lambda rank: (times[rank], rank), reverse=True)
    category = CATEGORY[tuple(sorted(times.values(), reverse=True))]
    if len(times) == 5:
        if ordered == [12, 3, 2, 1, 0]:
            ordered = [3, 2, 1, 0, -1]
        straight = ordered[0] - ordered[4] == 4
        straight_of = {False: (HIGH_CARD, STRAIGHT), True: (FLUSH, STRAIGHT_FLUSH)}
        category = straight_of[one_suit][straight]
    return category, tuple(ordered + [-1] * (5 - len(ordered)))


def up_to_five(codes):
    """Return the comparable tuple of one to five cards without jokers, in the order of their codes."""
    return ranked(tuple([code // 4 for code in codes]), len({code % 4 for code in codes}) == 1)


def plain(codes):
    """Return the comparable tuple of any number of cards without jokers: the best five of them."""
    return max(map(up_to_five, combinations(sorted(codes), min(5, len(codes)))))


@cache
def by_ranks():
    """Return the tuples of up to five cards of several suits and of one, by the sum of 8 ** rank."""
    return {
        sum(8**rank for rank in ranks): (
            ranked(ranks, one_suit=False),
            ranked(ranks, one_suit=True),
        )
        for cards in range(1, 6)
        for ranks in combinations_with_replacement(range(13), cards)
    }


def summed(codes):
    """Return the sum of 8 ** rank of some cards, and a bit for each suit that all of them have."""
    key, suits = 0, 0b1111
    for code in codes:
        key, suits = key + 8 ** (code // 4), suits & 1 << code % 4
    return key, suits


@lru_cache(1)
def substituted(held, jokers):
    """Return the best of five cards, of which none, one or more are jokers, each tried as every card that is not held."""
    free = [code for code in DECK if code not in held]
    size = min(5, len(held) + jokers)
    tuples, found = by_ranks(), []
    for used in range(jokers + 1):
        tried = list(map(summed, combinations(free, used)))
        for key, suits in map(summed, combinations(held, size - used)):
            found.append(max(tuples[key + more][suits & others > 0] for more, others in tried))
    return max(found)


def best(codes, rule="natural"):
    """Return the comparable tuple of a hand: every joker is tried as every card that the rule allows.

    `natural`: a card not in the hand, the other joker's included. `five`: also a second copy of a card, but such a
    hand counts as five of a kind only (there is no double-ace flush).

    >>> best([48, 49, 50, 51, 52]), best([48, 49, 50, 51, 52], "five")
    ((7, (12, 12, 12, 12, 11)), (9, (12, 12, 12, 12, 12)))
    """
    held = [code for code in codes if code != JOKER]
    jokers = len(codes) - len(held)
    if jokers == 0:
        return plain(held)
    results = [substituted(tuple(held), jokers)]
    if rule == "five":
        for cards in combinations_with_replacement(DECK, jokers):
            times = Counter(code // 4 for code in [*held, *cards])
            results += [(FIVE, (rank,) * 5) for rank in times if times[rank] >= 5]
    return max(results)


def omaha(hole, board, rule="natural"):
    """Return the comparable tuple of exactly two hole cards and exactly three of the board."""
    return max(
        best([*two, *three], rule)
        for two in combinations(hole, 2)
        for three in combinations(board, 3)
    )


@cache
def five_card_classes():
    """Return the comparable tuples of all five-card hands, weakest first."""
    found = set()
    for ranks in combinations_with_replacement(range(13), 5):
        if len(set(ranks)) > 1:
            found.add(ranked(ranks, one_suit=False))
        if len(set(ranks)) == 5:
            found.add(ranked(ranks, one_suit=True))
    return sorted(found)


@cache
def short_classes():
    """Return the comparable tuples of all hands of one to four cards, weakest first."""
    several = (combinations_with_replacement(range(13), cards) for cards in (1, 2, 3, 4))
    return sorted({ranked(ranks, one_suit=False) for hands in several for ranks in hands})


@cache
def values():
    """Return the contract's number for every comparable tuple: whole for five cards, fractions between for fewer."""
    fives = five_card_classes()
    numbers = {hand: place for place, hand in enumerate(fives, 1)}
    gaps = {}
    for hand in short_classes():
        gaps.setdefault(bisect_left(fives, hand), []).append(hand)
    for below, hands in gaps.items():
        numbers |= {hand: below + place / (len(hands) + 1) for place, hand in enumerate(hands, 1)}
    return numbers | {(FIVE, (rank,) * 5): 7463 + rank for rank in range(13)}


def value(codes, rule="natural"):
    """Return the contract's number for a hand.

    >>> value([51, 47, 43, 39, 35]), value([48, 49])
    (7462, 3917.125)
    """
    return values()[best(codes, rule)]
