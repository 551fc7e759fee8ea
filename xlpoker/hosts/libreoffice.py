"""`xlpoker calc install` and `uninstall`: the extension in a LibreOffice of this computer.

LibreOffice keeps extensions in the profile of a user, and its own program `unopkg` puts them there. As root it does not,
since what root writes into a profile its owner cannot change. Nothing is installed where something is missing.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import xlpoker
from xlpoker.errors import BookError
from xlpoker.hosts.calc import IDENTIFIER, OLDEST, build

__all__ = ["Office", "install", "uninstall"]

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
LOADERS = (".", "../Resources", "../Frameworks")
"""Where the loader of components in Python is, seen from the programs."""
LONGEST = 180
"""Seconds for one run of a program of LibreOffice, the first one of a profile included."""
PYTHON = re.compile(r"python-core-3\.(\d+)")


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
                places += (
                    sorted(Path(root).glob(place.removeprefix(root)), reverse=True) if root else []
                )
            folder = next((place for place in places if _program(place, "soffice")), None)
        elif not _program(folder, "soffice"):
            raise BookError(
                f"{folder} holds no program soffice; name the folder program of a LibreOffice"
            )
        return cls(folder, profile)

    def run(self, program: str, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a program of it and return what it says; raises `BookError` where it does not end."""
        assert self.folder is not None
        command = [str(_program(self.folder, program)), *words]
        if self.profile is not None:
            command.append(f"-env:UserInstallation={self.profile.resolve().as_uri()}")
        # the Python of LibreOffice looks for its modules beside the first python3 on the path: not that of a virtual environment
        around = {
            name: value
            for name, value in os.environ.items()
            if name not in ("PYTHONHOME", "PYTHONPATH")
        }
        around["PATH"] = os.pathsep.join(one for one in _path() if not _is_virtual(one))
        try:
            return subprocess.run(  # noqa: S603 - the program that was found
                command,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=LONGEST,
                check=False,
                env=around,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BookError(f"{command[0]} cannot be run: {error}") from None

    def version(self) -> tuple[str, tuple[int, ...]]:
        """Return the version as a text and as numbers, both empty where it is unknown."""
        match = re.search(
            r"LibreOffice\S* (\d+(?:\.\d+)+)", self.run("soffice", "--headless", "--version").stdout
        )
        return (match[1], tuple(map(int, match[1].split(".")))) if match else ("", ())


def _path() -> list[str]:
    return os.environ.get("PATH", os.defpath).split(os.pathsep)


def _is_virtual(folder: str) -> bool:
    """Return whether a folder of programs is that of a virtual environment, whose Python LibreOffice would take."""
    return Path(folder, "..", "pyvenv.cfg").exists()


def _program(folder: Path, name: str) -> Path | None:
    """Return the path of a program in a folder: under Windows the console variant, which can be waited for."""
    return next(
        (
            folder / f"{name}{end}"
            for end in (".com", ".exe", "")
            if (folder / f"{name}{end}").is_file()
        ),
        None,
    )


def _check(office: Office) -> list[str]:
    """Return what is to be known about a LibreOffice; raises `BookError` with the remedy where it cannot take the extension."""
    if office.folder is None:
        raise BookError(
            "no LibreOffice is found; install it from libreoffice.org or your distribution, or name its folder: --program FOLDER"
        )
    said, version = office.version()
    if not said:
        raise BookError(f"LibreOffice in {office.folder} does not start; install it anew")
    if version < OLDEST:
        raise BookError(f"LibreOffice {said} is too old; install {OLDEST[0]}.{OLDEST[1]} or newer")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        raise BookError(
            "this is root, for whom LibreOffice installs nothing; run this as the user who uses LibreOffice, with a HOME of one's own"
        )
    bundled = [match for entry in office.folder.iterdir() if (match := PYTHON.search(entry.name))]
    if not any((office.folder / place / "pythonloader.py").is_file() for place in LOADERS):
        raise BookError(
            "there is no Python in LibreOffice; install it: apt install python3-uno (Debian, Ubuntu), libreoffice-pyuno (Fedora)"
        )
    if bundled and int(bundled[0][1]) < 10:
        raise BookError(
            f"the Python in LibreOffice, 3.{bundled[0][1]}, is too old; install a newer LibreOffice: the functions need 3.10"
        )
    known = []
    if version < NEWER:
        known.append(
            f"LibreOffice {said} knows them in .ods files; formulas in .xlsx files are understood from 25.2 on"
        )
    if not bundled and any(map(_is_virtual, _path())):
        known.append(
            "Deactivate the virtual environment before you start LibreOffice here: its window may stay away"
        )
    return known


def install(office: Office) -> list[str]:
    """Install the extension for this user, in the place of an earlier one; return what was done.

    Raises `BookError` with the remedy where something is missing, or what unopkg says.
    """
    known = _check(office)
    with TemporaryDirectory() as folder:
        package = Path(folder) / "xlpoker.oxt"
        package.write_bytes(build())
        _package(office, "add", "--force", "--suppress-license", str(package))
    return [
        f"The extension {IDENTIFIER} {xlpoker.__version__} is installed in {office.profile or 'your profile'}",
        *known,
        "Restart LibreOffice and type =HANDVAL(A3:E3)",
    ]


def uninstall(office: Office) -> list[str]:
    """Take the extension out and return what was done."""
    _check(office)
    if "Version: " not in office.run("unopkg", "list", IDENTIFIER).stdout:
        return ["Nothing to do: the extension is not installed"]
    _package(office, "remove", IDENTIFIER)
    return [f"The extension {IDENTIFIER} is removed"]


def _package(office: Office, *words: str) -> None:
    done = office.run("unopkg", *words)
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines() or [f"exit code {done.returncode}"]
        reason = next((line for line in said if "ERROR" in line), said[-1])
        raise BookError(f"unopkg: {reason}; close LibreOffice and try again")
