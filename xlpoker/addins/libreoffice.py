"""`xlpoker calc install`, `uninstall` and `doctor`: the extension in a LibreOffice of this computer.

LibreOffice keeps extensions in the profile of a user, and its own program `unopkg` puts them there. As root it does not,
since what root writes into a profile its owner cannot change. The doctor ends with a formula in a document that LibreOffice
itself calculates.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import xlpoker
from xlpoker.addins import Finding, demand
from xlpoker.addins.calc import IDENTIFIER, OLDEST, SERVICE, build
from xlpoker.errors import BookError

__all__ = ["Office", "doctor", "install", "uninstall"]

FOLDERS = (
    "/usr/lib/libreoffice/program",
    "/usr/lib64/libreoffice/program",
    "/opt/libreoffice*/program",
    "/snap/libreoffice/current/lib/libreoffice/program",
    "/Applications/LibreOffice.app/Contents/MacOS",
    "C:/Program Files/LibreOffice/program",
    "C:/Program Files (x86)/LibreOffice/program",
)
NEWER = (25, 2)
"""From this version on formulas in .xlsx files are understood."""
LIMITED = "; formulas in .xlsx files are understood from 25.2 on, in .ods files in this one, too"
ACTIVE = "; deactivate the virtual environment before you start LibreOffice here: its window may stay away"
INSTALL = "xlpoker calc install, with the options given here"
LOADERS = (".", "../Resources", "../Frameworks")
"""Where the loader of components in Python is, seen from the programs."""
LONGEST = 180
"""Seconds for one run of a program of LibreOffice, the first one of a profile included."""
PYTHON = re.compile(r"python-core-3\.(\d+)")
HAND, VALUE = "5H 5C 6S 7S KD", "2067"
_DOCUMENT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.2"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"
 office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="A">
<table:table-row><table:table-cell table:formula="of:={service}.HANDVAL(&quot;{hand}&quot;)"/></table:table-row>
</table:table></office:spreadsheet></office:body></office:document>
"""


