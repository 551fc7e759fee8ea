"""The one loop: whatever the size of the blocks, a sink gets the same results, and the counts are the same."""

import random
from pathlib import Path

import pytest
from support.books import CARDS
from support.cases import cases
from support.kept_sheets import deals
from support.sheets import find_layout

import xlpoker
from xlpoker.errors import LayoutError, OptionError, PokerError
from xlpoker.layout.find import named_layout
from xlpoker.layout.grid import Grid
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import GridBlock, NotPlainError
from xlpoker.scoring.run import Kept, Sink, run
from xlpoker.scoring.sources import Table


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
        self.rows, self.last, self.left = {}, None, ""

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.left = "finished" if self.last is not None else "nothing" if kind is None else kind.__name__

    def take(self, _, scored):
        """Note a block."""
        assert self.last is None
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


def spoilt(rows, every=7):
    """Return rows of which some hold no card, a card twice, or lack one."""
    source = random.Random(5)
    found = [list(row) for row in rows]
    for row in found[every::every]:
        row[source.randrange(10)] = source.choice(["1OH", None, row[0], "?"])
    return found


PLAIN = deals(10, 60)
CASES = {
    "plain": [CARDS, *PLAIN],
    "without-labels": PLAIN,
    "bad-cells": [CARDS, *spoilt(PLAIN)],
    "mostly-bad": [CARDS, *spoilt(PLAIN, 2)],
    "blank-rows": [CARDS, *PLAIN[:25], [], *PLAIN[25:40], [], [], *PLAIN[40:]],
    "notes-below": [CARDS, *PLAIN, [], ["Total", 7], ["the end"]],
    "a-note-right-below": [CARDS, *PLAIN, ["Total", 7]],
    "late-columns": [CARDS, *PLAIN[:40], *([*row, "late", 5] for row in PLAIN[40:])],
    "a-longer-table-above": [["Friday"], [], CARDS, *PLAIN],
    "one-hand": [row[:5] for row in PLAIN],
    "whole-hands": [["Anna", "Ben"], *([" ".join(row[:5]), " ".join(row[5:])] for row in spoilt(PLAIN) if all(row))],
    "another-table-far-down": [CARDS, *PLAIN[:40], [], [], [], [], ["Saturday"], CARDS, *PLAIN[40:]],
}  # fmt: skip


def expected(rows):
    """Return what the rows of a table come to, one by one."""
    grid, layout = located([Rows(rows).tables(whole=True)[0].grid])
    found = {}
    for row in range(layout.first, layout.last + 1):
        cells = [grid.cell(row, column) for column in range(layout.hands[-1].last + 1)]
        if not any(cells) or any(low <= row <= high for low, high in layout.gaps):
            continue
        hands = [cells[area.first : area.last + 1] for area in layout.hands]
        if not all(map(all, hands)):
            found[row] = "a card is missing"
            continue
        try:
            winner = xlpoker.winner(*hands) if len(hands) > 1 else 0
            found[row] = (*map(xlpoker.value, hands), winner)
        except PokerError as error:
            found[row] = str(error)
            if layout.names:
                found[row] = found[row].replace("hands 1 and 2", "Anna's and Ben's hands")
    return found


@pytest.mark.parametrize(("head", "size"), [(12, 1), (12, 16), (33, 7), (33, 0), (0, 7), (0, 0)])
@pytest.mark.parametrize("rereads", [True, False], ids=["rereads", "reads-on"])
@pytest.mark.parametrize("rows", CASES.values(), ids=CASES)
def test_blocks_of_any_size(rows, head, size, rereads):
    """Values, winners and problems are those of the single rows, and so are the counts."""
    source = Rows(rows, head=head, size=size, rereads=rereads)
    grid, layout, counts, sink = run(source, lambda *_: Notes(), Options(), located)
    wanted = expected(rows)
    assert sorted(sink.rows) == [*wanted]
    for row, result in wanted.items():
        good = isinstance(result, tuple)
        assert (sink.rows[row] == result) if good else (f": {result}" in sink.rows[row])
    good = [result for result in wanted.values() if isinstance(result, tuple)]
    assert (counts.rows, counts.bad, counts.sheet) == (len(wanted), len(wanted) - len(good), "Rows")
    if len(layout.hands) > 1:
        won = [result[-1] for result in good]
        assert (counts.players, counts.ties) == ([won.count(1), won.count(2)], won.count(0))
    assert (sink.left, counts.warnings) == ("finished", ["a warning"])
    assert grid.rows == rows[: len(grid.rows)]


def test_a_sink_that_was_not_finished_is_left():
    """What goes on in another way is read as a whole, into a new sink; the first one is told."""
    sinks = []

    def sink_of(table, _):
        sinks.append(Notes())
        assert table.ended == (len(sinks) == 2)
        return sinks[-1]

    source = Rows(CASES["another-table-far-down"], head=20, size=10)
    assert run(source, sink_of, Options(), located)[2].rows == 60
    assert source.reads == ["head", "whole"]
    assert [sink.left for sink in sinks] == ["NotPlainError", "finished"]


@pytest.mark.parametrize("refused", [True, False])
def test_a_source_may_refuse_blocks(refused):
    """A source that cannot go on in blocks is asked for all rows."""
    source = Rows(CASES["plain"], head=20, size=10, refused=refused)
    assert run(source, lambda *_: Sink(), Options(), located)[2].rows == 60
    assert source.reads == ["head", "whole"][: 1 + refused]


@cases(
    ("options", "error", "reads"),
    {
        "layout": (Options(check="nowhere"), LayoutError, ["head", "whole"]),
        "game": (Options(game="holdm"), OptionError, ["head"]),
    },
)
def test_errors_pass_through(options, error, reads):
    """What is wrong is looked for in the whole table where that can help, and then said."""
    source = Rows([CARDS, *PLAIN], head=20, size=10)
    with pytest.raises(error):
        run(source, lambda *_: Sink(), options, located)
    assert source.reads == reads


def test_numbers_are_read_as_a_whole():
    """Cards that are written as numbers are no texts that tell where the hands are."""
    source = Rows([[str(number) for number in range(at, at + 5)] for at in range(20)], head=5)
    named = lambda grids: (grids[0], named_layout(grids[0], "A1:E20", cards="0-51"))  # noqa: E731
    found = run(source, lambda *_: Kept(), Options(cards="0-51", hands="A1:E20"), named)
    assert (found[2].rows, source.reads) == (20, ["whole"])


def test_all_that_was_kept_is_one():
    """The blocks of a sink that keeps all are put together, with the cards where these are wanted."""
    rows = [CARDS, *spoilt(PLAIN)]
    one, other = (
        run(Rows(rows, head=20, size=size), lambda *_: Kept(codes=True), Options(), located)[3].scored
        for size in (0, 7)
    )
    assert one.rows.tolist() == other.rows.tolist()
    assert one.values.tolist() == other.values.tolist()
    assert [*map(str, one.problems.items())] == [*map(str, other.problems.items())]
    assert [one.hands(at) for at in range(len(one.rows))] == [other.hands(at) for at in range(len(one.rows))]
