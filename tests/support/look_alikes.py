"""Tables with words and marks that look like cards beside the hands, or with players who are not counted from one."""

from support.kept_sheets import deals


def log(nick: str, rows: int = 9) -> str:
    """Return a history in which the player who folds has a name that may be two cards, or one."""
    shown = deals(9, rows, seed=5)
    return "\n\n\n".join(_hand(nick, number, cards) for number, cards in enumerate(shown))


def shown_in(rows: int = 9) -> list[list[str]]:
    """Return the cards of that history: two hands of two and the board of each deal."""
    return deals(9, rows, seed=5)


def _hand(nick: str, number: int, cards: list[str]) -> str:
    one, two, flop, board = (" ".join(_low(cards[a:b])) for a, b in ((0, 2), (2, 4), (4, 7), (4, 9)))
    turn, river = _low(cards[7:])
    return f"""PokerStars Hand #2523344{number:05}:  Hold'em No Limit ($0.05/$0.10 USD) - 2026/10/30 21:{number:02}:11 ET
Table 'Aludra IV' 6-max Seat #3 is the button
Seat 1: Hero ($10 in chips)
Seat 2: {nick} ($8.35 in chips)
Seat 3: Vera ($12.40 in chips)
{nick}: posts small blind $0.05
Hero: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Hero [{one}]
Vera: calls $0.10
{nick}: folds
Hero: checks
*** FLOP *** [{flop}]
Hero: checks
Vera: checks
*** TURN *** [{flop}] [{turn}]
Hero: checks
Vera: checks
*** RIVER *** [{flop} {turn}] [{river}]
Hero: checks
Vera: checks
*** SHOW DOWN ***
Hero: shows [{one}]
Vera: shows [{two}]
Hero collected $0.25 from pot
*** SUMMARY ***
Total pot $0.25 | Rake $0
Board [{board}]"""


def _low(cards: list[str]) -> list[str]:
    return [rank + suit.lower() for rank, suit in cards]


def seats(headings: list[str], rows: int = 8, *, size: int = 5, board: int = 0, seed: int = 7) -> list[list[object]]:
    """Return a table with a counter, a heading over the first card of each hand and, in the end, a board."""
    head = ["Nr", *[word for name in headings for word in [name, *[None] * (size - 1)]]]
    head += ["Flop", None, None, "Turn", "River"][:board]
    return [head, *[[at, *row] for at, row in enumerate(deals(size * len(headings) + board, rows, seed), 1)]]


def beside(
    *tables: list[str], rows: int = 6, board: int = 0, titles: str = "Table {}", short: int = 0
) -> list[list[object]]:
    """Return tables of some players side by side, a blank column between; the last one ends `short` rows earlier."""
    size = 2 if board else 5
    made = [seats(names, rows, size=size, board=board, seed=at) for at, names in enumerate(tables)]
    for at in range(rows - short + 1, rows + 1):
        made[-1][at] = [None] * len(made[-1][0])
    head = [[titles.format(at), *[None] * (len(table[0]) - 1)] for at, table in enumerate(made, 1)]
    made = [[title, *table] for title, table in zip(head, made, strict=True)]
    widest = [len(max(table, key=len)) for table in made]
    return [
        [cell for row, width in zip(line, widest, strict=True) for cell in [*row, *[None] * (width + 1 - len(row))]]
        for line in zip(*made, strict=True)
    ]


def marked(how: str, rows: int = 10) -> str | list[list[object]]:
    """Return deals of two hands with marks: ``lines`` with a bullet, ``winner`` with a star behind every third hand."""
    made = deals(10, rows, seed=11)
    if how == "lines":
        return "".join(f"* {' '.join(row[:5])} / {' '.join(row[5:])}\n" for row in made)
    return [
        [*row[:5], "*" if at % 3 == 0 else None, *row[5:], "*" if at % 3 == 1 else None] for at, row in enumerate(made)
    ]


def apart(rows: list[list[str]], *, suits_last: bool = False) -> list[list[object]]:
    """Return cards with rank and suit in cells of their own, side by side or all suits behind all ranks."""
    signs = dict(zip("CDHS", "♣♦♥♠", strict=True))
    if suits_last:
        return [[*[card[0] for card in row], *[card[1] for card in row]] for row in rows]
    return [[cell for card in row for cell in (card[0].replace("T", "10"), signs[card[1]])] for row in rows]


SUITED = [word for name in ("Hero", "Villain") for at in (1, 2) for word in (f"{name} {at}", "s")]
SUITED += [word for name in ("F1", "F2", "F3", "T", "R") for word in (name, "s")]
"""Headings of hold'em with a column for each suit."""
TWICE = [["Hand", "Hero", "Villain", "Board 1", "Board 2"]]
TWICE += [
    [at, "".join(row[:2]), "".join(row[2:4]), " ".join(row[4:9]), " ".join(row[9:])]
    for at, row in enumerate(deals(14, 8, seed=12), 1)
]
"""A board run twice."""
