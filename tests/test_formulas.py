"""The LAMBDA formulas: two programs work them out, and both must say what the catalogue says."""

import csv
import random
import re
import subprocess
import zipfile
from xml.etree import ElementTree as ET

import openpyxl
import pytest
from click.testing import CliRunner
from hosts import ROOT
from hosts.formula_engines import in_formulon, in_ironcalc
from openpyxl.worksheet.formula import ArrayFormula
from support.classes import CLASSES
from support.compare_books import raw_members

from xlpoker.addins.formula_book import add_formulas, write_formulas
from xlpoker.addins.formulas import NEW_FUNCTIONS, filed, for_sheets, formulas
from xlpoker.addins.old_formula import old
from xlpoker.cli import main
from xlpoker.errors import BookError
from xlpoker.evaluator.cards import card_text
from xlpoker.functions import call

ENGINES = pytest.mark.parametrize("engine", [in_ironcalc, pytest.param(in_formulon, marks=pytest.mark.slow)])
EACH = {in_ironcalc: 1, in_formulon: 5}
"""Of many hands an engine is given each, or each fifth one: Formulon takes thrice the time."""
DECK = [card_text(code) for code in range(52)]
EULER = ROOT / "workbooks" / "euler54.xlsx"
SPACES = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


def deals(count, *widths):
    """Return blocks of hands, one block a player, dealt from one deck a row."""
    source = random.Random(sum(widths))
    rows = [source.sample(DECK, sum(widths)) for _ in range(count)]
    return [[row[sum(widths[:at]) : sum(widths[: at + 1])] for row in rows] for at in range(len(widths))]


def ranges(blocks):
    """Return the addresses of blocks that stand side by side."""
    left = 0
    found = []
    for block in blocks:
        first, last = (openpyxl.utils.get_column_letter(at) for at in (left + 1, left + len(block[0])))
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
    """One hand of each of the 7,462 classes, weakest first: 1, 2, 3, ... 7462."""
    hands = CLASSES[:: EACH[engine]]
    found = engine([hands], f"HANDVAL(A1:E{len(hands)})")
    assert [row[0] for row in found] == list(range(1, 7463, EACH[engine]))


