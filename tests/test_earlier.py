"""Columns are replaced only where they prove to be earlier results: one rule for workbooks, text, Parquet and DataFrames."""

import csv
import io
import random
from contextlib import nullcontext

import openpyxl
import pytest
from support.blocks import blocks
from support.sheets import DECK

import xlpoker
import xlpoker.frames
from xlpoker.scales import SCALES
from xlpoker.scoring.earlier import AGREES, BLANK, OTHER, Proof
from xlpoker.workbook.job import Options, Writing, score

KINDS = ("value", "hand", "winner")
ROWS = 60


def deals(count=ROWS, cards=10, seed=7):
    """Return rows of cards."""
    source = random.Random(seed)
    return [source.sample(DECK, cards) for _ in range(count)]


def labels(cards):
    """Return headings of five cards a player."""
    return [f"p{player}_card{card}" for player in range(1, cards // 5 + 1) for card in range(1, 6)]


def titles(players, columns):
    """Return the titles of results."""
    each = [f"player {player} {kind}" if players > 1 else kind for player in range(1, players + 1) for kind in columns]
    each = [title.capitalize() for title in each if not title.endswith("winner")]
    return each + ["Winner"] * (players > 1 and "winner" in columns)


def results(rows, columns=KINDS, scale="strength"):
    """Return the titles and what scoring writes beside rows, valued one by one."""
    players = len(rows[0]) // 5
    table = [titles(players, columns)]
    for row in rows:
        hands = [row[at : at + 5] for at in range(0, len(row), 5)]
        made = {
            "value": [xlpoker.value(hand, scale) for hand in hands],
            "hand": [xlpoker.hand(one).name for one in hands],
        }
        line = [made[kind][at] for at in range(players) for kind in columns if kind != "winner"]
        table.append(line + ([xlpoker.winner(*hands)] if players > 1 and "winner" in columns else []))
    return table


def beside(rows, more):
    """Return a table with labels: cards and what stands beside them."""
    return [[*cards, *cells] for cards, cells in zip([labels(len(rows[0])), *rows], more, strict=True)]


def run_book(tmp_path, table, options, writing, **more):
    made = openpyxl.Workbook()
    for row in table:
        made.active.append(row)
    made.save(tmp_path / "a.xlsx")
    counts = score(tmp_path / "a.xlsx", Options(**options), in_place=True, writing=Writing(**writing), **more)
    return list(openpyxl.load_workbook(tmp_path / "a.xlsx").active.iter_rows(values_only=True)), counts.warnings


def run_openpyxl(tmp_path, table, options, writing):
    return run_book(tmp_path, table, options, writing, engine="openpyxl")


def run_text(tmp_path, table, options, writing):
    with (tmp_path / "a.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(table)
    (tmp_path / "b.csv").unlink(missing_ok=True)
    counts = score(tmp_path / "a.csv", Options(**options), output=tmp_path / "b.csv", writing=Writing(**writing))
    text = (tmp_path / "b.csv").read_text("utf-8")
    return [tuple(cell or None for cell in row) for row in csv.reader(io.StringIO(text))], counts.warnings


WAYS = {
    "splice": (run_book, False),
    "splice-streamed": (run_book, True),
    "openpyxl": (run_openpyxl, False),
    "text": (run_text, False),
    "text-streamed": (run_text, True),
}


@pytest.fixture(params=WAYS, ids=str)
def way(request):
    """Each way in which rows go through a file."""
    run, streamed = WAYS[request.param]
    with blocks(first=20, piece=6_000) if streamed else nullcontext():
        yield run


def same(found, wanted):
    """Compare rows, numbers as texts, without empty columns at the end."""

    def plain(rows):
        rows = [["" if cell is None else str(cell) for cell in row] for row in rows]
        width = max(max((at for at, cell in enumerate(row, 1) if cell), default=0) for row in rows)
        return [row[:width] for row in rows if any(row)]

    found, wanted = plain(found), plain(wanted)
    found[0] = [cell for cell in found[0] if cell != "Problem"]  # large text files always have the column
    assert [row[: len(wanted[0])] for row in found] == wanted


def edited(table, changes):
    """Return a table in which some cells are somebody's."""
    table = [list(row) for row in table]
    for (row, column), cell in changes.items():
        table[row][column] = cell
    return table


AMOUNTS = [["Value", "Hand"], *([amount, "One Pair, Twos"] for amount in range(100, 100 + ROWS))]
DEALER = [["Winner"], *([1 + row % 2] for row in range(ROWS))]
FULL, ONE_HAND = results(deals()), results(deals(cards=5))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cards", "own", "writing"),
    [
        pytest.param(5, AMOUNTS, {}, id="amounts-and-names"),
        pytest.param(10, edited(FULL, {(ROWS, 4): "Anna"}), {}, id="a-winner-in-words"),
        pytest.param(10, edited(FULL, {(ROWS, 4): 3 - FULL[ROWS][4]}), {}, id="what-the-dealer-said-once"),
        pytest.param(10, edited(FULL, {(ROWS - 1, 2): 7000}), {}, id="one-other-value"),
        pytest.param(10, edited(FULL, {(ROWS, 1): None}), {}, id="a-name-deleted"),
        pytest.param(10, edited(FULL, {(ROWS, 1): "Flush, by hand"}), {}, id="a-name-of-somebody"),
        pytest.param(5, edited(ONE_HAND, {(2, 0): "?"}), {}, id="no-number"),
    ],
)  # fmt: skip
def test_columns_of_the_user_stay(tmp_path, way, cards, own, writing):
    """What is not proved stays where it is, the new columns stand beside, a warning says so, and --overwrite replaces."""
    rows = deals(cards=cards)
    table = beside(rows, own)
    fresh = results(rows)
    first = "FGHIJKLMNOP"[cards - 5]
    found, warnings = way(tmp_path, table, {}, writing)
    same(found, [[*row, *new] for row, new in zip(table, fresh, strict=True)])
    assert len(warnings) == 1
    assert warnings[0].startswith(f"{first}:")
    assert "not proved to be an earlier result of xlpoker; the new columns stand in " in warnings[0]
    assert warnings[0].endswith("; --overwrite replaces them")
    found, warnings = way(tmp_path, table, {}, {**writing, "overwrite": True})
    same(found, beside(rows, fresh))
    assert warnings == []


@pytest.mark.slow
@pytest.mark.parametrize("scale", ["strength", "percentile", "luyun", "handval", "machanic-sql"])
def test_results_are_replaced(tmp_path, way, scale):
    """Cards were corrected and spoilt since, the results are on any scale: they are ours and written anew."""
    rows = deals()
    old = results(rows, scale=scale)
    for row in (3, ROWS - 3):
        rows[row] = list(reversed(rows[row]))
    old[10 + 1] = [None] * 5  # a row that was bad last time
    found, warnings = way(tmp_path, beside(rows, old), {}, {})
    same(found, beside(rows, results(rows)))
    assert warnings == []


@pytest.mark.parametrize("columns", ["winner", "value", "hand", "value,winner"])
@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_chosen_columns(tmp_path, columns, streamed):
    """Values and the winner that they mean prove themselves; a column of one kind does not, whatever it holds."""
    rows = deals()
    old = results(rows, columns.split(","))
    with blocks() if streamed else nullcontext():
        found, warnings = run_book(tmp_path, beside(rows, old), {}, {"columns": columns})
    proved = columns == "value,winner"
    assert bool(warnings) != proved
    assert len(found[0]) == 10 + len(old[0]) * (2 - proved)
    if columns == "winner":
        (warning,) = warnings
        assert warning == (
            "K holds a column 'Winner' that is not proved to be an earlier result of xlpoker; the new columns stand in L; "
            "--overwrite replaces it"
        )
    dealt = edited(old, {(ROWS, len(old[0]) - 1): 1 if old[ROWS][-1] == 2 else 2})
    found, _ = run_book(tmp_path, beside(rows, dealt), {}, {"columns": columns})
    assert [row[10 : 10 + len(old[0])] for row in found] == [tuple(row) for row in dealt]


def test_titles_over_nothing_are_filled(tmp_path, way):
    """Columns prepared for the results hold nothing that could be lost."""
    rows = deals()
    found, warnings = way(tmp_path, beside(rows, [FULL[0], *[[None] * 5] * ROWS]), {}, {})
    same(found, beside(rows, results(rows)))
    assert warnings == []


@pytest.mark.parametrize("engine", ["splice", "openpyxl"])
def test_formulas_of_ours_are_replaced(tmp_path, engine):
    """HANDVAL, HANDNAME and WINNER prove themselves, also alone; a formula of somebody's does not."""
    rows = deals(6)
    live = [[f"=WINNER(A{row}:E{row},F{row}:J{row})"] for row in range(2, 8)]
    for formulas, width in (([["Winner"], *live], 11), ([["Winner"], *live[:5], ["=IF(A7=1,1,2)"]], 12)):
        made = openpyxl.Workbook()
        for row in beside(rows, formulas):
            made.active.append(row)
        made.save(tmp_path / "a.xlsx")
        chosen = {"writing": Writing(columns="winner")} if engine == "splice" else {}
        score(tmp_path / "a.xlsx", in_place=True, engine=engine, force=True, **chosen)
        sheet = openpyxl.load_workbook(tmp_path / "a.xlsx").active
        assert sheet.max_column == (width if engine == "splice" else 16)


def test_without_labels_values_need_names(tmp_path):
    """Numbers right of hands without labels are somebody's; values and names that agree are ours."""
    for own, ours in (([[7000, 100, 1], [90, 80, 1]], False), (FULL[1:3], True)):
        made = openpyxl.Workbook()
        for cards, cells in zip(deals(2), own, strict=True):
            made.active.append([*cards, *cells])
        made.save(tmp_path / "a.xlsx")
        score(tmp_path / "a.xlsx", in_place=True, writing=Writing(columns=None if ours else "value,winner"))
        rows = list(openpyxl.load_workbook(tmp_path / "a.xlsx").active.iter_rows(values_only=True))
        assert [list(row[10 : 10 + len(own[0])]) for row in rows] == own
        assert len(rows[0]) == (15 if ours else 16)


@pytest.mark.parametrize("scale", SCALES)
def test_each_scale_is_known(scale):
    """Values and names agree on the scale of the run, also when a program kept 15 digits; names of other rows do not."""
    _, *rows = results(deals(300), scale=scale)
    for row in rows:
        row[0], row[2] = float(f"{row[0]:.15g}"), float(f"{row[2]:.15g}")
    columns = list(zip(*rows, strict=True))
    proof = Proof(titles(2, KINDS))
    assert set(proof.take(columns).tolist()) == {AGREES}
    assert set(proof.take([[None]] * 5).tolist()) == {BLANK}
    assert (proof.take([columns[0], columns[1][1:] + columns[1][:1], *columns[2:]]) == OTHER).sum() > 200
