"""Writing results: what is added, what stays, and that a failure leaves everything as it was."""

import errno
import functools
import os
import re
import stat
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.table import Table
from support.books import ONE, RESULTS, TWO, book, cells, macro_book
from support.cases import cases
from support.parts import SHEET, parts
from support.refused import refused

from xlpoker.errors import BookError
from xlpoker.workbook import job

score = functools.partial(job.score, engine="openpyxl")

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="modes of files, and errors about names, are those of POSIX")
HEADER = tuple(RESULTS)
RESULT = (2, 2067, "One Pair, Fives", 2633, "One Pair, Eights")


def test_results_stand_right_of_the_data(tmp_path):
    """Value and name of each hand and the winner, under titles like those left of them, with widths."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO, [None] * 10, TWO + ONE])
    made = openpyxl.load_workbook(path)
    made.active["F1"].font = Font(bold=True)
    made.save(path)
    score(path)
    sheet = openpyxl.load_workbook(tmp_path / "a.scored.xlsx").active
    rows = list(sheet.iter_rows(min_col=11, values_only=True))
    assert rows == [HEADER, RESULT, (None,) * 5, (1, *RESULT[3:], *RESULT[1:3])]
    assert all(sheet.cell(1, column).font.bold for column in range(11, 16))
    assert sheet.column_dimensions["M"].width == 28


def rich_book(path: Path) -> Path:
    """Write a workbook with all that openpyxl keeps."""
    made = openpyxl.load_workbook(book(path, [ONE + TWO, TWO + ONE]))
    sheet = made.active
    sheet["A2"].fill = PatternFill("solid", fgColor="FFFF00")
    sheet["B2"].font = Font(italic=True, color="FF0000")
    sheet["A5"] = CellRichText("plain ", TextBlock(InlineFont(b=True), "bold"))
    sheet["C5"].comment = Comment("a comment", "me")
    sheet["D5"] = "link"
    sheet["D5"].hyperlink = "https://example.com"
    sheet.merge_cells("A6:C6")
    sheet.column_dimensions["A"].width = 21
    sheet.freeze_panes = "B2"
    sheet.conditional_formatting.add(
        "A2:J3", openpyxl.formatting.rule.CellIsRule("equal", ['"5H"'], font=Font(bold=True))
    )
    other = made.create_sheet("Other")
    for row in (["name", "points"], ["Ann", 3], ["Bob", 5]):
        other.append(row)
    other.add_table(Table(displayName="Points", ref="A1:B3"))
    made.defined_names["cards"] = openpyxl.workbook.defined_name.DefinedName("cards", attr_text="Sheet1!$A$2:$J$3")
    made.save(path)
    return path


def test_what_openpyxl_keeps_is_kept(tmp_path):
    """Formats, rich text, comments, links, merged cells, widths, freeze, tables and names are as they were."""
    path = rich_book(tmp_path / "a.xlsx")
    score(path)
    sheet = (made := openpyxl.load_workbook(tmp_path / "a.scored.xlsx", rich_text=True))["Sheet1"]
    assert sheet["A2"].fill.fgColor.rgb == "00FFFF00"
    assert sheet["B2"].font.italic
    assert isinstance(sheet["A5"].value, CellRichText)
    assert sheet["C5"].comment.text == "a comment"
    assert sheet["D5"].hyperlink.target == "https://example.com"
    assert [str(area) for area in sheet.merged_cells.ranges] == ["A6:C6"]
    assert sheet.column_dimensions["A"].width == 21
    assert sheet.freeze_panes == "B2"
    assert len(sheet.conditional_formatting) == 1
    assert list(made["Other"].tables) == ["Points"]
    assert made.defined_names["cards"].attr_text == "Sheet1!$A$2:$J$3"
    assert [row[:10] for row in sheet.iter_rows(2, 3, values_only=True)] == [(*ONE, *TWO), (*TWO, *ONE)]


def test_macros_are_kept(tmp_path):
    """An .xlsm stays an .xlsm with its VBA project byte for byte."""
    path = macro_book(tmp_path / "a.xlsm")
    counts = score(path)
    assert counts.output == str(tmp_path / "a.scored.xlsm")
    with zipfile.ZipFile(counts.output) as package:
        assert package.read("xl/vbaProject.bin") == bytes(range(256)) * 8
    assert [row[10:] for row in cells(Path(counts.output))][1] == RESULT


def test_an_xlsm_without_macros_is_refused(tmp_path):
    """Excel would not open what openpyxl makes of it."""
    path = book(tmp_path / "a.xlsm", [ONE + TWO])
    before = path.read_bytes()
    with pytest.raises(BookError, match=r"^a\.xlsm holds no macros; save it as \.xlsx first$"):
        score(path, in_place=True, force=True)
    assert path.read_bytes() == before


FULL = OSError(errno.ENOSPC, "No space left on device")


@cases(
    ("place", "name", "error"),
    {
        "locked": (Path, "replace", OSError(errno.EACCES, "Permission denied")),
        "disk-full": (os, "fsync", FULL),
        "full-in-the-middle": (openpyxl.Workbook, "save", FULL),
        "interrupted": (openpyxl.Workbook, "save", KeyboardInterrupt()),
    },
)
@pytest.mark.parametrize("in_place", [True, False], ids=["in-place", "copy"])
def test_a_failing_save_leaves_everything(tmp_path, monkeypatch, place, name, error, in_place):
    """What was written so far is removed, and the original is byte for byte the same."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    before = path.read_bytes()

    def fail(*given, **_):
        if name == "save":
            Path(given[1]).write_bytes(b"PK half a file")
        raise error

    monkeypatch.setattr(place, name, fail)
    with pytest.raises((BookError, KeyboardInterrupt)) as caught:
        score(path, in_place=in_place)
    target = path if in_place else tmp_path / "a.scored.xlsx"
    assert str(caught.value) == (f"{target} cannot be written: {error.strerror}" if isinstance(error, OSError) else "")
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["a.xlsx"]


