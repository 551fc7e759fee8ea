"""The programs that host the functions, each up to Excel's door, and the answers that all of them give.

`com` is xlwings' own COM dispatch over a stub of pywin32, `wine` the same in Windows Python with real pywin32, xlwings' DLL
and a stand-in for Excel's side, `lite` real Pyodide under Node. All tests of hosts are in this file, so that one worker starts
each of them, once.
"""

import datetime as dt
import functools
import json
import re
from importlib.metadata import version
from pathlib import Path

import openpyxl
import pytest
from hosts import MISSING, ROOT, WINE, Range, rows_of_answer
from hosts.cells import CELLS
from hosts.deals import example, formulas
from hosts.golden import GOLDEN
from support.calls_of_books import as_cells, as_rows, calls_of, some_of_each
from support.cases import cases
from support.parts import parts
from support.samples import sample_size
from support.vba import read_by_olefile

from tools import release
from xlpoker.evaluator.cards import ACCEPTED
from xlpoker.functions import CATALOGUE, call
from xlpoker.hosts.lite import SCRIPTS
from xlpoker.hosts.reasons import BUSY
from xlpoker.hosts.template import filled
from xlpoker.hosts.windows import Windows

pytestmark = [pytest.mark.slow]

HAND = ["5H", "5C", "6S", "7S", "KD"]
WINE_PROGRAMS = [pytest.mark.engine(program) for program in WINE]
EXCELS = ["com", pytest.param("wine", marks=WINE_PROGRAMS)]
IN_NODE = pytest.mark.engine("node")
HOSTS = [*EXCELS, pytest.param("lite", marks=IN_NODE)]


def in_wine(test):
    """Mark a test that runs Windows Python under Wine."""
    for mark in WINE_PROGRAMS:
        test = mark(test)
    return test


# --- all hosts: the same hands through each of them, ten thousand for a release ---------------------------------------

HANDS = sample_size(1_000, release=10_000)


@pytest.fixture(scope="module")
def asked():
    """Return formulas over all these hands, and what the catalogue answers."""
    made = list(formulas(HANDS))
    return made, [rows_of_answer(call(name, *map(plain, arguments))) for name, arguments in made]


def plain(argument):
    """Return an argument as rows of cells."""
    return (
        argument.rows if isinstance(argument, Range) else None if argument == MISSING else argument
    )


def test_the_hands_are_what_users_have(asked):
    """All functions, as many hands as were asked for, values of every kind, and a good many bad and blank rows among them."""
    made, answers = asked
    assert {name for name, _ in made} == set(CATALOGUE)
    values = [
        row[0]
        for (name, _), rows in zip(made, answers, strict=True)
        if name == "HANDVAL"
        for row in rows
    ]
    assert len(values) >= HANDS
    assert HANDS / 100 < sum(value == "" for value in values) < len(values) / 10
    reasons = {value for value in values if isinstance(value, str)} - {""}
    assert len(reasons) > 10
    assert len({value for value in values if isinstance(value, int)}) > HANDS / 10


@pytest.mark.parametrize("host", HOSTS)
def test_every_host_shows_what_the_catalogue_says(host, asked, request):
    """The same formulas, the same cells, the same answers."""
    made, answers = asked
    shown = request.getfixturevalue(host).calls(made)
    for formula, expected, found in zip(made, answers, shown, strict=True):
        assert found == expected, formula[0]


# --- Excel for Windows: the names, and what CallUDF gets --------------------------------------------------------------

RESERVED = set(
    "and as boolean byref byte byval call case const currency date declare dim do double each else end enum eqv erase "
    "error event exit false for friend function get gosub goto if imp implements in input integer is let like lock long "
    "loop lset me mod name new next not nothing null object on open option optional or paramarray print private property "
    "public put redim rem resume rset select set single static step stop string sub then time to true type until variant "
    "wend while with xor k argsarray application thisworkbook activeworkbook xlpy".split()
)
"""Words that a parameter must not be: VBA's own, and the variables of xlwings' wrapper."""


