"""Installing the add-in and finding out what is wrong with it, on recorded computers."""

import io
import json
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
import tour
from click.testing import CliRunner
from machines import PYTHON, Recorded

import xlpoker
from xlpoker.addins.conf import setting
from xlpoker.addins.doctor import addin_path, conf_path, doctor, state_path
from xlpoker.addins.excel import UNCHANGED, install, uninstall
from xlpoker.addins.machine import PROBE, Windows
from xlpoker.addins.paste import lite, server
from xlpoker.addins.template import MODULE, filled
from xlpoker.cli import main
from xlpoker.errors import BookError
from xlpoker.functions import CATALOGUE

BOOKS = Path(__file__).parent.parent / "workbooks"
SECURITY = "HKCU\\Software\\Microsoft\\Office\\16.0\\Excel\\Security"
POLICY = "HKCU\\Software\\Policies\\Microsoft\\Office\\16.0\\Excel\\Security"
RESILIENCY = "HKCU\\Software\\Microsoft\\Office\\16.0\\Excel\\Resiliency"
EXCEL = "HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\excel.exe|"
STORE = "C:\\Program Files\\WindowsApps\\Microsoft.Office.Desktop.Excel_16051.17928\\Office16\\EXCEL.EXE"
FOREIGN = '"PYTHONPATH","C:\\tools"\r\n"SHOW CONSOLE","True"\r\n"LICENSE_KEY","abc,def"\r\n'


def installed(**changed):
    """Return a computer on which everything is in order."""
    machine = Recorded(**changed)
    install(machine)
    return machine


def test_install_puts_the_addin_into_the_start_folder():
    """The add-in is there, its functions imported, xlwings.conf names this Python and our module."""
    machine = Recorded()
    done = install(machine)
    assert machine.imports == [f"{MODULE} into {addin_path(machine)}"]
    conf = machine.files[conf_path(machine)].decode()
    assert conf == f'"INTERPRETER_WIN","{PYTHON}"\n"UDF MODULES","xlpoker.udfs"\n'
    assert done == [
        f"The add-in {addin_path(machine)} holds the functions; it loads with Excel",
        f"{conf_path(machine)} names this Python and xlpoker.udfs",
        "Restart Excel and type =HANDVAL(A3:E3)",
    ]


def as_a_workbook(addin):
    """Return an add-in under the content type of a workbook, which openpyxl takes."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(addin)) as source, zipfile.ZipFile(made, "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(b"ms-excel.addin.macro", b"ms-excel.sheet.macro"))
    return made.getvalue()


def test_the_addin_carries_its_settings():
    """The sheet that the template's VBA looks for holds Python and module; the VBA itself is untouched."""
    machine = installed()
    made = machine.files[addin_path(machine)]
    sheet = openpyxl.load_workbook(io.BytesIO(as_a_workbook(made)))["myaddin.conf"]
    settings = {name.upper(): value for name, value in sheet.iter_rows(max_col=2, values_only=True) if name}
    assert (settings["INTERPRETER_WIN"], settings["UDF MODULES"]) == (PYTHON, MODULE)
    _, template = machine.template()
    with zipfile.ZipFile(io.BytesIO(template)) as old, zipfile.ZipFile(io.BytesIO(made)) as new:
        assert new.testzip() is None
        assert old.namelist() == new.namelist()
        changed = {name for name in old.namelist() if old.read(name) != new.read(name)}
    assert changed == {"xl/workbook.xml", "xl/worksheets/sheet1.xml"}


