"""Wins of small files are counted without NumPy, where it is not loaded: the same counts, warnings and errors."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Font
from support.cases import cases, check_each, parts_of
from support.growth import LINEAR, growth_of
from support.kept_answers import FOLDER, kept_cases
from support.old_books import write_excel_95
from support.open_sheets import write_sheet
from support.random_sheets import long_sheet, nasty_sheet, plain_sheet
from support.samples import each_nth
from support.xml_books import inline, sheet, strings, xml_book

from xlpoker.addresses import column_letters
from xlpoker.errors import BookError, PokerError
from xlpoker.scoring.counts import Options
from xlpoker.workbook import pipeline, read
from xlpoker.workbook.jobs import wins
from xlpoker.workbook.xlsx import plain_sheet as sheet_reader
from xlpoker.workbook.xlsx import shared_strings as strings_of_books
from xlpoker.workbook.xlsx.cell_values import Styles
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.plain_sheet import PlainSheet
from xlpoker.workbook.xlsx.shared_strings import shared_strings
from xlpoker.workbook.xlsx.sheet_xml import SheetXml
from xlpoker.workbook.xlsx.small_book import small_book

WORKBOOKS = Path(__file__).parents[1] / "workbooks"
BOOKS = [*sorted(WORKBOOKS.glob("*.xlsx")), *sorted((WORKBOOKS / "layouts").glob("*.*"))]
KEPT = [case for path in sorted(FOLDER.glob("*.txt")) for case in kept_cases(path)]
SOME_KEPT = {f"{number}-{case.name}": case for number, case in each_nth(list(enumerate(KEPT)), 6)}
"""Each sixth kept sheet; all for a release."""
PARTS = 8
"""The quick tests take the first part of them."""
HANDS: list[list[str | None]] = [
    ["Anna", None, None, None, None, "Ben"],
    ["5H", "5C", "6S", "7S", "KD", "2C", "3S", "8S", "8D", "TD"],
    ["5D", "8C", "9S", "JS", "AC", "2C", "5C", "7D", "8S", "QH"],
    ["2D", "9C", "AS", "AH", "AC", "3D", "6D", "7D", "TD", "1OH"],
    [None] * 10,
    ["4D", "6S", "9H", "QH", "QC", "3D", "6D", "7H", "QD", "QS"],
]


@contextmanager
def without_arrays() -> Iterator[None]:
    """Count as a process does in which NumPy is not loaded."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (pipeline, read):
            patch.setattr(module, "arrays_are_loaded", lambda: False)
        yield


def answer(path: Path, options: Options | None = None) -> Any:
    """Return everything that is said of a file."""
    try:
        counts = wins(path, options)
    except PokerError as error:
        return getattr(error, "lines", str(error))
    return counts.as_dict(), counts.read, counts.warnings, counts.why, list(map(str, counts.errors))


def check(path: Path, *options: Options) -> None:
    """Compare what is said of a file with and without arrays."""
    for chosen in options or [Options()]:
        with without_arrays():
            plain = answer(path, chosen)
        assert plain == answer(path, chosen)


def is_small(path: Path) -> bool:
    """Tell whether a workbook is read without arrays."""
    with Package(path) as package:
        return small_book(package) is not None


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_workbooks(book):
    """The files of this repository; the smaller ones also with options that need arrays, or another reading."""
    others = [Options(visible=True), Options(check="A"), Options(game="omaha")]
    check(book, Options(), *(others if book.stat().st_size < 100_000 else []))


