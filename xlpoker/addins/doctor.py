"""`xlpoker excel doctor`: checks the installation step by step, and names the remedy for each fault.

The checks go from the outside in: Excel, its settings, the add-in, the Python that it starts, what that Python can
import, and finally a formula through xlwings' own COM server in that Python.
"""

from __future__ import annotations

import ntpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import xlpoker
from xlpoker.addins.template import filled, members, python_in
from xlpoker.addins.windows import Machine, probe
from xlpoker.addins.wrappers import MODULE
from xlpoker.errors import BookError
from xlpoker.functions import CATALOGUE

__all__ = ["Finding", "addin_path", "demand", "doctor", "excel_of", "python_of"]

OFFICE = "Microsoft\\Office\\16.0"
TRUSTED = "Security\\Trusted Locations"
DEFENDER = "HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows Defender\\Windows Defender Exploit Guard\\ASR\\Rules"
RULES = {
    "92E97FA1-2EDF-4476-BDD6-9DD0B4DDDC7B": "calls of Windows from macros",
    "D4F940AB-401B-4EFC-AADC-AD5F3C50688A": "programs that Excel starts",
}
"""Two of Defender's rules against attacks: xlwings' VBA code loads a DLL, which starts Python."""

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
        return f"{'ok' if self.good else 'NO':<3} {self.name}: {self.found}" + (
            f" -> {self.remedy}" if self.remedy else ""
        )


def demand(checks: Iterable[Finding]) -> None:
    """Raise `BookError` with the remedy of the first check that finds a fault."""
    for check in checks:
        if not check.good:
            raise BookError(f"{check.name}: {check.found}; {check.remedy}")


def addin_path(machine: Machine) -> str:
    """Return where the add-in is."""
    return ntpath.join(machine.startup, "xlpoker.xlam")


def excel_of(machine: Machine) -> Finding:
    """Check that there is an Excel that xlwings can drive."""
    if machine.platform != "win32":
        return Finding("Windows", f"this is {machine.platform}", f"run this under Windows, {LITE}")
    path = machine.registry("HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\excel.exe", "")
    if not path:
        return Finding("Excel", "no Excel is installed", "install Microsoft 365 or Office for desktop")
    if "\\windowsapps\\" in path.lower():
        remedy = f"install Office from office.com instead (its version from the Store refuses COM), {LITE}"
        return Finding("Excel", "it comes from the Microsoft Store", remedy)
    office = "HKLM\\SOFTWARE\\Microsoft\\Office\\ClickToRun\\Configuration"
    version = machine.registry(office, "VersionToReport") or "16"
    bits = {"x86": 32, "x64": 64}.get(str(machine.registry(office, "Platform")), 64)
    return Finding("Excel", f"version {version}, {bits} bits, {path}")


def python_of(python: str, found: dict[str, Any]) -> Finding:
    """Check that a Python can serve Excel, from what it tells about itself."""
    if not found:
        remedy = "run xlpoker excel install in the Python that you want Excel to use"
        return Finding("Python", f"{python} does not start", remedy)
    if "\\windowsapps\\" in str(found.get("base")).lower():
        remedy = "install Python from python.org: Windows hides from Excel what a Python from the Store writes"
        return Finding("Python", f"{python} comes from the Microsoft Store", remedy)
    return Finding("Python", f"{python}, version {found['python']}")


def doctor(machine: Machine) -> Iterator[Finding]:
    """Yield the checks; stop after a fault that makes further checks pointless."""
    excel = excel_of(machine)
    yield excel
    if not excel.good:
        return
    yield _vba(machine)
    yield _trusted(machine)
    yield _defender(machine)
    yield _disabled(machine)
    addin, python, version = _addin(machine)
    yield addin
    found = probe(machine, python)
    yield python_of(python, found)
    if found:
        yield from _imports(machine, python, found, excel, version)


def _office(machine: Machine, key: str, name: str) -> tuple[Any, str]:
    """Return a setting of Office and whose it is: an administrator's rule goes before the user's own choice."""
    rule = machine.registry(f"HKCU\\Software\\Policies\\{OFFICE}\\{key}", name)
    if rule is not None:
        return rule, ", by a rule of your organisation"
    return machine.registry(f"HKCU\\Software\\{OFFICE}\\{key}", name), ""


def _vba(machine: Machine) -> Finding:
    value, by = _office(machine, "Common", "VBAOff")
    if 1 in (value, machine.registry(f"HKLM\\SOFTWARE\\{OFFICE}\\Common", "VBAOff")):
        return Finding("VBA", f"switched off in Office{by}", f"ask your IT, {LITE}")
    return Finding("VBA", "on")