@cases(
    ("output", "message"),
    {
        "ending": ("a.xlsb", "a.xlsb has no ending that can be written here; choose .xlsx, .xlsm, .csv or .parquet"),
        "xlsm": ("b.xlsm", "a.xlsx holds no macros; name the output .xlsx"),
    },
)
def test_targets_that_cannot_be_written(tmp_path, output, message):
    """A target of the wrong kind is refused in one line, and nothing is written."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    (tmp_path / "made.xlsx").mkdir()
    before = path.read_bytes()
    with refused(BookError, message.format(folder=tmp_path, sep=os.sep)):
        score(path, output=tmp_path / output)
    assert path.read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == ["a.xlsx", "made.xlsx"]


def test_text_is_not_scored_in_place(tmp_path):
    """A text file has no place for results."""
    (tmp_path / "a.txt").write_text(" ".join(ONE + TWO))
    with refused(BookError, "a.txt is text and cannot be scored in place; leave --in-place out"):
        score(tmp_path / "a.txt", in_place=True)


def appearance(path: Path) -> dict:
    """Return everything that a person sees of the cells of a book, by sheet and address."""
    made = openpyxl.load_workbook(path, rich_text=True)
    return {
        (sheet.title, cell.coordinate): (
            str(cell.value), cell.data_type, cell.number_format,
            repr((cell.font, cell.fill, cell.border, cell.alignment)),
            cell.comment.text if cell.comment else None,
        )
        for sheet in made
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None or cell.has_style
    }  # fmt: skip


def test_dates_and_times_are_not_rounded(tmp_path):
    """The number of a date, of a time and of a duration is the same to its last digit, and so is its format."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    made = openpyxl.load_workbook(path)
    numbers = [45000.123456789012, 0.1234567890123, 3000000, 1.00000001]
    for at, form in enumerate(["d/m/yyyy h:mm", "h:mm:ss", "d/m/yyyy", "[h]:mm"]):
        made.active.cell(1, 20 + at, numbers[at]).number_format = form
    made.save(path)
    score(path)
    for one in (path, path.with_name("a.scored.xlsx")):
        found = re.findall(rb'<c r="[TUVW]1" [^<>]*><v>([^<]*)</v>', parts(one)[SHEET])
        assert [*map(float, found)] == numbers


@pytest.mark.parametrize("in_place", [False, True], ids=["copy", "in-place"])
def test_no_cell_that_was_there_changes(tmp_path, in_place):
    """Every cell of every sheet is compared before and after: values, types, formats, comments."""
    path = rich_book(tmp_path / "a.xlsx")
    before = appearance(path)
    counts = score(path, in_place=in_place, force=True)
    after = appearance(Path(counts.output))
    assert {place: after.get(place) for place in before} == before
    added = {coordinate for _, coordinate in after.keys() - before.keys()}
    assert added == {f"{column}{row}" for column in "KLMNO" for row in (1, 2, 3)}


