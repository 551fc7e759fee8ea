"""The name that covers the results of a workbook: what it covers is replaced by the next run, and nothing else ever is."""

import gc
import re
import shutil
from contextlib import nullcontext

import openpyxl
import pytest
from support.blocks import blocks, opened_parts
from support.books import (
    BAD,
    GOOD,
    LABELS,
    ONE,
    RESULTS,
    TIE,
    TWO,
    book,
    cells,
    shared_book,
    trimmed,
)
from support.parts import SHEET, parts, with_part
from support.refused import refused
from support.samples import each_nth

import xlpoker
from xlpoker.errors import BookError
from xlpoker.workbook.jobs import Options, Writing, score, wins
from xlpoker.workbook.xlsx.cells import Cells
from xlpoker.workbook.xlsx.sink import SpliceSink
from xlpoker.workbook.xlsx.source import SheetStream

TITLES = tuple(RESULTS)
ENGINES = pytest.mark.parametrize("engine", ["splice", "openpyxl"])
OVER = Writing(overwrite=True)


def names(path):
    """Return what the names of the first sheet stand for."""
    sheet = openpyxl.load_workbook(path).worksheets[0]
    return {
        name: one.attr_text.replace("'Sheet1'", "Sheet1")
        for name, one in sheet.defined_names.items()
    }


def edited(path, **changes):
    """Change cells of a book with openpyxl, which keeps its names."""
    made = openpyxl.load_workbook(path)
    for place, value in changes.items():
        made.active[place] = value
    made.save(path)


@pytest.fixture(params=["whole", pytest.param("streamed", marks=pytest.mark.slow)])
def sized(request):
    """Score small books at once, and in blocks of some rows."""
    with blocks(first=5, piece=2500) if request.param == "streamed" else nullcontext():
        yield


@pytest.fixture
def scored(tmp_path, sized):  # noqa: ARG001 - for its effect
    """Return a book of seven rows, the last one bad, with its results in K to P."""
    path = book(tmp_path / "a.xlsx", [*GOOD * 2, BAD])
    score(path, in_place=True)
    return path


@pytest.mark.slow
@ENGINES
def test_the_names(tmp_path, engine):
    """They are hidden, belong to the sheet, and cover titles, results and reasons, and the first hand; the second run leaves them."""
    path = book(tmp_path / "a.xlsx", [*GOOD * 2, BAD])
    for _ in range(2):
        score(path, in_place=True, engine=engine)
        assert names(path) == {
            "_xlpoker_results": "Sheet1!$K$1:$P$8",
            "_xlpoker_hands": "Sheet1!$A$2:$E$8",
        }
        assert all(one.hidden for one in openpyxl.load_workbook(path).active.defined_names.values())


NAMES = {
    "none": ("", "<definedNames>{}</definedNames>"),
    "an-empty-list": ("<definedNames/>", "<definedNames>{}</definedNames>"),
    "others": (
        '<definedNames><definedName name="mine">Sheet1!$A$1</definedName></definedNames>',
        '<definedNames><definedName name="mine">Sheet1!$A$1</definedName>{}</definedNames>',
    ),
    "cut-off": (
        '<definedNames><definedName name="_xlpoker_results" localSheetId="0">Sheet1!#REF!</definedName></definedNames>',
        "<definedNames>{}</definedNames>",
    ),
}