@pytest.mark.parametrize("name", CATALOGUE)
def test_names_are_safe_in_vba_and_in_formulas(name):
    """No function looks like a cell (A1, R1C1), no parameter is a function, a word of VBA or one of the wrapper's."""
    assert re.fullmatch(r"[A-Z][A-Z_]+", name)
    assert not re.fullmatch(r"[A-Z]{1,3}[0-9]+|R[0-9]*C[0-9]*", name)
    parameters = [argument.name.lower() for argument in CATALOGUE[name].arguments]
    assert len(set(parameters)) == len(parameters)
    assert not set(parameters) & (RESERVED | {function.lower() for function in CATALOGUE})


@cases(
    ("formula", "expected"),
    {
        "error-typed": (("HANDVAL", "#REF!"), [["#VALUE! #REF! is an Excel error, not a card"]]),
        "option-in-a-cell": (("HANDVAL", Range([HAND]), Range([["Cactus"]])), [[5396]]),
        "option-left-out": (("HANDVAL", Range([HAND]), MISSING, "five"), [[2067]]),
        "option-in-a-blank-cell": (("HANDVAL", Range([HAND]), Range([[None]])), [[2067]]),
        "option-an-error": (
            ("HANDVAL", Range([HAND]), "#N/A"),
            [["#VALUE! the scale is #N/A, an Excel error"]],
        ),
        "ParamArray-left-out": (("WINNER", Range([HAND]), MISSING), [["#VALUE! hand 2 is blank"]]),
        "one-hand": (
            ("WINNER", Range([HAND])),
            [["#VALUE! WINNER(hand1, hand2, ...) takes two hands or more"]],
        ),
        "dates": (
            ("HANDVAL", Range([[dt.datetime(2023, 3, 15, 12)], [dt.datetime(2023, 3, 15)]])),
            [["#VALUE! 2023-03-15 12:00:00 is a date, not a card; " + ACCEPTED]],
        ),
    },
)
@pytest.mark.parametrize("host", EXCELS)
def test_calludf_answers(host, formula, expected, request):
    """Ranges come as objects or as values, blanks as None, errors as numbers, what is left out as a number of its own."""
    assert request.getfixturevalue(host).call(*formula) == expected


@pytest.mark.parametrize("host", EXCELS)
def test_cells_of_every_kind(host, request):
    """Whatever a cell holds arrives as what it is, and its row says so."""
    block = Range([[cell, *HAND[1:]] for cell, _ in CELLS])
    assert request.getfixturevalue(host).call("HANDVAL", block) == [
        [f"#VALUE! {reason}"] for _, reason in CELLS
    ]


@pytest.mark.parametrize("host", EXCELS)
def test_one_cell_of_every_kind(host, request):
    """A Range of one cell delivers its value bare, of whatever kind; a blank one is no hand."""
    shown = request.getfixturevalue(host).calls(
        [("HANDVAL", (Range([[cell]]),)) for cell, _ in CELLS]
    )
    missing = "a card is missing: cell 1 of 5 is blank"
    assert shown == [[["" if reason == missing else f"#VALUE! {reason}"]] for _, reason in CELLS]


# --- Excel for Windows: the buttons --------------------------------------------------------------------------------------


def test_a_click_through_com(com):
    """Score, count, undo and remove by xlwings' server, over Excel's objects as COM shows them."""
    hands = [
        "5H 5C 6S 7S KD".split() + "2C 3S 8S 8D TD".split(),
        "5D 8C 9S JS AC 2C 5C 7D 8S QH".split(),
    ]
    rows = [["Ann", *[None] * 4, "Ben", *[None] * 4], *hands]
    answers, cells, names = com.ask("clicked", rows, [("score", "")], "A1")
    assert answers[0].startswith("+2 rows: Ann 1, Ben 1, ties 0")
    assert cells[0][10:] == ["Winner", "Ann value", "Ann hand", "Ben value", "Ben hand"]
    assert cells[1][10:] == ["Ben", 2067, "One Pair, Fives", 2633, "One Pair, Eights"]
    assert names["_xlpoker_results"] == "='Hands'!$K$1:$O$3"
    clicks = [("score", ""), ("count", ""), ("undo", ""), ("remove", "")]
    answers, cells, names = com.ask("clicked", rows, clicks, "A2:E3,F2:J3")
    assert [answer[0] for answer in answers] == ["+", " ", " ", "!"]
    assert (cells, names) == (rows, {})


