"""What is wrong between Excel and xlpoker: one check after the other, each with its remedy in words.

The checks go from the outside in: Excel, its settings, the add-in, the Python that it starts, what that Python can
import, and at last a formula through xlwings' own COM server in that Python.
"""

from __future__ import annotations

import json
import ntpath
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import xlpoker
from xlpoker.addins.conf import setting
from xlpoker.addins.machine import Machine, probe
from xlpoker.addins.wrappers import MODULE, wrappers
from xlpoker.functions import CATALOGUE

__all__ = [
    "Check",
    "addin_path",
    "conf_path",
    "doctor",
    "excel_of",
    "fingerprint",
    "python_of",
    "state_of",
    "state_path",
]

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
class Check:
    """One check: what was looked at, whether it is good, what was found, and what to do if it is not."""

    name: str
    good: bool
    found: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{'ok' if self.good else 'NO':<3} {self.name}: {self.found}" + (
            f" -> {self.remedy}" if self.remedy else ""
        )


def conf_path(machine: Machine) -> str:
    """Return where xlwings.conf is."""
    return ntpath.join(machine.home, ".xlwings", "xlwings.conf")


def state_path(machine: Machine) -> str:
    """Return where the notes of the installation are: what was written, and what stood there before."""
    return ntpath.join(machine.home, ".xlwings", "xlpoker.json")


def addin_path(machine: Machine) -> str:
    """Return where the add-in is."""
    return ntpath.join(machine.startup, "xlpoker.xlam")


def state_of(machine: Machine) -> dict[str, Any]:
    """Return the notes of the installation, nothing where there is none."""
    try:
        found: dict[str, Any] = json.loads(machine.read(state_path(machine)) or b"{}")
    except ValueError:
        return {}
    return found


def fingerprint() -> str:
    """Return what makes it necessary to write the add-in anew: its functions, their arguments and help."""
    import hashlib

    return hashlib.sha256(wrappers().encode()).hexdigest()[:16]


def excel_of(machine: Machine) -> Check:
    """Check that there is an Excel that xlwings can drive."""
    if machine.platform != "win32":
        return Check(
            "Windows", good=False, found=f"this is {machine.platform}", remedy=f"run this under Windows, {LITE}"
        )
    path = machine.registry("HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\excel.exe", "")
    if not path:
        return Check(
            "Excel", good=False, found="no Excel is installed", remedy="install Microsoft 365 or Office for desktop"
        )
    if "\\windowsapps\\" in path.lower():
        remedy = f"install Office from office.com instead (its version from the Store refuses COM), {LITE}"
        return Check("Excel", good=False, found="it comes from the Microsoft Store", remedy=remedy)
    office = "HKLM\\SOFTWARE\\Microsoft\\Office\\ClickToRun\\Configuration"
    version = machine.registry(office, "VersionToReport") or "16"
    bits = {"x86": 32, "x64": 64}.get(str(machine.registry(office, "Platform")), 64)
    return Check("Excel", good=True, found=f"version {version}, {bits} bits, {path}")


def python_of(python: str, found: dict[str, Any]) -> Check:
    """Check that a Python can serve Excel, from what it tells about itself."""
    if not found:
        remedy = "run xlpoker excel install in the Python that you want Excel to use"
        return Check("Python", good=False, found=f"{python} does not start", remedy=remedy)
    if "\\windowsapps\\" in str(found.get("base")).lower():
        remedy = "install Python from python.org: Windows hides from Excel what a Python from the Store writes"
        return Check("Python", good=False, found=f"{python} comes from the Microsoft Store", remedy=remedy)
    return Check("Python", good=True, found=f"{python}, version {found['python']}")


def doctor(machine: Machine) -> Iterator[Check]:
    """Yield the checks, the first fault that makes the others pointless being the last."""
    excel = excel_of(machine)
    yield excel
    if not excel.good:
        return
    yield _vba(machine)
    yield _trusted(machine)
    yield _defender(machine)
    yield _disabled(machine)
    state = state_of(machine)
    yield _addin(machine, state)
    python = str(state.get("python") or setting(_conf(machine), "INTERPRETER_WIN") or machine.python)
    yield from _conf_checks(machine, python)
    found = probe(machine, python)
    yield python_of(python, found)
    if found:
        yield from _imports(machine, python, found, excel, state)


def _conf(machine: Machine) -> str:
    return (machine.read(conf_path(machine)) or b"").decode("utf-8", "replace")


def _office(machine: Machine, key: str, name: str) -> tuple[Any, str]:
    """Return a setting of Office and whose it is: an administrator's rule goes before the user's own choice."""
    rule = machine.registry(f"HKCU\\Software\\Policies\\{OFFICE}\\{key}", name)
    if rule is not None:
        return rule, ", by a rule of your organisation"
    return machine.registry(f"HKCU\\Software\\{OFFICE}\\{key}", name), ""


def _vba(machine: Machine) -> Check:
    value, by = _office(machine, "Common", "VBAOff")
    if 1 in (value, machine.registry(f"HKLM\\SOFTWARE\\{OFFICE}\\Common", "VBAOff")):
        return Check("VBA", good=False, found=f"switched off in Office{by}", remedy=f"ask your IT, {LITE}")
    return Check("VBA", good=True, found="on")


