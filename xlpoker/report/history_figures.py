"""Results from a table of hand histories, and the luck in all-ins.

The table is the one that `xlpoker import` writes, recognised by its headings. A player's hole cards
stand beside the seat or, after a fold, in the column *Folded*. The rows of a hand with several boards
are one deal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from xlpoker.errors import PokerError
from xlpoker.evaluator.cards import parse_cards
from xlpoker.evaluator.cells import is_unknown
from xlpoker.evaluator.games import HIGH_LOW
from xlpoker.histories.cash_outs import has_cash_out
from xlpoker.histories.model import RULES
from xlpoker.layout.grid import Grid
from xlpoker.odds import ranges
from xlpoker.workbook.imports import RUN
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
"""The headings of columns that are read as texts."""
MOST_ROWS_ABOVE = 20
"""The headings are looked for in so many rows."""
_DIGITS = 4  # of amounts
_NAME = re.compile(r"Seat (\d+) name")
_FOLDED = re.compile(r" folded \[([^]]{0,200}+)\](?:; |$)")
"""What stands behind the name of a player who folded: Ann folded [KC 4D]; Ben folded [2H 7S]."""


@dataclass(slots=True)
class HistorySeat:
    """One player's part in a deal: the known hole cards, chips won or lost, chips collected."""

    name: str
    cards: str
    net: float
    collected: float = 0.0
    folded: bool = False
    seat: str = ""


@dataclass(slots=True)
class HistoryDeal:
    """One hand of the table: a row, or several of a hand with several boards.

    The board is that of the first row.
    """

    month: str
    game: str
    big_blind: float
    currency: str
    board: str
    all_in: int | None
    parts: list[HistorySeat]
    rows: list[int] = field(default_factory=list)  # of its table
    cash_out: bool = False  # a player cashed out or was insured
    hand_id: str = ""

    def add_board(self, deal: HistoryDeal) -> None:
        """Add the chips that were played on another board of the hand."""
        self.rows += deal.rows
        self.cash_out |= deal.cash_out
        part_by_seat = {part.seat: part for part in self.parts}
        for part in deal.parts:
            first = part_by_seat.get(part.seat)
            if first is not None:
                first.net = round(first.net + part.net, _DIGITS)
                first.collected = round(first.collected + part.collected, _DIGITS)


@dataclass(slots=True)
class Sum:
    """Deals of one kind: how many, how many of them won, the net in chips and in big blinds.

    `all_ins` are counted, `luck` is the luck in them in big blinds.
    """

    deals: int = 0
    won: int = 0
    net: float = 0.0
    blinds: float = 0.0
    all_ins: int = 0
    luck: float = 0.0

    def add(self, deal: HistoryDeal, part: HistorySeat) -> None:
        """Add one player's part in a deal."""
        self.deals += 1
        if part.collected > 0:
            self.won += 1
        self.net += part.net
        self.blinds += part.net / deal.big_blind if deal.big_blind else 0.0


def is_history_table(header: Iterable[Any]) -> bool:
    """Tell whether a row of headings is that of imported histories."""
    return {*TEXTS, "Hand id", "Big blind"} <= set(header)


def history_deals(path: Path, sheet: str | None = None) -> list[HistoryDeal]:
    """Return the deals of a file with such a table, an empty list for any other file."""
    for grid in read_grids(path, sheet):
        for index, row in enumerate(grid.rows[:MOST_ROWS_ABOVE]):
            if is_history_table(row):
                return _deals(grid, index)
    return []


def _deals(grid: Grid, header: int) -> list[HistoryDeal]:
    """Return the deals of the rows below the headings, the boards of a hand as one."""
    deals: list[HistoryDeal] = []
    deal_by_hand: dict[object, HistoryDeal] = {}
    seen: set[object] = set()
    for cells, deal in _rows(grid, header):
        run = cells.get(RUN)
        hand = (cells.get("Site"), cells["Hand id"], cells["Time"])
        is_another_board = hand in deal_by_hand and (hand, run) not in seen
        if run is not None and is_another_board:
            deal_by_hand[hand].add_board(deal)
        else:
            deals.append(deal)
            deal_by_hand[hand] = deal
        seen.add((hand, run))
    return deals


def _rows(grid: Grid, header: int) -> Iterator[tuple[Mapping[Any, Any], HistoryDeal]]:
    """Yield the rows below the headings, each with its deal; those without players are left out."""
    titles = grid.rows[header]
    seats = [
        title.removesuffix("name")
        for title in titles
        if isinstance(title, str) and _NAME.fullmatch(title)
    ]
    for index, row in enumerate(grid.rows[header + 1 :], header + 1):
        cells = dict(zip_longest(titles, row))
        parts = _parts(cells, seats)
        if parts:
            yield cells, _deal(cells, parts, index)


def _deal(cells: Mapping[Any, Any], parts: list[HistorySeat], row: int) -> HistoryDeal:
    """Return the deal of a row, whose cells are given by their headings."""
    all_in = _text(cells["All-in at"])
    return HistoryDeal(
        month=_text(cells["Time"])[:7],
        game=_text(cells["Game"]),
        big_blind=_number(cells["Big blind"]),
        currency=_text(cells["Currency"]),
        board=_text(cells["Board"]),
        all_in=int(_number(all_in)) if all_in else None,
        parts=parts,
        rows=[row],
        cash_out=has_cash_out(_text(cells.get("Note"))),
        hand_id=_text(cells["Hand id"]),
    )


