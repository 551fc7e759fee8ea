"""Large sheets written in one pass: the same bytes as in two, and two wherever the first plan does not hold."""

import errno
import os
import re
import zipfile

import pytest
import xlsxwriter
from support.blocks import blocks
from support.books import BAD, GOOD, LABELS, ONE, TIE, TWO, book, cells, shared_book, trimmed
from support.parts import SHEET, parts, with_part

from xlpoker.errors import BookError
from xlpoker.workbook.job import Options, Writing, score
from xlpoker.workbook.xlsx import draft as drafts
from xlpoker.workbook.xlsx import sink
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
    """Score once as it comes and once in two passes, with the same warnings; return both books."""
    one, two = path.with_name("one.xlsx"), path.with_name("two.xlsx")
    found = score(path, Options(**options), output=one, writing=Writing(**writing))
    with monkeypatch.context() as patch:
        patch.setattr(Draft, "take", lambda *_: None)
        expected = score(path, Options(**options), output=two, writing=Writing(**writing))
    assert (found.players, found.ties, found.warnings) == (expected.players, expected.ties, expected.warnings)
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


K, L, P = (rf'<c r="{column}(\d+)"( t="inlineStr")?>' for column in "KLP")
EQUAL = {
    "as-they-were": str,
    "styles": lambda xml: re.sub(K, r'<c r="K\1" s="0"\2>', xml),
    "label-of-a-table": lambda xml: xml.replace("Player 1 value<", "Player 1 value2<"),
    "results-gone-above": lambda xml: re.sub(r'<c r="[K-O][23]".*?</c>', "", xml),
}
DIFFERENT = {
    "a-number-of-the-user": last(K + "<v>[^<]*", r'<c r="K\1"><v>5'),
    "a-name-of-the-user": last(L + "<is><t>[^<]*", r'<c r="L\1"\2><is><t>mine'),
    "a-result-gone": last(r'<c r="M\d+"><v>\d+</v></c>', ""),
    "results-gone": last(r'<c r="K\d+"(?:(?!</row>).)*', ""),
    "a-style": lambda xml: re.sub(r'<c r="K60"', r'<c r="K60" s="0"', xml),
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


def without_spans(path):
    """Return the parts of a workbook without spans, which are as wide as the rows of a block need where that is written anew."""
    return parts(path) | {SHEET: re.sub(rb' spans="[^"]*"', b"", parts(path)[SHEET])}


def scored(tmp_path, rows, labels=LABELS, options=None, writing=None):
    """Return a book that was scored."""
    path = shared_book(tmp_path / "a.xlsx", rows, labels=labels)
    score(path, Options(**options or {}), output=tmp_path / "b.xlsx", writing=Writing(**writing or {}))
    return tmp_path / "b.xlsx"


@pytest.mark.slow
@pytest.mark.parametrize(("first", "piece"), [(5, 2500), (20, 9000), (3, 4000)])
@pytest.mark.parametrize(("rows", "labels", "options", "writing"), AGAIN.values(), ids=AGAIN)
def test_the_same_results_again(tmp_path, monkeypatch, fits, rows, labels, options, writing, first, piece):
    """Results that are the same are proved and copied in one pass, as two write them."""
    facts = []
    real = sink.splice
    monkeypatch.setattr(sink, "splice", lambda *given, **more: facts.append(given[2]) or real(*given, **more))
    with blocks(first=first, piece=piece):
        path = scored(tmp_path, rows, labels, options, writing)
        one, two = both_ways(path, options, {**writing, "at": None}, monkeypatch)
    assert fits == [True, True, False]
    assert without_spans(one) == without_spans(two)
    assert parts(one)[SHEET] == parts(path)[SHEET]
    _, quick, whole = facts
    for kept in ("proved", "watched"):
        for column, states in getattr(whole, kept).items():
            found = getattr(quick, kept)[column]
            assert (found.astype(bool) == states.astype(bool)).all()
            assert kept == "watched" or (found == states).all()


@pytest.mark.slow
@pytest.mark.parametrize(("first", "piece"), [(5, 2500), (20, 9000)])
@pytest.mark.parametrize("rows", [GOOD * 30, [*GOOD * 25, BAD, *GOOD * 4, BAD, *GOOD]], ids=["good", "bad"])
@pytest.mark.parametrize(("change", "drafted"), [(change, change in EQUAL.values()) for change in [*EQUAL.values(), *DIFFERENT.values()]],
                         ids=[*EQUAL, *DIFFERENT])  # fmt: skip
def test_results_that_were_changed(tmp_path, monkeypatch, fits, change, drafted, rows, first, piece):
    """Results that differ in the first rows or the last, or hands that do: the same as in two passes."""
    with blocks(first=first, piece=piece):
        before = scored(tmp_path, rows)
        path = with_part(before, change, target=tmp_path / "c.xlsx")
        one, two = both_ways(path, {}, {}, monkeypatch)
    assert fits[1:] == [drafted or parts(path) == parts(before), False]
    assert without_spans(one) == without_spans(two)


@pytest.mark.usefixtures("streamed")
@pytest.mark.parametrize(
    ("writing", "again"),
    [({"columns": "hand,winner"}, {}), ({}, {"at": "K", "overwrite": True}), ({}, {"live": True})],
    ids=["nothing-to-prove", "a-column-named", "formulas-over-values"],
)
def test_what_goes_in_two_passes(tmp_path, monkeypatch, fits, writing, again):
    """Results that prove nothing stay, and others are replaced, as ever."""
    path = scored(tmp_path, GOOD * 30, writing=writing)
    one, two = both_ways(path, {}, {**writing, **again}, monkeypatch)
    assert fits == [True, False, False]
    assert parts(one) == parts(two)


@pytest.mark.parametrize("overwrite", [False, True], ids=["kept", "overwritten"])
def test_results_on_two_scales(tmp_path, monkeypatch, fits, overwrite):
    """A first block on another scale proves nothing of rows that are the same as the new ones."""
    path = scored(tmp_path, GOOD * 30)
    score(tmp_path / "a.xlsx", Options(scale="percentile"), output=tmp_path / "p.xlsx")
    head, tail = parts(tmp_path / "p.xlsx")[SHEET].decode(), parts(path)[SHEET].decode()
    row = '<row r="12"'
    with_part(path, lambda _: head[: head.index(row)] + tail[tail.index(row) :])
    with blocks(first=5, piece=head.index(row) - head.index("<row") + 100):
        one, two = both_ways(path, {}, {"overwrite": overwrite}, monkeypatch)
    assert fits[-2:] == [False, False]
    assert parts(one) == parts(two)
    assert len(trimmed(cells(one))[0]) == 15 + 5 * (not overwrite)


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
