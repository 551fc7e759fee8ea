"""``--visible``: rows that are hidden, filtered out or struck out are left out; else they are counted and said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Font
from support.kept_sheets import run
from support.open_sheets import cells_after, cells_of, seen_of
from support.parts import zipped

import xlpoker
from xlpoker.errors import BookError, LayoutError
from xlpoker.scoring.open_sheet import run as click
from xlpoker.workbook.jobs import score, wins

HEADINGS = ["Anna", "Ben"]
ANNA = ["AS KS QS JS TS", "2C 3D 5H 8S 9C"]
BEN = ["2C 3D 5H 8S 9C", "AH KH QH JH TH"]
SPACES = "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "style", "table", "text")
)
Rows = tuple[int, ...]


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
WRITERS = [xlsx, ods]


@pytest.mark.parametrize("write", WRITERS, ids=["xlsx", "ods"])
def test_marked_rows_count_unless_only_visible_ones_are_wanted(
    tmp_path: Path, write: Callable[..., Path]
) -> None:
    """Two rows are hidden, one of them and another are struck out: all count, or only the two others."""
    path = write(tmp_path / f"a.{write.__name__}", ROWS, hidden=(3, 4), struck=(4, 6))
    counts, seen = wins(path), wins(path, visible=True)
    assert (counts.players, seen.players) == ([2, 3], [1, 1])
    assert counts.read.endswith("; 2 hidden rows are counted; 2 struck-out rows are counted")
    assert seen.read.endswith("; 2 hidden rows are left out; 1 struck-out row is left out")


@pytest.mark.parametrize("write", WRITERS, ids=["xlsx", "ods"])
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


def test_formats_that_do_not_tell(tmp_path: Path) -> None:
    """Of an .xls it is not known which rows are hidden, so that --visible is refused."""
    path = tmp_path / "a.xls"
    path.write_bytes((Path(__file__).parent / "workbooks" / "formats.xls").read_bytes())
    with pytest.raises(BookError, match="which rows are hidden is not known of this format"):
        wins(path, visible=True)


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
