"""What a hand is drawing to on the flop or the turn: names, and the cards that complete each.

==========================  ========================================================================
draw                        what completes it
==========================  ========================================================================
straight flush draw         a card that makes a straight flush
flush draw                  four of one suit: a fifth
open-ended straight draw    four ranks in a row: one more at either end
double gutshot              two different ranks each fill a gap
gutshot                     one rank makes a straight
overcards, overcard         no pair yet, hole cards above the board: one of them paired
==========================  ========================================================================

Only draws that need a hole card are named: four hearts on the board are everybody's draw. A hand that
is already made is no draw: a flush has no flush draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.classes import SHORT_DECK, SIX, class_of
from xlpoker.evaluator.games import game_strength

__all__ = ["HIGH_CARD", "PAIR", "TEXT", "THREE", "Draw", "category_of", "draws_of"]

TEXT = tuple(map(card_text, range(52)))

# Indices of categories.
HIGH_CARD = 0
PAIR = 1
THREE = 3
STRAIGHT = 4
FLUSH = 5
STRAIGHT_FLUSH = 8

_ACE = 1 << 12

Codes = Sequence[int]


def _straights(lowest: int) -> list[int]:
    """Return the ranks of each straight as bits, the lowest straight first.

    `lowest` is the lowest rank of the deck; the ace goes below it.
    """
    wheel = 15 << lowest | _ACE
    higher_straights = [31 << low for low in range(lowest, 9)]
    return [wheel, *higher_straights]


_STRAIGHTS = {0: _straights(0), SIX: _straights(SIX)}


_Completed = tuple[str, Iterable[int]]
"""The name of a draw, and the cards that complete it."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw: its name, and the next cards that complete it."""

    name: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        cards = " ".join(self.cards)
        return f"{self.name} ({len(self.cards)}): {cards}"


def draws_of(
    hole: Codes, board: Codes, gone: Iterable[int] = (), game: str = "holdem"
) -> tuple[Draw, ...]:
    """Return the draws of two hole cards on a board of three or four.

    `gone` are further cards that cannot come.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> for draw in draws_of(parse_cards("6c 7c"), parse_cards("8c 9s 4c")):
    ...     print(draw)
    straight flush draw (1): 5C
    flush draw (9): 2C 3C 5C 9C TC JC QC KC AC
    open-ended straight draw (8): 5C 5D 5H 5S TC TD TH TS
    """
    known = {*hole, *board, *gone}
    draws = []
    for name, codes in _completed(hole, board, game):
        cards = [TEXT[code] for code in codes if code not in known]
        if cards:
            draw = Draw(name, tuple(cards))
            draws.append(draw)
    return tuple(draws)


def _completed(hole: Codes, board: Codes, game: str) -> Iterator[_Completed]:
    """Yield the name of each draw, and all cards that complete it, also those that are gone."""
    category = category_of(hole, board, game)
    lowest = SIX if game in SHORT_DECK else 0
    if category < STRAIGHT_FLUSH:
        yield from _suited_draws(hole, board, category, lowest)
    trips_beat_straights = game == "short-deck-trips"
    best_without_straight = PAIR + 1 if trips_beat_straights else THREE
    if category <= best_without_straight:
        board_ranks = _ranks_of(board)
        ranks = board_ranks | _ranks_of(hole)
        wanted = _straight_ranks(ranks, board_ranks, lowest)
        yield _straight_name(wanted, ranks, lowest), _cards(wanted)
    if category == HIGH_CARD:
        yield from _overcards(hole, board)


def _overcards(hole: Codes, board: Codes) -> Iterator[_Completed]:
    """Yield the draw to a pair of a hole card above the board."""
    highest = max(board) >> 2
    ranks = sorted(code >> 2 for code in hole)
    overcards = [rank for rank in ranks if rank > highest]
    if overcards:
        name = "overcards" if len(overcards) == 2 else "overcard"
        yield name, _cards(overcards)


def _suited_draws(hole: Codes, board: Codes, category: int, lowest: int) -> Iterator[_Completed]:
    """Yield the draws to a straight flush and a flush."""
    suits = {code & 3 for code in hole}
    for suit in sorted(suits):
        board_ranks = _ranks_of(board, suit)
        ranks = board_ranks | _ranks_of(hole, suit)
        suited_cards = ranks.bit_count()
        if suited_cards < 4:
            continue
        wanted = _straight_ranks(ranks, board_ranks, lowest)
        yield "straight flush draw", [4 * rank + suit for rank in wanted]
        if category < FLUSH and suited_cards == 4:
            yield "flush draw", range(suit, 52, 4)


def _cards(ranks: Iterable[int]) -> list[int]:
    """Return all cards of some ranks."""
    cards: list[int] = []
    for rank in ranks:
        first = 4 * rank
        cards.extend(range(first, first + 4))
    return cards


def category_of(hole: Codes, board: Codes, game: str = "holdem") -> int:
    """Return the index of the category of a hand, 0 for a high card."""
    value = game_strength(game, hole, board)
    return class_of(value).category.number


def _ranks_of(cards: Codes, suit: int | None = None) -> int:
    """Return the ranks of some cards, or of those of a suit, as 13 bits."""
    ranks = 0
    for code in cards:
        if suit is None or code & 3 == suit:
            ranks |= 1 << (code >> 2)
    return ranks


def _best_straights(ranks: int, lowest: int) -> list[int]:
    """Return for each further rank the index of the highest straight that it makes, -1 for none."""
    best = [-1] * 13
    for index, straight in enumerate(_STRAIGHTS[lowest]):
        missing = straight & ~ranks
        if not missing:
            best = [index] * 13
        elif missing.bit_count() == 1:
            best[missing.bit_length() - 1] = index
    return best


@lru_cache(1 << 12)
def _straight_ranks(ranks: int, board_ranks: int, lowest: int) -> tuple[int, ...]:
    """Return the ranks that make a straight which the board would not make by itself."""
    mine = _best_straights(ranks, lowest)
    everybodys = _best_straights(board_ranks, lowest)
    wanted = [rank for rank in range(13) if mine[rank] > everybodys[rank]]
    return tuple(wanted)


def _straight_name(wanted: Sequence[int], ranks: int, lowest: int) -> str:
    """Return the name of the draw to a straight that the wanted ranks complete."""
    if len(wanted) < 2:
        return "gutshot"
    for low in range(lowest, 9):
        is_run = ranks >> low & 15 == 15  # four ranks in a row
        rank_above = low + 4
        rank_below = low - 1 if low > lowest else 12
        if is_run and rank_above in wanted and rank_below in wanted:
            return "open-ended straight draw"
    return "double gutshot"
