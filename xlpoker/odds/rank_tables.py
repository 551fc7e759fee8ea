"""A deal by its ranks, and by the ranks of each suit: what both engines over all boards begin with.

::

    AhKh against QcQd, 2h is dead      hole cards    cannot come    can come of each rank

    ranks                              A K | Q Q     A K Q Q 2      4; of A, K and 2 three, of Q two
    hearts                             A K | -       A K 2
    clubs                              -   | Q       Q
    diamonds                           -   | Q       Q
    spades                             -   | -       -

The ranks alone decide every board on which nobody has a flush. A suit changes the boards on which so
many cards of it come that somebody has one: three and more hearts, four and more clubs or diamonds,
five spades. No board has two such suits. `xlpoker.odds.all_boards` counts in arrays,
`xlpoker.odds.boards_in_lanes` in plain Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xlpoker.odds.table import Deal

__all__ = ["RankTable", "Ranks", "SuitTable", "rank_bits", "rank_table", "suit_tables"]

Ranks = tuple[int, ...]
"""The ranks of some cards, the lowest first."""
FLUSH = 5
"""The cards of a flush; in Omaha two of them are the player's."""


class SuitTable(NamedTuple):
    """One suit of a deal."""

    game: str
    holes: tuple[Ranks, ...]
    board: Ranks
    gone: int  # the ranks that cannot come, as bits
    coming: int  # how many cards, of all suits, are still to come

    def has_flush(self, player: int, suited: int) -> bool:
        """Tell whether a player has a flush when so many further cards of the suit come.

        >>> suit = SuitTable("holdem", ((11, 12), (10,)), (), 0b1110000000000, 5)
        >>> suit.has_flush(0, 3), suit.has_flush(1, 3), list(suit.numbers_with_flush())
        (True, False, [3, 4, 5])
        """
        common = len(self.board) + suited
        mine = len(self.holes[player])
        if self.game == "omaha":
            return mine >= 2 and common >= FLUSH - 2
        return mine + common >= FLUSH

    def numbers_with_flush(self) -> range:
        """Return how many cards of the suit can come so that somebody has a flush."""
        for suited in range(self.coming + 1):
            if any(self.has_flush(player, suited) for player in range(len(self.holes))):
                return range(suited, self.coming + 1)
        return range(0)


class RankTable(NamedTuple):
    """A deal without its suits."""

    game: str
    holes: tuple[Ranks, ...]
    board: Ranks
    left: Ranks  # how many cards of each rank can come

    @property
    def coming(self) -> int:
        """Return how many board cards are still to come."""
        return 5 - len(self.board)

    def left_in_other_suits(self, suit: SuitTable) -> Ranks:
        """Return how many cards of each rank can come of the other suits."""
        left = []
        for rank, cards in enumerate(self.left):
            is_gone = suit.gone >> rank & 1
            left.append(cards if is_gone else cards - 1)
        return tuple(left)


def rank_table(deal: Deal, holes: Sequence[Sequence[int]]) -> RankTable:
    """Return a deal without its suits, of the players with these hole cards."""
    left = [4] * 13
    for code in deal.known():
        left[code >> 2] -= 1
    hole_ranks = [_ranks_of(hole) for hole in holes]
    return RankTable(deal.game, tuple(hole_ranks), _ranks_of(deal.board), tuple(left))


def suit_tables(deal: Deal, holes: Sequence[Sequence[int]]) -> list[SuitTable]:
    """Return each suit of a deal, of the players with these hole cards."""
    known = deal.known()
    suits = []
    for suit in range(4):
        hole_ranks = [_ranks_of(hole, suit) for hole in holes]
        gone = rank_bits(_ranks_of(known, suit))
        board = _ranks_of(deal.board, suit)
        suits.append(SuitTable(deal.game, tuple(hole_ranks), board, gone, deal.coming))
    return suits


def _ranks_of(cards: Sequence[int], suit: int | None = None) -> Ranks:
    """Return the ranks of some cards, or of those of a suit."""
    if suit is None:
        ranks = [code >> 2 for code in cards]
    else:
        ranks = [code >> 2 for code in cards if code & 3 == suit]
    return tuple(sorted(ranks))


def rank_bits(ranks: Ranks) -> int:
    """Return ranks as 13 bits; bit 0 is the deuce."""
    bits = 0
    for rank in ranks:
        bits |= 1 << rank
    return bits
