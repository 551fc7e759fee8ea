"""Values and winners as arrays, counted: categories of single hands, and who won among whom."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["categories_of", "category_name", "showdowns_of"]


def showdowns_of(values: npt.NDArray[Any], winners: npt.NDArray[Any]) -> dict[tuple[int, ...], int]:
    """Return for each group of players the number of its showdowns with a single winner; players outside have the value 0.

    >>> import numpy as np
    >>> showdowns_of(np.array([[7, 5, 0], [1, 2, 3], [4, 4, 4], [0, 8, 9]]), np.array([1, 3, 0, 3]))
    {(1, 2): 1, (0, 1): 1, (0, 1, 2): 1}
    >>> showdowns_of(np.array([[0, 0]]), np.array([1]))
    {(0,): 1}
    """
    import numpy as np

    won = winners > 0
    if not won.any():
        return {}
    if values.min() > 0:  # all are in, as in most tables
        return {tuple(range(values.shape[1])): int(won.sum())}
    alone = np.flatnonzero(won & ~values.any(axis=1))  # everybody else folded before the board was dealt
    found: dict[tuple[int, ...], int] = {
        (player,): rows for player, rows in enumerate(np.bincount(winners[alone] - 1).tolist()) if rows
    }
    won[alone] = False
    if not won.any():
        return found
    keys = np.zeros((len(values), -(-values.shape[1] // 64) * 8), np.uint8)
    packed = np.packbits(values > 0, axis=1)
    keys[:, : packed.shape[1]] = packed
    groups, rows = np.unique(keys[won].view("u8" if keys.shape[1] == 8 else f"V{keys.shape[1]}"), return_counts=True)
    for bits, count in zip(
        np.unpackbits(groups.view(np.uint8).reshape(len(groups), -1), axis=1), rows.tolist(), strict=True
    ):
        group = tuple(np.flatnonzero(bits).tolist())
        found[group] = found.get(group, 0) + count
    return found


def categories_of(values: npt.NDArray[Any]) -> dict[str, int]:
    """Return how often each category is among some values, the weakest first; 0 is no hand.

    >>> import numpy as np
    >>> categories_of(np.array([7462, 0, 1, 2]))
    {'High Card': 2, 'Royal Flush': 1}
    """
    import numpy as np

    found: dict[str, int] = {}
    values = values[values > 0]
    if values.dtype.kind == "f":
        each, counts = np.unique(values, return_counts=True)
    else:  # np.unique imports NumPy's masked arrays, which takes longer than a small table
        counts = np.bincount(values)
        each = np.flatnonzero(counts)
        counts = counts[each]
    for value, count in zip(each.tolist(), counts.tolist(), strict=True):
        category = category_name(value)
        found[category] = found.get(category, 0) + count
    return found


@cache
def category_name(value: float) -> str:
    """Return the name of a value's category; the royal flush is one by itself.

    >>> category_name(7462), category_name(1)
    ('Royal Flush', 'High Card')
    """
    from xlpoker.evaluator.classes import name

    return name(value, "short")
