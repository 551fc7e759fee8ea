"""Two tiers read the rows of a worksheet part: the fast one understands or passes on, and both say the same."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xlpoker.errors import BookError
from xlpoker.workbook.grid import a1
from xlpoker.workbook.sheets import scan
from xlpoker.workbook.sheets.cells_xml import read_block
from xlpoker.workbook.sheets.scan import scan_block
from xlpoker.workbook.sheets.words import BOOL, EMPTY, ERROR, NUMBER, SHARED, TEXT

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
    "style": ('<row r="1"><c r="A1" s="12" t="s"><v>1234567</v></c></row>', (SHARED, 12, 1234567, "1234567", False)),
    "type-before-style": ('<row r="1"><c r="A1" t="s" s="3"><v>10</v></c></row>', (SHARED, 3, 10, "10", False)),
    "number": ('<row r="1"><c r="A1"><v>-1.5E-3</v></c></row>', (NUMBER, -1, -1, "-1.5E-3", False)),
    "inline": ('<row r="1"><c r="A1" t="inlineStr"><is><t>5H</t></is></c></row>', (TEXT, -1, -1, "5H", False)),
    "blanks-kept": (
        '<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve"> 5H </t></is></c></row>',
        (TEXT, -1, -1, " 5H ", False),
    ),
    "entities": (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>&lt;&#53;&#x48;&amp;lt;</t></is></c></row>',
        (TEXT, -1, -1, "<5H&lt;", False),
    ),
    "formula": ('<row r="1"><c r="A1" t="str"><f>B1&amp;"x"</f><v>5H</v></c></row>', (TEXT, -1, -1, "5H", True)),
    "shared-formula": ('<row r="1"><c r="A1"><f t="shared" si="0"/><v>5</v></c></row>', (NUMBER, -1, -1, "5", True)),
    "not-calculated": ('<row r="1"><c r="A1"><f>B1</f></c></row>', (EMPTY, -1, -1, "", True)),
    "empty-value": ('<row r="1"><c r="A1" t="str"><f>B1</f><v></v></c></row>', (EMPTY, -1, -1, "", True)),
    "bool": ('<row r="1"><c r="A1" t="b"><v>1</v></c></row>', (BOOL, -1, -1, "1", False)),
    "error": ('<row r="1"><c r="A1" t="e"><v>#N/A</v></c></row>', (ERROR, -1, -1, "#N/A", False)),
    "format-alone": ('<row r="1"><c r="A1" s="7"/></row>', (EMPTY, 7, -1, "", False)),
    "far": ('<row r="1048576" ht="20"><c r="XFD1048576"><v>1</v></c></row>', (NUMBER, -1, -1, "1", False)),
    "two-letters": ('<row r="31" spans="1:9"><c r="AZ31"><v>1</v></c></row>', (NUMBER, -1, -1, "1", False)),
}


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
    "no-row-number": '<row><c r="A1"><v>1</v></c></row>',
    "blanks-between": '<row r="1">\n <c r="A1"><v>1</v></c>\n</row>',
    "lower-case-address": '<row r="1"><c r="a1"><v>1</v></c></row>',
    "other-attribute": '<row r="1"><c r="A1" cm="1"><v>1</v></c></row>',
    "blank-in-index": '<row r="1"><c r="A1" t="s"><v> 1 </v></c></row>',
    "extension": '<row r="1"><c r="A1"><v>1</v><extLst/></c></row>',
}


@pytest.mark.parametrize("block", PASSED_ON.values(), ids=PASSED_ON)
def test_what_the_fast_tier_passes_on(block):
    """What could be read in another way is not guessed at; the general tier reads it."""
    assert scan_block(block.encode()) is None
    assert list(told(general(block.encode()))) == ["A1"]


REFUSED = {
    "wrong-row": ('<row r="1"><c r="A2"><v>1</v></c></row>', "cell A2 stands in row 1"),
    "no-address": ('<row r="1"><c r="A"><v>1</v></c></row>', "a cell says that it is 'A', which is no address"),
    "columns-back": (
        '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>',
        "cell A1 is out of order; save the book in a spreadsheet program",
    ),
    "rows-back": ('<row r="2"/><row r="1"/>', "row 1 comes after row 2; save the book in a spreadsheet program"),
    "row-0": ('<row r="0"/>', "row 0 lies outside a sheet: rows are 1 to 1048576"),
    "row-too-far": ('<row r="1048577"/>', "row 1048577 lies outside a sheet: rows are 1 to 1048576"),
    "column-too-far": ('<row r="1"><c r="XFE1"/></row>', "cell XFE1 lies outside a sheet: columns are A to XFD"),
    "no-index": ('<row r="1"><c r="A1" t="s"><v>x</v></c></row>', "a cell of row 1 asks for shared string x"),
    "not-closed": ('<row r="1"><c r="A1"></row>', "mismatched tag near row 1"),
}


@pytest.mark.parametrize(("block", "message"), REFUSED.values(), ids=REFUSED)
def test_what_no_tier_believes(block, message):
    """The message names file, part and place."""
    assert scan_block(block.encode()) is None
    with pytest.raises(BookError) as caught:
        general(block.encode())
    assert str(caught.value) == f"a.xlsx is damaged: x: {message}"


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
    st.tuples(st.integers(1, 90_000), st.lists(st.tuples(st.integers(1, 700), CELLS, st.integers(0, 99_999)))),
    min_size=1,
    max_size=6,
)


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
        pieces.append(f'<row r="{number}" ht="9">{"".join(made)}</row>' if made else f'<row r="{number}"/>')
    block = "".join(pieces).encode()
    fast, slow = scan_block(block), general(block)
    assert fast is not None
    assert told(fast) == told(slow)
    assert [fast.numbers.tolist(), fast.starts.tolist(), fast.ends.tolist()] == [
        slow.numbers.tolist(), slow.starts.tolist(), slow.ends.tolist(),
    ]  # fmt: skip


ALIKE = {
    "shared": ('<c r="A{r}" t="s"><v>{n}</v></c>', '<c r="B{r}" t="s"><v>1{n}</v></c>'),
    "two-digits": ('<c r="A{r}" t="s"><v>{d}</v></c>', '<c r="B{r}" t="s"><v>7</v></c>'),
    "numbers": ('<c r="C{r}"><v>-{n}.5E+3</v></c>', '<c r="AA{r}" s="3"><v>{n}</v></c>'),
    "mixed": ('<c r="A{r}" t="b"><v>1</v></c>', '<c r="B{r}" s="12"/>', '<c r="ZZ{r}" t="s" s="1"><v>12345{n}</v></c>'),
    "texts": ('<c r="A{r}" s="1"/>', '<c r="AAA{r}" t="str"><v>{n}H</v></c>', '<c r="AAB{r}" t="e"><v>#N/A</v></c>'),
    "empty-at-the-end": ('<c r="A{r}" s="1"/>', '<c r="C{r}"><v>{d}</v></c>', '<c r="J{r}" s="2"/>'),
}
NEARLY_ALIKE = {
    "nothing-filled": ('<c r="A{r}" s="1"/>', '<c r="J{r}" s="2"/>'),
    "a-style-that-changes": ('<c r="A{r}" s="{n}" t="str"><v>{n}H</v></c>', '<c r="B{r}" t="e"><v>#N/A</v></c>'),
    "a-formula": ('<c r="A{r}"><f>B{r}</f><v>{n}</v></c>', '<c r="B{r}"><v>{n}</v></c>'),
    "a-text-in-its-cell": ('<c r="A{r}" t="inlineStr"><is><t>5H</t></is></c>', '<c r="B{r}"><v>{n}</v></c>'),
}


def alike(cells, rows=40, first=120, more=""):
    """Return a block in which all rows hold the same kinds of cells."""
    made = [
        f'<row r="{row}" spans="1:9"{more}>'
        f"{''.join(cell.format(r=row, n=row * 7 % 101, d=row * 7 % 100) for cell in cells)}</row>"
        for row in range(first, first + rows)
    ]
    return "".join(made).encode()


def without_regular(block):
    """Scan a block as if no row were like the first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "scan_alike", lambda *_: None)
        return scan_block(block)


