"""Low hands over arrays: every hand of five cards, and random ones of six, seven and Omaha, against pokerkit's lookups."""

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from pokerkit import OmahaEightOrBetterLowHand, RegularLowHand
from pokerkit.lookups import StandardLookup
from support.counts import all_hands
from support.samples import sample_size
from test_low_games import LOOKUPS, hands_of_all_classes, text_of

import xlpoker.evaluator.batch.engine_numpy as numpy_engine
from xlpoker.evaluator.batch.games import game_lows, game_showdown, game_strengths
from xlpoker.evaluator.batch.kernel import slow_strengths, strengths
from xlpoker.evaluator.cards import JOKER
from xlpoker.evaluator.classes import DEUCE_TO_SEVEN, EIGHT_OR_BETTER, OWN_VALUES, RAZZ
from xlpoker.evaluator.games import HIGH_LOW, game_strength, low_strength
from xlpoker.evaluator.primes import PRIMES
from xlpoker.evaluator.showdown import winner_of_halves

GAMES = [RAZZ, DEUCE_TO_SEVEN]
PRIME_OF_CARD = np.repeat(np.array(PRIMES), 4)
ALL = {**LOOKUPS, "": StandardLookup}
QUICK = pytest.param(2_000, id="2,000")
WHOLE = pytest.param(sample_size(30_000, release=100_000), id="whole", marks=pytest.mark.slow)


@cache
def places(order):
    """Return the sorted keys of all classes of five cards, and pokerkit's place of each: higher is better, 0 for none."""
    lookup = ALL[order]()
    is_low = order in LOOKUPS
    hands = np.array(hands_of_all_classes())
    found = []
    for codes in hands.tolist():
        entry = lookup.get_entry_or_none(text_of(codes))
        place = 0 if entry is None else 1 + entry.index
        found.append(place)
    found = np.array(found)
    if is_low:
        found = np.where(found > 0, 1 + found.max() - found, 0)
    keys = keys_of(hands)
    rising = keys.argsort()
    return keys[rising], found[rising]


def keys_of(fives):
    """Return the product of primes of each hand of five cards, negative for those of one suit."""
    first, *others = fives.T
    products = PRIME_OF_CARD[first]
    is_flush = np.ones(len(fives), np.bool_)
    for column in others:
        products = products * PRIME_OF_CARD[column]
        is_flush &= (column ^ first) & 3 == 0
    return np.where(is_flush, -products, products)


def places_of(order, fives):
    """Return pokerkit's place of each hand of five cards."""
    keys, found = places(order)
    return found[np.searchsorted(keys, keys_of(fives))]


def same_order(values, reference):
    """Tell whether values and places rise together, and are equal together."""
    pairs = np.unique(values.astype(np.int64) << 16 | reference)
    rises = np.diff(pairs >> 16) > 0
    reference_rises = np.diff(pairs & 0xFFFF) > 0
    return bool(rises.all() and reference_rises.all())


def random_deals(rows, cards, seed):
    """Return rows of different cards."""
    rng = np.random.default_rng(seed)
    return rng.random((rows, 52)).argsort(axis=1)[:, :cards].astype(np.uint8)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("step", [257, pytest.param(1, marks=pytest.mark.slow)])
def test_every_hand_of_five_cards(game, step):
    """All 2,598,960 hands, or a slice of them, stand as in pokerkit's lookup."""
    fives = np.ascontiguousarray(all_hands(5)[::step])
    values, bad = game_strengths(game, fives)
    assert not bad.any()
    assert same_order(values, places_of(game, fives))
    if step == 1:
        assert np.unique(values).tolist() == [*OWN_VALUES[game]]


@pytest.mark.parametrize("cards", [6, 7])
@pytest.mark.parametrize("rows", [QUICK, WHOLE])
def test_the_lowest_five_of_razz(cards, rows):
    """Random hands of six and seven cards: the best of all their fives."""
    hands = random_deals(rows, cards, cards)
    values, bad = game_strengths(RAZZ, hands)
    fives = [hands[:, columns] for columns in combinations(range(cards), 5)]
    reference = np.max([places_of(RAZZ, five) for five in fives], axis=0)
    assert not bad.any()
    assert same_order(values, reference)


