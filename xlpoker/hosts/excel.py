"""`xlpoker excel install`, `uninstall` and `doctor`: an add-in in Excel's start folder, so that the functions are always there.

Excel need not run, and none of its settings change. The add-in carries its own settings and is the only file written. Nothing is written before every check has passed, and a second `install` finds
nothing to do. The checks of the doctor go from the outside in: Excel, the add-in, the Python that it starts, what that Python
can import, and finally a formula through xlwings' own COM server in that Python. What administrators may have forbidden stands in
docs/policies.md.
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

__all__ = ["Finding", "addin_path", "doctor", "install", "uninstall"]

UNCHANGED = "Nothing to do: the add-in and its functions are up to date"
LITE = "or use xlwings Lite, which needs neither Python nor macros: xlpoker excel lite"


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what was looked at, what was found, and what to do if that is not good."""

    name: str
    found: str
    remedy: str = ""

    @property
    def good(self) -> bool:
        """Return whether there is nothing to do."""
        return not self.remedy

    def __str__(self) -> str:
        line = f"{self.name}: {self.found}"
        return f"ok  {line}" if self.good else f"NO  {line} -> {self.remedy}"


def install(machine: Windows) -> list[str]:
    """Install the add-in for this Python and return what was done, one sentence per step.

    Raises `BookError` with the remedy when something is missing; then nothing has been written.
    """
    excel = excel_of(machine)
    found = machine.probe(machine.python) if excel.good else {}
    for check in (excel, python_of(machine.python, found)):
        if not check.good:
            raise BookError(f"{check.name}: {check.found}; {check.remedy}")
    if not found.get("pywin32"):
        raise BookError(
            f'pywin32 is missing in {machine.python}; "{machine.python}" -m pip install pywin32'
        )
    path, wanted = addin_path(machine), filled(machine.template()[1], machine.python)
    if members(machine.read(path) or b"") == members(wanted):
        return [UNCHANGED]
    machine.write(path, wanted)
    return [
        f"The add-in {path} holds the functions; it loads with Excel",
        "Restart Excel and type =HANDVAL(A3:E3)",
    ]


def uninstall(machine: Windows) -> list[str]:
    """Take back what `install` did and return what was done."""
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
        remedy = f"install Office from office.com instead (its version from the Store refuses COM), {LITE}"
        return Finding("Excel", "it comes from the Microsoft Store", remedy)
    office = "HKLM\\SOFTWARE\\Microsoft\\Office\\ClickToRun\\Configuration"
    return Finding(
        "Excel", f"version {machine.registry(office, 'VersionToReport') or '16'}, {path}"
    )


def python_of(python: str, found: dict[str, Any]) -> Finding:
    """Check that a Python can serve Excel, from what it tells about itself."""
    if not found:
        remedy = "run xlpoker excel install in the Python that you want Excel to use"
        return Finding("Python", f"{python} does not start", remedy)
    if "\\windowsapps\\" in str(found.get("base")).lower():
        remedy = "install Python from python.org: Windows hides from Excel what a Python from the Store writes"
        return Finding("Python", f"{python} comes from the Microsoft Store", remedy)
    return Finding("Python", f"{python}, version {found['python']}")


def doctor(machine: Windows) -> Iterator[Finding]:
    """Yield the checks; stop after a fault that makes further checks pointless."""
    excel = excel_of(machine)
    yield excel
    if not excel.good:
        return
    addin, python, made_with = _addin(machine)
    yield addin
    found = machine.probe(python)
    yield python_of(python, found)
    if found:
        yield from _imports(python, found, made_with)
        if found.get("xlwings"):
            yield _library(machine, python, f"xlwings64-{found['xlwings']}.dll")


def _addin(machine: Windows) -> tuple[Finding, str, str]:
    """Return whether the add-in is what `install` would write, the Python that it starts, and the xlwings for it."""
    path, python, version, remedy = addin_path(machine), machine.python, "", "xlpoker excel install"
    content = machine.read(path)
    if content is None:
        return Finding("Add-in", f"{path} is not there", remedy), python, version
    try:
        version, template = machine.template()
        parts = members(content)
        python = python_in(parts) or python
        good = parts == members(filled(template, python))
        found = (
            f"{path}, {len(CATALOGUE)} functions"
            if good
            else "it is not that of this xlpoker and its xlwings"
        )
    except BookError as error:
        good, found = False, str(error)
    return Finding("Add-in", found, "" if good else f"{remedy} writes it anew"), python, version


def _imports(python: str, found: dict[str, Any], made_with: str) -> Iterator[Finding]:
    """Yield what a Python has of what it needs, each with what it must be where that is known."""
    pip = f'"{python}" -m pip install'.replace("pythonw.exe", "python.exe")
    for name, key, wanted, remedy in (
        ("pywin32", "pywin32", "", f"{pip} --force-reinstall pywin32"),
        ("xlwings", "xlwings", made_with, f"{pip} xlwings, then xlpoker excel install"),
        (MODULE, "xlpoker", xlpoker.__version__, f"{pip} --upgrade xlpoker"),
        (
            'HANDVAL("5H 5C 6S 7S KD") through xlwings',
            "call",
            2067,
            "mend what is named above, then try again",
        ),
    ):
        value = found.get(key)
        if value is None:
            yield Finding(name, found.get(f"{key}_error", "missing"), remedy)
        elif wanted not in ("", value):
            yield Finding(name, f"{value}, expected {wanted}", remedy)
        else:
            yield Finding(name, str(value))


def _library(machine: Windows, python: str, library: str) -> Finding:
    """Check that xlwings' DLL, which Excel loads, is beside Python or above it; that for 32 bits comes with it."""
    folder = ntpath.dirname(python)
    if all(
        machine.read(ntpath.join(place, library)) is None
        for place in (folder, ntpath.dirname(folder))
    ):
        remedy = f'"{python}" -m pip install --force-reinstall xlwings'.replace(
            "pythonw.exe", "python.exe"
        )
        return Finding("DLL", f"{library} is not in {folder} nor above it", remedy)
    return Finding("DLL", library)
