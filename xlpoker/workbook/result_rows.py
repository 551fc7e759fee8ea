"""Rows of a table with their results beside them, and the labels of tables that have none.

::

    Deal | Anna | Ben  | Winner          behind all columns, or in the place of earlier results
    1    | ..   | ..   | Anna
    2    | ..   | ..   | Ben
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.headings import heading
from xlpoker.layout.model import Layout
from xlpoker.scoring.model import Scored
from xlpoker.scoring.result_columns import Column, problem_text, problem_width
from xlpoker.scoring.results import Results
from xlpoker.scoring.single_rows import cell_text
from xlpoker.scoring.sources import NotPlainError

__all__ = ["BookRows", "ResultRows", "labels_of", "longest", "names_with_cards"]


class BookRows(NamedTuple):
    """All rows of a table with their results.

    `header` is the number of the labels' row; `columns` are the columns of results by their numbers.
    """

    lines: list[list[Any]]
    header: int
    columns: dict[int, Column]


@dataclass(slots=True)
class ResultRows:
    """Rows with their results, in the place of the `replaced` columns and behind all others.

    `width` is how many columns the table has. `problem` is the column of what is wrong with bad
    rows, where there is one. `names` are those of the columns of a file that has names instead of a
    first row. `result_columns` are the numbers of the new columns.
    """

    layout: Layout
    results: Results
    problem: Column | None
    width: int
    replaced: Sequence[int] = ()
    names: Sequence[str] = ()
    result_columns: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.behind(self.width)

    def behind(self, width: int) -> None:
        """Put the results behind all columns of a table of that width.

        Hands may reach further: no row fills them to the end.
        """
        ends = [area.last + 1 for area in self.layout.areas]
        self.width = max(width, *ends)
        count = len(self.columns)
        further = range(self.width, self.width + count)
        self.result_columns = [*self.replaced, *further][:count]

    @property
    def columns(self) -> list[Column]:
        """All new columns."""
        if self.problem is None:
            return [*self.results.columns]
        return [*self.results.columns, self.problem]

    def of(
        self,
        first: int,
        rows: Sequence[list[Any]],
        scored: Scored,
    ) -> Iterator[list[Any]]:
        """Yield some rows with their results, and labels above a table without any.

        `first` is the number of the first row. Raises `NotPlainError` for a row that is longer than
        the table was said to be wide.
        """
        layout = self.layout
        labels = [column.title for column in self.columns]
        results = self._results_by_row(scored)
        if layout.header is not None:
            results[layout.header] = labels
        last_column = max(self.result_columns)
        width = max(self.width, last_column + 1)
        for number, cells in enumerate(rows, first):
            row = cells
            if number == 0 and self.names:
                row = [*self.names]
            if len(row) > self.width:
                raise NotPlainError
            if number == layout.first and layout.header is None:
                labels_of_cards = labels_of(layout, self.width)
                yield [*labels_of_cards, *labels]
            blanks = [None] * (width - len(row))
            line = [*row, *blanks]
            if number in results:
                self._fill(line, results[number])
            yield line

    def _fill(
        self,
        line: list[Any],
        results: Sequence[Any],
    ) -> None:
        """Put results into a row."""
        for column in self.replaced:
            line[column] = None
        for column, cell in zip(self.result_columns, results, strict=True):
            line[column] = cell

    def _results_by_row(
        self,
        scored: Scored,
    ) -> dict[int, list[Any]]:
        """Return the contents of all new columns in the good and the bad rows."""
        no_problem = [] if self.problem is None else [None]
        no_results = [None] * len(self.results.columns)
        good_rows = scored.rows.tolist()
        results_by_column = self.results.cells(scored)
        results: dict[int, list[Any]] = {}
        for row, *cells in zip(good_rows, *results_by_column, strict=True):
            results[row] = [*cells, *no_problem]
        for row, error in scored.problems.items():
            results[row] = [*no_results, problem_text(error)]
        return results

    def of_book(
        self,
        rows: Sequence[list[Any]],
        scored: Scored,
    ) -> BookRows:
        """Return all rows of a table with their results."""
        rows = [row[: _filled_width(row)] for row in rows]
        self.behind(longest(rows))
        lines = [*self.of(0, rows, scored)]
        header = self.layout.header
        if header is None:  # the labels were inserted above the first hands
            header = self.layout.first
        columns = dict(zip(self.result_columns, self.columns, strict=True))
        if self.problem is not None:
            reasons = map(problem_text, scored.problems.values())
            width = problem_width(reasons)
            last_column = self.result_columns[-1]
            columns[last_column] = self.problem._replace(width=width)
        return BookRows(lines, header, columns)

    def without_hands(
        self,
        lines: Sequence[Sequence[Any]],
        header: int,
        scored: Scored,
    ) -> list[int]:
        """Return which lines below the labels are no rows of hands, but fill their columns."""
        inserted = 1 if self.layout.header is None else 0
        rows_of_hands = {*scored.rows.tolist(), *scored.problems}
        columns = self.layout.columns
        rows: list[int] = []
        for row in range(header + 1, len(lines)):
            line = lines[row]
            cells = [line[column] for column in columns if column < len(line)]
            is_blank_row = all(map(is_blank, cells))
            if not is_blank_row and row - inserted not in rows_of_hands:
                rows.append(row)
        return rows


def _filled_width(row: Sequence[Any]) -> int:
    """Return how many cells a row has without the blank ones at its end.

    >>> _filled_width([None, "5H", None]), _filled_width([None])
    (2, 0)
    """
    width = len(row)
    while width and row[width - 1] is None:
        width -= 1
    return width


def labels_of(
    layout: Layout,
    width: int,
) -> list[Any]:
    """Return the labels that a table without any gets.

    >>> from xlpoker.layout.grid import Area
    >>> labels_of(Layout("", 0, 9, (Area(0, 1), Area(3, 4))), 5)
    ['P1 card 1', 'P1 card 2', None, 'P2 card 1', 'P2 card 2']
    """
    labels: list[Any] = [None] * width
    has_players = len(layout.hands) > 1
    for player, area in enumerate(layout.hands, 1):
        begin = f"P{player} card" if has_players else "Card"
        for number, column in enumerate(area.columns, 1):
            labels[column] = f"{begin} {number}"
    if layout.board is not None:
        for number, column in enumerate(layout.board.columns, 1):
            labels[column] = f"Board {number}"
    return labels


def names_with_cards(
    labels: Sequence[Any],
    layout: Layout,
    *,
    whole: bool,
) -> list[Any]:
    """Return labels as names of columns, by which the same hands are found again.

    Labels of cards that are blank or stand there again, and those that are not the `whole` heading
    of named players, become names of their own.

    >>> from xlpoker.layout.grid import Area
    >>> layout = Layout("", 1, 9, (Area(0, 1), Area(2, 3)), names=("Anna", "Ben"))
    >>> names_with_cards(["Anna", None, "Ben", None, "Pot"], layout, whole=True)
    ['Anna card 1', 'Anna card 2', 'Ben card 1', 'Ben card 2', 'Pot']
    """
    missing = max(layout.columns) + 1 - len(labels)
    names = [*labels, *[None] * missing]
    texts: list[str] = []
    for column in layout.columns:
        text = cell_text(names[column])
        texts.append(text.strip())
    names_are_above = bool(layout.names) and not whole
    are_different = len({*texts}) == len(texts)
    if all(texts) and are_different and not names_are_above:
        return names
    new_names = labels_of(layout, len(names))
    for player, area in zip(layout.names, layout.hands, strict=False):
        end = area.last + 1
        cards = len(area.columns)
        new_names[area.first : end] = _card_names(player, cards)
    for column in layout.columns:
        names[column] = new_names[column]
    return names


def _card_names(player: str, cards: int) -> list[str]:
    """Return names for the columns of a player's cards, by which the player is found again.

    >>> _card_names("Anna", 2), _card_names("Anna", 1)
    (['Anna card 1', 'Anna card 2'], ['Anna'])
    """
    if cards == 1 or heading(f"{player} card 1").name != player:
        repeated = [f"{player}.{number}" for number in range(1, cards)]
        return [player, *repeated]
    return [f"{player} card {number}" for number in range(1, cards + 1)]


def longest(rows: Iterable[Sequence[Any]]) -> int:
    """Return how many cells the longest of some rows has, 0 without any.

    >>> longest([["5H"], ["5H", "TD"]])
    2
    """
    return max(map(len, rows), default=0)
