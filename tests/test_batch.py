"""Arrays of hands give what single hands give: values, bad rows, showdowns, games, texts, and the known class counts."""

import random
import sys
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, combinations, product

import numpy as np
import pytest
from support.counts import all_hands, hands_up_to_suits, value_counts

from xlpoker.errors import HandError, OptionError
from xlpoker.evaluator.batch import engine_numpy, kernel, tables
from xlpoker.evaluator.batch.codes import format_codes, pair_codes, parse
from xlpoker.evaluator.batch.games import game_showdown, game_strengths
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.evaluator.cards import JOKER, JOKER_RULES, TEXTS
from xlpoker.evaluator.classes import ladder
from xlpoker.evaluator.games import game_strength
from xlpoker.evaluator.hand import strength
from xlpoker.report.figures import COUNTS

CODES = [*range(52), JOKER, JOKER, 53, 200, BAD, MISSING]


ENGINES = ["numpy", *["numba"] * (find_spec("numba") is not None)]


@pytest.fixture(params=ENGINES)
def engine(request, monkeypatch):
    """Run a test with either engine."""
    monkeypatch.setattr(kernel, "engine_for", lambda _: _engine(request.param))
    return request.param


def _engine(name):
    """Return the engine of that name."""
    return import_module(f"xlpoker.evaluator.batch.engine_{name}")


@pytest.mark.parametrize(
    ("rows", "loaded", "engine"), [(1, False, 0), (1, True, -1), (kernel.COMPILED_FROM, False, -1)]
)
def test_numba_is_for_large_arrays_and_where_it_is_loaded(monkeypatch, rows, loaded, engine):
    """Few rows do not load Numba, half a second; a million do, if it is installed."""
    known = _engine(ENGINES[-1])
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    if loaded:
        monkeypatch.setitem(sys.modules, "numba", known)
    assert kernel.engine_for(rows).__name__.endswith(ENGINES[engine])


def expected(hand, rule="natural"):
    """Return the value of one row and whether it is bad, from the evaluator of single hands."""
    try:
        return (0, True) if max(hand) > JOKER else (strength(hand, rule), False)
    except HandError:
        return 0, True


def some_hands(cards, source, rows):
    """Return hands of all kinds: plain, of one suit, with jokers, broken."""
    kinds = (
        lambda: source.sample(range(52), cards),
        lambda: source.sample([*range(52), JOKER, JOKER], cards),
        lambda: source.sample([*range(source.randrange(4), 52, 4), *range(8)], cards),
        lambda: [source.randrange(52) for _ in range(cards)],
        lambda: [source.choice(CODES) for _ in range(cards)],
        lambda: [source.choice((MISSING, 0, 1)) for _ in range(cards)],
    )
    return [source.choice(kinds)() for _ in range(rows)]


@pytest.mark.slow
@pytest.mark.parametrize("rule", JOKER_RULES)
@pytest.mark.parametrize("cards", range(1, 10))
def test_rows_equal_single_hands(monkeypatch, cards, rule):
    """Values of random rows, and which are bad, good and bad ones, are those of the evaluator of single hands, by each engine."""
    hands = some_hands(cards, random.Random(f"{cards}{rule}"), 2000)
    wanted = [expected(hand, rule) for hand in hands]
    for engine in ENGINES:
        monkeypatch.setattr(kernel, "engine_for", lambda _, engine=engine: _engine(engine))
        values, bad = kernel.strengths(np.array(hands, np.uint8), rule)
        assert list(zip(values.tolist(), bad.tolist(), strict=True)) == wanted, engine


@pytest.mark.slow
@pytest.mark.usefixtures("engine")
def test_all_five_card_hands(five_card_values):
    """All 2,598,960 hands of five cards have the value of the single hand."""
    hands = all_hands(5)
    values, bad = kernel.strengths(hands)
    assert not bad.any()
    assert np.array_equal(values, np.frombuffer(five_card_values, np.uint16))
    assert np.array_equal(np.bincount(values, minlength=7463), value_counts(5))


