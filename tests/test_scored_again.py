"""Sheets scored and scored again: old results replaced in blocks, byte for byte what replacing row by row makes of them."""

import re

import pytest
from support.blocks import blocks
from support.books import BAD, GOOD, LABELS, ONE, TIE, TWO, cells, shared_book, trimmed
from support.parts import SHEET, parts, with_part

from xlpoker.errors import BookError
from xlpoker.workbook.job import Options, Writing, score, wins

pytestmark = pytest.mark.slow

THREE = Writing(columns="value,winner")
MISSING = [*ONE[:3], None, *ONE[4:], *TWO]
NOTE = [*ONE, *TWO, None, None, None, None, None, "late"]
SHEETS = {
    "plain": (GOOD * 100, {}, {"columns": "value,winner"}),
    "all-columns": (GOOD * 100, {}, {}),
    "no-labels": (GOOD * 100, {"labels": None}, {}),
    "bad-texts": ([*GOOD * 30, BAD, *GOOD * 30, BAD, BAD, *GOOD * 30], {}, {}),
    "cells-missing": ([*GOOD * 30, MISSING, *GOOD * 30, MISSING, MISSING, *GOOD * 30, MISSING], {}, {}),
    "blank-rows": ([*GOOD * 40, [None] * 10, *GOOD * 40], {}, {}),
    "a-note-beside": ([*GOOD * 50, NOTE, *GOOD * 50], {}, {}),
    "cards-beside-few": ([*GOOD * 50, [*ONE, *TWO, None, "5H"], *GOOD * 50], {}, {}),
    "numbers-beside": ([[number, *row, number / 8] for number, row in enumerate(GOOD * 100)], {"labels": ["#", *LABELS]}, {}),
    "one-hand": ([ONE, TWO, TIE] * 110, {"labels": ["Hand"]}, {}),
    "a-column-named": (GOOD * 100, {}, {"at": "AA", "overwrite": True, "columns": "value,winner"}),
    "texts": (GOOD * 100, {}, {"columns": "hand,winner"}),
    "formulas": (GOOD * 60, {}, {"live": True}),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _streamed():
    """Stream every sheet, some thirty rows at a time."""
    with blocks(first=40, piece=12_000):
        yield


def sheet_of(path):
    """Return the text of the worksheet part."""
    return parts(path)[SHEET].decode()


def slower(work):
    """Do something with all rows made in blocks of a few rows."""
    with blocks(first=40, piece=1500):
        return work()


@pytest.mark.parametrize(("rows", "made", "writing"), SHEETS.values(), ids=SHEETS)
def test_scored_and_scored_again(tmp_path, rows, made, writing):
    """The first run, the second one over its results, and one on another scale: the same bytes either way."""
    path = shared_book(tmp_path / "a.xlsx", rows, **made)
    names = ["one", "two", "three"]

    def work(folder):
        folder.mkdir()
        one, two, three = [folder / f"{name}.xlsx" for name in names]
        first = score(path, output=one, writing=Writing(**writing))
        score(one, output=two, writing=Writing(**writing))
        score(two, Options(scale="percentile"), output=three, writing=Writing(**writing))
        return first, [sheet_of(each) for each in (one, two, three)]

    found, parts = work(tmp_path / "fast")
    expected, wanted = slower(lambda: work(tmp_path / "slow"))
    assert [one == other for one, other in zip(parts, wanted, strict=True)] == [True] * 3
    assert (found.rows, found.players, found.ties, list(map(str, found.errors))) == (
        expected.rows, expected.players, expected.ties, list(map(str, expected.errors)),
    )  # fmt: skip
    if not {"live": True, "columns": "hand,winner"}.items() & writing.items():  # names and winners prove nothing
        assert parts[0] == parts[1]
    assert wins(path).players == found.players
    if not writing:
        oracle = tmp_path / "oracle.xlsx"
        score(path, output=oracle, engine="openpyxl")
        assert trimmed(cells(tmp_path / "fast" / "one.xlsx")) == trimmed(cells(oracle))


CHANGES = {
    "styles": lambda xml: re.sub(r'<c r="K(\d+)">', r'<c r="K\1" s="0">', xml),
    "a-result-gone": lambda xml: re.sub(r'<c r="L(\d+)"><v>\d+</v></c>', "", xml),
    "one-result-gone": lambda xml: re.sub(r'<c r="L77"><v>\d+</v></c>', "", xml),
    "an-empty-one": lambda xml: re.sub(r'<c r="M(\d+)"><v>\d+</v></c>', r'<c r="M\1" s="0"/>', xml),
    "spans-of-the-hands": lambda xml: xml.replace('spans="1:13"', 'spans="1:9"'),
    "a-column-behind": lambda xml: re.sub(r'(<c r="M(\d+)"><v>\d+</v></c>)', r'\1<c r="P\2"><v>7</v></c>', xml),
    "a-high-row": lambda xml: xml.replace('<row r="80" ', '<row r="80" ht="40" customHeight="1" '),
    "a-format-of-a-row": lambda xml: xml.replace('<row r="80" ', '<row r="80" s="0" customFormat="1" '),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_results_that_somebody_changed(tmp_path, change):
    """Old results with formats, without a column, with others beside: replaced as row by row."""
    scored = tmp_path / "scored.xlsx"
    score(shared_book(tmp_path / "a.xlsx", GOOD * 100), output=scored, writing=THREE)
    path = with_part(scored, change, target=tmp_path / "changed.xlsx")
    fast, slow = tmp_path / "fast.xlsx", tmp_path / "slow.xlsx"
    score(path, output=fast, writing=THREE)
    slower(lambda: score(path, output=slow, writing=THREE))
    assert sheet_of(fast) == sheet_of(slow)


def test_a_sheet_with_prefixes(tmp_path):
    """Tags of the spreadsheet namespace may have a prefix; the new cells have it, too, and nothing takes longer."""

    def prefixed(xml):
        return re.sub(r"<(/?)(\w)", r"<\1x:\2", xml).replace("xmlns=", "xmlns:x=", 1)

    path = shared_book(tmp_path / "a.xlsx", [*GOOD * 50, BAD, *GOOD * 50])
    other = with_part(path, prefixed, target=tmp_path / "b.xlsx")
    plain, fast, again, slow = [tmp_path / f"{name}.xlsx" for name in ("plain", "fast", "again", "slow")]
    score(path, output=plain, writing=THREE)
    found = score(other, output=fast, writing=THREE)
    score(fast, output=again, writing=THREE)
    slower(lambda: score(other, output=slow, writing=THREE))
    assert sheet_of(fast) == sheet_of(slow)
    assert sheet_of(fast) == sheet_of(again) == prefixed(sheet_of(plain))
    assert found.bad == 1


def test_an_index_without_a_text(tmp_path):
    """A cell that asks for a shared string that is not there is named."""
    path = shared_book(tmp_path / "a.xlsx", GOOD * 100)
    damaged = with_part(path, lambda xml: re.sub(r'(<c r="A90" t="s"><v>)\d+', r"\g<1>999999", xml))
    with pytest.raises(BookError, match=r"cell A90 asks for shared string 999999, of which there are"):
        wins(damaged)
