"""Equity: ranges against brute force, weights, dead cards, samples with their errors, what a cell of a spreadsheet gets."""

import json
import subprocess
import sys
from itertools import product

import pytest
from support.deals import count_every_combination
from support.samples import each_nth

from xlpoker import equity
from xlpoker.errors import CardError, HandError, OptionError
from xlpoker.evaluator.cards import parse_cards
from xlpoker.functions import call
from xlpoker.odds import deals
from xlpoker.odds import equity as module
from xlpoker.odds.deals import matchups
from xlpoker.odds.equity import quick, solve, table_of
from xlpoker.odds.hits import grid
from xlpoker.odds.ranges import BY_EQUITY, STARTING_HANDS, parse_range


def shares(counts, players):
    """Return wins, ties and pots of all players as counts."""
    found = []
    for place in range(players):
        mine = [
            (boards, winners.bit_count())
            for winners, boards in enumerate(counts)
            if winners >> place & 1
        ]
        ties = sum(boards for boards, sharing in mine if sharing > 1)
        found.append((counts[1 << place], ties, sum(boards / sharing for boards, sharing in mine)))
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("board", "holes", "options"),
    [
        pytest.param("8c 9s 4c", ["88+:0.5, A9s", "87s, 98s:0.25, 44"], {"dead": "Ah"}, id="flop"),
        pytest.param(
            "8c 9s 4c Jh", ["QQ+", "JTs, T7s", "66-44"], {}, id="three-ranges-on-the-turn"
        ),
        pytest.param("8c 9s 4c Jh 2d", ["AK", "KQ", "QT", "JJ"], {}, id="four-ranges-on-the-river"),
        pytest.param(
            "8c 9s 4c",
            ["6c7cTsJs, AhAdKdKh", "8h8d9h9d, AhAdKdKh"],
            {"game": "omaha"},
            id="omaha-ranges",
        ),
        pytest.param("", ["AKs", "QQ"], {}, id="before-the-flop"),
    ],
)
def test_ranges_are_the_sum_of_their_combinations(board, holes, options):
    """Wins, ties and equity are those of all combinations of hands that do not share a card."""
    odds = equity(board, *holes, **options)
    table = table_of(board, holes, options.get("game", "holdem"), options.get("dead", ""))
    counts = count_every_combination(table)
    assert odds.exact
    assert odds.boards == pytest.approx(sum(counts))
    for player, (wins, ties, pot) in zip(odds.players, shares(counts, len(holes)), strict=True):
        assert (player.wins, player.ties) == pytest.approx((wins, ties))
        assert player.equity == pytest.approx(pot / sum(counts))
        assert player.win == pytest.approx(wins / sum(counts))
    assert sum(player.equity for player in odds.players) == pytest.approx(1)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("hand", "expected"), [("AhKh", 0.6704463), ("2c7d", 0.34584), ("AsAd", 0.85204)]
)
def test_known_hand_against_random_before_the_flop(hand, expected):
    """More than two milliards of deals, counted."""
    odds = equity("", hand, "random")
    assert odds.boards == 1225 * 1_712_304
    assert odds.players[0].equity == pytest.approx(expected, abs=5e-6)


@pytest.fixture(params=["numpy", "python"])
def sampler(request, monkeypatch):
    """Return the function that deals at random, where NumPy is installed and where it is not."""
    if request.param == "python":
        monkeypatch.setattr(deals, "numpy_engine", lambda: None)
    return deals.sample


