"""Hold'em with 36 cards: both orders of hands, equity, ranges and what is refused."""

import json
import random
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from support.commands import run
from support.deals import count_every_combination
from support.kept_sheets import read_table
from support.refused import refused

from xlpoker import equities, equity, hand
from xlpoker.errors import CardError, OptionError, PokerError, RangeError
from xlpoker.evaluator.batch.games import game_strengths
from xlpoker.evaluator.cards import card_text, parse_cards
from xlpoker.evaluator.classes import SHORT_DECK, class_of
from xlpoker.evaluator.games import game_strength
from xlpoker.odds import all_boards, outs
from xlpoker.odds.deals import every_board
from xlpoker.odds.draws import draws_of
from xlpoker.odds.equity import count_ranges
from xlpoker.odds.hits import grid, hits, next_equities
from xlpoker.odds.range_rivers import Hands
from xlpoker.odds.ranges import STARTING_HANDS, parse_range
from xlpoker.odds.table import Deal, table_of
from xlpoker.report.odds_books import title_of
from xlpoker.scales import on_scale
from xlpoker.scales.arrays import on_scale_array
from xlpoker.workbook.jobs import score

DECK, LOW = range(16, 52), tuple(range(16))
USUAL = [
    "high card",
    "pair",
    "two pair",
    "three",
    "straight",
    "full house",
    "flush",
    "four",
    "straight flush",
]
TRIPS = [
    "high card",
    "pair",
    "two pair",
    "straight",
    "three",
    "full house",
    "flush",
    "four",
    "straight flush",
]
ORDERS = {"short-deck": USUAL, "short-deck-trips": TRIPS}
SHAPES = {
    (4, 1): "four",
    (3, 2): "full house",
    (3, 1, 1): "three",
    (2, 2, 1): "two pair",
    (2, 1, 1, 1): "pair",
}


@cache
def ranked(cards, flush, game):
    """Return the category's place and the ranks that count, of the ranks of five cards."""
    times = Counter(cards)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    name = SHAPES.get(tuple(times[rank] for rank in ranks), "high card")
    if name == "high card":
        runs = {tuple(range(top, top - 5, -1)): top for top in range(8, 13)} | {(12, 7, 6, 5, 4): 7}
        if tuple(ranks) in runs:
            name, ranks = ("straight flush" if flush else "straight"), [runs[tuple(ranks)]]
        elif flush:
            name = "flush"
    return ORDERS[game].index(name), tuple(ranks)


def five(codes, game):
    """Return the same of five cards in the order of their codes."""
    return ranked(
        tuple([code >> 2 for code in codes]), len({code & 3 for code in codes}) == 1, game
    )


def best(codes, game):
    """Return the best five of some cards."""
    return max(five(some, game) for some in combinations(sorted(codes), 5))


@cache
def places(game):
    """Return the places of all hands of five cards in the order of a game, by the sum of comb(card, 1 .. 5)."""
    hands = list(combinations(range(len(DECK)), 5))
    tuples = [five([DECK[card] for card in hand], game) for hand in hands]
    order = {one: place for place, one in enumerate(sorted(set(tuples)))}
    found = np.zeros(len(hands), np.int16)
    found[[sum(map(comb, hand, range(1, 6))) for hand in hands]] = [order[one] for one in tuples]
    return found


def best_places(hands, game):
    """Return the place of the best five of each row of cards."""
    combs = np.array([[comb(card, size) for card in range(len(DECK))] for size in range(1, 6)])
    cards = np.sort(hands, axis=1) - DECK[0]
    sums = (
        sum(combs[place, cards[:, column]] for place, column in enumerate(columns))
        for columns in combinations(range(cards.shape[1]), 5)
    )
    return np.max([places(game)[one] for one in sums], axis=0)


