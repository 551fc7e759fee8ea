"""The look of results in a workbook that stays as it is: names indented, winners centred, all in the style of their column."""

import re

import openpyxl
import pytest
from openpyxl.styles import Alignment, Font, PatternFill
from support.blocks import blocks
from support.books import BAD, GOOD, book
from support.parts import STYLES, changed_parts, parts, with_part

from xlpoker.workbook.job import Writing, score

LOOKS = {"value": (None, 0), "hand": ("left", 1), "winner": ("center", 0), "problem": ("left", 1)}
KINDS = ["winner", "value", "hand", "value", "hand", "problem"]


def looks(path, row):
    """Return alignment and indent of the new cells of a row, None where there is no cell."""
    sheet = openpyxl.load_workbook(path).active
    cells = [sheet.cell(row, column) for column in range(11, 17)]
    return [(cell.alignment.horizontal, int(cell.alignment.indent)) for cell in cells if cell.value is not None]


@pytest.mark.parametrize("live", [False, True], ids=["values", "formulas"])
@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_results_are_aligned(tmp_path, streamed, live):
    """As with the other engine; a second run changes nothing, not even a style."""
    path = book(tmp_path / "a.xlsx", [*GOOD * 20, BAD, *GOOD])
    with blocks() if streamed else blocks(first=1000):
        score(path, output=tmp_path / "b.xlsx", writing=Writing(live=live))
        score(tmp_path / "b.xlsx", output=tmp_path / "c.xlsx", writing=Writing(live=live))
    for row in (2, 30, 64):
        assert looks(tmp_path / "b.xlsx", row) == [LOOKS[kind] for kind in KINDS[:5]]
    assert looks(tmp_path / "b.xlsx", 62)[-1] == LOOKS["problem"]
    assert parts(tmp_path / "c.xlsx")[STYLES] == parts(tmp_path / "b.xlsx")[STYLES]
    assert looks(tmp_path / "c.xlsx", 30) == looks(tmp_path / "b.xlsx", 30)
    assert changed_parts(path, tmp_path / "b.xlsx") == ["xl/workbook.xml", "xl/worksheets/sheet1.xml"]


def test_the_style_of_a_column_stays(tmp_path):
    """Fill and font of a column are those of its results; one with an alignment of its own keeps it."""
    made = openpyxl.load_workbook(book(tmp_path / "a.xlsx", GOOD))
    sheet = made.active
    sheet.column_dimensions["M"].fill = PatternFill("solid", fgColor="00FF00")
    sheet.column_dimensions["M"].font = Font(italic=True)
    sheet.column_dimensions["O"].alignment = Alignment(horizontal="right")
    sheet.column_dimensions["K"].alignment = Alignment(vertical="top", wrap_text=True)
    made.save(tmp_path / "a.xlsx")
    score(tmp_path / "a.xlsx", in_place=True)
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx").active
    assert (sheet["M3"].fill.fgColor.rgb, sheet["M3"].font.italic) == ("0000FF00", True)
    assert (sheet["M3"].alignment.horizontal, sheet["M3"].alignment.indent) == ("left", 1)
    assert sheet["O3"].alignment.horizontal == "right"
    winner = sheet["K3"].alignment
    assert (winner.horizontal, winner.vertical, winner.wrap_text) == ("center", "top", True)


STRANGE = {
    "prefixes": (lambda xml: re.sub(r"<(/?)(?![?!])", r"<\1x:", xml).replace(' xmlns="', ' xmlns:x="'), True),
    "single-quotes": (lambda xml: xml.replace('"', "'"), True),
    "blanks-between": (lambda xml: re.sub(r"(<xf |</cellXfs>)", r"\n  \1", xml), True),
    "no-count": (lambda xml: re.sub(r'<cellXfs count="\d+"', "<cellXfs", xml), True),
    "a-comment": (lambda xml: xml.replace("<cellXfs", "<!-- <cellXfs></cellXfs> --><cellXfs"), False),
    "a-comment-within": (lambda xml: xml.replace("</cellXfs>", "<!-- x --></cellXfs>"), False),
    "no-styles-of-cells": (lambda xml: re.sub(r"<cellXfs.*</cellXfs>", "", xml), False),
}


@pytest.mark.parametrize(("change", "understood"), STRANGE.values(), ids=STRANGE)
def test_styles_however_they_are_written(tmp_path, change, understood):
    """What is not understood stays as it is, byte for byte, and the results stand there without a look."""
    path = with_part(book(tmp_path / "a.xlsx", GOOD), change, STYLES)
    score(path, output=tmp_path / "b.xlsx")
    assert (parts(path)[STYLES] != parts(tmp_path / "b.xlsx")[STYLES]) == understood
    if understood:
        assert looks(tmp_path / "b.xlsx", 2) == [LOOKS[kind] for kind in KINDS[:5]]
        assert changed_parts(path, tmp_path / "b.xlsx") == ["xl/workbook.xml", "xl/worksheets/sheet1.xml"]


def test_a_book_without_styles(tmp_path):
    """There is nothing to add to."""
    path = with_part(book(tmp_path / "a.xlsx", GOOD), lambda xml: xml, STYLES)
    from support.parts import zipped

    content = parts(path)
    del content[STYLES]
    content["[Content_Types].xml"] = re.sub(rb"<Override[^<>]*styles.xml[^<>]*/>", b"", content["[Content_Types].xml"])
    name = "xl/_rels/workbook.xml.rels"
    content[name] = re.sub(rb"<Relationship [^<>]*styles[^<>]*/>", b"", content[name])
    path.write_bytes(zipped(content))
    assert score(path, output=tmp_path / "b.xlsx").rows == len(GOOD)
