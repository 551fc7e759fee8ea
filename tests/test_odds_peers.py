"""Other people's equities: random situations counted by us, poker-equity, and every board through eval7."""

import random
from itertools import islice

import poker_equity
import pytest
from support.deals import brute_force, random_deal
from support.eval7_values import value_by_eval7
from support.samples import sample_size

from xlpoker.evaluator.cards import card_text
from xlpoker.odds.all_boards import count_winners
from xlpoker.odds.equity import count

pytestmark = pytest.mark.slow

SITUATIONS = sample_size(400, release=1_000)
OMAHA = {4: "omaha", 5: "omaha_five", 6: "omaha_six"}


def text(codes):
    """Return cards in the spelling that all peers read."""
    return "".join(card_text(code)[0] + card_text(code)[1].lower() for code in codes)


def situations(number, seed):
    """Yield random deals of hold'em on every street, two to nine players, now and then dead cards."""
    rng = random.Random(seed)
    for turn in range(number):
        players = rng.choice([2, 2, 2, 3, 4, 6, 9])
        board = 0 if turn % 50 == 0 and players < 4 else rng.choice([3, 3, 4, 5])
        yield random_deal(rng, "holdem", players, board, rng.choice([0, 0, 1, 4]))


@pytest.mark.parametrize("part", range(3))
def test_the_same_counts_as_poker_equity(part):
    """Wins and ties of each player in hundreds of situations, to the last board, by both engines."""
    for deal in islice(situations(SITUATIONS, 5), part, None, 3):
        theirs = poker_equity.exact_from_text(
            "holdem", list(map(text, deal.holes)), board=text(deal.board), dead=text(deal.dead)
        )
        ours = count_winners(deal)
        assert count(deal) == ours
        check(ours, theirs)


def check(ours, theirs):
    """Compare wins, ties and the number of boards."""
    players = range(len(theirs["win_count"]))
    assert sum(ours) == theirs["samples"]
    assert [ours[1 << place] for place in players] == theirs["win_count"]
    ties = [
        sum(
            boards
            for winners, boards in enumerate(ours)
            if winners >> place & 1 and winners != 1 << place
        )
        for place in players
    ]
    assert ties == theirs["tie_count"]


@pytest.mark.parametrize("size", OMAHA)
def test_the_same_omaha_counts_as_poker_equity(size):
    """Four, five and six hole cards, flop to river."""
    rng = random.Random(size)
    for _ in range(12):
        deal = random_deal(
            rng, "omaha", rng.choice([2, 3]), rng.choice([3, 4, 5]), rng.choice([0, 2]), size
        )
        theirs = poker_equity.exact_from_text(
            OMAHA[size], list(map(text, deal.holes)), board=text(deal.board), dead=text(deal.dead)
        )
        check(count_winners(deal), theirs)


def test_the_same_counts_as_all_boards_through_eval7():
    """A peer that values hands, not odds: all boards of small situations go through it."""
    rng = random.Random(7)
    for _ in range(SITUATIONS):
        deal = random_deal(rng, "holdem", 2, rng.choice((3, 4, 5)), rng.choice([0, 0, 3]))
        assert count(deal) == brute_force(deal, value_by_eval7)
