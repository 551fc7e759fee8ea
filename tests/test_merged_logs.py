"""One hand in the logs of several players: the cards of all of them, each with its player, and nothing without a word."""

import random

import openpyxl
import pytest
from click.testing import CliRunner
from support.histories import HOME, LOG, SAMPLES

from xlpoker.cli import main
from xlpoker.histories.files import read_histories
from xlpoker.histories.merge import merged_hand
from xlpoker.histories.model import PlayedHand, Seat
from xlpoker.workbook.imports import rows_of

ANN, BEN, CLEO = (
    "Seat 1: Ann ($100 in chips)\n",
    "Seat 2: Ben ($100 in chips)\n",
    "Seat 3: Cleo ($100 in chips)\n",
)
EVERYBODY = ANN + BEN + CLEO


def log_of(owner, cards, seats=EVERYBODY, board="2c 7d 9s Jc 3h"):
    """Return the log of one player of a hand in which three are all in and Cleo, who shows nothing, wins."""
    return f"""PokerStars Hand #200000000001:  Hold'em No Limit ($0.50/$1.00 USD) - 2014/10/10 10:00:00 ET
Table 'T' 6-max Seat #1 is the button
{seats}Ben: posts small blind $0.50
Cleo: posts big blind $1
*** HOLE CARDS ***
Dealt to {owner} [{cards}]
Ann: raises $99 to $100 and is all-in
Ben: calls $99.50 and is all-in
Cleo: calls $99 and is all-in
*** FLOP *** [{board[:8]}]
*** TURN *** [{board[:8]}] [{board[9:11]}]
*** RIVER *** [{board[:11]}] [{board[12:]}]
*** SHOW DOWN ***
Cleo collected $300 from pot
*** SUMMARY ***
Total pot $300 | Rake $0
Board [{board}]
"""


def merged(folder, *logs):
    """Return the one hand of some logs, in files whose names are in that order."""
    for number, text in enumerate(logs):
        (folder / f"{number}.txt").write_text(text, "utf-8")
    histories = read_histories(folder)
    assert (len(histories.hands), histories.doubles, histories.unread) == (1, len(logs) - 1, [])
    return histories.hands[0]


CARDS_OF = {"Ann": ("AH", "AD"), "Ben": ("KH", "KD"), "Cleo": ("AS", "4D")}
MISSING = {
    "nobody": EVERYBODY,
    "seat 1": BEN + CLEO,
    "seat 2": ANN + CLEO,
    "the order": CLEO + ANN + BEN,
}
CLEOS = log_of("Cleo", "As 4d")


@pytest.mark.parametrize("last", [False, True], ids=["its log first", "its log last"])
@pytest.mark.parametrize("missing", MISSING)
def test_cards_go_to_the_player_of_that_number_and_name(tmp_path, missing, last):
    """A log that lacks the line of a seat shifts nobody's cards, whichever log is read first."""
    bens = log_of("Ben", "Kh Kd", MISSING[missing])
    hand = merged(tmp_path, *([CLEOS, bens] if last else [bens, CLEOS]))
    seats = {seat.name: seat.cards for seat in hand.seats}
    assert seats["Cleo"] == CARDS_OF["Cleo"]
    assert seats["Ann"] == ()
    if missing == "seat 2":  # his own: his cards belong to nobody in his log
        assert seats["Ben"] == ()
        assert "another log: 'Kh Kd' has no place in the table" in hand.notes
    else:
        assert seats["Ben"] == CARDS_OF["Ben"]
    if missing.startswith("seat"):
        assert f"another log has nobody in {missing}" in hand.notes
    else:
        assert hand.notes == []


def test_three_logs_of_one_hand(tmp_path):
    """Each player's log adds that player's cards."""
    hand = merged(tmp_path, CLEOS, log_of("Ann", "Ah Ad"), log_of("Ben", "Kh Kd"))
    assert {seat.name: seat.cards for seat in hand.seats} == CARDS_OF
    assert hand.notes == []


ODD = {
    "another name": (log_of("Dora", "Kh Kd", EVERYBODY.replace("Ann", "Dora")), "another log has Dora [KH KD] in seat 1"),
    "another number": (log_of("Ben", "Kh Kd", ANN + CLEO + BEN.replace("2", "5", 1)), "another log has Ben [KH KD] in seat 5"),
    "a further player": (log_of("Ben", "Kh Kd", EVERYBODY + ANN.replace("1", "4", 1).replace("Ann", "Dora")), "another log has nobody in seat 4"),
    "other cards": (log_of("Cleo", "Kh Kd"), "another log has Cleo [KH KD] in seat 3"),
    "another board": (log_of("Ben", "Kh Kd", board="2c 7d 9s Jc 3d"), "another log has the board [2C 7D 9S JC 3D]"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "note"), ODD.values(), ids=ODD)