# --- samples ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "holes", "game", "dead"),
    [
        pytest.param("8c 9s 4c", ["6c 7c", "TT+, AKs:0.2"], "holdem", "", id="flop"),
        pytest.param("", ["AKs", "QQ, JJ:0.1"], "holdem", "Ah", id="before-the-flop"),
        pytest.param("8c 9s 4c", ["random", "A5s-A2s"], "holdem", "", id="random"),
        pytest.param(
            "8c 9s 4c Jh", ["QQ+", "QJ+", "JT"], "holdem", "", id="ranges-in-each-others-way"
        ),
        pytest.param("8c 9s 4c", ["6c7cTsJs", "AhAdKdKh"], "omaha", "", id="omaha"),
        pytest.param(
            "8c 9s 4c",
            ["AK", "AKs, AQ:0.3, 22:0.01", "AK, KK:9"],
            "holdem",
            "Qh",
            id="crowded-weights",
        ),
    ],
)
def test_samples_are_near_the_truth(sampler, board, holes, game, dead):
    """Random deals agree with the exact answer within five standard errors."""
    table = table_of(board, holes, game, dead)
    samples = 4_000
    counts = sampler(table, samples, 7).winners
    exact = solve(table, exact=True)
    assert sum(counts) == samples
    for player, (wins, _, pot) in zip(exact.players, shares(counts, len(holes)), strict=True):
        assert abs(pot / samples - player.equity) < 5 * 0.5 / samples**0.5
        assert abs(wins / samples - player.win) < 5 * 0.5 / samples**0.5


def test_a_sampled_answer_says_so():
    """Three wide ranges before the flop: samples, seed and standard errors are stated, and the same seed repeats them."""
    odds = equity("", "any, !AA", "random", "random", samples=2_000, seed=9)
    assert (odds.exact, odds.samples, odds.seed, odds.boards) == (False, 2_000, 9, 0)
    assert all(0.005 < player.error < 0.02 for player in odds.players)
    assert odds == equity("", "any, !AA", "random", "random", samples=2_000, seed=9)
    assert odds != equity("", "any, !AA", "random", "random", samples=2_000, seed=10)
    assert str(odds).endswith("2,000 deals at random, seed 9")


@pytest.mark.slow
def test_the_stated_error_is_the_spread_of_repeated_samples():
    """Equities of 60 seeds scatter as widely as each of them says that it may be off."""
    table = table_of("8c 9s 4c", ["AK", "AKs, AQ:0.3, 22:0.01", "AK, KK:9"])
    odds = [solve(table, exact=False, samples=400, seed=seed).players[0] for seed in range(60)]
    truth = solve(table, exact=True).players[0].equity
    spread = (sum((player.equity - truth) ** 2 for player in odds) / len(odds)) ** 0.5
    error = sum(player.error for player in odds) / len(odds)
    assert 0.7 < spread / error < 1.3
    assert (
        abs(sum(player.equity for player in odds) / len(odds) - truth)
        < 4 * error / len(odds) ** 0.5
    )


@pytest.mark.slow
def test_ranges_in_each_others_way_are_dealt_less_often():
    """Nine wide ranges: hardly one draw in a thousand will do, and the number of deals is stated."""
    odds = quick("", "22+, A2+, K2s", *["22+, A2+"] * 8)
    assert 1_000 < odds.samples < module.SAMPLES
    assert all(abs(player.equity - 1 / 9) < 5 * player.error + 0.01 for player in odds.players)


@pytest.mark.sampled(2)
def test_unknown_cards_of_nine_players(sampler):
    """Nine random hands have a ninth each, whoever sits where; nobody holds a card twice."""
    counts = sampler(table_of("", ["random"] * 9), 3_000, 3).winners
    for _, _, pot in shares(counts, 9):
        assert abs(pot / 3_000 - 1 / 9) < 0.03


def test_omaha_against_unknown_cards():
    """Random in Omaha is four cards."""
    odds = equity("2c 3c 4d", "AhKhQhJh", "random", game="omaha", samples=2_000)
    assert not odds.exact
    assert 0.2 < odds.players[0].equity < 0.6


# --- matchups --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_matchups_count_all_combinations_once():
    """Weights of all that are alike add up to the number of combinations; a limit ends the attempt."""
    ranges = [parse_range("TT+"), parse_range("AKs"), parse_range("random")]
    found = matchups(ranges)
    combinations = sum(
        not (set(a) & set(b) or set(a) & set(c) or set(b) & set(c))
        for a, b, c in product(*(r.hands for r in ranges))
    )
    assert sum(weight for weight, _ in found) == combinations
    assert len(found) < combinations / 10
    assert matchups(ranges, most=10) is None


