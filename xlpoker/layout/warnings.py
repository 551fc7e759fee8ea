"""What is odd about the rows that are read; it is printed, and decides nothing."""

from __future__ import annotations

from itertools import pairwise

from xlpoker.errors import counted
from xlpoker.evaluator.cards import parse_card
from xlpoker.layout.cells import cards_in
from xlpoker.layout.deals import LongTable
from xlpoker.layout.games import Game
from xlpoker.layout.grouped_table import GroupedTable
from xlpoker.layout.languages import letters_of_two_languages
from xlpoker.layout.runs import column_of_runs
from xlpoker.layout.tables import Column, Table

__all__ = ["warnings_about"]

_MANY_CARDS = 60
_LOWEST_SIX = parse_card("6C")


def warnings_about(grouped: GroupedTable, game: Game) -> list[str]:
    """Return what is odd about the rows of a table."""
    odd = _no_low_cards(grouped, game)
    odd += _two_languages(grouped)
    if not grouped.grouping.is_one_hand_a_row:
        odd += _numbers_again(grouped)
    if grouped.deals and grouped.deals.repeated:
        odd.append("several rows of a player in a deal, with the same cards, count once")
    else:
        odd += _rows_again(grouped)
    return odd


def _no_low_cards(grouped: GroupedTable, game: Game) -> list[str]:
    """Say that there are many cards, and none below six: the deck may be short."""
    rows = grouped.table.rows
    grouping = grouped.grouping
    cards = sum(hand.size for hand in grouping.hands) + grouping.board_size
    if game in (Game.SHORT_DECK, Game.SHORT_DECK_TRIPS) or len(rows) * cards < _MANY_CARDS:
        return []
    if any(_has_low_cards(grouped.table, column) for column in grouping.columns):
        return []
    warning = f"no card below six in {len(rows)} rows: a short deck?"
    if game is Game.HOLDEM:
        warning += f" then --game {Game.SHORT_DECK}"
    return [warning]


def _two_languages(grouped: GroupedTable) -> list[str]:
    """Say that one rank has letters of two languages."""
    letters = letters_of_two_languages(grouped.table, grouped.grouping.columns)
    return (
        [f"{letters} mean one rank in two languages: is each card what you meant?"]
        if letters
        else []
    )


def _has_low_cards(table: Table, column: Column) -> bool:
    """Tell whether a column holds a card from two to five."""
    for row in table.rows:
        cards = cards_in(table.sheet.rows[row][column.index])
        if min(cards, default=_LOWEST_SIX) < _LOWEST_SIX:
            return True
    return False


def _rows_again(grouped: GroupedTable) -> list[str]:
    """Name the first row whose cards all stand in a row above, too, with the same id of the deal."""
    table = grouped.table
    ids = [table.cells_of(column) for column in table.columns if column.heading.is_id]
    if any(len(set(cells)) == len(cells) for cells in ids):
        return []
    cells_of_rows = table.cells_in_rows(grouped.grouping.columns)
    different_hands = set(map(hash, map(frozenset, cells_of_rows)))
    if len(different_hands) == len(cells_of_rows):
        return []
    hands = map(frozenset, cells_of_rows)
    first_rows: dict[tuple[object, ...], int] = {}
    again: list[str] = []
    for row, *hand_and_ids in zip(table.rows, hands, *ids, strict=True):
        above = first_rows.setdefault(tuple(hand_and_ids), row)
        if above != row:
            again.append(f"row {row + 1} holds the cards of row {above + 1}")
    if len(again) < 2:
        return again
    return [f"{again[0]}, {counted(len(again) - 1, 'more such row')}"]


def _numbers_again(grouped: GroupedTable) -> list[str]:
    """Name a column that numbers deals, but has the number of the row above in many rows.

    There is none where another column says that these rows are the boards of one deal.
    """
    table = grouped.table
    if column_of_runs(table) is not None:
        return []
    for column in LongTable(table, grouped.grouping).key_columns:
        if not column.heading.is_numbering:
            continue
        texts = [table.text(row, column) for row in table.rows]
        pairs = [upper for upper, lower in pairwise(texts) if upper == lower]
        if 3 * len(pairs) > len(texts):
            name = column.heading.text
            first = table.first + 1
            return [f"{name} has one number in several rows (row {first}): rows of one deal?"]
    return []
