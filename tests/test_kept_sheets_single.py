"""One hand a row: how often each category came, with the share to be expected."""

import json
from collections import Counter

import pytest
from support.kept_sheets import ENDINGS, codes, deals, run, written
from support.reference import best

from xlpoker.workbook.job import Options, wins

NAMES = "High Card,One Pair,Two Pair,Three of a Kind,Straight,Flush,Full House,Four of a Kind,Straight Flush".split(",")
SIZES = {"five": (5, "50.118%"), "five-in-one-cell": (-5, "50.118%"), "seven": (7, "17.412%"), "four": (4, None)}


def counted(rows):
    """Return how often each category is among rows of cards, counted slowly; royal flushes do not occur."""
    return dict(Counter(NAMES[best(codes(row))[0]] for row in rows))


@ENDINGS
@pytest.mark.parametrize(("size", "expected"), SIZES.values(), ids=SIZES)
def test_categories_of_single_hands(tmp_path, size, expected, ending):
    """The table has a line for each category, and JSON the counts; what is to be expected is shown where it is known."""
    rows = deals(abs(size), 60)
    heading = ["Hand"] if size < 0 else [f"Card {number + 1}" for number in range(size)]
    path = written(tmp_path / f"a{ending}", [heading, *([[" ".join(row)] for row in rows] if size < 0 else rows)])
    code, out, err = run("wins", path)
    assert (code, err) == (0, "")
    found = counted(rows)
    lines = {line[:15].strip(): line[15:].split() for line in out.splitlines() if line.strip()}
    assert {name: int(lines[name][0]) for name in found} == found
    assert lines["High Card"][2:] == ([expected] if expected else [])
    assert ("Royal Flush" in lines) == bool(expected)
    assert json.loads(run("wins", path, "--json")[1])["categories"] == found


def test_hands_with_jokers_and_of_several_sizes(tmp_path):
    """Nothing is expected of hands with jokers; a hand of another size than the rest is a bad row."""
    for name, more, found in (
        ("jokers", ["*", "2C", "3D", "4H", "9S"], (0, 21, 0)),
        ("sizes", ["AC", "KD", "QH"], (5, 20, 1)),
    ):
        cells = [[" ".join(row)] for row in [*deals(5, 20), more]]
        counts = wins(written(tmp_path / f"{name}.xlsx", [["Hand"], *cells]), Options())
        assert (counts.cards, sum(counts.categories.values()), counts.bad) == found