@dataclass(frozen=True, slots=True)
class Office:
    """A LibreOffice: the folder of its programs, and the profile in which it keeps extensions, if not the user's own."""

    folder: Path | None
    profile: Path | None = None

    @classmethod
    def found(cls, folder: Path | None = None, profile: Path | None = None) -> Office:
        """Return the LibreOffice in a folder, or the first one that is found on this computer."""
        if folder is None:
            known = shutil.which("soffice")
            places = [Path(known).resolve().parent] if known else []
            for place in FOLDERS:
                root = Path(place).anchor
                places += sorted(Path(root).glob(place.removeprefix(root)), reverse=True) if root else []
            folder = next((place for place in places if _program(place, "soffice")), None)
        elif not _program(folder, "soffice"):
            raise BookError(f"{folder} holds no program soffice; name the folder program of a LibreOffice")
        return cls(folder, profile)

    def run(self, program: str, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a program of it and return what it says; raises `BookError` where it does not end."""
        assert self.folder is not None
        command = [str(_program(self.folder, program)), *words]
        if self.profile is not None:
            command.append(f"-env:UserInstallation={self.profile.resolve().as_uri()}")
        # the Python of LibreOffice looks for its modules beside the first python3 on the path: not that of a virtual environment
        around = {name: value for name, value in os.environ.items() if name not in ("PYTHONHOME", "PYTHONPATH")}
        around["PATH"] = os.pathsep.join(one for one in _path() if not _is_virtual(one))
        try:
            return subprocess.run(  # noqa: S603 - the program that was found
                command, capture_output=True, text=True, errors="replace", timeout=LONGEST, check=False, env=around
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BookError(f"{command[0]} cannot be run: {error}") from None

    def version(self) -> tuple[str, tuple[int, ...]]:
        """Return the version as a text and as numbers, both empty where it is unknown."""
        match = re.search(r"LibreOffice\S* (\d+(?:\.\d+)+)", self.run("soffice", "--headless", "--version").stdout)
        return (match[1], tuple(map(int, match[1].split(".")))) if match else ("", ())

    def installed(self) -> str:
        """Return the version of the installed extension, with a note if it is not registered; an empty text without one."""
        said = self.run("unopkg", "list", IDENTIFIER).stdout
        match = re.search(r"Version: (\S+)", said)
        return match[1] + (", not registered" if "is registered: no" in said else "") if match else ""

    def calculated(self) -> str:
        """Return what a cell with HANDVAL shows in a document that LibreOffice has opened and calculated."""
        with TemporaryDirectory() as folder:
            document = Path(folder) / "formula.fods"
            document.write_text(_DOCUMENT.format(service=SERVICE.upper(), hand=HAND), encoding="utf-8")
            done = self.run("soffice", "--headless", "--convert-to", "csv", "--outdir", folder, str(document))
            try:
                return document.with_suffix(".csv").read_text(encoding="utf-8").strip()
            except OSError:
                return ((done.stderr or done.stdout).strip() or "nothing").splitlines()[-1]


def _path() -> list[str]:
    return os.environ.get("PATH", os.defpath).split(os.pathsep)


def _is_virtual(folder: str) -> bool:
    """Return whether a folder of programs is that of a virtual environment, whose Python LibreOffice would take."""
    return Path(folder, "..", "pyvenv.cfg").exists()


def _program(folder: Path, name: str) -> Path | None:
    """Return the path of a program in a folder: under Windows the console variant, which can be waited for."""
    return next((folder / f"{name}{end}" for end in (".com", ".exe", "") if (folder / f"{name}{end}").is_file()), None)


def _checks(office: Office) -> Iterator[Finding]:
    """Yield the checks before an installation; stop after the first fault."""
    if office.folder is None:
        remedy = "install it from libreoffice.org or your distribution, or name its folder: --program FOLDER"
        yield Finding("LibreOffice", "none is found", remedy)
        return
    said, version = office.version()
    if not said:
        yield Finding("LibreOffice", f"{office.folder} does not start", "install it anew")
    elif version < OLDEST:
        yield Finding("LibreOffice", f"version {said} is too old", f"install {OLDEST[0]}.{OLDEST[1]} or newer")
    else:
        yield Finding("LibreOffice", f"version {said}, {office.folder}{LIMITED if version < NEWER else ''}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        remedy = "run this as the user who uses LibreOffice, with a HOME of one's own"
        yield Finding("User", "this is root, for whom LibreOffice installs nothing", remedy)
    yield Finding("User", "an ordinary one")
    bundled = [match for entry in office.folder.iterdir() if (match := PYTHON.search(entry.name))]
    if not any((office.folder / place / "pythonloader.py").is_file() for place in LOADERS):
        remedy = "install it: apt install python3-uno (Debian, Ubuntu), libreoffice-pyuno (Fedora)"
        yield Finding("Python in LibreOffice", "there is none", remedy)
    elif bundled and int(bundled[0][1]) < 10:
        remedy = "install a newer LibreOffice: the functions need Python 3.10"
        yield Finding("Python in LibreOffice", f"version 3.{bundled[0][1]} is too old", remedy)
    elif bundled:
        yield Finding("Python in LibreOffice", bundled[0][0])
    else:
        active = ACTIVE if any(map(_is_virtual, _path())) else ""
        yield Finding("Python in LibreOffice", f"that of the system{active}")


def doctor(office: Office) -> Iterator[Finding]:
    """Yield the checks; stop after a fault that makes further checks pointless."""
    for check in _checks(office):
        yield check
        if not check.good:
            return
    version, here = office.installed(), xlpoker.__version__
    found = f"version {version}" + ("" if version == here else f", here it is {here}") if version else "not installed"
    yield Finding("Extension", found, "" if version == here else INSTALL)
    if not version:
        return
    found, remedy = office.calculated(), ""
    if found != VALUE:
        remedy = f"xlpoker calc uninstall, then {INSTALL}; close LibreOffice before"
        found = f"it gives {found[:80]!r}"
    yield Finding(f'HANDVAL("{HAND}")', found, remedy)


def install(office: Office) -> list[str]:
    """Install the extension for this user, in the place of an earlier one; return what was done.

    Raises `BookError` with the remedy where something is missing, or what unopkg says.
    """
    demand(_checks(office))
    with TemporaryDirectory() as folder:
        package = Path(folder) / "xlpoker.oxt"
        package.write_bytes(build())
        _package(office, "add", "--force", "--suppress-license", str(package))
    return [
        f"The extension {IDENTIFIER} {xlpoker.__version__} is installed in {office.profile or 'your profile'}",
        "Restart LibreOffice and type =HANDVAL(A3:E3)",
    ]


def uninstall(office: Office) -> list[str]:
    """Take the extension out and return what was done."""
    demand(_checks(office))
    if not office.installed():
        return ["Nothing to do: the extension is not installed"]
    _package(office, "remove", IDENTIFIER)
    return [f"The extension {IDENTIFIER} is removed"]


def _package(office: Office, *words: str) -> None:
    done = office.run("unopkg", *words)
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines() or [f"exit code {done.returncode}"]
        reason = next((line for line in said if "ERROR" in line), said[-1])
        raise BookError(f"unopkg: {reason}; close LibreOffice and try again")
