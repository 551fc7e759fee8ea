"""classroom.xlsx and classroom-formulas.xlsx: names, counts, chi-square and marks, here, in Calc and in IronCalc."""

import math
import random
from collections import Counter
from pathlib import Path

import pytest
from book_parts import OpenBook
from classroom import (
    CLASS_ROWS,
    COMPARED,
    HANDS,
    NAMED,
    drafted,
)
from formula_values import Cells
from hosts.calc_books import Read, Typed, answers_in_calc
from openpyxl.utils.cell import range_boundaries
from support import reference
from support.cases import cases
from support.samples import sample_size
from support.typed_books import back, differences, shown, typed_of, typed_over, wrong_areas

from xlpoker.evaluator.cards import card_text, parse_cards
from xlpoker.functions import call

BOOKS = Path(__file__).parent.parent / "workbooks"
"""Where the books are as they are made now, for which test_workbooks.py answers."""
BOTH = pytest.mark.parametrize("are_names", [False, True], ids=["add-in", "names"])
HANDS_OF_KIND = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4)
"""As in en.wikipedia.org/wiki/Poker_probability, from a high card to the royal flush."""
MISTAKES = {
    False: {"1OH": "'1OH' is not a card; did you mean '10H'?", "AH": "duplicate card AH", "joker": "A joker is not one of the 52 cards"},
    True: {"1OH": "A cell is no card: write 5H, 10H or 5♥, one card a cell", "AH": "A card is there twice"},
}  # fmt: skip


@pytest.fixture(scope="module")
def contents(tmp_path_factory):
    """Return the cells of both books as they are made, by whether the functions are names."""
    folder = tmp_path_factory.mktemp("books")
    found = {}
    for are_names in (False, True):
        with OpenBook(folder / "book.xlsx") as book:
            found[are_names] = drafted(book, are_names=are_names).cells.contents
    return found


def kind_of(cards):
    """Return the place of a hand's kind in `HANDS`, from its ranks and suits."""
    ranks = sorted("23456789TJQKA".index(card[0]) for card in cards)
    times = sorted(Counter(ranks).values(), reverse=True)
    is_flush = len({card[1] for card in cards}) == 1
    is_straight = times[0] == 1 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    if is_straight and is_flush:
        return 9 if ranks[0] == 8 else 8
    by_times = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    if tuple(times) in by_times:
        return by_times[tuple(times)]
    return 5 if is_flush else 4 if is_straight else 0


def right_tail(chi_square, freedom):
    """Return the chance of at least this chi-square: the integral over its root, by Simpson's rule."""
    steps, first = 2000, math.sqrt(chi_square)
    width = 15 / steps
    values = [density_of_root(first + step * width, freedom) for step in range(steps + 1)]
    return width / 3 * (values[0] + values[-1] + 4 * sum(values[1:-1:2]) + 2 * sum(values[2:-1:2]))


def density_of_root(root, freedom):
    """Return the density of the root of chi-square: the length of so many normal numbers."""
    scale = 2 ** (freedom / 2 - 1) * math.gamma(freedom / 2)
    return root ** (freedom - 1) * math.exp(-(root**2) / 2) / scale


def expected_test(counts):
    """Return chi-square, degrees of freedom and p-value of counts: rare kinds are put together from the rarest on."""
    total = sum(counts)
    classes = [
        [count, total * hands / 2598960] for count, hands in zip(counts, HANDS_OF_KIND, strict=True)
    ]
    while len(classes) > 1 and min(expected for _, expected in classes) < 5:
        count, expected = classes.pop()
        classes[-1][0] += count
        classes[-1][1] += expected
    if len(classes) == 1:
        return [[""], [""], [""]]
    chi_square = sum((count - expected) ** 2 / expected for count, expected in classes)
    return [[chi_square], [len(classes) - 1], [right_tail(chi_square, len(classes) - 1)]]


