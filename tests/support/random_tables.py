"""Tables made at random, with the further columns that people keep, and what is true of each.

A table is made of groups of columns: hands, a board, notes, dates, other cards. Each group has its
headings, and a function that fills its cells for one deal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from support.first_names import different

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
NAMES = [name for name in different() if name.isalpha() and len(name) > 2]
SIZES = {"five-card": 5, "holdem": 2, "omaha": 4}
BAD_CELLS = ["1OH", "?", "5X", "n/a", None]

Rows = list[list[Any]]


@dataclass
class Deal:
    """One row that is being made: its number, counted from 1, its deck and the players' names."""

    number: int
    deck: Iterator[str]
    names: list[str]
    chance: random.Random

    def cards(self, count: int) -> list[str]:
        """Return the next cards of the deck."""
        return [next(self.deck) for _ in range(count)]


@dataclass
class Group:
    """Columns that belong together: what they are, their headings, how a deal fills them."""

    kind: str
    headings: list[str | None]
    cells: Callable[[Deal], list[Any]]

    @property
    def width(self) -> int:
        """How many columns the group has."""
        return len(self.headings)


@dataclass
class Table:
    """Rows, and the truth about them.

    `hands` are the columns of each player, `deals` the rows with hands; `headed` says whether
    headings stand above, `foreign` whether there are cards beside the hands.
    """

    game: str
    rows: Rows = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    board: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)
    headed: bool = True
    foreign: bool = False


def apart(count: int) -> Callable[[Deal], list[Any]]:
    """Return what fills a cell for each of some cards."""
    return lambda deal: list(deal.cards(count))


def together(count: int) -> Callable[[Deal], list[Any]]:
    """Return what fills one cell with some cards."""
    return lambda deal: [" ".join(deal.cards(count))]


def _of(*texts: str) -> Callable[[Deal], list[Any]]:
    """Return what fills a cell with one of some texts; a blank text is a blank cell."""
    return lambda deal: [deal.chance.choice(texts) or None]


FURTHER: dict[str, tuple[str, Callable[[Deal], list[Any]]]] = {
    "note": (
        "Notes Remarks Comment Bemerkung Remarque",
        _of("", "", "nice", "two pair again", "see row 3", "bluff!"),
    ),
    "date": ("Date Day Datum", lambda deal: [f"2026-05-{deal.number:02}"]),
    "pot": ("Pot Stake Chips Mise Total_pot", lambda deal: [deal.number + 140]),
    "number": ("No Deal # Nr Round", lambda deal: [deal.number]),
    "winner": ("Winner Won_by Gewinner Result", lambda deal: [deal.chance.choice(deal.names)]),
    "blank": ("Notes Remarks Result", _of("")),
    "time": ("Time Uhrzeit Zeit", lambda deal: [f"{deal.number + 18}:15"]),
    "initials": ("Initials Initial Kürzel", _of("AS", "JD", "MB", "KH", "TC", "RW", "PL")),
    "card": ("Discard Changed Burn Cut_card Rabbit Swapped Exchanged", apart(1)),
    "code": ("Class Table Room_no Group Section", _of("7C", "8D", "9C", "7H", "2D")),
}
"""Further columns: headings of which one is taken, and what fills them."""
FOREIGN = ("initials", "card", "code")
"""Further columns whose cells look like cards."""


def _once(name: str, _seat: int, size: int) -> list[str | None]:
    return [name, *[None] * (size - 1)]


def _numbered(pattern: str) -> Callable[[str, int, int], list[str | None]]:
    def headings(name: str, seat: int, size: int) -> list[str | None]:
        return [pattern.format(name=name, seat=seat, card=card) for card in range(1, size + 1)]

    return headings


HANDS: dict[str, Callable[[str, int, int], list[str | None]]] = {
    "once": _once,
    "above each card": _numbered("{name}"),
    "numbered": _numbered("{name} {card}"),
    "card by card": _numbered("{name} card {card}"),
    "numbers below": _once,
    "coded": _numbered("p{seat}c{card}"),
    "cards alone": _numbered("Card {card}"),
    "bare": lambda _name, _seat, size: [None] * size,
    "whole": lambda name, _seat, _size: [name],
    "whole, a word": lambda _name, _seat, _size: ["Hand"],
}
"""What stands above the cards of a hand: of a player, with a number, and so many cards."""
_ONE_PLAYER = ["cards alone", "whole, a word", "bare", "numbered"]
_WITHOUT_NAMES = ("bare", "coded", "cards alone", "whole, a word")

