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
razz              40,001 .. 46,175     low hands, the ace is the lowest card; no straights or flushes
2-7               50,001 .. 57,462     low hands, the ace is the highest card; straights and flushes count
eight-or-better   60,001 .. 60,056     the low half of a pot: five different cards, eight or lower
================  ===================  =====================================================================

**Three-card poker.** Its hands are three of 52 cards; A-K-Q is the best straight and 3-2-A the last. They, too, have a range of their own.

**Low hands.** The same shapes in the opposite order: four of a kind is the weakest, and of two hands the one with the lower cards is
better. So the best hand of razz is 5-4-3-2-A, that of 2-7 is 7-5-4-3-2, and a higher value is better here, too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from itertools import combinations, groupby
from typing import NamedTuple

from xlpoker.errors import OptionError, check_choice

__all__ = [
    "CATEGORIES",
    "CATEGORY_NAMES",
    "DEUCE_TO_SEVEN",
    "EIGHT_OR_BETTER",
    "FIRST_VALUES",
    "FIVE_OF_A_KIND",
    "LOW_ORDERS",
    "NO_LOW",
    "OWN_VALUES",
    "RAZZ",
    "SHORT_DECK",
    "SIX",
    "STYLES",
    "THREE_CARD",
    "Category",
    "HandClass",
    "category_place",
    "class_of",
    "ladder",
    "name",
    "ranks_by_category",
    "short_values",
    "values_by_category",
]

SIX, EIGHT, ACE = 4, 6, 12
TOP = 7462
"""The value of the royal flush; five of a kind (house rule ``five``) goes on from here to 7,475."""


Shape = tuple[int, ...]
"""How often each rank of a hand occurs, the most frequent first."""
Ranks = tuple[int, ...]
"""Ranks in order of importance."""


class Category(NamedTuple):
    """One row of the table: its number and name, how often each rank occurs, and what else the five cards must be."""

    number: int
    name: str
    shape: Shape
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
CATEGORY_NAMES = (*[category.name for category in CATEGORIES], ROYAL_FLUSH)
"""The categories as players count them: ten, the royal flush apart and last."""

SHORT_DECK = {
    "short-deck": (0, 1, 2, 3, 4, 6, 5, 7, 8),
    "short-deck-trips": (0, 1, 2, 4, 3, 6, 5, 7, 8),
}
"""The games of 36 cards, and their categories, the weakest first."""
THREE_CARD = "three-card"
"""The game of three cards."""
RAZZ, DEUCE_TO_SEVEN, EIGHT_OR_BETTER = "razz", "2-7", "eight-or-better"
LOW_ORDERS = (RAZZ, DEUCE_TO_SEVEN, EIGHT_OR_BETTER)
"""The orders in which the lower hand is better: two games, and the low half of hi-lo."""


class Order(NamedTuple):
    """How the hands of a game are ordered: its categories, the weakest first, and its ranks, the highest first.

    In a `low` order the hand with the lower cards is better. `has_wheel` tells whether the ace also stands below the
    lowest rank in a straight.
    """

    categories: tuple[Category, ...]
    ranks: Ranks = tuple(range(ACE, -1, -1))
    low: bool = False
    has_wheel: bool = True

    @property
    def has_flushes(self) -> bool:
        """Whether cards of one suit are a category of their own."""
        return any(category.flush for category in self.categories)

    @property
    def has_straights(self) -> bool:
        """Whether consecutive ranks are a category of their own."""
        return any(category.straight for category in self.categories)


_THREE_CARD_SHAPES = (
    (0, (1, 1, 1)),
    (1, (2, 1)),
    (5, (1, 1, 1)),
    (4, (1, 1, 1)),
    (3, (3,)),
    (8, (1, 1, 1)),
)
_LOW_CATEGORIES = (
    CATEGORIES[0]._replace(name="No Pair", long="{all}"),
    CATEGORIES[1]._replace(long="Pair of {0s}"),
    *CATEGORIES[2:],
)
_FROM_SIX_UP = tuple(range(ACE, SIX - 1, -1))
_ACE_IS_LOWEST = (*range(ACE - 1, -1, -1), ACE)
ORDERS: dict[str, Order] = {
    "": Order(CATEGORIES),
    **{
        game: Order(tuple(CATEGORIES[index] for index in indices), _FROM_SIX_UP)
        for game, indices in SHORT_DECK.items()
    },
    THREE_CARD: Order(
        tuple(CATEGORIES[index]._replace(shape=shape) for index, shape in _THREE_CARD_SHAPES)
    ),
    RAZZ: Order(
        tuple(_LOW_CATEGORIES[index] for index in (7, 6, 3, 2, 1, 0)), _ACE_IS_LOWEST, low=True
    ),
    DEUCE_TO_SEVEN: Order(_LOW_CATEGORIES[::-1], low=True, has_wheel=False),
    EIGHT_OR_BETTER: Order(
        (_LOW_CATEGORIES[0]._replace(name="Low"),), (*range(EIGHT, -1, -1), ACE), low=True
    ),
}
OWN_VALUES = {
    "short-deck": range(10_001, 11_405),
    "short-deck-trips": range(20_001, 21_405),
    THREE_CARD: range(30_001, 30_742),
    RAZZ: range(40_001, 46_176),
    DEUCE_TO_SEVEN: range(50_001, 57_463),
    EIGHT_OR_BETTER: range(60_001, 60_057),
}
"""The values of games with an order of hands of their own."""
FIRST_VALUES = {game: values.start for game, values in OWN_VALUES.items()}
WHOLE_VALUES = (range(1, TOP + 14), *OWN_VALUES.values())
"""The values of five cards, five of a kind among them, and of games with an order of hands of their own."""