@pytest.mark.slow
@ENGINES
@pytest.mark.parametrize(("width", "count"), [(5, 2_000), (6, 3_000), (7, 5_000)])
def test_random_hands(engine, width, count):
    """Ten thousand hands of five, six and seven cards have the catalogue's values."""
    agreed(engine, "HANDVAL", deals(count // EACH[engine], width))


@pytest.mark.slow
@ENGINES
@pytest.mark.parametrize("name", ["HANDNAME", "BESTHAND"])
@pytest.mark.parametrize("width", [5, 6, 7])
def test_names_and_best_hands(engine, name, width):
    """Random hands, and such as random ones seldom are: one of every 25th class with low cards added."""
    fixed = [[*cards, *[card for card in DECK if card not in cards][: width - 5]] for cards in CLASSES[::25]]
    agreed(engine, name, [(deals(100, width)[0] + fixed)[:: EACH[engine]]])


@pytest.mark.slow
@ENGINES
def test_euler_54(engine):
    """Player 1 wins 376 of the thousand deals."""
    with EULER.open("rb") as file:
        book = openpyxl.load_workbook(file)
    rows = [list(row) for row in book.worksheets[0].iter_rows(3, 1002, 1, 10, values_only=True)][:: EACH[engine]]
    found = engine([rows], f"WINNER(A1:E{len(rows)},F1:J{len(rows)})")
    assert found == call("WINNER", [row[:5] for row in rows], [row[5:] for row in rows])
    assert sum(row[0] == 1 for row in found) == 376 or engine is in_formulon


@ENGINES
@pytest.mark.parametrize(
    "widths", [(5, 5), (6, 7), (5,) * 3, (5, 6, 7, 5), (5,) * 9], ids=lambda widths: "-".join(map(str, widths))
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
    ('WINNER("","")', ""),
    ('WINNER("AH KH 2C 3C 9D TD JD","AS KS 2C 3C 9D TD JD")', 0),
    ('WINNER("AH KH 2C 3C 9D TD","AS KS 2C 3C 9D 8D","QS QD 2C 3C 9D 7S")', 3),
    ('WINNER("AH KH 2C 3C 9D TD","AS KS 2C 3C 9D 8D","QS QD 2C 3C 8C 7S")', "#VALUE!"),
    ("SUM(WINNER(A1:E1,F1:J3))", "#VALUE!"),
]


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


def test_limits_of_excel():
    """Formulas behind names have at most 8,192 characters, 64 levels and 255 characters of help."""
    for text in [filed(one.text) for one in formulas()] + [old("AAA1048570:AAE1048570")]:
        assert len(text) <= 8_192
        depth = [text[:at].count("(") - text[:at].count(")") for at in range(0, len(text), 1)]
        assert max(depth) <= 64
        assert text.count("(") == text.count(")")
    assert all(len(one.help) <= 255 for one in formulas())


def test_steps_have_names_of_their_own():
    """No step is called like a cell, like R or C, or like a function that the formulas use or a sheet knows."""
    taken = "ROW COLUMN CELL TEXT VALUE RANK TYPE SIGN CODE CHAR N T R C LARGE SMALL MODE TIME ORDER".split()[:-1]
    for one in formulas(optional=False):
        steps = re.findall(r"\b([a-z]\w*)\b", re.sub(r'"[^"]*"', "", one.text))
        functions = re.findall(r"\b([A-Z]+)\(", one.text)
        assert not {step.upper() for step in steps} & {*taken, *functions}
        assert not [step for step in steps if re.fullmatch(r"[a-z]{1,3}\d+", step)]


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


def test_the_new_book(tmp_path):
    """Names, deals with values already calculated, and the formulas to read."""
    write_formulas(tmp_path / "new.xlsx")
    with (tmp_path / "new.xlsx").open("rb") as file:
        book = openpyxl.load_workbook(file)
    assert list(book.defined_names) == ["HANDCARDS", "HANDVAL", "BESTHAND", "HANDNAME", "WINNER"]
    with (tmp_path / "new.xlsx").open("rb") as file:
        shown = openpyxl.load_workbook(file, data_only=True)["Hands"]
    for row in range(3, 15):
        one, two = ([shown.cell(row, column).value for column in range(at, at + 5)] for at in (1, 6))
        cells = [shown.cell(row, column).value for column in range(12, 20)]
        won = call("WINNER", one, two)
        value = call("HANDVAL", one)
        assert cells[:3] == [value, call("HANDNAME", one), call("BESTHAND", one)]
        assert cells[3:] == [call("HANDVAL", two), call("HANDNAME", two), won, won, value]
    assert book["Formulas"]["D3"].value == "=" + formulas()[1].text
    with pytest.raises(BookError, match=r"exists; use --force to replace it"):
        write_formulas(tmp_path / "new.xlsx")
    write_formulas(tmp_path / "new.xlsx", force=True)


@ENGINES
def test_the_new_book_in_engines(tmp_path, engine):
    """Both programs read the book itself and work out the same; see `formula_engines` for what Formulon does not read."""
    path = tmp_path / "new.xlsx"
    write_formulas(path)
    columns = [*range(12, 19)]
    if engine is in_ironcalc:
        import ironcalc

        model = ironcalc.load_from_xlsx(str(path))
        before = [[model.get_cell_value(0, row, column) for column in columns] for row in range(3, 15)]
        model.evaluate()
        assert [[model.get_cell_value(0, row, column) for column in columns] for row in range(3, 15)] == before
    else:
        import formulon

        columns = [*range(12, 17), 19]
        with formulon.Workbook.load(path.read_bytes()) as book:
            before = [[book.get_value(0, row, at - 1).to_python() for at in columns] for row in range(2, 14)]
            book.recalc()
            assert [[book.get_value(0, row, at - 1).to_python() for at in columns] for row in range(2, 14)] == before


def names_in(path):
    """Return the defined names of a workbook and what they stand for."""
    with zipfile.ZipFile(path) as package:
        tree = ET.fromstring(package.read("xl/workbook.xml"))
    return {one.get("name"): one.text for one in tree.iterfind(".//x:definedName", SPACES)}


def rewritten(source, target, change):
    """Copy a workbook with another workbook part."""
    with zipfile.ZipFile(source) as old_book, zipfile.ZipFile(target, "w") as new_book:
        for name in old_book.namelist():
            content = old_book.read(name)
            new_book.writestr(name, change(content) if name == "xl/workbook.xml" else content)
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
    (line,) = add_formulas(path, tmp_path / "out.xlsx")
    assert line == f"HANDCARDS, HANDVAL, BESTHAND, HANDNAME, WINNER written to {tmp_path / 'out.xlsx'}"
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
    with pytest.raises(BookError) as error:
        add_formulas(path, in_place=True)
    assert str(error.value) == "book.xlsx has a name HANDVAL already: 'Sheet1!$A$1'; use --overwrite to replace it"
    assert path.read_bytes() == before
    add_formulas(path, in_place=True, overwrite=True)
    assert list(names_in(path)) == [one.name for one in formulas()]


def test_into_refuses(tmp_path):
    """What is no workbook, the book itself as output, a foreign file in the output's place."""
    text = tmp_path / "hands.csv"
    text.write_text("5H,5C,6S,7S,KD\n")
    with pytest.raises(BookError, match=r"hands.csv is no .xlsx or .xlsm workbook"):
        add_formulas(text, tmp_path / "out.xlsx")
    path = rewritten(EULER, tmp_path / "book.xlsx", lambda xml: xml)
    with pytest.raises(BookError, match="is the workbook itself; use --in-place"):
        add_formulas(path, path)
    (tmp_path / "mine.xlsx").write_text("mine")
    with pytest.raises(BookError, match="exists and is no output of xlpoker"):
        add_formulas(path, tmp_path / "mine.xlsx")
    (tmp_path / "~$book.xlsx").write_bytes(b"\4Anna")
    with pytest.raises(BookError, match=r"book\.xlsx is open by Anna"):
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
        (["a.xlsx", "--old"], 2),
        (["--into", "a.xlsx"], 2),
        (["--into", "a.xlsx", "-o", "b.xlsx", "--in-place"], 2),
        (["a.xlsx", "-o", "b.xlsx"], 2),
        (["-o", "b.xlsx"], 2),
        (["--old"], 0),
        (["--print", "excel"], 0),
    ],
    ids=lambda value: " ".join(value) or "no-words" if isinstance(value, list) else str(value),
)
def test_the_command(words, code):
    """One of its four uses at a time."""
    assert CliRunner().invoke(main, ["formulas", *words]).exit_code == code