BOARDS: list[tuple[list[str | None], Callable[[Deal], list[Any]]]] = [
    (["Board", None, None, None, None], apart(5)),
    (["Flop", None, None, "Turn", "River"], apart(5)),
    (["Flop 1", "Flop 2", "Flop 3", "Turn", "River"], apart(5)),
    (["Board 1", "Board 2", "Board 3", "Board 4", "Board 5"], apart(5)),
    (["Board"], together(5)),
]


def plain(chance: random.Random) -> Table:
    """Return a table with a deal in each row."""
    table = Table(chance.choices([*SIZES], [6, 3, 1])[0])
    players = _count_of_players(chance, table.game)
    styles = (
        _ONE_PLAYER
        if players == 1
        else [style for style in HANDS if style not in ("cards alone", "whole, a word")]
    )
    style = chance.choice(styles)
    names = chance.sample(NAMES, players)
    table.headed = style != "bare"
    groups = [
        _hand(style, name, seat, SIZES[table.game]) for seat, name in enumerate(names, start=1)
    ]
    if table.game != "five-card":
        groups.insert(chance.choice([0, players, players]), _board(chance, table))
    for _ in range(chance.choices(range(5), [3, 4, 3, 2, 1])[0]):
        groups.insert(chance.randint(0, len(groups)), _further(chance, table, groups))
    _note_columns(table, groups)
    if style not in _WITHOUT_NAMES:
        table.names = names
    _fill(chance, table, groups, names, has_numbers_below=style == "numbers below")
    return table


def _count_of_players(chance: random.Random, game: str) -> int:
    if game != "five-card":
        return chance.randint(2, 6)
    return chance.choices(range(1, 7), [2, 8, 3, 2, 1, 1])[0]


def _hand(style: str, name: str, seat: int, size: int) -> Group:
    """Return the columns of a hand."""
    cells = together(size) if style.startswith("whole") else apart(size)
    return Group("hand", HANDS[style](name, seat, size), cells)


def _board(chance: random.Random, table: Table) -> Group:
    """Return the columns of a board."""
    headings, cells = chance.choice(BOARDS)
    return Group("board", headings if table.headed else [None] * len(headings), cells)


def _further(chance: random.Random, table: Table, groups: list[Group]) -> Group:
    """Return a column that is no hand's; without headings none that holds codes or other cards.

    Its heading is a new one: two columns of cards below one heading are a hand.
    """
    kinds = [kind for kind in FURTHER if table.headed or kind not in ("card", "code")]
    kind = chance.choice(kinds)
    words, cells = FURTHER[kind]
    table.foreign |= kind in FOREIGN
    if not table.headed:
        return Group(kind, [None], cells)
    taken = {group.headings[0] for group in groups}
    headings = [word.replace("_", " ") for word in words.split()]
    free = [heading for heading in headings if heading not in taken] or [f"{headings[0]} too"]
    return Group(kind, [chance.choice(free)], cells)


def _note_columns(table: Table, groups: list[Group]) -> None:
    """Note which columns are hands, and which the board."""
    ends = list(accumulate(group.width for group in groups))
    for group, end in zip(groups, ends, strict=True):
        columns = list(range(end - group.width, end))
        if group.kind == "hand":
            table.hands.append(columns)
        elif group.kind == "board":
            table.board = columns


def _fill(
    chance: random.Random,
    table: Table,
    groups: list[Group],
    names: list[str],
    *,
    has_numbers_below: bool,
) -> None:
    """Add the rows to a table: a title, headings, deals, titles between, bad cells, a total."""
    if chance.random() < 0.25:
        title = [chance.choice(["Friday night", "Club evening", "Poker 2026"])]
        table.rows += [title, *[[]] * chance.randint(0, 1)]
    if table.headed:
        table.rows.append([heading for group in groups for heading in group.headings])
    if has_numbers_below:
        table.rows.append([heading for group in groups for heading in _numbers_below(group)])
    for number in range(1, chance.choice([2, 4, 7, 12, 25]) + 1):
        if number > 1 and chance.random() < 0.02:
            table.rows.append([chance.choice(["Second half", "Break", "March"])])
        table.deals.append(len(table.rows))
        deal = Deal(number, iter(chance.sample(DECK, 52)), names, chance)
        table.rows.append([cell for group in groups for cell in group.cells(deal)])
    _spoil(chance, table)
    if table.headed and chance.random() < 0.2:
        table.rows += [[], ["Total", 42]]


