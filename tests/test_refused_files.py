"""What cannot be a file, or may not be written, is refused in words before anything is counted."""

import re
import sys
import tomllib
from pathlib import Path

import pytest
from support.books import ONE, TWO, book
from support.cases import cases
from support.commands import run

import xlpoker
from xlpoker.errors import BookError, LayoutError, OptionError
from xlpoker.report.odds_books import write_heatmap
from xlpoker.report.report import report
from xlpoker.workbook.imports import import_text
from xlpoker.workbook.jobs import Options, Writing, read_deals, score, wins

ROOT = Path(__file__).parents[1]
EULER = ROOT / "workbooks" / "euler54.xlsx"
STANDARD_INPUT = "- is no file, and standard input is not read; save what comes there to a file, such as hands.csv"
NO_NAME = "is not the name of a file; give a text, 'book.xlsx', or a pathlib.Path"
NAMES = {
    "None": (None, f"None {NO_NAME}"),
    "number": (5, f"5 {NO_NAME}"),
    "list": (["a.xlsx"], f"['a.xlsx'] {NO_NAME}"),
    "bytes": (b"a.xlsx", f"b'a.xlsx' {NO_NAME}"),
    "blank": (" ", "' ' is not the name of a file; such as 'book.xlsx' is"),
    "half a character": ("\ud800", "'\\ud800' is not the name of a file; such as 'book.xlsx' is"),
    "zero": ("a\0.xlsx", r"'a\x00.xlsx' is not the name of a file; such as 'book.xlsx' is"),
}
READING = {
    "score": score,
    "wins": wins,
    "report": lambda name: report(name if not isinstance(name, list) else [name]),
    "deals": read_deals,
    "import": lambda name: import_text(name, "a.xlsx"),
    "import-to": lambda name: import_text(ROOT / "workbooks" / "poker.txt", name),
    "output": lambda name: score(EULER, output=name) if name is not None else score(None),
    "heat map": lambda name: write_heatmap(None, name),
}


@pytest.mark.parametrize("work", READING.values(), ids=READING)
@pytest.mark.parametrize(("name", "message"), NAMES.values(), ids=NAMES)
def test_what_is_no_name_of_a_file(work, name, message):
    """Whatever takes a file says what a file's name is."""
    if name == "\ud800" and sys.platform == "win32":
        pytest.skip("Windows has files with half a character in their names")
    with pytest.raises(BookError, match=f"^{re.escape(message)}$"):
        work(name)


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows says of too long a name that there is no such file"
)
@pytest.mark.parametrize("work", READING.values(), ids=READING)
def test_a_name_that_is_too_long(work):
    """A name that no file can have is no bare error of the system."""
    with pytest.raises(BookError, match=r"^a{999} cannot be (read|written): File name too long$"):
        work("a" * 999)


GAMES = "five-card, holdem, omaha, front, short-deck, short-deck-trips, three-card, razz, 2-7, omaha-hi-lo"


@pytest.mark.parametrize(
    "work", [score, lambda path, **named: wins(path, Options(**named))], ids=["score", "wins"]
)
@cases(
    ("named", "message"),
    {
        "sheet": (
            {"sheet": 5},
            "sheet=5 is not understood; sheet is a text, as on the command line",
        ),
        "hands": ({"hands": 5}, "hands=5 is not understood; hands is a text"),
        "cards": (
            {"cards": 52},
            "cards=52 is not understood; cards is a text, as on the command line",
        ),
        "game": ({"game": 5}, "game=5 is not understood; game is a text"),
        "unknown game": ({"game": "chess"}, f"'chess' is not a game; choose from {GAMES}"),
        "jokers": ({"jokers": ["five"]}, "['five'] is not a joker rule; choose from natural, five"),
    },
)
def test_options_of_another_kind(work, named, message):
    """Options that are no texts are refused before the book is read."""
    with pytest.raises(
        OptionError,
        match=f"^{re.escape(message)}( such as .*, or a list of them|, as on the command line)?$",
    ):
        work(EULER, **named)


