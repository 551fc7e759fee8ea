"""Run the tests of the package in Windows Python under Wine: ``PYTHONPATH=.:tests python -m hosts.windows_tests``.

Arguments are those of pytest; without any, everything that is quick and needs no program outside Python. NumPy and pandas
are there; Wine 8 needs `ucrtbase.c` for NumPy. What is known not to pass stands in `docs/windows.md`.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys

from hosts import HERE, ROOT
from hosts.windows import MINGW, Windows, fetch_wheels, installed

PACKAGES = [
    "numpy",
    "pandas",
    "python-dateutil",
    "tzdata",
    "pytest",
    "pluggy",
    "iniconfig",
    "packaging",
]
PACKAGES += [
    "hypothesis",
    "sortedcontainers",
    "xlsxwriter",
    "olefile",
    "build",
    "pyproject-hooks",
    "setuptools",
]
ENVIRONMENT = r"C:\users\Ann Lee\tests\.venv"
TREE = r"C:\users\Ann Lee\tests\xlpoker"
LEFT_OUT = (
    "host oracles cluster foreign fuzz exhaustive fidelity limits odds_peers vba_project".split()
)
"""Tests of other hosts, slow ones, and ones of packages that are not there (calamine does not load in Wine 8)."""
KNOWN = {
    "test_excel_addin.py::test_the_probe_survives_a_bare_python": "pywin32 is there",
    "test_grid.py::test_files_that_cannot_be_read[damaged-xls]": "calamine does not load in Wine 8",
    "test_job.py::test_what_cannot_be_read_is_refused_in_one_line[damaged-xls]": "calamine does not load in Wine 8",
    "test_odds_cli.py::test_outs_prints_cards_and_draws": "rich leaves a column free in a console without colours",
    "test_openpyxl_engine.py::test_a_link_stays_a_link": "Wine 8 does not follow symbolic links that it has made",
}
"""Tests that cannot pass, and why."""
QUICK = [
    "-m",
    "not slow and not engine",
    "-o",
    "faulthandler_timeout=300",
    "--ignore-glob=tests/support/*",
]
QUICK += [f"--ignore-glob=tests/test_{name}*.py" for name in LEFT_OUT]
QUICK += [f"--deselect=tests/{name}" for name in KNOWN]
QUICK += ["tests"]


def numpy_loads(windows: Windows) -> None:
    """Put a ucrtbase.dll in the place of Wine's that has the complex functions, and all the others from Wine's."""
    own, wine = (
        windows.path(rf"C:\windows\system32\{name}.dll") for name in ("ucrtbase", "ucrtwine")
    )
    if not wine.exists():
        windows.write(
            r"C:\windows\system32\ucrtwine.dll",
            own.read_bytes().replace(b"Wine builtin DLL", b"Wine's own DLL  ", 1),
        )
    command = [MINGW + "objdump", "-p", str(wine)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    table = listed.partition("[Ordinal/Name Pointer] Table")[2]
    names = re.findall(r"^\s+\[ *\d+\](?: \+base\[ *\d+\] +[0-9a-f]+)? (\S+)$", table, re.MULTILINE)
    ours = set(
        re.findall(
            r"TO_(?:COMPLEX|REAL)\((\w+)\)", (HERE / "ucrtbase.c").read_text(encoding="utf-8")
        )
    ) | {"cpow"}
    ours = {name + end for name in ours - {"name"} for end in ("", "f", "l")}
    lines = [f"{name} = {f'our_{name}' if name in ours else f'ucrtwine.{name}'}" for name in names]
    folder = windows.folder / "ucrtbase"
    folder.mkdir(exist_ok=True)
    (folder / "ucrtbase.def").write_text("EXPORTS\n" + "\n".join(lines) + "\n", encoding="utf-8")
    command = [
        MINGW + "gcc",
        "-shared",
        "-static-libgcc",
        "-O1",
        "-fno-builtin",
        "-o",
        str(folder / "ucrtbase.dll"),
    ]
    subprocess.run([*command, str(HERE / "ucrtbase.c"), str(folder / "ucrtbase.def")], check=True)
    own.unlink()
    windows.write(r"C:\windows\system32\ucrtbase.dll", (folder / "ucrtbase.dll").read_bytes())


def main() -> int:
    """Run pytest in Windows Python and show what it says."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that Wine is ended then too
    with Windows() as windows:
        numpy_loads(windows)
        windows.environment["WINEDLLOVERRIDES"] = windows.environment["WINEDLLOVERRIDES"].replace(
            "ucrtbase=b", "ucrtbase=n"
        )
        fetch_wheels(windows.folder, [installed(name) for name in PACKAGES])
        python = windows.virtual_environment(ENVIRONMENT, PACKAGES)
        tree = windows.path(TREE)
        shutil.rmtree(tree, ignore_errors=True)
        skipped = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build")
        shutil.copytree(ROOT, tree, ignore=skipped)
        windows.own(tree)
        wanted = sys.argv[1:] or QUICK
        command = [python, "-m", "pytest", "-p", "no:cacheprovider", "-rfEs", "--tb=line", *wanted]
        with windows.start(
            *command, cwd=tree, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
        ) as process:
            for line in process.stdout:
                sys.stdout.write(line.decode("utf-8", "replace"))
                sys.stdout.flush()
        return process.returncode


if __name__ == "__main__":
    sys.exit(main())