def test_an_unexpected_template_is_named():
    """Should a newer xlwings have another template, nothing half-made is written."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as book:
        book.writestr("xl/sharedStrings.xml", "<sst/>")
        book.writestr("xl/workbook.xml", "<workbook/>")
    with pytest.raises(BookError, match=r'^the template for add-ins .* name="_myaddin.conf" is missing$'):
        filled(made.getvalue(), PYTHON)


def test_installing_twice_changes_nothing_the_second_time():
    """No file is touched, no function imported again."""
    machine = installed()
    files, imports = dict(machine.files), list(machine.imports)
    assert install(machine) == [UNCHANGED]
    assert (machine.files, machine.imports) == (files, imports)


def test_uninstall_puts_everything_back():
    """After install and uninstall the computer is what it was; a second uninstall has nothing to do."""
    machine = Recorded()
    before = dict(machine.files)
    install(machine)
    uninstall(machine)
    assert machine.files == before
    assert uninstall(machine) == ["Nothing to do: there is no installation"]


@pytest.mark.parametrize(
    "conf",
    [
        pytest.param(FOREIGN, id="other-settings"),
        pytest.param(FOREIGN + '"UDF MODULES","mine;theirs"\r\n', id="other-modules"),
        pytest.param(FOREIGN.rstrip(), id="no-newline-at-the-end"),
        pytest.param(FOREIGN.encode().decode() + f'"INTERPRETER_WIN","{PYTHON}"\r\n', id="this-Python-already"),
        pytest.param('"INTERPRETER_WIN","C:\\other\\pythonw.exe"\r\n' + FOREIGN, id="another-Python"),
        pytest.param(FOREIGN + '"ONEDRIVE_CONSUMER_WIN","C:\\Users\\Jos\udce9\\OneDrive"\r\n', id="Latin-1"),
    ],
)
def test_foreign_settings_survive(conf):
    """Every line of others stands letter for letter after install, and the whole file after uninstall."""
    machine = Recorded()
    old = conf.encode("utf-8", "surrogateescape")
    machine.files[conf_path(machine)] = old
    install(machine)
    new = machine.files[conf_path(machine)].decode("utf-8", "surrogateescape")
    for line in conf.splitlines():
        assert line in new.splitlines() or line.startswith('"UDF MODULES"')
    uninstall(machine)
    assert machine.files[conf_path(machine)].rstrip() == old.rstrip()


def test_another_python_in_the_conf_is_left_alone():
    """The setting belongs to another project; the add-in has its own."""
    machine = Recorded()
    machine.files[conf_path(machine)] = b'"INTERPRETER_WIN","C:\\other\\pythonw.exe"\n'
    install(machine)
    conf = machine.files[conf_path(machine)].decode()
    assert setting(conf, "INTERPRETER_WIN") == "C:\\other\\pythonw.exe"
    assert setting(conf, "UDF MODULES") is None
    assert len(machine.imports) == 1


def test_a_moved_python_is_followed():
    """Installed again from another environment, add-in and conf name that one."""
    machine = installed()
    machine.python = "D:\\new\\Scripts\\python.exe"
    machine.pythons[machine.python] = machine.pythons[PYTHON]
    install(machine)
    assert setting(machine.files[conf_path(machine)].decode(), "INTERPRETER_WIN") == machine.python
    assert len(machine.imports) == 2
    uninstall(machine)
    assert conf_path(machine) not in machine.files


def without(name):
    """Return what this computer's Python would tell without a package."""
    found = json.loads(json.dumps(Recorded().pythons[PYTHON]))
    found.pop(name)
    return {PYTHON: found | {f"{name}_error": f"ModuleNotFoundError: No module named '{name}'"}}


REFUSALS = {
    "Linux": ({"platform": "linux"}, {}, "Windows: this is linux; run this under Windows, or use xlwings Lite"),
    "no-Excel": ({}, {EXCEL: None}, "Excel: no Excel is installed; install Microsoft 365"),
    "Store-Excel": ({}, {EXCEL: STORE}, "Excel: it comes from the Microsoft Store; install Office from office.com"),
    "no-trust": ({}, {f"{SECURITY}|AccessVBOM": 0}, "Trust access to VBA: off; File > Options > Trust Center"),
    "no-trust-by-rule": ({}, {f"{POLICY}|AccessVBOM": 0}, "Trust access to VBA: off, by a rule of your organisation"),
    "no-pywin32": ({"pythons": without("pywin32")}, {}, f'pywin32 is missing in {PYTHON}; "{PYTHON}" -m pip install'),
}


@pytest.mark.parametrize(("changed", "registry", "message"), REFUSALS.values(), ids=REFUSALS)
def test_install_refuses_with_a_remedy_and_writes_nothing(changed, registry, message):
    """What is missing is said before anything has been touched."""
    machine = Recorded(**changed)
    machine.values |= registry
    before = dict(machine.files)
    with pytest.raises(BookError, match=f"^{re.escape(message)}"):
        install(machine)
    assert machine.files == before


def test_install_leaves_nothing_behind_when_excel_refuses():
    """An add-in without functions would be worse than none."""
    machine = Recorded()
    machine.refusal = "Excel could not import the functions: busy"
    before = dict(machine.files)
    with pytest.raises(BookError, match="busy"):
        install(machine)
    assert machine.files == before


