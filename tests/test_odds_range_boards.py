"""Two ranges from the flop on: each pair of hands and each board by an independent evaluator."""

import random
from itertools import combinations, product
from math import comb, prod

import numpy as np
import pytest
from support.deals import DECKS
from support.eval7_values import value_by_eval7
from support.samples import sample_size

import xlpoker
from xlpoker.errors import PokerError
from xlpoker.evaluator.cards import card_text
from xlpoker.odds.equity import count_texts_of_ranges
from xlpoker.odds.known_hands import count_texts
from xlpoker.odds.range_boards import on_boards
from xlpoker.odds.range_rivers import Hands, on_river
from xlpoker.odds.ranges import Range

WEIGHTS = {
    "none": lambda _: 1,
    "few": lambda rng: rng.choice((0.25, 0.5, 1)),
    "any": lambda rng: rng.random() + 0.01,
}


def random_range(rng, deck, size):
    """Return a range of random hands from a part of the deck, weighted in one of three ways."""
    hands = list(combinations(sorted(deck), 2))
    weigh = WEIGHTS[rng.choice(list(WEIGHTS))]
    chosen = rng.sample(hands, min(rng.choice((1, 2, size // 2, size)), len(hands)))
    return Range("random", tuple(chosen), tuple(weigh(rng) for _ in chosen))


def brute_force(board, dead, first, second):
    """Return the weights of all pairs and boards that the first range wins and ties, and of all."""
    won = tied = total = 0.0
    deck = [code for code in range(52) if code not in board and code not in dead]
    for coming in combinations(deck, 5 - len(board)):
        full, able = (*board, *coming), set(deck) - set(coming)
        mine, yours = (
            [
                (hand, weight, value_by_eval7([*full, *hand]))
                for hand, weight in zip(one.hands, one.weights, strict=True)
                if able.issuperset(hand)
            ]
            for one in (first, second)
        )
        for hand, weight, value in mine:
            for other, share, its in yours:
                if not set(hand) & set(other):
                    total += weight * share
                    won += weight * share * (value > its)
                    tied += weight * share * (value == its)
    return won, tied, total


def compare(seed, number, cards, size):
    """Compare random situations of all decks; return how many have an answer."""
    rng = random.Random(seed)
    answered = 0
    for turn in range(number):
        deck = list(DECKS.values())[turn % len(DECKS)]
        known = rng.sample(list(deck), cards + rng.choice((0, 0, 1, 3)))
        board, dead = known[:cards], known[cards:]
        first, second = random_range(rng, deck, size), random_range(rng, deck, size)
        expected = brute_force(board, dead, first, second)
        most = max(first.weights) * max(second.weights)
        found = [part * most for part in on_boards(board, dead, Hands(first), Hands(second))]
        situation = (board, dead, first, second)
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-12 * max(expected[2], 1)), (
            situation
        )
        if cards == 5:
            bits = [part * most for part in on_river(board, dead, Hands(first), Hands(second))]
            assert bits == pytest.approx(expected, rel=1e-12, abs=1e-12 * max(expected[2], 1)), (
                situation
            )
        answered += expected[2] > 0
    return answered


MANY = [
    pytest.param(11, *one, marks=pytest.mark.slow)
    for one in (
        (5, sample_size(350, release=2_000), 40),
        (4, sample_size(170, release=500), 16),
        (3, sample_size(20, release=60), 6),
    )
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("seed", "cards", "number", "size"),
    [(1, 5, 120, 40), (1, 4, 40, 16), (1, 3, 10, 6), *MANY],
    ids=str,
)
def test_every_pair_of_hands_on_every_board(seed, cards, number, size):
    """Random ranges, weighted or not, with and without dead cards, on boards where flushes and full houses meet."""
    assert compare(seed + cards, number, cards, size) > number / 2


@pytest.mark.parametrize(
    "board", ["8c9s4c", "Jh8c9s4c", "8c9s4cJh2d"], ids=["flop", "turn", "river"]
)
@pytest.mark.parametrize(
    "holes",
    [
        pytest.param(("TT+, AKs", "22-99, AQs"), id="ranges"),
        pytest.param(("AhKh", "TT+, AQ+"), id="hand-against-range"),
        pytest.param(("TT+:0.5, AKs", "99, AQ:0.3"), id="weights"),
        pytest.param(("88:2, AKs", "8hKd"), id="the-heaviest-hands-are-blocked"),
        pytest.param(("JJ, 99", "Js2h, JdJs"), id="shared-cards"),
        pytest.param(("AhKh", "QcQd"), id="hands"),
        pytest.param(("AhKh", "QcQd", "6s5s", "TsTh"), id="four-hands"),
    ],
)
def test_texts_take_a_short_way_to_the_same_odds(board, holes):
    """A blank before the board makes no difference but time; neither does a list of its cards."""
    quick, slow = xlpoker.equity(board, *holes), xlpoker.equity(f" {board}", *holes)
    assert quick.boards == pytest.approx(slow.boards)
    assert str(quick) == str(slow)
    for one, two in zip(quick.players, slow.players, strict=True):
        assert one.hand == two.hand
        assert one[1:] == pytest.approx(two[1:], rel=1e-12)
    assert quick == xlpoker.equity(board, *holes, exact=True)


@pytest.mark.parametrize(
    ("board", "holes"),
    [
        pytest.param("8c9s4c", ("6c7c", "6cAd"), id="twice-in-hands"),
        pytest.param("8c9s9s", ("6c7c", "AhAd"), id="twice-on-the-board"),
        pytest.param("8c9s4cJh", ("AsKd", "AsQd"), id="the-highest-card-twice"),
        pytest.param("8c9s4", ("6c7c", "AhAd"), id="half-a-card"),
        pytest.param("8c9s4cXn", ("6c7c", "AhAd"), id="joker-and-hands"),
        pytest.param("8c9s4c", ("6c7c", "AhAd", "6c2d"), id="three-players"),
        pytest.param("8c9s4cJ", ("6c7c", "AhAd", "2d2h"), id="half-a-card-of-three"),
        pytest.param("8c9s8c", ("TT+", "AK"), id="twice"),
        pytest.param("8c9s", ("TT+", "AK"), id="no-street"),
        pytest.param("8c9s4cXn", ("TT+", "AK"), id="joker"),
        pytest.param("8c9s4x", ("TT+", "AK"), id="no-card"),
        pytest.param("8c9s4c", ("TTs+", "AK"), id="no-range"),
        pytest.param("8c8d8h", ("88", "AK"), id="nothing-is-left"),
        pytest.param("8c9s4c", ("8cAh", "AK"), id="held-and-on-the-board"),
        pytest.param("8c9s4c", ("AhKh", "AhQh, AhJh"), id="in-each-others-way"),
    ],
)
def test_texts_with_mistakes_are_checked_the_long_way(board, holes):
    """No answer is given by the short way, and the message is that of the long one."""
    assert count_texts(board, holes) is None
    assert len(holes) > 2 or count_texts_of_ranges(board, *holes) is None
    with pytest.raises(PokerError) as raised:
        xlpoker.equity(board, *holes)
    with pytest.raises(type(raised.value)) as other:
        xlpoker.equity(f" {board}", *holes)
    assert str(other.value) == str(raised.value)


@pytest.mark.parametrize(
    "board", ["8c9s4c", "Jh8c9s4c", "8c9s4cJh2d"], ids=["flop", "turn", "river"]
)
@pytest.mark.parametrize("kind", [list, tuple, "range"], ids=str)
def test_hands_that_are_no_texts(board, kind):
    """Cards as a list or a tuple, and ranges that are parsed already, have the odds of their texts."""

    def held(text):
        return xlpoker.parse_range(text) if kind == "range" else kind([text[:2], text[2:]])

    for holes in (("AhKh", "QcQd"), ("AhKh", "QcQd", "3d3h")):
        one, other = xlpoker.equity(board, *map(held, holes)), xlpoker.equity(board, *holes)
        assert [player[1:] for player in one.players] == [player[1:] for player in other.players]
    plain = xlpoker.equity(board, "TT+, AKs:0.5", "QcQd", dead="2s")
    parsed = xlpoker.equity(board, xlpoker.parse_range("TT+, AKs:0.5"), held("QcQd"), dead=["2s"])
    assert [player[1:] for player in parsed.players] == [
        pytest.approx(player[1:]) for player in plain.players
    ]


@pytest.mark.slow
def test_whole_ranges():
    """Any two cards against any two are even, and every pair of hands is counted."""
    for board, left in (("8c9s4c", 49), ("8c9s4cJh", 48), ("8c9s4cJh2d", 47)):
        odds = xlpoker.equity(board, "random", "random")
        assert odds.players[0].equity == 0.5
        assert odds.boards == comb(left, 2) * comb(left - 2, 2) * comb(left - 4, left - 47)


def test_what_is_kept_is_bounded():
    """Hundreds of ranges and pairs of them leave no more behind than the caches hold."""
    from xlpoker.odds import range_boards, range_rivers

    rng = random.Random(1)
    for _ in range(150):
        cards = rng.sample(range(52), 9)
        text = "".join(card_text(code) for code in cards[:2])
        xlpoker.equity("".join(map(card_text, cards[4:8])), f"{text}, 22+", "A2s+")
    kept = dict.fromkeys(
        (
            range_rivers.hands_of,
            range_rivers._river_pair,
            range_boards._kept_range_pair,
            range_boards._arrays,
        ),
        64,
    )
    for cache, most in kept.items():
        assert cache.cache_info().currsize <= cache.cache_info().maxsize <= most


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("22+, A2s+:0.5, KTo+:0.3", "35%"),
        ("20%:0.1, QQ+", "random, AA:0.7, KK:0.3"),
        ("30%", "30%"),
        ("TT+", "22+:.2, Ax:.9"),
    ],
)
def test_large_rivers_are_counted_alike_by_bits_and_by_card(first, second, monkeypatch):
    """Whichever way is chosen by size, the weights are the same."""
    rng = random.Random(7)
    for _ in range(25):
        board = "".join(map(card_text, rng.sample(range(1, 52), 5)))
        ways = []
        for small in (0, 10**9):
            monkeypatch.setattr("xlpoker.odds.equity.SMALL", small)
            ways.append(
                [one[1:6] for one in xlpoker.equity(board, first, second, dead="2c").players]
            )
        assert ways[0] == pytest.approx(np.array(ways[1]), rel=1e-12, abs=1e-12), board


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("cards", "players", "size"), [(5, 3, 7), (4, 3, 5), (3, 3, 3), (4, 4, 3), (5, 5, 3)], ids=str
)
def test_three_ranges_and_more(cards, players, size):
    """Every combination of random ranges on every board, where flushes and full houses meet and suits are alike."""
    rng = random.Random(cards + players)
    for turn in range(12):
        deck = sorted(list(DECKS.values())[turn % len(DECKS)])
        known = rng.sample(deck, cards + rng.choice((0, 0, 2)))
        board, dead = known[:cards], known[cards:]
        ranges = [random_range(rng, deck, size) for _ in range(players)]
        won, tied, pots = np.zeros((3, players))
        chosen = [
            (hands, prod(weights))
            for hands, weights in zip(
                product(*(one.hands for one in ranges)),
                product(*(one.weights for one in ranges)),
                strict=True,
            )
            if len({*known, *(code for hand in hands for code in hand)}) == len(known) + 2 * players
        ]
        for coming in combinations([code for code in range(52) if code not in known], 5 - cards):
            for hands, weight in chosen:
                if not {*coming} & {code for hand in hands for code in hand}:
                    values = np.array([value_by_eval7([*board, *coming, *hand]) for hand in hands])
                    best = values == values.max()
                    pots += weight * best / best.sum()
                    (won if best.sum() == 1 else tied)[best] += weight
        if not chosen:
            with pytest.raises(PokerError):
                xlpoker.equity(board, *ranges, dead=dead, exact=True)
            continue
        found = xlpoker.equity(board, *ranges, dead=dead, exact=True)
        shares = [[one.win, one.tie, one.equity] for one in found.players]
        assert np.array(shares) == pytest.approx(
            np.stack([won, tied, pots], axis=1) / pots.sum(), abs=1e-12
        )
