"""Several hands of a player in each row: front, middle and back of Chinese poker, cards dealt, held and final of video poker."""

import json
from itertools import pairwise

import pytest
from support.kept_sheets import answer, check, deals, hints, run, written

ROWS = deals(26, 9, seed=41)
CUTS = [0, 3, 8, 13, 16, 21, 26]
SET = [[row[a:b] for a, b in pairwise(CUTS)] for row in ROWS]
WORDS = ["front", "middle", "back"]
CHINESE = [[" ".join(cards) for cards in hands] for hands in SET]


def options(message):
    """Return the ranges that a message names."""
    return [way for way in hints(message) if way[0] == "--hands"]


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
@pytest.mark.parametrize("form", ["{who} {row}", "{who} {row} hand", "{row}"])
def test_rows_of_chinese_poker(tmp_path, form, ending):
    """Fronts are compared with fronts, whatever the order of the columns."""
    heads = [form.format(who=who, row=row) for who in ("Ann", "Bob") for row in WORDS]
    path = written(tmp_path / f"a{ending}", [heads, *CHINESE])
    code, _, message = run("wins", path)
    ways = options(message)
    assert (code, [way[1] for way in ways]) == (2, ["A2:A10,D2:D10", "B2:B10,E2:E10", "C2:C10,F2:F10"])
    for at, way in enumerate(ways):
        check(path, way, answer([[hands[at], hands[at + 3]] for hands in SET]))


def test_middle_and_back_alone(tmp_path):
    """Hands of one size are four players by their number, and not by their headings."""
    heads = [f"{who} {row}" for who in ("Ann", "Bob") for row in WORDS[1:]]
    path = written(tmp_path / "a.xlsx", [heads, *[[*row[1:3], *row[4:]] for row in CHINESE]])
    assert options(run("wins", path)[2]) == [["--hands", "A2:A10,C2:C10"], ["--hands", "B2:B10,D2:D10"]]


def video(held=True, words=("Dealt", "Held", "Final")):
    """Return a session of video poker; the hand is dealt, some of it held, the rest drawn."""
    rows = []
    for at, row in enumerate(ROWS):
        keep = row[: at % 6]
        cards = [row[:5], keep, [*keep, *row[5 : 10 - len(keep)]]]
        cells = [" ".join(one) or None for one in cards]
        rows.append([at + 1, *(cells if held else cells[::2]), at % 3])
    return [["#", *(words if held else words[::2]), "Win"], *rows]


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
@pytest.mark.parametrize(
    "rows", [video(), video(held=False), video(words=("A", "B", "C"))], ids=["held", "two", "words"]
)
def test_video_poker(tmp_path, rows, ending):
    """The final hands, or those that were dealt, are counted by themselves."""
    path = written(tmp_path / f"a{ending}", rows)
    final = "D" if len(rows[0]) == 5 else "C"
    code, _, message = run("wins", path)
    assert (code, options(message)) == (2, [["--hands", f"{final}2:{final}10"], ["--hands", "B2:B10"]])
    for way in options(message):
        found = json.loads(run("wins", path, *way, "--json")[1])
        assert (sum(found["categories"].values()), found["bad"]) == (9, 0)


PLAYERS = {
    "names": ["Topher", "Backer", "Frontino"],
    "one-back": ["Ann", "Bob", "Back"],
    "words": ["First hand", "Second hand", "Last hand"],
}


@pytest.mark.parametrize("names", PLAYERS.values(), ids=PLAYERS)
def test_players_whose_names_only_look_like_it(tmp_path, names):
    """Three players are three players."""
    rows = deals(15, 9, seed=42)
    path = written(tmp_path / "a.xlsx", [names, *[[" ".join(row[at : at + 5]) for at in (0, 5, 10)] for row in rows]])
    check(path, [], answer([[row[:5], row[5:10], row[10:]] for row in rows]))