NO_LOW = "no low"
"""Stands for the name of a hand without five different cards, eight or lower."""
_RANK_LETTERS = "23456789TJQKA"
RANK_NAMES = "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace".split()
STYLES = ("long", "short", "full")


class HandClass(NamedTuple):
    """A class of equal hands: its category and its ranks in order of importance."""

    category: Category
    ranks: Ranks

    def spread(self) -> Ranks:
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

    def _straight(self) -> Ranks:
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


def _rank_orders(shape: Shape, ranks: Ranks, used: Ranks = ()) -> Iterator[Ranks]:
    """Yield the ranks in order of importance of every multiset of that shape, the highest first."""
    equal = shape.count(shape[0])  # ranks that occur as often as the first; they stand beside it
    free = [rank for rank in ranks if rank not in used]
    rest = shape[equal:]
    for chosen in combinations(free, equal):
        if rest:
            yield from _rank_orders(rest, ranks, used + chosen)
        else:
            yield used + chosen


def _ranks_of_straights(length: int, order: Order) -> set[Ranks]:
    """Return the ranks of all straights of so many cards of that order, each highest first.

    >>> straights = _ranks_of_straights(5, ORDERS["short-deck"])
    >>> len(straights), (9, 8, 7, 6, 5) in straights, (12, 7, 6, 5, 4) in straights
    (6, True, True)
    >>> wheel = (12, 3, 2, 1, 0)
    >>> [wheel in _ranks_of_straights(5, ORDERS[game]) for game in ("", "2-7", "razz")]
    [True, False, False]
    """
    if not order.has_straights:
        return set()
    ranks = order.ranks
    starts = range(len(ranks) - length + 1)
    straights = {ranks[start : start + length] for start in starts}
    if order.has_wheel:
        lowest = ranks[1 - length :]
        straights.add((ACE, *lowest))
    return straights


def ladder(game: str = "") -> tuple[HandClass, ...]:
    """Return all classes of a game's hands, weakest first.

    Of five cards of the full deck the class with value v is at index v - 1.

    >>> len(ladder()), name(1), name(7462), len(ladder("short-deck")), name(10_001)
    (7462, 'High Card, Seven', 'Royal Flush', 1404, 'High Card, Jack')
    >>> len(ladder("three-card")), name(30_001), name(30_741)
    (741, 'High Card, Five', 'Straight Flush, Ace high')
    >>> len(ladder("razz")), len(ladder("2-7")), name(46_175), name(57_462), name(60_056)
    (6175, 7462, '5-4-3-2-A', '7-5-4-3-2', '5-4-3-2-A')
    """
    return _ladder(game)


@cache
def _ladder(game: str) -> tuple[HandClass, ...]:
    rungs: list[HandClass] = []
    for category, ranks_of_classes in ranks_by_category(game):
        rungs += [HandClass(category, ranks) for ranks in ranks_of_classes]
    return tuple(rungs)


def ranks_by_category(game: str) -> Iterator[tuple[Category, list[Ranks]]]:
    """Yield each category of a game, weakest first, with the ranks of its classes in order of importance.

    >>> [(category.name, len(ranks)) for category, ranks in ranks_by_category("eight-or-better")]
    [('Low', 56)]
    """
    order = ORDERS[game]
    for category in order.categories:
        highest_first = list(_ranks_of_classes(category, order))
        yield category, highest_first if order.low else highest_first[::-1]


