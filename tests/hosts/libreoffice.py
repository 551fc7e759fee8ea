"""LibreOffice with our extension: the one of this machine, and 25.2 from the backports of its distribution.

25.2 is unpacked into a folder of its own, beside the installed one: its packages are fetched with apt from the suite
CODENAME-backports of the mirrors that the machine's own lists name. LibreOffice runs as an ordinary user, for root as nobody,
since it installs no extension for root.

Formulas go into a workbook, blocks into cells; LibreOffice calculates it and writes another, whose cells are the answers.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Self

import openpyxl
import pytest
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.formula import ArrayFormula
from support.books import sheet_data
from support.parts import parts, zipped

from hosts import MISSING, Range
from hosts.calc_driver import SERVICE, driver
from hosts.calc_session import Session
from xlpoker.hosts import libreoffice
from xlpoker.hosts.calc import build

PACKAGES = ["libreoffice-calc", "python3-uno", "libreoffice-l10n-de"]
OS = Path("/etc/os-release")
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
PROGRAM = "usr/lib/libreoffice/program"
LAST = 1800
"""Seconds after which whatever was forgotten ends by itself."""
DAY = 24 * 3600
ENGLISH = "en-US"
MACRO = "macro:///Standard.Driver.Main"


def cache() -> Path:
    """Return the folder for what is fetched and unpacked."""
    if not os.geteuid():
        return Path("/var/cache/xlpoker-libreoffice")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "xlpoker-libreoffice"


def run(*command: str, **more: Any) -> str:
    """Run a program and return what it prints; raises `RuntimeError` with what it says when it fails."""
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=LAST, **more
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {(done.stderr or done.stdout).strip()[-400:]}")
    return done.stdout


def sources() -> str:
    """Return the lines for apt: the machine's own mirrors of its release, and the backports beside it.

    Skips the test on another distribution; raises `RuntimeError` where there is no such mirror.
    """
    release = dict(
        re.findall(
            r'^(\w+)="?([^"\n]*)',
            OS.read_text(encoding="utf-8") if OS.exists() else "",
            re.MULTILINE,
        )
    )
    name = release.get("VERSION_CODENAME", "")
    if release.get("ID") != "debian" or shutil.which("apt-get") is None:
        pytest.skip("LibreOffice 25.2 comes from the backports of Debian, and this is none")
    listed = run(
        "apt-get",
        "indextargets",
        "--format",
        "$(SITE) $(RELEASE) $(COMPONENT)",
        "Created-By: Packages",
    )
    lines = []
    for line in sorted(set(listed.splitlines())):
        site, suite, component = line.split()
        if suite == name and component == "main":
            key = f"[signed-by={KEYS}] " if KEYS.exists() else ""
            lines += [
                f"deb {key}{site} {one} main"
                for one in (name, f"{name}-updates", f"{name}-backports")
            ]
    if not lines:
        raise RuntimeError(f"no mirror of {name or 'this distribution'} in apt's lists")
    return "\n".join(lines) + "\n"


def fetch(folder: Path) -> Path:
    """Return the folder with the programs of 25.2, fetched and unpacked once."""
    if (folder / "done").exists():
        return folder / "root" / PROGRAM
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("lists/partial", "archives/partial", "root", "no-parts"):
        (folder / name).mkdir(parents=True)
    (folder / "sources.list").write_text(sources(), encoding="utf-8")
    options = {
        "Dir::Etc::sourcelist": "sources.list",
        "Dir::Etc::sourceparts": "no-parts",
        "Dir::State::lists": "lists",
    }
    options |= {"Dir::Cache::archives": "archives"}
    words = [word for key, value in options.items() for word in ("-o", f"{key}={folder / value}")]
    words += [
        "-o",
        "Dir::Cache::pkgcache=",
        "-o",
        "Dir::Cache::srcpkgcache=",
        "-o",
        "Debug::NoLocking=1",
        "-qq",
    ]
    if not os.geteuid():
        words += ["-o", "APT::Sandbox::User=root"]
    suite = (folder / "sources.list").read_text(encoding="utf-8").split()[-2]
    run("apt-get", *words, "update")
    run(
        "apt-get",
        *words,
        "install",
        "--yes",
        "--download-only",
        "--no-install-recommends",
        "-t",
        suite,
        *PACKAGES,
    )
    for package in sorted((folder / "archives").glob("*.deb")):
        run("dpkg-deb", "-x", str(package), str(folder / "root"))
    _moved(folder / "root")
    shutil.rmtree(folder / "archives")
    (folder / "done").touch()
    return folder / "root" / PROGRAM


def _moved(root: Path) -> None:
    """Let the programs find their files where they have been unpacked: their packages name /usr/lib/libreoffice."""
    program = root / PROGRAM
    for link in (program.parent).rglob("*"):
        if link.is_symlink() and (aim := link.readlink()).is_absolute():
            link.unlink()
            if (root / aim.relative_to("/")).exists():
                link.symlink_to(root / aim.relative_to("/"))
    registry = program.parent / "share"
    if (registry / ".registry" / "main.xcd").exists():  # dpkg's scripts copy it to /etc
        shutil.copy(registry / ".registry" / "main.xcd", registry / "registry" / "main.xcd")
    settings = program / "fundamentalrc"
    settings.write_text(settings.read_text().replace("file:///usr/lib/libreoffice", "${ORIGIN}/.."))
    for module in (root / "usr/lib/python3/dist-packages").glob("*.py"):
        shutil.copy(module, program)
    for library in root.glob("usr/lib/*-linux-gnu/*.so*"):
        if not (program / library.name).exists():
            shutil.copy(library, program)


def programs(program: Path, folder: Path) -> Path:
    """Return a folder with the programs of a LibreOffice, run as an ordinary user with a HOME of its own."""
    made = folder / "program"
    made.mkdir()
    user = (
        ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        if not os.geteuid()
        else []
    )
    folder.chmod(0o777)
    for name in ("soffice", "unopkg"):
        command = [
            *user,
            "env",
            f"HOME={folder}",
            f"LD_LIBRARY_PATH={program}",
            "timeout",
            str(LAST),
            str(program / name),
        ]
        (made / name).write_text(f'#!/bin/sh\nexec {" ".join(command)} "$@"\n')
        (made / name).chmod(0o755)
    if (program / "pythonloader.py").exists():
        (made / "pythonloader.py").symlink_to(program / "pythonloader.py")
    return made


DOCTYPE = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE {0} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "{1}.dtd">'
LIBRARY = (
    'xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"'
)
ITEM = '<item oor:path="/org.openoffice.{}"><prop oor:name="{}" oor:op="fuse"><value>{}</value></prop></item>'
MAIN = """
Sub Main
  Dim out, book, sheet
  out = FreeFile
  Open ConvertFromURL("{folder}/told.txt") For Output As #out
{program}
  Close #out
  StarDesktop.terminate()
