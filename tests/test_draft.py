"""Large sheets written in one pass: the same bytes as in two, and two wherever the first plan does not hold."""

import errno
import os
import zipfile

import pytest
import xlsxwriter
from support.books import BAD, GOOD, LABELS, ONE, TIE, TWO, book, cells, shared_book, trimmed
from support.parts import SHEET, parts

from xlpoker.errors import BookError
from xlpoker.workbook.job import Options, Writing, score
from xlpoker.workbook.xlsx import draft as drafts
from xlpoker.workbook.xlsx.draft import Draft

WIDE = [*ONE, *TWO, None, None, "late"]

DRAFTED = {
    "plain": (GOOD * 20, LABELS, {}, {}),
    "no-labels": (GOOD * 20, None, {}, {}),
    "bad-row-behind": ([*GOOD * 15, BAD, *GOOD * 5], LABELS, {}, {}),
    "bad-row-first": ([BAD, *GOOD * 20], LABELS, {}, {}),
    "bad-rows-everywhere": ([*GOOD, BAD] * 12, LABELS, {}, {}),
    "no-labels-and-bad-rows": ([*GOOD * 10, BAD, *GOOD * 5, BAD], None, {}, {}),
    "blank-rows": ([*GOOD * 9, [None] * 10, *GOOD * 9], LABELS, {}, {}),
    "one-hand": ([ONE, TWO, TIE] * 30, ["Hand"], {}, {}),
    "names-and-winners": (GOOD * 20, LABELS, {}, {"columns": "hand,winner"}),
    "formulas": (GOOD * 20, LABELS, {}, {"live": True}),
    "smallest": (GOOD * 20, LABELS, {}, {"level": 9}),
    "a-column-named": ([*GOOD * 10, BAD, *GOOD], LABELS, {}, {"at": "AA"}),
    "a-scale": (GOOD * 20, LABELS, {"scale": "percentile"}, {}),
    "short-hands": ([[*ONE[:3], *TWO[:3]]] * 40, ["Player 1", None, None, "Player 2"], {"game": "front"}, {}),
    "a-scale-of-cards": (GOOD * 20, LABELS, {"scale": "machanic-sql"}, {}),
    "part-named": ([*GOOD * 20, ["notes"]], LABELS, {"hands": "A4:E40,F4:J40"}, {}),
}
THROWN_AWAY = {
    "a-cell-right-of-it": ([*GOOD * 15, WIDE, *GOOD * 5], LABELS, {}, {}),
    "a-column-that-is-taken-later": ([*GOOD * 15, WIDE, *GOOD * 5], LABELS, {}, {"at": "L", "overwrite": True}),
    "many-notes-above": ([["note"]] * 200 + GOOD * 20, None, {"hands": "A201:E260,F201:J260"}, {}),
}  # fmt: skip


@pytest.fixture
def fits(monkeypatch):
    """Note what became of each draft."""
    told: list[bool] = []
    real = Draft.fits

    def noted(*given):
        told.append(real(*given))
        return told[-1]

    monkeypatch.setattr(Draft, "fits", noted)
    return told


def both_ways(path, options, writing, monkeypatch):
    """Score once as it comes and once in two passes; return both books."""
    one, two = path.with_name("one.xlsx"), path.with_name("two.xlsx")
    score(path, Options(**options), output=one, writing=Writing(**writing))
    with monkeypatch.context() as patch:
        patch.setattr(Draft, "take", lambda *_: None)
        score(path, Options(**options), output=two, writing=Writing(**writing))
    return one, two


@pytest.mark.slow
@pytest.mark.parametrize("written", [book, shared_book], ids=["texts-in-cells", "shared-texts"])
@pytest.mark.parametrize(("rows", "labels", "options", "writing"), DRAFTED.values(), ids=DRAFTED)
@pytest.mark.usefixtures("streamed")
def test_one_pass_writes_what_two_write(tmp_path, monkeypatch, fits, written, rows, labels, options, writing):
    """The sheet is the same byte for byte, and the draft was used."""
    path = written(tmp_path / "a.xlsx", rows, labels=labels)
    one, two = both_ways(path, options, writing, monkeypatch)
    assert fits == [True, False]
    assert parts(one)[SHEET] == parts(two)[SHEET]


