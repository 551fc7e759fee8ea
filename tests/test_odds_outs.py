"""Outs: the situation of the first problem set, brute force, and draws by name."""

import random
from itertools import combinations

import pytest
from support import reference

from xlpoker import outs
from xlpoker.errors import PokerError
from xlpoker.evaluator.cards import card_text, parse_cards
from xlpoker.odds.draws import draws_of

WINNING = "2C 3C 5C 5D 5H 5S 9C TC TD TH TS JC QC KC AC"


def test_turn_and_flop():
    """6c7c against AhAd: on the turn fifteen rivers win, on the flop as many turns are ahead and 557 of 990 run-outs win."""
    found = outs("8c 9s 4c Jh", "6c 7c", "Ah Ad")
    assert (found.win, found.tie, found.lose, found.total) == (15, 0, 29, 44)
    assert " ".join(found.cards["win"]) == WINNING
    assert len(set(found.cards["lose"])) == 29
    found = outs("8c 9s 4c", "6c 7c", "Ah Ad")
    assert (found.win, found.tie, found.lose) == (557, 0, 433)
    assert (" ".join(found.cards["win"]), len(found.cards["lose"])) == (WINNING, 30)


def result_of(hands, board, evaluate):
    """Return who has the better hand by the reference evaluator."""
    mine, yours = (evaluate(hand, board) for hand in hands)
    return "win" if mine > yours else "lose" if mine < yours else "tie"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "size", "board"),
    [
        pytest.param("holdem", 2, 4, id="turn"),
        pytest.param("holdem", 2, 3, id="flop"),
        pytest.param("omaha", 4, 4, id="omaha-turn"),
    ],
)
@pytest.mark.parametrize("suits", [2, 4])
def test_brute_force(game, size, board, suits):
    """Every next card, and every run-out, by the reference evaluator; decks of two suits have many flushes."""

    def evaluate(hand, common):
        return (
            reference.omaha(hand, common) if game == "omaha" else reference.plain([*hand, *common])
        )

    rng = random.Random(suits)
    deck = [code for code in range(52) if code & 3 < suits]
    for _ in range(3):
        cards = rng.sample(deck, 2 * size + board)
        hands, common = (cards[:size], cards[size : 2 * size]), cards[2 * size :]
        dead = [
            code for code in range(52) if code not in cards and (code & 3 >= suits or code >> 2 < 4)
        ]
        rest = [code for code in range(52) if code not in cards and code not in dead]
        found = outs(common, *hands, game=game, dead=dead)
        for code in rest:
            assert card_text(code) in found.cards[result_of(hands, [*common, code], evaluate)]
        results = [
            result_of(hands, [*common, *more], evaluate) for more in combinations(rest, 5 - board)
        ]
        assert (found.win, found.tie, found.lose) == tuple(
            map(results.count, ("win", "tie", "lose"))
        )


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        (
            "6c 7c",
            "8c 9s 4c",
            ["straight flush draw 1", "flush draw 9", "open-ended straight draw 8"],
        ),
        ("Ah Kd", "7h 8h 2c", ["overcards 6"]),
        ("Ah 6d", "7s 8h 2c", ["overcard 3"]),
        ("Jh 9c", "Qd 8s 2h", ["gutshot 4"]),
        ("5h 3c", "Ad 2s Kh", ["gutshot 4"]),
        ("Jd 7d", "9s 8c 5h 2d", ["double gutshot 8", "overcard 3"]),
        ("Kh Qh", "Ah Jd Tc 2s", []),
        ("Ah 3h", "Kh 9h 2c 3c", ["flush draw 9"]),
        ("3c 3d", "3h Ks 9c 2d", []),
        ("Ac 2d", "7h 8h 9h Th", ["overcard 3"]),
        ("9s 9c", "Qh Qd Qc", []),
        ("Ah Kh", "Qh Jh 2h", ["straight flush draw 1"]),
        ("Kh 2c", "Ah Qs Jd 9s", ["gutshot 4"]),
        ("As 2s", "Ks Qs Js Ts", []),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_draws(hole, board, expected):
    """The names of the draws and how many cards complete each."""
    found = draws_of(parse_cards(hole), parse_cards(board))
    assert [f"{draw.name} {len(draw.cards)}" for draw in found] == expected


def test_the_other_hands_cards_do_not_come():
    """A draw does not count a card that the opponent holds."""
    first, second = outs("8c 9s 4c Jh", "6c 7c", "Tc Td").draws
    assert [str(draw) for draw in first if draw.name.startswith("open")] == [
        "open-ended straight draw (6): 5C 5D 5H 5S TH TS"
    ]
    assert [draw.name for draw in second] == ["open-ended straight draw"]


@pytest.mark.parametrize(
    ("arguments", "game", "message"),
    [
        (
            ("2c 3c", "Ah Ad", "Kh Kd"),
            "holdem",
            "2 board cards: outs are for a flop of 3 or a turn of 4",
        ),
        (("2c 3c 4c", "Ah", "Kh Kd"), "holdem", "1 hole card: holdem takes 2"),
        (("2c 3c 4c", "Ah Ad", "Ah Kd"), "holdem", "duplicate card AH in hole 1 and hole 2"),
        (("2c 3c 4c", "Ah Ad", "Kh Kd"), "omahaa", "'omahaa' has no outs; did you mean 'omaha'?"),
    ],
    ids=["board", "one-hole-card", "both-hold-it", "game"],
)
def test_mistakes(arguments, game, message):
    """What is wrong, in words."""
    with pytest.raises(PokerError) as error:
        outs(*arguments, game=game)
    assert str(error.value) == message
