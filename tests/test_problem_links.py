"""The reason beside a bad row: a link to the bad cell, in a column that is wide enough; all other links stay."""

import re
import zipfile
from xml.etree import ElementTree as ET

import openpyxl
import pytest
import xlsxwriter
from support.books import BAD, CARDS, GOOD, book
from support.parts import SHEET, changed_parts

from xlpoker.workbook.job import score
from xlpoker.workbook.xlsx.part_edits import with_links

pytestmark = pytest.mark.filterwarnings("ignore:.*xtension is not supported")  # openpyxl, of data bars
ENGINES = ["splice", "openpyxl"]
ORDER = (
    "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios "
    "autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations "
    "hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches "
    "ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls "
    "webPublishItems tableParts extLst"
).split()


def full(path, rows, *, links=True):
    """Write a book whose sheet has most of what may stand behind its rows."""
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet('Joe\'s "A & B"')
        for number, row in enumerate([CARDS, *rows]):
            sheet.write_row(number, 0, row)
        sheet.merge_range(40, 0, 40, 3, "merged")
        sheet.conditional_format("A50:B51", {"type": "data_bar", "data_bar_2010": True})
        sheet.data_validation("A60", {"validate": "list", "source": ["a", "b"]})
        if links:
            sheet.write_url("A70", "https://example.com/", string="theirs")
            sheet.write_url("A71", "internal:'Joe''s \"A & B\"'!A1", string="mine")
        sheet.set_margins(left=1)
        sheet.set_landscape()
        sheet.set_h_pagebreaks([20])
        sheet.write_comment("A2", "a remark")
        sheet.insert_textbox("L50", "a note")
    return path


def links_of(path):
    """Return the links of a book's first sheet by cell, and check that its elements stand in their order."""
    with zipfile.ZipFile(path) as package:
        tags = [re.sub(r"\{.*\}", "", one.tag) for one in ET.fromstring(package.read(SHEET))]
    assert [ORDER.index(tag) for tag in tags] == sorted(ORDER.index(tag) for tag in tags)
    sheet = openpyxl.load_workbook(path).worksheets[0]
    return {cell.coordinate: cell.hyperlink.location for row in sheet for cell in row if cell.hyperlink}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("links", [True, False], ids=["beside-others", "alone"])
def test_the_reason_is_a_link_to_the_bad_cell(tmp_path, links, engine):
    """Each bad row has one; links that were there stay, and so does every other part."""
    path = full(tmp_path / "a.xlsx", [*GOOD, BAD, [*BAD[:4], "KD", *BAD[5:9], "xx"]], links=links)
    before = links_of(path)
    score(path, output=tmp_path / "b.xlsx", engine=engine, force=True)
    found = links_of(tmp_path / "b.xlsx")
    assert found == before | {"P5": "'Joe''s \"A & B\"'!E5", "P6": "'Joe''s \"A & B\"'!J6"}
    if engine == "splice":
        assert changed_parts(path, tmp_path / "b.xlsx") == ["xl/workbook.xml", SHEET]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("links", [True, False], ids=["beside-others", "alone"])
def test_links_go_with_their_reasons(tmp_path, links, engine):
    """Scored again there is one link a bad row; once a card is corrected its link is gone, and the others stay."""
    path = full(tmp_path / "a.xlsx", [*GOOD, BAD], links=links)
    before = links_of(path)
    score(path, in_place=True, engine=engine, force=True)
    once = links_of(path)
    score(path, in_place=True, engine=engine, force=True)
    assert links_of(path) == once
    made = openpyxl.load_workbook(path)
    made.worksheets[0]["E5"] = "10H"
    made.save(path)
    assert score(path, in_place=True, engine=engine, force=True).bad == 0
    assert links_of(path) == before


def test_a_new_workbook_has_such_a_column(tmp_path):
    """A text file that becomes a workbook gets a column of problems as wide as its reasons, too."""
    (tmp_path / "a.txt").write_text("\n".join(map(" ".join, [*GOOD, BAD])), encoding="utf-8")
    score(tmp_path / "a.txt", output=tmp_path / "b.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "b.xlsx").active
    assert sheet.column_dimensions["P"].width == len(sheet["P5"].value) + 2


@pytest.mark.parametrize("engine", ENGINES)
def test_the_column_is_as_wide_as_its_longest_reason(tmp_path, engine):
    """No reason is cut, and a short one takes no more room than it needs."""
    rows = [*GOOD, BAD, [*BAD[:4], "the king of clubs?", *BAD[5:]]]
    score(book(tmp_path / "a.xlsx", rows), output=tmp_path / "b.xlsx", engine=engine)
    sheet = openpyxl.load_workbook(tmp_path / "b.xlsx").active
    assert sheet.column_dimensions["P"].width == max(len(cell.value or "") for cell in sheet["P"]) + 2


TAILS = {
    "nothing-behind": ("</sheetData></worksheet>", "</sheetData>+</worksheet>"),
    "margins": ("</sheetData><mergeCells/><pageMargins/></worksheet>", "</sheetData><mergeCells/>+<pageMargins/></worksheet>"),
    "views-with-margins": (
        "</sheetData><customSheetViews><customSheetView><pageMargins/></customSheetView></customSheetViews></worksheet>",
        "</sheetData><customSheetViews><customSheetView><pageMargins/></customSheetView></customSheetViews>+</worksheet>",
    ),
    "a-choice": (
        "</sheetData><mc:AlternateContent><controls/></mc:AlternateContent></worksheet>",
        "</sheetData>+<mc:AlternateContent><controls/></mc:AlternateContent></worksheet>",
    ),
    "formats-in-an-extension": (
        "</sheetData><extLst><ext><x14:conditionalFormatting></x14:conditionalFormatting></ext></extLst></worksheet>",
        "</sheetData>+<extLst><ext><x14:conditionalFormatting></x14:conditionalFormatting></ext></extLst></worksheet>",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("tail", "found"), TAILS.values(), ids=TAILS)
def test_where_links_stand(tail, found):
    """The list of links stands where the schema wants it, outside of every other element."""
    made = with_links(tail.encode(), [("K2", "A!B2")], b"", lambda *_: False).decode()
    assert made == found.replace("+", '<hyperlinks><hyperlink ref="K2" location="A!B2"/></hyperlinks>')
    assert with_links(made.encode(), [], b"", lambda row, column: (row, column) == (1, 10)).decode() == tail


def test_more_bad_rows_than_links(tmp_path, monkeypatch):
    """A sheet holds so many links and no more; the reasons are there all the same."""
    monkeypatch.setattr("xlpoker.workbook.xlsx.part_edits.MOST_LINKS", 2)
    score(book(tmp_path / "a.xlsx", [*GOOD, BAD, BAD, BAD]), output=tmp_path / "b.xlsx")
    assert list(links_of(tmp_path / "b.xlsx")) == ["P5", "P6"]
    assert openpyxl.load_workbook(tmp_path / "b.xlsx").active["P7"].value.startswith("E7: ")


def test_links_over_several_cells_stay():
    """A link of the user's that begins in a cell of ours leads on from the others."""
    tail = '</sheetData><hyperlinks><hyperlink ref="K2:M2" location="A!B2"/></hyperlinks></worksheet>'
    assert with_links(tail.encode(), [], b"", lambda *_: True).decode() == tail