@pytest.mark.parametrize("prefix", ["", "x:"], ids=["plain", "prefixes"])
@pytest.mark.parametrize(("there", "wanted"), NAMES.values(), ids=NAMES)
def test_names_beside_others(tmp_path, there, wanted, prefix):
    """They stand in the list of names, which is made behind the sheets where there is none; all others stay."""

    def changed(xml):
        xml = (
            xml.replace("<definedNames />", "")
            .replace("<definedNames/>", "")
            .replace("</sheets>", "</sheets>" + there)
        )
        return re.sub(r"<(/?)(?![?!])", rf"<\1{prefix}", xml).replace(
            ' xmlns="', f' xmlns:{prefix[:-1]}="' if prefix else ' xmlns="'
        )

    path = with_part(book(tmp_path / "a.xlsx", GOOD), changed, "xl/workbook.xml")
    score(path, in_place=True)
    found = parts(path)["xl/workbook.xml"].decode()
    made = re.findall(r"<[\w:]*definedName name=\"_xlpoker_.*?</[\w:]*definedName>", found)
    assert len(made) == 2
    plain = found.replace("".join(made), "{}")
    assert re.sub(r"<(/?)x:", r"<\1", plain).count(f"</sheets>{wanted}") == 1


@pytest.mark.parametrize("engine", ["splice", "openpyxl"])
def test_a_new_book_has_the_names(tmp_path, engine):
    """What is made of a text file can be scored again in place."""
    (tmp_path / "a.csv").write_text("\n".join(",".join(row) for row in GOOD), "utf-8")
    score(tmp_path / "a.csv", output=tmp_path / "b.xlsx")
    first = cells(tmp_path / "b.xlsx")
    assert score(tmp_path / "b.xlsx", in_place=True, engine=engine, force=True).warnings == []
    assert cells(tmp_path / "b.xlsx") == first


@pytest.mark.slow
@pytest.mark.engine("soffice")
@ENGINES
def test_moved_by_libreoffice(tmp_path, calc_installed, engine):
    """A row and a column inserted, rows sorted, and saved by LibreOffice: one set of results, right, and nothing else is touched."""
    path = book(tmp_path / "a.xlsx", [*GOOD, BAD, *GOOD], labels=[*LABELS, *[None] * 10, "note"])
    score(path, in_place=True, engine=engine, force=True)
    shared = calc_installed.shared(path)
    calc_installed.ask("moved", str(shared))
    shutil.copy(shared, path)
    before = cells(path)
    assert names(path)["_xlpoker_results"] == "Sheet1!$S$1:$X$9"
    score(path, in_place=True, engine=engine, force=True)
    header, *after = cells(path)
    assert header[17:] == ("note", *TITLES, "Problem")
    assert [row[:18] for row in after] == [row[:18] for row in before[1:]]
    assert [row[0] for row in after] != ["mine", *[None] * 7]  # they were sorted
    for number, row in enumerate(after, 2):
        hands = row[1:6], row[6:11]
        if not any(row):
            continue
        if "1OH" in row:
            assert row[18:] == (*[None] * 5, f"F{number}: '1OH' is not a card; did you mean '10H'?")
            continue
        each = [found for hand in hands for found in (xlpoker.value(hand), xlpoker.hand(hand).name)]
        assert row[18:] == (xlpoker.winner(*hands), *each, None)


STRANGE = {
    "a-note": ({"K3": "nobody knows"}, "K3: 'nobody knows'"),
    "a-name-of-nobody": ({"K3": "Zoe"}, "K3: 'Zoe'"),
    "a-word-for-a-value": ({"L3": "?"}, "L3: '?'"),
    "no-hand": ({"M3": "lost it all"}, "M3: 'lost it all'"),
    "a-number-for-a-hand": ({"M3": 7}, "M3: '7'"),
    "a-reason-of-the-user": ({"P3": "look here"}, "P3: 'look here'"),
    "a-truth": ({"L3": True}, "L3: '1'"),
    "a-formula": ({"L3": "=A1"}, "L3: ''"),
    "a-formula-around-one-of-ours": ({"L3": "=HANDVAL(A3:E3)/7462+Z1"}, "L3: ''"),
    "a-year-among-the-winners": ({"K3": 2024}, "K3: '2024'"),
    "a-negative-value": ({"L3": -123456}, "L3: '-123456'"),
    "a-note-that-begins-like-a-hand": (
        {"M3": "Flush, my best night - call John"},
        "M3: 'Flush, my best night - call John'",
    ),
    "a-title": ({"L1": "Pot"}, "L1: 'Pot'"),
    "a-column-without-a-title": ({"L1": None}, "L2: '2067'"),
    "far-down": ({"O8": "far"}, "O8: 'far'"),
}


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("changes", "said"), STRANGE.values(), ids=STRANGE)
def test_a_cell_of_the_user_stops_it(scored, changes, said):
    """It is named with what it holds, the book stays as it is, and --overwrite replaces all that the name covers."""
    first = cells(scored)
    edited(scored, **changes)
    before = scored.read_bytes()
    with refused(
        BookError,
        f"Sheet1!{said} is no result of xlpoker, but stands among those in K1:P8; move it, or use --overwrite to replace it",
    ):
        score(scored, in_place=True)
    assert scored.read_bytes() == before
    assert score(scored, in_place=True, writing=OVER).warnings == []
    assert cells(scored) == first


