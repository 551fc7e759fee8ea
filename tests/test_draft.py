"""Large sheets written in one pass: the same bytes as in two, and two wherever the first plan does not hold."""

import errno
import gc
import os
import re
import zipfile

import pytest
import xlsxwriter
from support.blocks import blocks, unpacked
from support.books import BAD, GOOD, LABELS, ONE, TIE, TWO, book, cells, shared_book, trimmed
from support.parts import SHEET, parts, with_part

from xlpoker.errors import BookError
from xlpoker.workbook.job import Options, Writing, score
from xlpoker.workbook.xlsx import sink as drafts
from xlpoker.workbook.xlsx.cells import Cells
from xlpoker.workbook.xlsx.sink import SpliceSink
from xlpoker.workbook.xlsx.source import SheetStream

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


ALL = 10_000
"""Rows that are the first ones of any sheet here: what ends with these is not drafted."""


def passes(path, target, options=None, writing=None):
    """Score a book; return what was found, and how often its sheet was read behind the first rows."""
    with unpacked() as read:
        found = score(path, Options(**options or {}), output=target, writing=Writing(**writing or {}))
    return found, read.count(SHEET) - 3  # what stands before the rows, twice, and the first rows


def both_ways(path, options, writing, first=5, piece=2500):
    """Score in blocks, in one pass if that can be, and in two, with the same warnings; return both books and the passes."""
    one, two = path.with_name("one.xlsx"), path.with_name("two.xlsx")
    with blocks(first=first, piece=piece):
        found, count = passes(path, one, options, writing)
    with blocks(first=ALL, piece=piece):
        expected, twice = passes(path, two, options, writing)
    assert twice == 2
    assert (found.players, found.ties, found.warnings) == (expected.players, expected.ties, expected.warnings)
    return one, two, count


@pytest.mark.slow
@pytest.mark.parametrize("written", [book, shared_book], ids=["texts-in-cells", "shared-texts"])
@pytest.mark.parametrize(("rows", "labels", "options", "writing"), DRAFTED.values(), ids=DRAFTED)
def test_one_pass_writes_what_two_write(tmp_path, written, rows, labels, options, writing):
    """The sheet is the same byte for byte, and was read once."""
    one, two, count = both_ways(written(tmp_path / "a.xlsx", rows, labels=labels), options, writing)
    assert count == 1
    assert parts(one)[SHEET] == parts(two)[SHEET]


@pytest.mark.parametrize(("rows", "labels", "options", "writing"), THROWN_AWAY.values(), ids=THROWN_AWAY)
def test_a_draft_that_does_not_fit(tmp_path, rows, labels, options, writing):
    """It is thrown away, and the second pass writes what it would have written anyway."""
    one, two, count = both_ways(book(tmp_path / "a.xlsx", rows, labels=labels), options, writing)
    assert count >= 2
    assert parts(one)[SHEET] == parts(two)[SHEET]
    assert not [name for name in os.listdir(tmp_path) if name not in ("a.xlsx", "one.xlsx", "two.xlsx")]


AGAIN = {
    "all-columns": (GOOD * 30, LABELS, {}, {}),
    "values-and-winners": (GOOD * 30, LABELS, {}, {"columns": "value,winner"}),
    "one-hand": ([ONE, TWO, TIE] * 40, ["Hand"], {}, {}),
    "bad-rows-everywhere": ([*GOOD, BAD] * 20, LABELS, {}, {}),
    "a-bad-row-late": ([*GOOD * 29, BAD, *GOOD], LABELS, {}, {}),
    "no-labels-and-bad-rows": ([*GOOD * 25, BAD, *GOOD * 5], None, {}, {}),
    "a-column-of-the-user": ([*GOOD * 10, [None] * 10, *GOOD * 20], LABELS, {}, {"at": "N"}),
    "a-scale": (GOOD * 30, LABELS, {"scale": "percentile"}, {}),
    "a-scale-of-cards": (GOOD * 30, LABELS, {"scale": "machanic-sql"}, {}),
    "formulas": (GOOD * 30, LABELS, {}, {"live": True}),
}