def brute_force(holes, board, game, dead=()):
    """Return how many boards each set of players wins, every board dealt."""
    used = {*board, *dead}.union(*holes)
    free = [code for code in DECK if code not in used]
    boards = np.array([(*board, *coming) for coming in combinations(free, 5 - len(board))])
    values = np.array(
        [best_places(np.hstack([np.tile(hole, (len(boards), 1)), boards]), game) for hole in holes]
    )
    winners = (values == values.max(axis=0)).T @ (1 << np.arange(len(holes)))
    return np.bincount(winners, minlength=1 << len(holes)).tolist()


GAMES = list(SHORT_DECK)
ENGINES = {"python": every_board, "numpy": all_boards.count_winners}
DECK_TEXT = "its 36 cards are 6 7 8 9 T J Q K A of each suit"
COUNTS = {
    "High Card": 122_400, "One Pair": 193_536, "Two Pair": 36_288, "Three of a Kind": 16_128, "Straight": 6_120,
    "Flush": 480, "Full House": 1_728, "Four of a Kind": 288, "Straight Flush": 24,
}  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_counts_of_all_hands(game):
    """All 376,992 hands of five cards by category, in an order that agrees with the rules."""
    five = np.array(list(combinations(DECK, 5)), np.uint8)
    values, reasons = game_strengths(game, five[:, :2], five[:, 2:])
    assert not reasons.any()
    each, counts = np.unique(values, return_counts=True)
    assert len(each) == 1404
    assert int(values.max()) - int(values.min()) == 1403
    found: dict[str, int] = {}
    for value, count in zip(each.tolist(), counts.tolist(), strict=True):
        name = class_of(value).category.name
        found[name] = found.get(name, 0) + count
    assert found == COUNTS
    order = (
        ["Straight", "Three of a Kind"]
        if game == "short-deck-trips"
        else ["Three of a Kind", "Straight"]
    )
    assert [*found][3:8] == [*order, "Full House", "Flush", "Four of a Kind"]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("board", [3, 4, 5], ids=["flop", "turn", "river"])
@pytest.mark.parametrize("game", GAMES)
def test_the_same_order_as_the_reference(game, board):
    """Random hands stand in the order of the rules, one by one and as arrays."""
    rng = random.Random(board)
    decks = [list(DECK), [code for code in DECK if code & 3 < 2 or code > 40], list(range(16, 40))]
    cards = [rng.sample(rng.choice(decks), 2 + board) for _ in range(600)]
    values = [game_strength(game, codes[:2], codes[2:]) for codes in cards]
    codes = np.array(cards, np.uint8)
    assert game_strengths(game, codes[:, :2], codes[:, 2:])[0].tolist() == values
    expected = [best(codes, game) for codes in cards]
    assert [sorted(set(values)).index(one) for one in values] == [
        sorted(set(expected)).index(one) for one in expected
    ]


@pytest.mark.slow
def test_the_same_order_as_pokerkit():
    """Its short-deck hands compare as ours in the usual order."""
    from pokerkit import ShortDeckHoldemHand

    rng = random.Random(36)
    cards = [rng.sample(DECK, 7) for _ in range(150)]
    texts = [[card_text(code)[0] + card_text(code)[1].lower() for code in codes] for codes in cards]
    theirs = [ShortDeckHoldemHand.from_game("".join(one[:2]), "".join(one[2:])) for one in texts]
    ours = [game_strength("short-deck", codes[:2], codes[2:]) for codes in cards]
    for (one, mine), (two, yours) in combinations(zip(theirs, ours, strict=True), 2):
        assert ((one > two) - (one < two)) == ((mine > yours) - (mine < yours))