@pytest.mark.sampled(3)
@pytest.mark.parametrize("scale", ["percentile", "cactus", "luyun"])
def test_any_result_is_replaced(scored, scale):
    """Another scale, a card that was corrected, values that were deleted: all are results, or nothing."""
    score(scored, in_place=True, scale=scale)
    edited(scored, E8="KD", L3=None, K4=1, O2="High Card, Ace")
    assert score(scored, in_place=True).warnings == []
    assert trimmed(row[10:] for row in cells(scored)) == trimmed(
        row[10:] for row in cells(fresh(scored))
    )


def fresh(path):
    """Return a new book with the hands of another, scored."""
    rows = [row[:10] for row in cells(path)]
    made = book(path.with_name("fresh.xlsx"), rows[1:], labels=rows[0])
    score(made, in_place=True)
    return made


def test_rows_that_came(scored):
    """New rows below get theirs, where nothing is in the way; the name covers them, too."""
    edited(
        scored,
        **{f"{letter}9": card for letter, card in zip("ABCDEFGHIJ", ONE + TWO, strict=True)},
        L9=5,
    )
    with pytest.raises(
        BookError,
        match=r"^Sheet1!L9 is not empty; name another column, or use --overwrite to write over 1 ",
    ):
        score(scored, in_place=True)
    edited(scored, L9=None)
    score(scored, in_place=True)
    assert cells(scored)[8][10:15] == (2, 2067, "One Pair, Fives", 2633, "One Pair, Eights")
    assert names(scored)["_xlpoker_results"] == "Sheet1!$K$1:$P$9"


def test_hands_that_went(scored):
    """Results beside no hands go; a total below them stays."""
    total = {"O10": "=COUNTIF(O2:O8,1)"}
    edited(
        scored,
        **total,
        **dict.fromkeys([f"{letter}{row}" for letter in "ABCDEFGHIJ" for row in (4, 8)]),
    )
    score(scored, in_place=True)
    found = cells(scored)
    assert [cell for row in found[7:] for cell in row if cell] == [*total.values()]
    assert {*found[3], *found[0][15:]} == {None}
    assert names(scored)["_xlpoker_results"] == "Sheet1!$K$1:$O$7"


@pytest.mark.sampled(4)
@pytest.mark.parametrize("columns", ["winner", "value", "hand,winner", "value,hand,winner"])
def test_other_columns(scored, columns):
    """They come in the place of the old ones, from the first on; what is left over is cleared."""
    assert score(scored, in_place=True, writing=Writing(columns=columns)).warnings == []
    found = [row[10:] for row in cells(scored)]
    made = book(scored.with_name("new.xlsx"), [*GOOD * 2, BAD])
    score(made, in_place=True, writing=Writing(columns=columns))
    assert trimmed(found) == trimmed(row[10:] for row in cells(made))
    score(scored, in_place=True)
    assert trimmed(row[10:] for row in cells(scored)) == trimmed(
        row[10:] for row in cells(fresh(scored))
    )


