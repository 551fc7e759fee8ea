"""Rows of one hand each with the names of players who come again, and no column that numbers their deals."""

import json
from itertools import chain

import pytest
from support.blocks import blocks
from support.kept_sheets import answer, counted, deals, hints, offered, run, true_reading, written

DEALS = deals(15, 8, seed=31)
NAMES = ["Ann", "Bob", "Cid"]
ALL = [[row[:5], row[5:10], row[10:]] for row in DEALS]
SOME = [
    [None if at % 3 == 2 and seat == at % 2 else hand for seat, hand in enumerate(one)] for at, one in enumerate(ALL)
]


def rows_of(showdowns, *, cells=True, blank=False, before=lambda _: []):
    """Return a row for each hand that is in a showdown, and before each showdown the rows that stand there."""
    return list(
        chain.from_iterable(
            [
                *before(at),
                *[
                    [name, *((hand if cells else [" ".join(hand)]) if hand else [])]
                    for name, hand in zip(NAMES, hands, strict=False)
                    if hand or blank
                ],
            ]
            for at, hands in enumerate(showdowns)
        )
    )


HEADED = ["Player", "C1", "C2", "C3", "C4", "C5"]
TWO = [one[:2] for one in ALL]
SHEETS = {
    "titles": (rows_of(TWO, before=lambda at: [[f"Deal {at + 1}"]]), TWO),
    "blank-rows": ([HEADED, *rows_of(ALL, before=lambda at: [[]] * (at > 0))], ALL),
    "nothing-between": ([HEADED, *rows_of(ALL)], ALL),
    "hands-in-cells": ([["Name", "Hand"], *rows_of(ALL, cells=False)], ALL),
    "who-is-not-in-each-deal": ([HEADED, *rows_of(SOME, before=lambda at: [[]] * (at > 0))], SOME),
    "players-without-a-hand": ([HEADED, *rows_of(SOME, blank=True, before=lambda at: [[]] * (at > 0))], SOME),
    "titles-and-no-heading": (
        rows_of(ALL, cells=False, before=lambda at: [["Saturday"] if at % 2 else ["Sunday"]]),
        ALL,
    ),
}


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
@pytest.mark.parametrize(("rows", "showdowns"), SHEETS.values(), ids=SHEETS)
def test_players_who_take_turns(tmp_path, rows, showdowns, ending):
    """The rows are asked about; one way compares the players, the other counts each hand."""
    path = written(tmp_path / f"a{ending}", rows)
    each, turns = offered(path)
    expected = answer(showdowns) | {"names": NAMES[: len(showdowns[0])]}
    assert true_reading(path, expected) == turns
    assert counted(path, "--by", "turns") == expected
    alone = counted(path, *each)
    assert (sum(alone["categories"].values()), alone["bad"]) == (sum(map(bool, chain.from_iterable(showdowns))), 0)


def test_results_beside_players_who_take_turns(tmp_path):
    """Every hand has its value, and the winner stands in the winner's row; scored again it stays the same."""
    path = written(tmp_path / "a.xlsx", SHEETS["titles"][0])
    assert run("score", path, "--by", "turns", "-o", tmp_path / "b.xlsx")[0] == 0
    first = (tmp_path / "b.xlsx").read_bytes()
    counts = json.loads(run("wins", tmp_path / "b.xlsx", "--by", "turns", "--json")[1])
    assert counts["rows"] == len(TWO)
    assert run("score", tmp_path / "b.xlsx", "--by", "turns", "-o", tmp_path / "c.xlsx")[0] == 0
    assert run("score", tmp_path / "b.xlsx", "--by", "turns", "--in-place")[0] == 0
    assert len(first) == len((tmp_path / "b.xlsx").read_bytes())


def test_rows_are_no_columns(tmp_path):
    """Hands in rows are not read as five players with their cards downwards."""
    path = written(tmp_path / "a.xlsx", SHEETS["titles"][0])
    code, _, message = run("wins", path, "--by", "columns")
    assert (code, hints(message)[0]) == (2, ["--by", "turns"])


def test_a_long_table_of_which_the_first_rows_are_read(tmp_path):
    """The question does not depend on where the first rows end."""
    path = written(tmp_path / "a.xlsx", [HEADED, *rows_of(ALL * 20)])
    with blocks(first=64, lines=2000):
        assert true_reading(path, {"rows": 160})[-2:] == ["--by", "turns"]
        assert counted(path, "--by", "turns")["rows"] == 160


HANDS = deals(5, 40, seed=32)
ALONE = {
    "a-list-of-one-player": [["Ann", *hand] for hand in HANDS],
    "players-in-any-order": [[NAMES[at * at % 7 % 3], *hand] for at, hand in enumerate(HANDS)],
    "cards-that-come-twice": [[NAMES[at % 3], *hand] for at, hand in enumerate(HANDS)],
    "names-that-never-come-again": [[f"Guest {chr(65 + at)}x", *hand] for at, hand in enumerate(HANDS[:20])],
    "numbers": [[at % 2, *hand] for at, hand in enumerate(HANDS)],
}


@pytest.mark.parametrize("rows", ALONE.values(), ids=ALONE)
def test_rows_that_are_no_deals(tmp_path, rows):
    """One hand a row stays what it is, without a question."""
    code, out, _ = run("wins", written(tmp_path / "a.xlsx", rows), "--json")
    assert (code, json.loads(out)["bad"], "categories" in json.loads(out)) == (0, 0, True)


def test_turns_without_names(tmp_path):
    """Without a column of names there is nothing that tells where a deal ends."""
    code, _, message = run("wins", written(tmp_path / "a.xlsx", HANDS), "--by", "turns")
    assert code == 2
    assert message.endswith("insert one that numbers the deals, and name it with --by\n")
