"""Deals in which only some of the players are seated: as a block, and the cards of such a deal.

::

    Ann            | Ben | Cid
    5H 5C 6S 7S KD | -   | 2C 3S 8S 8D TD     the wide row of a deal, of which the block knows
                                              that the cards of Ann and Cid are all there is
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from xlpoker.scoring.deals import Seats
from xlpoker.scoring.model import GridBlock

__all__ = ["SeatedBlock", "SeatedHands"]

Cards = Sequence[int]


@dataclass(frozen=True, slots=True)
class SeatedBlock(GridBlock):
    """Deals with a column for each player, and who is seated in which of them.

    `seats` has the deals of two players or more; all others have only their rows.
    """

    seats: Sequence[Seats] = ()


class SeatedHands(Sequence[Cards]):
    """The hands of all players in a deal; of those who are not in it they have no cards.

    >>> list(SeatedHands([0, 2], [[14, 33], [5, 6]], 3))
    [[14, 33], [], [5, 6]]
    """

    def __init__(self, seated: Sequence[int], hands: Sequence[Cards], players: int) -> None:
        hands_by_player = zip(seated, hands, strict=True)
        self._hand_of = dict(hands_by_player)
        self._players = range(players)

    def __len__(self) -> int:
        return len(self._players)

    @overload
    def __getitem__(self, index: int) -> Cards: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Cards]: ...
    def __getitem__(self, index: int | slice) -> Cards | Sequence[Cards]:
        if isinstance(index, slice):
            players = self._players[index]
            return [self[player] for player in players]
        player = self._players[index]
        return self._hand_of.get(player, [])
