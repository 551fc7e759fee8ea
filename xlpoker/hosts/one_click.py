"""One click at a time: a second one, while the first is still at work, does nothing and says so.

A host may be asked twice at once: by two windows, by two threads of a server, or by the program itself
while it waits for an answer from Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from xlpoker.scoring.seen import Done, Kind

__all__ = ["AT_WORK", "only_click"]

AT_WORK = Done(
    "An earlier click is still at work; answer its question or wait for its message, then click again",
    Kind.ERROR,
)
_lock = Lock()


@contextmanager
def only_click() -> Iterator[bool]:
    """Yield whether no other click is at work; until the end of this one no other is.

    >>> with only_click() as is_first, only_click() as is_second:
    ...     print(is_first, is_second)
    True False
    """
    is_only = _lock.acquire(blocking=False)
    try:
        yield is_only
    finally:
        if is_only:
            _lock.release()
