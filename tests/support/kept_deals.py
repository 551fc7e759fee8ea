"""Deals that are not rows: long tables with a row for each player."""

from support.kept_sheets import deals

NAMES = ["Anna", "Bernd", "Chris"]
THREE = [[row[:5], row[5:10], row[10:]] for row in deals(15, 8)]
ELEVEN = deals(11, 9)
SHOWN = [[[*row[2 * seat : 2 * seat + 2], *row[6:]] for seat in range(3)] for row in ELEVEN]


def long_table(rows, *, ids=range(100, 200), fill=True):
    """Return a row for each player of each deal; the number of the deal in each of them, or in the first alone."""
    return [
        [number if fill or seat == 0 else None, NAMES[seat], *hand]
        for number, hands in zip(ids, rows, strict=False)
        for seat, hand in enumerate(hands)
        if hand
    ]


def holdem_table(*, each, folded=()):
    """Return a row for each of three players of hold'em under labels, the board in each row of a deal or in its first.

    In the deals `folded` only the first player is left.
    """
    rows = [["Hand id", "Player", "Hole", "Board"]]
    for at, row in enumerate(ELEVEN):
        for seat in range(3):
            hole = "folded" if at in folded and seat else " ".join(row[2 * seat : 2 * seat + 2])
            rows.append([at, NAMES[seat], hole, " ".join(row[6:]) if each or seat == 0 else None])
    return rows


WHOLE = [[[" ".join(hand)] for hand in hands] for hands in THREE]
LEFT = [
    [hand if (at + seat) % 3 else None for seat, hand in enumerate(hands)]
    for at, hands in enumerate(THREE)
]
LONG = {
    "whole-hands": ([["Hand id", "Player", "Cards"], *long_table(WHOLE)], THREE),
    "the-deal-in-its-first-row": (
        [["Deal #", "Player", *"12345"], *long_table(THREE, fill=False)],
        THREE,
    ),
    "rows-of-who-is-left": ([["Game No.", "Player", *"12345"], *long_table(LEFT)], LEFT),
}
