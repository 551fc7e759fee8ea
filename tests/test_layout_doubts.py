"""What makes a question of a sheet that would else be counted without a word: each doubt with a sheet as people write it."""

import json

import pytest
from support.kept_sheets import deals, run, written

from xlpoker.layout.find import find
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout, Question

TEN = [[" ".join(row[:5]), " ".join(row[5:])] for row in deals(10, 8)]
PAIRS = [[" ".join(row[at : at + 5]) for at in range(0, 20, 5)] for row in deals(20, 8)]


def long(head, cells):
    """Return a row for each of two players of each deal, with further cells from `cells(deal, player)`."""
    made = [
        [at, name, hand, *cells(at, name)] for at, row in enumerate(TEN) for name, hand in zip(NAMES, row, strict=True)
    ]
    return [["Deal", "Player", "Cards", *head], *made]


def wide(head=(), cells=lambda _: (), below=()):
    """Return a row for each deal of two players, with further cells and rows."""
    return [["No", *NAMES, *head], *([at, *row, *cells(at)] for at, row in enumerate(TEN, 1)), *below]


def two_tables(head):
    """Return rounds of four players, of whom two sit at each of two tables."""
    seats = [("Anna", 1), ("Ben", 1), ("Cy", 2), ("Di", 2)]
    made = [
        [at, table, name, hand] for at, row in enumerate(PAIRS) for (name, table), hand in zip(seats, row, strict=True)
    ]
    return [["Round", head, "Player", "Cards"], *made]


NAMES = ("Anna", "Ben")
FOLDS = {
    "folded-yes": long(["Folded?"], lambda at, name: ["yes" if at % 3 == 0 and name == "Ben" else None]),
    "out-x": long(["Out"], lambda at, name: ["x" if at == 2 and name == "Anna" else None]),
    "who-folded": wide(["Who folded"], lambda at: ["Ben" if at == 4 else None]),
    "status": wide(["Status"], lambda at: ["passt" if at == 4 else "dabei"]),
    "a-note": wide(["Remarks"], lambda at: ["sat out, late" if at == 4 else None]),
}
VOID = {
    "misdeal-in-a-note": wide(["Notes"], lambda at: ["Misdeal!" if at == 3 else None]),
    "ungültig": wide(["Notiz"], lambda at: ["ungültig" if at == 3 else None]),
    "a-test-among-numbers": [*wide()[:4], ["Test", *TEN[5]], *wide()[4:]],
}
AGAIN = {
    word: wide(below=[[], [word], [3, *TEN[2]]])
    for word in ("Hand of the night", "Bad beats", "Correction", "Blatt des Abends")
}
LETTERS = {
    "dutch": [["A♠ 9♥ 4♣ 5♦ V♣", "A♦ B♥ 10♣ 7♦ 3♣"], ["H♠ 9♥ 4♣ 5♦ 2♣", "A♦ 8♥ 10♣ 7♦ 3♣"]],
    "finnish": [["A♠ 9♥ 4♣ 5♦ R♣", "A♦ K♥ 10♣ 7♦ 3♣"]],
}
TABLES = {word: two_tables(word) for word in ("Group", "Mesa", "Pair", "Stolik", "Desk")}
DRAWN = deals(14, 10)
DRAWS = {  # two cards of each hand change
    head: [
        ["Deal", head, "Player", "Cards"],
        *(
            [at, step, name, " ".join([*row[first : first + 3], *row[6 + 4 * (first // 3) + 2 * (step - 1) :][:2]])]
            for at, row in enumerate(DRAWN)
            for step in (1, 2)
            for name, first in (("Anna", 0), ("Ben", 3))
        ),
    ]
    for head in ("Round", "Game")
}
CASES = [
    pytest.param(rows, doubt, id=f"{doubt}-{name}")
    for doubt, sheets in (("folds", FOLDS), ("void", VOID), ("examples", AGAIN), ("letters", LETTERS), ("draws", DRAWS))
    for name, rows in sheets.items()
]


@pytest.mark.parametrize(("rows", "doubt"), CASES)
def test_doubts(rows, doubt):
    """The sheet is asked about, for this reason."""
    found = find(Grid("Sheet1", rows))
    assert isinstance(found, Question)
    assert doubt in found.doubts


@pytest.mark.parametrize("rows", TABLES.values(), ids=TABLES)
def test_two_showdowns_under_one_number(rows):
    """Both ways to tell deals apart are offered."""
    found = find(Grid("Sheet1", rows))
    assert {one.by for one, *_ in found.readings} >= {"Round", f"Round,{rows[0][1]}"}


def test_numbers_that_begin_again_in_each_class():
    """A column that tells deals with one number apart is offered beside the consecutive rows."""
    rows = [["Class", "Deal", "Pupil", "Cards"]]
    rows += [
        [name, at, pupil, hand]
        for name, pupils, some in (("7C", NAMES, TEN[:5]), ("8D", ("Cy", "Di"), TEN[5:]))
        for at, row in enumerate(some, 1)
        for pupil, hand in zip(pupils, row, strict=True)
    ]
    found = find(Grid("Sheet1", rows))
    assert isinstance(found, Question)
    assert {one.by for one, *_ in found.readings} == {"Deal", "Deal,Class"}


PLAIN = {
    "cash-out": wide(["Buy in", "Cash out"], lambda at: [20, 15 + at]),
    "days": wide(["Day"], lambda at: ["Sat" if at % 2 else "Sun"]),
    "a-pot-of-each-deal": long(["Pot"], lambda at, _: [10 * at]),
    "a-showdown": wide(["Showdown"], lambda _: ["yes"]),
    "queens-and-kings": [["Q♠ K♥ 4♣ 5♦ J♣", "A♦ J♥ 10♣ 7♦ 3♣"]],
}


@pytest.mark.parametrize("rows", PLAIN.values(), ids=PLAIN)
def test_no_doubt(rows):
    """Words that only look alike are no reason to ask."""
    assert isinstance(find(Grid("Sheet1", rows)), Layout)


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
def test_titles_beside_the_hands_are_named(tmp_path, ending):
    """A row with words in a column beside the hands, between the deals, is said to be not read."""
    rows = [*wide()[:4], ["February"], *wide()[4:]]
    code, out, _ = run("wins", written(tmp_path / f"a{ending}", rows))
    assert (code, "row 5 February" in " ".join(out.split())) == (0, True)


@pytest.mark.parametrize("heads", [("Player", "Opponent"), ("Spieler", "Gegner"), ("Home", "Away")], ids=" ".join)
def test_opponents_are_persons(tmp_path, heads):
    """Wins are those of the names in each row, whatever the two columns of names are called."""
    rows = [[heads[0], "Cards", heads[1], "Cards"]]
    rows += [
        ["Anna", one, "Ben", other] if at % 2 else ["Ben", one, "Anna", other] for at, (one, other) in enumerate(TEN)
    ]
    code, out, _ = run("wins", written(tmp_path / "a.xlsx", rows), "--json")
    assert (code, {*json.loads(out)["persons"]}) == (0, {"Anna", "Ben"})


def test_who_against_whom_names_nobody(tmp_path):
    """Two hands in a cell beside `Anna vs Ben` are the wins of two players, not of that text."""
    rows = [["Deal", "Who", "Hands"], *([at, "Anna vs Ben", " vs ".join(row)] for at, row in enumerate(TEN, 1))]
    code, out, _ = run("wins", written(tmp_path / "a.xlsx", rows))
    assert (code, "Player 1" in out, "vs" in out.split("Wins")[1]) == (0, True, False)