# --- mistakes --------------------------------------------------------------------------------------------------------


APART = "the ranges cannot be held together: every combination needs a card twice"
MISTAKES = {
    "one-player": (("", "AhKh"), {}, HandError, "1 player: odds are for two to 22"),
    "23-players": (("", *["random"] * 23), {}, HandError, "23 players: odds are for two to 22"),
    "board": (
        ("2c 3c 4c 5c 6c 7c", "AA", "KK"),
        {},
        HandError,
        "6 board cards: a board has at most 5",
    ),
    "board-twice": (("2c 2c 4c", "AA", "KK"), {}, HandError, "duplicate card 2C"),
    "shared": (
        ("Ah 2c 4c", "AhKh", "KK"),
        {},
        HandError,
        "duplicate card AH in the board and hole 1",
    ),
    "two-holes": (("", "AhKh", "AhQd"), {}, HandError, "duplicate card AH in hole 1 and hole 2"),
    "dead-and-held": (
        ("", "AA", "AhQd"),
        {"dead": "Ah"},
        HandError,
        "duplicate card AH in the dead cards and hole 2",
    ),
    "nothing-left": (
        ("As Ah Ad", "KK", "AA"),
        {},
        HandError,
        "hole 2: no hand of 'AA' is left; each needs a card that is on the board, dead or in another hand",
    ),
    "in-each-others-way": (("2c 3c 4c", "AhAd, AhAc", "AhKd, AhKs"), {}, HandError, APART),
    "weights-are-all-taken-away": (
        ("8c9s4cJd", "AhKc:0.3, AhQs:0.7", "AhTc:0.1, AhJs:0.9"),
        {},
        HandError,
        APART,
    ),
    "one-hand-each-is-left": (("As Ac 2c", "AA", "AhKh, AsKs"), {}, HandError, APART),
    "no-card": (
        ("1OH 2c 3c", "AA", "KK"),
        {},
        CardError,
        "'1OH' is not a card; did you mean '10H'?",
    ),
    "joker": (
        ("", "AA", "* Kd"),
        {},
        HandError,
        "a joker has no odds: it stands for a card that is chosen afterwards",
    ),
    "too-many-dead": (
        ("", "AhKh", "QcQd"),
        {"dead": [code for code in range(3, 52) if code not in parse_cards("AhKhQcQd")]},
        HandError,
        "49 cards are held or dead, and leave fewer than five for the board",
    ),
    "hours-to-deal": (
        ("", "AhKh", "QcQd"),
        {"samples": 10**12, "exact": False},
        OptionError,
        "to deal 1,000,000,000,000 samples takes longer than an hour, by estimate; deal fewer",
    ),
    "hours-to-count": (
        ("2c 3c 4d", "AhKhQhJh", "random"),
        {"game": "omaha", "exact": True},
        OptionError,
        "to count these ranges takes longer than an hour, by estimate; leave out exact to sample them",
    ),
    "game": (
        ("", "AhKh", "QcQd"),
        {"game": "stud"},
        OptionError,
        "'stud' has no odds; choose from holdem, omaha, short-deck, short-deck-trips",
    ),
    "one-sample": (
        ("", "AhKh", "QcQd"),
        {"samples": 1, "exact": False},
        OptionError,
        "1 samples are too few: 2 or more are dealt",
    ),
}


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"), MISTAKES.values(), ids=MISTAKES
)
def test_mistakes(arguments, options, error, message):
    """What is wrong, in words."""
    with pytest.raises(error) as raised:
        equity(*arguments, **options)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    "holes",
    [["AhAd, AhAc", "AhKd, AhKs"], ["AA"] * 3, ["AA, KK"] * 5, ["A2+"] * 5],
    ids=["one-card", "three-aces", "five-pairs", "five-aces"],
)
def test_samples_end_when_ranges_exclude_each_other(sampler, holes):
    """Ranges that never fit are an error, not an endless search."""
    with pytest.raises(HandError, match="the ranges cannot be held together"):
        sampler(table_of("", holes), 2, 1)


