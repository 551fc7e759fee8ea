"""Ranges of starting hands: what a player may hold, as text.

======================  =============================================================================
text                    hands
======================  =============================================================================
``AhKh``, ``Ah Kh``     these two cards, in any spelling of cards
``TT``                  the six pairs of tens
``AK``                  ace-king, the same suit or not: 4 + 12 hands
``AKs``, ``AKo``        suited (4 hands), offsuit (12 hands)
``TT+``                 this pair and every higher one
``A8s+``                the second card rises up to the first: A8s A9s ATs AJs AQs AKs
``TT-77``               the pairs from one to the other
``A5s-A2s``             the second card runs from one to the other
``JTs-54s``             both cards run down together: JTs T9s 98s 87s 76s 65s 54s
``random``              any two cards; in Omaha any four
``AKs:0.5``             with a weight: held half as often (``:50%`` says the same)
``TT+, AKs, KQo:0.25``  several of them, separated by commas or blanks
======================  =============================================================================

A hand that is named twice is in the range once, with the weight that comes last; a hand alone has weight 1. In Omaha a range is a hand of four
to six cards, or several separated by commas, or ``random``. Capitals do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product

from xlpoker.errors import HandError, PokerError, RangeError, quoted
from xlpoker.evaluator.cards import JOKER, RANKS, TEXTS, card_text, check_cards, parse_cards
from xlpoker.evaluator.hand import codes_of

__all__ = [
    "STARTING_HANDS",
    "Range",
    "card_codes",
    "cards_in",
    "hand_of_range",
    "parse_range",
    "quick_cards",
    "starting_hand",
]

Hand = tuple[int, ...]
RANDOM = "random"
HOLES = {"holdem": (2, 2), "omaha": (4, 6)}
ACCEPTED = "such as TT+, A5s-A2s, KQo, AhKh or random"
_RANK = re.compile("10|[2-9tjqka]", re.IGNORECASE)
_CHUNK = re.compile(r"[^,;\n]+")
_WORD = re.compile(r"[^\s]+")


@dataclass(frozen=True, slots=True)
class Range:
    """What a player may hold: hands (card codes, ascending) and how often each is held; `random` for any cards."""

    text: str
    hands: tuple[Hand, ...]
    weights: tuple[float, ...]
    random: bool = False

    @property
    def known(self) -> bool:
        """Tell whether it is one hand whose cards are known."""
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
        raise HandError(f"{len(codes)} hole card{'s' * (len(codes) != 1)}: {game} takes {takes}")
    if JOKER in codes:
        raise HandError("a joker has no odds: it stands for a card that is chosen afterwards")
    check_cards(codes)


@lru_cache(1 << 12)
def parse_range(text: str, game: str = "holdem") -> Range:
    """Return the hands that a text names.

    >>> [len(parse_range(text).hands) for text in ("AhKh", "TT+", "A5s-A2s", "KQo", "AK, 22:0.5", "random")]
    [1, 30, 16, 12, 22, 1326]
    >>> parse_range("AKs, TTs+")
    Traceback (most recent call last):
    xlpoker.errors.RangeError: 'AKs, TTs+' character 8: a pair has no suits; did you mean 'TT+'?

    Raises `RangeError`, whose `position` counts the characters from 1, and `HandError` for a card that stands twice.
    """
    codes = cards_in(text)
    least, most = HOLES[game]
    if codes and (least <= len(codes) <= most or len(codes) < least):
        _check(codes, game)
        return Range(text.strip(), (tuple(sorted(codes)),), (1,))
    found: dict[Hand, float] = {}
    everything = False
    for place, item in _items(text, game):
        word, weight = _weighted(text, place, item)
        if word.lower() == RANDOM:
            everything = True
            found |= dict.fromkeys(_any_two() if game == "holdem" else (), weight)
        else:
            found |= dict.fromkeys(_hands(text, place, word, game), weight)
    if not found and not everything:
        raise RangeError(f"a range is missing; {ACCEPTED}", 1)
    if everything and game == "omaha" and found:
        raise RangeError(f"{quoted(text)}: random stands alone in Omaha", 1)
    weights = tuple(found.values()) if len(found) > 1 else (1,) * len(found)
    return Range(text.strip(), tuple(found), weights, everything and len(set(weights)) <= 1)


@cache
def _any_two() -> tuple[Hand, ...]:
    return tuple(combinations(range(52), 2))


def quick_cards(text: str) -> list[int]:
    """Return the cards of a text; faster than `parse_cards` where each has two characters and nothing is between.

    >>> quick_cards("AhKh"), quick_cards("Ace of Spades 10h")
    ([50, 46], [51, 34])
    """
    try:
        return [TEXTS[text[place : place + 2]] for place in range(0, len(text), 2)]
    except KeyError:
        return parse_cards(text)


def card_codes(cards: str | Iterable[str | int]) -> list[int]:
    """Return the codes of cards given as text, texts or codes; plain texts at once."""
    return quick_cards(cards) if isinstance(cards, str) else codes_of(cards)


def cards_in(text: str) -> list[int]:
    """Return the cards that a text spells, none when it is something else, such as a range.

    >>> cards_in("AhKh"), cards_in("AKs")
    ([50, 46], [])
    """
    if "+" in text or "-" in text:
        return []
    try:
        return quick_cards(text)
    except PokerError:
        return []


def _items(text: str, game: str) -> Iterator[tuple[int, str]]:
    """Yield the items of a range and where they begin: what is between commas if it is cards, else its words."""
    least = HOLES[game][0]
    for chunk in _CHUNK.finditer(text):
        body = chunk[0].strip()
        if len(cards_in(body.partition(":")[0])) >= least:
            yield chunk.start() + chunk[0].index(body), body
        else:
            yield from ((chunk.start() + word.start(), word[0]) for word in _WORD.finditer(chunk[0]))


def _weighted(text: str, place: int, item: str) -> tuple[str, float]:
    word, colon, given = item.partition(":")
    if not colon:
        return word, 1
    try:
        weight = float(given.removesuffix("%")) / (100 if given.endswith("%") else 1)
    except ValueError:
        weight = 0
    if not 0 < weight < float("inf"):
        raise _error(text, place + len(word) + 1, f"{quoted(given)} is not a weight; a weight is a number above 0")
    return word.strip(), weight


def _error(text: str, place: int, problem: str) -> RangeError:
    return RangeError(f"{quoted(text)} character {place + 1}: {problem}", place + 1)


def _hands(text: str, place: int, word: str, game: str) -> tuple[Hand, ...]:
    codes = cards_in(word)
    if codes and (len(codes) >= HOLES[game][0] or game == "omaha"):
        try:
            _check(codes, game)
        except HandError as error:
            raise _error(text, place, str(error)) from None
        return (tuple(sorted(codes)),)
    if game == "omaha":
        raise _error(text, place, f"{quoted(word)} is not a hand of four to six cards, nor 'random'")
    return _Item(text, place, word).hands()


class _Item:
    """One word such as ``A5s-A2s``, read from left to right; errors know the character."""

    def __init__(self, text: str, start: int, word: str) -> None:
        self.text, self.start, self.word, self.at = text, start, word, 0

    def hands(self) -> tuple[Hand, ...]:
        """Return the hands that the word names."""
        high, low, suits = self._two_ranks()
        if self._take("+"):
            self._end()
            tops = range(high, 13) if high == low else range(low, high)
            return _combinations([(top, top) if high == low else (high, top) for top in tops], suits)
        if self._take("-"):
            begin = self.at
            last_high, last_low, last_suits = self._two_ranks()
            self._end()
            return _combinations(self._run((high, low), (last_high, last_low), begin, (suits, last_suits)), suits)
        self._end()
        return _combinations([(high, low)], suits)

    def fail(self, place: int, problem: str) -> RangeError:
        """Return the error that points at a character of the word."""
        return _error(self.text, self.start + place, problem)

    def _take(self, sign: str) -> bool:
        found = self.word[self.at : self.at + 1].lower() == sign
        self.at += found
        return found

    def _two_ranks(self) -> tuple[int, int, str]:
        """Return the higher rank, the lower one, and ``s``, ``o`` or nothing."""
        ranks = []
        begin = self.at
        for _ in range(2):
            match = _RANK.match(self.word, self.at)
            if match is None:
                raise self.fail(min(self.at, len(self.word) - 1), self._no_rank(begin))
            ranks.append(RANKS.index(match[0].upper().replace("10", "T")))
            self.at = match.end()
        high, low = max(ranks), min(ranks)
        suits = next((sign for sign in "so" if self._take(sign)), "")
        if suits and high == low:
            pair = RANKS[high] * 2
            raise self.fail(
                self.at - 1, f"a pair has no suits; did you mean '{pair}{'+' * self.word[self.at :].startswith('+')}'?"
            )
        return high, low, suits

    def _no_rank(self, begin: int) -> str:
        whole = self.word[begin:]
        codes = cards_in(whole)
        if len(codes) == 1:
            return f"{quoted(whole)} is one card; a hand has two, {ACCEPTED}"
        if len(cards_in(re.split("[+-]", whole)[0])) == 2:
            return f"'+' and '-' follow ranks, such as TT+ or A5s-A2s, not cards such as {quoted(whole[:4])}"
        sign = self.word[self.at : self.at + 1]
        return f"{quoted(sign)} is not a rank 2-9 T J Q K A" if sign else f"a rank is missing; {ACCEPTED}"

    def _end(self) -> None:
        if self.at < len(self.word):
            rest = self.word[self.at :]
            hint = "'s' is suited, 'o' offsuit" if self.at in (2, 3) else f"a range is {ACCEPTED}"
            raise self.fail(self.at, f"{quoted(rest)} is not understood here; {hint}")

    def _run(
        self, first: tuple[int, int], last: tuple[int, int], begin: int, suits: tuple[str, str]
    ) -> list[tuple[int, int]]:
        """Return the rank pairs from one end to the other."""
        if suits[0] != suits[1]:
            raise self.fail(begin, "both ends are suited, or both offsuit")
        (high, low), (last_high, last_low) = sorted([first, last], reverse=True)
        if high == last_high and high not in (low, last_low):
            return [(high, rank) for rank in range(min(low, last_low), max(low, last_low) + 1)]
        if high - low == last_high - last_low:
            return [(high - step, low - step) for step in range(high - last_high + 1)]
        raise self.fail(begin, "both ends share their first rank (A5s-A2s), or their distance (TT-77, JTs-54s)")


def _combinations(pairs: Iterable[tuple[int, int]], suits: str) -> tuple[Hand, ...]:
    """Return the hands of some pairs of ranks, suited, offsuit, or both."""
    found: list[Hand] = []
    for high, low in pairs:
        for one, two in product(range(4), repeat=2):
            if one > two if high == low else {"s": one == two, "o": one != two, "": True}[suits]:
                found.append((4 * low + two, 4 * high + one))
    return tuple(found)


@cache
def _grid() -> tuple[tuple[str, ...], ...]:
    def name(row: int, column: int) -> str:
        high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
        return high + low + ("" if row == column else "s" if column > row else "o")

    return tuple(tuple(name(row, column) for column in range(13)) for row in range(13))


STARTING_HANDS = _grid()
"""The 169 starting hands as they are drawn: aces first, pairs on the diagonal, suited above it, offsuit below."""


def starting_hand(hand: Hand) -> str:
    """Return which of the 169 starting hands two cards are.

    >>> starting_hand((46, 50)), starting_hand((45, 50)), starting_hand((0, 1)), len({*sum(STARTING_HANDS, ())})
    ('AKs', 'AKo', '22', 169)
    """
    low, high = sorted(hand)
    suffix = "" if low >> 2 == high >> 2 else "s" if low & 3 == high & 3 else "o"
    return RANKS[high >> 2] + RANKS[low >> 2] + suffix