def test_a_healthy_computer_passes_every_check():
    """One line per check, each with what was found, none with a remedy."""
    lines = [str(check) for check in doctor(installed())]
    assert len(lines) == 11
    assert all(line.startswith("ok  ") and "->" not in line for line in lines)
    assert lines[-1] == 'ok  HANDVAL("5H 5C 6S 7S KD"): 2067, through xlwings\' COM server'


def probing(**changed):
    """Return a change of what the Python of the add-in tells about itself."""
    return lambda machine: machine.pythons[PYTHON].update(changed)


def valued(name, value):
    """Return a change of the registry."""
    return lambda machine: machine.values.update({name: value})


def removed(path_of):
    """Return the removal of a file."""
    return lambda machine: machine.delete(path_of(machine))


def written(path_of, text):
    """Return a change of a file."""
    return lambda machine: machine.write(path_of(machine), text.encode())


FAULTS = {
    "Store-Excel": (valued(EXCEL, STORE), "Excel: it comes from the Microsoft Store -> install Office from office.com"),
    "no-Excel": (valued(EXCEL, None), "Excel: no Excel is installed -> install Microsoft 365"),
    "no-trust": (valued(f"{SECURITY}|AccessVBOM", None), "Trust access to VBA: off -> File > Options"),
    "no-trust-by-rule": (valued(f"{POLICY}|AccessVBOM", 0), "Trust access to VBA: off, by a rule -> ask your IT"),
    "no-macros": (valued(f"{SECURITY}|VBAWarnings", 4), "Macros: all disabled without notification -> Trust Center"),
    "crashed": (
        valued(f"{RESILIENCY}\\DisabledItems|A1B2", "..C:\\Users\\..\\XLSTART\\xlpoker.xlam"),
        "Disabled items: Excel has",
    ),
    "no-addin": (removed(addin_path), "Add-in: C:\\Users\\Ann\\AppData -> xlpoker excel install"),
    "old-functions": (
        written(state_path, json.dumps({"python": PYTHON, "xlwings": "0.37.8", "functions": "old"})),
        "Add-in: its functions are not those of this xlpoker -> xlpoker excel install imports them anew",
    ),
    "stale-conf": (
        written(conf_path, '"INTERPRETER_WIN","C:\\gone\\python.exe"\n'),
        "xlwings.conf: it names C:\\gone\\python.exe, which is not there -> set Interpreter",
    ),
    "two-Pythons": (
        lambda machine: machine.files.update(
            {
                "C:\\other\\python.exe": b"",
                conf_path(machine): b'"INTERPRETER_WIN","C:\\other\\python.exe"\n"UDF MODULES","xlpoker.udfs"\n',
            }
        ),
        "xlwings.conf: it names C:\\other\\python.exe, the add-in -> one of the two is stale",
    ),
    "no-Python": (lambda machine: machine.pythons.clear(), f"Python: {PYTHON} does not start -> run xlpoker excel"),
    "no-pywin32": (
        probing(pywin32=None, pywin32_error="ImportError: DLL load failed"),
        f'pywin32: ImportError: DLL load failed -> "{PYTHON}" -m pip install --force-reinstall pywin32',
    ),
    "no-xlwings": (probing(xlwings=None), f'xlwings: missing -> "{PYTHON}" -m pip install xlwings'),
    "newer-xlwings": (probing(xlwings="0.38.0"), "xlwings: the add-in was made with 0.37.8, Python has 0.38.0 -> xlp"),
    "no-DLL": (
        lambda machine: [machine.delete(path) for path in list(machine.files) if path.endswith(".dll")],
        "xlwings: xlwings64-0.37.8.dll is not in C:\\Users\\Ann\\poker\\.venv\\Scripts nor above it -> ",
    ),
    "no-DLL-for-32-bits": (
        lambda machine: (
            machine.values.update({"HKLM\\SOFTWARE\\Microsoft\\Office\\ClickToRun\\Configuration|Platform": "x86"}),
            machine.delete("C:\\Users\\Ann\\poker\\.venv\\xlwings32-0.37.8.dll"),
        ),
        "xlwings: xlwings32-0.37.8.dll is not in -> ",
    ),
    "no-xlpoker": (
        probing(xlpoker=None, xlpoker_error="ModuleNotFoundError: No module named 'xlpoker'"),
        f"xlpoker.udfs: ModuleNotFoundError: No module named 'xlpoker' -> \"{PYTHON}\" -m pip install --upgrade xlpoker",
    ),
    "old-xlpoker": (probing(xlpoker="0.0.1"), "xlpoker.udfs: version 0.0.1, here it is -> "),
    "call-fails": (
        probing(call=None, call_error="TypeError: x"),
        'HANDVAL("5H 5C 6S 7S KD"): TypeError: x -> mend what is named above',
    ),
}


