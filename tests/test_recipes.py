"""One change, one place: each recipe of CONTRIBUTING.md adds a file or an entry, a line to a registry, and nothing else."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import xlpoker


class Copy:
    """A copy of the package, to which a recipe adds something."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copytree(
            Path(xlpoker.__file__).parent,
            folder / "xlpoker",
            ignore=shutil.ignore_patterns("__pycache__"),
        )

    def add(self, file, text):
        """Add a file of the product."""
        path = self.folder / "xlpoker" / file
        assert not path.exists()
        path.write_text(text, encoding="utf-8")

    def insert(self, file, before, text):
        """Insert a text into a file of the product, before another one."""
        path = self.folder / "xlpoker" / file
        whole = path.read_text(encoding="utf-8")
        assert whole.count(before) == 1
        path.write_text(whole.replace(before, text + before), encoding="utf-8")

    def append(self, file, text):
        """Append a text to a file of the product."""
        path = self.folder / "xlpoker" / file
        path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")

    def run(self, *arguments):
        """Return what a command of the copy prints."""
        done = subprocess.run(
            [sys.executable, "-m", "xlpoker", *map(str, arguments)],
            cwd=self.folder, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def answer(self, code):
        """Return what a statement in the copy prints."""
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        return done.stdout.strip()


@pytest.fixture
def copy(tmp_path):
    """Return a copy of the package."""
    return Copy(tmp_path)


SCALE = '''"""The toy scale: half the strength."""

from xlpoker.scales.model import Scale

SCALES = (Scale("toy", "higher", 0.5, 3731, "half the strength", by_strength=lambda strength: strength / 2),)
'''


@pytest.mark.slow
def test_a_scale_is_its_file_and_a_line(copy):
    """Commands, functions and the list of scales take it."""
    copy.add("scales/toy.py", SCALE)
    copy.insert("scales/__init__.py", '    "mrt",\n', '    "toy",\n')
    assert "toy" in copy.run("scales")
    assert (
        copy.answer("import xlpoker; print(xlpoker.value('TH JH QH KH AH', scale='toy'))")
        == "3731.0"
    )
    assert (
        copy.answer("from xlpoker.udfs import HANDVAL; print(HANDVAL('TH JH QH KH AH', 'toy'))")
        == "3731.0"
    )


SITE = '''"""The toy site: one hand in a line, ``toy;Ann AhKh;Ben QdQc;2s3s4s5h6d``."""

from functools import partial

from xlpoker.histories.model import PlayedHand, Reader, Seat


def _hand(line):
    first, second, board = [part.split() for part in line.split(";")[1:]]
    hand = PlayedHand("Toy", "1", "Hold'em", "NL")
    for number, (name, cards) in enumerate((first, second), 1):
        hand.seats.append(Seat(number, name, 100.0, hand.cards(cards), paid=1.0))
    hand.boards.append(hand.cards(*board))
    return hand


def _hands(text):
    for number, line in enumerate(text.splitlines(), 1):
        yield number, line, partial(_hand, line)


READER = Reader((".toy",), lambda text: text.startswith("toy;"), _hands)
'''


@pytest.mark.slow
def test_a_site_is_its_file_and_a_line(copy):
    """`xlpoker import` makes a table of its hands, and `wins` counts them."""
    copy.add("histories/toy.py", SITE)
    copy.insert("histories/files.py", '    "lines",\n', '    "toy",\n')
    (copy.folder / "a.toy").write_text("toy;Ann AhKh;Ben QdQc;2s3s4s5h6d\n", encoding="utf-8")
    copy.run("import", "a.toy", "night.xlsx")
    assert '"ties": 1' in copy.run("wins", "night.xlsx", "--game", "holdem", "--json")


FUNCTION = """        Function(
            "CARDCOUNT", (_CARDS,), "How many cards a hand has.", '=CARDCOUNT("2H 2D")', 2, lambda hands, _: [len(hands[0])]
        ),
"""


DECORATED = '''

@func(category=CATEGORY)
@arg("cards", "raw", doc="One hand.")
def CARDCOUNT(cards):
    """How many cards a hand has."""
    return call("CARDCOUNT", cards)
'''


@pytest.mark.slow
def test_a_function_is_an_entry_and_its_decorated_form(copy):
    """Excel, the command that prints the functions and the formulas of other hosts take it."""
    copy.insert("functions/catalogue.py", '        Function(\n            "HANDNAME",\n', FUNCTION)
    copy.append("udfs.py", DECORATED)
    assert copy.answer("from xlpoker.udfs import *; print(CARDCOUNT('2H 2D 3C'))") == "3"
    assert "CARDCOUNT(cards)" in copy.run("functions")


SHAPE = '''def twenty_columns(table: Table) -> Grouping | None:
    """Return four hands of five in twenty columns without headings."""
    columns = table.card_columns
    if table.heading_rows or len(columns) != 20:
        return None
    hands = [HandColumns("", tuple(columns[start : start + FIVE])) for start in range(0, 20, FIVE)]
    return Grouping.of(hands, shape=Shape.BARE)


'''


@pytest.mark.slow
def test_a_shape_of_sheets_is_a_function(copy):
    """Its hands are checked, named and counted like those of any other shape."""
    ranks = "23456789TJQKA"
    rows = [
        [f"{rank}{suit}" for suit in "CDHS" for rank in ranks[first : first + 5]]
        for first in range(4)
    ]
    (copy.folder / "a.csv").write_text("\n".join(map(",".join, rows)), encoding="utf-8")
    copy.insert("layout/shapes.py", "def bare_columns(", SHAPE)
    copy.insert("layout/shapes.py", "lines_of_hands(table)\n", "twenty_columns(table) or ")
    assert "1-4: five-card; Player 1 A:E, Player 2 F:J, Player 3 K:O, Player 4 P:T" in copy.run(
        "wins", "a.csv"
    )


@pytest.mark.slow
def test_a_word_is_a_word_of_the_list(copy):
    """A column below it numbers deals from then on."""
    rows = ["Kierros,Player,Cards"]
    for deal in range(1, 5):
        rows += [f"{deal},Anna,{deal + 1}C {deal + 2}C {deal + 3}C {deal + 4}C {deal + 5}C"]
        rows += [f"{deal},Ben,{deal + 1}D {deal + 2}D {deal + 3}H {deal + 4}H {deal + 5}H"]
    (copy.folder / "a.csv").write_text("\n".join(rows), encoding="utf-8")
    copy.insert("layout/words.py", "deal game round", "kierros ")
    assert "hands in C, players in B; deals by Kierros" in copy.run("wins", "a.csv")
