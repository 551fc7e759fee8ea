"""Sinks for tables of rows: a .csv is written block by block, a workbook or a Parquet file at the end.

A workbook has the column *Problem* where there is a bad row. A .csv and a Parquet file always have
it, because nobody knows while they are written whether a bad row will come.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, Self

from xlpoker.addresses import a1
from xlpoker.errors import counted
from xlpoker.files.outputs import replaced
from xlpoker.layout.model import Layout
from xlpoker.scoring.model import Block, Scored
from xlpoker.scoring.result_columns import PROBLEM
from xlpoker.scoring.results import Results
from xlpoker.scoring.run import MemorySink, Output, Sink
from xlpoker.scoring.sources import NamedColumns, Source, Table
from xlpoker.scoring.titles import OldColumns, columns_read, new_titles
from xlpoker.workbook.csv_lines import CsvLines, rows_of_block
from xlpoker.workbook.plain_lines import LinesBlock
from xlpoker.workbook.result_rows import BookRows, ResultRows, longest, names_with_cards
from xlpoker.workbook.text_files import Dialect

__all__ = ["BookSink", "CsvSink"]


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
    return longest(rows_of_block(block))
