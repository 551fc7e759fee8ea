"""What a hand is drawing to on the flop or the turn: names, and the cards that complete each.

==========================  ===================================================================================
draw                        what completes it
==========================  ===================================================================================
straight flush draw         a card that makes a straight flush
flush draw                  four of one suit: a fifth
open-ended straight draw    four ranks in a row: one more at either end
double gutshot              two different ranks each fill a gap
gutshot                     one rank makes a straight
set draw                    a pocket pair: one more of it
trips draw, two pair draw   a pair with the board: one more of it, or of the other hole card
full house draw             two pair or three of a kind: a pair more
overcards, overcard         no pair yet, hole cards above the board: one of them paired
backdoor flush draw         on the flop, three of one suit: two more are needed, so no one card completes it
==========================  ===================================================================================

Only draws that need a hole card are named: four hearts on the board are everybody's draw. What is there already is not
drawn to: a made flush has no flush draw.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.classes import class_of
from xlpoker.evaluator.hand import strength

__all__ = ["Draw", "category_of", "draws_of"]

_STRAIGHTS = [sum(1 << rank % 13 for rank in range(top - 4, top + 1)) for top in range(3, 13)]
_LOWEST = (1278, 4138, 4996, 5854, 5864, 7141, 7297, 7453)
"""The lowest values of the categories from one pair on."""

_TEXT = tuple(map(card_text, range(52)))
HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw: its name, and the next cards that complete it."""

    name: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name} ({len(self.cards)}): {' '.join(self.cards)}" if self.cards else self.name


def draws_of(hole: Sequence[int], board: Sequence[int], gone: Iterable[int] = ()) -> tuple[Draw, ...]:
    """Return the draws of two hole cards on a board of three or four, `gone` being cards that cannot come.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> for draw in draws_of(parse_cards("6c 7c"), parse_cards("8c 9s 4c")):
    ...     print(draw)
    straight flush draw (1): 5C
    flush draw (9): 2C 3C 5C 9C TC JC QC KC AC
    open-ended straight draw (8): 5C 5D 5H 5S TC TD TH TS
    """
    out = {*hole, *board, *gone}
    deck = [code for code in range(52) if code not in out]
    made = category_of([*hole, *board])
    found: list[Draw] = []

    def name(what: str, codes: Iterable[int]) -> None:
        if cards := tuple([_TEXT[code] for code in codes]):
            found.append(Draw(what, cards))

    if made < STRAIGHT_FLUSH:
        name("straight flush draw", _straight_flush_cards(hole, board, deck))
    if made < FLUSH:
        name("flush draw", _flush_cards(hole, board, deck))
    if made < STRAIGHT:
        ranks = _straight_ranks(hole, board)
        name(_straight_name(ranks, hole, board), [code for code in deck if code >> 2 in ranks])
    if made in {TWO_PAIR, THREE}:
        name("full house draw", _full_house_cards(hole, board, deck))
    found += _pair_draws(hole, board, deck, made)
    if len(board) == 3 and made < FLUSH:
        suits = [code & 3 for code in (*hole, *board)]
        if any(suits.count(code & 3) == 3 for code in hole):
            found.append(Draw("backdoor flush draw", ()))
    return tuple(found)


def category_of(codes: Sequence[int]) -> int:
    """Return the place of the category of some cards, 0 for a high card."""
    value = strength(codes)
    return bisect(_LOWEST, value) if len(codes) > 4 else class_of(value).category.index


def _flush_cards(hole: Sequence[int], board: Sequence[int], deck: Sequence[int]) -> list[int]:
    """Return the cards of a suit of which four are there, one or two of them in the hand."""
    suits = [code & 3 for code in (*hole, *board)]
    wanted = [suit for suit in {code & 3 for code in hole} if suits.count(suit) == 4]
    return [code for code in deck if code & 3 in wanted] if wanted else []


def _straight_flush_cards(hole: Sequence[int], board: Sequence[int], deck: Sequence[int]) -> list[int]:
    """Return the cards that make a straight flush which the board would not make without the hole cards."""
    found = []
    for suit in {code & 3 for code in hole}:
        common = _ranks([code for code in board if code & 3 == suit])
        held = common | _ranks([code for code in hole if code & 3 == suit])
        if held.bit_count() >= 4:
            mine = [code for code in deck if code & 3 == suit]
            found += [code for code in mine if _top_of(held | 1 << (code >> 2)) > _top_of(common | 1 << (code >> 2))]
    return found


def _full_house_cards(hole: Sequence[int], board: Sequence[int], deck: Sequence[int]) -> list[int]:
    """Return the cards that make a full house or four of a kind, better than what the board alone has with them."""
    return [
        code
        for code in deck
        if FULL_HOUSE <= (made := category_of([*hole, *board, code])) <= FOUR and made > category_of([*board, code])
    ]


def _ranks(codes: Iterable[int]) -> int:
    """Return the ranks of some cards as 13 bits."""
    bits = 0
    for code in codes:
        bits |= 1 << (code >> 2)
    return bits


@cache
def _top_of(bits: int) -> int:
    """Return the place of the highest straight in some ranks, -1 if there is none."""
    return max((place for place, five in enumerate(_STRAIGHTS) if bits & five == five), default=-1)


def _straight_ranks(hole: Sequence[int], board: Sequence[int]) -> list[int]:
    """Return the ranks that make a straight which the board would not make without the hole cards."""
    common = _ranks(board)
    held = common | _ranks(hole)
    return [rank for rank in range(13) if _top_of(held | 1 << rank) > _top_of(common | 1 << rank)]


def _straight_name(ranks: list[int], hole: Sequence[int], board: Sequence[int]) -> str:
    if len(ranks) < 2:
        return "gutshot"
    held = {code >> 2 for code in (*hole, *board)}
    runs = [low for low in range(9) if all(low + step in held for step in range(4))]
    if any(low + 4 in ranks and (low - 1) % 13 in ranks for low in runs):
        return "open-ended straight draw"
    return "double gutshot"


def _pair_draws(hole: Sequence[int], board: Sequence[int], deck: Sequence[int], made: int) -> list[Draw]:
    """Return the draws of one pair or none to something better with the hole cards' ranks."""
    first, second = (code >> 2 for code in hole)
    common = [code >> 2 for code in board]

    def draw(what: str, ranks: Iterable[int]) -> list[Draw]:
        wanted = set(ranks)
        cards = tuple([_TEXT[code] for code in deck if code >> 2 in wanted])
        return [Draw(what, cards)] if cards else []

    if first == second and first not in common:
        return draw("set draw", [first])
    paired = [rank for rank in (first, second) if rank in common]
    if made == PAIR and len(paired) == 1:
        other = second if paired[0] == first else first
        return draw("trips draw", paired) + draw("two pair draw", [other])
    over = [rank for rank in (first, second) if rank > max(common)]
    if made == HIGH_CARD and over:
        return draw("overcards" if len(over) == 2 else "overcard", over)
    return []
