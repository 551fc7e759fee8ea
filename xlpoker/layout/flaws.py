"""A `Flaw`: why the search asks about hands instead of reading them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from xlpoker.layout.alternatives import Alternative
from xlpoker.layout.grouping import Grouping
from xlpoker.layout.tables import Table

__all__ = ["Check", "Flaw"]


class Flaw(NamedTuple):
    """Why the search asks about hands: the cause, its cell, and the likeliest answers first."""

    cause: str
    cell: str
    alternatives: Sequence[Alternative] = ()


Check = Callable[[Table, Grouping, str], Flaw | None]
"""A function that looks for a flaw; its last argument is the game that the caller asked for."""