@cases(
    "commands",
    {
        "count": ["count"],
        "score and remove": ["score", "remove"],
        "score twice": ["score", "score"],
    },
)
def test_the_calls_to_excel_do_not_grow_with_the_rows(com, commands):
    """Each call crosses to another process: there are as many for 5 rows as for 2,000."""
    deals = [
        "5H 5C 6S 7S KD 2C 3S 8S 8D TD".split(),
        "5D 8C 9S JS AC 2C 5C 7D 8S QH".split(),
    ]
    heading = ["Ann", *[None] * 4, "Ben", *[None] * 4]
    calls = []
    for rows in (5, 2_000):
        figures = com.ask("measured_click", [heading, *(deals * rows)[:rows]], commands, 1)
        assert not [answer for answer, _, _ in figures.values() if answer.startswith("!")]
        calls.append({command: number for command, (_, _, number) in figures.items()})
    assert calls[0] == calls[1]
    assert max(calls[0].values()) < 300


@in_wine
def test_euler_by_a_click_under_wine(wine):
    """376 wins: the server that xlwings' DLL has started asks and writes a worksheet of another process, by COM."""
    answers, cells, names = wine.ask("clicked", euler(), [("score", "")], "A1")
    assert answers[0].startswith("+1,000 rows: Player 1 376, Player 2 624, ties 0")
    winners = [row[10] for row in cells[2:]]
    assert (winners.count(1), winners.count(2)) == (376, 624)
    assert cells[2][11:] == [578, "High Card, King", 790, "High Card, Ace"]
    assert names == {
        "_xlpoker_results": "='Hands'!$K$2:$O$1002",
        "_xlpoker_hands": "='Hands'!$A$3:$E$1002",
    }


def euler():
    """Return the cells of the thousand deals of Project Euler."""
    sheet = openpyxl.load_workbook(ROOT / "workbooks" / "euler54.xlsx").worksheets[0]
    return [list(row[:10]) for row in sheet.iter_rows(values_only=True)]


HEADED_DEALS = [
    ["Ann", *[None] * 4, "Ben", *[None] * 4, "Day", "Paid", "Odd"],
    ["5H", "5C", "6S", "7S", "KD", *"2C 3S 8S 8D TD".split(), dt.datetime(2026, 5, 1), True, "#N/A"],
    ["1OH", "8C", "9S", "JS", "AC", *"2C 5C 7D 8S QH".split(), None, 0.5, "=2+2"],
]  # fmt: skip


@in_wine
def test_undo_and_remove_under_wine(wine):
    """Dates, truth values, errors and blank cells beside the hands are seen; all cells are as before afterwards."""
    clicks = [("score", ""), ("undo", ""), ("score", ""), ("remove", "")]
    answers, cells, names = wine.ask("clicked", HEADED_DEALS, clicks, "A2:E3,F2:J3")
    assert [answer[0] for answer in answers] == ["+", " ", "+", "+"]
    assert "bad 1" in answers[0]
    assert "not read: K Day, L Paid, M Odd" in answers[0]
    beside = [row[10:] for row in HEADED_DEALS]
    beside[2][2] = "<=2+2>"  # the value of the formula
    assert ([row[:10] for row in cells], [row[10:13] for row in cells], names) == (
        [row[:10] for row in HEADED_DEALS],
        beside,
        {},
    )


