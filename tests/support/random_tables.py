"""Plain tables made at random, with the further columns that people keep, and what is true of each."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from support.first_names import different
from support.layout_table import DECK, Rows

NAMES = [name for name in different() if name.isalpha() and len(name) > 2]
SIZES = {"five-card": 5, "holdem": 2, "omaha": 4}
HEADS = {
    "note": ["Notes", "Remarks", "Comment", "Bemerkung", "Remarque"],
    "date": ["Date", "Day", "Datum"],
    "pot": ["Pot", "Stake", "Chips", "Mise", "Total pot"],
    "number": ["No", "Deal", "#", "Nr", "Round"],
    "winner": ["Winner", "Won by", "Gewinner", "Result"],
    "card": ["Discard", "Changed", "Burn", "Cut card", "Rabbit", "Swapped", "Exchanged"],
    "code": ["Class", "Table", "Room no", "Group", "Section"],
    "initials": ["Initials", "Initial", "Kürzel"],
    "blank": ["Notes", "Remarks", "Result"],
    "time": ["Time", "Uhrzeit", "Zeit"],
}
BAD = ["1OH", "?", "5X", "n/a", ""]


@dataclass
class Table:
    """Rows, and the truth: the game, the columns of each player and the board, the names, the deals' rows, columns with other cards."""

    game: str
    rows: Rows = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    board: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)
    headed: bool = True
    foreign: bool = False  # there are columns with cards, or with what looks like them, that are no hand's


Column = tuple[str | None, str | None, str, int]  # two headings; what it holds; of whom


def plain(chance: random.Random) -> Table:
    """Return a table with a deal in each row."""
    table = Table(chance.choices([*SIZES], [6, 3, 1])[0])
    players = chance.choices(range(1, 7), [2, 8, 3, 2, 1, 1])[0] if table.game == "five-card" else chance.randint(2, 6)
    names = chance.sample(NAMES, players)
    style = chance.choice(
        ALONE if players == 1 else ["first", "every", "numbered", "worded", "lower row", "coded", "whole", "bare"]
    )
    table.headed = style != "bare"
    groups = [_hand(table, style, name, seat) for seat, name in enumerate(names)]
    if table.game != "five-card":
        groups.insert(chance.choice([0, players, players]), _board(chance, style))
    for _ in range(chance.choices(range(5), [3, 4, 3, 2, 1])[0]):
        kind = chance.choice([kind for kind in HEADS if table.headed or kind not in ("card", "code")])
        head = chance.choice(HEADS[kind]) if table.headed else None
        table.foreign |= kind in ("card", "code", "initials")
        groups.insert(chance.randint(0, len(groups)), [(head, None, kind, 0)])
    columns = [column for group in groups for column in group]
    table.hands = [[at for at, one in enumerate(columns) if one[2:] == ("hand", seat)] for seat in range(players)]
    table.board = [at for at, one in enumerate(columns) if one[2] == "board"]
    named = style not in ("bare", "coded", "cards", "a word")
    table.names = names if named else []
    _fill(chance, table, columns)
    return table


ALONE = ["cards", "a word", "bare", "numbered"]


def _hand(table: Table, style: str, name: str, seat: int) -> list[Column]:
    """Return the columns of a player's hand."""
    size = SIZES[table.game]
    if style in ("whole", "a word"):
        return [(name if style == "whole" else "Hand", None, "hand", seat)]
    above: list[str | None] = {
        "first": [name, *[None] * (size - 1)],
        "lower row": [name, *[None] * (size - 1)],
        "every": [name] * size,
        "numbered": [f"{name} {card}" for card in range(1, size + 1)],
        "worded": [f"{name} card {card}" for card in range(1, size + 1)],
        "coded": [f"p{seat + 1}c{card}" for card in range(1, size + 1)],
        "cards": [f"Card {card}" for card in range(1, size + 1)],
        "bare": [None] * size,
    }[style]
    below = [f"Card {card}" if style == "lower row" else None for card in range(1, size + 1)]
    return [(one, other, "hand", seat) for one, other in zip(above, below, strict=True)]


