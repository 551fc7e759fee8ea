"""Omaha hi-lo, eight or better: lows, both halves counted by all engines, and what a player's share is."""

import random
from itertools import combinations

import pytest
from support import reference
from support.commands import run

from xlpoker import equities, equity, hand
from xlpoker.errors import OptionError
from xlpoker.evaluator.cards import card_text, parse_cards
from xlpoker.evaluator.lows import low_set, low_values
from xlpoker.odds import all_boards
from xlpoker.odds.deals import every_board
from xlpoker.odds.table import Deal, table_of

ENGINES = {"python": every_board, "numpy": all_boards.count_winners}
DECK = list(range(52))
LOW_DECK = [code for code in DECK if code >> 2 < 8 or code >> 2 == 12]


def low(hole, board):
    """Return the best low by the rules alone, ranks from the highest down, the ace 1; none for no low."""
    found = []
    for two in combinations(hole, 2):
        for three in combinations(board, 3):
            ranks = sorted({1 if code >> 2 == 12 else (code >> 2) + 2 for code in two + three}, reverse=True)
            if len(ranks) == 5 and ranks[0] <= 8:
                found.append(ranks)
    return min(found, default=None)


def brute_force(deal):
    """Return the counts by the sets of winners, those of the low half above those of the high one."""
    counts = [0] * (1 << 2 * len(deal.holes))
    for coming in combinations([code for code in DECK if code not in deal.known()], deal.coming):
        board = (*deal.board, *coming)
        values, lows = [reference.omaha(hole, board) for hole in deal.holes], [low(hole, board) for hole in deal.holes]
        winners = sum(1 << place for place, value in enumerate(values) if value == max(values))
        best = min([one for one in lows if one], default=None)
        winners += sum(1 << place for place, one in enumerate(lows, len(values)) if one and one == best)
        counts[winners] += 1
    return counts


def random_deal(rng, players, board, size=4):
    """Return a deal, mostly of cards that make lows."""
    cards = rng.sample(rng.choice([DECK, LOW_DECK, LOW_DECK]), size * players + board)
    holes = tuple(tuple(cards[size * place : size * place + size]) for place in range(players))
    return Deal(holes, tuple(cards[size * players :]), (), "omaha", low=True)


@pytest.mark.slow
def test_lows():
    """Random hands compare as pokerkit's do, and are there where its are."""
    from pokerkit import OmahaEightOrBetterLowHand

    rng = random.Random(8)
    cards = [rng.sample(rng.choice([DECK, LOW_DECK]), 9) for _ in range(300)]
    ours = [low_values(low_set(c >> 2 for c in codes[:4]))[low_set(c >> 2 for c in codes[4:])] for codes in cards]
    texts = [[card_text(code)[0] + card_text(code)[1].lower() for code in codes] for codes in cards]
    theirs = [OmahaEightOrBetterLowHand.from_game_or_none("".join(one[:4]), "".join(one[4:])) for one in texts]
    assert [value > 0 for value in ours] == [hand is not None for hand in theirs]
    made = [pair for pair in zip(ours, theirs, strict=True) if pair[0]]
    assert len(made) > 100
    for (mine, one), (yours, two) in combinations(made, 2):
        assert ((mine > yours) - (mine < yours)) == ((one > two) - (one < two))


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@pytest.mark.parametrize(
    ("players", "board", "size"), [(2, 5, 4), (2, 4, 4), (3, 4, 5), (4, 5, 4), (6, 4, 4), (2, 4, 6)], ids=str
)
def test_every_board(engine, players, board, size):
    """Both engines count what dealing every board gives."""
    rng = random.Random(100 * players + board)
    for _ in range(4):
        deal = random_deal(rng, players, board, size)
        assert engine(deal) == brute_force(deal)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_every_board_after_the_flop(players):
    """All 820 or 666 boards, five times."""
    rng = random.Random(players)
    for _ in range(5):
        deal = random_deal(rng, players, 3)
        expected = brute_force(deal)
        assert every_board(deal) == all_boards.count_winners(deal) == expected


