"""The grammar of ranges: what each text names, and what is said about a text that names nothing."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlpoker.errors import HandError, RangeError
from xlpoker.evaluator.cards import card_text
from xlpoker.odds.ranges import STARTING_HANDS, hand_of_range, parse_range, starting_hand

NAMES = [name for row in STARTING_HANDS for name in row]


def names_in(text):
    """Return the starting hands of a range, in the grid's order."""
    found = {starting_hand(hand) for hand in parse_range(text).hands}
    return [name for name in NAMES if name in found]


@pytest.mark.parametrize(
    ("text", "hands", "names"),
    [
        ("AhKh", 1, "AKs"),
        ("Ah Kd", 1, "AKo"),
        ("10h,9♠", 1, "T9o"),
        ("TT", 6, "TT"),
        ("AK", 16, "AKs AKo"),
        ("AKs", 4, "AKs"),
        ("KQo", 12, "KQo"),
        ("kAO", 12, "AKo"),
        ("TT+", 30, "AA KK QQ JJ TT"),
        ("AA+", 6, "AA"),
        ("A9s+", 20, "AKs AQs AJs ATs A9s"),
        ("KT+", 48, "KQs KJs KTs KQo KJo KTo"),
        ("TT-77", 24, "TT 99 88 77"),
        ("77-TT", 24, "TT 99 88 77"),
        ("A5s-A2s", 16, "A5s A4s A3s A2s"),
        ("A2o-A3o", 24, "A3o A2o"),
        ("JTs-87s", 16, "JTs T9s 98s 87s"),
        ("Q9o-T7o", 36, "Q9o J8o T7o"),
        ("22, AKs", 10, "AKs 22"),
        ("22 AKs;AKo", 22, "AKs AKo 22"),
        ("AhKh, QsQd", 2, "AKs QQ"),
        ("Ah Kh, QQ", 7, "AKs QQ"),
        ("1010+", 30, "AA KK QQ JJ TT"),
        ("random", 1326, " ".join(NAMES)),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 20 else "",
)
def test_texts_name_hands(text, hands, names):
    """How many combinations a text names, and which of the 169 starting hands they are."""
    assert len(parse_range(text).hands) == hands
    assert names_in(text) == names.split()


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        pytest.param("AKs:0.5", {"AKs": 0.5}, id="fraction"),
        pytest.param("AKs:50%", {"AKs": 0.5}, id="percent"),
        pytest.param("AKs:2, QQ", {"AKs": 2, "QQ": 1}, id="more-often"),
        pytest.param("TT+, KK:0.25", {"AA": 1, "KK": 0.25, "QQ": 1, "JJ": 1, "TT": 1}, id="later-weight-counts"),
        pytest.param("AhKh:0.1, QQ", {"AKs": 0.1, "QQ": 1}, id="cards"),
        pytest.param("AhKh:0.1", {"AKs": 1}, id="a-hand-alone"),
    ],
)
def test_weights(text, weights):
    """A weight belongs to its item; of a hand that is named twice the last one counts."""
    found = parse_range(text)
    assert {starting_hand(hand): weight for hand, weight in zip(found.hands, found.weights, strict=True)} == weights


