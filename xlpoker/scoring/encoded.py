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
Cells = tuple[Any, ...]
"""The cells of one card."""


class _Cards(dict[Cells, int]):
    """The code of each card by the cells that it is written in.

    The code is `BAD` for cells that are no card, `MISSING` for blank ones.
    """

    def __init__(self, numbers: Encoding) -> None:
        self._numbers = numbers

    def __missing__(self, cells: Cells) -> int:
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
    row_numbers = block.numbers[low:high].tolist()
    rows = [window.row(number) for number in row_numbers]
    hands = []
    for area in areas:
        columns = [_column(rows, column) for column in area.columns]
        codes_by_card = []
        for part in numbers.parts(len(columns)):
            codes = _codes(columns[part], cards)
            codes_by_card.append(codes)
        hands.append(np.stack(codes_by_card, axis=1))
    return hands


def _column(rows: Sequence[Sequence[Any]], column: int) -> list[Any]:
    """Return the cells of a column, None where a row is shorter."""
    cells: list[Any] = []
    for row in rows:
        cell = row[column] if column < len(row) else None
        cells.append(cell)
    return cells


def _truths_as_texts(cells: Sequence[Any]) -> Sequence[Any]:
    """Return the cells of a column with texts for truth values, which are no cards, and equal 0 and 1.

    >>> _truths_as_texts([1, True])
    [1, 'True']
    """
    if bool not in set(map(type, cells)):
        return cells
    return [str(cell) if isinstance(cell, bool) else cell for cell in cells]


def _codes(columns: Sequence[Sequence[Any]], cards: _Cards) -> Codes:
    """Return the code of the card in each row, from the columns that one card takes."""
    told_apart = [_truths_as_texts(cells) for cells in columns]
    cells_of_rows = zip(*told_apart, strict=True)
    codes = [cards[cells] for cells in cells_of_rows]
    return np.array(codes, dtype=np.uint8)
