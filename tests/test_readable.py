"""What is written can be read again, whatever stands in the cells; what could not is refused and replaces nothing."""

from contextlib import nullcontext
from pathlib import Path
from xml.etree import ElementTree as ET

import openpyxl
import pytest
from support.blocks import blocks
from support.books import ONE, TWO, book, cells

from xlpoker.errors import BookError
from xlpoker.report.report import report
from xlpoker.workbook.imports import import_text
from xlpoker.workbook.jobs import Writing, score, wins
from xlpoker.workbook.read import read_grids
from xlpoker.workbook.xlsx import package, part_edits, xml_texts

ODD = {
    "no-character": ("5_xFFFF_", "\uffff", "\ufffd"),
    "byte-order": ("5_xFFFE_", "\ufffe", "\ufffd"),
    "escape": ("5_x001B_", "\x1b", r"\x1b"),
    "literal": ("5_x005F_x0041_", "_x0041_", "_x0041_"),
    "twice-literal": ("5_x005F_x005F_x005F_x0041_", "_x005F_x0041_", "_x005F_x0041_"),
    "half-a-pair": ("5_xD83D_", "_xD83D_", "_xD83D_"),
}


WRITERS = {
    "splice": {},
    "in-place": {"in_place": True},
    "openpyxl": {"engine": "openpyxl"},
    "live": {"writing": Writing(live=True)},
}


@pytest.fixture(params=["held", "streamed"])
def size(request):
    """Hold sheets in memory, or unpack them for each pass."""
    with blocks() if request.param == "streamed" else nullcontext():
        yield request.param


@pytest.mark.slow
@pytest.mark.usefixtures("size")
@pytest.mark.parametrize("named", WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize(("given", "text", "shown"), ODD.values(), ids=ODD)
def test_odd_cells_give_readable_books(tmp_path, given, text, shown, named):
    """The output is read by openpyxl and by ourselves; the reason quotes what can be quoted."""
    rows = [ONE + TWO, [*ONE[:4], given, *TWO], TWO + ONE]  # openpyxl writes escapes as they stand
    counts = score(book(tmp_path / "a.xlsx", rows), **named)
    assert openpyxl.load_workbook(counts.output).active["E2"].value == ONE[4]
    assert wins(counts.output).bad == 1
    (grid,) = read_grids(Path(counts.output))
    assert (
        grid.rows[2][4] == "5" + text or "engine" in named
    )  # openpyxl takes the escape off and writes none
    reasons = [cell for cell in grid.rows[2] if isinstance(cell, str) and cell.startswith("E3: '")]
    assert (
        reasons[0].startswith(f"E3: '5{shown}' is not a card") or "_" in shown
    )  # between cards _ is a blank


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("_given", "text", "_shown"), ODD.values(), ids=ODD)
def test_texts_come_through_new_books(tmp_path, _given, text, _shown):
    """What a workbook can hold is in it as it was in the text file: an escape is no escape twice."""
    path = tmp_path / "a.csv"
    lines = [",".join(ONE + TWO), ",".join([*ONE[:4], "5" + text, *TWO]), ",".join(TWO + ONE)]
    path.write_text("\n".join(lines), encoding="utf-8")
    import_text(path, tmp_path / "b.xlsx")
    score(path, output=tmp_path / "c.xlsx")
    kept = "\ufffd" if text in "\uffff\ufffe\x1b" else text
    for made in (tmp_path / "b.xlsx", tmp_path / "c.xlsx"):
        assert wins(made).bad == 1
        assert read_grids(made)[0].rows[2][4] == "5" + kept
    summary = report(tmp_path / "c.xlsx").output
    assert cells(Path(summary))[1][1] == "Poker report"


@pytest.mark.slow
def test_every_character_can_be_written():
    """Expat reads each of the 1,114,112 back from a cell: itself, or what stands for what XML cannot hold."""
    text = "".join(map(chr, range(0x110000)))
    found = ET.fromstring(b"<t>%s</t>" % xml_texts.xml_text(text)).text
    illegal = (*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)
    assert found == text.translate(dict.fromkeys(illegal, "\ufffd") | {13: "_x000D_"})


NEW = {
    "splice": lambda path, out: score(path, output=out, force=True),
    "openpyxl": lambda path, out: score(path, output=out, engine="openpyxl", force=True),
    "report": lambda path, out: report(path, output=out, force=True),
}


@pytest.mark.sampled(3)
@pytest.mark.usefixtures("size")
@pytest.mark.parametrize("job_of", NEW.values(), ids=NEW)
def test_a_text_that_breaks_the_xml_replaces_nothing(tmp_path, monkeypatch, job_of):
    """Should a character slip through, the parser refuses what was made before it takes the place of the old file."""
    path, out = book(tmp_path / "a.xlsx", [ONE + TWO, [*ONE[:4], "5", *TWO]]), tmp_path / "b.xlsx"
    job_of(path, out)
    before = out.read_bytes()
    book(
        path, [ONE + TWO, [*ONE[:4], f"{tmp_path.name}\ue000", *TWO]]
    )  # a text that no run has made before
    monkeypatch.setattr(xml_texts, "legal", lambda text: text.replace("\ue000", "\uffff"))
    monkeypatch.setattr("xlpoker.workbook.openpyxl_engine.legal", xml_texts.legal)
    with pytest.raises(BookError) as caught:
        job_of(path, out)
    assert str(caught.value).startswith(f"{out} was not written: xl/")
    assert out.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.xlsx", "b.xlsx"]


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize("most", [package.CHECKED, 900], ids=["whole", "beginning"])
def test_a_part_that_is_no_xml_replaces_nothing(tmp_path, monkeypatch, most):
    """A mistake of ours in front of the rows is seen, in a large sheet of which only the beginning is read too."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 40)
    before = path.read_bytes()
    monkeypatch.setattr(package.checked, "__defaults__", (most,))
    real = part_edits.with_widths
    monkeypatch.setattr(
        part_edits,
        "with_widths",
        lambda *given: real(*given).replace(b"<sheetData>", b"</oops><sheetData>"),
    )
    with pytest.raises(BookError) as caught:
        score(path, in_place=True)
    assert str(caught.value).startswith(
        f"{path} was not written: xl/worksheets/sheet1.xml cannot be read back: mismatch"
    )
    assert path.read_bytes() == before