def values_by_category(game: str) -> Iterator[tuple[Category, list[Ranks], range]]:
    """Yield each category of a game, weakest first, with the ranks of its classes and their values.

    >>> [(category.name, values) for category, _, values in values_by_category("eight-or-better")]
    [('Low', range(60001, 60057))]
    """
    first = FIRST_VALUES.get(game, 1)
    for category, ranks_of_classes in ranks_by_category(game):
        values = range(first, first + len(ranks_of_classes))
        yield category, ranks_of_classes, values
        first = values.stop


def _ranks_of_classes(category: Category, order: Order) -> Iterator[Ranks]:
    """Return the ranks of the classes of a category, those of the highest cards first."""
    if category.straight:
        return _straights(category, order)
    ranks_of_classes = _rank_orders(category.shape, order.ranks)
    straights = _ranks_of_straights(len(category.shape), order)
    are_different = {*category.shape} == {1}
    if not are_different or not straights:
        return ranks_of_classes
    return (ranks for ranks in ranks_of_classes if ranks not in straights)


def _straights(category: Category, order: Order) -> Iterator[Ranks]:
    """Yield the ranks of the straights, the highest first; the last is the one in which the ace is low."""
    lowest = order.ranks[-1]
    top_below_ace = lowest + len(category.shape) - 2
    for top in range(ACE, top_below_ace, -1):
        yield (top,)
    if not order.has_wheel:
        return
    if lowest == 0:
        yield (top_below_ace,)
    else:
        yield (top_below_ace, ACE)


_SHORT_SHAPES: dict[int, tuple[Shape, ...]] = {
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
    ladder_keys = [(rung.category.number, rung.ranks) for rung in ladder()]

    def value_below(key: _Key) -> int:
        return bisect_left(ladder_keys, key)

    values: dict[HandClass, float] = {}
    for below, keys_of_gap in groupby(_short_keys(), key=value_below):
        rungs = [HandClass(CATEGORIES[index], ranks) for index, ranks in keys_of_gap]
        parts = len(rungs) + 1
        for place, rung in enumerate(rungs, 1):
            values[rung] = below + place / parts
    return values


_Key = tuple[int, Ranks]
"""The index of the category of a class, and its ranks: so classes are sorted by their values."""


def _short_keys() -> list[_Key]:
    """Return the keys of all short hands, the weakest first.

    A tuple sorts before every longer one that starts with it, as a missing card does.
    """
    keys: list[_Key] = []
    for index, shapes in _SHORT_SHAPES.items():
        for shape in shapes:
            keys += [(index, ranks) for ranks in _rank_orders(shape, ORDERS[""].ranks)]
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


@cache
def category_place(value: float) -> int:
    """Return the place of a value's category among `CATEGORY_NAMES`.

    >>> category_place(1), category_place(7461), category_place(7462)
    (0, 8, 9)
    """
    rung = class_of(value)
    is_royal = name(value, "short") == ROYAL_FLUSH
    return CATEGORY_NAMES.index(ROYAL_FLUSH) if is_royal else rung.category.number


def name(value: float, style: str = "long", *, royal: bool = True) -> str:
    """Return the English name of the class with that value.

    >>> name(7462), name(7462, royal=False), name(7462, "short", royal=False)
    ('Royal Flush', 'Straight Flush, Ace high', 'Straight Flush')
    >>> name(7453)
    'Straight Flush, Five high (steel wheel)'
    >>> name(3326), name(3326, "short"), name(3326, "full")
    ('One Pair, Jacks', 'One Pair', 'One Pair, Jacks; Ten Seven Four')

    Style ``full`` adds the kickers and so names each of the 7,462 classes differently. `royal` names the best
    straight flush apart. Low hands without a pair are named by their cards. Raises `OptionError` for an unknown style.

    >>> name(46_174), name(44_888), name(44_888, "full"), name(46_174, "short")
    ('6-4-3-2-A', 'Pair of Aces', 'Pair of Aces; Four Three Two', 'No Pair')
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
    letters = [_RANK_LETTERS[rank] for rank in rung.ranks]
    every_rank = "-".join(letters)
    text = category.long.format(*words, name=category.name, all=every_rank, **plurals)
    if category.straight and rung.spread() == (3, 2, 1, 0, ACE):
        text += " (steel wheel)" if category.flush else " (wheel)"
    return text


def _kickers(rung: HandClass) -> str:
    """Return the ranks that the long name does not say: ``; Ten Seven Four``."""
    long = rung.category.long
    if "{all}" in long:
        return ""
    ranks_in_name = [place for place in range(len(rung.ranks)) if f"{{{place}" in long]
    kickers = [RANK_NAMES[rank] for rank in rung.ranks[len(ranks_in_name) :]]
    if not kickers:
        return ""
    return "; " + " ".join(kickers)