def test_seats_before_the_flop():
    """Players who change seats take their wins with them."""
    rng = random.Random(9)
    for players in (2, 2, 3):
        deal = random_deal(rng, players, 0)
        counts = all_boards.count_winners(deal)
        swapped = all_boards.count_winners(deal._replace(holes=deal.holes[::-1]))
        assert sum(counts) == sum(swapped)
        assert sum(counts[1::2]) == sum(number for winners, number in enumerate(swapped) if winners >> players - 1 & 1)


@pytest.mark.parametrize(
    ("board", "holes", "expected"),
    [
        ("2c 3d 7h Kc Qs", ["AhAs9d8d", "KhKdQdJh"], [(0, 1, 0.5), (0, 1, 0.5)]),
        ("2c 3d 7h Kc Qs", ["AhKsKdQd", "JsJhTcTd"], [(1, 0, 1), (0, 0, 0)]),
        ("2c 3d 7h Kc Qs", ["Ah4sKdKh", "Ad4dJsJh"], [(0, 1, 0.75), (0, 1, 0.25)]),
        ("2c 3d 7h Kc Qs", ["Ah4sKdQh", "Ad4dKsQd", "Ac4cTsTh"], [(0, 1, 5 / 12), (0, 1, 5 / 12), (0, 1, 1 / 6)]),
        ("2c 3d 7h Kc Qs", ["Ah4sKdQh", "JdJhTsTh"], [(1, 0, 1), (0, 0, 0)]),
    ],
    ids=["halves", "no-low", "quartered", "sixths", "scoop"],
)
def test_shares(board, holes, expected):
    """Each half is for those who have it, the whole pot for the high hand where there is no low; a win is the whole pot."""
    found = equity(board, *holes, game="omaha-hilo")
    assert [(one.win, one.tie, pytest.approx(one.equity)) for one in found.players] == expected


def test_samples(sampler):
    """Random deals come near the exact counts of every set of winners."""
    deals = 2_000
    counts, _ = sampler(table_of("2c 7h Ks", ["AhAs3d4d", "KhKdQdJh"], "omaha-hilo"), deals, 1)
    hands = tuple(tuple(parse_cards(hand)) for hand in ("AhAs3d4d", "KhKdQdJh"))
    exact = all_boards.count_winners(Deal(hands, tuple(parse_cards("2c 7h Ks")), (), "omaha", low=True))
    assert [count / deals for count in counts] == pytest.approx([count / 820 for count in exact], abs=0.04)


def test_ranges_and_samples_agree():
    """A range, counted and sampled; the sampled one says how far off it may be, and all shares are one pot."""
    exact = equity("2c 7h Ks Td", "AhAs3d4d", "KQxx:0.5, QQJJ", game="omaha-hilo", exact=True)
    dealt = equity("2c 7h Ks Td", "AhAs3d4d", "KQxx:0.5, QQJJ", game="omaha-hilo", samples=20_000, exact=False)
    assert sum(one.equity for one in exact.players) == pytest.approx(1)
    for one, other in zip(exact.players, dealt.players, strict=True):
        assert abs(one.equity - other.equity) < 5 * other.error
        assert (one.win, one.tie) == pytest.approx((other.win, other.tie), abs=0.02)


def test_arrays():
    """A row of arrays is what one question is."""
    boards, holes = ["2c7hKs", "2c3d7hKcQs"], [["AhAs3d4d", "KhKdQdJh"], ["Ah4sKdKh", "Ad4dJsJh"]]
    found = equities(boards, holes, game="omaha-hilo")
    for row, board, hands in zip(found, boards, holes, strict=True):
        expected = equity(board, *hands, game="omaha-hilo").players
        assert row.tolist() == [pytest.approx([one.win, one.tie, one.equity]) for one in expected]


def test_command():
    """`equity` takes it; elsewhere it is no game."""
    code, out, _ = run("equity", "AhAs2d3h", "KsKdQhJd", "--board", "2c 3d 7h Kc Qs", "--game", "omaha-hilo", "--csv")
    assert (code, out.splitlines()[1]) == (0, "AhAs2d3h,0.0,0.0,0.0,1")
    with pytest.raises(OptionError, match="'omaha-hilo' is not a game"):
        hand("AhAs2d3h", game="omaha-hilo", board="2c 3d 7h Kc Qs")