@pytest.mark.parametrize("weight", ["1e308", "1e200", "1e-200", "3"])
@pytest.mark.parametrize(
    "options", [{}, {"samples": 500, "exact": False}], ids=["counted", "sampled"]
)
def test_weights_of_any_size(weight, options):
    """Only how weights of a range compare with each other matters."""
    half = float(weight) / 2
    for players in (2, 3):
        plain = equity("8c 9s 4c", *["AA, KK:0.5", "QQ", "AK"][:players], **options)
        weighted = [f"AA:{weight}, KK:{half}", f"QQ:{weight}", f"AK:{weight}"][:players]
        other = equity("8c 9s 4c", *weighted, **options)
        for one, two in zip(plain.players, other.players, strict=True):
            assert one[1:] == pytest.approx(two[1:])
    mixed = equity("8c 9s 4c", f"AA:{weight},KK:1e-300", "QQ:1e-310").players
    assert sum(player.equity for player in mixed) == pytest.approx(1)


def test_nobody_wins_less_than_nothing():
    """Sums of weights are rounded, but a hand that never wins has no share, and the other one all of it."""
    better, worse = equity("TS 6D KS 4C 5C", "10%, JTo, K7o, KTo+@30", "Q3o", dead="3H").players
    assert (better.win, better.equity, worse.win, worse.wins) == (1, 1, 0, 0)


# --- cells -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(
            (None, "AH KH", "QC QD"),
            [[0.46018, 0.00393, 0.46214, 0.53589, 0.00393, 0.53786]],
            id="no-board",
        ),
        pytest.param(
            ("8C 9S 4C", [["6C", "7C"]], [["AH", "AD"]]),
            [[0.56263, 0, 0.56263, 0.43737, 0, 0.43737]],
            id="a-card-a-cell",
        ),
        pytest.param(
            ([["8C", "9S", "4C", "JH", "5D"]], [["6C 7C"], ["TT+"]], [["AH AD"], [44.0]]),
            [[1, 0, 1, 0, 0, 0], [1 / 9, 0, 1 / 9, 8 / 9, 0, 8 / 9]],
            id="rows-and-ranges",
        ),
        pytest.param(
            (None, "AS KS QH JH", "2C 2D 7S 8S"),
            [[0.64078, 0, 0.64078, 0.35922, 0, 0.35922]],
            id="omaha-by-its-cards",
        ),
        pytest.param(
            ("TS JS QS KS AS", "22", "33", "44"),
            [[0, 1, 1 / 3, 0, 1, 1 / 3, 0, 1, 1 / 3]],
            id="three-players-tie",
        ),
    ],
)
def test_equity_in_cells(arguments, expected):
    """One row of numbers for one row of hands: win, tie and equity of each player."""
    rows = call("EQUITY", *arguments)
    assert [[round(cell, 5) for cell in row] for row in rows] == [
        [round(cell, 5) for cell in row] for row in expected
    ]


def test_outs_in_cells():
    """One row a hand: the cards in three texts, then the run-outs in numbers."""
    rows = call(
        "OUTS", "8C 9S 4C", [["6C 7C"], ["AH AD"], ["1OH"]], [["AH AD"], ["6C 7C"], ["AH AD"]]
    )
    assert [row[3:] for row in rows] == [[557, 0, 433], [433, 0, 557], ["", "", ""]]
    assert (rows[0][0], rows[0][2]) == (rows[1][2], rows[1][0])
    assert call("OUTS", "8C 9S 4C JH", "6C 7C KS 2D", "AH AD QC KD")[0][3:] == [11, 0, 29]
    assert rows[2][0] == "#VALUE! hole1: '1OH' is not a card; did you mean '10H'?"


BLANK = "hole 2 is blank; write random for an unknown hand, folded for a player who is out"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param((None, "AH KH", None), BLANK, id="blank-hand"),
        pytest.param(
            (None, "AH KH", "#N/A"), "hole 2: #N/A is an Excel error, not a card", id="excel-error"
        ),
        pytest.param(
            (None, "AH KH"),
            "EQUITY(board, hole1, hole2, ...) takes two holes or more",
            id="one-hand",
        ),
        pytest.param(
            ("2H", "AH KH", "AA"),
            "1 board card: odds are before the flop, or on a board of three to five",
            id="no-street",
        ),
    ],
)
def test_cells_say_what_is_wrong(arguments, message):
    """A mistake is a text in the cell."""
    assert call("EQUITY", *arguments) == f"#VALUE! {message}"


