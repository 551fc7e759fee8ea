"""Parser of the single words of a range: `A5s-A2s`, `Axs`, `AhX` in hold'em, `AAKKds` in Omaha; errors name the character."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations, product
from math import comb, prod

from xlpoker.errors import PokerError, RangeError, quoted
from xlpoker.evaluator.cards import RANKS, SUITS, TEXTS
from xlpoker.evaluator.hand import codes_of

__all__ = ["ACCEPTED", "Hand", "Item", "card_codes", "cards_in", "error_at", "omaha_hands"]

Hand = tuple[int, ...]
ACCEPTED = "such as TT+, A5s-A2s, KQo, AhKh or random"
MOST_HANDS = 300_000
"""A word that names more hands of Omaha is refused."""

_RANK = re.compile("10|[2-9tjqka]", re.IGNORECASE)
_ANY = ("x", "X", "*")
_SUITS_OF_TWO = "'s' is suited, 'o' offsuit; a suit stands behind its rank, AhX or AhXh"
_PLACE = r"(10|[2-9tjqkax*])"
_WILD = re.compile(rf"{_PLACE}([cdhs]?){_PLACE}([cdhsox*]?)([+-]?)", re.IGNORECASE)
_OMAHA = re.compile(rf"((?:{_PLACE}[cdhs]?){{4,6}})(ds|ss|r)?", re.IGNORECASE)
_OMAHA_PLACE = re.compile(rf"{_PLACE}([cdhs]?)", re.IGNORECASE)


def error_at(text: str, place: int, problem: str) -> RangeError:
    """Return the error about the character at that index of the text."""
    return RangeError(f"{quoted(text)} character {place + 1}: {problem}", place + 1)


def card_codes(cards: str | Iterable[str | int]) -> list[int]:
    """Return the codes of cards as `codes_of` does; faster where each has two characters and nothing is between.

    >>> card_codes("AhKh"), card_codes("Ace of Spades 10h")
    ([50, 46], [51, 34])
    """
    if isinstance(cards, str):
        try:
            return [TEXTS[cards[place : place + 2]] for place in range(0, len(cards), 2)]
        except KeyError:
            pass
    return codes_of(cards)


def cards_in(text: str) -> list[int]:
    """Return the cards that a text spells; an empty list for anything else, such as a range.

    >>> cards_in("AhKh"), cards_in("AKs")
    ([50, 46], [])
    """
    if "+" in text or "-" in text:
        return []
    try:
        return card_codes(text)
    except PokerError:
        return []


class Item:
    """Parser of one word such as ``A5s-A2s``, from left to right; `lowest` is the deck's lowest rank."""

    def __init__(self, text: str, start: int, word: str, lowest: int = 0) -> None:
        self.text, self.start, self.word, self.at, self.lowest = text, start, word, 0, lowest

    def hands(self) -> tuple[Hand, ...]:
        """Return the hands that the word names."""
        if (wild := _WILD.fullmatch(self.word)) and (
            wild[1] in _ANY or wild[3] in _ANY or (wild[2] and not wild[4]) or (wild[2] and wild[4] in _ANY)
        ):
            return self._wild(*wild.groups())
        high, low, suits = self._two_ranks()
        if self._take("+"):
            self._end()
            tops = range(high, 13) if high == low else range(low, high)
            return _combinations([(top, top) if high == low else (high, top) for top in tops], suits)
        if self.word[self.at :] == "-":
            pairs = [(low, low) for low in range(self.lowest, high + 1)]
            return _combinations(pairs if high == low else [(high, one) for one in range(self.lowest, low + 1)], suits)
        if self._take("-"):
            begin = self.at
            last_high, last_low, last_suits = self._two_ranks()
            self._end()
            return _combinations(self._run((high, low), (last_high, last_low), begin, (suits, last_suits)), suits)
        self._end()
        return _combinations([(high, low)], suits)

    def _wild(self, one: str, suit: str, other: str, suffix: str, plus: str) -> tuple[Hand, ...]:
        """Return the hands of a word of two cards in which one is any card (x) or names its suit."""
        suited = "" if suit else suffix.lower()
        if suited and suited not in "so":
            raise self.fail(len(self.word) - 1 - len(plus), f"{quoted(suffix)} is not understood here; {_SUITS_OF_TWO}")
        if plus and (suit or one in _ANY or other not in _ANY):
            raise self.fail(len(self.word) - 1, f"'{plus}' follows ranks, such as TT{plus}, A8s{plus} or Kx{plus}")
        if suit and suffix.lower() == "o":
            raise self.fail(len(self.word) - 1, f"'{suffix}' is not a suit; {_SUITS_OF_TWO}")
        for rank in (one, other):
            self._check_rank(self.word.index(rank), rank)
        first = _cards(one, suit, self.lowest)
        second = _cards(other, suffix if suit and suffix not in _ANY else "", self.lowest)
        if plus == "+":
            first = list(range(first[0], 52))
        elif plus:
            first = second = second[: second.index(first[-1]) + 1]
        found = {(min(a, b), max(a, b)) for a in first for b in second if a != b}
        alike = {"s": (True,), "o": (False,)}.get(suited, (True, False))
        hands = tuple(sorted(hand for hand in found if (hand[0] & 3 == hand[1] & 3) in alike))
        if not hands:
            raise self.fail(0, f"{quoted(self.word)} is no hand: a card cannot be held twice")
        return hands

    def fail(self, place: int, problem: str) -> RangeError:
        """Return the error that points at a character of the word."""
        return error_at(self.text, self.start + place, problem)

    def _check_rank(self, place: int, rank: str) -> None:
        """Raise `RangeError` for a rank that the deck does not have."""
        if rank in RANKS[: self.lowest]:
            raise self.fail(place, f"{quoted(rank)} is not a rank of this deck, {' '.join(RANKS[self.lowest :])}")

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
            self._check_rank(self.at, match[0])
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
        """Return the rank pairs from one end of a run to the other."""
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