@pytest.mark.parametrize(
    ("hole", "board", "usual", "trips"),
    [
        ("Ah 9s", "9h 8d 7h 6c 9d", "9S 8D 7H 6C AH  Straight, Nine high (11129)", "9S 9H 9D AH 8D  Three of a Kind, Nines (20990)"),
        ("Ah Kh", "Qh 7h 6h Kd Ks", "AH KH QH 7H 6H  Flush, Ace high (11313)", "AH KH QH 7H 6H  Flush, Ace high (21313)"),
        ("Ah 6h", "9h 8h 7h Kh As", "9H 8H 7H 6H AH  Straight Flush, Nine high (11399)", "9H 8H 7H 6H AH  Straight Flush, Nine high (21399)"),
    ],
    ids=["trips-and-straight", "flush", "low-ace"],
)  # fmt: skip
def test_hands(hole, board, usual, trips):
    """Value, name and best five in both orders."""
    assert [str(hand(hole, game=game, board=board)) for game in GAMES] == [usual, trips]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("players", "board"), [(2, 3), (3, 3), (5, 4), (2, 4), (3, 5)], ids=str)
def test_every_board(engine, game, players, board):
    """Both engines count what dealing every board gives."""
    rng = random.Random(10 * players + board)
    for _ in range(3):
        cards = rng.sample(DECK, 2 * players + board)
        holes = tuple(zip(cards[board::2], cards[board + 1 :: 2], strict=True))
        deal = Deal(holes, tuple(cards[:board]), LOW, game)
        assert engine(deal) == brute_force(deal.holes, deal.board, game)


@pytest.mark.parametrize(
    ("board", "first", "second", "published"),
    [
        ("", "AKo", "AA", 15), ("", "AKo", "KK", 44), ("", "AKo", "QQ", 52), ("", "AKo", "88", 55),
        ("", "AKo", "AQs", 63), ("", "AKo", "AJ", 64), ("", "AKo", "JTs", 50), ("", "AKo", "JTo", 52),
        ("", "AKo", "98s", 54), ("", "AKo", "KTs", 60), ("", "AKo", "J6o", 64),
        ("Qh Js Td 8c", "Qs Qd", "AK", 36), ("Ah 7s 6d", "As Ad", "98", 51), ("Qh Js Td", "Qs Qd", "Kc Jc", 68),
    ],
)  # fmt: skip
def test_published_figures(board, first, second, published):
    """What Card Player printed in 2019 where a straight beats trips, whole per cents, suits not said."""
    assert 100 * equity(board, first, second, game="short-deck").players[0].equity == pytest.approx(
        published, abs=0.9
    )


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "board", ["9h 8h 7s", "9h 8h 7s Kd", "9h 8h 7s Kd Jd"], ids=["flop", "turn", "river"]
)
def test_ranges(game, board):
    """Ranges sorted on every board, and each combination by itself."""
    table = table_of(board, ["99+, AKs:0.5", "T9s, A6o"], game)
    counts = count_ranges(table.board, table.dead, *map(Hands, table.ranges), game)
    assert [0, *counts.values()] == pytest.approx(count_every_combination(table))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("board", [3, 4], ids=["flop", "turn"])
def test_outs(game, board):
    """Every next card and every run-out, by the reference; draws name cards that come, a straight only where it is better."""
    rng = random.Random(board)
    for suits in (2, 4, 4):
        cards = rng.sample([code for code in DECK if code & 3 < suits], 4 + board)
        hands, common = (cards[:2], cards[2:4]), cards[4:]
        dead = rng.sample([code for code in DECK if code not in cards], 2)
        found = outs.outs(common, *hands, game=game, dead=dead)
        rest = [code for code in DECK if code not in cards and code not in dead]
        for code in rest:
            mine, yours = (best([*hand, *common, code], game) for hand in hands)
            assert (
                card_text(code)
                in found.cards["win" if mine > yours else "lose" if mine < yours else "tie"]
            )
        _, won, lost, tied = brute_force(hands, common, game, dead)
        assert (found.win, found.tie, found.lose) == (won, tied, lost)
        named = {card for mine in found.draws for draw in mine for card in draw.cards}
        assert named <= set(map(card_text, rest))


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        ("Ah 8c", "9d 7s Kh", ["gutshot 4", "overcard 3"]),
        ("9h 8c", "7d 6s Kh", ["open-ended straight draw 8"]),
        ("Ah 6h", "9h 8h Kd", ["straight flush draw 1", "flush draw 5", "gutshot 4", "overcard 3"]),
        ("9h 8c", "9d 9s 7c 6s", ["open-ended straight draw 8"]),
    ],
    ids=["low-ace", "both-ends", "low-straight-flush", "trips"],
)
def test_draws(hole, board, expected):
    """The ace is low below the six; with three of a kind a straight is drawn to only where it is better."""
    for game in GAMES:
        better = [] if game == "short-deck-trips" and board.endswith("6s") else expected
        found = draws_of(parse_cards(hole), parse_cards(board), LOW, game)
        assert [f"{draw.name} {len(draw.cards)}" for draw in found] == better


