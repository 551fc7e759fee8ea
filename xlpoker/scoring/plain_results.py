"""The cells of the columns of results, and the counts, from rows that were scored without NumPy.

They are those that `xlpoker.scoring.results` and `xlpoker.scoring.counts` make from arrays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from xlpoker.errors import HandError
from xlpoker.evaluator.cards import JOKER
from xlpoker.evaluator.classes import NO_LOW, name
from xlpoker.evaluator.games import HIGH_LOW, OMAHA_GAMES
from xlpoker.layout.reading import Reading
from xlpoker.scoring.counts import Counts, Options, Tally, pots_of_persons, wins_of_persons
from xlpoker.scoring.halves import share_cell
from xlpoker.scoring.plain_rows import RowResults
from xlpoker.scoring.result_columns import (
    BETWEEN,
    UNCONTESTED,
    Column,
    names_in_row,
    written_names,
)
from xlpoker.scoring.single_rows import NO_SHOWDOWN

if TYPE_CHECKING:
    from xlpoker.scoring.scale_numbers import ScaleNumbers

__all__ = ["cells_of_columns", "counts_of"]

Cells = list[Any]
_hand_name = cache(name)


def cells_of_columns(
    results: RowResults, columns: Sequence[Column], options: Options
) -> list[Cells]:
    """Return the contents of the good rows, column by column; None for an empty cell.

    Raises `HandError`, naming the row, for hands that a published scale has no number for.
    """
    cells = []
    for column in columns:
        if column.board == 0:
            cells.append(_cells_of_column(results, column, options))
            continue
        part = results.further[column.board - 1]
        cells_of_part = _cells_of_column(part, column, options)
        cell_by_row = dict(zip(part.rows, cells_of_part, strict=True))
        cells.append([cell_by_row.get(row) for row in results.rows])
    return cells


def _cells_of_column(results: RowResults, column: Column, options: Options) -> Cells:
    """Return the contents of a column in the rows of its showdowns."""
    if column.player < 0:
        return list(_winners(results))
    if column.kind == "hand":
        return _names(results, column.player)
    if column.kind == "low":
        return _lows(results, column.player)
    if column.kind == "share":
        return _shares(results, column.player)
    return _values(results, column.player, options)


def _names(results: RowResults, player: int) -> Cells:
    """Return the names of a player's hands."""
    names: Cells = []
    for values, winner in zip(results.values, results.winners, strict=True):
        value = values[player]
        if value:
            names.append(_hand_name(value))
        else:
            # who is left alone wins without a value
            names.append(UNCONTESTED if winner == player + 1 else None)
    return names


def _lows(results: RowResults, player: int) -> Cells:
    """Return the names of a player's low hands."""
    names: Cells = []
    for values, lows in zip(results.values, results.lows, strict=True):
        name_of_none = NO_LOW if values[player] else None
        names.append(_hand_name(lows[player]) if lows[player] else name_of_none)
    return names


def _shares(results: RowResults, player: int) -> Cells:
    """Return a player's shares of the pots."""
    return [share_cell(shares[player]) for shares in results.shares]


def _values(results: RowResults, player: int, options: Options) -> Cells:
    """Return the values of a player's hands, on the scale of the options."""
    values_of_player = [values[player] for values in results.values]
    if options.scale == "strength":
        return [value or None for value in values_of_player]
    from xlpoker.scoring.scale_numbers import ScaleNumbers

    scale_numbers = ScaleNumbers(options, results.grid.sheet)
    numbers: Cells = []
    for row, value in zip(results.rows, values_of_player, strict=True):
        number = None
        if value:
            number = _number(scale_numbers, results, row, player, value)
        numbers.append(number)
    return numbers


def _number(
    numbers: ScaleNumbers, results: RowResults, row: int, player: int, value: float
) -> float:
    """Return the number of a player's hand; raise `HandError` where the scale has none."""
    if value in numbers.loose:
        hands, board = results.hands(row)
        return numbers.of_cards(value, hands[player], board)
    try:
        return numbers.of_value(value)
    except HandError as error:
        raise numbers.error_in_row(error, row) from None