@pytest.mark.slow
@pytest.mark.parametrize("hole_cards", [4, 5, 6])
@pytest.mark.parametrize("rows", [QUICK, WHOLE])
def test_both_halves_of_omaha(hole_cards, rows):
    """Random hands and boards: the best high and the best low of two hole cards and three of the board."""
    deals = random_deals(rows // (hole_cards - 3), hole_cards + 5, hole_cards)
    hole, board = deals[:, :hole_cards], deals[:, hole_cards:]
    highs, _ = game_strengths(HIGH_LOW, hole, board)
    lows = game_lows(HIGH_LOW, hole, board)
    best = {"": 0, EIGHT_OR_BETTER: 0}
    for pair, triple in product(
        combinations(range(hole_cards), 2), combinations(range(hole_cards, hole_cards + 5), 3)
    ):
        fives = deals[:, [*pair, *triple]]
        best = {order: np.maximum(best[order], places_of(order, fives)) for order in best}
    assert same_order(highs, best[""])
    assert same_order(lows, best[EIGHT_OR_BETTER])
    assert lows.min() == 0
    assert (lows > 0).sum() > len(lows) // 10


def test_pokerkits_own_search_for_the_best_five():
    """A few hands as pokerkit finds the best low of seven cards, and of Omaha."""
    deals = random_deals(60, 9, 9)
    texts = [text_of(codes) for codes in deals.tolist()]
    theirs = [RegularLowHand.from_game(text[:14]) for text in texts]
    ours = game_strengths(RAZZ, deals[:, :7])[0].tolist()
    for first, second in combinations(range(len(texts)), 2):
        assert (theirs[first] > theirs[second]) == (ours[first] > ours[second])
    lows = game_lows(HIGH_LOW, deals[:, :4], deals[:, 4:]).tolist()
    for text, low in zip(texts, lows, strict=True):
        theirs_low = OmahaEightOrBetterLowHand.from_game_or_none(text[:8], text[8:])
        assert (theirs_low is not None) == (low > 0)


@pytest.mark.parametrize("game", GAMES)
def test_arrays_equal_single_hands(game):
    """Rows with jokers, duplicates and missing cards among good ones: the value of each good row is the scalar one."""
    hands = random_deals(400, 5, 5)
    hands[::7, 0] = JOKER
    hands[::21, 1] = JOKER
    hands[3::11, 2] = hands[3::11, 3]
    hands[5::50, 4] = 255
    values, bad = game_strengths(game, hands)
    for codes, value, is_bad in zip(hands.tolist(), values.tolist(), bad.tolist(), strict=True):
        has_joker = JOKER in codes
        has_other = 255 in codes or codes[2] == codes[3] or (has_joker and game == DEUCE_TO_SEVEN)
        assert is_bad == has_other
        assert value == (0 if is_bad else game_strength(game, codes))


@pytest.mark.parametrize("rule", ["natural", "five"])
def test_jokers_of_razz_and_of_the_low_half(rule):
    """A joker makes the best low; five of a kind helps nobody there."""
    deals = random_deals(120, 9, 1)
    deals[:, 0] = JOKER
    deals[::3, 5] = JOKER
    values, bad = game_strengths(RAZZ, deals[:, :7], jokers=rule)
    assert not bad.any()
    assert values.tolist() == [
        game_strength(RAZZ, codes[:7], jokers=rule) for codes in deals.tolist()
    ]
    lows = game_lows(HIGH_LOW, deals[:, :4], deals[:, 4:])
    expected = [low_strength(HIGH_LOW, codes[:4], codes[4:], rule) for codes in deals.tolist()]
    assert lows.tolist() == expected


def test_winners_of_both_halves():
    """Three players of hi-lo: who wins both halves alone is the winner, as hand by hand."""
    deals = random_deals(1_500, 17, 17)
    board, holes = deals[:, :5], [deals[:, 5:9], deals[:, 9:13], deals[:, 13:]]
    outcome = game_showdown(HIGH_LOW, board, *holes)
    for row, winner in enumerate(outcome.winners.tolist()):
        highs, lows = outcome.values[row].tolist(), outcome.lows[row].tolist()
        assert winner == winner_of_halves(highs, lows)
    assert set(outcome.winners.tolist()) == {0, 1, 2, 3}
    holes[1][4] = holes[0][4]
    assert game_showdown(HIGH_LOW, board, *holes).winners[4] == -1


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("game", GAMES)
def test_every_engine_values_alike(game, cards):
    """The quick way, the slow way, and the compiled one where it is installed."""
    if game == DEUCE_TO_SEVEN and cards > 5:
        pytest.skip("2-7 has five cards")
    hands = random_deals(5_000, cards, 50 + cards)
    expected, _ = slow_strengths(hands, game=game)
    values = np.empty(len(hands), np.uint16)
    assert not len(numpy_engine.quick(hands, values, game))
    assert np.array_equal(values, expected)
    assert np.array_equal(strengths(hands, game=game)[0], expected)
    pytest.importorskip("numba")
    from xlpoker.evaluator.batch import engine_numba as numba_engine

    assert not len(numba_engine.quick(hands, values, game))
    assert np.array_equal(values, expected)
