"""Installing the add-in and finding out what is wrong with it, on recorded computers."""

import copy
import io
import json
import re
import zipfile
from functools import cache
from pathlib import Path

import openpyxl
import pytest
import tour
from click.testing import CliRunner
from support.cases import cases
from support.machines import PYTHON, Recorded
from support.parts import changed_parts, parts, zipped

import xlpoker
from xlpoker.cli import main
from xlpoker.errors import BookError
from xlpoker.files import compound_file
from xlpoker.hosts import vba
from xlpoker.hosts.excel import UNCHANGED, addin_path, doctor, install, uninstall
from xlpoker.hosts.ribbon import PART
from xlpoker.hosts.template import MODULE, filled
from xlpoker.hosts.windows import PROBE, Windows

BOOKS = Path(__file__).parent.parent / "workbooks"
EXCEL = "HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\excel.exe|"
STORE = "C:\\Program Files\\WindowsApps\\Microsoft.Office.Desktop.Excel_16051.17928\\Office16\\EXCEL.EXE"


def installed():
    """Return a computer on which everything is in order."""
    return copy.deepcopy(installation())


@cache
def installation():
    """Return the same, installed once."""
    machine = Recorded()
    install(machine)
    return machine


def wanted(machine):
    """Return the add-in that a computer is to have."""
    return filled(machine.template()[1], machine.python)


def as_a_workbook(addin):
    """Return an add-in under the content type of a workbook, which openpyxl takes."""
    kinds = b"ms-excel.addin.macro", b"ms-excel.sheet.macro"
    return zipped({name: part.replace(*kinds) for name, part in parts(addin).items()})


def test_the_addin_carries_its_settings():
    """The sheet that the template's VBA looks for holds Python and module; no folder of a workbook is searched."""
    machine = installed()
    made = machine.files[addin_path(machine)]
    rows = list(openpyxl.load_workbook(io.BytesIO(as_a_workbook(made)))["myaddin.conf"].values)
    names = [row[0] for row in rows]
    settings = {
        row[0].upper(): row[1] for row in rows[: names.index(None)]
    }  # VBA reads as far as that
    assert (settings["INTERPRETER_WIN"], settings["UDF MODULES"]) == (PYTHON, MODULE)
    assert settings["ADD_WORKBOOK_TO_PYTHONPATH"] == "False"
    _, template = machine.template()
    assert [*parts(template), PART] == [*parts(made)]
    assert changed_parts(template, made) == [
        "_rels/.rels",
        "customUI/customUI.xml",
        "xl/vbaProject.bin",
        "xl/workbook.xml",
        "xl/worksheets/sheet1.xml",
    ]


def changed_template(**changes):
    """Return xlwings' template with parts changed by functions; None takes one out, another name adds one."""
    content = parts(Recorded().template()[1])
    known = {
        "project": "xl/vbaProject.bin",
        "book": "xl/workbook.xml",
        "sheet": "xl/worksheets/sheet1.xml",
    }
    for name, change in changes.items():
        path = known.get(name, f"xl/{name}.bin")
        content[path] = change(content.get(path))
    return zipped({name: part for name, part in content.items() if part is not None})


def stream(path, change):
    """Return a change of one stream of a VBA project."""

    def changed(project):
        streams = compound_file.read(project)
        return compound_file.write(streams | {path: change(streams[path])})

    return changed


def records_with(kind, content):
    """Return a change of one record of a project's dir."""

    def changed(directory):
        found = vba.records(vba.decompressed(directory))
        return vba.compressed(
            b"".join(vba.record(k, content if k == kind else c) for k, c in found)
        )

    return stream("VBA/dir", changed)


OLD = filled(changed_template(), PYTHON).replace(b"xl/vbaProject.bin", b"xl/vbaProject.old")
"""An add-in with other functions."""

