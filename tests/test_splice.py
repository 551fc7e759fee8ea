"""Scoring by the splice: what openpyxl's engine writes is written, and nothing else of the workbook changes."""

import random
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from openpyxl.styles import Alignment, Font, PatternFill
from support.books import BAD, CARDS, LABELS, ONE, RESULTS, TWO, book, cells, trimmed
from support.cases import cases
from support.parts import SHEET, changed_parts, parts, with_part
from support.refused import refused
from support.rich_books import BOOK, hands_book, inject, macros

from xlpoker.errors import BookError, OptionError
from xlpoker.workbook.jobs import Options, Writing, score

ENGINES = pytest.mark.parametrize("engine", ["splice", "openpyxl"])
HEADER = tuple(RESULTS)
TYPES = "[Content_Types].xml"
KINDS = (
    "vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
    "vnd.ms-excel.sheet.macroEnabled.main+xml",
)
RESULT = (2, 2067, "One Pair, Fives", 2633, "One Pair, Eights")
CHOICES = "--at and --live work only for .xlsx and .xlsm with the engine splice; leave them out"


def test_nothing_else_changes(tmp_path):
    """Without formulas the sheet, its formats and the names of the book are all that differs, and all its old cells are there."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO, [None] * 10, TWO + ONE])
    score(path)
    assert changed_parts(path, tmp_path / "a.scored.xlsx") == [
        "xl/styles.xml",
        "xl/workbook.xml",
        SHEET,
    ]
    assert cells(tmp_path / "a.scored.xlsx") == [
        (*LABELS, *[None] * 4, *HEADER), (*ONE, *TWO, *RESULT), (None,) * 15, (*TWO, *ONE, 1, *RESULT[3:], *RESULT[1:3]),
    ]  # fmt: skip


def test_formulas_are_calculated_when_the_book_is_opened(tmp_path):
    """A formula may refer to the new cells: the workbook part asks for a calculation, cached values stay."""
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet("Hands")
        for row, values in enumerate([LABELS, ONE + TWO, TWO + ONE]):
            sheet.write_row(row, 0, values)
        sheet.write_formula("A6", "=COUNTIF(O:O,1)", value=7)
    with_part(path, lambda xml: xml.replace(' fullCalcOnLoad="1"', ""), "xl/workbook.xml")
    score(path)
    assert changed_parts(path, tmp_path / "a.scored.xlsx") == [
        "xl/styles.xml",
        "xl/workbook.xml",
        SHEET,
    ]
    assert b'fullCalcOnLoad="1"' in parts(tmp_path / "a.scored.xlsx")["xl/workbook.xml"]
    made = openpyxl.load_workbook(tmp_path / "a.scored.xlsx", data_only=True)
    assert (made["Hands"]["A6"].value, made["Hands"]["K2"].value) == (7, 2)


def formatted(path):
    """Write a book with formats of labels, of empty cells at the right, of a column and of a row."""
    made = openpyxl.load_workbook(book(path, [ONE + TWO, TWO + ONE, ONE + TWO]))
    sheet = made.active
    sheet["F1"].font = Font(bold=True)
    sheet["K2"].fill = sheet["T2"].fill = PatternFill("solid", fgColor="00FF00")
    sheet.column_dimensions["M"].font = Font(italic=True)
    sheet.column_dimensions["M"].width = 3
    sheet.column_dimensions["N"].alignment = Alignment(horizontal="right")
    sheet.row_dimensions[4].font = Font(underline="single")
    made.save(path)
    return path


@ENGINES
def test_formats_are_taken_from_what_is_there(tmp_path, engine):
    """Titles look like the label at their left; cells keep their own format, else have the row's or the column's: twice, too."""
    path = formatted(tmp_path / "a.xlsx")
    for scale, value in (("strength", 2067), ("cactus", 5396)):
        score(path, Options(scale=scale), in_place=True, engine=engine)
        sheet = openpyxl.load_workbook(path).active
        assert all(sheet.cell(1, column).font.bold for column in range(11, 16))
        assert (sheet["K2"].value, sheet["L2"].value) == (2, value)
        assert sheet["K2"].fill.fgColor.rgb == sheet["T2"].fill.fgColor.rgb == "0000FF00"
        assert sheet["M3"].font.italic
        assert (sheet["N3"].alignment.horizontal, sheet["K3"].alignment.horizontal) == (
            "right",
            "center",
        )
        assert [sheet.cell(4, column).font.underline for column in (11, 12, 13)] == ["single"] * 3
        assert [sheet.column_dimensions[letter].width for letter in "LMO"] == [16, 3, 28]


WRITTEN = {
    "as-it-is": lambda xml: xml,
    "prefixes": lambda xml: re.sub(r"<(/?)(?![?!])", r"<\1x:", xml).replace(' xmlns="', ' xmlns:x="'),
    "comments": lambda xml: xml.replace("<row ", "<!-- <row> --><row ").replace("</c>", "</c><!-- c -->"),
    "blanks": lambda xml: xml.replace("<c ", "\n  <c ").replace("</row>", "\n </row>"),
    "single-quotes": lambda xml: xml.replace('"', "'"),
    "no-addresses": lambda xml: re.sub(r'<c r="[A-Z]+[2-9]"', "<c", xml),
    "no-row-numbers": lambda xml: re.sub(r'<row r="[1-3]"', "<row", xml),
    "spans": lambda xml: re.sub(r'(<row r="\d+")', r'\1 spans="1:10"', xml),
    "short-spans": lambda xml: re.sub(r'(<row r="\d+")', r'\1 spans="1:9"', xml),
    "mixed-spans": lambda xml: xml.replace('<row r="2"', '<row r="2" spans="1:9"').replace('<row r="3"', '<row spans="1:10" r="3"'),
    "no-dimension": lambda xml: re.sub(r"<dimension[^>]*>", "", xml),
    "lying-dimension": lambda xml: re.sub(r'(<dimension ref=")[^"]*', r"\1A1", xml),
    "empty-rows": lambda xml: xml.replace("</sheetData>", '<row r="50"/><row r="60" ht="20"></row></sheetData>'),
    "byte-order-mark": lambda xml: "\ufeff" + xml,
}  # fmt: skip


@pytest.mark.sampled(7)
@pytest.mark.parametrize("change", WRITTEN.values(), ids=WRITTEN)
def test_any_way_to_write_a_sheet(tmp_path, change):
    """However the XML of the sheet is written, the results are those of openpyxl's engine."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO, BAD, [None] * 10, TWO + ONE])
    score(path, output=tmp_path / "oracle.xlsx", engine="openpyxl")
    with_part(path, change)
    score(path, output=tmp_path / "b.xlsx")
    assert trimmed(cells(tmp_path / "b.xlsx")) == trimmed(cells(tmp_path / "oracle.xlsx"))
    assert changed_parts(path, tmp_path / "b.xlsx") == ["xl/styles.xml", "xl/workbook.xml", SHEET]
    score(tmp_path / "b.xlsx", in_place=True)
    assert trimmed(cells(tmp_path / "b.xlsx")) == trimmed(cells(tmp_path / "oracle.xlsx"))


