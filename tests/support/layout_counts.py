"""A slow count of what was read: the cells of the ranges in a record, row by row, compared by the reference evaluator."""

import re
from collections import Counter

from support.kept_sheets import codes
from support.layout_table import DECK, Rows
from support.reference import best, omaha
from xlpoker.addresses import column_number
from xlpoker.layout.grid import parse_ranges

NAMES = "High Card,One Pair,Two Pair,Three of a Kind,Straight,Flush,Full House,Four of a Kind,Straight Flush".split(",")
OUT = re.compile(r"[-xf]|xx|[? ]+|(fold|muck|pass|weg|away|sitting|did not play).*", re.IGNORECASE)
SIGNS = str.maketrans("♣♦♥♠BV", "CDHSJJ")
AGAINST = re.compile(r" (?:vs?\.?|versus|gegen|/) |\n")


def cards_of(rows: Rows, row: int, range_: str) -> str:
    """Return the cards of a range in one row of a sheet, as the cells have them."""
    area = parse_ranges(range_).areas[0]
    cells = [rows[row][at] for at in area.columns if at < len(rows[row]) and rows[row][at] not in (None, "")]
    return " ".join(" ".join(str(cell).split(" ")) for cell in cells)


def spelt(card: str) -> str:
    """Return a card with its rank first, its letters large."""
    card = card.upper().translate(SIGNS).replace("10", "T")
    return card[::-1] if card[::-1] in DECK else card


def hand(cells: str, encoding: str | None) -> list[str] | None:
    """Return the cards of a hand, None for a player who is out."""
    if OUT.fullmatch(cells):
        return None
    found = cells.split()
    if encoding in ("rank-suit", "suit-rank"):
        found = [*map("".join, zip(found[::2], found[1::2], strict=False))]
    elif encoding:
        half = len(found) // 2
        found = [*map("".join, zip(found[:half], found[half:], strict=False))]
    pairs = [[*map(spelt, re.findall("..", cell))] if len(cell) > 3 else [spelt(cell)] for cell in found]
    return [
        card for cell, cards in zip(found, pairs, strict=True) for card in (cards if {*cards} <= {*DECK} else [cell])
    ]


def parted(cell: str, times: int) -> list[str]:
    """Return the hands of a cell that holds so many: they have a word between them, or each the same number of cards."""
    hands, cards = AGAINST.split(cell), cell.split()
    if times == 1 or len(hands) > 1:
        return hands if times > 1 else [cell]
    return [" ".join(cards[at * len(cards) // times : (at + 1) * len(cards) // times]) for at in range(times)]


def showdowns(rows: Rows, read: dict, seats: int) -> list[tuple[list, list[str], list[str]]]:
    """Return the hands of each showdown, the board's cards and the players' names; rows in which nothing stands are none."""
    ranges = [*read["hands"].values()]
    ranges *= seats if len(ranges) == 1 and read["by"] is None else 1
    first, last = parse_ranges(ranges[0]).rows
    encoding = found[1] if (found := re.search(r"cards as ([a-z-]+)", read["said"])) else None
    made = []
    for row in range(first, min(last + 1, len(rows))):
        cells = [cell for one in dict.fromkeys(ranges) for cell in parted(cards_of(rows, row, one), ranges.count(one))]
        board = hand(cards_of(rows, row, read["board"]), encoding) or [] if read["board"] else []
        hands = [hand(cell, encoding) for cell in cells]
        title = read["by"] and not any(
            {*(cards or [])} & {*DECK} or OUT.fullmatch(cell) for cell, cards in zip(cells, hands, strict=True)
        )
        if (any(cells) or board) and not title:
            made.append((row, hands, board))
    if read["by"] is None:
        return [(hands, board, []) for _, hands, board in made]
    player = column_number(read["names"]) if read["names"] else None
    heads = next((line for line in reversed(rows[:first]) if any(line)), [])
    keys = [heads.index(key) for key in read["by"].split(",")] if read["by"] != "turns" else []
    said, before = [], ()
    for row, *_ in made:
        before = tuple(rows[row][at] for at in keys if rows[row][at] is not None) or before
        said.append((before, str(rows[row][player]).strip() if player is not None else ""))
    apart = bool(keys) and len({*said}) == len(said)  # rows of a deal need not follow each other
    deals, before, number = {}, None, None
    for at, ((key, name), (_, hands, board)) in enumerate(zip(said, made, strict=True)):
        if not apart and (key != before or (name and name in deals[number][2])):
            number = at
        before, number = key, key if apart else number
        deal = deals.setdefault(number, ([], [], []))
        deal[0].extend(hands)
        deal[1].extend(board if not deal[1] else [])
        deal[2].append(name)
    return [*deals.values()]


def counts(found: dict) -> dict:
    """Return what a record counts that is not 0."""
    return {
        name: count
        for name, count in found.items()
        if count and name not in ("file", "sheet", "names", "hands", "read", "persons")
    }


def counted(rows: Rows, found: dict, bad: int) -> dict:
    """Return the counts of what a record says was read, of whose rows of words so many are bad; the others are titles."""
    read, names = found["read"], found.get("names", [])
    game, sizes = read["game"], {*read["cards"]}
    deals = showdowns(rows, read, sum("player_" in name for name in found) or 1)
    room = (
        len([*parse_ranges(read["board"]).areas[0].columns]) if read["board"] and "cards as" not in read["said"] else 0
    )
    full = max(room, *(len(board) for _, board, _ in deals))
    made: Counter[str] = Counter(rows=len(deals))
    categories: Counter[str] = Counter()
    for hands, board, players in deals:
        every = [card for cards in [*hands, board] for card in cards or []]
        inside = [at for at, cards in enumerate(hands) if (cards if read["board"] else cards is not None)]
        unequal = sizes and game != "omaha" and any(len(hands[at]) not in sizes for at in inside)
        known = [card for card in every if card.lower() != "unknown"]
        if every and not {*every} & {*DECK}:
            made["bad" if bad > 0 else "rows"] += 1 if bad > 0 else -1
            bad -= 1
        elif not {*known} <= {*DECK} or len({*known}) < len(known) or (unequal and known == every):
            made["bad"] += 1
        elif not inside or (len(inside) > 1 and (known != every or len(board) < full)):
            made["no_showdown"] += 1
        else:
            values = [
                omaha(codes(hands[at]), codes(board)) if game == "omaha" else best(codes([*hands[at], *board]))
                for at in inside
                if len(inside) > 1 or len(read["hands"]) == 1
            ]
            won = [at for at, value in zip(inside, values, strict=True) if value == max(values)] if values else inside
            if len(hands) == 1 and not players:
                categories[NAMES[values[0][0]]] += 1
            else:
                winner = names.index(players[won[0]]) if players and names else won[0]
                made["ties" if len(won) > 1 else f"player_{winner + 1}"] += 1
    return {**made} | ({"categories": {**categories}} if categories else {})