def random_class(rng, are_names, most):
    """Return what is typed on the sheet *Class*, and what all sheets then show."""
    count = rng.choice([0, 5, 10, 11, most // 3, most])
    cells = {f"A{CLASS_ROWS[0]}:F{CLASS_ROWS[most]}": None}
    names, wrong, counts = [], [], [0] * 10
    for row in range(CLASS_ROWS[0], CLASS_ROWS[0] + count):
        cards = [card_text(code) for code in rng.sample(range(52), 5)]
        sentence = ""
        if rng.random() < 0.1:
            mistake = rng.choice([*MISTAKES[are_names], None])
            cards[:2] = ["AH", mistake] if mistake else [None, "KD"]
            cards[2:] = ["2C", "3C", "4C"]
            sentence = MISTAKES[are_names].get(mistake, "4 of 5 cards")
        else:
            counts[kind_of(cards)] += 1
        cells |= {
            f"{column}{row}": card for column, card in zip("BCDEF", cards, strict=True) if card
        }
        text = "" if sentence else " ".join(cards)
        names.append([call("HANDVAL", text), call("HANDNAME", text)])
        wrong.append([sentence])
    last = CLASS_ROWS[0] + count - 1
    shares = [hands / 2598960 for hands in HANDS_OF_KIND]
    total = sum(counts)
    expected = {
        Read("Counts", "B5:B14"): [[number] for number in counts],
        Read("Counts", "D5:E14"): [[share, total * share] for share in shares],
        Read("Counts", "B18:B20"): expected_test(counts),
        Read("Class", f"I{last + 1}:I{last + 1}"): [[""]],
    }
    if count:
        expected |= {
            Read("Class", f"G{CLASS_ROWS[0]}:H{last}"): names,
            Read("Class", f"I{CLASS_ROWS[0]}:I{last}"): wrong,
        }
    return [Typed("Class", cells)], expected


def random_quiz(rng):
    """Return what is typed on the sheet *Quiz*, and the marks."""
    cells, marks, right = {}, [], 0
    for row in NAMED:
        cards = [card_text(code) for code in rng.sample(range(52), 5)]
        answer = rng.choice([HANDS[kind_of(cards)], HANDS[kind_of(cards)], "Two Pair", "no idea"])
        cells |= dict(zip((f"{column}{row}" for column in "BCDEF"), cards, strict=True)) | {
            f"L{row}": answer
        }
        is_right = answer == HANDS[kind_of(cards)]
        right += is_right
        no = (
            "Choose a name from the list"
            if answer == "no idea"
            else f"no: {call('HANDNAME', ' '.join(cards))}"
        )
        marks.append(["right" if is_right else no])
    winners = []
    for row in COMPARED:
        cards = [card_text(code) for code in rng.sample(range(52), 10)]
        cells |= dict(zip((f"{column}{row}" for column in "BCDEFGHIJK"), cards, strict=True))
        first, second = (
            reference.best(parse_cards(" ".join(five))) for five in (cards[:5], cards[5:])
        )
        winner = 1 if first > second else 2 if second > first else 0
        answer = rng.choice([0, 1, 2])
        cells[f"L{row}"] = answer
        right += answer == winner
        truth = f"no: hand {winner}" if winner else "no: a tie"
        winners.append(["right" if answer == winner else truth])
    expected = {
        Read("Quiz", f"M{NAMED[0]}:M{NAMED[-1]}"): marks,
        Read("Quiz", f"M{COMPARED[0]}:M{COMPARED[-1]}"): winners,
        Read("Quiz", "A3:A3"): [[f"{right} right of 20 answers, 20 questions."]],
    }
    return [Typed("Quiz", cells)], expected


def random_round(rng, are_names, most=199):
    """Return what is typed into a book, and what it then shows."""
    typed, expected = random_class(rng, are_names, most)
    more_typed, more_expected = random_quiz(rng)
    return typed + more_typed, expected | more_expected


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("seed", range(3))
def test_random_inputs(contents, are_names, seed):
    """Classes with mistakes and quizzes at random: each cell says what Python says."""
    typed, expected = random_round(random.Random(seed), are_names)
    cells = typed_over(contents[are_names], typed, are_names=are_names)
    for area, rows in expected.items():
        assert not differences(shown(cells, *area), rows), area


def test_the_counting_argument(contents):
    """Each formula gives the number that is known, and together they are all hands."""
    cells = Cells(contents[False])
    assert [row[0] for row in shown(cells, "Counting", "D5:D14")] == [*HANDS_OF_KIND]
    assert shown(cells, "Counting", "D15:D15") == [[2598960]]
    assert shown(cells, "Counting", "A17:A17")[0][0].startswith("The kinds add up to all hands")
    texts = shown(cells, "Counting", "C5:C15")
    assert [[f"={text}"] for (text,) in texts] == [
        [contents[False]["Counting", row, 3]] for row in range(4, 15)
    ]


WRONG = {
    "half a hand": ({"Class": {"D6": None}}, "Class", "I6", "4 of 5 cards", "4 of 5 cards"),
    "one cell": ({"Class": {"B6:F6": None, "B6": "5H 5C 6S 7S KD"}}, "Class", "I6", "1 of 5 cards", "1 of 5 cards"),
    "blank": ({"Class": {"B6:F6": None}}, "Class", "I6", "", ""),
    "no card": ({"Class": {"B6": "1OH"}}, "Class", "I6", MISTAKES[False]["1OH"], MISTAKES[True]["1OH"]),
    "a number": ({"Class": {"B6": 7}}, "Class", "I6", "7 is a number, not a card; a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD", MISTAKES[True]["1OH"]),
    "a card twice": ({"Class": {"B6": "2s"}}, "Class", "I6", "duplicate card 2S", MISTAKES[True]["AH"]),
    "an answer that is no name": ({"Quiz": {"L6": "pair"}}, "Quiz", "M6", *["Choose a name from the list"] * 2),
    "a question with a wrong card": ({"Quiz": {"B6": "1OH"}}, "Quiz", "M6", *["The cards of this question are not right"] * 2),
    "a question with four cards": ({"Quiz": {"B6": None}}, "Quiz", "M6", *["The cards of this question are not right"] * 2),
    "a winner that is a text": ({"Quiz": {"L22": "me"}}, "Quiz", "M22", *["Type 1, 2, or 0 for a tie"] * 2),
    "a pair with a wrong card": ({"Quiz": {"L22": 1, "K22": "1OH"}}, "Quiz", "M22", *["The cards of this question are not right"] * 2),
    "an empty class": ({"Class": {"B6:F35": None}}, "Counts", "A22", *["At least 11 hands are needed; 0 are there."] * 2),
}  # fmt: skip
"""What is typed, where a sentence then stands, and the sentences of both books."""
JOKERS = {
    "a joker": ({"Class": {"B6": "Red Joker"}}, "Class", "I6", MISTAKES[False]["joker"], MISTAKES[True]["1OH"]),
    "a joker as a sign": ({"Class": {"B6": "*"}}, "Class", "I6", MISTAKES[False]["joker"], MISTAKES[True]["1OH"]),
}  # fmt: skip
"""The same for jokers, which the names do not take; in Python all functions do."""


@BOTH
@cases(("change", "sheet", "cell", "of_add_in", "of_names"), WRONG)
def test_what_is_wrong_is_said(contents, are_names, change, sheet, cell, of_add_in, of_names):
    """Blank, half, twice, no card: a sentence in the cell beside, and neither value nor name."""
    cells = typed_over(contents[are_names], typed_of(change), are_names=are_names)
    assert shown(cells, sheet, f"{cell}:{cell}") == [[of_names if are_names else of_add_in]]
    if sheet == "Class":
        assert shown(cells, "Class", "G6:H6") == [["", ""]]


@cases(("change", "sheet", "cell", "sentence", "of_names"), JOKERS)
def test_jokers_are_no_cards_here(contents, change, sheet, cell, sentence, of_names):
    """The exact chances are those of 52 cards."""
    cells = typed_over(contents[False], typed_of(change))
    assert shown(cells, sheet, f"{cell}:{cell}") == [[sentence]] != [[of_names]]


AREAS = {
    "Class": "A6:I40",
    "Counts": "A4:H22",
    "Counting": "D5:G15",
    "Quiz": "A3:M29",
    "Working": "A6:L205",
}


@pytest.mark.slow
@pytest.mark.engine("soffice")
def test_in_calc(calc, contents):
    """Classes at random, fifty for a release, all that is wrong, and each cell of the new book, in LibreOffice."""
    cells = Cells(contents[False])
    new = [Read(name, area) for name, area in AREAS.items()]
    steps, expected = [*new], [shown(cells, *area) for area in new]
    for change, sheet, cell, sentence, _ in (WRONG | JOKERS).values():
        typed = typed_of(change)
        steps += [*typed, Read(sheet, f"{cell}:{cell}"), *back(contents[False], typed)]
        expected.append([[sentence]])
    rng = random.Random(52)
    for _ in range(sample_size(12, release=50)):
        typed, answers = random_round(rng, are_names=False)
        steps += [*typed, *answers]
        expected += answers.values()
    found = answers_in_calc(calc, BOOKS / "classroom.xlsx", steps)
    assert wrong_areas(steps, found, expected) == []


class InIronCalc:
    """A book in IronCalc, into which one types."""

    def __init__(self, path):
        import ironcalc

        self.model = ironcalc.load_from_xlsx(str(path))
        names = [sheet["name"] for sheet in self.model.get_worksheets_properties()]
        self.sheets = {name: place for place, name in enumerate(names)}

    def type(self, typed):
        """Type over cells."""
        for step in typed:
            for area, content in step.cells.items():
                text = "" if content is None else str(content)
                for row, column in places_of(area):
                    self.model.set_user_input(self.sheets[step.sheet], row, column, text)

    def shown(self, sheet, area):
        """Return the rows of an area, blanks as empty texts."""
        left, top, right, bottom = range_boundaries(area)
        rows = [
            [
                self.model.get_cell_value(self.sheets[sheet], row, column)
                for column in range(left, right + 1)
            ]
            for row in range(top, bottom + 1)
        ]
        return [["" if value is None else value for value in row] for row in rows]


def places_of(area):
    """Return the rows and columns of an area's cells, from 1."""
    left, top, right, bottom = range_boundaries(area)
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


@pytest.mark.slow
def test_the_names_in_ironcalc(contents):
    """The book that needs nothing installed: small classes at random, fifty for a release, and all that is wrong."""
    book = InIronCalc(BOOKS / "classroom-formulas.xlsx")
    new = Cells(contents[True], are_names=True)
    book.model.evaluate()
    for name, area in AREAS.items():
        rows = [
            ["" if value == "#N/A" else value for value in row] for row in book.shown(name, area)
        ]
        wanted = [
            ["" if value == "#N/A" else value for value in row] for row in shown(new, name, area)
        ]
        assert not differences(rows, wanted), name
    for change, sheet, cell, _, sentence in (WRONG | JOKERS).values():
        typed = typed_of(change)
        book.type(typed)
        book.model.evaluate()
        assert book.shown(sheet, f"{cell}:{cell}") == [[sentence]], change
        book.type(back(contents[True], typed))
    rng = random.Random(53)
    for _ in range(sample_size(5, release=50)):
        typed, answers = random_round(rng, are_names=True, most=40)
        book.type(typed)
        book.model.evaluate()
        for area, rows in answers.items():
            assert not differences(book.shown(*area), rows), area
