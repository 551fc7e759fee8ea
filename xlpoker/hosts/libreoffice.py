"""`xlpoker calc install` and `uninstall`: the extension in a LibreOffice of this computer.

LibreOffice keeps extensions in the profile of a user, and its own program `unopkg` puts them there.
As root it does not, since what root writes into a profile its owner cannot change. Nothing is
installed where something is missing.
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
    """A LibreOffice: the folder of its programs, and its profile if that is not the user's own.

    Extensions are kept in the profile.
    """

    folder: Path | None
    profile: Path | None = None

    @classmethod
    def found(cls, folder: Path | None = None, profile: Path | None = None) -> Office:
        """Return the LibreOffice in a folder, or the first one that is found on this computer."""
        if folder is None:
            installed = [place for place in _places() if _program(place, "soffice")]
            folder = installed[0] if installed else None
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
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("PYTHONHOME", "PYTHONPATH")
        }
        # the Python of LibreOffice looks for its modules beside the first python3 on the path: that
        # must not be the one of a virtual environment
        path = [place for place in _path() if not _is_virtual(place)]
        environment["PATH"] = os.pathsep.join(path)
        try:
            return subprocess.run(  # noqa: S603 - the program that was found
                command,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=LONGEST,
                check=False,
                env=environment,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BookError(f"{command[0]} cannot be run: {error}") from None

    def version(self) -> tuple[str, tuple[int, ...]]:
        """Return the version as a text and as numbers, both empty where it is unknown."""
        output = self.run("soffice", "--headless", "--version").stdout
        match = re.search(r"LibreOffice\S{0,20} (\d+(?:\.\d+)+)", output)
        if match is None:
            return "", ()
        return match[1], tuple(map(int, match[1].split(".")))


def _places() -> Iterator[Path]:
    """Yield folders in which LibreOffice may be: that on the path, then the usual ones."""
    on_path = shutil.which("soffice")
    if on_path:
        yield Path(on_path).resolve().parent
    for pattern in FOLDERS:
        root = Path(pattern).anchor
        if root:  # a folder of Windows has none elsewhere
            yield from sorted(Path(root).glob(pattern.removeprefix(root)), reverse=True)


def _path() -> list[str]:
    return os.environ.get("PATH", os.defpath).split(os.pathsep)


def _is_virtual(folder: str) -> bool:
    """Return whether a folder of programs is that of a virtual environment."""
    return _is_file(Path(folder, "..", "pyvenv.cfg"))


def _is_file(path: Path) -> bool:
    """Tell whether a file exists; False if its folder may not be read."""
    try:
        return path.is_file()
    except OSError:  # up to Python 3.13
        return False


def _program(folder: Path, name: str) -> Path | None:
    """Return the path of a program in a folder.

    Under Windows that is the console variant, which can be waited for.
    """
    for ending in (".com", ".exe", ""):
        path = folder / f"{name}{ending}"
        if _is_file(path):
            return path
    return None


def _check(office: Office) -> list[str]:
    """Return what is to be known about a LibreOffice.

    Raises `BookError` with the remedy where it cannot take the extension.
    """
    if office.folder is None:
        raise BookError(
            "no LibreOffice is found; install it from libreoffice.org or your distribution, "
            "or name its folder: --program FOLDER"
        )
    version_text, version = office.version()
    if not version_text:
        raise BookError(f"LibreOffice in {office.folder} does not start; install it anew")
    if version < OLDEST:
        oldest = f"{OLDEST[0]}.{OLDEST[1]}"
        raise BookError(f"LibreOffice {version_text} is too old; install {oldest} or newer")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        raise BookError(
            "this is root, for whom LibreOffice installs nothing; "
            "run this as the user who uses LibreOffice, with a HOME of one's own"
        )
    minor_version = _check_python(office.folder)
    remarks: list[str] = []
    if version < NEWER:
        remarks.append(
            f"LibreOffice {version_text} knows them in .ods files; "
            "formulas in .xlsx files are understood from 25.2 on"
        )
    if minor_version is None and any(map(_is_virtual, _path())):
        remarks.append(
            "Deactivate the virtual environment before you start LibreOffice here: "
            "its window may stay away"
        )
    return remarks


def _check_python(folder: Path) -> int | None:
    """Return the minor version of the Python that a LibreOffice brings along, None if it has none.

    Raises `BookError` where components in Python cannot be loaded, or for a Python that is too old.
    """
    matches = [PYTHON.search(entry.name) for entry in folder.iterdir()]
    versions = [int(match[1]) for match in matches if match]
    if not any((folder / place / "pythonloader.py").is_file() for place in LOADERS):
        raise BookError(
            "there is no Python in LibreOffice; "
            "install it: apt install python3-uno (Debian, Ubuntu), libreoffice-pyuno (Fedora)"
        )
    if not versions:
        return None
    if versions[0] < 10:
        raise BookError(
            f"the Python in LibreOffice, 3.{versions[0]}, is too old; "
            "install a newer LibreOffice: the functions need 3.10"
        )
    return versions[0]


def install(office: Office) -> list[str]:
    """Install the extension for this user, in the place of an earlier one; return what was done.

    Raises `BookError` with the remedy where something is missing, or what unopkg says.
    """
    remarks = _check(office)
    with TemporaryDirectory() as folder:
        package = Path(folder) / "xlpoker.oxt"
        package.write_bytes(build())
        _package(office, "add", "--force", "--suppress-license", str(package))
    profile = office.profile or "your profile"
    return [
        f"The extension {IDENTIFIER} {xlpoker.__version__} is installed in {profile}",
        *remarks,
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
    """Run unopkg; raise `BookError` with what it says where it fails."""
    process = office.run("unopkg", *words)
    if process.returncode == 0:
        return
    lines = (process.stdout + process.stderr).strip().splitlines()
    if not lines:
        lines = [f"exit code {process.returncode}"]
    errors = [line for line in lines if "ERROR" in line]
    reason = errors[0] if errors else lines[-1]
    raise BookError(f"unopkg: {reason}; close LibreOffice and try again")
