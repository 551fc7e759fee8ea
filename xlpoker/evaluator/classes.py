"""The hand classes, declared as a table; everything else about the order of hands is derived from it.

A row says what the ranks of a class look like (how often each occurs), whether they must be consecutive, and
whether one suit is needed. The weakest row is the first. The nine rows define the 7,462 classes of five cards,
their order, and the places of the 2,379 short hands (one to four cards) between them. The classes are 1,277 high
cards, 2,860 pairs, 858 two pairs, 858 threes, 10 straights, 1,277 flushes, 156 full houses, 156 fours and 10
straight flushes.

A class is written as its category and its *ranks in order of importance*: ``("Full House", (2, 0))`` is fours over
twos, ranks being 0 (deuce) .. 12 (ace). A straight is its highest card alone, the wheel's being the five.

**Short deck.** A game of 36 cards, sixes to aces, is the same table in another order, and the ace is also low in 9-8-7-6-A, whose
class is ``("Straight", (7, 12))``. Its 1,404 values have a range of their own, so that none is taken for one of the full deck:

================  ===================  =====================================================================
game              values               categories
================  ===================  =====================================================================
short-deck        10,001 .. 11,404     a flush beats a full house
short-deck-trips  20,001 .. 21,404     a flush beats a full house, and three of a kind a straight
three-card        30,001 .. 30,741     52 cards: straight flush, three of a kind, straight, flush, pair, high card
================  ===================  =====================================================================

**Three-card poker.** Its hands are three of 52 cards; A-K-Q is the best straight and 3-2-A the last. They, too, have a range of their own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, groupby
from typing import NamedTuple

from xlpoker.errors import OptionError, check_choice

__all__ = [
    "CATEGORIES",
    "FIRST_VALUES",
    "FIVE_OF_A_KIND",
    "OWN_VALUES",
    "SHORT_DECK",
    "SIX",
    "STYLES",
    "THREE_CARD",
    "Category",
    "HandClass",
    "class_of",
    "ladder",
    "name",
    "short_values",
]

SIX, ACE = 4, 12
TOP = 7462
"""The value of the royal flush; five of a kind (house rule ``five``) goes on from here to 7,475."""


@dataclass(frozen=True, slots=True)
class Category:
    """One row of the table: the name, how often each rank occurs, and what else the five cards must be."""

    index: int
    name: str
    shape: tuple[int, ...]
    straight: bool = False
    flush: bool = False
    long: str = "{name}, {0}"


#                    short name        shape             straight flush  long name: {0} {1} ranks in order of importance
CATEGORIES: tuple[Category, ...] = (
    Category(0, "High Card", (1, 1, 1, 1, 1), long="{name}, {0}"),
    Category(1, "One Pair", (2, 1, 1, 1), long="{name}, {0s}"),
    Category(2, "Two Pair", (2, 2, 1), long="{name}, {0s} and {1s}"),
    Category(3, "Three of a Kind", (3, 1, 1), long="{name}, {0s}"),
    Category(4, "Straight", (1, 1, 1, 1, 1), straight=True, long="{name}, {0} high"),
    Category(5, "Flush", (1, 1, 1, 1, 1), flush=True, long="{name}, {0} high"),
    Category(6, "Full House", (3, 2), long="{name}, {0s} over {1s}"),
    Category(7, "Four of a Kind", (4, 1), long="{name}, {0s}"),
    Category(
        8, "Straight Flush", (1, 1, 1, 1, 1), straight=True, flush=True, long="{name}, {0} high"
    ),
)
FIVE_OF_A_KIND = Category(9, "Five of a Kind", (5,), long="{name}, {0s}")
ROYAL_FLUSH = "Royal Flush"

SHORT_DECK = {
    "short-deck": (0, 1, 2, 3, 4, 6, 5, 7, 8),
    "short-deck-trips": (0, 1, 2, 4, 3, 6, 5, 7, 8),
}
"""The games of 36 cards, and their categories, the weakest first."""
THREE_CARD = "three-card"
"""The game of three cards."""
_OWN_SHAPES = {
    THREE_CARD: {
        0: (1, 1, 1),
        1: (2, 1),
        5: (1, 1, 1),
        4: (1, 1, 1),
        3: (3,),
        8: (1, 1, 1),
    },
}
"""Games of fewer cards: the indices of their categories, the weakest first, and the shapes."""


def _categories(game: str) -> tuple[Category, ...]:
    """Return the categories of a game's order of hands, the weakest first."""
    if not game:
        return CATEGORIES
    if game in SHORT_DECK:
        order = SHORT_DECK[game]
        return tuple([CATEGORIES[index] for index in order])
    categories = []
    for index, shape in _OWN_SHAPES[game].items():
        category = replace(CATEGORIES[index], shape=shape)
        categories.append(category)
    return tuple(categories)


