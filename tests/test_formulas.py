"""The LAMBDA formulas as texts and in workbooks: limits of Excel, names written into books, the command."""

import re
import zipfile
from xml.etree import ElementTree as ET

import openpyxl
import pytest
from click.testing import CliRunner
from hosts import ROOT
from support.compare_books import raw_members
from support.excel_names import is_taken
from support.refused import refused

from xlpoker.addins.formula_book import add_formulas
from xlpoker.addins.formulas import NEW_FUNCTIONS, filed, for_sheets, formulas, old
from xlpoker.cli import main
from xlpoker.errors import BookError

EULER = ROOT / "workbooks" / "euler54.xlsx"
SPACES = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


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


NAMES_OF_EXCEL = (
    "run RUN group return call exec beep step size result sort filter a1 xfd9 r c r1c1 R12 c3 true yield".split()
)


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
    assert filed(formulas()[-1].text).startswith("_xlfn.LAMBDA(_xlpm.hand1,_xlpm.hand2,_xlop.hand3,")


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


def names_in(path):
    """Return the defined names of a workbook and what they stand for."""
    with zipfile.ZipFile(path) as package:
        tree = ET.fromstring(package.read("xl/workbook.xml"))
    return {one.get("name"): one.text for one in tree.iterfind(".//x:definedName", SPACES)}


def rewritten(source, target, change, part="xl/workbook.xml"):
    """Copy a workbook with another workbook part, or sheet."""
    with zipfile.ZipFile(source) as old_book, zipfile.ZipFile(target, "w") as new_book:
        for name in old_book.namelist():
            content = old_book.read(name)
            new_book.writestr(name, change(content) if name == part else content)
    return target


NAME = b'<definedName name="Mine">Sheet1!$A$1</definedName>'
NAMES = re.compile(rb"<definedNames ?/>|<definedNames>.*</definedNames>", re.DOTALL)


def named(xml, names):
    """Return a workbook part with these names alone."""
    return NAMES.sub(b"", xml).replace(b"</sheets>", b"</sheets>" + names)


def prefixed(xml):
    """Return a workbook part in which every element has a prefix."""
    return re.sub(rb"<(/?)(?=[a-zA-Z])(?!\?)", rb"<\1p:", xml).replace(b" xmlns=", b" xmlns:p=")


@pytest.mark.parametrize(
    "change",
    [
        lambda xml: xml,
        lambda xml: named(xml, b""),
        lambda xml: named(xml, b"<definedNames/>"),
        lambda xml: named(xml, b"<definedNames>" + NAME + b"</definedNames>"),
        prefixed,
    ],
    ids=["as it is", "no names", "empty", "other names", "prefixes"],
)
def test_into_changes_one_part(tmp_path, change):
    """All members but workbook.xml are the same bytes, in the same order; the names are there, others stay."""
    path = rewritten(EULER, tmp_path / "book.xlsx", change)
    assert add_formulas(path, tmp_path / "out.xlsx") == [
        f"HANDCARDS, HANDVAL, BESTHAND, HANDNAME, WINNER written to {tmp_path / 'out.xlsx'}"
    ]
    before, after = raw_members(path), raw_members(tmp_path / "out.xlsx")
    assert [name for name in before if before[name] != after[name]] == ["xl/workbook.xml"]
    assert list(before) == list(after)
    found = names_in(tmp_path / "out.xlsx")
    assert {one.name: filed(one.text) for one in formulas()}.items() <= found.items()
    assert names_in(path).items() <= found.items()
    with (tmp_path / "out.xlsx").open("rb") as file:
        assert "HANDVAL" in openpyxl.load_workbook(file).defined_names
    again = (tmp_path / "out.xlsx").read_bytes()
    assert add_formulas(tmp_path / "out.xlsx", in_place=True) == ["Nothing to do: out.xlsx has the names already"]
    assert (tmp_path / "out.xlsx").read_bytes() == again


def test_names_of_others_stay(tmp_path):
    """A name HANDVAL that stands for something else is somebody's, until --overwrite is said."""
    other = b'<definedNames><definedName name="HandVal" hidden="1">Sheet1!$A$1</definedName></definedNames>'
    path = rewritten(EULER, tmp_path / "book.xlsx", lambda xml: named(xml, other))
    before = path.read_bytes()
    with refused(BookError, "book.xlsx has a name HANDVAL already: 'Sheet1!$A$1'; use --overwrite to replace it"):
        add_formulas(path, in_place=True)
    assert path.read_bytes() == before
    add_formulas(path, in_place=True, overwrite=True)
    assert list(names_in(path)) == [one.name for one in formulas()]


def test_into_refuses(tmp_path):
    """What is no workbook, and a book that is open elsewhere."""
    text = tmp_path / "hands.csv"
    text.write_text("5H,5C,6S,7S,KD\n")
    with pytest.raises(BookError, match=r"hands.csv is not an .xlsx or .xlsm workbook"):
        add_formulas(text, tmp_path / "out.xlsx")
    path = rewritten(EULER, tmp_path / "book.xlsx", lambda xml: xml)
    (tmp_path / "~$book.xlsx").write_bytes(b"\4Anna")
    with pytest.raises(BookError, match=r"book\.xlsx is open"):
        add_formulas(path, in_place=True)


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


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([], 2),
        (["a.xlsx"], 2),
        (["--into", "a.xlsx", "--old"], 2),
        (["--into", "a.xlsx"], 2),
        (["--into", "a.xlsx", "-o", "b.xlsx", "--in-place"], 2),
        (["-o", "b.xlsx"], 2),
        (["--old"], 0),
        (["--print", "excel"], 0),
    ],
    ids=lambda value: " ".join(value) or "no-words" if isinstance(value, list) else str(value),
)
def test_the_command(words, code):
    """One of its three uses at a time."""
    assert CliRunner().invoke(main, ["formulas", *words]).exit_code == code


def test_the_command_writes(tmp_path):
    """Names in a workbook, in another file."""
    run = CliRunner().invoke
    words = ["formulas", "--into", str(EULER), "-o", str(tmp_path / "b.xlsx")]
    assert run(main, words).output.endswith(f"written to {tmp_path / 'b.xlsx'}\n")
    assert run(main, words).exit_code == 2
    assert run(main, [*words, "--force"]).exit_code == 0
    words = ["formulas", "--into", str(tmp_path / "b.xlsx"), "-o", str(tmp_path / "c.xlsx")]
    assert run(main, words).output == f"b.xlsx has the names already; copied to {tmp_path / 'c.xlsx'}\n"
