"""The engine ``openpyxl``: openpyxl reads the workbook and saves it anew, and the results go into the saved file."""

from __future__ import annotations

import warnings
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from xlpoker.errors import BookError
from xlpoker.files.file_types import holds_macros
from xlpoker.files.replace import replaced
from xlpoker.files.xml_check import check_book
from xlpoker.layout.model import Layout
from xlpoker.scoring.model import GridBlock
from xlpoker.scoring.run import Kept, Output, Table
from xlpoker.workbook.losses import census, losses
from xlpoker.workbook.xlsx.cells import legal
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.sink import SpliceSink
from xlpoker.workbook.xlsx.source import BookSource

__all__ = ["OpenpyxlSink", "check_size", "save_book"]

MOST_TAGS = 5_000_000
MOST_FROZEN = 10  # rows; more would leave no room for the hands on a screen


class OpenpyxlSink(Kept):
    """A sink that rewrites a workbook with openpyxl, and adds the results, once all rows are scored.

    Macros, where the target may hold them, and rich text are kept; what the saved workbook lacks is named. Without `force` a
    workbook that openpyxl takes long for is refused, and the workbook itself where it would lose anything.
    """

    def __init__(self, output: Output, source: BookSource, table: Table, layout: Layout) -> None:
        super().__init__(codes=output.options.by_cards)
        if not output.force:
            check_size(source.package)
        self._output, self._source, self._table, self._layout = output, source, table, layout
        self._macros = output.target.suffix.lower() == ".xlsm"
        if self._macros and not holds_macros(source.path):
            raise BookError(f"{source.path.name} holds no macros; save it as .xlsx first")

    def finish(self, last: int) -> list[str]:
        """Write the workbook; return warnings about losses and about the new columns."""
        super().finish(last)
        path, target = self._source.path, self._output.target
        self._source.package.close()  # the target may be this very file
        with TemporaryDirectory(prefix="xlpoker-") as folder:
            made = Path(folder) / path.name  # as messages name it
            before = census(path)
            self._rewrite(path, made)
            lost = losses(before, census(made))
            if path == target and lost and not self._output.force:
                raise BookError(f"{path.name} would lose {'; '.join(lost)}; write to another file, or use --force")
            with Package(made) as package:
                sink = SpliceSink(self._output, BookSource(package), self._table, self._layout)
                sink.take(GridBlock(self._table.grid), self.scored)
                warned = sink.finish(last)
        return warned + ([f"{target.name} lacks {'; '.join(lost)}"] if lost else [])

    def _rewrite(self, path: Path, made: Path) -> None:
        """Write the workbook as openpyxl reads it, with the row of labels frozen unless panes are frozen already."""
        book = _loaded(path, macros=self._macros)
        sheet, first = book[self._table.grid.sheet], self._layout.first
        if 0 < first <= MOST_FROZEN and sheet.freeze_panes is None:
            sheet.freeze_panes = f"A{first + 1}"
        try:
            with replaced(made, self._output.target) as temporary:
                book.save(temporary)
                check_book(temporary, self._output.target)
        finally:
            if book.vba_archive is not None:
                book.vba_archive.close()


def check_size(package: Package) -> None:
    """Raise `BookError` for a workbook that openpyxl needs minutes and gigabytes for: five microseconds a tag and more."""
    tags = 0
    for name in package.members:
        if name.endswith(".xml"):
            with package.open_part(name) as part:
                while tags <= MOST_TAGS and (piece := part.read(1 << 20)):
                    tags += piece.count(b"<")
    if tags > MOST_TAGS:
        raise BookError(
            f"{package.path.name} is too large for the engine openpyxl: it has more than {MOST_TAGS:,} tags; use splice"
        )


def _loaded(path: Path, *, macros: bool) -> Any:
    """Return a workbook read by openpyxl; raise `BookError` with the reason where openpyxl fails."""
    import openpyxl

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is lost is told in better words
        try:
            with path.open("rb") as file:  # a path would be judged by its ending
                return openpyxl.load_workbook(file, keep_vba=macros, rich_text=True)
        except Exception as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0].replace(str(path), path.name)
            raise BookError(f"{path.name} is damaged: {reason}") from error


def writable(value: Any) -> Any:
    """Return a value as a cell can hold it."""
    return legal(value) if isinstance(value, str) else value


def save_book(book: Any, target: Path) -> None:
    """Save a workbook of openpyxl to the target, checked by reading it back, in one step."""
    with replaced(target) as temporary:
        book.save(temporary)
        check_book(temporary, target)
