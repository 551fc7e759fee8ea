"""What new cells look like: the borders and colours of their row, names of hands with an indent."""

from __future__ import annotations

from pathlib import Path
from random import Random

import openpyxl
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.worksheet.worksheet import Worksheet
from support.parts import parts, zipped

from xlpoker.workbook.jobs import score
from xlpoker.workbook.xlsx.cell_formats import CellFormats
from xlpoker.workbook.xlsx.row_looks import row_looks
from xlpoker.workbook.xlsx.tokens import scan_block

THIN = Side(style="thin")
BOX = Border(left=THIN, right=THIN, top=THIN, bottom=THIN)
BLUE, GREEN, PLAIN = "00DDEBF7", "0000B050", "00000000"
ROWS = [
    ["#", "Anna", "Ben"],
    [1, "5H 5C 6S 7S KD", "2C 3S 8S 8D TD"],
    [2, "5D 8C 9S JS AC", "2C 5C 7D 8S QH"],
    [3, "2D 9C AS AH AC", "XX"],
    [4, "4D 6S 9H QH QC", "3D 6D 7H QD QS"],
]


def filled(color: str) -> PatternFill:
    """Return a fill of one colour."""
    return PatternFill("solid", fgColor=color)


def drawn(path: Path) -> Path:
    """Write a table with borders, a dark row of headings, and every second row in blue."""
    book = openpyxl.Workbook()
    sheet = sheet_of(book)
    for values in ROWS:
        sheet.append(values)
    for row in sheet.iter_rows():
        for cell in row:
            cell.border = BOX
            cell.alignment = Alignment("center", "top")
            if cell.row % 2 == 0:
                cell.fill = filled(BLUE)
    sheet["A2"].font = Font(bold=True)
    sheet["C3"].number_format = "yyyy-mm-dd"
    sheet["C2"].protection = Protection(locked=False)
    book.save(path)
    return path


def sheet_of(book: openpyxl.Workbook) -> Worksheet:
    """Return the first sheet of a workbook."""
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    return sheet


def scored(path: Path, **options: object) -> Worksheet:
    """Score a workbook in place, and return its sheet."""
    score(path, in_place=True, **options)
    return sheet_of(openpyxl.load_workbook(path))


def fill_of(cell: Cell) -> str:
    """Return the colour of a cell."""
    return str(cell.fill.fgColor.rgb)


def test_a_drawn_table_looks_whole(tmp_path: Path) -> None:
    """Each new cell, also a blank one of a bad row, has the borders and the stripe of its row."""
    sheet = scored(drawn(tmp_path / "a.xlsx"))
    for row in sheet["A1:I5"]:
        assert [cell.border.left.style for cell in row] == ["thin"] * 9
        stripe = BLUE if row[0].row % 2 == 0 else PLAIN
        assert [fill_of(cell) for cell in row] == [stripe] * 9
    assert [cell.value for cell in sheet[4]][3:8] == [None] * 5


def test_alignment_and_numbers_are_our_own(tmp_path: Path) -> None:
    """A name has an indent, so that it does not stick to the value left of it; a value is no date."""
    sheet = scored(drawn(tmp_path / "a.xlsx"))
    looks = [
        (cell.alignment.horizontal, cell.alignment.indent, cell.alignment.vertical)
        for cell in sheet["D3:I3"][0]
    ]
    number, text = (None, 0, "top"), ("left", 1, "top")
    assert looks == [("center", 0, "top"), number, text, number, text, text]
    assert {cell.number_format for cell in sheet["D3:H3"][0]} == {"General"}
    assert [sheet[cell].protection.locked for cell in ("D2", "D3")] == [False, True]


