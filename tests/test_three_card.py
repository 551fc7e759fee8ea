"""Three-card poker: the order of its hands, jokers, tables of it, and the questions that offer it."""

import csv
import random
import re
from collections import Counter
from itertools import combinations, pairwise, permutations

import numpy as np
import openpyxl
import pytest
from support.commands import run

from xlpoker import HandError, hand
from xlpoker.evaluator.batch.games import game_strengths
from xlpoker.evaluator.cards import JOKER, parse_card
from xlpoker.evaluator.classes import OWN_VALUES, THREE_CARD, class_of
from xlpoker.evaluator.games import game_hand, game_strength
from xlpoker.report import figures
from xlpoker.scales import on_scale
from xlpoker.workbook.jobs import score

DECK = range(52)
COUNTS = {
    "High Card": 16_440, "One Pair": 3_744, "Flush": 1_096, "Straight": 720, "Three of a Kind": 52, "Straight Flush": 48,
}  # fmt: skip
"""How many of the 22,100 hands each category has, as published, the weakest first."""
RUNS = [{12, 0, 1}, *({low, low + 1, low + 2} for low in range(11))]


def by_the_rules(codes):
    """Return the place of the category and the ranks that count, by the rules alone."""
    ranks, one_suit = [code >> 2 for code in codes], len({code & 3 for code in codes}) == 1
    times = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    straight = {*ranks} in RUNS
    category = (
        5 if straight and one_suit else 4 if len(times) == 1 else 3 if straight else 2 if one_suit
        else 1 if len(times) == 2 else 0
    )  # fmt: skip
    return category, [RUNS.index({*ranks})] if straight else [rank for _, rank in times]


HANDS = list(combinations(DECK, 3))
VALUES, REASONS = game_strengths(THREE_CARD, np.array(HANDS, np.uint8))


def sheet(path, rows):
    """Write rows to a .csv."""
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


@pytest.mark.slow
def test_all_hands():
    """All 22,100 hands: the published counts, 741 values without a gap, and the order of the rules."""
    assert not REASONS.any()
    assert [*np.unique(VALUES)] == [*OWN_VALUES[THREE_CARD]]
    found = Counter(class_of(value).category.name for value in VALUES.tolist())
    assert {one: found[one] for one in COUNTS} == COUNTS
    assert {one: found[one] for one in figures.NAMES} == dict(
        zip(figures.NAMES, figures.COUNTS[3], strict=True)
    )
    rules = [by_the_rules(codes) for codes in HANDS]
    order = sorted(range(len(HANDS)), key=rules.__getitem__)
    ranked = [(rules[at], VALUES[at]) for at in order]
    assert all(
        (one[0] == two[0]) == (one[1] == two[1]) and one[1] <= two[1]
        for one, two in pairwise(ranked)
    )
    assert [game_strength(THREE_CARD, codes) for codes in HANDS] == VALUES.tolist()


def test_suits_and_order_do_not_matter():
    """Other suits and another order of the cards leave each value as it is."""
    cards = np.array(HANDS, np.uint8)
    for suits in permutations(range(4)):
        other = (cards & 0xFC) | np.array(suits, np.uint8)[cards & 3]
        assert (
            game_strengths(THREE_CARD, other[:, random.Random(suits[0]).sample(range(3), 3)])[0]
            == VALUES
        ).all()


def test_jokers():
    """A joker is the best card that is not in the hand."""
    values = dict(zip(HANDS, VALUES.tolist(), strict=True))
    best = {
        two: max(values[tuple(sorted((*two, card)))] for card in DECK if card not in two)
        for two in combinations(DECK, 2)
    }
    one = np.array([(*two, JOKER) for two in best], np.uint8)
    assert game_strengths(THREE_CARD, one)[0].tolist() == [*best.values()]
    assert [game_strength(THREE_CARD, codes) for codes in one[::13].tolist()] == [*best.values()][
        ::13
    ]
    two = [max(value for cards, value in best.items() if card in cards) for card in DECK]
    every = np.array([(JOKER, card, JOKER) for card in DECK], np.uint8)
    assert game_strengths(THREE_CARD, every)[0].tolist() == two
    assert [game_strength(THREE_CARD, [JOKER, JOKER, card]) for card in (0, 51)] == [
        two[0],
        two[51],
    ]
    assert game_hand(THREE_CARD, [51, JOKER, 47]).cards == ("AS", "KS", "QS")


ONE_BY_ONE = {
    "the best": ("QH KH AH", "AH KH QH  Straight Flush, Ace high (30741)"),
    "low ace": ("AH 2H 3H", "3H 2H AH  Straight Flush, Three high (30730)"),
    "three of a kind beats a straight": ("2C 2D 2H", "2H 2D 2C  Three of a Kind, Twos (30717)"),
    "no wheel": ("3C 4C 5D", "5D 4C 3C  Straight, Five high (30707)"),
    "a straight beats a flush": ("AC KC JC", "AC KC JC  Flush, Ace high (30704)"),
    "a flush beats a pair": ("6C 6D AH", "6D 6C AH  One Pair, Sixes (30334)"),
    "no straight round the ace": ("KC AD 2H", "AD KC 2H  High Card, Ace (30265)"),
    "the least": ("2C 3C 5D", "5D 3C 2C  High Card, Five (30001)"),
    "joker": ("AS KD Xn", "AS KD QS  Straight, Ace high (30716)"),
    "two jokers": ("Xn Xn 2C", "4C 3C 2C  Straight Flush, Four high (30731)"),
}


