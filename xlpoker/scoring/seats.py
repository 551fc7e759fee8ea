"""Deals in which only some of the players are seated: as a block, and the cards of such a deal.

::

    Ann            | Ben | Cid
    5H 5C 6S 7S KD | -   | 2C 3S 8S 8D TD     the wide row of a deal, of which the block knows
                                              that the cards of Ann and Cid are all there is
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, overload

from xlpoker.layout.model import Layout
from xlpoker.scoring.deal_table import NarrowTable
from xlpoker.scoring.model import Codes, GridBlock, cards_of
from xlpoker.scoring.single_rows import Hands

__all__ = ["SeatedBlock", "SeatedCards", "SeatedCodes", "SeatedHands"]

Cards = Sequence[int]


@dataclass(frozen=True, slots=True)
class SeatedBlock(GridBlock):
    """Deals with a column for each player, and who is seated in which of them.

    `narrow_tables` have the deals of two players or more; all others have only their rows.
    """

    narrow_tables: Sequence[NarrowTable] = ()


class SeatedHands(Sequence[Cards]):
    """The hands of all players in a deal; of those who are not in it they have no cards.

    >>> list(SeatedHands([0, 2], [[14, 33], [5, 6]], 3))
    [[14, 33], [], [5, 6]]
    """

    def __init__(
        self,
        seated: Sequence[int],
        hands: Sequence[Cards],
        players: int,
    ) -> None:
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


class SeatedCodes(NamedTuple):
    """Deals with the same number of players, and the codes of each of their areas: (deals, cards)."""

    table: NarrowTable
    codes: Sequence[Codes]

    def place_of(self, deal: int) -> int | None:
        """Return the place of a deal among these, None for another one."""
        deals = self.table.deals
        place = bisect_left(deals, deal)
        is_here = place < len(deals) and deals[place] == deal
        return place if is_here else None


@dataclass(frozen=True, eq=False)
class SeatedCards(Mapping[int, Hands]):
    """The cards of deals, by their numbers; they are listed when they are asked for.

    Few are: most scales need only the value of a hand. `layout` is that of all players; `single_rows`
    are the cards of deals that were read one by one.
    """

    layout: Layout
    parts: Sequence[SeatedCodes]
    single_rows: Mapping[int, Hands] = field(default_factory=dict)

    def __getitem__(self, deal: int) -> Hands:
        if deal in self.single_rows:
            return self.single_rows[deal]
        for part in self.parts:
            place = part.place_of(deal)
            if place is not None:
                return self._hands(part, place)
        raise KeyError(deal)

    def _hands(self, part: SeatedCodes, place: int) -> Hands:
        """Return the cards of a deal, by its place among those with the same number of players."""
        hands = [cards_of(codes[place]) for codes in part.codes]
        board: list[int] = []
        if self.layout.board is not None:
            board = hands.pop()
        seated = part.table.players[place]
        players = len(self.layout.hands)
        return SeatedHands(seated, hands, players), board

    def __iter__(self) -> Iterator[int]:
        deals = set(self.single_rows)
        for part in self.parts:
            deals.update(part.table.deals)
        return iter(deals)

    def __len__(self) -> int:
        return sum(1 for _ in self)