OWN_VALUES = {
    "short-deck": range(10_001, 11_405),
    "short-deck-trips": range(20_001, 21_405),
    THREE_CARD: range(30_001, 30_742),
}
"""The values of games with an order of hands of their own."""
FIRST_VALUES = {game: values.start for game, values in OWN_VALUES.items()}
WHOLE_VALUES = (range(1, TOP + 14), *OWN_VALUES.values())
"""The values of five cards, five of a kind among them, and of games with an order of hands of their own."""

RANK_NAMES = "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace".split()
STYLES = ("long", "short", "full")


class HandClass(NamedTuple):
    """A class of equal hands: its category and its ranks in order of importance."""

    category: Category
    ranks: tuple[int, ...]

    def spread(self) -> tuple[int, ...]:
        """Return the rank of every card, strongest first.

        >>> HandClass(CATEGORIES[6], (2, 0)).spread()
        (2, 2, 2, 0, 0)
        >>> HandClass(CATEGORIES[4], (3,)).spread()
        (3, 2, 1, 0, 12)
        """
        if self.category.straight:
            return self._straight()
        ranks: list[int] = []
        for rank, times in zip(self.ranks, self.category.shape, strict=False):
            ranks += [rank] * times
        return tuple(ranks)

    def _straight(self) -> tuple[int, ...]:
        """Return the ranks of a straight; the last one is the ace in 5-4-3-2-A and 9-8-7-6-A."""
        top = self.ranks[0]
        more = len(self.category.shape) - 1
        lowest = top - more
        all_but_last = range(top, lowest, -1)
        last = lowest
        if len(self.ranks) > 1:
            last = self.ranks[1]
        elif lowest < 0:
            last = ACE
        return (*all_but_last, last)


def _rank_orders(
    shape: tuple[int, ...], used: tuple[int, ...] = (), lowest: int = 0
) -> Iterator[tuple[int, ...]]:
    """Yield the ranks in order of importance of every multiset of that shape, strongest first."""
    if not shape:
        yield used
        return
    equal = shape.count(shape[0])  # ranks that occur as often as the first; they stand beside it
    deck = range(ACE, lowest - 1, -1)
    free = [rank for rank in deck if rank not in used]
    for chosen in combinations(free, equal):
        yield from _rank_orders(shape[equal:], used + chosen, lowest)


def is_straight(ranks: tuple[int, ...], lowest: int = 0) -> bool:
    """Tell whether different ranks, highest first, are consecutive; the ace also stands below the lowest rank.

    >>> is_straight((12, 3, 2, 1, 0)), is_straight((12, 11, 10, 9, 7)), is_straight((12, 7, 6, 5, 4), SIX)
    (True, False, True)
    """
    more = len(ranks) - 1
    highest, second, *_ = ranks
    if highest - ranks[-1] == more:
        return True
    second_of_weakest = lowest + more - 1
    return highest == ACE and second == second_of_weakest


def ladder(game: str = "") -> tuple[HandClass, ...]:
    """Return all classes of a game's hands, weakest first.

    Of five cards of the full deck the class with value v is at index v - 1.

    >>> len(ladder()), name(1), name(7462), len(ladder("short-deck")), name(10_001)
    (7462, 'High Card, Seven', 'Royal Flush', 1404, 'High Card, Jack')
    >>> len(ladder("three-card")), name(30_001), name(30_741)
    (741, 'High Card, Five', 'Straight Flush, Ace high')
    """
    return _ladder(game)


@cache
def _ladder(game: str) -> tuple[HandClass, ...]:
    lowest = SIX if game in SHORT_DECK else 0
    rungs: list[HandClass] = []
    for category in _categories(game):
        if category.straight:
            orders = _straight_orders(category, lowest)
        else:
            orders = list(_rank_orders(category.shape, lowest=lowest))
            orders.reverse()
        if not category.straight and set(category.shape) == {1}:
            orders = [ranks for ranks in orders if not is_straight(ranks, lowest)]
        rungs += [HandClass(category, ranks) for ranks in orders]
    return tuple(rungs)


def _straight_orders(category: Category, lowest: int) -> list[tuple[int, ...]]:
    """Return the ranks of all straights in order of importance, the weakest straight first."""
    top_of_weakest = lowest + len(category.shape) - 2
    weakest: tuple[int, ...] = (top_of_weakest,)
    if lowest > 0:
        weakest = (top_of_weakest, ACE)
    higher_tops = range(top_of_weakest + 1, ACE + 1)
    higher_straights = [(top,) for top in higher_tops]
    return [weakest, *higher_straights]


