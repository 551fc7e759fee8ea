"""The exact odds of each of the 169 starting hands against each other, counted once: ``python workbooks/exact_table.py``.

A number is what the first hand wins: two points for a board that it wins, one for a tie, over all combinations of the
two hands and all 1,712,304 boards. ``starting_hands.txt`` keeps a line for each hand: its points, and those of the other,
against itself and each hand after it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from xlpoker.odds.deals import Deal, count, matchups
from xlpoker.odds.ranges import STARTING_HANDS
from xlpoker.odds.table import table_of

KEPT = Path(__file__).with_name("starting_hands.txt")
NAMES = tuple([name for row in STARTING_HANDS for name in row])
"""The hands row by row of the 13 x 13 grid: AA AKs AQs ... 22."""
HAND_LIMIT = 1e9


@cache
def _boards(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins; most questions come up many times."""
    return count(deal)


def points_of(first: str, second: str) -> tuple[int, int]:
    """Return the points of two starting hands against each other.

    >>> points_of("AA", "AKs")
    (36106116, 4989180)
    """
    table = table_of("", [first, second])
    first_points = second_points = 0
    for weight, holes in matchups(table.ranges, (), (), HAND_LIMIT) or ():
        _, wins, losses, ties = _boards(table.deal(holes))
        first_points += round(weight) * (2 * wins + ties)
        second_points += round(weight) * (2 * losses + ties)
    return first_points, second_points


def write_table(path: Path = KEPT) -> None:
    """Count the odds of all pairs of starting hands, and keep them."""
    lines = []
    for place, first in enumerate(NAMES):
        pairs = [points_of(first, second) for second in NAMES[place:]]
        numbers = [f"{mine} {yours}" for mine, yours in pairs]
        lines.append(f"{first}: {', '.join(numbers)}\n")
    path.write_text("".join(lines), encoding="ascii")


def points() -> list[list[int]]:
    """Return the points of each hand (a row) against each hand (a column), in the order of `NAMES`."""
    table = [[0] * len(NAMES) for _ in NAMES]
    for row, line in enumerate(KEPT.read_text(encoding="ascii").splitlines()):
        pairs = line.partition(": ")[2].split(", ")
        for column, pair in enumerate(pairs, row):
            mine, yours = pair.split()
            table[row][column] = int(mine)
            table[column][row] = int(yours)
    return table


if __name__ == "__main__":
    write_table()
