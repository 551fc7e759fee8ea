"""Windows as far as Wine is one: Windows Python, real pywin32, xlwings' own DLL, a stand-in for Excel's side.

That the functions answer as everywhere is looked at in `test_hosts.py` and `test_host_com.py`.
"""

import json
import re
from importlib.metadata import version
from pathlib import Path

import pytest
from hosts import ROOT, WINE, Range
from hosts.deals import example
from hosts.golden import GOLDEN
from support.parts import parts
from support.vba import read_by_olefile

from tools import release
from xlpoker.functions import CATALOGUE
from xlpoker.hosts.template import filled
from xlpoker.hosts.windows import Windows

pytestmark = [*[pytest.mark.engine(program) for program in WINE], pytest.mark.slow]

HAND = Range([["5H", "5C", "6S", "7S", "KD"]])
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
    """Return Windows whose registry says that there is an Excel, as on the recorded computer; nothing is installed."""
    record = json.loads(
        (Path(__file__).parent / "data" / "windows.json").read_text(encoding="utf-8")
    )
    code, _, errors = wine.ask(
        "run", wine.ask("python"), "-c", REGISTERED, json.dumps(record["registry"])
    )
    assert (code, errors) == (0, "")
    assert ran(wine, "uninstall")[0] == 0
    yield wine
    ran(wine, "uninstall")


def ran(wine, command):
    """Return the exit code of an `xlpoker excel` command and the lines that it writes."""
    code, out, errors = wine.ask("run", XLPOKER, "excel", command)
    return code, (out + errors).splitlines()


def test_python_is_windows_python_in_a_folder_with_a_space(wine):
    """What answers is CPython for Windows from python.org, in a virtual environment that pip has filled."""
    code = "import sys, xlpoker; print(sys.platform, sys.version.split()[0], sys.prefix, xlpoker.__file__, sep='|')"
    _, out, _ = wine.ask("run", wine.ask("python"), "-c", code)
    platform, version, prefix, file = out.strip().split("|")
    assert (platform, version, prefix) == ("win32", "3.11.9", r"C:\users\Ann Lee\poker\.venv")
    assert file == prefix + r"\Lib\site-packages\xlpoker\__init__.py"


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


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_addin_is_never_called_back(wine, name):
    """Values instead of Ranges, no workbook, no calling cell: Python has nothing to ask of Excel."""
    function, arguments = example(CATALOGUE[name])
    found = wine.ask("counted", function, tuple(Range([[argument]]) for argument in arguments))
    assert (found["invoked"], found["described"]) == (0, 0)


def test_python_is_started_once_and_ended(wine):
    """XLPy() gives the same server again, KillPy ends it, and it holds no object of Excel's then."""
    again = wine.ask("again")
    assert (again["number"], again["vt"]) == (0, 9)
    wine.call("HANDVAL", HAND)
    assert wine.ask("ended") == {"killed": 0, "left": 0}
    assert wine.call("HANDVAL", HAND) == [[2067]]


def streams_of(wine, content):
    """Return the streams of a compound file as Windows' own functions (StgOpenStorage) read them."""
    wine.ask("write", r"C:\books\vbaProject.bin", content)
    return wine.ask("streams", r"C:\books\vbaProject.bin")


def test_the_doctor_finds_what_is_missing(registered):
    """Before the installation everything is fine but the add-in, the formula through the COM server included."""
    code, lines = ran(registered, "doctor")
    assert code == 1
    assert [line for line in lines if not line.startswith("ok ")] == [
        f"NO  Add-in: {addin_of(registered)} is not there -> xlpoker excel install"
    ]
    assert lines[-2] == 'ok  HANDVAL("5H 5C 6S 7S KD") through xlwings: 2067'
    assert lines[-1] == f"ok  DLL: xlwings64-{version('xlwings')}.dll"
    assert registered.call("HANDVAL", HAND) == [[2067]], "the stand-in for Excel runs on"


def addin_of(wine):
    """Return where the add-in goes."""
    _, out, _ = wine.ask("run", wine.ask("python"), "-c", "import os; print(os.environ['APPDATA'])")
    return out.strip() + r"\Microsoft\Excel\XLSTART\xlpoker.xlam"


def test_install_doctor_uninstall(registered):
    """The whole way of a user: installed, good, nothing to do again, and gone without a trace."""
    addin = addin_of(registered)
    code, lines = ran(registered, "install")
    assert (code, lines[0]) == (0, f"The add-in {addin} holds the functions; it loads with Excel")
    found = parts(registered.ask("read", addin))
    python = registered.ask("python")
    assert f"<t>{python}</t>" in found["xl/worksheets/sheet1.xml"].decode()
    assert found == parts(filled(Windows().template()[1], python))
    assert streams_of(registered, found[PROJECT]) == read_by_olefile(found[PROJECT])
    code, lines = ran(registered, "doctor")
    assert (code, [line for line in lines if not line.startswith("ok ")]) == (0, [])
    assert ran(registered, "install")[1] == [
        "Nothing to do: the add-in and its functions are up to date"
    ]
    code, lines = ran(registered, "uninstall")
    assert (code, lines[0]) == (0, f"{addin} is deleted")
    with pytest.raises(RuntimeError, match="FileNotFoundError"):
        registered.ask("read", addin)
    assert ran(registered, "uninstall")[1] == ["Nothing to do: there is no installation"]


TYPED = """
import os, subprocess, sys
os.chdir(sys.argv[1])
words = sys.argv[2].replace("py -m pip", "py C:/Python311/Lib/site-packages/pip").split()
told = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_COMPILE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
sys.exit(subprocess.call([sys.executable, *words[1:]], env=os.environ | told))
"""
"""What stands for typing a line into the terminal: no index is asked, and what xlpoker needs is there already."""


def test_the_guide_word_for_word(registered):
    """Each line of the guide for the add-in, typed in the folder of the unpacked ZIP, says what the guide says."""
    guide = (ROOT / "docs" / "excel.md").read_text("utf-8").partition("\n## The add-in\n")[2]
    lines = re.findall(r"```bat\s+(.*?)\s+```", guide)
    assert [line.split()[-2:] for line in lines] == [
        ["install", release.WHEEL],
        ["excel", "install"],
        ["excel", "doctor"],
    ]
    folder = rf"C:\users\Ann Lee\xlpoker-{release.VERSION}"
    unpacked = parts(release.for_everybody(release.packages() | release.texts()))
    assert {"docs", "workbooks", release.WHEEL} <= {
        name.partition("/")[0] for name in unpacked
    }  # what step 3 shows
    registered.ask("write", rf"{folder}\{release.WHEEL}", unpacked[release.WHEEL])

    def typed(line):
        code, out, errors = registered.ask(
            "run", registered.ask("python"), "-c", TYPED, folder, line
        )
        assert code == 0, out + errors
        return out.splitlines()

    typed("py -m pip uninstall -y xlpoker")
    assert typed(lines[0])[-1].startswith("Successfully installed")
    assert typed(lines[1])[-1] in guide
    assert typed(lines[1])[-1].startswith("Nothing to do")
    assert all(line.startswith("ok ") for line in typed(lines[2]))
    assert typed("py -m xlpoker excel uninstall")