def _trusted(machine: Machine) -> Finding:
    """Check that macros run in the start folder without a question, which they do in a trusted location only."""
    off, by = _office(machine, f"Excel\\{TRUSTED}", "AllLocationsDisabled")
    drive = ntpath.splitdrive(machine.startup)[0]
    away = drive.startswith("\\\\") or machine.registry(f"HKCU\\Network\\{drive[:1]}", "RemotePath") is not None
    where = "Trust Center > Trusted Locations"
    if off == 1:
        found, remedy = f"trusted locations are switched off{by}", f"{where}: untick Disable all Trusted Locations"
    elif (own := _office(machine, f"Common\\{TRUSTED}", "Allow User Locations"))[0] == 0:
        found, by = "only the trusted locations of your organisation count", own[1]
        remedy = f"ask your IT to trust {machine.startup}"
    elif away and _office(machine, f"Excel\\{TRUSTED}", "AllowNetworkLocations")[0] != 1:
        found = f"{machine.startup} is on a network drive, which is not trusted"
        remedy = f"{where}: allow trusted locations on my network, and add this folder"
    else:
        return Finding("Macros", "allowed in the start folder, a trusted location")
    macros, rule = _office(machine, "Excel\\Security", "VBAWarnings")
    if macros == 1:
        return Finding("Macros", "all allowed")
    found += ", and macros are disabled" if macros in (3, 4) else ", so Excel asks before it runs macros"
    return Finding("Macros", found, f"ask your IT, {LITE}" if by or rule else remedy)


def _defender(machine: Machine) -> Finding:
    blocked = [what for rule, what in RULES.items() if str(machine.registry(DEFENDER, rule)) == "1"]
    if blocked:
        remedy = f"ask your IT for an exception, {LITE}"
        return Finding("Defender", f"blocks {' and '.join(blocked)}", remedy)
    return Finding("Defender", "no rule that blocks the add-in")


def _disabled(machine: Machine) -> Finding:
    names = machine.listed(f"HKCU\\Software\\{OFFICE}\\Excel\\Resiliency\\DisabledItems")
    if any("xlpoker" in name.lower() or "xlwings" in name.lower() for name in names):
        remedy = "File > Options > Add-ins > Manage: Disabled Items > Go: enable it"
        return Finding("Disabled items", "Excel has disabled the add-in after a crash", remedy)
    return Finding("Disabled items", "none of ours")


def _addin(machine: Machine) -> tuple[Finding, str, str]:
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
        found = f"{path}, {len(CATALOGUE)} functions" if good else "it is not that of this xlpoker and its xlwings"
    except BookError as error:
        good, found = False, str(error)
    return Finding("Add-in", found, "" if good else f"{remedy} writes it anew"), python, version


def _imports(machine: Machine, python: str, found: dict[str, Any], excel: Finding, made_with: str) -> Iterator[Finding]:
    pip = f'"{python}" -m pip install'.replace("pythonw.exe", "python.exe")
    if not found.get("pywin32"):
        remedy = f"{pip} --force-reinstall pywin32"
        yield Finding("pywin32", found.get("pywin32_error", "missing"), remedy)
    else:
        yield Finding("pywin32", "can be imported")
    version = found.get("xlwings")
    if not version:
        yield Finding("xlwings", found.get("xlwings_error", "missing"), f"{pip} xlwings")
    else:
        yield _xlwings(machine, python, str(version), excel, made_with)
    if found.get("xlpoker") != xlpoker.__version__:
        what = found.get("xlpoker_error") or f"version {found.get('xlpoker')}, here it is {xlpoker.__version__}"
        yield Finding(MODULE, what, f"{pip} --upgrade xlpoker")
    else:
        yield Finding(MODULE, f"version {found['xlpoker']}")
    answer = found.get("call")
    if answer != 2067:
        what = found.get("call_error", f"it gives {answer}")
        yield Finding('HANDVAL("5H 5C 6S 7S KD")', what, "mend what is named above, then try again")
    else:
        yield Finding('HANDVAL("5H 5C 6S 7S KD")', "2067, through xlwings' COM server")


def _xlwings(machine: Machine, python: str, version: str, excel: Finding, made_with: str) -> Finding:
    if made_with and made_with != version:
        found = f"the add-in was made with {made_with}, Python has {version}"
        return Finding("xlwings", found, "xlpoker excel install makes the add-in anew")
    library = f"xlwings{32 if ' 32 bits' in excel.found else 64}-{version}.dll"
    folder = ntpath.dirname(python)
    if all(machine.read(ntpath.join(place, library)) is None for place in (folder, ntpath.dirname(folder))):
        remedy = f'"{python}" -m pip install --force-reinstall xlwings=={version}'.replace("pythonw.exe", "python.exe")
        return Finding("xlwings", f"{library} is not in {folder} nor above it", remedy)
    return Finding("xlwings", f"version {version} with {library}")
