"""Make a `Reading` of a table with its hands, and an `Option` of readings."""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.layout.columns_text import letters
from xlpoker.layout.games import Game
from xlpoker.layout.grouped_table import GroupedTable
from xlpoker.layout.grouping import Grouping, HandColumns
from xlpoker.layout.reading import Hand, Option, Part, Reading
from xlpoker.layout.runs import column_of_runs
from xlpoker.layout.tables import Table
from xlpoker.layout.unread import preview, unread
from xlpoker.layout.warnings import warnings_about
from xlpoker.layout.which_game import game_columns

__all__ = ["MOST_OPTIONS", "complete", "first_options", "option_for_hands"]

MOST_OPTIONS = 3
"""How many answers a question offers."""


def complete(
    grouped: GroupedTable,
    game: Game,
    skipped_rows: tuple[int, ...] = (),
) -> Reading:
    """Return the reading of a table with its hands in a game, with everything that is not read."""
    table = grouped.table
    grouping = grouped.grouping
    names = table.real_column(grouped.names) if grouped.names else None
    runs = column_of_runs(table)
    return Reading(
        sheet=table.sheet.name,
        first=table.first,
        last=grouped.last,
        hands=tuple(_hand(table, hand) for hand in grouping.hands),
        board=table.real_columns(grouping.board),
        further_boards=tuple(map(table.real_columns, grouping.further_boards)),
        game=game,
        size=grouping.size,
        by=table.real_columns(grouped.by),
        names=names,
        in_runs=grouped.deals is not None and grouped.deals.in_runs,
        skipped_rows=skipped_rows,
        board_size=grouping.board_size,
        game_columns=table.real_columns(game_columns(table)),
        run_column=table.real_column(runs) if runs else None,
        several=_columns_of_several(table, grouping),
        header=table.heading_rows[-1] if table.heading_rows else None,
        headings=_headings(table),
        unread=tuple(unread(grouped)),
        warnings=tuple(warnings_about(grouped, game)),
        preview=preview(grouped),
        searched_rows=len(table.sheet.rows) if table.sheet.is_cut else 0,
    )


def _hand(table: Table, hand: HandColumns) -> Hand:
    """Return a hand with the columns of the real sheet."""
    columns = table.real_columns(hand.columns)
    names = table.real_column(hand.names) if hand.names else None
    return Hand(hand.name, columns, hand.part, names)


def _columns_of_several(table: Table, grouping: Grouping) -> frozenset[int]:
    """Return the columns of the real sheet whose cells hold several cards."""
    columns = [column for column in grouping.all_columns if column.is_whole]
    return frozenset(table.real_columns(columns))


def _headings(table: Table) -> dict[int, str]:
    """Return the headings by column of the real sheet, letters where there is none."""
    headings: dict[int, str] = {}
    for column in table.columns:
        index = table.real_column(column)
        headings[index] = column.heading.text or letters([index])
    return headings


def first_options(options: Sequence[Option]) -> tuple[Option, ...]:
    """Return the first three options that say different things."""
    different: dict[object, Option] = {}
    for option in options:
        contents = [
            (
                reading.sheet,
                reading.hands,
                reading.board,
                reading.further_boards,
                reading.game,
                reading.by,
                reading.cards,
                reading.skipped_rows,
            )
            for reading in option.readings
        ]
        different.setdefault((tuple(contents), option.parts), option)
    return tuple(different.values())[:MOST_OPTIONS]


def option_for_hands(
    readings: Sequence[Reading],
    *,
    names_game: bool = False,
) -> Option:
    """Return the option that names the hands of readings, and what else they need.

    `names_game` is true where the sheet or the caller names a game; then the option decides it.
    """
    first = readings[0]
    parts = [Part.HANDS]
    if first.by:
        parts.append(Part.BY)
    if first.cards:
        parts.append(Part.CARDS)
    if first.skipped_rows:
        parts.append(Part.SKIP)
    if names_game or first.game is not Game.FIVE_CARD:
        parts.append(Part.GAME)
    return Option(tuple(readings), tuple(parts))
