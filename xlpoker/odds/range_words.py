"""Parser of the single words of a range: `A5s-A2s`, `Axs`, `AhX` in hold'em, `AAKKds` in Omaha; errors name the character."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from math import comb, prod

from xlpoker.errors import PokerError, RangeError, quoted
from xlpoker.evaluator.cards import RANKS, SUITS, TEXTS
from xlpoker.evaluator.hand import codes_of

__all__ = ["ACCEPTED", "Hand", "card_codes", "cards_in", "error_at", "omaha_hands", "two_card_hands"]

Hand = tuple[int, ...]
ACCEPTED = "such as TT+, A5s-A2s, KQo, AhKh or random"
MOST_HANDS = 300_000
"""A word that names more hands of Omaha is refused."""

_ANY = ("x", "X", "*")
_SUITED = "'s' is suited, 'o' offsuit"
_PLACE = r"(10|[2-9tjqkax*])"
_TWO = re.compile(rf"{_PLACE}([cdhs]?){_PLACE}([cdhsox*]?)", re.IGNORECASE)
_OMAHA = re.compile(rf"((?:{_PLACE}[cdhs]?){{4,6}})(ds|ss|r)?", re.IGNORECASE)
_OMAHA_START = re.compile(rf"(?:{_PLACE}[cdhs]?)*", re.IGNORECASE)
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


def two_card_hands(text: str, start: int, word: str, lowest: int = 0) -> tuple[Hand, ...]:
    """Return the hands of a word such as ``A5s-A2s`` or ``AhX`` at that index of the text; `lowest` is the deck's lowest rank.

    >>> len(two_card_hands("A5s-A2s", 0, "A5s-A2s")), len(two_card_hands("AhX", 0, "AhX"))
    (16, 51)
    """

    def fail(place: int, problem: str) -> RangeError:
        return error_at(text, start + min(place, len(word) - 1), problem)

    one, suit, other, sign, end = _two_at(word, 0, lowest, fail)
    rest, wild = word[end:], one in _ANY or other in _ANY
    if rest[:1] in ("+", "-") and suit and sign in ("c", "d", "h", "s") and not wild:
        raise fail(1, f"'+' and '-' follow ranks, such as TT+ or A5s-A2s, not cards such as {quoted(word[:4])}")
    if rest in ("+", "-") and (suit or (wild and (one in _ANY or other not in _ANY))):
        raise fail(end, f"'{rest}' follows ranks, such as TT{rest}, A8s{rest} or Kx{rest}")
    if rest in ("", "+", "-") and (suit or wild or not rest):
        first, second = _cards(one, suit, lowest), _cards(other, sign if suit and sign not in _ANY else "", lowest)
        if rest == "+":
            first = list(range(first[0], 52))
        elif rest:
            first = second = second[: second.index(first[-1]) + 1]
        hands = _pairs(first, second, "" if suit else sign)
        if not hands:
            raise fail(0, f"{quoted(word)} is no hand: a card cannot be held twice")
        return hands
    low, high = (0, 0) if wild else sorted(map(_rank, (one, other)))
    if rest == "+":
        ranks = [(top, top) if high == low else (high, top) for top in range(low, 13 if high == low else high)]
    elif rest == "-":
        ranks = [(rank, rank) if high == low else (high, rank) for rank in range(lowest, low + 1)]
    elif rest[:1] == "-" and not wild and not suit:
        last, last_suit, another, last_sign, stop = _two_at(word, end + 1, lowest, fail)
        if stop < len(word) or last_suit or last in _ANY or another in _ANY:
            stop = stop if stop < len(word) else end + 1
            raise fail(stop, f"{quoted(word[stop:])} is not understood here; a range is {ACCEPTED}")
        if sign != last_sign:
            raise fail(end + 1, "both ends are suited, or both offsuit")
        ranks = _run((high, low), (max(_rank(last), _rank(another)), min(_rank(last), _rank(another))))
        if not ranks:
            raise fail(end + 1, "both ends share their first rank (A5s-A2s), or their distance (TT-77, JTs-54s)")
    else:
        end += rest[0] in "+-"
        rest = word[end:]
        raise fail(end, f"{quoted(rest)} is not understood here; {_SUITED if end < 4 else f'a range is {ACCEPTED}'}")
    cards = [(_cards(RANKS[top], ""), _cards(RANKS[under], "")) for top, under in ranks]
    return tuple(hand for first, second in cards for hand in _pairs(first, second, sign))


def _two_at(
    word: str, begin: int, lowest: int, fail: Callable[[int, str], RangeError]
) -> tuple[str, str, str, str, int]:
    """Return the ranks and suits of two cards that begin at an index of a word, and where they end."""
    found = _TWO.match(word, begin)
    if found is None:
        raise fail(*_no_two(word, begin))
    one, suit, other, suffix = found.groups()
    for place, rank in ((begin, one), (found.start(3), other)):
        if rank in RANKS[:lowest]:
            raise fail(place, f"{quoted(rank)} is not a rank of this deck, {' '.join(RANKS[lowest:])}")
    wild, sign, end = one in _ANY or other in _ANY, suffix.lower(), found.end()
    if not suit and sign not in ("", "s", "o"):
        more = "; a suit stands behind its rank, AhX or AhXh" if wild else ""
        raise fail(found.start(4), f"{quoted(suffix)} is not understood here; {_SUITED}{more}")
    if suit and sign == "o":
        raise fail(found.start(4), f"'{suffix}' is not a suit; {_SUITED}; a suit stands behind its rank, AhX or AhXh")
    if sign and not wild and not suit and one.lower() == other.lower():
        pair = one.upper() * 2
        raise fail(found.start(4), f"a pair has no suits; did you mean '{pair}{'+' * (word[end : end + 1] == '+')}'?")
    return one, suit, other, sign, end


def _rank(text: str) -> int:
    return RANKS.index(text.upper().replace("10", "T"))


def _no_two(word: str, begin: int) -> tuple[int, str]:
    """Return where a word stops to be two cards, and why."""
    whole = word[begin:]
    first = re.match(_PLACE, whole, re.IGNORECASE)
    at = begin + (first.end() if first else 0)
    if len(cards_in(whole)) == 1:
        return at, f"{quoted(whole)} is one card; a hand has two, {ACCEPTED}"
    sign = word[at : at + 1]
    return at, f"{quoted(sign)} is not a rank 2-9 T J Q K A" if sign else f"a rank is missing; {ACCEPTED}"


def _run(first: tuple[int, int], last: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the ranks from one end of a run to the other, none where they make no run."""
    (high, low), (last_high, last_low) = sorted([first, last], reverse=True)
    if high == last_high and high not in (low, last_low):
        return [(high, rank) for rank in range(min(low, last_low), max(low, last_low) + 1)]
    if high - low == last_high - last_low:
        return [(high - step, low - step) for step in range(high - last_high + 1)]
    return []


