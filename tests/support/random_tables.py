"""Plain tables made at random, with the further columns that people keep, and what is true of each."""

import random
from dataclasses import dataclass, field

from support.first_names import different
from support.layout_table import Rows, rows_of

NAMES = [name for name in different() if name.isalpha() and len(name) > 2]
SIZES = {"five-card": 5, "holdem": 2, "omaha": 4}
MORE = {  # further columns: words above, and a cell of the notation
    "note": ("Notes Remarks Comment Bemerkung Remarque", "{,,nice,two pair again,see row 3,bluff!}"),
    "date": ("Date Day Datum", "2026-05-{n}"),
    "pot": ("Pot Stake Chips Mise Total_pot", "{n+140}"),
    "number": ("No Deal # Nr Round", "{n}"),
    "winner": ("Winner Won_by Gewinner Result", "{P1,P2}"),
    "blank": ("Notes Remarks Result", ""),
    "time": ("Time Uhrzeit Zeit", "{n+18}:15"),
    "initials": ("Initials Initial Kürzel", "{AS,JD,MB,KH,TC,RW,PL}"),
    "card": ("Discard Changed Burn Cut_card Rabbit Swapped Exchanged", "c"),
    "code": ("Class Table Room_no Group Section", "{7C,8D,9C,7H,2D}"),
}
FOREIGN = ("initials", "card", "code")  # cards, or what looks like them, that are no hand's
HANDS = {  # the name, or the number, above a hand: once, above each card, with numbers, below
    "first": "{0}>{2}",
    "every": "{2}*{0}",
    "numbered": "{0} {{1..{2}}}",
    "worded": "{0} card {{1..{2}}}",
    "lower row": "{0}>{2}",
    "coded": "p{1}c{{1..{2}}}",
    "cards": "Card {{1..{2}}}",
    "bare": "{2}*",
    "whole": "{0}",
    "a word": "Hand",
}
WHOLE = ("whole", "a word")
BOARDS = [
    ("Board>5", "5c"),
    ("Flop>3|Turn|River", "5c"),
    ("Flop {1..3}|Turn|River", "5c"),
    ("Board {1..5}", "5c"),
    ("Board", "[5]"),
]
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
    foreign: bool = False


Group = tuple[str, str, str, int]  # its kind; its heading and its cells in the notation; how many columns it has


def plain(chance: random.Random) -> Table:
    """Return a table with a deal in each row."""
    table = Table(chance.choices([*SIZES], [6, 3, 1])[0])
    players = chance.choices(range(1, 7), [2, 8, 3, 2, 1, 1])[0] if table.game == "five-card" else chance.randint(2, 6)
    alone = ["cards", "a word", "bare", "numbered"]
    style = chance.choice(alone if players == 1 else [one for one in HANDS if one not in ("cards", "a word")])
    size, names = SIZES[table.game], chance.sample(NAMES, players)
    table.headed = style != "bare"
    cells, width = (f"[{size}]", 1) if style in WHOLE else (f"{size}c", size)
    groups: list[Group] = [
        ("hand", HANDS[style].format(name, seat, size), cells, width) for seat, name in enumerate(names, 1)
    ]
    if table.game != "five-card":
        head, cells = chance.choice(BOARDS)
        columns = 1 if cells == "[5]" else 5
        groups.insert(
            chance.choice([0, players, players]), ("board", head if table.headed else f"{columns}*", cells, columns)
        )
    for _ in range(chance.choices(range(5), [3, 4, 3, 2, 1])[0]):
        kind = chance.choice([kind for kind in MORE if table.headed or kind not in ("card", "code")])
        heads, cell = MORE[kind]
        head = chance.choice(heads.split()).replace("_", " ") if table.headed else ""
        table.foreign |= kind in FOREIGN
        if "," in cell:  # one of these words in each row
            words = names if kind == "winner" else cell[1:-1].split(",")
            cell = f"{{{','.join(chance.choices(words, k=25))}}}"
        groups.insert(chance.randint(0, len(groups)), (kind, head, cell, 1))
    at = 0
    for kind, _, _, width in groups:
        columns = [*range(at, at := at + width)]
        if kind == "hand":
            table.hands.append(columns)
        elif kind == "board":
            table.board = columns
    table.names = names if style not in ("bare", "coded", "cards", "a word") else []
    _fill(chance, table, groups, below=style == "lower row")
    return table


def _fill(chance: random.Random, table: Table, groups: list[Group], *, below: bool) -> None:
    """Add the rows to a table: a title, headings, deals, some bad cells, titles between, a total."""
    if chance.random() < 0.25:
        table.rows += [[chance.choice(["Friday night", "Club evening", "Poker 2026"])], *[[]] * chance.randint(0, 1)]
    lines = ["|".join(head for _, head, _, _ in groups)] * table.headed
    lines += ["|".join(f"Card {{1..{width}}}" if kind == "hand" else f"{width}*" for kind, *_, width in groups)] * below
    count = chance.choice([2, 4, 7, 12, 25])
    lines.append(f"{count}x {'|'.join(cells for _, _, cells, _ in groups)}")
    made = rows_of(" // ".join(lines), str(chance.random()))
    table.rows += made[:-count]
    for number, row in enumerate(made[-count:]):
        if number and chance.random() < 0.02:
            table.rows.append([chance.choice(["Second half", "Break", "March"])])
        table.deals.append(len(table.rows))
        table.rows.append(row)
    for row in table.deals[2:]:
        if chance.random() < 0.05:
            at = chance.choice([at for hand in table.hands for at in hand])
            table.rows[row][at] = chance.choice(BAD[: -1 if len(table.hands) == 1 else None]) or None
    if table.headed and chance.random() < 0.2:
        table.rows += [[], ["Total", 42]]


def long(chance: random.Random) -> tuple[Rows, list[list[int]]]:
    """Return a table with a row for each player, and the rows of each deal."""
    names = chance.sample(NAMES, chance.randint(2, 5))
    outer = chance.choice([None, None, "Date", "Match", "Table", "Session"])
    spread = chance.random() < 0.5
    deal = chance.choice(["Deal", "Hand no", "Round", "Game", "Hand id"])
    lines = [f"{f'{outer}|' if outer else ''}{deal}|Player|{'Card {1..5}' if spread else 'Cards'}|Stake"]
    deals, first = [], 1
    for part in range(1, chance.randint(2, 4) + 1 if outer else 2):
        when = {None: "", "Date": f"2026-06-0{part}|"}.get(outer, f"{(outer or '')[:1]}{part}|")
        for number in range(1, chance.randint(2, 6) + 1 if outer else chance.randint(4, 15) + 1):
            playing = chance.sample(names, chance.randint(2, len(names)))
            cells = "5c" if spread else "[5]"
            lines.append(" / ".join(f"{when}{number}|{name}|{cells}|{chance.randint(1, 90)}" for name in playing))
            deals.append([*range(first, first := first + len(playing))])
    return rows_of(" // ".join(lines), str(chance.random())), deals