def last(pattern, replacement):
    """Return a change of the last place in a text where a pattern is."""

    def change(xml):
        match = [*re.finditer(pattern, xml)][-1]
        return xml[: match.start()] + match.expand(replacement) + xml[match.end() :]

    return change


K, L, P = (rf'<c r="{column}(\d+)"((?: s="\d+")?(?: t="inlineStr")?)>' for column in "KLP")
EQUAL = {
    "as-they-were": str,
    "styles": lambda xml: re.sub(K, r'<c r="K\1" s="0"\2>', xml),
    "a-style": lambda xml: re.sub(r'<c r="K60"', r'<c r="K60" s="0"', xml),
    "label-of-a-table": lambda xml: xml.replace("Player 1 value<", "Player 1 value2<"),
    "results-gone-above": lambda xml: re.sub(r'<c r="[K-O][23]".*?</c>', "", xml),
}
DIFFERENT = {
    "a-number-of-the-user": last(K + "<v>[^<]*", r'<c r="K\1"><v>5'),
    "a-name-of-the-user": last(L + "<is><t>[^<]*", r'<c r="L\1"\2><is><t>mine'),
    "a-result-gone": last(r'<c r="M\d+"><v>\d+</v></c>', ""),
    "results-gone": last(r'<c r="K\d+"(?:(?!</row>).)*', ""),
    "a-hand-changed": last(r'(<c r="A\d+" t="s"><v>)\d+', r"\g<1>7"),
    "hands-changed": lambda xml: re.sub(r'(<c r="[AB]\d\d" t="s"><v>)\d+', r"\g<1>1", xml),
    "a-note-beside": last(r'(<row r="(\d+)"(?:(?!</row>).)*)', r'\1<c r="R\2" t="inlineStr"><is><t>note</t></is></c>'),
    "a-note-below": last(r"</row>", '</row><row r="95"><c r="L95" t="inlineStr"><is><t>note</t></is></c></row>'),
    "results-without-hands": last(r'<row r="(\d+)"[^<>]*>.*?(?=<c r="K)', r'<row r="\1">'),
    "a-problem-of-the-user": lambda xml: re.sub(
        r'(<c r="P1" .*)(<is><t>)[A-J]\d+:[^<]*', r"\1\2mine", xml, count=1, flags=re.DOTALL
    ),
    "spans-of-the-hands": lambda xml: re.sub(r'spans="1:\d+"', 'spans="1:10"', xml),
    "blanks-behind": last(r"</row>", " </row>"),
}  # fmt: skip


SCORED = {}
"""Books that were scored, before and after: many tests begin with the same one."""


def scored(tmp_path, rows, labels=LABELS, options=None, writing=None, first=5, piece=2500):
    """Return a book that was scored, in blocks."""
    before, after = tmp_path / "a.xlsx", tmp_path / "b.xlsx"
    asked = repr((rows, labels, options, writing, first, piece))
    if asked not in SCORED:
        shared_book(before, rows, labels=labels)
        with blocks(first=first, piece=piece):
            score(before, Options(**options or {}), output=after, writing=Writing(**writing or {}))
        SCORED[asked] = before.read_bytes(), after.read_bytes()
    for path, content in zip((before, after), SCORED[asked], strict=True):
        path.write_bytes(content)
    return after


@pytest.mark.slow
@pytest.mark.parametrize(("first", "piece"), [(5, 2500), (20, 9000), (3, 4000)])
@pytest.mark.parametrize(("rows", "labels", "options", "writing"), AGAIN.values(), ids=AGAIN)
def test_the_same_results_again(tmp_path, rows, labels, options, writing, first, piece):
    """Results that are the same are proved and copied in one pass, as two write them."""
    path = scored(tmp_path, rows, labels, options, writing, first, piece)
    one, two, count = both_ways(path, options, {**writing, "at": None}, first, piece)
    assert count == 1
    assert parts(one) == parts(two)
    assert parts(one)[SHEET] == parts(path)[SHEET]


