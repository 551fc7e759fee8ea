"""Who wins: winner, shares, and cards that are in two hands."""

import random
from fractions import Fraction

import pytest
from support import reference
from support.refused import refused

from xlpoker import HandError, OptionError, shares, winner
from xlpoker.evaluator.cards import JOKER, parse_cards
from xlpoker.evaluator.showdown import check_showdown, shares_of, winner_of

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
BOARD = "8C 9S 4C JH TC"

SHOWDOWNS = {
    "Euler, first row": (["8C TS KC 9H 4S", "7D 2S 5D 3S AC"], 2, (0, 1)),
    "the problem's full houses": (["2H 2D 4C 4D 4S", "3C 3D 3S 9S 9D"], 1, (1, 0)),
    "tie of two, a third behind": (["Ah Kd", "Ac Kh", "Qs Jd"], 0, (HALF, HALF, 0)),
    "tie of three": (["AH", "AC", "AD"], 0, (THIRD, THIRD, THIRD)),
    "tie behind the winner": (["Ah Kd", "Ac Kh", "Qs Qd"], 3, (0, 0, 1)),
    "one hand": (["AH KD"], 1, (1,)),
    "a front against a middle": (["AS AD KC", "AH AC QS JD TS"], 1, (1, 0)),
    "common board": ([f"{BOARD} 6C 7C", f"{BOARD} AH AD"], 1, (1, 0)),
    "common board, three hands": (
        [f"{BOARD} 6C 7C", f"{BOARD} AH AD", f"6S 7S {BOARD}"],
        1,
        (1, 0, 0),
    ),
    "common board plays": (["AS KD QC JH TS 2C 3D", "AS KD QC JH TS 4C 5D"], 0, (HALF, HALF)),
    "common turn": (["AS KD QC JH 2C 3D", "AS KD QC JH TC 5D"], 2, (0, 1)),
    "one common card": (["AS 2C 3D 4H 6S 7D", "AS KD KC 8H 9S 9D"], 2, (0, 1)),
    "jokers are no duplicates": (["AS KD QC JH Xn", "2S 2D 2C 9H Xn"], 2, (0, 1)),
}


@pytest.mark.parametrize(("hands", "number", "parts"), SHOWDOWNS.values(), ids=SHOWDOWNS)
def test_winner_and_shares(hands, number, parts):
    """The winner is 1 .. N, or 0 when the best hands tie; the shares add up to one pot."""
    assert winner(*hands) == number
    assert shares(*hands) == parts
    assert sum(parts) == 1


TWICE = {
    "one card in both": (["8S 9D", "8S KD"], "duplicate card 8S in hands 1 and 2"),
    "first and third": (["8S 9D", "7C KD", "QC 8S"], "duplicate card 8S in hands 1 and 3"),
    "the lowest is named": (["8S 9D 2C", "2C 8S KD"], "duplicate card 2C in hands 1 and 2"),
    "the same hand": (["AS KD QC JH TS", "AS KD QC JH TS"], "duplicate card TS in hands 1 and 2"),
    "six common cards": (["AS KD QC JH TS 2C 3D", "AS KD QC JH TS 2C 5D"], "duplicate card 2C in hands 1 and 2"),
    "a board and a hole card": ([f"{BOARD} 6C 7C", f"{BOARD} AH AD", f"{BOARD} AH 2D"], "duplicate card AH in hands 2 and 3"),
    "not all have the board": ([f"{BOARD} 6C 7C", f"{BOARD} AH AD", "2C 2D 2H 2S 3C 3D 3H"], "duplicate card 4C in hands 1 and 2"),
    "a five-card hand among sevens": ([f"{BOARD} 6C 7C", "8C 2D 3D 4D 5D"], "duplicate card 8C in hands 1 and 2"),
    "no hands": ([], "no hands: a showdown needs one or more"),
    "a blank hand": (["8S 8D", ""], "no cards: a hand has 1 to 9"),
}  # fmt: skip


@pytest.mark.parametrize(("hands", "message"), TWICE.values(), ids=TWICE)
def test_a_card_is_in_one_hand_only(hands, message):
    """A card in two hands is an error, never a winner, unless it belongs to a common board."""
    for call in (winner, shares):
        with refused(HandError, message):
            call(*hands)


def test_hands_may_have_names():
    """Where the hands are more than numbers the message says so."""
    cards = [*map(parse_cards, ("8S 9D TC", "AS KS", "8S 2C"))]
    with refused(HandError, "duplicate card 8S in board and hole 2"):
        check_showdown(cards, ["board", "hole 1", "hole 2"])


def test_the_joker_rule_counts():
    """Four aces and a joker lose to a straight flush, five aces do not."""
    hands = ["AS AD AC AH Xn", "9D 8D 7D 6D 5D"]
    assert (winner(*hands), winner(*hands, jokers="five")) == (2, 1)
    assert (shares(*hands), shares(*hands, jokers="five")) == ((0, 1), (1, 0))
    with refused(OptionError, "'fve' is not a joker rule; did you mean 'five'?"):
        winner(*hands, jokers="fve")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("players", range(2, 7))
def test_random_showdowns(players):
    """Two to six hands with a common board are settled as by the slow evaluator."""
    rng = random.Random(players)
    for _ in range(100):
        cards = rng.sample(range(52), 5 + 2 * players)
        hands = [cards[:5] + cards[place : place + 2] for place in range(5, len(cards), 2)]
        rng.shuffle(hands[0])
        order = [reference.best(codes) for codes in hands]
        ahead = [place for place, made in enumerate(order, 1) if made == max(order)]
        assert winner(*hands) == (ahead[0] if len(ahead) == 1 else 0)
        assert shares(*hands) == tuple(
            Fraction(place in ahead, len(ahead)) for place in range(1, players + 1)
        )


def test_values_alone():
    """The winner of numbers needs no cards."""
    assert [winner_of(values) for values in ([3, 7462, 12], [5, 5, 1], [1, 5, 5], [2])] == [
        2,
        0,
        0,
        1,
    ]
    assert shares_of([1, 5, 5, 5]) == (0, THIRD, THIRD, THIRD)
    check_showdown([[JOKER, JOKER], [JOKER]])