@pytest.mark.slow
def test_rows_whose_numbers_grow_longer(tmp_path):
    """Good rows, bad ones and others in any order, far apart: each gets the cells that openpyxl's engine writes."""
    made, chance = openpyxl.Workbook(), random.Random(5)
    for number in sorted({*chance.sample(range(2, 1200), 150), *range(95, 106), *range(990, 1010)}):
        for column, cell in enumerate(chance.choice([ONE + TWO, TWO + ONE, BAD, ["a note"]]), 1):
            made.active.cell(number, column, cell)
    made.save(tmp_path / "a.xlsx")
    for engine in ("splice", "openpyxl"):
        score(
            tmp_path / "a.xlsx",
            hands="A2:E1199,F2:J1199",
            output=tmp_path / f"{engine}.xlsx",
            engine=engine,
        )
    found = cells(tmp_path / "splice.xlsx")
    assert found == cells(tmp_path / "openpyxl.xlsx")
    assert {len(set(row[10:])) for row in found} == {1, 2, 6}


@pytest.mark.sampled(2)
@ENGINES
def test_a_row_of_labels_that_is_not_there(tmp_path, engine):
    """Above the hands a row is made, or filled where it is empty; the second run finds it."""
    path = book(tmp_path / "a.xlsx", [[], ONE + TWO], labels=["Home game"])
    with_part(
        path,
        lambda xml: xml.replace('<row r="3"', '<row r="2" ht="30" customHeight="1" /><row r="3"'),
        target=tmp_path / "c.xlsx",
    )
    for target in (path, tmp_path / "c.xlsx"):
        for _ in range(2):
            score(target, in_place=True, engine=engine)
            assert [row[10:] for row in cells(target)] == [(None,) * 5, HEADER, RESULT]
    assert openpyxl.load_workbook(tmp_path / "c.xlsx").active.row_dimensions[2].height == 30