@pytest.mark.sampled(3)  # Numba compiles for each
@pytest.mark.parametrize("cards", [7, 6, 5])
@pytest.mark.usefixtures("engine")
def test_every_broken_place_is_seen(cards):
    """Whatever pair of columns holds a card twice, or a column something else, in whatever row of a chunk."""
    good = random.Random(cards).sample(range(52), cards)
    rows = []
    for first, second in combinations(range(cards), 2):
        for card in range(52):
            hand = good.copy()
            hand[first] = hand[second] = card
            rows.append(hand)
    for place, code in product(range(cards), range(52, 256)):
        hand = good.copy()
        hand[place] = code
        rows.append(hand)
    for places in chain.from_iterable(
        combinations(range(cards), count) for count in range(2, cards + 1)
    ):
        for code in (JOKER, 60, 115, MISSING, good[0]):
            hand = good.copy()
            for place in places:
                hand[place] = code
            rows.append(hand)
    values, bad = kernel.strengths(np.array(rows, np.uint8))
    assert list(zip(values.tolist(), bad.tolist(), strict=True)) == [
        expected(hand) for hand in rows
    ]


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.usefixtures("engine")
def test_one_bad_row_anywhere(cards, monkeypatch):
    """One bad row among many chunks (NumPy) and blocks (Numba) is found alone, and the values beside it stand."""
    monkeypatch.setattr(engine_numpy, "CHUNK", 64)
    source = random.Random(cards)
    hands = np.array([source.sample(range(52), cards) for _ in range(2500)], np.uint8)
    whole = kernel.strengths(hands)[0]
    assert whole.tolist() == [strength(hand) for hand in hands.tolist()]
    for row in (0, 63, 64, 500, 1022, 1023, 1024, 2047, 2048, 2498, 2499):
        for first, second in combinations(range(cards), 2):
            broken = hands.copy()
            broken[row, second] = broken[row, first]
            values, bad = kernel.strengths(broken)
            assert np.flatnonzero(bad).tolist() == np.flatnonzero(values != whole).tolist() == [row]


@pytest.mark.usefixtures("engine")
def test_the_same_card_in_neighbouring_rows():
    """What stands in the row before or behind is no card twice: rows of the same cards in any order are all good."""
    hands = np.array([random.Random(row).sample(range(7), 7) for row in range(3000)], np.uint8)
    assert not kernel.strengths(hands)[1].any()


