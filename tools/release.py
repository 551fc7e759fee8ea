"""The files that people download, made by one command: ``python -m tools.release [FOLDER]``.

::

    poker-formulas.xlsx             the functions as names, for Excel 365, 2024, the web
    poker-formulas-old-excel.xlsx   one array formula, for Excel 2007 to 2021
    xlpoker.oxt                     the extension for LibreOffice
    google-sheets.txt               named functions to paste
    xlwings-lite-main.py            the module to paste into xlwings Lite
    xlpoker-VERSION...              wheel, source distribution, and a ZIP for people who do not program

The first three stand in ``workbooks/`` as well; ``--workbooks`` writes them there anew. The same source gives the same bytes.
``--page FOLDER`` writes the web page of ``docs/app`` with all that it loads.
Needs git, what xlpoker needs, and the packages build, setuptools and XlsxWriter. docs/release.md tells how a release is made.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib.util
import io
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import xlpoker
from xlpoker.errors import BookError
from xlpoker.hosts import calc
from xlpoker.hosts.calc import zipped
from xlpoker.hosts.formulas import pasted
from xlpoker.hosts.lite import lite

ROOT = Path(__file__).parent.parent
VERSION = xlpoker.__version__
WHEEL = f"xlpoker-{VERSION}-py3-none-any.whl"
PACKAGES = {
    "build": "build",
    "numpy": "numpy",
    "setuptools": "setuptools",
    "xlsxwriter": "XlsxWriter",
}
ZIPPED = (
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "docs/**/*",
    "workbooks/**/*.xlsx",
    "workbooks/*.txt",
    "workbooks/*.md",
)
SHEETS = """\
xlpoker {version} for Google Sheets: poker hands as named functions. Nothing has to be installed.

In Google Sheets choose Data > Named functions > Add new function. For each block below copy its four texts into the four
fields of the same names, press Next and Create. Begin with HANDCARDS, since the others call it. HANDVAL comes next; then
type =HANDVAL("5H 5C 6S 7S KD") into a cell: 2067. WINNER takes two hands, WINNER3 to WINNER9 take three to nine.

"""
UPDATE = """\
<?xml version="1.0" encoding="UTF-8"?>
<description xmlns="http://openoffice.org/extensions/update/2006" xmlns:x="http://www.w3.org/1999/xlink">
<identifier value="{identifier}"/><version value="{version}"/>
<update-download><src x:href="{address}/releases/download/v{version}/xlpoker.oxt"/></update-download>
</description>
"""


def workbooks() -> dict[str, bytes]:
    """Return the files that stand in ``workbooks/`` as well."""
    from tools import books

    return {books.NEW: books.new_excel(), books.OLD: books.old_excel(), "xlpoker.oxt": calc.build()}


def texts() -> dict[str, bytes]:
    """Return what is pasted, and where LibreOffice looks for a newer extension once there is a repository."""
    made = {
        "google-sheets.txt": SHEETS.format(version=VERSION) + pasted("sheets"),
        "xlwings-lite-main.py": lite(),
    }
    if address := xlpoker.__repository__:
        made["xlpoker.update.xml"] = UPDATE.format(
            identifier=calc.IDENTIFIER, version=VERSION, address=address
        )
    return {name: text.encode() for name, text in made.items()}


# Archives whose bytes depend on their content alone: not on the time, the user, the system or the order of a folder.


def plain_wheel(wheel: bytes) -> bytes:
    """Return a wheel with its members in order, what describes it at the end, as wheels have it."""
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        names = sorted(
            archive.namelist(),
            key=lambda name: (".dist-info/" in name, name.endswith("/RECORD"), name),
        )
        return zipped({name: archive.read(name) for name in names})


def plain_sdist(sdist: bytes) -> bytes:
    """Return a source distribution with its members in order, of no time and no user."""
    packed = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(sdist)) as old,
        gzip.GzipFile("", "wb", 9, packed, mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.GNU_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            plain = tarfile.TarInfo(member.name)
            plain.type, plain.size, plain.mode = (
                member.type,
                member.size,
                0o755 if member.isdir() else 0o644,
            )
            new.addfile(plain, old.extractfile(member) if member.isfile() else None)
    return packed.getvalue()


def packages(*kinds: str) -> dict[str, bytes]:
    """Return wheel and source distribution, or one of both, made with the setuptools that is installed."""
    with TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "build",
            "--no-isolation",
            "--skip-dependency-check",  # check_tools has looked
            *(f"--{kind}" for kind in kinds or ("sdist", "wheel")),
            "--outdir",
            folder,
            str(ROOT),
        ]
        run("the wheel cannot be built", *command)
        made = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
    return {
        name: plain_wheel(one) if name.endswith(".whl") else plain_sdist(one)
        for name, one in made.items()
    }


def run(failure: str, program: str, *words: str) -> None:
    """Run a program; raise `BookError`, which begins with `failure`, with the end of what it says where it fails."""
    if shutil.which(program) is None:
        raise BookError(f"{failure}: {program} is not installed")
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise BookError(f"{failure}: {(done.stderr or done.stdout).strip()[-500:]}")


def for_everybody(files: dict[str, bytes]) -> bytes:
    """Return the ZIP; its files lie at its top, since *Extract All* makes a folder for them."""
    parts = {WHEEL: files[WHEEL], "xlwings-lite/main.py": files["xlwings-lite-main.py"]}
    for path in sorted({path for part in ZIPPED for path in ROOT.glob(part) if path.is_file()}):
        parts[path.relative_to(ROOT).as_posix()] = path.read_bytes()
    return zipped(parts)


def artefacts(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return all files of a release by their names, from those of ``workbooks/``."""
    files = files | texts() | packages()
    files[f"xlpoker-{VERSION}.zip"] = for_everybody(files)
    sums = [
        f"{hashlib.sha256(content).hexdigest()}  {name}" for name, content in sorted(files.items())
    ]
    return files | {"SHA256SUMS": "\n".join([*sums, ""]).encode()}


