"""Names for the new columns of tables without cells of their own: text, Parquet files, DataFrames.

A column that was read is never replaced. Where a new column would have the name of one, it gets a
name of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

from xlpoker.errors import OptionError, quoted
from xlpoker.layout.model import Layout
from xlpoker.scoring.earlier_results import is_result

__all__ = ["NewTitles", "OldColumns", "columns_read", "new_titles", "underscored"]


class NewTitles(NamedTuple):
    """The titles of new columns, the old columns that they replace, and warnings about titles."""

    titles: list[str]
    replaced: list[int]
    warnings: list[str]


@dataclass(frozen=True, slots=True)
class OldColumns:
    """The columns of a table: their labels, and the first rows below these.

    `read` are the columns from which the results are made. `players` are the names that a column of
    winners may hold.
    """

    labels: Sequence[Any]
    rows: Sequence[Sequence[Any]]
    read: frozenset[int] = frozenset()
    players: tuple[str, ...] = ()

    def columns_titled(self, title: str) -> list[int]:
        """Return the columns of a title."""
        return [
            column
            for column, label in enumerate(self.labels)
            if isinstance(label, str) and label == title
        ]

    def is_read(self, title: str) -> bool:
        """Tell whether a column that was read has a title, however that is written."""
        labels = [self.labels[column] for column in self.read if column < len(self.labels)]
        return _compared(title) in {_compared(label) for label in labels if isinstance(label, str)}

    def leaves(self, name: str, title: str, *, overwrite: bool) -> bool:
        """Tell whether a new column may have a name.

        With `overwrite` it may also have that of a column without results.
        """
        if self.is_read(name):
            return False
        same = self.columns_titled(name)
        return not same or overwrite or self.are_results(same, title)

    def are_results(self, columns: Sequence[int], title: str) -> bool:
        """Tell whether columns may be earlier results of a title: they are empty, or hold one."""
        cells = [row[column] for row in self.rows for column in columns if column < len(row)]
        filled = [cell for cell in cells if cell not in (None, "")]
        return not filled or any(
            is_result(title, _number_or_text(cell), self.players) for cell in filled
        )


def _number_or_text(cell: Any) -> Any:
    """Return a cell of a text file as a number where it is one, any other cell as it is.

    >>> _number_or_text("2067"), _number_or_text("Anna")
    (2067.0, 'Anna')
    """
    try:
        return float(cell) if isinstance(cell, str) else cell
    except ValueError:
        return cell


def underscored(title: str) -> str:
    """Return a title as a column of a DataFrame or a Parquet file is called.

    >>> underscored("Player 1 hand")
    'player_1_hand'
    """
    return title.lower().replace(" ", "_")


def columns_read(layout: Layout) -> frozenset[int]:
    """Return the columns from which a result was made.

    These are the hands, the board, names of players, stakes, and what tells deals apart.
    """
    further_columns = [*layout.name_columns, *layout.deal_columns, *layout.stake_columns]
    return frozenset([*layout.columns, *further_columns])


def new_titles(
    titles: Sequence[str],
    old: OldColumns,
    *,
    overwrite: bool,
    underscores: bool = False,
    remedy: str = "--overwrite",
) -> NewTitles:
    """Return the titles of new columns beside old ones.

    With `overwrite` they replace old columns of the same titles. A new column has a name of its own
    beside a column that was read, and beside one that holds no results.

    >>> cards = OldColumns(["hand"], [["5H 5C 6S 7S KD"]], frozenset([0]))
    >>> new_titles(["Value", "Hand"], cards, overwrite=True, underscores=True).titles
    ['value', 'hand_name']
    >>> new_titles(["Winner"], OldColumns(["Winner"], [["the dealer"]]), overwrite=False).titles
    ['Winner 2']

    Raises `OptionError` for a column of the same title that may be an earlier result, unless
    `overwrite`.
    """
    new = NewTitles([], [], [])
    for title in titles:
        names = _names(title, underscores=underscores)
        first = name = next(names)
        while name in new.titles or not old.leaves(
            name, title, overwrite=overwrite and name == first
        ):
            name = next(names)
        same = old.columns_titled(name)
        if same and not overwrite:
            raise OptionError(
                f"there is a column '{name}' already; rename it, or use {remedy} to replace it"
            )
        new.titles.append(name)
        new.replaced.extend(same)
        if old.columns_titled(first) and name != first and not old.is_read(first):
            new.warnings.append(
                f"there is a column {quoted(first)} already; the new one is {quoted(name)}"
            )
    new.replaced.sort()
    return new


def _compared(title: str) -> str:
    """Return a title as it is compared with those of columns that were read.

    >>> _compared("Player_1 Hand")
    'player 1 hand'
    """
    return title.casefold().replace("_", " ")


def _names(title: str, *, underscores: bool) -> Iterator[str]:
    """Yield what a new column may be called.

    First comes its title, for hands the title with *name*, then the title with numbers.
    """
    spelled = underscored if underscores else str
    yield spelled(title)
    if title.lower().endswith("hand"):
        title = f"{title} name"
        yield spelled(title)
    for number in count(2):
        yield spelled(f"{title} {number}")
