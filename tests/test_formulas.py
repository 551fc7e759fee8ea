"""The LAMBDA formulas as texts: limits of Excel, what Google Sheets takes, the command."""

import re

import pytest
from click.testing import CliRunner
from support.excel_names import is_taken

from tools.books import NEW_FUNCTIONS, filed
from xlpoker.cli import main
from xlpoker.hosts.formulas import for_sheets, formulas, old


def test_limits_of_excel():
    """Formulas behind names have at most 8,192 characters, 64 levels and 255 characters of help."""
    for text in [filed(one.text) for one in formulas()] + [old("AAA1048570:AAE1048570")]:
        assert len(text) <= 8_192
        depth = [text[:at].count("(") - text[:at].count(")") for at in range(0, len(text), 1)]
        assert max(depth) <= 64
        assert text.count("(") == text.count(")")
    assert all(len(one.help) <= 255 for one in formulas())


def test_many_rows_share_their_work():
    """What every row needs is worked out before them: the tables of ranks, and the values of whole blocks."""
    for one in formulas()[1:]:
        each_row = one.body[re.search(r"LAMBDA\((hand|line|number)\b", one.body).end() :]
        assert not re.search(r"HANDVAL\(|BESTHAND\(|SEQUENCE\((1, )?1[03]\)", each_row), one.name


def test_help_says_what_the_formulas_take():
    """The functions take one to nine cards and jokers, the formulas of them do not, and say so; each says what its argument is."""
    for one in formulas()[1:]:
        said, _, arguments = one.help.partition(". A hand has five to seven cards and no joker. ")
        assert "1 to 9" not in said
        assert "joker" not in said
        assert arguments.startswith(one.parameters[0])


NAMES_OF_EXCEL = "run RUN group return call exec beep step size result sort filter a1 xfd9 r c r1c1 R12 c3 true yield".split()


@pytest.mark.parametrize("optional", [True, False], ids=["excel", "sheets"])
def test_no_name_means_something_to_excel(optional):
    """No step, no parameter and no name of a formula is a function, a macro command of Excel 4.0, or an address."""
    assert all(map(is_taken, NAMES_OF_EXCEL))
    for one in formulas(optional=optional):
        steps = set(re.findall(r"\b[a-z]\w*", re.sub(r'"[^"]*"', "", one.text)))
        assert {"written", "number", "hand1", "hand"} & steps
        assert [step for step in [one.name, *steps] if is_taken(step)] == []


def calls_of(text):
    """Yield each function that a formula calls, behind those around it."""
    around = []
    for name, sign in re.findall(r"(\w*)(\(|\))", re.sub(r'"[^"]*"', '""', text)):
        if sign == "(":
            around.append(name)
            yield around[:]
        else:
            around.pop()


def test_what_is_left_out_is_asked_before_the_rows():
    """ISOMITTED stands in the LAMBDA of the name itself, not in one of those inside."""
    (winner,) = (one for one in formulas() if one.name == "WINNER")
    asked = [around for around in calls_of(winner.text) if around[-1] == "ISOMITTED"]
    assert asked == [["LAMBDA", "LET", "ISOMITTED"]] * 7


def test_files_have_no_blank_between_parameters():
    """Excel writes none; blanks in texts stay."""
    for one in formulas():
        text = filed(one.text)
        assert not re.search(r",[ \t]", re.sub(r'"[^"]*"', "", text)), one.name
        assert re.findall(r'"[^"]*"', text) == re.findall(r'"[^"]*"', one.text)
        assert re.sub(r"_xl(fn|pm|op)\.|\s", "", text) == re.sub(r"[\[\]\s]", "", one.text)
    assert filed(formulas()[-1].text).startswith(
        "_xlfn.LAMBDA(_xlpm.hand1,_xlpm.hand2,_xlop.hand3,"
    )


def test_every_new_function_has_its_prefix():
    """In files no function that Excel 2007 lacks stands without one, and all names of steps have theirs."""
    known = set(
        "IF SUM LEN TRIM MOD MMULT TRANSPOSE MEDIAN INT MAX CHOOSE INDEX COMBIN ROUND VALUE COLUMNS ROWS".split()
    )
    known |= set("FIND LEFT RIGHT MID UPPER SUBSTITUTE IFERROR ROUNDUP MATCH LARGE MIN".split())
    ours = {one.name for one in formulas()}
    for one in formulas():
        text = re.sub(r'"[^"]*"', "", filed(one.text))
        assert set(re.findall(r"(?<![\w.])([A-Z]+)\(", text)) <= known | ours
        assert set(re.findall(r"_xlfn\.(\w+)\(", text)) <= set(NEW_FUNCTIONS)
        assert not re.findall(r"(?<![\w.])[a-z]\w*", text)


def test_for_google_sheets():
    """A block for each name: no LAMBDA around, nothing that may be left out, arrays made explicit, a WINNER for each number."""
    shown = CliRunner().invoke(main, ["formulas", "--print", "sheets"]).stdout
    blocks = shown.split("\nFunction name: ")
    assert [block.split("\n")[0].removeprefix("Function name: ") for block in blocks] == [
        *("HANDCARDS", "HANDVAL", "BESTHAND", "HANDNAME", "WINNER"),
        *(f"WINNER{players}" for players in range(3, 10)),
    ]
    assert "Argument placeholders: hand1, hand2, hand3\n" in blocks[5]
    for one in formulas(optional=False):
        text = for_sheets(one.body)
        assert "ISOMITTED" not in text
        assert text.count("(") == text.count(")")
        assert text.count("LAMBDA(") + 1 == text.count("ARRAYFORMULA(")
        assert text.replace("ARRAYFORMULA(", "").replace(")", "") == one.body.replace(")", "")


@pytest.mark.parametrize("words", ["", "a.xlsx", "--print excel --old", "-o b.xlsx"])
def test_wrong_usage(words):
    """One of its two uses at a time."""
    assert CliRunner().invoke(main, ["formulas", *words.split()]).exit_code == 2


def test_the_command_prints():
    """The formulas as Excel takes them: five names with their definitions, and the one for an older Excel."""
    shown = CliRunner().invoke(main, ["formulas", "--print", "excel"]).stdout
    assert re.findall("^Name: (.*)$", shown, re.MULTILINE) == [one.name for one in formulas()]
    assert all(f"Refers to:\n={one.text}\n" in shown for one in formulas())
    assert CliRunner().invoke(main, ["formulas", "--old"]).stdout == f"={old()}\n"