def git(*words: str) -> str:
    """Return what git says of the tree, an empty text where it fails."""
    done = subprocess.run(
        ["git", "-C", str(ROOT), *words],  # noqa: S607 - the one on the path
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if done.returncode else done.stdout.strip()


def check_tools() -> None:
    """Raise `BookError` where a package is missing."""
    missing = [
        name for module, name in PACKAGES.items() if importlib.util.find_spec(module) is None
    ]
    if missing:
        raise BookError(
            f"{missing[0]} is not installed; {sys.executable} -m pip install {' '.join(missing)}"
        )


def check_tree() -> None:
    """Raise `BookError` unless the tree is a commit of a version that is not released yet."""
    if shutil.which("git") is None:
        raise BookError("git is not installed; a release is made in a clone")
    head = git("rev-parse", "HEAD")
    if not head:
        raise BookError(f"{ROOT} is not a clone; a release is made in one")
    if changed := git("status", "--porcelain").splitlines():
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        raise BookError(
            f"not committed: {changed[0].split(maxsplit=1)[1]}{more}; commit before a release"
        )
    tagged = git("rev-list", "-n", "1", f"refs/tags/v{VERSION}")
    if tagged not in ("", head):
        raise BookError(
            f"version {VERSION} exists, tagged v{VERSION}; set the next __version__ in xlpoker/__init__.py"
        )


def check_workbooks(files: dict[str, bytes]) -> None:
    """Raise `BookError` where a file in ``workbooks/`` is not that of this source."""
    for name, content in files.items():
        path = ROOT / "workbooks" / name
        if not path.is_file() or path.read_bytes() != content:
            raise BookError(
                f"workbooks/{name} is not that of this source; python -m tools.release --workbooks"
            )


def write(folder: Path, files: dict[str, bytes], *, replace: bool) -> None:
    """Write files and print a line for each; raises `BookError`, and writes nothing, where another file stands."""
    for name, content in files.items():
        if not replace and (folder / name).exists() and (folder / name).read_bytes() != content:
            raise BookError(
                f"{folder / name} is there and differs; delete it, or name another folder"
            )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
            sys.stdout.write(f"{len(content):>9,} bytes  {folder / name}\n")
    except OSError as error:
        raise BookError(f"cannot write {error.filename}: {error.strerror}") from None


def main(words: list[str] | None = None) -> int:
    """Make all files of a release, in dist/ or FOLDER; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=main.__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "dist")
    parser.add_argument(
        "--workbooks",
        action="store_true",
        help="write the files of workbooks/ anew, and nothing else",
    )
    parser.add_argument(
        "--page",
        action="store_true",
        help="write the web page into FOLDER, and nothing else",
    )
    given = parser.parse_args(words)
    try:
        if given.page:
            from tools.page import page

            write(given.folder, page(), replace=True)
            return 0
        check_tools()
        if given.workbooks:
            write(ROOT / "workbooks", workbooks(), replace=True)
            return 0
        check_tree()
        ours = workbooks()
        check_workbooks(ours)
        write(given.folder, artefacts(ours), replace=False)
    except BookError as error:
        sys.stderr.write(f"release: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
