"""Nicknames, seats and marks that may be cards, and players who are not counted from one: what stands above decides."""

import json

import pytest
from support.kept_sheets import answer, check, run, written
from support.look_alikes import beside, log, seats, shown_in


def counted(path, *options):
    """Return what the command counts."""
    code, out, err = run("wins", path, *options, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize("nick", ["AsAd", "As Ad", "Ad", "AhKhQhJhTh", "Bob"])
def test_nicknames_are_no_hole_cards(tmp_path, nick):
    """A heading with *name* says that names stand below, whatever these look like."""
    (tmp_path / "log.txt").write_text(log(nick), "utf-8")
    assert run("import", tmp_path / "log.txt", tmp_path / "log.xlsx")[0] == 0
    expected = answer([[row[:2] + row[4:], [], row[2:4] + row[4:]] for row in shown_in()], board=True)
    check(tmp_path / "log.xlsx", ["--game", "holdem"], expected)
    assert run("wins", tmp_path / "log.xlsx")[2].endswith("say which game: --game holdem\n")


SEATS = {
    "another-order": ["Spieler 2", "Spieler 3", "Spieler 1"],
    "some-seats": ["Seat 2", "Seat 5", "Seat 9"],
    "from-three": ["Player 3", "Player 4", "Player 5"],
    "letters-and-suits": ["S4", "S2", "S1"],
}


@pytest.mark.parametrize("game", ["five-card", "holdem"])
@pytest.mark.parametrize("names", SEATS.values(), ids=SEATS)
def test_numbers_that_do_not_count_from_one_are_names(tmp_path, names, game):
    """Results, titles and winners say Seat 5 for what stands under *Seat 5*."""
    rows = seats(names) if game == "five-card" else seats(names, size=2, board=5)
    path = written(tmp_path / "a.xlsx", rows)
    hands = [
        [
            row[1 + 5 * at : 6 + 5 * at] if game == "five-card" else row[1 + 2 * at : 3 + 2 * at] + row[7:]
            for at in range(3)
        ]
        for row in rows[1:]
    ]
    options = ["--game", game]
    check(path, options, answer(hands, board=game == "holdem"))
    assert counted(path, *options)["names"] == names


def test_the_check_takes_the_numbers_of_seats(tmp_path):
    """The dealer's 5 is Seat 5, in whichever place it stands; 1 is nobody."""
    names = SEATS["some-seats"]
    rows = seats(names)
    path = written(tmp_path / "a.xlsx", rows)
    assert run("score", path, "-o", tmp_path / "b.csv")[0] == 0
    winners = [line.split(",")[-1] for line in (tmp_path / "b.csv").read_text("utf-8").splitlines()]
    assert winners[0] == "Winner"
    said = [int(winner.split()[-1]) if winner.startswith("Seat") else "tie" for winner in winners[1:]]
    for column, agree in ((said, len(said)), ([1] * len(said), 0)):
        written(path, [[*row, word] for row, word in zip(rows, ["Dealer", *column], strict=True)])
        assert counted(path, "--check", "Dealer")["agree"] == agree


def test_players_counted_from_one_keep_their_numbers(tmp_path):
    """Player 1, Player 2 and Player 3 need no names."""
    path = written(tmp_path / "a.xlsx", seats(["Player 1", "Player 2", "Player 3"]))
    assert "names" not in counted(path)


SIDES = {
    "titles": ({}, "B3:F8,G3:K8", "N3:R8,S3:W8", "B3:F8,G3:K8,N3:R8,S3:W8"),
    "the-same-heading-and-no-titles": ({"titles": ""}, "B3:F8,G3:K8", "N3:R8,S3:W8", "B3:F8,G3:K8,N3:R8,S3:W8"),
    "one-shorter": ({"short": 2}, "B3:F8,G3:K8", "N3:R6,S3:W6", None),
}


@pytest.mark.parametrize(("how", "left", "right", "whole"), SIDES.values(), ids=SIDES)
def test_tables_side_by_side_are_asked_about(tmp_path, how, left, right, whole):
    """Two tables with two players each are no deal of four unasked; both can be named."""
    path = written(tmp_path / "a.xlsx", beside(["Ann", "Bob"], ["Cem", "Dan"], **how))
    both = f"--hands {left} --hands {right} (each by itself)"
    choices = [f"--hands {left}", f"--hands {right}", both, *[f"--hands {whole} (one deal a row)"] * bool(whole)]
    code, _, message = run("wins", path)
    assert (code, message.partition("; ")[2]) == (2, f"say which: {', '.join(choices[:-1])} or {choices[-1]}\n")
    assert counted(path, "--hands", left)["rows"] == 6


@pytest.mark.parametrize("words", [["Ann", "Bob", "Cem", "Dan"], ["Player 1", "Player 2", "Player 3", "Player 4"]])
def test_one_game_with_a_blank_column_is_one(tmp_path, words):
    """Without titles and words that come again, a blank column parts players only."""
    rows = [[*row[:11], None, *row[11:]] for row in seats(words)]
    path = written(tmp_path / "a.xlsx", rows)
    assert counted(path).keys() >= {"player_1", "player_4"}
