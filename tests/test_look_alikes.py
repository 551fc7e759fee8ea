"""Nicknames, seats and marks that may be cards, and players who are not counted from one: what stands above decides."""

import csv
import json

import pytest
from support.kept_sheets import DECK, answer, check, counted, deals, offered, run, true_reading, written
from support.look_alikes import SUITED, TWICE, apart, beside, log, marked, seats, shown_in


@pytest.mark.parametrize("nick", ["AsAd", "As Ad", "Ad", "AhKhQhJhTh", "Bob"])
def test_nicknames_are_no_hole_cards(tmp_path, nick):
    """A heading with *name* says that names stand below, whatever these look like."""
    (tmp_path / "log.txt").write_text(log(nick), "utf-8")
    assert run("import", tmp_path / "log.txt", tmp_path / "log.xlsx")[0] == 0
    expected = answer([[row[:2] + row[4:], [], row[2:4] + row[4:]] for row in shown_in()], board=True)
    check(tmp_path / "log.xlsx", ["--game", "holdem"], expected)
    assert true_reading(tmp_path / "log.xlsx", expected)


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
    winners = [row[-1 - 2 * len(names)] for row in csv.reader((tmp_path / "b.csv").read_text("utf-8").splitlines())]
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
    "titles": ({}, "N3:R8,S3:W8"),
    "the-same-heading-and-no-titles": ({"titles": ""}, "N3:R8,S3:W8"),
    "one-shorter": ({"short": 2}, "N3:R8,S3:W8"),
}


@pytest.mark.parametrize(("how", "right"), SIDES.values(), ids=SIDES)
def test_tables_side_by_side_are_asked_about(tmp_path, how, right):
    """Two tables with two players each are no deal of four unasked; both can be named."""
    left, rows = "B3:F8,G3:K8", beside(["Ann", "Bob"], ["Cem", "Dan"], **how)
    readings = offered(written(tmp_path / "a.xlsx", rows))
    assert ["--hands", left, "--hands", right] in readings


@pytest.mark.parametrize("words", [["Ann", "Bob", "Cem", "Dan"], ["Player 1", "Player 2", "Player 3", "Player 4"]])
def test_one_game_with_a_blank_column_is_one(tmp_path, words):
    """Without titles and words that come again, a blank column parts players only."""
    rows = [[*row[:11], None, *row[11:]] for row in seats(words)]
    path = written(tmp_path / "a.xlsx", rows)
    assert counted(path).keys() >= {"player_1", "player_4"}


TEN = deals(10, 10, seed=11)
SHOWN = answer([[row[:5], row[5:]] for row in TEN])


def test_a_winners_mark_is_no_joker_unasked(tmp_path):
    """A star behind a whole hand of five is asked about; without headings the hands can be named."""
    words = ["Ann", *[None] * 5, "Bob", *[None] * 5]
    path = written(tmp_path / "a.xlsx", [words, *marked("winner")])
    check(path, true_reading(path, SHOWN), SHOWN)
    bare = written(tmp_path / "b.xlsx", marked("winner"))
    assert run("wins", bare)[0] == 2
    assert {key: counted(bare, "--hands", "A:E,G:K")[key] for key in SHOWN} == SHOWN


def test_a_bullet_is_no_joker(tmp_path):
    """A star before hands of five in a text is asked about: it may be a joker."""
    (tmp_path / "a.txt").write_text(marked("lines"), "utf-8")
    assert true_reading(tmp_path / "a.txt", SHOWN)


@pytest.mark.parametrize("at", [0, 4])
def test_a_star_for_the_fifth_card_is_a_joker(tmp_path, at):
    """Where a hand would be one card short, the star is a card."""
    rows = [[*row[:at], "*", *row[at:4]] for row in TEN]
    found = counted(written(tmp_path / "a.xlsx", rows))
    assert (found["bad"], found["categories"].get("High Card")) == (0, None)


def test_a_list_of_all_cards_is_no_hand(tmp_path):
    """The list of a drop-down beside the hands, longer than these, is asked about."""
    rows = [[*row, None, card] for row, card in zip(TEN, DECK, strict=False)]
    rows += [[None] * 11 + [card] for card in DECK[len(TEN) :]]
    path = written(tmp_path / "a.xlsx", [["Ann", *[None] * 4, "Bob", *[None] * 5, "Cards"], *rows])
    check(path, true_reading(path, SHOWN), SHOWN)