def check_tables(path):
    """Check that the columns of each table have names of their own, which stand in the cells of its header; return them."""
    sheet = openpyxl.load_workbook(path).worksheets[0]
    found = []
    for table in sheet.tables.values():
        names = [column.name for column in table.tableColumns]
        assert names == [str(cell.value) for cell in sheet[table.ref][0]]
        assert len({name.casefold() for name in names}) == len(names)
        found += names
    return found


def own_table(path, labels, rows, *more):
    """Write a table with columns of the user's."""
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet("Hands")
        columns = [{"header": label} for label in labels]
        sheet.add_table(0, 0, len(rows), len(labels) - 1, {"data": rows, "columns": columns})
        for row in more:
            sheet.write_row(*row)
    return path


@pytest.mark.sampled(3)
@cases(
    ("labels", "rows", "columns", "new"),
    {
        "winner": ([*CARDS, "Winner"], [[*ONE, *TWO, "Anna"]] * 3, "winner", ["Winner2"]),
        "any-case": (
            [*CARDS, "winner", "Winner2"],
            [[*ONE, *TWO, "a", 7]] * 3,
            "winner",
            ["Winner3"],
        ),
        "both": (
            [*CARDS[:5], "Value", "Hand", "Pot"],
            [[*ONE, 5, 6, 7]] * 3,
            None,
            ["Value2", "Hand2"],
        ),
        "some": (["Hand", *CARDS[:5]], [[7, *ONE]] * 3, None, ["Value", "Hand2"]),
        "problem": (
            [*CARDS[:5], "Problem"],
            [[*ONE, "?"], [*BAD[:5], ""]],
            None,
            ["Value", "Hand", "Problem2"],
        ),
    },
)
def test_names_in_a_table_stay_different(tmp_path, labels, rows, columns, new):
    """A table never gets a second column of a name: it is numbered, as Excel does, and found again."""
    path = own_table(tmp_path / "a.xlsx", labels, rows)
    score(path, in_place=True, writing=Writing(columns=columns))
    assert check_tables(path) == [*labels, *new]
    assert [row[: len(labels)] for row in cells(path)[1:]] == [
        tuple(cell or None for cell in row) for row in rows
    ]
    score(path, in_place=True, writing=Writing(columns=columns))
    assert check_tables(path) == [*labels, *new]


def test_a_label_inside_a_table_is_the_name_of_its_column(tmp_path):
    """Results that are to go over a column of a table leave its label, which the table knows it by."""
    path = own_table(tmp_path / "a.xlsx", [*CARDS, "Pot"], [[*ONE, *TWO, 7]] * 3)
    score(path, in_place=True, writing=Writing(columns="winner", at="K", overwrite=True))
    assert check_tables(path) == [*CARDS, "Pot"]
    assert [row[10] for row in cells(path)] == ["Pot", 2, 2, 2]


