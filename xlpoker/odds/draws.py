"""What a hand is drawing to on the flop or the turn: names, and the cards that complete each.

==========================  ===================================================================================
draw                        what completes it
==========================  ===================================================================================
straight flush draw         a card that makes a straight flush
flush draw                  four of one suit: a fifth
open-ended straight draw    four ranks in a row: one more at either end
double gutshot              two different ranks each fill a gap
gutshot                     one rank makes a straight
overcards, overcard         no pair yet, hole cards above the board: one of them paired
==========================  ===================================================================================

Only draws that need a hole card are named: four hearts on the board are everybody's draw. A hand that is already made is
no draw: a flush has no flush draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.classes import SHORT_DECK, SIX, class_of
from xlpoker.evaluator.games import game_strength

__all__ = ["TEXT", "Draw", "category_of", "draws_of"]

_ACE = 1 << 12
_STRAIGHTS = {
    lowest: [15 << lowest | _ACE, *(31 << low for low in range(lowest, 9))] for lowest in (0, SIX)
}
"""The ranks of each straight, the lowest one first, by the lowest rank of the deck."""

TEXT = tuple(map(card_text, range(52)))
HIGH_CARD, _, _, THREE, STRAIGHT, FLUSH, _, _, STRAIGHT_FLUSH = range(9)


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw: its name, and the next cards that complete it."""

    name: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name} ({len(self.cards)}): {' '.join(self.cards)}"


def draws_of(
    hole: Sequence[int], board: Sequence[int], gone: Iterable[int] = (), game: str = "holdem"
) -> tuple[Draw, ...]:
    """Return the draws of two hole cards on a board of three or four, `gone` being cards that cannot come.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> for draw in draws_of(parse_cards("6c 7c"), parse_cards("8c 9s 4c")):
    ...     print(draw)
    straight flush draw (1): 5C
    flush draw (9): 2C 3C 5C 9C TC JC QC KC AC
    open-ended straight draw (8): 5C 5D 5H 5S TC TD TH TS
    """
    out = {*hole, *board, *gone}
    completed = [
        (name, [code for code in codes if code not in out])
        for name, codes in _completed(hole, board, game)
    ]
    return tuple(
        [Draw(name, tuple([TEXT[code] for code in codes])) for name, codes in completed if codes]
    )


def _completed(
    hole: Sequence[int], board: Sequence[int], game: str
) -> Iterator[tuple[str, Iterable[int]]]:
    """Yield the draws that one card completes, and all such cards."""
    ranks, common = [code >> 2 for code in hole], [code >> 2 for code in board]
    made, lowest = category_of(hole, board, game), SIX if game in SHORT_DECK else 0
    for suit in sorted({code & 3 for code in hole}) if made < STRAIGHT_FLUSH else ():
        common_suit = _bits([code >> 2 for code in board if code & 3 == suit])
        suited = common_suit | _bits([code >> 2 for code in hole if code & 3 == suit])
        if suited.bit_count() >= 4:
            yield (
                "straight flush draw",
                [4 * rank + suit for rank in _straight_ranks(suited, common_suit, lowest)],
            )
            if made < FLUSH and suited.bit_count() == 4:
                yield "flush draw", range(suit, 52, 4)
    if made < (THREE if game == "short-deck-trips" else STRAIGHT):
        held = _bits([*ranks, *common])
        wanted = _straight_ranks(held, _bits(common), lowest)
        yield _straight_name(wanted, held, lowest), _cards(wanted)
    over = sorted(rank for rank in ranks if rank > max(common))
    if made == HIGH_CARD and over:
        yield "overcards" if len(over) == 2 else "overcard", _cards(over)


def _cards(ranks: Iterable[int]) -> list[int]:
    return [code for rank in ranks for code in range(4 * rank, 4 * rank + 4)]


def category_of(hole: Sequence[int], board: Sequence[int], game: str = "holdem") -> int:
    """Return the place of the category of a hand, 0 for a high card."""
    return class_of(game_strength(game, hole, board)).category.index


def _bits(ranks: Iterable[int]) -> int:
    """Return some ranks as 13 bits."""
    return sum({1 << rank for rank in ranks})


def _tops(bits: int, lowest: int) -> list[int]:
    """Return for each further rank the place of the highest straight that it makes with some ranks, -1 for no straight."""
    tops = [-1] * 13
    for place, five in enumerate(_STRAIGHTS[lowest]):
        missing = five & ~bits
        if not missing:
            tops = [place] * 13
        elif not missing & missing - 1:
            tops[missing.bit_length() - 1] = place
    return tops


@lru_cache(1 << 12)
def _straight_ranks(held: int, common: int, lowest: int) -> tuple[int, ...]:
    """Return the ranks that make a straight which the board would not make without the hole cards."""
    both = zip(_tops(held, lowest), _tops(common, lowest), strict=True)
    return tuple([rank for rank, (mine, everybodys) in enumerate(both) if mine > everybodys])


def _straight_name(wanted: Sequence[int], held: int, lowest: int) -> str:
    if len(wanted) < 2:
        return "gutshot"
    runs = [low for low in range(lowest, 9) if held >> low & 15 == 15]
    if any(low + 4 in wanted and (low - 1 if low > lowest else 12) in wanted for low in runs):
        return "open-ended straight draw"
    return "double gutshot"
