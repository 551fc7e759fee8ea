"""Deals that are not rows: hands downwards, and long tables with a row for each player."""

import datetime as dt

from support.kept_sheets import deals

NAMES = ["Anna", "Bernd", "Chris"]
FIFTEEN = deals(15, 8)
THREE = [[row[:5], row[5:10], row[10:]] for row in FIFTEEN]
ELEVEN = deals(11, 9)
SHOWN = [[[*row[2 * seat : 2 * seat + 2], *row[6:]] for seat in range(3)] for row in ELEVEN]


def downwards(*, labels, between, again):
    """Return deals as columns of five cards: with Card 1 .. Card 5 beside them, blank rows between, or names each time."""
    rows = []
    for at, hands in enumerate(THREE):
        if at == 0 or again:
            rows.append([*([""] if labels else []), *NAMES])
        rows += [[*([f"Card {card + 1}"] if labels else []), *(hand[card] for hand in hands)] for card in range(5)]
        rows += [[]] * between
    return rows


def long(rows, *, ids=range(100, 200), fill=True):
    """Return a row for each player of each deal; the number of the deal in each of them, or in the first alone."""
    return [
        [number if fill or seat == 0 else None, NAMES[seat], *hand]
        for number, hands in zip(ids, rows, strict=False)
        for seat, hand in enumerate(hands)
        if hand
    ]


def holdem(*, each, folded=()):
    """Return a row for each of three players of hold'em under labels, the board in each row of a deal or in its first.

    In the deals `folded` only the first player is left.
    """
    rows = [["Hand id", "Player", "Hole", "Board"]]
    for at, row in enumerate(ELEVEN):
        for seat in range(3):
            hole = "folded" if at in folded and seat else " ".join(row[2 * seat : 2 * seat + 2])
            rows.append([at, NAMES[seat], hole, " ".join(row[6:]) if each or seat == 0 else None])
    return rows


DOWN = {
    "labels": downwards(labels=True, between=0, again=False),
    "labels-and-blank-rows": downwards(labels=True, between=1, again=False),
    "blank-rows": downwards(labels=False, between=1, again=False),
    "names-each-time": downwards(labels=False, between=1, again=True),
}


WHOLE = [[[" ".join(hand)] for hand in hands] for hands in THREE]
FOLDED = [
    [[" ".join(hand)] if (at + seat) % 3 else None for seat, hand in enumerate(hands)] for at, hands in enumerate(THREE)
]
LEFT = [[hand if (at + seat) % 3 else None for seat, hand in enumerate(hands)] for at, hands in enumerate(THREE)]
LONG = {
    "whole-hands": ([["Hand id", "Player", "Cards"], *long(WHOLE)], THREE),
    "cards-in-columns": ([["Deal", "Player", *"12345"], *long(THREE)], THREE),
    "the-deal-in-its-first-row": ([["Deal #", "Player", *"12345"], *long(THREE, fill=False)], THREE),
    "rows-of-who-is-left": ([["Game No.", "Player", "Cards"], *long(FOLDED)], LEFT),
}


def pivoted(heading, *, left=True, boards=()):
    """Return deals as columns of whole hands, a player in each row, with their names at the left, and then the boards."""
    rows = [[*(["Player"] if left else []), *map(heading, range(1, len(THREE) + 1))]]
    rows += [[*([name] if left else []), *(" ".join(hands[at]) for hands in THREE)] for at, name in enumerate(NAMES)]
    return [*rows, ["Board", *boards]] if boards else rows


PIVOTED = {
    "rounds": pivoted("Round {}".format),
    "dates": pivoted(lambda day: dt.date(2026, 11, day)),
    "no-words": pivoted(lambda _: None, left=False)[1:],
    "other-words": pivoted("The {}. night".format),
}


def stacked(heading, *, left="names", between=0):
    """Return deals as columns of cards, the hand of each player below that of the one before."""
    rows = [["", *map(heading, range(1, len(THREE) + 1))]]
    for at, name in enumerate(NAMES):
        words = {"names": [name, *[""] * 4], "cards": [f"Card {card}" for card in range(1, 6)], "": [""] * 5}[left]
        rows += [[word, *(hands[at][card] for hands in THREE)] for card, word in enumerate(words)]
        rows += [[]] * between
    return rows


STACKED = {
    "names": stacked("Deal {}".format),
    "names-and-blank-rows": stacked("Round #{}".format, between=1),
    "dates": stacked(lambda day: dt.date(2026, 11, day)),
    "cards-are-numbered": stacked("Game {}".format, left="cards"),
    "no-words-at-the-left": stacked("Deal {}".format, left=""),
}
