"""One change, one place: each recipe of CONTRIBUTING.md adds a file, or an entry, and a line to a registry, and nothing else."""

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
        shutil.copytree(Path(xlpoker.__file__).parent, folder / "xlpoker", ignore=shutil.ignore_patterns("__pycache__"))

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
            [sys.executable, "-c", code], cwd=self.folder, capture_output=True, text=True, timeout=60, check=True
        )
        return done.stdout.strip()


@pytest.fixture
def copy(tmp_path):
    """Return a copy of the package."""
    return Copy(tmp_path)


SCALE = '''"""The toy scale: half the strength."""

from xlpoker.scales.model import Scale

SCALES = (Scale("toy", "higher", 0.5, 3731, "half the strength", own=lambda strength: strength / 2),)
'''


def test_a_scale_is_its_file_and_a_line(copy):
    """Commands, functions and the list of scales take it."""
    copy.add("scales/toy.py", SCALE)
    copy.insert("scales/__init__.py", '    "mrt",\n', '    "toy",\n')
    assert "toy" in copy.run("scales")
    assert copy.answer("import xlpoker; print(xlpoker.value('TH JH QH KH AH', scale='toy'))") == "3731.0"
    assert copy.answer("from xlpoker.udfs import HANDVAL; print(HANDVAL('TH JH QH KH AH', 'toy'))") == "3731.0"


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


def test_a_function_is_an_entry(copy):
    """Excel, the command that prints the functions and the formulas of other hosts take it."""
    copy.insert("functions.py", '        Function(\n            "HANDNAME",\n', FUNCTION)
    assert copy.answer("from xlpoker.udfs import *; print(CARDCOUNT('2H 2D 3C'))") == "3"
    assert "CARDCOUNT(cards)" in copy.run("functions")
