"""The LAMBDA formulas in programs: two work them out, LibreOffice the old one, and all must say what the catalogue says."""

import random
import re

import openpyxl
import pytest
from hosts.formula_engines import formulon, in_formulon, in_ironcalc
from support.classes import CLASSES
from support.samples import sample_size

from tools.books import new_excel
from xlpoker.evaluator.cards import card_text
from xlpoker.functions import call

ENGINES = pytest.mark.parametrize(
    "engine", [in_ironcalc, pytest.param(in_formulon, marks=pytest.mark.slow)]
)
EACH = {in_ironcalc: sample_size(2, release=1), in_formulon: sample_size(15, release=5)}
EACH_CLASS = {in_ironcalc: sample_size(6, release=1), in_formulon: sample_size(30, release=5)}
"""Of many hands an engine is given each, or each n-th one: Formulon takes thrice the time."""
SIZES = [(5, 2_000), (6, 3_000), (7, 5_000)]
DECK = [card_text(code) for code in range(52)]


def deals(count, *widths):
    """Return blocks of hands, one block a player, dealt from one deck a row."""
    source = random.Random(sum(widths))
    rows = [source.sample(DECK, sum(widths)) for _ in range(count)]
    return [
        [row[sum(widths[:at]) : sum(widths[: at + 1])] for row in rows] for at in range(len(widths))
    ]


def ranges(blocks):
    """Return the addresses of blocks that stand side by side."""
    left = 0
    found = []
    for block in blocks:
        first, last = (
            openpyxl.utils.get_column_letter(at) for at in (left + 1, left + len(block[0]))
        )
        found.append(f"{first}1:{last}{len(block)}")
        left += len(block[0])
    return found


def agreed(engine, name, blocks):
    """Assert that a function over blocks gives in an engine what the catalogue gives."""
    found = engine(blocks, f"{name}({','.join(ranges(blocks))})")
    expected = call(name, *blocks)
    for hands, one, other in zip(zip(*blocks, strict=False), found, expected, strict=True):
        assert one == other, hands


@pytest.mark.slow
@ENGINES
def test_every_class_has_its_number(engine):
    """One hand of each of the 7,462 classes, weakest first: 1, 2, 3, ... 7462; of some outside a release."""
    hands = CLASSES[:: EACH_CLASS[engine]]
    found = engine([hands], f"HANDVAL(A1:E{len(hands)})")
    assert [row[0] for row in found] == list(range(1, 7463, EACH_CLASS[engine]))