@pytest.mark.parametrize(("cards", "said"), ONE_BY_ONE.values(), ids=ONE_BY_ONE)
def test_hands(cards, said):
    """Cards, name and value."""
    assert str(hand(cards, game=THREE_CARD)) == said


def test_other_numbers_of_cards_are_refused():
    """Three cards, and one scale."""
    with pytest.raises(HandError, match="4 cards: three-card takes 3"):
        hand("2C 3C 4C 5C", game=THREE_CARD)
    with pytest.raises(
        HandError, match="has no number for a game with an order of hands of its own"
    ):
        on_scale("mrt", 30_001)


# --- tables ----------------------------------------------------------------------------------------------------------

DEALS = [
    random.Random(seed).sample([rank + suit for rank in "6789TJQKA" for suit in "CDHS"], 9)
    for seed in range(60)
]
FIRST, SECOND = [row[:3] for row in DEALS], [row[3:6] for row in DEALS]
TABLES = {
    "names over gaps": (
        ["Player", None, None, "Dealer", None, None],
        [row[:6] for row in DEALS],
        ["A:C", "D:F"],
    ),
    "hands in cells": (
        ["Player", "Dealer"],
        [[" ".join(row[:3]), " ".join(row[3:6])] for row in DEALS],
        ["A", "B"],
    ),
}


@pytest.mark.parametrize(("head", "rows", "columns"), TABLES.values(), ids=TABLES)
def test_dealer_against_player(head, rows, columns, tmp_path):
    """Without a game the question names both; with it the rows are compared by the rules, and the rule is printed."""
    code, _, err = run("wins", sheet(tmp_path / "a.csv", [head, *rows]))
    assert code == 2
    assert "--game front " in err
    assert "--game three-card " in err
    code, out, _ = run("wins", tmp_path / "a.csv", "--game", "three-card")
    ranked = [
        [by_the_rules([*map(parse_card, cards)]) for cards in hands] for hands in (FIRST, SECOND)
    ]
    won = [sum(one > two for one, two in zip(*way, strict=True)) for way in (ranked, ranked[::-1])]
    assert code == 0
    assert (
        f"2-61: three-card, casino rules: a straight beats a flush; Player {columns[0]}, Dealer {columns[1]}"
        in out
    )
    assert [int(won) for won in re.findall(r"^(?:Player|Dealer) +(\d+)", out, re.MULTILINE)] == won


def test_scored(tmp_path):
    """Values and names stand beside the hands; jokers and bad cards are told as in other games."""
    rows = [["AS KS QS", "2C 2D 2H"], ["AS KD Xn", "1OH 2D 2H"], ["3C 4C 5C 6C", "2C 2D 2H"]]
    found = score(
        sheet(tmp_path / "a.csv", [["Player", "Dealer"], *rows]),
        game=THREE_CARD,
        hands="A2:A4,B2:B4",
        output=tmp_path / "b.csv",
    )
    scored = (tmp_path / "b.csv").read_text().splitlines()
    assert (
        scored[1]
        == 'AS KS QS,2C 2D 2H,Player,30741,"Straight Flush, Ace high",30717,"Three of a Kind, Twos",'
    )
    assert [one.cell for one in found.errors] == ["B3", "A4"]


def test_one_hand_a_row_beside_its_odds(tmp_path):
    """The expected shares are those of all 22,100 hands, and of no other game."""
    out = run(
        "wins",
        sheet(tmp_path / "a.csv", [["Hand"], *([" ".join(cards)] for cards in FIRST)]),
        "--game",
        THREE_CARD,
    )[1]
    lines = {line[:15].strip(): line.split()[-1] for line in out.splitlines() if "%" in line}
    assert lines == {category: f"{count / 22_100:.3%}" for category, count in COUNTS.items()}
    run("report", tmp_path / "a.csv", "--game", THREE_CARD)
    rows = openpyxl.load_workbook(tmp_path / "a.report.xlsx")["Summary"].iter_rows(
        min_col=2, values_only=True
    )
    assert {row[0]: row[6] for row in rows if row[0] in (*COUNTS, "Two Pair")} == {
        category: round(22_100 / count) for category, count in COUNTS.items()
    }
    board = [[" ".join(row[:2]), " ".join(row[2:7])] for row in DEALS]
    out = run(
        "wins", sheet(tmp_path / "b.csv", [["Hand", "Board"], *board]), "--game", "short-deck"
    )[1]
    assert not re.search(r"%.*%", out)


LOW = [[*row[:8], "5C"] for row in DEALS]


@pytest.mark.parametrize("rows", [DEALS, LOW], ids=["six and higher", "a five"])
def test_the_short_deck_is_not_assumed(rows, tmp_path):
    """Two cards and a board are hold'em; where all cards are six or higher a warning names the short deck."""
    table = [[" ".join(row[:2]), " ".join(row[2:4]), " ".join(row[4:])] for row in rows]
    code, out, err = run("wins", sheet(tmp_path / "a.csv", [["Anna", "Ben", "Board"], *table]))
    line = "2-61: hold'em, best five of two and the board; Anna A, Ben B; board C"
    warning = "; no card below six in 60 rows: a short deck? then --game short-deck"
    assert (code, out.splitlines()[1], err) == (0, line + warning * (rows is DEALS), "")