def _pairs(first: Iterable[int], second: Sequence[int], sign: str) -> tuple[Hand, ...]:
    """Return the hands of a card of each, suited (``s``), offsuit (``o``) or both."""
    found = {(min(one, two), max(one, two)) for one in first for two in second if one != two}
    return tuple(sorted(hand for hand in found if not sign or (hand[0] & 3 == hand[1] & 3) == (sign == "s")))


def _cards(rank: str, suit: str, lowest: int = 0) -> list[int]:
    """Return the cards of a rank, or of any, and of a suit, or of any."""
    ranks = range(lowest, 13) if rank in _ANY else [_rank(rank)]
    suits = [SUITS.index(suit.upper())] if suit else range(4)
    return [4 * one + two for one in ranks for two in suits]


# --- Omaha -----------------------------------------------------------------------------------------------------------


def omaha_hands(text: str, start: int, word: str) -> tuple[Hand, ...]:
    """Return the hands of a word such as ``AAxx`` or ``JT98ss`` that begins at that index of the text."""
    if "%" in word:
        only = "shares are of hold'em hands; in Omaha write AAxx, JT98ss or random"
        raise error_at(text, start, f"{quoted(word)}: {only}")
    whole, stop = _OMAHA.fullmatch(word), len(_OMAHA_START.match(word)[0])  # type: ignore[index]
    if whole is None:
        problem = f"{quoted(word)} is not a hand of four to six cards, nor 'random'; {_OMAHA_WORDS}"
        raise error_at(text, start + (stop if stop < len(word) else 0), problem)
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


def _double_suits(hand: Hand) -> int:
    suits = [code & 3 for code in hand]
    return sum(suits.count(suit) > 1 for suit in range(4))