@pytest.mark.sampled(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_kept_sheets(part, tmp_path):
    """The net of sheets whose answers are kept: every shape, many odd ones."""
    check_each(
        parts_of(SOME_KEPT, PARTS)[part],
        lambda case: check(write_sheet(tmp_path / "book.xlsx", case.rows)),
    )


@pytest.mark.sampled(4)
@pytest.mark.parametrize("make", [plain_sheet, nasty_sheet, long_sheet])
@pytest.mark.parametrize("seed", range(4))
def test_random_sheets(make, seed, tmp_path):
    """Sheets made at random, also with misspelt cards and rows of text."""
    check(write_sheet(tmp_path / "book.xlsx", make(random.Random(seed)).rows))


CARDS_BETWEEN = {
    "a card in the midst of a hand": (
        ["2C", "2D", "7H", "9S", "2H", "KD", "3C", "3D", "8H", "TS", "QD"],
        "A1:D1+F1:F1,G1:K1",
    ),
    "cards of the hands in turn": (
        ["2C", "3C", "2D", "3D", "7H", "8H", "9S", "TS", "KD", "QD"],
        "A1:A1+C1:C1+E1:E1+G1:G1+I1:I1,B1:B1+D1:D1+F1:F1+H1:H1+J1:J1",
    ),
    "a card in the midst of the board": (
        ["2C", "7H", "3C", "8H", "2D", "4S", "9S", "2H", "KD", "3D"],
        "Ann=A1:B1,Ben=C1:D1,board=E1:G1+I1:J1",
    ),
}


@pytest.mark.parametrize(("cards", "hands"), CARDS_BETWEEN.values(), ids=CARDS_BETWEEN)
def test_cards_between_those_of_a_hand(cards, hands, tmp_path):
    """They are not the hand's: the second one wins by a pair of threes, and no deuce is added to the first one."""
    path = write_sheet(tmp_path / "book.xlsx", [cards])
    check(path, Options(hands=hands))
    with without_arrays():
        assert wins(path, hands=hands).players == [0, 1]


def hide(sheet):
    """Hide a row and a column."""
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["B"].hidden = True


def strike(sheet):
    """Strike out a card."""
    sheet["A3"].font = Font(strike=True)


def merge(sheet):
    """Merge a card with the cell below."""
    sheet.merge_cells("A3:A4")


def calculate(sheet):
    """Put a formula, of which no value is stored, into a hand."""
    sheet["A3"] = '="5"&"H"'


def add_values(sheet):
    """Put a date, a number, a truth value and an error beside the hands."""
    for column, value in enumerate([1.5, True, "#N/A", 45000, "  "], start=12):
        sheet.cell(3, column, value)
    sheet["O3"].number_format = "yyyy-mm-dd"


@pytest.mark.sampled(3)
@cases(
    "change, small",
    {
        "as they are": (lambda _: None, True),
        "a hidden row and column": (hide, True),
        "other values": (add_values, True),
        "a card that is struck out": (strike, True),
        "merged cells": (merge, True),
        "a formula without a value": (calculate, False),
    },
)
def test_what_sheets_have_besides_values(tmp_path, change, small):
    """Only a formula without a value is left to the arrays; what is said is the same."""
    path = tmp_path / "book.xlsx"
    book = openpyxl.Workbook()
    for row in HANDS:
        book.active.append(row)
    change(book.active)
    book.save(path)
    assert is_small(path) is small
    check(path, Options(), Options(visible=True))


CARDS = "5H 5C 6S 7S KD 2C 3S 8S 8D TD".split()


def row_of(number, cells, attributes=""):
    """Return the tags of a row."""
    return f'<row r="{number}"{attributes}>{cells}</row>'


def usual(number):
    """Return a row as programs write it: a card in each cell, as shared strings."""
    cells = "".join(
        f'<c r="{letter}{number}" t="s"><v>{place}</v></c>'
        for place, letter in enumerate("ABCDEFGHIJ")
    )
    return row_of(number, cells)


@pytest.mark.slow
@cases(
    "rows, small",
    {
        "shared strings": (usual(1) + usual(2), True),
        "texts in cells": (
            usual(1) + row_of(2, "".join(inline(f"{column}2", card) for column, card in zip("ABCDEFGHIJ", CARDS, strict=True))),
            True,
        ),
        "a formula with a value": (usual(1) + row_of(2, '<c r="L2" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>'), True),
        "a formula that gives an empty text": (usual(1) + row_of(2, '<c r="L2" t="str"><f>IF(A2="","",1)</f><v></v></c>'), True),
        "such a formula in single quotes": (usual(1) + row_of(2, "<c r='L2' t='str'><f>IF(A2='','',1)</f><v/></c>"), True),
        "a formula that was never calculated": (usual(1) + row_of(2, '<c r="L2"><f>A2</f><v></v></c>'), False),
        "such a formula as one of an array": (usual(1) + row_of(2, '<c r="L2" t="str"><f t="array" ref="L2">""</f><v></v></c>'), True),
        "empty rows": (usual(1) + '<row r="2" ht="9"/>' + usual(3) + '<row r="4"/>', True),
        "a comment": (usual(1) + "<!-- hidden -->" + usual(2), True),
        "single quotes": (usual(1) + usual(2).replace('"', "'"), True),
        "a row that is not in order": (usual(2) + usual(1), False),
        "a row twice": (usual(2) + usual(2), False),
        "a cell of another row": (usual(1) + usual(2).replace("B2", "B3"), False),
        "a cell that is not in order": (usual(1) + usual(2).replace("B2", "D2"), False),
        "a string that is not there": (usual(1) + usual(2).replace("<v>3<", "<v>99<"), False),
        "a number that is none": (usual(1) + row_of(2, '<c r="A2"><v>x</v></c>'), False),
        "a value without an end": (usual(1) + row_of(2, '<c r="A2"><v>7</c>'), False),
        "a cell without an end": (usual(1) + '<row r="2"><c r="A2"></row>', False),
        "a character that XML forbids": (usual(1) + row_of(2, inline("A2", "\x01")), False),
        "rows of different widths": (
            usual(1) + row_of(2, inline("C2", "x") + inline("AB2", "y")) + row_of(3, inline("B3", "z")),
            True,
        ),
        "a cell with a format and no value": (usual(1) + row_of(2, '<c r="A2" s="0"/>' + inline("B2", "x")), True),
        "hidden rows, one of them empty": (usual(1) + usual(2).replace("><c", ' hidden="1"><c', 1) + '<row r="3" hidden="1"/>', True),
        "columns in small letters": (usual(1) + usual(2).replace("B2", "b2"), True),
        "a row within a row": (usual(1) + row_of(2, usual(3)), False),
        "text between rows": (usual(1) + "x" + usual(2), True),
        "text between cells": (usual(1) + usual(2).replace("<c", "x<c", 1), True),
        "the end of a row twice": (usual(1) + usual(2) + "</row>", False),
        "an attribute that is none": (usual(1) + usual(2).replace("><c", " ht><c", 1), False),
        "a far column": (usual(1) + row_of(2, inline("XFD2", "x")), True),
        "a row below the searched ones": (usual(1) + usual(1501), True),
        "a far row": (usual(1) + usual(6_001), False),
    },
)  # fmt: skip
def test_how_rows_are_written(tmp_path, rows, small):
    """Other tags than the usual ones are read, too; any damage is left to the arrays, and so are long sheets."""
    path = xml_book(tmp_path / "book.xlsx", sheet(rows), shared=strings(*CARDS))
    assert is_small(path) is small
    check(path)


@pytest.mark.parametrize("end", ["", "x"], ids=["a cell too many", "text between cells"])
def test_rows_unlike_the_last_one(tmp_path, end):
    """A row that has other cells than the last one takes time in proportion to its cells."""

    def row_to(number, columns):
        letters = map(column_letters, range(columns))
        return "".join(f'<c r="{letter}{number}"><v>7</v></c>' for letter in letters)

    def book_of(columns):
        rows = row_of(1, row_to(1, columns) + end) + row_of(2, row_to(2, columns - 1))
        return xml_book(tmp_path / f"{columns}.xlsx", sheet(rows))

    books = {columns: book_of(columns) for columns in (5, 10, 20, 40, 80, 160)}
    assert growth_of(lambda columns: read_sheets(books[columns]), books) < LINEAR


def read_sheets(path):
    """Return all that is read of the sheets of a workbook."""
    sheets = []
    with Package(path) as package:
        for part in package.chosen(None):
            xml = SheetXml(package, part)
            values = PlainSheet(xml, shared_strings(package), Styles(package))
            for block in xml.blocks():
                values.take(block)
            values.finish()
            formulas = {place: formula.text for place, formula in values.formulas.items()}
            sheets.append(
                (values.rows, formulas, values.struck, values.hidden_rows, values.last_row)
            )
    return sheets


@pytest.mark.sampled(5)
@pytest.mark.parametrize("path", sorted(WORKBOOKS.glob("*.xlsx")), ids=lambda path: path.name)
def test_usual_tags_are_read_as_the_general_reader_reads_them(path, monkeypatch):
    """Values, formulas, hidden rows: the pattern of rows finds what the parser of XML finds."""
    usual = read_sheets(path)
    monkeypatch.setattr(PlainSheet, "_usual_rows", lambda _self, _block: int("odd"))
    assert usual == read_sheets(path)


TEXT = "<si><t>5H</t></si>"
DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
SHARED: dict[str, str | bytes] = {
    "plain texts": strings("5H", "Anna", "", "a > b", "Zoë\n♠\t"),
    "no text": strings(),
    "a declaration": f"{DECLARED}\r\n{strings('5H', 'Zoë')}\n",
    "another encoding": f'<?xml version="1.0" encoding="latin-1"?>{strings("Zoë")}'.encode(
        "latin-1"
    ),
    "another encoding that is also UTF-8": (
        f'<?xml version="1.0" encoding="iso-8859-1"?>{strings("Zoë")}'.encode()
    ),
    "another encoding, undeclared": strings("Zoë").encode("latin-1"),
    "UTF-16": strings("Zoë").encode("utf-16"),
    "counts": strings(TEXT)
    .replace("<sst ", "<sst ")
    .replace('">', '" count="7" uniqueCount="1">', 1),
    "a count twice": strings(TEXT).replace('">', '" count="7" count="1">', 1),
    "blanks": strings('<si><t xml:space="preserve"> 5H </t></si>', TEXT),
    "an escape": strings("5H_x000D_", "_x005F_x000D_"),
    "entities": strings("R&amp;B", "&lt;t>"),
    "an unknown entity": strings("&nbsp;"),
    "rich text": strings("<si><r><t>5</t></r><r><t>H</t></r></si>", TEXT),
    "a phonetic guide": strings("<si><t>5H</t><rPh><t>x</t></rPh></si>"),
    "texts of another tag": strings("<si><x>5H</x></si>"),
    "nothing in a text": strings("<si><t/></si>", "<si/>", TEXT),
    "nothing before the texts": strings("<si/>", TEXT),
    "a text in two": strings("<si><t>5</t><t>H</t></si>", TEXT),
    "a text in a text": strings("<si><t>5<t>H</t></t></si>"),
    "a text behind a text": strings("<si><t>5H</t></si>x"),
    "a comment before": strings("<!-- <si><t>x</t></si> -->" + TEXT),
    "a comment behind": strings(TEXT, "<!-- </sst> -->"),
    "a comment to the end": f"{strings(TEXT)[:-6]}<!-- {TEXT}</sst> --></sst>",
    "a CDATA section": strings("<si><t><![CDATA[5H]]></t></si>", TEXT),
    "the end of a CDATA section": strings("5]]>H"),
    "a control character": strings("5\x01H"),
    "a carriage return": strings("5\rH", "5\r\nH"),
    "a character that XML has not": strings("5\uffffH"),
    "half a surrogate pair": strings("5H").encode().replace(b"5", b"\xed\xa0\x80"),
    "a prefix": strings("5H")
    .replace("<", "<x:")
    .replace("<x:/", "</x:")
    .replace("xmlns=", "xmlns:x="),
    "no tag of the prefix": strings(TEXT)
    .replace("<sst xmlns", "<x:sst xmlns:x")
    .replace("</sst", "</x:sst"),
    "no namespace": strings(TEXT).replace(' xmlns="', ' xmlns="x'),
    "a DOCTYPE": "<!DOCTYPE sst>" + strings(TEXT),
    "another root": strings(TEXT).replace("sst", "xst"),
    "a tag that is open": strings(TEXT).replace("</sst>", ""),
    "two roots": strings(TEXT) * 2,
}


@pytest.mark.parametrize("content", SHARED.values(), ids=SHARED)
def test_plain_strings_are_read_as_expat_reads_them(content, tmp_path, monkeypatch):
    """Texts that are split at their tags are those that the parser of XML finds; so is what is wrong."""
    path = xml_book(tmp_path / "a.xlsx", sheet(""), shared=content)

    def texts_or_error():
        with Package(path) as package:
            try:
                return shared_strings(package)
            except BookError as error:
                return str(error)

    as_usual = texts_or_error()
    monkeypatch.setattr(strings_of_books, "_plain_strings", lambda _content: None)
    assert as_usual == texts_or_error()


@pytest.mark.parametrize("name", ["plain texts", "a declaration", "counts", "blanks", "an escape"])
def test_plain_strings_need_no_events(name, tmp_path, monkeypatch):
    """Texts as spreadsheet programs write them are split at their tags."""
    path = xml_book(tmp_path / "a.xlsx", sheet(""), shared=SHARED[name])
    monkeypatch.setattr(strings_of_books._StringsReader, "end", lambda _reader, _tag: None)
    with Package(path) as package:
        assert shared_strings(package)


def test_usual_tags_need_no_general_reader(monkeypatch):
    """The pattern of rows fits what spreadsheet programs write."""
    monkeypatch.setattr(PlainSheet, "_general_rows", None)
    ((rows, *_),) = read_sheets(WORKBOOKS / "euler54.xlsx")
    assert len(rows) > 1000


def far_cells(rows):
    """Return the tags of rows with nine blank cells before each of value."""
    return "".join(row_of(row, f'<c r="J{row}"><v>1</v></c>') for row in range(1, rows + 1))


@cases(
    "rows, fit",
    {
        "each lacks four cells more than the one in it makes up for": (far_cells(20), True),
        "one row more": (far_cells(21), False),
        "filled rows": ("".join(map(usual, range(1, 100))), True),
        "filled rows, which make up for blank cells below": (
            usual(1) + far_cells(29).replace(far_cells(1), ""),
            True,
        ),
    },
)
@pytest.mark.parametrize("reader", ["pattern", "parser"])
def test_cells_that_lie_far_apart(tmp_path, monkeypatch, rows, fit, reader):
    """A sheet may have 100 blank cells here, and four more for each that is filled."""
    monkeypatch.setattr(sheet_reader, "SLACK", 100)
    if reader == "parser":
        monkeypatch.setattr(PlainSheet, "_usual_rows", lambda _self, _block: int("odd"))
    path = xml_book(tmp_path / "book.xlsx", sheet(rows), shared=strings(*CARDS))
    if fit:
        assert read_sheets(path)
    else:
        with pytest.raises(BookError, match="its cells lie too far apart"):
            read_sheets(path)


ROWS = 1_620
"""Some more than the rows that are searched."""


def begin_columns(sheet):
    """Begin a column of remarks, and one of cards, below the searched rows."""
    sheet["L1550"] = "remark"
    sheet["M1560"] = "5H"
    sheet["N1"] = "Notes"
    sheet["N1570"] = 7


def put_texts_between(sheet):
    """Put rows of text, cards without a hand, and other headings below the searched rows."""
    for row in (1510, 1520, 1530, 1540):
        clear(sheet, row)
        sheet.cell(row, 1, f"Night {row}")
    clear(sheet, 1550)
    sheet["A1550"] = "5H"
    clear(sheet, 1560)
    sheet["A1560"], sheet["F1560"] = "Cid", "Dora"
    clear(sheet, 1570)


def clear(sheet, row):
    """Clear a row."""
    for column in range(1, 11):
        sheet.cell(row, column).value = None


def spoil(sheet):
    """Spoil some cards, and hide rows and a column."""
    sheet["A1505"] = "1OH"
    sheet["J1620"] = None
    sheet.row_dimensions[1601].hidden = True
    sheet.row_dimensions[1602].hidden = True
    sheet.column_dimensions["C"].hidden = True


def name_games(sheet):
    """Name the game of each row, and another one far below."""
    sheet["L1"] = "Game"
    for row in range(2, ROWS + 1):
        sheet.cell(row, 12, "Five Card Draw")
    sheet["L1600"] = "Omaha"


def leave_one_hand(sheet):
    """Leave one hand in each row."""
    sheet.delete_cols(6, 5)


@pytest.mark.slow
@cases(
    "change",
    {
        "as they are": lambda _: None,
        "columns that begin later": begin_columns,
        "rows of text": put_texts_between,
        "bad and hidden rows": spoil,
        "rows of another game": name_games,
        "a hand in each row": leave_one_hand,
    },
)
def test_rows_below_the_searched_ones(tmp_path, change):
    """What later rows hold is said in the same words."""
    path = tmp_path / "book.xlsx"
    book = openpyxl.Workbook()
    good_rows = [HANDS[1], HANDS[2], HANDS[5]]
    book.active.append(HANDS[0])
    for number in range(ROWS - 1):
        book.active.append(good_rows[number % len(good_rows)])
    change(book.active)
    book.save(path)
    assert is_small(path)
    check(
        path,
        Options(),
        Options(visible=True),
        Options(skip="1-1501"),
        Options(hands="A1400:E1600"),
        Options(check="A"),
    )


@pytest.mark.slow
def test_text_files(tmp_path):
    """Lines of a short text file are counted as they are read for the search."""
    path = tmp_path / "hands.csv"
    for times in (1, 400, 800):
        lines = [",".join(cell or "" for cell in row) for row in HANDS[1:]] * times
        path.write_text("\n".join(lines), encoding="utf-8")
        check(path)


@pytest.mark.slow
def test_other_workbooks(tmp_path):
    """Rows of an old workbook are counted as they are read, also those below the searched ones."""
    rows = [[cell or "" for cell in row] for row in HANDS]
    later = [*rows[1:3]] * 800
    later[1_550] = ["Night", *[""] * 9, "remark"]
    path = write_excel_95(tmp_path / "book.xls", [*rows, *later], hidden=(1_600,))
    check(path, Options(), Options(visible=True), Options(skip="1-1501"))


@cases(
    "line, text",
    {
        "a row of text": (1_700, "the second night"),
        "other headings": (2_300, "Cid,,,,,Dora,,,,"),
        "a card more": (1_800, "5H,5C,6S,7S,KD,2C,3S,8S,8D,TD,,9H"),
        "a bad card": (2_400, "5H,5C,6S,7S,KD,2C,3S,8S,8D,1OH"),
        "a cell in quotes": (2_100, '5H,5C,6S,7S,KD,2C,3S,8S,8D,"TD"'),
        "an empty line": (2_200, ""),
    },
)
def test_later_lines_of_text_files(tmp_path, line, text):
    """What later lines hold is said in the same words."""
    path = tmp_path / "hands.csv"
    lines = [",".join(cell or "" for cell in row) for row in HANDS[1:3]] * 1_250
    lines[line] = text
    path.write_text("\n".join(["Anna,,,,,Ben,,,,", *lines]), encoding="utf-8")
    check(path, Options(), Options(skip="1-1501"), Options(hands="A1400:E2450,F1400:J2450"))
