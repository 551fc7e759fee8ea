"""The command ``report``: what a workbook's hands came to, in a workbook of its own with charts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from xlpoker.errors import BookError
from xlpoker.files.file_types import path_of
from xlpoker.files.replace import same_file, watch_target, watched
from xlpoker.report.figures import figures
from xlpoker.scoring.counts import Counts, Options, options_of
from xlpoker.workbook.job import examined
from xlpoker.workbook.outputs import check_target_is_ours, is_report

__all__ = ["report"]

Progress = Callable[[int, int], None]


def report(
    book: Path | str,
    options: Options | None = None,
    *,
    output: Path | str | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> Counts:
    """Write a summary of a book's hands to BOOK.report.xlsx or `output`; return what `wins` returns, and the output.

    The summary has native charts (wins per player, categories against their expected share) and the bad rows with
    sheet, cell, value and reason. Raises what `wins` raises, and `BookError` where the output cannot be written or, unless
    `force`, stands where a file is that is no report of ours.
    """
    from xlpoker.report.book import write_report

    path = path_of(book)
    target = path_of(output, "written") if output is not None else path.with_name(f"{path.stem}.report.xlsx")
    if target.suffix.lower() != ".xlsx":
        raise BookError(f"{target.name} has no ending that can be written here; choose .xlsx")
    if same_file(target, path):
        raise BookError(f"{target} is the input; name another")
    options = options_of(options)
    with watched(path) as remarks:
        watch_target(target)
        check_target_is_ours(target, force=force, ours=is_report)
        _, layout, scored, counts = examined(path, options, progress, keep_codes=True)
        made = figures(layout, scored, counts, options)
        write_report(target, made)
    made.counts.output = str(target)
    made.counts.warnings += remarks
    return made.counts