def test_a_cell_is_sampled_where_counting_would_take_long():
    """Six players who hold ranges: a fixed seed, so that a cell does not change when the sheet is calculated again."""
    holes = ["TT+", "AK", "random", "22+", "KQ", "random"]
    odds = quick("", *holes)
    assert odds.samples == module.SAMPLES
    assert odds == quick("", *holes)


@pytest.mark.slow
def test_spreadsheet_functions_need_no_numpy():
    """EQUITY and OUTS answer in a Python without NumPy, counted and sampled."""
    code = """
import json, sys
sys.modules["numpy"] = None
from xlpoker.functions import call
print(json.dumps([
    call("EQUITY", None, "AH KH", "QC QD")[0],
    call("EQUITY", "8C 9S 4C", "6C 7C", "TT+, AKs")[0],
    call("EQUITY", None, "AA", "random")[0],
    call("EQUITY", None, "TT+", "AK", "random")[0],
    call("OUTS", "8C 9S 4C JH", "6C 7C", "AH AD")[0][3:],
    call("EQUITY", None, "AS KS QH JH", "2C 2D 7S 8S")[0],
    call("EQUITY", "8C 9S 4C", "AS KS QH JH", "2C 2D 7S 8S")[0],
]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    pair, flop, aces, three, outs, omaha, omaha_flop = json.loads(done.stdout)
    assert pair[0] == 787_966 / 1_712_304
    assert flop[2] == pytest.approx(equity("8c 9s 4c", "6c 7c", "TT+, AKs").players[0].equity)
    assert abs(aces[2] - 0.852) < 0.02
    assert abs(three[2] - 0.518) < 0.03
    assert outs == [15, 0, 29]
    assert abs(omaha[2] - 0.641) < 0.06  # sampled: a million boards would take minutes
    expected = equity("8C 9S 4C", "AS KS QH JH", "2C 2D 7S 8S", game="omaha").players[0].equity
    assert omaha_flop[2] == pytest.approx(expected)


# --- grids -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_who_holds_the_same_has_the_same(players):
    """Random against random is even by symmetry, not nearly so."""
    odds = equity("", *["random"] * players)
    assert [player.equity for player in odds.players] == [1 / players] * players
    assert [player.error for player in odds.players] == [0] * players
    assert len({player.win for player in odds.players}) == 1


@pytest.mark.slow
def test_starting_hands_against_random():
    """Published figures to the last digit given; hands stand in the order of their equity."""
    published = {
        "AA": 0.85204,
        "KK": 0.82396,
        "AKs": 0.67045,
        "22": 0.50334,
        "72o": 0.34584,
        "32o": 0.32303,
    }
    names = {*published, *each_nth(list(BY_EQUITY), 32)}
    equities = {name: equity("", name, "random").players[0].equity for name in names}
    assert {name: round(equities[name], 5) for name in published} == published
    by_equity = sorted(equities, key=equities.__getitem__, reverse=True)
    assert by_equity == [name for name in BY_EQUITY if name in names]
    if names == {*BY_EQUITY}:
        combinations = {name: len(parse_range(name).hands) for name in names}
        total = sum(equities[name] * combinations[name] for name in names)
        assert total == pytest.approx(1326 / 2)


@pytest.mark.slow
def test_grid_leaves_out_what_cannot_be_held():
    """With three aces on the board there is no pair of aces to hold."""
    drawn = grid("Ah Ac Ad", "KK")
    assert "AA" not in drawn.fields
    assert [field and field.hand for field in drawn.rows()[0][:2]] == [None, "AKs"]
    assert len(drawn.rows()) == len(STARTING_HANDS)
    with pytest.raises(
        HandError, match="2 board cards: starting hands are compared before the flop or from it on"
    ):
        grid("8c 9s")
