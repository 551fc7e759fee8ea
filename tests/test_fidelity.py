"""Nothing of the user's is lost: books with everything in them, scored, compared part by part and read by others."""

import warnings
from pathlib import Path

import openpyxl
import pytest
import python_calamine
from support import rich_books
from support.books import RESULTS, csv_rows
from support.compare_books import first_difference, raw_members
from support.rich_books import HANDS, ROWS

import xlpoker
from xlpoker.workbook.job import score

pytestmark = pytest.mark.slow

SHEET = "xl/worksheets/sheet1.xml"
MAY_DIFFER = {"table": ("table",)}


def loaded(path, **options):
    """Return a workbook as openpyxl reads it, which warns of what it does not know."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return openpyxl.load_workbook(path, **options)


def results():
    """Return what each row should get, hand by hand."""
    rows = []
    for cards in HANDS:
        one, two = xlpoker.hand(cards[:5]), xlpoker.hand(cards[5:])
        rows.append([xlpoker.winner(cards[:5], cards[5:]), one.value, one.name, two.value, two.name])
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
    may_differ = (*MAY_DIFFER.get(name, ()), "workbook")
    assert first_difference(path, Path(counts.output), sheet=SHEET, may_differ=may_differ) is None
    assert counts.warnings == []


@pytest.mark.parametrize("name", rich_books.BOOKS)
def test_openpyxl_reads_old_and_new(scored, name):
    """Every old cell is what it was, the new ones are right, in one block right of the hands."""
    path, counts = scored[name]
    for values in (True, False):
        before = loaded(path, data_only=values)
        after = loaded(counts.output, data_only=values)
        assert before.sheetnames == after.sheetnames
        for one in before.worksheets:
            other = after[one.title]
            for row in one.iter_rows():
                for cell in row:
                    there = other[cell.coordinate]
                    assert cell.value is None or str(getattr(cell.value, "text", cell.value)) == str(
                        getattr(there.value, "text", there.value)
                    ), cell.coordinate
                    assert cell.value is None or cell.number_format == there.number_format
    sheet = loaded(counts.output)["Hands"]
    header = [cell.value for cell in sheet[1]]
    first = header.index(RESULTS[0])
    assert header[first : first + 5] == RESULTS
    assert [[cell.value for cell in row[first : first + 5]] for row in sheet.iter_rows(2, ROWS + 1)] == results()


@pytest.mark.parametrize("name", rich_books.BOOKS)
def test_calamine_reads_old_and_new(scored, name):
    """A reader that shares no code with the others sees the same."""
    path, counts = scored[name]
    old, new = (python_calamine.CalamineWorkbook.from_path(str(book)) for book in (path, counts.output))
    assert old.sheet_names == new.sheet_names
    for title in old.sheet_names:
        before = old.get_sheet_by_name(title).to_python(skip_empty_area=False) if title != "Chart" else []
        after = new.get_sheet_by_name(title).to_python(skip_empty_area=False) if title != "Chart" else []
        assert [row[: len(before[0])] for row in after] == before
    rows = new.get_sheet_by_name("Hands").to_python(skip_empty_area=False)
    first = rows[0].index(RESULTS[0])
    assert [row[first : first + 5] for row in rows[1 : ROWS + 1]] == results()


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
    before, after = (loaded(book)["Hands"] for book in (counts.output, again.output))
    assert [[cell.value for cell in row] for row in before.iter_rows(1, ROWS + 1)] == [
        [cell.value for cell in row] for row in after.iter_rows(1, ROWS + 1)
    ]


@pytest.mark.parametrize("name", rich_books.BOOKS)
def test_in_place_is_the_same(scored, name, tmp_path):
    """`--in-place` gives the very bytes that a copy gets, and needs no force."""
    path, counts = scored[name]
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    score(copy, in_place=True)
    assert raw_members(copy) == raw_members(Path(counts.output))
