"""Ranges of starting hands: what a player may hold, as text.

============================  =======================================================================================
text                          hands
============================  =======================================================================================
``AhKh``, ``Ah Kh``           these two cards, in any spelling of cards
``TT``, ``AK``                the six pairs of tens; ace-king, the same suit or not: 4 + 12 hands
``AKs``, ``AKo``, ``[AKs]``   suited (4 hands), offsuit (12 hands); brackets change nothing
``TT+``, ``A8s+``             this pair and every higher one; A8s A9s ATs AJs AQs AKs: the second card rises up to the first
``TT-77``, ``A5s-A2s``        from one to the other; the second card runs
``JTs-54s``                   both cards run down together: JTs T9s 98s 87s 76s 65s 54s (and ``87s+`` is 87s alone)
``99-``, ``A8s-``, ``5x-``    this pair and every lower one; A8s A7s .. A2s; both cards a five or lower
``Ax``, ``Axs``, ``A*s``      an ace with any card (AA too), with any of its suit; ``Kx+`` is Kx and Ax
``10%``, ``top 10%``          the best tenth of all hands, whole starting hands as near to it as can be
``20%-35%``                   the best 35 % without the best 20 %
``random``, ``any two``       any two cards; also ``any``, ``*`` and ``100%``
``AKs:0.5``, ``[50]AK[/50]``  with a weight: held half as often; so say ``AKs:50%``, ``AKs@50``, ``50%(AK, QQ)``, ``0.5(AK)``
``!A9s``, ``-A9s``            without these hands, wherever it stands
``TT+, AKs/KQo:0.25``         several of them, separated by commas, slashes or blanks
============================  =======================================================================================

A hand that is named twice is in the range once, with the weight that comes last; a hand alone has weight 1. Capitals do not matter.
Percentages go by the exact equity of the 169 hands against a random hand (`BY_EQUITY`).

With 36 cards (short-deck, short-deck-trips) ranks go from 6 to A, and there are no percentages.

In Omaha a range is a list of hands of four to six cards, or ``random``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, combinations
from typing import NamedTuple

from xlpoker.errors import (
    HandError,
    PokerError,
    RangeError,
    check_choice,
    counted,
    quoted,
    shown,
)
from xlpoker.evaluator.cards import JOKER, RANKS, card_text, check_cards
from xlpoker.evaluator.classes import SHORT_DECK
from xlpoker.evaluator.games import OUT, check_deck
from xlpoker.odds.range_words import ACCEPTED, Hand, cards_in, error_at, two_card_hands

__all__ = ["BY_EQUITY", "STARTING_HANDS", "Range", "hand_of_range", "parse_range", "starting_hand"]

RANDOM = ("random", "any", "anytwo", "*", "100%")
HOLES = {"holdem": (2, 2), "omaha": (4, 6), **dict.fromkeys(SHORT_DECK, (2, 2))}
"""The least and the most hole cards of each game."""

NO_JOKERS = "a joker has no odds: it stands for a card that is chosen afterwards"
MOST_CHARACTERS = 100_000
_MOST_CHARACTERS_OF_A_HAND = 300

_SIGNS = str.maketrans(
    "\u2010\u2011\u2012\u2013\u2014\u2212\u2660\u2664\u2665\u2661\u2666\u2662\u2663\u2667",
    "------sshhddcc",
)
"""Dashes of all lengths and the signs of suits, each for one character."""

_CHUNK = re.compile(r"[^,;/\n]+")
"""A text between commas, semicolons, slashes and ends of lines."""

_SHARE = r"(?:top\s*)?\d+(?:\.\d+)?\s*%(?:\s*-\s*\d+(?:\.\d+)?\s*%)?"
_WORD = re.compile(
    rf"""(?P<sign>[!-]?)
         (?P<word>(?:{_SHARE}|any\s*two)(?=[\s:@]|$) | [^\s:@]+)
         (?P<weight>(?:[:@]\S*)?)""",
    re.IGNORECASE | re.VERBOSE,
)
_CARDS_AND_WEIGHT = re.compile(r"(?P<cards>[^:@]*)(?P<weight>.*)", re.DOTALL)

_GROUP = re.compile(
    r"""(?<![^\s,;/])(?P<share>(?:\d++(?:\.\d++)?|\.\d++)\s*+%?)\s*+\((?P<in_parentheses>[^()]*+)\)
      | \[\s*+(?P<percent>\d++(?:\.\d++)?)\s*+(?:%\s*+)?\](?P<in_tags>[^][]*+)
        \[\s*+/\s*+(?P=percent)\s*+(?:%\s*+)?\]""",
    re.VERBOSE,
)
"""Hands with one weight: ``50%(AK, QQ)``, ``0.5(AK)`` or ``[50]AK[/50]``."""

_TAG = re.compile(r"\[\s*+(?:/\s*+)?\d++(?:\.\d++)?\s*+(?:%\s*+)?\]")
"""Either end of ``[50]AK[/50]``."""

BY_EQUITY = """
AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo 55 QJs K9s A5s A6s
A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s
Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o
J5s T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o T2s
85s 96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s 63s
84o 92o 43s 74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
""".split()
"""The starting hands by their exact equity before the flop against a player who holds any two cards.

