"""``--visible``: rows that are hidden, filtered out or struck out are left out; else they are counted and said."""

from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Font
from support.binary_books import write_xlsb
from support.blocks import sheets_as_a_whole
from support.kept_sheets import run
from support.old_books import write_excel_95
from support.open_sheets import cells_after, cells_of, seen_of
from support.parts import zipped

import xlpoker
from xlpoker.errors import BookError, LayoutError, PokerError
from xlpoker.scoring.marked_rows import MarkedRows
from xlpoker.scoring.open_sheet import run as click
from xlpoker.workbook.jobs import score, wins
from xlpoker.workbook.marks_of_xls import marked_rows_of_xls

HEADINGS = ["Anna", "Ben"]
ANNA = ["AS KS QS JS TS", "2C 3D 5H 8S 9C"]
BEN = ["2C 3D 5H 8S 9C", "AH KH QH JH TH"]
SPACES = "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "style", "table", "text")
)
Rows = tuple[int, ...]


def spread(rows: list[list[Any]]) -> dict[tuple[int, int], Any]:
    """Return rows as {(row, column): value}."""
    return {(r, c): value for r, row in enumerate(rows) for c, value in enumerate(row)}


def xlsx(path: Path, rows: list[list[Any]], *, hidden: Rows = (), struck: Rows = ()) -> Path:
    """Write rows into a workbook; rows count as in a spreadsheet."""
    book = openpyxl.Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    for number in hidden:
        sheet.row_dimensions[number].hidden = True
    for number in struck:
        for cell in sheet[number]:
            cell.font = Font(strike=True)
    book.save(path)
    return path


