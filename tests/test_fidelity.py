"""Nothing of the user's is lost: books with everything in them, scored, compared part by part and read by others."""

from pathlib import Path

import pytest
from support import rich_books
from support.books import RESULTS, csv_rows
from support.compare_books import PEERS, first_difference, raw_members, value_difference
from support.parts import SHEET, parts, zipped
from support.rich_books import HANDS, ROWS, hands_book

import xlpoker
from xlpoker.workbook.jobs import score

pytestmark = pytest.mark.slow

MAY_DIFFER = {"table": ("table",)}


def results():
    """Return what each row should get, hand by hand."""
    rows = []
    for cards in HANDS:
        one, two = xlpoker.hand(cards[:5]), xlpoker.hand(cards[5:])
        rows.append(
            [xlpoker.winner(cards[:5], cards[5:]), one.value, one.name, two.value, two.name]
        )
    return rows


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """Return each book and what scoring makes of it, by name."""
    folder = tmp_path_factory.mktemp("books")
    made = {}
    for name, (build, ending) in rich_books.BOOKS.items():
        path = build(folder / f"{name}{ending}")
        made[name] = path, score(path)
    return made


@pytest.mark.parametrize("name", rich_books.BOOKS)
def test_every_other_part_is_the_same(scored, name):
    """Byte for byte, in the same order, with the same headers; and the sheet keeps all its cells."""
    path, counts = scored[name]
    may_differ = (*MAY_DIFFER.get(name, ()), "workbook", "styleSheet")
    assert first_difference(path, Path(counts.output), sheet=SHEET, may_differ=may_differ) is None
    assert counts.warnings == []


@pytest.mark.filterwarnings("ignore:.*not supported", "ignore:.*support is incomplete")
@pytest.mark.parametrize("peer", PEERS)
@pytest.mark.parametrize("name", rich_books.BOOKS)
def test_others_read_old_and_new(scored, name, peer):
    """To readers that share no code every old cell is what it was, and the new ones are right, in one block right of the hands."""
    path, counts = scored[name]
    old, new = peer(path), peer(counts.output)
    first = min(
        column
        for sheet, row, column in new
        if (sheet, row) == ("Hands", 0) and (sheet, row, column) not in old
    )
    block = [RESULTS, *results()]
    cells = {
        ("Hands", r, first + c): cell for r, row in enumerate(block) for c, cell in enumerate(row)
    }
    assert value_difference(old, new, cells) is None
    assert new.keys() == old.keys() | cells.keys()


@pytest.mark.engine("soffice")
def test_libreoffice_reads_old_and_new(scored, libreoffice, tmp_path):
    """Every book opens in another program, which shows the hands, the results and the words of the last column."""
    libreoffice("csv", tmp_path, *(counts.output for _, counts in scored.values()))
    expected = [[str(value) for value in row] for row in results()]
    wrong = {}
    for name, (path, _) in scored.items():
        rows = csv_rows(tmp_path / f"{path.stem}.scored.csv")
        first = rows[0].index(RESULTS[0])
        shown = [row[first : first + 5] for row in rows[1 : ROWS + 1]]
        if shown != expected or [row[:10] for row in rows[1 : ROWS + 1]] != HANDS:
            wrong[name] = shown[0]
    assert wrong == {}


@pytest.mark.parametrize("name", rich_books.BOOKS)
def test_twice_is_once(scored, name, tmp_path):
    """Scoring the scored book changes its own columns and nothing else: the same cells are there again."""
    _, counts = scored[name]
    again = score(counts.output, output=tmp_path / f"again{counts.output[-5:]}")
    before, after = map(parts, (Path(counts.output), Path(again.output)))
    assert (after[SHEET], after["xl/workbook.xml"]) == (before[SHEET], before["xl/workbook.xml"])


@pytest.mark.parametrize("name", rich_books.BOOKS)
def test_in_place_is_the_same(scored, name, tmp_path):
    """`--in-place` gives the very bytes that a copy gets, and needs no force."""
    path, counts = scored[name]
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    score(copy, in_place=True)
    assert raw_members(copy) == raw_members(Path(counts.output))


THEME = "xl/theme/theme1.xml"
TAMPERED = {  # the part, what of it is replaced and by what, and how the answer begins
    "part-gone": ("docProps/core.xml", b"", None, "the parts are "),
    "part-changed": (THEME, b"</a:theme>", b"</a:theme> ", f"{THEME}: "),
    "styles-changed": ("xl/styles.xml", b"<fonts", b"<fonts x='1'", "xl/styles.xml: "),
    "cell-gone": (SHEET, b'<c r="A2" t="s"><v>10</v></c>', b"", f"{SHEET}: cell A2 is gone"),
    "cell-changed": (
        SHEET,
        b'<c r="B2" t="s"><v>',
        b'<c r="B2" t="s"><v>1',
        f"{SHEET}: cell B2 is ",
    ),
    "tail-gone": (SHEET, b"<pageMargins", b"<x", f"{SHEET}: it holds "),
}


@pytest.mark.parametrize(("part", "old", "new", "said"), TAMPERED.values(), ids=TAMPERED)
def test_the_comparer_sees_every_loss(tmp_path, part, old, new, said):
    """A part or cell that is gone or changed is named."""
    path = hands_book(tmp_path / "a.xlsx")
    assert first_difference(path, path, sheet=SHEET) is None
    content = parts(path)
    path.write_bytes(zipped(content))
    assert old in content[part]
    changed = {} if new is None else {part: content[part].replace(old, new)}
    kept = {
        name: changed.get(name, text) for name, text in content.items() if name != part or changed
    }
    (tmp_path / "b.xlsx").write_bytes(zipped(kept))
    assert str(first_difference(path, tmp_path / "b.xlsx", sheet=SHEET)).startswith(said)
