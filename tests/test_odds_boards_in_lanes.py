"""Every board in plain Python: the same counts as in arrays, in every game, and quick enough for a spreadsheet."""

import random
from time import process_time

import pytest
from support.deals import DECKS
from support.samples import sample_size

from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.classes import SHORT_DECK
from xlpoker.odds import all_boards, boards_in_lanes, deals
from xlpoker.odds.chances import quick_chances
from xlpoker.odds.equity import quick
from xlpoker.odds.table import Deal

TWO_TO_FIVE = tuple(range(16))
"""The cards that the short deck lacks."""
PLAYERS = [1, 2, 2, 3, 4, 6, 9]
DEAD = [0, 0, 2, 5]


def random_situation(rng, game, deck, streets, sizes=(2,)):
    """Return a deal of one to nine players with cards of a part of the deck, if they suffice."""
    size = rng.choice(sizes)
    board = rng.choice(streets)
    dead = rng.choice(DEAD)
    players = rng.choice(PLAYERS)
    out = TWO_TO_FIVE if game in SHORT_DECK else ()
    while size * players + board + dead > min(len(deck), 47 - len(out)):
        players -= 1
    cards = rng.sample(sorted(deck), size * players + board + dead)
    holes = [tuple(cards[size * seat : size * seat + size]) for seat in range(players)]
    rest = cards[size * players :]
    return Deal(tuple(holes), tuple(rest[:board]), (*rest[board:], *out), game)


def assert_both_alike(situation):
    """Compare winners and categories with the engine over arrays."""
    counts = boards_in_lanes.count_winners(situation)
    assert counts == all_boards.count_winners(situation), situation
    last = len(situation.holes) - 1
    categories = boards_in_lanes.count_categories(situation, last)
    assert categories == all_boards.count_categories(situation, last), situation


NUMBERS = [5, pytest.param(sample_size(15, release=50), marks=pytest.mark.slow)]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_holdem_before_the_flop(deck, number):
    """One to nine players and dead cards, also where suits and ranks are shared by many."""
    rng = random.Random(number)
    for _ in range(number):
        assert_both_alike(random_situation(rng, "holdem", deck, [0]))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("deck", ["whole", "two-suits", "six-ranks"])
def test_omaha(deck, number):
    """Four to six hole cards, before the flop, on the flop and on the turn."""
    rng = random.Random(number)
    for _ in range(number):
        assert_both_alike(random_situation(rng, "omaha", DECKS[deck], [0, 3, 4], (4, 4, 5, 6)))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("game", SHORT_DECK)
def test_short_deck(game, number):
    """Both orders of hands, on every street but the river."""
    rng = random.Random(number)
    deck = range(16, 52)
    for _ in range(number):
        assert_both_alike(random_situation(rng, game, deck, [0, 3, 4]))


@pytest.mark.slow
def test_exact_without_numpy(monkeypatch):
    """Small ranges before the flop and known hands of Omaha are counted; unknown cards of Omaha are sampled."""
    situations = [
        ("", "AhKh", "QQ+, AK"),
        ("", "AhKhQdJc", "AsKsQcTc"),
        ("8c9s4c", "AhKhQdJc", "random"),
    ]
    expected = [quick(*situation) for situation in situations]
    monkeypatch.setattr(deals, "numpy_engine", lambda: None)
    monkeypatch.setattr("xlpoker.odds.equity.numpy_engine", lambda: None)
    exact = [quick(*situation) for situation in situations]
    assert [odds.exact for odds in exact] == [True, True, False]
    assert exact[:2] == expected[:2]


@pytest.mark.slow
def test_quick_enough_for_a_spreadsheet(monkeypatch):
    """All that the calculator asks for nine players before the flop takes less than 0.3 seconds without NumPy."""
    for module in ("deals", "equity", "chances"):
        monkeypatch.setattr(f"xlpoker.odds.{module}.numpy_engine", lambda: None)
    rng = random.Random(9)
    seconds = []
    for _ in range(3):
        cards = [card_text(code) for code in rng.sample(range(52), 18)]
        holes = ["".join(cards[start : start + 2]) for start in range(0, 18, 2)]
        start_time = process_time()
        quick("", *holes)
        for hole in holes:
            quick_chances("", hole)
        seconds.append(process_time() - start_time)
    assert min(seconds) < 0.3
