"""Nicknames, seats and marks that may be cards: in histories, in the dealer's column, and stars that may be jokers."""

import pytest
from support.books import csv_rows
from support.histories import STARS
from support.kept_sheets import (
    assert_counts_and_scores,
    counts_of,
    deals,
    expected_counts,
    run,
    true_reading,
    write_table,
)

from xlpoker.layout.find import find
from xlpoker.layout.messages import option_text
from xlpoker.layout.sheet import Sheet

TEN = deals(10, 10, seed=11)
SHOWN = expected_counts([[row[:5], row[5:]] for row in TEN])


@pytest.mark.sampled(5)
@pytest.mark.parametrize("nick", ["AsAd", "As Ad", "Ad", "AhKhQhJhTh", "Bob"])
def test_nicknames_are_no_hole_cards(tmp_path, nick):
    """A heading with *name* says that names stand below, whatever these look like."""
    hands = [STARS.replace("000001:", f"{number:06}:").replace("Ann", nick) for number in range(9)]
    (tmp_path / "log.txt").write_text("\n\n".join(hands), "utf-8")
    assert run("import", tmp_path / "log.txt", tmp_path / "log.xlsx")[0] == 0
    expected = {
        "rows": 9,
        "player_1": 0,
        "player_2": 9,
        "player_3": 0,
        "ties": 0,
        "no_showdown": 0,
        "bad": 0,
    }
    assert_counts_and_scores(tmp_path / "log.xlsx", [], expected)


def test_the_check_takes_the_numbers_of_seats(tmp_path):
    """The dealer's 5 is Seat 5, in whichever place it stands; 1 is nobody."""
    seats = [cell for seat in (2, 5, 9) for cell in (f"Seat {seat}", None, None, None, None)]
    rows = [
        ["Nr", *seats],
        *([number, *cards] for number, cards in enumerate(deals(15, 8), start=1)),
    ]
    path = write_table(tmp_path / "a.xlsx", rows)
    assert run("score", path, "-o", tmp_path / "b.csv")[0] == 0
    titles, *found = csv_rows(tmp_path / "b.csv")
    winners = [row[titles.index("Winner")] for row in found]
    said = [int(winner.split()[-1]) if winner.startswith("Seat") else "tie" for winner in winners]
    for column, agree in ((said, len(said)), ([1] * len(said), 0)):
        write_table(
            path, [[*row, word] for row, word in zip(rows, ["Dealer", *column], strict=True)]
        )
        assert counts_of(path, "--check", "Dealer")["agree"] == agree


def test_a_winners_mark_is_no_joker_unasked(tmp_path):
    """A star behind a whole hand of five is asked about; without names above the first five cards are the hand."""
    rows = [
        [*row[:5], "*" if at % 3 == 0 else None, *row[5:], "*" if at % 3 == 1 else None]
        for at, row in enumerate(TEN)
    ]
    path = write_table(tmp_path / "a.xlsx", [["Ann", *[None] * 5, "Bob", *[None] * 5], *rows])
    assert_counts_and_scores(path, true_reading(path, SHOWN), SHOWN)
    bare = write_table(tmp_path / "b.xlsx", rows)
    for options in ([], ["--hands", "A:E,G:K"]):
        assert {key: counts_of(bare, *options)[key] for key in SHOWN} == SHOWN
        assert (
            "not read: F (4 cells with cards, first F1 '*'), L (3 cells with cards, first L2 '*')"
            in run("wins", bare, *options)[1]
        )


def test_a_bullet_is_no_joker(tmp_path):
    """A star before hands of five in a text is asked about: it may be a joker."""
    lines = [f"* {' '.join(row[:5])} / {' '.join(row[5:])}\n" for row in TEN]
    (tmp_path / "a.txt").write_text("".join(lines), "utf-8")
    assert true_reading(tmp_path / "a.txt", SHOWN)


@pytest.mark.parametrize("place", [0, 4, "cell"])
def test_a_star_for_the_fifth_card_is_a_joker(tmp_path, place):
    """Where a hand would be one card short, in cells or in one, the star is a card."""
    if place == "cell":
        rows = [[" ".join(["*", *row[:4]]), " ".join(row[5:])] for row in TEN]
    else:
        rows = [[*row[:place], "*", *row[place:4]] for row in TEN]
    found = counts_of(write_table(tmp_path / "a.xlsx", rows))
    assert (found["bad"], found.get("categories", {}).get("High Card")) == (0, None)


def test_marks_between_cards_make_no_hands():
    """A slash or a bar between single cards, or within a board, leaves one hand in the cell."""
    two = find(Sheet.of("", [["5H/5C/6S/7S/KD", "2C|3S|8S|8D|TD"]] * 3)).answer
    assert [hand.columns for hand in two.hands] == [(0,), (1,)]
    question = find(Sheet.of("", [["5H 5C", "6S/7S", "2c 3d 4h | 5s 6d"]] * 3)).answer
    assert (
        option_text(question.options[0])
        == '--hands "Player 1=A1:A3,Player 2=B1:B3,board=C1:C3" --game holdem'
    )