@pytest.mark.slow
@pytest.mark.parametrize(("first", "piece"), [(5, 2500), (20, 9000)])
@pytest.mark.parametrize("rows", [GOOD * 30, [*GOOD * 25, BAD, *GOOD * 4, BAD, *GOOD]], ids=["good", "bad"])
@pytest.mark.parametrize(("change", "drafted"), [(change, change in EQUAL.values()) for change in [*EQUAL.values(), *DIFFERENT.values()]],
                         ids=[*EQUAL, *DIFFERENT])  # fmt: skip
def test_results_that_were_changed(tmp_path, change, drafted, rows, first, piece):
    """Results that differ in the first rows or the last, or hands that do: the same as in two passes."""
    before = scored(tmp_path, rows, first=first, piece=piece)
    path = with_part(before, change, target=tmp_path / "c.xlsx")
    one, two, count = both_ways(path, {}, {}, first, piece)
    assert count == 2 - (drafted or parts(path) == parts(before))
    assert parts(one) == parts(two)


@pytest.mark.parametrize(
    ("writing", "again"),
    [({"columns": "hand,winner"}, {}), ({}, {"at": "K", "overwrite": True}), ({}, {"live": True})],
    ids=["nothing-to-prove", "a-column-named", "formulas-over-values"],
)
def test_what_goes_in_two_passes(tmp_path, writing, again):
    """Results that prove nothing stay, and others are replaced, as ever."""
    one, two, count = both_ways(scored(tmp_path, GOOD * 30, writing=writing), {}, {**writing, **again})
    assert count == 2
    assert parts(one) == parts(two)


@pytest.mark.slow
@pytest.mark.parametrize("overwrite", [False, True], ids=["kept", "overwritten"])
def test_results_on_two_scales(tmp_path, overwrite):
    """A first block on another scale proves nothing of rows that are the same as the new ones."""
    path = scored(tmp_path, GOOD * 30)
    score(tmp_path / "a.xlsx", Options(scale="percentile"), output=tmp_path / "p.xlsx")
    head, tail = parts(tmp_path / "p.xlsx")[SHEET].decode(), parts(path)[SHEET].decode()
    row = '<row r="12"'
    with_part(path, lambda _: head[: head.index(row)] + tail[tail.index(row) :])
    one, two, count = both_ways(path, {}, {"overwrite": overwrite}, piece=head.index(row) - head.index("<row") + 100)
    assert count == 2
    assert parts(one) == parts(two)
    assert len(trimmed(cells(one))[0]) == 15 + 5 * (not overwrite)


@pytest.mark.usefixtures("streamed")
def test_a_table_grows(tmp_path):
    """Hands that are a table: it takes the new columns, and a problem found late too."""
    path = tmp_path / "a.xlsx"
    rows = [*GOOD * 12, BAD, *GOOD * 4]
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet("Sheet1")
        names = [f"{player} {card}" for player in "AB" for card in range(1, 6)]
        sheet.add_table(0, 0, len(rows), 9, {"columns": [{"header": name} for name in names], "data": rows})
    assert passes(path, tmp_path / "b.xlsx")[1] == 1
    oracle = score(path, output=tmp_path / "c.xlsx", engine="openpyxl")
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


@pytest.mark.usefixtures("streamed")
def test_nothing_is_held_behind_a_book(tmp_path):
    """Sink and draft let go of each other, and of the sheet: a folder of books takes the memory of one."""
    path = book(tmp_path / "a.xlsx", GOOD * 20)
    gc.collect()
    gc.disable()
    try:
        assert passes(path, tmp_path / "b.xlsx")[1] == 1
        held = [one for one in gc.get_objects() if isinstance(one, SpliceSink | SheetStream | Cells)]
    finally:
        gc.enable()
    assert held == []