def same(one, other):
    """Tell whether two scans found the same, or both nothing."""
    if one is None or other is None:
        return one is other
    one, other = one.cells, other.cells
    names = [name for name in one.__slots__ if name not in ("block", "texts", "value")]
    filled = one.kind != EMPTY
    return (
        all((getattr(one, name) == getattr(other, name)).all() for name in names)
        and (one.value[filled] == other.value[filled]).all()
    )  # where an empty cell's value would stand means nothing


@pytest.mark.parametrize("more", ["", ' x14ac:dyDescent="0.25" outlineLevel="1"'], ids=["plain", "attributes"])
@pytest.mark.parametrize("cells", ALIKE.values(), ids=ALIKE)
def test_rows_that_are_alike(cells, more, monkeypatch):
    """They are understood at once, and as if they were not alike."""
    block = alike(cells, more=more)
    expected = without_regular(block)
    monkeypatch.setattr(scan, "_tokens", lambda *_: pytest.fail("the tokens were looked at one by one"))
    assert expected is not None
    found = scan_block(block)
    assert same(found, expected)
    told = found.last_column, found.used, found.has_formulas, found.has_row_formats, found.filled(3, 5).tolist()
    assert told == (
        expected.last_column, expected.used, expected.has_formulas, expected.has_row_formats, expected.filled(3, 5).tolist(),
    )  # fmt: skip
    for areas in ([], [(0, 0)], [(1, 30), (700, 800)]):
        for mine, wanted in zip(found.texts_outside(areas), expected.texts_outside(areas), strict=True):
            assert mine.tolist() == wanted.tolist()