@pytest.mark.usefixtures("sized")
def test_a_note_behind_the_results(tmp_path):
    """New reasons go behind it, are found there again, and go; the note stays all the time."""
    path = book(tmp_path / "a.xlsx", GOOD * 2)
    score(path, in_place=True)
    edited(path, P1="Note", P3="mine", E3="1OH")
    for _ in range(2):
        score(path, in_place=True)
        assert [row[15:] for row in cells(path)][:3] == [
            ("Note", "Problem"), (None, None), ("mine", "E3: '1OH' is not a card; did you mean '10H'?")
        ]  # fmt: skip
        assert names(path)["_xlpoker_results"] == "Sheet1!$K$1:$O$7,Sheet1!$Q$1:$Q$7"
    edited(path, E3="TD")
    score(path, in_place=True)
    assert trimmed(row[15:] for row in cells(path))[:3] == [["Note"], [], ["mine"]]


@pytest.mark.sampled(4)
@ENGINES
@pytest.mark.parametrize("order", [TITLES, (*TITLES[1:], "Winner")], ids=["as-now", "as-before"])
def test_without_the_name_nothing_is_replaced(tmp_path, engine, order):
    """Columns of the same titles stay, a warning says so, and --overwrite replaces them, in whichever order they were."""
    rows = [list(row) for row in GOOD]
    path = book(
        tmp_path / "a.xlsx",
        [[*row, 1, 2, 3, 4, 5] for row in rows],
        labels=[*LABELS, *[None] * 4, *order],
    )
    before = cells(path)
    counts = score(path, output=tmp_path / "b.xlsx", engine=engine)
    (warning,) = counts.warnings
    assert warning.startswith(
        "K,L,M,N,O hold columns 'Winner', 'Player"
        if order is TITLES
        else "K,L,M,N,O hold columns 'Player"
    )
    assert warning.endswith("already; the new columns stand in P:T; --overwrite replaces them")
    assert [row[:15] for row in cells(tmp_path / "b.xlsx")] == before
    score(path, in_place=True, engine=engine, writing=OVER)
    assert cells(path) == cells(fresh(path))


def test_a_named_column_moves_the_results(scored):
    """--at puts them elsewhere; there is one set."""
    score(scored, in_place=True, writing=Writing(at="M"))
    assert [row[10:12] for row in cells(scored)] == [(None, None)] * 8
    assert [row[12:] for row in cells(scored)] == [row[10:] for row in cells(fresh(scored))]
    assert names(scored)["_xlpoker_results"] == "Sheet1!$M$1:$R$8"


@pytest.mark.usefixtures("sized")
def test_without_labels(tmp_path):
    """The kinds of the columns are those of this run; others need --overwrite."""
    path = book(tmp_path / "a.xlsx", [*GOOD * 2, BAD], labels=None)
    score(path, in_place=True)
    first = cells(path)
    score(path, in_place=True, scale="cactus")
    score(path, in_place=True)
    assert cells(path) == first
    with pytest.raises(BookError, match="Sheet1!L1: '2067' is no result"):
        score(path, in_place=True, writing=Writing(columns="winner"))
    score(path, in_place=True, writing=Writing(columns="winner", overwrite=True))
    assert trimmed(row[10:] for row in cells(path))[0] == [2]


