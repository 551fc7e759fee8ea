"""New cells in the rows of a block, against the same made row by row with texts."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xlpoker.scoring.results import Column, Contents
from xlpoker.workbook.xlsx.rows import NewColumn, joined, new_cells, numbered
from xlpoker.workbook.xlsx.tokens import scan_block

ROW = re.compile(rb"<row [^<>]*>.*?</row>")


def filled(text, new):
    """Return the block with the cells of its rows."""
    cells = scan_block(text)
    made = [new.get(row, b"") for row in cells.numbers.tolist()]
    return joined(cells.block, [made], cells.ends, cells.ends)


def by_hand(text, new):
    """Return the block with the cells of its rows, found and made one at a time."""

    def one(match):
        cells = new.get(int(re.match(rb'<row r="(\d+)"', match[0])[1]) - 1, b"")
        return match[0][: -len(b"</row>")] + cells + b"</row>"

    return ROW.sub(one, text)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 400), st.sampled_from("gggob")), min_size=1, max_size=30))
def test_every_row_gets_its_cells(steps):
    """Good rows (g), bad ones with a text (b), others (o): in any order."""
    numbers = np.cumsum([step for step, _ in steps]).tolist()
    text = b"".join(b'<row r="%d" spans="1:9"><c r="A%d"><v>1</v></c></row>' % (number, number) for number in numbers)
    new = {
        number - 1: b'<c r="Z%d"/>' % number
        if kind == "b"
        else b'<c r="Y%d" s="4"><v>%d</v></c>' % (number, number - 1)
        for number, (_, kind) in zip(numbers, steps, strict=True)
        if kind != "o"
    }
    assert filled(text, new) == by_hand(text, new)


@pytest.mark.parametrize("first", [1, 8, 95, 99_990, 1_048_570], ids=str)
def test_cells_of_rows_whose_numbers_grow_longer(first):
    """The number of the row stands in the address of each cell and in its formula, in as many digits as it has."""
    rows = np.arange(first - 1, min(first + 20, 1_048_576))
    index = rows % 7
    value = NewColumn(Column("value", 0, "Value", 9), index, Contents(lambda number: b"><v>%d</v></c>" % number))
    formula = Column("hand", 0, "Hand", 9, formula=["N(A", ")"], text=True)
    hand = NewColumn(formula, index, Contents(lambda number: b"<v>class %d</v></c>" % number))
    pieces = [
        new_cells(one, place, style, b"", numbered(rows), index)
        for one, place, style in ((value, 10, 3), (hand, 27, -1))
    ]
    assert [b"".join(parts) for parts in zip(*pieces, strict=True)] == [
        b'<c r="K%d" s="3"><v>%d</v></c><c r="AB%d" t="str"><f>N(A%d)</f><v>class %d</v></c>'
        % (row + 1, row % 7, row + 1, row + 1, row % 7)
        for row in rows
    ]


def test_contents_are_made_once():
    """Whatever numbers come in whatever order, each content is made when its number comes for the first time."""
    made = []
    contents = Contents(lambda number: made.append(number) or b"%d" % number * 3)

    def of(*numbers):
        return [content.rstrip(b"\0") for content in contents.of(np.array(numbers, np.int64)).tolist()]

    assert of(3, 1, 3) == [b"333", b"111", b"333"]
    assert of(1, 90, 0) == [b"111", b"909090", b"000"]
    assert of() == []
    assert sorted(made) == [0, 1, 3, 90]