def test_what_one_cell_has_is_no_look_of_the_row(tmp_path: Path) -> None:
    """Ben's cell is green where he won, and one is red: results are not."""
    path = drawn(tmp_path / "a.xlsx")
    book = openpyxl.load_workbook(path)
    sheet = sheet_of(book)
    sheet["B3"].fill = sheet["B5"].fill = filled(PLAIN)
    sheet["C3"].fill = filled(GREEN)
    sheet["C5"].font = Font(color="FF0000")
    book.save(path)
    sheet = scored(path)
    assert [fill_of(sheet[cell]) for cell in ("D3", "D5")] == [PLAIN, PLAIN]
    assert sheet["D5"].font.color is None or sheet["D5"].font.color.rgb != "00FF0000"
    assert sheet["D3"].border.left.style == "thin"


def test_the_font_of_a_row(tmp_path: Path) -> None:
    """White letters on a dark row stay white; a bold number before the hands does not count."""
    path = drawn(tmp_path / "a.xlsx")
    book = openpyxl.load_workbook(path)
    sheet = sheet_of(book)
    for column in "BC":
        sheet[f"{column}3"].font = Font(color="FFFFFF")
    book.save(path)
    sheet = scored(path)
    assert sheet["F3"].font.color.rgb == "00FFFFFF"
    assert not sheet["F2"].font.bold


def test_scored_again_nothing_grows(tmp_path: Path) -> None:
    """The same formats serve again, and a column of another kind has another alignment."""
    path = drawn(tmp_path / "a.xlsx")
    scored(path)
    first = parts(path)
    scored(path)
    assert parts(path)["xl/styles.xml"] == first["xl/styles.xml"]
    assert parts(path)["xl/worksheets/sheet1.xml"] == first["xl/worksheets/sheet1.xml"]


def test_a_book_without_styles_is_scored(tmp_path: Path) -> None:
    """Its new cells have no format, and no part is added."""
    path = tmp_path / "a.xlsx"
    content = parts(drawn(path))
    del content["xl/styles.xml"]
    path.write_bytes(zipped(content))
    assert score(path).rows == 4
    assert "xl/styles.xml" not in parts(tmp_path / "a.scored.xlsx")


def test_a_second_column_of_the_same_title_is_said(tmp_path: Path) -> None:
    """Cards that are titled Hand get a new column Hand beside them: once, when it is new."""
    book = openpyxl.Workbook()
    for cell in ["Hand", "5H 5C 6S 7S KD", "2C 3S 8S 8D TD"]:
        sheet_of(book).append([cell])
    path = tmp_path / "a.xlsx"
    book.save(path)
    said = "A and C are both titled 'Hand'; A has the cards"
    assert score(path, in_place=True).warnings == [said]
    assert score(path, in_place=True).warnings == []


def test_rows_that_look_alike_are_asked_about_once() -> None:
    """Rows of up to five cells in 150 formats: in a block each has the look that it has alone."""
    count = 150
    fonts = [f'<xf fontId="{style % 3}" fillId="{style % 5}"/>' for style in range(count)]
    formats = CellFormats(f"<cellXfs>{''.join(fonts)}</cellXfs>".encode())
    random = Random(44)
    styles_by_row = []
    for _ in range(400):
        choices = random.sample(range(count), random.choice([1, 2, count]))
        styles_by_row.append(random.choices(choices, k=random.randrange(6)))
    block = "".join(row_xml(number, styles) for number, styles in enumerate(styles_by_row, 1))
    cells = scan_block(block.encode(), -1)
    assert cells is not None
    indices, looks = row_looks(cells, 9, formats)
    looks_of_rows = [looks[index] for index in indices]
    assert looks_of_rows == [formats.look_of_row(styles) for styles in styles_by_row]
    assert looks == sorted(set(looks_of_rows))


def row_xml(number: int, styles: list[int]) -> str:
    """Return a row of blank cells in some styles."""
    cells = [
        f'<c r="{"ABCDE"[column]}{number}" s="{style}"/>' for column, style in enumerate(styles)
    ]
    return f'<row r="{number}">{"".join(cells)}</row>'