End Sub
"""
JOBS = """
  On Error Goto failed
  createUnoService("{service}").trigger("{port}")
failed:
  If Err <> 0 Then Print #out, Error()
"""
"""Runs the driver; a message that nobody sees would wait for an answer."""


def macro_files(text: str, language: str = "en-US") -> dict[str, str]:
    """Return the files of a profile, seen from its Basic library, that make LibreOffice know a module `Driver`, in a language."""
    settings = [ITEM.format("Setup/Office", "ooSetupInstCompleted", "true")]
    settings += [
        ITEM.format("Setup/L10N", "ooLocale", language),
        ITEM.format("Setup/L10N", "ooSetupSystemLocale", language),
    ]
    settings += [ITEM.format("Office.Linguistic/General", "UILocale", language)]
    return {
        "Driver.xba": DOCTYPE.format("script:module", "module")
        + '<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Driver" script:language="StarBasic">'
        + text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
        + "</script:module>",
        "script.xlb": DOCTYPE.format("library:library", "library")
        + f'<library:library {LIBRARY} library:name="Standard" library:readonly="false" library:passwordprotected="false">'
        '<library:element library:name="Driver"/></library:library>',
        "../script.xlc": DOCTYPE.format("library:libraries", "libraries")
        + f'<library:libraries {LIBRARY}><library:library library:name="Standard" '
        'xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/></library:libraries>',
        "../../registrymodifications.xcu": '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<oor:items xmlns:oor="http://openoffice.org/2001/registry">'
        + "".join(settings)
        + "</oor:items>",
    }


@functools.cache
def extensions() -> dict[str, bytes]:
    """Return our extension and that of the tests, by the names of their files."""
    return {"xlpoker.oxt": build(), "driver.oxt": driver()}


class SharedFolder(tempfile.TemporaryDirectory):
    """A temporary folder that is nobody's secret: who runs LibreOffice for root must write there."""

    def __enter__(self) -> str:
        Path(self.name).chmod(0o777)
        return super().__enter__()


