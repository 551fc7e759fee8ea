"""Players who are out: blank seats, words and signs in the functions of a showdown, as `wins` takes them."""

import random

import pytest
from support.cases import cases

import xlpoker
from xlpoker.evaluator.cards import card_text
from xlpoker.functions import call
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.model import Layout
from xlpoker.odds.chances import chances
from xlpoker.scoring.blocks import score_block
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import GridBlock

BOARD, STRAIGHT, ACES = "8C 9S 4C JH TC", "6C 7C", "AH AD"
FIVES, EIGHTS, KINGS = "5H 5C 6S 7S KD", "2C 3S 8S 8D TD", "KH KC 6D 7D 9D"
OMAHA = "2S 3S 4S 5S 9D", "AS KD QH JC", "6S 6D 7S 8C"
DECK = [*map(card_text, range(52))]


@cases(
    ("function", "arguments", "expected"),
    {
        "a blank seat between": (
            "HOLDEM",
            (BOARD, [["6C", "7C"]], [[None, None]], [["AH", "AD"]]),
            1,
        ),
        "a blank seat first": ("HOLDEM", (BOARD, "", STRAIGHT, ACES), 2),
        "muck between": ("HOLDEM", (BOARD, ACES, "muck", STRAIGHT), 3),
        "folded in one of two cells": (
            "HOLDEM",
            (BOARD, [["folded", None]], [["6C", "7C"]], [["AH", "AD"]]),
            2,
        ),
        "x in one cell": ("HOLDEM", (BOARD, "x", STRAIGHT, ACES), 2),
        "a dash in each cell": ("HOLDEM", (BOARD, [["-", "-"]], [["6C", "7C"]], [["AH", "AD"]]), 2),
        "a tie of the others": ("HOLDEM", ("AS KS QS JS TS", "2C 2D", "fold", "3C 3D"), 0),
        "one player left": ("HOLDEM", (BOARD, "muck", ACES, None), 2),
        "one player left before the flop": ("HOLDEM", (None, "muck", ACES, "folds"), 2),
        "nobody left": ("HOLDEM", (BOARD, "muck", "muck"), ""),
        "cards that nobody saw": ("HOLDEM", (BOARD, "unknown", ACES), ""),
        "a river not dealt, as a sign": (
            "HOLDEM",
            ([["8C", "9S", "4C", "-", "-"]], "6C 7C", "muck", "AH AD"),
            3,
        ),
        "Omaha": ("OMAHA", (OMAHA[0], "muck", *OMAHA[1:]), 3),
        "five cards": ("WINNER", (FIVES, "muck", EIGHTS), 3),
        "five cards in cells": (
            "WINNER",
            (FIVES.split(), ["folded", *[None] * 4], EIGHTS.split()),
            3,
        ),
        "a common board": ("WINNER", (f"{BOARD} {STRAIGHT}", "muck", f"{BOARD} {ACES}"), 1),
        "nobody left of five cards": ("WINNER", ("out", "out"), ""),
        "shares": ("SHARES", (FIVES, "muck", EIGHTS), [[0.0, 0.0, 1.0]]),
        "shares of a tie": ("SHARES", ("AH KD", "pass", "AC KH"), [[0.5, 0.0, 0.5]]),
        "the last one has all": ("SHARES", ("fold", "AC KH"), [[0.0, 1.0]]),
        "a value": ("HANDVAL", ([FIVES.split(), ["muck", *[None] * 4]],), [[2067], [""]]),
        "a name": ("HANDNAME", ("folded",), ""),
        "the best five": ("BESTHAND", ("unknown",), ""),
        "odds of one": ("EQUITY", ("8C 9S 4C", "6C 7C", "muck"), [[1.0, 0.0, 1.0, 0.0, 0.0, 0.0]]),
        "odds of nobody": ("EQUITY", ("8C 9S 4C", "folded", "muck"), ""),
    },
)
def test_a_player_who_is_out_keeps_the_place(function, arguments, expected):
    """The others are compared, and every number goes by the arguments; nobody left, or cards that nobody saw, is blank."""
    assert call(function, *arguments) == expected


