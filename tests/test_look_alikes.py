"""Nicknames, seats and marks that may be cards: in histories, in the dealer's column, and stars that may be jokers."""

import pytest
from support.books import csv_rows
from support.histories import STARS
from support.kept_sheets import answer, check, counted, deals, run, written

from xlpoker.layout.find import find
from xlpoker.layout.messages import reading_line
from xlpoker.layout.sheet import Sheet

TEN = deals(10, 10, seed=11)
SHOWN = answer([[row[:5], row[5:]] for row in TEN])


@pytest.mark.parametrize("nick", ["AsAd", "As Ad", "Ad", "AhKhQhJhTh", "Bob"])
def test_nicknames_are_no_hole_cards(tmp_path, nick):
    """A heading with *name* says that names stand below, whatever these look like."""
    hands = [STARS.replace("000001:", f"{number:06}:").replace("Ann", nick) for number in range(9)]
    (tmp_path / "log.txt").write_text("\n\n".join(hands), "utf-8")
    assert run("import", tmp_path / "log.txt", tmp_path / "log.xlsx")[0] == 0
    expected = {"rows": 9, "player_1": 0, "player_2": 9, "player_3": 0, "ties": 0, "no_showdown": 0, "bad": 0}
    check(tmp_path / "log.xlsx", ["--game", "holdem"], expected)
    assert expected.items() <= counted(tmp_path / "log.xlsx").items()


def test_the_check_takes_the_numbers_of_seats(tmp_path):
    """The dealer's 5 is Seat 5, in whichever place it stands; 1 is nobody."""
    headings = ["Nr", *(cell for seat in (2, 5, 9) for cell in (f"Seat {seat}", *[None] * 4))]
    rows = [headings, *([number, *cards] for number, cards in enumerate(deals(15, 8), start=1))]
    path = written(tmp_path / "a.xlsx", rows)
    assert run("score", path, "-o", tmp_path / "b.csv")[0] == 0
    titles, *found = csv_rows(tmp_path / "b.csv")
    winners = [row[titles.index("Winner")] for row in found]
    said = [int(winner.split()[-1]) if winner.startswith("Seat") else "tie" for winner in winners]
    for column, agree in ((said, len(said)), ([1] * len(said), 0)):
        written(path, [[*row, word] for row, word in zip(rows, ["Dealer", *column], strict=True)])
        assert counted(path, "--check", "Dealer")["agree"] == agree


def test_a_winners_mark_is_no_joker_unasked(tmp_path):
    """A star behind a whole hand of five below its name is asked about, and the hands can be named; without names it is left out."""
    rows = [
        [*row[:5], "*" if at % 3 == 0 else None, *row[5:], "*" if at % 3 == 1 else None] for at, row in enumerate(TEN)
    ]
    path = written(tmp_path / "a.xlsx", [["Ann", *[None] * 5, "Bob", *[None] * 5], *rows])
    assert run("wins", path)[0] == 2
    check(path, ["--hands", "Ann=A2:E11,Bob=G2:K11"], SHOWN)
    bare = written(tmp_path / "b.xlsx", rows)
    assert SHOWN.items() <= counted(bare).items()


def test_a_bullet_is_no_joker(tmp_path):
    """A star before hands of five in a text is asked about: it may be a joker."""
    lines = [f"* {' '.join(row[:5])} / {' '.join(row[5:])}\n" for row in TEN]
    (tmp_path / "a.txt").write_text("".join(lines), "utf-8")
    code, out, _ = run("wins", tmp_path / "a.txt")
    assert (code, out) == (2, "")
    named = counted(tmp_path / "a.txt", "--hands", "B1:F10,H1:L10")
    assert SHOWN.items() <= named.items()


@pytest.mark.parametrize("place", [0, 4, "cell"])
def test_a_star_for_the_fifth_card_is_a_joker(tmp_path, place):
    """Where a hand would be one card short, in cells or in one, the star is a card."""
    if place == "cell":
        rows = [[" ".join(["*", *row[:4]]), " ".join(row[5:])] for row in TEN]
    else:
        rows = [[*row[:place], "*", *row[place:4]] for row in TEN]
    found = counted(written(tmp_path / "a.xlsx", rows))
    assert (found["bad"], found.get("categories", {}).get("High Card")) == (0, None)


SLASHES = {
    "whole hands": (["5H/5C/6S/7S/KD", "2C|3S|8S|8D|TD"], "1-3: five-card; Player 1 A, Player 2 B"),
    "a board": (
        ["5H 5C", "6S/7S", "2c 3d 4h | 5s 6d"],
        "1-3: hold'em, best five of two and the board; Player 1 A, Player 2 B; board C",
    ),
}


@pytest.mark.parametrize(("row", "line"), SLASHES.values(), ids=SLASHES)
def test_marks_between_cards_make_no_hands(row, line):
    """A slash or a bar between single cards, or within a board, leaves one hand in the cell."""
    headings = ["Ann", "Ben", "Board"][: len(row)]
    found = find(Sheet.of("", [headings, *[row] * 3])).answer
    assert reading_line(found).startswith(
        line.replace("1-3", "2-4").replace("Player 1", "Ann").replace("Player 2", "Ben")
    )