def ods(path: Path, rows: list[list[Any]], *, hidden: Rows = (), struck: Rows = ()) -> Path:
    """Write the same as an OpenDocument file, a filtered row among the hidden ones."""
    words = ["filter", "collapse"]
    lines = []
    for number, texts in enumerate(rows, start=1):
        style = ' table:style-name="ce1"' if number in struck else ""
        cells = [
            f'<table:table-cell{style} office:value-type="string"><text:p>{text}</text:p></table:table-cell>'
            for text in texts
        ]
        visibility = f' table:visibility="{words[number % 2]}"' if number in hidden else ""
        lines.append(f"<table:table-row{visibility}>{''.join(cells)}</table:table-row>")
    strike = '<style:text-properties style:text-line-through-style="solid"/>'
    content = (
        f"<office:document-content{SPACES}><office:automatic-styles>"
        f'<style:style style:name="ce1" style:family="table-cell">{strike}</style:style>'
        "</office:automatic-styles><office:body><office:spreadsheet>"
        f'<table:table table:name="Sheet">{"".join(lines)}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    parts = {"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content}
    path.write_bytes(zipped(parts))
    return path


ROWS = [HEADINGS, ANNA, BEN, ANNA, BEN, BEN]


def xls(path: Path, rows: list[list[Any]], *, hidden: Rows = (), struck: Rows = ()) -> Path:
    """Write the same as a book of Excel 95."""
    return write_excel_95(path, rows, hidden=hidden, struck=struck)


WRITERS = [xlsx, ods, xls]
FORMATS = ["xlsx", "ods", "xls"]


@pytest.mark.parametrize("write", WRITERS, ids=FORMATS)
def test_marked_rows_count_unless_only_visible_ones_are_wanted(
    tmp_path: Path, write: Callable[..., Path]
) -> None:
    """Two rows are hidden, one of them and another are struck out: all count, or only the two others."""
    path = write(tmp_path / f"a.{write.__name__}", ROWS, hidden=(3, 4), struck=(4, 6))
    counts, seen = wins(path), wins(path, visible=True)
    assert (counts.players, seen.players) == ([2, 3], [1, 1])
    assert counts.read.endswith("; 2 hidden rows are counted; 2 struck-out rows are counted")
    assert seen.read.endswith("; 2 hidden rows are left out; 1 struck-out row is left out")


@pytest.mark.parametrize("write", WRITERS, ids=FORMATS)
def test_bad_cells_and_texts_of_hidden_rows_are_not_said(
    tmp_path: Path, write: Callable[..., Path]
) -> None:
    """What would be asked about, or be bad, is not seen: cards elsewhere, other hands, a misspelt card."""
    rows = [*ROWS, ["AS KS QS JS 1S", "x"], ["Session 2", ""], [*ANNA, "AH"]]
    path = write(tmp_path / f"a.{write.__name__}", rows, hidden=(7, 8, 9))
    counts = wins(path, visible=True)
    assert (counts.rows, len(counts.errors)) == (5, 0)
    assert "not read" not in counts.read


def test_nothing_is_written_beside_rows_that_are_left_out(tmp_path: Path) -> None:
    """Their cells right of the hands stay blank, also in place; the rows stay hidden."""
    path = xlsx(tmp_path / "a.xlsx", ROWS, hidden=(3,), struck=(5,))
    score(path, visible=True, in_place=True)
    sheet = openpyxl.load_workbook(path).active
    assert [row[2].value for row in sheet.iter_rows()] == [
        "Winner",
        "Anna",
        None,
        "Anna",
        None,
        "Ben",
    ]
    assert sheet.row_dimensions[3].hidden


def test_a_click_leaves_out_the_same_rows(tmp_path: Path) -> None:
    """A click whose form says so writes what the command writes, and says the same."""
    path = xlsx(tmp_path / "a.xlsx", ROWS, hidden=(3,), struck=(5,))
    counts = score(path, visible=True, output=tmp_path / "b.xlsx")
    seen = seen_of(path, visible=True)
    done = click("score", seen)
    assert cells_after(seen, done) == cells_of(tmp_path / "b.xlsx")
    assert counts.read in done.text
    assert "1 struck-out row is left out" in done.text


def test_rows_of_deals(tmp_path: Path) -> None:
    """In a table with a row for each player the other rows of a deal are compared."""
    rows = [["Hand id", "Player", "Cards"]]
    for number in range(1, 5):
        rows += [
            [number, "Ann", ANNA[0]],
            [number, "Ben", ANNA[1]],
            [number, "Cid", "2D 4D 6H 7H 9S"],
        ]
    path = xlsx(tmp_path / "a.xlsx", rows, hidden=(2, 3, 4, 5))
    counts, seen = wins(path), wins(path, visible=True)
    assert (counts.rows, dict(zip(counts.names, counts.players, strict=True))["Ann"]) == (4, 4)
    assert (seen.rows, dict(zip(seen.names, seen.players, strict=True))["Ann"]) == (3, 2)
    assert "4 hidden rows are counted" in counts.read
    assert "4 hidden rows are left out" in seen.read


BURNT = ["2H", *ANNA]


@pytest.mark.parametrize("read_as", [nullcontext, sheets_as_a_whole], ids=["blocks", "whole"])
def test_a_row_whose_hands_are_not_struck_out(
    tmp_path: Path, read_as: Callable[[], AbstractContextManager[None]]
) -> None:
    """A row counts where other cards are struck out, among the searched rows and below them."""
    path = xlsx(tmp_path / "a.xlsx", [["Burn", *HEADINGS], *[BURNT] * 1600])
    book = openpyxl.load_workbook(path)
    for number in (3, 1590):
        book.active.cell(number, 1).font = Font(strike=True)
    book.save(path)
    with read_as():
        assert wins(path, visible=True).rows == 1600


def test_rows_that_are_searched_do_not_depend_on_the_way(tmp_path: Path) -> None:
    """Where enough of the first rows are seen, no others are searched, however a sheet is read."""
    rows = [["Burn", *HEADINGS], *[BURNT] * 1700]
    path = xlsx(tmp_path / "a.xlsx", rows, hidden=(3, 4, 1600))
    counts = wins(path, visible=True)
    assert "A Burn (1,497 cells with cards in the first 1,500 rows, first A2 '2H')" in counts.read
    with sheets_as_a_whole():
        assert wins(path, visible=True).read == counts.read


@pytest.mark.slow
def test_a_filter_that_hides_all_first_rows(tmp_path: Path) -> None:
    """What is seen may begin far below the rows that are searched."""
    rows = [HEADINGS, *[ANNA] * 4000, *[BEN] * 40]
    path = xlsx(tmp_path / "a.xlsx", rows, hidden=tuple(range(2, 4002)))
    counts = wins(path, visible=True)
    assert (counts.names, counts.players) == (HEADINGS, [0, 40])


def test_only_hidden_rows_hold_hands(tmp_path: Path) -> None:
    """The message names the option that leaves them out."""
    path = xlsx(tmp_path / "a.xlsx", [HEADINGS, ANNA, BEN], hidden=(2, 3))
    with pytest.raises(
        LayoutError, match=r"a\.xlsx holds hands only where --visible leaves them out"
    ):
        wins(path, visible=True)


@pytest.mark.slow
@pytest.mark.engine("soffice")
def test_an_xls_of_libreoffice(tmp_path: Path, libreoffice: Callable[..., None]) -> None:
    """A row that a filter hides, hidden rows and columns, and struck-out texts and numbers say the same as in .xlsx."""
    numbers = [[*row, *[number] * 3] for number, row in enumerate(ROWS[1:])]
    path = xlsx(
        tmp_path / "a.xlsx", [[*HEADINGS, "x", "y", "z"], *numbers], hidden=(4,), struck=(5,)
    )
    book = openpyxl.load_workbook(path)
    sheet = book.active
    sheet.auto_filter.ref = "A1:E6"
    sheet.auto_filter.add_filter_column(2, ["0", "1", "2", "3"])
    sheet.row_dimensions[6].hidden = True
    sheet.column_dimensions["B"].hidden = True
    sheet["D3"].font = Font(strike=True)  # beside numbers that are not
    book.create_sheet("Notes ♠").append(["no hands"])
    book.save(path)
    libreoffice("xls", tmp_path, path)
    old = path.with_suffix(".xls")
    assert marked_rows_of_xls(old, "Sheet") == MarkedRows(
        frozenset({3, 5}), {2: [3], 4: [0, 1, 2, 3, 4]}, frozenset({1})
    )
    for visible in (False, True):
        expected, counts = wins(path, visible=visible), wins(old, visible=visible)
        assert (counts.read, counts.players) == (expected.read, expected.players)
        assert counts.warnings == expected.warnings


def test_formats_that_do_not_tell(tmp_path: Path) -> None:
    """Of an .xlsb it is not known which rows are hidden, so that --visible is refused."""
    path = write_xlsb(tmp_path / "a.xlsb", {"Sheet": spread(ROWS)})
    with pytest.raises(BookError, match="it is not known which rows are hidden; save it as"):
        wins(path, visible=True)


@pytest.mark.parametrize("size", range(0, 3200, 160))
def test_an_xls_that_is_cut_short(tmp_path: Path, size: int) -> None:
    """A book that ends early is refused in a sentence, or read if only unused bytes are cut off."""
    whole = xls(tmp_path / "a.xls", ROWS, hidden=(3,)).read_bytes()
    path = tmp_path / "b.xls"
    path.write_bytes(whole[:size])
    if not whole[size:].strip(b"\0\xff"):
        assert wins(path, visible=True).rows == 4
        return
    with pytest.raises(PokerError, match=r"^b\.xls"):
        wins(path, visible=True)
    assert marked_rows_of_xls(path, "Sheet") is None


def test_a_cell_in_a_column_that_no_xls_has(tmp_path: Path) -> None:
    """A damaged column would make python-calamine ask for gigabytes."""
    path = xls(tmp_path / "a.xls", ROWS)
    cell = struct.pack("<HHHH", 1, 1, 0, len(ANNA[1])) + ANNA[1].encode()
    far = struct.pack("<HHHH", 1, 60_001, 0, len(ANNA[1])) + ANNA[1].encode()
    content = path.read_bytes()
    assert content.count(cell) == 1
    path.write_bytes(content.replace(cell, far))
    with pytest.raises(BookError, match=r"a\.xls is damaged: a cell stands in a column that no"):
        wins(path)


def test_files_without_a_look(tmp_path: Path) -> None:
    """A text file has no hidden rows: all are seen."""
    path = tmp_path / "a.csv"
    path.write_text("\n".join(",".join(row) for row in ROWS))
    assert wins(path, visible=True).rows == 5
    assert run("wins", path, "--visible")[0] == 0


@pytest.mark.parametrize("columns", [("A",), ("A", "B")], ids=["one", "two"])
def test_hidden_columns_of_cards_are_said(tmp_path: Path, columns: tuple[str, ...]) -> None:
    """Columns of cards that are hidden count, and a warning names them."""
    path = xlsx(tmp_path / "a.xlsx", ROWS)
    book = openpyxl.load_workbook(path)
    for column in columns:
        book.active.column_dimensions[column].hidden = True
    book.save(path)
    (warning,) = xlpoker.wins(path).warnings
    assert warning.endswith(f" cards, which count: {':'.join(columns)}")


def test_hidden_columns_of_an_xls(tmp_path: Path) -> None:
    """So does a book of Excel 95."""
    path = write_excel_95(tmp_path / "a.xls", ROWS, hidden_columns=(1,))
    assert wins(path).warnings == ["a hidden column holds cards, which count: B"]
