"""The tab in Excel's ribbon: its parts in the add-in, and each VBA procedure run by an interpreter."""

import ast
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import xlwings
from hosts.vba_interpreter import Excel, clicked, functions_of, shown_as_text
from support.cases import cases

from xlpoker.functions import CATALOGUE, call
from xlpoker.hosts import ribbon, template
from xlpoker.hosts.reasons import BUSY
from xlpoker.scoring.buttons import COMMANDS

XLWINGS = Path(xlwings.__file__).parent
UI = "{http://schemas.microsoft.com/office/2006/01/customui}"
BUTTON_NAMES = [command.capitalize() for command in COMMANDS]


@pytest.fixture(scope="module")
def addin():
    """Return the parts of the add-in."""
    return template.members(template.filled(template.template_of(XLWINGS), r"C:\Python\python.exe"))


def excel(*answers, **situation):
    """Return an Excel whose Python gives these answers, one a call."""
    rest = list(answers)
    return Excel(lambda *_: rest.pop(0), **situation)


def test_the_tab_is_a_part_of_the_addin(addin):
    """The part is there once, related to the package, of a type that the package knows."""
    assert addin[ribbon.PART].decode() == ribbon.custom_ui()
    relations = ET.fromstring(addin["_rels/.rels"])
    targets = [each.get("Target") for each in relations if "extensibility" in each.get("Type")]
    assert targets == [ribbon.PART]
    assert b'Extension="xml"' in addin["[Content_Types].xml"]


