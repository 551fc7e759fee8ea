"""`xlpoker excel install` and `uninstall`: an add-in in Excel's start folder, so that the functions are always there.

No Excel has to run for it, and no setting of it to be changed: `build` makes the file on any machine.

What is written: the add-in (which carries its own settings), the two settings in xlwings.conf where nobody else has set
them, and a note of both, from which `uninstall` puts everything back. Nothing is written before every check has passed,
and a second `install` finds that nothing is to be done.
"""

from __future__ import annotations

import json
import ntpath
from typing import Any

from xlpoker.addins.conf import setting, with_module, with_setting, without_module
from xlpoker.addins.doctor import addin_path, conf_path, excel_of, fingerprint, python_of, state_of, state_path
from xlpoker.addins.machine import Machine, probe
from xlpoker.addins.template import filled
from xlpoker.addins.wrappers import MODULE
from xlpoker.errors import BookError

__all__ = ["build", "install", "uninstall"]

UNCHANGED = "Nothing to do: the add-in and its functions are up to date"


def build(machine: Machine, interpreter: str = "") -> bytes:
    """Return the add-in for a Python, under Windows the one that runs this.

    Raises `BookError` when that is no path as Windows writes it.
    """
    wanted = interpreter or (machine.python if machine.platform == "win32" else "")
    example = "C:\\Python312\\python.exe"
    if not wanted:
        raise BookError(f'say which Python Excel is to start: --interpreter "{example}"')
    if not ntpath.isabs(wanted) or not ntpath.splitdrive(wanted)[0] or not wanted.isprintable() or '"' in wanted:
        raise BookError(f"{wanted!r} is not the path of a Python as Windows writes it, such as {example}")
    return filled(machine.template()[1], wanted)


def install(machine: Machine) -> list[str]:
    """Install the add-in for this Python and return what was done, a sentence a step.

    Raises `BookError` with the remedy when something is missing; then nothing has been written.
    """
    excel = excel_of(machine)
    found = probe(machine, machine.python) if excel.good else {}
    for check in (excel, python_of(machine.python, found)):
        if not check.good:
            raise BookError(f"{check.name}: {check.found}; {check.remedy}")
    if not found.get("pywin32"):
        raise BookError(f'pywin32 is missing in {machine.python}; "{machine.python}" -m pip install pywin32')
    version, template = machine.template()
    before = state_of(machine)
    wanted = {"python": machine.python, "xlwings": version, "functions": fingerprint(), "addin": addin_path(machine)}
    conf, notes, done = _configured(machine, before)
    current = {key: before.get(key) for key in wanted} == wanted and machine.read(wanted["addin"]) is not None
    if current and not done:
        return [UNCHANGED]
    if not current:
        machine.write(wanted["addin"], filled(template, machine.python))
        if before.get("addin", wanted["addin"]) != wanted["addin"]:
            machine.delete(before["addin"])  # the start folder has moved
        done.insert(0, f"The add-in {wanted['addin']} holds the functions; it loads with Excel")
    if conf is not None:
        machine.write(conf_path(machine), conf)
    machine.write(state_path(machine), json.dumps(wanted | {"conf": notes}, indent=1).encode())
    return [*done, "Restart Excel and type =HANDVAL(A3:E3)"]


def _configured(machine: Machine, before: dict[str, Any]) -> tuple[bytes | None, dict[str, Any], list[str]]:
    """Return xlwings.conf as it is to be (None: as it is), what stood there before, and what that means in words."""
    old = (machine.read(conf_path(machine)) or b"").decode("utf-8", "surrogateescape")
    notes: dict[str, Any] = dict(before.get("conf") or {})
    named = setting(old, "INTERPRETER_WIN")
    modules = setting(old, "UDF MODULES")
    if named and named.lower() not in (machine.python.lower(), str(before.get("python", "")).lower()):
        return None, notes, []  # somebody else's setting; the add-in has its own
    new = with_setting(old, "INTERPRETER_WIN", machine.python)
    new = with_setting(new, "UDF MODULES", with_module(modules, MODULE))
    if new == old:
        return None, notes, []
    notes.setdefault("INTERPRETER_WIN", named)
    return new.encode("utf-8", "surrogateescape"), notes, [f"{conf_path(machine)} names this Python and {MODULE}"]


def uninstall(machine: Machine) -> list[str]:
    """Take back what `install` did and return what was done; settings that were changed since then stay."""
    state = state_of(machine)
    if not state:
        return ["Nothing to do: there is no installation"]
    done = []
    addin = str(state.get("addin", addin_path(machine)))
    if machine.read(addin) is not None:
        machine.delete(addin)
        done.append(f"{addin} is deleted")
    if state.get("conf"):
        old = (machine.read(conf_path(machine)) or b"").decode("utf-8", "surrogateescape")
        new = with_setting(old, "UDF MODULES", without_module(setting(old, "UDF MODULES"), MODULE))
        if setting(new, "INTERPRETER_WIN") == state.get("python"):
            new = with_setting(new, "INTERPRETER_WIN", state["conf"].get("INTERPRETER_WIN"))
        if new != old and new.strip():
            machine.write(conf_path(machine), new.encode("utf-8", "surrogateescape"))
        elif new != old:
            machine.delete(conf_path(machine))
        done.append(f"{conf_path(machine)} is as it was before")
    machine.delete(state_path(machine))
    return done