def prefixed(block):
    """Return a block whose tags have the prefix ``x:``."""
    return re.sub(rb"<(/?)(\w)", rb"<\1x:\2", block)


@pytest.mark.parametrize("cells", ALIKE.values(), ids=ALIKE)
def test_rows_that_are_alike_under_a_prefix(cells):
    """Some programs write a prefix before every tag: the same rows, as the general tier reads them."""
    block = alike(cells, more=' ht="12.8"')
    found, plain = scan_block(prefixed(block), prefix=b"x:"), scan_block(block)
    assert found.block == prefixed(block)
    frame = b'<x:worksheet xmlns:x="%s"><x:sheetData>' % MAIN.encode(), b"</x:sheetData></x:worksheet>"
    slow = read_block(found.block, *frame, -1, "sheet")
    assert [getattr(found, name).tolist() for name in ("numbers", "starts", "ends")] == [
        getattr(slow, name).tolist() for name in ("numbers", "starts", "ends")
    ]
    for name in ("row", "column", "kind", "style", "start", "shared", "formula"):
        assert getattr(found.cells, name).tolist() == getattr(slow, name).tolist(), name
    texts = [found.cells.text(cell) if found.cells.length[cell] else "" for cell in range(len(slow.row))]
    assert texts == slow.texts
    assert found.used == plain.used
    assert scan_block(prefixed(block), prefix=b"y:") is None
    assert scan_block(prefixed(block)) is None


def test_an_odd_row_under_a_prefix():
    """It is a table of its own there, too."""
    found = scan_block(prefixed(replaced(BIG, 150, b'<row r="150"><c r="B150" t="s"><v>3</v></c></row>')), prefix=b"x:")
    assert [len(part.numbers) for part in found.parts] == [30, 1, 169]
    assert found.sharing(1, 1)[29:32].tolist() == [[7], [3], [7]]


@pytest.mark.parametrize("cells", NEARLY_ALIKE.values(), ids=NEARLY_ALIKE)
@pytest.mark.parametrize("first", [1, 90, 985, 120], ids=["from-1", "over-99", "over-999", "from-120"])
def test_rows_that_the_fastest_tier_leaves(cells, first):
    """Attributes that change, formulas, nothing filled: the next tier reads them."""
    found = scan_block(alike(cells, first=first))
    assert found is not None
    assert found.cells is found


def replaced(block, number, new):
    """Return a block with another row of that number, or without it."""
    start = block.index(b'<row r="%d"' % number)
    end = block.index(b"</row>", start) + len(b"</row>")
    return block[:start] + new + block[end:]


BIG = alike(ALIKE["two-digits"], rows=200)
TABLES = {
    "another-digit": (alike(ALIKE["two-digits"], rows=60, first=970), [30, 30]),
    "a-gap": (alike(ALIKE["shared"]) + alike(ALIKE["shared"], first=161), [40, 40]),
    "a-cell-missing": (replaced(BIG, 150, b'<row r="150"><c r="B150" t="s"><v>3</v></c></row>'), [30, 1, 169]),
    "a-cell-more": (replaced(BIG, 150, b'<row r="150"><c r="A150" t="s"><v>3</v></c><c r="Z150"/></row>'), [30, 1, 169]),
    "a-high-row": (
        replaced(BIG, 150, b'<row r="150" ht="40"><c r="A150" t="s"><v>31</v></c><c r="B150" t="s"><v>0</v></c></row>'),
        [30, 1, 169],
    ),
    "two-together": (
        replaced(replaced(BIG, 150, b'<row r="150"><c r="C150"><v>-.5</v></c></row>'), 151,
                 b'<row r="151"><c r="A151" t="b"><v>1</v></c></row>'),
        [30, 1, 1, 168],
    ),
    "the-last": (replaced(BIG, 319, b'<row r="319"><c r="A319" t="s"><v>3</v></c></row>'), [199, 1]),
    "few-at-the-end": (replaced(BIG, 317, b'<row r="317"><c r="A317" t="s"><v>3</v></c></row>'), [197, 1, 1, 1]),
    "taken-out": (replaced(BIG, 150, b""), [30, 169]),
}  # fmt: skip


