"""`xlpoker excel install`, `uninstall` and `doctor`: an add-in in Excel's start folder.

There the functions are loaded with Excel, always. Excel need not run, and none of its settings
change. The add-in carries its own settings and is the only file written. Nothing is written before
every check has passed, and a second `install` finds nothing to do.

The checks of the doctor go from the outside in: Excel, the add-in, the Python that it starts, and
what that Python can import. The last one is a formula through xlwings' own COM server in that
Python. What administrators may have forbidden stands in docs/policies.md.
"""

from __future__ import annotations

import ntpath
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import xlpoker
from xlpoker.errors import BookError
from xlpoker.functions import CATALOGUE
from xlpoker.hosts.template import MODULE, filled, members, python_in
from xlpoker.hosts.windows import Windows
from xlpoker.scoring.buttons import COMMANDS

__all__ = ["Finding", "addin_path", "doctor", "install", "uninstall"]

UNCHANGED = "Nothing to do: the add-in and its functions are up to date"
LITE = "or use xlwings Lite, which needs neither Python nor macros: xlpoker excel lite"


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what was looked at, what is there, and what to do if that is not good."""

    name: str
    state: str
    remedy: str = ""

    @property
    def good(self) -> bool:
        """Return whether there is nothing to do."""
        return not self.remedy

    def __str__(self) -> str:
        line = f"{self.name}: {self.state}"
        return f"ok  {line}" if self.good else f"NO  {line} -> {self.remedy}"


def install(machine: Windows) -> list[str]:
    """Install the add-in for this Python and return what was done, one sentence per step.

    Raises `BookError` with the remedy when something is missing; then nothing has been written.
    """
    excel = excel_of(machine)
    report = machine.probe(machine.python) if excel.good else {}
    for check in (excel, python_of(machine.python, report)):
        if not check.good:
            raise BookError(f"{check.name}: {check.state}; {check.remedy}")
    if not report.get("pywin32"):
        raise BookError(
            f'pywin32 is missing in {machine.python}; "{machine.python}" -m pip install pywin32'
        )
    path = addin_path(machine)
    _version, template = machine.template()
    addin = filled(template, machine.python)
    if members(machine.read(path) or b"") == members(addin):
        return [UNCHANGED]
    machine.write(path, addin)
    return [
        f"The add-in {path} holds the functions; it loads with Excel",
        "Restart Excel: type =HANDVAL(A3:E3), or click Score this sheet on the tab xlpoker",
    ]


def uninstall(machine: Windows) -> list[str]:
    """Remove what `install` wrote and return what was done, one sentence per step."""
    path = addin_path(machine)
    if machine.read(path) is None:
        return ["Nothing to do: there is no installation"]
    machine.write(path, None)
    return [f"{path} is deleted"]


def addin_path(machine: Windows) -> str:
    """Return where the add-in is."""
    return ntpath.join(machine.startup, "xlpoker.xlam")


def excel_of(machine: Windows) -> Finding:
    """Check that there is an Excel that xlwings can drive."""
    if machine.platform != "win32":
        return Finding("Windows", f"this is {machine.platform}", f"run this under Windows, {LITE}")
    path = machine.registry(
        "HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\excel.exe", ""
    )
    if not path:
        return Finding(
            "Excel", "no Excel is installed", "install Microsoft 365 or Office for desktop"
        )
    if "\\windowsapps\\" in path.lower():
        remedy = (
            "install Office from office.com instead "
            f"(its version from the Store refuses COM), {LITE}"
        )
        return Finding("Excel", "it comes from the Microsoft Store", remedy)
    office = "HKLM\\SOFTWARE\\Microsoft\\Office\\ClickToRun\\Configuration"
    version = machine.registry(office, "VersionToReport") or "16"
    return Finding("Excel", f"version {version}, {path}")


def python_of(python: str, report: dict[str, Any]) -> Finding:
    """Check that a Python can serve Excel, from its report about itself."""
    if not report:
        remedy = "run xlpoker excel install in the Python that you want Excel to use"
        return Finding("Python", f"{python} does not start", remedy)
    if "\\windowsapps\\" in str(report.get("base")).lower():
        remedy = (
            "install Python from python.org: "
            "Windows hides from Excel what a Python from the Store writes"
        )
        return Finding("Python", f"{python} comes from the Microsoft Store", remedy)
    return Finding("Python", f"{python}, version {report['python']}")


def doctor(machine: Windows) -> Iterator[Finding]:
    """Yield the checks; stop after a fault that makes further checks pointless."""
    excel = excel_of(machine)
    yield excel
    if not excel.good:
        return
    addin, python, xlwings_version = _addin(machine)
    yield addin
    report = machine.probe(python)
    yield python_of(python, report)
    if report:
        yield from _imports(python, report, xlwings_version)
        if report.get("xlwings"):
            yield _library(machine, python, f"xlwings64-{report['xlwings']}.dll")


def _addin(machine: Windows) -> tuple[Finding, str, str]:
    """Check that the add-in is what `install` would write.

    Returns the Python that it starts and the version of xlwings for it, too.
    """
    path = addin_path(machine)
    python = machine.python
    version = ""
    remedy = "xlpoker excel install"
    content = machine.read(path)
    if content is None:
        return Finding("Add-in", f"{path} is not there", remedy), python, version
    problem = ""
    try:
        version, template = machine.template()
        parts = members(content)
        python = python_in(parts) or python
        if parts != members(filled(template, python)):
            problem = "it is not that of this xlpoker and its xlwings"
    except BookError as error:
        problem = str(error)
    if problem:
        return Finding("Add-in", problem, f"{remedy} writes it anew"), python, version
    return (
        Finding(
            "Add-in", f"{path}, {len(CATALOGUE)} functions, a tab with {len(COMMANDS)} buttons"
        ),
        python,
        version,
    )


def _imports(python: str, report: dict[str, Any], xlwings_version: str) -> Iterator[Finding]:
    """Yield what a Python has of what it needs, each with what it must be where that is known."""
    pip = f'"{python}" -m pip install'.replace("pythonw.exe", "python.exe")
    formula = 'HANDVAL("5H 5C 6S 7S KD") through xlwings'
    for name, key, expected, remedy in (
        ("pywin32", "pywin32", "", f"{pip} --force-reinstall pywin32"),
        ("xlwings", "xlwings", xlwings_version, f"{pip} xlwings, then xlpoker excel install"),
        (MODULE, "xlpoker", xlpoker.__version__, f"{pip} --upgrade xlpoker"),
        (formula, "call", 2067, "mend what is named above, then try again"),
    ):
        value = report.get(key)
        if value is None:
            yield Finding(name, report.get(f"{key}_error", "missing"), remedy)
        elif expected not in ("", value):
            yield Finding(name, f"{value}, expected {expected}", remedy)
        else:
            yield Finding(name, str(value))


def _library(machine: Windows, python: str, library: str) -> Finding:
    """Check that xlwings' DLL, which Excel loads, is beside Python or above it.

    The one for 32 bits comes with it.
    """
    folder = ntpath.dirname(python)
    for place in (folder, ntpath.dirname(folder)):
        if machine.read(ntpath.join(place, library)) is not None:
            return Finding("DLL", library)
    pip = f'"{python}" -m pip install'.replace("pythonw.exe", "python.exe")
    remedy = f"{pip} --force-reinstall xlwings"
    return Finding("DLL", f"{library} is not in {folder} nor above it", remedy)
