"""Many files on the processors of this machine: a file is a task, and results come in the order of the files.

Each process scores one file at a time, and a file is written as everywhere, in one step. A process that is killed (out of
memory, mostly) takes its file with it and no other: whatever was waiting is done again, a file at a time.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError, PokerError
from xlpoker.scoring.counts import Counts, Options
from xlpoker.workbook.job import score, wins

__all__ = ["done", "on_processors", "processes_for"]

WORTH = 1 << 22
"""Bytes of all files together from which further processes, half a second each, are worth their start."""
Result = Counts | PokerError


def done(path: Path | str, options: Options, named: dict[str, Any], *, written: bool = True) -> Result:
    """Score a file, or count its wins; what is wrong with it is a result too."""
    try:
        return score(path, options, **named) if written else wins(path, options)
    except PokerError as error:
        return error


def processes_for(books: Sequence[Path]) -> int:
    """Return how many processes some files are worth: as many as there are processors, or one."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    sizes = sum(book.stat().st_size for book in books if book.is_file())
    return min(usable, len(books)) if sizes >= WORTH else 1


def on_processors(
    books: Sequence[Path], options: Options, processes: int, written: bool = True, **named: Any
) -> Iterator[Result]:
    """Yield the counts of each file, or what is wrong with it, in order; options as for `xlpoker.workbook.job.score`."""
    pool = _pool(processes)
    try:
        tasks = [pool.submit(done, book, options, named, written=written) for book in books]
        for book, task in zip(books, tasks, strict=True):
            yield _result(task) or _alone(book, options, named, written=written)
    except BaseException:  # whoever asked has left: what is being written is given up
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(processes: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _begin)


def _begin() -> None:
    """Leave Ctrl-C to the process that started this one, and let its word to stop unwind the stack."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


def _result(task: Future[Result]) -> Result | None:
    """Return the result of a task, None where its process is gone."""
    try:
        return task.result()
    except BrokenProcessPool:
        return None


def _alone(book: Path, options: Options, named: dict[str, Any], *, written: bool) -> Result:
    """Do one file in a process of its own."""
    with _pool(1) as pool:
        found = _result(pool.submit(done, book, options, named, written=written))
    return found or BookError(f"{book.name}: the process that read it was killed; is it larger than the memory?")