@in_wine
@cases(
    ("calls", "start"),
    {
        "the book": (1, "!This sheet cannot be read ("),
        "the used cells": (7, "!This sheet cannot be read ("),
        "the values": (40, "!This sheet cannot be read ("),
        "the results": (270, "+Hands is written in part ("),
    },
)
def test_an_excel_that_becomes_busy_under_wine(wine, calls, start):
    """From some call on Excel rejects all, as while a cell is edited: one sentence, and the next click works."""
    rejected = -2147418111
    answer, next_answer, is_unchanged = wine.ask("refused", HEADED_DEALS, "score", calls, rejected)
    assert answer.startswith(f"{start}{BUSY})")
    assert is_unchanged == answer.startswith("!")
    assert next_answer.startswith(" 2 rows: Ann 0, Ben 1, ties 0, bad 1")


# --- xlwings Lite: the functions in the browser ----------------------------------------------------------------------


@IN_NODE
def test_only_the_functions_are_installed(lite):
    """In the browser there is xlwings and nothing heavy; xlpoker comes out of main.py."""
    facts = lite.ask("facts")
    assert (facts["platform"], facts["loader"]) == ("emscripten", "XlpokerPacked")
    assert facts["packages"] == ["xlwings"]
    assert facts["heavy"] == []
    assert all(name.endswith("-py3-none-any.whl") for name in facts["wheels"])


@IN_NODE
def test_lite_scores_the_open_sheet(lite):
    """The scripts are there, and what they do runs in a browser's Python without NumPy."""
    rows = [["5H 5C 6S 7S KD", "2C 3S 8S 8D TD"], ["5D 8C 9S JS AC", "2C 5C 7D 8S QH"]]
    answer = lite.ask("scored", rows)
    assert answer["text"].startswith("2 rows: Player 1 1, Player 2 1, ties 0")
    assert answer["first"] == [1, 963, "High Card, Ace", 275, "High Card, Queen"]
    assert answer["scripts"] == sorted(SCRIPTS)
    assert lite.ask("facts")["heavy"] == []


@IN_NODE
def test_lite_scores_euler(lite):
    """376 wins for Player 1, by the Python of a browser."""
    answer = lite.ask("scored", euler())
    assert answer["text"].startswith("1,000 rows: Player 1 376, Player 2 624, ties 0")
    assert answer["first"] == [2, 578, "High Card, King", 790, "High Card, Ace"]


@IN_NODE
@cases(
    ("formula", "expected"),
    {
        "null-and-empty": (("HANDVAL", Range([HAND, [None] * 5, [""] * 5])), [[2067], [""], [""]]),
        "all-null": (("HANDVAL", Range([[None] * 5])), [[""]]),
        "option-left-out": (("HANDVAL", Range([HAND]), MISSING, "five"), [[2067]]),
        "error-object": (("HANDVAL", "#REF!"), [["#VALUE! #REF! is an Excel error, not a card"]]),
        "repeating-left-out": (("WINNER", Range([HAND]), MISSING), [["#VALUE! hand 2 is blank"]]),
        "flop-ends-in-null": (
            (
                "HOLDEM",
                Range([["8C", "9S", "4C", None, None]]),
                Range([["6C", "7C"]]),
                Range([["AH", "AD"]]),
            ),
            [[2]],
        ),
    },
)
def test_values_of_javascript_are_understood(lite, formula, expected):
    """JavaScript's null, empty texts and error objects are what blank and broken cells are elsewhere."""
    assert lite.call(*formula) == expected