@pytest.mark.slow
@ENGINES
@pytest.mark.parametrize(("width", "release"), SIZES)
def test_random_hands(engine, width, release):
    """Hands of five, six and seven cards, ten thousand for a release, have the catalogue's values."""
    count = sample_size(release // 5, release=release)
    agreed(engine, "HANDVAL", deals(count // EACH[engine], width))


@pytest.mark.slow
@ENGINES
@pytest.mark.parametrize("name", ["HANDNAME", "BESTHAND"])
@pytest.mark.parametrize("width", [5, 6, 7])
def test_names_and_best_hands(engine, name, width):
    """Random hands, and such as random ones seldom are: one of every 25th class with low cards added."""
    fixed = [
        [*cards, *[card for card in DECK if card not in cards][: width - 5]]
        for cards in CLASSES[::25]
    ]
    agreed(engine, name, [(deals(100, width)[0] + fixed)[:: EACH[engine]]])


@ENGINES
def test_holdem_of_hands_with_a_board(engine):
    """Hole cards put beside the board by HSTACK are hands of seven cards: who wins, row by row, as docs/formulas.md says."""
    one, two, board = deals(60, 2, 2, 5)
    board[0] = "TC JC QC KC AC".split()
    one[0], two[0] = ["2D", "2H"], ["3D", "3H"]
    found = engine([one, two, board], "WINNER(HSTACK(A1:B60,E1:I60),HSTACK(C1:D60,E1:I60))")
    hands = [
        [[*hole, *cards] for hole, cards in zip(holes, board, strict=True)] for holes in (one, two)
    ]
    assert found == call("WINNER", *hands)
    assert {row[0] for row in found} == {0, 1, 2}


@ENGINES
@pytest.mark.parametrize(
    "widths",
    [(5, 5), (6, 7), (5,) * 3, (5, 6, 7, 5), (5,) * 9],
    ids=lambda widths: "-".join(map(str, widths)),
)
def test_two_to_nine_hands(engine, widths):
    """The winner of as many hands as a deck gives, one row and several."""
    agreed(engine, "WINNER", deals(3, *widths))


ODD = [
    ('HANDVAL("5H 5C 6S 7S KD")', 2067),
    ('HANDVAL("5h,5c,6s,7s,kd")', 2067),
    ('HANDVAL("10H jh QH kH aH")', 7462),
    ('HANDVAL("0H JH QH KH AH")', 7462),
    ('HANDVAL("♥10 ♡J H♥"&"")', "#VALUE!"),
    ('HANDVAL("A♠ K♠ Q♤ J♤ 10♠")', 7462),
    ('HANDVAL("A♠\ufe0f K♠\ufe0f Q♠\ufe0f J♠\ufe0f 10♠\ufe0f")', 7462),
    ('HANDVAL("HA HK HQ HJ H10")', 7462),
    ('HANDVAL("AH\u00a0KH QH JH TH")', 7462),
    ('HANDVAL("AH 2C 3S 4S 5D")', 5854),
    ('HANDVAL("")', ""),
    ('HANDVAL(" ")', ""),
    ('HANDVAL("5H 5H 6S 7S KD")', "#VALUE!"),
    ('HANDVAL("1OH 5C 6S 7S KD")', "#VALUE!"),
    ('HANDVAL("5H 5C 6S 7S K")', "#VALUE!"),
    ('HANDVAL("5H 5C 6S 7S KX")', "#VALUE!"),
    ('HANDVAL("5H 5C 6S 7S")', "#VALUE!"),
    ('HANDVAL("5H 5C 6S 7S KD 2C 3C 4C")', "#VALUE!"),
    ('HANDVAL("5H 5C 6S 7S *")', "#VALUE!"),
    ("HANDVAL(54)", "#VALUE!"),
    ("HANDVAL(A1:E1)", 2067),
    ("HANDVAL(A2:E2)", "#VALUE!"),
    ("HANDVAL(A3:E3)", ""),
    ('HANDNAME("6H 6C 2S 2D 9H")', "Two Pair, Sixes and Twos"),
    ('HANDNAME("AH 2H 3H 4H 5H 9C 9D")', "Straight Flush, Five high (steel wheel)"),
    ('BESTHAND("8S 8C 5H 5D 3C 3D QS")', "8S 8C 5H 5D QS"),
    ('BESTHAND("8S 8C 8H 8D 3C 3D 5S")', "8S 8H 8D 8C 5S"),
    ('BESTHAND("8S 8C 8H 3D 3C 3S 5S")', "8S 8H 8C 3S 3D"),
    ('BESTHAND("AS 2C 3H 4D 5C 5D 5H")', "5H 4D 3H 2C AS"),
    ('WINNER("5H 5C 6S 7S KD","2C 3S 8S 8D TD")', 2),
    ('WINNER("5H 5C 6S 7S KD","5D 5S 6H 7H KC")', 0),
    ('WINNER("5H 5C 6S 7S KD","5H 3S 8S 8D TD")', "#VALUE!"),
    ('WINNER("5H 5C 6S 7S KD","")', "#VALUE!"),
    ('WINNER("5H 5C 6S 7S KD","muck")', "#VALUE!"),
    ('WINNER("","")', ""),
    ('WINNER("AH KH 2C 3C 9D TD JD","AS KS 2C 3C 9D TD JD")', 0),
    ('WINNER("AH KH 2C 3C 9D TD","AS KS 2C 3C 9D 8D","QS QD 2C 3C 9D 7S")', 3),
    ('WINNER("AH KH 2C 3C 9D TD","AS KS 2C 3C 9D 8D","QS QD 2C 3C 8C 7S")', "#VALUE!"),
    ("SUM(WINNER(A1:E1,F1:J3))", "#VALUE!"),
]


@pytest.mark.sampled(6)
@ENGINES
@pytest.mark.parametrize(("formula", "expected"), ODD)
def test_odd_inputs(engine, formula, expected):
    """What people type; bad cards and cards twice are #VALUE!, blank hands blank."""
    rows = [
        "5H 5C 6S 7S KD 2C 3S 8S 8D TD".split(),
        ["5H", None, "6S", "7S", "KD", *[None] * 5],
        [None] * 10,
    ]
    assert engine([rows], formula)[0][0] == expected


def test_the_catalogue_says_the_same():
    """Where the formulas give a number or a name, it is the catalogue's; they differ in what they do not take."""
    for formula, expected in ODD:
        texts = re.findall(r'"([^"]*)"', formula)
        if expected != "#VALUE!" and texts:
            assert call(formula.partition("(")[0], *texts) == expected


@pytest.mark.slow
def test_the_new_book_in_engines(tmp_path):
    """Both programs read the book itself and work out the same; see `formula_engines` for what Formulon does not read."""
    import ironcalc

    path = tmp_path / "new.xlsx"
    path.write_bytes(new_excel())
    model = ironcalc.load_from_xlsx(str(path))

    def by_ironcalc():
        return [
            [model.get_cell_value(1, row, column) for column in range(12, 19)]
            for row in range(3, 15)
        ]

    before = by_ironcalc()
    model.evaluate()
    assert by_ironcalc() == before
    with formulon().Workbook.load(path.read_bytes()) as book:

        def by_formulon():
            return [
                [book.get_value(1, row, column).to_python() for column in range(11, 16)]
                for row in range(2, 14)
            ]

        assert by_formulon() == [row[:5] for row in before]
        book.recalc()
        assert by_formulon() == [row[:5] for row in before]