def _cards(rank: str, suit: str, lowest: int = 0) -> list[int]:
    """Return the cards of a rank, or of any, and of a suit, or of any."""
    ranks = range(lowest, 13) if rank in _ANY else [RANKS.index(rank.upper().replace("10", "T"))]
    suits = [SUITS.index(suit.upper())] if suit else range(4)
    return [4 * one + two for one in ranks for two in suits]


# --- Omaha -----------------------------------------------------------------------------------------------------------


def omaha_hands(text: str, start: int, word: str) -> tuple[Hand, ...]:
    """Return the hands of a word such as ``AAxx`` or ``JT98ss`` that begins at that index of the text."""
    if "%" in word:
        raise error_at(
            text, start, f"{quoted(word)}: shares are of hold'em hands; in Omaha write AAxx, JT98ss or random"
        )
    whole = _OMAHA.fullmatch(word)
    if whole is None:
        raise error_at(
            text,
            start + _stop(word),
            f"{quoted(word)} is not a hand of four to six cards, nor 'random'; {_OMAHA_WORDS}",
        )
    places = [found.groups() for found in _OMAHA_PLACE.finditer(whole[1])]
    fixed = [_cards(rank, suit) for rank, suit in places if rank not in _ANY or suit]
    free = len(places) - len(fixed)
    if prod(map(len, fixed)) * comb(52 - len(fixed), free) > 8 * MOST_HANDS:
        raise error_at(text, start, f"{quoted(word)} is more hands than a range can have; name more of its cards")
    chosen = {tuple(sorted(cards)) for cards in product(*fixed) if len(set(cards)) == len(cards)}
    found = {
        tuple(sorted((*cards, *more)))
        for cards in chosen
        for more in combinations([code for code in range(52) if code not in cards], free)
    }
    wanted = {"ds": 2, "ss": 1, "r": 0}.get((whole[3] or "").lower())
    hands = tuple(sorted(hand for hand in found if wanted is None or _double_suits(hand) == wanted))
    if not hands:
        raise error_at(text, start, f"{quoted(word)} is no hand: its cards and suits do not go together")
    return hands


_OMAHA_WORDS = "x is any card; at the end ds is double-suited, ss single-suited, r rainbow"


def _stop(word: str) -> int:
    """Return the index of the first character that makes a word no Omaha hand."""
    at = 0
    for found in _OMAHA_PLACE.finditer(word):
        if found.start() != at:
            break
        at = found.end()
    return min(at, len(word) - 1) if len(_OMAHA_PLACE.findall(word)) > 3 else at if at < len(word) else 0


def _double_suits(hand: Hand) -> int:
    suits = [code & 3 for code in hand]
    return sum(suits.count(suit) > 1 for suit in range(4))