@IN_NODE
@cases(
    ("book", "functions"),
    {
        "calculator": (
            "holdem-calculator",
            {"BESTHAND", "CHANCES", "EQUITY", "HANDNAME", "HANDVAL", "HOLDEM"},
        ),
        "home game": ("home-game", {"BESTHAND", "HANDVAL", "HOLDEM", "PAYOUTS"}),
        "classroom": ("classroom", {"HANDNAME", "HANDVAL", "WINNER"}),
        "euler54": ("euler54", {"HANDNAME", "HANDVAL", "WINNER"}),
    },
)
def test_lite_answers_the_calls_of_books(lite, monkeypatch, book, functions):
    """Calls of our functions, with what stands in the book, have the same answer there: some of each, or all."""
    calls = calls_of(ROOT / "workbooks" / f"{book}.xlsx", monkeypatch)
    assert {function for function, _, _ in calls} == functions
    calls = some_of_each(calls, lambda call_: call_[0])
    formulas = [(function, tuple(map(as_cells, arguments))) for function, arguments, _ in calls]
    answers = lite.calls(formulas)
    for (function, arguments, expected), answer in zip(calls, answers, strict=True):
        assert answer == as_rows(expected), (function, arguments)


# --- Windows: the add-in, its installation, its guide ----------------------------------------------------------------

XLPOKER = r"C:\users\Ann Lee\poker\.venv\Scripts\xlpoker.exe"
PROJECT = "xl/vbaProject.bin"
REGISTERED = """
import json, sys, winreg
for place, value in json.loads(sys.argv[1]).items():
    key, _, name = place.partition("|")
    hive, _, path = key.partition("\\\\")
    root = {"HKLM": winreg.HKEY_LOCAL_MACHINE, "HKCU": winreg.HKEY_CURRENT_USER}[hive]
    kind = winreg.REG_DWORD if isinstance(value, int) else winreg.REG_SZ
    winreg.SetValueEx(winreg.CreateKey(root, path), name, 0, kind, value)
"""


@pytest.fixture(scope="module")
def registered(wine):
    """Return Windows whose registry says that there is an Excel, as on the recorded computer; no add-in is installed."""
    record = json.loads(
        (Path(__file__).parent / "data" / "windows.json").read_text(encoding="utf-8")
    )
    code, _, errors = wine.ask(
        "run", wine.ask("python"), "-c", REGISTERED, json.dumps(record["registry"])
    )
    assert (code, errors) == (0, "")
    wine.ask("delete", addin_of(wine))
    return wine


def ran(wine, command):
    """Return the exit code of an `xlpoker excel` command and the lines that it writes."""
    code, out, errors = wine.ask("run", XLPOKER, "excel", command)
    return code, (out + errors).splitlines()


@in_wine
def test_python_is_windows_python_in_a_folder_with_a_space(wine):
    """What answers is CPython for Windows from python.org, in a virtual environment that pip has filled."""
    code = "import sys, xlpoker; print(sys.platform, sys.version.split()[0], sys.prefix, xlpoker.__file__, sep='|')"
    _, out, _ = wine.ask("run", wine.ask("python"), "-c", code)
    platform, version, prefix, file = out.strip().split("|")
    assert (platform, version, prefix) == ("win32", "3.11.9", r"C:\users\Ann Lee\poker\.venv")
    assert file == prefix + r"\Lib\site-packages\xlpoker\__init__.py"


@in_wine
@pytest.mark.parametrize("name", ["book.xlsm", "xlpoker.xlam"])
def test_import_functions_to_the_letter(wine, name):
    """*Import Functions* writes what it writes over the stub of pywin32, and hands the same help to Excel."""
    text, options = wine.ask("imported", name)
    golden = GOLDEN.read_text(encoding="utf-8")
    assert text == (
        golden if name == "book.xlsm" else golden.replace("ThisWorkbook", "ActiveWorkbook")
    )
    assert options == {
        entry.name: {
            "Description": entry.help,
            "Category": "xlpoker",
            "ArgumentDescriptions": [argument.help for argument in entry.arguments],
        }
        for entry in CATALOGUE.values()
    }


@in_wine
@pytest.mark.parametrize("name", CATALOGUE)
def test_the_addin_is_never_called_back(wine, name):
    """Values instead of Ranges, no workbook, no calling cell: Python has nothing to ask of Excel."""
    function, arguments = example(CATALOGUE[name])
    found = wine.ask("counted", function, tuple(Range([[argument]]) for argument in arguments))
    assert (found["invoked"], found["described"]) == (0, 0)


