"""Parser of the single words of a range, such as `A5s-A2s` or `Axs`; errors name the character.

A word is two ranks, a sign for suited or offsuit, and what follows them::

    word        ranks   sign      then                 hands
    AKs         A K     suited                         4: AcKc, AdKd, AhKh, AsKs
    Axs         A any   suited                         every ace with a card of its suit
    TT+         T T               + and better         TT, JJ, QQ, KK, AA
    99-         9 9               - and worse          99, 88 .. 22
    A5s-A2s     A 5     suited    - another word       A5s, A4s, A3s, A2s

`two_card_hands` parses the two ranks (`_two_ranks`), lists the pairs of ranks that are meant
(`_rank_pairs`), and deals the suits (`_hands_of_ranks`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from xlpoker.errors import PokerError, RangeError, quoted
from xlpoker.evaluator.cards import RANKS, TEXTS
from xlpoker.evaluator.hand import codes_of

__all__ = [
    "ACCEPTED",
    "Hand",
    "card_codes",
    "cards_in",
    "error_at",
    "two_card_hands",
]

Hand = tuple[int, ...]
Rank = int | None  # None is any rank
RankPairs = Iterable[tuple[int, int]]

ACCEPTED = "such as TT+, A5s-A2s, KQo, AhKh or random"

_ANY = ("X", "*")
_SUITED = f"'s' is suited, 'o' offsuit, and a range is {ACCEPTED}"
_RANK = r"(10|[2-9tjqkax*])"
_FIRST_RANK = re.compile(_RANK, re.IGNORECASE)
_TWO_RANKS = re.compile(rf"{_RANK}{_RANK}([so]?)", re.IGNORECASE)


def error_at(text: str, index: int, problem: str) -> RangeError:
    """Return the error about the character at that index of the text."""
    number = index + 1
    return RangeError(f"{quoted(text)} character {number}: {problem}", number)


def card_codes(cards: str | Iterable[str | int]) -> list[int]:
    """Return the codes of cards given as text, as texts, or as codes.

    This is `codes_of`, with a faster way for texts of two characters per card without blanks.

    >>> card_codes("AhKh"), card_codes("Ace of Spades 10h")
    ([50, 46], [51, 34])
    """
    if isinstance(cards, str):
        starts = range(0, len(cards), 2)
        try:
            return [TEXTS[cards[start : start + 2]] for start in starts]
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


class _Word(NamedTuple):
    """A word of a range, where it begins in the text, and the lowest rank of the deck."""

    text: str
    start: int
    word: str
    lowest: int

    def error(self, index: int, problem: str) -> RangeError:
        """Return the error about the character at that index of the word."""
        last = len(self.word) - 1
        index_in_text = self.start + min(index, last)
        return error_at(self.text, index_in_text, problem)

    def not_understood(self, index: int) -> RangeError:
        """Return the error about the rest of the word."""
        rest = quoted(self.word[index:])
        return self.error(index, f"{rest} is not understood here; {_SUITED}")


class _TwoRanks(NamedTuple):
    """The ranks of two cards, None for any."""

    first: Rank
    second: Rank
    sign: str  # `s` for suited, `o` for offsuit, blank for both
    end: int  # the index in the word after them


def two_card_hands(text: str, start: int, word: str, lowest: int = 0) -> tuple[Hand, ...]:
    """Return the hands of a word such as ``A5s-A2s`` or ``Axs`` at that index of the text.

    `lowest` is the lowest rank of the deck.

    >>> len(two_card_hands("A5s-A2s", 0, "A5s-A2s")), len(two_card_hands("Axs", 0, "Axs"))
    (16, 48)

    Raises `RangeError`.
    """
    word_in_text = _Word(text, start, word, lowest)
    ranks = _two_ranks(word_in_text, 0)
    hands: dict[Hand, None] = {}  # each hand once, in the order in which they are named
    for first, second in _rank_pairs(word_in_text, ranks):
        hands_of_ranks = _hands_of_ranks(first, second, ranks.sign)
        hands.update(dict.fromkeys(hands_of_ranks))
    return tuple(hands)


def _rank_pairs(word: _Word, ranks: _TwoRanks) -> RankPairs:
    """Return the two ranks of all hands that a word names, given the ranks it begins with."""
    first, second, sign, end = ranks
    rest = word.word[end:]
    if rest == "":
        return _ranks_alone(first, second, word.lowest)
    if rest == "+" and first is not None:
        return _upwards(first, second, word.lowest)
    if rest == "-" and first is not None:
        return _downwards(first, second, word.lowest)
    if rest[0] == "-" and first is not None and second is not None:
        first_end = _high_and_low(first, second)
        return _run(word, end + 1, first_end, sign)
    is_more_behind_plus = rest[0] == "+" and len(rest) > 1
    if is_more_behind_plus:
        raise word.not_understood(end + 1)
    raise word.not_understood(end)


def _ranks_alone(first: Rank, second: Rank, lowest: int) -> RankPairs:
    """Return the ranks of ``AK``, ``77`` or ``Ax``, with every rank of the deck for any."""
    if first is not None and second is not None:
        return [_high_and_low(first, second)]
    deck = range(lowest, 13)
    first_ranks = deck if first is None else [first]
    second_ranks = deck if second is None else [second]
    return product(first_ranks, second_ranks)


def _high_and_low(first: int, second: int) -> tuple[int, int]:
    """Return two ranks, the higher one first."""
    return max(first, second), min(first, second)


def _upwards(first: int, second: Rank, lowest: int) -> RankPairs:
    """Return the ranks of ``TT+``, ``A8+`` or ``Kx+``."""
    first_and_higher = range(first, 13)
    if second is None:
        deck = range(lowest, 13)
        return product(first_and_higher, deck)
    if first == second:
        return [(rank, rank) for rank in first_and_higher]
    high, low = _high_and_low(first, second)
    return [(high, rank) for rank in range(low, high)]


def _downwards(first: int, second: Rank, lowest: int) -> RankPairs:
    """Return the ranks of ``99-``, ``A8-`` or ``5x-``."""
    first_and_lower = range(lowest, first + 1)
    if second is None:
        return product(first_and_lower, first_and_lower)
    if first == second:
        return [(rank, rank) for rank in first_and_lower]
    high, low = _high_and_low(first, second)
    return [(high, rank) for rank in range(lowest, low + 1)]


def _run(word: _Word, begin: int, first_end: tuple[int, int], sign: str) -> RankPairs:
    """Return the ranks of ``A5s-A2s`` or ``TT-77``; the other end begins at an index of the word."""
    first, second, other_sign, end = _two_ranks(word, begin)
    if end < len(word.word) or first is None or second is None:
        raise word.not_understood(begin)
    if sign != other_sign:
        raise word.error(begin, "both ends are suited, or both offsuit")
    other_end = _high_and_low(first, second)
    (last_high, last_low), (high, low) = sorted([first_end, other_end])
    is_pair = high in {low, last_low}
    if high == last_high and not is_pair:
        lowest, highest = sorted([low, last_low])
        low_ranks = range(lowest, highest + 1)
        return [(high, rank) for rank in low_ranks]
    if high - low == last_high - last_low:
        steps = range(high - last_high + 1)
        return [(high - step, low - step) for step in steps]
    problem = "both ends share their first rank (A5s-A2s), or their distance (TT-77, JTs-54s)"
    raise word.error(begin, problem)


def _two_ranks(word: _Word, begin: int) -> _TwoRanks:
    """Return the ranks of two cards that begin at an index of a word."""
    match = _TWO_RANKS.match(word.word, begin)
    if match is None:
        raise _no_two_ranks(word, begin)
    first = _rank_of(word, match, 1)
    second = _rank_of(word, match, 2)
    sign = match[3].lower()
    if sign and first is not None and first == second:
        pair = RANKS[first] * 2
        if word.word.startswith("+", match.end()):
            pair += "+"
        problem = f"a pair has no suits; did you mean '{pair}'?"
        raise word.error(match.start(3), problem)
    return _TwoRanks(first, second, sign, match.end())


def _rank_of(word: _Word, match: re.Match[str], group: int) -> Rank:
    """Return the rank that a group of a match names, None for any; raise for one not in the deck."""
    text = match[group]
    name = text.upper().replace("10", "T")
    if name in _ANY:
        return None
    rank = RANKS.index(name)
    if rank < word.lowest:
        deck = " ".join(RANKS[word.lowest :])
        problem = f"{quoted(text)} is not a rank of this deck, {deck}"
        raise word.error(match.start(group), problem)
    return rank


def _no_two_ranks(word: _Word, begin: int) -> RangeError:
    """Return the error about a word that does not name two ranks at an index."""
    rest = word.word[begin:]
    first = _FIRST_RANK.match(rest)
    stop = begin
    if first is not None:
        stop += first.end()
    if len(cards_in(rest)) == 1:
        problem = f"{quoted(rest)} is one card; a hand has two, {ACCEPTED}"
        return word.error(stop, problem)
    is_long = len(word.word) > 2 or "?" in word.word
    if first is None and begin == 0 and is_long:
        problem = f"{quoted(word.word)} is not a hand or a range, {ACCEPTED}, which is any hand"
        return word.error(0, problem)
    sign = word.word[stop : stop + 1]
    if not sign:
        return word.error(stop, f"a rank is missing; {ACCEPTED}")
    return word.error(stop, f"{quoted(sign)} is not a rank 2-9 T J Q K A")


def _hands_of_ranks(first: int, second: int, sign: str) -> list[Hand]:
    """Return the hands of two ranks: suited (``s``), offsuit (``o``) or both."""
    high, low = _high_and_low(first, second)
    wants_suited = sign == "s"
    hands: list[Hand] = []
    suits = range(4)
    for low_suit, high_suit in product(suits, suits):
        is_suited = low_suit == high_suit
        if sign and is_suited != wants_suited:
            continue
        low_card = 4 * low + low_suit
        high_card = 4 * high + high_suit
        if low_card < high_card:
            hands.append((low_card, high_card))
    return hands