Rows = Sequence[Sequence[Any]]


class Calc:
    """A LibreOffice with a profile of its own in which the extension is installed; a context manager."""

    def __init__(self, program: Path) -> None:
        self._folder = SharedFolder(prefix="xlpoker-calc-")
        self.folder = Path(self._folder.__enter__())
        self.office = libreoffice.Office(programs(program, self.folder), self.folder / "profile")
        self._numbers = itertools.count()
        self._session: Session | None = None
        self._language = ""
        shutil.copytree(self._kept_profile(program), self.folder / "profile")
        self._give_away()

    def _kept_profile(self, program: Path) -> Path:
        """Return a profile with these extensions, which takes seconds to make: it is kept for the next LibreOffice."""
        packages = extensions()
        facts = repr((str(program), program.stat().st_mtime, sorted(packages.items())))
        profiles = cache() / "profiles"
        kept = profiles / hashlib.sha256(facts.encode()).hexdigest()[:16]
        if not kept.exists():
            profiles.mkdir(parents=True, exist_ok=True)
            for old in profiles.iterdir():
                if time.time() - old.stat().st_mtime > DAY:
                    shutil.rmtree(old, ignore_errors=True)
            made = self._with_extensions(packages)
            unfinished = Path(tempfile.mkdtemp(dir=profiles))
            shutil.copytree(made, unfinished, dirs_exist_ok=True)
            with contextlib.suppress(OSError):  # another worker was first
                unfinished.rename(kept)
            shutil.rmtree(made)
        return kept

    def _with_extensions(self, packages: dict[str, bytes]) -> Path:
        """Return the profile, into which LibreOffice has put extensions."""
        for name, content in packages.items():
            (self.folder / name).write_bytes(content)
        paths = [str(self.folder / name) for name in packages]
        done = self.office.run("unopkg", "add", "--suppress-license", *paths)
        assert done.returncode == 0, done.stdout + done.stderr
        return self.folder / "profile"

    @functools.cached_property
    def version(self) -> tuple[int, ...]:
        """The version of the program."""
        return self.office.version()[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        self._folder.cleanup()

    def close(self) -> None:
        """End the LibreOffice that runs; the next job starts another."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def ask(self, job: str, *details: Any, language: str = ENGLISH) -> Any:
        """Return what a job of `calc_jobs` returns, in a language.

        LibreOffice stays open between two jobs in the same language.
        """
        if self._session is not None and language != self._language:
            self.close()
        if self._session is None:
            self._session = self._started(language)
            self._language = language
        return self._session.ask(job, *details)

    def _started(self, language: str) -> Session:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            self._set_up(JOBS.format(service=SERVICE, port=port), language)
            return Session(self._command(), listener)

    def _command(self) -> list[str]:
        program = str(self.folder / "program" / "soffice")
        profile = f"-env:UserInstallation={(self.folder / 'profile').as_uri()}"
        return [program, profile, "--headless", "--norestore", MACRO]

    def converted(self, path: Path, kind: str) -> Path:
        """Return a document that LibreOffice has opened, calculated and written as another kind of file."""
        given = self.shared(path)
        target = given.with_name(f"{given.stem}-as.{kind.partition(':')[0]}")
        self.ask("converted", str(given), kind, str(target))
        return target

    def shared(self, path: Path) -> Path:
        """Return a copy of a file that LibreOffice, which may be another user, can change."""
        copy = self.folder / f"{next(self._numbers)}-{path.name}"
        shutil.copy(path, copy)
        copy.chmod(0o666)
        return copy

    def run_macro(self, program: str, language: str = ENGLISH) -> list[str]:
        """Return the lines that a program in LibreOffice's Basic prints to #out, run in a language."""
        self.close()
        out = self.folder / "told.txt"
        out.unlink(missing_ok=True)
        self._set_up(program, language)
        done = self.office.run("soffice", "--headless", "--norestore", MACRO)
        assert out.exists(), done.stdout + done.stderr
        return out.read_text(encoding="utf-8").splitlines()

    def _set_up(self, program: str, language: str) -> None:
        """Write a program and a language into the profile."""
        basic = self.folder / "profile" / "user" / "basic" / "Standard"
        basic.mkdir(parents=True, exist_ok=True)
        for name, content in macro_files(MAIN.replace("{program}", program), language).items():
            (basic / name).resolve().write_text(
                content.replace("{folder}", self.folder.as_uri()), encoding="utf-8"
            )
        self._give_away()

    def _give_away(self) -> None:
        """Give the profile to the user as whom LibreOffice runs."""
        if not os.geteuid():
            run("chown", "-R", "nobody", str(self.folder / "profile"))

    def scenarios(self, language: str, wanted: Iterable[str] = ()) -> dict[str, Any]:
        """Return what scenarios of `hosts.calc_scenarios` return, or why they failed; all are run where none is named."""
        answers = {}
        for name in wanted or self.ask("names_of_scenarios", language=language):
            try:
                answers[name] = self.ask("scenario", name, str(self.folder), language=language)
            except RuntimeError as error:
                answers[name] = str(error)
        return answers

    def calls(
        self, formulas: Iterable[tuple[str, tuple[Any, ...]]], sizes: Iterable[tuple[int, int]]
    ) -> list[list[list[Any]]]:
        """Return the rows of cells that each formula shows, entered over an area of the size that its answer has."""
        book = openpyxl.Workbook()
        answers = book.active
        answers.title = "answers"
        areas: dict[int, str] = {}
        long: dict[str, Rows] = {}
        row = 1
        formulas, sizes = list(formulas), list(sizes)
        for (name, arguments), (height, width) in zip(formulas, sizes, strict=True):
            written = [self._argument(book, areas, long, one) for one in arguments]
            area = f"A{row}:{get_column_letter(width)}{row + height - 1}"
            answers.cell(row, 1).value = ArrayFormula(area, f"={name}({','.join(written)})")
            row += height
        path = self.folder / "asked.xlsx"
        book.save(path)
        content = parts(path)
        for part, rows in long.items():
            content[part] = content[part].replace(
                b"<sheetData></sheetData>", sheet_data(rows).encode()
            )
        path.write_bytes(zipped(content))
        rows = iter(cells_of_csv(self.converted(path, CSV).read_text(encoding="utf-8")))
        return [
            [[*next(rows), *[""] * width][:width] for _ in range(height)] for height, width in sizes
        ]

    @staticmethod
    def _argument(book: Any, areas: dict[int, str], long: dict[str, Rows], argument: Any) -> str:
        """Return an argument as it stands in a formula; the cells of each range go to a sheet of their own, long ones to `long`."""
        if isinstance(argument, Range):
            if id(argument) not in areas:
                cells = book.create_sheet(f"b{len(areas)}")
                if all(map(_easy, chain.from_iterable(argument.rows))):
                    long[f"xl/worksheets/sheet{len(book.sheetnames)}.xml"] = argument.rows
                else:
                    for row in argument.rows:
                        cells.append(row)
                last = f"{get_column_letter(len(argument.rows[0]))}{len(argument.rows)}"
                areas[id(argument)] = f"{cells.title}!A1:{last}"
            return areas[id(argument)]
        if argument == MISSING:
            return ""
        return f'"{argument}"' if isinstance(argument, str) else str(argument)


def _easy(cell: Any) -> bool:
    """Tell whether a cell is blank, a number, a truth value, or a text that is no formula and no error."""
    return (
        cell is None
        or type(cell) in (bool, int, float)
        or (type(cell) is str and not cell.startswith(("=", "#")))
    )


CSV = "csv:44,34,76,1,,0,true,true,false"
"""The first sheet as UTF-8, texts in quotes, numbers with all their digits: in half the time that a workbook takes."""
CELL = re.compile(r'(?:"((?:[^"]|"")*)"|([^,"\n]*))([,\n])')


def cells_of_csv(text: str) -> list[list[Any]]:
    """Return the rows of such a file as the catalogue gives them: a blank is an empty text, a whole number an int."""
    rows: list[list[Any]] = [[]]
    for quoted, number, end in CELL.findall(text):
        value = float(number) if number else quoted.replace('""', '"')
        rows[-1].append(int(value) if isinstance(value, float) and value.is_integer() else value)
        if end == "\n":
            rows.append([])
    return rows


@functools.cache
def installed() -> Path | None:
    """Return the folder with the programs of the LibreOffice of this machine, if it runs Python."""
    known = shutil.which("soffice")
    folder = Path(known).resolve().parent if known else None
    return folder if folder is not None and (folder / "pythonloader.py").exists() else None
