"""The contents of new cells: of a million hands some thousands are different, each made once and looked up as bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Contents", "Made", "in_turns"]

MOST = 1 << 16


class Made(dict[Any, Any]):
    """What a function makes of things, kept of the first 65,536.

    >>> made = Made(str.upper)
    >>> made["5h"], len(made)
    ('5H', 1)
    """

    def __init__(self, make: Callable[[Any], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, thing: Any) -> Any:
        """Make it."""
        made = self._make(thing)
        if len(self) < MOST:
            self[thing] = made
        return made


class Contents:
    """What stands in the cells of a column, by number: made when a number comes for the first time, and kept.

    >>> contents = Contents(lambda number: b"<v>%d</v>" % number)
    >>> contents[5], contents.of(np.array([7, 15])).tolist(), contents.texts(np.array([5]))
    (b'<v>5</v>', [b'<v>7</v>\\x00', b'<v>15</v>'], [b'<v>5</v>'])
    """

    def __init__(self, make: Callable[[int], bytes]) -> None:
        self._make = make
        self._known = np.zeros((0, 1), np.uint8)
        self._made = Made(make)

    def __getitem__(self, number: int) -> bytes:
        """Return the content for a number."""
        found: bytes = self._made[number]
        return found

    def of(self, numbers: npt.NDArray[Any]) -> npt.NDArray[np.void]:
        """Return the contents of some cells, filled up with zeros to the same length."""
        most = int(numbers.max(initial=0))
        if most >= len(self._known):
            self._known = np.pad(self._known, ((0, most + 1), (0, 0)))
        missing = self._known[:, 0].take(numbers) == 0
        if missing.any():
            new = np.flatnonzero(np.bincount(numbers[missing]))
            made = np.array([self._make(number) for number in new.tolist()], np.bytes_)
            if made.itemsize > self._known.shape[1]:
                self._known = np.pad(self._known, ((0, 0), (0, made.itemsize - self._known.shape[1])))
            self._known[new, : made.itemsize] = made.view(np.uint8).reshape(len(new), -1)
        table = self._known.view(f"V{self._known.shape[1]}").reshape(-1)
        return table.take(numbers)

    def texts(self, numbers: npt.NDArray[Any]) -> list[bytes]:
        """Return the contents of some cells."""
        table = self.of(numbers)
        found: list[bytes] = table.view(f"S{table.dtype.itemsize}").tolist()
        return found


def in_turns(columns: Sequence[Sequence[bytes]]) -> list[bytes]:
    """Return what stands in some columns of the same length, row by row.

    >>> in_turns([[b"5H", b"6S"], [b",1", b",2"]])
    [b'5H', b',1', b'6S', b',2']
    """
    found = [b""] * (len(columns) * len(columns[0]))
    for at, column in enumerate(columns):
        found[at :: len(columns)] = column
    return found
