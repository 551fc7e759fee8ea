"""Each option of each question, pasted into a command, answers what its preview shows, and counts what it says was read."""

import json
import re
import shlex

import pytest
from support.kept_sheets import codes, run, written
from support.layout_cases import CASES, FAULTS
from support.layout_table import DECK, rows_of
from support.reference import best, omaha

from xlpoker.layout.find import find
from xlpoker.layout.grid import Grid, column_number, parse_ranges
from xlpoker.layout.model import Question


def asked(name):
    """Return the rows of a case if it is asked about with readings."""
    game, sheet, _ = CASES[name]
    rows = rows_of(sheet, name)
    found = find(Grid("Sheet", rows), game)
    return isinstance(found, Question) and bool(found.readings)


QUESTIONS = [name for name, (_, _, expected) in CASES.items() if expected[0] in "?~" and asked(name)]


def cards_of(rows, row, range_):
    """Return the cards of a range in one row of a sheet, as the cells have them."""
    area = parse_ranges(range_).areas[0]
    cells = [rows[row][at] for at in area.columns if at < len(rows[row]) and rows[row][at] not in (None, "")]
    return " ".join(" ".join(str(cell).split()) for cell in cells)


def spelt(card):
    """Return a card with its rank first."""
    return card[::-1] if card[::-1] in DECK else card


def shown(rows, read):
    """Return the first row of what was read, as a preview should show it."""
    row = parse_ranges(next(iter(read["hands"].values()))).rows[0]
    if read["by"] is not None:  # each row is one player's
        at, hand = column_number(read["names"]), next(iter(read["hands"].values()))
        return [f"{rows[row + below][at] or ''} {cards_of(rows, row + below, hand)}".strip()[:60] for below in (0, 1)]
    pairs = [(name, cards_of(rows, row, hand)) for name, hand in read["hands"].items()]
    pairs = [("", pairs[0][1])] if len(pairs) == 1 else pairs
    pairs += [("board", cards_of(rows, row, read["board"]))] if read["board"] else []
    return [f"{name} {cards}".strip()[:60] for name, cards in pairs]


def counts(rows, read, game):
    """Return how often each player wins, the ties and the bad rows, by a slow count; None where a player is out in a row."""
    hands = list(read["hands"].values())
    first, last = parse_ranges(hands[0]).rows
    won, ties, bad = [0] * len(hands), 0, 0
    width = len(parse_ranges(read["board"]).areas[0].columns) if read["board"] else 0
    for row in range(first, min(last + 1, len(rows))):
        held = [cards_of(rows, row, hand).split() for hand in hands]
        board = cards_of(rows, row, read["board"]).split() if read["board"] else []
        held, board = [[*map(spelt, cards)] for cards in held], [*map(spelt, board)]
        if len({*hands}) < len(hands):
            return None  # hands in one cell
        if board and (not all(held) or "?" in board or len(board) < width):
            return None  # no showdown
        every = [card for cards in [*held, board] for card in cards]
        if not every or len(set(every)) < len(every) or not set(every) <= {*DECK}:
            bad += bool(every)
            continue
        if (game != "omaha" and [*map(len, held)] != read["cards"]) or (read["board"] and len(board) < 3):
            bad += 1
            continue
        if game == "omaha":
            values = [omaha(codes(cards), codes(board)) for cards in held]
        else:
            values = [best(codes([*cards, *board])) for cards in held]
        if values.count(max(values)) > 1:
            ties += 1
        else:
            won[values.index(max(values))] += 1
    return won, ties, bad


@pytest.mark.parametrize("name", QUESTIONS)
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
        if found[0]["read"]["by"] != "columns":
            first = [" · ".join(shown(rows, one["read"])[:6]) for one in found[:2]]
            assert preview.removesuffix(" ...") == " / ".join(first), option
        for one in found:
            if one["read"]["by"] is None and len(one["read"]["hands"]) > 1:
                players = [one[f"player_{at}"] for at in range(1, len(one["read"]["hands"]) + 1)]
                expected = counts(rows, one["read"], one["read"]["game"])
                assert expected in (None, (players, one["ties"], one["bad"])), option
