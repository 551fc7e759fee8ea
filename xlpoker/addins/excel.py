"""`xlpoker excel install` and `uninstall`: an add-in in Excel's start folder, so that the functions are always there.

What is written: the add-in (which carries its own settings), the two settings in xlwings.conf where nobody else has set
them, and a note of both, from which `uninstall` puts everything back. Nothing is written before every check has passed,
and a second `install` finds that nothing is to be done.
"""

from __future__ import annotations

import json
from typing import Any

from xlpoker.addins.conf import setting, with_module, with_setting, without_module
from xlpoker.addins.doctor import addin_path, conf_path, excel_of, fingerprint, state_of, state_path, vba_trust
from xlpoker.addins.machine import Machine, probe
from xlpoker.addins.template import MODULE, filled
from xlpoker.errors import BookError

__all__ = ["install", "uninstall"]

UNCHANGED = "Nothing to do: the add-in and its functions are up to date"


def install(machine: Machine) -> list[str]:
    """Install the add-in for this Python and return what was done, a sentence a step.

    Raises `BookError` with the remedy when something is missing; then nothing has been written.
    """
    for check in (excel_of(machine), vba_trust(machine)):
        if not check.good:
            raise BookError(f"{check.name}: {check.found}; {check.remedy}")
    if not probe(machine, machine.python).get("pywin32"):
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
        try:
            machine.import_functions(wanted["addin"], MODULE)
        except BookError:
            machine.delete(wanted["addin"])
            raise
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