_SHORT_SHAPES: dict[int, tuple[tuple[int, ...], ...]] = {
    0: ((1,), (1, 1), (1, 1, 1), (1, 1, 1, 1)),
    1: ((2,), (2, 1), (2, 1, 1)),
    2: ((2, 2),),
    3: ((3,), (3, 1)),
    7: ((4,),),
}
"""The shapes of one to four cards by the index of their category."""


@cache
def short_values() -> dict[HandClass, float]:
    """Return the values of all short hands (one to four cards; straights and flushes need five).

    A missing card ranks below a deuce, so a short hand falls between two classes of five cards. The whole number of
    its value is the class below it. The fraction is its place among the n short hands of that gap: 1/(n + 1) ..
    n/(n + 1).

    >>> len(short_values())
    2379
    """
    ladder_keys = [(rung.category.index, rung.ranks) for rung in ladder()]

    def value_below(key: _Key) -> int:
        return bisect_left(ladder_keys, key)

    values: dict[HandClass, float] = {}
    for below, keys_of_gap in groupby(_short_keys(), key=value_below):
        rungs = [HandClass(CATEGORIES[index], ranks) for index, ranks in keys_of_gap]
        parts = len(rungs) + 1
        for place, rung in enumerate(rungs, 1):
            values[rung] = below + place / parts
    return values


_Key = tuple[int, tuple[int, ...]]
"""The index of the category of a class, and its ranks: so classes are sorted by their values."""


def _short_keys() -> list[_Key]:
    """Return the keys of all short hands, the weakest first.

    A tuple sorts before every longer one that starts with it, as a missing card does.
    """
    keys: list[_Key] = []
    for index, shapes in _SHORT_SHAPES.items():
        for shape in shapes:
            keys += [(index, ranks) for ranks in _rank_orders(shape)]
    return sorted(keys)


@cache
def _shorts_by_value() -> dict[float, HandClass]:
    return {value: rung for rung, value in short_values().items()}


def class_of(value: float) -> HandClass:
    """Return the class that a value stands for.

    >>> class_of(7475).category.name
    'Five of a Kind'

    Raises `OptionError` for a number that is no hand's value.
    """
    if 1 <= value <= TOP + 13 and value == int(value):
        rung = int(value)
        if rung <= TOP:
            return ladder()[rung - 1]
        return HandClass(FIVE_OF_A_KIND, (rung - TOP - 1,))
    for game, values in OWN_VALUES.items():
        if values.start <= value < values.stop and value == int(value):
            rung = int(value) - values.start
            return ladder(game)[rung]
    short = _shorts_by_value().get(value)
    if short is None:
        raise OptionError(
            f"{value!r} is not the value of a hand; values of five cards are 1 .. {TOP}"
        )
    return short


def name(value: float, style: str = "long", *, royal: bool = True) -> str:
    """Return the English name of the class with that value.

    >>> name(7462), name(7462, royal=False), name(7462, "short", royal=False)
    ('Royal Flush', 'Straight Flush, Ace high', 'Straight Flush')
    >>> name(7453)
    'Straight Flush, Five high (steel wheel)'
    >>> name(3326), name(3326, "short"), name(3326, "full")
    ('One Pair, Jacks', 'One Pair', 'One Pair, Jacks; Ten Seven Four')

    Style ``full`` adds the kickers and so names each of the 7,462 classes differently. `royal` names the best
    straight flush apart. Raises `OptionError` for an unknown style.
    """
    check_choice(style, STYLES, "is not a style of names")
    rung = class_of(value)
    category = rung.category
    is_straight_flush = category.straight and category.flush
    is_royal = is_straight_flush and rung.ranks[0] == ACE and len(category.shape) == 5
    if royal and is_royal:
        return ROYAL_FLUSH
    if style == "short":
        return category.name
    if style == "full":
        return _long_name(rung) + _kickers(rung)
    return _long_name(rung)


def _long_name(rung: HandClass) -> str:
    """Return the name of a class with the ranks that make its category."""
    category = rung.category
    words = [RANK_NAMES[rank] for rank in rung.ranks]
    plurals = {}
    for place, word in enumerate(words):
        plurals[f"{place}s"] = "Sixes" if word == "Six" else f"{word}s"
    text = category.long.format(*words, name=category.name, **plurals)
    if category.straight and rung.spread() == (3, 2, 1, 0, ACE):
        text += " (steel wheel)" if category.flush else " (wheel)"
    return text


def _kickers(rung: HandClass) -> str:
    """Return the ranks that the long name does not say: ``; Ten Seven Four``."""
    ranks_in_name = rung.category.long.count("{") - 1
    kickers = [RANK_NAMES[rank] for rank in rung.ranks[ranks_in_name:]]
    if not kickers:
        return ""
    return "; " + " ".join(kickers)
