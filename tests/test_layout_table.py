"""The table of layouts: what is read of each sheet, or what is asked; and what changes none of these answers."""

import random
import re
from collections import Counter

import pytest
from support.layout_cases import CASES, FAULTS
from support.layout_table import answer, grid_of, offers, rows_of

from xlpoker.addresses import a1
from xlpoker.layout.cells import cards_in
from xlpoker.layout.find import find, named_layout
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import WHY, Layout, Question


def read(name):
    """Return what is read of a case, None where it is asked about, which is a fault of its own."""
    game, sheet, _ = CASES[name]
    found = find(grid_of(sheet, name), game)
    return found if isinstance(found, Layout) else None


READ = {
    name: case for name, case in CASES.items() if case[2][0] not in "?~" and case[2] != "nothing" and name not in FAULTS
}
KINDS = {name.partition(", as ")[0]: name for name in READ}.values()  # one of those that differ in a word
SERIES = [f"C{number}" for number in range(2, 10)]


def known(request, name):
    """Expect a case with a known fault to fail."""
    if name in FAULTS:
        request.applymarker(pytest.mark.xfail(strict=True, reason=FAULTS[name]))


def test_faults_are_of_the_table():
    """Each fault that is known is a case of the table, by itself or behind the word of another test."""
    assert {re.sub("^(named|pasted|doors|columns): ", "", name) for name in FAULTS} <= {*CASES}


@pytest.mark.parametrize("name", CASES)
def test_the_table(request, name):
    """Each sheet is read as the table says, or asked about with the readings that it names."""
    known(request, name)
    game, sheet, expected = CASES[name]
    found = find(grid_of(sheet, name), game)
    assert offers(found, expected, game), answer(found, game)


def test_each_doubt_has_a_sheet():
    """Whatever may make a question of a sheet does so in the table."""
    found = [find(grid_of(sheet, name), game) for name, (game, sheet, _) in CASES.items()]
    assert {doubt for one in found if isinstance(one, Question) for doubt in one.doubts} == {*WHY}


@pytest.mark.parametrize("word", ["Out", "Ausgestiegen"])
def test_a_column_of_who_folds(word):
    """A word above it is enough to ask, also where it may be a player's name."""
    assert "remarks" in find(grid_of(f"No|Anna|Ben|{word} // 8x {{n}}|[5]|[5]|{{,,,Ben,,,,}}")).doubts


def test_a_question_in_words():
    """A question says why it is asked, then each reading with its option and its first row, and what else can be typed."""
    rows = [["Memo", "Ben"], ["5H 5C 6S 7S KD", "2C 3S 8S 8D TD"]]
    assert find(Grid("Friday", rows)).lines(sheet=True) == [
        f"Friday can be read in 3 ways ({WHY['unread cards']}; {WHY['words']}); say which:",
        "--sheet Friday --hands Memo=A2:A2,Ben=B2:B2   Memo 5H 5C 6S 7S KD · Ben 2C 3S 8S 8D TD",
        "--sheet Friday --hands Ben=B2:B2   2C 3S 8S 8D TD",
        "--sheet Friday --hands Memo=A2:A2   5H 5C 6S 7S KD",
        'none of these: --hands "Anna=A3:E9,Ben=F3:J9" names the hands, --skip G,7 leaves out a column and a row',
    ]


@pytest.mark.parametrize("name", READ)
def test_what_is_read_can_be_named(request, name):
    """The ranges of a layout, and its players' names with them, mean the same after ``--hands``."""
    known(request, f"named: {name}")
    game, sheet, _ = READ[name]
    grid = grid_of(sheet, name)
    layout = find(grid, game)
    again = named_layout(grid, str(layout), game)
    assert (again.hands, again.board) == (layout.hands, layout.board)
    assert (again.first, again.last) == (layout.first, layout.last)
    named = [*layout.names, *(["board"] if layout.board else [])]
    if layout.names and len({*map(layout.range, layout.hands)}) == len(layout.hands):
        spelt = ",".join(f"{who}={layout.range(area)}" for who, area in zip(named, layout.areas, strict=True))
        again = named_layout(grid, spelt, game)
        assert (again.names, again.hands, again.board) == (layout.names, layout.hands, layout.board)


def test_no_card_is_dropped_without_a_word():
    """A column that holds cards in several rows is a hand's, the board's, or listed."""
    for name, (_, sheet, _) in READ.items():
        grid, layout = grid_of(sheet, name), read(name)
        if layout is None:
            continue
        used = {at for area in layout.areas for at in area.columns}
        listed = {word.split(" ")[0] for word in layout.unread}
        rows = grid.rows[layout.first : layout.last + 1]
        held = Counter(at for row in rows for at, cell in enumerate(row) if at not in used and cards_in(cell))
        assert {re.sub(r"\d", "", a1(0, at)) for at, times in held.items() if times > 1} <= listed, name


