"""`xlpoker excel install` and `uninstall`: an add-in in Excel's start folder, so that the functions are always there.

Excel need not run, and none of its settings change: `build` makes the file on any machine. The add-in carries its own
settings and is the only file written. Nothing is written before every check has passed, and a second `install` finds
nothing to do.
"""

from __future__ import annotations

import ntpath

from xlpoker.addins.doctor import addin_path, demand, doctor, excel_of, python_of
from xlpoker.addins.template import filled, members
from xlpoker.addins.windows import Windows
from xlpoker.errors import BookError

__all__ = ["build", "doctor", "install", "uninstall"]

UNCHANGED = "Nothing to do: the add-in and its functions are up to date"


def build(machine: Windows, interpreter: str = "") -> bytes:
    """Return the add-in for a Python, under Windows the one that runs this.

    Raises `BookError` where none is named outside Windows, and for a path that Windows does not have.
    """
    wanted = interpreter or (machine.python if machine.platform == "win32" else "")
    example = "C:\\Python312\\python.exe"
    if not wanted:
        raise BookError(f'say which Python Excel is to start: --interpreter "{example}"')
    if not ntpath.isabs(wanted) or not ntpath.splitdrive(wanted)[0] or not wanted.isprintable() or '"' in wanted:
        raise BookError(f"{wanted!r} is not the path of a Python as Windows writes it, such as {example}")
    return filled(machine.template()[1], wanted)


def install(machine: Windows) -> list[str]:
    """Install the add-in for this Python and return what was done, one sentence per step.

    Raises `BookError` with the remedy when something is missing; then nothing has been written.
    """
    excel = excel_of(machine)
    found = machine.probe(machine.python) if excel.good else {}
    demand((excel, python_of(machine.python, found)))
    if not found.get("pywin32"):
        raise BookError(f'pywin32 is missing in {machine.python}; "{machine.python}" -m pip install pywin32')
    path, wanted = addin_path(machine), build(machine)
    if members(machine.read(path) or b"") == members(wanted):
        return [UNCHANGED]
    machine.write(path, wanted)
    return [f"The add-in {path} holds the functions; it loads with Excel", "Restart Excel and type =HANDVAL(A3:E3)"]


def uninstall(machine: Windows) -> list[str]:
    """Take back what `install` did and return what was done."""
    path = addin_path(machine)
    if machine.read(path) is None:
        return ["Nothing to do: there is no installation"]
    machine.write(path, None)
    return [f"{path} is deleted"]