@cases(
    ("named", "message"),
    {
        "engine": ({"engine": ["splice"]}, "['splice'] is not an engine; choose from splice, openpyxl"),
        "unknown": ({"froce": 1}, "'froce' is not an option of score; did you mean 'force'?"),
        "misspelt": ({"engine": "spice"}, "'spice' is not an engine; did you mean 'splice'?"),
        "options": (
            {"options": {"sheet": "a"}},
            "{'sheet': 'a'} is no xlpoker.workbook.jobs.Options, such as Options(sheet='Friday')",
        ),
        "writing": (
            {"writing": "value"},
            "'value' is no xlpoker.workbook.jobs.Writing, such as Writing(columns='value,winner')",
        ),
    }
    | {
        name: ({"writing": Writing(**named)}, message)
        for name, named, message in (
            ("columns", {"columns": ["value"]}, "columns=['value'] is not understood; columns is a text, as on the command line"),
            ("column", {"columns": "values"}, "'values' is not a column of results; did you mean 'value'?"),
            ("no-column", {"columns": ","}, "no column of results is named; choose from value, hand, low, share, winner"),
            ("at", {"at": 5}, "at=5 is not understood; at is a text, as on the command line"),
            ("a-number-at", {"at": "7"}, "'7' is not a column; columns are A to XFD"),
            ("too-far", {"at": "XFE"}, "'XFE' is not a column; columns are A to XFD"),
            ("live", {"live": "no"}, "live='no' is not understood; live is True or False"),
        )
    },
)  # fmt: skip
def test_ways_of_writing_of_another_kind(named, message):
    """How results are written is checked before the book is looked at."""
    with pytest.raises((OptionError, LayoutError), match=f"^{re.escape(message)}$"):
        score("no.xlsx", **named)


def test_standard_input_is_not_read():
    """For a command that does not read standard input, a dash is no file; the message says what to do instead."""
    found = run("scales", "mrt", "--audit", "--euler", "-", input="5H 5C 6S 7S KD")
    assert found == (2, "", f"xlpoker: {STANDARD_INPUT}\n")


@pytest.mark.parametrize("name", ["", " "], ids=["empty", "blank"])
@pytest.mark.parametrize(
    "words",
    [
        ("wins",),
        ("score", "--in-place"),
        ("report",),
        ("deal", "9", "-o"),
        ("score", "a.xlsx", "-o"),
    ],
    ids=" ".join,
)
def test_a_variable_that_is_not_set(tmp_path, monkeypatch, words, name):
    """An empty name is not the folder that the command is run in, whose files it would change."""
    monkeypatch.chdir(tmp_path)
    before = book(tmp_path / "a.xlsx", [ONE + TWO]).read_bytes()
    code, _, err = run(*words, name)
    assert (code, err.splitlines()[-1].endswith(f": {name!r} is not the name of a file.")) == (
        2,
        True,
    )
    assert (tmp_path / "a.xlsx").read_bytes() == before


@pytest.mark.slow
def test_tables_for_people_have_commas_and_others_not(tmp_path):
    """Counts from 1,000 on are grouped where a person reads them, for one file and for many; never in JSON and CSV."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 1200)
    other = book(tmp_path / "b.xlsx", [ONE + TWO] * 3)
    one, both = (
        [" ".join(line.split()) for line in run("wins", *names)[1].splitlines()]
        for names in ([path], [path, other])
    )
    assert "Player 2 1,200" in one
    assert both[-2:] == ["b.xlsx 3 0 3 0 0", "2 files 1,203 0 1,203 0 0"]
    for machine in ("--json", "--csv"):
        out = run("wins", machine, path)[1]
        assert ("1,200" in out, "1200" in out) == (False, True)
    assert "(7165)" in str(xlpoker.hand("2H 2D 4C 4D 4S"))


def test_every_message_and_page_installs_from_the_clone():
    """What is not known to stand on an index is not installed by its name, and every extra that is named exists."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    places = [
        *ROOT.glob("xlpoker/**/*.py"),
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("benchmarks/*.md"),
    ]
    named = set()
    for place in places:
        text = place.read_text(encoding="utf-8")
        assert not re.search(r"install[^\n]*xlpoker\[", text), place
        named |= set(re.findall(r"'\.\[(\w+)\]'|remedy\('(\w+)'\)", text))
    assert {one or two for one, two in named} <= set(extras)