def test_random_is_known_as_such():
    """Any two cards are marked, unless some are weighted."""
    assert parse_range("random").random
    assert parse_range("AA, random").random
    assert not parse_range("random, AA:2").random
    assert not parse_range("22+").random
    assert parse_range("random", "omaha").random


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("", 1, "a range is missing; such as TT+, A5s-A2s, KQo, AhKh or random"),
        ("TTs+", 3, "'TTs+' character 3: a pair has no suits; did you mean 'TT+'?"),
        ("AKs, TTs", 8, "'AKs, TTs' character 8: a pair has no suits; did you mean 'TT'?"),
        ("AKx", 3, "'AKx' character 3: 'x' is not understood here; 's' is suited, 'o' offsuit"),
        (
            "AKs+s",
            5,
            "'AKs+s' character 5: 's' is not understood here; a range is such as TT+, A5s-A2s, KQo, AhKh or random",
        ),
        ("AK-", 3, "'AK-' character 3: a rank is missing; such as TT+, A5s-A2s, KQo, AhKh or random"),
        ("A5s-A2o", 5, "'A5s-A2o' character 5: both ends are suited, or both offsuit"),
        (
            "AKs-T5s",
            5,
            "'AKs-T5s' character 5: both ends share their first rank (A5s-A2s), or their distance (TT-77, JTs-54s)",
        ),
        ("AKs:x", 5, "'AKs:x' character 5: 'x' is not a weight; a weight is a number above 0"),
        ("AKs:0", 5, "'AKs:0' character 5: '0' is not a weight; a weight is a number above 0"),
        ("AKs:nan", 5, "'AKs:nan' character 5: 'nan' is not a weight; a weight is a number above 0"),
        ("AhKh+", 2, "'AhKh+' character 2: '+' and '-' follow ranks, such as TT+ or A5s-A2s, not cards such as 'AhKh'"),
        (
            "TT, Ah",
            6,
            "'TT, Ah' character 6: 'Ah' is one card; a hand has two, such as TT+, A5s-A2s, KQo, AhKh or random",
        ),
        ("zz", 1, "'zz' character 1: 'z' is not a rank 2-9 T J Q K A"),
        ("AhKhQsQd", 1, "'AhKhQsQd' character 1: 4 hole cards: holdem takes 2"),
        ("QQ, AhAh", 5, "'QQ, AhAh' character 5: duplicate card AH"),
    ],
    ids=lambda value: repr(value) if isinstance(value, str) and len(value) < 10 else "",
)
def test_errors_point_at_the_character(text, position, message):
    """The message says where and what is accepted; `position` counts from 1."""
    with pytest.raises(RangeError) as error:
        parse_range(text)
    assert (str(error.value), error.value.position) == (message, position)


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        ("Ah", "holdem", "1 hole card: holdem takes 2"),
        ("AhAh", "holdem", "duplicate card AH"),
        ("Ah *", "holdem", "a joker has no odds: it stands for a card that is chosen afterwards"),
        ("AhKh", "omaha", "2 hole cards: omaha takes 4 to 6"),
        ("AhKhQhJhAh", "omaha", "duplicate card AH"),
    ],
    ids=["one-card", "twice", "joker", "omaha-two-cards", "omaha-twice"],
)
def test_cards_that_are_no_hand(text, game, message):
    """Cards that are read but make no hand are the usual errors."""
    with pytest.raises(HandError) as error:
        parse_range(text, game)
    assert str(error.value) == message


def test_omaha_takes_hands_and_random():
    """In Omaha a range is a list of hands."""
    assert [len(hand) for hand in parse_range("AhKhQhJh, 2c2d2h2s3c", "omaha").hands] == [4, 5]
    with pytest.raises(RangeError, match="'AA' is not a hand of four to six cards, nor 'random'"):
        parse_range("AA", "omaha")
    with pytest.raises(RangeError, match="random stands alone in Omaha"):
        parse_range("AhKhQhJh, random", "omaha")


def test_the_169_starting_hands_are_all_hands():
    """Each of the 1,326 combinations lies in exactly one field, and the field's name finds it again."""
    hands = [hand for name in NAMES for hand in parse_range(name).hands]
    assert len(NAMES) == len(set(NAMES)) == 169
    assert len(hands) == len(set(hands)) == 1326
    assert all(hand in parse_range(starting_hand(hand)).hands for hand in hands)
    assert (STARTING_HANDS[0][:3], STARTING_HANDS[12][12]) == (("AA", "AKs", "AQs"), "22")


@given(st.permutations(range(52)))
def test_cards_come_back_as_they_went(order):
    """Two cards as a text are the range of these two cards."""
    codes = list(order[:2])
    text = " ".join(map(card_text, codes))
    assert parse_range(text).hands == hand_of_range(codes).hands == (tuple(sorted(codes)),)


def test_unions_do_not_count_twice():
    """A union has the hands of its parts, each once."""
    rng = random.Random(3)
    for _ in range(50):
        parts = [*rng.sample(NAMES, 4), "TT+", "A5s-A2s"]
        together = parse_range(", ".join(parts))
        assert set(together.hands) == {hand for part in parts for hand in parse_range(part).hands}
        assert len(together.hands) == len(set(together.hands))
