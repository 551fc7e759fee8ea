"""Many files on a Dask cluster: a file is a task, on whichever worker is free.

A task reads its file, scores it and writes the result beside it, under a temporary name that takes the place of the
target in one step. A worker that dies in the middle leaves at most a temporary file; the scheduler gives its tasks to
another, and what was written already stands. All workers must see the files under the same path (one machine, or a
shared file system) and have xlpoker installed in the same version.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError, OptionError, PokerError, remedy
from xlpoker.scoring.counts import Counts, Options
from xlpoker.workbook.processors import done

__all__ = ["on_cluster"]

RETRIES = 5
PATIENCE = 10
"""Seconds in which a scheduler must answer."""


def on_cluster(
    books: Sequence[Path], address: str, options: Options, written: bool = True, **named: Any
) -> Iterator[tuple[Path, Counts | PokerError]]:
    """Yield each file and its counts, or what is wrong with it, as the workers finish them.

    `address` is the scheduler's, such as ``tcp://127.0.0.1:8786``; with `written` the files are scored, else their wins
    are counted; `named` goes to `xlpoker.workbook.job.score`. Raises `OptionError` where Dask is not installed, no
    scheduler answers, it has no workers, or theirs is another version of xlpoker.
    """
    distributed = _distributed()
    try:
        _check_answers(distributed, address)  # a client that finds nobody waits for long and complains when it goes
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, OverflowError, TimeoutError) as error:
        raise OptionError(
            f"no scheduler answers at {address}: {_line(error)}; start one with 'dask scheduler' "
            f"and workers with 'dask worker {address}'"
        ) from None
    with client:
        _check_workers(client, address)
        paths = [book.resolve() for book in books]
        futures = {
            client.submit(
                done,
                str(path),
                options,
                named,
                written=written,
                key=f"xlpoker-{place}-{path.name}",
                retries=RETRIES,
                pure=False,
            ): book
            for place, (path, book) in enumerate(zip(paths, books, strict=True))
        }
        for future in distributed.as_completed(futures, loop=client.loop):
            book = futures[future]
            try:
                result = future.result()
            except Exception as error:  # noqa: BLE001 - a worker's failure, whatever it is, is told of its file
                result = BookError(f"{book.name} could not be scored on the cluster: {_line(error)}")
            if isinstance(result, Counts):
                result.file = str(book)
            yield book, result


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise OptionError(f"--scheduler needs Dask: {remedy('dask')}") from None
    return distributed


def _check_answers(distributed: Any, address: str) -> None:
    """Raise what is wrong with an address at which no scheduler of Dask answers, at once where nobody listens."""
    with socket.create_connection(distributed.comm.get_address_host_port(address), PATIENCE):
        pass
    security = distributed.Security().get_connection_args("client")

    async def identity() -> str:
        async with distributed.rpc(address, timeout=PATIENCE, connection_args=security) as there:
            return str((await asyncio.wait_for(there.identity(), PATIENCE))["type"])

    with ThreadPoolExecutor(1) as aside:  # a notebook has a loop of its own
        if (found := aside.submit(lambda: asyncio.run(identity())).result()) != "Scheduler":
            raise ValueError(f"a {found.lower()} of Dask is there")


def _line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0] or type(error).__name__


def _check_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except (TimeoutError, OSError):
        raise OptionError(
            f"the scheduler at {address} has no workers; start some with 'dask worker {address}'"
        ) from None
    from xlpoker import __version__

    for worker, version in client.run(_version, on_error="return").items():
        if version != __version__:
            found = f"xlpoker {version}" if isinstance(version, str) else "no xlpoker"
            raise OptionError(f"the worker at {worker} has {found}, this is {__version__}; install the same there")


def _version() -> str:
    from xlpoker import __version__

    return __version__