def test_odds_of_the_others():
    """Win, tie and equity are those without the player who is out, whose three numbers are 0."""
    (with_seat,) = call("EQUITY", "8C 9S 4C", "6C 7C", "folded on the flop", "AH AD")
    (without,) = call("EQUITY", "8C 9S 4C", "6C 7C", "AH AD")
    assert with_seat == [*without[:3], 0.0, 0.0, 0.0, *without[3:]]


@cases(
    ("function", "arguments", "message"),
    {
        "half a hand": ("HOLDEM", (BOARD, [["AH", None]], STRAIGHT), "hole 1: a card is missing: cell 2 of 2 is blank"),
        "a card twice": ("HOLDEM", (BOARD, "muck", "6C 7C", "6C AH"), "duplicate card 6C in hole 2 and hole 3"),
        "a card of the board": ("HOLDEM", (BOARD, "muck", "8C 7C"), "duplicate card 8C in the board and hole 2"),
        "too many cards": ("HOLDEM", (BOARD, "muck", "6C 7C 2D"), "3 hole cards: holdem takes 2"),
        "no board": ("HOLDEM", (None, ACES, STRAIGHT), "board is blank"),
        "a card twice in five": ("WINNER", (FIVES, "muck", "KD 3S 8S 8D TD"), "duplicate card KD in hands 1 and 3"),
        "a blank hand of five": ("WINNER", (FIVES, None), "hand 2 is blank"),
        "a name": ("HOLDEM", (BOARD, "Mucky", ACES), "hole 1: 'Mucky' is not a card; "),
        "odds with a card twice": ("EQUITY", ("8C 9S 4C", "muck", "8C 7C"), "duplicate card 8C in the board and hole 2"),
        "odds of two with a card twice": (
            "EQUITY",
            ("8C 9S 4C", "6C 7C", "muck", "6C AH"),
            "duplicate card 6C in hole 1 and hole 3",
        ),
        "odds of a blocked range": (
            "EQUITY",
            ("AC AS AH", "6C 7C", "muck", "AA"),
            "hole 3: no hand of 'AA' is left; ",
        ),
        "a dead card twice": (
            "EQUITY",
            ("8C 9S 4C", "6C 7C", "QQ", "dead 2H 6C"),
            "duplicate card 6C in the dead cards and hole 1",
        ),
        "a wrong dead card": ("EQUITY", ("8C 9S 4C", "6C 7C", "QQ", "dead 2H 6X"), "'6X' in '2H 6X' is not a card"),
        "odds of no street": ("EQUITY", ("8C 9S", "muck", "6C 7C"), "2 board cards: odds are before the flop"),
        "odds with a blank": (
            "EQUITY",
            ("8C 9S 4C", "6C 7C", None),
            "hole 2 is blank; write random for an unknown hand, folded for a player who is out",
        ),
        "odds with a question mark": ("EQUITY", ("8C 9S 4C", "6C 7C", "?"), "'?' character 1: '?' is not a hand or a range"),
        "outs": ("OUTS", ("8C 9S 4C", "6C 7C", "muck"), "hole2: 'muck' is not a card; "),
    },
)  # fmt: skip
def test_what_a_seat_cannot_say(function, arguments, message):
    """Half a hand, a card twice, a blank hand without a board: the message counts the arguments as they stand."""
    assert call(function, *arguments).startswith(f"#VALUE! {message}")


