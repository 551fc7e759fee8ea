"""Many files, one task each: on the processors of this machine, or on a Dask cluster.

Each output appears in one step, as everywhere. A process that is killed (mostly out of memory)
fails for its own file only. A worker of a cluster that dies in the middle leaves at most a
temporary file; the scheduler gives its tasks to another. All workers must see the files under the
same path (one machine, or a shared file system) and have xlpoker installed in the same version.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlpoker import __version__
from xlpoker.errors import BookError, OptionError, PokerError, error_or_result, quoted, remedy
from xlpoker.evaluator.games import HIGH_LOW
from xlpoker.files import Stamp, stamp_of
from xlpoker.files.outputs import repeatable
from xlpoker.scoring.counts import Counts, Options
from xlpoker.workbook.jobs import score, wins

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

__all__ = ["load_arrays", "on_cluster", "on_processors", "processes_for", "result_of"]

WORTH = 1 << 22
"""Bytes of all files together from which on further processes pay off, half a second each."""
ARRAYS_WORTH = {"five-card": 1 << 21, "holdem": 1 << 20, "omaha": 1 << 17, HIGH_LOW: 1 << 17}
"""Bytes of files from which on loading NumPy pays off, by their game.

A row of Omaha takes ten times as long without it, a row of five-card hands as long as with it.
"""
ARRAYS_WORTH_FOR_OTHER_GAMES = 1 << 19
RETRIES = 5
PATIENCE = 10
"""Seconds in which a scheduler must answer, and a process that is told to end must do so."""
ADDRESS = "tcp://127.0.0.1:8786"
KILLED = "the process that read it was killed, mostly for want of memory; run it again by itself"
Result = Counts | PokerError


def result_of(
    path: Path | str, options: Options, named: dict[str, Any], *, written: bool = True
) -> Result:
    """Score a file, or count its wins; an error is returned as a result."""
    if written:
        return error_or_result(path, score, path, options, **named)
    return error_or_result(path, wins, path, options)


def processes_for(books: Sequence[Path]) -> int:
    """Return how many processes some files are worth: one for each processor, or one in all."""
    if _size_of(books) < WORTH:
        return 1
    if hasattr(os, "sched_getaffinity"):
        usable = len(os.sched_getaffinity(0))
    else:
        usable = os.cpu_count() or 1
    return min(usable, len(books), 60)  # Windows waits for 63 at the most


def load_arrays(books: Sequence[Path], game: str) -> None:
    """Load NumPy for files of a game that are each small enough to do without it, if they are many."""
    fewest_bytes = ARRAYS_WORTH.get(game, ARRAYS_WORTH_FOR_OTHER_GAMES)
    if _size_of(books) >= fewest_bytes:
        import_module("numpy")


def _size_of(books: Sequence[Path]) -> int:
    """Return the bytes of all files together."""
    return sum(book.stat().st_size for book in books if book.is_file())


def on_processors(
    books: Sequence[Path], options: Options, processes: int, written: bool = True, **named: Any
) -> Iterator[Result]:
    """Yield the counts of each file, or what is wrong with it, in order.

    Options are those of `xlpoker.workbook.jobs.score`.
    """
    waiting = deque(enumerate(books))
    results: dict[int, Result] = {}
    workers = _Workers()
    try:
        for following in range(len(books)):
            while following not in results:
                while waiting and len(workers) < processes:
                    number, book = waiting.popleft()
                    task = partial(result_of, book, options, named, written=written)
                    workers.start(number, task)
                for number, result in workers.results():
                    killed = BookError(f"{books[number].name}: {KILLED}")
                    results[number] = killed if result is None else result
            yield results.pop(following)
    finally:
        workers.end()


class _Workers:
    """Processes that do one task at a time; its length is how many of them are busy.

    Each has a pipe of its own: a lock or a queue of all processes would stay as it is when one is
    killed.
    """

    def __init__(self) -> None:
        self._processes: dict[Any, SpawnProcess] = {}
        self._idle_pipes: list[Any] = []
        self._number_by_pipe: dict[Any, int] = {}

    def __len__(self) -> int:
        return len(self._number_by_pipe)

    def start(self, number: int, task: Callable[[], Result]) -> None:
        """Start the task of a number, in a further process if none is idle."""
        pipe = self._idle_pipes.pop() if self._idle_pipes else self._pipe_of_new_process()
        self._number_by_pipe[pipe] = number
        with suppress(OSError):  # that process is gone, and gives no answer
            pipe.send(task)

    def _pipe_of_new_process(self) -> Any:
        """Start a process and return the pipe to it."""
        from multiprocessing import get_context  # a folder of small books needs no processes

        context = get_context("spawn")
        pipe, inner = context.Pipe()
        process = context.Process(target=_work, args=(inner,), daemon=True)
        process.start()
        inner.close()  # the end of the process is the end of the pipe
        self._processes[pipe] = process
        return pipe

    def results(self) -> Iterator[tuple[int, Result | None]]:
        """Wait for any tasks to end; yield the number and the result of each.

        The result is None where the process was killed.
        """
        from multiprocessing.connection import wait

        answering: list[Any] = wait(self._number_by_pipe)
        for pipe in answering:
            number = self._number_by_pipe.pop(pipe)
            result = None
            with suppress(EOFError, OSError):
                result = pipe.recv()
                self._idle_pipes.append(pipe)
            yield number, result

    def end(self) -> None:
        """End all processes, which remove unfinished outputs; those that take too long are killed."""
        processes = self._processes.values()
        for process in processes:
            process.terminate()
        latest = time.monotonic() + PATIENCE
        for process in processes:
            process.join(max(0, latest - time.monotonic()))
            process.kill()
            process.join()


def _work(pipe: Any) -> None:
    """Do the tasks that come until the parent process is gone.

    The parent handles Ctrl-C; SIGTERM unwinds the stack.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            pipe.send(task())