def _board(chance: random.Random, style: str) -> list[Column]:
    """Return the columns of the board."""
    heads = chance.choice([
        ["Board", None, None, None, None],
        ["Flop", None, None, "Turn", "River"],
        ["Flop 1", "Flop 2", "Flop 3", "Turn", "River"],
        [f"Board {card}" for card in range(1, 6)],
        ["Board"],
    ])  # fmt: skip
    return [(None if style == "bare" else head, None, "board", 0) for head in heads]


def _fill(chance: random.Random, table: Table, columns: list[Column]) -> None:
    """Add the rows to a table: a title, headings, deals, some bad cells, titles between, a total."""
    if chance.random() < 0.25:
        table.rows += [[chance.choice(["Friday night", "Club evening", "Poker 2026"])], *[[]] * chance.randint(0, 1)]
    if table.headed:
        lines = [[one[at] for one in columns] for at in (0, 1)]
        table.rows += [line for line in lines if any(line)]
    count = chance.choice([2, 4, 7, 12, 25])
    for number in range(count):
        if number and chance.random() < 0.02:
            table.rows.append([chance.choice(["Second half", "Break", "March"])])
        table.deals.append(len(table.rows))
        table.rows.append(_deal(chance, table, columns, number))
    for row in table.deals[2:]:
        if chance.random() < 0.05:
            at = chance.choice([at for hand in table.hands for at in hand])
            table.rows[row][at] = chance.choice(BAD[: -1 if len(table.hands) == 1 else None]) or None
    if table.headed and chance.random() < 0.2:
        table.rows += [[], ["Total", 42]]


def _deal(chance: random.Random, table: Table, columns: list[Column], number: int) -> list[Any]:
    """Return the cells of a deal."""
    deck: Iterator[str] = iter(chance.sample(DECK, 52))
    wide = {seat: len(hand) for seat, hand in enumerate(table.hands)}
    more = {
        "note": lambda: chance.choice([None, None, "nice", "two pair again", "see row 3", "bluff!"]),
        "date": lambda: f"2026-05-{1 + number:02d}",
        "pot": lambda: chance.randint(15, 900),
        "number": lambda: number + 1,
        "winner": lambda: chance.choice(table.names or ["P1", "P2"]),
        "card": lambda: next(deck),
        "code": lambda: chance.choice(["7C", "8D", "9C", "7H", "2D"]),
        "initials": lambda: chance.choice(["AS", "JD", "MB", "KH", "TC", "RW", "PL"]),
        "blank": lambda: None,
        "time": lambda: f"{19 + number % 4}:{number % 60:02d}",
    }
    cells: list[Any] = []
    for _, _, kind, seat in columns:
        if kind == "hand":
            cards = SIZES[table.game] if wide[seat] == 1 else 1
            cells.append(" ".join(next(deck) for _ in range(cards)))
        elif kind == "board":
            cells.append(" ".join(next(deck) for _ in range(5 if len(table.board) == 1 else 1)))
        else:
            cells.append(more[kind]())
    return cells


def long(chance: random.Random) -> tuple[Rows, list[list[int]]]:
    """Return a table with a row for each player, and the rows of each deal."""
    names = chance.sample(NAMES, chance.randint(2, 5))
    outer = chance.choice([None, None, "Date", "Match", "Table", "Session"])
    head = [*([outer] if outer else []), chance.choice(["Deal", "Hand no", "Round", "Game", "Hand id"]), "Player"]
    spread = chance.random() < 0.5
    rows: Rows = [[*head, *([f"Card {card}" for card in range(1, 6)] if spread else ["Cards"]), "Stake"]]
    deals = []
    for part in range(chance.randint(2, 4) if outer else 1):
        for number in range(chance.randint(2, 6) if outer else chance.randint(4, 15)):
            deck = chance.sample(DECK, 52)
            playing = chance.sample(names, chance.randint(2, len(names)))
            deals.append([*range(len(rows), len(rows) + len(playing))])
            for seat, name in enumerate(playing):
                cards = deck[5 * seat : 5 * seat + 5]
                when = {"Date": f"2026-06-{part + 1:02d}"}.get(outer or "", f"{(outer or '')[:1]}{part + 1}")
                first = [when] if outer else []
                rows.append(
                    [*first, number + 1, name, *(cards if spread else [" ".join(cards)]), chance.randint(1, 90)]
                )
    return rows, deals
