"""Sinks for tables of rows: a .csv is written block by block, a workbook or a Parquet file at the end.

A workbook has the column *Problem* where there is a bad row. A .csv and a Parquet file always have
it, because nobody knows while they are written whether a bad row will come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple, Self, TextIO

from xlpoker.addresses import a1
from xlpoker.errors import counted
from xlpoker.evaluator.cells import is_blank
from xlpoker.files.outputs import replaced
from xlpoker.layout.headings import heading
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import COLUMNS_OF_HALVES
from xlpoker.scoring.model import Block, GridBlock, Scored
from xlpoker.scoring.result_columns import GETS, PROBLEM, Column, problem_text, problem_width
from xlpoker.scoring.results import RenderedCells, Results, in_turns
from xlpoker.scoring.run import MemorySink, Output, Sink
from xlpoker.scoring.single_rows import cell_text
from xlpoker.scoring.sources import NamedColumns, NotPlainError, Source, Table
from xlpoker.scoring.titles import OldColumns, columns_read, new_titles
from xlpoker.workbook.plain_lines import LinesBlock
from xlpoker.workbook.text_files import Dialect, writer_of

__all__ = ["BookSink", "CsvSink", "labels_of"]


class _RowsSink(Sink):
    """Base of the sinks of rows: where the results go, and which formulas the output lacks."""

    def __init__(
        self,
        output: Output,
        source: Source,
        table: Table,
        layout: Layout,
    ) -> None:
        self._output = output
        self._target = output.target
        self._options = output.options
        self._source = source
        self._table = table
        self._layout = layout
        self._formulas: list[tuple[int, int]] = []
        self._renamed: list[str] = []

    def take(self, block: Block, scored: Scored) -> None:
        """Note formulas without a value."""
        self._formulas += getattr(block, "uncalculated", ())
        super().take(block, scored)

    def rows(self, *, problem: bool) -> ResultRows:
        """Return the object that puts the results into the rows.

        Results go behind all columns, or in the place of earlier results.
        """
        grid = self._table.grid
        writing = self._output.writing
        results = Results(
            self._layout,
            self._options,
            writing.chosen_for(self._layout),
            sheet=grid.sheet,
        )
        titles = [*results.titles, PROBLEM.title]
        old = self._old_columns()
        new = new_titles(titles, old, overwrite=writing.overwrite)
        self._renamed = new.warnings
        *result_titles, problem_title = new.titles
        results.rename(result_titles)
        replaced_titles = [old.labels[column] for column in new.replaced]
        problem_column = None
        if problem or problem_title in replaced_titles:
            problem_column = PROBLEM._replace(title=problem_title)
        return ResultRows(
            self._layout,
            results,
            problem_column,
            self._table_width(is_replacing=bool(new.replaced)),
            new.replaced,
            self._names(),
        )

    def _table_width(self, *, is_replacing: bool) -> int:
        """Return how many cells the longest row has.

        Where a longer row may start the writing anew, only the first rows are asked.
        """
        width = longest(self._table.grid.rows)
        may_start_anew = self._source.rereads and not is_replacing
        if self._table.ended or may_start_anew:
            return width
        blocks = self._source.blocks(
            self._table,
            self._layout,
            self._options,
        )
        for _, block in blocks:
            width = max(width, _width(block))
        return width

    def _names(self) -> Sequence[str]:
        """Return the names of the columns of a Parquet file, which are its own first row.

        Any other file has none.
        """
        if isinstance(self._source, NamedColumns):
            return self._source.names
        return ()

    def _old_columns(self) -> OldColumns:
        """Return the columns of the table as their labels and first rows show them."""
        layout = self._layout
        rows = self._table.grid.rows
        labels: Sequence[Any] = self._names()
        if not labels and layout.header is not None:
            labels = rows[layout.header]
        return OldColumns(
            labels,
            rows[layout.first :],
            columns_read(layout),
            layout.names,
        )

    def warnings(self) -> list[str]:
        """Return the warnings that formulas are lost, and that columns have other titles."""
        if not self._formulas:
            return [*self._renamed]
        first = a1(*min(self._formulas))
        lost = f"{self._target.name}: formulas without a value are empty, the first is in {first}"
        return [lost, *self._renamed]


class CsvSink(_RowsSink):
    """Rows with their results as a .csv, block by block.

    Plain lines are written as bytes, others by the csv module.
    """

    def __enter__(self) -> Self:
        rows = self.rows(problem=True)
        dialect = getattr(self._source, "dialect", Dialect())
        with ExitStack() as stack:
            temporary = stack.enter_context(replaced(self._target))
            file = temporary.open("w", encoding="utf-8", newline="")
            out = stack.enter_context(file)
            self._out = CsvLines(out, rows, dialect)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.__exit__(*error)  # type: ignore[arg-type]

    def take(self, block: Block, scored: Scored) -> None:
        """Write a block."""
        super().take(block, scored)
        self._out.write(block, scored)

    def finish(self) -> list[str]:
        """Return the warning about formulas."""
        return self.warnings()


class BookSink(_RowsSink, MemorySink):
    """Rows with their results, all in memory, in a workbook of their own or a Parquet file."""

    def __init__(
        self,
        output: Output,
        source: Source,
        table: Table,
        layout: Layout,
    ) -> None:
        super().__init__(output, source, table, layout)
        MemorySink.__init__(self, codes=output.options.by_cards)

    def finish(self) -> list[str]:
        """Write all rows."""
        super().finish()
        if self._target.suffix.lower() == ".parquet":
            return self._write_parquet()
        has_problem = any(scored.problems for scored in self._blocks)
        rows = self.rows(problem=has_problem)
        self._write(rows, rows.of_book(self._table.grid.rows, self.scored))
        return self.warnings()

    def _write_parquet(self) -> list[str]:
        """Write the rows of hands to a Parquet file; return the warnings about other rows, too."""
        rows = self.rows(problem=True)
        scored = self.scored
        lines, header, columns = rows.of_book(self._table.grid.rows, scored)
        filled_above = len([line for line in lines[:header] if any(line)])
        left_out = rows.without_hands(lines, header, scored)
        lines[header] = names_with_cards(
            lines[header],
            rows.layout,
            whole=not filled_above,
        )
        remaining = [line for row, line in enumerate(lines) if row not in left_out]
        self._write(rows, BookRows(remaining, header, columns))
        warnings = self.warnings()
        name = self._target.name
        if filled_above:
            warnings.append(f"{name} lacks {counted(filled_above, 'row')} above the labels")
        if left_out:
            without_deal = counted(len(left_out), "row")
            warnings.append(
                f"{name} lacks {without_deal} without a deal, such as titles and totals"
            )
        return warnings

    def _write(self, rows: ResultRows, lines: BookRows) -> None:
        """Write lines to the target."""
        from xlpoker.workbook.new_table import write_table

        write_table(
            self._target,
            self._table.grid.sheet,
            lines.lines,
            lines.header,
            lines.columns,
            cards=rows.layout.areas,
            progress=self._output.progress,
        )


def _width(block: Block) -> int:
    """Return how many cells the longest row of a block has."""
    if isinstance(block, LinesBlock):
        return block.width
    return longest(_values_of(block))


def longest(rows: Iterable[Sequence[Any]]) -> int:
    """Return how many cells the longest of some rows has, 0 without any.

    >>> longest([["5H"], ["5H", "TD"]])
    2
    """
    return max(map(len, rows), default=0)


def _values_of(block: Block) -> Sequence[list[Any]]:
    """Return all rows of a block of a table as values."""
    assert isinstance(block, GridBlock | LinesBlock)
    return block.grid.rows


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
        width = max(self.width, max(self.result_columns) + 1)
        for number, cells in enumerate(rows, first):
            row = cells
            if number == 0 and self.names:
                row = [*self.names]
            if len(row) > self.width:
                raise NotPlainError
            if number == layout.first and layout.header is None:
                yield [*labels_of(layout, self.width), *labels]
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

    def _results_by_row(self, scored: Scored) -> dict[int, list[Any]]:
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
            columns[self.result_columns[-1]] = self.problem._replace(width=width)
        return BookRows(lines, header, columns)

    def without_hands(
        self, lines: Sequence[Sequence[Any]], header: int, scored: Scored
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


def labels_of(layout: Layout, width: int) -> list[Any]:
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
    texts = [cell_text(names[column]).strip() for column in layout.columns]
    names_are_above = bool(layout.names) and not whole
    are_different = len({*texts}) == len(texts)
    if all(texts) and are_different and not names_are_above:
        return names
    new_names = labels_of(layout, len(names))
    for player, area in zip(layout.names, layout.hands, strict=False):
        new_names[area.first : area.last + 1] = _card_names(player, len(area.columns))
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


class PlayerCells(NamedTuple):
    """The result columns of one player, or the winner's, as text behind plain lines.

    `first` is the first of the columns, `blank` what a row without results has there, `contents`
    the texts by content id.
    """

    first: int
    blank: bytes
    contents: RenderedCells


class CsvLines:
    """Rows with their results as lines of CSV, below the head of that dialect."""

    def __init__(
        self,
        out: TextIO,
        rows: ResultRows,
        dialect: Dialect,
    ) -> None:
        self.rows = rows
        self._out = out
        self._mark = dialect.delimiter.encode()
        self._end = dialect.end.encode()
        self._writer = writer_of(out, dialect)
        text_returned = SimpleNamespace(write=str)
        self._cells = writer_of(text_returned, Dialect("", dialect.delimiter, ""))
        self._groups = self._groups_of(rows.results.columns)

    def _groups_of(self, columns: Sequence[Column]) -> list[PlayerCells]:
        """Return the columns of results player by player.

        Players with the same columns share a cache. A low hand, a share of the pot and an amount
        have ids of their own, so each of these columns stands alone.
        """
        by_player: dict[tuple[int, str], list[Column]] = {}
        for column in columns:
            has_own_ids = column.kind in (*COLUMNS_OF_HALVES, GETS)
            kind = column.kind if has_own_ids else ""
            by_player.setdefault((column.player, kind), []).append(column)
        *_, last_player = by_player
        end_of_line = self._end
        if self.rows.problem is not None:  # which is empty in good rows
            end_of_line = self._mark + self._end
        caches: dict[tuple[Any, ...], RenderedCells] = {}
        groups: list[PlayerCells] = []
        for player, group in by_player.items():
            end = end_of_line if player == last_player else b""
            key = (*(column.kind for column in group), end)
            if key not in caches:
                caches[key] = RenderedCells(partial(self._pieces, group, end))
            blank = self._mark * len(group) + end
            first = columns.index(group[0])
            groups.append(PlayerCells(first, blank, caches[key]))
        return groups

    def _pieces(
        self,
        columns: Sequence[Column],
        end: bytes,
        content_ids: list[int],
    ) -> list[bytes]:
        """Return the results of some ids as texts."""
        results = self.rows.results
        contents = [results.contents(column, content_ids) for column in columns]
        return [self._text(cells) + end for cells in zip(*contents, strict=True)]

    def _text(self, cells: Iterable[Any]) -> bytes:
        """Return cells as text that follows other cells."""
        text: str = self._cells.writerow([None, *cells])
        return text.encode()

    def write(self, block: Block, scored: Scored) -> None:
        """Write a block of rows."""
        first = int(block.numbers[0])
        is_below_labels = first > self.rows.layout.first
        if is_below_labels and isinstance(block, LinesBlock) and not self.rows.replaced:
            self._out.write(self._beside(block, scored).decode())
            return
        rows = [
            [cell if isinstance(cell, str) else cell_text(cell) for cell in row]
            for row in _values_of(block)
        ]
        self._writer.writerows(self.rows.of(first, rows, scored))

    def _beside(self, lines: LinesBlock, scored: Scored) -> bytes:
        """Return plain lines with the results behind them.

        The text of each different result is made once.
        """
        missing = self.rows.width - lines.width
        if missing < 0:
            raise NotPlainError
        size = len(lines.ends)
        columns = [lines.texts]
        if missing:
            columns.append([self._mark * missing] * size)
        ids_by_column = self.rows.results.content_ids(scored)
        good_lines = (scored.rows - lines.first).tolist()
        for group in self._groups:
            good_texts = group.contents.texts(ids_by_column[group.first])
            if len(good_texts) == size:
                columns.append(good_texts)
                continue
            texts = [group.blank] * size
            for line, text in zip(good_lines, good_texts, strict=True):
                texts[line] = text
            columns.append(texts)
        ends = columns[-1]
        end_of_good_line = self._mark + self._end
        blank_results = self._groups[-1].blank.removesuffix(end_of_good_line)
        for row, error in scored.problems.items():
            problem = self._text([problem_text(error)])
            ends[row - lines.first] = blank_results + problem + self._end
        return b"".join(in_turns(columns))