def _numbers_below(group: Group) -> list[str | None]:
    if group.kind != "hand":
        return [None] * group.width
    return [f"Card {card}" for card in range(1, group.width + 1)]


def _spoil(chance: random.Random, table: Table) -> None:
    """Make a cell of a few hands bad, or blank; a lone hand stays at least a word."""
    bad_cells = BAD_CELLS if len(table.hands) > 1 else BAD_CELLS[:-1]
    for row in table.deals[2:]:
        if chance.random() < 0.05:
            column = chance.choice([column for hand in table.hands for column in hand])
            table.rows[row][column] = chance.choice(bad_cells)


def long(chance: random.Random) -> tuple[Rows, list[list[int]]]:
    """Return a table with a row for each player, and the rows of each deal."""
    names = chance.sample(NAMES, chance.randint(2, 5))
    outer = chance.choice([None, None, "Date", "Match", "Table", "Session"])
    cards = chance.choice([apart(5), together(5)])
    deal_heading = chance.choice(["Deal", "Hand no", "Round", "Game", "Hand id"])
    width = len(cards(Deal(0, iter(DECK), names, chance)))
    card_headings = ["Cards"] if width == 1 else [f"Card {card}" for card in range(1, 6)]
    rows: Rows = [[*([outer] if outer else []), deal_heading, "Player", *card_headings, "Stake"]]
    deals: list[list[int]] = []
    for part in range(1, chance.randint(2, 4) + 1 if outer else 2):
        when = [f"2026-06-0{part}" if outer == "Date" else f"{outer[0]}{part}"] if outer else []
        most = chance.randint(2, 6) if outer else chance.randint(4, 15)
        for number in range(1, most + 1):
            playing = chance.sample(names, chance.randint(2, len(names)))
            deal = Deal(number, iter(chance.sample(DECK, 52)), names, chance)
            deals.append(list(range(len(rows), len(rows) + len(playing))))
            rows += [[*when, number, name, *cards(deal), chance.randint(1, 90)] for name in playing]
    return rows, deals


NASTY_NAMES = [
    "Mark",
    "Nom",
    "Memo",
    "Win",
    "Rank",
    "Anna",
    "Olaf",
    "Lucy",
    "Omar",
    "Zoe",
    "Kiki",
    "Bo",
]
"""Names of players, five of them words for something else."""
_NASTY_HEADINGS = [
    None,
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
_NASTY_CELLS = {
    "card": apart(1),
    "pot": lambda deal: [deal.chance.randint(2, 900)],
    "note": _of("", "nice"),
}


def _has_cards(groups: list[Group]) -> bool:
    """Tell whether there are cards beside the hands: a second such column would be a hand with it."""
    return any(group.kind == "card" for group in groups)


def nasty(chance: random.Random) -> Table:
    """Return a table with headings whose names and further columns are easily mistaken."""
    table = Table(chance.choice(["five-card"] * 3 + ["holdem"]))
    style = chance.choice(["once", "above each card", "numbered"])
    table.names = chance.sample(NASTY_NAMES, chance.randint(2, 5))
    size = SIZES[table.game]
    groups = [_hand(style, name, seat, size) for seat, name in enumerate(table.names, start=1)]
    if table.game == "holdem":
        board = Group("board", ["Flop", None, None, "Turn", "River"], apart(5))
        groups.insert(chance.choice([0, len(groups)]), board)
    for _ in range(chance.randint(1, 3)):
        kinds = [kind for kind in _NASTY_CELLS if kind != "card" or not _has_cards(groups)]
        kind = chance.choice(kinds)
        further = Group(kind, [chance.choice(_NASTY_HEADINGS)], _NASTY_CELLS[kind])
        groups.insert(chance.randint(0, len(groups)), further)
    _note_columns(table, groups)
    table.rows.append([heading for group in groups for heading in group.headings])
    for number in range(1, chance.choice([4, 8, 20]) + 1):
        deal = Deal(number, iter(chance.sample(DECK, 52)), table.names, chance)
        table.deals.append(len(table.rows))
        table.rows.append([cell for group in groups for cell in group.cells(deal)])
    return table