TEMPLATES = {
    "no-project": ({"project": lambda _: None}, "it has no part 'xl/vbaProject.bin'"),
    "no-compound-file": (
        {"project": lambda _: b"x" * 600},
        "not a compound file that can be read: it does not begin",
    ),
    "signed": ({"vbaProjectSignature": lambda _: b"x"}, "its VBA project is signed"),
    "protected": (
        {"project": stream("PROJECT", lambda old: old.replace(b'DPB="', b'DPB="' + b"A7" * 26))},
        "the VBA project is protected by a password",
    ),
    "another-code-page": (
        {"project": records_with(3, (932).to_bytes(2, "little"))},
        "the VBA project is in code page 932, not in 1252",
    ),
    "functions-already": (
        {"project": records_with(0x19, b"XLWINGS_udfs")},
        "the VBA project has a module xlwings_udfs",
    ),
    "no-stream-of-a-module": (
        {
            "project": lambda old: compound_file.write(
                {k: v for k, v in compound_file.read(old).items() if k != "VBA/xlwings"}
            )
        },
        "not a VBA project as expected: KeyError('VBA/xlwings')",
    ),
    "no-modules": (
        {"project": stream("VBA/dir", lambda _: vba.compressed(b""))},
        "the VBA project has no list of modules",
    ),
    "damaged-list": (
        {"project": stream("VBA/dir", lambda old: b"\\x00" + old[1:])},
        "a text of the VBA project is not compressed as it should be",
    ),
    "no-sheet-of-settings": (
        {"book": lambda old: old.replace(b"_myaddin.conf", b"other")},
        'name="_myaddin.conf" is missing',
    ),
    "settings-elsewhere": (
        {"sheet": lambda old: old.replace(b'<row r="9"', b'<row r="10"')},
        "the settings are not in",
    ),
}


@pytest.mark.parametrize(("changes", "reason"), TEMPLATES.values(), ids=TEMPLATES)
def test_a_template_of_another_form_is_refused_in_words(changes, reason):
    """Should another xlwings have another template, the reason is said and nothing half-made is written."""
    expected = "^the template for add-ins of this xlwings is not as expected: " + re.escape(reason)
    with pytest.raises(BookError, match=expected):
        filled(changed_template(**changes), PYTHON)
    with pytest.raises(BookError, match=r"is not as expected: File is not a zip file$"):
        filled(b"x" * 100, PYTHON)


def test_install_and_uninstall():
    """The add-in goes into the start folder and nothing else; a second time changes nothing, so Excel may be open; then all is as before."""
    machine = Recorded()
    before = dict(machine.files)
    assert install(machine) == [
        f"The add-in {addin_path(machine)} holds the functions; it loads with Excel",
        "Restart Excel: type =HANDVAL(A3:E3), or click Score this sheet on the tab xlpoker",
    ]
    assert machine.files == before | {addin_path(machine): wanted(machine)}
    machine.locked = set(machine.files)
    assert install(machine) == [UNCHANGED]
    machine.locked = set()
    uninstall(machine)
    assert machine.files == before
    assert uninstall(machine) == ["Nothing to do: there is no installation"]


def test_a_moved_python_is_followed():
    """Installed again from another environment, the add-in names that one."""
    machine = installed()
    machine.python = "D:\\new\\Scripts\\python.exe"
    machine.pythons[machine.python] = machine.pythons[PYTHON] | {"python": "3.13.1"}
    assert f"ok  Python: {PYTHON}, version 3.12.4" in [str(check) for check in doctor(machine)]
    install(machine)
    assert f"ok  Python: {machine.python}, version 3.13.1" in [
        str(check).partition(" ->")[0] for check in doctor(machine)
    ]
    assert machine.files[addin_path(machine)] == wanted(machine)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "content", [b"", b"x" * 600, b"PK\5\6" + bytes(18)], ids=["empty", "no-zip", "no-parts"]
)
def test_a_damaged_addin_is_written_anew(content):
    """What stands in the add-in's place counts, not what was once written there."""
    machine = installed()
    machine.files[addin_path(machine)] = content
    assert install(machine) != [UNCHANGED]
    assert machine.files[addin_path(machine)] == wanted(machine)


def without(name):
    """Return what this computer's Python would tell without a package."""
    found = json.loads(json.dumps(Recorded().pythons[PYTHON]))
    found.pop(name)
    return {PYTHON: found | {f"{name}_error": f"ModuleNotFoundError: No module named '{name}'"}}


def telling(**changed):
    """Return what this computer's Python would tell about itself otherwise."""
    return {PYTHON: Recorded().pythons[PYTHON] | changed}