def test_each_button_runs_a_procedure_of_the_module():
    """The tab has a button for each command, with what it does; each names a procedure that exists."""
    tab = ET.fromstring(ribbon.custom_ui())
    buttons = list(tab.iter(f"{UI}button"))
    assert [button.get("label") for button in buttons] == [
        "Score this sheet", "Count wins", "Remove results", "Help",
    ]  # fmt: skip
    for button in buttons:
        module, procedure = button.get("onAction").split(".")
        assert module == ribbon.RIBBON
        assert f"Public Sub {procedure}(control As IRibbonControl)" in ribbon.procedures()
        assert 0 < len(button.get("supertip")) <= 1024
        assert len(button.get("screentip")) <= 1024
    ids = [element.get("id") for element in tab.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_the_text_is_one_that_vba_takes():
    """Plain ASCII, lines below 1,024 characters."""
    assert ribbon.procedures().isascii()
    assert max(map(len, ribbon.procedures().splitlines())) < 1024


def test_another_program_reads_the_modules(tmp_path):
    """PyOpenVBA finds both modules, letter for letter."""
    pyopenvba = pytest.importorskip("pyopenvba", reason="pyopenvba is not installed")
    path = tmp_path / "xlpoker.xlam"
    path.write_bytes(template.filled(template.template_of(XLWINGS), r"C:\Python\python.exe"))
    with pyopenvba.ExcelFile(path) as book:
        modules = book.vba_modules()
    for name, text in ((ribbon.RIBBON, ribbon.procedures()), (template.NAME, template.wrappers())):
        assert modules[name].replace("\r\n", "\n").strip() == text.strip()


@pytest.mark.parametrize("name", BUTTON_NAMES)
def test_a_click_shows_what_python_answers(name):
    """The command goes to Python with the open workbook, the answer into a message; nothing is left in the status bar."""
    host = excel(" 376 : 624")
    assert clicked(host, ribbon.procedures(), f"Xlpoker{name}") == [("information", "376 : 624")]
    assert host.server.calls == [(ribbon.CLICK, "called", name.lower(), "")]
    assert host.application.status is False
    assert host.application.undo == []


def test_what_was_written_can_be_undone():
    """After cells were written Excel's Undo runs a procedure, which asks Python to restore them."""
    host = excel("+scored", " The cells are as they were.")
    clicked(host, ribbon.procedures(), "XlpokerScore")
    assert host.application.undo == [("Undo xlpoker", "'xlpoker.xlam'!XlpokerUndo")]
    boxes = clicked(host, ribbon.procedures(), "XlpokerUndo")
    assert boxes == [("information", "The cells are as they were.")]
    assert host.server.calls[-1] == (ribbon.CLICK, "called", "undo", "")
    assert len(host.application.undo) == 1


def test_a_question_is_answered_by_a_number():
    """The question stands in an input box; Python is asked again with the number."""
    host = excel("?1 hold'em  2 Omaha", "+scored")
    boxes = clicked(host, ribbon.procedures(), "XlpokerScore", "2")
    assert boxes == [("question", "1 hold'em  2 Omaha"), ("information", "scored")]
    assert [call[-1] for call in host.server.calls] == ["", "2"]


def test_a_question_without_an_answer_writes_nothing():
    """*Cancel* ends it: Python is not asked again."""
    host = excel("?1 hold'em  2 Omaha")
    assert clicked(host, ribbon.procedures(), "XlpokerScore", "") == [
        ("question", "1 hold'em  2 Omaha")
    ]
    assert len(host.server.calls) == 1
    assert host.application.undo == []


def test_an_error_is_marked_as_one():
    """What cannot be done is an exclamation, without an undo."""
    host = excel("!Sheet1 is protected.")
    boxes = clicked(host, ribbon.procedures(), "XlpokerScore")
    assert boxes == [("exclamation", "Sheet1 is protected.")]
    assert host.application.undo == []


def test_a_python_that_is_gone_is_a_sentence():
    """Never the debugger: the message names the command that finds the fault."""

    def gone(*_):
        raise OSError("the server died")

    host = Excel(gone)
    ((kind, text),) = clicked(host, ribbon.procedures(), "XlpokerScore")
    assert kind == "exclamation"
    assert text.startswith("Python does not answer. In a terminal: py -m xlpoker excel doctor.")
    assert host.application.status is False


@cases(
    "number",
    {
        "RPC_E_CALL_REJECTED": -2147418111,
        "RPC_E_SERVERCALL_RETRYLATER": -2147417846,
        "a cell is being edited, 0x800AC472": -2146777998,
    },
)
def test_an_excel_that_is_busy_is_a_sentence(number):
    """Whichever call is refused, a box says what to do; never the debugger, and the next click works."""
    from pyopenvba.exceptions import VBARuntimeError

    def refused(*_):
        raise VBARuntimeError(number, "Call was rejected by callee.")

    host = Excel(refused)
    sentence = ("exclamation", f"{BUSY}. Then click again.")
    assert clicked(host, ribbon.procedures(), "XlpokerScore") == [sentence]
    assert host.application.status is False
    host = excel("+scored")
    host.application.refuses = number
    assert clicked(host, ribbon.procedures(), "XlpokerScore") == [sentence]
    assert host.server.calls == []
    host.application.refuses = None
    assert clicked(host, ribbon.procedures(), "XlpokerScore") == [("information", "scored")]


def test_an_excel_that_offers_no_undo_shows_the_answer():
    """What was written is said, whatever Excel answers to *Undo*."""

    def busy_from_now_on(*_):
        host.application.on_undo = None
        return "+scored"

    host = Excel(busy_from_now_on)
    assert clicked(host, ribbon.procedures(), "XlpokerScore") == [("information", "scored")]


def test_without_a_workbook():
    """No workbook, or one in the protected view, is none to Excel."""
    from pyopenvba.interpreter import NOTHING

    host = excel()
    host.workbook = NOTHING
    assert clicked(host, ribbon.procedures(), "XlpokerScore") == [
        ("information", "Open a workbook, or leave the protected view (Enable Editing), then try again."),
    ]  # fmt: skip
    assert host.server.calls == []


def test_on_a_chart_sheet():
    """A chart has no cells."""
    host = excel(sheet="Chart")
    assert clicked(host, ribbon.procedures(), "XlpokerCount") == [
        ("information", "Go to a worksheet: this is a chart.")
    ]


def test_the_picture_shows_the_real_labels():
    """Docs show a drawing of the tab, made from the labels of the buttons."""
    from tools.ribbon_picture import TARGET, picture

    assert TARGET.read_text(encoding="utf-8") == picture()


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.name)
def test_each_function_of_the_addin_runs(entry):
    """The example of each function, by its VBA procedure: what is left out reaches Python as missing."""
    expression = ast.parse(entry.example.removeprefix("="), mode="eval").body
    texts = [ast.literal_eval(argument) for argument in expression.args]
    interpreter, server = functions_of(template.wrappers())
    answer = interpreter.run(entry.name, texts)
    ((module, name, passed),) = server.calls
    assert (module, name) == (template.MODULE, entry.name)
    assert [text for text in passed if text is not None] == texts
    expected = call(entry.name, *texts)
    assert answer == (expected if isinstance(expected, str) else shown_as_text(expected))


def test_a_function_whose_python_is_gone_shows_the_reason():
    """The cell holds what went wrong, not an error value."""
    from pyopenvba.exceptions import VBARuntimeError

    interpreter, server = functions_of(template.wrappers())

    def gone(*_):
        raise VBARuntimeError(1000, "Python is gone")

    server.vba_call = gone
    server.vba_get = gone
    assert interpreter.run("HANDVAL", ["5H 5C 6S 7S KD"]) == "Python is gone"
