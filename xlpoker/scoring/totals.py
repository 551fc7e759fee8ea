"""Adds up the counts of several tables, sheets or files: players with names by their names, the others by their seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from xlpoker.addresses import a1
from xlpoker.errors import OptionError
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Counts, Options
from xlpoker.text import folded

__all__ = ["check_apart", "total_of"]


def total_of(file: str, done: Sequence[Counts]) -> Counts:
    """Return the sum of the counts of several tables, under that label, with each player's wins under the player's name.

    >>> jan, feb = Counts("a", "Jan", 3, [3, 0], names=["Ana", "Ben"]), Counts("a", "Feb", 2, [0, 2], names=["Ben", "ANA"])
    >>> total = total_of("2 sheets", [jan, feb])
    >>> total.players, total.seats
    ([5, 0], [[0, 1], [1, 0]])
    >>> total_of("2 books", [Counts("a", "", 3, [2, 1]), Counts("b", "", 2, [0, 1, 1])]).players
    [2, 2, 1]

    `tables` are the counts that were added up, `seats` the indices of the players of each among all players, and `output` is
    the one that all have. Players without names stay apart from those with names, which a warning says.
    """
    labels, seats = _seats(done)
    outputs = {one.output for one in done}
    total = Counts(
        file,
        "",
        tables=list(done),
        seats=seats,
        output=outputs.pop() if len(outputs) == 1 else None,
    )
    for one, at in zip(done, seats, strict=True):
        won = dict(zip(at, one.players, strict=True))
        players = [won.get(place, 0) for place in range(len(labels))] if at else []
        seated = {
            tuple(sorted(at[player] for player in group)): rows
            for group, rows in one.showdowns.items()
        }
        total.game = one.game
        total.plus(replace(one, players=players, showdowns=Counter(seated)))
    nameless = [one for one in done if one.players and not one.names]
    if any(one.names and one.players for one in done):
        total.names = labels
        if nameless:
            first = nameless[0]
            where = " · ".join(
                part for part in (Path(first.file).name, first.sheet, first.hands) if part
            )
            more = f" and {len(nameless) - 1:,} more" if nameless[1:] else ""
            total.warnings.append(
                f"{where}{more} without names of players: Player 1, Player 2 ... are counted apart"
            )
    return total


def check_apart(
    tables: Iterable[tuple[Options, str, Layout | None]], *, boards: bool = False
) -> None:
    """Raise `OptionError` where two tables of a file, each with its sheet and layout, have cells in common, whose rows would count twice.

    With `boards` the same hands may have two boards: their deals were run twice.
    """
    for (one, sheet, here), (other, there_sheet, there) in combinations(tables, 2):
        if here is None or there is None or sheet != there_sheet:
            continue
        columns, top = {*here.columns} & {*there.columns}, max(here.first, there.first)
        run_twice = (
            boards
            and here.hands == there.hands
            and here.board
            and there.board not in (None, here.board)
        )
        if columns and not run_twice and top <= min(here.last, there.last):
            first, second = (
                f"--hands {to.hands}" if to.hands else f"--sheet {to.sheet}" for to in (one, other)
            )
            raise OptionError(
                f"{first} and {second} overlap in {a1(top, min(columns))}; rows would count twice"
            )


def _seats(done: Sequence[Counts]) -> tuple[list[str], list[list[int]]]:
    """Return the names of the players of several tables, and for each table the indices of its players among them.

    >>> _seats([Counts("", "", players=[3, 0], names=["Ana", "Ben"]), Counts("", "", players=[2, 0], names=["BEN", "Cleo"])])
    (['Ana', 'Ben', 'Cleo'], [[0, 1], [1, 2]])

    Names are the same in capitals and small letters, unless one table has both; one that stands twice is two players.
    """
    exact = any(len(set(map(folded, one.labels))) < len(set(one.labels)) for one in done)
    labels: dict[tuple[str, int], tuple[int, str]] = {}
    seats = []
    for one in done:
        seen: Counter[str] = Counter()
        here = []
        for label in one.labels:
            name = label if exact else folded(label)
            here.append(labels.setdefault((name, seen[name]), (len(labels), label))[0])
            seen[name] += 1
        seats.append(here)
    return [label for _, label in labels.values()], seats
