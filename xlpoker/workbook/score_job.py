"""How a table of a file is scored into a target: the sink, how the table is read, what does not fit.

The sink follows from the kind of the input and the ending of the target::

    input            .xlsx, .xlsm          .csv    .parquet
    .xlsx, .xlsm     splice or openpyxl    csv     rows
    .parquet         rows                  csv     parquet
    any other        rows                  csv     rows
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from xlpoker.errors import BookError, OptionError
from xlpoker.files import FORMATS, holds_macros
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import ENGINES, Counts, Options, Writing, check_live
from xlpoker.workbook.pipeline import score_file
from xlpoker.workbook.targets import ROWS

if TYPE_CHECKING:
    from xlpoker.scoring.run import Output
    from xlpoker.scoring.sources import Source, Table

__all__ = ["ScoreJob"]

_SINKS = {
    "splice": "xlpoker.workbook.xlsx.sink:SpliceSink",
    "openpyxl": "xlpoker.workbook.openpyxl_engine:OpenpyxlSink",
    "parquet": "xlpoker.workbook.parquet:ParquetSink",
    "csv": "xlpoker.workbook.tables:CsvSink",
    "rows": "xlpoker.workbook.tables:BookSink",
}
"""The classes that write results.

They write into a workbook by either engine, batches of Parquet, lines, or all rows of a sheet.
"""


class ScoreJob(NamedTuple):
    """A table of a file of some kind, its target, and the engine; `file` is the file if it is open.

    `check` looks at the place of the hands, a sheet and a layout, before anything is written.
    """

    path: Path
    kind: str
    output: Output
    engine: str
    in_place: bool
    file: BinaryIO | None = None
    check: Callable[[str, Layout], None] | None = None

    def run(self) -> Counts:
        """Score the table, and return its counts."""
        self._check_options()
        outcome = score_file(
            self.path,
            self.output.options,
            self._make_sink,
            self.output.progress,
            whole=self._reads_whole,
            beside_rows=True,
            file=self.file,
        )
        target = self.output.target
        counts = replace(outcome.counts, output=str(target))
        has_sheets = self.kind == "xlsx" or FORMATS[self.kind].reader
        if not has_sheets or self._changes_a_workbook:
            return counts
        sheet = outcome.grid.sheet
        return counts.with_warnings(
            [f"{target.name} holds the values of '{sheet}' alone, without formats"]
        )

    def _make_sink(self, source: Source, table: Table, layout: Layout, options: Options) -> Any:
        """Make the sink that writes the results of a table."""
        check_live(self.output.writing, options)
        if self.check is not None:
            self.check(table.grid.sheet, layout)
        module, _, class_name = _SINKS[self._sink].partition(":")
        sink_class = getattr(import_module(module), class_name)
        return sink_class(self.output._replace(options=options), source, table, layout)

    @property
    def _ending(self) -> str:
        """The ending of the target's name, in small letters."""
        return self.output.target.suffix.lower()

    @property
    def _changes_a_workbook(self) -> bool:
        """Whether a workbook becomes a workbook."""
        return self.kind == "xlsx" and self._ending not in ROWS

    @property
    def _sink(self) -> str:
        """The name of the sink in `_SINKS`."""
        if self._changes_a_workbook:
            return self.engine
        if self.kind == "parquet" and self._ending == ".parquet":
            return "parquet"
        return "csv" if self._ending == ".csv" else "rows"

    @property
    def _reads_whole(self) -> bool:
        """Whether the table is read as a whole: into a file of another kind."""
        goes_by_blocks = self._sink in (*ENGINES, "parquet")
        is_text_to_text = self.kind == "text" and self._sink == "csv"
        return not goes_by_blocks and not is_text_to_text

    def _check_options(self) -> None:
        """Raise the error about options that do not go with the target."""
        is_spliced = self._sink == "splice"
        may_lose_macros = is_spliced and not self.in_place and self._ending == ".xlsx"
        if may_lose_macros and holds_macros(self.path, self.file):
            raise BookError(
                f"{self.path.name} holds macros; name the output .xlsm, or leave them out:"
                " --engine openpyxl"
            )
        writing = self.output.writing
        plain = Writing(columns=writing.columns, overwrite=writing.overwrite)
        if not is_spliced and writing != plain:
            raise OptionError(
                "--at and --live work only for .xlsx and .xlsm with the engine splice; leave them out"
            )