@pytest.mark.sampled(3)
@ENGINES
@cases(
    ("more", "why", "first"),
    {
        "beside": (
            [(1, 12, ["mine"])],
            "A1:J4 does not grow, as other cells or a drawing stand right of it",
            "N",
        ),
        "at-its-edge": (
            [(2, 10, ["mine"])],
            "A1:J4 does not grow, as other cells or a drawing stand right of it",
            "L",
        ),
        "below": ([(4, 0, [*ONE, *TWO])], "A1:J4 does not grow, as the hands go on below it", "K"),
    },
)
def test_a_table_that_does_not_grow_says_why(tmp_path, more, why, first, engine):
    """The results stand right of everything, and a warning tells the reason; once they are there nothing is said."""
    path = own_table(tmp_path / "a.xlsx", CARDS, [[*ONE, *TWO]] * 3, *more)
    assert score(path, output=tmp_path / "b.xlsx", engine=engine).warnings == [f"the table {why}"]
    assert engine == "openpyxl" or changed_parts(path, tmp_path / "b.xlsx") == [
        "xl/styles.xml",
        "xl/workbook.xml",
        SHEET,
    ]
    assert check_tables(tmp_path / "b.xlsx") == CARDS
    sheet = openpyxl.load_workbook(tmp_path / "b.xlsx").active
    assert [sheet[f"{first}{row}"].value for row in (1, 2)] == ["Winner", 2]
    row, column, texts = more[0]
    assert sheet.cell(row + 1, column + 1).value == texts[0]
    assert score(tmp_path / "b.xlsx", in_place=True, engine=engine).warnings == []


def test_formulas_with_their_values(tmp_path):
    """--live writes what a person would type, with what it gives; without it the values stand there again."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO, BAD])
    score(path, Options(scale="percentile"), in_place=True, writing=Writing(live=True))
    assert cells(path)[1][10:15] == (
        "=WINNER(A2:E2,F2:J2)", '=HANDVAL(A2:E2,"percentile")', "=HANDNAME(A2:E2)", '=HANDVAL(F2:J2,"percentile")',
        "=HANDNAME(F2:J2)",
    )  # fmt: skip
    sheet = openpyxl.load_workbook(path, data_only=True).active
    assert [sheet.cell(2, column).value for column in (13, 15, 11)] == [
        "One Pair, Fives",
        "One Pair, Eights",
        2,
    ]
    score(path, in_place=True)
    assert cells(path)[1][10:15] == RESULT


def test_occupied_cells_are_not_written(tmp_path):
    """Where a column is named the cells in it must be empty, or be given up by name."""
    path = book(
        tmp_path / "a.xlsx",
        [[*ONE, *TWO, None, "mine"], TWO + ONE],
        labels=[*LABELS, *[None] * 4, None, "Notes"],
    )
    before = path.read_bytes()
    with refused(
        BookError,
        "Sheet1!L1 is not empty; name another column, or use --overwrite to write over 2 cells",
    ):
        score(path, in_place=True, writing=Writing(at="K"))
    assert path.read_bytes() == before
    with refused(BookError, "column C of Sheet1 holds cards of the hands; name another column"):
        score(path, in_place=True, writing=Writing(at="C", overwrite=True))
    assert path.read_bytes() == before
    score(path, in_place=True, writing=Writing(at="K", overwrite=True))
    assert [row[10:] for row in cells(path)] == [HEADER, RESULT, (1, *RESULT[3:], *RESULT[1:3])]
    score(path, output=tmp_path / "b.xlsx", writing=Writing(at="Z"))
    assert cells(tmp_path / "b.xlsx")[0][25:] == HEADER


CHAIN = b'<calcChain xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><c r="K2" i="1"/><c r="A9"/></calcChain>'


@cases(("at", "stays"), {"written over": ("K", False), "beside": ("L", True)})
def test_the_calculation_chain_names_formulas_only(tmp_path, at, stays):
    """It goes with the first formula that is written over, for spreadsheet programs to make it anew; else it stays to the byte."""
    path = book(tmp_path / "a.xlsx", [[*ONE, *TWO, "=A1"], [*TWO, *ONE, "=A1"]])
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain"
    added = [(BOOK, "c1", kind, "calcChain.xml")]
    inject(
        path, added={"xl/calcChain.xml": CHAIN}, relations=added, types=[("/xl/calcChain.xml", "x")]
    )
    score(path, in_place=True, writing=Writing(at=at, overwrite=True))
    found = parts(path)
    assert found.get("xl/calcChain.xml") == (CHAIN if stays else None)
    assert (
        (b"calcChain" in found[TYPES])
        == (b"calcChain" in found["xl/_rels/workbook.xml.rels"])
        == stays
    )
    assert cells(path)[1][-5:] == RESULT


@cases(
    ("place", "attributes", "first"),
    {
        "array": ("K2", 't="array" ref="K2:L3"', "K2"),
        "spilled": ("N9", 't="array" ref="N1:N9"', "N1"),
        "shared": ("K2", 't="shared" ref="K2:K9" si="0"', "K2"),
    },
)
def test_formulas_over_several_cells_are_never_cut(tmp_path, place, attributes, first):
    """Not even with --overwrite: a part of such a formula cannot be replaced."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO, TWO + ONE])
    cell = f'<c r="{place}"><f {attributes}>A1</f><v>1</v></c>'
    if place == "K2":
        with_part(
            path, lambda xml: re.sub(r'(<row r="2".*?)(</row>)', rf"\1{cell}\2", xml, count=1)
        )
    else:
        with_part(
            path, lambda xml: xml.replace("</sheetData>", f'<row r="9">{cell}</row></sheetData>')
        )
    before, (area,) = path.read_bytes(), re.findall('ref="(.*?)"', attributes)
    message = (
        f"Sheet1!{first} is part of a formula that fills {area}; column {first[0]} stays as it is"
    )
    with refused(BookError, message):
        score(
            path,
            Options(hands="A2:E3,F2:J3"),
            in_place=True,
            writing=Writing(at="K", overwrite=True),
        )
    assert path.read_bytes() == before


