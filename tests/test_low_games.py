"""Low hands: razz, 2-7, and the low half of Omaha hi-lo; pokerkit's order of every hand is the reference."""

import random
from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest
from pokerkit.lookups import EightOrBetterLookup, RegularLookup, Standard2Lookup

from xlpoker import hand
from xlpoker.errors import CardError, HandError
from xlpoker.evaluator.cards import JOKER, card_text, parse_cards
from xlpoker.evaluator.classes import (
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    OWN_VALUES,
    RAZZ,
    ladder,
    name,
)
from xlpoker.evaluator.games import HIGH_LOW, game_strength, low_strength
from xlpoker.evaluator.showdown import shares_of_halves, winner_of_halves

LOOKUPS = {
    RAZZ: RegularLookup,
    DEUCE_TO_SEVEN: Standard2Lookup,
    EIGHT_OR_BETTER: EightOrBetterLookup,
}


def hands_of_all_classes():
    """Return a hand for each multiset of five ranks, and one in hearts where all ranks differ."""
    hands = []
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        suits = [place % 4 for place in range(5)]
        hands.append([4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)])
        if len(set(ranks)) == 5:
            hands.append([4 * rank + 2 for rank in ranks])
    return hands


def text_of(codes):
    """Return cards as pokerkit reads them."""
    texts = map(card_text, codes)
    return "".join(text[0] + text[1].lower() for text in texts)


@cache
def reference(order):
    """Return pokerkit's place of each class of hands: by ranks and whether all suits are equal, lower is better."""
    lookup = LOOKUPS[order]()
    places = {}
    for codes in hands_of_all_classes():
        entry = lookup.get_entry_or_none(text_of(codes))
        if entry is not None:
            places[class_of_cards(codes)] = entry.index
    return places


