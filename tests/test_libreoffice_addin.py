"""LibreOffice reads the add-in's VBA project and runs its functions from cells; Python is a stub in VBA there.

What is read is the add-in as it is installed. What is run has three changes, since LibreOffice is not Excel: the class
Dictionary answers in the place of Python, there is no Application.Caller, and no `Value` of a Range while it calculates
(it hangs, LibreOffice 7.4), so arguments are texts, numbers and arrays.
"""

import os
import re
import signal
import subprocess

import pytest
from hosts.libreoffice import macro_files
from support.machines import XLWINGS
from support.parts import parts, zipped

from xlpoker.files import compound_file
from xlpoker.functions import CATALOGUE
from xlpoker.hosts import vba
from xlpoker.hosts.ribbon import RIBBON
from xlpoker.hosts.template import NAME, filled, template_of, wrappers

pytestmark = [pytest.mark.engine("soffice"), pytest.mark.slow]

PROJECT = "xl/vbaProject.bin"
DRIVER = """
Function Opened(name)
  Dim options(2) As New com.sun.star.beans.PropertyValue
  options(0).Name = "FilterName" : options(0).Value = "Calc MS Excel 2007 VBA XML"
  options(1).Name = "MacroExecutionMode" : options(1).Value = 4
  options(2).Name = "Hidden" : options(2).Value = True
  Opened = StarDesktop.loadComponentFromURL("{folder}/" & name, "_blank", 0, options())
End Function

Sub Main
  Dim book, libraries, library, name, line, out, given, sheet, cell
  out = FreeFile
  Open ConvertFromURL("{folder}/out.txt") For Output As #out
  book = Opened("addin.xlam")
  libraries = book.BasicLibraries
  Print #out, "mode " & libraries.VBACompatibilityMode
  For Each name In libraries.getElementNames()
    If name <> "Standard" Then
      libraries.loadLibrary(name)
      library = libraries.getByName(name)
      For Each line In library.getElementNames()
        Print #out, "module " & line & " " & library.getModuleInfo(line).ModuleType
        If line = "{module}" Then Print #out, "text " & Join(Split(library.getByName(line), Chr(10)), Chr(1))
      Next
    End If
  Next
  book.close(True)
  book = Opened("stub.xlam")
  book.Sheets.insertNewByName("calls", 0)
  sheet = book.Sheets.getByIndex(0)
  cell = sheet.getCellByPosition(9, 9)
  given = FreeFile
  Open ConvertFromURL("{folder}/formulas.txt") For Input As #given
  Do While Not Eof(given)
    Line Input #given, line
    cell.Formula = line
    Print #out, "answer " & cell.String
  Loop
  Close #given
  Close #out
  book.close(True)
  StarDesktop.terminate()
End Sub
"""
STUB = """Attribute VB_Name = "Dictionary"
Public Function CallUDF(module, name, args)
    Dim text, k, r, c
    text = module & "." & name
    For k = LBound(args) To UBound(args)
        text = text & ";"
        If IsArray(args(k)) Then
            For r = LBound(args(k), 1) To UBound(args(k), 1)
                For c = LBound(args(k), 2) To UBound(args(k), 2)
                    text = text & "[" & args(k)(r, c) & "]"
                Next c
            Next r
        ElseIf IsMissing(args(k)) Then
            text = text & "missing"
        ElseIf IsObject(args(k)) Then
            text = text & "object"
        Else
            text = text & args(k)
        End If
    Next k
    CallUDF = text
End Function
"""
XLPY = """Attribute VB_Name = "xlwings"
Public Function XLPy()
    Set XLPy = New Dictionary
End Function
"""


def with_stub(addin):
    """Return the add-in with a class in the place of Python that says what it was called with."""
    functions = re.sub(r" *#If .*?#End If\n", "", wrappers(), flags=re.DOTALL)
    functions = re.sub(r" *If IsObject.*\n", "", functions)
    streams = compound_file.read(parts(addin)[PROJECT])
    for module, text in (("Dictionary", STUB), ("xlwings", XLPY), (NAME, functions)):
        streams[f"VBA/{module}"] = vba.compressed(text.replace("\n", "\r\n").encode())
    return zipped(parts(addin) | {PROJECT: compound_file.write(streams)})


