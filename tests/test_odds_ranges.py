"""The grammar of ranges: what each text names, and what is said about a text that names nothing."""

import re
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.eval7_values import eval7

import xlpoker
from xlpoker.errors import HandError, RangeError
from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.hand import codes_of
from xlpoker.odds import ranges
from xlpoker.odds.ranges import BY_EQUITY, STARTING_HANDS, hand_of_range, parse_range, starting_hand

ANY_HAND = ", such as TT+, A5s-A2s, KQo, AhKh or random, which is any hand"
ACCEPTED = "'s' is suited, 'o' offsuit, and a range is such as TT+, A5s-A2s, KQo, AhKh or random"
NAMES = [name for row in STARTING_HANDS for name in row]


def names_in(text):
    """Return the starting hands of a range, in the grid's order."""
    found = {starting_hand(hand) for hand in parse_range(text).hands}
    return [name for name in NAMES if name in found]


@pytest.mark.parametrize(
    ("text", "hands", "names"),
    [
        ("Ah Kd", 1, "AKo"),
        ("10h,9♠", 1, "T9o"),
        ("kAO", 12, "AKo"),
        ("KT+", 48, "KQs KJs KTs KQo KJo KTo"),
        ("77-TT", 24, "TT 99 88 77"),
        ("A2o-A3o", 24, "A3o A2o"),
        ("JTs-87s", 16, "JTs T9s 98s 87s"),
        ("Q9o-T7o", 36, "Q9o J8o T7o"),
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
        pytest.param(
            "TT+, KK:0.25",
            {"AA": 1, "KK": 0.25, "QQ": 1, "JJ": 1, "TT": 1},
            id="later-weight-counts",
        ),
        pytest.param("AhKh:0.1, QQ", {"AKs": 0.1, "QQ": 1}, id="cards"),
        pytest.param("AhKh:0.1", {"AKs": 1}, id="a-hand-alone"),
        pytest.param(
            "[25]AKs, QQ:0.5[/25], KK", {"AKs": 0.25, "QQ": 0.5, "KK": 1}, id="between-tags"
        ),
        pytest.param("AKs@50, QQ", {"AKs": 0.5, "QQ": 1}, id="behind-an-at"),
        pytest.param("80% (AKs, QQ) JJ", {"AKs": 0.8, "QQ": 0.8, "JJ": 1}, id="before-a-group"),
    ],
)
def test_weights(text, weights):
    """A weight belongs to its item; of a hand that is named twice the last one counts."""
    found = xlpoker.parse_range(text)
    assert {
        starting_hand(hand): weight for hand, weight in zip(found.hands, found.weights, strict=True)
    } == weights


PAGE = (Path(__file__).parent.parent / "docs" / "ranges.md").read_text("utf-8")
HOLDEM, OMAHA = PAGE.split("## Omaha")


@pytest.mark.parametrize(
    ("text", "hands", "game"),
    [
        pytest.param(text, int(number), game, id=text)
        for part, game in ((HOLDEM, "holdem"), (OMAHA, "omaha"))
        for text, number in re.findall(r"^\| `([^`]+)` \| (\d+) \|", part, re.MULTILINE)
    ],
)
def test_the_page_on_ranges(text, hands, game):
    """Every row of docs/ranges.md names as many combinations as it says, none of them twice."""
    found = parse_range(text, game).hands
    assert len(found) == len(set(found)) == hands
    assert all(hand == tuple(sorted(hand)) for hand in found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("[AKs]", "AKs"),
        ("A*s", "Axs"),
        ("10%", "top 10%"),
        ("TOP10%", "top 10 %"),
        ("any", "random"),
        ("*", "100%"),
        ("any, !A9s", "any -A9s"),
        ("Ax", "A2+, AA"),
        ("Axs, Axo", "Ax"),
        ("Kx+", "Kx, Ax"),
        ("AK / AQ", "AK, AQ"),
        ("20%-35%", "35% - 20%"),
        ("TT+, !TT, !JJ", "QQ+"),
        ("xx", "any two"),
        ("AKs@50%, QQ", "AKs:50%, QQ"),
        ("99\u201366, A5s\u2014A2s", "99-66, A5s-A2s"),
        ("A\u2665K\u2665:0.5, 22", "AhKh:0.5, 22"),
        ("10%, 10%, AA:0.5, 20%", "AA:0.5, 20%"),
        ("AhKh@25, 22", "AhKh:0.25, 22"),
    ],
    ids=lambda text: text,
)
def test_two_ways_to_write_it(one, other):
    """What is written otherwise elsewhere, with other signs of suits, dashes and weights, names the same hands."""
    ours, plain = parse_range(one), parse_range(other)
    assert dict(zip(ours.hands, ours.weights, strict=True)) == dict(
        zip(plain.hands, plain.weights, strict=True)
    )


