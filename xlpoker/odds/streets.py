"""A flop and a turn of hold'em: which boards can still come, each board a bit in the lane of its ranks.

A lane has 16 bits (`xlpoker.odds.lanes`). With two cards to come each bit is a pair of suits, with one
card to come the first four are the suits::

    lane of 9 and Q                 lane of 9 and 9             turn, lane of 9

          Qc  Qd  Qh  Qs                  9c  9d  9h  9s
    9c     0   4   8  12            9c     -   4   8  12        9c   0
    9d     1   5   9  13            9d     -   -   9  13        9d   1
    9h     2   6  10  14            9h     -   -   -  14        9h   2
    9s     3   7  11  15            9s     -   -   -   -        9s   3

*Live* boards have no known card. So boards are counted by counting bits. The boards of a lane begin at
its free bit, in which a comparison leaves its result: so one subtraction makes a bit of each board of
it. Known are 9c, Qc and Qd; the first hand wins with 9 and Q::

    bit                 31 30                                   15
    free bit             0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  1
    16 bits higher       1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
    their difference     0  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
    live boards          0  1  1  1  0  1  1  1  0  0  0  0  0  0  0  0  0
    won                  0  1  1  1  0  1  1  1  0  0  0  0  0  0  0  0  0      six boards

For each suit of which a flush can come, the boards are divided into *parts*, in each of which a hand
has one value a lane::

    both cards of the suit           9h Qh              flushes of three suited cards and more
    the lower card alone             9h with Qc Qd Qs   flushes of four suited cards and more
    the higher card alone            Qh with 9c 9d 9s   flushes of four suited cards and more
    none                             the rest           a flush that is made already, or ranks
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from xlpoker.odds.lanes import (
    DECK,
    FOUR,
    LANES,
    MADE_FLUSH,
    MADE_FLUSH_13,
    ONE_MORE,
    ONE_MORE_HIGH,
    ONE_MORE_LOW,
    PAIRS,
    RANK_VALUES,
    THREE,
    TOPS,
    TOPS_13,
    TWO_MORE,
    VALUES,
    LazyTable,
)

__all__ = ["FLOP", "TURN", "Part", "Street"]


@dataclass(frozen=True, slots=True)
class Part:
    """Some boards, by how many of their cards are of a suit."""

    boards: int
    suited: int
    """How many cards of the suit a hand needs for a flush on these boards."""
    flushes: Mapping[int, int]
    """Ranks that a hand has of the suit -> its flush in each lane on these boards, 0 for none."""


@dataclass(frozen=True, slots=True)
class Street:
    """What is different on the flop and on the turn: 91 lanes of pairs of ranks, or 13 of ranks."""

    rows: Mapping[int, int]
    """Key of a hand with the board -> its value in each lane."""
    live: Callable[[int], int]
    """The number of all known cards -> the boards that can come."""
    enough: int
    """Added to a hand, it marks the suits of which a flush can come."""
    parts: Mapping[int, tuple[Part, ...]]
    """Where the cards of a suit begin in a number -> the parts with a card of the suit."""
    made_flush: Mapping[int, int]
    """Ranks that a hand has of a suit -> the flush that it is already in each lane, 0 for none."""
    tops: int
    """The free bit of each lane."""


# --- two cards to come -------------------------------------------------------------------------------

_ALL_SUITS = 0xFFFF
_SUITS_OF_PAIR = 0x7310
"""The bits of a lane of two different ranks, and of two cards of a rank."""

_LOWER = 0x1111
_HIGHER = 0x000F
"""The bits of a lane whose lower card, whose higher card is a club."""


def _boards_of_two() -> int:
    """Return all 1,326 boards of two cards."""
    boards = 0
    for lane, (low, high) in enumerate(PAIRS):
        suits = _SUITS_OF_PAIR if low == high else _ALL_SUITS
        boards |= suits << 16 * lane + 15
    return boards


_TWO_CARDS = _boards_of_two()


def _with_lower(suit: int) -> int:
    """Return the boards whose lower card is of a suit."""
    return _TWO_CARDS & (_LOWER << suit) * TOPS


def _with_higher(suit: int) -> int:
    """Return the boards whose higher card is of a suit."""
    return _TWO_CARDS & (_HIGHER << 4 * suit) * TOPS


def _parts_of_two(suit: int) -> tuple[Part, ...]:
    """Return the parts with a card of a suit; that of two cards is the first."""
    lower = _with_lower(suit)
    higher = _with_higher(suit)
    both = lower & higher
    return (
        Part(both, 3, TWO_MORE),
        Part(lower ^ both, 4, ONE_MORE_LOW),
        Part(higher ^ both, 4, ONE_MORE_HIGH),
    )


def _without_card(code: int) -> int:
    """Return the boards of two cards without a card."""
    rank = code >> 2
    lower_lanes = 0
    higher_lanes = 0
    for lane, (low, high) in enumerate(PAIRS):
        if low == rank:
            lower_lanes |= _ALL_SUITS << 16 * lane + 15
        if high == rank:
            higher_lanes |= _ALL_SUITS << 16 * lane + 15
    suit = code & 3
    boards = _with_lower(suit) & lower_lanes | _with_higher(suit) & higher_lanes
    return _TWO_CARDS ^ boards


_WITHOUT_CARD = LazyTable(_without_card)


def _without_ranks(suit: int, gone: int) -> int:
    """Return the boards of two cards without some ranks of a suit."""
    boards = _TWO_CARDS
    for rank in range(13):
        if gone >> rank & 1:
            boards &= _WITHOUT_CARD[4 * rank + suit]
    return boards


_WITHOUT_CLUBS, _WITHOUT_DIAMONDS, _WITHOUT_HEARTS, _WITHOUT_SPADES = [
    LazyTable(partial(_without_ranks, suit)) for suit in range(4)
]
"""Ranks of a suit that are gone -> the boards of two cards without them."""


def _live_of_two(known: int) -> int:
    """Return the boards of two cards without the known cards."""
    return (
        _WITHOUT_CLUBS[known >> DECK & 8191]
        & _WITHOUT_DIAMONDS[known >> DECK + 13 & 8191]
        & _WITHOUT_HEARTS[known >> DECK + 26 & 8191]
        & _WITHOUT_SPADES[known >> DECK + 39 & 8191]
    )


# --- one card to come --------------------------------------------------------------------------------

_ONE_CARD = 0b1111 * TOPS_13
_BOARDS = LANES - 15
"""The cards of a number, shifted down to this bit, begin at the free bits of the lanes, as boards do."""


def _live_of_one(known: int) -> int:
    """Return the cards that are not known."""
    return _ONE_CARD ^ known >> _BOARDS


# --- both --------------------------------------------------------------------------------------------

_SHIFTS = [DECK + 13 * suit for suit in range(4)]

FLOP = Street(
    rows=VALUES,
    live=_live_of_two,
    enough=THREE,
    parts={shift: _parts_of_two(suit) for suit, shift in enumerate(_SHIFTS)},
    made_flush=MADE_FLUSH,
    tops=TOPS,
)
TURN = Street(
    rows=RANK_VALUES,
    live=_live_of_one,
    enough=FOUR,
    parts={shift: (Part(TOPS_13 << suit, 4, ONE_MORE),) for suit, shift in enumerate(_SHIFTS)},
    made_flush=MADE_FLUSH_13,
    tops=TOPS_13,
)