@in_wine
def test_python_is_started_once_and_ended(wine):
    """XLPy() gives the same server again, KillPy ends it, and it holds no object of Excel's then."""
    again = wine.ask("again")
    assert (again["number"], again["vt"]) == (0, 9)
    wine.call("HANDVAL", Range([HAND]))
    assert wine.ask("ended") == {"killed": 0, "left": 0}
    assert wine.call("HANDVAL", Range([HAND])) == [[2067]]


def streams_of(wine, content):
    """Return the streams of a compound file as Windows' own functions (StgOpenStorage) read them."""
    wine.ask("write", r"C:\books\vbaProject.bin", content)
    return wine.ask("streams", r"C:\books\vbaProject.bin")


@in_wine
def test_the_doctor_finds_what_is_missing(registered):
    """Before the installation everything is fine but the add-in, the formula through the COM server included."""
    code, lines = ran(registered, "doctor")
    assert code == 1
    assert [line for line in lines if not line.startswith("ok ")] == [
        f"NO  Add-in: {addin_of(registered)} is not there -> xlpoker excel install"
    ]
    assert lines[-2] == 'ok  HANDVAL("5H 5C 6S 7S KD") through xlwings: 2067'
    assert lines[-1] == f"ok  DLL: xlwings64-{version('xlwings')}.dll"
    assert registered.call("HANDVAL", Range([HAND])) == [[2067]], "the stand-in for Excel runs on"


@functools.cache
def addin_of(wine):
    """Return where the add-in goes."""
    _, out, _ = wine.ask("run", wine.ask("python"), "-c", "import os; print(os.environ['APPDATA'])")
    return out.strip() + r"\Microsoft\Excel\XLSTART\xlpoker.xlam"


@in_wine
def test_the_guide_word_for_word(registered):
    """The whole way of a user, installed, good, nothing to do again, and gone without a trace.

    Each line of the guide for the add-in, typed in the folder of the unpacked ZIP, says what the guide says.
    """
    guide = (ROOT / "docs" / "excel.md").read_text("utf-8").partition("\n## The add-in\n")[2]
    lines = re.findall(r"```bat\s+(.*?)\s+```", guide)
    typed, said = registered.ask("installation")
    assert lines == [typed, "py -m xlpoker excel install", "py -m xlpoker excel doctor"]
    assert said[-1].startswith("Successfully installed")
    wheel = {release.WHEEL: registered.ask("wheel")}
    unpacked = parts(release.for_everybody(wheel | release.texts()))
    folders = {name.partition("/")[0] for name in unpacked}
    assert {"docs", "workbooks", release.WHEEL} <= folders  # what step 3 shows

    addin = addin_of(registered)
    code, said = registered.ask("typed", lines[1])
    assert (code, said[0]) == (0, f"The add-in {addin} holds the functions; it loads with Excel")
    assert said[-1] in guide
    found = parts(registered.ask("read", addin))
    python = registered.ask("python")
    assert f"<t>{python}</t>" in found["xl/worksheets/sheet1.xml"].decode()
    assert found == parts(filled(Windows().template()[1], python))
    assert streams_of(registered, found[PROJECT]) == read_by_olefile(found[PROJECT])

    code, said = registered.ask("typed", lines[2])
    assert (code, [line for line in said if not line.startswith("ok ")]) == (0, [])
    code, said = registered.ask("typed", lines[1])
    assert (code, said) == (0, ["Nothing to do: the add-in and its functions are up to date"])

    code, said = registered.ask("typed", "py -m xlpoker excel uninstall")
    assert (code, said[0]) == (0, f"{addin} is deleted")
    with pytest.raises(RuntimeError, match="FileNotFoundError"):
        registered.ask("read", addin)
    assert ran(registered, "uninstall")[1] == ["Nothing to do: there is no installation"]
