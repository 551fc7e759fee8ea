"""Where the stakes are: the column of each player, as ``--stakes`` names it.

::

    --stakes "Anna=C,Ben=D"

    Anna           | Ben            | Anna stake | Ben stake          Anna gets | Ben gets
    5H 5C 6S 7S KD | 2C 3S 8S 8D TD | 10         | 30          ->             |       40
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xlpoker.addresses import column_letters
from xlpoker.errors import LayoutError, OptionError, nearest, quoted
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.layout.reading import Reading
from xlpoker.layout.stakes import parse_stakes, typed_stakes
from xlpoker.scoring.check import column_beside, words_of
from xlpoker.scoring.detected import Detected
from xlpoker.text import folded

__all__ = ["with_stakes"]

_STAKE_WORDS = ("stake", "stakes", "bet", "bets", "put in", "in")
"""Words behind a player's name in the headings that a message offers; they decide nothing."""


def with_stakes(detected: Detected, stakes: str) -> Detected:
    """Return a table with the columns of stakes that the option names, one for each player.

    Raises `OptionError` where players and columns do not go together, and `LayoutError` for a
    column that is not there.
    """
    reading = detected.reading
    layout = detected.layout
    if reading.by or len(layout.hands) < 2:
        raise OptionError(
            "--stakes needs the hands of all players in one row; here each row holds one hand"
        )
    named = _NamedColumns(detected.grid, layout, _labels(reading, layout))
    for player_name, heading in parse_stakes(stakes):
        named.take(player_name, heading)
    columns = named.columns_in_order()
    return detected._replace(
        reading=reading.with_stakes(columns),
        layout=replace(layout, stake_columns=columns),
    )


def _labels(reading: Reading, layout: Layout) -> list[str]:
    """Return what the players are called: by their headings also where results do not name them."""
    names = [hand.name for hand in reading.hands]
    different_names = {folded(name) for name in names}
    has_names = all(names) and len(different_names) == len(names)
    return names if has_names else layout.labels


class _NamedColumns:
    """The columns of stakes that are named so far, by player; players count from 0."""

    def __init__(self, grid: Grid, layout: Layout, labels: Sequence[str]) -> None:
        self._grid = grid
        self._layout = layout
        self._labels = labels
        self._columns: dict[int, int] = {}
        self._headings: dict[int, str] = {}
        self._players: dict[str, int] = {}
        for word, number in words_of(layout).items():
            if number > 0:  # 0 is a tie
                self._players[word] = number - 1
        for player, label in enumerate(labels):
            self._players[folded(label)] = player

    def take(self, player_name: str, heading: str) -> None:
        """Take the column of a player, by its letters or its heading."""
        player = self._players.get(folded(player_name))
        if player is None:
            guess = nearest(player_name, self._labels)
            raise OptionError(f"--stakes: {quoted(player_name)} is no player; {guess}")
        if player in self._columns:
            raise OptionError(f"--stakes names two columns for {self._labels[player]}")
        column = self._column(heading)
        if column in self._columns.values():
            letters = column_letters(column)
            raise OptionError(f"--stakes names column {letters} for two players")
        self._columns[player] = column
        self._headings[player] = heading

    def _column(self, heading: str) -> int:
        """Return the column of some letters or of a heading."""
        try:
            return column_beside(self._grid, self._layout, heading)
        except LayoutError as error:
            raise LayoutError(f"--stakes: {error}") from None

    def columns_in_order(self) -> tuple[int, ...]:
        """Return the columns of all players; raise `OptionError` for players without one."""
        missing = [
            label for player, label in enumerate(self._labels) if player not in self._columns
        ]
        if missing:
            raise OptionError(
                f"--stakes names no column for {_listed(missing)};"
                f" name one for each player: {self._example()}"
            )
        players = sorted(self._columns)
        return tuple(self._columns[player] for player in players)

    def _example(self) -> str:
        """Return what to type: the columns that are named, and headings that look like stakes."""
        entries = []
        for player, label in enumerate(self._labels):
            heading = self._headings.get(player) or self._likely_heading(label)
            entries.append((label, heading))
        return typed_stakes(entries)

    def _likely_heading(self, label: str) -> str:
        """Return the heading that looks like a player's stakes, dots where there is none."""
        likely = [folded(f"{label} {word}") for word in _STAKE_WORDS]
        for row in self._grid.rows[: self._layout.first]:
            for cell in row:
                if isinstance(cell, str) and folded(cell) in likely:
                    return cell
        return "..."


def _listed(names: Sequence[str]) -> str:
    """Return names as a sentence has them.

    >>> _listed(["Anna"]), _listed(["Anna", "Ben", "Cem"])
    ('Anna', 'Anna, Ben and Cem')
    """
    *first, last = names
    if not first:
        return last
    return f"{', '.join(first)} and {last}"