STORE_PYTHON = "C:\\Program Files\\WindowsApps\\PythonSoftwareFoundation.Python.3.12_3.12.1264.0_x64__qbz5n2kfra8p0"
REFUSALS = {
    "Linux": (
        {"platform": "linux"},
        {},
        "Windows: this is linux; run this under Windows, or use xlwings Lite",
    ),
    "no-Excel": ({}, {EXCEL: None}, "Excel: no Excel is installed; install Microsoft 365"),
    "Store-Python": (
        {"pythons": telling(base=STORE_PYTHON)},
        {},
        f"Python: {PYTHON} comes from the Microsoft Store; ",
    ),
    "no-pywin32": (
        {"pythons": without("pywin32")},
        {},
        f'pywin32 is missing in {PYTHON}; "{PYTHON}" -m pip install',
    ),
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


@pytest.mark.parametrize("work", [install, uninstall])
def test_an_excel_that_is_open_is_named_and_nothing_is_half_done(work):
    """Excel holds the add-in open: a sentence, and every other file is as it was."""
    machine = installed()
    machine.files[addin_path(machine)] = OLD
    machine.locked = {addin_path(machine)}
    before = dict(machine.files)
    with pytest.raises(
        BookError, match=r"^cannot write .*xlpoker\.xlam: .*; close Excel and try again$"
    ):
        work(machine)
    assert machine.files == before


@pytest.mark.parametrize(
    "interpreter", ["C:\\Users\\Ann Lee & Söhne\\py\\python.exe", "\\\\server\\py\\python.exe"]
)
def test_any_path_of_windows_is_written(interpreter):
    """Spaces, ampersands, umlauts, network paths: the sheet of settings holds the path letter for letter."""
    made = filled(Recorded().template()[1], interpreter)
    sheet = openpyxl.load_workbook(io.BytesIO(as_a_workbook(made)))["myaddin.conf"]
    assert interpreter in [row[1] for row in sheet.iter_rows(max_col=2, values_only=True)]


def test_a_healthy_computer_passes_every_check():
    """One line per check, each with what was found, none with a remedy."""
    lines = [str(check) for check in doctor(installed())]
    assert len(lines) == 8
    assert all(line.startswith("ok  ") and "->" not in line for line in lines)
    assert lines[-2] == 'ok  HANDVAL("5H 5C 6S 7S KD") through xlwings: 2067'


def probing(**changed):
    """Return a change of what the Python of the add-in tells about itself."""
    return lambda machine: machine.pythons[PYTHON].update(changed)


def valued(name, value):
    """Return a change of the registry."""
    return lambda machine: machine.values.update({name: value})


def removed(path_of):
    """Return the removal of a file."""
    return lambda machine: machine.write(path_of(machine), None)


def no_template():
    """Raise what a Python without xlwings says of its template."""
    raise BookError("xlwings is not installed in this Python; pip install xlwings")


FAULTS = {
    "Store-Excel": (
        valued(EXCEL, STORE),
        "Excel: it comes from the Microsoft Store -> install Office from office.com",
    ),
    "Store-Python": (
        probing(base=STORE_PYTHON),
        f"Python: {PYTHON} comes from the Microsoft Store -> install Python from",
    ),
    "no-addin": (removed(addin_path), "Add-in: C:\\Users\\Ann\\AppData -> xlpoker excel install"),
    "old-functions": (
        lambda machine: machine.files.update({addin_path(machine): OLD}),
        "Add-in: it is not that of this xlpoker and its xlwings -> xlpoker excel install writes it anew",
    ),
    "no-template": (
        lambda machine: setattr(machine, "template", no_template),
        "Add-in: xlwings is not installed in this Python -> xlpoker excel install writes it anew",
    ),
    "no-Python": (
        lambda machine: machine.pythons.clear(),
        f"Python: {PYTHON} does not start -> run xlpoker excel",
    ),
    "no-pywin32": (
        probing(pywin32=None, pywin32_error="ImportError: DLL load failed"),
        f'pywin32: ImportError: DLL load failed -> "{PYTHON}" -m pip install --force-reinstall pywin32',
    ),
    "no-xlwings": (probing(xlwings=None), f'xlwings: missing -> "{PYTHON}" -m pip install xlwings'),
    "newer-xlwings": (
        lambda machine: (
            probing(xlwings="0.38.0")(machine),
            machine.write("C:\\Users\\Ann\\poker\\.venv\\xlwings64-0.38.0.dll", b""),
        ),
        f'xlwings: 0.38.0, expected 0.37.8 -> "{PYTHON}" -m pip install xlwings, then xlpoker excel install',
    ),
    "no-DLL": (
        removed(lambda _: "C:\\Users\\Ann\\poker\\.venv\\xlwings64-0.37.8.dll"),
        "DLL: xlwings64-0.37.8.dll is not in C:\\Users\\Ann\\poker\\.venv\\Scripts nor above it -> ",
    ),
    "old-xlpoker": (
        probing(xlpoker="0.0.1"),
        f"xlpoker.udfs: 0.0.1, expected {xlpoker.__version__} -> ",
    ),
    "call-fails": (
        probing(call=None, call_error="TypeError: x"),
        'HANDVAL("5H 5C 6S 7S KD") through xlwings: TypeError: x -> mend what is named above',
    ),
    "another-answer": (
        probing(call=2066),
        'HANDVAL("5H 5C 6S 7S KD") through xlwings: 2066 -> mend',
    ),
}


@pytest.mark.sampled(4)
@cases(("broken", "line"), FAULTS)
def test_doctor_names_each_fault(broken, line):
    """A single fault gives a single line that names it, with its remedy."""
    machine = installed()
    broken(machine)
    (fault,) = [check for check in doctor(machine) if not check.good]
    found, _, remedy = line.partition(" -> ")
    assert str(fault).startswith(f"NO  {found}")
    assert fault.remedy
    assert fault.remedy.startswith(remedy)


@pytest.mark.slow
def test_the_probe_calls_through_xlwings(com):
    """What doctor has the other Python do, done here: xlwings' own COM server answers."""
    found = json.loads(com.ask("ran", PROBE))
    assert (found["call"], found["xlpoker"], found["pywin32"]) == (
        2067,
        xlpoker.__version__,
        "can be imported",
    )


@pytest.mark.slow
def test_the_probe_survives_a_bare_python():
    """Without pywin32 it says what cannot be imported instead of failing."""
    machine = Windows()
    found = machine.probe(machine.python)
    assert found["pywin32_error"].startswith("ModuleNotFoundError")
    assert found["xlpoker"] == xlpoker.__version__
    assert machine.probe("/no/such/python") == {}


def test_the_probe_leaves_a_running_excel_alone(tmp_path, monkeypatch):
    """An exit hook of xlwings ends Excel processes; the probe imports xlwings and ends without such hooks."""
    ended = tmp_path / "ended"
    hook = f"import atexit, pathlib\natexit.register(pathlib.Path({str(ended)!r}).touch)\n"
    (tmp_path / "xlwings.py").write_text(f"{hook}__version__ = '0.0'\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    machine = Windows()
    assert machine.probe(machine.python)["xlwings"] == "0.0"
    assert not ended.exists()


def test_this_computer_is_asked_for_its_files(tmp_path):
    """Files are written with the folders above them, read, deleted twice; the registry of another system is empty."""
    machine = Windows()
    path = str(tmp_path / "a" / "b.xlam")
    assert machine.read(path) is None
    machine.write(path, b"x")
    assert machine.read(path) == b"x"
    machine.write(path, None)
    machine.write(path, None)
    assert machine.read(path) is None
    with pytest.raises(BookError, match=r"^cannot write .*; close Excel and try again$"):
        machine.write(str(tmp_path), b"x")
    version, template = machine.template()
    assert re.fullmatch(r"[\d.]+", version)
    assert zipfile.is_zipfile(io.BytesIO(template))


@cases(
    ("words", "code", "shown"),
    {
        "install": (["install"], 2, "xlpoker: Windows: this is linux; run this under Windows"),
        "uninstall": (["uninstall"], 0, "Nothing to do: there is no installation"),
        "doctor": (["doctor"], 1, "NO  Windows: this is linux -> run this under Windows"),
        "lite": (["lite"], 0, f"# xlpoker {xlpoker.__version__}: BESTHAND, "),
    },
)
def test_the_commands_say_it_in_one_line(words, code, shown, monkeypatch, tmp_path):
    """Where there is no Windows, the commands say so and name xlwings Lite; exit codes are those of every command."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    result = CliRunner().invoke(main, ["excel", *words])
    assert result.exit_code == code
    assert (result.stdout + result.stderr).startswith(shown)


def test_the_start_folder_is_where_windows_says(monkeypatch):
    """Folders may be redirected: APPDATA tells, else the registry, and the home folder only where neither does."""
    monkeypatch.setenv("APPDATA", "/roaming")
    assert Windows().startup == str(Path("/roaming/Microsoft/Excel/XLSTART"))
    monkeypatch.delenv("APPDATA")
    monkeypatch.setenv("PROFILE", "/profiles/ann")
    monkeypatch.setattr(Windows, "registry", lambda _self, _key, name: f"$PROFILE/{name}")
    assert Windows().startup == str(Path("/profiles/ann/AppData/Microsoft/Excel/XLSTART"))


def test_the_guide_names_every_command_and_its_formulas_are_right():
    """The pages for Excel: each command of `xlpoker excel`, and the answer beside each formula that can be evaluated."""
    pages = ("excel", "addin", "lite", "policies", "zip")
    guide = "".join(
        (BOOKS.parent / "docs" / f"{page}.md").read_text(encoding="utf-8") for page in pages
    )
    assert all(f"xlpoker excel {name}" in guide for name in main.commands["excel"].commands)
    assert f"xlpoker-{xlpoker.__version__}-py3-none-any.whl" in guide
    shown = re.findall(r"\| `(=[A-Z]+\((?:[A-Z]+\()?\"[^`]*)` \| `([^`]+)` \|", guide)
    assert len(shown) == 3
    for formula, answer in shown:
        assert str(tour.evaluated(formula, lambda _name: None)) == answer