@cases(
    ("labels", "rows"),
    {
        "left": (["Value", "Card 1", "Card 2", "Card 3", "Card 4", "Card 5"], [[100, *ONE]]),
        "right": (
            ["Card 1", "Card 2", "Card 3", "Card 4", "Card 5", "Value", "Hand", "Note"],
            [[*ONE, 100, "lost it all", "keep"]],
        ),
        "formula": (
            ["Card 1", "Card 2", "Card 3", "Card 4", "Card 5", "Value", "Hand"],
            [[*ONE, "=1+1", "One Pair, Fives"]],
        ),
    },
)
def test_columns_of_the_user_with_our_headers_are_not_taken_for_ours(tmp_path, labels, rows):
    """A column of the user's that is called Value or Hand keeps its cells; so do the cards beside it."""
    path = book(tmp_path / "a.xlsx", rows, labels=labels)
    before = cells(path)
    score(path, in_place=True, force=True)
    after = cells(path)
    assert [row[: len(labels)] for row in after] == before
    assert [row[len(labels) :] for row in after] == [("Value", "Hand"), (2067, "One Pair, Fives")]


def edit(path: Path, **values) -> None:
    """Set cells of a book's first sheet."""
    made = openpyxl.load_workbook(path)
    for address, value in values.items():
        made.active[address] = value
    made.save(path)


def test_a_total_below_the_results_stays_and_old_answers_go(tmp_path):
    """A second run leaves a formula under its columns, and empties the answers of a hand that was deleted."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO, TWO + ONE, ONE + TWO])
    score(path, in_place=True)
    edit(path, O6="=COUNTIF(O2:O4,1)", **dict.fromkeys([f"{column}4" for column in "ABCDEFGHIJ"]))
    score(path, in_place=True, force=True)
    assert [row[10:] for row in cells(path)][3:] == [(None,) * 5, (None,) * 5, (*[None] * 4, "=COUNTIF(O2:O4,1)")]


def test_a_width_shared_by_many_columns_is_split(tmp_path):
    """Excel repairs, that is damages, a book whose column entries overlap."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    made = openpyxl.load_workbook(path)
    shared = made.active.column_dimensions["A"]
    shared.min, shared.max, shared.width = 1, 20, 6
    made.save(path)
    score(path, in_place=True)
    with zipfile.ZipFile(path) as package:
        xml = package.read("xl/worksheets/sheet1.xml").decode()
    found = [
        tuple(int(re.search(rf'{name}="(\d+)"', entry)[1]) for name in ("min", "max", "width"))
        for entry in re.findall(r"<col [^>]*>", xml)
    ]
    assert found == [(1, 10, 6), (11, 11, 9), (12, 12, 16), (13, 13, 28), (14, 14, 16), (15, 15, 28), (16, 20, 6)]


def test_an_xlsm_scored_to_xlsx_leaves_its_macros_out_and_says_so(tmp_path):
    """Excel refuses an .xlsx with macros in it; the warning names what is missing, the original keeps it."""
    path = macro_book(tmp_path / "a.xlsm")
    before = path.read_bytes()
    counts = score(path, output=tmp_path / "b.xlsx")
    with zipfile.ZipFile(tmp_path / "b.xlsx") as package:
        assert "xl/vbaProject.bin" not in package.namelist()
        assert b"macroEnabled" not in package.read("[Content_Types].xml")
    assert counts.warnings == ["b.xlsx lacks part xl/vbaProject.bin"]
    assert path.read_bytes() == before


def test_a_link_stays_a_link(tmp_path):
    """In place means the file that a link names."""
    path = book(tmp_path / "real.xlsx", [ONE + TWO])
    (tmp_path / "link.xlsx").symlink_to("real.xlsx")
    score(tmp_path / "link.xlsx", in_place=True)
    assert (tmp_path / "link.xlsx").is_symlink()
    assert cells(path)[1][10:] == RESULT
    with pytest.raises(BookError, match=r"is the workbook itself; use --in-place to write into it$"):
        score(tmp_path / "link.xlsx", output=path)


@POSIX
def test_a_new_file_has_the_mode_of_any_new_file(tmp_path):
    """The temporary file's 0600 does not stay."""
    old = os.umask(0o027)
    try:
        score(book(tmp_path / "a.xlsx", [ONE + TWO]))
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "a.scored.xlsx").stat().st_mode) == 0o640


@POSIX
@pytest.mark.parametrize(("letters", "fails"), [(245, False), (300, True)], ids=["245", "300"])
def test_long_names(tmp_path, letters, fails):
    """A name that the file system takes is taken; a longer one is one line."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    target = tmp_path / f"{'x' * letters}.xlsx"
    if not fails:
        assert score(path, output=target).output == str(target)
        return
    with refused(BookError, f"{target} cannot be written: File name too long"):
        score(path, output=target)
    assert os.listdir(tmp_path) == ["a.xlsx"]


def test_a_workbook_under_another_name_is_scored(tmp_path):
    """An .xlsx that somebody named .xls is what it is."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO]).rename(tmp_path / "a.xls")
    assert score(path).output == str(tmp_path / "a.scored.xlsx")
    assert cells(tmp_path / "a.scored.xlsx")[1][10:] == RESULT
