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
NO_JOKERS = "a joker has no odds: it stands for a card that is chosen afterwards"
_TAG = re.compile(r"\[\s*+(?:/\s*+)?\d++(?:\.\d++)?\s*+(?:%\s*+)?\]")
_GROUP = re.compile(
    r"""(?<![^\s,;/])((?:\d++(?:\.\d++)?|\.\d++)\s*+%?)\s*+\(([^()]*+)\)
      | \[\s*+(\d++(?:\.\d++)?)\s*+(?:%\s*+)?\]([^][]*+)\[\s*+/\s*+\3\s*+(?:%\s*+)?\]""",
    re.VERBOSE,
)
_SIGNS = str.maketrans(
    "\u2010\u2011\u2012\u2013\u2014\u2212\u2660\u2664\u2665\u2661\u2666\u2662\u2663\u2667",
    "------sshhddcc",
)
"""Dashes of all lengths and the signs of suits, each for one character."""

BY_EQUITY = """
AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo 55 QJs K9s A5s A6s
A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s
Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o
J5s T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o T2s
85s 96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s 63s
84o 92o 43s 74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
""".split()
"""The starting hands by their exact equity before the flop against a player who holds any two cards, the best first: what ``10%`` means."""

MOST_CHARACTERS = 100_000
_CHUNK = re.compile(r"[^,;/\n]+")
_SHARE = r"(?:top\s*)?\d+(?:\.\d+)?\s*%(?:\s*-\s*\d+(?:\.\d+)?\s*%)?"
_WORD = re.compile(
    rf"([!-]?)((?:{_SHARE}|any\s*two)(?=[\s:@]|$)|[^\s:@]+)((?:[:@]\S*)?)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Range:
    """What a player may hold: hands (card codes, ascending) and their weights; `random` stands for any cards."""

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
    _check(codes, game)
    return Range(" ".join(map(card_text, codes)), (tuple(sorted(codes)),), (1,))


def _check(codes: list[int], game: str) -> None:
    least, most = HOLES[game]
    if not least <= len(codes) <= most:
        takes = str(least) if least == most else f"{least} to {most}"
        raise HandError(f"{counted(len(codes), 'hole card')}: {game} takes {takes}")
    if JOKER in codes:
        raise HandError(NO_JOKERS)
    check_deck(game, codes)
    check_cards(codes)


def parse_range(text: str, game: str = "holdem") -> Range:
    """Return the range that a text names.

    >>> [len(parse_range(text).hands) for text in ("AhKh", "TT+", "A5s-A2s", "KQo", "AK, 22:0.5", "random")]
    [1, 30, 16, 12, 22, 1326]
    >>> parse_range("AKs, TTs+")
    Traceback (most recent call last):
    xlpoker.errors.RangeError: 'AKs, TTs+' character 8: a pair has no suits; did you mean 'TT+'?

    Raises `RangeError`, whose `position` counts the characters from 1, `HandError` for a card that stands twice, and
    `OptionError` for a game without odds.
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
    codes = [] if text.strip() == "*" or len(text) > 300 else cards_in(text)
    if codes and len(codes) <= HOLES[game][1]:
        _check(codes, game)
        return Range(text.strip(), (tuple(sorted(codes)),), (1,))
    items: dict[tuple[str, str], tuple[int, float]] = {}
    for place, sign, word, weight in _items(_in_cells(text).translate(_SIGNS), game):
        items.pop((sign, word), None)  # the last one counts
        items[sign, word] = place, weight
    found: dict[Hand, float] = {}
    without: set[Hand] = set()
    everything = False
    for (sign, word), (place, weight) in items.items():
        if "".join(word.split()).lower() in RANDOM and not sign:
            everything = True
            found |= dict.fromkeys(() if game == "omaha" else _any_two(game), weight)
        elif sign:
            without.update(_hands(text, place, word, game))
        else:
            found |= dict.fromkeys(_hands(text, place, word, game), weight)
    if not found and not everything:
        only = f"{quoted(text)}: no range to leave hands out of; begin with one, such as any, !A9s"
        raise RangeError(only if without else f"a range is missing; {ACCEPTED}", 1)
    if everything and game == "omaha" and (found or without):
        raise RangeError(f"{quoted(text)}: random stands alone in Omaha", 1)
    kept = {hand: weight for hand, weight in found.items() if hand not in without}
    if found and not kept:
        raise RangeError(f"{quoted(text)}: no hand is left, all are taken out again", 1)
    weights = tuple(kept.values()) if len(kept) > 1 else (1,) * len(kept)
    every = game == "omaha" or len(kept) == len(_any_two(game))
    return Range(
        text.strip(), tuple(kept), weights, everything and every and len(set(weights)) <= 1
    )


def _in_cells(text: str) -> str:
    """Return a grid of 13 x 13 cells, aces first and suited hands above the diagonal, as words; any other text as it is.

    A cell is blank or 0 for a hand that is not held, a weight of 1 or less, a percentage above that, or any mark for a whole hand.
    """
    rows = [line.split("\t") for line in text.strip("\r\n").splitlines()]
    if [len(row) for row in rows] != [13] * 13:
        return text
    words = []
    for names, row in zip(STARTING_HANDS, rows, strict=True):
        for name, cell in zip(names, map(str.strip, row), strict=True):
            number = cell.removesuffix("%")
            share = (
                float(number) if number.replace(".", "", 1).isdecimal() else 1.0 if cell else 0.0
            )
            if share:
                words.append(f"{name}:{share / 100 if share > 1 or cell != number else share!r}")
    return ", ".join(words)


@cache
def _any_two(game: str) -> tuple[Hand, ...]:
    return tuple(combinations(range(len(OUT.get(game, ())), 52), 2))


def _items(text: str, game: str) -> Iterator[tuple[int, str, str, float]]:
    """Yield where each item begins, its sign (``!`` or ``-``), its word and its weight.

    A text between commas is one item if it spells cards; otherwise each of its words is an item.
    """
    least = HOLES[game][0]
    for start, part, share in _weighted_parts(text):
        if tag := _TAG.search(part):
            raise error_at(
                text,
                start + tag.start(),
                f"{quoted(tag[0])} has no other end; write [50]AKs, QQ[/50]",
            )
        plain = part.replace("[", " ").replace("]", " ")
        for chunk in _CHUNK.finditer(plain):
            body = chunk[0].strip()
            cards, given = re.match(r"([^:@]*)(.*)", body, re.DOTALL).groups()  # type: ignore[union-attr]
            if len(cards_in(cards)) >= least:
                at = start + chunk.start() + chunk[0].index(body)
                yield (
                    at,
                    "",
                    cards.strip(),
                    _weight(text, at + len(cards), given) if given else share,
                )
                continue
            for found in _WORD.finditer(chunk[0]):
                at = start + chunk.start() + found.start(2)
                place = start + chunk.start() + found.start(3)
                yield at, found[1], found[2], _weight(text, place, found[3]) if found[3] else share


def _weighted_parts(text: str) -> Iterator[tuple[int, str, float]]:
    """Split a text at groups such as ``[50]AK[/50]`` and ``50%(AK)``; yield where each part begins, the part and its weight."""
    start = 0
    for group in _GROUP.finditer(text):
        yield start, text[start : group.start()], 1
        at, given = (1, ":" + "".join(group[1].split())) if group[1] else (3, f"@{group[3]}")
        yield group.start(at + 1), group[at + 1], _weight(text, group.start(at) - 1, given)
        start = group.end()
    yield start, text[start:], 1


def _weight(text: str, place: int, given: str) -> float:
    """Return the weight of ``:0.5``, ``:50%`` or ``@50``, whose sign stands at that index of the text."""
    number = given[1:].removesuffix("%")
    try:
        weight = float(number) / (100 if given[0] == "@" or given[-1] == "%" else 1)
    except ValueError:
        weight = 0
    if not 0 < weight < float("inf"):
        raise error_at(
            text, place + 1, f"{quoted(given[1:])} is not a weight; a weight is a number above 0"
        )
    return weight


def _hands(text: str, place: int, word: str, game: str) -> tuple[Hand, ...]:
    codes = cards_in(word)
    if codes and (len(codes) >= HOLES[game][0] or game == "omaha"):
        try:
            _check(codes, game)
        except PokerError as error:
            raise error_at(text, place, str(error)) from None
        return (tuple(sorted(codes)),)
    if game == "omaha":
        raise error_at(
            text, place, f"{quoted(word)} is not a hand of four to six cards, nor 'random'"
        )
    if word.lower().startswith("top") and "%" not in word:
        raise error_at(
            text, place, f"{quoted(word)} needs a share; did you mean 'top {word[3:] or 10}%'?"
        )
    if word in {"-", "+"}:
        raise error_at(text, place, f"'{word}' stands alone; write A5s-A2s without blanks")
    if "%" in word:
        return _share(text, place, word, game)
    return two_card_hands(text, place, word, len(OUT.get(game, ())) // 4)


def _share(text: str, place: int, word: str, game: str) -> tuple[Hand, ...]:
    """Return the best hands, such as ``10%``, or those between two shares, ``20%-35%``."""
    if game != "holdem":
        raise error_at(
            text, place, f"{quoted(word)}: shares are of hold'em hands; write hands, {ACCEPTED}"
        )
    ends = [float(end) for end in re.findall(r"\d+(?:\.\d+)?", word)]
    if not re.fullmatch(_SHARE, word, re.IGNORECASE) or not all(0 < end <= 100 for end in ends):
        raise error_at(
            text,
            place,
            f"{quoted(word)} is not a share of all hands; write 10%, top 10% or 20%-35%",
        )
    hands = _hands_by_equity()
    sizes = list(accumulate(map(len, hands), initial=0))
    wanted = [end / 100 * len(_any_two(game)) for end in (ends if len(ends) > 1 else [0, *ends])]
    counts = [
        min(range(len(sizes)), key=lambda place: abs(sizes[place] - share)) for share in wanted
    ]
    return tuple(hand for some in hands[min(counts) : max(counts)] for hand in some)


@cache
def _hands_by_equity() -> list[tuple[Hand, ...]]:
    return [two_card_hands(name, 0, name) for name in BY_EQUITY]


def starting_hand(hand: Hand) -> str:
    """Return which of the 169 starting hands two cards are.

    >>> starting_hand((46, 50)), starting_hand((45, 50)), starting_hand((0, 1)), len({*sum(STARTING_HANDS, ())})
    ('AKs', 'AKo', '22', 169)
    """
    low, high = sorted(hand)
    suffix = "" if low >> 2 == high >> 2 else "s" if low & 3 == high & 3 else "o"
    return RANKS[high >> 2] + RANKS[low >> 2] + suffix


STARTING_HANDS = tuple(
    tuple(
        starting_hand((4 * (12 - row), 4 * (12 - column) + (row >= column))) for column in range(13)
    )
    for row in range(13)
)
"""The 169 starting hands as they are drawn: aces first, pairs on the diagonal, suited above it, offsuit below."""