def _folded_cards(text: str) -> dict[str, str]:
    """Return the cards of players who folded, by their names.

    >>> _folded_cards("Ann folded [KC 4D]; Ben folded [2H 7S]")
    {'Ann': 'KC 4D', 'Ben': '2H 7S'}
    """
    names_and_cards = _FOLDED.split(text)
    names = names_and_cards[0::2]
    cards = names_and_cards[1::2]
    return dict(zip(names, cards, strict=False))  # what follows the last cards is no name


def _parts(cells: Mapping[Any, Any], seats: Iterable[str]) -> list[HistorySeat]:
    """Return the players' parts in the deal of a row.

    Each seat is the beginning of its headings, such as ``Seat 3 ``.
    """
    folded_cards = _folded_cards(_text(cells["Folded"]))
    collected = _collected(_text(cells["Collected"]))
    parts = []
    for seat in seats:
        if cells[seat + "name"] is None:
            continue
        name = str(cells[seat + "name"])
        cards = cells[seat + "cards"]
        parts.append(
            HistorySeat(
                name=name,
                cards="" if is_unknown(cards) else str(cards or folded_cards.get(name, "")),
                net=_number(cells[seat + "net"]),
                collected=_number(collected.get(name)),
                folded=name in folded_cards,
                seat=seat.strip(),
            )
        )
    return parts


def _collected(text: str) -> dict[str, str]:
    """Return what each player collected.

    >>> _collected("Ann 12.5; Ben the Great 3")
    {'Ann': '12.5', 'Ben the Great': '3'}
    """
    chips_by_name = {}
    for entry in text.split("; "):
        name, _, chips = entry.rpartition(" ")
        chips_by_name[name] = chips
    return chips_by_name


def _text(cell: Any) -> str:
    """Return a cell as a text, an empty one for a blank cell."""
    return "" if cell is None else str(cell)


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
    if len(codes) != 2:
        return None
    return ranges.starting_hand((codes[0], codes[1]))


def summed(pairs: Iterable[tuple[Any, HistoryDeal, HistorySeat]]) -> dict[Any, Sum]:
    """Return the sums of parts of deals by a key."""
    sums: dict[Any, Sum] = {}
    for key, deal, part in pairs:
        sums.setdefault(key, Sum()).add(deal, part)
    return sums


def luck_of(deal: HistoryDeal) -> dict[str, float]:
    """Return what each player of an all-in collected above its worth, in big blinds.

    Only all-ins before the river count.

    The all-in is worth the player's share of the pot and side pots when the betting ended. The
    result is empty where cards of a remaining player are not known, and where a player cashed out:
    what the site paid is not luck.

    There is a pot for each different amount that the players put in. Where Ann put in 10, Ben and
    Cleo 30:

        30        +-----+------+    20 of each of two players: a side pot of 40
        10  +-----+-----+------+    10 of each of three players: the main pot of 30
              Ann   Ben   Cleo
    """
    game = RULES.get(deal.game)
    if game == HIGH_LOW:  # odds are those of the high hand
        return {}
    if deal.all_in is None or deal.cash_out or not deal.big_blind or game is None:
        return {}
    left = [part for part in deal.parts if part.cards and not part.folded]
    remaining = {part.name for part in deal.parts if part.collected}
    remaining.update(part.name for part in left)
    put_in = {part.name: part.collected - part.net for part in deal.parts}
    pot = sum(put_in.values())
    if len(left) < 2 or len(remaining) != len(left) or pot <= 0:
        return {}
    paid_out = sum(part.collected for part in deal.parts)  # the rest is rake
    board = " ".join(deal.board.split()[: deal.all_in])
    luck = {part.name: part.collected for part in left}
    levels = sorted({put_in[part.name] for part in left})
    below = 0.0
    for level in levels:
        inside = [part for part in left if put_in[part.name] >= level]
        is_highest = level == levels[-1]
        top = max(put_in.values()) if is_highest else level
        layer = sum(min(chips, top) - min(chips, below) for chips in put_in.values())
        side_pot = layer * paid_out / pot
        outside = [part for part in left if part not in inside]
        shares = _shares(board, inside, outside, game)
        if shares is None:
            return {}
        for part, share in zip(inside, shares, strict=True):
            luck[part.name] -= share * side_pot
        below = level
    return {name: chips / deal.big_blind for name, chips in luck.items()}


def _shares(
    board: str, inside: Sequence[HistorySeat], outside: Sequence[HistorySeat], game: str
) -> list[float] | None:
    """Return the equity of each player inside a side pot.

    The result is None for cards that the game does not have.
    """
    from xlpoker.odds.equity import equity

    if len(inside) < 2:
        return [1.0]
    dead = " ".join(part.cards for part in outside)
    try:
        odds = equity(board, *(part.cards for part in inside), game=game, dead=dead)
    except PokerError:
        return None
    return [player.equity for player in odds.players]