def test_flags_are_no_hands():
    """No sum with a broken pair or card in it looks like a plain hand of six or seven cards."""
    pair, single = (flag >> tables.SEVEN_BITS for flag in tables.SEVEN_FLAGS)
    for cards in (6, 7):
        special = tables.seven_keys(cards)[4]
        for pairs, one in product(range(cards // 2 + 1), range(cards % 2 + 1)):
            if pairs or one:
                for suits in tables._suit_counts(cards - 2 * pairs - one):
                    total = sum(a * b for a, b in zip(suits, tables.SEVEN_SUITS, strict=True))
                    assert special[(total + pairs * pair + one * single) % 512]


def test_shapes_and_types():
    """Lists and other whole numbers are taken; other shapes and numbers are refused in words."""
    assert kernel.strengths([[51, 47, 43, 39, 35]])[0].tolist() == [7462]
    assert kernel.strengths(np.array([[51, 47, 43, 39, 35]], np.int64)[:, ::-1])[0].tolist() == [
        7462
    ]
    assert kernel.strengths(np.empty((0, 7), np.uint8))[0].shape == (0,)
    with pytest.raises(HandError, match="10 cards: a hand has 1 to 9"):
        kernel.strengths(np.zeros((1, 10), np.uint8))
    with pytest.raises(OptionError, match="not 1"):
        kernel.strengths(np.zeros(5, np.uint8))
    with pytest.raises(OptionError, match=r"not \[0.0"):
        kernel.strengths(np.zeros((1, 5)))
    with pytest.raises(OptionError, match="300 is not a card code"):
        kernel.strengths(np.array([[300, 1, 2, 3, 4]]))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("rule", JOKER_RULES)
@pytest.mark.parametrize(
    ("game", "hole", "board"),
    [
        *(("omaha", h, b) for h in (4, 5, 6) for b in (3, 4, 5)),
        ("holdem", 2, 3),
        ("holdem", 2, 5),
        ("front", 3, 0),
    ],
)
def test_games(game, hole, board, rule):
    """Hole cards and board combine as they do for single hands, jokers and bad rows included."""
    source = random.Random(f"{game}{hole}{board}")
    rows = [
        source.sample(
            [*range(52), JOKER, JOKER] if turn % 3 else range(source.choice((20, 52))), hole + board
        )
        for turn in range(400)
    ]
    rows += [[source.randrange(53) for _ in range(hole + board)] for _ in range(100)]
    suited = [
        *range(0, 52, 4),
        *range(1, 40, 4),
    ]  # flushes of exactly two hole cards and three of the board
    rows += [source.sample(suited, hole + board) for _ in range(300)]
    codes = np.array(rows, np.uint8)
    values, bad = game_strengths(game, codes[:, :hole], codes[:, hole:] if board else None, rule)
    for row, value, wrong in zip(rows, values.tolist(), bad.tolist(), strict=True):
        try:
            wanted = game_strength(game, row[:hole], row[hole:], rule)
        except HandError:
            assert (value, wrong) == (0, True)
        else:
            assert (value, wrong) == (wanted, False)


def test_game_showdown():
    """One board for all rows; a card in two hands, or in hand and board, makes the row bad."""
    board = np.array([0, 5, 22, 31, 51], np.uint8)
    first = np.array([[50, 49], [50, 48], [51, 1]], np.uint8)
    second = np.array([[40, 41], [50, 3], [2, 3]], np.uint8)
    result = game_showdown("holdem", board, first, second)
    assert result.winners.tolist() == [1, -1, -1]
    with pytest.raises(OptionError, match="rows of hole cards do not fit"):
        game_strengths("holdem", first, np.zeros((2, 5), np.uint8))
    with pytest.raises(HandError, match="2 hole cards: omaha takes 4 to 6"):
        game_strengths("omaha", first, board)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_class_counts_by_counting(cards):
    """Rank multisets times suit patterns give the known numbers of hands of each category; the royal flush has its own."""
    values = value_counts(cards)
    categories = [rung.category.number for rung in ladder()]
    *counts, straight_flushes = np.bincount(categories, values[1:]).astype(int).tolist()
    royal = int(values[7462])
    assert (*counts, straight_flushes - royal, royal) == COUNTS[cards]


@pytest.mark.slow
@pytest.mark.usefixtures("engine")
def test_six_cards_by_brute_force():
    """All 20,358,520 hands of six cards have the values that counting gives."""
    values = kernel.strengths(all_hands(6))[0]
    assert np.array_equal(np.bincount(values, minlength=7463), value_counts(6))


@pytest.mark.slow
@pytest.mark.usefixtures("engine")
def test_seven_cards_by_brute_force():
    """All 133,784,560 hands of seven cards have the values that counting gives."""
    fives = all_hands(5)
    counts = np.zeros(7463, np.int64)
    for second in range(1, 47):
        rest = fives[np.searchsorted(fives[:, 0], second, "right") :]
        hands = np.empty((len(rest), 7), np.uint8)
        hands[:, 1], hands[:, 2:] = second, rest
        for first in range(second):
            hands[:, 0] = first
            counts += np.bincount(kernel.strengths(hands)[0], minlength=7463)
    assert np.array_equal(counts, value_counts(7))


@pytest.mark.slow
def test_joker_and_six_cards_by_brute_force():
    """All 20,358,520 hands of a joker and six cards: the best of the 46 cards that it can be, by value; five of a kind apart."""
    sixes = all_hands(6)
    total = {rule: np.zeros(7476, np.int64) for rule in JOKER_RULES}
    wanted = {}
    for start in range(0, len(sixes), 1 << 20):
        part = sixes[start : start + (1 << 20)]
        hands = np.concatenate([part, np.full((len(part), 1), JOKER, np.uint8)], axis=1)
        for rule in JOKER_RULES:
            total[rule] += np.bincount(kernel.strengths(hands, rule)[0], minlength=7476)
    part, times = hands_up_to_suits(6)
    hands = np.concatenate([part, np.empty((len(part), 1), np.uint8)], axis=1)
    best = np.zeros(len(part), np.uint16)
    for card in range(52):
        hands[:, 6] = card
        # a card that is there already makes no value
        np.maximum(best, kernel.strengths(hands)[0], out=best)
    wanted["natural"] = np.bincount(best, times, 7476).astype(np.int64)
    ranks = part >> 2
    for rank in range(13):
        best[np.count_nonzero(ranks == rank, axis=1) == 4] = 7463 + rank
    wanted["five"] = np.bincount(best, times, 7476).astype(np.int64)
    for rule in JOKER_RULES:
        assert wanted[rule].sum() == len(sixes)
        assert np.array_equal(total[rule], wanted[rule])


def test_parse_common_spellings():
    """Every spelling of the table is read, whatever cells stand beside it."""
    texts = list(TEXTS)
    assert parse(np.array(texts, dtype=object)).tolist() == list(TEXTS.values())
    clean = [text for text in texts if len(text) == 2] * 400
    assert parse(np.array(clean, dtype=object).reshape(-1, 2)).ravel().tolist() == [
        TEXTS[text] for text in clean
    ]
    assert (
        parse(np.array(clean)).tolist()
        == parse(np.array(clean, "S2")).tolist()
        == [TEXTS[text] for text in clean]
    )


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        *((blank, MISSING) for blank in (None, "", "  ", float("nan"))),
        *((bad, BAD) for bad in ("5X", 5, 5.0, True, "5H 6H", "\n5", "5\n", [5], "#N/A", "1OH", "5", b"5H")),
        ("10h", 34), ("黑桃A", 51), (" 5H ", 14), ("Ace of Spades", 51), ("🃏", JOKER), ("*", JOKER),
    ],
    ids=repr,
)  # fmt: skip
def test_parse_other_cells(cell, code):
    """A cell among clean ones that is blank, no card, or written otherwise; line feeds do not shift its neighbours."""
    for place in (0, 3, 9):
        cells = np.empty(10, dtype=object)
        cells[:] = "TD"
        cells[place] = cell
        assert parse(cells).tolist() == [code if number == place else 33 for number in range(10)]


def test_no_card_is_written_with_a_line_feed():
    """What parsing of clean cells rests on: bytes with a line feed are no card, and cells that make up for each other are not clean."""
    pairs = [
        first | second << 8
        for first, second in product(range(256), repeat=2)
        if 10 in (first, second)
    ]
    assert set(pair_codes()[pairs].tolist()) == {BAD}
    for cells, codes in (
        (["5H\nTD", "S"], [BAD, BAD]),
        (["\n\n", "\nT", "AS"], [MISSING, BAD, 51]),
        (["A", "SKD"], [BAD, BAD]),
        (["5\n", "5H"], [BAD, 14]),
    ):
        assert parse(np.array(cells, dtype=object)).tolist() == codes


def test_format_codes():
    """Texts read back as their codes."""
    codes = np.arange(53, dtype=np.uint8)
    assert parse(format_codes(codes)).tolist() == codes.tolist()
    assert format_codes([MISSING, BAD]).tolist() == [None, None]