def test_a_nickname_now_and_then_is_no_card(tmp_path):
    """Among whole hands in cells, a column with more words than cards holds names."""
    rows = [["My hand", "Villain", "His hand", "Board"]]
    rows += [
        ["".join(row[:2]), "9s" if at % 4 == 0 else "fish77", "".join(row[2:4]), " ".join(row[4:9])]
        for at, row in enumerate(TEN)
    ]
    expected = answer([[row[:2] + row[4:9], row[2:4] + row[4:9]] for row in TEN], board=True)
    path = written(tmp_path / "a.xlsx", rows)
    for options in (["--game", "holdem"], true_reading(path, expected)):
        check(path, options, expected)


def test_holdem_with_suits_in_columns_asks_for_the_game(tmp_path):
    """The headings T and s are no ten of spades."""
    deck = deals(9, 12, seed=2)
    path = written(tmp_path / "a.xlsx", [SUITED, *apart(deck)])
    expected = answer([[row[:2] + row[4:], row[2:4] + row[4:]] for row in deck], board=True)
    for options in (["--game", "holdem"], true_reading(path, expected)):
        check(path, options, expected)


def test_two_boards_are_asked_about(tmp_path):
    """Either board can be pasted, with the hole cards before it."""
    path = written(tmp_path / "a.xlsx", TWICE)
    readings = [["--hands", f"B2:B9,C2:C9,{board}", "--game", "holdem"] for board in ("D2:D9", "E2:E9")]
    assert all(reading in offered(path) for reading in readings)


@pytest.mark.parametrize("mark", ["x", "F", "f", "xx", "fold"])
def test_marks_of_players_who_fold(tmp_path, mark):
    """One mark alone, where the hole cards would stand."""
    rows = seats(["Al", "Bo", "Cy"], size=2, board=5)
    for at, row in enumerate(rows[1:]):
        row[1 + 2 * (at % 3) : 3 + 2 * (at % 3)] = mark, None
    hands = [[[] if row[at] == mark else row[at : at + 2] + row[7:] for at in (1, 3, 5)] for row in rows[1:]]
    check(written(tmp_path / "a.xlsx", rows), ["--game", "holdem"], answer(hands, board=True))


def test_hands_that_are_numbered_are_deals(tmp_path):
    """Rows under *Hand* with the same number are one deal; names of hands that come again are none."""
    rows = [["Hand", "Player", "Cards"]]
    rows += [
        [at, name, " ".join(hand)]
        for at, row in enumerate(TEN, 1)
        for name, hand in (("Ann", row[:5]), ("Bob", row[5:]))
    ]
    path = written(tmp_path / "a.xlsx", rows)
    found = counted(path)
    assert {key: found[key] for key in SHOWN} == SHOWN
    named = [rows[0], *[["One Pair" if at % 2 else "Flush", *row[1:]] for at, row in enumerate(rows[1:])]]
    turns = true_reading(written(path, named), SHOWN)  # Ann and Bob come again
    assert turns[-2:] == ["--by", "turns"]


@pytest.mark.parametrize("mark", ["{} *", "* {}", "{}*"])
def test_a_mark_in_the_cell_of_a_whole_hand_is_told(tmp_path, mark):
    """It would make five cards six: a bad row."""
    rows = [
        [mark.format(" ".join(row[:5])) if at == 2 else " ".join(row[:5]), " ".join(row[5:])]
        for at, row in enumerate(TEN)
    ]
    path = written(tmp_path / "a.xlsx", [["Ann", "Bob"], *rows])
    code, out, message = run("wins", path, "--json")
    assert (code, json.loads(out)["bad"], message.startswith("Sheet!A4: ")) == (0, 1, True)


def test_a_star_in_the_cell_of_four_cards_is_a_joker(tmp_path):
    """Four cards and a star are a hand."""
    path = written(tmp_path / "a.xlsx", [[" ".join(["*", *row[:4]]), " ".join(row[5:])] for row in TEN])
    assert counted(path)["bad"] == 0
