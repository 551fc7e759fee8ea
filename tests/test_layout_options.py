"""Each option of each question, pasted into a command, answers what its preview shows, and counts what it says was read."""

import json
import re
import shlex

import pytest
from support.cases import sampled
from support.kept_sheets import counted as counted_by
from support.kept_sheets import run, values, written
from support.layout_cases import CASES, FAULTS, WORDS
from support.layout_counts import cards_of, counted, counts
from support.layout_table import rows_of

import xlpoker
from xlpoker.addresses import column_number
from xlpoker.layout.find import find
from xlpoker.layout.grid import Grid, parse_ranges, parse_skip
from xlpoker.layout.model import Question


def asked(name):
    """Return the rows of a case if it is asked about with readings."""
    game, sheet, _ = CASES[name]
    rows = rows_of(sheet, name)
    found = find(Grid("Sheet", rows), game)
    return isinstance(found, Question) and bool(found.readings)


QUESTIONS = [name for name, (_, _, expected) in CASES.items() if expected[0] in "?~" and asked(name)]
READ = [name for name, (_, _, expected) in CASES.items() if expected != "nothing" and name not in (*QUESTIONS, *FAULTS)]
READ = [name for name in READ if CASES[name][2][0] != "?"]


def left_out(skip):
    """Return the rows that an option leaves out."""
    return {row for low, high in parse_skip(skip).rows for row in range(low, high + 1)}


def shown(rows, read):
    """Return the first row of what was read, as a preview should show it."""
    first = parse_ranges(next(iter(read["hands"].values()))).rows[0]
    row, *below = (row for row in range(first, len(rows)) if row not in left_out(read["without_rows"]))
    if read["by"] is not None:  # each row is one player's
        at, hand = column_number(read["names"]), next(iter(read["hands"].values()))
        return [f"{rows[one][at] or ''} {cards_of(rows, one, hand)}".strip()[:60] for one in (row, *below[:1])]
    pairs = [(name, cards_of(rows, row, hand)) for name, hand in read["hands"].items()]
    pairs = [("", pairs[0][1])] if len(pairs) == 1 else pairs
    pairs += [("board", cards_of(rows, row, read["board"]))] if read["board"] else []
    return [f"{name} {cards}".strip()[:60] for name, cards in pairs]


@pytest.mark.parametrize("name", sampled(READ, 3))
def test_what_is_read_is_counted(tmp_path, name):
    """The counts of a sheet that is read are those of the cells in its ranges."""
    game, sheet, _ = CASES[name]
    rows = rows_of(sheet, name)
    found = xlpoker.wins(written(tmp_path / "a.xlsx", rows), game=game).as_dict()
    assert counts(found) == counted(rows, found, WORDS[name])


@pytest.mark.parametrize("name", sampled(READ[::8], 4))
def test_what_is_read_is_scored_once(tmp_path, name):
    """The results beside the hands are no hands: the book is read as before, and results take the place of results."""
    said = ["--game", CASES[name][0]]
    path, target = written(tmp_path / "a.xlsx", rows_of(CASES[name][1], name)), tmp_path / "b.xlsx"
    assert run("score", path, *said, "-o", target)[0] in (0, 1)
    first, read, before = values(target), counted_by(target, *said), counted_by(path, *said)
    assert before == {key: read[key] for key in before}
    assert read.keys() - before.keys() <= {
        "names"
    }  # a title above one hand is its name beside the headings of the results
    assert run("score", target, *said, "--in-place")[0] in (0, 1)
    assert values(target) == first


BARE = ["no labels", "gap", "one cell without labels", "one player", "front: front gap"]
BARE += [
    f"holdem: {one}"
    for one in ("holdem board first without labels", "hole cards, a gap, a board", "hole cards in one cell each")
]


@pytest.mark.parametrize("name", BARE)
def test_what_is_read_of_a_text_is_scored_once(tmp_path, name):
    """So it is in a text, whose columns without headings get some."""
    said, rows = ["--game", CASES[name][0]], rows_of(CASES[name][1], name)
    path, target, again = (written(tmp_path / f"{one}.csv", [[*row, None] for row in rows]) for one in "abc")
    assert run("score", path, *said, "-o", target, "--force")[0] in (0, 1)
    assert counted_by(target, *said) == counted_by(path, *said)
    assert run("score", target, *said, "--overwrite", "-o", again, "--force")[0] in (0, 1)
    assert again.read_bytes() == target.read_bytes()


@pytest.mark.parametrize("name", sampled(QUESTIONS, 6))
def test_each_option_answers_what_it_shows(request, tmp_path, name):
    """The first row under each option has the cards of the preview, and the counts are those of the ranges that were read."""
    if (key := f"pasted: {name}") in FAULTS:
        request.applymarker(pytest.mark.xfail(strict=True, reason=FAULTS[key]))
    game, sheet, _ = CASES[name]
    rows = rows_of(sheet, name)
    path = written(tmp_path / "a.xlsx", rows)
    said = ["--game", game] if game != "five-card" else []
    code, _, message = run("wins", path, *said)
    options = re.findall(r"^  (--.*?)   (.*)$", message, re.MULTILINE)
    assert code == 2
    assert len(options) > 0, message
    for option, preview in options:
        words = shlex.split(option)
        code, out, error = run("wins", path, *([] if "--game" in words else said), *words, "--json")
        assert code in (0, 1), (option, error)
        found = [json.loads(line) for line in out.splitlines()]
        assert all(one["rows"] for one in found), option
        first = [" · ".join(shown(rows, one["read"])[:6]) for one in found[:2]]
        assert preview.removesuffix(" ...") == " / ".join(first), option
        for one in found:
            ruled = one["read"]["game"] != "three-card"  # of which the slow count has no rules
            if ruled and (game == "five-card" or "?" not in sheet):  # of a board
                without = left_out(one["read"]["without_rows"])
                left = [[] if row in without else cells for row, cells in enumerate(rows)]
                assert counts(one) == counted(left, one, WORDS[name]), option
