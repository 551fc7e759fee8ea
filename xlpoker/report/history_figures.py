"""Results from a table of hand histories: by player, by starting hand, by month, and the luck in all-ins.

The table is the one that `xlpoker import` writes, recognised by its headings. A player's hole cards stand beside the seat
or, after a fold, in the column *Folded*.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from xlpoker.errors import PokerError
from xlpoker.evaluator.cards import parse_cards
from xlpoker.evaluator.cells import is_unknown
from xlpoker.histories.cash_outs import has_cash_out
from xlpoker.histories.model import RULES
from xlpoker.layout.grid import Grid
from xlpoker.odds import ranges
from xlpoker.workbook.read import read_grids

__all__ = [
    "HistoryDeal",
    "HistorySeat",
    "Sum",
    "hero_of",
    "history_deals",
    "is_history_table",
    "luck_of",
    "starting_hand",
    "summed",
]

TEXTS = ("Time", "Game", "Currency", "Board", "Collected", "Folded", "All-in at")
_NAME = re.compile(r"Seat (\d+) name")
_FOLDED = re.compile(r"(.{1,200}?) folded \[([^]]{0,200}+)\](?:; |$)")


@dataclass(slots=True)
class HistorySeat:
    """One player's part in a deal: hole cards where they are known, chips won and lost, chips collected."""

    name: str
    cards: str
    net: float
    collected: float = 0.0
    folded: bool = False
    seat: str = ""


@dataclass(slots=True)
class HistoryDeal:
    """One row of the table."""

    month: str
    game: str
    big_blind: float
    currency: str
    board: str
    all_in: int | None
    parts: list[HistorySeat]
    row: int = -1  # of its table
    cash_out: bool = False  # a player cashed out or was insured


@dataclass(slots=True)
class Sum:
    """Deals of one kind: how many, how many collected, the net in chips and in big blinds; all-ins and the luck in them."""

    deals: int = 0
    won: int = 0
    net: float = 0.0
    blinds: float = 0.0
    all_ins: int = 0
    luck: float = 0.0

    def add(self, deal: HistoryDeal, part: HistorySeat) -> None:
        """Add one player's part in a deal."""
        self.deals += 1
        self.won += part.collected > 0
        self.net += part.net
        self.blinds += part.net / deal.big_blind if deal.big_blind else 0.0


def is_history_table(header: Iterable[Any]) -> bool:
    """Tell whether a row of headings is that of imported histories."""
    return {*TEXTS, "Hand id", "Big blind"} <= set(header)


def history_deals(path: Path, sheet: str | None = None) -> list[HistoryDeal]:
    """Return the deals of a file with such a table, an empty list for any other file."""
    for grid in read_grids(path, sheet):
        for at, row in enumerate(grid.rows[:20]):
            if is_history_table(row):
                return list(_deals(grid, at))
    return []


def _deals(grid: Grid, header: int) -> Iterable[HistoryDeal]:
    titles = grid.rows[header]
    seats = [
        title.removesuffix("name")
        for title in titles
        if isinstance(title, str) and _NAME.fullmatch(title)
    ]
    for place, row in enumerate(grid.rows[header + 1 :], header + 1):
        said = dict(zip_longest(titles, row))
        time, game, currency, board, collected, gone, all_in = (
            "" if (cell := said[key]) is None else str(cell) for key in TEXTS
        )
        folded = dict(_FOLDED.findall(gone))
        won = {
            name: chips for name, _, chips in (one.rpartition(" ") for one in collected.split("; "))
        }
        parts = []
        for seat in seats:
            if said[seat + "name"] is not None:
                name = str(said[seat + "name"])
                held, net = said[seat + "cards"], _number(said[seat + "net"])
                cards = "" if is_unknown(held) else str(held or folded.get(name, ""))
                parts.append(
                    HistorySeat(
                        name, cards, net, _number(won.get(name)), name in folded, seat.strip()
                    )
                )
        if parts:
            at = int(_number(all_in)) if all_in else None
            cash_out = has_cash_out(str(said.get("Note") or ""))
            big_blind = _number(said["Big blind"])
            yield HistoryDeal(
                time[:7], game, big_blind, currency, board, at, parts, place, cash_out
            )


def _number(cell: Any) -> float:
    try:
        return float(cell or 0)
    except (TypeError, ValueError):
        return 0.0


def hero_of(deals: Sequence[HistoryDeal]) -> str:
    """Return the player whose cards are known most often: the one who kept the histories."""
    known = Counter(part.name for deal in deals for part in deal.parts if part.cards)
    known = known or Counter(part.name for deal in deals for part in deal.parts)
    return known.most_common(1)[0][0]


def starting_hand(cards: str) -> str | None:
    """Return the name of two hole cards among the 169 starting hands, None for other cards.

    >>> starting_hand("KD AD"), starting_hand("7C 7H"), starting_hand("AH KD QS JC")
    ('AKs', '77', None)
    """
    codes = parse_cards(cards) if cards else []
    return ranges.starting_hand((codes[0], codes[1])) if len(codes) == 2 else None


def summed(pairs: Iterable[tuple[Any, HistoryDeal, HistorySeat]]) -> dict[Any, Sum]:
    """Return the sums of parts of deals by a key."""
    sums: dict[Any, Sum] = {}
    for key, deal, part in pairs:
        sums.setdefault(key, Sum()).add(deal, part)
    return sums


def luck_of(deal: HistoryDeal) -> dict[str, float]:
    """Return what the players of an all-in before the river collected above its worth, in big blinds.

    It is worth each player's share of the pot and side pots when the betting ended. There is nothing where cards of a remaining
    player are not known, nor where a player cashed out: what the site paid is no luck.
    """
    from xlpoker.odds.equity import equity

    game = None if deal.game == "Omaha Hi/Lo" else RULES.get(deal.game)
    left = [part for part in deal.parts if not part.folded and part.cards]
    put = {part.name: part.collected - part.net for part in deal.parts}
    pot, taken = sum(put.values()), sum(part.collected for part in deal.parts)
    stayed = {part.name for part in left} | {part.name for part in deal.parts if part.collected}
    if (
        deal.all_in is None
        or deal.cash_out
        or not deal.big_blind
        or game is None
        or len(left) < 2
        or len(stayed) != len(left)
        or pot <= 0
    ):
        return {}
    board = " ".join(deal.board.split()[: deal.all_in])
    luck = {part.name: part.collected for part in left}
    below = 0.0
    for level in sorted({put[part.name] for part in left}):
        inside = [part for part in left if put[part.name] >= level]
        top = level if level < max(put[part.name] for part in left) else max(put.values())
        chips = sum(min(one, top) - min(one, below) for one in put.values()) * taken / pot
        out = " ".join(part.cards for part in left if part not in inside)
        shares = [1.0]
        if len(inside) > 1:
            try:
                odds = equity(board, *(part.cards for part in inside), game=game, dead=out)
            except PokerError:  # cards that the game does not have
                return {}
            shares = [player.equity for player in odds.players]
        for part, share in zip(inside, shares, strict=True):
            luck[part.name] -= share * chips
        below = level
    return {name: chips / deal.big_blind for name, chips in luck.items()}