def test_merged_cells_are_left_alone(tmp_path):
    """The results go behind a merged area beside the hands; into its hidden cells nobody writes."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO, TWO + ONE])
    made = openpyxl.load_workbook(path)
    made.active.merge_cells("K2:M3")
    made.save(path)
    score(path, output=tmp_path / "b.xlsx")
    assert cells(tmp_path / "b.xlsx")[1][13:] == RESULT
    with refused(BookError, "Sheet1!L2 is part of the merged area K2:M3; column L stays as it is"):
        score(path, writing=Writing(at="L", overwrite=True))


@cases(
    ("name", "given", "message"),
    {
        "openpyxl": ("a.xlsx", {"engine": "openpyxl", "writing": Writing(at="M")}, CHOICES),
        "text": ("a.csv", {"writing": Writing(at="M")}, CHOICES),
        "to-text": ("a.xlsx", {"output": "b.csv", "writing": Writing(live=True)}, CHOICES),
        "formulas-of-numbers": ("a.xlsx", {"cards": "uci", "hands": "A2:J2", "writing": Writing(live=True)}, "formulas (--live) work only for cards as texts, not with --cards"),
        "formulas-of-a-game": ("a.xlsx", {"game": "front", "writing": Writing(live=True)}, "formulas (--live) work only with --game five-card and --jokers natural"),
        "winner-of-one": ("a.xlsx", {"hands": "A2:E2", "writing": Writing(columns="winner")}, "with one hand in each row there is no winner; choose --columns value,hand"),
        "ending": ("a.xlsx", {"output": "b.ods"}, "b.ods has no ending that can be written here; choose .xlsx, .xlsm, .csv or .parquet"),
    },
)  # fmt: skip
def test_options_that_do_not_fit(tmp_path, monkeypatch, name, given, message):
    """Where and how cells are written cannot be chosen where a file is written anew, nor what the hands do not have."""
    monkeypatch.chdir(tmp_path)
    book(tmp_path / "a.xlsx", [ONE + TWO])
    (tmp_path / "a.csv").write_text(",".join(ONE + TWO))
    with refused((BookError, OptionError), message):
        score(name, **given)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.xlsx"]


@pytest.mark.slow
@ENGINES
def test_the_last_column_is_the_last(tmp_path, engine):
    """There is no room behind XFD."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    with_part(
        path,
        lambda xml: xml.replace(
            "</sheetData>", '<row r="9"><c r="XFC9"><v>1</v></c></row></sheetData>'
        ),
    )
    with refused(
        BookError,
        "there is no room right of the last column of Sheet1; name the hands of another sheet",
    ):
        score(path, Options(hands="A2:E2,F2:J2"), engine=engine)


