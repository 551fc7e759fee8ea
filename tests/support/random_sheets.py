"""Sheets made at random, and what is true of each: where the hands, the board and the deals are."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from support.first_names import plain_names

__all__ = [
    "DECK",
    "RandomSheet",
    "Rows",
    "fuzzed_rows",
    "long_sheet",
    "nasty_sheet",
    "plain_sheet",
]

Rows = list[list[Any]]
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
NAMES = [name for name in plain_names() if name.isalpha() and len(name) > 2]
CARDS_OF_A_HAND = {"five-card": 5, "holdem": 2, "omaha": 4}
FURTHER_COLUMNS = {
    "note": ["Notes", "Remarks", "Comment", "Bemerkung", "Remarque"],
    "date": ["Date", "Day", "Datum"],
    "pot": ["Pot", "Stake", "Chips", "Mise", "Total pot"],
    "number": ["No", "Deal", "#", "Nr", "Round"],
    "winner": ["Winner", "Won by", "Gewinner", "Result"],
    "blank": ["Notes", "Remarks", "Result"],
    "time": ["Time", "Uhrzeit", "Zeit"],
    "initials": ["Initials", "Kürzel"],
    "card": ["Discard", "Changed", "Burn", "Cut card", "Rabbit", "Swapped"],
    "code": ["Class", "Table", "Room no", "Group", "Section"],
}
COLUMNS_LIKE_CARDS = ("initials", "card", "code")
BOARD_HEADINGS = [
    ["Board", None, None, None, None],
    ["Flop", None, None, "Turn", "River"],
    ["Flop 1", "Flop 2", "Flop 3", "Turn", "River"],
    ["Board 1", "Board 2", "Board 3", "Board 4", "Board 5"],
    ["Board"],
]
STYLES = ["first", "each", "numbered", "worded", "lower row", "coded", "bare", "whole"]
STYLES_OF_ONE_HAND = ["cards", "a word", "bare", "numbered"]
WHOLE_STYLES = ("whole", "a word")
BAD_CELLS = ["1OH", "?", "5X", "n/a", None]
"""What stands in the place of a card here and there; a blank only beside other hands."""
NASTY_NAMES = ["Mark", "Nom", "Memo", "Win", "Rank"]
NASTY_NAMES += ["Anna", "Olaf", "Lucy", "Omar", "Zoe", "Kiki", "Bo"]
"""Names of players, five of them words for something else."""
NASTY_HEADINGS = [
    None,
    "Bonus",
    "Discard",
    "Burn",
    "Class",
    "Notes",
    "New card",
    "Room",
    "Pot",
    "Extra",
]


@dataclass
class RandomSheet:
    """Rows, and the columns of the hands and the board; `deals` are the rows of each deal."""

    game: str = "five-card"
    rows: Rows = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    board: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    deals: list[list[int]] = field(default_factory=list)
    is_headed: bool = True
    has_other_cards: bool = False


@dataclass
class _Group:
    """Columns side by side: what they hold, and the headings above them."""

    kind: str
    headings: list[str | None]
    is_whole: bool = False
    cards: int = 0
    words: Sequence[str] = ()


def plain_sheet(chance: random.Random) -> RandomSheet:
    """Return a sheet with a deal in each row, and the further columns that people keep."""
    sheet = RandomSheet(chance.choices([*CARDS_OF_A_HAND], [6, 3, 1])[0])
    players = chance.randint(2, 6)
    if sheet.game == "five-card":
        players = chance.choices(range(1, 7), [2, 8, 3, 2, 1, 1])[0]
    style = chance.choice(STYLES if players > 1 else STYLES_OF_ONE_HAND)
    sheet.is_headed = style != "bare"
    names = chance.sample(NAMES, players)
    groups = [_hand(style, name, seat, sheet.game) for seat, name in enumerate(names, start=1)]
    if sheet.game != "five-card":
        headings = chance.choice(BOARD_HEADINGS)
        shown = headings if sheet.is_headed else [None] * len(headings)
        board = _Group("board", shown, len(headings) == 1, 5)
        groups.insert(chance.choice([0, players, players]), board)
    for _ in range(chance.choices(range(5), [3, 4, 3, 2, 1])[0]):
        group = _further_column(chance, names, groups, is_headed=sheet.is_headed)
        sheet.has_other_cards |= group.kind in COLUMNS_LIKE_CARDS
        groups.insert(chance.randint(0, len(groups)), group)
    _place(sheet, groups)
    has_names = style not in ("bare", "coded", "cards", "a word")
    sheet.names = names if has_names else []
    _fill(chance, sheet, groups, has_lower_row=style == "lower row")
    return sheet


def _hand(style: str, name: str, seat: int, game: str) -> _Group:
    """Return the columns of one hand with its headings in a style."""
    size = CARDS_OF_A_HAND[game]
    numbers = range(1, size + 1)
    headings: dict[str, list[str | None]] = {
        "each": [name] * size,
        "numbered": [f"{name} {number}" for number in numbers],
        "worded": [f"{name} card {number}" for number in numbers],
        "coded": [f"p{seat}c{number}" for number in numbers],
        "cards": [f"Card {number}" for number in numbers],
        "bare": [None] * size,
        "whole": [name],
        "a word": ["Hand"],
    }
    name_alone: list[str | None] = [name, *[None] * (size - 1)]
    return _Group("hand", headings.get(style, name_alone), style in WHOLE_STYLES, size)


def _further_column(
    chance: random.Random, names: list[str], groups: Sequence[_Group], *, is_headed: bool
) -> _Group:
    """Return a column beside the hands; without headings none with other cards.

    Its heading is a new one: two columns of cards below one heading are a hand.
    """
    kinds = [kind for kind in FURTHER_COLUMNS if is_headed or kind not in ("card", "code")]
    kind = chance.choice(kinds)
    taken = [group.headings[0] for group in groups]
    free = [heading for heading in FURTHER_COLUMNS[kind] if heading not in taken]
    heading = chance.choice(free or [f"{FURTHER_COLUMNS[kind][0]} too"]) if is_headed else None
    words = {
        "note": ["", "", "nice", "two pair again", "see row 3", "bluff!"],
        "blank": [""],
        "winner": names,
        "initials": ["AS", "JD", "MB", "KH", "TC", "RW", "PL"],
        "code": ["7C", "8D", "9C", "7H", "2D"],
    }
    return _Group(kind, [heading], words=words.get(kind, ()))


def _place(sheet: RandomSheet, groups: Sequence[_Group]) -> None:
    """Note the columns of the hands and of the board."""
    start = 0
    for group in groups:
        columns = [*range(start, start + len(group.headings))]
        start += len(columns)
        if group.kind == "hand":
            sheet.hands.append(columns)
        elif group.kind == "board":
            sheet.board = columns


def _fill(
    chance: random.Random,
    sheet: RandomSheet,
    groups: Sequence[_Group],
    *,
    has_lower_row: bool,
) -> None:
    """Add the rows: a title, headings, deals, titles between them, misspelt cards, a total."""
    if chance.random() < 0.25:
        sheet.rows.append([chance.choice(["Friday night", "Club evening", "Poker 2026"])])
        sheet.rows += [[]] * chance.randint(0, 1)
    if sheet.is_headed:
        sheet.rows.append([heading for group in groups for heading in group.headings])
    if has_lower_row:
        sheet.rows.append(_lower_headings(groups))
    count = chance.choice([2, 4, 7, 12, 25])
    for number in range(1, count + 1):
        if number > 1 and chance.random() < 0.02:
            sheet.rows.append([chance.choice(["Second half", "Break", "March"])])
        sheet.deals.append([len(sheet.rows)])
        sheet.rows.append(_cells(chance, groups, number))
    bad_cells = BAD_CELLS if len(sheet.hands) > 1 else BAD_CELLS[:-1]
    for rows in sheet.deals[2:]:
        if chance.random() < 0.05:
            column = chance.choice(chance.choice(sheet.hands))
            sheet.rows[rows[0]][column] = chance.choice(bad_cells)
    if sheet.is_headed and chance.random() < 0.2:
        sheet.rows += [[], ["Total", 42]]


def _lower_headings(groups: Sequence[_Group]) -> list[str | None]:
    """Return a row with *Card 1*, *Card 2* .. below each name."""
    headings: list[str | None] = []
    for group in groups:
        width = len(group.headings)
        if group.kind == "hand":
            headings += [f"Card {number}" for number in range(1, width + 1)]
        else:
            headings += [None] * width
    return headings


def _cells(chance: random.Random, groups: Sequence[_Group], number: int) -> list[Any]:
    """Return the cells of one deal."""
    deck = iter(chance.sample(DECK, 52))
    cells: list[Any] = []
    for group in groups:
        cards = [next(deck) for _ in range(group.cards)]
        if group.is_whole:
            cells.append(" ".join(cards))
        elif cards:
            cells += cards
        else:
            cells.append(_further_cell(chance, group, number, deck))
    return cells


def _further_cell(chance: random.Random, group: _Group, number: int, deck: Any) -> Any:
    """Return a cell of a column beside the hands."""
    if group.words:
        return chance.choice(group.words) or None
    values = {
        "date": f"2026-05-{1 + number % 28:02}",
        "pot": 140 + number,
        "number": number,
        "time": f"{18 + number % 6}:15",
    }
    return values[group.kind] if group.kind in values else next(deck)


def long_sheet(chance: random.Random) -> RandomSheet:
    """Return a sheet with a row for each player, the numbers of deals begin again in each part."""
    names = chance.sample(NAMES, chance.randint(2, 5))
    part_heading = chance.choice([None, None, "Date", "Match", "Table", "Session"])
    deal_heading = chance.choice(["Deal", "Hand no", "Round", "Game", "Hand id"])
    is_whole = chance.random() < 0.5
    cards = ["Cards"] if is_whole else [f"Card {number}" for number in range(1, 6)]
    first_headings = [part_heading] if part_heading else []
    sheet = RandomSheet(rows=[[*first_headings, deal_heading, "Player", *cards, "Stake"]])
    parts = chance.randint(2, 4) if part_heading else 1
    most_deals = 6 if part_heading else 15
    for part in range(1, parts + 1):
        for number in range(1, chance.randint(4, most_deals) + 1):
            part_cell = f"2026-06-{part:02}" if part_heading == "Date" else f"T{part}"
            key = [part_cell, number] if part_heading else [number]
            _add_deal(chance, sheet, key, names, is_whole=is_whole)
    start = len(first_headings) + 2
    sheet.hands = [[*range(start, start + len(cards))]]
    return sheet


def _add_deal(
    chance: random.Random,
    sheet: RandomSheet,
    key: list[Any],
    names: list[str],
    *,
    is_whole: bool,
) -> None:
    """Add the rows of one deal, in which some of the players take part."""
    deck = iter(chance.sample(DECK, 52))
    rows: list[int] = []
    for name in chance.sample(names, chance.randint(2, len(names))):
        cards = [next(deck) for _ in range(5)]
        hand = [" ".join(cards)] if is_whole else cards
        rows.append(len(sheet.rows))
        sheet.rows.append([*key, name, *hand, chance.randint(1, 90)])
    sheet.deals.append(rows)


def nasty_sheet(chance: random.Random) -> RandomSheet:
    """Return a sheet whose players have names that are words, beside columns of other cards."""
    sheet = RandomSheet(chance.choice(["five-card"] * 3 + ["holdem"]))
    style = chance.choice(["first", "each", "numbered"])
    names = chance.sample(NASTY_NAMES, chance.randint(2, 5))
    groups = [_hand(style, name, seat, sheet.game) for seat, name in enumerate(names, start=1)]
    if sheet.game == "holdem":
        board = _Group("board", ["Flop", None, None, "Turn", "River"], cards=5)
        groups.insert(chance.choice([0, len(groups)]), board)
    for _ in range(chance.randint(1, 3)):
        words = ["", "nice"]
        kind = chance.choice(["card", "pot", "note"])
        further = _Group(
            kind, [chance.choice(NASTY_HEADINGS)], words=words if kind == "note" else ()
        )
        groups.insert(chance.randint(0, len(groups)), further)
    _place(sheet, groups)
    sheet.names = names
    sheet.rows.append([heading for group in groups for heading in group.headings])
    for number in range(1, chance.choice([4, 8, 20]) + 1):
        sheet.deals.append([len(sheet.rows)])
        sheet.rows.append(_cells(chance, groups, number))
    return sheet


PIECES: list[Any] = [
    "5H", "1OH", "Anna", "Board", "Hand id", "Card 3", "S1", "C1", "5H 5C 6S 7S KD", "AS KD", "2H3C4D5S6H7C8D9S",
    "5H 5C 6S 7S KD 2C 3S 8S 8D TD", "x" * 300, "Razz", "Omaha Hi/Lo", "=1+1", "🂡", "é", "\u202e", "\t", "", " ", "-1", 7, 13, 51,
    2.5, float("nan"), True, None, None, None, "2026-05-01", "Seat 1 name", "Seat 1 cards", "Player", "Unnamed: 3", "Anna.1",
]  # fmt: skip


def fuzzed_rows(chance: random.Random) -> Rows:
    """Return the rows of a sheet made above, with cells and rows changed, added and left out."""
    make = chance.choice([plain_sheet, long_sheet, nasty_sheet])
    rows = [list(row) for row in make(chance).rows]
    for _ in range(chance.choice([1, 3, 10, 40])):
        row = chance.choice(rows)
        change = chance.randrange(5)
        if change == 0 and row:
            row[chance.randrange(len(row))] = chance.choice(PIECES)
        elif change == 1:
            row.insert(chance.randint(0, len(row)), chance.choice(PIECES))
        elif change == 2 and row:
            row.pop(chance.randrange(len(row)))
        elif change == 3:
            rows.insert(chance.randint(0, len(rows)), list(chance.choice(rows)))
        else:
            rows.insert(
                chance.randint(0, len(rows)), chance.choices(PIECES, k=chance.randint(0, 12))
            )
    return rows
