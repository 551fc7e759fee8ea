"""Parser of the single words of a range, such as `A5s-A2s` or `Axs`; errors name the character."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import product

from xlpoker.errors import PokerError, RangeError, quoted
from xlpoker.evaluator.cards import RANKS, TEXTS
from xlpoker.evaluator.hand import codes_of

__all__ = ["ACCEPTED", "Hand", "card_codes", "cards_in", "error_at", "two_card_hands"]

Hand = tuple[int, ...]
ACCEPTED = "such as TT+, A5s-A2s, KQo, AhKh or random"

_ANY = ("X", "*")
_SUITED = f"'s' is suited, 'o' offsuit, and a range is {ACCEPTED}"
_PLACE = r"(10|[2-9tjqkax*])"
_TWO = re.compile(rf"{_PLACE}{_PLACE}([so]?)", re.IGNORECASE)


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
    """Return the hands of a word such as ``A5s-A2s`` or ``Axs`` at that index of the text; `lowest` is the deck's lowest rank.

    >>> len(two_card_hands("A5s-A2s", 0, "A5s-A2s")), len(two_card_hands("Axs", 0, "Axs"))
    (16, 48)
    """

    def fail(place: int, problem: str) -> RangeError:
        return error_at(text, start + min(place, len(word) - 1), problem)

    one, other, sign, end = _two_at(word, 0, lowest, fail)
    rest = word[end:]
    if not rest or (rest in ("+", "-") and one is not None):
        ranks = _ranks(one, other, rest, lowest)
    elif rest[0] == "-" and one is not None and other is not None:
        ranks = _run(word, end + 1, (max(one, other), min(one, other)), sign, lowest, fail)
    else:
        end += rest[0] == "+" and len(rest) > 1
        raise fail(end, f"{quoted(word[end:])} is not understood here; {_SUITED}")
    hands = [hand for top, under in ranks for hand in _pairs(top, under, sign)]
    return tuple(dict.fromkeys(hands))


def _ranks(one: int | None, other: int | None, rest: str, lowest: int) -> Iterable[tuple[int, int]]:
    """Return the ranks of two cards, None for any, themselves, or from them on upwards (``+``) or downwards (``-``)."""
    if one is None or other is None:
        every = range(lowest, 13)
        first = (
            every
            if one is None
            else {"": [one], "+": range(one, 13), "-": range(lowest, one + 1)}[rest]
        )
        return product(first, first if rest == "-" else every if other is None else [other])
    high, low = max(one, other), min(one, other)
    seconds = {
        "": [low],
        "+": range(low, 13 if high == low else high),
        "-": range(lowest, low + 1),
    }[rest]
    return [(rank if high == low else high, rank) for rank in seconds]


def _run(
    word: str,
    begin: int,
    first: tuple[int, int],
    sign: str,
    lowest: int,
    fail: Callable[[int, str], RangeError],
) -> Iterable[tuple[int, int]]:
    """Return the ranks from two cards to those that begin at an index of the word."""
    one, other, last_sign, stop = _two_at(word, begin, lowest, fail)
    if stop < len(word) or one is None or other is None:
        raise fail(begin, f"{quoted(word[begin:])} is not understood here; {_SUITED}")
    if sign != last_sign:
        raise fail(begin, "both ends are suited, or both offsuit")
    (high, low), (last_high, last_low) = sorted(
        [first, (max(one, other), min(one, other))], reverse=True
    )
    if high == last_high and high not in (low, last_low):
        return [(high, rank) for rank in range(min(low, last_low), max(low, last_low) + 1)]
    if high - low == last_high - last_low:
        return [(high - step, low - step) for step in range(high - last_high + 1)]
    raise fail(
        begin, "both ends share their first rank (A5s-A2s), or their distance (TT-77, JTs-54s)"
    )


def _two_at(
    word: str, begin: int, lowest: int, fail: Callable[[int, str], RangeError]
) -> tuple[int | None, int | None, str, int]:
    """Return the ranks of two cards that begin at an index of a word, None for any, ``s`` or ``o``, and where they end."""
    found = _TWO.match(word, begin)
    if found is None:
        raise fail(*_no_two(word, begin))
    ranks = [text.upper().replace("10", "T") for text in found.groups()[:2]]
    one, other = (None if text in _ANY else RANKS.index(text) for text in ranks)
    for place, rank in enumerate((one, other), 1):
        if rank is not None and rank < lowest:
            raise fail(
                found.start(place),
                f"{quoted(found[place])} is not a rank of this deck, {' '.join(RANKS[lowest:])}",
            )
    if found[3] and one is not None and one == other:
        plus = "+" * (word[found.end() : found.end() + 1] == "+")
        raise fail(found.start(3), f"a pair has no suits; did you mean '{RANKS[one] * 2}{plus}'?")
    return one, other, found[3].lower(), found.end()


def _no_two(word: str, begin: int) -> tuple[int, str]:
    """Return where a word stops to be two cards, and why."""
    whole = word[begin:]
    first = re.match(_PLACE, whole, re.IGNORECASE)
    at = begin + (first.end() if first else 0)
    if len(cards_in(whole)) == 1:
        return at, f"{quoted(whole)} is one card; a hand has two, {ACCEPTED}"
    if first is None and not begin and (len(word) > 2 or "?" in word):
        return 0, f"{quoted(word)} is not a hand or a range, {ACCEPTED}, which is any hand"
    sign = word[at : at + 1]
    return (
        at,
        f"{quoted(sign)} is not a rank 2-9 T J Q K A" if sign else f"a rank is missing; {ACCEPTED}",
    )


def _pairs(one: int, other: int, sign: str) -> list[Hand]:
    """Return the hands of two ranks, suited (``s``), offsuit (``o``) or both."""
    low, high = sorted((one, other))
    hands = [(4 * low + first, 4 * high + second) for first, second in product(range(4), repeat=2)]
    return [
        hand
        for hand in hands
        if hand[0] < hand[1] and (not sign or (hand[0] & 3 == hand[1] & 3) == (sign == "s"))
    ]