def opened(addin, folder, formulas):
    """Open an add-in in LibreOffice, call formulas from a cell, and return what its macro has written."""
    (folder / "addin.xlam").write_bytes(addin)
    (folder / "stub.xlam").write_bytes(with_stub(addin))
    (folder / "formulas.txt").write_text("\n".join(formulas))
    library = folder / "profile" / "user" / "basic" / "Standard"
    library.mkdir(parents=True)
    for name, content in macro_files(DRIVER.format(folder=folder.as_uri(), module=NAME)).items():
        (library / name).resolve().write_text(content, encoding="utf-8")
    script = "macro:///Standard.Driver.Main"
    command = [
        "soffice",
        "--headless",
        "--norestore",
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        script,
    ]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as soffice:
        try:
            soffice.wait(120)
        except (
            subprocess.TimeoutExpired
        ):  # a message that nobody sees; soffice is a script, the program is its child
            os.killpg(soffice.pid, signal.SIGKILL)
    return (folder / "out.txt").read_text(encoding="utf-8").splitlines()


CALLS = {
    '=HANDVAL("AH";"five")': "HANDVAL;AH;five;missing",
    '=HANDVAL({"AH";"KD"})': "HANDVAL;[AH][KD];missing;missing",
    '=HANDVAL({"AH";"KD"|7;"2C"};"mrt";"five")': "HANDVAL;[AH][KD][7][2C];mrt;five",
    "=HANDNAME(7)": "HANDNAME;7;missing",
    '=BESTHAND("AH KD")': "BESTHAND;AH KD;missing",
    '=WINNER("AH";"KD";"QS")': "WINNER;AH;KD;QS",
    '=SHARES("AH";{"AH";"KD"})': "SHARES;AH;[AH][KD]",
    "=PAYOUTS({1|2};{3|4})": "PAYOUTS;[1][2];[3][4];missing",
    '=HOLDEM({"AH";"KD"};"AH";"KD")': "HOLDEM;[AH][KD];AH;KD",
    '=OMAHA("AH";"KD")': "OMAHA;AH;KD",
    '=OUTS("AH";"KD";"QS")': "OUTS;AH;KD;QS",
    '=EQUITY({"AH";"KD"};"AH";{"AH"|"KD"})': "EQUITY;[AH][KD];AH;[AH][KD]",
    '=CHANCES({"AH";"KD"};"AH")': "CHANCES;[AH][KD];AH;missing",
}


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """Return what LibreOffice says about the add-in."""
    addin = filled(template_of(XLWINGS), "C:\\py\\python.exe")
    return opened(addin, tmp_path_factory.mktemp("addin"), CALLS)


def test_every_module_is_found(shown):
    """Another program's reader of VBA projects finds the modules and their kinds: 1 is a module, 2 a class, 4 a sheet."""
    assert shown[0] == "mode True"
    kinds = dict(line.split()[1:] for line in shown if line.startswith("module "))
    expected = {
        "Dictionary": "2",
        "Module1": "1",
        "Sheet2": "4",
        "ThisWorkbook": "4",
        "xlwings": "1",
        NAME: "1",
        RIBBON: "1",
    }
    assert kinds == expected


def test_the_text_is_ours(shown):
    """Line by line, but for the attributes, which LibreOffice takes out."""
    (text,) = [line.removeprefix("text ") for line in shown if line.startswith("text ")]
    ours = [line for line in wrappers().splitlines() if not line.startswith("Attribute ")]
    theirs = [
        line
        for line in text.split("\1")
        if not line.startswith(("Rem Attribute", "Option VBASupport"))
    ]
    assert "\n".join(theirs).strip() == "\n".join(ours).strip()


def test_each_function_runs_from_a_cell(shown):
    """Texts, numbers, arrays, options left out, any number of hands: Python gets what the cell holds."""
    answers = [line.removeprefix("answer ") for line in shown if line.startswith("answer ")]
    assert answers == [f"xlpoker.udfs.{call}" for call in CALLS.values()]
    assert {call.partition(";")[0] for call in CALLS.values()} == set(CATALOGUE)