def test_shares_take_the_best_hands_first():
    """The shares grow with the percentage, follow the order of exact equities, and are as near as whole hands come."""
    order = {name: place for place, name in enumerate(BY_EQUITY)}
    before: set[str] = set()
    for percent in (0.4, 1, 5, 12.5, 33, 50, 99, 100):
        names = set(names_in(f"{percent}%"))
        assert before <= names
        assert max((order[name] for name in names), default=-1) == len(names) - 1
        assert abs(len(parse_range(f"{percent}%").hands) - percent * 13.26) <= 6
        before = names
    assert len(before) == 169


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
        ("AKx", 3, f"'AKx' character 3: 'x' is not understood here; {ACCEPTED}"),
        ("AKs+s", 5, f"'AKs+s' character 5: 's' is not understood here; {ACCEPTED}"),
        ("Axh", 3, f"'Axh' character 3: 'h' is not understood here; {ACCEPTED}"),
        ("AhX", 2, "'AhX' character 2: 'h' is not a rank 2-9 T J Q K A"),
        (
            "AK-2",
            4,
            "'AK-2' character 4: a rank is missing; such as TT+, A5s-A2s, KQo, AhKh or random",
        ),
        ("A5s-A2o", 5, "'A5s-A2o' character 5: both ends are suited, or both offsuit"),
        (
            "AKs-T5s",
            5,
            "'AKs-T5s' character 5: both ends share their first rank (A5s-A2s), or their distance (TT-77, JTs-54s)",
        ),
        ("AKs:x", 5, "'AKs:x' character 5: 'x' is not a weight; a weight is a number above 0"),
        (
            "AKs:nan",
            5,
            "'AKs:nan' character 5: 'nan' is not a weight; a weight is a number above 0",
        ),
        ("AhKh+", 2, "'AhKh+' character 2: 'h' is not a rank 2-9 T J Q K A"),
        (
            "TT, Ah",
            6,
            "'TT, Ah' character 6: 'Ah' is one card; a hand has two, such as TT+, A5s-A2s, KQo, AhKh or random",
        ),
        ("TT, AhAh", 5, "'TT, AhAh' character 5: duplicate card AH"),
        (
            "AK, 120%",
            5,
            "'AK, 120%' character 5: '120%' is not a share of all hands; write 10%, top 10% or 20%-35%",
        ),
        (
            "0%",
            1,
            "'0%' character 1: '0%' is not a share of all hands; write 10%, top 10% or 20%-35%",
        ),
        ("top 10", 1, "'top 10' character 1: 'top' needs a share; did you mean 'top 10%'?"),
        ("A5s - A2s", 5, "'A5s - A2s' character 5: '-' stands alone; write A5s-A2s without blanks"),
        ("[50]AK", 1, "'[50]AK' character 1: '[50]' has no other end; write [50]AKs, QQ[/50]"),
        ("AK[/50]", 3, "'AK[/50]' character 3: '[/50]' has no other end; write [50]AKs, QQ[/50]"),
        (
            "[50]AK[25]",
            1,
            "'[50]AK[25]' character 1: '[50]' has no other end; write [50]AKs, QQ[/50]",
        ),
        ("!AA", 1, "'!AA': no range to leave hands out of; begin with one, such as any, !A9s"),
        ("AA, !AA", 1, "'AA, !AA': no hand is left, all are taken out again"),
        ("zz", 1, "'zz' character 1: 'z' is not a rank 2-9 T J Q K A"),
        ("?", 1, f"'?' character 1: '?' is not a hand or a range{ANY_HAND}"),
        (
            "TT, unknown",
            5,
            f"'TT, unknown' character 5: 'unknown' is not a hand or a range{ANY_HAND}",
        ),
        ("AhKhQsQd", 1, "'AhKhQsQd' character 1: 4 hole cards: holdem takes 2"),
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


@pytest.mark.parametrize("word", ["AA", "AAxx", "JT98ss", "15%"])
def test_omaha_takes_hands_and_random(word):
    """In Omaha a range is a list of hands, or random alone."""
    assert [len(hand) for hand in parse_range("AhKhQhJh, 2c2d2h2s3c", "omaha").hands] == [4, 5]
    with pytest.raises(
        RangeError, match=f"character 11: '{word}' is not a hand of four to six cards, nor 'random'"
    ):
        parse_range(f"AhKhQhJh, {word}", "omaha")
    with pytest.raises(RangeError, match="random stands alone in Omaha"):
        parse_range("AhKhQhJh, random", "omaha")


def test_the_169_starting_hands_are_all_hands():
    """Each of the 1,326 combinations lies in exactly one field, and the field's name finds it again."""
    hands = [hand for name in NAMES for hand in parse_range(name).hands]
    assert len(NAMES) == len(set(NAMES)) == 169
    assert len(hands) == len(set(hands)) == 1326
    assert all(hand in parse_range(starting_hand(hand)).hands for hand in hands)
    assert (STARTING_HANDS[0][:3], STARTING_HANDS[12][12]) == (("AA", "AKs", "AQs"), "22")