@pytest.mark.parametrize(("broken", "line"), FAULTS.values(), ids=FAULTS)
def test_doctor_names_each_fault(broken, line):
    """A single fault gives a single line that names it, with its remedy."""
    machine = installed()
    broken(machine)
    (fault,) = [check for check in doctor(machine) if not check.good]
    found, _, remedy = line.partition(" -> ")
    assert str(fault).startswith(f"NO  {found}")
    assert fault.remedy
    assert fault.remedy.startswith(remedy)


def test_the_probe_calls_through_xlwings(com):
    """What doctor has the other Python do, done here: xlwings' own COM server answers."""
    found = json.loads(com.ask("ran", PROBE))
    assert (found["call"], found["xlpoker"], found["pywin32"]) == (2067, xlpoker.__version__, True)


def test_the_probe_survives_a_bare_python():
    """Without pywin32 it says what cannot be imported instead of failing."""
    machine = Windows()
    found = json.loads(machine.ask(machine.python, PROBE).splitlines()[-1])
    assert found["pywin32_error"].startswith("ModuleNotFoundError")
    assert found["xlpoker"] == xlpoker.__version__
    assert machine.ask("/no/such/python", PROBE) == ""


def test_this_computer_is_asked_for_its_files(tmp_path):
    """Files are written with the folders above them, read, deleted twice; the registry of another system is empty."""
    machine = Windows()
    path = str(tmp_path / "a" / "b.xlam")
    assert machine.read(path) is None
    machine.write(path, b"x")
    assert machine.read(path) == b"x"
    machine.delete(path)
    machine.delete(path)
    assert machine.read(path) is None
    with pytest.raises(BookError, match=r"^cannot write .*; close Excel and try again$"):
        machine.write(str(tmp_path), b"x")
    version, template = machine.template()
    assert re.fullmatch(r"[\d.]+", version)
    assert zipfile.is_zipfile(io.BytesIO(template))


@pytest.mark.parametrize(
    ("words", "code", "shown"),
    [
        pytest.param(["install"], 2, "xlpoker: Windows: this is linux; run this under Windows", id="install"),
        pytest.param(["uninstall"], 0, "Nothing to do: there is no installation", id="uninstall"),
        pytest.param(["doctor"], 1, "NO  Windows: this is linux -> run this under Windows", id="doctor"),
        pytest.param(["lite"], 0, "# main.py", id="lite"),
        pytest.param(["server"], 0, "# custom_functions/__init__.py", id="server"),
    ],
)
def test_the_commands_say_it_in_one_line(words, code, shown, monkeypatch, tmp_path):
    """Where there is no Windows, the commands say so and name xlwings Lite; exit codes are those of every command."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    result = CliRunner().invoke(main, ["excel", *words])
    assert result.exit_code == code
    assert (result.stdout + result.stderr).startswith(shown)


@pytest.mark.parametrize("files", [lite(), server()], ids=["lite", "server"])
def test_what_is_pasted_holds_every_function(files):
    """Run after xlwings, the pasted module has the whole catalogue; requirements name this version."""
    (text,) = [text for name, text in files.items() if name.endswith(".py")]
    names = {}
    exec(compile(text, "main.py", "exec"), names)
    assert set(CATALOGUE) <= set(names)
    assert text.index("import xlwings") < text.index("xlpoker")
    assert f"xlpoker=={xlpoker.__version__}" in files["requirements.txt"]


def test_the_guide_names_every_command_and_its_formulas_are_right():
    """docs/excel.md: each command of `xlpoker excel`, and the answer beside each formula that can be evaluated."""
    guide = (BOOKS.parent / "docs" / "excel.md").read_text(encoding="utf-8")
    assert all(f"xlpoker excel {name}" in guide for name in main.commands["excel"].commands)
    shown = re.findall(r"\| `(=[A-Z]+\((?:[A-Z]+\()?\"[^`]*)` \| `([^`]+)` \|", guide)
    assert len(shown) == 3
    for formula, answer in shown:
        assert str(tour.evaluated(formula, lambda _name: None)) == answer
