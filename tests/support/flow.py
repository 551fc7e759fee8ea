"""A source and a sink without any file: the two ends of the flow, for tests of what is between."""

from pathlib import Path

from support.sheets import find_layout
from xlpoker.layout.grid import Grid
from xlpoker.scoring.model import GridBlock, NotPlainError
from xlpoker.scoring.run import Table


class Rows:
    """A source of rows in memory that shows the first `head` of them and gives them in blocks of `size`; 0 is all."""

    reads_numbers = False

    def __init__(self, rows, *, head=0, size=0, rereads=True, refused=False):
        self.path, self.rows, self.head, self.step = Path("rows"), rows, head or len(rows), size or len(rows)
        self.size, self.rereads, self.refused = len(rows), rereads, refused
        self.reads = []

    def tables(self, *, whole):
        """Return one table, and note how it was asked for."""
        self.reads.append("whole" if whole else "head")
        most = self.size if whole else self.head
        return [Table(Grid("Rows", self.rows[:most]), most >= self.size)]

    def blocks(self, table, *_):
        """Yield the rows."""
        for first in range(0, self.size, self.step):
            if self.refused and not table.ended and first:
                raise NotPlainError
            yield first + self.step, GridBlock(Grid("Rows", self.rows[first : first + self.step]), first)


class Notes:
    """A sink that notes what it is given, by row: values and winner, or the text of a problem; and how it was left."""

    def __init__(self):
        self.rows, self.blocks, self.last = {}, [], None
        self.left = ""

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.left = "finished" if self.last is not None else "nothing" if kind is None else kind.__name__

    def take(self, block, scored):
        """Note a block."""
        assert self.last is None
        self.blocks.append(len(block.numbers))
        for row, values, winner in zip(scored.rows.tolist(), scored.values.tolist(), scored.winners, strict=True):
            self.rows[row] = (*values, int(winner))
        self.rows |= {row: str(error) for row, error in scored.problems.items()}

    def finish(self, last):
        """Note the last row of the hands, beyond which nothing counts."""
        self.last = last
        self.rows = {row: found for row, found in self.rows.items() if row <= last}
        return ["a warning"]


def located(grids, game="five-card"):
    """Return the grid with the hands and where they are."""
    return next((grid, layout) for grid in grids if (layout := find_layout(grid, game)) is not None)