def test_range_on_a_board():
    """Made hands are those of the short deck, combinations those of 36 cards; the mean of the outs is the equity now."""
    aces = ", ".join(f"Ah{card_text(code)}" for code in DECK if code != 50)
    found = hits(f"{aces}, 88", "9h 8h 7s 6d", game="short-deck")
    assert (found.combinations, found.possible) == (34, 496)
    assert found.made_hands == {"Straight": 31, "Set": 3}
    assert hits("Ah6h, KhQh", "9h 8h 7h", game="short-deck").made_hands == {
        "Straight Flush": 1,
        "Flush": 1,
    }
    after = next_equities("9h 8h 7s Kd", "TT+", "AhTh", game="short-deck")
    assert (
        after["TS"] == equity("9h 8h 7s Kd Ts", "TT+", "AhTh", game="short-deck").players[0].equity
    )
    assert after.keys().isdisjoint({"2C", "KD", "AH"})
    with pytest.raises(OptionError, match="'omaha' has no ranges of two cards"):
        hits("AAxx", game="omaha")


@pytest.mark.slow
@pytest.mark.parametrize("board", ["", "9h 8h 7s"], ids=["preflop", "flop"])
@pytest.mark.parametrize("game", GAMES)
def test_heat_map(game, board):
    """The 81 starting hands have the equity that each has by itself."""
    drawn = grid(board, "TT+, AK", game=game)
    assert [*drawn.fields] == [
        name for row in STARTING_HANDS for name in row if not {*name} & {*"2345"}
    ]
    for name in ("AA", "98s", "K6o"):
        assert drawn.fields[name].equity == pytest.approx(
            equity(board, name, "TT+, AK", game=game).players[0].equity
        )
    assert title_of(drawn).endswith(f", {game}")


def test_arrays():
    """Rows with a card below a six have no answer."""
    found = equities(["9h8h7s", "9h8h2s"], [["AhKh", "TsTd"]] * 2, game="short-deck-trips")
    one = equity("9h8h7s", "AhKh", "TsTd", game="short-deck-trips").players[0]
    assert found[0, 0].tolist() == pytest.approx([one.win, one.tie, one.equity])
    assert np.isnan(found[1]).all()


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("random", 630), ("any, !76o", 618), ("TT+", 30), ("A6s+", 32), ("Ax", 134), ("Axs", 32), ("xxs", 144), ("Kx+", 252),
        ("66", 6), ("JTs-76s", 20),
    ],
)  # fmt: skip
def test_range_sizes(text, hands):
    """Combinations are those of 36 cards."""
    found = parse_range(text, "short-deck")
    assert len(found.hands) == hands
    assert min(min(hand) for hand in found.hands) >= 16
    assert found.random is (text == "random")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("suffix", ["xlsx", "parquet"])
