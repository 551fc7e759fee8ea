"""A source of showdowns that are not rows of a sheet: each becomes a row of a temporary table, whose cells keep their addresses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from xlpoker.errors import LayoutError
from xlpoker.layout.find import Area, Layout
from xlpoker.layout.grid import Grid, a1
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import Block, GridBlock, Window
from xlpoker.scoring.run import Grids, Table
from xlpoker.scoring.words import several_cards

__all__ = ["Cell", "Row", "Showdowns"]

Cell = tuple[int, int]
Row = list[tuple[Any, Cell | None]]


@dataclass(frozen=True)
class _Block(GridBlock):
    """Rows composed of cells of a sheet; `places` has the cell for each row and column."""

    places: Sequence[Sequence[Cell | None]] = ()

    def window(self, places: Sequence[int]) -> Window:
        """Return all rows as values; messages name their cells as in the sheet."""
        return replace(GridBlock.window(self, places), named=self.named)

    def named(self, row: int, column: int) -> str:
        """Return the name of a cell in messages; a blank cell at the end of a row has the name of the cell before it."""
        cells = self.places[row]
        return a1(*next(cell for cell in reversed(cells[: column + 1]) if cell is not None))


class Showdowns(Grids):
    """The showdowns of a sheet as a source of one table with a row for each: the hands side by side, then the board.

    `hands` is the layout of that table, `layout` that of the sheet. `firsts` has the row of the sheet in which each showdown
    begins, `said` the column of the table with the dealer's winners, `seats` the row of each player where rows of the sheet are
    one deal. With `turned` the grid is the transposed sheet.
    """

    def __init__(
        self,
        path: Path,
        grid: Grid,
        layout: Layout,
        rows: Sequence[Row],
        firsts: Sequence[int],
        players: int,
        width: int,
        names: Sequence[str],
        seats: Sequence[Sequence[int | None]] = (),
        *,
        turned: bool = False,
    ) -> None:
        if players == 1:
            raise LayoutError(f"{grid.sheet or 'The file'} has one hand in each showdown; there is nothing to compare")
        table = Grid(grid.sheet, [[cell for cell, _ in row] for row in rows])
        super().__init__(path, [table])
        self.grid, self.layout, self.firsts, self.seats, self.turned = grid, layout, firsts, seats, turned
        self.block = _Block(table, places=[[place for _, place in row] for row in rows])
        *areas, board = [Area(at, at + width - 1) for at in range(0, (players + 1) * width, width)]
        common = Area(board.first, board.first + len(layout.board.columns) - 1) if layout.board else None
        last, self.said = len(rows) - 1, board.first + len(layout.board.columns if layout.board else ())
        hands = Layout(grid.sheet, 0, last, tuple(areas), common, cards=layout.cards, names=tuple(names))
        self.hands = replace(hands, several=several_cards(table, hands))

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:  # noqa: ARG002 - as the protocol has it
        """Yield all rows."""
        yield self.size, self.block