@pytest.mark.parametrize(("block", "rows"), TABLES.values(), ids=TABLES)
def test_tables_one_behind_the_other(block, rows):
    """A few rows that differ leave the others alike; together they tell what the next tier tells."""
    found, expected = scan_block(block), without_regular(block)
    assert [len(part.numbers) for part in found.parts] == rows
    assert b"".join(part.block for part in found.parts) == block
    assert same(found, expected)
    assert [getattr(found, name).tolist() for name in ("numbers", "starts", "ends")] == [
        getattr(expected, name).tolist() for name in ("numbers", "starts", "ends")
    ]
    assert (found.last_column, found.used, found.has_formulas, found.has_row_formats) == (
        expected.last_column, expected.used, expected.has_formulas, expected.has_row_formats,
    )  # fmt: skip
    assert found.filled(5, 40).tolist() == expected.filled(5, 40).tolist()
    for areas in ([], [(0, 0)], [(1, 1)]):
        for mine, wanted in zip(found.texts_outside(areas), expected.texts_outside(areas), strict=True):
            assert mine.tolist() == wanted.tolist()
    shared = found.sharing(0, 1)
    both = [row for row in range(len(found.numbers)) if (shared[row] >= 0).all()]
    assert len(both) >= len(found.numbers) - 4
    for row in both:
        assert shared[row].tolist() == expected.shared[expected.row == row][:2].tolist()


def many_odd(count):
    """Return a block in which so many rows lack a cell, every twentieth."""
    block = alike(ALIKE["two-digits"], rows=400)
    for number in range(150, 150 + 20 * count, 20):
        block = replaced(block, number, b'<row r="%d"><c r="B%d" t="s"><v>3</v></c></row>' % (number, number))
    return block


SEVEN = b'<c r="B150" t="s"><v>7</v></c></row>'
NO_TABLES = {
    "too-many-rows-differ": many_odd(9),
    "a-row-without-cells": replaced(BIG, 150, b'<row r="150"/>'),
    "a-formula": replaced(BIG, 150, b'<row r="150"><c r="A150"><f>B1</f><v>1</v></c></row>'),
    "a-tag-in-a-value": replaced(BIG, 150, b'<row r="150" spans="1:9"><c r="A150" t="s"><v>5<</v></c>' + SEVEN),
    "no-index": replaced(BIG, 150, b'<row r="150" spans="1:9"><c r="A150" t="s"><v>x</v></c>' + SEVEN),
    "nothing-in-a-value": replaced(BIG, 150, b'<row r="150" spans="1:9"><c r="A150" t="s"><v></v></c>' + SEVEN),
    "a-row-twice": replaced(BIG, 150, b'<row r="149"><c r="A149" t="s"><v>5</v></c></row>'),
    "columns-not-in-order": replaced(BIG, 150, b'<row r="150"><c r="B150"><v>5</v></c><c r="A150"><v>5</v></c></row>'),
    "a-comment-behind": BIG + b"<!-- -->",
    "few-rows": alike(ALIKE["shared"], rows=15),
}


@pytest.mark.parametrize("block", NO_TABLES.values(), ids=NO_TABLES)
def test_blocks_that_are_no_tables(block):
    """They are left to the next tier, which says what is to be said of them."""
    found = scan_block(block)
    assert found is None or found.cells is found
    assert same(found, without_regular(block))


def test_eight_odd_rows_are_few():
    """So many may differ in a block."""
    assert len(scan_block(many_odd(8)).parts) == 17


def test_the_shared_strings_of_some_columns():
    """They are at hand where each of these cells holds one."""
    table = scan_block(alike(ALIKE["two-digits"]))
    assert table.sharing(0, 1).tolist() == [[row * 7 % 100, 7] for row in range(120, 160)]
    assert table.sharing(1, 1).tolist() == [[7]] * 40
    assert (table.sharing(1, 2), table.sharing(2, 3)) == (None, None)
    mixed = scan_block(alike(ALIKE["mixed"]))
    assert mixed.sharing(0, 0) is None
    assert mixed.sharing(701, 701).tolist() == [[int(f"12345{row * 7 % 101}")] for row in range(120, 160)]


@settings(max_examples=600, deadline=None)
@given(st.sampled_from([*ALIKE.values(), *NEARLY_ALIKE.values()]), st.data())
def test_rows_that_are_nearly_alike(cells, data):
    """Whatever bytes are changed, taken out or put in anywhere: nothing is believed that was not believed before."""
    block = bytearray(alike(cells, rows=data.draw(st.sampled_from([20, 40, 70]))))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(block) - 1))
        new = data.draw(
            st.sampled_from([b"", b">", b"<", b"/", b'"', b" ", b"0", b"9", b"A", b"c", b"v", b"s", b"</v></c>"])
        )
        block[at : at + data.draw(st.integers(0, 2))] = new
    assert same(scan_block(bytes(block)), without_regular(bytes(block)))