def changed(change, times):
    """Return the cases whose answer is another one after a change of the sheet, and those that are asked about then.

    The change takes the rows, what is read of them, the rows whose hands are whole, the game and a source of chance, and
    returns new rows and the answer to expect.
    """
    wrong, asked = {}, {}
    for name in list(KINDS)[:: 4 if times == 1 else 1]:  # the quick tests take a part
        game, sheet, _ = READ[name]
        if (layout := read(name)) is None:
            continue
        columns = [at for area in layout.hands for at in area.columns]
        for chance in range(times):
            rows = rows_of(sheet, name)
            whole = [at for at, row in enumerate(rows) if len(row) > max(columns) and all(row[one] for one in columns)]
            whole = [at for at in whole if layout.first <= at <= layout.last and cards_in(rows[at][columns[0]])]
            made = change(rows, layout, whole, game, random.Random(f"{name} {chance}"))
            if made is None:
                continue
            found = find(Grid("Sheet1", made[0]), game)
            if answer(found, game) != made[1]:
                (asked if isinstance(found, Question) else wrong)[name] = answer(found, game)
    return wrong, asked


def moved(said: str, down: int, right: int) -> str:
    """Return an answer with all of its ranges moved."""

    def corner(letters: str, row: str) -> str:
        at = 0
        for letter in letters:
            at = 26 * at + ord(letter) - 64
        return a1(int(row) - 1 + down, at - 1 + right)

    cells = re.compile(r"\b([A-Z]{1,2})(\d+):([A-Z]{1,2})(\d+)")
    return cells.sub(lambda one: f"{corner(*one.group(1, 2))}:{corner(*one.group(3, 4))}", said)


def anywhere(rows, layout, _, game, chance):
    """Add blank rows above and blank columns at the left, which move an answer."""
    down, right = chance.randint(0, 4), chance.randint(0, 3)
    return [*[[]] * down, *([*[None] * right, *row] for row in rows)], moved(answer(layout, game), down, right)


def blank_around(rows, layout, _whole, game, _chance):
    """Add blank cells around, and a note below two blank rows."""
    below = [[], [""], [], ["* all cards as they were written down"]]
    return [*([*row, None, " "] for row in rows), *below], answer(layout, game)


def blank_between(rows, layout, whole, game, chance):
    """Add a blank row between two deals."""
    rest = [row for row in whole if row - 1 in whole]
    if len(whole) < 4 or layout.by or not rest:
        return None
    row, last = chance.choice(rest), layout.last + 1
    return [*rows[:row], [], *rows[row:]], re.sub(rf"(?<=:)([A-Z]+){last}\b", rf"\g<1>{last + 1}", answer(layout, game))


def remarks(rows, layout, whole, game, chance):
    """Add a column of remarks behind a blank one."""
    notes = ["a note", "see row 3", None, 7, "2024-05-03", "misdealt?", 0.5, "won by Ann", True, "n/a"]
    if layout.first and len(rows[layout.first - 1]) < 2:
        return None
    width = max(map(len, rows)) + 1
    heads = ["Remarks"] if layout.first == 1 else [None] * layout.first
    beside = [*heads, *(chance.choice(notes) if row in whole else None for row in range(layout.first, len(rows)))]
    filled = [[*row, *[None] * (width - len(row)), note] for row, note in zip(rows, beside, strict=True)]
    return filled, answer(layout, game)


def spoilt(rows, layout, whole, game, chance):
    """Make a cell of a hand bad or blank, in any row."""
    if len(whole) < 4 or all(cell in SERIES for cell in rows[whole[0]]):  # C2 C3 C4 may be a heading, too
        return None
    row, at = chance.choice(whole), chance.choice([at for area in layout.hands for at in area.columns])
    word = chance.choice(["1OH", "", "?", "5X", 5])
    several = isinstance(rows[row][at], str) and " " in rows[row][at]
    rows[row][at] = f"{rows[row][at].partition(' ')[2]} {word}".strip() if several else word
    return rows, answer(layout, game)


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("change", "most"), [(anywhere, 2), (blank_around, 0), (blank_between, 2), (remarks, 2), (spoilt, len(KINDS) // 50)]
)
def test_what_changes_nothing(change, most, times):
    """The hands of a sheet are found where they were; few sheets are asked about then."""
    wrong, asked = changed(change, times)
    assert wrong == {}
    assert len(asked) <= most, asked
