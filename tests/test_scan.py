"""Three readers read the rows of a worksheet part: the fast ones understand or pass on, and all say the same."""

import dataclasses
import random
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.refused import refused

from xlpoker.addresses import a1
from xlpoker.errors import BookError
from xlpoker.workbook.xlsx.alike_rows import AlikeRows
from xlpoker.workbook.xlsx.cell_values import BOOL, EMPTY, ERROR, NUMBER, SHARED, TEXT
from xlpoker.workbook.xlsx.expat import read_block
from xlpoker.workbook.xlsx.prefixed_tags import cells_with_prefix, without_prefix
from xlpoker.workbook.xlsx.tokens import scan_block

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OPENING = f'<worksheet xmlns="{MAIN}"><sheetData>'.encode()
CLOSING = b"</sheetData></worksheet>"


def general(block, before=-1):
    """Read a block by the general tier."""
    return read_block(block, OPENING, CLOSING, before, "a.xlsx is damaged: x")


def told(cells):
    """Return what is known of the cells, by address."""
    return {
        a1(int(cells.numbers[cells.row[cell]]), int(cells.column[cell])): (
            int(cells.kind[cell]), int(cells.style[cell]), int(cells.shared[cell]),
            cells.text(cell) if cells.kind[cell] != EMPTY else "", int(cells.formula[cell]) >= 0,
            int(cells.start[cell]), cells.end(cell),
        )
        for cell in range(len(cells.row))
    }  # fmt: skip


UNDERSTOOD = {
    "shared": ('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', (SHARED, -1, 0, "0", False)),
    "type-before-style": ('<row r="1"><c r="A1" t="s" s="3"><v>10</v></c></row>', (SHARED, 3, 10, "10", False)),
    "inline": ('<row r="1"><c r="A1" t="inlineStr"><is><t>5H</t></is></c></row>', (TEXT, -1, -1, "5H", False)),
    "entities": ('<row r="1"><c r="A1" t="inlineStr"><is><t>&lt;&#53;&#x48;&amp;lt;</t></is></c></row>', (TEXT, -1, -1, "<5H&lt;", False)),
    "formula": ('<row r="1"><c r="A1" t="str"><f>B1&amp;"x"</f><v>5H</v></c></row>', (TEXT, -1, -1, "5H", True)),
    "shared-formula": ('<row r="1"><c r="A1"><f t="shared" si="0"/><v>5</v></c></row>', (NUMBER, -1, -1, "5", True)),
    "not-calculated": ('<row r="1"><c r="A1"><f>B1</f></c></row>', (EMPTY, -1, -1, "", True)),
    "empty-value": ('<row r="1"><c r="A1" t="str"><f>B1</f><v></v></c></row>', (EMPTY, -1, -1, "", True)),
    "bool": ('<row r="1"><c r="A1" t="b"><v>1</v></c></row>', (BOOL, -1, -1, "1", False)),
    "error": ('<row r="1"><c r="A1" t="e"><v>#N/A</v></c></row>', (ERROR, -1, -1, "#N/A", False)),
    "exponent": ('<row r="1"><c r="AA1" s="3"><v>-7.5E+3</v></c></row>', (NUMBER, 3, -1, "-7.5E+3", False)),
    "blank-before-a-slash": ('<row r="1"><c r="A1" s="1" t="n" /></row>', (EMPTY, 1, -1, "", False)),
    "format-alone": ('<row r="1"><c r="A1" s="7"/></row>', (EMPTY, 7, -1, "", False)),
    "blank-before-the-slash-of-a-value": ('<row r="1"><c r="A1"><f>B1</f><v /></c></row>', (EMPTY, -1, -1, "", True)),
    "far": ('<row r="1048576" ht="20"><c r="XFD1048576"><v>1</v></c></row>', (NUMBER, -1, -1, "1", False)),
}  # fmt: skip


@pytest.mark.parametrize(("block", "cell"), UNDERSTOOD.values(), ids=UNDERSTOOD)
def test_what_the_fast_tier_understands(block, cell):
    """Kind, style, shared string, text, formula: as the general tier says it too."""
    fast = scan_block(block.encode())
    assert fast is not None
    (found,) = told(fast).values()
    assert found[:5] == cell
    assert told(fast) == told(general(block.encode()))


