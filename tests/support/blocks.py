"""The sizes of blocks, and the ways that worksheets go: small files go the way of ones that are larger than any block."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from xlpoker.scoring.model import NotPlainError
from xlpoker.workbook import parquet_stream, text_files, text_lines
from xlpoker.workbook.xlsx import block, stream
from xlpoker.workbook.xlsx.score import _Book

SIZES = {
    "first": [(block, "HEAD"), (text_files, "HEAD")],
    "piece": [(stream, "PIECE")],
    "lines": [(text_lines, "BLOCK")],
    "line": [(text_lines, "LINE_BYTES"), (text_files, "LINE_BYTES")],
    "batch": [(parquet_stream, "ROWS")],
    "held": [(stream, "HELD")],
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
def ways_of_sheets() -> Iterator[list[bool]]:
    """Give a list that grows by a value for each sheet that was read to its end: True in blocks, False as a whole."""
    came: list[bool] = []

    def noted(way, *, done):
        def work(*given):
            found = way(*given)
            came.append(done)
            return found

        return work

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Book, "streamed", noted(_Book.streamed, done=True))
        patch.setattr(_Book, "whole", noted(_Book.whole, done=False))
        yield came


@contextmanager
def sheets_as_a_whole() -> Iterator[None]:
    """Let no worksheet be read in blocks."""

    def refused(*_):
        raise NotPlainError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Book, "streamed", refused)
        yield