The best is first: this is what ``10%`` means.
"""


@dataclass(frozen=True, slots=True)
class Range:
    """What a player may hold: hands (card codes, ascending) and their weights.

    `random` stands for any cards.
    """

    text: str
    hands: tuple[Hand, ...]
    weights: tuple[float, ...]
    random: bool = False

    @property
    def known(self) -> bool:
        """Tell whether the range is one hand of known cards."""
        return len(self.hands) == 1


def hand_of_range(codes: list[int], game: str = "holdem") -> Range:
    """Return the range that is one hand.

    >>> hand_of_range([50, 46]).text
    'AH KH'

    Raises `HandError` for a wrong number of cards, a card that stands twice, or a joker.
    """
    _check_hand(codes, game)
    return Range(" ".join(map(card_text, codes)), (tuple(sorted(codes)),), (1,))


def _check_hand(codes: list[int], game: str) -> None:
    """Raise `HandError` for cards that are no hand of the game."""
    least, most = HOLES[game]
    if not least <= len(codes) <= most:
        takes = str(least) if least == most else f"{least} to {most}"
        raise HandError(f"{counted(len(codes), 'hole card')}: {game} takes {takes}")
    if JOKER in codes:
        raise HandError(NO_JOKERS)
    check_deck(game, codes)
    check_cards(codes)


# --- a text ------------------------------------------------------------------------------------------


class _Item(NamedTuple):
    """A word of a range, such as ``A5s-A2s``."""

    start: int  # its index in the text
    sign: str  # `!` or `-` for hands that are left out, else blank
    word: str
    weight: float


def parse_range(text: str, game: str = "holdem") -> Range:
    """Return the range that a text names.

    >>> texts = ("AhKh", "TT+", "A5s-A2s", "KQo", "AK, 22:0.5", "random")
    >>> [len(parse_range(text).hands) for text in texts]
    [1, 30, 16, 12, 22, 1326]
    >>> parse_range("AKs, TTs+")
    Traceback (most recent call last):
    xlpoker.errors.RangeError: 'AKs, TTs+' character 8: a pair has no suits; did you mean 'TT+'?

    Raises `RangeError`, whose `position` counts the characters from 1, `HandError` for a card that
    stands twice, and `OptionError` for a game without odds.
    """
    if not isinstance(text, str):
        raise RangeError(f"{shown(text)} is no range; a range is a text such as 'TT+, AKs'", 1)
    check_choice(game, HOLES, "has no odds")
    return _parsed_range(text, game)


@lru_cache(1 << 12)
def _parsed_range(text: str, game: str) -> Range:
    """Return the range that a text names in a game."""
    if len(text) > MOST_CHARACTERS:
        raise RangeError(
            f"a range of {len(text):,} characters; at most {MOST_CHARACTERS:,} are read",
            MOST_CHARACTERS + 1,
        )
    codes = _cards_of_hand(text)
    if codes and len(codes) <= HOLES[game][1]:
        _check_hand(codes, game)
        return Range(text.strip(), (tuple(sorted(codes)),), (1,))
    weights: dict[Hand, float] = {}
    excluded: set[Hand] = set()
    has_random = False
    for item in _last_items(text, game):
        if item.sign:
            excluded.update(_hands(text, item, game))
        elif "".join(item.word.split()).lower() in RANDOM:
            has_random = True
            if game != "omaha":
                weights |= dict.fromkeys(_any_two(game), item.weight)
        else:
            weights |= dict.fromkeys(_hands(text, item, game), item.weight)
    _check_named(text, game, weights, excluded, has_random)
    remaining = {hand: weight for hand, weight in weights.items() if hand not in excluded}
    if weights and not remaining:
        raise RangeError(f"{quoted(text)}: no hand is left, all are taken out again", 1)
    return _range_of_weights(text.strip(), game, remaining, has_random)


def _cards_of_hand(text: str) -> list[int]:
    """Return the cards that a whole text spells; an empty list for a range."""
    if text.strip() == "*" or len(text) > _MOST_CHARACTERS_OF_A_HAND:
        return []
    return cards_in(text)


def _last_items(text: str, game: str) -> list[_Item]:
    """Return the items of a text; of equal words only the last one is kept."""
    items: dict[tuple[str, str], _Item] = {}
    for item in _items(_grid_as_words(text).translate(_SIGNS), game):
        items.pop((item.sign, item.word), None)
        items[item.sign, item.word] = item
    return list(items.values())


def _check_named(
    text: str, game: str, weights: dict[Hand, float], excluded: set[Hand], has_random: bool
) -> None:
    """Raise `RangeError` where no hand is named, or unknown cards of Omaha beside known ones."""
    if not weights and not has_random:
        if excluded:
            problem = "no range to leave hands out of; begin with one, such as any, !A9s"
            raise RangeError(f"{quoted(text)}: {problem}", 1)
        raise RangeError(f"a range is missing; {ACCEPTED}", 1)
    if has_random and game == "omaha" and (weights or excluded):
        raise RangeError(f"{quoted(text)}: random stands alone in Omaha", 1)


def _range_of_weights(text: str, game: str, weights: dict[Hand, float], has_random: bool) -> Range:
    """Return a range; a hand alone has weight 1."""
    shares: tuple[float, ...] = tuple(weights.values())
    if len(shares) == 1:
        shares = (1,)
    is_complete = game == "omaha" or len(weights) == len(_any_two(game))
    is_random = has_random and is_complete and len(set(shares)) <= 1
    return Range(text, tuple(weights), shares, is_random)


@cache
def _any_two(game: str) -> tuple[Hand, ...]:
    lowest_code = len(OUT.get(game, ()))
    return tuple(combinations(range(lowest_code, 52), 2))


# --- a grid of cells ---------------------------------------------------------------------------------


def _grid_as_words(text: str) -> str:
    """Return a grid of 13 x 13 cells as words; any other text as it is.

    The grid has aces first and suited hands above the diagonal.
    """
    rows = [line.split("\t") for line in text.strip("\r\n").splitlines()]
    if [len(row) for row in rows] != [13] * 13:
        return text
    words = []
    for names, row in zip(STARTING_HANDS, rows, strict=True):
        for name, cell in zip(names, row, strict=True):
            weight = _weight_of_cell(cell.strip())
            if weight:
                words.append(f"{name}:{weight}")
    return ", ".join(words)


def _weight_of_cell(cell: str) -> str:
    """Return the weight of a hand by its cell in a grid, blank for a hand that is not held.

    A cell is blank or 0 for such a hand. It has a weight of 1 or less, a percentage above that, or
    any mark for a whole hand.
    """
    if not cell:
        return ""
    number = cell.removesuffix("%")
    is_number = number.replace(".", "", 1).isdecimal()
    weight = float(number) if is_number else 1.0
    if not weight:
        return ""
    is_percentage = weight > 1 or cell != number
    return repr(weight / 100 if is_percentage else weight)


# --- words and weights -------------------------------------------------------------------------------


class _Part(NamedTuple):
    """A part of a text in which all hands without a weight of their own have one weight."""

    start: int  # its index in the text
    text: str
    weight: float


def _items(text: str, game: str) -> Iterator[_Item]:
    """Yield the items of a text.

    A text between commas is one item if it spells cards; otherwise each of its words is an item.
    """
    for part in _weighted_parts(text):
        tag = _TAG.search(part.text)
        if tag:
            problem = f"{quoted(tag[0])} has no other end; write [50]AKs, QQ[/50]"
            raise error_at(text, part.start + tag.start(), problem)
        plain = part.text.replace("[", " ").replace("]", " ")
        for chunk in _CHUNK.finditer(plain):
            start = part.start + chunk.start()
            hand = _hand_item(text, start, chunk[0], part.weight, HOLES[game][0])
            if hand:
                yield hand
                continue
            for match in _WORD.finditer(chunk[0]):
                weight = part.weight
                if match["weight"]:
                    weight = _weight(text, start + match.start("weight"), match["weight"])
                yield _Item(start + match.start("word"), match["sign"], match["word"], weight)


def _hand_item(text: str, start: int, chunk: str, weight: float, least_cards: int) -> _Item | None:
    """Return a chunk that spells the cards of a hand; None for any other."""
    body = chunk.strip()
    match = _CARDS_AND_WEIGHT.match(body)
    assert match, "the pattern matches every text"
    cards = match["cards"]
    if len(cards_in(cards)) < least_cards:
        return None
    start += chunk.index(body)
    if match["weight"]:
        weight = _weight(text, start + len(cards), match["weight"])
    return _Item(start, "", cards.strip(), weight)


def _weighted_parts(text: str) -> Iterator[_Part]:
    """Split a text at groups such as ``[50]AK[/50]`` and ``50%(AK)``."""
    end = 0
    for match in _GROUP.finditer(text):
        yield _Part(end, text[end : match.start()], 1)
        if match["share"]:
            sign = match.start("share") - 1
            weight = _weight(text, sign, ":" + "".join(match["share"].split()))
            yield _Part(match.start("in_parentheses"), match["in_parentheses"], weight)
        else:
            sign = match.start("percent") - 1
            weight = _weight(text, sign, "@" + match["percent"])
            yield _Part(match.start("in_tags"), match["in_tags"], weight)
        end = match.end()
    yield _Part(end, text[end:], 1)


def _weight(text: str, index: int, signed: str) -> float:
    """Return the weight of ``:0.5``, ``:50%`` or ``@50``, whose sign stands at that index."""
    is_percentage = signed[0] == "@" or signed[-1] == "%"
    try:
        weight = float(signed[1:].removesuffix("%")) / (100 if is_percentage else 1)
    except ValueError:
        weight = 0
    if not 0 < weight < float("inf"):
        problem = f"{quoted(signed[1:])} is not a weight; a weight is a number above 0"
        raise error_at(text, index + 1, problem)
    return weight


# --- hands of a word ---------------------------------------------------------------------------------


def _hands(text: str, item: _Item, game: str) -> tuple[Hand, ...]:
    """Return the hands that an item names, by cards, by ranks or as a share of all hands."""
    word = item.word
    codes = cards_in(word)
    if codes and (len(codes) >= HOLES[game][0] or game == "omaha"):
        try:
            _check_hand(codes, game)
        except PokerError as error:
            raise error_at(text, item.start, str(error)) from None
        return (tuple(sorted(codes)),)
    problem = _problem_of_word(word, game)
    if problem:
        raise error_at(text, item.start, problem)
    if "%" in word:
        return _share(text, item, game)
    lowest_rank = len(OUT.get(game, ())) // 4
    return two_card_hands(text, item.start, word, lowest_rank)


def _problem_of_word(word: str, game: str) -> str:
    """Return what is wrong with a word that is not a hand; blank for nothing."""
    if game == "omaha":
        return f"{quoted(word)} is not a hand of four to six cards, nor 'random'"
    if word.lower().startswith("top") and "%" not in word:
        return f"{quoted(word)} needs a share; did you mean 'top {word[3:] or 10}%'?"
    if word in {"-", "+"}:
        return f"'{word}' stands alone; write A5s-A2s without blanks"
    return ""


def _share(text: str, item: _Item, game: str) -> tuple[Hand, ...]:
    """Return the best hands, such as ``10%``, or those between two shares, ``20%-35%``."""
    word = item.word
    if game != "holdem":
        problem = f"{quoted(word)}: shares are of hold'em hands; write hands, {ACCEPTED}"
        raise error_at(text, item.start, problem)
    percents = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", word)]
    are_shares = all(0 < percent <= 100 for percent in percents)
    if not re.fullmatch(_SHARE, word, re.IGNORECASE) or not are_shares:
        problem = f"{quoted(word)} is not a share of all hands; write 10%, top 10% or 20%-35%"
        raise error_at(text, item.start, problem)
    if len(percents) == 1:
        percents = [0, *percents]
    ends = [_hands_of_share(percent) for percent in percents]
    hands: list[Hand] = []
    for hands_of_name in _hands_by_equity()[min(ends) : max(ends)]:
        hands.extend(hands_of_name)
    return tuple(hands)


def _hands_of_share(percent: float) -> int:
    """Return how many of the 169 starting hands come nearest to a share of all hands."""
    wanted = percent / 100 * len(_any_two("holdem"))
    sizes = list(accumulate(map(len, _hands_by_equity()), initial=0))
    return min(range(len(sizes)), key=lambda count: abs(sizes[count] - wanted))


@cache
def _hands_by_equity() -> list[tuple[Hand, ...]]:
    return [two_card_hands(name, 0, name) for name in BY_EQUITY]


# --- starting hands ----------------------------------------------------------------------------------


def starting_hand(hand: Hand) -> str:
    """Return which of the 169 starting hands two cards are.

    >>> starting_hand((46, 50)), starting_hand((45, 50)), starting_hand((0, 1))
    ('AKs', 'AKo', '22')
    >>> len({name for row in STARTING_HANDS for name in row})
    169
    """
    low, high = sorted(hand)
    ranks = RANKS[high >> 2] + RANKS[low >> 2]
    if low >> 2 == high >> 2:
        return ranks
    is_suited = low & 3 == high & 3
    return ranks + ("s" if is_suited else "o")


def _starting_hand_at(row: int, column: int) -> str:
    """Return the starting hand in a field of the grid of 13 x 13."""
    is_suited = column > row
    second_suit = 0 if is_suited else 1
    return starting_hand((4 * (12 - row), 4 * (12 - column) + second_suit))


STARTING_HANDS = tuple(
    tuple(_starting_hand_at(row, column) for column in range(13)) for row in range(13)
)
"""The 169 starting hands as they are drawn: aces first, pairs on the diagonal.

Suited hands stand above it, offsuit hands below.
"""
