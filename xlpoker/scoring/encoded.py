"""Cards that are written as numbers, or as rank and suit in two cells, as arrays of card codes.

::

    S1 | C1 | S2 | C2 ..      suit and rank as numbers: (3, 10) -> 33, the ten of diamonds
    3  | 10 | 1  | 13

Each different pair of cells is looked up once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xlpoker.errors import CardError
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.evaluator.encodings import Encoding, encoding
from xlpoker.layout.grid import Area
from xlpoker.scoring.model import Block, Codes

__all__ = ["encoded_codes"]

_MOST_KNOWN = 100_000


class _Cards(dict[tuple[Any, ...], int]):
    """The code of each card by the cells that it is written in.

    The code is `BAD` for cells that are no card, `MISSING` for blank ones.
    """

    def __init__(self, numbers: Encoding) -> None:
        self._numbers = numbers

    def __missing__(self, cells: tuple[Any, ...]) -> int:
        try:
            codes = self._numbers.codes(cells)
        except CardError:
            code = BAD
        else:
            code = codes[0] if codes else MISSING
        if len(self) < _MOST_KNOWN:
            self[cells] = code
        return code


def encoded_codes(
    block: Block, areas: Sequence[Area], name: str, low: int, high: int
) -> list[Codes]:
    """Return the codes in each area of some rows of a block; `name` is the encoding.

    >>> from xlpoker.layout.grid import Grid
    >>> from xlpoker.scoring.model import GridBlock
    >>> block = GridBlock(Grid("", [[3, 10, 1, 13], [3, 99]]))
    >>> encoded_codes(block, [Area(0, 3)], "uci", 0, 2)[0].tolist()
    [[33, 46], [254, 255]]
    """
    numbers = encoding(name)
    cards = _Cards(numbers)
    window = block.window(range(low, high))
    rows = [window.row(int(number)) for number in block.numbers[low:high]]
    return [_codes_of(rows, area, numbers, cards) for area in areas]


def _codes_of(rows: Sequence[Sequence[Any]], area: Area, numbers: Encoding, cards: _Cards) -> Codes:
    """Return the codes in one area of some rows."""
    columns = area.columns
    width = max(columns) + 1
    blanks = [None] * width
    full_rows = [row if len(row) >= width else [*row, *blanks[len(row) :]] for row in rows]
    parts = numbers.parts(len(columns))
    codes = np.empty((len(rows), len(parts)), np.uint8)
    for place, part in enumerate(parts):
        places = columns[part]
        cells_of_rows = zip(*[[row[column] for row in full_rows] for column in places], strict=True)
        codes[:, place] = np.fromiter(map(cards.__getitem__, cells_of_rows), np.uint8, len(rows))
    return codes
