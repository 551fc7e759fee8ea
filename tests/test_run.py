"""The one loop: whatever the size of the blocks, a sink gets the same results, and the counts are the same."""

import random
from pathlib import Path

import pytest
from support.books import CARDS
from support.cases import cases
from support.kept_sheets import deals

import xlpoker
from xlpoker.errors import LayoutError, OptionError, PokerError
from xlpoker.layout.cells import BLANK, NUMBER, WORD, kind_of
from xlpoker.layout.grid import Grid
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import GridBlock
from xlpoker.scoring.run import MemorySink, Sink
from xlpoker.scoring.sources import Grids, NotPlainError, Table
from xlpoker.workbook.pipeline import score_source


class Rows(Grids):
    """A source of rows in memory that shows the first `head` of them and gives them in blocks of `size`; 0 is all."""

    def __init__(self, rows, *, head=0, size=0, rereads=True, refused=False):
        self.path, self.rows, self.head, self.step = (
            Path("rows"),
            rows,
            head or len(rows),
            size or len(rows),
        )
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
            yield (
                first + self.step,
                GridBlock(Grid("Rows", self.rows[first : first + self.step]), first),
            )


class Notes:
    """A sink that notes what it is given, by row: values and winner, or the text of a problem; and how it was left."""

    def __init__(self):
        self.rows, self.is_finished, self.left = {}, False, ""

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.left = "finished" if self.is_finished else "nothing" if kind is None else kind.__name__

    def take(self, _, scored):
        """Note a block."""
        assert not self.is_finished
        for row, values, winner in zip(
            scored.rows.tolist(), scored.values.tolist(), scored.winners, strict=True
        ):
            self.rows[row] = (*values, int(winner))
        self.rows |= {row: str(error) for row, error in scored.problems.items()}

    def finish(self):
        """Note that all rows were given."""
        self.is_finished = True
        return ["a warning"]


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
    "notes-between": [CARDS, *PLAIN[:30], ["Saturday"], *PLAIN[30:], ["", "", "the best of them"]],
    "late-columns": [CARDS, *PLAIN[:40], *([*row, "late", 5] for row in PLAIN[40:])],
    "a-longer-table-above": [["Friday"], [], CARDS, *PLAIN],
    "one-hand": [row[:5] for row in PLAIN],
    "whole-hands": [["Anna", "Ben"], *([" ".join(row[:5]), " ".join(row[5:])] for row in spoilt(PLAIN) if all(row))],
    "another-table-far-down": [CARDS, *PLAIN[:40], [], [], [], [], ["Saturday"], CARDS, *PLAIN[40:]],
}  # fmt: skip


def expected(rows, layout):
    """Return what the rows below the headings come to, one by one; those without any card are rows of text."""
    grid = Grid("Rows", rows)
    found = {}
    for row in range(layout.first, len(rows)):
        hands = [[grid.cell(row, column) for column in area.columns] for area in layout.hands]
        if all(kind_of(cell) in (BLANK, NUMBER, WORD) for hand in hands for cell in hand):
            continue
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


@pytest.mark.sampled(16)
@pytest.mark.parametrize(("head", "size"), [(12, 1), (12, 16), (33, 7), (33, 0), (0, 7), (0, 0)])
@pytest.mark.parametrize("rereads", [True, False], ids=["rereads", "reads-on"])
@pytest.mark.parametrize("rows", CASES.values(), ids=CASES)
def test_blocks_of_any_size(rows, head, size, rereads):
    """Values, winners and problems are those of the single rows, and so are the counts."""
    source = Rows(rows, head=head, size=size, rereads=rereads)
    grid, layout, counts, sink = score_source(source, Options(), lambda *_: Notes())
    wanted = expected(rows, layout)
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
    """What cannot go on in blocks is read as a whole, into a new sink; the first one is left."""
    sinks = []

    def make_sink(_source, table, *_):
        sinks.append(Notes())
        assert table.ended == (len(sinks) == 2)
        return sinks[-1]

    source = Rows(CASES["another-table-far-down"], head=20, size=10, refused=True)
    assert score_source(source, Options(), make_sink).counts.rows == 60
    assert source.reads == ["head", "whole"]
    assert [sink.left for sink in sinks] == ["NotPlainError", "finished"]


def test_no_rows_are_read_twice():
    """What the first rows decide is final: another table far down is read on in blocks."""
    source = Rows(CASES["another-table-far-down"], head=20, size=10)
    assert score_source(source, Options(), lambda *_: Sink()).counts.rows == 60
    assert source.reads == ["head"]


@pytest.mark.parametrize(
    ("hands", "reads"),
    [("A4:E60,F4:J60", ["head"]), ("A30:E60,F30:J60", ["head", "whole"])],
    ids=["among the first rows", "below them"],
)
def test_named_hands_are_read_on(hands, reads):
    """Hands that begin among the first rows are read in blocks; only others need all rows at once."""
    source = Rows(PLAIN, head=20, size=10)
    counts = score_source(source, Options(hands=hands), lambda *_: Sink()).counts
    assert (counts.rows, source.reads) == (61 - int(hands[1 : hands.index(":")]), reads)


@cases(
    ("options", "error"),
    {
        "layout": (Options(check="nowhere"), LayoutError),
        "deals": (Options(by="nowhere"), LayoutError),
        "cards": (Options(cards="nothing"), OptionError),
    },
)
def test_errors_pass_through(options, error):
    """What is wrong with the options is said before all rows are read."""
    source = Rows([CARDS, *PLAIN], head=20, size=10)
    with pytest.raises(error):
        score_source(source, options, lambda *_: Sink())
    assert source.reads == ["head"]


def test_numbers_are_read_on():
    """Cards that are written as numbers are read in blocks, too."""
    source = Rows(
        [[str(number) for number in range(first, first + 5)] for first in range(20)], head=5, size=7
    )
    options = Options(cards="0-51", hands="A1:E20")
    assert score_source(source, options, lambda *_: MemorySink()).counts.rows == 20
    assert source.reads == ["head"]


def test_all_that_was_kept_is_one():
    """The blocks of a sink that keeps all are put together, with the cards where these are wanted."""
    rows = [CARDS, *spoilt(PLAIN)]
    one, other = (
        score_source(
            Rows(rows, head=20, size=size), Options(), lambda *_: MemorySink(codes=True)
        ).sink.scored
        for size in (0, 7)
    )
    assert one.rows.tolist() == other.rows.tolist()
    assert one.values.tolist() == other.values.tolist()
    assert [*map(str, one.problems.items())] == [*map(str, other.problems.items())]
    assert [one.hands(at) for at in range(len(one.rows))] == [
        other.hands(at) for at in range(len(one.rows))
    ]