PASSED_ON = {
    "comment": '<row r="1"><!-- x --><c r="A1"><v>1</v></c></row>',
    "cdata": '<row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[5H]]></t></is></c></row>',
    "rich-text": '<row r="1"><c r="A1" t="inlineStr"><is><r><t>5</t></r><r><t>H</t></r></is></c></row>',
    "single-quotes": "<row r='1'><c r='A1'><v>1</v></c></row>",
    "no-cell-address": '<row r="1"><c><v>1</v></c></row>',
    "blanks-between": '<row r="1">\n <c r="A1"><v>1</v></c>\n</row>',
    "lower-case-address": '<row r="1"><c r="a1"><v>1</v></c></row>',
    "other-attribute": '<row r="1"><c r="A1" cm="1"><v>1</v></c></row>',
    "blank-in-index": '<row r="1"><c r="A1" t="s"><v> 1 </v></c></row>',
    "attribute-of-a-value": '<row r="1"><c r="A1"><v xml:space="preserve">1</v></c></row>',
}


@pytest.mark.parametrize("block", PASSED_ON.values(), ids=PASSED_ON)
def test_what_the_fast_tier_passes_on(block):
    """What could be read in another way is not guessed at; the general tier reads it."""
    assert scan_block(block.encode()) is None
    assert list(told(general(block.encode()))) == ["A1"]


REFUSED = {
    "wrong-row": ('<row r="1"><c r="A2"><v>1</v></c></row>', "cell A2 stands in row 1"),
    "no-address": ('<row r="1"><c r="A"><v>1</v></c></row>', "a cell says that it is 'A', which is no address"),
    "columns-back": ('<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>', "cell A1 is out of order; save the book in a spreadsheet program"),
    "rows-back": ('<row r="2"/><row r="1"/>', "row 1 comes after row 2; save the book in a spreadsheet program"),
    "row-0": ('<row r="0"/>', "row 0 lies outside a sheet: rows are 1 to 1048576"),
    "row-too-far": ('<row r="1048577"/>', "row 1048577 lies outside a sheet: rows are 1 to 1048576"),
    "column-too-far": ('<row r="1"><c r="XFE1"/></row>', "cell XFE1 lies outside a sheet: columns are A to XFD"),
    "value-not-closed": ('<row r="1"><c r="A1"><v 1</c></row>', "not well-formed (invalid token) near row 1"),
    "not-closed": ('<row r="1"><c r="A1"></row>', "mismatched tag near row 1"),
}  # fmt: skip


@pytest.mark.parametrize(("block", "message"), REFUSED.values(), ids=REFUSED)
def test_what_no_tier_believes(block, message):
    """The message names file, part and place."""
    assert scan_block(block.encode()) is None
    with refused(BookError, f"a.xlsx is damaged: x: {message}"):
        general(block.encode())


@pytest.mark.parametrize(("block", "cell"), UNDERSTOOD.values(), ids=UNDERSTOOD)
def test_tags_with_a_prefix(block, cell):
    """The fast tier understands the same of them, as the general tier says it."""
    prefixed = re.sub("<(/?)", r"<\1x:", block).encode()
    assert without_prefix(prefixed, b"x:") == block.encode()
    fast = cells_with_prefix(scan_block(block.encode()), prefixed, b"x:")
    opening = OPENING.replace(b"<", b"<x:").replace(b"xmlns", b"xmlns:x")
    closing = CLOSING.replace(b"</", b"</x:")
    (found,) = told(fast).values()
    assert found[:5] == cell
    slow = read_block(prefixed, opening, closing, -1, "a.xlsx is damaged: x")
    assert told(fast) == told(slow)
    for name in ("numbers", "starts", "ends", "formula"):
        assert getattr(fast, name).tolist() == getattr(slow, name).tolist()


@pytest.mark.parametrize(
    "block",
    [
        '<x:row r="1"><c r="A1"/></x:row>',
        '<x:row r="1"><x:c r="A1"><!-- x --></x:c></x:row>',
        '<x:row r="1"><y:c r="A1"/></x:row>',
        '<row r="1"><c r="A1"/></row>',
    ],
    ids=["some-plain", "a-comment", "another-prefix", "all-plain"],
)
def test_other_tags_than_those_with_the_prefix(block):
    """They are left to the general tier."""
    assert without_prefix(block.encode(), b"x:") is None


def test_rows_must_go_on_from_the_block_before():
    """A block that begins at or above the row before it is out of order."""
    block = b'<row r="5"><c r="A5"><v>1</v></c></row>'
    assert scan_block(block, 3) is not None
    assert scan_block(block, 4) is None