TWICE, MISSING, BESIDE = [*ONE, *ONE], [*ONE[:3], None, *ONE[4:], *TWO], [*ONE, *TWO, None, "5H"]
HOLDEM = "6C 7C AH AD 8C 9S 4C JH TC".split()
CASES = {
    "plain": (GOOD * 20, LABELS, {}, {}),
    "no-labels": (GOOD * 20, None, {}, {}),
    "bad-rows-everywhere": ([*GOOD, BAD] * 12, LABELS, {}, {}),
    "blank-rows": ([*GOOD * 9, [None] * 10, *GOOD * 9], LABELS, {}, {}),
    "one-hand": ([ONE, TWO, TIE] * 30, ["Hand"], {}, {}),
    "formulas": ([*GOOD * 20, BAD], LABELS, {}, {"live": True}),
    "a-column-named": ([*GOOD * 10, BAD, *GOOD], LABELS, {}, {"at": "AA"}),
    "a-scale-of-cards": (GOOD * 20, LABELS, {"scale": "machanic-sql"}, {}),
    "all-kinds-of-bad-rows": ([*GOOD * 5, BAD, TWICE, MISSING, *GOOD, [5, *ONE[1:], *TWO], [True, *ONE[1:], *TWO], *GOOD, MISSING], LABELS, {}, {}),
    "odd-spellings": ([*GOOD * 5, ["5♥", "10c", "6s", "seven of spades", "kd", *TWO], *GOOD], LABELS, {}, {}),
    "cards-beside-few": ([*GOOD * 15, BESIDE, *GOOD * 5], LABELS, {}, {}),
    "numbers-beside": ([[number, *row, number / 8] for number, row in enumerate(GOOD * 20)], ["#", *LABELS], {}, {}),
    "jokers": ([*GOOD * 5, ["*", *ONE[1:], *TWO], *GOOD], LABELS, {"jokers": "five"}, {}),
    "not-calculated": ([*GOOD * 5, ["=X1", *ONE[1:], *TWO], ["=X1"] * 10, *GOOD], LABELS, {}, {}),
    "hands-in-cells": ([[" ".join(one), " ".join(two)] for one, two in ((ONE, TWO), (TWO, ONE))] * 30, ["A", "B"], {}, {}),
    "holdem": ([HOLDEM, [*HOLDEM[:7], None, None]] * 20, ["Player 1", None, "Player 2", None, "Board"], {"game": "holdem"}, {}),
    "part-named": ([*GOOD * 20, ["notes"]], LABELS, {"hands": "A4:E40,F4:J40"}, {}),
    "a-cell-right-of-it": ([*GOOD * 15, [*ONE, *TWO, None, None, "late"], *GOOD * 5], LABELS, {}, {}),
    "many-notes-above": ([["note"]] * 200 + GOOD * 20, None, {"hands": "A201:E260,F201:J260"}, {}),
}  # fmt: skip


IN_BLOCKS = [("some", (5, 2500)), ("more", (20, 9000))]
WAYS = {"whole": None} | dict(each_nth(IN_BLOCKS, 2))
"""How a sheet is read: the first rows, and the bytes of a piece."""
IN_STRINGS = each_nth([*CASES], 2)
IN_CELLS = [
    "plain",
    "bad-rows-everywhere",
    "all-kinds-of-bad-rows",
    "odd-spellings",
    "not-calculated",
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "written"),
    [*((name, shared_book) for name in IN_STRINGS), *((name, book) for name in IN_CELLS)],
)
def test_blocks_give_the_bytes_of_the_whole(tmp_path, name, written):
    """Two passes over the rows behind the first ones, also over results of the first run, over others, and over a style of the user's.

    Counts and bad rows are those of a count.
    """
    rows, labels, options, writing = CASES[name]
    path = written(tmp_path / "a.xlsx", rows, labels=labels)
    made = {}
    for way, sizes in WAYS.items():
        one, two, three = (tmp_path / f"{way}-{name}.xlsx" for name in ("one", "two", "three"))
        with blocks(first=sizes[0], piece=sizes[1]) if sizes else nullcontext():
            with opened_parts() as read:
                found = score(path, Options(**options), output=one, writing=Writing(**writing))
            counted = wins(path, Options(**options))
            assert found.as_dict() | {"output": "", "read": ""} == counted.as_dict() | {
                "output": "",
                "read": "",
            }
            assert list(map(str, found.errors)) == list(map(str, counted.errors))
            assert (
                not sizes
                or BESIDE in rows
                or read.count(SHEET) == (5 if rows[0] == ["note"] else 4)
            )  # twice up to the first rows
            score(one, Options(**options), output=two, writing=Writing(**writing))
            change = lambda xml: re.sub(r'<c r="(K|AB)(3\d)"(?! s=)', r'<c r="\1\2" s="0"', xml)  # noqa: E731
            with_part(two, change, target=three)
            score(
                three,
                Options(**{"scale": "percentile", **options}),
                in_place=True,
                writing=Writing(**writing),
            )
        assert (parts(one)[SHEET], names(one)) == (parts(two)[SHEET], names(two))
        made[way] = [parts(one)[SHEET], parts(three)[SHEET]]
    assert all(sheets == made["whole"] for sheets in made.values())


