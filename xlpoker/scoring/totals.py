"""Adds up the counts of several tables, sheets or files.

Players with names are counted by their names, all others by their seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from xlpoker.addresses import a1
from xlpoker.errors import OptionError
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Counts, Options, Showdowns, Tally
from xlpoker.scoring.money import NO_MONEY
from xlpoker.text import folded

__all__ = ["check_apart", "total_of"]


def total_of(file: str, tables: Sequence[Counts]) -> Counts:
    """Return the sum of the counts of several tables, each player's wins under the player's name.

    >>> january = Counts("a", "Jan", 3, [3, 0], names=["Ana", "Ben"])
    >>> february = Counts("a", "Feb", 2, [0, 2], names=["Ben", "ANA"])
    >>> total = total_of("2 sheets", [january, february])
    >>> total.file, total.players, total.seats
    ('2 sheets', [5, 0], [[0, 1], [1, 0]])
    >>> total_of("2 books", [Counts("a", "", 3, [2, 1]), Counts("b", "", 2, [0, 1, 1])]).players
    [2, 2, 1]

    `tables` are the counts that were added up, `seats` the indices of the players of each among all
    players, and `output` is the one that all have. Players without names stay apart from those with
    names, which a warning says.
    """
    labels, seats = _seats(tables)
    tally = Tally()
    for counts, seats_of_table in zip(tables, seats, strict=True):
        reseated = _reseated(counts, seats_of_table, len(labels))
        tally.add(reseated)
    has_names = any(counts.names and counts.players for counts in tables)
    outputs = {counts.output for counts in tables}
    return Counts(
        file,
        "",
        output=outputs.pop() if len(outputs) == 1 else None,
        names=labels if has_names else [],
        warnings=_players_without_names(tables) if has_names else [],
        tables=list(tables),
        seats=seats,
        game=tables[-1].game if tables else "five-card",
        **vars(tally),
    )


def _reseated(counts: Counts, seats: Sequence[int], players: int) -> Tally:
    """Return what was counted in a table, with the wins of all players.

    `seats` are the indices of the table's players among all.
    """
    wins: list[int] = []
    if seats:
        wins = [0] * players
    for player, rows_won in zip(seats, counts.players, strict=True):
        wins[player] = rows_won
    showdowns: Showdowns = Counter()
    for group, rows in counts.showdowns.items():
        players_of_group = [seats[player] for player in group]
        new_group = tuple(sorted(players_of_group))
        showdowns[new_group] = rows
    pots = [Fraction(0)] * players if counts.pots else []
    for player, pot in zip(seats, counts.pots, strict=False):
        pots[player] = pot
    money = [NO_MONEY] * players if counts.money else []
    for player, amounts in zip(seats, counts.money, strict=False):
        money[player] = amounts
    return replace(counts.tally, players=wins, showdowns=showdowns, pots=pots, money=money)


def _players_without_names(tables: Sequence[Counts]) -> list[str]:
    """Return the warning about players without names beside others with names, if there are any."""
    nameless = [counts for counts in tables if counts.players and not counts.names]
    if not nameless:
        return []
    first = nameless[0]
    parts = [Path(first.file).name, first.sheet, first.hands]
    where = " · ".join(part for part in parts if part)
    if len(nameless) > 1:
        where += f" and {len(nameless) - 1:,} more"
    return [f"{where} without names of players: Player 1, Player 2 ... are counted apart"]


TableOfFile = tuple[Options, str, Layout | None]
"""The options of a table, its sheet and its layout."""


def check_apart(tables: Iterable[TableOfFile], *, boards: bool = False) -> None:
    """Raise `OptionError` where tables of a file have cells in common: rows would count twice.

    With `boards` the same hands may have two boards: their deals were run twice.
    """
    for table, other_table in combinations(tables, 2):
        options, sheet, layout = table
        other_options, other_sheet, other = other_table
        if layout is None or other is None or sheet != other_sheet:
            continue
        if boards and _are_run_twice(layout, other):
            continue
        columns = {*layout.columns} & {*other.columns}
        first = max(layout.first, other.first)
        last = min(layout.last, other.last)
        if columns and first <= last:
            cell = a1(first, min(columns))
            raise OptionError(
                f"{_option_of(options)} and {_option_of(other_options)} overlap in {cell}; "
                "rows would count twice"
            )


def _are_run_twice(layout: Layout, other: Layout) -> bool:
    """Tell whether two layouts have the same hands, and different boards."""
    if layout.board is None or other.board is None:
        return False
    has_same_hands = layout.hands == other.hands
    return has_same_hands and layout.board != other.board


def _option_of(options: Options) -> str:
    """Return the option of the command line that named a table."""
    return f"--hands {options.hands}" if options.hands else f"--sheet {options.sheet}"


def _seats(tables: Sequence[Counts]) -> tuple[list[str], list[list[int]]]:
    """Return the names of all players, and for each table the indices of its players.

    >>> first = Counts("", "", players=[3, 0], names=["Ana", "Ben"])
    >>> second = Counts("", "", players=[2, 0], names=["BEN", "Cleo"])
    >>> _seats([first, second])
    (['Ana', 'Ben', 'Cleo'], [[0, 1], [1, 2]])

    Names are the same in capitals and small letters, unless one table has both; one that stands
    twice is two players.
    """
    is_exact = any(_differ_in_capitals(counts.labels) for counts in tables)
    labels: list[str] = []
    index_of: dict[tuple[str, int], int] = {}
    seats = []
    for counts in tables:
        times_seen: Counter[str] = Counter()
        indices = []
        for label in counts.labels:
            name = label if is_exact else folded(label)
            key = (name, times_seen[name])
            times_seen[name] += 1
            if key not in index_of:
                index_of[key] = len(labels)
                labels.append(label)
            indices.append(index_of[key])
        seats.append(indices)
    return labels, seats


def _differ_in_capitals(labels: Sequence[str]) -> bool:
    """Tell whether two of the labels differ in nothing but capitals and blanks."""
    names = {folded(label) for label in labels}
    different_labels = set(labels)
    return len(names) < len(different_labels)