@pytest.mark.parametrize("game", GAMES)
def test_tables(tmp_path, game, suffix):
    """Values, names and winners of a table are those of each row."""
    rng = random.Random(8)
    rows = [rng.sample(DECK, 9) for _ in range(300)]
    source, out = tmp_path / "deals.csv", tmp_path / f"one.{suffix}"
    cells = [["a", "b", "c", "d", *"12345"], *[list(map(card_text, row)) for row in rows]]
    cells.append("AH KH 2S 6D 7C 8C 9H TC JC".split())
    source.write_text("\n".join(map(",".join, cells)), encoding="utf-8")
    counts = score(source, output=out, game=game, hands="A2:B302,C2:D302,E2:I302")
    assert (counts.rows, counts.bad) == (301, 1)
    first = read_table(out)[1:]
    for row, found in zip(rows, first, strict=False):
        made = [hand(row[place : place + 2], game=game, board=row[4:]) for place in (0, 2)]
        values = [one.value for one in made]
        winner = 0 if values[0] == values[1] else values.index(max(values)) + 1
        assert found[9:14] == [winner, values[0], made[0].name, values[1], made[1].name]
    assert first[300][14] == f"C302: '2S' is not a card of {game}; {DECK_TEXT}"


@pytest.mark.parametrize("scale", ["cactus", "percentile", "mrt"])
def test_other_scales(scale):
    """The published scales and places among hands of 52 cards are none of the short deck."""
    message = (
        f"scale {scale} has no number for a game with an order of hands of its own; strength has"
    )
    with pytest.raises(PokerError, match=message):
        on_scale(scale, 10_500)
    with pytest.raises(PokerError, match=message):
        on_scale_array(scale, np.array([10_500], np.uint16), np.array([False]))


def test_commands():
    """`equity` and `hand` take the games; words of one card each join by twos."""
    code, out, _ = run("equity", "Ah", "Kh", "Qs", "Qd", "--game", "short-deck", "--json")
    assert (code, [record["boards"] for record in json.loads(out)]) == (0, [201_376] * 2)
    code, out, _ = run(
        "hand",
        "Ah 9s",
        "Qs Jd",
        "--board",
        "9h 8d 7h 6c 9d",
        "--game",
        "short-deck-trips",
        "--json",
    )
    assert [json.loads(line)["name"] for line in out.splitlines()] == [
        "Three of a Kind, Nines",
        "One Pair, Nines",
    ]
    code, out, _ = run("range", "random", "--game", "short-deck")
    assert (code, out.splitlines()[0]) == (0, "random · 630 of 630 combinations, 100.00%")
    code, out, _ = run(
        "outs", "AhKd", "TsTd", "--board", "9h 8h 7h", "--game", "short-deck", "--json"
    )
    assert (code, json.loads(out)["draws"][0]["gutshot"]) == (0, ["6C", "6D", "6H", "6S"])
    code, out, _ = run(
        "outs", "AhKd", "TT+", "--board", "9h 8h 7h Jd", "--game", "short-deck-trips", "--json"
    )
    assert (code, json.loads(out)["6H"]) == (0, 6 / 7)
    code, _, err = run("equity", "2h Kh", "Qs Qd", "--game", "short-deck")
    assert (code, err.strip()) == (2, f"xlpoker: '2H' is not a card of short-deck; {DECK_TEXT}")


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: equity("", "Ah2h", "KK", game="short-deck"), CardError, f"'2H' is not a card of short-deck; {DECK_TEXT}"),
        (lambda: equity("", "AhKh", parse_range("22"), game="short-deck"), PokerError, "hole 2: no hand of '22' is left; each needs a card that is on the board, dead or in another hand"),
        (lambda: equity("", "AhKh", "QQ, 55+", game="short-deck"), RangeError, "'QQ, 55+' character 5: '5' is not a rank of this deck, 6 7 8 9 T J Q K A"),
        (lambda: equity("", "AhKh", "4xs", game="short-deck"), RangeError, "'4xs' character 1: '4' is not a rank of this deck, 6 7 8 9 T J Q K A"),
        (lambda: hand("Ah Xn", game="short-deck", board="9h 8h 7h"), CardError, f"'Xn' is not a card of short-deck; {DECK_TEXT}"),
    ],
    ids=["hole", "range-object", "range", "any", "joker"],
)  # fmt: skip
def test_messages(call, kind, message):
    """What the short deck does not have is named."""
    with refused(kind, message):
        call()