@cases(
    ("board", "holes", "dead"),
    {
        "known hands on a flop": ("8C 9S 4C", ("6C 7C", "AH AD"), "5H TD"),
        "a range before the flop": ("", ("AH KH", "AA"), "AS 2C"),
        "ranges on a turn": ("8C 9S 4C JH", ("TT+", "AK, 7c6c"), "10♦"),
        "Omaha": ("8C 9S 4C", ("AS KD QH JC", "6S 6D 7S 8D"), "2S 3S"),
    },
)
def test_odds_with_dead_cards(board, holes, dead):
    """A seat that names dead cards gets zeros; the others' odds are those of Python with these cards out of play."""
    game = "omaha" if "Q" in holes[0] else "holdem"
    odds = xlpoker.equity(board, *holes, dead=dead, game=game, exact=True).players
    expected = [share for player in odds for share in (player.win, player.tie, player.equity)]
    for word in ("dead", "Dead"):
        (row,) = call("EQUITY", board, holes[0], f"{word} {dead}", holes[1])
        assert row == pytest.approx([*expected[:3], 0, 0, 0, *expected[3:]])
    (row,) = call("CHANCES", board, holes[0], dead)
    assert row == pytest.approx([*chances(board, holes[0], game, dead).values()])


def test_dead_cards_in_many_rows():
    """Rows with dead cards stand among hundreds of others."""
    rows = [["AH KH", "QC QD", "folded" if row % 100 else "dead QH 2C"] for row in range(300)]
    answers = call("EQUITY", None, *([[row[seat]] for row in rows] for seat in range(3)))
    assert answers[1] == pytest.approx([*call("EQUITY", None, "AH KH", "QC QD")[0], 0, 0, 0])
    assert answers[100] == call("EQUITY", None, "AH KH", "QC QD", "dead QH 2C")[0] != answers[1]
    assert call("EQUITY", "8C 9S 4C", "dead 2H 3D", "folded") == ""


def test_whole_columns_of_odds():
    """Rows with a player who is out stand among hundreds of others, each with its own answer."""
    rows = [["AH KH", "QC QD"] if row % 100 else ["AH KH", "muck"] for row in range(300)]
    answers = call("EQUITY", None, *([[row[seat]] for row in rows] for seat in (0, 1)))
    assert answers[0] == [1.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    assert answers[1] == pytest.approx(call("EQUITY", None, "AH KH", "QC QD")[0])
    assert [row for row, answer in enumerate(answers) if answer == answers[0]] == [0, 100, 200]


def seat_of(source, deck, cards, *, board):
    """Return the cells of a seat: cards, or what people write for a player who is out; a blank hand only beside a board."""
    if source.random() < 0.6:
        return [deck.pop() for _ in range(cards)]
    words = ["muck", "Folded", "-", "?", "f", "unknown", "sat out", *[""] * board]
    return [source.choice(words), *[None] * (cards - 1)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("function", "game", "cards"),
    [("HOLDEM", "holdem", 2), ("OMAHA", "omaha", 4), ("WINNER", "five-card", 5)],
)
def test_cells_say_the_same_as_a_table(function, game, cards):
    """Drawn rows of three seats have the winner that scoring gives them; a row without a showdown, or without any card, is blank."""
    source, rows, board = random.Random(function), [], function != "WINNER"
    for _ in range(300):
        deck = source.sample(DECK, 3 * cards + 5)
        seats = [cell for _ in range(3) for cell in seat_of(source, deck, cards, board=board)]
        rows.append([*seats, *(deck[:5] if board else ())])
    areas = [Area(start, start + cards - 1) for start in range(0, 3 * cards, cards)]
    layout = Layout(
        "S", 0, len(rows) - 1, tuple(areas), Area(3 * cards, 3 * cards + 4) if board else None
    )
    scored = score_block(GridBlock(Grid("S", rows)), layout, Options(game=game))
    winners = dict(zip(scored.rows.tolist(), scored.winners.tolist(), strict=True))
    blocks = [[row[area.first : area.last + 1] for row in rows] for area in layout.areas]
    answers = [
        answer for (answer,) in call(function, *(blocks[-1:] + blocks[:-1] if board else blocks))
    ]
    assert not scored.problems
    assert answers == ["" if winners.get(row, -1) < 0 else winners[row] for row in range(len(rows))]
    assert {"", 0, 1, 2, 3} - {0} <= {*answers}