def _winners(results: RowResults) -> Iterator[str | int | None]:
    """Yield the winner of each good row: a name, several who tie, or a number; None for nobody."""
    layout = results.layout
    if layout.won is not None:
        for row in results.rows:
            won = layout.won.get(row)
            yield None if won is None else won[0]
        return
    names = written_names(layout)
    labels = layout.labels
    for index, (row, winner) in enumerate(zip(results.rows, results.winners, strict=True)):
        if winner < 0:
            yield None
        elif layout.name_columns:
            players = [winner] if winner else results.best_players(index)
            yield names_in_row(players, results.seated[row], labels)
        elif not names:
            yield winner
        elif winner:
            yield names[winner - 1]
        else:
            yield BETWEEN.join(names[player - 1] for player in results.best_players(index))


def counts_of(
    results: RowResults, reading: Reading, options: Options, book: str, warnings: list[str]
) -> Counts:
    """Return the counts of rows: wins, ties, bad rows, and the categories of single hands."""
    layout = results.layout
    tally = _tally_of(results, options)
    for part in results.further:
        tally.add_board(_tally_of(part, options))
    return Counts(
        book,
        results.grid.sheet,
        names=list(layout.names),
        reading=reading,
        layout=layout,
        game=options.rule,
        warnings=warnings,
        **vars(tally),
    )


def _tally_of(results: RowResults, options: Options) -> Tally:
    """Return what is counted in the rows: the same as `xlpoker.scoring.tally` counts in arrays.

    That one is many times as fast, and needs NumPy, which an open sheet does without.
    """
    layout = results.layout
    wins = Counter(results.winners)
    no_showdown = wins[NO_SHOWDOWN]
    can_lack_showdown = layout.board is not None or no_showdown > 0
    tally = Tally(
        rows=len(results.rows) + len(results.problems),
        errors=[results.problems[row] for row in sorted(results.problems)],
        no_showdown=no_showdown if can_lack_showdown else None,
        persons=wins_of_persons(results.rows, results.winners, results.seated, layout.labels),
    )
    players = len(layout.hands)
    if players > 1:
        tally.players = [wins[player] for player in range(1, players + 1)]
        tally.ties = wins[0]
        tally.showdowns = _showdowns(results)
        if options.rule == HIGH_LOW:
            tally.pots = _pots(results)
            tally.persons_pots = pots_of_persons(
                results.rows, results.shares, results.seated, layout.labels
            )
    elif results.rows:
        tally.categories = _categories(results)
        tally.cards = 0 if options.rule in OMAHA_GAMES else _hand_size(results)
    return tally


def _pots(results: RowResults) -> list[Fraction]:
    """Return the sum of each player's shares."""
    pots = [Fraction(0)] * len(results.layout.hands)
    for shares in results.shares:
        for player, share in enumerate(shares):
            if share is not None:
                pots[player] += share
    return pots


def _showdowns(results: RowResults) -> Counter[tuple[int, ...]]:
    """Return for each group of players the number of its showdowns with a single winner."""
    everybody = tuple(range(len(results.layout.hands)))
    showdowns_of_all = 0
    showdowns: Counter[tuple[int, ...]] = Counter()
    for values, winner in zip(results.values, results.winners, strict=True):
        if winner < 1:
            continue
        if all(values):
            showdowns_of_all += 1
            continue
        group = tuple([player for player, value in enumerate(values) if value])
        if not group:  # everybody else folded before the board was dealt
            group = (winner - 1,)
        showdowns[group] += 1
    if showdowns_of_all:
        showdowns[everybody] = showdowns_of_all
    return showdowns


def _categories(results: RowResults) -> Counter[str]:
    """Return how often each category is among single hands, the weakest first."""
    times = Counter(values[0] for values in results.values)
    categories: Counter[str] = Counter()
    for value in sorted(times):
        if value:
            categories[_hand_name(value, "short")] += times[value]
    return categories


def _hand_size(results: RowResults) -> int:
    """Return how many cards each hand has with the board, in rows of one hand.

    The size is 0 where hands differ, or jokers are among them.
    """
    sizes = set()
    for row in results.rows:
        (hand,), board = results.hands(row)
        cards = [*hand, *board]
        if JOKER in cards:
            return 0
        sizes.add(len(cards))
    return sizes.pop() if len(sizes) == 1 else 0
