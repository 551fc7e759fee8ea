"""Writing results: what is added, what stays, and that a failure leaves everything as it was."""

import errno
import os
import stat
import zipfile
from pathlib import Path

import openpyxl
import pytest
from books import LABELS, ONE, TWO, book, cells
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.table import Table

from xlpoker.errors import BookError
from xlpoker.workbook.job import score

HEADER = ("Player 1 value", "Player 1 hand", "Player 2 value", "Player 2 hand", "Winner")
RESULT = (2067, "One Pair, Fives", 2633, "One Pair, Eights", 2)


def test_results_stand_right_of_the_data(tmp_path):
    """Value and name of each hand and the winner, under a bold header, with widths and a freeze."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO, [None] * 10, TWO + ONE])
    score(path)
    sheet = openpyxl.load_workbook(tmp_path / "a.scored.xlsx").active
    rows = list(sheet.iter_rows(min_col=11, values_only=True))
    assert rows == [HEADER, RESULT, (None,) * 5, (*RESULT[2:4], *RESULT[:2], 1)]
    assert all(sheet.cell(1, column).font.bold for column in range(11, 16))
    assert sheet.column_dimensions["L"].width == 34
    assert sheet.freeze_panes == "A2"


def test_bad_rows_get_their_reason_in_the_row(tmp_path):
    """The Problem column is there only where it is needed, and goes when the row is mended."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO, [*ONE[:4], "1OH", *TWO]])
    score(path, in_place=True)
    header, good, bad = [row[10:] for row in cells(path)]
    assert header == (*HEADER, "Problem")
    assert good == (*RESULT, None)
    assert bad == (None,) * 5 + ("E3: '1OH' is not a card; did you mean '10H'?",)
    made = openpyxl.load_workbook(path)
    made.active["E3"] = "KD"
    made.save(path)
    score(path, in_place=True)
    assert [row[10:] for row in cells(path)] == [(*HEADER, None), (*RESULT, None), (*RESULT, None)]


def test_twice_updates_its_own_columns(tmp_path):
    """Scoring a scored book changes its columns instead of adding others, on any scale."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    score(path, in_place=True)
    score(path, in_place=True, scale="cactus")
    assert [row[10:] for row in cells(path)] == [HEADER, (5396, "One Pair, Fives", 4830, "One Pair, Eights", 2)]


def test_columns_of_the_user_are_not_touched(tmp_path):
    """Notes beside the cards stay, and the results go behind them."""
    path = book(
        tmp_path / "a.xlsx", [[*ONE, *TWO, None, "note"]], labels=[*LABELS, None, None, None, None, None, "Notes"]
    )
    score(path, in_place=True)
    header, row = cells(path)
    assert (header[11], row[11]) == ("Notes", "note")
    assert (header[12:], row[12:]) == (HEADER, RESULT)


def test_without_a_row_for_labels_there_are_none(tmp_path):
    """Cards from row 1 on: the results have no header, and nothing moves."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO], labels=None)
    score(path, in_place=True)
    assert cells(path) == [(*ONE, *TWO, *RESULT)]
    assert openpyxl.load_workbook(path).active.freeze_panes is None


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


def macro_book(path: Path) -> Path:
    """Write a workbook with a VBA project (its content is never run)."""
    plain = book(path.with_suffix(".xlsx"), [ONE + TWO])
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "[Content_Types].xml":
                content = content.replace(b"spreadsheetml.sheet.main", b"__").replace(
                    b"vnd.openxmlformats-officedocument.__", b"vnd.ms-excel.sheet.macroEnabled.main"
                )
                content = content.replace(
                    b"</Types>",
                    b'<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
                )
            new.writestr(name, content)
        new.writestr("xl/vbaProject.bin", b"not really VBA")
    plain.unlink()
    return path


def test_macros_are_kept(tmp_path):
    """An .xlsm stays an .xlsm with its VBA project byte for byte."""
    path = macro_book(tmp_path / "a.xlsm")
    counts = score(path)
    assert counts.output == str(tmp_path / "a.scored.xlsm")
    with zipfile.ZipFile(counts.output) as package:
        assert package.read("xl/vbaProject.bin") == b"not really VBA"
    assert [row[10:] for row in cells(Path(counts.output))][1] == RESULT


def test_an_xlsm_without_macros_is_refused(tmp_path):
    """Excel would not open what openpyxl makes of it."""
    path = book(tmp_path / "a.xlsm", [ONE + TWO])
    before = path.read_bytes()
    with pytest.raises(BookError, match=r"^a\.xlsm holds no macros; save it as \.xlsx first$"):
        score(path, in_place=True, force=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        pytest.param("replace", OSError(errno.EACCES, "Permission denied"), "Permission denied", id="locked"),
        pytest.param(
            "fsync", OSError(errno.ENOSPC, "No space left on device"), "No space left on device", id="disk-full"
        ),
    ],
)
@pytest.mark.parametrize("in_place", [True, False], ids=["in-place", "copy"])
def test_a_failing_save_leaves_everything(tmp_path, monkeypatch, name, error, message, in_place):
    """The original is byte for byte the same, and no temporary file stays."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    before = path.read_bytes()

    def fail(*_args, **_kwargs):
        raise error

    monkeypatch.setattr(Path if name == "replace" else os, name, fail)
    with pytest.raises(BookError) as caught:
        score(path, in_place=in_place)
    target = path if in_place else tmp_path / "a.scored.xlsx"
    assert str(caught.value) == f"{target} cannot be written: {message}"
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["a.xlsx"]


def test_an_interrupted_save_leaves_everything(tmp_path, monkeypatch):
    """Ctrl-C in the middle of a save leaves no half a file."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    before = path.read_bytes()

    def interrupt(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr(openpyxl.Workbook, "save", interrupt)
    with pytest.raises(KeyboardInterrupt):
        score(path, in_place=True)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["a.xlsx"]


@pytest.mark.parametrize(
    ("output", "message"),
    [
        pytest.param(
            "no/where.xlsx", "{folder}/no/where.xlsx cannot be written: there is no folder {folder}/no", id="folder"
        ),
        pytest.param("made.xlsx", "{folder}/made.xlsx is a folder; name a file", id="is-a-folder"),
        pytest.param("a.xlsx", "{folder}/a.xlsx is the workbook itself; use --in-place to write into it", id="itself"),
        pytest.param("a.xlsb", "a.xlsb has no ending that can be written here; choose .xlsx or .xlsm", id="ending"),
        pytest.param("b.xlsm", "a.xlsx holds no macros; name the output .xlsx", id="xlsm"),
    ],
)
def test_targets_that_cannot_be_written(tmp_path, output, message):
    """A target of the wrong kind is refused in one line, and nothing is written."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    (tmp_path / "made.xlsx").mkdir()
    before = path.read_bytes()
    with pytest.raises(BookError) as caught:
        score(path, output=tmp_path / output)
    assert str(caught.value) == message.format(folder=tmp_path)
    assert path.read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == ["a.xlsx", "made.xlsx"]


def test_text_is_not_scored_in_place(tmp_path):
    """A text file has no place for results."""
    (tmp_path / "a.txt").write_text(" ".join(ONE + TWO))
    with pytest.raises(BookError) as caught:
        score(tmp_path / "a.txt", in_place=True)
    assert str(caught.value) == "a.txt is text and cannot be scored in place; leave --in-place out"


def test_the_mode_of_the_file_is_kept(tmp_path):
    """A file that only its owner may read stays one."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    path.chmod(0o600)
    score(path, in_place=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
