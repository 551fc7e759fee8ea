"""Random deals: the documented draw, the same bytes everywhere, shares of categories, answers, and what is refused."""

import random
from hashlib import sha256
from itertools import chain

import openpyxl
import pytest
from support.books import csv_rows
from support.commands import run
from support.refused import refused

import xlpoker
from xlpoker import PokerError
from xlpoker.dealing import write_deals
from xlpoker.evaluator.cards import JOKER, card_text
from xlpoker.evaluator.games import GAMES, OUT, WITHOUT_JOKERS
from xlpoker.scoring.counts import Writing
from xlpoker.workbook.jobs import score

HOLES = {game: rules.hole[0] for game, rules in GAMES.items()} | {"five-card": 5, "razz": 7}


def by_the_text(draw, game, players, jokers):
    """Return the cards of a deal as the module's text says: the last card takes the place of the one that is drawn."""
    deck = [code for code in range(52) if code not in OUT.get(game, ())] + [JOKER] * jokers
    for _ in range(players * HOLES[game] + GAMES[game].board[1]):
        at = int(draw() * len(deck))
        yield deck[at]
        deck[at] = deck[-1]
        del deck[-1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [1, 2, 5])
def test_the_documented_draw(game, players):
    """Cards come as the text says; none comes twice, of no other deck, and fewer deals are the first ones."""
    jokers = 0 if game in WITHOUT_JOKERS else 2
    deals = xlpoker.deal(200, players, game, 11, jokers)
    draw = random.Random(11).random
    for one in deals:
        cards = [*chain(*one.hands), *one.board]
        assert cards == [*by_the_text(draw, game, players, jokers)]
        natural = [card for card in cards if card != JOKER]
        assert len({*natural}) == len(natural) >= len(cards) - jokers
        assert [len(hand) for hand in one.hands] == [HOLES[game]] * players
    assert xlpoker.deal(3, players, game, 11, jokers) == deals[:3]
    assert xlpoker.deal(3, players, game, 12, jokers) != deals[:3]


CASES = {
    "five-card": ({"answers": True}, "8bdf64e81f76ef66"),
    "holdem": ({"players": 6, "answers": True}, "1c3865bcf84c4f5a"),
    "omaha": ({"jokers": 2}, "f039e425d59495b6"),
    "three-card": ({"players": 1, "jokers": 1, "answers": True}, "eb9c4973a17ebe48"),
    "short-deck": ({"players": 3, "answers": True}, "6c60dc0a73b2e756"),
}
"""Options of a file of 40 deals with seed 7, and its bytes."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "options", "digest"), [(game, *case) for game, case in CASES.items()], ids=CASES
)
def test_the_same_bytes(game, options, digest, tmp_path):
    """A seed gives the same workbook on every machine, at any time, and its cards are those of Python and of the .csv."""
    book = tmp_path / "a.xlsx"
    assert write_deals(book, 40, game=game, seed=7, **options) == 7
    assert sha256(book.read_bytes()).hexdigest()[:16] == digest
    (labels, *rows), *answers = [[*sheet.values] for sheet in openpyxl.load_workbook(book)]
    how = {name: number for name, number in options.items() if name != "answers"}
    deals = xlpoker.deal(40, game=game, seed=7, **how)
    assert rows == [tuple(map(card_text, [*chain(*one.hands), *one.board])) for one in deals]
    write_deals(tmp_path / "a.csv", 40, game=game, seed=7, **how)
    assert [*map(tuple, csv_rows(tmp_path / "a.csv"))] == [labels, *rows]
    writing = Writing("value,hand,winner")
    scored = score(book, game=game, output=tmp_path / "b.csv", writing=writing)
    results = [row[len(labels) : -1] for row in csv_rows(tmp_path / "b.csv")]  # without problems
    assert not scored.errors
    assert [[[*map(str, row)] for row in sheet] for sheet in answers] == [results] * len(answers)


REFUSED = {
    "no deals": (
        {"count": 0},
        "0 is not a number of deals; a number of deals is a whole number from 1 on",
    ),
    "three jokers": ({"jokers": 3}, "3 jokers are too many: five-card has at most 2"),
    "jokers in the short deck": (
        {"jokers": 1, "game": "short-deck"},
        "1 jokers are too many: short-deck has at most 0",
    ),
    "a text": ({"seed": "7"}, "'7' is not a seed; a seed is a whole number from 0 on"),
    "too many players": (
        {"players": 11},
        "11 players of five-card take 55 cards; 52 are enough for 10",
    ),
    "no such game": ({"game": "hold'em"}, "'hold'em' is not a game; did you mean 'holdem'?"),
}


@pytest.mark.parametrize(("options", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(options, message):
    """Each number has its limits, which the message says."""
    with refused(PokerError, message):
        xlpoker.deal(**options)


def test_the_command(tmp_path):
    """A new seed is printed, and gives the same file; nothing is replaced unasked; answers need a workbook."""
    first, again = tmp_path / "a.xlsx", tmp_path / "b.xlsx"
    code, out, _ = run("deal", 5, "-o", first, "--players", 3, "--game", "holdem", "--answers")
    assert (code, out.split("(")[0]) == (0, f"5 deals written to {first} ")
    seed = out.split("--seed ")[1].rstrip(")\n")
    assert run(
        "deal",
        5,
        "-o",
        again,
        "--players",
        3,
        "--game",
        "holdem",
        "--answers",
        "--seed",
        seed,
        "-q",
    ) == (
        0,
        "",
        "",
    )
    assert first.read_bytes() == again.read_bytes()
    code, _, err = run("deal", 5, "-o", first)
    assert (code, err) == (2, f"xlpoker: {first} is there already; --force replaces it\n")
    code, _, err = run("deal", 5, "-o", tmp_path / "a.csv", "--answers")
    assert (code, "a.csv does not end in .xlsx; name it a.xlsx" in err) == (2, True)
    assert not (tmp_path / "a.csv").exists()