def test_the_command_writes(tmp_path):
    """A new book, and names in another."""
    run = CliRunner().invoke
    assert run(main, ["formulas", str(tmp_path / "a.xlsx")]).exit_code == 0
    words = ["formulas", "--into", str(EULER), "-o", str(tmp_path / "b.xlsx")]
    assert run(main, words).output.endswith(f"written to {tmp_path / 'b.xlsx'}\n")
    assert run(main, words).exit_code == 2
    assert run(main, [*words, "--force"]).exit_code == 0
    words = ["formulas", "--into", str(tmp_path / "b.xlsx"), "-o", str(tmp_path / "c.xlsx")]
    assert run(main, words).output == f"b.xlsx has the names already; copied to {tmp_path / 'c.xlsx'}\n"


@pytest.mark.slow
@pytest.mark.engine("soffice")
def test_the_old_formula_in_libreoffice(tmp_path):
    """Every class in order, the deals of Euler 54, blanks and bad cards, each by an array formula of its own."""
    with EULER.open("rb") as file:
        book = openpyxl.load_workbook(file)
    euler = [list(row) for row in book.worksheets[0].iter_rows(3, 1002, 1, 10, values_only=True)]
    odd = [
        (["10H", "jh", "QH", "KH", "AH"], "7462"),
        (["10♥", "J♥", "Q♡", "K♥", "A♥"], "7462"),
        (["5H", "5H", "6S", "7S", "KD"], "#VALUE!"),
        (["5H", None, "6S", "7S", "KD"], "#VALUE!"),
        (["5H", "5X", "6S", "7S", "KD"], "#VALUE!"),
        ([None] * 5, ""),
    ]
    hands = CLASSES + [row[:5] for row in euler] + [row[5:] for row in euler] + [cards for cards, _ in odd]
    book = openpyxl.Workbook()
    formula = "=" + old("A1:E1")
    for at, cards in enumerate(hands, 1):
        for column, card in enumerate(cards, 1):
            book.active.cell(at, column).value = card
        book.active.cell(at, 7).value = ArrayFormula(f"G{at}", formula.replace("A1:E1", f"A{at}:E{at}"))
    book.save(tmp_path / "old.xlsx")
    command = ["soffice", "--headless", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"]
    command += ["--convert-to", "csv", "--outdir", str(tmp_path), str(tmp_path / "old.xlsx")]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    with (tmp_path / "old.csv").open(encoding="utf-8") as file:
        found = [row[6] for row in csv.reader(file)]
    assert found[:7462] == [str(value) for value in range(1, 7463)]
    one, two = found[7462:8462], found[8462:9462]
    assert sum(int(first) > int(second) for first, second in zip(one, two, strict=True)) == 376
    assert [cell.replace("Err:502", "#VALUE!") for cell in found[9462:]] == [expected for _, expected in odd]


def test_formualizer_calculates_our_books():
    """A third program, with the catalogue registered, shows in the sample workbook what its cells hold."""
    import formualizer

    book = formualizer.load_workbook(str(EULER))
    for name in ("HANDVAL", "HANDNAME", "WINNER"):
        book.register_function(name, lambda *arguments, name=name: call(name, *arguments), min_args=1)
    with EULER.open("rb") as file:
        sheet = openpyxl.load_workbook(file, data_only=True).worksheets[0]
    for row in range(3, 103):
        for column in range(12, 17):
            assert book.evaluate_cell(sheet.title, row, column) == sheet.cell(row, column).value
