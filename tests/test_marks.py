"""An output that its owner has worked in is not replaced: the mark of an output, and what leaves it out."""

import shutil
import zipfile

import openpyxl
import pandas as pd
import pytest
from support.books import ONE, TWO, book, cells

from xlpoker.errors import BookError
from xlpoker.files.marks import mark_of
from xlpoker.report.report import report
from xlpoker.workbook.job import Writing, score


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
    marked = mark_of(target)
    assert marked[0] == ("report" if name == "report" else "score")
    change(target)
    before = target.read_bytes()
    with pytest.raises(BookError) as caught:
        job(path, **named)
    said = "has been saved or copied since by another program: what was changed there would be lost"
    assert str(caught.value) == f"{target} {said}; name another with -o, or use --force to replace it"
    assert target.read_bytes() == before
    job(path, **named, force=True)
    assert mark_of(target) == marked
    job(path, **named)


IN_PLACE = [{}, {"engine": "openpyxl"}, {"hands": ["A2:E2,F2:J2", "A3:E4,F3:J4"]}, {"hands": ["A2:E2,F2:J2"]}]


@pytest.mark.parametrize("named", IN_PLACE)
def test_a_book_scored_in_place_is_no_output(tmp_path, named):
    """The workbook is its owner's: results of another book do not go in its place."""
    path, other = book(tmp_path / "a.xlsx", [ONE + TWO] * 3), book(tmp_path / "b.xlsx", [TWO + ONE] * 3)
    score(path, in_place=True, **named)
    assert mark_of(path) is None
    with pytest.raises(BookError, match="use --force to replace it"):
        score(other, output=path)
    assert cells(path)[1][:10] == tuple(ONE + TWO)


def test_a_copy_of_an_output_is_one(tmp_path):
    """The mark goes with the bytes; what is no zip file has none."""
    score(book(tmp_path / "a.xlsx", [ONE + TWO]))
    shutil.copy(tmp_path / "a.scored.xlsx", tmp_path / "c.xlsx")
    assert mark_of(tmp_path / "c.xlsx") == ("score", "a.xlsx")
    (tmp_path / "c.xlsx").write_bytes((tmp_path / "c.xlsx").read_bytes()[:-30])
    assert mark_of(tmp_path / "c.xlsx") is None
    assert mark_of(tmp_path / "nothing.xlsx") is None


def saved(path):
    """Save a file again as it is, as a text editor does."""
    path.write_bytes(path.read_bytes())


def more(path):
    """Write a line of one's own below, or the table with a column of one's own."""
    if path.suffix == ".csv":
        with path.open("a") as file:
            file.write("he bluffed\n")
    else:
        table = pd.read_parquet(path)
        table.assign(note="he bluffed").to_parquet(path)


@pytest.mark.parametrize("change", [saved, more])
@pytest.mark.parametrize("columns", ["value,hand,winner", "winner"])
@pytest.mark.parametrize("target", ["out.csv", "out.parquet"])
@pytest.mark.parametrize("source", ["in.txt", "in.xlsx", "in.parquet"])
def test_an_output_without_a_place_for_a_mark(tmp_path, source, target, columns, change):
    """A .csv or a Parquet file is known by its time: untouched, moved or copied with its times it is replaced, else it stays."""
    path, target = tmp_path / source, tmp_path / target
    rows = [ONE + TWO] * 3
    if source == "in.parquet":
        pd.DataFrame(rows, columns=[f"card{at}" for at in range(10)]).to_parquet(path)
    elif source == "in.txt":
        text(path)
    else:
        book(path, rows)
    score(path, output=target, writing=Writing(columns=columns))
    shutil.copy2(target, tmp_path / "copy")
    (tmp_path / "copy").replace(target)
    score(path, output=target)
    score(path, output=target, writing=Writing(columns=columns))
    change(target)
    before = target.read_bytes()
    with pytest.raises(BookError, match="use --force to replace it"):
        score(path, output=target)
    assert target.read_bytes() == before
    score(path, output=target, force=True)
    score(path, output=target)


def test_a_parquet_file_scored_in_place_is_no_output(tmp_path):
    """It is its owner's, as a workbook is."""
    path = tmp_path / "a.parquet"
    pd.DataFrame([ONE + TWO] * 3, columns=[f"card{at}" for at in range(10)]).to_parquet(path)
    score(path, in_place=True)
    with pytest.raises(BookError, match="use --force to replace it"):
        score(text(tmp_path / "b.txt"), output=path)


@pytest.mark.parametrize("name", ["score", "report"])
def test_inputs_of_one_stem(tmp_path, name):
    """Files with one stem have one output: that of another input stays, unless it is forced or was named."""
    job, ending = {"score": (score, "scored"), "report": (report, "report")}[name]
    path = book(tmp_path / "fri.xlsx", [ONE + TWO] * 3)
    other, target = text(tmp_path / "fri.txt"), tmp_path / f"fri.{ending}.xlsx"
    job(path)
    before = target.read_bytes()
    for one in (other, path.rename(tmp_path / "fri.xlsm")):
        if name == "report" or one == other:
            with pytest.raises(BookError) as caught:
                job(one)
            said = "is made of fri.xlsx; name another with -o, or use --force to replace it"
            assert str(caught.value) == f"{target} {said}"
    assert target.read_bytes() == before
    job(other, force=True)
    job(other)
    job(tmp_path / "fri.xlsm", output=target)
