"""The extension for LibreOffice: what is in it, its installation, and its functions in a real Calc."""

import ast
import contextlib
import os
import re
import sys
import types
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner
from hosts import ROOT, Range, libreoffice, rows_of_answer
from hosts.cells import CELLS
from hosts.deals import example, formulas
from openpyxl.worksheet.formula import ArrayFormula
from support.cases import cases
from support.parts import parts
from support.samples import sample_size

import xlpoker
from xlpoker.cli import main
from xlpoker.errors import BookError
from xlpoker.functions import CATALOGUE, call
from xlpoker.hosts import libreoffice as addin
from xlpoker.hosts.calc import SERVICE, build, interface
from xlpoker.hosts.calc import component as component_text
from xlpoker.hosts.calc_menu import menu_parts

REAL = [pytest.mark.slow, pytest.mark.engine("soffice")]
STUBS = {
    "unohelper": ["Base"],
    "com.sun.star.lang": ["XServiceName"],
    "com.sun.star.sheet": ["LocalizedName", "XAddIn", "XCompatibilityNames"],
    "org.xlpoker": ["XFunctions"],
}
HAND = "5H 5C 6S 7S KD".split()
OTHER = "2C 3S 8S 8D TD".split()


def real(test):
    """Mark a test that runs LibreOffice."""
    for mark in REAL:
        test = mark(test)
    return test


def saved(path, cells):
    """Write a workbook with these cells, by address; a formula over an area is given with its area."""
    book = openpyxl.Workbook()
    for place, content in cells.items():
        first = place.partition(":")[0]
        book.active[first] = ArrayFormula(place, content) if ":" in place else content
    book.save(path)
    return path


def block(rows):
    """Return cells by their addresses."""
    return {
        f"{letter}{down}": cell
        for down, row in enumerate(rows, 1)
        for letter, cell in zip("ABCDE", row, strict=True)
    }


def shown(path, *places):
    """Return the values of cells as LibreOffice has written them, a column for a range."""
    with path.open("rb") as file:
        sheet = openpyxl.load_workbook(file, data_only=True).worksheets[0]
    return [
        [row[0].value for row in sheet[place]] if ":" in place else sheet[place].value
        for place in places
    ]


