"""All access to Windows: registry, files, other Pythons, the template of xlwings.

Everything that installs or examines goes through `Windows`, which holds no decisions, so that tests
can put a recorded computer in its place. Paths are texts as Windows writes them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError

__all__ = ["PROBE", "Windows"]

PROBE = """
import json, sys
found = {"python": sys.version.split()[0], "base": sys.base_prefix}
def tried(name, work):
    try:
        found[name] = work()
    except BaseException as error:
        found[name + "_error"] = f"{type(error).__name__}: {error}".splitlines()[0][:200]
def pywin32():
    import pywintypes, pythoncom, win32api
    return "can be imported"
def xlwings():
    import xlwings
    return xlwings.__version__
def xlpoker():
    import xlpoker, xlpoker.udfs
    return xlpoker.__version__
def call():
    from xlwings.com_server import XLPython
    return XLPython().CallUDF("xlpoker.udfs", "HANDVAL", ("5H 5C 6S 7S KD", -2147352572, -2147352572))
for work in (pywin32, xlwings, xlpoker, call):
    tried(work.__name__, work)
print(json.dumps(found))
"""
"""A program that reports about its Python in one line of JSON.

`call` is a formula through xlwings' own COM server.
"""
_END_AT_ONCE = """
import os
sys.stdout.flush()
os._exit(0)
"""
"""Ends the program without exit hooks.

That of xlwings ends each Excel that has no workbook in a window.
"""


class Windows:
    """This computer."""

    def __init__(self) -> None:
        self.platform = sys.platform
        self.python = sys.executable
        folders = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\User Shell Folders"
        roaming = os.environ.get("APPDATA") or os.path.expandvars(
            self.registry(folders, "AppData") or ""
        )
        self.startup = str(Path(roaming or Path.home()) / "Microsoft" / "Excel" / "XLSTART")

    def registry(self, key: str, name: str) -> Any:
        """Return a value of the registry, in the 64-bit view first."""
        if sys.platform != "win32":
            return None
        import winreg

        hive, _, path = key.partition("\\")
        root = winreg.HKEY_CURRENT_USER if hive == "HKCU" else winreg.HKEY_LOCAL_MACHINE
        for view in (winreg.KEY_WOW64_64KEY, winreg.KEY_WOW64_32KEY):
            try:
                with winreg.OpenKey(root, path, 0, winreg.KEY_READ | view) as opened:
                    return winreg.QueryValueEx(opened, name)[0]
            except OSError:
                continue
        return None

    def read(self, path: str) -> bytes | None:
        """Return a file's content, None where there is none."""
        try:
            return Path(path).read_bytes()
        except OSError:
            return None

    def write(self, path: str, content: bytes | None) -> None:
        """Write a file and the folders above it, or with None delete it.

        Raises `BookError` when Excel holds it open.
        """
        try:
            if content is None:
                Path(path).unlink(missing_ok=True)
            else:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                Path(path).write_bytes(content)
        except OSError as error:
            raise BookError(
                f"cannot write {path}: {error.strerror}; close Excel and try again"
            ) from None

    def probe(self, python: str) -> dict[str, Any]:
        """Return what another Python reports: its versions, or why a package cannot be imported.

        The report is empty if it does not run. A window-less pythonw is asked through the python
        beside it.
        """
        program = Path(python)
        if program.stem.lower() == "pythonw":
            program = program.with_stem("python")
        command = [str(program), "-c", PROBE + _END_AT_ONCE]
        try:
            process = subprocess.run(  # noqa: S603 - the Python that Excel would start
                command, capture_output=True, text=True, timeout=120, check=False
            )
            report: dict[str, Any] = json.loads(process.stdout.strip().rpartition("\n")[2])
        except (OSError, subprocess.TimeoutExpired, ValueError):
            return {}
        return report

    def template(self) -> tuple[str, bytes]:
        """Return the version of xlwings in this Python and its template for add-ins."""
        import importlib.metadata
        import importlib.util

        from xlpoker.hosts.template import template_of

        spec = importlib.util.find_spec("xlwings")
        if spec is None or spec.origin is None:
            raise BookError("xlwings is not installed in this Python; pip install xlwings")
        return importlib.metadata.version("xlwings"), template_of(Path(spec.origin).parent)