def _trusted(machine: Machine) -> Check:
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
        return Check("Macros", good=True, found="allowed in the start folder, a trusted location")
    macros, rule = _office(machine, "Excel\\Security", "VBAWarnings")
    if macros == 1:
        return Check("Macros", good=True, found="all allowed")
    found += ", and macros are disabled" if macros in (3, 4) else ", so Excel asks before it runs macros"
    return Check("Macros", good=False, found=found, remedy=f"ask your IT, {LITE}" if by or rule else remedy)


def _defender(machine: Machine) -> Check:
    blocked = [what for rule, what in RULES.items() if str(machine.registry(DEFENDER, rule)) == "1"]
    if blocked:
        remedy = f"ask your IT for an exception, {LITE}"
        return Check("Defender", good=False, found=f"blocks {' and '.join(blocked)}", remedy=remedy)
    return Check("Defender", good=True, found="no rule that blocks the add-in")


def _disabled(machine: Machine) -> Check:
    names = machine.listed(f"HKCU\\Software\\{OFFICE}\\Excel\\Resiliency\\DisabledItems")
    if any("xlpoker" in name.lower() or "xlwings" in name.lower() for name in names):
        remedy = "File > Options > Add-ins > Manage: Disabled Items > Go: enable it"
        return Check("Disabled items", good=False, found="Excel has disabled the add-in after a crash", remedy=remedy)
    return Check("Disabled items", good=True, found="none of ours")


def _addin(machine: Machine, state: dict[str, Any]) -> Check:
    path = addin_path(machine)
    if machine.read(path) is None:
        return Check("Add-in", good=False, found=f"{path} is not there", remedy="xlpoker excel install")
    if state.get("functions") != fingerprint():
        found = "its functions are not those of this xlpoker"
        return Check("Add-in", good=False, found=found, remedy="xlpoker excel install writes them anew")
    return Check("Add-in", good=True, found=f"{path}, {len(CATALOGUE)} functions")


def _conf_checks(machine: Machine, python: str) -> Iterator[Check]:
    named = setting(_conf(machine), "INTERPRETER_WIN")
    modules = setting(_conf(machine), "UDF MODULES") or ""
    if named and "\\" in named and machine.read(named) is None:
        remedy = f"set Interpreter on the xlwings ribbon, for instance to {python}"
        yield Check("xlwings.conf", good=False, found=f"it names {named}, which is not there", remedy=remedy)
    elif named and named.lower() != python.lower() and MODULE in modules.split(";"):
        remedy = "one of the two is stale: xlpoker excel install in the Python that you want"
        yield Check("xlwings.conf", good=False, found=f"it names {named}, the add-in {python}", remedy=remedy)
    else:
        yield Check("xlwings.conf", good=True, found=f"Interpreter {named}" if named else "names no other Python")


def _imports(
    machine: Machine, python: str, found: dict[str, Any], excel: Check, state: dict[str, Any]
) -> Iterator[Check]:
    pip = f'"{python}" -m pip install'.replace("pythonw.exe", "python.exe")
    if not found.get("pywin32"):
        remedy = f"{pip} --force-reinstall pywin32"
        yield Check("pywin32", good=False, found=found.get("pywin32_error", "missing"), remedy=remedy)
    else:
        yield Check("pywin32", good=True, found="can be imported")
    version = found.get("xlwings")
    if not version:
        yield Check("xlwings", good=False, found=found.get("xlwings_error", "missing"), remedy=f"{pip} xlwings")
    else:
        yield _xlwings(machine, python, str(version), excel, state)
    if found.get("xlpoker") != xlpoker.__version__:
        what = found.get("xlpoker_error") or f"version {found.get('xlpoker')}, here it is {xlpoker.__version__}"
        yield Check(MODULE, good=False, found=what, remedy=f"{pip} --upgrade xlpoker")
    else:
        yield Check(MODULE, good=True, found=f"version {found['xlpoker']}")
    answer = found.get("call")
    if answer != 2067:
        what = found.get("call_error", f"it gives {answer}")
        yield Check(
            'HANDVAL("5H 5C 6S 7S KD")', good=False, found=what, remedy="mend what is named above, then try again"
        )
    else:
        yield Check('HANDVAL("5H 5C 6S 7S KD")', good=True, found="2067, through xlwings' COM server")


def _xlwings(machine: Machine, python: str, version: str, excel: Check, state: dict[str, Any]) -> Check:
    made_with = state.get("xlwings")
    if made_with and made_with != version:
        found = f"the add-in was made with {made_with}, Python has {version}"
        return Check("xlwings", good=False, found=found, remedy="xlpoker excel install makes the add-in anew")
    library = f"xlwings{32 if ' 32 bits' in excel.found else 64}-{version}.dll"
    folder = ntpath.dirname(python)
    if all(machine.read(ntpath.join(place, library)) is None for place in (folder, ntpath.dirname(folder))):
        remedy = f'"{python}" -m pip install --force-reinstall xlwings=={version}'.replace("pythonw.exe", "python.exe")
        return Check("xlwings", good=False, found=f"{library} is not in {folder} nor above it", remedy=remedy)
    return Check("xlwings", good=True, found=f"version {version} with {library}")