@pytest.mark.slow
@given(
    st.permutations(range(52)),
    st.lists(st.sampled_from([*NAMES, "TT+", "A5s-A2s"]), min_size=2, max_size=6),
)
def test_cards_and_unions(order, parts):
    """Two cards as a text are the range of these two cards; a union has the hands of its parts, each once."""
    text = " ".join(map(card_text, order[:2]))
    assert (
        parse_range(text).hands
        == hand_of_range(list(order[:2])).hands
        == (tuple(sorted(order[:2])),)
    )
    together = parse_range(", ".join(parts)).hands
    assert set(together) == {hand for part in parts for hand in parse_range(part).hands}
    assert len(together) == len(set(together))


# --- other tools' spellings ------------------------------------------------------------------------------------------

EVAL7 = [
    "ATo, 86s, JT, 99", "As3c, 8c5s", "88-JJ", "A7o-ATo", "T6s+", "0.6(AA, AK)", "40%(ATs+)", "AA, 0.8(AKs)",
    "TT+, A8o-ATo, 80%(KTs+)", "AsKs", "22+", "KJs-K9s", "AK, .3(QQ, JJ+), 72o",
]  # fmt: skip
POKERKIT = "AKs,AK,AKo,99,99+,T9s+,T8s+,A8+,QJs-65s,99-66,J8o-T7o,AsKs;AhKd 22,K5o+".split(",")
POKER = {
    "22 33": "33 22", "88+": "AA KK QQ JJ TT 99 88", "22-55": "55 44 33 22", "AK 48": "AKs AKo 84s 84o",
    "J8o-J4o": "J8o J7o J6o J5o J4o", "44-": "44 33 22", "A5-": "A5s A4s A3s A2s A5o A4o A3o A2o",
    "5Xs-": "54s 53s 52s 43s 42s 32s", "76o-": "76o 75o 74o 73o 72o",
    "76s-": "76s 75s 74s 73s 72s", "J4-J8": "J8s J7s J6s J5s J4s J8o J7o J6o J5o J4o", "kaS": "AKs", "KJo+": "KQo KJo",
    "A5+ A5-": "A2s+ A2o+", "A\u2660K\u2660": "AKs", "44-88, AA-KK, KJs, 74s-76s": "AA KK KJs 88 77 76s 75s 66 74s 55 44",
}  # fmt: skip


@pytest.mark.filterwarnings("ignore")  # eval7 0.1 calls pyparsing by its old names
@pytest.mark.parametrize("text", EVAL7)
def test_spellings_of_eval7(text):
    """The same combinations with the same weights."""
    theirs = {
        tuple(sorted(codes_of(list(map(str, hand))))): weight
        for hand, weight in eval7.HandRange(text).hands
    }
    ours = parse_range(text)
    weights = ours.weights if len(ours.hands) > 1 else theirs.values()
    assert dict(zip(ours.hands, weights, strict=True)) == pytest.approx(theirs)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("text", POKERKIT)
def test_spellings_of_pokerkit(text):
    """The same combinations; a pair of connectors with a plus is itself, ranks of an interval run down together."""
    import pokerkit

    theirs = {
        tuple(sorted(codes_of([repr(card) for card in hand])))
        for hand in pokerkit.parse_range(text)
    }
    assert set(parse_range(text).hands) == theirs


@pytest.mark.parametrize(("text", "names"), POKER.items(), ids=POKER)
def test_spellings_of_poker(text, names):
    """The starting hands of that library's own cases; its X leaves out pairs, ours does not."""
    assert set(names_in(text)) == set(names_in(names))


def test_a_grid_of_cells_is_a_range():
    """What is copied from 13 x 13 cells of a spreadsheet: marks, weights and percentages; everything else is no grid."""
    cells = [["" for _ in range(13)] for _ in range(13)]
    cells[0][0], cells[0][1], cells[1][0], cells[12][12], cells[2][3], cells[3][2] = (
        "x",
        "0.5",
        "25",
        "1",
        "40%",
        "0",
    )
    text = "\n".join("\t".join(row) for row in cells)
    found = parse_range(text)
    weights = {
        starting_hand(hand): weight for hand, weight in zip(found.hands, found.weights, strict=True)
    }
    assert weights == {"AA": 1, "AKs": 0.5, "AKo": 0.25, "22": 1, "QJs": 0.4}
    assert parse_range(text.replace("\n", "\r\n")).hands == found.hands
    with pytest.raises(RangeError, match="a range is missing"):
        parse_range("\n".join(["\t" * 12] * 13))


@pytest.mark.slow
def test_long_texts_are_bounded():
    """Words that stand there again cost no second time; what is longer than 100,000 characters is refused in one line."""
    with mock.patch.object(ranges, "_hands", wraps=ranges._hands) as asked:
        assert len(parse_range("10%," * 20_000).hands) == 134
    assert asked.call_count == 1
    with pytest.raises(
        RangeError, match=r"^a range of 120,000 characters; at most 100,000 are read$"
    ):
        parse_range("10%," * 30_000)