def test_macros_stay(tmp_path):
    """A book with macros keeps them to the byte; as .xlsx it is refused, not written by an engine that nobody asked for."""
    path = hands_book(tmp_path / "a.xlsm", macros)
    counts = score(path)
    assert counts.output == str(tmp_path / "a.scored.xlsm")
    assert changed_parts(path, tmp_path / "a.scored.xlsm") == [
        "xl/styles.xml",
        "xl/workbook.xml",
        SHEET,
    ]
    with refused(
        BookError,
        "a.xlsm holds macros; name the output .xlsm, or leave them out: --engine openpyxl",
    ):
        score(path, output=tmp_path / "b.xlsx")
    lost = "1 <legacyDrawing>; parts xl/drawings/vmlDrawing1.vml, xl/vbaProject.bin"
    assert score(path, output=tmp_path / "b.xlsx", engine="openpyxl").warnings == [
        f"b.xlsx lacks {lost}"
    ]
    assert b"macroEnabled" not in parts(tmp_path / "b.xlsx")[TYPES]
    assert score(path, output=tmp_path / "d.xlsm", engine="openpyxl").warnings == []
    assert parts(tmp_path / "d.xlsm")["xl/vbaProject.bin"] == parts(path)["xl/vbaProject.bin"]
    named = path.rename(tmp_path / "named.xlsx")
    with pytest.raises(BookError, match=r"^named\.xlsx holds macros; name the output \.xlsm, "):
        score(named)
    assert changed_parts(named, Path(score(named, output=tmp_path / "c.xlsm").output)) == [
        "xl/styles.xml",
        "xl/workbook.xml",
        SHEET,
    ]


def test_a_content_type_is_no_macro(tmp_path):
    """SheetJS lists a type with macros among the defaults of any book: cached values and unknown parts stay all the same."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    default = '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>'
    with_part(path, lambda xml: xml.replace("</Types>", default), TYPES)
    with_part(path, lambda xml: xml.replace("</row>", '<c r="Z1"><f>1+1</f><v>7</v></c></row>', 1))
    with zipfile.ZipFile(path, "a") as made:
        made.writestr("xl/metadata.xml", "<metadata/>")
    counts = score(path)
    assert counts.warnings == []
    assert changed_parts(path, Path(counts.output)) == ["xl/styles.xml", "xl/workbook.xml", SHEET]
    assert b"<f>1+1</f><v>7</v>" in parts(Path(counts.output))[SHEET]


def test_an_xlsm_without_macros_may_become_an_xlsx(tmp_path):
    """The type of the workbook is then that of an .xlsx: Excel refuses one that says that it may hold macros."""
    path = book(tmp_path / "a.xlsm", [ONE + TWO])
    with_part(path, lambda xml: xml.replace(*KINDS), TYPES)
    for name, kind in (("b.xlsx", KINDS[0]), ("c.xlsm", KINDS[1])):
        score(path, output=tmp_path / name)
        assert parts(tmp_path / name)[TYPES].count(kind.encode()) == 1
        assert TYPES in changed_parts(path, tmp_path / name) or name == "c.xlsm"
