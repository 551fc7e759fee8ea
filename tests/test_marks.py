"""An output that its owner has worked in is not replaced: the mark of an output, and what leaves it out."""

import shutil
import zipfile

import openpyxl
import pytest
from support.books import ONE, TWO, book, cells

from xlpoker.errors import BookError
from xlpoker.files.marks import is_unchanged
from xlpoker.report.report import report
from xlpoker.workbook.job import score


def noted(path):
    """Save a workbook again with a remark in it, as a spreadsheet program does."""
    other = openpyxl.load_workbook(path)
    other.active["Z9"] = "he bluffed"
    other.save(path)


def one_part(path):
    """Change the sheet in the archive and copy all else, fields and times with it, as a script of one's own does."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(path.with_suffix(".new"), "w") as new:
        for one in old.infolist():
            content = old.read(one)
            new.writestr(
                one, content.replace(b"</sheetData>", b" </sheetData>") if "sheet1" in one.filename else content
            )
    path.with_suffix(".new").replace(path)


def text(path):
    """Write two hands a line; return the file."""
    path = path.with_suffix(".txt")
    path.write_text(f"{' '.join(ONE + TWO)}\n" * 3)
    return path


OUTPUTS = {
    "copy": (score, {}),
    "openpyxl": (score, {"engine": "openpyxl"}),
    "from-text": (lambda path, **named: score(text(path), **named), {}),
    "several-tables": (score, {"hands": ["A2:E2,F2:J2", "A3:E4,F3:J4"]}),
    "report": (report, {}),
}


@pytest.mark.parametrize("change", [noted, one_part])
@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output_that_was_worked_in_stays(tmp_path, name, change):
    """Untouched it is replaced without a question; saved by another program it is refused, unless it is forced."""
    job, named = OUTPUTS[name]
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 3)
    job(path, **named)
    job(path, **named)
    (target,) = (one for one in tmp_path.iterdir() if one.stem in {"a.scored", "a.report"})
    assert is_unchanged(target)
    change(target)
    before = target.read_bytes()
    with pytest.raises(BookError) as caught:
        job(path, **named)
    said = "has been saved since by another program: what was changed there would be lost"
    assert str(caught.value) == f"{target} {said}; name another with -o, or use --force to replace it"
    assert target.read_bytes() == before
    job(path, **named, force=True)
    assert is_unchanged(target)
    job(path, **named)


IN_PLACE = [{}, {"engine": "openpyxl"}, {"hands": ["A2:E2,F2:J2", "A3:E4,F3:J4"]}, {"hands": ["A2:E2,F2:J2"]}]


@pytest.mark.parametrize("named", IN_PLACE)
def test_a_book_scored_in_place_is_no_output(tmp_path, named):
    """The workbook is its owner's: results of another book do not go in its place."""
    path, other = book(tmp_path / "a.xlsx", [ONE + TWO] * 3), book(tmp_path / "b.xlsx", [TWO + ONE] * 3)
    score(path, in_place=True, **named)
    assert not is_unchanged(path)
    with pytest.raises(BookError, match="use --force to replace it"):
        score(other, output=path)
    assert cells(path)[1][:10] == tuple(ONE + TWO)


def test_a_copy_of_an_output_is_one(tmp_path):
    """The mark goes with the bytes; what is no zip file has none."""
    score(book(tmp_path / "a.xlsx", [ONE + TWO]))
    shutil.copy(tmp_path / "a.scored.xlsx", tmp_path / "c.xlsx")
    assert is_unchanged(tmp_path / "c.xlsx")
    (tmp_path / "c.xlsx").write_bytes((tmp_path / "c.xlsx").read_bytes()[:-30])
    assert not is_unchanged(tmp_path / "c.xlsx")
    assert not is_unchanged(tmp_path / "nothing.xlsx")