@pytest.mark.parametrize(("rows", "labels", "options", "writing"), THROWN_AWAY.values(), ids=THROWN_AWAY)
@pytest.mark.usefixtures("streamed")
def test_a_draft_that_does_not_fit(tmp_path, monkeypatch, fits, rows, labels, options, writing):
    """It is thrown away, and the second pass writes what it would have written anyway."""
    path = book(tmp_path / "a.xlsx", rows, labels=labels)
    one, two = both_ways(path, options, writing, monkeypatch)
    assert fits == [False, False]
    assert parts(one)[SHEET] == parts(two)[SHEET]
    assert not [name for name in os.listdir(tmp_path) if name not in ("a.xlsx", "one.xlsx", "two.xlsx")]


@pytest.mark.usefixtures("streamed")
def test_results_of_an_earlier_run(tmp_path, fits):
    """They are found in the second pass, and stay where they are."""
    path = book(tmp_path / "a.xlsx", GOOD * 20)
    score(path, output=tmp_path / "b.xlsx")
    score(tmp_path / "b.xlsx", output=tmp_path / "c.xlsx")
    assert fits == [True, False]
    assert cells(tmp_path / "b.xlsx") == cells(tmp_path / "c.xlsx")


@pytest.mark.usefixtures("streamed")
def test_a_table_grows(tmp_path, fits):
    """Hands that are a table: it takes the new columns, and a problem found late too."""
    path = tmp_path / "a.xlsx"
    rows = [*GOOD * 12, BAD, *GOOD * 4]
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet("Sheet1")
        names = [f"{player} {card}" for player in "AB" for card in range(1, 6)]
        sheet.add_table(0, 0, len(rows), 9, {"columns": [{"header": name} for name in names], "data": rows})
    score(path, output=tmp_path / "b.xlsx")
    oracle = score(path, output=tmp_path / "c.xlsx", engine="openpyxl")
    assert fits == [True]
    assert oracle.bad == 1
    assert trimmed(cells(tmp_path / "b.xlsx")) == trimmed(cells(tmp_path / "c.xlsx"))
    with zipfile.ZipFile(tmp_path / "b.xlsx") as made:
        assert b'ref="A1:P%d"' % (len(rows) + 1) in made.read("xl/tables/table1.xml")


@pytest.mark.parametrize("when", ["as-it-begins", "while-it-is-written"])
@pytest.mark.usefixtures("streamed")
def test_no_room_for_a_draft(tmp_path, monkeypatch, when):
    """Where a second file beside the target cannot be, the second pass does without it."""

    class Full:
        def __init__(self, **_):
            if when == "as-it-begins":
                raise OSError(errno.ENOSPC, "no space")

        def write(self, _):
            raise OSError(errno.ENOSPC, "no space")

        def close(self):
            pass

    monkeypatch.setattr(drafts.tempfile, "TemporaryFile", Full)
    path = book(tmp_path / "a.xlsx", GOOD * 40)
    assert score(path, output=tmp_path / "b.xlsx").rows == 120
    assert len(cells(tmp_path / "b.xlsx")) == 121


@pytest.mark.usefixtures("streamed")
def test_what_is_refused_leaves_nothing(tmp_path):
    """Cells that are occupied far below are named; no file is left, and the book is as it was."""
    path = book(tmp_path / "a.xlsx", [*GOOD * 15, WIDE, *GOOD * 5])
    before = path.read_bytes()
    with pytest.raises(BookError, match=r"M47 is not empty"):
        score(path, in_place=True, writing=Writing(at="L"))
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["a.xlsx"]