CELLS = st.sampled_from(
    [
        '<c r="{a}" t="s"><v>{n}</v></c>', '<c r="{a}" s="{n}" t="s"><v>7</v></c>', '<c r="{a}"><v>{n}.5</v></c>',
        '<c r="{a}" s="{n}"/>', '<c r="{a}" t="inlineStr"><is><t>T{n}</t></is></c>', '<c r="{a}"><f>A{n}</f><v>{n}</v></c>',
        '<c r="{a}" t="inlineStr"><is><t xml:space="preserve"> &amp;{n}</t></is></c>', '<c r="{a}" t="b"><v>1</v></c>',
    ]
)  # fmt: skip
ROWS = st.lists(
    st.tuples(
        st.integers(1, 90_000),
        st.lists(st.tuples(st.integers(1, 700), CELLS, st.integers(0, 99_999)), max_size=20),
    ),
    min_size=1,
    max_size=6,
)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(ROWS)
def test_both_tiers_agree_on_any_rows(rows):
    """Gaps, styles, texts, formulas, empty rows in any mixture."""
    pieces, number = [], 0
    for step, cells in rows:
        number += step
        column, made = -1, []
        for further, shape, value in cells:
            column += further
            made.append(shape.format(a=a1(number - 1, column), n=value))
        pieces.append(
            f'<row r="{number}" ht="9">{"".join(made)}</row>' if made else f'<row r="{number}"/>'
        )
    block = "".join(pieces).encode()
    fast, slow = scan_block(block), general(block)
    assert fast is not None
    assert told(fast) == told(slow)
    assert [fast.numbers.tolist(), fast.starts.tolist(), fast.ends.tolist()] == [
        slow.numbers.tolist(), slow.starts.tolist(), slow.ends.tolist(),
    ]  # fmt: skip


SHARED = '<c r="A{r}" t="s"><v>{n}</v></c><c r="B{r}" t="s"><v>{n}</v></c>'
MIXED = (
    '<c r="A{r}" t="b"><v>1</v></c><c r="B{r}" s="12"/><c r="ZZ{r}" t="s" s="1"><v>12345{n}</v></c>'
)


def regular(cells):
    """Return a block in which all rows hold the same kinds of cells."""
    made = [
        f'<row r="{row}" spans="1:9">{cells.format(r=row, n=row * 7 % 101)}</row>'
        for row in range(80, 120)
    ]
    return "".join(made).encode()


ALIKE = {
    "shared-strings": SHARED,
    "formats": '<c r="A{r}" s="12" t="s"><v>{n}</v></c><c r="B{r}" t="s" s="3"><v>{n}</v></c>',
    "far-columns": '<c r="Z{r}" t="s"><v>{n}</v></c><c r="ABC{r}"><v>-{n}.5</v></c><c r="XFD{r}" t="b"><v>1</v></c>',
    "texts": '<c r="A{r}" t="inlineStr"><is><t>5H &amp; {n}</t></is></c><c r="B{r}" t="str"><v>&#x37;{n}é</v></c>',
    "kept-blanks": '<c r="A{r}" t="inlineStr"><is><t xml:space="preserve"> {n} </t></is></c>',
}  # fmt: skip


def same(cells, others):
    """Tell whether two readers say the same of a block, array for array."""
    for field in dataclasses.fields(cells):
        one, other = getattr(cells, field.name), getattr(others, field.name)
        if isinstance(one, np.ndarray):
            if one.dtype != other.dtype or one.tolist() != other.tolist():
                return False
        elif one != other:
            return False
    return True


def in_three(cells):
    """Return a block of rows 80 to 119 in three: in the first two all numbers have two digits, in the last three."""
    rows = regular(cells)
    second, third = rows.index(b'<row r="90"'), rows.index(b'<row r="100"')
    return rows[:second], rows[second:third], rows[third:]


@pytest.mark.parametrize("cells", ALIKE.values(), ids=ALIKE)
def test_rows_that_are_alike(cells):
    """They are understood by the quickest reader, by the first row of a block or of the one before."""
    reader = AlikeRows()
    for block, before in zip(in_three(cells), (78, 88, 98), strict=True):
        quickest = reader.scan(block, before)
        assert quickest is not None
        assert same(quickest, scan_block(block, before))


def test_rows_that_are_alike_in_another_way():
    """A block that is unlike the one before is passed on; then a new pattern is taken."""
    reader = AlikeRows()
    first, second, third = in_three(SHARED)
    other = second.replace(b' t="s"', b"")
    assert reader.scan(first, 78) is not None
    assert reader.scan(other, 88) is None
    assert reader.scan(other, 88) is not None
    assert reader.scan(third, 98) is not None


