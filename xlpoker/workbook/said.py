"""What a column of a long table says of its deals: who wins, named in some rows of the deal or marked in the winner's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from xlpoker.errors import LayoutError, quoted
from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.grid import Grid, a1
from xlpoker.scoring.results import BETWEEN

__all__ = ["said_of"]

_MARKS = frozenset(
    "x|xx|✓|✔|√|*|1|w|win|wins|won|winner|yes|y|true|ja|j|oui|sí|si|gewonnen|gewinnt|sieger|gagné".split("|")
)
_NO_MARKS = frozenset(
    "0|-|–|l|loss|loses|lost|loser|no|n|false|nein|non|verloren|perdu|out|fold|folded|muck".split("|")
)


def said_of(
    grid: Grid, column: int, deals: Sequence[Mapping[int, str | int]]
) -> list[tuple[str | int | None, tuple[int, int]]]:
    """Return what a column says of each deal, and the cell that says it; a deal has the name or number of the player in each row.

    >>> grid = Grid("", [[1, "Ann", "x"], [1, "Ben", None], [2, "Ann", None], [2, "Ben", "x"]])
    >>> said_of(grid, 2, [{0: "Ann", 1: "Ben"}, {2: "Ann", 3: "Ben"}])
    [('Ann', (0, 2)), ('Ben', (3, 2))]

    Raises `LayoutError` for numbers where players are named: nobody knows whose they are.
    """
    cells = [{row: grid.cell(row, column) for row in deal if not is_blank(grid.cell(row, column))} for deal in deals]
    texts = {_text(cell) for held in cells for cell in held.values()}
    names = {_text(name) for deal in deals for name in deal.values() if isinstance(name, str)}
    marked = bool(texts & _MARKS) and texts <= _MARKS | _NO_MARKS
    for held in cells if names and not marked else ():
        for row, cell in held.items():
            if (isinstance(cell, int | float) or _text(cell).isdecimal()) and _text(cell) not in names:
                accepted = "write the winner's name, or a mark such as x in the winner's row"
                raise LayoutError(
                    f"{a1(row, column)}: {quoted(_text(cell))} is said where players are named; {accepted}"
                )
    found: list[tuple[str | int | None, tuple[int, int]]] = []
    for deal, held in zip(deals, cells, strict=True):
        marks = [row for row, cell in held.items() if _text(cell) in _MARKS] if marked else list(held)
        several = list(dict.fromkeys(deal[row] if marked else held[row] for row in marks))
        whole = several[0] if len(several) == 1 else BETWEEN.join(map(str, several)) if names else 0
        found.append((whole if several else None, (next(iter(marks or deal)), column)))
    return found


def _text(cell: Any) -> str:
    return f"{cell:g}" if isinstance(cell, float) else " ".join(str(cell).split()).casefold()