def on_cluster(
    books: Sequence[Path], address: str, options: Options, written: bool = True, **named: Any
) -> Iterator[tuple[Path, Counts | PokerError]]:
    """Yield each file and its counts, or what is wrong with it, as the workers finish them.

    `address` is the scheduler's, such as ``tcp://127.0.0.1:8786``; with `written` the files are
    scored, else their wins are counted; `named` goes to `xlpoker.workbook.jobs.score`. Raises
    `OptionError` where Dask is not installed, no scheduler answers, it has no workers, or theirs is
    another version of xlpoker.
    """
    client = _client_of(address)
    dask: Any = import_module("distributed")
    with client:
        _check_workers(client, address)
        futures = _submitted(client, books, options, named, written=written)
        for future in dask.as_completed(futures, loop=client.loop):
            book = futures[future]
            try:
                result = future.result()
            except Exception as error:  # noqa: BLE001 - a worker may fail in any way
                result = BookError(
                    f"{book.name} could not be scored on the cluster: {_first_line(error)}"
                )
            if isinstance(result, Counts):
                result = replace(result, file=str(book))
            yield book, result


def _client_of(address: str) -> Any:
    """Return a client of a scheduler; raise `OptionError` where Dask is missing, or none answers."""
    import socket

    if not address.strip():
        raise OptionError(f"{quoted(address)} is no address of a scheduler; such as {ADDRESS} is")
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise OptionError(f"--scheduler needs Dask: {remedy('dask')}") from None
    try:
        host_and_port = dask.comm.get_address_host_port(address)
        with socket.create_connection(host_and_port, PATIENCE):
            pass  # a client waits for long where no scheduler answers
        return dask.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, OverflowError, TimeoutError) as error:
        raise OptionError(
            f"no scheduler answers at {address}: {_first_line(error)}; start one with 'dask scheduler' "
            f"and workers with 'dask worker {address}'"
        ) from None


def _submitted(
    client: Any, books: Sequence[Path], options: Options, named: dict[str, Any], *, written: bool
) -> dict[Any, Path]:
    """Submit a task for each file; return the files by the futures of their results.

    To a scheduler tasks of one key are one task, whoever submits them, so a key holds a number that
    no other run has.
    """
    from uuid import uuid4

    run = uuid4().hex
    if named.get("output") is not None:  # workers have other current folders
        named = named | {"output": Path(named["output"]).absolute()}
    futures: dict[Any, Path] = {}
    for number, book in enumerate(books):
        key = f"xlpoker-{run}-{number}-{book.name}"
        if written:
            task = partial(_scored_by_worker, key, book.resolve(), options, named)
        else:
            task = partial(result_of, book.resolve(), options, named, written=False)
        futures[client.submit(task, key=key, retries=RETRIES, pure=False)] = book
    return futures


def _scored_by_worker(task: str, book: Path, options: Options, named: dict[str, Any]) -> Result:
    """Score a file as a task of a cluster, which starts again elsewhere when its worker dies.

    Such a worker may have put the output in its place before it died; that output, and no other
    file, is replaced then.
    """
    earlier_tries = _TriesOfTask(task)
    stamp = stamp_of(book)
    if named.get("in_place") and stamp is not None and earlier_tries.wrote(stamp):
        counts = result_of(book, options, named, written=False)
        return replace(counts, output=str(book)) if isinstance(counts, Counts) else counts
    with repeatable(earlier_tries):
        return result_of(book, options, named)


class _TriesOfTask:
    """What all tries of a task have written; the scheduler keeps it as long as the task.

    The number of a device differs from machine to machine and is left out.
    """

    def __init__(self, task: str) -> None:
        self._task = task

    def note(self, stamp: Stamp) -> None:
        """Remember a version of a file that is about to be put in its place."""
        _client_of_worker().set_metadata([self._task, _name_of(stamp)], value=True)

    def wrote(self, stamp: Stamp) -> bool:
        """Tell whether this version of a file was noted by any try of the task."""
        return bool(_client_of_worker().get_metadata([self._task, _name_of(stamp)], default=False))


def _client_of_worker() -> Any:
    """Return the client of the cluster in whose task this is."""
    from distributed import get_client

    return get_client()


def _name_of(stamp: Stamp) -> str:
    """Return the text under which a version of a file is noted."""
    _, *numbers = stamp
    return "-".join(map(str, numbers))


def _first_line(error: BaseException) -> str:
    """Return the first line of the text of an error; of one without a text its type."""
    lines = str(error).splitlines()
    if not lines or not lines[0]:
        return type(error).__name__
    return lines[0]


def _check_workers(client: Any, address: str) -> None:
    """Raise `OptionError` where there are no workers, or one has another version of xlpoker."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except (TimeoutError, OSError):
        raise OptionError(
            f"the scheduler at {address} has no workers; start some with 'dask worker {address}'"
        ) from None
    for worker, version in client.run(_version, on_error="return").items():
        if version != __version__:
            installed = f"xlpoker {version}" if isinstance(version, str) else "no xlpoker"
            raise OptionError(
                f"the worker at {worker} has {installed}, this is {__version__}; install the same there"
            )


def _version() -> str:
    """Return the version of xlpoker on a worker, which runs this."""
    return __version__