def class_of_cards(codes):
    """Return the ranks of five cards, and whether they are of one suit."""
    ranks = tuple(sorted(code >> 2 for code in codes))
    return ranks, len({code & 3 for code in codes}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", [RAZZ, DEUCE_TO_SEVEN])
def test_every_class_stands_where_pokerkit_has_it(game):
    """All 7,462 hands that differ by ranks and flush: a higher value is a lower place, and equals are equal."""
    places = reference(game)
    pairs = set()
    for codes in hands_of_all_classes():
        place = places[class_of_cards(codes)]
        pairs.add((place, game_strength(game, codes)))
    values_by_place = [value for _, value in sorted(pairs, reverse=True)]
    assert values_by_place == [*OWN_VALUES[game]]
    assert len({place for place, _ in pairs}) == len(pairs)


@pytest.mark.slow
def test_lows_of_eight_or_better():
    """The 56 lows are those of pokerkit, in its order, each made from two hole cards and three of the board."""
    lows = set()
    for codes in hands_of_all_classes():
        place = reference(EIGHT_OR_BETTER).get(class_of_cards(codes))
        high_cards = [code for code in range(28, 48) if code not in codes]
        hole, board = [*codes[:2], *high_cards[:2]], [*codes[2:], *high_cards[2:4]]
        value = low_strength(HIGH_LOW, hole, board)
        assert bool(value) == (place is not None)
        if value:
            lows.add((place, value))
    assert [value for _, value in sorted(lows, reverse=True)] == [*OWN_VALUES[EIGHT_OR_BETTER]]


def best_place(order, codes):
    """Return pokerkit's best place of five among some cards, None where no five have one."""
    places = reference(order)
    found = [places.get(class_of_cards(five)) for five in combinations(codes, 5)]
    return min((place for place in found if place is not None), default=None)


@pytest.mark.parametrize(("cards", "count"), [(6, 100), (7, 100)])
def test_razz_is_the_lowest_five(cards, count):
    """Random hands of six and seven cards."""
    rng = random.Random(cards)
    values = {}
    for _ in range(count):
        codes = rng.sample(range(52), cards)
        values.setdefault(best_place(RAZZ, codes), set()).add(game_strength(RAZZ, codes))
    assert all(len(equal) == 1 for equal in values.values())
    in_order = [values[place].pop() for place in sorted(values)]
    assert in_order == sorted(in_order, reverse=True)


@pytest.mark.parametrize(
    ("game", "cards", "shown"),
    [
        ("razz", "Ah 2c 3d 4s 5h Kd Ks", "5H 4S 3D 2C AH  5-4-3-2-A (46175)"),
        ("razz", "Ah 2h 3h 4h 6h", "6H 4H 3H 2H AH  6-4-3-2-A (46174)"),
        ("razz", "Tc 9d 8h 7s 6c Kd Ks", "TC 9D 8H 7S 6C  T-9-8-7-6 (45924)"),
        ("razz", "2c 2d 2h 2s 3c 3d 3h", "2S 2H 2D 3H 3D  Full House, Twos over Threes (40299)"),
        ("razz", "2c 2d 5h 4s 3c 3d 4h", "2D 2C 5H 4S 3D  Pair of Twos; Five Four Three"),
        ("razz", "Ah 2c 3d 4s Xn", "5S 4S 3D 2C AH  5-4-3-2-A (46175)"),
        ("2-7", "7h 5c 4d 3s 2h", "7H 5C 4D 3S 2H  7-5-4-3-2 (57462)"),
        ("2-7", "7h 5h 4h 3h 2h", "7H 5H 4H 3H 2H  Flush, Seven high"),
        ("2-7", "6h 5c 4d 3s 2h", "6H 5C 4D 3S 2H  Straight, Six high"),
        ("2-7", "Ah 5c 4d 3s 2h", "AH 5C 4D 3S 2H  A-5-4-3-2"),
        ("2-7", "7h 7c 4d 3s 2h", "7H 7C 4D 3S 2H  Pair of Sevens"),
        ("2-7", "Ah Kh Qh Jh Th", "AH KH QH JH TH  Royal Flush (50001)"),
    ],
)  # fmt: skip
def test_names(game, cards, shown):
    """The best five and the name as players say it."""
    valued = hand(cards, game=game)
    text = str(valued)
    if "; " in shown:
        text = f"{' '.join(valued.cards)}  {name(valued.value, 'full')}"
    assert text.startswith(shown)


def test_short_names_are_categories():
    """The short style is the category, also where the long one is the cards."""
    names = {name(value, "short") for value in OWN_VALUES[RAZZ]}
    assert names == {rung.category.name for rung in ladder(RAZZ)}
    assert name(60_056, "short") == "Low"
    assert [name(value, "full") for value in (60_001, 57_462)] == ["8-7-6-5-4", "7-5-4-3-2"]


def test_hi_lo_has_two_hands():
    """The high and the low hand of a player, each of two hole cards and three of the board."""
    both = hand("As 2d Kh Kc", game=HIGH_LOW, board="3s 4d 8h Ks 9c")
    assert (both.name, both.low.name) == ("Three of a Kind, Kings", "8-4-3-2-A")
    assert both.low.cards == ("8H", "4D", "3S", "2D", "AS")
    assert str(both).endswith("; low 8H 4D 3S 2D AS  8-4-3-2-A (60035)")
    alone = hand("As Qd Kh Kc", game=HIGH_LOW, board="3s 4d 8h Ks 9c")
    assert alone.low is None
    assert str(alone).endswith("; no low")


@pytest.mark.parametrize(
    ("highs", "lows", "shares", "winner"),
    [
        ([9, 5], [0, 0], "1 0", 1),
        ([9, 5], [60_001, 60_002], "1/2 1/2", 0),
        ([9, 5], [60_001, 60_001], "3/4 1/4", 0),
        ([9, 9], [60_002, 60_001], "3/4 1/4", 0),
        ([9, 5], [60_002, 60_001], "1 0", 1),
        ([9, 9, 0], [60_002, 60_002, 0], "1/2 1/2 0", 0),
        ([9, 9, 9, 1], [0, 60_001, 60_001, 60_009], "1/6 1/6 1/6 1/2", 0),
    ],
    ids=["no low", "halves", "quartered low", "quartered high", "scoop", "both tie", "thirds"],
)  # fmt: skip
def test_shares_of_both_halves(highs, lows, shares, winner):
    """Half of the pot for each hand, equal parts for those who tie, the whole for the high hand without a low."""
    assert " ".join(map(str, shares_of_halves(highs, lows))) == shares
    assert winner_of_halves(highs, lows) == winner


@pytest.mark.parametrize(
    ("game", "cards", "board", "said"),
    [
        ("razz", "Ah 2c 3d 4s", "", "4 hole cards: razz takes 5 to 7"),
        ("2-7", "Ah 2c 3d 4s 7h 8h", "", "6 hole cards: 2-7 takes 5"),
        ("2-7", "Ah 2c 3d 4s Xn", "", "'Xn' is not a card of 2-7, which has no jokers"),
        ("razz", "Ah 2c 3d 4s Ah", "", "duplicate card AH"),
        (HIGH_LOW, "Ah 2c", "3d 4s 5s", "2 hole cards: omaha-hi-lo takes 4 to 6"),
        (HIGH_LOW, "Ah 2c 3c 4c", "3d 4s 5s 4c 9d", "duplicate card 4C"),
    ],
    ids=["few", "many", "joker", "duplicate", "hole", "duplicate on the board"],
)  # fmt: skip
def test_what_is_refused(game, cards, board, said):
    """Wrong hands are named as in the other games."""
    with pytest.raises((CardError, HandError)) as error:
        hand(cards, game=game, board=board)
    assert str(error.value) == said


def test_jokers_make_the_best_low():
    """A joker is the card that makes the low best, in each half by itself."""
    for cards in ("Xn 2c Kd Kh", "Xn Xn Kd Kh"):
        hole, board = parse_cards(cards), parse_cards("3s 4d 8h Kc Qd")
        free = [code for code in range(52) if code not in [*hole, *board]]
        jokers = hole.count(JOKER)
        others = [code for code in hole if code != JOKER]
        best = max(
            low_strength(HIGH_LOW, [*chosen, *others], board)
            for chosen in combinations(free, jokers)
        )
        assert low_strength(HIGH_LOW, hole, board) == best
