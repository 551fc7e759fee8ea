"""The sizes of blocks, and the ways that worksheets go: small files go the way of ones that are larger than any block."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from xlpoker.scoring.sources import NotPlainError
from xlpoker.workbook import columns, parquet, pipeline, plain_lines, text_files
from xlpoker.workbook.xlsx import sheet_xml, source
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.source import BookSource

SIZES = {
    "first": [(source, "HEAD"), (text_files, "HEAD")],
    "piece": [(sheet_xml, "PIECE")],
    "lines": [(plain_lines, "BLOCK"), (plain_lines, "FIRST")],
    "line": [(plain_lines, "LINE_BYTES")],
    "batch": [(columns, "ROWS"), (parquet, "ROWS")],
    "held": [(sheet_xml, "HELD")],
}


@contextmanager
def blocks(**sizes: int) -> Iterator[None]:
    """Read files in small blocks.

    ``first``: the rows in which the layout is looked for. ``piece``: bytes of a worksheet part. ``lines``: bytes of plain
    lines, ``line`` those of the longest. ``batch``: rows of a Parquet file. ``held``: the bytes up to which a worksheet
    part is kept in memory between survey and scoring; none unless it is said.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name, size in ({"held": 0} | sizes).items():
            for module, constant in SIZES[name]:
                patch.setattr(module, constant, size)
        yield


@contextmanager
def opened_parts() -> Iterator[list[str]]:
    """Give a list that grows by the name of a part of a workbook each time it is opened to be unpacked."""
    names: list[str] = []
    opening = Package.open_part
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            Package, "open_part", lambda package, name: names.append(name) or opening(package, name)
        )
        yield names


@contextmanager
def ways_of_sheets() -> Iterator[list[bool]]:
    """Give a list that grows by a value for each sheet that was read to its end: True in blocks, False as a whole."""
    came: list[bool] = []
    score_detected = pipeline.score_detected

    def noted(source, detected, *given, **named):
        outcome = score_detected(source, detected, *given, **named)
        if isinstance(source, BookSource):
            came.append(not detected.table.ended)
        return outcome

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "score_detected", noted)
        yield came


@contextmanager
def sheets_as_a_whole() -> Iterator[None]:
    """Let no worksheet be read in blocks."""
    tables = BookSource.tables

    def refused(source, *, whole):
        if not whole:
            raise NotPlainError
        return tables(source, whole=whole)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BookSource, "tables", refused)
        yield