def prefixed(xml):
    """Return a sheet whose tags have a prefix."""
    return re.sub(r"<(/?)(\w)", r"<\1x:\2", xml).replace("xmlns=", "xmlns:x=", 1)


CHANGES = {
    "styles": lambda xml: re.sub(r'<c r="K(\d+)">', r'<c r="K\1" s="0">', xml),
    "a-result-gone": lambda xml: re.sub(r'<c r="L(\d+)"><v>\d+</v></c>', "", xml),
    "one-result-gone": lambda xml: re.sub(r'<c r="L77"><v>\d+</v></c>', "", xml),
    "an-empty-one": lambda xml: re.sub(r'<c r="M(\d+)"><v>\d+</v></c>', r'<c r="M\1" s="0"/>', xml),
    "spans-of-the-hands": lambda xml: xml.replace('spans="1:13"', 'spans="1:9"'),
    "a-column-behind": lambda xml: re.sub(
        r'(<c r="M(\d+)"><v>\d+</v></c>)', r'\1<c r="P\2"><v>7</v></c>', xml
    ),
    "a-high-row": lambda xml: xml.replace('<row r="80" ', '<row r="80" ht="40" customHeight="1" '),
    "a-format-of-a-row": lambda xml: xml.replace(
        '<row r="80" ', '<row r="80" s="0" customFormat="1" '
    ),
    "prefixes": prefixed,
}


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_results_that_somebody_changed(tmp_path, change):
    """Old results with formats, without a column, with others beside: replaced in large blocks as in small ones."""
    writing = Writing(columns="value,winner")
    scored, path = tmp_path / "scored.xlsx", tmp_path / "changed.xlsx"
    score(shared_book(tmp_path / "a.xlsx", GOOD * 30), output=scored, writing=writing)
    with_part(scored, change, target=path)
    for name, piece in (("fast", 12_000), ("slow", 1500)):
        with blocks(first=40, piece=piece):
            score(path, output=tmp_path / f"{name}.xlsx", writing=writing)
    fast, slow, plain = (
        parts(tmp_path / f"{name}.xlsx")[SHEET] for name in ("fast", "slow", "scored")
    )
    assert fast == slow
    assert change is not CHANGES["prefixes"] or fast.decode() == prefixed(plain.decode())


@pytest.mark.usefixtures("streamed")
def test_an_index_without_a_text(tmp_path):
    """A cell far down that asks for a shared string that is not there is named."""
    path = shared_book(tmp_path / "a.xlsx", GOOD * 100)
    with_part(path, lambda xml: re.sub(r'(<c r="A90" t="s"><v>)\d+', r"\g<1>999999", xml))
    with pytest.raises(BookError, match=r"cell A90 holds '999999' as one of"):
        wins(path)


@pytest.mark.usefixtures("streamed")
def test_nothing_is_held_behind_a_book(tmp_path):
    """The sink lets go of the sheet: a folder of books takes the memory of one."""
    path = book(tmp_path / "a.xlsx", GOOD * 20)
    gc.collect()
    gc.disable()
    try:
        score(path, output=tmp_path / "b.xlsx")
        held = [
            one for one in gc.get_objects() if isinstance(one, SpliceSink | SheetStream | Cells)
        ]
    finally:
        gc.enable()
    assert held == []