def test_what_finds_no_seat_is_noted(tmp_path, text, note):
    """Cards of a player who does not sit there, and what the logs tell differently, stand in the note, which is shown."""
    logs = tmp_path / "logs"
    logs.mkdir()
    hand = merged(logs, CLEOS, text)
    assert note in hand.notes
    done = CliRunner().invoke(main, ["import", str(logs), str(tmp_path / "hands.xlsx")])
    assert f"Noted: PokerStars 200000000001: {'; '.join(hand.notes)}" in done.output
    heads, row = openpyxl.load_workbook(tmp_path / "hands.xlsx")["Hands"].values
    assert note in dict(zip(heads, row, strict=True))["Note"]


def _ggpoker(owner):
    """Return the log of Ann or of another player: its owner is Hero, whose name nobody else sees, and has no other's cards."""
    text = (SAMPLES / "ggpoker.txt").read_text("utf-8")
    if owner == "other":
        return text.replace("Dealt to Ann [Kc 4d]", "Dealt to Ann").replace("Ann", "5d6e7f8a")
    return text.replace("Hero", "9f8e7d6c").replace("Ann", "Hero")


def _bovada(owner):
    """Return the log of the small blind or of the dealer: a mark stands behind the name of its owner."""
    text = (SAMPLES / "bovada.txt").read_text("utf-8")
    if owner == "other":
        text = text.replace(" : Card dealt to a spot [Kc 4d]", " : Card dealt to a spot")
        text = text.replace("Small Blind  [ME] :", "Small Blind :").replace(
            "Small Blind [ME] (", "Small Blind ("
        )
        return text.replace("Dealer :", "Dealer  [ME] :").replace("Dealer (", "Dealer [ME] (")
    return text


@pytest.mark.parametrize("log", [_ggpoker, _bovada], ids=["GGPoker", "Bovada"])
def test_the_owner_of_a_log_has_another_name_in_it(tmp_path, log):
    """Sites that hide names call the owner of each log *Hero*, or mark the name: it is the seat of that number."""
    hand = merged(tmp_path, log("other"), log("small blind"))
    assert [seat.cards for seat in hand.seats] == [("KC", "4D"), ("JH", "JS"), ("AH", "AD")]
    assert hand.notes == []


def test_the_logs_of_a_home_game(tmp_path):
    """What a log of PokerNow tells beside the seats is not lost either: cards shown in part, and its owner's where nobody knows him."""
    silent = "".join(
        line
        for line in LOG.splitlines(keepends=True)
        if not ("Ben" in line and " shows a " in line)
    )
    (tmp_path / "0.csv").write_text(
        "".join(line for line in LOG.splitlines(keepends=True) if "Your hand" not in line)
    )
    (tmp_path / "1.csv").write_text(silent, "utf-8")
    hand = read_histories(tmp_path).hands[0]
    assert "dealt to the owner of the log [JH JS]" in rows_of([hand])[1][-1]
    assert len(read_histories(HOME).hands) == 4


def test_every_card_of_every_log_is_in_the_table():
    """Drawn hands, with seats that are missing, called otherwise or numbered otherwise: each card stands at its player's, or in the note."""
    dice = random.Random(5)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    for _ in range(300):
        cards = dice.sample(deck, 12)
        players = {
            number: (f"P{number}", tuple(cards[2 * number - 2 : 2 * number]))
            for number in range(1, 7)
        }
        logs = []
        for _ in range(dice.randint(2, 4)):
            seats = [
                Seat(
                    number if dice.random() < 0.9 else number + 6,
                    name if dice.random() < 0.9 else name.lower(),
                    cards=hole if dice.random() < 0.4 else (),
                )
                for number, (name, hole) in players.items()
                if dice.random() < 0.8
            ]
            logs.append(PlayedHand("", "", seats=seats))
        written = {card for log in logs for seat in log.seats for card in seat.cards}
        hand = merged_hand(logs)
        for seat in hand.seats:
            assert seat.cards in ((), players[(seat.number - 1) % 6 + 1][1])
        text = " ".join([*(" ".join(seat.cards) for seat in hand.seats), *hand.notes])
        assert {card for card in written if card not in text} == set()