ALIKE_BLOCK = b"".join(in_three(SHARED)[:2])
NOT_ALIKE = {
    "a-row-before": (b"", b"", in_three(SHARED)[1]),
    "numbers-of-other-lengths": (b"", b"", regular(SHARED)),
    "one-row": (b"", b"", ALIKE_BLOCK[: ALIKE_BLOCK.index(b'<row r="81"')]),
    "another-column": (b'"B90"', b'"C90"', ALIKE_BLOCK),
    "another-format": (b'"B90" t', b'"B90" s="1" t', ALIKE_BLOCK),
    "another-tag": (b'"90" spans="1:9"', b'"90" spans="1:8"', ALIKE_BLOCK),
    "another-type": (b'"B90" t="s"', b'"B90" t="b"', ALIKE_BLOCK),
    "a-row-left-out": (b'"90"', b'"190"', ALIKE_BLOCK),
    "a-line-for-a-row": (b"</row>", b"</row>\n", ALIKE_BLOCK),
    "no-value": (b'"B90" t="s"><v>24', b'"B90" t="s"><v>', ALIKE_BLOCK),
    "no-values": (b' t="s"><v>', b' t="s"/><v>', ALIKE_BLOCK.replace(b"</v></c>", b"")),
    "two-values": (b'"B90" t="s"><v>24</v>', b'"B90" t="s"><v>2</v><v>4</v>', ALIKE_BLOCK),
    "a-comment": (b"24</v>", b"24<!-- --></v>", ALIKE_BLOCK),
    "no-index": (b"24</v>", b"2x</v>", ALIKE_BLOCK),
    "blank-rows": (b'<row r="81"', b'<row r="80"/><row r="81"', ALIKE_BLOCK),
    "a-first-row-that-is-blank": (b'<row r="80"', b'<row r="79"/><row r="80"', ALIKE_BLOCK),
    "a-control-character": (b"</v></c></row>", b"\1</v></c></row>", ALIKE_BLOCK),
    "another-prefix": (b"row", b"x:row", ALIKE_BLOCK),
    "no-rows": (b"", b"", b"\n  \n"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "block"), NOT_ALIKE.values(), ids=NOT_ALIKE)
def test_rows_that_are_not_alike(old, new, block):
    """The quickest reader passes them on."""
    assert old in block
    assert AlikeRows().scan(ALIKE_BLOCK, 78) is not None
    assert AlikeRows().scan(block.replace(old, new) if old else block, 78) is None


def test_alike_rows_end_with_the_sheet():
    """A block whose rows would go on below the last row of a sheet is passed on."""
    rows = "".join(
        f'<row r="{row}"><c r="A{row}"><v>1</v></c></row>' for row in range(1_048_570, 1_048_578)
    )
    last = rows.index('<row r="1048577"')
    assert AlikeRows().scan(rows[:last].encode(), 1_048_568) is not None
    assert AlikeRows().scan(rows.encode(), 1_048_568) is None


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("cells", ALIKE.values(), ids=ALIKE)
def test_the_quickest_reader_never_says_anything_else(cells, seed):
    """Whatever is damaged in a block, it passes it on, or says what the fast reader says."""
    first, block, _ = in_three(cells)
    rng = random.Random(seed)
    understood = 0
    for turn in range(100):
        start = rng.randrange(len(block))
        end = start + rng.choice([0, 0, 1, 1, 2, 9])
        piece = rng.choice(
            [b"", b"", block[end : end + 3], b"<", b">", b"0", b"7", b'"', b"/", b" "]
        )
        damaged = block[:start] + piece + block[end:]
        reader = AlikeRows()
        if turn % 2:
            reader.scan(first, 78)
        quickest = reader.scan(damaged, 88)
        if quickest is not None:
            understood += 1
            assert same(quickest, scan_block(damaged, 88))
    assert 0 < understood < 100


TAILS = {
    "the-same-cells": (regular(MIXED), 1, [b'<c r="B'] * 40),
    "nothing-there": (regular(SHARED), 7, [b"</row>"] * 40),
    "a-row-without-a-cell": (
        regular(SHARED) + b'<row r="120"><c r="A120"><v>1</v></c></row>', 1, [b'<c r="B'] * 40 + [b"</row>"],
    ),
    "a-row-without-an-end": (regular(SHARED) + b'<row r="120"/>', 7, [b"</row>"] * 40 + [b'<row r="120"/>']),
}  # fmt: skip


@pytest.mark.parametrize(("block", "first", "found"), TAILS.values(), ids=TAILS)
def test_where_the_cells_of_all_rows_from_a_column_on_begin(block, first, found):
    """They begin there, or at the end of a row; a row without one is left alone."""
    cells = scan_block(block)
    places, ends, here = cells.tail(first)
    assert [
        block[place : place + len(text)] for place, text in zip(places.tolist(), found, strict=True)
    ] == found
    assert all(block[end:].startswith((b"</row>", b'<row r="120"/>')) for end in ends.tolist())
    assert here.tolist() == np.flatnonzero(cells.column >= first).tolist()