def written(path):
    """Return the formulas of a workbook by their cells; of array formulas the text."""
    with path.open("rb") as file:
        sheet = openpyxl.load_workbook(file).worksheets[0]
    cells = [cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    return {
        cell.coordinate: cell.value.text if isinstance(cell.value, ArrayFormula) else cell.value
        for cell in cells
    }


# what is in it


@pytest.mark.slow
def test_the_package():
    """The same bytes whenever it is made, the manifest's files, and the modules that the functions need."""
    made = build()
    assert made == build()
    texts = {name: part.decode() for name, part in parts(made).items()}
    names = [*texts]
    about, code, menu = names[:5], names[5:8], names[8:12]
    assert about == [
        "description.xml",
        "description_en.txt",
        "description_de.txt",
        "LICENSE",
        "icon.svg",
    ]
    assert code == ["META-INF/manifest.xml", "functions.idl", "component.py"]
    assert menu == [*menu_parts()]
    assert all(name.startswith("pythonpath/xlpoker/") for name in names[12:])
    assert texts["LICENSE"] == (ROOT / "LICENSE").read_text("utf-8")
    assert all(", ".join(CATALOGUE) in texts[name] for name in about[1:3])
    assert {"pythonpath/xlpoker/functions/catalogue.py", "pythonpath/xlpoker/odds/outs.py"} < set(
        names
    )
    assert not [name for name in names if "workbook" in name or "udfs" in name or "numpy" in name]
    assert f'<version value="{xlpoker.__version__}"/>' in texts["description.xml"]
    for name, text in texts.items():
        if name.endswith(".py"):
            ast.parse(text, feature_version=(3, 10))  # the Python of LibreOffice 25.2


@pytest.mark.parametrize(
    "address", ["", "https://example.org/xlpoker"], ids=["no-repository", "repository"]
)
def test_updates_are_looked_for_where_there_is_a_repository(monkeypatch, address):
    """The one setting says where; without it no address is made up."""
    monkeypatch.setattr(xlpoker, "__repository__", address)
    about = parts(build())["description.xml"].decode()
    found = re.findall(r'="(https?://(?!openoffice|libreoffice|www\.w3)[^"]*)"', about)
    assert found == (
        [address, f"{address}/releases/latest/download/xlpoker.update.xml"] if address else []
    )


@pytest.fixture
def component(monkeypatch):
    """Return the component, loaded over stubs of LibreOffice's modules."""
    for name, members in STUBS.items():
        module = types.ModuleType(name)
        vars(module).update({member: type(member, (), {}) for member in members})
        monkeypatch.setitem(sys.modules, name, module)
    sys.modules["com.sun.star.lang"].Locale = lambda *given: given
    sys.modules["unohelper"].ImplementationHelper = type(
        "", (), {"addImplementation": lambda *_: None}
    )
    made = {}
    exec(compile(component_text(), "component.py", "exec"), made)
    return made["Functions"](None)


def test_the_functions_are_those_of_the_catalogue(component):
    """A method each in the interface and in the component, which answers as the catalogue does, with its help."""
    text = interface()
    for name, entry in CATALOGUE.items():
        given = example(entry)[1]
        assert getattr(component, name.lower())(*given, None, None) == tuple(
            map(tuple, rows_of_answer(call(name, *given)))
        )
        (line,) = [line for line in text.splitlines() if f" {name.lower()}(" in line]
        kinds, names = zip(
            *re.findall(r"\[in\] (any|sequence< sequence< any > >) (\w+)", line), strict=True
        )
        assert len(names) == len(entry.arguments) + 21 * entry.arguments[-1].repeats
        assert list(names) == [
            component.getDisplayArgumentName(name.lower(), place) for place in range(len(names))
        ]
        needed = [not one.optional for one in entry.arguments] + [True] + [False] * 20
        assert [kind != "any" for kind in kinds] == needed[: len(kinds)]


# the installation, by programs that say what LibreOffice would say


@pytest.fixture
def office(tmp_path, monkeypatch):
    """Return a function that makes a folder of programs and returns it as a LibreOffice."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")

    def made(version="25.2.3.2", *, python="pythonloader.py", added=0):
        folder = tmp_path / "program"
        folder.mkdir()
        programs = {
            "soffice": f'echo "LibreOffice {version} 520(Build:2)"',
            "unopkg": f'case "$1" in list) ;; *) echo "ERROR: no way" >&2; exit {added};; esac',
        }
        for name, text in programs.items():
            (folder / name).write_text(f"#!/bin/sh\n{text}\n")
            (folder / name).chmod(0o755)
        for name in python.split():
            (folder / name).touch()
        return addin.Office(folder)

    return made


INSTALLED = [
    f"The extension org.xlpoker.calc {xlpoker.__version__} is installed in your profile",
    "Restart LibreOffice and type =HANDVAL(A3:E3)",
]
posix = pytest.mark.skipif(os.name == "nt", reason="the programs are shell scripts")


@posix
@cases(
    ("facts", "reason"),
    {
        "old": ({"version": "6.4.7.2"}, "LibreOffice 6.4.7.2 is too old; install 7.4 or newer"),
        "silent": ({"version": "x"}, "LibreOffice in {folder} does not start; install it anew"),
        "no-python": (
            {"python": ""},
            "there is no Python in LibreOffice; install it: apt install python3-uno (Debian,",
        ),
        "old-python": (
            {"python": "pythonloader.py python-core-3.8.16"},
            "the Python in LibreOffice, 3.8, is too old; install a newer LibreOffice: the functions need 3.10",
        ),
        "unopkg": ({"added": 1}, "unopkg: ERROR: no way; close LibreOffice and try again"),
    },
)
def test_install_names_what_is_missing(office, facts, reason):
    """One line with the remedy, before anything is installed, or what unopkg says."""
    made = office(**facts)
    with pytest.raises(BookError, match="^" + re.escape(reason.format(folder=made.folder))):
        addin.install(made)


@posix
def test_install_and_uninstall(office, monkeypatch):
    """What is done is said; what is not there is not removed, and for root LibreOffice installs nothing."""
    made = office(python="pythonloader.py python-core-3.10.1")
    assert addin.install(made) == INSTALLED
    assert addin.uninstall(made) == ["Nothing to do: the extension is not installed"]
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(
        BookError,
        match=r"^this is root, for whom LibreOffice installs nothing; run this as the user",
    ):
        addin.install(made)


def test_no_libreoffice(monkeypatch, tmp_path):
    """None on this computer, or none in the folder that is named."""
    monkeypatch.setattr(addin, "FOLDERS", ())
    monkeypatch.setattr(addin.shutil, "which", lambda _name: None)
    for words, said in (
        ([], "no LibreOffice is found; install it"),
        (["--program", str(tmp_path)], "holds no program"),
    ):
        result = CliRunner().invoke(main, ["calc", "install", *words])
        assert (result.exit_code, said in result.stderr) == (2, True)


@posix
def test_programs_run_outside_a_virtual_environment(office, tmp_path, monkeypatch):
    """LibreOffice's own Python would take the modules of the first python3 on the path for its own."""
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    (tmp_path / "venv" / "pyvenv.cfg").touch()
    one = office("7.4.7.2")
    monkeypatch.setenv(
        "PATH", os.pathsep.join([str(tmp_path / "venv" / "bin"), "/usr/bin", "/bin"])
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert addin.install(one) == [
        INSTALLED[0],
        "LibreOffice 7.4.7.2 knows them in .ods files; formulas in .xlsx files are understood from 25.2 on",
        "Deactivate the virtual environment before you start LibreOffice here: its window may stay away",
        INSTALLED[1],
    ]
    (one.folder / "unopkg").write_text('#!/bin/sh\nprintf "%s\\n" "$PATH" "$PYTHONPATH"\n')
    assert one.run("unopkg").stdout == "/usr/bin:/bin\n\n"


@pytest.mark.slow
@posix
def test_a_folder_that_may_not_be_looked_into(office, tmp_path, monkeypatch):
    """On the path it is passed over, as a folder of another user's; as `--program` it holds no program."""
    locked, true_stat = tmp_path / "locked" / "bin", Path.stat

    def stat_unless_locked(path, **options):
        if path.is_relative_to(locked):
            raise PermissionError(13, "Permission denied", str(path))
        return true_stat(path, **options)

    monkeypatch.setattr(Path, "stat", stat_unless_locked)
    monkeypatch.setenv("PATH", os.pathsep.join([str(locked), "/usr/bin", "/bin"]))
    assert addin.install(office("25.2.1.2"))[-1] == INSTALLED[1]
    result = CliRunner().invoke(main, ["calc", "install", "--program", str(locked)])
    assert (result.exit_code, result.stderr) == (
        2,
        f"xlpoker: {locked} holds no program soffice; name the folder program of a LibreOffice\n",
    )


# in a real Calc


@real
def test_the_catalogue_in_calc(calc):
    """The hands of every other host, two to nine cards, jokers, blanks, bad cells, in array formulas.

    There are ten thousand for a release. A cell with an error is left out: Calc shows the error without calling.
    TRUE comes as the number that it is in Calc.
    """
    asked = list(formulas(sample_size(1_000, release=10_000)))
    blocks = {id(one): in_calc(one) for _, arguments in asked for one in arguments}
    made = [(name, tuple(blocks[id(one)] for one in arguments)) for name, arguments in asked]
    answers = [rows_of_answer(call(name, *map(plain, arguments))) for name, arguments in made]
    found = calc.calls(made, [(len(rows), len(rows[0])) for rows in answers])
    for formula, expected, rows in zip(made, answers, found, strict=True):
        assert list(map(kept_by_calc, rows)) == expected, formula[0]


def kept_by_calc(row):
    """Return cells that equal the answers of which a file of Calc keeps them."""
    return [approx(cell) if isinstance(cell, int | float) else cell for cell in row]


def approx(number):
    """Return a number that equals all numbers of which it is the first 15 digits, rounded.

    Half a unit of the last digit is at most 5e-15 of the number.
    """
    return pytest.approx(number, rel=5e-15, abs=0)


@cases(
    ("answer", "shown_there", "is_equal"),
    {
        "a-five-as-last-digit": (0.9907516852895004, 0.9907516852895, True),
        "most-that-rounding-changes": (0.10282574568288853, 0.102825745682889, True),
        "other-last-digit": (0.10282574568288853, 0.102825745682888, False),
        "another-class": (5854, 5855, False),
        "a-text": ("2067", 2067, False),
        "a-number-for-a-text": (2067, "2067", False),
    },
)
def test_equal_cells(answer, shown_there, is_equal):
    """Numbers are equal if Calc rounded one to the other; rounding both once more could part them."""
    assert (kept_by_calc([shown_there]) == [answer]) is is_equal


def in_calc(argument):
    """Return an argument without errors in its cells, and with numbers for TRUE."""
    if not isinstance(argument, Range):
        return argument
    return Range(
        [["x" if str(cell).startswith("#") else cell for cell in row] for row in argument.rows]
    )


def plain(argument):
    """Return an argument as Calc delivers it."""
    if not isinstance(argument, Range):
        return argument
    return [
        [float(cell) if isinstance(cell, bool) else cell for cell in row] for row in argument.rows
    ]


@real
def test_odd_cells_in_calc(calc):
    """Every kind of cell: an error gives an error of Calc, booleans and dates come as numbers, the rest as in Excel."""
    asked = [("HANDVAL", (Range([[cell, *HAND[1:]]]),)) for cell, _ in CELLS]
    found = calc.calls(asked, [(1, 1)] * len(asked))
    for (cell, reason), ((shown_there,),) in zip(CELLS, found, strict=True):
        if isinstance(cell, str) and cell.startswith("#"):
            assert shown_there in (
                "Err:504",
                f"#VALUE! {reason}",
            )  # Calc knows seven of Excel's errors, the others are texts
            continue
        number = f"{float(cell)}" if isinstance(cell, bool) else ""
        expected = call("HANDVAL", [[float(cell), *HAND[1:]]]) if number else f"#VALUE! {reason}"
        if hasattr(cell, "isoformat"):
            assert shown_there.endswith(" is a number, not a card; " + reason.partition("; ")[2])
        else:
            assert shown_there == expected


@real
def test_round_trips(calc, tmp_path):
    """The formulas of an .xlsx are the same after Calc has saved it, by way of an .ods, too, and still have their values."""
    cells = block([HAND, OTHER]) | {
        "G1": "=HANDVAL(A1:E1)",
        "G2": '=HANDNAME(A2:E2,"short")',
        "H1": "=WINNER(A1:E1,A2:E2)",
        "H2": '=HANDVAL(A1:E1,,"five")+1',
        "I1:I2": "=HANDVAL(A1:E2)",
        "J1": "=SUM(SHARES(A1:E1,A2:E2))",
        "K1": '=IF(HANDVAL(A1:E1)<HANDVAL(A2:E2),BESTHAND(A2:E2),"")',
    }
    path = saved(tmp_path / "book.xlsx", cells)
    direct = calc.converted(path, "xlsx")
    values = shown(direct, "G1", "G2", "H1", "H2", "I1:I2", "J1", "K1")
    assert values == [2067, "One Pair", 2, 2068, [2067, 2633], 1, "8S 8D TD 3S 2C"]
    assert written(direct) == written(path)
    through = calc.converted(calc.converted(path, "ods"), "xlsx")
    assert written(through) == written(path)
    assert shown(through, "G1", "G2", "H1", "H2", "I1:I2", "J1", "K1") == values


MISSING = ["HANDVAL()", "WINNER()", 'WINNER("5H 5C 6S 7S KD")', 'HOLDEM("2C 3C 4C";"AH AD")']


@real
def test_a_needed_argument_that_is_missing(calc):
    """Calc names the fault itself (504, error in parameter list), as for its own functions, and shows no blank."""
    shown_there = calc.ask("typed_formulas", [f"={formula}" for formula in MISSING])
    assert [error for _, error in shown_there] == [504] * len(MISSING)


@real
@pytest.mark.parametrize(
    ("language", "sum_name", "comma", "name", "says"),
    [
        ("en-US", "SUM", ".", "xlpoker: poker hands in Calc", "Exact poker hands"),
        ("de", "SUMME", ",", "xlpoker: Pokerhände in Calc", "Pokerhände, Gew"),
    ],
)
def test_the_function_wizard_and_the_list_of_extensions(
    calc, language, sum_name, comma, name, says
):
    """Typed formulas with semicolons, in German, too; the wizard shows each function once, our help of each argument, what is needed.

    So no function of LibreOffice has a name of ours. The list has name and description in the user's language, version, publisher, licence and icon.
    """
    typed = [
        '=HANDVAL("5H 5C 6S 7S KD";"cactus")',
        f'={sum_name}(1{comma}5;HANDVAL("5H 5C 6S 7S KD"))',
    ]
    shown_there = calc.ask("typed_formulas", typed, language=language)
    assert shown_there == [["5396", 0], [f"2068{comma}5", 0]]
    functions = calc.ask("functions", language=language)
    assert len(functions) > 400
    for entry in CATALOGUE.values():
        expected = [entry.name, OF_EXTENSIONS, entry.help, arguments_of(entry)]
        assert [facts for facts in functions if facts[0] == entry.name] == [expected]
    listed = calc.ask("extension", language=language)
    assert (listed["name"], listed["version"]) == (name, xlpoker.__version__)
    assert listed["publisher"] == "The xlpoker authors"
    assert listed["text"].startswith(says)
    assert 40 <= listed["width of the icon"] < 50
    assert listed["licence"].startswith("MIT License")


OF_EXTENSIONS = 11
"""The category of functions in the wizard that extensions bring."""


def arguments_of(entry):
    """Return the arguments of a function as the wizard shows them: name, help, and whether one may be left out."""
    arguments = []
    for argument in entry.arguments:
        single = argument.name.removesuffix("s")
        names = (
            [f"{single}{number}" for number in range(1, 23)]
            if argument.repeats
            else [argument.name]
        )
        is_needed = argument.default is None and not argument.spare
        needed = 2 if argument.repeats else is_needed
        arguments += [[name, argument.help, place >= needed] for place, name in enumerate(names)]
    return arguments


@contextlib.contextmanager
def ordinary(monkeypatch):
    """Be an ordinary user, as whom LibreOffice runs here, and share temporary folders with it."""
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: 1000)
        patch.setattr(addin, "TemporaryDirectory", libreoffice.SharedFolder)
        yield


@real
def test_installed_anew_in_a_real_libreoffice(calc, monkeypatch):
    """The functions are unknown once the extension is uninstalled; when it is installed again, the next tests find them."""
    calc.close()  # unopkg changes no profile of a LibreOffice that runs
    with ordinary(monkeypatch):
        addin.uninstall(calc.office)
    try:
        assert calc.ask("typed_formulas", ['=HANDVAL("5H 5C 6S 7S KD")']) == [["#NAME?", 525]]
    finally:
        calc.close()
        with ordinary(monkeypatch):
            lines = addin.install(calc.office)
    assert lines[0].startswith(
        f"The extension org.xlpoker.calc {xlpoker.__version__} is installed in "
    )


DOCUMENT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.2"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"
 office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="A">
{}</table:table></office:spreadsheet></office:body></office:document>
"""


@real
@pytest.mark.parametrize("host", ["calc", "calc_installed"])
def test_every_function_in_an_ods(host, tmp_path, request):
    """The examples of the catalogue in an .ods file, in this machine's LibreOffice (7.4 at least) and in 25.2."""
    calc = request.getfixturevalue(host)
    rows = []
    for entry in CATALOGUE.values():
        name, arguments = example(entry)
        given = ";".join(f"&quot;{argument}&quot;" for argument in arguments)
        rows.append(
            f'<table:table-row><table:table-cell table:formula="of:={SERVICE.upper()}.{name}({given})"/></table:table-row>'
        )
    path = tmp_path / "examples.fods"
    path.write_text(DOCUMENT.format("".join(rows)), encoding="utf-8")
    made = calc.converted(path, "xlsx")
    for row, entry in enumerate(CATALOGUE.values(), 1):
        answer = entry.answer[0] if isinstance(entry.answer, tuple) else entry.answer
        (found,) = shown(made, f"A{row}")
        assert found == (pytest.approx(answer) if isinstance(answer, float) else answer)
