"""Exact counts: known figures, brute force by an independent evaluator, and what must not matter."""

import random
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.deals import brute_force, random_deal

from xlpoker.evaluator.cards import parse_cards
from xlpoker.odds import all_boards
from xlpoker.odds.deals import every_board
from xlpoker.odds.equity import count
from xlpoker.odds.table import Deal

ENGINES = {"count": count, "numpy": all_boards.count_winners}


def deal(board, *holes, game="holdem", dead=""):
    """Return a deal from texts."""
    return Deal(
        tuple(tuple(parse_cards(hole)) for hole in holes),
        tuple(parse_cards(board)),
        tuple(parse_cards(dead)),
        game,
    )


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@pytest.mark.parametrize(
    ("situation", "counts"),
    [
        pytest.param(
            deal("", "Ah Kh", "Qc Qd"), [0, 787_966, 917_606, 6_732], id="before-the-flop"
        ),
        pytest.param(deal("8c 9s 4c", "6c 7c", "Ah Ad"), [0, 557, 433, 0], id="flop"),
        pytest.param(deal("8c 9s 4c Jh", "6c 7c", "Ah Ad"), [0, 15, 29, 0], id="turn"),
        pytest.param(deal("8c 9s 4c Jh 5d", "6c 7c", "Ah Ad"), [0, 1, 0, 0], id="river"),
        pytest.param(
            deal("", "As Ah", "Ad Ac"), [0, 37_210, 37_210, 1_637_884], id="aces-against-aces"
        ),
        pytest.param(
            deal("", "6c 7c Ts Js", "Ah Ad Kd Kh", game="omaha"),
            [0, 424_180, 661_742, 86],
            id="omaha",
        ),
        pytest.param(
            deal("Ts Js Qs Ks As", "2c 2d", "3c 3d", "4c 4d"), [0] * 7 + [1], id="board-plays"
        ),
    ],
)
def test_known_figures(engine, situation, counts):
    """Figures that other programs give too."""
    assert engine(situation) == counts


@pytest.mark.sampled(10)
@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@pytest.mark.parametrize(
    ("game", "players", "board", "dead", "suits"),
    [
        pytest.param("holdem", 2, 4, 0, 4, id="turn"),
        pytest.param("holdem", 4, 4, 3, 4, id="turn-four-players-dead-cards"),
        pytest.param("holdem", 9, 4, 0, 4, id="turn-nine-players"),
        pytest.param("holdem", 3, 5, 0, 4, id="river"),
        pytest.param("holdem", 2, 3, 30, 4, id="flop-short-deck"),
        pytest.param("holdem", 2, 3, 6, 2, id="flop-two-suits"),
        pytest.param("omaha", 2, 4, 0, 4, id="omaha-turn"),
        pytest.param("omaha", 3, 4, 5, 4, id="omaha-turn-three-players"),
        pytest.param("omaha", 2, 3, 28, 4, id="omaha-flop-short-deck"),
        pytest.param("omaha", 2, 3, 6, 2, id="omaha-flop-two-suits"),
    ],
)
def test_brute_force(engine, game, players, board, dead, suits):
    """Every board dealt one by one gives the same counts, in decks of two suits, too, where flushes are frequent."""
    rng = random.Random(5)
    for _ in range(4):
        one = random_deal(
            rng, game, players, board, dead, deck=[code for code in range(52) if code & 3 < suits]
        )
        out = tuple(code for code in range(52) if code & 3 >= suits)
        one = one._replace(dead=(*one.dead, *out))
        assert engine(one) == brute_force(one)


@st.composite
def deals(draw):
    """Draw a deal of any game, street and number of players."""
    game = draw(st.sampled_from(["holdem", "omaha"]))
    players = draw(st.integers(2, 5))
    board = draw(
        st.sampled_from([3, 3, 4, 5] if players > 2 or game == "omaha" else [0, 1, 2, 3, 4, 5])
    )
    return random_deal(
        draw(st.randoms(use_true_random=False)), game, players, board, draw(st.integers(0, 4))
    )


@settings(max_examples=60, deadline=None)
@given(deals())
def test_all_engines_count_alike_and_lose_no_board(one):
    """By rank multisets, in lanes and board by board the same list, which adds up to all boards."""
    counts = all_boards.count_winners(one)
    assert counts == count(one)
    assert one.coming > 1 or counts == every_board(one)
    assert sum(counts) == comb(52 - len(one.known()), one.coming)
    assert counts[0] == 0
    assert min(counts) >= 0


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(deals(), st.permutations(range(4)), st.randoms(use_true_random=False))
def test_names_of_suits_and_seats_do_not_matter(one, suits, rng):
    """Calling the suits by other names changes nothing; players who change seats take their wins with them."""

    def renamed(cards):
        return tuple(code - (code & 3) + suits[code & 3] for code in cards)

    seats = rng.sample(range(len(one.holes)), len(one.holes))
    other = Deal(
        tuple(renamed(one.holes[seat]) for seat in seats),
        renamed(one.board),
        renamed(one.dead),
        one.game,
    )
    before, after = all_boards.count_winners(one), all_boards.count_winners(other)
    for winners, boards in enumerate(after):
        assert (
            boards
            == before[sum(1 << seat for place, seat in enumerate(seats) if winners >> place & 1)]
        )
