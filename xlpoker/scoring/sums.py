"""Adds up the counts of several tables: players with names by their names, the others by their seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from xlpoker.layout.headings import folded
from xlpoker.scoring.counts import Counts, Options

__all__ = ["by_place", "places_of", "sum_of", "total_of"]


def total_of(file: str, done: Sequence[Counts]) -> Counts:
    """Return the sum of the counts of several tables, under that label, with each player's wins under the player's name.

    >>> jan, feb = Counts("a", "Jan", 3, [3, 0], names=["Ana", "Ben"]), Counts("a", "Feb", 2, [0, 2], names=["Ben", "ANA"])
    >>> total_of("2 sheets", [jan, feb]).players
    [5, 0]
    >>> total_of("2 books", [Counts("a", "", 3, [2, 1]), Counts("b", "", 2, [0, 1, 1])]).players
    [2, 2, 1]

    Players without names stay apart from those with names, which a warning says.
    """
    labels, places = places_of(done)
    total = Counts(file, "")
    for one, at, won in zip(done, places, by_place(done), strict=True):
        players = [count or 0 for count in won] if at else []
        showdowns = {tuple(sorted(at[player] for player in group)): rows for group, rows in one.showdowns.items()}
        total.plus(replace(one, players=players, showdowns=showdowns))
    nameless = [one for one in done if one.players and not one.names]
    if any(one.names and one.players for one in done):
        total.names = labels
        if nameless:
            where = " · ".join(
                part for part in (Path(nameless[0].file).name, nameless[0].sheet, nameless[0].hands) if part
            )
            more = f" and {len(nameless) - 1:,} more" if nameless[1:] else ""
            total.warnings.append(f"{where}{more} without names of players: Player 1, Player 2 ... are counted apart")
    return total


def places_of(done: Sequence[Counts]) -> tuple[list[str], list[list[int]]]:
    """Return the names of the players of several tables, and for each table the indices of its players among them.

    >>> places_of([Counts("", "", players=[3, 0], names=["Ana", "Ben"]), Counts("", "", players=[2, 0], names=["BEN", "Cleo"])])
    (['Ana', 'Ben', 'Cleo'], [[0, 1], [1, 2]])

    Names are the same in capitals and small letters, unless one table has both; one that stands twice is two players.
    """
    exact = any(len(set(map(folded, one.labels))) < len(set(one.labels)) for one in done)
    labels: dict[tuple[str, int], tuple[int, str]] = {}
    places = []
    for one in done:
        seen: Counter[str] = Counter()
        here = []
        for label in one.labels:
            name = label if exact else folded(label)
            here.append(labels.setdefault((name, seen[name]), (len(labels), label))[0])
            seen[name] += 1
        places.append(here)
    return [label for _, label in labels.values()], places


def by_place(done: Sequence[Counts]) -> list[list[int | None]]:
    """Return for each of several tables the wins of all their players, None for players who are not in it.

    >>> by_place([Counts("", "", players=[3, 0], names=["Ana", "Ben"]), Counts("", "", players=[2, 0], names=["BEN", "Cleo"])])
    [[3, 0, None], [None, 2, 0]]
    """
    labels, places = places_of(done)
    won = [dict(zip(at, one.players, strict=True)) for one, at in zip(done, places, strict=True)]
    return [[one.get(place) for place in range(len(labels))] for one in won]


def sum_of(file: str, tables: Sequence[Options], done: list[Counts]) -> Counts:
    """Return the sum of the counts of several tables of a file, with the counts of each."""
    for options, counts in zip(tables, done, strict=True):
        counts.hands = options.hands
    total = total_of(file, done)
    total.tables, total.output = done, done[0].output
    return total
